"""Who is winning the cards on the table, and what they are worth.

Cards of a trick stand in the order in which they were played, the card led first.
"""

from collections.abc import Sequence

from przemyskie66.engine.cards import CardTables, suit_of
from przemyskie66.engine.ruleset import Ruleset


def strongest(tables: CardTables, cards: Sequence[int], suit: int) -> int | None:
    """Return the strongest card of *suit* among *cards*, or ``None`` where there is none.

    Rule: rank-order
    """
    in_suit = [card for card in cards if suit_of(card) == suit]
    return max(in_suit, key=lambda card: tables.strength[card]) if in_suit else None


def winning_card(ruleset: Ruleset, tables: CardTables, cards: Sequence[int], trump: int | None) -> int:
    """Return the card of *cards* that takes the trick, or would if it were complete.

    Rules: trick-winner, rank-order
    """
    if trump is not None and ruleset.trick_winner == "trump-else-led":
        best = strongest(tables, cards, trump)
        if best is not None:
            return best
    best = strongest(tables, cards, suit_of(cards[0]))
    assert best is not None  # the card led is of the suit led
    return best


def card_points(tables: CardTables, cards: Sequence[int]) -> int:
    """Return what *cards* are worth, in card points.

    Rule: card-points
    """
    return sum(tables.points[card] for card in cards)
