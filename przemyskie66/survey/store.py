"""The results kept in the archive: surveys in ``corpus/survey/``, demonstrations in ``corpus/deals/``."""

import json
from collections.abc import Mapping
from pathlib import Path

from przemyskie66.engine import DealRecord, write_record
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Json
from przemyskie66.rulebook.anchoring import write_atomically
from przemyskie66.survey.contrasts import Contrast

#: Where what was searched for and not found is told.
SEARCHED = "searched.json"


def survey_folder(root: Path) -> Path:
    """Return the folder of surveys of the archive at *root*."""
    return root / "corpus" / "survey"


def record_id(contrast: Contrast) -> str:
    """Return the id of the deal that demonstrates *contrast*."""
    return f"roznica-{contrast.rule}-{contrast.a}-{contrast.b}"


def write_demonstration(root: Path, record: DealRecord) -> Path:
    """Write *record* among the deals of the archive at *root* and return its path."""
    path = root / "corpus" / "deals" / f"{record.id}.deal.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, write_record(record))
    return path


def write_survey(root: Path, players: str, data: Json) -> Path:
    """Write the survey of *players* into the archive at *root* and return its path."""
    return _write_result(root, f"{players}.json", data)


def read_searched(root: Path) -> dict[str, Json]:
    """Return what was searched for without success, by contrast; empty where nothing is told.

    :raises CorpusError: if the file cannot be read.
    """
    path = survey_folder(root) / SEARCHED
    if not path.is_file():
        return {}
    try:
        return dict(json.loads(path.read_text(encoding="utf-8"))["contrasts"])
    except (ValueError, KeyError, TypeError) as error:
        way_out = "Put it back as published, or run: przemyskie66 smallest --write"
        message = "does not tell what was searched"
        fault = Fault("survey", str(path.relative_to(root)), "whole file", message, str(error), way_out)
        raise CorpusError([fault]) from error


def write_searched(root: Path, told: Mapping[str, Json]) -> None:
    """Write what was searched for without success, by contrast.

    Each is told by what was tried in vain: ``positions`` with each number of ``sizes`` cards in a hand, whole
    ``deals``, or, where every trick and every hand was looked at, the cards of such a hand, ``exhaustive``.
    ``reason`` (pl, en) is the editors' word on why there can be none; a test holds to each.
    """
    data: dict[str, Json] = {
        "about": "Contrasts of which the search found no demonstration, and what was tried. Only where there "
        "is a reason is it known that there can be none.",
        "contrasts": dict(sorted(told.items())),
    }
    _write_result(root, SEARCHED, data)


def _write_result(root: Path, name: str, data: Json) -> Path:
    path = survey_folder(root) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    return path
