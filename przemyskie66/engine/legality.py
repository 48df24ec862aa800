"""The duties of play, as tiers: which cards a hand leaves its holder, and by which rules.

:func:`tiers` holds the duties, and it alone. For a state of the trick on the table it lists the
cases in which a hand can be, the first that applies first; each says which cards it leaves and
which duties did so. Everything else reads these tiers: play and the reason of a refusal here,
fast play in :mod:`~przemyskie66.engine.cardplay`, the solver, computer players and the site.
"""

from collections.abc import Sequence
from typing import NamedTuple

from przemyskie66.engine.cards import CARD_COUNT, SUIT_MASKS, CardTables, suit_of
from przemyskie66.engine.ruleset import Ruleset

#: Mask of the whole pack.
ALL_CARDS = (1 << CARD_COUNT) - 1


class Narrowing(NamedTuple):
    """A duty whose condition held, and the cards of the hand that it and those before it leave."""

    rule: str
    mask: int


class Tier(NamedTuple):
    """A case in which a hand can be: it holds a card of *cond*, and of no tier before.

    It may play its cards of *keep*; *steps* are the duties that hold, each with what it and
    those before it leave of the pack.
    """

    cond: int
    keep: int
    steps: tuple[Narrowing, ...]


def tiers(
    ruleset: Ruleset, tables: CardTables, led_best: int | None, trump_best: int | None, trump: int | None
) -> tuple[Tier, ...]:
    """Return the tiers against a trick, in the order in which they are tried; one always applies.

    *led_best* is the strongest card of the suit led (``None`` where nobody has led), *trump_best*
    the strongest trump on the table. The leader owes nothing. For others: the suit led; in it a
    higher card; without it a trump; in trumps a higher one; and only if no duty holds, a free
    discard.

    Rules: follow-suit, beat-in-suit, beat-after-trump, must-trump, overtrump, undertrump,
    free-discard
    """
    if led_best is None:
        return (Tier(ALL_CARDS, ALL_CARDS, ()),)
    led = SUIT_MASKS[suit_of(led_best)]
    follow = ruleset.follow_suit == "must"
    found = []
    trumped = trump_best is not None and trump != suit_of(led_best)
    owed = ruleset.beat_in_suit == "must" and (not trumped or ruleset.beat_after_trump == "owed")
    # Beating in suit leaves out only cards of the suit led: whether others may be played at all
    # is the question of follow-suit.
    higher = tables.higher[led_best]
    beat = ("beat-after-trump" if trumped else "beat-in-suit", higher | ~led)
    if owed and higher:
        found.append(_tier(higher, [("follow-suit", led)] if follow else [], [beat]))
    found.append(_tier(led, [("follow-suit", led)] if follow else [], [("free-discard", ALL_CARDS)][follow:]))
    if trump is not None and SUIT_MASKS[trump] != led:
        found += _trump_tiers(ruleset, tables, trump_best, SUIT_MASKS[trump])
    if ruleset.free_discard == "any":
        found.append(_tier(ALL_CARDS, [("free-discard", ALL_CARDS)]))
    else:
        found += [_tier(mask, [("free-discard", mask)]) for mask in _by_strength(tables)]
    return tuple(found)


def _trump_tiers(ruleset: Ruleset, tables: CardTables, trump_best: int | None, trumps: int) -> list[Tier]:
    """Return the tiers of a hand void in the suit led that holds trumps, where a duty holds.

    Rules: must-trump, overtrump, undertrump
    """
    must = ruleset.must_trump == "must"
    over = trump_best is not None and ruleset.overtrump == "must"
    higher = trumps if trump_best is None else tables.higher[trump_best]
    found = []
    if higher and (must or over):
        found.append(
            _tier(
                higher,
                [("must-trump", trumps)] if must else [],
                [("overtrump", higher | ~trumps)] if over else [],
            )
        )
    if higher != trumps and must and ruleset.undertrump == "must":
        found.append(_tier(trumps, [("undertrump", trumps)]))
    return found


def _tier(cond: int, *duties: list[tuple[str, int]]) -> Tier:
    keep, steps = ALL_CARDS, []
    for rule, mask in (duty for some in duties for duty in some):
        keep &= mask
        steps.append(Narrowing(rule, keep))
    return Tier(cond, keep, tuple(steps))


def _by_strength(tables: CardTables) -> list[int]:
    """Return the masks of the cards of each strength, the weakest first."""
    masks: dict[int, int] = {}
    for card, strength in enumerate(tables.strength):
        masks[strength] = masks.get(strength, 0) | 1 << card
    return [masks[strength] for strength in sorted(masks)]


def narrowings(hand: int, found: Sequence[Tier]) -> tuple[Narrowing, ...]:
    """Return the duties of *found* that hold for *hand* (a mask, not empty), in order."""
    for cond, _, steps in found:
        if hand & cond:
            return tuple(Narrowing(rule, hand & mask) for rule, mask in steps)
    return ()


def legal_cards(hand: int, found: Sequence[Tier]) -> int:
    """Return the mask of the cards of *hand* that *found* leave."""
    for cond, keep, _ in found:
        if hand & cond:
            return hand & keep
    return 0


def forbidding_rule(card: int, steps: Sequence[Narrowing]) -> str | None:
    """Return the rule that forbids *card*, the first of *steps* to leave it out, or ``None``."""
    for step in steps:
        if not step.mask & (1 << card):
            return step.rule
    return None
