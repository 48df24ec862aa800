"""The play page in a real browser: a deal played to its end, a card refused, and nothing fetched from elsewhere.

The site that all tests share is served on 127.0.0.1. Without Chromium these tests fail; they are
never skipped, since nothing else shows that the page plays.
"""

import ast
import gzip
import hashlib
import json
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request
from site_support import serving

from przemyskie66.engine import REFUSALS, DealRecord, Game, Refusal, parse_action, read_record, replay
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.engine.solver import Solver
from przemyskie66.rulebook import Archive, Json, ruleset_json, to_ruleset
from przemyskie66.site.edition import Edition
from przemyskie66.site.play import MEGABYTES, words
from przemyskie66.site.play.address import read_played, write_played
from przemyskie66.site.play.bundle import HOLDERS, compiled, node, pyodide_folder, sources
from przemyskie66.site.play.example import difference_address
from przemyskie66.site.play.proof import case_rulesets, cases_of
from przemyskie66.site.play.table import Desk
from przemyskie66.site.run import QuietHandler
from przemyskie66.survey.contrasts import under

#: Milliseconds for Python to start in the page; two cores are shared with the other tests.
START = 120_000


class Visit:
    """A page, and what went wrong or abroad while it was open."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.abroad: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self._note_request(request.url, address))
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", self._note_failure)

    def _note_request(self, url: str, address: str) -> None:
        if not url.startswith((address, "blob:", "data:")):
            self.abroad.append(url)

    def _note_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what a page still waited for when it was left
            self.complaints.append(f"failed: {request.url} ({request.failure})")

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def check(self) -> None:
        """Assert that nothing went wrong, nothing went abroad, and nothing is wider than the window."""
        assert self.complaints == []
        assert self.abroad == []
        width, window = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width <= window, f"the page is {width} px wide in a window of {window} px"


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open an empty page, of the width that a test asks for by parameter; check it when the test is done."""
    width = getattr(request, "param", 1200)
    context = browser.new_context(viewport={"width": width, "height": 850}, reduced_motion="reduce")
    opened = Visit(context.new_page(), address)
    yield opened
    opened.check()
    context.close()


def sit_down(page: Page, address: str, ruleset: str, seat: int, seed: int | None = None) -> None:
    """Open the play page, choose and deal; return when the first decision is due."""
    page.goto(address)
    page.check(f"input[name=ruleset][value={ruleset}]")
    page.check(f"input[name=seat][value='{seat}']")
    if seed is not None:
        page.fill("input[name=seed]", str(seed))
    page.click(".play-start")
    page.wait_for_selector(".play-board:not([hidden]) .play-prompt:not(:empty)", timeout=START)


def decide(page: Page) -> None:
    """Make the next decision: go on, play the first card that is allowed (with its meld), or press a button."""
    before = log_length(page)
    # what is on the table now is not yet the answer to what is done now
    page.evaluate("() => document.querySelector('.play-go-on')?.setAttribute('data-seen', '')")
    if page.locator(".play-go-on").count():
        page.click(".play-go-on")
    elif page.locator(".play-hand.play-waits").count():
        page.locator(".play-hand .card:not(.card-barred)").first.click()
        page.wait_for_timeout(30)
        meld = page.locator(".play-prompt:has-text('z meldunkiem') ~ .play-buttons [data-action$=meld]")
        if meld.count():
            meld.first.click()
    elif page.locator(".play-buttons [data-action$=no-blind]").count():
        page.click(".play-buttons [data-action$=no-blind]")
    else:
        page.locator(".play-buttons [data-action]").first.click()
    page.wait_for_function(
        """n => document.querySelectorAll('.play-log > ol > li').length > n
            || document.querySelector('.play-go-on:not([data-seen])')""",
        arg=before,
    )


def log_length(page: Page) -> int:
    """Return how many things have happened, as the page tells them."""
    return page.locator(".play-log > ol > li").count()


def play_to_the_end(page: Page) -> None:
    """Decide until the deal is over."""
    for _ in range(60):
        if page.locator(".play-settlement").count():
            return
        decide(page)
    raise AssertionError("the deal did not end in 60 decisions")


@pytest.mark.parametrize("visit", [1200, 390], indirect=True, ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("ruleset", "seat", "seed"),
    [("ojciec", 0, None), ("wikibooks-2", 0, 7), ("wikibooks-3", 1, 66), ("wikibooks-4", 3, 12)],
)
def test_a_deal_is_played_to_its_settlement(
    visit: Visit, address: str, archive: Archive, ruleset: str, seat: int, seed: int | None
) -> None:
    sit_down(visit.page, address + "play.html", ruleset, seat, seed)
    play_to_the_end(visit.page)
    points = visit.page.locator(".play-settlement td").all_inner_texts()
    assert len(points) == archive.profiles[ruleset].players
    assert all(re.fullmatch(r"[+−]?\d+(/\d+)?", text) for text in points)
    assert visit.page.locator(".play-result .play-decided a").count() > 0
    links = visit.page.locator(".play-log a").all()
    assert links
    assert all((link.get_attribute("href") or "").startswith("rule/") for link in links)


@pytest.mark.parametrize("visit", [1200, 390], indirect=True, ids=["desktop", "phone"])
def test_a_card_that_may_not_be_played_answers_with_the_rule_and_its_source(
    visit: Visit, address: str, site: Path, archive: Archive
) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    for _ in range(60):
        if page.locator(".play-hand .card-barred").count():
            break
        decide(page)
    hand = page.locator(".play-hand .card").count()
    page.locator(".play-hand .card-barred").first.click()
    refusal = page.locator(".play-answer-refusal")
    refusal.wait_for(state="visible")
    rule = refusal.locator(".play-refusal-rule a")
    address_of_rule = rule.get_attribute("href") or ""
    name = address_of_rule.removeprefix("rule/").removesuffix(".html")
    assert rule.inner_text().splitlines()[0].split(" (otwiera")[0] == archive.rules[name].title.pl
    assert rule.get_attribute("target") == "_blank"  # the game stays on its own page
    quotes = [claim.anchor.exact for claim in archive.claims_on(name, "witryna")]
    assert refusal.locator(".quote").inner_text().strip("„”") in quotes
    assert page.locator(".play-hand .card").count() == hand
    place = refusal.locator(".quote-source a").get_attribute("href") or ""
    document, passage = place.split("#")
    assert f'id="{passage}"' in (site / document).read_text(encoding="utf-8")


def test_a_rule_without_a_source_is_shown_as_the_editors_choice(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "ojciec", 0)
    play_to_the_end(page)
    tags = page.locator(".play-decided .tag-pin")
    assert tags.count() > 0
    assert tags.first.inner_text() == "wybór redakcji"


def test_the_keyboard_is_enough(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    page.wait_for_function("() => document.activeElement.closest('.play-buttons')")
    page.keyboard.press("Enter")
    for _ in range(40):
        place = page.evaluate(
            "document.activeElement.closest('.play-hand, .play-buttons, .play-next-deal')?.className"
        )
        assert place, "the keyboard's place was lost"
        if place == "play-next-deal":
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if page.locator(".play-answer-refusal").is_visible():
            page.keyboard.press("ArrowRight")
            if page.evaluate(
                "document.activeElement === document.querySelector('.play-hand li:last-child button')"
            ):
                page.keyboard.press("Enter")
                page.wait_for_timeout(60)
                page.keyboard.press("Home")
    assert page.locator(".play-settlement").count()
    page.keyboard.press("Enter")  # the focus is on the next deal
    page.wait_for_function("() => !document.querySelector('.play-settlement')")


def test_the_keyboard_stays_at_the_table_while_others_act(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    page.focus("[data-action='A pass']")
    page.keyboard.press("Enter")  # B chooses, cards are dealt: several frames, and the button is gone
    page.wait_for_function("() => location.hash.includes('A_pass.B_choose')")
    page.wait_for_function("() => document.activeElement.closest('.play-hand, .play-buttons')")


def test_keys_move_and_ask(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=witryna&deal=przyklad&seat=A&played=A_pass.B_choose_H")
    page.wait_for_selector(".play-waits button", timeout=START)
    hand = ".play-hand button"
    assert page.locator(f"{hand}[tabindex='0']").count() == 1  # one stop for Tab, arrows for the rest
    page.keyboard.press("k")
    assert page.evaluate(f"document.activeElement === document.querySelector('{hand}')")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    held = page.locator(hand)
    assert page.evaluate("document.activeElement.dataset.card") == held.nth(held.count() - 2).get_attribute(
        "data-card"
    )
    page.keyboard.press("p")
    page.wait_for_selector(".play-answer-hint:visible")
    page.keyboard.press("Escape")
    assert not page.is_visible(".play-answer")
    page.keyboard.press("n")
    page.wait_for_selector(".play-answer-why:visible")
    assert page.evaluate("document.activeElement.matches('.play-answer')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('.play-board') !== null")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.play-undo').disabled")
    page.keyboard.press("c")
    page.wait_for_function("() => location.hash.endsWith('played=A_pass.B_choose_H')")
    page.click(".play-keys summary")
    told = page.locator(".play-keys kbd").all_inner_texts()
    assert {"K", "P", "N", "C", "A", "D", "Esc", "Enter"} <= set(told)


def test_a_hint_says_that_it_is_no_rule_and_can_be_followed(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=witryna&deal=przyklad&seat=A&played=A_pass.B_choose_H")
    page.wait_for_selector(".play-waits button", timeout=START)
    page.click(".play-hint")
    page.wait_for_selector(".play-answer-hint:visible")
    assert "Żadna reguła tego nie każe." in page.inner_text(".play-answer-hint")
    advised = page.locator(".play-hand .play-advised")
    card = advised.get_attribute("data-card")
    assert "card-barred" not in (advised.get_attribute("class") or "")
    page.click(".play-do")
    page.wait_for_function("card => location.hash.includes(`B_choose_H.${card}`)", arg=card)


def test_an_engine_that_fails_is_told_of_whatever_was_asked(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "ojciec", 0)
    page.evaluate("() => { Worker.prototype.postMessage = () => { throw new Error('gone for good'); }; }")
    page.click(".play-share")
    for button in (".play-hint", ".play-why", ".play-save", ".play-elsewhere > summary"):
        page.evaluate("document.querySelector('.play-error').hidden = true")
        page.click(button)
        page.wait_for_selector(".play-error:not([hidden])")
        assert "gone for good" in str(page.text_content(".play-error pre"))


def test_what_cannot_be_done_is_told_with_rule_and_source(
    visit: Visit, address: str, archive: Archive
) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=ojciec&deal=przyklad&seat=A&played=A_pass.B_choose_H")
    page.wait_for_selector(".play-waits button", timeout=START)
    page.click(".play-why")
    page.wait_for_selector(".play-answer-why:visible")
    barred = page.locator(".play-barred-list > div")
    assert barred.count() > 2
    throwing = page.locator(".play-barred-list > div", has_text="rzucić karty")
    assert throwing.locator(".play-refusal-rule a").get_attribute("href") == "rule/throw-in-who.html"
    throwing.locator("summary").click()
    source = throwing.locator(".play-source")
    assert source.locator(".quote, .pin-mark").is_visible()
    for place in barred.locator(".play-refusal-rule a").all():
        name = (place.get_attribute("href") or "").removeprefix("rule/").removesuffix(".html")
        assert name in archive.rules


def test_a_move_can_be_taken_back(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    before = page.locator(".play-hand .card").count()
    prompt = page.inner_text(".play-prompt")
    decide(page)
    page.click(".play-undo")
    page.wait_for_function("text => document.querySelector('.play-prompt').textContent === text", arg=prompt)
    assert page.locator(".play-hand .card").count() == before
    assert page.is_disabled(".play-undo")


def hand_and_table(page: Page) -> tuple[list[str], list[str], str]:
    """Return the cards held and on the table, and the prompt."""
    read = "nodes => nodes.map((node) => node.dataset.card)"
    return (
        page.eval_on_selector_all(".play-hand button", read),
        page.eval_on_selector_all(".play-centre .card", read),
        page.inner_text(".play-prompt"),
    )


def test_a_position_is_shared_by_its_address(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    sit_down(page, address + "play.html", "wikibooks-3", 2, 66)
    for _ in range(4):
        decide(page)
    seen = hand_and_table(page)
    page.click(".play-share")
    page.click(".play-copy")
    page.wait_for_selector(".play-copied:has-text('Skopiowano.')")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.url
    assert len(copied) < 400
    other = context.new_page()
    other.goto(copied)
    other.wait_for_selector(".play-waits, .play-go-on, .play-buttons button", timeout=START)
    assert hand_and_table(other) == seen
    assert not other.is_disabled(".play-undo")
    other.reload()
    other.wait_for_selector(".play-board:not([hidden]) .play-prompt:not(:empty)", timeout=START)
    assert hand_and_table(other) == seen
    with other.expect_download() as saved:
        other.click(".play-share")
        other.click(".play-save")
    record = read_record(saved.value.path().read_text(encoding="utf-8"))
    assert record.actions
    context.close()


def test_an_address_does_nothing_that_a_rule_forbids(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=witryna&deal=66&seat=B&dealer=A&played=C_choose_H")
    page.wait_for_selector(".play-answer-refusal", timeout=START)
    assert page.locator(".play-answer-refusal .play-refusal-rule a").get_attribute("href") == (
        "rule/choice-order.html"
    )
    page.goto(address + "play.html#rules=witryna&deal=66&seat=B&dealer=A&played=A_bogus")
    page.wait_for_selector(".play-answer-refusal:has-text('nie da się odczytać')")
    page.goto(address + "play.html#rules=nobody&deal=66&seat=B")
    page.wait_for_selector(".play-error:has-text('nie da się odczytać')")


MISREAD = [  # the end of an address, the part that is wrong, and what must be said of it
    ("rules=ojciec&deal=66&seat=D", "seat", "A, B, C."),
    ("rules=ojciec&deal=roznica-must-trump-must-free&seat=D", "seat", "A, B, C."),
    ("rules=ojciec&deal=66&seat=AB", "seat", "A, B, C."),
    ("rules=constructor&deal=66", "rules", "ojciec"),
    ("rules=__proto__&deal=66", "rules", "ojciec"),
    ("rules=toString&deal=66", "rules", "ojciec"),
    ("deal=66&seat=A", "rules", "ojciec"),
    (f"rules=ojciec&deal={'9' * 400}", "deal", "9007199254740991"),
    ("rules=ojciec&deal=9007199254740993", "deal", "9007199254740991"),
    ("rules=ojciec&deal=constructor", "deal", "przyklad"),
    ("rules=ojciec&deal=../../search", "deal", "przyklad"),
    ("rules=ojciec&deal=<img src=x>", "deal", "przyklad"),
    ("rules=wikibooks-4&deal=przyklad", "deal", ": 4."),
    ("rules=ojciec&deal=66&dealer=Z", "dealer", "A, B, C."),
    ("rules=ojciec&deal=66&dealer=D", "dealer", "A, B, C."),
    ("rules=ojciec&deal=przyklad&dealer=A", "dealer", ""),
    ("rules=ojciec&deal=66&persons=1", "persons", "3, 4."),
    ("rules=ojciec&deal=66&persons=-4", "persons", "3, 4."),
    ("rules=ojciec&deal=66&persons=1e9", "persons", "3, 4."),
    ("rules=ojciec&deal=66&persons=5", "persons", "3, 4."),
    ("rules=wikibooks-4&deal=66&persons=3", "persons", ": 4."),
    ("rules=wikibooks-2&deal=66&persons=4", "persons", ": 2."),
    ("rules=ojciec&deal=66&blind=yes", "blind", "1."),
    ("rules=ojciec&deal=66&reading=must", "reading", ""),
    ("rules=ojciec&deal=przyklad&reading=must", "reading", ""),
    ("rules=ojciec&deal=roznica-must-trump-must-free&reading=constructor", "reading", "must"),
]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_an_address_that_cannot_be_read_is_answered_in_words(visit: Visit, address: str, lang: str) -> None:
    """The part, its value and what is expected are named; neither Python nor what it would run is fetched."""
    page, say = visit.page, words.interface(lang)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(address + ("en/" if lang == "en" else "") + "play.html")
    for end, part, expected in MISREAD:
        page.evaluate("document.querySelector('.play-error').replaceChildren()")
        page.evaluate("end => { location.hash = end; }", end)
        page.wait_for_selector(".play-error p")
        told = page.inner_text(".play-error")
        value = dict(piece.split("=", 1) for piece in end.split("&")).get(part, "")
        key = "bad-part" if value else "no-part"
        value = value if len(value) <= 40 else value[:40] + "…"
        assert say["bad-address"] in told, end
        assert say[key].format(part=part, value=value) in told, end
        assert expected in told, end
        assert not re.search(
            r"Error|Traceback|\bnull\b|undefined|could not be started|Nie udało się", told
        ), end
        assert page.is_visible(".play-setup")
        assert page.is_enabled(".play-start")
        assert not page.is_visible(".play-board")
    assert not [url for url in fetched if url.endswith((".wasm", ".zip", "worker.js"))]
    assert page.locator(".play-error img").count() == 0


def test_no_table_stays_below_an_address_that_cannot_be_read(visit: Visit, address: str) -> None:
    page = visit.page
    good = "play.html#rules=ojciec&deal=9007199254740991&seat=A&dealer=B"
    page.goto(address + good)
    page.wait_for_selector(".play-waits, .play-go-on, .play-buttons button", timeout=START)
    cards = hand_and_table(page)
    page.click(".play-why")
    page.wait_for_selector(".play-answer:visible")
    page.goto(address + "play.html#rules=ojciec&deal=66&seat=D")
    page.wait_for_selector(".play-error p")
    assert page.is_visible(".play-setup")
    assert not page.is_visible(".play-answer")
    assert not page.is_visible(".play-board")
    page.go_back()
    page.wait_for_selector(".play-board:not([hidden]) .play-hand li")
    assert hand_and_table(page) == cards
    assert not page.is_visible(".play-error")
    assert "deal=9007199254740991&" in page.url


def test_a_step_of_the_example_is_a_seat_at_the_table(visit: Visit, address: str, archive: Archive) -> None:
    page = visit.page
    page.goto(address + "play.html")
    for _ in range(4):
        page.get_by_role("button", name="Dalej").click()
    page.click(".play-steps > li:not([hidden]) .play-from-here a")
    page.wait_for_selector(".play-board:not([hidden]) .play-log li", timeout=START)
    actions = archive.deals["przyklad"].data["actions"]
    assert isinstance(actions, list)
    played = page.url.partition("played=")[2].split(".")
    assert len(played) >= 4
    assert played[2] == str(actions[2]).split()[2]


def test_the_same_cards_part_elsewhere_and_can_be_played_on(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    play_to_the_end(page)
    page.click(".play-elsewhere summary")
    place = page.locator(".play-elsewhere [data-ruleset='wikibooks-3']")
    place.locator("a[href^='#']").wait_for(timeout=START)
    assert place.locator("a[href^='rule/']").count() > 0
    assert page.locator(".play-elsewhere [data-ruleset='wikibooks-2']").count() == 0
    place.locator("a[href^='#']").click()
    page.wait_for_function("() => location.hash.includes('rules=wikibooks-3')")
    page.wait_for_selector(".play-ruleset a[href$='wikibooks-3']")


def test_several_deals_are_played_with_a_running_score(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    play_to_the_end(page)
    first = page.locator(".play-settlement td").all_inner_texts()
    dealer = page.inner_text(".play-next-deal p >> nth=0")
    page.click(".play-next")
    page.wait_for_function("() => !document.querySelector('.play-settlement')")
    assert page.locator(".play-sheet tfoot td").all_inner_texts() == first
    told = page.locator(".play-log > ol > li").first.inner_text()
    assert re.findall(r": (\w+)\.", dealer)[0] == re.findall(r": (\w+)\.", told)[0]
    play_to_the_end(page)
    second = page.locator(".play-settlement td").all_inner_texts()
    sums = page.locator(".play-sheet tfoot td").all_inner_texts()
    numbers = [[Fraction(text.replace("−", "-")) for text in row] for row in (first, second, sums)]
    assert [one + two for one, two, _ in zip(*numbers, strict=True)] == numbers[2]


def test_those_who_listen_hear_sentences(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=witryna&deal=przyklad&seat=A&played=A_pass.B_choose_H")
    page.wait_for_selector(".play-waits button", timeout=START)
    names = page.eval_on_selector_all(".play-hand button", "nodes => nodes.map((n) => n.ariaLabel)")
    assert "król kier" in names
    decide(page)
    live = page.locator(".play-live[role=log][aria-live=polite]")
    told = live.locator("p").all_text_contents()
    assert any(
        re.fullmatch(r"B: (as|dziesiątka|król|dama|walet|dziewiątka) (trefl|karo|kier|pik)", t) for t in told
    )
    assert page.locator(".play-prompt[role=status]").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_finger_and_a_reader_of_any_eyesight_can_use_the_table(
    browser: Browser, address: str, root: Path, scheme: Any
) -> None:
    axe = (root / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme=scheme
    )
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    faults: list[str] = []

    def look(where: str) -> None:
        small = page.evaluate(SMALL_TARGETS)
        faults.extend(f"{where}: {size}" for size in small)
        page.evaluate(axe)
        for violation in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]:
            faults.append(f"{where}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            faults.append(f"{where}: {width} px wide")

    page.goto(address + "play.html")
    look("form")
    page.goto(address + "play.html#rules=ojciec&deal=66&seat=A&blind=1")
    page.wait_for_selector(".play-buttons button", timeout=START)
    look("in the dark")
    page.tap("[data-action$=no-blind]")
    page.wait_for_selector(".play-hand button")
    look("choice")
    for _ in range(3):
        decide(page)
    page.tap(".play-why")
    page.wait_for_selector(".play-answer-why:visible")
    look("what is not allowed")
    play_to_the_end(page)
    page.tap(".play-elsewhere > summary")
    page.wait_for_timeout(300)
    look("the end")
    page.goto(address + "play.html#rules=wikibooks-2&deal=7&seat=A&dealer=B")
    page.wait_for_selector(".play-stock:visible")
    look("two players")
    page.goto(address + "play.html#rules=wikibooks-4&deal=7&seat=A&dealer=D")
    page.wait_for_selector(".play-top:visible")
    look("four players")
    page.goto(
        address + "play.html#rules=witryna&deal=roznica-must-trump-must-free&seat=B&reading=free&played=C9"
    )
    page.wait_for_selector(".play-shows:visible")
    look("a composed position")
    page.tap(".play-open")
    page.tap(".play-open-do")
    page.wait_for_selector(".play-open-values", timeout=START)
    look("open cards")
    context.close()
    assert not faults


#: Buttons, fields and summaries at the table that are too small for a finger. Links within text may be smaller.
SMALL_TARGETS = """() => [...document.querySelectorAll('.play-board, .play-setup')].flatMap((place) =>
  [...place.querySelectorAll('button, summary, label, input[type=text], input[type=number]')])
  .filter((node) => node.checkVisibility() && !node.closest('.visually-hidden'))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width.toFixed()}×${box.height.toFixed()}`)"""


def test_what_is_printed_is_what_has_happened(visit: Visit, address: str) -> None:
    page = visit.page
    sit_down(page, address + "play.html", "witryna", 0)
    play_to_the_end(page)
    page.emulate_media(media="print")
    assert page.is_visible(".play-settlement")
    assert page.locator(".play-log > ol > li").last.is_visible()
    assert not page.is_visible(".play-tools")
    assert page.locator(".play-steps > li").last.is_visible()


def test_the_cases_of_a_rule_are_played_again_on_its_page(
    visit: Visit, address: str, archive: Archive
) -> None:
    page = visit.page
    page.goto(address + "rule/fourth-person.html")
    page.click("button.run-cases")
    count = len([case for case in archive.cases.values() if case.rule == "fourth-person"])
    page.wait_for_selector(f".run-cases-status:has-text('Zgadza się {count} z {count}.')", timeout=START)
    assert page.locator(".case .verdict-here .verdict-pass").count() == count


def test_english_page_plays_in_english(visit: Visit, address: str) -> None:
    sit_down(visit.page, address + "en/play.html", "witryna", 0)
    assert visit.page.inner_text(".play-prompt") == "Choose trumps or pass."


def test_recorded_example_works_without_script(browser: Browser, address: str, archive: Archive) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 850})
    page = context.new_page()
    page.goto(address + "play.html")
    actions = archive.deals["przyklad"].data["actions"]
    assert isinstance(actions, list)
    steps = page.locator(".play-steps > li")
    assert steps.count() == len(actions)
    assert all(step.is_visible() for step in steps.all())
    assert page.locator(".play-barred a").count() > 0
    assert page.is_visible(".play-no-script")
    context.close()


def test_recorded_example_is_stepped_through_without_loading_python(visit: Visit, address: str) -> None:
    page = visit.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + "play.html")
    page.get_by_role("button", name="Dalej").click()
    assert page.locator(".play-steps > li:visible").count() == 1
    assert page.inner_text(".play-stepper [role=status]").startswith("Krok 2 z ")
    assert not [url for url in asked if url.endswith((".wasm", ".zip"))]


class WithoutPython(QuietHandler):
    """Serves the site, but not Python's own file, as a host that has lost it would."""

    def do_GET(self) -> None:
        """Answer a request."""
        if self.path.endswith(".wasm"):
            self.send_error(404)
        else:
            super().do_GET()


def test_when_python_cannot_be_loaded_the_page_says_so(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    with serving(site, WithoutPython) as broken:
        page.goto(broken + "play.html")
        page.click(".play-start")
        page.wait_for_selector(".play-error:not([hidden])", timeout=START)
        assert "Nie udało się uruchomić" in page.inner_text(".play-error")
        page.get_by_role("button", name="Dalej").click()
        assert page.locator(".play-steps > li:visible").count() == 1
        assert page.inner_text(".play-stepper [role=status]").startswith("Krok 2 z ")
        page.goto(broken + "rule/throw-in.html")
        page.click("button.run-cases")
        page.wait_for_selector(".run-cases-status:has-text('Nie udało się')", timeout=START)
    context.close()


def test_what_is_loaded_is_as_large_as_the_page_says(site: Path) -> None:
    folder = site / "_static" / "play"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    loaded = [*manifest["files"], "worker.js", "book.pl.json"]
    size = sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in loaded)
    assert MEGABYTES - 0.5 < size / 1e6 < MEGABYTES + 0.3, f"{size / 1e6:.2f} MB"


def test_the_page_plays_with_the_packages_own_files(site: Path, root: Path) -> None:
    folder = site / "_static" / "play"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    parts = sources()
    for name, digest in manifest["sources"].items():
        own = b"" if name in HOLDERS else (root / "przemyskie66" / name).read_bytes()
        assert hashlib.sha256(own).hexdigest() == digest, name
    for part, files in parts.items():
        with zipfile.ZipFile(folder / part) as loaded:
            assert sorted(loaded.namelist()) == sorted(f"przemyskie66/{name}c" for name in files), part
    assert {"engine/play.py", "engine/legality.py"} <= set(parts["engine.zip"])
    assert {"engine/solver.py", "engine/search.py"} <= set(parts["solver.zip"])
    assert set(manifest["sources"]) == {*parts["engine.zip"], *parts["solver.zip"]}


def test_the_engine_is_compiled_to_the_same_bytes_each_time(site: Path, root: Path, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(root / "node_modules")
    for name, content in compiled(tmp_path, sources()).items():
        assert content == (site / "_static" / "play" / name).read_bytes(), name


def asked_in_pyodide(
    site: Path, root: Path, tmp_path: Path, requests: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return what the desk answers to *requests* in Pyodide, on the very files that the page loads."""
    asked = tmp_path / "requests.json"
    asked.write_text(json.dumps(requests), encoding="utf-8")
    folder = site / "_static" / "play"
    script = Path(__file__).with_name("run_cases_in_pyodide.mjs")
    command = [node(), str(script), str(pyodide_folder(root)), str(folder), str(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def test_rule_cases_hold_in_the_browsers_python(
    site: Path, root: Path, archive: Archive, tmp_path: Path
) -> None:
    """Run every rule case inside Pyodide, on the very files that the page loads."""
    rulesets = case_rulesets(archive)
    requests: list[dict[str, Any]] = [
        {"call": "case", "name": request["id"], **request, "ruleset": rulesets[request["ruleset"]]}
        for rule in archive.rules
        for request in cases_of(archive, rule)
    ]
    answers = asked_in_pyodide(site, root, tmp_path, requests)
    assert (
        len(answers)
        == len(requests)
        == sum(len(read_cases(path)) for path in (root / "tests" / "rules").glob("*.toml"))
    )
    assert [answer for answer in answers if not answer["ok"]] == []


def read_cases(path: Path) -> list[Any]:
    """Return the cases that a file holds."""
    cases: list[Any] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return cases


def test_everything_the_engine_says_has_words_in_both_languages() -> None:
    assert set(words.REFUSALS) == set(REFUSALS)
    for code, template in REFUSALS.items():
        data: dict[str, Any] = dict.fromkeys(re.findall(r"\{(\w+)\}", template), "A")
        data |= {"card": "HT", "legal": "H9 HT"}
        for lang in ("pl", "en"):
            sentence = words.say_refusal(Refusal("deck", "", code, data), "ABC", "ABC", lang)
            assert sentence, code


def test_everything_that_can_happen_or_be_done_has_words(root: Path) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (root / "przemyskie66/engine").glob("*.py"))
    kinds = set(re.findall(r'\bnote\(\s*"([a-z-]+)"', source))
    assert {"before-deal", "blind", "exchange", "zyd", "offer"} <= kinds
    assert kinds <= {*words.EVENTS, "outcome", "settlement", "position"}
    outcomes = re.findall(
        r'^[A-Z_]+ = "([a-z-]+)"', (root / "przemyskie66/engine/outcome.py").read_text(), re.M
    )
    assert set(outcomes) == set(words.OUTCOMES)
    seats = tuple("ABCD")
    for text in (
        "A choose H", "A choose warszawa", "A choose zyd H", "A pass", "A blind durch", "A blind zyd S", "A no-blind",
        "A name H", "A throw-in", "A double", "A surrender", "A play HK", "A play HK meld", "A announce", "A exchange",
        "A close", "A take hidden", "A take open",
    ):  # fmt: skip
        action = parse_action(text, seats)
        for lang in ("pl", "en"):
            assert words.label(action, lang)
            assert words.say_action(action, seats, lang)


Ask = Callable[..., dict[str, Any]]


def desk_of(ruleset: Json, **request: Any) -> tuple[Ask, dict[str, Any]]:
    """Return a desk that can be asked, and its first answer."""
    desk = Desk()

    def ask(call: str, **more: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(desk.answer(json.dumps({"call": call, **more})))
        return answer

    return ask, ask("start", lang="pl", ruleset=ruleset, **request)


def possible(frame: dict[str, Any]) -> list[str | None]:
    """Return all that the person may do: actions in text form, ``None`` to let the others go on."""
    found: list[str | None] = [button["action"] for group in frame["buttons"] for button in group["buttons"]]
    if frame["phase"] == "play" and frame["turn"] == frame["person"]:
        for item in frame["hand"]:
            if not item["barred"]:
                found += [way["action"] for way in item["ways"]] or [item["action"]]
    return [*found, None] if frame["can_go_on"] else found


def play_by_chance(ask: Ask, answer: dict[str, Any], chance: SplitMix64) -> dict[str, Any]:
    """Play the deal to its end; return the last frame. On the way ask all that can be asked."""
    for _ in range(200):
        frame: dict[str, Any] = answer["frames"][-1]
        if frame["phase"] == "over":
            return frame
        assert frame["waits"]
        for item in frame["hand"]:
            if item["barred"]:
                assert "refusal" in ask("act", action=item["action"])
        for barred in ask("why")["barred"]:
            assert barred["text"]
            assert barred["wishes"]
        hint = ask("hint")["hint"]
        choices = possible(frame)
        assert hint["action"] is None or hint["action"] in choices
        choice = chance.pick(choices)
        answer = ask("go-on") if choice is None else ask("act", action=choice)
    raise AssertionError("the deal did not end in 200 decisions")


PLAYING = ["instrukcja", "ojciec", "witryna", "wikibooks-2", "wikibooks-3", "wikibooks-4"]


def test_every_ruleset_that_plays_is_played_here(archive: Archive) -> None:
    playing = sorted(profile.id for profile in archive.profiles.values() if profile.refuses is None)
    assert playing == sorted(PLAYING)


@pytest.mark.parametrize("profile", PLAYING)
def test_whole_deals_are_played_shared_and_taken_back_at_the_table(archive: Archive, profile: str) -> None:
    ruleset = ruleset_json(archive, archive.profiles[profile])
    players = archive.profiles[profile].players
    for seed in range(24):
        seat, blind = seed % players, seed % 3 == 0
        ask, answer = desk_of(ruleset, seed=seed, seat=seat, blind=blind)
        last = play_by_chance(ask, answer, SplitMix64(seed))
        result, place = last["result"], last["place"]
        assert len(result["rows"]) == players
        assert result["rules"]
        assert len(result["dealt"]) == players + (players == 2)
        assert last["sheet"]["lines"][0]["points"] == [row["points"] for row in result["rows"]]
        # the address of any moment opens at that moment
        done = place["played"].split(".")
        for upto in (len(done) // 2, len(done)):
            told = {**place, "played": ".".join(done[:upto])}
            _, again = desk_of(ruleset, seed=seed, seat=seat, **told)
            assert "stopped" not in again
            if upto == len(done):
                assert again["frames"][-1]["result"] == result
        assert read_record(ask("record", title={"pl": "Próba", "en": "Trial"})["record"]).actions
        frame = ask("undo")["frames"][-1]
        while frame["can_undo"]:
            assert frame["phase"] != "over"
            frame = ask("undo")["frames"][-1]


@pytest.mark.parametrize("profile", ["ojciec", "instrukcja"])
def test_four_persons_play_several_deals_with_a_score_sheet(archive: Archive, profile: str) -> None:
    ruleset = ruleset_json(archive, archive.profiles[profile])
    ask, answer = desk_of(ruleset, seed=3, seat=1, persons=4)
    sums, entered = [Fraction(0)] * 4, 0
    for number in range(8):
        last = play_by_chance(ask, answer, SplitMix64(number))
        sheet = last["sheet"]
        assert len(sheet["lines"]) == number + 1
        points = [Fraction(text.replace("−", "-")) for text in sheet["lines"][-1]["points"]]
        sums = [old + new for old, new in zip(sums, points, strict=True)]
        assert [Fraction(text.replace("−", "-")) for text in sheet["lines"][-1]["scores"]] == sums
        assert sheet["sitting_out"] is not None
        replaced = sheet["may_replace"][0] if sheet["may_replace"] and sheet["person_comes_in"] else None
        answer = ask("next", seed=100 + number, **({"replace": replaced} if replaced else {}))
        frame = answer["frames"][-1]
        assert (frame["person"] is None) == (sheet["sitting_out"] == "Ty" and replaced is None)
        entered += bool(replaced or sheet["comes_in"])
    assert entered == (2 if profile == "instrukcja" else 0)  # his słup is three deals


def test_a_deal_is_compared_with_every_ruleset_for_as_many(archive: Archive) -> None:
    rulesets = {name: ruleset_json(archive, archive.profiles[name]) for name in PLAYING}
    parted = 0
    for name in ("ojciec", "witryna", "wikibooks-3"):
        for seed in range(6):
            ask, answer = desk_of(rulesets[name], seed=seed, seat=0, blind=seed % 2 == 0)
            last = play_by_chance(ask, answer, SplitMix64(seed))
            for other in ("instrukcja", "ojciec", "witryna", "wikibooks-3"):
                found = ask("compare", ruleset=rulesets[other])
                if other == name:
                    assert found == {"parts": False, "over": True}
                if not found["parts"]:
                    continue
                parted += 1
                assert (
                    last["place"]["played"].endswith(found["played"])
                    or found["played"] in last["place"]["played"]
                )
                assert found["here"] != found["there"] or found["rules"]
                _, on = desk_of(
                    rulesets[other], seed=seed, seat=0, played=found["played"], blind=found["blind"]
                )
                assert "stopped" not in on
    assert parted > 10


def test_what_others_draw_stays_hidden(archive: Archive) -> None:
    ruleset = ruleset_json(archive, archive.profiles["wikibooks-2"])
    ask, answer = desk_of(ruleset, seed=7, seat=0)
    frames = list(answer["frames"])
    for _ in range(6):
        frame = frames[-1]
        choice = next((text for text in possible(frame) if text and " play " in text), None)
        frames += (ask("act", action=choice) if choice else ask("go-on"))["frames"]
    drawn = [line for frame in frames for line in frame["log"] if line["kind"] == "draw"]
    assert drawn
    for line in drawn:
        named = [part["card"] for part in line["text"] if isinstance(part, dict)]
        assert len(named) == 1, "one's own card, and no other"


def test_the_price_shown_is_the_price_paid(archive: Archive) -> None:
    """What a full loss is said to cost is what a declarer who took nothing pays."""
    ruleset = ruleset_json(archive, archive.profiles["ojciec"])
    for calls, played in enumerate(["A_choose_H", "A_choose_H.B_double", "A_choose_H.B_double.A_double"]):
        _, answer = desk_of(ruleset, seed=2, seat=1, dealer="C", played=played)
        frame = answer["frames"][0]
        assert frame["stake"]["text"] == str(3 * 2**calls)
        assert ["base-stake", "three"] in frame["stake"]["rules"] or any(
            rule == "base-stake" for rule, _ in frame["stake"]["rules"]
        )


def test_the_book_tells_what_holds_in_one_phase_apart(site: Path, archive: Archive) -> None:
    book = json.loads((site / "_static" / "play" / "book.pl.json").read_text(encoding="utf-8"))
    told = book["rulesets"]["wikibooks-2"]
    assert told["apart"]
    for phase in told["json"]["phases"].values():
        for rule, reading in phase["readings"].items():
            if reading != told["json"]["readings"][rule]:
                assert reading in told["apart"][rule]
                assert reading in book["rules"][rule]["readings"]


def test_the_files_of_cases_are_what_the_archive_holds(site: Path, archive: Archive) -> None:
    folder = site / "_static" / "play" / "cases"
    rulesets = json.loads((folder / "rulesets.json").read_text(encoding="utf-8"))
    ids = []
    for path in folder.glob("*.json"):
        if path.stem != "rulesets":
            for request in json.loads(path.read_text(encoding="utf-8"))["cases"]:
                assert request["ruleset"] in rulesets
                ids.append(request["id"])
    assert sorted(ids) == sorted(archive.cases)


# --- open cards ------------------------------------------------------------------------------------

#: Moments of play of the example deal, its seat A being the person's: all kinds of games, and inside a trick.
MOMENTS = (
    "A_pass.B_choose_H",
    "A_pass.B_choose_H.D9.DQ",
    "A_choose_warszawa",
    "A_choose_H.A_choose_durch",
    "A_choose_H.A_choose_mizerka",
    "A_choose_H.A_choose_zyd_H",
)


def opened_at(archive: Archive, profile: str, lang: str = "pl", **request: Any) -> list[dict[str, Any]]:
    """Return the requests that set up a table and ask for open cards."""
    start = {"call": "start", "lang": lang, "ruleset": ruleset_json(archive, archive.profiles[profile])}
    return [start | request, {"call": "open"}]


def example_moments(archive: Archive) -> list[dict[str, Any]]:
    """Return the requests for all of :data:`MOMENTS`."""
    deal = dict(archive.deals["przyklad"].data)
    return [
        request
        for played in MOMENTS
        for request in opened_at(archive, "witryna", deal=deal, seat=0, played=played)
    ]


def test_open_cards_show_what_the_solver_finds(archive: Archive) -> None:
    ruleset = to_ruleset(archive, archive.profiles["witryna"])
    deal = read_record(archive.deals["przyklad"].data).deal
    desk = Desk()
    found = [json.loads(desk.answer(json.dumps(request))) for request in example_moments(archive)]
    laid = 0
    for start, shown in zip(found[::2], found[1::2], strict=True):
        assert "stopped" not in start
        game = Game.start(ruleset, deal, silent=True)
        for _, refusal in read_played(start["frames"][-1]["place"]["played"], game):
            assert refusal is None
        laid += len(game.table)
        solver = Solver.of(game)
        assert shown["wins"] == solver.wins()
        assert shown["pays"] == words.signed(points_to_json(solver.settlement()))
        if solver.game.contract in ("suit", "warszawa"):  # won by points
            assert shown["most"] == {"points": solver.maximum()}
        else:
            assert shown["most"] is None
        assert [tuple(pair) for pair in shown["rules"]] == list(solver.rests_on("settlement"))
        assert shown["aim"] in shown["rules"]
        # every trick names the moment at which it begins, and the line ends in what it is said to pay
        line = [move["card"] for trick in shown["tricks"] for move in trick["moves"] if not move.get("laid")]
        assert len(line) == len(solver.line("settlement"))
        on = game.copy()
        for trick in shown["tricks"]:
            assert write_played(on.actions) == trick["played"]
            for move in trick["moves"]:
                if not move.get("laid"):
                    assert list(read_played(move["card"] + "_meld" * move["meld"], on))[-1][1] is None
        assert on.phase == "over"
        ends = [words.signed(points_to_json(points)) for points in on.settlement()]
        assert [end["points"] for end in shown["ends"]] == ends
        assert [bool(move.get("laid")) for move in shown["tricks"][0]["moves"]].count(True) == len(game.table)
        assert solver.seat is not None
        assert ends[solver.seat] == shown["pays"]
    assert laid


def test_open_cards_are_worked_out_alike_in_the_browsers_python(
    site: Path, root: Path, archive: Archive, tmp_path: Path
) -> None:
    deal = dict(archive.deals["roznica-must-trump-must-free"].data)
    requests = [
        *example_moments(archive),
        *opened_at(archive, "witryna", deal=deal, seat=1, played="C9"),
        *opened_at(archive, "wikibooks-3", "en", seed=66, seat=1, played="B_pass.C_choose_S"),
        *opened_at(archive, "wikibooks-2", "en", seed=7, seat=0),
    ]
    desk = Desk()
    here = [json.loads(desk.answer(json.dumps(request))) for request in requests]
    there = asked_in_pyodide(site, root, tmp_path, requests)
    assert [{key: value for key, value in answer.items() if key != "name"} for answer in there[::2]] == here[
        ::2
    ]
    assert [answer.get("pays", answer.get("unsolved")) for answer in here[1::2]].count(None) == 0
    assert there[1::2] == here[1::2]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_where_open_cards_have_no_value_the_rule_is_named(archive: Archive, lang: str) -> None:
    desk = Desk()
    requests = opened_at(archive, "wikibooks-2", lang, seed=7, seat=0)
    *_, found = [json.loads(desk.answer(json.dumps(request))) for request in requests]
    assert found["unsolved"]["rule"] == "stock"
    assert found["unsolved"]["rule"] in archive.rules
    told = words.pick(words.UNSOLVED["cards are still drawn from the stock: the hands are not known"], lang)
    assert found["unsolved"]["text"] == [told]


def test_whatever_the_solver_refuses_has_words(root: Path) -> None:
    source = (root / "przemyskie66" / "engine" / "solver.py").read_text(encoding="utf-8")
    said = set()
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "message":
            told = part.value
        elif isinstance(part, ast.Call) and ast.unparse(part.func) in ("refuse", "SolverError"):
            told = part.args[0]
        else:
            continue
        if not isinstance(told, ast.Name):
            said.add(ast.unparse(told).strip("f'\"").replace("{terms.contract}", "{game}"))
    assert len(said) > 10
    assert said == set(words.UNSOLVED)
    for lang in ("pl", "en"):
        said_of_durch = "durch ends once it is decided: the cards are not all played"
        assert words.say_unsolved(said_of_durch, lang).endswith("durch.")


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_open_cards_are_asked_for_by_keyboard_and_told(
    visit: Visit, address: str, archive: Archive, lang: str
) -> None:
    page = visit.page
    place = "play.html#rules=witryna&deal=przyklad&seat=A&played=A_choose_warszawa"
    page.goto(address + ("en/" if lang == "en" else "") + place)
    page.wait_for_selector(".play-waits button", timeout=START)
    say = words.interface(lang)
    assert page.locator(".play-open[aria-keyshortcuts='o']").inner_text() == say["open"]
    page.keyboard.press("o")
    page.wait_for_selector(".play-answer-open:visible")
    assert say["open-warning"] in page.inner_text(".play-answer-open")
    assert not page.locator(".play-open-values").count()  # nothing is given away before one asks again
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.play-open-do')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".play-answer-open [role=status]")
    page.wait_for_selector(".play-open-values", timeout=START)
    assert page.evaluate("document.activeElement.matches('.play-answer[role=region]')")
    values = page.locator(".play-open-values dd").all_inner_texts()
    assert values[0] == f"{say['you']} ({say['declarer']})"
    assert values[1:3] == [say["open-loses"], "−6"]
    told = page.locator(".play-live[aria-live=polite] p").last.text_content() or ""
    assert say["open-done"] in told
    assert "−6" in told
    # what warszawa asks is the editors' choice: said, with its reason
    (pin,) = {answer for answer in archive.pins.values() if answer.rule == "warszawa-aim"}
    reason = pin.reason.en if lang == "en" else pin.reason.pl
    assert say["open-pinned-aim"] in page.inner_text(".play-answer-open .play-pinned")
    assert reason in page.inner_text(".play-answer-open .play-pinned")
    page.click(".play-answer-open summary")
    assert page.locator(".play-answer-open .play-decided .tag-pin").count() > 5
    tricks = page.locator(".play-open-line li")
    assert tricks.count() == 8
    tricks.nth(3).locator("a").click()
    page.wait_for_function("() => document.querySelectorAll('.play-hand button').length === 5")
    assert not page.is_visible(".play-answer")


def test_open_cards_without_a_value_name_the_rule_on_the_page(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=wikibooks-2&deal=7&seat=A&dealer=B")
    page.wait_for_selector(".play-waits button", timeout=START)
    page.click(".play-open")
    page.click(".play-open-do")
    page.wait_for_selector(".play-answer-open .play-refusal-rule", timeout=START)
    assert page.locator(".play-answer-open .play-refusal-rule a").get_attribute("href") == "rule/stock.html"
    assert page.locator(".play-answer-open .play-source").count() == 1


def test_work_on_open_cards_is_broken_off_and_the_table_stays_free(visit: Visit, address: str) -> None:
    page = visit.page
    page.goto(address + "play.html#rules=witryna&deal=przyklad&seat=A&played=A_pass.B_choose_H")
    page.wait_for_selector(".play-waits button", timeout=START)
    workers: list[Any] = []
    page.on("worker", lambda worker: workers.append(worker))
    page.click(".play-open")
    page.click(".play-open-do")
    page.wait_for_selector(".play-answer-open progress")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.play-live').textContent.includes('przerwane')")
    assert not page.is_visible(".play-answer")
    page.click(".play-open")
    page.click(".play-open-do")
    decide(page)  # playing on breaks it off too
    assert not page.is_visible(".play-answer-open")
    page.click(".play-open")
    page.click(".play-open-do")
    page.click(".play-again")  # so does leaving the table
    page.wait_for_timeout(200)
    assert len(workers) == 3
    assert not set(workers) & set(page.workers)  # they are gone
    assert len(page.workers) == 1


# --- deals that show what two readings change --------------------------------------------------------


def differences(archive: Archive) -> list[tuple[DealRecord, str]]:
    """Return every deal that shows a difference, with each of the readings that it sets side by side."""
    records = (read_record(deal.data) for deal in archive.deals.values())
    return [(record, name) for record in records for name in record.contrast.get("readings", ())]


def start_by(
    archive: Archive, record: DealRecord, reading: str, **request: Any
) -> tuple[Ask, dict[str, Any]]:
    """Return a desk at which *record* begins by *reading*, and its first answer."""
    rule = record.contrast["rule"]
    return desk_of(
        ruleset_json(archive, archive.profiles[record.ruleset]),
        deal=dict(archive.deals[record.id].data),
        rule=rule,
        reading=reading,
        value=archive.rules[rule].reading(reading).value,
        **request,
    )


def test_every_difference_is_played_at_the_table_by_each_of_its_readings(archive: Archive) -> None:
    """The link of each opens just before what is refused; the recorded moves end as the record says."""
    edition = Edition(archive, "pl")
    composed = tried = 0
    for record, reading in differences(archive):
        parts = dict(part.split("=") for part in difference_address(edition, record.id, reading).split("&"))
        assert (parts["deal"], parts["rules"], parts["reading"]) == (record.id, record.ruleset, reading)
        seat, blind = "ABCD".index(parts["seat"]), "blind" in parts
        ask, answer = start_by(
            archive, record, reading, seat=seat, blind=blind, played=parts.get("played", "")
        )
        assert "stopped" not in answer, record.id
        frame = answer["frames"][-1]
        position = record.position
        composed += position is not None
        assert ("before" in answer) == (position is not None)
        if position is not None and position.taken:
            taken = [(seat["tricks"], seat["points"], seat["melds"]) for seat in answer["before"]]
            assert taken == [(t.tricks, t.card_points, t.meld_points) for t in position.taken]
        expected = record.contrast["readings"][reading]
        refused = [told["refused"] for told in record.contrast["readings"].values() if "refused" in told]
        # where it is refused because it is another's turn, the table has gone on
        if refused and frame["place"]["played"] == parts.get("played", ""):
            tried += 1
            done = ask("act", action=refused[0]["action"])
            assert ("refusal" in done) == ("refused" in expected), record.id
            if "refused" in expected:
                assert done["refusal"]["rule"] == expected["refused"]["rule"]
            else:
                assert ask("undo")["frames"][-1]["hand"] == frame["hand"]
        _, whole = start_by(archive, record, reading, seat=seat, blind=blind, played=answer["recorded"])
        last = whole["frames"][-1]
        if "refused" in expected:
            assert whole["stopped"]["refusal"]["rule"] == expected["refused"]["rule"], record.id
            assert whole["stopped"]["refusal"]["text"]
        else:
            assert "stopped" not in whole, record.id
        if "settlement" in expected:
            points = [row["points"] for row in last["result"]["rows"]]
            assert points == [words.signed(points) for points in expected["settlement"].values()], record.id
            assert last["sheet"] is None  # it is no deal of a session: nobody deals on
    assert composed > 80
    assert tried > 30


def test_a_composed_position_is_played_shared_and_saved(archive: Archive) -> None:
    """At every table that begins with a position: to the end, back, again, by address, as a file."""
    seen = 0
    for record, reading in differences(archive)[::4]:
        ask, answer = start_by(archive, record, reading, seat=0)
        first = answer["frames"][-1]["place"]["played"]
        last = play_by_chance(ask, answer, SplitMix64(seen))
        _, again = start_by(
            archive, record, reading, seat=0, blind=last["place"]["blind"], played=last["place"]["played"]
        )
        assert again["frames"][-1]["result"] == last["result"], record.id
        saved = read_record(ask("record", title={"pl": "Próba", "en": "Trial"})["record"])
        assert (saved.deal, saved.position) == (record.deal, record.position)
        assert f"{record.contrast['rule']}={reading}" in saved.note["pl"]
        ruleset = under(
            archive,
            to_ruleset(archive, archive.profiles[record.ruleset]),
            record.contrast["rule"],
            reading,
        )
        points = [words.signed(points_to_json(number)) for number in replay(saved, ruleset).game.settlement()]
        assert points == [row["points"] for row in last["result"]["rows"]], record.id
        assert ask("again")["frames"][-1]["place"]["played"] == first
        seen += 1
    assert seen > 20


def test_a_deal_is_not_begun_by_rules_that_know_no_such_deal(archive: Archive) -> None:
    deal = dict(archive.deals["roznica-must-trump-must-free"].data)
    _, answer = desk_of(ruleset_json(archive, archive.profiles["wikibooks-4"]), deal=deal, seat=0)
    assert answer["impossible"] == "players"


@pytest.mark.parametrize(
    ("profile", "request_", "answer"),
    [
        ("ojciec", {"seed": 66, "seat": 3}, "seat 3: expected a whole number from 0 to 2"),
        ("ojciec", {"seed": 66, "seat": -1}, "seat -1: expected a whole number from 0 to 2"),
        ("ojciec", {"seed": None, "seat": 0}, f"seed None: expected a whole number from 0 to {2**53 - 1}"),
        (
            "ojciec",
            {"seed": 2**53, "seat": 0},
            f"seed {2**53}: expected a whole number from 0 to {2**53 - 1}",
        ),
        ("ojciec", {"seed": 6.5, "seat": 0}, f"seed 6.5: expected a whole number from 0 to {2**53 - 1}"),
        ("ojciec", {"seed": 66, "seat": 0, "persons": 1}, "persons 1: expected a whole number from 2 to 4"),
        ("ojciec", {"seed": 66, "seat": 0, "persons": -4}, "persons -4: expected a whole number from 2 to 4"),
        ("ojciec", {"seed": 66, "seat": 0, "persons": 10**9}, f"persons {10**9}: expected"),
        ("ojciec", {"seed": 66, "seat": 0, "dealer": "Z"}, "Z"),
        ("ojciec", {"seed": 66, "seat": 0, "dealer": "D"}, "D"),
        ("ojciec", {"seed": 66, "seat": 0, "rule": "x", "value": 1, "reading": "y"}, "x"),
        ("wikibooks-4", {"seed": 66, "seat": 0, "persons": 3}, None),
        ("wikibooks-2", {"seed": 66, "seat": 0, "persons": 4}, None),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_name(
    archive: Archive, profile: str, request_: dict[str, Any], answer: str | None
) -> None:
    """Nothing that the page could let through is answered by a fault: it is unreadable, or a rule forbids it."""
    _, found = desk_of(ruleset_json(archive, archive.profiles[profile]), **request_)
    if answer is None:
        assert found == {"impossible": "players"}
    else:
        assert list(found) == ["unreadable"]
        assert answer in found["unreadable"]


def test_a_composed_position_says_what_it_is_and_is_played_by_either_reading(
    visit: Visit, address: str, archive: Archive
) -> None:
    page = visit.page
    page.goto(address + "rule/must-trump.html")
    links = page.locator("#deal-roznica-must-trump-must-free a[href*='reading=']")
    assert links.count() == 2
    links.locator("xpath=self::*[contains(@href, 'reading=must')]").click()
    page.wait_for_selector(".play-shows", timeout=START)
    told = page.inner_text(".play-shows")
    assert "Położenie ułożone" in told
    assert "C – sztychy: 6, punkty kart: 111" in told
    assert page.locator(".play-shows a").get_attribute("href") == "rule/must-trump.html"
    pressed = page.locator(".play-readings [aria-pressed='true']")
    assert pressed.get_attribute("data-reading") == "must"
    letters = [text[:2] for text in page.locator(".play-readings button").all_inner_texts()]
    named = page.locator(".play-readings button").evaluate_all("nodes => nodes.map((n) => n.dataset.reading)")
    by_place = zip("ABC", archive.rules["must-trump"].readings, strict=False)  # as on the page of the rule
    places = {reading.id: f"{letter}." for letter, reading in by_place}
    assert letters == [places[name] for name in named]
    barred = page.locator(".play-hand .card-barred")
    assert barred.get_attribute("data-card") == "D9"
    barred.click()
    refusal = page.locator(".play-answer-refusal .play-refusal-rule a")
    assert refusal.get_attribute("href") == "rule/must-trump.html"
    page.click(".play-shows-recorded")
    page.wait_for_selector(".play-answer-refusal:has-text('Adres prowadzi dalej')")
    # by the other reading: what was played stays, the card is free, and the reading is said to be on trial
    page.click(".play-readings [data-reading=free]")
    page.wait_for_selector(".play-readings [data-reading=free][aria-pressed=true]")
    page.wait_for_selector(".play-hand [data-card=D9]:not(.card-barred)")
    assert page.url.endswith("reading=free&played=C9")
    assert "jedna reguła na próbę inaczej" in page.inner_text(".play-ruleset")
    page.click(".play-shows-recorded")
    page.wait_for_selector(".play-settlement")
    assert page.locator(".play-settlement td").all_inner_texts() == ["−6", "+3", "+3"]
    assert page.locator(".play-next").count() == 0
    page.click(".play-undo")
    page.wait_for_function("() => !document.querySelector('.play-settlement')")
    opened = page.url
    page.reload()
    page.wait_for_selector(".play-shows", timeout=START)
    page.wait_for_selector(".play-hand button")
    assert page.url == opened


def test_a_reading_on_trial_is_not_said_to_be_a_witnesss(
    visit: Visit, address: str, archive: Archive
) -> None:
    """A refusal by the reading on trial quotes nobody: this ruleset's source says something else."""
    record = read_record(archive.deals["roznica-undertrump-must-free"].data)
    own = to_ruleset(archive, archive.profiles[record.ruleset]).reading("undertrump")
    trial = next(name for name in record.contrast["readings"] if name != own)
    page = visit.page
    page.goto(address + f"play.html#rules={record.ruleset}&deal={record.id}&seat=A&reading={trial}")
    page.wait_for_selector(".play-shows", timeout=START)
    page.click(".play-shows-recorded")
    page.wait_for_selector(".play-settlement, .play-answer-refusal")
    if page.locator(".play-answer-refusal").count():
        assert "na próbę" in page.inner_text(".play-answer-refusal .play-source")
        assert page.locator(".play-answer-refusal .quote").count() == 0
    page.goto(address + f"play.html#rules={record.ruleset}&deal={record.id}&seat=A&reading=nonsense")
    page.wait_for_selector(".play-error:has-text('nie da się odczytać')")
