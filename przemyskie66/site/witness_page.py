"""The page of one witness: who he is, how he is known, all he says and all he leaves out."""

from docutils import nodes

from przemyskie66.rulebook import Cell, Witness
from przemyskie66.site.citing import cite_section
from przemyskie66.site.edition import (
    AREAS,
    DATE_WORDS,
    GAMES,
    NOTHING_EXPLAINED,
    NOTHING_WORDS,
    WITNESS_KINDS,
    Edition,
)
from przemyskie66.site.html import Child, el, flatten, joined, mark, ref, section
from przemyskie66.site.rule_page import claim_block, nothing_details, quote_block

DATES = {
    "event": ("zdarzenia", "of the event"),
    "record": ("zapisu", "of the record"),
    "transcription": ("odpisu", "of the transcription"),
}
CERTAINTY = {
    "high": ("pewna", "certain"),
    "medium": ("prawdopodobna", "probable"),
    "low": ("domysł", "conjecture"),
    "unknown": ("nieznana", "unknown"),
}


def witness_page(edition: Edition, name: str) -> list[nodes.Node]:
    """Return the page of the witness *name*."""
    witness = edition.archive.witnesses[name]
    title = edition.pick(witness.title)
    return flatten(
        mark(
            section(
                f"swiadek-{name}",
                title,
                _facts(edition, witness),
                _claims(edition, witness),
                _parallels(edition, witness),
                _nothings(edition, witness),
                cite_section(edition, "witness", name),
            ),
            "witness",
            name,
            title,
            whole_page=True,
        )
    )


def known_through(edition: Edition, witness: Witness) -> Child:
    """Return in one sentence how we know the witness."""
    say = edition.say
    if witness.reported_by:
        only, reporter = edition.known_through(witness.reported_by)
        return (only[:1].upper() + only[1:], ref("witness", witness.reported_by, reporter), ".")
    if witness.document and witness.text_held:
        title = edition.archive.documents[witness.document].title
        return (say("Z własnego tekstu: ", "By his own text: "), ref("source", witness.document, title), ".")
    if witness.document:
        title = edition.archive.documents[witness.document].title
        return (
            say("Tylko ze wzmianki w: ", "Only by a mention in: "),
            ref("source", witness.document, title),
            ".",
        )
    return say("Tylko ze wzmianki; tekstu archiwum nie ma.", "Only by a mention; the archive holds no text.")


def _facts(edition: Edition, witness: Witness) -> nodes.Node:
    say = edition.say
    rows: list[Child] = [
        (el("dt", say("Co to jest", "What it is")), el("dd", edition.word(WITNESS_KINDS, witness.kind))),
        (el("dt", say("Jak go znamy", "How he is known")), el("dd", known_through(edition, witness))),
    ]
    if witness.depends_on:
        names = joined(ref("witness", other, edition.witness_title(other)) for other in witness.depends_on)
        rows.append((el("dt", say("Zależy od", "Depends on")), el("dd", names)))
    if witness.not_held:
        rows.append(
            (el("dt", say("Czego nie mamy", "What we do not hold")), el("dd", edition.pick(witness.not_held)))
        )
    games = ", ".join(edition.word(GAMES, game) for game in witness.games)
    rows.append((el("dt", say("O jakiej grze mówi", "Speaks of")), el("dd", games)))
    if witness.dates:
        dates = []
        for date in witness.dates:
            kind = say(*DATES.get(date.what, (date.what, date.what)))
            sure = say(*CERTAINTY.get(date.certainty, (date.certainty, date.certainty)))
            note = f" {edition.pick(date.note)}" if date.note else ""
            dates.append(el("li", f"{kind}: {edition.word(DATE_WORDS, date.value)} ({sure}).{note}"))
        rows.append((el("dt", say("Daty", "Dates")), el("dd", el("ul", dates))))
    if witness.rights:
        rows.append((el("dt", say("Prawa", "Rights")), el("dd", edition.pick(witness.rights))))
    if witness.note:
        rows.append((el("dt", say("Od redakcji", "The editors")), el("dd", edition.pick(witness.note))))
    return el("dl", rows, class_="facts")


def _cells(edition: Edition, witness: Witness) -> list[Cell]:
    return [edition.grid[rule][witness.id] for rule in edition.rule_order]


def _claims(edition: Edition, witness: Witness) -> Child:
    cells = [cell for cell in _cells(edition, witness) if cell.claims]
    title = edition.say("Co mówi", "What he says")
    if not cells:
        words = edition.say("Nie mamy ani jednego jego zdania.", "We have not one sentence of his.")
        return section("mowi", title, el("p", words))
    blocks: list[Child] = []
    area = ""
    for cell in cells:
        rule = edition.archive.rules[cell.rule]
        if rule.area != area:
            area = rule.area
            blocks.append(el("h3", edition.word(AREAS, area)))
        blocks.append([claim_block(edition, claim, with_rule=True) for claim in cell.claims])
    return section("mowi", title, blocks)


def _parallels(edition: Edition, witness: Witness) -> Child:
    found = [parallel for cell in _cells(edition, witness) for parallel in cell.parallels]
    if not found:
        return None
    blocks = [
        el(
            "div",
            el("p", ref("rule", parallel.rule, edition.rule_title(parallel.rule)), class_="rule-name"),
            el("p", el("strong", edition.word(GAMES, parallel.game)), ". ", edition.pick(parallel.note)),
            quote_block(edition, parallel),
            class_="claim",
        )
        for parallel in found
    ]
    title = edition.say("Miejsca paralelne", "Parallels")
    lead = edition.say(
        "Nie liczą się jako świadectwo o przemyskim.", "They do not count as testimony on Przemyskie."
    )
    return section("paralele", title, el("p", lead, class_="hint"), blocks)


def _nothings(edition: Edition, witness: Witness) -> Child:
    kinds: dict[str, list[Cell]] = {}
    for cell in _cells(edition, witness):
        if not cell.claims and cell.kind not in ("other-game", "empty"):
            kinds.setdefault(cell.kind, []).append(cell)
    not_held = kinds.pop("not-held", [])
    return [_silences(edition, kinds) if kinds else None, _not_held(edition, not_held) if not_held else None]


def _silences(edition: Edition, kinds: dict[str, list[Cell]]) -> nodes.Node:
    """Return the rules that a witness we can read leaves out, by kind of silence."""
    blocks: list[Child] = []
    for kind, cells in kinds.items():
        words = edition.word(NOTHING_WORDS, kind)
        blocks.append(el("h3", words[:1].upper() + words[1:]))
        blocks.append(el("p", edition.word(NOTHING_EXPLAINED, kind), class_="hint"))
        items = [
            el(
                "li",
                el(
                    "p",
                    ref("rule", cell.rule, edition.rule_title(cell.rule)),
                    f". {edition.pick(cell.nothing.note)}" if cell.nothing and cell.nothing.note else None,
                ),
                nothing_details(edition, cell.nothing) if cell.nothing else None,
                class_="nothing",
            )
            for cell in cells
        ]
        blocks.append(el("ul", items, class_="silences", role="list"))
    return section("milczy", edition.say("O czym nie mówi", "What he does not speak of"), blocks)


def _not_held(edition: Edition, cells: list[Cell]) -> nodes.Node:
    """Return the rules on which a text that we lack might speak: that is no silence of his."""
    items = [
        el("li", ref("rule", cell.rule, edition.rule_title(cell.rule)), class_="nothing") for cell in cells
    ]
    words = edition.say(
        "To nie milczenie: jego tekst mógłby odpowiadać na każde z pytań archiwum, ale go nie mamy.",
        "This is no silence: his text might answer any question of the archive, but we do not hold it.",
    )
    summary = edition.count(len(cells), ("pytanie", "pytania", "pytań"), ("question", "questions"))
    title = edition.say("Czego nie wiemy", "What we do not know")
    return section(
        "brak-tekstu",
        title,
        el("p", words),
        el("details", el("summary", summary), el("ul", items, class_="silences", role="list")),
    )
