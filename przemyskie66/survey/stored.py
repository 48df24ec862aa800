"""Reading back what the surveys found, for those who show it: findings, demonstrations, reasons for none.

Any of the files may be missing; what is missing is told as not measured, never as zero.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Archive, Bilingual, Json, RecordedDeal
from przemyskie66.survey.contrasts import BETWEEN_DEALS, KIND_OF_GAME, Contrast, contrasts
from przemyskie66.survey.store import read_searched, survey_folder

#: Who may have played, in the order in which findings are shown.
PLAYERS = ("sensible", "random", "best")

#: Why the readings of a rule are not compared in single deals.
Reason: TypeAlias = Literal[
    "between-deals", "kind-of-game", "words", "not-played", "one-reading", "not-asked"
]


@dataclass(frozen=True)
class Measured:
    """How much one contrast changed, among deals played by certain players."""

    contrast: str  #: its id
    deals: int
    changed: int
    share: float  #: of deals whose settlement differs, 0 to 1
    share_interval: tuple[float, float]
    mean: float  #: mean change over all deals, in settlement points
    mean_interval: tuple[float, float]
    largest: Fraction
    first: int | None  #: number of the first deal that differs
    undefined: int  #: deals without a value under one of the readings, or given up; not among *deals*


@dataclass(frozen=True)
class Survey:
    """One stored survey: what was run, and what it found for each contrast."""

    players: str
    deals: int
    first: int
    command: str
    version: str
    engine: str  #: SHA-256 of the engine that played
    confidence: float
    found: Mapping[str, Measured]  #: by the id of the contrast


@dataclass(frozen=True)
class Measurements:
    """All that the archive holds on what its disagreements change in play."""

    contrasts: tuple[Contrast, ...]
    surveys: Mapping[str, Survey]  #: by players; only those that are there
    searched: Mapping[str, Mapping[str, Json]]  #: what was tried in vain, by the id of the contrast
    shown: Mapping[str, RecordedDeal]  #: the smallest deal found, by the id of the contrast

    def of_rule(self, rule: str) -> list[Contrast]:
        """Return the contrasts of *rule*."""
        return [contrast for contrast in self.contrasts if contrast.rule == rule]

    def found(self, contrast: Contrast, players: str) -> Measured | None:
        """Return what the survey of *players* found, or ``None`` if it is missing or did not ask."""
        survey = self.surveys.get(players)
        return survey.found.get(contrast.id) if survey is not None else None

    def weight(self, contrast: Contrast) -> tuple[float, ...]:
        """Return what contrasts are ordered by: shares by sensible, random and best players; unmeasured last."""
        found = [self.found(contrast, players) for players in PLAYERS]
        return tuple(-1.0 if measured is None else measured.share for measured in found)

    def ordered(self, chosen: Iterable[Contrast]) -> list[Contrast]:
        """Return *chosen*, those that change most first."""
        return sorted(
            chosen, key=lambda contrast: (*(-share for share in self.weight(contrast)), contrast.id)
        )


def measurements(archive: Archive) -> Measurements:
    """Return everything stored in the archive about its contrasts as they are now.

    Findings on contrasts that the rulebook no longer makes are left out.

    :raises CorpusError: if a stored survey cannot be read.
    """
    chosen = contrasts(archive)
    known = {contrast.id for contrast in chosen}
    surveys = {}
    for players in PLAYERS:
        survey = read_survey(archive.root, players)
        if survey is not None:
            surveys[players] = survey
    searched = {name: told for name, told in read_searched(archive.root).items() if name in known}
    deals = {_shows(deal): deal for deal in archive.deals.values()}
    shown = {
        contrast.id: deals[contrast.rule, frozenset((contrast.a, contrast.b))]
        for contrast in chosen
        if (contrast.rule, frozenset((contrast.a, contrast.b))) in deals
    }
    return Measurements(chosen, surveys, {name: _table(told) for name, told in searched.items()}, shown)


def _table(told: Json) -> Mapping[str, Json]:
    return told if isinstance(told, dict) else {}


def _shows(deal: RecordedDeal) -> tuple[str, frozenset[str]]:
    """Return the rule and the readings that *deal* was composed to show; empty for any other deal."""
    contrast = deal.data.get("contrast")
    if not isinstance(contrast, dict):
        return "", frozenset()
    readings = contrast.get("readings")
    return str(contrast.get("rule")), frozenset(readings if isinstance(readings, dict) else ())


def read_survey(root: Path, players: str) -> Survey | None:
    """Return the stored survey of *players*, or ``None`` if there is none.

    :raises CorpusError: if it cannot be read.
    """
    path = survey_folder(root) / f"{players}.json"
    if not path.is_file():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Survey(
            players=str(data["players"]),
            deals=int(data["deals"]),
            first=int(data["first"]),
            command=str(data["command"]),
            version=str(data["version"]),
            engine=str(data["engine"]),
            confidence=float(data["confidence"]),
            found={row.contrast: row for row in map(_row, data["contrasts"])},
        )
    except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
        way_out = f"Run: przemyskie66 survey --players {players} --write"
        fault = Fault(
            "survey", str(path.relative_to(root)), "whole file", "not a survey", str(error), way_out
        )
        raise CorpusError([fault]) from error


def _row(data: Mapping[str, Any]) -> Measured:
    low, high = data["share_interval"]
    mean_low, mean_high = data["mean_interval"]
    return Measured(
        contrast=".".join(str(data[key]) for key in ("base", "rule", "a", "b")),
        deals=int(data["deals"]),
        changed=int(data["changed"]),
        share=float(data["share"]),
        share_interval=(float(low), float(high)),
        mean=float(data["mean"]),
        mean_interval=(float(mean_low), float(mean_high)),
        largest=Fraction(str(data["largest"])),
        first=None if data["first"] is None else int(data["first"]),
        undefined=int(data["undefined"]),
    )


def tried(told: Mapping[str, Json]) -> tuple[int, int] | None:
    """Return how many positions of each size and how many deals were tried in vain.

    ``None`` if all tricks and hands were looked at instead, as for duties of play.
    """
    if "exhaustive" in told:
        return None
    return _number(told.get("positions")), _number(told.get("deals"))


def reason_for_none(told: Mapping[str, Json]) -> Bilingual | None:
    """Return why there can be no deal that shows a difference; ``None`` where that is not known."""
    reason = told.get("reason")
    if not isinstance(reason, dict):
        return None
    return Bilingual(str(reason["pl"]), str(reason["en"]))


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


def attested(archive: Archive, contrast: Contrast) -> bool:
    """Return whether some witness asserts each of the two readings: a difference that somebody stands for."""
    said = {c.reading for c in archive.claims_on(contrast.rule) if c.stance == "asserts"}
    return {contrast.a, contrast.b} <= said


def why_not_measured(archive: Archive, rule_id: str, chosen: Iterable[Contrast]) -> Reason | None:
    """Return why no two readings of a rule are among the contrasts *chosen*, or ``None`` if they are."""
    rule = archive.rules[rule_id]
    if any(contrast.rule == rule_id for contrast in chosen):
        return None
    if rule_id in BETWEEN_DEALS:
        return "between-deals"
    if rule_id in KIND_OF_GAME:
        return "kind-of-game"
    if rule.option is None:
        return "words" if rule.area == "words" else "not-played"
    return "one-reading" if sum(reading.played for reading in rule.readings) < 2 else "not-asked"
