"""Cards, suits and ranks as numbers, sets of cards as masks, and the tables a ruleset makes of them.

A card is ``6 * suit + rank``; suits stand in the order of :data:`SUITS`, ranks in that of
:data:`RANKS`. That order only numbers the cards. Which card is stronger and what it is worth
are answers of a ruleset (rules ``rank-order`` and ``card-points``), held in :class:`CardTables`.
A set of cards is a *mask*: an integer with bit ``1 << card`` for each card in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

SUITS = "CDHS"
RANKS = "9JQKTA"
CARD_COUNT = len(SUITS) * len(RANKS)

#: Mask of all cards of each suit.
SUIT_MASKS = tuple(((1 << len(RANKS)) - 1) << (len(RANKS) * suit) for suit in range(len(SUITS)))

KING = RANKS.index("K")
QUEEN = RANKS.index("Q")


def suit_of(card: int) -> int:
    """Return the suit of *card*, an index into :data:`SUITS`."""
    return card // len(RANKS)


def rank_of(card: int) -> int:
    """Return the rank of *card*, an index into :data:`RANKS`."""
    return card % len(RANKS)


def make_card(suit: int, rank: int) -> int:
    """Return the card of *suit* and *rank*."""
    return len(RANKS) * suit + rank


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of *cards*."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards of *mask*, lowest number first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class CardTables:
    """What a ruleset makes of the cards; each tuple is indexed by card."""

    strength: tuple[int, ...]  #: place within the suit, 0 the weakest
    points: tuple[int, ...]  #: card points
    higher: tuple[int, ...]  #: mask of the cards of the same suit that beat the card

    def weakest(self, mask: int) -> int:
        """Return the mask of the cards in *mask* of the least strength, whatever their suits."""
        least = min(self.strength[card] for card in cards_in(mask))
        return mask_of(card for card in cards_in(mask) if self.strength[card] == least)


@lru_cache(maxsize=64)
def card_tables(rank_order: str, points_by_rank: tuple[int, ...]) -> CardTables:
    """Return the tables for *rank_order* (weakest first) and card points in the order of :data:`RANKS`.

    Rules: rank-order, card-points
    """
    cards = range(CARD_COUNT)
    strength = tuple(rank_order.index(RANKS[rank_of(card)]) for card in cards)
    return CardTables(
        strength=strength,
        points=tuple(points_by_rank[rank_of(card)] for card in cards),
        higher=tuple(
            mask_of(c for c in cards if suit_of(c) == suit_of(card) and strength[c] > strength[card])
            for card in cards
        ),
    )
