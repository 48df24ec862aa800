"""The TEI subset: the grammar and its XML form agree, and refuse what the edition does not allow."""

import re
from pathlib import Path

import pytest
import rnc2rng
from lxml import etree
from small_edition import DOCUMENTS, ROOT, SCHEMA, Edition

from przemyskie66.errors import CorpusError
from przemyskie66.text import validate


def test_rng_is_made_from_rnc() -> None:
    """The committed XML form is what rnc2rng makes of the grammar."""
    made = rnc2rng.dumps(rnc2rng.load(str(SCHEMA.with_suffix(".rnc"))))
    committed = etree.fromstring(SCHEMA.read_bytes())
    assert etree.tostring(etree.fromstring(made.encode()), method="c14n") == etree.tostring(
        committed, method="c14n"
    )


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_of_the_archive_are_valid(name: str) -> None:
    """Every text of the archive is valid."""
    assert validate(ROOT / "corpus" / "tei" / f"{name}.tei.xml", SCHEMA) == []


def test_fixture_is_valid(edition: Edition) -> None:
    """The small edition uses every kind of markup and is valid."""
    assert validate(edition.tei, SCHEMA) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<corr xml:id="guziki-c-1" ', "<corr "),
        (' type="ocr"', ""),
        (' resp="#automat" cert="high"', ' cert="high"'),
        (' cert="high"', ' cert="certain"'),
        (' evidence="internal"', ""),
        (
            '<corr xml:id="guziki-c-1" type="ocr" resp="#automat" cert="high" evidence="internal">tem</corr>',
            "",
        ),
        ("<sic>tern</sic>", ""),
        (' reason="lost" resp', " resp"),
        (' reason="page-edge"', ""),
        (' unit="item" quantity="2"', ' unit="item"'),
        (' quantity="2"', ' quantity="2" extent="unknown"'),
        (' quantity="2"', ' quantity="0"'),
        (' unit="line"', ""),
        (' reason="lost" unit="line"', ' reason="forgotten" unit="line"'),
        ('break="no"', 'break="maybe"'),
        ('rend="italic"', 'rend="blinking"'),
        ('xml:id="guziki-zasady-1-s1"', 'xml:id="Guziki.1"'),
        ("txt#char=17,72", "txt#char=17"),
        ("../raw/guziki.txt#char=17,72", "guziki.txt#char=17,72"),
        ('who="#ojciec" ', ""),
        ('<note resp="#redakcja">', "<note>"),
        (' type="section"', ""),
        ("<hi rend", "<b rend"),
        ('xml:lang="pl">\n<teiHeader>', ">\n<teiHeader>"),
        ("<segmentation><p>e</p></segmentation>", ""),
        (
            '<availability xml:id="prawa-surowy" n="raw" status="unknown"><p>Nieznane.</p></availability>\n',
            "",
        ),
        ("</item>", "luźne słowa</item>"),
    ],
)
def test_what_is_refused(edition: Edition, old: str, new: str) -> None:
    """Each departure from the subset is a fault with its line."""
    place = edition.line_of(old)
    text = edition.tei.read_text(encoding="utf-8").replace(old, new, 1)
    edition.tei.write_text(text.replace("</hi>", "</b>", 1) if "<b " in new else text, encoding="utf-8")
    faults = validate(edition.tei, SCHEMA)
    assert faults
    assert all(fault.check == "schema" and fault.file == "corpus/tei/guziki.tei.xml" for fault in faults)
    lines = [
        int(line) for fault in faults for line in re.findall(r"[0-9]+", fault.place.split(", passage")[0])
    ]
    assert min(abs(line - int(place.split()[1])) for line in lines) <= 12


def test_all_faults_are_listed(edition: Edition) -> None:
    """Faults of two places are both reported."""
    edition.change('rend="italic"', 'rend="blinking"').change("#char=165,187", "#char=165")
    places = {fault.place.split(",")[0] for fault in validate(edition.tei, SCHEMA)}
    assert {edition.line_of("blinking"), edition.line_of("char=165")} <= places


def test_file_that_cannot_be_parsed(edition: Edition) -> None:
    """The faults of the parser take the place of the schema's."""
    edition.change("</TEI>", "")
    assert [fault.check for fault in validate(edition.tei, SCHEMA)] == ["well-formed"]


def test_broken_schema(edition: Edition, tmp_path: Path) -> None:
    """A schema that cannot be read is a fault of the archive, not a crash."""
    for content in ("<grammar", '<grammar xmlns="http://relaxng.org/ns/structure/1.0"/>'):
        schema = tmp_path / "broken.rng"
        schema.write_text(content, encoding="utf-8")
        with pytest.raises(CorpusError, match=r"broken\.rng"):
            validate(edition.tei, schema)
