"""What each profile answers, and what every answer rests on.

A profile names an order of precedence over witnesses and the word ``pin``. For every question that
the engine asks of its game and number of players, the first in that order that answers it is
followed: a witness by a claim that asserts a reading within scope, the editors by a pin for the
profile's game.

Where two play with a stock, a witness may answer a duty of play phase by phase. Then what he says
of the exhausted stock is the answer for the whole deal, and what he says of another phase
(:data:`przemyskie66.engine.ruleset.PHASES`) holds in that phase: see :func:`phase_answers`.
"""

from collections.abc import Iterable, Mapping

from przemyskie66.engine import OPTIONS, Ruleset
from przemyskie66.engine.ruleset import PHASED, PHASES
from przemyskie66.errors import CorpusError, Fault, NotPlayedError
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import SUIT_GAME, Absent, Answer, Basis, Claim, Json, Profile, Rule, Shares

#: Where a witness answers by phases, the phase whose answer is that of the whole deal.
BASE_PHASE = "no-stock"

#: Questions whose limit to certain games is a question of its own (fourth-person-scope):
#: what a witness says for one game answers them.
_LIMITED_ELSEWHERE = ("fourth-person", "fourth-person-amount", "fourth-person-pay")


def asked(archive: Archive, profile: Profile) -> tuple[Rule, ...]:
    """Return the rules on which the engine wants an answer of *profile*, by its game and players.

    A rule whose option the engine does not know (a fault of ``option-table``) is among them.
    """
    return tuple(
        rule
        for rule in archive.rules.values()
        if rule.option is not None
        and (rule.id not in OPTIONS or OPTIONS[rule.id].asked.of(profile.game, profile.players))
    )


def answers(archive: Archive, profile: Profile) -> dict[str, Answer]:
    """Return the answer to every question that the engine asks of the profile, for the whole deal.

    A profile that refuses to play answers what it can; see :func:`unanswered` for the rest, and
    :func:`phase_answers` for what differs in a phase of play.

    :raises CorpusError: if a question has no answer, or one witness gives two; it lists every fault.
    """
    found, faults = find_answers(archive, profile)
    if faults:
        raise CorpusError(faults)
    return found


def find_answers(archive: Archive, profile: Profile) -> tuple[dict[str, Answer], list[Fault]]:
    """Return the answers that can be found, and a fault for every question that has none or two.

    A profile that refuses to play owes no answers.
    """
    found: dict[str, Answer] = {}
    faults: list[Fault] = []
    for rule in asked(archive, profile):
        try:
            found[rule.id] = _answer(archive, profile, rule)
            for phase in _phases_of(profile, rule):
                _phase_answer(archive, profile, rule, phase)
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


def phase_answers(archive: Archive, profile: Profile) -> dict[str, dict[str, Answer]]:
    """Return, by phase of play and rule, the answers given for that phase apart; only phases that have any.

    A rule on which one witness gives two (a fault of :func:`find_answers`) is left out.
    """
    found: dict[str, dict[str, Answer]] = {}
    for rule in asked(archive, profile):
        for phase in _phases_of(profile, rule):
            try:
                answer = _phase_answer(archive, profile, rule, phase)
            except _NoAnswerError:
                continue
            if answer is not None:
                found.setdefault(phase, {})[rule.id] = answer
    return {phase: found[phase] for phase in PHASES if phase in found}


def _phases_of(profile: Profile, rule: Rule) -> tuple[str, ...]:
    """Return the phases in which *rule* may be answered apart: none, where nobody draws from a stock."""
    drawn = OPTIONS["stock"].asked.of(profile.game, profile.players)
    return PHASES if drawn and rule.id in PHASED else ()


def unanswered(archive: Archive, profile: Profile) -> tuple[str, ...]:
    """Return the questions asked of the profile to which it has no one answer; none, if it plays."""
    found, _ = find_answers(archive, profile)
    return tuple(rule.id for rule in asked(archive, profile) if rule.id not in found)


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
            return _by_claim(profile, rule, claim)
    names = ", ".join(profile.precedence)
    raise _NoAnswerError("has no answer", f"asked: {names}", "Add a claim, or a pin for the game.")


def _phase_answer(archive: Archive, profile: Profile, rule: Rule, phase: str) -> Answer | None:
    """Return what is said for *phase* apart, unless somebody before speaks of the whole deal."""
    for name in profile.precedence:
        if name == "pin":
            if any(
                pin.game == profile.game and _played(rule, pin.reading) for pin in archive.pins_on(rule.id)
            ):
                return None
            continue
        claims = _claims_of(archive, profile, rule, name)
        if apart := [claim for claim in claims if claim.scope.phase == phase]:
            return _by_claim(profile, rule, _weightiest(profile, name, apart))
        if any(claim.scope.phase in (None, BASE_PHASE) for claim in claims):
            return None
    return None


def _by_claim(profile: Profile, rule: Rule, claim: Claim) -> Answer:
    assert claim.reading is not None  # it asserts
    basis: Basis = "own" if claim.witness in profile.own else "borrowed"
    return Answer(rule.id, claim.reading, basis, f"claim:{claim.id}", claim.witness)


def _word_of(archive: Archive, profile: Profile, rule: Rule, witness: str) -> Claim | None:
    """Return the claim by which *witness* answers for the whole deal: the weightiest within scope."""
    claims = _claims_of(archive, profile, rule, witness)
    if not claims:
        return None
    for phase in (None, BASE_PHASE):
        if spoken := [claim for claim in claims if claim.scope.phase == phase]:
            return _weightiest(profile, witness, spoken)
    ids = ", ".join(f"claim:{claim.id} ({claim.scope.phase}) = {claim.reading}" for claim in claims)
    fact = f"is answered by {witness} for single phases of play only"
    raise _NoAnswerError(fact, ids, "Add a claim or a pin for the whole deal.")


def _claims_of(archive: Archive, profile: Profile, rule: Rule, witness: str) -> list[Claim]:
    """Return the claims of *witness* on *rule* that the engine can play and that speak of so many players."""
    return [
        claim
        for claim in archive.claims_on(rule.id, witness)
        if claim.stance == "asserts"
        and claim.reading is not None
        and _played(rule, claim.reading)
        and claim.scope.admits(profile.players, _contract_of(rule, claim), any_phase=True)
    ]


def _contract_of(rule: Rule, claim: Claim) -> str:
    """Return the game for which *claim* has to speak if it is to answer *rule*."""
    limit = claim.scope.contract
    if limit is not None and (rule.id in _LIMITED_ELSEWHERE or rule.id.startswith(f"{limit}-")):
        return limit
    return SUIT_GAME


def _weightiest(profile: Profile, witness: str, claims: Iterable[Claim]) -> Claim:
    """Return the most specific of *claims*, own game first.

    :raises _NoAnswerError: if those of equal weight give different answers.
    """
    claims = list(claims)

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
    data: dict[str, Json] = {
        "id": profile.id,
        "game": profile.game,
        "players": profile.players,
        "options": options(archive, found),
        "readings": _readings(found),
    }
    if phases := phase_answers(archive, profile):
        data["phases"] = {
            phase: {"options": options(archive, apart), "readings": _readings(apart)}
            for phase, apart in phases.items()
        }
    return data


def _readings(found: Mapping[str, Answer]) -> dict[str, Json]:
    return {rule_id: answer.reading for rule_id, answer in found.items()}


def to_ruleset(archive: Archive, profile: Profile) -> Ruleset:
    """Return the engine's ruleset for a profile.

    :raises NotPlayedError: if the profile refuses to play.
    :raises CorpusError: if it leaves an option without an answer.
    :raises RulesetError: if the engine does not know an option or a value.
    """
    return Ruleset.from_json(ruleset_json(archive, profile))
