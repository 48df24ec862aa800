"""A passage cut into words and numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from przemyskie66.text.document import Passage
from przemyskie66.text.streams import make_streams

#: A word, a number, or both, with whatever mark may stand inside.
_TOKEN = re.compile(r"[^\W_]+(?:['’‘^*|°][^\W_]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:’[^\W\d_]+)*")

#: Abbreviations that end in a full stop; so do single letters (t. j., p. b. a.).
ABBREVIATIONS = frozenset(
    ("np", "wg", "ew", "wzgl", "tzw", "itp", "itd", "pkt", "tj", "ds", "dr", "św", "zob", "por", "ok")
)


@dataclass(frozen=True)
class Token:
    """A word, a number or a mixture of both in a reading."""

    start: int
    end: int
    text: str
    foreign: bool  #: whether the edition says that it is of another language

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters only."""
        return _WORD.fullmatch(self.text) is not None

    @property
    def is_number(self) -> bool:
        """Whether it is made of digits only."""
        return self.text.isdecimal()


@dataclass(frozen=True)
class View:
    """A passage and its tokens."""

    passage: Passage
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The reading."""
        return self.passage.reading

    def between(self, left: Token, right: Token) -> str:
        """Return what stands between two tokens."""
        return self.text[left.end : right.start]

    def windows(self, size: int) -> Iterator[tuple[Token, ...]]:
        """Yield *size* tokens that follow one another."""
        for start in range(len(self.tokens) - size + 1):
            yield self.tokens[start : start + size]

    def abbreviated(self, token: Token) -> bool:
        """Return whether *token* is an abbreviation, with the full stop that makes it one."""
        known = token.text.lower() in ABBREVIATIONS or (len(token.text) == 1 and token.is_word)
        return known and self.text[token.end : token.end + 1] == "."

    def opens_sentence(self, token: Token) -> bool:
        """Return whether nothing, or the end of a sentence, stands before *token*."""
        before = self.text[: token.start].rstrip(" \xa0„“”\"'(—–-*")
        return not before or before[-1] in ".!?:;)]…" or before[-1].isdecimal()


def view_of(passage: Passage) -> View:
    """Return a passage cut into tokens."""
    foreign = [
        span
        for run, span in zip(passage.runs, make_streams(passage.runs).run_spans, strict=True)
        if any(mark.startswith("foreign") for mark in run.marks)
    ]
    return View(
        passage,
        tuple(
            Token(
                match.start(),
                match.end(),
                match.group(0),
                any(start < match.end() and match.start() < end for start, end in foreign),
            )
            for match in _TOKEN.finditer(passage.reading)
        ),
    )
