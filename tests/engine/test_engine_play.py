"""Moments of play that the rule cases do not show: fractions, fixed prices, events, players, the generator."""

from fractions import Fraction

import pytest
from engine_support import HANDS, PROFILES, ruleset

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
from przemyskie66.engine.players import play_out, random_player, simple_player, step
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
    game = Game.start(ruleset(name), DEAL)
    play_out(game, [simple_player] * 3, SplitMix64(1))
    assert game.legal_actions() == []
    refusal = game.why_not(Action(0, "pass"))
    assert refusal is not None
    assert refusal.code == "deal-over"
    with pytest.raises(ValueError, match="the deal is over"):
        step(game, [simple_player] * 3, SplitMix64(1))


def test_a_refusal_of_a_card_says_rule_reading_and_what_may_be_played() -> None:
    game = game_after(ruleset("witryna"), "A choose H", "A play HQ")
    refusal = game.why_not(parse_action("B play CA", SEATS))
    assert refusal is not None
    assert (refusal.rule, refusal.reading, refusal.code) == ("follow-suit", "must", "duty")
    assert refusal.data["legal"] == "H9 HJ"
    assert (
        str(refusal) == "of CT CA DT DA H9 HJ ST SA only H9 HJ may be played (rule follow-suit, read as must)"
    )


@pytest.mark.parametrize(
    ("done", "text", "rule", "code"),
    [
        ([], "A play HA", "choice-order", "choice-open"),
        ([], "B pass", "choice-order", "not-your-turn"),
        ([], "B double", "doubling-when", "no-game-yet"),
        ([], "A throw-in", "throw-in-when", "before-all-cards"),
        (["A choose H"], "B choose S", "choice-order", "choice-made"),
        (["A choose H"], "B pass", "choice-order", "choice-made"),
        (["A choose H"], "B play H9", "first-lead", "not-your-turn"),
        (["A choose H"], "A play SA", "deal-packets", "not-held"),
        (["A choose H", "A play HA"], "C play CK", "direction", "not-your-turn"),
        (["A choose H", "A play HA", "B play H9", "C play SJ"], "B play HJ", "next-lead", "not-your-turn"),
        (["A choose H"], "A double", "doubling-who", "not-your-call"),
    ],
)
def test_each_refusal_has_its_rule(done: list[str], text: str, rule: str, code: str) -> None:
    refusal = game_after(ruleset("witryna"), *done).why_not(parse_action(text, SEATS))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (rule, code)
    assert code in REFUSALS
    assert str(refusal).endswith(f"(rule {rule}, read as {refusal.reading})")


@pytest.mark.rule("nobody-chooses")
def test_the_last_to_speak_may_be_made_to_choose() -> None:
    rules = ruleset("witryna").with_option("nobody-chooses", "last-must-choose", "last-must-choose")
    game = game_after(rules, "A pass", "B pass")
    assert {action.kind for action in game.legal_actions(2)} == {"choose"}
    refusal = game.why_not(parse_action("C pass", SEATS))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("nobody-chooses", "must-choose")


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


def test_a_copy_goes_its_own_way() -> None:
    game, same = game_after(ruleset("witryna"), "A choose H"), game_after(ruleset("witryna"), "A choose H")
    other = game.copy()
    play_out(other, [random_player] * 3, SplitMix64(3))
    assert other.phase == OVER
    assert vars(game) == vars(same)


def test_policies_are_deterministic() -> None:
    ends = []
    for _ in range(2):
        game = Game.start(ruleset("ojciec"), Deal.from_seed(7, 1))
        play_out(game, [random_player, simple_player, random_player], SplitMix64(9))
        ends.append(game.events)
    assert ends[0] == ends[1]


def test_simple_players_never_throw_in_and_meld_when_they_may() -> None:
    for seed in range(40):
        game = Game.start(ruleset("ojciec"), Deal.from_seed(seed, seed % 3))
        rng = SplitMix64(seed)
        while game.phase != OVER:
            turn = game.turn
            assert turn is not None
            may_meld = any(action.meld for action in game.legal_actions(turn))
            action = step(game, [simple_player] * 3, rng)
            assert action.kind != "throw-in"
            assert action.meld or not may_meld or action.kind != "play"


def test_simple_players_announce_when_they_may() -> None:
    ends = set()
    for seed in range(30):
        game = Game.start(ruleset("wikibooks-3"), Deal.from_seed(seed, 2))
        play_out(game, [simple_player] * 3, SplitMix64(seed))
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
