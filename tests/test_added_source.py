"""A source is added without touching code: the recipe of CONTRIBUTING.md, followed on a copy of the archive."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from lxml import html

from przemyskie66.cli import main
from przemyskie66.rulebook import (
    Archive,
    answers,
    coverage,
    disagreement_on,
    grid,
    load_archive,
    shares,
    statuses,
    to_ruleset,
)
from przemyskie66.site import build

ROOT = Path(__file__).resolve().parents[1]
FILES = ROOT / "tests" / "added_source"


def append(path: Path, name: str) -> None:
    """Add the lines of a fixture file to the end of a data file."""
    path.write_text(
        path.read_text(encoding="utf-8") + (FILES / name).read_text(encoding="utf-8"), encoding="utf-8"
    )


def rest_on(path: Path, case: str, ref: str) -> None:
    """Name one more claim that a case rests on."""
    before, head, after = path.read_text(encoding="utf-8").partition(f'id = "{case}"')
    line = next(line for line in after.splitlines() if line.startswith("rests_on = "))
    written = line.removeprefix("rests_on = ")
    changed = f'["{ref}", {written[1:].lstrip()}' if written.startswith("[") else f'["{ref}", {written}]'
    path.write_text(before + head + after.replace(line, f"rests_on = {changed}", 1), encoding="utf-8")


def add_source(root: Path) -> None:
    """Do what the recipe says, up to the commands."""
    corpus = root / "corpus"
    # 1 raw text and checksum
    shutil.copy(FILES / "sasiad.txt", corpus / "raw")
    digest = hashlib.sha256((FILES / "sasiad.txt").read_bytes()).hexdigest()
    with (corpus / "raw" / "SHA256SUMS").open("a", encoding="utf-8") as sums:
        sums.write(f"{digest}  sasiad.txt\n")
    # 2 edition
    shutil.copy(FILES / "sasiad.tei.xml", corpus / "tei")
    # 3 witness
    append(corpus / "witnesses.toml", "witness.toml")
    # 4 claims and silences
    claims = (FILES / "sasiad.claims.toml").read_text(encoding="utf-8")
    rules = sorted(path.name.removesuffix(".rule.toml") for path in (corpus / "rules").iterdir())
    silent = [rule for rule in rules if rule not in ("throw-in", "deal-packets")]
    claims = claims.replace("rules = []", f"rules = {json.dumps(silent)}")
    (corpus / "claims" / "sasiad.claims.toml").write_text(claims, encoding="utf-8")
    # 5 what is about no rule
    append(corpus / "exclusions.toml", "exclusions.toml")
    # 6 cases that rest on the claims
    rest_on(root / "tests/rules/throw-in.toml", "throw-in-2", "claim:sasiad-throw-in")
    rest_on(root / "tests/rules/deal-packets.toml", "deal-packets-1", "claim:sasiad-deal-packets")
    # 7 a ruleset that follows him
    shutil.copy(FILES / "sasiad.ruleset.toml", corpus / "rulesets")


def commands() -> list[list[str]]:
    """Return the commands with which the recipe ends, as CONTRIBUTING.md has them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("## Add a source")[2].partition("\n## ")[0]
    lines = [line.strip() for line in recipe.partition("```")[2].partition("```")[0].splitlines()]
    return [line.split()[1:] for line in lines if line]


@pytest.fixture(scope="module")
def tree(sealed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the archive with the source in it, as the commands leave it."""
    folder = tmp_path_factory.mktemp("added") / "archive"
    shutil.copytree(sealed, folder)
    add_source(folder)
    for command in commands():
        if command != ["check"]:
            assert main([*command, "--archive", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def added(tree: Path) -> Archive:
    return load_archive(tree)


def test_the_recipe_ends_with_the_checks() -> None:
    assert commands() == [["anchor", "--write"], ["stamp", "--all", "--write"], ["seal"], ["check"]]


def test_every_check_is_content(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", "--archive", str(tree)])
    assert (code, capsys.readouterr().err) == (0, "")


def test_until_then_the_checks_name_what_is_missing(
    sealed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anchors first, since without them the file cannot be read; then stamps and seals."""
    folder = tmp_path / "archive"
    shutil.copytree(sealed, folder)
    add_source(folder)
    assert main(["check", "--archive", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "corpus/claims/sasiad.claims.toml" in said
    assert "sasiad-throw-in" in said
    assert main(["anchor", "--write", "--archive", str(folder)]) == 0
    assert main(["check", "--archive", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "stamp sasiad-throw-in --write" in said
    assert "przemyskie66 seal" in said


def test_he_stands_in_the_grid(added: Archive) -> None:
    cells = grid(added)
    assert cells["throw-in"]["sasiad"].kind == "claims"
    assert {
        row["sasiad"].kind for name, row in cells.items() if name not in ("throw-in", "deal-packets")
    } == {"silent"}
    found = disagreement_on(added, "throw-in")
    assert found is not None
    side = next(side for side in found.sides if side.reading == "as-loss")
    assert set(side.witnesses) == {"ojciec", "sasiad"}
    assert "sasiad" in side.profiles
    assert "agreed" in statuses(added, "deal-packets")


def test_his_words_are_covered(added: Archive) -> None:
    found = coverage(added, "sasiad")
    assert found.demanded
    assert (found.remainders, found.covered) == ((), found.clauses)


def test_a_ruleset_follows_him_and_plays(added: Archive) -> None:
    profile = added.profiles["sasiad"]
    found = answers(added, profile)
    assert (found["throw-in"].reading, found["throw-in"].basis) == ("as-loss", "own")
    assert found["throw-in"].rests_on == "claim:sasiad-throw-in"
    assert shares(added, profile).own == 2
    assert to_ruleset(added, profile).id == "sasiad"


def test_he_is_exported(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path), "--archive", str(tree)]) == 0
    capsys.readouterr()

    def rows(name: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (tmp_path / name).read_text(encoding="utf-8").splitlines()]

    assert {row["id"] for row in rows("claims.jsonl") if row["witness"] == "sasiad"} == {
        "sasiad-throw-in",
        "sasiad-deal-packets",
    }
    assert {"sasiad-title", "sasiad-weather"} <= {row["id"] for row in rows("exclusions.jsonl")}
    assert "sasiad-zasady-2-s1" in {row["id"] for row in rows("passages.jsonl")}
    assert "throw-in" not in {row["rule"] for row in rows("silences.jsonl") if row["witness"] == "sasiad"}
    rulesets = json.loads((tmp_path / "rulesets.json").read_text(encoding="utf-8"))
    assert "sasiad" in {ruleset["id"] for ruleset in rulesets}


def test_the_site_has_his_pages(tree: Path, root: Path, tmp_path: Path) -> None:
    """The slow one: a whole build, every warning an error."""
    for name in ("docs", "LICENSES"):
        shutil.copytree(root / name, tree / name, dirs_exist_ok=True)
    shutil.copy(root / "conf.py", tree)
    (tree / "node_modules").symlink_to(root / "node_modules")
    (tree / "build").mkdir()
    if (root / "build" / "play").is_dir():  # the trimmed library, if a build has made it before
        (tree / "build" / "play").symlink_to(root / "build" / "play")
    out = tmp_path / "site"
    assert build(tree, out) == 0

    def words(page: str) -> str:
        return html.parse(str(out / page), html.HTMLParser(encoding="utf-8")).getroot().text_content()

    assert "Kartka sąsiada" in words("witness/sasiad.html")
    assert "Dziś pada deszcz." in words("source/sasiad.html")
    assert "Kto rzuca karty, płaci jak za przegraną" in words("rule/throw-in.html")
    assert "Wg kartki sąsiada, uzupełnione" in words("rulesets.html")
    assert "Kartka sąsiada" in words("grid.html")
