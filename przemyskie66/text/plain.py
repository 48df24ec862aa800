"""Writes passages and documents as plain text."""

from itertools import groupby
from operator import attrgetter

from przemyskie66.text.document import Document, Passage


def passage_text(passage: Passage, stream: str = "reading", *, marked: bool = False) -> str:
    """Return the plain text of a passage.

    :param stream: "reading" or "found".
    :param marked: put words of the reading that are restored or corrected with a certainty other than
        high between ⟨ and ⟩, so that a reader sees what is a guess.
    :raises ValueError: if *stream* is neither.
    """
    if stream == "found":
        return passage.found
    if stream != "reading":
        raise ValueError(f"no stream {stream!r}; there are 'reading' and 'found'")
    if not marked:
        return passage.reading
    pieces = []
    at = 0
    for correction in passage.corrections:
        if (
            correction.kind in ("corr", "supplied")
            and correction.cert != "high"
            and correction.start < correction.end
        ):
            pieces += [
                passage.reading[at : correction.start],
                "⟨",
                passage.reading[correction.start : correction.end],
                "⟩",
            ]
            at = correction.end
    return "".join([*pieces, passage.reading[at:]])


def document_text(document: Document, stream: str = "reading", *, marked: bool = False) -> str:
    """Return the plain text of a document: a paragraph for each citable unit, an empty line between.

    As found, the sentences of a unit are joined by what stands between them in the raw file.
    The parameters are those of :func:`passage_text`.
    """
    paragraphs = []
    for _, passages in groupby(document.passages, key=attrgetter("unit")):
        pieces = list(passages)
        if stream == "found":
            paragraphs.append(document.raw[pieces[0].raw_start : pieces[-1].raw_end])
        else:
            paragraphs.append(" ".join(passage_text(piece, stream, marked=marked) for piece in pieces))
    return "\n\n".join(paragraphs) + "\n"
