"""Words of one letter are bound to the next in the editors' Polish, and nowhere else."""

import re
from pathlib import Path

import pytest
from lxml import html

from przemyskie66.rulebook import Archive
from przemyskie66.site.typography import bound

ONE_LETTER = re.compile(r"(?<!\w)[aiouwz] (?=\w)", re.IGNORECASE)


def raw_page(site: Path, name: str) -> html.HtmlElement:
    """Return a page as it was written, its spaces included."""
    return html.parse(str(site / name), html.HTMLParser(encoding="utf-8")).getroot()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kto w grze i o co, a z kim", "Kto w\u00a0grze i\u00a0o\u00a0co, a\u00a0z\u00a0kim"),
        ("W warszawie", "W\u00a0warszawie"),
        ("dama, król i as", "dama, król i\u00a0as"),
        ("słowa „w ciemno i w lewo” w tekście", "słowa „w ciemno i w lewo” w\u00a0tekście"),
        ("urwane „w ciemno", "urwane „w ciemno"),
        ("na 3 z 4", "na 3 z\u00a04"),
        ("A / B: odpowiedzi", "A / B: odpowiedzi"),
        ("kara w ", "kara w\u00a0"),  # the next word is a link
    ],
)
def test_one_letter_is_bound_but_not_within_a_quote(text: str, expected: str) -> None:
    assert bound(text) == expected


def test_the_editors_prose_is_bound_on_polish_pages_alone(site: Path, archive: Archive) -> None:
    rule = next(rule for rule in archive.rules.values() if re.search(r" w \w", rule.question.pl))
    words = rule.question.pl
    assert bound(words) in raw_page(site, f"rule/{rule.id}.html").text_content()
    english = raw_page(site, f"en/rule/{rule.id}.html").text_content()
    assert rule.question.en in english
    prose = [p.text_content() for p in raw_page(site, "about.html").xpath("//main//p[not(.//*)]")]
    assert prose
    for paragraph in prose:
        assert not ONE_LETTER.search(re.sub(r"„[^”]*”", "", paragraph)), paragraph


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_words_of_sources_keep_their_own_spaces(site: Path, archive: Archive, root_of: str) -> None:
    for claim in archive.claims.values():
        page = raw_page(site, f"{root_of}rule/{claim.rule}.html")
        (quote,) = page.xpath("//*[@id=$id]//*[@class='exact']", id=f"claim-{claim.id}")
        assert quote.text_content() == claim.anchor.exact
    for document in archive.documents.values():
        page = raw_page(site, f"{root_of}source/{document.id}.html")
        for passage in document.passages:
            if passage.kind != "heading" and not passage.corrections:
                (leaf,) = page.xpath("//*[@id=$id]", id=passage.id)
                (words, *_) = leaf.xpath(".//p[contains(@class, 'unit-text')]") or [leaf]
                assert words.text_content() == passage.reading
