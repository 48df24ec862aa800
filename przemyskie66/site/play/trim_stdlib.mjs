// Cut Python's standard library down to what the play page uses, compiled: half the bytes to load,
// a third of the time to start. Run by bundle.py at build time, in Node, with Pyodide itself, so that
// the compiled files fit the Python that will read them.
//
// Usage: node trim_stdlib.mjs PYODIDE_FOLDER ENGINE_ZIP OUT_ZIP
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, engine, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));

const python = await loadPyodide({
  indexURL: folder,
  lockFileContents: JSON.stringify({ info, packages: {} }),
});
python.FS.writeFile("/engine.zip", readFileSync(engine));
python.FS.writeFile("/stdlib.zip", readFileSync(join(folder, "python_stdlib.zip")));
python.runPython(`
import importlib._bootstrap_external as external
import sys
import zipfile

sys.path.insert(0, "/engine.zip")
import przemyskie66.site.play.table
import przemyskie66.site.play.opened

# Pyodide reaches for these when something goes wrong, too late to fetch them.
import traceback, linecache, encodings.latin_1, encodings.ascii, encodings.idna

archive = "/lib/python{}{}.zip/".format(*sys.version_info)
used = set()
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None) or ""
    frozen = getattr(module.__spec__, "origin", "") == "frozen"  # comes with the interpreter, not from the zip
    if file.startswith(archive) and not frozen:
        used.add(file.removeprefix(archive))

with zipfile.ZipFile("/stdlib.zip") as whole, zipfile.ZipFile("/trimmed.zip", "w", zipfile.ZIP_STORED) as trimmed:
    for name in sorted(used):
        # Docstrings go, except Pyodide's own, which it reads as it starts.
        optimize = 0 if "pyodide" in name else 2
        code = compile(whole.read(name), archive + name, "exec", dont_inherit=True, optimize=optimize)
        entry = zipfile.ZipInfo(name + "c", date_time=(1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o644 << 16
        # Flag 0b01: checked by nobody, so the file holds no time of its making.
        trimmed.writestr(entry, external._code_to_hash_pyc(code, bytes(8), False))
`);
writeFileSync(out, python.FS.readFile("/trimmed.zip"));
