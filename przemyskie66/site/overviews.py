"""The overviews that prose pages hold: lists, the grid, disagreements, open questions, rulesets."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from docutils import nodes

from przemyskie66.rulebook import Bilingual, Cell, Disagreement, Profile
from przemyskie66.rulebook.model import STATUSES
from przemyskie66.site.edition import (
    AREAS,
    GAMES,
    NOTHING_EXPLAINED,
    NOTHING_WORDS,
    STATUS_EXPLAINED,
    STATUS_WORDS,
    WITNESS_KINDS,
    Edition,
)
from przemyskie66.site.filters import Choice, Choices, filed, filter_form
from przemyskie66.site.html import Child, el, flatten, joined, mark, page, ref, section, unsearched
from przemyskie66.site.rule_page import basis_words, pin_block
from przemyskie66.site.shares import share_bar
from przemyskie66.site.source_page import wording
from przemyskie66.site.survey_page import KINDS, change_line, in_order, kind_tag, letters
from przemyskie66.site.witness_page import known_through
from przemyskie66.survey.contrasts import Contrast

#: What stands in a cell of the grid before its word, so that the kinds differ without colour.
SIGNS = {
    "claims": "●",
    "leaves-open": "?",
    "silent": "–",
    "not-reported": "·",
    "lost": "[…]",
    "not-held": "∅",
    "other-game": "≈",
    "empty": "",
}


def areas_of(edition: Edition) -> dict[str, list[str]]:
    """Return the rules of every area, in order."""
    found: dict[str, list[str]] = {}
    for rule in edition.rule_order:
        found.setdefault(edition.archive.rules[rule].area, []).append(rule)
    return found


def rule_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all rules by area, each with its question and standing."""
    areas = areas_of(edition)
    index = [
        el("li", el("a", edition.word(AREAS, area), href=f"#dzial-{area}"), f" ({len(rules)})")
        for area, rules in areas.items()
    ]
    sections = [
        section(
            f"dzial-{area}",
            edition.word(AREAS, area),
            el("ul", [_rule_item(edition, rule) for rule in rules], class_="rule-list", role="list"),
        )
        for area, rules in areas.items()
    ]
    return flatten([el("ul", index, class_="area-index", role="list"), sections])


def _rule_item(edition: Edition, name: str) -> nodes.Node:
    rule = edition.archive.rules[name]
    return el(
        "li",
        el(
            "p",
            ref("rule", name, edition.pick(rule.title), class_="rule-name"),
            [
                el("span", edition.word(STATUS_WORDS, status), class_=f"tag tag-{status}")
                for status in edition.statuses[name][:2]
            ],
        ),
        el("p", edition.pick(rule.question), class_="rule-question"),
    )


def witness_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all witnesses: what each is, how known, how much he says."""
    items = []
    for witness in edition.archive.witnesses.values():
        count = sum(bool(row[witness.id].claims) for row in edition.grid.values())
        said = edition.say(f"Reguły, o których mówi: {count}.", f"Rules he speaks of: {count}.")
        items.append(
            el(
                "li",
                el("p", ref("witness", witness.id, edition.pick(witness.title), class_="rule-name")),
                el(
                    "p",
                    edition.word(WITNESS_KINDS, witness.kind),
                    ". ",
                    known_through(edition, witness),
                    " ",
                    said,
                ),
                el("p", edition.pick(witness.not_held), class_="hint") if witness.not_held else None,
            )
        )
    return [el("ul", items, class_="rule-list", role="list")]


def source_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all texts: whose words stand in them, how long they are, what is lost."""
    items = []
    for document in edition.archive.documents.values():
        voices = dict.fromkeys(v for passage in document.passages for _, _, v in passage.voices)
        names = ", ".join(
            edition.witness_short(voice) for voice in voices if voice in edition.archive.witnesses
        )
        facts = edition.say(
            f"Głosy: {names}. Ustępy: {len(document.passages)}. Luki: {len(document.gaps)}.",
            f"Voices: {names}. Passages: {len(document.passages)}. Gaps: {len(document.gaps)}.",
        )
        items.append(
            el(
                "li",
                el("p", ref("source", document.id, document.title, class_="rule-name")),
                el("p", facts, class_="label"),
            )
        )
    return [el("ul", items, class_="rule-list", role="list")]


# --- the grid -----------------------------------------------------------------------------------


def grid_table(edition: Edition, _: str) -> list[nodes.Node]:
    """Return rules × witnesses; every cell says something, by sign and word."""
    witnesses = edition.witness_order
    head = el(
        "tr",
        el("th", edition.say("Reguła", "Rule"), scope="col"),
        el("th", edition.say("redakcja", "editors"), scope="col"),
        [el("th", ref("witness", name, edition.witness_short(name)), scope="col") for name in witnesses],
    )
    bodies = []
    for area, rules in areas_of(edition).items():
        name = el(
            "th",
            edition.word(AREAS, area),
            class_="area-name",
            scope="rowgroup",
            colspan=str(len(witnesses) + 2),
        )
        rows = [_grid_row(edition, rule, witnesses) for rule in rules]
        bodies.append(el("tbody", el("tr", name), rows, class_="area"))
    label = edition.say("Siatka reguł i świadków", "Grid of rules and witnesses")
    table = el("table", el("thead", head), bodies, class_="grid")
    return [
        _grid_legend(edition),
        _grid_filter(edition),
        el("div", table, class_="grid-scroll", tabindex="0", role="region", aria_label=label),
    ]


def _grid_row(edition: Edition, rule: str, witnesses: list[str]) -> nodes.Node:
    row = edition.grid[rule]
    different = any(disagreement.rule == rule for disagreement in edition.disagreements)
    letters = {
        reading.id: chr(ord("A") + index)
        for index, reading in enumerate(edition.archive.rules[rule].readings)
    }
    pins = edition.archive.pins_on(rule)
    choice: Child = None
    if pins:
        words = ", ".join(dict.fromkeys(letters[pin.reading] for pin in pins))
        choice = ref("pin", pins[0].id, edition.say("wybór ", "choice "), words)
    return el(
        "tr",
        el("th", ref("rule", rule, edition.rule_title(rule)), scope="row"),
        el("td", choice, class_="cell-pin"),
        [_grid_cell(edition, row[name], letters, different=different) for name in witnesses],
        data_f=filed(edition.archive.rules[rule].area, edition.statuses[rule], _stances(row)),
    )


#: What a witness may do on a question, in the order of the choices: what is said, then each kind of nothing.
STANCES: dict[str, Bilingual] = {
    "claims": Bilingual("mówi", "speaks"),
    "leaves-open": Bilingual("zostawia otwarte", "leaves it open"),
    **{kind: NOTHING_WORDS[kind] for kind in ("silent", "not-reported", "lost", "not-held", "other-game")},
    "parallel": Bilingual("paralela", "parallel"),
}


def _stances(row: Mapping[str, Cell]) -> Iterator[str]:
    """Yield ``witness-stance`` for every cell of a row."""
    for name, cell in row.items():
        yield f"{name}-{'parallel' if cell.parallels and not cell.claims else cell.kind}"
        if any(claim.stance == "leaves-open" for claim in cell.claims):
            yield f"{name}-leaves-open"


def _grid_filter(edition: Edition) -> nodes.Node:
    """Return the form that hides rows of the grid."""
    say = edition.say
    rules = edition.archive.rules
    areas = Counter(rule.area for rule in rules.values())
    standing = Counter(status for rule in rules for status in edition.statuses[rule])
    stances = Counter(stance for rule in rules for stance in _stances(edition.grid[rule]))
    witnesses = [
        (
            edition.witness_title(name),
            [
                Choice(
                    f"{name}-{stance}",
                    f"{edition.witness_short(name)}: {edition.pick(words)}",
                    stances[f"{name}-{stance}"],
                )
                for stance, words in STANCES.items()
            ],
        )
        for name in edition.witness_order
    ]
    return filter_form(
        edition,
        say("Reguł: {n} z {all}.", "Rules: {n} of {all}."),
        [
            Choices(
                "area",
                say("dział", "area"),
                [("", [Choice(a, edition.word(AREAS, a), areas[a]) for a in AREAS])],
            ),
            Choices(
                "status",
                say("stan rzeczy", "standing"),
                [("", [Choice(s, edition.word(STATUS_WORDS, s), standing[s]) for s in STATUSES])],
            ),
            Choices("cell", say("świadek", "witness"), witnesses),
        ],
        text=say("słowo w nazwie reguły", "word in the rule’s name"),
    )


def _grid_cell(edition: Edition, cell: Cell, letters: dict[str, str], *, different: bool) -> nodes.Node:
    if cell.claims:
        parts: dict[tuple[str, str, str], Child] = {}  # the same answer twice, from two passages, stands once
        for claim in cell.claims:
            letter = letters.get(claim.reading or "", "?")
            word = {"asserts": letter, "rejects": edition.say(f"nie {letter}", f"not {letter}")}.get(
                claim.stance, "?"
            )
            scope = edition.scope_short(claim.scope)
            manner = "" if claim.explicit else edition.say(" (wniosek)", " (inferred)")
            title = (
                edition.pick(edition.archive.rules[cell.rule].reading(claim.reading).text)
                if claim.reading
                else ""
            )
            label = el("span", word, class_="different" if different else "letter", title=title or None)
            small = el("small", f" {scope}") if scope else None
            parts.setdefault((word, scope, manner), el("div", ref("claim", claim.id, label, manner), small))
        return el("td", parts.values(), class_="cell-claims")
    if cell.parallels:
        sign = el("span", SIGNS["other-game"], class_="sign", aria_hidden="true")
        return el(
            "td",
            sign,
            ref("parallel", cell.parallels[0].id, edition.say("paralela", "parallel")),
            class_="cell-nothing",
        )
    sign = el("span", SIGNS[cell.kind], class_="sign", aria_hidden="true")
    word = edition.word(NOTHING_WORDS, cell.kind)
    if cell.kind == "lost" and cell.nothing and cell.nothing.gap:
        return el("td", sign, ref("passage", cell.nothing.gap, word), class_="cell-nothing")
    return el("td", sign, word, class_="cell-nothing")


def _grid_legend(edition: Edition) -> nodes.Node:
    say = edition.say
    items = [
        (
            "A, B…",
            say(
                "odpowiedź z listy na stronie reguły; wyróżniona, gdy świadkowie się różnią",
                "answer in the rule’s list; set off where witnesses differ",
            ),
        ),
        ("?", say("świadek zostawia rzecz otwartą", "the witness leaves it open")),
        *(
            (SIGNS[kind], _legend_words(edition, kind))
            for kind in ("silent", "not-reported", "lost", "not-held")
        ),
        (
            SIGNS["other-game"],
            say(
                "miejsce paralelne z innej gry; nie liczy się jako świadectwo",
                "parallel from another game; does not count as testimony",
            ),
        ),
    ]
    rows = [el("li", el("span", sign, class_="sign"), " ", words) for sign, words in items]
    return el("ul", rows, class_="legend", role="list")


def _legend_words(edition: Edition, kind: str) -> str:
    explained = edition.word(NOTHING_EXPLAINED, kind)
    return f"{edition.word(NOTHING_WORDS, kind)}: {explained[:1].lower()}{explained[1:].rstrip('.')}"


# --- disagreements, questions, rulesets -----------------------------------------------------------


def disagreement_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return every computed disagreement side by side: those that change most in play first, unmeasured ones last."""
    found = in_order(edition)
    measured = [entry for entry in found if entry[1]]
    others = [entry for entry in found if not entry[1]]
    kinds = dict.fromkeys(disagreement.kind for disagreement, _ in found)
    legend = [
        el(
            "li",
            el("span", edition.word(STATUS_WORDS, kind), class_=f"tag tag-{kind}"),
            " ",
            edition.word(STATUS_EXPLAINED, kind),
        )
        for kind in sorted(kinds, key=lambda kind: KINDS.index(kind) if kind in KINDS else len(KINDS))
    ]
    return flatten(
        [
            el("ul", legend, class_="kind-legend", role="list"),
            section(
                "zmierzone",
                edition.say("Od tych, które zmieniają najwięcej", "Those that change most first"),
                [_disagreement(edition, *entry) for entry in measured],
            )
            if measured
            else None,
            section(
                "niezmierzone",
                edition.say("Nie zmierzone, z powodem", "Not measured, and why"),
                [_disagreement(edition, *entry) for entry in others],
            )
            if others
            else None,
        ]
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _disagreement(edition: Edition, found: Disagreement, chosen: Sequence[Contrast]) -> nodes.Node:
    rule = edition.archive.rules[found.rule]
    names = letters(rule)
    sides = []
    for side in found.sides:
        named: dict[str, Child] = {}  # who says it from two passages is named once
        for name in side.claims:
            claim = edition.archive.claims[name]
            scope = edition.scope_words(claim.scope)
            inferred = None if claim.explicit else edition.say("wniosek", "inferred")
            said = "; ".join(part for part in (scope, inferred) if part)
            words = edition.witness_short(claim.witness) + (f" ({said})" if said else "")
            named.setdefault(words, ref("claim", name, words))
        plays = [ref("ruleset", profile, edition.profile_title(profile)) for profile in side.profiles]
        sides.append(
            el(
                "li",
                el("p", edition.pick(rule.reading(side.reading).text)),
                el(
                    "p", edition.say("Mówi to: ", "So says: "), joined(named.values()), ".", class_="followed"
                ),
                el("p", edition.say("Tak gra: ", "So plays: "), joined(plays, "; "), ".", class_="followed")
                if plays
                else None,
                data_letter=names[side.reading],
            )
        )
    return el(
        "div",
        el("h3", ref("rule", rule.id, edition.pick(rule.title)), " ", kind_tag(edition, found)),
        el("p", edition.pick(rule.question), class_="rule-question"),
        change_line(edition, found, chosen),
        el("ol", sides, class_="readings", role="list"),
        class_="disagreement",
        data_rule=rule.id,
    )


def question_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return what a reader could still tell us: the questions of the pins, and the gaps in the texts."""
    by_area: list[Child] = []
    order = {rule: index for index, rule in enumerate(edition.rule_order)}
    pins = sorted(edition.archive.pins.values(), key=lambda pin: (pin.game != "przemyskie", order[pin.rule]))
    game = ""
    for pin in pins:
        if pin.game != game:
            game = pin.game
            by_area.append(el("h3", _capital(edition.word(GAMES, game))))
        by_area.append(pin_block(edition, pin, with_rule=True))
    open_rules = [rule for rule in edition.rule_order if "open" in edition.statuses[rule]]
    gaps = [
        el(
            "li",
            ref("passage", gap.id, document.title),
            ": ",
            wording(edition, gap.note),
        )
        for document in edition.archive.documents.values()
        for gap in document.gaps
    ]
    return flatten(
        [
            section("pytania", edition.say("Gdzie wybrała redakcja", "Where the editors chose"), by_area),
            section(
                "bez-odpowiedzi",
                edition.say("Bez żadnej odpowiedzi", "Without any answer"),
                el("ul", [_rule_item(edition, rule) for rule in open_rules], class_="rule-list", role="list"),
            )
            if open_rules
            else None,
            section("luki", edition.say("Luki w tekstach", "Gaps in the texts"), el("ul", gaps)),
        ]
    )


def ruleset_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return every ruleset with the share of its own, borrowed and pinned answers, and all of them."""
    return flatten(_ruleset(edition, profile) for profile in edition.archive.profiles.values())


def _ruleset(edition: Edition, profile: Profile) -> nodes.Node:
    title = edition.pick(profile.title)
    parts: list[Child] = [el("p", edition.pick(profile.note)) if profile.note else None]
    if profile.refuses is not None:
        parts.append(
            el(
                "p",
                el("strong", edition.say("Nie gra. ", "Does not play. ")),
                edition.pick(profile.refuses),
                class_="notice",
            )
        )
    else:
        parts += [
            share_bar(edition, profile),
            _precedence(edition, profile),
            el("p", page(f"sheet/{profile.id}", ""), edition.say(" (jedna kartka A4)", " (one page of A4)")),
            _answers(edition, profile),
        ]
    node = section(f"zestaw-{profile.id}", title, parts)
    return mark(node, "ruleset", profile.id, title)


def _precedence(edition: Edition, profile: Profile) -> nodes.Node:
    pin = edition.say("wybór redakcji", "the editors’ choice")
    names = [pin if name == "pin" else edition.witness_short(name) for name in profile.precedence]
    return el("p", edition.say("Kolejność pierwszeństwa: ", "Order of precedence: "), ", ".join(names), ".")


def _answers(edition: Edition, profile: Profile) -> nodes.Node:
    rows = []
    for name in edition.rule_order:
        for answer, phase in edition.told_answers(profile.id, name):
            title = ref("rule", name, edition.rule_title(name))
            rows.append(
                el(
                    "tr",
                    el("th", title, f", {phase}" if phase else None, scope="row"),
                    el("td", edition.pick(edition.archive.rules[name].reading(answer.reading).text)),
                    el("td", basis_words(edition, answer)),
                )
            )
    head = el(
        "tr",
        el("th", edition.say("Reguła", "Rule"), scope="col"),
        el("th", edition.say("Odpowiedź", "Answer"), scope="col"),
        el("th", edition.say("Czyja", "Whose"), scope="col"),
    )
    label = edition.say("Wszystkie odpowiedzi", "All answers")
    table = el("table", el("thead", head), el("tbody", rows))
    return unsearched(
        el(
            "details",
            el("summary", label),
            el("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=label),
        )
    )


def in_numbers(edition: Edition, _: str) -> list[nodes.Node]:
    """Return what the archive holds, counted when the page is built."""
    archive = edition.archive
    count = edition.count
    own = sum(claim.scope.game == "przemyskie" for claim in archive.claims.values())
    unsettled = sum(claim.stance == "leaves-open" for claim in archive.claims.values())
    held = sum(nothing.kind != "not-held" for nothing in archive.nothings)
    lines = [
        count(len(archive.rules), ("pytanie", "pytania", "pytań"), ("question", "questions"))
        + edition.say(" o reguły, zwyczaje i świadków", " on rules, customs and witnesses"),
        count(len(archive.claims), ("twierdzenie", "twierdzenia", "twierdzeń"), ("claim", "claims"))
        + edition.say(
            f" świadków, każde z cytatem co do słowa: {own} o przemyskim 66, {len(archive.claims) - own}"
            f" o sześćdziesięciu sześciu; z nich {unsettled} zostawia rzecz otwartą",
            f" of witnesses, each with its quote to the word: {own} on Przemyskie 66,"
            f" {len(archive.claims) - own} on Sixty-six; {unsettled} of them leave the matter open",
        ),
        count(held, ("pole", "pola", "pól"), ("cell", "cells"))
        + edition.say(
            f", w których świadek nic nie mówi, i {len(archive.nothings) - held}, w których nie mamy jego tekstu",
            f" in which a witness says nothing, and {len(archive.nothings) - held} for which we lack his text",
        ),
        count(
            len(archive.pins),
            ("wybór redakcji", "wybory redakcji", "wyborów redakcji"),
            ("editors’ choice", "editors’ choices"),
        )
        + edition.say(", jawnie oznaczone", ", openly marked"),
        count(len(archive.cases), ("przykład", "przykłady", "przykładów"), ("example", "examples"))
        + edition.say(
            " rozegranych przez silnik przy budowie tych stron",
            " played by the engine when these pages were built",
        ),
    ]
    return [el("ul", [el("li", line) for line in lines], class_="in-numbers")]
