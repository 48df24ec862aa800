"""A person's answer becomes a source: all of it or nothing, without a name, and nothing decided for the editors."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from przemyskie66.checks import run_checks
from przemyskie66.errors import CorpusError
from przemyskie66.rulebook import Archive, Bilingual, grid, read_archive
from przemyskie66.rulebook.testimony import Reply, add_testimony
from przemyskie66.text import read_digests, validate

WORDS = "Zawsze wychodził ten, kto wybrał kolor. Tak było u nas w domu.\r\n\r\n„Śpij” & <dalej>.\n"
ANSWER = Reply(
    witness="gracz-z-rynku",
    title=Bilingual("Gracz z rynku", "A player from the market square"),
    date="2026-12-01",
    rule="first-lead",
    game="przemyskie",
    reading="declarer",
    explicit=True,
    text=WORDS,
    quote="Zawsze wychodził ten, kto wybrał kolor",
)


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
    }


def test_an_answer_becomes_text_edition_witness_claim_and_silences(copy: Path) -> None:
    added = add_testimony(read_archive(copy), ANSWER, "2026-12-02")
    archive = read_archive(copy)
    assert archive.faults == ()
    document = archive.documents["gracz-z-rynku"]
    assert document.raw.encode() == WORDS.encode()
    assert [passage.reading for passage in document.passages] == [
        "Zawsze wychodził ten, kto wybrał kolor.",
        "Tak było u nas w domu.",
        "„Śpij” & <dalej>.",
    ]
    claim = archive.claims[added.claim]
    assert (claim.rule, claim.reading, claim.stance, claim.witness) == (
        "first-lead",
        "declarer",
        "asserts",
        "gracz-z-rynku",
    )
    assert claim.scope.game == "przemyskie"
    witness = archive.witnesses["gracz-z-rynku"]
    assert witness.text_held
    assert [(date.what, date.value) for date in witness.dates] == [("record", "2026-12-01")]
    cells = {rule: row["gracz-z-rynku"].kind for rule, row in grid(archive).items()}
    assert {rule for rule, kind in cells.items() if kind == "silent"} == set(added.silences)
    assert {rule for rule, kind in cells.items() if kind == "empty"} == set(added.open_rules)
    assert set(cells) == {*added.silences, *added.open_rules, "first-lead"}


def test_what_it_writes_passes_the_checks_of_words_and_texts(copy: Path) -> None:
    add_testimony(read_archive(copy), ANSWER, "2026-12-02")
    names = ["raw-checksum", "tei-schema", "tei-voice", "anchors", "claim-voice", "quote-length", "silences"]
    assert run_checks(copy, names) == []
    edition = copy / "corpus/tei/gracz-z-rynku.tei.xml"
    assert validate(edition, copy / "corpus/schema/p66-tei.rng") == []
    # sealing is left to the editors
    assert "gracz-z-rynku" not in read_digests(copy / "corpus/tei/digests.toml")


def test_a_word_that_was_searched_is_left_to_a_person(copy: Path) -> None:
    """The answer speaks of trumps: no program dismisses that."""
    talking = replace(ANSWER, text=f"{WORDS}Meldunek liczył się tak samo.\n")
    plain = add_testimony(read_archive(copy), replace(ANSWER, witness="inny"), "2026-12-02")
    added = add_testimony(read_archive(copy), talking, "2026-12-02")
    assert set(added.open_rules) > set(plain.open_rules)
    assert run_checks(copy, ["silences"]) == []


def test_an_answer_may_leave_the_question_open(copy: Path) -> None:
    text = "Tego już nikt nie pamięta.\n"
    added = add_testimony(
        read_archive(copy),
        replace(ANSWER, text=text, quote="Tego już nikt nie pamięta", reading=None),
        "2026-12-02",
    )
    claim = read_archive(copy).claims[added.claim]
    assert (claim.stance, claim.reading) == ("leaves-open", None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"witness": "Jan Kowalski"}, "a role is an id"),
        ({"witness": "ojciec"}, "has a witness"),
        ({"date": "wczoraj"}, "the date"),
        ({"date": "2026-13-45"}, "the date"),
        ({"date": "2026-13"}, "the date"),
        ({"reading": "nobody"}, "eldest, declarer"),
        ({"text": " \n"}, "empty"),
        ({"text": "Zawsze\x00."}, "no XML file"),
        ({"text": "Zawsze \u202ewychodził ten, kto wybrał kolor."}, "U+202E"),
        ({"quote": ""}, "the quote is empty"),
        ({"quote": "Zawsze wychodziła ta"}, "in 0 sentences"),
        ({"quote": "Zawsze wychodził ten, kto wybrał kolor. Tak"}, "in 0 sentences"),
    ],
)
def test_an_answer_with_a_fault_leaves_everything_as_it_was(
    copy: Path, change: dict[str, str], words: str
) -> None:
    before = tree(copy)
    with pytest.raises(CorpusError) as error:
        add_testimony(read_archive(copy), replace(ANSWER, **change), "2026-12-02")  # type: ignore[arg-type]
    assert words in str(error.value)
    assert tree(copy) == before


def test_a_file_that_cannot_be_written_leaves_everything_as_it_was(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from przemyskie66.rulebook import testimony

    archive = read_archive(copy)
    before = tree(copy)
    write = testimony.write_atomically

    def full_disk(path: Path, text: str) -> None:
        if path.is_relative_to(copy) and path.name == "witnesses.toml":
            raise OSError("no space left")
        write(path, text)

    monkeypatch.setattr(testimony, "write_atomically", full_disk)
    with pytest.raises(OSError, match="no space"):
        add_testimony(archive, ANSWER, "2026-12-02")
    assert tree(copy) == before


def test_a_second_answer_of_the_same_role_is_refused(copy: Path) -> None:
    add_testimony(read_archive(copy), ANSWER, "2026-12-02")
    with pytest.raises(CorpusError, match="Choose another id"):
        add_testimony(
            read_archive(copy), replace(ANSWER, rule="direction", reading="clockwise"), "2026-12-02"
        )


def test_an_archive_with_faults_of_its_own_can_still_be_added_to(copy: Path, archive: Archive) -> None:
    """What was wrong before is not blamed on the answer."""
    shutil.copy(copy / "corpus/rules/deck.rule.toml", copy / "corpus/rules/pack.rule.toml")
    spoilt = read_archive(copy)
    assert spoilt.faults
    add_testimony(spoilt, ANSWER, "2026-12-02")
    assert read_archive(copy).faults == spoilt.faults
