"""A ruleset: one answer to every question the engine asks, and the table of those questions.

:data:`OPTIONS` has one entry for each rule with an engine option. The field of
:class:`Ruleset` that holds the answer bears the rule's id with ``_`` for ``-``.
The engine has no other source of rules: each number and each choice stands in a ruleset.
Where the answers come from (a witness, or the editors' choice) is the rulebook's business;
here a ruleset only carries, beside each value, the id of the reading it plays.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from przemyskie66.engine.cards import RANKS
from przemyskie66.errors import Fault, RulesetError
from przemyskie66.ids import is_id

GAMES = ("przemyskie", "sixty-six")

#: The reading id of a value that no witness holds: obedience switched off, for negative controls.
OFF = "off"

_FRACTION = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,5})?")


class LossDegrees(NamedTuple):
    """When a loss is less than full."""

    by: str  #: what makes the first degree: ``trick`` or ``trick-or-meld``
    half: int  #: card points that make the second


class ThrowInPrice(NamedTuple):
    """A fixed price of throwing in."""

    price: int  #: settlement points


@dataclass(frozen=True)
class Option:
    """One question the engine asks of a ruleset."""

    doc: str  #: what the answer decides
    expected: str  #: the values that are answers, as a person reads them
    read: Callable[[object], object]  #: JSON value to field value; ValueError if it is no answer
    write: Callable[[Any], object] = lambda value: value  #: field value to JSON value


def _words(doc: str, *words: str) -> Option:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in words:
            raise ValueError
        return value

    return Option(doc, "one of " + ", ".join(f'"{word}"' for word in words), read)


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _whole(doc: str, least: int) -> Option:
    def read(value: object) -> object:
        if not _is_whole(value, least):
            raise ValueError
        return value

    return Option(doc, f"a whole number, {least} or more", read)


def _wholes(doc: str, least: int, length: int | None = None) -> Option:
    def read(value: object) -> object:
        if not isinstance(value, list | tuple) or not value or not all(_is_whole(v, least) for v in value):
            raise ValueError
        if length is not None and len(value) != length:
            raise ValueError
        return tuple(value)

    count = "" if length is None else f"{length} "
    return Option(doc, f"a list of {count}whole numbers, each {least} or more", read, list)


def _read_players(value: object) -> object:
    if value == "any" or (_is_whole(value, 2) and value in (2, 3, 4)):
        return value
    raise ValueError


def _read_rank_order(value: object) -> object:
    if not isinstance(value, str) or sorted(value) != sorted(RANKS):
        raise ValueError
    return value


def _read_card_points(value: object) -> object:
    if not isinstance(value, Mapping) or set(value) != set(RANKS):
        raise ValueError
    if not all(_is_whole(points, 0) for points in value.values()):
        raise ValueError
    return tuple(value[rank] for rank in RANKS)


def _read_throw_in(value: object) -> object:
    if isinstance(value, Mapping) and set(value) == {"price"} and _is_whole(value["price"], 0):
        return ThrowInPrice(value["price"])
    if isinstance(value, str) and value in ("as-loss", "not-allowed"):
        return value
    raise ValueError


def _read_loss_degrees(value: object) -> object:
    if not isinstance(value, Mapping) or set(value) != {"by", "half"}:
        raise ValueError
    if value["by"] not in ("trick", "trick-or-meld") or not _is_whole(value["half"], 1):
        raise ValueError
    return LossDegrees(value["by"], value["half"])


def _read_loss_relief(value: object) -> object:
    if value == "none":
        return ()
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError
    if not all(isinstance(v, str) and _FRACTION.fullmatch(v) for v in value):
        raise ValueError
    parts = tuple(Fraction(part) for part in value)
    if not all(part <= 1 for part in parts):
        raise ValueError
    return parts


#: Every rule with an engine option, in the order in which a deal meets them.
OPTIONS: dict[str, Option] = {
    "players": Option("how many play", '2, 3, 4 or "any"', _read_players),
    "deck": _words("which cards are in the pack, each once", "24", "unchecked"),
    "rank-order": Option(
        "the cards of a suit, weakest first", f"the letters {RANKS} in some order", _read_rank_order
    ),
    "card-points": Option(
        "card points of each rank",
        f"a table with a whole number for each of {', '.join(RANKS)}",
        _read_card_points,
        lambda points: dict(zip(RANKS, points, strict=True)),
    ),
    "target": _whole("card points the declarer needs", 1),
    "target-counting": _words("what counts towards the target", "tricks-and-melds", "tricks-only"),
    "half-counting": _words("what counts towards the half", "tricks-and-melds", "tricks-only"),
    "deal-packets": _wholes("cards a seat gets at a time; the first choice follows the first packet", 1),
    "direction": _words("the way round the table", "clockwise", "anticlockwise"),
    "first-choice": _words("what may be chosen on the first packet", "suit-or-warszawa", "suit-only"),
    "trump": _words("what the chosen suit becomes", "trump", "none"),
    "choice-order": _words("who is asked, and in what order", "in-turn-all", "next-then-last"),
    "choice-threshold": _words("what a hand needs to choose", "none", "suit-held"),
    "nobody-chooses": _words("what happens if nobody chooses", "redeal", "last-must-choose"),
    "throw-in": Option(
        "what throwing in costs",
        '{"price": settlement points}, "as-loss" or "not-allowed"',
        _read_throw_in,
        lambda value: {"price": value.price} if isinstance(value, ThrowInPrice) else value,
    ),
    "throw-in-who": _words("who may throw in", "declarer", "nobody"),
    "throw-in-when": _words("when one may throw in", "after-last-packet-before-lead", "any-time"),
    "loss-degrees": Option(
        "what makes a loss less than full",
        'a table with "by" ("trick" or "trick-or-meld") and "half" (card points, 1 or more)',
        _read_loss_degrees,
        lambda degrees: {"by": degrees.by, "half": degrees.half},
    ),
    "loss-relief": Option(
        "the part of a loss remitted in its first and second degree",
        'two fractions from 0 to 1 as text, ["1/3", "2/3"], or "none"',
        _read_loss_relief,
        lambda parts: [str(part) for part in parts] if parts else "none",
    ),
    "loss-relief-who": _words("who may have relief", "every-loser", "defenders-only"),
    "loss-counting": _words("how beaten defenders are counted", "each", "jointly"),
    "base-stake": _whole("settlement points of a full loss", 1),
    "payment": _words("whether the loser pays or the winner is credited", "loser-pays", "winner-credited"),
    "who-pays-whom": _words("between whom a deal is settled", "each", "nobody"),
    "sides": _words("who plays with whom", "one-against-two", "each-alone"),
    "defenders-target": _words("what it means that the defenders reach the target", "wins", "no-effect"),
    "meld": _words("what a meld is", "king-queen", "none"),
    "meld-points": _wholes("card points of a meld: in a plain suit, in trumps", 0, 2),
    "meld-who": _words("who may meld", "any-player", "declarer"),
    "meld-timing": _words("when one may meld", "on-lead", "on-any-play"),
    "meld-validity": _words("what must be held to meld", "pair-in-hand", "one-card"),
    "first-lead": _words("who leads to the first trick", "eldest", "declarer"),
    "follow-suit": _words("whether the suit led is owed", "must", "free"),
    "beat-in-suit": _words("whether a higher card of the suit led is owed", "must", "free"),
    "beat-after-trump": _words("whether it is owed though the trick is already trumped", "owed", "not-owed"),
    "must-trump": _words("whether a trump is owed by one void in the suit led", "must", "free"),
    "overtrump": _words("whether a higher trump is owed", "must", "free"),
    "undertrump": _words("whether a lower trump is owed where no higher is held", "must", "free"),
    "free-discard": _words("which card may be played when nothing is owed", "any", "lowest"),
    "trick-winner": _words("who takes the trick", "trump-else-led", "led-only"),
    "next-lead": _words("who leads to the next trick", "winner", "next-seat"),
    "last-trick": _words("what the last trick decides", "no-effect", "wins"),
    "end-of-play": _words("when play ends", "played-out", "on-announced-66"),
    "doubling": _words("whether calls double the stake", "each-call-doubles", "none"),
    "ladder-rungs": _whole("the most calls in a deal", 1),
    "doubling-who": _words("who may call", "alternate", "defenders"),
    "doubling-when": _words("when one may call", "before-first-card", "any-time"),
}


def field_of(rule: str) -> str:
    """Return the name of the :class:`Ruleset` field that answers *rule*."""
    return rule.replace("-", "_")


@dataclass(frozen=True)
class Ruleset:
    """One answer to every question in :data:`OPTIONS`. Made by :meth:`from_json`."""

    id: str
    game: str
    players: int | str
    deck: str
    rank_order: str
    card_points: tuple[int, ...]  #: in the order of :data:`~przemyskie66.engine.cards.RANKS`
    target: int  #: card points
    target_counting: str
    half_counting: str
    deal_packets: tuple[int, ...]
    direction: str
    first_choice: str
    trump: str
    choice_order: str
    choice_threshold: str
    nobody_chooses: str
    throw_in: ThrowInPrice | str
    throw_in_who: str
    throw_in_when: str
    loss_degrees: LossDegrees
    loss_relief: tuple[Fraction, ...]  #: by degree; empty where there is none
    loss_relief_who: str
    loss_counting: str
    base_stake: int  #: settlement points
    payment: str
    who_pays_whom: str
    sides: str
    defenders_target: str
    meld: str
    meld_points: tuple[int, ...]  #: card points: plain, trump
    meld_who: str
    meld_timing: str
    meld_validity: str
    first_lead: str
    follow_suit: str
    beat_in_suit: str
    beat_after_trump: str
    must_trump: str
    overtrump: str
    undertrump: str
    free_discard: str
    trick_winner: str
    next_lead: str
    last_trick: str
    end_of_play: str
    doubling: str
    ladder_rungs: int
    doubling_who: str
    doubling_when: str
    readings: Mapping[str, str] = field(hash=False)  #: rule id to the id of the reading played

    @classmethod
    def from_json(cls, data: object, file: str = "ruleset") -> "Ruleset":
        """Return the ruleset that *data* describes: ``id``, ``game``, ``options``, ``readings``.

        ``players``, if given, must agree with the option of that name. Readings of rules that
        have no engine option are carried along.

        :raises RulesetError: listing every fault; *file* says in them where *data* came from.
        """
        faults: list[Fault] = []

        def fault(place: str, message: str, value: object = "", way_out: str = "", *rules: str) -> None:
            shown = "" if value == "" else repr(value)
            faults.append(Fault("ruleset", file, place, message, shown, way_out, rules))

        if not isinstance(data, Mapping):
            fault("top", "a ruleset is a table", data, "Give id, game, options and readings.")
            raise RulesetError(faults)
        for key in data:
            if key not in ("id", "game", "players", "options", "readings"):
                fault(f"key {key}", "no such key", key, "Known: id, game, players, options, readings.")
        name, game = data.get("id"), data.get("game")
        if not isinstance(name, str) or not is_id(name):
            fault("id", "not an id", name, "Use lower-case letters, digits and single hyphens.")
        if game not in GAMES:
            fault("game", "no such game", game, f"Known: {', '.join(GAMES)}.")
        options, readings = data.get("options"), data.get("readings")
        if not isinstance(options, Mapping):
            fault("options", "missing or no table", options, "Give a value for every rule the engine asks.")
            options = {}
        if not isinstance(readings, Mapping):
            fault("readings", "missing or no table", readings, "Give the reading each value plays.")
            readings = {}
        for rule in options:
            if rule not in OPTIONS:
                fault(
                    f"option {rule}", "the engine has no such option", rule, "Remove it or correct its name."
                )
        values: dict[str, Any] = {}
        for rule, option in OPTIONS.items():
            if rule not in options:
                fault(f"option {rule}", "missing", "", f"Expected {option.expected}: {option.doc}.", rule)
            else:
                try:
                    values[field_of(rule)] = option.read(options[rule])
                except ValueError:
                    fault(
                        f"option {rule}", "no reading has this value", options[rule],
                        f"Expected {option.expected}.", rule,
                    )  # fmt: skip
            if rule not in readings:
                fault(f"reading {rule}", "missing", "", "Name the reading that the value plays.", rule)
        for rule, reading in readings.items():
            if not isinstance(reading, str) or not is_id(reading):
                fault(f"reading {rule}", "not an id", reading, "Name a reading of the rule.", str(rule))
        if "players" in data and data["players"] != options.get("players", data["players"]):
            fault(
                "players", "differs from the option of the same name", data["players"],
                f"The option says {options['players']!r}.", "players",
            )  # fmt: skip
        if faults:
            raise RulesetError(faults)
        return cls(id=str(name), game=str(game), readings=dict(readings), **values)

    def to_json(self) -> dict[str, object]:
        """Return the table that :meth:`from_json` reads back."""
        return {
            "id": self.id,
            "game": self.game,
            "players": self.players,
            "options": {rule: self.value(rule) for rule in OPTIONS},
            "readings": dict(self.readings),
        }

    def value(self, rule: str) -> object:
        """Return the answer to *rule* as a JSON value."""
        return OPTIONS[rule].write(getattr(self, field_of(rule)))

    def reading(self, rule: str) -> str:
        """Return the id of the reading of *rule* that is in force, or an empty text where none is named."""
        return self.readings.get(rule, "")

    def with_option(self, rule: str, value: object, reading: str = OFF) -> "Ruleset":
        """Return this ruleset with another answer to *rule*, played as *reading*.

        :raises RulesetError: if the engine has no such option or no reading has the value.
        """
        option = OPTIONS.get(rule)
        if option is None:
            way_out = f"Known: {', '.join(OPTIONS)}."
            message = "the engine has no such option"
            raise RulesetError([Fault("ruleset", self.id, f"option {rule}", message, rule, way_out)])
        try:
            answer = option.read(value)
        except ValueError:
            raise RulesetError(
                [
                    Fault(
                        "ruleset", self.id, f"option {rule}", "no reading has this value", repr(value),
                        f"Expected {option.expected}.", (rule,),
                    )
                ]
            ) from None  # fmt: skip
        changes: dict[str, Any] = {field_of(rule): answer, "readings": {**self.readings, rule: reading}}
        return replace(self, **changes)
