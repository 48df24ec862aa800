"""Proved emendations: their sums, and that a changed premise, equation or reading is found."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from przemyskie66.checks import run_checks
from przemyskie66.errors import Fault
from przemyskie66.rulebook import Archive, emendation_faults, in_figures
from przemyskie66.rulebook.emendations import holds, solutions


def faults(root: Path) -> list[Fault]:
    return [fault for fault in run_checks(root, ["emendations"]) if fault.check == "emendations"]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_sums_are_done() -> None:
    assert holds("2 * (a - 1) + b == 7", {"a": 3, "b": 3})
    assert not holds("a < b", {"a": 3, "b": 3})
    assert holds("a >= b", {"a": 3, "b": 3})
    assert solutions("x + 3 == 3 + 8 - 2", {}, "x") == [6]
    assert solutions("x * 0 == 0", {}, "x")[:3] == [0, 1, 2]


@pytest.mark.parametrize(
    "equation",
    [
        "a",
        "a + b",
        "a == c",
        "a == b == a",
        "a != b",
        "a / b == 1",
        "f(a) == 1",
        "a == 'x'",
        "a ==",
        "a ** b == 1",
    ],
)
def test_nothing_else_is_an_equation(equation: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        holds(equation, {"a": 1, "b": 1})


def test_equations_are_written_in_figures() -> None:
    assert in_figures("taken + short == two * eleven - 1", {"short": 3, "two": 2, "eleven": 11}, "taken") == (
        "x + 3 = 2 × 11 − 1"
    )
    assert in_figures("a * (b - 1) >= c", {"a": 5, "b": 4, "c": 1}) == "5 × (4 − 1) ≥ 1"


def test_all_proofs_hold(copy: Path, archive: Archive) -> None:
    assert len(archive.emendations) >= 8
    assert archive.arguments
    assert faults(copy) == []


def test_what_is_proved_rests_on_the_text_itself(archive: Archive) -> None:
    for proof in archive.emendations.values():
        assert archive.corrections[proof.correction].evidence == "internal"


def test_every_changed_premise_is_found(archive: Archive) -> None:
    """Each premise of each proof and argument in turn gives another number, or quotes other words."""
    for kind in ("emendations", "arguments"):
        records = getattr(archive, kind)
        for record in records.values():
            for number, premise in enumerate(record.premises):
                for changed in (
                    replace(premise, value=premise.value + 1),
                    replace(premise, exact=f"Q{premise.exact[1:]}"),
                ):
                    premises = (*record.premises[:number], changed, *record.premises[number + 1 :])
                    spoilt = {**records, record.id: replace(record, premises=premises)}
                    found = list(emendation_faults(replace(archive, **{kind: spoilt})))
                    assert found, f"{record.id}: {changed}"
                    assert all(record.id in fault.place for fault in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('correction = "zagrajmy-c0124"', 'correction = "zagrajmy-c0123"'),
        ('correction = "zagrajmy-c0124"', 'correction = "zagrajmy-c9999"'),
        ('reading = "sześć"', 'reading = "siedem"'),
        ('unknown = "taken"\nvalue = 6', 'unknown = "taken"\nvalue = 7'),
        ("taken + short == declared + tricks_of_two - two", "taken + short == declared + tricks_of_two"),
        ("taken + short == declared + tricks_of_two - two", "taken * 0 == declared - short"),
        ('"short * eleven == missing", ', ""),
        ("cards == players * each + talon", "cards == players * each + talon + nobody"),
        ('gap = "zagrajmy-gap-tabelka"', 'gap = "zagrajmy-gap-tabela"'),
        ('exact = "zapisaliby w rubryce lew 76"', 'exact = "zapisaliby w rubryce lew 67"'),
    ],
)
def test_a_changed_proof_is_found(copy: Path, old: str, new: str) -> None:
    change(copy / "corpus" / "emendations.toml", old, new)
    (fault, *_) = faults(copy)
    assert fault.file == "corpus/emendations.toml"
    assert re.match(r"line \d+, (proof|argument) ", fault.place)


@pytest.mark.parametrize("reading", ["siedem", "pięć", "szczęść"])
def test_a_changed_reading_is_found(copy: Path, reading: str) -> None:
    """The corrected word is changed in the edition: the proof no longer fits it."""
    change(copy / "corpus" / "tei" / "zagrajmy.tei.xml", ">sześć</corr>", f">{reading}</corr>")
    (fault,) = faults(copy)
    assert "proof szesc-wziatek" in fault.place
    assert reading in fault.value


def test_a_premise_cannot_rest_on_what_it_proves(copy: Path) -> None:
    change(
        copy / "corpus" / "emendations.toml",
        'value = 3\npassage = "zagrajmy-wist-licytacya-12-s2"\nexact = "niedobrali trzech"',
        'value = 6\npassage = "zagrajmy-wist-licytacya-12-s2"\nexact = "wzięli tylko sześć"',
    )
    assert any("the very correction" in fault.message for fault in faults(copy))


def test_conjecture_is_no_proof(copy: Path) -> None:
    path = copy / "corpus" / "tei" / "zagrajmy.tei.xml"
    text = path.read_text(encoding="utf-8")
    start = text.index('<corr xml:id="zagrajmy-c0124"')
    path.write_text(
        text[:start] + text[start:].replace('evidence="internal"', 'evidence="conjecture"', 1),
        encoding="utf-8",
    )
    (fault,) = faults(copy)
    assert fault.value == "conjecture"


def test_a_figure_measured_on_another_text_is_found(copy: Path) -> None:
    change(copy / "corpus" / "tei" / "zagrajmy.tei.xml", ">sześć</corr>", ">siedem</corr>")
    (fault,) = [fault for fault in run_checks(copy, ["quality"]) if fault.check == "quality"]
    assert fault.file == "corpus/quality.toml"
