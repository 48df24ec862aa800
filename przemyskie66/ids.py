"""Identifiers: one pattern for every kind, and the written form ``kind:id``.

An id is the same string as ``xml:id``, HTML anchor, docutils id and file name,
so it must survive all four unchanged.
"""

import re

PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

#: What an id can name. A bare id that fits two kinds is ambiguous and must be written ``kind:id``.
KINDS = (
    "rule",
    "reading",
    "claim",
    "pin",
    "parallel",
    "exclusion",
    "witness",
    "source",
    "passage",
    "correction",
    "ruleset",
    "deal",
    "case",
)


def is_id(text: str) -> bool:
    """Return whether *text* is a well-formed id (ASCII lower case, digits, single hyphens)."""
    return PATTERN.fullmatch(text) is not None


def split_ref(text: str) -> tuple[str | None, str]:
    """Return ``(kind, id)`` for ``kind:id``, or ``(None, id)`` for a bare id.

    :raises ValueError: if the kind is none of :data:`KINDS` or the id is malformed.
    """
    kind, colon, name = text.rpartition(":")
    if colon and kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r} in {text!r}; known: {', '.join(KINDS)}")
    if not is_id(name):
        raise ValueError(f"{name!r} is not an id: lower-case letters and digits, joined by single hyphens")
    return (kind or None), name


def format_ref(kind: str, name: str) -> str:
    """Return the written form ``kind:id``."""
    return f"{kind}:{name}"
