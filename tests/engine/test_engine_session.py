"""Several deals in a row: who deals, who sits out, what a fourth person collects, the running score."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from engine_support import PROFILES, changed, ruleset
from hypothesis import given, settings
from hypothesis import strategies as st

from przemyskie66.engine import DealResult, Game, Ruleset, Session, result_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.players import play_out, random_player, sensible_player
from przemyskie66.errors import IllegalActionError, NotationError

THREE = ("A", "B", "C")
FOUR = ("A", "B", "C", "D")


def result(declarer: str | None, points: dict[str, Any], contract: str = "suit", **more: Any) -> DealResult:
    """Return the result in which those who gain have won."""
    outcome = "declarer-wins" if declarer is not None and points[declarer] > 0 else "declarer-loses"
    return DealResult(outcome, points, declarer, contract, **more)


REDEAL = DealResult("nobody-chose", {"A": 0, "B": 0, "C": 0})
A_WINS = result("A", {"A": 5, "B": -3, "C": -2})
A_LOSES = result("A", {"A": -6, "B": 3, "C": 3})
WARSZAWA_WON = result("A", {"A": 5, "B": -3, "C": -2}, "warszawa")
WARSZAWA_LOST = result("A", {"A": -6, "B": 3, "C": 3}, "warszawa")


def by_name(session: Session) -> dict[str, Any]:
    return {name: points for name, points in session.scores.items() if points}


def test_scores_add_up_line_by_line() -> None:
    session = Session(ruleset("witryna"), THREE)
    assert session.scores == {"A": 0, "B": 0, "C": 0}
    session.add(A_WINS)
    line = session.add(result("B", {"A": Fraction(8, 3), "B": Fraction(-16, 3), "C": Fraction(8, 3)}))
    assert line.scores == session.scores == {"A": Fraction(23, 3), "B": Fraction(-25, 3), "C": Fraction(2, 3)}
    assert [line.points["A"] for line in session.lines] == [5, Fraction(8, 3)]


def test_whole_scores_are_whole_numbers() -> None:
    session = Session(ruleset("witryna"), THREE)
    for _ in range(3):
        session.add(result("B", {"A": Fraction(1, 3), "B": Fraction(-2, 3), "C": Fraction(1, 3)}))
    assert session.scores == {"A": 1, "B": -2, "C": 1}
    assert all(isinstance(points, int) for points in session.scores.values())


@pytest.mark.rule("next-dealer")
@pytest.mark.rule("direction")
@pytest.mark.parametrize(("direction", "dealers"), [("clockwise", "CABC"), ("anticlockwise", "CBAC")])
def test_the_deal_goes_round(direction: str, dealers: str) -> None:
    session = Session(changed("witryna", {"direction": direction}), THREE)
    found = [session.dealer]
    for _ in range(3):
        session.add(A_WINS)
        found.append(session.dealer)
    assert "".join(found) == dealers


@pytest.mark.rule("nobody-chooses")
@pytest.mark.parametrize("next_dealer", ["winner", "next-in-turn"])
def test_after_a_deal_in_which_nobody_chose_the_same_deals_again(next_dealer: str) -> None:
    session = Session(changed("witryna", {"next-dealer": next_dealer}), THREE, "B")
    session.add(REDEAL)
    assert session.dealer == "B"
    assert by_name(session) == {}


@pytest.mark.rule("next-dealer")
@pytest.mark.rule("next-dealer-two-winners")
@pytest.mark.parametrize(
    ("which", "played", "dealer"),
    [
        ("nearest-to-dealer", result("A", {"A": 2, "B": 0, "C": 0}, winners=("A",)), "A"),
        ("nearest-to-dealer", result("A", {"A": 0, "B": 3, "C": 3}, winners=("B", "C")), "C"),
        ("last-trick-taker", result("A", {"A": 0, "B": 3, "C": 3}, winners=("B", "C"), last_trick="B"), "B"),
        ("last-trick-taker", result("A", {"A": 0, "B": 3, "C": 3}, winners=("B", "C"), last_trick="A"), "C"),
        ("last-trick-taker", result("A", {"A": 0, "B": 3, "C": 3}, winners=("B", "C")), "C"),
    ],
)
def test_the_winner_deals_next(which: str, played: DealResult, dealer: str) -> None:
    """B has dealt; of two winners C sits first after him, and B only after all the others."""
    session = Session(changed("wikibooks-3", {"next-dealer-two-winners": which}), THREE, "B")
    session.add(played)
    assert session.dealer == dealer


def test_winners_are_those_who_gain_where_a_result_names_none() -> None:
    session = Session(ruleset("wikibooks-3"), THREE, "B")
    session.add(result("A", {"A": 0, "B": 3, "C": 3}))
    assert session.dealer == "C"


@pytest.mark.rule("players")
@pytest.mark.parametrize(
    ("profile", "persons"),
    [
        ("witryna", ("A", "B")),
        ("witryna", ("A", "B", "C", "D", "E")),
        ("wikibooks-3", FOUR),
        ("wikibooks-2", THREE),
        ("wikibooks-4", THREE),
    ],
)
def test_a_table_has_its_number_of_persons(profile: str, persons: tuple[str, ...]) -> None:
    with pytest.raises(IllegalActionError) as caught:
        Session(ruleset(profile), persons)
    assert caught.value.rule == "players"


@pytest.mark.parametrize(
    ("persons", "dealer"),
    [(THREE, "D"), (("A", "A", "B"), "A"), (("A", "B C", "D"), "A"), (("", "B", "C"), "B")],
)
def test_a_table_has_persons_with_names(persons: tuple[str, ...], dealer: str) -> None:
    with pytest.raises(NotationError):
        Session(ruleset("witryna"), persons, dealer)


@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
@pytest.mark.parametrize("dealer", FOUR)
def test_where_a_fourth_deals_play_begins_with_the_person_after_him(direction: str, dealer: str) -> None:
    rules = changed("ojciec", {"direction": direction})
    session = Session(rules, FOUR, dealer)
    assert session.sitting_out == dealer
    assert session.seats == tuple(name for name in FOUR if name != dealer)
    game = Game.start(rules, session.deal(66))
    place, way = FOUR.index(dealer), 1 if direction == "clockwise" else -1
    assert game.turn is not None
    asked = [session.seats[seat] for seat in game.in_turn()]
    assert session.seats[game.turn] == asked[0]
    assert asked == [FOUR[(place + way * step) % 4] for step in (1, 2, 3)]


@pytest.mark.parametrize("profile", ["witryna", "wikibooks-2", "wikibooks-4"])
def test_where_all_get_cards_nobody_sits_out(profile: str) -> None:
    rules = ruleset(profile)
    persons = FOUR[: int(rules.players)]
    session = Session(rules, persons)
    assert session.sitting_out is None
    assert session.seats == persons
    deal = session.deal(66)
    assert deal.seats[deal.dealer] == session.dealer == persons[-1]
    assert deal == session.deal(66) != session.deal(67)


@pytest.mark.rule("fourth-person")
@pytest.mark.rule("fourth-person-scope")
@pytest.mark.rule("fourth-person-amount")
@pytest.mark.rule("fourth-person-pay")
@pytest.mark.parametrize(
    ("answers", "played", "points"),
    [
        # the father: in warszawa the dealer collects from every loser what he pays to one winner
        ({}, WARSZAWA_LOST, {"A": -9, "B": 3, "C": 3, "D": 3}),
        ({}, WARSZAWA_WON, {"A": 5, "B": -6, "C": -4, "D": 5}),
        ({}, A_LOSES, {"A": -6, "B": 3, "C": 3}),
        ({}, A_WINS, {"A": 5, "B": -3, "C": -2}),
        ({}, REDEAL, {}),
        # in all games
        ({"fourth-person-scope": "all-games"}, A_LOSES, {"A": -9, "B": 3, "C": 3, "D": 3}),
        ({"fourth-person-scope": "all-games"}, WARSZAWA_WON, {"A": 5, "B": -6, "C": -4, "D": 5}),
        # from a declarer who has lost, and from nobody else
        ({"fourth-person-amount": "from-losing-declarer"}, WARSZAWA_LOST, {"A": -9, "B": 3, "C": 3, "D": 3}),
        ({"fourth-person-amount": "from-losing-declarer"}, WARSZAWA_WON, {"A": 5, "B": -3, "C": -2}),
        # obedience off: he pays a declarer who has won as much as one of the defenders, halfway between
        ({"fourth-person-pay": "collects-and-pays"}, WARSZAWA_LOST, {"A": -9, "B": 3, "C": 3, "D": 3}),
        (
            {"fourth-person-pay": "collects-and-pays"},
            WARSZAWA_WON,
            {"A": Fraction(15, 2), "B": -3, "C": -2, "D": Fraction(-5, 2)},
        ),
        # who deals without sharing
        ({"fourth-person": "nothing"}, WARSZAWA_LOST, {"A": -6, "B": 3, "C": 3}),
        ({"fourth-person": "rotates-after-slup"}, WARSZAWA_LOST, {"A": -6, "B": 3, "C": 3}),
    ],
)
def test_what_the_fourth_person_collects(
    answers: dict[str, Any], played: DealResult, points: dict[str, Any]
) -> None:
    session = Session(changed("ojciec", answers), FOUR, "D")
    line = session.add(played)
    assert by_name(session) == points
    assert sum(line.points.values()) == 0
    assert ("fourth-person" in line.rules) == (played is not REDEAL)


@pytest.mark.rule("fourth-person")
def test_the_father_and_the_instruction_are_two_accounts() -> None:
    """By the father's the dealer's place goes round; by the instruction's he waits for a słup."""
    father, instruction = (Session(ruleset(name), FOUR, "D") for name in ("ojciec", "instrukcja"))
    for session in (father, instruction):
        session.add(WARSZAWA_LOST)
    assert (father.dealer, instruction.dealer) == ("A", "D")
    assert (father.scores["D"], instruction.scores["D"]) == (3, 0)
    assert father.may_replace() == ()


@pytest.mark.rule("slup-length")
@pytest.mark.rule("slup-replaced")
@pytest.mark.parametrize(
    ("answers", "deals", "allowed"),
    [
        ({}, 3, ("A",)),
        ({"slup-length": 1}, 1, ("A",)),
        ({"slup-replaced": "any-player"}, 3, ("A", "B", "C")),
        ({"direction": "anticlockwise"}, 3, ("C",)),
    ],
)
def test_after_a_slup_the_fourth_person_may_come_in(
    answers: dict[str, Any], deals: int, allowed: tuple[str, ...]
) -> None:
    session = Session(changed("instrukcja", answers), FOUR, "D")
    for _ in range(deals):
        assert session.may_replace() == ()
        with pytest.raises(IllegalActionError) as caught:
            session.replace("A")
        assert caught.value.rule == "slup-length"
        session.add(REDEAL)  # which counts for nothing
        assert session.may_replace() == ()
        session.add(A_WINS)
    assert session.may_replace() == allowed
    with pytest.raises(IllegalActionError) as caught:
        session.replace("D")
    assert caught.value.rule == "slup-replaced"
    session.replace(allowed[-1])
    assert session.dealer == session.sitting_out == allowed[-1]
    assert session.may_replace() == ()
    assert "D" in session.seats


@pytest.mark.rule("slup-length")
def test_the_occasion_to_come_in_passes_with_the_next_deal() -> None:
    session = Session(ruleset("instrukcja"), FOUR, "D")
    for _ in range(3):
        session.add(A_WINS)
    assert session.may_replace()
    session.add(A_WINS)
    assert session.may_replace() == ()
    for _ in range(2):
        session.add(A_WINS)
    assert session.may_replace() == ("A",)


@pytest.mark.rule("fourth-person")
def test_three_at_a_table_have_no_slup() -> None:
    session = Session(ruleset("instrukcja"), THREE)
    for _ in range(6):
        session.add(A_WINS)
        assert session.may_replace() == ()


def test_there_is_no_result_before_the_end() -> None:
    session = Session(ruleset("witryna"), THREE)
    with pytest.raises(IllegalActionError, match="no settlement yet"):
        result_of(Game.start(session.ruleset, session.deal(1)))


def deal_out(rules: Ruleset, persons: tuple[str, ...], seed: int, deals: int) -> Session:
    """Return the table after so many deals, played by chance and by care."""
    session, rng = Session(rules, persons), SplitMix64(seed)
    for number in range(deals):
        game = Game.start(rules, session.deal(seed + number))
        policies = [rng.pick((random_player, sensible_player)) for _ in game.seats]
        play_out(game, policies, rng)
        told = result_of(game)
        line = session.add(told)
        assert game.outcome is not None
        assert told.winners == tuple(game.seats[seat] for seat in game.outcome.winners)
        assert told.settlement == dict(zip(game.seats, game.settlement(), strict=True))
        assert line.dealer not in told.settlement or len(persons) != 4 or rules.players == 4
    return session


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(PROFILES), st.booleans(), st.integers(0, 2**32))
def test_whole_sessions_add_up(profile: str, with_fourth: bool, seed: int) -> None:
    rules = ruleset(profile)
    count = int(rules.players) + (with_fourth and rules.asks("fourth-person"))
    session = deal_out(rules, FOUR[:count], seed, deals=5)
    for name in session.persons:
        assert session.scores[name] == sum(line.points[name] for line in session.lines)
    for line, following in pairwise(session.lines):
        if rules.next_dealer == "next-in-turn" and rules.fourth_person != "rotates-after-slup":
            turned = line.result.outcome != "nobody-chose"
            place = (session.persons.index(line.dealer) + turned) % count
            assert following.dealer == session.persons[place]
    if rules.payment == "loser-pays":
        assert sum(session.scores.values()) == 0
    fourths = [
        line.points[line.dealer] for line in session.lines if line.dealer not in line.result.settlement
    ]
    assert all(points >= 0 for points in fourths), "always collects, never pays"
