"""Commands at the table: play, replay, diff."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.reading import read_text
from przemyskie66.cli.session import Session
from przemyskie66.cli.sources import because, cards, event_line, refusal_line
from przemyskie66.engine import (
    Action,
    Deal,
    DealRecord,
    Event,
    Game,
    Ruleset,
    first_divergence,
    format_action,
    format_mask,
    parse_action,
    read_record,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import format_suit
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.players import simple_player
from przemyskie66.engine.record import load_json, record_faults
from przemyskie66.errors import (
    AmbiguousActionError,
    CorpusError,
    Fault,
    NotationError,
    NotPlayedError,
    UnknownIdError,
)
from przemyskie66.rulebook import Bilingual, Json, Profile, shares, to_ruleset

_SEATS = ("A", "B", "C")


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


def record_named(session: Session, name: str) -> DealRecord:
    """Return a deal record: a file, or a deal of the archive by its id.

    :raises CorpusError: if there is no such file or deal, or it is no record; every fault is listed.
    """
    path = Path(name)
    deal = session.archive.deals.get(name.removeprefix("deal:"))
    if deal is not None and not path.is_file():
        return read_record(dict(deal.data), deal.origin.file)
    if not path.is_file() and re.fullmatch(r"(deal:)?[a-z][a-z0-9-]*", name):
        raise session.archive.unknown("deal", name.removeprefix("deal:"))
    try:
        data = load_json(read_text(path), str(path))
    except NotationError as error:
        message, way_out = "not readable as JSON", "See corpus/schema/deal-record.schema.json."
        raise CorpusError([Fault("records", str(path), "file", message, str(error), way_out)]) from error
    if faults := record_faults(data, str(path)):
        raise CorpusError(faults)
    record = read_record(data, str(path))
    profile_named(session, record.ruleset)
    return record


def _shares_line(session: Session, profile: Profile) -> str:
    counted = shares(session.archive, profile)
    title = session.pick(profile.title)
    return session.say(
        f"{title}: odpowiedzi własne {counted.own}, pożyczone {counted.borrowed}, "
        f"wybór redakcji {counted.pinned} z {counted.total}",
        f"{title}: answers of its own {counted.own}, borrowed {counted.borrowed}, "
        f"pinned {counted.pinned} of {counted.total}",
    )


def _event_json(event: Event, seats: Sequence[str]) -> Json:
    return {
        "kind": event.kind,
        "seat": None if event.seat is None else seats[event.seat],
        "rules": [{"rule": rule, "reading": reading} for rule, reading in event.rules],
        "data": event.data,
    }


def _print_events(session: Session, game: Game, start: int) -> int:
    """Print what has happened since event number *start*, and return the number of events."""
    for event in game.events[start:]:
        if line := event_line(event, game.seats, session.lang):
            rules = ", ".join(rule for rule, _ in event.rules)
            session.print(f"  {line}  [{rules}]" if event.kind != "play" else f"  {line}")
    return len(game.events)


def _print_settlement(session: Session, game: Game) -> None:
    words = session.say("Punkty rozliczeniowe", "Settlement points")
    session.print(f"{words}: " + ", ".join(f"{n} {p}" for n, p in settlement_by_name(game).items()), "bold")


@click.command(
    "play",
    cls=Command,
    doc=Bilingual(
        "Zagraj rozdanie w terminalu przeciw dwóm graczom komputerowym. "
        "Zagranie niedozwolone dostaje w odpowiedzi regułę i słowa źródła.",
        "Play a deal in the terminal against two computer players. "
        "An action that is not allowed is answered with the rule and the words of its source.",
    ),
    examples=("przemyskie66 play", "przemyskie66 play --ruleset ojciec --seat B --seed 66"),
)
@shared
@click.option("--ruleset", metavar="ID", cls=Option, doc=Bilingual("Według czyich zasad.", "By whose rules."))
@click.option(
    "--seat", type=click.Choice(_SEATS), default="A", show_default=True, cls=Option,
    doc=Bilingual("Twoje miejsce; rozdaje C.", "Your seat; C deals."),
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=66, show_default=True, cls=Option,
    doc=Bilingual("Numer rozdania.", "Number of the deal."),
)  # fmt: skip
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", cls=Option,
    doc=Bilingual("Zapisz rozegrane rozdanie do pliku.", "Write the deal as played to a file."),
)  # fmt: skip
@click.pass_obj
def play_command(session: Session, ruleset: str | None, seat: str, seed: int, save: Path | None) -> int:
    """Play one deal; the end of input ends it early."""
    profile, rules = ruleset_named(session, ruleset or _asked_ruleset(session))
    game = Game.start(rules, Deal.from_seed(seed, _SEATS.index("C"), _SEATS))
    person = _SEATS.index(seat)
    rng = SplitMix64(seed)
    session.print(_shares_line(session, profile), "bold")
    session.print(
        session.say(
            "Pisz: choose H, pass, play HA, play HK meld, double, throw-in, announce; "
            "? – co wolno, why HA – dlaczego nie wolno, Enter – niech grają dalej, q – koniec.",
            "Write: choose H, pass, play HA, play HK meld, double, throw-in, announce; "
            "? – what is allowed, why HA – why something is not, Enter – let them go on, q – stop.",
        ),
        "dim",
    )
    told = 0
    while game.phase != OVER:
        told = _print_events(session, game, told)
        mine = game.legal_actions(person)
        action = (
            _asked_action(session, profile, game, person)
            if mine and (game.turn == person or _speaks(game, mine))
            else None
        )
        if action == _STOP:
            session.print(session.say("Rozdanie przerwane.", "The deal was stopped."))
            return 0
        if isinstance(action, Action):
            game.apply(action)
            continue
        _others_act(game, person, rng)
    _print_events(session, game, told)
    _print_settlement(session, game)
    if save is not None:
        _save(game, profile, seed, save)
        session.print(str(save))
    return 0


_STOP = "q"


def _speaks(game: Game, mine: list[Action]) -> bool:
    """Whether the person is asked out of turn: once before the first card, and whenever he may end the deal."""
    return any(action.kind == "announce" for action in mine) or (game.phase == PLAY and not game.begun)


def _asked_ruleset(session: Session) -> str:
    """Ask whose rules to play by, if somebody is there to ask."""
    playable = [p for p in session.archive.profiles.values() if p.refuses is None]
    if not sys.stdin.isatty():
        return playable[0].id
    for number, profile in enumerate(playable, start=1):
        session.print(f"  {number}. {profile.id}: {_shares_line(session, profile)}")
    while True:
        answer = _line(session, session.say("Według czyich zasad? ", "By whose rules? "))
        if answer is None:
            raise click.Abort
        if answer.isdecimal() and 1 <= int(answer) <= len(playable):
            return playable[int(answer) - 1].id
        if answer in session.archive.profiles:
            return answer


def _line(session: Session, prompt: str) -> str | None:
    """Return a line of input, or ``None`` at its end."""
    session.out.print(prompt, end="")
    text = sys.stdin.readline()
    if not sys.stdin.isatty():
        session.print(text.rstrip("\n"))  # so that a transcript shows both sides
    return text.strip() if text else None


def _print_table(session: Session, game: Game, person: int) -> None:
    view = game.view(person)
    say = session.say
    on_table = " ".join(f"{game.seats[s]} {cards(format_mask(1 << c))}" for s, c in view.trick)
    trump = (
        "" if view.declarer is None else f"{say('atut', 'trump')} {cards_of_suit(format_suit(view.trump))}; "
    )
    if on_table:
        session.print(f"{say('Na stole', 'On the table')}: {on_table}")
    session.print(f"{trump}{say('ręka', 'hand')}: {cards(format_mask(view.hand))}", "bold")


def cards_of_suit(letter: str) -> str:
    """Return a suit as it is read: ``♥``."""
    return cards(f"{letter} ")[:1] if letter in "CDHS" else "–"


def _asked_action(session: Session, profile: Profile, game: Game, person: int) -> Action | str | None:
    """Ask until the person names something allowed; ``None`` lets the others go on, ``q`` stops."""
    seat = game.seats[person]
    _print_table(session, game, person)
    while True:
        text = _line(session, f"{seat}> ")
        if text is None or text in ("q", "quit"):
            return _STOP
        if text == "" and game.turn != person:
            return None
        if text in ("", "?"):
            allowed = (
                format_action(action, game.seats).removeprefix(f"{seat} ")
                for action in game.legal_actions(person)
            )
            session.print("  " + "; ".join(allowed))
            continue
        asks_why = text.startswith("why ")
        text = text.removeprefix("why ").strip()
        try:
            action = _read(game, person, text)
        except (NotationError, AmbiguousActionError) as error:
            session.print(session.say(f"  Nie rozumiem: {text}. ", "  ") + str(error), "yellow")
            continue
        refusal = game.why_not(action)
        if refusal is not None:
            session.print(f"  ✗ {refusal_line(refusal, game.seats, session.lang)}", "red")
            for line in because(session, profile, refusal.rule):
                session.print(f"    {line}")
        elif asks_why:
            session.print("  " + session.say("To wolno.", "This is allowed."))
        else:
            return action


def _read(game: Game, person: int, text: str) -> Action:
    """Return the action that a person writes; a bare card is a card played."""
    seat = game.seats[person]
    words = text.split()
    if words[0] == seat and len(words) > 1:
        words = words[1:]
    if re.fullmatch(r"[CDHS♣♦♥♠]?(?:[9JQKTA]|10)", words[0]):
        words = ["play", *words]
    try:
        return parse_action(" ".join([seat, *words]), game.seats)
    except NotationError:
        return game.read_action(" ".join([seat, *words]))


def _others_act(game: Game, person: int, rng: SplitMix64) -> None:
    """Let one computer player act: somebody out of turn who wants to, else the seat in turn."""
    for seat in range(len(game.seats)):
        legal = game.legal_actions(seat)
        if seat not in (person, game.turn) and legal:
            action = simple_player(game.view(seat), legal, rng)
            if action is not None:
                game.apply(action)
                return
    turn = game.turn
    assert turn is not None  # the deal is not over
    action = simple_player(game.view(turn), game.legal_actions(turn), rng)
    assert action is not None  # in turn, a player always acts
    game.apply(action)


def _save(game: Game, profile: Profile, seed: int, path: Path) -> None:
    deal = Deal.from_seed(seed, game.dealer, game.seats)
    record = DealRecord(
        id=f"seed-{seed}",
        title={"pl": f"Rozdanie {seed}", "en": f"Deal {seed}"},
        ruleset=profile.id,
        deal=deal,
        actions=tuple(game.actions),
        seed=seed,
    )
    path.write_text(write_record(record), encoding="utf-8")


@click.command(
    "replay",
    cls=Command,
    doc=Bilingual(
        "Odtwórz zapis rozdania (plik albo identyfikator), także według innych zasad. "
        "Zatrzymuje się na pierwszym zagraniu, którego te zasady nie dopuszczają.",
        "Replay a deal record (a file or an id), also by other rules. "
        "Stops at the first action that those rules refuse.",
    ),
    examples=("przemyskie66 replay deal.json", "przemyskie66 replay deal.json --ruleset wikibooks-3"),
)
@shared
@as_json
@click.option(
    "--ruleset", metavar="ID", cls=Option,
    doc=Bilingual("Według czyich zasad; bez tego: jak zapisano.", "By whose rules; without it: as recorded."),
)  # fmt: skip
@click.argument("deal", metavar="FILE|DEAL")
@click.pass_obj
def replay_command(session: Session, deal: str, ruleset: str | None, as_json: bool) -> int:
    """Print what happens; exit code 1 if an action is refused."""
    record = record_named(session, deal)
    profile, rules = ruleset_named(session, ruleset or record.ruleset)
    result = replay(record, rules)
    game, seats = result.game, record.deal.seats
    over = game.phase == OVER
    if as_json:
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
        session.print_json(
            {
                "deal": record.id,
                "ruleset": profile.id,
                "applied": result.applied,
                "refused": refused,
                "events": [_event_json(event, seats) for event in game.events],
                "settlement": dict(settlement_by_name(game)) if over else None,
            }
        )
        return 0 if result.refused is None else 1
    session.print(_shares_line(session, profile), "bold")
    _print_events(session, game, 0)
    if result.refused is not None:
        index, action, refusal = result.refused
        words = session.say("zagranie", "action")
        session.print(
            f"✗ {words} {index + 1}, {format_action(action, seats)}: {refusal_line(refusal, seats, session.lang)}",
            "red",
        )
        for line in because(session, profile, refusal.rule):
            session.print(f"    {line}")
        return 1
    if over:
        _print_settlement(session, game)
    return 0


@click.command(
    "diff",
    cls=Command,
    doc=Bilingual(
        "Gdzie to samo rozdanie rozchodzi się według dwóch zestawów zasad i czyje słowo o tym decyduje.",
        "Where one deal parts under two rulesets, and whose word makes it part.",
    ),
    examples=("przemyskie66 diff deal.json ojciec wikibooks-3",),
)
@shared
@as_json
@click.argument("deal", metavar="FILE|DEAL")
@click.argument("first", metavar="RULESET")
@click.argument("second", metavar="RULESET")
@click.pass_obj
def diff_command(session: Session, deal: str, first: str, second: str, as_json: bool) -> int:
    """Print the first divergence and its cause; exit code 0 whether or not there is one."""
    record = record_named(session, deal)
    named = [ruleset_named(session, name) for name in (first, second)]
    found = first_divergence(record, named[0][1], named[1][1])
    seats = record.deal.seats
    if as_json:
        if found is None:
            session.print_json({"deal": record.id, "diverges": False})
            return 0
        sides: list[Json] = [
            {
                "ruleset": profile.id,
                "event": None if event is None else _event_json(event, seats),
                "refused": None if refusal is None else {"rule": refusal.rule, "message": str(refusal)},
                "settlement": None if points is None else [str(number) for number in points],
            }
            for (profile, _), event, refusal, points in (
                (named[0], found.event_a, found.refusal_a, found.settlement_a),
                (named[1], found.event_b, found.refusal_b, found.settlement_b),
            )
        ]
        session.print_json(
            {
                "deal": record.id,
                "diverges": True,
                "applied": found.applied,
                "rules": list(found.rules),
                "sides": sides,
            }
        )
        return 0
    if found is None:
        session.print(
            session.say(
                "To rozdanie idzie tak samo według obu zestawów.", "The deal goes the same way under both."
            )
        )
        return 0
    words = session.say("Rozchodzą się po zagraniach", "They part after this many actions")
    session.print(f"{words}: {found.applied}" + (f" ({found.action})" if found.action else ""), "bold")
    for (profile, _), event, refusal, points in (
        (named[0], found.event_a, found.refusal_a, found.settlement_a),
        (named[1], found.event_b, found.refusal_b, found.settlement_b),
    ):
        session.print(_shares_line(session, profile), "bold")
        if refusal is not None:
            session.print(f"  ✗ {refusal_line(refusal, seats, session.lang)}")
        elif event is not None:
            session.print(f"  {event_line(event, seats, session.lang) or event.kind}")
        if points is not None:
            result = ", ".join(f"{n} {p}" for n, p in zip(seats, points, strict=True))
            session.print(f"  {session.say('punkty rozliczeniowe', 'settlement points')}: {result}")
        for rule in found.rules:
            for line in because(session, profile, rule):
                session.print(f"    {line}")
    return 0
