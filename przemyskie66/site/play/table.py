"""A table with one person and computer players, for the page: JSON in, JSON out.

The page sends a request and draws what comes back; every rule is asked of the engine. It runs in
the browser's Python and, for the tests, in any other. Requests are objects with ``call``:

==============  ====================================================================================
``start``       ``lang``, ``ruleset`` (its JSON), ``deal`` (a record, played afresh) or ``seed``,
                ``seat`` (number of the person's seat); may have ``blind`` (begin before the deal),
                ``persons`` (how many sit at the table), ``dealer`` (name), ``rule``, ``value`` and
                ``reading`` (one rule read so) and ``played`` (what was done already, as
                :mod:`~przemyskie66.site.play.address` writes it) → ``frames``; ``before`` where the
                record is a position: what each seat has taken; ``recorded`` where it shows a difference:
                what is done in it; ``stopped`` where what was done cannot be read or a rule
                forbids it; or ``impossible``, the rule by which there is no such deal; or
                ``unreadable``, what in the request cannot be read
``act``         ``action`` (text form) → ``frames``, or ``refusal`` where a rule forbids it
``go-on``       the person lets the others play on → ``frames``
``undo``        back to the person's last decision → ``frames``
``hint``        → ``hint``: what the sensible player would do in the person's place
``open``        → what can be made with open cards (:func:`~przemyskie66.site.play.opened.open_cards`)
``why``         → ``barred``: what cannot be done now, each with its refusal
``compare``     ``ruleset`` → where the same cards and actions part under it
``record``      ``title`` (pl, en) → ``record``: the deal so far, as a file that other tools replay
``again``       the same deal from its beginning; the score sheet stays → ``frames``
``next``        ``seed``; may have ``blind``, ``replace`` (name) → ``frames`` of the next deal
``case``        ``case``, ``ruleset``; may have ``rule``, ``value``, ``reading`` (the answer under test)
                → ``ok``, ``failures``: a rule case, of one deal or several, run here
==============  ====================================================================================

A *frame* is all there is to see at one moment (:meth:`Table.frame`); several follow one another when
the computer players act.
"""

import json
from dataclasses import replace

from przemyskie66.engine import (
    CONTRACTS,
    Action,
    DealRecord,
    DealResult,
    Event,
    Game,
    Position,
    Refusal,
    Ruleset,
    Session,
    Tally,
    first_divergence,
    format_action,
    format_card,
    parse_action,
    read_record,
    result_of,
    run_case,
    write_record,
)
from przemyskie66.engine.cards import KING, QUEEN, SUITS, cards_in, rank_of
from przemyskie66.engine.contracts import names_suit
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.play import BLIND, CHOICE, NAMING, OVER, PLAY, SECOND, TAKING
from przemyskie66.engine.players import sensible_player
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.errors import IllegalActionError, NotationError, RulesetError
from przemyskie66.site.play.address import read_played, write_played
from przemyskie66.site.play.sight import Json, Sight, acts_now
from przemyskie66.site.play.words import (
    INTERFACE,
    Sentence,
    pick,
    say_event,
    say_game,
    say_refusal,
    say_wish,
    signed,
)

#: What the prompt says when the person is in turn, by phase.
PROMPTS = {
    BLIND: "blind-now",
    CHOICE: "choose-now",
    SECOND: "second-now",
    NAMING: "name-now",
    PLAY: "play-now",
    TAKING: "take-now",
}

#: The last number that JavaScript tells from the next one: a page can ask for no seed above it.
_LAST_SEED = 2**53 - 1

#: Actions that belong to the turn; all others a seat may do beside it.
_OF_THE_TURN = ("play", "pass", "name", "take", "no-blind", "blind")


class Table:
    """One deal, one person (or nobody, where the person sits this deal out), computer players."""

    def __init__(self, ruleset: Ruleset, start: DealRecord, person: int | None, lang: str, seed: int) -> None:
        """Begin with *start*, a record without actions.

        :raises IllegalActionError: if the rules know no such deal or position.
        """
        self.game = game = start.begin(ruleset)
        self.start = replace(start, blind=game.phase == BLIND)
        self.person = person
        self.lang = lang
        self.seed = seed
        self.names = [
            pick(INTERFACE["you"], lang) if seat == person else name for seat, name in enumerate(game.seats)
        ]
        self.waived: frozenset[str] = frozenset()
        self.past: list[tuple[Game, frozenset[str]]] = []
        self.told = 0

    @property
    def sight(self) -> Sight:
        """What the person sees."""
        return Sight(self.game, self.person, self.names, self.lang)

    # What the person may do

    def extras(self) -> frozenset[str]:
        """Return what the person may do beside the action of his turn, in text form."""
        game = self.game
        if self.person is None:
            return frozenset()
        in_turn = game.turn == self.person
        choosing = game.phase in (CHOICE, SECOND)
        # an answer to an offer is another matter than the same action before
        return frozenset(
            f"{format_action(action, game.seats)} {game.offers}"
            for action in game.legal_actions(self.person)
            if not (in_turn and (action.kind in _OF_THE_TURN or choosing))
        )

    def waits(self) -> bool:
        """Return whether the table waits for the person: in turn, or with something new to say."""
        if self.game.phase == OVER:
            return True
        if self.person is None:
            return False
        return self.game.turn == self.person or bool(self.extras() - self.waived)

    # What is done

    def act(self, text: str) -> Json:
        """Do the person's action and let the others answer.

        :raises NotationError: if *text* is no action.
        """
        action = parse_action(text, self.game.seats)
        refusal = self.game.why_not(action)
        if refusal is not None:
            return {"refusal": self.refusal(refusal)}
        self._decide()
        self.game.apply(action)
        return {"frames": self.run()}

    def refusal(self, refusal: Refusal) -> Json:
        """Return *refusal* as the page shows it."""
        return {
            "rule": refusal.rule,
            "reading": refusal.reading,
            "text": say_refusal(refusal, self.names, self.game.seats, self.lang),
        }

    def go_on(self) -> Json:
        """Let the others play on though the person could have spoken."""
        self._decide()
        return {"frames": self.run(shown=True)}

    def undo(self) -> Json:
        """Go back to the person's last decision; stay where there is none."""
        if self.past:
            self.game, self.waived = self.past.pop()
            self.told = 0
        return {"frames": [self.frame()]}

    def _decide(self) -> None:
        """Note that the person decides here: he can come back, and what he leaves unsaid is waived."""
        self.past.append((self.game.copy(), self.waived))
        self.waived = self.extras()

    def take_up(self, played: str) -> Json | None:
        """Do what *played* says, as far as it can be read and done; return where it stopped, if it did."""
        game = self.game
        try:
            for action, refusal in read_played(played, game):
                if refusal is not None:
                    number = len(game.actions) + 1
                    return {"number": number, **self._told(action), "refusal": self.refusal(refusal)}
                if action.seat == self.person:
                    self._decide()
        except NotationError as error:
            return {"number": len(game.actions) + 1, "unreadable": str(error)}
        return None

    def _told(self, action: Action) -> Json:
        """Return who did what; a card played is told by the card alone."""
        told = self.sight.label(action)
        if action.card is not None and not action.meld:
            told = [{"card": format_card(action.card)}]
        return {"name": self.names[action.seat], "label": told}

    def run(self, *, shown: bool = False) -> list[Json]:
        """Let the computer players act until the table waits for the person; return a frame for each action.

        *shown* says that what the table looks like now has been drawn already.
        """
        frames = [] if shown else [self.frame()]
        while self.game.phase != OVER and self._computer_acts():
            self.waived &= self.extras()
            frames.append(self.frame())
        return frames or [self.frame()]

    def _chance(self) -> SplitMix64:
        """Chance depends on the deal and the moment alone, so that undoing and redoing changes nothing."""
        return SplitMix64(self.seed * 1009 + len(self.game.actions))

    def _computer_acts(self) -> bool:
        """Let one computer player act and say whether any did.

        Those out of turn are asked first, in the order in which they speak; the person is asked
        among them, so that nobody speaks before him who would have to wait for him.
        """
        game, chance = self.game, self._chance()
        order = sorted(game.in_turn(), key=lambda seat: seat == game.turn)
        for seat in order:
            if seat == self.person:
                if self.waits():
                    return False
                continue
            legal = game.legal_actions(seat)
            action = sensible_player(game.view(seat), legal, chance) if legal else None
            if action is not None:
                game.apply(action)
                return True
        return False

    # What is asked

    def hint(self) -> Json:
        """Return what the sensible player would do in the person's place, who sees what he sees."""
        game = self.game
        if self.person is None or game.phase == OVER:
            return {"hint": None}
        legal = game.legal_actions(self.person)
        action = sensible_player(game.view(self.person), legal, self._chance()) if legal else None
        if action is None:
            return {
                "hint": {"action": None, "label": [pick(INTERFACE["hint-nothing"], self.lang)], "card": None}
            }
        button = self.sight.button(action)
        card = None if action.card is None else button["action"].split()[2]
        return {"hint": {**button, "card": card}}

    def why(self) -> Json:
        """Return what the person cannot do now though the rules know it, each with its refusal."""
        game = self.game
        if self.person is None:
            return {"barred": []}
        found: dict[tuple[str, str, str], tuple[Refusal, list[Action]]] = {}
        for action in self._wishes(self.person):
            refusal = game.why_not(action)
            if refusal is not None and game.ruleset.asks(refusal.rule):
                key = (refusal.rule, refusal.code, str(refusal.data.get("contract")))
                found.setdefault(key, (refusal, []))[1].append(action)
        return {
            "barred": [
                {**self.refusal(refusal), "wishes": self._say_wishes(actions)}
                for refusal, actions in found.values()
            ]
        }

    def _wishes(self, person: int) -> list[Action]:
        """Return whatever the person might wish to do beside playing a card without its meld."""
        game, rules = self.game, self.game.ruleset
        games = CONTRACTS if rules.contract_rank else ()
        calls = [
            Action(person, kind, contract=name, suit=0 if names_suit(rules, name) else None)
            for kind in ("blind", "choose")[not self.start.blind :]
            for name in games
        ]
        kinds = ["double", "throw-in", "surrender", "announce", "exchange", "close"]
        if game.phase in (CHOICE, SECOND):
            kinds.insert(0, "pass")
        wishes = [Action(person, "choose", suit=suit) for suit in range(len(SUITS))] + calls
        wishes += [Action(person, kind) for kind in kinds]
        if acts_now(game, person):
            pictures = [card for card in cards_in(game.legal_mask()) if rank_of(card) in (KING, QUEEN)]
            wishes += [Action(person, "play", card=card, meld=True) for card in pictures]
        return wishes

    def _say_wishes(self, actions: list[Action]) -> list[Sentence]:
        """Return *actions* in words, the choice of any suit for trumps as one."""
        suits = [action for action in actions if action.kind == "choose" and action.contract is None]
        if len(suits) < len(SUITS):
            return [say_wish(action, self.lang) for action in actions]
        rest = [say_wish(action, self.lang) for action in actions if action not in suits]
        return [say_wish(suits[0], self.lang, any_suit=True), *rest]

    def record(self, title: dict[str, str]) -> str:
        """Return the deal so far as a file that other tools can replay."""
        return write_record(self._record(title))

    def _record(self, title: dict[str, str]) -> DealRecord:
        return replace(self.start, title=title, actions=tuple(self.game.actions))

    def opened(self) -> Json:
        """Return what can be made with open cards."""
        from przemyskie66.site.play.opened import open_cards  # the page loads it, and the solver, only now

        return open_cards(self.game, self.person, self.names, self.lang)

    def compare(self, other: Ruleset) -> Json:
        """Return where the same cards and actions part under *other*."""
        game = self.game
        record = self._record({})
        called = any(action.kind == "blind" for action in record.actions)
        if game.phase != BLIND and not called:  # nobody called in the dark: as if nobody had been asked
            spoken = tuple(action for action in record.actions if action.kind != "no-blind")
            record = replace(record, blind=False, actions=spoken)
        try:
            parted = first_divergence(record, game.ruleset, other)
        except IllegalActionError as error:
            return {"parts": True, "impossible": error.rule}
        if parted is None:
            return {"parts": False, "over": game.phase == OVER}
        done = record.actions[: parted.applied]
        ends = None
        if parted.settlement_a is not None and parted.settlement_b is not None:
            ends = [
                [signed(points_to_json(number)) for number in points]
                for points in (parted.settlement_a, parted.settlement_b)
            ]
        return {
            "parts": True,
            "number": parted.applied,
            "after": self._told(done[-1]) if done else None,
            "here": self._side(parted.event_a, parted.refusal_a, parted.action),
            "there": self._side(parted.event_b, parted.refusal_b, parted.action),
            "rules": [[rule, game.ruleset.reading(rule), other.reading(rule)] for rule in parted.rules],
            "names": self.names,
            "ends": ends,
            "blind": record.blind,
            "played": write_played(done),
        }

    def _side(self, event: Event | None, refusal: Refusal | None, action: str | None) -> Json:
        if refusal is not None:
            assert action is not None
            return {**self._told(parse_action(action, self.game.seats)), "refusal": self.refusal(refusal)}
        if event is None:
            return {"text": [pick(INTERFACE["nothing-follows"], self.lang)]}
        sees = () if self.person is None else (self.person,)
        return {"text": say_event(event, self.names, self.lang, sees) or [event.kind]}

    # What is seen

    def before(self, position: Position) -> list[Json]:
        """Return what each seat has taken before *position*, with which the table begins."""
        taken = position.taken or [Tally()] * len(position.seats)
        return [
            {"name": name, "tricks": tally.tricks, "points": tally.card_points, "melds": tally.meld_points}
            for name, tally in zip(self.names, taken, strict=True)
        ]

    def frame(self) -> Json:
        """Return all there is to see now; the log holds what is new since the last frame."""
        game, sight = self.game, self.sight
        events, self.told, whole = game.events[self.told :], len(game.events), self.told == 0
        waits = self.waits()
        actions = [] if self.person is None else game.legal_actions(self.person)
        return {
            **sight.table(),
            "person": self.person,
            "hand": sight.hand(acts=acts_now(game, self.person)),
            "hidden": sight.hidden(),
            "buttons": sight.buttons([a for a in actions if a.card is None]) if waits else [],
            "prompt": self._prompt(waits),
            "waits": waits,
            "can_go_on": waits and game.phase != OVER and game.turn != self.person,
            "can_undo": bool(self.past),
            "log": sight.log(events),
            "whole_log": whole,
            "result": self._result(),
        }

    def _result(self) -> Json | None:
        """Return how the deal ended, with all its cards; ``None`` while it goes on."""
        result = self.sight.result()
        if result is not None:
            deal = self.start.deal
            hands = list(zip(self.names, deal.hands, strict=True))
            if deal.stock:
                hands.append((pick(INTERFACE["stock"], self.lang), deal.stock))
            result["dealt"] = [
                {"name": name, "cards": [format_card(card) for card in hand]} for name, hand in hands
            ]
        return result

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
            key = PROMPTS[game.phase]
            if game.phase == PLAY and not game.table:
                key = "lead-now"
        return pick(INTERFACE[key], self.lang)


def _ruleset_of(request: Json) -> Ruleset:
    """Return the ruleset of *request*, with one rule read otherwise if it asks for that.

    :raises RulesetError: if it cannot be read.
    """
    ruleset = Ruleset.from_json(request["ruleset"])
    if "rule" not in request:
        return ruleset
    return ruleset.with_option(request["rule"], request["value"], request["reading"])


def _whole(request: Json, part: str, default: int, most: int, *, least: int = 0) -> int:
    """Return the whole number that *part* of *request* is.

    :raises NotationError: if it is none from *least* to *most*.
    """
    value = request.get(part, default)
    if type(value) is not int or not least <= value <= most:
        raise NotationError(f"{part} {value!r}: expected a whole number from {least} to {most}")
    return value


def _note_of(request: Json) -> dict[str, str]:
    """Return what a record must say beside the name of its ruleset, which is not all of what was played by."""
    if "rule" not in request:
        return {}
    said = f"{request['rule']}={request['reading']}"
    return {"pl": f"Zagrane z odczytaniem: {said}.", "en": f"Played with the reading: {said}."}


class Desk:
    """Answers requests, holding the table and the score sheet between them."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.ruleset: Ruleset | None = None
        self.lang = "pl"
        self.persons: tuple[str, ...] = ()
        self.person = ""
        self.first_dealer = ""
        self.alone = (
            False  #: whether the deal shows a difference: it is none of a session, and nobody deals on
        )
        self.results: list[tuple[DealResult, str | None]] = []  #: each with whom the one sitting out replaced

    def answer(self, text: str) -> str:
        """Return the answer to the request *text*, both JSON."""
        return json.dumps(self._answer(json.loads(text)), ensure_ascii=False)

    def _answer(self, request: Json) -> Json:
        call = request["call"]
        if call == "case":
            return self._case(request)
        if call == "start":
            try:
                return self._start(request)
            except (NotationError, RulesetError) as error:
                return {"unreadable": str(error)}
            except IllegalActionError as error:
                return {"impossible": error.rule}
        table = self.table
        assert table is not None, "a request before start"
        if call == "next":
            return self._next(request)
        if call == "again":
            return self._sit_down(table.start, table.seed)
        if call in ("hint", "why", "open"):
            return {"hint": table.hint, "why": table.why, "open": table.opened}[call]()
        if call == "compare":
            return table.compare(Ruleset.from_json(request["ruleset"]))
        if call == "record":
            return {"record": table.record(request["title"])}
        if call == "act":
            return self._with_sheet(table.act(request["action"]))
        return self._with_sheet({"go-on": table.go_on, "undo": table.undo}[call]())

    @staticmethod
    def _case(request: Json) -> Json:
        result = run_case(request["case"], _ruleset_of(request))
        return {"ok": result.ok, "failures": list(result.failures)}

    def _start(self, request: Json) -> Json:
        """Begin a table, by a record or a seed.

        :raises NotationError: if the record, the seed, or the number of a seat or of persons cannot be read.
        :raises RulesetError: if the ruleset cannot.
        :raises IllegalActionError: if the rules know no such table, deal or position.
        """
        self.ruleset = _ruleset_of(request)
        self.lang, self.results = request["lang"], []
        seed = _whole(request, "seed", 0, _LAST_SEED)
        if recorded := request.get("deal"):
            record = read_record(recorded)
            deal, position = record.deal, record.position
            self.alone = bool(position or record.contrast)
            self.persons, self.first_dealer = deal.seats, deal.seats[deal.dealer]
        else:
            players = self.ruleset.players
            usual = players if isinstance(players, int) else 3
            count = _whole(request, "persons", usual, len(seat_names(4)), least=2)
            self.persons = seat_names(count)
            self.first_dealer = request.get("dealer") or self.persons[seed % count]
            deal, position, self.alone = self._session().deal(seed), None, False
        self.person = self.persons[_whole(request, "seat", 0, len(self.persons) - 1)]
        start = DealRecord(
            "table",
            {},
            self.ruleset.id,
            deal,
            note=_note_of(request),
            position=position,
            blind=bool(request.get("blind")),
        )
        answer = self._sit_down(start, seed, request.get("played", ""))
        if self.alone:
            answer["recorded"] = write_played(record.actions)
        return answer

    def _next(self, request: Json) -> Json:
        """Write the deal on the score sheet and begin the next one."""
        assert self.table is not None
        replaced = self._replaced_by_computer(self._session(with_this=True)) or request.get("replace")
        self.results.append((result_of(self.table.game), replaced))
        seed = _whole(request, "seed", 0, _LAST_SEED)
        deal, blind = self._session().deal(seed), bool(request.get("blind"))
        return self._sit_down(replace(self.table.start, deal=deal, blind=blind), seed)

    def _sit_down(self, start: DealRecord, seed: int, played: str = "") -> Json:
        """Begin a table and let the others act.

        :raises IllegalActionError: if the rules know no such deal or position.
        """
        assert self.ruleset is not None
        seats = start.deal.seats
        person = seats.index(self.person) if self.person in seats else None
        self.table = Table(self.ruleset, start, person, self.lang, seed)
        stopped = self.table.take_up(played)
        answer: Json = {"frames": self.table.run()}
        if self.table.start.position is not None:
            answer["before"] = self.table.before(self.table.start.position)
        if stopped is not None:
            answer["stopped"] = stopped
        return self._with_sheet(answer)

    # Several deals

    def _session(self, *, with_this: bool = False) -> Session:
        """Return the table as it stands after the deals written down, and after this one *with_this*."""
        assert self.ruleset is not None
        session = Session(self.ruleset, self.persons, self.first_dealer)
        for result, replaced in self.results:
            session.add(result)
            if replaced is not None:
                session.replace(replaced)
        if with_this:
            assert self.table is not None
            session.add(result_of(self.table.game))
        return session

    def _with_sheet(self, answer: Json) -> Json:
        """Return *answer*; its last frame gets the score sheet, if anything is on it, and what an address needs."""
        assert self.table is not None
        if "frames" in answer:
            game, frame = self.table.game, answer["frames"][-1]
            over = game.phase == OVER and not self.alone
            frame["sheet"] = self._sheet(self._session(with_this=over)) if over or self.results else None
            frame["place"] = {
                "dealer": self._session().dealer,
                "persons": len(self.persons),
                "blind": self.table.start.blind,
                "played": write_played(game.actions),
            }
        return answer

    def _replaced_by_computer(self, session: Session) -> str | None:
        """Return in whose place a computer player who holds no cards comes in: he does as soon as he may."""
        if session.sitting_out == self.person or not session.may_replace():
            return None
        return session.may_replace()[0]

    def _sheet(self, session: Session) -> Json:
        """Return the score sheet, and what the next deal will be like; the computer's place is then settled."""
        waiting, replaced = session.sitting_out, self._replaced_by_computer(session)
        if replaced is not None:
            session.replace(replaced)

        def called(name: str | None) -> str | None:
            return pick(INTERFACE["you"], self.lang) if name == self.person else name

        lines = []
        for line in session.lines:
            contract = line.result.contract
            lines.append(
                {
                    "dealer": called(line.dealer),
                    "declarer": called(line.result.declarer),
                    "game": None if contract is None else say_game(contract, self.lang),
                    "points": [signed(points_to_json(line.points[name])) for name in self.persons],
                    "scores": [signed(points_to_json(line.scores[name])) for name in self.persons],
                    "rules": list(line.rules),
                }
            )
        return {
            "persons": [called(name) for name in self.persons],
            "lines": lines,
            "next_dealer": called(session.dealer),
            "sitting_out": called(session.sitting_out),
            "comes_in": None if replaced is None else {"name": called(waiting), "place": called(replaced)},
            "may_replace": list(session.may_replace()),
            "person_comes_in": session.sitting_out == self.person,
        }
