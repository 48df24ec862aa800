"""The search page: it finds every record in both languages, without Polish letters, and opens it where it stands."""

import gzip
import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urldefrag

import pytest
from lxml import html
from playwright.sync_api import Browser, Page
from snowballstemmer.polish_stemmer import PolishStemmer  # type: ignore[import-untyped] # it ships no types

from przemyskie66.rulebook import Archive, Json
from przemyskie66.site.stems import IRREGULAR, REGULAR, stems_js

Pages = dict[str, html.HtmlElement]

#: What the search page may load of its index, in bytes after compression.
HEAVIEST_INDEX = 250_000


def index_of(folder: Path) -> dict[str, list[Json]]:
    """Return the index that the search page of a language looks through."""
    script = (folder / "_static" / "search-index.js").read_text(encoding="utf-8")
    data: dict[str, list[Json]] = json.loads(script.removeprefix("const searchIndex = ").removesuffix(";\n"))
    return data


def folded(word: str) -> str:
    """Return a word without its marks."""
    letters = unicodedata.normalize("NFD", word.lower().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# --- stems --------------------------------------------------------------------------------------------


def run(expression: str, tmp_path: Path) -> Json:
    """Return what *expression* is in Node, after the script of stems."""
    script = tmp_path / "stems.js"
    script.write_text(f"{stems_js()}\nconsole.log(JSON.stringify({expression}));\n", encoding="utf-8")
    node = Path(sys.executable).with_name("node")
    done = subprocess.run([node, script], capture_output=True, text=True, check=True)
    result: Json = json.loads(done.stdout)
    return result


def test_the_script_cuts_polish_words_as_snowball_does(archive: Archive, tmp_path: Path) -> None:
    texts = [document.raw for document in archive.documents.values()]
    texts += [f"{rule.question.pl} {rule.title.pl}" for rule in archive.rules.values()]
    words = sorted({word for text in texts for word in re.findall(r"[^\W\d_]+", text)})
    stemmer = PolishStemmer()
    expected = []
    for word in words:
        stem = folded(stemmer.stemWord(word.lower()))
        for end, other in REGULAR:
            stem = re.sub(end, other, stem)
        expected.append(IRREGULAR.get(stem, stem))
    cut = run(f"{json.dumps(words)}.map(stems.pl)", tmp_path)
    assert isinstance(cut, list)
    differ = [pair for pair in zip(words, cut, expected, strict=True) if pair[1] != pair[2]]
    assert not differ, differ[:10]


@pytest.mark.parametrize(
    "forms",
    [
        "żyd żydem żydzie zyd",
        "licytacja licytacji licytacyi licytacye",
        "żołądź zoladz żołędzi żołędny",
        "meldunek meldunku meldunki",
        "karta kartami kart",
        "kontra kontrze kontry",
        "stawka stawek stawce",
        "gra gry gier grze",
        "sztych sztychu sztychów",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str, tmp_path: Path) -> None:
    stems = run(f"{json.dumps(forms.split())}.map(stems.pl)", tmp_path)
    assert isinstance(stems, list)
    assert len(set(map(str, stems))) == 1, stems


def test_no_word_trips_the_stemmer(tmp_path: Path) -> None:
    # names that every JavaScript object bears
    words = ["constructor", "reconstructor", "aatostring", "__proto__", "66", "x", ""]
    assert run(
        f"{json.dumps(words)}.map((word) => typeof stems.pl(word) + typeof stems.en(word))", tmp_path
    ) == ["stringstring"] * len(words)


# --- the index ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_record_can_be_found_where_it_stands(
    site: Path, pages: Pages, archive: Archive, root_of: str
) -> None:
    index = index_of(site / root_of)
    addresses = [str(page[0]) for page in index["pages"]]  # type: ignore[index]
    places: dict[str, str] = {}
    for page, anchor, title, _label, *blocks in index["places"]:  # type: ignore[misc]
        words = " ".join(block.removeprefix("\t") for block in (title, *blocks))
        places[f"{addresses[page]}#{anchor}"] = words
    for address in places:
        page, anchor = urldefrag(address)
        assert not anchor or pages[root_of + page].xpath("//*[@id=$anchor]", anchor=anchor), address
    lang = root_of[:2] or "pl"
    for rule in archive.rules.values():
        assert rule.title[lang] in places[f"rule/{rule.id}.html#"]
        assert rule.question[lang] in places[f"rule/{rule.id}.html#"]
    for claim in archive.claims.values():
        assert claim.anchor.exact in places[f"rule/{claim.rule}.html#claim-{claim.id}"]
    for entry in archive.glossary.values():
        assert entry.lemma in places[f"glossary.html#{entry.id}"]
    for document in archive.documents.values():
        for passage in document.passages:
            if passage.kind != "heading" and passage.reading.strip():
                words = places[f"source/{document.id}.html#{passage.unit}"]
                assert re.sub(" +", " ", passage.reading).strip(" ") in words, passage.id


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_the_index_is_light_and_loaded_by_the_search_page_alone(
    site: Path, pages: Pages, root_of: str
) -> None:
    packed = gzip.compress((site / root_of / "_static" / "search-index.js").read_bytes(), 6)
    assert len(packed) < HEAVIEST_INDEX
    loading = [
        name
        for name, page in pages.items()
        if page.xpath("//script[contains(@src, 'search-index.js')]") and name.startswith(root_of)
    ]
    assert f"{root_of}search.html" in loading
    assert all(Path(name).name == "search.html" for name in loading)


def test_polish_quotes_on_english_pages_are_marked_as_polish(site: Path, archive: Archive) -> None:
    blocks = [block for place in index_of(site / "en")["places"] for block in place[4:]]  # type: ignore[index, union-attr]
    quote = archive.claims["ojciec-throw-in"].anchor.exact
    assert f"\t„{quote}”" in blocks


# --- in the browser -----------------------------------------------------------------------------------


@pytest.fixture(params=["served", "from disk"])
def start(request: pytest.FixtureRequest, site: Path, address: str) -> str:
    """Where the site begins: on a server, or in a folder."""
    return address if request.param == "served" else f"{site.as_uri()}/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may complain of nothing."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints


def ask(page: Page, start: str, query: str, root_of: str = "") -> None:
    page.goto(f"{start}{root_of}search.html?q={quote(query)}")
    page.wait_for_function("document.querySelector('.search-status').textContent !== ''")


def test_zyd_finds_the_rule_the_entry_and_the_passage_and_opens_them_there(page: Page, start: str) -> None:
    ask(page, start, "zyd")
    assert re.match(
        r"Znaleziono \d+ miejsc\w*: słowniczek \d+, reguły \d+, ustępy źródeł \d+",
        page.inner_text("[role=status]"),
    )
    assert page.locator(".found-term a[href='glossary.html#zyd']").count() == 1
    assert page.locator(".found-rule a[href^='rule/zyd-meaning.html']").count() > 1
    marks = page.locator(".found mark").all_inner_texts()
    assert {folded(word)[:3] for word in marks} == {"zyd"}
    link = page.locator(".found-passage a[href^='source/witryna.html#']").first
    anchor = urldefrag(str(link.get_attribute("href"))).fragment
    link.click()
    page.wait_for_url(f"{start}source/witryna.html#{anchor}")
    assert page.evaluate("document.querySelector(':target').id") == anchor


@pytest.mark.parametrize(
    ("query", "found", "words"),
    [
        ("licytacja", ".found-passage", "licytac"),
        ("zoladz", ".found-passage", "żoł"),
        ("mizerce", ".found-rule", "mizer"),
        ("xlicyt", None, ""),
        ("licyt", ".found-passage", "licyt"),  # no such word: the words that begin so
    ],
)
def test_a_word_is_found_in_all_its_forms(
    page: Page, address: str, query: str, found: str | None, words: str
) -> None:
    ask(page, address, query)
    if found is None:
        assert page.inner_text("[role=status]").startswith("Nic nie znaleziono.")
        assert page.locator(".search-results *").count() == 0
        return
    marks = page.locator(f"{found} mark").all_inner_texts()
    assert marks
    assert all(word.lower().startswith(words) for word in marks)


def test_an_english_word_is_found_on_english_pages(page: Page, start: str) -> None:
    ask(page, start, "trumps", "en/")
    assert page.inner_text("[role=status]").startswith("Found ")
    assert page.locator(".found-rule a[href^='rule/trump']").count()
    assert "trump" in page.locator(".found mark").all_inner_texts()
    assert page.locator(".found-term a").first.get_attribute("lang") == "pl"


def test_all_words_must_stand_in_one_place(page: Page, address: str) -> None:
    ask(page, address, "warszawa meldunek")
    for item in page.locator(".found-passage > ul > li").all():
        marks = {folded(word)[:5] for word in item.locator("mark").all_inner_texts()}
        assert marks <= {"warsz", "meldu"}
    together = page.locator(".found > li").count()
    ask(page, address, "kozera anulowanie")
    assert page.inner_text("[role=status]").startswith("Żadne miejsce nie ma wszystkich tych słów.")
    assert page.locator(".search-results a").all_inner_texts() == ["kozera", "anulowanie"]
    assert together


def test_words_in_quotation_marks_stand_side_by_side(page: Page, address: str) -> None:
    ask(page, address, "„rzucenie kart”")
    marks = page.locator(".found mark").all_inner_texts()
    assert marks
    assert {word.lower() for word in marks} == {"rzucenie kart"}


def test_what_is_asked_enters_the_page_as_text(page: Page, start: str) -> None:
    ask(page, start, "<script>alert(1)</script> żyd <img src=x>")
    assert page.locator("main script, main img").count() == 0
    assert page.input_value("input[name=q]") == "<script>alert(1)</script> żyd <img src=x>"


def test_a_rule_is_found_by_its_id(page: Page, start: str) -> None:
    ask(page, start, "throw-in-when")
    assert (
        page.locator(".found-rule > ul > li > .found-at > a").first.get_attribute("href")
        == "rule/throw-in-when.html"
    )


def test_all_hits_of_a_sort_are_shown_on_demand(page: Page, address: str) -> None:
    ask(page, address, "karta")
    places = page.locator(".found-rule > ul > li")
    few = places.count()
    every = int(re.findall(r"\d+", page.inner_text(".found-rule > h2"))[0])
    assert few < every
    page.click(".found-rule > button")
    assert places.count() == every
    assert page.evaluate("document.activeElement.closest('.found > li') !== null")


def test_the_header_of_every_page_leads_to_the_search(page: Page, address: str) -> None:
    page.goto(f"{address}rule/throw-in.html")
    page.fill("#q", "kozera")
    page.press("#q", "Enter")
    page.wait_for_selector(".found-term a[href='glossary.html#kozera']")
    assert page.title().startswith("kozera – ")
