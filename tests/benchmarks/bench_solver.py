"""The solver against other engines: positions a second (T5), deals a second (T6), memory (T10).

The deals are those of the budgets in the solver's tests: the suit game chosen by the strongest hand and suit.
"""

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from harness import Row, Timer, Work, absent

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))
from deal_sets import suit_game

from przemyskie66.engine import search
from przemyskie66.engine.cardplay import trick_tables
from przemyskie66.engine.cards import SUITS
from przemyskie66.engine.solver import Solver

DEALS = 60
MEBIBYTE = 1 << 20

#: Bridge deals of the peer, as many as there are.
BRIDGE_DEALS = 40


def asking(ask: Callable[[Solver], object], *, nodes: bool) -> Work:
    """Return work that puts *ask* to the next deal and counts the positions looked at, or the deal."""
    seeds = cycle(range(DEALS))

    def work() -> float:
        solver = suit_game(next(seeds))
        ask(solver)
        return solver.nodes if nodes else 1

    return work


def target(solver: Solver) -> bool:
    """Ask whether the declarer reaches the target."""
    return solver.reaches(66)


def perft() -> Work:
    """Return positions a second of python-chess, every move made and taken back, to depth three."""
    import chess

    board = chess.Board()

    def count(depth: int) -> int:
        if not depth:
            return 1
        found = 1
        for move in board.legal_moves:
            board.push(move)
            found += count(depth - 1)
            board.pop()
        return found

    return lambda: count(3)


def bridge() -> tuple[Work, Callable[[], list[float]]]:
    """Return bridge boards a second of endplay's solver, and what times each board, in seconds of CPU."""
    import random

    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    rng = random.Random(66)
    deals = []
    for number in range(BRIDGE_DEALS):
        pack = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
        rng.shuffle(pack)
        hands = [
            ".".join(
                "".join(card[1] for card in pack[13 * seat : 13 * seat + 13] if card[0] == suit)
                for suit in "SHDC"
            )
            for seat in range(4)
        ]
        deal = Deal("N:" + " ".join(hands))
        deal.trump, deal.first = list(Denom)[number % 5], list(Player)[number % 4]
        deals.append(deal)
    following = cycle(deals)

    def work() -> float:
        solve_board(next(following))
        return 1

    def times() -> list[float]:
        return [timed(lambda deal=deal: solve_board(deal)) for deal in deals]  # type: ignore[misc]

    return work, times


def timed(work: Callable[[], object]) -> float:
    """Return the CPU time of *work*, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def p95(numbers: list[float]) -> float:
    """Return the 95th percentile of *numbers*."""
    return quantiles(numbers, n=20, method="inclusive")[18]


def rows(timer: Timer) -> Iterator[Row]:
    """Yield every comparison of the solver."""
    for what, ask, goal in (("target", target, (3, 5)), ("maximum", Solver.maximum, (None, None))):
        what, peer = f"solver, {what}: positions", "python-chess, make and unmake to depth 3"
        try:
            ratio = timer.ratio(asking(ask, nodes=True), perft())
        except ImportError as error:
            yield absent("T5", what, peer, error)
            continue
        yield Row("T5" if goal[0] else "-", what, peer, ratio, floor=goal[0], stretch=goal[1])
    yield from against_bridge(timer)
    yield from memory()


def against_bridge(timer: Timer) -> Iterator[Row]:
    """Yield the comparison with a bridge solver: a larger game, and a yardstick only."""
    what, peer = "solver, target: deals", "endplay solve_board (bridge)"
    try:
        boards, times = bridge()
    except Exception as error:  # whatever keeps it from working, it is named
        yield absent("T6", what, peer, error)
        yield absent("T6", "solver, target: 95th percentile of a deal's time", peer, error)
        return
    long = Timer(max(timer.slice, 8 * timer.slice), timer.rounds)
    yield Row("T6", what, peer, long.ratio(asking(target, nodes=False), boards), floor=5, stretch=10)
    ours = [timed(lambda seed=seed: target(suit_game(seed))) for seed in range(DEALS)]  # type: ignore[misc]
    share = p95(ours) / p95(times())
    what = "solver, target: 95th percentile of a deal's time"
    yield Row("T6", what, peer, value=share, floor=1, stretch=0.5, at_most=True)


def memory() -> Iterator[Row]:
    """Yield what the tables of the solver take, and what the worst deal needs."""
    rules = suit_game(0).ruleset
    search.board_of.cache_clear()
    search._picks.cache_clear()
    peer = "four trumps and none"
    tables = [trick_tables(rules, trump) for trump in (*range(len(SUITS)), None)]
    tracemalloc.start()
    boards = [search.board_of(each) for each in tables]
    for board in boards:
        assert all((board.rich, board.poor, board.alike, board.alike_by_points, board.every))
    size = tracemalloc.get_traced_memory()[0] / MEBIBYTE
    tracemalloc.stop()
    yield Row("T10", "tables of the solver", peer, value=size, unit="MiB", floor=4, at_most=True)
    for what, ask in (("target", target), ("maximum", Solver.maximum)):
        sizes = []
        for seed in range(DEALS):
            solver = suit_game(seed)
            tracemalloc.start()
            ask(solver)
            sizes.append(tracemalloc.get_traced_memory()[1] / MEBIBYTE)
            tracemalloc.stop()
        peer = f"worst of {DEALS} deals, median {median(sizes):.2g}"
        yield Row("T10", f"one deal, {what}", peer, value=max(sizes), unit="MiB", floor=4, at_most=True)
