"""At the terminal: whole deals by every ruleset, what is typed, what is shown, saved and resumed."""

import io
import itertools
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from przemyskie66.cli import main, typed
from przemyskie66.engine import (
    Deal,
    DealRecord,
    Game,
    Session,
    format_action,
    parse_action,
    read_record,
    result_of,
)
from przemyskie66.engine.compact import read_compact
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.players import play_out, sensible_player
from przemyskie66.engine.session_record import (
    SessionRecord,
    open_session,
    read_session,
    session_faults,
    write_session,
)
from przemyskie66.rulebook import Archive, load_archive, to_ruleset

PRZEMYSKIE = ("ojciec", "instrukcja", "witryna")
SIXTY_SIX = ("wikibooks-2", "wikibooks-3", "wikibooks-4")
PLAYED = (*PRZEMYSKIE, *SIXTY_SIX)


@pytest.fixture(scope="module")
def loaded(sealed: Path) -> Archive:
    """The sealed copy, read once."""
    return load_archive(sealed)


class Screen(io.StringIO):
    """What is printed; a terminal, if it says so."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@dataclass
class Typist:
    """Somebody who types: what *answer* says at each prompt, until *limit* lines are typed."""

    screen: Screen
    answer: Callable[[str], str]
    limit: int | None = None
    stop: type[BaseException] | None = None  #: raised in place of the end of the input
    typed: list[str] = field(default_factory=list)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if self.limit is not None and len(self.typed) >= self.limit:
            if self.stop is not None:
                raise self.stop
            return ""
        assert len(self.typed) < 3000, "the same is asked again and again"
        self.typed.append(self.answer(self.screen.getvalue()))
        return self.typed[-1] + "\n"


@dataclass(frozen=True)
class Played:
    """A run that is over."""

    code: int
    out: str
    err: str
    typed: list[str]


Play = Callable[..., Played]


@pytest.fixture
def play(sealed: Path, loaded: Archive, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run ``play`` with somebody who types; return what came of it."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("przemyskie66.cli.session.load_archive", lambda root: loaded)

    def run(
        *arguments: str,
        answer: Callable[[str], str] | None = None,
        keys: str | None = None,
        limit: int | None = None,
        stop: type[BaseException] | None = None,
        lang: str = "en",
        terminal: bool = False,
        command: str = "play",
    ) -> Played:
        screen, faults = Screen(terminal=terminal), Screen()
        if keys is not None:
            lines = iter(keys.split("\n"))
            answer, limit = (lambda _: next(lines)), keys.count("\n") + 1
        typist = Typist(screen, answer or (lambda _: ""), limit, stop)
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", screen)
            patch.setattr("sys.stderr", faults)
            patch.setattr("sys.stdin", typist)
            code = main([command, *arguments, "--lang", lang, "--archive", str(sealed)])
        return Played(code, screen.getvalue(), faults.getvalue(), typist.typed)

    return run


def prompt(out: str) -> str:
    """Return what is asked: the last line, which has no end yet."""
    return out[out.rfind("\n") + 1 :]


def by_hints(out: str) -> str:
    """Do what the hint says; ask for it first."""
    if not prompt(out).endswith("> "):
        return ""
    lines = [line for line in out.split("\n")[-4:] if line.startswith("  Hint: ")]
    if not lines:
        return "hint"
    found = re.search(r"\(([^()]+)\)\. So the program", lines[-1])
    return found[1] if found else ""


def last_deal(path: Path) -> DealRecord:
    """Return the last deal that was saved; those before it are deals that nobody chose to play."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return read_record(data["deals"][-1] if "deals" in data else data)


def by_chance(seed: int) -> Callable[[str], str]:
    """Choose among what ``?`` lists; out of turn, perhaps nothing."""
    rng, asked = random.Random(seed), itertools.cycle([True, False])

    def answer(out: str) -> str:
        if not prompt(out).endswith("> "):
            return ""
        if next(asked):
            return "?"
        lines = out.split("\n")
        out_of_turn = "You may speak" in lines[-2]
        choices = lines[-3 if out_of_turn else -2].strip().split("; ")
        return rng.choice(choices + [""] * (2 if out_of_turn else 0))

    return answer


# --- whole deals --------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", PLAYED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_deals_by_every_ruleset(
    play: Play, tmp_path: Path, loaded: Archive, ruleset: str, seed: int
) -> None:
    """Whatever is chosen of what is listed is allowed, and the saved deal is what the screen said."""
    path = tmp_path / "deal.json"
    more = ["--blind"] if ruleset in PRZEMYSKIE and seed == 2 else []
    found = play(
        "--ruleset", ruleset, "--seed", str(seed), "--save", str(path), *more, answer=by_chance(seed)
    )
    assert (found.code, found.err) == (0, "")
    assert "✗" not in found.out
    record = last_deal(path)
    game = Game.start(to_ruleset(loaded, loaded.profiles[ruleset]), record.deal, blind=record.blind)
    for action in record.actions:
        game.apply(action)
    told = ", ".join(f"{name} {points}" for name, points in zip(game.seats, game.settlement(), strict=True))
    assert f"Settlement points: {told.replace('-', '−')}\n" in found.out


@pytest.mark.parametrize("ruleset", PLAYED)
def test_the_hints_are_the_sensible_players(
    play: Play, tmp_path: Path, loaded: Archive, ruleset: str
) -> None:
    """Who follows every hint plays the deal that four sensible players play."""
    path = tmp_path / "deal.json"
    found = play("--ruleset", ruleset, "--seed", "12", "--save", str(path), answer=by_hints)
    assert (found.code, found.err) == (0, "")
    assert "It is his policy, not a rule." in found.out
    record = last_deal(path)
    game = Game.start(to_ruleset(loaded, loaded.profiles[ruleset]), record.deal)
    while game.phase != "over":
        chance = SplitMix64(record.seed * 1009 + len(game.actions))
        mine = game.copy()
        for seat in sorted(range(game.count), key=lambda seat: (seat == game.turn, seat == 0)):
            legal = game.legal_actions(seat)
            rng = SplitMix64(record.seed * 1009 + len(game.actions)) if seat == 0 else chance
            action = sensible_player(game.view(seat), legal, rng) if legal else None
            if action is not None:
                game.apply(action)
                break
        assert len(game.actions) == len(mine.actions) + 1
    assert list(record.actions) == game.actions


def test_the_process_itself(sealed: Path, play: Play) -> None:
    """The same lines piped in from outside print the same."""
    inside = play("--ruleset", "witryna", "--seed", "5", answer=by_chance(5))
    command = [sys.executable, "-m", "przemyskie66", "--archive", str(sealed), "--lang", "en"]
    outside = subprocess.run(
        [*command, "play", "--ruleset", "witryna", "--seed", "5"],
        input="\n".join(inside.typed) + "\n",
        capture_output=True, text=True, encoding="utf-8", check=False, env={**os.environ, "COLUMNS": "120"},
    )  # fmt: skip
    assert outside.returncode == 0, outside.stderr
    assert outside.stdout == inside.out


def test_a_refusal_has_its_rule_and_quote(play: Play) -> None:
    """Every card is tried in turn until one is taken, so that the deal is played to its end."""
    deck = [f"{suit}{rank}" for suit in "CDHS" for rank in "9JQKTA"]
    found = play("--ruleset", "witryna", "--seed", "66", keys="?\nxyz\nH\n" + "\n".join([*deck, ""] * 30))
    assert found.code == 0
    assert "choose H; choose S; choose warszawa; pass" in found.out
    assert "Not understood: “xyz”" in found.out
    assert re.search(r"✗ .*\n    rule follow-suit: .*\n.*\n    „.+”\n    – .+\[claim:", found.out)
    assert "Settlement points" in found.out


# --- what is shown ------------------------------------------------------------------------------


def test_what_is_always_in_view(play: Play) -> None:
    found = play("--ruleset", "ojciec", "--seed", "66", keys="H\nCA\nCJ")
    view = found.out[found.out.rindex("── Table") :]
    for words in (
        "cards  tricks  card points  from melds",
        "A (you)  declarer ",
        "C        defender, deals",
        "suit game, trumps ♥",
        "target 66",
        "a full loss 3 (base 3)",
        "Previous trick",
    ):
        assert words in view
    assert re.search(r"▸ +[AB] ", view)


@pytest.mark.parametrize("ruleset", ["ojciec", "wikibooks-4"])
def test_doubling_is_in_the_stake(play: Play, ruleset: str) -> None:
    """The declarer is asked again when the computer has answered; all calls count."""
    found = play("--ruleset", ruleset, "--seat", "B", "--seed", "66", answer=by_chance(0), limit=0)
    assert "a full loss 3 (base 3)" in found.out
    for seed in range(9):
        found = play("--ruleset", "ojciec", "--seat", "B", "--seed", str(seed), keys="pass\ndouble\n\n\n")
        if "B: double." in found.out:
            assert "a full loss 6 (base 3; doubling calls: 1)" in found.out
            return
    raise AssertionError("nobody doubled")


def test_games_in_the_dark(play: Play) -> None:
    found = play("--ruleset", "witryna", "--blind", "--seed", "3", keys="blind durch\n")
    assert "No cards are dealt yet; games may be called in the dark." in found.out
    assert "durch, no trumps, in the dark" in found.out
    assert "Aim" in found.out
    assert "a full loss 18 (base 3; three full stakes, no relief; in the dark ×2)" in found.out


def test_two_players_see_the_stock_and_not_each_others_cards(play: Play, loaded: Archive) -> None:
    drawn: list[str] = []
    for seed in range(4):
        found = play("--ruleset", "wikibooks-2", "--seed", str(seed), answer=by_hints)
        assert re.search(r"Stock +12, turned up [♣♦♥♠]", found.out)
        assert "trumps" in found.out
        drawn += re.findall(r"Cards are drawn: (.*); left", found.out)
    assert len(drawn) > 9
    assert all(re.fullmatch(r"A [♣♦♥♠]\w+", told) for told in drawn)


@pytest.mark.parametrize("ruleset", PLAYED)
def test_nothing_is_shown_that_the_seat_does_not_see(
    play: Play, loaded: Archive, tmp_path: Path, ruleset: str
) -> None:
    """Up to the first card played, one's own cards are on the screen and no card of another."""
    path = tmp_path / "deal.json"
    play("--ruleset", ruleset, "--seed", "4", "--save", str(path), answer=by_hints)
    record = last_deal(path)
    found = play("--ruleset", ruleset, "--seed", "4", answer=by_hints)
    dealt = found.out[found.out.rindex("  Dealer: ") :]
    before = re.split(r"\n  [ABCD]: [♣♦♥♠]", dealt)[0]
    symbols = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    shown = set(re.findall(r"[♣♦♥♠](?:10|[9JQKA])", before))
    turned_up = record.deal.stock[-1:]
    own = {*record.deal.hands[0], *turned_up}
    names = {symbols["CDHS"[card // 6]] + ("9", "J", "Q", "K", "10", "A")[card % 6] for card in own}
    assert shown == names


@pytest.mark.parametrize(
    ("environ", "framed", "coloured"),
    [({"TERM": "xterm-256color"}, True, True), ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
     ({"TERM": "dumb"}, False, False)],
)  # fmt: skip
def test_frames_and_colours(
    play: Play, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], framed: bool, coloured: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    out = play("--ruleset", "ojciec", keys="H", terminal=True).out
    assert ("╭─" in out) is framed
    assert bool(re.search(r"\x1b\[[0-9;]*31m♥", out)) is coloured
    if not framed:
        assert "\x1b" not in out


def test_without_a_terminal_lines_are_bare(play: Play) -> None:
    out = play("--ruleset", "ojciec", keys="H").out
    assert "\x1b" not in out
    assert not re.search(r"[╭│╰]", out)
    assert all(line == line.rstrip() or line.endswith("> ") for line in out.split("\n"))


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("ascii", "Twoje karty  SJ HQ H9 C9"),
        ("iso-8859-2", "Możesz       Atut: C"),
        ("utf-8", "Twoje karty  ♠J ♥Q"),
    ],
)
def test_a_terminal_of_another_encoding_stops_nothing(sealed: Path, encoding: str, words: str) -> None:
    """Signs it does not have become plain letters; what cannot be decoded is not understood."""
    command = [sys.executable, "-m", "przemyskie66", "--archive", str(sealed), "--lang", "pl"]
    done = subprocess.run(
        [*command, "play", "--ruleset", "ojciec", "--seed", "66"],
        input=b"\xff\xfe\nH\n", capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert words in done.stdout.decode(encoding)


def test_in_polish(play: Play) -> None:
    keys = "pomoc\nwybieram czerwo\ndlaczego as krajc?\npodpowiedz\ncofnij\ncofnij\nczegoś\nkoniec"
    out = play("--ruleset", "instrukcja", "--deals", "2", keys=keys, lang="pl").out
    for words in (
        "Rozdanie 1 z 2", "atut ♥", "To wolno.", "Wolno zagrać każdą kartę.", "Podpowiedź: ",
        "To jego sposób gry, nie reguła.", "Cofnięte.", "Nie ma czego cofać.", "Nie rozumiem: „czegoś”",
        "Rozdanie przerwane.", "zestawił je wybór redakcji (suit-signs)",
    ):  # fmt: skip
        assert words in out
    assert '"' not in out


# --- taking back, asking why, giving up -----------------------------------------------------------


def test_taking_back_changes_nothing(play: Play, tmp_path: Path) -> None:
    """A deal in which every decision is taken back once and made again ends as without."""
    straight, wavering = tmp_path / "straight.json", tmp_path / "wavering.json"
    plain = play("--ruleset", "witryna", "--seed", "21", "--save", str(straight), answer=by_hints)
    decisions = [key for key in plain.typed if key != "hint"]
    keys = "\n".join(line for key in decisions[:-1] for line in (key, "undo", key)) + "\n" + decisions[-1]
    found = play("--ruleset", "witryna", "--seed", "21", "--save", str(wavering), keys=keys)
    assert found.out.count("Taken back.") == len(decisions) - 1
    assert wavering.read_text(encoding="utf-8") == straight.read_text(encoding="utf-8")


def test_all_of_a_deal_can_be_taken_back(play: Play) -> None:
    found = play("--ruleset", "ojciec", "--seed", "66", keys="H\nCA\n" + "undo\n" * 9)
    assert "There is nothing to take back." in found.out
    assert "not chosen yet" in found.out[found.out.rindex("── Table") :]


def test_why(play: Play) -> None:
    found = play(
        "--ruleset", "ojciec", "--seed", "66", keys="why HA?\nwhy\nH\nwhy CA\nwhy nonsense\nwhy double"
    )
    assert "✗ This card may" not in found.out
    assert "✗ First somebody has to choose a game." in found.out
    assert "This is allowed." in found.out
    assert "Any card may be played." in found.out
    assert "Not understood: “nonsense”" in found.out
    assert re.search(r"✗ .*\n    rule doubling-who: ", found.out)


def test_why_names_the_duties_that_hold(play: Play) -> None:
    """Before a card that has to follow suit, ``why`` alone quotes the duty."""
    asked = itertools.count()
    chance = by_chance(8)

    def answer(out: str) -> str:
        return "why" if prompt(out).endswith("> ") and next(asked) % 3 == 0 else chance(out)

    found = play("--ruleset", "witryna", "--seed", "8", answer=answer)
    assert re.search(r"> why\n    rule follow-suit: .*\n.*\n    „.+”", found.out)


@pytest.mark.parametrize(
    ("ruleset", "keys", "words"),
    [
        ("instrukcja", "H\nresign", "A: throwing in."),
        ("ojciec", "H\nCA\nresign", "A: surrender."),
        ("wikibooks-3", "H\nresign", "Surrender:\n  ✗ By these rules this is not done."),
    ],
)
def test_giving_up_where_the_rules_allow_it(play: Play, ruleset: str, keys: str, words: str) -> None:
    found = play("--ruleset", ruleset, "--seed", "66", keys=keys)
    assert words in found.out
    assert ("Settlement points" in found.out) is ("✗" not in found.out)


# --- what is typed --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chosen(loaded: Archive) -> Game:
    """Hearts chosen by A, who leads and holds a meld."""
    hands = ("HA HT HK HQ C9 D9 S9 CJ", "H9 HJ CA CT DA DT SA ST", "CK CQ DK DQ DJ SK SQ SJ")
    cards = tuple(
        tuple(parse_action(f"A play {card}", "ABC").card for card in hand.split()) for hand in hands
    )
    game = Game.start(to_ruleset(loaded, loaded.profiles["witryna"]), Deal(("A", "B", "C"), 2, cards))  # type: ignore[arg-type]
    game.apply(parse_action("A choose H", "ABC"))
    return game


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("HA", "A play HA"), ("ha", "A play HA"), ("♥A", "A play HA"), ("AH", "A play HA"), ("♥ A", "A play HA"),
        ("as czerwo", "A play HA"), ("czerwo as", "A play HA"), ("ASA CZERWO", "A play HA"),
        ("as", "A play HA"), ("A", "A play HA"), ("play A", "A play HA"), ("A play HA", "A play HA"),
        ("zagrywam asa kier", "A play HA"), ("gram asa kier", "A play HA"), ("ace of hearts", "A play HA"),
        ("dziesiątka czerwo", "A play HT"), ("dziesiatka kier", "A play HT"), ("H10", "A play HT"),
        ("10 kier", "A play HT"), ("król", "A play HK"), ("krol czerwo", "A play HK"), ("K", "A play HK"),
        ("K meld", "A play HK meld"), ("meld HK", "A play HK meld"), ("melduję króla czerwo", "A play HK meld"),
        ("HQ z meldunkiem", "A play HQ meld"), ("krajc walet", "A play CJ"), ("dzwonek", "A play D9"),
        ("wino", "A play S9"), ("AS", "A play SA"), ("niżnik trefl", "A play CJ"), ("tuz", "A play HA"),
        ("kontra", "A double"), ("rekontra", "A double"), ("rzucam karty", "A throw-in"), ("rzucam", "A throw-in"),
        ("throw in", "A throw-in"), ("throw-in", "A throw-in"), ("66", "A announce"), ("ogłaszam 66", "A announce"),
        ("poddaję się", "A surrender"), ("wymieniam", "A exchange"), ("śpij", "A close"),
        ("biorę zakrytą", "A take hidden"), ("take open", "A take open"), ("durch", "A choose durch"),
        ("wybieram mizerkę", "A choose mizerka"), ("choose zyd H", "A choose zyd H"), ("żyd czerwo", "A choose zyd H"),
        ("gram żyda, atut czerwo", "A choose zyd H"), ("w ciemno durch", "A blind durch"), ("nie w ciemno", "A no-blind"),
        ("nazywam atut wino", "A name S"), ("pas", "A pass"), ("choose H", "A choose H"), ("HA!", "A play HA"),
    ],
)  # fmt: skip
def test_what_can_be_typed(chosen: Game, text: str, action: str) -> None:
    assert format_action(typed.read_action(text, chosen, 0), chosen.seats) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9", "may mean: C9, D9, S9"), ("H", "may mean: HQ, HK, HT, HA"), ("żyd", "may mean: choose zyd C"),
        ("x", "Not understood"), ("H8", "Not understood"), ("B play HA", "You play for A, not for B."),
        ("play", "may mean"), ("name", "fits nothing"), ("pas czerwo", "fits nothing"), ("take", "fits nothing"),
    ],
)  # fmt: skip
def test_what_is_unclear(chosen: Game, text: str, words: str) -> None:
    with pytest.raises(typed.Unclear, match=re.escape(words)) as raised:
        typed.read_action(text, chosen, 0)
    assert raised.value.pl
    assert raised.value.pl != raised.value.en


def test_a_bare_suit_or_game_is_a_choice_where_one_chooses(loaded: Archive) -> None:
    game = Game.start(to_ruleset(loaded, loaded.profiles["witryna"]), Deal.from_seed(66, 2), blind=True)
    for text, expected in (("durch", "blind durch"), ("pas", "no-blind"), ("nie", "no-blind")):
        assert typed.typed_form(typed.read_action(text, game, 0)) == expected
    game = Game.start(to_ruleset(loaded, loaded.profiles["witryna"]), Deal.from_seed(66, 2))
    for text, expected in (
        ("czerwo", "choose H"),
        ("♠", "choose S"),
        ("warszawa", "choose warszawa"),
        ("pas", "pass"),
    ):
        assert typed.typed_form(typed.read_action(text, game, 0)) == expected


@pytest.mark.parametrize("ruleset", PLAYED)
def test_every_action_can_be_typed_as_it_is_listed(loaded: Archive, ruleset: str) -> None:
    rules = to_ruleset(loaded, loaded.profiles[ruleset])
    for seed in range(6):
        rng = SplitMix64(seed)
        seats = tuple("ABCD"[: rules.players])  # type: ignore[index]
        game = Game.start(rules, Deal.from_seed(seed, 0, seats), blind=bool(rules.blind_games and seed % 2))
        while game.phase != "over":
            legal = game.legal_actions()
            for action in legal:
                assert typed.read_action(typed.typed_form(action), game, action.seat) == action
                assert typed.read_action(format_action(action, seats), game, action.seat) == action
            game.apply(rng.pick(legal))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ("go-on", "")), ("?", ("allowed", "")), ("why HA?", ("why", "HA?")), ("? HA", ("why", "HA")),
        ("Dlaczego as czerwo", ("why", "as czerwo")), ("cofnij", ("undo", "")), ("UNDO", ("undo", "")),
        ("save my game.json", ("save", "my game.json")), ("zapisz x", ("save", "x")), ("q", ("quit", "")),
        ("koniec", ("quit", "")), ("poddaj się", ("resign", "")), ("poddaję się", ("act", "poddaję się")),
        ("HA", ("act", "HA")), ("podpowiedź", ("hint", "")), ("stół", ("table", "")), ("help", ("help", "")),
    ],
)  # fmt: skip
def test_commands(text: str, line: tuple[str, str]) -> None:
    assert tuple(typed.read_line(text)) == line


# --- several deals ----------------------------------------------------------------------------------


def scores_shown(out: str) -> list[list[tuple[Fraction, Fraction]]]:
    """Return the lines of the final score sheet: change and running score of each person."""
    sheet = out[out.rindex("── Final score") :]
    number = r"[+−]?\d+(?:/\d+)?"
    rows = re.findall(rf"^ *\d+ .*?((?:{number} \({number}\) *)+)$", sheet, re.MULTILINE)
    pairs = [re.findall(rf"({number}) \(({number})\)", row) for row in rows]
    return [[(_number(change), _number(score)) for change, score in row] for row in pairs]


def _number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-").replace("+", ""))


@pytest.mark.parametrize("ruleset", PRZEMYSKIE)
@pytest.mark.parametrize("persons", ["A,B,C", "Ala,Bolek,Celina,Darek"])
def test_the_score_sheet_adds_up(
    play: Play, loaded: Archive, tmp_path: Path, ruleset: str, persons: str
) -> None:
    path = tmp_path / "session.json"
    arguments = ["--ruleset", ruleset, "--persons", persons, "--deals", "4", "--seed", "31"]
    found = play(*arguments, "--save", str(path), answer=by_chance(7))
    assert (found.code, found.err) == (0, "")
    rows = scores_shown(found.out)
    count = persons.count(",") + 1
    assert all(len(row) == count for row in rows)
    for person in range(count):
        assert list(itertools.accumulate(row[person][0] for row in rows)) == [row[person][1] for row in rows]
    assert all(sum(change for change, _ in row) == 0 for row in rows)
    record = read_session(json.loads(path.read_text(encoding="utf-8")))
    sitting, games = open_session(record, to_ruleset(loaded, loaded.profiles[ruleset]))
    assert [[sitting.lines[i].scores[name] for name in record.persons] for i in range(len(rows))] == [
        [score for _, score in row] for row in rows
    ]
    assert len(games) == len(rows)
    if count == 4:
        assert "gets no cards" in found.out


def test_who_sits_out_deals(play: Play) -> None:
    found = play(
        "--ruleset", "ojciec", "--persons", "A,B,C,D", "--seat", "D", "--deals", "2", answer=by_hints
    )
    assert "Deals and gets no cards: D (you)." in found.out
    assert "Dealer: D." in found.out
    assert "defender, deals" not in found.out.split("Score")[0]


def test_after_a_slup_the_fourth_comes_in(play: Play, tmp_path: Path) -> None:
    """He is asked whom he replaces, where it is the person; a computer player comes in at once."""
    path = tmp_path / "session.json"
    arguments = [
        "--ruleset",
        "instrukcja",
        "--persons",
        "A,B,C,D",
        "--with",
        "slup-length=one-deal",
        "--deals",
        "3",
    ]

    def asked(out: str) -> str:
        return "A" if prompt(out).startswith("Whom do you replace") else by_hints(out)

    found = play(*arguments, "--seat", "D", "--save", str(path), answer=asked)
    assert found.code == 0
    assert "Whom do you replace (A; Enter – nobody)?" in found.out
    assert "The słup is complete: D comes in, and A will deal." in found.out
    assert json.loads(path.read_text(encoding="utf-8"))["replaced"][0] == {"deal": 1, "person": "A"}
    found = play(*arguments, "--seat", "B", answer=by_hints)
    assert "The słup is complete: D comes in, and A will deal." in found.out


# --- other readings -----------------------------------------------------------------------------------


def test_another_reading_is_played_and_named(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    arguments = ["--ruleset", "ojciec", "--with", "throw-in=not-allowed", "--save", str(path), "--seed", "66"]
    found = play(*arguments, keys="H\nthrow-in\nq")
    assert "Otherwise than in the ruleset: throw-in = not-allowed: " in found.out
    assert re.search(
        r"✗ .*\n    rule throw-in: .*\n    .*\n    so chosen for this game \(--with\)", found.out
    )
    assert json.loads(path.read_text(encoding="utf-8"))["readings"] == {"throw-in": "not-allowed"}
    found = play("--resume", str(path), keys="throw-in\nq")
    assert "Otherwise than in the ruleset: throw-in = not-allowed: " in found.out
    assert "✗" in found.out


def test_refusal_passes_to_the_partner(play: Play) -> None:
    arguments = ["--ruleset", "wikibooks-4", "--with", "refusal-passes-to=partner"]
    out = play(*arguments, keys="pass\nq").out
    assert re.search(r"A: pass\..*\n  C: ", out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--with", "trow-in=as-loss"], "Nearest: throw-in"),
        (["--with", "throw-in=nothing"], "There are: two-points ("),
        (["--with", "suit-names=x"], "does not play this rule"),
        (["--with", "draw=loser-first"], "no question in przemyskie for 3"),
        (["--with", "players=two"], "how many play is not changed so"),
        (["--with", "deal-packets=six"], "not how cards are dealt to 3"),
        (["--with", "a=b", "--with", "c=d"], "no rule has this id"),
        (["--persons", "A,B"], "the deal is for 2, the rules are for 3"),
        (["--persons", "A,B,C,D,E"], "the deal is for 5"),
        (["--persons", "A,B,B"], "expected each once"),
        (["--persons", "A,pass,C"], "a word of the game cannot be a name"),
        (["--persons", "A,,C"], "expected one word"),
        (["--save", "/no/such/folder/x.json"], "cannot be written"),
        (["--save", __file__], "is there already and is no saved game"),
        (["--resume", "/no/such/file"], "cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_begun(play: Play, arguments: list[str], words: str) -> None:
    first = [] if "--resume" in arguments else ["--ruleset", "ojciec"]
    found = play(*first, *arguments)
    assert found.code == 1
    assert words in found.err
    assert "Traceback" not in found.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--with", "throw-in"], "RULE=READING"),
        (["--seat", "Z"], "there are: A, B, C"),
        (["--seed", "-1"], "seed"),
        (["--deals", "0"], "deals"),
        (["--players", "clever"], "sensible"),
        (["--resume", "x.json", "--seed", "3", "--blind"], "--seed, --blind cannot be given with --resume"),
        (["--resume", "x.json", "--seed", "0"], "--seed cannot be given with --resume"),
    ],
)
def test_what_is_not_understood(play: Play, arguments: list[str], words: str) -> None:
    first = [] if "--resume" in arguments else ["--ruleset", "ojciec"]
    found = play(*first, *arguments)
    assert found.code == 2
    assert words in found.err


def test_no_games_in_the_dark_where_the_rules_know_none(play: Play) -> None:
    found = play("--ruleset", "wikibooks-3", "--blind")
    assert found.code == 1
    assert "these rules know no games in the dark" in found.err


# --- saving and resuming --------------------------------------------------------------------------------

TABLES = {
    "a deal": ["--ruleset", "witryna", "--seed", "23"],
    "in the dark": ["--ruleset", "ojciec", "--seed", "23", "--blind", "--seat", "B"],
    "two players": ["--ruleset", "wikibooks-2", "--seed", "23"],
    "pairs": ["--ruleset", "wikibooks-4", "--seed", "23", "--with", "refusal-passes-to=partner"],
    "four persons": ["--ruleset", "ojciec", "--persons", "A,B,C,D", "--deals", "2", "--seed", "23", "--players", "random"],
    "a słup": ["--ruleset", "instrukcja", "--persons", "A,B,C,D", "--deals", "2", "--with", "slup-length=one-deal"],
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_what_is_resumed_goes_on_as_it_would_have(play: Play, tmp_path: Path, name: str) -> None:
    """Stopped after any number of lines, saved, resumed: the file in the end is the same, byte for byte."""
    whole = tmp_path / "whole.json"
    lines = play(*TABLES[name], "--save", str(whole), answer=by_hints).typed
    stops = sorted({1, 2, len(lines) // 3, len(lines) // 2, len(lines) - 1})
    for limit in stops:
        part = tmp_path / f"part{limit}.json"
        found = play(*TABLES[name], "--save", str(part), answer=by_hints, limit=limit)
        assert found.code == 0
        assert f"Saved: {part}" in found.out
        assert play("--resume", str(part), "--save", str(part), answer=by_hints).code == 0
        assert part.read_bytes() == whole.read_bytes(), limit


def test_all_of_a_resumed_deal_can_be_taken_back(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    play(*TABLES["a deal"], "--save", str(path), answer=by_hints, limit=8)
    found = play("--resume", str(path), keys="undo\n" * 9)
    assert "not chosen yet" in found.out[found.out.rindex("── Table") :]


@pytest.mark.parametrize(("stop", "code"), [(None, 0), (KeyboardInterrupt, 130)])
def test_the_end_of_the_input_and_ctrl_c_keep_the_game(
    play: Play, tmp_path: Path, stop: type[BaseException] | None, code: int
) -> None:
    path = tmp_path / "deal.json"
    found = play(*TABLES["a deal"], "--save", str(path), answer=by_hints, limit=5, stop=stop)
    assert (found.code, found.err) == (code, "")
    assert f"To go on: przemyskie66 play --resume {path}" in found.out
    assert last_deal(path).actions
    without = play(*TABLES["a deal"], answer=by_hints, limit=5, stop=stop)
    assert (without.code, without.err) == (code, "")
    assert "stopped" in without.out.lower()


def test_a_game_can_be_saved_at_any_moment(play: Play, tmp_path: Path) -> None:
    early, late, other = tmp_path / "early.json", tmp_path / "late.json", tmp_path / "other.txt"
    other.write_text("mine", encoding="utf-8")
    keys = f"save {early}\nH\nsave {late}\nsave\nsave {other}\nq"
    found = play("--ruleset", "ojciec", "--seed", "66", keys=keys)
    assert read_record(early.read_text(encoding="utf-8")).actions == ()
    assert len(read_record(late.read_text(encoding="utf-8")).actions) == 1
    assert "Name a file: save FILE." in found.out
    assert "is there already and is no saved game" in found.err
    assert other.read_text(encoding="utf-8") == "mine"


def test_a_file_is_written_whole_or_not_at_all(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deal.json"
    play(*TABLES["a deal"], "--save", str(path), answer=by_hints, limit=5)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    found = play("--resume", str(path), "--save", str(path), answer=by_hints)
    assert found.code == 1
    assert "No space left on device" in found.err
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_over_can_be_prolonged(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    play("--ruleset", "wikibooks-3", "--deals", "2", "--save", str(path), answer=by_hints)
    over = play("--resume", str(path))
    assert over.code == 0
    assert "All deals are played; more: --deals N." in over.out
    more = play("--resume", str(path), "--deals", "3", "--save", str(path), answer=by_hints)
    assert "Deal 3 of 3" in more.out
    assert len(json.loads(path.read_text(encoding="utf-8"))["deals"]) >= 3


def test_a_recorded_deal_is_resumed_and_keeps_its_name(play: Play, root: Path, tmp_path: Path) -> None:
    data = json.loads((root / "corpus/deals/przyklad.deal.json").read_text(encoding="utf-8"))
    data["actions"] = data["actions"][:6]
    source, path = tmp_path / "source.json", tmp_path / "saved.json"
    source.write_text(json.dumps(data), encoding="utf-8")
    play("--resume", str(source), "--save", str(path), answer=by_hints)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["title"] == data["title"]
    assert saved["actions"][:6] == data["actions"]
    assert "expect" not in saved


@pytest.fixture(scope="module")
def two_deals(loaded: Archive) -> str:
    """A session of two deals at a table of four, the second unfinished, as text."""
    rules = to_ruleset(loaded, loaded.profiles["ojciec"])
    sitting, deals = Session(rules, "ABCD"), []
    for seed in (66, 67):
        game = Game.start(rules, sitting.deal(seed))
        play_out(game, [sensible_player] * 3, SplitMix64(seed))
        title = {"pl": f"Rozdanie {seed}", "en": f"Deal {seed}"}
        deals.append(
            DealRecord(f"seed-{seed}", title, "ojciec", sitting.deal(seed), tuple(game.actions), seed=seed)
        )
        sitting.add(result_of(game))
    deals[1] = replace(deals[1], actions=deals[1].actions[:-4])
    return write_session(SessionRecord("ojciec", tuple("ABCD"), "D", "A", tuple(deals), 3, 66))


@pytest.fixture
def saved(two_deals: str) -> dict[str, Any]:
    """The same as data, to be spoilt."""
    data: dict[str, Any] = json.loads(two_deals)
    assert session_faults(data) == ()
    return data


def test_a_session_has_the_published_shape(saved: dict[str, Any], root: Path) -> None:
    schemas = root / "corpus" / "schema"
    shape, deal = (
        json.loads((schemas / f"{name}.schema.json").read_text(encoding="utf-8"))
        for name in ("session", "deal-record")
    )
    known = Registry().with_resource("deal-record.schema.json", Resource.from_contents(deal))
    validator = Draft202012Validator(shape, registry=known)
    assert list(validator.iter_errors(saved)) == []
    assert set(shape["properties"]) == set(saved)
    for key in shape["required"]:
        assert list(validator.iter_errors({name: value for name, value in saved.items() if name != key}))


def _spoil_deal(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"].insert(1, "A play HA")


def _swap_seats(data: dict[str, Any]) -> None:
    deal = data["deals"][1]
    deal["dealer"] = next(name for name in deal["seats"] if name != deal["dealer"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, ["version", "Expected 1"]),
        ({"ruleset": "nobodys"}, ["there is no ruleset", "Those that can be played"]),
        ({"ruleset": "No Id"}, ["ruleset", "not an id"]),
        ({"persons": ["A", "B"]}, ["dealer", "nobody at this table"]),
        ({"persons": "ABCD"}, ["persons", "not a list of names"]),
        ({"persons": ["A", "B", "C", "D", "E"]}, ["persons", "two to four"]),
        ({"dealer": "Z"}, ["dealer", "Expected one of A, B, C, D"]),
        ({"person": 3}, ["person", "nobody at this table"]),
        ({"players": "clever"}, ["players", "sensible, random"]),
        ({"length": 0}, ["length", "1 or more"]),
        ({"seed": -1}, ["seed", "not a seed"]),
        ({"blind": "yes"}, ["blind", "neither true nor false"]),
        ({"readings": ["throw-in"]}, ["readings", "reading ids by rule id"]),
        ({"readings": {"trow-in": "as-loss"}}, ["no rule has this id", "Nearest: throw-in"]),
        ({"replaced": [{"deal": 9, "person": "B"}]}, ["replaced"]),
        ({"replaced": [{"deal": 1, "person": "B"}]}, ["cannot be replaced"]),
        ({"deals": {}}, ["deals", "not a list"]),
        ({"deals": [{}]}, ["deal 1, format", "missing"]),
        ({"colour": 1}, ["colour", "no such key"]),
        (_spoil_deal, ["deal 1, action 2", "replay"]),
        (_swap_seats, ["deal 2, seats", "not who gets cards here"]),
        (lambda data: data.pop("dealer"), ["dealer", "missing"]),
    ],
)
def test_each_fault_of_a_session_has_place_value_and_way_out(
    play: Play, saved: dict[str, Any], tmp_path: Path, change: Any, words: list[str]
) -> None:
    if callable(change):
        change(saved)
    else:
        saved |= change
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(saved), encoding="utf-8")
    found = play("--resume", str(path))
    assert found.code == 1
    assert "Traceback" not in found.err
    for word in words:
        assert word in found.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ('{"format": "przemyskie66/session"', "line 1, column"),
        ("[]", "a deal record is a JSON object"),
        ('{"a": 1, "a": 2}', "stands twice"),
        ('[P66 1]\n[Id "x"]', "the tag Ruleset is missing"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_saved_game(play: Play, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    found = play("--resume", str(path))
    assert found.code == 1
    assert words in found.err
    assert str(path) in found.err


def test_a_deal_that_is_refused_is_not_resumed(play: Play, root: Path, tmp_path: Path) -> None:
    data = json.loads((root / "corpus/deals/przyklad.deal.json").read_text(encoding="utf-8"))
    data["actions"] = ["C choose H"]
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    found = play("--resume", str(path))
    assert found.code == 1
    assert "deal 1, action 1" in found.err
    assert f"See: przemyskie66 replay {path}" in found.err


# --- replaying what was saved, and the short text --------------------------------------------------------


def test_a_session_is_replayed_deal_by_deal(play: Play, two_deals: str, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text(two_deals, encoding="utf-8")
    found = play(str(path), command="replay")
    assert found.code == 0
    assert "Deal 1: seed-66" in found.out
    assert "Deal 2: seed-67" in found.out
    found = play(str(path), "--json", command="replay")
    assert [deal["deal"] for deal in json.loads(found.out)["deals"]] == ["seed-66", "seed-67"]
    assert play(str(path), "--as", "json", command="replay").out == path.read_text(encoding="utf-8")
    assert "several deals have no short form" in play(str(path), "--as", "text", command="replay").err
    assert "a session, not one deal" in play(str(path), "ojciec", "witryna", command="diff").err


def test_the_two_forms_of_a_deal(play: Play, root: Path, tmp_path: Path) -> None:
    source = root / "corpus/deals/przyklad.deal.json"
    text = play("przyklad", "--as", "text", command="replay").out
    assert read_compact(text) == read_record(source.read_text(encoding="utf-8"))
    path = tmp_path / "deal.p66"
    path.write_text(text, encoding="utf-8")
    assert play(str(path), "--as", "json", command="replay").out == source.read_text(encoding="utf-8")
    assert play(str(path), command="replay").out == play("przyklad", command="replay").out


def test_a_deal_from_standard_input(sealed: Path, play: Play) -> None:
    text = play("przyklad", "--as", "text", command="replay").out
    command = [sys.executable, "-m", "przemyskie66", "--archive", str(sealed), "--lang", "en"]
    for arguments in (["replay", "-"], ["replay", "-", "--as", "json"], ["diff", "-", "witryna", "witryna"]):
        done = subprocess.run(
            [*command, *arguments], input=text, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_a_fault_in_short_text_is_told_with_its_place(play: Play, tmp_path: Path) -> None:
    text = play("przyklad", "--as", "text", command="replay").out.replace("pass =S", "pass =X")
    path = tmp_path / "deal.p66"
    path.write_text(text, encoding="utf-8")
    line = text.split("\n").index("A: pass =X") + 1
    found = play(str(path), command="replay")
    assert found.code == 1
    assert f"{path}: line {line}, column 9" in found.err
    assert "value: =X" in found.err
