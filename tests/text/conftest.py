"""Fixtures: the small edition, and the documents of the archive."""

from pathlib import Path

import pytest
from small_edition import DOCUMENTS, ROOT, Edition

from przemyskie66.text import Document, read_document


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    """The small edition, in a folder of its own."""
    return Edition(tmp_path)


@pytest.fixture
def document(edition: Edition) -> Document:
    """The small edition, read."""
    return edition.read()


@pytest.fixture(scope="session")
def archive() -> dict[str, Document]:
    """The documents of the archive, by id."""
    return {
        name: read_document(
            ROOT / "corpus" / "tei" / f"{name}.tei.xml", ROOT / "corpus" / "raw" / f"{name}.txt"
        )
        for name in DOCUMENTS
    }
