"""Shared by all tests: the marker ``rule``, the archive, and copies of it that may be spoilt."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from przemyskie66.rulebook import Archive, read_archive, seal_answers, stamp
from przemyskie66.text import seal

ROOT = Path(__file__).resolve().parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test that says it shows a rule which the archive does not have."""
    known = {path.name.removesuffix(".rule.toml") for path in (ROOT / "corpus" / "rules").glob("*.rule.toml")}
    unknown = [
        f"{item.nodeid}: no rule {name!r}"
        for item in items
        for marker in item.iter_markers("rule")
        for name in marker.args
        if name not in known
    ]
    if unknown:
        raise pytest.UsageError("\n".join(unknown))


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the archive."""
    return ROOT


@pytest.fixture(scope="session")
def archive() -> Archive:
    """The archive as it is; faults and all, so that only the checks' own tests fail on them."""
    return read_archive(ROOT)


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the archive, sealed and stamped as it is now. Not to be changed."""
    folder = tmp_path_factory.mktemp("sealed") / "archive"
    shutil.copytree(ROOT / "corpus", folder / "corpus")
    shutil.copytree(ROOT / "tests" / "rules", folder / "tests" / "rules")
    copy = read_archive(folder)
    seal(copy.documents.values(), folder / "corpus" / "tei" / "digests.toml")
    seal_answers(copy)
    stamp(copy, copy.claims.values(), "redakcja", date(2026, 11, 30), write=True)
    return folder


@pytest.fixture
def copy(sealed: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of the sealed archive, to be spoilt."""
    folder = tmp_path / "archive"
    shutil.copytree(sealed, folder)
    yield folder
    shutil.rmtree(folder)
