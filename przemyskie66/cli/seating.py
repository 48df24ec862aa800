"""A person at the terminal and computer players at one table: the deals, what is asked, what is saved.

The order of play is that of :func:`przemyskie66.engine.players.step`: those out of turn are asked
first. Chance depends on the deal and the moment alone, so that what is taken back or resumed goes on
as it would have gone.
"""

import copy
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.text import Text

from przemyskie66.cli import typed
from przemyskie66.cli.drawing import score_sheet, show, show_table
from przemyskie66.cli.session import Session
from przemyskie66.cli.sources import because, button_text, refusal_line
from przemyskie66.cli.table import print_events, print_settlement
from przemyskie66.engine import Action, DealRecord, Game, Refusal, Ruleset, result_of, write_record
from przemyskie66.engine import Session as Sitting
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.names import TABLE_SUITS, fold
from przemyskie66.engine.outcome import NOBODY_CHOSE
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.players import sensible_player
from przemyskie66.engine.record import FORMAT as RECORD_FORMAT
from przemyskie66.engine.session_record import FORMAT as SESSION_FORMAT
from przemyskie66.engine.session_record import SessionRecord, write_session
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Profile
from przemyskie66.rulebook.anchoring import write_atomically
from przemyskie66.survey.chunk import PLAYERS

#: What a person answers who has nothing to say out of turn.
_NOTHING = ("nie", "no", "pas", "pass", "dalej", "nic")

#: Exit code of a run that was stopped by Ctrl-C.
_INTERRUPTED = 130


class _Stopped(Exception):
    """The person leaves the table, or the input has ended."""


@dataclass
class Setting:
    """What is settled before the first deal, and written into session records."""

    profile: Profile
    ruleset: Ruleset
    readings: dict[str, str] = field(default_factory=dict)  #: rules played by another reading
    persons: tuple[str, ...] = ()
    person: str = ""
    players: str = "sensible"
    seed: int = 66
    length: int = 1
    blind: bool = False


@dataclass
class _Moment:
    """A decision of the person that may be taken back to."""

    game: Game
    waived: tuple[Action, ...]


class Table:
    """A person and computer players at a table, from the first deal to the last."""

    def __init__(self, session: Session, setting: Setting, sitting: Sitting, save: Path | None) -> None:
        self.session = session
        self.setting = setting
        self.sitting = sitting
        self.save_path = save
        self.first_dealer = sitting.dealer
        self.deals: list[DealRecord] = []  #: finished, as recorded
        self.replaced: dict[int, str] = {}
        self.game: Game | None = None
        self.record: DealRecord | None = None  #: of the deal on the table, without its actions
        self.told = 0  #: events already printed
        self.waived: tuple[Action, ...] = ()  #: what the person was offered out of turn and declined
        self.past: list[_Moment] = []

    # What is written down

    def record_now(self) -> DealRecord | SessionRecord:
        """Return what is to be saved: a deal record where it says everything, else a session record."""
        setting, deals = self.setting, list(self.deals)
        if self.game is not None and self.record is not None:
            deals.append(replace(self.record, actions=tuple(self.game.actions)))
        plain = (
            len(deals) == 1
            and setting.length == 1
            and len(setting.persons) == len(deals[0].deal.seats)
            and setting.person == setting.persons[0]
            and setting.players == "sensible"
            and not setting.readings
        )
        if plain:
            return deals[0]
        return SessionRecord(
            ruleset=setting.profile.id,
            persons=setting.persons,
            dealer=self.first_dealer,
            person=setting.person,
            deals=tuple(deals),
            length=setting.length,
            seed=setting.seed,
            players=setting.players,
            blind=setting.blind,
            readings=dict(setting.readings),
            replaced=dict(self.replaced),
        )

    def save(self, path: Path) -> None:
        """Write what has been played, all of it or nothing.

        :raises CorpusError: if the file is something else, or cannot be written.
        """
        _refuse_to_spoil(path)
        record = self.record_now()
        text = write_record(record) if isinstance(record, DealRecord) else write_session(record)
        try:
            write_atomically(path.resolve(), text)
        except OSError as error:
            message, way_out = "cannot be written", "Name a file in a folder that is yours."
            fault = Fault("records", str(path), "--save", message, str(error.strerror or error), way_out)
            raise CorpusError([fault]) from error

    def _autosave(self) -> None:
        if self.save_path is not None:
            self.save(self.save_path)

    # The deals

    def run(self) -> int:
        """Play the deals that are left; return the exit code."""
        say = self.session.say
        try:
            self._play_on()
        except _Stopped:
            self.session.print(say("Rozdanie przerwane.", "The deal was stopped."))
            self._keep()
            return 0
        except KeyboardInterrupt:
            self.session.print()
            self.session.print(say("Przerwano.", "Stopped."))
            self._keep()
            return _INTERRUPTED
        if self.save_path is not None:
            self.session.print(str(self.save_path))
        return 0

    def _play_on(self) -> None:
        if self.game is None and self.left():
            self._come_in()
        elif self.game is None:
            words = (
                "Wszystkie rozdania są rozegrane; więcej: --deals N.",
                "All deals are played; more: --deals N.",
            )
            self.session.print(self.session.say(*words))
            self._show_score(self.sitting, last=True)
        while self.game is not None or self.left():
            if self.game is None:
                self._begin()
            self._autosave()
            self._play_deal()
            self._finish()

    def _show_score(self, sitting: Sitting, *, last: bool) -> None:
        words = ("Wynik końcowy", "Final score") if last else ("Rachunek", "Score")
        show(self.session, self.session.say(*words), score_sheet(self.session, sitting))

    def _several(self) -> bool:
        return self.setting.length > 1 or len(self.setting.persons) > len(self.sitting.seats)

    def _counted(self) -> int:
        return sum(line.result.outcome != NOBODY_CHOSE for line in self.sitting.lines)

    def _begin(self) -> None:
        """Deal the next cards."""
        setting, sitting = self.setting, self.sitting
        seed = (setting.seed + len(sitting.lines)) % 2**64
        deal = sitting.deal(seed)
        self.record = DealRecord(
            id=f"seed-{seed}",
            title={"pl": f"Rozdanie {seed}", "en": f"Deal {seed}"},
            ruleset=setting.profile.id,
            deal=deal,
            seed=seed,
            blind=setting.blind,
        )
        self._open(Game.start(setting.ruleset, deal, blind=setting.blind))

    def lay(self, record: DealRecord) -> None:
        """Lay an unfinished deal on the table, the person's decisions so far behind it to be taken back."""
        self.record = replace(record, actions=(), expect={}, contrast={})
        game = record.begin(self.setting.ruleset)
        self._open(game.copy())
        moments = []
        for action in record.actions:
            if action.seat == self.seat:
                moments.append(_Moment(game.copy(), ()))
            game.apply(action)
        self.game, self.told, self.past = game, len(game.events), moments

    def left(self) -> bool:
        """Return whether deals are left to play."""
        return self._counted() < self.setting.length

    def _open(self, game: Game) -> None:
        self.game, self.told, self.waived, self.past = game, 0, (), []
        out = self.sitting.sitting_out
        if out is None:
            return
        you = self.session.say(" (ty)", " (you)") if out == self.setting.person else ""
        self.session.print(
            self.session.say(
                f"Przy stole: {', '.join(self.setting.persons)}. Rozdaje i kart nie dostaje: {out}{you}.",
                f"At the table: {', '.join(self.setting.persons)}. Deals and gets no cards: {out}{you}.",
            ),
            "bold",
        )

    def _heading(self) -> str:
        assert self.record is not None
        say, setting = self.session.say, self.setting
        number = self._counted() + 1
        parts = [
            say(f"Rozdanie {number} z {setting.length}", f"Deal {number} of {setting.length}")
            if self._several()
            else say("Stół", "Table"),
            self.session.pick(setting.profile.title),
            say("rozdanie numer", "number") + f" {self.record.seed}"
            if self.record.seed is not None
            else self.record.id,
        ]
        return " · ".join(parts)

    @property
    def seat(self) -> int | None:
        """The person's seat in this deal, or ``None`` where he sits out."""
        assert self.game is not None
        name = self.setting.person
        return self.game.seats.index(name) if name in self.game.seats else None

    def _play_deal(self) -> None:
        """Play the deal on the table to its end; the person may take back all of it."""
        while True:
            while self.game is not None and self.game.phase != OVER:
                self._tell()
                if not self._computer_acts():
                    self._decide()
            self._tell()
            if self._confirm_end():
                return

    def _tell(self) -> None:
        assert self.game is not None
        sees = () if self.seat is None else (self.seat,)
        self.told = print_events(self.session, self.game, self.told, sees, self.sitting.dealer)

    def _finish(self) -> None:
        """Write the deal on the score sheet and see who comes in."""
        assert self.game is not None
        assert self.record is not None
        self.deals.append(replace(self.record, actions=tuple(self.game.actions)))
        self.sitting.add(result_of(self.game))
        self.game = self.record = None
        if self.left():
            self._come_in()
        self._autosave()

    def _confirm_end(self) -> bool:
        """Show the result; return whether the deal stands, or is taken back."""
        assert self.game is not None
        session, say = self.session, self.session.say
        print_settlement(session, self.game)
        void = self.game.outcome is not None and self.game.outcome.kind == NOBODY_CHOSE
        if void:
            session.print(say("Rozda się jeszcze raz.", "The cards are dealt again."))
        last = self._counted() + (not void) >= self.setting.length
        if self._several():
            after = copy.deepcopy(self.sitting)
            after.add(result_of(self.game))
            self._show_score(after, last=last)
        if last and not sys.stdin.isatty():
            return True
        while True:
            words = say(
                "Enter – koniec; cofnij, zapisz PLIK: "
                if last
                else "Enter – następne rozdanie; cofnij, zapisz PLIK, q: ",
                "Enter – end; undo, save FILE: " if last else "Enter – next deal; undo, save FILE, q: ",
            )
            line = typed.read_line(self._asked(words, at_end=last))
            if line.command == "go-on" or (last and line.command == "quit"):
                return True
            if line.command == "undo":
                if self._undo():
                    return False
            elif line.command in ("allowed", "act"):
                self._help()
            else:
                self._command(line)

    def _come_in(self) -> None:
        """Let the person sitting out take a place, where a słup is complete. Rules: slup-length, slup-replaced."""
        sitting, session = self.sitting, self.session
        allowed, out = sitting.may_replace(), sitting.sitting_out
        if not allowed or out is None:
            return
        name: str | None = allowed[0]
        if out == self.setting.person:
            name = self._asked_whom(allowed)
        if name is None:
            return
        sitting.replace(name)
        self.replaced[len(sitting.lines)] = name
        session.print(
            session.say(
                f"Słup skończony: {out} siada do gry, a rozdawać będzie {name}.",
                f"The słup is complete: {out} comes in, and {name} will deal.",
            )
        )

    def _asked_whom(self, allowed: Sequence[str]) -> str | None:
        say = self.session.say
        names = ", ".join(allowed)
        while True:
            answer = self._asked(
                say(
                    f"Kogo zastępujesz ({names}; Enter – nikogo)? ",
                    f"Whom do you replace ({names}; Enter – nobody)? ",
                )
            )
            if not answer:
                return None
            if answer in allowed:
                return answer

    # Acting

    def _chance(self) -> SplitMix64:
        """Chance depends on the deal and the moment alone, so that taking back and resuming change nothing."""
        assert self.game is not None
        seed = 0 if self.record is None or self.record.seed is None else self.record.seed
        return SplitMix64(seed * 1009 + len(self.game.actions))

    def _extras(self) -> tuple[Action, ...]:
        """Return what the person may do out of turn."""
        game, seat = self.game, self.seat
        assert game is not None
        if seat is None or game.turn in (None, seat):
            return ()
        return tuple(game.legal_actions(seat))

    def _waits(self) -> bool:
        """Return whether it is for the person to act, or to say that he does not."""
        assert self.game is not None
        if self.seat is not None and self.game.turn == self.seat:
            return True
        extras = self._extras()
        return bool(extras) and extras != self.waived

    def _computer_acts(self) -> bool:
        """Let one computer player act, those out of turn first; return whether one did."""
        game, chance = self.game, self._chance()
        assert game is not None
        for seat in sorted(range(len(game.seats)), key=lambda seat: seat == game.turn):
            if seat == self.seat or (seat == game.turn and self._waits()):
                continue
            legal = game.legal_actions(seat)
            action = PLAYERS[self.setting.players](game.view(seat), legal, chance) if legal else None
            if action is not None:
                game.apply(action)
                return True
        return False

    def _decide(self) -> None:
        """Ask the person until he acts, lets the others go on, or takes back."""
        game, seat, session = self.game, self.seat, self.session
        assert game is not None
        assert seat is not None
        self._show_table(game, seat)
        while True:
            in_turn = game.turn == seat
            if not in_turn:
                words = ("Możesz się odezwać; Enter – nic.", "You may speak; Enter – nothing.")
                session.print(session.say(*words), "dim")
            text = self._asked(f"{game.seats[seat]}> ")
            line = typed.read_line(text)
            if not in_turn and (line.command == "go-on" or fold(text) in _NOTHING):
                self.past.append(_Moment(game.copy(), self.waived))
                self.waived = self._extras()
                return
            if line.command == "act":
                action = self._allowed(line.rest)
                if action is not None:
                    self._act(action)
                    return
            elif line.command == "resign":
                if self._resign():
                    return
            elif line.command == "undo":
                if self._undo():
                    return
            elif line.command in ("go-on", "allowed"):
                self._list_allowed()
            else:
                self._command(line)

    def _show_table(self, game: Game, seat: int) -> None:
        show_table(self.session, game, seat, self._heading(), self.sitting.dealer)

    def _act(self, action: Action) -> None:
        assert self.game is not None
        self.past.append(_Moment(self.game.copy(), self.waived))
        self.game.apply(action)
        self._autosave()

    def _undo(self) -> bool:
        """Go back to the person's last decision; return whether there was one."""
        if not self.past:
            self.session.print(self.session.say("  Nie ma czego cofać.", "  There is nothing to take back."))
            return False
        moment = self.past.pop()
        self.game, self.waived = moment.game, moment.waived
        self.told = len(moment.game.events)
        self.session.print(self.session.say("  Cofnięte.", "  Taken back."))
        self._autosave()
        return True

    def _understood(self, text: str) -> Action | None:
        """Return the action that *text* means, or say why it means none."""
        assert self.game is not None
        assert self.seat is not None
        try:
            return typed.read_action(text, self.game, self.seat)
        except typed.Unclear as error:
            self.session.print("  " + self.session.say(error.pl, error.en), "yellow")
            return None

    def _allowed(self, text: str) -> Action | None:
        """Return the action that *text* means, if it is allowed; else say what forbids it."""
        action = self._understood(text)
        if action is None:
            return None
        assert self.game is not None
        refusal = self.game.why_not(action)
        if refusal is None:
            return action
        self._refused(refusal)
        return None

    def _refused(self, refusal: Refusal) -> None:
        assert self.game is not None
        session = self.session
        session.print(f"  ✗ {refusal_line(refusal, self.game.seats, session.lang)}", "red")
        self._because(refusal.rule, refusal.reading)

    def _because(self, rule: str, reading: str) -> None:
        for line in because(self.session, self.setting.profile, rule, reading):
            self.session.print(f"    {line}")

    def _resign(self) -> bool:
        """Surrender, or throw the cards in: whichever the rules allow now. Return whether one is allowed."""
        assert self.game is not None
        assert self.seat is not None
        refusals = []
        for kind in ("surrender", "throw-in"):
            action = Action(self.seat, kind)
            refusal = self.game.why_not(action)
            if refusal is None:
                self._act(action)
                return True
            refusals.append((action, refusal))
        for action, refusal in refusals:
            self.session.out.print(Text("  ").append_text(button_text(action, self.session.lang)).append(":"))
            self._refused(refusal)
        return False

    # Asking

    def _asked(self, prompt: str, *, at_end: bool = False) -> str:
        """Return a line typed.

        :raises _Stopped: at the end of the input, unless *at_end*: then it is as if nothing were said.
        """
        text = ask(self.session, prompt)
        if text is None and not at_end:
            raise _Stopped
        return text or ""

    def _command(self, line: typed.Line) -> None:
        """Do what changes nothing in the game.

        :raises _Stopped: if the person leaves.
        """
        if line.command == "quit":
            raise _Stopped
        if line.command == "help":
            self._help()
        elif line.command == "hint":
            self._hint()
        elif line.command == "why":
            self._why(line.rest)
        elif line.command == "table":
            if self.game is not None and self.seat is not None:
                self._show_table(self.game, self.seat)
        elif line.command == "score":
            self._show_score(self.sitting, last=not self.left())
        elif line.command == "save":
            self._save_as(line.rest)

    def _list_allowed(self) -> None:
        assert self.game is not None
        assert self.seat is not None
        forms = (typed.typed_form(action) for action in self.game.legal_actions(self.seat))
        self.session.print("  " + "; ".join(forms))

    def _hint(self) -> None:
        """Say what the sensible player would do who sees the same."""
        session, game, seat = self.session, self.game, self.seat
        if game is None or seat is None or game.phase == OVER:
            return
        action = sensible_player(game.view(seat), game.legal_actions(seat), self._chance())
        text = Text(session.say("  Podpowiedź: ", "  Hint: "))
        if action is None:
            text.append(session.say("nic, niech grają dalej", "nothing, let them go on"))
        else:
            text.append_text(button_text(action, session.lang))
            text.append(f" ({typed.typed_form(action)})", "dim")
        text.append(
            session.say(
                ". Tak zrobiłby rozsądny gracz programu, który widzi to samo co ty. To jego sposób gry, nie reguła.",
                ". So the program’s sensible player would do, who sees what you see. It is his policy, not a rule.",
            )
        )
        session.out.print(text)

    def _why(self, text: str) -> None:
        """Say which rule forbids what *text* means, or which duties hold now."""
        session, game = self.session, self.game
        if game is None or self.seat is None:
            return
        if game.phase == OVER:
            for event in game.events:
                if event.kind == "outcome":
                    for rule, reading in event.rules:
                        self._because(rule, reading)
            return
        if text.strip("? "):
            action = self._understood(text)
            if action is None:
                return
            refusal = game.why_not(action)
            if refusal is not None:
                self._refused(refusal)
                return
            session.print("  " + session.say("To wolno.", "This is allowed."))
            if action.card is None:
                return
        self._duties(game)

    def _duties(self, game: Game) -> None:
        """Name the duties that leave out a card of the hand now, with their sources."""
        session = self.session
        if self.seat is None or game.phase != PLAY or game.turn != self.seat:
            return
        left, any_left_out = game.hands[self.seat], False
        for step in game.duties():
            if step.mask != left:
                any_left_out = True
                self._because(step.rule, game.now.reading(step.rule))
            left = step.mask
        if not any_left_out:
            session.print("  " + session.say("Wolno zagrać każdą kartę.", "Any card may be played."))

    def _help(self) -> None:
        say = self.session.say
        suits = ", ".join(f"{name} {letter}" for letter, name in TABLE_SUITS.items())
        lines = say(
            "HA, ♥A, as czerwo – zagraj kartę; HK meld – z meldunkiem\n"
            "H, wybieram czerwo, choose warszawa, choose zyd H – wybierz grę; pas\n"
            "blind durch, no-blind – przed rozdaniem; name H – nazwij atut\n"
            "kontra, ogłaszam (66), poddaję się, rzucam; wymieniam, śpij, biorę zakrytą, biorę odkrytą\n"
            "poddaj – poddanie albo rzucenie kart, co wolno\n"
            "? – co wolno; dlaczego HA? – czemu nie wolno; dlaczego – co teraz obowiązuje\n"
            "podpowiedz, cofnij, stół, wyniki, zapisz PLIK, koniec; Enter – niech grają dalej\n"
            f"Nazwy kolorów: {suits}; zestawił je wybór redakcji (suit-signs).",
            "HA, ♥A, ace of hearts – play a card; HK meld – meld and play it\n"
            "H, choose H, choose warszawa, choose zyd H – choose a game; pass\n"
            "blind durch, no-blind – before the deal; name H – name trumps\n"
            "double, announce (66), surrender, throw-in; exchange, close, take hidden, take open\n"
            "resign – surrender or throw in, whichever is allowed\n"
            "? – what is allowed; why HA? – what forbids it; why – which duties hold now\n"
            "hint, undo, table, score, save FILE, quit; Enter – let them go on\n"
            f"Names of the suits: {suits}; the pairing is the editors’ choice (suit-signs).",
        )
        for line in lines.split("\n"):
            self.session.print(f"  {line}", "dim")

    def _save_as(self, name: str) -> None:
        session = self.session
        if not name and self.save_path is None:
            session.print(session.say("  Podaj plik: zapisz PLIK.", "  Name a file: save FILE."), "yellow")
            return
        path = Path(name) if name else self.save_path
        assert path is not None
        try:
            self.save(path)
        except CorpusError as error:
            session.print_faults(error.faults)
            return
        self._say_saved(path)

    def _say_saved(self, path: Path) -> None:
        self.session.print(
            self.session.say(
                f"  Zapisano: {path}. Ciąg dalszy: przemyskie66 play --resume {path}",
                f"  Saved: {path}. To go on: przemyskie66 play --resume {path}",
            )
        )

    def _keep(self) -> None:
        """Save what was played so far, where that was asked for; else offer to, if somebody is there."""
        if not self.deals and self.game is None:
            return
        if self.save_path is not None:
            self.save(self.save_path)
            self._say_saved(self.save_path)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            try:
                name = ask(
                    self.session, self.session.say("Zapisać? Plik albo Enter: ", "Save? File, or Enter: ")
                )
            except KeyboardInterrupt:
                return
            if name:
                self._save_as(name)


def ask(session: Session, prompt: str) -> str | None:
    """Return a line of input, or ``None`` at its end."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - where it is, a line can be edited and called back
        try:
            return input(prompt).strip()
        except EOFError:
            session.print()
            return None
    session.out.print(Text(prompt), end="")
    text = sys.stdin.readline()
    session.print(text.rstrip("\n"))  # so that a transcript shows both sides
    return text.strip() if text else None


def _refuse_to_spoil(path: Path) -> None:
    """See that *path* is free to be written: new, or a record already.

    :raises CorpusError: if it is a file of another kind.
    """
    if not path.exists():
        return
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        known = isinstance(data, dict) and data.get("format") in (RECORD_FORMAT, SESSION_FORMAT)
    except (OSError, ValueError, RecursionError):
        known = False
    if not known:
        message, way_out = "is there already and is no saved game", "Name another file."
        raise CorpusError([Fault("records", str(path), "--save", message, "", way_out)])
