"use strict";
// The engine in the browser: starts the worker, sends requests, counts what has been loaded.
// A classic script, so that pages opened from disk can at least say why nothing can be played there.
//
//   const engine = await p66play.startEngine((share) => …);   // share of the bytes that have come, 0 to 1
//   engine.about                                              // { sha, python }: what is running
//   await engine.ask("case", { case: …, ruleset: … });        // requests: see table.py
//   p66play.startEngine(…, signal)                            // an AbortSignal ends it, whatever it is at

window.p66play = window.p66play || {};
{
  const folder = new URL(".", document.currentScript.src).href;

  /** Start the worker; resolves once Python and the engine are there. An aborted `signal` ends it. */
  function startEngine(onProgress, signal) {
    const worker = new Worker(`${folder}worker.js`, { type: "module" });
    const waiting = new Map();
    let last = 0;
    const post = (message) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ...message });
      });
    worker.onmessage = ({ data }) => {
      if ("progress" in data) return onProgress(data.progress);
      const { resolve, reject } = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.answer);
    };
    const fail = (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.onerror = (event) => fail(new Error(event.message || "worker.js"));
    signal?.addEventListener("abort", () => {
      worker.terminate();
      fail(signal.reason);
    });
    return post({ call: "load" }).then(
      (about) => ({ about, ask: (call, request = {}) => post({ call: "ask", request: { call, ...request } }) }),
      (error) => {
        worker.terminate();
        throw error;
      },
    );
  }

  /** Fetch JSON that the site itself holds. */
  async function fetchJson(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  }

  Object.assign(window.p66play, { folder, startEngine, fetchJson });
}
