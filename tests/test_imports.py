"""The one-way direction of imports, as drawn in docs/architecture.md."""

import ast
import subprocess
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

import przemyskie66

ROOT = Path(przemyskie66.__file__).parent
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "ids": {"errors"},
    "engine": {"errors", "ids"},
    "batch": {"engine"},
    "text": {"errors", "ids"},
    "rulebook": {"errors", "ids", "engine", "text"},
    "survey": {"errors", "ids", "engine", "rulebook"},
    "checks": {"errors", "ids", "engine", "text", "rulebook", "survey"},
    "site": {"errors", "ids", "engine", "text", "rulebook", "survey", "checks"},
    "cli": {"errors", "ids", "engine", "text", "rulebook", "survey", "checks", "site"},
    "__main__": {"cli"},
}
STANDARD_LIBRARY_ONLY = ("errors", "ids", "engine")


def modules_of(part: str) -> list[Path]:
    module = ROOT / f"{part}.py"
    return [module] if module.exists() else sorted((ROOT / part).rglob("*.py"))


def imported(path: Path) -> list[str]:
    """Return the full names of everything that a module imports, also inside functions and for types only."""
    package = ".".join(path.relative_to(ROOT.parent).parent.parts)
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names += [f"{base}.{alias.name}" for alias in node.names]
    return names


def imported_parts(path: Path) -> set[str]:
    """Return the parts of our package that a module imports; ``__version__`` belongs to none."""
    split = [name.split(".") for name in imported(path)]
    ours = [parts[1:] for parts in split if parts[0] == "przemyskie66"]
    return {parts[0] if parts else "the whole package" for parts in ours} - {"__version__"}


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_parts_import_only_what_stands_before_them(part: str) -> None:
    for path in modules_of(part):
        extra = imported_parts(path) - MAY_IMPORT[part] - {part}
        assert not extra, f"{path.relative_to(ROOT)} imports {sorted(extra)}"


def test_every_part_has_its_place() -> None:
    modules = {path.stem for path in ROOT.glob("*.py")}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert (modules | packages) - {"__init__"} == set(MAY_IMPORT)


@pytest.mark.parametrize("part", STANDARD_LIBRARY_ONLY)
def test_the_engine_needs_the_standard_library_only(part: str) -> None:
    for path in modules_of(part):
        tops = {name.split(".")[0] for name in imported(path)}
        foreign = tops - set(sys.stdlib_module_names) - {"przemyskie66"}
        assert not foreign, f"{path.relative_to(ROOT)} imports {sorted(foreign)}"


@pytest.mark.parametrize("name", ["engine", "batch", "text", "rulebook", "checks", "cli"])
def test_each_part_loads_alone(name: str) -> None:
    """A fresh interpreter shows a cycle that the order of imports here would hide."""
    command = [sys.executable, "-c", f"import przemyskie66.{name}"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
