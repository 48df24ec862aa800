"""How to cite: the sentence and the three formats, on the page of a record and on pages of their own.

Everything is plain text; ``cite.js`` only adds buttons that copy it.
"""

import json
from collections.abc import Iterable, Iterator
from html import escape

from docutils import nodes

from przemyskie66.rulebook import Bilingual, Citation, RecordedDeal
from przemyskie66.rulebook.cite import EXAMPLE, KIND_NAMES
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, mark, page, raw, ref, section, unsearched

FORMATS = ("BibTeX", "RIS", "CSL-JSON")

#: Ends of the files that hold a page's citation in each format.
ENDINGS = {
    "bib": "application/x-bibtex",
    "ris": "application/x-research-info-systems",
    "csl.json": "application/vnd.citationstyles.csl+json",
}

#: The page that lists the citations of corrections, beside one for every text.
CORRECTIONS = "cite/corrections"


def cite_section(edition: Edition, kind: str, name: str, also: Iterable[tuple[str, str]] = ()) -> nodes.Node:
    """Return the suggested citation of the record of a page, and of the records that stand on it."""
    title = edition.say("Jak cytować", "How to cite")
    return section(
        "cytowanie",
        title,
        _block(edition, edition.cited(kind, name)),
        [_folded(edition, *record) for record in also],
        el("p", page("citing", "", edition.say("Zasady cytowania i adresów", "On citing and on addresses"))),
    )


def cite_record(edition: Edition, argument: str) -> list[nodes.Node]:
    """Return the citation of one record, ``kind:id``; without argument, of the whole archive."""
    if not argument:
        return [_block(edition, edition.cited("archive", "archive"))]
    kind, name = edition.archive.resolve(argument)
    return [_block(edition, edition.cited(kind, name))]


def deal_citations(edition: Edition, _: str) -> list[nodes.Node]:
    """Return every recorded deal with its file and its citation.

    Deals that show what two readings change stand on the page of their rule, and are cited there.
    """
    found: list[nodes.Node] = []
    for deal in edition.archive.deals.values():
        if rule_shown(deal):
            continue
        title = edition.pick(deal.title)
        file = el("a", f"{deal.id}.deal.json", href=f"corpus/deals/{deal.id}.deal.json", download=True)
        example = deal.id == EXAMPLE
        name: Child = ref("deal", deal.id, title) if example else title
        node = el(
            "div",
            el("h3", name),
            el("p", file, class_="label"),
            _block(edition, edition.cited("deal", deal.id)),
            id=None if example else f"deal-{deal.id}",
        )
        found.append(node if example else mark(node, "deal", deal.id, title))
    return found


def cite_link(edition: Edition, docname: str, name: str) -> nodes.Node:
    """Return a short link to the citation of one passage or correction."""
    words = edition.say("cytuj", "cite")
    link = page(docname, name, words)
    link["tooltip"] = edition.say(f"Jak cytować: {name}", f"How to cite {name}")
    link["link_class"] = "cite-link"
    return link


def cite_pages(edition: Edition) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and body of the pages that cite every passage of a text, and every correction."""
    archive = edition.archive
    for document in archive.documents.values():
        names = [name for name, unit in archive.passages.items() if unit.document is document]
        title = edition.say(f"Jak cytować: {document.title}", f"How to cite: {document.title}")
        lead = edition.say(
            "Opis każdego ustępu i każdego zdania tego tekstu.",
            "The citation of every passage and every sentence of this text.",
        )
        yield f"cite/{document.id}", title, _list(edition, "passage", names, lead)
    lead = edition.say(
        "Opis każdej ingerencji redakcji.", "The citation of every intervention of the editors."
    )
    title = edition.say("Jak cytować poprawki", "How to cite corrections")
    yield CORRECTIONS, title, _list(edition, "correction", list(archive.corrections), lead)


def cite_files(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield path and text of the citation files of every page that is a record."""
    kinds = {
        "rule": edition.archive.rules,
        "source": edition.archive.documents,
        "witness": edition.archive.witnesses,
    }
    for kind, records in kinds.items():
        for name in records:
            for ending, text in zip(ENDINGS, _formats(edition.cited(kind, name), edition.lang), strict=True):
                yield f"cite/{kind}/{name}.{ending}", text


def _formats(cited: Citation, lang: str) -> tuple[str, str, str]:
    return (
        cited.bibtex(lang),
        cited.ris(lang),
        json.dumps([cited.csl(lang)], ensure_ascii=False, indent=1) + "\n",
    )


def _block(edition: Edition, cited: Citation) -> nodes.Node:
    return unsearched(el("div", raw(_html(edition, cited)), class_="cite", data_words=_words(edition)))


def _words(edition: Edition) -> str:
    return edition.say(
        "Kopiuj|Skopiowano|Zaznaczono: skopiuj klawiszami", "Copy|Copied|Selected: copy with the keys"
    )


def _folded(edition: Edition, kind: str, name: str) -> nodes.Node:
    label = f"{KIND_NAMES[kind][edition.lang]} {name}"
    return el("details", el("summary", label), _block(edition, edition.cited(kind, name)), class_="cite-more")


def _html(edition: Edition, cited: Citation) -> str:
    """Return the sentence in both languages, the page's own first, and the three formats."""
    lang: str = edition.lang
    other = "en" if lang == "pl" else "pl"
    label = Bilingual("Po angielsku", "In Polish")[lang]
    blocks = "".join(
        f'<p class="label">{name}</p><pre tabindex="0" data-copy="{name}" lang="{lang}"><code>{escape(text.strip())}</code></pre>'
        for name, text in zip(FORMATS, _formats(cited, lang), strict=True)
    )
    return (
        f'<p data-copy="{Bilingual("opis", "citation")[lang]}">{escape(cited.text(lang))}</p>'
        f"<details><summary>{label}, BibTeX, RIS, CSL-JSON</summary>"
        f'<p class="label">{label}</p><p data-copy="{label}" lang="{other}">{escape(cited.text(other))}</p>'
        f"{blocks}</details>"
    )


def _list(edition: Edition, kind: str, names: list[str], lead: str) -> str:
    items = "".join(
        f'<div class="cite" id="{name}" data-words="{escape(_words(edition))}">'
        f"{_html(edition, edition.cited(kind, name))}</div>"
        for name in names
    )
    return f"<p>{escape(lead)}</p>{items}"


def citable_on_rule(edition: Edition, rule: str) -> list[tuple[str, str]]:
    """Return the records of a rule's page that are cited apart: claims, the editors' choices, deals."""
    claims = [("claim", claim.id) for claim in edition.archive.claims_on(rule)]
    pins = [("pin", pin.id) for pin in edition.archive.pins_on(rule)]
    deals = [("deal", contrast) for contrast in shown_on_rule(edition, rule)]
    return claims + pins + deals


def rule_shown(deal: RecordedDeal) -> str | None:
    """Return the rule of which a deal shows two readings, or ``None`` if it is a deal of another kind."""
    contrast = deal.data.get("contrast")
    rule = contrast.get("rule") if isinstance(contrast, dict) else None
    return rule if isinstance(rule, str) else None


def shown_on_rule(edition: Edition, rule: str) -> list[str]:
    """Return the ids of the deals that stand on a rule's page."""
    measured = edition.measured
    return [measured.shown[c.id].id for c in measured.of_rule(rule) if c.id in measured.shown]
