"""From the outcome of a deal to settlement points.

Settlement points are whole numbers while the stake is divisible by the parts of relief, as 3 is
by thirds; otherwise they are exact fractions. They are never rounded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from przemyskie66.engine.deal import Tally
from przemyskie66.engine.outcome import NOBODY_CHOSE, THROWN_IN, Outcome, counted_points
from przemyskie66.engine.ruleset import Ruleset, ThrowInPrice

#: Settlement points; a fraction only where no whole number will do.
Points = int | Fraction


@dataclass(frozen=True)
class Account:
    """A loss that is settled as one: the seats that lost it, and what it costs."""

    seats: tuple[int, ...]
    degree: int | None  #: 0 full, 1 and 2 relieved; ``None`` where the price is fixed
    price: Points  #: settlement points


@dataclass(frozen=True)
class Settlement:
    """What a deal changes for each seat, and why."""

    points: tuple[Points, ...]  #: settlement points, by seat
    accounts: tuple[Account, ...]
    rules: tuple[str, ...]


def whole(number: Points) -> Points:
    """Return *number* as an integer where it is one."""
    return int(number) if number == int(number) else number


def points_to_json(number: Points) -> int | str:
    """Return *number* for JSON: a whole number, or a fraction as text (``8/3``)."""
    return number if isinstance(number, int) else str(number)


def loss_degree(ruleset: Ruleset, tally: Tally) -> int:
    """Return the degree of the loss of one who took *tally*: 0 full, 1, or 2 the smallest.

    Rules: loss-degrees, half-counting
    """
    by, half = ruleset.loss_degrees
    if counted_points(tally, ruleset.half_counting) >= half:
        return 2
    if tally.tricks or (by == "trick-or-meld" and tally.meld_points):
        return 1
    return 0


def _loss(ruleset: Ruleset, seats: tuple[int, ...], tally: Tally, stake: int, *, relieved: bool) -> Account:
    degree = loss_degree(ruleset, tally)
    remitted = Fraction(0)
    if relieved and degree and ruleset.loss_relief:
        remitted = ruleset.loss_relief[degree - 1]
    return Account(seats, degree, whole(stake * (1 - remitted)))


def settle(
    ruleset: Ruleset, outcome: Outcome, declarer: int | None, tallies: Sequence[Tally], calls: int
) -> Settlement:
    """Return the settlement of *outcome* after *calls* that each doubled the stake.

    Rules: throw-in, base-stake, doubling, loss-degrees, half-counting, loss-relief,
    loss-relief-who, loss-counting, who-pays-whom, payment
    """
    if outcome.kind == NOBODY_CHOSE:
        return Settlement((0,) * len(tallies), (), ("nobody-chooses",))
    rules: list[str] = []
    losers = outcome.losers
    groups: list[tuple[int, ...]] = [(seat,) for seat in losers]
    if len(losers) > 1:
        rules.append("loss-counting")
        if ruleset.loss_counting == "jointly":
            groups = [losers]
    if outcome.kind == THROWN_IN:
        rules.append("throw-in")
    if outcome.kind == THROWN_IN and isinstance(ruleset.throw_in, ThrowInPrice):
        accounts = [Account(group, None, ruleset.throw_in.price) for group in groups]
    else:
        stake = ruleset.base_stake
        rules.append("base-stake")
        if calls:
            stake *= 2**calls
            rules.append("doubling")
        rules += ["loss-degrees", "half-counting", "loss-relief", "loss-relief-who"]
        accounts = []
        for group in groups:
            tally = sum((tallies[seat] for seat in group), Tally())
            relieved = ruleset.loss_relief_who == "every-loser" or declarer not in group
            accounts.append(_loss(ruleset, group, tally, stake, relieved=relieved))
    rules += ["who-pays-whom", "payment"]
    points: list[Points] = [0] * len(tallies)
    if ruleset.who_pays_whom == "each":
        for account in accounts:
            for winner in outcome.winners:
                if ruleset.payment == "winner-credited":
                    points[winner] += account.price
                    continue
                for loser in account.seats:
                    points[winner] += account.price
                    points[loser] -= account.price
    return Settlement(tuple(whole(number) for number in points), tuple(accounts), tuple(rules))
