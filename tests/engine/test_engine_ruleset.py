"""A ruleset answers every question, and one that does not says all that is wrong with it."""

import dataclasses
import tomllib
from typing import Any

import pytest
from engine_support import HANDS, HERE, PROFILES, RULES, ruleset, ruleset_data

from przemyskie66.engine import OPTIONS, Deal, Game, Position, Ruleset, parse_cards
from przemyskie66.engine.ruleset import field_of
from przemyskie66.errors import IllegalActionError, NotationError, NotPlayedError, RulesetError

DEAL = Deal(("A", "B", "C"), 2, tuple(parse_cards(hand) for hand in HANDS))


@pytest.mark.parametrize("name", PROFILES)
def test_rulesets_round_trip(name: str) -> None:
    assert Ruleset.from_json(ruleset(name).to_json()) == ruleset(name)
    assert ruleset(name).to_json() == ruleset_data(name)
    assert hash(ruleset(name)) == hash(Ruleset.from_json(ruleset_data(name)))


def test_every_option_is_a_field_and_every_field_an_option() -> None:
    fields = [field.name for field in dataclasses.fields(Ruleset)]
    assert fields == ["id", "game", *map(field_of, OPTIONS), "readings"]


def test_values_of_the_fixture_are_those_of_the_rulebook() -> None:
    for rule, known in RULES.items():
        data = tomllib.loads((HERE.parents[1] / f"corpus/rules/{rule}.rule.toml").read_text(encoding="utf-8"))
        values = {reading["id"]: reading["value"] for reading in data["reading"] if "value" in reading}
        assert values == known["readings"], rule
        assert data["engine"].get("off") == known.get("off"), rule


@pytest.mark.parametrize("rule", OPTIONS)
def test_every_known_value_is_read_and_written(rule: str) -> None:
    values = [*RULES[rule]["readings"].values(), *([RULES[rule]["off"]] if "off" in RULES[rule] else [])]
    for value in values:
        changed = ruleset("witryna").with_option(rule, value, "another")
        assert changed.value(rule) == value
        assert changed.reading(rule) == "another"
        assert Ruleset.from_json({**changed.to_json(), "players": changed.players}) == changed


@pytest.mark.parametrize("rule", OPTIONS)
def test_what_no_reading_has_is_refused(rule: str) -> None:
    for value in (None, "", "perhaps", True, -1, 0.5, [], {}, [1, "x"], {"by": "trick"}, [[4], 4]):
        with pytest.raises(RulesetError) as caught:
            ruleset("witryna").with_option(rule, value)
        (fault,) = caught.value.faults
        assert fault.rules == (rule,)
        assert fault.value == repr(value)
        assert OPTIONS[rule].expected in fault.way_out


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("rank-order", "9JQKT"),
        ("rank-order", "9JQKTT"),
        ("card-points", {"9": 0, "J": 2}),
        ("card-points", {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": -11}),
        ("target", 0),
        ("target", True),
        ("deal-packets", [4, 0]),
        ("meld-points", [20]),
        ("meld-points", [20, 40, 60]),
        ("throw-in", {"price": "2"}),
        ("throw-in", {"price": 2, "to": "all"}),
        ("loss-degrees", {"by": "meld", "half": 33}),
        ("loss-degrees", {"by": "trick", "half": 0}),
        ("loss-relief", ["1/3"]),
        ("loss-relief", ["1/3", "4/3"]),
        ("loss-relief", ["1/3", "1/0"]),
        ("loss-relief", ["1/3", 1]),
        ("loss-relief", ["1e99", "1"]),
        ("players", 5),
        ("players", True),
    ],
)
def test_values_that_are_nearly_right_are_refused(rule: str, value: Any) -> None:
    with pytest.raises(RulesetError, match="no reading has this value"):
        ruleset("witryna").with_option(rule, value)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(RulesetError, match="no such option"):
        ruleset("witryna").with_option("meld-colour", "red")


def test_all_faults_are_listed() -> None:
    data = ruleset_data("witryna")
    data |= {"id": "No Id", "game": "tysiac", "colour": "red", "players": 4}
    del data["options"]["target"], data["readings"]["meld"]
    data["options"] |= {"follow-suit": "perhaps", "meld-colour": "red"}
    data["readings"]["doubling"] = 7
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_json(data, "witryna.json")
    assert {fault.place for fault in caught.value.faults} == {
        "id", "game", "key colour", "players", "option target", "reading meld", "option follow-suit",
        "option meld-colour", "reading doubling",
    }  # fmt: skip
    assert all(fault.file == "witryna.json" for fault in caught.value.faults)
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)


@pytest.mark.parametrize("data", [None, [], "witryna", {}, {"id": "x", "options": [], "readings": 3}])
def test_what_is_no_ruleset(data: Any) -> None:
    with pytest.raises(RulesetError):
        Ruleset.from_json(data)


@pytest.mark.rule("players")
@pytest.mark.parametrize("players", [2, 4])
def test_games_for_two_and_four_are_not_played(players: int) -> None:
    rules = ruleset("wikibooks-3").with_option("players", players, "another")
    with pytest.raises(NotPlayedError) as caught:
        Game.start(rules, DEAL)
    assert caught.value.rule == "players"


@pytest.mark.rule("deck")
@pytest.mark.rule("deal-packets")
def test_every_fault_of_a_deal_is_named() -> None:
    hands = (*DEAL.hands[:2], (*DEAL.hands[0][:2], *DEAL.hands[2][:4]))
    with pytest.raises(IllegalActionError) as caught:
        Game.start(ruleset("witryna"), Deal(DEAL.seats, 2, hands))
    for words in ("HT stands twice", "HA stands twice", "C has 6 cards where 8 are due"):
        assert words in str(caught.value)
    assert caught.value.rule == "deck"


def position(**changes: Any) -> Position:
    parts: dict[str, Any] = {
        "seats": ("A", "B", "C"),
        "dealer": 2,
        "hands": (parse_cards("HA"), parse_cards("H9"), parse_cards("HK")),
        "declarer": 0,
        "leader": 0,
    }
    return Position(**(parts | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer": 3},
        {"declarer": -1},
        {"leader": 7},
        {"hands": ((), ())},
        {"trick": parse_cards("C9 CJ CQ")},
        {"taken": (None,)},
    ],
)
def test_a_position_is_well_formed(changes: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        position(**changes)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"trick": parse_cards("C9")}, "deal-packets"),
        ({"trick": parse_cards("H9"), "hands": ((), parse_cards("H9"), parse_cards("HK"))}, "deck"),
        ({"hands": ((), (), ())}, "deal-packets"),
        ({"hands": (parse_cards("HA C9"), parse_cards("H9"), parse_cards("HK"))}, "deal-packets"),
    ],
)
def test_a_position_fits_its_rules(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        Game.at(ruleset("witryna"), position(**changes))
    assert caught.value.rule == rule
