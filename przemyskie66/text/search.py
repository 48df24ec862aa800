"""Finds words in the texts whatever their case, diacritics and period spelling."""

from przemyskie66.text.document import Document
from przemyskie66.text.keys import WORD, word_keys


def find(document: Document, term: str, *, whole_words: bool = False) -> list[tuple[str, int, int]]:
    """Return every place of *term* in the readings: passage id, start, end (of the words that hold it).

    Each word of *term* is the beginning of a word of the text (``kontr`` finds *Kontra* and *kontrakty*),
    or with *whole_words* all of it; the words follow one another. Where the edition gives a modern
    spelling beside the period one, both are found.

    :raises ValueError: if *term* holds no word.
    """
    wanted = [word_keys(word) for word in WORD.findall(term)]
    if not wanted:
        raise ValueError(f"nothing to search for in {term!r}")
    hits = []
    first, count = wanted[0], len(wanted)
    for passage in document.passages:
        words = passage.words
        for index, word in enumerate(words):
            for key in word.keys:  # most words fail here: no call, it is the loop that takes the time
                if key.startswith(first):
                    break
            else:
                continue
            here = words[index : index + count]
            if len(here) == count and all(
                _fits(keys, word.keys, whole_words) for keys, word in zip(wanted, here, strict=True)
            ):
                hits.append((passage.id, here[0].start, here[-1].end))
    return hits


def _fits(wanted: tuple[str, ...], keys: tuple[str, ...], whole: bool) -> bool:
    return any(key in wanted if whole else key.startswith(wanted) for key in keys)
