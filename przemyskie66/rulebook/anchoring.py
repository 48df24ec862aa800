"""Quotes in the data files tied to passages: verified word for word, and filled in by a command.

An author writes the quote (``exact``) and, if it stands in more than one passage, the passage.
:func:`fill` adds the rest of the anchor. It only ever takes a quote that stands in the text once
and exactly; a quote that has drifted is shown with a proposal and left as it is.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import tomlkit
import tomlkit.exceptions
import tomlkit.items

from przemyskie66.errors import AnchorError, CorpusError, Fault
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Claim, Exclusion, Parallel
from przemyskie66.text import Anchor, Document, Verdict, anchor, describe

#: What quotes the text.
Quoting: TypeAlias = Claim | Parallel | Exclusion

#: Order in which an anchor is written.
_FIELDS = ("passage", "exact", "prefix", "suffix", "start", "end", "digest")


def kind_of(record: Quoting) -> str:
    """Return what a record is called in a reference: ``claim``, ``parallel`` or ``exclusion``."""
    return type(record).__name__.lower()


def verdict(archive: Archive, record: Quoting) -> Verdict | None:
    """Return the verdict on a record's anchor, or ``None`` if its document could not be read."""
    document = _document_for(archive, record.anchor.passage)
    return None if document is None else anchor(document, record.anchor)


def anchor_faults(archive: Archive) -> list[Fault]:
    """Return a fault for every quote that does not stand, word for word, where its anchor says."""
    faults = []
    records: Iterable[Quoting] = (*archive.quotes, *archive.exclusions.values())
    for record in records:
        found = verdict(archive, record)
        if found is not None and found.status == "verified":
            continue
        place = f"line {record.origin.line}, {kind_of(record)} {record.id}, passage {record.anchor.passage}"
        if found is None:
            message = "no document that can be read has this passage"
            way_out = "Correct the passage id, or put the document right first."
        else:
            message = f"the quote is not verified ({found.status}): {found.explanation}"
            way_out = "Compare the quote with its passage; then run: przemyskie66 anchor --write"
            if found.proposal is not None:
                way_out = f"Perhaps: „{found.proposal.exact}” in {found.proposal.passage}. {way_out}"
        value = f"„{record.anchor.exact}”"
        rules = () if isinstance(record, Exclusion) else (record.rule,)
        faults.append(Fault("anchors", record.origin.file, place, message, value, way_out, rules))
    return faults


def _document_for(archive: Archive, passage_id: str) -> Document | None:
    unit = archive.passages.get(passage_id)
    if unit is not None:
        return unit.document
    # an unknown passage: its id still begins with the document's
    name = document_in(passage_id, archive.documents)
    return None if name is None else archive.documents[name]


def document_in(passage_id: str, documents: Iterable[str]) -> str | None:
    """Return the one of the documents with whose id that of a passage begins, the longest, or ``None``."""
    return max((name for name in documents if passage_id.startswith(f"{name}-")), key=len, default=None)


@dataclass(frozen=True)
class Filling:
    """What :func:`fill` did, or would do, to one anchor."""

    file: str
    record: str  #: ``claim ojciec-throw-in``
    before: dict[str, object]
    after: Anchor


def fill(root: Path, documents: Mapping[str, Document], *, write: bool) -> list[Filling]:
    """Complete every anchor in claims, parallels, exclusions and the glossary; return those that change.

    Only quotes that stand in the text exactly and once are taken. Files are written, whole and
    atomically, only if *write* is set and no quote was refused.

    :raises AnchorError: for every quote that is not there, or is there more than once (the places
        are listed).
    :raises CorpusError: if a file cannot be read as TOML.
    """
    fillings: list[Filling] = []
    faults: list[Fault] = []
    changed: dict[Path, str] = {}
    folder = root / "corpus"
    claims = sorted((folder / "claims").glob("*.claims.toml"))
    others = ("parallels.toml", "exclusions.toml", "glossary.toml")
    for path in (*claims, *(folder / name for name in others)):
        if not path.exists():
            continue
        name = path.relative_to(root).as_posix()
        try:
            data = tomlkit.parse(path.read_text(encoding="utf-8"))
        except (tomlkit.exceptions.ParseError, UnicodeDecodeError) as error:
            line = getattr(error, "line", 1)
            way_out = "Correct the file first."
            raise CorpusError(
                [Fault("files", name, f"line {line}", "not readable as TOML", str(error), way_out)]
            ) from error
        before = len(fillings)
        for place, record in _records(data):
            try:
                filling = _fill_one(name, place, record, data, documents)
            except _RefusedError as refused:
                rules = (str(record["rule"]),) if "rule" in record else ()
                faults.append(Fault("anchors", name, place, *refused.parts, rules))
                continue
            if filling is not None:
                fillings.append(filling)
        if len(fillings) > before:
            changed[path] = tomlkit.dumps(data)
    if faults:
        raise AnchorError(faults)
    if write:
        for path, text in changed.items():
            write_atomically(path, text)
    return fillings


class _RefusedError(Exception):
    """Why a quote cannot be anchored: message, value, way out."""

    def __init__(self, message: str, value: str, way_out: str) -> None:
        super().__init__(message)
        self.parts = (message, value, way_out)


def _records(data: tomlkit.TOMLDocument) -> Iterator[tuple[str, tomlkit.items.Table]]:
    """Yield every table that holds an anchor, with the name of the record it belongs to."""
    for kind in ("claim", "parallel", "exclusion", "entry"):
        for record in data.get(kind, ()):
            for table in (record, *record.get("attested", ())):
                if isinstance(table, tomlkit.items.Table) and "anchor" in table:
                    yield f"{kind} {record.get('id', '?')}", table


def _fill_one(
    file: str,
    name: str,
    record: tomlkit.items.Table,
    data: tomlkit.TOMLDocument,
    documents: Mapping[str, Document],
) -> Filling | None:
    """Complete one anchor in place; return what changed, or ``None`` if it was complete and right."""
    table = record["anchor"]
    if not isinstance(table, dict) or not isinstance(table.get("exact"), str):
        raise _RefusedError("the anchor has no quote", "", 'Write exact = "…", word for word.')
    written: dict[str, object] = {key: _plain(table[key]) for key in _FIELDS if key in table}
    exact = str(written["exact"])
    voice = data.get("witness")
    leaf = _leaf_with(exact, written.get("passage"), None if voice is None else str(voice), documents)
    document, passage_id, starts = leaf
    occurrence = None
    if len(starts) > 1:
        if written.get("start") not in starts:
            places = ", ".join(str(start) for start in starts)
            message = f"the quote stands {len(starts)} times in passage {passage_id}, at {places}"
            raise _RefusedError(message, f"„{exact}”", "Quote more words, or write start = one of these.")
        occurrence = starts.index(int(str(written["start"]))) + 1
    try:
        found = describe(document, passage_id, exact, occurrence)
    except AnchorError as error:
        fault = error.faults[0]
        raise _RefusedError(fault.message, f"„{exact}”", fault.way_out) from error
    after = {key: getattr(found, key) for key in _FIELDS}
    if written == after:
        return None
    for key, value in after.items():
        if written.get(key) != value:
            table[key] = value
    return Filling(file, name, written, found)


def _plain(item: object) -> object:
    return item.unwrap() if isinstance(item, tomlkit.items.Item) else item


def _leaf_with(
    exact: str, passage_id: object, voice: str | None, documents: Mapping[str, Document]
) -> tuple[Document, str, list[int]]:
    """Return the one leaf that holds the quote, with all its starts there.

    Without a passage named, a leaf in which *voice* says the words is preferred to others.
    """
    found = [
        (document, passage.id, starts, passage.voice_of(starts[0], starts[0] + len(exact)))
        for document in documents.values()
        for passage in document.passages
        if (starts := _starts(passage.reading, exact))
    ]
    quote = f"„{exact}”"
    if passage_id is not None:
        for document, leaf, starts, _ in found:
            if leaf == passage_id:
                return document, leaf, starts
        elsewhere = ", ".join(leaf for _, leaf, _, _ in found)
        message = f"the quote does not stand in passage {passage_id}"
        way_out = f"It stands in: {elsewhere}." if elsewhere else "Quote the passage word for word."
        raise _RefusedError(message, quote, way_out)
    spoken = [place for place in found if place[3] == voice]
    candidates = spoken or found
    if not candidates:
        raise _RefusedError("the quote stands nowhere in the text", quote, "Quote the text word for word.")
    if len(candidates) > 1:
        places = ", ".join(leaf for _, leaf, _, _ in candidates)
        raise _RefusedError(
            "the quote stands in several passages", quote, f"Write passage = one of: {places}."
        )
    document, leaf, starts, _ = candidates[0]
    return document, leaf, starts


def _starts(text: str, exact: str) -> list[int]:
    starts = []
    start = text.find(exact) if exact else -1
    while start >= 0:
        starts.append(start)
        start = text.find(exact, start + 1)
    return starts


def write_atomically(path: Path, text: str) -> None:
    """Replace the file by *text* (UTF-8) in one step, so that no reader sees half of it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, path.stat().st_mode if path.exists() else 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
