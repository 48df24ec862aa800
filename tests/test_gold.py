"""The samples of the right answer in ``tests/gold/``: transcription, claims, parallels."""

import importlib.util
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from przemyskie66.rulebook import Archive, Claim, Parallel, export

GOLD = Path(__file__).parent / "gold"

#: Most errors that the edition allows itself in the sample, in percent.
MOST_CHARACTERS_WRONG = 0.2
MOST_WORDS_WRONG = 1.0

#: Parallels of the sample that have one of ours in the same place; raise it when more are found.
FEWEST_PARALLELS = 20


def sample(name: str) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in (GOLD / f"{name}-sample.jsonl").read_text(encoding="utf-8").splitlines()
    ]


@cache
def script(path: Path) -> ModuleType:
    """Return a script as a module, without running it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- transcription ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counts(root: Path, archive: Archive) -> dict[str, int]:
    """What ``scripts/measure_quality.py`` counts now."""
    measuring = script(root / "scripts" / "measure_quality.py")
    return dict(measuring.measure(archive.documents["zagrajmy"], measuring.scorer()))


def test_the_transcription_is_as_good_as_it_claims_to_be(counts: dict[str, int]) -> None:
    assert 100 * counts["characters_wrong"] / counts["characters"] <= MOST_CHARACTERS_WRONG
    assert 100 * counts["words_wrong"] / counts["words"] <= MOST_WORDS_WRONG


def test_the_published_counts_are_those_of_today(root: Path, counts: dict[str, int]) -> None:
    published = tomllib.loads((root / "corpus" / "quality.toml").read_text(encoding="utf-8"))["transcription"]
    assert {name: published[name] for name in counts} == counts, "run: python scripts/measure_quality.py"


def test_the_scorer_says_the_same_of_the_exported_passages(
    root: Path, archive: Archive, counts: dict[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The scorer as it came, on the files that anyone can export."""
    export(archive, tmp_path)
    raw = root / "corpus" / "raw" / "zagrajmy.txt"
    scorer = script(GOLD / "score_transcription.py")
    scorer.main(tmp_path / "passages.jsonl", GOLD / "transcription-sample.jsonl", raw, "zagrajmy")
    *spans, total = capsys.readouterr().out.splitlines()
    rates = re.findall(r"(\d+\.\d\d)%", total)
    wanted = [
        100 * counts[f"{unit}_wrong{raw}"] / counts[unit]
        for unit in ("characters", "words")
        for raw in ("_raw", "")
    ]
    assert len(spans) == counts["spans"]
    assert rates == [f"{rate:.2f}" for rate in wanted]


# --- claims and parallels ---------------------------------------------------------------------


def places(archive: Archive, records: Iterable[Claim | Parallel]) -> Iterator[tuple[str, str, int, int]]:
    """Yield whose word each quote is, and its document and span in the raw file."""
    for record in records:
        passage = archive.passage(record.anchor.passage)
        start, end = passage.raw_span(record.anchor.start, record.anchor.end)
        witness = record.witness if isinstance(record, Claim) else ""
        yield witness, passage.document, start, end


def test_the_samples_quote_the_raw_files(archive: Archive) -> None:
    for wanted in (*sample("claims"), *sample("parallels")):
        raw = archive.documents[wanted.get("document", "zagrajmy")].raw
        assert raw[wanted["raw_start"] : wanted["raw_end"]] == wanted["quote"]


@pytest.mark.parametrize("wanted", sample("claims"), ids=lambda wanted: wanted["id"])
def test_every_claim_of_the_sample_is_ours_too(archive: Archive, wanted: dict[str, Any]) -> None:
    """A claim of the same witness overlaps every sentence that the sample quotes."""
    claims = list(places(archive, archive.claims.values()))
    for passage in archive.documents[wanted["document"]].passages:
        start, end = max(passage.raw_start, wanted["raw_start"]), min(passage.raw_end, wanted["raw_end"])
        if start < end:
            assert any(
                (witness, document) == (wanted["witness"], wanted["document"]) and low < end and start < high
                for witness, document, low, high in claims
            ), passage.id


def test_parallels_of_the_sample_are_not_lost(archive: Archive) -> None:
    parallels = [place for place in places(archive, archive.parallels.values()) if place[1] == "zagrajmy"]
    found = [
        wanted
        for wanted in sample("parallels")
        if any(low < wanted["raw_end"] and wanted["raw_start"] < high for _, _, low, high in parallels)
    ]
    assert len(found) >= FEWEST_PARALLELS
