"""The search behind the solver for what a deal pays, where what was taken before bears on it.

:class:`Referee` asks the engine's own rules who is ahead, who has won and what it pays;
:class:`DealSearch` looks for the best play by its answers.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from przemyskie66.engine.cardplay import EMPTY
from przemyskie66.engine.cards import cards_in
from przemyskie66.engine.contracts import FIRST_SIXTY_SIX, LAST_TRICK, NO_POINTS, ONE_TRICK, SIXTY_SIX
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.notation import Action
from przemyskie66.engine.outcome import aim_decided, counted_points, side_points, won_by
from przemyskie66.engine.play import PLAY, Game
from przemyskie66.engine.search import (
    ANY_TRICK,
    EVER,
    MOST_POINTS,
    SHIFTS,
    AimSearch,
    Moment,
    PointSearch,
    Setup,
    UnfinishedError,
    on_table,
)  # fmt: skip
from przemyskie66.engine.settlement import (
    Points,
    credited,
    has_first_degree,
    has_half,
    loss_degree,
    pays_by_degrees,
)  # fmt: skip
from przemyskie66.engine.stock import closed

#: Who has won, or was first to reach the target: nobody yet, the side, the others; or both alike.
OPEN, OWN, THEIRS, BOTH = 0, 1, 2, 3
#: Beyond any settlement.
FAR = 1 << 40

#: The largest number in a field of a rank.
_FIELD = (1 << 10) - 1
#: The bits between two fields of a rank: one more than a field has.
_WIDTH = 11
#: The ways to play a card with which nothing can be melded: the points melded.
_PLAIN = (0,)

#: What was taken so far: tricks, card points and meld points of one seat after the other.
Counters = tuple[int, ...]


class Referee:
    """Asks the engine itself who is ahead, who has won and what it pays, from what was taken."""

    def __init__(self, game: Game, own: tuple[int, ...], seat: int) -> None:
        self.ruleset = game.ruleset
        self.own = own
        self.theirs = tuple(other for other in range(game.count) if other not in own)
        self.seat = seat
        self.count = game.count
        self.terms = game.terms
        self.declarer = game.declarer
        self.for_points = game.terms is None or game.terms.aim == SIXTY_SIX
        self.announces = game.ruleset.end_of_play == "on-announced-66" and self.for_points
        breaks_off = game.ruleset.contract_end == "when-decided" and game.contract != "warszawa"
        self.breaks_off = breaks_off and not self.for_points
        self.scratch = game.copy()
        self.scratch.silent = True
        self.scratch.hands[:] = [0] * game.count
        self._status: dict[Counters, int] = {}
        self._announcer: dict[Counters, int] = {}
        self._ends: dict[tuple[Counters, int, int, bool], tuple[int, Points]] = {}

    def code(self, side: Sequence[int] | None) -> int:
        """Return the code of *side*."""
        return OPEN if side is None else OWN if self.own[0] in side else THEIRS

    def tallies(self, counters: Counters) -> list[Tally]:
        """Return *counters* as the engine's tallies."""
        return [Tally(*counters[3 * seat : 3 * seat + 3]) for seat in range(self.count)]

    def _at(self, counters: Counters, status: int) -> Game:
        """Return the scratch game with *counters* taken and *status* reached."""
        game = self.scratch
        for seat in range(self.count):
            game.cards.tricks[seat], game.cards.taken[seat], game.melded[seat] = counters[
                3 * seat : 3 * seat + 3
            ]
        side = None if status == OPEN else self.own if status == OWN else self.theirs
        game.first_at_target = side if self.for_points else None
        game.aimed = None if self.for_points or side is None else side == self.own
        return game

    def status(self, counters: Counters) -> int:
        """Return whose target is reached, or for whom the aim is decided for good, if nothing was before."""
        found = self._status.get(counters)
        if found is None:
            if self.for_points:
                game = self._at(counters, OPEN)
                game._watch_target()
                found = self.code(game.first_at_target)
            else:
                assert self.terms is not None
                assert self.declarer is not None
                won = aim_decided(self.ruleset, self.terms, self.declarer, self.tallies(counters))
                found = OPEN if won is None else OWN if won else THEIRS
            self._status[counters] = found
        return found

    def announcer(self, counters: Counters) -> int:
        """Return which side may announce its target now."""
        found = self._announcer.get(counters)
        if found is None:
            found = OPEN
            game = self._at(counters, OPEN)
            first, second = (OWN, THEIRS) if self.declarer in (None, *self.own) else (THEIRS, OWN)
            for code in (second, first):
                seat = (self.own if code == OWN else self.theirs)[0]
                if game._check_announce(Action(seat, "announce")) is None:
                    found = code
            self._announcer[counters] = found
        return found

    def end(self, counters: Counters, status: int, winner: int, *, announced: bool) -> tuple[int, Points]:
        """Return who wins a deal that ends so, and what the side gains by it; see :meth:`Solver.settlement`.

        *winner* took the last trick, or announces.
        """
        key = (counters, status, winner, announced)
        found = self._ends.get(key)
        if found is None:
            end = self._at(counters, status).copy()
            end.phase = PLAY
            if announced:
                end._do_announce(Action(winner, "announce"))
            elif self.for_points:
                end._play_out(winner)
            else:
                end._watch_aim(winner)
            found = self._ends[key] = self.result(end)
        return found

    def result(self, game: Game) -> tuple[int, Points]:
        """Return who has won *game*, which is over, and what the side gains by it."""
        assert game.outcome is not None
        winners = set(game.outcome.winners)
        both = bool(winners & set(self.own)) and bool(winners & set(self.theirs))
        points = game.settlement()
        gain = points[self.seat]
        if self.ruleset.payment == "winner-credited":
            gain = gain - max(points[seat] for seat in self.theirs)
        return BOTH if both else self.code(tuple(winners)), gain


class Share:
    """What one side has taken so far, as far as it is kept, and what is known of it."""

    __slots__ = ("extra", "half", "has", "largest", "melds", "most", "steps", "tallies", "tricks")

    def __init__(self, tallies: list[Tally]) -> None:
        self.tallies = tallies  #: by seat; those of the other side are empty
        self.tricks = sum(tally.tricks for tally in tallies)
        self.melds = sum(tally.meld_points for tally in tallies)
        #: points, with melds not credited yet
        self.most = self.melds + sum(tally.card_points for tally in tallies)
        self.has = 0  #: points that count towards the target
        self.half = 0  #: points that count for the half
        self.largest = 0  #: the most points of those who lose together, with melds not credited yet
        self.extra = 0  #: the part of the key of :class:`PointSearch`
        #: what it may have to pay; see :meth:`DealSearch._losses`
        self.steps: tuple[tuple[int, Points, Points], ...] | None = None


class Taken:
    """What was taken so far, as far as it is kept. Made once for a deal: the search goes from one to the next."""

    __slots__ = ("counters", "ends", "heard", "key", "next", "own", "rank", "spans", "status", "theirs")

    def __init__(self, counters: Counters, key: int, rank: int, own: Share, theirs: Share) -> None:
        self.counters = counters
        self.key = key  #: its part of the key of a position
        self.rank = rank  #: field by field, the higher the better for the side
        self.own, self.theirs = own, theirs
        self.status = -1  #: as :meth:`Referee.status`, -1 while not asked
        self.heard = -1  #: as :meth:`Referee.announcer`, -1 while not asked
        self.next: dict[tuple[int, int, int, int], Taken] = {}
        self.ends: dict[tuple[int, int, bool], Points] = {}
        self.spans: dict[int, tuple[Points, Points, Points]] = {}


class DealSearch:
    """Finds what a deal is worth where what was taken before bears on it.

    Null-window search like :class:`PointSearch`, but what each seat has taken stands in the key,
    as far as the rules can still ask for it: points no further than to the target or the half,
    defenders in one where they are counted jointly. Where it never hurts to have taken more, a
    position is also settled by the same one with more, or less, taken.
    """

    def __init__(
        self, setup: Setup, referee: Referee, game: Game, points: PointSearch | None, *, only_winning: bool
    ) -> None:
        """*only_winning*: the worth is 1 for a win of the side, else 0; *points* cuts hopeless lines."""
        self.setup, self.referee, self.points = setup, referee, points
        self.only_winning = only_winning
        rules = referee.ruleset
        self.by_degrees = not only_winning and pays_by_degrees(game.stake) and bool(rules.loss_relief)
        relief = rules.loss_relief
        #: whether the half, and the first degree of relief, can be lost by taking more
        self.exact_half = rules.woda_threshold == "exactly-33"
        self.exact_trick = rules.relief_trick_count == "exactly-one"
        exact = self.exact_half or self.exact_trick
        #: whether it never hurts a side to have taken more
        self.monotone = not self.by_degrees or (not exact and relief[0] <= relief[1])
        #: whether of touching cards one may be left out: not where a side has to avoid points
        self.reduces = self.monotone and not (game.terms is not None and game.terms.aim == NO_POINTS)
        self._caps(game)
        self.table: dict[int, tuple[Points, Points]] = {}
        self.most: int | None = None  #: how many positions may be looked at
        self._known: dict[Counters, Taken] = {}
        self._shares: dict[tuple[object, ...], Share] = {}
        self._outcomes: dict[tuple[int, bool, bool, bool], tuple[int, ...]] = {}
        self._loss: dict[tuple[int, tuple[int, ...]], Points] = {}
        self._parts: dict[tuple[int, int, int], int] = {}
        #: the parts of a loss that are remitted, and for each a tally to which they are
        self._remitted: list[Fraction] = []
        self._likes: list[Tally] = []
        self.half = rules.loss_degrees.half
        self._melds_at_once = rules.meld_credit != "after-a-trick"
        self._melds_in_half = rules.half_counting != "tricks-only" and rules.half_and_or != "either-alone"
        #: by winner, those who lose together, as far as they are kept
        self._losers = {
            winner: [tuple(sorted({self.stands_for[seat] for seat in group})) for group in self.groups[loser]]
            for winner, loser in ((OWN, THEIRS), (THEIRS, OWN))
        }
        #: the part remitted by whether one has the half, and the first degree
        self._kinds = {
            (half, first): self._part(1 if first else 2 * self.exact_trick, self.half * half, 0)
            for half in (False, True)
            for first in (False, True)
        }
        self._reached: dict[tuple[bool, bool, bool, bool], tuple[int, int]] = {}
        self.needs_points = self._needs_points()
        self._searches_of_the_side()
        self.search, self.nodes = self._search()

    def _caps(self, game: Game) -> None:
        """Say how far each counter is worth keeping, and which seats are counted in one."""
        rules, referee, count = self.referee.ruleset, self.referee, self.setup.count
        own, theirs = referee.own, referee.theirs
        aim = None if referee.terms is None else referee.terms.aim
        needs_trick = any(
            row[case] != row[case | 4]
            for melds in self.setup.melds
            for row in melds.values()
            for case in range(4)
        )
        per_seat = needs_trick or rules.meld_credit == "after-a-trick"
        target = (
            rules.target if referee.for_points or aim == FIRST_SIXTY_SIX else 1 if aim == NO_POINTS else 0
        )
        reached = [0, 0, 0] * count
        reached[3 * theirs[0] : 3 * theirs[0] + 2] = [1, rules.target]
        asked = tuple(reached)
        self.their_target_counts = referee.for_points and (
            referee.declarer is None
            or referee.status(asked) == THEIRS
            or (referee.announces and referee.announcer(asked) == THEIRS)
        )
        half = rules.loss_degrees.half + 1 if self.by_degrees else 0
        tricks = 0
        if per_seat or aim is not None or self.by_degrees:
            tricks = 2 if aim == ONE_TRICK or rules.relief_trick_count == "exactly-one" else 1
        joint = not per_seat and (not self.by_degrees or rules.loss_counting == "jointly")
        #: by seat, the seat with which it is counted
        self.stands_for = tuple(
            (own if seat in own else theirs)[0] if joint and referee.for_points else seat
            for seat in range(count)
        )
        self.tricks = tricks
        self.cards = tuple(
            max(half, target if seat in own or self.their_target_counts else 0) for seat in range(count)
        )
        self.groups = {
            code: [side] if rules.loss_counting == "jointly" else [(seat,) for seat in side]
            for code, side in ((OWN, own), (THEIRS, theirs))
        }
        #: by side, whether it is counted in one
        self.single = tuple(
            len({self.stands_for[s] for s in range(count) if self.setup.mine[s] == mine}) == 1
            for mine in (False, True)
        )

    def taken(self, game: Game) -> Taken:
        """Return what was taken in *game*, as far as it is kept."""
        found = self._at((0, 0, 0) * self.setup.count)
        for seat, tally in enumerate(game.tallies):
            found = self._add(found, seat, tally.tricks, tally.card_points, tally.meld_points)
        return found

    def _add(self, taken: Taken, seat: int, tricks: int, cards: int, melds: int) -> Taken:
        """Return what is taken after *seat* took so much more."""
        step = (seat, tricks, cards, melds)
        found = taken.next.get(step)
        if found is None:
            counters, place = taken.counters, 3 * self.stands_for[seat]
            found = taken.next[step] = self._at(
                (
                    *counters[:place],
                    min(counters[place] + tricks, self.tricks),
                    min(counters[place + 1] + cards, self.cards[seat]),
                    counters[place + 2] + melds,
                    *counters[place + 3 :],
                )
            )
        return found

    def _at(self, counters: Counters) -> Taken:
        found = self._known.get(counters)
        if found is None:
            mine = self.setup.mine
            rank = 0
            for place, number in enumerate(counters):
                rank |= (number if mine[place // 3] else _FIELD - number) << _WIDTH * place
            found = self._known[counters] = Taken(
                counters,
                len(self._known) << 28,
                rank,
                self._share(OWN, counters),
                self._share(THEIRS, counters),
            )
        return found

    def _share(self, side: int, counters: Counters) -> Share:
        """Return what *side* has taken of *counters*."""
        referee = self.referee
        seats = referee.own if side == OWN else referee.theirs
        key = (side, *[counters[3 * seat : 3 * seat + 3] for seat in seats])
        found = self._shares.get(key)
        if found is None:
            rules = referee.ruleset
            tallies = [
                tally if seat in seats else Tally() for seat, tally in enumerate(referee.tallies(counters))
            ]
            found = self._shares[key] = Share(tallies)
            found.has = side_points(rules, seats, tallies)
            found.half = sum(
                counted_points(tallies[seat], rules.half_counting, rules.meld_credit) for seat in seats
            )
            sums = [tally.card_points + tally.meld_points for tally in tallies]
            found.largest = max(sum(sums[seat] for seat in group) for group in self.groups[side])
            if self.points is not None:
                found.extra = self.points.extra(tallies)
        return found

    # Bounds

    def worth(self, found: tuple[int, Points]) -> Points:
        """Return the worth of an end of the deal."""
        return int(found[0] == OWN) if self.only_winning else found[1]

    def _end(self, taken: Taken, status: int, winner: int, *, announced: bool) -> Points:
        """Return the worth of a deal that ends so; see :meth:`Referee.end`."""
        key = (status, winner, announced)
        found = taken.ends.get(key)
        if found is None:
            end = self.referee.end(taken.counters, status, winner, announced=announced)
            found = taken.ends[key] = self.worth(end)
        return found

    def span(
        self, taken: Taken, status: int, cards: int, own_melds: int, their_melds: int
    ) -> tuple[Points, Points, Points]:
        """Return the least and the most the deal can still be worth, and the most if it is not won.

        *cards* and the melds are the points that can still be made.
        """
        if closed(self.referee.scratch):
            return (0, 1, 0) if self.only_winning else (-FAR, FAR, FAR)
        outcomes = self._possible(taken, status, cards, own_melds, their_melds)
        least: Points = FAR
        most: Points = -FAR
        lost: Points = -FAR
        low: Points
        high: Points
        for code in outcomes:
            if self.only_winning:
                low = high = int(code == OWN)
            elif code == BOTH:
                low, high = -FAR, FAR
            else:
                can_gain = cards + (own_melds if code == THEIRS else their_melds)
                if code == OWN and self.needs_points:
                    # If the side is to win, the others cannot have what it needs.
                    needs = max(0, self.referee.ruleset.target - taken.own.most)
                    can_gain = max(0, cards + own_melds + their_melds - needs)
                low, high = self._losses(code, taken, can_gain)
            least, most = min(least, low), max(most, high)
            if code != OWN:
                lost = max(lost, high)
        return least, most, lost

    def _possible(
        self, taken: Taken, status: int, cards: int, own_melds: int, their_melds: int
    ) -> tuple[int, ...]:
        """Return the codes of those who may still win."""
        referee, rules = self.referee, self.referee.ruleset
        if not referee.for_points:
            return (OWN, THEIRS) if status == OPEN else (status,)
        if referee.declarer is None and status == OPEN:
            return OWN, THEIRS, BOTH
        target = rules.target
        now = taken.own.has >= target
        own_most = own_melds + cards + taken.own.most
        their_most = their_melds + cards + taken.theirs.most
        key = (status, now, own_most >= target, self.their_target_counts and their_most >= target)
        found = self._outcomes.get(key)
        if found is None:
            found = self._outcomes[key] = self._imagined(*key)
        return found

    def _imagined(self, status: int, now: bool, own_can: bool, they_can: bool) -> tuple[int, ...]:
        """Return who may win, by whether each side has the target or can have it."""
        target, count = self.referee.ruleset.target, self.setup.count
        firsts = [status] if status else [OPEN, *([OWN] * own_can), *([THEIRS] * they_can)]
        codes = set()
        for first in firsts:
            for reached in {now, own_can}:
                for they_reach in {False, they_can}:
                    tallies = [0, 0, 0] * count
                    tallies[3 * self.referee.own[0] : 3 * self.referee.own[0] + 2] = [1, target * reached]
                    tallies[3 * self.referee.theirs[0] : 3 * self.referee.theirs[0] + 2] = [
                        1,
                        target * they_reach,
                    ]
                    for winner in (self.referee.own[0], self.referee.theirs[0]):
                        codes.add(self.referee.end(tuple(tallies), first, winner, announced=False)[0])
                if self.referee.announces and (own_can or they_can):
                    codes |= {OWN} if own_can else set()
                    codes |= {THEIRS} if they_can else set()
        return tuple(sorted(codes))

    def _losses(self, winner: int, taken: Taken, can_gain: int) -> tuple[Points, Points]:
        """Return the least and the most the deal is worth if *winner* wins it.

        *can_gain* are the points that the losers can still make, all together.
        """
        share = taken.theirs if winner == OWN else taken.own
        steps = share.steps
        if steps is None:
            steps = share.steps = self._steps(winner, share.tallies)
        for enough, least, most in steps:
            if can_gain >= enough:
                return least, most
        raise AssertionError(can_gain)

    def _steps(self, winner: int, tallies: Sequence[Tally]) -> tuple[tuple[int, Points, Points], ...]:
        """Return from how many points on, the highest first, :meth:`_losses` has which answer."""
        sums, others = {0}, set()
        for seats in self._losers[winner]:
            cards = sum(tallies[seat].card_points for seat in seats)
            lack = self.half - cards - sum(tallies[seat].meld_points for seat in seats)
            sums |= {total + lack for total in sums if lack > 0}
            others.add(self.half - cards)
        limits = sorted(sums | {lack for lack in others if lack > 0}, reverse=True)
        return tuple((limit, *self._losses_from(winner, tallies, limit)) for limit in limits)

    def _losses_from(self, winner: int, tallies: Sequence[Tally], can_gain: int) -> tuple[Points, Points]:
        harsh, mild = [], []
        #: the places in *mild* of who may lack the half, the points he lacks, and what relief he has without it
        lacking: list[tuple[int, int, int]] = []
        for place, seats in enumerate(self._losers[winner]):
            now = sum((credited(self.referee.ruleset, tallies[seat]) for seat in seats), Tally())
            # A meld not credited yet may come to be.
            later = sum((tallies[seat] for seat in seats), Tally(1, can_gain))
            lack = self.half - later.card_points - later.meld_points + can_gain
            if not self.monotone:
                least, most = self._reachable(now, later)
            else:
                least = self._part(now.tricks, now.card_points, now.meld_points)
                most = self._part(later.tricks, later.card_points, later.meld_points)
                if 0 < lack <= can_gain:
                    some = self._part(later.tricks, later.card_points - can_gain, later.meld_points)
                    lacking.append((place, lack, some))
            harsh.append(least)
            mild.append(most)
        found = [self._paid(winner, tuple(harsh))]
        if len(lacking) > 1 and sum(lack for _, lack, _ in lacking) > can_gain:
            # Not all can come to the half: try without each in turn.
            found += [
                self._paid(winner, (*mild[:place], part, *mild[place + 1 :])) for place, _, part in lacking
            ]
        else:
            found.append(self._paid(winner, tuple(mild)))
        return min(found), max(found)

    def _reachable(self, now: Tally, later: Tally) -> tuple[int, int]:
        """Return the least and the most that may be remitted from *now* to *later*, where more can be less."""
        rules = self.referee.ruleset
        least = now.card_points + (now.meld_points if self._melds_in_half else 0)
        has_it = later.card_points + later.meld_points >= self.half and not (
            self.exact_half and least > self.half
        )
        misses_it = self.exact_half or not has_half(rules, now)
        by_meld = rules.loss_degrees.by == "trick-or-meld" and later.meld_points > 0
        first = by_meld or not self.exact_trick or now.tricks <= 1
        not_first = self.exact_trick or not has_first_degree(rules, now)
        key = (has_it, misses_it, first, not_first)
        found = self._reached.get(key)
        if found is None:
            parts = [
                part
                for (half, degree), part in self._kinds.items()
                if (has_it if half else misses_it) and (first if degree else not_first)
            ]
            least, most = (pick(parts, key=self._remitted.__getitem__) for pick in (min, max))
            found = self._reached[key] = least, most
        return found

    def _part(self, tricks: int, cards: int, melds: int) -> int:
        """Return the number of the part of a loss that is remitted to who took so much; see :attr:`_likes`."""
        key = (tricks, cards, melds)
        found = self._parts.get(key)
        if found is None:
            tally = Tally(tricks, cards, melds)
            remitted = loss_degree(self.referee.ruleset, tally).remitted
            if remitted not in self._remitted:
                self._remitted.append(remitted)
                self._likes.append(tally)
            found = self._parts[key] = self._remitted.index(remitted)
        return found

    def _paid(self, winner: int, parts: tuple[int, ...]) -> Points:
        """Return what the deal is worth if *winner* wins it and so much is remitted to the losers."""
        key = (winner, parts)
        found = self._loss.get(key)
        if found is None:
            referee = self.referee
            side = referee.own if winner == OWN else referee.theirs
            outcome = won_by(referee.ruleset, (), side, referee.declarer, referee.count)
            end = referee.scratch.copy()
            for seat in range(referee.count):
                end.cards.tricks[seat] = end.cards.taken[seat] = end.melded[seat] = 0
            for seats, part in zip(self._losers[winner], parts, strict=True):
                like = self._likes[part]
                end.cards.tricks[seats[0]], end.cards.taken[seats[0]] = like.tricks, like.card_points
                end.melded[seats[0]] = like.meld_points
            end.phase = PLAY
            end._end(outcome)
            found = self._loss[key] = referee.result(end)[1]
        return found

    # What the side surely takes

    def _searches_of_the_side(self) -> None:
        """Make the searches that ask for the side alone, and say what they decide."""
        setup, rules, referee = self.setup, self.referee.ruleset, self.referee
        own_aim = None if referee.terms is None else referee.terms.aim
        #: finds whether the side wins, where that is to take the last trick
        self.last_trick: AimSearch | None = None
        if not closed(referee.scratch) and (
            rules.last_trick == "wins"
            and rules.unannounced_66 != "sixty-six-stands"
            and not referee.announces
            if referee.for_points
            else own_aim == LAST_TRICK
        ):
            self.last_trick = AimSearch(setup, LAST_TRICK)
        #: finds whether the side has what the first degree of relief takes
        self.relief = AimSearch(setup, ONE_TRICK if self.exact_trick else ANY_TRICK)
        #: finds the points that count for the half
        self.to_half = self.points
        if rules.half_counting != rules.target_counting:
            melds = rules.half_counting != "tricks-only"
            self.to_half = PointSearch(setup, melds, melds and not self._melds_at_once)
        #: what a loss of the side is worth without relief, with the first degree, and with the half
        self.own_loss = self._own_loss()
        self.melds_apart = rules.half_and_or == "either-alone"
        #: whether who wins has the half
        self.win_has_half = self.needs_points and (
            rules.half_counting == rules.target_counting or rules.target_counting == "tricks-only"
        )

    def _own_loss(self) -> tuple[Points, Points, Points] | None:
        """Return what a loss of the side is worth with no relief, with the first degree, and with the half.

        ``None`` where that is not all that bears on a loss, or where a win may be worth no more.
        """
        referee, rules = self.referee, self.referee.ruleset
        if (
            self.points is None
            or not self.by_degrees
            or not referee.for_points
            or referee.declarer is None
            or closed(referee.scratch)
            or len(self.groups[OWN]) > 1
            or (referee.announces and self.their_target_counts)
            or (rules.half_and_or == "either-alone" and any(self.setup.melds))
            or rules.target < self.half
            or not (self.needs_points or self.last_trick is not None)
            or (self.exact_trick and self._kinds[True, False] != self._kinds[True, True])
        ):
            return None
        none, first, half = (
            self._paid(THEIRS, (self._kinds[kind],)) for kind in ((False, False), (False, True), (True, True))
        )
        win = self._losses_from(OWN, [Tally()] * self.setup.count, MOST_POINTS)[0]
        return (none, first, half) if none <= first <= half <= win else None

    def _sure_loss(
        self, taken: Taken, moment: Moment, own_melds: int, bar: Points
    ) -> tuple[Points, Points] | None:
        """Return bounds on the worth by what the side surely takes, where a loss can be worth more than *bar*.

        Who can win can have the half, and who has the half is paid as for it or wins.
        """
        assert self.points is not None
        assert self.to_half is not None
        assert self.own_loss is not None
        none, first, half = self.own_loss
        own = taken.own
        tricks, melds = own.tricks, own.melds + own_melds
        if not tricks and melds >= self.half:
            return None  # the half without a trick may be worth less
        if melds and self.melds_apart:
            return None  # what was melded before does not add to the points taken
        if self.last_trick is not None and self.last_trick.holds(moment, 0):
            return half, FAR
        search, need = self.to_half, self.half - own.half
        if need > 0 and search.gain(moment, search.extra(own.tallies), need) < need:
            if bar >= first and (
                self.win_has_half or (self.needs_points and self._falls_short(taken, moment))
            ):
                return -FAR, first
        elif not self.exact_half:
            return half, FAR
        if bar >= first:
            return None
        if not self.exact_trick or tricks <= 1:
            if self.relief.holds(moment, tricks if self.exact_trick else 0):
                return first, FAR
            if not self.exact_trick and not melds and self.last_trick is None:
                return -FAR, none
        return None

    def _falls_short(self, taken: Taken, moment: Moment) -> bool:
        """Return whether the side surely takes less than the half, its melds among it."""
        assert self.points is not None
        need = self.half - taken.own.has
        return need > 0 and self.points.gain(moment, taken.own.extra, need) < need

    def _sure_win(
        self,
        taken: Taken,
        moment: Moment,
        cards: int,
        own_melds: int,
        their_melds: int,
        need: int,
        bar: Points,
    ) -> Points | None:
        """Return a worth above *bar* that is sure because the side can take so many points that it wins.

        It surely takes *need*. What it takes the others cannot have: so far their relief is bounded.
        """
        assert self.points is not None
        pending = taken.own.most - taken.own.has
        future = cards + own_melds + their_melds + pending
        sure = self._losses(OWN, taken, max(future - need, 0))[0]
        if sure > bar:
            return sure
        if self.by_degrees:
            enough = future + taken.theirs.largest - self.half + 1
            if need < enough <= cards + own_melds + pending:
                sure = self._losses(OWN, taken, future - enough)[0]
                if sure > bar and self.points.gain(moment, taken.own.extra, enough) >= enough:
                    return sure
        return None

    # Other rulesets

    def course(self, start: Taken) -> tuple[object, ...] | None:
        """Return all that says which classes of ends the sides can force, but not what those pay.

        ``None`` where an end is more than who wins and what relief the losers have.
        """
        referee, rules, setup = self.referee, self.referee.ruleset, self.setup
        if not referee.for_points or referee.declarer is None or closed(referee.scratch):
            return None
        winning: tuple[object, ...] = ("solo",)
        if referee.announces or not self.is_solo():
            names = ("end_of_play", "defenders_target", "first_to_66", "last_trick", "unannounced_66")
            winning = tuple(getattr(rules, name) for name in names)
        relief: tuple[object, ...] = (
            self.half, rules.woda_threshold, rules.relief_trick_count, rules.loss_counting,
        )  # fmt: skip
        melds: tuple[object, ...] = ()
        if any(setup.hopes) or start.own.melds or start.theirs.melds:
            melds = (
                setup.melds, rules.meld_credit, rules.target_counting, rules.half_counting, rules.half_and_or,
                rules.loss_degrees.by,
            )  # fmt: skip
        return (
            setup.board, setup.orders, setup.next_lead, setup.mine, rules.target, winning, relief, melds,
        )  # fmt: skip

    def pays(self, start: Taken) -> dict[tuple[object, ...], Points]:
        """Return what each class of ends is worth: who wins, and of the losers who has the half, and the first degree.

        *start* is what was taken when the deal was looked at first.
        """
        reach = max(
            sum(worth for _, worth in hopes) + tally.meld_points
            for hopes, tally in zip(self.setup.hopes, self.referee.tallies(start.counters), strict=True)
        )
        kinds = [
            kind for kind in self._kinds if kind != (True, False) or self.exact_trick or reach >= self.half
        ]
        return {
            (winner, *losers): self._paid(winner, tuple(self._kinds[kind] for kind in losers))
            for winner, groups in self._losers.items()
            for losers in product(kinds, repeat=len(groups))
        }

    # The search

    def _search(
        self,
    ) -> tuple[Callable[[Moment, Taken, int, Points], Points], Callable[[], int]]:
        setup, board, referee, table = self.setup, self.setup.board, self.referee, self.table
        pairs, after, takes, values = board.pairs, board.after, board.takes, board.values
        owned, mine, orders, other, melds = setup.owned, setup.mine, setup.orders, setup.other, setup.melds
        winner_leads, next_lead, win_masks = board.winner_leads, setup.next_lead, board.win_masks
        count, last = setup.count, setup.count - 1
        stands_for, single, add, monotone = self.stands_for, self.single, self._add, self.monotone
        reduces, span, low_points, high_points = self.reduces, self.span, board.low, board.high
        rich, poor = board.rich, board.poor
        announces, breaks_off, for_points = referee.announces, referee.breaks_off, referee.for_points
        own_seat, their_seat = referee.own[0], referee.theirs[0]
        hopes = setup.hopes
        all_hopes = tuple((mask, worth, mine[seat]) for seat in range(count) for mask, worth in hopes[seat])
        target = referee.ruleset.target
        solo = self.points if self.needs_points else None
        solo_wins = solo is not None and not self.only_winning and self.is_solo()
        loss, last_trick, sure_loss, sure_win = (
            self.own_loss,
            self.last_trick,
            self._sure_loss,
            self._sure_win,
        )
        #: by bar and position, what is proved above the bar and what is not: ranks, each with its bound
        proved: dict[Points, dict[int, tuple[dict[int, Points], dict[int, Points]]]] = {}
        ordered = monotone and for_points and referee.declarer is not None and not closed(referee.scratch)
        guard = sum(1 << _WIDTH * place - 1 for place in range(1, 3 * count + 1))
        leads: dict[int, tuple[int, ...]] = {}
        follows: dict[int, tuple[int, ...]] = {}
        nodes = 0
        stop = EVER

        def search(left: int, leader: int, taken: Taken, status: int, bar: Points) -> Points:
            """Return a bound on the worth: if above *bar*, a lower one; else an upper one."""
            nonlocal nodes
            nodes += 1
            if nodes > stop:
                raise UnfinishedError(f"not finished within {stop} cards laid")
            cards = low_points[left & 4095] + high_points[left >> 12]
            own_melds = their_melds = 0
            for mask, worth, ours in all_hopes:
                if left & mask == mask:
                    if ours:
                        own_melds += worth
                    else:
                        their_melds += worth
            size = ((cards << 8 | own_melds) << 8 | their_melds) << 2 | status
            bounds = taken.spans.get(size)
            if bounds is None:
                bounds = taken.spans[size] = span(taken, status, cards, own_melds, their_melds)
            low, high, lost = bounds
            if low > bar:
                return low
            if high <= bar:
                return high
            place = status << 26 | leader << 24 | left
            key = taken.key | place
            entry = table.get(key)
            if entry is not None:
                low, high = max(low, entry[0]), min(high, entry[1])
                if low > bar:
                    return low
                if high <= bar:
                    return high
            if ordered:
                rank = taken.rank
                at_bar = proved.get(bar)
                if at_bar is None:
                    at_bar = proved[bar] = {}
                found = at_bar.get(place)
                if found is None:
                    found = at_bar[place] = ({}, {})
                good, bad = found
                guarded = rank | guard
                for known, value in good.items():
                    if guarded - known & guard == guard:
                        return value
                for known, value in bad.items():
                    if (known | guard) - rank & guard == guard:
                        return value
            if entry is None:
                if bar >= lost:
                    if solo is not None:
                        need = target - taken.own.has
                        moment = Moment(left, leader, ())
                        if need > 0 and solo.gain(moment, taken.own.extra, need) < need:
                            table[key] = (low, lost)
                            return lost
                        if solo_wins:
                            sure = sure_win(taken, moment, cards, own_melds, their_melds, max(need, 0), bar)
                            if sure is not None:
                                table[key] = (max(low, sure), high)
                                return sure
                    elif last_trick is not None and not last_trick.holds(Moment(left, leader, ()), 0):
                        table[key] = (low, lost)
                        return lost
                elif loss is not None and loss[0] <= bar < loss[2]:
                    sure_bounds = sure_loss(taken, Moment(left, leader, ()), own_melds, bar)
                    if sure_bounds is not None:
                        low, high = table[key] = max(low, sure_bounds[0]), min(high, sure_bounds[1])
                        return low if low > bar else high
            value = lay(0, orders[leader], EMPTY, left, left, leader, 0, taken, status, bar)
            if value > bar:
                table[key] = (max(low, value), high)
                if ordered:
                    good[rank] = value
            else:
                table[key] = (low, min(high, value))
                if ordered:
                    bad[rank] = value
            return value

        def leading(legal: int, tender: int) -> tuple[int, ...]:
            """Return the cards *legal*, to be led in this order."""
            moves = list(cards_in(legal))
            moves.sort(key=lambda card: (not tender >> card & 1, -(card % 6), card // 6 == board.trump))
            return tuple(moves)

        def following(legal: int, wins: Sequence[bool], *, against: bool) -> tuple[int, ...]:
            """Return the cards *legal*, to be tried in this order: *against* who is winning the trick, or for him."""
            moves = list(cards_in(legal))
            if against:
                moves.sort(key=lambda card: (not wins[card], values[card]))
            else:
                moves.sort(key=lambda card: -values[card])
            return tuple(moves)

        def lay(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            taken: Taken, status: int, bar: Points,
        ) -> Points:  # fmt: skip
            nonlocal nodes
            nodes += 1
            seat = order[place]
            hand = left & owned[seat]
            legal = 0
            for cond, keep in pairs[state]:
                if hand & cond:
                    legal = hand & keep
                    break
            ours = mine[seat]
            wins, steps = takes[state], after[state]
            meld = melds[seat]
            moves: tuple[int, ...] | None
            if not legal & legal - 1:
                moves = (legal.bit_length() - 1,)
            elif place:
                if place == last and reduces:
                    legal = worthwhile(legal, hand, live, seat, holder, win_masks[state])
                against = mine[holder] != ours
                key = (state << 1 | against) << 24 | legal
                moves = follows.get(key)
                if moves is None:
                    moves = follows[key] = following(legal, wins, against=against)
            else:
                tender = 0
                for cards, _ in hopes[seat]:
                    if hand & cards == cards:
                        tender |= cards
                key = tender << 24 | legal
                moves = leads.get(key)
                if moves is None:
                    moves = leads[key] = leading(legal, tender)
            best: Points = -FAR if ours else FAR
            if not meld:
                if place != last:
                    for card in moves:
                        value = lay(
                            place + 1, order, steps[card], left ^ 1 << card, live,
                            seat if wins[card] else holder, points + values[card], taken, status, bar,
                        )  # fmt: skip
                        if ours:
                            if value > best:
                                best = value
                                if value > bar:
                                    return value
                        elif value < best:
                            best = value
                            if value <= bar:
                                return value
                    return best
                for card in moves:
                    value = full(
                        order,
                        left ^ 1 << card,
                        seat if wins[card] else holder,
                        points + values[card],
                        taken,
                        status,
                        bar,
                    )
                    if ours:
                        if value > best:
                            best = value
                            if value > bar:
                                return value
                    elif value < best:
                        best = value
                        if value <= bar:
                            return value
                return best
            for card in moves:
                row = meld.get(card)
                options: tuple[int, ...] = _PLAIN
                if row is not None:
                    case = (1 if hand & other[card] else 0) | (0 if place else 2)
                    worth = row[case | 4 if taken.counters[3 * stands_for[seat]] else case]
                    if worth:
                        options = (worth,) if monotone else (worth, 0)
                for made in options:
                    if made:
                        value = melded(
                            place, order, steps[card], left ^ 1 << card, live, seat if wins[card] else holder,
                            points + values[card], taken, status, bar, seat, made,
                        )  # fmt: skip
                    elif place != last:
                        value = lay(
                            place + 1, order, steps[card], left ^ 1 << card, live,
                            seat if wins[card] else holder, points + values[card], taken, status, bar,
                        )  # fmt: skip
                    else:
                        value = full(
                            order, left ^ 1 << card, seat if wins[card] else holder, points + values[card],
                            taken, status, bar,
                        )  # fmt: skip
                    if ours:
                        if value > best:
                            best = value
                            if value > bar:
                                return value
                    elif value < best:
                        best = value
                        if value <= bar:
                            return value
            return best

        def worthwhile(legal: int, hand: int, live: int, seat: int, holder: int, winning: int) -> int:
            """Leave out, for the last seat in a trick, cards that a touching one is surely as good as."""
            tender = 0
            for cards, _ in hopes[seat]:
                if hand & cards == cards:
                    tender |= cards
            others = live & ~owned[seat]
            richest = poorest = 0
            for shift in SHIFTS:
                held = legal >> shift & 63
                if held:
                    kind = 1 if tender >> shift & 63 else 0
                    key = held << 6 | others >> shift & 63
                    richest |= rich[kind][key] << shift
                    poorest |= poor[kind][key] << shift
            kept = legal & winning
            if single[mine[seat]]:
                kept &= richest
            rest = legal & ~winning
            if single[mine[holder]]:
                rest &= richest if mine[holder] == mine[seat] else poorest
            return kept | rest

        def heard(taken: Taken, status: int) -> Points | None:
            """Return the worth of an announcement that is made now, ``None`` if none is."""
            code = taken.heard
            if code < 0:
                code = taken.heard = referee.announcer(taken.counters)
            if not code:
                return None
            return self._end(taken, status, own_seat if code == OWN else their_seat, announced=True)

        def reached(taken: Taken) -> int:
            """Return whose target is reached, or whose aim decided; see :meth:`Referee.status`."""
            if taken.status < 0:
                taken.status = referee.status(taken.counters)
            return taken.status

        def melded(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            taken: Taken, status: int, bar: Points, seat: int, made: int,
        ) -> Points:  # fmt: skip
            """Go on after a card with which *seat* melds *made* points."""
            taken = add(taken, seat, 0, 0, made)
            if not status and for_points:
                status = reached(taken)
            if place == last:
                return full(order, left, holder, points, taken, status, bar)
            if announces:
                ended = heard(taken, status)
                if ended is not None:
                    return ended
            return lay(place + 1, order, state, left, live, holder, points, taken, status, bar)

        def full(
            order: tuple[int, ...],
            left: int,
            holder: int,
            points: int,
            taken: Taken,
            status: int,
            bar: Points,
        ) -> Points:
            """Go on after a full trick that *holder* takes with *points* in it."""
            after_it = taken.next.get((holder, 1, points, 0))
            taken = add(taken, holder, 1, points, 0) if after_it is None else after_it
            if not status:
                status = taken.status
                if status < 0:
                    status = reached(taken)
            if not left or (breaks_off and status):
                return self._end(taken, status, holder, announced=False)
            if announces:
                ended = heard(taken, status)
                if ended is not None:
                    return ended
            return search(left, holder if winner_leads else next_lead[order[0]], taken, status, bar)

        def inside(moment: Moment, taken: Taken, status: int, bar: Points) -> Points:
            """Return a bound as ``search`` does, from the middle of a trick on."""
            nonlocal stop
            stop = EVER if self.most is None else self.most
            if announces:
                ended = heard(taken, status)
                if ended is not None:
                    return ended
            if not moment.laid:
                return search(moment.left, moment.leader, taken, status, bar)
            live, state, holder, points = on_table(setup, moment)
            return lay(
                len(moment.laid), orders[moment.leader], state, moment.left, live, holder, points, taken,
                status, bar,
            )  # fmt: skip

        def counted() -> int:
            asked = [last_trick, self.relief, self.to_half if self.to_half is not self.points else None]
            return nodes + sum(search.nodes() for search in asked if search is not None)

        return inside, counted

    def is_solo(self) -> bool:
        """Whether the side wins if, and only if, it has the target in the end."""
        referee, count = self.referee, self.setup.count
        if not referee.for_points or referee.declarer is None or closed(referee.scratch):
            return False
        own, other, target = referee.own[0], referee.theirs[0], referee.ruleset.target
        for has in (False, True):
            for they_have in (False, self.their_target_counts):
                counters = [0, 0, 0] * count
                counters[3 * own : 3 * own + 2] = [1, target * has]
                counters[3 * other : 3 * other + 2] = [1, target * they_have]
                taken = tuple(counters)
                if referee.announces and not has and referee.announcer(taken) == THEIRS:
                    return False
                for first in [OPEN] * (not has) + [OWN] * has + [THEIRS] * they_have:
                    for winner in (own, other):
                        won = referee.end(taken, first, winner, announced=False)[0] == OWN
                        if won != has:
                            return False
        return True

    def _needs_points(self) -> bool:
        """Whether the side cannot win without the target."""
        if self.points is None or not self.referee.for_points or self.referee.declarer is None:
            return False
        if closed(self.referee.scratch):
            return False
        hopeless = [self._imagined(first, False, False, True) for first in (OPEN, THEIRS)]
        return not any(OWN in codes for codes in hopeless)
