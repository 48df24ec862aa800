"""Deals by which the solver is measured: whole deals, chosen by the hands that would choose them."""

from collections.abc import Callable
from typing import Any

from brute_force import ruleset

from przemyskie66.engine import Deal
from przemyskie66.engine.cards import SUITS, cards_in, mask_of, rank_of, suit_of
from przemyskie66.engine.solver import Solver

POINTS = (0, 1, 1, 2, 3, 4)  #: what a rank adds to a hand's strength, from the nine on


def strength(hand: int, trump: int) -> int:
    """Return a simple count of how good *hand* is for *trump*."""
    found = sum(POINTS[rank_of(card)] + 3 * (suit_of(card) == trump) for card in cards_in(hand))
    for suit in range(len(SUITS)):
        if hand >> 6 * suit + 2 & 3 == 3:  # queen and king
            found += 4 if suit == trump else 2
    return found


def high_cards(hand: int) -> int:
    """Return the sum of the ranks of *hand*, the nine counting nothing."""
    return sum(rank_of(card) for card in cards_in(hand))


def dealt(seed: int) -> list[int]:
    """Return the hands of *seed*."""
    return [mask_of(hand) for hand in Deal.from_seed(seed, 0).hands]


def suit_game(seed: int, lead: int = 0, **changes: Any) -> Solver:
    """Return the deal of *seed* chosen by the strongest hand and suit (the set S2), under strict rules but for *changes*."""
    hands = dealt(seed)
    _, declarer, trump = max(
        (strength(hands[seat], trump), seat, trump) for seat in range(3) for trump in range(4)
    )
    return Solver(ruleset(**changes), "suit", trump, hands, declarer, (declarer + lead) % 3)


def no_trump(seed: int, contract: str, choose: Callable[..., int]) -> Solver:
    """Return the deal of *seed* played as *contract* by the hand that *choose* finds (the sets M2 and D2)."""
    hands = dealt(seed)
    declarer = choose(range(3), key=lambda seat: high_cards(hands[seat]))
    return Solver(ruleset(), contract, None, hands, declarer, declarer)
