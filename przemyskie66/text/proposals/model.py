"""What a proposal is: its kinds, its reasons, how sure it is. Every name is stable, with a sentence in both languages."""

from dataclasses import dataclass

from przemyskie66.text.proposals.tokens import View

#: From the surest to the least sure.
CONFIDENCES = ("high", "medium", "low")

#: Characters of context on either side of a proposal.
CONTEXT = 32


@dataclass(frozen=True)
class Term:
    """A stable name with a sentence in Polish and English."""

    name: str
    pl: str
    en: str

    def in_language(self, language: str) -> str:
        """Return the sentence for readers of *language*."""
        return self.pl if language == "pl" else self.en


def _table(*rows: tuple[str, str, str]) -> dict[str, Term]:
    return {name: Term(name, pl, en) for name, pl, en in rows}


#: Kinds of proposals.
KINDS = _table(
    (
        "unknown-word",
        "Wyraz, którego nie zna żaden słownik, także w dzisiejszej pisowni.",
        "A word that no lexicon knows, in today's spelling either.",
    ),
    (
        "join",
        "Wyraz rozcięty, zapewne na końcu wiersza.",
        "A word cut in two, probably at a line end.",
    ),
    (
        "split",
        "Wyrazy zlane: zgubiona spacja.",
        "Words run together: a space was lost.",
    ),
    (
        "letter",
        "Litera wzięta za podobną, także wielka zamiast małej.",
        "A letter taken for one that looks like it; also a capital for a small letter.",
    ),
    (
        "digit-letter",
        "Cyfra wzięta za literę albo litera za cyfrę; znak wewnątrz liczby.",
        "A digit taken for a letter or a letter for a digit; a mark inside a number.",
    ),
    (
        "stray-mark",
        "Znak lub litera bez znaczenia: cień brzegu strony, plamka.",
        "A mark or letter that means nothing: shadow of the page edge, a speck.",
    ),
    (
        "punctuation",
        "Zły, podwójny albo brakujący znak przestankowy; cudzysłów bez pary.",
        "A wrong, doubled or missing punctuation mark; a quotation mark without its pair.",
    ),
    (
        "space",
        "Spacja przed znakiem przestankowym albo jej brak po nim.",
        "A space before a punctuation mark, or none after it.",
    ),
    (
        "number-sequence",
        "Numeru prawidła brak albo jest nie po kolei.",
        "The number of a rule is missing or out of order.",
    ),
    (
        "page-number",
        "Numer strony wklejony w tekst.",
        "A page number glued into the text.",
    ),
    (
        "section-end",
        "Dział kończy się, jak nie kończy się zdanie: może urwany.",
        "The section ends as no sentence does: it may be cut off.",
    ),
)

#: Reasons that a proposal gives; ``{}`` is the detail.
REASONS = _table(
    ("unknown", "nieznane słownikom: {}", "not known to: {}"),
    ("known", "„{}” znają wszystkie słowniki", "“{}” is known to every lexicon"),
    ("half-known", "„{}” zna tylko część słowników", "“{}” is known to some of the lexica only"),
    ("piece-unknown", "kawałek „{}” nie jest wyrazem", "the piece “{}” is no word"),
    ("hyphen", "został łącznik z końca wiersza", "the hyphen of a line end is left"),
    ("line-end", "tu wypada koniec wiersza druku ({})", "a line end of the print falls here ({})"),
    ("no-line-end", "koniec wiersza druku tu nie wypada ({})", "no line end of the print falls here ({})"),
    ("elsewhere", "„{}” jest w dokumencie gdzie indziej", "“{}” stands elsewhere in the document"),
    ("prefix", "„{}” zaczyna wyraz, a nie stoi samo", "“{}” begins a word rather than being one"),
    ("confusion", "częsta pomyłka OCR: {}", "a common confusion of OCR: {}"),
    ("rare", "„{}” jest w dokumencie częste, to nie", "“{}” is frequent in the document, this is not"),
    ("capital", "wielka litera w środku zdania", "a capital in the middle of a sentence"),
    ("mark-inside", "obcy znak wewnątrz wyrazu lub liczby", "a foreign mark inside a word or number"),
    ("mixed", "litery i cyfry w jednym wyrazie", "letters and digits in one word"),
    (
        "lone-digit",
        "cyfra między wyrazami, bez rzeczownika po niej",
        "a digit among words, with no noun after it",
    ),
    ("digit-among-words", "cyfra między wyrazami", "a digit among words"),
    ("lone-letter", "litera, która nie jest wyrazem", "a letter that is no word"),
    (
        "odd-character",
        "znak {}, którego druk tu nie ma",
        "the character {}, which the print does not have here",
    ),
    ("after-the-end", "stoi po końcu zdania", "stands after the end of the sentence"),
    ("hyphen-for-mark", "łącznik, a wyrazy osobno są dobre", "a hyphen, and the words are good apart"),
    ("blot", "plamka przed małą literą", "a blot before a small letter"),
    ("doubled", "dwa znaki przestankowe obok siebie", "two punctuation marks side by side"),
    ("stop-before-small", "kropka przed małą literą", "a full stop before a small letter"),
    ("comma-at-the-end", "przecinek na końcu zdania", "a comma at the end of a sentence"),
    ("no-stop", "zdanie bez znaku na końcu", "a sentence without a mark at its end"),
    ("straight-quote", "cudzysłów maszynowy", "a typewriter's quotation mark"),
    ("unpaired", "„{}” bez pary", "“{}” without its pair"),
    ("before-mark", "spacja przed znakiem", "a space before the mark"),
    ("after-mark", "brak spacji po znaku", "no space after the mark"),
    ("one-sided-dash", "spacja tylko z jednej strony pauzy", "a space on one side of the dash only"),
    ("missing-number", "brak numeru {}", "number {} is missing"),
    ("wrong-number", "po kolei byłoby {}", "in order it would be {}"),
    ("glued", "cyfry przyklejone do wyrazu", "digits glued to a word"),
    ("unfinished", "dział nie kończy się jak zdanie", "the section does not end as a sentence does"),
)


@dataclass(frozen=True)
class Reason:
    """Why something is proposed: a name from :data:`REASONS` and its detail."""

    name: str
    detail: str = ""

    def in_language(self, language: str) -> str:
        """Return it as words for readers of *language*."""
        return REASONS[self.name].in_language(language).format(self.detail)


@dataclass(frozen=True)
class Proposal:
    """A place of a reading that an editor should look at, and what could be read there."""

    document: str
    passage: str
    kind: str  #: a name of :data:`KINDS`
    start: int  #: span in the reading of the passage
    end: int
    exact: str  #: what the reading has there
    reading: str | None  #: what is proposed; empty to leave it out, ``None`` if nothing can be said
    confidence: str  #: a name of :data:`CONFIDENCES`
    reasons: tuple[Reason, ...]
    before: str  #: context in the reading
    after: str
    raw_start: int  #: span in the raw file
    raw_end: int


@dataclass(frozen=True)
class Found:
    """A proposal as it is found, before its context is cut out."""

    view: View
    kind: str
    start: int
    end: int
    reading: str | None
    confidence: str
    reasons: tuple[Reason, ...]
