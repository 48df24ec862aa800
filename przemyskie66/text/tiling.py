"""Checks that the edition stands for the raw file, all of it and nothing else.

The as-found stream of every passage equals its slice of the raw file, and the slices tile the file:
between them, before the first and after the last there is white space or nothing.
"""

import re
from collections.abc import Sequence

from przemyskie66.errors import Fault
from przemyskie66.text.document import Passage
from przemyskie66.text.tei import place_of

#: What may stand between two slices: space, tab, line end.
SEPARATOR = re.compile(r"[ \t\r\n]*")


def tiling_faults(passages: Sequence[Passage], raw: str, file: str, raw_file: str) -> list[Fault]:
    """Return every place where *passages*, in text order, do not stand for *raw*.

    Each fault gives the first character at which the streams part. *file* and *raw_file* are the names
    of the TEI file and the raw file, as faults give them.
    """
    faults = []
    end = 0
    before = "the beginning of the file"
    for passage in passages:
        faults += _slice_faults(passage, raw, file, raw_file)
        faults += _between(raw, end, passage.raw_start, before, passage, file, raw_file)
        end = max(end, passage.raw_end)
        before = passage.id
    rest = raw[end:]
    if not SEPARATOR.fullmatch(rest):
        at = end + len(rest) - len(rest.lstrip(" \t\r\n"))
        last = passages[-1] if passages else None
        faults.append(
            Fault(
                "tiling",
                file,
                place_of(last.line, last.id) if last else "whole file",
                f"{raw_file} goes on after the last passage, from character {at}",
                raw[at : at + 40],
                "Add a passage for the rest of the text.",
            )
        )
    return faults


def _slice_faults(passage: Passage, raw: str, file: str, raw_file: str) -> list[Fault]:
    start, end, found = passage.raw_start, passage.raw_end, passage.found
    place = place_of(passage.line, passage.id)
    if start >= end or end > len(raw):
        return [
            Fault(
                "tiling",
                file,
                place,
                f"the passage's slice does not lie in {raw_file}, which has {len(raw)} characters",
                f"char={start},{end}",
                _found_elsewhere(found, raw),
            )
        ]
    piece = raw[start:end]
    if piece == found:
        return []
    at = next(
        (i for i, (a, b) in enumerate(zip(found, piece, strict=False)) if a != b), min(len(found), len(piece))
    )
    return [
        Fault(
            "tiling",
            file,
            f"{place}, character {at}",
            f"as found, the passage departs from {raw_file} at its character {start + at}: "
            f"the raw file has {_shown(piece, at)}",
            f"the edition has {_shown(found, at)}",
            _found_elsewhere(found, raw)
            or "Restore the passage; put a change into a choice, supplied or surplus.",
        )
    ]


def _shown(text: str, at: int) -> str:
    """Some characters of *text* from *at* on, so that two that look alike can be told apart."""
    if at >= len(text):
        return "nothing more"
    return f"{text[at : at + 12]!r} (U+{ord(text[at]):04X})"


def _found_elsewhere(found: str, raw: str) -> str:
    """The way out if the words are in the raw file, only elsewhere."""
    at = raw.find(found) if found else -1
    if at < 0 or raw.find(found, at + 1) >= 0:
        return ""
    return f"The passage's words stand at char={at},{at + len(found)}."


def _between(
    raw: str, end: int, start: int, before: str, passage: Passage, file: str, raw_file: str
) -> list[Fault]:
    place = place_of(passage.line, passage.id)
    if start < end:
        return [
            Fault(
                "tiling",
                file,
                place,
                f"the passage begins at character {start} of {raw_file}, before the end of {before} at {end}",
                raw[start : min(end, start + 40)],
                "Every character belongs to one passage; put the passages in the order of the text.",
            )
        ]
    skipped = raw[end:start]
    if SEPARATOR.fullmatch(skipped):
        return []
    at = end + len(skipped) - len(skipped.lstrip(" \t\r\n"))
    return [
        Fault(
            "tiling",
            file,
            place,
            f"{raw_file} has text between {before} and this passage, from character {at}, that no passage stands for",
            raw[at : min(start, at + 40)],
            "Add a passage for it, or extend one of the two.",
        )
    ]
