"""The archive in memory: every record by its id, and who depends on which passage."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rapidfuzz import fuzz, process

from przemyskie66.errors import CorpusError, Fault, UnknownIdError
from przemyskie66.ids import format_ref, split_ref
from przemyskie66.rulebook.emendations import Argument, Emendation
from przemyskie66.rulebook.glossary import Entry
from przemyskie66.rulebook.model import (
    Case,
    Claim,
    Exclusion,
    Nothing,
    Parallel,
    Pin,
    Profile,
    Reading,
    Recorded,
    RecordedDeal,
    Rule,
    Witness,
)
from przemyskie66.rulebook.quality import Quality
from przemyskie66.text import Correction, Document, Passage

#: Kinds of :func:`Archive.resolve` that are plain look-ups, with the attribute that holds them.
_TABLES = {
    "rule": "rules",
    "claim": "claims",
    "pin": "pins",
    "parallel": "parallels",
    "exclusion": "exclusions",
    "witness": "witnesses",
    "source": "documents",
    "ruleset": "profiles",
    "deal": "deals",
    "case": "cases",
    "passage": "passages",
    "reading": "readings",
    "correction": "corrections",
}


@dataclass(frozen=True)
class Unit:
    """A citable unit of a document: a numbered rule, item or paragraph with its sentences, or one leaf."""

    id: str
    document: Document
    passages: tuple[Passage, ...]

    @property
    def reading(self) -> str:
        """The reading text of the unit, its sentences joined by one space."""
        return " ".join(passage.reading for passage in self.passages)


@dataclass(frozen=True)
class Archive:
    """Everything in ``corpus/`` and ``tests/rules/``, read and cross-referenced.

    :attr:`faults` lists what could not be read or does not fit together; what could be read is
    there all the same, so that checks can go on.
    """

    root: Path
    documents: Mapping[str, Document]
    witnesses: Mapping[str, Witness]
    rules: Mapping[str, Rule]
    claims: Mapping[str, Claim]
    nothings: tuple[Nothing, ...]
    parallels: Mapping[str, Parallel]
    pins: Mapping[str, Pin]
    profiles: Mapping[str, Profile]
    deals: Mapping[str, RecordedDeal]
    cases: Mapping[str, Case]
    emendations: Mapping[str, Emendation] = field(default_factory=dict)
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    exclusions: Mapping[str, Exclusion] = field(default_factory=dict)
    glossary: Mapping[str, Entry] = field(default_factory=dict)
    quality: Quality | None = None
    faults: tuple[Fault, ...] = ()

    # --- passages ---------------------------------------------------------------------------

    @cached_property
    def passages(self) -> Mapping[str, Unit]:
        """Every citable unit and every leaf by its id, in text order."""
        units: dict[str, Unit] = {}
        for document in self.documents.values():
            inside: dict[str, list[Passage]] = {}
            for passage in document.passages:
                inside.setdefault(passage.unit, []).append(passage)
            for passage in document.passages:
                units.setdefault(passage.unit, Unit(passage.unit, document, tuple(inside[passage.unit])))
                units[passage.id] = Unit(passage.id, document, (passage,))
        return units

    def passage(self, passage_id: str) -> Passage:
        """Return the leaf *passage_id*.

        :raises UnknownIdError: if no document has such a leaf.
        """
        unit = self.passages.get(passage_id)
        if unit is None or unit.passages[0].id != passage_id:
            raise self.unknown("passage", passage_id)
        return unit.passages[0]

    def document_of(self, passage_id: str) -> Document:
        """Return the document that holds the leaf or unit *passage_id*.

        :raises UnknownIdError: if no document has it.
        """
        unit = self.passages.get(passage_id)
        if unit is None:
            raise self.unknown("passage", passage_id)
        return unit.document

    @cached_property
    def gaps(self) -> Mapping[str, str]:
        """The document id of every recorded lacuna, by the id of the ``gap``."""
        return {gap.id: document.id for document in self.documents.values() for gap in document.gaps}

    @cached_property
    def corrections(self) -> Mapping[str, Correction]:
        """Every intervention of the editors that has an id."""
        return {
            correction.id: correction
            for document in self.documents.values()
            for correction in document.corrections
            if correction.id
        }

    # --- rules ------------------------------------------------------------------------------

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        """Every reading by ``<rule>-<reading>``, the form that is unique in the archive."""
        return {f"{rule.id}-{r.id}": r for rule in self.rules.values() for r in rule.readings}

    @cached_property
    def quotes(self) -> tuple[Claim | Parallel, ...]:
        """Everything that is anchored in a passage."""
        return (*self.claims.values(), *self.parallels.values())

    @cached_property
    def _by_rule(self) -> Mapping[str, tuple[Claim, ...]]:
        groups: dict[str, list[Claim]] = {}
        for claim in self.claims.values():
            groups.setdefault(claim.rule, []).append(claim)
        return {rule: tuple(claims) for rule, claims in groups.items()}

    def claims_on(self, rule: str, witness: str | None = None) -> tuple[Claim, ...]:
        """Return the claims on *rule*, of one witness or of all."""
        claims = self._by_rule.get(rule, ())
        return claims if witness is None else tuple(c for c in claims if c.witness == witness)

    def pins_on(self, rule: str) -> tuple[Pin, ...]:
        """Return the pins on *rule*, one a game at most."""
        return tuple(pin for pin in self.pins.values() if pin.rule == rule)

    def parallels_on(self, rule: str) -> tuple[Parallel, ...]:
        """Return the parallels to *rule*."""
        return tuple(parallel for parallel in self.parallels.values() if parallel.rule == rule)

    def cases_of(self, rule: str) -> tuple[Case, ...]:
        """Return the cases of *rule*, in the order of their file."""
        return tuple(case for case in self.cases.values() if case.rule == rule)

    @cached_property
    def _rules_by_passage(self) -> Mapping[str, tuple[str, ...]]:
        rules: dict[str, set[str]] = {}
        for record in self.quotes:
            rules.setdefault(record.anchor.passage, set()).add(record.rule)
        for nothing in self.nothings:
            for dismissal in nothing.dismissed:
                rules.setdefault(dismissal.passage, set()).add(nothing.rule)
        return {passage: tuple(sorted(ids)) for passage, ids in rules.items()}

    def rules_resting_on(self, passage_id: str) -> tuple[str, ...]:
        """Return the rules with a claim, parallel or dismissed hit in a passage or in anything within it.

        It goes by ids alone (``witryna-rozdanie-5`` holds ``witryna-rozdanie-5-s1``), so that it
        answers also when the text cannot be read.
        """
        found = {
            rule
            for passage, rules in self._rules_by_passage.items()
            if passage == passage_id or passage.startswith(f"{passage_id}-")
            for rule in rules
        }
        return tuple(sorted(found))

    def citing(self, passage_id: str) -> tuple[Claim | Parallel, ...]:
        """Return the claims and parallels anchored in one leaf, in the order of its words."""
        found = [record for record in self.quotes if record.anchor.passage == passage_id]
        return tuple(sorted(found, key=lambda record: (record.anchor.start, record.anchor.end, record.id)))

    # --- references -------------------------------------------------------------------------

    def resolve(self, ref: str) -> tuple[str, str]:
        """Return ``(kind, id)`` for a written reference: ``kind:id``, or a bare id of one kind only.

        :raises UnknownIdError: if nothing bears the id; the fault names the nearest.
        :raises CorpusError: if a bare id fits two kinds; the fault lists both.
        """
        try:
            kind, name = split_ref(ref)
        except ValueError as error:
            way_out = (
                "Write an id as the archive does: throw-in, witness:ojciec, passage:witryna-rozdanie-5-s1."
            )
            raise UnknownIdError([Fault("reference", "command", ref, str(error), "", way_out)]) from None
        if kind is not None:
            if name in self.ids_of(kind):
                return kind, name
            raise self.unknown(kind, name)
        kinds = [kind for kind in _TABLES if name in self.ids_of(kind)]
        if len(kinds) == 1:
            return kinds[0], name
        if not kinds:
            raise self.unknown(None, name)
        forms = ", ".join(format_ref(kind, name) for kind in kinds)
        message = "the id names more than one thing"
        raise CorpusError([Fault("reference", "command", ref, message, name, f"Write one of: {forms}.")])

    def ids_of(self, kind: str) -> Mapping[str, object]:
        """Return everything of one kind by its id."""
        table: Mapping[str, object] = getattr(self, _TABLES[kind])
        return table

    def nearest(self, kind: str | None, name: str, limit: int = 3) -> tuple[str, ...]:
        """Return the known ids most like *name*, as ``kind:id`` when the kind is open."""
        kinds = [kind] if kind else list(_TABLES)
        known = {format_ref(k, i) if kind is None else i: i for k in kinds for i in self.ids_of(k)}
        return nearest(name, known, limit)

    def unknown(self, kind: str | None, name: str) -> UnknownIdError:
        """Return (not raise) the error for an id that nothing bears, naming the nearest."""
        nearest = self.nearest(kind, name)
        way_out = f"Nearest: {', '.join(nearest)}." if nearest else "List the ids with: przemyskie66 show."
        what = kind or "thing"
        return UnknownIdError([Fault("reference", "command", name, f"no {what} has this id", name, way_out)])

    def records(self) -> Iterator[tuple[str, str, str]]:
        """Yield ``(kind, id, file)`` of everything that has an id of its own in a data file."""
        tables: dict[str, Mapping[str, Recorded]] = {
            "rule": self.rules,
            "claim": self.claims,
            "pin": self.pins,
            "parallel": self.parallels,
            "exclusion": self.exclusions,
            "witness": self.witnesses,
            "ruleset": self.profiles,
            "deal": self.deals,
            "case": self.cases,
        }
        for kind, table in tables.items():
            for name, record in table.items():
                yield kind, name, record.origin.file


def nearest(name: str, known: Iterable[str] | Mapping[str, str], limit: int = 3) -> tuple[str, ...]:
    """Return those of *known* (of a mapping: the keys, compared by value) that are most like *name*."""
    choices = known if isinstance(known, Mapping) else {item: item for item in known}
    found = process.extract(name, choices, scorer=fuzz.ratio, limit=limit, score_cutoff=50)
    return tuple(key for _, _, key in found)
