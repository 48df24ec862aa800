"""Figures within the sentences of prose pages: each named by its place in the data, none written by hand.

::

    count.rules                                  how many; further names in :data:`COUNTS`
    agreement.ojciec.wikibooks.differ            rules of a pair: common, agree, differ, apart
    profile.witryna.pinned                       answers of a ruleset: own, borrowed, pinned, total
    survey.sensible.deals                        deals, command, confidence
    survey.sensible.throw-in.two-points.as-loss.share      share, interval, mean, mean-interval, largest, changed, first
    over.sensible.10.witnesses                   pairs of answers that change at least 10 per cent of the deals
    top.witnesses.1.rule                         the first in order: rule, share, interval, mean

``name|reguła|reguły|reguł`` adds the form of a noun that the number takes (``name|rule|rules`` in
English). What has not been measured is shown as such, never as nought.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from docutils import nodes

from przemyskie66.errors import Fault, UnknownIdError
from przemyskie66.rulebook import shares
from przemyskie66.site import figures
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, page
from przemyskie66.survey.contrasts import Contrast
from przemyskie66.survey.stored import PLAYERS, Measured, Survey, attested

#: A number, which may take the form of a noun; or what stands as it is; ``None`` if it was not measured.
Found: TypeAlias = "Child | int"

YES, NO = "yes", "no"


def _przemyskie(edition: Edition) -> int:
    claims = edition.archive.claims.values()
    return sum(claim.scope.game in (None, "przemyskie") for claim in claims)


def _kind(kind: str) -> Callable[[Edition], int]:
    return lambda edition: sum(found.kind == kind for found in edition.disagreements)


def _attested(edition: Edition) -> int:
    return sum(attested(edition.archive, contrast) for contrast in edition.measured.contrasts)


#: What can be counted.
COUNTS: dict[str, Callable[[Edition], int]] = {
    "rules": lambda edition: len(edition.archive.rules),
    "claims": lambda edition: len(edition.archive.claims),
    "claims-przemyskie": _przemyskie,
    "claims-relative": lambda edition: len(edition.archive.claims) - _przemyskie(edition),
    "pins": lambda edition: len(edition.archive.pins),
    "disagreements": lambda edition: len(edition.disagreements),
    "disputed": _kind("disputed"),
    "words": _kind("word"),
    "relatives": _kind("differs-between-relatives"),
    "variants": _kind("variant"),
    "contrasts": lambda edition: len(edition.measured.contrasts),
    "contrasts-witnesses": _attested,
    "contrasts-editors": lambda edition: len(edition.measured.contrasts) - _attested(edition),
    "contrast-rules": lambda edition: len({contrast.rule for contrast in edition.measured.contrasts}),
    "shown": lambda edition: len(edition.measured.shown),
    "searched": lambda edition: len(edition.measured.searched),
    "independent-one-game": lambda edition: len(
        frozenset[str]().union(*(pair.one_game for pair in edition.agreement if pair.independent))
    ),
}


def value(edition: Edition, argument: str) -> list[nodes.Node]:
    """Return the figure named by *argument*, marked with its name.

    :raises UnknownIdError: if there is none of this name.
    """
    name, *forms = argument.split("|")
    found = _value(edition, name.split("."), name)
    words: Child
    if found is None:
        words = edition.say("(nie zmierzono)", "(not measured)")
    elif isinstance(found, int):
        words = figures.whole(found, edition.lang)
        if forms:
            words += figures.NBSP + _form(edition, found, forms)
    else:
        words = found
    return [el("span", words, class_="value" if found is not None else "value no-value", data_value=name)]


def _form(edition: Edition, number: int, forms: Sequence[str]) -> str:
    """Return the one of *forms* that *number* takes.

    :raises UnknownIdError: if there are not as many forms as the language has.
    """
    match edition.lang, forms:
        case "pl", [one, few, many]:
            return edition.noun(number, (one, few, many), ("", ""))
        case "en", [one, many]:
            return edition.noun(number, ("", "", ""), (one, many))
    way_out = "Write name|reguła|reguły|reguł on a Polish page, name|rule|rules on an English one."
    fault = Fault("reference", "prose", "|".join(forms), "not the forms of a noun", str(len(forms)), way_out)
    raise UnknownIdError([fault])


def _unknown(name: str) -> UnknownIdError:
    way_out = f"Numbers: {', '.join(COUNTS)}; other names: see przemyskie66/site/values.py."
    return UnknownIdError([Fault("reference", "prose", name, "no figure of this name", name, way_out)])


def _value(edition: Edition, path: list[str], name: str) -> Found:
    match path:
        case ["count", what] if what in COUNTS:
            return COUNTS[what](edition)
        case ["agreement", first, second, ("common" | "agree" | "differ" | "apart") as what]:
            for pair in edition.agreement:
                if {pair.first, pair.second} == {first, second}:
                    return len(getattr(pair, what))
        case ["profile", profile, ("own" | "borrowed" | "pinned" | "total") as what]:
            if profile in edition.archive.profiles:
                return int(getattr(shares(edition.archive, edition.archive.profiles[profile]), what))
        case ["survey", players, what] if players in PLAYERS and what in ("deals", "command", "confidence"):
            return _of_survey(edition, edition.measured.surveys.get(players), what)
        case ["survey", players, rule, a, b, what] if players in PLAYERS:
            contrast = _contrast(edition, rule, a, b, name)
            return _written(edition, edition.measured.found(contrast, players), what, name)
        case ["over", players, percent, ("witnesses" | "editors") as whose]:
            if players in PLAYERS and percent.isascii() and percent.isdecimal():
                if players not in edition.measured.surveys:
                    return None
                return _over(edition, players, int(percent) / 100, whose == "witnesses")
        case ["top", ("witnesses" | "editors") as whose, place, what] if (
            place.isascii() and place.isdecimal()
        ):
            return _top(edition, whose == "witnesses", int(place), what, name)
    raise _unknown(name)


def _of_survey(edition: Edition, survey: Survey | None, what: str) -> Found:
    if survey is None:
        return None
    if what == "confidence":
        return figures.whole(round(100 * survey.confidence), edition.lang) + figures.percent_sign(
            edition.lang
        )
    return survey.deals if what == "deals" else el("code", f".venv/bin/{survey.command}")


def _contrast(edition: Edition, rule: str, a: str, b: str, name: str) -> Contrast:
    for contrast in edition.measured.of_rule(rule):
        if {contrast.a, contrast.b} == {a, b}:
            return contrast
    raise _unknown(name)


def _written(edition: Edition, found: Measured | None, what: str, name: str) -> Found:
    lang = edition.lang
    ways: dict[str, Callable[[Measured], Found]] = {
        "share": lambda row: figures.share(row, lang),
        "interval": lambda row: figures.share_interval(row, lang),
        "mean": lambda row: figures.mean(row, lang),
        "mean-interval": lambda row: figures.mean_interval(row, lang),
        "largest": lambda row: figures.points(row.largest),
        "changed": lambda row: row.changed,
        "first": lambda row: row.first,
    }
    if what not in ways:
        raise _unknown(name)
    return None if found is None else ways[what](found)


def _chosen(edition: Edition, *, witnesses: bool) -> list[Contrast]:
    return [c for c in edition.measured.contrasts if attested(edition.archive, c) == witnesses]


def _over(edition: Edition, players: str, least: float, witnesses: bool) -> int:
    found = (edition.measured.found(c, players) for c in _chosen(edition, witnesses=witnesses))
    return sum(row is not None and row.share >= least for row in found)


def _top(edition: Edition, witnesses: bool, place: int, what: str, name: str) -> Found:
    ordered = edition.measured.ordered(_chosen(edition, witnesses=witnesses))
    if not 1 <= place <= len(ordered):
        raise _unknown(name)
    contrast = ordered[place - 1]
    found = edition.measured.found(contrast, "sensible")
    if what == "rule":
        return (
            page(f"rule/{contrast.rule}", "co-zmienia", edition.rule_title(contrast.rule)) if found else None
        )
    return _written(edition, found, what, name)


def shown_if(edition: Edition, argument: str) -> list[nodes.Node]:
    """Return whether the data are as *argument* says.

    ``measured PLAYERS``, ``unmeasured PLAYERS``; ``changes PLAYERS RULE.A.B`` and ``changes-nothing …``,
    which hold only of what was measured; ``none NAME``, ``some NAME``, ``more NAME NAME`` of numbers.

    :raises UnknownIdError: if *argument* says nothing of the kind.
    """
    holds: bool
    match argument.split():
        case [("measured" | "unmeasured") as word, players] if players in PLAYERS:
            holds = (players in edition.measured.surveys) == (word == "measured")
        case [("changes" | "changes-nothing") as word, players, pair] if (
            players in PLAYERS and pair.count(".") == 2
        ):
            rule, a, b = pair.split(".")
            found = edition.measured.found(_contrast(edition, rule, a, b, argument), players)
            holds = found is not None and bool(found.changed) == (word == "changes")
        case [("none" | "some") as word, name]:
            holds = bool(_value(edition, name.split("."), name)) == (word == "some")
        case ["more", *names] if len(names) == 2:
            one, other = (_value(edition, name.split("."), name) for name in names)
            holds = isinstance(one, int) and isinstance(other, int) and one > other
        case _:
            raise _unknown(argument)
    return [nodes.Text(YES if holds else NO)]
