"""What every page of the site must pass: valid HTML, its own policy, its weight, paper, and the same bytes each time."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal
from urllib.parse import urldefrag

import pytest
from lxml import html
from playwright.sync_api import Browser

from przemyskie66.site.pages import CSP, CSP_PLAY

Pages = dict[str, html.HtmlElement]

#: What a page of each type may weigh, in bytes of HTML after compression; the first that fits the address holds.
#: Whole texts, and lists of everything, are long by nature.
HEAVIEST = {
    r"rule/": 15_000,
    r"source/": 62_000,
    r"cite/": 65_000,
    r"witness/": 40_000,
    r"(corrections|glossary)\.html": 40_000,
    r"code/": 30_000,
    r"": 20_000,
}
#: What its styles and scripts may weigh together. Pictures come by and by, as they are scrolled to; the index of the
#: search is held to its own limit, with the tests of the search.
HEAVIEST_ASSETS = 30_000
#: The same for the page of the table, which is there to play: its scripts are all of it.
HEAVIEST_TABLE = 33_000
INDEX = "search-index.js"

#: What vnu remarks on that is meant, or that it cannot judge from files.
REMARKS = (
    r"The “list” role is unnecessary",  # Safari forgets that a list without bullets is one
    r"Trailing slash on void elements",  # Sphinx's own tags
    r"Resource violates Content Security Policy .* (external|image) ",  # 'self' is no server here; Chromium judges below
    r"Inline script violates Content Security Policy",  # data for catalogues: nothing that runs
)


def within_language(name: str) -> str:
    return name.removeprefix("en/")


def limit(limits: dict[str, int], name: str) -> int:
    return next(most for pattern, most in limits.items() if re.match(pattern, within_language(name)))


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


# --- the pages as files -------------------------------------------------------------------------------


def test_every_page_is_valid_html(site: Path, root: Path) -> None:
    java = shutil.which("java")
    assert java is not None, (
        "Java is missing: apt-get install default-jre-headless (make test does it for root)"
    )
    jar = root / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
    done = subprocess.run(
        [
            java,
            "-Xmx768m",
            "-jar",
            jar,
            "--format",
            "json",
            "--skip-non-html",
            "--no-langdetect",
            "--exit-zero-always",
            site,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    messages = json.loads(done.stderr)["messages"]
    assert messages, "vnu looked at nothing"
    faults = [
        f"{Path(message['url']).relative_to(site.as_uri().replace('file://', 'file:'))}"
        f":{message.get('lastLine')}: {message['message']} {message.get('extract', '')[:120]}"
        for message in messages
        if not any(re.match(remark, message["message"]) for remark in REMARKS)
    ]
    assert not faults, faults[:10]


def test_every_page_has_the_policy_of_its_kind(pages: Pages) -> None:
    for name, page in pages.items():
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        plays = bool(page.xpath("//script[contains(@src, '/play/')]"))
        assert policy == (CSP_PLAY if plays else CSP), name
        # what stands before the policy is not held by it
        assert not page.xpath(
            "//meta[@http-equiv]/preceding::script | //meta[@http-equiv]/preceding::link"
        ), name
    assert "unsafe-inline" not in CSP_PLAY
    assert "'unsafe-eval'" not in CSP_PLAY
    assert "http" not in CSP_PLAY


def test_no_page_is_heavier_than_its_type_may_be(site: Path, pages: Pages) -> None:
    heavy = {name: weight for name in pages if (weight := packed(site / name)) > limit(HEAVIEST, name)}
    assert not heavy


def test_no_page_loads_more_than_it_may(site: Path, pages: Pages) -> None:
    known: dict[Path, int] = {}
    for name, page in pages.items():
        loaded = {
            ((site / name).parent / urldefrag(str(target)).url.split("?")[0]).resolve()
            for target in page.xpath("//script/@src | //link[@rel='stylesheet' or @rel='icon']/@href")
        }
        total = sum(known.setdefault(path, packed(path)) for path in loaded if path.name != INDEX)
        most = HEAVIEST_TABLE if Path(name).name == "play.html" else HEAVIEST_ASSETS
        assert total <= most, name
        assert not page.xpath("//img[not(@loading='lazy')]"), name


def test_another_build_on_two_cores_gives_the_same_bytes(site: Path, root: Path, tmp_path: Path) -> None:
    again = tmp_path / "site"
    build = "import sys; from pathlib import Path; from przemyskie66.site import build; "
    build += "sys.exit(build(Path(sys.argv[1]), Path(sys.argv[2]), 'all', jobs=2))"
    # a process of its own: Sphinx forks, and the servers of other tests run in threads
    subprocess.run([sys.executable, "-c", build, root, again], check=True)
    first, second = (
        {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
        for folder in (site, again)
    )
    assert set(first) == set(second)
    differ = [str(name) for name in first if first[name].read_bytes() != second[name].read_bytes()]
    assert not differ


# --- on paper -----------------------------------------------------------------------------------------

#: What leads elsewhere or does something: of no use on paper.
NAVIGATION = (
    "nav, form, button, input, header a:not(.site-name), footer a:not([rel='license']), .skip, .headerlink"
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "leads_to"),
    [
        ("rule/throw-in.html", "source/witryna.html#witryna-rozdanie-5-s1"),
        ("source/witryna.html", "rule/throw-in.html#claim-ojciec-throw-in"),
        ("en/rule/throw-in.html", "en/source/witryna.html#witryna-rozdanie-5-s1"),
        ("en/source/witryna.html", "en/rule/throw-in.html#claim-ojciec-throw-in"),
    ],
)
def test_paper_has_the_text_and_its_links_and_no_navigation(
    browser: Browser, address: str, name: str, leads_to: str, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(address + name)
    pdf = page.pdf()
    page.emulate_media(media="print")
    shown = f"[...document.querySelectorAll({NAVIGATION!r})].filter((node) => node.checkVisibility())"
    assert page.evaluate(f"{shown}.map((node) => node.outerHTML)") == []
    # links of the text are told from other words, and dark ink stands on white paper in either scheme
    links = "[...document.querySelectorAll('main p > a:not(.tag)')].filter((node) => node.checkVisibility())"
    assert set(page.evaluate(f"{links}.map((node) => getComputedStyle(node).textDecorationLine)")) == {
        "underline"
    }
    assert max(map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).color")))) < 80
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    context.close()
    assert f"/URI ({address}{leads_to}".encode() in pdf


# --- in the browser -----------------------------------------------------------------------------------


def test_the_policy_holds_in_the_browser(browser: Browser, address: str) -> None:
    """A page that breaks its policy is told so: without this, no complaint would mean nothing."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}rule/throw-in.html")
    assert not complaints
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('img'), {src: 'https://example.org/x.png'}))"
    )
    page.wait_for_timeout(200)
    assert any("Content Security Policy" in complaint for complaint in complaints)
    context.close()
