"""Moments of play that the rule cases do not show: fractions, fixed prices, events, players, the generator."""

from fractions import Fraction
from typing import Any

import pytest
from engine_support import HANDS, PROFILES, changed, deal_for, game_at, ruleset

from przemyskie66.engine import (
    REFUSALS,
    Action,
    Deal,
    Game,
    Position,
    Ruleset,
    Tally,
    format_cards,
    parse_action,
    parse_cards,
)
from przemyskie66.engine.cards import cards_in
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import OVER
from przemyskie66.engine.players import play_out, random_player, sensible_player, step
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.errors import IllegalActionError

SEATS = ("A", "B", "C")
DEAL = Deal(SEATS, 2, tuple(parse_cards(hand) for hand in HANDS))


def game_after(rules: Ruleset, *actions: str) -> Game:
    game = Game.start(rules, DEAL)
    for text in actions:
        game.apply(parse_action(text, SEATS))
    return game


def test_the_generator_is_splitmix64() -> None:
    """The first five numbers that its authors' program gives for the seed 1234567."""
    rng = SplitMix64(1234567)
    assert [rng.draw() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_deals_the_same_for_ever() -> None:
    """If this fails, every record with a seed names other cards than it did."""
    assert [format_cards(hand) for hand in Deal.from_seed(66, 0).hands] == [
        "H9 HQ SJ C9 DJ CJ CA HJ",
        "S9 CQ HT DT CT SQ DQ DA",
        "SA HK ST D9 CK HA SK DK",
    ]


def test_below_is_fair_at_its_edge() -> None:
    rng = SplitMix64(5)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[rng.below(3)] += 1
    assert min(counts) > 900


@pytest.mark.rule("throw-in")
@pytest.mark.rule("doubling")
def test_a_fixed_price_is_not_doubled() -> None:
    game = game_after(ruleset("instrukcja"), "A choose H", "B double", "A throw-in")
    assert game.settlement() == (-4, 2, 2)


@pytest.mark.rule("base-stake")
@pytest.mark.rule("loss-relief")
def test_settlement_is_an_exact_fraction_where_thirds_are_not_whole() -> None:
    rules = ruleset("ojciec").with_option("base-stake", 4).with_option("throw-in-when", "any-time")
    plays = ("A choose H", "A play HA", "B play HJ", "C play CK", "A throw-in")
    game = game_after(rules, *plays)
    assert game.tallies[0].tricks == 1
    assert game.settlement() == (Fraction(-16, 3), Fraction(8, 3), Fraction(8, 3))
    assert [points_to_json(points) for points in game.settlement()] == ["-16/3", "8/3", "8/3"]


def test_settlement_before_the_end() -> None:
    with pytest.raises(IllegalActionError, match="phase 'choice'"):
        Game.start(ruleset("witryna"), DEAL).settlement()


@pytest.mark.parametrize("name", PROFILES)
def test_nothing_can_be_done_after_the_end(name: str) -> None:
    game = Game.start(ruleset(name), deal_for(ruleset(name), 66))
    play_out(game, [sensible_player] * game.count, SplitMix64(1))
    assert game.legal_actions() == []
    refusal = game.why_not(Action(0, "pass"))
    assert refusal is not None
    assert refusal.code == "deal-over"
    with pytest.raises(ValueError, match="the deal is over"):
        step(game, [sensible_player] * game.count, SplitMix64(1))


def test_a_refusal_of_a_card_says_rule_reading_and_what_may_be_played() -> None:
    game = game_after(ruleset("witryna"), "A choose H", "A play HQ")
    refusal = game.why_not(parse_action("B play CA", SEATS))
    assert refusal is not None
    assert (refusal.rule, refusal.reading, refusal.code) == ("follow-suit", "must", "duty")
    assert refusal.data["legal"] == "H9 HJ"
    assert (
        str(refusal) == "of CT CA DT DA H9 HJ ST SA only H9 HJ may be played (rule follow-suit, read as must)"
    )


#: The deal of HANDS, as it is dealt; before it is dealt; and one for two, the nine of trumps with A.
DEALT: dict[str, Any] = {
    "seats": ["A", "B", "C"],
    "dealer": "C",
    "hands": dict(zip("ABC", HANDS, strict=True)),
}
DARK: dict[str, Any] = {**DEALT, "blind": True}
FOR_TWO: dict[str, Any] = {
    "seats": ["A", "B"],
    "dealer": "B",
    "hands": {"A": "C9 HA HK SA DA DT", "B": "H9 HQ SK SQ DK DQ"},
    "stock": "HT HJ ST SJ S9 DJ D9 CK CQ CJ CT CA",
}
#: Positions: two hands of two cards and the end of a stock; three hands of two cards in a suit game.
END_OF_STOCK: dict[str, Any] = {
    "trump": "C",
    "leader": "A",
    "hands": {"A": "HA C9", "B": "HK DA"},
    "stock": "S9 CA",
}
ENDING: dict[str, Any] = {
    "trump": "H",
    "declarer": "A",
    "leader": "A",
    "hands": {"A": "HA C9", "B": "CK CQ", "C": "SA ST"},
    "taken": {"A": {"tricks": 2, "points": 40}, "B": {"tricks": 3, "points": 42}, "C": {"tricks": 1}},
}
#: Hearts are trumps, A plays alone and leads.
HEARTS: dict[str, Any] = {"trump": "H", "declarer": "A", "leader": "A"}
NAMED_LATER = {"warszawa-trump": "named-later"}
ANNOUNCED = {"end-of-play": "on-announced-66"}
PASSES = ["A pass", "B pass", "C pass"]

REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], list[str], str, str, str]] = [
    # before the deal
    ("witryna", {}, DARK, [], "A choose H", "choice-time", "not-dealt-yet"),
    ("witryna", {}, DARK, [], "A play HA", "choice-time", "not-dealt-yet"),
    ("witryna", {}, DARK, [], "B no-blind", "blind-order", "not-your-turn"),
    ("witryna", {}, DARK, [], "A blind warszawa", "blind-games", "not-offered"),
    ("witryna", {}, DARK, [], "A blind H", "blind-games", "not-offered"),
    ("witryna", {}, DARK, [], "A blind zyd", "zyd-trump", "suit-needed"),
    ("witryna", {}, DARK, [], "A blind durch H", "durch-trump", "no-suit-named"),
    ("ojciec", {}, DARK, [], "A blind zyd H", "zyd-meaning", "an-outcome"),
    ("witryna", {}, DARK, ["A blind mizerka"], "B blind zyd H", "contract-rank", "not-higher"),
    ("witryna", {}, DARK, ["A no-blind", "B blind zyd H"], "A blind durch", "blind-order", "has-declined"),
    ("witryna", {}, DARK, ["A blind zyd H"], "A blind durch", "blind-order", "has-called"),
    ("witryna", {}, DEALT, [], "A blind durch", "blind-time", "already-dealt"),
    ("witryna", {"blind-games": []}, DARK, [], "A blind durch", "blind-games", "not-in-use"),
    ("wikibooks-3", {}, DARK, [], "A no-blind", "blind-games", "not-in-use"),
    # the choice on the first packet
    ("witryna", {}, DEALT, [], "A play HA", "choice-order", "choice-open"),
    ("witryna", {}, DEALT, [], "B pass", "choice-order", "not-your-turn"),
    ("witryna", {}, DEALT, [], "A choose durch", "first-choice", "not-offered"),
    ("wikibooks-3", {}, DEALT, [], "A choose warszawa", "first-choice", "not-offered"),
    ("witryna", {"choice-threshold": "suit-held"}, DEALT, [], "A choose S", "choice-threshold", "suit-not-held"),
    (
        "witryna", {"nobody-chooses": "last-must-choose"}, DEALT, ["A pass", "B pass"], "C pass",
        "nobody-chooses", "must-choose",
    ),
    (
        "witryna", {"first-choice-overcall": "higher-takes-over"}, DEALT, ["A choose warszawa"], "B choose H",
        "contract-rank", "not-higher",
    ),
    ("witryna", {}, DEALT, ["A choose H"], "B pass", "choice-order", "choice-made"),
    ("wikibooks-3", {}, DEALT, ["A choose H"], "B choose S", "choice-order", "choice-made"),
    ("wikibooks-2", {}, FOR_TWO, [], "A choose H", "trump-fixing", "not-chosen"),
    ("wikibooks-2", {}, FOR_TWO, [], "A pass", "trump-fixing", "not-chosen"),
    # the choice on the full hand
    ("witryna", {}, DEALT, PASSES, "A play HA", "second-choice", "choice-open"),
    ("witryna", {}, DEALT, PASSES, "B pass", "second-choice-order", "not-your-turn"),
    ("witryna", {}, DEALT, PASSES, "A choose H", "suit-after-eight", "not-offered"),
    ("witryna", {"second-choice": ["durch"]}, DEALT, PASSES, "A choose mizerka", "second-choice", "not-offered"),
    ("witryna", {}, DEALT, [*PASSES, "A choose durch"], "B choose mizerka", "contract-rank", "not-higher"),
    (
        "witryna", {}, DEALT, [*PASSES, "A pass", "B choose mizerka", "C pass"], "C choose durch",
        "second-choice-order", "turn-has-passed",
    ),
    ("witryna", {}, DEALT, ["A choose H"], "B choose S", "suit-after-eight", "choice-made"),
    (
        "witryna", {"second-choice": ["durch"]}, DEALT, ["A choose H"], "B choose zyd S",
        "second-choice", "choice-made",
    ),
    (
        "witryna", {"second-choice-replaces": "may-not"}, DEALT, ["A choose H"], "B choose durch",
        "second-choice-replaces", "choice-made",
    ),
    (
        "witryna", {"second-choice-who": "first-chooser"}, DEALT, ["A choose H"], "B choose durch",
        "second-choice-who", "not-entitled",
    ),
    (
        "witryna", {"second-choice-order": "first-stands"}, DEALT, ["A choose H", "A choose zyd H"],
        "B choose durch", "second-choice-order", "choice-made",
    ),
    ("witryna", {}, DEALT, ["A choose H", "B choose mizerka"], "A choose durch", "second-choice-order", "turn-has-passed"),
    ("witryna", {}, DEALT, ["A choose H", "A choose durch"], "B choose mizerka", "contract-rank", "not-higher"),
    ("witryna", {}, DEALT, ["A choose H", "B double"], "C choose durch", "doubling-when", "already-doubled"),
    ("witryna", {}, DEALT, ["A choose H"], "A choose zyd", "zyd-trump", "suit-needed"),
    ("witryna", {}, DEALT, ["A choose H"], "A choose mizerka S", "mizerka-trump", "no-suit-named"),
    ("ojciec", {}, DEALT, ["A choose H"], "A choose zyd S", "zyd-meaning", "an-outcome"),
    (
        "witryna", {}, DARK, ["A blind zyd H", "B no-blind", "C no-blind"], "B choose durch",
        "blind-then-choice", "choice-made",
    ),
    ("witryna", {}, DEALT, ["A choose H", "A play HA"], "B choose durch", "choice-order", "choice-made"),
    # naming a trump
    ("witryna", {}, DEALT, ["A choose H"], "A name H", "trump", "nothing-to-name"),
    ("wikibooks-2", {}, FOR_TWO, [], "A name H", "trump", "nothing-to-name"),
    ("witryna", {}, DEALT, ["A choose warszawa"], "A name H", "warszawa-trump", "nothing-to-name"),
    ("witryna", NAMED_LATER, DEALT, ["A choose warszawa"], "B name H", "warszawa-trump", "not-declarers"),
    ("witryna", NAMED_LATER, DEALT, ["A choose warszawa"], "A play HA", "warszawa-trump", "trump-to-name"),
    # doubling and throwing in
    ("witryna", {}, DEALT, [], "B double", "doubling-when", "no-game-yet"),
    ("witryna", {}, DEALT, ["A choose H"], "A double", "doubling-who", "not-your-call"),
    ("witryna", {}, DEALT, ["A choose H", "B double"], "C double", "doubling-who", "not-your-call"),
    ("witryna", {"ladder-rungs": 1}, DEALT, ["A choose H", "B double"], "A double", "ladder-rungs", "ladder-ended"),
    ("witryna", {}, DEALT, ["A choose H", "A play HA"], "B double", "doubling-when", "too-late"),
    ("wikibooks-3", {}, DEALT, ["A choose H"], "B double", "doubling", "not-in-use"),
    ("wikibooks-2", {}, FOR_TWO, [], "B double", "doubling", "not-in-use"),
    ("witryna", {}, DEALT, [], "A throw-in", "throw-in-when", "before-all-cards"),
    ("witryna", {}, DEALT, ["A choose H"], "B throw-in", "throw-in-who", "not-entitled"),
    ("witryna", {"throw-in-who": "nobody"}, DEALT, ["A choose H"], "A throw-in", "throw-in-who", "not-entitled"),
    ("witryna", {}, DEALT, ["A choose H", "A play HA"], "A throw-in", "throw-in-when", "too-late"),
    ("wikibooks-3", {}, DEALT, ["A choose H"], "A throw-in", "throw-in", "not-in-use"),
    # surrender
    ("wikibooks-3", {}, ENDING, [], "A surrender", "surrender", "not-in-use"),
    ("witryna", {}, DEALT, ["A choose H"], "A surrender", "surrender", "no-play-yet"),
    ("witryna", {}, {**ENDING, "contract": "durch"}, [], "A surrender", "durch-pay", "no-degrees"),
    ("witryna", {"surrender-who": "defenders-only"}, ENDING, [], "A surrender", "surrender-who", "not-entitled"),
    ("witryna", {}, ENDING, ["B surrender"], "B surrender", "surrender-binds", "has-surrendered"),
    ("witryna", {"surrender-binds": "own-only"}, ENDING, ["B surrender", "A play HA"], "B surrender", "surrender-binds", "has-surrendered"),
    ("witryna", {}, {**ENDING, "taken": {}}, [], "B surrender", "surrender", "nothing-won"),
    ("witryna", {"surrender-when": "at-once-only"}, ENDING, [], "B surrender", "surrender-when", "moment-passed"),
    # announcing
    ("witryna", {}, ENDING, [], "A announce", "end-of-play", "not-in-use"),
    ("wikibooks-3", {}, DEALT, [], "A announce", "end-of-play", "no-play-yet"),
    ("wikibooks-3", {"defenders-target": "no-effect"}, ENDING, [], "B announce", "defenders-target", "defenders-cannot-win"),
    ("wikibooks-3", {}, ENDING, [], "A announce", "target", "target-not-reached"),
    ("witryna", ANNOUNCED, {**ENDING, "contract": "durch"}, [], "A announce", "durch-aim", "another-aim"),
    # the stock
    ("wikibooks-3", {}, ENDING, [], "A exchange", "trump-nine", "not-in-use"),
    ("wikibooks-2", {"trump-nine": "never"}, FOR_TWO, [], "A exchange", "trump-nine", "not-in-use"),
    ("wikibooks-2", {}, FOR_TWO, ["A close"], "A exchange", "close-effect", "no-turned-up-card"),
    ("wikibooks-2", {}, {**END_OF_STOCK, "stock": ""}, [], "A exchange", "stock", "no-turned-up-card"),
    ("wikibooks-2", {"trump-nine-when": "any-time"}, FOR_TWO, [], "B exchange", "trump-nine", "nine-not-held"),
    ("wikibooks-2", {}, END_OF_STOCK, [], "A exchange", "trump-nine-limit", "stock-too-low"),
    ("wikibooks-2", {}, FOR_TWO, ["A play HA"], "A exchange", "trump-nine-when", "not-leading-now"),
    ("wikibooks-2", {}, END_OF_STOCK, [], "A close", "close-stock", "stock-too-low"),
    ("wikibooks-2", {}, FOR_TWO, ["A close"], "B close", "close-effect", "closed-already"),
    ("wikibooks-2", {"close-stock": "never"}, FOR_TWO, [], "A close", "close-stock", "not-in-use"),
    ("wikibooks-2", {}, FOR_TWO, [], "A take open", "last-two-who", "nothing-to-take"),
    (
        "wikibooks-2", {"last-two-who": "trick-winner-chooses"}, END_OF_STOCK, ["A play HA", "B play DA"],
        "B take open", "last-two-who", "not-your-turn",
    ),
    (
        "wikibooks-2", {"last-two-who": "trick-winner-chooses"}, END_OF_STOCK, ["A play HA", "B play DA"],
        "A play C9", "last-two-who", "card-to-take",
    ),
    (
        "wikibooks-2",
        {"last-two-who": "trick-winner-chooses", "trump-nine-limit": "while-stock", "trump-nine-when": "any-time"},
        END_OF_STOCK, ["A play HA", "B play DA"], "A exchange", "last-two-who", "card-to-take",
    ),
    # cards and melds
    ("witryna", {}, DEALT, ["A choose H"], "B play H9", "first-lead", "not-your-turn"),
    ("witryna", {}, DEALT, ["A choose warszawa"], "B play H9", "contract-first-lead", "not-your-turn"),
    ("witryna", {}, DEALT, ["A choose H"], "A play SA", "deal-packets", "not-held"),
    ("witryna", {}, DEALT, ["A choose H", "A play HA"], "C play CK", "direction", "not-your-turn"),
    (
        "witryna", {}, DEALT, ["A choose H", "A play HA", "B play H9", "C play SJ"], "B play HJ",
        "next-lead", "not-your-turn",
    ),
    ("witryna", {}, DEALT, ["A choose H", "A play HA"], "B play CA", "follow-suit", "duty"),
    ("witryna", {}, DEALT, ["A choose C", "A play C9"], "B play HJ", "follow-suit", "duty"),
    ("witryna", {}, DEALT, ["A choose H"], "A play HA meld", "meld", "not-king-or-queen"),
    ("witryna", {"meld": "none"}, DEALT, ["A choose H"], "A play HK meld", "meld", "no-melds"),
    ("witryna", {}, DEALT, ["A choose H", "A choose durch"], "A play HK meld", "contract-melds", "no-melds-in"),
    ("witryna", {"meld-who": "declarer"}, DEALT, ["A pass", "B choose C"], "A play HK meld", "meld-who", "not-declarer"),
    (
        "witryna", {}, DEALT, ["A choose H", "A play C9", "B play CT"], "C play CK meld",
        "meld-timing", "not-leading",
    ),
    ("witryna", {}, {**ENDING, "leader": "B", "hands": {**ENDING["hands"], "B": "CK SK"}}, [], "B play CK meld", "meld-validity", "pair-not-held"),
    ("witryna", {"meld-validity": "trick-taken"}, {**ENDING, "leader": "B", "taken": {}}, [], "B play CK meld", "meld-validity", "no-trick-taken"),
    # afterwards
    ("witryna", {}, DEALT, ["A choose H", "A throw-in"], "A play HA", "throw-in", "deal-over"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "answers", "start", "done", "text", "rule", "code"),
    [pytest.param(*row, id=f"{row[5]}: {row[6]} {number}") for number, row in enumerate(REFUSED)],
)
def test_each_refusal_has_its_rule(
    profile: str,
    answers: dict[str, Any],
    start: dict[str, Any],
    done: list[str],
    text: str,
    rule: str,
    code: str,
) -> None:
    game = game_at(changed(profile, answers), start)
    for action in done:
        game.apply(parse_action(action, game.seats))
    refusal = game.why_not(parse_action(text, game.seats))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (rule, code)
    reading = game.now.reading(rule)
    assert refusal.reading == reading
    assert str(refusal).endswith(f"(rule {rule}, read as {reading})" if reading else f"(rule {rule})")


def test_every_code_of_a_refusal_is_met() -> None:
    """Those of deals, positions and tables stand in the tests of rulesets and of sessions."""
    elsewhere = {"wrong-seats", "card-twice", "wrong-hand-size", "wrong-stock-size", "not-replaced"}
    assert {row[-1] for row in REFUSED} == set(REFUSALS) - elsewhere


def test_the_events_of_a_trick() -> None:
    game = game_after(ruleset("witryna"), "A choose H", "A play HQ meld", "B play H9", "C play SJ")
    told = [(event.kind, event.seat, event.step) for event in game.events]
    assert told == [
        ("deal", None, 0),
        ("choose", 0, 1),
        ("packet", None, 1),
        ("meld", 0, 2),
        ("play", 0, 2),
        ("play", 1, 3),
        ("play", 2, 4),
        ("trick", 0, 4),
    ]
    assert dict(game.events[5].rules) == {"direction": "clockwise", "follow-suit": "must"}
    assert dict(game.events[6].rules) == {"direction": "clockwise", "free-discard": "any"}
    assert game.events[-1].data == {"cards": "HQ H9 SJ", "points": 5}
    assert game.card_points(0) == 45


def told(game: Game, *kinds: str) -> list[tuple[str, int | None, dict[str, Any]]]:
    """Return the events of *kinds*, each with its seat and what it says."""
    return [(event.kind, event.seat, event.data) for event in game.events if event.kind in kinds]


def test_the_events_of_calls() -> None:
    game = game_at(changed("witryna", {"blind-then-choice": "may-be-overcalled-after", **NAMED_LATER}), DARK)
    for text in ("A no-blind", "B no-blind", "C no-blind", "A pass", "B choose warszawa", "C choose zyd D"):
        game.apply(parse_action(text, SEATS))
    assert told(game, "no-blind", "pass", "choose", "packet", "name") == [
        ("no-blind", 0, {}),
        ("no-blind", 1, {}),
        ("no-blind", 2, {}),
        ("pass", 0, {}),
        ("choose", 1, {"contract": "warszawa", "suit": "none", "trump": "none"}),
        ("packet", None, {"cards": 4}),
        ("choose", 2, {"contract": "zyd", "suit": "D", "trump": "D"}),
    ]
    dark = game_at(ruleset("witryna"), DARK)
    for text in ("A blind zyd H", "B blind durch", "C no-blind", "A no-blind"):
        dark.apply(parse_action(text, SEATS))
    assert told(dark, "before-deal", "blind", "blind-stands", "packet", "deal") == [
        ("before-deal", None, {"dealer": 2}),
        ("blind", 0, {"contract": "zyd", "suit": "H"}),
        ("blind", 1, {"contract": "durch", "suit": "none"}),
        ("blind-stands", 1, {}),
        ("packet", None, {"cards": 4}),
    ]
    named = game_at(changed("witryna", NAMED_LATER), DEALT)
    for text in ("A choose warszawa", "A name S", "B double"):
        named.apply(parse_action(text, SEATS))
    assert told(named, "name", "double") == [("name", 0, {"trump": "S"}), ("double", 1, {"calls": 1})]


def test_the_events_of_the_stock() -> None:
    rules = changed("wikibooks-2", {"last-two-who": "trick-winner-chooses"})
    start = {**END_OF_STOCK, "stock": "DJ HQ S9 CA"}
    game = game_at(rules, start)
    for text in ("A exchange", "A play HA", "B play DA", "A play CA", "B play HK", "A take open"):
        game.apply(parse_action(text, game.seats))
    assert told(game, "exchange", "draw", "trick") == [
        ("exchange", 0, {"gave": "C9", "got": "CA"}),
        ("trick", 0, {"cards": "HA DA", "points": 22}),
        ("draw", None, {"drawn": [[0, "DJ"], [1, "HQ"]], "left": 2}),
        ("trick", 0, {"cards": "CA HK", "points": 15}),
        ("draw", None, {"drawn": [[0, "C9"], [1, "S9"]], "left": 0}),
    ]
    closed = game_at(rules, start)
    closed.apply(parse_action("B close", closed.seats))
    assert told(closed, "close") == [("close", 1, {"left": 4})]


@pytest.mark.rule("surrender-binds")
def test_the_events_of_surrender() -> None:
    """An offer holds until the next card."""
    taken = {name: {"tricks": 2, "points": 30} for name in "ABC"}
    game = game_at(ruleset("ojciec"), {**ENDING, "taken": taken})
    for text in ("B surrender", "A play HA", "C surrender", "B surrender"):
        game.apply(parse_action(text, SEATS))
    assert told(game, "offer", "surrender", "outcome") == [
        ("offer", 1, {}),
        ("offer", 2, {}),
        ("surrender", 1, {}),
        ("outcome", None, {"outcome": "surrendered", "winners": [0], "losers": [1, 2]}),
    ]


@pytest.mark.rule("first-to-66")
@pytest.mark.rule("defenders-target")
@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ({"first-to-66": "declarer-wins", "defenders-target": "wins"}, "declarer-wins"),
        ({"first-to-66": "declarer-wins", "defenders-target": "no-effect"}, "declarer-wins"),
        ({"first-to-66": "first-wins", "defenders-target": "wins"}, "declarer-loses"),
        ({"first-to-66": "first-wins", "defenders-target": "no-effect"}, "declarer-loses"),
    ],
)
def test_where_both_sides_have_the_target_the_defenders_first(answers: dict[str, str], kind: str) -> None:
    """B and C have 66 with the first of two tricks, A with the second."""
    start = {
        **HEARTS,
        "hands": {"A": "C9 HA", "B": "CT D9", "C": "CJ HK"},
        "taken": {"A": {"tricks": 3, "points": 11, "melds": 40}, "B": {"tricks": 3, "points": 54}},
    }
    game = game_at(changed("witryna", answers), start)
    for text in ("A play C9", "B play CT", "C play CJ", "B play D9", "C play HK", "A play HA"):
        game.apply(parse_action(text, SEATS))
    assert [game.card_points(seat) for seat in range(3)] == [66, 66, 0]
    assert game.outcome is not None
    assert game.outcome.kind == kind


@pytest.mark.rule("first-to-66")
@pytest.mark.parametrize(("answer", "winners"), [("first-wins", (1, 2)), ("declarer-wins", (0,))])
def test_who_announces_first_wins_unless_the_declarer_has_enough(
    answer: str, winners: tuple[int, ...]
) -> None:
    taken = {"A": {"tricks": 3, "points": 70}, "B": {"tricks": 3, "points": 50, "melds": 20}}
    game = game_at(changed("wikibooks-3", {"first-to-66": answer}), {**ENDING, "taken": taken})
    game.apply(parse_action("B announce", SEATS))
    assert game.outcome is not None
    assert game.outcome.winners == winners


@pytest.mark.parametrize(
    ("points", "named"),
    [
        ({"A": {"tricks": 7, "points": 105}}, {"loss-counting"}),
        ({"B": {"tricks": 7, "points": 105}}, set()),
    ],
)
def test_a_settlement_names_only_rules_that_bear_on_it(points: dict[str, Any], named: set[str]) -> None:
    """Two losers are counted, one is not; nobody doubled, called in the dark or surrendered."""
    start = {**HEARTS, "hands": {"A": "HA", "B": "H9", "C": "HK"}, "taken": points}
    game = played_to_the_end(game_at(ruleset("witryna"), start))
    assert game.settled is not None
    others = {"loss-counting", "doubling", "blind-stake", "surrender-cost", "throw-in", "meld-credit"}
    assert set(game.settled.rules) & others == named
    assert {"base-stake", "loss-degrees", "who-pays-whom", "payment"} <= set(game.settled.rules)


def test_policies_are_deterministic() -> None:
    ends = []
    for _ in range(2):
        game = Game.start(ruleset("ojciec"), Deal.from_seed(7, 1))
        play_out(game, [random_player, sensible_player, random_player], SplitMix64(9))
        ends.append(game.events)
    assert ends[0] == ends[1]


def test_sensible_players_never_throw_in_and_meld_when_they_may() -> None:
    for seed in range(40):
        game = Game.start(ruleset("ojciec"), Deal.from_seed(seed, seed % 3))
        rng = SplitMix64(seed)
        while game.phase != OVER:
            turn = game.turn
            assert turn is not None
            may_meld = any(action.meld for action in game.legal_actions(turn))
            action = step(game, [sensible_player] * 3, rng)
            assert action.kind != "throw-in"
            assert action.meld or not may_meld or action.kind != "play"


def test_sensible_players_announce_when_they_may() -> None:
    ends = set()
    for seed in range(30):
        game = Game.start(ruleset("wikibooks-3"), Deal.from_seed(seed, 2))
        play_out(game, [sensible_player] * 3, SplitMix64(seed))
        ends.add(game.actions[-1].kind)
    assert "announce" in ends


@pytest.mark.rule("meld-who")
def test_where_only_the_declarer_melds_he_does() -> None:
    rules = ruleset("witryna").with_option("meld-who", "declarer")
    assert game_after(rules, "A choose H", "A play HQ meld").tallies[0].meld_points == 40


@pytest.mark.rule("beat-in-suit")
def test_in_trumps_led_the_duty_is_to_beat_in_suit() -> None:
    """No trick is trumped where trumps were led, so beat-after-trump has nothing to say."""
    rules = ruleset("witryna").with_option("beat-after-trump", "not-owed", "not-owed")
    game = game_after(rules, "A pass", "B choose C", "A play C9")
    assert format_cards(cards_in(game.legal_mask())) == "CT CA"
    game.apply(parse_action("B play CT", SEATS))
    assert dict(game.events[-1].rules).keys() == {"direction", "follow-suit", "beat-in-suit"}


def played_to_the_end(game: Game) -> Game:
    """Return *game* after each has played the cards left, the first that may be played."""
    while game.phase != OVER:
        game.do(game.legal_actions(game.turn)[0])
    return game


@pytest.mark.rule("target")
@pytest.mark.parametrize(("points", "wins"), [(50, False), (51, True), (52, True)])
def test_the_target_is_reached_with_just_so_many_points(points: int, wins: bool) -> None:
    """A takes the last fifteen card points: in a suit game, as one who announces, as one who closed."""
    rest = {"hands": {"A": "HA", "B": "H9", "C": "HK"}, "taken": {"A": {"tricks": 4, "points": points}}}
    suit_game = played_to_the_end(game_at(ruleset("witryna"), {**HEARTS, **rest}))
    assert suit_game.outcome is not None
    assert suit_game.outcome.kind == ("declarer-wins" if wins else "declarer-loses")
    before = game_at(ruleset("wikibooks-3"), {**HEARTS, **rest, "taken": {"A": {"points": points + 15}}})
    assert (before.why_not(Action(0, "announce")) is None) == wins
    for_two = {"trump": "C", "leader": "A", "closed_by": "A", "hands": {"A": "HA", "B": "HK"}}
    closed = played_to_the_end(
        game_at(ruleset("wikibooks-2"), {**for_two, "stock": "S9 SJ", "taken": rest["taken"]})
    )
    assert closed.outcome is not None
    assert closed.outcome.winners == ((0,) if wins else (1,))


@pytest.mark.rule("zyd-outcome")
@pytest.mark.parametrize(
    ("outcome", "tricks", "named"),
    [
        ("not-counted", (0, 3), False),
        ("declarer-without-trick", (0, 3), True),
        ("declarer-without-trick", (1, 2), False),
        ("declarer-without-trick", (3, 0), False),
        ("all-tricks", (0, 3), True),
        ("all-tricks", (1, 2), False),
        ("all-tricks", (3, 0), True),
    ],
)
def test_an_outcome_that_is_called_zyd(outcome: str, tricks: tuple[int, int], named: bool) -> None:
    """The last trick goes to whoever has taken more; payment is the same, named or not."""
    own, others = tricks
    hands = {"A": "HA", "B": "H9", "C": "HK"} if own > others else {"A": "H9", "B": "HA", "C": "HK"}
    taken = {"A": {"tricks": own, "points": 10 * own}, "B": {"tricks": others, "points": 10 * others}}
    start = {**HEARTS, "hands": hands, "taken": taken}
    games = [
        played_to_the_end(game_at(changed("ojciec", {"zyd-outcome": value}), start))
        for value in (outcome, "not-counted")
    ]
    assert any(event.kind == "zyd" for event in games[0].events) == named
    assert games[0].settlement() == games[1].settlement()


@pytest.mark.rule("zyd-meaning")
def test_where_zyd_is_called_it_is_no_outcome() -> None:
    rules = changed("witryna", {"zyd-outcome": "all-tricks"})
    game = played_to_the_end(game_at(rules, {**HEARTS, "hands": {"A": "H9", "B": "HA", "C": "HK"}}))
    assert all(event.kind != "zyd" for event in game.events)


@pytest.mark.rule("sides")
def test_each_alone_defenders_do_not_add_up() -> None:
    hands = tuple(parse_cards(hand) for hand in ("HA C9", "H9 D9", "HK DJ"))
    taken = (Tally(2, 33), Tally(2, 40), Tally(2, 30))
    position = Position(SEATS, 2, hands, declarer=0, leader=0, trump=3, taken=taken)
    together = Game.at(ruleset("wikibooks-3"), position)
    alone = Game.at(ruleset("wikibooks-3").with_option("sides", "each-alone"), position)
    announcement = parse_action("B announce", SEATS)
    assert together.why_not(announcement) is None
    refusal = alone.why_not(announcement)
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("target", {"found": 40, "expected": 66})


@pytest.mark.rule("target-counting")
def test_the_target_is_reached_in_the_moment_of_the_meld() -> None:
    hands = tuple(parse_cards(hand) for hand in ("HK HQ", "H9 D9", "HJ DJ"))
    position = Position(
        SEATS, 2, hands, declarer=0, leader=0, trump=3, taken=(Tally(3, 50), Tally(), Tally())
    )
    game = Game.at(ruleset("witryna"), position)
    game.apply(parse_action("A play HK meld", SEATS))
    assert [event.kind for event in game.events] == ["position", "meld", "play", "target"]
    assert game.events[-1].data == {"side": [0], "points": 70}
