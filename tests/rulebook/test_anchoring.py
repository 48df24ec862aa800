"""Anchors are filled in from quotes that stand in the text once, and from no others."""

import re
from pathlib import Path

import pytest

from przemyskie66.errors import AnchorError
from przemyskie66.rulebook import Archive, fill, read_archive


def strip_anchors(path: Path) -> str:
    """Leave of every anchor the quote only, as an author writes it; return the full text."""
    text = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(r"^(?:passage|prefix|suffix|start|end|digest) = .*\n", "", text, flags=re.MULTILINE),
        encoding="utf-8",
    )
    return text


def test_anchors_are_restored_from_quotes_alone(copy: Path, archive: Archive) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    strip_anchors(path)
    shown = fill(copy, archive.documents, write=False)
    assert len(shown) == sum(claim.witness == "ojciec" for claim in archive.claims.values())
    assert "digest" not in path.read_text(encoding="utf-8")
    written = fill(copy, archive.documents, write=True)
    assert [filling.after for filling in written] == [filling.after for filling in shown]
    after = {
        claim.id: claim.anchor for claim in read_archive(copy).claims.values() if claim.witness == "ojciec"
    }
    assert after == {name: archive.claims[name].anchor for name in after}
    assert fill(copy, archive.documents, write=True) == []


def test_comments_and_order_are_kept(copy: Path, archive: Archive) -> None:
    path = copy / "corpus" / "claims" / "instrukcja.claims.toml"
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^digest = .*\n", "", before, count=1, flags=re.MULTILINE), encoding="utf-8")
    fill(copy, archive.documents, write=True)
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("exact", "message"),
    [
        ("tych słów nie ma nigdzie w tekście", "nowhere"),
        ("W relacji ojca", "several passages"),
        ("", "empty|nowhere"),
    ],
)
def test_a_quote_that_is_not_there_once_is_refused(
    copy: Path, archive: Archive, exact: str, message: str
) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    text = path.read_text(encoding="utf-8")
    block = re.search(r"\[claim\.anchor\]\n(?:.+\n)+", text)
    assert block is not None
    spoilt = text.replace(block[0], f'[claim.anchor]\nexact = "{exact}"\n', 1)
    path.write_text(spoilt, encoding="utf-8")
    with pytest.raises(AnchorError, match=message) as error:
        fill(copy, archive.documents, write=True)
    assert error.value.faults[0].rules
    assert path.read_text(encoding="utf-8") == spoilt


def test_places_of_an_ambiguous_quote_are_listed(copy: Path, archive: Archive) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    text = path.read_text(encoding="utf-8")
    block = re.search(r"\[claim\.anchor\]\n(?:.+\n)+", text)
    assert block is not None
    path.write_text(text.replace(block[0], '[claim.anchor]\nexact = "W relacji ojca"\n', 1), encoding="utf-8")
    with pytest.raises(AnchorError) as error:
        fill(copy, archive.documents, write=False)
    assert error.value.faults[0].way_out.count("witryna-") >= 2


def test_quotes_of_the_glossary_are_anchored_too(copy: Path, archive: Archive) -> None:
    path = copy / "corpus" / "glossary.toml"
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^digest = .*\n", "", before, count=1, flags=re.MULTILINE), encoding="utf-8")
    (filling,) = fill(copy, archive.documents, write=True)
    entry = next(iter(archive.glossary.values()))
    assert filling.record == f"entry {entry.id}"
    assert filling.after == entry.first.anchor
