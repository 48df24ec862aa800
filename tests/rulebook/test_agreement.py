"""How far the witnesses agree: counted again here, from the files of claims alone."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from przemyskie66.rulebook import Archive
from przemyskie66.rulebook.agreement import Pair, agreement, speaking


@pytest.fixture(scope="module")
def pairs(archive: Archive) -> dict[frozenset[str], Pair]:
    return {frozenset((pair.first, pair.second)): pair for pair in agreement(archive)}


def said(root: Path) -> dict[str, dict[str, list[dict[str, object]]]]:
    """Return what each witness settles on each rule, as the files have it."""
    found: dict[str, dict[str, list[dict[str, object]]]] = {}
    for path in sorted((root / "corpus" / "claims").glob("*.claims.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for claim in data.get("claim", []):
            if claim["stance"] != "leaves-open":
                found.setdefault(data["witness"], {}).setdefault(claim["rule"], []).append(claim)
    return found


def meet(one: dict[str, object], other: dict[str, object]) -> bool:
    """Return whether the limits of two claims, the game aside, leave a situation to both."""
    mine, theirs = (dict(claim.get("scope", {})) for claim in (one, other))  # type: ignore[call-overload]
    for key in ("contract", "phase"):
        if key in mine and key in theirs and mine[key] != theirs[key]:
            return False
    return "players" not in mine or "players" not in theirs or bool({*mine["players"]} & {*theirs["players"]})


def clash(one: dict[str, object], other: dict[str, object]) -> bool:
    if one["stance"] == other["stance"] == "asserts":
        return one["reading"] != other["reading"]
    return one["stance"] != other["stance"] and one["reading"] == other["reading"]


def test_the_counts_are_those_of_the_files(root: Path, pairs: dict[frozenset[str], Pair]) -> None:
    claims = said(root)
    assert {frozenset(pair) for pair in combinations(claims, 2)} == set(pairs)
    for (first, of_first), (second, of_second) in combinations(claims.items(), 2):
        differ, agree, apart = set(), set(), set()
        for rule in of_first.keys() & of_second.keys():
            both = [(a, b) for a in of_first[rule] for b in of_second[rule] if meet(a, b)]
            if any(clash(*pair) for pair in both):
                differ.add(rule)
            elif any((a["stance"], a["reading"]) == (b["stance"], b["reading"]) for a, b in both):
                agree.add(rule)
            else:
                apart.add(rule)
        pair = pairs[frozenset((first, second))]
        assert (set(pair.differ), set(pair.agree), set(pair.apart)) == (differ, agree, apart), (first, second)


def test_no_two_witnesses_of_the_page_count_as_two(
    archive: Archive, pairs: dict[frozenset[str], Pair]
) -> None:
    ties = {pair: found.tie for pair, found in pairs.items()}
    assert ties[frozenset(("ojciec", "instrukcja"))] == "one-reporter"
    assert ties[frozenset(("ojciec", "witryna"))] == "reports"
    assert ties[frozenset(("program", "witryna"))] == "leans-on"
    assert ties[frozenset(("ojciec", "wikibooks"))] is None
    assert all(tie is None for pair, tie in ties.items() if "wikibooks" in pair)


def test_a_rule_stands_once_and_only_if_both_answer_it(archive: Archive) -> None:
    for pair in agreement(archive):
        assert len(set(pair.common)) == len(pair.common)
        assert pair.one_game <= set(pair.common)
        for rule in pair.common:
            assert archive.claims_on(rule, pair.first)
            assert archive.claims_on(rule, pair.second)
    assert set(speaking(archive)) == {claim.witness for claim in archive.claims.values()}


def test_the_page_of_agreement_says_what_holds(archive: Archive, pairs: dict[frozenset[str], Pair]) -> None:
    """Its sentences without figures: the page mostly says what Wikibooks says; the father differs off the table."""
    page = pairs[frozenset(("witryna", "wikibooks"))]
    assert len(page.agree) > len(page.common) / 2
    father = pairs[frozenset(("ojciec", "wikibooks"))]
    assert {archive.rules[rule].area for rule in father.differ} <= {"settlement", "table", "words"}
    most = max(pairs.values(), key=lambda pair: len(pair.common))
    assert most is page
