"""Which rules make two rulesets end a deal differently: none that is named can be left out."""

from pathlib import Path

import pytest

from przemyskie66.engine import attribution
from przemyskie66.rulebook import load_archive, to_ruleset
from przemyskie66.survey.chunk import PLAYERS, played

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("seed", "first", "second", "players"),
    [
        (18640, "wikibooks-3", "ojciec", "sensible"),
        (45345, "wikibooks-3", "ojciec", "random"),
        (71730, "ojciec", "wikibooks-3", "random"),
        (82965, "ojciec", "wikibooks-3", "sensible"),
    ],
)
def test_no_rule_that_acts_jointly_can_be_left_out(seed: int, first: str, second: str, players: str) -> None:
    archive = load_archive(ROOT)
    a, b = (to_ruleset(archive, archive.profiles[name]) for name in (first, second))
    policy = PLAYERS[players]

    def under(rules: tuple[str, ...]) -> object:
        ruleset = a
        for rule in rules:
            ruleset = ruleset.with_option(rule, b.value(rule), b.reading(rule))
        return played(ruleset, seed, policy).settlement()

    found = attribution(lambda ruleset: played(ruleset, seed, policy).settlement(), a, b)
    assert found is not None
    assert len(found.jointly) > 1
    assert under(found.jointly) == found.result_b
    for rule in found.jointly:
        assert under(tuple(other for other in found.jointly if other != rule)) != found.result_b, rule
