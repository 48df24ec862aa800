"""The place of the playing table within a page: drawn at build time by the engine, played by script."""

from docutils import nodes

from przemyskie66.site.edition import Edition
from przemyskie66.site.html import el, mark, raw
from przemyskie66.site.play import render


def play(edition: Edition, deal: str) -> list[nodes.Node]:
    """Return the recorded deal *deal* as a table that also works without script."""
    record = edition.archive.deals.get(deal)
    if record is None:
        raise edition.archive.unknown("deal", deal)
    title = edition.pick(record.title)
    holder = el("div", raw(render(edition, deal)), id=f"deal-{deal}", class_="play")
    return [mark(holder, "deal", deal, title)]
