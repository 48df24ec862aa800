"""The search behind the solver for what a deal pays, where what was taken before bears on it.

:class:`Referee` asks the engine's own rules who is ahead, who has won and what it pays;
:class:`DealSearch` looks for the best play by its answers.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from przemyskie66.engine.cardplay import EMPTY
from przemyskie66.engine.cards import cards_in
from przemyskie66.engine.contracts import FIRST_SIXTY_SIX, NO_POINTS, ONE_TRICK, SIXTY_SIX
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.notation import Action
from przemyskie66.engine.outcome import aim_decided, side_points, won_by
from przemyskie66.engine.play import PLAY, Game
from przemyskie66.engine.search import SHIFTS, Moment, PointSearch, Setup, on_table
from przemyskie66.engine.settlement import Points, credited, loss_degree, pays_by_degrees
from przemyskie66.engine.stock import closed

#: Who has won, or was first to reach the target: nobody yet, the side, the others; or both alike.
OPEN, OWN, THEIRS, BOTH = 0, 1, 2, 3
#: Beyond any settlement.
FAR = 1 << 40

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


class DealSearch:
    """Finds what a deal is worth where what was taken before bears on it.

    Null-window search like :class:`PointSearch`, but what each seat has taken stands in the key,
    as far as the rules can still ask for it: points no further than to the target or the half,
    defenders in one where they are counted jointly.
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
        exact = rules.woda_threshold == "exactly-33" or rules.relief_trick_count == "exactly-one"
        #: whether it never hurts a side to have taken more
        self.monotone = not self.by_degrees or (not exact and relief[0] <= relief[1])
        #: whether of touching cards one may be left out: not where a side has to avoid points
        self.reduces = self.monotone and not (game.terms is not None and game.terms.aim == NO_POINTS)
        self._caps(game)
        self.table: dict[tuple[int, Counters, int], tuple[Points, Points]] = {}
        self._spans: dict[tuple[Counters, int, int, int, int], tuple[Points, Points, Points]] = {}
        self._outcomes: dict[tuple[int, bool, bool, bool], tuple[int, ...]] = {}
        self._loss: dict[tuple[int, tuple[Tally, ...]], Points] = {}
        self._relieved: dict[tuple[int, ...], tuple[Tally, Tally]] = {}
        self._likes: dict[Fraction, Tally] = {}
        self.half = rules.loss_degrees.half
        self.needs_points = self._needs_points()
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

    def counters(self, game: Game) -> Counters:
        """Return what was taken in *game*, as far as it is kept."""
        found = (0, 0, 0) * self.setup.count
        for seat, tally in enumerate(game.tallies):
            found = self._add(found, seat, tally.tricks, tally.card_points, tally.meld_points)
        return found

    def _add(self, counters: Counters, seat: int, tricks: int, cards: int, melds: int) -> Counters:
        place = 3 * self.stands_for[seat]
        return (
            *counters[:place],
            min(counters[place] + tricks, self.tricks),
            min(counters[place + 1] + cards, self.cards[seat]),
            counters[place + 2] + melds,
            *counters[place + 3 :],
        )

    # Bounds

    def worth(self, found: tuple[int, Points]) -> Points:
        """Return the worth of an end of the deal."""
        return int(found[0] == OWN) if self.only_winning else found[1]

    def span(
        self, counters: Counters, status: int, cards: int, own_melds: int, their_melds: int
    ) -> tuple[Points, Points, Points]:
        """Return the least and the most the deal can still be worth, and the most if it is not won.

        *cards* and the melds are the points that can still be made.
        """
        key = (counters, status, cards, own_melds, their_melds)
        found = self._spans.get(key)
        if found is None:
            found = self._spans[key] = self._span(counters, status, cards, own_melds, their_melds)
        return found

    def _span(
        self, counters: Counters, status: int, cards: int, own_melds: int, their_melds: int
    ) -> tuple[Points, Points, Points]:
        if closed(self.referee.scratch):
            return (0, 1, 0) if self.only_winning else (-FAR, FAR, FAR)
        tallies = self.referee.tallies(counters)
        outcomes = self._possible(tallies, status, cards, own_melds, their_melds)
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
                    has = sum(
                        tallies[seat].card_points + tallies[seat].meld_points for seat in self.referee.own
                    )
                    needs = max(0, self.referee.ruleset.target - has)
                    can_gain = max(0, cards + own_melds + their_melds - needs)
                low, high = self._losses(code, tallies, can_gain)
            least, most = min(least, low), max(most, high)
            if code != OWN:
                lost = max(lost, high)
        return least, most, lost

    def _possible(
        self, tallies: list[Tally], status: int, cards: int, own_melds: int, their_melds: int
    ) -> tuple[int, ...]:
        """Return the codes of those who may still win."""
        referee, rules = self.referee, self.referee.ruleset
        if not referee.for_points:
            return (OWN, THEIRS) if status == OPEN else (status,)
        if referee.declarer is None and status == OPEN:
            return OWN, THEIRS, BOTH
        target = rules.target
        now = side_points(rules, referee.own, tallies) >= target
        own_most = (
            own_melds + cards + sum(tallies[s].card_points + tallies[s].meld_points for s in referee.own)
        )
        their_most = (
            their_melds + cards + sum(tallies[s].card_points + tallies[s].meld_points for s in referee.theirs)
        )
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

    def _losses(self, winner: int, tallies: list[Tally], can_gain: int) -> tuple[Points, Points]:
        """Return the least and the most the deal is worth if *winner* wins it.

        *can_gain* are the points that the losers can still make, all together.
        """
        rules = self.referee.ruleset
        harsh, mild = list(tallies), list(tallies)
        #: of each group its first seat, the points it lacks of the half, and what relief it has without it
        lacking: list[tuple[int, int, Tally]] = []
        for group in self.groups[THEIRS if winner == OWN else OWN]:
            seats = sorted({self.stands_for[seat] for seat in group})
            # A meld not credited yet may come to be.
            now = sum((credited(rules, tallies[seat]) for seat in seats), Tally())
            later = sum((tallies[seat] for seat in seats), Tally(1, can_gain))
            for seat in group:
                harsh[seat] = mild[seat] = Tally()
            harsh[seats[0]], mild[seats[0]] = self._relief(now, later)
            some = Tally(later.tricks, later.card_points - can_gain, later.meld_points)
            lack = self.half - some.card_points - some.meld_points
            if 0 < lack <= can_gain:
                lacking.append((seats[0], lack, some))
        found = [self._paid(winner, harsh)]
        if self.monotone and len(lacking) > 1 and sum(lack for _, lack, _ in lacking) > can_gain:
            # Not all can come to the half: try without each in turn.
            for seat, _, some in lacking:
                one = list(mild)
                one[seat] = self._relief(some, some)[1]
                found.append(self._paid(winner, one))
        else:
            found.append(self._paid(winner, mild))
        return min(found), max(found)

    def _relief(self, now: Tally, later: Tally) -> tuple[Tally, Tally]:
        """Return tallies with the least and the most relief on the way from *now* to *later*.

        For each part of relief always the same tally stands.
        """
        key = (
            now.tricks,
            now.card_points,
            now.meld_points,
            later.tricks,
            later.card_points,
            later.meld_points,
        )
        found = self._relieved.get(key)
        if found is None:
            half = self.referee.ruleset.loss_degrees.half
            some = [now, later]
            if not self.monotone:
                some = [Tally(), Tally(1), Tally(1, half), Tally(2, half), Tally(0, half)]
            remitted = {loss_degree(self.referee.ruleset, one).remitted: one for one in some}
            least, most = min(remitted), max(remitted)
            found = self._relieved[key] = (
                self._likes.setdefault(least, remitted[least]),
                self._likes.setdefault(most, remitted[most]),
            )
        return found

    def _paid(self, winner: int, tallies: list[Tally]) -> Points:
        key = (winner, tuple(tallies))
        found = self._loss.get(key)
        if found is None:
            referee = self.referee
            side = referee.own if winner == OWN else referee.theirs
            outcome = won_by(referee.ruleset, (), side, referee.declarer, referee.count)
            end = referee.scratch.copy()
            for seat, tally in enumerate(tallies):
                end.cards.tricks[seat], end.cards.taken[seat] = tally.tricks, tally.card_points
                end.melded[seat] = tally.meld_points
            end.phase = PLAY
            end._end(outcome)
            found = self._loss[key] = referee.result(end)[1]
        return found

    def _sure_win(
        self, tallies: list[Tally], moment: Moment, cards: int, own_melds: int, their_melds: int, need: int,
        bar: Points,
    ) -> Points | None:  # fmt: skip
        """Return a worth above *bar* that is sure because the side can take so many points that it wins.

        It surely takes *need*. What it takes the others cannot have: so far their relief is bounded.
        """
        assert self.points is not None
        has = sum(tallies[seat].card_points + tallies[seat].meld_points for seat in self.referee.own)
        pending = has - side_points(self.referee.ruleset, self.referee.own, tallies)
        future = cards + own_melds + their_melds + pending
        sure = self._losses(OWN, tallies, max(future - need, 0))[0]
        if sure > bar:
            return sure
        if self.by_degrees:
            richest = max(
                sum(tallies[seat].card_points + tallies[seat].meld_points for seat in group)
                for group in self.groups[THEIRS]
            )
            enough = future + richest - self.half + 1
            if need < enough <= cards + own_melds + pending:
                sure = self._losses(OWN, tallies, future - enough)[0]
                search = self.points
                if sure > bar and search.gain(moment, search.extra(tallies), enough) >= enough:
                    return sure
        return None

    # The search

    def _search(
        self,
    ) -> tuple[Callable[[Moment, Counters, int, Points], Points], Callable[[], int]]:
        setup, board, referee, table = self.setup, self.setup.board, self.referee, self.table
        pairs, after, takes, values = board.pairs, board.after, board.takes, board.values
        owned, mine, orders, other, melds = setup.owned, setup.mine, setup.orders, setup.other, setup.melds
        winner_leads, next_lead, win_masks = board.winner_leads, setup.next_lead, board.win_masks
        count, last = setup.count, setup.count - 1
        stands_for, single, add, monotone = self.stands_for, self.single, self._add, self.monotone
        reduces = self.reduces
        rich, poor = board.rich, board.poor
        announces, breaks_off, for_points = referee.announces, referee.breaks_off, referee.for_points
        own_seat, their_seat = referee.own[0], referee.theirs[0]
        hopes = setup.hopes
        own_hopes = tuple(hope for seat in range(count) if mine[seat] for hope in hopes[seat])
        their_hopes = tuple(hope for seat in range(count) if not mine[seat] for hope in hopes[seat])
        target = referee.ruleset.target
        solo = self.points if self.needs_points else None
        solo_wins = solo is not None and monotone and not self.only_winning and self.is_solo()
        nodes = 0

        def search(left: int, leader: int, counters: Counters, status: int, bar: Points) -> Points:
            """Return a bound on the worth: if above *bar*, a lower one; else an upper one."""
            nonlocal nodes
            nodes += 1
            cards = board.points(left)
            own_melds = their_melds = 0
            for mask, worth in own_hopes:
                if left & mask == mask:
                    own_melds += worth
            for mask, worth in their_hopes:
                if left & mask == mask:
                    their_melds += worth
            low, high, lost = self.span(counters, status, cards, own_melds, their_melds)
            if low > bar:
                return low
            if high <= bar:
                return high
            key = (leader << 24 | left, counters, status)
            entry = table.get(key)
            if entry is not None:
                low, high = max(low, entry[0]), min(high, entry[1])
                if low > bar:
                    return low
                if high <= bar:
                    return high
            elif solo is not None and bar >= lost:
                tallies = referee.tallies(counters)
                need = max(0, target - side_points(referee.ruleset, referee.own, tallies))
                moment = Moment(left, leader, ())
                if need and solo.gain(moment, solo.extra(tallies), need) < need:
                    table[key] = (low, lost)
                    return lost
                if solo_wins:
                    sure = self._sure_win(tallies, moment, cards, own_melds, their_melds, need, bar)
                    if sure is not None:
                        table[key] = (max(low, sure), high)
                        return sure
            found = lay(0, orders[leader], EMPTY, left, left, leader, 0, counters, status, bar)
            table[key] = (max(low, found), high) if found > bar else (low, min(high, found))
            return found

        def lay(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            counters: Counters, status: int, bar: Points,
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
            wins = takes[state]
            meld = melds[seat]
            if place == last and reduces and legal & legal - 1:
                legal = worthwhile(legal, hand, live, seat, holder, win_masks[state])
            moves = list(cards_in(legal))
            if len(moves) > 1:
                if not place:
                    tender = 0
                    for cards, _ in hopes[seat]:
                        if hand & cards == cards:
                            tender |= cards
                    moves.sort(
                        key=lambda card: (not tender >> card & 1, -(card % 6), card // 6 == board.trump)
                    )
                elif mine[holder] != ours:
                    moves.sort(key=lambda card: (not wins[card], values[card]))
                else:
                    moves.sort(key=lambda card: -values[card])
            best: Points = -FAR if ours else FAR
            for card in moves:
                options: tuple[int, ...] = (0,)
                row = meld.get(card)
                if row is not None:
                    case = (1 if hand & other[card] else 0) | (0 if place else 2)
                    worth = row[case | 4 if counters[3 * stands_for[seat]] else case]
                    if worth:
                        options = (worth,) if monotone else (worth, 0)
                for made in options:
                    value = played(
                        place, order, after[state][card], left ^ 1 << card, live, seat if wins[card] else holder,
                        points + values[card], counters, status, bar, seat, made,
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

        def played(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            counters: Counters, status: int, bar: Points, seat: int, made: int,
        ) -> Points:  # fmt: skip
            """Go on after a card with which *seat* melds *made* points."""
            if made:
                counters = add(counters, seat, 0, 0, made)
                if not status and for_points:
                    status = referee.status(counters)
                if announces and place != last:
                    heard = referee.announcer(counters)
                    if heard:
                        speaker = own_seat if heard == OWN else their_seat
                        return self.worth(referee.end(counters, status, speaker, announced=True))
            if place != last:
                return lay(place + 1, order, state, left, live, holder, points, counters, status, bar)
            counters = add(counters, holder, 1, points, 0)
            if not status:
                status = referee.status(counters)
            if not left or (breaks_off and status):
                return self.worth(referee.end(counters, status, holder, announced=False))
            if announces:
                heard = referee.announcer(counters)
                if heard:
                    speaker = own_seat if heard == OWN else their_seat
                    return self.worth(referee.end(counters, status, speaker, announced=True))
            return search(left, holder if winner_leads else next_lead[order[0]], counters, status, bar)

        def inside(moment: Moment, counters: Counters, status: int, bar: Points) -> Points:
            """Return a bound as ``search`` does, from the middle of a trick on."""
            if announces:
                heard = referee.announcer(counters)
                if heard:
                    speaker = own_seat if heard == OWN else their_seat
                    return self.worth(referee.end(counters, status, speaker, announced=True))
            if not moment.laid:
                return search(moment.left, moment.leader, counters, status, bar)
            live, state, holder, points = on_table(setup, moment)
            return lay(
                len(moment.laid), orders[moment.leader], state, moment.left, live, holder, points, counters,
                status, bar,
            )  # fmt: skip

        def counted() -> int:
            return nodes

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
