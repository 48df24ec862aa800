"""What one person sees of a game, as JSON for the page. Nothing here decides anything: every fact is asked of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from przemyskie66.engine import Action, Event, Game, Tally, format_action
from przemyskie66.engine.cards import SUITS, cards_in, suit_of
from przemyskie66.engine.contracts import SIXTY_SIX, SUIT_GAME, leads_first
from przemyskie66.engine.notation import format_card, format_suit
from przemyskie66.engine.outcome import side_of, side_points, won_by
from przemyskie66.engine.play import BLIND, OVER, PLAY
from przemyskie66.engine.settlement import Settlement, points_to_json, settle
from przemyskie66.engine.trick import winning_card
from przemyskie66.site.play.words import (
    CALLS,
    INTERFACE,
    LATER_CALL,
    Sentence,
    join,
    label,
    pick,
    say_event,
    say_game,
    signed,
)

#: Suits of a hand side by side in colours that alternate.
SUIT_ORDER = [SUITS.index(suit) for suit in "SHCD"]

Json = dict[str, Any]


@dataclass(frozen=True)
class Sight:
    """One person's sight of a game; ``None`` as person is somebody who holds no cards."""

    game: Game
    person: int | None
    names: Sequence[str]  #: what the page calls the seats
    lang: str

    # The table

    def table(self) -> Json:
        """Return what lies open: seats, the game that is played, its price, the trick, the stock."""
        game = self.game
        return {
            "phase": game.phase,
            "turn": game.turn,
            "seats": [self._seat(seat) for seat in range(game.count)],
            "sides": self._sides(),
            "contract": self._contract(),
            "trump": None if game.trump is None else format_suit(game.trump),
            "terms": self._terms(),
            "stake": self._stake(),
            "table": self._trick(),
            "last": self._last_trick(),
            "stock": self._stock(),
        }

    def _seat(self, seat: int) -> Json:
        game = self.game
        tally, role = game.tally(seat), None
        if game.declarer is not None:
            role = "defender" if seat in game.defenders() else "partner"
            role = "declarer" if seat == game.declarer else role
        return {
            "name": self.names[seat],
            "role": role,
            "dealer": seat == game.dealer,
            "cards": game.view(seat).sizes[seat],
            "tricks": tally.tricks,
            "points": game.card_points(seat),
        }

    def _sides(self) -> list[Json]:
        """Card points of those who count together, where that is more than one seat."""
        game = self.game
        if game.declarer is None:
            return []
        sides = dict.fromkeys(
            side_of(game.ruleset, seat, game.declarer, game.count)
            for seat in (game.declarer, *range(game.count))
        )
        return [
            {
                "names": join([self.names[seat] for seat in side], self.lang),
                "points": side_points(game.ruleset, side, game.tallies),
            }
            for side in sides
            if len(side) > 1
        ]

    def _contract(self) -> Json | None:
        """The game that is played, or the highest call so far."""
        game = self.game
        call = game.standing
        if game.declarer is None and call is None:
            return None
        contract = game.contract or (call.contract if call is not None else SUIT_GAME)
        seat = game.declarer if game.declarer is not None else call.seat if call is not None else None
        return {
            "name": say_game(contract, self.lang),
            "seat": None if seat is None else self.names[seat],
            "blind": game.blind,
            "settled": game.declarer is not None,
        }

    def _terms(self) -> list[list[str]]:
        """The rules, each with its reading, that say what this game asks and brings."""
        game, rules = self.game, []
        if game.terms is None:
            rules = ["target", "trump-fixing"] if game.ruleset.stock else []
        else:
            assert game.declarer is not None
            aim = game.terms.aim_rule
            rules = [aim, game.terms.trump_rule, game.terms.pay_rule]
            rules.append(leads_first(game.ruleset, game.terms.contract, game.eldest, game.declarer)[1])
            if game.terms.aim == SIXTY_SIX and aim != "target":
                rules.append("target")
            if game.terms.contract != SUIT_GAME:
                rules.append("contract-melds")
        return [
            [rule, game.ruleset.reading(rule)] for rule in dict.fromkeys(rules) if game.ruleset.asks(rule)
        ]

    def _stake(self) -> Json:
        """What a full loss costs now, each loser to each winner, and by which rules."""
        found = full_loss(self.game)
        prices = {account.price for account in found.accounts}
        if len(prices) == 1:
            text = str(prices.pop())
        else:
            text = ", ".join(
                f"{self.names[seat]} {account.price}" for account in found.accounts for seat in account.seats
            )
        reading = self.game.ruleset.reading
        return {
            "text": text,
            "calls": self.game.calls,
            "rules": [[rule, reading(rule)] for rule in found.rules],
        }

    def _trick(self) -> list[Json]:
        game = self.game
        if not game.table:
            return []
        best = winning_card(game.now, game.tables, [card for _, card in game.table], game.trump)
        return [{"seat": seat, "card": format_card(card), "wins": card == best} for seat, card in game.table]

    def _last_trick(self) -> Json | None:
        game = self.game
        if game.last_winner is None:
            return None
        cards = [
            {"seat": seat, "card": format_card(card), "wins": seat == game.last_winner}
            for seat, card in game.last_trick
        ]
        return {"cards": cards, "winner": self.names[game.last_winner]}

    def _stock(self) -> Json | None:
        game = self.game
        if not game.ruleset.stock or game.phase == BLIND:
            return None
        turned_up = game.view(0).turned_up
        return {
            "left": len(game.stock),
            "turned_up": None if turned_up is None else format_card(turned_up),
            "closed_by": None if game.closed_by is None else self.names[game.closed_by],
        }

    # The hand and what can be done

    def hand(self, *, acts: bool) -> list[Json]:
        """Return the person's cards, suit by suit, the strongest first, each with what can be done with it.

        *acts* says that it is for the person to play a card now.
        """
        if self.person is None:
            return []
        game, strength = self.game, self.game.tables.strength
        playable: dict[int, list[Action]] = {}
        if acts:
            for action in game.legal_actions(self.person):
                if action.card is not None:
                    playable.setdefault(action.card, []).append(action)
        held = cards_in(game.view(self.person).hand)
        order = sorted(held, key=lambda card: (SUIT_ORDER.index(suit_of(card)), -strength[card]))
        return [
            {
                "card": format_card(card),
                "action": format_action(Action(self.person, "play", card=card), game.seats),
                "barred": acts and card not in playable,
                "ways": [self.button(way) for way in playable.get(card, ())]
                if len(playable.get(card, ())) > 1
                else [],
            }
            for card in order
        ]

    def hidden(self) -> int:
        """Return how many of the person's cards lie face down before him."""
        if self.person is None or self.game.phase == OVER:
            return 0
        held = self.game.hands[self.person]
        return (held & ~self.game.view(self.person).hand).bit_count()

    def buttons(self, actions: Sequence[Action]) -> list[Json]:
        """Return *actions* as groups of buttons: suits side by side, games side by side, the rest."""
        groups: dict[str, list[Action]] = {}
        for action in sorted(actions, key=lambda action: _group(action) == "rest"):
            groups.setdefault(_group(action), []).append(action)
        return [
            {
                "title": self._group_title(name, found[0]),
                "buttons": [self.button(action, in_group=name != "rest") for action in found],
            }
            for name, found in groups.items()
        ]

    def _group_title(self, name: str, action: Action) -> str:
        if name == "rest":
            return ""
        if name == "suit":
            return pick(INTERFACE["name-suit" if action.kind == "name" else "choose-suit"], self.lang)
        if name == "games":
            return pick(INTERFACE["blind-games" if action.kind == "blind" else "other-games"], self.lang)
        key = "blind-with-suit" if action.kind == "blind" else "game-with-suit"
        return pick(INTERFACE[key], self.lang).format(game=say_game(action.game, self.lang))

    def button(self, action: Action, *, in_group: bool = False) -> Json:
        """Return what the button of *action* needs; within a group of its kind it can say less."""
        said: Json = {"action": format_action(action, self.game.seats), "label": self.label(action)}
        if in_group:
            said["short"] = (
                [{"suit": SUITS[action.suit]}]
                if action.suit is not None
                else [say_game(action.game, self.lang)]
            )
        return said

    def label(self, action: Action) -> Sentence:
        """Return what *action* is called; a call that doubles has a name by its number."""
        if action.kind != "double":
            return label(action, self.lang)
        number = self.game.calls + 1
        name = pick(CALLS.get(number, LATER_CALL), self.lang).format(calls=number)
        return [name[0].upper() + name[1:]]

    # What was said and how it ended

    def log(self, events: Sequence[Event]) -> list[Json]:
        """Return the lines for *events*; the others' cards drawn from the stock are left out."""
        sees = () if self.person is None else (self.person,)
        lines = []
        for event in events:
            text = say_event(event, self.names, self.lang, sees)
            if text:
                lines.append(
                    {"kind": event.kind, "text": text, "rules": [list(pair) for pair in event.rules]}
                )
        return lines

    def result(self) -> Json | None:
        """Return how the deal ended, or ``None`` while it goes on."""
        game = self.game
        if game.phase != OVER:
            return None
        last = [event for event in game.events if event.kind in ("zyd", "outcome", "settlement")]
        text = [say_event(event, self.names, self.lang) for event in last]
        rules = dict.fromkeys(tuple(pair) for event in last for pair in event.rules)
        return {
            "rows": [
                {"name": name, "points": signed(points_to_json(points))}
                for name, points in zip(self.names, game.settlement(), strict=True)
            ],
            "text": [line for line in text if line],
            "rules": [list(pair) for pair in rules],
        }


def _group(action: Action) -> str:
    if action.kind not in ("choose", "blind", "name"):
        return "rest"
    if action.contract is None:
        return "suit"
    return "games" if action.suit is None else f"{action.contract} with a suit"


def full_loss(game: Game) -> Settlement:
    """Return what the deal would come to now if one side won and the others had taken nothing.

    Before a game is chosen the first seat stands for the winner.
    """
    winner = 0 if game.declarer is None else game.declarer
    side = side_of(game.ruleset, winner, game.declarer, game.count)
    outcome = won_by(game.ruleset, (), side, game.declarer, game.count)
    return settle(game.ruleset, outcome, game.declarer, [Tally()] * game.count, game.stake)


def acts_now(game: Game, person: int | None) -> bool:
    """Return whether it is for *person* to play a card."""
    return person is not None and game.phase == PLAY and game.turn == person
