"""The two streams of a passage and the map between them.

*As found* is what the raw file has; *reading* is what the editors hold the print to say.
Both are made of the same runs, in the same order::

    markup              as found          reading
    text, unclear       the text          the text
    sic / corr          sic               corr
    orig / reg          orig              orig      (reg feeds the search key only)
    supplied            –                 its text
    surplus             its text          –
    lb break="no"       " "               –         (rend="hyphen": "- ", rend="joined": "")
    gap                 –                 […]
    pb, note            –                 –

In the reading, a run of spaces, tabs and line ends is one space and the ends are stripped;
a no-break space stands as it is. Offsets count Unicode code points and lie between characters.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

#: What a gap leaves in the reading.
GAP_SIGN = "[…]"

#: As found, for each value of ``lb/@rend``.
LINE_END = {None: " ", "hyphen": "- ", "joined": ""}

_PIECE = re.compile(r"[ \t\r\n]+|[^ \t\r\n]+")


@dataclass(frozen=True)
class Run:
    """The smallest piece of a passage that one voice says and one kind of markup holds."""

    found: str
    reading: str  #: before white space is drawn together
    voice: str  #: id of the witness whose word it is; empty if the text says none
    #: text | corr | orig | supplied | surplus | lb | gap | pb | note
    kind: str
    marks: tuple[
        str, ...
    ] = ()  #: elements around it, outermost first: "hi:italic", "foreign:fr", "term", "unclear"
    id: str = ""  #: xml:id of the markup, if it has one
    label: str = ""  #: page number of a pb, words of a note or on a gap, modern spelling of an orig

    @property
    def exact(self) -> bool:
        """Whether its characters are the same in both streams."""
        return self.kind in ("text", "orig") and self.found == self.reading


@dataclass(frozen=True)
class Segment:
    """A stretch of the reading and the stretch of the as-found stream that it stands for."""

    reading_start: int
    reading_end: int
    found_start: int
    found_end: int
    exact: bool  #: character for character; otherwise the stretches correspond only as wholes


class OffsetMap:
    """Turns offsets of the reading into offsets of the as-found stream, and back."""

    def __init__(self, segments: Iterable[Segment], found_length: int) -> None:
        self.segments = tuple(segments)
        self.found_length = found_length
        self.reading_length = self.segments[-1].reading_end if self.segments else 0
        self._reading_starts = [segment.reading_start for segment in self.segments]

    def to_found(self, start: int, end: int) -> tuple[int, int]:
        """Return the as-found span of the reading's span ``[start, end)``.

        Of a stretch that corresponds only as a whole, any part gives the whole. An empty span gives the
        place where its following character begins.

        :raises IndexError: if the span does not lie in the reading.
        """
        if not 0 <= start <= end <= self.reading_length:
            raise IndexError(f"span {start}–{end} outside of a reading of {self.reading_length} characters")
        if not self.segments:
            return 0, 0
        first = self.segments[max(0, bisect_right(self._reading_starts, start) - 1)]
        found_start = first.found_start + (start - first.reading_start if first.exact else 0)
        if start == end:
            if start == first.reading_end:  # only at the very end of the reading
                found_start = first.found_end
            return found_start, found_start
        last = self.segments[bisect_right(self._reading_starts, end - 1) - 1]
        found_end = last.found_start + (end - last.reading_start) if last.exact else last.found_end
        return found_start, max(found_start, found_end)

    def to_reading(self, start: int, end: int) -> tuple[int, int]:
        """Return the shortest span of the reading that holds all of the as-found span ``[start, end)``.

        A span of which nothing is in the reading (a surplus) gives the empty span at its place.

        :raises IndexError: if the span does not lie in the as-found stream.
        """
        if not 0 <= start <= end <= self.found_length:
            raise IndexError(f"span {start}–{end} outside of a stream of {self.found_length} characters")
        low: int | None = None
        high = 0
        place = 0
        for segment in self.segments:
            if segment.found_end <= start:
                place = segment.reading_end
            if segment.found_end <= start or segment.found_start >= end:
                continue
            if segment.exact:
                first = segment.reading_start + max(0, start - segment.found_start)
                last = segment.reading_start + min(segment.found_end, end) - segment.found_start
            else:
                first, last = segment.reading_start, segment.reading_end
            low = first if low is None else low
            high = last
        return (place, place) if low is None else (low, high)


@dataclass(frozen=True)
class Streams:
    """Both streams of a sequence of runs, with what is known of every stretch of them."""

    found: str
    reading: str
    map: OffsetMap
    voices: tuple[tuple[int, int, str], ...]  #: stretches of the reading; neighbours differ
    run_spans: tuple[tuple[int, int], ...]  #: of each run, its span in the reading
    run_starts: tuple[int, ...]  #: of each run, its start in the as-found stream


def make_streams(runs: Iterable[Run]) -> Streams:
    """Return both streams of *runs*, in which white space of the reading is drawn together."""
    runs = tuple(runs)
    builder = _ReadingBuilder(len(runs))
    starts = []
    offset = 0
    for index, run in enumerate(runs):
        starts.append(offset)
        builder.begin(index, run.voice)
        whole = (offset, offset + len(run.found))
        for match in _PIECE.finditer(run.reading):
            span = (offset + match.start(), offset + match.end()) if run.exact else whole
            if match.group(0)[0] in " \t\r\n":
                builder.space(span, run.exact)
            else:
                builder.word(match.group(0), span, run.exact)
        offset += len(run.found)
    found = "".join(run.found for run in runs)
    return Streams(
        found,
        "".join(builder.pieces),
        OffsetMap(builder.segments, len(found)),
        tuple(builder.voices),
        tuple(builder.spans),
        tuple(starts),
    )


class _ReadingBuilder:
    """Collects the reading piece by piece; a space is held back until a word follows it."""

    def __init__(self, runs: int) -> None:
        self.pieces: list[str] = []
        self.segments: list[Segment] = []
        self.voices: list[tuple[int, int, str]] = []
        self.spans: list[tuple[int, int]] = [(0, 0)] * runs
        self._length = 0
        self._origin = (0, "")  # run and voice of what comes next
        self._space: tuple[tuple[int, int], bool, tuple[int, str]] | None = None

    def begin(self, run: int, voice: str) -> None:
        self._origin = (run, voice)
        self.spans[run] = (self._length, self._length)

    def space(self, span: tuple[int, int], exact: bool) -> None:
        if self._space is not None:
            (start, _), _, origin = self._space
            self._space = ((start, span[1]), False, origin)
        elif self._length:
            self._space = (span, exact and span[1] - span[0] == 1, self._origin)

    def word(self, text: str, span: tuple[int, int], exact: bool) -> None:
        if self._space is not None:
            self._emit(" ", *self._space)
            self._space = None
        self._emit(text, span, exact, self._origin)

    def _emit(self, text: str, span: tuple[int, int], exact: bool, origin: tuple[int, str]) -> None:
        run, voice = origin
        start, end = self._length, self._length + len(text)
        self.pieces.append(text)
        self._length = end
        first, last = self.spans[run]
        self.spans[run] = (first if last > first else start, end)
        before = self.segments[-1] if self.segments else None
        if before and exact and before.exact and before.found_end == span[0]:
            self.segments[-1] = Segment(before.reading_start, end, before.found_start, span[1], True)
        elif before and not exact and not before.exact and (before.found_start, before.found_end) == span:
            # the words of one correction stand together for the whole of what it corrects
            self.segments[-1] = Segment(before.reading_start, end, *span, False)
        else:
            self.segments.append(Segment(start, end, *span, exact))
        if self.voices and self.voices[-1][2] == voice:
            self.voices[-1] = (self.voices[-1][0], end, voice)
        else:
            self.voices.append((start, end, voice))
