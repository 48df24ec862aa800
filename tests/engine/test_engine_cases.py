"""The rule cases hold under their own reading and fail under every other: they discriminate."""

import json
from typing import Any

import jsonschema
import pytest
from engine_support import RULES, SCHEMAS, cases, of_case, ruleset, values_of

from przemyskie66.engine import OFF, OPTIONS, play_case, run_case
from przemyskie66.engine.cards import cards_in
from przemyskie66.engine.cases import CASE_KEYS

ALL = [pytest.param(rule, case, id=case["id"]) for rule, case in cases()]


@pytest.mark.parametrize(("rule", "case"), ALL)
def test_case_holds_under_its_reading(rule: str, case: dict[str, Any]) -> None:
    result = run_case(case, of_case(rule, case))
    assert result.ok, result.failures


def test_the_ruleset_of_a_case_asks_its_rule() -> None:
    for rule, case in cases():
        assert ruleset(case["ruleset"]).asks(rule), case["id"]


@pytest.mark.parametrize("rule", OPTIONS)
def test_under_each_value_a_case_of_another_fails(rule: str) -> None:
    own = [case for name, case in cases() if name == rule]
    assert own, f"no case of {rule}"
    for name, value in values_of(rule).items():
        challenged = [case for case in own if case["reading"] != name]
        results = [
            run_case(case, ruleset(case["ruleset"]).with_option(rule, value, name)) for case in challenged
        ]
        assert not challenged or not all(result.ok for result in results), f"{rule}: nothing tells {name}"


@pytest.mark.parametrize("rule", OPTIONS)
def test_every_option_has_another_value_to_be_told_from(rule: str) -> None:
    """A rule with one reading only needs a value that switches obedience off."""
    assert len(values_of(rule)) > 1


def test_cases_fit_the_published_schema() -> None:
    schema = json.loads((SCHEMAS / "case.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    files: dict[str, list[dict[str, Any]]] = {}
    for rule, case in cases():
        files.setdefault(rule, []).append(case)
    for rule, own in files.items():
        faults = [error.message for error in validator.iter_errors({"rule": rule, "case": own})]
        assert not faults, (rule, faults)


def test_case_ids_are_unique_and_bear_the_rule() -> None:
    ids = [case["id"] for _, case in cases()]
    assert len(set(ids)) == len(ids)
    assert all(case["id"].startswith(f"{rule}-") for rule, case in cases())


START = {"trump": "S", "declarer": "A", "leader": "A", "hands": {"A": "HA", "B": "H9", "C": "HK"}}


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"start": START}, "expects nothing"),
        ({"start": START, "expect": {}}, "expects nothing"),
        ({"expect": {"turn": "A"}}, "no start"),
        ({"start": START, "expect": {"trun": "A"}}, "expect.trun: no such key"),
        ({"start": {**START, "troup": "H"}, "expect": {"turn": "A"}}, "start.troup: no such key"),
        ({"start": START, "expect": {"turn": 1}}, "not of the right shape"),
        ({"start": START, "expect": {"refused": {"action": "A play HA"}}}, "not of the right shape"),
        ({"start": START, "expect": {"points": {"A": True}}}, "not of the right shape"),
        ({"start": START, "expect": {"turn": "A"}, "actions": ["A play HX"]}, "'HX' is no card"),
        ({"start": START, "expect": {"turn": "A"}, "actions": "A play HA"}, "no list of texts"),
        ({"start": START, "expect": {"turn": "A"}, "actions": ["A play C9"]}, "does not hold C9"),
        ({"start": START, "expect": {"points": {"D": 1}}}, "'D' is no seat"),
        ({"start": START, "expect": {"legal": "H1"}}, "'H1' is no card"),
        ({"start": {**START, "declarer": "X"}, "expect": {"turn": "A"}}, "'X' is no seat"),
        ({"start": {**START, "hands": {"A": "HA"}}, "expect": {"turn": "A"}}, "the rules are for 3"),
        (
            {"start": {**START, "hands": {"A": "HA", "X": "H9"}}, "expect": {"turn": "A"}},
            "expected one for each",
        ),
        ({"start": {**START, "taken": {"A": {"pints": 1}}}, "expect": {"turn": "A"}}, "no pints"),
        ({"start": {**START, "trump": "X"}, "expect": {"turn": "A"}}, "'X' is no suit"),
        ({"start": START, "expect": {"start_refused": {"rule": "deck"}}}, "it can be played"),
        ({"start": START, "expect": {"start_refused": {"rule": "deck"}, "turn": "A"}}, "nothing else"),
        ({"start": START, "expect": {"settlement": {"A": 0}}}, "no settlement yet"),
        ({"start": {k: v for k, v in START.items() if k != "leader"}, "expect": {"turn": "A"}}, "leader"),
        ({"start": START, "expect": {"turn": "A"}, "colour": "red"}, "no key 'colour'"),
    ],
)
def test_a_faulty_case_fails_and_says_why(case: dict[str, Any], words: str) -> None:
    result = run_case(case, ruleset("witryna"))
    assert not result.ok
    assert words in "\n".join(result.failures)


@pytest.mark.parametrize(
    "expect",
    [
        {"legal": "H9"},
        {"turn": "B"},
        {"declarer": "B"},
        {"leader": "C"},
        {"trick_winner": "A"},
        {"points": {"A": 1}},
        {"tricks": {"A": 1}},
        {"sees": {"A": "H9"}},
        {"trump": "H"},
        {"phase": "over"},
        {"outcome": "declarer-wins"},
        {"refused": {"action": "A play HA", "rule": "follow-suit"}},
        {"refused": {"action": "B play H9", "rule": "direction"}},
        {"refused": {"action": "A choose durch", "rule": "first-choice"}},
        {"not_played": {"action": "A play HA", "rule": "first-choice"}},
        {"not_played": {"action": "B play H9", "rule": "first-lead"}},
        {"allowed": ["B play H9"]},
        {"not_allowed": [{"action": "A play HA", "rule": "deck"}]},
        {"event": {"kind": "trick"}},
        {"event": {"kind": "position", "rules": ["meld"]}},
    ],
)
def test_each_expectation_can_fail(expect: dict[str, Any]) -> None:
    assert not run_case({"start": START, "expect": expect}, ruleset("witryna")).ok


def test_case_keys_are_those_of_the_schema() -> None:
    schema = json.loads((SCHEMAS / "case.schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]["case"]["properties"]) == set(CASE_KEYS)


def test_off_is_no_reading() -> None:
    assert all(OFF not in rule["readings"] for rule in RULES.values())


def test_what_was_taken_and_what_is_held_make_a_whole_deal() -> None:
    """A position that says what was taken accounts for 120 card points and all tricks of the deal."""
    for rule, case in cases():
        if "taken" not in case.get("start", {}):
            continue
        game = play_case({**case, "actions": []}, of_case(rule, case))
        left = [card for _, card in game.table] + game.stock
        left += [card for hand in game.hands for card in cards_in(hand)]
        points = sum(game.tables.points[card] for card in left)
        points += sum(tally.card_points for tally in game.tallies)
        dealt = len(left) + game.count * sum(tally.tricks for tally in game.tallies)
        assert (points, dealt) == (120, 24), (rule, case["id"])
