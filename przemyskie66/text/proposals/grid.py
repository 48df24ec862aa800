"""Where the lines of the print ended: a second opinion on words that may be cut in two.

The lines of one page are almost equally long, so the line ends that are known (a hyphen is left there, or the
pieces are no words) tell where the others may lie. Line lengths are taken as normally distributed around the
usual one; the probability that a line ends at a place is the share of all ways to cut the paragraph into
lines in which one does (forward–backward sums). Offsets are those of the raw file. Needs no lexicon.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: A line that ends inside an unbroken word, or where nothing is seen, is this much less likely than at a space.
_UNSEEN = 0.02

#: The first line of a paragraph is shorter by about so many characters.
_INDENT = 2.0

#: Fewest distances between neighbouring line ends from which a line length is taken.
_FEWEST = 8


@dataclass(frozen=True)
class LineLength:
    """How long the lines of a layout are, in characters of the raw file."""

    mean: float
    deviation: float


def line_length(distances: Iterable[int]) -> LineLength | None:
    """Return the line length behind distances between known line ends, most of which are one line apart.

    ``None`` if there are too few of them.
    """
    usable = sorted(distance for distance in distances if 20 <= distance <= 90)
    if len(usable) < _FEWEST:
        return None
    reach = 5
    centre = max(usable, key=lambda middle: (sum(abs(d - middle) <= reach for d in usable), -middle))
    near = [d for d in usable if abs(d - centre) <= 2 * reach]
    if len(near) < _FEWEST:
        return None
    mean = sum(near) / len(near)
    variance = sum((d - mean) ** 2 for d in near) / (len(near) - 1)
    return LineLength(mean, max(1.5, math.sqrt(variance)))


class Grid:
    """The line ends of one paragraph of the print."""

    def __init__(
        self, start: int, end: int, spaces: Sequence[int], known: Iterable[int], length: LineLength
    ) -> None:
        """Lay lines over the raw file's ``[start, end)``.

        :param spaces: places where a line may end: the spaces of the paragraph.
        :param known: places where one certainly does.
        """
        certain = sorted({place for place in known if start < place < end})
        seen = sorted({place for place in (*spaces, *certain) if start < place < end})
        self._weights = dict.fromkeys(seen, 1.0)
        for place in range(start + 1, end):
            self._weights.setdefault(place, _UNSEEN)
        self._places = sorted(self._weights)
        self._certain = certain
        self._start, self._end, self._length = start, end, length
        self._chances = self._sum()

    def chance(self, place: int) -> float:
        """Return the probability that a line ends at *place*."""
        return self._chances.get(place, 0.0)

    def _step(self, distance: float) -> float:
        spread = (distance - self._length.mean) / self._length.deviation
        # a floor, since a line may be cut short or hold what the dump has lost
        return math.exp(-0.5 * spread * spread) / self._length.deviation + 1e-5

    def _before(self, place: int) -> tuple[int, ...]:
        """Places where the line that ends at *place* may begin."""
        reach = self._length.mean + 5 * self._length.deviation
        least = self._length.mean - 5 * self._length.deviation
        at = bisect_left(self._certain, place)
        last = self._certain[at - 1] if at else self._start
        low = bisect_left(self._places, max(last, place - reach))
        high = bisect_left(self._places, place - least)
        found = [p for p in self._places[low:high] if p < place]
        if last not in found:
            # a known line end is never passed over; the start of the paragraph always begins a line
            found.append(last)
        return tuple(found)

    def _sum(self) -> dict[int, float]:
        forward = {self._start: 1.0}
        before: dict[int, tuple[int, ...]] = {}
        for place in self._places:
            before[place] = self._before(place)
            forward[place] = self._weights[place] * sum(
                forward[p] * self._step(place - p + (_INDENT if p == self._start else 0.0))
                for p in before[place]
                if p in forward
            )
        last_known = self._certain[-1] if self._certain else self._start
        longest = self._length.mean + 2 * self._length.deviation
        backward = dict.fromkeys((self._start, *self._places), 0.0)
        for place in (self._start, *self._places):
            if place >= last_known and self._end - place <= longest:
                backward[place] = 1.0 / longest  # the last line is as long as it happens to be
        for place in reversed(self._places):
            flow = self._weights[place] * backward[place]
            for p in before[place]:
                backward[p] += flow * self._step(place - p + (_INDENT if p == self._start else 0.0))
        total = backward[self._start]
        if total <= 0.0:
            return {}
        return {place: forward[place] * backward[place] / total for place in self._places}
