"""The engine and the referee, written apart, agree: on what is allowed, what happens and what it costs."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from engine_strategies import ELSEWHERE, boldness, changes, positions, seeds, thorough
from engine_support import (
    HERE,
    PROFILES,
    by_chance,
    cases,
    changed,
    deal_for,
    game_at,
    referee_for,
    ruleset_data,
    start_of,
    under,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import Referee, keeps_duties

from przemyskie66.engine import (
    CONTRACTS,
    OPTIONS,
    Game,
    Ruleset,
    format_action,
    format_card,
    format_mask,
    parse_action,
)
from przemyskie66.engine.cards import CARD_COUNT, RANKS, SUITS, card_tables, cards_in, mask_of, suit_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.legality import forbidding_rule, legal_cards, narrowings, tiers
from przemyskie66.engine.play import OVER
from przemyskie66.engine.trick import strongest


def assert_same(game: Game, referee: Referee) -> None:
    """Assert that both see the same state, and allow the same."""
    names = game.seats

    def name(seat: int | None) -> str | None:
        return None if seat is None else names[seat]

    assert (game.phase, name(game.turn)) == (referee.phase, referee.turn)
    legal = [format_action(action, names) for action in game.legal_actions()]
    assert len(set(legal)) == len(legal)
    assert set(legal) == referee.legal()
    assert [set(format_mask(hand).split()) for hand in game.hands] == list(referee.hands.values())
    assert [format_card(card) for card in game.stock] == referee.stock
    assert [(names[seat], format_card(card)) for seat, card in game.table] == referee.table
    assert [tuple(vars(tally).values()) for tally in game.tallies] == [
        (referee.tricks_of(seat), referee.points_of(seat), referee.melded_by(seat)) for seat in names
    ]
    assert [game.card_points(seat) for seat in range(game.count)] == [referee.counted([s]) for s in names]
    assert (name(game.declarer) or "", game.contract or "") == (referee.declarer, referee.contract)
    assert ("" if game.trump is None else SUITS[game.trump]) == referee.trump
    assert {names[seat]: calls for seat, calls in game.ladders.items()} == (
        {seat: referee.rungs(seat) for seat in referee.defenders()} if referee.declarer else {}
    )
    assert [names[seat] for seat in game.first_at_target or ()] == referee.first_side
    if game.phase == OVER:
        assert_same_end(game, referee)
    else:
        assert [names[seat] for seat in game.offers] == referee.offers


def assert_same_end(game: Game, referee: Referee) -> None:
    """Assert that both say who has won, and what it costs."""
    names = game.seats

    def words(seats: Iterable[int]) -> str:
        return " ".join(names[seat] for seat in sorted(seats))

    assert game.outcome is not None
    assert game.settled is not None
    assert game.outcome.kind == referee.kind
    assert sorted(names[seat] for seat in game.outcome.winners) == referee.winners
    assert sorted(names[seat] for seat in game.outcome.losers) == referee.losers
    assert dict(zip(names, map(Fraction, game.settlement()), strict=True)) == referee.settlement()
    accounts = {
        (words(account.seats), words(account.to), Fraction(account.price), account.degree)
        for account in game.settled.accounts
    }
    assert accounts == (referee.accounts() if referee.kind != "nobody-chose" else set())
    assert any(event.kind == "zyd" for event in game.events) == referee.zyd


def play_beside(game: Game, referee: Referee, rng: SplitMix64, boldness: int) -> None:
    """Play *game* to its end by chance and compare it with *referee* at every step."""
    assert_same(game, referee)
    while game.phase != OVER:
        action = by_chance(game, rng, boldness)
        game.do(action)
        referee.do(format_action(action, game.seats))
        assert_same(game, referee)


def start_both(rules: Ruleset, seed: int, dealer: int, *, blind: bool) -> tuple[Game, Referee]:
    deal = deal_for(rules, seed, dealer)
    return Game.start(rules, deal, blind=blind), referee_for(rules, start_of(deal, blind=blind))


@pytest.mark.parametrize("profile", PROFILES)
@settings(thorough, max_examples=25)
@given(seeds, st.integers(0, 3), st.booleans(), boldness)
def test_whole_deals_go_as_the_referee_says(
    profile: str, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    game, referee = start_both(Ruleset.from_json(ruleset_data(profile)), seed, dealer, blind=blind)
    play_beside(game, referee, SplitMix64(seed), boldness)


@pytest.mark.parametrize("profile", PROFILES)
@settings(thorough, max_examples=100)
@given(st.data(), seeds, st.integers(0, 3), st.booleans(), boldness)
def test_whole_deals_go_as_the_referee_says_whatever_is_answered(
    profile: str, data: st.DataObject, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    game, referee = start_both(changed(profile, data.draw(changes(profile))), seed, dealer, blind=blind)
    play_beside(game, referee, SplitMix64(seed), boldness)


@pytest.mark.parametrize("profile", PROFILES)
@settings(thorough, max_examples=100)
@given(st.data(), seeds, boldness)
def test_positions_go_on_as_the_referee_says(
    profile: str, data: st.DataObject, seed: int, boldness: int
) -> None:
    answers = data.draw(changes(profile))
    answers.pop("deal-packets", None)
    rules = changed(profile, answers)
    start = data.draw(positions(rules))
    play_beside(game_at(rules, start), referee_for(rules, start), SplitMix64(seed), boldness)


@pytest.mark.parametrize(("rule", "case"), [pytest.param(*pair, id=pair[1]["id"]) for pair in cases()])
def test_rule_cases_go_as_the_referee_says(rule: str, case: dict[str, Any]) -> None:
    """What a case shows, and how its deal ends when played on by chance."""
    if "session" in case or "start_refused" in case["expect"]:
        return  # no single deal
    rules = under(case["ruleset"], rule, case["reading"])
    names = "ABCD"[: len(case["start"]["hands"])]
    start = {"seats": list(names), "dealer": names[-1], **case["start"]}
    game, referee = game_at(rules, start), referee_for(rules, start)
    for action in case.get("actions", ()):
        assert action in referee.legal()
        game.apply(parse_action(action, game.seats))
        referee.do(action)
        assert_same(game, referee)
    play_beside(game, referee, SplitMix64(66), boldness=10)


must_or_free = st.sampled_from(["must", "free"])
duty_answers = st.fixed_dictionaries(
    {
        "follow-suit": must_or_free,
        "beat-in-suit": must_or_free,
        "beat-after-trump": st.sampled_from(["owed", "not-owed"]),
        "must-trump": must_or_free,
        "overtrump": must_or_free,
        "undertrump": must_or_free,
        "free-discard": st.sampled_from(["any", "lowest"]),
    }
)


@settings(max_examples=1000, deadline=None)
@given(
    duty_answers,
    st.permutations(RANKS).map("".join),
    seeds,
    st.integers(1, 8),
    st.integers(0, 3),
    st.sampled_from([*range(len(SUITS)), None]),
)
def test_legal_cards_agree_with_the_referee(
    answers: dict[str, str], order: str, seed: int, held: int, laid: int, trump: int | None
) -> None:
    cards = SplitMix64(seed).shuffled(range(CARD_COUNT))
    rules = changed("witryna", {**answers, "rank-order": order})
    hand, trick = mask_of(cards[:held]), cards[held : held + laid]
    tables = card_tables(rules.rank_order, rules.card_points)
    led_best = strongest(tables, trick, suit_of(trick[0])) if trick else None
    trump_best = None if trump is None else strongest(tables, trick, trump)
    found = tiers(rules, tables, led_best, trump_best, trump)
    names = {format_card(card) for card in cards_in(hand)}
    suit = "-" if trump is None else SUITS[trump]
    on_table = [format_card(card) for card in trick]
    expected = {
        name for name in names if keeps_duties(name, names, on_table, suit, answers.__getitem__, order)
    }
    legal = legal_cards(hand, found)
    assert {format_card(card) for card in cards_in(legal)} == expected
    assert legal
    steps = narrowings(hand, found)
    masks = [hand, *(step.mask for step in steps)]
    assert all(after & ~before == 0 for before, after in pairwise(masks)), "only narrower"
    assert masks[-1] == legal
    for card in cards_in(hand):
        assert (forbidding_rule(card, steps) is None) == bool(legal & (1 << card))


def test_the_referee_knows_of_every_question_of_a_deal() -> None:
    """No answer is beyond his reach: each rule asked stands in his text, or is one of several deals."""
    text = (HERE / "referee.py").read_text(encoding="utf-8")
    for rule in OPTIONS:
        contract, _, what = rule.partition("-")
        written = f'{{self.contract}}-{what}"' if contract in CONTRACTS else f'"{rule}"'
        assert written in text or f'"{rule}"' in text or rule in ELSEWHERE, rule
