"""Reads the edited texts: TEI, passages, their two streams, quotes, digests. Knows no card game.

::

    tei        bytes → tree, or faults
    streams    runs → as found, reading, the map between them
    tiling     the passages stand for the raw file, all of it and nothing else
    reader     TEI file and raw file → Document
    document   what a document is made of
    keys       the key under which a word is searched
    search     words whatever their spelling
    selectors  quotes, and whether they stand where they are said to
    digests    no edit passes unnoticed
    schema     RELAX NG
    plain      plain text
    numerals   whole numbers in Polish words
"""

from przemyskie66.text.digests import (
    Digests,
    LineChange,
    compare,
    compare_all,
    digests_of,
    line_changes,
    line_digests,
    raw_faults,
    read_digests,
    seal,
)
from przemyskie66.text.document import (
    Availability,
    Change,
    Correction,
    Document,
    Gap,
    Header,
    Note,
    PageBreak,
    Passage,
    Responsibility,
    Section,
    Word,
    Wording,
    sha256,
)
from przemyskie66.text.keys import search_key
from przemyskie66.text.numerals import numbers_in
from przemyskie66.text.plain import document_text, passage_text
from przemyskie66.text.reader import read_document
from przemyskie66.text.schema import validate
from przemyskie66.text.search import find
from przemyskie66.text.selectors import (
    GUARD_WORDS,
    Anchor,
    TextPositionSelector,
    TextQuoteSelector,
    Verdict,
    anchor,
    describe,
)
from przemyskie66.text.streams import OffsetMap, Run, Segment, Streams, make_streams
from przemyskie66.text.tei import archive_name, parse_tei, passage_of
from przemyskie66.text.tiling import tiling_faults

__all__ = [
    "GUARD_WORDS",
    "Anchor",
    "Availability",
    "Change",
    "Correction",
    "Digests",
    "Document",
    "Gap",
    "Header",
    "LineChange",
    "Note",
    "OffsetMap",
    "PageBreak",
    "Passage",
    "Responsibility",
    "Run",
    "Section",
    "Segment",
    "Streams",
    "TextPositionSelector",
    "TextQuoteSelector",
    "Verdict",
    "Word",
    "Wording",
    "anchor",
    "archive_name",
    "compare",
    "compare_all",
    "describe",
    "digests_of",
    "document_text",
    "find",
    "line_changes",
    "line_digests",
    "make_streams",
    "numbers_in",
    "parse_tei",
    "passage_of",
    "passage_text",
    "raw_faults",
    "read_digests",
    "read_document",
    "seal",
    "search_key",
    "sha256",
    "tiling_faults",
    "validate",
]
