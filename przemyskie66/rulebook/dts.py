"""The edited texts by the Distributed Text Services API 1.0, as static files (Level 0).

::

    dts/index.json                                        the entry point
    dts/collection/index.json, …/<text>/index.json        collections; …/parents/ for nav=parents
    dts/navigation/<text>;down=<n>/<ref>/index.json       the citation tree
    dts/document/<text>/<ref>/index.xml                   TEI; without <ref> the whole text

A query is a path: the URI templates in every answer build it, and leave out what files cannot
answer (ranges by ``start`` and ``end``, and pages). See https://dtsapi.org/versions/v1.0/.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from lxml import etree

from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.cite import EDITORS, TITLE, released, versioned
from przemyskie66.rulebook.model import Json
from przemyskie66.text import Document

CONTEXT = "https://dtsapi.org/context/v1.0.json"
VERSION = "1.0"
ROOT = "przemyskie66"
TEI = "http://www.tei-c.org/ns/1.0"
DTS = "https://w3id.org/api/dts#"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"

#: What the citable elements of the edition are called; an ``ab`` goes by its type.
CITE_TYPES = {"div": "section", "head": "heading", "p": "paragraph", "item": "item", "s": "sentence"}

_TEMPLATES = {
    "collection": "collection{/id,nav}/index.json",
    "navigation": "navigation{/resource}{;down}{/ref}/index.json",
    "document": "document{/resource,ref}/index.xml",
}


@dataclass
class _Node:
    """A citable unit of a text, with those inside it."""

    id: str
    kind: str
    level: int
    parent: str | None
    element: etree._Element
    children: "list[_Node]" = field(default_factory=list)

    def below(self, depth: int) -> "Iterator[_Node]":
        """Yield the units inside, down to *depth* levels; all of them if it is negative."""
        if depth:
            for child in self.children:
                yield child
                yield from child.below(depth - 1)

    @property
    def height(self) -> int:
        """How many levels stand below."""
        return max((child.height + 1 for child in self.children), default=0)

    def to_json(self) -> Json:
        """Return the CitableUnit."""
        return {
            "identifier": self.id,
            "@type": "CitableUnit",
            "level": self.level,
            "parent": self.parent,
            "citeType": self.kind,
        }


_Answer = Callable[[str, Mapping[str, Json]], None]


def dts_files(archive: Archive, *, base_url: str = "") -> dict[str, bytes]:
    """Return every answer of the API by its path below the site.

    :param base_url: the address of the published site; without it, addresses in the answers are
        relative to the file that holds them.
    """
    base = versioned(base_url, released(archive.root))
    made: dict[str, bytes] = {}

    def answer(path: str, content: Mapping[str, Json]) -> None:
        up = base or "../" * path.count("/")
        head = {"@context": CONTEXT, "dtsVersion": VERSION, **content}
        located = json.dumps(head, ensure_ascii=False, separators=(",", ":")).replace(_SITE, up)
        made[path] = (located + "\n").encode()

    answer("dts/index.json", {"@id": f"{_SITE}dts/index.json", "@type": "EntryPoint", **_templates()})
    members: list[Json] = [_summary(document) for document in archive.documents.values()]
    whole = _root(len(members))
    for folder in ("dts/collection", f"dts/collection/{ROOT}", f"dts/collection/{ROOT}/children"):
        answer(f"{folder}/index.json", {**whole, "member": members})
    answer(f"dts/collection/{ROOT}/parents/index.json", {**whole, "member": []})
    for document in archive.documents.values():
        _text(document, whole, answer, made)
    return dict(sorted(made.items()))


#: Stands for the site while an answer is made.
_SITE = "\N{REPLACEMENT CHARACTER}/"


def _templates(resource: str = "") -> dict[str, Json]:
    return {name: f"{_SITE}dts/{template}" for name, template in _TEMPLATES.items()}


def _root(members: int) -> dict[str, Json]:
    return {
        "@id": ROOT,
        "@type": "Collection",
        "title": TITLE.pl,
        "totalParents": 0,
        "totalChildren": members,
        "collection": _templates()["collection"],
        "dublinCore": {
            "title": [{"lang": "pl", "value": TITLE.pl}, {"lang": "en", "value": TITLE.en}],
            "publisher": [{"lang": "pl", "value": EDITORS.pl}, {"lang": "en", "value": EDITORS.en}],
        },
    }


def _summary(document: Document) -> dict[str, Json]:
    """Return what a collection says of the text: Collection, Resource and Navigation use it alike."""
    roots = _tree(document)
    return {
        "@id": document.id,
        "@type": "Resource",
        "title": document.title,
        "totalParents": 1,
        "totalChildren": 0,
        **_templates(),
        "download": f"{_SITE}corpus/tei/{document.id}.tei.xml",
        "mediaTypes": ["application/tei+xml"],
        "citationTrees": [{"@type": "CitationTree", "citeStructure": _structure(roots)}],
        "dublinCore": {
            "language": ["pl"],
            "rights": [
                {"lang": lang, "value": layer.text.in_language(lang)}
                for layer in document.header.availabilities
                for lang in ("pl", "en")
            ],
        },
    }


def _text(document: Document, whole: Mapping[str, Json], answer: _Answer, made: dict[str, bytes]) -> None:
    """Add the answers about one text."""
    resource = _summary(document)
    for nav in ("", "/children"):
        answer(f"dts/collection/{document.id}{nav}/index.json", {**resource, "member": []})
    answer(f"dts/collection/{document.id}/parents/index.json", {**resource, "member": [dict(whole)]})

    described = {name: resource[name] for name in ("@id", "@type", *_TEMPLATES, "citationTrees")}

    def navigation(path: str, **content: Json) -> None:
        place = f"dts/navigation/{path}/index.json"
        answer(place, {"@id": _SITE + place, "@type": "Navigation", "resource": described, **content})

    top = _Node(document.id, "", 0, None, etree.Element("none"), _tree(document))
    every = list(top.below(-1))
    for down in (-1, *range(1, top.height + 1)):
        navigation(f"{document.id};down={down}", member=[node.to_json() for node in top.below(down)])
    by_id = {node.id: node for node in every}
    made[f"dts/document/{document.id}/index.xml"] = _xml(etree.fromstring(document.tei))
    for node in every:
        parent = by_id[node.parent] if node.parent else top
        navigation(f"{document.id}/{node.id}", ref=node.to_json())
        siblings: list[Json] = [sibling.to_json() for sibling in parent.children]
        navigation(f"{document.id};down=0/{node.id}", ref=node.to_json(), member=siblings)
        for down in (-1, *range(1, max(node.height, 1) + 1)):
            inside = [inner.to_json() for inner in (node, *node.below(down))]
            navigation(f"{document.id};down={down}/{node.id}", ref=node.to_json(), member=inside)
        made[f"dts/document/{document.id}/{node.id}/index.xml"] = _fragment(node)


def _tree(document: Document) -> list[_Node]:
    """Return the citable units of a text, outer before inner: sections, blocks, sentences."""
    units = {passage.unit for passage in document.passages} | {passage.id for passage in document.passages}
    citable = units | {section.id for section in document.sections}
    body = etree.fromstring(document.tei).find(f".//{{{TEI}}}body")
    if body is None:
        return []
    roots: list[_Node] = []
    found: dict[str, _Node] = {}
    for element in body.iter(f"{{{TEI}}}*"):
        name = element.get(XML_ID)
        if name not in citable:
            continue
        around = next((up.get(XML_ID) for up in element.iterancestors() if up.get(XML_ID) in found), None)
        parent = found[around] if around else None
        tag = etree.QName(element).localname
        kind = CITE_TYPES.get(tag) or element.get("type") or tag
        node = _Node(name, kind, parent.level + 1 if parent else 1, parent.id if parent else None, element)
        (parent.children if parent else roots).append(node)
        found[name] = node
    return roots


def _structure(nodes: list[_Node]) -> list[Json]:
    """Return which kinds of units stand at which level."""
    inside: dict[str, list[_Node]] = {}
    for node in nodes:
        inside.setdefault(node.kind, []).extend(node.children)
    return [
        {"citeType": kind, **({"citeStructure": _structure(children)} if children else {})}
        for kind, children in inside.items()
    ]


def _fragment(node: _Node) -> bytes:
    """Return the unit as a TEI document of its own."""
    # the types of lxml know no namespace without a prefix
    root = etree.Element(f"{{{TEI}}}TEI", nsmap={None: TEI, "dts": DTS})  # type: ignore[dict-item]
    wrapper = etree.SubElement(root, f"{{{DTS}}}wrapper")
    inner = deepcopy(node.element)
    inner.tail = None
    wrapper.append(inner)
    return _xml(root)


def _xml(root: etree._Element) -> bytes:
    etree.cleanup_namespaces(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"
