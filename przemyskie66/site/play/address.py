"""The end of an address that opens a table: ``#rules=ojciec&deal=przyklad&seat=A&played=A_choose_H.D9.DT.HQ_meld``.

=============  =====================================================================================
``rules``      id of the ruleset
``deal``       a seed, up to 2**53 - 1, or the id of a recorded deal: a whole one, or a position composed by
               the editors
``seat``       the reader's seat, a letter
``reading``    of a deal that shows what two readings of a rule change: by which of them one plays; without
               it, as the ruleset has it
``dealer``     with a seed: the seat that deals
``persons``    with a seed: 4 where a fourth person sits at a table for three
``blind``      1 where games may be called before the deal
``played``     what was done: a card played is written as the card, since only one seat holds it; every
               other action bears its seat as a letter
=============  =====================================================================================

The page writes and reads the rest by script, and says in words which part it cannot read; what was done
is written and read here. Reading it back asks the engine about every action, so an address made by hand
can do nothing that a rule forbids.
"""

from collections.abc import Iterable, Iterator

from przemyskie66.engine import Action, Game, Refusal, format_action, parse_action
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.notation import parse_card

_LETTERS = seat_names(4)


def write_address(
    rules: str,
    deal: str,
    seat: int,
    *,
    reading: str = "",
    dealer: str = "",
    blind: bool = False,
    played: str = "",
) -> str:
    """Return the end of the address, without ``#``, that opens *deal*, a seed or a recorded deal's id."""
    parts = {"rules": rules, "deal": deal, "seat": _LETTERS[seat], "reading": reading, "dealer": dealer}
    parts |= {"blind": "1" if blind else "", "played": played}
    return "&".join(f"{name}={value}" for name, value in parts.items() if value)


def write_played(actions: Iterable[Action]) -> str:
    """Return *actions* as an address holds them."""
    return ".".join(_write(action) for action in actions)


def _write(action: Action) -> str:
    words = format_action(action, _LETTERS).split()
    return "_".join(words[2:] if action.kind == "play" else words)


def read_played(text: str, game: Game) -> Iterator[tuple[Action, Refusal | None]]:
    """Do with *game* what *text* says; yield every action before it is done, the last with its refusal.

    A card is played by whoever holds it, so that under other rules it is refused to him and not to another.

    :raises NotationError: if a part of *text* spells no action.
    """
    for part in text.split(".") if text else ():
        words = part.split("_")
        if words[0] not in _LETTERS:
            words = [_LETTERS[_holder(words[0], game)], "play", *words]
        action = parse_action(" ".join(words), _LETTERS[: game.count])
        refusal = game.why_not(action)
        yield action, refusal
        if refusal is not None:
            return
        game.apply(action)


def _holder(text: str, game: Game) -> int:
    """Return the seat that holds the card *text*; where nobody does, the seat in turn, or any."""
    card = parse_card(text)
    held = (seat for seat, hand in enumerate(game.hands) if hand >> card & 1)
    return next(held, game.turn or 0)
