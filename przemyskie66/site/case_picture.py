"""A case as a picture: the cards each seat holds, what is played, what must follow.

A case of several deals is a small table instead: one row a deal, with what it settled.
"""

from collections.abc import Mapping
from typing import Any

from docutils import nodes

from przemyskie66.engine import parse_action
from przemyskie66.rulebook import Case
from przemyskie66.site.cards import card, card_inline, hand, suit_inline
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, joined, ref
from przemyskie66.site.play.example import draw
from przemyskie66.site.play.words import say_action, say_game

Data = Mapping[str, Any]

OUTCOMES = {
    "declarer-wins": ("rozgrywający wygrywa", "the declarer wins"),
    "declarer-loses": ("rozgrywający przegrywa", "the declarer loses"),
    "thrown-in": ("karty rzucone", "thrown in"),
    "surrendered": ("gra poddana", "surrendered"),
    "nobody-chose": ("nikt nie wybrał gry", "nobody chose a game"),
    "won": ("rozdanie wygrane", "the deal is won"),
}
PHASES = {
    "blind": ("czas na gry w ciemno", "games may be called in the dark"),
    "choice": ("wybiera się grę", "the game is being chosen"),
    "second": ("wybiera się grę po obejrzeniu wszystkich kart", "the game is being chosen on the full hand"),
    "naming": ("rozgrywający nazywa atut", "the declarer names the trumps"),
    "play": ("trwa rozgrywka", "play goes on"),
    "taking": ("bierze się jedną z dwóch ostatnich kart stosu", "one of the last two cards is being taken"),
    "over": ("rozdanie skończone", "the deal is over"),
}
#: What happens at the table, named; the keys are kinds of the engine's events.
EVENTS = {
    "meld": ("meldunek", "a meld"),
    "offer": ("propozycja poddania", "an offer to surrender"),
    "settlement": ("rozliczenie", "the settlement"),
    "surrender": ("poddanie", "a surrender"),
    "target": ("osiągnięcie potrzebnej liczby punktów", "that the target is reached"),
    "throw-in": ("rzucenie kart", "throwing in"),
    "trick": ("wzięcie sztychu", "a trick taken"),
    "zyd": ("wynik zwany żydem", "the outcome called żyd"),
}


def picture(edition: Edition, case: Case) -> nodes.Node:
    """Return the position, or the deals before, the actions and the expectation of *case*."""
    data: Data = case.data
    start: Data = data.get("start", {})
    actions: list[str] = list(start.get("actions", data.get("actions", [])))
    expect: Data = data.get("expect", {})
    steps = [el("li", action_words(edition, action)) for action in actions]
    happens = el(
        "div",
        el("p", edition.say("Przebieg", "What happens"), class_="label"),
        el("ol", steps, class_="steps"),
    )
    follows = el(
        "div",
        el("p", edition.say("Co musi wyniknąć", "What must follow"), class_="label"),
        el("ul", [el("li", words) for words in expectations(edition, expect)], class_="steps"),
    )
    before = _session(edition, data["session"]) if "session" in data else position(edition, start)
    return el("div", before, el("div", happens if steps else None, follows, class_="case-text"))


def _session(edition: Edition, session: Data) -> Child:
    """Return the deals that have been played, one a row, each with what it brought to whom."""
    say = edition.say
    persons, results = list(session["persons"]), list(session.get("results", ()))
    dealer = session.get("dealer", persons[-1])
    first = say(
        f"Przy stole: {', '.join(persons)}; zaczyna rozdawać {dealer}.",
        f"At the table: {', '.join(persons)}; {dealer} deals first.",
    )
    if not results:
        return el("p", first, class_="label")
    head = el(
        "tr",
        el("th", say("Rozdanie", "Deal"), scope="col"),
        [el("th", name, scope="col") for name in persons],
    )
    rows = [
        el(
            "tr",
            el("th", f"{number}. {_deal_words(edition, result)}", scope="row"),
            [el("td", _number(result["settlement"].get(name, "–"), signed=True)) for name in persons],
        )
        for number, result in enumerate(results, start=1)
    ]
    caption = el(
        "caption",
        say("Rozegrane rozdania i ich punkty rozliczeniowe", "Deals played, with their settlement points"),
    )
    table = el("table", caption, el("thead", head), el("tbody", rows), class_="case-session")
    return [
        el("p", first, class_="label"),
        el("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=caption.astext()),
    ]


def _deal_words(edition: Edition, result: Data) -> str:
    """Return what was played and how it ended: ``A: warszawa, rozgrywający przegrywa; ostatni sztych: B``."""
    say = edition.say
    words = say(*OUTCOMES[result["outcome"]])
    if "declarer" in result:
        game = say_game(result.get("contract", "suit"), edition.lang)
        words = f"{result['declarer']}: {game}, {words}"
    if "winners" in result:
        words += say(
            f"; wygrana: {', '.join(result['winners'])}", f"; winning: {', '.join(result['winners'])}"
        )
    if "last_trick" in result:
        words += say(f"; ostatni sztych: {result['last_trick']}", f"; last trick: {result['last_trick']}")
    if "replace" in result:
        words += say(
            f"; kto pauzował, wchodzi za: {result['replace']}",
            f"; the one without cards comes in for {result['replace']}",
        )
    return words


def _cards(text: str) -> list[str]:
    return [code.replace("10", "T") for code in text.split()]


def position(edition: Edition, start: Data) -> Child:
    """Return the cards of every seat, what lies on the table, and what is known of the play so far."""
    facts: list[Child] = []
    say, contract = edition.say, start.get("contract", "suit")
    if contract != "suit":
        facts.append(say("gra: ", "game: ") + say_game(contract, edition.lang))
    if start.get("blind"):
        in_play = say("zapowiedziana w ciemno", "called in the dark")
        facts.append(
            in_play if "leader" in start else say("kart jeszcze nie rozdano", "the cards are not dealt yet")
        )
    if start.get("trump"):
        trump: Child = (
            edition.say("bez atutu", "no trumps")
            if start["trump"] == "none"
            else suit_inline(start["trump"], edition.lang)
        )
        facts.append((edition.say("atut: ", "trumps: "), trump))
    for seat, taken in start.get("taken", {}).items():
        parts = []
        if "points" in taken:
            parts.append(edition.say(f"{taken['points']} pkt w sztychach", f"{taken['points']} card points"))
        if "tricks" in taken:
            parts.append(edition.say(f"sztychy: {taken['tricks']}", f"tricks: {taken['tricks']}"))
        if taken.get("melds"):
            parts.append(edition.say(f"meldunki: {taken['melds']} pkt", f"melds: {taken['melds']} points"))
        facts.append(f"{seat}: {', '.join(parts)}")
    if start.get("doubles"):
        facts.append(say(f"zawołania: {start['doubles']}", f"calls: {start['doubles']}"))
    if start.get("refused"):
        facts.append(say("wyboru ktoś już odmówił", "somebody refused the choice before"))
    if "closed_by" in start:
        facts.append(
            say(f"stos zakrył: {start['closed_by']}", f"the stock was closed by {start['closed_by']}")
        )
    rows = [
        (
            el("dt", seat, _role(edition, start, seat)),
            el("dd", hand(_cards(cards), edition.lang) if cards else "–"),
        )
        for seat, cards in start.get("hands", {}).items()
    ]
    stock = _cards(start.get("stock", ""))
    if stock:
        note = el("span", say("ostatnia odsłonięta", "the last turned up"))
        rows.append((el("dt", say("Stos", "Stock"), note), el("dd", hand(stock, edition.lang))))
    trick = _cards(start.get("trick", ""))
    if trick:
        led = edition.say(f"wyszedł {start.get('leader', '')}", f"led by {start.get('leader', '')}")
        rows.append(
            (
                el("dt", edition.say("Na stole", "On the table"), el("span", led)),
                el(
                    "dd",
                    el(
                        "ul",
                        [el("li", card(code, edition.lang)) for code in trick],
                        class_="hand",
                        role="list",
                    ),
                ),
            )
        )
    return [el("dl", rows, class_="seats"), el("p", joined(facts, " · "), class_="label") if facts else None]


def _role(edition: Edition, start: Data, seat: str) -> Child:
    roles = []
    if start.get("declarer") == seat:
        roles.append(edition.say("rozgrywający", "declarer"))
    if start.get("dealer") == seat:
        roles.append(edition.say("rozdający", "dealer"))
    return el("span", ", ".join(roles)) if roles else None


def action_words(edition: Edition, action: str) -> list[Child]:
    """Return an action (``"A play HK meld"``) in words, its cards and suits drawn."""
    seat = action.split()[0]
    return draw(say_action(parse_action(action, [seat]), [seat], edition.lang), edition.lang)


def _row(edition: Edition, text: str) -> list[Child]:
    cards = [card_inline(code, edition.lang) for code in _cards(text)]
    return joined(cards) or [edition.say("żadnej karty", "no card")]


def _number(value: object, *, signed: bool = False) -> str:
    text = f"{value:+d}" if signed and isinstance(value, int) and value else str(value)
    return text.replace("-", "−")


def _per_seat(values: Mapping[str, object], *, signed: bool = False) -> str:
    return ", ".join(f"{seat}\u00a0{_number(value, signed=signed)}" for seat, value in values.items())


def _forbidden(edition: Edition, entry: Data) -> list[Child]:
    words = action_words(edition, entry["action"])
    if "rule" not in entry:
        return words
    return [
        *words,
        edition.say("; zabrania reguła: ", "; forbidden by: "),
        ref("rule", entry["rule"], edition.rule_title(entry["rule"])),
    ]


def expectations(edition: Edition, expect: Data) -> list[Child]:
    """Return one sentence for each thing that is expected."""
    say = edition.say
    found: list[Child] = []
    for key, value in expect.items():
        if key == "legal":
            found.append((say("wolno zagrać tylko: ", "only these may be played: "), _row(edition, value)))
        elif key == "refused":
            found.append((say("silnik odmawia: ", "refused: "), _forbidden(edition, value)))
        elif key == "not_allowed":
            found += [(say("nie wolno: ", "not allowed: "), _forbidden(edition, entry)) for entry in value]
        elif key == "not_played":
            found.append(
                (say("silnik tego nie gra: ", "not played by the engine: "), _forbidden(edition, value))
            )
        elif key == "start_refused":
            rule = value["rule"]
            found.append(
                (
                    say("takie rozdanie jest odrzucone; reguła: ", "such a deal is refused by: "),
                    ref("rule", rule, edition.rule_title(rule)),
                )
            )
        elif key == "allowed":
            found += [(say("wolno: ", "allowed: "), action_words(edition, action)) for action in value]
        elif key == "sees":
            found += [
                (say(f"{seat} widzi: ", f"{seat} sees: "), _row(edition, cards))
                for seat, cards in value.items()
            ]
        elif key == "turn":
            found.append(say(f"kolej na: {value}", f"to act: {value}"))
        elif key == "trick_winner":
            found.append(say(f"sztych bierze: {value}", f"the trick goes to: {value}"))
        elif key == "points":
            found.append(say("punkty kartowe: ", "card points: ") + _per_seat(value))
        elif key == "tricks":
            found.append(say("sztychy: ", "tricks: ") + _per_seat(value))
        elif key == "settlement":
            found.append(say("punkty rozliczeniowe: ", "settlement points: ") + _per_seat(value, signed=True))
        elif key == "trump":
            trump: Child = say("nie ma", "none") if value == "none" else suit_inline(value, edition.lang)
            found.append((say("atut: ", "trumps: "), trump))
        elif key == "declarer":
            found.append(say(f"rozgrywający: {value}", f"declarer: {value}"))
        elif key == "leader":
            found.append(say(f"wychodzi: {value}", f"to lead: {value}"))
        elif key == "outcome":
            found.append(say(*OUTCOMES.get(value, (value, value))))
        elif key == "phase":
            found.append(say(*PHASES.get(value, (value, value))))
        elif key == "contract":
            found.append(say("gra: ", "game: ") + say_game(value, edition.lang))
        elif key == "stock":
            found.append(say(f"kart w stosie: {value}", f"cards in the stock: {value}"))
        elif key == "offered":
            found += [
                (say("jest do wyboru: ", "on offer: "), action_words(edition, action)) for action in value
            ]
        elif key == "event":
            found.append(_event(edition, value))
        elif key == "no_event":
            found.append((say("nie ma tego: ", "this does not happen: "), _event_name(edition, value)))
        elif key == "next_dealer":
            found.append(say(f"następny rozdaje: {value}", f"next to deal: {value}"))
        elif key == "sitting_out":
            nobody = say("nikt", "nobody") if value == "nobody" else value
            found.append(say(f"w następnym bez kart: {nobody}", f"without cards in the next: {nobody}"))
        elif key == "may_replace":
            names = ", ".join(value) or say("nikogo", "nobody")
            found.append(say(f"można teraz zastąpić: {names}", f"who may be replaced now: {names}"))
        elif key == "scores":
            found.append(say("stan rachunku: ", "the score: ") + _per_seat(value, signed=True))
        else:
            found.append(f"{key}: {value}")
    return found


def _event_name(edition: Edition, event: Data) -> str:
    return edition.say(*EVENTS[event["kind"]]) if event["kind"] in EVENTS else str(event["kind"])


def _event(edition: Edition, event: Data) -> list[Child]:
    rules = joined(ref("rule", rule, edition.rule_title(rule)) for rule in event.get("rules", []))
    happens = edition.say("zdarza się: ", "this happens: ") + _event_name(edition, event)
    return [happens, edition.say(", działa reguła: ", ", by rule: ") if rules else None, *rules]
