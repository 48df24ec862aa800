"""What happens at the table, in Polish and English: events, refusals, buttons.

The engine speaks in codes; this module turns them into sentences, for the page built in advance and
for the one that plays. A sentence is a list of parts, ready for JSON: plain text, ``{"card": "HT"}``,
``{"cards": ["HT", …]}`` or ``{"suit": "H"}``, which the page draws. It imports the engine alone, so that
it can run in the browser.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from przemyskie66.engine import Action, Event, Refusal
from przemyskie66.engine.cards import SUITS
from przemyskie66.engine.notation import format_card

Part: TypeAlias = str | dict[str, Any]
Sentence: TypeAlias = list[Part]

#: Templates of events, by kind; ``{…}`` are filled by :func:`say_event`. Kinds that say nothing new are left out.
EVENTS: dict[str, tuple[str, str]] = {
    "deal": ("Rozdający: {dealer}.", "Dealer: {dealer}."),
    "choose": ("{seat}: atut {suit}.", "{seat}: trumps {suit}."),
    "pass": ("{seat}: pas.", "{seat}: pass."),
    "packet": ("Każdy dostaje jeszcze {cards} karty.", "Each player gets {cards} more cards."),
    "double": ("{seat}: kontra, stawka dwa razy wyższa.", "{seat}: double, twice the stake."),
    "throw-in": ("{seat}: rzucenie kart.", "{seat}: throwing in."),
    "announce": ("{seat}: ogłoszenie, punkty kart: {points}.", "{seat}: announcement, {points} card points."),
    "meld": ("{seat}: meldunek {suit}, punkty kart: {points}.", "{seat}: meld {suit}, {points} card points."),
    "play": ("{seat}: {card}", "{seat}: {card}"),
    "trick": ("Sztych: {seat} (punkty kart: {points}).", "Trick: {seat} ({points} card points)."),
    "target": (
        "Potrzebną liczbę punktów ma już: {side} ({points}).",
        "The target is reached: {side} ({points} card points).",
    ),
}

OUTCOMES: dict[str, tuple[str, str]] = {
    "declarer-wins": ("Wygrywa rozgrywający: {winners}.", "The declarer wins: {winners}."),
    "declarer-loses": (
        "Rozgrywający przegrywa. Wygrana: {winners}.",
        "The declarer loses. Winning: {winners}.",
    ),
    "thrown-in": ("Karty rzucone. Zyskują na tym: {winners}.", "Thrown in. Gaining by it: {winners}."),
    "nobody-chose": ("Nikt nie wybrał gry; rozdanie bez wyniku.", "Nobody chose a game; no result."),
}

#: How much of a loss is remitted, by degree.
DEGREES: dict[int | None, tuple[str, str]] = {
    0: ("pełna przegrana", "a full loss"),
    1: ("przegrana z mniejszą ulgą", "a loss with the lesser relief"),
    2: ("przegrana z większą ulgą", "a loss with the greater relief"),
    None: ("stała cena", "a fixed price"),
}

#: Sentences of refusals, by the engine's code.
REFUSALS: dict[str, tuple[str, str]] = {
    "wrong-seats": (
        "Kart jest dla {found} graczy, a reguły są dla {expected}.",
        "The deal is for {found}, the rules are for {expected}.",
    ),
    "seats-not-played": ("Silnik gra na razie tylko we trzech.", "The engine plays for three only so far."),
    "card-twice": (
        "Ta karta jest w rozdaniu dwa razy: {cards}.",
        "This card stands twice in the deal: {cards}.",
    ),
    "wrong-hand-size": (
        "{seat} ma {found} kart, a powinno być ich {expected}.",
        "{seat} has {found} cards where {expected} are due.",
    ),
    "deal-over": ("Rozdanie jest już skończone.", "The deal is over."),
    "not-your-turn": ("Teraz kolej na kogo innego: {turn}.", "It is another’s turn: {turn}."),
    "choice-open": ("Najpierw ktoś musi wybrać grę.", "First somebody has to choose a game."),
    "choice-made": ("Gra jest już wybrana.", "The game has been chosen already."),
    "not-offered": (
        "Na pierwszych kartach tego się nie wybiera: {contract}.",
        "This cannot be chosen on the first cards: {contract}.",
    ),
    "not-played": (
        "Źródła to znają ({contract}), ale silnik tego jeszcze nie gra.",
        "The sources know it ({contract}), but the engine does not play it yet.",
    ),
    "suit-not-held": (
        "Wybrać można tylko kolor, który ma się w ręce.",
        "Only a suit you hold can be chosen.",
    ),
    "must-choose": ("Kto mówi ostatni, nie może spasować.", "The last to speak may not pass."),
    "not-in-use": ("Według tych reguł tak się nie gra.", "By these rules this is not done."),
    "no-game-yet": ("Gra nie jest jeszcze wybrana.", "No game has been chosen yet."),
    "before-all-cards": ("Nie wszystkie karty są już rozdane.", "Not all cards have been dealt."),
    "too-late": (
        "Pierwsza karta już leży; na to jest za późno.",
        "A card has been played; it is too late for that.",
    ),
    "not-entitled": ("Nie ma do tego prawa: {seat}.", "Not entitled to it: {seat}."),
    "ladder-ended": (
        "Wszystkie szczeble ({rungs}) są już wykorzystane.",
        "All {rungs} rungs of the ladder are used.",
    ),
    "not-your-call": ("Teraz skontrować może tylko druga strona.", "Only the other side may double now."),
    "no-play-yet": ("Rozgrywka jeszcze się nie zaczęła.", "Play has not begun."),
    "defenders-cannot-win": (
        "Obrońcy nie wygrywają tym, że zbiorą tyle punktów.",
        "Defenders do not win by collecting that many points.",
    ),
    "target-not-reached": (
        "Jest {found} z {expected} potrzebnych punktów kart.",
        "That makes {found} of the {expected} card points needed.",
    ),
    "not-held": ("Tej karty nie ma w ręce: {card}.", "This card is not held: {card}."),
    "duty": (
        "Tej karty nie wolno teraz zagrać: {card}. Wolno: {legal}.",
        "This card may not be played now: {card}. What may be played: {legal}.",
    ),
    "no-melds": ("Według tych reguł nie ma meldunków.", "By these rules there are no melds."),
    "not-king-or-queen": ("Melduje się królem albo damą.", "One melds with a king or a queen."),
    "not-declarer": ("Meldować może tylko rozgrywający.", "Only the declarer may meld."),
    "not-leading": ("Melduje się tylko, wychodząc do sztychu.", "One melds only when leading to a trick."),
    "pair-not-held": (
        "Trzeba mieć i króla, i damę tego koloru.",
        "Both king and queen of the suit must be held.",
    ),
}

CONTRACTS: dict[str, tuple[str, str]] = {
    "warszawa": ("warszawa", "warszawa"),
    "zyd": ("żyd", "żyd"),
    "mizerka": ("mizerka", "mizerka"),
    "durch": ("durch", "durch"),
}

BUTTONS: dict[str, tuple[str, str]] = {
    "choose": ("Atut: {suit}", "Trumps: {suit}"),
    "pass": ("Pas", "Pass"),
    "double": ("Kontra", "Double"),
    "throw-in": ("Rzuć karty", "Throw in"),
    "announce": ("66!", "66!"),
    "play": ("Zagraj: {card}", "Play {card}"),
    "play-meld": ("Zagraj z meldunkiem: {card}", "Meld and play {card}"),
}


def pick(pair: tuple[str, str], lang: str) -> str:
    """Return the Polish or the English one of *pair*."""
    return pair[1] if lang == "en" else pair[0]


def fill(template: str, values: dict[str, Part]) -> Sentence:
    """Return *template* with each ``{name}`` replaced by its part of *values*; neighbouring texts are joined."""
    sentence: Sentence = []
    for place, piece in enumerate(template.replace("}", "{").split("{")):
        part = values[piece] if place % 2 else piece
        if isinstance(part, str) and sentence and isinstance(sentence[-1], str):
            sentence[-1] += part
        elif part != "":
            sentence.append(part)
    return sentence


def join(names: Sequence[str], lang: str) -> str:
    """Return *names* as a list in words: ``A i B``, ``A and B``."""
    return pick((" i ", " and "), lang).join(names)


def say_event(event: Event, names: Sequence[str], lang: str) -> Sentence:
    """Return the sentence for *event*, the seats called by *names*; empty where there is nothing to say."""
    data = event.data
    if event.kind == "outcome":
        winners = join([names[seat] for seat in data["winners"]], lang)
        return fill(pick(OUTCOMES[data["outcome"]], lang), {"winners": winners})
    if event.kind == "settlement":
        return _say_settlement(data, names, lang)
    if event.kind not in EVENTS:
        return []
    values: dict[str, Part] = {
        name: str(value) for name, value in data.items() if isinstance(value, int | str)
    }
    if event.seat is not None:
        values["seat"] = names[event.seat]
    if event.kind == "deal":
        values["dealer"] = names[data["dealer"]]
    if "side" in data:
        values["side"] = join([names[seat] for seat in data["side"]], lang)
    if "suit" in data:
        values["suit"] = {"suit": data["suit"]}
    if "card" in data:
        values["card"] = {"card": data["card"]}
    return fill(pick(EVENTS[event.kind], lang), values)


def _say_settlement(data: dict[str, Any], names: Sequence[str], lang: str) -> Sentence:
    losses = [
        f"{join([names[seat] for seat in seats], lang)}: {pick(DEGREES[degree], lang)}"
        for seats, degree in data["degrees"]
    ]
    return ["; ".join(losses) + "."] if losses else []


def say_refusal(refusal: Refusal, names: Sequence[str], seats: Sequence[str], lang: str) -> Sentence:
    """Return the sentence for *refusal*; *names* are what the page calls the *seats* of the game."""
    called = dict(zip(seats, names, strict=True))
    values: dict[str, Part] = {}
    for name, value in refusal.data.items():
        if name in ("seat", "turn"):
            values[name] = called.get(value, value)
        elif name == "card":
            values[name] = {"card": value}
        elif name in ("legal", "hand", "cards"):
            values[name] = {"cards": value.split()}
        elif name == "contract":
            values[name] = pick(CONTRACTS[value], lang) if value in CONTRACTS else str(value)
        else:
            values[name] = str(value)
    return fill(pick(REFUSALS[refusal.code], lang), values)


def label(action: Action, lang: str) -> Sentence:
    """Return what the button for *action* says."""
    values: dict[str, Part] = {}
    if action.suit is not None:
        values["suit"] = {"suit": SUITS[action.suit]}
    if action.card is not None:
        values["card"] = {"card": format_card(action.card)}
    return fill(pick(BUTTONS["play-meld" if action.meld else action.kind], lang), values)


def signed(points: int | str) -> str:
    """Return settlement points (an integer, or a fraction as text) with their sign: ``+3``, ``−8/3``, ``0``."""
    number = Fraction(points)
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


#: What the page itself says, outside the game.
INTERFACE: dict[str, tuple[str, str]] = {
    "you": ("Ty", "You"),
    "dealer": ("rozdający", "dealer"),
    "declarer": ("rozgrywający", "declarer"),
    "defender": ("obrońca", "defender"),
    "turn": ("teraz gra", "to play"),
    "tricks": ("sztychy", "tricks"),
    "points": ("punkty kart", "card points"),
    "cards-left": ("karty w ręce", "cards in hand"),
    "trumps": ("Atut", "Trumps"),
    "no-trumps": ("jeszcze nie ma", "none yet"),
    "stake": ("Stawka", "Stake"),
    "your-hand": ("Twoje karty", "Your cards"),
    "table": ("Karty na stole", "Cards on the table"),
    "empty-table": ("Stół jest pusty", "The table is empty"),
    "last-trick": ("Poprzedni sztych", "Last trick"),
    "face-down": ("Reszta kart leży jeszcze zakryta.", "The rest of the cards still lie face down."),
    "choose-now": ("Wybierz atut albo spasuj.", "Choose trumps or pass."),
    "play-now": ("Zagraj kartę.", "Play a card."),
    "meld-now": ("Zagrać z meldunkiem czy bez?", "With the meld or without?"),
    "extra-now": ("Możesz się odezwać, zanim gra pójdzie dalej.", "You may speak before play goes on."),
    "go-on": ("Gramy dalej", "Go on"),
    "wait": ("Teraz gra: {name}", "To act: {name}"),
    "over": ("Koniec rozdania", "The deal is over"),
    "undo": ("Cofnij ruch", "Undo"),
    "again": ("Inne rozdanie lub inne reguły", "Another deal or other rules"),
    "same": ("To samo od początku", "The same from the start"),
    "log": ("Przebieg", "What has happened"),
    "rules-acted": ("reguły", "rules"),
    "result": ("Wynik", "Result"),
    "settlement": ("punkty rozliczeniowe", "settlement points"),
    "rules-that-decided": ("Reguły, które o tym zdecydowały", "The rules that decided this"),
    "rule": ("Reguła", "Rule"),
    "rules": ("Reguły", "Rules"),
    "in-source": ("zobacz to miejsce w źródle", "see the place in the source"),
    "claim": ("Tak mówi źródło:", "So says the source:"),
    "pin": (
        "Źródła tego nie rozstrzygają; to wybór redakcji.",
        "The sources do not settle this; it is the editors’ choice.",
    ),
    "pinned": ("wybór redakcji", "editors’ choice"),
    "borrowed": ("zapożyczone", "borrowed"),
    "borrowed-relative": ("zapożyczone z krewnej gry", "borrowed from the relative"),
    "inferred-mark": ("(wniosek)", "(inferred)"),
    "new-tab": ("otwiera się w nowej karcie", "opens in a new tab"),
    "doubled": ("po kontrze", "after doubling"),
    "inferred": ("wniosek redakcji ze słów źródła", "inferred by the editors from the source’s words"),
    "shares": (
        "Odpowiedzi: własne {own}, zapożyczone {borrowed}, wybór redakcji {pinned}",
        "Answers: own {own}, borrowed {borrowed}, editors’ choice {pinned}",
    ),
    "close": ("Zamknij", "Close"),
    "loading": ("Wczytuję Pythona i silnik gry…", "Loading Python and the engine…"),
    "starting": ("Uruchamiam…", "Starting…"),
    "failed": (
        "Nie udało się uruchomić gry w tej przeglądarce. Przykład poniżej działa i bez tego.",
        "The game could not be started in this browser. The example below works all the same.",
    ),
    "failed-file": (
        "Strona jest otwarta wprost z dysku, a stamtąd przeglądarka nie uruchomi Pythona. Otwórz ją przez serwer "
        "(make site). Przykład poniżej działa i tak.",
        "The page was opened from disk, where browsers do not start Python. Open it through a server "
        "(make site). The example below works all the same.",
    ),
    "details": ("Co się stało", "What happened"),
    "mark": ("teraz nie wolno", "not allowed now"),
    "played-by": (
        "Gra silnik archiwum, ten sam, który sprawdzają testy: plik engine.zip, SHA-256 {sha}, Python {python}.",
        "Played by the archive’s engine, the one the tests verify: engine.zip, SHA-256 {sha}, Python {python}.",
    ),
    "step": ("Krok {n} z {all}", "Step {n} of {all}"),
    "back": ("Wstecz", "Back"),
    "forward": ("Dalej", "Forward"),
    "all-steps": ("Pokaż wszystkie kroki", "Show all steps"),
}


def interface(lang: str) -> dict[str, str]:
    """Return the page's own words in *lang*."""
    return {key: pick(pair, lang) for key, pair in INTERFACE.items()}
