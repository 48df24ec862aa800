"""The table of checks: a stable name, one line on what it asks, and the function that finds the faults."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from przemyskie66.errors import Fault
from przemyskie66.rulebook import Archive, Bilingual, CaseRunner, read_archive
from przemyskie66.text import Document, find


class Hits:
    """Where searched words stand in the texts, each searched once.

    The controls look at a document many times, each time without another of its passages: what is
    left of it need not be searched again.
    """

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._found: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
        self._part: tuple[Document, bool] | None = None

    def find(self, document: Document, term: str) -> list[tuple[str, int, int]]:
        """Return every place of *term*, as :func:`przemyskie66.text.find` does."""
        whole = self._documents.setdefault(document.id, document)
        if document is not whole and not self._is_part(document, whole):
            return find(document, term)
        key = (document.id, term)
        if key not in self._found:
            self._found[key] = find(whole, term)
        return [hit for hit in self._found[key] if document is whole or hit[0] in document]

    def _is_part(self, document: Document, whole: Document) -> bool:
        if self._part is None or self._part[0] is not document:
            known = {id(passage) for passage in whole.passages}
            self._part = document, all(id(passage) in known for passage in document.passages)
        return self._part[1]


class Context:
    """What the checks look at: the archive, read once, and the rulesets made of it."""

    def __init__(
        self,
        root: Path,
        archive: Archive | None = None,
        runner: CaseRunner | None = None,
        hits: Hits | None = None,
    ) -> None:
        self.root = root
        self._given = archive
        self._runner = runner
        self.hits = hits or Hits()

    @cached_property
    def archive(self) -> Archive:
        """The archive, with whatever of it can be read."""
        return self._given or read_archive(self.root)

    @cached_property
    def runner(self) -> CaseRunner:
        """Runs rule cases; shared, so that each ruleset is made once."""
        return self._runner or CaseRunner(self.archive)


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
