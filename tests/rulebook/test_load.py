"""Reading the data files: what stands where, and what is said when it cannot be read."""

from pathlib import Path

import pytest

from przemyskie66.errors import CorpusError, UnknownIdError
from przemyskie66.rulebook import Archive, find_root, load_archive, read_archive
from przemyskie66.rulebook.toml_lines import Lines

SAMPLE = '''# a comment
witness = "x"

[[claim]]
id = "a"
note.pl = """
id = "not a key"
"""
[claim.anchor]
exact = "…"

[[claim]]
id = "b"
scope = { game = "g" }
[claim.anchor]
start = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("witness",), 2),
        (("claim", 0, "id"), 5),
        (("claim", 0, "note", "pl"), 6),
        (("claim", 0, "anchor", "exact"), 10),
        (("claim", 1), 12),
        (("claim", 1, "scope", "game"), 14),
        (("claim", 1, "anchor", "start"), 16),
        (("claim", 1, "anchor", "missing"), 15),
        (("nowhere",), 1),
    ],
)
def test_lines_of_a_toml_text(path: tuple[str | int, ...], line: int) -> None:
    assert Lines(SAMPLE).at(path) == line


def test_every_record_knows_its_line(archive: Archive, root: Path) -> None:
    for claim in archive.claims.values():
        line = (root / claim.origin.file).read_text(encoding="utf-8").splitlines()[claim.origin.line - 1]
        assert line == "[[claim]]"
    for rule in archive.rules.values():
        for reading in rule.readings:
            line = (
                (root / reading.origin.file).read_text(encoding="utf-8").splitlines()[reading.origin.line - 1]
            )
            assert line == "[[reading]]"


def test_loading_refuses_with_every_fault(copy: Path) -> None:
    (copy / "corpus/pins.toml").write_text("[[pin]]\nid = 3\n", encoding="utf-8")
    (copy / "corpus/rules/deck.rule.toml").write_text("id = \n", encoding="utf-8")
    with pytest.raises(CorpusError) as error:
        load_archive(copy)
    files = {fault.file for fault in error.value.faults}
    assert {"corpus/pins.toml", "corpus/rules/deck.rule.toml"} <= files
    assert all(fault.way_out for fault in error.value.faults if fault.check == "files")
    rest = read_archive(copy)
    assert "throw-in" in rest.rules
    assert "deck" not in rest.rules


def test_what_a_version_changed_stands_in_the_rules_file(copy: Path) -> None:
    path = copy / "corpus/rules/deck.rule.toml"
    told = '\n[[change]]\nversion = "0.2.0"\ntext.pl = "Nowe odczytanie."\ntext.en = "A new reading."\n'
    path.write_text(path.read_text(encoding="utf-8") + told, encoding="utf-8")
    (change,) = load_archive(copy).rules["deck"].changes
    assert (change.version, change.text.pl, change.text.en) == ("0.2.0", "Nowe odczytanie.", "A new reading.")
    path.write_text(path.read_text(encoding="utf-8").replace("0.2.0", "next"), encoding="utf-8")
    with pytest.raises(CorpusError, match="next"):
        load_archive(copy)


def test_the_root_is_found_upward(root: Path, tmp_path: Path) -> None:
    assert find_root(root / "corpus" / "tei") == root
    assert find_root(tmp_path) is None


def test_references(archive: Archive) -> None:
    assert archive.resolve("throw-in") == ("rule", "throw-in")
    assert archive.resolve("witness:witryna") == ("witness", "witryna")
    assert archive.resolve("throw-in-as-loss") == ("reading", "throw-in-as-loss")
    with pytest.raises(CorpusError, match=r"witness:witryna, source:witryna, ruleset:witryna"):
        archive.resolve("witryna")
    with pytest.raises(UnknownIdError, match="rule:throw-in"):
        archive.resolve("throw-im")
    with pytest.raises(UnknownIdError, match="not an id"):
        archive.resolve("Throw In")
    with pytest.raises(UnknownIdError, match="unknown kind"):
        archive.resolve("thing:throw-in")


def test_units_hold_their_sentences(archive: Archive) -> None:
    unit = archive.passages["witryna-rozdanie-5"]
    assert [passage.id for passage in unit.passages][:2] == ["witryna-rozdanie-5-s1", "witryna-rozdanie-5-s2"]
    assert "throw-in" in archive.rules_resting_on("witryna-rozdanie-5")
    assert "throw-in" in archive.rules_resting_on("witryna-rozdanie-5-s2")
    assert {record.rule for record in archive.citing("witryna-rozdanie-5-s2")} >= {"throw-in"}
