"""The solver: the same answers as trying everything, under every ruleset; how much it looks at; what it refuses.

``ENDGAMES=3000 pytest tests/engine/test_engine_solver.py`` tries so many endgames under each ruleset.
"""

import os
from collections.abc import Callable
from statistics import quantiles
from typing import Any

import pytest
from brute_force import NAMES, ended, endgame, ruleset, worth
from deal_sets import no_trump, suit_game
from engine_support import PROFILES
from engine_support import ruleset as archived

from przemyskie66.engine import Deal, Game, Position, Ruleset, Tally, parse_cards
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import OVER
from przemyskie66.engine.search import UnfinishedError
from przemyskie66.engine.solver import QUESTIONS, Solver, SolverError

ENDGAMES = int(os.environ.get("ENDGAMES", "120"))

#: Cards each, by turns; four only where there is time.
SIZES = (2, 3, 2, 3, 1, 2) if ENDGAMES < 1000 else (2, 3, 4, 3, 2, 3)

#: What differs from the strict ruleset.
CHANGES: dict[str, dict[str, Any]] = {
    "strict": {},
    "free-beat": {"beat_in_suit": "free"},
    "free-follow": {"follow_suit": "free"},
    "free-overtrump": {"overtrump": "free", "undertrump": "free"},
    "free-trump": {"must_trump": "free"},
    "beat-after-trump": {"beat_after_trump": "not-owed"},
    "lowest-discard": {"free_discard": "lowest"},
    "led-only": {"trick_winner": "led-only"},
    "next-seat": {"next_lead": "next-seat"},
    "other-ranks": {"rank_order": "9TJQKA"},
    "other-points": {"card_points": {"9": 7, "J": 2, "Q": 0, "K": 11, "T": 1, "A": 1}},
    "anticlockwise": {"direction": "anticlockwise"},
    "no-melds": {"meld": "none"},
    "melds-any-play": {"meld_timing": "on-any-play"},
    "melds-one-card": {"meld_validity": "cards-in-hand"},
    "melds-after-trick": {"meld_validity": "trick-taken"},
    "meld-credit": {"meld_credit": "after-a-trick"},
    "meld-credit-any-play": {
        "meld_credit": "after-a-trick",
        "meld_timing": "on-any-play",
        "meld_validity": "cards-in-hand",
    },
    "meld-declarer": {"meld_who": "declarer"},
    "target-tricks": {"target_counting": "tricks-only"},
    "half-tricks": {"half_counting": "tricks-only"},
    "race": {"defenders_target": "wins"},
    "race-first": {"defenders_target": "wins", "first_to_66": "first-wins"},
    "first-counts": {"first_to_66": "first-wins"},
    "announced": {"end_of_play": "on-announced-66", "defenders_target": "wins"},
    "announced-any-play": {
        "end_of_play": "on-announced-66",
        "defenders_target": "wins",
        "meld_timing": "on-any-play",
    },
    "announced-declarer": {"end_of_play": "on-announced-66", "first_to_66": "first-wins"},
    "last-trick": {"last_trick": "wins"},
    "last-trick-announced": {
        "last_trick": "wins",
        "end_of_play": "on-announced-66",
        "defenders_target": "wins",
    },
    "jointly": {"loss_counting": "jointly"},
    "jointly-credit": {"loss_counting": "jointly", "meld_credit": "after-a-trick"},
    "exactly-33": {"woda_threshold": "exactly-33"},
    "exactly-one-trick": {"relief_trick_count": "exactly-one"},
    "reliefs-add-up": {"relief_sum": "add-up"},
    "relief-by-meld": {"loss_degrees": {"by": "trick-or-meld", "half": 33}},
    "relief-defenders": {"loss_relief_who": "defenders-only"},
    "relief-falling": {"loss_relief": ["2/3", "1/3"]},
    "no-relief": {"loss_relief": "none"},
    "winner-credited": {"payment": "winner-credited"},
    "nobody-pays": {"who_pays_whom": "nobody"},
    "sixty-six": {"game": "sixty-six", "half_and_or": "either-alone"},
    "sixty-six-stands": {
        "game": "sixty-six",
        "last_trick": "wins",
        "unannounced_66": "sixty-six-stands",
        "defenders_target": "wins",
    },
    "four": {"game": "sixty-six", "players": 4},
    "four-next": {"game": "sixty-six", "players": 4, "partners_seat": "next", "defenders_target": "wins"},
    "four-jointly": {
        "game": "sixty-six",
        "players": 4,
        "loss_counting": "jointly",
        "last_trick": "wins",
        "end_of_play": "on-announced-66",
        "defenders_target": "wins",
        "meld_credit": "after-a-trick",
    },
    "two": {"game": "sixty-six", "players": 2},
    "two-last-trick": {
        "game": "sixty-six",
        "players": 2,
        "last_trick": "wins",
        "end_of_play": "on-announced-66",
        "meld_validity": "trick-taken",
    },
}

_AIMS = {
    "warszawa": ("sixty-six-alone", "last-trick"),
    "zyd": ("all-tricks-with-trump", "exactly-one-trick", "no-points"),
    "mizerka": ("no-tricks", "no-points"),
    "durch": ("all-tricks", "no-tricks-lost-before-66"),
}
#: Every aim, each with another pay and end.
CONTRACTS = [
    pytest.param(
        contract,
        {f"{contract}_aim": aim, f"{contract}_pay": pay, "contract_end": end},
        id=f"{contract}-{aim}-{pay}-{end}",
    )
    for contract, aims in _AIMS.items()
    for aim in aims
    for pay, end in (("as-suit-game", "played-out"), ("as-suit-game", "when-decided"), ("at-most-three", "when-decided"),
                     ("double-no-relief", "played-out"))
]  # fmt: skip


def check(rules: Ruleset, number: int, contract: str = "suit", **kept: Any) -> int:
    """Compare the solver with trying everything on *number* endgames; return how many answers agreed."""
    agreed = 0
    for seed in range(number):
        position = endgame(rules, seed, SIZES[seed % 6], contract, **kept)
        game = Game.at(rules, position, silent=True)
        rng = SplitMix64(seed)
        for _ in range(rng.below(3)):  # so that some begin inside a trick
            if game.phase != OVER:
                game.do(rng.pick([one for one in game.legal_actions(game.turn) if one.kind == "play"]))
        if game.phase == OVER:
            continue
        seat = 0 if position.declarer is None else position.declarer
        solver = Solver.of(game, seat)
        plain = worth(game, seat, announcing=False)
        heard = plain
        if rules.end_of_play == "on-announced-66":
            heard = worth(game, seat, announcing=True)
        for name in NAMES:
            expected = (heard if name in ("wins", "settlement") else plain)[name]
            try:
                found = getattr(solver, name)()
            except SolverError:
                assert rules.contract_end == "when-decided"
                continue
            assert found == expected, (seed, name)
            agreed += 1
            if seed % 4 == 0:
                end = replayed(game, solver.line(name))
                shown = dict(zip(NAMES, ended(end, solver.side, seat), strict=True))
                assert shown[name] == expected, (seed, name, solver.line(name))
        if rules.contract_end != "when-decided" or contract in ("suit", "warszawa"):
            assert solver.reaches(int(plain["maximum"]))
            assert not solver.reaches(int(plain["maximum"]) + 1)
    return agreed


def replayed(game: Game, line: tuple[str, ...]) -> Game:
    """Return *game* after the actions of *line*, each checked."""
    end = game.copy()
    for text in line:
        end.apply(end.read_action(text))
    assert end.phase == OVER
    return end


@pytest.mark.parametrize("name", CHANGES)
def test_answers_and_lines_are_those_of_trying_everything(name: str) -> None:
    assert check(ruleset(**CHANGES[name]), ENDGAMES) > 6 * ENDGAMES


@pytest.mark.parametrize(("contract", "changes"), CONTRACTS)
def test_every_aim_pay_and_end_of_a_contract(contract: str, changes: dict[str, str]) -> None:
    assert check(ruleset(**changes), ENDGAMES // 3, contract) > ENDGAMES // 3


@pytest.mark.parametrize("profile", PROFILES)
def test_the_rulesets_of_the_archive(profile: str) -> None:
    assert check(archived(profile), ENDGAMES) > 6 * ENDGAMES


@pytest.mark.parametrize("fails", ["opponent-wins-by-table", "opponent-wins-three", "last-trick-decides"])
def test_a_closed_stock(fails: str) -> None:
    rules = ruleset("sixty-six", 2, close_fails=fails, beat_after_close="not-owed", last_trick="wins")
    assert check(rules, ENDGAMES, stock=(), closed_by=1) > 6 * ENDGAMES


@pytest.mark.parametrize("doubles", [1, 3])
def test_stakes_that_were_raised(doubles: int) -> None:
    rules = ruleset(doubling_stake="base-only", blind_stake=3)
    assert check(rules, ENDGAMES // 2, doubles=doubles, blind=True) > 3 * ENDGAMES


@pytest.mark.rule("half-and-or")
def test_a_meld_of_before_does_not_add_to_the_half_that_either_makes_alone() -> None:
    """31 in tricks and 20 melded are 51, and neither is 33."""
    rules = ruleset("sixty-six", half_and_or="either-alone")
    position = Position(
        seats=("A", "B", "C"),
        dealer=0,
        hands=tuple(parse_cards(cards) for cards in ("HJ SJ", "S9 SA", "CT H9")),
        declarer=1,
        leader=2,
        trump=1,
        taken=(Tally(2, 40, 0), Tally(2, 31, 20), Tally(2, 24, 0)),
    )
    game = Game.at(rules, position, silent=True)
    assert Solver.of(game, 1).settlement() == worth(game, 1, announcing=False)["settlement"] == -4


# What another ruleset's answer is good for

#: Rulesets that differ in what they pay, in what the losers need, and in who wins.
NEIGHBOURS = (
    "strict", "winner-credited", "nobody-pays", "reliefs-add-up", "relief-defenders", "relief-falling",
    "no-relief", "jointly", "half-tricks", "relief-by-meld", "exactly-33", "exactly-one-trick", "meld-credit",
    "target-tricks", "race", "race-first", "first-counts", "last-trick", "announced-declarer", "free-follow",
    "no-melds", "melds-any-play", "anticlockwise",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(max(3, ENDGAMES // 100)))
def test_the_answer_of_another_ruleset_changes_none(seed: int) -> None:
    """Each is bounded by each other's, or left alone; what they are without stands in the tests above."""
    place = endgame(ruleset(), seed, SIZES[seed % 6])
    solvers = {name: Solver.at(ruleset(**CHANGES[name]), place) for name in NEIGHBOURS}
    answers = {name: solver.settlement() for name, solver in solvers.items()}
    for name, solver in solvers.items():
        for other, like in solvers.items():
            assert Solver.at(solver.ruleset, place).settlement(like) == answers[name], (name, other)


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_where_only_the_price_differs_nothing_is_searched_again(seed: int) -> None:
    like = suit_game(seed)
    for name in ("winner-credited", "relief-defenders", "race"):
        answer = suit_game(seed, **CHANGES[name]).settlement()
        assert suit_game(seed, **CHANGES[name]).settlement(like, 0) == answer
    with pytest.raises(UnfinishedError):
        suit_game(seed, **CHANGES["free-trump"]).settlement(like, 0)


# Giving up


def test_a_search_is_given_up_after_as_many_positions_as_allowed() -> None:
    solver = suit_game(1)
    with pytest.raises(UnfinishedError, match="40 cards"):
        solver.settlement(most=40)
    assert solver.settlement() == suit_game(1).settlement()


def test_when_it_is_given_up_does_not_depend_on_what_was_asked_before() -> None:
    def enough(most: int, *, asked: bool) -> bool:
        like = suit_game(3)
        if asked:
            like.maximum()  # fills the table of points, which the other solver goes on with
        try:
            suit_game(3, **CHANGES["exactly-33"]).settlement(like, most)
        except UnfinishedError:
            return False
        return True

    low, high = 0, 1 << 13
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle, asked=False) else (middle + 1, high)
    assert 0 < low < 1 << 13
    assert enough(low, asked=True)
    assert not enough(low - 1, asked=True)


# How much it looks at (T7 of the project's targets): the numbers do not depend on the machine.

DEALS = range(80)


def middle_and_p95(numbers: list[int]) -> tuple[int, int]:
    """Return the median and the 95th percentile of *numbers*."""
    cuts = quantiles(numbers, n=20, method="inclusive")
    return int(cuts[9]), int(cuts[18])


def looked_at(make: Callable[[int], Solver], ask: Callable[[Solver], object]) -> tuple[int, int]:
    """Return median and 95th percentile of the positions looked at to answer."""
    numbers = []
    for seed in DEALS:
        solver = make(seed)
        ask(solver)
        numbers.append(solver.nodes)
    return middle_and_p95(numbers)


def test_budget_of_reaching_the_target() -> None:
    middle, p95 = looked_at(suit_game, lambda solver: solver.reaches(66))
    assert middle <= 1_100
    assert p95 <= 20_000


def test_budget_of_the_maximum() -> None:
    middle, p95 = looked_at(suit_game, Solver.maximum)
    assert middle <= 23_000
    assert p95 <= 140_000


def test_budget_of_taking_no_trick_without_trump() -> None:
    _, p95 = looked_at(lambda seed: no_trump(seed, "mizerka", min), Solver.wins)
    assert p95 <= 10_000


def test_budget_of_taking_all_tricks() -> None:
    _, p95 = looked_at(lambda seed: no_trump(seed, "durch", max), Solver.wins)
    assert p95 <= 200


@pytest.mark.parametrize("seed", [0, 5, 18])
def test_whole_deals_replay_to_what_was_claimed(seed: int) -> None:
    solver = suit_game(seed, lead=1)
    most = solver.maximum()
    assert solver.reaches(most)
    assert not solver.reaches(most + 1)
    assert solver.wins() == (most >= 66)
    for question in ("maximum", "wins", "settlement", "takes_last"):
        end = replayed(solver.game, solver.line(question))
        shown = dict(zip(NAMES, ended(end, solver.side, solver.seat), strict=True))
        assert shown[question] == getattr(solver, question)()
    end = replayed(solver.game, solver.line("reaches", most))
    assert end.card_points(solver.seat) >= most


# What is asked, and what is refused

#: A hand that takes everything, and two that do not.
SURE = ("HA HT HK", "CA SA DA", "CK SK DK")


def position(*hands: str, **told: Any) -> Position:
    """Return a position with *hands*, in which the first seat has chosen hearts and leads."""
    cards = tuple(tuple(parse_cards(hand)) for hand in hands)
    names = seat_names(len(hands))
    return Position(
        **{"seats": names, "dealer": 0, "hands": cards, "declarer": 0, "leader": 0, "trump": 2, **told}
    )


def test_a_hand_of_top_trumps_takes_everything() -> None:
    solver = Solver.at(ruleset(), position(*SURE))
    assert solver.takes_all()
    assert not solver.takes_none()
    assert solver.maximum() == 11 + 10 + 4 + 3 * (11 + 4)
    assert solver.settlement() == 6
    assert solver.line("takes_all")[0].startswith("A play H")


@pytest.mark.parametrize(
    ("changes", "reading"),
    [
        ({}, "solo"),
        ({"defenders_target": "wins"}, "solo"),  # the declarer wins if both have it
        ({"defenders_target": "wins", "first_to_66": "first-wins"}, "race"),
        ({"defenders_target": "wins", "end_of_play": "on-announced-66"}, "race"),
        ({"end_of_play": "on-announced-66"}, "solo"),
        ({"last_trick": "wins"}, "race"),
    ],
)
def test_the_reading_of_the_target_is_the_rulesets(changes: dict[str, str], reading: str) -> None:
    assert Solver.at(ruleset(**changes), position(*SURE)).reading == reading


def test_the_race_and_the_own_points_can_differ() -> None:
    taken = (Tally(2, 50), Tally(2, 50), Tally(1, 9))
    ends = position("HA C9 S9", "CA SA DA", "CK SK DK", taken=taken, leader=1)
    alone, race = (
        Solver.at(ruleset(defenders_target="wins", first_to_66=answer), ends)
        for answer in ("declarer-wins", "first-wins")
    )
    assert alone.wins() == alone.reaches(66)
    assert race.reaches(66) == alone.reaches(66)
    assert not race.wins()


def test_an_answer_names_the_rules_it_rests_on() -> None:
    rules = ruleset()
    named = dict(Solver.at(rules, position(*SURE, contract="durch", trump=None)).rests_on("wins"))
    assert named["durch-aim"] == "tried"
    assert named["durch-trump"] == "tried"
    assert "loss-relief" not in named
    assert "meld-points" not in named
    paid = dict(Solver.at(rules, position(*SURE)).rests_on())
    assert {"target", "loss-degrees", "loss-relief", "base-stake", "payment"} <= set(paid)
    assert "durch-aim" not in paid


def refusal(make: Callable[[], object]) -> SolverError:
    """Return the refusal that *make* ends in; it must name a rule."""
    with pytest.raises(SolverError) as caught:
        make()
    assert caught.value.rule
    return caught.value


def test_games_without_two_sides_or_open_choices_are_refused() -> None:
    alone = ruleset(sides="each-alone")
    assert refusal(lambda: Solver.at(alone, position(*SURE))).rule == "sides"
    choosing = Game.start(ruleset(), Deal.from_seed(1, 0))
    assert refusal(lambda: Solver.of(choosing)).rule == "choice-order"
    over = Game.at(ruleset(), position("HA", "HK", "HQ"))
    for text in ("A play HA", "B play HK", "C play HQ"):
        over.apply(over.read_action(text))
    assert refusal(lambda: Solver.of(over)).rule == "end-of-play"


def test_a_stock_being_drawn_is_refused() -> None:
    two = ruleset("sixty-six", 2)
    assert refusal(lambda: Solver.of(Game.start(two, Deal.from_seed(1, 0, seat_names(2))))).rule == "stock"


def test_a_surrender_that_stands_is_refused() -> None:
    rules = ruleset(surrender="after-trick-or-woda", surrender_binds="both-must")
    game = Game.at(rules, position(*SURE, taken=(Tally(), Tally(5, 20), Tally())))
    game.apply(game.read_action("B surrender"))
    assert refusal(lambda: Solver.of(game)).rule == "surrender-binds"


def test_an_announcement_that_may_better_wait_is_refused() -> None:
    rules = ruleset(end_of_play="on-announced-66", woda_threshold="exactly-33")
    solver = Solver.at(rules, position(*SURE))
    assert refusal(solver.settlement).rule == "woda-threshold"
    assert isinstance(solver.wins(), bool)


def test_points_of_a_game_that_breaks_off_are_refused() -> None:
    solver = Solver.at(ruleset(contract_end="when-decided"), position(*SURE, contract="mizerka", trump=None))
    assert refusal(solver.maximum).rule == "contract-end"
    assert not solver.takes_none()


@pytest.mark.parametrize("question", ["reaches", "everything"])
def test_a_question_that_is_none_is_named(question: str) -> None:
    solver = Solver.at(ruleset(), position(*SURE))
    with pytest.raises(ValueError, match=question):
        solver.line(question)
    if question not in QUESTIONS:
        with pytest.raises(ValueError, match=question):
            solver.rests_on(question)
