"""The reader's glossary: period words and words of the table, each with the first place where it stands.

:func:`load_glossary` reads ``corpus/glossary.toml`` and finds every place of every word;
:func:`glossary_faults` holds forms and quotes against the texts; :func:`look_up` finds the entry of a word.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook.model import Bilingual, Origin
from przemyskie66.rulebook.schemas import faults_in
from przemyskie66.rulebook.toml_lines import Lines, read_toml
from przemyskie66.text import Anchor, Document, Passage, anchor, search_key

#: What a sense rests on: the text's own explanation, use, general card vocabulary; or nothing does.
Basis: TypeAlias = Literal["text", "context", "editors", "open"]

#: A table of the validated file.
_Table: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """A place where a word stands in a text; *start* and *end* are code points of the passage's reading."""

    document: str
    passage: str
    start: int
    end: int
    form: str  #: the form of the entry that stands there
    witness: str | None  #: whose word it is; ``None`` where a form crosses from one witness to another


@dataclass(frozen=True)
class Attestation:
    """A quote that shows the word, or explains it."""

    anchor: Anchor
    defines: bool  #: the text explains the word here
    note: Bilingual | None
    document: str | None  #: ``None`` if no document that could be read has the passage
    witness: str | None  #: whose word the quote is; ``None`` if it is not one witness's
    origin: Origin


@dataclass(frozen=True)
class Homograph:
    """A passage where a form of the entry is another word."""

    form: str
    passage: str


@dataclass(frozen=True)
class Entry:
    """One word of the glossary."""

    id: str
    lemma: str  #: in the spelling of the source
    also: tuple[str, ...]  #: other headwords explained here
    modern: str | None  #: today's spelling of the same word, if it differs
    today: Bilingual | None  #: today's word for the thing; ``None`` where the sources leave open what it is
    domain: str
    forms: tuple[str, ...]  #: every form, also of words made from it, in which it stands in the texts
    stems: tuple[str, ...]  #: beginnings of words under which a search finds all of them
    homographs: tuple[Homograph, ...]
    basis: Basis
    sense: Bilingual
    open: Bilingual | None  #: what the sources leave unknown
    see_also: tuple[str, ...]
    rules: tuple[str, ...]
    attested: tuple[Attestation, ...]  #: the first place of all, then others worth reading
    places: tuple[Place, ...]  #: all places, in the order in which the first is sought
    origin: Origin

    @property
    def first(self) -> Attestation:
        """The quote from the first place where the word stands."""
        return self.attested[0]

    @property
    def headwords(self) -> tuple[str, ...]:
        """Every word under which a reader may look for the entry."""
        return (self.lemma, *self.also, *((self.modern,) if self.modern else ()))


def load_glossary(
    root: Path, documents: Mapping[str, Document]
) -> tuple[tuple[Entry, ...], tuple[Fault, ...]]:
    """Return the entries of ``corpus/glossary.toml`` at *root*, in the order of the file, and what is wrong.

    The faults are those of reading: the file itself, its schema, doubled ids, ids that nothing bears.
    Whether the quotes stand in the texts is told by :func:`glossary_faults`.
    """
    faults: list[Fault] = []
    path = root / "corpus" / "glossary.toml"
    file = path.relative_to(root).as_posix()
    read = read_toml(root, path, faults)
    if read is None:
        return (), tuple(faults)
    data, lines = read

    def place(where: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
        return _place_in(data, where, lines), ()

    try:
        faults += faults_in(root, "glossary", data, file, place)
    except CorpusError as error:
        faults += error.faults
    if faults:
        return (), tuple(faults)
    tables: _Table = data
    texts = _Texts(documents.values(), tables["order"])
    entries = tuple(_entry(record, texts, file, lines, index) for index, record in enumerate(tables["entry"]))
    return entries, tuple(_reference_faults(root, entries))


def glossary_faults(entries: Iterable[Entry], documents: Mapping[str, Document]) -> list[Fault]:
    """Return every departure of the glossary from the texts, under the check ``glossary``.

    Each form stands in a text; each quote stands in its passage word for word, crosses no gap and rests
    on no uncertain correction that its note does not own up to; the first quote holds the first place of
    all, and every further one the word, unless it explains it in other words.
    """
    faults: list[Fault] = []
    passages = {passage.id: passage for document in documents.values() for passage in document.passages}
    for entry in entries:
        used = {place.form for place in entry.places}
        for form in entry.forms:
            if form not in used:
                message, way_out = "the form stands nowhere in the texts", "List only forms that occur."
                faults.append(_fault(entry, entry.origin, message, form, way_out))
        for homograph in entry.homographs:
            passage = passages.get(homograph.passage)
            if passage is None or not any(_spans(_words(passage), homograph.form)):
                message = f"passage {homograph.passage} has no such form to be told apart"
                faults.append(_fault(entry, entry.origin, message, homograph.form, "Drop or correct it."))
        for number, attestation in enumerate(entry.attested):
            quote = attestation.anchor
            document = documents.get(attestation.document or "")
            if document is None:
                message = "no document that can be read has this passage"
                way_out = "Correct the passage id, or put the document right first."
                faults.append(_fault(entry, attestation.origin, message, quote.passage, way_out))
                continue
            verdict = anchor(document, quote)
            if not verdict:
                message = f"the quote is not verified ({verdict.status}): {verdict.explanation}"
                way_out = "Compare the quote with its passage; then run: przemyskie66 anchor --write"
                if verdict.proposal is not None:
                    proposal = verdict.proposal
                    way_out = f"Perhaps: „{proposal.exact}” in {proposal.passage}. {way_out}"
                faults.append(_fault(entry, attestation.origin, message, f"„{quote.exact}”", way_out))
                continue
            faults += _restored_words(entry, attestation, document.passage(quote.passage))
            held = [place for place in entry.places if _holds(quote, place)]
            if number == 0 and entry.places and entry.places[0] not in held:
                first = entry.places[0]
                message = f"the word stands earlier, in {first.passage} at {first.start}"
                way_out = "Quote that place first, or list it under homographs."
                faults.append(_fault(entry, attestation.origin, message, first.form, way_out))
            elif not held and not attestation.defines:
                message, way_out = "the quote does not hold the word", "Quote a place of the word."
                faults.append(_fault(entry, attestation.origin, message, f"„{quote.exact}”", way_out))
    return faults


def look_up(entries: Iterable[Entry], word: str) -> tuple[Entry, ...]:
    """Return the entries of *word*, whatever its case, diacritics, spelling and ending.

    If it is a headword or a form, the entries that have it; else those whose stem it begins with, the
    longest stem first. *word* may be several words.
    """
    known = tuple(entries)
    key = _keys(word)
    exact = tuple(e for e in known if any(_keys(form) == key for form in (*e.headwords, *e.forms)))
    if exact or not key:
        return exact
    found = []
    for entry in known:
        lengths = [len(stem) for stem in entry.stems if _begins(key, _keys(stem))]
        if lengths:
            found.append((max(lengths), entry))
    found.sort(key=lambda item: -item[0])
    return tuple(entry for _, entry in found)


@lru_cache(maxsize=1 << 12)  # of the few words of one glossary
def _keys(words: str) -> tuple[str, ...]:
    return tuple(search_key(word) for word in words.split())


def _begins(key: tuple[str, ...], stem: tuple[str, ...]) -> bool:
    """Return whether each word of *stem* begins the word of *key* in its place."""
    return len(stem) <= len(key) and all(
        word.startswith(start) for word, start in zip(key, stem, strict=False)
    )


# --- places -----------------------------------------------------------------------------------


#: The words of a passage in lower case, with their places in its reading.
_Words: TypeAlias = Sequence[tuple[str, int, int]]


def _words(passage: Passage) -> _Words:
    return [(passage.reading[w.start : w.end].casefold(), w.start, w.end) for w in passage.words]


def _spans(words: _Words, form: str) -> Iterator[tuple[int, int]]:
    """Yield the places of *form*: its words, whole and in this order, in any case."""
    wanted = form.casefold().split()
    for index in range(len(words) - len(wanted) + 1):
        here = words[index : index + len(wanted)]
        if all(word == asked for (word, _, _), asked in zip(here, wanted, strict=True)):
            yield here[0][1], here[-1][2]


class _Texts:
    """The texts by word, in the order in which the first place is sought."""

    def __init__(self, documents: Iterable[Document], order: Sequence[Sequence[str]]) -> None:
        self.document_of: dict[str, Document] = {}
        self._passages: dict[str, list[tuple[int, Passage, _Words]]] = {}
        self._rank = {witness: rank for rank, group in enumerate(order) for witness in group}
        number = 0
        for document in documents:
            for passage in document.passages:
                number += 1
                self.document_of[passage.id] = document
                words = _words(passage)
                for word in {word for word, _, _ in words}:
                    self._passages.setdefault(word, []).append((number, passage, words))

    def places(self, forms: Iterable[str], homographs: Iterable[Homograph]) -> tuple[Place, ...]:
        """Return the places of all *forms*; words of voices outside the order do not count."""
        others = {(homograph.form, homograph.passage) for homograph in homographs}
        found = []
        for form in forms:
            for number, passage, words in self._passages.get(form.casefold().split()[0], ()):
                if (form, passage.id) in others:
                    continue
                for start, end in _spans(words, form):
                    rank = self._rank.get(passage.voice_of(start, start + 1) or "")
                    if rank is None:
                        continue
                    witness = passage.voice_of(start, end)
                    place = Place(passage.document, passage.id, start, end, form, witness)
                    found.append((rank, number, start, place))
        return tuple(place for *_, place in sorted(found, key=lambda item: item[:3]))


def _holds(quote: Anchor, place: Place) -> bool:
    return quote.passage == place.passage and quote.start <= place.start and place.end <= quote.end


# --- records from tables ----------------------------------------------------------------------


def _entry(data: _Table, texts: _Texts, file: str, lines: Lines, index: int) -> Entry:
    homographs = tuple(Homograph(item["form"], item["passage"]) for item in data.get("homographs", ()))
    return Entry(
        id=data["id"],
        lemma=data["lemma"],
        also=tuple(data.get("also", ())),
        modern=data.get("modern"),
        today=_maybe(data.get("today")),
        domain=data["domain"],
        forms=tuple(data["forms"]),
        stems=tuple(data["stems"]),
        homographs=homographs,
        basis=data["basis"],
        sense=Bilingual(**data["sense"]),
        open=_maybe(data.get("open")),
        see_also=tuple(data.get("see_also", ())),
        rules=tuple(data.get("rules", ())),
        attested=tuple(
            _attestation(item, texts, Origin(file, lines.at(["entry", index, "attested", number])))
            for number, item in enumerate(data["attested"])
        ),
        places=texts.places(data["forms"], homographs),
        origin=Origin(file, lines.at(["entry", index])),
    )


def _attestation(data: _Table, texts: _Texts, origin: Origin) -> Attestation:
    quote = Anchor(**data["anchor"])
    document = texts.document_of.get(quote.passage)
    witness = None
    if document is not None:
        witness = document.passage(quote.passage).voice_of(quote.start, quote.end)
    return Attestation(
        anchor=quote,
        defines=data.get("defines", False),
        note=_maybe(data.get("note")),
        document=None if document is None else document.id,
        witness=witness,
        origin=origin,
    )


def _maybe(table: Mapping[str, str] | None) -> Bilingual | None:
    return None if table is None else Bilingual(**table)


# --- faults -----------------------------------------------------------------------------------


def _place_in(data: _Table, where: Sequence[str | int], lines: Lines) -> str:
    """Return ``line 12, entry kozera``, the entry being named if it has an id."""
    place = f"line {lines.at(where)}"
    if len(where) >= 2 and where[0] == "entry" and isinstance(where[1], int):
        record = data["entry"][where[1]]
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            place += f", entry {record['id']}"
    return place


def _fault(
    entry: Entry, origin: Origin, message: str, value: str, way_out: str, check: str = "glossary"
) -> Fault:
    place = f"line {origin.line}, entry {entry.id}"
    return Fault(check, origin.file, place, message, value, way_out, entry.rules)


def _reference_faults(root: Path, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield doubled ids and headwords, and every id that an entry names and nothing bears."""
    folder = root / "corpus" / "rules"
    rules = {path.name.removesuffix(".rule.toml") for path in folder.glob("*.rule.toml")}
    ids: dict[str, Entry] = {}
    headwords: dict[str, Entry] = {}
    for entry in entries:
        for name, borne, kind in (
            (entry.id, ids, "id"),
            *((word, headwords, "headword") for word in entry.headwords),
        ):
            first = borne.setdefault(name, entry)
            if first is not entry:
                message = f"the {kind} is used twice; first in line {first.origin.line}"
                yield _fault(entry, entry.origin, message, name, "Change one of them.", "ids-unique")
    for entry in entries:
        for name, known, kind in (
            *((name, set(ids) - {entry.id}, "other entry") for name in entry.see_also),
            *((name, rules, "rule") for name in entry.rules),
        ):
            if name not in known:
                near = difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.5)
                way_out = f"Nearest: {', '.join(near)}." if near else "Correct the id."
                yield _fault(
                    entry, entry.origin, f"there is no {kind} of this id", name, way_out, "references"
                )


def _restored_words(entry: Entry, attestation: Attestation, passage: Passage) -> Iterator[Fault]:
    """Yield gaps and uncertain corrections within a quote of which its note says nothing."""
    for correction in passage.corrections_in(attestation.anchor.start, attestation.anchor.end):
        value = f"„{correction.reading or correction.found}”"
        if correction.kind == "gap":
            message, way_out = "the quote crosses a gap in the text", "Quote the words before or after it."
        elif (
            correction.kind in ("corr", "supplied") and correction.cert != "high" and attestation.note is None
        ):
            message = f"the quote rests on a correction of certainty “{correction.cert}”"
            way_out = "Say so in the note, or quote other words."
        else:
            continue
        yield _fault(entry, attestation.origin, message, value, way_out)
