// Adds a button to each citation that copies it; without this script it is plain text.
"use strict";
{
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(text); // pages from disk may not write to the clipboard
      return false;
    }
  };

  const equip = (block) => {
    const [copy, done, selected] = block.dataset.words.split("|");
    for (const text of block.querySelectorAll("[data-copy]:not(details:not([open]) *)")) {
      if (text.nextElementSibling?.matches("button.copy")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.lang = document.documentElement.lang;
      const label = `${copy}: ${text.dataset.copy}`;
      button.textContent = label;
      button.addEventListener("click", async () => {
        const how = (await copied(text)) ? done : selected;
        button.textContent = how;
        told.textContent = how;
        setTimeout(() => { button.textContent = label; }, 2500);
      });
      text.after(button);
    }
  };

  const told = document.createElement("p");
  told.className = "visually-hidden";
  told.setAttribute("aria-live", "polite");
  document.querySelector("main").append(told);

  const closest = (event) => {
    for (const block of event.target.querySelectorAll(".cite")) equip(block);
    const block = event.target.closest(".cite");
    if (block) equip(block);
  };
  document.addEventListener("toggle", closest, true);
  for (const block of document.querySelectorAll(".cite")) {
    if (!block.closest("details:not([open])")) equip(block);
  }
}
