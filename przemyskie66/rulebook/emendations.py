"""Emendations that are proved by arithmetic or by a rule of the game, and arguments that prove nothing.

A proof is data: numbers, the words of the text that give each, and an equation. :func:`emendation_faults`
does the sum again, so that a changed premise or a changed reading is found.
"""

import ast
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from przemyskie66.errors import Fault
from przemyskie66.rulebook.model import Bilingual, Origin
from przemyskie66.text import Correction, Passage, numbers_in

if TYPE_CHECKING:
    from przemyskie66.rulebook.archive import Archive

#: An unknown must be the only solution among the whole numbers up to this one: more cards, points or
#: tricks than any of the games counts by one word.
HIGHEST = 60


@dataclass(frozen=True)
class Premise:
    """A number, and the words of a passage that give it."""

    name: str  #: under which equations know it
    value: int
    passage: str
    exact: str
    count: bool  #: the value is how often the words stand in the passage
    why: Bilingual | None  #: whence the number comes where the words do not name it


@dataclass(frozen=True)
class Emendation:
    """A correction that is proved."""

    id: str
    correction: str
    reading: str  #: what the correction reads
    kind: str  #: arithmetic | rule
    unknown: str  #: name of the number that the reading says; empty where a rule alone decides
    value: int | None  #: that number
    equation: str
    checks: tuple[str, ...]  #: further relations of the same numbers
    statement: Bilingual
    premises: tuple[Premise, ...]
    origin: Origin

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers given by premises, by name."""
        return {premise.name: premise.value for premise in self.premises}


@dataclass(frozen=True)
class Argument:
    """What speaks for words left as found; since it assumes something, it proves nothing."""

    id: str
    passage: str
    exact: str
    gap: str  #: the lost text that alone could prove it
    equations: tuple[str, ...]
    assumes: Bilingual
    statement: Bilingual
    premises: tuple[Premise, ...]
    origin: Origin

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers given by premises, by name."""
        return {premise.name: premise.value for premise in self.premises}


def emendation_from(table: Mapping[str, Any], origin: Origin) -> Emendation:
    """Return the emendation written in a ``[[proof]]`` table that follows the schema."""
    return Emendation(
        id=table["id"],
        correction=table["correction"],
        reading=table["reading"],
        kind=table["kind"],
        unknown=table.get("unknown", ""),
        value=table.get("value"),
        equation=table["equation"],
        checks=tuple(table.get("checks", ())),
        statement=Bilingual(**table["statement"]),
        premises=_premises(table),
        origin=origin,
    )


def argument_from(table: Mapping[str, Any], origin: Origin) -> Argument:
    """Return the argument written in an ``[[argument]]`` table that follows the schema."""
    return Argument(
        id=table["id"],
        passage=table["passage"],
        exact=table["exact"],
        gap=table["gap"],
        equations=tuple(table["equations"]),
        assumes=Bilingual(**table["assumes"]),
        statement=Bilingual(**table["statement"]),
        premises=_premises(table),
        origin=origin,
    )


def _premises(table: Mapping[str, Any]) -> tuple[Premise, ...]:
    return tuple(
        Premise(
            premise["name"],
            premise["value"],
            premise["passage"],
            premise["exact"],
            premise.get("count", False),
            Bilingual(**premise["why"]) if "why" in premise else None,
        )
        for premise in table["premise"]
    )


# --- equations ------------------------------------------------------------------------------

_SUMS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_RELATIONS = {ast.Eq: operator.eq, ast.Lt: operator.lt, ast.GtE: operator.ge}


def holds(equation: str, numbers: Mapping[str, int]) -> bool:
    """Return whether an equation or inequality of whole numbers is true of *numbers*.

    It may hold names, whole numbers, ``+ - * ( )`` and one of ``== < >=``, nothing else.

    :raises ValueError: if it holds anything else, or a name that *numbers* lacks.
    """
    match _parsed(equation):
        case ast.Compare(left=left, ops=[relation], comparators=[right]) if type(relation) in _RELATIONS:
            compared: bool = _RELATIONS[type(relation)](_worth(left, numbers), _worth(right, numbers))
            return compared
    raise ValueError(f"no equation: {equation}")


def _worth(node: ast.expr, numbers: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name) if name in numbers:
            return numbers[name]
        case ast.Name(id=name):
            raise ValueError(f"no premise gives the number “{name}”")
        case ast.BinOp(left=left, op=sum_, right=right) if type(sum_) in _SUMS:
            worth: int = _SUMS[type(sum_)](_worth(left, numbers), _worth(right, numbers))
            return worth
    raise ValueError(f"an equation cannot hold: {ast.unparse(node)}")


def _parsed(equation: str) -> ast.expr:
    try:
        return ast.parse(equation, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"no equation: {error.msg}") from None


def names_in(equation: str) -> set[str]:
    """Return the names of the numbers that an equation speaks of.

    :raises ValueError: if it cannot be read.
    """
    return {node.id for node in ast.walk(_parsed(equation)) if isinstance(node, ast.Name)}


def in_figures(equation: str, numbers: Mapping[str, int], unknown: str = "") -> str:
    """Return the equation as one writes it: figures for names, ``x`` for *unknown*, ``×`` and ``≥``.

    :raises ValueError: if it cannot be read.
    """
    tree = _parsed(equation)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = "x" if node.id == unknown else str(numbers.get(node.id, node.id))
    written = ast.unparse(tree)
    for sign, better in ((" == ", " = "), (" >= ", " ≥ "), (" * ", " × "), (" - ", " − ")):
        written = written.replace(sign, better)
    return written


def solutions(equation: str, numbers: Mapping[str, int], unknown: str) -> list[int]:
    """Return every whole number from 0 to :data:`HIGHEST` that the equation admits for *unknown*.

    :raises ValueError: as :func:`holds` does.
    """
    return [value for value in range(HIGHEST + 1) if holds(equation, {**numbers, unknown: value})]


# --- what is wrong with them ----------------------------------------------------------------


def emendation_faults(archive: "Archive") -> Iterator[Fault]:
    """Yield whatever keeps a proof from proving, or an argument from speaking for its words."""
    for proof in archive.emendations.values():
        yield from _Examiner(archive, proof).proof(proof)
    for argument in archive.arguments.values():
        yield from _Examiner(archive, argument).argument(argument)


class _Examiner:
    """Goes over one proof or argument."""

    def __init__(self, archive: "Archive", record: Emendation | Argument) -> None:
        self.archive = archive
        self.record = record
        self.numbers = record.numbers
        kind = "proof" if isinstance(record, Emendation) else "argument"
        self.place = f"line {record.origin.line}, {kind} {record.id}"

    def proof(self, proof: Emendation) -> Iterator[Fault]:
        correction = self.archive.corrections.get(proof.correction)
        if correction is None:
            near = ", ".join(self.archive.nearest("correction", proof.correction))
            yield self._fault(
                "there is no correction of this id", proof.correction, f"Nearest: {near or 'none'}."
            )
        else:
            yield from self._right_correction(proof, correction)
        yield from self._premises(correction)
        try:
            yield from self._right_sum(proof)
        except ValueError as error:
            yield self._fault(
                str(error), proof.equation, "Write whole numbers, names, + - * ( ) and == < >=."
            )

    def _right_correction(self, proof: Emendation, correction: Correction) -> Iterator[Fault]:
        if correction.kind not in ("corr", "supplied"):
            message = f"what is proved must be a corr or a supplied, not a {correction.kind}"
            yield self._fault(message, proof.correction, "Name the correction that reads the word.")
        if correction.reading.strip() != proof.reading:
            message = "the correction reads something else than is proved"
            way_out = "Prove what the text reads, or put the reading right."
            yield self._fault(message, f"„{correction.reading.strip()}”, not „{proof.reading}”", way_out)
        if correction.evidence != "internal":
            message, way_out = (
                "a reading that is proved has internal evidence",
                'Give it evidence="internal".',
            )
            yield self._fault(message, correction.evidence, way_out)

    def _right_sum(self, proof: Emendation) -> Iterator[Fault]:
        numbers = dict(self.numbers)
        if proof.value is not None:
            said = numbers_in(proof.reading)
            if set(said) != {proof.value}:
                message = f"the reading does not say {proof.value}"
                yield self._fault(message, proof.reading, "Correct the value or the reading.")
            if proof.unknown in numbers:
                message, way_out = (
                    "a premise gives the very number that is to be proved",
                    "Remove the premise.",
                )
                yield self._fault(message, proof.unknown, way_out)
                return
            found = solutions(proof.equation, numbers, proof.unknown)
            if found != [proof.value]:
                fitting = ", ".join(map(str, found[:5])) or "none"
                message = (
                    f"the equation does not give {proof.value} and that alone; numbers that fit: {fitting}"
                )
                yield self._wrong_sum(message, proof.equation, proof.unknown)
            numbers[proof.unknown] = proof.value
        for equation in proof.checks if proof.value is not None else (proof.equation, *proof.checks):
            if not holds(equation, numbers):
                yield self._wrong_sum("the sum does not come out", equation)
        yield from self._idle((proof.equation, *proof.checks))

    def argument(self, argument: Argument) -> Iterator[Fault]:
        passage = self._passage(argument.passage)
        if passage is None or argument.exact not in passage.reading:
            message, way_out = "the words do not stand in the passage", "Quote them as the passage reads."
            yield self._fault(message, f"„{argument.exact}”", way_out, argument.passage)
        else:
            start = passage.reading.index(argument.exact)
            if passage.corrections_in(start, start + len(argument.exact)):
                message = "the words are not as found: they hold a correction"
                way_out = "An argument speaks for what was left as found; a proof, for a correction."
                yield self._fault(message, f"„{argument.exact}”", way_out, argument.passage)
        if argument.gap not in self.archive.gaps:
            message, way_out = "no text has a gap of this id", "Name the gap of what is lost."
            yield self._fault(message, argument.gap, way_out)
        yield from self._premises(None)
        try:
            for equation in argument.equations:
                if not holds(equation, self.numbers):
                    yield self._wrong_sum("the sum does not come out", equation)
            yield from self._idle(argument.equations)
        except ValueError as error:
            way_out = "Write whole numbers, names, + - * ( ) and == < >=."
            yield self._fault(str(error), " ; ".join(argument.equations), way_out)

    def _idle(self, equations: tuple[str, ...]) -> Iterator[Fault]:
        used = {name for equation in equations for name in names_in(equation)}
        if idle := sorted(set(self.numbers) - used):
            message, way_out = "no equation uses this premise", "Remove it, or use it."
            yield self._fault(message, ", ".join(idle), way_out)

    def _wrong_sum(self, message: str, equation: str, unknown: str = "") -> Fault:
        value = f"{equation}, that is {in_figures(equation, self.numbers, unknown)}"
        return self._fault(message, value, "Correct the premises, the equation or the reading.")

    # --- premises ---

    def _premises(self, proved: Correction | None) -> Iterator[Fault]:
        if len(self.numbers) != len(self.record.premises):
            yield self._fault("two premises have one name", "", "Give one of them another name.")
        for premise in self.record.premises:
            what = f"premise {premise.name}: "
            passage = self._passage(premise.passage)
            times = passage.reading.count(premise.exact) if passage is not None else 0
            if passage is None or not times:
                message = f"{what}the words do not stand in the passage"
                way_out = "Quote them as the passage reads."
                yield self._fault(message, f"„{premise.exact}”", way_out, premise.passage)
                continue
            if premise.count and times != premise.value:
                message, way_out = f"{what}the words stand there {times} times", "Correct the value."
                yield self._fault(message, f"{premise.value} × „{premise.exact}”", way_out, premise.passage)
            if not premise.count and times > 1:
                message, way_out = f"{what}the words stand there {times} times", "Quote more of them."
                yield self._fault(message, f"„{premise.exact}”", way_out, premise.passage)
            if (
                not premise.count
                and premise.why is None
                and set(numbers_in(premise.exact)) != {premise.value}
            ):
                message = f"{what}the words do not name {premise.value} and that alone"
                yield self._fault(message, f"„{premise.exact}”", "Correct it, or say why.", premise.passage)
            if premise.why is not None and premise.value not in numbers_in(premise.why.pl):
                message = f"{what}its reason does not come to {premise.value}"
                yield self._fault(
                    message, premise.why.pl, "Correct the value or the reason.", premise.passage
                )
            yield from self._what_it_rests_on(premise, passage, proved)

    def _what_it_rests_on(
        self, premise: Premise, passage: Passage, proved: Correction | None
    ) -> Iterator[Fault]:
        """A premise may not rest on what it proves, nor on an uncertain reading."""
        start = passage.reading.index(premise.exact)
        for correction in passage.corrections_in(start, start + len(premise.exact)):
            if correction is proved:
                message = f"premise {premise.name} rests on the very correction that is to be proved"
            elif correction.kind in ("corr", "supplied", "gap") and correction.cert != "high":
                message = f"premise {premise.name} rests on a reading of certainty “{correction.cert}”"
            else:
                continue
            way_out = "Quote words that are as found, or certain."
            yield self._fault(message, f"„{premise.exact}”", way_out, premise.passage)

    def _passage(self, name: str) -> Passage | None:
        unit = self.archive.passages.get(name)
        return unit.passages[0] if unit is not None and unit.passages[0].id == name else None

    def _fault(self, message: str, value: str, way_out: str, passage: str = "") -> Fault:
        place = f"{self.place}, passage {passage}" if passage else self.place
        return Fault("emendations", self.record.origin.file, place, message, value, way_out)
