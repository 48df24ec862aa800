"""Refusals: why an action, a deal or a position is not allowed, as data and in an English sentence.

A refusal names the rule, the reading in force and a code with what fills it. Other languages
are made from the code by those who show it.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.deal import Deal, Position
from przemyskie66.engine.notation import format_card
from przemyskie66.engine.ruleset import SUIT_GAME, Ruleset
from przemyskie66.errors import IllegalActionError

#: What each code of a refusal means, in English; ``{…}`` are filled from the refusal's data.
REFUSALS = {
    "wrong-seats": "the deal is for {found}, the rules are for {expected}",
    "card-twice": "{cards} stands twice in the deal",
    "wrong-hand-size": "{seat} has {found} cards where {expected} are due",
    "deal-over": "the deal is over",
    "not-your-turn": "it is for {turn} to act",
    "choice-open": "no game has been chosen yet",
    "choice-made": "the game has been chosen already",
    "not-offered": "{contract} is not on offer now",
    "not-chosen": "no game is chosen: the turned-up card makes the trump",
    "not-dealt-yet": "the cards have not been dealt yet",
    "already-dealt": "the cards have been dealt already",
    "has-declined": "{seat} has declined already",
    "has-called": "{seat} has the highest call",
    "an-outcome": "żyd is an outcome of the suit game and cannot be called",
    "suit-needed": "{contract} needs a suit named with it",
    "no-suit-named": "no suit is named with {contract}",
    "not-higher": "{contract} is not higher than {standing}",
    "turn-has-passed": "the turn of {seat} to choose has passed",
    "already-doubled": "the game has been doubled already",
    "nothing-to-name": "there is no trump to name now",
    "not-declarers": "it is for the declarer to name the trump, not for {seat}",
    "trump-to-name": "the trump has to be named first",
    "suit-not-held": "a suit must be held to be chosen",
    "must-choose": "the last to speak may not pass",
    "not-in-use": "this is not done",
    "no-game-yet": "no game has been chosen yet",
    "before-all-cards": "not all cards have been dealt",
    "too-late": "a card has been played already",
    "not-entitled": "{seat} is not entitled to it",
    "ladder-ended": "all {rungs} rungs of the ladder are used",
    "not-your-call": "the next call is not {seat}'s",
    "no-play-yet": "play has not begun",
    "defenders-cannot-win": "defenders do not win by reaching the target",
    "target-not-reached": "the side has {found} of the {expected} card points it needs",
    "not-held": "{seat} does not hold {card}",
    "duty": "of {hand} only {legal} may be played",
    "another-aim": "this game is not won by reaching the target",
    "no-degrees": "this game is not paid by degrees of loss",
    "has-surrendered": "{seat} has surrendered already",
    "nothing-won": "{seat} has neither a trick nor the half",
    "moment-passed": "{seat} may surrender only at once after winning the trick or the half",
    "no-turned-up-card": "no card lies turned up",
    "nine-not-held": "{seat} does not hold the nine of trumps",
    "stock-too-low": "{left} cards are left in the stock",
    "not-leading-now": "this is done when on lead, before playing a card",
    "closed-already": "the stock has been closed already",
    "nothing-to-take": "there is no card to take",
    "card-to-take": "one of the last two cards has to be taken first",
    "not-replaced": "{seat} cannot be replaced now; those who can: {allowed}",
    "wrong-stock-size": "the stock has {found} cards where {expected} are due",
    "no-melds": "there are no melds",
    "no-melds-in": "there are no melds in {contract}",
    "not-king-or-queen": "only a king or a queen is melded",
    "not-declarer": "only the declarer may meld",
    "not-leading": "one melds only when leading to a trick",
    "pair-not-held": "both king and queen must be held",
    "no-trick-taken": "a trick must be taken before one melds",
}


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed: the rule, the reading in force, a code and what fills it."""

    rule: str
    reading: str
    code: str  #: a key of :data:`REFUSALS`
    data: dict[str, Any] = field(default_factory=dict)  #: JSON values

    def __str__(self) -> str:
        reading = f", read as {self.reading}" if self.reading else ""
        return f"{REFUSALS[self.code].format(**self.data)} (rule {self.rule}{reading})"


def deal_refusals(ruleset: Ruleset, deal: Deal) -> list[Refusal]:
    """Return every reason why *deal* cannot be played under *ruleset*; none if it can.

    Rules: players, deck, deal-packets, stock
    """
    due = sum(ruleset.deal_packets)
    refusals = [
        *_seat_refusals(ruleset, len(deal.seats)),
        *_pack_refusals(ruleset, (*deal.hands, deal.stock)),
    ]
    left = CARD_COUNT - due * len(deal.seats) if ruleset.stock else 0
    if len(deal.stock) != left:
        data = {"found": len(deal.stock), "expected": left}
        refusals.append(Refusal("stock", ruleset.reading("stock"), "wrong-stock-size", data))
    for name, hand in zip(deal.seats, deal.hands, strict=True):
        if len(hand) != due:
            refusals.append(_size_refusal(ruleset, name, len(hand), due))
    return refusals


def position_refusals(ruleset: Ruleset, position: Position) -> list[Refusal]:
    """Return every reason why *position* cannot be played under *ruleset*; none if it can.

    Rules: players, deck, deal-packets, stock, direction
    """
    count = len(position.seats)
    refusals = [
        *_seat_refusals(ruleset, count),
        *_pack_refusals(ruleset, (*position.hands, position.trick, position.stock)),
    ]
    contract = position.contract
    if position.declarer is not None and contract != SUIT_GAME and not ruleset.asks(f"{contract}-aim"):
        reading = ruleset.reading("first-choice")
        refusals.append(Refusal("first-choice", reading, "not-offered", {"contract": contract}))
    found = len(position.stock)
    drawn = found - found % count if ruleset.stock else 0  # all draw as often
    if found != drawn:
        data = {"found": found, "expected": drawn}
        refusals.append(Refusal("stock", ruleset.reading("stock"), "wrong-stock-size", data))
    step = 1 if ruleset.direction == "clockwise" else -1
    played = {(position.leader + step * place) % count for place in range(len(position.trick))}
    due = max((len(hand) for hand in position.hands), default=0)
    for seat, hand in enumerate(position.hands):
        expected = due - 1 if seat in played and len(played) < count else due
        if len(hand) != expected or due == 0:
            refusals.append(_size_refusal(ruleset, position.seats[seat], len(hand), max(expected, 1)))
    return refusals


def _seat_refusals(ruleset: Ruleset, count: int) -> list[Refusal]:
    expected = ruleset.players
    reading = ruleset.reading("players")
    if expected == "any":
        return []
    if count != expected:
        return [Refusal("players", reading, "wrong-seats", {"expected": expected, "found": count})]
    return []


def _pack_refusals(ruleset: Ruleset, groups: tuple[tuple[int, ...], ...]) -> list[Refusal]:
    if ruleset.deck == "unchecked":
        return []
    cards = sorted(card for group in groups for card in group)
    twice = [card for card, following in pairwise(cards) if card == following]
    reading = ruleset.reading("deck")
    return [
        Refusal("deck", reading, "card-twice", {"cards": format_card(card)}) for card in dict.fromkeys(twice)
    ]


def _size_refusal(ruleset: Ruleset, name: str, found: int, expected: int) -> Refusal:
    data = {"seat": name, "found": found, "expected": expected}
    return Refusal("deal-packets", ruleset.reading("deal-packets"), "wrong-hand-size", data)


def refusal_error(what: str, refusals: list[Refusal]) -> IllegalActionError:
    """Return the error that says that *what* is refused, and every reason."""
    first = refusals[0]
    message = f"{what}: " + "; ".join(str(refusal) for refusal in refusals)
    return IllegalActionError(message, first.rule, first.reading)
