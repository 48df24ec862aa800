"""Deals and choices for many deals at once, by the engine's generator.

The deal of a seed is that of :meth:`przemyskie66.engine.deal.Deal.from_seed`, card for card. The
choices of a deal are made of the generator's draws from the :data:`FIRST_CHOICE`-th on, so that both
come from one seed and no result depends on how many deals are played together.
"""

import numpy as np
from numpy.typing import NDArray

from przemyskie66.batch.tables import Masks
from przemyskie66.engine.cards import CARD_COUNT, mask_of
from przemyskie66.engine.deal import HAND_SIZES, Deal, seat_names

#: A choice is a number from 0 to ``2**CHOICE_BITS - 1``: a fraction of one, in steps of ``2**-CHOICE_BITS``.
CHOICE_BITS = 24

#: Which draw of the generator, counted from 1, is the first choice; a shuffle takes one fewer than cards.
FIRST_CHOICE = CARD_COUNT + 1

Draws = NDArray[np.uint64]

_MASK64 = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def seeds(first: int, count: int) -> Draws:
    """Return *count* seeds in a row, from *first* on, modulo ``2**64``."""
    return np.arange(count, dtype=np.uint64) + np.uint64(first & _MASK64)


def draw(start: Draws, index: int) -> Draws:
    """Return the *index*-th draw, counted from 1, of a :class:`SplitMix64` for each seed of *start*."""
    mixed = start + np.uint64(index * _GOLDEN & _MASK64)
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def deals(start: Draws, count: int) -> Masks:
    """Return the hands of *count* seats, by seat and deal, as :meth:`Deal.from_seed` deals them.

    :raises ValueError: if not all cards are dealt to *count* seats.
    """
    share = HAND_SIZES.get(count, 0)
    if share * count != CARD_COUNT:
        raise ValueError(f"{count} seats: expected 3 or 4, to whom all cards are dealt")
    lanes = np.arange(len(start))
    pack = np.repeat(np.uint32(1) << np.arange(CARD_COUNT, dtype=np.uint32), len(start))
    rows = pack.reshape(CARD_COUNT, len(start))
    unfair = np.zeros(len(start), np.bool_)
    # The shuffle of SplitMix64.shuffled; the places of the first seat need no order among themselves.
    for last in range(CARD_COUNT - 1, share - 1, -1):
        number, limit = draw(start, CARD_COUNT - last), last + 1
        fair = (_MASK64 + 1) - (_MASK64 + 1) % limit
        if fair <= _MASK64:
            unfair |= number >= np.uint64(fair)
        number -= number // np.uint64(limit) * np.uint64(limit)
        other = number.astype(np.int64) * len(start) + lanes
        chosen = pack.take(other)
        pack[other] = rows[last]
        rows[last] = chosen
    hands: Masks = np.bitwise_or.reduce(rows.reshape(count, share, len(start)), axis=1)
    for lane in np.flatnonzero(unfair):  # once in 2**59 draws SplitMix64.below draws again
        deal = Deal.from_seed(int(start[lane]), 0, seat_names(count))
        hands[:, lane] = [mask_of(hand) for hand in deal.hands]
    return hands


def choices(start: Draws) -> Masks:
    """Return the choices of each deal, by play and deal: two to a draw, of its topmost bits first."""
    high, low = np.uint64(64 - CHOICE_BITS), np.uint64(64 - 2 * CHOICE_BITS)
    found = np.empty((CARD_COUNT, len(start)), np.uint32)
    for play in range(0, CARD_COUNT, 2):
        number = draw(start, FIRST_CHOICE + play // 2)
        found[play] = number >> high
        found[play + 1] = number >> low & np.uint64((1 << CHOICE_BITS) - 1)
    return found
