"""The play page in a real browser: a deal played to its end, a card refused, and nothing fetched from elsewhere.

The site that all tests share is served on 127.0.0.1. Without Chromium these tests fail; they are
never skipped, since nothing else shows that the page plays.
"""

import gzip
import json
import re
import shutil
import subprocess
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from przemyskie66.engine import REFUSALS, Refusal
from przemyskie66.rulebook import Archive, ruleset_json, with_option
from przemyskie66.site.play import MEGABYTES, words
from przemyskie66.site.play.bundle import engine_zip, node, pyodide_folder
from przemyskie66.site.play.table import Desk
from przemyskie66.site.run import QuietHandler

#: Milliseconds for Python to start in the page; two cores are shared with the other tests.
START = 120_000

#: What Chromium needs in a container, and no calls home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def serving(site: Path, handler: type[QuietHandler]) -> Iterator[str]:
    """Serve the built site on a free port of this machine; return the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address at which the built site is served."""
    with serving(site, QuietHandler) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium."""
    chromium = shutil.which("chromium")
    assert chromium is not None, "Chromium is missing: apt-get install chromium (make test does it for root)"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


class Visit:
    """A page, and what went wrong or abroad while it was open."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.abroad: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self._note_request(request.url, address))
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url}"))

    def _note_request(self, url: str, address: str) -> None:
        if not url.startswith((address, "blob:", "data:")):
            self.abroad.append(url)

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
    """Make the next decision: go on, choose, or play the first card that is allowed, with its meld."""
    before = page.locator(".play-log li").count()
    if page.locator(".play-go-on").count():
        page.click(".play-go-on")
    elif page.locator(".play-buttons [data-action*=choose]").count():
        page.locator(".play-buttons [data-action*=choose]").first.click()
    else:
        page.locator(".play-hand .card:not(.card-barred)").first.click()
        page.wait_for_timeout(30)
        meld = page.locator(".play-buttons [data-action$=meld]")
        if meld.count():
            meld.first.click()
    page.wait_for_function(
        "n => document.querySelectorAll('.play-log > ol > li').length > n || document.querySelector('.play-go-on')",
        arg=before - page.locator(".play-log li li").count(),
    )


def play_to_the_end(page: Page) -> None:
    """Decide until the result stands on the page."""
    for _ in range(60):
        if page.is_visible(".play-result"):
            return
        decide(page)
    raise AssertionError("the deal did not end in 60 decisions")


@pytest.mark.parametrize("visit", [1200, 390], indirect=True, ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("ruleset", "seat", "seed"), [("ojciec", 0, None), ("wikibooks-3", 1, 66)], ids=["ojciec", "wikibooks-3"]
)
def test_a_deal_is_played_to_its_settlement(
    visit: Visit, address: str, ruleset: str, seat: int, seed: int | None
) -> None:
    sit_down(visit.page, address + "play.html", ruleset, seat, seed)
    play_to_the_end(visit.page)
    points = visit.page.locator(".play-result td").all_inner_texts()
    assert len(points) == 3
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
    refusal = page.locator(".play-refusal")
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
        if page.is_visible(".play-result"):
            break
        place = page.evaluate("document.activeElement.closest('.play-hand, .play-buttons')?.className")
        assert place, "the keyboard's place was lost"
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if page.is_visible(".play-refusal"):
            page.keyboard.press("ArrowRight")
            if page.evaluate(
                "document.activeElement === document.querySelector('.play-hand li:last-child button')"
            ):
                page.keyboard.press("Enter")
                page.wait_for_timeout(60)
                for _ in range(8):
                    page.keyboard.press("ArrowLeft")
    assert page.is_visible(".play-result")


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
    assert page.locator(".play-steps > li:visible").count() == 1
    context.close()


def test_what_is_loaded_is_as_large_as_the_page_says(site: Path) -> None:
    folder = site / "_static" / "play"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    loaded = [*manifest["files"], "worker.js", "book.pl.json"]
    size = sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in loaded)
    assert MEGABYTES - 0.5 < size / 1e6 < MEGABYTES + 0.3, f"{size / 1e6:.2f} MB"


def test_engine_zip_is_the_same_bytes_each_time(site: Path) -> None:
    assert engine_zip() == engine_zip() == (site / "_static" / "play" / "engine.zip").read_bytes()


def test_rule_cases_hold_in_the_browsers_python(
    site: Path, root: Path, archive: Archive, tmp_path: Path
) -> None:
    """Run every rule case inside Pyodide, on the very files that the page loads."""
    requests: list[dict[str, Any]] = []
    for case in archive.cases.values():
        rule = archive.rules[case.rule]
        ruleset = ruleset_json(archive, archive.profiles[case.ruleset])
        value: Any = rule.reading(case.reading).value
        requests.append(
            {
                "call": "case",
                "name": case.id,
                "case": dict(case.data),
                "ruleset": with_option(ruleset, rule.id, value, case.reading),
            }
        )
    asked = tmp_path / "requests.json"
    asked.write_text(json.dumps(requests), encoding="utf-8")
    folder = site / "_static" / "play"
    script = Path(__file__).with_name("run_cases_in_pyodide.mjs")
    command = [node(), str(script), str(pyodide_folder(root)), str(folder), str(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    answers = json.loads(done.stdout)
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


@pytest.mark.parametrize("profile", ["ojciec", "instrukcja", "witryna", "wikibooks-3"])
def test_whole_deals_are_played_and_taken_back_at_the_table(archive: Archive, profile: str) -> None:
    ruleset = ruleset_json(archive, archive.profiles[profile])
    for seed in range(12):
        desk = Desk()

        def ask(call: str, desk: Desk = desk, **request: Any) -> dict[str, Any]:
            answer: dict[str, Any] = json.loads(desk.answer(json.dumps({"call": call, **request})))
            return answer

        answer = ask("start", lang="pl", ruleset=ruleset, seed=seed, seat=seed % 3)
        while answer["frames"][-1]["phase"] != "over":
            frame = answer["frames"][-1]
            assert frame["waits"]
            for item in frame["hand"]:
                if item["barred"]:
                    assert "refusal" in ask("act", action=item["action"])
            if frame["can_go_on"]:
                answer = ask("go-on")
            elif frame["phase"] == "choice":
                answer = ask("act", action=frame["buttons"][seed % len(frame["buttons"])]["action"])
            else:
                item = next(item for item in frame["hand"] if not item["barred"])
                answer = ask("act", action=item["ways"][-1]["action"] if item["ways"] else item["action"])
        result = answer["frames"][-1]["result"]
        assert len(result["rows"]) == 3
        assert result["rules"]
        while (frame := ask("undo")["frames"][-1])["can_undo"]:
            assert frame["phase"] != "over"
