"""Commands that write: export, anchor, seal, site."""

from pathlib import Path
from typing import Literal

import click

from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.session import Session
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Bilingual, export, fill, seal_answers
from przemyskie66.text import Document, read_document, seal


@click.command(
    "export",
    cls=Command,
    doc=Bilingual(
        "Zapisz dane archiwum w folderze: JSON Lines ze schematami, co do bajtu zawsze takie same.",
        "Write the archive's data into a folder: JSON Lines with schemas, the same bytes every time.",
    ),
    examples=("przemyskie66 export build/data",),
)
@shared
@as_json
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def export_command(session: Session, folder: Path, as_json: bool) -> int:
    """Write the files and print their names."""
    written = export(session.archive, folder)
    if as_json:
        session.print_json([str(path) for path in written])
        return 0
    for path in written:
        session.print(str(path))
    return 0


def _documents(session: Session) -> dict[str, Document]:
    """Return the texts, read without the rulebook, which may not be whole yet.

    :raises CorpusError: with the faults of every text that cannot be read.
    """
    folder = session.root / "corpus"
    faults: list[Fault] = []
    documents = {}
    for path in sorted((folder / "tei").glob("*.tei.xml")):
        name = path.name.removesuffix(".tei.xml")
        try:
            documents[name] = read_document(path, folder / "raw" / f"{name}.txt")
        except CorpusError as error:
            faults += error.faults
    if faults:
        raise CorpusError(faults)
    return documents


@click.command(
    "anchor",
    cls=Command,
    doc=Bilingual(
        "Uzupełnij kotwice cytatów w plikach twierdzeń i paralel. "
        "Bierze tylko cytat, który stoi w tekście słowo w słowo i raz; bez --write tylko pokazuje.",
        "Complete the anchors of quotes in the files of claims and parallels. "
        "Takes only a quote that stands in the text word for word and once; without --write it only shows.",
    ),
    examples=("przemyskie66 anchor", "przemyskie66 anchor --write"),
)
@shared
@click.option(
    "--write", is_flag=True, cls=Option, doc=Bilingual("Zapisz zmiany w plikach.", "Write the files.")
)
@click.pass_obj
def anchor_command(session: Session, write: bool) -> int:
    """Print what changes; exit code 1 if a quote is refused, or if changes wait to be written."""
    changes = fill(session.root, _documents(session), write=write)
    for change in changes:
        session.print(
            f"{change.file}: {change.record}: {change.after.passage}, {change.after.start}–{change.after.end}"
        )
    if not changes:
        session.print(session.say("Każda kotwica jest pełna.", "Every anchor is complete."))
    elif write:
        session.print(session.say(f"Zapisano kotwice: {len(changes)}.", f"Anchors written: {len(changes)}."))
    else:
        words = session.say(
            f"Do uzupełnienia: {len(changes)}. Zapisz: przemyskie66 anchor --write",
            f"To be completed: {len(changes)}. Write them: przemyskie66 anchor --write",
        )
        session.print(words)
    return 1 if changes and not write else 0


@click.command(
    "seal",
    cls=Command,
    doc=Bilingual(
        "Zapieczętuj wydane teksty i odpowiedzi zestawów zasad takie, jakie są teraz. "
        "Od tej chwili każda zmiana zostanie zauważona.",
        "Seal the edited texts and the rulesets' answers as they are now. From then on every change is noticed.",
    ),
    examples=("przemyskie66 seal",),
)
@shared
@click.pass_obj
def seal_command(session: Session) -> int:
    """Renew the digests; refuses if the archive cannot be read whole."""
    archive = session.archive
    changed = list(seal(archive.documents.values(), session.root / "corpus" / "tei" / "digests.toml"))
    if seal_answers(archive):
        changed.append("corpus/rulesets/answers.json")
    if changed:
        session.print(session.say("Zapieczętowano na nowo: ", "Sealed anew: ") + ", ".join(changed))
    else:
        session.print(session.say("Nic się nie zmieniło.", "Nothing has changed."))
    return 0


@click.command(
    "site",
    cls=Command,
    doc=Bilingual(
        "Zbuduj stronę archiwum w folderze i, z --serve, pokaż ją na 127.0.0.1.",
        "Build the archive's site into a folder and, with --serve, show it on 127.0.0.1.",
    ),
    examples=("przemyskie66 site build/html", "przemyskie66 site --serve"),
)
@shared
@click.option(
    "--serve",
    is_flag=True,
    cls=Option,
    doc=Bilingual("Podaj stronę na 127.0.0.1.", "Serve the site on 127.0.0.1."),
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8066,
    show_default=True,
    cls=Option,
    doc=Bilingual("Port; zajęty ustępuje następnemu.", "Port; one in use gives way to the next."),
)
@click.option(
    "--language",
    type=click.Choice(["pl", "en", "all"]),
    default="all",
    show_default=True,
    cls=Option,
    doc=Bilingual("W jakim języku budować.", "Which language to build."),
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def site_command(
    session: Session, folder: Path | None, serve: bool, port: int, language: Literal["pl", "en", "all"]
) -> int:
    """Build the site; needs the extra ``site``."""
    try:
        from przemyskie66 import site  # Sphinx is an extra, and takes long to load
    except ImportError as error:
        message, way_out = "the site needs packages that are not here", "Install them: pip install .[site]"
        fault = Fault("site", "command", "site", message, str(error), way_out)
        raise CorpusError([fault]) from error
    out = (folder or session.root / "build" / "html").resolve()
    with session.bar(session.say("strony", "pages")) as show:
        code = site.build(session.root, out, language, progress=show)
    if code == 0:
        session.print(str(out))
        if serve:
            site.serve(out, port)
    return code
