"""Polish typography of the editors' prose: no line ends with a word of one letter.

Words of sources are left as they stand: they bear their language, or stand in quotation marks.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

from przemyskie66.site.html import element

#: A word of one letter with the space before the next word; or words in quotation marks, which are passed over.
ONE_LETTER = re.compile(r"„[^”]*(?:”|\Z)|(?<!\w)([aiouwz]) (?=[\w„(]|\Z)", re.IGNORECASE)

#: What is no prose.
VERBATIM = (nodes.literal, nodes.literal_block, nodes.raw, nodes.comment, nodes.Invisible)
VERBATIM_TAGS = frozenset({"code", "pre", "kbd"})


def bind_words(app: Sphinx, doctree: nodes.document) -> None:
    """Bind words of one letter to the next throughout a Polish page that has just been read."""
    if app.config.language == "pl":
        _bind(doctree)


def bound(text: str) -> str:
    """Return *text* with a no-break space after each word of one letter."""
    return ONE_LETTER.sub(lambda found: f"{found[1]}\u00a0" if found[1] else found[0], text)


def _bind(node: nodes.Element) -> None:
    if isinstance(node, VERBATIM):
        return
    if isinstance(node, element) and (node["tag"] in VERBATIM_TAGS or "lang" in node["html"]):
        return
    for child in list(node.children):
        if isinstance(child, nodes.Text):
            if (text := bound(str(child))) != child:
                node.replace(child, nodes.Text(text))
        elif isinstance(child, nodes.Element):
            _bind(child)
