"""Rulesets and small endgames for the solver's tests, and what they are worth by trying everything.

The search here knows no rule and no short cut: it does every action that
:meth:`~przemyskie66.engine.play.Game.legal_actions` offers, melds and plain, and takes the best.
"""

import re
from functools import cache
from typing import Any

from przemyskie66.engine import OPTIONS, Game, Position, Ruleset, Tally
from przemyskie66.engine.cards import card_tables
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import Action
from przemyskie66.engine.outcome import side_of, side_points
from przemyskie66.engine.play import OVER
from przemyskie66.engine.settlement import Points

#: Answers that are not the first word of their question.
ANSWERS: dict[str, Any] = {
    "players": 3,
    "rank-order": "9JQKTA",
    "card-points": {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11},
    "target": 66,
    "deal-packets": [4, 4],
    "blind-games": [],
    "blind-stake": 2,
    "contract-rank": ["suit", "warszawa", "zyd", "mizerka", "durch"],
    "second-choice": ["zyd", "mizerka", "durch"],
    "throw-in": "not-allowed",
    "surrender": "not-allowed",
    "loss-degrees": {"by": "trick", "half": 33},
    "loss-relief": ["1/3", "2/3"],
    "base-stake": 3,
    "defenders-target": "no-effect",
    "first-to-66": "declarer-wins",
    "meld-points": [20, 40],
    "ladder-rungs": 6,
    "slup-length": 12,
}


@cache
def _first_words() -> dict[str, str]:
    found = {}
    for rule, option in OPTIONS.items():
        words = re.findall(r'"([^"]+)"', option.expected)
        if option.expected.startswith("one of"):
            found[rule] = words[0]
    return found


def ruleset(game: str = "przemyskie", players: int = 3, **changes: Any) -> Ruleset:
    """Return a ruleset that is strict but for *changes*, by rule with ``_`` for ``-``.

    Strict: every duty holds, only the side's own points decide, losers are relieved each for himself.
    """
    told = {**_first_words(), **ANSWERS, "players": players}
    if players != 3:
        told |= {"deal-packets": [6], "sides": "pairs"}
    told |= {name.replace("_", "-"): value for name, value in changes.items()}
    asked = {rule for rule, option in OPTIONS.items() if option.asked.of(game, players)}
    options = {rule: value for rule, value in told.items() if rule in asked}
    return Ruleset.from_json(
        {"id": "tried", "game": game, "options": options, "readings": dict.fromkeys(options, "tried")}
    )


def endgame(rules: Ruleset, seed: int, size: int, contract: str = "suit", **kept: Any) -> Position:
    """Return the position that *seed* makes: *size* cards each, the rest taken somehow before."""
    rng = SplitMix64(seed)
    count = 3 if rules.players == "any" else int(rules.players)
    full = sum(rules.deal_packets)
    pack = rng.shuffled(range(24))
    hands = tuple(tuple(pack[size * seat : size * (seat + 1)]) for seat in range(count))
    gone = pack[size * count : full * count]
    values = card_tables(rules.rank_order, rules.card_points).points
    tricks, points, melds = [0] * count, [0] * count, [0] * count
    luck = [seat for seat in range(count) for _ in range(1 + rng.below(4))]
    for trick in range(full - size):
        seat = rng.pick(luck)
        tricks[seat] += 1
        points[seat] += sum(values[card] for card in gone[count * trick : count * (trick + 1)])
    for seat in range(count):
        if rng.below(6) == 0:
            melds[seat] = 20 + 20 * rng.below(2)
    declarer = None if count == 2 else rng.below(count)
    return Position(
        seats=seat_names(count),
        dealer=rng.below(count),
        hands=hands,
        declarer=declarer,
        leader=rng.below(count),
        trump=None if rng.below(5) == 0 else rng.below(4),
        taken=tuple(Tally(*told) for told in zip(tricks, points, melds, strict=True)),
        contract=contract,
        **kept,
    )


#: What :func:`worth` finds, in order.
NAMES = (
    "maximum", "takes_all", "takes_none", "takes_no_points", "takes_one", "takes_last", "wins", "settlement",
)  # fmt: skip


def ended(game: Game, side: tuple[int, ...], seat: int) -> tuple[Points, ...]:
    """Return what *game*, which is over, was worth to *side*; *seat* is whose settlement points are meant."""
    tallies = game.tallies
    own = sum((tallies[s] for s in side), Tally())
    others = sum(tally.tricks for tally in tallies) - own.tricks
    assert game.outcome is not None
    winners = set(game.outcome.winners)
    points = game.settlement()
    gain = points[seat]
    if game.ruleset.payment == "winner-credited":
        gain -= max(points[s] for s in range(game.count) if s not in side)
    return (
        side_points(game.ruleset, side, tallies),
        others == 0,
        own.tricks == 0,
        own.card_points == 0,
        own.tricks == 1,
        game.last_winner in side,
        winners <= set(side),
        gain,
    )


def _announcement(game: Game, side: tuple[int, ...]) -> Action | None:
    declarers = side if game.declarer in (None, *side) else [s for s in range(game.count) if s not in side]
    rest = [seat for seat in range(game.count) if seat not in declarers]
    for seat in (*declarers, *rest):
        if game.why_not(Action(seat, "announce")) is None:
            return Action(seat, "announce")
    return None


def worth(game: Game, seat: int, *, announcing: bool) -> dict[str, Points]:
    """Return what *game* is worth to the side of *seat*, by the names of the solver's questions.

    With *announcing*, a side that may announce its target does so; without, nobody ever does.
    """
    side = side_of(game.ruleset, seat, game.declarer, game.count)
    seen: dict[Any, tuple[Points, ...]] = {}

    def value(game: Game) -> tuple[Points, ...]:
        if game.phase == OVER:
            return ended(game, side, seat)
        key = (
            tuple(game.hands), game.turn, tuple(game.table), tuple(game.tallies), game.first_at_target,
            game.aimed,
        )  # fmt: skip
        if key in seen:
            return seen[key]
        heard = _announcement(game, side) if announcing else None
        if heard is not None:
            after = game.copy()
            after.do(heard)
            seen[key] = value(after)
            return seen[key]
        found = []
        for action in game.legal_actions(game.turn):
            if action.kind == "play":
                after = game.copy()
                after.do(action)
                found.append(value(after))
        pick = max if game.turn in side else min
        seen[key] = tuple(pick(column) for column in zip(*found, strict=True))
        return seen[key]

    return dict(zip(NAMES, value(game), strict=True))
