"""A strong computer player: it imagines the hidden cards a few times over and solves what it imagines.

Like every policy it sees only its view. Hands are imagined that fit it: as many cards as each seat
holds, none that was seen elsewhere, none that a seat would have had to play before. Each is solved
with open cards, and the card is played that does best over all of them; that a seat does not see the
others' cards later on either is left out, which is the known weakness of this way to play.
"""

from collections.abc import Sequence

from przemyskie66.engine.cardplay import EMPTY
from przemyskie66.engine.cards import CARD_COUNT, cards_in
from przemyskie66.engine.deal import Position
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import Action
from przemyskie66.engine.play import PLAY, View
from przemyskie66.engine.players import Policy, sensible_player
from przemyskie66.engine.settlement import Points
from przemyskie66.engine.solver import Solver, SolverError

#: How often the hidden cards are imagined for one card.
SAMPLES = 12

#: With how many cards in each hand a deal is solved for what it pays; with more, for who wins it.
EXACT_FROM = 3

#: How often a distribution is tried that fits all that is known of the hidden cards.
TRIES = 20


def _strong(view: View, legal: Sequence[Action], rng: SplitMix64) -> Action | None:
    """Return what the sensible player would, but for cards: of those the one that solves best."""
    plays = [action for action in legal if action.kind == "play"]
    if view.phase != PLAY or view.seat != view.turn or len(plays) < len(legal):
        said = sensible_player(view, legal, rng)
        if said is None or said.kind != "play":
            return said
    melded = {action.card for action in plays if action.meld}
    plays = [action for action in plays if action.meld or action.card not in melded]
    if len(plays) == 1:
        return plays[0]
    scores: dict[Action, Points] = dict.fromkeys(plays, 0)
    try:
        for _ in range(SAMPLES):
            for action, score in _scores(view, imagined(view, rng)):
                if action in scores:
                    scores[action] += score
    except SolverError:
        return sensible_player(view, legal, rng)
    best = max(scores.values())
    found = [action for action in plays if scores[action] == best]
    if len(found) == 1:
        return found[0]
    tidy = sensible_player(view, found, rng)
    return tidy if tidy in found else found[0]


def _scores(view: View, position: Position) -> list[tuple[Action, Points]]:
    """Return each card that may be played with how good it is for the own side, in *position*.

    Near the end that is what the deal pays, before whether it is won.
    """
    solver = Solver.at(view.ruleset, position, view.seat)
    sign = 1 if view.seat in solver.side else -1
    question = "settlement" if max(view.sizes) <= EXACT_FROM else "wins"
    return [(action, sign * worth) for action, worth in solver.choices(question)]


def lacking(view: View) -> tuple[int, ...]:
    """Return, by seat, a mask of cards that it cannot hold, for it would have had to play them.

    Rules: the duties of play
    """
    found = [0] * len(view.seats)
    if len(view.seats) == 2:
        return tuple(found)  # while cards are drawn, a hand does not stay without a suit
    for trick in (*view.story, view.trick):
        state = EMPTY
        for seat, card in trick:
            for cond, keep in view.tricks.pairs[state]:
                if keep >> card & 1:
                    break
                found[seat] |= cond
            state = view.tricks.after[state][card]
    return tuple(found)


def imagined(view: View, rng: SplitMix64) -> Position:
    """Return a position that *view* does not rule out, with hidden cards by chance."""
    hidden = [card for card in range(CARD_COUNT) if not (view.hand | view.played) >> card & 1]
    seats = [seat for seat in range(len(view.seats)) if seat != view.seat]
    barred = lacking(view)
    for number in range(TRIES):
        # At last as if nothing had been seen but the cards: no distribution may fit a melded or odd past.
        hands = _shared(view, hidden, seats, barred if number < TRIES - 1 else (0,) * len(barred), rng)
        if hands is not None:
            break
    assert hands is not None
    given = {card for hand in hands.values() for card in hand}
    hands[view.seat] = list(cards_in(view.hand))
    assert view.leader is not None
    return Position(
        seats=view.seats,
        dealer=view.dealer,
        hands=tuple(tuple(hands[seat]) for seat in range(len(view.seats))),
        declarer=view.declarer,
        leader=view.leader,
        trump=view.trump,
        trick=tuple(card for _, card in view.trick),
        taken=view.tallies,
        doubles=view.calls,
        contract=view.contract or "suit",
        stock=tuple(card for card in hidden if card not in given),
        closed_by=view.closed_by,
    )


def _shared(
    view: View, hidden: Sequence[int], seats: Sequence[int], barred: Sequence[int], rng: SplitMix64
) -> dict[int, list[int]] | None:
    """Share *hidden* out among *seats*, cards with the fewest possible holders first; ``None`` if stuck."""
    room = {seat: view.sizes[seat] for seat in seats}
    spare = len(hidden) - sum(room.values())
    hands: dict[int, list[int]] = {seat: [] for seat in seats}

    def holders(card: int) -> list[int]:
        return [seat for seat in seats if not barred[seat] >> card & 1]

    for card in sorted(rng.shuffled(hidden), key=lambda card: len(holders(card))):
        open_to = [seat for seat in holders(card) for _ in range(room[seat])]
        number = rng.below(len(open_to) + spare) if open_to or spare else -1
        if number < 0:
            return None
        if number >= len(open_to):
            spare -= 1
            continue
        seat = open_to[number]
        hands[seat].append(card)
        room[seat] -= 1
    return hands if not any(room.values()) else None


#: One that imagines the hidden cards and solves; see the module.
strong_player = Policy("strong", _strong, sensible_player.speaks)
