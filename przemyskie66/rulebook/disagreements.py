"""Disagreements between witnesses: computed from claims, never declared."""

from itertools import combinations

from przemyskie66.errors import CorpusError
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.grid import contradict, statuses
from przemyskie66.rulebook.model import GAMES, Claim, Disagreement, Rule, Side
from przemyskie66.rulebook.profiles import answers, phase_answers


def disagreements(archive: Archive) -> list[Disagreement]:
    """Return every rule's disagreement, in the order of rule ids."""
    found = (disagreement_on(archive, rule_id) for rule_id in sorted(archive.rules))
    return [disagreement for disagreement in found if disagreement is not None]


def disagreement_on(archive: Archive, rule_id: str) -> Disagreement | None:
    """Return how the witnesses differ on one rule, or ``None`` if they do not."""
    rule = archive.rules[rule_id]
    claims = [claim for claim in archive.claims_on(rule_id) if claim.stance != "leaves-open"]
    differing = {claim.id: claim for pair in combinations(claims, 2) if contradict(*pair) for claim in pair}
    if not differing:
        return None
    kind = "word" if rule.area == "words" else statuses(archive, rule_id)[0]
    games = {claim.scope.game for claim in differing.values()}
    return Disagreement(
        id=rule_id,
        rule=rule_id,
        kind=kind,
        games=tuple(game for game in GAMES if game in games),
        sides=_sides(archive, rule, list(differing.values())),
    )


def _sides(archive: Archive, rule: Rule, claims: list[Claim]) -> tuple[Side, ...]:
    """Return one side a reading, in the rule's order; a rejection stands on a side of its own."""
    followers = _followers(archive, rule)
    sides = []
    for reading in rule.readings:
        asserting = [c for c in claims if c.reading == reading.id and c.stance == "asserts"]
        if asserting:
            witnesses = tuple(dict.fromkeys(claim.witness for claim in asserting))
            ids = tuple(claim.id for claim in asserting)
            sides.append(Side(reading.id, witnesses, ids, followers.get(reading.id, ())))
    return tuple(sides)


def _followers(archive: Archive, rule: Rule) -> dict[str, tuple[str, ...]]:
    """Return the playable profiles that follow each reading, be it in one phase of play only."""
    followers: dict[str, tuple[str, ...]] = {}
    for profile in archive.profiles.values():
        if profile.refuses is not None:
            continue
        try:
            found = answers(archive, profile)
        except CorpusError:
            continue  # the check ``rulesets`` reports it
        apart = phase_answers(archive, profile).values()
        told = [table[rule.id].reading for table in (found, *apart) if rule.id in table]
        for reading in dict.fromkeys(told):
            followers[reading] = (*followers.get(reading, ()), profile.id)
    return followers
