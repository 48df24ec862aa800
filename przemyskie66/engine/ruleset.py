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

#: Games that may be called in place of a suit game.
CONTRACTS = ("warszawa", "zyd", "mizerka", "durch")

#: The suit game as a contract beside :data:`CONTRACTS`.
SUIT_GAME = "suit"

#: Phases of two-handed play in which a ruleset may answer a duty differently.
PHASES = ("stock", "closed")

#: The reading id of a value that no witness holds: obedience switched off, for negative controls.
OFF = "off"

_KEYS = ("id", "game", "players", "options", "readings", "phases")

#: The duties of play, which a ruleset may answer differently by phase.
PHASED = ("follow-suit", "beat-in-suit", "beat-after-trump", "must-trump", "overtrump", "undertrump")

_FRACTION = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,5})?")


class LossDegrees(NamedTuple):
    """When a loss is less than full."""

    by: str  #: what makes the first degree: ``trick`` or ``trick-or-meld``
    half: int  #: card points that make the second


class ThrowInPrice(NamedTuple):
    """A fixed price of throwing in."""

    price: int  #: settlement points


class Asked(NamedTuple):
    """Of which rulesets a question is asked."""

    games: tuple[str, ...] = GAMES
    players: tuple[int, ...] = (2, 3, 4)

    def of(self, game: str, players: object) -> bool:
        """Whether a ruleset for *game* and *players* is asked; ``"any"`` number is asked as three are."""
        return game in self.games and (3 if players == "any" else players) in self.players


ALWAYS = Asked()
CHOOSING = Asked(players=(3, 4))  #: where one of the players chooses the game
PRZEMYSKIE = Asked(games=("przemyskie",), players=(3,))
SIXTY_SIX = Asked(games=("sixty-six",))
STOCK = Asked(games=("sixty-six",), players=(2,))
SIXTY_SIX_CHOOSING = Asked(games=("sixty-six",), players=(3, 4))
PAIRS = Asked(games=("sixty-six",), players=(4,))

#: What a game may pay: by the degrees of loss; so many full stakes; by the degrees, but never over three.
PAYS = ("as-suit-game", "double-no-relief", "triple-no-relief", "at-most-three")


@dataclass(frozen=True)
class Option:
    """One question the engine asks of a ruleset."""

    doc: str  #: what the answer decides
    expected: str  #: the values that are answers, as a person reads them
    read: Callable[[object], object]  #: JSON value to field value; ValueError if it is no answer
    write: Callable[[Any], object] = lambda value: value  #: field value to JSON value
    asked: Asked = ALWAYS
    blank: Any = ""  #: the field's value in a ruleset that is not asked


def _words(doc: str, *words: str, asked: Asked = ALWAYS) -> Option:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in words:
            raise ValueError
        return value

    return Option(doc, "one of " + ", ".join(f'"{word}"' for word in words), read, asked=asked)


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _whole(doc: str, least: int, asked: Asked = ALWAYS) -> Option:
    def read(value: object) -> object:
        if not _is_whole(value, least):
            raise ValueError
        return value

    return Option(doc, f"a whole number, {least} or more", read, asked=asked, blank=0)


def _contracts(doc: str, known: tuple[str, ...], *, whole: bool, asked: Asked) -> Option:
    """Return an option whose value lists contracts of *known*, each once, all of them if *whole*."""

    def read(value: object) -> object:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise ValueError
        if not set(value) <= set(known) or len(set(value)) != len(value):
            raise ValueError
        if whole and len(value) != len(known):
            raise ValueError
        return tuple(value)

    each = "all of" if whole else "any of"
    return Option(doc, f"a list with {each} {', '.join(known)}, each once", read, list, asked, ())


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
    "target": _whole("card points needed to win", 1),
    "target-counting": _words("what counts towards the target", "tricks-and-melds", "tricks-only"),
    "half-counting": _words("what counts towards the half", "tricks-and-melds", "tricks-only"),
    "first-to-66": _words(
        "whose win it is that both sides have the target", "first-wins", "declarer-wins", asked=CHOOSING
    ),
    # The deal
    "deal-packets": _wholes("cards a seat gets at a time; the first choice follows the first packet", 1),
    "direction": _words("the way round the table", "clockwise", "anticlockwise"),
    "stock": _words(
        "what becomes of the cards not dealt", "stock-with-turn-up", "without-turn-up", asked=STOCK
    ),
    "trump-fixing": _words("what makes the trump where nobody chooses it", "turned-up", "none", asked=STOCK),
    # Games in the dark
    "blind-games": _contracts(
        "which games may be called before the deal", CONTRACTS, whole=False, asked=PRZEMYSKIE
    ),
    "blind-order": _words(
        "who may call before the deal", "in-turn-until-all-pass", "whoever-calls-first", asked=PRZEMYSKIE
    ),
    "blind-overcall": _words(
        "whether a call before the deal may be overcalled", "may-overcall", "never", asked=PRZEMYSKIE
    ),
    "blind-then-choice": _words(
        "whether a game called before the deal may be overcalled after it",
        "blind-stands",
        "may-be-overcalled-after",
        asked=PRZEMYSKIE,
    ),
    "blind-stake": _whole("how many times the stake a game called before the deal counts", 1, PRZEMYSKIE),
    # The choice on the first packet
    "first-choice": _words(
        "what may be chosen on the first packet", "suit-or-warszawa", "suit-only", asked=CHOOSING
    ),
    "trump": _words("what the chosen or turned-up suit becomes", "trump", "none"),
    "choice-order": _words(
        "who is asked, and in what order", "in-turn-all", "next-then-last", asked=CHOOSING
    ),
    "refusal-passes-to": _words(
        "who may choose after a refusal, where pairs play", "next-player", "partner", asked=PAIRS
    ),
    "choice-threshold": _words("what a hand needs to choose", "none", "suit-held", asked=CHOOSING),
    "first-choice-overcall": _words(
        "whether a later player may overcall the first choice",
        "first-stands",
        "higher-takes-over",
        asked=PRZEMYSKIE,
    ),
    "contract-rank": _contracts(
        "the games from the lowest to the highest", (SUIT_GAME, *CONTRACTS), whole=True, asked=PRZEMYSKIE
    ),
    "nobody-chooses": _words("what happens if nobody chooses", "redeal", "last-must-choose", asked=CHOOSING),
    # The choice on the full hand
    "second-choice": _contracts(
        "which games may be chosen on the full hand", CONTRACTS, whole=False, asked=PRZEMYSKIE
    ),
    "second-choice-who": _words(
        "who may choose on the full hand", "anyone", "first-chooser", asked=PRZEMYSKIE
    ),
    "second-choice-order": _words(
        "whether a choice on the full hand may be overcalled",
        "in-turn-higher-overcalls",
        "first-stands",
        asked=PRZEMYSKIE,
    ),
    "second-choice-replaces": _words(
        "whether a choice on the full hand replaces one on the first packet",
        "may-replace",
        "may-not",
        asked=PRZEMYSKIE,
    ),
    "suit-after-eight": _words(
        "whether the games of the first choice stay open on the full hand",
        "still-open",
        "closed",
        asked=PRZEMYSKIE,
    ),
    "zyd-meaning": _words("whether żyd can be chosen", "contract", "outcome", asked=PRZEMYSKIE),
    # The contracts
    "warszawa-aim": _words(
        "what the declarer must achieve in warszawa", "sixty-six-alone", "last-trick", asked=PRZEMYSKIE
    ),
    "warszawa-trump": _words("trump in warszawa", "no-trump", "named-later", asked=PRZEMYSKIE),
    "warszawa-pay": _words("what warszawa pays", *PAYS, asked=PRZEMYSKIE),
    "zyd-aim": _words(
        "what the declarer must achieve in żyd",
        "all-tricks-with-trump",
        "exactly-one-trick",
        "no-points",
        asked=PRZEMYSKIE,
    ),
    "zyd-trump": _words("trump in żyd", "declarer-names", "no-trump", asked=PRZEMYSKIE),
    "zyd-pay": _words("what żyd pays", *PAYS, asked=PRZEMYSKIE),
    "zyd-outcome": _words(
        "which outcome of the suit game is called żyd, where it is an outcome",
        "not-counted",
        "all-tricks",
        "declarer-without-trick",
        asked=PRZEMYSKIE,
    ),
    "mizerka-aim": _words(
        "what the declarer must achieve in mizerka", "no-tricks", "no-points", asked=PRZEMYSKIE
    ),
    "mizerka-trump": _words("trump in mizerka", "no-trump", "earlier-suit-stays", asked=PRZEMYSKIE),
    "mizerka-pay": _words("what mizerka pays", *PAYS, asked=PRZEMYSKIE),
    "durch-aim": _words(
        "what the declarer must achieve in durch", "all-tricks", "no-tricks-lost-before-66", asked=PRZEMYSKIE
    ),
    "durch-trump": _words("trump in durch", "no-trump", "declarer-names", asked=PRZEMYSKIE),
    "durch-pay": _words("what durch pays", *PAYS, asked=PRZEMYSKIE),
    "contract-first-lead": _words(
        "who leads first where no suit game is played",
        "eldest",
        "declarer",
        "declarer-in-durch",
        asked=PRZEMYSKIE,
    ),
    "contract-melds": _words(
        "in which games beside the suit game melds count", "warszawa-only", "never", asked=PRZEMYSKIE
    ),
    "contract-end": _words(
        "whether żyd, mizerka or durch ends once it is decided",
        "when-decided",
        "played-out",
        asked=PRZEMYSKIE,
    ),
    # Throwing in and surrender
    "throw-in": Option(
        "what throwing in costs",
        '{"price": settlement points}, "as-loss" or "not-allowed"',
        _read_throw_in,
        lambda value: {"price": value.price} if isinstance(value, ThrowInPrice) else value,
        CHOOSING,
    ),
    "throw-in-who": _words("who may throw in", "declarer", "nobody", asked=CHOOSING),
    "throw-in-when": _words(
        "when one may throw in", "after-last-packet-before-lead", "any-time", asked=CHOOSING
    ),
    "throw-in-doubled": _words(
        "whether doubling multiplies a fixed price",
        "fixed-price-stays",
        "always-multiplied",
        asked=PRZEMYSKIE,
    ),
    "throw-in-total": _words(
        "whether a fixed price is due to each winner or to all together", "each", "in-all", asked=PRZEMYSKIE
    ),
    "surrender": _words(
        "when one may surrender during play", "after-trick-or-woda", "not-allowed", asked=PRZEMYSKIE
    ),
    "surrender-when": _words(
        "how long the right to surrender lasts", "any-time-after", "at-once-only", asked=PRZEMYSKIE
    ),
    "surrender-who": _words("who may surrender", "any-player", "defenders-only", asked=PRZEMYSKIE),
    "surrender-binds": _words(
        "what one defender's surrender is to the other",
        "both-must",
        "binds-both",
        "own-only",
        asked=PRZEMYSKIE,
    ),
    "surrender-cost": _words("what one who surrenders pays", "degree-reached", "full-loss", asked=PRZEMYSKIE),
    # Loss and settlement
    "loss-degrees": Option(
        "what makes a loss less than full",
        'a table with "by" ("trick" or "trick-or-meld") and "half" (card points, 1 or more)',
        _read_loss_degrees,
        lambda degrees: {"by": degrees.by, "half": degrees.half},
    ),
    "woda-threshold": _words(
        "whether the half is a threshold or an exact number", "at-least-33", "exactly-33"
    ),
    "relief-trick-count": _words(
        "whether the first degree takes one trick or more, or just one", "at-least-one", "exactly-one"
    ),
    "relief-sum": _words("whether the reliefs add up", "higher-only", "add-up"),
    "half-and-or": _words(
        "whether tricks and melds make the half together or either alone",
        "together",
        "either-alone",
        asked=SIXTY_SIX,
    ),
    "loss-relief": Option(
        "the part of a loss remitted in its first and second degree",
        'two fractions from 0 to 1 as text, ["1/3", "2/3"], or "none"',
        _read_loss_relief,
        lambda parts: [str(part) for part in parts] if parts else "none",
    ),
    "loss-relief-who": _words("who may have relief", "every-loser", "defenders-only", asked=CHOOSING),
    "loss-counting": _words("how beaten defenders are counted", "each", "jointly", asked=CHOOSING),
    "base-stake": _whole("settlement points of a full loss", 1),
    "refusal-stake": _words(
        "what is played for after a refusal", "at-most-three", "as-without", asked=SIXTY_SIX_CHOOSING
    ),
    "refusal-stake-cap": _words(
        "whether three points after a refusal are a cap", "cap", "restates-table", asked=SIXTY_SIX_CHOOSING
    ),
    "payment": _words("whether the loser pays or the winner is credited", "loser-pays", "winner-credited"),
    "who-pays-whom": _words("between whom a deal is settled", "each", "nobody"),
    "sides": _words("who plays with whom", "one-against-two", "pairs", "each-alone", asked=CHOOSING),
    "partners-seat": _words("where a partner sits", "opposite", "next", asked=PAIRS),
    "defenders-target": _words(
        "what it means that the defenders reach the target", "wins", "no-effect", asked=CHOOSING
    ),
    # Melds
    "meld": _words("what a meld is", "king-queen", "none"),
    "meld-points": _wholes("card points of a meld: in a plain suit, in trumps", 0, 2),
    "meld-who": _words("who may meld", "any-player", "declarer"),
    "meld-timing": _words("when one may meld", "on-lead", "on-any-play"),
    "meld-validity": _words("what must be held to meld", "pair-in-hand", "cards-in-hand", "trick-taken"),
    "meld-credit": _words("when a meld counts", "at-once", "after-a-trick"),
    # Play
    "first-lead": _words("who leads to the first trick", "eldest", "declarer"),
    "follow-suit": _words("whether the suit led is owed", "must", "free"),
    "beat-in-suit": _words("whether a higher card of the suit led is owed", "must", "free"),
    "beat-after-trump": _words("whether it is owed though the trick is already trumped", "owed", "not-owed"),
    "must-trump": _words("whether a trump is owed by one void in the suit led", "must", "free"),
    "overtrump": _words("whether a higher trump is owed", "must", "free"),
    "undertrump": _words("whether a lower trump is owed where no higher is held", "must", "free"),
    "free-discard": _words(
        "which card a hand void in the suit led may play when nothing is owed", "any", "lowest"
    ),
    "trick-winner": _words("who takes the trick", "trump-else-led", "led-only"),
    "next-lead": _words("who leads to the next trick", "winner", "next-seat"),
    # The stock
    "draw": _words("who draws first after a trick", "one-each-winner-first", "loser-first", asked=STOCK),
    "last-two-cards": _words(
        "whether the last two cards of the stock go one to each", "one-each", "left", asked=STOCK
    ),
    "last-two-who": _words(
        "who gets the hidden card of the last two", "trick-winner-hidden", "trick-winner-chooses", asked=STOCK
    ),
    "trump-nine": _words(
        "whether the nine of trumps may be exchanged for the turned-up card",
        "holder-may-exchange",
        "never",
        asked=STOCK,
    ),
    "trump-nine-when": _words("at what moment it may", "on-own-lead", "any-time", asked=STOCK),
    "trump-nine-limit": _words("until when it may", "not-at-two-cards", "while-stock", asked=STOCK),
    "close-stock": _words("when one may close the stock", "more-than-two-left", "never", asked=STOCK),
    "close-effect": _words("what closing brings", "owes-66-no-drawing", "no-effect", asked=STOCK),
    "beat-after-close": _words(
        "whether a higher card is owed after closing", "owed", "not-owed", asked=STOCK
    ),
    "close-fails": _words(
        "what happens if the closer does not reach the target",
        "opponent-wins-by-table",
        "opponent-wins-three",
        "last-trick-decides",
        asked=STOCK,
    ),
    # The end
    "last-trick": _words("what the last trick decides", "no-effect", "wins"),
    "end-of-play": _words("when play ends", "played-out", "on-announced-66"),
    "unannounced-66": _words(
        "whether a target reached and not announced outweighs the last trick",
        "last-trick-decides",
        "sixty-six-stands",
        asked=SIXTY_SIX,
    ),
    # Doubling
    "doubling": _words("whether calls double the stake", "each-call-doubles", "none", asked=CHOOSING),
    "first-call-doubles": _words(
        "whether the first call doubles already", "from-first", "from-second", asked=PRZEMYSKIE
    ),
    "doubling-stake": _words(
        "whether calls double the whole settlement or one stake of it",
        "whole-settlement",
        "base-only",
        asked=PRZEMYSKIE,
    ),
    "doubling-binds": _words(
        "whose settlement a defender's call doubles", "whole-table", "caller-only", asked=PRZEMYSKIE
    ),
    "ladder-rungs": _whole("the most calls in a deal", 1, CHOOSING),
    "doubling-who": _words("who may call", "alternate", "defenders", asked=CHOOSING),
    "doubling-when": _words("when one may call", "before-first-card", "any-time", asked=CHOOSING),
    # Several deals
    "next-dealer": _words("who deals next", "winner", "next-in-turn"),
    "next-dealer-two-winners": _words(
        "which of several winners deals next",
        "nearest-to-dealer",
        "last-trick-taker",
        asked=SIXTY_SIX_CHOOSING,
    ),
    "fourth-person": _words(
        "what a fourth person at the table does",
        "dealer-collects",
        "rotates-after-slup",
        "nothing",
        asked=PRZEMYSKIE,
    ),
    "fourth-person-scope": _words(
        "in which games the fourth person shares", "warszawa-only", "all-games", asked=PRZEMYSKIE
    ),
    "fourth-person-amount": _words(
        "from whom the fourth person collects", "from-every-loser", "from-losing-declarer", asked=PRZEMYSKIE
    ),
    "fourth-person-pay": _words(
        "whether the fourth person pays too", "always-collects", "collects-and-pays", asked=PRZEMYSKIE
    ),
    "slup-length": _whole("deals in a słup, after which the fourth person may come in", 1, PRZEMYSKIE),
    "slup-replaced": _words(
        "whom the fourth person replaces after a słup", "next-to-dealer", "any-player", asked=PRZEMYSKIE
    ),
}


def field_of(rule: str) -> str:
    """Return the name of the :class:`Ruleset` field that answers *rule*."""
    return rule.replace("-", "_")


@dataclass(frozen=True)
class Ruleset:
    """One answer to every question in :data:`OPTIONS`. Made by :meth:`from_json`.

    A question that is not asked of this game or number of players has a blank field and no reading.
    """

    id: str
    game: str
    players: int | str
    deck: str
    rank_order: str  #: weakest first
    card_points: tuple[int, ...]  #: in the order of :data:`~przemyskie66.engine.cards.RANKS`
    target: int  #: card points
    target_counting: str
    half_counting: str
    first_to_66: str
    deal_packets: tuple[int, ...]
    direction: str
    stock: str
    trump_fixing: str
    blind_games: tuple[str, ...]
    blind_order: str
    blind_overcall: str
    blind_then_choice: str
    blind_stake: int
    first_choice: str
    trump: str
    choice_order: str
    refusal_passes_to: str
    choice_threshold: str
    first_choice_overcall: str
    contract_rank: tuple[str, ...]
    nobody_chooses: str
    second_choice: tuple[str, ...]
    second_choice_who: str
    second_choice_order: str
    second_choice_replaces: str
    suit_after_eight: str
    zyd_meaning: str
    warszawa_aim: str
    warszawa_trump: str
    warszawa_pay: str
    zyd_aim: str
    zyd_trump: str
    zyd_pay: str
    zyd_outcome: str
    mizerka_aim: str
    mizerka_trump: str
    mizerka_pay: str
    durch_aim: str
    durch_trump: str
    durch_pay: str
    contract_first_lead: str
    contract_melds: str
    contract_end: str
    throw_in: ThrowInPrice | str
    throw_in_who: str
    throw_in_when: str
    throw_in_doubled: str
    throw_in_total: str
    surrender: str
    surrender_when: str
    surrender_who: str
    surrender_binds: str
    surrender_cost: str
    loss_degrees: LossDegrees
    woda_threshold: str
    relief_trick_count: str
    relief_sum: str
    half_and_or: str
    loss_relief: tuple[Fraction, ...]  #: by degree; empty where there is none
    loss_relief_who: str
    loss_counting: str
    base_stake: int  #: settlement points
    refusal_stake: str
    refusal_stake_cap: str
    payment: str
    who_pays_whom: str
    sides: str
    partners_seat: str
    defenders_target: str
    meld: str
    meld_points: tuple[int, ...]  #: card points: plain, trump
    meld_who: str
    meld_timing: str
    meld_validity: str
    meld_credit: str
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
    draw: str
    last_two_cards: str
    last_two_who: str
    trump_nine: str
    trump_nine_when: str
    trump_nine_limit: str
    close_stock: str
    close_effect: str
    beat_after_close: str
    close_fails: str
    last_trick: str
    end_of_play: str
    unannounced_66: str
    doubling: str
    first_call_doubles: str
    doubling_stake: str
    doubling_binds: str
    ladder_rungs: int
    doubling_who: str
    doubling_when: str
    next_dealer: str
    next_dealer_two_winners: str
    fourth_person: str
    fourth_person_scope: str
    fourth_person_amount: str
    fourth_person_pay: str
    slup_length: int
    slup_replaced: str
    readings: Mapping[str, str] = field(hash=False)  #: rule id to the id of the reading played
    #: by phase (see :data:`PHASES`), the answers that differ from the whole, each with its reading
    phases: Mapping[str, Mapping[str, tuple[object, str]]] = field(default_factory=dict, hash=False)

    @classmethod
    def from_json(cls, data: object, file: str = "ruleset") -> "Ruleset":
        """Return the ruleset that *data* describes: ``id``, ``game``, ``options``, ``readings``.

        ``players``, if given, must agree with the option of that name. Readings of rules that
        have no engine option are carried along. ``phases`` may give, for the phases of play in
        :data:`PHASES`, other answers to the duties of play.

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
            if key not in _KEYS:
                fault(f"key {key}", "no such key", key, f"Known: {', '.join(_KEYS)}.")
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
        players = options.get("players")
        asked = {rule for rule, option in OPTIONS.items() if option.asked.of(str(game), players)}
        for rule in options:
            if rule not in OPTIONS:
                fault(
                    f"option {rule}", "the engine has no such option", rule, "Remove it or correct its name."
                )
            elif rule not in asked and game in GAMES:
                message = f"not asked of {game} with {players} players"
                fault(f"option {rule}", message, options[rule], "Remove it.", rule)
        values: dict[str, Any] = {}
        for rule, option in OPTIONS.items():
            values[field_of(rule)] = option.blank
            if rule not in asked:
                continue
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
        phases = _read_phases(data.get("phases", {}), fault)
        if faults:
            raise RulesetError(faults)
        return cls(id=str(name), game=str(game), readings=dict(readings), phases=phases, **values)

    def to_json(self) -> dict[str, object]:
        """Return the table that :meth:`from_json` reads back."""
        data: dict[str, object] = {
            "id": self.id,
            "game": self.game,
            "players": self.players,
            "options": {rule: self.value(rule) for rule in self.asked()},
            "readings": dict(self.readings),
        }
        if self.phases:
            data["phases"] = {
                phase: {
                    "options": {rule: OPTIONS[rule].write(value) for rule, (value, _) in answers.items()},
                    "readings": {rule: reading for rule, (_, reading) in answers.items()},
                }
                for phase, answers in self.phases.items()
            }
        return data

    def asks(self, rule: str) -> bool:
        """Whether this ruleset answers *rule*."""
        return rule in OPTIONS and OPTIONS[rule].asked.of(self.game, self.players)

    def asked(self) -> tuple[str, ...]:
        """Return the rules this ruleset answers, in the order of :data:`OPTIONS`."""
        return tuple(rule for rule in OPTIONS if self.asks(rule))

    def value(self, rule: str) -> object:
        """Return the answer to *rule* as a JSON value, or ``None`` where it is not asked."""
        return OPTIONS[rule].write(getattr(self, field_of(rule))) if self.asks(rule) else None

    def reading(self, rule: str) -> str:
        """Return the id of the reading of *rule* that is in force, or an empty text where none is named."""
        return self.readings.get(rule, "")

    def in_phase(self, phase: str) -> "Ruleset":
        """Return the ruleset whose answers hold in *phase*: this one, where the phase changes none."""
        answers = self.phases.get(phase)
        if not answers:
            return self
        changes: dict[str, Any] = {field_of(rule): value for rule, (value, _) in answers.items()}
        readings = {**self.readings, **{rule: reading for rule, (_, reading) in answers.items()}}
        return replace(self, readings=readings, phases={}, **changes)

    def with_option(self, rule: str, value: object, reading: str = OFF) -> "Ruleset":
        """Return this ruleset with another answer to *rule*, played as *reading*, in every phase.

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
        kept = {
            phase: {known: told for known, told in answers.items() if known != rule}
            for phase, answers in self.phases.items()
        }
        changes: dict[str, Any] = {field_of(rule): answer, "readings": {**self.readings, rule: reading}}
        return replace(self, phases={phase: told for phase, told in kept.items() if told}, **changes)


def _read_phases(data: object, fault: Callable[..., None]) -> dict[str, dict[str, tuple[object, str]]]:
    if not isinstance(data, Mapping):
        fault("phases", "no table of phases", data, f"Known phases: {', '.join(PHASES)}.")
        return {}
    found: dict[str, dict[str, tuple[object, str]]] = {}
    for phase, told in data.items():
        place = f"phase {phase}"
        if phase not in PHASES:
            fault(place, "no such phase", phase, f"Known: {', '.join(PHASES)}.")
            continue
        shaped = isinstance(told, Mapping) and set(told) == {"options", "readings"}
        if not shaped or not all(isinstance(table, Mapping) for table in told.values()):
            fault(place, "not a table of options and readings", told, "Give both, by rule.")
            continue
        found[str(phase)] = {}
        for rule, value in told["options"].items():
            if rule not in PHASED:
                fault(f"{place}, option {rule}", "not a duty of play", rule, f"Known: {', '.join(PHASED)}.")
                continue
            reading = told["readings"].get(rule)
            if not isinstance(reading, str) or not is_id(reading):
                fault(f"{place}, reading {rule}", "missing or not an id", reading, "Name the reading.", rule)
                continue
            try:
                found[str(phase)][str(rule)] = (OPTIONS[rule].read(value), reading)
            except ValueError:
                expected = f"Expected {OPTIONS[rule].expected}."
                fault(f"{place}, option {rule}", "no reading has this value", value, expected, rule)
        for rule in told["readings"]:
            if rule not in told["options"]:
                fault(f"{place}, reading {rule}", "a reading without a value", rule, "Give its option.", rule)
    return found
