"""Rule cases: a start, some actions and what must follow, as data; and the one who runs them.

A case stands in ``tests/rules/<rule-id>.toml`` and rests on a claim or a pin. The same data are
run by the test suite, by ``przemyskie66 check``, at the build of the site and in the browser.
The shape is published as ``corpus/schema/case.schema.json``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from przemyskie66.engine.cards import mask_of
from przemyskie66.engine.deal import Deal, Position, Tally, seat_names
from przemyskie66.engine.notation import (
    format_action,
    format_mask,
    format_suit,
    parse_action,
    parse_cards,
    parse_suit,
)
from przemyskie66.engine.play import Game
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.session import DealResult, Session
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.errors import IllegalActionError, NotationError, Przemyskie66Error

#: Every key of a case.
CASE_KEYS = (
    "id", "title", "reading", "rests_on", "ruleset", "note", "start", "session", "actions", "expect",
)  # fmt: skip


@dataclass(frozen=True)
class CaseResult:
    """Whether a case holds, and if not, in what."""

    ok: bool
    failures: tuple[str, ...]


def run_case(case: Mapping[str, Any], ruleset: Ruleset) -> CaseResult:
    """Run *case* under *ruleset* and return whether what it expects is what happens.

    *ruleset* is the case's own ruleset with the option of its rule set to the value under test:
    that of the case's reading, or another to see the case fail. A fault of the case itself
    (unknown key, unreadable card) makes it fail as well; nothing is raised.
    """
    failures: list[str] = []
    try:
        failures += _shape_faults(case)
        if not failures:
            failures += _run(case, ruleset)
    except Przemyskie66Error as error:
        failures.append(str(error))
    return CaseResult(not failures, tuple(failures))


def play_case(case: Mapping[str, Any], ruleset: Ruleset) -> Game:
    """Return the game of *case* after its actions, as a picture of it needs.

    :raises Przemyskie66Error: if it cannot be begun or an action cannot be done.
    """
    game = _begin(case["start"], ruleset)
    for text in case.get("actions", ()):
        game.apply(parse_action(text, game.seats))
    return game


def _shape_faults(case: Mapping[str, Any]) -> list[str]:
    faults = [f"a case has no key {key!r}" for key in case if key not in CASE_KEYS]
    if "session" in case:
        return faults + _session_faults(case)
    start, expected = case.get("start"), case.get("expect")
    if not isinstance(start, Mapping) or not isinstance(start.get("hands"), Mapping):
        faults.append("the case has no start with hands")
        start = {}
    if not isinstance(expected, Mapping) or not expected:
        faults.append("the case expects nothing")
        expected = {}
    if not _is_list(case.get("actions", []), _is_text):
        faults.append("the actions of the case are no list of texts")
    for where, table, shapes in (("start", start, _START_SHAPES), ("expect", expected, _EXPECT_SHAPES)):
        for key, value in table.items():
            if key not in shapes:
                faults.append(f"{where}.{key}: no such key; known: {', '.join(shapes)}")
            elif not shapes[key](value):
                faults.append(f"{where}.{key}: {value!r} is not of the right shape")
    if ("declarer" in start or "contract" in start) and "leader" not in start:
        faults.append("start.leader: missing; a position says who leads")
    if "start_refused" in expected and len(expected) > 1:
        faults.append("expect.start_refused: where the start is refused, nothing else can be expected")
    return faults


def _session_faults(case: Mapping[str, Any]) -> list[str]:
    session, expected = case["session"], case.get("expect")
    faults = [f"a case of several deals has no {key}" for key in ("start", "actions") if key in case]
    if not isinstance(session, Mapping) or not isinstance(expected, Mapping) or not expected:
        return [*faults, "the case has no session, or expects nothing"]
    for where, table, shapes in (
        ("session", session, _SESSION_SHAPES),
        ("expect", expected, _SESSION_EXPECT_SHAPES),
    ):
        for key, value in table.items():
            if key not in shapes:
                faults.append(f"{where}.{key}: no such key; known: {', '.join(shapes)}")
            elif not shapes[key](value):
                faults.append(f"{where}.{key}: {value!r} is not of the right shape")
    if "persons" not in session:
        faults.append("session.persons: missing")
    return faults


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_points(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_list(value: object, item: Callable[[object], bool]) -> bool:
    return isinstance(value, list | tuple) and all(item(v) for v in value)


def _is_table(value: object, item: Callable[[object], bool]) -> bool:
    return isinstance(value, Mapping) and all(_is_text(k) and item(v) for k, v in value.items())


def _is_texts_by_name(value: object) -> bool:
    return _is_table(value, _is_text)


def _is_numbers_by_name(value: object) -> bool:
    return _is_table(value, _is_number)


def _is_forbidden(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) == {"action", "rule"} and _is_texts_by_name(value)


def _is_event(value: object) -> bool:
    if not isinstance(value, Mapping) or not set(value) <= {"kind", "rules"}:
        return False
    return _is_text(value.get("kind")) and _is_list(value.get("rules", []), _is_text)


def _is_result(value: object) -> bool:
    known = {"declarer", "contract", "outcome", "settlement", "last_trick", "winners", "replace"}
    if not isinstance(value, Mapping) or not {"outcome", "settlement"} <= set(value) <= known:
        return False
    texts = [
        value[key] for key in ("declarer", "contract", "outcome", "last_trick", "replace") if key in value
    ]
    return (
        all(map(_is_text, texts))
        and _is_table(value["settlement"], lambda points: isinstance(points, int))
        and _is_list(value.get("winners", []), _is_text)
    )


_SESSION_SHAPES: dict[str, Callable[[object], bool]] = {
    "persons": lambda value: _is_list(value, _is_text),
    "dealer": _is_text,
    "results": lambda value: _is_list(value, _is_result),
}

_SESSION_EXPECT_SHAPES: dict[str, Callable[[object], bool]] = {
    "next_dealer": _is_text,
    "sitting_out": _is_text,
    "scores": lambda value: _is_table(value, _is_points),
    "may_replace": lambda value: _is_list(value, _is_text),
}

_START_SHAPES: dict[str, Callable[[object], bool]] = {
    "seats": lambda value: _is_list(value, _is_text),
    "dealer": _is_text,
    "hands": _is_texts_by_name,
    "trump": _is_text,
    "declarer": _is_text,
    "leader": _is_text,
    "trick": _is_text,
    "taken": lambda value: _is_table(value, _is_numbers_by_name),
    "doubles": _is_number,
    "contract": _is_text,
    "blind": lambda value: isinstance(value, bool),
    "refused": lambda value: isinstance(value, bool),
    "stock": _is_text,
    "closed_by": _is_text,
}

_EXPECT_SHAPES: dict[str, Callable[[object], bool]] = {
    "legal": _is_text,
    "refused": _is_forbidden,
    "start_refused": lambda value: (
        isinstance(value, Mapping) and set(value) == {"rule"} and _is_text(value["rule"])
    ),
    "allowed": lambda value: _is_list(value, _is_text),
    "not_allowed": lambda value: _is_list(value, _is_forbidden),
    "turn": _is_text,
    "declarer": _is_text,
    "leader": _is_text,
    "trick_winner": _is_text,
    "points": _is_numbers_by_name,
    "tricks": _is_numbers_by_name,
    "sees": _is_texts_by_name,
    "trump": _is_text,
    "phase": _is_text,
    "outcome": _is_text,
    "settlement": lambda value: _is_table(value, _is_points),
    "event": _is_event,
    "no_event": _is_event,
    "contract": _is_text,
    "stock": _is_number,
    "offered": lambda value: _is_list(value, _is_text),
}


def _run(case: Mapping[str, Any], ruleset: Ruleset) -> list[str]:
    expected = case["expect"]
    if "session" in case:
        return _session_failures(play_session(case, ruleset), expected)
    if "start_refused" in expected:
        return _start_refusal_failures(case, ruleset, expected["start_refused"]["rule"])
    game = play_case(case, ruleset)
    failures = []
    for key, value in expected.items():
        failures += _EXPECTATIONS[key](game, value)
    return failures


def play_session(case: Mapping[str, Any], ruleset: Ruleset) -> Session:
    """Return the table of a case of several deals after its results.

    :raises Przemyskie66Error: if it cannot be begun, or somebody cannot be replaced.
    """
    told = case["session"]
    session = Session(ruleset, told["persons"], told.get("dealer"))
    for result in told.get("results", ()):
        session.add(
            DealResult(
                outcome=result["outcome"],
                settlement=dict(result["settlement"]),
                declarer=result.get("declarer"),
                contract=result.get("contract"),
                winners=tuple(result.get("winners", ())),
                last_trick=result.get("last_trick"),
            )
        )
        if "replace" in result:
            session.replace(result["replace"])
    return session


def _session_failures(session: Session, expected: Mapping[str, Any]) -> list[str]:
    scores = {name: points_to_json(points) for name, points in session.scores.items()}
    found: dict[str, object] = {
        "next_dealer": session.dealer,
        "sitting_out": session.sitting_out or "nobody",
        "scores": scores,
        "may_replace": list(session.may_replace()),
    }
    wanted = {key: dict(value) if key == "scores" else value for key, value in expected.items()}
    return [failure for key in wanted for failure in _compare(key, wanted[key], found[key])]


def _start_refusal_failures(case: Mapping[str, Any], ruleset: Ruleset, rule: str) -> list[str]:
    try:
        _begin(case["start"], ruleset)
    except IllegalActionError as error:
        return [] if error.rule == rule else [f"refused by {error.rule}, not by {rule}: {error}"]
    return [f"expected rule {rule} to refuse the start, but it can be played"]


def _begin(start: Mapping[str, Any], ruleset: Ruleset) -> Game:
    seats = tuple(start.get("seats", seat_names(len(start["hands"]))))
    unknown = [name for name in start["hands"] if name not in seats]
    if unknown or len(start["hands"]) != len(seats):
        raise NotationError(
            f"hands of {', '.join(start['hands'])}: expected one for each of {', '.join(seats)}"
        )
    hands = tuple(parse_cards(start["hands"][name]) for name in seats)
    dealer = _seat(seats, start.get("dealer", seats[-1]))
    stock = parse_cards(start.get("stock", ""))
    if "leader" not in start:
        return Game.start(ruleset, Deal(seats, dealer, hands, stock), blind=start.get("blind", False))
    taken = start.get("taken", {})
    for name in taken:
        _seat(seats, name)
    trump = start.get("trump", "none")
    position = Position(
        seats=seats,
        dealer=dealer,
        hands=hands,
        declarer=_seat(seats, start["declarer"]) if "declarer" in start else None,
        leader=_seat(seats, start["leader"]),
        trump=None if trump == "none" else parse_suit(trump),
        trick=parse_cards(start.get("trick", "")),
        taken=tuple(_tally(taken.get(name, {})) for name in seats),
        doubles=start.get("doubles", 0),
        contract=start.get("contract", "suit"),
        blind=start.get("blind", False),
        refused=start.get("refused", False),
        stock=stock,
        closed_by=_seat(seats, start["closed_by"]) if "closed_by" in start else None,
    )
    return Game.at(ruleset, position)


def _seat(seats: tuple[str, ...], name: str) -> int:
    if name not in seats:
        raise NotationError(f"{name!r} is no seat; expected one of {', '.join(seats)}")
    return seats.index(name)


def _tally(table: Mapping[str, int]) -> Tally:
    unknown = set(table) - {"tricks", "points", "melds"}
    if unknown:
        raise NotationError(f"taken: no {', '.join(sorted(unknown))}; expected tricks, points, melds")
    return Tally(table.get("tricks", 0), table.get("points", 0), table.get("melds", 0))


def _compare(what: str, expected: object, found: object) -> list[str]:
    return [] if expected == found else [f"{what}: expected {expected}, found {found}"]


def _name(game: Game, seat: int | None) -> str:
    return "nobody" if seat is None else game.seats[seat]


def _expect_legal(game: Game, expected: str) -> list[str]:
    found = game.legal_mask()
    if mask_of(parse_cards(expected)) == found:
        return []
    return [f"legal: expected {expected}, found {format_mask(found) or 'no card'}"]


def _expect_refused(game: Game, expected: Mapping[str, str]) -> list[str]:
    refusal = game.why_not(parse_action(expected["action"], game.seats))
    if refusal is None:
        return [f"{expected['action']!r}: expected rule {expected['rule']} to forbid it, but it is allowed"]
    return _compare(f"rule that forbids {expected['action']!r}", expected["rule"], refusal.rule)


def _expect_allowed(game: Game, expected: list[str]) -> list[str]:
    failures = []
    for text in expected:
        refusal = game.why_not(parse_action(text, game.seats))
        if refusal is not None:
            failures.append(f"{text!r}: expected to be allowed, but {refusal}")
    return failures


def _expect_not_allowed(game: Game, expected: list[Mapping[str, str]]) -> list[str]:
    return [failure for item in expected for failure in _expect_refused(game, item)]


def _expect_turn(game: Game, expected: str) -> list[str]:
    return _compare("turn", expected, _name(game, game.turn))


def _expect_declarer(game: Game, expected: str) -> list[str]:
    return _compare("declarer", expected, _name(game, game.declarer))


def _expect_leader(game: Game, expected: str) -> list[str]:
    return _compare("leader", expected, _name(game, game.leader))


def _expect_trick_winner(game: Game, expected: str) -> list[str]:
    return _compare("trick winner", expected, _name(game, game.last_winner))


def _expect_points(game: Game, expected: Mapping[str, int]) -> list[str]:
    return _compare("points", dict(expected), {n: game.card_points(_seat(game.seats, n)) for n in expected})


def _expect_tricks(game: Game, expected: Mapping[str, int]) -> list[str]:
    return _compare(
        "tricks", dict(expected), {n: game.tallies[_seat(game.seats, n)].tricks for n in expected}
    )


def _expect_sees(game: Game, expected: Mapping[str, str]) -> list[str]:
    failures = []
    for name, cards in expected.items():
        found = game.view(_seat(game.seats, name)).hand
        if mask_of(parse_cards(cards)) != found:
            failures.append(f"{name} sees: expected {cards}, found {format_mask(found)}")
    return failures


def _expect_trump(game: Game, expected: str) -> list[str]:
    return _compare("trump", expected, format_suit(game.trump))


def _expect_phase(game: Game, expected: str) -> list[str]:
    return _compare("phase", expected, game.phase)


def _expect_outcome(game: Game, expected: str) -> list[str]:
    return _compare("outcome", expected, None if game.outcome is None else game.outcome.kind)


def _expect_settlement(game: Game, expected: Mapping[str, int | str]) -> list[str]:
    points = [points_to_json(number) for number in game.settlement()]
    found = dict(zip(game.seats, points, strict=True))
    return _compare("settlement", dict(expected), found)


def _expect_event(game: Game, expected: Mapping[str, Any]) -> list[str]:
    wanted = set(expected.get("rules", ()))
    for event in game.events:
        if event.kind == expected["kind"] and wanted <= {rule for rule, _ in event.rules}:
            return []
    return [f"expected an event {expected['kind']} by {', '.join(sorted(wanted)) or 'any rule'}, found none"]


def _expect_no_event(game: Game, expected: Mapping[str, Any]) -> list[str]:
    barred = set(expected.get("rules", ()))
    for event in game.events:
        if event.kind == expected["kind"] and barred <= {rule for rule, _ in event.rules}:
            return [
                f"expected no event {expected['kind']} by {', '.join(sorted(barred)) or 'any rule'}, found one"
            ]
    return []


def _expect_contract(game: Game, expected: str) -> list[str]:
    return _compare("contract", expected, game.contract or "none")


def _expect_stock(game: Game, expected: int) -> list[str]:
    return _compare("cards in the stock", expected, len(game.stock))


def _expect_offered(game: Game, expected: list[str]) -> list[str]:
    offered = [format_action(action, game.seats) for action in game.legal_actions()]
    missing = [text for text in expected if text not in offered]
    return [f"not offered: {', '.join(missing)}; offered: {', '.join(offered)}"] if missing else []


_EXPECTATIONS: dict[str, Callable[[Game, Any], list[str]]] = {
    "legal": _expect_legal,
    "refused": _expect_refused,
    "allowed": _expect_allowed,
    "not_allowed": _expect_not_allowed,
    "turn": _expect_turn,
    "declarer": _expect_declarer,
    "leader": _expect_leader,
    "trick_winner": _expect_trick_winner,
    "points": _expect_points,
    "tricks": _expect_tricks,
    "sees": _expect_sees,
    "trump": _expect_trump,
    "phase": _expect_phase,
    "outcome": _expect_outcome,
    "settlement": _expect_settlement,
    "event": _expect_event,
    "no_event": _expect_no_event,
    "contract": _expect_contract,
    "stock": _expect_stock,
    "offered": _expect_offered,
}
