"""What a page tells machines: Highwire and Dublin Core for reference managers, schema.org for catalogues.

What is not known is left out: no date before the release, no address where the build knows none.
"""

import html
import json
import re
from collections.abc import Iterable

from przemyskie66 import __version__
from przemyskie66.rulebook import Citation, Claim
from przemyskie66.rulebook.cite import EDITORS, TITLE
from przemyskie66.rulebook.crate import media_type
from przemyskie66.rulebook.model import Json
from przemyskie66.rulebook.rights import CC_BY_SA
from przemyskie66.site.citing import ENDINGS
from przemyskie66.site.edition import Edition

#: Pages that speak of the whole: their JSON-LD describes the archive as a data set.
WHOLE = ("index", "about", "citing", "downloads")

RECORDS = ("rule", "source", "witness")


def head(edition: Edition, pagename: str, title: str) -> str:
    """Return the tags of the page's head."""
    cited = citation_of(edition, pagename)
    title = html.unescape(re.sub(r"<[^>]+>", "", title))
    tags = [_meta(name, words) for name, words in _metatags(edition, cited, pagename, title) if words]
    return "".join(
        f"\n    {tag}"
        for tag in (*tags, *_links(edition, cited, pagename), _json_ld(edition, cited, pagename, title))
        if tag
    )


def citation_of(edition: Edition, pagename: str) -> Citation:
    """Return the citation of the record that the page shows, or of the whole archive."""
    kind, _, name = pagename.partition("/")
    if kind in RECORDS and name in edition.archive.ids_of(kind):
        return edition.cited(kind, name)
    return edition.cited("archive", "archive")


def address_of(edition: Edition, cited: Citation, pagename: str) -> str:
    """Return where this version of the page stands; empty where the build knows no address."""
    return f"{cited.base}{'en/' if edition.lang == 'en' else ''}{pagename}.html" if cited.base else ""


def _metatags(edition: Edition, cited: Citation, pagename: str, title: str) -> Iterable[tuple[str, str]]:
    whole, editors = edition.pick(TITLE), edition.pick(EDITORS)
    url = address_of(edition, cited, pagename)
    rule = edition.archive.rules.get(cited.id) if cited.kind == "rule" else None
    yield "description", edition.pick(rule.question) if rule else whole
    yield "citation_title", title
    yield "citation_inbook_title", whole
    if not cited.edited:  # the editors are not the authors of a text that they edit
        yield "citation_author", editors
        yield "DC.creator", editors
    yield "citation_publication_date", cited.date.replace("-", "/")
    yield "citation_language", edition.lang
    yield "citation_public_url", url
    yield "DC.title", title
    yield "DC.contributor", editors if cited.edited else ""
    yield "DC.publisher", editors
    yield "DC.date", cited.date
    yield "DC.type", "Text"
    yield "DC.format", "text/html"
    yield "DC.language", edition.lang
    yield "DC.identifier", url or pagename
    yield "DC.relation", whole
    yield "DC.rights", CC_BY_SA


def _meta(name: str, words: str) -> str:
    return f'<meta name="{name}" content="{html.escape(words)}">'


def _links(edition: Edition, cited: Citation, pagename: str) -> Iterable[str]:
    yield '<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">'
    if cited.base:
        yield f'<link rel="cite-as" href="{html.escape(address_of(edition, cited, pagename))}">'
    if cited.kind != "archive":
        for ending, kind in ENDINGS.items():
            yield f'<link rel="alternate" type="{kind}" href="../cite/{pagename}.{ending}">'
    if cited.kind == "source":
        yield f'<link rel="alternate" type="application/tei+xml" href="../corpus/tei/{cited.id}.tei.xml">'


# --- schema.org -----------------------------------------------------------------------------------


def _json_ld(edition: Edition, cited: Citation, pagename: str, title: str) -> str:
    up = "../" * (pagename.count("/") + (edition.lang == "en"))
    site = cited.base or up or "./"
    page: dict[str, Json] = {
        "@type": "WebPage",
        "@id": address_of(edition, cited, pagename) or f"{pagename.rpartition('/')[2]}.html",
        "name": title,
        "inLanguage": edition.lang,
        "isPartOf": {"@id": site},
        "license": CC_BY_SA,
        "creditText": cited.text(edition.lang),
    }
    graph: list[Json] = [page]
    match cited.kind:
        case "rule":
            page["mainEntity"] = {"@id": "#pytanie"}
            graph += _rule(edition, cited.id, up)
        case "source":
            page["mainEntity"] = {"@id": f"#zrodlo-{cited.id}"}
            graph.append(_source(edition, cited.id, up))
        case "witness":
            witness = edition.archive.witnesses[cited.id]
            page["about"] = {"@type": "CreativeWork", "name": edition.pick(witness.title)}
        case _ if pagename in WHOLE:
            graph.append(_dataset(edition, cited, site, up))
        case _:
            return ""
    data = json.dumps(
        {"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False, separators=(",", ":")
    )
    data = data.replace("<", r"\u003c")  # nothing in it may end the script
    return f'<script type="application/ld+json">{data}</script>'


def _rule(edition: Edition, name: str, up: str) -> list[Json]:
    """Return the question with its possible answers, and what each witness claims."""
    rule = edition.archive.rules[name]
    answers: list[Json] = [
        {"@type": "Answer", "@id": f"#reading-{reading.id}", "text": edition.pick(reading.text)}
        for reading in rule.readings
    ]
    question: Json = {
        "@type": "Question",
        "@id": "#pytanie",
        "name": edition.pick(rule.question),
        "inLanguage": edition.lang,
        "suggestedAnswer": answers,
    }
    return [question, *(_claim(edition, claim, up) for claim in edition.archive.claims_on(name))]


def _claim(edition: Edition, claim: Claim, up: str) -> Json:
    page = "../" if edition.lang == "en" else ""
    source = edition.archive.document_of(claim.anchor.passage).id
    found: dict[str, Json] = {
        "@type": "Claim",
        "@id": f"#claim-{claim.id}",
        "name": f"{edition.witness_title(claim.witness)}: {edition.rule_title(claim.rule)}",
        "about": {"@id": "#pytanie"},
        "appearance": {
            "@type": "Quotation",
            "text": claim.anchor.exact,
            "inLanguage": "pl",
            "isPartOf": {"@id": f"{up.removeprefix(page)}source/{source}.html#{claim.anchor.passage}"},
        },
    }
    if claim.reading is not None:
        found["text"] = edition.pick(edition.archive.rules[claim.rule].reading(claim.reading).text)
    return found


def _source(edition: Edition, name: str, up: str) -> Json:
    files = [f"corpus/tei/{name}.tei.xml", f"corpus/raw/{name}.txt", f"data/text/{name}.txt"]
    return {
        "@type": "CreativeWork",
        "@id": f"#zrodlo-{name}",
        "name": edition.archive.documents[name].title,
        "inLanguage": "pl",
        "editor": _editors(edition),
        "encoding": [
            {
                "@type": "MediaObject",
                "contentUrl": up + path,
                "encodingFormat": media_type(path).partition(";")[0],
            }
            for path in files
        ],
    }


def _dataset(edition: Edition, cited: Citation, site: str, up: str) -> Json:
    found: dict[str, Json] = {
        "@type": "Dataset",
        "@id": site,
        "name": edition.pick(TITLE),
        "description": edition.say(
            "Wydanie tekstów o przemyskim 66 i grach pokrewnych: każda reguła jest pytaniem, każda odpowiedź ma swoje miejsce w źródle.",
            "An edition of the texts on Przemyskie 66 and its relatives: every rule is a question, every answer has its place in a source.",
        ),
        "version": __version__,
        "inLanguage": ["pl", "en"],
        "license": CC_BY_SA,
        "isAccessibleForFree": True,
        "creator": _editors(edition),
        "creditText": cited.text(edition.lang),
        "distribution": [
            {
                "@type": "DataDownload",
                "contentUrl": f"{up}data/{path}",
                "encodingFormat": media_type(path).partition(";")[0],
                "contentSize": f"{len(data)} B",
            }
            for path, data in edition.exported.items()
        ],
    }
    if cited.date:
        found["datePublished"] = cited.date
    return found


def _editors(edition: Edition) -> Json:
    return {"@type": "Organization", "name": edition.pick(EDITORS)}
