"""Text to and from cards, hands and actions.

=============  ====================================================================
card           suit letter and rank: ``HA``, ``H9``, ``HT``; read also: ``H10``, ``♥A``
suits          ``C`` ♣, ``D`` ♦, ``H`` ♥, ``S`` ♠
ranks          ``9 J Q K T A``
cards          cards with spaces between: ``HA HT C9``
action         seat, verb and what it needs: ``A choose H``, ``A choose warszawa``,
               ``A choose zyd H`` (a contract and its trump), ``A pass``, ``A blind durch``,
               ``A no-blind``, ``A name H``, ``A throw-in``, ``B double``, ``B surrender``,
               ``A play HK``, ``A play HK meld``, ``A announce``, ``A exchange``, ``A close``,
               ``A take hidden``, ``A take open``
=============  ====================================================================

Text that is none of these raises :class:`NotationError`, which names the value and what was
expected. Whether an action is allowed is not asked here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from przemyskie66.engine.cards import RANKS, SUITS, cards_in, make_card, rank_of, suit_of
from przemyskie66.engine.ruleset import CONTRACTS, SUIT_GAME
from przemyskie66.errors import AmbiguousActionError, NotationError

SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
SUIT_SYMBOLS = "♣♦♥♠"

#: What a player can do, each with the parts it needs or may have.
PARTS = {
    "blind": ("call",),  # call a contract before the deal
    "no-blind": (),  # call none before the deal
    "choose": ("call",),
    "pass": (),
    "name": ("suit",),  # name the trump of a game chosen before
    "throw-in": (),
    "double": (),
    "surrender": (),
    "play": ("card",),
    "announce": (),
    "exchange": (),  # the nine of trumps for the turned-up card
    "close": (),  # the stock
    "take": ("which",),  # one of the last two cards of the stock
}
KINDS = tuple(PARTS)

#: The last two cards of the stock.
HIDDEN, OPEN = "hidden", "open"


@dataclass(frozen=True)
class Action:
    """One thing a player does; well formed, not necessarily allowed."""

    seat: int
    kind: str
    card: int | None = None  #: the card of ``play``
    suit: int | None = None  #: the suit of ``choose``, ``blind`` or ``name``
    meld: bool = False  #: whether the card of ``play`` is melded as it is played
    contract: str | None = None  #: the contract of ``choose`` or ``blind``, where it is no suit game
    which: str | None = None  #: the card of ``take``: :data:`HIDDEN` or :data:`OPEN`

    def __post_init__(self) -> None:
        if self.kind not in PARTS:
            raise NotationError(f"no action {self.kind!r}; expected one of {', '.join(KINDS)}")
        parts = PARTS[self.kind]
        call = "call" in parts
        if call and self.suit is None and self.contract is None:
            raise NotationError(f"{self.kind!r} needs a suit or contract")
        for part, value in (("card", self.card), ("suit", self.suit), ("which", self.which)):
            if part in parts and value is None:
                raise NotationError(f"{self.kind!r} needs a {part if part != 'which' else 'hidden or open'}")
        if self.contract is not None and self.contract not in CONTRACTS:
            raise NotationError(f"no contract {self.contract!r}; expected one of {', '.join(CONTRACTS)}")
        if self.which not in (None, HIDDEN, OPEN):
            raise NotationError(f"no card {self.which!r} to take; expected {HIDDEN} or {OPEN}")
        excess = (
            (self.card is not None and "card" not in parts)
            or (self.suit is not None and not call and "suit" not in parts)
            or (self.contract is not None and not call)
            or (self.which is not None and "which" not in parts)
            or (self.meld and "card" not in parts)
        )
        if excess:
            raise NotationError(f"{self.kind!r} was given a part that belongs to another action")

    @property
    def game(self) -> str:
        """The contract of a call: ``suit`` where it names a suit only."""
        return self.contract or SUIT_GAME


def parse_suit(text: str) -> int:
    """Return the suit that *text* names (``H`` or ``♥``).

    :raises NotationError: if it names none.
    """
    letter = SYMBOLS.get(text, text)
    if len(letter) != 1 or letter not in SUITS:
        raise NotationError(f"{text!r} is no suit; expected one of {', '.join(SUITS)} (or a symbol ♣ ♦ ♥ ♠)")
    return SUITS.index(letter)


def _parse_rank(text: str) -> int:
    letter = "T" if text == "10" else text
    if len(letter) != 1 or letter not in RANKS:
        raise NotationError(f"{text!r} is no rank; expected one of {', '.join(RANKS)} (or 10)")
    return RANKS.index(letter)


def parse_card(text: str) -> int:
    """Return the card that *text* names.

    :raises NotationError: if it names none.
    """
    try:
        return make_card(parse_suit(text[:1]), _parse_rank(text[1:]))
    except NotationError:
        raise NotationError(
            f"{text!r} is no card; expected a suit of {', '.join(SUITS)} and a rank of {', '.join(RANKS)},"
            " as in HA or ST"
        ) from None


def format_card(card: int) -> str:
    """Return the written form of *card*: ``HT``."""
    return SUITS[suit_of(card)] + RANKS[rank_of(card)]


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards that *text* lists, in its order.

    :raises NotationError: naming every word that is no card, with its place.
    """
    cards, faults = [], []
    for place, word in enumerate(text.split(), start=1):
        try:
            cards.append(parse_card(word))
        except NotationError as error:
            faults.append(f"card {place}: {error}")
    if faults:
        raise NotationError("; ".join(faults))
    return tuple(cards)


def format_cards(cards: Iterable[int]) -> str:
    """Return the written form of *cards*, in their order."""
    return " ".join(format_card(card) for card in cards)


def format_mask(mask: int) -> str:
    """Return the written form of the cards in *mask*."""
    return format_cards(cards_in(mask))


def format_suit(suit: int | None) -> str:
    """Return the letter of *suit*, or ``none``."""
    return "none" if suit is None else SUITS[suit]


def parse_action(text: str, seats: Sequence[str]) -> Action:
    """Return the action that *text* spells in full, the seat named as in *seats*.

    :raises NotationError: if *text* spells none, naming the part that does not fit.
    """
    words = text.split()
    if len(words) < 2:
        raise NotationError(
            f"{text!r} is no action; expected a seat, a verb and what it needs, as in 'A play HA'"
        )
    name, verb, rest = words[0], words[1], words[2:]
    if name not in seats:
        raise NotationError(f"{name!r} in {text!r} is no seat; expected one of {', '.join(seats)}")
    return _parse_deed(text, seats.index(name), verb, rest)


def _parse_deed(text: str, seat: int, verb: str, rest: list[str]) -> Action:
    if verb not in PARTS:
        raise NotationError(f"{verb!r} in {text!r} is no verb; expected one of {', '.join(KINDS)}")
    parts = PARTS[verb]
    if "card" in parts:
        meld = rest[1:] == ["meld"]
        if len(rest) == 1 or meld:
            return Action(seat, verb, card=parse_card(rest[0]), meld=meld)
        raise NotationError(f"{text!r}: {verb!r} takes one card and, if it is melded, the word meld")
    if "call" in parts:
        if rest and rest[0] in CONTRACTS:
            if len(rest) <= 2:
                suit = parse_suit(rest[1]) if len(rest) == 2 else None
                return Action(seat, verb, suit=suit, contract=rest[0])
        elif len(rest) == 1:
            return Action(seat, verb, suit=parse_suit(rest[0]))
        raise NotationError(
            f"{text!r}: {verb!r} takes one suit, or one contract ({', '.join(CONTRACTS)})"
            " and, where the contract has one, its trump suit"
        )
    if "suit" in parts or "which" in parts:
        if len(rest) != 1:
            needed = "suit" if "suit" in parts else f"of {HIDDEN}, {OPEN}"
            raise NotationError(f"{text!r}: {verb!r} takes one {needed}")
        if "suit" in parts:
            return Action(seat, verb, suit=parse_suit(rest[0]))
        return Action(seat, verb, which=rest[0])
    if rest:
        raise NotationError(f"{text!r}: nothing can follow {verb!r}, found {' '.join(rest)!r}")
    return Action(seat, verb)


def format_action(action: Action, seats: Sequence[str]) -> str:
    """Return the written form of *action*; :func:`parse_action` reads it back."""
    words = [seats[action.seat], action.kind]
    if action.card is not None:
        words.append(format_card(action.card))
    if action.contract is not None:
        words.append(action.contract)
    if action.suit is not None:
        words.append(SUITS[action.suit])
    if action.which is not None:
        words.append(action.which)
    if action.meld:
        words.append("meld")
    return " ".join(words)


def match_action(text: str, seats: Sequence[str], legal: Sequence[Action]) -> Action:
    """Return the action that a person's *text* means, where it may be shorter than the full form.

    The seat may be left out, and of a card the suit or the rank: ``play K`` is the only king
    that *legal* offers. Text in full form is returned as it stands, allowed or not.

    :raises AmbiguousActionError: if it fits more than one of *legal*.
    :raises NotationError: if it fits none and is no full form.
    """
    words = text.split()
    if words and words[0] in seats and words[0] not in KINDS:
        names, words = [words[0]], words[1:]
        seats_meant = {seats.index(names[0])}
    else:
        seats_meant = set(range(len(seats)))
    if not words or words[0] not in KINDS:
        raise NotationError(f"{text!r} is no action; expected a verb: {', '.join(KINDS)}")
    if len(seats_meant) == 1:
        try:
            return _parse_deed(text, next(iter(seats_meant)), words[0], words[1:])
        except NotationError:
            pass  # perhaps a short form
    fitting = [a for a in legal if a.seat in seats_meant and _fits(words, a)]
    if len(fitting) > 1:
        choices = ", ".join(format_action(action, seats) for action in fitting)
        raise AmbiguousActionError(
            f"{text!r} fits {len(fitting)} actions: {choices}; write one of them in full"
        )
    if not fitting:
        raise NotationError(
            f"{text!r} fits no allowed action; write it in full to learn why, as in 'A play HA'"
        )
    return fitting[0]


def _fits(words: list[str], action: Action) -> bool:
    if action.kind != words[0]:
        return False
    rest = words[1:]
    if rest[-1:] == ["meld"]:
        if not action.meld:
            return False
        rest = rest[:-1]
    elif action.meld:
        return False
    if not rest:
        return True
    if action.contract is not None:
        if rest[0] != action.contract or len(rest) > 2:
            return False
        rest = rest[1:]
        if not rest or action.suit is None:
            return not rest
    if len(rest) > 1:
        return False
    if action.which is not None:
        return rest[0] == action.which
    part = SYMBOLS.get(rest[0][:1], rest[0][:1]) + rest[0][1:]
    part = part.replace("10", "T")
    if action.card is not None:
        card = format_card(action.card)
        return part in (card, card[0], card[1])
    if action.suit is not None:
        return part == SUITS[action.suit]
    return False
