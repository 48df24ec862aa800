"""Which words nothing covers, clause by clause, and words excluded with a reason."""

from dataclasses import replace

import pytest

from przemyskie66.checks import run_checks
from przemyskie66.errors import UnknownIdError
from przemyskie66.rulebook import (
    Archive,
    Bilingual,
    Coverage,
    Exclusion,
    Origin,
    coverage,
    coverage_faults,
    exclusion_faults,
)
from przemyskie66.text import describe

#: A passage of one clause without a printed number.
PASSAGE = "wikibooks-dwoch-p1-s2"


def bare(archive: Archive) -> Archive:
    """The archive without anything that covers."""
    return replace(archive, claims={}, parallels={}, exclusions={})


def excluding(archive: Archive, passage: str, *quotes: str) -> Archive:
    made = {}
    for number, exact in enumerate(quotes, start=1):
        name = f"x-{number}"
        anchor = describe(archive.document_of(passage), passage, exact)
        origin = Origin("corpus/exclusions.toml", number)
        made[name] = Exclusion(name, Bilingual(f"powód {number}", f"reason {number}"), anchor, origin)
    return replace(archive, exclusions=made)


def left(found: Coverage, passage: str) -> list[str]:
    return [rest.text for rest in found.remainders if rest.passage == passage]


def test_without_quotes_everything_is_left(archive: Archive) -> None:
    found = coverage(bare(archive), "wikibooks")
    assert found.covered == 0
    assert len(found.remainders) == found.clauses
    assert found.words > found.clauses


def test_the_rest_of_a_clause_is_named_with_what_stands_around_it(archive: Archive) -> None:
    reading = archive.passage(PASSAGE).reading
    words = reading.split(" ")
    # all but the second word of the passage
    before, after = words[0], " ".join(words[2:])
    found = coverage(excluding(bare(archive), PASSAGE, before, after), "wikibooks")
    (rest,) = [rest for rest in found.remainders if rest.passage == PASSAGE]
    assert rest.text == words[1]
    assert reading[rest.start : rest.end] == rest.text
    assert rest.before.endswith(f"{before} ")


def test_two_quotes_may_cover_a_clause_together_and_punctuation_needs_none(archive: Archive) -> None:
    reading = archive.passage(PASSAGE).reading
    half = reading.index(" ", len(reading) // 2)
    end = reading.rstrip(".")
    found = coverage(excluding(bare(archive), PASSAGE, reading[:half], end[half + 1 :]), "wikibooks")
    assert left(found, PASSAGE) == []


def test_half_a_word_covers_nothing(archive: Archive) -> None:
    reading = archive.passage(PASSAGE).reading
    found = coverage(excluding(bare(archive), PASSAGE, reading[1:]), "wikibooks")
    assert left(found, PASSAGE) == [reading.split(" ")[0]]


def test_a_printed_number_is_an_address(archive: Archive) -> None:
    numbered = next(p for p in archive.documents["witryna"].passages if p.reading.startswith("1. "))
    found = coverage(excluding(bare(archive), numbered.id, numbered.reading[3:]), "witryna")
    assert left(found, numbered.id) == []


def test_a_dash_parts_clauses_and_a_hyphen_does_not(archive: Archive) -> None:
    """One remainder a clause: the words before the dash and those after it are two."""
    dashed = next(p for p in archive.documents["wikibooks"].passages if " – " in p.reading)
    assert len(left(coverage(bare(archive), "wikibooks"), dashed.id)) >= 2


def test_only_sources_on_our_games_are_demanded(archive: Archive) -> None:
    assert coverage(archive, "witryna").demanded
    assert not coverage(archive, "zagrajmy").demanded
    faults = coverage_faults(bare(archive))
    assert {fault.file for fault in faults} == {"corpus/tei/witryna.tei.xml", "corpus/tei/wikibooks.tei.xml"}
    assert all("passage" in fault.place and fault.way_out for fault in faults)


def test_marks_of_the_dump_are_no_words(archive: Archive) -> None:
    marks = {p.id for p in archive.documents["zagrajmy"].passages if p.kind == "placeholder"}
    assert marks
    assert not marks & {rest.passage for rest in coverage(bare(archive), "zagrajmy").remainders}


def test_an_unknown_source_names_the_nearest(archive: Archive) -> None:
    with pytest.raises(UnknownIdError, match="witryna"):
        coverage(archive, "witrina")


def test_what_is_quoted_cannot_be_excluded(archive: Archive) -> None:
    claim = archive.claims["ojciec-throw-in"]
    spoilt = excluding(archive, claim.anchor.passage, claim.anchor.exact)
    faults = exclusion_faults(spoilt)
    assert "ojciec-throw-in" in " ".join(fault.message for fault in faults)
    assert ("throw-in",) in [fault.rules for fault in faults]
    assert {fault.check for fault in run_checks(archive.root, ["exclusions"], spoilt)} == {"exclusions"}


def test_each_exclusion_has_its_own_reason(archive: Archive) -> None:
    made = excluding(bare(archive), PASSAGE, *archive.passage(PASSAGE).reading.split(" ")[:1])
    first = made.exclusions["x-1"]
    second = replace(first, id="x-2")
    faults = exclusion_faults(replace(made, exclusions={"x-1": first, "x-2": second}))
    assert [fault.value for fault in faults] == ["powód 1", "reason 1"]


def test_an_exclusion_is_verified_like_any_quote(archive: Archive) -> None:
    made = excluding(bare(archive), PASSAGE, archive.passage(PASSAGE).reading)
    record = made.exclusions["x-1"]
    anchor = replace(record.anchor, exact=record.anchor.exact.replace("sześciu", "siedmiu", 1))
    spoilt = replace(made, exclusions={"x-1": replace(record, anchor=anchor)})
    (fault,) = [f for f in run_checks(archive.root, ["anchors"], spoilt) if f.check == "anchors"]
    assert "exclusion x-1" in fault.place
