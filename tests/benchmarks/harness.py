"""Measure two programs against each other: alternating slices of CPU time in one run.

Machines differ and are shared, so no speed in deals a second says much by itself. What is measured
is a ratio: ours and the peer work in turn, a slice each, and every pair of slices gives one ratio.
The median of the pairs is the result, their quartiles its spread.

A file ``bench_NAME.py`` beside this one offers ``rows(timer)``, which yields a :class:`Row` for every
comparison; ``run.py`` finds it by its name. A peer that is not there makes a row too: see :func:`absent`.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles

#: A piece of work, some milliseconds long; returns how much was done, in the unit compared.
Work = Callable[[], float]


@dataclass(frozen=True)
class Ratio:
    """How many times as much the first does in the same CPU time as the second."""

    median: float
    low: float  #: first quartile of the pairs of slices
    high: float  #: third quartile
    rate: float  #: what the first does in a second here; it says more of the machine than of the program


@dataclass(frozen=True)
class Row:
    """One line of the results."""

    target: str  #: ``T1`` …, or ``-`` where none is set
    what: str  #: what of ours is measured, and the unit
    peer: str  #: against what
    ratio: Ratio | None = None  #: for a comparison
    value: float | None = None  #: for what is not a comparison, in *unit*
    unit: str = "×"
    floor: float | None = None  #: the target: at least this, or at most where *at_most*
    stretch: float | None = None
    at_most: bool = False
    missing: str = ""  #: why it could not be measured

    @property
    def measured(self) -> float | None:
        """The number that is held to the target."""
        return self.value if self.ratio is None else self.ratio.median

    @property
    def verdict(self) -> str:
        """Whether the target is met."""
        if self.missing:
            return "not measured"
        if self.floor is None or self.measured is None:
            return ""

        def holds(bound: float) -> bool:
            assert self.measured is not None
            return self.measured <= bound if self.at_most else self.measured >= bound

        if not holds(self.floor):
            return "missed"
        return "stretch met" if self.stretch is not None and holds(self.stretch) else "met"


def absent(target: str, what: str, peer: str, error: Exception) -> Row:
    """Return the row of a comparison whose peer could not be loaded or run."""
    return Row(target, what, peer, missing=f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class Timer:
    """Runs slices of work."""

    slice: float = 0.12  #: seconds of CPU time
    rounds: int = 11

    def rate(self, work: Work) -> float:
        """Return how much *work* does in a second of CPU time, over one slice."""
        done = 0.0
        start = now = time.process_time()
        while now - start < self.slice:
            done += work()
            now = time.process_time()
        return done / (now - start)

    def ratio(self, ours: Work, peer: Work, rounds: int | None = None) -> Ratio:
        """Return how many times as much *ours* does as *peer*; who is first changes from pair to pair."""
        ours(), peer()
        gc.collect()
        rates = []
        for number in range(rounds or self.rounds):
            if number % 2:
                second, first = self.rate(peer), self.rate(ours)
            else:
                first, second = self.rate(ours), self.rate(peer)
            rates.append((first, second))
        pairs = [first / second for first, second in rates]
        low, _, high = quantiles(pairs, n=4)
        return Ratio(median(pairs), low, high, median(first for first, _ in rates))
