"""What lies on the table before play: the deal, or a position part of the way through one.

Neither is checked here against the rules of a game (how many cards, each once): those are
answers of a ruleset, asked when a game starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.errors import NotationError

SEAT_NAMES = ("A", "B", "C")


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
        with *seed*; the first seat gets the first third of the result, and so on (for another
        number of seats, equal shares).
        """
        pack = SplitMix64(seed).shuffled(range(CARD_COUNT))
        share = CARD_COUNT // len(seats)
        hands = tuple(tuple(pack[share * seat : share * (seat + 1)]) for seat in range(len(seats)))
        return cls(seats, dealer, hands)


@dataclass(frozen=True)
class Position:
    """The middle of a deal: a game chosen, some cards already played."""

    seats: tuple[str, ...]
    dealer: int
    hands: tuple[tuple[int, ...], ...]  #: cards still held
    declarer: int
    leader: int  #: who leads, or led, to the trick on the table
    trump: int | None = None
    trick: tuple[int, ...] = ()  #: cards on the table, from the leader on
    taken: tuple[Tally, ...] = ()  #: one a seat; empty where nothing was taken
    doubles: int = 0  #: calls that doubled the stake

    def __post_init__(self) -> None:
        check_seats(self.seats)
        count = len(self.seats)
        for what, seat in (("dealer", self.dealer), ("declarer", self.declarer), ("leader", self.leader)):
            if not 0 <= seat < count:
                raise NotationError(f"{what} {seat}: expected a seat from 0 to {count - 1}")
        if len(self.hands) != count:
            raise NotationError(f"{len(self.hands)} hands for {count} seats: expected one hand a seat")
        if len(self.trick) >= count:
            raise NotationError(
                f"{len(self.trick)} cards on the table: expected fewer than {count}, an open trick"
            )
        if self.taken and len(self.taken) != count:
            raise NotationError(f"{len(self.taken)} tallies for {count} seats: expected one a seat")
