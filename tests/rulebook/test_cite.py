"""Citations in words and in three formats, of everything that has an id."""

import json
import re

import pytest

from przemyskie66 import __version__
from przemyskie66.ids import KINDS
from przemyskie66.rulebook import Archive, citation

BASE = "https://example.org/"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_everything_can_be_cited(archive: Archive, kind: str, lang: str) -> None:
    for name in list(archive.ids_of(kind))[:40]:
        found = citation(archive, kind, name, base_url=BASE)
        assert found.text(lang).endswith(".")
        assert __version__ in found.text(lang)
        assert name in found.text(lang)
        assert found.bibtex(lang).count("{") == found.bibtex(lang).count("}")
        assert found.ris(lang).startswith("TY  - ")
        assert found.ris(lang).endswith("ER  - \r\n")
        item = json.loads(json.dumps(found.csl(lang)))
        assert item["id"] == found.key
        assert item["URL"].startswith(BASE)


def test_a_claim_is_cited_with_whose_word_through_whom_and_where(archive: Archive) -> None:
    words = citation(archive, "claim", "ojciec-throw-in").text("pl")
    claim = archive.claims["ojciec-throw-in"]
    assert f"„{claim.anchor.exact}”" in words
    assert "za: " in words
    assert claim.anchor.passage in words
    assert re.search(r"corpus/raw/witryna\.txt, znaki \d+–\d+", words)


def test_the_whole_archive(archive: Archive) -> None:
    found = citation(archive, "archive", "archive")
    assert found.key == "przemyskie66"
    assert found.csl()["type"] == "dataset"
    assert found.bibtex().startswith("@misc{przemyskie66,")
    assert "url" not in found.bibtex()


def test_no_person_is_invented(archive: Archive) -> None:
    for kind in ("rule", "claim", "archive"):
        name = {"rule": "throw-in", "claim": "ojciec-throw-in", "archive": "archive"}[kind]
        (author,) = citation(archive, kind, name).csl()["author"]  # type: ignore[misc, union-attr]
        assert set(author) == {"literal"}
