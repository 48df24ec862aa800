"""How far the witnesses agree, pair by pair: counted from the claims, independent testimony apart.

What two witnesses say on a rule is compared only where both could apply: claims whose scopes do not
overlap (the game aside) are neither agreement nor difference. Whether two witnesses count as two,
:func:`.grid.independent` says; of those that do not, the same is counted and is no confirmation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.grid import contradict, independent
from przemyskie66.rulebook.model import Claim

#: What ties two witnesses: one reports the other, both come through one reporter, one leans on the other.
Tie: TypeAlias = Literal["reports", "one-reporter", "leans-on"]


@dataclass(frozen=True)
class Pair:
    """Two witnesses, and the rules that both answer."""

    first: str
    second: str
    tie: Tie | None  #: ``None`` if they are independent
    agree: tuple[str, ...]  #: rules on which they say the same and nothing else
    differ: tuple[str, ...]  #: rules on which some of what they say cannot both hold
    apart: tuple[str, ...]  #: rules that both answer, but for different situations
    one_game: frozenset[str]  #: those of the rules on which both speak of one and the same game

    @property
    def independent(self) -> bool:
        """Return whether the two count as two."""
        return self.tie is None

    @property
    def common(self) -> tuple[str, ...]:
        """The rules that both answer."""
        return (*self.agree, *self.differ, *self.apart)


def speaking(archive: Archive) -> list[str]:
    """Return the witnesses that answer at least one rule, in the order of the files."""
    said = {claim.witness for claim in archive.claims.values() if claim.stance != "leaves-open"}
    return [witness for witness in archive.witnesses if witness in said]


def agreement(archive: Archive) -> list[Pair]:
    """Return every pair of witnesses that speak, those without a common question included."""
    return [_pair(archive, *pair) for pair in combinations(speaking(archive), 2)]


def _pair(archive: Archive, first: str, second: str) -> Pair:
    agree, differ, apart, one_game = [], [], [], set()
    for rule in archive.rules:
        mine, theirs = (_settled(archive.claims_on(rule, witness)) for witness in (first, second))
        if not mine or not theirs:
            continue
        meeting = [
            (one, other)
            for one in mine
            for other in theirs
            if one.scope.overlaps(other.scope, across_games=True)
        ]
        if any(one.scope.overlaps(other.scope) for one, other in meeting):
            one_game.add(rule)
        if any(contradict(one, other) for one, other in meeting):
            differ.append(rule)
        elif any((one.stance, one.reading) == (other.stance, other.reading) for one, other in meeting):
            agree.append(rule)
        else:
            apart.append(rule)
    tie = None if independent(archive, first, second) else _tie(archive, first, second)
    return Pair(first, second, tie, tuple(agree), tuple(differ), tuple(apart), frozenset(one_game))


def _settled(claims: Iterable[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.stance != "leaves-open"]


def _tie(archive: Archive, first: str, second: str) -> Tie:
    one, other = archive.witnesses[first].reported_by, archive.witnesses[second].reported_by
    if one == second or other == first:
        return "reports"
    return "one-reporter" if one is not None and one == other else "leans-on"
