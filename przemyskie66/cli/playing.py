"""The command ``play``: deals at the terminal against computer players, saved and resumed."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from przemyskie66.cli import typed
from przemyskie66.cli.commands import SEEDS, Command, Option, shared, with_reading
from przemyskie66.cli.reading import read_text
from przemyskie66.cli.records import parsed_record, readings_given, ruleset_named, shares_line, with_readings
from przemyskie66.cli.seating import Setting, Table, ask
from przemyskie66.cli.session import Session
from przemyskie66.engine import DealRecord
from przemyskie66.engine import Session as Sitting
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.notation import KINDS
from przemyskie66.engine.session_record import POLICIES, SessionRecord, open_session
from przemyskie66.errors import CorpusError, Fault, IllegalActionError, NotationError
from przemyskie66.rulebook import Bilingual
from przemyskie66.survey.chunk import players_of


@click.command(
    "play",
    cls=Command,
    doc=Bilingual(
        "Zagraj w terminalu przeciw graczom komputerowym, jedno rozdanie albo kilka, według dowolnego zestawu zasad. "
        "Ruch niedozwolony dostaje w odpowiedzi regułę i słowa źródła. "
        "Przerwaną grę można zapisać (--save) i dokończyć (--resume).",
        "Play in the terminal against computer players, one deal or several, by any ruleset. "
        "An action that is not allowed is answered with the rule and the words of its source. "
        "A game that is stopped can be saved (--save) and played to its end (--resume).",
    ),
    examples=(
        "przemyskie66 play",
        "przemyskie66 play --ruleset ojciec --seat B --seed 66",
        "przemyskie66 play --ruleset ojciec --persons Ala,Bolek,Celina,Darek --deals 5 --save partia.json",
        "przemyskie66 play --ruleset wikibooks-4 --with refusal-passes-to=partner",
        "przemyskie66 play --resume partia.json",
    ),
)
@shared
@click.option("--ruleset", metavar="ID", cls=Option, doc=Bilingual("Według czyich zasad.", "By whose rules."))
@with_reading
@click.option(
    "--persons", metavar="A,B,C", cls=Option,
    doc=Bilingual(
        "Kto siedzi przy stole, w kolejności gry; czwarta osoba rozdaje albo czeka.",
        "Who sits at the table, clockwise; a fourth person deals or waits.",
    ),
)  # fmt: skip
@click.option(
    "--seat", metavar="NAME", cls=Option,
    doc=Bilingual(
        "Twoje miejsce; bez tego: pierwsze. Najpierw rozdaje ostatnie.",
        "Your seat; without it, the first. The last deals first.",
    ),
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, SEEDS - 1), metavar="N", cls=Option,
    doc=Bilingual(
        "Numer rozdania (bez tego 66); następne ma numer o jeden wyższy.",
        "Number of the deal (without it 66); the next has the next number.",
    ),
)  # fmt: skip
@click.option(
    "--deals", type=click.IntRange(1, 1_000_000), metavar="N", cls=Option,
    doc=Bilingual("Ile rozdań, z rachunkiem po każdym.", "How many deals, with a score after each."),
)  # fmt: skip
@click.option(
    "--blind", is_flag=True, cls=Option,
    doc=Bilingual("Przed rozdaniem można grać w ciemno.", "Games may be called in the dark before the deal."),
)  # fmt: skip
@click.option(
    "--players", type=click.Choice(POLICIES), cls=Option,
    doc=Bilingual(
        "Gracze komputerowi: rozsądni (tak bez tej opcji) albo losowi.",
        "Computer players: sensible (without this option) or random.",
    ),
)  # fmt: skip
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", cls=Option,
    doc=Bilingual("Zapisuj grę do pliku, także przerwaną.", "Keep the game in a file, also if it is stopped."),
)  # fmt: skip
@click.option(
    "--resume", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", cls=Option,
    doc=Bilingual("Graj dalej od miejsca, w którym ją zapisano.", "Go on where a game was saved."),
)  # fmt: skip
@click.pass_obj
def play_command(
    session: Session,
    ruleset: str | None,
    changed: tuple[str, ...],
    persons: str | None,
    seat: str | None,
    seed: int | None,
    deals: int | None,
    blind: bool,
    players: str | None,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play; the end of input ends it early."""
    if resume is not None:
        given = {
            "--ruleset": ruleset is not None,
            "--with": bool(changed),
            "--persons": persons is not None,
            "--seed": seed is not None,
            "--blind": blind,
        }
        if excess := [option for option, there in given.items() if there]:
            words = session.say("nie łączy się z --resume", "cannot be given with --resume")
            raise click.UsageError(f"{', '.join(excess)} {words}")
        table = _resumed(session, resume, seat, players, deals, save)
    else:
        readings = readings_given(session, changed)
        table = _seated(session, ruleset or _asked_ruleset(session), readings, persons, seat)
        setting = table.setting
        setting.seed = 66 if seed is None else seed
        setting.length, setting.players, table.save_path = deals or 1, players or "sensible", save
        setting.blind = blind
        if blind and not setting.ruleset.blind_games:
            message, way_out = "these rules know no games in the dark", "Leave out --blind."
            fault = Fault(
                "reading", "command", "--blind", message, setting.profile.id, way_out, ("blind-games",)
            )
            raise CorpusError([fault])
    _introduce(session, table)
    return table.run()


def _seated(
    session: Session, ruleset: str, readings: Mapping[str, str], names: str | None, seat: str | None
) -> Table:
    """Return a new table."""
    profile, rules = ruleset_named(session, ruleset)
    rules = with_readings(session, rules, readings)
    persons = (
        tuple(name.strip() for name in names.split(","))
        if names is not None
        else seat_names(players_of(rules))
    )
    for name in persons:
        if name in KINDS or (name and typed.read_line(name).command != "act"):
            message, way_out = "a word of the game cannot be a name", "Give another name."
            raise CorpusError([Fault("session", "command", "--persons", message, name, way_out)])
    sitting = Sitting(rules, persons)
    setting = Setting(profile, rules, dict(readings), persons, _person(session, persons, seat))
    return Table(session, setting, sitting, None)


def _person(session: Session, persons: Sequence[str], seat: str | None) -> str:
    if seat is None:
        return persons[0]
    if seat not in persons:
        words = session.say("nie ma takiego miejsca; są", "no such seat; there are")
        raise click.UsageError(f"--seat {seat}: {words}: {', '.join(persons)}")
    return seat


def _resumed(
    session: Session, path: Path, seat: str | None, players: str | None, deals: int | None, save: Path | None
) -> Table:
    """Return the table as a saved game leaves it.

    :raises CorpusError: if the file cannot be read, or its deals are not possible at its table.
    """
    saved = parsed_record(session, read_text(path), str(path))
    if isinstance(saved, DealRecord):
        names = saved.deal.seats
        saved = SessionRecord(
            ruleset=saved.ruleset, persons=names, dealer=names[saved.deal.dealer], person=names[0],
            deals=(saved,), seed=saved.seed or 0, blind=saved.blind,
        )  # fmt: skip
    profile, rules = ruleset_named(session, saved.ruleset)
    rules = with_readings(session, rules, saved.readings)
    try:
        sitting, games = open_session(saved, rules, str(path))
    except (NotationError, IllegalActionError) as error:
        message, way_out = "cannot be played on", f"See: przemyskie66 replay {path}"
        raise CorpusError([Fault("session", str(path), "deals", message, str(error), way_out)]) from error
    setting = Setting(
        profile=profile,
        ruleset=rules,
        readings=dict(saved.readings),
        persons=saved.persons,
        person=_person(session, saved.persons, seat or saved.person),
        players=players or saved.players,
        seed=saved.seed,
        length=deals or saved.length,
        blind=saved.blind,
    )
    table = Table(session, setting, sitting, save)
    table.first_dealer = saved.dealer
    table.replaced = dict(saved.replaced)
    table.deals = list(saved.deals[: len(sitting.lines)])
    if len(games) > len(sitting.lines):
        table.lay(saved.deals[-1])
    return table


def _introduce(session: Session, table: Table) -> None:
    """Say by whose rules is played, which are played otherwise, and how one asks for help."""
    setting = table.setting
    session.print(shares_line(session, setting.profile), "bold")
    for name, reading in setting.readings.items():
        text = session.pick(session.archive.rules[name].reading(reading).text)
        words = session.say("Inaczej niż w zestawie", "Otherwise than in the ruleset")
        session.print(f"{words}: {name} = {reading}: {text}")
    session.print(
        session.say(
            "? – co wolno, dlaczego HA? – czemu nie wolno, podpowiedz, cofnij, zapisz PLIK, pomoc, koniec",
            "? – what is allowed, why HA? – why something is not, hint, undo, save FILE, help, quit",
        ),
        "dim",
    )


def _asked_ruleset(session: Session) -> str:
    """Ask whose rules to play by, if somebody is there to ask."""
    playable = [p for p in session.archive.profiles.values() if p.refuses is None]
    if not sys.stdin.isatty():
        return playable[0].id
    for number, profile in enumerate(playable, start=1):
        session.print(f"  {number}. {profile.id}: {shares_line(session, profile)}")
    while True:
        answer = ask(session, session.say("Według czyich zasad? ", "By whose rules? "))
        if answer is None:
            raise click.Abort
        if answer.isdecimal() and 1 <= int(answer) <= len(playable):
            return playable[int(answer) - 1].id
        if answer in session.archive.profiles:
            return answer
