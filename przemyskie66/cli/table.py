"""Commands on recorded deals: replay, diff."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import click
from rich.text import Text

from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.records import record_named, ruleset_named, shares_line, with_readings
from przemyskie66.cli.session import Session
from przemyskie66.cli.solving import one_deal, print_no_value
from przemyskie66.cli.sources import action_text, because, event_line, event_text, refusal_line
from przemyskie66.engine import (
    Attribution,
    DealRecord,
    Divergence,
    Event,
    Game,
    Replay,
    Ruleset,
    first_divergence,
    format_action,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.compact import write_compact
from przemyskie66.engine.play import OVER
from przemyskie66.engine.session_record import SessionRecord, open_session, write_session
from przemyskie66.engine.solver import SolverError
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Bilingual, Json, Profile
from przemyskie66.rulebook.plural import polish_plural
from przemyskie66.survey.causes import HOW, causes
from przemyskie66.survey.chunk import PLAYERS, played


def _event_json(event: Event, seats: Sequence[str]) -> Json:
    return {
        "kind": event.kind,
        "seat": None if event.seat is None else seats[event.seat],
        "rules": [{"rule": rule, "reading": reading} for rule, reading in event.rules],
        "data": event.data,
    }


def print_events(
    session: Session, game: Game, start: int, sees: Sequence[int], dealer: str | None = None
) -> int:
    """Print what has happened since event number *start*, and return the number of events.

    Cards drawn from the stock are named for the seats in *sees* alone. *dealer* names who deals,
    where it is somebody without cards.
    """
    for event in game.events[start:]:
        names = list(game.seats)
        if dealer is not None and "dealer" in event.data:
            names[game.dealer] = dealer
        if line := event_text(event, names, session.lang, sees):
            text = Text("  ").append_text(line)
            if event.kind != "play":
                text.append(f"  [{', '.join(rule for rule, _ in event.rules)}]", "dim")
            session.out.print(text)
    return len(game.events)


def print_settlement(session: Session, game: Game) -> None:
    """Print what a finished deal changes for each seat."""
    words = session.say("Punkty rozliczeniowe", "Settlement points")
    session.print(f"{words}: {points_line(settlement_by_name(game))}", "bold")


def points_line(points: Mapping[str, object]) -> str:
    """Return settlement points by name, as they are read: ``A −2, B 1, C 1``."""
    return ", ".join(f"{name} {number}" for name, number in points.items()).replace("-", "−")


@click.command(
    "replay",
    cls=Command,
    doc=Bilingual(
        "Odtwórz zapis rozdania (plik, identyfikator albo – dla standardowego wejścia), także według innych zasad. "
        "Zatrzymuje się na pierwszym ruchu, którego te zasady nie dopuszczają. "
        "Zapis może być w JSON-ie albo w krótkiej notacji; --as podaje go w drugiej postaci i nie odtwarza.",
        "Replay a deal record (a file, an id, or - for standard input), also by other rules. "
        "Stops at the first action that those rules refuse. "
        "A record is JSON or short text; --as prints it in the other form and does not replay it.",
    ),
    examples=(
        "przemyskie66 replay deal.json",
        "przemyskie66 replay deal.json --ruleset wikibooks-3",
        "przemyskie66 replay przyklad --as text",
    ),
)
@shared
@as_json
@click.option(
    "--ruleset", metavar="ID", cls=Option,
    doc=Bilingual("Według czyich zasad; bez tego: jak zapisano.", "By whose rules; without it: as recorded."),
)  # fmt: skip
@click.option(
    "--as", "form", type=click.Choice(["text", "json"]), cls=Option,
    doc=Bilingual("Wypisz zapis jako krótki tekst albo JSON.", "Print the record as short text or JSON."),
)  # fmt: skip
@click.argument("deal", metavar="FILE|DEAL|-")
@click.pass_obj
def replay_command(session: Session, deal: str, ruleset: str | None, form: str | None, as_json: bool) -> int:
    """Print what happens; exit code 1 if an action is refused."""
    record = record_named(session, deal)
    if form is not None:
        session.print_exactly(_written(record, form, deal))
        return 0
    profile, rules = ruleset_named(session, ruleset or record.ruleset)
    if isinstance(record, SessionRecord):
        rules = with_readings(session, rules, dict(record.readings))
        if ruleset is None:
            open_session(record, rules, deal)  # who deals and who gets cards must be right too
        deals = record.deals
    else:
        deals = (record,)
    results = [replay(each, rules) for each in deals]
    refused = any(result.refused is not None for result in results)
    if as_json:
        told: list[Json] = [
            _replay_json(each, profile, result) for each, result in zip(deals, results, strict=True)
        ]
        session.print_json({"deals": told} if isinstance(record, SessionRecord) else told[0])
        return int(refused)
    session.print(shares_line(session, profile), "bold")
    for number, (each, result) in enumerate(zip(deals, results, strict=True), start=1):
        if len(deals) > 1:
            session.print(session.say(f"Rozdanie {number}: {each.id}", f"Deal {number}: {each.id}"), "bold")
        _print_replay(session, profile, each, result)
    return int(refused)


def _written(record: DealRecord | SessionRecord, form: str, name: str) -> str:
    if isinstance(record, DealRecord):
        return write_record(record) if form == "json" else write_compact(record)
    if form == "json":
        return write_session(record)
    message, way_out = "several deals have no short form", "Use --as json, or take out one of its deals."
    raise CorpusError([Fault("records", name, "--as text", message, f"{len(record.deals)} deals", way_out)])


def _replay_json(record: DealRecord, profile: Profile, result: Replay) -> Json:
    game, seats = result.game, record.deal.seats
    refused: Json = None
    if result.refused is not None:
        index, action, refusal = result.refused
        refused = {
            "index": index,
            "action": format_action(action, seats),
            "rule": refusal.rule,
            "reading": refusal.reading,
            "code": refusal.code,
            "message": str(refusal),
        }
    return {
        "deal": record.id,
        "ruleset": profile.id,
        "applied": result.applied,
        "refused": refused,
        "events": [_event_json(event, seats) for event in game.events],
        "settlement": dict(settlement_by_name(game)) if game.phase == OVER else None,
    }


def _print_replay(session: Session, profile: Profile, record: DealRecord, result: Replay) -> None:
    game, seats = result.game, record.deal.seats
    print_events(session, game, 0, range(len(seats)))
    if result.refused is not None:
        index, action, refusal = result.refused
        what = action_text(action, seats, session.lang).plain
        where = session.say(f"ruch {index + 1}", f"action {index + 1}")
        session.print(f"✗ {where}, {what}: {refusal_line(refusal, seats, session.lang)}", "red")
        for line in because(session, profile, refusal.rule, refusal.reading):
            session.print(f"    {line}")
    elif game.phase == OVER:
        print_settlement(session, game)


@click.command(
    "diff",
    cls=Command,
    doc=Bilingual(
        "Gdzie to samo rozdanie rozchodzi się według dwóch zestawów zasad, czyje słowo o tym decyduje "
        "i która reguła zmienia wynik: każdą z osobna odczytuje się jak w drugim zestawie, a gdy żadna sama nie "
        "wystarcza, podaje te, które zmieniają go razem.",
        "Where one deal parts under two rulesets, whose word makes it part, and which rule changes the result: "
        "each alone is read as in the other ruleset, and where none suffices alone, those that do so together are named.",
    ),
    examples=(
        "przemyskie66 diff przyklad witryna wikibooks-3",
        "przemyskie66 diff seed:66 witryna wikibooks-3 --players sensible",
        "przemyskie66 diff seed:66 witryna wikibooks-3 --players best",
    ),
)
@shared
@as_json
@click.option(
    "--players", type=click.Choice(HOW), default="recorded", show_default=True, cls=Option,
    doc=Bilingual(
        "Kto gra: zapisane ruchy, przypadek, rozsądni gracze albo najlepsza gra w otwarte karty.",
        "Who plays: the recorded actions, chance, sensible players, or best play with open cards.",
    ),
)  # fmt: skip
@click.argument("deal", metavar="FILE|DEAL|seed:N|-")
@click.argument("first", metavar="RULESET")
@click.argument("second", metavar="RULESET")
@click.pass_obj
def diff_command(session: Session, deal: str, first: str, second: str, players: str, as_json: bool) -> int:
    """Print the first divergence and the cause; exit code 0 whether or not there is one."""
    named = [ruleset_named(session, name) for name in (first, second)]
    a, b = named[0][1], named[1][1]
    record = one_deal(session, deal, a)
    if players != "recorded" and record.seed is None:
        message, way_out = "it has no seed to be played afresh from", "Use --players recorded, or seed:N."
        raise CorpusError([Fault("records", deal, "--players", message, players, way_out)])
    if players == "recorded" and not record.actions:
        players = "sensible"
    if not record.actions and players in PLAYERS:
        played_first = played(a, record.seed or 0, PLAYERS[players])
        record = replace(record, actions=tuple(played_first.actions))
    found = None if players == "best" else first_divergence(record, a, b)
    try:
        cause = causes(record, a, b, players)
    except SolverError as error:
        print_no_value(session, error)
        return 1
    if as_json:
        told = _diff_json(record, found, [profile for profile, _ in named])
        assert isinstance(told, dict)
        session.print_json(
            {**told, "players": players, "cause": None if cause is None else _cause_json(cause)}
        )
        return 0
    if found is not None:
        _print_divergence(session, record, found, named)
    elif players != "best":
        session.print(
            session.say(
                "Te same ruchy prowadzą według obu zestawów do tego samego.",
                "The same actions lead to the same under both rulesets.",
            )
        )
    _print_cause(session, cause, named, players, record.deal.seats)
    return 0


def _print_divergence(
    session: Session, record: DealRecord, found: Divergence, named: Sequence[tuple[Profile, Ruleset]]
) -> None:
    seats = record.deal.seats
    session.print(_where_they_part(session, record, found), "bold")
    for (profile, ruleset), event, refusal, points in (
        (named[0], found.event_a, found.refusal_a, found.settlement_a),
        (named[1], found.event_b, found.refusal_b, found.settlement_b),
    ):
        session.print(shares_line(session, profile), "bold")
        if refusal is not None:
            session.print(f"  ✗ {refusal_line(refusal, seats, session.lang)}")
        elif event is not None:
            session.print(f"  {event_line(event, seats, session.lang) or event.kind}")
        if points is not None:
            words = session.say("punkty rozliczeniowe", "settlement points")
            session.print(f"  {words}: {points_line(dict(zip(seats, points, strict=True)))}")
        for rule in found.rules:
            for line in because(session, profile, rule, ruleset.reading(rule)):
                session.print(f"    {line}")


def _print_cause(
    session: Session,
    cause: Attribution | None,
    named: Sequence[tuple[Profile, Ruleset]],
    players: str,
    seats: Sequence[str],
) -> None:
    say = session.say

    def text(result: object) -> str:
        """Return a result of :func:`causes` as it is read."""
        if isinstance(result, tuple):
            return points_line(dict(zip(seats, result, strict=True)))
        if isinstance(result, dict) and "settlement" in result:
            return points_line(result["settlement"])
        if isinstance(result, dict) and "refused" in result:
            return f"✗ {result['refused']['action']} ({result['refused']['rule']})"
        if players == "best":
            return say("dla rozgrywającego ", "for the declarer ") + str(result).replace("-", "−")
        return str(result or "–")

    how = {
        "recorded": say("zapisane ruchy", "the recorded actions"),
        "random": say("gra przypadek", "chance plays"),
        "sensible": say("grają rozsądni gracze", "sensible players play"),
        "best": say("najlepsza gra w otwarte karty", "best play with open cards"),
    }[players]
    if cause is None:
        session.print(say(f"Wynik jest ten sam ({how}).", f"The result is the same ({how})."), "bold")
        return
    results = f"{text(cause.result_a)} → {text(cause.result_b)}"
    session.print(say(f"Wynik ({how}): {results}", f"The result ({how}): {results}"), "bold")
    if cause.unshared:
        session.print(
            say(
                "Różnica leży w pytaniach, które zadaje tylko jeden z zestawów; żadna wspólna reguła jej nie tłumaczy.",
                "The difference lies in questions that only one of the rulesets asks; no shared rule explains it.",
            )
        )
    elif cause.alone:
        session.print(
            say("Wystarcza sama jedna reguła:", "One rule alone suffices:") + " " + ", ".join(cause.alone)
        )
    else:
        session.print(
            say(
                "Wynik drugiego zestawu dają dopiero razem:",
                "Only together do they give the other ruleset’s result:",
            )
            + " "
            + ", ".join(cause.jointly)
        )
    stirring = [(rule, result) for rule, result in cause.stirring if rule not in cause.alone]
    for rule, result in stirring:
        words = say("sama zmienia wynik, ale na", "alone changes the result too, but to")
        session.print(f"  {rule}: {words} {text(result)}")
    for rule in cause.alone or cause.jointly:
        for profile, ruleset in named:
            session.print(f"  {profile.id}:", "bold")
            for line in because(session, profile, rule, ruleset.reading(rule)):
                session.print(f"    {line}")


def _cause_json(cause: Attribution) -> Json:
    return {
        "results": [_result_json(cause.result_a), _result_json(cause.result_b)],
        "alone": list(cause.alone),
        "jointly": list(cause.jointly),
        "stirring": [{"rule": rule, "result": _result_json(result)} for rule, result in cause.stirring],
        "unshared": cause.unshared,
    }


def _result_json(result: object) -> Json:
    if isinstance(result, tuple):
        return [str(points) for points in result]
    if isinstance(result, dict):
        return {str(key): value for key, value in result.items()}
    return str(result)


def _where_they_part(session: Session, record: DealRecord, found: Divergence) -> str:
    """Return how long a deal goes the same way, and the action at which it no longer does."""
    count = found.applied
    events = [event for event in (found.event_a, found.event_b) if event is not None]
    if count >= len(record.actions) or any(event.step == 0 for event in events):
        return session.say(
            "Rozdanie rozchodzi się od razu, przed pierwszym ruchem.",
            "The deal parts at once, before the first action.",
        )
    action = action_text(record.actions[count], record.deal.seats, session.lang).plain
    if count == 0:
        return session.say(
            f"Rozdanie rozchodzi się już przy pierwszym ruchu: {action}.",
            f"The deal parts at the first action: {action}.",
        )
    moves = polish_plural(count, "ruch", "ruchy", "ruchów")
    actions = "action" if count == 1 else "actions"
    return session.say(
        f"Przez {count} {moves} rozdanie idzie tak samo, a rozchodzi się przy ruchu {count + 1}: {action}.",
        f"For {count} {actions} the deal goes the same way; it parts at action {count + 1}: {action}.",
    )


def _diff_json(record: DealRecord, found: Divergence | None, profiles: Sequence[Profile]) -> Json:
    if found is None:
        return {"deal": record.id, "diverges": False}
    seats = record.deal.seats
    sides: list[Json] = [
        {
            "ruleset": profile.id,
            "event": None if event is None else _event_json(event, seats),
            "refused": None if refusal is None else {"rule": refusal.rule, "message": str(refusal)},
            "settlement": None if points is None else [str(number) for number in points],
        }
        for profile, event, refusal, points in (
            (profiles[0], found.event_a, found.refusal_a, found.settlement_a),
            (profiles[1], found.event_b, found.refusal_b, found.settlement_b),
        )
    ]
    at = record.actions[found.applied] if found.applied < len(record.actions) else None
    return {
        "deal": record.id,
        "diverges": True,
        "applied": found.applied,
        "action": None if at is None else format_action(at, seats),
        "rules": list(found.rules),
        "sides": sides,
    }
