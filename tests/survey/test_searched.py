"""Pairs of readings for which no deal shows a difference: none is forgotten, and each reason given for it holds."""

import ast
import json
from collections.abc import Callable
from typing import Any

import pytest

from przemyskie66.cli.app import main
from przemyskie66.engine import Deal, Game, Ruleset, Tally
from przemyskie66.engine.contracts import SUIT_GAME, terms_of
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.outcome import played_out, side_points
from przemyskie66.engine.play import OVER
from przemyskie66.engine.settlement import AT_MOST, Stake, full_loss
from przemyskie66.rulebook import Archive, answers, to_ruleset
from przemyskie66.survey.contrasts import Contrast, contrasts, under
from przemyskie66.survey.smallest import tries
from przemyskie66.survey.store import read_searched
from przemyskie66.survey.stored import measurements


def both(archive: Archive, contrast: Contrast) -> tuple[Ruleset, Ruleset]:
    """Return the rulesets that *contrast* sets side by side."""
    base = to_ruleset(archive, archive.profiles[contrast.base])
    a, b = (under(archive, base, contrast.rule, reading) for reading in (contrast.a, contrast.b))
    return a, b


def told_of(archive: Archive, contrast: Contrast) -> dict[str, Any]:
    told = read_searched(archive.root)[contrast.id]
    assert isinstance(told, dict)
    return told


def test_every_pair_of_readings_has_a_deal_or_is_said_to_have_been_searched(archive: Archive) -> None:
    found = measurements(archive)
    known = {contrast.id for contrast in contrasts(archive)}
    assert set(read_searched(archive.root)) <= known
    assert set(found.shown) | set(found.searched) == known
    assert not set(found.shown) & set(found.searched)


def test_what_is_said_to_have_been_tried_is_what_the_search_tries(archive: Archive) -> None:
    for contrast in contrasts(archive):
        if contrast.id in read_searched(archive.root):
            told = {key: value for key, value in told_of(archive, contrast).items() if key != "reason"}
            assert told == tries(contrast.rule, archive.rules[contrast.rule].area)


def test_each_area_tells_what_is_tried_in_it() -> None:
    assert set(tries("follow-suit", "play")) == {"exhaustive"}
    assert set(tries("choice-order", "choice")) == {"deals"}
    assert set(tries("last-trick", "outcome")) == {"positions", "sizes", "deals"}


def played_alike(a: Ruleset, b: Ruleset, deals: int) -> None:
    """Assert that deals played by chance allow the same at every moment and end the same."""
    count = a.players if isinstance(a.players, int) else 3
    for number in range(deals):
        chance, deal = SplitMix64(number), Deal.from_seed(number, number % count, seat_names(count))
        blind = bool(a.blind_games) and number % 4 == 0
        one, other = (Game.start(ruleset, deal, blind=blind) for ruleset in (a, b))
        while one.phase != OVER:
            legal = one.legal_actions()
            assert other.legal_actions() == legal
            action = chance.pick(legal)
            one.apply(action)
            other.apply(action)
        assert other.phase == OVER
        assert other.settlement() == one.settlement()


def defenders_target_never_shows(archive: Archive, contrast: Contrast) -> None:
    """Whoever is first, the declarer's own points decide: for all that both sides can have in the end."""
    a, b = both(archive, contrast)
    for ruleset in (a, b):
        assert ruleset.end_of_play == "played-out"
        assert ruleset.first_to_66 == "declarer-wins"
    given = answers(archive, archive.profiles[contrast.base])
    assert {given[rule].basis for rule in ("end-of-play", "first-to-66")} == {"pinned"}
    for own in range(161):
        for others in range(161 - own):
            tallies = (Tally(4, own), Tally(2, others // 2), Tally(2, others - others // 2))
            ends = set()
            for ruleset in (a, b):
                sides: list[tuple[int, ...]] = (
                    [(0,)] if side_points(ruleset, (0,), tallies) >= ruleset.target else []
                )
                if ruleset.defenders_target == "wins" and others >= ruleset.target:
                    sides.append((1, 2))
                for first in (*sides, *[None] * (not sides)):
                    end = played_out(ruleset, 0, tallies, first, 0)
                    ends.add((end.kind, end.winners, end.losers))
            assert len(ends) == 1, (own, others, ends)


def cap_on_refusal_never_shows(archive: Archive, contrast: Contrast) -> None:
    """No price is above what the cap leaves, and nothing multiplies it."""
    for ruleset in both(archive, contrast):
        assert (ruleset.doubling, ruleset.blind_games, ruleset.contract_rank) == ("none", (), ())
        stake = Stake(terms_of(ruleset, SUIT_GAME), refused=True)
        assert full_loss(ruleset, stake) <= AT_MOST


def zyd_outcome_only_names(archive: Archive, contrast: Contrast) -> None:
    """Nothing in the engine asks what it says but the place that notes the word."""
    asking = set()
    for path in (archive.root / "przemyskie66" / "engine").glob("*.py"):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.FunctionDef) and any(
                isinstance(inner, ast.Attribute) and inner.attr == "zyd_outcome" for inner in ast.walk(part)
            ):
                asking.add(part.name)
    assert asking == {"_note_zyd"}
    assert all(ruleset.zyd_meaning == "outcome" for ruleset in both(archive, contrast))


#: What shows that the reason holds, by rule.
PROOFS: dict[str, Callable[[Archive, Contrast], None]] = {
    "defenders-target": defenders_target_never_shows,
    "refusal-stake-cap": cap_on_refusal_never_shows,
    "zyd-outcome": zyd_outcome_only_names,
}


def test_where_a_reason_is_given_it_holds(archive: Archive) -> None:
    reasoned = [
        contrast
        for contrast in contrasts(archive)
        if contrast.id in read_searched(archive.root) and "reason" in told_of(archive, contrast)
    ]
    assert {contrast.rule for contrast in reasoned} == set(PROOFS)
    for contrast in reasoned:
        reason = told_of(archive, contrast)["reason"]
        assert set(reason) == {"pl", "en"}
        PROOFS[contrast.rule](archive, contrast)
        played_alike(*both(archive, contrast), 20)


def test_a_search_in_vain_keeps_the_reason_and_tells_what_it_tried(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    from przemyskie66.cli import surveying

    kept: dict[str, Any] = {}
    (contrast,) = (c for c in contrasts(archive) if c.rule == "refusal-stake-cap")

    class Finds:
        """Stands for the pool of processes; finds nothing."""

        def __init__(self, cores: int | None) -> None:
            """Take no process."""

        def __enter__(self) -> "Finds":
            return self

        def __exit__(self, *_: object) -> None:
            """Leave nothing behind."""

        def submit(self, *_: object) -> "Finds":
            return self

        def result(self) -> None:
            return None

    stale = {
        "positions": 1,
        "reason": told_of(archive, contrast)["reason"],
    }  # so that what is tried is written anew
    monkeypatch.setattr(surveying, "read_searched", lambda _root: {contrast.id: stale})
    monkeypatch.setattr(surveying, "ProcessPoolExecutor", Finds)
    monkeypatch.setattr(surveying, "as_completed", list)
    monkeypatch.setattr(surveying, "write_searched", lambda _root, told: kept.update(told))
    assert main(["smallest", "refusal-stake-cap", "--write", "--archive", str(archive.root)]) == 0
    assert json.loads(json.dumps(kept)) == {contrast.id: told_of(archive, contrast)}
