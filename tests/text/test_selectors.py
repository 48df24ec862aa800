"""Anchors: only a quote that stands there to the character is verified; likeness never is."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_edition import HEADER, Edition

from przemyskie66.errors import AnchorError, UnknownIdError
from przemyskie66.text import Anchor, Document, anchor, describe

SENTENCES = (
    "Rozdający nie bierze udziału w grze, lecz zbiera 40 guzików od każdego z przegranych.",
    "Gracz, który nie ma koloru, bierze dwa guziki z talerza i podaje talerz w prawo.",
    "Gracz, który nie ma guzików, kładzie trzy karty na stole i czeka na następną kolej.",
    "Kto bierze króla, ten płaci. Kto bierze króla, ten wstaje.",
    "Mały guzik.",
)


def make(folder: Path, sentences: tuple[str, ...]) -> Document:
    """A document of one paragraph with these sentences."""
    folder.mkdir(parents=True, exist_ok=True)
    edition = Edition(folder)
    edition.raw.write_text(" ".join(sentences), encoding="utf-8")
    leaves, at = [], 0
    for number, sentence in enumerate(sentences, 1):
        source = f"../raw/guziki.txt#char={at},{at + len(sentence)}"
        leaves.append(f'<s xml:id="guziki-s{number}" source="{source}">{sentence}</s>\n')
        at += len(sentence) + 1
    body = f'<div xml:id="guziki-zasady" type="section"><p xml:id="guziki-p">\n{"".join(leaves)}</p></div>'
    edition.tei.write_text(
        f'{HEADER}<text><body ana="#voice-ksiazka">{body}</body></text></TEI>', encoding="utf-8"
    )
    return edition.read()


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """Five sentences."""
    return make(tmp_path_factory.mktemp("quotes"), SENTENCES)


@pytest.fixture
def remake(tmp_path: Path):
    """Make the same document with one sentence replaced, or left out."""

    def with_sentence(number: int, sentence: str | None) -> Document:
        sentences = list(SENTENCES)
        if sentence is None:
            del sentences[number - 1]
        else:
            sentences[number - 1] = sentence
        return make(tmp_path / "other", tuple(sentences))

    return with_sentence


def test_describe(document: Document) -> None:
    """An anchor has the words, 32 characters around them inside the passage, offsets and digest."""
    quote = "zbiera 40 guzików"
    found = describe(document, "guziki-s1", quote)
    assert found == Anchor(
        "guziki-s1",
        quote,
        SENTENCES[0][10:42],
        " od każdego z przegranych.",
        42,
        59,
        document.passage("guziki-s1").digest,
    )
    assert SENTENCES[0][found.start : found.end] == quote
    assert found.quote_selector.to_json()["type"] == "TextQuoteSelector"
    assert found.position_selector.to_json() == {"type": "TextPositionSelector", "start": 42, "end": 59}
    assert anchor(document, found).status == "verified"
    assert bool(anchor(document, found)) is True


def test_describe_refuses(document: Document, edition: Edition) -> None:
    """No quote that is not there, is there twice, is empty, or goes over a gap."""
    with pytest.raises(UnknownIdError, match="Nearest: guziki-s"):
        describe(document, "guziki-s9", "a")
    with pytest.raises(AnchorError, match="It stands in guziki-s1"):
        describe(document, "guziki-s2", "40 guzików")
    with pytest.raises(AnchorError, match="The passage reads: Mały guzik"):
        describe(document, "guziki-s5", "Duży guzik")
    with pytest.raises(AnchorError, match="2 times, at 0, 29"):
        describe(document, "guziki-s4", "Kto bierze króla")
    with pytest.raises(AnchorError, match="from 1 to 2"):
        describe(document, "guziki-s4", "Kto bierze króla", 3)
    with pytest.raises(AnchorError, match="empty"):
        describe(document, "guziki-s4", "")
    assert describe(document, "guziki-s4", "Kto bierze króla", 2).start == 29
    with pytest.raises(AnchorError, match="over the gap guziki-gap-koniec"):
        describe(edition.read(), "guziki-zasady-p1-s2", "że 15.[…]")


def test_every_occurrence_is_its_own(document: Document) -> None:
    """Two places of the same words are told apart by offset and context."""
    first = describe(document, "guziki-s4", "Kto bierze króla", 1)
    second = describe(document, "guziki-s4", "Kto bierze króla", 2)
    assert anchor(document, first).start == 0
    assert anchor(document, second).start == 29
    assert anchor(document, replace(first, start=29, end=45)).status == "moved"


@pytest.mark.parametrize(
    "change",
    [
        {"start": 41, "end": 58},
        {"start": -26, "end": -9},
        {"prefix": ""},
        {"suffix": " od każdego z przegranych"},
        {"digest": "sha256:" + "0" * 64},
        {"passage": "guziki-s2"},
        {"passage": "guziki-s99"},
    ],
)
def test_moved(document: Document, change: dict[str, object]) -> None:
    """The words are there, but not as the anchor says: the anchor as it would read now is offered."""
    target = describe(document, "guziki-s1", "zbiera 40 guzików")
    verdict = anchor(document, replace(target, **change))
    assert verdict.status == "moved"
    assert not verdict
    assert verdict.proposal == target
    assert verdict.explanation


def test_ambiguous(document: Document) -> None:
    """Words that stand in several places anchor nowhere, unless the context singles one out."""
    target = describe(document, "guziki-s4", "Kto bierze króla", 2)
    lost = replace(target, start=3, end=19, prefix="", suffix="", passage="guziki-s0")
    verdict = anchor(document, lost)
    assert verdict.status == "ambiguous"
    assert "2 places" in verdict.explanation
    assert verdict.proposal is None
    assert anchor(document, replace(lost, prefix=target.prefix, suffix=target.suffix)).proposal == target


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (1, " nie", ""),  # a lost negation
        (1, "40", "41"),  # a digit
        (1, "40", "4"),
        (1, "każdego", "kazdego"),  # a diacritic
        (1, "przegranych", "wygranych"),
        (1, "udziału ", ""),  # a word
        (1, ".", ""),
        (2, "dwa", "trzy"),
        (2, "bierze", "Bierze"),
        (2, "koloru,", "koloru ,"),
    ],
)
def test_a_changed_quote_is_never_verified(
    remake, document: Document, number: int, old: str, new: str
) -> None:
    """Whatever has changed in the sentence, the quote no longer stands."""
    sentence = SENTENCES[number - 1]
    target = describe(document, f"guziki-s{number}", sentence)
    verdict = anchor(remake(number, sentence.replace(old, new, 1)), target)
    assert verdict.status in ("proposal", "orphan")
    # a number, a negation or a card that differs is not even proposed
    if old.strip() in ("nie", "40", "dwa"):
        assert verdict.status == "orphan"
        assert verdict.proposal is None
        assert "something else" in verdict.explanation


def test_proposal(remake, document: Document) -> None:
    """A quote that was corrected in its passage is located, with its ends where they belong."""
    quote = "Rozdający nie bierze udziału w grze, lecz zbiera 40 guzików"
    target = describe(document, "guziki-s1", quote)
    now = remake(
        1, SENTENCES[0].replace("udziału", "udzialu").replace("lecz", "ale").replace("guzików", "guzikow")
    )
    verdict = anchor(now, target)
    assert verdict.status == "proposal"
    assert verdict.proposal is not None
    assert verdict.proposal.exact == "Rozdający nie bierze udzialu w grze, ale zbiera 40 guzikow"
    assert 85 <= verdict.score < 100
    assert anchor(now, verdict.proposal).status == "verified"


def test_short_quotes_are_not_proposed(remake, document: Document) -> None:
    """Below forty characters likeness says nothing."""
    target = describe(document, "guziki-s2", "podaje talerz w prawo")
    verdict = anchor(remake(2, SENTENCES[1].replace("talerz w", "tależ w")), target)
    assert verdict.status == "orphan"
    assert "40 characters" in verdict.explanation
    assert anchor(document, replace(target, exact="", start=0, end=0)).status == "orphan"


def test_absent_sentence(remake, document: Document) -> None:
    """Of a sentence that is gone, its look-alike is not proposed."""
    target = describe(document, "guziki-s2", SENTENCES[1])
    verdict = anchor(remake(2, None), target)
    assert verdict.status == "orphan"
    assert verdict.proposal is None


def test_two_places_about_equally_similar(tmp_path: Path, document: Document) -> None:
    """A proposal must beat every other place by a clear margin."""
    twin = SENTENCES[1].replace("talerza", "tależa")
    target = replace(describe(document, "guziki-s2", SENTENCES[1]), passage="guziki-s9")
    for sentences in ((twin, SENTENCES[0], twin), (f"{twin} {twin}",)):
        verdict = anchor(make(tmp_path / str(len(sentences)), sentences), target)
        assert verdict.status == "orphan"
        assert "equally similar" in verdict.explanation


def test_guard_words_are_the_callers(remake, document: Document) -> None:
    """Which words must agree can be told."""
    target = describe(document, "guziki-s2", SENTENCES[1])
    now = remake(2, SENTENCES[1].replace("guziki", "grzyby"))
    assert anchor(now, target).status == "proposal"
    assert anchor(now, target, guard_words=("guzik-", "grzyb-")).status == "orphan"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(data=st.data())
def test_any_quote_is_verified_and_no_other(document: Document, data: st.DataObject) -> None:
    """What is described verifies; with one character changed, it does not."""
    passage = data.draw(st.sampled_from(document.passages))
    start = data.draw(st.integers(0, len(passage.reading) - 1))
    end = data.draw(st.integers(start + 1, len(passage.reading)))
    exact = passage.reading[start:end]
    occurrence = [i for i in range(len(passage.reading)) if passage.reading.startswith(exact, i)].index(
        start
    ) + 1
    target = describe(document, passage.id, exact, occurrence)
    assert anchor(document, target).status == "verified"
    at = data.draw(st.integers(0, len(exact) - 1))
    letter = data.draw(st.sampled_from("aąlł0 17").filter(lambda c: c != exact[at]))
    changed = exact[:at] + letter + exact[at + 1 :]
    assert anchor(document, replace(target, exact=changed)).status != "verified"
    assert anchor(document, replace(target, exact=exact[:at] + exact[at + 1 :])).status != "verified"
