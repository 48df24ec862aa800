"""The command solve: every value is written as what it is, a number as a number, a question as yes or no."""

import json

import pytest

from przemyskie66.cli.app import main

#: The values of the JSON, and their words.
VALUES = {
    "wins": "wins",
    "maximum": "card points for certain",
    "takes_all": "takes every trick",
    "takes_none": "takes no trick",
    "settlement": "settlement",
}


def told(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, str]:
    """Return the lines of values that the command prints, by their words."""
    assert main(["solve", *given, "--lang", "en"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    return dict(line.split(": ", 1) for line in lines if ": " in line)


@pytest.mark.parametrize(
    "deal",
    [
        ("seed:5", "--declarer", "B", "--trump", "H", "--ruleset", "wikibooks-3"),
        ("seed:66", "--declarer", "B", "--trump", "H", "--ruleset", "wikibooks-3"),
        ("seed:7", "--contract", "mizerka", "--declarer", "A"),
        ("przyklad",),
    ],
)
def test_values_are_printed_as_they_are_found(
    capsys: pytest.CaptureFixture[str], deal: tuple[str, ...]
) -> None:
    assert main(["solve", *deal, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    lines = told(capsys, *deal)
    for name, words in VALUES.items():
        value = found[name]
        if value is None:
            assert found[f"{name}_refused"]["rule"] in lines[words]
        elif isinstance(value, bool):
            assert lines[words] == ("yes" if value else "no")
        else:
            assert lines[words] == str(value).replace("-", "−")


def test_a_settlement_of_one_point_is_no_yes(capsys: pytest.CaptureFixture[str]) -> None:
    """One equals true in Python; on the page of results it does not."""
    lines = told(capsys, "seed:8", "--declarer", "B", "--trump", "H", "--ruleset", "wikibooks-3")
    assert lines["settlement"] == "1"
    assert lines["wins"] == "yes"


def test_the_game_is_named_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "seed:7", "--declarer", "B", "--trump", "H", "--lang", "pl"]) == 0
    assert "gra kolorowa, ♥" in capsys.readouterr().out
    assert main(["solve", "seed:7", "--contract", "mizerka", "--declarer", "A", "--lang", "en"]) == 0
    assert "mizerka, no trump" in capsys.readouterr().out


def test_a_reading_that_is_no_pair_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "przyklad", "--with", "throw-in", "--lang", "en"]) == 2
    assert "--with has the form RULE=READING, and is: throw-in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([f"seed:{2**64}", "--contract", "mizerka", "--declarer", "A"], f"{2**64}"),
        (["przyklad", "--moves", "9999"], "the deal has fewer actions"),
    ],
)
def test_what_no_deal_has_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["solve", *arguments, "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "From 0 to" in said


def test_one_rule_has_one_reading(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--with", "beat-in-suit=must", "--with", "beat-in-suit=free"]
    assert main(["solve", "przyklad", *given, "--lang", "en"]) == 2
    assert "two readings of rule beat-in-suit: must, free" in capsys.readouterr().err
