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
    "before-deal": (
        "Rozdający: {dealer}. Kart jeszcze nie rozdano; można się odezwać w ciemno.",
        "Dealer: {dealer}. No cards are dealt yet; games may be called in the dark.",
    ),
    "blind": ("{seat}: {game} w ciemno.", "{seat}: {game} in the dark."),
    "blind-suit": (
        "{seat}: {game} w ciemno, atut {suit}.",
        "{seat}: {game} in the dark, trumps {suit}.",
    ),
    "no-blind": ("{seat}: w ciemno nic.", "{seat}: nothing in the dark."),
    "blind-stands": (
        "Gra się to, co zapowiedziano w ciemno ({seat}).",
        "What was called in the dark is played ({seat}).",
    ),
    "deal": ("Rozdający: {dealer}.", "Dealer: {dealer}."),
    "deal-stock": (
        "Rozdający: {dealer}. Odsłonięta karta: {turned_up}.",
        "Dealer: {dealer}. Turned up: {turned_up}.",
    ),
    "choose": ("{seat}: atut {suit}.", "{seat}: trumps {suit}."),
    "choose-game": ("{seat}: {game}.", "{seat}: {game}."),
    "choose-game-suit": ("{seat}: {game}, atut {suit}.", "{seat}: {game}, trumps {suit}."),
    "pass": ("{seat}: pas.", "{seat}: pass."),
    "name": ("{seat}: atut {trump}.", "{seat}: trumps {trump}."),
    "packet": ("Każdy dostaje jeszcze {cards} karty.", "Each player gets {cards} more cards."),
    "double": ("{seat}: {call}.", "{seat}: {call}."),
    "throw-in": ("{seat}: rzucenie kart.", "{seat}: throwing in."),
    "surrender": ("{seat}: poddanie.", "{seat}: surrender."),
    "offer": (
        "{seat}: propozycja poddania; drugi obrońca może się przyłączyć.",
        "{seat}: an offer to surrender; the other defender may join.",
    ),
    "announce": ("{seat}: ogłoszenie, punkty kart: {points}.", "{seat}: announcement, {points} card points."),
    "meld": ("{seat}: meldunek {suit}, punkty kart: {points}.", "{seat}: meld {suit}, {points} card points."),
    "play": ("{seat}: {card}", "{seat}: {card}"),
    "trick": ("Sztych: {seat} (punkty kart: {points}).", "Trick: {seat} ({points} card points)."),
    "exchange": (
        "{seat}: {gave} za odsłoniętą kartę, {got}.",
        "{seat}: {gave} for the turned-up card, {got}.",
    ),
    "close": ("{seat}: „śpij”. Stos jest zakryty.", "{seat}: “śpij”. The stock is closed."),
    "draw": (
        "Dobieranie kart; na stosie zostaje: {left}.",
        "Cards are drawn; left in the stock: {left}.",
    ),
    "drawn": (
        "Dobieranie kart: {drawn}; na stosie zostaje: {left}.",
        "Cards are drawn: {drawn}; left in the stock: {left}.",
    ),
    "not-drawn": (
        "Dwóch ostatnich kart stosu się nie dobiera.",
        "The last two cards of the stock are not drawn.",
    ),
    "zyd": (
        "Taki wynik gry kolorowej to żyd (sztychy rozgrywającego: {tricks}).",
        "This outcome of the suit game is called żyd (tricks of the declarer: {tricks}).",
    ),
    "target": (
        "Potrzebną liczbę punktów ma już: {side} ({points}).",
        "The target is reached: {side} ({points} card points).",
    ),
}

#: Labels of the calls that double, by their number. The names of the ladder are lost: these are the editors’.
CALLS: dict[int, tuple[str, str]] = {1: ("kontra", "double"), 2: ("rekontra", "redouble")}
LATER_CALL = ("podbicie, szczebel {calls}", "doubling, rung {calls}")

OUTCOMES: dict[str, tuple[str, str]] = {
    "declarer-wins": ("Wygrywa rozgrywający: {winners}.", "The declarer wins: {winners}."),
    "declarer-loses": (
        "Rozgrywający przegrywa. Wygrana: {winners}.",
        "The declarer loses. Winning: {winners}.",
    ),
    "won": ("Wygrana: {winners}.", "Winning: {winners}."),
    "surrendered": ("Gra poddana. Wygrana: {winners}.", "Surrendered. Winning: {winners}."),
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
    "not-offered": ("Teraz tego się nie wybiera: {contract}.", "This cannot be chosen now: {contract}."),
    "not-chosen": (
        "Atutu się tu nie wybiera; wyznacza go odsłonięta karta.",
        "Trumps are not chosen here; the turned-up card makes them.",
    ),
    "not-dealt-yet": ("Kart jeszcze nie rozdano.", "The cards have not been dealt yet."),
    "already-dealt": (
        "Karty są już rozdane; w ciemno odzywa się przed rozdaniem.",
        "The cards have been dealt; games in the dark are called before.",
    ),
    "has-declined": (
        "Odmowa w ciemno już padła: {seat}.",
        "Has already declined to call in the dark: {seat}.",
    ),
    "has-called": (
        "Najwyższa zapowiedź padła już z tego miejsca: {seat}.",
        "The highest call is already from this seat: {seat}.",
    ),
    "an-outcome": (
        "Żyd jest wynikiem gry kolorowej; nie można go zapowiedzieć.",
        "Żyd is an outcome of the suit game; it cannot be called.",
    ),
    "suit-needed": (
        "Z tą grą trzeba nazwać kolor: {contract}.",
        "A suit has to be named with this game: {contract}.",
    ),
    "no-suit-named": (
        "Z tą grą koloru się nie nazywa: {contract}.",
        "No suit is named with this game: {contract}.",
    ),
    "not-higher": (
        "To nie jest gra wyższa: {contract}; stoi już {standing}.",
        "Not a higher game: {contract}; what stands is {standing}.",
    ),
    "turn-has-passed": (
        "Kolej na wybór już minęła: {seat}.",
        "The turn to choose has passed: {seat}.",
    ),
    "already-doubled": ("Grę już skontrowano.", "The game has been doubled already."),
    "nothing-to-name": ("Nie ma teraz atutu do nazwania.", "There is no trump to name now."),
    "not-declarers": (
        "Atut nazywa rozgrywający, nie {seat}.",
        "The declarer names the trump, not {seat}.",
    ),
    "trump-to-name": ("Najpierw trzeba nazwać atut.", "The trump has to be named first."),
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
    "not-entitled": ("Prawo do tego ma kto inny, nie {seat}.", "Somebody else has this right, not {seat}."),
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
    "another-aim": (
        "W tej grze nie wygrywa się zebraniem tylu punktów.",
        "This game is not won by collecting that many points.",
    ),
    "no-degrees": (
        "Ta gra ma jedną cenę, bez stopni przegranej; poddanie niczego by nie zmniejszyło.",
        "This game has one price and no degrees of loss; a surrender would save nothing.",
    ),
    "has-surrendered": ("Poddanie już padło: {seat}.", "Has already surrendered: {seat}."),
    "nothing-won": (
        "Na to trzeba mieć sztych albo połowę punktów; jeszcze ich nie ma: {seat}.",
        "This takes a trick or half the points; neither is there yet: {seat}.",
    ),
    "moment-passed": (
        "Poddać się można tylko zaraz po zdobyciu sztychu albo połowy punktów; ta chwila minęła: {seat}.",
        "One may surrender only at once after winning a trick or half the points; the moment has passed: {seat}.",
    ),
    "no-turned-up-card": ("Na stosie nie leży odsłonięta karta.", "No card lies turned up."),
    "nine-not-held": (
        "W tej ręce nie ma dziewiątki atutowej: {seat}.",
        "The nine of trumps is not in this hand: {seat}.",
    ),
    "stock-too-low": (
        "Na stosie jest już za mało kart: {left}.",
        "Too few cards are left in the stock: {left}.",
    ),
    "not-leading-now": (
        "Robi się to, gdy się wychodzi, przed zagraniem karty.",
        "This is done when on lead, before playing a card.",
    ),
    "closed-already": ("Stos jest już zakryty.", "The stock has been closed already."),
    "nothing-to-take": ("Nie ma teraz karty do wzięcia.", "There is no card to take now."),
    "card-to-take": (
        "Najpierw trzeba wziąć jedną z dwóch ostatnich kart stosu.",
        "First one of the last two cards of the stock has to be taken.",
    ),
    "not-replaced": (
        "Nie można go teraz zastąpić: {seat}; można: {allowed}.",
        "Cannot be replaced now: {seat}; those who can: {allowed}.",
    ),
    "wrong-stock-size": (
        "Kart na stosie: {found}, a powinno być: {expected}.",
        "The stock has {found} cards where {expected} are due.",
    ),
    "no-melds": ("Według tych reguł nie ma meldunków.", "By these rules there are no melds."),
    "no-melds-in": (
        "W tej grze nie ma meldunków: {contract}.",
        "There are no melds in this game: {contract}.",
    ),
    "not-king-or-queen": ("Melduje się królem albo damą.", "One melds with a king or a queen."),
    "not-declarer": ("Meldować może tylko rozgrywający.", "Only the declarer may meld."),
    "not-leading": ("Melduje się tylko, wychodząc do sztychu.", "One melds only when leading to a trick."),
    "pair-not-held": (
        "Trzeba mieć i króla, i damę tego koloru.",
        "Both king and queen of the suit must be held.",
    ),
    "no-trick-taken": (
        "Zanim się zamelduje, trzeba wziąć choć jeden sztych.",
        "A trick must be taken before one melds.",
    ),
}

#: Why there is no exact value with open cards, by what the solver says; ``{game}`` is the game that is played.
UNSOLVED: dict[str, tuple[str, str]] = {
    "games may still be called before the deal": (
        "Przed rozdaniem można jeszcze zapowiadać gry w ciemno.",
        "Games may still be called before the deal.",
    ),
    "no game has been chosen yet": ("Nikt jeszcze nie wybrał gry.", "No game has been chosen yet."),
    "a game may still be chosen on the full hand": (
        "Po obejrzeniu wszystkich kart można jeszcze wybrać inną grę.",
        "A game may still be chosen on the full hand.",
    ),
    "the trump has not been named yet": (
        "Atut nie jest jeszcze nazwany.",
        "The trumps have not been named yet.",
    ),
    "cards are still drawn from the stock: the hands are not known": (
        "Ze stosu jeszcze się dobiera, więc nie wiadomo, kto co będzie miał w ręce.",
        "Cards are still drawn from the stock, so it is not known who will hold what.",
    ),
    "the deal is over": ("Rozdanie jest już skończone.", "The deal is over."),
    "a surrender stands": (
        "Ktoś już się poddał albo to zaproponował; program liczy tylko grę bez poddań.",
        "Somebody has surrendered or offered to; the program works out only play without surrenders.",
    ),
    "each plays for himself: there are no two sides": (
        "Każdy gra za siebie. Przy trzech stronach nie ma jednej najlepszej gry.",
        "Each plays for himself. With three sides there is no one best play.",
    ),
    "the seats do not make two sides": (
        "Gracze nie dzielą się tu na dwie strony.",
        "The players do not make two sides here.",
    ),
    "the aim is the declarer's alone, but he has a partner": (
        "Tę grę wygrywa sam rozgrywający, a ma partnera.",
        "The aim is the declarer’s alone, but he has a partner.",
    ),
    "more card points than it can count": (
        "Punktów kart jest więcej, niż program umie policzyć.",
        "There are more card points than the program can count.",
    ),
    "{game} ends once it is decided: the cards are not all played": (
        "Ta gra kończy się, gdy tylko jest rozstrzygnięta; nie gra się wszystkich kart: {game}.",
        "This game ends once it is decided, so not all cards are played: {game}.",
    ),
    "it may pay to delay announcing the target: a loser can lose his relief by taking more": (
        "Może się opłacać zwlekać z ogłoszeniem: przegrywający traci ulgę, gdy weźmie więcej.",
        "It may pay to delay the announcement: a loser loses his relief by taking more.",
    ),
}

CONTRACTS: dict[str, tuple[str, str]] = {
    "suit": ("gra kolorowa", "suit game"),
    "warszawa": ("warszawa", "warszawa"),
    "zyd": ("żyd", "żyd"),
    "mizerka": ("mizerka", "mizerka"),
    "durch": ("durch", "durch"),
}

BUTTONS: dict[str, tuple[str, str]] = {
    "blind-game": ("W ciemno: {game}", "In the dark: {game}"),
    "blind-game-suit": ("W ciemno: {game}, atut {suit}", "In the dark: {game}, trumps {suit}"),
    "no-blind": ("W ciemno nic", "Nothing in the dark"),
    "choose": ("Atut: {suit}", "Trumps: {suit}"),
    "choose-game": ("Gra: {game}", "Game: {game}"),
    "choose-game-suit": ("Gra: {game}, atut {suit}", "Game: {game}, trumps {suit}"),
    "name": ("Atut: {suit}", "Trumps: {suit}"),
    "pass": ("Pas", "Pass"),
    "double": ("Kontra", "Double"),
    "throw-in": ("Rzuć karty", "Throw in"),
    "surrender": ("Poddaj się", "Surrender"),
    "exchange": ("Wymień dziewiątkę atutową", "Exchange the nine of trumps"),
    "close": ("„Śpij”: zakryj stos", "Close the stock (“śpij”)"),
    "take-hidden": ("Weź zakrytą kartę", "Take the hidden card"),
    "take-open": ("Weź odkrytą kartę", "Take the open card"),
    "announce": ("66!", "66!"),
    "play": ("Zagraj: {card}", "Play {card}"),
    "play-meld": ("Zagraj z meldunkiem: {card}", "Meld and play {card}"),
}

#: What somebody does, told of him; the keys are those of :data:`BUTTONS`.
DEEDS: dict[str, tuple[str, str]] = {
    "blind-game": ("{seat} zapowiada w ciemno: {game}", "{seat} calls {game} in the dark"),
    "blind-game-suit": (
        "{seat} zapowiada w ciemno: {game}, atut {suit}",
        "{seat} calls {game} in the dark, trumps {suit}",
    ),
    "no-blind": ("{seat} niczego nie zapowiada w ciemno", "{seat} calls nothing in the dark"),
    "choose": ("{seat} wybiera atut {suit}", "{seat} chooses trumps {suit}"),
    "choose-game": ("{seat} wybiera grę: {game}", "{seat} chooses {game}"),
    "choose-game-suit": ("{seat} wybiera grę: {game}, atut {suit}", "{seat} chooses {game}, trumps {suit}"),
    "name": ("{seat} nazywa atut: {suit}", "{seat} names trumps {suit}"),
    "pass": ("{seat} pasuje", "{seat} passes"),
    "double": ("{seat} kontruje", "{seat} doubles"),
    "throw-in": ("{seat} rzuca karty", "{seat} throws in"),
    "surrender": ("{seat} poddaje się", "{seat} surrenders"),
    "announce": ("{seat} ogłasza 66", "{seat} announces 66"),
    "exchange": ("{seat} wymienia dziewiątkę atutową", "{seat} exchanges the nine of trumps"),
    "close": ("{seat} mówi „śpij” i zakrywa stos", "{seat} closes the stock (“śpij”)"),
    "take-hidden": ("{seat} bierze zakrytą kartę", "{seat} takes the hidden card"),
    "take-open": ("{seat} bierze odkrytą kartę", "{seat} takes the open card"),
    "play": ("{seat} zagrywa {card}", "{seat} plays {card}"),
    "play-meld": ("{seat} melduje i zagrywa {card}", "{seat} melds and plays {card}"),
}

#: What somebody might wish to do and cannot, named without who; the keys are those of :data:`BUTTONS`.
WISHES: dict[str, tuple[str, str]] = {
    "blind-game": ("zapowiedzieć w ciemno: {game}", "call {game} in the dark"),
    "blind-game-suit": ("zapowiedzieć w ciemno: {game}", "call {game} in the dark"),
    "choose": ("obrać atut {suit}", "choose trumps {suit}"),
    "choose-any": ("obrać atut", "choose trumps"),
    "choose-game": ("wybrać grę: {game}", "choose {game}"),
    "choose-game-suit": ("wybrać grę: {game}", "choose {game}"),
    "pass": ("spasować", "pass"),
    "double": ("podwoić stawkę", "double the stake"),
    "throw-in": ("rzucić karty", "throw in"),
    "surrender": ("poddać się", "surrender"),
    "announce": ("ogłosić 66", "announce 66"),
    "exchange": ("wymienić dziewiątkę atutową", "exchange the nine of trumps"),
    "close": ("powiedzieć „śpij”", "close the stock (“śpij”)"),
    "play-meld": ("zameldować: {card}", "meld {card}"),
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


def say_event(event: Event, names: Sequence[str], lang: str, sees: Sequence[int] = ()) -> Sentence:
    """Return the sentence for *event*, the seats called by *names*; empty where there is nothing to say.

    Cards drawn from the stock are named for the seats in *sees* alone: to the others they are hidden.
    """
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
    values |= {name: {"card": data[name]} for name in ("card", "gave", "got", "turned_up") if name in data}
    values |= {name: {"suit": data[name]} for name in ("suit", "trump") if name in data}
    if event.seat is not None:
        values["seat"] = names[event.seat]
    if "dealer" in data:
        values["dealer"] = names[data["dealer"]]
    if "side" in data:
        values["side"] = join([names[seat] for seat in data["side"]], lang)
    if event.kind == "double":
        values["call"] = pick(CALLS.get(data["calls"], LATER_CALL), lang).format(calls=data["calls"])
    if event.kind == "blind" or "contract" in data:
        values["game"] = say_game(data.get("contract", "suit"), lang)
    template = pick(EVENTS[_event_key(event)], lang)
    if event.kind == "draw" and data["drawn"]:
        known = [(names[seat], card) for seat, card in data["drawn"] if seat in sees]
        if known:
            template = _list_drawn(pick(EVENTS["drawn"], lang), known, values)
    return fill(template, values)


def _event_key(event: Event) -> str:
    """Return the key of :data:`EVENTS` for *event*."""
    data = event.data
    if event.kind == "deal" and "turned_up" in data:
        return "deal-stock"
    if event.kind == "blind" and data["suit"] != "none":
        return "blind-suit"
    if event.kind == "choose" and "contract" in data:
        return "choose-game" if data["suit"] == "none" else "choose-game-suit"
    if event.kind == "draw" and not data["drawn"]:
        return "not-drawn"
    return event.kind


def _list_drawn(template: str, drawn: Sequence[tuple[str, str]], values: dict[str, Part]) -> str:
    """Return *template* with a place for each card of *drawn*, and put the cards into *values*."""
    places = []
    for number, (name, card) in enumerate(drawn):
        values[f"who{number}"], values[f"drawn{number}"] = name, {"card": card}
        places.append(f"{{who{number}}} {{drawn{number}}}")
    return template.replace("{drawn}", ", ".join(places))


def say_game(contract: str, lang: str) -> str:
    """Return the name of the game *contract*."""
    return pick(CONTRACTS[contract], lang) if contract in CONTRACTS else contract


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
        if name in ("seat", "turn", "allowed"):
            words = [called.get(word, word) for word in str(value).split(", ")]
            values[name] = pick(("nikt", "nobody"), lang) if words == ["nobody"] else ", ".join(words)
        elif name == "card":
            values[name] = {"card": value}
        elif name in ("legal", "hand", "cards"):
            values[name] = {"cards": value.split()}
        elif name in ("contract", "standing"):
            values[name] = say_game(str(value), lang)
        else:
            values[name] = str(value)
    return fill(pick(REFUSALS[refusal.code], lang), values)


def say_unsolved(message: str, lang: str) -> str:
    """Return in words why the solver has no answer; *message* is what it said."""
    game, _, rest = message.partition(" ")
    if game in CONTRACTS:
        message = f"{{game}} {rest}"
    if message not in UNSOLVED:
        return message
    return pick(UNSOLVED[message], lang).format(game=say_game(game, lang))


def _action_key(action: Action) -> str:
    """Return the key of :data:`BUTTONS` and :data:`DEEDS` for *action*."""
    if action.meld:
        return "play-meld"
    if action.contract is not None:
        return f"{action.kind}-game" if action.suit is None else f"{action.kind}-game-suit"
    if action.kind == "blind":
        return "blind-game-suit"
    return f"take-{action.which}" if action.kind == "take" else action.kind


def _action_values(action: Action, lang: str) -> dict[str, Part]:
    values: dict[str, Part] = {"game": say_game(action.game, lang)}
    if action.suit is not None:
        values["suit"] = {"suit": SUITS[action.suit]}
    if action.card is not None:
        values["card"] = {"card": format_card(action.card)}
    return values


def label(action: Action, lang: str) -> Sentence:
    """Return what the button for *action* says."""
    return fill(pick(BUTTONS[_action_key(action)], lang), _action_values(action, lang))


def say_action(action: Action, names: Sequence[str], lang: str) -> Sentence:
    """Return what *action* is, told of who does it, the seats called by *names*."""
    values = _action_values(action, lang)
    return fill(pick(DEEDS[_action_key(action)], lang), {**values, "seat": names[action.seat]})


def say_wish(action: Action, lang: str, *, any_suit: bool = False) -> Sentence:
    """Return what it would be to do *action*; with *any_suit*, to choose any suit for trumps."""
    key = "choose-any" if any_suit else _action_key(action)
    return fill(pick(WISHES[key], lang), _action_values(action, lang))


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
    "no-trumps": ("jeszcze nieznany", "not known yet"),
    "stake": ("Stawka", "Stake"),
    "your-hand": ("Twoje karty", "Your cards"),
    "partner": ("partner rozgrywającego", "the declarer’s partner"),
    "game": ("Gra", "Game"),
    "in-the-dark": ("w ciemno", "in the dark"),
    "not-settled": ("na razie: {game} ({name})", "so far: {game} ({name})"),
    "no-game": ("jeszcze niewybrana", "not chosen yet"),
    "together": ("Razem", "Together"),
    "stock": ("Stos", "Stock"),
    "stock-left": ("kart: {left}", "cards: {left}"),
    "turned-up": ("Odsłonięta karta", "Turned-up card"),
    "stock-closed": ("zakryty: {name}", "closed: {name}"),
    "about-this-game": ("Czego ta gra wymaga i ile kosztuje", "What this game asks and costs"),
    "price-rules": ("Cenę pełnej przegranej ustalają:", "The price of a full loss is made by:"),
    "actions": ("Co możesz zrobić", "What you can do"),
    "choose-suit": ("Gra kolorowa, atut:", "Suit game, trumps:"),
    "name-suit": ("Atut:", "Trumps:"),
    "other-games": ("Inna gra:", "Another game:"),
    "blind-games": ("W ciemno:", "In the dark:"),
    "game-with-suit": ("{game}, atut:", "{game}, trumps:"),
    "blind-with-suit": ("W ciemno {game}, atut:", "{game} in the dark, trumps:"),
    "table": ("Karty na stole", "Cards on the table"),
    "empty-table": ("Stół jest pusty", "The table is empty"),
    "last-trick": ("Poprzedni sztych", "Last trick"),
    "face-down": ("Reszta kart leży jeszcze zakryta.", "The rest of the cards still lie face down."),
    "not-dealt": ("Karty nie są jeszcze rozdane.", "The cards are not dealt yet."),
    "blind-now": ("Zapowiadasz coś w ciemno?", "Do you call a game in the dark?"),
    "choose-now": ("Wybierz atut albo spasuj.", "Choose trumps or pass."),
    "second-now": (
        "Widzisz wszystkie karty. Wybierz grę albo spasuj.",
        "You see all cards. Choose a game or pass.",
    ),
    "name-now": ("Nazwij atut.", "Name the trumps."),
    "take-now": ("Którą z dwóch ostatnich kart bierzesz?", "Which of the last two cards do you take?"),
    "play-now": ("Zagraj kartę.", "Play a card."),
    "lead-now": ("Wychodzisz: zagraj kartę.", "You lead: play a card."),
    "watching": (
        "Nie masz kart w tym rozdaniu; grają inni.",
        "You hold no cards in this deal; the others play.",
    ),
    "meld-now": ("Zagrać z meldunkiem czy bez?", "With the meld or without?"),
    "extra-now": ("Możesz się odezwać, zanim gra pójdzie dalej.", "You may speak before play goes on."),
    "go-on": ("Gramy dalej", "Go on"),
    "wait": ("Teraz gra: {name}", "To act: {name}"),
    "over": ("Koniec rozdania", "The deal is over"),
    "undo": ("Cofnij ruch", "Undo"),
    "hint": ("Podpowiedź", "Hint"),
    "hint-says": ("Gracz komputerowy na twoim miejscu:", "A computer player in your place:"),
    "hint-nothing": ("nie odzywa się", "says nothing"),
    "hint-policy": (
        "To tylko sposób gry programu, który widzi tyle co ty. Żadna reguła tego nie każe.",
        "This is only the way the program plays, seeing what you see. No rule asks for it.",
    ),
    "do-it": ("Zrób to", "Do it"),
    "why": ("Czego nie wolno?", "What is not allowed?"),
    "why-title": ("Tego teraz nie zrobisz", "What you cannot do now"),
    "why-cards": (
        "O kartę zapytasz, wybierając ją: kreskowana odpowie, która reguła jej zabrania.",
        "To ask about a card, choose it: a hatched one answers which rule forbids it.",
    ),
    "why-nothing": (
        "Wszystko, co te reguły znają, jest teraz dozwolone.",
        "All that these rules know is allowed now.",
    ),
    "open": ("Co da się ugrać w otwarte karty?", "What can be made with open cards?"),
    "open-title": ("Gra w otwarte karty", "Play with open cards"),
    "open-warning": (
        "Program zajrzy do wszystkich rąk i pokaże, co kto ma. To zdradza karty, których przy stole nikt by nie znał, "
        "i psuje zabawę z tego rozdania.",
        "The program looks into all hands and shows who holds what. That gives away cards that nobody at a table "
        "would know, and spoils this deal.",
    ),
    "open-what": (
        "Policzy, jak skończy się rozdanie, jeśli od tej chwili każdy zagra najlepiej, znając wszystkie karty. "
        "Przyjmuje, że nikt już nie kontruje, nie rzuca kart, nie poddaje się ani nie zmienia gry.",
        "It works out how the deal ends if from now on everybody plays his best, knowing all cards. "
        "It takes for granted that nobody doubles, throws in, surrenders or changes the game any more.",
    ),
    "open-do": ("Zajrzyj i policz", "Look and work it out"),
    "open-loading": (
        "Uruchamiam drugi silnik, żeby stół był wolny…",
        "Starting a second engine, so that the table stays free…",
    ),
    "open-working": (
        "Liczę. Na początku rozdania trwa to dłużej. Stół jest wolny; kto zagra dalej, przerwie liczenie.",
        "Working. Early in a deal this takes longer. The table is free; to play on breaks the work off.",
    ),
    "open-worked-out": (
        "Liczone tak, jakby od tej chwili każdy grał najlepiej, znając wszystkie karty, i nikt już nie kontrował, "
        "nie rzucał kart, nie poddawał się ani nie zmieniał gry.",
        "Worked out as if from now on everybody played his best, knowing all cards, and nobody doubled, threw in, "
        "surrendered or changed the game any more.",
    ),
    "open-cancel": ("Przerwij", "Stop"),
    "open-none": (
        "Tego nie da się policzyć dokładnie.",
        "This has no exact value.",
    ),
    "open-game": ("Czy na pewno wygra", "Sure to win"),
    "open-wins": ("Tak, cokolwiek zrobi druga strona.", "Yes, whatever the other side does."),
    "open-loses": ("Nie, jeśli druga strona zagra najlepiej.", "No, if the other side plays its best."),
    "open-credited": (
        "jego punkty mniej największe punkty kogoś z przeciwnej strony",
        "his points less the largest of anybody on the other side",
    ),
    "open-for": ("Dla kogo liczono", "Worked out for"),
    "open-pays": ("Punkty rozliczeniowe", "Settlement points"),
    "open-most": ("Punkty kart na pewno", "Card points for certain"),
    "open-most-note": (
        "z meldunkami, gdyby grać o nie same i do ostatniej karty",
        "melds included, if one plays for these alone and to the last card",
    ),
    "open-pinned-aim": (
        "Cel tej gry wybrała redakcja; żadne źródło go nie podaje. Wynik jest wart tyle, co ten wybór.",
        "The aim of this game is the editors’ choice; no source gives it. The result is worth no more than that choice.",
    ),
    "open-line": ("Przebieg, który tego dowodzi", "The line that proves it"),
    "open-line-note": (
        "Najlepszych przebiegów może być więcej; to jeden z nich. Numer sztychu otwiera stół w tym miejscu.",
        "There may be other lines as good; this is one. The number of a trick opens the table there.",
    ),
    "open-trick": ("Otwórz stół przed sztychem {number}", "Open the table before trick {number}"),
    "open-laid": ("na stole", "on the table"),
    "open-meld": ("meldunek", "meld"),
    "open-takes": ("bierze {name}", "taken by {name}"),
    "open-end": ("Na końcu:", "In the end:"),
    "open-rules": (
        "Reguły, na których stoi ten wynik: {all}, w tym wybory redakcji: {pinned}",
        "Rules on which this result rests: {all}, editors’ choices among them: {pinned}",
    ),
    "open-done": ("Policzone.", "Worked out."),
    "open-stopped": ("Liczenie przerwane.", "The work was broken off."),
    "composed": ("Położenie ułożone", "A composed position"),
    "composed-note": (
        "Nikt go nie rozegrał. Ułożył je i zmniejszył program, żeby pokazać, co zmienia jedna reguła. Co było "
        "przedtem, jest tylko podane: nie pokazano, jak do tego doszło.",
        "Nobody has played it. The program composed it and made it small, to show what one rule changes. What came "
        "before is only stated: it is not shown how it came about.",
    ),
    "whole-note": (
        "Całe rozdanie, wybrane przez program, żeby pokazać, co zmienia jedna reguła.",
        "A whole deal, picked by the program to show what one rule changes.",
    ),
    "composed-taken": ("Przedtem wzięto:", "Taken before:"),
    "composed-nothing": ("nikt niczego", "nothing by anybody"),
    "composed-tally": (
        "sztychy: {tricks}, punkty kart: {points}",
        "tricks: {tricks}, card points: {points}",
    ),
    "composed-melds": ("meldunki: {melds}", "melds: {melds}"),
    "composed-hands": ("Karty w rękach na początku", "The cards held at the beginning"),
    "contrast-by": ("Grasz według odczytania:", "You play by the reading:"),
    "contrast-own": ("tak w tym zestawie", "as in this ruleset"),
    "contrast-switch": (
        "Zmiana odczytania zostawia na stole to, co zagrano, o ile nowe na to pozwala.",
        "A change of reading leaves on the table what was played, as far as the new one allows.",
    ),
    "contrast-recorded": ("Zagraj zapisane ruchy do końca", "Play the recorded moves to the end"),
    "contrast-start": ("Od początku", "From the beginning"),
    "trial": (
        "To odczytanie wybrano na próbę, dla porównania. Ten zestaw reguł odpowiada inaczej: {own}",
        "This reading is on trial, for comparison. This ruleset answers otherwise: {own}",
    ),
    "trial-mark": ("na próbę", "on trial"),
    "trial-ruleset": ("jedna reguła na próbę inaczej", "one rule otherwise, on trial"),
    "what-source": ("Co mówi źródło", "What the source says"),
    "share": ("Adres tej pozycji", "Address of this position"),
    "share-title": ("Adres tej pozycji", "The address of this position"),
    "share-note": (
        "Kto go otworzy, siądzie na twoim miejscu, z tymi samymi kartami, po tych samych ruchach.",
        "Whoever opens it sits in your place, with the same cards, after the same moves.",
    ),
    "copy": ("Skopiuj", "Copy"),
    "copied": ("Skopiowano.", "Copied."),
    "save": ("Zapisz rozdanie do pliku", "Save the deal as a file"),
    "record-title": ("Rozdanie z gry na stronie", "A deal played on the page"),
    "stopped": (
        "Adres prowadzi dalej, ale reguły zatrzymują go na ruchu {number}:",
        "The address goes on, but the rules stop it at move {number}:",
    ),
    "bad-address": (
        "Tego adresu nie da się odczytać.",
        "This address cannot be read.",
    ),
    "bad-part": (
        "Jego część „{part}” ma wartość „{value}”.",
        "Its part “{part}” has the value “{value}”.",
    ),
    "no-part": ("Brakuje w nim części „{part}”.", "Its part “{part}” is missing."),
    "expects-one": ("Można tam wpisać: {names}.", "What can stand there: {names}."),
    "expects-deal": (
        "Powinien tam stać numer rozdania, od 0 do {last}, albo nazwa rozdania zapisanego na tej stronie, "
        "jak „{example}”.",
        "It should be the number of a deal, from 0 to {last}, or the name of a deal recorded on this site, "
        "such as “{example}”.",
    ),
    "expects-deal-for": (
        "Te reguły wymagają rozdania dla tylu graczy: {players}.",
        "These rules need a deal for this number of players: {players}.",
    ),
    "expects-persons": (
        "Liczba osób przy stole może tu wynosić: {counts}.",
        "The number of persons at the table can be: {counts}.",
    ),
    "expects-recorded": (
        "Przy rozdaniu zapisanym nie pisze się tej części: wszystko jest w zapisie.",
        "With a recorded deal this part is left out: the record says it.",
    ),
    "expects-no-reading": (
        "Odczytanie wybiera się tylko w rozdaniu, które pokazuje różnicę odczytań, i tylko według reguł, "
        "w których jest o co pytać; tu trzeba tę część opuścić.",
        "A reading is chosen only in a deal that shows what readings change, by rules that answer the question; "
        "here this part must be left out.",
    ),
    "fault": (
        "W programie wystąpił błąd i gra nie może iść dalej.",
        "An error in the program has stopped the game.",
    ),
    "half-read": (
        "Adresu nie da się odczytać do końca; stół stoi tam, dokąd się dało.",
        "The address cannot be read to its end; the table stands where it could.",
    ),
    "elsewhere": ("Te same karty i ruchy według innych", "The same cards and moves by others"),
    "elsewhere-note": (
        "Porównuje się to, co się stało, a nie to, co jeszcze wolno było zrobić.",
        "What happened is compared, not what else would have been allowed.",
    ),
    "elsewhere-none": (
        "Inne zestawy są dla innej liczby graczy.",
        "The other rulesets are for another number of players.",
    ),
    "comparing": ("Porównuję…", "Comparing…"),
    "same-so-far": ("Do tej chwili tak samo.", "The same so far."),
    "same-to-the-end": ("Tak samo do końca.", "The same to the end."),
    "parts-at-once": ("Rozchodzi się od początku.", "Parts from the beginning."),
    "parts-after": ("Rozchodzi się po ruchu {number}:", "Parts after move {number}:"),
    "here": ("tutaj", "here"),
    "there": ("tam", "there"),
    "refused": ("nie wolno", "not allowed"),
    "nothing-follows": ("nic więcej się nie dzieje", "nothing more happens"),
    "because": ("Zdecydowały:", "Decided by:"),
    "because-unshared": (
        "Decyduje pytanie, które zna tylko jedna z tych dwóch gier.",
        "What decides is a question that only one of the two games knows.",
    ),
    "not-dealt-so": ("Takich kart te reguły nie rozdają.", "These rules deal no such cards."),
    "play-on": ("Graj stąd według tych reguł", "Play on from there by these rules"),
    "next": ("Następne rozdanie", "Next deal"),
    "sheet": ("Rachunek", "Score sheet"),
    "deals": ("Rozdanie", "Deal"),
    "deal-by": ("rozdaje {name}", "dealt by {name}"),
    "sum": ("Suma", "Sum"),
    "next-dealer": ("Następny rozdaje: {name}.", "Next to deal: {name}."),
    "sitting-out": ("Bez kart w następnym: {name}.", "Without cards in the next: {name}."),
    "comes-in": ("{name} wchodzi do gry za: {place}.", "{name} comes in for {place}."),
    "come-in": ("Wchodzę za: {name}", "Come in for {name}"),
    "stay-out": ("Zostaję z boku", "Stay out"),
    "dealt": ("Karty, jak były rozdane", "The cards as they were dealt"),
    "keys": ("Klawisze", "Keys"),
    "keys-arrows": ("między kartami i przyciskami", "among cards and buttons"),
    "keys-enter": ("zagraj kartę, naciśnij przycisk", "play the card, press the button"),
    "keys-close": ("zamknij odpowiedź", "close an answer"),
    "key-hint": ("p", "h"),
    "key-undo": ("c", "u"),
    "key-why": ("n", "w"),
    "key-open": ("o", "o"),
    "key-go-on": ("d", "g"),
    "key-share": ("a", "a"),
    "key-hand": ("k", "c"),
    "keys-hand": ("do kart w ręce", "to the cards in hand"),
    "keys-note": (
        "Litery działają tylko wtedy, gdy fokus jest przy stole.",
        "Letters work only while the focus is at the table.",
    ),
    "run-cases": ("Rozegraj te przykłady w swojej przeglądarce", "Play these examples in your browser"),
    "run-failed": (
        "Nie udało się uruchomić silnika w tej przeglądarce: {error}",
        "The engine could not be started in this browser: {error}",
    ),
    "running": ("Rozgrywam przykłady w tej przeglądarce…", "Playing the examples in this browser…"),
    "run-holds": ("✓ zgadza się także w tej przeglądarce", "✓ holds in this browser too"),
    "run-fails": ("✗ w tej przeglądarce nie zgadza się: {failures}", "✗ fails in this browser: {failures}"),
    "run-done": (
        "Zgadza się {ok} z {all}. Rozegrał je ten sam silnik (engine.zip, SHA-256 {sha}) w Pythonie {python}.",
        "{ok} of {all} hold. They were played by the same engine (engine.zip, SHA-256 {sha}) in Python {python}.",
    ),
    "again": ("Inne karty lub reguły", "Other cards or rules"),
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
