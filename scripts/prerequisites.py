"""Bring what pip and npm cannot: check the Python version, install missing Debian packages.

Run by the Makefile with the system's ``python3`` before the virtual environment exists, so it
uses the standard library only and runs on old Pythons far enough to say that they are too old.
``apt.txt`` lists the packages; each names a probe, so a machine that has the program from
elsewhere installs nothing.

Usage: ``python3 scripts/prerequisites.py site|test``
"""

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

APT_LIST = Path(__file__).resolve().parent.parent / "apt.txt"
OLDEST_PYTHON = (3, 11)


def is_there(probe):
    """Say whether *probe* (``command:NAME``, ``module:NAME``, ``library:FILE``, ``file:PATH``) finds it."""
    kind, _, name = probe.partition(":")
    if kind == "command":
        return shutil.which(name) is not None
    if kind == "module":
        return importlib.util.find_spec(name) is not None
    if kind == "file":
        return os.path.exists(name)
    if kind == "library":
        try:
            ctypes.CDLL(name)
        except OSError:
            return False
        return True
    raise SystemExit(
        f"apt.txt: unknown probe {probe!r}; write command:, module:, library: or file: and a name"
    )


def missing_packages(goal):
    """Return the packages of ``apt.txt`` that *goal* needs and whose probe fails.

    What ``make site`` needs, ``make test`` needs too.
    """
    missing = []
    for line in APT_LIST.read_text(encoding="utf-8").splitlines():
        package, _, comment = line.partition("#")
        if not package.strip():
            continue
        purpose, probe = comment.split()[:2]
        if (purpose == "site" or goal == "test") and not is_there(probe):
            missing.append((package.strip(), probe))
    return missing


def install(packages):
    """Install *packages* by apt-get; raise `SystemExit` with the line to type where that cannot be done."""
    update = ["apt-get", "update"]
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    by_hand = "sudo apt-get update && sudo " + shlex.join(command)
    if shutil.which("apt-get") is None:
        raise SystemExit(
            "Missing programs, and this is not Debian. Install what Debian calls: " + " ".join(packages)
        )
    if os.geteuid() != 0:
        raise SystemExit(
            f"Missing Debian packages. Run this line, then the same make again:\n\n  {by_hand}\n"
        )
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (update, command):
        print("+", shlex.join(step), flush=True)
        if subprocess.run(step, env=environment).returncode != 0:
            raise SystemExit(f"{shlex.join(step)} failed. Mend that, or run by hand:\n\n  {by_hand}\n")


def main(arguments):
    """Make the machine ready for *arguments* (one goal, ``site`` or ``test``), or exit saying what to do."""
    if arguments not in (["site"], ["test"]):
        raise SystemExit(__doc__)
    if sys.version_info < OLDEST_PYTHON:
        raise SystemExit(
            "Python {}.{} or newer is needed; this is {}. Name another one: make PYTHON=python3.11 …".format(
                *OLDEST_PYTHON, sys.version.split()[0]
            )
        )
    goal = arguments[0]
    missing = missing_packages(goal)
    if missing:
        install([package for package, _ in missing])
        importlib.invalidate_caches()
    still = missing_packages(goal)
    if still:
        raise SystemExit(
            "Installed, and still not found: "
            + ", ".join(f"{probe} (from {package})" for package, probe in still)
        )


if __name__ == "__main__":
    main(sys.argv[1:])
