"""The form above a long table that hides rows: a script makes it work, and without it every row is there.

A row bears ``data-f``: for each list of choices, in order, the values that it has, parted by strokes.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from docutils import nodes

from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, unsearched


class Choice(NamedTuple):
    """One value of a list, and how many rows have it."""

    value: str
    words: str
    rows: int


class Choices(NamedTuple):
    """One list of choices: its name in the address, its label, its choices, in groups if there are several."""

    name: str
    label: str
    groups: Sequence[tuple[str, Iterable[Choice]]]  #: name of the group, empty for a list without groups


def filed(*values: Iterable[str] | str) -> str:
    """Return ``data-f`` of a row: its values of each list, in the order of the lists."""
    return "|".join(value if isinstance(value, str) else " ".join(value) for value in values)


def filter_form(edition: Edition, told: str, lists: Iterable[Choices], text: str = "") -> nodes.Node:
    """Return the form; *told* says how many rows are shown, with ``{n}`` and ``{all}``.

    With *text*, the label of a field, rows are also found by words in their head.
    """
    say = edition.say
    controls: list[Child] = []
    if text:
        field = el("input", type="search", name="q", autocomplete="off", spellcheck="false")
        controls.append(el("label", text, field))
    for choices in lists:
        options: list[Child] = [el("option", say("wszystko", "all"), value="")]
        for group, members in choices.groups:
            shown = [el("option", f"{words} ({rows})", value=value) for value, words, rows in members if rows]
            options.append(el("optgroup", shown, label=group) if group and shown else shown)
        controls.append(el("label", choices.label, el("select", options, name=choices.name)))
    reset = el("button", say("Wszystkie", "All of them"), type="reset")
    output = el("output", data_words=told, class_="label")
    label = say("Wybierz", "Choose")
    return unsearched(el("form", controls, reset, output, class_="filter", hidden=True, aria_label=label))
