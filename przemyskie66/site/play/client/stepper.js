"use strict";
// The recorded example, one step at a time. The steps stand in the page already; nothing is loaded for this.
{
  const { el, fill } = window.p66play;
  const holder = document.querySelector(".play-stepper");
  const steps = [...document.querySelectorAll(".play-steps > li")];
  if (holder && steps.length > 1) {
    const texts = JSON.parse(holder.dataset.words);
    let now = 0;
    let single = true;
    const status = el("span", { role: "status" });
    const button = (text, go, more = {}) => el("button", { type: "button", onclick: go, ...more }, text);
    const back = button(texts.back, () => show(now - 1));
    const forward = button(texts.forward, () => show(now + 1));
    const all = button(texts.all, () => { single = !single; show(now); }, { "aria-pressed": "false" });

    function show(step) {
      now = Math.max(0, Math.min(step, steps.length - 1));
      steps.forEach((item, number) => { item.hidden = single && number !== now; });
      back.disabled = !single || now === 0;
      forward.disabled = !single || now === steps.length - 1;
      all.setAttribute("aria-pressed", String(!single));
      status.textContent = single ? fill(texts.step, { n: now + 1, all: steps.length }) : "";
    }

    holder.append(back, forward, status, all);
    holder.hidden = false;
    const aim = () => steps.findIndex((item) => `#${item.id}` === location.hash);
    addEventListener("hashchange", () => { if (aim() >= 0) show(aim()); });
    show(Math.max(aim(), 0));
  }
}
