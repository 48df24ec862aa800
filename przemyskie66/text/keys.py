"""The key under which a word is searched, whatever its case, diacritics and period spelling.

The key serves search only; nothing that is shown or cited is ever made from it.
"""

import re
import unicodedata
from functools import lru_cache

from przemyskie66.text.spellings import KEY_SPELLINGS

#: Letters that decomposition leaves whole.
_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ø": "o"})

#: A word: letters and digits.
WORD = re.compile(r"[^\W_]+")


def _plain(text: str) -> str:
    """Casefolded, without diacritics."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_LETTERS)


def search_key(text: str) -> str:
    """Return the key under which *text* is searched: ``Licytacyę`` and ``licytację`` share one."""
    key = unicodedata.normalize("NFC", text.casefold())
    for spelling in KEY_SPELLINGS:
        key = spelling.apply(key)
    return _plain(key)


@lru_cache(maxsize=1 << 15)  # a text says few different words, many times
def word_keys(word: str) -> tuple[str, ...]:
    """Return the keys of a word: with old spellings folded and, if that differs, as it stands (an old stem)."""
    return tuple(dict.fromkeys((search_key(word), _plain(word))))
