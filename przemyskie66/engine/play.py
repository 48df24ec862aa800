"""One deal, from the cards to the settlement: ask, check, do.

:class:`Game` holds the state. :meth:`Game.legal_actions` asks, :meth:`Game.why_not` checks and
names the rule that forbids, :meth:`Game.apply` does. Every refusal and every event bears the
ids of the rules that acted; the functions that hold the rules stand in the modules beside.

A deal goes through three phases: ``choice`` (players in turn choose or pass), ``play`` and
``over``. Beside the action of the seat in turn, a seat may have *extra* actions (throw in,
double, announce); nobody is obliged to answer them, so that a record can be replayed under a
ruleset that does not know them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from przemyskie66.engine.cards import (
    SUIT_MASKS,
    SUITS,
    CardTables,
    card_tables,
    cards_in,
    mask_of,
    suit_of,
)
from przemyskie66.engine.deal import Deal, Position, Tally
from przemyskie66.engine.legality import Narrowing, forbidding_rule, legal_cards, narrowings
from przemyskie66.engine.melds import MELD_RULES, meld_fault, meld_points
from przemyskie66.engine.notation import (
    Action,
    format_action,
    format_card,
    format_cards,
    format_mask,
    format_suit,
    match_action,
)
from przemyskie66.engine.outcome import (
    NOBODY_CHOSE,
    Outcome,
    counted_points,
    played_out,
    side_of,
    side_points,
    thrown_in,
    won_by,
)
from przemyskie66.engine.refusal import (
    NOT_PLAYED,
    Refusal,
    deal_refusals,
    position_refusals,
    refusal_error,
)
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.settlement import Points, Settlement, points_to_json, settle
from przemyskie66.engine.trick import card_points, winning_card
from przemyskie66.errors import IllegalActionError, NotationError

CHOICE, PLAY, OVER = "choice", "play", "over"


@dataclass(frozen=True)
class Event:
    """One thing that happened, and the rules, each with the reading in force, that made it so."""

    kind: str  #: deal position choose pass packet double throw-in announce meld play trick target outcome settlement
    seat: int | None
    rules: tuple[tuple[str, str], ...]
    data: dict[str, Any] = field(default_factory=dict)  #: JSON values; seats as numbers
    step: int = 0  #: how many actions had been done, the one that caused the event included


@dataclass(frozen=True)
class View:
    """What one seat may know: its own cards and what lay open on the table."""

    ruleset: Ruleset
    tables: CardTables
    seats: tuple[str, ...]
    seat: int
    dealer: int
    phase: str
    turn: int | None
    hand: int  #: mask of the own cards seen so far
    declarer: int | None
    trump: int | None
    leader: int | None
    trick: tuple[tuple[int, int], ...]  #: seat and card, in the order played
    played: int  #: mask of all cards played so far, those on the table included
    tallies: tuple[Tally, ...]
    calls: int


class Game:
    """A deal being played under one ruleset. Made by :meth:`start` or :meth:`at`."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], dealer: int, hands: list[int]) -> None:
        self.ruleset = ruleset
        self.tables = card_tables(ruleset.rank_order, ruleset.card_points)
        self.seats = seats
        self.dealer = dealer
        self.hands = hands  #: masks of the cards held
        self.seen = list(hands)  #: masks of what each seat has seen of its cards during the choice
        self.phase = CHOICE
        self.turn: int | None = None
        self.passes = 0
        self.declarer: int | None = None
        self.trump: int | None = None
        self.leader: int | None = None
        self.table: list[tuple[int, int]] = []  #: seat and card of the open trick
        self.last_trick: tuple[tuple[int, int], ...] = ()
        self.last_winner: int | None = None
        self.played = 0
        self.tallies = [Tally()] * len(seats)
        self.calls = 0
        self.begun = False  #: whether a card has been played
        self.first_at_target: tuple[int, ...] | None = None
        self.outcome: Outcome | None = None
        self.settled: Settlement | None = None
        self.actions: list[Action] = []
        self.events: list[Event] = []

    # Beginnings

    @classmethod
    def start(cls, ruleset: Ruleset, deal: Deal) -> "Game":
        """Return the game that begins with *deal*, the first packet seen and the choice open.

        :raises NotPlayedError: if the ruleset is for a number of players the engine does not play for.
        :raises IllegalActionError: if the deal is not one of this ruleset, listing every reason.

        Rules: players, deck, deal-packets, direction, choice-order
        """
        refusals = deal_refusals(ruleset, deal)
        if refusals:
            raise refusal_error("this deal cannot be played", refusals)
        game = cls(ruleset, deal.seats, deal.dealer, [mask_of(hand) for hand in deal.hands])
        first = ruleset.deal_packets[0]
        game.seen = [mask_of(hand[:first]) for hand in deal.hands]
        game.turn = game.eldest
        game._note(
            "deal",
            None,
            ("players", "deck", "deal-packets", "direction"),
            dealer=deal.dealer,
            first=[format_cards(hand[:first]) for hand in deal.hands],
        )
        return game

    @classmethod
    def at(cls, ruleset: Ruleset, position: Position) -> "Game":
        """Return the game that stands at *position*, in the phase of play.

        :raises NotPlayedError: if the ruleset is for a number of players the engine does not play for.
        :raises IllegalActionError: if a card stands twice or the hands do not fit the trick,
            listing every reason.

        Rules: players, deck, direction
        """
        refusals = position_refusals(ruleset, position)
        if refusals:
            raise refusal_error("this position cannot be played", refusals)
        game = cls(ruleset, position.seats, position.dealer, [mask_of(hand) for hand in position.hands])
        game.phase = PLAY
        game.declarer, game.leader = position.declarer, position.leader
        game.trump = position.trump if ruleset.trump == "trump" else None
        game.turn = position.leader
        for card in position.trick:
            assert game.turn is not None
            game.table.append((game.turn, card))
            game.played |= 1 << card
            game.turn = game._next(game.turn)
        if position.taken:
            game.tallies = list(position.taken)
        game.calls = position.doubles
        full = sum(ruleset.deal_packets)
        tricks_taken = any(tally.tricks for tally in game.tallies)
        game.begun = tricks_taken or bool(position.trick) or len(position.hands[position.leader]) < full
        game._note("position", None, ("players", "deck", "direction"), leader=position.leader)
        game._watch_target()
        return game

    def copy(self) -> "Game":
        """Return a game in the same state, which can go on without changing this one."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.hands, other.seen = list(self.hands), list(self.seen)
        other.table, other.tallies = list(self.table), list(self.tallies)
        other.actions, other.events = list(self.actions), list(self.events)
        return other

    # Asking

    @property
    def eldest(self) -> int:
        """The seat next to the dealer. Rule: direction."""
        return self._next(self.dealer)

    def _next(self, seat: int) -> int:
        step = 1 if self.ruleset.direction == "clockwise" else -1
        return (seat + step) % len(self.seats)

    def duties(self) -> tuple[Narrowing, ...]:
        """Return the duties of the seat in turn in the phase of play; see :func:`narrowings`."""
        if self.phase != PLAY or self.turn is None:
            return ()
        cards = [card for _, card in self.table]
        return narrowings(self.ruleset, self.tables, self.hands[self.turn], cards, self.trump)

    def legal_mask(self) -> int:
        """Return the mask of the cards that the seat in turn may play; 0 outside the phase of play."""
        if self.phase != PLAY or self.turn is None:
            return 0
        return legal_cards(self.hands[self.turn], self.duties())

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """Return what *seat* may do now, or what anybody may, the seat in turn first.

        While the deal is not over, the seat in turn always has at least one action.
        """
        if self.phase == OVER:
            return []
        if seat is None:
            order = sorted(range(len(self.seats)), key=lambda s: (s != self.turn, s))
            return [action for s in order for action in self.legal_actions(s)]
        candidates: list[Action] = []
        if seat == self.turn and self.phase == CHOICE:
            candidates = [Action(seat, "choose", suit=suit) for suit in range(len(SUITS))]
            candidates.append(Action(seat, "pass"))
        elif seat == self.turn:
            for card in cards_in(self.legal_mask()):
                candidates += [Action(seat, "play", card=card), Action(seat, "play", card=card, meld=True)]
        candidates += [Action(seat, kind) for kind in ("throw-in", "double", "announce")]
        return [action for action in candidates if self.why_not(action) is None]

    def read_action(self, text: str) -> Action:
        """Return the action that a person's *text* means here; it may leave out what is clear.

        :raises NotationError: if it means none.
        :raises AmbiguousActionError: if it means more than one.
        """
        return match_action(text, self.seats, self.legal_actions())

    def why_not(self, action: Action) -> Refusal | None:
        """Return why *action* is not allowed now, or ``None`` if it is.

        :raises NotationError: if it names a seat that this game does not have.
        """
        if not 0 <= action.seat < len(self.seats):
            raise NotationError(f"seat {action.seat}: expected a seat from 0 to {len(self.seats) - 1}")
        if self.phase == OVER:
            return self._refuse(self._closing_rule(), "deal-over")
        return self._CHECKS[action.kind](self, action)

    def _refuse(self, rule: str, code: str, **data: Any) -> Refusal:
        return Refusal(rule, self.ruleset.reading(rule), code, data)

    def _closing_rule(self) -> str:
        assert self.outcome is not None
        return self.outcome.rules[0]

    def _check_choice(self, action: Action) -> Refusal | None:
        """Rules: choice-order, first-choice, second-choice, choice-threshold, nobody-chooses."""
        rules = self.ruleset
        if self.phase == PLAY:
            if action.contract not in (None, "warszawa") and not self.begun:
                return self._refuse(
                    "second-choice", NOT_PLAYED, contract=action.contract, see="second-choice"
                )
            return self._refuse("choice-order", "choice-made")
        if action.seat != self.turn:
            return self._refuse("choice-order", "not-your-turn", turn=self._turn_name())
        if action.kind == "pass":
            if self._is_last_to_speak() and rules.nobody_chooses == "last-must-choose":
                return self._refuse("nobody-chooses", "must-choose")
            return None
        if action.contract is not None:
            if action.contract == "warszawa" and rules.first_choice == "suit-or-warszawa":
                return self._refuse(
                    "first-choice", NOT_PLAYED, contract=action.contract, see="warszawa-meaning"
                )
            return self._refuse("first-choice", "not-offered", contract=action.contract)
        if rules.choice_threshold == "suit-held":
            assert action.suit is not None
            if not self.seen[action.seat] & SUIT_MASKS[action.suit]:
                return self._refuse("choice-threshold", "suit-not-held")
        return None

    def _turn_name(self) -> str:
        assert self.turn is not None
        return self.seats[self.turn]

    def _is_last_to_speak(self) -> bool:
        """Rule: choice-order."""
        speakers = len(self.seats)
        if self.ruleset.choice_order == "next-then-last":
            speakers = 2  # the seat next to the dealer, and the one behind it
        return self.passes + 1 >= speakers

    def _check_double(self, action: Action) -> Refusal | None:
        """Rules: doubling, doubling-when, ladder-rungs, doubling-who."""
        rules = self.ruleset
        if rules.doubling == "none":
            return self._refuse("doubling", "not-in-use")
        if self.phase == CHOICE:
            return self._refuse("doubling-when", "no-game-yet")
        if self.begun and rules.doubling_when == "before-first-card":
            return self._refuse("doubling-when", "too-late")
        if self.calls >= rules.ladder_rungs:
            return self._refuse("ladder-rungs", "ladder-ended", rungs=rules.ladder_rungs)
        declarer_calls = rules.doubling_who == "alternate" and self.calls % 2 == 1
        if (action.seat == self.declarer) != declarer_calls:
            return self._refuse("doubling-who", "not-your-call", seat=self.seats[action.seat])
        return None

    def _check_throw_in(self, action: Action) -> Refusal | None:
        """Rules: throw-in, throw-in-when, throw-in-who."""
        rules = self.ruleset
        if rules.throw_in == "not-allowed":
            return self._refuse("throw-in", "not-in-use")
        if self.phase == CHOICE:
            return self._refuse("throw-in-when", "before-all-cards")
        if self.begun and rules.throw_in_when != "any-time":
            return self._refuse("throw-in-when", "too-late")
        if rules.throw_in_who == "nobody" or action.seat != self.declarer:
            return self._refuse("throw-in-who", "not-entitled", seat=self.seats[action.seat])
        return None

    def _check_announce(self, action: Action) -> Refusal | None:
        """Rules: end-of-play, defenders-target, target, target-counting, sides."""
        rules = self.ruleset
        if rules.end_of_play == "played-out":
            return self._refuse("end-of-play", "not-in-use")
        if self.phase == CHOICE:
            return self._refuse("end-of-play", "no-play-yet")
        assert self.declarer is not None
        if action.seat != self.declarer and rules.defenders_target == "no-effect":
            return self._refuse("defenders-target", "defenders-cannot-win")
        side = side_of(rules, action.seat, self.declarer, len(self.seats))
        found = side_points(rules, side, self.tallies)
        if found < rules.target:
            return self._refuse("target", "target-not-reached", found=found, expected=rules.target)
        return None

    def _check_play(self, action: Action) -> Refusal | None:
        """Rules: first-lead, next-lead, direction, deal-packets, the duties and the rules of melds."""
        assert action.card is not None
        if self.phase == CHOICE:
            return self._refuse("choice-order", "choice-open")
        if action.seat != self.turn:
            return self._refuse(self._turn_rule(), "not-your-turn", turn=self._turn_name())
        name, hand, card = self.seats[action.seat], self.hands[action.seat], action.card
        if not hand & (1 << card):
            return self._refuse("deal-packets", "not-held", seat=name, card=format_card(card))
        steps = self.duties()
        rule = forbidding_rule(card, steps)
        if rule is not None:
            return self._refuse(
                rule,
                "duty",
                seat=name,
                card=format_card(card),
                hand=format_mask(hand),
                legal=format_mask(legal_cards(hand, steps)),
                trick=format_cards(c for _, c in self.table),
                trump=format_suit(self.trump),
            )
        if action.meld:
            fault = meld_fault(
                self.ruleset,
                hand,
                card,
                is_declarer=action.seat == self.declarer,
                is_leading=not self.table,
            )
            if fault is not None:
                return self._refuse(*fault, card=format_card(card))
        return None

    def _turn_rule(self) -> str:
        """Return the rule that says whose card is next."""
        if self.table:
            return "direction"
        return "next-lead" if self.begun else "first-lead"

    # Doing

    def apply(self, action: Action) -> None:
        """Do *action*; what follows of itself (the trick taken, the deal settled) is done too.

        :raises IllegalActionError: if a rule forbids it.
        :raises NotPlayedError: if the sources have it but the engine does not play it.
        :raises NotationError: if it names a seat that this game does not have.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise refusal_error(f"{format_action(action, self.seats)!r} cannot be done", [refusal])
        self.actions.append(action)
        self._DEEDS[action.kind](self, action)

    def _note(self, kind: str, seat: int | None, rules: tuple[str, ...], **data: Any) -> None:
        reading = self.ruleset.reading
        named = tuple((rule, reading(rule)) for rule in dict.fromkeys(rules))
        self.events.append(Event(kind, seat, named, data, len(self.actions)))

    def _do_choose(self, action: Action) -> None:
        """Rules: choice-order, first-choice, choice-threshold, trump, deal-packets, first-lead."""
        rules = self.ruleset
        self.declarer = action.seat
        self.trump = action.suit if rules.trump == "trump" else None
        self._note(
            "choose",
            action.seat,
            ("choice-order", "direction", "first-choice", "choice-threshold", "trump"),
            suit=format_suit(action.suit),
            trump=format_suit(self.trump),
        )
        self.phase = PLAY
        self.seen = list(self.hands)
        for packet in rules.deal_packets[1:]:
            self._note("packet", None, ("deal-packets",), cards=packet)
        self.leader = self.eldest if rules.first_lead == "eldest" else self.declarer
        self.turn = self.leader

    def _do_pass(self, action: Action) -> None:
        """Rules: choice-order, nobody-chooses, direction."""
        last = self._is_last_to_speak()
        self._note("pass", action.seat, ("choice-order", "direction"))
        self.passes += 1
        assert self.turn is not None
        self.turn = self._next(self.turn)
        if last:
            self._end(Outcome(NOBODY_CHOSE, (), (), ("nobody-chooses",)))

    def _do_double(self, action: Action) -> None:
        """Rules: doubling, doubling-who, doubling-when, ladder-rungs."""
        self.calls += 1
        rules = ("doubling", "doubling-who", "doubling-when", "ladder-rungs")
        self._note("double", action.seat, rules, calls=self.calls)

    def _do_throw_in(self, action: Action) -> None:
        """Rules: throw-in, throw-in-who, throw-in-when."""
        assert self.declarer is not None
        self._note("throw-in", action.seat, ("throw-in", "throw-in-who", "throw-in-when"))
        self._end(thrown_in(self.ruleset, self.declarer, self.tallies))

    def _do_announce(self, action: Action) -> None:
        """Rules: end-of-play, target, target-counting, defenders-target, sides."""
        assert self.declarer is not None
        side = side_of(self.ruleset, action.seat, self.declarer, len(self.seats))
        rules: tuple[str, ...] = ("end-of-play", "target", "target-counting")
        if action.seat != self.declarer:
            rules = (*rules, "defenders-target")
        self._note("announce", action.seat, rules, points=side_points(self.ruleset, side, self.tallies))
        self._end(won_by(rules, side, self.declarer, len(self.seats)))

    def _do_play(self, action: Action) -> None:
        """Rules: first-lead, next-lead, direction, the duties, the rules of melds."""
        seat, card = action.seat, action.card
        assert card is not None
        duties = tuple(step.rule for step in self.duties())
        if action.meld:
            points = meld_points(self.ruleset, suit_of(card), self.trump)
            self.tallies[seat] += Tally(meld_points=points)
            self._note("meld", seat, MELD_RULES, suit=format_suit(suit_of(card)), points=points)
        self._note("play", seat, (self._turn_rule(), *duties), card=format_card(card))
        self.begun = True
        self.hands[seat] ^= 1 << card
        self.played |= 1 << card
        self.table.append((seat, card))
        if action.meld:
            self._watch_target()
        if len(self.table) < len(self.seats):
            self.turn = self._next(seat)
        else:
            self._take_trick()

    def _take_trick(self) -> None:
        """Rules: trick-winner, rank-order, card-points, next-lead, end-of-play."""
        assert self.leader is not None
        assert self.declarer is not None
        cards = [card for _, card in self.table]
        best = winning_card(self.ruleset, self.tables, cards, self.trump)
        winner = next(seat for seat, card in self.table if card == best)
        points = card_points(self.tables, cards)
        self.tallies[winner] += Tally(tricks=1, card_points=points)
        self._note(
            "trick",
            winner,
            ("trick-winner", "rank-order", "card-points"),
            cards=format_cards(cards),
            points=points,
        )
        self.last_trick, self.last_winner = tuple(self.table), winner
        self.table = []
        self.leader = winner if self.ruleset.next_lead == "winner" else self._next(self.leader)
        self.turn = self.leader
        self._watch_target()
        if not any(self.hands):
            self._end(played_out(self.ruleset, self.declarer, self.tallies, self.first_at_target, winner))

    def _watch_target(self) -> None:
        """Note which side is the first to have the target, of those whom it serves.

        Rules: target, target-counting, defenders-target, sides
        """
        if self.first_at_target is not None:
            return
        assert self.declarer is not None
        count = len(self.seats)
        order = sorted(range(count), key=lambda seat: seat != self.declarer)
        for seat in order:
            if seat != self.declarer and self.ruleset.defenders_target == "no-effect":
                continue
            side = side_of(self.ruleset, seat, self.declarer, count)
            points = side_points(self.ruleset, side, self.tallies)
            if points >= self.ruleset.target:
                self.first_at_target = side
                rules = ("target", "target-counting", "defenders-target", "sides")
                self._note("target", None, rules, side=list(side), points=points)
                return

    def _end(self, outcome: Outcome) -> None:
        self.phase, self.turn, self.outcome = OVER, None, outcome
        self._note(
            "outcome",
            None,
            outcome.rules,
            outcome=outcome.kind,
            winners=list(outcome.winners),
            losers=list(outcome.losers),
        )
        self.settled = settle(self.ruleset, outcome, self.declarer, self.tallies, self.calls)
        self._note(
            "settlement",
            None,
            self.settled.rules,
            points=[points_to_json(number) for number in self.settled.points],
            degrees=[[list(account.seats), account.degree] for account in self.settled.accounts],
        )

    _CHECKS: ClassVar[dict[str, Callable[["Game", Action], Refusal | None]]] = {
        "choose": _check_choice,
        "pass": _check_choice,
        "double": _check_double,
        "throw-in": _check_throw_in,
        "announce": _check_announce,
        "play": _check_play,
    }
    _DEEDS: ClassVar[dict[str, Callable[["Game", Action], None]]] = {
        "choose": _do_choose,
        "pass": _do_pass,
        "double": _do_double,
        "throw-in": _do_throw_in,
        "announce": _do_announce,
        "play": _do_play,
    }

    # Results

    def card_points(self, seat: int) -> int:
        """Return the card points of *seat* that count towards the target.

        Rule: target-counting
        """
        return counted_points(self.tallies[seat], self.ruleset.target_counting)

    def settlement(self) -> tuple[Points, ...]:
        """Return what the deal changes for each seat, in settlement points.

        :raises IllegalActionError: while the deal is not over.
        """
        if self.settled is None:
            reading = self.ruleset.reading("end-of-play")
            raise IllegalActionError(
                f"no settlement yet: the deal is in the phase {self.phase!r}", "end-of-play", reading
            )
        return self.settled.points

    def view(self, seat: int) -> View:
        """Return what *seat* may know."""
        hand = self.seen[seat] if self.phase == CHOICE else self.hands[seat]
        return View(
            ruleset=self.ruleset,
            tables=self.tables,
            seats=self.seats,
            seat=seat,
            dealer=self.dealer,
            phase=self.phase,
            turn=self.turn,
            hand=hand,
            declarer=self.declarer,
            trump=self.trump,
            leader=self.leader,
            trick=tuple(self.table),
            played=self.played,
            tallies=tuple(self.tallies),
            calls=self.calls,
        )
