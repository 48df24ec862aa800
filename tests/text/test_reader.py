"""Reading an edition: what a document holds, and every fault that a text can have."""

import json
import pickle
import re
from pathlib import Path

import pytest
from small_edition import RAW, Edition

from przemyskie66.errors import CorpusError, UnknownIdError
from przemyskie66.text import Document, Wording, document_text, passage_of, passage_text, read_document

S1, S2, P1, P2 = "guziki-zasady-1-s1", "guziki-zasady-1-s2", "guziki-zasady-p1-s1", "guziki-zasady-p1-s2"


def test_passages(document: Document) -> None:
    """Every leaf is a passage, in text order, with its kind, its unit and its slice."""
    facts = [(p.id, p.kind, p.n, p.unit, p.block, p.section) for p in document.passages]
    assert facts == [
        ("guziki-h", "heading", None, "guziki-h", "guziki-h", ""),
        (S1, "sentence", "1", "guziki-zasady-1", "guziki-lista", "guziki-zasady"),
        (S2, "sentence", "1", "guziki-zasady-1", "guziki-lista", "guziki-zasady"),
        ("guziki-znak-1", "placeholder", None, "guziki-znak-1", "guziki-znak-1", "guziki-zasady"),
        (P1, "sentence", None, "guziki-zasady-p1", "guziki-zasady-p1", "guziki-zasady"),
        (P2, "sentence", None, "guziki-zasady-p1", "guziki-zasady-p1", "guziki-zasady"),
    ]
    for passage in document.passages:
        assert document.raw[passage.raw_start : passage.raw_end] == passage.found


def test_readings(document: Document) -> None:
    """The reading has what the editors hold the print to say, in its own spelling."""
    assert document.passage(S1).reading == "1. Gracz bierze tem samem dwa guziki i kombinacyę."
    assert document.passage(S2).reading == "Nie wolno oddać ich nigdy nikomu innemu."
    assert document.passage(P1).reading == "Kto pierwszy uzbiera 14 guzików, wygra."
    assert document.passage(P2).reading == "„Ojciec” mówił, że 15.[…]"


def test_raw_spans(document: Document) -> None:
    """Offsets of the reading lead to the code points of the raw file."""
    passage = document.passage(S1)
    for quote, found in (
        ("tem samem", "tern samem"),
        ("guziki", "guzi ki"),
        ("dwa", "dwa"),
        ("kombinacyę", "kom- binacyę"),
    ):
        start = passage.reading.index(quote)
        low, high = passage.raw_span(start, start + len(quote))
        assert document.raw[low:high] == found
    with pytest.raises(IndexError):
        passage.raw_span(0, len(passage.reading) + 1)


def test_voices(document: Document) -> None:
    """The innermost said tells, else the nearest ana around."""
    passage = document.passage(P2)
    assert passage.voice_of(0, 10) == "ojciec"
    assert passage.voice_of(0, len(passage.reading)) is None
    assert passage.voice is None
    assert document.passage(S1).voice == "ksiazka"


def test_corrections(document: Document) -> None:
    """Each correction says what it does, where, who answers for it, how sure, and what is said of it."""
    facts = [
        (c.id, c.kind, c.found, c.reading, c.type, c.resp, c.cert, c.evidence) for c in document.corrections
    ]
    assert facts == [
        ("guziki-c-1", "corr", "tern", "tem", "ocr", "automat", "high", "internal"),
        ("", "join", " ", "", "", "", "", ""),
        ("guziki-x-1", "supplied", "", "nigdy ", "lost", "redakcja", "low", "conjecture"),
        ("", "surplus", "j", "", "page-edge", "", "", ""),
        ("", "surplus", "22", "", "page-number", "", "", ""),
        ("guziki-c-2", "corr", "wy-\u00a0gra", "wygra", "ocr", "redakcja", "medium", "internal"),
        ("guziki-gap-koniec", "gap", "", "[…]", "lost", "", "", ""),
    ]
    for passage in document.passages:
        for c in passage.corrections:
            assert passage.reading[c.start : c.end] == c.reading
            assert document.raw[c.raw_start : c.raw_end] == c.found
            assert c.passage == passage.id
    first = document.passage(S1)
    assert first.corrections_in(16, 20) == (first.corrections[0],)
    assert first.corrections_in(0, 16) == ()


def test_gaps_sections_notes_pages(document: Document) -> None:
    """What is lost, the date of a section, notes and pages, each with its place."""
    gaps = [
        (g.id, g.after, g.passage, g.unit, g.quantity, g.extent, g.note.in_language("en"))
        for g in document.gaps
    ]
    assert gaps == [
        ("guziki-gap-lista", S2, "", "item", 2, "", "A list."),
        ("guziki-gap-koniec", P2, P2, "line", None, "unknown", ""),
    ]
    section = document.section("guziki-zasady")
    assert (section.date, section.when, section.date_cert) == ("około 1891", "1890/1893", "low")
    assert section.note.pieces == (("pl", "Domysł."), ("en", "A guess."))
    assert section.voice == "ksiazka"
    assert [(note.after, str(note.text)) for note in document.notes] == [(P1, "Uwaga.")]
    assert [(page.n, page.after) for page in document.pages] == [("22", S2)]
    run = next(run for run in document.passage(S1).runs if run.kind == "orig")
    assert (run.found, run.reading, run.label) == ("kom- binacyę", "kombinacyę", "kombinację")
    assert any(run.marks == ("hi:italic",) for run in document.passage(S1).runs)


def test_header(document: Document) -> None:
    """The facts of the header, languages apart."""
    header = document.header
    assert document.title == "O grze w guziki"
    assert [(r.id, r.name, r.role.in_language("en")) for r in header.responsibilities] == [
        ("redakcja", "redakcja", "Editing."),
        ("automat", "automat", "Reguły."),
    ]
    assert [(a.layer, a.status, a.text.in_language("pl")) for a in header.availabilities] == [
        ("raw", "unknown", "Nieznane."),
        ("edition", "free", "Wolno."),
    ]
    assert header.availabilities[1].target.startswith("https://creativecommons.org/")
    assert [name for name, _ in header.principles] == [
        "correction",
        "normalization",
        "hyphenation",
        "quotation",
        "segmentation",
    ]
    assert [(c.when, c.who, str(c.text)) for c in header.changes] == [("2026-11-30", "redakcja", "Początek.")]
    assert dict(header.witnesses)["ojciec"] == "Ojciec."


def test_wording() -> None:
    """Editors' words are a string for whoever needs no languages, also after pickling and in JSON."""
    wording = Wording([("", "a"), ("pl", "b"), ("en", "c")])
    assert wording == "a b c"
    assert wording.in_language("pl") == "a b"
    assert (wording + "d").in_language("en") == "a c d"
    assert pickle.loads(pickle.dumps(wording)).in_language("en") == "a c"
    assert json.dumps(wording) == '"a b c"'


def test_document_survives_pickling(document: Document) -> None:
    """The site keeps documents between builds."""
    assert pickle.loads(pickle.dumps(document)).passages == document.passages


def test_unknown_ids(document: Document) -> None:
    """An unknown id names the nearest known ones."""
    assert S1 in document
    assert "guziki" not in document
    with pytest.raises(UnknownIdError, match=S1):
        document.passage("guziki-zasady-1-s3")
    with pytest.raises(UnknownIdError, match="guziki-zasady"):
        document.section("guziki-zasada")
    with pytest.raises(KeyError):
        document.unit("xyz")
    assert [passage.id for passage in document.unit("guziki-zasady-1")] == [S1, S2]
    assert [passage.id for passage in document.unit("guziki-h")] == ["guziki-h"]


def test_plain_text(document: Document) -> None:
    """Plain text of either stream; guesses marked if asked for."""
    assert passage_text(document.passage(S2), marked=True) == "Nie wolno oddać ich ⟨nigdy ⟩nikomu innemu."
    assert passage_text(document.passage(P1), marked=True) == "Kto pierwszy uzbiera 14 guzików, ⟨wygra⟩."
    assert passage_text(document.passage(S1), marked=True) == document.passage(S1).reading
    assert passage_text(document.passage(S1), "found") == document.passage(S1).found
    assert document_text(document).split("\n\n")[1] == " ".join(document.passage(x).reading for x in (S1, S2))
    found = document_text(document, "found")
    assert found.split() == RAW.split()
    with pytest.raises(ValueError, match="no stream"):
        passage_text(document.passage(S1), "heard")


# --- faults ---

CHANGES = [
    # what is replaced, by what, check, passage, words of the fault
    ("bierze ", "bierze", "tiling", S1, "character 15"),
    ("Kto", "Kt0", "tiling", P1, "character 2 of|character 125"),
    ("<sic>tern</sic>", "<sic>tem.</sic>", "tiling", S1, "at its character 35"),
    ('char=17,72"', 'char=17,71"', "tiling", S1, "stand at char=17,72"),
    ('char=17,72"', 'char=72,17"', "tiling", S1, "does not lie"),
    ('char=165,187"', 'char=165,999"', "tiling", P2, "does not lie"),
    ('char=123,164"', 'char=120,164"', "tiling", P1, "before the end of guziki-znak-1"),
    ("../raw/guziki.txt#char=0,15", "../raw/inny.txt#char=0,15", "source", "guziki-h", "raw file"),
    ('char=0,15">O grze w', 'char=7,15">w', "tiling", "guziki-h", "between the beginning of the file"),
    ("#char=0,15", "#char=0-15", "source", "guziki-h", "raw file"),
    ('<head xml:id="guziki-h" ', "<head ", "id", "", "no xml:id"),
    ('xml:id="guziki-c-2"', 'xml:id="inny-c-2"', "id", "inny-c-2", "begin with"),
    ('xml:id="guziki-znak-1"', 'xml:id="guziki-Znak"', "id", "", "pattern"),
    ('ana="#voice-ksiazka"', 'ana="#voice-nikt"', "pointer", "", "#voice-nikt"),
    ('who="#ojciec"', 'who="#dziadek"', "pointer", P2, "#dziadek"),
    ('resp="#automat"', 'resp="#duch"', "pointer", "guziki-c-1", "#duch"),
    (' ana="#voice-ksiazka"', "", "voice", S1, "whose word"),
    ('ana="#voice-ksiazka"', 'ana="#voice-ksiazka #voice-ojciec"', "voice", "", "two voices"),
    ("<sic>tern</sic>", "<sic/>", "choice", S1, "corrects nothing"),
    (">tem</corr>", ">tern</corr>", "choice", S1, "corrects nothing"),
    (">tem</corr>", "> </corr>", "choice", S1, "corrects nothing"),
    ("<choice><sic>tern</sic>", "<choice><sic>tern </sic>", "choice", S1, "white space"),
    ("<choice><sic>tern</sic>", "te<choice><sic>rn</sic>", "choice", S1, "inside a word"),
    ("</choice> samem", "</choice>samem", "choice", S1, "inside a word"),
    (">tem</corr></choice> samem", ">tem samym.</corr></choice>", "tiling", S1, ""),
    ("<sic>tern</sic>", "<corr/>", "choice", S1, "sic then corr"),
    (
        ' cert="high" evidence="internal"',
        ' cert="high" evidence="external"',
        "responsibility",
        S1,
        "external",
    ),
    (' cert="low" evidence="conjecture"', ' cert="low"', "responsibility", S2, "on what evidence"),
    (' resp="#automat"', "", "responsibility", S1, "who answers"),
    ('quantity="2"', 'quantity="2" extent="unknown"', "gap", "guziki-gap-lista", "either"),
    ('<lb break="no"/>', "<lb/>", "line-end", S1, "inside a word"),
    ('rend="hyphen"', 'rend="dash"', "tiling", S1, "guzi ki|binacy"),
    ("<hi rend", "<head rend", "structure", S1, "no place inside"),
    ("</item>", "x</item>", "structure", "guziki-zasady-1", "outside of any passage"),
    (
        '<p xml:id="guziki-zasady-p1">',
        '<q xml:id="guziki-zasady-p1">',
        "structure",
        "guziki-zasady-p1",
        "between passages",
    ),
    (" samem  ", ' <s source="x">samem</s>  ', "structure", S1, "within a passage"),
    (" samem  ", " samem \n", "one-line", S1, "several lines"),
    ("</s>\n<s", "</s><s", "one-line", S2, "two passages"),
    ("<body ", "<back ", "structure", "", "no text with a body"),
    ("Kto pierwszy", "Kto <!-- ? -->pierwszy", "comment", "", "comment"),
]


@pytest.mark.parametrize(("old", "new", "check", "passage", "words"), CHANGES)
def test_faults(edition: Edition, old: str, new: str, check: str, passage: str, words: str) -> None:
    """Each departure is a fault of its own kind, with file, line, passage and way out."""
    edition.change(old, new)
    for opened, closed in (("<head rend", "</hi>"), ("<q xml", "</p>\n</div>"), ("<back", "</body>")):
        if opened in new:
            name = opened[1:].split()[0]
            edition.change(closed, re.sub("</[a-z]+>", f"</{name}>", closed, count=1))
    faults = [fault for fault in edition.faults() if fault.check == check]
    assert faults
    assert all(fault.file == "corpus/tei/guziki.tei.xml" and fault.way_out for fault in faults)
    assert all(fault.place.startswith("line ") for fault in faults)
    if passage:
        assert passage in [passage_of(fault) for fault in faults]
    assert any(part in str(fault) for fault in faults for part in words.split("|"))


def test_choice_of_many_words(edition: Edition) -> None:
    """More than three words need a note that says why: one that follows at once, or points to the correction."""
    edition.change(
        "pierwszy uzbiera 14 guzików, <choice><sic>wy-\u00a0gra</sic>",
        "<choice><sic>pierwszy uzbiera 14 guzików, wy-\u00a0gra</sic>",
    )
    edition.change('evidence="internal">wygra<', 'evidence="internal">ostatni zje siedem gruszek i przegra<')
    assert "more than 3 words" in str(edition.faults()[0])
    edition.change("</choice>.<note", '</choice><note resp="#redakcja">Zdanie jest zepsute.</note>.<note')
    assert next(c for c in edition.read().corrections if c.id == "guziki-c-2").note == "Zdanie jest zepsute."
    edition.change('<note resp="#redakcja">Zdanie jest zepsute.</note>', "").change(
        "</p>\n</div>", '</p>\n<note resp="#redakcja" target="#guziki-c-2">Zepsute.</note>\n</div>'
    )
    assert next(c for c in edition.read().corrections if c.id == "guziki-c-2").note == "Zepsute."


def test_choice_of_the_fewest_words(edition: Edition) -> None:
    """A correction does not cover a word that it leaves as it is."""
    edition.change("<sic>tern</sic>", "<sic>tern samem</sic>").change(
        ">tem</corr></choice> samem", ">tem samem</corr></choice>"
    )
    assert "does not correct" in str(edition.faults()[0])


def test_same_id_twice(edition: Edition) -> None:
    """An id stands once in a file."""
    edition.change('xml:id="guziki-c-2"', 'xml:id="guziki-c-1"')
    assert "guziki-c-1" in str(edition.faults()[0])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("O grze", "U grze", "character 0: as found"),
        ("że 15.\n", "że 15. I koniec.\n", "goes on after the last passage"),
        ("[obraz]\n", "[obraz]\nx\n", "no passage stands for"),
        ("uzbiera 14", "uzbiera 15", r"character 22: as found"),
    ],
)
def test_the_raw_file_has_changed(edition: Edition, old: str, new: str, words: str) -> None:
    """Text that no passage stands for, anywhere in the raw file, is reported with its character."""
    edition.raw.write_text(RAW.replace(old, new), encoding="utf-8")
    faults = edition.faults()
    assert {fault.check for fault in faults} == {"tiling"}
    assert words in "\n".join(map(str, faults))


def test_no_break_space_is_no_separator(edition: Edition) -> None:
    """Between passages there is ordinary white space only."""
    edition.raw.write_text(RAW.replace("[obraz]\n\n", "[obraz]\n\u00a0"), encoding="utf-8")
    assert "no passage stands for" in str(edition.faults()[0])


def test_faults_of_both_files_are_listed(edition: Edition) -> None:
    """A raw file that is not UTF-8 and a TEI file that is not XML are reported together."""
    edition.change("</TEI>", "")
    edition.raw.write_bytes(RAW.encode("iso-8859-2", "replace"))
    assert {fault.check for fault in edition.faults()} == {"well-formed", "encoding"}


def test_many_faults_are_listed(edition: Edition) -> None:
    """All faults, not the first only."""
    edition.change("Kto", "Kt0").change('quantity="2"', "").change("#ojciec", "#dziadek").change(
        "O grze w guziki</head>", "O grze</head>"
    )
    checks = [fault.check for fault in edition.faults()]
    assert sorted(checks) == ["gap", "pointer", "tiling", "tiling"]


def test_missing_files(tmp_path: Path) -> None:
    """Both missing files are named."""
    with pytest.raises(CorpusError) as caught:
        read_document(tmp_path / "corpus" / "tei" / "a.tei.xml", tmp_path / "corpus" / "raw" / "a.txt")
    assert [fault.file for fault in caught.value.faults] == ["corpus/tei/a.tei.xml", "corpus/raw/a.txt"]


def test_empty_body(edition: Edition) -> None:
    """A text without a passage does not pass for one that says nothing."""
    text = edition.tei.read_text(encoding="utf-8")
    start, end = text.index("<head xml:id"), text.index("</body>")
    edition.tei.write_text(text[:start] + text[end:], encoding="utf-8")
    assert "no passage" in str(edition.faults())
