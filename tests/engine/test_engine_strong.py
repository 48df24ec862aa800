"""The strong computer player: it plays by the rules, always alike, sees only its view, and is better."""

from math import comb

import pytest
from engine_support import ruleset

from przemyskie66.engine import Deal, Game
from przemyskie66.engine.cards import SUIT_MASKS, mask_of, suit_of
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.players import Policy, play_out, random_player, sensible_player, step
from przemyskie66.engine.strong import imagined, lacking, strong_player


def chosen(seed: int) -> Game:
    """Return the deal of *seed*, a game chosen by sensible players, or over if none was."""
    game = Game.start(ruleset("witryna"), Deal.from_seed(seed, seed % 3), silent=True)
    rng = SplitMix64(seed)
    while game.phase not in (PLAY, OVER):
        step(game, [sensible_player] * 3, rng)
    return game


def played(game: Game, declarer: Policy, defender: Policy, seed: int) -> Game:
    """Return *game* played to its end."""
    end = game.copy()
    play_out(
        end, [declarer if seat == game.declarer else defender for seat in range(game.count)], SplitMix64(seed)
    )
    return end


@pytest.mark.parametrize(
    ("profile", "seats"), [("ojciec", 3), ("wikibooks-3", 3), ("wikibooks-4", 4), ("wikibooks-2", 2)]
)
def test_it_plays_by_the_rules_and_always_alike(profile: str, seats: int) -> None:
    for seed in range(2):
        games = []
        for _ in range(2):
            game = Game.start(ruleset(profile), Deal.from_seed(seed, 0, seat_names(seats)), silent=True)
            rng = SplitMix64(seed)
            policies = [strong_player if seat < 2 else random_player for seat in range(seats)]
            while game.phase != OVER:
                before = game.copy()
                action = step(game, policies, rng)
                assert before.why_not(action) is None
            games.append(game)
        assert games[0].actions == games[1].actions


def test_what_it_imagines_fits_what_it_saw() -> None:
    for seed in range(20):
        game, rng = chosen(seed), SplitMix64(seed)
        while game.phase != OVER and game.turn is not None:
            view = game.view(game.turn)
            position = imagined(view, rng)
            hands = [mask_of(hand) for hand in position.hands]
            assert hands[view.seat] == view.hand
            assert tuple(hand.bit_count() for hand in hands) == view.sizes
            assert not any(hand & view.played for hand in hands)
            assert sum(hands) | view.played == (1 << 24) - 1
            step(game, [random_player] * 3, rng)


def test_a_seat_that_did_not_follow_lacks_the_suit() -> None:
    for seed in range(40):
        game, rng = chosen(seed), SplitMix64(seed)
        while game.phase != OVER and game.turn is not None:
            step(game, [sensible_player] * 3, rng)
            view = game.view(0)
            barred = lacking(view)
            for seat, hand in enumerate(game.hands):
                assert not hand & barred[seat]  # what it concludes is true
            for seat, card in view.trick[1:]:
                if suit_of(card) != suit_of(view.trick[0][1]):
                    assert (
                        barred[seat] & SUIT_MASKS[suit_of(view.trick[0][1])]
                        == SUIT_MASKS[suit_of(view.trick[0][1])]
                    )


def test_it_gains_in_every_seat_against_sensible_players() -> None:
    games = {seed: game for seed in DEALS if (game := chosen(seed)).phase == PLAY}
    results = {
        name: [declarers_gain(played(game, *policies, seed)) for seed, game in games.items()]
        for name, policies in (
            ("sensible", (sensible_player, sensible_player)),
            ("strong declarer", (strong_player, sensible_player)),
            ("strong defenders", (sensible_player, strong_player)),
        )
    }
    assert {name: sum(gains) for name, gains in results.items()} == PINNED
    better = worse = 0
    for plain, declarer, defenders in zip(*results.values(), strict=True):
        better += (declarer > plain) + (defenders < plain)
        worse += (declarer < plain) + (defenders > plain)
    assert sign_test(better, worse) < 0.01


DEALS = range(40)

#: Settlement points of the declarer over these deals.
PINNED = {"sensible": -34, "strong declarer": 28, "strong defenders": -74}


def declarers_gain(game: Game) -> int:
    """Return what the declarer of *game* gained, in settlement points."""
    assert game.declarer is not None
    return int(game.settlement()[game.declarer])


def sign_test(better: int, worse: int) -> float:
    """Return how likely so many or more of the changes would be for the better, were both equally likely."""
    total = better + worse
    return sum(comb(total, number) for number in range(better, total + 1)) / 2**total
