"""The edition on the site: both forms of every passage, every intervention with its row, proofs, glossary."""

import gzip
import tomllib
from pathlib import Path

import pytest
from lxml import html

from przemyskie66.rulebook import Archive, Exclusion
from przemyskie66.site.corrections import Row, is_small, rows_of
from przemyskie66.site.edition import alphabetical

Pages = dict[str, html.HtmlElement]

#: What a reader on a telephone may be asked to load of one page, in bytes after compression.
HEAVIEST_PAGE = 60_000


def text(element: html.HtmlElement) -> str:
    return str(element.text_content())


def in_view(element: html.HtmlElement, hidden: str) -> str:
    """Return the text of *element* without the form that the other view shows."""
    return "".join(str(piece) for piece in element.xpath(f".//text()[not(ancestor::{hidden})]"))


def with_row(archive: Archive) -> list[Row]:
    return [row for document in archive.documents.values() for row in rows_of(document) if not is_small(row)]


# --- the source page ------------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_passages_stand_in_both_forms(pages: Pages, archive: Archive, root_of: str) -> None:
    for document in archive.documents.values():
        page = pages[f"{root_of}source/{document.id}.html"]
        for passage in document.passages:
            (leaf,) = page.xpath(f"//*[@id='{passage.id}']")
            if passage.kind == "heading":
                words = leaf.getparent().xpath("./p[@class='heading-words']/span[@class='leaf']")
                if not words:
                    continue
            else:
                words = leaf.xpath(".//p[contains(@class, 'unit-text')]") or [leaf]
            assert in_view(words[0], "ins") == passage.found, passage.id
            # in the page as in any text, a run of white space is one space
            assert " ".join(in_view(words[0], "del").split(" ")).split() == passage.reading.split(), (
                passage.id
            )


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_intervention_is_marked_in_the_text_and_leads_to_its_row(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    for document in archive.documents.values():
        page = pages[f"{root_of}source/{document.id}.html"]
        marked = page.xpath(
            "//*[contains(concat(' ', @class, ' '), ' iv ')][not(ancestor::*[@class='signs'])]"
        )
        assert len(marked) == len(document.corrections)
        for made in document.corrections:
            if not made.id:
                continue
            (node,) = page.xpath(f"//*[@id='{made.id}']")
            (link,) = node.xpath("./a")
            assert link.get("href") == f"../corrections.html#{made.id}"
            # a link whose words the view hides is still named
            assert link.get("title")
            assert (text(node.find(".//ins")) if made.reading else "") == made.reading
            assert (text(node.find(".//del")) if made.found else "") == made.found


def test_every_section_says_its_date_how_sure_it_is_and_why(pages: Pages, archive: Archive) -> None:
    certainty = {"high": "pewne", "medium": "prawdopodobne", "low": "domysł", "unknown": "nieznane"}
    dated = [section for section in archive.documents["zagrajmy"].sections if section.date]
    assert len(dated) > 10
    page = pages["source/zagrajmy.html"]
    for section in dated:
        (told,) = page.xpath(f"//section[@id='{section.id}']/p[contains(@class, 'provenance')]")
        assert text(told) == (
            f"Data: {section.date} ({certainty[section.date_cert]}). {section.note.in_language('pl')}"
        )
        (told,) = pages["en/source/zagrajmy.html"].xpath(
            f"//section[@id='{section.id}']/p[contains(@class, 'provenance')]"
        )
        assert section.note.in_language("en") in text(told)
        assert "bez daty" not in text(told)


def test_where_a_text_comes_from_is_told_in_sentences_of_one_language(pages: Pages, archive: Archive) -> None:
    (polish, english) = (
        text(pages[f"{root_of}source/witryna.html"].xpath("//dl[@class='facts']")[0])
        for root_of in ("", "en/")
    )
    assert "nie starsza niż 2019. Redakcja strony nie widziała." in polish
    assert "Redakcja strony nie widziała" not in english


def test_page_numbers_of_the_print_are_shown(pages: Pages, archive: Archive) -> None:
    shown = pages["source/zagrajmy.html"].xpath("//p[@class='unit-text']//*[@class='pb']/@data-n")
    assert [str(number) for number in shown] == [
        f"s. {page.n}" for page in archive.documents["zagrajmy"].pages
    ]


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_whatever_rests_on_a_passage_stands_beside_it_and_shows_its_words(
    pages: Pages, archive: Archive, root_of: str, root: Path
) -> None:
    units = {passage.id: passage for document in archive.documents.values() for passage in document.passages}
    sheet = (root / "przemyskie66" / "site" / "theme" / "edycja" / "static" / "edycja.css").read_text("utf-8")
    resting = set()
    for record in (*archive.claims.values(), *archive.parallels.values(), *archive.exclusions.values()):
        passage = units[record.anchor.passage]
        resting.add(passage.unit)
        if passage.kind == "heading":  # a title of the text: only exclusions speak of these
            assert record.id in archive.exclusions
            continue
        (unit,) = pages[f"{root_of}source/{passage.document}.html"].xpath("//*[@id=$id]", id=passage.unit)
        if isinstance(record, Exclusion):
            holders = [
                item
                for item in unit.xpath(".//li[@class='excluded']//li")
                if f"„{record.anchor.exact}”" in text(item)
                and record.reason[root_of[:2] or "pl"] in text(item)
            ]
        else:
            kind = "claim" if record.id in archive.claims else "parallel"
            target = f"../rule/{record.rule}.html#{kind}-{record.id}"
            (link,) = unit.xpath(".//ul[@class='unit-rules']//a[@href=$target]", target=target)
            assert link.get("title") == f"„{record.anchor.exact}”"
            holders = [link.getparent()]
        shown = []
        for holder in holders:
            number = next(name for name in holder.get("class").split() if name.startswith("r"))[1:]
            assert f".q{number} " in sheet or f".q{number}," in sheet, "more than the stylesheet knows"
            words = unit.xpath(".//span[contains(concat(' ', @class, ' '), $name)]", name=f" q{number} ")
            shown.append("".join(in_view(word, "del") for word in words))
        # an intervention is shown whole, even where a quote ends within it
        assert any(record.anchor.exact in words for words in shown), record.id
        assert all(len(words) < len(record.anchor.exact) + 12 for words in shown), record.id
    for document in archive.documents.values():
        for unit in pages[f"{root_of}source/{document.id}.html"].xpath(
            "//div[contains(@class, 'unit kind-')]"
        ):
            assert bool(unit.xpath("./ul")) == (unit.get("id") in resting), unit.get("id")


# --- the page of corrections ------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_intervention_has_its_row_or_its_place_in_the_list(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    page = pages[f"{root_of}corrections.html"]
    lang = root_of[:2] or "pl"
    rows = {str(row.get("id")): row for row in page.xpath("//table[@class='corrections']/tbody/tr")}
    wanted = with_row(archive)
    assert list(rows) == [row.id for row in wanted]
    for row in wanted:
        words = text(rows[row.id])
        assert row.note.in_language(lang) in words
        (place,) = rows[row.id].xpath("./th/a[contains(@href, 'source/')]/@href")
        assert place == f"source/{row.document.id}.html#{row.id}"
        document, _, kind, type_, cert, evidence = str(rows[row.id].get("data-f")).split("|")
        assert (document, kind, cert, evidence) == (row.document.id, row.kind, row.cert, row.evidence)
        assert type_ == f"{row.kind}-{row.type}"
    small = [row for document in archive.documents.values() for row in rows_of(document) if is_small(row)]
    assert len(page.xpath("//dl[@class='small']//a")) == len(small)
    assert len(small) + len(wanted) == sum(
        len(document.corrections) + sum(not gap.passage for gap in document.gaps)
        for document in archive.documents.values()
    )


def test_interventions_are_counted_by_kind(pages: Pages, archive: Archive) -> None:
    table = pages["corrections.html"].xpath("//section[@id='ile-ich-jest']//table")[0]
    counts = [int(text(cell)) for cell in table.xpath(".//tr[td]/td[last()]")]
    assert sum(counts) == sum(1 for document in archive.documents.values() for _ in rows_of(document))


def test_proofs_stand_with_their_sums_and_the_words_they_rest_on(pages: Pages, archive: Archive) -> None:
    page = pages["corrections.html"]
    for proof in archive.emendations.values():
        (block,) = page.xpath(f"//section[@id='dowod-{proof.id}']")
        assert proof.statement.pl in text(block)
        if proof.value is not None:
            assert f"stąd x = {proof.value}" in text(block)
        for premise in proof.premises:
            assert f"„{premise.exact}”" in text(block)
        assert page.xpath(f"//tr[@id='{proof.correction}']//a[@href='#dowod-{proof.id}']")
    for argument in archive.arguments.values():
        (block,) = page.xpath(f"//section[@id='argument-{argument.id}']")
        assert "nie dowód" in text(block)
        assert argument.assumes.pl in text(block)


def test_the_published_figure_is_the_measured_one(pages: Pages, root: Path) -> None:
    measured = tomllib.loads((root / "corpus" / "quality.toml").read_text(encoding="utf-8"))["transcription"]
    (table,) = pages["corrections.html"].xpath("//section[@id='jak-dobry-jest-tekst']//table")
    cells = [[text(cell).split(" ")[0] for cell in row.xpath("./td")] for row in table.xpath(".//tbody/tr")]
    assert cells == [
        [str(measured[f"{unit}{part}"]) for part in ("_wrong_raw", "_wrong", "")]
        for unit in ("characters", "words")
    ]
    assert "To nie jest wynik próby w ciemno." in text(pages["corrections.html"])


# --- the glossary -----------------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_word_of_the_glossary_has_its_anchor_sense_and_first_place(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    page = pages[f"{root_of}glossary.html"]
    assert archive.glossary
    for entry in archive.glossary.values():
        (block,) = page.xpath(f"//*[@id='{entry.id}']")
        words = text(block)
        assert words.startswith(entry.lemma)
        assert (entry.sense.en if root_of else entry.sense.pl) in words
        (quote, *_) = block.xpath("./blockquote")
        assert text(quote.find("p")) == entry.first.anchor.exact
        (link,) = quote.xpath(".//a/@href")
        assert f"#{entry.first.anchor.passage}:~:text=" in str(link)


def test_the_glossary_follows_the_polish_alphabet(pages: Pages, archive: Archive) -> None:
    order = [str(name) for name in pages["glossary.html"].xpath("//*[@class='entry']/@id")]
    lemmas = [archive.glossary[name].lemma for name in order]
    assert lemmas == sorted(lemmas, key=alphabetical)
    assert len(order) == len(archive.glossary)


def test_corrections_and_glossary_can_be_reached_from_everywhere(pages: Pages) -> None:
    for name, page in pages.items():
        links = {str(link).rpartition("/")[2] for link in page.xpath("//footer//a/@href")}
        here = Path(name).name
        assert {"corrections.html", "glossary.html"} <= links | {here}, name
    for start in ("index.html", "sources.html"):
        links = {str(link) for link in pages[start].xpath("//main//a/@href")}
        assert {"corrections.html", "glossary.html"} <= links


@pytest.mark.parametrize("name", ["corrections", "glossary", "source/zagrajmy"])
@pytest.mark.parametrize("root_of", ["", "en/"])
def test_the_longest_pages_are_light_enough(site: Path, root_of: str, name: str) -> None:
    assert len(gzip.compress((site / root_of / f"{name}.html").read_bytes(), 6)) < HEAVIEST_PAGE
