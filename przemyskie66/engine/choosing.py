"""Which game is played, and by whom: calls before the deal, on the first packet, on the full hand."""

from collections.abc import Sequence

from przemyskie66.engine.cards import SUIT_MASKS, SUITS
from przemyskie66.engine.contracts import (
    CONTRACTS,
    EARLIER,
    LATER,
    NONE,
    SUIT_GAME,
    names_suit,
    rank,
    terms_of,
)
from przemyskie66.engine.notation import Action
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.state import BLIND, CHOICE, NAMING, PLAY, SECOND, Call, DealState

#: Rules of who calls before the deal, and what.
BLIND_RULES = ("blind-time", "blind-games", "blind-order", "blind-overcall", "contract-rank")


def speakers(state: DealState) -> list[int]:
    """Return who is asked on the first packet, in order.

    Rules: choice-order, direction, refusal-passes-to, partners-seat
    """
    order = state.in_turn()
    if state.ruleset.choice_order != "next-then-last":
        return order
    if state.ruleset.refusal_passes_to == "partner":
        partner = order[2] if state.ruleset.partners_seat == "opposite" else order[1]
        return [order[0], partner]
    return order[:2]


def speakers_rules(state: DealState) -> tuple[str, ...]:
    """Return the rules by which :func:`speakers` are found."""
    passing = ("refusal-passes-to",) if state.ruleset.asks("refusal-passes-to") else ()
    return ("choice-order", "direction", *passing)


def first_games(state: DealState) -> tuple[str, ...]:
    """Return what may be chosen on the first packet. Rule: first-choice."""
    return (SUIT_GAME, "warszawa") if state.ruleset.first_choice == "suit-or-warszawa" else (SUIT_GAME,)


def second_games(state: DealState) -> tuple[str, ...]:
    """Return what may be chosen on the full hand. Rules: second-choice, suit-after-eight."""
    still = first_games(state) if state.ruleset.suit_after_eight == "still-open" else ()
    return (*still, *(game for game in state.ruleset.second_choice if game not in still))


# Asking


def check_blind(state: DealState, action: Action) -> Refusal | None:
    """Rules: blind-games, blind-time, blind-order, blind-overcall, contract-rank, zyd-meaning."""
    if not state.ruleset.blind_games:
        return state.refuse("blind-games", "not-in-use")
    if state.phase != BLIND:
        return state.refuse("blind-time", "already-dealt")
    if action.seat in state.declined:
        return state.refuse("blind-order", "has-declined", seat=state.seats[action.seat])
    if state.standing is not None and action.seat == state.standing.seat:
        return state.refuse("blind-order", "has-called", seat=state.seats[action.seat])
    if state.ruleset.blind_order == "in-turn-until-all-pass" and action.seat != state.turn:
        return state.refuse("blind-order", "not-your-turn", turn=state.turn_name())
    if action.kind == "no-blind":
        return None
    if action.game not in state.ruleset.blind_games:
        return state.refuse("blind-games", "not-offered", contract=action.game)
    return _call_fault(state, action)


def check_choose(state: DealState, action: Action) -> Refusal | None:
    """Rules: choice-order, first-choice, choice-threshold, nobody-chooses and those of the full hand."""
    if state.phase == BLIND:
        return state.refuse("choice-time", "not-dealt-yet")
    if state.phase in (PLAY, NAMING):
        return _check_replacing(state, action)
    if state.phase == SECOND:
        return _check_second(state, action)
    if state.phase != CHOICE:
        return state.refuse("choice-order", "choice-made")
    if action.seat != state.turn:
        return state.refuse("choice-order", "not-your-turn", turn=state.turn_name())
    if action.kind == "pass":
        last = state.spoken + 1 >= len(speakers(state)) and state.standing is None
        if last and state.ruleset.nobody_chooses == "last-must-choose":
            return state.refuse("nobody-chooses", "must-choose")
        return None
    if action.game not in first_games(state):
        return state.refuse("first-choice", "not-offered", contract=action.game)
    fault = _call_fault(state, action)
    if fault is None and state.ruleset.choice_threshold == "suit-held" and action.game == SUIT_GAME:
        assert action.suit is not None
        if not state.seen[action.seat] & SUIT_MASKS[action.suit]:
            return state.refuse("choice-threshold", "suit-not-held")
    return fault


def _call_fault(state: DealState, action: Action) -> Refusal | None:
    """Return why a game on offer cannot be called so.

    Rules: zyd-meaning, the trump of the game, contract-rank, suit-rank
    """
    rules, game = state.ruleset, action.game
    if game != SUIT_GAME and (action.suit is not None) != names_suit(rules, game):
        if game == "zyd" and rules.zyd_meaning == "outcome":
            return state.refuse("zyd-meaning", "an-outcome")
        code = "suit-needed" if action.suit is None else "no-suit-named"
        return state.refuse(f"{game}-trump", code, contract=game)
    return _game_fault(state, game)


def _game_fault(state: DealState, game: str) -> Refusal | None:
    """Return why *game* cannot be called, whatever suit is named. Rules: zyd-meaning, contract-rank, suit-rank."""
    rules, standing = state.ruleset, state.standing
    if game == "zyd" and rules.zyd_meaning == "outcome":
        return state.refuse("zyd-meaning", "an-outcome")
    if standing is not None and rank(rules, game) <= rank(rules, standing.contract):
        return state.refuse("contract-rank", "not-higher", contract=game, standing=standing.contract)
    return None


def calls_of(state: DealState, seat: int, kind: str, games: Sequence[str]) -> list[Action]:
    """Return the well-formed calls of those of *games* that could be called now, in their order."""
    found: list[Action] = []
    for game in games:
        if _game_fault(state, game) is None:
            suited = names_suit(state.ruleset, game)
            found += _CALLS[seat, kind, game][suited]
    return found


_CALLS = {
    (seat, kind, game): (
        [] if game == SUIT_GAME else [Action(seat, kind, contract=game)],
        [
            Action(seat, kind, contract=None if game == SUIT_GAME else game, suit=suit)
            for suit in range(len(SUITS))
        ],
    )
    for seat in range(4)
    for kind in ("choose", "blind")
    for game in (SUIT_GAME, *CONTRACTS)
}


def _check_second(state: DealState, action: Action) -> Refusal | None:
    """Rules: second-choice, second-choice-order, suit-after-eight."""
    if action.seat != state.turn:
        return state.refuse("second-choice-order", "not-your-turn", turn=state.turn_name())
    if action.kind == "pass":
        return None
    if action.game not in second_games(state):
        rule = "second-choice" if action.game in CONTRACTS[1:] else "suit-after-eight"
        return state.refuse(rule, "not-offered", contract=action.game)
    return _call_fault(state, action)


def _check_replacing(state: DealState, action: Action) -> Refusal | None:
    """Rules: second-choice, suit-after-eight and those of :func:`replacing_fault`."""
    if action.kind == "pass" or state.begun or not state.ruleset.second_choice:
        return state.refuse("choice-order", "choice-made")
    if action.game not in second_games(state):
        rule = "second-choice" if action.game in CONTRACTS[1:] else "suit-after-eight"
        return state.refuse(rule, "choice-made")
    return replacing_fault(state, action.seat) or _call_fault(state, action)


def replacing_fault(state: DealState, seat: int) -> Refusal | None:
    """Return why *seat* may not put any game in the place of the one that stands.

    Rules: second-choice, second-choice-replaces, second-choice-who, second-choice-order,
    blind-then-choice, doubling-when
    """
    rules = state.ruleset
    if state.blind and rules.blind_then_choice == "blind-stands":
        return state.refuse("blind-then-choice", "choice-made")
    if rules.second_choice_replaces == "may-not":
        return state.refuse("second-choice-replaces", "choice-made")
    if rules.second_choice_who == "first-chooser" and seat != state.declarer:
        return state.refuse("second-choice-who", "not-entitled", seat=state.seats[seat])
    if state.second_place >= 0 and rules.second_choice_order == "first-stands":
        return state.refuse("second-choice-order", "choice-made")
    if state.place(seat) <= state.second_place:
        return state.refuse("second-choice-order", "turn-has-passed", seat=state.seats[seat])
    if state.calls:
        return state.refuse("doubling-when", "already-doubled")
    return None


def check_name(state: DealState, action: Action) -> Refusal | None:
    """Rules: warszawa-trump, trump."""
    rule = state.terms.trump_rule if state.terms is not None else "trump"
    if state.phase != NAMING:
        return state.refuse(rule, "nothing-to-name")
    if action.seat != state.declarer:
        return state.refuse(rule, "not-declarers", seat=state.seats[action.seat])
    return None


# Doing


def do_blind(state: DealState, action: Action) -> bool:
    """Hear a call before the deal, or that there is none; return whether all have been heard."""
    if action.kind == "no-blind":
        state.declined = (*state.declined, action.seat)
        state.note("no-blind", action.seat, ("blind-order", "direction"))
    else:
        state.standing = Call(action.seat, action.game, action.suit)
        state.blind = True
        state.note("blind", action.seat, BLIND_RULES, contract=action.game, suit=_letter(action.suit))
        if state.ruleset.blind_overcall == "never":
            return True
    caller = None if state.standing is None else state.standing.seat
    waiting = [seat for seat in state.in_turn() if seat not in state.declined and seat != caller]
    if not waiting:
        return True
    # the next to speak is the first still waiting after the one who spoke
    state.turn = min(waiting, key=lambda seat: (seat - action.seat) * state.way % state.count or state.count)
    return False


def do_choose(state: DealState, action: Action) -> bool:
    """Hear a choice or a refusal of it; return whether the choice is closed."""
    second = state.phase == SECOND
    if action.kind == "pass":
        rules = ("second-choice-order", "direction") if second else speakers_rules(state)
        state.note("pass", action.seat, rules)
        state.refused = state.refused or state.standing is None
        stands = False
    else:
        _hear(state, action, second=second)
        answer = state.ruleset.second_choice_order if second else state.ruleset.first_choice_overcall
        stands = answer not in ("in-turn-higher-overcalls", "higher-takes-over")
    state.spoken += 1
    order = state.in_turn() if second else speakers(state)
    if stands or state.spoken >= len(order):
        if second:
            state.second_place = state.count - 1  # all have had their turn on the full hand
        return True
    state.turn = order[state.spoken]
    return False


def do_replace(state: DealState, action: Action) -> None:
    """Put a choice made on the full hand in place of an earlier one."""
    _hear(state, action, second=True)


def _hear(state: DealState, action: Action, *, second: bool) -> None:
    """Rules: choice-order, first-choice, choice-threshold, second-choice and its order, contract-rank."""
    former = state.standing
    if former is not None and former.contract == SUIT_GAME:
        state.earlier_suit = former.suit
    state.standing = Call(action.seat, action.game, action.suit)
    state.blind = False
    rules: Sequence[str]
    if second:
        state.second_place = state.place(action.seat)
        rules = ("second-choice", "second-choice-who", "second-choice-order", "second-choice-replaces")
        if action.game not in state.ruleset.second_choice:
            rules = (*rules, "suit-after-eight")
    else:
        rules = (*speakers_rules(state), "first-choice", "choice-threshold")
        if state.ruleset.first_choice_overcall:
            rules = (*rules, "first-choice-overcall")
    if former is not None:
        rules = (*rules, "contract-rank")
    named = action.game == SUIT_GAME or action.suit is not None
    trump_rule = "trump" if action.game == SUIT_GAME else f"{action.game}-trump"
    suit = action.suit if named else None
    trump = _trump_of(state, state.standing)
    state.note(
        "choose",
        action.seat,
        (*rules, trump_rule),
        **({"contract": action.game} if action.game != SUIT_GAME else {}),
        suit=_letter(suit),
        trump=_letter(trump),
    )


def _letter(suit: int | None) -> str:
    return "none" if suit is None else "CDHS"[suit]


def _trump_of(state: DealState, call: Call) -> int | None:
    """Return the trump that *call* brings at once.

    Rules: trump, warszawa-trump, zyd-trump, mizerka-trump, durch-trump
    """
    if state.ruleset.trump != "trump":
        return None
    terms = terms_of(state.ruleset, call.contract)
    if terms.trump == EARLIER:
        return state.earlier_suit
    return None if terms.trump in (NONE, LATER) else call.suit


def settle_game(state: DealState) -> None:
    """Make the standing call the game: declarer, terms, trump; no calls have doubled it yet."""
    call = state.standing
    assert call is not None
    state.declarer, state.contract = call.seat, call.contract
    state.terms = terms_of(state.ruleset, call.contract)
    state.trump = _trump_of(state, call)
    state.ladders = dict.fromkeys(state.defenders(), 0)


def needs_name(state: DealState) -> bool:
    """Return whether the declarer has still to name the trump. Rule: warszawa-trump."""
    return state.terms is not None and state.terms.trump == LATER and state.trump is None
