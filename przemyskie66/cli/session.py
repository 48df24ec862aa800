"""What every command shares: the archive, the language, and how things are said on the terminal."""

import codecs
import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Archive, Bilingual, Json, find_root, load_archive


def language(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return ``"pl"`` or ``"en"``: what ``--lang`` says, else the locale, else English."""
    for index, argument in enumerate(argv):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and index + 1 < len(argv):
            value = argv[index + 1]
        if value in ("pl", "en"):
            return value
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "pl" if environ[name].lower().startswith("pl") else "en"
    return "en"


#: What stands for signs that an old terminal cannot show; other letters lose their accents.
_PLAIN = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "ł": "l", "Ł": "L", "–": "-", "−": "-", "…": "...", "▸": ">",
          "✗": "x", "→": "->", "×": "x", "·": "|", "─": "-", "„": '"', "“": '"', "”": '"', "’": "'"}  # fmt: skip


def _in_plain(error: UnicodeError) -> tuple[str, int]:
    """Return plain letters for what cannot be encoded: an error handler of :mod:`codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    known = (_PLAIN.get(sign) or unicodedata.normalize("NFKD", sign) for sign in signs)
    plain = "".join(known).encode("ascii", "ignore").decode("ascii")
    return plain or "?", error.end


def tolerate_streams() -> None:
    """Let no sign that is typed or printed stop a command, whatever the terminal's encoding."""
    codecs.register_error("przemyskie66-plain", _in_plain)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "przemyskie66-plain"),
        (sys.stderr, "przemyskie66-plain"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


@dataclass
class Session:
    """One run of the command: its language, its archive, its two streams."""

    lang: str = "en"
    folder: Path | None = None  #: as given by ``--archive``

    def say(self, pl: str, en: str) -> str:
        """Return the one of two texts that is in the session's language."""
        return pl if self.lang == "pl" else en

    def pick(self, text: Bilingual) -> str:
        """Return a bilingual text in the session's language."""
        return text[self.lang]

    @cached_property
    def out(self) -> Console:
        """Standard output. Lines are never broken, so that other programs can read them."""
        return Console(file=sys.stdout, soft_wrap=True, highlight=False, markup=False, emoji=False)

    @cached_property
    def err(self) -> Console:
        """Standard error: faults and progress."""
        return Console(file=sys.stderr, soft_wrap=True, highlight=False, markup=False, emoji=False)

    @contextmanager
    def bar(self, words: str) -> Iterator[Callable[[int, int], None]]:
        """Show progress where somebody watches; yield what takes how many are done, and of how many."""
        if not self.is_terminal():
            yield lambda done, total: None
            return
        columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.err, transient=True) as progress:
            task = progress.add_task(words, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)

    @cached_property
    def root(self) -> Path:
        """The folder of the archive: ``--archive``, else upward from here, else the package's own.

        :raises CorpusError: if there is no archive there.
        """
        if self.folder is not None:
            if (self.folder / "corpus").is_dir():
                return self.folder.resolve()
            place = str(self.folder)
            message, way_out = (
                "no archive here: there is no folder corpus/",
                "Name the folder that holds corpus/.",
            )
            raise CorpusError([Fault("archive", place, "--archive", message, "", way_out)])
        found = find_root(Path.cwd()) or find_root(Path(__file__).parent)
        if found is None:
            message, way_out = "no archive here or above", "Go to the archive's folder, or use --archive DIR."
            raise CorpusError([Fault("archive", str(Path.cwd()), "folder", message, "", way_out)])
        return found

    @cached_property
    def archive(self) -> Archive:
        """The archive, read whole.

        :raises CorpusError: with every fault, if it cannot be.
        """
        return load_archive(self.root)

    def print(self, text: str = "", style: str = "") -> None:
        """Print one line."""
        self.out.print(Text(text, style=style))

    def print_exactly(self, text: str) -> None:
        """Print a text as it stands, for programs."""
        sys.stdout.write(text)

    def print_json(self, value: Json) -> None:
        """Print a value as JSON, for programs."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")

    def print_faults(self, faults: Iterable[Fault]) -> None:
        """Print faults to standard error, each with its place, value, rules and the way out."""
        for fault in faults:
            head = Text("✗ ", style="bold red")
            head.append(f"{fault.file}: {fault.place}", style="bold")
            head.append(f"  [{fault.check}]", style="dim")
            self.err.print(head)
            self.err.print(Text(f"    {fault.message}"))
            for label, value in (
                (self.say("jest", "value"), fault.value),
                (self.say("reguły", "rules"), ", ".join(fault.rules)),
                (self.say("wyjście", "way out"), fault.way_out),
            ):
                if value:
                    self.err.print(Text(f"    {label}: {value}"))

    def is_terminal(self) -> bool:
        """Whether a person is watching: then progress is shown."""
        return self.err.is_terminal and os.environ.get("TERM") != "dumb"


def fault_json(fault: Fault) -> dict[str, Json]:
    """Return a fault as JSON."""
    return {
        "check": fault.check,
        "file": fault.file,
        "place": fault.place,
        "message": fault.message,
        "value": fault.value,
        "way_out": fault.way_out,
        "rules": list(fault.rules),
    }
