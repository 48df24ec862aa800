"""An answer of a living person to an open question, made a source of the archive.

From the words as received and a role come five things: the raw text with its checksum, its edition,
the record of a new witness, his claim, and his silences. A silence is recorded only where no
searched word occurs in the answer; what needs a person's judgement is left, for ``check`` to name.
"""

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import tomlkit

from przemyskie66.errors import AnchorError, CorpusError, Fault
from przemyskie66.ids import is_id
from przemyskie66.rulebook.anchoring import write_atomically
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.load import read_archive
from przemyskie66.rulebook.model import GAMES, Bilingual, Rule
from przemyskie66.text import Anchor, Document, describe, find, read_document, sha256

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[ \t]+(?=[„\"«(]?[A-ZĄĆĘŁŃÓŚŹŻ])")
_SPACE = " \t\r\n"
#: Characters that no XML file may hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class Reply:
    """An answer, and whose it is: a role, never a name."""

    witness: str  #: id of the role
    title: Bilingual  #: the role in words
    date: str  #: of the answer: a year, a month or a day
    rule: str
    game: str
    reading: str | None  #: ``None`` if the answer leaves the question open
    explicit: bool  #: the words say it; otherwise the editors infer it
    text: str  #: the words as received
    quote: str  #: those of them that answer the question

    @property
    def document(self) -> str:
        """The id of the document: that of the role."""
        return self.witness


@dataclass(frozen=True)
class Added:
    """What a testimony added to the archive."""

    files: tuple[str, ...]  #: relative to the archive
    claim: str
    silences: tuple[str, ...]  #: rules on which he is recorded as silent
    open_rules: tuple[str, ...]  #: rules on which a person has to decide


def add_testimony(archive: Archive, reply: Reply, edited: str) -> Added:
    """Add an answer to the archive: all of it, or on any fault nothing.

    Everything is first written into a copy and read from there.

    :param edited: the day of the edition, ``YYYY-MM-DD``.
    :raises CorpusError: listing what is wrong with the answer, or with the archive once it is in it.
    """
    if faults := _faults(archive, reply):
        raise CorpusError(faults)
    with tempfile.TemporaryDirectory(prefix="przemyskie66-") as folder:
        copy = Path(folder) / "archive"
        for part in ("corpus", "tests/rules"):
            shutil.copytree(archive.root / part, copy / part)
        texts = {
            f"corpus/raw/{reply.document}.txt": reply.text,
            "corpus/raw/SHA256SUMS": _sums(archive.root, reply),
            f"corpus/tei/{reply.document}.tei.xml": _edition(archive.rules[reply.rule], reply, edited),
            "corpus/witnesses.toml": _witnesses(archive.root, reply),
        }
        _write(copy, texts)
        name = reply.document
        document = read_document(
            copy / "corpus" / "tei" / f"{name}.tei.xml", copy / "corpus" / "raw" / f"{name}.txt"
        )
        anchor = _anchor(document, reply.quote)
        silent = _silences(archive, reply, document)
        claim = _claim_id(reply)
        claims = f"corpus/claims/{reply.witness}.claims.toml"
        texts[claims] = _claims(reply, claim, anchor, silent)
        _write(copy, {claims: texts[claims]})
        known = {(fault.check, fault.file, fault.message, fault.value) for fault in archive.faults}
        new = [
            fault
            for fault in read_archive(copy).faults
            if (fault.check, fault.file, fault.message, fault.value) not in known
        ]
        if new:
            raise CorpusError(new)
    _write_or_restore(archive.root, texts)
    others = [rule for rule in archive.rules if rule != reply.rule]
    return Added(
        files=tuple(texts),
        claim=claim,
        silences=tuple(rule for rule in others if rule in silent),
        open_rules=tuple(rule for rule in others if rule not in silent),
    )


def _faults(archive: Archive, reply: Reply) -> list[Fault]:
    """Return everything that is wrong with an answer before it is written."""
    faults: list[Fault] = []

    def fault(place: str, message: str, value: str, way_out: str) -> None:
        faults.append(Fault("answer", "command", place, message, value, way_out, (reply.rule,)))

    if not is_id(reply.witness):
        fault("role", "a role is an id", reply.witness, "Write for instance: gracz-z-rynku.")
    elif reply.witness in archive.witnesses or reply.document in archive.documents:
        way_out = "Choose another id for the role, or add a claim by hand (CONTRIBUTING.md)."
        fault("role", "the archive has a witness or a document of this id", reply.witness, way_out)
    elif any((archive.root / name).exists() for name in _new_files(reply)):
        fault("role", "files of this id are there already", reply.document, "Choose another id.")
    if not _is_date(reply.date):
        fault(
            "date",
            "the date is not a year, month or day",
            reply.date,
            "Write 2026, 2026-11 or 2026-11-30.",
        )
    rule = archive.rules[reply.rule]
    known = [reading.id for reading in rule.readings]
    if reply.reading is not None and reply.reading not in known:
        way_out = f"Known: {', '.join(known) or 'none'}. A new one is first added to {rule.origin.file}."
        fault("reading", f"rule {rule.id} has no such reading", reply.reading, way_out)
    if not reply.text.strip(_SPACE):
        fault("text", "the answer is empty", "", "Give the words as received.")
    if found := _CONTROL.search(reply.text):
        value = f"U+{ord(found[0]):04X} at character {found.start()}"
        fault(
            "text",
            "the answer holds a character that no XML file may hold",
            value,
            "Ask for it as plain text.",
        )
    if not reply.quote.strip():
        fault("quote", "the quote is empty", "", "Quote the words that answer the question.")
    return faults


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return True


def _new_files(reply: Reply) -> tuple[str, ...]:
    return (
        f"corpus/raw/{reply.document}.txt",
        f"corpus/tei/{reply.document}.tei.xml",
        f"corpus/claims/{reply.witness}.claims.toml",
    )


def _claim_id(reply: Reply) -> str:
    return f"{reply.witness}-{reply.rule}"


# --- files ----------------------------------------------------------------------------------


def _write(root: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        write_atomically(root / name, text)


def _write_or_restore(root: Path, texts: Mapping[str, str]) -> None:
    """Write all the files; if one cannot be written, put back what stood there before."""
    before = {name: (root / name).read_bytes() if (root / name).exists() else None for name in texts}
    try:
        _write(root, texts)
    except BaseException:
        for name, content in before.items():
            if content is None:
                (root / name).unlink(missing_ok=True)
            else:
                (root / name).write_bytes(content)
        raise


def _sums(root: Path, reply: Reply) -> str:
    before = (root / "corpus" / "raw" / "SHA256SUMS").read_text(encoding="utf-8")
    return f"{before.rstrip()}\n{sha256(reply.text)}  {reply.document}.txt\n"


def _string(text: str) -> str:
    """Return the text as a TOML string."""
    return tomlkit.string(text).as_string()


def _witnesses(root: Path, reply: Reply) -> str:
    before = (root / "corpus" / "witnesses.toml").read_text(encoding="utf-8")
    title, name = reply.title, reply.witness
    csl_title = _string(f"[{title.pl}: odpowiedź na pytanie archiwum]")
    return f"""{before.rstrip()}

[{name}]
title.pl = {_string(title.pl)}
title.en = {_string(title.en)}
kind = "record"
document = "{reply.document}"
text_held = true
depends_on = []
games = ["{reply.game}"]
rights.pl = "Warunków, na których wolno ogłosić odpowiedź, nie odnotowano."
rights.en = "The terms on which the answer may be published are not recorded."
note.pl = "Odpowiedź żyjącej osoby na pytanie archiwum. Świadka nazywa rola; nazwiska archiwum nie podaje."
note.en = "A living person's answer to a question of the archive. The witness is called by a role; the archive gives no name."
csl = {{ type = "personal_communication", title = {csl_title}, language = "pl" }}
[[{name}.dates]]
what = "record"
value = "{reply.date}"
certainty = "high"
note.pl = "Data odpowiedzi."
note.en = "The date of the answer."
"""


def _claims(reply: Reply, claim: str, anchor: Anchor, silent: Mapping[str, tuple[str, ...]]) -> str:
    stance = 'stance = "asserts"\n' + f'reading = "{reply.reading}"'
    if reply.reading is None:
        stance = 'stance = "leaves-open"'
    parts = [
        f"""# Co mówi: {reply.title.pl}. / What is said by: {reply.title.en}.
# Kotwice uzupełnia: przemyskie66 anchor --write. / Anchors are completed by that command.
witness = "{reply.witness}"

[[claim]]
id = "{claim}"
rule = "{reply.rule}"
{stance}
scope = {{ game = "{reply.game}" }}
explicit = {str(reply.explicit).lower()}
[claim.anchor]
exact = {_string(anchor.exact)}
passage = "{anchor.passage}"
prefix = {_string(anchor.prefix)}
suffix = {_string(anchor.suffix)}
start = {anchor.start}
end = {anchor.end}
digest = "{anchor.digest}"
"""
    ]
    by_terms: dict[tuple[str, ...], list[str]] = {}
    for rule, terms in silent.items():
        by_terms.setdefault(terms, []).append(rule)
    for terms, rules in by_terms.items():
        searched = ", ".join(_string(term) for term in terms)
        listed = "".join(f'  "{rule}",\n' for rule in rules)
        parts.append(
            f"""
[[nothing]]
kind = "silent"
rules = [
{listed}]
searched = [{searched}]
note.pl = "Świadek odpowiadał na inne pytanie; o to nie był pytany."
note.en = "The witness answered another question; he was not asked this one."
"""
        )
    return "".join(parts)


def _anchor(document: Document, quote: str) -> Anchor:
    """Return the anchor of the quote, which must stand in the answer once.

    :raises CorpusError: if it does not.
    """
    holding = [passage.id for passage in document.passages if quote in passage.reading]
    if len(holding) == 1:
        try:
            return describe(document, holding[0], quote)
        except AnchorError as error:
            raise CorpusError(error.faults) from error
    message = f"the quote stands in {len(holding)} sentences of the answer, not in one"
    way_out = "Quote the words of one sentence, to the letter."
    raise CorpusError([Fault("answer", "command", "quote", message, quote, way_out)])


def _silences(archive: Archive, reply: Reply, document: Document) -> dict[str, tuple[str, ...]]:
    """Return the rules on which the answer holds none of the words searched for them in our games' texts."""
    searched: dict[str, tuple[str, ...]] = {}
    ours = {name for name, witness in archive.witnesses.items() if set(witness.games) & set(GAMES)}
    for nothing in archive.nothings:
        if nothing.searched and nothing.witness in ours:
            terms = (*searched.get(nothing.rule, ()), *nothing.searched)
            searched[nothing.rule] = tuple(dict.fromkeys(terms))
    return {
        rule: searched[rule]
        for rule in archive.rules
        if rule != reply.rule
        and rule in searched
        and not any(find(document, term) for term in searched[rule])
    }


# --- the edition ----------------------------------------------------------------------------


def _edition(rule: Rule, reply: Reply, edited: str) -> str:
    name, witness, title = reply.document, reply.witness, reply.title
    heading = escape(f"{title.pl}: odpowiedź na pytanie archiwum")
    asked_pl, asked_en = escape(rule.question.pl), escape(rule.question.en)
    when = escape(reply.date)
    leaves = "\n".join(_leaves(reply))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="../schema/p66-tei.rng" type="application/xml" schematypens="http://relaxng.org/ns/structure/1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:lang="pl">
  <teiHeader xml:lang="pl">
    <fileDesc>
      <titleStmt>
        <title type="main">{heading}</title>
        <title type="sub" xml:lang="en">{escape(title.en)}: an answer to a question of the archive</title>
        <respStmt xml:id="redakcja">
          <resp xml:lang="pl">Podział tekstu, opis źródła.</resp>
          <resp xml:lang="en">Division of the text, description of the source.</resp>
          <name type="role">redakcja</name>
          <note xml:lang="pl">Rola, nie osoba. Edycji tej nie sprawdził drugi czytelnik.</note>
          <note xml:lang="en">A role (“the editors”), not a person. No second reader has checked this edition.</note>
        </respStmt>
      </titleStmt>
      <publicationStmt>
        <publisher>Redakcja archiwum „Przemyskie 66”</publisher>
        <date when="{edited}">{edited}</date>
        <idno type="document">{name}</idno>
        <availability xml:id="prawa-tekst" n="raw" status="unknown" corresp="#w-odpowiedz">
          <p xml:lang="pl">Warunków, na których wolno ogłosić odpowiedź, nie odnotowano.</p>
          <p xml:lang="en">The terms on which the answer may be published are not recorded.</p>
        </availability>
        <availability xml:id="prawa-edycja" n="edition" status="free" corresp="#redakcja">
          <licence target="https://creativecommons.org/licenses/by-sa/4.0/">
            <p xml:lang="pl">Edycja, czyli to, co dodała redakcja: CC BY-SA 4.0. Licencja ta nie obejmuje słów odpowiedzi.</p>
            <p xml:lang="en">The edition, that is what the editors added: CC BY-SA 4.0. This licence does not extend to the words of the answer.</p>
          </licence>
        </availability>
      </publicationStmt>
      <sourceDesc>
        <listWit>
          <witness xml:id="w-odpowiedz">
            <bibl>{heading}, <date when="{when}">{when}</date></bibl>
            <note xml:lang="pl">Pytanie archiwum: {asked_pl} Świadka nazywa rola; nazwiska archiwum nie podaje.</note>
            <note xml:lang="en">The question of the archive: {asked_en} The witness is called by a role; the archive gives no name.</note>
          </witness>
        </listWit>
      </sourceDesc>
    </fileDesc>
    <encodingDesc>
      <projectDesc>
        <p xml:lang="pl">Archiwum „Przemyskie 66” wydaje teksty o trzyosobowej grze karcianej z rodziny sześćdziesięciu sześciu i wiąże każdą regułę ze słowami źródła.</p>
        <p xml:lang="en">The archive “Przemyskie 66” edits texts on a three-handed card game of the Sixty-six family and ties every rule to the words of a source.</p>
      </projectDesc>
      <editorialDecl>
        <correction method="markup">
          <p xml:lang="pl">Niczego nie poprawiono.</p>
          <p xml:lang="en">Nothing has been corrected.</p>
        </correction>
        <normalization method="markup">
          <p xml:lang="pl">Niczego nie ujednolicono.</p>
          <p xml:lang="en">Nothing has been normalised.</p>
        </normalization>
        <hyphenation eol="none">
          <p xml:lang="pl">Wiersze odpowiedzi są akapitami; przeniesień wyrazów nie złączono.</p>
          <p xml:lang="en">The lines of the answer are paragraphs; words divided at line ends have not been joined.</p>
        </hyphenation>
        <quotation marks="all">
          <p xml:lang="pl">Cudzysłowy są częścią tekstu. Cały tekst ma jeden głos: #voice-{witness}.</p>
          <p xml:lang="en">Quotation marks are part of the text. The whole text has one voice: #voice-{witness}.</p>
        </quotation>
        <segmentation>
          <p xml:lang="pl">Ustęp to zdanie albo wiersz o jednym zdaniu; granice zdań postawił program, po znaku końca zdania i przed wielką literą.</p>
          <p xml:lang="en">A passage is a sentence, or a line of one sentence; a program set the bounds of sentences, after a mark that ends one and before a capital.</p>
        </segmentation>
      </editorialDecl>
      <classDecl>
        <taxonomy xml:id="glosy">
          <category xml:id="voice-{witness}">
            <catDesc xml:lang="pl">{escape(title.pl)}</catDesc>
            <catDesc xml:lang="en">{escape(title.en)}</catDesc>
          </category>
        </taxonomy>
      </classDecl>
      <refsDecl n="passages" default="true">
        <citeStructure unit="passage" match="/TEI/text/body//*[@source]" use="@xml:id"/>
      </refsDecl>
    </encodingDesc>
    <profileDesc>
      <langUsage>
        <language ident="pl">polski</language>
      </langUsage>
    </profileDesc>
    <revisionDesc>
      <change when="{edited}" who="#redakcja" xml:lang="pl">Pierwsza edycja: cały tekst.</change>
      <change when="{edited}" who="#redakcja" xml:lang="en">First edition: the whole text.</change>
    </revisionDesc>
  </teiHeader>
  <text>
    <body ana="#voice-{witness}">
      <div xml:id="{name}-odpowiedz" type="section">
{leaves}
      </div>
    </body>
  </text>
</TEI>
"""


def _leaves(reply: Reply) -> list[str]:
    """Return the paragraphs of the edition: a line of the answer each, cut into its sentences."""
    text, name = reply.text, reply.document
    lines: list[tuple[int, int]] = []
    start = 0
    for match in _LINE_END.finditer(text):
        lines.append((start, match.start()))
        start = match.end()
    lines.append((start, len(text)))
    made: list[str] = []
    number = 0
    for low, high in lines:
        sentences = _sentences(text, low, high)
        if not sentences:
            continue
        number += 1
        paragraph = f"{name}-p{number}"
        if len(sentences) == 1:
            made.append("        " + _leaf("p", paragraph, name, text, *sentences[0]))
            continue
        made.append(f'        <p xml:id="{paragraph}">')
        for place, (first, last) in enumerate(sentences, start=1):
            made.append("          " + _leaf("s", f"{paragraph}-s{place}", name, text, first, last))
        made.append("        </p>")
    return made


def _sentences(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a line, the white space around them left out."""
    cuts = [low, *(match.end() for match in _SENTENCE_END.finditer(text, low, high)), high]
    spans = []
    for start, end in pairwise(cuts):
        piece = text[start:end]
        if piece.strip(_SPACE):
            first = start + len(piece) - len(piece.lstrip(_SPACE))
            spans.append((first, start + len(piece.rstrip(_SPACE))))
    return spans


def _leaf(element: str, leaf_id: str, document: str, text: str, start: int, end: int) -> str:
    source = quoteattr(f"../raw/{document}.txt#char={start},{end}")
    return f'<{element} xml:id="{leaf_id}" source={source}>{escape(text[start:end])}</{element}>'
