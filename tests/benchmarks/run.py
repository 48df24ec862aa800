"""Run every benchmark and print target, ratio and spread; write ``results.json`` and ``results.md`` beside it.

Usage: ``make bench DATE=2026-11-30``, or in the environment that it makes
``python tests/benchmarks/run.py --date 2026-11-30 [--quick] [NAME …]``.

The results hold ratios and sizes only, nothing that names the machine. They are committed, so that a
reader can see them without running anything; run again to see how they hold elsewhere.
"""

import argparse
import importlib
import json
import platform
import sys
from collections.abc import Iterator
from datetime import date
from importlib import metadata
from pathlib import Path

from harness import Row, Timer, absent

HERE = Path(__file__).resolve().parent
PEERS = ("open-spiel", "schnapsen", "chess", "endplay", "numpy")


def main() -> int:
    """Run the benchmarks; return 1 if a target was missed or could not be measured."""
    parser = argparse.ArgumentParser(description="compare our speed with that of others, in one run")
    parser.add_argument("--date", type=date.fromisoformat, required=True, help="the day to write down")
    parser.add_argument(
        "--quick", action="store_true", help="short slices, nothing written: is all in order?"
    )
    parser.add_argument("names", nargs="*", help="only bench_NAME.py, nothing written")
    given = parser.parse_args()
    timer = Timer(0.02, 3) if given.quick else Timer()
    rows: list[Row] = []
    for path in sorted(HERE.glob("bench_*.py")):
        if given.names and path.stem.removeprefix("bench_") not in given.names:
            continue
        print(path.name)
        for row in rows_of(path.stem, timer):
            rate = "" if row.ratio is None else f"({row.ratio.rate:,.0f} a second here)"
            print("  " + "  ".join(filter(None, (*cells(row), rate))), flush=True)
            rows.append(row)
    if not given.quick and not given.names:
        write(rows, given.date)
    bad = [row for row in rows if row.verdict in ("missed", "not measured")]
    for row in bad:
        print(f"{row.verdict}: {row.target} {row.what} against {row.peer}. {row.missing}")
    return 1 if bad and not given.quick else 0


def rows_of(name: str, timer: Timer) -> Iterator[Row]:
    """Yield the rows of the file *name*; one that breaks off ends in a row that says so."""
    try:
        yield from importlib.import_module(name).rows(timer)
    except Exception as error:
        yield absent("-", f"the rest of {name}.py", "", error)


def cells(row: Row) -> tuple[str, ...]:
    """Return *row* as the cells of a table."""
    bound = ""
    if row.floor is not None:
        bound = f"{'≤' if row.at_most else '≥'} {row.floor:g}"
        bound += f" ({row.stretch:g})" if row.stretch is not None else ""
    if row.measured is None:
        result, spread = "—", row.missing
    else:
        result = f"{row.measured:.3g} {row.unit}"
        spread = "" if row.ratio is None else f"{row.ratio.low:.3g}–{row.ratio.high:.3g}"
    return row.target, row.what, row.peer, bound, result, spread, row.verdict


def versions() -> dict[str, str | None]:
    """Return the version of every peer; ``None`` for one that is not installed."""
    found: dict[str, str | None] = {}
    for name in PEERS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def write(rows: list[Row], day: date) -> None:
    """Write the results as JSON and as a Markdown table."""
    told = {
        "date": day.isoformat(),
        "python": platform.python_version(),
        "versions": versions(),
        "rows": [as_json(row) for row in rows],
    }
    (HERE / "results.json").write_text(
        json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    used = ", ".join(f"{name} {version or '(missing)'}" for name, version in versions().items())
    lines = [
        "| target | ours | against | floor (stretch) | measured | quartiles | |",
        "|---|---|---|---|---|---|---|",
        *("| " + " | ".join(cells(row)) + " |" for row in rows),
        "",
        f"CPU time, alternating slices in one run, {day.isoformat()}, Python {platform.python_version()}; {used}.",
    ]
    (HERE / "results.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def as_json(row: Row) -> dict[str, object]:
    """Return *row* for the results file, numbers to three figures."""
    found: dict[str, object] = {"target": row.target, "what": row.what, "peer": row.peer, "unit": row.unit}
    if row.floor is not None:
        found |= {"at-most" if row.at_most else "at-least": row.floor}
    if row.stretch is not None:
        found["stretch"] = row.stretch
    if row.ratio is not None:
        names = ("median", "first-quartile", "third-quartile")
        numbers = (row.ratio.median, row.ratio.low, row.ratio.high)
        found |= {name: float(f"{number:.3g}") for name, number in zip(names, numbers, strict=True)}
    elif row.value is not None:
        found["value"] = float(f"{row.value:.3g}")
    return found | ({"missing": row.missing} if row.missing else {}) | {"verdict": row.verdict}


if __name__ == "__main__":
    sys.exit(main())
