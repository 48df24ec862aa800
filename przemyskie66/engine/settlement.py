"""From the outcome of a deal to settlement points.

Settlement points are whole numbers while the stake is divisible by the parts of relief, as 3 is
by thirds; otherwise they are exact fractions. They are never rounded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from przemyskie66.engine.contracts import Terms
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.outcome import NOBODY_CHOSE, THROWN_IN, Outcome, counted_points
from przemyskie66.engine.ruleset import Ruleset, ThrowInPrice

#: Settlement points; a fraction only where no whole number will do.
Points = int | Fraction

#: Settlement points that a game or a refusal "at most" pays.
AT_MOST = 3

_STAKES = {"double-no-relief": 2, "triple-no-relief": 3}


@dataclass(frozen=True)
class Account:
    """A loss that is settled as one: the seats that lost it, what it costs, and to whom it goes."""

    seats: tuple[int, ...]
    degree: int | None  #: 0 full, 1 and 2 relieved; ``None`` where the price is fixed
    price: Points  #: settlement points, from each of the seats to each of those it goes to
    to: tuple[int, ...]  #: seats


@dataclass(frozen=True)
class Settlement:
    """What a deal changes for each seat, and why."""

    points: tuple[Points, ...]  #: settlement points, by seat
    accounts: tuple[Account, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Stake:
    """What was agreed before and during play that bears on the price of a deal."""

    terms: Terms | None = None  #: ``None`` where no game is chosen (two players)
    blind: bool = False  #: whether the game was called before the deal
    refused: bool = False  #: whether a player refused the choice before it was made
    calls: Mapping[int, int] = field(default_factory=dict)  #: calls that double, by defender
    price: int | None = None  #: settlement points of a price fixed by a rule, whatever the loss


class Degree(NamedTuple):
    """The degree of a loss, the part of it remitted, and the rules that said so."""

    degree: int  #: 0 full, 1, or 2 the smallest
    remitted: Fraction
    rules: tuple[str, ...]


def whole(number: Points) -> Points:
    """Return *number* as an integer where it is one."""
    return int(number) if number == int(number) else number


def points_to_json(number: Points) -> int | str:
    """Return *number* for JSON: a whole number, or a fraction as text (``8/3``)."""
    return number if isinstance(number, int) else str(number)


def credited(ruleset: Ruleset, tally: Tally) -> Tally:
    """Return *tally* of one seat without the melds that are not credited to it.

    Rule: meld-credit
    """
    if ruleset.meld_credit == "after-a-trick" and not tally.tricks:
        return Tally(tally.tricks, tally.card_points)
    return tally


def has_half(ruleset: Ruleset, tally: Tally) -> bool:
    """Return whether one who took *tally* has the half (woda).

    Rules: loss-degrees, half-counting, half-and-or, meld-credit, woda-threshold
    """
    half, tally = ruleset.loss_degrees.half, credited(ruleset, tally)
    found = [counted_points(tally, ruleset.half_counting)]
    if ruleset.half_and_or == "either-alone":
        found = [tally.card_points, tally.meld_points if ruleset.half_counting == "tricks-and-melds" else 0]
    if ruleset.woda_threshold == "exactly-33":
        return half in found
    return max(found) >= half


def has_first_degree(ruleset: Ruleset, tally: Tally) -> bool:
    """Return whether *tally* has what the first degree of relief takes.

    Rules: loss-degrees, relief-trick-count, meld-credit
    """
    if ruleset.loss_degrees.by == "trick-or-meld" and credited(ruleset, tally).meld_points:
        return True
    return tally.tricks == 1 if ruleset.relief_trick_count == "exactly-one" else tally.tricks > 0


def loss_degree(ruleset: Ruleset, tally: Tally) -> Degree:
    """Return the degree of the loss of one who took *tally*.

    Rules: loss-degrees, half-counting, half-and-or, meld-credit, woda-threshold,
    relief-trick-count, relief-sum, loss-relief
    """
    rules = ["loss-degrees", "half-counting"]
    if tally.meld_points:
        rules += [rule for rule in ("half-and-or", "meld-credit") if ruleset.asks(rule)]
    half = has_half(ruleset, tally)
    first = has_first_degree(ruleset, tally)
    if tally.card_points + tally.meld_points >= ruleset.loss_degrees.half:
        rules.append("woda-threshold")
    if tally.tricks and not half:
        rules.append("relief-trick-count")
    rules.append("loss-relief")
    degree = 2 if half else int(first)
    remitted = Fraction(0)
    if degree and ruleset.loss_relief:
        remitted = ruleset.loss_relief[degree - 1]
        if half and first:
            rules.append("relief-sum")
            if ruleset.relief_sum == "add-up":
                remitted = min(remitted + ruleset.loss_relief[0], Fraction(1))
    return Degree(degree, remitted, tuple(rules))


def factor(ruleset: Ruleset, calls: int) -> int:
    """Return by how much *calls* multiply the stake.

    Rules: doubling, first-call-doubles
    """
    if ruleset.first_call_doubles == "from-second":
        calls = max(calls - 1, 0)
    return int(2**calls)


def doubling_rules(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the rules by which calls act on the price."""
    rules = ("doubling", "first-call-doubles", "doubling-stake", "doubling-binds")
    return tuple(rule for rule in rules if ruleset.asks(rule))


def _price(ruleset: Ruleset, stake: Stake, remitted: Fraction, calls: int, rules: list[str]) -> Points:
    """Return what one loser pays one winner, and add to *rules* those that made it so."""
    pay = stake.terms.pay if stake.terms is not None else "as-suit-game"
    price: Points = ruleset.base_stake * _STAKES.get(pay, 1) * (1 - remitted)
    rules.append("base-stake")
    if stake.terms is not None and stake.terms.pay_rule != "base-stake":
        rules.append(stake.terms.pay_rule)
    if stake.blind:
        rules.append("blind-stake")
        price *= ruleset.blind_stake
    if calls:
        rules += doubling_rules(ruleset)
        times = factor(ruleset, calls)
        if ruleset.doubling_stake == "base-only":
            price += ruleset.base_stake * (times - 1)
        else:
            price *= times
    if pay == "at-most-three":
        price = min(price, AT_MOST)
    if stake.refused and ruleset.refusal_stake == "at-most-three":
        rules.append("refusal-stake")
        if ruleset.refusal_stake_cap == "cap":
            rules.append("refusal-stake-cap")
            price = min(price, AT_MOST)
    return whole(price)


def full_loss(ruleset: Ruleset, stake: Stake, defender: int | None = None) -> Points:
    """Return what a full loss would cost one loser for each winner, between declarer and *defender*.

    Rules: base-stake, the pay of the game, blind-stake, refusal-stake, doubling, doubling-stake
    """
    if stake.price is not None:
        return stake.price
    calls = 0 if defender is None else stake.calls.get(defender, 0)
    return _price(ruleset, stake, Fraction(0), calls, [])


def pays_by_degrees(stake: Stake) -> bool:
    """Return whether the degrees of loss bear on what is paid.

    Rules: warszawa-pay, zyd-pay, mizerka-pay, durch-pay
    """
    return stake.terms is None or stake.terms.pay not in _STAKES


def _accounts(
    ruleset: Ruleset,
    stake: Stake,
    losers: tuple[int, ...],
    winners: tuple[int, ...],
    tally: Tally,
    rules: list[str],
    *,
    full: bool,
    declarers: bool,
) -> list[Account]:
    """Return the accounts of *losers*, counted together as *tally*: one for each count of calls.

    *declarers* says whether it is the declarer's side that has lost.
    """
    degree = Degree(0, Fraction(0), ())
    by_degrees = pays_by_degrees(stake)
    if by_degrees and not full:
        degree = loss_degree(ruleset, tally)
        rules += degree.rules
        if ruleset.asks("loss-relief-who"):
            rules.append("loss-relief-who")
            if ruleset.loss_relief_who == "defenders-only" and declarers:
                degree = degree._replace(remitted=Fraction(0))
    calls = {seat: stake.calls.get(seat, 0) for seat in (winners if declarers else losers)}
    found = []
    for number in sorted(set(calls.values())):
        concerned = tuple(seat for seat in calls if calls[seat] == number)
        price = _price(ruleset, stake, degree.remitted, number, rules)
        if stake.price is not None:
            price = stake.price
        found.append(
            Account(
                seats=losers if declarers else concerned,
                degree=degree.degree if by_degrees and stake.price is None else None,
                price=price,
                to=concerned if declarers else winners,
            )
        )
    return found


def _thrown_in(
    ruleset: Ruleset, stake: Stake, losers: tuple[int, ...], winners: tuple[int, ...], rules: list[str]
) -> list[Account]:
    """Return the accounts of a fixed price of throwing in.

    Rules: throw-in, throw-in-total, throw-in-doubled
    """
    assert isinstance(ruleset.throw_in, ThrowInPrice)
    price: Points = ruleset.throw_in.price
    if ruleset.asks("throw-in-total"):
        rules.append("throw-in-total")
        if ruleset.throw_in_total == "in-all":
            price = Fraction(price, len(winners))
    calls = {seat: stake.calls.get(seat, 0) for seat in winners}
    if any(calls.values()):
        rules.append("throw-in-doubled")
        if ruleset.throw_in_doubled == "always-multiplied":
            rules += doubling_rules(ruleset)
        else:
            calls = dict.fromkeys(calls, 0)
    return [
        Account(
            losers, None, whole(price * factor(ruleset, number)),
            tuple(seat for seat in calls if calls[seat] == number),
        )
        for number in sorted(set(calls.values()))
    ]  # fmt: skip


def settle(
    ruleset: Ruleset,
    outcome: Outcome,
    declarer: int | None,
    tallies: Sequence[Tally],
    stake: Stake,
    left: Mapping[int, Tally] | None = None,
) -> Settlement:
    """Return the settlement of *outcome*.

    *left* holds, for each defender who has surrendered for himself alone, what he had taken then.

    Rules: throw-in, throw-in-total, throw-in-doubled, base-stake, the pay of the game, blind-stake,
    refusal-stake, refusal-stake-cap, doubling, first-call-doubles, doubling-stake, doubling-binds,
    loss-degrees and its counting, loss-relief, loss-relief-who, loss-counting, surrender-cost,
    surrender-binds, who-pays-whom, payment
    """
    if outcome.kind == NOBODY_CHOSE:
        return Settlement((0,) * len(tallies), (), ("nobody-chooses",))
    rules: list[str] = []
    accounts: list[Account] = []
    gone = dict(left or {})
    if gone:
        assert declarer is not None
        rules += ["surrender-binds", "surrender-cost"]
        full = ruleset.surrender_cost == "full-loss"
        for seat, tally in gone.items():
            accounts += _accounts(
                ruleset, stake, (seat,), (declarer,), tally, rules, full=full, declarers=False
            )
    losers = tuple(seat for seat in outcome.losers if seat not in gone)
    winners = tuple(seat for seat in outcome.winners if seat not in gone)
    groups: list[tuple[int, ...]] = [(seat,) for seat in losers]
    if len(losers) > 1:
        rules.append("loss-counting")
        if ruleset.loss_counting == "jointly":
            groups = [losers]
    if outcome.kind == THROWN_IN:
        rules.append("throw-in")
    if outcome.full:
        rules.append("surrender-cost")
    if not winners:
        groups = []  # all who could have won have surrendered
    if groups and outcome.kind == THROWN_IN and isinstance(ruleset.throw_in, ThrowInPrice):
        accounts += _thrown_in(ruleset, stake, losers, winners, rules)
        groups = []
    declarers = declarer is not None and declarer in losers
    for group in groups:
        tally = sum((credited(ruleset, tallies[seat]) for seat in group), Tally())
        if tally.meld_points != sum(tallies[seat].meld_points for seat in group):
            rules.append("meld-credit")
        accounts += _accounts(
            ruleset, stake, group, winners, tally, rules, full=outcome.full, declarers=declarers
        )
    rules += ["who-pays-whom", "payment"]
    points: list[Points] = [0] * len(tallies)
    if ruleset.who_pays_whom == "each":
        for account in accounts:
            for winner in account.to:
                if ruleset.payment == "winner-credited":
                    points[winner] += account.price
                    continue
                for loser in account.seats:
                    points[winner] += account.price
                    points[loser] -= account.price
    return Settlement(tuple(whole(number) for number in points), tuple(accounts), tuple(dict.fromkeys(rules)))
