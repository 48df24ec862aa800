"""Commands whose help is in two languages, and the options that several of them share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from przemyskie66.cli.session import Session
from przemyskie66.rulebook import Bilingual

Function = TypeVar("Function", bound=Callable[..., Any])


def _session(ctx: click.Context) -> Session:
    session = ctx.find_object(Session)
    assert session is not None  # main() gives one
    return session


class Option(click.Option):
    """An option whose help is a :class:`Bilingual`."""

    def __init__(self, *args: Any, doc: Bilingual, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "help": doc.en})
        self.doc = doc

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help, in the session's language."""
        self.help = _session(ctx).pick(self.doc)
        return super().get_help_record(ctx)


class Command(click.Command):
    """A command with a bilingual description and examples."""

    def __init__(self, *args: Any, doc: Bilingual, examples: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.doc = doc
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: usage, description, options, examples."""
        session = _session(ctx)
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), session.say("Użycie: ", "Usage: "))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(session.pick(self.doc))
        options = [parameter for parameter in self.get_params(ctx) if isinstance(parameter, click.Option)]
        records = [record for option in options if (record := option.get_help_record(ctx)) is not None]
        with formatter.section(session.say("Opcje", "Options")):
            formatter.write_dl(records)
        if self.examples:
            with formatter.section(session.say("Przykłady", "Examples")):
                for example in self.examples:
                    formatter.write(f"  {example}\n")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return ``--help``, described in the session's language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _session(ctx).say("Pokaż tę pomoc.", "Show this help.")
        return option


class Group(Command, click.Group):
    """The command of commands."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: usage, description, options, commands with one line each, examples."""
        session = _session(ctx)
        super().format_help(ctx, formatter)
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if isinstance(command, Command):
                rows.append((name, session.pick(command.doc).split(". ")[0].rstrip(".") + "."))
        with formatter.section(session.say("Polecenia", "Commands")):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were entered."""
        return list(self.commands)


def _remember_folder(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        _session(ctx).folder = Path(value)


def shared(function: Function) -> Function:
    """Add ``--archive`` and ``--lang``, which stand before or after the command's name."""
    for option in (
        click.option(
            "--lang",
            type=click.Choice(["pl", "en"]),
            cls=Option,
            doc=Bilingual(
                "Język; bez tej opcji według ustawień systemu.", "Language; without it, by locale."
            ),
            expose_value=False,  # read before anything else, see session.language
        ),
        click.option(
            "--archive",
            metavar="DIR",
            cls=Option,
            doc=Bilingual(
                "Folder archiwum; bez tej opcji szuka w górę od bieżącego.",
                "Folder of the archive; without it, searched upward from here.",
            ),
            callback=_remember_folder,
            expose_value=False,
        ),
    ):
        function = option(function)
    return function


#: How many numbers of deals there are: from there on the cards of the first come again.
SEEDS = 2**64

as_json = click.option(
    "--json",
    "as_json",
    is_flag=True,
    cls=Option,
    doc=Bilingual("Wynik jako JSON, dla programów.", "The result as JSON, for programs."),
)

with_reading = click.option(
    "--with",
    "changed",
    metavar="RULE=READING",
    multiple=True,
    cls=Option,
    doc=Bilingual(
        "Jedna reguła według innego odczytania; można powtarzać.", "One rule by another reading; repeatable."
    ),
)

on_cores = click.option(
    "--cores",
    type=click.IntRange(1),
    cls=Option,
    doc=Bilingual("Ile rdzeni; zwykle wszystkie.", "How many cores; usually all."),
)
