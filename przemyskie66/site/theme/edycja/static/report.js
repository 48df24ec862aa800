// Offers to report an error in one passage, claim, parallel or choice of the editors, with its id and words.
// Without this script the link at the foot of the page reports the page.
"use strict";
{
  const LONGEST = 300; // letters of the words that a report carries
  const foot = document.querySelector(".site-footer a.report");
  const { page, version, template } = foot.dataset;
  const [subject, place, edition, words, wrong] = foot.dataset.words.split("|");
  const [short, title, note, copy, copied, selected, open, close] = foot.dataset.dialog.split("|");

  const make = (tag, className, ...children) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children);
    return node;
  };
  const push = (label, done) => {
    const node = make("button", "", label);
    node.type = "button";
    node.addEventListener("click", done);
    return node;
  };

  const dialog = make("dialog", "report-dialog");
  const text = make("textarea");
  const letter = make("a", "button", open);
  const told = make("span", "label");
  text.rows = 9;
  text.setAttribute("aria-label", title);
  told.setAttribute("role", "status");
  dialog.setAttribute("aria-labelledby", "report-title");
  const heading = make("h2", "", title);
  heading.id = "report-title";
  const write = () => {
    letter.href = template.replace("{subject}", encodeURIComponent(dialog.dataset.subject))
      .replace("{body}", encodeURIComponent(text.value.replaceAll("\n", "\r\n")));
  };
  text.addEventListener("input", write);
  const buttons = make("p", "report-buttons",
    push(copy, async () => {
      try {
        await navigator.clipboard.writeText(text.value);
        told.textContent = copied;
      } catch {
        text.select(); // pages from disk may not write to the clipboard
        told.textContent = selected;
      }
    }), letter, push(close, () => dialog.close()), told);
  dialog.append(heading, ...(note ? [make("p", "hint", note)] : []), text, buttons);

  const show = (id, quoted) => {
    const where = id ? `${page}#${id}` : page;
    const cut = quoted.length > LONGEST ? `${quoted.slice(0, LONGEST)}…` : quoted;
    dialog.dataset.subject = `${subject}: ${id || page}`;
    text.value = [`${place}: ${where}`, `${edition}: ${version}`, ...(cut ? [`${words}: „${cut}”`] : []), "", `${wrong}:`, ""].join("\n");
    told.textContent = "";
    write();
    if (!dialog.isConnected) document.querySelector("main").append(dialog);
    dialog.showModal();
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  };

  // What the reader has selected there, or else all of it, as the chosen view shows it.
  const wordsOf = (node) => {
    const chosen = getSelection();
    const within = !chosen.isCollapsed && node.contains(chosen.anchorNode) && node.contains(chosen.focusNode);
    return (within ? chosen.toString() : node.innerText).replace(/\s+/gu, " ").trim();
  };

  foot.setAttribute("aria-haspopup", "dialog");
  foot.addEventListener("click", (event) => { event.preventDefault(); show("", ""); });
  for (const part of document.querySelectorAll(".unit[id], .claim[id], .parallel[id], .pin[id]")) {
    const source = [".unit-text", ".exact", "p > strong"].map((words) => part.querySelector(words)).find(Boolean);
    if (!source) continue;
    const button = push(short, () => show(part.id, wordsOf(source)));
    button.className = "report";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", `${title}: ${part.id}`);
    (part.querySelector(".unit-margin") ?? part).append(button);
  }
}
