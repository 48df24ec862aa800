"""The exact solver: what a deal is worth if all cards lie open and every seat plays its best.

::

    solver = Solver(ruleset, "suit", trump, hands, declarer, leader)   # or Solver.at(ruleset, position)
    solver = Solver.of(game)                                           # at any moment of play
    solver.reaches(66)       # whether the declarer's side takes so many points for certain
    solver.maximum()         # the most it takes for certain
    solver.takes_all()       # also takes_none, takes_no_points, takes_one, takes_last
    solver.wins()            # whether it wins the game that is played
    solver.settlement()      # what the deal pays it, in settlement points
    solver.line("wins")      # a line of best play that ends so, as actions in text
    solver.rests_on("wins")  # the rules, each with its reading, that the answer depends on

It looks for no rule of its own: what may be played and what takes a trick stand in
:func:`~przemyskie66.engine.cardplay.trick_tables`, melds are asked of :mod:`melds`, who has won of
:mod:`outcome`, what it pays of :mod:`settlement`, and who was first to reach the target of
:class:`~przemyskie66.engine.play.Game` itself.

What is taken as given: nobody throws in, doubles, surrenders, replaces the game or closes the
stock any more. A side that may announce its target does so at once; if both may, the
declarer's side is heard first, as in the engine's own count of who was first.

Sides: one seat against the others, pairs, or two seats once nothing is drawn. Where no best
play is defined :class:`SolverError` says why, and by which rule.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from przemyskie66.engine.cardplay import TRICK_OPTIONS
from przemyskie66.engine.cards import CARD_COUNT, KING, QUEEN, cards_in, make_card
from przemyskie66.engine.contracts import (
    ALL_TRICKS,
    FIRST_SIXTY_SIX,
    LAST_TRICK,
    NO_POINTS,
    NO_TRICKS,
    ONE_TRICK,
    SIXTY_SIX,
    SUIT_GAME,
)  # fmt: skip
from przemyskie66.engine.deal import Position, Tally, seat_names
from przemyskie66.engine.melds import MELD_RULES
from przemyskie66.engine.notation import Action, format_action
from przemyskie66.engine.outcome import seat_points, side_of, side_points
from przemyskie66.engine.play import OVER, PLAY, Game
from przemyskie66.engine.ruleset import Ruleset
from przemyskie66.engine.search import (
    MOST_POINTS,
    SHIFTS,
    AimSearch,
    Moment,
    PointSearch,
    Setup,
    board_of,
    hopes_of,
    melds_of,
)  # fmt: skip
from przemyskie66.engine.settlement import Points, doubling_rules, pays_by_degrees
from przemyskie66.engine.state import BLIND, CHOICE, NAMING, SECOND, TAKING
from przemyskie66.engine.stock import closed, drawing
from przemyskie66.engine.worth import FAR, OPEN, OWN, THEIRS, DealSearch, Referee
from przemyskie66.errors import Przemyskie66Error


class SolverError(Przemyskie66Error):
    """A question to which the rules define no exact answer; :attr:`rule` is the id of the one in the way."""

    def __init__(self, message: str, rule: str, reading: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.reading = reading


#: How many positions a search looks at before a survey gives up: seldom reached but without the duty to follow suit.
MOST_NODES = 4_000_000

#: The questions of a :class:`Solver`, by the names of their methods.
QUESTIONS = (
    "reaches", "maximum", "takes_all", "takes_none", "takes_no_points", "takes_one", "takes_last", "wins",
    "settlement",
)  # fmt: skip

_TRICK_QUESTIONS = {
    "takes_all": ALL_TRICKS,
    "takes_none": NO_TRICKS,
    "takes_no_points": NO_POINTS,
    "takes_one": ONE_TRICK,
    "takes_last": LAST_TRICK,
}

_TRICK_RULES = tuple(name.replace("_", "-") for name in TRICK_OPTIONS)
_WINNING_RULES = (
    "target", "target-counting", "meld-credit", "defenders-target", "first-to-66", "end-of-play",
    "last-trick", "unannounced-66",
)  # fmt: skip
_DEGREE_RULES = (
    "loss-degrees", "half-counting", "half-and-or", "meld-credit", "woda-threshold", "relief-trick-count",
    "relief-sum", "loss-relief", "loss-relief-who", "loss-counting",
)  # fmt: skip


class Solver:
    """A moment of play with all cards open, and what it is worth under best play.

    The side whose gain is sought is the declarer's; where nobody chooses a game it is that of
    *seat*, the leader if none is named. Answers are kept: a second question is mostly quick.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        contract: str,
        trump: int | None,
        hands: Sequence[int],
        declarer: int | None,
        leader: int,
        taken: Sequence[Tally] = (),
    ) -> None:
        """Stand where *leader* leads to a trick from *hands*, masks by seat.

        *trump* is a suit or ``None``, *taken* what each seat has taken before.

        :raises SolverError: where no best play is defined.
        :raises IllegalActionError: if a card stands twice or the hands are not of one length.
        """
        position = Position(
            seats=seat_names(len(hands)),
            dealer=leader,
            hands=tuple(tuple(cards_in(hand)) for hand in hands),
            declarer=declarer,
            leader=leader,
            trump=trump,
            taken=tuple(taken),
            contract=contract,
        )
        self._stand(Game.at(ruleset, position, silent=True), None)

    @classmethod
    def at(cls, ruleset: Ruleset, position: Position, seat: int | None = None) -> "Solver":
        """Return the solver of *position*.

        :raises SolverError: where no best play is defined.
        :raises IllegalActionError: if the position is not one of play.
        """
        return cls.of(Game.at(ruleset, position, silent=True), seat)

    @classmethod
    def of(cls, game: Game, seat: int | None = None) -> "Solver":
        """Return the solver of *game* as it stands, also from inside a trick.

        :raises SolverError: where no best play is defined.
        """
        solver = object.__new__(cls)
        solver._stand(game.copy(), seat)
        return solver

    def _stand(self, game: Game, seat: int | None) -> None:
        game.silent = True
        _check(game)
        self.game = game
        self.ruleset = game.ruleset
        self.seat = game.declarer if game.declarer is not None else game.leader if seat is None else seat
        assert self.seat is not None
        self.side = side_of(game.ruleset, self.seat, game.declarer, game.count)
        board = board_of(game.cards.tables)
        if board.points((1 << CARD_COUNT) - 1) + sum(game.ruleset.meld_points) * CARD_COUNT > MOST_POINTS:
            raise SolverError("more card points than it can count", "card-points")
        self._board = board
        owned = [board.mask_in(hand) for hand in game.hands]
        for other, card in game.table:
            owned[other] |= 1 << board.inner[card]
        mine = tuple(other in self.side for other in range(game.count))
        melds = tuple(
            {}
            if game.terms is not None and not game.terms.melds
            else melds_of(game.now, other, game.declarer, game.trump, board, owned[other])
            for other in range(game.count)
        )
        seats = range(game.count)
        partner = [0] * CARD_COUNT
        for suit in range(len(SHIFTS)):
            king, queen = (board.inner[make_card(suit, rank)] for rank in (KING, QUEEN))
            partner[king], partner[queen] = 1 << queen, 1 << king
        self._setup = Setup(
            board=board,
            count=game.count,
            orders=tuple(
                tuple((first + game.way * place) % game.count for place in seats) for first in seats
            ),
            next_lead=tuple(game.next(first) for first in seats),
            owned=tuple(owned),
            mine=mine,
            melds=melds,
            other=tuple(partner),
            hopes=tuple(hopes_of(board, melds[other], owned[other]) for other in seats),
        )
        self._referee = Referee(game, self.side, self.seat)
        self._points: PointSearch | None = None
        self._aims: dict[str, AimSearch] = {}
        self._deals: dict[bool, DealSearch] = {}
        self._settled: Points | None = None

    # Answers

    def reaches(self, points: int) -> bool:
        """Return whether the side surely takes *points*, by what counts towards the target.

        It counts melds and what it has taken before; the other side only hinders, and all cards
        are played, whoever reaches the target first.

        Rules: target-counting, meld-credit, sides
        """
        self._whole("reaches")
        return self._has(self.game, points)

    def maximum(self) -> int:
        """Return the most points that the side surely takes, as :meth:`reaches` counts them."""
        self._whole("maximum")
        return self._maximum(self.game)

    def takes_all(self) -> bool:
        """Return whether the side surely takes every trick of the deal."""
        return self._takes("takes_all")

    def takes_none(self) -> bool:
        """Return whether the side surely takes no trick of the deal."""
        return self._takes("takes_none")

    def takes_no_points(self) -> bool:
        """Return whether the side surely takes no trick with card points in it."""
        return self._takes("takes_no_points")

    def takes_one(self) -> bool:
        """Return whether the side surely takes exactly one trick of the deal."""
        return self._takes("takes_one")

    def takes_last(self) -> bool:
        """Return whether the side surely takes the last trick."""
        return self._takes("takes_last")

    def wins(self) -> bool:
        """Return whether the side surely wins the game that is played; a tie is no win.

        Rules: the aim of the game; in the suit game target, defenders-target, first-to-66,
        end-of-play, last-trick, unannounced-66
        """
        return self._wins(self.game)

    def settlement(self, like: "Solver | None" = None, most: int | None = None) -> Points:
        """Return what the deal pays the side under best play, in settlement points.

        The side makes the most of it, the others, as one, the least. Where the loser pays, it is
        what the declarer (or the seat asked for) gains; where the winner is credited, his credit less the
        largest of an opponent.

        *like*, a solver of the same cards under another ruleset, only saves time: where the same
        ends can be forced under both, its answer bounds this one. *most* is how many positions
        each search may look at (:data:`MOST_NODES`, say); one shared with *like* is not counted, so
        that it does not matter what was asked before.

        :raises SolverError: where it may pay a side to delay announcing its target.
        :raises UnfinishedError: if *most* positions are not enough.

        Rules: as for :func:`~przemyskie66.engine.settlement.settle`
        """
        if self._settled is None:
            low, high = (-FAR, FAR) if like is None else self._learn(like)
            searches: list[DealSearch | PointSearch] = [self._deal_search(only_winning=False)]
            if like is None or self._points is not like._points:
                searches.append(self._point_search)
            for search in searches:
                search.most = most
            try:
                self._settled = self._settlement(self.game, low, high)
            finally:
                for search in searches:
                    search.most = None
        return self._settled

    def answer(self, question: str, points: int | None = None) -> Points | bool:
        """Return the answer to *question*, the name of a method; *points* is what ``reaches`` asks for.

        :raises SolverError: as the question does.
        :raises ValueError: if there is no such question, or it lacks *points*.
        """
        return self._asked(question, points)(self.game)

    def choices(self, question: str, points: int | None = None) -> tuple[tuple[Action, Points | bool], ...]:
        """Return every card that may be played now, plain and melded, with the answer to *question* after it.

        The answer is always that for the side whose gain is sought, whoever is in turn.

        :raises SolverError: as the question does.
        :raises ValueError: if there is no such question, or it lacks *points*.
        """
        ask = self._asked(question, points)
        found = []
        for action in self.game.legal_actions(self.game.turn):
            if action.kind == "play":
                after = self.game.copy()
                after.do(action)
                found.append((action, ask(after)))
        return tuple(found)

    @property
    def reading(self) -> str:
        """How the target decides: ``solo`` where only the side's own points do, ``race`` where others' bear on it.

        Rules: defenders-target, first-to-66, end-of-play, last-trick
        """
        search = self._deal_search(only_winning=True)
        return "solo" if search.is_solo() else "race"

    @property
    def nodes(self) -> int:
        """How many positions all questions so far have looked at, one for each card laid."""
        searches = [self._points, *self._aims.values(), *self._deals.values()]
        return sum(search.nodes() for search in searches if search is not None)

    def line(self, question: str, points: int | None = None) -> tuple[str, ...]:
        """Return a line of best play that leads to the answer to *question*, as actions in the engine's text.

        Both sides play their best (one that is lost anyway, anything), melds and announcements
        included. Played in a copy of the game it ends the deal and shows the answer.

        :raises SolverError: as the question does.
        :raises ValueError: if there is no such question, or it lacks *points*.
        """
        self._asked(question, points)
        least, more = self._claims(question, points)
        announces = self._referee.announces and question in ("wins", "settlement")
        variants = question == "settlement" and not self._deal_search(only_winning=False).monotone
        game, found = self.game.copy(), []

        def do(game: Game, action: Action) -> Game:
            after = game.copy()
            after.do(action)
            return after

        while game.phase != OVER:
            heard = self._heard(game) if announces else None
            if heard is not None:
                game = do(game, heard)
                found.append(format_action(heard, game.seats))
                continue
            assert game.turn is not None
            ours = game.turn in self.side
            plays = [action for action in game.legal_actions(game.turn) if action.kind == "play"]
            if not variants:
                melded = {action.card for action in plays if action.meld}
                plays = [action for action in plays if action.meld or action.card not in melded]
            for action in plays:
                after = do(game, action)
                if least(after) if ours else not more(after):
                    break
            game = after
            found.append(format_action(action, game.seats))
        return tuple(found)

    def rests_on(self, question: str = "settlement") -> tuple[tuple[str, str], ...]:
        """Return the rules on which the answer to *question* depends, each with the reading in force.

        :raises ValueError: if there is no such question.
        """
        if question not in QUESTIONS:
            raise ValueError(f"question {question!r}: expected one of {', '.join(QUESTIONS)}")
        game, rules, terms = self.game, self.ruleset, self.game.terms
        named = [*_TRICK_RULES, "direction", "sides", "partners-seat"]
        if terms is not None and game.contract != SUIT_GAME:
            named += [terms.trump_rule, "contract-melds"]
        for_points = question in ("reaches", "maximum") or (
            question in ("wins", "settlement") and self._referee.for_points
        )
        if for_points:
            named += ["target-counting"]
        if (for_points or question == "settlement") and any(self._setup.melds):
            named += [*MELD_RULES, "meld-credit"]
        if question in ("wins", "settlement"):
            if self._referee.for_points:
                named += _WINNING_RULES
            if terms is not None:
                named += [terms.aim_rule]
            if closed(game):
                named += ["close-effect", "close-fails", "beat-after-close"]
        if question == "settlement":
            named += self._paying_rules()
        asked = [rule for rule in dict.fromkeys(named) if rules.asks(rule)]
        return tuple((rule, game.now.reading(rule)) for rule in asked)

    def _paying_rules(self) -> list[str]:
        game, named = self.game, ["base-stake", "payment", "who-pays-whom"]
        if game.terms is not None:
            named.append(game.terms.pay_rule)
        if pays_by_degrees(game.stake):
            named += _DEGREE_RULES
        if self._referee.breaks_off or not self._referee.for_points:
            named.append("contract-end")
        if game.blind:
            named.append("blind-stake")
        if game.refused:
            named += ["refusal-stake", "refusal-stake-cap"]
        if game.calls:
            named += doubling_rules(self.ruleset)
        return named

    # How answers are found

    @property
    def _point_search(self) -> PointSearch:
        if self._points is None:
            without, with_trick = self._counting
            self._points = PointSearch(self._setup, with_trick, with_trick and not without)
        return self._points

    @property
    def _counting(self) -> tuple[bool, ...]:
        """Whether melds count towards the target, without and with a trick taken."""
        return tuple(seat_points(self.ruleset, Tally(tricks, 0, 20)) > 0 for tricks in (0, 1))

    def _deal_search(self, *, only_winning: bool) -> DealSearch:
        found = self._deals.get(only_winning)
        if found is None:
            found = self._deals[only_winning] = DealSearch(
                self._setup, self._referee, self.game, self._point_search, only_winning=only_winning
            )
        if not found.monotone and self._referee.announces:
            rules = self.ruleset
            rule = "woda-threshold" if rules.woda_threshold == "exactly-33" else "relief-trick-count"
            message = "it may pay to delay announcing the target: a loser can lose his relief by taking more"
            raise SolverError(message, rule, rules.reading(rule))
        return found

    def _moment(self, game: Game) -> Moment:
        """Return *game* in the solver's numbers."""
        board, left = self._board, 0
        for hand in game.hands:
            left |= board.mask_in(hand)
        assert game.leader is not None
        laid = tuple((seat, board.inner[card]) for seat, card in game.table)
        return Moment(left, game.leader, laid)

    def _has(self, game: Game, points: int) -> bool:
        search, tallies = self._point_search, game.tallies
        need = points - side_points(self.ruleset, self.side, tallies)
        if need <= 0 or game.phase == OVER:
            return need <= 0
        return search.gain(self._moment(game), search.extra(tallies), need) >= need

    def _whole(self, question: str) -> None:
        """Refuse a question about all tricks of a deal that ends before."""
        terms = self.game.terms
        if self._referee.breaks_off and terms is not None and _TRICK_QUESTIONS.get(question) != terms.aim:
            message = f"{terms.contract} ends once it is decided: the cards are not all played"
            raise SolverError(message, "contract-end", self.ruleset.reading("contract-end"))

    def _asked(self, question: str, points: int | None) -> Callable[[Game], Points | bool]:
        """Return what answers *question* of a game."""
        if question not in QUESTIONS or (question == "reaches") != (points is not None):
            raise ValueError(f"question {question!r}: expected one of {', '.join(QUESTIONS)}")
        if question not in ("wins", "settlement"):
            self._whole(question)
        if points is not None:
            asked = points
            return lambda game: self._has(game, asked)
        if question in _TRICK_QUESTIONS:
            return lambda game: self._meets(game, _TRICK_QUESTIONS[question])
        if question == "settlement":
            return lambda game: self._settlement(game)
        return self._maximum if question == "maximum" else self._wins

    def _maximum(self, game: Game) -> int:
        search, tallies = self._point_search, game.tallies
        base = side_points(self.ruleset, self.side, tallies)
        if game.phase == OVER:
            return base
        extra, moment = search.extra(tallies), self._moment(game)
        low, high = 0, MOST_POINTS
        need = max(1, self.ruleset.target - base)
        while low < high:
            found = search.gain(moment, extra, need)
            if found >= need:
                low = found
            else:
                high = found
            need = (low + high + 1) // 2
        return base + low

    def _settlement(self, game: Game, low: Points = -FAR, high: Points = FAR) -> Points:
        """Return what *game* is worth, known to be from *low* to *high*."""
        search = self._deal_search(only_winning=False)
        bar: Points = max(low, min(0, high - 1))
        while low < high:
            found = self._worth(search, game, bar)
            if found > bar:
                low = max(low, found)
            else:
                high = min(high, found)
            bar = low
        return low

    def _learn(self, like: "Solver") -> tuple[Points, Points]:
        """Return bounds on the settlement by that of *like*, and go on with its search for points."""
        if self._points is None and self._setup == like._setup and self._counting == like._counting:
            self._points = like._point_search
        try:
            searches = [solver._deal_search(only_winning=False) for solver in (self, like)]
        except SolverError:
            return -FAR, FAR  # the own one is met again by who asked
        games = (self.game, like.game)
        starts = [search.taken(game) for search, game in zip(searches, games, strict=True)]
        courses = [search.course(start) for search, start in zip(searches, starts, strict=True)]
        moments = [
            (solver._moment(solver.game), solver.game.tallies, solver.seat, solver._setup.owned)
            for solver in (self, like)
        ]
        if courses[0] is None or courses[0] != courses[1] or moments[0] != moments[1]:
            return -FAR, FAR
        value = like.settlement()
        here, there = (search.pays(start) for search, start in zip(searches, starts, strict=True))
        return (
            min(paid for kind, paid in here.items() if there[kind] >= value),
            max(paid for kind, paid in here.items() if there[kind] <= value),
        )

    def _takes(self, question: str) -> bool:
        self._whole(question)
        return self._meets(self.game, _TRICK_QUESTIONS[question])

    def _meets(self, game: Game, aim: str) -> bool:
        """Return whether the side can make *aim* come true from *game* on."""
        tallies = game.tallies
        own = sum((tallies[seat] for seat in self.side), Tally())
        others = sum(tally.tricks for tally in tallies) - own.tricks
        if (
            (aim in (ALL_TRICKS, FIRST_SIXTY_SIX) and others)
            or (aim == NO_TRICKS and own.tricks)
            or (aim == NO_POINTS and own.card_points)
            or (aim == ONE_TRICK and own.tricks > 1)
        ):
            return False
        moment = self._moment(game)
        if not moment.left and not moment.laid:
            if aim == LAST_TRICK:
                return game.last_winner in self.side
            return own.tricks == 1 if aim == ONE_TRICK else aim != FIRST_SIXTY_SIX
        search = self._aims.get(aim)
        if search is None:
            enough = -1
            if aim == FIRST_SIXTY_SIX:
                start = self._moment(self.game)
                left = self._board.points(start.left) + sum(
                    self._board.values[card] for _, card in start.laid
                )
                has = side_points(self.ruleset, self.side, self.game.tallies)
                enough = has + left - self.ruleset.target
            search = self._aims[aim] = AimSearch(self._setup, aim, enough)
        return search.holds(moment, own.tricks if aim == ONE_TRICK else 0)

    def _wins(self, game: Game) -> bool:
        if game.phase == OVER:
            return self._referee.result(game)[0] == OWN
        if not self._referee.for_points:
            assert game.terms is not None
            if game.aimed is not None:
                return game.aimed
            return self._meets(game, game.terms.aim)
        search = self._deal_search(only_winning=True)
        if search.is_solo():
            return self._has(game, self.ruleset.target)
        return self._worth(search, game, 0) > 0

    def _worth(self, search: DealSearch, game: Game, bar: Points) -> Points:
        """Return a bound on what *game* is worth: if above *bar*, a lower one; else an upper one."""
        if game.phase == OVER:
            return search.worth(self._referee.result(game))
        if self._referee.for_points:
            status = self._referee.code(game.first_at_target)
        else:
            status = OPEN if game.aimed is None else OWN if game.aimed else THEIRS
        return search.search(self._moment(game), search.taken(game), status, bar)

    def _heard(self, game: Game) -> Action | None:
        """Return the announcement that is made now, if any."""
        declarers = self.side if game.declarer in (None, *self.side) else self._referee.theirs
        others = [seat for seat in range(game.count) if seat not in declarers]
        for seat in (declarers[0], *others[:1]):
            action = Action(seat, "announce")
            if game.why_not(action) is None:
                return action
        return None

    def _claims(
        self, question: str, points: int | None
    ) -> tuple[Callable[[Game], Points | bool], Callable[[Game], Points | bool]]:
        """Return what holds on a line of best play: that the side gets what it can, and whether it gets more."""

        def never(game: Game) -> bool:
            return False

        def always(game: Game) -> bool:
            return True

        if question == "maximum":
            most = self.maximum()
            return (lambda game: self._has(game, most)), (lambda game: self._has(game, most + 1))
        if question == "settlement":
            value = self.settlement()
            search = self._deal_search(only_winning=False)
            step = Fraction(1, 1 << 20)
            return (
                lambda game: self._worth(search, game, value - step) > value - step,
                lambda game: self._worth(search, game, value) > value,
            )
        holds = self._asked(question, points)
        return (holds, never) if holds(self.game) else (always, holds)


def _check(game: Game) -> None:
    """Refuse a game in which no best play is defined.

    :raises SolverError: naming the rule.
    """
    rules = game.ruleset

    def refuse(message: str, rule: str) -> None:
        raise SolverError(message, rule, rules.reading(rule))

    if game.phase == BLIND:
        refuse("games may still be called before the deal", "blind-order")
    elif game.phase == CHOICE:
        refuse("no game has been chosen yet", "choice-order")
    elif game.phase == SECOND:
        refuse("a game may still be chosen on the full hand", "second-choice")
    elif game.phase == NAMING:
        refuse("the trump has not been named yet", game.terms.trump_rule if game.terms else "trump")
    elif game.phase == TAKING or drawing(game):
        refuse("cards are still drawn from the stock: the hands are not known", "stock")
    elif game.phase != PLAY:
        refuse("the deal is over", "end-of-play")
    if game.left or game.offers:
        refuse("a surrender stands", "surrender-binds")
    if rules.sides == "each-alone":
        refuse("each plays for himself: there are no two sides", "sides")
    sides = {side_of(rules, seat, game.declarer, game.count) for seat in range(game.count)}
    if len(sides) != 2 or sum(map(len, sides)) != game.count:
        refuse("the seats do not make two sides", "sides")
    if game.declarer is not None:
        own = side_of(rules, game.declarer, game.declarer, game.count)
        if game.terms is not None and game.terms.aim != SIXTY_SIX and len(own) > 1:
            refuse("the aim is the declarer's alone, but he has a partner", "sides")
