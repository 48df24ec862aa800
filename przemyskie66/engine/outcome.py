"""Who has won a deal, and by which rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from przemyskie66.engine.contracts import (
    ALL_TRICKS,
    FIRST_SIXTY_SIX,
    LAST_TRICK,
    NO_POINTS,
    NO_TRICKS,
    ONE_TRICK,
    Terms,
)
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.ruleset import Ruleset

DECLARER_WINS = "declarer-wins"
DECLARER_LOSES = "declarer-loses"
THROWN_IN = "thrown-in"
SURRENDERED = "surrendered"
NOBODY_CHOSE = "nobody-chose"
WON = "won"  #: where there is no declarer


@dataclass(frozen=True)
class Outcome:
    """How a deal ended."""

    kind: str  #: one of the constants of this module
    winners: tuple[int, ...]  #: seats
    losers: tuple[int, ...]  #: seats
    rules: tuple[str, ...]  #: ids of the rules that made it so
    full: bool = False  #: whether the loss is a full one, whatever the loser took


def plays_alone(ruleset: Ruleset, count: int) -> bool:
    """Return whether everybody plays for himself: by the rule, or for want of four to pair.

    Rule: sides
    """
    return ruleset.sides == "each-alone" or (ruleset.sides == "pairs" and count != 4)


def side_of(ruleset: Ruleset, seat: int, declarer: int | None, count: int) -> tuple[int, ...]:
    """Return the seats that win and count together with *seat*, of *count* seats, lowest first.

    Rules: sides, partners-seat
    """
    if declarer is None or plays_alone(ruleset, count):
        return (seat,)
    if ruleset.sides == "pairs":
        if ruleset.partners_seat == "opposite":
            return tuple(sorted((seat, (seat + 2) % count)))
        return (0, 1) if seat < 2 else (2, 3)
    if seat == declarer:
        return (seat,)
    return tuple(other for other in range(count) if other != declarer)


def counted_points(tally: Tally, counting: str, credit: str = "at-once") -> int:
    """Return the card points of *tally* that count, by values of the rules below.

    Rules: target-counting, half-counting, meld-credit
    """
    melds = counting == "tricks-and-melds" and (credit == "at-once" or tally.tricks > 0)
    return tally.card_points + (tally.meld_points if melds else 0)


def seat_points(ruleset: Ruleset, tally: Tally) -> int:
    """Return the card points of *tally* that count towards the target.

    Rules: target-counting, meld-credit
    """
    return counted_points(tally, ruleset.target_counting, ruleset.meld_credit)


def side_points(ruleset: Ruleset, side: Sequence[int], tallies: Sequence[Tally]) -> int:
    """Return the card points of *side* that count towards the target.

    Rules: target-counting, meld-credit
    """
    return sum(seat_points(ruleset, tallies[seat]) for seat in side)


def won_by(
    ruleset: Ruleset, rules: tuple[str, ...], side: tuple[int, ...], declarer: int | None, count: int
) -> Outcome:
    """Return the outcome in which *side* wins, by *rules*.

    Rule: sides
    """
    others = tuple(seat for seat in range(count) if seat not in side)
    if declarer is None:
        return Outcome(WON, side, others, rules)
    rules = (*rules, "sides")
    if declarer in side:
        return Outcome(DECLARER_WINS, side, others, rules)
    return Outcome(DECLARER_LOSES, side, side_of(ruleset, declarer, declarer, count), rules)


def played_out(
    ruleset: Ruleset,
    declarer: int | None,
    tallies: Sequence[Tally],
    first_at_target: tuple[int, ...] | None,
    last_winner: int,
) -> Outcome:
    """Return the outcome of a deal whose cards are all played and that nobody has won before.

    *first_at_target* is the side that reached the target before any other whose reaching it counts.

    Rules: end-of-play, last-trick, unannounced-66, target, target-counting, first-to-66,
    defenders-target, sides
    """
    count = len(tallies)
    rules: tuple[str, ...] = ("end-of-play", "last-trick")
    if ruleset.last_trick == "wins":
        if first_at_target is not None and ruleset.unannounced_66 == "sixty-six-stands":
            return won_by(ruleset, (*rules, "unannounced-66"), first_at_target, declarer, count)
        if ruleset.unannounced_66:
            rules = (*rules, "unannounced-66")
        return won_by(ruleset, rules, side_of(ruleset, last_winner, declarer, count), declarer, count)
    rules = (*rules, "target", "target-counting")
    if declarer is None:
        return won_by(ruleset, rules, _best_side(ruleset, tallies, first_at_target), None, count)
    rules = (*rules, "defenders-target")
    if first_at_target is not None:
        own = side_of(ruleset, declarer, declarer, count)
        if declarer not in first_at_target and side_points(ruleset, own, tallies) >= ruleset.target:
            rules = (*rules, "first-to-66")
            if ruleset.first_to_66 == "declarer-wins":
                return won_by(ruleset, rules, own, declarer, count)
        return won_by(ruleset, rules, first_at_target, declarer, count)
    return won_by(ruleset, rules, defenders_who_win(ruleset, declarer, tallies), declarer, count)


def _best_side(
    ruleset: Ruleset, tallies: Sequence[Tally], first_at_target: tuple[int, ...] | None
) -> tuple[int, ...]:
    if first_at_target is not None:
        return first_at_target
    most = max(seat_points(ruleset, tally) for tally in tallies)
    return tuple(seat for seat, tally in enumerate(tallies) if seat_points(ruleset, tally) == most)


def defenders_who_win(ruleset: Ruleset, declarer: int, tallies: Sequence[Tally]) -> tuple[int, ...]:
    """Return the seats that win when the declarer has lost.

    Rule: sides
    """
    count = len(tallies)
    own = side_of(ruleset, declarer, declarer, count)
    defenders = tuple(seat for seat in range(count) if seat not in own)
    if not plays_alone(ruleset, count):
        return defenders
    most = max(side_points(ruleset, (seat,), tallies) for seat in defenders)
    return tuple(seat for seat in defenders if side_points(ruleset, (seat,), tallies) == most)


def aim_decided(ruleset: Ruleset, terms: Terms, declarer: int, tallies: Sequence[Tally]) -> bool | None:
    """Return whether the aim of a game without a suit is met (or missed) for good, ``None`` if open.

    Rules: zyd-aim, mizerka-aim, durch-aim
    """
    own = tallies[declarer]
    others = sum(tally.tricks for seat, tally in enumerate(tallies) if seat != declarer)
    aim = terms.aim
    if aim == FIRST_SIXTY_SIX:
        if others:
            return False
        return True if seat_points(ruleset, own) >= ruleset.target else None
    missed = (
        (aim == ALL_TRICKS and others > 0)
        or (aim == NO_TRICKS and own.tricks > 0)
        or (aim == NO_POINTS and own.card_points > 0)
        or (aim == ONE_TRICK and own.tricks > 1)
    )
    return False if missed else None


def aim_outcome(
    ruleset: Ruleset,
    terms: Terms,
    declarer: int,
    tallies: Sequence[Tally],
    last_winner: int,
    *,
    won: bool | None = None,
) -> Outcome:
    """Return the outcome of a game without a suit that is over, *won* if that is already known.

    Rules: warszawa-aim, zyd-aim, mizerka-aim, durch-aim, contract-end
    """
    if won is None:
        decided = aim_decided(ruleset, terms, declarer, tallies)
        if decided is not None:
            won = decided
        elif terms.aim == LAST_TRICK:
            won = last_winner == declarer
        elif terms.aim == ONE_TRICK:
            won = tallies[declarer].tricks == 1
        else:
            won = terms.aim != FIRST_SIXTY_SIX
    rules = (terms.aim_rule, "contract-end")
    side = (declarer,) if won else defenders_who_win(ruleset, declarer, tallies)
    return won_by(ruleset, rules, side, declarer, len(tallies))


def thrown_in(ruleset: Ruleset, declarer: int, tallies: Sequence[Tally]) -> Outcome:
    """Return the outcome of a deal that the declarer has thrown in.

    Rules: throw-in, throw-in-who, throw-in-when, sides
    """
    rules = ("throw-in", "throw-in-who", "throw-in-when", "sides")
    losers = side_of(ruleset, declarer, declarer, len(tallies))
    return Outcome(THROWN_IN, defenders_who_win(ruleset, declarer, tallies), losers, rules)


#: The rules by which a surrender ends a deal.
SURRENDER_RULES = ("surrender", "surrender-who", "surrender-when", "surrender-binds", "surrender-cost")


def surrendered(ruleset: Ruleset, declarer: int, losers: Sequence[int], tallies: Sequence[Tally]) -> Outcome:
    """Return the outcome of a deal that *losers* have surrendered.

    Rules: surrender, surrender-who, surrender-when, surrender-binds, surrender-cost, sides
    """
    winners: tuple[int, ...] = (declarer,)
    if declarer in losers:
        winners = defenders_who_win(ruleset, declarer, tallies)
    full = ruleset.surrender_cost == "full-loss"
    return Outcome(SURRENDERED, winners, tuple(losers), (*SURRENDER_RULES, "sides"), full)
