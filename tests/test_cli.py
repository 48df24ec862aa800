"""The command line: what is printed, the exit codes, and errors with the way out instead of tracebacks."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from przemyskie66.cli import app, main
from przemyskie66.cli.commands import Command
from przemyskie66.cli.session import language
from przemyskie66.rulebook import Archive, load_archive

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def loaded(sealed: Path) -> Archive:
    """The sealed copy, read once for all commands that only look at it."""
    return load_archive(sealed)


@pytest.fixture
def run(
    sealed: Path, loaded: Archive, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Run a command on the sealed copy; return exit code, output, errors."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    read = {sealed: loaded}
    monkeypatch.setattr(
        "przemyskie66.cli.session.load_archive", lambda root: read.get(root) or load_archive(root)
    )

    def run_it(*arguments: str, archive: Path = sealed) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*arguments, "--archive", str(archive)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_it


# --- help and usage ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", app.commands)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_command_explains_itself_with_examples(
    name: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", lang, name, "--help"]) == 0
    text = capsys.readouterr().out
    command = app.commands[name]
    assert isinstance(command, Command)
    assert command.doc[lang].split()[0] in text
    assert {"pl": "Użycie:", "en": "Usage:"}[lang] in text
    assert {"pl": "Przykłady:", "en": "Examples:"}[lang] in text
    for example in command.examples:
        assert example in text
        assert example.split()[:2] == ["przemyskie66", name]


def test_the_whole_is_explained_in_two_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, words in (("pl", "Polecenia:"), ("en", "Commands:")):
        assert main([f"--lang={lang}", "--help"]) == 0
        text = capsys.readouterr().out
        assert words in text
        assert all(re.search(rf"^  {name} ", text, re.MULTILINE) for name in app.commands)


@pytest.mark.parametrize(
    ("arguments", "environ", "expected"),
    [
        ([], {"LANG": "pl_PL.UTF-8"}, "pl"),
        ([], {"LC_ALL": "en_GB.UTF-8", "LANG": "pl_PL.UTF-8"}, "en"),
        (["check", "--lang", "pl"], {}, "pl"),
        (["--lang=en"], {"LANG": "pl_PL.UTF-8"}, "en"),
        ([], {}, "en"),
    ],
)
def test_the_language(arguments: list[str], environ: dict[str, str], expected: str) -> None:
    assert language(arguments, environ) == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chek"], "nearest: check"),
        (["check", "--jsn"], "--json"),
        (["diff", "przyklad"], "missing"),
        (["cite", "--format", "docx"], "bibtex"),
        (["play", "--seed", "x"], "seed"),
    ],
)
def test_a_command_that_is_not_understood(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", *arguments]) == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert "--help" in errors


# --- check ------------------------------------------------------------------------------------


def test_check_on_a_sound_archive(run: Run) -> None:
    code, out, err = run("check")
    assert (code, err) == (0, "")
    assert "All is well" in out
    code, out, _ = run("check", "--json")
    assert code == 0
    assert json.loads(out)["ok"] is True


def test_check_names_file_place_rule_and_way_out(run: Run, copy: Path) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("rzucenie kart jest", "rzucanie kart jest"), encoding="utf-8"
    )
    code, out, err = run("check", archive=copy)
    assert code == 1
    assert "corpus/claims/ojciec.claims.toml" in err
    assert "claim ojciec-throw-in" in err
    assert "rules: throw-in" in err
    assert "way out: " in err
    assert "anchors" in out
    code, out, _ = run("check", "anchors", "--json", archive=copy)
    assert code == 1
    assert json.loads(out)["faults"][0]["rules"] == ["throw-in"]


def test_check_lists_its_checks_and_knows_no_others(run: Run) -> None:
    code, out, _ = run("check", "--list", "--lang", "pl")
    assert code == 0
    assert "tei-tiling" in out
    code, _, err = run("check", "anchor")
    assert code == 1
    assert "Nearest: anchors" in err


def test_no_archive_here(run: Run, tmp_path: Path) -> None:
    code, _, err = run("check", archive=tmp_path)
    assert code == 1
    assert "no folder corpus/" in err


# --- reading ----------------------------------------------------------------------------------


def test_verify(run: Run) -> None:
    code, out, _ = run("verify", "throw-in")
    assert code == 0
    assert "stands word for word in witryna-rozdanie-5-s2" in out
    assert "Every link holds." in out
    code, out, _ = run("verify", "claim:ojciec-throw-in", "--json")
    assert code == 0
    assert json.loads(out)[0]["ok"] is True


@pytest.mark.parametrize("form", ["text", "bibtex"])
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_citation_can_be_verified(run: Run, form: str, lang: str) -> None:
    _, citation, _ = run("cite", "claim:ojciec-throw-in", "--format", form, "--lang", lang)
    code, out, _ = run("verify", citation)
    assert code == 0
    assert out.startswith("claim:ojciec-throw-in")


def test_a_broken_proof_is_shown_and_fails(run: Run, copy: Path) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("rzucenie kart jest", "rzucanie kart jest"), encoding="utf-8"
    )
    code, out, _ = run("verify", "throw-in", archive=copy)
    assert code == 1
    assert "✗ „rzucanie kart jest" in out


@pytest.mark.parametrize(
    "ref",
    [
        "throw-in",
        "claim:ojciec-throw-in",
        "pin:przemyskie-throw-in",
        "witness:ojciec",
        "source:witryna",
        "passage:witryna-rozdanie-5",
        "ruleset:ojciec",
        "case:throw-in-1",
        "reading:throw-in-as-loss",
        "deal:przyklad",
    ],
)
def test_show(run: Run, ref: str) -> None:
    code, out, _ = run("show", ref)
    assert code == 0
    assert ref.split(":")[-1] in out
    code, out, _ = run("show", ref, "--json")
    assert code == 0
    json.loads(out)


def test_show_lists(run: Run) -> None:
    code, out, _ = run("show")
    assert code == 0
    assert "witness" in out
    code, out, _ = run("show", "rule")
    assert code == 0
    assert "throw-in  " in out


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("throw-inn", "Nearest: rule:throw-in"),
        ("claim:ojciec-trow-in", "ojciec-throw-in"),
        ("witryna", "witness:witryna, source:witryna, ruleset:witryna"),
        ("Throw In", "not an id"),
        ("thing:deck", "unknown kind"),
    ],
)
def test_ids_that_name_nothing_or_too_much(run: Run, ref: str, words: str) -> None:
    for command in ("show", "cite"):
        code, _, err = run(command, ref)
        assert code == 1
        assert words in err


def test_sources(run: Run) -> None:
    code, out, _ = run("sources", "--lang", "pl")
    assert code == 0
    assert "znany tylko przez: witryna" in out
    assert "wybór redakcji" in out
    code, out, _ = run("sources", "--json")
    assert {witness["id"] for witness in json.loads(out)} >= {"ojciec", "wikibooks"}


@pytest.mark.parametrize(
    ("form", "start"), [("text", "Przemyskie 66"), ("bibtex", "@"), ("ris", "TY  - "), ("csl", "[")]
)
def test_cite(run: Run, form: str, start: str) -> None:
    for refs in ((), ("throw-in",), ("passage:witryna-rozdanie-5-s2",)):
        code, out, _ = run("cite", *refs, "--format", form)
        assert code == 0
        assert out.startswith(start)


# --- writing ----------------------------------------------------------------------------------


def test_export(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("export", str(tmp_path / "data"))
    assert code == 0
    assert {Path(line).name for line in out.splitlines()} >= {
        "passages.jsonl",
        "claims.jsonl",
        "rulesets.json",
    }


def test_anchor_shows_then_writes(run: Run, copy: Path) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^digest = .*\n", "", before, count=1, flags=re.MULTILINE), encoding="utf-8")
    code, out, _ = run("anchor", archive=copy)
    assert code == 1
    assert "To be completed: 1" in out
    code, out, _ = run("anchor", "--write", archive=copy)
    assert code == 0
    assert path.read_text(encoding="utf-8") == before


def test_seal_renews_only_what_can_be_read_whole(run: Run, copy: Path) -> None:
    path = copy / "corpus" / "rulesets" / "ojciec.ruleset.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"ojciec", "witryna"', '"witryna", "ojciec"'),
        encoding="utf-8",
    )
    assert run("check", "rulesets", archive=copy)[0] == 1
    code, out, _ = run("seal", archive=copy)
    assert code == 0
    assert "answers.json" in out
    assert run("check", "rulesets", archive=copy)[0] == 0
    (copy / "corpus" / "pins.toml").write_text("[", encoding="utf-8")
    code, _, err = run("seal", archive=copy)
    assert code == 1
    assert "corpus/pins.toml" in err


# --- at the table -----------------------------------------------------------------------------


def test_replay_by_the_recorded_and_by_other_rules(run: Run) -> None:
    code, out, _ = run("replay", "przyklad")
    assert code == 0
    assert "Settlement points" in out
    code, out, _ = run("replay", "przyklad", "--ruleset", "ojciec", "--json")
    assert code == 0
    data = json.loads(out)
    assert data["settlement"]
    assert all(event["rules"] for event in data["events"])


def test_diff_names_the_rule_and_its_source(run: Run) -> None:
    code, out, _ = run("diff", "przyklad", "witryna", "wikibooks-3")
    assert code == 0
    assert "rule " in out
    assert re.search(r"\[claim:|the editors' choice", out)
    code, out, _ = run("diff", "przyklad", "witryna", "wikibooks-3", "--json")
    assert json.loads(out)["diverges"] is True
    code, out, _ = run("diff", "przyklad", "witryna", "witryna")
    assert code == 0
    assert "the same under both rulesets" in out


def test_diff_says_at_which_action_a_deal_parts(run: Run) -> None:
    _, out, _ = run("diff", "przyklad", "ojciec", "wikibooks-3", "--lang", "pl")
    start = "Przez 25 ruchów rozdanie idzie tak samo, a rozchodzi się przy ruchu 26: C zagrywa ♦10.\n"
    assert out.startswith(start)
    assert "punkty rozliczeniowe: A −1, B 3, C −2" in out
    _, out, _ = run("diff", "przyklad", "ojciec", "wikibooks-3")
    assert out.startswith("For 25 actions the deal goes the same way; it parts at action 26: C plays ♦10.\n")
    found = json.loads(run("diff", "przyklad", "ojciec", "wikibooks-3", "--json")[1])
    assert (found["applied"], found["action"]) == (25, "C play DT")


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (
            ["A choose H", "A throw-in"],
            "Przez 1 ruch rozdanie idzie tak samo, a rozchodzi się przy ruchu 2: A rzuca karty.",
        ),
        (["A choose warszawa"], "Rozdanie rozchodzi się już przy pierwszym ruchu: A wybiera grę: warszawa."),
    ],
)
def test_diff_where_the_deal_parts_early(
    run: Run, root: Path, tmp_path: Path, actions: list[str], words: str
) -> None:
    data = json.loads((root / "corpus/deals/przyklad.deal.json").read_text(encoding="utf-8"))
    path = tmp_path / "deal.json"
    path.write_text(json.dumps({**data, "actions": actions, "expect": {}}), encoding="utf-8")
    _, out, _ = run("diff", str(path), "ojciec", "wikibooks-3", "--lang", "pl")
    assert out.startswith(words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "przyklad", "--ruleset", "ojcec"], "Nearest: ojciec"),
        (["replay", "przyklad", "--ruleset", "zapis-1997"], "cannot be played"),
        (["replay", "no-such-deal"], "no deal has this id"),
        (["replay", "./no-such-file.json"], "cannot be read"),
        (["diff", "przyklad", "ojciec", "nobody"], "Those that can be played"),
        (["play", "--ruleset", "zapis-2001"], "cannot be played"),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: list[str], words: str) -> None:
    code, _, err = run(*arguments)
    assert code == 1
    assert words in err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("{", "not readable as JSON"),
        ({"dealer": "Z"}, "no seat"),
        ({"actions": ["A play H1"]}, "'H1' is no card"),
        ({"ruleset": "nobodys"}, "there is no ruleset"),
        ({"colour": 1, "version": 7}, "colour"),
    ],
)
def test_a_record_with_faults(
    run: Run, root: Path, tmp_path: Path, change: str | dict[str, object], words: str
) -> None:
    path = tmp_path / "deal.json"
    if isinstance(change, str):
        path.write_text(change, encoding="utf-8")
    else:
        data = json.loads((root / "corpus/deals/przyklad.deal.json").read_text(encoding="utf-8"))
        path.write_text(json.dumps({**data, **change}), encoding="utf-8")
    code, _, err = run("replay", str(path))
    assert code == 1
    assert words in err
    assert "Traceback" not in err


def test_an_action_out_of_turn_is_refused_with_its_rule(run: Run, root: Path, tmp_path: Path) -> None:
    data = json.loads((root / "corpus/deals/przyklad.deal.json").read_text(encoding="utf-8"))
    data["actions"] = ["C choose H"]
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    code, out, _ = run("replay", str(path))
    assert code == 1
    assert "rule choice-order" in out


# --- auditing and adding ----------------------------------------------------------------------


def test_coverage_gives_figures_and_names_what_is_left(run: Run, copy: Path) -> None:
    code, out, _ = run("coverage", "--lang", "pl")
    assert code == 0
    assert "source:witryna" in out
    assert "resztki 0" in out
    code, out, _ = run("coverage", "wikibooks", "--json")
    (found,) = json.loads(out)["documents"]
    assert (code, found["document"], found["remainders"]) == (0, "wikibooks", [])
    assert found["clauses"] == found["covered"] > 100
    (copy / "corpus" / "exclusions.toml").unlink()
    code, out, _ = run("coverage", archive=copy)
    assert code == 1
    assert "witryna-h 0–24: [Jak grać w przemyskie 66]" in out


def test_coverage_of_a_source_on_other_games_is_no_fault(run: Run) -> None:
    code, out, _ = run("coverage", "zagrajmy")
    assert code == 0
    assert "zagrajmy-" in out


def test_coverage_counts_claims_without_a_stamp(run: Run, copy: Path) -> None:
    drop_stamp(copy / "corpus/claims/ojciec.claims.toml", "ojciec-throw-in")
    _, out, _ = run("coverage", archive=copy)
    assert "Claims without a review stamp: 1." in out
    _, out, _ = run("sources", archive=copy)
    assert out.count("(without a review stamp: 1)") == 1


def drop_stamp(path: Path, claim: str) -> None:
    before, head, after = path.read_text(encoding="utf-8").partition(f'id = "{claim}"\n')
    path.write_text(
        before + head + re.sub(r"\[claim\.review\]\n(?:\w+ = .*\n)+", "", after, count=1), encoding="utf-8"
    )


def test_stamp_shows_then_writes(run: Run, copy: Path) -> None:
    path = copy / "corpus/claims/ojciec.claims.toml"
    whole = path.read_text(encoding="utf-8")
    assert run("stamp", "--all", archive=copy)[:2] == (0, "Every stamp is up to date.\n")
    drop_stamp(path, "ojciec-throw-in")
    code, out, _ = run("stamp", "--all", archive=copy)
    assert code == 1
    assert "claim:ojciec-throw-in: no stamp" in out
    code, out, _ = run("stamp", "--all", "--date", "2026-11-30", "--write", archive=copy)
    assert code == 0
    assert path.read_text(encoding="utf-8") == whole


def test_a_stale_stamp_says_what_has_changed(run: Run, copy: Path) -> None:
    path = copy / "corpus/rules/throw-in.rule.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('title.en = "', 'title.en = "On ', 1), encoding="utf-8")
    code, _, err = run("check", "stamps", archive=copy)
    assert code == 1
    assert "the title or question of the rule" in err
    code, out, _ = run("stamp", "claim:ojciec-throw-in", "--write", archive=copy)
    assert code == 0
    assert "claim:ojciec-throw-in: rule" in out


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["stamp"], "--all", 2),
        (["stamp", "ojciec-trow-in"], "ojciec-throw-in", 1),
        (["stamp", "--all", "--role", "Jan Kowalski"], "a role is an id", 1),
        (["coverage", "witrina"], "witryna", 1),
        (["controls", "word-droped"], "word-dropped", 1),
        (["controls", "pin-unset", "--write"], "Run all controls", 1),
        (["answer", "claim:ojciec-throw-in"], "is no question", 1),
        (["answer", "first-led"], "first-lead", 1),
    ],
)
def test_auditing_that_is_not_understood(run: Run, arguments: list[str], words: str, code: int) -> None:
    found, _, err = run(*arguments)
    assert found == code
    assert words in err


def test_controls_count_what_they_spoil(run: Run) -> None:
    code, out, _ = run("controls", "digit-changed", "nie-dropped")
    assert code == 0
    assert "Everything spoilt was noticed." in out
    code, out, _ = run("controls", "nie-dropped", "--json")
    found = json.loads(out)
    assert (code, found["missed"], found["only_stamps"]) == (0, [], [])
    assert found["tried"]["nie-dropped"] > 10


def test_a_ruleset_is_shown_with_the_basis_of_every_answer(run: Run) -> None:
    _, out, _ = run("show", "ruleset:instrukcja")
    assert re.search(r"throw-in = two-points \(own: claim:instrukcja-throw-in\)", out)
    assert "(pinned: pin:przemyskie-first-lead)" in out
    _, out, _ = run("show", "ruleset:wikibooks-2", "--lang", "pl")
    assert "deal-packets = six (własna: claim:wikibooks-deal-packets-2)" in out
    assert re.search(r"follow-suit \(póki jest stos\) = free \(własna: claim:", out)
    assert "nie gra: " not in out
    _, out, _ = run("show", "ruleset:zapis-1997", "--lang", "pl")
    assert "nie gra: " in out
    _, out, _ = run("show", "ruleset:zapis-1997")
    assert " = " not in out


def test_an_answer_by_options(run: Run, copy: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes("Zawsze wychodził ten, kto wybrał kolor.\r\nU nas w domu.\r\n".encode())
    code, out, err = run(
        "answer", "przemyskie-first-lead", "--role", "gracz-z-rynku", "--role-pl", "Gracz z rynku",
        "--role-en", "A player from the market", "--date", "2026-12-01", "--text", str(words),
        "--reading", "declarer", "--quote", "Zawsze wychodził ten, kto wybrał kolor", archive=copy,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "claim:gracz-z-rynku-first-lead" in out
    assert "[coverage]" in out
    assert "gracz-z-rynku-p2" in out
    assert (copy / "corpus/raw/gracz-z-rynku.txt").read_bytes() == words.read_bytes()
    assert run("seal", archive=copy)[0] == 0
    assert run("stamp", "gracz-z-rynku-first-lead", "--write", archive=copy)[0] == 0
    left = run("check", "--json", archive=copy)[1]
    assert {fault["check"] for fault in json.loads(left)["faults"]} <= {
        "coverage",
        "grid-complete",
        "supports",
    }
    assert run("verify", "gracz-z-rynku-first-lead", archive=copy)[0] == 0


def test_an_answer_by_questions(run: Run, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["gracz", "Gracz", "A player", "2026", "Nie wiem.", "", "open", "Nie wiem"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(said) + "\n"))
    code, out, _ = run("answer", "first-lead", "--game", "przemyskie", archive=copy)
    assert code == 0
    assert "Which" in out or "Who" in out
    assert (copy / "corpus/raw/gracz.txt").read_text(encoding="utf-8") == "Nie wiem.\n"
    assert 'stance = "leaves-open"' in (copy / "corpus/claims/gracz.claims.toml").read_text(encoding="utf-8")
