"""What can be made with open cards: the exact solver's answer about a game as it stands, as JSON for the page.

All hands are looked at, and what is said holds if from now on everybody plays his best.
"""

from collections.abc import Sequence

from przemyskie66.engine import Game, parse_action
from przemyskie66.engine.contracts import SIXTY_SIX
from przemyskie66.engine.notation import format_card
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.engine.solver import Solver, SolverError
from przemyskie66.site.play.address import write_played
from przemyskie66.site.play.sight import Json
from przemyskie66.site.play.words import join, label, say_unsolved, signed


def open_cards(game: Game, person: int | None, names: Sequence[str], lang: str) -> Json:
    """Return what *game* is worth under best play, and a line that proves it; *names* are what the seats are called.

    The gain is the declarer's; where nobody chooses a game, *person*'s. Where the rules define no best
    play, ``unsolved`` says why and by which rule, for the whole or, in ``most``, for that question alone.
    """
    try:
        solver = Solver.of(game, person)
        wins, pays, line = solver.wins(), solver.settlement(), solver.line("settlement")
    except SolverError as error:
        return {"unsolved": _unsolved(error, lang)}
    terms, reading = solver.game.terms, solver.game.now.reading
    tricks, end = _tricks(solver.game, line, names, lang)
    return {
        "name": join([names[seat] for seat in solver.side], lang),
        "declarer": solver.game.declarer is not None,
        "wins": wins,
        "credited": solver.ruleset.payment == "winner-credited",
        "pays": signed(points_to_json(pays)),
        "aim": None if terms is None else [terms.aim_rule, reading(terms.aim_rule)],
        "most": _most(solver, lang) if terms is None or terms.aim == SIXTY_SIX else None,
        "tricks": tricks,
        "ends": [
            {"name": name, "points": signed(points_to_json(points))}
            for name, points in zip(names, end.settlement(), strict=True)
        ],
        "rules": [list(pair) for pair in solver.rests_on("settlement")],
    }


def _unsolved(error: SolverError, lang: str) -> Json:
    return {"rule": error.rule, "reading": error.reading, "text": [say_unsolved(str(error), lang)]}


def _most(solver: Solver, lang: str) -> Json:
    """Return the most card points that the side surely takes, or why there is no such number."""
    try:
        return {"points": solver.maximum()}
    except SolverError as error:
        return {"unsolved": _unsolved(error, lang)}


def _tricks(before: Game, line: Sequence[str], names: Sequence[str], lang: str) -> tuple[list[Json], Game]:
    """Return *line* trick by trick, and the game at its end.

    Each trick has ``moves``, who took it, and ``played``, the end of the address that opens it.
    """
    game = before.copy()
    laid = [{"name": names[seat], "card": format_card(card), "laid": True} for seat, card in game.table]
    tricks: list[Json] = [{"played": write_played(game.actions), "moves": laid, "winner": None}]
    for text in line:
        action = parse_action(text, game.seats)
        if tricks[-1]["winner"] is not None:
            tricks.append({"played": write_played(game.actions), "moves": [], "winner": None})
        game.apply(action)
        move: Json = {"name": names[action.seat]}
        if action.card is None:
            move["label"] = label(action, lang)
        else:
            move |= {"card": format_card(action.card), "meld": action.meld}
        tricks[-1]["moves"].append(move)
        if action.card is not None and not game.table and game.last_winner is not None:
            tricks[-1]["winner"] = names[game.last_winner]
    return tricks, game
