"""The engine's own generator of chance, so that a seed deals the same cards everywhere and always.

The standard library promises no stable shuffle between Python versions; the engine runs on
several (on the desk and in the browser), so it brings its own.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK64 = (1 << 64) - 1


class SplitMix64:
    """SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, 64 bits a draw.

    A draw adds ``0x9E3779B97F4A7C15`` to the state (modulo 2**64) and mixes the sum by two
    rounds of shift, exclusive or and multiplication, then one more shift.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK64

    def draw(self) -> int:
        """Return the next number from 0 to 2**64 - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK64
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK64
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Return a number from 0 to *limit* - 1, each equally likely."""
        # Draws at the top that would favour small numbers are thrown away.
        fair = (_MASK64 + 1) - (_MASK64 + 1) % limit
        while True:
            number = self.draw()
            if number < fair:
                return number % limit

    def pick(self, items: Sequence[T]) -> T:
        """Return one of *items*, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return *items* in random order (Fisher and Yates, from the last place down)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
