"""A case as a picture: the cards each seat holds, what is played, what must follow."""

from collections.abc import Mapping
from typing import Any

from docutils import nodes

from przemyskie66.rulebook import Case
from przemyskie66.site.cards import card, card_inline, hand, suit_inline
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, joined, ref

Data = Mapping[str, Any]

OUTCOMES = {
    "declarer-wins": ("rozgrywający wygrywa", "the declarer wins"),
    "declarer-loses": ("rozgrywający przegrywa", "the declarer loses"),
    "defenders-win": ("wygrywają obrońcy", "the defenders win"),
    "thrown-in": ("karty rzucone", "thrown in"),
    "not-played": ("rozdania nie rozegrano", "the deal is not played"),
    "redeal": ("rozdaje się od nowa", "the cards are dealt anew"),
}
PHASES = {
    "choice": ("wybiera się grę", "the game is being chosen"),
    "play": ("trwa rozgrywka", "play goes on"),
    "over": ("rozdanie skończone", "the deal is over"),
}


def picture(edition: Edition, case: Case) -> nodes.Node:
    """Return the position, the actions and the expectation of *case*."""
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
        el("ul", [el("li", words) for words in _expectations(edition, expect)], class_="steps"),
    )
    return el(
        "div", _position(edition, start), el("div", happens if steps else None, follows, class_="case-text")
    )


def _cards(text: str) -> list[str]:
    return [code.replace("10", "T") for code in text.split()]


def _position(edition: Edition, start: Data) -> Child:
    facts: list[Child] = []
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
        facts.append(edition.say(f"zawołania: {start['doubles']}", f"calls: {start['doubles']}"))
    rows = [
        (
            el("dt", seat, _role(edition, start, seat)),
            el("dd", hand(_cards(cards), edition.lang) if cards else "–"),
        )
        for seat, cards in start.get("hands", {}).items()
    ]
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
    """Return an action (``"A play HK meld"``) in words, its card drawn."""
    seat, kind, *rest = action.split()
    say = edition.say
    if kind == "play":
        meld = say(" z meldunkiem", " with a meld") if "meld" in rest else ""
        return [f"{seat} ", say("gra ", "plays "), card_inline(_cards(rest[0])[0], edition.lang), meld]
    if kind == "choose" and rest and rest[0] in "CDHS":
        return [f"{seat} ", say("obiera kolor ", "chooses "), suit_inline(rest[0], edition.lang)]
    words = {
        "choose": say(f"zgłasza grę „{' '.join(rest)}”", f"announces “{' '.join(rest)}”"),
        "pass": say("pasuje", "passes"),
        "double": say("podwaja", "doubles"),
        "throw-in": say("rzuca karty", "throws in"),
        "announce": say("ogłasza, że wygrał", "announces the win"),
    }
    return [f"{seat} {words.get(kind, ' '.join([kind, *rest]))}"]


def _row(edition: Edition, text: str) -> list[Child]:
    cards = [card_inline(code, edition.lang) for code in _cards(text)]
    return joined(cards) or [edition.say("żadnej karty", "no card")]


def _per_seat(values: Mapping[str, object], *, signed: bool = False) -> str:
    def number(value: object) -> str:
        text = f"{value:+d}" if signed and isinstance(value, int) and value else str(value)
        return text.replace("-", "−")

    return ", ".join(f"{seat}\u00a0{number(value)}" for seat, value in values.items())


def _forbidden(edition: Edition, entry: Data) -> list[Child]:
    words = action_words(edition, entry["action"])
    if "rule" not in entry:
        return words
    return [
        *words,
        edition.say("; zabrania reguła: ", "; forbidden by: "),
        ref("rule", entry["rule"], edition.rule_title(entry["rule"])),
    ]


def _expectations(edition: Edition, expect: Data) -> list[Child]:
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
        elif key == "event":
            found.append(_event(edition, value))
        else:
            found.append(f"{key}: {value}")
    return found


def _event(edition: Edition, event: Data) -> list[Child]:
    rules = joined(ref("rule", rule, edition.rule_title(rule)) for rule in event.get("rules", []))
    kind = el("code", str(event.get("kind", "")))
    return [
        edition.say("zdarzenie ", "event "),
        kind,
        edition.say(", działa reguła: " if rules else "", ", by rule: " if rules else ""),
        *rules,
    ]
