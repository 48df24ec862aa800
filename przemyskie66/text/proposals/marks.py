"""Proposals on everything that is no word: marks, spaces, lone letters and digits. They need no lexicon."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from przemyskie66.text.proposals.lexica import NOUNS, Lexica
from przemyskie66.text.proposals.model import Found, Reason
from przemyskie66.text.proposals.survey import Survey
from przemyskie66.text.proposals.tokens import ABBREVIATIONS, Token, View

#: Marks that the prints use. Whatever else stands in a reading is asked about.
_MARKS = frozenset(" \xa0.,;:?!()[]„“”–—-…’*=/♣♦♥♠")

#: Letters that are words.
_ONE_LETTER = frozenset("aiouwzAIOUWZ")

#: What OCR makes of a closing quotation mark.
_CLOSING = r"(?: ?(?:‘‘|’’|''|\"|'\*|‘ c|c<|1 \*|1 ''|[\^']))"

_L = r"[^\W\d_]"  # a letter


@dataclass(frozen=True)
class _Rule:
    """A pattern that finds places of one kind."""

    kind: str
    reason: str
    confidence: str
    pattern: re.Pattern[str]
    reading: Callable[[str], str | None]  #: of what the pattern matches


def _nothing(found: str) -> str:
    return ""


def _tight(found: str) -> str:
    return re.sub(r"[ \xa0]", "", found)


_RULES = (
    _Rule(
        "stray-mark",
        "after-the-end",
        "high",
        re.compile(r"(?<=[.!?…])(?: (?:[^\w\s(„]|[^\W\d_a]|\d))+$"),
        _nothing,
    ),
    _Rule("punctuation", "straight-quote", "high", re.compile(r",,|‚‚|,\.(?=\w)"), lambda found: "„"),
    _Rule(
        "punctuation",
        "straight-quote",
        "medium",
        re.compile(rf"(?<=\w){_CLOSING}(?=[ ,.;:?!)]|$)|\""),
        lambda found: "“",
    ),
    _Rule("punctuation", "blot", "medium", re.compile(rf"(?<={_L}) ?[•■](?= {_L})"), lambda found: ";"),
    _Rule("punctuation", "doubled", "medium", re.compile(r"(?<=\w)[.,;:]{2}(?=\s|$)"), lambda found: None),
    _Rule("space", "before-mark", "high", re.compile(r"(?<=\w) [,.;:?!)](?!\w)(?<!\d :)"), _tight),
    _Rule("space", "before-mark", "high", re.compile(r" “(?=[ ,.;:?!)]|$)|(?<!„ )[(„] (?=\w)"), _tight),
    _Rule(
        "space",
        "after-mark",
        "high",
        re.compile(rf"(?<={_L}{{2}})[,;:.](?={_L}{{2}})"),
        lambda found: found + " ",
    ),
    _Rule("space", "after-mark", "high", re.compile(r"\bt[.-][jpdz]\."), lambda found: f"t. {found[-2]}."),
    _Rule("space", "one-sided-dash", "medium", re.compile(r"(?<=\w)(?:— | —)(?=\w)"), lambda found: "—"),
)

#: A full stop, and a small letter after it.
_STOP_BEFORE_SMALL = re.compile(rf"(?<={_L}{{2}})\.(?= {_L})")

#: A hyphen or speck that parts nothing: after a word, before one, or before a digit.
_LOOSE_HYPHEN = re.compile(rf"(?<={_L})-(?= )|(?<= )[-'](?={_L})|(?<= )-(?= \d)")

#: Ends of a sentence or of a paragraph.
_END = re.compile(r"[.!?…:][“”\")*]*$")


class Marks:
    """Looks at the marks of a document."""

    def __init__(self, survey: Survey, lexica: Lexica) -> None:
        self.survey = survey
        self.lexica = lexica

    def find(self) -> Iterator[Found]:
        """Yield the proposals on marks."""
        for view in self.survey.views:
            yield from self._by_rules(view)
            yield from self._stops(view)
            yield from self._hyphens(view)
            for token in view.tokens:
                if not token.foreign and (found := self._lone(view, token)) is not None:
                    yield found
            yield from self._odd_characters(view)
        yield from self._unpaired()
        yield from self._ends()

    def _by_rules(self, view: View) -> Iterator[Found]:
        for rule in _RULES:
            for match in rule.pattern.finditer(view.text):
                found = match.group(0)
                if (
                    rule.reason == "doubled"
                    and found[0] == "." != found[1]
                    and _abbreviated(view.text[: match.start()])
                ):
                    continue
                yield Found(
                    view,
                    rule.kind,
                    *match.span(),
                    rule.reading(found),
                    rule.confidence,
                    (Reason(rule.reason),),
                )

    def _stops(self, view: View) -> Iterator[Found]:
        for match in _STOP_BEFORE_SMALL.finditer(view.text):
            if view.text[match.end() + 1].islower() and not _abbreviated(view.text[: match.start()]):
                yield Found(view, "punctuation", *match.span(), ",", "medium", (Reason("stop-before-small"),))

    def _hyphens(self, view: View) -> Iterator[Found]:
        """Yield hyphens that join nothing; where a word was cut, the join claims the place."""
        for match in _LOOSE_HYPHEN.finditer(view.text):
            after_word = match.start() > 0 and view.text[match.start() - 1].isalpha()
            small = view.text[match.end() + 1 : match.end() + 2].islower()
            reading = ";" if after_word and small else ""
            yield Found(view, "punctuation", *match.span(), reading, "medium", (Reason("hyphen-for-mark"),))

    # --- lone letters and digits ---

    def _lone(self, view: View, token: Token) -> Found | None:
        if token.is_number:
            return self._number(view, token)
        if any(character.isdecimal() for character in token.text):
            return self._mixed(view, token)
        if len(token.text) == 1 and not view.abbreviated(token) and view.passage.kind != "heading":
            return self._letter(view, token)
        return None

    def _mixed(self, view: View, token: Token) -> Found | None:
        """Look at digits with letters or marks among them."""
        if re.fullmatch(rf"{_L}{{3,}}\d{{1,3}}|\d{{2,3}}{_L}{{3,}}", token.text):
            return None  # digits glued to a word: see numbers
        if self.lexica.accepts(token.text):
            return None
        digits = re.sub(r"\W", "", token.text)
        reading, reason = (digits, "mark-inside") if digits.isdecimal() else (None, "mixed")
        return Found(view, "digit-letter", token.start, token.end, reading, "high", (Reason(reason),))

    def _number(self, view: View, token: Token) -> Found | None:
        before, after = view.text[: token.start], view.text[token.end :]
        if re.match(r"\.\d{3}\b", after):
            reasons = (Reason("mark-inside"),)
            return Found(
                view, "digit-letter", token.start, token.end + 4, token.text + after[1:4], "medium", reasons
            )
        following = re.match(rf" ({_L}+)", after)
        if token.text not in ("0", "1") or following is None or not re.search(rf"{_L},? $", before):
            return None
        reading = "i" if token.text == "1" else "z"
        word = following.group(1)
        if len(word) == 1 or self.lexica.may_be(word, NOUNS) is False:
            return Found(
                view, "digit-letter", token.start, token.end, reading, "medium", (Reason("lone-digit"),)
            )
        return Found(
            view, "digit-letter", token.start, token.end, reading, "low", (Reason("digit-among-words"),)
        )

    def _letter(self, view: View, token: Token) -> Found | None:
        """Look at a letter that stands alone."""
        text = token.text
        before, after = view.text[: token.start], view.text[token.end :]
        if text in _ONE_LETTER and (text.islower() or view.opens_sentence(token)):
            return None
        if text in "lIO" and re.match(r"\)| w ", after):
            reading = text.translate(str.maketrans("lIO", "110"))
            return Found(
                view, "digit-letter", token.start, token.end, reading, "medium", (Reason("lone-letter"),)
            )
        if text == "I" and re.search(r"\b[A-ZŁŚŻ]\w+ $", before):
            return None  # Napoleon I
        if text.isupper() and text not in "IJ" and self.survey.as_written[text] > 1:
            return None  # a letter that stands for a player, a card or a quarter is used as such again
        return Found(view, "stray-mark", token.start, token.end, "", "medium", (Reason("lone-letter"),))

    # --- characters ---

    def _odd_characters(self, view: View) -> Iterator[Found]:
        for at, character in enumerate(view.text):
            list_mark = character == "•" and not view.text[:at].strip()
            if not (character.isalnum() or character in _MARKS or list_mark):
                yield Found(
                    view, "stray-mark", at, at + 1, "", "medium", (Reason("odd-character", character),)
                )

    # --- what belongs together ---

    def _unpaired(self) -> Iterator[Found]:
        """Yield quotation marks and brackets without their pair, within one paragraph."""
        paragraphs: dict[str, list[View]] = defaultdict(list)
        for view in self.survey.views:
            paragraphs[view.passage.unit].append(view)
        for views in paragraphs.values():
            for view, at in _without_pair(views):
                character = view.text[at]
                yield Found(view, "punctuation", at, at + 1, None, "medium", (Reason("unpaired", character),))

    def _ends(self) -> Iterator[Found]:
        """Yield sentences that do not end as one does."""
        for view, following in self.survey.neighbours():
            passage, text = view.passage, view.text
            if passage.kind == "heading" or not view.tokens or text.endswith("…]") or _END.search(text):
                continue
            if passage.block != passage.unit and text.endswith(";"):
                continue  # an item of a list that goes on
            start = view.tokens[-1].start
            if text.endswith(","):
                end = len(text)
                yield Found(view, "punctuation", end - 1, end, ".", "medium", (Reason("comma-at-the-end"),))
            elif following is None or self.survey.parted(passage, following):
                yield Found(
                    view,
                    "section-end",
                    start,
                    len(text),
                    text[start:] + ".",
                    "medium",
                    (Reason("unfinished"),),
                )
            else:
                yield Found(
                    view, "punctuation", start, len(text), text[start:] + ".", "medium", (Reason("no-stop"),)
                )


def _without_pair(views: list[View]) -> Iterator[tuple[View, int]]:
    waiting: dict[str, list[tuple[View, int]]] = {"“": [], ")": []}
    for view in views:
        text = view.text
        for at, character in enumerate(text):
            if character == "„" and "„ „" in text[max(0, at - 2) : at + 3]:
                continue  # ditto marks
            if character in "„(":
                waiting["“" if character == "„" else ")"].append((view, at))
            elif character in "“”)":
                opened = waiting[")" if character == ")" else "“"]
                if opened:
                    opened.pop()
                elif not (character == ")" and re.search(r"(?:(?:^|[ :])(?:\d{1,2}|[a-z])|\*)$", text[:at])):
                    yield view, at  # the bracket after the number of a rule or note has no pair
            elif character == '"' and waiting["“"]:
                waiting["“"].pop()  # the typewriter's mark has a proposal of its own
    yield from (*waiting["“"], *waiting[")"])


def _abbreviated(before: str) -> bool:
    word = re.search(rf"{_L}+$", before)
    return word is not None and (len(word.group(0)) == 1 or word.group(0).lower() in ABBREVIATIONS)
