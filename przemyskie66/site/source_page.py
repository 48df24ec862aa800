"""The page of one source: the edited text with its passages, voices, gaps and the rules that cite it."""

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import TypeAlias

from docutils import nodes

from przemyskie66.rulebook import Claim, Exclusion, Parallel
from przemyskie66.site.citing import cite_link, cite_section
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, Mark, el, flatten, joined, mark, page, ref, searched, section
from przemyskie66.site.interventions import shown, signs
from przemyskie66.text import Correction, Document, Gap, Note, Passage, Run, Section, Wording

GAP_REASONS = {
    "lost": ("zgubione w przekazie", "lost in transmission"),
    "illegible": ("nieczytelne", "illegible"),
    "omitted": ("pominięte", "left out"),
}
GAP_UNITS = {
    "item": ("pozycje", "items"),
    "line": ("wiersze", "lines"),
    "table": ("tabelki", "tables"),
}
SECTION_DATE_CERTAINTY = {
    "high": ("pewne", "certain"),
    "medium": ("prawdopodobne", "probable"),
    "low": ("domysł", "conjecture"),
    "unknown": ("nieznane", "unknown"),
}

#: What rests on words of a source.
Resting: TypeAlias = "Claim | Parallel | Exclusion"


def source_page(edition: Edition, name: str) -> list[nodes.Node]:
    """Return the page of the document *name*."""
    document = edition.archive.documents[name]
    return flatten(
        mark(
            section(
                f"zrodlo-{name}",
                document.title,
                _about(edition, document),
                _legend(edition, document),
                _contents(edition, document),
                _switch(edition, document),
                _SourceText(edition, document).build(),
                _downloads(edition, document),
                _rights(edition, document),
                cite_section(edition, "source", name),
            ),
            "source",
            name,
            document.title,
            whole_page=True,
        )
    )


def witnesses_in(edition: Edition, document: Document) -> list[str]:
    """Return the witnesses whose words stand in *document*, in the order in which they speak."""
    voices = dict.fromkeys(voice for passage in document.passages for _, _, voice in passage.voices)
    return [voice for voice in voices if voice in edition.archive.witnesses]


def wording(edition: Edition, text: str) -> str:
    """Return the editors' words of a TEI header in the edition's language."""
    return text.in_language(edition.lang) if isinstance(text, Wording) else text


def _about(edition: Edition, document: Document) -> Child:
    voices = joined(
        ref("witness", name, edition.witness_title(name)) for name in witnesses_in(edition, document)
    )
    counts = edition.say(
        f"ustępy i nagłówki: {len(document.passages)} · znaki: {len(document.raw)} · luki: {len(document.gaps)}",
        f"passages and headings: {len(document.passages)} · characters: {len(document.raw)} · gaps: {len(document.gaps)}",
    )
    return el(
        "dl",
        (el("dt", edition.say("Czyje to słowa", "Whose words")), el("dd", voices)),
        (
            el("dt", edition.say("Skąd", "Where from")),
            el(
                "dd",
                [
                    _carrier(edition, words)
                    for name, words in document.header.witnesses
                    if name.startswith("w-")
                ],
            ),
        )
        if document.header.witnesses
        else None,
        (el("dt", edition.say("Rozmiar", "Size")), el("dd", counts)),
        class_="facts",
    )


def _carrier(edition: Edition, described: Wording) -> nodes.Node:
    """Return what the header says of one carrier of the text: its name, then the note as sentences of its own."""
    named = " ".join(text for language, text in described.pieces if not language)
    note = " ".join(text for language, text in described.pieces if language == edition.lang)
    stop = "" if named.endswith((".", "?", "!")) else "."
    return el("p", el("span", named, lang="pl") if named else None, f"{stop} " if named else None, note)


def date_words(edition: Edition, described: Section) -> str:
    """Return the date of a section; the header words it in Polish, English is made from the figures."""
    if edition.lang == "pl" or not any(letter.isalpha() for letter in described.date):
        return described.date or described.when
    first, stroke, last = described.when.partition("/")
    if not stroke:
        return described.when
    if first and last:
        return f"{first} to {last}"
    return f"undated, {first} or later" if first else f"undated, not after {last}"


def _dated(document: Document) -> list[Section]:
    """Return the sections of which the header says something."""
    return [
        described for described in document.sections if described.date or described.when or described.note
    ]


def _contents(edition: Edition, document: Document) -> Child:
    """Return the ways into a long text: its top sections, each with its date."""
    top = [described for described in document.sections if not described.parent]
    if len(top) < 2 or not _dated(document):
        return None
    items = []
    for described in top:
        name = described.title or described.head or described.id
        items.append(
            el(
                "li",
                el("a", name, href=f"#{described.id}", lang="pl"),
                " ",
                el("span", date_words(edition, described), class_="label"),
            )
        )
    label = edition.say("Działy i ich daty", "Sections and their dates")
    return el("nav", el("p", label, class_="label"), el("ul", items), class_="contents", aria_label=label)


#: How the stylesheet underlines the words of each voice; a voice without a style is told by the margin alone.
UNDERLINES = {
    "witryna": ("bez podkreślenia", "not underlined"),
    "ojciec": ("podkreślenie podwójne", "double underline"),
    "instrukcja": ("podkreślenie przerywane", "dashed underline"),
    "program": ("podkreślenie kropkowane", "dotted underline"),
}


def _legend(edition: Edition, document: Document) -> Child:
    voices = [voice for voice in witnesses_in(edition, document) if voice in UNDERLINES]
    if len(voices) < 2:
        return None
    items = [
        el(
            "li",
            el("span", edition.witness_short(voice), class_=f"said said-{voice}"),
            " – ",
            edition.say(*UNDERLINES[voice]),
        )
        for voice in voices
    ]
    words = edition.say(
        "Czyje to słowa, mówi margines i podkreślenie:",
        "The margin and the underline say whose words these are:",
    )
    return [el("p", words, class_="hint"), el("ul", items, class_="voice-legend", role="list")]


def _switch(edition: Edition, document: Document) -> nodes.Node:
    corrections = document.corrections
    if corrections:
        counted = edition.count(
            len(corrections),
            ("ingerencja", "ingerencje", "ingerencji"),
            ("intervention", "interventions"),
        )
        words: Child = [
            edition.say(f"Redakcja: {counted}, ", f"The editors: {counted}, "),
            page(
                "corrections",
                "",
                edition.say(
                    "każda z uzasadnieniem na swojej stronie", "each with its reason on a page of its own"
                ),
            ),
            edition.say(". Znaki w wybranym widoku:", ". Signs in the chosen view:"),
        ]
    else:
        words = edition.say(
            "W tym tekście redakcja niczego nie poprawiła: tekst wydany i zapis zastany niczym się nie różnią. Zapis zastany pokazuje też, który odcinek surowego pliku zajmuje każdy ustęp.",
            "The editors have corrected nothing in this text: reading and text as found are the same. The text as found also shows which stretch of the raw file each passage fills.",
        )

    def choice(key: str, label: str, *, checked: bool) -> nodes.Node:
        button = el("input", type="radio", name="view", id=f"view-{key}", checked=checked)
        return el("label", button, label)

    return el(
        "div",
        el(
            "fieldset",
            el("legend", edition.say("Pokaż", "Show")),
            choice("reading", edition.say("tekst wydany", "the reading"), checked=True),
            choice("found", edition.say("zapis zastany", "the text as found"), checked=False),
            class_="view-switch",
        ),
        el("p", words, class_="hint"),
        signs(edition, _signs_in(document)) if corrections else None,
        class_="prose",
    )


def _signs_in(document: Document) -> set[str]:
    """Return the kinds of interventions that the running text shows."""
    kinds = {run.kind for passage in document.passages for run in passage.runs}
    kinds |= {passage.kind for passage in document.passages}
    return kinds | ({"join"} if "lb" in kinds else set())


def _cut(first: int, last: int, cuts: list[int]) -> list[tuple[int, int]]:
    """Return the stretch from *first* to *last* in pieces that no cut falls within."""
    ends = [first, *(cut for cut in cuts if first < cut < last), last]
    return [(start, end) for start, end in pairwise(ends) if start < end]


def _quoted_classes(start: int, end: int, resting: list[Resting], numbers: Mapping[str, int]) -> str:
    """Return the classes of words that records rest on: ``q3`` is what ``r3`` of the margin quotes."""

    def quotes(record: Resting) -> bool:
        first, last = record.anchor.start, record.anchor.end
        return first < start < last if start == end else first < end and start < last

    return " ".join(f"q{numbers[record.id]}" for record in resting if quotes(record))


class _SourceText:
    """Builds the sections of a document, outer before inner, as they follow in the text."""

    def __init__(self, edition: Edition, document: Document) -> None:
        self.edition = edition
        self.document = document
        self.many_voices = len(witnesses_in(edition, document)) > 1
        self.described = {described.id: described for described in document.sections}
        self.headings = {
            passage.section: passage
            for passage in reversed(document.passages)
            if passage.kind == "heading" and passage.section
        }
        self.interventions: dict[str, Correction | None] = {gap.id: None for gap in document.gaps}
        self.interventions |= {correction.id: correction for correction in document.corrections}
        self.containers: dict[str, nodes.section] = {}
        self.top: list[nodes.Node] = []

    def build(self) -> list[nodes.Node]:
        """Return the top sections, and what stands before the first, in text order."""
        for (section_id, _), group in groupby(self.document.passages, key=lambda p: (p.section, p.unit)):
            passages = list(group)
            self._container(section_id)  # a heading opens its section, even an empty one
            if passages[0] is not self.headings.get(section_id):
                self._add(section_id, self._unit(passages))
            after = {passage.id for passage in passages}
            for note in self.document.notes:
                if note.after in after and self._of_the_text(note):
                    self._add(section_id, self._note(note))
            for gap in self.document.gaps:
                if gap.after in after and not gap.passage:
                    self._add(section_id, self._gap(gap))
        return self.top

    def _add(self, section_id: str, content: Child) -> None:
        container = self._container(section_id)
        if container is None:
            self.top += flatten(content)
        else:
            container += flatten(content)

    def _of_the_text(self, note: Note) -> bool:
        """Return whether a note speaks of the text as it stands: those on interventions stand with them."""
        return not any(target in self.interventions for target in note.target.split())

    def _note(self, note: Note) -> Child:
        words = self._wording(note.text)
        label = self.edition.say("Redakcja: ", "Editors: ")
        return el("p", el("span", label, class_="label"), words, class_="editors-note") if words else None

    def _container(self, section_id: str) -> nodes.section | None:
        """Return the node of a section; one that nobody has named is shown within its parent."""
        if section_id in self.containers or section_id not in self.described:
            return self.containers.get(section_id)
        described = self.described[section_id]
        heading = self.headings.get(section_id)
        parent = self._container(described.parent)
        if heading is None and not (described.title and not described.parent):
            return parent
        node = nodes.section(ids=[section_id])
        title = nodes.title()
        title += el("span", heading.reading if heading else described.title, lang="pl")
        node += title
        names = [section_id]
        if heading is not None:
            node["ids"].append(heading.id)
            names.append(heading.id)
        shown_as = heading.reading if heading else described.title
        node["p66"] = [Mark("passage", name, name, shown_as) for name in names]
        if heading is not None and heading.corrections:
            label = self.edition.say("Nagłówek: ", "Heading: ")
            words = el("span", [self._run(heading, run) for run in heading.runs], class_="leaf", lang="pl")
            node += el("p", el("span", label, class_="label"), words, class_="heading-words")
        node += flatten(self._section_note(described))
        self.containers[section_id] = node
        if parent is None:
            self.top.append(node)
        else:
            parent += node
        return node

    def _wording(self, text: str) -> str:
        return wording(self.edition, text)

    def _section_note(self, described: Section) -> Child:
        """Return what the header says of the section's date, how sure it is, and why."""
        edition = self.edition
        date, reason = date_words(edition, described), self._wording(described.note)
        if not date and not reason:
            return None
        certainty = SECTION_DATE_CERTAINTY.get(described.date_cert)
        sure = f" ({edition.say(*certainty)})" if certainty else ""
        told = (el("strong", edition.say("Data: ", "Date: "), date, sure), ". ") if date else None
        return el("p", told, reason, class_="hint provenance")

    # --- one citable unit ---------------------------------------------------------------------

    def _unit(self, passages: list[Passage]) -> nodes.Node:
        first = passages[0]
        whole = len(passages) == 1 and first.id == first.unit
        resting = {passage.id: self._resting(passage) for passage in passages}
        numbers = {
            record.id: number for number, record in enumerate((r for rs in resting.values() for r in rs), 1)
        }
        text: list[Child] = []
        for index, passage in enumerate(passages):
            words = self._words(passage, resting[passage.id], numbers)
            leaf = el("span", words, class_="leaf", id=passage.id if not whole else None)
            if not whole:
                mark(leaf, "passage", passage.id, passage.id)
            text += [" " if index else "", leaf]
        block = el(
            "div",
            el(
                "div",
                el("a", self._number(first), href=f"#{first.unit}", class_="unit-number", title=first.unit),
                self._voice_labels(passages),
                self._offsets(passages),
                cite_link(self.edition, f"cite/{self.document.id}", first.unit),
                class_="unit-margin",
            ),
            el("p", text, class_="unit-text", lang="pl"),
            self._margin([record for records in resting.values() for record in records], numbers),
            class_=f"unit kind-{first.kind}",
            id=first.unit,
        )
        return mark(block, "passage", first.unit, first.unit)

    def _resting(self, passage: Passage) -> list[Resting]:
        """Return what rests on words of the passage, in the order of the words."""
        archive = self.edition.archive
        excluded = [record for record in archive.exclusions.values() if record.anchor.passage == passage.id]
        found: list[Resting] = [*archive.citing(passage.id), *excluded]
        return sorted(found, key=lambda record: (record.anchor.start, record.anchor.end, record.id))

    def _number(self, passage: Passage) -> str:
        if passage.kind == "placeholder":
            return self.edition.say("przerwa", "break")
        return passage.unit.removeprefix(f"{self.document.id}-")

    def _voice_labels(self, passages: list[Passage]) -> Child:
        voices = dict.fromkeys(voice for passage in passages for _, _, voice in passage.voices)
        if not self.many_voices:
            return None
        return [
            el("span", self.edition.witness_short(voice), class_=f"who voice-{voice}")
            for voice in voices
            if voice
        ]

    def _offsets(self, passages: list[Passage]) -> nodes.Node:
        start, end = passages[0].raw_start, passages[-1].raw_end
        return el("span", f"char={start},{end}", class_="offsets")

    def _words(self, passage: Passage, resting: list[Resting], numbers: Mapping[str, int]) -> Child:
        """The words of one leaf, voice by voice, every intervention in both its forms.

        Words that something rests on bear its number in the margin, so that either shows the other.
        """
        cuts = sorted({cut for record in resting for cut in (record.anchor.start, record.anchor.end)})
        edited = bool(passage.corrections) or any(run.kind == "pb" for run in passage.runs)
        pieces = self._edited_pieces(passage, cuts) if edited else self._plain_pieces(passage, cuts)
        words: list[Child] = []
        for classes, group in groupby(
            pieces, key=lambda piece: _quoted_classes(piece[0], piece[1], resting, numbers)
        ):
            shown_as = [piece[2] for piece in group]
            words.append(el("span", shown_as, class_=classes) if classes else shown_as)
        if not edited:
            return words
        modern = [run.label for run in passage.runs if run.kind == "orig"]
        return searched(el("span", words, class_="edited"), " ".join((passage.reading, *modern)))

    def _plain_pieces(self, passage: Passage, cuts: list[int]) -> Iterator[tuple[int, int, Child]]:
        """Yield the reading cut where the voice or what rests on it changes: start, end, words."""
        for first, last, voice in passage.voices or ((0, len(passage.reading), ""),):
            for start, end in _cut(first, last, cuts):
                yield start, end, self._said(voice, passage.reading[start:end])

    def _edited_pieces(self, passage: Passage, cuts: list[int]) -> Iterator[tuple[int, int, Child]]:
        """Yield the same where there are interventions; none of these is cut."""
        first = 0
        for run in passage.runs:
            last = first + len(run.reading)
            if run.kind in ("text", "orig"):
                for start, end in _cut(first, last, cuts):
                    yield start, end, self._marked_up(run, run.reading[start - first : end - first])
            else:
                yield first, last, self._run(passage, run)
            first = last

    def _said(self, voice: str, text: Child) -> Child:
        return el("span", text, class_=f"said said-{voice}") if voice in UNDERLINES else text

    def _marked_up(self, run: Run, text: Child) -> Child:
        for name in run.marks:
            element, _, value = name.partition(":")
            if element == "foreign":
                text = el("i", text, lang=value or None)
        return self._said(run.voice, text)

    def _run(self, passage: Passage, run: Run) -> Child:
        if run.kind in ("text", "orig"):
            return self._marked_up(run, run.reading)
        if run.kind == "note":
            return None
        return self._said(run.voice, shown(self.edition, run, self.interventions.get(run.id)))

    def _margin(self, resting: list[Resting], numbers: Mapping[str, int]) -> Child:
        """Return the claims and parallels that rest on the unit, rule by rule, and what says nothing on any rule."""
        edition = self.edition
        rules: dict[str, list[Claim | Parallel]] = {}
        for record in resting:
            if not isinstance(record, Exclusion):
                rules.setdefault(record.rule, []).append(record)
        items = [self._resting_rule(rule, records, numbers) for rule, records in rules.items()]
        outside = [
            el(
                "li",
                el("span", f"„{record.anchor.exact}”", lang="pl"),
                f": {edition.pick(record.reason)}",
                class_=f"r{numbers[record.id]}",
            )
            for record in resting
            if isinstance(record, Exclusion)
        ]
        if outside:
            summary = edition.say(f"Poza regułami ({len(outside)})", f"Outside the rules ({len(outside)})")
            items.append(
                el("li", el("details", el("summary", summary), el("ul", outside)), class_="excluded")
            )
        if not items:
            return None
        label = edition.say("Reguły oparte na tym ustępie", "Rules that rest on this passage")
        return el("ul", items, class_="unit-rules", aria_label=label, role="list")

    def _resting_rule(
        self, rule: str, records: list[Claim | Parallel], numbers: Mapping[str, int]
    ) -> nodes.Node:
        edition = self.edition
        title = edition.rule_title(rule)

        def link(record: Claim | Parallel, *words: Child) -> nodes.Node:
            kind = "claim" if isinstance(record, Claim) else "parallel"
            return ref(kind, record.id, *words, tooltip=f"„{record.anchor.exact}”")

        (first, *others) = records
        if not others:
            parallel = edition.say(" (paralela)", " (parallel)") if isinstance(first, Parallel) else None
            return el("li", link(first, title, parallel), class_=f"r{numbers[first.id]}")
        links = []
        told: dict[str, int] = {}
        for record in records:
            name = self._name_within(record)
            told[name] = told.get(name, 0) + 1
            again = f" {told[name]}" if told[name] > 1 else ""
            links.append(el("span", link(record, name + again), class_=f"r{numbers[record.id]}"))
        return el("li", ref("rule", rule, title), ": ", joined(links))

    def _name_within(self, record: Claim | Parallel) -> str:
        """Return what tells a record from others that rest on the same unit and rule."""
        if isinstance(record, Parallel):
            return self.edition.say("paralela", "parallel")
        scope = self.edition.scope_short(record.scope)
        return self.edition.witness_short(record.witness) + (f" ({scope})" if scope else "")

    # --- gaps -----------------------------------------------------------------------------------

    def _gap(self, gap: Gap) -> nodes.Node:
        edition = self.edition
        reason = edition.say(*GAP_REASONS.get(gap.reason, (gap.reason, gap.reason)))
        if gap.quantity is not None:
            unit = edition.say(*GAP_UNITS.get(gap.unit, GAP_UNITS["item"]))
            extent = f"{unit}: {gap.quantity}"
        else:
            extent = edition.say("nie wiadomo ile", "extent unknown")
        rules = [nothing.rule for nothing in edition.archive.nothings if nothing.gap == gap.id]
        links = joined(ref("rule", rule, edition.rule_title(rule)) for rule in dict.fromkeys(rules))
        block = el(
            "div",
            el(
                "div",
                el("a", self.edition.say("luka", "gap"), href=f"#{gap.id}", class_="unit-number"),
                class_="unit-margin",
            ),
            el(
                "p",
                el("span", f"[…] {reason}, {extent}. ", class_="gap"),
                self._wording(gap.note),
                (edition.say(" Mogło to odpowiadać na: ", " It may have answered: "), links, ".")
                if links
                else None,
                class_="unit-text",
            ),
            el("div"),
            class_="unit gap-block",
            id=gap.id,
        )
        return mark(block, "passage", gap.id, gap.id)


def _downloads(edition: Edition, document: Document) -> nodes.Node:
    up = "../" if edition.lang == "pl" else "../../"
    files = [
        (
            f"../corpus/raw/{document.id}.txt",
            "tekst zastany (TXT, bajt w bajt)",
            "text as received (TXT, byte for byte)",
        ),
        (f"../corpus/tei/{document.id}.tei.xml", "edycja (TEI XML)", "the edition (TEI XML)"),
        (
            f"{up}data/text/{document.id}.txt",
            "tekst wydany (TXT, ustęp w wierszu)",
            "the reading (TXT, a passage a line)",
        ),
    ]
    return section(
        "pobierz",
        edition.say("Do pobrania", "Downloads"),
        el(
            "ul", [el("li", el("a", edition.say(pl, en), href=href, download=True)) for href, pl, en in files]
        ),
        el("p", page("downloads", "", edition.say("Wszystkie pliki archiwum", "All files of the archive"))),
    )


def _rights(edition: Edition, document: Document) -> Child:
    items = []
    for layer in document.header.availabilities:
        name = {
            "raw": edition.say("Tekst zastany", "Text as received"),
            "edition": edition.say("Edycja", "The edition"),
        }.get(layer.layer, layer.layer)
        link = el("a", layer.target, href=layer.target) if layer.target.startswith("http") else None
        items.append((el("dt", name), el("dd", wording(edition, layer.text), " ", link)))
    for part in document.header.responsibilities:
        items.append((el("dt", part.name, lang="pl"), el("dd", wording(edition, part.role))))
    if not items:
        return None
    title = edition.say("Prawa i odpowiedzialność", "Rights and responsibility")
    checked = edition.say(
        "Drugi czytelnik tej edycji jeszcze nie sprawdził.", "No second reader has checked this edition yet."
    )
    return section("prawa", title, el("dl", items, class_="facts"), el("p", checked, class_="hint"))
