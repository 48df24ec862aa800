"""Anchors quotes in passages, in the words of the W3C Web Annotation model.

An anchor is ``verified`` only if every character is where it says, and the passage is as it was. All else fails:
``moved``, ``ambiguous``, ``proposal`` and ``orphan`` differ only in how much help they give to put it right.
Likeness never verifies: of two sentences that differ in one "nie" it says 97 % equal.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from przemyskie66.errors import AnchorError, Fault
from przemyskie66.text.document import Document, Passage
from przemyskie66.text.keys import search_key

#: Characters of context before and after a quote.
CONTEXT = 32

#: A shorter quote is not proposed: at 20 characters, absent quotes reach a likeness of 84.
SHORTEST_PROPOSAL = 40
#: Least likeness of a proposal, in percent; absent quotes of 40 characters reach 64.
LEAST_LIKENESS = 85.0
#: By how much a proposal must beat every other place, in percent.
LEAST_MARGIN = 5.0

# Weights of quote, prefix, suffix and position, after Hypothesis.
_WEIGHTS = (50, 20, 20, 2)

# Negations turn a rule round; numbers and the names of cards and suits are what it is about.
_GUARDS = """
    nie nie- bez ani zad- nigd- tylko
    jed- jedenas- dw- dwanas- dwadzies- oba obie oby- trz- trzynas- trzydzies- czter- czternas- czterdzies-
    piec- pietnas- piecdzies- szesc- szesnas- szescdzies- siedem- siedemdzies- osiem- osiemdzies- dziewiec-
    dziesiec- sto pol polow- raz- pierwsz- drug- trzec- czwart-
    as asa asem asy asow krol- dam- walet- dziesiat- dziewiat- osemk- siodemk-
    atut- trumf- czerw- dzwon- win- krajc- trefl- karo- kier- pik-
"""

#: Words in which a proposal must agree, as search keys; a final hyphen stands for any ending.
GUARD_WORDS = tuple(_GUARDS.split())


@dataclass(frozen=True)
class TextQuoteSelector:
    """The words of a quote and what stands around them."""

    exact: str
    prefix: str = ""
    suffix: str = ""

    def to_json(self) -> dict[str, str]:
        """Return the selector as JSON of the Web Annotation model."""
        return {
            "type": "TextQuoteSelector",
            "exact": self.exact,
            "prefix": self.prefix,
            "suffix": self.suffix,
        }


@dataclass(frozen=True)
class TextPositionSelector:
    """Where a quote stands, in code points of the reading; positions lie between characters."""

    start: int
    end: int

    def to_json(self) -> dict[str, str | int]:
        """Return the selector as JSON of the Web Annotation model."""
        return {"type": "TextPositionSelector", "start": self.start, "end": self.end}


@dataclass(frozen=True)
class Anchor:
    """A quote in a passage, said in every way by which it can be checked."""

    passage: str
    exact: str
    prefix: str
    suffix: str
    start: int
    end: int
    digest: str  #: of the whole reading of the passage

    @property
    def quote_selector(self) -> TextQuoteSelector:
        """The quote by its words."""
        return TextQuoteSelector(self.exact, self.prefix, self.suffix)

    @property
    def position_selector(self) -> TextPositionSelector:
        """The quote by its place."""
        return TextPositionSelector(self.start, self.end)


@dataclass(frozen=True)
class Verdict:
    """What became of an anchor."""

    status: str  #: verified | moved | ambiguous | proposal | orphan; only "verified" passes
    passage: str | None  #: where the quote stands, or may stand
    start: int | None
    end: int | None
    score: float  #: likeness in percent; 100 where the words are the same
    explanation: str
    proposal: Anchor | None = None  #: the anchor as it would read now, for a person to accept

    def __bool__(self) -> bool:
        return self.status == "verified"


def _anchor_at(passage: Passage, start: int, end: int) -> Anchor:
    text = passage.reading
    return Anchor(
        passage.id,
        text[start:end],
        text[max(0, start - CONTEXT) : start],
        text[end : end + CONTEXT],
        start,
        end,
        passage.digest,
    )


def _occurrences(text: str, exact: str) -> Iterator[int]:
    """Starts of *exact* in *text*, overlapping ones too."""
    at = text.find(exact) if exact else -1
    while at >= 0:
        yield at
        at = text.find(exact, at + 1)


def describe(document: Document, passage_id: str, exact: str, occurrence: int | None = None) -> Anchor:
    """Return the anchor of the quote *exact* in a passage.

    :param occurrence: which one is meant, counted from 1, if the words stand there more than once.
    :raises UnknownIdError: if the document has no such passage.
    :raises AnchorError: if the quote is empty, is not in the passage, is there more than once and
        *occurrence* does not say which, or goes over a gap.
    """
    passage = document.passage(passage_id)
    starts = list(_occurrences(passage.reading, exact))
    if len(starts) == 1 and occurrence in (None, 1):
        start = starts[0]
    elif occurrence is not None and 1 <= occurrence <= len(starts):
        start = starts[occurrence - 1]
    else:
        raise AnchorError([_describe_fault(document, passage, exact, starts, occurrence)])
    end = start + len(exact)
    gaps = [correction for correction in passage.corrections_in(start, end) if correction.kind == "gap"]
    if gaps:
        raise AnchorError(
            [
                Fault(
                    "anchor",
                    document.file,
                    f"line {passage.line}, passage {passage.id}",
                    f"the quote goes over the gap {gaps[0].id}",
                    exact,
                    "Quote the words on one side of it.",
                )
            ]
        )
    return _anchor_at(passage, start, end)


def _describe_fault(
    document: Document, passage: Passage, exact: str, starts: list[int], occurrence: int | None
) -> Fault:
    elsewhere = [other.id for other in document.passages if exact and exact in other.reading]
    if not exact:
        message, way_out = "the quote is empty", "Give the words."
    elif not starts:
        message = "the quote does not stand in the passage word for word"
        way_out = (
            f"It stands in {', '.join(elsewhere[:3])}."
            if elsewhere
            else f"The passage reads: {passage.reading}"
        )
    elif occurrence is None:
        message = f"the quote stands in the passage {len(starts)} times, at {', '.join(map(str, starts))}"
        way_out = "Quote more words, or say which occurrence is meant."
    else:
        message = f"the passage has {len(starts)} of the quote, not a number {occurrence}"
        way_out = f"Give an occurrence from 1 to {len(starts)}."
    return Fault(
        "anchor", document.file, f"line {passage.line}, passage {passage.id}", message, exact, way_out
    )


def anchor(document: Document, target: Anchor, guard_words: tuple[str, ...] = GUARD_WORDS) -> Verdict:
    """Return whether the quote of *target* stands where it says, and if not, what became of it.

    :param guard_words: words in which a merely similar place must agree to be proposed.
    """
    passage = document.passage(target.passage) if target.passage in document else None
    if passage is not None:
        verdict = _in_place(passage, target)
        if verdict is not None:
            return verdict
    places = [
        (other, start)
        for other in (
            [passage] if passage is not None and target.exact in passage.reading else document.passages
        )
        for start in _occurrences(other.reading, target.exact)
    ]
    if places:
        return _elsewhere(places, target)
    return _similar(document, target, guard_words)


def _in_place(passage: Passage, target: Anchor) -> Verdict | None:
    """The verdict if the words stand at the offsets; ``None`` if they do not."""
    text, start, end = passage.reading, target.start, target.end
    if not (0 <= start < end <= len(text) and text[start:end] == target.exact):
        return None
    now = _anchor_at(passage, start, end)
    changed = [
        name
        for name, before, after in (
            ("prefix", target.prefix, now.prefix),
            ("suffix", target.suffix, now.suffix),
            ("digest", target.digest, now.digest),
        )
        if before != after
    ]
    if not changed:
        return Verdict("verified", passage.id, start, end, 100.0, "every character is where the anchor says")
    return Verdict(
        "moved",
        passage.id,
        start,
        end,
        100.0,
        f"the quote stands in its place, but the passage around it has changed: {', '.join(changed)}",
        now,
    )


def _elsewhere(places: list[tuple[Passage, int]], target: Anchor) -> Verdict:
    """The verdict if the words stand in other places, word for word."""
    if len(places) > 1:
        # the context may single one out; otherwise a person must
        fitting = [(p, s) for p, s in places if _context_fits(p.reading, s, target)]
        if len(fitting) != 1:
            names = ", ".join(f"{passage.id} {start}" for passage, start in places[:5])
            return Verdict(
                "ambiguous", None, None, None, 100.0, f"the quote stands in {len(places)} places: {names}"
            )
        places = fitting
    passage, start = places[0]
    now = _anchor_at(passage, start, start + len(target.exact))
    where = (
        "elsewhere in its passage" if passage.id == target.passage else f"in another passage, {passage.id}"
    )
    return Verdict("moved", passage.id, start, now.end, 100.0, f"the quote stands {where}", now)


def _context_fits(text: str, start: int, target: Anchor) -> bool:
    end = start + len(target.exact)
    return text[:start].endswith(target.prefix) and text[end:].startswith(target.suffix)


# --- places that are merely similar ---


@dataclass(frozen=True)
class _Place:
    passage: Passage
    start: int
    end: int
    quote: float  # likeness of the quote alone
    score: float  # with context and position


def _similar(document: Document, target: Anchor, guard_words: tuple[str, ...]) -> Verdict:
    """The verdict if the words stand nowhere: a proposal that a person may accept, or none."""
    if len(target.exact) < SHORTEST_PROPOSAL:
        return Verdict(
            "orphan",
            None,
            None,
            None,
            0.0,
            f"the quote stands nowhere, and with less than {SHORTEST_PROPOSAL} characters a similar place says nothing",
        )
    places = sorted(_places(document, target), key=lambda place: -place.score)
    if not places or places[0].quote < LEAST_LIKENESS:
        score = places[0].quote if places else 0.0
        return Verdict(
            "orphan", None, None, None, score, "the quote stands nowhere, and no place is similar enough"
        )
    best = places[0]
    words = best.passage.reading[best.start : best.end]
    rival = next((place for place in places[1:] if place.score > best.score - LEAST_MARGIN), None)
    if rival is not None:
        problem = f"{best.passage.id} and {rival.passage.id} are about equally similar"
    elif (before := _guarded(target.exact, guard_words)) != (after := _guarded(words, guard_words)):
        problem = f"the most similar place says something else: {_difference(before, after)}"
    else:
        return Verdict(
            "proposal",
            best.passage.id,
            best.start,
            best.end,
            best.quote,
            "the quote stands nowhere word for word; a person must decide whether this place is meant",
            _anchor_at(best.passage, best.start, best.end),
        )
    return Verdict("orphan", best.passage.id, best.start, best.end, best.quote, problem)


def _places(document: Document, target: Anchor) -> Iterator[_Place]:
    """Similar places: the best of each passage and the next best that does not overlap it."""
    exact = target.exact
    for passage in document.passages:
        spans: list[tuple[int, int]] = [(0, len(passage.reading))]
        for attempt in range(2):
            best: _Place | None = None
            for low, high in spans:
                place = _best_in(passage, low, high, target)
                if place is not None and (best is None or place.score > best.score):
                    best = place
            if best is None:
                break
            yield best
            if attempt == 0 and len(passage.reading) < 1.5 * len(exact):
                break  # no room for another
            spans = [(0, best.start), (best.end, len(passage.reading))]


def _best_in(passage: Passage, low: int, high: int, target: Anchor) -> _Place | None:
    """The place in ``reading[low:high]`` most similar to the quote, its ends set by scanning."""
    text, exact = passage.reading[low:high], target.exact
    # partial_ratio looks for the shorter in the longer: a text much shorter than the quote tells nothing
    if len(text) < 0.6 * len(exact):
        return None
    if len(text) <= len(exact):
        start, end = 0, len(text)
    else:
        located = fuzz.partial_ratio_alignment(exact, text, score_cutoff=50)
        if located is None:
            return None
        start, end = located.dest_start, located.dest_end
    start, end = _refined(text, exact, start, end)
    quote = 100.0 * Levenshtein.normalized_similarity(exact, text[start:end])
    start, end = start + low, end + low
    reading = passage.reading
    prefix = (
        fuzz.ratio(target.prefix, reading[max(0, start - CONTEXT) : start])
        if target.prefix or start
        else 100.0
    )
    suffix = fuzz.ratio(target.suffix, reading[end : end + CONTEXT])
    near = (
        100.0
        * (passage.id == target.passage)
        * (1 - abs(start - target.start) / max(len(reading), target.start, 1))
    )
    parts = (quote, prefix, suffix, near)
    score = sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True)) / sum(_WEIGHTS)
    return _Place(passage, start, end, quote, score)


def _refined(text: str, exact: str, start: int, end: int) -> tuple[int, int]:
    """Move the ends of a located span to where the edit distance is least.

    The locator's start is exact in a fifth to three quarters of all cases only; it is rarely off by more than
    an eighth of the quote.
    """
    reach = max(8, len(exact) // 8)
    starts = sorted(
        range(max(0, start - reach), min(len(text), start + reach) + 1), key=lambda at: abs(at - start)
    )
    start = min(starts, key=lambda at: _cost(text, exact, at, max(end, at)))
    ends = sorted(
        range(max(start, end - reach), min(len(text), end + reach) + 1), key=lambda at: abs(at - end)
    )
    end = min(ends, key=lambda at: _cost(text, exact, start, at))
    start = min((at for at in starts if at <= end), key=lambda at: _cost(text, exact, at, end), default=start)
    return start, end


def _cost(text: str, exact: str, start: int, end: int) -> tuple[int, int]:
    """Edit distance, then the number of ends that lie inside a word."""
    inside = sum(0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum() for at in (start, end))
    return Levenshtein.distance(exact, text[start:end]), inside


_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")


def _guarded(text: str, guard_words: tuple[str, ...]) -> list[str]:
    """The numbers and guard words of *text* in their order."""
    whole = {word for word in guard_words if not word.endswith("-")}
    stems = sorted((word[:-1] for word in guard_words if word.endswith("-")), key=len, reverse=True)
    found = []
    for token in _TOKEN.findall(text):
        key = search_key(token)
        if token.isdecimal() or key in whole:
            found.append(key)
        else:
            # a negation may be the beginning of a word ("niezakryta"): the rest of the word counts too
            found += [key if stem == "nie" else stem for stem in stems if key.startswith(stem)][:1]
    return found


def _difference(before: list[str], after: list[str]) -> str:
    return f"{' '.join(before) or 'nothing'} in the quote, {' '.join(after) or 'nothing'} in the text"
