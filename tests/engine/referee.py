"""A second referee, slow and written apart from the engine, for the engine to be compared with.

It shares nothing with the engine but words: cards and actions are texts, a ruleset is a table of
answers as they stand in JSON. It keeps the story of a deal as it was told (who called what, which
tricks were taken, who melded) and counts everything anew from it whenever it is asked; and it
finds out what is allowed by asking of every action there is whether a rule forbids it.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

SUITS = "CDHS"
CONTRACTS = ("warszawa", "zyd", "mizerka", "durch")
CALLS = [*SUITS, *CONTRACTS, *(f"{contract} {suit}" for contract in CONTRACTS for suit in SUITS)]
DEEDS = [
    "no-blind", "pass", "throw-in", "double", "surrender", "announce", "exchange", "close",
    "take hidden", "take open", *(f"name {suit}" for suit in SUITS),
    *(f"{verb} {call}" for verb in ("blind", "choose") for call in CALLS),
]  # fmt: skip


def keeps_duties(
    card: str, hand: set[str], trick: Sequence[str], trump: str, duty: Callable[[str], str], order: str
) -> bool:
    """Whether playing *card* of *hand* to *trick* breaks no duty, as *duty* answers its questions.

    *order* has the ranks, weakest first.
    """
    if not trick:
        return True
    led = trick[0][0]
    has_led = any(held[0] == led for held in hand)
    has_trump = any(held[0] == trump for held in hand)
    trumped = led != trump and any(laid[0] == trump for laid in trick)

    def beats_all_of(suit: str, candidate: str) -> bool:
        laid = [order.index(other[1]) for other in trick if other[0] == suit]
        return candidate[0] == suit and all(order.index(candidate[1]) > place for place in laid)

    if has_led:
        if duty("follow-suit") == "must" and card[0] != led:
            return False
        must_beat = duty("beat-in-suit") == "must" and (not trumped or duty("beat-after-trump") == "owed")
        if must_beat and any(beats_all_of(led, held) for held in hand):
            return card[0] != led or beats_all_of(led, card)
        return True
    owed = False
    if has_trump:
        can_beat = any(beats_all_of(trump, held) for held in hand)
        if duty("must-trump") == "must" and (can_beat or duty("undertrump") == "must"):
            owed = True
            if card[0] != trump:
                return False
        if trumped and can_beat and duty("overtrump") == "must":
            owed = True
            if card[0] == trump and not beats_all_of(trump, card):
                return False
    if not owed and duty("free-discard") == "lowest":
        return all(order.index(card[1]) <= order.index(held[1]) for held in hand)
    return True


class Referee:
    """A deal, or a position in one, and what has been done with it so far."""

    def __init__(
        self,
        options: Mapping[str, Any],
        phases: Mapping[str, Mapping[str, Any]],
        start: Mapping[str, Any],
    ) -> None:
        """Begin with *start*, written as the start of a rule case.

        *phases* has, for the stock and after closing, the answers that are other ones then.
        """
        self.options = options
        self.phases = phases
        self.seats: list[str] = list(start["seats"])
        self.dealer: str = start["dealer"]
        dealt = {seat: start["hands"][seat].split() for seat in self.seats}
        self.hands = {seat: set(cards) for seat, cards in dealt.items()}
        self.packet = {seat: set(cards[: options["deal-packets"][0]]) for seat, cards in dealt.items()}
        self.stock: list[str] = start.get("stock", "").split()
        self.phase = ""
        self.turn: str | None = None
        self.to_speak: list[str] = []  # who is still to be asked, the seat in turn first
        self.declined: list[str] = []  # who calls nothing before the deal
        self.heard: list[tuple[str, str, str, str]] = []  # seat, game, suit and occasion of each call
        self.asked_twice = False  # whether all were asked on the full hand, since nobody had chosen
        self.refused = bool(start.get("refused", False))
        self.declarer = ""
        self.contract = ""
        self.trump = ""
        self.doubles: list[str] = []  # who called, since the game stands
        self.doubled_before = 0
        self.begun = False
        self.leader = ""
        self.table: list[tuple[str, str]] = []
        self.tricks: list[tuple[str, list[str]]] = []  # who took it, and the cards
        self.melds: list[tuple[str, int]] = []
        self.before = dict.fromkeys(self.seats, (0, 0, 0))  # tricks, points, melds before the start
        self.closer = ""
        self.first_side: list[str] = []  # the first to have the target
        self.offers: list[str] = []
        self.fresh: list[str] = []  # who has just won his first trick, or the half
        self.gone: dict[str, tuple[int, int, int]] = {}  # who surrendered for himself, and what he had
        self.kind = ""
        self.winners: list[str] = []
        self.losers: list[str] = []
        self.fixed: int | None = None  # a price that does not depend on what the losers have
        self.zyd = False  # whether the deal had the outcome called żyd
        if "leader" in start:
            self._take_up(start)
        elif start.get("blind") and options.get("blind-games"):
            self.phase, self.turn = "blind", self.eldest
        else:
            self._deal()

    def _take_up(self, start: Mapping[str, Any]) -> None:
        """Go on from a position in play."""
        self.phase, self.leader = "play", start["leader"]
        if "declarer" in start:
            self.declarer, self.contract = start["declarer"], start.get("contract", "suit")
            suit = start["trump"] if self.contract == "suit" else ""
            self.heard.append(
                (self.declarer, self.contract, suit, "blind" if start.get("blind") else "first")
            )
        if start.get("trump", "none") != "none" and self.says("trump", "trump"):
            self.trump = start["trump"]
        self.doubled_before = start.get("doubles", 0)
        self.closer = start.get("closed_by", "")
        for seat, taken in start.get("taken", {}).items():
            self.before[seat] = (taken.get("tricks", 0), taken.get("points", 0), taken.get("melds", 0))
        laid = start.get("trick", "").split()
        self.table = list(zip(self.round(self.leader), laid, strict=False))
        self.turn = self.round(self.leader)[len(laid)]
        whole = sum(self.options["deal-packets"])
        taken_before = any(tricks for tricks, _, _ in self.before.values())
        self.begun = taken_before or bool(laid) or len(self.hands[self.leader]) < whole
        self._watch_target()

    def copy(self) -> "Referee":
        """A deal in the same state, which can go on without changing this one."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, list(value))
        other.hands = {seat: set(hand) for seat, hand in self.hands.items()}
        other.gone = dict(self.gone)
        return other

    def says(self, rule: str, answer: object) -> bool:
        return bool(self.options.get(rule) == answer)

    # Seats and sides

    def round(self, first: str) -> list[str]:
        """All seats in the order of play, from *first* on."""
        order = self.seats if self.says("direction", "clockwise") else self.seats[::-1]
        place = order.index(first)
        return order[place:] + order[:place]

    @property
    def eldest(self) -> str:
        return self.round(self.dealer)[1]

    def side(self, seat: str) -> list[str]:
        """Who wins and counts together with *seat*."""
        if not self.declarer or self.all_alone():
            return [seat]
        if self.says("sides", "pairs"):
            a, b, c, d = self.seats
            pairs = ([a, c], [b, d]) if self.says("partners-seat", "opposite") else ([a, b], [c, d])
            return next(pair for pair in pairs if seat in pair)
        return [other for other in self.seats if (other == self.declarer) == (seat == self.declarer)]

    def all_alone(self) -> bool:
        """Whether everybody plays for himself; so do three who are told to play in pairs."""
        return self.says("sides", "each-alone") or (self.says("sides", "pairs") and len(self.seats) != 4)

    def defenders(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.side(self.declarer)]

    # What each has

    def tricks_of(self, seat: str) -> int:
        return self.before[seat][0] + sum(taker == seat for taker, _ in self.tricks)

    def worth(self, cards: Sequence[str]) -> int:
        return sum(self.options["card-points"][card[1]] for card in cards)

    def points_of(self, seat: str) -> int:
        """Card points in tricks."""
        return self.before[seat][1] + sum(self.worth(cards) for taker, cards in self.tricks if taker == seat)

    def melded_by(self, seat: str) -> int:
        """Card points of melds, credited or not."""
        return self.before[seat][2] + sum(points for melder, points in self.melds if melder == seat)

    def melds_of(self, seat: str) -> int:
        """Card points of melds that are credited."""
        waits = self.says("meld-credit", "after-a-trick") and not self.tricks_of(seat)
        return 0 if waits else self.melded_by(seat)

    def had(self, seat: str) -> tuple[int, int, int]:
        """Tricks, points and credited melds, as they were when the seat surrendered for itself."""
        return self.gone.get(seat, (self.tricks_of(seat), self.points_of(seat), self.melds_of(seat)))

    def counted(self, side: Sequence[str]) -> int:
        """Card points of *side* towards the target."""
        points = sum(self.points_of(seat) for seat in side)
        if self.says("target-counting", "tricks-and-melds"):
            points += sum(self.melds_of(seat) for seat in side)
        return points

    def has_target(self, side: Sequence[str]) -> bool:
        return self.counted(side) >= int(self.options["target"])

    def is_half(self, points: int, melds: int) -> bool:
        """Whether points in tricks and credited melds make the half (woda)."""
        if self.says("half-counting", "tricks-only"):
            sums = [points]
        elif self.says("half-and-or", "either-alone"):
            sums = [points, melds]
        else:
            sums = [points + melds]
        half = self.options["loss-degrees"]["half"]
        return half in sums if self.says("woda-threshold", "exactly-33") else max(sums) >= half

    def has_half(self, seat: str) -> bool:
        return self.is_half(self.points_of(seat), self.melds_of(seat))

    # Asking

    def legal(self) -> set[str]:
        """Every action that is allowed now."""
        return {action for action in self.every_action() if self.allowed(action)}

    def every_action(self) -> Iterator[str]:
        """Every action there is, but for plays of cards that are not held."""
        for seat in self.seats:
            yield from (f"{seat} {deed}" for deed in DEEDS)
            for card in self.hands[seat]:
                yield f"{seat} play {card}"
                yield f"{seat} play {card} meld"

    def allowed(self, action: str) -> bool:
        if self.phase == "over":
            return False
        seat, verb, *rest = action.split()
        return bool(getattr(self, "may_" + verb.replace("-", "_"))(seat, *rest))

    def do(self, action: str) -> None:
        """Do *action*, which is allowed."""
        seat, verb, *rest = action.split()
        getattr(self, "do_" + verb.replace("-", "_"))(seat, *rest)

    # Calls

    @property
    def standing(self) -> tuple[str, str, str, str] | None:
        """The highest call: the last, since each is higher than the one before."""
        return self.heard[-1] if self.heard else None

    def named(self, call: Sequence[str]) -> tuple[str, str]:
        """The game and the suit that the words of a call name."""
        return ("suit", call[0]) if call[0] in SUITS else (call[0], "".join(call[1:]))

    def may_call(self, game: str, suit: str) -> bool:
        """Whether a game on offer can be called with this suit, over what stands."""
        if game == "zyd" and self.says("zyd-meaning", "outcome"):
            return False
        if bool(suit) != (game == "suit" or self.says(f"{game}-trump", "declarer-names")):
            return False
        if not self.standing:
            return True
        ranks = self.options["contract-rank"]
        return bool(ranks.index(game) > ranks.index(self.standing[1]))

    # before the deal

    def may_speak(self, seat: str) -> bool:
        if self.phase != "blind" or seat in self.declined or (self.standing and self.standing[0] == seat):
            return False
        return self.says("blind-order", "whoever-calls-first") or seat == self.turn

    def may_no_blind(self, seat: str) -> bool:
        return self.may_speak(seat)

    def may_blind(self, seat: str, *call: str) -> bool:
        game, suit = self.named(call)
        return self.may_speak(seat) and game in self.options["blind-games"] and self.may_call(game, suit)

    def do_no_blind(self, seat: str) -> None:
        self.declined.append(seat)
        self._after_blind(seat)

    def do_blind(self, seat: str, *call: str) -> None:
        self.heard.append((seat, *self.named(call), "blind"))
        if self.says("blind-overcall", "never"):
            self._end_blind()
        else:
            self._after_blind(seat)

    def _after_blind(self, seat: str) -> None:
        caller = self.standing[0] if self.standing else ""
        waiting = [s for s in [*self.round(seat)[1:], seat] if s not in self.declined and s != caller]
        if waiting:
            self.turn = waiting[0]
        else:
            self._end_blind()

    def _end_blind(self) -> None:
        if self.standing and self.says("blind-then-choice", "blind-stands"):
            self._begin_game()
        else:
            self._deal()

    def _deal(self) -> None:
        if "stock" in self.options:
            turned_up = self.says("stock", "stock-with-turn-up") and self.says("trump-fixing", "turned-up")
            if turned_up and self.says("trump", "trump"):
                self.trump = self.stock[-1][0]
            self._lead(self.eldest if self.says("first-lead", "eldest") else self.dealer)
            return
        order = self.round(self.eldest)
        if self.says("choice-order", "next-then-last"):
            order = order[:2]
            if self.says("refusal-passes-to", "partner"):
                opposite = self.says("partners-seat", "opposite")
                order = [self.eldest, self.round(self.eldest)[2 if opposite else 1]]
        self.phase, self.to_speak, self.turn = "choice", order, order[0]

    # on the first packet and on the full hand

    def first_games(self) -> list[str]:
        return ["suit", "warszawa"] if self.says("first-choice", "suit-or-warszawa") else ["suit"]

    def second_games(self) -> list[str]:
        first = self.first_games() if self.says("suit-after-eight", "still-open") else []
        return [*first, *self.options.get("second-choice", ())]

    def may_pass(self, seat: str) -> bool:
        if self.phase not in ("choice", "second") or seat != self.turn:
            return False
        alone = self.phase == "choice" and len(self.to_speak) == 1 and not self.standing
        return not (alone and self.says("nobody-chooses", "last-must-choose"))

    def may_choose(self, seat: str, *call: str) -> bool:
        game, suit = self.named(call)
        if self.phase in ("play", "naming"):
            return self.may_replace(seat, game) and self.may_call(game, suit)
        if self.phase not in ("choice", "second") or seat != self.turn:
            return False
        if self.phase == "second":
            return game in self.second_games() and self.may_call(game, suit)
        held = any(card[0] == suit for card in self.packet[seat])
        if game == "suit" and not held and self.says("choice-threshold", "suit-held"):
            return False
        return game in self.first_games() and self.may_call(game, suit)

    def may_replace(self, seat: str, game: str) -> bool:
        """Whether *seat* may put *game* in place of the one that stands."""
        if self.begun or self.doubles or self.doubled_before or self.asked_twice:
            return False
        if not self.options.get("second-choice") or game not in self.second_games():
            return False
        if not self.says("second-choice-replaces", "may-replace"):
            return False
        assert self.standing
        if self.standing[3] == "blind" and self.says("blind-then-choice", "blind-stands"):
            return False
        if self.says("second-choice-who", "first-chooser") and seat != self.declarer:
            return False
        before = [caller for caller, _, _, occasion in self.heard if occasion == "second"]
        if not before:
            return True
        order = self.round(self.eldest)
        later = order.index(seat) > order.index(before[-1])
        return later and self.says("second-choice-order", "in-turn-higher-overcalls")

    def do_pass(self, seat: str) -> None:
        self.refused = self.refused or not self.standing
        self._asked(stands=False)

    def do_choose(self, seat: str, *call: str) -> None:
        occasion = "first" if self.phase == "choice" else "second"
        self.heard.append((seat, *self.named(call), occasion))
        if self.phase in ("play", "naming"):
            self._begin_game()
        elif occasion == "first":
            self._asked(stands=not self.says("first-choice-overcall", "higher-takes-over"))
        else:
            self._asked(stands=self.says("second-choice-order", "first-stands"))

    def _asked(self, *, stands: bool) -> None:
        """Go on after the seat in turn has spoken."""
        self.to_speak.pop(0)
        if self.to_speak and not stands:
            self.turn = self.to_speak[0]
        elif self.standing:
            self.asked_twice = self.phase == "second"
            self._begin_game()
        elif self.phase == "choice" and self.options.get("second-choice"):
            if self.says("second-choice-who", "first-chooser"):
                self._end("nobody-chose", [], [])
                return
            self.to_speak = self.round(self.eldest)
            self.phase, self.turn = "second", self.to_speak[0]
        else:
            self._end("nobody-chose", [], [])

    def _begin_game(self) -> None:
        assert self.standing
        self.declarer, self.contract, suit, _ = self.standing
        earlier = [old for _, game, old, _ in self.heard[:-1] if game == "suit"]
        if self.says(f"{self.contract}-trump", "earlier-suit-stays") and earlier:
            suit = earlier[-1]
        self.trump = suit if self.says("trump", "trump") else ""
        if self.says(f"{self.contract}-trump", "named-later"):
            self.phase, self.turn, self.leader = "naming", self.declarer, ""
        else:
            self._lead_first()

    def may_name(self, seat: str, suit: str) -> bool:
        return self.phase == "naming" and seat == self.declarer

    def do_name(self, seat: str, suit: str) -> None:
        self.trump = suit if self.says("trump", "trump") else ""
        self._lead_first()

    def _lead_first(self) -> None:
        rule = "first-lead" if self.contract == "suit" else "contract-first-lead"
        answer = self.options.get(rule, self.options["first-lead"])
        own = answer == "declarer" or (answer == "declarer-in-durch" and self.contract == "durch")
        self._lead(self.declarer if own else self.eldest)

    def _lead(self, seat: str) -> None:
        self.phase, self.leader, self.turn = "play", seat, seat

    # The stake

    def rungs(self, defender: str) -> int:
        """How many calls stand on the ladder between *defender* and the declarer."""
        count = self.doubled_before
        for caller in self.doubles:
            if not self.says("doubling-binds", "caller-only") or caller == defender:
                count += 1
            elif caller == self.declarer:
                count += count % 2 == 1 and count < self.options["ladder-rungs"]
        return count

    def may_double(self, seat: str) -> bool:
        if not self.says("doubling", "each-call-doubles") or self.phase not in ("play", "naming"):
            return False
        if self.begun and not self.says("doubling-when", "any-time"):
            return False
        defenders = self.defenders()
        if seat not in [self.declarer, *defenders]:
            return False
        if self.says("doubling-binds", "caller-only") and seat != self.declarer:
            defenders = [seat]
        answers = seat == self.declarer
        if self.says("doubling-who", "defenders"):
            waiting = [] if answers else defenders
        else:
            waiting = [defender for defender in defenders if self.rungs(defender) % 2 == answers]
        return any(self.rungs(defender) < self.options["ladder-rungs"] for defender in waiting)

    def do_double(self, seat: str) -> None:
        self.doubles.append(seat)

    def may_throw_in(self, seat: str) -> bool:
        if self.options.get("throw-in", "not-allowed") == "not-allowed":
            return False
        if self.phase not in ("play", "naming"):
            return False
        in_time = not self.begun or self.says("throw-in-when", "any-time")
        return in_time and self.says("throw-in-who", "declarer") and seat == self.declarer

    def do_throw_in(self, seat: str) -> None:
        self._end("thrown-in", self._beaten_by(), self.side(seat))

    # Surrender

    def may_surrender(self, seat: str) -> bool:
        if not self.says("surrender", "after-trick-or-woda") or self.phase != "play" or not self.begun:
            return False
        if not self.by_degrees() or seat in self.gone or seat in self.offers:
            return False
        if seat == self.declarer and self.says("surrender-who", "defenders-only"):
            return False
        if not self.tricks_of(seat) and not self.has_half(seat):
            return False
        agrees = bool(self.offers) and seat != self.declarer
        return agrees or seat in self.fresh or not self.says("surrender-when", "at-once-only")

    def do_surrender(self, seat: str) -> None:
        if seat == self.declarer:
            self._end("surrendered", self._beaten_by(), [seat])
            return
        if self.says("surrender-binds", "own-only"):
            self.gone[seat] = self.had(seat)
            surrendered = list(self.gone)
        elif self.says("surrender-binds", "both-must"):
            self.offers.append(seat)
            surrendered = self.offers
        else:
            surrendered = self.defenders()
        if set(surrendered) == set(self.defenders()):
            self._end("surrendered", [self.declarer], self.defenders())

    # Two players

    def drawing(self) -> bool:
        """Whether cards are still drawn."""
        return bool(self.stock) and not self.closed()

    def closed(self) -> bool:
        return bool(self.closer) and self.says("close-effect", "owes-66-no-drawing")

    def may_exchange(self, seat: str) -> bool:
        if not self.says("trump-nine", "holder-may-exchange") or not self.says("stock", "stock-with-turn-up"):
            return False
        if self.phase != "play" or not self.drawing() or f"{self.trump}9" not in self.hands[seat]:
            return False
        if self.says("trump-nine-limit", "not-at-two-cards") and len(self.stock) <= 2:
            return False
        leading = seat == self.turn and not self.table
        return leading or self.says("trump-nine-when", "any-time")

    def do_exchange(self, seat: str) -> None:
        nine = f"{self.trump}9"
        self.hands[seat].remove(nine)
        self.hands[seat].add(self.stock.pop())
        self.stock.append(nine)

    def may_close(self, seat: str) -> bool:
        if not self.says("close-stock", "more-than-two-left") or self.phase != "play":
            return False
        return len(self.stock) > 2 and not self.closer

    def do_close(self, seat: str) -> None:
        self.closer = seat

    def may_take(self, seat: str, which: str) -> bool:
        return self.phase == "taking" and seat == self.turn

    def do_take(self, seat: str, which: str) -> None:
        hidden, shown = self.stock
        self.stock = []
        self.hands[seat].add(hidden if which == "hidden" else shown)
        self.hands[self.round(seat)[1]].add(shown if which == "hidden" else hidden)
        self.phase, self.turn = "play", self.leader

    def _draw(self, taker: str) -> bool:
        """Draw after a trick; whether its taker has first to choose a card."""
        if not self.drawing():
            return False
        order = self.round(taker)
        if len(self.stock) == 2:
            if self.says("last-two-cards", "left"):
                self.stock = []
                return False
            if self.says("last-two-who", "trick-winner-chooses"):
                return True
        elif self.says("draw", "loser-first"):
            order = order[::-1]
        for seat in order:
            self.hands[seat].add(self.stock.pop(0))
        return False

    # Play

    def duty(self, rule: str) -> str:
        """The answer to a question of duty as it stands in this moment of play."""
        answers: Mapping[str, Any] = {}
        if self.drawing():
            answers = self.phases.get("stock", {})
        elif self.closed():
            answers = self.phases.get("closed", {})
            if self.says("beat-after-close", "not-owed"):
                answers = {**answers, "beat-in-suit": "free"}
        return str(answers.get(rule, self.options[rule]))

    def may_play(self, seat: str, card: str, *meld: str) -> bool:
        if self.phase != "play" or seat != self.turn or card not in self.hands[seat]:
            return False
        laid = [other for _, other in self.table]
        order = self.options["rank-order"]
        if not keeps_duties(card, self.hands[seat], laid, self.trump, self.duty, order):
            return False
        return not meld or self.may_meld(seat, card)

    def may_meld(self, seat: str, card: str) -> bool:
        if not self.says("meld", "king-queen") or card[1] not in "KQ":
            return False
        in_warszawa = self.contract == "warszawa" and not self.says("contract-melds", "never")
        if self.contract not in ("", "suit") and not in_warszawa:
            return False
        if self.says("meld-who", "declarer") and seat != self.declarer:
            return False
        if self.says("meld-timing", "on-lead") and self.table:
            return False
        other = card[0] + ("Q" if card[1] == "K" else "K")
        if other not in self.hands[seat] and not self.says("meld-validity", "cards-in-hand"):
            return False
        return self.tricks_of(seat) > 0 or not self.says("meld-validity", "trick-taken")

    def do_play(self, seat: str, card: str, *meld: str) -> None:
        trick_before = [s for s in self.seats if self.tricks_of(s)]
        half_before = [s for s in self.seats if self.has_half(s)]
        self.offers, self.begun = [], True
        if meld:
            plain, in_trumps = self.options["meld-points"]
            self.melds.append((seat, in_trumps if card[0] == self.trump else plain))
            self._watch_target()
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        if len(self.table) == len(self.seats):
            self._take_trick()
        else:
            self.turn = self.round(seat)[1]
        self.fresh = [
            s
            for s in self.seats
            if (self.tricks_of(s) and s not in trick_before) or (self.has_half(s) and s not in half_before)
        ]

    def best(self) -> str:
        """Who takes the trick on the table."""
        order = self.options["rank-order"]
        suits = [card[0] for _, card in self.table]
        counts = suits[0]
        if self.trump in suits and self.says("trick-winner", "trump-else-led"):
            counts = self.trump
        of_suit = [(order.index(card[1]), seat) for seat, card in self.table if card[0] == counts]
        return max(of_suit)[1]

    def _take_trick(self) -> None:
        taker = self.best()
        self.tricks.append((taker, [card for _, card in self.table]))
        self.table = []
        self._lead(taker if self.says("next-lead", "winner") else self.round(self.leader)[1])
        self._watch_target()
        if self._draw(taker):
            self.phase, self.turn = "taking", taker
            return
        over = not any(self.hands.values())
        if self.aims_at_target():
            if over:
                self._play_out(taker)
            return
        met = self.aim_met(over=over)
        breaks_off = self.says("contract-end", "when-decided") and self.contract != "warszawa"
        if over or (met is not None and breaks_off):
            self._end_for(self.side(self.declarer) if met else self._beaten_by())

    # Who wins

    def aims_at_target(self) -> bool:
        """Whether the game is won as a suit game is."""
        if self.contract in ("", "suit"):
            return True
        # where no aim is asked for, the game is one like the suit game without its suit
        return bool(self.options.get(f"{self.contract}-aim", "sixty-six-alone") == "sixty-six-alone")

    def aim_met(self, *, over: bool) -> bool | None:
        """Whether the declarer has met, or missed, the aim of his game; nothing while it is open."""
        aim = self.options[f"{self.contract}-aim"]
        own = self.tricks_of(self.declarer)
        others = sum(self.tricks_of(seat) for seat in self.seats if seat != self.declarer)
        if aim == "last-trick":
            return self.tricks[-1][0] == self.declarer if over else None
        if aim == "no-tricks-lost-before-66":
            return self._target_before_a_trick(over=over)
        missed, met = {
            "all-tricks-with-trump": (others > 0, True),
            "all-tricks": (others > 0, True),
            "no-tricks": (own > 0, True),
            "no-points": (self.points_of(self.declarer) > 0, True),
            "exactly-one-trick": (own > 1, own == 1),
        }[aim]
        if missed:
            return False
        return met if over else None

    def _target_before_a_trick(self, *, over: bool) -> bool | None:
        """Whether the declarer had the target before the others took a trick, told from the story."""
        if any(self.before[seat][0] for seat in self.seats if seat != self.declarer):
            return False
        points = self.before[self.declarer][1]
        if self.says("target-counting", "tricks-and-melds"):
            points += self.melds_of(self.declarer)
        for taker, cards in self.tricks:
            if taker != self.declarer:
                return False
            points += self.worth(cards)
            if points >= self.options["target"]:
                return True
        return False if over else None

    def _watch_target(self) -> None:
        """Note which side is the first to have the target, of those whom it serves."""
        if self.first_side or not self.aims_at_target():
            return
        own_side = self.side(self.declarer) if self.declarer else []
        for seat in [*own_side, *self.seats]:
            useless = self.says("defenders-target", "no-effect") and not self.says(
                "first-to-66", "first-wins"
            )
            if not (self.declarer and seat not in own_side and useless) and self.has_target(self.side(seat)):
                self.first_side = self.side(seat)
                return

    def may_announce(self, seat: str) -> bool:
        if not self.says("end-of-play", "on-announced-66") or self.phase not in ("play", "taking"):
            return False
        if not self.aims_at_target() or not self.has_target(self.side(seat)):
            return False
        on_declarers_side = not self.declarer or self.declarer in self.side(seat)
        return on_declarers_side or self.says("defenders-target", "wins")

    def do_announce(self, seat: str) -> None:
        enough = self.says("first-to-66", "declarer-wins")
        if self.declarer and enough and self.has_target(self.side(self.declarer)):
            seat = self.declarer
        self._end_for(self.side(seat))

    def _play_out(self, last: str) -> None:
        """End a deal whose cards are all played and that nobody has won before."""
        if self.closed():
            other = self.round(self.closer)[1]
            if self.has_target([self.closer]):
                self._end_for([self.closer])
                return
            if not self.says("close-fails", "last-trick-decides"):
                self.fixed = 3 if self.says("close-fails", "opponent-wins-three") else None
                self._end_for([other])
                return
        if self.says("last-trick", "wins"):
            stands = self.first_side and self.says("unannounced-66", "sixty-six-stands")
            self._end_for(self.first_side if stands else self.side(last))
        elif not self.declarer:
            most = max(self.counted([seat]) for seat in self.seats)
            best = [seat for seat in self.seats if self.counted([seat]) == most]
            self._end_for(self.first_side or best)
        elif self.has_target(self.side(self.declarer)) and self.says("first-to-66", "declarer-wins"):
            self._end_for(self.side(self.declarer))
        else:
            self._end_for(self.first_side or self._beaten_by())

    def _beaten_by(self) -> list[str]:
        """Who wins when the declarer has lost."""
        if not self.all_alone():
            return self.defenders()
        most = max(self.counted([seat]) for seat in self.defenders())
        return [seat for seat in self.defenders() if self.counted([seat]) == most]

    def _end_for(self, winners: list[str]) -> None:
        """End the deal as one that *winners* have won."""
        if not self.declarer:
            self._end("won", winners, [seat for seat in self.seats if seat not in winners])
        elif self.declarer in winners:
            self._end("declarer-wins", winners, [seat for seat in self.seats if seat not in winners])
        else:
            self._end("declarer-loses", winners, self.side(self.declarer))

    def _end(self, kind: str, winners: list[str], losers: list[str]) -> None:
        self.phase, self.turn, self.kind = "over", None, kind
        self.winners, self.losers = sorted(winners), sorted(losers)
        if self.contract == "suit" and kind.startswith("declarer-") and self.says("zyd-meaning", "outcome"):
            own = self.tricks_of(self.declarer)
            every = sum(self.tricks_of(seat) for seat in self.seats)
            self.zyd = {
                "not-counted": False,
                "declarer-without-trick": own == 0,
                "all-tricks": own in (0, every),
            }[self.options["zyd-outcome"]]

    # What it costs

    def by_degrees(self) -> bool:
        """Whether the game is paid by degrees of loss."""
        return self.options.get(f"{self.contract}-pay") not in ("double-no-relief", "triple-no-relief")

    def degree(self, group: Sequence[str]) -> tuple[int, Fraction]:
        """The degree of the loss of *group*, counted together, and the part of it remitted."""
        surrendered = self.kind == "surrendered" or group[0] in self.gone
        if not self.by_degrees() or (surrendered and self.says("surrender-cost", "full-loss")):
            return 0, Fraction(0)
        tricks, points, melds = (sum(self.had(seat)[what] for seat in group) for what in range(3))
        half = self.is_half(points, melds)
        first = tricks == 1 if self.says("relief-trick-count", "exactly-one") else tricks > 0
        if self.options["loss-degrees"]["by"] == "trick-or-meld":
            first = first or melds > 0
        degree = 2 if half else int(first)
        relief = self.options["loss-relief"]
        defends = group[0] not in self.side(self.declarer) if self.declarer else True
        if relief == "none" or degree == 0 or not (defends or self.says("loss-relief-who", "every-loser")):
            return degree, Fraction(0)
        remitted = Fraction(relief[degree - 1])
        if half and first and self.says("relief-sum", "add-up"):
            remitted = min(remitted + Fraction(relief[0]), Fraction(1))
        return degree, remitted

    def times(self, calls: int) -> int:
        """By how much *calls* multiply what is paid."""
        if self.says("first-call-doubles", "from-second"):
            calls = max(calls - 1, 0)
        return 1 << calls

    def price(self, group: Sequence[str], calls: int) -> Fraction:
        """What each of *group*, whose loss is counted together, pays to each winner."""
        if self.fixed is not None:
            return Fraction(self.fixed)
        stake: int = self.options["base-stake"]
        pay = self.options.get(f"{self.contract}-pay", "as-suit-game")
        stakes = {"double-no-relief": 2, "triple-no-relief": 3}.get(pay, 1)
        price: Fraction = stakes * stake * (1 - self.degree(group)[1])
        if self.standing and self.standing[3] == "blind":
            price *= self.options["blind-stake"]
        if self.says("doubling-stake", "base-only"):
            price += stake * (self.times(calls) - 1)
        else:
            price *= self.times(calls)
        capped = self.says("refusal-stake", "at-most-three") and self.says("refusal-stake-cap", "cap")
        at_most_three = pay == "at-most-three" or (self.refused and capped)
        return min(price, Fraction(3)) if at_most_three else price

    def accounts(self) -> set[tuple[str, str, Fraction, int | None]]:
        """What is settled: losers, winners, the price from each to each, and its degree if it has one.

        A loss whose doubling is not the same between all of them makes one account for each
        number of calls.
        """
        found = set()
        for seat in self.gone:
            price = self.price([seat], self.rungs(seat))
            found.add((seat, self.declarer, price, self.degree_told([seat])))
        losers = [seat for seat in self.losers if seat not in self.gone]
        winners = [seat for seat in self.winners if seat not in self.gone]
        if not losers or not winners:
            return found
        thrown_in = self.options["throw-in"] if self.kind == "thrown-in" else ""
        price_set: Mapping[str, int] = thrown_in if isinstance(thrown_in, Mapping) else {}
        jointly = price_set or self.says("loss-counting", "jointly")
        for group in [losers] if jointly else [[seat] for seat in losers]:
            across = winners if self.declarer in losers else group
            undoubled = price_set and not self.says("throw-in-doubled", "always-multiplied")
            rungs = {seat: 0 if undoubled else self.rungs(seat) for seat in across}
            for calls in set(rungs.values()):
                concerned = [seat for seat in across if rungs[seat] == calls]
                payers, payees = (group, concerned) if across is winners else (concerned, winners)
                price, degree = self.price(group, calls), self.degree_told(group)
                if price_set:
                    price, degree = Fraction(price_set["price"]) * self.times(calls), None
                    if self.says("throw-in-total", "in-all"):
                        price /= len(winners)
                found.add((" ".join(payers), " ".join(payees), price, degree))
        return found

    def degree_told(self, group: Sequence[str]) -> int | None:
        """The degree of the loss of *group*, where what it costs goes by degrees."""
        return self.degree(group)[0] if self.by_degrees() and self.fixed is None else None

    def settlement(self) -> dict[str, Fraction]:
        """What the deal changes for each seat."""
        points = dict.fromkeys(self.seats, Fraction(0))
        if self.says("who-pays-whom", "nobody"):
            return points
        for losers, winners, price, _ in self.accounts():
            for winner in winners.split():
                if self.says("payment", "winner-credited"):
                    points[winner] += price
                    continue
                for loser in losers.split():
                    points[winner] += price
                    points[loser] -= price
        return points
