"""The page of one source: the edited text with its passages, voices, gaps and the rules that cite it."""

from itertools import groupby

from docutils import nodes

from przemyskie66.rulebook import Claim
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, Mark, el, flatten, joined, mark, ref, section
from przemyskie66.site.rule_page import cite_section
from przemyskie66.text import Document, Gap, Passage, Run, Section, Wording

GAP_REASONS = {
    "lost": ("zgubione w przekazie", "lost in transmission"),
    "illegible": ("nieczytelne", "illegible"),
    "omitted": ("pominięte", "left out"),
}
SECTION_DATE_CERTAINTY = {
    "high": ("pewne", "certain"),
    "medium": ("prawdopodobne", "probable"),
    "low": ("domysł", "conjecture"),
    "unknown": ("nieznane", "unknown"),
}


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
                    el("p", wording(edition, words))
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
    corrected = sum(1 for passage in document.passages if passage.found != passage.reading)
    if corrected:
        words = edition.say(
            f"Ustępy, w których lekcja różni się od zapisu zastanego: {corrected}.",
            f"Passages in which the reading differs from the text as found: {corrected}.",
        )
    else:
        words = edition.say(
            "W tym tekście redakcja niczego jeszcze nie poprawiła: lekcja i zapis zastany są jednobrzmiące. Zapis zastany pokazuje też, który odcinek surowego pliku zajmuje każdy ustęp.",
            "The editors have corrected nothing in this text yet: reading and text as found are the same. The text as found also shows which stretch of the raw file each passage fills.",
        )

    def choice(key: str, label: str, *, checked: bool) -> nodes.Node:
        button = el("input", type="radio", name="view", id=f"view-{key}", checked=checked)
        return el("label", button, label)

    return el(
        "div",
        el(
            "fieldset",
            el("legend", edition.say("Pokaż", "Show")),
            choice("reading", edition.say("lekcję", "the reading"), checked=True),
            choice("found", edition.say("zapis zastany", "the text as found"), checked=False),
            class_="view-switch",
        ),
        el("p", words, class_="hint"),
        class_="prose",
    )


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
                if note.after in after and note.target not in after:
                    self._add(section_id, el("p", self._wording(note.text), class_="hint"))
            for gap in self.document.gaps:
                if gap.after in after and not gap.passage:
                    self._add(section_id, self._gap(gap))
        return self.top

    def _add(self, section_id: str, node: nodes.Node) -> None:
        container = self._container(section_id)
        if container is None:
            self.top.append(node)
        else:
            container += node

    def _container(self, section_id: str) -> nodes.section | None:
        """Return the node of a section; one without a heading of its own is shown within its parent."""
        if section_id in self.containers or section_id not in self.described:
            return self.containers.get(section_id)
        described = self.described[section_id]
        heading = self.headings.get(section_id)
        parent = self._container(described.parent)
        if heading is None:
            return parent
        node = nodes.section(ids=[section_id, heading.id])
        node["p66"] = [Mark("passage", name, name, heading.reading) for name in (section_id, heading.id)]
        title = nodes.title()
        title += el("span", flatten(self._words(heading)), lang="pl")
        node += title
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
        """Return what the header says of the section's date and of how it is known."""
        edition = self.edition
        date = self._wording(described.date) or described.when
        certainty = SECTION_DATE_CERTAINTY.get(described.date_cert)
        sure = f" ({edition.say(*certainty)})" if certainty else ""
        words = edition.say(f"Data: {date}{sure}. ", f"Date: {date}{sure}. ") if date else ""
        words += self._wording(described.note)
        return el("p", words, class_="hint") if words else None

    # --- one citable unit ---------------------------------------------------------------------

    def _unit(self, passages: list[Passage]) -> nodes.Node:
        first = passages[0]
        whole = len(passages) == 1 and first.id == first.unit
        text: list[Child] = []
        for index, passage in enumerate(passages):
            leaf = el("span", self._words(passage), class_="leaf", id=passage.id if not whole else None)
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
                class_="unit-margin",
            ),
            el("p", text, class_="unit-text", lang="pl"),
            self._citing(passages),
            class_=f"unit kind-{first.kind}",
            id=first.unit,
        )
        return mark(block, "passage", first.unit, first.unit)

    def _number(self, passage: Passage) -> str:
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

    def _words(self, passage: Passage) -> Child:
        """The words of one leaf in both forms, voice by voice."""
        if passage.found == passage.reading:
            return [
                self._said(voice, passage.reading[start:end]) for start, end, voice in passage.voices
            ] or passage.reading
        return [
            el("span", [self._run(run) for run in passage.runs], class_="as-read"),
            el("span", passage.found, class_="as-found"),
        ]

    def _said(self, voice: str, text: str) -> Child:
        return el("span", text, class_=f"said said-{voice}") if voice else text

    def _run(self, run: Run) -> Child:
        if run.kind == "gap":
            sign = el("span", run.reading, class_="gap", id=run.id or None)
            return mark(sign, "passage", run.id, run.id) if run.id else sign
        if run.kind in {"corr", "supplied", "surplus"}:
            title = self.edition.say("zastane: ", "as found: ") + (run.found or "–")
            return el("span", run.reading, class_=run.kind, title=title)
        return self._said(run.voice, run.reading) if run.reading else None

    def _citing(self, passages: list[Passage]) -> nodes.Node:
        """The rules that cite the unit, each once."""
        rules: dict[str, str] = {}
        for passage in passages:
            for record in self.edition.archive.citing(passage.id):
                kind = "claim" if isinstance(record, Claim) else "parallel"
                rules.setdefault(record.rule, f"{kind}:{record.id}")
        items = []
        for rule, record_ref in rules.items():
            kind, _, name = record_ref.partition(":")
            title = self.edition.rule_title(rule)
            words = title if kind == "claim" else (title, self.edition.say(" (paralela)", " (parallel)"))
            items.append(el("li", ref(kind, name, words)))
        label = self.edition.say("Reguły oparte na tym ustępie", "Rules that rest on this passage")
        return el(
            "ul",
            items,
            class_="unit-rules",
            aria_label=label if items else None,
            role="list" if items else None,
        )

    # --- gaps -----------------------------------------------------------------------------------

    def _gap(self, gap: Gap) -> nodes.Node:
        edition = self.edition
        reason = edition.say(*GAP_REASONS.get(gap.reason, (gap.reason, gap.reason)))
        if gap.quantity is not None:
            extent = edition.say(f"pozycje: {gap.quantity}", f"items: {gap.quantity}")
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
    raw = f"corpus/raw/{document.id}.txt"
    tei = f"corpus/tei/{document.id}.tei.xml"
    return section(
        "pobierz",
        edition.say("Do pobrania", "Downloads"),
        el(
            "ul",
            el(
                "li",
                el(
                    "a",
                    edition.say("tekst zastany (TXT, bajt w bajt)", "text as received (TXT, byte for byte)"),
                    href=f"../{raw}",
                    download=True,
                ),
            ),
            el(
                "li",
                el(
                    "a",
                    edition.say("edycja (TEI XML)", "the edition (TEI XML)"),
                    href=f"../{tei}",
                    download=True,
                ),
            ),
        ),
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
