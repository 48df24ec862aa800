"""The lexica of today's Polish in which words are looked up: Morfeusz 2 (SGJP) and hunspell-pl.

Both are optional (the extra ``edit`` and the Debian package ``hunspell-pl``). Whatever is missing is named,
with the line that installs it, and every part that needs no lexicon works without.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from przemyskie66.text.spellings import modern_spellings

#: Line that installs the Python packages.
EXTRA = "pip install .[edit]"
#: Line that installs the dictionary of hunspell.
DICTIONARY = "apt-get install hunspell-pl"

#: Where systems keep the dictionaries of hunspell.
DICTIONARY_FOLDERS = (
    Path("/usr/share/hunspell"),
    Path("/usr/local/share/hunspell"),
    Path("/opt/homebrew/share/hunspell"),
    Path("/usr/share/myspell/dicts"),
)

#: Tags of Morfeusz for what is no word of a running text: note names, abbreviations, interjections …
NO_WORD = ("ign", "brev", "interj", "interp", "romandig", "dig", "xxx")

#: Its tags of finite verbs; of all verbs and participles, which *nie* does not join; of what can be counted.
FINITE = ("fin", "praet", "impt", "imps", "bedzie", "winien", "pred")
VERBS = (*FINITE, "inf", "pcon", "pant", "pact", "ppas", "ger")
NOUNS = ("subst", "depr", "adj", "pact", "ppas", "ger", "num")

#: All words of one and two letters. Lexica know many more (letters, notes, abbreviations), and every piece
#: of a broken word would pass for one.
SHORT_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a i o u w z as aż bo by ci co do go ha im iż ja ją je ku ma mi mu my na ni no od on ów po są ta tą te tę to "
        "tu ty we wy za ze że",
    )
)


@dataclass(frozen=True)
class Lexicon:
    """A list of words that can be asked."""

    name: str
    knows: Callable[[str], bool]


@dataclass(frozen=True)
class Missing:
    """A lexicon that could not be opened, and the line that installs it."""

    name: str
    line: str


@dataclass
class Lexica:
    """Lexica that are asked together, and the words that the editors have accepted."""

    lexica: tuple[Lexicon, ...] = ()
    missing: tuple[Missing, ...] = ()
    accepted: frozenset[str] = frozenset()  #: words that the editors take for known
    #: lemmata and parts of speech of a word, if any lexicon tells them
    analyse: Callable[[str], frozenset[tuple[str, str]]] | None = None
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lexica)

    def known_by(self, word: str) -> tuple[str, ...]:
        """Return the names of the lexica that know *word* under some spelling; all of them if it is accepted."""
        if word not in self._known:
            lower = word.lower()
            if self.accepts(word) or lower in SHORT_WORDS:
                names = tuple(lexicon.name for lexicon in self.lexica)
            elif len(lower) <= 2:
                names = ()
            else:
                spellings = modern_spellings(word)
                names = tuple(
                    lexicon.name
                    for lexicon in self.lexica
                    if any(lexicon.knows(spelling) for spelling in spellings)
                )
            self._known[word] = names
        return self._known[word]

    def degree(self, word: str) -> int:
        """Return how many lexica know *word*."""
        return len(self.known_by(word))

    def knows(self, word: str) -> bool:
        """Return whether every lexicon knows *word*."""
        return self.degree(word) == len(self.lexica)

    def may_be(self, word: str, parts: Collection[str]) -> bool | None:
        """Return whether *word* may be one of some parts of speech; ``None`` if no lexicon tells them."""
        if self.analyse is None:
            return None
        return any(part in parts for spelling in modern_spellings(word) for _, part in self.analyse(spelling))

    def may_be_name(self, word: str) -> bool | None:
        """Return whether *word* may be a name, which has a capital; ``None`` if no lexicon tells."""
        if self.analyse is None:
            return None
        return any(
            lemma[:1].isupper() for spelling in modern_spellings(word) for lemma, _ in self.analyse(spelling)
        )

    def accepts(self, word: str) -> bool:
        """Return whether the editors take *word* for known: as written, or in small letters."""
        return word in self.accepted or word.lower() in self.accepted

    def accepting(self, words: Iterable[str]) -> "Lexica":
        """Return the same lexica with more words accepted."""
        return Lexica(self.lexica, self.missing, self.accepted | frozenset(words), self.analyse)


def open_lexica(folders: Collection[Path] = DICTIONARY_FOLDERS) -> Lexica:
    """Return the lexica that are installed; ``missing`` names the others, with the line that installs each."""
    lexica: list[Lexicon] = []
    missing: list[Missing] = []
    morfeusz2 = _module("morfeusz2")
    if morfeusz2 is None:
        missing.append(Missing("morfeusz2", EXTRA))
    else:
        morfeusz = morfeusz2.Morfeusz(generate=False)

        def analyse(word: str) -> frozenset[tuple[str, str]]:
            return _whole_words(morfeusz.analyse(word))

        lexica.append(Lexicon("morfeusz2", lambda word: bool(analyse(word))))
    # other bindings bear the module's name too, without the class
    hunspell = getattr(_module("hunspell"), "Hunspell", None)
    folder = next((folder for folder in folders if (folder / "pl_PL.dic").is_file()), None)
    if hunspell is None:
        missing.append(Missing("chunspell", EXTRA))
    if folder is None:
        missing.append(Missing("hunspell-pl", DICTIONARY))
    if hunspell is not None and folder is not None:
        spell = hunspell("pl_PL", hunspell_data_dir=str(folder)).spell

        def in_hunspell(word: str) -> bool:
            try:
                return bool(spell(word))
            except UnicodeEncodeError:
                return False  # the dictionary is in ISO 8859-2: what cannot be written there is not in it

        lexica.append(Lexicon("hunspell-pl", in_hunspell))
    return Lexica(tuple(lexica), tuple(missing), analyse=analyse if morfeusz2 is not None else None)


def _module(name: str) -> Any:
    """Return a module of the extra; ``None`` if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


#: What Morfeusz says of a word: pieces with their ends, and of each form, lemma, tag, kinds of name, labels.
_Analysis = Sequence[tuple[int, int, tuple[str, str, str, Sequence[str], Sequence[str]]]]


def _whole_words(analysis: _Analysis) -> frozenset[tuple[str, str]]:
    """Return the lemmata and parts of speech that a whole word may be; empty if it is no word.

    Besides words in one piece there are those with a personal ending or *by* (cośmy, zapisaliby).
    """
    whole: set[tuple[str, str]] = set()
    endings: set[int] = set()
    last = max((end for _, end, _ in analysis), default=0)
    for start, end, (_, lemma, tag, _, _) in analysis:
        part = tag.partition(":")[0]
        if start == 0 and part not in NO_WORD:
            whole.add((lemma, part))
        elif start and (part == "aglt" or (part == "part" and lemma.partition(":")[0] == "by")):
            endings.add(end)
    return frozenset(whole) if last == 1 or endings >= set(range(2, last + 1)) else frozenset()
