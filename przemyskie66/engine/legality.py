"""Which cards may be played, as the successive narrowings that the duties impose.

One function, :func:`narrowings`, holds the duties. The legal cards are its last mask; the rule
that forbids a card is the first whose mask leaves it out. Play, the reason of a refusal,
computer players and the site all ask this function and no other.
"""

from collections.abc import Sequence
from typing import NamedTuple

from przemyskie66.engine.cards import SUIT_MASKS, CardTables, suit_of
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.trick import strongest


class Narrowing(NamedTuple):
    """A duty whose condition held, and the cards of the hand that it and those before it leave."""

    rule: str
    mask: int


def narrowings(
    ruleset: Ruleset, tables: CardTables, hand: int, trick: Sequence[int], trump: int | None
) -> tuple[Narrowing, ...]:
    """Return the duties that hold for *hand* (a mask, not empty) against the cards of *trick*, in order.

    The leader owes nothing and gets no narrowing. For others: the suit led; in it a higher
    card; without it a trump; in trumps a higher one; and only if no duty held, a free discard.

    Rules: follow-suit, beat-in-suit, beat-after-trump, must-trump, overtrump, undertrump,
    free-discard
    """
    if not trick:
        return ()
    steps: list[Narrowing] = []
    mask = hand
    led = suit_of(trick[0])
    suited = hand & SUIT_MASKS[led]
    best_trump = None if trump is None else strongest(tables, trick, trump)
    if suited:
        if ruleset.follow_suit == "must":
            mask = suited
            steps.append(Narrowing("follow-suit", mask))
        best_led = strongest(tables, trick, led)
        assert best_led is not None  # the card led is of the suit led
        higher = suited & tables.higher[best_led]
        trumped = best_trump is not None and trump != led
        owed = ruleset.beat_in_suit == "must" and (not trumped or ruleset.beat_after_trump == "owed")
        if higher and owed:
            # Only cards of the suit led are left out here: whether others may be played at all
            # is the question of follow-suit.
            mask &= higher | ~suited
            steps.append(Narrowing("beat-after-trump" if trumped else "beat-in-suit", mask))
    elif trump is not None:
        trumps = hand & SUIT_MASKS[trump]
        higher = trumps if best_trump is None else trumps & tables.higher[best_trump]
        if trumps and not higher:
            if ruleset.must_trump == "must" and ruleset.undertrump == "must":
                mask = trumps
                steps.append(Narrowing("undertrump", mask))
        elif trumps:
            if ruleset.must_trump == "must":
                mask = trumps
                steps.append(Narrowing("must-trump", mask))
            if best_trump is not None and ruleset.overtrump == "must":
                mask &= higher | ~trumps
                steps.append(Narrowing("overtrump", mask))
    if not steps:
        free = hand if ruleset.free_discard == "any" else tables.weakest(hand)
        steps.append(Narrowing("free-discard", free))
    return tuple(steps)


def legal_cards(hand: int, steps: Sequence[Narrowing]) -> int:
    """Return the mask of the cards of *hand* that *steps* leave."""
    return steps[-1].mask if steps else hand


def forbidding_rule(card: int, steps: Sequence[Narrowing]) -> str | None:
    """Return the rule that forbids *card*, the first of *steps* to leave it out, or ``None``."""
    for step in steps:
        if not step.mask & (1 << card):
            return step.rule
    return None
