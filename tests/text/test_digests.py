"""Digests: no edit passes unnoticed, and each is reported with its line and passage."""

import tomllib
from pathlib import Path

import pytest
from small_edition import RAW, Edition

from przemyskie66.errors import CorpusError
from przemyskie66.text import (
    Document,
    archive_name,
    compare,
    compare_all,
    digests_of,
    line_changes,
    line_digests,
    raw_faults,
    read_digests,
    seal,
)
from przemyskie66.text import digests as module


@pytest.fixture
def sealed(edition: Edition) -> Path:
    """The small edition, sealed."""
    path = edition.tei.parent / "digests.toml"
    assert seal([edition.read()], path) == ("guziki",)
    return path


def test_seal(edition: Edition, sealed: Path) -> None:
    """What was sealed is read back and nothing departs from it; sealing again changes nothing."""
    document = edition.read()
    assert read_digests(sealed) == {"guziki": digests_of(document)}
    assert compare_all(edition.tei.parent, {"guziki": document}) == []
    before = sealed.read_bytes()
    assert seal([document], sealed) == ()
    assert sealed.read_bytes() == before
    assert sorted(path.name for path in sealed.parent.iterdir()) == ["digests.toml", "guziki.tei.xml"]
    edition.change("Uwaga", "Druga uwaga")
    assert seal([edition.read()], sealed) == ("guziki",)


def test_seal_is_all_or_nothing(edition: Edition, sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old seal stands and nothing is left behind."""
    before = sealed.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(module.os, "fsync", fail)
    edition.change("Uwaga", "Druga uwaga")
    with pytest.raises(OSError, match="disk full"):
        seal([edition.read()], sealed)
    assert sealed.read_bytes() == before
    assert sorted(path.name for path in sealed.parent.iterdir()) == ["digests.toml", "guziki.tei.xml"]


def test_every_changed_character_is_reported(edition: Edition, sealed: Path) -> None:
    """Each character of the file, changed alone, gives a fault with its line and its passage."""
    entry = read_digests(sealed)["guziki"]
    text = edition.tei.read_text(encoding="utf-8")
    lines = text.split("\n")
    for at in range(0, len(text), 7):
        letter = "x" if text[at] != "x" else "y"
        data = (text[:at] + letter + text[at + 1 :]).encode()
        edition.tei.write_bytes(data)
        faults = compare(edition.tei, entry)
        line = text.count("\n", 0, at) + 1
        assert any(fault.place.split(",")[0] == f"line {line}" for fault in faults), (at, faults)
        if 'source="' in lines[line - 1] and text[at] != "\n":
            name = lines[line - 1].split('xml:id="')[1].split('"')[0]
            if f'xml:id="{name}"' in data.decode().split("\n")[line - 1]:
                assert f"passage {name}" in faults[0].place


def test_rules_are_named(edition: Edition, sealed: Path) -> None:
    """The rules whose claims rest on the passage are part of the fault."""
    edition.change("Kto", "kto")
    faults = compare(
        edition.tei, read_digests(sealed)["guziki"], None, lambda passage: [f"rule-of-{passage}"]
    )
    assert [fault.rules for fault in faults] == [("rule-of-guziki-zasady-p1-s1",)]
    assert "was changed" in str(faults[0])
    assert "kto pierwszy" in faults[0].value
    assert "przemyskie66 seal" in faults[0].way_out


def test_added_and_removed_lines(edition: Edition) -> None:
    """Lines put in or taken out do not make all others after them look changed."""
    data = edition.tei.read_bytes()
    sealed = line_digests(data)
    lines = data.split(b"\n")
    at = next(i for i, line in enumerate(lines) if b"guziki-znak-1" in line)
    added = line_changes(b"\n".join([*lines[:at], b"<pb/>", *lines[at:]]), sealed)
    assert [(c.kind, c.line, c.before, c.text) for c in added] == [("added", at + 1, "", "<pb/>")]
    removed = line_changes(b"\n".join([*lines[:at], *lines[at + 1 :]]), sealed)
    assert [(c.kind, c.line, c.after) for c in removed] == [("removed", at + 1, "")]
    assert [c.kind for c in line_changes(data + b"\n", sealed)] == ["added"]
    assert [c.kind for c in line_changes(data.rstrip(b"\n"), sealed)] == ["removed"]
    assert len(line_changes(data.replace(b"\n", b"\r\n"), sealed)) == len(lines) - 1
    assert line_changes(data, sealed) == []


def test_a_file_that_is_no_longer_xml(edition: Edition, sealed: Path) -> None:
    """The change is reported as precisely as any other."""
    edition.change("</hi>", "</h>")
    faults = compare_all(edition.tei.parent, {})
    assert len(faults) == 1
    assert "passage guziki-zasady-1-s1" in faults[0].place


def test_the_reader_has_changed(edition: Edition, sealed: Path) -> None:
    """The same file, read otherwise, is a fault of its own."""
    entry = read_digests(sealed)["guziki"]
    document = edition.read()
    object.__setattr__(document, "passages", document.passages[:-1])
    faults = compare(edition.tei, entry, document)
    assert [fault.place for fault in faults] == ["found stream of guziki", "reading stream of guziki"]


def test_the_digests_have_changed(edition: Edition, sealed: Path) -> None:
    """A digest of the seal that is altered is noticed, whichever it is."""
    document = edition.read()
    entry = digests_of(document)
    for old in (entry.file, entry.header, entry.found, entry.reading, entry.lines[3]):
        text = sealed.read_text(encoding="utf-8")
        sealed.write_text(text.replace(f'"{old}"', f'"{"0" * len(old)}"'), encoding="utf-8")
        assert len(compare_all(edition.tei.parent, {"guziki": document})) >= 1
        sealed.write_text(text, encoding="utf-8")


def test_documents_without_seal_and_seals_without_document(edition: Edition, sealed: Path) -> None:
    """Each text has its seal, each seal its text."""
    edition.tei.rename(edition.tei.with_name("inny.tei.xml"))
    faults = compare_all(sealed.parent, {})
    assert [fault.message.split()[-1] for fault in faults] == ["sealed", "there"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a = [", "not TOML"),
        ("guziki = 1", "not a table"),
        ('[guziki]\nfile = "12"', "file is not a SHA-256"),
        (
            "[guziki]\n" + "".join(f'{k} = "{"0" * 64}"\n' for k in ("file", "header", "found", "reading")),
            "lines is",
        ),
        (
            "[guziki]\nx = 1\nlines = []\n"
            + "".join(f'{k} = "{"0" * 64}"\n' for k in ("file", "header", "found", "reading")),
            "unknown key x",
        ),
    ],
)
def test_unreadable_digests(edition: Edition, sealed: Path, content: str, words: str) -> None:
    """Digests that cannot be read are a fault, and can be made anew."""
    sealed.write_text(content, encoding="utf-8")
    faults = compare_all(sealed.parent, {})
    assert words in str(faults[0])
    assert faults[0].file == "corpus/tei/digests.toml"
    assert seal([edition.read()], sealed) == ("guziki",)


def test_missing_digests(edition: Edition) -> None:
    """No digests at all are a fault too."""
    assert "cannot be read" in str(compare_all(edition.tei.parent, {})[0])
    with pytest.raises(CorpusError):
        read_digests(edition.tei.parent / "digests.toml")


def test_digests_are_readable(document: Document, sealed: Path) -> None:
    """The file is plain TOML, one line digest a line."""
    entry = tomllib.loads(sealed.read_text(encoding="utf-8"))["guziki"]
    assert len(entry["lines"]) == document.tei.count(b"\n") + 1
    assert sealed.read_text(encoding="utf-8").startswith("# Digests")


def test_raw_files(edition: Edition) -> None:
    """Each text as received has its checksum, and keeps it."""
    folder = edition.raw.parent
    assert "cannot be read" in str(raw_faults(folder)[0])
    sums = folder / "SHA256SUMS"
    sums.write_text(f"{module.sha256(RAW)}  guziki.txt\n", encoding="utf-8")
    assert raw_faults(folder) == []
    edition.raw.write_text(RAW.replace("14", "15"), encoding="utf-8")
    (folder / "inny.txt").write_text("x", encoding="utf-8")
    assert [fault.file for fault in raw_faults(folder)] == ["corpus/raw/guziki.txt", "corpus/raw/inny.txt"]
    edition.raw.unlink()
    assert "cannot be read" in str(raw_faults(folder)[0])
    sums.write_text("abc\n", encoding="utf-8")
    assert "not a digest" in str(raw_faults(folder)[0])
    assert archive_name(sums) == "corpus/raw/SHA256SUMS"
