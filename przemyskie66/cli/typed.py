"""What a person at the terminal types: commands, and actions in letters or in words, Polish or English.

``HA``, ``♥A``, ``a h`` and ``as czerwo`` are one card; ``kontra`` and ``double`` one call. What is left
out is filled in where the rules leave one possibility.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from przemyskie66.engine import Action, Game
from przemyskie66.engine.cards import RANKS, SUITS, cards_in, rank_of, suit_of
from przemyskie66.engine.names import fold, rank_named, suit_named
from przemyskie66.engine.notation import SYMBOLS, format_action
from przemyskie66.engine.play import BLIND, CHOICE, NAMING, SECOND
from przemyskie66.errors import NotationError


class Line(NamedTuple):
    """A line typed: a command (``act`` for an action), and what follows it."""

    command: str
    rest: str = ""


#: Words of commands that are no actions, folded, by command.
COMMANDS = {
    "allowed": "? wolno allowed",
    "help": "help pomoc",
    "hint": "hint podpowiedz rada",
    "undo": "undo cofnij",
    "table": "table stol",
    "score": "score wyniki wynik rachunek",
    "save": "save zapisz",
    "quit": "q quit exit koniec",
    "why": "why dlaczego czemu",
    "resign": "resign rezygnuje poddaj",
}
_COMMANDS = {word: command for command, words in COMMANDS.items() for word in words.split()}

#: Words of actions, folded, by kind; ``-`` joins words that stand together.
VERBS = {
    "play": "play zagrywam klade daje wychodze",
    "choose": "choose wybieram obieram",
    "name": "name nazywam",
    "pass": "pass pas pasuje",
    "blind": "blind ciemno w-ciemno",
    "no-blind": "no-blind nie-w-ciemno nie-ciemno nie",
    "double": "double redouble kontra rekontra kontruje podbijam",
    "throw-in": "throw-in rzucam rzucam-karty rzucenie",
    "surrender": "surrender poddaje poddaje-sie poddanie",
    "announce": "announce oglaszam oglaszam-66 66 sixty-six",
    "exchange": "exchange wymieniam wymiana",
    "close": "close spij zamykam zakrywam zaspanie",
    "take": "take biore wez",
}
_VERBS = {tuple(word.split("-")): kind for kind, words in VERBS.items() for word in words.split()} | {
    (kind,): kind for kind in VERBS
}

_CONTRACT_WORDS = {
    "warszawa": "warszawa warszawe",
    "zyd": "zyd zyda",
    "mizerka": "mizerka mizerke",
    "durch": "durch durcha durchem",
}
_CONTRACTS = {word: contract for contract, words in _CONTRACT_WORDS.items() for word in words.split()}
_WHICH = {
    "hidden": "hidden", "zakryta": "hidden", "zakrytej": "hidden",
    "open": "open", "odkryta": "open", "odslonieta": "open",
}  # fmt: skip
_MELD = ("meld", "melduje", "meldunek", "meldunkiem")
#: Words that say nothing here.
_FILLERS = ("gram", "gra", "karte", "karta", "karty", "kolor", "atut", "trumf", "trumps", "trump", "z", "i")
_FILLERS_EN = ("of", "the", "with", "in", "suit", "game")

_CODE = re.compile(r"([CDHScdhs♣♦♥♠])(10|[9JQKTAjqkta])|(10|[9JQKTAjqkta])([CDHScdhs♣♦♥♠])")


class Unclear(Exception):
    """What was typed means no action here, or more than one; the text says so in the person's language."""

    def __init__(self, pl: str, en: str) -> None:
        super().__init__(en)
        self.pl, self.en = pl, en


@dataclass
class _Meant:
    """The parts of an action that were said."""

    kind: str | None = None
    suit: int | None = None
    rank: int | None = None
    contract: str | None = None
    which: str | None = None
    meld: bool = False


def read_line(text: str) -> Line:
    """Return what a line typed asks for."""
    text = text.strip()
    first, _, rest = text.partition(" ")
    if not text:
        return Line("go-on")
    if first == "?" and rest:
        return Line("why", rest.strip())
    command = _COMMANDS.get(fold(first).rstrip("?!.,") or "?")
    if command == "resign" and fold(rest).startswith("sie"):
        rest = ""
    if command is None or (rest and command not in ("why", "save")):
        return Line("act", text)
    return Line(command, rest.strip())


def read_action(text: str, game: Game, seat: int) -> Action:
    """Return the action of *seat* that *text* means here; it may be one that is not allowed.

    :raises Unclear: if it means none, or more than one.
    """
    meant = _meant(text, game, seat)
    kind = meant.kind or _kind_here(meant, game)
    if kind is None:
        raise _not_understood(text)
    if kind == "pass" and game.phase == BLIND:
        kind = "no-blind"
    legal = [action for action in game.legal_actions(seat) if action.kind == kind and _fits(meant, action)]
    if not meant.meld and any(not action.meld for action in legal):
        legal = [action for action in legal if not action.meld]
    if not legal and kind == "play" and None in (meant.suit, meant.rank):
        legal = _held(meant, game, seat)  # to say why it is not allowed
    if len(legal) > 1:
        forms = ", ".join(typed_form(action) for action in legal)
        raise Unclear(
            f"„{text}” może znaczyć: {forms}. Napisz, o co chodzi.",
            f"“{text}” may mean: {forms}. Write which.",
        )
    if legal:
        return legal[0]
    return _complete(text, kind, meant, seat)


def typed_form(action: Action) -> str:
    """Return the shortest full form of *action* that can be typed: ``HK meld``, ``choose zyd H``."""
    form = format_action(action, "ABCD").split(" ", 1)[1]
    return form.removeprefix("play ")


def _meant(text: str, game: Game, seat: int) -> _Meant:
    words = [word for word in (word.strip("?!.,;:") for word in text.split()) if word]
    if len(words) > 1 and words[0] in game.seats and _verb(words[1:]) is not None:
        if words[0] != game.seats[seat]:
            own = game.seats[seat]
            raise Unclear(f"Grasz za {own}, nie za {words[0]}.", f"You play for {own}, not for {words[0]}.")
        words = words[1:]
    meant = _Meant()
    while words:
        taken = _verb(words) if meant.kind is None else None
        if taken is not None:
            meant.kind, length = taken
            words = words[length:]
            continue
        _understand(words[0], meant, text)
        words = words[1:]
    return meant


def _verb(words: Sequence[str]) -> tuple[str, int] | None:
    """Return the kind of action that the first of *words* name, and how many they are."""
    folded = [fold(word) for word in words[:3]]
    folded = [part for word in folded for part in word.split("-")]
    for length in (3, 2, 1):
        kind = _VERBS.get(tuple(folded[:length]))
        if kind is not None and len(folded) >= length:
            count, parts = 0, 0
            while parts < length:
                parts += len(fold(words[count]).split("-"))
                count += 1
            return kind, count
    return None


def _understand(word: str, meant: _Meant, text: str) -> None:
    """Add to *meant* what *word* says.

    :raises Unclear: if it says nothing that is known.
    """
    plain = fold(word)
    # „as” is the ace; AS, in capitals, the ace of spades
    code = None if rank_named(word) is not None and word != "AS" else _CODE.fullmatch(word)
    if code is not None:
        suit, rank = (code[1], code[2]) if code[1] else (code[4], code[3])
        meant.suit, meant.rank = _suit(suit), _rank(rank)
    elif plain in _CONTRACTS:
        meant.contract = _CONTRACTS[plain]
    elif plain in _WHICH:
        meant.which = _WHICH[plain]
    elif plain in _MELD:
        meant.meld = True
    elif (suit_ := suit_named(word)) is not None or (suit_ := _suit(word)) is not None:
        meant.suit = suit_
    elif (rank_ := rank_named(word)) is not None or (rank_ := _rank(word)) is not None:
        meant.rank = rank_
    elif plain not in _FILLERS and plain not in _FILLERS_EN:
        raise _not_understood(text)


def _suit(text: str) -> int | None:
    letter = SYMBOLS.get(text, text.upper())
    return SUITS.index(letter) if len(letter) == 1 and letter in SUITS else None


def _rank(text: str) -> int | None:
    letter = "T" if text == "10" else text.upper()
    return RANKS.index(letter) if len(letter) == 1 and letter in RANKS else None


def _kind_here(meant: _Meant, game: Game) -> str | None:
    """Return what is done with the parts said, where no verb was."""
    if meant.meld or meant.rank is not None:
        return "play"
    if meant.which is not None:
        return "take"
    if meant.contract is not None:
        return "blind" if game.phase == BLIND else "choose"
    if meant.suit is None:
        return None
    if game.phase in (CHOICE, SECOND):
        return "choose"
    return "name" if game.phase == NAMING else "play"


def _fits(meant: _Meant, action: Action) -> bool:
    if meant.meld and not action.meld:
        return False
    if action.card is not None:
        return meant.suit in (None, suit_of(action.card)) and meant.rank in (None, rank_of(action.card))
    if action.which is not None:
        return meant.which in (None, action.which)
    if action.contract is None and action.suit is not None and action.kind != "name":
        return meant.contract is None and meant.suit in (None, action.suit)
    if action.contract is not None and meant.contract is None:
        return meant.suit is None  # a suit alone is a suit game
    return meant.contract in (None, action.contract) and meant.suit in (None, action.suit)


def _held(meant: _Meant, game: Game, seat: int) -> list[Action]:
    """Return the plays of the cards in hand that *meant* may name."""
    held = (Action(seat, "play", card=card, meld=meant.meld) for card in cards_in(game.view(seat).hand))
    return [action for action in held if _fits(meant, action)]


def _complete(text: str, kind: str, meant: _Meant, seat: int) -> Action:
    """Return the action said in full, though it is not among those allowed.

    :raises Unclear: if it is not said in full.
    """
    card = None
    if kind == "play" and meant.suit is not None and meant.rank is not None:
        card = meant.suit * len(RANKS) + meant.rank
    suit = meant.suit if kind != "play" else None
    try:
        return Action(seat, kind, card, suit, meant.meld, meant.contract, meant.which)
    except NotationError:
        pl = f"„{text}” nie pasuje do niczego, co teraz wolno; ? – co wolno."
        raise Unclear(pl, f"“{text}” fits nothing that is allowed now; ? shows what is.") from None


def _not_understood(text: str) -> Unclear:
    return Unclear(
        f"Nie rozumiem: „{text}”. Karta to np. HA, ♥A albo „as czerwo”; ? – co wolno, pomoc – wszystkie słowa.",
        f"Not understood: “{text}”. A card is HA, ♥A or “ace of hearts”; ? – what is allowed, help – all words.",
    )
