"""Who has won a deal, and by which rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from przemyskie66.engine.deal import Tally
from przemyskie66.engine.ruleset import Ruleset

DECLARER_WINS = "declarer-wins"
DECLARER_LOSES = "declarer-loses"
THROWN_IN = "thrown-in"
NOBODY_CHOSE = "nobody-chose"


@dataclass(frozen=True)
class Outcome:
    """How a deal ended."""

    kind: str  #: one of the four constants of this module
    winners: tuple[int, ...]  #: seats
    losers: tuple[int, ...]  #: seats
    rules: tuple[str, ...]  #: ids of the rules that made it so


def side_of(ruleset: Ruleset, seat: int, declarer: int, count: int) -> tuple[int, ...]:
    """Return the seats that win and count together with *seat*, of *count* seats.

    Rule: sides
    """
    if seat == declarer or ruleset.sides == "each-alone":
        return (seat,)
    return tuple(other for other in range(count) if other != declarer)


def counted_points(tally: Tally, counting: str) -> int:
    """Return the card points of *tally* that count, *counting* being a value of the rules below.

    Rules: target-counting, half-counting
    """
    return tally.card_points + (tally.meld_points if counting == "tricks-and-melds" else 0)


def side_points(ruleset: Ruleset, side: Sequence[int], tallies: Sequence[Tally]) -> int:
    """Return the card points of *side* that count towards the target.

    Rule: target-counting
    """
    return sum(counted_points(tallies[seat], ruleset.target_counting) for seat in side)


def won_by(kind_rules: tuple[str, ...], side: tuple[int, ...], declarer: int, count: int) -> Outcome:
    """Return the outcome in which *side* wins, by the rules *kind_rules*."""
    rules = (*kind_rules, "sides")
    others = tuple(seat for seat in range(count) if seat != declarer)
    if declarer in side:
        return Outcome(DECLARER_WINS, (declarer,), others, rules)
    return Outcome(DECLARER_LOSES, side, (declarer,), rules)


def played_out(
    ruleset: Ruleset,
    declarer: int,
    tallies: Sequence[Tally],
    first_at_target: tuple[int, ...] | None,
    last_winner: int,
) -> Outcome:
    """Return the outcome of a deal whose cards are all played and that nobody has won before.

    *first_at_target* is the side that reached the target before any other whose reaching it counts.

    Rules: end-of-play, last-trick, target, target-counting, defenders-target, sides
    """
    count = len(tallies)
    if ruleset.last_trick == "wins":
        side = side_of(ruleset, last_winner, declarer, count)
        return won_by(("end-of-play", "last-trick"), side, declarer, count)
    rules = ("end-of-play", "last-trick", "target", "target-counting", "defenders-target")
    if first_at_target is not None:
        return won_by(rules, first_at_target, declarer, count)
    return won_by(rules, _defenders_who_win(ruleset, declarer, tallies), declarer, count)


def _defenders_who_win(ruleset: Ruleset, declarer: int, tallies: Sequence[Tally]) -> tuple[int, ...]:
    defenders = tuple(seat for seat in range(len(tallies)) if seat != declarer)
    if ruleset.sides == "one-against-two":
        return defenders
    most = max(side_points(ruleset, (seat,), tallies) for seat in defenders)
    return tuple(seat for seat in defenders if side_points(ruleset, (seat,), tallies) == most)


def thrown_in(ruleset: Ruleset, declarer: int, tallies: Sequence[Tally]) -> Outcome:
    """Return the outcome of a deal that the declarer has thrown in.

    Rules: throw-in, throw-in-who, throw-in-when, sides
    """
    rules = ("throw-in", "throw-in-who", "throw-in-when", "sides")
    return Outcome(THROWN_IN, _defenders_who_win(ruleset, declarer, tallies), (declarer,), rules)
