"""Building again: what is wrong is refused, what has changed and nothing else is written anew."""

import re
from pathlib import Path

import pytest
from site_support import copy_source

from przemyskie66.errors import CorpusError
from przemyskie66.site import build


@pytest.fixture
def tree(root: Path, tmp_path: Path) -> Path:
    """A copy of what the site is built from."""
    return copy_source(root, tmp_path / "tree")


def test_an_unknown_rule_in_prose_is_refused_in_each_language(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("about.pl.md", "about.en.md"):
        page = tree / "docs" / name
        page.write_text(page.read_text(encoding="utf-8") + "\n{rule}`no-such-rule`.\n", encoding="utf-8")
    steps: list[tuple[int, int]] = []
    assert build(tree, tmp_path / "out", "all", progress=lambda done, total: steps.append((done, total))) == 1
    said = capsys.readouterr().err
    assert said.count("no-such-rule") == 2
    assert "about.pl.md" in said
    assert "about.en.md" in said
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert steps[-1][0] == steps[-1][1]
    # a page that was read with a fault has been read; it must not be good the second time
    assert build(tree, tmp_path / "out", "pl") == 1
    assert "no-such-rule" in capsys.readouterr().err


def test_every_place_of_an_answer_that_is_not_there_is_named(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also what the other language names, and nothing else: what is there is found from English pages too."""
    answers = tree / "docs" / "reviewers.toml"
    told = answers.read_text(encoding="utf-8")
    for before, after in (
        ('"file:data/claims.jsonl"', '"file:data/claims.json"'),
        ('"downloads#wszystko"', '"downloads#nic"'),
        ('place.pl = "citing#cale-archiwum"', 'place.pl = "file:data/nope.json"'),
    ):
        assert before in told
        told = told.replace(before, after, 1)
    answers.write_text(told, encoding="utf-8")
    assert build(tree, tmp_path / "out", "en") == 1
    said = capsys.readouterr().err
    assert said.count("docs/reviewers.toml: ") == 3
    for words in (
        "no such file (file:data/claims.json)",
        "no such anchor (downloads#nic)",
        "no such file (file:data/nope.json)",
    ):
        assert words in said


def test_where_nothing_can_be_written_is_told_before_anything_is_begun(root: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(
        CorpusError, match=r"taken/site.*the site cannot be written here.*Name another folder"
    ):
        build(root, tmp_path / "taken" / "site", "all")


def test_a_build_that_dies_says_so(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "conf.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")
    assert build(tree, tmp_path / "out", "all") == 1
    said = capsys.readouterr().err
    for lang in ("pl", "en"):
        assert re.search(rf"language {lang}: the build ended by itself.*exit code 3.*--language {lang}", said)


def test_a_broken_archive_is_refused_with_its_faults(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claims = tree / "corpus" / "claims" / "ojciec.claims.toml"
    claims.write_text(
        claims.read_text(encoding="utf-8").replace('rule = "throw-in"', 'rule = "no-such-rule"'),
        encoding="utf-8",
    )
    assert build(tree, tmp_path / "out") == 1
    said = capsys.readouterr()
    assert "corpus/claims/ojciec.claims.toml" in said.out + said.err
    assert "no-such-rule" in said.out + said.err


def test_one_changed_note_rewrites_only_the_pages_that_show_it(tree: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert build(tree, out) == 0
    # left over from a build of an archive that had one source more
    orphans = [out / "source" / "gone.html", out / "corpus" / "raw" / "gone.txt"]
    for orphan in orphans:
        orphan.write_text("gone", encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.html") if path not in orphans}
    rule = tree / "corpus" / "rules" / "throw-in.rule.toml"
    lines = rule.read_text(encoding="utf-8").splitlines()
    question = next(line for line in lines if line.startswith("question.pl"))
    lines[lines.index(question)] = 'question.pl = "Ile naprawdę kosztuje rzucenie kart?"'
    rule.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert build(tree, out) == 0
    written = {str(path.relative_to(out)) for path, time in before.items() if path.stat().st_mtime_ns != time}
    assert "Ile naprawdę kosztuje" in (out / "rule" / "throw-in.html").read_text(encoding="utf-8")
    index = (out / "_static" / "search-index.js").read_text(encoding="utf-8")
    assert "Ile naprawdę kosztuje rzucenie kart?" in index
    assert "Ile kosztuje rzucenie kart?" not in index
    assert {"rule/throw-in.html", "rules.html", "disagreements.html"} <= written
    assert {name for name in written if name.startswith(("rule/", "source/", "witness/"))} == {
        "rule/throw-in.html"
    }
    assert not any(orphan.exists() for orphan in orphans)
