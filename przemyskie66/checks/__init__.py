"""Every check of the archive, each with a stable name. ``run_checks`` lists all faults, not the first.

::

    files         the data files can be read and fit together
    texts         the edited texts stand for the raw files, and are as they were sealed
    words         what the rulebook says stands in the sources
    edition       what the editors say of their text holds
    play          the engine does what the rulebook says
    completeness  nothing was left out
    surveys       what was measured follows from what was counted
"""

import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from przemyskie66 import engine
from przemyskie66.checks import (  # noqa: F401 - each enters its checks
    completeness,
    edition,
    files,
    play,
    surveys,
    texts,
    words,
)
from przemyskie66.checks.registry import CHECKS, Check, Context
from przemyskie66.errors import CorpusError, Fault, UnknownIdError
from przemyskie66.rulebook import BROKEN, Archive, nearest

ENGINE = Path(engine.__file__).parent

__all__ = ["CHECKS", "Check", "Report", "examine", "run_checks"]


@dataclass
class Report:
    """What a run of checks found."""

    faults: list[Fault] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)  #: how long each check took

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def run_checks(root: Path, names: Iterable[str] | None = None, archive: Archive | None = None) -> list[Fault]:
    """Return every fault that the named checks (all, if none is named) find in the archive at *root*.

    Whatever keeps a file from being read is listed whichever checks are named: they could not
    look at it.

    :raises UnknownIdError: if there is no check of a given name.
    """
    return examine(root, names, archive).faults


def examine(
    root: Path,
    names: Iterable[str] | None = None,
    archive: Archive | None = None,
    begin: Callable[[Check], None] = lambda check: None,
) -> Report:
    """Return the full report of a run; *begin* is told of each check before it runs.

    :raises UnknownIdError: if there is no check of a given name.
    """
    chosen = [_check_named(name) for name in names] if names else list(CHECKS.values())
    context = Context(root.resolve(), archive)
    report = Report()
    blocking = [CHECKS[name] for name in _READING if CHECKS[name] not in chosen]
    for check in (*blocking, *chosen):
        begin(check)
        started = time.perf_counter()
        try:
            report.faults += check.find(context)
        except CorpusError as error:  # what the check looks at cannot be read at all
            report.faults += error.faults
        except BROKEN as error:
            report.faults.append(_engine_fault(check.name, error))
        report.seconds[check.name] = time.perf_counter() - started
    report.faults = list(dict.fromkeys(report.faults))
    return report


#: Checks that only report what reading the archive found; they run with every other.
_READING = ("files", "schema", "references", "ids-unique", "tei-read", "tei-tiling")


def _engine_fault(check: str, error: Exception) -> Fault:
    """Return the fault for an engine that breaks: the line of its code at which it did.

    An error that comes from anywhere else is a bug of the checks, and is raised again.
    """
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).parent == ENGINE]
    if not frames:
        raise error
    file = f"przemyskie66/engine/{Path(frames[-1].filename).name}"
    message = f"the engine broke: {type(error).__name__}: {error}"
    way_out = "See which rule the function names."
    return Fault(
        check, file, f"line {frames[-1].lineno}, {frames[-1].name}", message, frames[-1].line or "", way_out
    )


def _check_named(name: str) -> Check:
    if name in CHECKS:
        return CHECKS[name]
    near = nearest(name, list(CHECKS)) or tuple(CHECKS)
    way_out = f"Nearest: {', '.join(near)}."
    raise UnknownIdError(
        [Fault("reference", "command", name, "there is no check of this name", name, way_out)]
    )
