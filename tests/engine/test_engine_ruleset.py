"""A ruleset answers every question, and one that does not says all that is wrong with it."""

import dataclasses
import tomllib
from typing import Any

import pytest
from engine_support import HANDS, HERE, PROFILES, RULES, ruleset, ruleset_data, values_of

from przemyskie66.engine import OPTIONS, Deal, Game, Position, Ruleset, parse_cards
from przemyskie66.engine.ruleset import field_of
from przemyskie66.errors import IllegalActionError, NotationError, RulesetError

DEAL = Deal(("A", "B", "C"), 2, tuple(parse_cards(hand) for hand in HANDS))


@pytest.mark.parametrize("name", PROFILES)
def test_rulesets_round_trip(name: str) -> None:
    assert Ruleset.from_json(ruleset(name).to_json()) == ruleset(name)
    assert ruleset(name).to_json() == ruleset_data(name)
    assert hash(ruleset(name)) == hash(Ruleset.from_json(ruleset_data(name)))


def test_every_option_is_a_field_and_every_field_an_option() -> None:
    fields = [field.name for field in dataclasses.fields(Ruleset)]
    assert fields == ["id", "game", *map(field_of, OPTIONS), "readings", "phases"]


def test_the_fixture_answers_for_every_option() -> None:
    assert list(RULES) == list(OPTIONS)
    for rule in OPTIONS:
        assert any(ruleset(name).asks(rule) for name in PROFILES), rule


def test_values_of_the_fixture_are_those_of_the_rulebook() -> None:
    for rule, known in RULES.items():
        data = tomllib.loads((HERE.parents[1] / f"corpus/rules/{rule}.rule.toml").read_text(encoding="utf-8"))
        values = {reading["id"]: reading["value"] for reading in data["reading"] if "value" in reading}
        assert values == known["readings"], rule
        assert data["engine"].get("off") == known.get("off"), rule


@pytest.mark.parametrize("name", PROFILES)
def test_a_ruleset_answers_what_it_is_asked_and_no_more(name: str) -> None:
    rules, data = ruleset(name), ruleset_data(name)
    assert set(rules.asked()) == set(data["options"]) == {rule for rule in OPTIONS if rules.asks(rule)}
    for rule in OPTIONS:
        if rules.asks(rule):
            assert rules.value(rule) == data["options"][rule]
            assert rules.reading(rule) == data["readings"][rule]
        else:
            assert rules.value(rule) is None
            assert rules.reading(rule) == ""


def test_what_is_asked_depends_on_the_game_and_the_number_of_players() -> None:
    """Of games for three the stock is not asked, of games for two no choice, of a relative no słup."""
    asked = {name: set(ruleset(name).asked()) for name in PROFILES}
    assert asked["witryna"] == asked["ojciec"] == asked["instrukcja"]
    assert {"slup-length", "durch-aim", "blind-games"} <= asked["witryna"] - asked["wikibooks-3"]
    assert {"refusal-stake", "unannounced-66"} <= asked["wikibooks-3"] - asked["witryna"]
    assert {"stock", "close-fails"} <= asked["wikibooks-2"] - asked["wikibooks-3"]
    assert {"first-choice", "doubling", "sides"} <= asked["wikibooks-3"] - asked["wikibooks-2"]
    assert asked["wikibooks-4"] - asked["wikibooks-3"] == {"refusal-passes-to", "partners-seat"}


@pytest.mark.parametrize("rule", ["stock", "slup-length", "durch-aim"])
def test_an_answer_that_is_not_asked_for_is_a_fault(rule: str) -> None:
    data = ruleset_data("wikibooks-3")
    data["options"][rule] = next(iter(RULES[rule]["readings"].values()))
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_json(data)
    (fault,) = caught.value.faults
    assert (fault.place, fault.rules) == (f"option {rule}", (rule,))
    assert "not asked of sixty-six with 3 players" in fault.message


@pytest.mark.parametrize("rule", OPTIONS)
def test_every_known_value_is_read_and_written(rule: str) -> None:
    own = next(ruleset(name) for name in PROFILES if ruleset(name).asks(rule))
    for value in values_of(rule).values():
        changed = own.with_option(rule, value, "another")
        if rule != "players":  # on which it depends what else is asked
            assert Ruleset.from_json(changed.to_json()) == changed
        assert changed.value(rule) == value
        assert changed.reading(rule) == "another"
        assert {other for other in changed.asked() if changed.value(other) != own.value(other)} <= {rule}


PHASED_RULES = {
    "stock": {"follow-suit": "free", "beat-in-suit": "free", "must-trump": "free"},
    "closed": {"follow-suit": "must"},
}


@pytest.mark.rule("follow-suit")
def test_phases_of_two_handed_play_have_answers_of_their_own() -> None:
    rules = ruleset("wikibooks-2")
    for phase, answers in PHASED_RULES.items():
        played = rules.in_phase(phase)
        for rule in OPTIONS:
            assert played.value(rule) == answers.get(rule, rules.value(rule))
    assert rules.in_phase("stock").reading("follow-suit") == "free"
    assert rules.in_phase("choice") == rules
    assert ruleset("witryna").in_phase("stock") == ruleset("witryna")


def test_another_answer_holds_in_every_phase() -> None:
    rules = ruleset("wikibooks-2").with_option("follow-suit", "must", "must")
    assert rules.in_phase("stock").value("follow-suit") == "must"
    assert rules.in_phase("stock").value("beat-in-suit") == "free"
    for rule in ("beat-in-suit", "must-trump"):
        rules = rules.with_option(rule, "must", "must")
    assert rules.in_phase("stock") == rules
    assert set(rules.phases) == set()


@pytest.mark.parametrize(
    ("phases", "place"),
    [
        ([], "phases"),
        ({"dealt": {"options": {}, "readings": {}}}, "phase dealt"),
        ({"stock": {"options": {}}}, "phase stock"),
        ({"stock": {"options": [], "readings": {}}}, "phase stock"),
        ({"stock": {"options": {"target": 66}, "readings": {"target": "x"}}}, "phase stock, option target"),
        ({"stock": {"options": {"follow-suit": "must"}, "readings": {}}}, "phase stock, reading follow-suit"),
        (
            {"stock": {"options": {"follow-suit": "perhaps"}, "readings": {"follow-suit": "x"}}},
            "phase stock, option follow-suit",
        ),
        ({"closed": {"options": {}, "readings": {"follow-suit": "x"}}}, "phase closed, reading follow-suit"),
    ],
)
def test_each_fault_of_a_phase_has_its_place(phases: object, place: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_json(ruleset_data("wikibooks-2") | {"phases": phases})
    assert [fault.place for fault in caught.value.faults] == [place]


@pytest.mark.parametrize("rule", OPTIONS)
def test_what_no_reading_has_is_refused(rule: str) -> None:
    for value in (None, "", "perhaps", True, -1, 0.5, [""], {}, [1, "x"], {"by": "trick"}, [[4], 4]):
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
        ("contract-rank", ["suit", "warszawa", "zyd", "mizerka"]),
        ("contract-rank", ["suit", "suit", "warszawa", "zyd", "mizerka", "durch"]),
        ("contract-rank", ["suit", "warszawa", "zyd", "mizerka", "durch", "mord"]),
        ("blind-games", ["suit"]),
        ("blind-games", ["durch", "durch"]),
        ("second-choice", "durch"),
        ("blind-stake", 0),
        ("slup-length", 0),
        ("ladder-rungs", "6"),
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
    data |= {"id": "No Id", "colour": "red", "players": 4}
    del data["options"]["target"], data["readings"]["meld"]
    data["options"] |= {"follow-suit": "perhaps", "meld-colour": "red"}
    data["readings"]["doubling"] = 7
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_json(data, "witryna.json")
    assert {fault.place for fault in caught.value.faults} == {
        "id", "key colour", "players", "option target", "reading meld", "option follow-suit",
        "option meld-colour", "reading doubling",
    }  # fmt: skip
    assert all(fault.file == "witryna.json" for fault in caught.value.faults)
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)


def test_a_ruleset_is_of_a_known_game() -> None:
    with pytest.raises(RulesetError, match="no such game"):
        Ruleset.from_json(ruleset_data("witryna") | {"game": "tysiac"})


@pytest.mark.parametrize("data", [None, [], "witryna", {}, {"id": "x", "options": [], "readings": 3}])
def test_what_is_no_ruleset(data: Any) -> None:
    with pytest.raises(RulesetError):
        Ruleset.from_json(data)


@pytest.mark.rule("players")
@pytest.mark.parametrize("name", ["wikibooks-2", "wikibooks-4"])
def test_a_deal_for_three_is_refused_by_games_for_two_and_four(name: str) -> None:
    with pytest.raises(IllegalActionError, match="the deal is for 3, the rules are for") as caught:
        Game.start(ruleset(name), DEAL)
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
        ({"stock": parse_cards("C9 CJ")}, "stock"),
        ({"hands": (parse_cards("HA C9"), parse_cards("H9"), parse_cards("HK"))}, "deal-packets"),
    ],
)
def test_a_position_fits_its_rules(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        Game.at(ruleset("witryna"), position(**changes))
    assert caught.value.rule == rule


@pytest.mark.rule("stock")
def test_a_stock_is_drawn_by_all_alike() -> None:
    """With a card too many one of two would have no card left to play."""
    parts = {
        "seats": ("A", "B"),
        "dealer": 1,
        "hands": (parse_cards("HA"), parse_cards("H9")),
        "declarer": None,
    }
    with pytest.raises(IllegalActionError, match="the stock has 3 cards where 2 are due"):
        Game.at(ruleset("wikibooks-2"), position(**parts, stock=parse_cards("C9 CJ CQ")))
    assert Game.at(ruleset("wikibooks-2"), position(**parts, stock=parse_cards("C9 CJ"))).legal_actions()
