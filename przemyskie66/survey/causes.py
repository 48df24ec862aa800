"""Which rules make two rulesets end one deal differently."""

from collections.abc import Callable

from przemyskie66.engine import Attribution, DealRecord, Ruleset, attribution, found_in, replay
from przemyskie66.survey.chunk import PLAYERS, open_table, played

#: How a deal is played: its recorded actions, or by players of the survey.
HOW = ("recorded", *PLAYERS, "best")


def causes(record: DealRecord, a: Ruleset, b: Ruleset, how: str = "recorded") -> Attribution | None:
    """Return which rules make *record* end differently under *a* and *b*, or ``None`` if it ends alike.

    *how* is one of :data:`HOW`. Recorded actions are replayed up to the first that a ruleset refuses;
    otherwise the deal with the record's seed is played afresh under each ruleset, with the same
    chance; by ``best`` the game is the one that sensible players choose under *a*.

    :raises SolverError: if best play has no defined value under one of them.
    :raises ValueError: if it is to be played afresh and has no seed, or there is no such way to play.
    """
    if how not in HOW:
        raise ValueError(f"{how!r}: expected one of {', '.join(HOW)}")
    if how == "recorded":
        return attribution(lambda ruleset: found_in(replay(record, ruleset, silent=True)), a, b)
    if record.seed is None:
        raise ValueError(f"{record.id} has no seed to be played afresh from")
    return attribution(_afresh(record.seed, a, how), a, b)


def _afresh(seed: int, a: Ruleset, how: str) -> Callable[[Ruleset], object]:
    if how != "best":
        return lambda ruleset: played(ruleset, seed, PLAYERS[how]).settlement()
    table = open_table(a, seed)
    return lambda ruleset: 0 if table is None else table(ruleset).settlement()
