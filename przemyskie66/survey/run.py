"""Run a survey: in chunks, on all cores or a cluster, resumable, with the same result however it is run."""

import ast
import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from przemyskie66 import engine
from przemyskie66.engine import Ruleset
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Archive, to_ruleset
from przemyskie66.survey.chunk import Plan, Tally, run_chunk
from przemyskie66.survey.contrasts import Contrast, rulesets_of

#: Deals in a chunk: a few seconds of work, so that little is lost when it is broken off.
CHUNK = {"random": 500, "sensible": 500, "best": 5}

#: Called with the number of deals done and of all.
Progress = Callable[[int, int], None]


def plan_of(archive: Archive, chosen: Sequence[Contrast], players: str) -> Plan:
    """Return what is played for *chosen* by *players*."""
    bases: dict[str, Ruleset] = {
        base: to_ruleset(archive, archive.profiles[base]) for base in {contrast.base for contrast in chosen}
    }
    pairs = tuple((c.base, c.rule, c.a, c.b) for c in chosen)
    return Plan(players, bases, rulesets_of(archive, chosen), pairs)


@cache
def engine_files(players: str) -> tuple[Path, ...]:
    """Return the files of the engine that deals of *players* are played with, and no others."""
    folder = Path(engine.__file__).parent
    found: set[str] = set()
    waiting = ["play", "players", *(["solver"] if players == "best" else [])]
    while waiting:
        name = waiting.pop()
        path = folder / f"{name}.py"
        if name in found or not path.is_file():
            continue
        found.add(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(engine.__name__):
                module = str(node.module).removeprefix(engine.__name__).strip(".")
                waiting += [module] if module else [alias.name for alias in node.names]
    return tuple(folder / f"{name}.py" for name in sorted(found))


def engine_digest(players: str) -> str:
    """Return the SHA-256 of :func:`engine_files`: what a result depends on beside its seed and rulesets."""
    digest = hashlib.sha256()
    for path in engine_files(players):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def key_of(plan: Plan) -> str:
    """Return a name for everything that the numbers of *plan* depend on, so that only like is resumed."""
    told = {
        "players": plan.players,
        "pairs": plan.pairs,
        "rulesets": {
            base: {
                rule: {r: ruleset.to_json() for r, ruleset in table.items()} for rule, table in rules.items()
            }
            for base, rules in plan.rulesets.items()
        },
        "engine": engine_digest(plan.players),
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def chunks(players: str, deals: int, first: int = 0) -> list[tuple[int, int]]:
    """Return the chunks that cover *deals* deals from number *first*: start and count of each."""
    size = CHUNK[players]
    return [(first + start, min(size, deals - start)) for start in range(0, deals, size)]


def run(
    plan: Plan,
    deals: int,
    *,
    first: int = 0,
    cores: int | None = None,
    state: Path | None = None,
    cluster: Any = None,
    progress: Progress = lambda done, all_deals: None,
) -> dict[str, Tally]:
    """Return the tallies of *deals* deals from number *first*, by the id of the contrast.

    *state* is a folder in which finished chunks are kept: who runs the same again goes on where it
    was broken off. *cluster* is a Dask client; without one, *cores* processes of this machine work
    (all of them by default).

    :raises CorpusError: if what is kept in *state* cannot be read.
    """
    wanted = chunks(plan.players, deals, first)
    kept = _Kept(state, plan)
    done = {chunk: tallies for chunk, tallies in kept.read() if chunk in set(wanted)}
    total = sum(count for _, count in wanted)
    finished = sum(count for _, count in done)
    progress(finished, total)
    left = [chunk for chunk in wanted if chunk not in done]
    with closing(_work(plan, left, cores, cluster)) as work:
        for chunk, tallies in work:
            done[chunk] = tallies
            kept.add(chunk, tallies)
            finished += chunk[1]
            progress(finished, total)
    result = {".".join(pair): Tally() for pair in plan.pairs}
    for chunk in wanted:  # in order, so that the sum is the same however the work was shared
        for name, tally in done[chunk].items():
            result[name] += tally
    return result


def _work(
    plan: Plan, left: Sequence[tuple[int, int]], cores: int | None, cluster: Any
) -> Generator[tuple[tuple[int, int], dict[str, Tally]], None, None]:
    if cluster is not None:
        from distributed import as_completed as as_done  # an optional part

        told = cluster.scatter(plan, broadcast=True)
        futures = {cluster.submit(run_chunk, told, *chunk, pure=False): chunk for chunk in left}
        for future in as_done(list(futures)):  # type: ignore[no-untyped-call] # distributed gives it no types
            yield futures[future], future.result()
        return
    workers = min(cores or os.cpu_count() or 1, len(left))
    if workers <= 1:
        for chunk in left:
            yield chunk, run_chunk(plan, *chunk)
        return
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(plan,))
    waiting: dict[Future[dict[str, Tally]], tuple[int, int]] = {
        pool.submit(_run_here, *chunk): chunk for chunk in left
    }
    try:
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    except BaseException:
        # Broken off: what is half done is thrown away at once, or the processes would work on to its end.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - set(others):
            process.terminate()
        raise
    pool.shutdown()


_here: list[Plan] = []


def _begin(plan: Plan) -> None:
    _here[:] = [plan]


def _run_here(start: int, count: int) -> dict[str, Tally]:
    return run_chunk(_here[0], start, count)


class _Kept:
    """Finished chunks, one JSON line each."""

    def __init__(self, folder: Path | None, plan: Plan) -> None:
        self.path = None if folder is None else folder / f"{plan.players}-{key_of(plan)}.jsonl"
        self.names = {".".join(pair) for pair in plan.pairs}

    def read(self) -> Iterable[tuple[tuple[int, int], dict[str, Tally]]]:
        """Yield the chunks that are kept; a line broken off while it was written is cut off, its chunk played again."""
        if self.path is None or not self.path.is_file():
            return
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            os.truncate(self.path, len(whole))
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                yield self._chunk(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
                way_out = "Delete the file; the deals it holds are played again."
                fault = Fault("survey", str(self.path), f"line {number}", "not a chunk", str(error), way_out)
                raise CorpusError([fault]) from error

    def _chunk(self, data: Any) -> tuple[tuple[int, int], dict[str, Tally]]:
        """Return the chunk that *data* tells of.

        :raises ValueError: if it is not one of this survey.
        """
        start, count = int(data["start"]), int(data["count"])
        tallies = {name: Tally.from_json(tally) for name, tally in data["tallies"].items()}
        if set(tallies) != self.names:
            raise ValueError("it is of other contrasts")
        for name, tally in tallies.items():
            if tally.deals + tally.undefined != count or not 0 <= tally.changed <= tally.deals:
                raise ValueError(f"{name}: its counts do not make {count} deals")
        return (start, count), tallies

    def add(self, chunk: tuple[int, int], tallies: dict[str, Tally]) -> None:
        """Keep a finished chunk."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        told = {name: tally.to_json() for name, tally in tallies.items()}
        line = json.dumps({"start": chunk[0], "count": chunk[1], "tallies": told}, sort_keys=True)
        with self.path.open("a", encoding="utf-8") as out:
            out.write(line + "\n")
