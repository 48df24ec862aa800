"""Negative controls: what is spoilt on purpose must be noticed.

Every quote, claim, pin and sentence is spoilt in memory, one at a time, and the checks are run on
what depends on it. Review stamps and seals (``digests.toml``, ``answers.json``) are switched off:
they notice any change at all, and so prove nothing about the rest. What they alone can notice is
listed apart, in ``corpus/controls.json``.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from przemyskie66.checks.registry import CHECKS, Context, Hits
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import (
    Archive,
    CaseRunner,
    Claim,
    Exclusion,
    Json,
    Parallel,
    Pin,
    Review,
    anchor_faults,
    answers_table,
    find_answers,
    fingerprint,
    stale_parts,
)
from przemyskie66.rulebook.anchoring import Quoting, kind_of, write_atomically
from przemyskie66.rulebook.coverage import demanded_documents
from przemyskie66.rulebook.load import reference_faults
from przemyskie66.rulebook.model import Bilingual, Stance
from przemyskie66.rulebook.toml_lines import read_json
from przemyskie66.text import Passage, sha256, tiling_faults

#: How many letters of a quote are changed, one at a time; words, digits and negations are all spoilt.
LETTERS_CHANGED = 6
#: How many sentences of a document that need not be covered whole are deleted, one at a time.
SENTENCES_DELETED = 60

_WORD = re.compile(r"\w+")
_NOT = re.compile(r"\bnie(?:\s+|(?=\w))", re.IGNORECASE)


@dataclass(frozen=True)
class Spoilt:
    """One thing spoilt: what, how, and which rules depend on it."""

    kind: str
    subject: str  #: ``kind:id``
    how: str
    rules: frozenset[str]  #: rules that must be named; none for words that are about no rule
    archive: Archive


@dataclass(frozen=True)
class Control:
    """One thing spoilt, and what noticed it."""

    kind: str
    subject: str
    how: str
    noticed_by: str  #: name of a check, ``stamps``, ``seals``, or empty


@dataclass
class ControlReport:
    """The outcome of a run of controls."""

    tried: dict[str, int] = field(default_factory=dict)  #: number of controls of each kind
    only_stamps: list[Control] = field(default_factory=list)
    only_seals: list[Control] = field(default_factory=list)
    missed: list[Control] = field(default_factory=list)  #: noticed by nothing, or by the wrong rules

    def to_json(self) -> dict[str, Json]:
        """Return what is published: the controls that stamps or seals alone notice."""
        return {
            "only_stamps": [_listed(control) for control in self.only_stamps],
            "only_seals": [_listed(control) for control in self.only_seals],
        }


def _listed(control: Control) -> Json:
    return {"kind": control.kind, "subject": control.subject, "how": control.how}


# --- running --------------------------------------------------------------------------------


def run_controls(
    archive: Archive,
    kinds: Iterable[str] | None = None,
    begin: Callable[[str, int], None] = lambda kind, number: None,
) -> ControlReport:
    """Spoil everything, one thing at a time; *begin* is told of each kind and of every control's number.

    :raises KeyError: if there is no kind of a given name.
    """
    stamped = _with(
        archive,
        claims={
            name: replace(claim, review=Review("control", "2000-01-01", fingerprint(archive, claim)))
            for name, claim in archive.claims.items()
        },
    )
    report = ControlReport()
    judge = _Judge(stamped)
    for kind in kinds or KINDS:
        make, find = _MAKERS[kind]
        report.tried[kind] = 0
        for spoilt in make(stamped):
            begin(kind, report.tried[kind])
            report.tried[kind] += 1
            control = Control(kind, spoilt.subject, spoilt.how, judge.noticed_by(spoilt, find))
            if control.noticed_by == "stamps":
                report.only_stamps.append(control)
            elif control.noticed_by == "seals":
                report.only_seals.append(control)
            elif not control.noticed_by:
                report.missed.append(control)
    return report


#: Given what was spoilt, yields the name of each check in turn and the faults that it finds.
_Finder = Callable[[Spoilt, Hits], Iterator[tuple[str, list[Fault]]]]


class _Judge:
    """Says what notices a thing spoilt: faults that the sound archive has too count for nothing."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.answers = answers_table(archive)
        self.hits = Hits()
        self.known = set(_text_faults(archive, self.hits))
        context = Context(archive.root, archive, hits=self.hits)
        for name in _RULE_CHECKS:
            self.known.update(CHECKS[name].find(context))

    def noticed_by(self, spoilt: Spoilt, find: _Finder) -> str:
        if find is _find_in_texts:
            return self._exactly(spoilt)
        for name, faults in find(spoilt, self.hits):
            for fault in faults:
                if fault not in self.known and (spoilt.rules <= set(fault.rules) or not spoilt.rules):
                    return name
        return self._sealed(spoilt)

    def _exactly(self, spoilt: Spoilt) -> str:
        """Whether the rules that depend on a sentence are named and no others."""
        found = [
            (name, fault)
            for name, faults in _find_in_texts(spoilt, self.hits)
            for fault in faults
            if fault not in self.known
        ]
        named = {rule for _, fault in found for rule in fault.rules}
        return found[0][0] if found and named == spoilt.rules else ""

    def _sealed(self, spoilt: Spoilt) -> str:
        kind, _, name = spoilt.subject.partition(":")
        if kind == "claim" and stale_parts(spoilt.archive, spoilt.archive.claims[name]):
            return "stamps"
        return "seals" if answers_table(spoilt.archive) != self.answers else ""


def _with(archive: Archive, **changes: Any) -> Archive:
    """Return the archive with other records.

    What it has computed from its documents is kept as long as they are the same, so that a thousand
    archives that differ in one claim cost little.
    """
    made = replace(archive, **changes)
    if "documents" not in changes:
        made.__dict__["passages"] = archive.passages
        made.__dict__["gaps"] = archive.gaps
    return made


# --- quotes ---------------------------------------------------------------------------------


def _records(archive: Archive) -> Iterator[Quoting]:
    yield from archive.quotes
    yield from archive.exclusions.values()


def _quoted(archive: Archive, record: Quoting, kind: str, how: str, exact: str) -> Spoilt:
    """Return the archive of this one record and its passage, with other words quoted."""
    spoilt = replace(record, anchor=replace(record.anchor, exact=exact))
    return _alone(archive, spoilt, kind, how, archive.passage(record.anchor.passage))


def _alone(archive: Archive, record: Quoting, kind: str, how: str, passage: Passage) -> Spoilt:
    document = archive.document_of(passage.id)
    tables: dict[str, object] = {
        "claims": {record.id: record} if isinstance(record, Claim) else {},
        "parallels": {record.id: record} if isinstance(record, Parallel) else {},
        "exclusions": {record.id: record} if isinstance(record, Exclusion) else {},
        "documents": {document.id: replace(document, passages=(passage,))},
    }
    rules = frozenset() if isinstance(record, Exclusion) else frozenset({record.rule})
    return Spoilt(kind, f"{kind_of(record)}:{record.id}", how, rules, _with(archive, **tables))


def _sample(name: str, places: list[re.Match[str]], size: int) -> list[re.Match[str]]:
    """Return the first and the last of the places, and others chosen by *name*: the same every time."""
    if len(places) <= size:
        return places
    inner = sorted(places[1:-1], key=lambda place: sha256(f"{name} {place.start()}"))
    return [places[0], *inner[: size - 2], places[-1]]


def _words_dropped(archive: Archive) -> Iterator[Spoilt]:
    for record in _records(archive):
        exact = record.anchor.exact
        for word in _WORD.finditer(exact):
            start, end = word.span()
            left, right = exact[:start], exact[end:]
            # the space goes with the word
            rest = left + right.removeprefix(" ") if not left or left.endswith(" ") else left + right
            yield _quoted(archive, record, "word-dropped", f"without „{word[0]}”", rest.strip())


def _letters_changed(archive: Archive) -> Iterator[Spoilt]:
    plain = str.maketrans("ąćęłńóśźż", "acelnoszz")
    for record in _records(archive):
        exact = record.anchor.exact
        places = list(re.finditer(r"[^\W\d_]", exact))
        for place in _sample(record.id, places, LETTERS_CHANGED):
            letter = place[0]
            # a diacritic lost is the change that is easiest to overlook
            other = letter.translate(plain)
            if other == letter:
                other = "y" if letter == "x" else "x"
            words = exact[: place.start()] + other + exact[place.end() :]
            how = f"{letter} → {other} at {place.start()}"
            yield _quoted(archive, record, "letter-changed", how, words)


def _digits_changed(archive: Archive) -> Iterator[Spoilt]:
    for record in _records(archive):
        exact = record.anchor.exact
        for place in re.finditer(r"\d", exact):
            other = str((int(place[0]) + 1) % 10)
            words = exact[: place.start()] + other + exact[place.end() :]
            how = f"{place[0]} → {other} at {place.start()}"
            yield _quoted(archive, record, "digit-changed", how, words)


def _negations_dropped(archive: Archive) -> Iterator[Spoilt]:
    for record in _records(archive):
        exact = record.anchor.exact
        for place in _NOT.finditer(exact):
            words = exact[: place.start()] + exact[place.end() :]
            yield _quoted(archive, record, "nie-dropped", f"without „nie” at {place.start()}", words)


def _negations_dropped_in_texts(archive: Archive) -> Iterator[Spoilt]:
    """The text loses its "nie", not the quote: every record that quotes the passage must notice."""
    for record in _records(archive):
        passage = archive.passage(record.anchor.passage)
        for place in _NOT.finditer(passage.reading):
            reading = passage.reading[: place.start()] + passage.reading[place.end() :]
            how = f"{passage.id} without „nie” at {place.start()}"
            yield _alone(archive, record, "nie-dropped-in-text", how, replace(passage, reading=reading))


def _find_quote(spoilt: Spoilt, hits: Hits) -> Iterator[tuple[str, list[Fault]]]:
    yield "anchors", anchor_faults(spoilt.archive)


# --- claims and pins ------------------------------------------------------------------------

_RULE_CHECKS = ("claim-voice", "contradictions", "supports", "pins", "grid-complete", "silences", "cases")


def _claim_changed(archive: Archive, kind: str, how: str, claim: Claim) -> Spoilt:
    claims = {**archive.claims, claim.id: claim}
    changed = _with(archive, claims=claims)
    return Spoilt(kind, f"claim:{claim.id}", how, frozenset({claim.rule}), changed)


def _witnesses_swapped(archive: Archive) -> Iterator[Spoilt]:
    for claim in archive.claims.values():
        for witness in archive.witnesses.values():
            if witness.id != claim.witness:
                other = replace(claim, witness=witness.id, reported_by=witness.reported_by)
                how = f"{claim.witness} → {witness.id}"
                yield _claim_changed(archive, "witness-swapped", how, other)


def _readings_flipped(archive: Archive) -> Iterator[Spoilt]:
    for claim in archive.claims.values():
        for reading in archive.rules[claim.rule].readings:
            if claim.reading not in (None, reading.id):
                how = f"{claim.reading} → {reading.id}"
                other = replace(claim, reading=reading.id)
                yield _claim_changed(archive, "reading-flipped", how, other)


def _stances_flipped(archive: Archive) -> Iterator[Spoilt]:
    stances: tuple[Stance, ...] = ("asserts", "rejects", "leaves-open")
    for claim in archive.claims.values():
        all_readings = [reading.id for reading in archive.rules[claim.rule].readings]
        for stance in stances:
            if stance == claim.stance:
                continue
            readings: list[str | None] = [claim.reading] if claim.reading is not None else [*all_readings]
            for reading in [None] if stance == "leaves-open" else readings:
                how = f"{claim.stance} → {stance}" + (f" {reading}" if claim.reading is None else "")
                other = replace(claim, stance=stance, reading=reading)
                yield _claim_changed(archive, "stance-flipped", how, other)


def _pins_unset(archive: Archive) -> Iterator[Spoilt]:
    for pin in archive.pins.values():
        pins = {name: other for name, other in archive.pins.items() if name != pin.id}
        changed = _with(archive, pins=pins)
        yield Spoilt("pin-unset", f"pin:{pin.id}", "removed", frozenset({pin.rule}), changed)


def _pins_flipped(archive: Archive) -> Iterator[Spoilt]:
    for pin in archive.pins.values():
        for reading in archive.rules[pin.rule].readings:
            if reading.id != pin.reading:
                pins: dict[str, Pin] = {**archive.pins, pin.id: replace(pin, reading=reading.id)}
                changed = _with(archive, pins=pins)
                how = f"{pin.reading} → {reading.id}"
                yield Spoilt("pin-flipped", f"pin:{pin.id}", how, frozenset({pin.rule}), changed)


def _find_on_rule(spoilt: Spoilt, hits: Hits) -> Iterator[tuple[str, list[Fault]]]:
    """Run the checks on the records of the one rule; its cases run under rulesets made of all rules."""
    (rule,) = spoilt.rules
    archive = spoilt.archive
    narrow = _with(
        archive,
        rules={rule: archive.rules[rule]},
        claims={claim.id: claim for claim in archive.claims_on(rule)},
        nothings=tuple(nothing for nothing in archive.nothings if nothing.rule == rule),
        parallels={parallel.id: parallel for parallel in archive.parallels_on(rule)},
        pins={pin.id: pin for pin in archive.pins_on(rule)},
        cases={case.id: case for case in archive.cases_of(rule)},
    )
    context = Context(archive.root, narrow, CaseRunner(archive), hits)
    for name in _RULE_CHECKS:
        yield name, list(CHECKS[name].find(context))
    unanswered = (find_answers(narrow, profile)[1] for profile in archive.profiles.values())
    yield "rulesets", [fault for faults in unanswered for fault in faults]
    if spoilt.kind == "pin-unset":  # a claim's id repeats its witness: that would give every swap away
        yield "references", reference_faults(narrow)


# --- sentences ------------------------------------------------------------------------------


def _sentences_deleted(archive: Archive) -> Iterator[Spoilt]:
    ours = demanded_documents(archive)
    for document in archive.documents.values():
        chosen = list(document.passages)
        if document.id not in ours:
            chosen = sorted(chosen, key=lambda passage: sha256(f"delete {passage.id}"))[:SENTENCES_DELETED]
        for passage in chosen:
            left = tuple(other for other in document.passages if other is not passage)
            documents = {**archive.documents, document.id: replace(document, passages=left)}
            resting = {record.rule for record in archive.citing(passage.id)} | {
                nothing.rule
                for nothing in archive.nothings
                if any(hit.passage == passage.id for hit in nothing.dismissed)
            }
            changed = _with(archive, documents=documents)
            yield Spoilt("sentence-deleted", f"passage:{passage.id}", "deleted", frozenset(resting), changed)


_TEXT_CHECKS = ("claim-voice", "quote-length", "silences", "gaps", "grid-complete", "coverage", "exclusions")


def _find_in_texts(spoilt: Spoilt, hits: Hits) -> Iterator[tuple[str, list[Fault]]]:
    yield (
        "tei-tiling",
        [
            fault
            for document in spoilt.archive.documents.values()
            for fault in tiling_faults(document.passages, document.raw, document.file, document.raw_path.name)
        ],
    )
    yield "anchors", _text_faults(spoilt.archive, hits)


def _text_faults(archive: Archive, hits: Hits) -> list[Fault]:
    context = Context(archive.root, archive, hits=hits)
    found = [fault for name in _TEXT_CHECKS for fault in CHECKS[name].find(context)]
    return [*anchor_faults(archive), *found]


#: Every kind of control: how it spoils, and how the checks look for it.
_MAKERS: dict[str, tuple[Callable[[Archive], Iterator[Spoilt]], _Finder]] = {
    "word-dropped": (_words_dropped, _find_quote),
    "letter-changed": (_letters_changed, _find_quote),
    "digit-changed": (_digits_changed, _find_quote),
    "nie-dropped": (_negations_dropped, _find_quote),
    "nie-dropped-in-text": (_negations_dropped_in_texts, _find_quote),
    "witness-swapped": (_witnesses_swapped, _find_on_rule),
    "reading-flipped": (_readings_flipped, _find_on_rule),
    "stance-flipped": (_stances_flipped, _find_on_rule),
    "pin-unset": (_pins_unset, _find_on_rule),
    "pin-flipped": (_pins_flipped, _find_on_rule),
    "sentence-deleted": (_sentences_deleted, _find_in_texts),
}

#: What each kind of control does, for readers.
KINDS: dict[str, Bilingual] = {
    "word-dropped": Bilingual("z cytatu wypada słowo", "a word is dropped from a quote"),
    "letter-changed": Bilingual("w cytacie zmienia się litera", "a letter of a quote is changed"),
    "digit-changed": Bilingual("w cytacie zmienia się cyfra", "a digit of a quote is changed"),
    "nie-dropped": Bilingual("z cytatu wypada „nie”", "“nie” (not) is dropped from a quote"),
    "nie-dropped-in-text": Bilingual(
        "z cytowanego ustępu wypada „nie”", "“nie” (not) is dropped from a quoted passage"
    ),
    "witness-swapped": Bilingual("twierdzenie dostaje innego świadka", "a claim is given another witness"),
    "reading-flipped": Bilingual("twierdzenie dostaje inne odczytanie", "a claim is given another reading"),
    "stance-flipped": Bilingual("twierdzenie dostaje inne stanowisko", "a claim is given another stance"),
    "pin-unset": Bilingual("znika wybór redakcji", "an editors' choice is removed"),
    "pin-flipped": Bilingual("wybór redakcji pada na inne odczytanie", "an editors' choice falls otherwise"),
    "sentence-deleted": Bilingual("z tekstu wypada zdanie", "a sentence is deleted from a text"),
}


# --- the published list ---------------------------------------------------------------------


def record_path(root: Path) -> Path:
    """Return where the controls that stamps or seals alone notice are listed."""
    return root / "corpus" / "controls.json"


def write_record(root: Path, report: ControlReport) -> None:
    """List the controls that stamps or seals alone notice."""
    text = json.dumps(report.to_json(), ensure_ascii=False, indent=2) + "\n"
    write_atomically(record_path(root), text)


def recorded(root: Path) -> Json:
    """Return the list as it was last written, or ``None`` if it never was.

    :raises CorpusError: if it cannot be read.
    """
    if not record_path(root).exists():
        return None
    faults: list[Fault] = []
    value = read_json(root, record_path(root), faults)
    if faults:
        raise CorpusError(faults)
    return value
