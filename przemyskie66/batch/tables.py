"""The tables of tricks as arrays, looked up for many deals at once."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from przemyskie66.engine.cardplay import EMPTY, TrickTables
from przemyskie66.engine.cards import CARD_COUNT

Masks = NDArray[np.uint32]
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TierArrays:
    """One tier of every state: who holds a card of *cond* may play his cards of *keep*."""

    cond: Masks  #: by state; 0 where the state has no such tier
    keep: Masks
    same: bool  #: whether *cond* and *keep* are equal, so that one look-up serves for both


@dataclass(frozen=True, eq=False)
class BatchTables:
    """A :class:`~przemyskie66.engine.cardplay.TrickTables` as arrays."""

    tiers: tuple[tuple[TierArrays, ...], ...]  #: by place in the trick; the last tried comes first
    after: Whole  #: by ``CARD_COUNT * state + card``, the state once the card is played
    takes: Whole  #: by ``CARD_COUNT * state + card``, 1 if the card would be winning, else 0
    points: Whole  #: by card
    winner_leads: bool

    @property
    def nbytes(self) -> int:
        """How many bytes the arrays take."""
        own = self.after.nbytes + self.takes.nbytes + self.points.nbytes
        return own + sum(
            t.cond.nbytes + (0 if t.same else t.keep.nbytes) for place in self.tiers for t in place
        )


@lru_cache(maxsize=64)
def batch_tables(tables: TrickTables, count: int) -> BatchTables:
    """Return *tables* as arrays for tricks of *count* cards."""
    places = []
    states = {EMPTY}
    for _ in range(count):
        places.append(_tier_arrays(tables, states))
        states = {tables.after[state][card] for state in states for card in range(CARD_COUNT)}
    return BatchTables(
        tiers=tuple(places),
        after=np.array(tables.after, np.int64).ravel(),
        takes=np.array(tables.takes, np.int64).ravel(),
        points=np.array(tables.cards.points, np.int64),
        winner_leads=tables.winner_leads,
    )


def _tier_arrays(tables: TrickTables, states: set[int]) -> tuple[TierArrays, ...]:
    """Return the tiers of *states*, the last of each state first, so that it overrules none before it."""
    size = len(tables.pairs)
    found = []
    ranks = zip_longest(*(reversed(tables.pairs[state]) for state in sorted(states)), fillvalue=(0, 0))
    for rank in ranks:
        cond, keep = np.zeros(size, np.uint32), np.zeros(size, np.uint32)
        for state, pair in zip(sorted(states), rank, strict=True):
            cond[state], keep[state] = pair
        same = bool((cond == keep).all())
        found.append(TierArrays(cond, cond if same else keep, same))
    return tuple(found)
