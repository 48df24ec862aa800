"""Deal records: a deal and what was done with it, as JSON; written, read, checked, replayed.

The shape is published as ``corpus/schema/deal-record.schema.json`` and is checked here by hand,
so that the engine needs nothing beside the standard library; every fault is listed. A record
names the ruleset it was played under and can be replayed under any other, up to the first
action that one refuses.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from przemyskie66.engine.deal import SEAT_NAMES, Deal, Position, Tally
from przemyskie66.engine.notation import (
    Action,
    format_action,
    format_card,
    format_cards,
    format_suit,
    parse_action,
    parse_card,
    parse_suit,
)
from przemyskie66.engine.play import Game
from przemyskie66.engine.refusal import Refusal
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.errors import Fault, NotationError
from przemyskie66.ids import is_id

FORMAT = "przemyskie66/deal-record"
VERSION = 1

#: A record is small; more than this many characters is something else.
SIZE_LIMIT = 1_000_000

_KEYS = (
    "format", "version", "id", "title", "note", "ruleset", "seats", "dealer", "hands", "stock", "seed",
    "blind", "position", "actions", "expect",
    "contrast",
)  # fmt: skip
_REQUIRED = ("format", "version", "id", "title", "ruleset", "seats", "dealer", "actions")
_EXPECTATIONS = ("settlement", "outcome", "refused")


@dataclass(frozen=True)
class DealRecord:
    """A deal and the actions done with it."""

    id: str
    title: Mapping[str, str]  #: by language, ``pl`` and ``en``
    ruleset: str  #: id of the ruleset it was played under
    deal: Deal
    actions: tuple[Action, ...] = ()
    note: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None  #: the seed that the cards come from, if they come from one
    position: Position | None = None  #: where it begins part of the way through; its hands are the deal's
    blind: bool = False  #: whether the actions begin before the deal, with calls in the dark
    #: by ruleset id: ``settlement`` (by seat name), ``outcome`` or ``refused`` (``action``, ``rule``)
    expect: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: ``rule``, and ``readings``: what is expected under each of them, the rest as in the ruleset
    contrast: Mapping[str, Any] = field(default_factory=dict)

    def begin(self, ruleset: Ruleset, *, silent: bool = False) -> Game:
        """Return the game that the record begins with, under *ruleset*.

        :raises IllegalActionError: if the deal or position is none of this ruleset.
        """
        if self.position is not None:
            return Game.at(ruleset, self.position, silent=silent)
        return Game.start(ruleset, self.deal, blind=self.blind, silent=silent)


@dataclass(frozen=True)
class Replay:
    """What became of a record under a ruleset."""

    game: Game
    applied: int  #: how many of the actions were done
    refused: tuple[int, Action, Refusal] | None  #: the action that was refused, counted from 0


class _Report:
    """Collects faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def __call__(self, place: str, message: str, value: object = "", way_out: str = "") -> None:
        shown = "" if value == "" else _short(value)
        self.faults.append(Fault("record", self.file, place, message, shown, way_out))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return table


def load_json(text: str, file: str = "record") -> object:
    """Return the JSON value that *text* holds.

    :raises NotationError: if it is too long or no JSON, with line and column, or repeats a key.
    """
    if len(text) > SIZE_LIMIT:
        raise NotationError(f"{file}: {len(text)} characters; a deal record has at most {SIZE_LIMIT}")
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"{file}: line {error.lineno}, column {error.colno}: no JSON: {error.msg}"
        ) from None
    except ValueError as error:
        raise NotationError(f"{file}: {error}") from None
    except RecursionError:
        raise NotationError(f"{file}: nested too deeply to be a deal record") from None


def read_record(data: object, file: str = "record") -> DealRecord:
    """Return the record in *data*, a JSON text or the value it holds.

    Whether its actions are allowed is not asked here; :func:`replay` does.

    :raises NotationError: listing every fault; *file* says in them where *data* came from.
    """
    if isinstance(data, str):
        data = load_json(data, file)
    report = _Report(file)
    record = _read(data, report)
    if record is None or report.faults:
        raise NotationError("\n".join(str(fault) for fault in report.faults))
    return record


def record_faults(data: object, file: str = "record") -> tuple[Fault, ...]:
    """Return every fault of *data*, a JSON value, as a deal record; none if it is one."""
    report = _Report(file)
    _read(data, report)
    return tuple(report.faults)


def _read(data: object, report: _Report) -> DealRecord | None:
    if not isinstance(data, Mapping):
        report("top", "a deal record is a JSON object", data)
        return None
    for key in data:
        if key not in _KEYS:
            report(str(key), "no such key", key, f"Known: {', '.join(_KEYS)}.")
    for key in _REQUIRED:
        if key not in data:
            report(key, "missing", "", f"Every record has: {', '.join(_REQUIRED)}.")
    if data.get("format", FORMAT) != FORMAT:
        report("format", "not the format of a deal record", data["format"], f"Expected {FORMAT!r}.")
    version = data.get("version", VERSION)
    if isinstance(version, bool) or version != VERSION:
        report("version", "a version this engine does not read", version, f"Expected {VERSION}.")
    for key in ("id", "ruleset"):
        if key in data and not (isinstance(data[key], str) and is_id(data[key])):
            report(key, "not an id", data[key], "Use lower-case letters, digits and single hyphens.")
    title = _read_texts(data, "title", report)
    note = _read_texts(data, "note", report)
    seats = _read_seats(data, report)
    dealer = data.get("dealer")
    if "dealer" in data and (not isinstance(dealer, str) or dealer not in seats):
        report("dealer", "no seat of this record", dealer, f"Expected one of {', '.join(seats)}.")
    seed = data.get("seed")
    hands: dict[str, tuple[int, ...]] = {}
    if "hands" in data:
        hands = _read_hands(data["hands"], seats, report)
    elif "seed" not in data:
        report(
            "hands", "neither hands nor a seed", "", "Give the cards of each seat, or the seed of the deal."
        )
    if "seed" in data and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64):
        report("seed", "not a seed", seed, "Expected a whole number from 0 to 2**64 - 1.")
    stock = _read_stock(data.get("stock", []), report)
    blind = data.get("blind", False)
    if not isinstance(blind, bool):
        report("blind", "neither true nor false", blind, "Leave it out where nobody calls before the deal.")
    actions = _read_actions(data.get("actions", []), seats, report)
    expect = _read_expect(data.get("expect", {}), seats, report)
    contrast = _read_contrast(data.get("contrast", {}), seats, report)
    if report.faults:
        return None
    dealer_seat = seats.index(str(dealer))
    dealt = Deal.from_seed(seed, dealer_seat, seats) if isinstance(seed, int) else None
    if "hands" in data:
        deal = Deal(seats, dealer_seat, tuple(hands[name] for name in seats), stock)
        if dealt is not None and dealt != deal:
            expected = "; ".join(format_cards(hand) for hand in (*dealt.hands, dealt.stock) if hand)
            report("hands", "not the cards that the seed deals", "", f"Seed {seed} deals: {expected}.")
            return None
    else:
        assert dealt is not None  # there is a seed
        deal = dealt
    position = None
    if "position" in data:
        position = _read_position(data["position"], deal, report)
        if position is None:
            return None
    return DealRecord(
        id=data["id"], title=title, note=note, ruleset=data["ruleset"], deal=deal, seed=seed, position=position,
        blind=bool(blind), actions=actions, expect=expect,
        contrast=contrast,
    )  # fmt: skip


_POSITION_KEYS = (
    "declarer", "leader", "trump", "contract", "trick", "taken", "doubles", "blind", "refused", "closed_by",
)  # fmt: skip


def _read_position(told: object, deal: Deal, report: _Report) -> Position | None:
    if not isinstance(told, Mapping):
        report("position", "not a table", told, f"Known: {', '.join(_POSITION_KEYS)}.")
        return None
    before = len(report.faults)

    def seat_of(key: str) -> int | None:
        name = told.get(key)
        if key not in told:
            return None
        if not isinstance(name, str) or name not in deal.seats:
            report(f"position.{key}", "no seat of this record", name, f"Expected {', '.join(deal.seats)}.")
            return None
        return deal.seats.index(name)

    for key in told:
        if key not in _POSITION_KEYS:
            report(f"position.{key}", "no such key", key, f"Known: {', '.join(_POSITION_KEYS)}.")
    if "leader" not in told:
        report("position.leader", "missing", "", "Name who leads to the trick on the table.")
    for key in ("blind", "refused"):
        if not isinstance(told.get(key, False), bool):
            report(f"position.{key}", "neither true nor false", told[key])
    doubles = told.get("doubles", 0)
    if not isinstance(doubles, int) or isinstance(doubles, bool) or doubles < 0:
        report("position.doubles", "not a whole number", doubles)
    taken = told.get("taken", {})
    shaped = isinstance(taken, Mapping) and all(
        name in deal.seats
        and isinstance(table, Mapping)
        and set(table) <= {"tricks", "points", "melds"}
        and all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in table.values())
        for name, table in taken.items()
    )
    if not shaped:
        report("position.taken", "not a table of tricks, points and melds by seat", taken)
    seats = {key: seat_of(key) for key in ("declarer", "leader", "closed_by")}
    for key, kind, due in (("trump", str, "a suit letter, or none"), ("trick", list, "a list")):
        if not isinstance(told.get(key, kind()), kind):
            report(f"position.{key}", f"not {due}", told[key])
    trick: list[int] = []
    given = told.get("trick", [])
    for place, text in enumerate(given if isinstance(given, list) else [], start=1):
        try:
            trick.append(parse_card(text if isinstance(text, str) else repr(text)))
        except NotationError as error:
            report(f"position.trick, card {place}", str(error))
    if len(report.faults) > before:
        return None
    trump = told.get("trump", "none")
    try:
        return Position(
            seats=deal.seats,
            dealer=deal.dealer,
            hands=deal.hands,
            declarer=seats["declarer"],
            leader=seats["leader"] or 0,
            trump=None if trump == "none" else parse_suit(trump),
            trick=tuple(trick),
            taken=tuple(_read_tally(taken.get(name, {})) for name in deal.seats) if taken else (),
            doubles=doubles,
            contract=told.get("contract", "suit"),
            blind=told.get("blind", False),
            refused=told.get("refused", False),
            stock=deal.stock,
            closed_by=seats["closed_by"],
        )
    except NotationError as error:
        report("position", str(error))
        return None


def _read_tally(table: Mapping[str, int]) -> Tally:
    return Tally(table.get("tricks", 0), table.get("points", 0), table.get("melds", 0))


def _position_to_json(position: Position) -> dict[str, Any]:
    seats = position.seats
    data: dict[str, Any] = {"leader": seats[position.leader]}
    if position.declarer is not None:
        data |= {"declarer": seats[position.declarer], "contract": position.contract}
    data["trump"] = format_suit(position.trump)
    if position.trick:
        data["trick"] = [format_card(card) for card in position.trick]
    taken = {
        name: {"tricks": tally.tricks, "points": tally.card_points, "melds": tally.meld_points}
        for name, tally in zip(seats, position.taken, strict=False)
        if tally != Tally()
    }
    if taken:
        data["taken"] = taken
    for key, value in (
        ("doubles", position.doubles),
        ("blind", position.blind),
        ("refused", position.refused),
    ):
        if value:
            data[key] = value
    if position.closed_by is not None:
        data["closed_by"] = seats[position.closed_by]
    return data


def _read_texts(data: Mapping[str, Any], key: str, report: _Report) -> dict[str, str]:
    texts = data.get(key, {})
    if not isinstance(texts, Mapping):
        report(key, "not a table of texts by language", texts, "Give pl and en.")
        return {}
    for language, text in texts.items():
        if language not in ("pl", "en") or not isinstance(text, str) or not text.strip():
            report(f"{key}.{language}", "not a text in a known language", text, "Give pl and en.")
    if key in data and set(texts) != {"pl", "en"}:
        report(key, "not in both languages", sorted(map(str, texts)), "Give pl and en.")
    return dict(texts)


def _read_seats(data: Mapping[str, Any], report: _Report) -> tuple[str, ...]:
    seats = data.get("seats", list(SEAT_NAMES))
    if not isinstance(seats, list | tuple) or not all(isinstance(name, str) for name in seats):
        report("seats", "not a list of names", seats, 'Expected, clockwise, ["A", "B", "C"].')
        return SEAT_NAMES
    if (
        not 2 <= len(seats) <= 4
        or any(name.split() != [name] for name in seats)
        or len(set(seats)) != len(seats)
    ):
        report("seats", "not two to four different names of one word", list(seats))
        return SEAT_NAMES
    return tuple(seats)


def _read_hands(hands: object, seats: Sequence[str], report: _Report) -> dict[str, tuple[int, ...]]:
    result: dict[str, tuple[int, ...]] = {}
    if not isinstance(hands, Mapping):
        report("hands", "not a table of cards by seat", hands)
        return result
    for name in hands:
        if name not in seats:
            report(f"hands.{name}", "no seat of this record", name, f"Expected {', '.join(seats)}.")
    for name in seats:
        cards = hands.get(name)
        if not isinstance(cards, list | tuple):
            report(f"hands.{name}", "not a list of cards", cards, 'Expected cards as in ["HA", "C9"].')
            continue
        read = []
        for place, text in enumerate(cards, start=1):
            try:
                read.append(parse_card(text if isinstance(text, str) else repr(text)))
            except NotationError as error:
                report(f"hands.{name}, card {place}", str(error))
        result[name] = tuple(read)
    return result


def _read_stock(stock: object, report: _Report) -> tuple[int, ...]:
    if not isinstance(stock, list | tuple):
        report("stock", "not a list of cards", stock, "Give the cards not dealt, in the order of drawing.")
        return ()
    read = []
    for place, text in enumerate(stock, start=1):
        try:
            read.append(parse_card(text if isinstance(text, str) else repr(text)))
        except NotationError as error:
            report(f"stock, card {place}", str(error))
    return tuple(read)


def _read_actions(actions: object, seats: Sequence[str], report: _Report) -> tuple[Action, ...]:
    if not isinstance(actions, list | tuple):
        report("actions", "not a list of actions", actions, 'Expected actions as in ["A choose H"].')
        return ()
    read = []
    for place, text in enumerate(actions, start=1):
        try:
            read.append(parse_action(text if isinstance(text, str) else repr(text), seats))
        except NotationError as error:
            report(f"action {place}", str(error))
    return tuple(read)


def _is_points(value: object) -> bool:
    if isinstance(value, str):
        top, slash, bottom = value.removeprefix("-").partition("/")
        return bool(slash) and top.isdecimal() and bottom.isdecimal() and value.isascii()
    return isinstance(value, int) and not isinstance(value, bool)


def _read_expect(expect: object, seats: Sequence[str], report: _Report) -> dict[str, dict[str, Any]]:
    if not isinstance(expect, Mapping):
        report("expect", "not a table by ruleset", expect)
        return {}
    for ruleset in expect:
        if not is_id(str(ruleset)):
            report(f"expect.{ruleset}", "not the id of a ruleset", ruleset)
    return _read_expectations(expect, "expect", seats, report)


def _read_contrast(contrast: object, seats: Sequence[str], report: _Report) -> dict[str, Any]:
    if contrast == {}:
        return {}
    if not isinstance(contrast, Mapping) or set(contrast) != {"rule", "readings"}:
        report("contrast", "not a table of a rule and its readings", contrast)
        return {}
    rule, readings = contrast["rule"], contrast["readings"]
    if not isinstance(rule, str) or not is_id(rule):
        report("contrast.rule", "not an id", rule)
    if not isinstance(readings, Mapping) or len(readings) < 2:
        report("contrast.readings", "not a table of two readings or more", readings)
        return {}
    return {"rule": rule, "readings": _read_expectations(readings, "contrast.readings", seats, report)}


def _read_expectations(
    told: Mapping[Any, Any], where: str, seats: Sequence[str], report: _Report
) -> dict[str, dict[str, Any]]:
    result: dict[str, dict[str, Any]] = {}
    for name, expected in told.items():
        place = f"{where}.{name}"
        if not isinstance(expected, Mapping) or not expected:
            report(place, "expects nothing", expected, f"Give one of {', '.join(_EXPECTATIONS)}.")
            continue
        for key, value in expected.items():
            if key not in _EXPECTATIONS:
                report(f"{place}.{key}", "no such expectation", key, f"Known: {', '.join(_EXPECTATIONS)}.")
            elif not _EXPECTATION_SHAPES[key](value, seats):
                report(f"{place}.{key}", "not of the right shape", value)
        result[str(name)] = dict(expected)
    return result


def _is_settlement(value: object, seats: Sequence[str]) -> bool:
    return isinstance(value, Mapping) and set(value) == set(seats) and all(map(_is_points, value.values()))


def _is_outcome(value: object, seats: Sequence[str]) -> bool:
    return isinstance(value, str) and is_id(value)


def _is_refused(value: object, seats: Sequence[str]) -> bool:
    if not isinstance(value, Mapping) or set(value) != {"action", "rule"}:
        return False
    return isinstance(value["action"], str) and isinstance(value["rule"], str) and is_id(value["rule"])


_EXPECTATION_SHAPES: dict[str, Callable[[object, Sequence[str]], bool]] = {
    "settlement": _is_settlement,
    "outcome": _is_outcome,
    "refused": _is_refused,
}


def record_to_json(record: DealRecord) -> dict[str, Any]:
    """Return *record* as a JSON value; :func:`read_record` reads it back as the same record.

    The cards are written out also where they come from a seed.
    """
    seats = record.deal.seats
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "id": record.id,
        "title": dict(record.title),
    }
    if record.note:
        data["note"] = dict(record.note)
    data |= {"ruleset": record.ruleset, "seats": list(seats), "dealer": seats[record.deal.dealer]}
    if record.seed is not None:
        data["seed"] = record.seed
    hands = zip(seats, record.deal.hands, strict=True)
    data["hands"] = {name: [format_card(card) for card in hand] for name, hand in hands}
    if record.deal.stock:
        data["stock"] = [format_card(card) for card in record.deal.stock]
    if record.blind:
        data["blind"] = True
    if record.position is not None:
        data["position"] = _position_to_json(record.position)
    data["actions"] = [format_action(action, seats) for action in record.actions]
    if record.expect:
        data["expect"] = {ruleset: dict(expected) for ruleset, expected in record.expect.items()}
    if record.contrast:
        readings = {reading: dict(expected) for reading, expected in record.contrast["readings"].items()}
        data["contrast"] = {"rule": record.contrast["rule"], "readings": readings}
    return data


def write_record(record: DealRecord) -> str:
    """Return *record* as JSON text, one line a value, ending with a line feed."""
    return json.dumps(record_to_json(record), ensure_ascii=False, indent=2) + "\n"


def replay(record: DealRecord, ruleset: Ruleset, upto: int | None = None, *, silent: bool = False) -> Replay:
    """Return what becomes of *record* under *ruleset*, up to the first action it refuses.

    *upto* limits how many actions are done; with *silent* no events are noted.

    :raises IllegalActionError: if the deal itself is none of this ruleset.
    """
    game = record.begin(ruleset, silent=silent)
    actions = record.actions if upto is None else record.actions[:upto]
    for index, action in enumerate(actions):
        refusal = game.why_not(action)
        if refusal is not None:
            return Replay(game, index, (index, action, refusal))
        game.apply(action)
    return Replay(game, len(actions), None)


def settlement_by_name(game: Game) -> dict[str, int | str]:
    """Return the settlement points of *game* by seat name, as a record expects them."""
    return {name: points_to_json(points) for name, points in zip(game.seats, game.settlement(), strict=True)}


def expectation_failures(record: DealRecord, ruleset: Ruleset) -> tuple[str, ...]:
    """Return in what *record* played under *ruleset* differs from what it expects under its id."""
    expected = record.expect.get(ruleset.id)
    return () if expected is None else _failures(record, ruleset, expected)


def contrast_failures(record: DealRecord, ruleset: Ruleset, reading: str) -> tuple[str, ...]:
    """Return in what *record* differs from what its contrast expects under *reading*.

    *ruleset* is the record's own, with the rule of the contrast read so.
    """
    return _failures(record, ruleset, record.contrast["readings"][reading])


def found_in(result: Replay) -> dict[str, Any]:
    """Return what became of a replayed record, in the shape of an expectation.

    The refusal, if an action was refused; else outcome and settlement; empty where the deal does not
    come to its end.
    """
    seats = result.game.seats
    if result.refused is not None:
        _, action, refusal = result.refused
        return {"refused": {"action": format_action(action, seats), "rule": refusal.rule}}
    if result.game.outcome is None:
        return {}
    return {"outcome": result.game.outcome.kind, "settlement": settlement_by_name(result.game)}


def _failures(record: DealRecord, ruleset: Ruleset, expected: Mapping[str, Any]) -> tuple[str, ...]:
    result = replay(record, ruleset)
    found = found_in(result)
    if "refused" in found and "refused" not in expected:
        assert result.refused is not None
        _, action, refusal = result.refused
        return (f"{format_action(action, record.deal.seats)!r} was refused: {refusal}",)
    failures = []
    for key, wanted in expected.items():
        told = dict(wanted) if isinstance(wanted, Mapping) else wanted
        if key not in found:
            what = "the deal does not come to its end" if key != "refused" else "nothing was refused"
            failures.append(f"expected the {key} {told}: {what}")
        elif found[key] != told:
            failures.append(f"expected the {key} {told}, found {found[key]}")
    return tuple(failures)
