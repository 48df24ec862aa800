"""The command on open cards: solve."""

from collections.abc import Callable, Mapping

import click

from przemyskie66.cli.commands import SEEDS, Command, Option, as_json, shared, with_reading
from przemyskie66.cli.records import readings_given, record_named, ruleset_named, shares_line, with_readings
from przemyskie66.cli.session import Session
from przemyskie66.cli.sources import action_text, because, cards, game_name
from przemyskie66.engine import CONTRACTS, DealRecord, Game, Position, Ruleset, parse_action
from przemyskie66.engine.cards import SUITS
from przemyskie66.engine.contracts import SUIT_GAME, leads_first, names_suit
from przemyskie66.engine.notation import format_suit, parse_suit
from przemyskie66.engine.play import OVER, PLAY
from przemyskie66.engine.session_record import SessionRecord
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.engine.solver import Solver, SolverError
from przemyskie66.errors import CorpusError, Fault, NotationError
from przemyskie66.rulebook import Bilingual, Json, Profile, answers
from przemyskie66.survey.chunk import deal_number


def one_deal(session: Session, name: str, ruleset: Ruleset) -> DealRecord:
    """Return the recorded deal *name*, or, for ``seed:66``, that deal with no actions.

    :raises CorpusError: if there is none, or it is a session.
    """
    if name.startswith("seed:") and name[5:].isdecimal():
        seed = int(name[5:])
        if seed >= SEEDS:
            message = "not a seed"
            raise CorpusError([Fault("records", name, "seed", message, str(seed), "From 0 to 2**64 - 1.")])
        deal = deal_number(ruleset, seed)
        title = {"pl": f"Rozdanie {seed}", "en": f"Deal {seed}"}
        return DealRecord(f"seed-{seed}", title, ruleset.id, deal, seed=seed)
    record = record_named(session, name)
    if isinstance(record, SessionRecord):
        message, way_out = "a session, not one deal", "Name a deal record, or take out one of its deals."
        raise CorpusError([Fault("records", name, "file", message, f"{len(record.deals)} deals", way_out)])
    return record


def _fault(place: str, message: str, value: str, way_out: str) -> CorpusError:
    return CorpusError([Fault("solve", "command", place, message, value, way_out)])


def moment_of(
    record: DealRecord,
    ruleset: Ruleset,
    contract: str | None,
    trump: str | None,
    declarer: str | None,
    moves: int | None,
) -> Game:
    """Return the game to be solved: the record's own at its first card, or the one asked for.

    *moves* is how many of the record's actions are done before; without it all up to the first card.

    :raises CorpusError: if no game is chosen, or what is asked for does not fit together.
    """
    if contract is None and trump is None and declarer is None:
        game = record.begin(ruleset)
        for index, action in enumerate(record.actions):
            first_card = moves is None and action.kind == "play" and game.phase == PLAY
            if first_card or index == moves:
                break
            game.apply(action)
        if moves is not None and moves > len(record.actions):
            way_out = f"From 0 to {len(record.actions)}."
            raise _fault("--moves", "the deal has fewer actions", str(moves), way_out)
        if game.phase == PLAY or game.phase == OVER:
            return game
        message = "no game is chosen in it"
        raise _fault("deal", message, record.id, "Give --declarer, and --contract or --trump.")
    if declarer is not None and declarer not in record.deal.seats:
        raise _fault(
            "--declarer", "no seat of this deal", declarer, f"Seats: {', '.join(record.deal.seats)}."
        )
    called = contract or SUIT_GAME
    if called != SUIT_GAME and not ruleset.asks(f"{called}-aim"):
        raise _fault("--contract", f"{ruleset.id} has no such game", called, "Name a trump instead.")
    if called == SUIT_GAME or names_suit(ruleset, called):
        if trump is None:
            raise _fault("--trump", "the game needs a trump", called, f"One of {', '.join(SUITS)}.")
    elif trump is not None:
        raise _fault("--trump", "no trump is named with this game", trump, "Leave it out.")
    deal = record.deal
    seat = deal.seats.index(declarer) if declarer is not None else (deal.dealer + 1) % len(deal.seats)
    eldest = Game.start(ruleset, deal, silent=True).eldest
    try:
        suit = None if trump is None else parse_suit(trump)
    except NotationError as error:
        raise _fault("--trump", str(error), str(trump), f"One of {', '.join(SUITS)}.") from error
    leader, _ = leads_first(ruleset, called, eldest, seat)
    return Game.at(
        ruleset,
        Position(deal.seats, deal.dealer, deal.hands, seat, leader, suit, contract=called),
    )


@click.command(
    "solve",
    cls=Command,
    doc=Bilingual(
        "Ile warte jest rozdanie w otwarte karty, gdy wszyscy grają najlepiej: czy rozgrywający wygrywa, ile punktów "
        "kart weźmie na pewno, jak się skończy rozliczenie, i przebieg, który tego dowodzi.",
        "What a deal is worth with open cards under best play: whether the declarer wins, the card points he is sure "
        "to take, the settlement, and a line of play that proves it.",
    ),
    examples=(
        "przemyskie66 solve przyklad",
        "przemyskie66 solve seed:66 --declarer B --trump H --ruleset wikibooks-3",
        "przemyskie66 solve seed:7 --contract mizerka --declarer A",
    ),
)
@shared
@as_json
@click.option(
    "--ruleset", metavar="ID", cls=Option,
    doc=Bilingual("Według czyich zasad; zwykle jak zapisano.", "By whose rules; usually as recorded."),
)  # fmt: skip
@with_reading
@click.option(
    "--contract", type=click.Choice(CONTRACTS), cls=Option,
    doc=Bilingual("Gra inna niż kolorowa.", "A game other than a suit game."),
)  # fmt: skip
@click.option("--trump", metavar="SUIT", cls=Option, doc=Bilingual("Atut: C, D, H, S.", "Trump: C, D, H, S."))
@click.option("--declarer", metavar="SEAT", cls=Option, doc=Bilingual("Kto rozgrywa.", "Who declares."))
@click.option(
    "--moves", type=click.IntRange(0), cls=Option,
    doc=Bilingual(
        "Po ilu ruchach zapisu; zwykle przed pierwszą kartą.",
        "After how many actions of the record; usually before the first card.",
    ),
)  # fmt: skip
@click.argument("deal", metavar="FILE|DEAL|seed:N|-")
@click.pass_obj
def solve_command(
    session: Session,
    deal: str,
    ruleset: str | None,
    changed: tuple[str, ...],
    contract: str | None,
    trump: str | None,
    declarer: str | None,
    moves: int | None,
    as_json: bool,
) -> int:
    """Print the values; exit code 1 where the rules define none."""
    name = ruleset
    if name is None:
        name = "witryna" if deal.startswith("seed:") else one_deal(session, deal, _any_rules(session)).ruleset
    profile, rules = ruleset_named(session, name)
    rules = with_readings(session, rules, readings_given(session, changed))
    game = moment_of(one_deal(session, deal, rules), rules, contract, trump, declarer, moves)
    try:
        solver = Solver.of(game)
        found = _values(solver)
    except SolverError as error:
        print_no_value(session, error)
        return 1
    if as_json:
        session.print_json({**found, "deal": deal, "ruleset": profile.id, "nodes": solver.nodes})
        return 0
    _print_values(session, profile, game, solver, found)
    return 0


def print_no_value(session: Session, error: SolverError) -> None:
    """Print to standard error that the rules define no value, and which of them it is."""
    words = session.say("tego nie da się policzyć", "this has no exact value")
    session.err.print(f"✗ {words}: {error} ({session.say('reguła', 'rule')} {error.rule})")


def _any_rules(session: Session) -> Ruleset:
    return ruleset_named(session, "witryna")[1]


def _values(solver: Solver) -> dict[str, Json]:
    """Return every value that the rules define, and the line that proves the settlement."""
    wins, pays = solver.wins(), solver.settlement()
    found: dict[str, Json] = {"wins": wins, "settlement": points_to_json(pays)}
    questions: tuple[tuple[str, Callable[[], bool | int]], ...] = (
        ("maximum", solver.maximum),
        ("takes_all", solver.takes_all),
        ("takes_none", solver.takes_none),
    )
    for name, ask in questions:
        try:
            found[name] = ask()
        except SolverError as error:
            found[name] = None
            found[f"{name}_refused"] = {"rule": error.rule, "reason": str(error)}
    found["line"] = list(solver.line("settlement"))
    found["rests_on"] = [
        {"rule": rule, "reading": reading} for rule, reading in solver.rests_on("settlement")
    ]
    return found


def _value_text(session: Session, found: Mapping[str, Json], name: str) -> str:
    """Return the value *name* as it is read, or the rule by which it has none."""
    value = found[name]
    if isinstance(value, bool):
        return session.say("tak", "yes") if value else session.say("nie", "no")
    if value is None:
        refused = found[f"{name}_refused"]
        assert isinstance(refused, dict)
        none, rule = session.say("nie da się policzyć", "not defined"), session.say("reguła", "rule")
        return f"{none} ({rule} {refused['rule']})"
    return str(value).replace("-", "−")


def _print_values(
    session: Session, profile: Profile, game: Game, solver: Solver, found: dict[str, Json]
) -> None:
    say = session.say
    session.print(shares_line(session, profile), "bold")
    who = "–" if game.declarer is None else game.seats[game.declarer]
    trump = say("bez atutu", "no trump") if game.trump is None else cards(f"{format_suit(game.trump)} ")[:1]
    played = "" if game.contract is None else f"{game_name(game.contract, session.lang)}, "
    session.print(f"{say('Rozgrywa', 'Declarer')}: {who}, {played}{trump}")
    rows = (
        ("wins", say("wygrywa", "wins")),
        ("maximum", say("punkty kart na pewno", "card points for certain")),
        ("takes_all", say("bierze wszystkie sztychy", "takes every trick")),
        ("takes_none", say("nie bierze żadnego sztychu", "takes no trick")),
        ("settlement", say("rozliczenie", "settlement")),
    )
    for name, words in rows:
        session.print(f"  {words}: {_value_text(session, found, name)}")
    session.print(say("Przebieg:", "The line:"))
    line = found["line"]
    assert isinstance(line, list)
    actions = [parse_action(str(text), game.seats) for text in line]
    session.print("  " + "; ".join(action_text(action, game.seats, session.lang).plain for action in actions))
    given = answers(session.archive, profile)
    pinned = [
        rule for rule, _ in solver.rests_on("settlement") if rule in given and given[rule].basis == "pinned"
    ]
    if pinned:
        session.print(
            say(
                f"Wynik opiera się na wyborach redakcji (żadne źródło ich nie podaje): {', '.join(pinned)}.",
                f"The result rests on the editors' choices (no source gives them): {', '.join(pinned)}.",
            ),
            "yellow",
        )
        if game.terms is not None and game.terms.aim_rule in pinned:
            for text in because(session, profile, game.terms.aim_rule):
                session.print(f"    {text}")
