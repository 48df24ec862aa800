"""Computer players: policies that see only what their seat sees.

A policy chooses among legal actions. Its thresholds (when to choose a game, when to double) are
its own: they are no rules of the game and stand in no ruleset.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from przemyskie66.engine.cards import CARD_COUNT, RANKS, SUIT_MASKS, SUITS, cards_in, rank_of, suit_of
from przemyskie66.engine.contracts import NO_POINTS, NO_TRICKS, ONE_TRICK, terms_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import Action
from przemyskie66.engine.play import BLIND, CHOICE, NAMING, OVER, SECOND, Game, View

#: Kinds of action that a player may do though it is not his turn, or beside a card.
EXTRAS = frozenset({"announce", "blind", "choose", "close", "double", "exchange", "surrender", "throw-in"})


@dataclass(frozen=True)
class Policy:
    """A way to play: returns one of the legal actions, or ``None`` to do nothing out of turn."""

    name: str
    act: Callable[[View, Sequence[Action], SplitMix64], Action | None]
    speaks: frozenset[str] = EXTRAS  #: kinds of extra actions it ever does; it is not asked about others

    def __call__(self, view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
        """Return what the policy does in *view*, of *legal*."""
        return self.act(view, legal, rng)


#: Cards of one suit from which the sensible player chooses it on the first packet.
CHOOSES_FROM = 2

#: Aces and tens on the first packet from which he calls warszawa.
WARSZAWA_FROM = 3

#: Tricks he must see in his hand to call żyd or durch, of eight.
ALL_TRICKS_FROM = 7

#: Trumps, the ace among them, from which he doubles once as defender.
DOUBLES_FROM = 4

#: Card points from which he closes the stock with two trumps to the ace.
CLOSES_FROM = 45

#: The cards of the ranks that the sensible player looks for.
_OF_RANKS = {
    ranks: sum(1 << card for card in range(CARD_COUNT) if RANKS[rank_of(card)] in ranks)
    for ranks in ("A", "AT", "AKT")
}

_ACE, _TEN = RANKS.index("A"), RANKS.index("T")


#: Of how many times that he could do something beside playing a card the random player does it once.
SPEAKS_ONCE_IN = 64


def _random(view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
    in_turn = view.seat == view.turn
    ordinary = [action for action in legal if action.kind not in _SELDOM] if in_turn else []
    if len(ordinary) < len(legal) and (not ordinary or rng.below(SPEAKS_ONCE_IN) == 0):
        extras = [action for action in legal if action not in ordinary]
        if not in_turn and rng.below(SPEAKS_ONCE_IN):
            return None
        return rng.pick(extras)
    return rng.pick(ordinary)


_SELDOM = EXTRAS - {"choose", "blind"}


def _sensible(view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
    """Return what a careful beginner would do.

    He chooses his longest suit if he sees two of it with the ace or the ten, or warszawa on three
    aces and tens; mizerka on a hand of nines, jacks and queens; żyd or durch when he sees
    seven tricks. He calls nothing before the deal, never throws in and never surrenders. He
    announces and melds whenever he may, exchanges the nine, and doubles once as defender with
    four trumps to the ace. He wins a trick as cheaply as he can and gives points to a partner who
    is winning it; where tricks are to be avoided he plays under what lies, or as low as he can.
    """
    by_kind: dict[str, list[Action]] = {}
    for action in legal:
        by_kind.setdefault(action.kind, []).append(action)
    for kind in ("announce", "exchange"):
        if kind in by_kind:
            return by_kind[kind][0]
    if "double" in by_kind and _doubles(view):
        return by_kind["double"][0]
    if "close" in by_kind and _closes(view):
        return by_kind["close"][0]
    if "choose" in by_kind and view.phase not in (CHOICE, SECOND):
        better = _second_choice(view, by_kind["choose"])
        if better is not None:
            return better
    if view.seat != view.turn:
        return None
    if view.phase == BLIND:
        return by_kind["no-blind"][0]
    if view.phase in (CHOICE, SECOND):
        return _choice(view, by_kind, rng)
    if view.phase == NAMING:
        return max(by_kind["name"], key=lambda action: _length(view, action))
    if "take" in by_kind:
        return by_kind["take"][0]
    plays = by_kind["play"]
    melds = [action for action in plays if action.meld]
    if melds:
        return _least(view, melds, rng)
    if _avoids(view):
        return _avoiding_card(view, plays, rng)
    return _card(view, plays, rng)


def _length(view: View, action: Action) -> int:
    return (view.hand & SUIT_MASKS[action.suit]).bit_count() if action.suit is not None else 0


def _doubles(view: View) -> bool:
    if view.calls or view.seat == view.declarer or view.trump is None or view.phase == NAMING:
        return False
    trumps = view.hand & SUIT_MASKS[view.trump]
    return trumps.bit_count() >= DOUBLES_FROM and _holds(trumps, "A")


def _closes(view: View) -> bool:
    if view.trump is None or view.seat != view.turn or view.trick:
        return False
    trumps = view.hand & SUIT_MASKS[view.trump]
    _, points, melds = view.taken
    have = points[view.seat] + melds[view.seat]
    return trumps.bit_count() >= 2 and _holds(trumps, "A") and have >= CLOSES_FROM


def _holds(mask: int, ranks: str) -> bool:
    return mask & _OF_RANKS[ranks] != 0


def _choice(view: View, by_kind: dict[str, list[Action]], rng: SplitMix64) -> Action:
    offers = by_kind.get("choose", [])
    if view.phase == SECOND:
        better = _second_choice(view, offers)
        if better is not None:
            return better
    else:
        high = sum(rank_of(card) in (_ACE, _TEN) for card in cards_in(view.hand))
        warszawa = [action for action in offers if action.contract == "warszawa"]
        if warszawa and high >= WARSZAWA_FROM:
            return warszawa[0]
        suits = [action for action in offers if action.contract is None]
        best = max((_length(view, action) for action in suits), default=0)
        strong = [
            action
            for action in suits
            if action.suit is not None
            and _length(view, action) == best
            and _holds(view.hand & SUIT_MASKS[action.suit], "AT")
        ]
        if strong and best >= CHOOSES_FROM:
            return rng.pick(strong)
    if "pass" in by_kind:
        return by_kind["pass"][0]
    return max(offers, key=lambda action: _length(view, action))


def _second_choice(view: View, offers: Sequence[Action]) -> Action | None:
    """Return a game worth more than the one that stands, where the full hand is good for it."""
    if view.seat == view.declarer and view.contract in ("zyd", "mizerka", "durch"):
        return None
    if not _holds(view.hand, "AKT"):
        low = [action for action in offers if action.contract == "mizerka"]
        if low:
            return low[0]
    for contract in ("durch", "zyd"):
        for action in offers:
            if action.contract == contract and _sure_tricks(view, action.suit) >= ALL_TRICKS_FROM:
                return action
    return None


def _sure_tricks(view: View, trump: int | None) -> int:
    """Return how many tricks the own cards take from the top, were every suit led out."""
    tricks = 0
    for suit in range(len(SUITS)):
        held = view.hand & SUIT_MASKS[suit]
        masters = 0
        for card in cards_in(held):
            masters += not view.tables.higher[card] & ~held
        long = held.bit_count() >= 5 or (suit == trump and held.bit_count() >= 4)
        tricks += held.bit_count() if masters and long else masters
    return tricks


def _avoids(view: View) -> bool:
    """Whether the declarer of this game has to avoid tricks."""
    if view.contract is None:
        return False
    return terms_of(view.ruleset, view.contract).aim in (NO_TRICKS, NO_POINTS, ONE_TRICK)


def _takes(view: View, action: Action) -> bool:
    """Whether the card would be winning the trick on the table."""
    assert action.card is not None
    state = 0
    for _, card in view.trick:
        state = view.tricks.after[state][card]
    return view.tricks.takes[state][action.card]


def _holder(view: View) -> int:
    """Return the seat that is winning the trick on the table."""
    state, holder = 0, view.trick[0][0]
    for seat, card in view.trick:
        if view.tricks.takes[state][card]:
            holder = seat
        state = view.tricks.after[state][card]
    return holder


def _avoiding_card(view: View, plays: Sequence[Action], rng: SplitMix64) -> Action:
    """Return the highest card that does not take the trick, or the lowest there is.

    A defender does the same while the declarer may still take the trick; once he cannot, it is
    the time to be rid of high cards.
    """
    declarer_spoke = any(seat == view.declarer for seat, _ in view.trick)
    if view.seat != view.declarer and declarer_spoke and _holder(view) != view.declarer:
        return _highest(view, plays, rng)
    under = [action for action in plays if view.trick and not _takes(view, action)]
    return _highest(view, under, rng) if under else _lowest(view, plays, rng)


def _strength(view: View, action: Action) -> int:
    assert action.card is not None
    return view.tables.strength[action.card]


def _highest(view: View, plays: Sequence[Action], rng: SplitMix64) -> Action:
    best = max(_strength(view, action) for action in plays)
    return rng.pick([action for action in plays if _strength(view, action) == best])


def _lowest(view: View, plays: Sequence[Action], rng: SplitMix64) -> Action:
    least = min(_strength(view, action) for action in plays)
    return rng.pick([action for action in plays if _strength(view, action) == least])


def _card(view: View, plays: list[Action], rng: SplitMix64) -> Action:
    if len(plays) == 1:
        return plays[0]
    if not view.trick:
        masters = [a for a in plays if a.card is not None and not view.tables.higher[a.card] & ~view.played]
        return rng.pick(masters) if masters else _least(view, plays, rng)
    holder = _holder(view)
    partner_wins = view.declarer is not None and view.declarer not in (view.seat, holder)
    if partner_wins and len(view.seats) == 4:
        partner_wins = (holder - view.seat) % 2 == 0
    wins = [action for action in plays if _takes(view, action)]
    if wins and not partner_wins:
        return _least(view, wins, rng)
    if partner_wins:
        return _most(view, plays, rng)
    return _least(view, plays, rng)


def _value(view: View, action: Action) -> tuple[bool, int, int]:
    assert action.card is not None
    card = action.card
    return suit_of(card) == view.trump, view.tables.points[card], view.tables.strength[card]


def _least(view: View, plays: Sequence[Action], rng: SplitMix64) -> Action:
    least = min(_value(view, action) for action in plays)
    return rng.pick([action for action in plays if _value(view, action) == least])


def _most(view: View, plays: Sequence[Action], rng: SplitMix64) -> Action:
    def worth(action: Action) -> tuple[int, bool]:
        in_trumps, points, _ = _value(view, action)
        return points, not in_trumps

    most = max(worth(action) for action in plays)
    return rng.pick([action for action in plays if worth(action) == most])


#: Any action, each card and each game equally likely; once in :data:`SPEAKS_ONCE_IN` times something else.
random_player = Policy("random", _random)

#: A careful beginner; see :func:`_sensible`.
sensible_player = Policy(
    "sensible", _sensible, frozenset({"announce", "choose", "close", "double", "exchange"})
)


def step(game: Game, policies: Sequence[Policy], rng: SplitMix64) -> Action:
    """Ask the seats out of turn whether they act, then the seat in turn; do and return one action.

    :raises ValueError: if the deal is over.
    """
    turn = game.turn
    if game.phase == OVER or turn is None:
        raise ValueError("the deal is over: there is no action to ask for")
    kinds: frozenset[str] | None = None
    might = False
    for seat in range(game.count):
        policy = policies[seat]
        if seat == turn:
            continue
        if policy.speaks is not kinds:
            kinds = policy.speaks
            might = game.may_speak(kinds)
        if might:
            legal = game.legal_actions(seat, policy.speaks)
            if legal:
                action = policy(game.view(seat), legal, rng)
                if action is not None:
                    game.do(action)
                    return action
    legal = game.legal_actions(turn, policies[turn].speaks)
    action = legal[0] if len(legal) == 1 else policies[turn](game.view(turn), legal, rng)
    if action is None:
        raise ValueError("the policy of the seat in turn did nothing")
    game.do(action)
    return action


def play_out(game: Game, policies: Sequence[Policy], rng: SplitMix64) -> None:
    """Play *game* to its end, each seat by its policy."""
    while game.phase != OVER:
        step(game, policies, rng)
