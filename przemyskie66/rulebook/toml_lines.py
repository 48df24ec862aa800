"""Reading TOML and JSON so that a fault can name its line.

``tomllib`` forgets where a value stood; :class:`Lines` finds it again by reading the headers and
keys of the text. It serves messages only: values always come from ``tomllib``.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from przemyskie66.errors import Fault
from przemyskie66.rulebook.model import Json

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*((?:"[^"]*"|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*=\s*""")
_PART = re.compile(r'"([^"]*)"|([\w-]+)')
_LINE_IN_ERROR = re.compile(r"\(at line (\d+), column \d+\)|at end of document")

Path_ = tuple[str | int, ...]


class Lines:
    """The line (from 1) of each table and key in a TOML text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path_, int] = {}
        self._read(text)

    def _read(self, text: str) -> None:
        arrays: dict[Path_, int] = {}
        table: Path_ = ()
        inside_string = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if inside_string:
                if inside_string in line:
                    inside_string = ""
                continue
            if header := _HEADER.match(line):
                table = self._resolve(_parts(header[2]), arrays, opens_array=header[1] == "[[")
                self._lines.setdefault(table, number)
            elif key := _KEY.match(line):
                path = table + _parts(key[1])
                for end in range(len(table) + 1, len(path) + 1):
                    self._lines.setdefault(path[:end], number)
                for quotes in ('"""', "'''"):
                    if line[key.end() :].count(quotes) == 1:
                        inside_string = quotes

    def _resolve(self, parts: Path_, arrays: dict[Path_, int], *, opens_array: bool) -> Path_:
        path: Path_ = ()
        for index, part in enumerate(parts):
            path = (*path, part)
            last = index == len(parts) - 1
            if last and opens_array:
                arrays[path] = arrays.get(path, -1) + 1
            if path in arrays:
                path = (*path, arrays[path])
        return path

    def at(self, path: Iterable[str | int]) -> int:
        """Return the line of *path*, or of the nearest thing around it (1 for the whole file)."""
        steps = tuple(path)
        while steps:
            if steps in self._lines:
                return self._lines[steps]
            steps = steps[:-1]
        return 1


def _parts(dotted: str) -> Path_:
    return tuple(quoted or bare for quoted, bare in _PART.findall(dotted))


def read_text(root: Path, path: Path, faults: list[Fault]) -> str | None:
    """Return the UTF-8 text of *path*; on failure add a fault and return ``None``."""
    name = path.relative_to(root).as_posix()
    if path.exists() and not path.is_file():  # a pipe would keep us waiting for ever
        message, way_out = "this is no file", "Put the file in its place."
        faults.append(Fault("files", name, "file", message, "", way_out))
        return None
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        value = f"byte 0x{error.object[error.start]:02x}"
        faults.append(
            Fault("files", name, f"line {line}", "the file is not UTF-8", value, "Save it as UTF-8.")
        )
    except OSError as error:
        reason = error.strerror or str(error)
        faults.append(Fault("files", name, "file", "the file cannot be read", reason, "Put it back."))
    return None


def read_toml(root: Path, path: Path, faults: list[Fault]) -> tuple[dict[str, Json], Lines] | None:
    """Return the tables of a TOML file and the lines they stand in; on failure add a fault."""
    text = read_text(root, path, faults)
    if text is None:
        return None
    try:
        return tomllib.loads(text), Lines(text)
    except tomllib.TOMLDecodeError as error:
        place = _LINE_IN_ERROR.search(str(error))
        number = int(place[1]) if place and place[1] else text.count("\n") + 1
        lines = text.splitlines()
        value = lines[number - 1].strip()[:60] if 0 < number <= len(lines) else ""
        message = "not readable as TOML: " + _LINE_IN_ERROR.sub("", str(error)).strip().lower()
        name = path.relative_to(root).as_posix()
        way_out = "Correct the line, or the quotation mark or bracket left open before it."
        faults.append(Fault("files", name, f"line {number}", message, value, way_out))
    return None


def read_json(root: Path, path: Path, faults: list[Fault]) -> Json:
    """Return the value in a JSON file; on failure add a fault and return ``None``."""
    text = read_text(root, path, faults)
    if text is None:
        return None
    try:
        value: Json = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        number = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        message = error.msg.lower() if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        name = path.relative_to(root).as_posix()
        way_out = "Correct the file, or save it again from the program that wrote it."
        faults.append(Fault("files", name, f"line {number}", f"not readable as JSON: {message}", "", way_out))
        return None
    return value
