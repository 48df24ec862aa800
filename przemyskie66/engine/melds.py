"""Melds: which cards make one, who may show it and when, and what it scores."""

from przemyskie66.engine.cards import KING, QUEEN, make_card, rank_of, suit_of
from przemyskie66.engine.ruleset import Ruleset

#: The rules asked of every meld, in the order in which they are asked.
MELD_RULES = ("meld", "meld-who", "meld-timing", "meld-validity", "meld-points")


def meld_fault(
    ruleset: Ruleset, hand: int, card: int, *, is_declarer: bool, is_leading: bool, has_trick: bool
) -> tuple[str, str] | None:
    """Return the rule that forbids melding *card* from *hand* and a code for why, or ``None``.

    Rules: meld, meld-who, meld-timing, meld-validity
    """
    rank = rank_of(card)
    if ruleset.meld == "none":
        return "meld", "no-melds"
    if rank not in (KING, QUEEN):
        return "meld", "not-king-or-queen"
    if ruleset.meld_who == "declarer" and not is_declarer:
        return "meld-who", "not-declarer"
    if ruleset.meld_timing == "on-lead" and not is_leading:
        return "meld-timing", "not-leading"
    other = make_card(suit_of(card), QUEEN if rank == KING else KING)
    if ruleset.meld_validity != "cards-in-hand" and not hand & (1 << other):
        return "meld-validity", "pair-not-held"
    if ruleset.meld_validity == "trick-taken" and not has_trick:
        return "meld-validity", "no-trick-taken"
    return None


def meld_points(ruleset: Ruleset, suit: int, trump: int | None) -> int:
    """Return what a meld in *suit* scores, in card points.

    Rule: meld-points
    """
    plain, in_trumps = ruleset.meld_points
    return in_trumps if suit == trump else plain
