"""The pages in Chromium: no overflow on a phone, nothing from elsewhere, no fault of accessibility, both schemes."""

from pathlib import Path
from typing import Literal

import pytest
from lxml import html
from playwright.sync_api import Browser

#: One page of every type, and of some that differ much, more; each is looked at in both languages.
PAGES = [
    "index.html",
    "rules.html",
    "rule/throw-in.html",
    "rule/follow-suit.html",
    "rule/contracts.html",
    "rule/fourth-person.html",
    "rule/stock.html",
    "sources.html",
    "source/witryna.html",
    "source/zagrajmy.html",
    "witnesses.html",
    "witness/ojciec.html",
    "witness/zapis-1997.html",
    "grid.html",
    "disagreements.html",
    "article.html",
    "agreement.html",
    "questions.html",
    "rulesets.html",
    "sheet/ojciec.html",
    "about.html",
    "help.html",
    "reviewers.html",
    "notation.html",
    "corrections.html",
    "glossary.html",
    "play.html",
    "citing.html",
    "downloads.html",
    "cite/witryna.html",
    "search.html?q=zyd",
    "code/engine/legality.html",
]


def type_of(name: str) -> str:
    """Return the type of a page: its folder, or for a page that is the only one, its name."""
    folder, stroke, _ = name.removeprefix("en/").partition("/")
    return folder if stroke else folder.partition("?")[0]


def test_every_type_of_page_is_looked_at(pages: dict[str, html.HtmlElement]) -> None:
    assert {type_of(name) for name in PAGES} == {type_of(name) for name in pages}


@pytest.mark.parametrize("root_of", ["", "en/"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_fit_are_accessible_and_ask_nobody(
    browser: Browser, address: str, root: Path, root_of: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    axe = (root / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith(address) else complaints.append(request.url)
    )
    faults = []
    for name in PAGES:
        page.goto(address + root_of + name)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{name}: wider than {width} px")
        # evaluated over the debugging protocol, so the page's own policy stays in force
        page.evaluate(axe)
        for violation in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]:
            faults.append(f"{name}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")
    context.close()
    assert not faults
    assert not complaints


def test_a_quote_leads_to_its_passage_and_back(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}rule/throw-in.html")
    page.click("#claim-ojciec-throw-in blockquote a")
    assert page.url.startswith(f"{address}source/witryna.html#witryna-rozdanie-5-s2")
    page.click("#witryna-rozdanie-5 .unit-rules li:has-text('Rzucenie kart') a:has-text('ojciec')")
    assert page.url == f"{address}rule/throw-in.html#claim-ojciec-throw-in"
    page.close()


@pytest.mark.parametrize("view", ["reading", "found"])
def test_the_margin_and_the_words_show_each_other(browser: Browser, address: str, view: str) -> None:
    page = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{address}source/witryna.html")
    page.check(f"#view-{view}")
    unit = page.locator("#witryna-rozdanie-5")
    link = unit.locator("a[href$='rule/throw-in.html#claim-ojciec-throw-in']")
    number = str(link.locator("..").get_attribute("class"))[1:]
    words = unit.locator(f".q{number}").first
    colour = "node => getComputedStyle(node).backgroundColor"
    plain = words.evaluate(colour)
    link.focus()
    assert words.evaluate(colour) != plain
    told = "".join(unit.locator(f".q{number}").all_inner_texts())
    assert told == "rzucenie kart jest poddaniem i płaci się za przegraną"
    page.locator("#view-reading").focus()
    assert words.evaluate(colour) == plain
    words.hover()
    assert link.locator("..").evaluate(colour) != plain
    page.context.close()


def test_the_text_as_found_is_shown_without_script(browser: Browser, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}source/zagrajmy.html")
    made = page.locator("#zagrajmy-c0124")
    assert made.inner_text() == "sześć"
    page.check("#view-found")
    assert made.inner_text() == "część"
    assert page.locator(".offsets").first.is_visible()
    page.close()


def test_the_corrections_are_filtered_and_the_choice_can_be_passed_on(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}corrections.html")
    rows = page.locator("table.corrections tbody tr:visible")
    every = rows.count()
    page.select_option("select[name=cert]", "low")
    doubtful = rows.count()
    assert 0 < doubtful < every
    assert page.inner_text("form.filter output") == f"Wierszy: {doubtful} z {every}."
    assert page.url == f"{address}corrections.html?cert=low"
    page.reload()
    assert rows.count() == doubtful
    page.click("form.filter button")
    page.wait_for_function(
        "n => document.querySelectorAll('.corrections tbody tr:not([hidden])').length === n", arg=every
    )
    page.close()


def test_the_grid_is_filtered_by_area_standing_witness_and_name(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}grid.html")
    rows = page.locator("table.grid tr[data-f]:visible")
    every = rows.count()
    page.select_option("select[name=cell]", "ojciec-claims")
    speaks = rows.count()
    assert 0 < speaks < every
    column = page.locator("table.grid thead th").all_inner_texts().index("ojciec")
    for row in rows.all():
        assert "cell-claims" in str(row.locator("> *").nth(column).get_attribute("class"))
    page.select_option("select[name=status]", "disputed")
    both = rows.count()
    assert 0 < both < speaks
    assert page.inner_text("form.filter output") == f"Reguł: {both} z {every}."
    assert page.url == f"{address}grid.html?status=disputed&cell=ojciec-claims"
    page.reload()
    assert rows.count() == both
    # an area without a row keeps no name
    shown = page.locator("table.grid tbody:visible")
    assert all(body.locator("tr[data-f]:visible").count() for body in shown.all())
    page.click("form.filter button")
    page.fill("form.filter input", "rzucic karty")
    assert set(rows.locator("th").all_inner_texts()) == {"Kto może rzucić karty", "Kiedy można rzucić karty"}
    assert page.url.startswith(f"{address}grid.html?q=rzucic")
    page.fill("form.filter input", "nie ma takiej reguły")
    assert rows.count() == 0
    assert page.inner_text("form.filter output") == f"Reguł: 0 z {every}."
    page.close()


def test_without_script_the_grid_is_whole(browser: Browser, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}grid.html?status=disputed")
    assert not page.locator("form.filter").is_visible()
    rows = page.locator("table.grid tr[data-f]")
    assert all(row.is_visible() for row in (rows.first, rows.last))
    page.context.close()


def test_without_script_every_correction_is_there(browser: Browser, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}corrections.html")
    assert not page.locator("form.filter").is_visible()
    rows = page.locator("table.corrections tbody tr")
    assert rows.first.is_visible()
    assert rows.last.is_visible()
    page.close()


def test_a_citation_is_copied_by_its_button(browser: Browser, address: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}rule/throw-in.html")
    block = page.locator("#cytowanie > .cite")
    block.locator("button.copy").first.click()
    page.wait_for_selector("button.copy:has-text('Skopiowano')")
    assert page.evaluate("navigator.clipboard.readText()") == block.locator("p").first.inner_text()
    block.locator("summary").click()
    block.locator("button.copy:has-text('BibTeX')").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('@incollection{')")
    context.close()


def test_without_script_a_citation_is_there_as_text(browser: Browser, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}rule/throw-in.html")
    assert page.locator("#cytowanie > .cite > p").first.is_visible()
    assert page.locator("button.copy").count() == 0
    page.locator("#cytowanie > .cite summary").click()
    assert page.locator("#cytowanie > .cite pre").first.inner_text().startswith("@incollection{")
    page.close()
