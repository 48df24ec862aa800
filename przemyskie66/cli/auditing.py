"""Commands that audit the archive: coverage, stamp, controls."""

import dataclasses
from contextlib import nullcontext
from datetime import date, datetime

import click

from przemyskie66.checks.controls import KINDS, ControlReport, recorded, run_controls, write_record
from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.session import Session
from przemyskie66.errors import CorpusError, Fault, UnknownIdError
from przemyskie66.ids import is_id
from przemyskie66.rulebook import (
    Bilingual,
    Claim,
    Coverage,
    Json,
    coverage,
    stale_parts,
    stamp,
    unreviewed,
)


@click.command(
    "coverage",
    cls=Command,
    doc=Bilingual(
        "Wypisz słowa źródeł, których nie obejmuje żadne twierdzenie, paralela ani pominięcie. "
        "Źródło o naszych grach musi być objęte całe; o innych grach podaje tylko liczby.",
        "List the words of the sources that no claim, parallel or exclusion covers. "
        "A source on our games must be covered whole; of one on other games it only gives the figures.",
    ),
    examples=("przemyskie66 coverage", "przemyskie66 coverage witryna", "przemyskie66 coverage --json"),
)
@shared
@as_json
@click.argument("document", required=False, metavar="[DOCUMENT]")
@click.pass_obj
def coverage_command(session: Session, document: str | None, as_json: bool) -> int:
    """Print figures and remainders; exit code 1 if a source that must be covered is not."""
    archive, say = session.archive, session.say
    found = [coverage(archive, name) for name in ([document] if document else sorted(archive.documents))]
    waiting = unreviewed(archive)
    if as_json:
        session.print_json(
            {
                "documents": [_coverage_json(item) for item in found],
                "unreviewed": [claim.id for claim in waiting],
            }
        )
    else:
        for item in found:
            session.print(f"source:{item.document}", style="bold")
            figures = say(
                f"człony {item.clauses}, objęte całe {item.covered}; słowa {item.words}; "
                f"resztki {len(item.remainders)}",
                f"clauses {item.clauses}, covered whole {item.covered}; words {item.words}; "
                f"remainders {len(item.remainders)}",
            )
            session.print(f"  {figures}")
            # of a source on other games the list would be most of its text; whoever names it gets it
            if item.demanded or document:
                for rest in item.remainders:
                    session.print(
                        f"  {rest.passage} {rest.start}–{rest.end}: {rest.before}[{rest.text}]{rest.after}"
                    )
        if waiting:
            words = say(
                f"Twierdzenia bez stempla: {len(waiting)}.", f"Claims without a review stamp: {len(waiting)}."
            )
            session.print(words)
    return 1 if any(item.demanded and item.remainders for item in found) else 0


def _coverage_json(item: Coverage) -> Json:
    rest: list[Json] = [dataclasses.asdict(remainder) for remainder in item.remainders]
    return {
        "document": item.document,
        "demanded": item.demanded,
        "clauses": item.clauses,
        "covered": item.covered,
        "words": item.words,
        "remainders": rest,
    }


@click.command(
    "stamp",
    cls=Command,
    doc=Bilingual(
        "Postaw stempel na twierdzeniach, które porównano z ich ustępem. "
        "Stempel mówi, że ktoś w podanej roli przeczytał cytat obok tekstu i że twierdzenie mówi to, co słowa; "
        "drugiego czytelnika nie zastępuje. Bez --write tylko pokazuje, co się zmieniło.",
        "Stamp the claims that have been compared with their passage. "
        "A stamp says that somebody in the given role read the quote beside the text, and that the claim says "
        "what the words say; it is no second reader. Without --write it only shows what has changed.",
    ),
    examples=(
        "przemyskie66 stamp --all",
        "przemyskie66 stamp ojciec-throw-in --write",
        "przemyskie66 stamp --all --role redakcja --date 2026-11-30 --write",
    ),
)
@shared
@click.option(
    "--all",
    "everything",
    is_flag=True,
    cls=Option,
    doc=Bilingual(
        "Wszystkie, których stempel zwietrzał albo których nie ma.",
        "All that have no stamp or whose stamp is stale.",
    ),
)
@click.option(
    "--role",
    default="redakcja",
    show_default=True,
    metavar="ROLE",
    cls=Option,
    doc=Bilingual("Rola tego, kto porównał, nigdy nazwisko.", "The role of who compared them, never a name."),
)
@click.option(
    "--date",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    cls=Option,
    doc=Bilingual("Dzień porównania; bez tej opcji dzisiejszy.", "Day of the comparison; without it, today."),
)
@click.option(
    "--write", is_flag=True, cls=Option, doc=Bilingual("Zapisz zmiany w plikach.", "Write the files.")
)
@click.argument("claims", nargs=-1, metavar="[CLAIM]...")
@click.pass_obj
def stamp_command(
    session: Session, claims: tuple[str, ...], everything: bool, role: str, day: datetime | None, write: bool
) -> int:
    """Print which claims get a stamp and why; exit code 1 if stamps wait to be written."""
    archive, say = session.archive, session.say
    if not is_id(role):
        message, way_out = "a role is an id, not a name", "Write for instance: redakcja."
        raise CorpusError([Fault("stamps", "command", "--role", message, role, way_out)])
    if not claims and not everything:
        raise click.UsageError(
            say("podaj twierdzenia albo --all", "name claims, or give --all"), click.get_current_context()
        )
    chosen = [_claim(session, name) for name in claims]
    if everything:
        named = {claim.id for claim in chosen}
        chosen += [
            claim
            for claim in archive.claims.values()
            if claim.id not in named and (claim.review is None or stale_parts(archive, claim))
        ]
    done = stamp(archive, chosen, role, day.date() if day is not None else date.today(), write=write)
    for claim, changed in done:
        why = say("bez stempla", "no stamp") if claim.review is None else ", ".join(changed)
        session.print(f"claim:{claim.id}: {why or say('stempel aktualny', 'stamp up to date')}")
    if not done:
        session.print(say("Każdy stempel jest aktualny.", "Every stamp is up to date."))
    elif write:
        session.print(say(f"Postawiono stempli: {len(done)}.", f"Stamps written: {len(done)}."))
    else:
        session.print(
            say(
                f"Do postawienia: {len(done)}. Postaw: dodaj --write",
                f"To be stamped: {len(done)}. To write them, add --write",
            )
        )
    return 1 if done and not write else 0


def _claim(session: Session, name: str) -> Claim:
    claim_id = name.removeprefix("claim:")
    claim = session.archive.claims.get(claim_id)
    if claim is None:
        raise session.archive.unknown("claim", claim_id)
    return claim


@click.command(
    "controls",
    cls=Command,
    doc=Bilingual(
        "Psuj w pamięci po jednej rzeczy i sprawdzaj, czy to widać: cytaty, świadków, odczytania, wybory, zdania. "
        "Stemple i pieczęcie są wtedy wyłączone; czego bez nich nie widać, wypisuje osobno.",
        "Spoil one thing at a time in memory and see that it is noticed: quotes, witnesses, readings, choices, "
        "sentences. Stamps and seals are off meanwhile; what only they notice is listed apart.",
    ),
    examples=(
        "przemyskie66 controls",
        "przemyskie66 controls reading-flipped pin-unset",
        "przemyskie66 controls --write",
    ),
)
@shared
@as_json
@click.option(
    "--write",
    is_flag=True,
    cls=Option,
    doc=Bilingual(
        "Zapisz w corpus/controls.json, co widzą tylko stemple i pieczęcie.",
        "Record in corpus/controls.json what only stamps and seals notice.",
    ),
)
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@click.pass_obj
def controls_command(session: Session, kinds: tuple[str, ...], write: bool, as_json: bool) -> int:
    """Run the controls; exit code 1 if something goes unnoticed, or the list is not as recorded."""
    for kind in kinds:
        if kind not in KINDS:
            way_out = f"Known: {', '.join(KINDS)}."
            message = "there is no kind of control of this name"
            raise UnknownIdError([Fault("controls", "command", kind, message, kind, way_out)])
    if kinds and write:
        message, way_out = "the list is recorded whole", "Run all controls: przemyskie66 controls --write"
        raise CorpusError([Fault("controls", "command", "--write", message, ", ".join(kinds), way_out)])
    progress = session.err.status("…") if session.is_terminal() else nullcontext()
    with progress as status:

        def begin(kind: str, number: int) -> None:
            if status is not None:
                status.update(f"{kind} {number}: {session.pick(KINDS[kind])}")

        report = run_controls(session.archive, kinds or None, begin)
    if write:
        write_record(session.root, report)
    same = bool(kinds) or recorded(session.root) == report.to_json()
    if as_json:
        missed: list[Json] = [dataclasses.asdict(control) for control in report.missed]
        tried: dict[str, Json] = dict(report.tried)
        session.print_json({"tried": tried, "missed": missed, "as_recorded": same, **report.to_json()})
    else:
        _print_controls(session, report, same)
    return 0 if same and not report.missed else 1


def _print_controls(session: Session, report: ControlReport, same: bool) -> None:
    say = session.say
    for kind, tried in report.tried.items():
        apart = [
            (say("tylko stemple", "stamps alone"), report.only_stamps),
            (say("tylko pieczęcie", "seals alone"), report.only_seals),
            (say("niezauważone", "unnoticed"), report.missed),
        ]
        counts = [
            f"{words} {number}"
            for words, controls in apart
            if (number := sum(control.kind == kind for control in controls))
        ]
        figures = f"{tried:5}  {kind:<20}  {session.pick(KINDS[kind])}"
        session.print(figures + (f" ({', '.join(counts)})" if counts else ""))
    for control in report.missed:
        session.print(f"✗ {control.kind}: {control.subject}: {control.how}", "red")
    if not same:
        words = say(
            "Lista w corpus/controls.json jest inna. Po przeczytaniu różnic: przemyskie66 controls --write",
            "The list in corpus/controls.json differs. After reading the differences: przemyskie66 controls --write",
        )
        session.print(words, "red")
    elif not report.missed:
        session.print(say("Każde zepsucie zostało zauważone.", "Everything spoilt was noticed."), "green")
