"""The page of all interventions: how many, how good the text is, what is proved, and each with its reason."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from docutils import nodes

from przemyskie66.rulebook import Argument, Emendation, Premise, in_figures
from przemyskie66.site.citing import CORRECTIONS, cite_link
from przemyskie66.site.edition import Edition
from przemyskie66.site.filters import Choice, Choices, filed, filter_form
from przemyskie66.site.html import Child, el, flatten, joined, mark, page, ref, section, unsearched
from przemyskie66.site.interventions import CERTAINTY, EVIDENCE, KINDS, quoted, type_words
from przemyskie66.site.source_page import wording
from przemyskie66.text import Correction, Document, Gap, Passage, Wording

#: How much of the reading stands on each side of an intervention, in characters.
CONTEXT = 22


@dataclass(frozen=True)
class Row:
    """One intervention as the table shows it."""

    document: Document
    kind: str
    section: str  #: id of the top section; empty at the head of a document
    passage: Passage | None  #: none for a gap between passages
    correction: Correction | None  #: none for a gap between passages
    gap: Gap | None

    @property
    def id(self) -> str:
        """Its id in the archive; empty for a join or a needless space."""
        return self.correction.id if self.correction else self.gap.id if self.gap else ""

    @property
    def type(self) -> str:
        """What sort of its kind it is."""
        return self.correction.type if self.correction else self.gap.reason if self.gap else ""

    @property
    def cert(self) -> str:
        """How sure it is; where the edition does not say, its header says that it is certain."""
        given = self.correction.cert if self.correction else ""
        return given or ("" if self.kind == "gap" else "high")

    @property
    def evidence(self) -> str:
        """What it rests on; where the edition does not say, the text itself."""
        given = self.correction.evidence if self.correction else ""
        return given or ("" if self.kind == "gap" else "internal")

    @property
    def note(self) -> Wording:
        """Why, in the editors' words."""
        if self.gap is not None:
            return self.gap.note
        return self.correction.note if self.correction else Wording()


def rows_of(document: Document) -> Iterator[Row]:
    """Yield every intervention in *document*, in text order, gaps between passages among them."""
    parents = {described.id: described.parent for described in document.sections}
    gaps = {gap.id: gap for gap in document.gaps}
    between: dict[str, list[Gap]] = {}
    for gap in document.gaps:
        if not gap.passage:
            between.setdefault(gap.after, []).append(gap)

    def top(name: str) -> str:
        while parents.get(name):
            name = parents[name]
        return name

    for lost in between.get("", ()):
        yield Row(document, "gap", top(lost.section), None, None, lost)
    for passage in document.passages:
        for made in sorted(passage.corrections, key=lambda c: (c.raw_start, c.start)):
            gap_here = gaps.get(made.id) if made.kind == "gap" else None
            yield Row(document, made.kind, top(passage.section), passage, made, gap_here)
        for lost in between.get(passage.id, ()):
            yield Row(document, "gap", top(lost.section), None, None, lost)


def all_rows(edition: Edition) -> list[Row]:
    """Return every intervention in every document."""
    return [row for document in edition.archive.documents.values() for row in rows_of(document)]


def is_small(row: Row) -> bool:
    """Return whether an intervention only closes up a space or a hyphen: these have no id of their own."""
    return not row.id


# --- the parts of the page ------------------------------------------------------------------------


def correction_counts(edition: Edition, _: str) -> list[nodes.Node]:
    """Return how many interventions there are, by document, kind and certainty."""
    rows = all_rows(edition)
    heads = [
        edition.say("Rodzaj", "Kind"),
        *(edition.word(CERTAINTY, cert) for cert in CERTAINTY),
        edition.say("razem", "in all"),
    ]
    bodies = []
    for document in edition.archive.documents.values():
        own = [row for row in rows if row.document is document]
        counts = Counter((row.kind, row.cert) for row in own)
        lines = [
            el(
                "tr",
                el("th", edition.word(KINDS, kind), scope="row"),
                [el("td", str(counts[kind, cert] or "–")) for cert in CERTAINTY],
                el("td", str(sum(row.kind == kind for row in own))),
            )
            for kind in KINDS
            if any(row.kind == kind for row in own)
        ]
        title = (
            ref("source", document.id, document.title),
            edition.say(f": razem {len(own)}", f": {len(own)} in all")
            if own
            else edition.say(": nic", ": none"),
        )
        group = el("tr", el("th", title, colspan=str(len(heads)), scope="rowgroup", class_="area-name"))
        bodies.append(el("tbody", group, lines))
    table = el(
        "table",
        el("thead", el("tr", [el("th", name, scope="col") for name in heads])),
        bodies,
        class_="counts",
    )
    return [
        table,
        el(
            "p",
            edition.say(
                "Luki, które stoją między ustępami, nie mają stopnia pewności.",
                "Gaps that stand between passages have no degree of certainty.",
            ),
            class_="hint",
        ),
    ]


def transcription_quality(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the measured error rates, in words."""
    measured = edition.archive.quality
    if measured is None:
        return []
    title = edition.archive.documents[measured.document].title

    def percent(wrong: int, all_: int) -> str:
        return edition.say(
            f"{100 * wrong / all_:.2f}".replace(".", ",") + "\u00a0%", f"{100 * wrong / all_:.2f}%"
        )

    head = el(
        "tr",
        el("td"),
        el("th", edition.say("tekst otrzymany", "text as received"), scope="col"),
        el("th", edition.say("tekst wydany", "reading"), scope="col"),
        el("th", edition.say("w próbce", "in the sample"), scope="col"),
    )
    lines = [
        (
            edition.say("błędne znaki", "wrong characters"),
            measured.characters_wrong_raw,
            measured.characters_wrong,
            measured.characters,
        ),
        (
            edition.say("błędne wyrazy i znaki przestankowe", "wrong words and punctuation marks"),
            measured.words_wrong_raw,
            measured.words_wrong,
            measured.words,
        ),
    ]
    rows = [
        el(
            "tr",
            el("th", name, scope="row"),
            el("td", f"{raw} ({percent(raw, all_)})"),
            el("td", f"{wrong} ({percent(wrong, all_)})"),
            el("td", str(all_)),
        )
        for name, raw, wrong, all_ in lines
    ]
    spans = edition.count(measured.spans, ("urywek", "urywki", "urywków"), ("passage", "passages"))
    caption = edition.say(f"{title}, {spans}", f"{title}, {spans}")
    return [el("table", el("caption", caption), el("thead", head), el("tbody", rows), class_="counts")]


def proof_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return every proved emendation with its sum, then the arguments that prove nothing."""
    archive = edition.archive
    proofs = [_proof(edition, proof) for proof in archive.emendations.values()]
    arguments = [_argument(edition, argument) for argument in archive.arguments.values()]
    return flatten([proofs, arguments])


def correction_table(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all interventions but the smallest, one a row, with the filter that a script makes work."""
    rows = [row for row in all_rows(edition) if not is_small(row)]
    heads = (
        edition.say("Miejsce", "Place"),
        edition.say("Zastane → tekst wydany", "Found → reading"),
        edition.say("Rodzaj, pewność, podstawa", "Kind, certainty, basis"),
        edition.say("Dlaczego", "Why"),
    )
    proved = {proof.correction: proof.id for proof in edition.archive.emendations.values()}
    table = el(
        "table",
        el("thead", el("tr", [el("th", head, scope="col") for head in heads])),
        el("tbody", [_row(edition, row, proved.get(row.id, "")) for row in rows]),
        class_="corrections",
    )
    # the words of the text are found on its own page
    return [_filter(edition, rows), unsearched(table)]


def small_corrections(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the joined words and closed spaces, section by section."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in all_rows(edition):
        if is_small(row):
            groups.setdefault((row.document.id, row.section), []).append(row)
    blocks = []
    for (document_id, section_id), rows in groups.items():
        document = edition.archive.documents[document_id]
        words: list[Child] = []
        for row in rows:
            assert row.passage is not None
            assert row.correction is not None
            doubt = " (?)" if row.cert != "high" else ""
            words.append(ref("passage", row.passage.id, _cut(row.passage, row.correction), doubt))
        name = _section_name(document, section_id)
        blocks.append(el("dt", f"{document.title}: {name} ({len(rows)})", lang="pl"))
        blocks.append(el("dd", joined(words, " · "), lang="pl"))
    label = edition.say("Pokaż wszystkie", "Show all")
    listing = el(
        "details",
        el("summary", f"{label} ({sum(map(len, groups.values()))})"),
        el("dl", blocks, class_="small"),
    )
    return [unsearched(listing)]


def left_alone(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the doubtful places that were left as found, with the note that says so."""
    items = []
    for document in edition.archive.documents.values():
        known = {row.id for row in rows_of(document)}
        for note in document.notes:
            words = wording(edition, note.text)
            if words and not any(target in known for target in note.target.split()):
                place = note.target or note.after
                items.append(el("li", ref("passage", place, _short(document, place)), ": ", words))
    return [el("ul", items)]


# --- rows -------------------------------------------------------------------------------------------


def _short(document: Document, name: str) -> str:
    return name.removeprefix(f"{document.id}-")


def _section_name(document: Document, section_id: str) -> str:
    if not section_id:
        return "–"
    described = document.section(section_id)
    return described.title or described.head or _short(document, section_id)


def _row(edition: Edition, row: Row, proof: str) -> nodes.Node:
    document = row.document
    stands = row.passage.unit if row.passage else row.gap.after if row.gap else ""
    after = "" if row.passage else edition.say("po: ", "after: ")
    at = page(f"source/{document.id}", row.id, _short(document, stands))
    facts = [
        f"{edition.word(KINDS, row.kind)}: {type_words(edition, row.kind, row.type)}",
        edition.word(CERTAINTY, row.cert) if row.cert else None,
        edition.word(EVIDENCE, row.evidence) if row.evidence else None,
    ]
    shown_as = _title(row)
    node = el(
        "tr",
        el(
            "th",
            el("a", _short(document, row.id), href=f"#{row.id}", class_="number"),
            " ",
            after,
            at,
            " ",
            cite_link(edition, CORRECTIONS, row.id) if row.id in edition.archive.corrections else None,
            scope="row",
        ),
        el("td", _words(edition, row), lang="pl"),
        el("td", joined([fact for fact in facts if fact])),
        el(
            "td",
            wording(edition, row.note),
            (" " if row.note else "", el("a", edition.say("Dowód.", "Proof."), href=f"#dowod-{proof}"))
            if proof
            else None,
        ),
        id=row.id,
        data_f=filed(document.id, row.section, row.kind, f"{row.kind}-{row.type}", row.cert, row.evidence),
    )
    return mark(node, "correction", row.id, shown_as)


def _title(row: Row) -> str:
    if row.correction is None:
        return "[…]"
    return f"{row.correction.found.strip() or '–'} → {row.correction.reading.strip() or '–'}"


def _words(edition: Edition, row: Row) -> Child:
    """Return an intervention within the words around it: as found struck out, as read after it."""
    if row.passage is None or row.correction is None:
        return el("ins", "[…]")
    before, after = _around(row.passage, row.correction)
    found, read = row.correction.found, row.correction.reading
    if row.kind == "gap":
        return [before, el("ins", read), after]
    changed: list[Child] = [
        el("del", found.replace(" ", "␣") if not found.strip() else found) if found else None,
        " " if found and read else None,
        el("ins", read) if read else None,
    ]
    return [before, changed, after]


def _around(passage: Passage, made: Correction) -> tuple[str, str]:
    """Return the reading before and after an intervention, a few whole words of each."""
    before, after = passage.reading[: made.start], passage.reading[made.end :]
    if len(before) > CONTEXT:
        cut = before[-CONTEXT:]
        before = "…" + (cut[cut.index(" ") :] if " " in cut[:-1] else cut)
    if len(after) > CONTEXT:
        cut = after[:CONTEXT]
        after = (cut[: cut.rindex(" ") + 1] if " " in cut[1:] else cut) + "…"
    return before, after


def _cut(passage: Passage, made: Correction) -> str:
    """Return what is joined, with a stroke where the dump cut it: a word, or a word and the sign after it."""
    letters = r"\w" if made.kind == "join" else r"\S"
    before = re.search(f"{letters}*$", passage.reading[: made.start])
    after = re.match(f"{letters}*", passage.reading[made.start :])
    return f"{before[0] if before else ''}|{after[0] if after else ''}"


# --- filter -----------------------------------------------------------------------------------------


def _filter(edition: Edition, rows: list[Row]) -> nodes.Node:
    """Return the form that hides rows, its lists in the order of what each row is filed under."""
    say = edition.say
    documents = edition.archive.documents
    sources = Counter(row.document.id for row in rows)
    sections = Counter((row.document.id, row.section) for row in rows)
    types = Counter((row.kind, row.type) for row in rows)
    lists: list[tuple[str, str, list[Choice]]] = [
        ("document", say("źródło", "source"), [Choice(d, documents[d].title, n) for d, n in sources.items()]),
        (
            "section",
            say("dział", "section"),
            [
                Choice(name, _section_name(documents[where], name), n)
                for (where, name), n in sections.items()
                if name
            ],
        ),
        (
            "kind",
            say("rodzaj", "kind"),
            [Choice(kind, edition.word(KINDS, kind), sum(r.kind == kind for r in rows)) for kind in KINDS],
        ),
        (
            "type",
            say("odmiana", "type"),
            [
                Choice(
                    f"{kind}-{type_}", f"{edition.word(KINDS, kind)}: {type_words(edition, kind, type_)}", n
                )
                for (kind, type_), n in sorted(types.items(), key=lambda item: list(KINDS).index(item[0][0]))
            ],
        ),
        (
            "cert",
            say("pewność", "certainty"),
            [Choice(c, edition.word(CERTAINTY, c), sum(r.cert == c for r in rows)) for c in CERTAINTY],
        ),
        (
            "evidence",
            say("podstawa", "basis"),
            [Choice(e, edition.word(EVIDENCE, e), sum(r.evidence == e for r in rows)) for e in EVIDENCE],
        ),
    ]
    told = say("Wierszy: {n} z {all}.", "Rows: {n} of {all}.")
    return filter_form(
        edition, told, [Choices(name, label, [("", choices)]) for name, label, choices in lists]
    )


# --- proofs -----------------------------------------------------------------------------------------


def _proof(edition: Edition, proof: Emendation) -> nodes.Node:
    correction = edition.archive.corrections[proof.correction]
    # a quotation mark that belongs to the text would stand beside ours
    read, found = proof.reading.strip("„“”"), correction.found.strip()
    heading = (
        edition.say(f"„{read}”, nie „{found}”", f"“{read}”, not “{found}”")
        if found
        else edition.say(f"„{read}”, którego w zrzucie brak", f"“{read}”, which the dump lacks")
    )
    sum_ = in_figures(proof.equation, proof.numbers, proof.unknown)
    if proof.value is not None:
        sum_ += edition.say(f", stąd x = {proof.value}", f", so x = {proof.value}")
    document = edition.archive.document_of(correction.passage)
    known = {**proof.numbers, **({proof.unknown: proof.value} if proof.value is not None else {})}
    return section(
        f"dowod-{proof.id}",
        el("span", heading, lang="pl"),
        el(
            "p",
            edition.say("Poprawka ", "Correction "),
            el("a", _short(document, proof.correction), href=f"#{proof.correction}"),
            ", ",
            ref("passage", correction.passage, _short(document, correction.passage)),
            class_="label",
        ),
        el("p", edition.pick(proof.statement)),
        el("p", sum_, class_="sum"),
        _further(edition, [in_figures(check, known) for check in proof.checks]),
        _premises(edition, proof.premises),
        classes=["proof"],
    )


def _argument(edition: Edition, argument: Argument) -> nodes.Node:
    document = edition.archive.document_of(argument.passage)
    word = argument.exact.split()[-1]
    return section(
        f"argument-{argument.id}",
        edition.say(
            f"„{word}” zostawiono: argument, nie dowód", f"“{word}” is left: an argument, not a proof"
        ),
        el(
            "p",
            ref("passage", argument.passage, _short(document, argument.passage), quote=argument.exact),
            "; ",
            edition.say("brak: ", "missing: "),
            ref("correction", argument.gap, _short(document, argument.gap)),
            class_="label",
        ),
        el("p", el("strong", edition.say("Założenie: ", "Assumption: ")), edition.pick(argument.assumes)),
        el("p", edition.pick(argument.statement)),
        [el("p", in_figures(equation, argument.numbers), class_="sum") for equation in argument.equations],
        _premises(edition, argument.premises),
        classes=["proof"],
    )


def _further(edition: Edition, sums: list[str]) -> Child:
    if not sums:
        return None
    return el(
        "p",
        edition.say("Zgadza się też: ", "This agrees too: "),
        el("span", "; ".join(dict.fromkeys(sums)), class_="sum"),
        ".",
    )


def _premises(edition: Edition, premises: tuple[Premise, ...]) -> nodes.Node:
    items = []
    for premise in premises:
        quote = ref(
            "passage",
            premise.passage,
            quoted(edition, premise.exact),
            quote="" if premise.count else premise.exact,
        )
        told: Child = None
        if premise.count:
            times = premise.value
            told = edition.say(
                f" (stoi {times} raz{'y' if times > 1 else ''})", f" (stands {times} time{'s' * (times > 1)})"
            )
        elif premise.why is not None:
            told = f" ({edition.pick(premise.why)})"
        place = premise.passage
        items.append(
            el(
                "li",
                el("b", str(premise.value)),
                " – ",
                el("span", quote, lang="pl"),
                told,
                el("span", f" {place}", class_="label"),
            )
        )
    summary = edition.say("Skąd te liczby", "Where the numbers stand")
    return el("details", el("summary", summary), el("ul", items, class_="premises"))
