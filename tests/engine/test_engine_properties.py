"""What always holds, whoever plays and whatever is dealt."""

import json
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
import referee
from engine_support import DEALS, PROFILES, SCHEMAS, played, ruleset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from przemyskie66.engine import (
    Action,
    Deal,
    DealRecord,
    Game,
    Position,
    Ruleset,
    Tally,
    format_action,
    format_card,
    parse_action,
    read_record,
    record_faults,
    record_to_json,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.cards import CARD_COUNT, SUIT_MASKS, SUITS, card_tables, cards_in, mask_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.legality import forbidding_rule, legal_cards, narrowings
from przemyskie66.engine.play import OVER
from przemyskie66.engine.players import play_out, random_player, simple_player
from przemyskie66.errors import IllegalActionError

profiles = st.sampled_from(PROFILES)
seeds = st.integers(0, 2**64 - 1)
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

EVERY_ACTION = [
    *(Action(seat, kind) for seat in range(3) for kind in ("pass", "throw-in", "double", "announce")),
    *(Action(seat, "choose", suit=suit) for seat in range(3) for suit in range(len(SUITS))),
    *(
        Action(seat, "play", card=c, meld=m)
        for seat in range(3)
        for c in range(CARD_COUNT)
        for m in (False, True)
    ),
]


def walk(profile: str, seed: int, dealer: int) -> list[Game]:
    """Return the states of a deal played by chance, from the first to the last."""
    game = Game.start(ruleset(profile), Deal.from_seed(seed, dealer))
    rng = SplitMix64(seed + 1)
    states = [game.copy()]
    while game.phase != OVER:
        game.apply(rng.pick(game.legal_actions()))
        states.append(game.copy())
    return states


@quick
@given(profiles, seeds, st.integers(0, 2))
def test_card_points_add_up_to_120_and_melds_come_on_top(profile: str, seed: int, dealer: int) -> None:
    game = played(profile, seed, dealer)
    in_tricks = sum(tally.card_points for tally in game.tallies)
    held = sum(game.tables.points[card] for hand in game.hands for card in cards_in(hand))
    open_trick = sum(game.tables.points[card] for _, card in game.table)
    assert in_tricks + held + open_trick == 120
    melds = [event for event in game.events if event.kind == "meld"]
    assert sum(tally.meld_points for tally in game.tallies) == sum(event.data["points"] for event in melds)


@settings(max_examples=12, deadline=None)
@given(profiles, seeds, st.integers(0, 2))
def test_legal_actions_apply_and_all_others_raise(profile: str, seed: int, dealer: int) -> None:
    for game in walk(profile, seed, dealer)[::3]:
        legal = game.legal_actions()
        assert legal or game.phase == OVER
        events, hands = list(game.events), list(game.hands)
        for action in EVERY_ACTION:
            if action in legal:
                game.copy().apply(action)
            else:
                with pytest.raises(IllegalActionError) as caught:
                    game.apply(action)
                assert caught.value.rule
        assert (game.events, game.hands) == (events, hands)


@quick
@given(profiles, seeds, st.integers(0, 2))
def test_the_seat_in_turn_can_always_act(profile: str, seed: int, dealer: int) -> None:
    for game in walk(profile, seed, dealer)[:-1]:
        assert game.turn is not None
        assert game.legal_actions(game.turn)


@quick
@given(profiles, seeds, st.integers(0, 2))
def test_every_event_names_rules_of_the_ruleset(profile: str, seed: int, dealer: int) -> None:
    game = played(profile, seed, dealer)
    for event in game.events:
        assert event.rules
        for rule, reading in event.rules:
            assert reading == game.ruleset.readings[rule]


@quick
@given(profiles, seeds, st.integers(0, 2))
def test_settlement_is_whole_and_agrees_with_the_referee(profile: str, seed: int, dealer: int) -> None:
    for policy in (random_player, simple_player):
        game = Game.start(ruleset(profile), Deal.from_seed(seed, dealer))
        play_out(game, [policy] * 3, SplitMix64(seed))
        actions = [format_action(action, game.seats) for action in game.actions]
        assert settlement_by_name(game) == referee.settle(profile, game.seats[dealer], actions)
        if game.ruleset.payment == "loser-pays":
            assert sum(game.settlement()) == 0


@quick
@given(profiles, seeds, st.integers(0, 2), st.booleans())
def test_records_round_trip_and_replay_the_same(profile: str, seed: int, dealer: int, seeded: bool) -> None:
    game = played(profile, seed, dealer)
    deal = Deal.from_seed(seed, dealer)
    record = DealRecord(
        id="by-chance",
        title={"pl": "Rozdanie losowe", "en": "A deal by chance"},
        ruleset=profile,
        deal=deal,
        actions=tuple(game.actions),
        seed=seed if seeded else None,
        expect={profile: {"settlement": settlement_by_name(game)}},
    )
    assert read_record(write_record(record)) == record
    jsonschema.Draft202012Validator(
        json.loads((SCHEMAS / "deal-record.schema.json").read_text(encoding="utf-8"))
    ).validate(record_to_json(record))
    first, second = replay(record, ruleset(profile)), replay(record, ruleset(profile))
    assert first.refused is None
    assert first.applied == len(record.actions)
    assert first.game.events == second.game.events == game.events


@quick
@given(profiles, profiles, seeds)
def test_replay_elsewhere_stops_at_the_first_refusal(own: str, other: str, seed: int) -> None:
    game = played(own, seed)
    record = DealRecord("by-chance", {}, own, Deal.from_seed(seed, 2), tuple(game.actions))
    result = replay(record, ruleset(other))
    if result.refused is None:
        assert result.applied == len(record.actions)
    else:
        index, action, refusal = result.refused
        assert (index, action) == (result.applied, record.actions[index])
        assert refusal == result.game.why_not(action)


@quick
@given(seeds, st.integers(0, 2))
def test_actions_are_read_as_they_are_written(seed: int, dealer: int) -> None:
    for state in walk("ojciec", seed, dealer):
        for action in state.legal_actions():
            text = format_action(action, state.seats)
            assert parse_action(text, state.seats) == action
            assert state.read_action(text) == action


@quick
@given(seeds, st.data())
def test_a_seat_sees_nothing_of_the_cards_of_others(seed: int, data: st.DataObject) -> None:
    """Whatever the others hold, the view is the same, in the choice and before the first lead."""
    deal = Deal.from_seed(seed, 2)
    unseen = data.draw(st.permutations(deal.hands[1] + deal.hands[2]))
    other = Deal(deal.seats, deal.dealer, (deal.hands[0], tuple(unseen[:8]), tuple(unseen[8:])))
    games = [Game.start(ruleset("witryna"), cards) for cards in (deal, other)]
    assert games[0].view(0) == games[1].view(0)
    assert games[0].view(0).hand == mask_of(deal.hands[0][:4])
    for game in games:
        game.apply(Action(0, "choose", suit=0))
    assert games[0].view(0) == games[1].view(0)
    assert games[0].view(0).hand == mask_of(deal.hands[0])


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
    seeds,
    st.integers(1, 8),
    st.integers(0, 2),
    st.sampled_from([*range(len(SUITS)), None]),
)
def test_legal_cards_agree_with_the_referee(
    answers: dict[str, str], seed: int, held: int, laid: int, trump: int | None
) -> None:
    cards = SplitMix64(seed).shuffled(range(CARD_COUNT))
    rules: Ruleset = ruleset("witryna")
    for rule, value in answers.items():
        rules = rules.with_option(rule, value, "under-test")
    hand, trick = mask_of(cards[:held]), cards[held : held + laid]
    tables = card_tables(rules.rank_order, rules.card_points)
    steps = narrowings(rules, tables, hand, trick, trump)
    legal = legal_cards(hand, steps)
    names = {format_card(card) for card in cards_in(hand)}
    suit = "-" if trump is None else SUITS[trump]
    expected = {
        name
        for name in names
        if referee.may_play(name, names, [format_card(c) for c in trick], suit, answers)
    }
    assert {format_card(card) for card in cards_in(legal)} == expected
    assert legal
    masks = [hand, *(step.mask for step in steps)]
    assert all(after & ~before == 0 for before, after in pairwise(masks)), "only narrower"
    for card in cards_in(hand):
        assert (forbidding_rule(card, steps) is None) == bool(legal & (1 << card))


def leaves(game: Game) -> int:
    """Return in how many ways the cards of *game* can be played to the end, melds aside."""
    if game.phase == OVER:
        return 1
    total = 0
    for card in cards_in(game.legal_mask()):
        following = game.copy()
        assert game.turn is not None
        following.apply(Action(game.turn, "play", card=card))
        total += leaves(following)
    return total


def slow_leaves(hands: dict[str, set[str]], turn: int, trick: list[tuple[int, str]], trump: str) -> int:
    """The same by the referee, under the duties of the page."""
    duties = dict.fromkeys(("follow-suit", "beat-in-suit", "must-trump", "overtrump", "undertrump"), "must")
    duties |= {"beat-after-trump": "owed", "free-discard": "any"}
    if not any(hands.values()) and not trick:
        return 1
    total = 0
    for card in sorted(hands["ABC"[turn]]):
        if not referee.may_play(card, hands["ABC"[turn]], [c for _, c in trick], trump, duties):
            continue
        left = {seat: held - {card} for seat, held in hands.items()}
        laid = [*trick, (turn, card)]
        if len(laid) == 3:
            best = laid[0]
            for entry in laid[1:]:
                if referee.higher(entry[1], best[1]) or (entry[1][0] == trump and best[1][0] != trump):
                    best = entry
            total += slow_leaves(left, best[0], [], trump)
        else:
            total += slow_leaves(left, (turn + 1) % 3, laid, trump)
    return total


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(CARD_COUNT)), st.integers(0, 3), st.integers(0, 2))
def test_endgames_have_as_many_continuations_as_the_referee_counts(
    cards: list[int], trump: int, leader: int
) -> None:
    hands = tuple(tuple(cards[4 * seat : 4 * seat + 4]) for seat in range(3))
    position = Position(("A", "B", "C"), 2, hands, declarer=0, leader=leader, trump=trump)
    names = {seat: {format_card(c) for c in hand} for seat, hand in zip("ABC", hands, strict=True)}
    assert leaves(Game.at(ruleset("witryna"), position)) == slow_leaves(names, leader, [], SUITS[trump])


def test_a_position_of_a_deal_goes_on_as_the_deal_does() -> None:
    """A game begun in the middle ends as the game that came there."""
    for state in walk("ojciec", 66, 2):
        if state.phase != "play" or not state.begun:
            continue
        assert state.declarer is not None
        assert state.leader is not None
        position = Position(
            seats=state.seats,
            dealer=state.dealer,
            hands=tuple(tuple(cards_in(hand)) for hand in state.hands),
            declarer=state.declarer,
            leader=state.leader,
            trump=state.trump,
            trick=tuple(card for _, card in state.table),
            taken=tuple(Tally(t.tricks, t.card_points, t.meld_points) for t in state.tallies),
            doubles=state.calls,
        )
        other = Game.at(state.ruleset, position)
        play_out(state, [random_player] * 3, SplitMix64(1))
        play_out(other, [random_player] * 3, SplitMix64(1))
        assert other.settlement() == state.settlement()


def test_suits_share_the_pack() -> None:
    assert sum(SUIT_MASKS) == (1 << CARD_COUNT) - 1


@pytest.mark.parametrize("path", sorted(DEALS.glob("*.deal.json")), ids=lambda path: path.stem)
def test_recorded_deals_are_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not record_faults(json.loads(text), path.name)
    assert write_record(read_record(text)) == text
    schema = json.loads((SCHEMAS / "deal-record.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(text))
