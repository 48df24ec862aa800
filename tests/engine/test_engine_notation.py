"""Text to and from cards and actions; unreadable, ambiguous, forbidden and not played are four errors."""

import pytest
from engine_support import HANDS, ruleset
from hypothesis import given
from hypothesis import strategies as st

from przemyskie66.engine import (
    Action,
    Deal,
    Game,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
)
from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.errors import AmbiguousActionError, IllegalActionError, NotationError, NotPlayedError

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
        ("A fly", "'fly' in 'A fly' is no verb; expected one of choose, pass"),
        ("A play", "'play' takes one card"),
        ("A play HA HT", "'play' takes one card"),
        ("A play HA melt", "'play' takes one card"),
        ("A play H8", "'H8' is no card"),
        ("A choose", "'choose' takes one suit or one contract"),
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
        {"kind": "choose", "suit": 1, "contract": "warszawa"},
        {"kind": "choose", "contract": "warsaw"},
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


@pytest.mark.rule("first-choice")
def test_four_errors_are_told_apart() -> None:
    game = new_game()
    with pytest.raises(NotPlayedError, match="warszawa-meaning") as not_played:
        game.apply(parse_action("A choose warszawa", SEATS))
    assert not_played.value.rule == "first-choice"
    with pytest.raises(IllegalActionError) as illegal:
        game.apply(parse_action("A choose durch", SEATS))
    assert (illegal.value.rule, illegal.value.reading) == ("first-choice", "suit-or-warszawa")
    assert not isinstance(not_played.value, ValueError)
    assert not any(action.contract for action in game.legal_actions())


@pytest.mark.rule("second-choice")
@pytest.mark.parametrize("contract", ["zyd", "mizerka", "durch"])
def test_contracts_of_the_second_choice_are_not_played(contract: str) -> None:
    game = new_game()
    game.apply(parse_action("A choose H", SEATS))
    with pytest.raises(NotPlayedError) as caught:
        game.apply(parse_action(f"A choose {contract}", SEATS))
    assert caught.value.rule == "second-choice"
