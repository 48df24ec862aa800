"""HTML elements as document nodes: the pages of the data files are built from these.

``el("p", "text", class_="note")`` reads like the HTML that it becomes, yet its text and links are
ordinary nodes, so search, cross-references and their checks come from Sphinx unchanged.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxTranslator
from sphinx.writers.html5 import HTML5Translator

Child: TypeAlias = "nodes.Node | str | Iterable[Child] | None"
Marked = TypeVar("Marked", bound=nodes.Element)

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Mark(NamedTuple):
    """That a node is an object of the archive, and where links to it lead."""

    kind: str
    name: str
    anchor: str  #: empty for a whole page
    title: str


class element(nodes.General, nodes.Inline, nodes.TextElement):
    """Any HTML element: ``tag`` is its name, ``html`` its attributes in order."""


def flatten(child: Child) -> list[nodes.Node]:
    """Return *child* as a flat list of nodes; strings become text, ``None`` becomes nothing."""
    if child is None:
        return []
    if isinstance(child, str):
        return [nodes.Text(child)] if child else []
    if isinstance(child, nodes.Node):
        return [child]
    return [node for part in child for node in flatten(part)]


def joined(children: Iterable[Child], separator: str = ", ") -> list[Child]:
    """Return *children* with *separator* between them."""
    return [
        part for index, child in enumerate(children) for part in ((separator, child) if index else (child,))
    ]


def el(tag: str, *children: Child, **attributes: str | bool | None) -> element:
    """Return the element *tag*.

    Attribute names are written with ``_`` for ``-`` and may end in ``_`` (``class_``); ``True``
    stands for an attribute without value, ``False`` and ``None`` for its absence.
    """
    html = {
        name.rstrip("_").replace("_", "-"): value
        for name, value in attributes.items()
        if value is not None and value is not False
    }
    node = element(tag=tag, html=html)
    if isinstance(html.get("id"), str):
        node["ids"] = [html["id"]]
    node += flatten(children)
    return node


def section(anchor: str, title: Child, *children: Child, classes: Iterable[str] = ()) -> nodes.section:
    """Return a section of a page: it stands in the page's table of contents and in the search index."""
    node = nodes.section(ids=[anchor], classes=list(classes))
    heading = nodes.title()
    heading += flatten(title)
    node += heading
    node += flatten(children)
    return node


def ref(
    kind: str, target: str, *content: Child, quote: str = "", class_: str = "", tooltip: str = ""
) -> addnodes.pending_xref:
    """Return a link to the object *target* of *kind*; with no *content* it shows the object's title.

    With *quote*, the link asks the browser to find and mark these words (a text fragment). A link
    whose content may be hidden is named by its *tooltip*.
    An unknown target is a warning, and so fails a strict build.
    """
    node = addnodes.pending_xref(
        refdomain="p66", reftype=kind, reftarget=target, refexplicit=bool(content), refwarn=True
    )
    node["quote"] = quote
    node["link_class"] = class_
    node["tooltip"] = tooltip
    node += flatten(content) or [nodes.Text(target)]
    return node


def page(docname: str, anchor: str, *content: Child) -> addnodes.pending_xref:
    """Return a link to a page of the site by its name, and to a place on it."""
    return ref("page", f"{docname}#{anchor}" if anchor else docname, *content)


def mark(node: Marked, kind: str, name: str, title: str, *, whole_page: bool = False) -> Marked:
    """Say that *node* is the object *name* of *kind*: links to it lead to its id, or to its page."""
    anchor = "" if whole_page else node["ids"][0]
    node["p66"] = [*marks(node), Mark(kind, name, anchor, title)]
    return node


def marks(node: nodes.Element) -> list[Mark]:
    """Return what *node* has been marked as."""
    found: list[Mark] = node.get("p66", [])
    return found


def toctree(parent: str, members: list[str]) -> addnodes.toctree:
    """Return an unseen table of contents: it gives *members* their parent and their neighbours."""
    return addnodes.toctree(
        parent=parent,
        entries=[(None, member) for member in members],
        includefiles=list(members),
        maxdepth=1,
        caption=None,
        glob=False,
        hidden=True,
        includehidden=False,
        numbered=0,
        titlesonly=True,
    )


def unsearched(node: Marked) -> Marked:
    """Keep the words of *node* out of the search index: they speak of searching, not of the game."""
    node["classes"].append("no-search")
    return node


class indexed(nodes.Invisible, nodes.Element):
    """Words that the search index reads and no page shows."""


def searched(node: Marked, words: str) -> list[nodes.Node]:
    """Put *words* into the search index instead of the text of *node*, in which markup cuts words up."""
    holder = indexed()
    holder += nodes.Text(words)
    return [unsearched(node), holder]


def raw(html: str) -> nodes.raw:
    """Return *html* as it stands."""
    return nodes.raw("", html, format="html")


def visit_element(self: HTML5Translator, node: element) -> None:
    """Write the start tag; void elements have no other."""
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{self.attval(value)}"'
        for name, value in node["html"].items()
    )
    self.body.append(f"<{node['tag']}{attributes}>")


def depart_element(self: HTML5Translator, node: element) -> None:
    """Write the end tag; block elements end their line."""
    if node["tag"] not in VOID:
        self.body.append(f"</{node['tag']}>")
    if node["tag"] in {"p", "div", "li", "dd", "dt", "tr", "table", "blockquote", "section", "details"}:
        self.body.append("\n")


def skip(self: SphinxTranslator, node: indexed) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def pass_through(self: SphinxTranslator, node: element) -> None:
    """Other builders write the text alone."""
