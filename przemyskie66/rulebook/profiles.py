"""What each profile answers, and what every answer rests on.

A profile names an order of precedence over witnesses and the word ``pin``. For every rule the
first in that order that answers it is followed: a witness by a claim that asserts a reading within
scope, the editors by a pin for the profile's game.
"""

from collections.abc import Mapping

from przemyskie66.engine import Ruleset
from przemyskie66.errors import CorpusError, Fault, NotPlayedError
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Absent, Answer, Basis, Claim, Json, Profile, Rule, Shares


def answers(archive: Archive, profile: Profile) -> dict[str, Answer]:
    """Return the answer to every rule that has an engine option.

    A profile that refuses to play answers what it can; see :func:`unanswered` for the rest.

    :raises CorpusError: if an option has no answer, or one witness gives two; it lists every fault.
    """
    found, faults = find_answers(archive, profile)
    if faults:
        raise CorpusError(faults)
    return found


def find_answers(archive: Archive, profile: Profile) -> tuple[dict[str, Answer], list[Fault]]:
    """Return the answers that can be found, and a fault for every option that has none or two.

    A profile that refuses to play owes no answers.
    """
    found: dict[str, Answer] = {}
    faults: list[Fault] = []
    for rule in archive.rules.values():
        if rule.option is None:
            continue
        try:
            found[rule.id] = _answer(archive, profile, rule)
        except _NoAnswerError as error:
            if profile.refuses is not None:
                continue
            place = f"line {profile.origin.line}, ruleset {profile.id}"
            faults.append(
                Fault(
                    "rulesets",
                    profile.origin.file,
                    place,
                    f"rule {rule.id} {error.fact}",
                    error.value,
                    error.way_out,
                    (rule.id,),
                )
            )
    return found, faults


def unanswered(archive: Archive, profile: Profile) -> tuple[str, ...]:
    """Return the rules with an engine option to which the profile has no one answer.

    None, if it plays. One that refuses may leave a question open, or answer it differently in
    different phases of play, which one option value cannot hold.
    """
    found, _ = find_answers(archive, profile)
    return tuple(rule.id for rule in archive.rules.values() if rule.option and rule.id not in found)


class _NoAnswerError(Exception):
    """Carries what keeps one rule from having one answer."""

    def __init__(self, fact: str, value: str, way_out: str) -> None:
        super().__init__(fact)
        self.fact, self.value, self.way_out = fact, value, way_out


def _answer(archive: Archive, profile: Profile, rule: Rule) -> Answer:
    for name in profile.precedence:
        if name == "pin":
            for pin in archive.pins_on(rule.id):
                if pin.game == profile.game and _played(rule, pin.reading):
                    return Answer(rule.id, pin.reading, "pinned", f"pin:{pin.id}", None)
        elif (claim := _word_of(archive, profile, rule, name)) is not None:
            assert claim.reading is not None  # it asserts
            basis: Basis = "own" if name in profile.own else "borrowed"
            return Answer(rule.id, claim.reading, basis, f"claim:{claim.id}", name)
    asked = ", ".join(profile.precedence)
    raise _NoAnswerError("has no answer", f"asked: {asked}", "Add a claim, or a pin for the game.")


def _word_of(archive: Archive, profile: Profile, rule: Rule, witness: str) -> Claim | None:
    """Return the claim by which *witness* answers: the most specific within scope, own game first."""
    claims = [
        claim
        for claim in archive.claims_on(rule.id, witness)
        if claim.stance == "asserts"
        and claim.reading is not None
        and _played(rule, claim.reading)
        and claim.scope.admits(profile.players, any_phase=True)
    ]
    if not claims:
        return None
    if not (whole := [claim for claim in claims if claim.scope.phase is None]):
        ids = ", ".join(f"claim:{claim.id} ({claim.scope.phase}) = {claim.reading}" for claim in claims)
        fact = f"is answered by {witness} for single phases of play only"
        raise _NoAnswerError(fact, ids, "Add a claim or a pin for the whole deal.")
    claims = whole

    def weight(claim: Claim) -> tuple[bool, int]:
        return claim.scope.game in (None, profile.game), claim.scope.specificity

    best = max(weight(claim) for claim in claims)
    weightiest = [claim for claim in claims if weight(claim) == best]
    if len({claim.reading for claim in weightiest}) > 1:
        ids = ", ".join(f"claim:{claim.id} = {claim.reading}" for claim in weightiest)
        raise _NoAnswerError(f"is answered in two ways by {witness}", ids, "Give one of them a scope.")
    # an explicit word supports the answer better than an inferred one
    return min(weightiest, key=lambda claim: (not claim.explicit, claim.origin.line))


def _played(rule: Rule, reading: str) -> bool:
    return any(known.id == reading and known.played for known in rule.readings)


def shares(archive: Archive, profile: Profile) -> Shares:
    """Return how many of the profile's answers are its own, borrowed and pinned."""
    bases = [answer.basis for answer in answers(archive, profile).values()]
    return Shares(bases.count("own"), bases.count("borrowed"), bases.count("pinned"))


def options(archive: Archive, found: Mapping[str, Answer]) -> dict[str, Json]:
    """Return the engine option value of every answer, by rule id."""
    values: dict[str, Json] = {}
    for rule_id, answer in found.items():
        value = archive.rules[rule_id].reading(answer.reading).value
        assert not isinstance(value, Absent)  # only played readings answer
        values[rule_id] = value
    return values


def ruleset_json(archive: Archive, profile: Profile) -> dict[str, Json]:
    """Return the ruleset in the form that ``engine.Ruleset.from_json`` reads.

    :raises NotPlayedError: if the profile refuses to play.
    :raises CorpusError: if it leaves an option without an answer.
    """
    if profile.refuses is not None:
        raise NotPlayedError(f"ruleset {profile.id} cannot be played: {profile.refuses.en}")
    found = answers(archive, profile)
    readings: dict[str, Json] = {rule_id: answer.reading for rule_id, answer in found.items()}
    return {
        "id": profile.id,
        "game": profile.game,
        "players": profile.players,
        "options": options(archive, found),
        "readings": readings,
    }


def to_ruleset(archive: Archive, profile: Profile) -> Ruleset:
    """Return the engine's ruleset for a profile.

    :raises NotPlayedError: if the profile refuses to play.
    :raises CorpusError: if it leaves an option without an answer.
    :raises RulesetError: if the engine does not know an option or a value.
    """
    return Ruleset.from_json(ruleset_json(archive, profile))


def with_option(data: Mapping[str, Json], rule_id: str, value: Json, reading: str) -> dict[str, Json]:
    """Return a ruleset's JSON with the option of one rule set to another value."""
    options_, readings = data["options"], data["readings"]
    assert isinstance(options_, dict)
    assert isinstance(readings, dict)
    return {
        **data,
        "options": {**options_, rule_id: value},
        "readings": {**readings, rule_id: reading},
    }
