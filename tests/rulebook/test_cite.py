"""Citations in words and in three formats, of everything that has an id."""

import json
import re
import shutil
import warnings
from pathlib import Path

import bibtexparser
import pytest
import rispy
from citeproc import Citation as Cited
from citeproc import CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from przemyskie66 import __version__
from przemyskie66.ids import KINDS
from przemyskie66.rulebook import Archive, citation, read_archive
from przemyskie66.rulebook.cite import EDITORS, TITLE

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


# --- read by programs that are not ours ----------------------------------------------------------

SAMPLE = [
    ("archive", "archive"),
    ("rule", "throw-in"),
    ("claim", "ojciec-throw-in"),
    ("passage", "witryna-rozdanie-5"),
    ("correction", "zagrajmy-c0001"),
    ("pin", "przemyskie-base-stake"),
    ("deal", "przyklad"),
    ("witness", "ojciec"),
    ("source", "zagrajmy"),
]


@pytest.mark.parametrize(("kind", "name"), SAMPLE)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_reference_managers_read_what_is_cited(archive: Archive, kind: str, name: str, lang: str) -> None:
    found = citation(archive, kind, name, base_url=BASE)
    who = "editor" if kind in ("source", "passage") else "author"

    library = bibtexparser.parse_string(found.bibtex(lang))
    assert not library.failed_blocks
    (entry,) = library.entries
    assert entry.key == found.key
    assert entry[who].strip("{}") == EDITORS[lang]
    assert entry["url"] == found.url(lang)

    (record,) = rispy.loads(found.ris(lang))
    assert record["title"] == found.title[lang]
    assert record["urls"] == [found.url(lang)]
    assert record["id"] == found.key

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of fields that its styles do not use
        source = CiteProcJSON([found.csl(lang)])
        style = CitationStylesStyle("harvard-cite-them-right", validate=False)
        shelf = CitationStylesBibliography(style, source, formatter.plain)
        shelf.register(Cited([CitationItem(found.key)]))
        (line,) = shelf.bibliography()
    assert found.title[lang].split(" ")[0] in str(line)
    if kind != "archive":
        assert TITLE[lang] in str(line)


def test_marks_that_bibtex_reads_as_commands_are_kept(archive: Archive) -> None:
    for kind in ("correction", "passage", "claim"):
        for name in archive.ids_of(kind):
            library = bibtexparser.parse_string(citation(archive, kind, name).bibtex("pl"))
            assert not library.failed_blocks, name
            assert len(library.entries) == 1, name


# --- what a copy does not have --------------------------------------------------------------------


def test_before_a_release_a_citation_says_what_it_lacks(archive: Archive) -> None:
    found = citation(archive, "rule", "throw-in")
    assert "przed wydaniem, bez daty i adresu" in found.text("pl")
    assert found.text("pl").endswith("strona rule/throw-in.html.")
    assert "not yet released, no date, no address" in found.text("en")
    assert found.text("en").endswith("page en/rule/throw-in.html.")
    for kind in KINDS:
        for name in list(archive.ids_of(kind))[:40]:
            words = citation(archive, kind, name)
            assert "bez daty" not in words.text("en") + words.bibtex("en") + words.ris("en")
            assert "no date" not in words.text("pl")
    assert "issued" not in found.csl()
    assert "URL" not in found.csl()
    assert "PY  - " not in found.ris()


def test_a_release_is_cited_by_its_date_and_the_address_of_its_version(copy: Path, root: Path) -> None:
    shutil.copy(root / "CITATION.cff", copy)
    with (copy / "CITATION.cff").open("a", encoding="utf-8") as file:
        file.write("date-released: 2027-03-01\n")
    for base in ("https://example.org", BASE, f"{BASE}v/{__version__}/"):
        found = citation(read_archive(copy), "pin", "przemyskie-base-stake", base_url=base)
        assert found.url("pl") == f"{BASE}v/{__version__}/rule/base-stake.html#pin-przemyskie-base-stake"
        assert found.url("en") == f"{BASE}v/{__version__}/en/rule/base-stake.html#pin-przemyskie-base-stake"
    assert f"wyd. {__version__} (2027-03-01)" in found.text("pl")
    assert "bez daty" not in found.text("pl")
    assert found.csl()["issued"] == {"date-parts": [[2027, 3, 1]]}


def test_no_person_is_invented(archive: Archive) -> None:
    for kind in ("rule", "claim", "archive"):
        name = {"rule": "throw-in", "claim": "ojciec-throw-in", "archive": "archive"}[kind]
        (author,) = citation(archive, kind, name).csl()["author"]  # type: ignore[misc, union-attr]
        assert author == {"literal": "Redakcja archiwum Przemyskie 66"}
