"""The stock of two-handed play: drawing, the nine of trumps, closing."""

from przemyskie66.engine.cardplay import trick_tables
from przemyskie66.engine.cards import RANKS, make_card
from przemyskie66.engine.notation import HIDDEN, Action, format_card
from przemyskie66.engine.outcome import Outcome, seat_points, won_by
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.state import OVER, TAKING, DealState

_NINE = RANKS.index("9")


def drawing(state: DealState) -> bool:
    """Return whether cards are still drawn. Rules: stock, close-effect."""
    return bool(state.stock) and not closed(state)


def closed(state: DealState) -> bool:
    """Return whether the stock is closed, and that has an effect. Rule: close-effect."""
    return state.closed_by is not None and state.ruleset.close_effect == "owes-66-no-drawing"


def answers_now(state: DealState) -> Ruleset:
    """Return the ruleset whose duties hold now: those of the stock, after closing, or without stock.

    Rules: follow-suit, beat-in-suit, must-trump, beat-after-close
    """
    rules = state.ruleset
    if drawing(state):
        return rules.in_phase("stock")
    if not closed(state):
        return rules
    answers = rules.in_phase("closed")
    if rules.beat_after_close == "not-owed":
        answers = answers.with_option("beat-in-suit", "free", "free")
    return answers


def enter_phase(state: DealState) -> None:
    """Let the answers of the present phase of play hold from here on."""
    state.now = answers_now(state)
    state.cards.use(trick_tables(state.now, state.trump))


def check_exchange(state: DealState, action: Action) -> Refusal | None:
    """Rules: trump-nine, trump-nine-limit, trump-nine-when, close-effect, stock."""
    rules, seat = state.ruleset, action.seat
    if rules.trump_nine != "holder-may-exchange" or rules.stock != "stock-with-turn-up":
        return state.refuse("trump-nine", "not-in-use")
    if not drawing(state):
        rule = "close-effect" if state.closed_by is not None else "stock"
        return state.refuse(rule, "no-turned-up-card")
    if state.trump is None or not state.hands[seat] >> make_card(state.trump, _NINE) & 1:
        return state.refuse("trump-nine", "nine-not-held", seat=state.seats[seat])
    if rules.trump_nine_limit == "not-at-two-cards" and len(state.stock) <= 2:
        return state.refuse("trump-nine-limit", "stock-too-low", left=len(state.stock))
    if rules.trump_nine_when == "on-own-lead" and (seat != state.turn or state.table):
        return state.refuse("trump-nine-when", "not-leading-now")
    if state.phase == TAKING:
        return state.refuse("last-two-who", "card-to-take")
    return None


def do_exchange(state: DealState, action: Action) -> None:
    """Rules: trump-nine, trump-nine-when, trump-nine-limit, stock."""
    assert state.trump is not None
    nine, up = make_card(state.trump, _NINE), state.stock[-1]
    state.hands[action.seat] ^= 1 << nine | 1 << up
    state.stock[-1] = nine
    rules = ("trump-nine", "trump-nine-when", "trump-nine-limit", "stock")
    state.note("exchange", action.seat, rules, gave=format_card(nine), got=format_card(up))


def check_close(state: DealState, action: Action) -> Refusal | None:
    """Rules: close-stock, close-effect."""
    if state.ruleset.close_stock != "more-than-two-left":
        return state.refuse("close-stock", "not-in-use")
    if state.closed_by is not None:
        return state.refuse("close-effect", "closed-already")
    if len(state.stock) <= 2 or state.phase == TAKING:
        return state.refuse("close-stock", "stock-too-low", left=len(state.stock))
    return None


def do_close(state: DealState, action: Action) -> None:
    """Rules: close-stock, close-effect, beat-after-close."""
    state.closed_by = action.seat
    state.note("close", action.seat, ("close-stock", "close-effect"), left=len(state.stock))
    enter_phase(state)


def check_take(state: DealState, action: Action) -> Refusal | None:
    """Rules: last-two-cards, last-two-who."""
    if state.phase != TAKING:
        return state.refuse("last-two-who", "nothing-to-take")
    if action.seat != state.turn:
        return state.refuse("last-two-who", "not-your-turn", turn=state.turn_name())
    return None


def do_take(state: DealState, action: Action) -> None:
    """Rules: last-two-cards, last-two-who."""
    hidden, up = state.stock
    first = action.seat
    mine, other = (hidden, up) if action.which == HIDDEN else (up, hidden)
    _give(state, ((first, mine), (state.next(first), other)), ("last-two-cards", "last-two-who"))


def draw(state: DealState, winner: int) -> bool:
    """Let both draw after a trick that *winner* took; return whether he has first to choose a card.

    Rules: draw, stock, last-two-cards, last-two-who
    """
    if not drawing(state):
        return False
    loser = state.next(winner)
    rules: tuple[str, ...] = ("draw", "stock")
    order = (winner, loser) if state.ruleset.draw == "one-each-winner-first" else (loser, winner)
    if len(state.stock) == 2:
        order = (winner, loser)  # whoever draws first before: these two are the winner's to divide
        if state.ruleset.last_two_cards != "one-each":
            state.stock.clear()
            state.note("draw", None, ("last-two-cards",), drawn=[], left=0)
            enter_phase(state)
            return False
        if state.ruleset.last_two_who == "trick-winner-chooses":
            return True
        rules = (*rules, "last-two-cards", "last-two-who")
    _give(state, tuple(zip(order, state.stock, strict=False)), rules)
    return False


def _give(state: DealState, drawn: tuple[tuple[int, int], ...], rules: tuple[str, ...]) -> None:
    for seat, card in drawn:
        state.hands[seat] |= 1 << card
        state.stock.remove(card)
    shown = [[seat, format_card(card)] for seat, card in drawn]
    state.note("draw", None, rules, drawn=shown, left=len(state.stock))
    if not state.stock:
        enter_phase(state)


def closed_outcome(state: DealState) -> tuple[Outcome, int | None] | None:
    """Return how a closed deal played to the end was won and its fixed price, if closing decides it.

    Rules: close-effect, close-fails, target, target-counting
    """
    closer = state.closed_by
    if closer is None or not closed(state) or state.phase == OVER:
        return None
    rules = ("close-effect", "target", "target-counting")
    if seat_points(state.ruleset, state.tally(closer)) >= state.ruleset.target:
        return won_by(state.ruleset, rules, (closer,), None, state.count), None
    answer = state.ruleset.close_fails
    if answer == "last-trick-decides":
        return None
    price = 3 if answer == "opponent-wins-three" else None
    opponent = (state.next(closer),)
    return won_by(state.ruleset, (*rules, "close-fails"), opponent, None, state.count), price
