"""Proposals on the numbers of rules and pages. Needs no lexicon."""

import re
from collections import defaultdict
from collections.abc import Iterator

from przemyskie66.text.proposals.lexica import FINITE, NOUNS, Lexica
from przemyskie66.text.proposals.model import Found, Reason
from przemyskie66.text.proposals.survey import Survey
from przemyskie66.text.proposals.tokens import View

#: The number of a rule.
_PRINTED = re.compile(r"(\d{1,2})[.)](?= )")
#: What OCR makes of one.
_LIKE_PRINTED = re.compile(r"([\dlIOSb]{1,2})['’).](?= )")
#: Digits at the end or the beginning of a word.
_GLUED = re.compile(r"(?<=[^\W\d_]{3})\d{1,3}(?!\w)|(?<![\w.,])\d{2,3}(?=[^\W\d_]{3})")
#: A number of two or three digits between words.
_AMONG_WORDS = re.compile(r"(?<=[^\W\d_]{2} )(?P<number>\d{2,3})(?= ([^\W\d_]{2,}))")


class Numbers:
    """Looks at the numbers of a document."""

    def __init__(self, survey: Survey, lexica: Lexica) -> None:
        self.survey = survey
        self.lexica = lexica

    def find(self) -> Iterator[Found]:
        """Yield the proposals on numbers."""
        yield from self._sequences()
        for view in self.survey.views:
            for match in _GLUED.finditer(view.text):
                yield Found(view, "page-number", *match.span(), "", "high", (Reason("glued"),))
            yield from self._among_words(view)

    def _among_words(self, view: View) -> Iterator[Found]:
        """Yield numbers between words, where a verb follows or nothing that could be counted."""
        for match in _AMONG_WORDS.finditer(view.text):
            word = match.group(2)
            verb = self.lexica.may_be(word, FINITE)
            if verb or self.lexica.may_be(word, NOUNS) is False:
                yield Found(view, "page-number", *match.span("number"), "", "low", (Reason("lone-digit"),))

    def _sequences(self) -> Iterator[Found]:
        """Yield breaks in the numbers of each list."""
        lists: dict[str, dict[str, View]] = defaultdict(dict)
        for view in self.survey.views:
            passage = view.passage
            if passage.block != passage.unit:
                lists[passage.block].setdefault(passage.unit, view)  # the first passage of each item
        for items in lists.values():
            yield from self._sequence(list(items.values()))

    def _sequence(self, items: list[View]) -> Iterator[Found]:
        numbers = [_PRINTED.match(view.text) for view in items]
        printed = [(at, int(match.group(1))) for at, match in enumerate(numbers) if match is not None]
        if len(printed) < 2:
            return
        expected = printed[0][1] - printed[0][0]
        for view, match in zip(items, numbers, strict=True):
            if match is None:
                yield self._unnumbered(view, expected)
            elif (number := int(match.group(1))) > expected:
                missing = Reason("missing-number", ", ".join(map(str, range(expected, number))))
                yield Found(view, "number-sequence", *match.span(), None, "medium", (missing,))
                expected = number
            elif number < expected:
                reading = f"{expected}{match.group(0)[-1]}"
                wrong = Reason("wrong-number", str(expected))
                yield Found(view, "number-sequence", *match.span(), reading, "high", (wrong,))
            expected += 1

    def _unnumbered(self, view: View, expected: int) -> Found:
        garbled = _LIKE_PRINTED.match(view.text)
        if garbled is not None:
            return Found(
                view,
                "number-sequence",
                *garbled.span(),
                f"{expected})",
                "high",
                (Reason("wrong-number", str(expected)),),
            )
        first = view.tokens[0]
        reading = f"{expected}) {first.text}"
        reasons = (Reason("missing-number", str(expected)),)
        return Found(view, "number-sequence", first.start, first.end, reading, "high", reasons)
