"""Deals played in step end as deals played one by one: the same cards, the same choices, the same tricks."""

import numpy as np
import pytest

from przemyskie66.batch import batch_tables, choices, deals, play_all, simulate
from przemyskie66.batch.chance import CHOICE_BITS, FIRST_CHOICE, seeds
from przemyskie66.batch.lockstep import CHUNK
from przemyskie66.engine import Deal, Ruleset
from przemyskie66.engine.cardplay import HALF_BITS, CardPlay, half_lists, playout, trick_tables
from przemyskie66.engine.cards import CARD_COUNT, cards_in, mask_of
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.rulebook import Archive, to_ruleset

#: Deals compared under each ruleset (target T9).
DEALS = 3000

#: Rulesets to compare under: a profile, and answers that lead through other tables than its own.
RULESETS: dict[str, tuple[str, dict[str, object]]] = {
    "as the page says": ("witryna", {}),
    "four at the table": ("wikibooks-4", {}),
    "no duty but to follow": (
        "witryna",
        {"beat-in-suit": "free", "must-trump": "free", "overtrump": "free", "undertrump": "free"},
    ),
    "no duty at all": ("witryna", {"follow-suit": "free", "must-trump": "free", "overtrump": "free"}),
    "beat without following": ("witryna", {"follow-suit": "free", "beat-in-suit": "must"}),
    "trump, but not over": ("witryna", {"overtrump": "free", "beat-after-trump": "not-owed"}),
    "over, but not trump": ("witryna", {"must-trump": "free", "overtrump": "must", "undertrump": "free"}),
    "discard the lowest": ("witryna", {"free-discard": "lowest", "must-trump": "free"}),
    "lead goes round": ("witryna", {"next-lead": "next-seat"}),
    "trumps take nothing": ("witryna", {"trick-winner": "led-only"}),
    "other ranks and points": (
        "witryna",
        {"rank-order": "9TJQKA", "card-points": {"9": 9, "J": 1, "Q": 20, "K": 3, "T": 0, "A": 7}},
    ),
}


def ruleset(archive: Archive, name: str) -> Ruleset:
    profile, answers = RULESETS[name]
    found = to_ruleset(archive, archive.profiles[profile])
    for rule, value in answers.items():
        found = found.with_option(rule, value, "under-test")
    return found


def scalar(
    rules: Ruleset, trump: int | None, hands: list[int], leader: int, numbers: list[float]
) -> CardPlay:
    """Play *hands* with the state object; *numbers* from 0 to 1 choose among the legal cards."""
    cards = CardPlay(trick_tables(rules, trump), hands, leader)
    for number in numbers:
        legal = list(cards_in(cards.legal()))
        cards.play(legal[int(number * len(legal))])
    return cards


@pytest.mark.parametrize("name", RULESETS)
def test_deals_in_step_end_as_deals_one_by_one(archive: Archive, name: str) -> None:
    rules = ruleset(archive, name)
    seats = int(rules.players)
    part = DEALS // 5
    for number, trump in enumerate((0, 1, 2, 3, None)):
        start = seeds(66 + part * number, part)
        hands, chosen = deals(start, seats), choices(start)
        leader = np.arange(part) % seats
        taken = play_all(batch_tables(trick_tables(rules, trump), seats), hands, leader, chosen)
        fractions = (chosen / 2**CHOICE_BITS).T.tolist()
        for lane, held in enumerate(hands.T.tolist()):
            one = scalar(rules, trump, held, int(leader[lane]), fractions[lane])
            assert taken.tricks[:, lane].tolist() == one.tricks, (trump, lane)
            assert taken.points[:, lane].tolist() == one.taken, (trump, lane)


@pytest.mark.parametrize("name", RULESETS)
def test_playouts_end_as_the_state_object_does(archive: Archive, name: str) -> None:
    rules = ruleset(archive, name)
    seats = int(rules.players)
    for seed in range(300):
        trump = (0, 1, 2, 3, None)[seed % 5]
        hands = deals(seeds(seed, 1), seats)[:, 0].tolist()
        end = playout(trick_tables(rules, trump), list(hands), seed % seats, SplitMix64(seed).below)
        one, rng = CardPlay(trick_tables(rules, trump), list(hands), seed % seats), SplitMix64(seed)
        for _ in range(CARD_COUNT):
            legal = list(cards_in(one.legal()))
            one.play(legal[0] if len(legal) == 1 else rng.pick(legal))
        for field in ("hands", "tricks", "taken", "leader", "turn", "best", "state", "points"):
            assert getattr(end, field) == getattr(one, field), field


def test_cards_of_halves_are_the_cards_of_the_mask() -> None:
    low, high = half_lists()
    rng = SplitMix64(66)
    for mask in (0, (1 << CARD_COUNT) - 1, *(rng.below(1 << CARD_COUNT) for _ in range(2000))):
        listed = low[mask & ((1 << HALF_BITS) - 1)] + high[mask >> HALF_BITS]
        assert listed == tuple(cards_in(mask))


@pytest.mark.parametrize("seats", [3, 4])
def test_deals_are_those_of_the_engine(seats: int) -> None:
    first = 2**64 - 150  # the row goes on from 0
    hands = deals(seeds(first, 300), seats)
    for lane in range(300):
        deal = Deal.from_seed(first + lane, 0, seat_names(seats))
        assert hands[:, lane].tolist() == [mask_of(hand) for hand in deal.hands]


def test_a_draw_that_would_not_be_fair_is_thrown_away() -> None:
    """A seed whose first draw is the greatest number: of 24, it would favour the small ones."""
    seed = seed_of_first_draw(2**64 - 1)
    assert SplitMix64(seed).draw() == 2**64 - 1
    hands = deals(seeds(seed - 1, 3), 3)
    for lane in range(3):
        deal = Deal.from_seed(seed - 1 + lane, 0)
        assert hands[:, lane].tolist() == [mask_of(hand) for hand in deal.hands]


def seed_of_first_draw(number: int) -> int:
    """Return the seed whose first draw is *number*: the steps of SplitMix64 backwards."""

    def unshift(mixed: int, by: int) -> int:
        whole = mixed
        for _ in range(64 // by + 1):
            whole = mixed ^ (whole >> by)
        return whole

    state = unshift(number, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    state = unshift(state, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return (unshift(state, 30) - 0x9E3779B97F4A7C15) % 2**64


def test_choices_are_draws_of_the_engine() -> None:
    found = choices(seeds(5, 20))
    for lane in range(20):
        rng = SplitMix64(5 + lane)
        draws = [rng.draw() for _ in range(FIRST_CHOICE - 1 + CARD_COUNT // 2)][FIRST_CHOICE - 1 :]
        assert found[0::2, lane].tolist() == [number >> 40 for number in draws]
        assert found[1::2, lane].tolist() == [number >> 16 & 0xFFFFFF for number in draws]


def test_a_row_may_be_played_in_parts(archive: Archive) -> None:
    rules = ruleset(archive, "as the page says")
    whole = simulate(CHUNK + 100, rules, 2, 66, leader=1)
    parts = [simulate(CHUNK - 50, rules, 2, 66, leader=1), simulate(150, rules, 2, 66 + CHUNK - 50, leader=1)]
    assert (whole.tricks == np.concatenate([part.tricks for part in parts], axis=1)).all()
    assert (whole.points == np.concatenate([part.points for part in parts], axis=1)).all()
    assert (whole.tricks.sum(axis=0) == 8).all()
    assert (whole.points.sum(axis=0) == 120).all()


def test_no_deals_take_nothing(archive: Archive) -> None:
    assert simulate(0, ruleset(archive, "as the page says"), None, 66).tricks.shape == (3, 0)


def test_what_cannot_be_played_in_step_is_refused(archive: Archive) -> None:
    two = to_ruleset(archive, archive.profiles["wikibooks-2"])
    with pytest.raises(ValueError, match="2 seats: expected 3 or 4"):
        simulate(10, two, 0, 66)
    with pytest.raises(ValueError, match="leader 3: expected a seat from 0 to 2"):
        simulate(10, ruleset(archive, "as the page says"), 0, 66, leader=3)
