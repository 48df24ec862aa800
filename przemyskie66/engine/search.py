"""The searches behind the solver that need not know what was taken before: points, and tricks.

Both go by :class:`Board`, the trick tables of a ruleset with the cards numbered by strength. A
search is made once for a deal: it returns functions whose tables of positions grow with every
question. How a question is put is the business of :mod:`~przemyskie66.engine.solver`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from przemyskie66.engine.cardplay import EMPTY, TrickTables
from przemyskie66.engine.cards import CARD_COUNT, KING, QUEEN, RANKS, cards_in, make_card, suit_of
from przemyskie66.engine.contracts import (
    ALL_TRICKS,
    FIRST_SIXTY_SIX,
    LAST_TRICK,
    NO_POINTS,
    NO_TRICKS,
    ONE_TRICK,
)  # fmt: skip
from przemyskie66.engine.deal import Tally
from przemyskie66.engine.melds import meld_fault, meld_points
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.errors import Przemyskie66Error

SUIT_SIZE = len(RANKS)
_SUIT = (1 << SUIT_SIZE) - 1
SHIFTS = (0, 6, 12, 18)
_HALF = (1 << 12) - 1

#: Ways of playing for tricks, beside the aims of :mod:`contracts`: to take any trick at all.
ANY_TRICK = "any-trick"


#: More than all card points and melds of a deal.
MOST_POINTS = (1 << 15) - 1

#: More positions than any search looks at.
EVER = 1 << 60

#: By tender cards (none, or king and queen), by ``held << 6 | others``: the cards of a suit worth playing.
_Picks = tuple[tuple[int, ...], ...]
#: Runs of touching cards, each with a number to sort by.
_Runs = tuple[tuple[int, tuple[int, ...]], ...]


class UnfinishedError(Przemyskie66Error):
    """A search that was given up after as many positions as it was allowed to look at."""


# Tables


class Board:
    """Trick tables with the cards of a suit numbered by strength, and tables of touching cards.

    In the solver a card is ``6 * suit + strength``, so that higher bits beat lower ones under
    every ruleset. Cards of one hand *touch* where no other hand or the table has a card between
    them: they are alike but for their points.
    """

    def __init__(self, tables: TrickTables) -> None:
        cards = range(CARD_COUNT)
        self.tables = tables
        self.inner = tuple(SUIT_SIZE * suit_of(card) + tables.cards.strength[card] for card in cards)
        outer = [0] * CARD_COUNT
        for card, place in enumerate(self.inner):
            outer[place] = card
        self.pairs = tuple(
            tuple((self.mask_in(cond), self.mask_in(keep)) for cond, keep in row) for row in tables.pairs
        )
        self.after = tuple(tuple(row[outer[place]] for place in cards) for row in tables.after)
        self.takes = tuple(tuple(row[outer[place]] for place in cards) for row in tables.takes)
        self.win_masks = tuple(sum(1 << card for card, wins in enumerate(row) if wins) for row in self.takes)
        self.values = tuple(tables.cards.points[outer[place]] for place in cards)
        self.winner_leads = tables.winner_leads
        self.low = tuple(sum(self.values[c] for c in cards_in(mask)) for mask in range(1 << 12))
        self.high = tuple(sum(self.values[c + 12] for c in cards_in(mask)) for mask in range(1 << 12))
        # Whether only the order within suits bears on what may be played, so that touching cards are alike.
        self.touching = all(
            not (part := mask >> shift & _SUIT) or part + (part & -part) == _SUIT + 1
            for row in self.pairs
            for pair in row
            for mask in pair
            for shift in SHIFTS
        )
        self.tops = tuple(_tops(mask >> 6, mask & _SUIT) for mask in range(1 << 12))
        #: runs made so far, on lead and later, by suit, tender, held and others
        self.made_runs: tuple[dict[int, _Runs], dict[int, _Runs]] = ({}, {})
        self.trump = self._ruffing_suit(tables)
        self.follows = self._must_follow()

    def mask_in(self, mask: int) -> int:
        """Return the mask of the engine's cards *mask* in the solver's numbers."""
        found = 0
        for card in cards_in(mask):
            found |= 1 << self.inner[card]
        return found

    def points(self, mask: int) -> int:
        """Return the card points of *mask*."""
        return self.low[mask & _HALF] + self.high[mask >> 12]

    def _ruffing_suit(self, tables: TrickTables) -> int | None:
        """Return the suit whose cards take any trick of another suit, or ``None`` where there is none."""
        trump = tables.trump
        if trump is None:
            return None
        plain = self.after[EMPTY][SUIT_SIZE * ((trump + 1) % 4)]
        return trump if self.takes[plain][SUIT_SIZE * trump] else None

    def _must_follow(self) -> bool:
        """Whether one who holds the suit led must play of it, whatever lies on the table."""
        for card in range(CARD_COUNT):
            suit = _SUIT << card // SUIT_SIZE * SUIT_SIZE
            states = [self.after[EMPTY][card]]
            for state in states:  # grows as it is read
                states += [to for to in set(self.after[state]) if to not in states]
                for cond, keep in self.pairs[state]:
                    if cond & suit and keep & ~suit:
                        return False
                    if cond & suit == suit:
                        break
        return True

    def runs(self, suit: int, held: int, others: int, tender: int, *, leading: bool) -> _Runs:
        """Return the runs of touching cards of *held* in *suit*, each with a number to sort by.

        *held*, *others* and *tender* are masks within the suit; tender cards, on which a meld
        still hangs, touch only one another. On lead high cards come first, and of one strength trumps
        last; later cards of few points come first.
        """
        base = SUIT_SIZE * suit
        found = []
        for run in _split(held, others, tender, touching=self.touching):
            cards = sorted((base + place for place in run), key=lambda card: self.values[card])
            if not others >> run[-1]:
                cards.reverse()
            order = 2 * (SUIT_SIZE - cards[0] % SUIT_SIZE) + (suit == self.trump)
            found.append((order if leading else self.values[cards[0]], tuple(cards)))
        return tuple(found)

    @cached_property
    def extremes(self) -> tuple[tuple[int, ...], ...]:
        """By halves of a mask, the most points of a card in it, and the fewest; out of reach where it is empty."""
        halves = [
            [[self.values[card + 12 * half] for card in cards_in(mask)] for mask in range(1 << 12)]
            for half in (0, 1)
        ]
        rich = [tuple(max(points, default=0) for points in half) for half in halves]
        poor = [tuple(min(points, default=MOST_POINTS) for points in half) for half in halves]
        return (*rich, *poor)

    def _picks(self, kind: str) -> _Picks:
        honours = sum(1 << self.inner[rank] for rank in (KING, QUEEN))
        return _picks(kind, self.values[:SUIT_SIZE], honours, self.touching)

    @cached_property
    def rich(self) -> _Picks:
        """Of each run, the card with the most points."""
        return self._picks("rich")

    @cached_property
    def poor(self) -> _Picks:
        """Of each run, the card with the fewest points."""
        return self._picks("poor")

    @cached_property
    def alike(self) -> _Picks:
        """Of each run, one card."""
        return self._picks("alike")

    @cached_property
    def alike_by_points(self) -> _Picks:
        """Of each run, one card with points and one without."""
        return self._picks("alike-by-points")

    @cached_property
    def every(self) -> _Picks:
        """All cards."""
        return self._picks("every")


@lru_cache(maxsize=64)
def _picks(kind: str, values: tuple[int, ...], honours: int, touching: bool) -> _Picks:
    """Return which cards of a suit are worth playing, without and with *honours* tender.

    Each table is indexed by ``held << 6 | others``; *kind* says which of touching cards are picked.
    """
    choices: dict[str, Callable[[list[int]], Sequence[int]]] = {
        "rich": lambda run: [max(run, key=values.__getitem__)],
        "poor": lambda run: [min(run, key=values.__getitem__)],
        "alike": lambda run: run[:1],
        "alike-by-points": lambda run: list({values[place] > 0: place for place in run}.values()),
        "every": lambda run: run,
    }
    found = []
    for tender in (0, honours):
        row = []
        for mask in range(1 << 12):
            held, others = mask >> 6, mask & _SUIT
            picked = 0
            if not held & others:
                for run in _split(held, others, tender, touching=touching):
                    for place in choices[kind](run):
                        picked |= 1 << place
            row.append(picked)
        found.append(tuple(row))
    return tuple(found)


def _tops(held: int, others: int) -> int:
    """Return the cards of *held* above all of *others*."""
    return held >> others.bit_length() << others.bit_length()


def _split(held: int, others: int, tender: int, *, touching: bool) -> list[list[int]]:
    """Return the runs of touching places of *held*, upward."""
    runs: list[list[int]] = []
    last_kind = None
    open_run = False
    for place in range(SUIT_SIZE):
        bit = 1 << place
        if others & bit:
            open_run = False
        elif held & bit:
            kind = bool(tender & bit)
            if open_run and touching and kind == last_kind:
                runs[-1].append(place)
            else:
                runs.append([place])
            open_run, last_kind = True, kind
    return runs


@lru_cache(maxsize=64)
def board_of(tables: TrickTables) -> Board:
    return Board(tables)


# The position


@dataclass(frozen=True)
class Setup:
    """What stays the same through a deal, in the solver's numbers."""

    board: Board
    count: int
    orders: tuple[tuple[int, ...], ...]  #: by leader, the seats in the order of play
    next_lead: tuple[int, ...]  #: by leader, who leads next where the winner does not
    owned: tuple[int, ...]  #: by seat, the mask of its cards
    mine: tuple[bool, ...]  #: by seat, whether it is of the side whose gain is sought
    melds: tuple[dict[int, tuple[int, ...]], ...]
    """By seat and card, the points of a meld by ``other held | leading << 1 | trick taken << 2``."""
    other: tuple[int, ...]  #: by card, the bit of the card that makes a pair with it
    hopes: tuple[tuple[tuple[int, int], ...], ...]  #: by seat, cards that together can still score a meld


def melds_of(
    ruleset: Ruleset, seat: int, declarer: int | None, trump: int | None, board: Board, owned: int
) -> dict[int, tuple[int, ...]]:
    """Return the points of each meld of *seat*; see :class:`Setup`. Rules: those of melds."""
    found = {}
    for suit in range(len(SHIFTS)):
        for rank, partner in ((KING, QUEEN), (QUEEN, KING)):
            card, other = make_card(suit, rank), make_card(suit, partner)
            if not owned >> board.inner[card] & 1:
                continue
            row = []
            for case in range(8):
                hand = 1 << card | (case & 1) << other
                fault = meld_fault(
                    ruleset,
                    hand,
                    card,
                    is_declarer=seat == declarer,
                    is_leading=bool(case & 2),
                    has_trick=bool(case & 4),
                )
                row.append(0 if fault else meld_points(ruleset, suit, trump))
            if any(row):
                found[board.inner[card]] = tuple(row)
    return found


def hopes_of(board: Board, melds: dict[int, tuple[int, ...]], owned: int) -> tuple[tuple[int, int], ...]:
    """Return the cards, together or alone, that can still score a meld, each with the most it can score."""
    found = {}
    for card, row in melds.items():
        suit = card // SUIT_SIZE
        pair = sum(1 << board.inner[make_card(suit, rank)] for rank in (KING, QUEEN))
        if any(row[case] for case in range(8) if not case & 1):
            found[1 << card] = max(row)
        elif owned & pair == pair:
            found[pair] = max(row)
    return tuple(found.items())


class Moment(NamedTuple):
    """Where a deal stands, in the solver's numbers."""

    left: int  #: mask of the cards still in hands
    leader: int
    laid: tuple[tuple[int, int], ...]  #: seat and card of the open trick


def on_table(setup: Setup, moment: Moment) -> tuple[int, int, int, int]:
    """Return of the open trick: the cards left when it began, its state, who is winning it, its card points."""
    board, live, state, holder, points = setup.board, moment.left, EMPTY, moment.leader, 0
    for seat, card in moment.laid:
        live |= 1 << card
        if board.takes[state][card]:
            holder = seat
        state = board.after[state][card]
        points += board.values[card]
    return live, state, holder, points


# Searches


def _masters(setup: Setup) -> Callable[[int, int, int], int]:
    """Return what tells, of the cards left, a hand and its seat on lead, which cards surely take tricks."""
    board, count, owned = setup.board, setup.count, setup.owned
    tops, trump, follows = board.tops, board.trump, board.follows
    suit_masks = tuple(_SUIT << shift for shift in SHIFTS)
    rivals = tuple(tuple(s for s in range(count) if s != seat) for seat in range(count))
    plain = tuple((suit, shift) for suit, shift in enumerate(SHIFTS) if suit != trump)

    def masters(left: int, hand: int, leader: int) -> int:
        """Return cards that *leader* can play one after the other, from trumps on, and take each trick."""
        others = left ^ hand
        found = 0
        if trump is not None:
            shift = SHIFTS[trump]
            outer = others >> shift & 63
            held = hand >> shift & 63
            if outer:
                top = tops[held << 6 | outer]
                if not top:
                    return 0
                drawn = top.bit_count()
                trumps = suit_masks[trump]
                for seat in rivals[leader]:
                    if not follows or (left & owned[seat] & trumps).bit_count() > drawn:
                        return top << shift
            found = held << shift
        for suit, shift in plain:
            held = hand >> shift & 63
            if held:
                top = tops[held << 6 | others >> shift & 63]
                if top and top != held and follows:
                    # Who can lead a suit until nobody else has it takes tricks with all that is left of it.
                    length = top.bit_count()
                    for seat in rivals[leader]:
                        if (left & owned[seat] & suit_masks[suit]).bit_count() > length:
                            break
                    else:
                        top = held
                found |= top << shift
        return found

    return masters


_Moves = list[tuple[int, tuple[int, ...]]]


def _those_first(moves: _Moves, cards: int) -> _Moves:
    """Return the runs *moves*, those of *cards* (a mask) first."""
    return [run for run in moves if cards >> run[1][0] & 1] + [
        run for run in moves if not cards >> run[1][0] & 1
    ]


def _first_of_all(moves: _Moves, card: int) -> _Moves:
    """Return the runs *moves*, the one with *card* first, and the card first in it."""
    for number, (order, run) in enumerate(moves):
        if card in run:
            head = (order, (card, *[other for other in run if other != card]))
            return [head, *moves[:number], *moves[number + 1 :]]
    return moves


class PointSearch:
    """Finds what the side surely gains from a moment on, in points that count towards the target.

    Null-window search with a table of bounds on the gain, keyed by the cards left and the leader:
    what was taken before does not bear on it. Where melds need a trick, the key also holds
    which seats are still without one, and what they melded so far.
    """

    def __init__(self, setup: Setup, counts: bool, delayed: bool) -> None:
        """*counts*: whether melds count; *delayed*: whether only with a trick taken."""
        self.setup = setup
        melds: list[dict[int, tuple[int, ...]]] = [
            row if counts and mine else {} for row, mine in zip(setup.melds, setup.mine, strict=True)
        ]
        needy = [
            delayed or any(row[case] != row[case | 4] for row in melds[seat].values() for case in range(4))
            for seat in range(setup.count)
        ]
        self.delayed = delayed
        #: seats whose melds depend on a trick, each with its place in the key
        self.slots = {
            seat: 16 * place
            for place, seat in enumerate(s for s in range(setup.count) if setup.mine[s] and needy[s])
        }
        self.table: dict[int, int] = {}  #: by key, the best card, the upper bound and the lower one
        self.most: int | None = None  #: how many positions may be looked at
        self.gain, self.nodes = self._searches(melds)

    def extra(self, tallies: Sequence[Tally]) -> int:
        """Return the part of the key that *tallies* make."""
        extra = 0
        for seat, shift in self.slots.items():
            if not tallies[seat].tricks:
                extra |= (1 | (tallies[seat].meld_points << 1 if self.delayed else 0)) << shift
        return extra

    def _searches(
        self, melds: list[dict[int, tuple[int, ...]]]
    ) -> tuple[Callable[[Moment, int, int], int], Callable[[], int]]:
        """Return the search, and what counts its nodes: the positions looked at, one for each card laid."""
        setup, board, slots, table = self.setup, self.setup.board, self.slots, self.table
        pairs, after, takes, values = board.pairs, board.after, board.takes, board.values
        low_points, high_points = board.low, board.high
        owned, mine, orders, other = setup.owned, setup.mine, setup.orders, setup.other
        count, winner_leads, next_lead = setup.count, board.winner_leads, setup.next_lead
        last = count - 1
        lead_runs, later_runs = board.made_runs
        runs_of = board.runs
        suit_of_length = tuple((length - 1) // SUIT_SIZE if length else 0 for length in range(CARD_COUNT + 1))
        below = tuple((1 << shift) - 1 for shift in SHIFTS)
        rich, poor = board.rich, board.poor
        delayed = self.delayed
        hopes = tuple(
            hopes_of(board, melds[seat], owned[seat]) if melds[seat] else () for seat in range(count)
        )
        all_hopes = tuple(hope for row in hopes for hope in row)
        win_masks = board.win_masks
        rivals = tuple(tuple(s for s in range(count) if s != seat) for seat in range(count))
        masters = _masters(setup)
        trump, tops = board.trump, board.tops
        own_cards = sum(owned[seat] for seat in range(count) if mine[seat])
        by_worth: dict[int, int] = {}
        for card, worth in enumerate(values):
            by_worth[worth] = by_worth.get(worth, 0) | 1 << card
        levels = tuple((by_worth[worth], worth) for worth in sorted(by_worth, reverse=True))
        lowest_levels = tuple(reversed(levels))
        rich_low, rich_high, poor_low, poor_high = board.extremes
        sides = tuple(tuple(seat for seat in range(count) if mine[seat] == side) for side in (False, True))
        leads_alone = tuple(winner_leads and mine[seat] and len(sides[True]) == 1 for seat in range(count))
        nodes = 0
        stop = EVER
        chosen = -1  # the card that settled the last call of lay

        def melding(seat: int, card: int, hand: int, case: int, extra: int) -> tuple[int, int]:
            """Return the gain of playing *card*, melded where it can be, and the key's part after it."""
            row = melds[seat].get(card)
            if row is None:
                return 0, extra
            if hand & other[card]:
                case |= 1
            slot = slots.get(seat)
            if slot is None or not extra >> slot & 1:
                return row[case | 4], extra
            if delayed:
                return 0, extra + (row[case] << slot + 1)
            return row[case], extra

        def credited(winner: int, extra: int) -> tuple[int, int]:
            """Return what the first trick of *winner* brings by melds made before, and the key's part after it."""
            slot = slots.get(winner)
            if slot is None or not extra >> slot & 1:
                return 0, extra
            part = extra >> slot & 0xFFFF
            return part >> 1, extra ^ part << slot

        def sure(left: int, hand: int, leader: int) -> int:
            """Return the card points that *leader*, leading, takes for certain from the top."""
            found = masters(left, hand, leader)
            if not found:
                return 0
            rest = hand ^ found
            total = low_points[left & 4095] + high_points[left >> 12]
            if not rest:
                return total
            total -= low_points[rest & 4095] + high_points[rest >> 12]
            # The others keep as many cards as the leader: at best their richest.
            kept = rest.bit_count()
            for seat in rivals[leader]:
                cards = left & owned[seat]
                if kept == 1:
                    total -= max(rich_low[cards & 4095], rich_high[cards >> 12])
                    continue
                room = kept
                for level, worth in levels:
                    here = (cards & level).bit_count()
                    if here >= room:
                        total -= worth * room
                        break
                    total -= worth * here
                    room -= here
            return total

        def ruling(left: int, top: int, shift: int, enough: int, *, ours: bool) -> int:
            """Return points that a side surely takes with its highest trumps *top*; no more than *enough* are sought."""
            total = low_points[top]
            if total >= enough:
                return total
            most = 0
            for seat in sides[ours]:
                number = ((left & owned[seat]) >> shift & top).bit_count()
                if number > most:
                    most = number
            for seat in sides[not ours]:
                cards = left & owned[seat]
                if most == 1:
                    total += min(poor_low[cards & 4095], poor_high[cards >> 12])
                    continue
                room = most
                for level, worth in lowest_levels:
                    here = (cards & level).bit_count()
                    if here >= room:
                        total += worth * room
                        break
                    total += worth * here
                    room -= here
            return total

        def gain(left: int, leader: int, extra: int, need: int) -> int:
            """Return a bound on the gain: if it is *need* or more, a lower one; else an upper one."""
            nonlocal nodes
            nodes += 1
            if need <= 0 or not left:
                return 0
            if nodes > stop:
                raise UnfinishedError(f"not finished within {stop} cards laid")
            key = extra << 26 | leader << 24 | left
            entry = table.get(key)
            if entry is not None:
                low = entry & 0xFFFF
                if low >= need:
                    return low
                high = entry >> 16 & 0xFFFF
                if high < need:
                    return high
                first = entry >> 32
            most = low_points[left & 4095] + high_points[left >> 12]
            for cards, worth in all_hopes:
                if left & cards == cards:
                    most += worth
            rest = extra
            while rest:
                most += (rest & 0xFFFF) >> 1
                rest >>= 16
            if entry is None:
                if most < need:
                    return most
                low, high, first = 0, most, 0
            hand = left & owned[leader]
            if not hand & hand - 1 and not slots:
                return last_trick(left, leader)
            if winner_leads:
                bound = sure(left, hand, leader)
                if mine[leader]:
                    if hopes[leader] and not slots:
                        meld = 0
                        for cards, _ in hopes[leader]:
                            if hand & cards == cards:
                                meld = max(meld, melds[leader][cards.bit_length() - 1][7])
                        bound += meld
                    if bound > low:
                        low = bound
                        if low >= need:
                            table[key] = first << 32 | high << 16 | low
                            return low
                elif most - bound < high:
                    high = most - bound
                    if high < need:
                        table[key] = first << 32 | high << 16 | low
                        return high
            if trump is not None:
                # The side with the highest trumps takes them, whoever leads.
                shift = SHIFTS[trump]
                held, outer = (left & own_cards) >> shift & 63, (left & ~own_cards) >> shift & 63
                if held > outer:
                    # One seat alone on lead takes no less than that from the top.
                    bound = 0
                    if not leads_alone[leader]:
                        bound = ruling(left, tops[held << 6 | outer], shift, need, ours=True)
                    if bound > low:
                        low = bound
                        if low >= need:
                            return low
                elif outer:
                    bound = most - ruling(left, tops[outer << 6 | held], shift, most - need + 1, ours=False)
                    if bound < high:
                        high = bound
                        if high < need:
                            return high
            value = lay(0, orders[leader], EMPTY, left, left, leader, 0, extra, need, first - 1)
            if value >= need:
                if value > low:
                    low = value
            elif value < high:
                high = value
            table[key] = chosen + 1 << 32 | high << 16 | low
            return value

        def last_trick(left: int, leader: int) -> int:
            """Return the gain of the last trick, in which nobody has a choice."""
            nonlocal nodes
            nodes += count
            state, holder, made = EMPTY, leader, 0
            for seat in orders[leader]:
                card = (left & owned[seat]).bit_length() - 1
                if takes[state][card]:
                    holder = seat
                if melds[seat]:
                    made += melding(seat, card, 0, 0 if state else 2, 0)[0]
                state = after[state][card]
            return made + low_points[left & 4095] + high_points[left >> 12] if mine[holder] else made

        def lay(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            extra: int, need: int, first: int,
        ) -> int:  # fmt: skip
            """Search the cards of a seat that is not last in the trick; bounds as in ``gain``.

            *live* are the cards left when the trick began, *holder* who is winning it, *points*
            what lies in it, *first* the card to try first.
            """
            nonlocal nodes, chosen
            nodes += 1
            seat = order[place]
            hand = left & owned[seat]
            legal = 0
            for cond, keep in pairs[state]:
                if hand & cond:
                    legal = hand & keep
                    break
            ours = mine[seat]
            meld = melds[seat]
            case = 0 if place else 2
            wins, steps = takes[state], after[state]
            closes = place + 1 == last
            if not legal & legal - 1:
                card = legal.bit_length() - 1
                if not (ours and meld):
                    if wins[card]:
                        holder = seat
                    if closes:
                        return close(
                            order, steps[card], left ^ legal, live, holder, points + values[card], extra, need
                        )
                    return lay(
                        place + 1, order, steps[card], left ^ legal, live, holder, points + values[card],
                        extra, need, -1,
                    )  # fmt: skip
                moves: _Moves = [(0, (card,))]
            else:
                others = live & ~owned[seat]
                tender = 0
                for cards, _ in hopes[seat]:
                    if hand & cards == cards:
                        tender |= cards
                known = later_runs if place else lead_runs
                moves = []
                rest = legal
                while rest:
                    suit = suit_of_length[rest.bit_length()]
                    shift = 6 * suit
                    held = rest >> shift
                    rest &= below[suit]
                    soft, outer = tender >> shift & 63, others >> shift & 63
                    key = ((suit << 6 | soft) << 6 | held) << 6 | outer
                    found = known.get(key)
                    if found is None:
                        found = known[key] = runs_of(suit, held, outer, soft, leading=not place)
                    moves += found
                if not place:
                    if len(moves) > 1:
                        moves.sort()
                    if tender:
                        moves = _those_first(moves, tender)
                    if first >= 0:
                        moves = _first_of_all(moves, first)
                elif len(moves) > 1:
                    # What takes the trick first; few points where the side may take it.
                    moves.sort(reverse=not (ours or mine[holder]))
                    won = legal & win_masks[state]
                    if won and won != legal:
                        moves = _those_first(moves, won)
            best = -1 if ours else 1 << 20
            then, made = extra, 0
            pick = -1
            for _, run in moves:
                seen = -1
                worth = value = 0
                for card in run:
                    if seen >= 0:
                        # Touching cards differ by no more than their points.
                        gap = values[card] - worth
                        if gap < 0:
                            gap = -gap
                        if ours:
                            if value + gap < need:
                                if value + gap > best:
                                    best = value + gap
                                continue
                        elif value - gap >= need:
                            if value - gap < best:
                                best = value - gap
                            continue
                    if ours and card in meld:
                        made, then = melding(seat, card, hand, case, extra)
                    else:
                        made, then = 0, extra
                    if closes:
                        value = made + close(
                            order, steps[card], left ^ 1 << card, live, seat if wins[card] else holder,
                            points + values[card], then, need - made,
                        )  # fmt: skip
                    else:
                        value = made + lay(
                            place + 1, order, steps[card], left ^ 1 << card, live,
                            seat if wins[card] else holder, points + values[card], then, need - made, -1,
                        )  # fmt: skip
                    seen, worth = card, values[card]
                    if ours:
                        if value > best:
                            best, pick = value, card
                            if value >= need:
                                chosen = pick
                                return best
                    elif value < best:
                        best, pick = value, card
                        if value < need:
                            chosen = pick
                            return best
            chosen = pick
            return best

        def close(
            order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int, extra: int,
            need: int,
        ) -> int:  # fmt: skip
            """Search the cards of the last seat in the trick; as ``lay``."""
            nonlocal nodes
            nodes += 1
            seat = order[last]
            hand = left & owned[seat]
            legal = 0
            for cond, keep in pairs[state]:
                if hand & cond:
                    legal = hand & keep
                    break
            ours = mine[seat]
            meld = melds[seat]
            if not legal & legal - 1 and not extra and not (ours and meld):
                card = legal.bit_length() - 1
                if takes[state][card]:
                    holder = seat
                next_leader = holder if winner_leads else next_lead[order[0]]
                if not mine[holder]:
                    return gain(left ^ legal, next_leader, 0, need)
                points += values[card]
                if need <= points:
                    nodes += 1
                    return points
                return points + gain(left ^ legal, next_leader, 0, need - points)
            wins = takes[state]
            if legal & legal - 1:
                # Of touching cards, the richest if the own side takes the trick with it, else the poorest.
                others = live & ~owned[seat]
                tender = 0
                for cards, _ in hopes[seat]:
                    if hand & cards == cards:
                        tender |= cards
                rest = legal if mine[holder] == ours else legal & win_masks[state]
                lost = legal ^ rest
                legal = 0
                while rest:
                    suit = suit_of_length[rest.bit_length()]
                    shift = 6 * suit
                    kind = 1 if tender >> shift & 63 else 0
                    legal |= rich[kind][(rest >> shift) << 6 | others >> shift & 63] << shift
                    rest &= below[suit]
                while lost:
                    suit = suit_of_length[lost.bit_length()]
                    shift = 6 * suit
                    kind = 1 if tender >> shift & 63 else 0
                    legal |= poor[kind][(lost >> shift) << 6 | others >> shift & 63] << shift
                    lost &= below[suit]
            best = -1 if ours else 1 << 20
            while legal:
                card = legal.bit_length() - 1
                legal ^= 1 << card
                winner = seat if wins[card] else holder
                if ours and card in meld:
                    total, rest = melding(seat, card, hand, 0, extra)
                else:
                    total, rest = 0, extra
                if mine[winner]:
                    total += points + values[card]
                    if rest:
                        due, rest = credited(winner, rest)
                        total += due
                if need <= total:
                    nodes += 1
                    value = total
                else:
                    value = total + gain(
                        left ^ 1 << card, winner if winner_leads else next_lead[order[0]], rest, need - total
                    )
                if ours:
                    if value > best:
                        best = value
                        if value >= need:
                            return value
                elif value < best:
                    best = value
                    if value < need:
                        return value
            return best

        def inside(moment: Moment, extra: int, need: int) -> int:
            """Return a bound as ``gain`` does, from the middle of a trick on."""
            nonlocal stop
            stop = EVER if self.most is None else self.most
            if not moment.laid:
                return gain(moment.left, moment.leader, extra, need)
            live, state, holder, points = on_table(setup, moment)
            order, place = orders[moment.leader], len(moment.laid)
            if place == last:
                return close(order, state, moment.left, live, holder, points, extra, need)
            return lay(place, order, state, moment.left, live, holder, points, extra, need, -1)

        def counted() -> int:
            return nodes

        return inside, counted


#: What an aim makes of a trick not the last, by what was taken before and by ``own trick | points in it << 1``:
#: what counts as taken now, or the aim met or missed for good.
_MET, _MISSED = -1, -2
_STEPS = {
    ALL_TRICKS: ((_MISSED, 0, _MISSED, 0),),
    FIRST_SIXTY_SIX: ((_MISSED, 0, _MISSED, 0),),
    NO_TRICKS: ((0, _MISSED, 0, _MISSED),),
    NO_POINTS: ((0, 0, 0, _MISSED),),
    ONE_TRICK: ((0, 1, 0, 1), (1, _MISSED, 1, _MISSED)),
    ANY_TRICK: ((0, _MET, 0, _MET),),
    LAST_TRICK: ((0, 0, 0, 0),),
}
#: The same for the last trick: whether the aim is met.
_LASTS = {
    ALL_TRICKS: ((False, True, False, True),),
    FIRST_SIXTY_SIX: ((False, False, False, False),),
    NO_TRICKS: ((True, False, True, False),),
    NO_POINTS: ((True, True, True, False),),
    ONE_TRICK: ((False, True, False, True), (True, False, True, False)),
    ANY_TRICK: ((False, True, False, True),),
    LAST_TRICK: ((False, True, False, True),),
}
#: Aims whose side wants tricks.
_EAGER = (ALL_TRICKS, FIRST_SIXTY_SIX, ANY_TRICK, LAST_TRICK)


class AimSearch:
    """Finds whether the side can make a trick aim come true, whatever the others do."""

    def __init__(self, setup: Setup, aim: str, enough: int = -1) -> None:
        """*enough*: with how many card points still in hands the target is reached, if all tricks were own."""
        self.setup = setup
        self.aim = aim
        self.table: dict[int, bool] = {}
        self.holds, self.nodes = self._search(enough)

    def _search(self, enough: int) -> tuple[Callable[[Moment, int], bool], Callable[[], int]]:
        setup, board, aim, table = self.setup, self.setup.board, self.aim, self.table
        pairs, after, takes, values = board.pairs, board.after, board.takes, board.values
        owned, mine, orders = setup.owned, setup.mine, setup.orders
        winner_leads, next_lead = board.winner_leads, setup.next_lead
        last = setup.count - 1
        steps, lasts = _STEPS[aim], _LASTS[aim]
        eager = aim in _EAGER
        picks = {NO_POINTS: board.alike_by_points, FIRST_SIXTY_SIX: board.every}.get(aim, board.alike)[0]
        tops = board.tops
        masters = _masters(setup)
        rivals = tuple(
            tuple(s for s in range(setup.count) if mine[s] != mine[seat]) for seat in range(setup.count)
        )
        # Whoever must play a trump takes the trick with it, or may discard what he likes; and the leader leads
        # to every trick himself.
        can_keep = (
            sum(mine) == 1 and board.touching and (board.trump is not None or board.tables.trump is None)
        )
        nodes = 0

        def certain(left: int, hand: int, leader: int) -> bool | None:
            """Return whether the aim is decided by the top cards of who leads, where both sides want tricks."""
            ours = mine[leader]
            found = masters(left, hand, leader)
            if found == hand:
                return ours
            if found and ours and aim == ANY_TRICK:
                return True
            if aim == ALL_TRICKS:
                if ours:
                    return False if guarded(left, hand, leader) else None
                if found:
                    return False
            return None

        def guarded(left: int, hand: int, leader: int) -> bool:
            """Return whether another seat can keep a card that beats one of *hand*, to be led some time.

            It has more cards of the suit than *hand* has top ones, and so never need part with its
            best under them.
            """
            others = left ^ hand
            for shift in SHIFTS:
                held = hand >> shift & 63
                top = tops[held << 6 | others >> shift & 63]
                if held != top:
                    second = (held ^ top).bit_length()
                    length = top.bit_count()
                    for seat in rivals[leader]:
                        kept = (left & owned[seat]) >> shift & 63
                        if kept.bit_length() > second and kept.bit_count() > length:
                            return can_keep
            return False

        def holds(left: int, leader: int, taken: int) -> bool:
            nonlocal nodes
            nodes += 1
            key = taken << 26 | leader << 24 | left
            known = table.get(key)
            if known is None:
                if winner_leads and aim in (ALL_TRICKS, ANY_TRICK, LAST_TRICK):
                    known = certain(left, left & owned[leader], leader)
                if known is None:
                    known = lay(0, orders[leader], EMPTY, left, left, leader, 0, taken)
                table[key] = known
            return known

        def lay(
            place: int, order: tuple[int, ...], state: int, left: int, live: int, holder: int, points: int,
            taken: int,
        ) -> bool:  # fmt: skip
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
            if not legal & legal - 1:
                moves = [legal.bit_length() - 1]
            else:
                others = live & ~owned[seat]
                moves = []
                back: list[int] = []
                for shift in SHIFTS:
                    held = legal >> shift & 63
                    if held:
                        outer = others >> shift & 63
                        held = picks[held << 6 | outer]
                        top = tops[held << 6 | outer]
                        while held:
                            bit = held & -held
                            held ^= bit
                            (moves if bit & top else back).append(shift + bit.bit_length() - 1)
                if eager:
                    moves += back
                    if place:
                        moves.sort(key=lambda card: not wins[card])
                else:
                    moves += back
                    if not place:
                        moves.sort(key=strength)
                    elif mine[holder] or ours or not any(mine[s] for s in order[place + 1 :]):
                        moves.sort(key=lambda card: (wins[card], -(card % 6)))
                    else:
                        moves.sort(key=strength)
            for card in moves:
                winner = seat if wins[card] else holder
                rest = left ^ 1 << card
                if place != last:
                    found = lay(
                        place + 1, order, after[state][card], rest, live, winner, points + values[card], taken
                    )
                else:
                    kind = mine[winner] | (points + values[card] > 0) << 1
                    if rest:
                        then = steps[taken][kind]
                        if then >= 0:
                            if enough >= 0 and board.points(rest) <= enough:
                                found = True
                            else:
                                found = holds(rest, winner if winner_leads else next_lead[order[0]], then)
                        else:
                            found = then == _MET
                    else:
                        found = lasts[taken][kind] or (bool(kind & 1) and enough >= 0)
                if found == ours:
                    return found
            return not ours

        def strength(card: int) -> int:
            return card % SUIT_SIZE

        def inside(moment: Moment, taken: int) -> bool:
            """Return whether the aim can be met from the middle of a trick on."""
            live, state, holder, points = on_table(setup, moment)
            order = orders[moment.leader]
            if not moment.laid:
                return holds(moment.left, moment.leader, taken)
            return lay(len(moment.laid), order, state, moment.left, live, holder, points, taken)

        def counted() -> int:
            return nodes

        return inside, counted
