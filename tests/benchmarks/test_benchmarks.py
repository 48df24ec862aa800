"""The benchmarks themselves: a peer that is not there is named, and ours runs without any."""

import sys
from collections.abc import Iterator

import bench_play
import bench_pyodide
import pytest
import run
from harness import Ratio, Row, Timer, absent
from install import requirements

TARGETS = ("T1", "T2", "T3", "T4", "T10", "T12")


@pytest.fixture(scope="module")
def rows() -> Iterator[list[Row]]:
    """What is measured, in no time, where none of the peers is installed."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("pyspiel", "schnapsen"):
            patch.setitem(sys.modules, name, None)
        yield list(bench_play.rows(Timer(slice=0.001, rounds=2)))


def test_every_target_has_its_row(rows: list[Row]) -> None:
    assert {row.target for row in rows} == {*TARGETS, "-"}


def test_a_peer_that_is_not_there_is_named(rows: list[Row]) -> None:
    for row in rows:
        elsewhere = row.peer.startswith(("OpenSpiel", "schnapsen"))
        assert (row.verdict == "not measured") == elsewhere
        assert ("ModuleNotFoundError" in row.missing) == elsewhere
        assert elsewhere == ("—" in run.cells(row))


def test_a_file_that_breaks_off_is_named() -> None:
    (row,) = run.rows_of("bench_that_is_not_there", Timer(0.001, 2))
    assert row.what == "the rest of bench_that_is_not_there.py"
    assert row.verdict == "not measured"


def test_pyodide_looks_at_the_same_positions() -> None:
    """Else there is nothing to compare: the rows would say so."""
    rows = list(bench_pyodide.rows(Timer(0.001, 2)))
    assert [row.target for row in rows] == ["T8", "T8"]
    assert all(row.measured and not row.missing for row in rows)


def test_without_node_the_rows_of_pyodide_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_pyodide, "ROOT", bench_pyodide.HERE)
    monkeypatch.setenv("PATH", "")
    rows = list(bench_pyodide.rows(Timer(0.001, 2)))
    assert [row.verdict for row in rows] == ["not measured"] * 2
    assert all("Node is missing" in row.missing for row in rows)


def test_verdicts() -> None:
    def verdict(measured: float, **told: float | bool) -> str:
        return Row("T0", "ours", "theirs", Ratio(measured, 0, 0, 0), **told).verdict  # type: ignore[arg-type]

    assert verdict(1.4, floor=1.5, stretch=2) == "missed"
    assert verdict(1.5, floor=1.5, stretch=2) == "met"
    assert verdict(2, floor=1.5, stretch=2) == "stretch met"
    assert verdict(3, floor=4, at_most=True) == "met"
    assert verdict(5, floor=4, at_most=True) == "missed"
    assert verdict(5) == ""
    assert absent("T0", "ours", "theirs", ImportError("no")).verdict == "not measured"


def test_written_results_name_ratios_and_no_machine(rows: list[Row]) -> None:
    told = [run.as_json(row) for row in rows]
    assert all("rate" not in row for row in told)
    assert all(row["target"] and row["what"] and row["peer"] for row in told)


def test_a_lock_file_is_read_requirement_by_requirement() -> None:
    text = "# made by a tool\na==1 \\\n    --hash=sha256:0\n    # via b\nb==2 ; python_version < '4' \\\n    --hash=sha256:1\n"
    assert [found.split()[0] for found in requirements(text)] == ["a==1", "b==2"]
    assert all("--hash=" in found for found in requirements(text))
