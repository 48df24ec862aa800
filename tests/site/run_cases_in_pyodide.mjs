// Ask the page's desk in Pyodide under Node, on the standard library and the engine that the page loads:
// rule cases, or a table and what is asked at it. One desk answers all requests, in their order.
// Usage: node run_cases_in_pyodide.mjs PYODIDE_FOLDER PLAY_FOLDER REQUESTS_JSON; prints the answers as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, play, requests] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(play, "manifest.json"), "utf8"));
const python = await loadPyodide({
  indexURL: pyodide,
  stdLibURL: join(play, "python_stdlib.zip"),
  lockFileContents: JSON.stringify({ info, packages: {} }),
});
for (const name of ["engine.zip", "solver.zip"]) python.FS.writeFile(`/${name}`, readFileSync(join(play, name)));
python.runPython(`
import sys
sys.path.insert(0, "/engine.zip")
from przemyskie66.site.play.table import Desk
for package in ("przemyskie66.engine", "przemyskie66.site.play"):
    sys.modules[package].__path__.append("/solver.zip/" + package.replace(".", "/"))
desk = Desk()
`);
const desk = python.globals.get("desk");
const answers = JSON.parse(readFileSync(requests, "utf8")).map((request) => ({
  name: request.name,
  ...JSON.parse(desk.answer(JSON.stringify(request))),
}));
console.log(JSON.stringify(answers));
