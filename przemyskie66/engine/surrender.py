"""Surrender during play, after a trick or the half (woda) has been won."""

from przemyskie66.engine.notation import Action
from przemyskie66.engine.outcome import SURRENDER_RULES
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.settlement import has_half, pays_by_degrees
from przemyskie66.engine.state import PLAY, DealState


def has_won_relief(state: DealState, seat: int) -> bool:
    """Return whether *seat* has a trick or the half. Rules: surrender, loss-degrees, half-counting."""
    return state.cards.tricks[seat] > 0 or has_half(state.ruleset, state.tally(seat))


def check_surrender(state: DealState, action: Action) -> Refusal | None:
    """Rules: surrender, surrender-who, surrender-when, surrender-binds, the pay of the game."""
    rules, seat = state.ruleset, action.seat
    name = state.seats[seat]
    if rules.surrender != "after-trick-or-woda":
        return state.refuse("surrender", "not-in-use")
    if state.phase != PLAY or not state.begun:
        return state.refuse("surrender", "no-play-yet")
    if not pays_by_degrees(state.stake):
        assert state.terms is not None
        return state.refuse(state.terms.pay_rule, "no-degrees")
    if seat == state.declarer and rules.surrender_who == "defenders-only":
        return state.refuse("surrender-who", "not-entitled", seat=name)
    if seat in state.left or seat in state.offers:
        return state.refuse("surrender-binds", "has-surrendered", seat=name)
    if not has_won_relief(state, seat):
        return state.refuse("surrender", "nothing-won", seat=name)
    answers = bool(state.offers) and seat != state.declarer
    if rules.surrender_when == "at-once-only" and seat not in state.fresh and not answers:
        return state.refuse("surrender-when", "moment-passed", seat=name)
    return None


def do_surrender(state: DealState, action: Action) -> tuple[int, ...]:
    """Hear a surrender; return the seats that lose the deal by it, none if it goes on.

    Rules: surrender, surrender-who, surrender-when, surrender-binds
    """
    seat, binds = action.seat, state.ruleset.surrender_binds
    if seat == state.declarer:
        state.note("surrender", seat, SURRENDER_RULES)
        return (seat,)
    defenders = state.defenders()
    if binds == "own-only":
        state.note("surrender", seat, SURRENDER_RULES)
        state.left[seat] = state.tally(seat)
        return tuple(state.left) if len(state.left) == len(defenders) else ()
    if binds == "both-must" and not set(defenders) <= {*state.offers, seat}:
        state.offers = (*state.offers, seat)
        state.note("offer", seat, SURRENDER_RULES)
        return ()
    state.note("surrender", seat, SURRENDER_RULES)
    return defenders
