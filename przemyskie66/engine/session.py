"""Several deals in a row: who deals, who sits out, and the running score.

A :class:`Session` is the table: the persons in their places, clockwise. The seats of a deal are
those who get cards. Where a fourth person is at a table for three, the dealer gets none; he may
share in the settlement, or wait for a place, as the ruleset reads it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from przemyskie66.engine.deal import Deal, check_seats
from przemyskie66.engine.outcome import NOBODY_CHOSE
from przemyskie66.engine.play import Game
from przemyskie66.engine.refusal import Refusal, refusal_error
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.settlement import Points, whole
from przemyskie66.errors import NotationError


@dataclass(frozen=True)
class DealResult:
    """How a deal ended, as the table needs it; persons by name."""

    outcome: str  #: kind of the outcome
    settlement: Mapping[str, Points]  #: settlement points between those who got cards
    declarer: str | None = None
    contract: str | None = None
    winners: tuple[str, ...] = ()
    last_trick: str | None = None  #: who took the last trick


@dataclass(frozen=True)
class Line:
    """One line of the score sheet."""

    dealer: str
    result: DealResult
    points: Mapping[str, Points]  #: what the deal changes for each person, in settlement points
    scores: Mapping[str, Points]  #: the running scores after it
    rules: tuple[str, ...]  #: the rules by which persons without cards shared


def result_of(game: Game) -> DealResult:
    """Return the result of a finished game.

    :raises IllegalActionError: while the deal is not over.
    """
    points = game.settlement()
    assert game.outcome is not None
    name = game.seats
    return DealResult(
        outcome=game.outcome.kind,
        settlement=dict(zip(name, points, strict=True)),
        declarer=None if game.declarer is None else name[game.declarer],
        contract=game.contract,
        winners=tuple(name[seat] for seat in game.outcome.winners),
        last_trick=None if game.last_winner is None else name[game.last_winner],
    )


class Session:
    """A table at which deals are played under one ruleset."""

    def __init__(self, ruleset: Ruleset, persons: Sequence[str], dealer: str | None = None) -> None:
        """Seat *persons* clockwise; *dealer* deals first (the last person, if not given).

        :raises NotationError: if a name is no single word or stands twice, or *dealer* is not among them.
        :raises IllegalActionError: if the ruleset is not for so many.
        """
        check_seats(persons)
        self.ruleset = ruleset
        self.persons = tuple(persons)
        self.dealer = self.persons[-1] if dealer is None else dealer
        if self.dealer not in self.persons:
            raise NotationError(f"dealer {dealer!r}: expected one of {', '.join(self.persons)}")
        players = ruleset.players
        with_fourth = ruleset.asks("fourth-person") and players == 3
        if len(self.persons) != players and not (with_fourth and len(self.persons) == 4):
            data = {"expected": players, "found": len(self.persons)}
            refusal = Refusal("players", ruleset.reading("players"), "wrong-seats", data)
            raise refusal_error("this table cannot play", [refusal])
        self.lines: list[Line] = []
        self.in_slup = 0  #: deals played since the last słup was complete
        self.may_come_in = False  #: whether a słup has just been completed

    @property
    def scores(self) -> dict[str, Points]:
        """The running scores, in settlement points."""
        return dict(self.lines[-1].scores) if self.lines else dict.fromkeys(self.persons, 0)

    @property
    def sitting_out(self) -> str | None:
        """Who gets no cards in the next deal. Rule: fourth-person."""
        return self.dealer if len(self.persons) > 3 and self.ruleset.players == 3 else None

    @property
    def seats(self) -> tuple[str, ...]:
        """Who gets cards in the next deal, clockwise."""
        return tuple(name for name in self.persons if name != self.sitting_out)

    @property
    def dealer_seat(self) -> int:
        """The seat of the next deal after which play goes round.

        Where the dealer gets no cards, it is the one who speaks last: the seat before him.
        """
        seats = self.seats
        if self.dealer in seats:
            return seats.index(self.dealer)
        way = 1 if self.ruleset.direction == "clockwise" else -1
        place = self.persons.index(self.dealer)
        return seats.index(self.persons[(place - way) % len(self.persons)])

    def deal(self, seed: int) -> Deal:
        """Return the next deal, its cards those of *seed*."""
        return Deal.from_seed(seed, self.dealer_seat, self.seats)

    def add(self, result: DealResult) -> Line:
        """Write *result* on the score sheet, move the deal on, and return the line.

        Rules: fourth-person and its scope, amount and pay; next-dealer, next-dealer-two-winners,
        nobody-chooses, slup-length
        """
        points: dict[str, Points] = {**dict.fromkeys(self.persons, 0), **result.settlement}
        rules = self._share(result, points)
        scores = {name: whole(self.scores[name] + points[name]) for name in self.persons}
        points = {name: whole(number) for name, number in points.items()}
        line = Line(self.dealer, result, points, scores, rules)
        self.lines.append(line)
        if result.outcome != NOBODY_CHOSE:
            self.in_slup += 1
        self.may_come_in = False
        if self.sitting_out is not None and self.ruleset.fourth_person == "rotates-after-slup":
            if self.in_slup >= self.ruleset.slup_length:
                self.in_slup, self.may_come_in = 0, True
        elif result.outcome != NOBODY_CHOSE:
            self.dealer = self._next_dealer(result)
        return line

    def _share(self, result: DealResult, points: dict[str, Points]) -> tuple[str, ...]:
        """Let the fourth person share in *points*; return the rules by which.

        Rules: fourth-person, fourth-person-scope, fourth-person-amount, fourth-person-pay
        """
        fourth, rules = self.sitting_out, self.ruleset
        if fourth is None or result.outcome == NOBODY_CHOSE:
            return ()
        acting: tuple[str, ...] = ("fourth-person",)
        if rules.fourth_person != "dealer-collects":
            return acting
        acting = (*acting, "fourth-person-scope")
        if rules.fourth_person_scope == "warszawa-only" and result.contract != "warszawa":
            return acting
        acting = (*acting, "fourth-person-amount", "fourth-person-pay")
        winners = self._winners(result)
        if not winners:
            return acting
        losses = {name: -change for name, change in result.settlement.items() if change < 0}
        if result.declarer in winners and rules.fourth_person_pay == "collects-and-pays":
            due = Fraction(sum(losses.values()), len(losses) or 1)  # as much as one of the defenders
            points[fourth] -= due
            points[winners[0]] += due
            return acting
        for name, loss in losses.items():
            if name == result.declarer or rules.fourth_person_amount == "from-every-loser":
                price = Fraction(loss, len(winners))
                points[name] -= price
                points[fourth] += price
        return acting

    def _winners(self, result: DealResult) -> tuple[str, ...]:
        if result.winners:
            return result.winners
        return tuple(name for name, change in result.settlement.items() if change > 0)

    def _next_dealer(self, result: DealResult) -> str:
        """Rules: next-dealer, next-dealer-two-winners, direction."""
        in_turn = self._after_dealer()
        winners = self._winners(result)
        if self.ruleset.next_dealer != "winner" or not winners:
            return in_turn[0]
        last = result.last_trick
        if self.ruleset.next_dealer_two_winners == "last-trick-taker" and last in winners:
            return str(last)
        return next(name for name in (*in_turn, self.dealer) if name in winners)

    def may_replace(self) -> tuple[str, ...]:
        """Return whom the person sitting out may now replace; nobody, unless a słup is complete.

        Rules: fourth-person, slup-length, slup-replaced
        """
        if not self.may_come_in:
            return ()
        in_turn = self._after_dealer()
        return in_turn if self.ruleset.slup_replaced == "any-player" else in_turn[:1]

    def _after_dealer(self) -> tuple[str, ...]:
        """Return the others, from the one after the dealer on. Rule: direction."""
        way = 1 if self.ruleset.direction == "clockwise" else -1
        place, count = self.persons.index(self.dealer), len(self.persons)
        return tuple(self.persons[(place + way * step) % count] for step in range(1, count))

    def replace(self, name: str) -> None:
        """Let the person sitting out play in place of *name*, who deals from now on and sits out.

        :raises IllegalActionError: if nobody, or not *name*, may be replaced now.

        Rules: fourth-person, slup-length, slup-replaced
        """
        allowed = self.may_replace()
        if name not in allowed:
            rule = "slup-replaced" if allowed else "slup-length"
            data = {"seat": name, "allowed": ", ".join(allowed) or "nobody"}
            refusal = Refusal(rule, self.ruleset.reading(rule), "not-replaced", data)
            raise refusal_error(f"{name} cannot be replaced", [refusal])
        self.dealer, self.may_come_in = name, False
