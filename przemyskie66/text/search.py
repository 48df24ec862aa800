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
    for passage in document.passages:
        words = passage.words
        for index in range(len(words) - len(wanted) + 1):
            if not _fits(wanted[0], words[index].keys, whole_words):
                continue
            here = words[index : index + len(wanted)]
            if all(_fits(keys, word.keys, whole_words) for keys, word in zip(wanted, here, strict=True)):
                hits.append((passage.id, here[0].start, here[-1].end))
    return hits


def _fits(wanted: tuple[str, ...], keys: tuple[str, ...], whole: bool) -> bool:
    return any(key in wanted if whole else key.startswith(wanted) for key in keys)
