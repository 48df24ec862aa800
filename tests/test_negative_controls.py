"""Whatever is spoilt is noticed, with stamps and seals switched off; what only they notice is listed."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from przemyskie66.checks import controls
from przemyskie66.checks.controls import KINDS, ControlReport, recorded, run_controls, write_record
from przemyskie66.rulebook import Archive, read_archive

ROOT = Path(__file__).resolve().parents[1]


@cache
def report(kind: str) -> ControlReport:
    return run_controls(read_archive(ROOT), [kind])


def listed(found: Any, name: str, kind: str) -> list[Any]:
    return [control for control in found[name] if control["kind"] == kind]


@pytest.mark.parametrize("kind", KINDS)
def test_everything_spoilt_is_noticed(kind: str) -> None:
    found = report(kind)
    assert found.tried[kind] > 0
    assert [f"{control.subject}: {control.how}" for control in found.missed] == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_only_stamps_and_seals_notice_is_what_is_published(kind: str) -> None:
    """A change of the list is meant: read it, then renew it by ``przemyskie66 controls --write``."""
    found = report(kind).to_json()
    for name in ("only_stamps", "only_seals"):
        assert listed(found, name, kind) == listed(recorded(ROOT), name, kind)


def test_the_published_list_names_known_kinds_only() -> None:
    published: Any = recorded(ROOT)
    assert {control["kind"] for name in published for control in published[name]} <= set(KINDS)


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if kind not in ("reading-flipped", "stance-flipped", "pin-unset", "pin-flipped")],
)
def test_words_and_witnesses_need_no_stamp(kind: str) -> None:
    assert not report(kind).only_stamps
    assert not report(kind).only_seals


def test_a_reading_that_a_case_plays_is_not_left_to_a_stamp(archive: Archive) -> None:
    """Only where no case can show the reading of a claim does its stamp alone hold it."""
    shown = {(case.rule, case.reading) for case in archive.cases.values()}
    left = [*report("reading-flipped").only_stamps, *report("stance-flipped").only_stamps]
    for control in left:
        claim = archive.claims[control.subject.removeprefix("claim:")]
        assert (claim.rule, claim.reading) not in shown or claim.stance != "asserts"


def test_a_pin_that_the_engine_plays_is_not_left_to_a_seal(archive: Archive) -> None:
    for control in (*report("pin-unset").only_seals, *report("pin-flipped").only_seals):
        pin = archive.pins[control.subject.removeprefix("pin:")]
        assert archive.rules[pin.rule].option is None


def test_every_sentence_of_our_texts_is_deleted_once(archive: Archive) -> None:
    deleted = sum(len(archive.documents[name].passages) for name in ("witryna", "wikibooks"))
    assert report("sentence-deleted").tried["sentence-deleted"] >= deleted + controls.SENTENCES_DELETED


def test_a_check_that_sees_nothing_is_seen(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The controls themselves are controlled: without the voice of a quote, swaps go unnoticed."""
    blind = tuple(name for name in controls._RULE_CHECKS if name != "claim-voice")
    monkeypatch.setattr(controls, "_RULE_CHECKS", blind)
    assert run_controls(archive, ["witness-swapped"]).only_stamps


def test_the_list_is_written_and_read_back(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    assert recorded(tmp_path) is None
    found = report("pin-unset")
    write_record(tmp_path, found)
    assert recorded(tmp_path) == found.to_json()
