"""The table of checks: a stable name, one line on what it asks, and the function that finds the faults."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from przemyskie66.errors import Fault
from przemyskie66.rulebook import Archive, Bilingual, CaseRunner, read_archive


class Context:
    """What the checks look at: the archive, read once, and the rulesets made of it."""

    def __init__(self, root: Path, archive: Archive | None = None) -> None:
        self.root = root
        self._given = archive

    @cached_property
    def archive(self) -> Archive:
        """The archive, with whatever of it can be read."""
        return self._given or read_archive(self.root)

    @cached_property
    def runner(self) -> CaseRunner:
        """Runs rule cases; shared, so that each ruleset is made once."""
        return CaseRunner(self.archive)


Finder = Callable[[Context], Iterable[Fault]]


@dataclass(frozen=True)
class Check:
    """One question put to the archive."""

    name: str
    doc: Bilingual
    find: Finder


CHECKS: dict[str, Check] = {}


def check(name: str, *, pl: str, en: str) -> Callable[[Finder], Finder]:
    """Enter a function into :data:`CHECKS` under *name*, with its one line in both languages."""

    def enter(find: Finder) -> Finder:
        CHECKS[name] = Check(name, Bilingual(pl, en), find)
        return find

    return enter
