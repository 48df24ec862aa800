"""Deals solved one after the other, and how long each took: the same in CPython and in Pyodide."""

from collections.abc import Callable

from deal_sets import suit_game


def solved(first: int, count: int, clock: Callable[[], float]) -> list[tuple[int, float]]:
    """Return, of *count* deals, the positions looked at to say whether the target is reached, and the time."""
    found = []
    for seed in range(first, first + count):
        solver = suit_game(seed)
        start = clock()
        solver.reaches(66)
        found.append((solver.nodes, clock() - start))
    return found
