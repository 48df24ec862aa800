"""What the engine's tests share: rulesets made from ``rulesets.json``, rule cases, deals played by chance."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee import Referee

from przemyskie66.engine import Action, Deal, Game, Ruleset, format_cards, play_case
from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import OVER
from przemyskie66.engine.players import play_out, random_player

HERE = Path(__file__).parent
RULE_CASES = HERE.parent / "rules"
DEALS = HERE.parents[1] / "corpus" / "deals"
SCHEMAS = HERE.parents[1] / "corpus" / "schema"

FIXTURE: dict[str, Any] = json.loads((HERE / "rulesets.json").read_text(encoding="utf-8"))
RULES: dict[str, Any] = FIXTURE["rules"]
PROFILES = tuple(FIXTURE["rulesets"])

#: Profiles of games for three, which can play one and the same deal.
FOR_THREE = ("witryna", "ojciec", "instrukcja", "wikibooks-3")

#: Twenty-four different cards for three, C dealing; A holds four good hearts first.
HANDS = ("HA HT HK HQ C9 D9 S9 CJ", "H9 HJ CA CT DA DT SA ST", "CK CQ DK DQ DJ SK SQ SJ")


def _profile(name: str) -> dict[str, Any]:
    """Return the profile *name*, what it shares with another written out."""
    own: dict[str, Any] = FIXTURE["rulesets"][name]
    if "like" not in own:
        return own
    other = _profile(own["like"])
    plays = {rule: reading for rule, reading in other["plays"].items() if rule not in own.get("without", ())}
    return {**other, **own, "plays": plays | own["plays"]}


def _answers(plays: Mapping[str, str]) -> dict[str, Any]:
    return {
        "options": {rule: RULES[rule]["readings"][reading] for rule, reading in plays.items()},
        "readings": dict(plays),
    }


def ruleset_data(name: str) -> dict[str, Any]:
    """Return the JSON of the ruleset *name*."""
    profile = _profile(name)
    data = {"id": name, "game": profile["game"], "players": profile["players"], **_answers(profile["plays"])}
    if "phases" in profile:
        data["phases"] = {phase: _answers(plays) for phase, plays in profile["phases"].items()}
    return data


@cache
def ruleset(name: str) -> Ruleset:
    """Return the ruleset *name*."""
    return Ruleset.from_json(ruleset_data(name), name)


def changed(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset *name* with other answers, in every phase of play."""
    data = ruleset_data(name)
    data["options"] |= changes
    for answers in data.get("phases", {}).values():
        for table in answers.values():
            for rule in changes:
                table.pop(rule, None)
    return Ruleset.from_json(data)


def under(name: str, rule: str, reading: str) -> Ruleset:
    """Return the ruleset *name* with *rule* answered by *reading*."""
    return ruleset(name).with_option(rule, RULES[rule]["readings"][reading], reading)


def values_of(rule: str) -> dict[str, Any]:
    """Return the values that *rule* can have, by reading, and by ``off`` where obedience is off."""
    found: dict[str, Any] = dict(RULES[rule]["readings"])
    return found | ({"off": RULES[rule]["off"]} if "off" in RULES[rule] else {})


def of_case(rule: str, case: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset under which *case* of *rule* shows its reading.

    Where the reading holds in one phase of play only, that is the profile as it stands.
    """
    own = ruleset(case["ruleset"])
    told = [answers[rule][1] for answers in own.phases.values() if rule in answers]
    if told and case["reading"] in (own.reading(rule), *told):
        return own
    return under(case["ruleset"], rule, case["reading"])


@cache
def cases() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return every rule case with its rule, in the order of the files."""
    found = []
    for path in sorted(RULE_CASES.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [(data["rule"], case) for case in data["case"]]
    return tuple(found)


def deal_for(rules: Ruleset, seed: int, dealer: int = 0) -> Deal:
    """Return a deal that *rules* can play, its cards mixed by *seed*; also for unusual packets."""
    count, due = int(rules.players), sum(rules.deal_packets)
    pack = SplitMix64(seed).shuffled(range(CARD_COUNT))
    hands = tuple(tuple(pack[due * seat : due * (seat + 1)]) for seat in range(count))
    return Deal(seat_names(count), dealer % count, hands, tuple(pack[due * count :]) if rules.stock else ())


def played(name: str, seed: int, dealer: int = 2, *, blind: bool = False) -> Game:
    """Return the deal of *seed* played to its end by players who choose by chance."""
    game = Game.start(ruleset(name), deal_for(ruleset(name), seed, dealer), blind=blind)
    play_out(game, [random_player] * game.count, SplitMix64(seed ^ 0x66))
    return game


def by_chance(game: Game, rng: SplitMix64, boldness: int) -> Action:
    """Return a legal action of *game*: one that the turn asks for, or with *boldness* % any other.

    Players who do all that is allowed with the same frequency throw in or surrender before the
    deal comes to anything; so the rarer half of the actions is asked for by *boldness*.
    """
    legal = game.legal_actions()
    due = [action for action in legal if action.seat == game.turn and action.kind in _DUE[game.phase]]
    others = [action for action in legal if action not in due]
    return rng.pick(others if not due or (others and rng.below(100) < boldness) else due)


_DUE = {
    "blind": ("no-blind",),
    "choice": ("choose",),
    "second": ("choose", "pass"),
    "naming": ("name",),
    "play": ("play",),
    "taking": ("take",),
}


def walk(rules: Ruleset, seed: int, dealer: int, *, blind: bool = False, boldness: int = 20) -> list[Game]:
    """Return the states of a deal played by chance, from the first to the last."""
    game = Game.start(rules, deal_for(rules, seed, dealer), blind=blind)
    rng = SplitMix64(seed + 1)
    states = [game.copy()]
    while game.phase != OVER:
        game.apply(by_chance(game, rng, boldness))
        states.append(game.copy())
    return states


def start_of(deal: Deal, *, blind: bool = False) -> dict[str, Any]:
    """Return *deal* as words, in the shape of the start of a case."""
    return {
        "seats": list(deal.seats),
        "dealer": deal.seats[deal.dealer],
        "hands": {name: format_cards(hand) for name, hand in zip(deal.seats, deal.hands, strict=True)},
        "stock": format_cards(deal.stock),
        "blind": blind,
    }


def game_at(rules: Ruleset, start: Mapping[str, Any]) -> Game:
    """Return the game that stands at *start*, written as the start of a case."""
    return play_case({"start": start}, rules)


def referee_for(rules: Ruleset, start: Mapping[str, Any]) -> Referee:
    """Return the referee of *start* under the answers of *rules*."""
    data: dict[str, Any] = rules.to_json()
    phases = {phase: told["options"] for phase, told in data.get("phases", {}).items()}
    return Referee(data["options"], phases, start)
