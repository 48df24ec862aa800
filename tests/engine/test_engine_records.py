"""Deal records: every fault is listed; replays, expectations and divergences."""

import json
from dataclasses import replace as changed
from typing import Any

import pytest
from engine_support import DEALS, FOR_THREE, deal_for, ruleset, under
from hypothesis import given, settings
from hypothesis import strategies as st

from przemyskie66.engine import (
    DealRecord,
    Game,
    expectation_failures,
    first_divergence,
    read_record,
    record_faults,
    record_to_json,
    replay,
)
from przemyskie66.engine.record import contrast_failures
from przemyskie66.errors import IllegalActionError, NotationError


def data(name: str = "przyklad") -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DEALS / f"{name}.deal.json").read_text(encoding="utf-8"))
    return loaded


def record(name: str = "przyklad") -> DealRecord:
    return read_record(data(name))


@pytest.mark.parametrize("name", ["przyklad", "bez-sztycha", "rzucenie"])
@pytest.mark.parametrize("profile", FOR_THREE)
def test_recorded_deals_end_as_they_expect(name: str, profile: str) -> None:
    assert profile in record(name).expect
    assert expectation_failures(record(name), ruleset(profile)) == ()


@pytest.mark.parametrize("name", ["przyklad", "bez-sztycha", "rzucenie"])
def test_recorded_deals_end_under_their_own_ruleset(name: str) -> None:
    result = replay(record(name), ruleset(record(name).ruleset))
    assert result.refused is None
    assert result.game.phase == "over"


def test_the_example_shows_what_its_note_says() -> None:
    """Its note promises these; a duty counts as shown where it left out a card that stood before."""
    game = Game.start(ruleset("witryna"), record().deal)
    shown = set()
    for action in record().actions:
        left = game.hands[action.seat]
        for step in game.duties():
            if step.mask != left:
                shown.add(step.rule)
            left = step.mask
        game.apply(action)
    assert {"follow-suit", "beat-in-suit", "must-trump", "overtrump"} <= shown
    kinds = {event.kind for event in game.events}
    assert {"pass", "choose", "meld", "target", "outcome", "settlement"} <= kinds
    assert [event.data["points"] for event in game.events if event.kind == "meld"] == [40]
    first = next(event for event in game.events if event.kind == "play")
    assert first.seat != game.declarer
    assert any("free-discard" in dict(event.rules) for event in game.events)


def test_cards_and_seed_must_agree() -> None:
    wrong = data() | {"seed": 1878}
    (fault,) = record_faults(wrong)
    assert fault.place == "hands"
    assert "not the cards that the seed deals" in fault.message


def test_stock_and_seed_must_agree() -> None:
    deal = deal_for(ruleset("wikibooks-2"), 66)
    right = record_to_json(DealRecord("two", {"pl": "Dwoje", "en": "Two"}, "wikibooks-2", deal, seed=66))
    assert record_faults(right) == ()
    (fault,) = record_faults(right | {"stock": right["stock"][::-1]})
    assert fault.place == "hands"
    assert "not the cards that the seed deals" in fault.message


@pytest.mark.rule("stock")
def test_a_deal_for_two_without_its_stock_is_refused_when_played() -> None:
    deal = changed(deal_for(ruleset("wikibooks-2"), 66), stock=())
    with pytest.raises(IllegalActionError, match="the stock has 0 cards where 12 are due") as caught:
        replay(DealRecord("two", {}, "wikibooks-2", deal), ruleset("wikibooks-2"))
    assert caught.value.rule == "stock"


@pytest.mark.rule("stock")
def test_a_deal_for_three_has_no_stock() -> None:
    deal = changed(record().deal, stock=record().deal.hands[0][:1])
    with pytest.raises(IllegalActionError, match="the stock has 1 cards where 0 are due"):
        replay(DealRecord("three", {}, "witryna", deal), ruleset("witryna"))


@pytest.mark.rule("blind-games")
def test_a_record_may_begin_before_the_deal() -> None:
    calls = ("A no-blind", "B blind durch", "C no-blind")
    dark = read_record(data() | {"blind": True, "actions": list(calls), "expect": {}})
    result = replay(dark, ruleset("witryna"))
    assert result.refused is None
    assert (result.game.phase, result.game.contract, result.game.declarer) == ("play", "durch", 1)
    lit = replay(changed(dark, blind=False), ruleset("witryna"))
    assert lit.refused is not None
    assert lit.refused[2].rule == "blind-time"


@pytest.mark.rule("blind-games")
def test_where_nothing_is_called_before_the_deal_such_a_record_stops_there() -> None:
    dark = read_record(data() | {"blind": True, "actions": ["A blind durch"], "expect": {}})
    result = replay(dark, ruleset("wikibooks-3"))
    assert result.refused is not None
    assert (result.applied, result.refused[2].rule, result.game.phase) == (0, "blind-games", "choice")


def test_a_seed_is_enough() -> None:
    short = data()
    del short["hands"]
    assert read_record(short) == record()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "pgn"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"id": "No Id"}, "id"),
        ({"ruleset": 3}, "ruleset"),
        ({"title": "Rozdanie"}, "title"),
        ({"title": {"pl": "Rozdanie"}}, "title"),
        ({"title": {"pl": "Rozdanie", "en": ""}}, "title.en"),
        ({"note": {"pl": "a", "en": "b", "de": "c"}}, "note.de"),
        ({"seats": "ABC"}, "seats"),
        ({"seats": ["A", "B", "B"]}, "seats"),
        ({"seats": ["A", "B c", "D"]}, "seats"),
        ({"dealer": "D"}, "dealer"),
        ({"dealer": 2}, "dealer"),
        ({"hands": []}, "hands"),
        ({"stock": "H9"}, "stock"),
        ({"stock": ["H9", "H8"]}, "stock, card 2"),
        ({"stock": [9]}, "stock, card 1"),
        ({"blind": 1}, "blind"),
        ({"blind": "yes"}, "blind"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": True}, "seed"),
        ({"actions": "A pass"}, "actions"),
        ({"actions": ["A pass", "A fly"]}, "action 2"),
        ({"actions": ["A play H8"]}, "action 1"),
        ({"actions": [7]}, "action 1"),
        ({"colour": "red"}, "colour"),
        ({"expect": []}, "expect"),
        ({"expect": {"witryna": {}}}, "expect.witryna"),
        ({"expect": {"Witryna": {"outcome": "thrown-in"}}}, "expect.Witryna"),
        ({"expect": {"witryna": {"winner": "A"}}}, "expect.witryna.winner"),
        ({"expect": {"witryna": {"settlement": {"A": 1}}}}, "expect.witryna.settlement"),
        ({"expect": {"witryna": {"settlement": {"A": 1, "B": 1, "C": "x"}}}}, "expect.witryna.settlement"),
        ({"expect": {"witryna": {"outcome": 3}}}, "expect.witryna.outcome"),
        ({"expect": {"witryna": {"refused": "A pass"}}}, "expect.witryna.refused"),
        ({"contrast": []}, "contrast"),
        ({"contrast": {"rule": "meld"}}, "contrast"),
        (
            {"contrast": {"rule": "No Id", "readings": {"a": {"outcome": "x"}, "b": {"outcome": "y"}}}},
            "contrast.rule",
        ),
        ({"contrast": {"rule": "meld", "readings": {"a": {"outcome": "x"}}}}, "contrast.readings"),
        ({"contrast": {"rule": "meld", "readings": {"a": {}, "b": {"outcome": "y"}}}}, "contrast.readings.a"),
        ({"position": []}, "position"),
        ({"position": {"declarer": "A"}}, "position.leader"),
        ({"position": {"leader": "D"}}, "position.leader"),
        ({"position": {"leader": "A", "colour": "red"}}, "position.colour"),
        ({"position": {"leader": "A", "blind": 1}}, "position.blind"),
        ({"position": {"leader": "A", "refused": "no"}}, "position.refused"),
        ({"position": {"leader": "A", "doubles": -1}}, "position.doubles"),
        ({"position": {"leader": "A", "taken": {"D": {}}}}, "position.taken"),
        ({"position": {"leader": "A", "taken": {"A": {"cards": 3}}}}, "position.taken"),
        ({"position": {"leader": "A", "trick": ["H8"]}}, "position.trick, card 1"),
        ({"position": {"leader": "A", "trick": 3}}, "position.trick"),
        ({"position": {"leader": "A", "trump": "X"}}, "position"),
        ({"position": {"leader": "A", "trump": 3}}, "position.trump"),
        ({"position": {"leader": "A", "contract": "mord"}}, "position"),
        ({"position": {"leader": "A", "contract": ["durch"]}}, "position"),
    ],
)
def test_each_fault_of_a_record_has_its_place(change: dict[str, Any], place: str) -> None:
    faults = record_faults(data() | change, "x.deal.json")
    assert place in {fault.place for fault in faults}
    assert all(fault.file == "x.deal.json" and fault.message for fault in faults)


@pytest.mark.parametrize("key", ["format", "version", "id", "title", "ruleset", "seats", "dealer", "actions"])
def test_missing_keys(key: str) -> None:
    short = data()
    del short[key]
    assert key in {fault.place for fault in record_faults(short)}


def test_a_record_without_cards() -> None:
    short = data()
    del short["hands"], short["seed"]
    assert [fault.place for fault in record_faults(short)] == ["hands"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["", "A", "HA"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "rule", "readings"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_record_is_read_or_told_as_a_fault(values: st.DataObject) -> None:
    """No JSON value breaks the reading: in place of any part of a record there can be any other."""
    wrong = data() | {
        "position": {"leader": "A", "declarer": "A", "trick": ["HA"], "taken": {"A": {"tricks": 1}}},
        "contrast": {"rule": "meld", "readings": {"a": {"outcome": "x"}, "b": {"outcome": "y"}}},
        "stock": ["HA"],
        "blind": True,
    }
    table: Any = wrong
    while isinstance(table, dict | list) and table:
        key = values.draw(st.sampled_from([*table] if isinstance(table, dict) else range(len(table))))
        if values.draw(st.booleans()):
            table[key] = values.draw(json_values)
        table = table[key]
    assert isinstance(record_faults(wrong), tuple)


@pytest.mark.parametrize("name", [path.name for path in sorted(DEALS.glob("*.deal.json"))])
def test_recorded_contrasts_end_as_they_expect(name: str) -> None:
    told = read_record((DEALS / name).read_text(encoding="utf-8"))
    if told.contrast:
        rule, readings = told.contrast["rule"], told.contrast["readings"]
        for reading in readings:
            assert contrast_failures(told, under(told.ruleset, rule, reading), reading) == ()
        first, second = list(readings)[:2]
        assert contrast_failures(told, under(told.ruleset, rule, first), second), "they do not differ"


def test_faults_of_hands_are_all_listed() -> None:
    wrong = data() | {"hands": {"A": ["HA", "H8", 3], "B": "HA", "D": []}}
    places = {fault.place for fault in record_faults(wrong)}
    assert {"hands.A, card 2", "hands.A, card 3", "hands.B", "hands.C", "hands.D"} <= places


def test_all_faults_stand_in_the_error() -> None:
    with pytest.raises(NotationError) as caught:
        read_record(data() | {"version": 3, "dealer": "X", "actions": ["A fly"]}, "x.deal.json")
    for place in ("version", "dealer", "action 1"):
        assert f"x.deal.json: {place}:" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "x.json: line 1, column 2: no JSON"),
        ('{"a": 1,\n "a": 2}', "the key 'a' stands twice"),
        ("[" * 100_000, "nested too deeply"),
        ("[" + " " * 1_000_000 + "]", "has at most 1000000"),
        ("null", "a deal record is a JSON object"),
        ("[1]", "a deal record is a JSON object"),
    ],
)
def test_text_that_is_no_record(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_record(text, "x.json")
    assert words in str(caught.value)


@pytest.mark.rule("deck")
def test_a_deal_with_a_card_twice_is_refused_when_played() -> None:
    wrong = data()
    del wrong["seed"]
    wrong["hands"]["A"][0] = wrong["hands"]["B"][0]
    with pytest.raises(IllegalActionError) as caught:
        replay(read_record(wrong), ruleset("witryna"))
    assert caught.value.rule == "deck"


def test_expectations_that_do_not_come_true_are_told() -> None:
    def failures(name: str, expect: dict[str, Any]) -> str:
        other = changed(record(name), expect={"witryna": expect})
        return " ".join(expectation_failures(other, ruleset("witryna")))

    assert "expected the settlement" in failures("przyklad", {"settlement": {"A": 0, "B": 0, "C": 0}})
    assert "expected the outcome thrown-in, found declarer-wins" in failures(
        "przyklad", {"outcome": "thrown-in"}
    )
    wanted = {"action": "A pass", "rule": "meld"}
    assert "expected the refused" in failures("przyklad", {"refused": wanted})
    cut = changed(record(), actions=record().actions[:5], expect={"witryna": {"outcome": "thrown-in"}})
    assert "does not come to its end" in " ".join(expectation_failures(cut, ruleset("witryna")))
    under_wikibooks = changed(record("rzucenie"), expect={"wikibooks-3": {"outcome": "thrown-in"}})
    assert "was refused" in " ".join(expectation_failures(under_wikibooks, ruleset("wikibooks-3")))


def test_replay_up_to_an_action() -> None:
    result = replay(record(), ruleset("witryna"), upto=5)
    assert result.applied == len(result.game.actions) == 5
    assert result.game.phase == "play"


@pytest.mark.parametrize(
    ("name", "a", "b", "rules", "applied"),
    [
        ("przyklad", "witryna", "wikibooks-3", ("last-trick",), 25),
        ("bez-sztycha", "witryna", "wikibooks-3", ("choice-order",), 1),
        ("rzucenie", "ojciec", "instrukcja", ("throw-in",), 1),
        ("rzucenie", "ojciec", "wikibooks-3", ("throw-in",), 1),
    ],
)
def test_where_and_why_deals_part(name: str, a: str, b: str, rules: tuple[str, ...], applied: int) -> None:
    for first, second in ((a, b), (b, a)):
        found = first_divergence(record(name), ruleset(first), ruleset(second))
        assert found is not None
        assert found.rules == rules
        assert found.applied == applied


def test_a_refusal_is_told_as_one() -> None:
    found = first_divergence(record("rzucenie"), ruleset("ojciec"), ruleset("wikibooks-3"))
    assert found is not None
    assert found.action == "A throw-in"
    assert found.refusal_a is None
    assert found.refusal_b is not None
    assert found.settlement_a == (-6, 3, 3)
    assert found.settlement_b is None


@pytest.mark.parametrize("name", FOR_THREE)
def test_a_ruleset_does_not_part_from_itself(name: str) -> None:
    for deal in ("przyklad", "bez-sztycha", "rzucenie"):
        assert first_divergence(record(deal), ruleset(name), ruleset(name)) is None


def test_the_example_does_not_part_where_nobody_throws_in() -> None:
    assert first_divergence(record(), ruleset("ojciec"), ruleset("instrukcja")) is None


def test_every_single_difference_is_blamed_on_its_rule() -> None:
    """Of the values that change the example at all, each divergence names the rule changed."""
    own = ruleset("witryna")
    for rule, value in (
        ("last-trick", "wins"),
        ("first-lead", "declarer"),
        ("base-stake", 6),
        ("meld-points", [10, 20]),
        ("payment", "winner-credited"),
        ("next-lead", "next-seat"),
        ("direction", "anticlockwise"),
        ("loss-counting", "jointly"),
        ("loss-relief", "none"),
        ("trick-winner", "led-only"),
        ("meld", "none"),
        ("target", 120),
    ):
        found = first_divergence(record(), own, own.with_option(rule, value))
        assert found is not None, rule
        assert found.rules == (rule,)
