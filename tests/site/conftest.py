"""The site built once from nothing, in a folder of its own, for all tests that read its pages; a server, a browser."""

import shutil
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from page_reading import read_page
from playwright.sync_api import Browser, sync_playwright
from site_support import once, serving

from przemyskie66.site import build

#: Milliseconds that a page may take: what is tested is what it does, not how busy the machine is.
PATIENCE = 120_000

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


def _patient(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make*, which opens a page or a context in a browser, with :data:`PATIENCE`."""

    @wraps(make)
    def made(*given: Any, **named: Any) -> Any:
        opened = make(*given, **named)
        opened.set_default_timeout(PATIENCE)
        return opened

    return made


Browser.new_context = _patient(Browser.new_context)  # type: ignore[method-assign]
Browser.new_page = _patient(Browser.new_page)  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both languages, built with every warning an error; test processes share one build."""

    def make(folder: Path) -> None:
        assert build(root, folder, "all") == 0, "the site cannot be built; see the lines above"

    return once(tmp_path_factory, "site", make)


@pytest.fixture
def pages(site: Path) -> dict[str, html.HtmlElement]:
    """Every page by its address."""
    return {str(path.relative_to(site)): read_page(path) for path in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address at which the site is served."""
    with serving(site) as served:
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
