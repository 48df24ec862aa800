"""Search: the same word under any case, diacritics and period spelling."""

import pytest
from small_edition import Edition

from przemyskie66.text import Document, find, search_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("żyd", "zyd"),
        ("ŁĄKA", "laka"),
        ("licytacyi", "licytacji"),
        ("licytacyę", "licytację"),
        ("Licytacya", "licytacja"),
        ("licytacyj", "licytacji"),
        ("partya", "partia"),
        ("partyi", "partii"),
        ("partję", "partię"),
        ("kombinacyą", "kombinacją"),
        ("ztąd", "stąd"),
        ("zkąd", "skąd"),
        ("ośm", "osiem"),
        ("siedm", "siedem"),
        ("spólnik", "wspólnik"),
    ],
)
def test_one_key(one: str, other: str) -> None:
    """Spellings that a reader takes for one word share a key."""
    assert search_key(one) == search_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("był", "bił"), ("karty", "kart"), ("zwada", "swada"), ("przy", "przyjąć"), ("zyd", "sad")],
)
def test_different_keys(one: str, other: str) -> None:
    """Words that merely resemble each other do not."""
    assert search_key(one) != search_key(other)


def test_plain_words_stay() -> None:
    """A key is the word itself, without case and diacritics, where no old spelling is in it."""
    assert search_key("Przyłożyć karty, Żydów") == "przylozyc karty, zydow"


S1 = "guziki-zasady-1-s1"


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ("GUZI", {"guziki", "guzików"}),  # the title is in the list below
        ("kombinacja", {"kombinacyę"}),
        ("kombinacyę", {"kombinacyę"}),
        ("kombinacy", {"kombinacyę"}),
        ("kombinacj", {"kombinacyę"}),
        ("tem samem", {"tem samem"}),
        ("tem dwa", set()),
        ("tern", set()),
        ("nigdy", {"nigdy"}),
        ("wygra", {"wygra"}),
        ("15", {"15"}),
        ("ojciec mówił", {"Ojciec” mówił"}),
    ],
)
def test_find(document: Document, term: str, words: set[str]) -> None:
    """A term's words are the beginnings of words that follow one another in the reading."""
    if term == "kombinacja":
        assert find(document, term, whole_words=True) == []
        term = "kombinac"
    hits = find(document, term)
    assert {document.passage(passage).reading[start:end] for passage, start, end in hits} == words


def test_find_modern_spelling(document: Document) -> None:
    """Where the edition gives a modern spelling beside the period one, both are found."""
    hits = find(document, "kombinację", whole_words=True)
    assert [(passage, document.passage(passage).reading[start:end]) for passage, start, end in hits] == [
        (S1, "kombinacyę")
    ]


def test_find_whole_words(document: Document) -> None:
    """The beginning of a word is enough, unless whole words are asked for."""
    assert len(find(document, "guzik")) == 3
    assert find(document, "guzik", whole_words=True) == []
    assert len(find(document, "guziki", whole_words=True)) == 2


def test_find_modern_key_of_its_own(edition: Edition) -> None:
    """The modern spelling may be another word altogether."""
    document = edition.change("<reg>kombinację</reg>", "<reg>zagranie</reg>").read()
    assert [hit[0] for hit in find(document, "zagra")] == [S1]
    assert [hit[0] for hit in find(document, "kombinacy")] == [S1]


def test_find_nothing(document: Document) -> None:
    """A term without a word is an error: its silence would say nothing."""
    with pytest.raises(ValueError, match="nothing to search"):
        find(document, " – ")
