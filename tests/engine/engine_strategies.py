"""What Hypothesis draws for the engine's tests: answers to the questions of a ruleset, and positions."""

from typing import Any

from engine_support import RULES, ruleset_data
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from przemyskie66.engine import Ruleset, format_card
from przemyskie66.engine.cards import CARD_COUNT, SUITS

seeds = st.integers(0, 2**64 - 1)

#: Other answers that a question takes, beside those of its readings.
MORE: dict[str, list[Any]] = {
    "target": [33, 90],
    "blind-games": [["warszawa", "durch"], ["mizerka"], ["warszawa", "zyd", "mizerka", "durch"]],
    "blind-stake": [3],
    "contract-rank": [["durch", "warszawa", "suit", "mizerka", "zyd"], ["zyd", "durch", "mizerka", "warszawa", "suit"]],
    "second-choice": [["warszawa", "mizerka"], ["durch"]],
    "throw-in": [{"price": 5}],
    "loss-degrees": [{"by": "trick-or-meld", "half": 20}, {"by": "trick", "half": 50}],
    "loss-relief": [["1/4", "1/2"]],
    "base-stake": [4],
    "meld-points": [[10, 30]],
    "ladder-rungs": [2, 3],
    **{f"{game}-pay": ["as-suit-game", "double-no-relief", "triple-no-relief", "at-most-three"]
       for game in ("warszawa", "zyd", "mizerka", "durch")},
}  # fmt: skip

#: Questions that are no part of a single deal, or whose other answers no deal fits.
ELSEWHERE = (
    "players", "deck", "next-dealer", "next-dealer-two-winners", "fourth-person", "fourth-person-scope",
    "fourth-person-amount", "fourth-person-pay", "slup-length", "slup-replaced",
)  # fmt: skip


def answers_to(rule: str) -> list[Any]:
    """Return every known answer to *rule*."""
    known = [*RULES[rule]["readings"].values(), *MORE.get(rule, [])]
    return [*known, RULES[rule]["off"]] if "off" in RULES[rule] else known


boldness = st.sampled_from([2, 15, 40])  # see by_chance
thorough = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def changes(draw: st.DrawFn, profile: str) -> dict[str, Any]:
    """Some questions of *profile*, each with any answer there is.

    Questions that stand side by side in the table of options bear on the same moments of a deal;
    they are answered anew together, and a few others with them.
    """
    asked = [rule for rule in ruleset_data(profile)["options"] if rule not in ELSEWHERE]
    first, count = draw(st.integers(0, len(asked) - 1)), draw(st.integers(0, 15))
    rules = {*asked[first : first + count], *draw(st.lists(st.sampled_from(asked), max_size=6))}
    answers = {rule: draw(st.sampled_from(answers_to(rule))) for rule in asked if rule in rules}
    if profile == "wikibooks-4" and sum(answers.get("deal-packets", [])) > 6:
        del answers["deal-packets"]  # the pack has no four hands of eight
    return answers


@st.composite
def positions(draw: st.DrawFn, rules: Ruleset) -> dict[str, Any]:
    """Any position under *rules*, likely or not, written as the start of a case."""
    names = "ABCD"[: int(rules.players)]
    pack = [format_card(card) for card in draw(st.permutations(range(CARD_COUNT)))]
    size = draw(st.sampled_from([1, 2, 2, 3, 3, 4, sum(rules.deal_packets)]))
    leader = draw(st.integers(0, len(names) - 1))
    laid = draw(st.integers(0, len(names) - 1)) if draw(st.booleans()) else 0
    way = 1 if rules.direction == "clockwise" else -1
    spoken = [(leader + way * place) % len(names) for place in range(laid)]
    start: dict[str, Any] = {"seats": list(names), "dealer": draw(st.sampled_from(names)), "hands": {}}
    for seat, name in enumerate(names):
        held, pack = pack[: size - (seat in spoken)], pack[size - (seat in spoken) :]
        start["hands"][name] = " ".join(held)
    start |= {"leader": names[leader], "trick": " ".join(pack[:laid]), "trump": draw(st.sampled_from(SUITS))}
    few, points = st.integers(0, 3), st.sampled_from([0, 11, 31, 33, 34, 46, 65, 66, 70])
    if draw(st.booleans()):
        start["taken"] = {
            name: {
                "tricks": draw(few),
                "points": draw(points),
                "melds": draw(st.sampled_from([0, 0, 20, 40])),
            }
            for name in names
        }
    if rules.stock:
        left = 2 * draw(st.integers(0, (len(pack) - laid) // 2))
        start["stock"] = " ".join(pack[laid : laid + left])
        if left > 2 and draw(st.booleans()):
            start["closed_by"] = draw(st.sampled_from(names))
        return start
    start |= {"declarer": draw(st.sampled_from(names)), "doubles": draw(few), "refused": draw(st.booleans())}
    if rules.asks("blind-games"):
        start |= {"contract": draw(st.sampled_from(rules.contract_rank)), "blind": draw(st.booleans())}
        if start["contract"] != "suit" and draw(st.booleans()):
            start["trump"] = "none"
    return start
