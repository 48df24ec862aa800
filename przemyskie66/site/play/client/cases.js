"use strict";
// Runs the cases of a rule in the reader's own browser, by the engine that the tests verify.
//
//   await p66play.runCases("throw-in", button);   // true if all hold
//
// A button of class run-cases with data-rule (see case_button in play/__init__.py) is taken up by itself.
// The verdict of each case is written into its place, #case-<id>, and the sum after the button. Cases and
// rulesets come from cases/<rule>.json and cases/rulesets.json, words from the button's data-words.
// Needed before this script: engine.js and drawing.js.
{
  const { el, fill, folder, startEngine, fetchJson } = window.p66play;
  let engine; // started once a page

  async function runCases(rule, button) {
    const words = JSON.parse(button.dataset.words);
    const status = button.nextElementSibling?.matches(".run-cases-status")
      ? button.nextElementSibling
      : button.insertAdjacentElement("afterend", el("p", { class: "run-cases-status hint", role: "status" }));
    button.disabled = true;
    try {
      const [found, rulesets] = await Promise.all(
        [`${folder}cases/${rule}.json`, `${folder}cases/rulesets.json`].map(fetchJson));
      status.replaceChildren(words.running, el("progress", { max: "1", value: "0", "aria-label": words.running }));
      const bar = status.querySelector("progress");
      engine ||= startEngine((share) => { bar.value = share; });
      const running = await engine;
      let ok = 0;
      for (const { id, ruleset, ...request } of found.cases) {
        const verdict = await running.ask("case", { ...request, ruleset: rulesets[ruleset] });
        ok += verdict.ok;
        writeVerdict(id, verdict, words);
      }
      status.textContent = fill(words.done, { ok, all: found.cases.length, sha: running.about.sha.slice(0, 16), python: running.about.python });
      return ok === found.cases.length;
    } catch (error) {
      engine = undefined;
      status.textContent = fill(words.failed, { error: String(error.message || error) });
      return false;
    } finally {
      button.disabled = false;
    }
  }

  function writeVerdict(id, { ok, failures }, words) {
    const place = document.getElementById(`case-${id}`);
    if (!place) return;
    place.querySelector(".verdict-here")?.remove();
    place.append(el("p", { class: "verdict-here" },
      el("span", { class: `verdict verdict-${ok ? "pass" : "fail"}` }, ok ? words.holds : fill(words.fails, { failures: failures.join("; ") }))));
  }

  window.p66play.runCases = runCases;
  for (const button of document.querySelectorAll("button.run-cases")) {
    button.hidden = false;
    button.addEventListener("click", () => runCases(button.dataset.rule, button));
  }
}
