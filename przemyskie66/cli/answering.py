"""The command that makes a person's answer to an open question a claim of a new witness."""

from datetime import date
from pathlib import Path

import click

from przemyskie66.checks import run_checks
from przemyskie66.cli.commands import Command, Option, shared
from przemyskie66.cli.reading import read_text
from przemyskie66.cli.session import Session
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import GAMES, Bilingual, Rule
from przemyskie66.rulebook.testimony import Reply, add_testimony

#: The answer that leaves the question open, where a reading is asked for.
OPEN = "open"


@click.command(
    "answer",
    cls=Command,
    doc=Bilingual(
        "Zrób z odpowiedzi żyjącej osoby na otwarte pytanie twierdzenie nowego świadka. "
        "O czego nie podano opcją, pyta. Zapisuje tekst, jego edycję, świadka i twierdzenie: wszystko albo nic. "
        "Świadka nazywa rola, nigdy nazwisko.",
        "Make a living person's answer to an open question a claim of a new witness. "
        "Asks for what no option gives. Writes the text, its edition, the witness and the claim: all or nothing. "
        "The witness is called by a role, never by a name.",
    ),
    examples=(
        "przemyskie66 answer przemyskie-first-lead",
        "przemyskie66 answer first-lead --role gracz-z-rynku --date 2026-12-01 --text odpowiedz.txt",
    ),
)
@shared
@click.option(
    "--role",
    metavar="ID",
    cls=Option,
    doc=Bilingual(
        "Identyfikator roli świadka, np. gracz-z-rynku.", "Id of the witness's role, e.g. gracz-z-rynku."
    ),
)
@click.option(
    "--role-pl",
    metavar="TEXT",
    cls=Option,
    doc=Bilingual("Rola słowami, po polsku.", "The role in words, in Polish."),
)
@click.option(
    "--role-en",
    metavar="TEXT",
    cls=Option,
    doc=Bilingual("Rola słowami, po angielsku.", "The role in words, in English."),
)
@click.option(
    "--date",
    "day",
    metavar="DATE",
    cls=Option,
    doc=Bilingual("Data odpowiedzi: rok, miesiąc albo dzień.", "Date of the answer: year, month or day."),
)
@click.option(
    "--text",
    "text_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    cls=Option,
    doc=Bilingual("Plik ze słowami odpowiedzi (UTF-8).", "File with the words of the answer (UTF-8)."),
)
@click.option(
    "--reading",
    metavar="ID",
    cls=Option,
    doc=Bilingual(
        "Które odczytanie odpowiedź potwierdza; open, jeśli żadnego.",
        "Which reading the answer asserts; open, if none.",
    ),
)
@click.option(
    "--quote",
    metavar="TEXT",
    cls=Option,
    doc=Bilingual("Słowa odpowiedzi, które to mówią.", "The words of the answer that say so."),
)
@click.option(
    "--game",
    type=click.Choice(GAMES),
    cls=Option,
    doc=Bilingual(
        "O której grze; bez tej opcji według pytania.", "Of which game; without it, as the question has it."
    ),
)
@click.option(
    "--inferred",
    is_flag=True,
    cls=Option,
    doc=Bilingual(
        "Słowa nie mówią tego wprost: to wniosek redakcji.", "The words do not say so: the editors infer it."
    ),
)
@click.argument("question", metavar="RULE|PIN")
@click.pass_obj
def answer_command(
    session: Session,
    question: str,
    role: str | None,
    role_pl: str | None,
    role_en: str | None,
    day: str | None,
    text_file: Path | None,
    reading: str | None,
    quote: str | None,
    game: str | None,
    inferred: bool,
) -> int:
    """Write the new source and say what is left to be done."""
    archive, say = session.archive, session.say
    rule, game = _question(session, question, game)
    session.print(session.pick(rule.question), style="bold")
    for known in rule.readings:
        session.print(f"  {known.id}: {session.pick(known.text)}")
    role = role or _ask(say("Identyfikator roli świadka", "Id of the witness's role"))
    role_pl = role_pl or _ask(say("Rola słowami, po polsku", "The role in words, in Polish"))
    role_en = role_en or _ask(say("Rola słowami, po angielsku", "The role in words, in English"))
    day = day or _ask(say("Data odpowiedzi", "Date of the answer"))
    words = _received(text_file) if text_file is not None else _ask_lines(session)
    reading = reading or _ask(say(f"Odczytanie albo {OPEN}", f"Reading, or {OPEN}"))
    quote = quote or _ask(say("Słowa, które to mówią", "The words that say so"))
    reply = Reply(
        witness=role,
        title=Bilingual(role_pl, role_en),
        date=day,
        rule=rule.id,
        game=game,
        reading=None if reading == OPEN else reading,
        explicit=not inferred,
        text=words,
        quote=quote,
    )
    added = add_testimony(archive, reply, date.today().isoformat())
    for name in added.files:
        session.print(name)
    session.print(
        say(
            f"claim:{added.claim}; milczenia odnotowane: {len(added.silences)}. Zostało:",
            f"claim:{added.claim}; silences recorded: {len(added.silences)}. What is left:",
        )
    )
    for line in _what_is_left(session, reply):
        session.print(f"  {line}")
    session.print("  przemyskie66 seal")
    session.print(f"  przemyskie66 stamp {added.claim} --write")
    session.print("  przemyskie66 check")
    return 0


def _question(session: Session, question: str, game: str | None) -> tuple[Rule, str]:
    """Return the rule that is asked about, and the game.

    :raises CorpusError: if the id is neither of a rule nor of a pin, or the game is not one of the rule's.
    """
    archive = session.archive
    kind, name = ("rule", question) if question in archive.rules else archive.resolve(question)
    if kind == "pin":
        pin = archive.pins[name]
        session.print(session.pick(pin.open_question))
        return archive.rules[pin.rule], game or pin.game
    if kind != "rule":
        message, way_out = f"a {kind} is no question", "Name a rule or an editors' choice."
        raise CorpusError([Fault("answer", "command", question, message, name, way_out)])
    rule = archive.rules[name]
    if game is not None and game not in rule.games:
        message, way_out = f"rule {rule.id} is not asked of this game", f"Of: {', '.join(rule.games)}."
        raise CorpusError([Fault("answer", "command", "--game", message, game, way_out, (rule.id,))])
    return rule, game or rule.games[0]


def _received(path: Path) -> str:
    """Return the text of a file with its line ends as they are.

    :raises CorpusError: if it cannot be read or is not UTF-8.
    """
    read_text(path)  # says what is wrong
    return path.read_bytes().decode("utf-8")


def _ask(words: str) -> str:
    answer: str = click.prompt(words, type=str)
    return answer.strip()


def _ask_lines(session: Session) -> str:
    """Return what is typed, up to an empty line."""
    session.print(
        session.say(
            "Słowa odpowiedzi, wiersz po wierszu; pusty wiersz kończy:",
            "The words of the answer, line by line; an empty line ends them:",
        )
    )
    lines = []
    while line := click.prompt("", type=str, default="", show_default=False, prompt_suffix="> "):
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _what_is_left(session: Session, reply: Reply) -> list[str]:
    """Return what the checks ask for beyond seal and stamp, one line a check."""
    say = session.say
    asked = {
        "grid-complete": say(
            "milczenia do rozpatrzenia przez człowieka, reguły", "silences for a person to consider, rules"
        ),
        "coverage": say(
            "słowa bez twierdzenia i pominięcia, ustępy", "words without claim or exclusion, passages"
        ),
        "supports": say(
            "przykład ma się oprzeć na twierdzeniu, reguły", "a case has to rest on the claim, rules"
        ),
        "pins": say("wybory redakcji już niepotrzebne, reguły", "editors' choices no longer needed, rules"),
    }
    faults = run_checks(session.root, list(asked))
    lines = []
    for name, words in asked.items():
        ours = [
            fault
            for fault in faults
            if fault.check == name
            and (reply.witness in f"{fault.file} {fault.place}" or reply.document in fault.file)
        ]
        things = dict.fromkeys(
            rule
            for fault in ours
            for rule in (fault.rules or (fault.place.split(", ")[1].removeprefix("passage "),))
        )
        if things:
            lines.append(f"{words}: {', '.join(things)} [{name}]")
    return lines
