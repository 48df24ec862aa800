"""Play of the cards: the trick on the table as a state, compiled from the rules once, then looked up.

A trick is described by the strongest card of the suit led and the strongest trump in it; no more
is needed to say what the next player may play and who is winning. There are at most 133 such
states. :func:`trick_tables` numbers them and lists, for each, the tiers of legal cards, the
state that each card leads to, and the card that wins. It asks the rule functions
(:func:`~przemyskie66.engine.legality.tiers`, :mod:`~przemyskie66.engine.trick`) and no other
source, so that fast play knows no rule of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from przemyskie66.engine.cards import CARD_COUNT, CardTables, card_tables, suit_of
from przemyskie66.engine.legality import Tier, tiers
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.trick import strongest, winning_card

#: The state of a trick to which no card has been played.
EMPTY = 0


@dataclass(frozen=True, eq=False)
class TrickTables:
    """What a ruleset makes of tricks under one trump; states are numbers, :data:`EMPTY` the first."""

    cards: CardTables
    trump: int | None
    tiers: tuple[tuple[Tier, ...], ...]  #: by state; see :func:`~przemyskie66.engine.legality.tiers`
    pairs: tuple[tuple[tuple[int, int], ...], ...]  #: by state, ``cond`` and ``keep`` of each tier
    after: tuple[tuple[int, ...], ...]  #: by state and card, the state once the card is played
    takes: tuple[tuple[bool, ...], ...]  #: by state and card, whether the card would be winning
    winner_leads: bool  #: whether the winner of a trick leads to the next


#: The options on which :func:`trick_tables` depends.
TRICK_OPTIONS = (
    "rank_order", "card_points", "trick_winner", "next_lead", "follow_suit", "beat_in_suit",
    "beat_after_trump", "must_trump", "overtrump", "undertrump", "free_discard",
)  # fmt: skip


class _Key:
    """A ruleset as far as tricks go: equal to any other that plays tricks alike."""

    __slots__ = ("ruleset", "values")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.values = tuple(getattr(ruleset, name) for name in TRICK_OPTIONS)

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.values == other.values


def trick_tables(ruleset: Ruleset, trump: int | None) -> TrickTables:
    """Return the tables for *ruleset* and *trump*; the same object for rulesets that play tricks alike.

    Rules: those of :func:`~przemyskie66.engine.legality.tiers`, trick-winner, rank-order, card-points,
    next-lead
    """
    return _compiled(_Key(ruleset), trump)


@lru_cache(maxsize=512)
def _compiled(key: _Key, trump: int | None) -> TrickTables:
    ruleset = key.ruleset
    cards = card_tables(ruleset.rank_order, ruleset.card_points)
    numbers: dict[tuple[int | None, int | None], int] = {(None, None): EMPTY}
    states: list[tuple[int | None, int | None]] = [(None, None)]
    after: list[tuple[int, ...]] = []
    takes: list[tuple[bool, ...]] = []
    for led_best, trump_best in states:  # grows as it is read
        row, wins = [], []
        for card in range(CARD_COUNT):
            state: tuple[int | None, int | None]
            if led_best is None:
                state = (card, card if trump is not None and suit_of(card) == trump else None)
                wins.append(True)
            else:
                table = [led_best, *([] if trump_best in (None, led_best) else [trump_best]), card]
                led = strongest(cards, table, suit_of(led_best))
                state = (led, None if trump is None else strongest(cards, table, trump))
                wins.append(winning_card(ruleset, cards, table, trump) == card)
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
            row.append(numbers[state])
        after.append(tuple(row))
        takes.append(tuple(wins))
    found = tuple(tiers(ruleset, cards, led, best, trump) for led, best in states)
    return TrickTables(
        cards=cards,
        trump=trump,
        tiers=found,
        pairs=tuple(tuple((tier.cond, tier.keep) for tier in some) for some in found),
        after=tuple(after),
        takes=tuple(takes),
        winner_leads=ruleset.next_lead == "winner",
    )


@lru_cache(maxsize=16)
def _following(count: int, step: int) -> tuple[int, ...]:
    """Return, by seat, who is next where the turn goes round by *step*."""
    return tuple((seat + step) % count for seat in range(count))


class CardPlay:
    """The cards in play: hands, the open trick, and what each seat has taken.

    It checks nothing: who plays a card that :meth:`legal` does not offer gets a state that no
    rule describes. :class:`~przemyskie66.engine.play.Game` asks first; so must others.
    """

    __slots__ = (
        "after", "best", "count", "following", "hands", "leader", "pairs", "points", "state", "step",
        "tables", "taken", "takes", "tricks", "turn", "values",
    )  # fmt: skip

    def __init__(self, tables: TrickTables, hands: list[int], leader: int, step: int = 1) -> None:
        """Begin with *hands* (masks, by seat), *leader* to lead and the turn going round by *step*."""
        count = len(hands)
        self.hands = hands
        self.count = count
        self.step = step
        self.following = _following(count, step)  #: by seat, the next in turn
        self.leader = self.turn = self.best = leader
        self.state = EMPTY
        self.points = 0  #: card points in the open trick
        self.tricks = [0] * count  #: tricks taken, by seat
        self.taken = [0] * count  #: card points taken, by seat
        self.use(tables)

    def use(self, tables: TrickTables) -> None:
        """Go on under *tables*; the trick on the table must be empty or mean the same in both."""
        self.tables = tables
        self.pairs, self.after, self.takes = tables.pairs, tables.after, tables.takes
        self.values = tables.cards.points

    def copy(self) -> "CardPlay":
        """Return a state equal to this one, which can go on without changing it."""
        other = CardPlay(self.tables, list(self.hands), self.leader, self.step)
        other.turn, other.best, other.state = self.turn, self.best, self.state
        other.points = self.points
        other.tricks, other.taken = list(self.tricks), list(self.taken)
        return other

    def legal(self) -> int:
        """Return the mask of the cards that the seat in turn may play; 0 where it has none."""
        hand = self.hands[self.turn]
        for cond, keep in self.pairs[self.state]:
            if hand & cond:
                return hand & keep
        return 0

    def play(self, card: int) -> bool:
        """Play *card* from the hand in turn; return whether the trick is full and was taken.

        The taker is then :attr:`best`, and :attr:`leader` and :attr:`turn` the next to lead.
        """
        turn, state = self.turn, self.state
        self.hands[turn] ^= 1 << card
        self.points += self.values[card]
        if self.takes[state][card]:
            self.best = turn
        self.turn = turn = self.following[turn]
        if turn != self.leader:
            self.state = self.after[state][card]
            return False
        best = self.best
        self.tricks[best] += 1
        self.taken[best] += self.points
        self.points = 0
        self.state = EMPTY
        if not self.tables.winner_leads:
            best = self.following[turn]
        self.leader = self.turn = best
        return True


#: Masks are split into halves of so many bits to list their cards from tables.
HALF_BITS = CARD_COUNT // 2


@lru_cache(maxsize=1)
def half_lists() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the cards of every lower and of every upper half of a mask.

    The cards of *mask*, lowest number first, are ``low[mask & HALF] + high[mask >> HALF_BITS]``, where
    ``HALF = (1 << HALF_BITS) - 1``: for loops in which :func:`~przemyskie66.engine.cards.cards_in` is
    too slow.
    """
    low: list[tuple[int, ...]] = [()]
    high: list[tuple[int, ...]] = [()]
    for bit in range(HALF_BITS):
        low += [(*cards, bit) for cards in low]
        high += [(*cards, bit + HALF_BITS) for cards in high]
    return tuple(low), tuple(high)


@lru_cache(maxsize=8)
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats in the order in which they play, by leader."""
    return tuple(tuple((leader + place) % count for place in range(count)) for leader in range(count))


def playout(tables: TrickTables, hands: list[int], leader: int, below: Callable[[int], int]) -> CardPlay:
    """Play *hands* to the end at random and return the final state.

    *below* returns a number from 0 to its argument - 1 (:meth:`SplitMix64.below`, or
    ``random.Random.randrange``); it is asked where there is a choice. The same states and tables as
    in :class:`CardPlay`, in one loop.
    """
    end = CardPlay(tables, hands, leader)
    pairs, after, takes, values = tables.pairs, tables.after, tables.takes, tables.cards.points
    count, winner_leads = len(hands), tables.winner_leads
    tricks, taken = end.tricks, end.taken
    order = _orders(count)
    (low, high), half = half_lists(), (1 << HALF_BITS) - 1
    best = leader
    while hands[leader]:
        state = points = 0
        for seat in order[leader]:
            hand = hands[seat]
            for cond, keep in pairs[state]:
                if hand & cond:
                    legal = hand & keep
                    break
            if legal & (legal - 1):
                cards = low[legal & half] + high[legal >> HALF_BITS]
                card = cards[below(len(cards))]
            else:
                card = legal.bit_length() - 1
            hands[seat] = hand ^ (1 << card)
            points += values[card]
            if takes[state][card]:
                best = seat
            state = after[state][card]
        tricks[best] += 1
        taken[best] += points
        leader = best if winner_leads else order[leader][1]
    end.leader = end.turn = leader
    end.best = best
    return end
