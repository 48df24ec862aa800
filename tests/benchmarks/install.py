"""Install the pinned peers into this environment; what cannot be had here is named, and the rest goes on.

Usage: ``build/bench/bin/python tests/benchmarks/install.py requirements/bench.txt``

All at once first, as anywhere else. If that fails (a peer without a wheel for this Python or machine),
one requirement at a time, so that one peer cannot keep the others away. Every requirement is in the
file, with its hashes, so nothing else is looked for.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
PINNED = [*PIP, "--require-hashes", "--no-deps", "--no-build-isolation"]


def main(lock: Path) -> None:
    """Install what *lock* lists: first what builds packages, then the rest."""
    pinned = requirements(lock.read_text(encoding="utf-8"))
    builder = [text for text in pinned if text.startswith("setuptools==")]
    if not install(builder):
        sys.exit("setuptools could not be installed")
    if install(pinned):
        return
    for text in pinned:
        if not install([text]):
            print(f"missing here: {text.split()[0]}", file=sys.stderr)


def requirements(text: str) -> list[str]:
    """Return the requirements of a lock file, each with its hashes."""
    return [part.strip() for part in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]]


def install(pinned: list[str]) -> bool:
    """Return whether *pinned* could be installed."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("\n".join(pinned) + "\n", encoding="utf-8")
        return subprocess.run([*PINNED, "--requirement", str(file)], check=False).returncode == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
