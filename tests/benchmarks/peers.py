"""The programs we are compared with, each made into pieces of work.

All play at random. OpenSpiel's games include their bidding; what is counted are games, or the
actions of players (dealing is no action of a player, though it takes its time, as ours does).
"""

import random
from collections.abc import Callable
from typing import Any

from harness import Work

#: Games in a piece of work.
GAMES = 50


def python_api_games(name: str) -> Work:
    """Return games a second of OpenSpiel's game *name* through its Python API, the deal included."""
    actions = python_api_actions(name)

    def games() -> float:
        actions()
        return GAMES

    return games


def python_api_actions(name: str, *, dealt: bool = False) -> Work:
    """Return actions of players a second in the same; where *dealt*, the deals come from a pool."""
    import pyspiel

    game = pyspiel.load_game(name)
    choice = random.Random(1).choice
    pool = [_dealt(game, choice) for _ in range(GAMES)]

    def actions() -> float:
        count = 0
        for begun in pool:
            state = begun.clone() if dealt else game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    count += 1
                state.apply_action(choice(state.legal_actions()))
        return count

    return actions


def uniform_bots(name: str) -> Work:
    """Return games a second of OpenSpiel's uniform bots in C++, the deal included."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = iter(range(1 << 62))

    def games() -> float:
        for _ in range(GAMES):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return GAMES

    return games


def rollouts(name: str, count: int = 300) -> Work:
    """Return random rollouts a second of OpenSpiel in C++, from a dealt state: one simulation of an MCTSBot."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = _dealt(game, random.Random(1).choice)
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)

    def games() -> float:
        bot.step(state)
        return count

    return games


def schnapsen_rand_bots() -> Work:
    """Return games a second of two RandBots of the package ``schnapsen``."""
    from schnapsen.bots import RandBot
    from schnapsen.game import SchnapsenGamePlayEngine

    engine, rng = SchnapsenGamePlayEngine(), random.Random(1)
    one, two = RandBot(random.Random(2)), RandBot(random.Random(3))

    def games() -> float:
        for _ in range(10):
            engine.play_game(one, two, rng)
        return 10

    return games


def _dealt(game: Any, choice: Callable[[list[int]], int]) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choice(state.legal_actions()))
    return state
