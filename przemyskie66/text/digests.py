"""Digests of the edited texts: no edit, quoted by a claim or not, passes unnoticed.

``corpus/tei/digests.toml`` holds, for each document, the SHA-256 of its TEI file, of its header and of both
streams, and the first eight digits of that of every line of the file, so that a change is reported with its line
and its passage. The file is renewed only by :func:`seal`.
"""

import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.text.document import Document, sha256
from przemyskie66.text.tei import archive_name, place_of, read_bytes

_HEX = re.compile(r"[0-9a-f]{64}")
_LINE_HEX = re.compile(r"[0-9a-f]{8}")
_ID = re.compile(rb'\bxml:id="([^"]*)"')
_SEAL = 'If the change is meant, run "przemyskie66 seal".'

#: Rules whose claims rest on a passage, given its id: known to the rulebook, not here.
RulesOf = Callable[[str], Iterable[str]]


def _no_rules(passage: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Digests:
    """Digests of one document, in hexadecimal."""

    file: str
    header: str
    found: str
    reading: str
    lines: tuple[str, ...]  #: first eight digits, of every line of the file


def line_digests(data: bytes) -> tuple[str, ...]:
    """Return the first eight hexadecimal digits of the SHA-256 of each line of *data*.

    Lines are parted by line feeds alone, so that no byte of the file is left out.
    """
    return tuple(sha256(line)[:8] for line in data.split(b"\n"))


def digests_of(document: Document) -> Digests:
    """Return the digests of *document* as it was read."""
    return Digests(
        sha256(document.tei),
        sha256(document.header_c14n),
        sha256(document.found_stream),
        sha256(document.reading_stream),
        line_digests(document.tei),
    )


def read_digests(path: Path) -> dict[str, Digests]:
    """Return the committed digests by document id.

    :raises CorpusError: if the file cannot be read, or an entry is incomplete; all faults are listed.
    """
    file = archive_name(path)
    data = read_bytes(path)
    try:
        table: dict[str, Any] = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(
            [Fault("digests", file, "whole file", "the digests are not TOML", str(error), _SEAL)]
        ) from error
    faults = []
    digests = {}
    for document, entry in table.items():
        problem = _entry_problem(entry)
        if problem:
            faults.append(Fault("digests", file, f"document {document}", problem, "", _SEAL))
        else:
            digests[document] = Digests(
                entry["file"], entry["header"], entry["found"], entry["reading"], tuple(entry["lines"])
            )
    if faults:
        raise CorpusError(faults)
    return digests


def _entry_problem(entry: object) -> str:
    if not isinstance(entry, dict):
        return "the entry is not a table"
    for name in ("file", "header", "found", "reading"):
        if not isinstance(entry.get(name), str) or not _HEX.fullmatch(entry[name]):
            return f"{name} is not a SHA-256 in hexadecimal"
    lines = entry.get("lines")
    if not isinstance(lines, list) or not all(isinstance(x, str) and _LINE_HEX.fullmatch(x) for x in lines):
        return "lines is not a list of eight hexadecimal digits each"
    unknown = sorted(set(entry) - {"file", "header", "found", "reading", "lines"})
    return f"unknown key {unknown[0]}" if unknown else ""


@dataclass(frozen=True)
class LineChange:
    """A line of a TEI file that is not as it was sealed."""

    kind: str  #: changed | added | removed
    line: int  #: in the file as it is now; of a removed line, the line before which it stood
    passage: str  #: first xml:id on the line, else the nearest one above; empty at the top of the file
    before: str  #: digest as sealed; empty for an added line
    after: str  #: digest now; empty for a removed line
    text: str  #: the line now


def line_changes(data: bytes, sealed: Sequence[str]) -> list[LineChange]:
    """Return the lines in which a TEI file, *data*, departs from its sealed line digests.

    Works on bytes alone, so that a file that is no longer XML is reported as precisely as any other.
    """
    lines = data.split(b"\n")
    now = line_digests(data)
    if tuple(sealed) == now:
        return []
    changes: list[LineChange] = []

    def change(kind: str, at: int, before: str, after: str) -> None:
        text = lines[at].decode("utf-8", "replace").strip() if after else ""
        changes.append(
            LineChange(kind, at + 1, _passage_at(lines, min(at, len(lines) - 1)), before, after, text)
        )

    matcher = difflib.SequenceMatcher(None, sealed, now, autojunk=False)
    for _, old_start, old_end, new_start, new_end in (op for op in matcher.get_opcodes() if op[0] != "equal"):
        both = min(old_end - old_start, new_end - new_start)
        for offset in range(both):
            change("changed", new_start + offset, sealed[old_start + offset], now[new_start + offset])
        for at in range(new_start + both, new_end):
            change("added", at, "", now[at])
        for at in range(old_start + both, old_end):
            change("removed", new_end, sealed[at], "")
    return changes


def _passage_at(lines: Sequence[bytes], at: int) -> str:
    for line in reversed(lines[: at + 1]):
        if match := _ID.search(line):
            return match.group(1).decode("utf-8", "replace")
    return ""


def compare(
    tei_path: Path, sealed: Digests, document: Document | None = None, rules_of: RulesOf = _no_rules
) -> list[Fault]:
    """Return every departure of a TEI file, and of the document read from it, from its sealed digests.

    :param document: the document, if it could be read: then its header and streams are compared too, which
        differ from the sealed ones while the file does not if the reader itself has changed.
    :param rules_of: gives the rules whose claims rest on a passage.
    :raises CorpusError: if the file cannot be read.
    """
    file = archive_name(tei_path)
    data = read_bytes(tei_path)
    faults = [
        Fault(
            "digests",
            file,
            place_of(change.line, change.passage),
            f"the line was {change.kind} since the text was sealed "
            f"(digest {change.before or 'none'} → {change.after or 'none'})",
            change.text,
            f"Restore the line. {_SEAL}",
            tuple(rules_of(change.passage)) if change.passage else (),
        )
        for change in line_changes(data, sealed.lines)
    ]
    if not faults and sha256(data) != sealed.file:
        faults.append(
            Fault(
                "digests",
                file,
                "whole file",
                "the digest of the file is not the sealed one, though those of its lines are",
                f"{sealed.file[:8]} → {sha256(data)[:8]}",
                f"Restore digests.toml. {_SEAL}",
            )
        )
    if document is not None and not faults:
        now = digests_of(document)
        faults += [
            Fault(
                "digests",
                file,
                f"{name} of {document.id}",
                f"the {name} is not the sealed one, though the file is",
                f"{before[:8]} → {after[:8]}",
                f"See what changed in the reading of TEI. {_SEAL}",
            )
            for name, before, after in (
                ("header", sealed.header, now.header),
                ("found stream", sealed.found, now.found),
                ("reading stream", sealed.reading, now.reading),
            )
            if before != after
        ]
    return faults


def compare_all(
    tei_dir: Path, documents: Mapping[str, Document], rules_of: RulesOf = _no_rules
) -> list[Fault]:
    """Return every departure of the TEI files in *tei_dir* from ``digests.toml`` beside them.

    :param documents: those that could be read, by id.
    """
    path = tei_dir / "digests.toml"
    try:
        sealed = read_digests(path)
    except CorpusError as error:
        return list(error.faults)
    faults = []
    files = {file.name.removesuffix(".tei.xml"): file for file in sorted(tei_dir.glob("*.tei.xml"))}
    for name, file in files.items():
        if name in sealed:
            faults += compare(file, sealed[name], documents.get(name), rules_of)
        else:
            faults.append(
                Fault("digests", archive_name(file), "whole file", "the text was never sealed", "", _SEAL)
            )
    faults += [
        Fault(
            "digests",
            archive_name(path),
            f"document {name}",
            "a document is sealed whose file is not there",
            name,
            f"Restore {name}.tei.xml. {_SEAL}",
        )
        for name in sealed
        if name not in files
    ]
    return faults


def seal(documents: Iterable[Document], path: Path) -> tuple[str, ...]:
    """Write the digests of *documents* to *path* and return the ids of those that were not sealed so before.

    The file is replaced as a whole or not at all. Documents that are not given are no longer sealed.
    """
    try:
        before = read_digests(path)
    except CorpusError:
        before = {}
    now = {
        document.id: digests_of(document) for document in sorted(documents, key=lambda document: document.id)
    }
    _write_atomically(path, _to_toml(now))
    return tuple(sorted(name for name in {*before, *now} if before.get(name) != now.get(name)))


def _to_toml(digests: Mapping[str, Digests]) -> str:
    parts = [
        "# Digests (SHA-256) of the edited texts: of each file, its header, its two streams, and its lines.\n"
        '# Written by "przemyskie66 seal"; any other change to a text or to this file fails the checks.\n'
    ]
    for name, entry in digests.items():
        # one a line, so that a comparison of two versions shows which lines of the text changed
        lines = "".join(f'  "{digest}",\n' for digest in entry.lines)
        parts.append(
            f'\n[{name}]\nfile = "{entry.file}"\nheader = "{entry.header}"\n'
            f'found = "{entry.found}"\nreading = "{entry.reading}"\nlines = [\n{lines}]\n'
        )
    return "".join(parts)


def _write_atomically(path: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)  # mkstemp makes it private
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def raw_faults(raw_dir: Path) -> list[Fault]:
    """Return every departure of the files in *raw_dir* from its ``SHA256SUMS``."""
    path = raw_dir / "SHA256SUMS"
    sums = archive_name(path)
    try:
        lines = read_bytes(path).decode("utf-8", "replace").splitlines()
        entries = {
            name.lstrip("*"): digest for digest, name in (line.split(maxsplit=1) for line in lines if line)
        }
    except CorpusError as error:
        return list(error.faults)
    except ValueError:
        return [
            Fault(
                "raw",
                sums,
                "whole file",
                "a line is not a digest and a file name",
                "",
                "Restore it from version control.",
            )
        ]
    faults: list[Fault] = []
    for name, digest in entries.items():
        file = raw_dir / name
        try:
            now = sha256(read_bytes(file))
        except CorpusError as error:
            faults += error.faults
            continue
        if now != digest:
            faults.append(
                Fault(
                    "raw",
                    archive_name(file),
                    "whole file",
                    "the text is not as it was received",
                    f"{digest[:8]} → {now[:8]}",
                    "Restore it; the text as received is never edited.",
                )
            )
    faults += [
        Fault(
            "raw",
            archive_name(file),
            "whole file",
            "a text without a checksum",
            file.name,
            f"Add it to {sums}.",
        )
        for file in sorted(raw_dir.glob("*.txt"))
        if file.name not in entries
    ]
    return faults
