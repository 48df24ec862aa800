"""What the engine's tests share: rulesets made from ``rulesets.json``, rule cases, deals played by chance."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from przemyskie66.engine import Deal, Game, Ruleset
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.players import play_out, random_player

HERE = Path(__file__).parent
RULE_CASES = HERE.parent / "rules"
DEALS = HERE.parents[1] / "corpus" / "deals"
SCHEMAS = HERE.parents[1] / "corpus" / "schema"

FIXTURE: dict[str, Any] = json.loads((HERE / "rulesets.json").read_text(encoding="utf-8"))
RULES: dict[str, Any] = FIXTURE["rules"]
PROFILES = tuple(FIXTURE["rulesets"])

#: Twenty-four different cards for three, C dealing; A holds four good hearts first.
HANDS = ("HA HT HK HQ C9 D9 S9 CJ", "H9 HJ CA CT DA DT SA ST", "CK CQ DK DQ DJ SK SQ SJ")


def ruleset_data(name: str) -> dict[str, Any]:
    """Return the JSON of the ruleset *name*."""
    profile = FIXTURE["rulesets"][name]
    plays = profile["plays"]
    return {
        "id": name,
        "game": profile["game"],
        "players": 3,
        "options": {rule: RULES[rule]["readings"][reading] for rule, reading in plays.items()},
        "readings": dict(plays),
    }


@cache
def ruleset(name: str) -> Ruleset:
    """Return the ruleset *name*."""
    return Ruleset.from_json(ruleset_data(name), name)


def under(name: str, rule: str, reading: str) -> Ruleset:
    """Return the ruleset *name* with *rule* answered by *reading*."""
    return ruleset(name).with_option(rule, RULES[rule]["readings"][reading], reading)


def other_values(rule: str, reading: str) -> list[tuple[str, Any]]:
    """Return the values that *rule* could have in place of *reading*: other readings, and ``off``."""
    values = [(name, value) for name, value in RULES[rule]["readings"].items() if name != reading]
    return values + ([("off", RULES[rule]["off"])] if "off" in RULES[rule] else [])


@cache
def cases() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return every rule case with its rule, in the order of the files."""
    found = []
    for path in sorted(RULE_CASES.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [(data["rule"], case) for case in data["case"]]
    return tuple(found)


def played(name: str, seed: int, dealer: int = 2) -> Game:
    """Return the deal of *seed* played to its end by players who choose by chance."""
    game = Game.start(ruleset(name), Deal.from_seed(seed, dealer))
    play_out(game, [random_player] * 3, SplitMix64(seed ^ 0x66))
    return game
