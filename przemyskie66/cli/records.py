"""Rulesets, readings and recorded deals, as a person names them on the command line."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from przemyskie66.cli.reading import read_text
from przemyskie66.cli.session import Session
from przemyskie66.engine import DealRecord, Ruleset, read_record
from przemyskie66.engine.compact import compact_faults, is_compact, read_compact
from przemyskie66.engine.deal import HAND_SIZES
from przemyskie66.engine.record import load_json, record_faults
from przemyskie66.engine.session_record import SessionRecord, is_session, read_session, session_faults
from przemyskie66.errors import CorpusError, Fault, NotationError, NotPlayedError, UnknownIdError
from przemyskie66.rulebook import Profile, Rule, shares, to_ruleset

#: The name that stands for what is typed or piped in.
STDIN = "-"


def profile_named(session: Session, name: str) -> Profile:
    """Return a ruleset's profile.

    :raises UnknownIdError: if there is none; the fault lists those that can be played.
    """
    archive = session.archive
    name = name.removeprefix("ruleset:")
    if name in archive.profiles:
        return archive.profiles[name]
    near = ", ".join(archive.nearest("ruleset", name))
    playable = ", ".join(profile.id for profile in archive.profiles.values() if profile.refuses is None)
    way_out = (f"Nearest: {near}. " if near else "") + f"Those that can be played: {playable}."
    raise UnknownIdError(
        [Fault("reference", "command", name, "there is no ruleset of this id", name, way_out)]
    )


def ruleset_named(session: Session, name: str) -> tuple[Profile, Ruleset]:
    """Return a ruleset, ready to play.

    :raises UnknownIdError: if there is none.
    :raises NotPlayedError: if it refuses to play, with the reason.
    """
    profile = profile_named(session, name)
    if profile.refuses is not None:
        words = session.say("nie można nim grać", "cannot be played")
        raise NotPlayedError(f"ruleset:{profile.id} {words}: {session.pick(profile.refuses)}")
    return profile, to_ruleset(session.archive, profile)


def readings_given(session: Session, changed: Sequence[str]) -> dict[str, str]:
    """Return the readings that ``--with`` gives, by rule id.

    :raises click.UsageError: if one has not the form ``RULE=READING``.
    """
    found: dict[str, str] = {}
    for text in changed:
        rule, equals, reading = text.partition("=")
        if not rule or not equals or not reading:
            words = session.say("ma postać REGUŁA=ODCZYTANIE, a jest", "has the form RULE=READING, and is")
            raise click.UsageError(f"--with {words}: {text}")
        rule = rule.removeprefix("rule:")
        if found.setdefault(rule, reading) != reading:
            words = session.say("podaje dwa odczytania reguły", "gives two readings of rule")
            raise click.UsageError(f"--with {words} {rule}: {found[rule]}, {reading}")
    return found


def with_readings(session: Session, ruleset: Ruleset, changed: Mapping[str, str]) -> Ruleset:
    """Return *ruleset* with some rules played by another reading, by rule id.

    :raises CorpusError: if there is no such rule or reading, or the ruleset is not asked; every fault
        names what there is instead.
    """
    faults: list[Fault] = []
    for name, reading in changed.items():
        fault = _reading_fault(session, ruleset, name, reading)
        if fault is not None:
            faults.append(fault)
            continue
        value = session.archive.rules[name].reading(reading).value
        ruleset = ruleset.with_option(name, value, reading)
    if faults:
        raise CorpusError(faults)
    return ruleset


def _reading_fault(session: Session, ruleset: Ruleset, name: str, reading: str) -> Fault | None:
    """Return why *ruleset* cannot play rule *name* by *reading*, or ``None`` if it can."""
    archive = session.archive
    rule = archive.rules.get(name)
    if rule is None:
        near = ", ".join(archive.nearest("rule", name))
        way_out = f"Nearest: {near}." if near else "List the rules with: przemyskie66 show rule."
        return Fault("reading", "command", f"{name}={reading}", "no rule has this id", name, way_out)
    played = [known for known in rule.readings if known.played]
    if rule.option is None or not played:
        message, value = "the engine does not play this rule", name
        way_out = session.pick(rule.not_played) if rule.not_played is not None else "Choose another rule."
    elif not ruleset.asks(rule.id):
        message, value = f"no question in {ruleset.game} for {ruleset.players}", name
        way_out = "Choose another rule, or another ruleset."
    elif rule.id == "players":
        message, value = "how many play is not changed so", reading
        way_out = "Choose a ruleset for so many: przemyskie66 show ruleset."
    elif rule.id == "deal-packets" and not _deals_whole_hands(rule, reading, ruleset):
        message, value = f"not how cards are dealt to {ruleset.players}", reading
        way_out = "Choose a ruleset for so many cards: przemyskie66 show ruleset."
    elif reading not in {known.id for known in played}:
        message, value = "this rule has no such reading that the engine plays", reading
        there_are = "; ".join(f"{known.id} ({session.pick(known.text).rstrip('.')})" for known in played)
        way_out = f"There are: {there_are}."
    else:
        return None
    return Fault("reading", "command", f"{name}={reading}", message, value, way_out, (rule.id,))


def _deals_whole_hands(rule: Rule, reading: str, ruleset: Ruleset) -> bool:
    """Return whether a reading of deal-packets gives each of the players a hand of the right size."""
    values = [known.value for known in rule.readings if known.id == reading]
    size = HAND_SIZES.get(ruleset.players) if isinstance(ruleset.players, int) else None
    return (
        not values
        or not isinstance(values[0], list)
        or sum(part for part in values[0] if isinstance(part, int)) == size
    )


def record_named(session: Session, name: str) -> DealRecord | SessionRecord:
    """Return a recorded deal or session: a file, ``-`` for standard input, or a deal of the archive by its id.

    A deal may be in JSON or in short text.

    :raises CorpusError: if there is no such file or deal, or it is no record; every fault is listed.
    """
    path = Path(name)
    deal = session.archive.deals.get(name.removeprefix("deal:"))
    if deal is not None and not path.is_file():
        return read_record(dict(deal.data), deal.origin.file)
    if name == STDIN:
        return parsed_record(session, sys.stdin.read(), "standard input")
    if not path.is_file() and re.fullmatch(r"(deal:)?[a-z][a-z0-9-]*", name):
        raise session.archive.unknown("deal", name.removeprefix("deal:"))
    return parsed_record(session, read_text(path), str(path))


def parsed_record(session: Session, text: str, file: str) -> DealRecord | SessionRecord:
    """Return the deal or session that *text* holds, by a ruleset of the archive.

    :raises CorpusError: if it holds none, listing every fault with its place.
    """
    if is_compact(text):
        if faults := compact_faults(text, file):
            raise CorpusError(faults)
        record: DealRecord | SessionRecord = read_compact(text, file)
    else:
        try:
            data = load_json(text, file)
        except NotationError as error:
            place = re.search(r"line \d+, column \d+", str(error))
            message = "not readable as JSON"
            way_out = "See corpus/schema/deal-record.schema.json; short text begins with [P66 1]."
            where = place[0] if place is not None else "file"
            raise CorpusError([Fault("records", file, where, message, str(error), way_out)]) from error
        if faults := session_faults(data, file) if is_session(data) else record_faults(data, file):
            raise CorpusError(faults)
        record = read_session(data, file) if is_session(data) else read_record(data, file)
    profile_named(session, record.ruleset)
    return record


def shares_line(session: Session, profile: Profile) -> str:
    """Return the name of a ruleset and how many of its answers are its own, borrowed and pinned."""
    counted = shares(session.archive, profile)
    title = session.pick(profile.title)
    return session.say(
        f"{title}: odpowiedzi własne {counted.own}, pożyczone {counted.borrowed}, "
        f"wybór redakcji {counted.pinned} z {counted.total}",
        f"{title}: answers of its own {counted.own}, borrowed {counted.borrowed}, "
        f"pinned {counted.pinned} of {counted.total}",
    )
