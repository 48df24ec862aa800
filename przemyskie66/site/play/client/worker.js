// The browser's Python, in a worker so that the page never stalls: loads Pyodide and the engine, then
// hands every request to Python and every answer back. All files come from the site itself.
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", import.meta.url).href;
let desk, python, solver;

// Pyodide waits for ever when its WebAssembly does not come, so whoever loads also listens to this.
let fail;
const failure = new Promise((_, reject) => { fail = reject; });
self.addEventListener("unhandledrejection", ({ reason }) => fail(reason));

/** Report how much of what `manifest` lists has arrived, by reading a copy of every response. */
function countBytes(manifest) {
  const total = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const plainFetch = self.fetch.bind(self);
  let loaded = 0;
  const count = async (response) => {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      self.postMessage({ progress: Math.min(1, loaded / total) });
    }
  };
  self.fetch = async (...request) => {
    const response = await plainFetch(...request).catch((error) => {
      fail(error);
      throw error;
    });
    if (!response.ok) fail(new Error(`${response.url}: ${response.status}`));
    else if (response.body) count(response.clone()).catch(() => {}); // the bar alone would suffer
    return response;
  };
}

/** Fetch one of our zips; its address changes with its content. */
async function fetchZip(name, { sha256 }) {
  const zip = await fetch(`${here}${name}?v=${sha256.slice(0, 12)}`);
  if (!zip.ok) throw new Error(`${name}: ${zip.status}`);
  return new Uint8Array(await zip.arrayBuffer());
}

/** Fetch what answers about open cards, once, and lay it beside the modules that are there. */
async function loadSolver() {
  if (!solver) return;
  python.FS.writeFile("/solver.zip", await fetchZip("solver.zip", solver));
  solver = null;
  python.runPython(`
    for package in ("przemyskie66.engine", "przemyskie66.site.play"):
        sys.modules[package].__path__.append("/solver.zip/" + package.replace(".", "/"))
  `);
}

async function load() {
  const listed = await fetch(`${here}manifest.json`, { cache: "no-cache" });
  if (!listed.ok) throw new Error(`manifest.json: ${listed.status}`);
  const manifest = await listed.json();
  countBytes(manifest);
  const engine = manifest.files["engine.zip"];
  const coming = fetchZip("engine.zip", engine); // while Pyodide starts
  python = await loadPyodide({
    indexURL: here,
    lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
  });
  solver = manifest.later["solver.zip"];
  python.FS.writeFile("/engine.zip", await coming);
  self.postMessage({ progress: 1 });
  python.runPython(`
    import sys
    sys.path.insert(0, "/engine.zip")
    from przemyskie66.site.play.table import Desk
    desk = Desk()
  `);
  desk = python.globals.get("desk");
  return { sha: engine.sha256, python: python.runPython("sys.version.split()[0]") };
}

async function answer({ call, request }) {
  if (call === "load") return Promise.race([load(), failure]);
  if (request.call === "open") await loadSolver();
  return JSON.parse(desk.answer(JSON.stringify(request)));
}

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ id: data.id, answer: await answer(data) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error.message || error) });
  }
};
