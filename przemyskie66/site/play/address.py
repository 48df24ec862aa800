"""What was done at a table, short enough for the end of an address: ``A_choose_H.D9.DT.DK.HQ_meld``.

A card played is written as the card, since only the seat in turn plays one; every other action
bears its seat as a letter. The page puts this behind the ruleset, the deal and the seat; reading it
back asks the engine about every action, so an address made by hand can do nothing that a rule forbids.
"""

from collections.abc import Iterable, Iterator

from przemyskie66.engine import Action, Game, Refusal, format_action, parse_action
from przemyskie66.engine.deal import seat_names
from przemyskie66.errors import NotationError

_LETTERS = seat_names(4)


def write_played(actions: Iterable[Action]) -> str:
    """Return *actions* as an address holds them."""
    return ".".join(_write(action) for action in actions)


def _write(action: Action) -> str:
    words = format_action(action, _LETTERS).split()
    return "_".join(words[2:] if action.kind == "play" else words)


def read_played(text: str, game: Game) -> Iterator[tuple[Action, Refusal | None]]:
    """Do with *game* what *text* says; yield every action before it is done, the last with its refusal.

    :raises NotationError: if a part of *text* spells no action, or the deal was over before it.
    """
    for part in text.split(".") if text else ():
        if game.turn is None:
            raise NotationError(f"{part!r} in the address: the deal is over")
        words = part.split("_")
        if words[0] not in _LETTERS:
            words = [_LETTERS[game.turn], "play", *words]
        action = parse_action(" ".join(words), _LETTERS[: game.count])
        refusal = game.why_not(action)
        yield action, refusal
        if refusal is not None:
            return
        game.apply(action)
