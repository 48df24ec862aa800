"""The solver in Pyodide, where the page runs it, against CPython, where the tests do (T8).

Both solve the deals of the budgets in the solver's tests, some at a time and in turn: Pyodide in a
Node of its own, with the files of the engine alone.
"""

import gc
import io
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from harness import Ratio, Row, Timer, absent

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))
from solving import solved

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

#: Deals in a slice, and slices in which each is asked; the first slices are not counted, for Node compiles.
SLICE, ROUNDS, WARMING = 20, 12, 3

#: Modules of the package that are packed for Pyodide beside the engine, and others by folder.
TOGETHER = ("__init__", "errors", "ids")
BESIDE = {"tests/engine": ("brute_force", "deal_sets"), "tests/benchmarks": ("solving",)}

WHAT = ("solver in Pyodide, target: positions", "solver in Pyodide, target: 95th percentile of a deal's time")
PYODIDE = ROOT / "node_modules" / "pyodide"


def sources() -> bytes:
    """Return the ZIP of the engine and of what makes the deals."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        package = ROOT / "przemyskie66"
        of_package = [package / f"{name}.py" for name in TOGETHER]
        for path in (*of_package, *sorted((package / "engine").glob("*.py"))):
            archive.write(path, path.relative_to(ROOT))
        for folder, names in BESIDE.items():
            for name in names:
                archive.write(ROOT / folder / f"{name}.py", f"{name}.py")
    return packed.getvalue()


def node() -> str:
    """Return the path of Node: that of the archive's environment, else the system's.

    :raises FileNotFoundError: if there is none.
    """
    own = ROOT / ".venv" / "bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    if found is None:
        raise FileNotFoundError("Node is missing; `make env` brings it")
    return found


@contextmanager
def pyodide() -> Iterator["subprocess.Popen[str]"]:
    """Run Pyodide; see ``solve_in_pyodide.mjs``.

    :raises FileNotFoundError: if Node or the npm package pyodide is missing.
    """
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        raise FileNotFoundError("the npm package pyodide is missing; `make env` brings it")
    program = node()
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch, "sources.zip")
        packed.write_bytes(sources())
        command = [program, str(HERE / "solve_in_pyodide.mjs"), str(PYODIDE), str(packed)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        ) as child:
            try:
                yield child
            finally:
                assert child.stdin is not None
                child.stdin.close()


def asked(child: "subprocess.Popen[str]", first: int, count: int) -> list[tuple[int, float]]:
    """Return what *child* answers for deals from *first*; see :func:`solved`.

    :raises RuntimeError: if it is gone.
    """
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(f"{first} {count}\n")
    child.stdin.flush()
    line = child.stdout.readline()
    if not line:
        raise RuntimeError("Pyodide broke off")
    return [(nodes, seconds) for nodes, seconds in json.loads(line)]


def rate(results: Sequence[tuple[int, float]]) -> float:
    """Return positions a second."""
    return sum(nodes for nodes, _ in results) / sum(seconds for _, seconds in results)


def p95(results: Sequence[tuple[int, float]]) -> float:
    """Return the 95th percentile of the times."""
    return quantiles((seconds for _, seconds in results), n=20, method="inclusive")[18]


def rows(timer: Timer) -> Iterator[Row]:
    """Yield both comparisons."""
    rounds = min(ROUNDS, timer.rounds + 1)
    peer = f"the same in CPython {platform.python_version()}"
    try:
        inside = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["python"]
        peer += f" (Pyodide's is {inside})"
        with pyodide() as child:
            for number in range(WARMING):
                asked(child, number * SLICE, SLICE)
                solved(number * SLICE, SLICE, time.process_time)
            gc.collect()
            pairs, ours, theirs = [], [], []
            for number in range(rounds):
                there = asked(child, number * SLICE, SLICE)
                here = solved(number * SLICE, SLICE, time.process_time)
                if [nodes for nodes, _ in here] != [nodes for nodes, _ in there]:
                    raise RuntimeError("Pyodide does not look at the same positions")
                pairs.append((rate(there), rate(here)))
                theirs += here
                ours += there
    except (OSError, RuntimeError) as error:
        yield from (absent("T8", what, peer, error) for what in WHAT)
        return
    shares = [first / second for first, second in pairs]
    low, _, high = quantiles(shares, n=4)
    ratio = Ratio(median(shares), low, high, median(first for first, _ in pairs))
    yield Row("T8", WHAT[0], peer, ratio, floor=0.4, stretch=0.6)
    yield Row("T8", WHAT[1], peer, value=p95(ours) / p95(theirs), floor=2.5, at_most=True)
