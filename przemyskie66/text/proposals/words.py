"""Proposals on words: cut in two, run together, with a wrong letter, or unknown."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from przemyskie66.text.proposals.lexica import NOUNS, VERBS, Lexica
from przemyskie66.text.proposals.model import Found, Reason
from przemyskie66.text.proposals.survey import Survey
from przemyskie66.text.proposals.tokens import Token, View


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((found, meant) for found, _, meant in (pair.partition(":") for pair in text.split()))


#: What OCR of this kind takes for what: found, meant. From the errors of chapters transcribed by hand.
CONFUSIONS = _pairs(
    "rn:m tn:m ra:m m:rn h:b b:h e:c c:e o:c c:o o:e e:o l:ł ł:l t:ł ł:t l:t t:l u:n n:u ź:ż ż:ź z:ż ż:z z:ź "
    "li:h h:li cli:ch ch:cli vv:w iv:w ii:li i:l l:i i:t ó:o o:ó s:ś ś:s c:ć ć:c e:ę ę:e a:ą ą:a n:ń ń:n k:h h:k "
    "ei:ci ci:ei uu:m m:nn ll:U o:G O:G Ł:E łi:B li:B lię:Bę oi:ci oa:na ło:la lo:ła ey:cy ią:ła "
    "s:a a:s f:t t:f io:w ni:m m:ni in:m m:in óio:ów I:l f:ł aj:ą ia:ią mi:un c:t n:o o:n"
)

#: Confusions that turn a word into another one often enough to look at words that lexica know.
BETWEEN_WORDS = _pairs("rn:m tn:m h:b e:c c:e t:ł l:ł u:n n:u o:c s:ś i:l s:a O:G ra:m ią:ła")

#: Pieces that the period writes apart though lexica of today know them as one word.
NEVER_JOINED = frozenset(
    {("dla", "tego"), ("przy", "tem"), ("w", "tem"), ("za", "nim"), ("po", "czem"), ("od", "razu")}
    | {("zadość", form) for form in ("uczynić", "uczyni", "uczynił", "uczyniono")}
)

#: A word is frequent in a document from so many places on.
FREQUENT = 3

#: From this probability on the line grid speaks for a line end, up to that one against it.
LIKELY, UNLIKELY = 0.15, 0.03

#: What may stand between the pieces of a cut word: the hyphen of the line end, with specks of the page's edge.
_HYPHEN = re.compile(r"[-~¬][.,'’‘^]*[ \xa0](?:\S[ \xa0])?")
_SPACE = re.compile(r"[ \xa0]")

#: Most pieces of one word.
_MOST_PIECES = 4

#: Beginnings of words that are no words in a running text, whatever lexica say.
_PREFIXES = frozenset({"prze", "roz", "wy", "naj", "współ"})

#: Prepositions that are beginnings of words too.
_PREPOSITIONS = frozenset(
    {"na", "do", "po", "za", "od", "pod", "nad", "przy", "u", "o", "w", "we", "z", "ze", "bez"}
)

#: Short words that are run together with the next one, and with the one before. Others are endings more often.
_BEFORE = frozenset({"i", "w", "z", "o", "u", "na", "do", "po", "za", "we", "ze", "od", "nie"})
_AFTER = frozenset({"z", "w", "się", "na", "do", "po"})

_ROMAN = re.compile(r"[IVXLC]{2,}|[VX]")


class Words:
    """Looks at the words of a document."""

    def __init__(self, survey: Survey, lexica: Lexica) -> None:
        self.survey = survey
        self.lexica = lexica

    def find(self) -> Iterator[Found]:
        """Yield the proposals on words: those on cut words first, since they tell where lines ended."""
        certain = list(self._certain_joins())
        self.survey.add_line_ends(
            (join.view.passage, join.start + space.start())
            for join in certain
            if join.confidence == "high"
            and (space := _SPACE.search(join.view.text[join.start : join.end])) is not None
        )
        joins = [*certain, *self._doubtful_joins(_Taken(certain))]
        yield from joins
        taken = _Taken(joins)
        for view in self.survey.views:
            for token in view.tokens:
                if not token.foreign and taken.free(view, token.start, token.end):
                    found = self._word(view, token)
                    if found is not None:
                        yield found

    # --- words cut in two ---

    def _certain_joins(self) -> Iterator[Found]:
        """Yield joins that lexica or a hyphen show; where they overlap, those that leave the fewest odd pieces."""
        for view in self.survey.views:
            found = []
            for pieces in _cuts(view):
                join = self._certain_join(view, pieces)
                if join is not None:
                    found.append((self._worth(pieces, join), join))
            taken = _Taken()
            for _, join in sorted(found, key=lambda item: (-item[0], item[1].start)):
                if taken.free(view, join.start, join.end):
                    taken.add(join)
                    yield join

    def _worth(self, pieces: tuple[Token, ...], join: Found) -> float:
        odd = sum(not self.lexica.degree(piece.text) for piece in pieces)
        sure = join.reading is not None and self.lexica.knows(join.reading)
        return 2.0 * odd + sure - 0.5 * (len(pieces) - odd)

    def _joinable(self, view: View, pieces: tuple[Token, ...]) -> bool:
        if any(piece.foreign or not piece.is_word for piece in pieces):
            return False
        for left, right in pairwise(pieces):
            gap = view.between(left, right)
            hyphen = _HYPHEN.fullmatch(gap) is not None
            if right.text[0].isupper() or not (hyphen or _SPACE.fullmatch(gap)):
                return False
            if not hyphen and (left.text.lower(), right.text.lower()) in NEVER_JOINED:
                return False
        # "i t. p.": a letter with a full stop is an abbreviation
        return not view.abbreviated(pieces[-1])

    def _certain_join(self, view: View, pieces: tuple[Token, ...]) -> Found | None:
        if not self._joinable(view, pieces):
            return None
        text = "".join(piece.text for piece in pieces)
        gaps = [view.between(left, right) for left, right in pairwise(pieces)]
        hyphen = any(_HYPHEN.fullmatch(gap) for gap in gaps)
        start, end = pieces[0].start, pieces[-1].end
        if not self.lexica:
            if not hyphen or len(pieces) > 2:
                return None
            seen = (Reason("elsewhere", text),) if self.survey.counts[text.lower()] else ()
            sure = "high" if seen else "medium"
            return Found(view, "join", start, end, text, sure, (Reason("hyphen"), *seen))
        odd = [piece.text for piece in pieces if not self.lexica.degree(piece.text)]
        if len(pieces) == 2 and len(pieces[1].text) == 1 and pieces[0].text not in odd:
            return None  # a letter after a whole word is a speck, not its end
        reasons = (
            *([Reason("hyphen")] if hyphen else []),
            *(Reason("piece-unknown", piece) for piece in odd),
        )
        if not hyphen and not odd:
            return None
        if self.lexica.degree(text):
            sure = "high" if hyphen or self.lexica.knows(text) else "medium"
            return Found(view, "join", start, end, text, sure, (*reasons, self._known(text)))
        if not hyphen or not odd or len(pieces) > 2:
            return None
        repairs = self._repairs(text)
        if repairs:
            word, confusion = repairs[0]
            reasons = (*reasons, Reason("confusion", confusion), self._known(word))
            return Found(view, "join", start, end, word, "medium", reasons)
        return Found(view, "join", start, end, text, "medium", reasons)

    def _doubtful_joins(self, taken: "_Taken") -> Iterator[Found]:
        """Yield joins of two pieces that may both be words."""
        for view in self.survey.views:
            for pieces in view.windows(2):
                left, right = pieces
                if (
                    _SPACE.fullmatch(view.between(left, right))
                    and taken.free(view, left.start, right.end)
                    and self._joinable(view, pieces)
                    and not self._nie_apart(left, right)
                ):
                    found = self._doubtful_join(view, left, right)
                    if found is not None:
                        taken.add(found)
                        yield found

    def _nie_apart(self, left: Token, right: Token) -> bool:
        """*Nie* is written apart from a verb or participle, always."""
        return left.text.lower() == "nie" and self.lexica.may_be(right.text, VERBS) is not False

    def _doubtful_join(self, view: View, left: Token, right: Token) -> Found | None:
        text = left.text + right.text
        together = self.survey.counts[text.lower()]
        apart = self.survey.pairs[left.text.lower(), right.text.lower()]
        if self.lexica.accepts(text) or not (self.lexica.knows(text) if self.lexica else together):
            return None  # where the editors let a word stand whole, its parts may stand apart elsewhere
        speaks: list[Reason] = []
        if together > apart:
            speaks.append(Reason("elsewhere", text))
        chance = self.survey.line_end_chance(view.passage, left.end)
        if chance is not None and chance >= LIKELY:
            speaks.append(Reason("line-end", f"p = {chance:.2f}"))
        if self.lexica:
            speaks += [
                self._known(piece.text) for piece in (left, right) if not self.lexica.knows(piece.text)
            ]
            if self._begins_word(left.text.lower(), right.text):
                speaks.append(Reason("prefix", left.text))
        against = []
        if chance is not None and chance <= UNLIKELY:
            against.append(Reason("no-line-end", f"p = {chance:.2f}"))
        # a word that is frequent whole, and apart hardly but here, is not outvoted by the grid
        votes = len(speaks) + (together >= FREQUENT * max(1, apart)) - len(against)
        if votes < 1:
            return None
        confidence = "medium" if votes > 1 else "low"
        return Found(view, "join", left.start, right.end, text, confidence, (*speaks, *against))

    def _begins_word(self, left: str, right: str) -> bool:
        """Return whether *left* is the beginning of a word rather than one: no preposition stands before a verb."""
        return left in _PREFIXES or (
            left in _PREPOSITIONS
            and self.lexica.may_be(right, VERBS) is True
            and self.lexica.may_be(right, NOUNS) is False
        )

    # --- single words ---

    def _word(self, view: View, token: Token) -> Found | None:
        if not token.is_word:
            return self._with_mark(view, token)
        capital = self._capital(view, token)
        if capital is not None or not self.lexica or _is_sign(view, token):
            return capital
        degree = self.lexica.degree(token.text)
        if degree == len(self.lexica.lexica):
            return self._other_word(view, token)
        ignorant = [
            lexicon.name
            for lexicon in self.lexica.lexica
            if lexicon.name not in self.lexica.known_by(token.text)
        ]
        return self._doubtful_word(view, token, degree, Reason("unknown", ", ".join(ignorant)))

    def _doubtful_word(self, view: View, token: Token, degree: int, unknown: Reason) -> Found:
        text, (start, end) = token.text, (token.start, token.end)
        counts = self.survey.counts
        repairs = self._repairs(text)
        if repairs and (not degree or counts[repairs[0][0].lower()] >= FREQUENT):
            word, confusion = repairs[0]
            seen = counts[word.lower()] > 0 and self.lexica.knows(word)
            sure = "low" if degree else "high" if seen else "medium"
            return Found(
                view,
                "letter",
                start,
                end,
                word,
                sure,
                (unknown, Reason("confusion", confusion), self._known(word)),
            )
        if degree:
            return Found(view, "unknown-word", start, end, None, "low", (unknown,))
        parts = self._parts(text)
        if parts is not None:
            sure = "high" if all(counts[part.lower()] for part in parts) else "medium"
            return Found(
                view, "split", start, end, " ".join(parts), sure, (unknown, *map(self._known, parts))
            )
        far = self._far_repairs(text)
        if far:
            word, confusion = far[0]
            reasons = (unknown, Reason("confusion", confusion), Reason("elsewhere", word))
            return Found(view, "letter", start, end, word, "medium", reasons)
        name = text[0].isupper() and not view.opens_sentence(token)
        return Found(view, "unknown-word", start, end, None, "medium" if name else "high", (unknown,))

    def _with_mark(self, view: View, token: Token) -> Found | None:
        """Look at a word with a foreign mark inside."""
        if any(character.isdecimal() for character in token.text):
            return None  # see marks
        pieces = re.split(r"[^\w]", token.text)
        text = "".join(pieces)
        inside = Reason("mark-inside")
        repairs = self._repairs(text)
        if self.lexica and all(self.lexica.knows(piece) for piece in pieces):
            return Found(view, "split", token.start, token.end, " ".join(pieces), "high", (inside,))
        if self.lexica.degree(text) or not repairs:
            sure = "high" if self.lexica.degree(text) else "medium"
            return Found(view, "stray-mark", token.start, token.end, text, sure, (inside,))
        word, confusion = repairs[0]
        return Found(
            view, "letter", token.start, token.end, word, "medium", (inside, Reason("confusion", confusion))
        )

    def _capital(self, view: View, token: Token) -> Found | None:
        """Look at a capital in the middle of a sentence: of a word that has it nowhere else, and is no name."""
        text = token.text
        if len(text) < 3 or not text[0].isupper() or not text[1:].islower():
            return None
        if view.passage.kind == "heading" or view.opens_sentence(token) or text in self.lexica.accepted:
            return None
        small = text.lower()
        if self.lexica and not self.lexica.degree(small):
            return None
        reasons: tuple[Reason, ...] = (Reason("capital"),)
        if self.survey.as_written[small] >= self.survey.as_written[text]:
            reasons = (*reasons, Reason("elsewhere", small))
        elif self.lexica.may_be_name(text) is not False:
            return None
        return Found(view, "letter", token.start, token.end, small, "medium", reasons)

    def _other_word(self, view: View, token: Token) -> Found | None:
        """Look at a word that lexica know, one confusion away from one that the document has much more often."""
        counts = self.survey.counts
        for word, confusion in _variants(token.text, BETWEEN_WORDS):
            often = counts[word.lower()]
            if often >= FREQUENT and often >= 2 * counts[token.text.lower()] and self.lexica.knows(word):
                reasons = (Reason("rare", word), Reason("confusion", confusion))
                return Found(view, "letter", token.start, token.end, word, "medium", reasons)
        return None

    # --- words near to one ---

    def _known(self, word: str) -> Reason:
        return Reason("known" if self.lexica.knows(word) else "half-known", word)

    def _repairs(self, text: str) -> list[tuple[str, str]]:
        """Return words one confusion away, with the confusion: those of most lexica, then of most places, first."""
        found: dict[str, str] = {}
        for word, confusion in _variants(text, CONFUSIONS):
            if self.lexica.degree(word) and _case(word) == _case(text):
                found.setdefault(word, confusion)
        counts = self.survey.counts
        return sorted(
            found.items(),
            key=lambda item: (-self.lexica.degree(item[0]), -counts[item[0].lower()], item[0]),
        )

    def _far_repairs(self, text: str) -> list[tuple[str, str]]:
        """Return words of the document two confusions away, the frequent ones first."""
        if len(text) <= 3:
            return []
        counts = self.survey.counts
        found: dict[str, str] = {}
        for once, first in _variants(text, CONFUSIONS):
            for word, second in _variants(once, CONFUSIONS):
                if counts[word.lower()] and word != text and self.lexica.knows(word):
                    found.setdefault(word, f"{first}, {second}")
        return sorted(found.items(), key=lambda item: (-counts[item[0].lower()], item[0]))

    def _parts(self, text: str) -> tuple[str, str] | None:
        """Return the two words that *text* is made of, if there are; of several ways that of the commonest words."""
        counts = self.survey.counts
        found = []
        for at in range(1, len(text) if len(text) > 4 else 0):
            left, right = text[:at], text[at:]
            if not (self.lexica.knows(left) and self.lexica.knows(right)):
                continue
            score = min(counts[left.lower()], counts[right.lower()])
            short = left.lower() in _BEFORE
            if (len(left) < 3 and not short) or (len(right) < 3 and right not in _AFTER):
                continue
            if score or short or min(len(left), len(right)) > 4:
                found.append((score, left, right))
        return max(found)[1:] if found else None


class _Taken:
    """Which characters of which passages have a proposal."""

    def __init__(self, found: Iterable[Found] = ()) -> None:
        self._spans: dict[str, set[int]] = {}
        for item in found:
            self.add(item)

    def add(self, item: Found) -> None:
        self._spans.setdefault(item.view.passage.id, set()).update(range(item.start, item.end))

    def free(self, view: View, start: int, end: int) -> bool:
        return self._spans.get(view.passage.id, set()).isdisjoint(range(start, end))


def _cuts(view: View) -> Iterator[tuple[Token, ...]]:
    """Yield the pieces that may make one word: neighbours, or two tokens around a hyphen and a speck."""
    for size in range(2, _MOST_PIECES + 1):
        yield from view.windows(size)
    for left, speck, right in view.windows(3):
        if len(speck.text) == 1 and _HYPHEN.fullmatch(view.between(left, right)):
            yield left, right


def _variants(text: str, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield *text* with one confusion undone, at each place, and the confusion."""
    for found, meant in pairs:
        at = text.find(found)
        while at >= 0:
            yield text[:at] + meant + text[at + len(found) :], f"{meant} → {found}"
            at = text.find(found, at + 1)


def _case(word: str) -> tuple[bool, bool]:
    """How a word is written: with a capital first, with capitals after."""
    return word[:1].isupper(), word[1:] != word[1:].lower()


def _is_sign(view: View, token: Token) -> bool:
    """Return whether a word is not looked up: a letter, an abbreviation, a Roman number, the ending of an ordinal."""
    return (
        len(token.text) == 1
        or view.abbreviated(token)
        or _ROMAN.fullmatch(token.text) is not None
        or re.search(r"\d-$", view.text[: token.start]) is not None
    )
