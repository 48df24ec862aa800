"""The grid of rules and witnesses, and the computed standing of every rule."""

from itertools import combinations

from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import GAMES, STATUSES, Cell, Claim, Status, Witness


def grid(archive: Archive) -> dict[str, dict[str, Cell]]:
    """Return the cell of every rule for every witness, in the order of the files."""
    nothings = {(nothing.rule, nothing.witness): nothing for nothing in archive.nothings}
    rows: dict[str, dict[str, Cell]] = {}
    for rule in archive.rules.values():
        row = rows[rule.id] = {}
        for witness in archive.witnesses.values():
            claims = archive.claims_on(rule.id, witness.id)
            nothing = nothings.get((rule.id, witness.id))
            parallels = tuple(
                parallel
                for parallel in archive.parallels_on(rule.id)
                if voice_of(archive, parallel.anchor.passage) == witness.id
            )
            if claims:
                row[witness.id] = Cell(rule.id, witness.id, "claims", claims, nothing, parallels)
            elif nothing is not None:
                row[witness.id] = Cell(rule.id, witness.id, nothing.kind, (), nothing, parallels)
            elif not set(witness.games) & set(GAMES):
                row[witness.id] = Cell(rule.id, witness.id, "other-game", (), None, parallels)
            else:
                row[witness.id] = Cell(rule.id, witness.id, "empty", (), None, parallels)
    return rows


def voice_of(archive: Archive, passage_id: str) -> str | None:
    """Return the witness whose word a leaf begins with, or ``None`` if there is no such leaf."""
    unit = archive.passages.get(passage_id)
    return unit.passages[0].voices[0][2] if unit is not None and unit.passages[0].voices else None


def independent(archive: Archive, first: str, second: str) -> bool:
    """Return whether two witnesses count as two.

    They do not if they are one, if one reports or depends on the other (at any remove),
    or if both are voices of one document's author: the page and its own program.
    """
    if first == second or second in _leans_on(archive, first) or first in _leans_on(archive, second):
        return False
    one, other = archive.witnesses[first], archive.witnesses[second]
    return not (
        _speaks_in_own_document(one) and one.document == other.document and _speaks_in_own_document(other)
    )


def _speaks_in_own_document(witness: Witness) -> bool:
    return witness.document is not None and witness.reported_by is None and witness.text_held


def _leans_on(archive: Archive, witness_id: str) -> set[str]:
    """Return all witnesses through whom *witness_id* is known or on whom he depends."""
    found: set[str] = set()
    waiting = [witness_id]
    while waiting:
        witness = archive.witnesses.get(waiting.pop())
        if witness is None:
            continue
        for other in (witness.reported_by, *witness.depends_on):
            if other is not None and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def contradict(first: Claim, second: Claim) -> bool:
    """Return whether two claims on one rule cannot both hold where both apply (scope aside).

    Two different readings contradict; so do a reading asserted and the same reading rejected.
    """
    stances = {first.stance, second.stance}
    if stances == {"asserts"}:
        return first.reading != second.reading
    return stances == {"asserts", "rejects"} and first.reading == second.reading


def statuses(archive: Archive, rule_id: str) -> tuple[Status, ...]:
    """Return everything that holds of a rule's standing, the most telling first."""
    claims = [claim for claim in archive.claims_on(rule_id) if claim.stance != "leaves-open"]
    found: set[Status] = set()
    for first, second in combinations(claims, 2):
        if not contradict(first, second):
            continue
        if not first.scope.overlaps(second.scope, across_games=True):
            found.add("variant")
        elif first.scope.overlaps(second.scope):
            found.add("disputed" if first.witness != second.witness else "variant")
        else:
            found.add("differs-between-relatives")
    # Who says the same of the same game; what is said of a relative is no second testimony.
    asserting: dict[tuple[str | None, str | None], set[str]] = {}
    for claim in claims:
        if claim.stance == "asserts":
            asserting.setdefault((claim.reading, claim.scope.game), set()).add(claim.witness)
    games = {game for _, game in asserting}
    readings = [reading for reading, _ in asserting]
    if any(attested_by_two(archive, witnesses) for witnesses in asserting.values()):
        found.add("agreed")
    elif len(set(readings)) < len(readings):
        found.add("agreed-with-relative")
    elif asserting and not found:
        relative = games == {"sixty-six"} and "przemyskie" in archive.rules[rule_id].games
        found.add("relative-only" if relative else "single-witness")
    if archive.pins_on(rule_id):
        found.add("pinned")
    if not asserting and not archive.pins_on(rule_id):
        found.add("open")
    return tuple(status for status in STATUSES if status in found)


def attested_by_two(archive: Archive, witnesses: set[str]) -> bool:
    """Return whether at least two of the witnesses are independent of each other."""
    return any(independent(archive, a, b) for a, b in combinations(sorted(witnesses), 2))


def status(archive: Archive, rule_id: str) -> Status:
    """Return the most telling part of a rule's standing."""
    return statuses(archive, rule_id)[0]
