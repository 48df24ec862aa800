"""The grid, what counts as two witnesses, and the computed standing of a rule."""

from dataclasses import replace

import pytest

from przemyskie66.rulebook import (
    STATUSES,
    Archive,
    Claim,
    Scope,
    disagreement_on,
    disagreements,
    grid,
    independent,
    status,
    statuses,
)


def test_every_square_is_filled(archive: Archive) -> None:
    rows = grid(archive)
    assert set(rows) == set(archive.rules)
    for row in rows.values():
        assert set(row) == set(archive.witnesses)
        assert all(cell.kind != "empty" for cell in row.values())


def test_a_witness_without_a_text_is_not_held_never_silent(archive: Archive) -> None:
    kinds = {row["zapis-1997"].kind for row in grid(archive).values()}
    assert kinds <= {"not-held", "claims"}


def test_the_page_and_those_it_reports_are_not_two(archive: Archive) -> None:
    assert not independent(archive, "witryna", "ojciec")
    assert not independent(archive, "instrukcja", "witryna")
    assert not independent(archive, "witryna", "program")
    assert not independent(archive, "ojciec", "ojciec")
    assert independent(archive, "witryna", "wikibooks")
    assert independent(archive, "ojciec", "wikibooks")


def test_dependence_is_followed_at_any_remove(archive: Archive) -> None:
    far = replace(archive.witnesses["wikibooks"], depends_on=("podrecznik",))
    farther = replace(archive.witnesses["brydz"], depends_on=("wikibooks",))
    changed = replace(archive, witnesses={**archive.witnesses, "wikibooks": far, "brydz": farther})
    assert not independent(changed, "brydz", "podrecznik")


@pytest.mark.parametrize(
    ("one", "other", "overlap", "across"),
    [
        (Scope(game="przemyskie"), Scope(game="sixty-six"), False, True),
        (Scope(players=(2,)), Scope(players=(3,)), False, False),
        (Scope(players=(2, 3)), Scope(players=(3,)), True, True),
        (Scope(contract="warszawa"), Scope(), True, True),
        (Scope(phase="stock"), Scope(phase="no-stock"), False, False),
    ],
)
def test_scopes(one: Scope, other: Scope, overlap: bool, across: bool) -> None:
    assert one.overlaps(other) is other.overlaps(one) is overlap
    assert one.overlaps(other, across_games=True) is across


def test_standing_is_computed(archive: Archive) -> None:
    assert status(archive, "throw-in") == "disputed"
    assert "agreed-with-relative" in statuses(archive, "meld-points")
    assert "relative-only" in statuses(archive, "target")
    assert statuses(archive, "ladder-names") == ("pinned",)
    assert statuses(archive, "contracts") == ("open",)
    for rule in archive.rules:
        found = statuses(archive, rule)
        assert found
        assert list(found) == sorted(found, key=STATUSES.index)


def with_claims(archive: Archive, *claims: Claim) -> Archive:
    return replace(archive, claims={claim.id: claim for claim in claims}, pins={})


def test_each_kind_of_difference(archive: Archive) -> None:
    """The same two claims, moved from game to game and witness to witness."""
    one = replace(archive.claims["ojciec-throw-in"], scope=Scope(game="przemyskie"))
    other = replace(archive.claims["instrukcja-throw-in"], scope=Scope(game="przemyskie"))
    assert status(with_claims(archive, one, other), "throw-in") == "disputed"
    relative = replace(other, witness="wikibooks", scope=Scope(game="sixty-six"))
    assert status(with_claims(archive, one, relative), "throw-in") == "differs-between-relatives"
    elsewhere = replace(other, scope=Scope(game="przemyskie", contract="warszawa"))
    apart = with_claims(archive, replace(one, scope=Scope(game="przemyskie", contract="suit")), elsewhere)
    assert status(apart, "throw-in") == "variant"
    same = replace(other, reading=one.reading)
    assert status(with_claims(archive, one, replace(same, witness="wikibooks")), "throw-in") == "agreed"
    of_relative = replace(same, witness="wikibooks", scope=Scope(game="sixty-six"))
    assert status(with_claims(archive, one, of_relative), "throw-in") == "agreed-with-relative"
    assert status(with_claims(archive, of_relative), "throw-in") == "relative-only"
    assert status(with_claims(archive, one, replace(same, witness="witryna")), "throw-in") == "single-witness"
    refused = replace(same, stance="rejects")
    assert status(with_claims(archive, one, refused), "throw-in") == "disputed"
    assert status(with_claims(archive), "throw-in") == "open"


def test_a_word_for_two_things_is_a_disagreement_of_its_kind(archive: Archive) -> None:
    found = disagreement_on(archive, "woda-meaning")
    assert found is not None
    assert found.kind == "word"
    assert {side.reading for side in found.sides} == {"having-33", "below-33"}


def test_disagreements_have_two_sides_and_name_their_claims(archive: Archive) -> None:
    found = disagreements(archive)
    assert "throw-in" in {disagreement.rule for disagreement in found}
    for disagreement in found:
        assert len(disagreement.sides) >= 2
        for side in disagreement.sides:
            assert side.claims
            assert all(archive.claims[name].reading == side.reading for name in side.claims)
