"""The label of the editors' choice, wherever an answer rests on one."""

from docutils import nodes

from przemyskie66.site.edition import GAMES, Edition
from przemyskie66.site.html import ref


def pin_tag(edition: Edition, pin: str, game: str = "") -> nodes.Node:
    """Return the label that leads to the choice *pin*; it says for which *game*, where that is given."""
    scope = f": {edition.word(GAMES, game)}" if game else None
    return ref("pin", pin, edition.say("wybór redakcji", "editors’ choice"), scope, class_="tag tag-pin")
