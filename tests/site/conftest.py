"""The site built once from nothing, in a folder of its own, for all tests that read its pages."""

import fcntl
from functools import cache
from pathlib import Path

import pytest
from lxml import html

from przemyskie66.site import build


@cache
def read_page(path: Path) -> html.HtmlElement:
    """Return the parsed page at *path*."""
    return html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()


@pytest.fixture(scope="session")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both languages, built with every warning an error; test processes share one build."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):
        shared = shared.parent
    out, done = shared / "site", shared / "site.done"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            assert build(root, out, "all") == 0, "the site cannot be built; see the lines above"
            done.touch()
    return out


@pytest.fixture
def pages(site: Path) -> dict[str, html.HtmlElement]:
    """Every page by its address."""
    return {str(path.relative_to(site)): read_page(path) for path in sorted(site.rglob("*.html"))}
