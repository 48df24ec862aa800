"""What always holds, whoever plays and whatever is dealt, under the profiles and under any answers."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from engine_strategies import boldness, changes, positions, seeds, thorough
from engine_support import (
    DEALS,
    FOR_THREE,
    PROFILES,
    SCHEMAS,
    by_chance,
    changed,
    deal_for,
    game_at,
    played,
    ruleset,
    walk,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from przemyskie66.engine import (
    CONTRACTS,
    OPTIONS,
    REFUSALS,
    Action,
    DealRecord,
    Game,
    Position,
    Ruleset,
    Tally,
    format_action,
    parse_action,
    read_record,
    record_faults,
    record_to_json,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.cardplay import CardPlay, playout, trick_tables
from przemyskie66.engine.cards import CARD_COUNT, SUIT_MASKS, SUITS, cards_in, mask_of
from przemyskie66.engine.deal import HAND_SIZES
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import HIDDEN, OPEN, PARTS
from przemyskie66.engine.outcome import THROWN_IN, side_of
from przemyskie66.engine.play import BLIND, CHOICE, OVER, PLAY
from przemyskie66.engine.players import EXTRAS, play_out, random_player, sensible_player
from przemyskie66.engine.settlement import full_loss
from przemyskie66.errors import IllegalActionError

profiles = st.sampled_from(PROFILES)
dealers = st.integers(0, 3)
quick = settings(thorough, max_examples=40)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A profile, or one with other answers to some of its questions."""
    profile = draw(profiles)
    return changed(profile, draw(changes(profile)) if draw(st.booleans()) else {})


def every_action(seats: int) -> list[Action]:
    """Return every well-formed action of so many seats, sensible or not."""
    suits = range(len(SUITS))
    parts: dict[str, list[dict[str, Any]]] = {
        "": [{}],
        "card": [{"card": card, "meld": meld} for card in range(CARD_COUNT) for meld in (False, True)],
        "suit": [{"suit": suit} for suit in suits],
        "call": [
            *({"suit": suit} for suit in suits),
            *({"contract": contract} for contract in CONTRACTS),
            *({"contract": contract, "suit": suit} for contract in CONTRACTS for suit in suits),
        ],
        "which": [{"which": which} for which in (HIDDEN, OPEN)],
    }
    return [
        Action(seat, kind, **part)
        for seat in range(seats)
        for kind, needed in PARTS.items()
        for part in parts["".join(needed)]
    ]


EVERY_ACTION = {seats: every_action(seats) for seats in HAND_SIZES}

#: Rules that forbid something without having an option of their own.
WITHOUT_OPTION = {"blind-time", "choice-time"}


def snapshot(game: Game) -> dict[str, Any]:
    """Return all that *game* consists of, as it is now."""
    state = dict(vars(game.copy()))
    cards = state.pop("cards")
    return state | {name: getattr(cards, name) for name in CardPlay.__slots__}


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_legal_actions_are_those_that_nothing_forbids(
    rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    """Of all actions there are; the others are refused by a rule, in words, and change nothing."""
    for game in walk(rules, seed, dealer, blind=blind, boldness=boldness)[::5]:
        legal, before = game.legal_actions(), snapshot(game)
        refusals = {action: game.why_not(action) for action in EVERY_ACTION[game.count]}
        assert {action for action, refusal in refusals.items() if refusal is None} == set(legal)
        for refusal in filter(None, refusals.values()):
            assert refusal.rule in OPTIONS or refusal.rule in WITHOUT_OPTION
            assert refusal.reading == game.now.reading(refusal.rule)
            assert refusal.code in REFUSALS
            assert "{" not in str(refusal)
        assert snapshot(game) == before


@quick
@given(rulesets(), seeds, dealers, st.booleans(), st.sets(st.sampled_from(sorted(EXTRAS))))
def test_players_are_asked_whenever_they_may_do_what_they_ever_do(
    rules: Ruleset, seed: int, dealer: int, blind: bool, kinds: set[str]
) -> None:
    """What is left out for speed, of a player who never does certain things, is those things alone."""
    speaks = frozenset(kinds)
    for game in walk(rules, seed, dealer, blind=blind, boldness=15)[::3]:
        for seat in range(game.count):
            legal, asked = game.legal_actions(seat), game.legal_actions(seat, speaks)
            assert set(asked) <= set(legal)
            assert all(action.kind in EXTRAS - speaks for action in legal if action not in asked)
            if seat != game.turn and any(action.kind in speaks for action in legal):
                assert game.may_speak(speaks)


@quick
@given(profiles, seeds, dealers)
def test_a_refused_action_cannot_be_applied(profile: str, seed: int, dealer: int) -> None:
    rng = SplitMix64(seed)
    for game in walk(ruleset(profile), seed, dealer, blind=True):
        action, before = rng.pick(EVERY_ACTION[game.count]), snapshot(game)
        refusal = game.why_not(action)
        if refusal is None:
            game.copy().apply(action)
            continue
        with pytest.raises(IllegalActionError) as caught:
            game.apply(action)
        assert (caught.value.rule, caught.value.reading) == (refusal.rule, refusal.reading)
        assert str(refusal) in str(caught.value)
        assert snapshot(game) == before


@quick
@given(rulesets(), seeds, dealers, st.booleans())
def test_the_seat_in_turn_can_always_act(rules: Ruleset, seed: int, dealer: int, blind: bool) -> None:
    *states, end = walk(rules, seed, dealer, blind=blind)
    for game in states:
        assert game.turn is not None
        assert game.legal_actions(game.turn)
        assert game.legal_actions()[0].seat == game.turn
    assert end.legal_actions() == []
    assert end.turn is None


@quick
@given(profiles, seeds, dealers, boldness)
def test_card_points_add_up_to_120_and_melds_come_on_top(
    profile: str, seed: int, dealer: int, boldness: int
) -> None:
    for game in walk(ruleset(profile), seed, dealer, blind=True, boldness=boldness):
        left = [card for hand in game.hands for card in cards_in(hand)] + game.stock
        left += [card for _, card in game.table]
        taken = [card for trick in game.story for _, card in trick]
        assert mask_of(taken) | mask_of(card for _, card in game.table) == game.played
        assert sorted(left + taken) == list(range(CARD_COUNT)), "each card once, none lost"
        in_tricks = sum(tally.card_points for tally in game.tallies)
        assert in_tricks + sum(game.tables.points[card] for card in left) == 120
        melds = [event.data["points"] for event in game.events if event.kind == "meld"]
        assert sum(tally.meld_points for tally in game.tallies) == sum(melds)
        assert sum(tally.tricks for tally in game.tallies) == len(game.story)


@quick
@given(rulesets(), seeds, dealers, st.booleans())
def test_every_event_names_rules_and_the_readings_in_force(
    rules: Ruleset, seed: int, dealer: int, blind: bool
) -> None:
    game = walk(rules, seed, dealer, blind=blind)[-1]
    for event in game.events:
        assert event.rules
        assert len({rule for rule, _ in event.rules}) == len(event.rules)
        for rule, reading in event.rules:
            phases = [rules, *(rules.in_phase(phase) for phase in ("stock", "closed"))]
            assert reading in {phase.reading(rule) for phase in phases}
    steps = [event.step for event in game.events]
    assert steps == sorted(steps)
    assert steps[-1] == len(game.actions)


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_what_one_loses_another_wins(
    rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    game = walk(rules, seed, dealer, blind=blind, boldness=boldness)[-1]
    points, outcome = game.settlement(), game.outcome
    assert outcome is not None
    assert not set(outcome.winners) & set(outcome.losers)
    if rules.payment == "loser-pays":
        assert sum(points) == 0
    else:
        assert min(points) >= 0
    if rules.surrender_binds != "own-only":
        for seat, change in enumerate(points):
            assert change <= 0 or seat in outcome.winners
            assert change >= 0 or seat in outcome.losers


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_a_full_loss_costs_what_was_told_before(
    rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    """Where no degree relieves, the price is the one that a player can be shown during play."""
    game = walk(rules, seed, dealer, blind=blind, boldness=boldness)[-1]
    assert game.settled is not None
    assert game.outcome is not None
    for account in game.settled.accounts:
        own = side_of(rules, account.seats[0], game.declarer, game.count)
        defender = account.to[0] if game.declarer in own else account.seats[0]
        relieved = account.degree not in (0, None)
        if not relieved and not (game.outcome.kind == THROWN_IN and account.degree is None):
            assert account.price == full_loss(rules, game.stake, defender)


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_a_silent_game_ends_like_one_with_events(
    rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    game = walk(rules, seed, dealer, blind=blind, boldness=boldness)[-1]
    silent = Game.start(rules, deal_for(rules, seed, dealer), blind=blind, silent=True)
    for action in game.actions:
        silent.apply(action)
    assert not silent.events
    assert snapshot(silent) == {**snapshot(game), "silent": True, "events": []}


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_a_copy_goes_its_own_way(rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int) -> None:
    for game in walk(rules, seed, dealer, blind=blind, boldness=boldness)[::4]:
        before, other = snapshot(game), game.copy()
        assert snapshot(other) == before
        rng = SplitMix64(seed)
        while other.phase != OVER:
            other.do(by_chance(other, rng, boldness))
        assert snapshot(game) == before


def as_record(game: Game, profile: str, seed: int | None, *, blind: bool) -> DealRecord:
    """Return the record of *game*, which began as *seed* deals."""
    return DealRecord(
        id="by-chance",
        title={"pl": "Rozdanie losowe", "en": "A deal by chance"},
        ruleset=profile,
        deal=deal_for(game.ruleset, seed or 0, game.dealer),
        actions=tuple(game.actions),
        seed=seed,
        blind=blind,
        expect={profile: {"settlement": settlement_by_name(game)}},
    )


@quick
@given(profiles, seeds, dealers, st.booleans(), boldness)
def test_records_round_trip_and_replay_the_same(
    profile: str, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    game = walk(ruleset(profile), seed, dealer, blind=blind, boldness=boldness)[-1]
    record = as_record(game, profile, seed, blind=blind)
    data = record_to_json(record)
    assert read_record(write_record(record)) == record
    without_seed = {key: value for key, value in data.items() if key != "seed"}
    assert read_record(without_seed).deal == record.deal
    without_cards = {key: value for key, value in data.items() if key not in ("hands", "stock")}
    assert read_record(without_cards).deal == record.deal
    jsonschema.Draft202012Validator(
        json.loads((SCHEMAS / "deal-record.schema.json").read_text(encoding="utf-8"))
    ).validate(data)
    first, second = replay(record, ruleset(profile)), replay(record, ruleset(profile))
    assert first.refused is None
    assert first.applied == len(record.actions)
    assert first.game.events == second.game.events == game.events


@quick
@given(st.sampled_from(FOR_THREE), st.sampled_from(FOR_THREE), seeds, st.booleans())
def test_replay_elsewhere_stops_at_the_first_refusal(own: str, other: str, seed: int, blind: bool) -> None:
    game = played(own, seed, blind=blind)
    record = as_record(game, own, seed, blind=blind)
    result = replay(record, ruleset(other))
    if result.refused is None:
        assert result.applied == len(record.actions)
    else:
        index, action, refusal = result.refused
        assert (index, action) == (result.applied, record.actions[index])
        assert refusal == result.game.why_not(action)


@quick
@given(rulesets(), seeds, dealers, st.booleans())
def test_actions_are_read_as_they_are_written(rules: Ruleset, seed: int, dealer: int, blind: bool) -> None:
    for state in walk(rules, seed, dealer, blind=blind)[::3]:
        for action in state.legal_actions():
            text = format_action(action, state.seats)
            assert parse_action(text, state.seats) == action
            assert state.read_action(text) == action


@quick
@given(st.data(), rulesets())
def test_a_record_may_begin_with_a_position(data: st.DataObject, rules: Ruleset) -> None:
    start = data.draw(positions(rules))
    own = ("leader", "declarer", "trump", "contract", "taken", "doubles", "blind", "refused", "closed_by")
    told = {
        "format": "przemyskie66/deal-record",
        "version": 1,
        "id": "by-chance",
        "title": {"pl": "Końcówka", "en": "An ending"},
        "ruleset": "by-chance",
        "seats": start["seats"],
        "dealer": start["dealer"],
        "hands": {name: text.split() for name, text in start["hands"].items()},
        "stock": start.get("stock", "").split(),
        "position": {key: start[key] for key in own if key in start} | {"trick": start["trick"].split()},
        "actions": [],
    }
    record = read_record(told)
    assert read_record(write_record(record)) == record
    assert snapshot(record.begin(rules)) == snapshot(game_at(rules, start))
    schema = json.loads((SCHEMAS / "deal-record.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(record_to_json(record))


def with_other_hidden_cards(game: Game, seat: int, rng: SplitMix64) -> Game:
    """Return *game* as it would be if the cards that *seat* cannot see lay otherwise."""
    other = game.copy()
    early = game.phase in (BLIND, CHOICE)
    known = game.seen[seat] if early else game.hands[seat]
    shown = game.stock[-1:] if game.ruleset.stock == "stock-with-turn-up" else []
    hidden = game.stock[: len(game.stock) - len(shown)]
    lying = [card for hand in game.hands for card in cards_in(hand & ~known)] + hidden
    lying = rng.shuffled(lying)
    for place, hand in enumerate(game.hands):
        own = known if place == seat else 0
        unknown = (hand & ~own).bit_count()
        drawn, lying = lying[:unknown], lying[unknown:]
        other.hands[place] = own | mask_of(drawn)
        first = game.seen[place].bit_count()
        other.seen[place] = (own | mask_of(drawn[:first])) if early else other.hands[place]
        if early and place == seat:
            other.seen[place] = own
    other.stock = lying + shown
    return other


@quick
@given(rulesets(), seeds, dealers, st.booleans(), boldness)
def test_a_seat_knows_nothing_of_hidden_cards(
    rules: Ruleset, seed: int, dealer: int, blind: bool, boldness: int
) -> None:
    """Neither from its view, nor from what it may do; and so players cannot act on them."""
    rng = SplitMix64(seed)
    for game in walk(rules, seed, dealer, blind=blind, boldness=boldness)[::2]:
        for seat in range(game.count):
            other = with_other_hidden_cards(game, seat, rng)
            view, legal = game.view(seat), game.legal_actions(seat)
            assert other.view(seat) == view
            assert other.legal_actions(seat) == legal
            for policy in (sensible_player, random_player):
                if not legal:
                    continue
                mine = policy(view, legal, SplitMix64(seed))
                assert mine == policy(other.view(seat), other.legal_actions(seat), SplitMix64(seed))
                assert mine in legal or (mine is None and seat != game.turn)
                assert mine is None or seat == game.turn or mine.kind in policy.speaks


@quick
@given(seeds)
def test_before_the_deal_nothing_is_seen_and_in_the_choice_the_first_packet(seed: int) -> None:
    rules = ruleset("witryna")
    deal = deal_for(rules, seed, 2)
    game = Game.start(rules, deal, blind=True)
    assert [game.view(seat).hand for seat in range(3)] == [0, 0, 0]
    for seat in (0, 1, 2):
        game.apply(Action(seat, "no-blind"))
    assert game.view(1).hand == mask_of(deal.hands[1][:4])
    game.apply(Action(0, "choose", suit=0))
    assert game.view(1).hand == mask_of(deal.hands[1])


def as_position(game: Game) -> Position:
    """Return the position at which *game*, in play, stands."""
    assert game.leader is not None
    return Position(
        seats=game.seats,
        dealer=game.dealer,
        hands=tuple(tuple(cards_in(hand)) for hand in game.hands),
        declarer=game.declarer,
        leader=game.leader,
        trump=game.trump,
        trick=tuple(card for _, card in game.table),
        taken=tuple(Tally(t.tricks, t.card_points, t.meld_points) for t in game.tallies),
        doubles=game.calls,
        contract=game.contract or "suit",
        blind=game.blind,
        refused=game.refused,
        stock=tuple(game.stock),
        closed_by=game.closed_by,
    )


@quick
@given(profiles, seeds, dealers, st.booleans())
def test_a_position_of_a_deal_goes_on_as_the_deal_does(
    profile: str, seed: int, dealer: int, blind: bool
) -> None:
    """A game begun in the middle ends as the game that came there."""
    for state in walk(ruleset(profile), seed, dealer, blind=blind, boldness=8)[::3]:
        if state.phase != PLAY or not state.begun or state.offers:
            continue
        other = Game.at(state.ruleset, as_position(state))
        assert other.legal_actions() == state.legal_actions()
        rng = SplitMix64(seed)
        while state.phase != OVER:
            action = by_chance(state, rng, 8)
            state.do(action)
            other.apply(action)
        assert other.settlement() == state.settlement()
        assert other.outcome == state.outcome


@quick
@given(rulesets(), seeds, st.sampled_from([*range(len(SUITS)), None]), st.integers(0, 3))
def test_fast_playout_plays_as_the_game_does(
    rules: Ruleset, seed: int, trump: int | None, leader: int
) -> None:
    """The loop that surveys use makes of the same chance the same tricks, card by card."""
    rules = rules.with_option("direction", "clockwise")
    deal = deal_for(rules, seed)
    leader %= len(deal.seats)
    hands = [mask_of(hand) for hand in deal.hands]
    slow, rng = CardPlay(trick_tables(rules, trump), list(hands), leader), SplitMix64(seed)
    while any(slow.hands):
        legal = list(cards_in(slow.legal()))
        slow.play(legal[rng.below(len(legal))] if len(legal) > 1 else legal[0])
    fast = playout(trick_tables(rules, trump), list(hands), leader, SplitMix64(seed).below)
    assert (fast.tricks, fast.taken, fast.best) == (slow.tricks, slow.taken, slow.best)


@pytest.mark.parametrize("profile", PROFILES)
def test_sensible_players_come_to_an_end(profile: str) -> None:
    for seed in range(20):
        game = Game.start(ruleset(profile), deal_for(ruleset(profile), seed, seed % 3), blind=True)
        play_out(game, [sensible_player] * game.count, SplitMix64(seed))
        kinds = {action.kind for action in game.actions}
        assert game.phase == OVER
        assert not kinds & {"throw-in", "surrender", "blind"}, "too careful for any of these"


def test_suits_share_the_pack() -> None:
    assert sum(SUIT_MASKS) == (1 << CARD_COUNT) - 1


@pytest.mark.parametrize("path", sorted(DEALS.glob("*.deal.json")), ids=lambda path: path.stem)
def test_recorded_deals_are_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not record_faults(json.loads(text), path.name)
    assert write_record(read_record(text)) == text
    schema = json.loads((SCHEMAS / "deal-record.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(text))
