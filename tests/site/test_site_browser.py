"""The pages in Chromium: no overflow on a phone, nothing from elsewhere, no fault of accessibility, both schemes."""

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from przemyskie66.site.run import QuietHandler

#: One page of every type, and the longest of some.
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
    "about.html",
    "corrections.html",
    "glossary.html",
    "play.html",
    "citing.html",
    "downloads.html",
    "cite/witryna.html",
    "search.html?q=zyd",
    "code/engine/legality.html",
    "en/index.html",
    "en/rule/throw-in.html",
    "en/article.html",
    "en/source/witryna.html",
    "en/source/zagrajmy.html",
    "en/corrections.html",
    "en/downloads.html",
    "en/glossary.html",
]


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Serve the site; return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium."""
    chromium = shutil.which("chromium")
    assert chromium is not None, "Chromium is missing: apt-get install chromium (make test does it for root)"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_are_accessible_and_ask_nobody(
    browser: Browser, address: str, root: Path, width: int, scheme: str
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
        page.goto(address + name)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{name}: wider than {width} px")
        # evaluated over the debugging protocol, so the page's own policy stays in force
        page.evaluate(axe)
        for violation in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]:
            faults.append(f"{name}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")
    context.close()
    assert not faults
    assert not complaints


def test_search_finds_the_rule_without_polish_letters(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}index.html")
    page.fill("#q", "zyd")
    page.press("#q", "Enter")
    page.wait_for_selector("ul.search li a[href='rule/zyd-meaning.html']")
    page.wait_for_selector(".search-summary:has-text('Znaleziono')")
    page.close()


def test_a_quote_leads_to_its_passage_and_back(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}rule/throw-in.html")
    page.click("#claim-ojciec-throw-in blockquote a")
    assert page.url.startswith(f"{address}source/witryna.html#witryna-rozdanie-5-s2")
    page.click("#witryna-rozdanie-5 .unit-rules a:has-text('Rzucenie kart')")
    assert page.url.startswith(f"{address}rule/throw-in.html#claim-")
    page.close()


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


def test_without_script_every_correction_is_there(browser: Browser, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}corrections.html")
    assert not page.locator("form.filter").is_visible()
    rows = page.locator("table.corrections tbody tr")
    assert rows.first.is_visible()
    assert rows.last.is_visible()
    page.close()


def test_search_leads_to_an_entry_of_the_glossary(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}search.html?q=kozera")
    page.wait_for_selector("ul.search li a[href='glossary.html#kozera']")
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
