"""What lies on the table before play: the deal, or a position part of the way through one.

Neither is checked here against the rules of a game (how many cards, each once): those are
answers of a ruleset, asked when a game starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.ruleset import CONTRACTS, SUIT_GAME
from przemyskie66.errors import NotationError

SEAT_NAMES = ("A", "B", "C")

#: Cards of each hand, by the number of seats; two leave a stock.
HAND_SIZES = {2: 6, 3: 8, 4: 6}


def seat_names(count: int) -> tuple[str, ...]:
    """Return the usual names of *count* seats, clockwise."""
    return tuple("ABCD"[:count])


@dataclass(frozen=True)
class Tally:
    """What one seat has taken so far."""

    tricks: int = 0
    card_points: int = 0  #: card points in tricks
    meld_points: int = 0  #: card points of melds

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.tricks + other.tricks,
            self.card_points + other.card_points,
            self.meld_points + other.meld_points,
        )


def check_seats(seats: Sequence[str]) -> None:
    """Check the names of the seats, which actions are written with.

    :raises NotationError: if a name is empty, holds a space, or stands twice.
    """
    for name in seats:
        if not name or name.split() != [name]:
            raise NotationError(f"seat name {name!r}: expected one word")
    if len(set(seats)) != len(seats):
        raise NotationError(f"seat names {', '.join(seats)}: expected each once")


@dataclass(frozen=True)
class Deal:
    """Cards dealt to the seats, clockwise, each hand in the order in which it was dealt."""

    seats: tuple[str, ...]
    dealer: int
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...] = ()  #: cards not dealt, in the order of drawing; the last lies turned up

    def __post_init__(self) -> None:
        check_seats(self.seats)
        if not 0 <= self.dealer < len(self.seats):
            raise NotationError(f"dealer {self.dealer}: expected a seat from 0 to {len(self.seats) - 1}")
        if len(self.hands) != len(self.seats):
            raise NotationError(
                f"{len(self.hands)} hands for {len(self.seats)} seats: expected one hand a seat"
            )

    @classmethod
    def from_seed(cls, seed: int, dealer: int, seats: tuple[str, ...] = SEAT_NAMES) -> "Deal":
        """Return the deal that *seed* stands for, the same on every machine and Python.

        The 24 cards in the order of their numbers are shuffled by :class:`SplitMix64` seeded
        with *seed*; the first seat gets the first eight of the result (six, where two or four
        play), and so on; what is left is the stock.

        :raises NotationError: for another number of seats than two, three or four.
        """
        if len(seats) not in HAND_SIZES:
            raise NotationError(f"{len(seats)} seats: expected {', '.join(map(str, HAND_SIZES))}")
        pack = SplitMix64(seed).shuffled(range(CARD_COUNT))
        share = HAND_SIZES[len(seats)]
        hands = tuple(tuple(pack[share * seat : share * (seat + 1)]) for seat in range(len(seats)))
        return cls(seats, dealer, hands, tuple(pack[share * len(seats) :]))


@dataclass(frozen=True)
class Position:
    """The middle of a deal: a game chosen, some cards already played."""

    seats: tuple[str, ...]
    dealer: int
    hands: tuple[tuple[int, ...], ...]  #: cards still held
    declarer: int | None  #: ``None`` where no game is chosen (two players)
    leader: int  #: who leads, or led, to the trick on the table
    trump: int | None = None
    trick: tuple[int, ...] = ()  #: cards on the table, from the leader on
    taken: tuple[Tally, ...] = ()  #: one a seat; empty where nothing was taken
    doubles: int = 0  #: calls that doubled the stake
    contract: str = "suit"  #: the game chosen
    blind: bool = False  #: whether it was called before the deal
    refused: bool = False  #: whether a player refused the choice before it was made
    stock: tuple[int, ...] = ()  #: cards not dealt, in the order of drawing; the last lies turned up
    closed_by: int | None = None  #: who closed the stock

    def __post_init__(self) -> None:
        check_seats(self.seats)
        count = len(self.seats)
        named = (
            ("dealer", self.dealer),
            ("declarer", self.declarer),
            ("leader", self.leader),
            ("closed_by", self.closed_by),
        )
        for what, seat in named:
            if seat is not None and not 0 <= seat < count:
                raise NotationError(f"{what} {seat}: expected a seat from 0 to {count - 1}")
        if self.contract != SUIT_GAME and self.contract not in CONTRACTS:
            known = ", ".join((SUIT_GAME, *CONTRACTS))
            raise NotationError(f"contract {self.contract!r}: expected one of {known}")
        if len(self.hands) != count:
            raise NotationError(f"{len(self.hands)} hands for {count} seats: expected one hand a seat")
        if len(self.trick) >= count:
            raise NotationError(
                f"{len(self.trick)} cards on the table: expected fewer than {count}, an open trick"
            )
        if self.taken and len(self.taken) != count:
            raise NotationError(f"{len(self.taken)} tallies for {count} seats: expected one a seat")
