"""Card play: the state object (T1, T2), the playout loop (T3), the numpy batch (T4), memory (T10), citations (T12)."""

import ast
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import peers
from harness import Row, Timer, Work, absent

from przemyskie66.engine import Deal, Game, cardplay
from przemyskie66.engine.cardplay import HALF_BITS, CardPlay, half_lists, playout, trick_tables
from przemyskie66.engine.cards import CARD_COUNT, SUITS
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.players import Policy, play_out, random_player, sensible_player

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))
from engine_support import ruleset

RULES = ruleset("witryna")
TABLES = trick_tables(RULES, 0)
PACK = [1 << card for card in range(CARD_COUNT)]
MEBIBYTE = 1 << 20

rng = random.Random(66)
chance = rng.random


def below(limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    return int(chance() * limit)


def hands() -> list[int]:
    """Return three hands of a new deal."""
    pack = sorted(PACK, key=lambda _: chance())
    return [sum(pack[:8]), sum(pack[8:16]), sum(pack[16:])]


def play_state(cards: CardPlay) -> None:
    """Play *cards* to the end, asking the state what is legal before every card."""
    low, high = half_lists()
    half = (1 << HALF_BITS) - 1
    legal, play = cards.legal, cards.play
    for _ in range(CARD_COUNT):
        mask = legal()
        found = low[mask & half] + high[mask >> HALF_BITS]
        play(found[below(len(found))])


def state_games() -> float:
    """Deal and play with the state object; counts games."""
    for _ in range(100):
        play_state(CardPlay(TABLES, hands(), 0))
    return 100


def state_actions() -> float:
    """The same, counting cards played."""
    return CARD_COUNT * state_games()


def state_actions_dealt() -> float:
    """The same from dealt hands."""
    for dealt in _POOL:
        play_state(CardPlay(TABLES, list(dealt), 0))
    return CARD_COUNT * len(_POOL)


_POOL = [hands() for _ in range(64)]


def playout_games() -> float:
    """Deal and play in the playout loop; counts games."""
    for _ in range(100):
        playout(TABLES, hands(), 0, below)
    return 100


def batch_games() -> Work:
    """Return dealing and playing in step, which counts games; it needs numpy."""
    from przemyskie66.batch import simulate

    def games() -> float:
        simulate(24576, RULES, 0, rng.getrandbits(64))
        return 24576

    return games


def full_games(policy: Policy, *, silent: bool) -> Work:
    """Return deals of the whole game, from the choice to the settlement, played by *policy*."""

    def games() -> float:
        for _ in range(5):
            seed = rng.getrandbits(64)
            game = Game.start(RULES, Deal.from_seed(seed, 2), silent=silent)
            play_out(game, [policy] * 3, SplitMix64(seed ^ 0x66))
        return 5

    return games


def playout_without_citations() -> Work:
    """Return the playout loop of the same source with every docstring taken out and no duty named."""
    tree = ast.parse(Path(cardplay.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    names: dict[str, Any] = {"__name__": cardplay.__name__}  # dataclasses look for the module by its name
    exec(compile(tree, "cardplay without citations", "exec"), names)
    bare: Callable[..., object] = names["playout"]
    make: Callable[..., object] = names["TrickTables"]
    tables = make(
        TABLES.cards, TABLES.trump, (), TABLES.pairs, TABLES.after, TABLES.takes, TABLES.winner_leads
    )

    def games() -> float:
        for _ in range(100):
            bare(tables, hands(), 0, below)
        return 100

    return games


def rows(timer: Timer) -> Iterator[Row]:
    """Yield every comparison of card play."""

    def against(
        target: str, what: str, ours: Work | None, peer: str, make: Callable[[], Work], *bounds: float
    ) -> Row:
        try:
            ratio = timer.ratio(ours or batch_games(), make())
        except Exception as error:  # whatever keeps a peer from working, it is named
            return absent(target, what, peer, error)
        floor, stretch = bounds or (None, None)
        return Row(target, what, peer, ratio, floor=floor, stretch=stretch)

    what = "state object, actions"
    for name in ("euchre", "skat", "hearts", "spades"):
        peer, make = f"OpenSpiel {name}, Python API", partial(peers.python_api_actions, name)
        yield against("T1", what, state_actions, peer, make, 1.5, 2)
    for name in ("euchre", "skat", "hearts", "spades"):
        peer, make = f"OpenSpiel {name}, Python API", partial(peers.python_api_actions, name, dealt=True)
        yield against("-", f"{what} after the deal", state_actions_dealt, peer, make)
    what = "state object, games"
    yield against("T2", what, state_games, "schnapsen RandBot", peers.schnapsen_rand_bots, 10, 15)
    peer, make = "OpenSpiel skat, Python API", partial(peers.python_api_games, "skat")
    yield against("T2", what, state_games, peer, make, 2, 3)
    for name, floor, stretch in (("skat", 0.9, 1.2), ("euchre", 0.5, 0.7)):
        peer, make = f"OpenSpiel {name}, C++ uniform bots", partial(peers.uniform_bots, name)
        yield against("T3", "playout loop, games", playout_games, peer, make, floor, stretch)
    what = "numpy batch, games"
    yield against("T4", what, None, "our playout loop", lambda: playout_games, 10, 20)
    peer, make = "OpenSpiel euchre, C++ rollouts", partial(peers.rollouts, "euchre")
    yield against("T4", what, None, peer, make, 2, 3)
    yield from memory()
    ratio = timer.ratio(playout_games, playout_without_citations(), rounds=3 * timer.rounds)
    yield Row("T12", "playout loop, games", "the same without citations", ratio, floor=0.97)
    for policy in (random_player, sensible_player):
        what, work = f"whole deals, {policy.name} players", full_games(policy, silent=True)
        yield Row("-", what, "our playout loop", timer.ratio(work, playout_games))
        ratio = timer.ratio(full_games(policy, silent=False), work)
        yield Row("-", f"{what}, every event noted", "without events", ratio)


def memory() -> Iterator[Row]:
    """Yield what the tables take, for the four trumps and none."""
    cardplay._compiled.cache_clear()
    half_lists.cache_clear()
    peer = "four trumps and none"
    tracemalloc.start()
    tables = [trick_tables(RULES, trump) for trump in (*range(len(SUITS)), None)]
    half_lists()
    size = tracemalloc.get_traced_memory()[0] / MEBIBYTE
    tracemalloc.stop()
    yield Row("T10", "tables of tricks", peer, value=size, unit="MiB", floor=4, at_most=True)
    what = "the same and the arrays of the batch"
    try:
        from przemyskie66.batch import batch_tables
    except ImportError as error:
        yield absent("T10", what, peer, error)
        return
    size += sum(batch_tables(each, 3).nbytes for each in tables) / MEBIBYTE
    yield Row("T10", what, peer, value=size, unit="MiB", floor=4, at_most=True)
