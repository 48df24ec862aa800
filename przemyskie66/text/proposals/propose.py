"""Lists what an editor should look at in a document. Nothing is ever applied."""

from collections.abc import Iterable

from przemyskie66.text.document import Document
from przemyskie66.text.proposals.lexica import Lexica
from przemyskie66.text.proposals.marks import Marks
from przemyskie66.text.proposals.model import CONFIDENCES, CONTEXT, Found, Proposal
from przemyskie66.text.proposals.numbers import Numbers
from przemyskie66.text.proposals.survey import Survey
from przemyskie66.text.proposals.words import Words


def propose(document: Document, lexica: Lexica) -> tuple[Proposal, ...]:
    """Return the proposals on the readings of *document*, in text order.

    Of proposals on the same words the surest stands for all. Kinds that need a lexicon are left out
    where *lexica* holds none.
    """
    survey = Survey(document)
    found = [
        *Numbers(survey, lexica).find(),
        *Words(survey, lexica).find(),
        *Marks(survey, lexica).find(),
    ]
    order = {passage.id: index for index, passage in enumerate(document.passages)}
    chosen = sorted(_surest(found), key=lambda item: (order[item.view.passage.id], item.start, item.end))
    return tuple(_proposal(document, item) for item in chosen)


def _surest(found: Iterable[Found]) -> Iterable[Found]:
    """Of those that overlap, the surest; of equally sure ones, the longer, then the one found first."""
    taken: dict[str, set[int]] = {}
    for item in sorted(found, key=lambda item: (CONFIDENCES.index(item.confidence), item.start - item.end)):
        here = taken.setdefault(item.view.passage.id, set())
        span = range(item.start, item.end)
        if here.isdisjoint(span):
            here.update(span)
            yield item


def _proposal(document: Document, item: Found) -> Proposal:
    passage = item.view.passage
    raw_start, raw_end = passage.raw_span(item.start, item.end)
    return Proposal(
        document=document.id,
        passage=passage.id,
        kind=item.kind,
        start=item.start,
        end=item.end,
        exact=passage.reading[item.start : item.end],
        reading=item.reading,
        confidence=item.confidence,
        reasons=item.reasons,
        before=passage.reading[max(0, item.start - CONTEXT) : item.start],
        after=passage.reading[item.end : item.end + CONTEXT],
        raw_start=raw_start,
        raw_end=raw_end,
    )
