"""Refusals: why an action, a deal or a position is not allowed, as data and in an English sentence.

A refusal names the rule, the reading in force and a code with what fills it. Other languages
are made from the code by those who show it.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from przemyskie66.engine.deal import Deal, Position
from przemyskie66.engine.notation import format_card
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.errors import IllegalActionError, NotPlayedError

#: For how many this engine plays so far.
SEATS_PLAYED = 3

#: Code of a refusal of something a source names and the engine does not play.
NOT_PLAYED = "not-played"

#: What each code of a refusal means, in English; ``{…}`` are filled from the refusal's data.
REFUSALS = {
    "wrong-seats": "the deal is for {found}, the rules are for {expected}",
    "seats-not-played": "the engine plays for three only so far, not for {expected}",
    "card-twice": "{cards} stands twice in the deal",
    "wrong-hand-size": "{seat} has {found} cards where {expected} are due",
    "deal-over": "the deal is over",
    "not-your-turn": "it is for {turn} to act",
    "choice-open": "no game has been chosen yet",
    "choice-made": "the game has been chosen already",
    "not-offered": "{contract} cannot be chosen on the first cards",
    "not-played": "{contract} is named in the sources, but the engine does not play it: see rule {see}",
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
    "no-melds": "there are no melds",
    "not-king-or-queen": "only a king or a queen is melded",
    "not-declarer": "only the declarer may meld",
    "not-leading": "one melds only when leading to a trick",
    "pair-not-held": "both king and queen must be held",
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

    Rules: players, deck, deal-packets
    """
    due = sum(ruleset.deal_packets)
    refusals = [*_seat_refusals(ruleset, len(deal.seats)), *_pack_refusals(ruleset, deal.hands)]
    for name, hand in zip(deal.seats, deal.hands, strict=True):
        if len(hand) != due:
            refusals.append(_size_refusal(ruleset, name, len(hand), due))
    return refusals


def position_refusals(ruleset: Ruleset, position: Position) -> list[Refusal]:
    """Return every reason why *position* cannot be played under *ruleset*; none if it can.

    Rules: players, deck, deal-packets, direction
    """
    count = len(position.seats)
    refusals = [
        *_seat_refusals(ruleset, count),
        *_pack_refusals(ruleset, (*position.hands, position.trick)),
    ]
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
    if expected != SEATS_PLAYED:
        data = {
            "expected": expected,
            "found": count,
            "contract": f"the game for {expected}",
            "see": "players",
        }
        return [Refusal("players", reading, "seats-not-played", data)]
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


def refusal_error(what: str, refusals: list[Refusal]) -> IllegalActionError | NotPlayedError:
    first = refusals[0]
    message = f"{what}: " + "; ".join(str(refusal) for refusal in refusals)
    if first.code in (NOT_PLAYED, "seats-not-played"):
        return NotPlayedError(message, first.rule)
    return IllegalActionError(message, first.rule, first.reading)
