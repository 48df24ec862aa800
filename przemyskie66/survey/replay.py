"""What a deal would have come to under other readings, playing again only what can differ.

A deal is played once under a ruleset that notes which answers the engine asks for, and when. Under
another reading of a rule the same players do the same until that rule is first asked; there the
deal forks. It is theirs again from the moment at which the fork stands as the deal stood, if the
rule is not asked any more. A test plays every deal anew under every reading and sees the same.
"""

from bisect import bisect_left
from typing import Any

from przemyskie66.engine import Deal, Game, Ruleset
from przemyskie66.engine.cardplay import CardPlay, trick_tables
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.legality import legal_cards
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.players import Policy, step
from przemyskie66.engine.ruleset import PHASED, field_of
from przemyskie66.engine.settlement import Points

#: Duties of play: nothing but the tables of tricks asks them.
DUTIES = (*PHASED, "free-discard")


class Watched(Ruleset):
    """A ruleset that notes the names of the answers asked for.

    A deal in whose course an answer is never asked for is the same under any other answer to it.
    """

    @classmethod
    def of(cls, ruleset: Ruleset, asked_for: set[str]) -> "Watched":
        """Return *ruleset* watched; the names go to *asked_for*."""
        watched = object.__new__(cls)
        watched.__dict__.update(ruleset.__dict__, asked_for=asked_for)
        return watched

    def __getattribute__(self, name: str) -> Any:
        """Return the answer, and note its name."""
        found = object.__getattribute__(self, "__dict__")
        if name in found:
            found["asked_for"].add(name)
            return found[name]
        return object.__getattribute__(self, name)

    def _plain(self) -> Ruleset:
        plain = object.__new__(Ruleset)
        plain.__dict__.update((name, value) for name, value in self.__dict__.items() if name != "asked_for")
        return plain

    def in_phase(self, phase: str) -> Ruleset:
        """Return the ruleset of *phase*, watched with this one."""
        return Watched.of(self._plain().in_phase(phase), self.__dict__["asked_for"])

    def with_option(self, rule: str, value: object, reading: str = "") -> Ruleset:
        """Return this ruleset with another answer to *rule*, watched with this one."""
        return Watched.of(self._plain().with_option(rule, value, reading), self.__dict__["asked_for"])


class Course:
    """A deal played to its end under a ruleset, and what it comes to under others."""

    def __init__(self, ruleset: Ruleset, deal: Deal, policy: Policy, chance: int) -> None:
        """Play *deal* under *ruleset*, every seat by *policy*, its chance seeded by *chance*."""
        self.ruleset, self.deal, self.chance = ruleset, deal, chance
        self.policies = [policy] * len(deal.seats)
        self._changes = bool(ruleset.phases or deal.stock)  # whether duties change in the course of play
        asked: set[str] = set()
        rng = SplitMix64(chance)
        self.game = game = Game.start(Watched.of(ruleset, asked), deal, silent=True)
        self._asked: dict[str, list[int]] = {
            name: [0] for name in asked
        }  # by answer, the steps that ask for it
        self._before: list[tuple[Game, int]] = []  # by step, the game and the state of chance before it
        while game.phase != OVER:
            number = len(self._before)
            self._before.append((game.copy(), rng.state))
            asked.clear()
            step(game, self.policies, rng)
            for name in asked:
                self._asked.setdefault(name, []).append(number)

    def under(self, rule: str, ruleset: Ruleset) -> tuple[Points, ...]:
        """Return the settlement points under *ruleset*, which answers *rule* alone otherwise."""
        asked = self._asked.get(field_of(rule), [])
        if rule in DUTIES and asked:
            asked = self._partings(ruleset)
        if not asked:
            return self.game.settlement()
        game, rng = self._fork(asked[0], ruleset)
        while game.phase != OVER:
            step(game, self.policies, rng)
            number = len(game.actions)
            if number < len(self._before) and self._stands_alike(game, rng):
                later = bisect_left(asked, number)
                if later == len(asked):
                    return self.game.settlement()
                if asked[later] > number and not self._changes:
                    game, rng = self._fork(asked[later], ruleset)
        return game.settlement()

    def _fork(self, number: int, ruleset: Ruleset) -> tuple[Game, SplitMix64]:
        """Return the game as it stands before the step *number*, to go on under *ruleset*."""
        if not number or self._changes:
            return Game.start(ruleset, self.deal, silent=True), SplitMix64(self.chance)
        before, chance = self._before[number]
        game = before.copy()
        game.ruleset = game.now = ruleset
        game.cards.use(trick_tables(ruleset, game.trump))
        return game, SplitMix64(chance)

    def _stands_alike(self, game: Game, rng: SplitMix64) -> bool:
        """Return whether *game* and the deal as it was played stand alike, but for their rulesets."""
        own, chance = self._before[len(game.actions)]
        return rng.state == chance and _same(game, own)

    def _partings(self, ruleset: Ruleset) -> list[int]:
        """Return the steps at which other cards were legal under *ruleset*."""
        if self._changes:
            return list(range(len(self._before)))
        end = self.game.cards.tables
        if trick_tables(ruleset, end.trump) is end:
            return []
        found = []
        for number, (game, _) in enumerate(self._before):
            if game.phase == PLAY and game.turn is not None:
                other = trick_tables(ruleset, game.trump)
                legal = legal_cards(game.hands[game.turn], other.tiers[game.cards.state])
                if legal != game.cards.legal():
                    found.append(number)
        return found


def _same(game: Game, other: Game) -> bool:
    """Return whether the two stand alike, but for their rulesets."""
    one, two = game.__dict__, other.__dict__
    return all(one[name] == two[name] for name in one if name not in _APART) and all(
        getattr(game.cards, name) == getattr(other.cards, name) for name in CardPlay.__slots__
    )


_APART = frozenset({"ruleset", "now", "cards", "events", "tables"})
