"""Where one and the same deal parts under two rulesets, and which rule makes it part."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from przemyskie66.engine.notation import format_action
from przemyskie66.engine.play import OVER, Event, Game
from przemyskie66.engine.record import DealRecord, Replay, replay
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.ruleset import OPTIONS, Ruleset
from przemyskie66.engine.settlement import Points


@dataclass(frozen=True)
class Divergence:
    """The first thing that two rulesets do differently with one record.

    Exactly one of the two kinds: events that differ (:attr:`event_a`, :attr:`event_b`), or an
    action that only one of the two refuses (:attr:`action`, :attr:`refusal_a`, :attr:`refusal_b`).
    """

    index: int  #: number of the event, counted from 0, at which they part
    applied: int  #: how many actions of the record both have done before
    rules: tuple[str, ...]  #: rules that make them part; see :func:`first_divergence`
    event_a: Event | None
    event_b: Event | None
    action: str | None
    refusal_a: Refusal | None
    refusal_b: Refusal | None
    settlement_a: tuple[Points, ...] | None  #: settlement points; ``None`` where the deal did not end
    settlement_b: tuple[Points, ...] | None


def first_divergence(record: DealRecord, ruleset_a: Ruleset, ruleset_b: Ruleset) -> Divergence | None:
    """Return where *record* first goes differently under the two rulesets, or ``None`` if nowhere.

    Only what happens is compared, not what else would have been allowed, and not the names of
    readings: two rulesets that name a different reading of one value play alike.

    The rules that make them part are those that acted there, that the two answer differently, and
    of which each alone, answered in the first ruleset as in the second, already changes what
    happens at that place; if there is none, those of all rules that do; if none does so alone,
    all that acted and differ.

    :raises IllegalActionError: if the deal itself is none of one of them.
    """
    a, b = replay(record, ruleset_a), replay(record, ruleset_b)
    index = _first_difference(a.game.events, b.game.events)
    refusal_a, refusal_b = _refusal(a), _refusal(b)
    if index is None and refusal_a is None and refusal_b is None:
        return None
    if index is None and refusal_a is not None and refusal_b is not None:
        return None  # both stop at the same action, in the same state
    if index is None:
        index = len(a.game.events)
    event_a, event_b = _at(a.game, index), _at(b.game, index)
    refused = next((r.refused for r in (a, b) if r.refused is not None), None)
    parted_by_refusal = (event_a is None or event_b is None) and refused is not None
    acted = [rule for event in (event_a, event_b) if event is not None for rule, _ in event.rules]
    if parted_by_refusal:
        acted = [r.rule for r in (refusal_a, refusal_b) if r is not None] + acted
    applied = min(_actions_before(a, index), _actions_before(b, index))
    return Divergence(
        index=index,
        applied=applied,
        rules=_causes(record, ruleset_a, ruleset_b, acted, index),
        event_a=event_a,
        event_b=event_b,
        action=format_action(refused[1], record.deal.seats) if parted_by_refusal and refused else None,
        refusal_a=refusal_a if parted_by_refusal else None,
        refusal_b=refusal_b if parted_by_refusal else None,
        settlement_a=_settlement(a.game),
        settlement_b=_settlement(b.game),
    )


@dataclass(frozen=True)
class Attribution:
    """Which rules make two rulesets end one deal differently."""

    result_a: object
    result_b: object
    alone: tuple[str, ...]  #: rules each of which, read as in B, turns the result of A into that of B
    jointly: tuple[str, ...]  #: where none does so alone: rules that do together, none to be left out
    stirring: tuple[tuple[str, object], ...]  #: rules that alone change the result of A, and to what
    unshared: bool  #: whether the rulesets differ also in questions only one of them asks, and that decides


def attribution(play: Callable[[Ruleset], object], a: Ruleset, b: Ruleset) -> Attribution | None:
    """Return which of the rules that *a* and *b* answer differently make *play* come out differently.

    *play* returns the result of one deal under a ruleset, as a value that can be compared. One
    reading at a time is turned from that of *a* to that of *b*. If none suffices alone, rules are taken
    back one by one, the first first, from all of them together while the result of *b* stands, until
    none can be: what is left acts jointly, and none of it can be left out. Another such set may be smaller.

    ``None`` means that the results are the same.
    """
    result_a, result_b = play(a), play(b)
    if result_a == result_b:
        return None
    rules = [rule for rule in differing_rules(OPTIONS, a, b) if a.asks(rule) and b.asks(rule)]

    def turned(some: Iterable[str]) -> Ruleset:
        changed = a
        for rule in some:
            changed = changed.with_option(rule, b.value(rule), b.reading(rule))
        return changed

    stirring = tuple((rule, found) for rule in rules if (found := play(turned([rule]))) != result_a)
    alone = tuple(rule for rule, found in stirring if found == result_b)
    jointly: tuple[str, ...] = ()
    unshared = play(turned(rules)) != result_b
    if not alone and not unshared:
        left, shrinks = list(rules), True
        while shrinks:  # a rule that was needed at first may not be once others are gone
            shrinks = False
            for rule in tuple(left):
                without = [other for other in left if other != rule]
                if play(turned(without)) == result_b:
                    left, shrinks = without, True
        jointly = tuple(left)
    return Attribution(result_a, result_b, alone, jointly, stirring, unshared)


def differing_rules(rules: Iterable[str], ruleset_a: Ruleset, ruleset_b: Ruleset) -> tuple[str, ...]:
    """Return those of *rules*, each once, that the two rulesets answer with different values."""
    return tuple(
        rule
        for rule in dict.fromkeys(rules)
        if rule in OPTIONS and ruleset_a.value(rule) != ruleset_b.value(rule)
    )


def _causes(
    record: DealRecord, ruleset_a: Ruleset, ruleset_b: Ruleset, acted: list[str], index: int
) -> tuple[str, ...]:
    before = _happening(replay(record, ruleset_a), index)

    def alone(rules: Iterable[str]) -> tuple[str, ...]:
        causes = []
        for rule in differing_rules(rules, ruleset_a, ruleset_b):
            if not (ruleset_a.asks(rule) and ruleset_b.asks(rule)):
                continue  # a question of one of the two games cannot be put to the other
            changed = ruleset_a.with_option(rule, ruleset_b.value(rule), ruleset_b.reading(rule))
            if _happening(replay(record, changed), index) != before:
                causes.append(rule)
        return tuple(causes)

    return alone(acted) or alone(OPTIONS) or differing_rules(acted, ruleset_a, ruleset_b)


def _happening(result: Replay, index: int) -> tuple[object, ...]:
    """Return what is compared of the event at *index*, or the refusal where there is none."""
    event = _at(result.game, index)
    if event is None:
        return ("refused", None if result.refused is None else result.refused[0])
    return (event.kind, event.seat, event.data)


def _first_difference(events_a: list[Event], events_b: list[Event]) -> int | None:
    for index, (a, b) in enumerate(zip(events_a, events_b, strict=False)):
        if (a.kind, a.seat, a.data) != (b.kind, b.seat, b.data):
            return index
    if len(events_a) != len(events_b):
        return min(len(events_a), len(events_b))
    return None


def _at(game: Game, index: int) -> Event | None:
    return game.events[index] if index < len(game.events) else None


def _refusal(result: Replay) -> Refusal | None:
    return None if result.refused is None else result.refused[2]


def _settlement(game: Game) -> tuple[Points, ...] | None:
    return game.settlement() if game.phase == OVER else None


def _actions_before(result: Replay, index: int) -> int:
    event = _at(result.game, index)
    return result.applied if event is None else max(event.step - 1, 0)
