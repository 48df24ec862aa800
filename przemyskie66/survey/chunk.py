"""Deals played under every reading of the rules in question, a chunk at a time.

Everything here depends on the seed alone: a chunk gives the same numbers on any machine, in any
process, before or after any other chunk. Numbers are added up as integers and exact fractions.
"""

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from przemyskie66.engine import Deal, Game, Position, Ruleset
from przemyskie66.engine.contracts import leads_first
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.players import Policy, play_out, random_player, sensible_player, step
from przemyskie66.engine.search import UnfinishedError
from przemyskie66.engine.settlement import Points
from przemyskie66.engine.solver import MOST_NODES, Solver, SolverError
from przemyskie66.survey.replay import Course

#: Players by name; ``best`` plays the cards with all hands open, as the solver finds.
PLAYERS: dict[str, Policy] = {"random": random_player, "sensible": sensible_player}

#: What is added to the number of a deal to seed the chance of its players.
_CHANCE = 0x5EED_0000_0000


#: Rules that are asked only once the outcome of a deal stands: they settle it anew, nothing is played again.
#: A test plays deals under each of them and sees that it comes to the same.
AT_THE_END = frozenset({
    "base-stake", "blind-stake", "doubling-stake", "first-call-doubles", "loss-counting", "loss-relief",
    "loss-relief-who", "payment", "refusal-stake", "refusal-stake-cap", "relief-sum", "throw-in-doubled",
    "throw-in-total", "who-pays-whom", "zyd-outcome",
})  # fmt: skip

#: Rules that are asked before only by who would surrender.
AT_THE_END_UNLESS_SURRENDER = frozenset({
    "durch-pay", "half-and-or", "half-counting", "loss-degrees", "mizerka-pay", "relief-trick-count",
    "warszawa-pay", "woda-threshold", "zyd-pay",
})  # fmt: skip


@dataclass
class Tally:
    """What was counted for one contrast."""

    deals: int = 0
    changed: int = 0  #: deals whose settlement differs
    total: Fraction = field(default_factory=Fraction)  #: sum of the changes, in settlement points
    squares: Fraction = field(default_factory=Fraction)  #: sum of their squares
    largest: Fraction = field(default_factory=Fraction)
    first: int | None = None  #: number of the first deal that differs
    undefined: int = 0  #: deals without a value under one of the two, or given up; they are not counted

    def count(self, number: int, change: Fraction) -> None:
        """Add the deal *number*, whose settlement differs by *change* points for some seat."""
        self.deals += 1
        if change:
            self.changed += 1
            self.total += change
            self.squares += change * change
            self.largest = max(self.largest, change)
            if self.first is None or number < self.first:
                self.first = number

    def __add__(self, other: "Tally") -> "Tally":
        firsts = [first for first in (self.first, other.first) if first is not None]
        return Tally(
            self.deals + other.deals,
            self.changed + other.changed,
            self.total + other.total,
            self.squares + other.squares,
            max(self.largest, other.largest),
            min(firsts, default=None),
            self.undefined + other.undefined,
        )

    def to_json(self) -> dict[str, object]:
        """Return the tally as JSON; fractions as text."""
        return {
            "deals": self.deals,
            "changed": self.changed,
            "total": str(self.total),
            "squares": str(self.squares),
            "largest": str(self.largest),
            "first": self.first,
            "undefined": self.undefined,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Tally":
        """Return the tally that :meth:`to_json` wrote."""
        return cls(
            int(str(data["deals"])),
            int(str(data["changed"])),
            Fraction(str(data["total"])),
            Fraction(str(data["squares"])),
            Fraction(str(data["largest"])),
            None if data["first"] is None else int(str(data["first"])),
            int(str(data["undefined"])),
        )


def players_of(ruleset: Ruleset) -> int:
    """Return how many are dealt cards under *ruleset*: three, where it is for any number."""
    return ruleset.players if isinstance(ruleset.players, int) else 3


def deal_number(ruleset: Ruleset, number: int) -> Deal:
    """Return the deal of that *number* for the players of *ruleset*; the deal goes round."""
    count = players_of(ruleset)
    return Deal.from_seed(number, number % count, seat_names(count))


def played(ruleset: Ruleset, number: int, policy: Policy) -> Game:
    """Return deal *number* played to its end under *ruleset*, every seat by *policy*."""
    deal = deal_number(ruleset, number)
    game = Game.start(ruleset, deal, silent=True)
    play_out(game, [policy] * len(deal.seats), SplitMix64(number + _CHANCE))
    return game


def difference(a: Sequence[Points], b: Sequence[Points]) -> Fraction:
    """Return by how much two settlements differ: the largest difference of a seat, in settlement points."""
    if a == b:
        return Fraction(0)
    return max(
        (abs(Fraction(one) - Fraction(other)) for one, other in zip(a, b, strict=True)), default=Fraction(0)
    )


@dataclass(frozen=True)
class Plan:
    """What is played: by whom, and the rulesets to compare, by base, rule and reading."""

    players: str  #: a key of :data:`PLAYERS`, or ``best``
    bases: Mapping[str, Ruleset]
    rulesets: Mapping[str, Mapping[str, Mapping[str, Ruleset]]]
    pairs: tuple[tuple[str, str, str, str], ...]  #: base, rule and the two readings of each contrast


def run_chunk(plan: Plan, start: int, count: int) -> dict[str, Tally]:
    """Return the tallies of deals *start* to *start + count - 1*, by the id of the contrast."""
    tallies = {".".join(pair): Tally() for pair in plan.pairs}
    for number in range(start, start + count):
        results = _results(plan, number)
        for pair in plan.pairs:
            base, rule, a, b = pair
            one, other = results[base, rule, a], results[base, rule, b]
            if one is None or other is None:
                tallies[".".join(pair)].undefined += 1
            else:
                tallies[".".join(pair)].count(number, difference(one, other))
    return tallies


def _results(plan: Plan, number: int) -> dict[tuple[str, str, str], tuple[Points, ...] | None]:
    """Return the result of deal *number* under every ruleset of the plan."""
    found = {}
    for base_id, rules in plan.rulesets.items():
        base = plan.bases[base_id]
        play = (
            best_play(base, number)
            if plan.players == "best"
            else policy_play(base, number, PLAYERS[plan.players])
        )
        own = play("", base)
        for rule, readings in rules.items():
            for reading, ruleset in readings.items():
                found[base_id, rule, reading] = own if reading == base.reading(rule) else play(rule, ruleset)
    return found


#: Returns the result under a ruleset that differs from the base in the rule named; ``None`` where it has none.
Play = Callable[[str, Ruleset], tuple[Points, ...] | None]


def policy_play(base: Ruleset, number: int, policy: Policy) -> Play:
    """Return what gives the settlement of deal *number* under a ruleset, every seat played by *policy*."""
    course = Course(base, deal_number(base, number), policy, number + _CHANCE)
    at_the_end = AT_THE_END
    if "surrender" not in policy.speaks:
        at_the_end |= AT_THE_END_UNLESS_SURRENDER

    def result(rule: str, ruleset: Ruleset) -> tuple[Points, ...]:
        if not rule:
            return course.game.settlement()
        return course.game.settled_under(ruleset) if rule in at_the_end else course.under(rule, ruleset)

    return result


def best_play(base: Ruleset, number: int) -> Play:
    """Return what gives the value of deal *number* under a ruleset, all hands open and played best.

    ``None`` where the solver defines no value, or has none within :data:`MOST_NODES`. A rule that
    the solver does not ask for the value under *base* cannot change it.
    """
    table = open_table(base, number)
    if table is None:
        return lambda rule, ruleset: (0,)
    first = table(base)
    own = _value(first)
    asked = {rule for rule, _ in first.rests_on("settlement")} | {"first-lead", "contract-first-lead"}
    like = None if own is None else first
    return lambda rule, ruleset: _value(table(ruleset), like) if rule in asked else own


def _value(solver: Solver, like: Solver | None = None) -> tuple[Points, ...] | None:
    collects = gc.isenabled()
    gc.disable()  # a search drops next to nothing of what it makes; looking for it takes a seventh of the time
    try:
        return (solver.settlement(like, MOST_NODES),)
    except (SolverError, UnfinishedError):
        return None
    finally:
        if collects:
            gc.enable()


def open_table(base: Ruleset, number: int) -> Callable[[Ruleset], Solver] | None:
    """Return what gives the solver of deal *number* under a ruleset; ``None`` where nobody chooses a game.

    The game is chosen by sensible players under *base*, so that it is the same under every
    reading; nobody doubles, throws in or surrenders.
    """
    deal = deal_number(base, number)
    game = Game.start(base, deal, silent=True)
    rng = SplitMix64(number + _CHANCE)
    while game.phase not in (PLAY, OVER):
        step(game, [sensible_player] * len(deal.seats), rng)
    declarer, contract = game.declarer, game.contract
    if game.phase == OVER or declarer is None or contract is None:
        return None

    def solver(ruleset: Ruleset) -> Solver:
        leader, _ = leads_first(ruleset, contract, game.eldest, declarer)
        position = Position(
            deal.seats, deal.dealer, deal.hands, declarer, leader, game.trump, contract=contract
        )
        return Solver.at(ruleset, position)

    return solver
