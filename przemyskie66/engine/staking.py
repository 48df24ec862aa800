"""Calls that double the stake, and throwing in."""

from przemyskie66.engine.notation import Action
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.state import BLIND, CHOICE, SECOND, DealState

#: Phases in which no game stands yet.
BEFORE_GAME = (BLIND, CHOICE, SECOND)


def _awaiting(state: DealState, seat: int) -> tuple[int, ...]:
    """Return the defenders on whose ladder the next call is *seat*'s.

    Rules: doubling-who, doubling-binds
    """
    rules = state.ruleset
    declarer = seat == state.declarer
    if rules.doubling_binds == "caller-only" and not declarer:
        own = [seat] if seat in state.ladders else []
    else:
        own = list(state.ladders)
    found = []
    for defender in own:
        declarer_next = rules.doubling_who == "alternate" and state.ladders[defender] % 2 == 1
        if declarer_next == declarer:
            found.append(defender)
    return tuple(found)


def check_double(state: DealState, action: Action) -> Refusal | None:
    """Rules: doubling, doubling-when, ladder-rungs, doubling-who, doubling-binds."""
    rules = state.ruleset
    if rules.doubling != "each-call-doubles":
        return state.refuse("doubling", "not-in-use")
    if state.phase in BEFORE_GAME:
        return state.refuse("doubling-when", "no-game-yet")
    if state.begun and rules.doubling_when == "before-first-card":
        return state.refuse("doubling-when", "too-late")
    own = _awaiting(state, action.seat)
    ladders = own or tuple(state.ladders)
    if all(state.ladders[defender] >= rules.ladder_rungs for defender in ladders):
        return state.refuse("ladder-rungs", "ladder-ended", rungs=rules.ladder_rungs)
    if not own or (action.seat != state.declarer and action.seat not in state.ladders):
        return state.refuse("doubling-who", "not-your-call", seat=state.seats[action.seat])
    return None


def do_double(state: DealState, action: Action) -> None:
    """Rules: doubling, doubling-who, doubling-when, doubling-binds, ladder-rungs."""
    for defender in _awaiting(state, action.seat):
        if state.ladders[defender] < state.ruleset.ladder_rungs:
            state.ladders[defender] += 1
    rules = ["doubling", "doubling-who", "doubling-when", "ladder-rungs"]
    if state.ruleset.doubling_binds:
        rules.append("doubling-binds")
    state.note("double", action.seat, rules, calls=state.calls)


def check_throw_in(state: DealState, action: Action) -> Refusal | None:
    """Rules: throw-in, throw-in-when, throw-in-who."""
    rules = state.ruleset
    if rules.throw_in in ("not-allowed", ""):
        return state.refuse("throw-in", "not-in-use")
    if state.phase in BEFORE_GAME:
        return state.refuse("throw-in-when", "before-all-cards")
    if state.begun and rules.throw_in_when != "any-time":
        return state.refuse("throw-in-when", "too-late")
    if rules.throw_in_who == "nobody" or action.seat != state.declarer:
        return state.refuse("throw-in-who", "not-entitled", seat=state.seats[action.seat])
    return None
