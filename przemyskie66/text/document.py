"""A document of the archive as values: sections, passages, gaps, corrections, header.

A *passage* is a leaf of the edition: a heading, a paragraph or item of one sentence, a sentence, or a
placeholder. It stands for one slice of the raw file, and is what a claim cites.
Offsets count Unicode code points: of the reading unless a name says *found* or *raw*.
"""

import difflib
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from przemyskie66.errors import Fault, UnknownIdError
from przemyskie66.text.keys import WORD, word_keys
from przemyskie66.text.streams import OffsetMap, Run


def sha256(text: str | bytes) -> str:
    """Return the SHA-256 of *text* (as UTF-8) in hexadecimal."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


class Wording(str):
    """Words of the editors: as a string all of them, with those of each language apart."""

    __slots__ = ("_pieces",)
    _pieces: tuple[tuple[str, str], ...]

    def __new__(cls, pieces: Iterable[tuple[str, str]] = ()) -> "Wording":
        """Make it of pairs of language and text; an empty language stands for words of all languages."""
        pieces = tuple((language, text) for language, text in pieces if text)
        wording = super().__new__(cls, " ".join(text for _, text in pieces))
        wording._pieces = pieces
        return wording

    def __getnewargs__(self) -> tuple[tuple[tuple[str, str], ...]]:  # type: ignore[override]
        return (self._pieces,)  # pickled with its languages

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """Pairs of language and text, in their order."""
        return self._pieces

    def in_language(self, language: str) -> str:
        """Return the words for readers of *language*; empty if there are none."""
        return " ".join(text for own, text in self._pieces if own in ("", language))

    def __add__(self, other: str) -> "Wording":
        """Return both one after the other, languages still apart."""
        return Wording((*self._pieces, *(other.pieces if isinstance(other, Wording) else (("", other),))))


#: No words.
NO_WORDS = Wording()


@dataclass(frozen=True)
class Correction:
    """One place where the reading departs from what was found, and who answers for it."""

    id: str  #: xml:id of the markup; empty if it has none
    passage: str
    kind: str  #: corr | supplied | surplus | join | gap
    found: str
    reading: str
    type: str  #: of a corr: ocr (the dump is wrong) or print (the book is wrong); else the reason given
    resp: str  #: id of a role declared in the header; several are separated by spaces
    cert: str  #: high | medium | low, or empty where none is owed
    evidence: str  #: internal | external | conjecture, or empty
    note: Wording  #: the editors' words on it
    start: int  #: span in the reading of the passage; empty where the reading has nothing
    end: int
    raw_start: int  #: span in the raw file; empty where nothing was found
    raw_end: int


@dataclass(frozen=True)
class Gap:
    """A place where text is lost or left out. Nothing stands for it in the raw file."""

    id: str
    document: str
    section: str
    after: str  #: id of the passage before it; empty at the head of the document
    passage: str  #: id of the passage that it stands in; empty where it stands between passages
    reason: str  #: lost | illegible | omitted
    unit: str
    quantity: int | None  #: number of units where the text tells it
    extent: str  #: "unknown" where it does not, else empty
    note: Wording
    line: int  #: line of the TEI file


@dataclass(frozen=True)
class Note:
    """An editors' note, either between passages or within one."""

    id: str
    section: str
    after: str  #: id of the passage that it follows or stands in
    target: str  #: id of what it is about, if it says so
    resp: str
    text: Wording


@dataclass(frozen=True)
class PageBreak:
    """The beginning of a page of the print."""

    n: str
    section: str
    after: str  #: id of the passage that it follows or stands in


@dataclass(frozen=True)
class Section:
    """A division of the text, with what the header says of its date."""

    id: str
    head: str  #: reading of its heading; empty if it has none
    parent: str  #: id of the section around it; empty at the top
    voice: str  #: id of the witness whose word it is unless the passage says otherwise; may be empty
    kind: str  #: ``div/@type``
    n: str
    line: int
    date: str = ""  #: in words, of the language of the header
    when: str = ""  #: in ISO 8601
    date_cert: str = ""  #: high | medium | low | unknown
    note: Wording = NO_WORDS  #: what the header says of the section
    title: str = ""  #: what the header calls it


@dataclass(frozen=True)
class Word:
    """A word of a reading, with the keys under which it is searched."""

    start: int
    end: int
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Passage:
    """A leaf of the edition: the smallest part of a text that can be cited."""

    id: str
    document: str
    section: str  #: empty directly under the body
    kind: str  #: heading | paragraph | item | sentence | placeholder, or the type of another ab
    n: str | None  #: printed number of the unit
    unit: str  #: id of the citable unit around it; its own id if it is one
    block: str  #: id of the list or else the unit that it stands in
    raw_start: int
    raw_end: int
    found: str
    reading: str
    voices: tuple[tuple[int, int, str], ...]  #: stretches of the reading and whose word each is
    corrections: tuple[Correction, ...]
    runs: tuple[Run, ...]
    map: OffsetMap = field(repr=False, compare=False)
    line: int  #: line of the TEI file

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the code points of the raw file that the reading's span ``[start, end)`` stands for.

        :raises IndexError: if the span does not lie in the reading.
        """
        found_start, found_end = self.map.to_found(start, end)
        return self.raw_start + found_start, self.raw_start + found_end

    def voice_of(self, start: int, end: int) -> str | None:
        """Return whose word the reading's span ``[start, end)`` is; ``None`` if it is not one witness's."""
        voices = {voice for low, high, voice in self.voices if low < end and start < high}
        return voices.pop() if len(voices) == 1 else None

    @property
    def voice(self) -> str | None:
        """The witness whose word the whole passage is; ``None`` if there are several."""
        return self.voice_of(0, len(self.reading))

    def corrections_in(self, start: int, end: int) -> tuple[Correction, ...]:
        """Return the corrections that the reading's span ``[start, end)`` touches."""
        return tuple(
            correction
            for correction in self.corrections
            if correction.start < end and start < max(correction.end, correction.start + 1)
        )

    @cached_property
    def digest(self) -> str:
        """Digest of the reading, ``sha256:`` and 64 hexadecimal digits."""
        return f"sha256:{sha256(self.reading)}"

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the reading, each with its keys and those of a modern spelling that the edition gives."""
        modern = []
        offset = 0
        for run in self.runs:
            if run.kind == "orig":
                modern.append((*self.map.to_reading(offset, offset + len(run.found)), run.label))
            offset += len(run.found)
        return tuple(
            Word(
                match.start(),
                match.end(),
                word_keys(match.group(0))
                + tuple(
                    key
                    for start, end, spelling in modern
                    if start < match.end() and match.start() < end
                    for word in WORD.findall(spelling)
                    for key in word_keys(word)
                ),
            )
            for match in WORD.finditer(self.reading)
        )


@dataclass(frozen=True)
class Responsibility:
    """A role that answers for a part of the edition."""

    id: str
    role: Wording
    name: str


@dataclass(frozen=True)
class Availability:
    """The rights in one layer: the text as received, or the edition."""

    id: str
    layer: str
    status: str  #: free | restricted | unknown
    text: Wording
    target: str  #: address of the licence, or empty


@dataclass(frozen=True)
class Change:
    """An entry of the revision list."""

    when: str
    who: str
    text: Wording


@dataclass(frozen=True)
class Header:
    """What the TEI header says of the document."""

    title: str
    responsibilities: tuple[Responsibility, ...]
    availabilities: tuple[Availability, ...]
    witnesses: tuple[tuple[str, Wording], ...]  #: id and description
    principles: tuple[tuple[str, Wording], ...]  #: part of editorialDecl and its text
    source: Wording  #: sourceDesc in words, without the witnesses
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Document:
    """One text of the archive, read from its edition and its raw file."""

    id: str
    path: Path
    raw_path: Path
    file: str  #: name of the TEI file relative to the archive
    raw: str = field(repr=False)  #: the text as received
    header: Header
    passages: tuple[Passage, ...]  #: in text order
    sections: tuple[Section, ...]  #: in text order, outer before inner
    gaps: tuple[Gap, ...]
    notes: tuple[Note, ...]
    pages: tuple[PageBreak, ...]
    tei: bytes = field(repr=False)
    header_c14n: bytes = field(repr=False)  #: the header in canonical form, for its digest

    @property
    def title(self) -> str:
        """The title of the document."""
        return self.header.title

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """All corrections, in text order."""
        return tuple(correction for passage in self.passages for correction in passage.corrections)

    @cached_property
    def found_stream(self) -> str:
        """As-found streams of all passages, one a line."""
        return "\n".join(passage.found for passage in self.passages)

    @cached_property
    def reading_stream(self) -> str:
        """Readings of all passages, one a line."""
        return "\n".join(passage.reading for passage in self.passages)

    @cached_property
    def _passages_by_id(self) -> dict[str, Passage]:
        return {passage.id: passage for passage in self.passages}

    def __contains__(self, passage_id: object) -> bool:
        return passage_id in self._passages_by_id

    def passage(self, passage_id: str) -> Passage:
        """Return the passage of that id.

        :raises UnknownIdError: if there is none; the fault names the nearest ids.
        """
        try:
            return self._passages_by_id[passage_id]
        except KeyError:
            raise UnknownIdError([self._unknown("passage", passage_id, list(self._passages_by_id))]) from None

    def section(self, section_id: str) -> Section:
        """Return the section of that id.

        :raises UnknownIdError: if there is none; the fault names the nearest ids.
        """
        for section in self.sections:
            if section.id == section_id:
                return section
        raise UnknownIdError(
            [self._unknown("section", section_id, [section.id for section in self.sections])]
        )

    def unit(self, unit_id: str) -> tuple[Passage, ...]:
        """Return the passages of a citable unit (a numbered rule, a paragraph), in text order.

        :raises UnknownIdError: if there is none; the fault names the nearest ids.
        """
        passages = tuple(passage for passage in self.passages if unit_id in (passage.unit, passage.id))
        if not passages:
            raise UnknownIdError(
                [self._unknown("unit", unit_id, [passage.unit for passage in self.passages])]
            )
        return passages

    def _unknown(self, kind: str, value: str, known: list[str]) -> Fault:
        # of ids with a common beginning the longest one says most
        near = (
            difflib.get_close_matches(value, known, n=3, cutoff=0.5)
            or [name for name in known if name.startswith(value.rsplit("-", 1)[0])][:3]
        )
        return Fault(
            "unknown-id",
            self.file,
            f"{kind} {value}",
            f"the document has no {kind} of this id",
            value,
            f"Nearest: {', '.join(near)}." if near else f"Ids of this document begin with {self.id}-.",
        )
