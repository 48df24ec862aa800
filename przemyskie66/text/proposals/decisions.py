"""What the editors have decided about proposals: places kept as found, and words accepted wherever they stand.

A correction needs no entry: it is made in the edition, and what is corrected is not proposed again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from przemyskie66.text.document import Document
from przemyskie66.text.proposals.model import Proposal, Term


@dataclass(frozen=True)
class Kept:
    """A place that is kept as found: all proposals of a kind inside *exact*, wherever that stands in the passage."""

    passage: str
    exact: str  #: words of the reading
    kind: str
    reason: Term

    def covers(self, proposal: Proposal, reading: str) -> bool:
        """Return whether it decides *proposal*, on a passage with that reading."""
        if (self.passage, self.kind) != (proposal.passage, proposal.kind):
            return False
        at = reading.find(self.exact, max(0, proposal.end - len(self.exact)))
        return 0 <= at <= proposal.start


@dataclass(frozen=True)
class Accepted:
    """Words that are taken for known. In small letters they are so with a capital too; otherwise as written."""

    words: tuple[str, ...]
    reason: Term


@dataclass(frozen=True)
class Decisions:
    """All decisions, in the order of the file."""

    kept: tuple[Kept, ...] = ()
    accepted: tuple[Accepted, ...] = ()

    @classmethod
    def from_table(cls, data: Mapping[str, Any]) -> "Decisions":
        """Return the decisions in a table that follows ``proposals.schema.json``."""
        return cls(
            tuple(
                Kept(row["passage"], row["exact"], row["kind"], _reason(row)) for row in data.get("kept", ())
            ),
            tuple(Accepted(tuple(row["words"]), _reason(row)) for row in data.get("accepted", ())),
        )

    @property
    def words(self) -> frozenset[str]:
        """All words that are accepted."""
        return frozenset(word for row in self.accepted for word in row.words)

    def undecided(self, document: Document, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
        """Return the proposals that nothing decides."""
        return tuple(
            proposal
            for proposal in proposals
            if not any(
                kept.covers(proposal, document.passage(proposal.passage).reading) for kept in self.kept
            )
        )

    def idle_kept(self, document: Document, proposals: Iterable[Proposal]) -> tuple[Kept, ...]:
        """Return the decisions on passages of *document* that no proposal asks for (any more)."""
        asked = tuple(proposals)
        return tuple(
            kept
            for kept in self.kept
            if kept.passage.startswith(f"{document.id}-")
            and not (
                kept.passage in document
                and any(kept.covers(proposal, document.passage(kept.passage).reading) for proposal in asked)
            )
        )


def _reason(row: Mapping[str, Any]) -> Term:
    return Term("kept-as-found", row["reason"]["pl"], row["reason"]["en"])
