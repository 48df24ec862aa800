"""What is compared: two readings of one rule, everything else as one ruleset has it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from przemyskie66.engine import Ruleset
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import ABSENT, Archive, Json, Profile, Rule, answers, disagreement_on, to_ruleset

#: Rules that act between deals; one deal cannot show them.
BETWEEN_DEALS = (
    "next-dealer", "next-dealer-two-winners", "fourth-person", "fourth-person-scope", "fourth-person-amount",
    "fourth-person-pay", "slup-length", "slup-replaced",
)  # fmt: skip

#: Rules that say for how many the game is: no ruleset can be turned to another reading of them alone.
KIND_OF_GAME = ("players", "sides", "deal-packets")

#: Rulesets under which contrasts are looked at, the first that asks the rule first; a rule that
#: acts only where another is answered in a certain way is looked at under the ruleset that does so.
BASES = ("witryna", "wikibooks-3", "wikibooks-2", "wikibooks-4")
LIVE_UNDER = {"zyd-outcome": "ojciec"}


@dataclass(frozen=True)
class Contrast:
    """Two readings of a rule under one ruleset."""

    base: str  #: id of the ruleset
    rule: str
    a: str  #: reading
    b: str  #: reading
    disputed: (
        bool  #: whether witnesses differ about the rule, or only the editors' choice stands against others
    )

    @property
    def id(self) -> str:
        """Its name: ruleset, rule and the two readings."""
        return f"{self.base}.{self.rule}.{self.a}.{self.b}"


def contrasts(archive: Archive, bases: Sequence[str] = BASES) -> tuple[Contrast, ...]:
    """Return every pair of readings that the engine can play, of every rule with more than one.

    Each is looked at under the first of *bases* that asks the rule, and under no other.
    """
    found: list[Contrast] = []
    for rule in archive.rules.values():
        base = base_of(archive, rule, bases)
        if base is None or rule.id in (*BETWEEN_DEALS, *KIND_OF_GAME):
            continue
        disputed = disagreement_on(archive, rule.id) is not None
        own = answers(archive, base)[rule.id].reading
        played = sorted((r.id for r in rule.readings if r.played), key=lambda reading: reading != own)
        found += [Contrast(base.id, rule.id, a, b, disputed) for a, b in combinations(played, 2)]
    return tuple(found)


#: Beginnings of the ids of rules that open-card play leaves aside: the game is chosen, nobody speaks any more.
_LEFT_ASIDE = (
    "surrender",
    "throw-in",
    "doubling",
    "first-call",
    "blind",
    "refusal",
    "zyd-meaning",
    "zyd-outcome",
)


#: Rules that a survey of best play measures only when they are named: a deal takes the solver several times as
#: long as all others together.
SLOW_IN_OPEN_PLAY = ("follow-suit",)


def in_open_play(archive: Archive, contrast: Contrast) -> bool:
    """Return whether best play with open cards can show *contrast*: no stock, and not who plays what."""
    two_handed = archive.profiles[contrast.base].players == 2
    area = archive.rules[contrast.rule].area
    return not two_handed and area not in ("choice", "deal") and not contrast.rule.startswith(_LEFT_ASIDE)


def base_of(archive: Archive, rule: Rule, bases: Sequence[str] = BASES) -> Profile | None:
    """Return the ruleset under which readings of *rule* are compared, or ``None`` if none asks it."""
    if rule.option is None or sum(reading.played for reading in rule.readings) < 2:
        return None
    for name in (LIVE_UNDER.get(rule.id, ""), *bases):
        profile = archive.profiles.get(name)
        if profile is not None and profile.refuses is None and rule.id in answers(archive, profile):
            return profile
    return None


def under(archive: Archive, base: Ruleset, rule_id: str, reading: str) -> Ruleset:
    """Return *base* with *rule_id* read as *reading*.

    :raises CorpusError: if there is no such reading, or the engine has no value for it.
    """
    rule = archive.rules.get(rule_id)
    if rule is None:
        raise archive.unknown("rule", rule_id)
    known = [r.id for r in rule.readings if r.played]
    if reading not in known or rule.option is None:
        place, message = f"{rule_id}={reading}", "the engine plays no such reading"
        way_out = f"Readings it plays: {', '.join(known) or 'none'}."
        raise CorpusError([Fault("reference", "command", place, message, reading, way_out, (rule_id,))])
    value = rule.reading(reading).value
    assert value is not ABSENT
    return base.with_option(rule_id, value, reading)


def rulesets_of(archive: Archive, chosen: Iterable[Contrast]) -> dict[str, dict[str, dict[str, Ruleset]]]:
    """Return the rulesets of *chosen*: by base, by rule, by reading."""
    found: dict[str, dict[str, dict[str, Ruleset]]] = {}
    bases: dict[str, Ruleset] = {}
    for contrast in chosen:
        if contrast.base not in bases:
            bases[contrast.base] = to_ruleset(archive, archive.profiles[contrast.base])
        table = found.setdefault(contrast.base, {}).setdefault(contrast.rule, {})
        for reading in (contrast.a, contrast.b):
            table.setdefault(reading, under(archive, bases[contrast.base], contrast.rule, reading))
    return found


def to_json(contrast: Contrast) -> dict[str, Json]:
    """Return *contrast* as JSON."""
    return {
        "base": contrast.base,
        "rule": contrast.rule,
        "a": contrast.a,
        "b": contrast.b,
        "disputed": contrast.disputed,
    }
