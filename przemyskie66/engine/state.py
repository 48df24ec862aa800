"""The state of a deal, and what every part of the game does with it: note, refuse, take turns.

The parts of a game stand in modules of their own (:mod:`choosing`, :mod:`staking`,
:mod:`surrender`, :mod:`stock`), each with functions that look at a :class:`DealState` or change
it; :class:`~przemyskie66.engine.play.Game` puts them together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from przemyskie66.engine.cardplay import CardPlay, trick_tables
from przemyskie66.engine.cards import card_tables
from przemyskie66.engine.contracts import SUIT_GAME, Terms
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.notation import Action
from przemyskie66.engine.outcome import Outcome, seat_points, side_of
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.settlement import Settlement, Stake

# Phases of a deal, in the order in which they can come.
BLIND = "blind"  #: games may be called before the deal
CHOICE = "choice"  #: the choice on the first packet
SECOND = "second"  #: the choice on the full hand, where nobody has chosen before
NAMING = "naming"  #: the declarer names a trump
PLAY = "play"
TAKING = "taking"  #: the winner of a trick takes one of the last two cards of the stock
OVER = "over"


@dataclass(frozen=True)
class Event:
    """One thing that happened, and the rules, each with the reading in force, that made it so."""

    kind: str
    seat: int | None
    rules: tuple[tuple[str, str], ...]
    data: dict[str, Any] = field(default_factory=dict)  #: JSON values; seats as numbers
    step: int = 0  #: how many actions had been done, the one that caused the event included


class Call(NamedTuple):
    """A game called: by whom, which, and the trump named with it."""

    seat: int
    contract: str
    suit: int | None


class DealState:
    """A deal under one ruleset: what is held, called, played and taken so far."""

    def __init__(
        self,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        dealer: int,
        hands: list[int],
        stock: Sequence[int] = (),
    ) -> None:
        self.ruleset = ruleset
        self.now = ruleset  #: the ruleset whose answers hold in the present phase of play
        self.tables = card_tables(ruleset.rank_order, ruleset.card_points)
        self.seats = seats
        self.count = len(seats)
        self.dealer = dealer
        self.way = 1 if ruleset.direction == "clockwise" else -1
        self.hands = hands  #: masks of the cards held
        self.seen = list(hands)  #: masks of what each seat has seen of its cards before play
        self.stock = list(stock)  #: in the order of drawing; the last lies turned up
        self.first_packets: list[tuple[int, ...]] = []  #: by seat, in the order dealt
        self.phase = CHOICE
        self.turn: int | None = None
        # calls and choices
        self.spoken = 0  #: how many have spoken in this round of the choice
        self.declined: tuple[int, ...] = ()  #: seats that call no game before the deal
        self.standing: Call | None = None  #: the highest call so far
        self.blind = False  #: whether the standing call was made before the deal
        self.refused = False  #: whether somebody refused the choice before it was made
        self.second_place = -1  #: place in turn of the last to choose on the full hand
        self.earlier_suit: int | None = None  #: of a suit game that a later call replaced
        self.declarer: int | None = None
        self.contract: str | None = None
        self.terms: Terms | None = None
        self.trump: int | None = None
        self.ladders: dict[int, int] = {}  #: calls that double, by defender
        # play
        self.cards = CardPlay(trick_tables(ruleset, None), hands, 0, self.way)
        self.table: list[tuple[int, int]] = []  #: seat and card of the open trick
        self.led = False  #: whether play has begun, so that somebody leads
        self.story: tuple[tuple[tuple[int, int], ...], ...] = ()  #: tricks taken since the beginning
        self.last_trick: tuple[tuple[int, int], ...] = ()
        self.last_winner: int | None = None
        self.played = 0  #: mask of the cards played
        self.melded = [0] * self.count  #: card points of melds, by seat
        self.begun = False  #: whether a card has been played
        self.first_at_target: tuple[int, ...] | None = None
        self.aimed: bool | None = None  #: whether the aim of a game without a suit is decided for good
        self.price: int | None = None  #: settlement points fixed by a rule, whatever the loss
        self.closed_by: int | None = None  #: who closed the stock
        self.offers: tuple[int, ...] = ()  #: defenders who offer to surrender
        self.fresh: tuple[int, ...] = ()  #: seats that have just gained a degree of relief
        self.left: dict[int, Tally] = {}  #: defenders who surrendered for themselves, and what they had
        # the end, and the story
        self.outcome: Outcome | None = None
        self.settled: Settlement | None = None
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self.silent = False  #: whether events go unnoted, where only the result is wanted

    def copy_state(self, other: "DealState") -> None:
        """Make *other* a state equal to this one, which can go on without changing this one."""
        other.__dict__.update(self.__dict__)
        other.cards = self.cards.copy()
        other.hands = other.cards.hands
        other.seen, other.stock, other.table = list(self.seen), list(self.stock), list(self.table)
        other.melded, other.ladders, other.left = list(self.melded), dict(self.ladders), dict(self.left)
        other.actions, other.events = list(self.actions), list(self.events)

    # Seats

    def next(self, seat: int) -> int:
        """Return the seat after *seat*. Rule: direction."""
        return (seat + self.way) % self.count

    @property
    def eldest(self) -> int:
        """The seat next to the dealer. Rule: direction."""
        return self.next(self.dealer)

    def in_turn(self) -> list[int]:
        """Return the seats from the eldest on. Rule: direction."""
        return [(self.eldest + self.way * place) % self.count for place in range(self.count)]

    def place(self, seat: int) -> int:
        """Return how many seats speak before *seat*. Rule: direction."""
        return (seat - self.eldest) * self.way % self.count

    def defenders(self) -> tuple[int, ...]:
        """Return the seats against the declarer. Rule: sides."""
        if self.declarer is None:
            return ()
        own = side_of(self.ruleset, self.declarer, self.declarer, self.count)
        return tuple(seat for seat in range(self.count) if seat not in own)

    # What was taken

    def tally(self, seat: int) -> Tally:
        """Return what *seat* has taken."""
        return Tally(self.cards.tricks[seat], self.cards.taken[seat], self.melded[seat])

    @property
    def tallies(self) -> list[Tally]:
        """What each seat has taken."""
        return [self.tally(seat) for seat in range(self.count)]

    def card_points(self, seat: int) -> int:
        """Return the card points of *seat* that count towards the target.

        Rules: target-counting, meld-credit
        """
        return seat_points(self.ruleset, self.tally(seat))

    # The stake

    @property
    def calls(self) -> int:
        """The most calls made against one defender or by one; the same for all where calls bind the table."""
        return max(self.ladders.values(), default=0)

    @property
    def stake(self) -> Stake:
        """What bears on the price of this deal."""
        return Stake(self.terms, self.blind, self.refused, dict(self.ladders), self.price)

    @property
    def is_suit_game(self) -> bool:
        """Whether a suit game is played."""
        return self.contract == SUIT_GAME

    # Telling

    def refuse(self, rule: str, code: str, **data: Any) -> Refusal:
        """Return a refusal by *rule*, as it is read in the present phase of play."""
        return Refusal(rule, self.now.reading(rule), code, data)

    def turn_name(self) -> str:
        """Return the name of the seat in turn."""
        return "nobody" if self.turn is None else self.seats[self.turn]

    def note(self, kind: str, seat: int | None, rules: Sequence[str], **data: Any) -> None:
        """Add an event."""
        if self.silent:
            return
        reading = self.now.reading
        named = tuple((rule, reading(rule)) for rule in dict.fromkeys(rules))
        self.events.append(Event(kind, seat, named, data, len(self.actions)))
