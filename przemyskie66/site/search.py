"""What the search page looks through: every place of the archive that can be opened, with its words.

When a page is read, its words are filed under the places that bear an anchor: a rule and the records
on its page, a passage, an entry of the glossary, a section of prose. When the site has been written,
all places go into one script, ``_static/search-index.js``. ``search.js`` looks through it: so the
search needs no server, and shows the words found where they stand.
"""

import json
import re
from collections import Counter
from typing import cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from przemyskie66.rulebook import Bilingual
from przemyskie66.rulebook.model import Json
from przemyskie66.site.domain import ArchiveDomain, SearchPlace
from przemyskie66.site.edition import GAMES, Edition
from przemyskie66.site.html import element, indexed, marks
from przemyskie66.site.parts import edition_of
from przemyskie66.site.play.bundle import write_if_changed
from przemyskie66.site.stems import stems_js

#: What the search page calls each sort of place, in the order in which it lists them.
SORTS: dict[str, Bilingual] = {
    "term": Bilingual("Słowniczek", "Glossary"),
    "rule": Bilingual("Reguły", "Rules"),
    "passage": Bilingual("Ustępy źródeł", "Passages of the sources"),
    "witness": Bilingual("Świadkowie", "Witnesses"),
    "page": Bilingual("Inne strony", "Other pages"),
}

#: Records that can be found; links lead to their anchors.
RECORDS = frozenset(
    {"rule", "reading", "claim", "pin", "parallel", "case", "witness", "source", "passage", "term"}
)

#: Pages of one record each: what their sections are called says nothing of it.
RECORD_PAGES = ("rule", "source", "witness")

#: The one section of a record's page that has words of its own, beside the records in it.
SILENCES = "milczenie"

#: Parts of pages that speak of the apparatus, or repeat what stands elsewhere: by class and by element.
UNREAD_CLASSES = frozenset(
    {
        "no-search",
        "how",
        "stance",
        "hint",
        "followed",
        "label",
        "quote-source",
        "unit-margin",
        "unit-rules",
        "case-text",
    }
)
UNREAD_TAGS = frozenset({"nav", "form", "svg", "button", "summary"})

BLOCK_TAGS = frozenset(
    {"p", "li", "div", "h1", "h2", "h3", "dt", "dd", "td", "th", "tr", "blockquote", "caption", "figure"}
)

#: Words of ours that stand at so many places of record pages tell none of them from another.
TOO_OFTEN = 8

#: Words too common to be asked for beside others, folded.
COMMON = {
    "pl": """a aby ale bez bo by byc co czy dla do go i ich ile im jak jako jest juz kto ktora ktore ktory lub ma
    moze na nad nie niz o od oraz po pod przez przy sa sie ta tak takze te tego tej ten to tu ty tylko tym w we
    wiec z za ze""",
    "en": """a an and are as at be by do does for from has have how if in is it its no not of on one or so that
    the their there this to was what when where which who with""",
}

#: Stands in the words for the title of a record that a link names, until all titles are known.
TITLE_OF = re.compile("\0([^\0:]*):([^\0]*)\0")

#: White space that is one space on a page; a no-break space is not.
SPACES = re.compile(r"[ \t\r\n]+")

#: Before a block of an English page: that it is in Polish.
POLISH = "\t"


def use_own_search(app: Sphinx) -> None:
    """Let Sphinx make no index of its own."""
    if app.builder.format == "html":
        cast(StandaloneHTMLBuilder, app.builder).search = False


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """File the words of the page that has just been read."""
    docname = app.env.current_document.docname
    domain = cast(ArchiveDomain, app.env.domains["p66"])
    domain.places[docname] = places_of(
        doctree, record=docname.startswith(tuple(f"{k}/" for k in RECORD_PAGES))
    )


def places_of(doctree: nodes.document, *, record: bool) -> list[SearchPlace]:
    """Return the places of a page that have words, in the order in which they begin.

    *record* says that it is the page of one record, whose sections are no places.
    """
    reader = _Reader(record)
    reader.read(doctree, polish=False)
    reader.end_block()
    return [place for place in reader.places if place.title or place.blocks]


class _Reader:
    """Walks through a page, putting every word into the innermost place around it."""

    def __init__(self, record: bool) -> None:
        self.record = record
        self.places: list[SearchPlace] = []
        self.around: list[SearchPlace | None] = [None]  #: the places that are open; ``None`` takes no words
        self.words: list[str] = []
        self.polish = False

    def end_block(self) -> None:
        """Give the words read so far to their place."""
        words = SPACES.sub(" ", "".join(self.words)).strip(" ")
        place = self.around[-1]
        if words and place is not None:
            place.blocks.append((words, self.polish))
        self.words = []

    def read(self, node: nodes.Node, *, polish: bool) -> None:
        """Read *node* and all that is in it."""
        if isinstance(node, nodes.Text):
            self.words.append(node.astext())
            self.polish = polish
            return
        if not isinstance(node, nodes.Element) or _unread(node):
            return
        if isinstance(node, addnodes.pending_xref) and not node.get("refexplicit"):
            self.words.append(f"\0{node['reftype']}:{node['reftarget']}\0")
            return
        html = node["html"] if isinstance(node, element) else {}
        opens, place = self._place(node)
        apart = opens or (
            node["tag"] in BLOCK_TAGS
            if isinstance(node, element)
            else isinstance(node, (nodes.Structural, nodes.Body, nodes.Titular, nodes.Part))
        )
        if apart:
            self.end_block()
        if opens:
            self.around.append(place)
            self.places += [place] if place else []
        for child in node.children:
            if place and place.title and _is_heading(child, of=node):
                continue  # it says the title again
            self.read(child, polish=polish or html.get("lang") == "pl")
        if apart:
            self.end_block()
        if opens:
            self.around.pop()

    def _place(self, node: nodes.Element) -> tuple[bool, SearchPlace | None]:
        """Return whether *node* opens a place, and which; a place that cannot be opened takes no words."""
        record = next((mark for mark in marks(node) if mark.kind in RECORDS), None)
        section = isinstance(node, nodes.section)
        if record is not None:
            inner = self.around[-1]
            if record.kind == "passage" and not section and inner is not None and inner.kind == "passage":
                return False, None  # a sentence of a passage: the passage is found
            kind = "heading" if record.kind == "passage" and section else record.kind
            own = kind in ("rule", "witness", "source", "term", "case")
            return True, SearchPlace(kind, record.name, record.anchor, record.title if own else "")
        if not section or not node["ids"]:
            return False, None
        if self.record:
            return True, SearchPlace("section", "", SILENCES) if SILENCES in node["ids"] else None
        whole = isinstance(node.parent, nodes.document)
        return True, SearchPlace("section", "", "" if whole else node["ids"][0], _heading(node))


def _heading(section: nodes.Element) -> str:
    title = section.next_node(nodes.title)
    return title.astext() if title else ""


def _is_heading(node: nodes.Node, *, of: nodes.Element) -> bool:
    inner = isinstance(of, element) and isinstance(node, element) and node["tag"] == "h3"
    return inner or isinstance(node, nodes.title)


def _unread(node: nodes.Element) -> bool:
    if isinstance(node, (nodes.raw, nodes.comment, nodes.system_message, addnodes.toctree)):
        return True
    if isinstance(node, nodes.Invisible):
        return not isinstance(node, indexed)
    classes = set(node["classes"])
    if isinstance(node, element):
        classes |= set(str(node["html"].get("class", "")).split())
        if node["tag"] in UNREAD_TAGS:
            return True
    return bool(classes & UNREAD_CLASSES)


# --- the index ----------------------------------------------------------------------------------------


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the scripts that hold the index and the stems."""
    if exception is not None or app.builder.format != "html":
        return
    data = json.dumps(index_of(app), ensure_ascii=False, separators=(",", ":"))
    static = app.outdir / "_static"
    write_if_changed(static / "search-index.js", f"const searchIndex = {data};\n".encode())
    write_if_changed(static / "search-stems.js", stems_js().encode())


def index_of(app: Sphinx) -> dict[str, Json]:
    """Return what ``search.js`` reads.

    Of each page it has address, title and sort; of each place its page, anchor, title, label and blocks.
    """
    edition = edition_of(app)
    domain = cast(ArchiveDomain, app.env.domains["p66"])
    filed = sorted((docname, domain.places[docname]) for docname in domain.places)
    seen = Counter(
        words
        for docname, places in filed
        if "/" in docname
        for words in {words for place in places for words, _ in place.blocks}
    )
    pages: list[Json] = []
    rows: list[Json] = []
    for docname, places in filed:
        title = app.env.titles[docname].astext()
        pages.append([app.builder.get_target_uri(docname), title, _sort(docname)])
        for place in places:
            blocks = [
                (POLISH if polish and edition.lang != "pl" else "") + _titled(domain, words)
                for words, polish in place.blocks
                if polish or seen[words] < TOO_OFTEN
            ]
            if blocks or place.title:
                label = _label(edition, docname, place)
                rows.append([len(pages) - 1, place.anchor, place.title, label, *blocks])
    return {
        "common": [*COMMON[edition.lang].split()],
        "sorts": {sort: name[edition.lang] for sort, name in SORTS.items()},
        "pages": pages,
        "places": rows,
    }


def _sort(docname: str) -> str:
    kind = docname.partition("/")[0]
    return {"rule": "rule", "source": "passage", "witness": "witness", "glossary": "term"}.get(kind, "page")


def _titled(domain: ArchiveDomain, words: str) -> str:
    def title(link: re.Match[str]) -> str:
        place = domain.objects.get((link[1], link[2]))
        return place.title if place else link[2]

    return TITLE_OF.sub(title, words)


def _label(edition: Edition, docname: str, place: SearchPlace) -> str:
    """Return what a place is, in a few words, where its title does not say it."""
    archive, say = edition.archive, edition.say
    if place.kind == "rule":
        return place.name
    if place.kind == "reading":
        return say("możliwa odpowiedź", "possible answer")
    if place.kind == "claim":
        return edition.witness_short(archive.claims[place.name].witness)
    if place.kind == "parallel":
        return say("paralela: ", "parallel: ") + edition.word(GAMES, archive.parallels[place.name].game)
    if place.kind == "pin":
        return say("wybór redakcji", "editors’ choice")
    if place.kind == "case":
        return say("przykład", "example")
    if place.anchor == SILENCES:
        return say("kto o tym nie mówi", "who does not speak of it")
    if place.kind == "passage" and place.name not in archive.passages:
        return say("luka", "gap")
    if place.kind in ("passage", "heading"):
        voices = dict.fromkeys(
            edition.witness_short(voice)
            for passage in archive.documents[docname.partition("/")[2]].passages
            if passage.unit == place.name
            for _, _, voice in passage.voices
            if voice
        )
        return " · ".join((place.name.partition("-")[2], *voices))
    return ""
