"""Reporting an error: from every page without script, from every passage, claim and choice with its words."""

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from lxml import html
from playwright.sync_api import Browser
from sphinx.errors import ExtensionError

from przemyskie66 import __version__
from przemyskie66.rulebook import Archive
from przemyskie66.site.edition import Edition
from przemyskie66.site.report import report_link, template_of

Pages = dict[str, html.HtmlElement]


def test_every_page_can_be_reported_without_script(pages: Pages) -> None:
    for name, page in pages.items():
        (link,) = page.xpath("//footer//a[@class='report']/@href")
        asked = urlsplit(str(link))
        said = parse_qs(asked.query)
        assert (asked.scheme, asked.path) == ("mailto", "")  # nobody's address, as long as there is none
        assert said["subject"][0].endswith(f": {name}")
        assert name in said["body"][0]
        assert __version__ in said["body"][0]


@pytest.mark.parametrize(
    ("address", "begins"),
    [
        ("", "mailto:?subject=Report%20of%20an%20error%3A%20en%2Frules.html&body="),
        ("a@example.org", "mailto:a@example.org?subject="),
        ("https://example.org/new?t={subject}&b={body}", "https://example.org/new?t=Report%20of"),
    ],
)
def test_reports_go_where_the_settings_say(archive: Archive, address: str, begins: str) -> None:
    link = report_link(Edition(archive, "en"), template_of(address), "rules", "")
    assert link["href"].startswith(begins)
    assert unquote(link["href"]).count("en/rules.html") == 2


@pytest.mark.parametrize(
    "address", ["https://example.org/new", "somewhere", "a b@example.org", "x?{subject}"]
)
def test_an_address_that_cannot_take_a_report_is_refused(address: str) -> None:
    with pytest.raises(ExtensionError, match="report_address"):
        template_of(address)


@pytest.mark.parametrize("served", [True, False])
def test_a_passage_is_reported_with_its_id_and_words(
    browser: Browser, site: Path, address: str, archive: Archive, served: bool
) -> None:
    start = address if served else f"{site.as_uri()}/"
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{start}source/witryna.html")
    units = page.locator(".unit[id]")
    assert page.locator(".unit .unit-margin > button.report").count() == units.count()
    page.click("#witryna-rozdanie-5 button.report")
    assert page.evaluate("document.activeElement.matches('dialog[open] textarea')")
    text = page.input_value("dialog textarea")
    unit = archive.passages["witryna-rozdanie-5"]
    assert "source/witryna.html#witryna-rozdanie-5" in text
    assert f"„{unit.reading.strip()}”" in text
    assert str(site) not in text  # whose machine it is read on concerns nobody
    assert "127.0.0.1" not in text
    page.locator("dialog textarea").press_sequentially("Na skanie jest inaczej: „ś” & 5 %")
    letter = urlsplit(str(page.locator("dialog a.button").get_attribute("href")))
    body = parse_qs(letter.query)["body"][0].replace("\r\n", "\n")
    assert body == page.input_value("dialog textarea")
    assert body.endswith("inaczej: „ś” & 5 %")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('.unit').id") == "witryna-rozdanie-5"
    context.close()


def test_every_claim_parallel_and_choice_of_a_rule_can_be_reported(
    browser: Browser, address: str, archive: Archive
) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}en/rule/throw-in.html")
    for claim in archive.claims_on("throw-in"):
        assert page.locator(f"#claim-{claim.id} > button.report").count() == 1
    for pin in archive.pins_on("throw-in"):
        assert page.locator(f"#pin-{pin.id} > button.report").count() == 1
    page.click("#claim-ojciec-throw-in > button.report")
    page.click("dialog button:has-text('Copy')")
    page.wait_for_selector("dialog [role=status]:has-text('Copied')")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("Place: en/rule/throw-in.html#claim-ojciec-throw-in\n")
    assert f"„{archive.claims['ojciec-throw-in'].anchor.exact}”" in copied
    context.close()


def test_an_open_report_is_accessible(browser: Browser, address: str, root: Path) -> None:
    axe = (root / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{address}rule/throw-in.html")
        page.click("footer a.report")
        page.evaluate(axe)
        assert page.evaluate("axe.run({resultTypes: ['violations']})")["violations"] == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        context.close()
