// Compile the engine for the play page, so that a reader need not wait for it: by Pyodide itself, in Node,
// at build time, so that the compiled files fit the Python that will read them. Docstrings are left out,
// nothing else; the files are stored, since a server packs the whole better than a zip its parts.
//
// Usage: node compile_engine.mjs PYODIDE_FOLDER SOURCES_ZIP OUT_ZIP [SOURCES_ZIP OUT_ZIP …]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  indexURL: folder,
  lockFileContents: JSON.stringify({ info, packages: {} }),
});
python.runPython(`
import ast
import importlib._bootstrap_external as external
import zipfile

def undocumented(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            if isinstance(node, ast.ClassDef):
                node.body[0].value.value = "-"  # without any, a dataclass would write one as it is made
            else:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    return tree

def compile_zip(sources, out):
    with zipfile.ZipFile(sources) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as compiled:
        for name in sorted(whole.namelist()):
            code = compile(undocumented(whole.read(name)), name, "exec", dont_inherit=True)
            entry = zipfile.ZipInfo(name + "c", date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            # Flag 0b01: checked by nobody, so the file holds no time of its making.
            compiled.writestr(entry, external._code_to_hash_pyc(code, bytes(8), False))
`);
const compile = python.globals.get("compile_zip");
for (let at = 0; at < zips.length; at += 2) {
  python.FS.writeFile("/sources.zip", readFileSync(zips[at]));
  compile("/sources.zip", "/compiled.zip");
  writeFileSync(zips[at + 1], python.FS.readFile("/compiled.zip"));
}
