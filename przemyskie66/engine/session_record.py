"""Session records: several deals in a row at one table, the last of them perhaps unfinished, as JSON.

====================  ==============================================================================
``format``            ``"przemyskie66/session"``
``version``           1
``ruleset``           id of the ruleset
``readings``          rules that are played by another reading than the ruleset's own, by rule id
``persons``           who sits at the table, clockwise; one more than get cards, where a fourth is
``dealer``            who deals first
``person``            whose cards a person holds; the others are computer players
``players``           their policy: ``"sensible"`` or ``"random"``
``length``            how many deals are to be played; deals in which nobody chose do not count
``seed``              the seed of the first deal; the next has the next number
``blind``             whether deals begin with calls in the dark
``deals``             deal records, as :mod:`~przemyskie66.engine.record` has them
``replaced``          after which deal (counted from 1) whom the person sitting out replaced: a list
                      of ``{"deal": 3, "person": "B"}``
====================  ==============================================================================

The shape is published as ``corpus/schema/session.schema.json`` and is checked here by hand, so that
the engine needs nothing beside the standard library.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from przemyskie66.engine.play import OVER, Game
from przemyskie66.engine.record import DealRecord, read_record, record_faults, record_to_json, replay
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.session import Session, result_of
from przemyskie66.errors import Fault, IllegalActionError, NotationError
from przemyskie66.ids import is_id

FORMAT = "przemyskie66/session"
VERSION = 1

#: The policies of computer players, by the name they have in a record.
POLICIES = ("sensible", "random")

_KEYS = (
    "format", "version", "ruleset", "readings", "persons", "dealer", "person", "players", "length",
    "seed", "blind", "deals", "replaced",
)  # fmt: skip
_MAY_LACK = ("readings", "players", "blind", "replaced")


@dataclass(frozen=True)
class SessionRecord:
    """A table and the deals played at it."""

    ruleset: str
    persons: tuple[str, ...]
    dealer: str
    person: str
    deals: tuple[DealRecord, ...]
    length: int = 1
    seed: int = 0
    players: str = "sensible"
    blind: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[int, str] = field(default_factory=dict)  #: by number of the deal, from 1


def session_to_json(record: SessionRecord) -> dict[str, Any]:
    """Return *record* as a JSON value; :func:`read_session` reads it back as the same record."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": record.ruleset,
        "readings": dict(record.readings),
        "persons": list(record.persons),
        "dealer": record.dealer,
        "person": record.person,
        "players": record.players,
        "length": record.length,
        "seed": record.seed,
        "blind": record.blind,
        "deals": [record_to_json(deal) for deal in record.deals],
        "replaced": [{"deal": number, "person": name} for number, name in record.replaced.items()],
    }


def write_session(record: SessionRecord) -> str:
    """Return *record* as JSON text, ending with a line feed."""
    return json.dumps(session_to_json(record), ensure_ascii=False, indent=2) + "\n"


def is_session(data: object) -> bool:
    """Return whether *data*, a JSON value, means to be a session record."""
    return isinstance(data, Mapping) and data.get("format") == FORMAT


def read_session(data: object, file: str = "session") -> SessionRecord:
    """Return the session record in *data*, a JSON value.

    Whether its deals can be played is not asked here; :func:`open_session` does.

    :raises NotationError: listing every fault; *file* says in them where *data* came from.
    """
    faults = session_faults(data, file)
    if faults:
        raise NotationError("\n".join(str(fault) for fault in faults))
    assert isinstance(data, Mapping)
    return SessionRecord(
        ruleset=data["ruleset"],
        persons=tuple(data["persons"]),
        dealer=data["dealer"],
        person=data["person"],
        deals=tuple(read_record(deal, file) for deal in data["deals"]),
        length=data["length"],
        seed=data["seed"],
        players=data.get("players", "sensible"),
        blind=data.get("blind", False),
        readings=dict(data.get("readings", {})),
        replaced={told["deal"]: told["person"] for told in data.get("replaced", [])},
    )


def session_faults(data: object, file: str = "session") -> tuple[Fault, ...]:
    """Return every fault of *data*, a JSON value, as a session record; none if it is one."""
    faults: list[Fault] = []

    def fault(place: str, message: str, value: object = "", way_out: str = "") -> None:
        shown = "" if value == "" else repr(value)
        shown = shown if len(shown) <= 80 else shown[:77] + "…"
        faults.append(Fault("session", file, place, message, shown, way_out))

    if not isinstance(data, Mapping):
        fault("top", "a session record is a JSON object", data)
        return tuple(faults)
    for key in data:
        if key not in _KEYS:
            fault(str(key), "no such key", key, f"Known: {', '.join(_KEYS)}.")
    needed = [key for key in _KEYS if key not in _MAY_LACK]
    for key in needed:
        if key not in data:
            fault(key, "missing", "", f"Every session has: {', '.join(needed)}.")
    if data.get("format", FORMAT) != FORMAT:
        fault("format", "not the format of a session record", data["format"], f"Expected {FORMAT!r}.")
    if data.get("version", VERSION) != VERSION or isinstance(data.get("version"), bool):
        fault("version", "a version this engine does not read", data["version"], f"Expected {VERSION}.")
    if "ruleset" in data and not _is_id(data["ruleset"]):
        fault("ruleset", "not an id", data["ruleset"], "Use lower-case letters, digits and single hyphens.")
    readings = data.get("readings", {})
    if not isinstance(readings, Mapping) or not all(
        _is_id(part) for pair in readings.items() for part in pair
    ):
        fault("readings", "not a table of reading ids by rule id", readings, 'As in {"throw-in": "as-loss"}.')
    persons = data.get("persons", [])
    if not isinstance(persons, list) or not all(
        isinstance(name, str) and name.split() == [name] for name in persons
    ):
        fault("persons", "not a list of names of one word", persons, 'Clockwise, as in ["A", "B", "C"].')
        persons = []
    elif "persons" in data and (not 2 <= len(persons) <= 4 or len(set(persons)) != len(persons)):
        fault("persons", "not two to four different names", persons)
    for key in ("dealer", "person"):
        if key in data and persons and data[key] not in persons:
            fault(key, "nobody at this table", data[key], f"Expected one of {', '.join(persons)}.")
    if data.get("players", "sensible") not in POLICIES:
        fault("players", "no policy of computer players", data["players"], f"Known: {', '.join(POLICIES)}.")
    if "length" in data and not _is_whole(data["length"], 1, 1_000_000):
        fault("length", "not a number of deals", data["length"], "Expected a whole number, 1 or more.")
    if "seed" in data and not _is_whole(data["seed"], 0, 2**64 - 1):
        fault("seed", "not a seed", data["seed"], "Expected a whole number from 0 to 2**64 - 1.")
    if not isinstance(data.get("blind", False), bool):
        fault("blind", "neither true nor false", data["blind"])
    deals = data.get("deals", [])
    if not isinstance(deals, list):
        fault("deals", "not a list of deal records", deals)
        deals = []
    for number, deal in enumerate(deals, start=1):
        for found in record_faults(deal, file):
            faults.append(Fault("session", file, f"deal {number}, {found.place}", *_rest(found)))
    replaced = data.get("replaced", [])
    shaped = isinstance(replaced, list) and all(
        isinstance(told, Mapping)
        and set(told) == {"deal", "person"}
        and _is_whole(told["deal"], 1, len(deals))
        and told["person"] in persons
        for told in replaced
    )
    if not shaped:
        way_out = 'Expected a list as in [{"deal": 3, "person": "B"}].'
        fault("replaced", "not a list of deals and persons of this table", replaced, way_out)
    return tuple(faults)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and is_id(value)


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _rest(fault: Fault) -> tuple[str, str, str]:
    return fault.message, fault.value, fault.way_out


def open_session(
    record: SessionRecord, ruleset: Ruleset, file: str = "session"
) -> tuple[Session, tuple[Game, ...]]:
    """Return the table as the deals of *record* leave it under *ruleset*, and the games of the deals.

    The last game may be unfinished; all others are over and stand on the score sheet.

    :raises NotationError: naming the deal and the action, if one is not possible at this table.
    :raises IllegalActionError: if the ruleset is not for so many persons.
    """

    def fault(place: str, message: str, value: str = "", way_out: str = "") -> NotationError:
        return NotationError(str(Fault("session", file, place, message, value, way_out)))

    session = Session(ruleset, record.persons, record.dealer)
    games: list[Game] = []
    for number, played in enumerate(record.deals, start=1):
        place = f"deal {number}"
        if games and games[-1].phase != OVER:
            raise fault(
                f"deal {number - 1}", "not finished, and another follows", "", "Only the last may be."
            )
        if played.deal.seats != session.seats or played.deal.dealer != session.dealer_seat:
            due = f"{', '.join(session.seats)}; dealer {session.seats[session.dealer_seat]}"
            found = f"{', '.join(played.deal.seats)}; dealer {played.deal.seats[played.deal.dealer]}"
            raise fault(f"{place}, seats", "not who gets cards here", found, f"Expected: {due}.")
        try:
            result = replay(played, ruleset)
        except IllegalActionError as error:
            raise fault(place, str(error)) from error
        if result.refused is not None:
            index, _, refusal = result.refused
            raise fault(
                f"{place}, action {index + 1}", str(refusal), "", "Correct it, or cut the actions there."
            )
        games.append(result.game)
        if result.game.phase == OVER:
            session.add(result_of(result.game))
            if number in record.replaced:
                session.replace(record.replaced[number])
    return session, tuple(games)
