"""Take the pictures of the help pages from the built site: ``python scripts/help_pictures.py build/site``.

Each is a piece of a page, in both languages, in light colours, written to ``docs/help/NAME.LANGUAGE.webp``.
The header is never in a picture, so a change of navigation leaves them as they are.
"""

import base64
import shutil
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from przemyskie66.site.run import QuietHandler

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "help"
WIDTH = 560  #: CSS pixels; narrow, so that letters stay legible on a phone
SCALE = 1.5
MARGIN = 10

#: How Chromium, which takes PNG pictures only, writes one as WebP.
AS_WEBP = """async (png) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({type: "image/webp", quality: 0.82});
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


class Picture(NamedTuple):
    """A piece of a page: all that lies between the top of *first* and the bottom of *last*."""

    address: str
    first: str  #: CSS selectors
    last: str


PICTURES = {
    "rule": Picture("rule/throw-in.html", "h1", ".readings"),
    "voice": Picture("rule/throw-in.html", ".voice-ojciec", ".voice-ojciec"),
    "passage": Picture(
        "source/witryna.html#witryna-rozdanie-5-s1", "#witryna-rozdanie-5", "#witryna-rozdanie-5"
    ),
    "cite": Picture("rule/throw-in.html", "#cytowanie", "#cytowanie .cite"),
}


def wanted() -> list[tuple[str, str]]:
    """Return the name and language of every picture."""
    return [(name, language) for name in PICTURES for language in ("pl", "en")]


def take(browser: Browser, site: str, name: str, language: str, folder: Path) -> Path:
    """Take one picture from the site served at the address *site* and return its file in *folder*.

    :raises LookupError: if the page lacks the piece that is to be shown.
    """
    picture = PICTURES[name]
    context = browser.new_context(
        viewport={"width": WIDTH, "height": 900}, device_scale_factor=SCALE, color_scheme="light"
    )
    page = context.new_page()
    page.goto(site + ("en/" if language == "en" else "") + picture.address)
    top, bottom = page.locator(picture.first).first, page.locator(picture.last).first
    if not top.count() or not bottom.count():
        context.close()
        raise LookupError(f"{picture.address} ({language}) has no {picture.first} or no {picture.last}")
    scrolled = page.evaluate("scrollY")
    first, last = top.bounding_box(), bottom.bounding_box()
    assert first is not None
    assert last is not None
    start = first["y"] + scrolled - MARGIN
    height = last["y"] + scrolled + last["height"] + MARGIN - start
    png = page.screenshot(full_page=True, clip={"x": 0, "y": start, "width": WIDTH, "height": height})
    blank = context.new_page()  # the site's own pages allow no picture from elsewhere
    webp = base64.b64decode(blank.evaluate(AS_WEBP, base64.b64encode(png).decode()))
    context.close()
    path = folder / f"{name}.{language}.webp"
    unfinished = path.with_suffix(".new")
    unfinished.write_bytes(webp)
    unfinished.replace(path)
    return path


def main(site: Path) -> None:
    """Take all pictures of the help from the site in the folder *site*; say so and stop where something is missing."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is missing: apt-get install chromium")
    if not (site / "index.html").is_file():
        sys.exit(f"{site} holds no site: make build, or name the folder of one")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, language in wanted():
            file = take(browser, f"http://127.0.0.1:{server.server_port}/", name, language, FOLDER)
            print(f"{file.name}: {file.stat().st_size} bytes")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site"))
