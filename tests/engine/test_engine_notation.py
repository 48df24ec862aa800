"""Text to and from cards and actions; unreadable, ambiguous and forbidden are three errors."""

import pytest
from engine_support import HANDS, changed, game_at, ruleset
from hypothesis import given
from hypothesis import strategies as st

from przemyskie66.engine import (
    Action,
    Deal,
    Game,
    format_action,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
)
from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.notation import KINDS
from przemyskie66.errors import AmbiguousActionError, IllegalActionError, NotationError

SEATS = ("A", "B", "C")


def new_game(profile: str = "witryna") -> Game:
    return Game.start(ruleset(profile), Deal(SEATS, 2, tuple(parse_cards(hand) for hand in HANDS)))


@given(st.integers(0, CARD_COUNT - 1))
def test_cards_round_trip(card: int) -> None:
    assert parse_card(format_card(card)) == card


@pytest.mark.parametrize(
    ("text", "card"), [("H10", "HT"), ("♥A", "HA"), ("♣10", "CT"), ("♠9", "S9"), ("♦Q", "DQ")]
)
def test_other_spellings_of_cards(text: str, card: str) -> None:
    assert format_card(parse_card(text)) == card


@pytest.mark.parametrize(
    "text", ["", "H", "HX", "XA", "HA ", "ha", "H1", "H100", "10", "AH", "♥", "HAA", "H8", "🂱"]
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(
        NotationError, match="is no card; expected a suit of C, D, H, S and a rank of"
    ) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_every_word_that_is_no_card_is_named_with_its_place() -> None:
    with pytest.raises(NotationError, match=r"card 2: 'X9'.*card 4: 'H8'"):
        parse_cards("HA X9 C9 H8")


@given(st.lists(st.integers(0, CARD_COUNT - 1)))
def test_lists_of_cards_round_trip(cards: list[int]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a seat, a verb"),
        ("A", "expected a seat, a verb"),
        ("D pass", "'D' in 'D pass' is no seat; expected one of A, B, C"),
        ("A fly", "'fly' in 'A fly' is no verb; expected one of blind, no-blind, choose, pass, name"),
        ("A play", "'play' takes one card"),
        ("A play HA HT", "'play' takes one card"),
        ("A play HA melt", "'play' takes one card"),
        ("A play H8", "'H8' is no card"),
        ("A choose", "'choose' takes one suit, or one contract (warszawa, zyd, mizerka, durch)"),
        ("A choose H zyd", "'choose' takes one suit, or one contract"),
        ("A choose zyd X", "'X' is no suit"),
        ("A choose zyd H S", "'choose' takes one suit, or one contract"),
        ("A blind", "'blind' takes one suit, or one contract"),
        ("A blind dursz", "'dursz' is no suit"),
        ("A no-blind durch", "nothing can follow 'no-blind', found 'durch'"),
        ("A name", "'name' takes one suit"),
        ("A name warszawa", "'warszawa' is no suit"),
        ("A take", "'take' takes one of hidden, open"),
        ("A take both", "no card 'both' to take; expected hidden or open"),
        ("A exchange C9", "nothing can follow 'exchange'"),
        ("A surrender all", "nothing can follow 'surrender'"),
        ("A choose X", "'X' is no suit"),
        ("A choose warsaw", "'warsaw' is no suit"),
        ("A pass now", "nothing can follow 'pass', found 'now'"),
        ("A double H", "nothing can follow 'double'"),
    ],
)
def test_what_is_no_action(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, SEATS)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "parts",
    [
        {"kind": "sing"},
        {"kind": "play"},
        {"kind": "choose"},
        {"kind": "choose", "contract": "warsaw"},
        {"kind": "choose", "contract": "suit"},
        {"kind": "blind"},
        {"kind": "blind", "card": 3},
        {"kind": "name"},
        {"kind": "name", "contract": "zyd", "suit": 1},
        {"kind": "take"},
        {"kind": "take", "which": "both"},
        {"kind": "close", "which": "open"},
        {"kind": "no-blind", "contract": "durch"},
        {"kind": "pass", "card": 3},
        {"kind": "play", "card": 3, "suit": 1},
        {"kind": "double", "meld": True},
    ],
)
def test_an_action_is_well_formed(parts: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        Action(0, **parts)  # type: ignore[arg-type]


def test_an_action_of_no_seat() -> None:
    with pytest.raises(NotationError, match="seat 3: expected a seat from 0 to 2"):
        new_game().why_not(Action(3, "pass"))


def test_short_forms() -> None:
    game = new_game()
    assert game.read_action("choose H") == Action(0, "choose", suit=2)
    assert game.read_action("choose ♥") == Action(0, "choose", suit=2)
    assert game.read_action("pass") == Action(0, "pass")
    game.apply(game.read_action("A choose H"))
    assert game.read_action("play A") == Action(0, "play", card=parse_card("HA"))
    assert game.read_action("play 10") == Action(0, "play", card=parse_card("HT"))
    assert game.read_action("A play D") == Action(0, "play", card=parse_card("D9"))
    assert game.read_action("play K meld") == Action(0, "play", card=parse_card("HK"), meld=True)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("play H", "A play HQ, A play HK, A play HT, A play HA"),
        ("play 9", "A play C9, A play D9, A play S9"),
        ("play meld", "A play HQ meld, A play HK meld"),
        ("double", "B double, C double"),
    ],
)
def test_ambiguous_text_lists_what_it_fits(text: str, choices: str) -> None:
    game = new_game()
    game.apply(parse_action("A choose H", SEATS))
    with pytest.raises(AmbiguousActionError) as caught:
        game.read_action(text)
    assert choices in str(caught.value)


@pytest.mark.parametrize("text", ["", "A", "play", "sing", "play X", "play SA", "A play X", "choose H now"])
def test_text_that_fits_nothing(text: str) -> None:
    with pytest.raises((NotationError, AmbiguousActionError)):
        new_game().read_action(text)


def test_full_text_is_read_though_it_is_forbidden() -> None:
    game = new_game()
    with pytest.raises(IllegalActionError) as caught:
        game.apply(game.read_action("B choose H"))
    assert caught.value.rule == "choice-order"


def test_seats_may_be_named_as_cards_or_verbs() -> None:
    """Names are free: the first word is the seat, whatever else it could mean."""
    deal = Deal(("HA", "Ewa", "9"), 2, tuple(parse_cards(hand) for hand in HANDS))
    game = Game.start(ruleset("witryna"), deal)
    game.apply(game.read_action("HA choose H"))
    assert game.read_action("HA play HA").card == parse_card("HA")


@pytest.mark.parametrize("seats", [("A", "A", "B"), ("A", "", "B"), ("A", "B C", "D")])
def test_seat_names_are_different_words(seats: tuple[str, ...]) -> None:
    with pytest.raises(NotationError):
        Deal(seats, 0, ((), (), ()))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("B blind durch", Action(1, "blind", contract="durch")),
        ("B blind zyd H", Action(1, "blind", contract="zyd", suit=2)),
        ("B no-blind", Action(1, "no-blind")),
        ("A choose warszawa", Action(0, "choose", contract="warszawa")),
        ("A choose zyd ♠", Action(0, "choose", contract="zyd", suit=3)),
        ("A name D", Action(0, "name", suit=1)),
        ("A name ♦", Action(0, "name", suit=1)),
        ("C double", Action(2, "double")),
        ("C throw-in", Action(2, "throw-in")),
        ("C surrender", Action(2, "surrender")),
        ("A announce", Action(0, "announce")),
        ("A exchange", Action(0, "exchange")),
        ("A close", Action(0, "close")),
        ("A take hidden", Action(0, "take", which="hidden")),
        ("A take open", Action(0, "take", which="open")),
        ("B play H10 meld", Action(1, "play", card=parse_card("HT"), meld=True)),
    ],
)
def test_every_kind_of_action_has_its_words(text: str, action: Action) -> None:
    assert parse_action(text, SEATS) == action
    written = format_action(action, SEATS)
    assert parse_action(written, SEATS) == action
    assert action.kind in KINDS
    assert written.isascii()


def test_a_call_is_of_a_suit_game_where_it_names_a_suit_only() -> None:
    assert parse_action("A choose H", SEATS).game == "suit"
    assert parse_action("A blind zyd H", SEATS).game == "zyd"


def test_short_forms_of_calls() -> None:
    game = new_game()
    assert game.read_action("choose warszawa") == Action(0, "choose", contract="warszawa")
    for text in ("A pass", "B pass", "C pass"):
        game.apply(parse_action(text, SEATS))
    assert game.read_action("choose mizerka") == Action(0, "choose", contract="mizerka")
    assert game.read_action("choose zyd ♥") == Action(0, "choose", contract="zyd", suit=2)
    with pytest.raises(AmbiguousActionError, match="fits 4 actions: A choose zyd C, A choose zyd D"):
        game.read_action("choose zyd")


def test_short_forms_before_the_deal_and_of_naming() -> None:
    deal = Deal(SEATS, 2, tuple(parse_cards(hand) for hand in HANDS))
    game = Game.start(changed("witryna", {"warszawa-trump": "named-later"}), deal, blind=True)
    assert game.read_action("no-blind") == Action(0, "no-blind")
    assert game.read_action("blind durch") == Action(0, "blind", contract="durch")
    for text in ("A no-blind", "B no-blind", "C no-blind", "A choose warszawa"):
        game.apply(parse_action(text, SEATS))
    assert game.read_action("name ♥") == Action(0, "name", suit=2)
    with pytest.raises(AmbiguousActionError, match="fits 4 actions"):
        game.read_action("name")


def test_short_forms_for_two_with_a_stock() -> None:
    rules = changed("wikibooks-2", {"last-two-who": "trick-winner-chooses"})
    start = {
        "trump": "C",
        "leader": "A",
        "hands": {"A": "HA C9", "B": "HK DA"},
        "stock": "DJ HQ S9 CA",
    }
    game = game_at(rules, start)
    assert game.read_action("exchange") == Action(0, "exchange")
    with pytest.raises(AmbiguousActionError, match="A close, B close"):
        game.read_action("close")
    for text in ("A exchange", "A play HA", "B play DA", "A play CA", "B play HK"):
        game.apply(parse_action(text, game.seats))
    assert game.read_action("take hidden") == Action(0, "take", which="hidden")
    with pytest.raises(AmbiguousActionError, match="A take hidden, A take open"):
        game.read_action("take")


def test_an_announcement_or_surrender_needs_no_name_where_only_one_can_mean_it() -> None:
    start = {
        "trump": "H",
        "declarer": "A",
        "leader": "A",
        "hands": {"A": "HA C9", "B": "HK DA", "C": "SA ST"},
        "taken": {"A": {"tricks": 6, "points": 70}},
    }
    assert game_at(ruleset("wikibooks-3"), start).read_action("announce") == Action(0, "announce")
    assert game_at(ruleset("ojciec"), start).read_action("surrender") == Action(0, "surrender")


@pytest.mark.rule("first-choice")
def test_three_errors_are_told_apart() -> None:
    game = new_game()
    with pytest.raises(NotationError, match="is no suit"):
        game.apply(parse_action("A choose warsaw", SEATS))
    with pytest.raises(AmbiguousActionError, match="fits 5 actions"):
        game.apply(game.read_action("choose"))
    with pytest.raises(IllegalActionError) as illegal:
        game.apply(parse_action("A choose durch", SEATS))
    assert (illegal.value.rule, illegal.value.reading) == ("first-choice", "suit-or-warszawa")
