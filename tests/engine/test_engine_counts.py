"""In how many ways some small deals and endings can go on to their end: known numbers.

What chess programs call perft. A legal action too many or too few anywhere, a trick given to the
wrong seat, a deal ended too early or too late changes a number; engine and referee count apart.
"""

from typing import Any

import pytest
from engine_support import changed, game_at, referee_for
from referee import Referee

from przemyskie66.engine import Game
from przemyskie66.engine.play import OVER

TWO: dict[str, Any] = {"seats": ["A", "B"], "dealer": "B", "leader": "A"}
THREE: dict[str, Any] = {"seats": ["A", "B", "C"], "dealer": "C"}
FOUR: dict[str, Any] = {"seats": ["A", "B", "C", "D"], "dealer": "D"}
HEARTS: dict[str, Any] = {"trump": "H", "declarer": "A", "leader": "A"}
MIZERKA: dict[str, Any] = {"trump": "none", "contract": "mizerka", "declarer": "A", "leader": "C"}
ALL_FREE = dict.fromkeys(("follow-suit", "beat-in-suit", "must-trump", "overtrump"), "free")
NO_SURRENDER = {"surrender": "not-allowed"}

ENDINGS: dict[str, tuple[int, str, dict[str, Any], dict[str, Any]]] = {
    # By hand: 16 ways after HA is led, 4 after CT, 8 after DJ.
    "suit game": (
        28,
        "witryna",
        NO_SURRENDER,
        {**THREE, **HEARTS, "hands": {"A": "HA CT DJ", "B": "HK CA CK", "C": "SA SJ C9"}},
    ),
    # By hand: 3! ways to play each hand, whoever leads.
    "suit game, nothing owed": (
        216,
        "witryna",
        {**NO_SURRENDER, **ALL_FREE},
        {**THREE, **HEARTS, "hands": {"A": "HA CT DJ", "B": "HK CA CK", "C": "SA SJ C9"}},
    ),
    "melds on lead": (
        24,
        "witryna",
        NO_SURRENDER,
        {**THREE, **HEARTS, "hands": {"A": "HK HQ DJ", "B": "H9 CK CQ", "C": "HA SJ S9"}},
    ),
    # By hand: 2! ways to play each hand; the first card of each of two pairs is melded or not.
    "melds on any play, nothing owed": (
        32,
        "witryna",
        {**NO_SURRENDER, **ALL_FREE, "meld-timing": "on-any-play"},
        {**THREE, **HEARTS, "hands": {"A": "HK HQ", "B": "CK CQ", "C": "SA S9"}},
    ),
    "mizerka, played out": (
        22,
        "witryna",
        {"contract-end": "played-out"},
        {**THREE, **MIZERKA, "hands": {"A": "CQ DA SQ", "B": "CT CK DK", "C": "C9 DT SA"}},
    ),
    "mizerka, broken off": (
        19,
        "witryna",
        {},
        {**THREE, **MIZERKA, "hands": {"A": "CQ DA SQ", "B": "CT CK DK", "C": "C9 DT SA"}},
    ),
    "surrender": (
        938,
        "ojciec",
        {},
        {
            **THREE,
            **HEARTS,
            "hands": {"A": "HA DJ", "B": "HK DA", "C": "H9 SJ"},
            "taken": {"A": {"tricks": 4, "points": 50}, "B": {"tricks": 2, "points": 25}},
        },
    ),
    "announcements": (
        48,
        "wikibooks-3",
        {},
        {
            **THREE,
            **HEARTS,
            "hands": {"A": "HA DJ CK", "B": "HK DA CQ", "C": "D9 SJ ST"},
            "taken": {
                "A": {"tricks": 2, "points": 40},
                "B": {"tricks": 2, "points": 24},
                "C": {"tricks": 1, "points": 15},
            },
        },
    ),
    "pairs": (
        224,
        "wikibooks-4",
        {},
        {
            **FOUR,
            **HEARTS,
            "hands": {"A": "HA DJ CK", "B": "HK DA CQ", "C": "H9 SJ ST", "D": "CA CT D9"},
            "taken": {
                "A": {"tricks": 1, "points": 20},
                "B": {"tricks": 1, "points": 18},
                "C": {"tricks": 1, "points": 25},
            },
        },
    ),
    "two without stock": (
        134,
        "wikibooks-2",
        {},
        {
            **TWO,
            "trump": "C",
            "hands": {"A": "HA DJ CK CQ", "B": "HK DA CA S9"},
            "taken": {"A": {"tricks": 4, "points": 40}, "B": {"tricks": 4, "points": 36}},
        },
    ),
    "stock, exchange, closing": (
        148,
        "wikibooks-2",
        {},
        {
            **TWO,
            "trump": "C",
            "hands": {"A": "HA C9", "B": "HK DA"},
            "stock": "DJ HQ S9 CA",
            "taken": {"A": {"tricks": 3, "points": 36}, "B": {"tricks": 2, "points": 20}},
        },
    ),
    "last two chosen": (
        233,
        "wikibooks-2",
        {
            "last-two-who": "trick-winner-chooses",
            "trump-nine-when": "any-time",
            "trump-nine-limit": "while-stock",
        },
        {
            **TWO,
            "trump": "C",
            "hands": {"A": "HA C9", "B": "HK DA"},
            "stock": "S9 CA",
            "taken": {"A": {"tricks": 3, "points": 60}, "B": {"tricks": 2, "points": 20}},
        },
    ),
    # Whole deals of one or two cards each.
    "choice on both packets": (
        952,
        "witryna",
        {
            "deal-packets": [1, 1],
            "first-choice": "suit-only",
            "second-choice": ["durch"],
            "ladder-rungs": 1,
            "throw-in": "not-allowed",
        },
        {**THREE, "hands": {"A": "HA DJ", "B": "HK DA", "C": "H9 SJ"}},
    ),
    # By hand: 1 way after A's durch, 3 after his mizerka, 5 where B or C calls first; and where all
    # decline, A or B chooses one of four suits, or neither does.
    "calls before the deal": (
        18,
        "witryna",
        {
            "deal-packets": [1],
            "blind-games": ["mizerka", "durch"],
            "first-choice": "suit-only",
            "choice-order": "next-then-last",
            "second-choice": [],
            "doubling": "none",
            "throw-in": "not-allowed",
        },
        {**THREE, "blind": True, "hands": {"A": "HA", "B": "HK", "C": "H9"}},
    ),
    # By hand: f(b, c) ways where B and C stand on rungs b and c, with f(3, 3) = 2 (throw in, or play).
    "a ladder for each defender": (
        86,
        "witryna",
        {"deal-packets": [1], "second-choice": [], "ladder-rungs": 3, "doubling-binds": "caller-only"},
        {**THREE, **HEARTS, "hands": {"A": "HA", "B": "HK", "C": "H9"}},
    ),
}


def ways(game: Game) -> int:
    """Return in how many ways *game* can go on."""
    if game.phase == OVER:
        return 1
    total = 0
    for action in game.legal_actions():
        following = game.copy()
        following.do(action)
        total += ways(following)
    return total


def ways_by_referee(referee: Referee) -> int:
    """Return the same, counted by the referee."""
    if referee.phase == "over":
        return 1
    total = 0
    for action in referee.legal():
        following = referee.copy()
        following.do(action)
        total += ways_by_referee(following)
    return total


@pytest.mark.parametrize("name", ENDINGS)
def test_deals_go_on_in_so_many_ways(name: str) -> None:
    count, profile, answers, start = ENDINGS[name]
    rules = changed(profile, answers)
    assert ways(game_at(rules, start)) == count
    assert ways_by_referee(referee_for(rules, start)) == count
