"""What is wrong with the stored surveys: files that cannot be read, figures that do not follow from their counts."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from przemyskie66.errors import Fault
from przemyskie66.rulebook.schemas import faults_in
from przemyskie66.survey.chunk import Tally
from przemyskie66.survey.contrasts import Contrast
from przemyskie66.survey.store import SEARCHED, survey_folder
from przemyskie66.survey.summary import CONFIDENCE, figures, finding

_CHECK = "surveys"


def survey_faults(root: Path) -> list[Fault]:
    """Return every fault of the files in ``corpus/survey/`` of the archive at *root*."""
    faults: list[Fault] = []
    for path in sorted(survey_folder(root).glob("*.json")):
        file = path.relative_to(root).as_posix()
        searched = path.name == SEARCHED
        command = "smallest" if searched else f"survey --players {path.stem}"
        way_out = f"Run: przemyskie66 {command} --write"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            faults.append(Fault(_CHECK, file, "whole file", "cannot be read", str(error), way_out))
            continue
        shape = faults_in(root, "searched" if searched else "survey", data, file, _place(data))
        faults += shape
        if not shape and not searched:
            faults += _of_survey(data, file, path.stem, way_out)
    return faults


def _place(data: Any) -> Any:
    def place(path: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
        if len(path) > 1 and path[0] == "contrasts":
            if isinstance(path[1], str):
                return path[1], ()
            row = data["contrasts"][path[1]]
            if isinstance(row, dict):
                return _name(row), (str(row.get("rule")),)
        return "whole file", ()

    return place


def _name(row: Mapping[str, Any]) -> str:
    return ".".join(str(row.get(key)) for key in ("base", "rule", "a", "b"))


def _of_survey(data: Mapping[str, Any], file: str, players: str, way_out: str) -> Iterator[Fault]:
    def fault(place: str, message: str, value: object, *rules: str) -> Fault:
        return Fault(_CHECK, file, place, message, str(value), way_out, rules)

    if data["players"] != players:
        yield fault("players", f"the file is that of {players}", data["players"])
    if data["confidence"] != CONFIDENCE:
        yield fault("confidence", f"expected {CONFIDENCE}", data["confidence"])
    told = _options(data["command"])
    wanted = {"--players": data["players"], "--deals": str(data["deals"]), "--first": str(data["first"])}
    if {"--first": "0", **told} != wanted:
        yield fault("command", "it does not make this file", data["command"])
    seen: set[str] = set()
    for row in data["contrasts"]:
        name, rule = _name(row), row["rule"]
        if name in seen:
            yield fault(name, "told twice", name, rule)
        seen.add(name)
        if row["deals"] + row["undefined"] != data["deals"]:
            message = f"deals and undefined do not make the {data['deals']} of the survey"
            yield fault(name, message, row["deals"] + row["undefined"], rule)
        tally = Tally.from_json(row)
        if not _possible(tally, data["first"], data["deals"]):
            counts = (
                f"changed {tally.changed}, total {tally.total}, largest {tally.largest}, first {tally.first}"
            )
            yield fault(name, "counts that no deals can give", counts, rule)
            continue  # no figure follows from them
        contrast = Contrast(row["base"], rule, row["a"], row["b"], row["disputed"])
        for key, value in figures(finding(contrast, tally)).items():
            if row[key] != value:
                message = f"does not follow from the counts, which give {value}"
                yield fault(f"{name}, {key}", message, row[key], rule)


def _possible(tally: Tally, first: int, deals: int) -> bool:
    """Return whether *tally* can be that of the *deals* from number *first*."""
    if not tally.changed:
        return tally.total == tally.squares == tally.largest == 0 and tally.first is None
    within = tally.first is not None and first <= tally.first < first + deals
    sums = tally.largest <= tally.total <= tally.changed * tally.largest
    return (
        within and sums and tally.changed <= tally.deals and tally.total**2 <= tally.changed * tally.squares
    )


def _options(command: str) -> dict[str, str]:
    """Return the options of a command that have values."""
    try:
        words = shlex.split(command)
    except ValueError:
        return {}
    if words[:2] != ["przemyskie66", "survey"]:
        return {}
    return {word: value for word, value in pairwise(words) if word in ("--players", "--deals", "--first")}
