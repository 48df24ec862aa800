"""The table as it is drawn on the terminal: who has what, what is played for, the cards.

Everything is taken from what the person's seat may see. On a terminal the table stands in a frame
and the suits have colours; elsewhere the same lines stand bare.
"""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from przemyskie66.cli.session import Session
from przemyskie66.cli.sources import STYLES, button_text, card, game_name, suit
from przemyskie66.engine import Game, View
from przemyskie66.engine import Session as Sitting
from przemyskie66.engine.cards import SUITS, cards_in, suit_of
from przemyskie66.engine.contracts import SIXTY_SIX
from przemyskie66.engine.notation import format_card, format_suit
from przemyskie66.engine.outcome import NOBODY_CHOSE, side_points
from przemyskie66.engine.play import BLIND, CHOICE, PLAY, SECOND
from przemyskie66.engine.settlement import Points, full_loss

#: Suits side by side in colours that alternate.
_SUIT_ORDER = [SUITS.index(letter) for letter in "SHCD"]

#: Wider frames are hard to read.
_WIDEST = 100


def in_colour(session: Session) -> bool:
    """Return whether somebody looks at a terminal that can draw frames."""
    return session.out.is_terminal and not session.out.is_dumb_terminal


def cards_text(cards: Iterable[int]) -> Text:
    """Return cards in their colours."""
    return Text(" ").join(_card(number) for number in cards)


def _card(number: int) -> Text:
    code = format_card(number)
    return Text(card(code), STYLES[code[0]])


def _suit(number: int | None) -> Text:
    letter = format_suit(number)
    return Text(suit(letter), STYLES.get(letter, ""))


def show(session: Session, heading: str, *parts: RenderableType) -> None:
    """Print *parts* under *heading*: in a frame on a terminal, bare elsewhere."""
    if in_colour(session):
        width = min(session.out.width, _WIDEST)
        frame = Panel(Group(*parts), title=heading, title_align="left", box=box.ROUNDED, width=width)
        session.out.print(frame, soft_wrap=False)
        return
    session.print(f"── {heading}")
    for part in parts:
        with session.out.capture() as drawn:
            session.out.print(part, soft_wrap=False)
        for line in drawn.get().splitlines():
            session.print(line.rstrip())


def show_table(session: Session, game: Game, seat: int, heading: str, dealer: str) -> None:
    """Print what *seat* sees of *game*, and what may be done; *dealer* may be somebody without cards."""
    view = game.view(seat)
    lines = _grid(
        [
            *_game_lines(session, game, view),
            *_trick_lines(session, game, view),
            (session.say("Twoje karty", "Your cards"), _hand(session, game, view)),
            *_choices(session, game, view),
        ]
    )
    show(session, heading, _seats(session, game, view, dealer), lines)


def _grid(lines: Sequence[tuple[str, Text]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for label, text in lines:
        grid.add_row(label, text)
    return grid


def _seats(session: Session, game: Game, view: View, dealer: str) -> Table:
    say = session.say
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for title in ("", "", ""):
        table.add_column(title, no_wrap=True)
    for title in (
        say("karty", "cards"),
        say("sztychy", "tricks"),
        say("punkty kart", "card points"),
        say("z meldunków", "from melds"),
    ):
        table.add_column(title, justify="right", no_wrap=True)
    for seat, name in enumerate(view.seats):
        tally = view.tallies[seat]
        own = say(" (ty)", " (you)") if seat == view.seat else ""
        table.add_row(
            "▸" if seat == view.turn else "",
            Text(name + own, "bold" if seat == view.turn else ""),
            ", ".join(_roles(session, game, view, seat, dealer)),
            str(view.sizes[seat]),
            str(tally.tricks),
            str(game.card_points(seat)),
            str(tally.meld_points),
        )
    return table


def _roles(session: Session, game: Game, view: View, seat: int, dealer: str) -> list[str]:
    roles = []
    if view.declarer is not None:
        if seat == view.declarer:
            roles.append(session.say("rozgrywający", "declarer"))
        elif seat in game.defenders():
            roles.append(session.say("obrońca", "defender"))
        else:
            roles.append(session.say("partner rozgrywającego", "declarer’s partner"))
    if view.seats[seat] == dealer:
        roles.append(session.say("rozdaje", "deals"))
    if seat == view.closed_by:
        roles.append(session.say("zakrył stos", "closed the stock"))
    return roles


def _game_lines(session: Session, game: Game, view: View) -> list[tuple[str, Text]]:
    say, rules = session.say, game.ruleset
    lines = [(say("Gra", "Game"), _game(session, game, view))]
    if view.contract is not None and game.terms is not None and game.terms.aim != SIXTY_SIX:
        rule = session.archive.rules.get(game.terms.aim_rule)
        reading = rules.reading(game.terms.aim_rule)
        known = [known for known in (rule.readings if rule is not None else ()) if known.id == reading]
        aim = session.pick(known[0].text) if known else reading
        lines.append((say("Cel", "Aim"), Text(aim)))
    elif view.contract is not None:
        lines.append((say("Strony", "Sides"), _sides(session, game, view)))
    elif rules.stock:
        lines.append(
            (say("Cel", "Target"), Text(say(f"{rules.target} punktów kart", f"{rules.target} card points")))
        )
    lines.append((say("Stawka", "Stake"), Text(stake_line(session, game))))
    if rules.stock:
        lines.append((say("Stos", "Stock"), _stock(session, view)))
    return lines


def _game(session: Session, game: Game, view: View) -> Text:
    say = session.say
    if view.contract is not None:
        text = Text(game_name(view.contract, session.lang))
    elif view.standing is not None:
        seat, contract, named = view.standing
        text = Text(f"{game_name(contract, session.lang)} ({view.seats[seat]}")
        if named is not None:
            text.append(", ").append_text(_suit(named))
        return text.append(say("), jeszcze można przebić", "), may still be overcalled"))
    elif view.phase in (BLIND, CHOICE, SECOND):
        return Text(say("jeszcze nie wybrana", "not chosen yet"))
    else:
        text = Text()
    text.append(", " if text else "")
    if view.trump is None:
        text.append(say("bez atutu", "no trumps"))
    else:
        text.append(say("atut ", "trumps ")).append_text(_suit(view.trump))
    if game.blind:
        text.append(say(", w ciemno", ", in the dark"))
    return text


def _sides(session: Session, game: Game, view: View) -> Text:
    """Return what each side has of the card points it needs."""
    say, rules = session.say, game.ruleset
    defenders = game.defenders()
    own = tuple(seat for seat in range(len(view.seats)) if seat not in defenders)
    sides = [own, defenders] if rules.sides != "each-alone" else [(seat,) for seat in (*own, *defenders)]
    told = []
    for side in sides:
        names = say(" i ", " and ").join(view.seats[seat] for seat in side)
        together = say(" razem", " together") if len(side) > 1 else ""
        told.append(f"{names}{together} {side_points(rules, side, view.tallies)}")
    return Text(" · ".join(told) + say(f" · cel {rules.target}", f" · target {rules.target}"))


def stake_line(session: Session, game: Game) -> str:
    """Return what a full loss would cost now, and why."""
    say, rules, stake = session.say, game.ruleset, game.stake
    prices = {seat: full_loss(rules, stake, seat) for seat in game.ladders}
    apart = len(set(prices.values())) > 1
    if apart:
        cost = ", ".join(f"{game.seats[seat]} {price}" for seat, price in prices.items())
    else:
        cost = str(next(iter(prices.values()), full_loss(rules, stake)))
    parts = [say(f"podstawa {rules.base_stake}", f"base {rules.base_stake}")]
    if stake.terms is not None and stake.terms.pay != "as-suit-game":
        pay = {
            "double-no-relief": say("dwie pełne stawki, bez ulgi", "two full stakes, no relief"),
            "triple-no-relief": say("trzy pełne stawki, bez ulgi", "three full stakes, no relief"),
            "at-most-three": say("najwyżej trzy", "at most three"),
        }
        parts.append(pay[stake.terms.pay])
    if stake.blind:
        parts.append(say(f"w ciemno ×{rules.blind_stake}", f"in the dark ×{rules.blind_stake}"))
    if apart:
        calls = ", ".join(f"{game.seats[seat]} {number}" for seat, number in game.ladders.items())
        parts.append(say(f"podbicia: {calls}", f"doubling calls: {calls}"))
    elif game.calls:
        parts.append(say(f"podbicia: {game.calls}", f"doubling calls: {game.calls}"))
    return say("pełna przegrana ", "a full loss ") + f"{cost} ({'; '.join(parts)})"


def _stock(session: Session, view: View) -> Text:
    say = session.say
    if view.closed_by is not None:
        name = view.seats[view.closed_by]
        return Text(say(f"{view.stock}, zakryty ({name})", f"{view.stock}, closed ({name})"))
    text = Text(str(view.stock))
    if view.turned_up is not None:
        text.append(say(", odsłonięta ", ", turned up ")).append_text(_card(view.turned_up))
    return text


def _trick_lines(session: Session, game: Game, view: View) -> list[tuple[str, Text]]:
    lines = []
    if view.story:
        text = _trick(view, view.story[-1])
        if game.last_winner is not None:
            text.append(f" → {view.seats[game.last_winner]}")
        lines.append((session.say("Poprzedni sztych", "Previous trick"), text))
    if view.trick:
        lines.append((session.say("Na stole", "On the table"), _trick(view, view.trick)))
    elif view.phase == PLAY and view.leader is not None:
        name = view.seats[view.leader]
        lines.append(
            (session.say("Na stole", "On the table"), Text(session.say(f"wychodzi {name}", f"{name} leads")))
        )
    return lines


def _trick(view: View, trick: Iterable[tuple[int, int]]) -> Text:
    return Text("  ").join(Text(f"{view.seats[seat]} ").append_text(_card(number)) for seat, number in trick)


def _hand(session: Session, game: Game, view: View) -> Text:
    """The cards in hand, suit by suit, the strongest first; in brackets those that may not be played now."""
    strength = view.tables.strength
    order = sorted(
        cards_in(view.hand), key=lambda number: (_SUIT_ORDER.index(suit_of(number)), -strength[number])
    )
    mine = view.phase == PLAY and view.turn == view.seat
    legal = game.legal_mask() if mine else view.hand
    shown = []
    for number in order:
        if legal & 1 << number:
            shown.append(_card(number))
        else:
            shown.append(Text(f"({card(format_card(number))})", "dim"))
    text = Text(" ").join(shown)
    hidden = game.hands[view.seat].bit_count() - view.hand.bit_count()
    if hidden:
        text.append(session.say(f"  i zakrytych {hidden}", f"  and {hidden} face down"), "dim")
    return text


def _choices(session: Session, game: Game, view: View) -> list[tuple[str, Text]]:
    """What may be done beside playing a card, and which cards may be melded."""
    legal = game.legal_actions(view.seat)
    lines = []
    melds = [action.card for action in legal if action.meld and action.card is not None]
    if melds:
        lines.append((session.say("Do zameldowania", "To meld"), cards_text(melds)))
    others = [action for action in legal if action.card is None]
    plain = Text(" · ").join(button_text(action, session.lang) for action in others)
    if others:
        lines.append((session.say("Możesz", "You may"), plain))
    return lines


def signed(number: Points) -> str:
    """Return settlement points with their sign: ``+3``, ``−8/3``, ``0``."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def score_sheet(session: Session, sitting: Sitting) -> Table:
    """Return the score sheet: one line a deal, what it changed and the running score of each person."""
    say = session.say
    framed = box.SIMPLE_HEAD if in_colour(session) else None
    table = Table(box=framed, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(say("rozdaje", "dealer"), no_wrap=True)
    table.add_column(say("gra", "game"))
    for name in sitting.persons:
        table.add_column(name, justify="right", no_wrap=True)
    for number, line in enumerate(sitting.lines, start=1):
        cells = [
            f"{signed(line.points[name])} ({str(line.scores[name]).replace('-', '−')})"
            for name in sitting.persons
        ]
        table.add_row(str(number), line.dealer, _played(session, sitting, number - 1), *cells)
    return table


def _played(session: Session, sitting: Sitting, index: int) -> str:
    """Return what was played in a deal, by whom, and who won."""
    result = sitting.lines[index].result
    if result.outcome == NOBODY_CHOSE:
        return session.say("nikt nie wybrał", "nobody chose")
    game = "" if result.contract is None else f"{game_name(result.contract, session.lang)}, "
    who = "" if result.declarer is None else f"{result.declarer}, "
    winners = session.say(" i ", " and ").join(result.winners)
    return game + who + session.say(f"wygrana: {winners}", f"won by {winners}")
