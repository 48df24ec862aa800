"""A table with one person and two computer players, for the page: JSON in, JSON out.

The page sends a request and draws what comes back; every rule is asked of the engine. It runs in
the browser's Python and, for the tests, in any other. Requests are objects with ``call``:

=============  =====================================================================================
``start``      ``lang``, ``ruleset`` (its JSON), ``deal`` (a record, played afresh) or ``seed``,
               ``seat`` (number of the person's seat) → ``frames``
``act``        ``action`` (text form) → ``frames``, or ``refusal`` where a rule forbids it
``go-on``      the person lets the others play on → ``frames``
``undo``       back to the person's last decision → ``frames``
``case``       ``case``, ``ruleset`` → ``ok``, ``failures``: a rule case run here
=============  =====================================================================================

A *frame* is all there is to see at one moment (:meth:`Table.frame`); several follow one another when
the computer players act.
"""

import json
from collections.abc import Sequence
from typing import Any

from przemyskie66.engine import Action, Deal, Game, Ruleset, format_action, parse_action
from przemyskie66.engine.cards import SUITS, cards_in, suit_of
from przemyskie66.engine.cases import run_case
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.notation import format_card, format_suit
from przemyskie66.engine.play import CHOICE, OVER, PLAY
from przemyskie66.engine.players import simple_player
from przemyskie66.engine.record import read_record
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.engine.trick import winning_card
from przemyskie66.site.play.words import INTERFACE, label, pick, say_event, say_refusal, signed

#: Suits of a hand side by side in colours that alternate.
SUIT_ORDER = [SUITS.index(suit) for suit in "SHCD"]


class Table:
    """One deal, one person, two computer players."""

    def __init__(self, game: Game, person: int, lang: str, seed: int) -> None:
        self.game = game
        self.person = person
        self.lang = lang
        self.seed = seed
        self.names = [
            pick(INTERFACE["you"], lang) if seat == person else name for seat, name in enumerate(game.seats)
        ]
        self.waived: tuple[str, ...] = ()
        self.past: list[tuple[Game, tuple[str, ...]]] = []
        self.told = 0

    # What the person may do

    def extras(self) -> tuple[str, ...]:
        """Return what the person may do out of turn, in text form; empty when it is his turn."""
        if self.game.turn in (None, self.person):
            return ()
        return tuple(format_action(a, self.game.seats) for a in self.game.legal_actions(self.person))

    def waits(self) -> bool:
        """Return whether the table waits for the person."""
        if self.game.phase == OVER or self.game.turn == self.person:
            return True
        extras = self.extras()
        return bool(extras) and extras != self.waived

    # What is done

    def act(self, text: str) -> dict[str, Any]:
        """Do the person's action and let the others answer.

        :raises NotationError: if *text* is no action.
        """
        action = parse_action(text, self.game.seats)
        refusal = self.game.why_not(action)
        if refusal is not None:
            return {
                "refusal": {
                    "rule": refusal.rule,
                    "reading": refusal.reading,
                    "text": say_refusal(refusal, self.names, self.game.seats, self.lang),
                }
            }
        self._remember()
        self.game.apply(action)
        return {"frames": self.run()}

    def go_on(self) -> dict[str, Any]:
        """Let the others play on though the person could have spoken."""
        self._remember()
        self.waived = self.extras()
        return {"frames": self.run(shown=True)}

    def undo(self) -> dict[str, Any]:
        """Go back to the person's last decision; stay where there is none."""
        if self.past:
            self.game, self.waived = self.past.pop()
            self.told = 0
        return {"frames": [self.frame()]}

    def _remember(self) -> None:
        self.past.append((self.game.copy(), self.waived))

    def run(self, *, shown: bool = False) -> list[dict[str, Any]]:
        """Let the computer players act until the table waits for the person; return a frame for each action.

        *shown* says that what the table looks like now has been drawn already.
        """
        frames = [] if shown else [self.frame()]
        while self.game.phase != OVER and self._computer_acts():
            frames.append(self.frame())
        return frames or [self.frame()]

    def _computer_acts(self) -> bool:
        """Let one computer player act and say whether any did: those out of turn are asked first."""
        game = self.game
        # Chance depends on the deal and the moment alone, so that undoing and redoing changes nothing.
        chance = SplitMix64(self.seed * 1009 + len(game.actions))
        for seat in sorted(range(len(game.seats)), key=lambda seat: seat == game.turn):
            if seat == self.person or (seat == game.turn and self.waits()):
                continue
            legal = game.legal_actions(seat)
            action = simple_player(game.view(seat), legal, chance) if legal else None
            if action is not None:
                game.apply(action)
                return True
        return False

    # What is seen

    def frame(self) -> dict[str, Any]:
        """Return all there is to see now; the log holds what is new since the last frame."""
        game = self.game
        events, self.told, whole = game.events[self.told :], len(game.events), self.told == 0
        waits = self.waits()
        return {
            "phase": game.phase,
            "seats": [self._seat(seat) for seat in range(len(game.seats))],
            "person": self.person,
            "turn": game.turn,
            "trump": None if game.trump is None else format_suit(game.trump),
            "stake": str(game.ruleset.base_stake * 2**game.calls),
            "doubled": game.calls > 0,
            "hand": self._hand(waits),
            "hidden": len(tuple(cards_in(game.hands[self.person] & ~game.seen[self.person]))),
            "table": self._table(),
            "last": self._last_trick(),
            "buttons": self._buttons() if waits else [],
            "prompt": self._prompt(waits),
            "waits": waits,
            "can_go_on": waits and game.phase != OVER and game.turn != self.person,
            "can_undo": bool(self.past),
            "log": [line for event in events if (line := self._log_line(event)) is not None],
            "whole_log": whole,
            "result": self._result(),
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        game = self.game
        tally = game.tallies[seat]
        role = None
        if game.declarer is not None:
            role = "declarer" if seat == game.declarer else "defender"
        return {
            "name": self.names[seat],
            "role": role,
            "dealer": seat == game.dealer,
            "cards": game.hands[seat].bit_count(),
            "tricks": tally.tricks,
            "points": game.card_points(seat),
        }

    def _hand(self, waits: bool) -> list[dict[str, Any]]:
        """The person's cards, suit by suit, the strongest first, each with what can be done with it."""
        game, tables = self.game, self.game.tables
        playable: dict[int, list[Action]] = {}
        if waits and game.turn == self.person:
            for action in game.legal_actions(self.person):
                if action.card is not None:
                    playable.setdefault(action.card, []).append(action)
        order = sorted(
            cards_in(game.view(self.person).hand),
            key=lambda card: (SUIT_ORDER.index(suit_of(card)), -tables.strength[card]),
        )
        return [
            {
                "card": format_card(card),
                "action": format_action(Action(self.person, "play", card=card), game.seats),
                "barred": game.phase == PLAY and waits and game.turn == self.person and card not in playable,
                "ways": self._as_buttons(playable[card]) if len(playable.get(card, ())) > 1 else [],
            }
            for card in order
        ]

    def _table(self) -> list[dict[str, Any]]:
        game = self.game
        if not game.table:
            return []
        best = winning_card(game.ruleset, game.tables, [card for _, card in game.table], game.trump)
        return [{"seat": seat, "card": format_card(card), "wins": card == best} for seat, card in game.table]

    def _last_trick(self) -> dict[str, Any] | None:
        game = self.game
        if game.last_winner is None:
            return None
        cards = [
            {"seat": seat, "card": format_card(card), "wins": seat == game.last_winner}
            for seat, card in game.last_trick
        ]
        return {"cards": cards, "winner": self.names[game.last_winner]}

    def _as_buttons(self, actions: Sequence[Action]) -> list[dict[str, Any]]:
        return [
            {"action": format_action(action, self.game.seats), "label": label(action, self.lang)}
            for action in actions
        ]

    def _buttons(self) -> list[dict[str, Any]]:
        return self._as_buttons([a for a in self.game.legal_actions(self.person) if a.card is None])

    def _prompt(self, waits: bool) -> str:
        game = self.game
        if game.phase == OVER:
            key = "over"
        elif not waits:
            assert game.turn is not None
            return pick(INTERFACE["wait"], self.lang).format(name=self.names[game.turn])
        elif game.turn != self.person:
            key = "extra-now"
        else:
            key = "choose-now" if game.phase == CHOICE else "play-now"
        return pick(INTERFACE[key], self.lang)

    def _log_line(self, event: Any) -> dict[str, Any] | None:
        text = say_event(event, self.names, self.lang)
        if not text:
            return None
        return {"kind": event.kind, "text": text, "rules": [list(pair) for pair in event.rules]}

    def _result(self) -> dict[str, Any] | None:
        game = self.game
        if game.phase != OVER:
            return None
        rows = [
            {"name": name, "points": signed(points_to_json(points))}
            for name, points in zip(self.names, game.settlement(), strict=True)
        ]
        last = [event for event in game.events if event.kind in ("outcome", "settlement")]
        text = [say_event(event, self.names, self.lang) for event in last]
        rules = dict.fromkeys(tuple(pair) for event in last for pair in event.rules)
        return {
            "rows": rows,
            "text": [line for line in text if line],
            "rules": [list(pair) for pair in rules],
        }


class Desk:
    """Answers requests, holding the table between them."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def answer(self, text: str) -> str:
        """Return the answer to the request *text*, both JSON."""
        return json.dumps(self._answer(json.loads(text)), ensure_ascii=False)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        call = request["call"]
        if call == "case":
            result = run_case(request["case"], Ruleset.from_json(request["ruleset"]))
            return {"ok": result.ok, "failures": list(result.failures)}
        if call == "start":
            self.table = start(request)
            return {"frames": self.table.run()}
        assert self.table is not None, "a request before start"
        if call == "act":
            return self.table.act(request["action"])
        return {"go-on": self.table.go_on, "undo": self.table.undo}[call]()


def start(request: dict[str, Any]) -> Table:
    """Return the table that a ``start`` request asks for.

    :raises NotationError: if the record cannot be read.
    :raises RulesetError: if the ruleset cannot.
    """
    ruleset = Ruleset.from_json(request["ruleset"])
    seed = int(request.get("seed", 0))
    recorded = request.get("deal")
    deal = read_record(recorded).deal if recorded else Deal.from_seed(seed, dealer=seed % 3)
    return Table(Game.start(ruleset, deal), request["seat"], request["lang"], seed)
