"""The games that can be called: what each asks of the declarer, its trump, its pay, its rank.

No witness says what warszawa, żyd, mizerka and durch demand; the answers are the editors' pins,
read from the ruleset like all others.
"""

from dataclasses import dataclass

from przemyskie66.engine.ruleset import CONTRACTS, SUIT_GAME, Ruleset

# Aims of a declarer.
SIXTY_SIX = "sixty-six"  #: by the rules of the suit game
LAST_TRICK = "last-trick"
ALL_TRICKS = "all-tricks"
NO_TRICKS = "no-tricks"
NO_POINTS = "no-points"
ONE_TRICK = "one-trick"
FIRST_SIXTY_SIX = "sixty-six-before-a-trick"  #: the target before the defenders take a trick

_AIMS = {
    "sixty-six-alone": SIXTY_SIX,
    "last-trick": LAST_TRICK,
    "all-tricks-with-trump": ALL_TRICKS,
    "all-tricks": ALL_TRICKS,
    "exactly-one-trick": ONE_TRICK,
    "no-tricks": NO_TRICKS,
    "no-points": NO_POINTS,
    "no-tricks-lost-before-66": FIRST_SIXTY_SIX,
}

#: Ways a game gets its trump: named with the call, later, kept from an earlier call, or none.
NAMED, LATER, EARLIER, NONE = "named", "later", "earlier", "none"

_TRUMPS = {
    "no-trump": NONE,
    "declarer-names": NAMED,
    "named-later": LATER,
    "earlier-suit-stays": EARLIER,
}


@dataclass(frozen=True)
class Terms:
    """What a game asks of its declarer and pays, and by which rules."""

    contract: str  #: ``suit`` or one of :data:`~przemyskie66.engine.ruleset.CONTRACTS`
    aim: str
    aim_rule: str
    trump: str  #: how the trump comes about
    trump_rule: str
    pay: str  #: one of :data:`~przemyskie66.engine.ruleset.PAYS`
    pay_rule: str
    melds: bool  #: whether melds are made in it


def terms_of(ruleset: Ruleset, contract: str) -> Terms:
    """Return the terms of *contract* under *ruleset*; those of a suit game, less the suit, where unasked.

    Rules: warszawa-aim, warszawa-trump, warszawa-pay, zyd-aim, zyd-trump, zyd-pay, mizerka-aim,
    mizerka-trump, mizerka-pay, durch-aim, durch-trump, durch-pay, contract-melds
    """
    if contract == SUIT_GAME:
        return Terms(SUIT_GAME, SIXTY_SIX, "target", NAMED, "trump", "as-suit-game", "base-stake", melds=True)
    return Terms(
        contract=contract,
        aim=_AIMS.get(getattr(ruleset, f"{contract}_aim"), SIXTY_SIX),
        aim_rule=f"{contract}-aim",
        trump=_TRUMPS.get(getattr(ruleset, f"{contract}_trump"), NONE),
        trump_rule=f"{contract}-trump",
        pay=getattr(ruleset, f"{contract}_pay") or "as-suit-game",
        pay_rule=f"{contract}-pay",
        melds=contract == "warszawa" and ruleset.contract_melds != "never",
    )


def names_suit(ruleset: Ruleset, contract: str) -> bool:
    """Return whether a suit is named with the call of *contract*.

    Rules: trump, zyd-trump, durch-trump
    """
    return contract == SUIT_GAME or _TRUMPS.get(getattr(ruleset, f"{contract}_trump")) == NAMED


def rank(ruleset: Ruleset, contract: str) -> int:
    """Return the place of *contract* among the games, 0 the lowest.

    Rule: contract-rank
    """
    return ruleset.contract_rank.index(contract)


def leads_first(ruleset: Ruleset, contract: str, eldest: int, declarer: int) -> tuple[int, str]:
    """Return who leads to the first trick of *contract*, and the rule that says so.

    Rules: first-lead, contract-first-lead
    """
    if contract == SUIT_GAME:
        return (eldest if ruleset.first_lead == "eldest" else declarer), "first-lead"
    answer = ruleset.contract_first_lead or ruleset.first_lead
    leads = answer == "declarer" or (answer == "declarer-in-durch" and contract == "durch")
    return (declarer if leads else eldest), "contract-first-lead"


__all__ = [
    "ALL_TRICKS", "CONTRACTS", "EARLIER", "FIRST_SIXTY_SIX", "LAST_TRICK", "LATER", "NAMED", "NONE",
    "NO_POINTS", "NO_TRICKS", "ONE_TRICK", "SIXTY_SIX", "SUIT_GAME", "Terms", "leads_first", "names_suit",
    "rank", "terms_of",
]  # fmt: skip
