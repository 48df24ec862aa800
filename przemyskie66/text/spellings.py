"""Spellings of before 1936 and those of today that they stand for: one table, for looking words up only.

Nothing that is shown or cited is ever made from it. Two things use it:

- the search key (:mod:`przemyskie66.text.keys`) folds the rows marked ``key`` into one spelling, so that
  *licytacja* finds *licytacyi*; these are safe on any word, because both spellings get one key;
- the editors' tool (:mod:`przemyskie66.text.proposals`) looks a word up in lexica of today's Polish under
  every spelling that some of the rows, one after the other, make of it (:func:`modern_spellings`).

A row is a pattern over a word in lower case and what takes its place. The patterns of ``key`` rows see
letters with and without diacritics, since people search without them.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

#: Consonants after which *i*, not *j*, is written today (partya, partja → partia).
_SOFT = "bdfghklłmnprtwx"


@dataclass(frozen=True)
class Spelling:
    """One way in which the spelling of a word has changed."""

    name: str  #: stable
    pattern: re.Pattern[str]  #: over a word in lower case
    modern: str  #: what takes its place, for ``re.sub``
    example: str  #: old → modern
    key: bool = False  #: whether the search key folds it

    def apply(self, text: str) -> str:
        """Return *text*, which is in lower case, in the newer spelling."""
        return self.pattern.sub(self.modern, text)


def _row(name: str, pattern: str, modern: str, example: str, *, key: bool = False) -> Spelling:
    return Spelling(name, re.compile(pattern), modern, example, key)


#: The table. Rows are applied in this order.
SPELLINGS: tuple[Spelling, ...] = (
    _row("z-prefix", r"\bz(?=[tkp])", "s", "ztąd → stąd", key=True),
    _row("cya", r"(?<=[csz])y(?=[aąeęioóu])", "j", "licytacyę → licytację", key=True),
    _row("tya", rf"(?<=[{_SOFT}])y(?=[aąeęioóu])", "i", "partyi → partii", key=True),
    _row("cyj", r"(?<=c)yj\b", "ji", "kombinacyj → kombinacji", key=True),
    _row("tja", rf"(?<=[{_SOFT}])j(?=[aąeęioóu])", "i", "partja → partia", key=True),
    _row("osm", r"\bo[sś]m(?=\b|iu\b|io)", "osiem", "ośm → osiem", key=True),
    _row("siedm", r"\bsiedm(?=\b|iu\b|io)", "siedem", "siedm → siedem", key=True),
    _row("spol-n", r"\bsp[oó][lł](?=k?n)", "wspól", "spólnik → wspólnik", key=True),
    _row("spol-l", r"\bspół", "współ", "spółgracz → współgracz"),
    _row("iemi", r"iemi\b", "imi", "takiemi → takimi"),
    _row("emi", r"emi\b", "ymi", "któremi → którymi"),
    _row("iem", r"iem\b", "im", "takiem → takim"),
    _row("em", r"em\b", "ym", "ważnem → ważnym"),
    _row("dz-end", r"(?<=[óe])dz\b", "c", "módz → móc"),
    _row("zki", r"(?<=[aąeęioóuy])zk(?=[aąeęioóu])", "sk", "francuzki → francuski"),
    _row("je-pronoun", r"(?<=o)ję\b", "ją", "swoję → swoją"),
    _row("ne-accusative", r"(?<=an)ę\b", "ą", "wygranę → wygraną"),
    _row("ya-after-s", r"ścia(?=[nń])", "ścija", "chrześciański → chrześcijański"),
    _row("yn", r"yńcz", "yncz", "pojedyńczy → pojedynczy"),
    _row("by", r"(?<=[aeyi])by\b", "", "możnaby → można"),
    _row("gie", r"\bgie", "ge", "gieometrya → geometria"),
)

#: The rows that the search key folds.
KEY_SPELLINGS = tuple(spelling for spelling in SPELLINGS if spelling.key)


@lru_cache(maxsize=1 << 15)  # a text says few different words, many times
def modern_spellings(word: str) -> tuple[str, ...]:
    """Return the spellings under which a word is looked up: as it stands, then what the table makes of it.

    Each row may act on its own or after rows above it (*takiemi*, *innowacyami*). A capital at the beginning
    stays; other capitals do not. No spelling is there twice.
    """
    found = {word: None, word.lower(): None}
    for spelling in SPELLINGS:
        for known in list(found):
            modern = spelling.apply(known.lower())
            found.setdefault(modern)
            if word[:1].isupper():
                found.setdefault(modern[:1].upper() + modern[1:])
    return tuple(found)
