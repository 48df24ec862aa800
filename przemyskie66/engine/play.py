"""One deal, from the cards to the settlement: ask, check, do.

:class:`Game` holds the state. :meth:`Game.legal_actions` asks, :meth:`Game.why_not` checks and
names the rule that forbids, :meth:`Game.apply` does. Every refusal and every event bears the
ids of the rules that acted; the functions that hold the rules stand in the modules beside.

A deal goes through phases (see :mod:`~przemyskie66.engine.state`). Beside the action of the seat
in turn, a seat may have *extra* actions (throw in, double, surrender, announce, replace a game
chosen on the first packet, exchange the nine, close the stock); nobody is obliged to answer them,
so that a record can be replayed under a ruleset that does not know them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from przemyskie66.engine import choosing, staking, stock, surrender
from przemyskie66.engine.cardplay import CardPlay, TrickTables, trick_tables
from przemyskie66.engine.cards import (
    CARD_COUNT,
    KING,
    QUEEN,
    RANKS,
    SUITS,
    CardTables,
    cards_in,
    mask_of,
    suit_of,
)
from przemyskie66.engine.contracts import SIXTY_SIX, SUIT_GAME, leads_first, terms_of
from przemyskie66.engine.deal import Deal, Position, Tally
from przemyskie66.engine.legality import Narrowing, forbidding_rule, legal_cards, narrowings
from przemyskie66.engine.melds import MELD_RULES, meld_fault, meld_points
from przemyskie66.engine.notation import (
    HIDDEN,
    OPEN,
    Action,
    format_action,
    format_card,
    format_cards,
    format_mask,
    format_suit,
    match_action,
)
from przemyskie66.engine.outcome import (
    DECLARER_LOSES,
    DECLARER_WINS,
    NOBODY_CHOSE,
    Outcome,
    aim_decided,
    aim_outcome,
    played_out,
    side_of,
    side_points,
    surrendered,
    thrown_in,
    won_by,
)
from przemyskie66.engine.refusal import Refusal, deal_refusals, position_refusals, refusal_error
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.settlement import Points, points_to_json, settle
from przemyskie66.engine.settlement import has_half as _has_half
from przemyskie66.engine.state import (
    BLIND,
    CHOICE,
    NAMING,
    OVER,
    PLAY,
    SECOND,
    TAKING,
    Call,
    DealState,
    Event,
)
from przemyskie66.errors import IllegalActionError, NotationError

__all__ = [
    "BLIND", "CHOICE", "NAMING", "OVER", "PLAY", "SECOND", "TAKING", "Event", "Game", "View",
]  # fmt: skip

#: Every play of a card, made once: by seat, card and whether it is melded.
_PLAYS = [
    [
        (Action(seat, "play", card=card), Action(seat, "play", card=card, meld=True))
        for card in range(CARD_COUNT)
    ]
    for seat in range(4)
]

_RANKS = len(RANKS)
_MELDING = (KING, QUEEN)

#: Actions that a seat may have beside those of its turn.
_EXTRAS = ("throw-in", "double", "surrender", "announce", "exchange", "close")
_OF_THE_STOCK = ("exchange", "close")


@dataclass(slots=True)
class View:
    """What one seat may know: its own cards and what lay open on the table."""

    ruleset: Ruleset
    tables: CardTables
    tricks: TrickTables
    seats: tuple[str, ...]
    seat: int
    dealer: int
    phase: str
    turn: int | None
    hand: int  #: mask of the own cards seen so far
    sizes: tuple[int, ...]  #: how many cards each seat holds
    declarer: int | None
    contract: str | None
    standing: tuple[int, str, int | None] | None  #: seat, contract and suit of the highest call
    trump: int | None
    leader: int | None
    trick: tuple[tuple[int, int], ...]  #: seat and card, in the order played
    played: int  #: mask of all cards played so far, those on the table included
    story: tuple[tuple[tuple[int, int], ...], ...]  #: the tricks taken, each seat and card in order
    taken: tuple[
        tuple[int, ...], tuple[int, ...], tuple[int, ...]
    ]  #: tricks, card points, meld points by seat
    calls: int
    stock: int  #: how many cards are left to draw
    turned_up: int | None  #: the card that lies turned up
    closed_by: int | None
    way: int  #: 1 where play goes round clockwise, else -1

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What each seat has taken."""
        return tuple(Tally(*three) for three in zip(*self.taken, strict=True))


class Game(DealState):
    """A deal being played under one ruleset. Made by :meth:`start` or :meth:`at`."""

    # Beginnings

    @classmethod
    def start(cls, ruleset: Ruleset, deal: Deal, *, blind: bool = False, silent: bool = False) -> "Game":
        """Return the game that begins with *deal*: the first packet seen and the choice open.

        With *blind* it begins before the deal, where the ruleset knows games called then. With
        *silent* no events are noted.

        :raises IllegalActionError: if the deal is not one of this ruleset, listing every reason.

        Rules: players, deck, deal-packets, direction, choice-order, stock, blind-time
        """
        refusals = deal_refusals(ruleset, deal)
        if refusals:
            raise refusal_error("this deal cannot be played", refusals)
        game = cls(ruleset, deal.seats, deal.dealer, [mask_of(hand) for hand in deal.hands], deal.stock)
        game.silent = silent
        first = ruleset.deal_packets[0]
        game.first_packets = [hand[:first] for hand in deal.hands]
        if blind and ruleset.blind_games:
            game.phase, game.seen = BLIND, [0] * game.count
            game.turn = game.eldest
            game.note("before-deal", None, ("blind-time", "direction"), dealer=game.dealer)
        else:
            game._deal()
        return game

    def _deal(self) -> None:
        """Rules: players, deck, deal-packets, direction, stock, trump-fixing."""
        self.seen = [mask_of(hand) for hand in self.first_packets]
        rules = ["players", "deck", "deal-packets", "direction"]
        if self.ruleset.stock:
            rules.append("stock")
        data: dict[str, Any] = (
            {} if self.silent else {"first": [format_cards(hand) for hand in self.first_packets]}
        )
        if self.stock:
            rules.append("trump-fixing")
            up, shown = self.stock[-1], self.ruleset.stock == "stock-with-turn-up"
            fixed = shown and self.ruleset.trump_fixing == "turned-up" and self.ruleset.trump == "trump"
            self.trump = suit_of(up) if fixed else None
            data |= {"left": len(self.stock)} | ({"turned_up": format_card(up)} if shown else {})
        self.note("deal", None, rules, dealer=self.dealer, **data)
        if self.ruleset.first_choice:
            self.phase, self.spoken = CHOICE, 0
            self.turn = choosing.speakers(self)[0]
        else:
            self.seen = list(self.hands)
            leads = self.eldest if self.ruleset.first_lead == "eldest" else self.dealer
            self._begin(leads)

    @classmethod
    def at(cls, ruleset: Ruleset, position: Position, *, silent: bool = False) -> "Game":
        """Return the game that stands at *position*, in the phase of play.

        :raises IllegalActionError: if a card stands twice or the hands do not fit the trick,
            listing every reason.

        Rules: players, deck, direction
        """
        refusals = position_refusals(ruleset, position)
        if refusals:
            raise refusal_error("this position cannot be played", refusals)
        hands = [mask_of(hand) for hand in position.hands]
        game = cls(ruleset, position.seats, position.dealer, hands, position.stock)
        game.silent = silent
        game.phase = PLAY
        game.declarer, game.blind, game.refused = position.declarer, position.blind, position.refused
        game.closed_by = position.closed_by
        if position.declarer is not None:
            game.contract = position.contract
            game.terms = terms_of(ruleset, position.contract)
            game.standing = Call(position.declarer, position.contract, position.trump)
            game.ladders = dict.fromkeys(game.defenders(), position.doubles)
        game.trump = position.trump if ruleset.trump == "trump" else None
        if position.taken:
            for seat, tally in enumerate(position.taken):
                game.cards.tricks[seat], game.cards.taken[seat] = tally.tricks, tally.card_points
                game.melded[seat] = tally.meld_points
        full = sum(ruleset.deal_packets)
        game.begun = (
            any(game.cards.tricks) or bool(position.trick) or len(position.hands[position.leader]) < full
        )
        game._lead(position.leader)
        stock.enter_phase(game)
        for card in position.trick:
            assert game.turn is not None
            game.hands[game.turn] |= 1 << card  # the open trick is played again, from the hands
            game.table.append((game.turn, card))
            game.played |= 1 << card
            game.cards.play(card)
            game.turn = game.cards.turn
        game.note("position", None, ("players", "deck", "direction"), leader=position.leader)
        game._watch_target()
        return game

    def copy(self) -> "Game":
        """Return a game in the same state, which can go on without changing this one."""
        other = object.__new__(type(self))
        self.copy_state(other)
        return other

    # Asking

    @property
    def leader(self) -> int | None:
        """Who leads, or led, to the trick on the table."""
        return self.cards.leader if self.led else None

    def duties(self) -> tuple[Narrowing, ...]:
        """Return the duties of the seat in turn in the phase of play; see :func:`narrowings`."""
        if self.phase != PLAY or self.turn is None:
            return ()
        return narrowings(self.hands[self.turn], self.cards.tables.tiers[self.cards.state])

    def legal_mask(self) -> int:
        """Return the mask of the cards that the seat in turn may play; 0 outside the phase of play."""
        return self.cards.legal() if self.phase == PLAY and self.turn is not None else 0

    def legal_actions(self, seat: int | None = None, extras: frozenset[str] | None = None) -> list[Action]:
        """Return what *seat* may do now, or what anybody may, the seat in turn first.

        *extras*, if given, limits the extra actions to those kinds. While the deal is not over, the
        seat in turn always has at least one action.
        """
        if self.phase == OVER:
            return []
        if seat is None:
            order = sorted(range(self.count), key=lambda s: (s != self.turn, s))
            return [action for s in order for action in self.legal_actions(s, extras)]
        found: list[Action] = []
        if seat == self.turn and self.phase == PLAY:
            plays = _PLAYS[seat]
            for card in cards_in(self.cards.legal()):
                plain, meld = plays[card]
                found.append(plain)
                if card % _RANKS in _MELDING and self._unmeldable(meld) is None:
                    found.append(meld)
        if self.phase != PLAY or not self.begun:
            asked = extras is None or self.phase != PLAY or "choose" in extras
            found += self._calls(seat) if asked else []
        for kind in self._open_kinds():
            if extras is None or kind in extras:
                action = _EXTRA_ACTIONS[seat][kind]
                if self.why_not(action) is None:
                    found.append(action)
        return found

    def may_speak(self, kinds: frozenset[str]) -> bool:
        """Return whether a seat out of turn might now have an extra action of one of *kinds*."""
        if self.phase == PLAY and self.begun:
            return not kinds.isdisjoint(self._open_kinds())
        return True

    def _calls(self, seat: int) -> list[Action]:
        """Return the calls, names and takings that *seat* may make in this phase."""
        phase = self.phase
        if phase == BLIND:
            calls = choosing.calls_of(self, seat, "blind", self.ruleset.blind_games)
            return [action for action in (_NO_BLIND[seat], *calls) if self.why_not(action) is None]
        if phase in (CHOICE, SECOND):
            if seat != self.turn:
                return []
            games = choosing.first_games(self) if phase == CHOICE else choosing.second_games(self)
            calls = choosing.calls_of(self, seat, "choose", games)
            return [action for action in (*calls, _PASSES[seat]) if self.why_not(action) is None]
        if phase == TAKING:
            return _TAKINGS[seat] if seat == self.turn else []
        found = _NAMES[seat] if phase == NAMING and seat == self.turn else []
        open_still = phase in (PLAY, NAMING) and not self.begun and self.ruleset.second_choice
        if open_still and choosing.replacing_fault(self, seat) is None:
            found = found + choosing.calls_of(self, seat, "choose", choosing.second_games(self))
        return found

    def _open_kinds(self) -> list[str]:
        """Return the kinds of extra actions that the ruleset knows and whose time may be now, as offered."""
        rules, begun = self.ruleset, self.begun
        found = []
        if rules.throw_in not in ("", "not-allowed") and (not begun or rules.throw_in_when == "any-time"):
            found.append("throw-in")
        if rules.doubling not in ("", "none") and (not begun or rules.doubling_when == "any-time"):
            found.append("double")
        if begun and rules.surrender not in ("", "not-allowed"):
            found.append("surrender")
        # nobody can have the target before the side that is first to have it is noted
        if self.first_at_target is not None and rules.end_of_play == "on-announced-66":
            found.append("announce")
        if self.stock:
            found += _OF_THE_STOCK
        return found

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
        if not 0 <= action.seat < self.count:
            raise NotationError(f"seat {action.seat}: expected a seat from 0 to {self.count - 1}")
        if self.phase == OVER:
            assert self.outcome is not None
            return self.refuse(self.outcome.rules[0], "deal-over")
        return self._CHECKS[action.kind](self, action)

    def _check_choose(self, action: Action) -> Refusal | None:
        if not self.ruleset.first_choice:
            return self.refuse("trump-fixing", "not-chosen")
        return choosing.check_choose(self, action)

    def _check_announce(self, action: Action) -> Refusal | None:
        """Rules: end-of-play, defenders-target, target, target-counting, sides."""
        rules = self.ruleset
        if rules.end_of_play != "on-announced-66":
            return self.refuse("end-of-play", "not-in-use")
        if self.phase in (*staking.BEFORE_GAME, NAMING):
            return self.refuse("end-of-play", "no-play-yet")
        if self.terms is not None and self.terms.aim != SIXTY_SIX:
            return self.refuse(self.terms.aim_rule, "another-aim")
        side = side_of(rules, action.seat, self.declarer, self.count)
        if self.declarer not in (None, *side) and rules.defenders_target == "no-effect":
            return self.refuse("defenders-target", "defenders-cannot-win")
        found = side_points(rules, side, self.tallies)
        if found < rules.target:
            return self.refuse("target", "target-not-reached", found=found, expected=rules.target)
        return None

    def _check_play(self, action: Action) -> Refusal | None:
        """Rules: first-lead, next-lead, direction, deal-packets, the duties and the rules of melds."""
        assert action.card is not None
        if self.phase != PLAY:
            return self._too_early()
        if action.seat != self.turn:
            return self.refuse(self._turn_rule(), "not-your-turn", turn=self.turn_name())
        hand, card = self.hands[action.seat], action.card
        bit = 1 << card
        if not self.cards.legal() & bit:
            return self._why_not_card(action.seat, hand, card)
        return self._meld_fault(action) if action.meld else None

    def _too_early(self) -> Refusal:
        if self.phase == TAKING:
            return self.refuse("last-two-who", "card-to-take")
        if self.phase == NAMING:
            assert self.terms is not None
            return self.refuse(self.terms.trump_rule, "trump-to-name")
        if self.phase == BLIND:
            return self.refuse("choice-time", "not-dealt-yet")
        return self.refuse("choice-order" if self.phase == CHOICE else "second-choice", "choice-open")

    def _why_not_card(self, seat: int, hand: int, card: int) -> Refusal:
        name = self.seats[seat]
        if not hand & (1 << card):
            return self.refuse("deal-packets", "not-held", seat=name, card=format_card(card))
        rule = forbidding_rule(card, self.duties())
        assert rule is not None  # a card held and not legal is forbidden by a duty
        return self.refuse(
            rule,
            "duty",
            seat=name,
            card=format_card(card),
            hand=format_mask(hand),
            legal=format_mask(legal_cards(hand, self.cards.tables.tiers[self.cards.state])),
            trick=format_cards(c for _, c in self.table),
            trump=format_suit(self.trump),
        )

    def _meld_fault(self, action: Action) -> Refusal | None:
        """Rules: the rules of melds, contract-melds."""
        assert action.card is not None
        fault = self._unmeldable(action)
        if fault is None:
            return None
        if fault[0] == "contract-melds":
            assert self.terms is not None
            return self.refuse(*fault, contract=self.terms.contract)
        return self.refuse(*fault, card=format_card(action.card))

    def _unmeldable(self, action: Action) -> tuple[str, str] | None:
        """Return the rule that forbids this meld and a code for why. Rules: those of melds, contract-melds."""
        assert action.card is not None
        if self.terms is not None and not self.terms.melds:
            return "contract-melds", "no-melds-in"
        return meld_fault(
            self.ruleset,
            self.hands[action.seat],
            action.card,
            is_declarer=action.seat == self.declarer,
            is_leading=not self.table,
            has_trick=self.cards.tricks[action.seat] > 0,
        )

    def _turn_rule(self) -> str:
        """Return the rule that says whose card is next."""
        if self.table:
            return "direction"
        if self.begun or self.declarer is None:
            return "next-lead" if self.begun else "first-lead"
        return "first-lead" if self.contract == SUIT_GAME else "contract-first-lead"

    # Doing

    def apply(self, action: Action) -> None:
        """Do *action*; what follows of itself (the trick taken, the deal settled) is done too.

        :raises IllegalActionError: if a rule forbids it.
        :raises NotationError: if it names a seat that this game does not have.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise refusal_error(f"{format_action(action, self.seats)!r} cannot be done", [refusal])
        self.do(action)

    def do(self, action: Action) -> None:
        """Do *action*, which the caller knows to be allowed, unchecked."""
        self.actions.append(action)
        self._DEEDS[action.kind](self, action)

    def _do_blind(self, action: Action) -> None:
        """Rules: blind-order, blind-then-choice, deal-packets."""
        if not choosing.do_blind(self, action):
            return
        if self.standing is not None and self.ruleset.blind_then_choice == "blind-stands":
            self.note("blind-stands", self.standing.seat, ("blind-then-choice",))
            self._begin_game()
        else:
            self._deal()

    def _do_choose(self, action: Action) -> None:
        """Rules: choice-order, second-choice, second-choice-who, nobody-chooses, deal-packets."""
        if self.phase in (PLAY, NAMING):
            choosing.do_replace(self, action)
            self._begin_game(dealt=True)
            return
        if not choosing.do_choose(self, action):
            return
        second = self.phase == SECOND
        if self.standing is not None:
            self._begin_game(dealt=second)
        elif second or not self.ruleset.second_choice or self.ruleset.second_choice_who == "first-chooser":
            rules = (
                ("nobody-chooses", "second-choice-who") if self.ruleset.second_choice else ("nobody-chooses",)
            )
            self._end(Outcome(NOBODY_CHOSE, (), (), rules))
        else:
            self._deal_rest()
            self.phase, self.spoken, self.turn = SECOND, 0, self.eldest

    def _deal_rest(self) -> None:
        """Rule: deal-packets."""
        self.seen = list(self.hands)
        for packet in self.ruleset.deal_packets[1:]:
            self.note("packet", None, ("deal-packets",), cards=packet)

    def _begin_game(self, *, dealt: bool = False) -> None:
        """Begin the game that stands. Rules: deal-packets, first-lead, contract-first-lead."""
        if not dealt:
            self._deal_rest()
        choosing.settle_game(self)
        assert self.declarer is not None
        assert self.contract is not None
        self.phase, self.turn = NAMING, self.declarer
        if not choosing.needs_name(self):
            leader, _ = leads_first(self.ruleset, self.contract, self.eldest, self.declarer)
            self._begin(leader)

    def _begin(self, leader: int) -> None:
        self.phase = PLAY
        self._lead(leader)
        stock.enter_phase(self)

    def _lead(self, leader: int) -> None:
        tricks, taken = self.cards.tricks, self.cards.taken
        self.cards = CardPlay(trick_tables(self.ruleset, self.trump), self.hands, leader, self.way)
        self.cards.tricks, self.cards.taken = tricks, taken
        self.led = True
        self.turn = leader

    def _do_name(self, action: Action) -> None:
        """Rules: warszawa-trump, contract-first-lead."""
        assert self.terms is not None
        assert self.declarer is not None
        self.trump = action.suit if self.ruleset.trump == "trump" else None
        self.note("name", action.seat, (self.terms.trump_rule,), trump=format_suit(self.trump))
        leader, _ = leads_first(self.ruleset, self.terms.contract, self.eldest, self.declarer)
        self._begin(leader)

    def _do_throw_in(self, action: Action) -> None:
        """Rules: throw-in, throw-in-who, throw-in-when."""
        assert self.declarer is not None
        self.note("throw-in", action.seat, ("throw-in", "throw-in-who", "throw-in-when"))
        self._end(thrown_in(self.ruleset, self.declarer, self.tallies))

    def _do_double(self, action: Action) -> None:
        staking.do_double(self, action)

    def _do_surrender(self, action: Action) -> None:
        losers = surrender.do_surrender(self, action)
        if losers:
            assert self.declarer is not None
            self._end(surrendered(self.ruleset, self.declarer, losers, self.tallies))

    def _do_announce(self, action: Action) -> None:
        """Rules: end-of-play, target, target-counting, defenders-target, first-to-66, sides."""
        side = side_of(self.ruleset, action.seat, self.declarer, self.count)
        rules: tuple[str, ...] = ("end-of-play", "target", "target-counting")
        if self.declarer is not None and self.declarer not in side:
            rules = (*rules, "defenders-target")
            own = side_of(self.ruleset, self.declarer, self.declarer, self.count)
            if side_points(self.ruleset, own, self.tallies) >= self.ruleset.target:
                rules = (*rules, "first-to-66")
                if self.ruleset.first_to_66 == "declarer-wins":
                    side = own
        self.note("announce", action.seat, rules, points=side_points(self.ruleset, side, self.tallies))
        self._end(won_by(self.ruleset, rules, side, self.declarer, self.count))

    def _do_take(self, action: Action) -> None:
        stock.do_take(self, action)
        self.phase, self.turn = PLAY, self.cards.turn

    def _do_play(self, action: Action) -> None:
        """Rules: first-lead, next-lead, direction, the duties, the rules of melds."""
        seat, card = action.seat, action.card
        assert card is not None
        if self.offers:
            self.offers = ()
        relief = self._relief() if self.ruleset.surrender_when == "at-once-only" else ()
        if action.meld:
            points = meld_points(self.ruleset, suit_of(card), self.trump)
            self.melded[seat] += points
            rules = (*MELD_RULES, "meld-credit")
            self.note("meld", seat, rules, suit=format_suit(suit_of(card)), points=points)
        if not self.silent:
            duties = tuple(step.rule for step in self.duties())
            self.note("play", seat, (self._turn_rule(), *duties), card=format_card(card))
        self.begun = True
        self.played |= 1 << card
        self.table.append((seat, card))
        if action.meld:
            self._watch_target()
        full = self.cards.play(card)
        self.turn = self.cards.turn
        if full:
            self._take_trick()
        if self.ruleset.surrender_when == "at-once-only":
            self.fresh = tuple(
                s
                for s, (old, new) in enumerate(zip(relief, self._relief(), strict=True))
                if (new[0] and not old[0]) or (new[1] and not old[1])
            )

    def _relief(self) -> tuple[tuple[bool, bool], ...]:
        """Return for each seat whether it has a trick, and the half. Rule: surrender."""
        return tuple((tally.tricks > 0, _has_half(self.ruleset, tally)) for tally in self.tallies)

    def _take_trick(self) -> None:
        """Rules: trick-winner, rank-order, card-points, next-lead, end-of-play, contract-end, draw."""
        winner = self.cards.best
        if not self.silent:
            cards = [card for _, card in self.table]
            rules = ("trick-winner", "rank-order", "card-points")
            points = sum(self.tables.points[card] for card in cards)
            self.note("trick", winner, rules, cards=format_cards(cards), points=points)
        self.last_trick, self.last_winner = tuple(self.table), winner
        self.story = (*self.story, self.last_trick)
        self.table = []
        self._watch_target()
        if self.stock and stock.draw(self, winner):
            self.phase, self.turn = TAKING, winner
            return
        if self.terms is not None and self.terms.aim != SIXTY_SIX:
            self._watch_aim(winner)
        elif not any(self.hands):
            self._play_out(winner)

    def _watch_aim(self, winner: int) -> None:
        """End a game without a suit that is decided. Rules: contract-end and the aim of the game."""
        assert self.terms is not None
        assert self.declarer is not None
        over = not any(self.hands)
        won = self.aimed
        if won is None:
            won = aim_decided(self.ruleset, self.terms, self.declarer, self.tallies)
            self.aimed = won
        breaks_off = self.ruleset.contract_end == "when-decided" and self.terms.contract != "warszawa"
        if over or (won is not None and breaks_off):
            self._end(aim_outcome(self.ruleset, self.terms, self.declarer, self.tallies, winner, won=won))

    def _play_out(self, winner: int) -> None:
        """Rules: end-of-play, last-trick, close-fails."""
        closed = stock.closed_outcome(self)
        if closed is not None:
            outcome, self.price = closed
        else:
            outcome = played_out(self.ruleset, self.declarer, self.tallies, self.first_at_target, winner)
        self._end(outcome)

    def _watch_target(self) -> None:
        """Note which side is the first to have the target, of those whom it serves.

        Rules: target, target-counting, meld-credit, defenders-target, sides
        """
        if self.first_at_target is not None or (self.terms is not None and self.terms.aim != SIXTY_SIX):
            return
        target = self.ruleset.target
        # no side can have it before all together have taken so much
        if sum(self.cards.taken) + sum(self.melded) < target:
            return
        order = range(self.count) if self.declarer is None else (self.declarer, *self.defenders())
        for seat in order:
            side = side_of(self.ruleset, seat, self.declarer, self.count)
            served = self.ruleset.defenders_target != "no-effect" or self.ruleset.first_to_66 == "first-wins"
            if self.declarer not in (None, *side) and not served:
                continue
            points = side_points(self.ruleset, side, self.tallies)
            if points >= target:
                self.first_at_target = side
                rules: tuple[str, ...] = ("target", "target-counting")
                if self.declarer is not None:
                    rules = (*rules, "defenders-target", "sides")
                self.note("target", None, rules, side=list(side), points=points)
                return

    def _end(self, outcome: Outcome) -> None:
        self._note_zyd(outcome)
        self.phase, self.turn, self.outcome = OVER, None, outcome
        self.note(
            "outcome",
            None,
            outcome.rules,
            outcome=outcome.kind,
            winners=list(outcome.winners),
            losers=list(outcome.losers),
        )
        self.settled = settle(self.ruleset, outcome, self.declarer, self.tallies, self.stake, self.left)
        if not self.silent:
            self.note(
                "settlement",
                None,
                self.settled.rules,
                points=[points_to_json(number) for number in self.settled.points],
                degrees=[[list(account.seats), account.degree] for account in self.settled.accounts],
            )

    def _note_zyd(self, outcome: Outcome) -> None:
        """Name a suit game's outcome żyd where it is one. Rules: zyd-outcome, zyd-meaning."""
        rules = self.ruleset
        counted = rules.zyd_meaning == "outcome" and rules.zyd_outcome not in ("", "not-counted")
        if not counted or not self.is_suit_game or outcome.kind not in (DECLARER_WINS, DECLARER_LOSES):
            return
        assert self.declarer is not None
        own, all_tricks = self.cards.tricks[self.declarer], sum(self.cards.tricks)
        if own == 0 or (rules.zyd_outcome == "all-tricks" and own == all_tricks):
            self.note("zyd", self.declarer, ("zyd-outcome", "zyd-meaning"), tricks=own)

    _CHECKS: ClassVar[dict[str, Callable[["Game", Action], Refusal | None]]] = {
        "blind": choosing.check_blind,
        "no-blind": choosing.check_blind,
        "choose": _check_choose,
        "pass": _check_choose,
        "name": choosing.check_name,
        "double": staking.check_double,
        "throw-in": staking.check_throw_in,
        "surrender": surrender.check_surrender,
        "announce": _check_announce,
        "exchange": stock.check_exchange,
        "close": stock.check_close,
        "take": stock.check_take,
        "play": _check_play,
    }
    _DEEDS: ClassVar[dict[str, Callable[["Game", Action], None]]] = {
        "blind": _do_blind,
        "no-blind": _do_blind,
        "choose": _do_choose,
        "pass": _do_choose,
        "name": _do_name,
        "double": _do_double,
        "throw-in": _do_throw_in,
        "surrender": _do_surrender,
        "announce": _do_announce,
        "exchange": stock.do_exchange,
        "close": stock.do_close,
        "take": _do_take,
        "play": _do_play,
    }

    # Results

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

    def settled_under(self, ruleset: Ruleset) -> tuple[Points, ...]:
        """Return the settlement points of this finished deal as *ruleset* settles it.

        The outcome stands; only what is read after it is asked of *ruleset*: the pay of the game, degrees
        and relief, doubling, payment.

        :raises IllegalActionError: while the deal is not over.
        """
        if self.outcome is None:
            self.settlement()
        assert self.outcome is not None
        terms = None if self.contract is None else terms_of(ruleset, self.contract)
        stake = replace(self.stake, terms=terms)
        return settle(ruleset, self.outcome, self.declarer, self.tallies, stake, self.left).points

    def view(self, seat: int) -> View:
        """Return what *seat* may know."""
        early = self.phase in (BLIND, CHOICE)
        # a stock that is closed is covered
        shown = self.stock and not stock.closed(self) and self.ruleset.stock == "stock-with-turn-up"
        return View(
            ruleset=self.now,
            tables=self.tables,
            tricks=self.cards.tables,
            seats=self.seats,
            seat=seat,
            dealer=self.dealer,
            phase=self.phase,
            turn=self.turn,
            hand=self.seen[seat] if early else self.hands[seat],
            sizes=tuple(hand.bit_count() for hand in (self.seen if early else self.hands)),
            declarer=self.declarer,
            contract=self.contract,
            standing=self.standing,
            trump=self.trump,
            leader=self.leader,
            trick=tuple(self.table),
            played=self.played,
            story=self.story,
            taken=(tuple(self.cards.tricks), tuple(self.cards.taken), tuple(self.melded)),
            calls=self.calls,
            stock=len(self.stock),
            turned_up=self.stock[-1] if shown else None,
            closed_by=self.closed_by,
            way=self.way,
        )


_SEATS = range(4)
_EXTRA_ACTIONS = [{kind: Action(seat, kind) for kind in _EXTRAS} for seat in _SEATS]
_NAMES = [[Action(seat, "name", suit=suit) for suit in range(len(SUITS))] for seat in _SEATS]
_TAKINGS = [[Action(seat, "take", which=which) for which in (HIDDEN, OPEN)] for seat in _SEATS]
_NO_BLIND = [Action(seat, "no-blind") for seat in _SEATS]
_PASSES = [Action(seat, "pass") for seat in _SEATS]
