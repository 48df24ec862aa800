"""How to cite the archive and everything in it: in words, and as BibTeX, RIS and CSL-JSON.

All four forms are made of one :class:`Citation`. Nobody is named as author who is none: the
archive signs with a role, and a source is cited by what its witness record says. What a copy of the
archive lacks, a date and an address before its release, the citation says in so many words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from przemyskie66 import __version__
from przemyskie66.rulebook.anchoring import Quoting
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Bilingual, Case, Claim, Json, Parallel, Pin, Witness

TITLE = Bilingual("Przemyskie 66: archiwum źródeł i reguł", "Przemyskie 66: an archive of sources and rules")
EDITORS = Bilingual("Redakcja archiwum Przemyskie 66", "The editors of Przemyskie 66")
_EDITED_BY = Bilingual("oprac. redakcja archiwum Przemyskie 66", "edited by the editors of Przemyskie 66")

#: What each kind of record is called in a citation.
KIND_NAMES = {
    "rule": Bilingual("reguła", "rule"),
    "reading": Bilingual("odczytanie", "reading"),
    "claim": Bilingual("twierdzenie", "claim"),
    "pin": Bilingual("wybór redakcji", "editors' choice"),
    "parallel": Bilingual("paralela", "parallel"),
    "exclusion": Bilingual("pominięcie", "exclusion"),
    "witness": Bilingual("świadek", "witness"),
    "source": Bilingual("źródło", "source"),
    "passage": Bilingual("ustęp", "passage"),
    "correction": Bilingual("poprawka", "correction"),
    "ruleset": Bilingual("zestaw zasad", "ruleset"),
    "deal": Bilingual("rozdanie", "deal"),
    "case": Bilingual("przykład", "case"),
}

#: The deal that the play page plays; the others are listed with their citations.
EXAMPLE = "przyklad"

_CSL_TO_BIBTEX = {"book": "book", "chapter": "incollection", "entry": "incollection"}
_CSL_TO_RIS = {"book": "BOOK", "chapter": "CHAP", "entry": "CHAP", "webpage": "ELEC", "dataset": "DATA"}
_RELEASED = re.compile(r"^date-released:\s*['\"]?(\d{4}-\d{2}-\d{2})", re.MULTILINE)
_BIBTEX_SPECIAL = {ord(char): f"\\{char}" for char in "&%$#_{}"} | {
    ord("\\"): r"\textbackslash{}",
    ord("~"): r"\textasciitilde{}",
    ord("^"): r"\textasciicircum{}",
}


@dataclass(frozen=True)
class Citation:
    """What is cited, in which version, where it stands, and the source behind it."""

    kind: str  #: a kind of :mod:`przemyskie66.ids`, or ``archive`` for the whole
    id: str
    title: Bilingual
    csl_type: str
    version: str
    date: str  #: of the release, ``YYYY-MM-DD``; empty if this copy was never released
    page: str  #: the page and place within the site, ``rule/deck.html``; empty for the whole
    base: str  #: where the site stands, with its final slash; empty if the archive has no address
    locator: Bilingual  #: what stands between title and address: quote, passage, place in the raw text
    source: Mapping[str, Json]  #: CSL-JSON of the source behind it; empty if there is none

    @property
    def edited(self) -> bool:
        """Whether others' words are cited, of which the editors are editors and not authors."""
        return self.kind in ("source", "passage")

    @property
    def key(self) -> str:
        """The citation key, the same in every format."""
        return "przemyskie66" if self.kind == "archive" else f"przemyskie66-{self.kind}-{self.id}"

    def place(self, lang: str) -> str:
        """Return the page within the site in *lang*: English pages stand in ``en/``."""
        return ("en/" if lang == "en" else "") + self.page

    def url(self, lang: str) -> str:
        """Return the address, of this very version once it is released; empty if there is none."""
        return self.base + self.place(lang) if self.base else ""

    def state(self, lang: str) -> str:
        """Return what this copy lacks, in words; empty for a released one."""
        if self.date:
            return ""
        if self.base:
            return "przed wydaniem, bez daty" if lang == "pl" else "not yet released, no date"
        return (
            "przed wydaniem, bez daty i adresu" if lang == "pl" else "not yet released, no date, no address"
        )

    def text(self, lang: str) -> str:
        """Return the suggested citation as one sentence in *lang*."""
        edition = f"wyd. {self.version}" if lang == "pl" else f"version {self.version}"
        parts = [TITLE[lang], _EDITED_BY[lang], f"{edition} ({self.date})" if self.date else edition]
        if self.state(lang):
            parts.append(self.state(lang))
        if self.kind != "archive":
            parts.append(f"{KIND_NAMES[self.kind][lang]} {self.id}: {self.title[lang]}")
        if self.locator[lang]:
            parts.append(self.locator[lang])
        if self.base:
            parts.append(self.url(lang))
        elif self.page:
            parts.append(f"{'strona' if lang == 'pl' else 'page'} {self.place(lang)}")
        return ", ".join(parts) + "."

    def note(self, lang: str) -> str:
        """Return what no other field of a reference manager has room for."""
        state = self.state(lang)
        return ". ".join(part for part in (self.locator[lang], state[:1].upper() + state[1:]) if part)

    def csl(self, lang: str = "pl") -> dict[str, Json]:
        """Return the CSL-JSON item."""
        item: dict[str, Json] = {
            "id": self.key,
            "type": self.csl_type,
            "title": self.title[lang],
            "editor" if self.edited else "author": [{"literal": EDITORS[lang]}],
            "language": lang,
            "version": self.version,
        }
        if self.kind != "archive":
            item["container-title"] = TITLE[lang]
        if self.date:
            item["issued"] = {"date-parts": [[int(part) for part in self.date.split("-")]]}
        if self.base:
            item["URL"] = self.url(lang)
        if self.note(lang):
            item["note"] = self.note(lang)
        if self.source:
            item["original-title"] = self.source.get("title", "")
        return item

    def bibtex(self, lang: str = "pl") -> str:
        """Return the BibTeX entry."""
        kind = _CSL_TO_BIBTEX.get(self.csl_type, "misc")
        fields = {
            "title": f"{{{_bibtex(self.title[lang])}}}",  # doubled braces keep the capitals
            "editor" if self.edited else "author": f"{{{_bibtex(EDITORS[lang])}}}",
            "booktitle": f"{{{_bibtex(TITLE[lang])}}}" if kind == "incollection" else "",
            "year": self.date[:4],
            "edition": self.version,
            "language": "polish" if lang == "pl" else "english",
            "note": _bibtex(self.note(lang)),
            "url": self.url(lang),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@{kind}{{{self.key},", *lines, "}"]) + "\n"

    def ris(self, lang: str = "pl") -> str:
        """Return the RIS record (lines end in CR LF, as the format asks)."""
        fields = [
            ("TY", _CSL_TO_RIS.get(self.csl_type, "GEN")),
            ("ID", self.key),
            ("ED" if self.edited else "AU", EDITORS[lang]),
            ("TI", self.title[lang]),
            ("T2", TITLE[lang] if self.kind != "archive" else ""),
            ("PY", self.date[:4]),
            ("DA", self.date.replace("-", "/")),
            ("ET", self.version),
            ("LA", lang),
            ("N1", self.note(lang)),
            ("UR", self.url(lang)),
        ]
        lines = [f"{tag}  - {' '.join(value.split())}" for tag, value in fields if value]
        return "\r\n".join([*lines, "ER  - ", ""])


def citation(archive: Archive, kind: str, name: str, *, base_url: str = "") -> Citation:
    """Return how to cite one thing (*kind* as in :mod:`przemyskie66.ids`, or ``archive``).

    :param base_url: the address of the published site; without it, no URL. A release is cited under
        the address of its version (:func:`versioned`).
    :raises UnknownIdError: if there is no such thing.
    """
    title, locator, source, csl_type = _parts(archive, kind, name)
    date = released(archive.root)
    return Citation(
        kind=kind,
        id=name,
        title=title,
        csl_type=csl_type,
        version=__version__,
        date=date,
        page=address(archive, kind, name),
        base=versioned(base_url, date),
        locator=locator,
        source=source,
    )


def address(archive: Archive, kind: str, name: str) -> str:
    """Return the page of the Polish site that holds one thing, and the place on it.

    The ids are known to exist; ``tests/site/test_site_citing.py`` holds every address to the built site.
    """
    match kind:
        case "rule" | "witness" | "source":
            return f"{kind}/{name}.html"
        case "claim" | "pin" | "parallel" | "case":
            told: dict[str, Mapping[str, Claim | Pin | Parallel | Case]] = {
                "claim": archive.claims, "pin": archive.pins, "parallel": archive.parallels, "case": archive.cases,
            }  # fmt: skip
            return f"rule/{told[kind][name].rule}.html#{kind}-{name}"
        case "reading":
            reading = archive.readings[name].id
            return f"rule/{name.removesuffix(f'-{reading}')}.html#reading-{reading}"
        case "passage":
            return f"source/{archive.document_of(name).id}.html#{name}"
        case "exclusion":  # it stands with the passage that it speaks of
            return address(archive, "passage", archive.exclusions[name].anchor.passage)
        case "correction":
            return f"corrections.html#{name}"
        case "ruleset":
            return f"rulesets.html#zestaw-{name}"
        case "deal":
            contrast = archive.deals[name].data.get("contrast")
            if isinstance(contrast, dict):  # a demonstration stands with the rule that it is about
                return f"rule/{contrast['rule']}.html#deal-{name}"
            return f"{'play' if name == EXAMPLE else 'citing'}.html#deal-{name}"
    return ""


def versioned(base_url: str, date: str) -> str:
    """Return the address under which this copy of the site is cited, with its final slash.

    A release (one with a *date*) stands for good in ``v/<version>/``; the site itself shows the newest.
    """
    if not base_url:
        return ""
    base = base_url.rstrip("/") + "/"
    own = f"v/{__version__}/"
    return base if not date or base.endswith(f"/{own}") else base + own


def released(root: Path) -> str:
    """Return the date of this release as ``CITATION.cff`` gives it, or an empty text."""
    path = root / "CITATION.cff"
    found = _RELEASED.search(path.read_text(encoding="utf-8")) if path.exists() else None
    return found[1] if found else ""


Parts = tuple[Bilingual, Bilingual, Mapping[str, Json], str]
_NOWHERE = Bilingual("", "")


def _parts(archive: Archive, kind: str, name: str) -> Parts:
    """Return title, locator, source and CSL type of what is cited."""
    if kind == "archive":
        return TITLE, _NOWHERE, {}, "dataset"
    if name not in archive.ids_of(kind):
        raise archive.unknown(kind, name)
    match kind:
        case "rule":
            return archive.rules[name].title, _NOWHERE, {}, "entry"
        case "reading":
            return archive.readings[name].text, _NOWHERE, {}, "entry"
        case "claim":
            claim = archive.claims[name]
            return _quote(claim), _claim_locator(archive, claim), _source_csl(archive, claim), "entry"
        case "parallel":
            parallel = archive.parallels[name]
            return _quote(parallel), _where(archive, parallel), _source_csl(archive, parallel), "entry"
        case "exclusion":
            exclusion = archive.exclusions[name]
            return _quote(exclusion), _where(archive, exclusion), {}, "entry"
        case "pin":
            pin = archive.pins[name]
            return archive.rules[pin.rule].title, _NOWHERE, {}, "entry"
        case "witness":
            witness = archive.witnesses[name]
            return witness.title, _known_through(archive, witness), witness.csl, "entry"
        case "source":
            title = archive.documents[name].title
            locator = Bilingual(f"corpus/raw/{name}.txt", f"corpus/raw/{name}.txt")
            return Bilingual(title, title), locator, {}, "entry"
        case "passage":
            unit = archive.passages[name]
            words = _shortened(unit.reading)
            return Bilingual(f"„{words}”", f"“{words}”"), _unit_locator(archive, name), {}, "entry"
        case "correction":
            correction = archive.corrections[name]
            change = f"{correction.found or '—'} → {correction.reading or '—'}"
            return Bilingual(change, change), _unit_locator(archive, correction.passage), {}, "entry"
        case "ruleset":
            return archive.profiles[name].title, _NOWHERE, {}, "entry"
        case "deal":
            return archive.deals[name].title, _NOWHERE, {}, "entry"
        case "case":
            case = archive.cases[name]
            rests = ", ".join(case.rests_on)
            return case.title, Bilingual(f"opiera się na {rests}", f"rests on {rests}"), {}, "entry"
    raise archive.unknown(kind, name)


def _shortened(text: str, limit: int = 90) -> str:
    return text if len(text) <= limit else text[: text.rfind(" ", 0, limit)] + " …"


def _quote(record: Quoting) -> Bilingual:
    words = record.anchor.exact
    return Bilingual(f"„{words}”", f"“{words}”")


def _claim_locator(archive: Archive, claim: Claim) -> Bilingual:
    witness = archive.witnesses[claim.witness]
    where = _where(archive, claim)
    heard = _NOWHERE
    if claim.reported_by is not None:
        reporter = archive.witnesses[claim.reported_by].title
        heard = Bilingual(f", za: {reporter.pl}", f", as reported by: {reporter.en}")
    return Bilingual(f"{witness.title.pl}{heard.pl}, {where.pl}", f"{witness.title.en}{heard.en}, {where.en}")


def _where(archive: Archive, record: Quoting) -> Bilingual:
    passage = archive.passage(record.anchor.passage)
    document = archive.document_of(passage.id)
    start, end = passage.raw_span(record.anchor.start, record.anchor.end)
    return _place(passage.id, document.id, start, end)


def _unit_locator(archive: Archive, name: str) -> Bilingual:
    unit = archive.passages[name]
    place = _place(name, unit.document.id, unit.passages[0].raw_start, unit.passages[-1].raw_end)
    title = unit.document.title
    return Bilingual(f"{title}, {place.pl}", f"{title}, {place.en}")


def _place(passage: str, document: str, start: int, end: int) -> Bilingual:
    file = f"corpus/raw/{document}.txt"
    return Bilingual(
        f"ustęp {passage} ({file}, znaki {start}–{end})",
        f"passage {passage} ({file}, characters {start}–{end})",
    )


def _known_through(archive: Archive, witness: Witness) -> Bilingual:
    if witness.reported_by is None:
        return _NOWHERE
    reporter = archive.witnesses[witness.reported_by].title
    return Bilingual(f"znane przez: {reporter.pl}", f"known through: {reporter.en}")


def _source_csl(archive: Archive, record: Claim | Parallel) -> Mapping[str, Json]:
    """Return the CSL-JSON of the paper that holds the quote: the witness who speaks in its document."""
    document = archive.document_of(record.anchor.passage).id
    for witness in archive.witnesses.values():
        if witness.document == document and witness.reported_by is None:
            return witness.csl
    return {}


def _bibtex(text: str) -> str:
    return text.translate(_BIBTEX_SPECIAL)
