"""The three texts of the archive: they stand for their raw files, and no change to them passes."""

import random
import re

import pytest
from small_edition import DOCUMENTS, ROOT

from przemyskie66.errors import CorpusError
from przemyskie66.text import (
    Document,
    anchor,
    describe,
    line_changes,
    line_digests,
    raw_faults,
    read_document,
)

TEI = ROOT / "corpus" / "tei"
RAW = ROOT / "corpus" / "raw"


def test_raw_texts_are_as_received() -> None:
    """Byte for byte."""
    assert raw_faults(RAW) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_character_belongs_to_one_passage(archive: dict[str, Document], name: str) -> None:
    """As found, the passages and the white space between them are the raw file."""
    document = archive[name]
    rebuilt, at = [], 0
    for passage in document.passages:
        between = document.raw[at : passage.raw_start]
        assert not between.strip(" \t\r\n")
        rebuilt += [between, passage.found]
        at = passage.raw_end
    assert "".join(rebuilt) + document.raw[at:] == (RAW / f"{name}.txt").read_bytes().decode("utf-8")
    assert not document.raw[at:].strip(" \t\r\n")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_character_has_one_voice(archive: dict[str, Document], name: str) -> None:
    """The voices tile each reading, and are among those that the document declares."""
    for passage in archive[name].passages:
        at = 0
        for start, end, voice in passage.voices:
            assert start == at < end
            assert voice
            at = end
        assert at == len(passage.reading)


def test_whose_word_it_is(archive: dict[str, Document]) -> None:
    """The page speaks with four voices; the others have each their own."""
    voices = {name: {v for p in archive[name].passages for _, _, v in p.voices} for name in DOCUMENTS}
    assert voices["witryna"] == {"witryna", "ojciec", "instrukcja", "program"}
    assert voices["wikibooks"] == {"wikibooks"}
    assert {"podrecznik", "brydz"} <= voices["zagrajmy"]


def test_lost_lists_are_gaps(archive: dict[str, Document]) -> None:
    """What the headings of the page promise and the text does not have."""
    gaps = {gap.id: gap for gap in archive["witryna"].gaps}
    assert set(gaps) == {
        f"witryna-gap-{x}" for x in ("wartosc", "kontrakty", "stopnie", "szczeble", "slowniczek")
    }
    assert gaps["witryna-gap-stopnie"].quantity == 3
    assert gaps["witryna-gap-szczeble"].quantity == 6
    assert all(gap.reason == "lost" and gap.section and gap.after for gap in gaps.values())
    assert not any(passage.found == "" for passage in archive["witryna"].passages)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_passage_can_be_quoted(archive: dict[str, Document], name: str) -> None:
    """Each passage, quoted as a whole, verifies, and leads back to its slice of the raw file."""
    document = archive[name]
    for passage in document.passages:
        if any(correction.kind == "gap" for correction in passage.corrections):
            continue
        target = describe(document, passage.id, passage.reading)
        assert anchor(document, target).status == "verified"
        start, end = passage.raw_span(target.start, target.end)
        before, after = document.raw[passage.raw_start : start], document.raw[end : passage.raw_end]
        # what the quote leaves out at either end is what the editors hold to be no part of the text
        surplus = "".join(c.found for c in passage.corrections if c.kind == "surplus")
        assert all(piece in surplus for piece in (before + " " + after).split())
        assert before + document.raw[start:end] + after == passage.found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_any_changed_character_is_noticed(tmp_path, archive: dict[str, Document], name: str) -> None:
    """A character changed anywhere changes its line's digest; one in a quoted text is found without digests too."""
    data = (TEI / f"{name}.tei.xml").read_bytes()
    text = data.decode("utf-8")
    sealed = line_digests(data)
    folder = tmp_path / "corpus" / "tei"
    folder.mkdir(parents=True)
    copy = folder / f"{name}.tei.xml"
    chance = random.Random(66)
    for at in chance.sample(range(len(text)), 120):
        letter = chance.choice([c for c in "aą0 <" if c != text[at]])
        changed = (text[:at] + letter + text[at + 1 :]).encode()
        changes = line_changes(changed, sealed)
        line = text.count("\n", 0, at) + 1
        assert line in [change.line for change in changes]
    # the words of a leaf: no digest is needed to see that they are not the raw file's
    words = list(re.finditer(r'<(?:s|head|p|item|ab) [^>]*source="[^"]*"[^>]*>', text))
    for match in chance.sample(words, 25):
        end = text.index("\n", match.end())
        # letters of a correction or a note are the editors', not the raw file's
        editors = r"<(corr|supplied|reg|desc|note)\b.*?</\1>|<[^>]*>|</.*"
        inside = re.sub(editors, lambda tag: " " * len(tag.group(0)), text[match.end() : end])
        letters = [match.end() + i for i, c in enumerate(inside) if c.isalnum()]
        if not letters:
            continue
        at = chance.choice(letters)
        copy.write_text(text[:at] + ("q" if text[at] != "q" else "p") + text[at + 1 :], encoding="utf-8")
        line = text.count("\n", 0, at) + 1
        with pytest.raises(CorpusError) as caught:
            read_document(copy, RAW / f"{name}.txt")
        assert any(fault.place.startswith(f"line {line},") for fault in caught.value.faults)
