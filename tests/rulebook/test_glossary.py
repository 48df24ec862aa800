"""The reader's glossary: its quotes stand, its words are found, and what is wrong with it is said."""

import re
from pathlib import Path

import pytest

from przemyskie66.rulebook import Archive
from przemyskie66.rulebook.glossary import Entry, glossary_faults, load_glossary, look_up
from przemyskie66.text import find, search_key

#: Today's spellings of which nothing in the texts is found: more than spelling has changed.
NOT_FOUND_IN_TEXTS = {"singleton", "bezik", "rober", "współgracz"}


@pytest.fixture(scope="module")
def entries(root: Path, archive: Archive) -> tuple[Entry, ...]:
    """The entries of the archive."""
    return load_glossary(root, archive.documents)[0]


@pytest.fixture
def named(entries: tuple[Entry, ...]) -> dict[str, Entry]:
    """The entries by id."""
    return {entry.id: entry for entry in entries}


def test_the_glossary_is_whole(root: Path, archive: Archive) -> None:
    """It can be read, fits together, and says of the texts what stands in them."""
    entries, faults = load_glossary(root, archive.documents)
    assert faults == ()
    assert glossary_faults(entries, archive.documents) == []
    assert len(entries) >= 60


def test_the_first_place_is_sought_in_the_oldest_text(named: dict[str, Entry]) -> None:
    """The handbook goes before the print on bridge, though it stands after it in the same file."""
    lewa = named["lewa"]
    assert lewa.first.witness == "podrecznik"
    assert (lewa.first.document, lewa.first.anchor.passage) == ("zagrajmy", "zagrajmy-wist-p3-s2")
    witnesses = [place.witness for place in lewa.places]
    assert witnesses.index("brydz") > witnesses.index("podrecznik")
    assert witnesses.index("wikibooks") > max(i for i, w in enumerate(witnesses) if w == "brydz")


def test_a_homograph_is_no_place(named: dict[str, Entry]) -> None:
    """„33 (kara)” is a penalty, „dwa kara” are diamonds."""
    passages = {place.passage for place in named["karo"].places if place.form == "kara"}
    assert passages == {"zagrajmy-wint-8-s2"}


@pytest.mark.parametrize("name", ["warszawa", "zyd", "woda", "slup", "durch", "mizerka"])
def test_what_the_sources_leave_open_is_said(named: dict[str, Entry], name: str) -> None:
    """The words of the table that nobody explains in full say so and lead to their rules."""
    entry = named[name]
    assert entry.open is not None
    assert entry.today is None
    assert entry.rules


def test_whose_word_a_quote_is(named: dict[str, Entry]) -> None:
    """The voices of the page are told apart."""
    assert [quote.witness for quote in named["zyd"].attested] == ["witryna", "ojciec", "program"]


# --- looking up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("licytacja", {"licytacya"}),
        ("LICYTACYI", {"licytacya"}),
        ("licytacją", {"licytacya"}),
        ("zyd", {"zyd"}),
        ("żydem", {"zyd"}),
        ("kozerę", {"kozera"}),
        ("kozer", {"kozera"}),
        ("kozerować", {"kozerowac"}),
        ("mariasz", {"maryasz"}),
        ("mariaża", {"maryasz"}),
        ("współgraczem", {"spolgracz"}),
        ("liczman", {"marka"}),
        ("śpij", {"zaspanie"}),
        ("na  ręku", {"na-reku"}),
        ("bez atu", {"bez-atu"}),
        ("rzucić", {"rzucic"}),
        ("rower", set()),
        ("", set()),
    ],
)
def test_look_up(entries: tuple[Entry, ...], word: str, ids: set[str]) -> None:
    """A word is found in today's spelling, without diacritics, and in forms the texts do not have."""
    assert {entry.id for entry in look_up(entries, word)} == ids


def test_every_headword_and_form_finds_its_entry(entries: tuple[Entry, ...]) -> None:
    """And, with today's endings too, by way of a stem."""
    for entry in entries:
        for word in (*entry.headwords, *entry.forms):
            assert entry in look_up(entries, word), word


def test_stems_find_every_place(entries: tuple[Entry, ...], archive: Archive) -> None:
    """A search for the stems of an entry finds each form where it stands."""
    for entry in entries:
        hits = {
            (passage, offset)
            for document in archive.documents.values()
            for stem in entry.stems
            for passage, start, end in find(document, stem)
            for offset in range(start, end)
        }
        for place in entry.places:
            assert any((place.passage, offset) in hits for offset in range(place.start, place.end)), place


def test_the_key_leads_from_each_headword_to_the_texts(entries: tuple[Entry, ...], archive: Archive) -> None:
    """Cut to a stem, a headword finds the word in the texts, but for spellings listed above."""
    lost = set()
    for entry in entries:
        for word in entry.headwords:
            keys = [search_key(part) for part in word.split()]
            stems = [
                stem
                for stem in entry.stems
                if len(stem.split()) <= len(keys)
                and all(
                    key.startswith(search_key(part)) for key, part in zip(keys, stem.split(), strict=False)
                )
            ]
            assert stems, word
            if not any(find(document, stem) for document in archive.documents.values() for stem in stems):
                lost.add(word)
    assert lost <= NOT_FOUND_IN_TEXTS


# --- what is wrong -------------------------------------------------------------------------------


def faults_after(copy: Path, archive: Archive, pattern: str, replacement: str) -> list[str]:
    """Return, as ``check: message``, the faults of the glossary with one thing in it changed."""
    path = copy / "corpus" / "glossary.toml"
    text = path.read_text(encoding="utf-8")
    spoilt, count = re.subn(pattern, replacement, text, count=1, flags=re.DOTALL)
    assert count == 1
    path.write_text(spoilt, encoding="utf-8")
    entries, faults = load_glossary(copy, archive.documents)
    found = [*faults, *glossary_faults(entries, archive.documents)]
    assert all(fault.file == "corpus/glossary.toml" and fault.way_out for fault in found)
    assert all(re.match(r"line \d+", fault.place) for fault in found)
    return [f"{fault.check}: {fault.message}" for fault in found]


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r"order = \[", "order = ", "files: not readable as TOML"),
        (r'basis = "context"', 'basis = "hearsay"', "schema: .*must be one of"),
        (r'basis = "context"', 'basis = "text"', "schema: "),
        (r'basis = "text"', 'basis = "open"', "schema: "),
        (r'id = "trumf"', 'id = "kozera"', "ids-unique: the id is used twice"),
        (r'lemma = "trumf"', 'lemma = "kozera"', "ids-unique: the headword is used twice"),
        (r'see_also = \["atut"', 'see_also = ["atuty"', "references: there is no other entry"),
        (r'rules = \["trump"', 'rules = ["trumps"', "references: there is no rule"),
        (r'forms = \["kozera"', 'forms = ["kozerka"', "glossary: the form stands nowhere"),
        (
            r'form = "kara", passage = "[a-z0-9-]+"',
            'form = "kara", passage = "witryna-h"',
            "glossary: .*no such",
        ),
        (r"wyznacza swoją własną kozerę", "wyznacza swoją kozerę", r"glossary: .*not verified \(.*proposal"),
        (r'passage = "zagrajmy-wozek-2"', 'passage = "nowhere-1"', "glossary: no document"),
        (
            r"(\[\[entry\.attested\]\]\n[^[]*\[entry\.attested\.anchor\]\n[^[]*)(\[\[entry\.attested\]\]\n.*?\n)\n",
            r"\2\1",
            "glossary: the word stands earlier, in zagrajmy-wozek-2",
        ),
        (
            r'note\.pl = "„Maryaża”[^\n]*\nnote\.en = [^\n]*\n',
            "",
            "glossary: the quote rests on a correction of certainty “medium”",
        ),
    ],
)
def test_every_fault_is_named(
    copy: Path, archive: Archive, pattern: str, replacement: str, message: str
) -> None:
    """One thing changed, one kind of fault, with its line and the way out."""
    found = faults_after(copy, archive, pattern, replacement)
    assert any(re.match(message, fault) for fault in found), found


def test_a_quote_must_hold_the_word(copy: Path, archive: Archive) -> None:
    """A further quote that neither holds the word nor explains it says nothing of it."""
    found = faults_after(copy, archive, r'forms = \["szlem", "szlemy"\]', 'forms = ["szlem"]')
    assert found == ["glossary: the quote does not hold the word"]


def test_a_text_that_cannot_be_read_is_named(root: Path, archive: Archive) -> None:
    """Without the handbook its quotes are reported, not taken for wrong."""
    rest = {name: document for name, document in archive.documents.items() if name != "zagrajmy"}
    entries, faults = load_glossary(root, rest)
    assert faults == ()
    messages = {
        fault.message
        for fault in glossary_faults(entries, rest)
        if "zagrajmy" in fault.value and "form" not in fault.message
    }
    assert messages == {"no document that can be read has this passage"}
