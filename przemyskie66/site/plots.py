"""Small drawings of shares with their intervals: made of the data when the site is built, no script.

Places along the axis are per cent of the width, so that a drawing fits any page while its words keep
their size; colours are those of the page. A drawing never stands alone: the caller sets a table of the
same values beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from docutils import nodes

from przemyskie66.site.edition import Lang
from przemyskie66.site.figures import percent_sign
from przemyskie66.site.html import el, unsearched

#: The sign of each kind of players, centred on its place; told apart by shape.
SIGNS = {
    "sensible": "M0-4.5a4.5 4.5 0 1 0 .01 0z",
    "random": "M-4-4h8v8h-8z",
    "best": "M0-6 6 0 0 6-6 0z",
}

_LABEL, _TRACK, _GAP, _AXIS = 17, 13, 9, 24


@dataclass(frozen=True)
class Mark:
    """One measured share, 0 to 1, with its interval."""

    players: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """One line of a drawing."""

    label: str
    marks: tuple[Mark, ...]


def _at(share: float) -> str:
    return f"{100 * share:.2f}%"


def dot_plot(name: str, title: str, description: str, rows: Sequence[Row], lang: Lang) -> nodes.Node:
    """Return the drawing of *rows* on one axis from 0 to 100 per cent; *name* begins the ids in it."""
    heights = [_LABEL + _TRACK * max(len(row.marks), 1) + _GAP for row in rows]
    bottom = sum(heights)
    parts: list[nodes.Node] = [*_axis(bottom, lang)]
    top = 0
    for row, height in zip(rows, heights, strict=True):
        parts.append(el("text", row.label, x="0", y=str(top + 12), class_="plot-label"))
        for index, mark in enumerate(row.marks):
            parts += _mark(mark, top + _LABEL + _TRACK * index + 6)
        top += height
    return _drawing(name, title, description, parts, bottom + _AXIS)


def strip_plot(
    name: str, title: str, description: str, strips: Sequence[tuple[str, str, Sequence[float]]], lang: Lang
) -> nodes.Node:
    """Return *strips* (label, class, shares) on one axis: a dot for each share, beside each other where they meet."""
    height, parts = 62, [*_axis(62 * len(strips), lang)]
    for index, (label, class_, shares) in enumerate(strips):
        top = index * height
        parts.append(el("text", label, x="0", y=str(top + 12), class_="plot-label"))
        for number, share in enumerate(sorted(shares)):
            parts.append(
                el(
                    "circle",
                    cx=_at(share),
                    cy=str(top + 24 + 7 * (number % 5)),
                    r="3",
                    class_=f"plot-dot {class_}",
                )
            )
    return _drawing(name, title, description, parts, height * len(strips) + _AXIS)


def _axis(bottom: int, lang: Lang) -> list[nodes.Node]:
    parts: list[nodes.Node] = []
    for percent in (0, 25, 50, 75, 100):
        place = f"{percent}%"
        anchor = {0: "start", 100: "end"}.get(percent, "middle")
        parts.append(el("line", x1=place, x2=place, y1="0", y2=str(bottom), class_="plot-grid"))
        parts.append(
            el(
                "text",
                f"{percent}{percent_sign(lang)}",
                x=place,
                y=str(bottom + 16),
                text_anchor=anchor,
                class_="plot-tick",
            )
        )
    return parts


def _mark(mark: Mark, y: int) -> list[nodes.Node]:
    kind = f"plot-{mark.players}"
    return [
        el("line", x1=_at(mark.low), x2=_at(mark.high), y1=str(y), y2=str(y), class_=f"plot-interval {kind}"),
        el("svg", el("path", d=SIGNS[mark.players]), x=_at(mark.share), y=str(y), class_=f"plot-mark {kind}"),
    ]


def _drawing(name: str, title: str, description: str, parts: Sequence[nodes.Node], height: int) -> nodes.Node:
    drawing = el(
        "svg",
        el("title", title, id=f"{name}-title"),
        el("desc", description, id=f"{name}-desc"),
        parts,
        class_="plot",
        role="img",
        width="100%",
        height=str(height),
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )
    return unsearched(drawing)
