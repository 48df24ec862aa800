"""Propose a first cut of a raw text into passages, as the body of a TEI file, for an editor to correct.

Prints one leaf a line with the slice of the raw file that it stands for, so that nobody has to count
characters by hand: headings, numbered items, paragraphs, sentences. The proposal is a draft: sections
need their names, spans their voices, lost text its gaps, and sentence ends that a program cannot tell
(abbreviations, OCR) an eye. It never writes into the archive.

Usage: ``python scripts/cut_raw.py corpus/raw/NAME.txt > draft.xml``
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from przemyskie66.errors import Przemyskie66Error
from przemyskie66.ids import is_id
from przemyskie66.text.tei import archive_name, decode, read_bytes

#: A line of at most so many characters that does not end like a sentence is taken for a heading.
LONGEST_HEADING = 60

_LINE = re.compile(r"[^\r\n]+")
_NUMBER = re.compile(r"(\d{1,2})[.)] ")
# the number of a rule that runs on in the line: "… kozerą. 6) Największą …"
_RUN_ON_RULE = re.compile(r"(?<![\d(])\d{1,2}\) (?=[^\W\d_])")
_SENTENCE_END = re.compile(r"[.!?…][”\"“)]*(?= [„\"(]?[A-ZĄĆĘŁŃÓŚŹŻ0-9])")
# a full stop after these, or after a single letter, does not end a sentence
_ABBREVIATION = re.compile(r"(?:\b(?:np|tzw|tj|ew|wg|wzgl|itp|itd|pkt|zob|por|ok|św)|\b\w)\.$")


def units(text: str) -> Iterator[tuple[int, int]]:
    """Yield the slices of *text* that are a paragraph, a heading or a numbered rule (code points)."""
    for line in _LINE.finditer(text):
        rules = {match.start() for match in _RUN_ON_RULE.finditer(text, *line.span())}
        starts = sorted({line.start(), *rules})
        for start, end in zip(starts, [*starts[1:], line.end()], strict=True):
            yield from _trimmed(text, start, end)


def sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the slices of ``text[start:end]`` that look like a sentence each."""
    ends = [
        match.end()
        for match in _SENTENCE_END.finditer(text, start, end)
        if not _ABBREVIATION.search(text, start, match.end())
        and not _NUMBER.fullmatch(text, start, match.end() + 1)
    ]
    return [span for a, b in zip([start, *ends], [*ends, end], strict=True) for span in _trimmed(text, a, b)]


def draft(document: str, text: str) -> Iterator[str]:
    """Yield the lines of a proposed body for the raw text of *document*."""
    section = f"{document}-dzial-0"
    sections = paragraphs = 0
    for start, end in units(text):
        words = text[start:end]
        number = _NUMBER.match(words)
        if not number and len(words) <= LONGEST_HEADING and words[-1] not in ".!?;":
            sections += 1
            paragraphs = 0
            section = f"{document}-dzial-{sections}"
            yield _leaf("head", f"{section}-h", document, text, start, end)
            continue
        paragraphs += not number
        tag, unit = ("item", f"{section}-{number[1]}") if number else ("p", f"{section}-p{paragraphs}")
        slices = sentences(text, start, end)
        if len(slices) == 1:
            yield _leaf(tag, unit, document, text, start, end)
            continue
        yield f'<{tag} xml:id="{unit}">'
        for count, (a, b) in enumerate(slices, 1):
            yield "  " + _leaf("s", f"{unit}-s{count}", document, text, a, b)
        yield f"</{tag}>"


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the slice without white space at its ends, or nothing if there is only white space."""
    piece = text[start:end]
    if piece.strip(" \t"):
        yield start + len(piece) - len(piece.lstrip(" \t")), end - len(piece) + len(piece.rstrip(" \t"))


def _leaf(tag: str, name: str, document: str, text: str, start: int, end: int) -> str:
    source = f"../raw/{document}.txt#char={start},{end}"
    return f'<{tag} xml:id="{name}" source="{source}">{escape(text[start:end])}</{tag}>'


def main(arguments: list[str]) -> int:
    """Print the proposal for the one file named in *arguments*; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(arguments[0])
    document = path.stem
    if not is_id(document):
        print(
            f"{path.name}: name the file by the id of its document: a-z, 0-9, single hyphens", file=sys.stderr
        )
        return 1
    try:
        text = decode(read_bytes(path), archive_name(path))
    except Przemyskie66Error as error:
        print(error, file=sys.stderr)
        return 1
    for line in draft(document, text):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
