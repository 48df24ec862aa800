"""The command that lists what an editor should look at in the texts: propose."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.session import Session
from przemyskie66.errors import CorpusError, Fault, UnknownIdError
from przemyskie66.rulebook import Bilingual, Json, nearest
from przemyskie66.rulebook.schemas import faults_in
from przemyskie66.rulebook.toml_lines import read_toml
from przemyskie66.text import Document, read_document
from przemyskie66.text.proposals import (
    CONFIDENCES,
    KINDS,
    Decisions,
    Kept,
    Lexica,
    Proposal,
    open_lexica,
    propose,
)

#: The decisions, in the archive.
FILE = "corpus/proposals.toml"

#: Columns of the table where there is no terminal to fit it to.
_WIDTH = 160

_STYLES = {"high": "bold red", "medium": "yellow", "low": "dim"}


def read_decisions(root: Path) -> Decisions:
    """Return the editors' decisions on proposals in the archive at *root*.

    :raises CorpusError: with every fault, if the file cannot be read or does not follow its schema.
    """
    faults: list[Fault] = []
    read = read_toml(root, root / FILE, faults)
    if read is not None:
        data, lines = read
        faults += faults_in(root, "proposals", data, FILE, lambda path: (f"line {lines.at(path)}", ()))
        if not faults:
            return Decisions.from_table(data)
    raise CorpusError(faults)


@click.command(
    "propose",
    cls=Command,
    doc=Bilingual(
        "Wypisz miejsca w tekstach, którym redaktor powinien się przyjrzeć. "
        "Niczego nie poprawia: poprawkę robi się w edycji, a to, co zostaje, zapisuje w corpus/proposals.toml.",
        "List the places in the texts that an editor should look at. "
        "Corrects nothing: a correction is made in the edition, and what is kept is entered in corpus/proposals.toml.",
    ),
    examples=(
        "przemyskie66 propose",
        "przemyskie66 propose zagrajmy --kind join --kind letter",
        "przemyskie66 propose --confidence medium --json",
        "przemyskie66 propose --check",
    ),
)
@shared
@as_json
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(tuple(KINDS)),
    metavar="KIND",
    multiple=True,
    cls=Option,
    doc=Bilingual(
        "Tylko tego rodzaju (spis: --kinds); można powtórzyć.",
        "Only of this kind (listed by --kinds); may be repeated.",
    ),
)
@click.option(
    "--confidence",
    type=click.Choice(CONFIDENCES),
    default="low",
    show_default=True,
    cls=Option,
    doc=Bilingual("Tylko co najmniej tak pewne.", "Only those at least so sure."),
)
@click.option(
    "--check",
    is_flag=True,
    cls=Option,
    doc=Bilingual(
        "Kod wyjścia 1, jeśli coś jest nierozstrzygnięte albo brakuje słowników.",
        "Exit code 1 if anything is undecided, or lexica are missing.",
    ),
)
@click.option(
    "--kinds",
    "only_kinds",
    is_flag=True,
    cls=Option,
    doc=Bilingual("Wypisz rodzaje propozycji.", "List the kinds of proposals."),
)
@click.argument("names", nargs=-1, metavar="[DOCUMENT]...")
@click.pass_obj
def propose_command(
    session: Session,
    names: tuple[str, ...],
    kinds: tuple[str, ...],
    confidence: str,
    check: bool,
    only_kinds: bool,
    as_json: bool,
) -> int:
    """Print the undecided proposals; with ``--check`` exit code 1 if there are any."""
    if only_kinds:
        _print_kinds(session, as_json)
        return 0
    decisions = read_decisions(session.root)
    lexica = open_lexica().accepting(decisions.words)
    sure = CONFIDENCES[: CONFIDENCES.index(confidence) + 1]
    undecided: list[Proposal] = []
    idle: list[Kept] = []
    for document in _documents(session.root, names):
        found = propose(document, lexica)
        undecided += decisions.undecided(document, found)
        if not lexica.missing:  # without a lexicon much is not asked, so nothing can be called idle
            idle += decisions.idle_kept(document, found)
    shown = [p for p in undecided if p.confidence in sure and (not kinds or p.kind in kinds)]
    if as_json:
        session.print_json(_json(shown, lexica, idle))
    else:
        _print_missing(session, lexica)
        session.print_faults(_idle_fault(kept) for kept in idle)
        if shown:
            _print_table(session, shown)
        _print_sum(session, shown, lexica)
    return 1 if check and (shown or idle or lexica.missing) else 0


def _documents(root: Path, names: Sequence[str]) -> list[Document]:
    """Return the documents of the archive, or those that are named.

    :raises UnknownIdError: if there is no document of a name.
    :raises CorpusError: with every fault, if one cannot be read.
    """
    paths = {path.name.removesuffix(".tei.xml"): path for path in sorted(root.glob("corpus/tei/*.tei.xml"))}
    wanted = [name.removeprefix("source:") for name in names] or list(paths)
    unknown = [
        Fault(
            "reference",
            "command",
            name,
            "there is no document of this id",
            name,
            f"The documents: {', '.join(nearest(name, list(paths)) or paths)}.",
        )
        for name in wanted
        if name not in paths
    ]
    if unknown:
        raise UnknownIdError(unknown)
    documents: list[Document] = []
    faults: list[Fault] = []
    for name in wanted:
        try:
            documents.append(read_document(paths[name], root / "corpus" / "raw" / f"{name}.txt"))
        except CorpusError as error:
            faults += error.faults
    if faults:
        raise CorpusError(faults)
    return documents


def _idle_fault(kept: Kept) -> Fault:
    return Fault(
        "proposals",
        FILE,
        f"passage {kept.passage}",
        f"a decision on {kept.kind} that no proposal asks for",
        kept.exact,
        "Remove it, or quote the words as the reading has them now.",
    )


def _print_kinds(session: Session, as_json: bool) -> None:
    if as_json:
        session.print_json([{"name": kind.name, "pl": kind.pl, "en": kind.en} for kind in KINDS.values()])
        return
    width = max(len(name) for name in KINDS)
    for kind in KINDS.values():
        session.print(f"{kind.name:<{width}}  {kind.in_language(session.lang)}")


def _print_missing(session: Session, lexica: Lexica) -> None:
    for missing in lexica.missing:
        words = session.say("nie ma słownika, zainstaluj go", "a lexicon is missing, install it")
        session.err.print(f"{missing.name}: {words}: {missing.line}", style="yellow")


def _print_table(session: Session, proposals: Iterable[Proposal]) -> None:
    say = session.say
    table = Table(show_lines=True)
    for title in (
        say("ustęp", "passage"),
        say("rodzaj", "kind"),
        say("pewność", "confidence"),
        say("miejsce", "place"),
        say("propozycja", "proposal"),
        say("dlaczego", "why"),
    ):
        table.add_column(title, overflow="fold")
    for proposal in proposals:
        style = _STYLES[proposal.confidence]
        place = Text("…" if len(proposal.before) < proposal.start else "", style="dim")
        place.append(proposal.before)
        place.append(f"⟦{proposal.exact}⟧", style="bold")
        place.append(proposal.after)
        table.add_row(
            proposal.passage,
            proposal.kind,
            Text(proposal.confidence, style=style),
            place,
            _reading(session, proposal),
            "; ".join(reason.in_language(session.lang) for reason in proposal.reasons),
        )
    if not session.out.is_terminal:
        session.out.width = max(session.out.width, _WIDTH)
    session.out.print(table, soft_wrap=False)


def _reading(session: Session, proposal: Proposal) -> str:
    if proposal.reading is None:
        return "?"
    return proposal.reading or session.say("(pominąć)", "(leave out)")


def _print_sum(session: Session, proposals: Sequence[Proposal], lexica: Lexica) -> None:
    counts = ", ".join(
        f"{name} {count}"
        for name in CONFIDENCES
        if (count := sum(proposal.confidence == name for proposal in proposals))
    )
    number = f"{len(proposals)} ({counts})" if counts else "0"
    asked = ", ".join(lexicon.name for lexicon in lexica.lexica) or session.say("żadne", "none")
    session.print(
        session.say(
            f"Nierozstrzygnięte propozycje: {number}. Słowniki: {asked}.",
            f"Undecided proposals: {number}. Lexica: {asked}.",
        ),
        "yellow" if proposals or lexica.missing else "green",
    )


def _json(proposals: Iterable[Proposal], lexica: Lexica, idle: Iterable[Kept]) -> Json:
    return {
        "lexica": [lexicon.name for lexicon in lexica.lexica],
        "missing": [{"name": missing.name, "line": missing.line} for missing in lexica.missing],
        "idle": [{"passage": kept.passage, "exact": kept.exact, "kind": kept.kind} for kept in idle],
        "proposals": [
            {
                "document": proposal.document,
                "passage": proposal.passage,
                "kind": proposal.kind,
                "confidence": proposal.confidence,
                "start": proposal.start,
                "end": proposal.end,
                "exact": proposal.exact,
                "proposal": proposal.reading,
                "before": proposal.before,
                "after": proposal.after,
                "raw_start": proposal.raw_start,
                "raw_end": proposal.raw_end,
                "reasons": [
                    {
                        "name": reason.name,
                        "detail": reason.detail,
                        "pl": reason.in_language("pl"),
                        "en": reason.in_language("en"),
                    }
                    for reason in proposal.reasons
                ],
            }
            for proposal in proposals
        ],
    }
