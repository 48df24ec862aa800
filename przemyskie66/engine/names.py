"""Names of suits and ranks as people say them, for those who write cards in words.

``suit_named("czerwo")`` is hearts, ``rank_named("asa")`` the ace. Case and accents do not matter.
The engine itself writes letters only (:mod:`~przemyskie66.engine.notation`).
"""

import unicodedata

from przemyskie66.engine.cards import RANKS, SUITS

#: The names of the suits at the table in Przemyśl, by letter.
#:
#: The page lists the four names and does not say which French suit each stands for. This pairing
#: is the editors' pin ``suit-signs``; of the four only "czerwo" has support in the texts.
TABLE_SUITS = {"H": "czerwo", "D": "dzwonek", "S": "wino", "C": "krajc"}

#: Words for each suit: the table's name first, then the common Polish and the English ones.
SUIT_WORDS = {
    "H": "czerwo czerwa czerwu czerwem czerwie kier kiera kiery kierowy kierowa kierowe hearts heart",
    "D": "dzwonek dzwonka dzwonkiem dzwonki karo kara karem karowy karowa karowe diamonds diamond",
    "S": "wino wina winem winie pik pika pikiem piki pikowy pikowa pikowe spades spade",
    "C": "krajc krajca krajcem krajce trefl trefla treflem trefle treflowy treflowa treflowe clubs club",
}

#: Words for each rank; among them the old Polish names of jack and ace.
RANK_WORDS = {
    "9": "dziewiątka dziewiątkę dziewiątką nine",
    "J": "walet waleta waletem niżnik niżnika jack",
    "Q": "dama damę damą queen",
    "K": "król króla królem king",
    "T": "dziesiątka dziesiątkę dziesiątką ten",
    "A": "as asa asem tuz tuza tuzem ace",
}


def fold(word: str) -> str:
    """Return *word* without case and accents: ``Król`` and ``krol`` are one."""
    parts = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _by_word(table: dict[str, str], letters: str) -> dict[str, int]:
    return {fold(word): letters.index(letter) for letter, words in table.items() for word in words.split()}


_SUITS, _RANKS = _by_word(SUIT_WORDS, SUITS), _by_word(RANK_WORDS, RANKS)


def suit_named(word: str) -> int | None:
    """Return the suit that *word* names, or ``None``."""
    return _SUITS.get(fold(word))


def rank_named(word: str) -> int | None:
    """Return the rank that *word* names, or ``None``."""
    return _RANKS.get(fold(word))


def table_name(suit: int) -> str:
    """Return the name of *suit* at the table in Przemyśl, by the editors' pairing."""
    return TABLE_SUITS[SUITS[suit]]
