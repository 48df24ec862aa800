"""One deal as short text, beside the JSON record: tags, an empty line, the actions.

::

    [P66 1]
    [Id "przyklad"]
    [Title.pl "Przykładowe rozdanie"]
    [Title.en "The example deal"]
    [Ruleset "witryna"]
    [Dealer "C"]
    [Seed 1877]
    [Hands "HK D9 CT S9 HJ CQ C9 ST / SQ SK HQ SA CA HA CJ DQ / HT DA CK H9 DK DJ SJ DT"]

    A: pass =S
    A: D9 DQ DK
    C: DA ST SA
    B: SQ+ SJ S9

It holds what a :class:`~przemyskie66.engine.record.DealRecord` holds, no more and no less; what is
written by :func:`write_compact` is read back as the same record.

*Tags* stand one a line; the value is JSON. ``P66`` (the version of this form) comes first.

=================  ================================================================================
``Id``             id of the record
``Title.pl``       its title, in both languages: ``Title.pl`` and ``Title.en``
``Note.pl``        a note; if there is one, in both languages
``Ruleset``        id of the ruleset it was played under
``Seats``          names of the seats, clockwise, with spaces between; without it ``"A B C"``
``Dealer``         name of a seat
``Hands``          the cards of each seat as they were dealt, ``/`` between the seats: the first
                   packet is the first cards
``Stock``          cards not dealt, in the order of drawing; the last lies turned up
``Seed``           the seed that the cards come from; with it ``Hands`` may be left out
``Blind``          ``true`` where the actions begin before the deal
``Position``       where the record begins part of the way through: a table, as in the JSON record
``Contrast``       a rule and what is expected under each of its readings, as in the JSON record
``Expect.RULESET`` what must come of it under a ruleset, as in the JSON record
=================  ================================================================================

*Actions* are words with spaces or line ends between. ``NAME:`` says who acts; without it, it is
the seat after the one that acted last, clockwise. Line ends mean nothing; the writer begins a line
with each trick. A name with other signs than letters, digits, ``_``, ``.`` and ``-`` stands in
quotation marks.

===================================  =============================================================
``HK``, ``HK+``                      plays a card; plays and melds it
``=H``, ``=warszawa``, ``=zyd:H``    chooses a suit, a contract, a contract and its trump
``blind=durch``, ``blind=zyd:H``     calls a contract before the deal
``name=H``                           names the trump
``take=hidden``, ``take=open``       takes one of the last two cards of the stock
``pass``, ``no-blind``, ``double``   and ``throw-in``, ``surrender``, ``announce``, ``exchange``,
                                     ``close``: as in the JSON record
===================================  =============================================================

A line that begins with ``%`` is a comment and is not kept.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from przemyskie66.engine.deal import SEAT_NAMES
from przemyskie66.engine.notation import PARTS, Action, format_action, format_cards, parse_action
from przemyskie66.engine.record import (
    FORMAT,
    SIZE_LIMIT,
    VERSION,
    DealRecord,
    read_record,
    record_faults,
    record_to_json,
)
from przemyskie66.errors import Fault, NotationError

#: Tags with one value, each with the key of the JSON record, in the order in which they are written.
TAGS = {
    "P66": "version",
    "Id": "id",
    "Title.pl": "title.pl",
    "Title.en": "title.en",
    "Note.pl": "note.pl",
    "Note.en": "note.en",
    "Ruleset": "ruleset",
    "Seats": "seats",
    "Dealer": "dealer",
    "Seed": "seed",
    "Hands": "hands",
    "Stock": "stock",
    "Blind": "blind",
    "Position": "position",
    "Contrast": "contrast",
}
_EXPECT = "Expect."
_REQUIRED = ("P66", "Id", "Title.pl", "Title.en", "Ruleset", "Dealer")

_TAG = re.compile(r"\s*\[([^\s\"\[\]]+)(\s+)")
_NAME = re.compile(r"[\w.-]+")
_WORD = re.compile(r"\S+")

#: Actions that are one word and stand for themselves.
_PLAIN = tuple(kind for kind, parts in PARTS.items() if not parts)
#: Actions written ``kind=…``, ``choose`` as ``=…``.
_GIVEN = {"choose": "=", "blind": "blind=", "name": "name=", "take": "take="}


def is_compact(text: str) -> bool:
    """Return whether *text* means to be in this form: whether its first tag is ``P66``."""
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return first.startswith("[P66")


# Writing


def write_compact(record: DealRecord) -> str:
    """Return *record* as short text, ending with a line feed; :func:`read_compact` reads it back."""
    seats = record.deal.seats
    data = record_to_json(record)
    values: dict[str, Any] = {"version": VERSION}
    for key, value in data.items():
        if key in ("title", "note"):
            values |= {f"{key}.{language}": text for language, text in value.items()}
        elif key not in ("format", "actions", "expect"):
            values[key] = value
    values["hands"] = " / ".join(format_cards(hand) for hand in record.deal.hands)
    if "stock" in values:
        values["stock"] = format_cards(record.deal.stock)
    values["seats"] = " ".join(seats)
    if seats == SEAT_NAMES:
        del values["seats"]
    lines = [f"[{tag} {_json(values[key])}]" for tag, key in TAGS.items() if key in values]
    lines += [f"[{_EXPECT}{ruleset} {_json(told)}]" for ruleset, told in data.get("expect", {}).items()]
    return "\n".join([*lines, *([""] if record.actions else []), *_action_lines(record)]) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _action_lines(record: DealRecord) -> Iterator[str]:
    """Yield the actions, a line for each trick; what comes before the first card shares one."""
    seats = record.deal.seats
    words: list[str] = []
    expected, played = -1, 0
    for action in record.actions:
        if action.kind == "play" and played % len(seats) == 0 and words:
            yield " ".join(words)
            words = []
        if not words or action.seat != expected:
            name = seats[action.seat]
            words.append(f"{name if _NAME.fullmatch(name) else _json(name)}:")
        words.append(_deed(action, record))
        played += action.kind == "play"
        expected = (action.seat + 1) % len(seats)
    if words:
        yield " ".join(words)


def _deed(action: Action, record: DealRecord) -> str:
    _, kind, *rest = format_action(action, record.deal.seats).split()
    if kind == "play":
        return rest[0] + ("+" if action.meld else "")
    return _GIVEN[kind] + ":".join(rest) if kind in _GIVEN else kind


# Reading


@dataclass
class _Reading:
    """A text being read: what was found, where it stands, and what is wrong with it."""

    file: str
    faults: list[Fault] = field(default_factory=list)
    tags: dict[str, Any] = field(default_factory=dict)  #: values, by tag
    places: dict[str, tuple[int, int]] = field(
        default_factory=dict
    )  #: line and column, by place in the record
    words: list[tuple[str, int, int]] = field(default_factory=list)  #: of the actions, with line and column

    def fault(self, line: int, column: int, message: str, value: str = "", way_out: str = "") -> None:
        shown = value if len(value) <= 80 else value[:77] + "…"
        place = f"line {line}, column {column}"
        self.faults.append(Fault("record", self.file, place, message, shown, way_out))


def read_compact(text: str, file: str = "deal") -> DealRecord:
    """Return the record that *text* holds.

    Whether its actions are allowed is not asked here.

    :raises NotationError: listing every fault with line and column; *file* says where *text* came from.
    """
    data, faults = _read(text, file)
    if faults:
        raise NotationError("\n".join(str(fault) for fault in faults))
    return read_record(data, file)


def compact_faults(text: str, file: str = "deal") -> tuple[Fault, ...]:
    """Return every fault of *text*, each with line and column; none if it holds a record."""
    return tuple(_read(text, file)[1])


def _read(text: str, file: str) -> tuple[dict[str, Any], list[Fault]]:
    reading = _Reading(file)
    if len(text) > SIZE_LIMIT:
        reading.fault(1, 1, f"{len(text)} characters; a deal has at most {SIZE_LIMIT}")
        return {}, reading.faults
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        if not bare or bare.startswith("%"):
            continue
        if bare.startswith("["):
            _read_tag(reading, line, number)
        else:
            reading.words += [(word[0], number, word.start() + 1) for word in _WORD.finditer(line)]
    if "P66" not in reading.places:
        reading.fault(
            1, 1, "no deal in this form", text.strip().split("\n")[0], f"It begins with [P66 {VERSION}]."
        )
        return {}, reading.faults
    for tag in _REQUIRED:
        if tag not in reading.places:
            way_out = f"Every deal has: {', '.join(_REQUIRED)}, and Hands or Seed."
            reading.fault(1, 1, f"the tag {tag} is missing", "", way_out)
    if "Hands" not in reading.places and "Seed" not in reading.places:
        reading.fault(1, 1, "neither Hands nor a Seed", "", "Give the cards of each seat, or the seed.")
    data = _record_data(reading)
    told = {fault.place for fault in reading.faults}
    for fault in record_faults(data, file):
        place = _place(reading, fault.place)
        # what is missing, and what this form itself could not read, has been told already
        if place is not None and f"line {place[0]}, column {place[1]}" not in told:
            reading.fault(*place, fault.message, fault.value, fault.way_out)
    reading.faults.sort(key=_by_place)
    return data, reading.faults


def _by_place(fault: Fault) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", fault.place)))


def _read_tag(reading: _Reading, line: str, number: int) -> None:
    start = line.index("[") + 1
    if reading.words:
        reading.fault(number, start, "a tag after the actions", line.strip(), "Tags come before all actions.")
        return
    match = _TAG.match(line)
    if match is None:
        reading.fault(number, start, "no tag", line.strip(), 'Expected a name and a value: [Dealer "C"].')
        return
    tag = match[1]
    if tag not in TAGS and not (tag.startswith(_EXPECT) and tag != _EXPECT):
        known = ", ".join([*TAGS, f"{_EXPECT}RULESET"])
        reading.fault(number, start + 1, "no such tag", tag, f"Known: {known}.")
        return
    if tag in reading.places:
        reading.fault(number, start + 1, "the tag stands twice", tag, "Give it once.")
        return
    if not reading.places and tag != "P66":
        reading.fault(number, start + 1, "P66 is not the first tag", tag, f"Begin with [P66 {VERSION}].")
    reading.places[tag] = (number, match.end() + 1)
    try:
        value, end = _DECODER.raw_decode(line, match.end())
    except json.JSONDecodeError as error:
        way_out = 'Text stands in quotation marks: [Dealer "C"].'
        reading.fault(number, error.pos + 1, f"no JSON value: {error.msg}", line[match.end() :], way_out)
        return
    except (ValueError, RecursionError) as error:
        reading.fault(number, match.end() + 1, f"no JSON value: {error}", line[match.end() :])
        return
    if line[end:].strip() != "]":
        reading.fault(number, end + 1, "expected ] and nothing more", line[end:].strip(), "One tag a line.")
    reading.tags[tag] = value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return table


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a value of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _record_data(reading: _Reading) -> dict[str, Any]:
    """Return the JSON record that the tags and actions spell; notes faults of this form only."""
    data: dict[str, Any] = {"format": FORMAT}
    for tag, value in reading.tags.items():
        key, _, language = TAGS.get(tag, "expect." + tag.removeprefix(_EXPECT)).partition(".")
        if language:
            data.setdefault(key, {})[language] = value
        else:
            data[key] = value
        reading.places[f"{key}.{language}" if language else key] = reading.places[tag]
    seats = _words_of(reading, "Seats") if "Seats" in reading.tags else list(SEAT_NAMES)
    if seats == []:
        reading.fault(
            *reading.places["Seats"], "no names of seats", "", 'Give them clockwise: [Seats "A B C"].'
        )
    elif seats is not None:
        data["seats"] = seats
        _read_hands(reading, data, seats)
        data["actions"] = _read_actions(reading, seats)
    if "Stock" in reading.tags:
        stock = _words_of(reading, "Stock", "stock")
        data["stock"] = stock if stock is not None else []
    return data


def _words_of(reading: _Reading, tag: str, place: str = "") -> list[str] | None:
    """Return the words of a tag's value, and remember where each stands, if *place* is given."""
    value = reading.tags[tag]
    line, column = reading.places[tag]
    if not isinstance(value, str):
        reading.fault(
            line, column, f"the value of {tag} is no text", _json(value), "Write it in quotation marks."
        )
        return None
    if place:
        _remember(reading, place, value, (line, column + 1))
    return value.split()


def _remember(reading: _Reading, place: str, text: str, start: tuple[int, int]) -> None:
    for number, word in enumerate(_WORD.finditer(text), start=1):
        reading.places[f"{place}, card {number}"] = (start[0], start[1] + word.start())


def _read_hands(reading: _Reading, data: dict[str, Any], seats: list[str]) -> None:
    if "Hands" not in reading.tags:
        return
    text, (line, column) = reading.tags["Hands"], reading.places["Hands"]
    if not isinstance(text, str):
        reading.fault(
            line, column, "the value of Hands is no text", _json(text), "Write it in quotation marks."
        )
        return
    hands = text.split("/")
    if len(hands) != len(seats):
        message = f"{len(hands)} hands for {len(seats)} seats"
        reading.fault(line, column, message, text, "Give one hand a seat, with / between.")
        return
    data["hands"] = {}
    start = column + 1
    for name, hand in zip(seats, hands, strict=True):
        _remember(reading, f"hands.{name}", hand, (line, start))
        data["hands"][name] = hand.split()
        start += len(hand) + 1


def _read_actions(reading: _Reading, seats: list[str]) -> list[str]:
    actions: list[str] = []
    seat: int | None = None
    label: tuple[int, int] | None = None  # of a name that nothing has followed yet
    for word, line, column in reading.words:
        if word.endswith(":"):
            if label is not None:
                reading.fault(*label, "a name and no action", "", "Say what the seat does.")
            label = (line, column)
            name = _name(word[:-1])
            if name not in seats:
                reading.fault(
                    line, column, "no seat of this deal", word, f"Expected one of {', '.join(seats)}."
                )
                seat = seat or 0
            else:
                seat = seats.index(name)
            continue
        if seat is None:
            reading.fault(line, column, "an action of nobody", word, f"Begin with a name: {seats[0]}: {word}")
            seat = 0
        label = None
        text = f"{seats[seat]} {_spelled(word)}"
        try:
            parse_action(text, seats)
        except NotationError as error:
            reading.fault(line, column, _fault_of(word, error), word, _FORMS)
        actions.append(text)
        reading.places[f"action {len(actions)}"] = (line, column)
        seat = (seat + 1) % len(seats)
    if label is not None:
        reading.fault(*label, "a name and no action", "", "Say what the seat does.")
    return actions


_FORMS = (
    "Expected a card (HK, HK+), =H, =warszawa, =zyd:H, blind=…, name=…, take=… or " + ", ".join(_PLAIN) + "."
)


def _name(text: str) -> str | None:
    """Return the seat name that *text* writes, bare or in quotation marks."""
    if not text.startswith('"'):
        return text
    try:
        name = json.loads(text)
    except ValueError:
        return None
    return name if isinstance(name, str) else None


def _spelled(word: str) -> str:
    """Return the deed that *word* writes, as the JSON record spells it."""
    for kind, start in _GIVEN.items():
        if word.startswith(start):
            return f"{kind} {word.removeprefix(start).replace(':', ' ', 1)}"
    if word in _PLAIN:
        return word
    return f"play {word.removesuffix('+')} meld" if word.endswith("+") else f"play {word}"


def _fault_of(word: str, error: NotationError) -> str:
    """Return what is wrong with *word*: the engine's reason, where the word means an action at all."""
    means = any(word.startswith(start) for start in _GIVEN.values()) or len(word.removesuffix("+")) == 2
    return str(error) if means else "no action"


def _place(reading: _Reading, place: str) -> tuple[int, int] | None:
    """Return where *place* of the JSON record stands in the text: itself, or what it is a part of."""
    known: Mapping[str, tuple[int, int]] = reading.places
    while place not in known and re.search(r"[.,]", place):
        place = re.split(r"[.,](?=[^.,]*$)", place)[0]
    return known.get(place)
