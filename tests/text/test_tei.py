"""The parser refuses what could make the file mean something else than what a person sees."""

from pathlib import Path

import pytest

from przemyskie66.errors import CorpusError
from przemyskie66.text import archive_name, parse_tei, passage_of
from przemyskie66.text.tei import MAX_BYTES, decode, read_bytes

GOOD = '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text>a</text></TEI>'


def faults_of(text: str | bytes) -> list[tuple[str, str]]:
    """Check and place of each fault."""
    with pytest.raises(CorpusError) as caught:
        parse_tei(text if isinstance(text, bytes) else text.encode(), "x.tei.xml")
    for fault in caught.value.faults:
        assert fault.file == "x.tei.xml"
        assert fault.message
        assert fault.way_out
    return [(fault.check, fault.place) for fault in caught.value.faults]


def test_good_file() -> None:
    """A plain file is read; xml-model before the root and comments outside of the text are allowed."""
    prolog = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-model href="a.rng"?><!-- on the file -->\n'
    root = parse_tei((prolog + GOOD.replace("<text>", "<!-- c --><text>")).encode(), "x.tei.xml")
    assert root.tag.endswith("}TEI")


@pytest.mark.parametrize(
    "declaration",
    [
        "<!DOCTYPE TEI>",
        '<!DOCTYPE TEI SYSTEM "http://127.0.0.1/x.dtd">',
        '<!DOCTYPE TEI [\n<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE TEI [\n<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
    ],
)
def test_doctype(declaration: str) -> None:
    """No document type, no entity declaration; each one is listed."""
    found = faults_of(declaration + "\n" + GOOD)
    assert found[0] == ("doctype", "line 1")
    assert len(found) == declaration.count("<!")


def test_undeclared_entity() -> None:
    """An entity reference other than the five of XML is not well-formed."""
    assert ("well-formed", "line 1") in faults_of(GOOD.replace(">a<", ">a&nbsp;b<"))


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\ufeff", "&#x202E;", "&#8294;"])
def test_invisible_characters(sign: str) -> None:
    """Invisible characters are refused, also those written by number, each with its line."""
    assert faults_of(GOOD.replace(">a<", f">a{sign}\n{sign}<")) == [
        ("invisible-character", "line 1"),
        ("invisible-character", "line 2"),
    ]


def test_byte_order_mark() -> None:
    """A byte order mark is an invisible character too."""
    assert ("invisible-character", "line 1") in faults_of(b"\xef\xbb\xbf" + GOOD.encode())


def test_wrong_encoding() -> None:
    """A file that is not UTF-8 is refused with the line and the byte."""
    with pytest.raises(CorpusError, match=r"line 2.*byte 7 .*\(b9\)"):
        decode(b"abcde\nz\xb9", "x")
    assert faults_of(GOOD.replace(">a<", ">\nż<").encode("iso-8859-2")) == [("encoding", "line 2")]
    declared = '<?xml version="1.0" encoding="ISO-8859-2"?>' + GOOD
    assert faults_of(declared) == [("encoding", "line 1")]
    assert faults_of(GOOD.encode("utf-16"))[0][0] == "encoding"


def test_not_well_formed() -> None:
    """The line of the fault is named and its words are shown."""
    with pytest.raises(CorpusError) as caught:
        parse_tei(b'<TEI xmlns="http://www.tei-c.org/ns/1.0">\n<text>uncja</tekst>\n</TEI>', "x.tei.xml")
    assert caught.value.faults[0].place == "line 2"
    assert "uncja" in caught.value.faults[0].value
    assert faults_of("")[0][0] == "well-formed"
    assert faults_of("tylko słowa")[0][0] == "well-formed"


def test_deep_nesting() -> None:
    """A file nested without end is refused, not followed."""
    assert faults_of("<a>" * 5000)[0][0] == "well-formed"


def test_processing_instructions() -> None:
    """Only xml-model, and only before the root."""
    assert faults_of('<?xml-stylesheet href="a"?>' + GOOD) == [("processing-instruction", "line 1")]
    assert faults_of(GOOD.replace(">a<", '>a\n<?xml-model href="a"?><')) == [
        ("processing-instruction", "line 2")
    ]


def test_comment_in_the_text() -> None:
    """A comment in the text is an edit that no reader sees."""
    assert faults_of(GOOD.replace(">a<", ">a\n<!-- b --><")) == [("comment", "line 2")]


def test_root() -> None:
    """The root is TEI in its namespace."""
    assert faults_of("<TEI/>") == [("tei-root", "line 1")]


def test_all_faults_are_listed() -> None:
    """Not the first fault only."""
    text = GOOD.replace(">a<", ">a\u202e\n<!-- b --><").replace("</TEI>", "<?x y?></TEI>")
    assert [check for check, _ in faults_of(text)] == [
        "invisible-character",
        "processing-instruction",
        "comment",
    ]


def test_size(tmp_path: Path) -> None:
    """Neither the file nor the bytes may exceed the cap."""
    big = tmp_path / "big.xml"
    big.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(CorpusError, match=r"more than 4000000 bytes \(4000001 bytes\)"):
        read_bytes(big)
    assert faults_of(b" " * (MAX_BYTES + 1)) == [("size", "whole file")]


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there, or is a folder, is a fault and not a crash."""
    with pytest.raises(CorpusError, match="cannot be read"):
        read_bytes(tmp_path / "none.xml")
    with pytest.raises(CorpusError, match="cannot be read"):
        read_bytes(tmp_path)


def test_names() -> None:
    """Faults name files relative to the archive, and passages so that they can be found again."""
    assert archive_name(Path("/a/corpus/b/corpus/tei/x.xml")) == "corpus/tei/x.xml"
    assert archive_name(Path("/a/b/x.xml")) == "x.xml"
    with pytest.raises(CorpusError) as caught:
        parse_tei(b"", "x")
    assert passage_of(caught.value.faults[0]) == ""
