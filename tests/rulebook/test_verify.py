"""Proofs: every rule's chain holds, and a broken link is shown as broken."""

from dataclasses import replace

import pytest

from przemyskie66.errors import CorpusError, UnknownIdError
from przemyskie66.rulebook import Archive, run_cases, verify


def test_the_proof_of_every_rule_holds(archive: Archive) -> None:
    for name in archive.rules:
        proof = verify(archive, f"rule:{name}")
        assert proof.ok, [step.text.en for step in proof.steps if not step.ok]


@pytest.mark.rule("throw-in")
def test_a_proof_goes_from_the_source_to_play(archive: Archive) -> None:
    kinds = [step.kind for step in verify(archive, "claim:ojciec-throw-in").steps]
    assert kinds[:4] == ["claim", "quote", "raw", "option"]
    assert "case" in kinds


@pytest.mark.parametrize("ref", ["pin:przemyskie-throw-in", "case:throw-in-1", "passage:witryna-rozdanie-5"])
def test_other_things_have_proofs_too(archive: Archive, ref: str) -> None:
    proof = verify(archive, ref)
    assert proof.ok
    assert proof.steps


def test_a_lost_nie_breaks_the_quote(archive: Archive) -> None:
    claim = next(claim for claim in archive.claims.values() if " nie " in claim.anchor.exact)
    spoilt = replace(claim, anchor=replace(claim.anchor, exact=claim.anchor.exact.replace(" nie ", " ", 1)))
    changed = replace(archive, claims={**archive.claims, claim.id: spoilt})
    proof = verify(changed, f"claim:{claim.id}")
    assert not proof.ok
    assert [step.kind for step in proof.steps if not step.ok] == ["quote"]


def test_a_case_run_under_another_reading_fails(archive: Archive) -> None:
    case = next(case for case in archive.cases_of("throw-in") if case.reading == "two-points")
    changed = replace(archive, cases={case.id: replace(case, reading="as-loss")})
    (found,) = run_cases(changed, "throw-in")
    assert not found.ok
    assert found.failures


def test_what_has_no_proof_says_so(archive: Archive) -> None:
    with pytest.raises(CorpusError, match="no proof"):
        verify(archive, "witness:ojciec")
    with pytest.raises(UnknownIdError, match="throw-in"):
        verify(archive, "throw-inn")
