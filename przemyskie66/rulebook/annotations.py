"""Claims and parallels as W3C Web Annotations on the plain texts of the export.

Each annotation points at the words it rests on by position and by quote; offsets count code points,
as the Web Annotation model asks.
"""

from collections.abc import Iterable
from itertools import accumulate

from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.cite import TITLE, address
from przemyskie66.rulebook.model import Claim, Json, Parallel
from przemyskie66.rulebook.rights import CC_BY_SA
from przemyskie66.text import Document

#: Code points of context on each side of a quote.
CONTEXT = 32


def plain_text(document: Document) -> str:
    """Return the reading of *document*, a passage a line: what the annotations point into."""
    return document.reading_stream + "\n"


def annotations(archive: Archive, site: str) -> Json:
    """Return the AnnotationCollection of all claims and parallels, in one page.

    :param site: the address of the site, or the path to it from where the collection is published.
    """
    texts = {document.id: plain_text(document) for document in archive.documents.values()}
    starts = {
        passage.id: start
        for document in archive.documents.values()
        for passage, start in zip(document.passages, _line_starts(document), strict=True)
    }

    def target(record: Claim | Parallel) -> Json:
        document = archive.document_of(record.anchor.passage).id
        text, line = texts[document], starts[record.anchor.passage]
        start, end = line + record.anchor.start, line + record.anchor.end
        return {
            "source": f"{site}data/text/{document}.txt",
            "selector": [
                {"type": "TextPositionSelector", "start": start, "end": end},
                {
                    "type": "TextQuoteSelector",
                    "exact": text[start:end],
                    "prefix": text[max(0, start - CONTEXT) : start],
                    "suffix": text[end : end + CONTEXT],
                },
            ],
        }

    def rule(name: str) -> Json:
        return {"source": site + address(archive, "rule", name), "purpose": "identifying"}

    def told(words: str, lang: str, purpose: str) -> Json:
        return {
            "type": "TextualBody", "value": words, "language": lang, "format": "text/plain", "purpose": purpose,
        }  # fmt: skip

    items: list[Json] = []
    for name, claim in sorted(archive.claims.items()):
        bodies: list[Json] = [rule(claim.rule)]
        if claim.reading is not None:
            reading = archive.rules[claim.rule].reading(claim.reading).text
            bodies += [told(reading[lang], lang, "describing") for lang in ("pl", "en")]
        bodies += [told(claim.stance, "en", "tagging"), told(f"witness:{claim.witness}", "en", "tagging")]
        if not claim.explicit:
            bodies.append(told("inferred", "en", "tagging"))
        items.append(
            _annotation(f"{site}{address(archive, 'claim', name)}", "classifying", bodies, target(claim))
        )
    for name, parallel in sorted(archive.parallels.items()):
        bodies = [rule(parallel.rule)]
        bodies += [told(parallel.note[lang], lang, "commenting") for lang in ("pl", "en")]
        bodies.append(told("parallel", "en", "tagging"))
        identifier = f"{site}{address(archive, 'parallel', name)}"
        items.append(_annotation(identifier, "linking", bodies, target(parallel)))
    collection = f"{site}data/annotations.jsonld"
    return {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": collection,
        "type": "AnnotationCollection",
        "label": TITLE.en,
        "total": len(items),
        "first": {
            "id": f"{collection}#page",
            "type": "AnnotationPage",
            "partOf": collection,
            "startIndex": 0,
            "items": items,
        },
    }


def _annotation(identifier: str, motivation: str, bodies: list[Json], target: Json) -> Json:
    return {
        "id": identifier,
        "type": "Annotation",
        "motivation": motivation,
        "rights": CC_BY_SA,
        "body": bodies,
        "target": target,
    }


def _line_starts(document: Document) -> Iterable[int]:
    lengths = [len(passage.reading) + 1 for passage in document.passages]
    return accumulate([0, *lengths[:-1]])
