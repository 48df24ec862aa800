"""A document as the tool looks at it: its passages cut into tokens, the counts of its words, the lines of its print."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from przemyskie66.text.document import Document, Passage
from przemyskie66.text.proposals.grid import Grid, LineLength, line_length
from przemyskie66.text.proposals.tokens import View, view_of


class Survey:
    """A document with the counts and the line grid that the proposals rest on."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.views = tuple(view_of(passage) for passage in document.passages if passage.kind != "placeholder")
        self.as_written = Counter(token.text for view in self.views for token in view.tokens)
        self.counts = Counter(token.text.lower() for view in self.views for token in view.tokens)
        self.pairs = Counter(
            (left.text.lower(), right.text.lower())
            for view in self.views
            for left, right in pairwise(view.tokens)
            if view.between(left, right) == " "
        )
        self._certain: dict[str, set[int]] = defaultdict(set)
        for passage in document.passages:
            self._certain[passage.unit] |= {c.raw_start for c in passage.corrections if c.kind == "join"}
        self._grids: dict[str, Grid | None] = {}
        self._lengths = self._line_lengths()

    @cached_property
    def _tops(self) -> dict[str, str]:
        """For each section the outermost one around it."""
        tops: dict[str, str] = {}
        for section in self.document.sections:
            tops[section.id] = tops.get(section.parent, section.id)
        return tops

    def top(self, passage: Passage) -> str:
        """Return the id of the outermost section that a passage stands in."""
        return self._tops.get(passage.section, "")

    def neighbours(self) -> Iterator[tuple[View, Passage | None]]:
        """Yield each view with the passage that follows it; ``None`` at the end of the document."""
        following = dict(
            zip((p.id for p in self.document.passages), (*self.document.passages[1:], None), strict=True)
        )
        for view in self.views:
            yield view, following[view.passage.id]

    def parted(self, passage: Passage, following: Passage) -> bool:
        """Return whether a section, or what the dump has in between, parts two passages."""
        return following.kind == "placeholder" or self.top(following) != self.top(passage)

    @cached_property
    def units(self) -> dict[str, tuple[Passage, ...]]:
        """The passages of each citable unit: of a paragraph of the print."""
        found: dict[str, list[Passage]] = defaultdict(list)
        for passage in self.document.passages:
            found[passage.unit].append(passage)
        return {unit: tuple(passages) for unit, passages in found.items()}

    # --- the line grid ---

    def add_line_ends(self, ends: Iterable[tuple[Passage, int]]) -> None:
        """Take places of readings as certain line ends; then the grid is laid anew."""
        for passage, at in ends:
            self._certain[passage.unit].add(passage.raw_span(at, at)[0])
        self._grids.clear()
        self._lengths = self._line_lengths()

    def _line_lengths(self) -> dict[str, LineLength | None]:
        """Return the line length of each outermost section; where it tells none, that of the document."""
        distances: dict[str, list[int]] = defaultdict(list)
        for unit, ends in self._certain.items():
            places = sorted(ends)
            top = self.top(self.units[unit][0]) if unit in self.units else ""
            distances[top] += [b - a for a, b in pairwise(places)]
        common = line_length(d for found in distances.values() for d in found)
        return {top: line_length(distances[top]) or common for top in {*self._tops.values(), ""}}

    def line_end_chance(self, passage: Passage, at: int) -> float | None:
        """Return the probability that a line of the print ended at the reading's offset *at*.

        ``None`` where too few line ends are known to say.
        """
        unit = passage.unit
        if unit not in self._grids:
            length = self._lengths.get(self.top(passage))
            first, last = self.units[unit][0], self.units[unit][-1]
            start, end = first.raw_start, last.raw_end
            if length is None or (not self._certain[unit] and end - start < 2 * length.mean):
                self._grids[unit] = None
            else:
                raw = self.document.raw
                spaces = [place for place in range(start, end) if raw[place] in " \t\n"]
                self._grids[unit] = Grid(start, end, spaces, self._certain[unit], length)
        grid = self._grids[unit]
        return None if grid is None else grid.chance(passage.raw_span(at, at)[0])
