"""Built pages as tests read them: parsed, and with the spaces of the data."""

import re
from functools import cache
from pathlib import Path

from lxml import html

BOUND = re.compile(r"(?<!\w)([aiouwz])\u00a0(?=[\w„(]|\Z)", re.IGNORECASE)


@cache
def read_page(path: Path) -> html.HtmlElement:
    """Return the parsed page at *path*, its prose with spaces where the site has bound a word to the next."""
    page = html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()
    if page.get("lang") == "pl":
        unbind(page, prose=True)
    return page


def unbind(node: html.HtmlElement, *, prose: bool) -> None:
    """Undo what typography does, so that tests find the words of the data; words of sources are not touched."""
    if prose and node.text:
        node.text = BOUND.sub(r"\1 ", node.text)
    for child in node:
        unbind(child, prose=prose and child.get("lang") is None)
        if prose and child.tail:
            child.tail = BOUND.sub(r"\1 ", child.tail)
