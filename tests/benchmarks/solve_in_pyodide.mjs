// Solve deals in Pyodide under Node, as many as asked: a child of bench_pyodide.py.
// Usage: node solve_in_pyodide.mjs PYODIDE_FOLDER SOURCES_ZIP; every line read, "FIRST COUNT", is answered by one
// line of JSON: of each deal the positions looked at and the seconds of CPU time that took.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, sources] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.globals.set("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
python.runPython(`
import json, sys
sys.path.insert(0, "/sources.zip")
from solving import solved
`);
const solve = python.runPython("lambda first, count: json.dumps(solved(first, count, cpu))");
for await (const line of createInterface({ input: process.stdin })) {
  console.log(solve(...line.split(" ").map(Number)));
}
