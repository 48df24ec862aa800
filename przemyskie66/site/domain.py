"""The domain ``p66``: what can be linked to by id, in these pages and from other Sphinx projects.

Every record of the archive is an object of its kind. An id that no page bears is a warning, so a
strict build (``-n -W``) fails on it.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import NamedTuple, cast
from urllib.parse import quote as percent_encode

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from przemyskie66 import __version__

logger = logging.getLogger(__name__)

KINDS = (
    "rule",
    "reading",
    "claim",
    "pin",
    "parallel",
    "witness",
    "source",
    "passage",
    "correction",
    "term",
    "ruleset",
    "case",
    "deal",
)


class Place(NamedTuple):
    """Where an object stands and what a link to it shows."""

    docname: str
    anchor: str  #: empty for a whole page
    title: str


@dataclass
class SearchPlace:
    """Where a search can lead, and the words that stand there, block by block."""

    kind: str  #: kind of record, or ``section``
    name: str  #: id of the record; empty for a section
    anchor: str  #: empty for the page itself
    title: str = ""  #: what it is headed, where that is its own
    blocks: list[tuple[str, bool]] = field(default_factory=list)  #: words, and whether they are Polish


class ArchiveDomain(Domain):
    """Rules, readings, claims, pins, witnesses, sources, passages, rulesets, cases and deals."""

    name = "p66"
    label = "Przemyskie 66"
    # plain class attributes, as the base class has them
    object_types = {kind: ObjType(kind, kind) for kind in KINDS}  # noqa: RUF012
    roles = {kind: XRefRole(innernodeclass=nodes.inline) for kind in (*KINDS, "page")}  # noqa: RUF012
    initial_data = {"objects": {}, "parts": {}, "places": {}}  # noqa: RUF012
    data_version = 2

    @property
    def objects(self) -> dict[tuple[str, str], Place]:
        """All objects, by kind and id."""
        return cast("dict[tuple[str, str], Place]", self.data["objects"])

    @property
    def parts(self) -> dict[str, dict[tuple[str, str], str]]:
        """Digest of each part drawn from the archive, by page, then by name and argument."""
        return cast("dict[str, dict[tuple[str, str], str]]", self.data["parts"])

    @property
    def places(self) -> dict[str, list["SearchPlace"]]:
        """What a search finds on each page."""
        return cast("dict[str, list[SearchPlace]]", self.data["places"])

    def note(self, kind: str, name: str, title: str, anchor: str = "") -> None:
        """Record that the page being read holds the object *name* of *kind*."""
        docname = self.env.current_document.docname
        other = self.objects.get((kind, name))
        if other is not None and other.docname != docname:
            logger.warning(
                "%s %r stands on two pages: %s and %s",
                kind,
                name,
                other.docname,
                docname,
                type="p66",
                subtype="duplicate",
                location=docname,
            )
        self.objects[kind, name] = Place(docname, anchor, title)

    def clear_doc(self, docname: str) -> None:
        """Forget what the page *docname* held."""
        for key in [key for key, place in self.objects.items() if place.docname == docname]:
            del self.objects[key]
        self.parts.pop(docname, None)
        self.places.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, object]) -> None:
        """Take over what another process read from *docnames*."""
        for key, place in cast("dict[tuple[str, str], Place]", otherdata["objects"]).items():
            if place.docname in docnames:
                self.objects[key] = place
        for docname, parts in cast("dict[str, dict[tuple[str, str], str]]", otherdata["parts"]).items():
            if docname in docnames:
                self.parts[docname] = parts
        for docname, places in cast("dict[str, list[SearchPlace]]", otherdata["places"]).items():
            if docname in docnames:
                self.places[docname] = places

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return the link, or ``None`` if nothing of that kind bears the id."""
        place = self._page(env, target) if typ == "page" else self.objects.get((typ, target))
        if place is None:
            return None
        link = nodes.reference(internal=True, classes=[node["link_class"]] if node.get("link_class") else [])
        uri = "" if place.docname == fromdocname else builder.get_relative_uri(fromdocname, place.docname)
        if node.get("tooltip"):
            link["reftitle"] = node["tooltip"]
        fragment = place.anchor + text_fragment(node.get("quote", ""))
        link["refuri"] = f"{uri}#{fragment}" if fragment or not uri else uri
        link += (
            [child.deepcopy() for child in node.children]
            if node.get("refexplicit")
            else nodes.Text(place.title)
        )
        return link

    def _page(self, env: BuildEnvironment, target: str) -> Place | None:
        """Return a page by its name; those of code and of citations are no documents, and made anyway."""
        docname, _, anchor = target.partition("#")
        if docname.startswith(("code/", "cite/")):
            return Place(docname, anchor, docname)
        return Place(docname, anchor, env.titles[docname].astext()) if docname in env.titles else None

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return every object that bears the id, for the role ``any``."""
        links = []
        for kind in KINDS:
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if link is not None:
                links.append((f"p66:{kind}", link))
        return links

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield all objects for ``objects.inv``; Sphinx's own search, which is not used, would pass them by."""
        for (kind, name), place in sorted(self.objects.items()):
            yield name, place.title or name, kind, place.docname, place.anchor, -1

    def outdated(self, digests: Iterator[tuple[str, tuple[str, str], str]]) -> set[str]:
        """Return the pages that hold a part whose digest is no longer the one recorded."""
        return {docname for docname, key, digest in digests if self.parts[docname][key] != digest}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Let another project write ``:p66:rule:`deck``` and have intersphinx find it: the domain alone."""
    app.add_domain(ArchiveDomain)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def text_fragment(quote: str) -> str:
    """Return the directive that makes browsers mark *quote*, or nothing for no quote.

    Long quotes are given by their first and last words, as the browsers' specification advises.
    """
    if not quote:
        return ""
    words = quote.split(" ")
    parts = [quote] if len(quote) <= 120 else [" ".join(words[:5]), " ".join(words[-5:])]
    return ":~:text=" + ",".join(percent_encode(part, safe="").replace("-", "%2D") for part in parts)
