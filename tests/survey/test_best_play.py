"""Best play in surveys: each value is the solver's own, whatever was learnt from the base; what is given up is counted so."""

from pathlib import Path

import pytest

from przemyskie66.rulebook import Archive, load_archive
from przemyskie66.survey import chunk
from przemyskie66.survey.chunk import best_play, open_table, run_chunk
from przemyskie66.survey.contrasts import contrasts, in_open_play
from przemyskie66.survey.run import plan_of

#: Deals quickly solved: one won, one lost, one won as warszawa, one that nobody plays.
DEALS = (2058, 2018, 2019, 2012)

#: Without the duty to follow suit a deal takes long; it is asked where giving up is tested.
SLOW = "follow-suit"


@pytest.fixture(scope="module")
def archive() -> Archive:
    return load_archive(Path(__file__).parents[2])


@pytest.mark.parametrize("number", DEALS)
def test_values_are_those_of_a_solver_asked_for_nothing_else(archive: Archive, number: int) -> None:
    chosen = [c for c in contrasts(archive) if in_open_play(archive, c) and c.rule != SLOW]
    assert {contrast.rule for contrast in chosen} >= {"must-trump", "payment", "first-lead", "warszawa-aim"}
    plan = plan_of(archive, chosen, "best")
    for base_id, rules in plan.rulesets.items():
        base = plan.bases[base_id]
        value, table = best_play(base, number), open_table(base, number)
        assert value("", base) == ((0,) if table is None else (table(base).settlement(),))
        for rule, readings in rules.items():
            for reading, ruleset in readings.items():
                expected = (0,) if table is None else (table(ruleset).settlement(),)
                assert value(rule, ruleset) == expected, (rule, reading)


def test_a_deal_given_up_is_counted_as_one_without_a_value(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk, "MOST_NODES", 20_000)
    chosen = [c for c in contrasts(archive) if c.rule in (SLOW, "payment") and in_open_play(archive, c)]
    tallies = run_chunk(plan_of(archive, chosen, "best"), 2002, 1)
    given_up, settled = (
        next(tally for name, tally in tallies.items() if rule in name) for rule in (SLOW, "payment")
    )
    assert (given_up.deals, given_up.undefined) == (0, 1)
    assert (settled.deals, settled.undefined) == (1, 0)
