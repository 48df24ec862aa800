"""Many deals played in step: every deal is at the same card of the same trick at the same time."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from przemyskie66.batch.chance import CHOICE_BITS, choices, deals, seeds
from przemyskie66.batch.tables import BatchTables, Masks, TierArrays, Whole, batch_tables
from przemyskie66.engine.cardplay import EMPTY, trick_tables
from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.ruleset import Ruleset

#: Deals played together: arrays of so many numbers stay in the processor's nearer caches.
CHUNK = 8192


class Taken(NamedTuple):
    """What each seat took, by seat and deal."""

    tricks: Whole
    points: Whole  #: card points in tricks


def simulate(n: int, ruleset: Ruleset, trump: int | None, seed: int, *, leader: int = 0) -> Taken:
    """Return what is taken in *n* deals in which every seat plays any legal card, each equally likely.

    Deal *i* is that of the seed ``seed + i`` (see :mod:`~przemyskie66.batch.chance`), so a long row
    may be played in parts. *leader* leads to the first trick; three play unless *ruleset* says four.
    Nothing but card play: no calls, no melds, every deal to its last trick. Of the legal cards a
    choice falls on each as often as on another to within ``2**-CHOICE_BITS``.

    :raises ValueError: if *ruleset* is for two (a stock is not played here), or *leader* is no seat.
    """
    count = 3 if ruleset.players == "any" else int(ruleset.players)
    if leader not in range(count):
        raise ValueError(f"leader {leader}: expected a seat from 0 to {count - 1}")
    tables = batch_tables(trick_tables(ruleset, trump), count)
    parts = []
    for done in range(0, max(n, 1), CHUNK):
        start = seeds(seed + done, min(CHUNK, n - done))
        leaders = np.full(len(start), leader, np.int64)
        parts.append(play_all(tables, deals(start, count), leaders, choices(start)))
    tricks, points = (np.concatenate(arrays, axis=1) for arrays in zip(*parts, strict=True))
    return Taken(tricks, points)


def play_all(tables: BatchTables, hands: Masks, leader: Whole, numbers: Masks) -> Taken:
    """Play *hands* (by seat and deal, as many cards each) to the end and return what each seat took.

    *numbers* (by play and deal) choose: of ``k`` legal cards, in the order of their numbers, the one
    at ``number * k >> CHOICE_BITS``. A play that leaves no choice uses its number up too.
    """
    count, n = hands.shape
    turn = np.arange(2 * count) % count  # how play goes round; a look-up is cheaper than a remainder
    held = _from_leader(hands, leader, turn)  # by place in the trick
    tricks, taken = np.zeros((count, n), np.int64), np.zeros((count, n), np.int64)
    size = int(hands[0, 0]).bit_count() if n else 0
    for left in range(size, 0, -1):
        state: Whole | None = None
        best = np.zeros(n, np.int64)  # the place that is winning
        points = np.zeros(n, np.int64)
        for place, tiers in enumerate(tables.tiers):
            if left > 1:
                legal = _legal(tiers, held[place], state)
                chosen = _choose(legal, numbers[(size - left) * count + place], left)
            else:
                chosen = held[place].copy()  # of one card there is no choice
            held[place] ^= chosen
            card = np.bitwise_count(chosen - np.uint32(1)).astype(np.int64)
            points += tables.points.take(card)
            row = card if state is None else state * CARD_COUNT + card
            if place:  # the highest place whose card was winning when it was played
                best = np.maximum(best, tables.takes.take(row) * place)
            if place + 1 < count:
                state = tables.after.take(row)
        taker = turn.take(leader + best)
        for seat in range(count):
            won = taker == seat
            tricks[seat] += won
            taken[seat] += points * won
        if left > 1:
            step = best if tables.winner_leads else np.ones(n, np.int64)
            leader = turn.take(leader + step)
            held = _from_leader(held, step, turn)
    return Taken(tricks, taken)


def _from_leader(hands: Masks, first: Whole, turn: Whole) -> Masks:
    """Return *hands* turned, deal by deal, so that the one at *first* stands first."""
    count, n = hands.shape
    flat, rows, lanes = hands.ravel(), turn * n, np.arange(n)
    turned = np.empty_like(hands)
    for place in range(count):
        turned[place] = flat.take(rows[place:].take(first) + lanes)
    return turned


def _legal(tiers: Sequence[TierArrays], hand: Masks, state: Whole | None) -> Masks:
    """Return the cards of *hand* that may be played in *state* (``None``: in all deals :data:`EMPTY`)."""
    legal = None
    for tier in tiers:
        keep = hand & (tier.keep[EMPTY] if state is None else tier.keep.take(state))
        if legal is None:
            legal = keep  # the last tier to be tried: it holds where no other does
            continue
        # Multiplying by 0 or 1 selects without a branch that the processor would guess wrong.
        if tier.same:
            legal *= keep == 0
        else:
            holds = (hand & (tier.cond[EMPTY] if state is None else tier.cond.take(state))) != 0
            keep *= holds
            legal *= ~holds
        legal |= keep
    assert legal is not None
    return legal


def _choose(legal: Masks, number: Masks, most: int) -> Masks:
    """Return the card of *legal*, of at most *most*, at which *number* points."""
    skip = np.bitwise_count(legal).astype(np.uint32)
    skip *= number
    skip >>= np.uint32(CHOICE_BITS)
    for dropped in range(most - 1):  # drop the lowest card where not enough are dropped yet
        legal &= legal - (skip > dropped).astype(np.uint32)
    return legal & -legal
