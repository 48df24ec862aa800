"""Computer players: policies that see only what their seat sees.

A policy chooses among legal actions. Its thresholds (when to choose a suit, when to double) are
its own: they are no rules of the game and stand in no ruleset.
"""

from collections.abc import Callable, Sequence

from przemyskie66.engine.cards import RANKS, SUIT_MASKS, cards_in, rank_of, suit_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import Action
from przemyskie66.engine.play import CHOICE, OVER, Game, View
from przemyskie66.engine.trick import winning_card

#: Returns one of the legal actions, or ``None`` to do nothing where the seat is not in turn.
Policy = Callable[[View, Sequence[Action], SplitMix64], Action | None]

#: Cards of one suit from which the simple player chooses it.
CHOOSES_FROM = 2

#: Trumps, the ace among them, from which the simple player as defender doubles once.
DOUBLES_FROM = 4


def random_player(view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
    """Return any of *legal*, each equally likely; out of turn, nothing is one more possibility."""
    number = rng.below(len(legal) + (view.seat != view.turn))
    return legal[number] if number < len(legal) else None


def simple_player(view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
    """Return what a careful beginner would do.

    He chooses his longest suit if he sees two of it with the ace or the ten; announces and melds
    whenever he may; doubles once as defender with four trumps to the ace; never throws in.
    He wins a trick as cheaply as he can, and gives points to a partner who is winning it.
    """
    by_kind: dict[str, list[Action]] = {}
    for action in legal:
        by_kind.setdefault(action.kind, []).append(action)
    if "announce" in by_kind:
        return by_kind["announce"][0]
    if "double" in by_kind and _doubles(view):
        return by_kind["double"][0]
    if view.seat != view.turn:
        return None
    if view.phase == CHOICE:
        return _choice(view, by_kind, rng)
    melds = [action for action in by_kind["play"] if action.meld]
    if melds:
        return _least(view, melds, rng)
    return _card(view, by_kind["play"], rng)


def _doubles(view: View) -> bool:
    if view.calls or view.seat == view.declarer or view.trump is None:
        return False
    trumps = [card for card in cards_in(view.hand) if suit_of(card) == view.trump]
    return len(trumps) >= DOUBLES_FROM and any(rank_of(card) == RANKS.index("A") for card in trumps)


def _choice(view: View, by_kind: dict[str, list[Action]], rng: SplitMix64) -> Action:
    lengths = [(view.hand & mask).bit_count() for mask in SUIT_MASKS]
    suits = [action for action in by_kind.get("choose", []) if action.suit is not None]
    best = max((lengths[action.suit] for action in suits if action.suit is not None), default=0)
    longest = [a for a in suits if a.suit is not None and lengths[a.suit] == best]
    strong = [a for a in longest if a.suit is not None and _holds_high(view.hand & SUIT_MASKS[a.suit])]
    if strong and best >= CHOOSES_FROM:
        return rng.pick(strong)
    return by_kind["pass"][0] if "pass" in by_kind else rng.pick(longest)


def _holds_high(mask: int) -> bool:
    return any(RANKS[rank_of(card)] in "AT" for card in cards_in(mask))


def _card(view: View, plays: list[Action], rng: SplitMix64) -> Action:
    if not view.trick:
        aces = [a for a in plays if a.card is not None and _is_master(view, a.card)]
        return rng.pick(aces) if aces else _least(view, plays, rng)
    table = [card for _, card in view.trick]
    best = winning_card(view.ruleset, view.tables, table, view.trump)
    holder = next(seat for seat, card in view.trick if card == best)
    partner_wins = view.declarer not in (view.seat, holder)
    wins = [
        action
        for action in plays
        if action.card is not None
        and winning_card(view.ruleset, view.tables, [*table, action.card], view.trump) == action.card
    ]
    if wins and not partner_wins:
        return _least(view, wins, rng)
    if partner_wins:
        return _most(view, plays, rng)
    return _least(view, plays, rng)


def _is_master(view: View, card: int) -> bool:
    """Whether every card of its suit that would beat *card* has been played."""
    return not view.tables.higher[card] & ~view.played


def _value(view: View, action: Action) -> tuple[bool, int, int]:
    assert action.card is not None
    card = action.card
    return suit_of(card) == view.trump, view.tables.points[card], view.tables.strength[card]


def _least(view: View, plays: list[Action], rng: SplitMix64) -> Action:
    least = min(_value(view, action) for action in plays)
    return rng.pick([action for action in plays if _value(view, action) == least])


def _most(view: View, plays: list[Action], rng: SplitMix64) -> Action:
    def worth(action: Action) -> tuple[int, bool]:
        in_trumps, points, _ = _value(view, action)
        return points, not in_trumps

    most = max(worth(action) for action in plays)
    return rng.pick([action for action in plays if worth(action) == most])


def step(game: Game, policies: Sequence[Policy], rng: SplitMix64) -> Action:
    """Ask the seats out of turn whether they act, then the seat in turn; do and return one action.

    :raises ValueError: if the deal is over.
    """
    if game.phase == OVER or game.turn is None:
        raise ValueError("the deal is over: there is no action to ask for")
    order = [seat for seat in range(len(game.seats)) if seat != game.turn]
    for seat in (*order, game.turn):
        legal = game.legal_actions(seat)
        if legal:
            action = policies[seat](game.view(seat), legal, rng)
            if action is not None:
                game.apply(action)
                return action
    raise ValueError("the policy of the seat in turn did nothing")


def play_out(game: Game, policies: Sequence[Policy], rng: SplitMix64) -> None:
    """Play *game* to its end, each seat by its policy."""
    while game.phase != OVER:
        step(game, policies, rng)
