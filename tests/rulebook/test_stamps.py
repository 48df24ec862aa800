"""Review stamps: they go stale when what was read changes, and say what has changed."""

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from przemyskie66.rulebook import (
    Archive,
    Bilingual,
    Case,
    Claim,
    Review,
    Scope,
    fingerprint,
    read_archive,
    stale_parts,
    stamp,
    stamp_faults,
    unreviewed,
)
from przemyskie66.rulebook.stamps import PARTS

NAME = "ojciec-throw-in"


@pytest.fixture(scope="module")
def stamped(archive: Archive) -> Archive:
    claim = archive.claims[NAME]
    review = Review("redakcja", "2026-11-30", fingerprint(archive, claim))
    return replace(archive, claims={NAME: replace(claim, review=review)})


def with_claim(archive: Archive, claim: Claim) -> Archive:
    return replace(archive, claims={NAME: claim})


def test_a_fresh_stamp_is_not_stale(stamped: Archive) -> None:
    assert stale_parts(stamped, stamped.claims[NAME]) == ()
    assert stamp_faults(stamped) == []


def test_a_fingerprint_names_its_parts(archive: Archive) -> None:
    pieces = fingerprint(archive, archive.claims[NAME]).split()
    assert [piece.split(":")[0] for piece in pieces] == list(PARTS)
    assert all(len(piece.split(":")[1]) == 8 for piece in pieces)


def changed_claims(claim: Claim) -> dict[str, Claim]:
    return {
        "witness": replace(claim, witness="witryna"),
        "stance": replace(claim, stance="rejects"),
        "scope": replace(claim, scope=Scope(game="przemyskie", phase="choice")),
        "quote": replace(claim, anchor=replace(claim.anchor, exact=claim.anchor.exact[:-1])),
        "reading": replace(claim, reading="two-points"),
    }


@pytest.mark.parametrize("part", ["witness", "stance", "scope", "quote", "reading"])
def test_a_change_of_the_claim_is_named(stamped: Archive, part: str) -> None:
    spoilt = with_claim(stamped, changed_claims(stamped.claims[NAME])[part])
    assert stale_parts(spoilt, spoilt.claims[NAME]) == (part,)
    (fault,) = stamp_faults(spoilt)
    assert PARTS[part] in fault.message
    assert "redakcja" in fault.message
    assert fault.rules == ("throw-in",)
    assert f"stamp {NAME} --write" in fault.way_out


def test_said_or_inferred_is_part_of_the_stance(stamped: Archive) -> None:
    spoilt = with_claim(stamped, replace(stamped.claims[NAME], explicit=False))
    assert stale_parts(spoilt, spoilt.claims[NAME]) == ("stance",)


@pytest.mark.rule("throw-in")
def test_a_change_of_the_rule_its_readings_or_its_cases_is_named(stamped: Archive) -> None:
    rule = stamped.rules["throw-in"]
    claim = stamped.claims[NAME]
    question = replace(rule, question=Bilingual(rule.question.pl, "Otherwise?"))
    assert stale_parts(replace(stamped, rules={**stamped.rules, rule.id: question}), claim) == ("rule",)
    readings = tuple(replace(reading, value="other") for reading in rule.readings)
    valued = replace(rule, readings=readings)
    assert stale_parts(replace(stamped, rules={**stamped.rules, rule.id: valued}), claim) == ("reading",)
    case = stamped.cases_of("throw-in")[0]
    other: Case = replace(case, data={**case.data, "actions": ["A choose H"]})
    assert stale_parts(replace(stamped, cases={**stamped.cases, case.id: other}), claim) == ("tests",)


def test_a_note_is_not_part_of_what_was_compared(stamped: Archive) -> None:
    claim = replace(stamped.claims[NAME], note=Bilingual("uwaga", "note"))
    assert stale_parts(with_claim(stamped, claim), claim) == ()


def test_a_claim_without_a_stamp_is_a_fault(archive: Archive) -> None:
    bare = with_claim(archive, replace(archive.claims[NAME], review=None))
    assert [claim.id for claim in unreviewed(bare)] == [NAME]
    assert [fault.rules for fault in stamp_faults(bare)] == [("throw-in",)]


def test_stamping_changes_nothing_else_in_the_files(copy: Path) -> None:
    """Every claim is stamped anew on another day; all but the stamps stays as it is, letter for letter."""
    archive = read_archive(copy)
    before = {path: path.read_text(encoding="utf-8") for path in sorted((copy / "corpus/claims").iterdir())}
    done = stamp(archive, archive.claims.values(), "automat", date(2027, 1, 2), write=True)
    assert len(done) == len(archive.claims)
    assert all(changed == () for _, changed in done)
    for path, text in before.items():
        after = path.read_text(encoding="utf-8")
        dated = after.replace('"automat"', '"redakcja"').replace('date = "2027-01-02"', 'date = "2026-11-30"')
        assert dated == text
    again = read_archive(copy)
    assert {claim.review and claim.review.date for claim in again.claims.values()} == {"2027-01-02"}
    assert stamp_faults(again) == []


def test_a_stamp_stands_at_the_end_of_its_claim(copy: Path) -> None:
    text = (copy / "corpus/claims/ojciec.claims.toml").read_text(encoding="utf-8")
    first = text.split("[[claim]]")[1]
    assert first.index("[claim.anchor]") < first.index("[claim.review]")
    assert first.endswith('"\n\n')
    assert tomllib.loads(text)["claim"][0]["review"]["role"] == "redakcja"


def test_nothing_is_written_without_being_asked(copy: Path) -> None:
    archive = read_archive(copy)
    path = copy / "corpus/claims/ojciec.claims.toml"
    before = path.read_bytes()
    stamp(archive, archive.claims.values(), "automat", date(2027, 1, 2), write=False)
    assert path.read_bytes() == before
