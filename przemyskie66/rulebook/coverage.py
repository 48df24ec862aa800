"""Which words of the sources no claim, parallel or exclusion covers.

A clause is what stands between two marks of punctuation. It is covered when every letter and digit
of it lies in a quote that stands in the text; the printed number of an item is its address, not a
statement, and need not be quoted.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from przemyskie66.errors import Fault
from przemyskie66.rulebook.anchoring import Quoting
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import GAMES
from przemyskie66.text import Document, Passage

#: Characters of context shown on either side of words that are not covered.
CONTEXT = 40

#: The printed number of an item, or its bullet.
ITEM_NUMBER = re.compile(r"^(?:\d+[.)]|•)\s+")
#: Marks between clauses. A hyphen joins a word; a dash parts clauses.
_CLAUSE = re.compile(r"[^.!?…;:,()\[\]„”“\"«»–—]+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Remainder:
    """Words within one clause that nothing covers. Offsets are code points of the passage's reading."""

    passage: str
    line: int  #: of the TEI file
    start: int
    end: int
    before: str  #: what stands before them, :data:`CONTEXT` characters at most
    text: str
    after: str


@dataclass(frozen=True)
class Coverage:
    """How much of one document is covered."""

    document: str
    demanded: bool  #: whether all of it must be: it speaks of a game whose rules the archive asks about
    clauses: int
    covered: int  #: clauses of which every word is covered
    words: int
    remainders: tuple[Remainder, ...]


def coverage(archive: Archive, document_id: str) -> Coverage:
    """Return how far claims, parallels and exclusions cover one document.

    Unfilled marks of the dump (``placeholder``) are no words of the source and are left out.

    :raises UnknownIdError: if there is no such document.
    """
    document = archive.documents.get(document_id)
    if document is None:
        raise archive.unknown("source", document_id)
    spans: dict[str, list[tuple[int, int]]] = {}
    records: Iterable[Quoting] = (*archive.quotes, *archive.exclusions.values())
    for record in records:
        anchor = record.anchor
        spans.setdefault(anchor.passage, []).append((anchor.start, anchor.end))
    clauses = covered = words = 0
    remainders: list[Remainder] = []
    for passage in document.passages:
        if passage.kind == "placeholder":
            continue
        for number, left in _clauses(passage, spans.get(passage.id, [])):
            clauses += 1
            words += number
            covered += not left
            remainders += left
    demanded = document_id in demanded_documents(archive)
    return Coverage(document_id, demanded, clauses, covered, words, tuple(remainders))


def demanded_documents(archive: Archive) -> set[str]:
    """Return the documents that must be covered whole: those with a witness of one of our games."""
    return {
        witness.document
        for witness in archive.witnesses.values()
        if witness.document is not None and set(witness.games) & set(GAMES)
    }


def _clauses(passage: Passage, spans: list[tuple[int, int]]) -> Iterable[tuple[int, list[Remainder]]]:
    """Yield the number of words of every clause, and those of them that no span covers."""
    reading = passage.reading
    label = ITEM_NUMBER.match(reading)
    spans = [*spans, (0, label.end())] if label else spans
    for clause in _CLAUSE.finditer(reading):
        words = [word.span() for word in _WORD.finditer(reading, *clause.span())]
        words = [span for span in words if label is None or span[0] >= label.end()]
        if not words:
            continue
        runs: list[list[int]] = []
        previous_open = False
        for start, end in words:
            is_open = not _within(start, end, spans)
            if is_open and previous_open:
                runs[-1][1] = end
            elif is_open:
                runs.append([start, end])
            previous_open = is_open
        yield len(words), [_remainder(passage, start, end) for start, end in runs]


def _within(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    """Return whether the spans together cover ``[start, end)``."""
    for low, high in sorted(spans):
        if low <= start < high:
            start = high
    return start >= end


def _remainder(passage: Passage, start: int, end: int) -> Remainder:
    reading = passage.reading
    return Remainder(
        passage=passage.id,
        line=passage.line,
        start=start,
        end=end,
        before=reading[max(0, start - CONTEXT) : start],
        text=reading[start:end],
        after=reading[end : end + CONTEXT],
    )


def coverage_faults(archive: Archive) -> list[Fault]:
    """Return a fault for every run of words that should be covered and is not."""
    return [
        remainder_fault(archive.documents[name], remainder)
        for name in sorted(demanded_documents(archive) & set(archive.documents))
        for remainder in coverage(archive, name).remainders
    ]


def remainder_fault(document: Document, remainder: Remainder) -> Fault:
    """Return the fault that says so of one run of words."""
    return Fault(
        "coverage",
        document.file,
        f"line {remainder.line}, passage {remainder.passage}, characters {remainder.start}–{remainder.end}",
        "no claim, parallel or exclusion covers these words",
        f"{remainder.before}[{remainder.text}]{remainder.after}",
        "Quote them in a claim, or say in corpus/exclusions.toml why they are about no rule.",
    )


def exclusion_faults(archive: Archive) -> list[Fault]:
    """Return a fault for every exclusion of words that a claim or parallel quotes, or without a reason of its own."""
    faults: list[Fault] = []
    reasons: dict[str, str] = {}
    for exclusion in archive.exclusions.values():
        anchor, origin = exclusion.anchor, exclusion.origin
        place = f"line {origin.line}, exclusion {exclusion.id}, passage {anchor.passage}"
        for record in archive.citing(anchor.passage):
            low, high = max(anchor.start, record.anchor.start), min(anchor.end, record.anchor.end)
            shared = anchor.exact[low - anchor.start : high - anchor.start] if low < high else ""
            if _WORD.search(shared):
                message = f"the words are excluded, and quoted by {record.id}"
                way_out = "Exclude only what nothing quotes."
                rules = (record.rule,)
                faults.append(Fault("exclusions", origin.file, place, message, f"„{shared}”", way_out, rules))
        for reason in (exclusion.reason.pl, exclusion.reason.en):
            first = reasons.setdefault(reason, exclusion.id)
            if first != exclusion.id:
                message = f"the reason is word for word that of {first}"
                way_out = "Say why these words are about no rule."
                faults.append(Fault("exclusions", origin.file, place, message, reason, way_out))
    return faults
