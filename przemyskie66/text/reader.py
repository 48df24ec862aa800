"""Reads an edition: TEI file and raw file in, a :class:`Document` out, or every fault found."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from lxml import etree

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.ids import is_id
from przemyskie66.text.document import (
    NO_WORDS,
    Availability,
    Change,
    Correction,
    Document,
    Gap,
    Header,
    Note,
    PageBreak,
    Passage,
    Responsibility,
    Section,
    Wording,
)
from przemyskie66.text.streams import GAP_SIGN, LINE_END, Run, Streams, make_streams
from przemyskie66.text.tei import (
    TEI,
    XML_ID,
    XML_LANG,
    archive_name,
    decode,
    line_of,
    local_name,
    parse_tei,
    place_of,
    read_bytes,
)
from przemyskie66.text.tiling import tiling_faults

_SOURCE = re.compile(r"\.\./raw/([a-z][a-z0-9]*(?:-[a-z0-9]+)*\.txt)#char=([0-9]{1,9}),([0-9]{1,9})")
_POINTERS = ("who", "ana", "resp", "corresp", "target", "decls", "wit")
_VOICE = "#voice-"
_KINDS = {"head": "heading", "p": "paragraph", "item": "item", "s": "sentence"}
_UNITS = ("p", "item", "ab")
_MARKED = ("hi", "foreign", "term", "num", "unclear", "q", "quote", "ref")

#: Most words that a correction may cover without a note that says why.
MOST_WORDS = 3


def read_document(tei_path: Path, raw_path: Path) -> Document:
    """Return the document edited in *tei_path*, whose text was received as *raw_path*.

    :raises CorpusError: with all faults: a file that cannot be read, is not UTF-8, not well-formed or
        holds what the parser refuses; ids, pointers, voices, corrections that do not hold; a passage
        that departs from the raw file; a part of the raw file that no passage stands for.
    """
    file, raw_file = archive_name(tei_path), archive_name(raw_path)
    faults: list[Fault] = []
    root: etree._Element | None = None
    data = b""
    raw: str | None = None
    try:
        data = read_bytes(tei_path)
        root = parse_tei(data, file)
    except CorpusError as error:
        faults += error.faults
    try:
        raw = decode(read_bytes(raw_path), raw_file)
    except CorpusError as error:
        faults += error.faults
    if root is None or raw is None:
        raise CorpusError(faults)
    reader = _Reader(tei_path.name.removesuffix(".tei.xml"), file, raw_path.name, root)
    reader.read()
    faults += reader.faults
    faults += tiling_faults(reader.passages, raw, file, raw_file)
    if faults:
        raise CorpusError(faults)
    header = root.find(f"{{{TEI}}}teiHeader")
    return Document(
        reader.document,
        tei_path,
        raw_path,
        file,
        raw,
        _header(root),
        tuple(reader.passages),
        tuple(reader.sections.values()),
        tuple(reader.gaps),
        tuple(reader.notes),
        tuple(reader.pages),
        data,
        etree.tostring(header, method="c14n", with_tail=False) if header is not None else b"",
    )


def _words(element: etree._Element) -> str:
    """All text of a header element or a note, white space drawn together."""
    return " ".join("".join(str(piece) for piece in element.itertext()).split())


#: Elements of the header that say one thing in one language.
_IN_ONE_LANGUAGE = ("p", "note", "desc", "resp", "change", "catDesc")


def _wording(*elements: etree._Element) -> Wording:
    """All text of some elements, its languages apart."""
    pieces: list[tuple[str, str]] = []

    def add(language: str, text: str | None) -> None:
        if pieces and pieces[-1][0] == language:
            pieces[-1] = (language, pieces[-1][1] + (text or ""))
        else:
            pieces.append((language, text or ""))

    def walk(element: etree._Element, language: str) -> None:
        name = local_name(element)
        if name in _IN_ONE_LANGUAGE:
            add("-", None)  # parts it from what stands before
            language = element.get(XML_LANG, language)
        add(language, element.text)
        for child in element.iterchildren(etree.Element):
            walk(child, language)
            add(language, child.tail)

    for element in elements:
        walk(element, "")
    drawn = ((language, " ".join(text.split())) for language, text in pieces)
    return Wording((language, text) for language, text in drawn if language != "-")


def _pointer(element: etree._Element, name: str) -> str:
    """Ids that an attribute points to, without their number signs."""
    return " ".join(token.removeprefix("#") for token in element.get(name, "").split())


@dataclass(frozen=True)
class _Context:
    """Where in the text a block stands."""

    section: str
    voice: str
    unit: str = ""
    n: str | None = None
    block: str = ""


@dataclass
class _Leaf:
    """A passage while its runs are being collected."""

    id: str
    line: int
    section: str
    runs: list[Run] = field(default_factory=list)
    corrections: list[tuple[int, Correction]] = field(default_factory=list)  # with the index of the run
    choices: list[tuple[int, str]] = field(default_factory=list)  # index of the run, id of the corr


class _Reader:
    """Walks a tree once and collects what it finds, and what is wrong with it."""

    def __init__(self, document: str, file: str, raw_name: str, root: etree._Element) -> None:
        self.document = document
        self.file = file
        self.raw_name = raw_name
        self.root = root
        self.faults: list[Fault] = []
        self.passages: list[Passage] = []
        self.sections: dict[str, Section] = {}
        self.gaps: list[Gap] = []
        self.notes: list[Note] = []
        self.pages: list[PageBreak] = []
        self._lines: dict[int, str] = {}
        self._notes_on: dict[str, Wording] = {}
        self._dates: dict[str, etree._Element] = {}

    def read(self) -> None:
        self._read_ids()
        text = self.root.find(f"{{{TEI}}}text")
        body = text.find(f"{{{TEI}}}body") if text is not None else None
        if text is None or body is None:
            self._fault(
                "structure", self.root, "", "the file has no text with a body", "", "Add <text><body>."
            )
            return
        voice = self._voice_at(body, self._voice_at(text, ""))
        self._blocks(body, _Context("", voice))
        if not self.passages:
            self._fault("structure", body, "", "the body holds no passage", "", "Mark passages with @source.")

    # --- ids and pointers ---

    def _read_ids(self) -> None:
        ids: dict[str, int] = {}
        text = self.root.find(f"{{{TEI}}}text")
        in_text = set(text.iter(etree.Element)) if text is not None else set()
        for element in self.root.iter(etree.Element):
            name = element.get(XML_ID)
            if name is not None:
                self._check_id(element, name, ids, element in in_text)
            if element.tag == f"{{{TEI}}}note":
                for target in _pointer(element, "target").split():
                    self._notes_on[target] = self._notes_on.get(target, NO_WORDS) + _wording(element)
            elif element.tag == f"{{{TEI}}}bibl":
                for target in _pointer(element, "corresp").split():
                    self._dates[target] = element
        for element in self.root.iter(etree.Element):
            for attribute in _POINTERS:
                for token in element.get(attribute, "").split():
                    if token.startswith("#") and token[1:] not in ids:
                        self._fault(
                            "pointer",
                            element,
                            self._id_around(element),
                            f"@{attribute} of <{local_name(element)}> points to an id that the file does not have",
                            token,
                            "Declare it in the header, or correct the pointer.",
                        )

    def _check_id(self, element: etree._Element, name: str, ids: dict[str, int], in_text: bool) -> None:
        if not is_id(name):
            self._fault(
                "id",
                element,
                "",
                "not an id of the archive's pattern",
                name,
                "Use a-z, 0-9 and single hyphens.",
            )
        elif in_text and not name.startswith(f"{self.document}-"):
            self._fault(
                "id",
                element,
                name,
                "an id of the text does not begin with that of its document",
                name,
                f"Begin it with {self.document}-.",
            )
        if name in ids:
            self._fault(
                "id", element, name, f"the id stands on line {ids[name]} already", name, "Give it another id."
            )
        ids.setdefault(name, line_of(element))

    @staticmethod
    def _id_around(element: etree._Element) -> str:
        holder: etree._Element | None = element
        while holder is not None:
            if name := holder.get(XML_ID):
                return name
            holder = holder.getparent()
        return ""

    # --- blocks ---

    def _blocks(self, parent: etree._Element, context: _Context) -> None:
        self._no_text(parent, parent.text)
        for element in parent:
            self._no_text(parent, element.tail)
            name = local_name(element)
            if element.get("source") is not None:
                self._leaf(element, name, context)
            elif name == "div":
                self._division(element, context)
            elif name in ("p", "item", "ab", "list"):
                self._block(element, name, context)
            elif name in ("gap", "note", "pb"):
                self._milestone(
                    element, name, context.section, self.passages[-1].id if self.passages else "", ""
                )
            else:
                self._fault(
                    "structure",
                    element,
                    self._id_around(element),
                    f"<{name}> stands between passages",
                    _words(element)[:40],
                    "Give it a @source if it is a passage; otherwise put it inside one.",
                )

    def _block(self, element: etree._Element, name: str, context: _Context) -> None:
        inner = replace(context, voice=self._voice_at(element, context.voice))
        own = element.get(XML_ID, "")
        if name == "list":
            inner = replace(inner, block=own)
        else:
            inner = replace(inner, unit=own, n=element.get("n"), block=context.block or own)
        self._blocks(element, inner)

    def _division(self, element: etree._Element, context: _Context) -> None:
        own = element.get(XML_ID, "")
        voice = self._voice_at(element, context.voice)
        if not own:
            self._fault("id", element, "", "a div has no xml:id", "", "Give it one.")
        section = Section(
            own,
            "",
            context.section,
            voice,
            element.get("type", ""),
            element.get("n", ""),
            line_of(element),
        )
        if (bibl := self._dates.get(own)) is not None:
            date = bibl.find(f"{{{TEI}}}date")
            section = replace(
                section,
                date=_words(date) if date is not None else "",
                when=_when(date) if date is not None else "",
                date_cert=(date.get("cert", "") if date is not None else "") or bibl.get("cert", ""),
                note=_wording(*bibl.findall(f"{{{TEI}}}note")),
                title=" ".join(_words(title) for title in bibl.findall(f"{{{TEI}}}title")),
            )
        self.sections[own] = section
        self._blocks(element, _Context(own, voice))

    def _milestone(self, element: etree._Element, name: str, section: str, after: str, passage: str) -> None:
        own = element.get(XML_ID, "")
        if name == "gap":
            quantity = element.get("quantity", "")
            extent = element.get("extent", "")
            if quantity.isdecimal() == bool(extent):
                self._fault(
                    "gap",
                    element,
                    own,
                    "a gap says either how many units are lost or that this is unknown",
                    f"quantity={quantity!r} extent={extent!r}",
                    'Give quantity="…" or extent="unknown".',
                )
            note = self._note_on(element, own) or _wording(*element)
            self.gaps.append(
                Gap(
                    own,
                    self.document,
                    section,
                    after,
                    passage,
                    element.get("reason", ""),
                    element.get("unit", ""),
                    int(quantity) if quantity.isdecimal() else None,
                    extent,
                    note,
                    line_of(element),
                )
            )
        elif name == "note":
            target = _pointer(element, "target")
            self.notes.append(Note(own, section, after, target, _pointer(element, "resp"), _wording(element)))
        else:
            self.pages.append(PageBreak(element.get("n", ""), section, after))

    # --- leaves ---

    def _leaf(self, element: etree._Element, name: str, context: _Context) -> None:
        own = element.get(XML_ID, "")
        line = line_of(element)
        if not own:
            self._fault("id", element, "", "a passage has no xml:id", _words(element)[:40], "Give it one.")
        match = _SOURCE.fullmatch(element.get("source", ""))
        if match is None or match.group(1) != self.raw_name:
            self._fault(
                "source",
                element,
                own,
                "@source does not name a slice of the document's raw file",
                element.get("source", ""),
                f"Write ../raw/{self.raw_name}#char=START,END.",
            )
        self._one_line(element, own, line)
        leaf = _Leaf(own, line, context.section)
        self._runs(element, leaf, self._voice_at(element, context.voice), ())
        leaf.runs = [run for run in leaf.runs if run.kind != "text" or run.found]
        streams = make_streams(leaf.runs)
        self._check_voices(element, leaf)
        self._check_choices(element, leaf, streams)
        start = int(match.group(2)) if match else 0
        unit = own if name in ("p", "head", *_UNITS) or not context.unit else context.unit
        kind = _KINDS.get(name) or element.get("type") or name
        passage = Passage(
            own,
            self.document,
            context.section,
            kind,
            element.get("n") if unit == own else context.n,
            unit,
            context.block or unit,
            start,
            int(match.group(3)) if match else 0,
            streams.found,
            streams.reading,
            streams.voices,
            tuple(_placed(correction, streams, index, start) for index, correction in leaf.corrections),
            tuple(leaf.runs),
            streams.map,
            line,
        )
        if kind == "heading" and context.section in self.sections and not self.sections[context.section].head:
            self.sections[context.section] = replace(self.sections[context.section], head=passage.reading)
        if not passage.reading and not passage.found:
            self._fault("structure", element, own, "the passage is empty", "", "Remove it.")
        self.passages.append(passage)

    def _one_line(self, element: etree._Element, own: str, line: int) -> None:
        if line in self._lines:
            self._fault(
                "one-line",
                element,
                own,
                f"two passages stand on one line, this and {self._lines[line]}",
                "",
                "Begin a new line.",
            )
        self._lines[line] = own
        broken = any("\n" in str(piece) for piece in element.itertext()) or any(
            line_of(child) != line for child in element.iter(etree.Element)
        )
        if broken:
            self._fault(
                "one-line",
                element,
                own,
                "the passage goes over several lines of the file",
                _words(element)[:40],
                "Write it on one line; its white space is text.",
            )

    def _runs(self, parent: etree._Element, leaf: _Leaf, voice: str, marks: tuple[str, ...]) -> None:
        def text(content: str | None) -> None:
            if content:
                leaf.runs.append(Run(content, content, voice, "text", marks))

        text(parent.text)
        for element in parent:
            name = local_name(element)
            if element.get("source") is not None:
                self._fault(
                    "structure", element, leaf.id, "a passage stands within a passage", name, "Part the two."
                )
            elif name == "said":
                self._runs(element, leaf, _pointer(element, "who"), marks)
            elif name in _MARKED:
                self._runs(element, leaf, voice, (*marks, _mark(element, name)))
            elif name == "choice":
                self._choice(element, leaf, voice, marks)
            elif name in ("supplied", "surplus", "lb"):
                self._intervention(element, name, leaf, voice, marks)
            elif name in ("gap", "note", "pb"):
                self._milestone(element, name, leaf.section, leaf.id, leaf.id if name == "gap" else "")
                label = element.get("n", "") if name == "pb" else _wording(element)
                reading = GAP_SIGN if name == "gap" else ""
                leaf.runs.append(Run("", reading, voice, name, marks, element.get(XML_ID, ""), label))
                if name == "gap":
                    self._correct(element, element, "gap", leaf, element.get("reason", ""))
            else:
                self._fault(
                    "structure",
                    element,
                    leaf.id,
                    f"<{name}> has no place inside a passage",
                    _words(element)[:40],
                    "Use the elements of p66-tei.rnc.",
                )
            text(element.tail)

    def _choice(self, element: etree._Element, leaf: _Leaf, voice: str, marks: tuple[str, ...]) -> None:
        children = list(element)
        names = [local_name(child) for child in children]
        if names == ["sic", "corr"]:
            sic, corr = children
            found, reading = _simple(sic, True), _simple(corr, False)
            leaf.runs.append(Run(found, reading, voice, "corr", marks, corr.get(XML_ID, "")))
            self._correct(element, corr, "corr", leaf, corr.get("type", ""))
            leaf.choices.append((len(leaf.runs) - 1, corr.get(XML_ID, "")))
        elif names == ["orig", "reg"]:
            found, reading = _simple(children[0], True), _simple(children[0], False)
            modern = _simple(children[1], False)
            own = children[1].get(XML_ID, "")
            leaf.runs.append(Run(found, reading, voice, "orig", marks, own, modern))
        else:
            self._fault(
                "choice",
                element,
                leaf.id,
                "a choice holds sic then corr, or orig then reg, once each",
                " ".join(names),
                "Write <choice><sic>…</sic><corr …>…</corr></choice>.",
            )

    def _intervention(
        self, element: etree._Element, name: str, leaf: _Leaf, voice: str, marks: tuple[str, ...]
    ) -> None:
        own = element.get(XML_ID, "")
        if name == "lb":
            if element.get("break") != "no" or element.get("rend") not in LINE_END:
                self._fault(
                    "line-end",
                    element,
                    leaf.id,
                    "a line end is marked only inside a word",
                    f'break="{element.get("break")}" rend="{element.get("rend")}"',
                    'Write <lb break="no"/>, with rend="hyphen" or rend="joined" where it applies.',
                )
            leaf.runs.append(Run(LINE_END.get(element.get("rend"), " "), "", voice, "lb", marks, own))
            self._correct(element, element, "join", leaf, element.get("rend", ""))
        elif name == "supplied":
            leaf.runs.append(Run("", _simple(element, False), voice, "supplied", marks, own))
            self._correct(element, element, "supplied", leaf, element.get("reason", ""))
        else:
            leaf.runs.append(Run(_simple(element, True), "", voice, "surplus", marks, own))
            self._correct(element, element, "surplus", leaf, element.get("reason", ""))

    def _correct(
        self, element: etree._Element, holder: etree._Element, kind: str, leaf: _Leaf, type_: str
    ) -> None:
        """Record the correction that the last run makes; *holder* bears its attributes."""
        run = leaf.runs[-1]
        cert, evidence = holder.get("cert", ""), holder.get("evidence", "")
        if kind in ("corr", "supplied") and not (holder.get("resp") and cert and evidence):
            self._fault(
                "responsibility",
                holder,
                leaf.id,
                f"a <{local_name(holder)}> does not say who answers for it, how sure and on what evidence",
                run.reading,
                "Give resp, cert and evidence.",
            )
        if cert == "high" and evidence == "external":
            # nobody has seen the print: no correction can rest on it
            self._fault(
                "responsibility",
                holder,
                leaf.id,
                "external evidence cannot be certain while no image of the print is in the archive",
                run.reading,
                'Lower cert, or give evidence="internal".',
            )
        own = holder.get(XML_ID, "")
        note = self._note_on(element, own)
        leaf.corrections.append(
            (
                len(leaf.runs) - 1,
                Correction(
                    own,
                    leaf.id,
                    kind,
                    run.found,
                    run.reading,
                    type_,
                    _pointer(holder, "resp"),
                    cert,
                    evidence,
                    note,
                    0,
                    0,
                    0,
                    0,
                ),
            )
        )

    def _note_on(self, element: etree._Element, own: str) -> Wording:
        """The notes that point to *own*, or else those that follow *element* at once."""
        if own in self._notes_on:
            return self._notes_on[own]
        following = []
        at: etree._Element | None = element
        while at is not None and not at.tail:
            at = at.getnext()
            if at is None or at.tag != f"{{{TEI}}}note" or at.get("target"):
                break
            following.append(at)
        return _wording(*following)

    # --- checks of a leaf ---

    def _check_voices(self, element: etree._Element, leaf: _Leaf) -> None:
        silent = next((run for run in leaf.runs if (run.found or run.reading) and not run.voice), None)
        if silent is not None:
            self._fault(
                "voice",
                element,
                leaf.id,
                "the passage does not say whose word it is",
                (silent.found or silent.reading)[:40],
                'Put it into <said who="#…">, or give an element around it ana="#voice-…".',
            )

    def _check_choices(self, element: etree._Element, leaf: _Leaf, streams: Streams) -> None:
        for index, own in leaf.choices:
            run = leaf.runs[index]
            correction = next(correction for at, correction in leaf.corrections if at == index)
            start = streams.run_starts[index]
            end = start + len(run.found)
            place = own or leaf.id
            if not run.found.strip() or not run.reading.strip() or run.found == run.reading:
                self._fault(
                    "choice",
                    element,
                    leaf.id,
                    f"the choice {place} corrects nothing",
                    f"{run.found!r} → {run.reading!r}",
                    "Use supplied for what is missing and surplus for what is too much.",
                )
                continue
            if run.found != run.found.strip() or run.reading != run.reading.strip():
                self._fault(
                    "choice",
                    element,
                    leaf.id,
                    f"the choice {place} begins or ends with white space",
                    f"{run.found!r} → {run.reading!r}",
                    "Leave the white space outside of it.",
                )
                continue
            if correction.note:
                continue
            sic, corr = run.found.split(), run.reading.split()
            if max(len(sic), len(corr)) > MOST_WORDS:
                problem = f"covers more than {MOST_WORDS} words"
            elif _inside_word(streams.found, start) or _inside_word(streams.found, end):
                problem = "begins or ends inside a word"
            elif min(len(sic), len(corr)) > 1 and (sic[0] == corr[0] or sic[-1] == corr[-1]):
                problem = "covers a word that it does not correct"
            else:
                continue
            self._fault(
                "choice",
                element,
                leaf.id,
                f"the choice {place} {problem}",
                f"{run.found!r} → {run.reading!r}",
                "Cover the fewest whole words that hold the error, or add a note that says why.",
            )

    def _voice_at(self, element: etree._Element, around: str) -> str:
        voices = [
            token.removeprefix(_VOICE) for token in element.get("ana", "").split() if token.startswith(_VOICE)
        ]
        if len(voices) > 1:
            self._fault(
                "voice",
                element,
                self._id_around(element),
                "two voices for one element",
                element.get("ana", ""),
                "Leave one, and mark the other's words with said.",
            )
        return voices[0] if voices else around

    def _no_text(self, parent: etree._Element, text: str | None) -> None:
        if text and text.strip():
            self._fault(
                "structure",
                parent,
                self._id_around(parent),
                "text stands outside of any passage",
                text.strip()[:40],
                "Put it into a passage with @source.",
            )

    def _fault(
        self, check: str, element: etree._Element, passage: str, message: str, value: str, way_out: str
    ) -> None:
        self.faults.append(
            Fault(check, self.file, place_of(line_of(element), passage), message, value, way_out)
        )


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _simple(element: etree._Element, found: bool) -> str:
    """Text of an element inside an intervention, as found or as read."""
    pieces = [element.text or ""]
    for child in element:
        if local_name(child) == "lb":
            pieces.append(LINE_END.get(child.get("rend"), " ") if found else "")
        else:
            pieces.append(_simple(child, found))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _mark(element: etree._Element, name: str) -> str:
    value = {"hi": element.get("rend"), "foreign": element.get(XML_LANG), "ref": element.get("target")}.get(
        name
    )
    return f"{name}:{value}" if value else name


def _placed(correction: Correction, streams: Streams, index: int, raw_start: int) -> Correction:
    start, end = streams.run_spans[index]
    found = raw_start + streams.run_starts[index]
    return replace(correction, start=start, end=end, raw_start=found, raw_end=found + len(correction.found))


def _when(date: etree._Element) -> str:
    """The date of a date element in ISO 8601; an interval with a stroke."""
    if when := date.get("when"):
        return when
    start = date.get("from") or date.get("notBefore") or ""
    end = date.get("to") or date.get("notAfter") or ""
    return f"{start}/{end}" if start or end else ""


def _header(root: etree._Element) -> Header:
    def all_(path: str) -> list[etree._Element]:
        return root.findall("tei:teiHeader/" + path, {"tei": TEI})

    responsibilities = []
    for statement in all_("tei:fileDesc/tei:titleStmt/tei:respStmt"):
        role = _wording(*(child for child in statement if local_name(child) in ("resp", "note")))
        names = [_words(child) for child in statement if local_name(child) in ("name", "persName", "orgName")]
        responsibilities.append(Responsibility(statement.get(XML_ID, ""), role, "; ".join(names)))
    availabilities = []
    for layer in all_("tei:fileDesc/tei:publicationStmt/tei:availability"):
        licence = layer.find(f"{{{TEI}}}licence")
        availabilities.append(
            Availability(
                layer.get(XML_ID, ""),
                layer.get("n", ""),
                layer.get("status", ""),
                _wording(layer),
                licence.get("target", "") if licence is not None else "",
            )
        )
    return Header(
        " ".join(_words(title) for title in all_("tei:fileDesc/tei:titleStmt/tei:title")[:1]),
        tuple(responsibilities),
        tuple(availabilities),
        tuple((w.get(XML_ID, ""), _wording(w)) for w in all_("tei:fileDesc/tei:sourceDesc//tei:witness")),
        tuple((local_name(part), _wording(part)) for part in all_("tei:encodingDesc/tei:editorialDecl/*")),
        _wording(*all_("tei:fileDesc/tei:sourceDesc/tei:p")),
        tuple(
            Change(change.get("when", ""), _pointer(change, "who"), _wording(change))
            for change in all_("tei:revisionDesc/tei:change")
        ),
    )
