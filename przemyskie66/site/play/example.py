"""The recorded deal, step by step, written into the page at build time by the engine itself.

It needs no script: each step shows the hand of the player who acts, what he might have played, which
rule forbade the rest, and what followed. A script only shows one step at a time.
"""

from collections.abc import Iterable

from przemyskie66.engine import Action, DealRecord, Game, read_record, replay
from przemyskie66.engine.cards import cards_in
from przemyskie66.engine.notation import format_card
from przemyskie66.engine.play import OVER
from przemyskie66.engine.settlement import points_to_json
from przemyskie66.rulebook import Profile, to_ruleset
from przemyskie66.site.cards import card_inline, hand, suit_inline
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el
from przemyskie66.site.play.address import write_address, write_played
from przemyskie66.site.play.words import Sentence, label, say_event, say_refusal, signed
from przemyskie66.survey.contrasts import under


def draw(sentence: Sentence, lang: str) -> list[Child]:
    """Return a sentence as nodes, its cards and suits drawn."""
    drawn: list[Child] = []
    for part in sentence:
        if isinstance(part, str):
            drawn.append(part)
        elif "suit" in part:
            drawn.append(suit_inline(part["suit"], lang) if part["suit"] != "none" else "–")
        else:
            for place, code in enumerate(part.get("cards") or [part["card"]]):
                drawn += [" " if place else "", card_inline(code, lang)]
    return drawn


def rule_link(edition: Edition, rule: str, root: str) -> Child:
    """Return the link to the page of *rule*."""
    return el("a", edition.rule_title(rule), href=f"{root}rule/{rule}.html")


def hands_at_start(edition: Edition, record: DealRecord) -> Child:
    """Return the hands as they were dealt, and the stock in the order of drawing, where there is one."""
    rows = []
    for seat, name in enumerate(record.deal.seats):
        role = edition.say("rozdający", "dealer") if seat == record.deal.dealer else None
        cards = [format_card(number) for number in record.deal.hands[seat]]
        rows.append((el("dt", name, el("span", role) if role else None), el("dd", hand(cards, edition.lang))))
    if record.deal.stock:
        note = el("span", edition.say("ostatnia odsłonięta", "the last turned up"))
        cards = [format_card(number) for number in record.deal.stock]
        rows.append((el("dt", edition.say("Stos", "Stock"), note), el("dd", hand(cards, edition.lang))))
    return el("dl", rows, class_="seats")


def steps(edition: Edition, record: DealRecord, profile: Profile, root: str) -> Child:
    """Return the list of steps: one for each action of *record*, played under *profile*."""
    game = Game.start(to_ruleset(edition.archive, profile), record.deal, blind=record.blind)
    items = []
    for number, action in enumerate(record.actions, start=1):
        before = game.copy()
        game.apply(action)
        items.append(_step(edition, number, before, action, game, record, root))
    return el("ol", items, class_="play-steps")


def _step(
    edition: Edition, number: int, before: Game, action: Action, after: Game, record: DealRecord, root: str
) -> Child:
    lang, names = edition.lang, before.seats
    events = after.events[len(before.events) :]
    everybody = range(len(names))
    said = [(event, sentence) for event in events if (sentence := say_event(event, names, lang, everybody))]
    head, follows = said[0], said[1:]
    return el(
        "li",
        el("p", draw(head[1], lang), class_="play-move"),
        _hand_before(edition, before, action, root) if action.kind == "play" else None,
        el("ul", [el("li", draw(sentence, lang)) for _, sentence in follows], class_="play-follows")
        if follows
        else None,
        _rules(edition, (rule for event in events for rule, _ in event.rules), root),
        # the script makes it a link: without it nothing could be opened
        el(
            "p",
            edition.say(
                f"Usiądź w tym miejscu do stołu jako {names[action.seat]}",
                f"Sit down at the table here, as {names[action.seat]}",
            ),
            class_="play-from-here",
            hidden=True,
            data_address=position_address(record, action.seat, before),
        ),
        id=f"krok-{number}",
    )


def position_address(record: DealRecord, seat: int, game: Game) -> str:
    """Return the end of the address that opens *record* where *game* stands, *seat* being the reader's."""
    played = write_played(game.actions)
    return write_address(record.ruleset, record.id, seat, blind=record.blind, played=played)


def difference_address(edition: Edition, deal_id: str, reading: str) -> str:
    """Return the end of the address that opens a deal showing a difference, played by *reading*.

    The reader sits where a reading refuses something, just before it; else where the first action is, at the start.
    """
    record = recorded(edition, deal_id)
    base = to_ruleset(edition.archive, edition.archive.profiles[record.ruleset])
    rule, readings = record.contrast["rule"], record.contrast["readings"]
    replays = [replay(record, under(edition.archive, base, rule, name), silent=True) for name in readings]
    done = min((found.applied for found in replays if found.refused is not None), default=0)
    before, after = record.actions[:done], record.actions[done:]
    seat = after[0].seat if after else replays[0].game.leader or 0
    return write_address(
        record.ruleset, record.id, seat, reading=reading, blind=record.blind, played=write_played(before)
    )


def _hand_before(edition: Edition, game: Game, action: Action, root: str) -> Child:
    """Return the cards on the table and in the hand, and for every card that was barred the rule that barred it."""
    lang, seat = edition.lang, action.seat
    legal = game.legal_mask()
    barred: dict[str, list[str]] = {}
    marks: dict[str, str] = {}
    for number in cards_in(game.hands[seat]):
        code = format_card(number)
        refusal = game.why_not(Action(seat, "play", card=number))
        if refusal is not None:
            barred.setdefault(refusal.rule, []).append(code)
            marks[code] = "card-barred"
        if number == action.card:
            marks[code] = "card-chosen"
    table = [format_card(number) for _, number in game.table]
    lines: list[Child] = []
    for rule, codes in barred.items():
        cards_said = draw([{"cards": codes}], lang)
        lines.append(
            el(
                "li",
                edition.say("Nie wolno: ", "Not allowed: "),
                cards_said,
                " – ",
                rule_link(edition, rule, root),
            )
        )
    if not barred and legal.bit_count() > 1:
        lines.append(el("li", edition.say("Wolno zagrać każdą kartę.", "Any card may be played.")))
    codes = [format_card(number) for number in cards_in(game.hands[seat])]
    return [
        el(
            "dl",
            (el("dt", edition.say("Na stole", "On the table")), el("dd", hand(table, lang)))
            if table
            else None,
            el("dt", edition.say(f"Ręka: {game.seats[seat]}", f"Hand of {game.seats[seat]}")),
            el("dd", hand(codes, lang, **marks)),
            class_="seats",
        ),
        el("ul", lines, class_="play-barred") if lines else None,
    ]


def _rules(edition: Edition, rules: Iterable[str], root: str) -> Child:
    links = [
        (", " if place else "", rule_link(edition, rule, root))
        for place, rule in enumerate(dict.fromkeys(rules))
    ]
    return el(
        "details",
        el("summary", edition.say("Reguły, które zadziałały", "Rules that acted")),
        el("p", links),
        class_="play-rules",
    )


def elsewhere(edition: Edition, record: DealRecord, root: str) -> Child:
    """Return the table of where the same cards and actions end under every ruleset for as many players."""
    lang = edition.lang
    rows = []
    for profile in edition.playable:
        if profile.players != len(record.deal.seats):
            continue
        result = replay(record, to_ruleset(edition.archive, profile))
        game = result.game
        if result.refused is not None:
            number, action, refusal = result.refused
            end: Child = [
                edition.say(f"Zatrzymuje się na kroku {number + 1}: ", f"Stops at step {number + 1}: "),
                f"{game.seats[action.seat]} – ",
                draw(label(action, lang), lang),
                ". ",
                draw(say_refusal(refusal, game.seats, game.seats, lang), lang),
                " ",
                rule_link(edition, refusal.rule, root),
            ]
        elif game.phase == OVER:
            points = zip(game.seats, game.settlement(), strict=True)
            end = " · ".join(f"{name} {signed(points_to_json(number))}" for name, number in points)
        else:
            end = edition.say(
                "Na zapisanych ruchach rozdanie się nie kończy.",
                "The deal does not end with the recorded actions.",
            )
        played_here = profile.id == record.ruleset
        title = el("a", edition.pick(profile.title), href=f"{root}rulesets.html#zestaw-{profile.id}")
        note = edition.say(" (tak zapisane)", " (as recorded)") if played_here else ""
        rows.append(el("tr", el("th", title, note, scope="row"), el("td", end)))
    return el(
        "div",
        el(
            "table",
            el(
                "thead",
                el(
                    "tr",
                    el("th", edition.say("Zestaw reguł", "Ruleset"), scope="col"),
                    el("th", edition.say("Punkty rozliczeniowe", "Settlement points"), scope="col"),
                ),
            ),
            el("tbody", rows),
        ),
        class_="table-scroll",
    )


def recorded(edition: Edition, deal_id: str) -> DealRecord:
    """Return the recorded deal *deal_id*."""
    return read_record(edition.archive.deals[deal_id].data)
