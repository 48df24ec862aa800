"""The commands diff, survey and smallest: what they print is what playing the deals comes to, counted here again."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from przemyskie66.cli import main
from przemyskie66.engine import read_record
from przemyskie66.rulebook import Archive, load_archive, to_ruleset
from przemyskie66.survey.chunk import PLAYERS, difference, played
from przemyskie66.survey.contrasts import Contrast, contrasts, under

Told = Callable[..., str]


@pytest.fixture(scope="module")
def loaded(sealed: Path) -> Archive:
    return load_archive(sealed)


@pytest.fixture
def told(sealed: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command on the sealed copy; return what it prints."""

    def run(*arguments: str, lang: str = "en") -> str:
        assert main([*arguments, "--archive", str(sealed), "--lang", lang]) == 0
        return capsys.readouterr().out

    return run


# --- diff ---------------------------------------------------------------------------------------------


def points(text: str) -> tuple[Fraction, ...]:
    """Return the settlement points of ``A 1, B 1, C −2``."""
    return tuple(Fraction(part.split()[1].replace("−", "-")) for part in text.split(", "))


def test_diff_tells_which_rules_change_the_result_only_together(told: Told, loaded: Archive) -> None:
    """Each result that is told is played here again, with the rules it names read otherwise."""
    a, b = (to_ruleset(loaded, loaded.profiles[name]) for name in ("witryna", "wikibooks-3"))

    def result(*rules: str) -> tuple[Fraction, ...]:
        ruleset = a
        for rule in rules:
            ruleset = ruleset.with_option(rule, b.value(rule), b.reading(rule))
        return tuple(map(Fraction, played(ruleset, 66, PLAYERS["sensible"]).settlement()))

    out = told("diff", "seed:66", "witryna", "wikibooks-3", "--players", "sensible")
    head = re.search(r"^The result \(sensible players play\): (.+) → (.+)$", out, re.MULTILINE)
    assert head is not None
    other = tuple(map(Fraction, played(b, 66, PLAYERS["sensible"]).settlement()))
    assert (points(head[1]), points(head[2])) == (result(), other)
    jointly = re.search(r"^Only together do they give the other ruleset’s result: (.+)$", out, re.MULTILINE)
    assert jointly is not None
    named = jointly[1].split(", ")
    assert len(named) > 1
    assert result(*named) == other
    assert all(result(*(rule for rule in named if rule != left)) != other for left in named)
    stirring = dict(re.findall(r"^  (\S+): alone changes the result too, but to (.+)$", out, re.MULTILINE))
    assert stirring
    assert {rule: points(text) for rule, text in stirring.items()} == {
        rule: result(rule) for rule in stirring
    }
    assert all(result(rule) not in (result(), other) for rule in stirring)
    # then every rule, with the answer of either ruleset
    sources = out[jointly.end() :]
    for rule in named:
        question = re.escape(loaded.rules[rule].question.en)
        readings = [loaded.rules[rule].reading(ruleset.reading(rule)).text.en for ruleset in (a, b)]
        found = re.findall(rf"^  (\S+):\n    rule {rule}: {question}\n    (.+)$", sources, re.MULTILINE)
        assert found == list(zip(("witryna", "wikibooks-3"), readings, strict=True))
    cause = json.loads(told("diff", "seed:66", "witryna", "wikibooks-3", "--players", "sensible", "--json"))[
        "cause"
    ]
    assert (cause["jointly"], cause["alone"], cause["unshared"]) == (named, [], False)
    assert [tuple(map(Fraction, one)) for one in cause["results"]] == [result(), other]
    assert {one["rule"] for one in cause["stirring"]} == set(stirring)


@pytest.mark.parametrize(
    ("arguments", "lang", "words"),
    [
        (
            ("witryna", "ojciec", "--players", "best"),
            "en",
            "The result is the same (best play with open cards).",
        ),
        (
            ("witryna", "ojciec", "--players", "best"),
            "pl",
            "Wynik jest ten sam (najlepsza gra w otwarte karty).",
        ),
        (("witryna", "witryna", "--players", "random"), "en", "The result is the same (chance plays)."),
    ],
)
def test_diff_says_where_the_result_is_the_same(
    told: Told, arguments: tuple[str, ...], lang: str, words: str
) -> None:
    out = told("diff", "seed:5", *arguments, lang=lang)
    assert out.splitlines()[-1] == words
    assert "→" not in out


def test_diff_says_where_no_shared_rule_explains_it(told: Told) -> None:
    """B chooses mizerka, which Wikibooks is not asked about."""
    out = told("diff", "seed:66", "witryna", "wikibooks-3", "--players", "random")
    assert (
        "\nThe result (chance plays): A 6, B −12, C 6 → A 3, B 0, C 3\nThe difference lies in questions"
        in out
    )
    assert not re.search(r"Only together|alone suffices", out)


# --- survey -------------------------------------------------------------------------------------------

DEALS = 25


def chosen(archive: Archive) -> list[Contrast]:
    return [contrast for contrast in contrasts(archive) if contrast.rule in ("payment", "last-trick")]


def changes(archive: Archive, contrast: Contrast) -> list[Fraction]:
    """Return by how much each deal changes, played by chance under either reading."""
    base = to_ruleset(archive, archive.profiles[contrast.base])
    a, b = (under(archive, base, contrast.rule, reading) for reading in (contrast.a, contrast.b))
    policy = PLAYERS["random"]
    return [
        difference(played(a, number, policy).settlement(), played(b, number, policy).settlement())
        for number in range(100, 100 + DEALS)
    ]


def test_survey_prints_what_was_counted_those_that_change_most_first(
    told: Told, loaded: Archive, tmp_path: Path
) -> None:
    command = [
        "survey",
        "payment",
        "last-trick",
        "--players",
        "random",
        "--deals",
        str(DEALS),
        "--first",
        "100",
    ]
    command += ["--cores", "1", "--state", str(tmp_path)]
    expected = {contrast.id: changes(loaded, contrast) for contrast in chosen(loaded)}
    data = json.loads(told(*command, "--json"))
    assert (data["players"], data["deals"], data["first"]) == ("random", DEALS, 100)
    assert data["command"] == " ".join(["przemyskie66", *command[: command.index("--cores")]])
    rows = {".".join((row["base"], row["rule"], row["a"], row["b"])): row for row in data["contrasts"]}
    assert set(rows) == set(expected)
    for name, found in expected.items():
        row = rows[name]
        assert (row["deals"], row["changed"]) == (DEALS, sum(change > 0 for change in found))
        assert (Fraction(row["total"]), Fraction(row["largest"])) == (sum(found), max(found))
        assert row["share"] == pytest.approx(row["changed"] / DEALS, abs=1e-6)
    text = told(*command)
    lines = [line.split() for line in text.splitlines()[1:] if " / " in line]
    by_share = sorted(rows, key=lambda name: (-rows[name]["share"], name))
    assert [f"{base}.{rule}.{a}.{b}" for rule, a, _, b, base, *_ in lines] == by_share
    for name, line in zip(by_share, lines, strict=True):
        low, high = (f"{100 * end:.2f}" for end in rows[name]["share_interval"])
        share, mean = f"{100 * rows[name]['share']:.2f}", f"{rows[name]['mean']:.3f}"
        assert line[5:] == [share, "%", f"{low}–{high}", mean, str(max(expected[name]))]
    assert f"Deals: {DEALS}." in text


def test_survey_says_where_it_cannot_keep_its_parts(
    sealed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    given = ["survey", "payment", "--deals", "1", "--state", str(tmp_path / "file" / "state")]
    assert main([*given, "--archive", str(sealed), "--lang", "en"]) == 1
    assert "--state" in (said := capsys.readouterr().err)
    assert "Name another" in said


# --- smallest -----------------------------------------------------------------------------------------


def test_smallest_tells_the_size_of_what_it_finds_and_writes_nothing_unasked(
    told: Told, loaded: Archive, sealed: Path
) -> None:
    kept = {path: path.read_bytes() for path in (sealed / "corpus").rglob("*.json")}
    (contrast,) = (c for c in contrasts(loaded) if c.rule == "must-trump")
    record = read_record(dict(loaded.deals["roznica-must-trump-must-free"].data))
    size, actions = max(map(len, record.deal.hands)), len(record.actions)
    assert told("smallest", "must-trump", "--cores", "1") == (
        f"{contrast.id}: {size} cards in hand, {actions} actions\n"
    )
    assert {path: path.read_bytes() for path in (sealed / "corpus").rglob("*.json")} == kept
