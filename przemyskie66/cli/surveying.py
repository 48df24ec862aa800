"""Commands that measure what a disagreement changes: survey, smallest."""

import shlex
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from przemyskie66 import __version__
from przemyskie66.cli.commands import SEEDS, Command, Option, as_json, on_cores, shared
from przemyskie66.cli.session import Session
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Archive, Bilingual, Json, load_archive, to_ruleset
from przemyskie66.survey import run as running
from przemyskie66.survey.chunk import run_chunk
from przemyskie66.survey.contrasts import SLOW_IN_OPEN_PLAY, Contrast, contrasts, in_open_play, under
from przemyskie66.survey.store import read_searched, write_demonstration, write_searched, write_survey
from przemyskie66.survey.summary import Finding, finding, findings_json

#: Deals of a survey, by its players, where none is given.
DEALS = {"random": 100_000, "sensible": 100_000, "best": 1_000}

#: More than any survey needs: beyond it a number is mistyped.
MOST_DEALS = 100_000_000

#: Deals of the short run that checks a stored survey.
PROBE = {"random": 150, "sensible": 150, "best": 2}


def _chosen(session: Session, rules: Sequence[str], *, disputed: bool) -> tuple[Contrast, ...]:
    """Return the contrasts asked for.

    :raises UnknownIdError: if there is no rule of a name.
    :raises CorpusError: if nothing can be compared for one.
    """
    archive = session.archive
    found = contrasts(archive)
    for rule in rules:
        if rule not in archive.rules:
            raise archive.unknown("rule", rule)
        if all(contrast.rule != rule for contrast in found):
            message = (
                "the engine plays only one reading of it in a single deal, so there is nothing to compare"
            )
            known = ", ".join(sorted({contrast.rule for contrast in found}))
            way_out = f"Rules that can be compared: {known}."
            raise CorpusError([Fault("survey", "command", rule, message, rule, way_out, (rule,))])
    if rules:
        return tuple(contrast for contrast in found if contrast.rule in rules)
    return tuple(contrast for contrast in found if contrast.disputed or not disputed)


@click.command(
    "survey",
    cls=Command,
    doc=Bilingual(
        "Zmierz, w ilu rozdaniach rozliczenie zmienia się, gdy jedną regułę odczytać inaczej. "
        "Przerwane liczenie podejmuje się od miejsca, w którym stanęło; wynik zależy tylko od numerów rozdań.",
        "Measure in how many deals the settlement changes when one rule is read otherwise. "
        "A run that was broken off goes on where it stopped; the result depends on the numbers of the deals alone.",
    ),
    examples=(
        "przemyskie66 survey --players sensible",
        "przemyskie66 survey throw-in loss-degrees --deals 2000",
        "przemyskie66 survey --players best --write",
        "przemyskie66 survey --dask tcp://10.0.0.1:8786",
    ),
)
@shared
@as_json
@click.option(
    "--players", type=click.Choice(list(DEALS)), default="sensible", show_default=True, cls=Option,
    doc=Bilingual(
        "Kto gra: przypadek, rozsądni gracze, najlepsza gra w otwarte karty.",
        "Who plays: chance, sensible players, best play with all hands open.",
    ),
)  # fmt: skip
@click.option(
    "--deals", type=click.IntRange(1, MOST_DEALS), cls=Option,
    doc=Bilingual("Ile rozdań; zwykle 100 000, dla best 1000.", "How many deals; usually 100,000, for best 1,000."),
)  # fmt: skip
@click.option(
    "--first", type=click.IntRange(0, SEEDS - MOST_DEALS), default=0, show_default=True, cls=Option,
    doc=Bilingual("Numer pierwszego rozdania.", "Number of the first deal."),
)  # fmt: skip
@click.option(
    "--disputed", is_flag=True, cls=Option,
    doc=Bilingual("Tylko reguły, o które spierają się świadkowie.", "Only rules about which witnesses differ."),
)  # fmt: skip
@on_cores
@click.option(
    "--dask", metavar="ADDRESS", cls=Option,
    doc=Bilingual(
        "Licz na klastrze Dask pod tym adresem (local: własny, na tej maszynie).",
        "Work on the Dask cluster at this address (local: one of its own, on this machine).",
    ),
)  # fmt: skip
@click.option(
    "--state", type=click.Path(path_type=Path, file_okay=False), default=Path("build/survey"), show_default=True,
    cls=Option, doc=Bilingual("Gdzie trzymać policzone części.", "Where to keep the parts that are done."),
)  # fmt: skip
@click.option(
    "--write", is_flag=True, cls=Option,
    doc=Bilingual("Zapisz wynik w corpus/survey/.", "Write the result to corpus/survey/."),
)  # fmt: skip
@click.argument("rules", metavar="[RULE]...", nargs=-1)
@click.pass_obj
def survey_command(
    session: Session,
    rules: tuple[str, ...],
    players: str,
    deals: int | None,
    first: int,
    disputed: bool,
    cores: int | None,
    dask: str | None,
    state: Path,
    write: bool,
    as_json: bool,
) -> int:
    """Print a row for each contrast, those that change most first."""
    if write and (rules or disputed):
        message = "a stored survey holds every pair of readings; this one would put a part in its place"
        way_out = "Leave out the rules, or --write; --json prints the part."
        told = " ".join(rules) or "--disputed"
        raise CorpusError([Fault("survey", "command", "--write", message, told, way_out)])
    chosen = _chosen(session, rules, disputed=disputed)
    if players == "best":
        chosen = tuple(
            contrast
            for contrast in chosen
            if in_open_play(session.archive, contrast)
            and (contrast.rule in rules or contrast.rule not in SLOW_IN_OPEN_PLAY)
        )
        if not chosen:
            message = (
                "best play with open cards does not show this: the game is chosen and nobody speaks any more"
            )
            way_out = "Use --players sensible or random."
            raise CorpusError([Fault("survey", "command", "--players", message, " ".join(rules), way_out)])
    try:
        state.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message, way_out = "there can be no such folder", "Name another with --state."
        fault = Fault("survey", "command", "--state", f"{message}: {error.strerror}", str(state), way_out)
        raise CorpusError([fault]) from error
    plan = running.plan_of(session.archive, chosen, players)
    number = deals or DEALS[players]
    words = session.say("rozdania", "deals")
    with _cluster(session, dask) as cluster, session.bar(words) as show:
        try:
            tallies = running.run(
                plan,
                number,
                first=first,
                cores=cores,
                state=state,
                cluster=cluster,
                progress=show,
            )
        except KeyboardInterrupt:
            kept = session.say(
                f"Policzone części zostały w {state}; to samo polecenie liczy dalej od nich.",
                f"The parts that were done are kept in {state}; the same command goes on from them.",
            )
            session.err.print(kept)
            raise
    found = [finding(contrast, tallies[contrast.id]) for contrast in chosen]
    found.sort(key=lambda f: (-f.share, f.contrast.id))
    if not write and not as_json:
        _print_findings(session, found)
        return 0
    command = ["przemyskie66", "survey", *rules, "--players", players, "--deals", str(number)]
    command += ["--first", str(first)] if first else []
    command += ["--disputed"] if disputed else []
    about: dict[str, Json] = {
        "command": shlex.join(command),
        "version": __version__,
        "engine": running.engine_digest(players),
        "players": players,
        "deals": number,
        "first": first,
    }
    probe = run_chunk(plan, first, min(PROBE[players], number))
    data = findings_json(found, probe, about)
    if as_json:
        session.print_json(data)
    if write:
        session.err.print(str(write_survey(session.root, players, data)))
    return 0


@contextmanager
def _cluster(session: Session, address: str | None) -> Iterator[Any]:
    """Yield a Dask client, or ``None`` where this machine works alone.

    :raises CorpusError: if Dask is not installed, or nothing answers at the address.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        message = "Dask is not installed"
        way_out = "Run: pip install 'przemyskie66[cluster]'"
        raise CorpusError([Fault("survey", "command", "--dask", message, address, way_out)]) from None
    try:
        client = Client() if address == "local" else Client(address, timeout="10s")  # type: ignore[no-untyped-call] # distributed gives it no types
    except (OSError, ValueError) as error:
        message, way_out = f"no Dask scheduler answers: {error}", "Start one: dask scheduler"
        raise CorpusError([Fault("survey", "command", "--dask", message, address, way_out)]) from error
    with client:
        yield client


#: Columns of a table that goes to a file or to another program.
_WIDE = 160


def _print_findings(session: Session, found: Sequence[Finding]) -> None:
    say = session.say
    table = Table(box=None, header_style="bold")
    for title in (say("reguła", "rule"), say("odczytania", "readings"), say("zestaw", "ruleset")):
        table.add_column(title, overflow="fold")  # an id that is cut off cannot be used
    for title in (say("zmienione", "changed"), "95 %", say("średnio", "mean"), say("najwięcej", "most")):
        table.add_column(title, justify="right")
    for f in found:
        contrast = f.contrast
        table.add_row(
            contrast.rule,
            f"{contrast.a} / {contrast.b}",
            contrast.base,
            f"{100 * f.share:.2f} %",
            f"{100 * f.share_low:.2f}–{100 * f.share_high:.2f}",
            f"{f.mean:.3f}",
            str(f.largest),
        )
    if not session.is_terminal():
        session.out.width = _WIDE
    session.out.print(table)
    number = found[0].deals if found else 0
    session.print(
        say(
            f"Rozdań: {number}. Zmiana w punktach rozliczeniowych, u tego, komu zmienia się najwięcej.",
            f"Deals: {number}. The change in settlement points, for whom it changes most.",
        ),
        "dim",
    )


@click.command(
    "smallest",
    cls=Command,
    doc=Bilingual(
        "Poszukaj najmniejszego rozdania, które pokazuje różnicę między dwoma odczytaniami reguły, "
        "i zapisz je w corpus/deals/. Bez nazw reguł szuka dla wszystkich par odczytań.",
        "Search for the smallest deal that shows the difference between two readings of a rule, "
        "and write it to corpus/deals/. Without names of rules it searches for every pair of readings.",
    ),
    examples=("przemyskie66 smallest woda-threshold", "przemyskie66 smallest --write"),
)
@shared
@click.option(
    "--write", is_flag=True, cls=Option, doc=Bilingual("Zapisz, co znajdzie.", "Write what is found.")
)
@on_cores
@click.argument("rules", metavar="[RULE]...", nargs=-1)
@click.pass_obj
def smallest_command(session: Session, rules: tuple[str, ...], write: bool, cores: int | None) -> int:
    """Print what was found for each pair; exit code 0 also where nothing was."""
    try:
        from przemyskie66.survey.smallest import tries
    except ImportError:
        message, way_out = (
            "hypothesis, which searches, is not installed",
            "Run: pip install 'przemyskie66[edit]'",
        )
        raise CorpusError([Fault("survey", "command", "smallest", message, "", way_out)]) from None
    chosen = _chosen(session, rules, disputed=False)
    searched = read_searched(session.root)
    with ProcessPoolExecutor(cores) as pool, session.bar(session.say("pary", "pairs")) as show:
        waiting = {pool.submit(_search, str(session.root), contrast): contrast for contrast in chosen}
        for done, future in enumerate(as_completed(waiting), start=1):
            contrast, record = waiting[future], future.result()
            show(done, len(chosen))
            if record is None:
                words = session.say("nie znaleziono różnicy", "no difference found")
                session.print(f"{contrast.id}: {words}")
                told = searched.get(contrast.id)
                reason = {"reason": told["reason"]} if isinstance(told, dict) and "reason" in told else {}
                area = session.archive.rules[contrast.rule].area
                searched[contrast.id] = {**tries(contrast.rule, area), **reason}
            else:
                size = max(len(hand) for hand in record.deal.hands)
                cards = session.say("kart na ręce", "cards in hand")
                actions = session.say("zagrań", "actions")
                session.print(f"{contrast.id}: {size} {cards}, {len(record.actions)} {actions}")
                searched.pop(contrast.id, None)
                if write:
                    write_demonstration(session.root, record)
    if write:
        write_searched(session.root, searched)
    return 0


_archives: dict[str, Archive] = {}


def _search(root: str, contrast: Contrast) -> Any:
    from przemyskie66.survey.smallest import record_of, smallest  # needs hypothesis

    if root not in _archives:
        _archives[root] = load_archive(Path(root))
    archive = _archives[root]
    base = to_ruleset(archive, archive.profiles[contrast.base])
    a, b = (under(archive, base, contrast.rule, reading) for reading in (contrast.a, contrast.b))
    found = smallest(a, b, contrast.rule, archive.rules[contrast.rule].area)
    return None if found is None else record_of(archive, contrast, found)
