"""What a rule rests on, and what the engine says, as lines of text.

The sentences of the table stand once, in ``przemyskie66/site/play/words.py``. That file needs the
engine alone, but the package around it needs Sphinx, which is an extra and slow to load; so the file
is loaded by itself.
"""

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rich.text import Text

from przemyskie66.cli.session import Session
from przemyskie66.engine import Action, Event, Refusal
from przemyskie66.rulebook import Answer, Archive, Profile, Rule, find_answers, phase_answers

_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

#: How the suits are drawn on a terminal that has colours.
STYLES = {"C": "bold", "D": "bold red", "H": "bold red", "S": "bold"}


def card(code: str) -> str:
    """Return a card as it is read: ``♥10`` for ``HT``."""
    return _SYMBOLS[code[0]] + code[1:].replace("T", "10")


def cards(codes: str) -> str:
    """Return several cards, written with spaces between, as they are read."""
    return " ".join(card(code) for code in codes.split())


def suit(letter: str) -> str:
    """Return a suit as it is read: ``♥``; a dash where there is none."""
    return _SYMBOLS.get(letter, "–")


def styled(sentence: Sequence[str | dict[str, Any]]) -> Text:
    """Return a sentence of the table for the terminal, its cards and suits in their colours."""
    text = Text()
    for part in sentence:
        if isinstance(part, str):
            text.append(part)
        elif "suit" in part:
            text.append(suit(part["suit"]), STYLES.get(part["suit"], ""))
        else:
            for place, code in enumerate(part["cards"] if "cards" in part else [part["card"]]):
                text.append(" " if place else "")
                text.append(card(code), STYLES[code[0]])
    return text


@cache
def _words() -> Any:
    """Return the module with the sentences of the table."""
    path = Path(__file__).parents[1] / "site" / "play" / "words.py"
    spec = importlib.util.spec_from_file_location("przemyskie66_words", path)
    assert spec is not None
    assert spec.loader is not None
    words = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(words)
    return words


def event_text(event: Event, seats: Sequence[str], lang: str, sees: Sequence[int] = ()) -> Text:
    """Return what happened, in one line; empty if there is nothing to say.

    Cards drawn from the stock are named for the seats in *sees* alone.
    """
    return styled(_words().say_event(event, seats, lang, sees))


def event_line(event: Event, seats: Sequence[str], lang: str) -> str:
    """Return what happened, in one line of plain text; nothing is hidden."""
    return event_text(event, seats, lang, range(len(seats))).plain


def action_text(action: Action, seats: Sequence[str], lang: str) -> Text:
    """Return who does what, in words: ``B plays ♥10``."""
    return styled(_words().say_action(action, seats, lang))


def button_text(action: Action, lang: str) -> Text:
    """Return what an action is, in words that ask for it: ``Play ♥10``."""
    return styled(_words().label(action, lang))


def game_name(contract: str, lang: str) -> str:
    """Return the name of a game that can be chosen."""
    return str(_words().say_game(contract, lang))


def refusal_line(refusal: Refusal, seats: Sequence[str], lang: str) -> str:
    """Return why an action is not allowed, in one line."""
    return styled(_words().say_refusal(refusal, seats, seats, lang)).plain


def because(session: Session, profile: Profile | None, rule_id: str, reading: str = "") -> list[str]:
    """Return whose word a rule rests on under a profile: rule, reading, quote or editors' choice.

    Where the profile answers by phases of play, *reading* tells which of its answers is meant.
    """
    archive = session.archive
    rule = archive.rules.get(rule_id)
    if rule is None:
        return []
    lines = [session.say("reguła", "rule") + f" {rule.id}: {session.pick(rule.question)}"]
    answer = _answer_in_force(archive, profile, rule_id, reading) if profile is not None else None
    if reading and (answer is None or answer.reading != reading):
        return [*lines, *_by_choice(session, rule, reading)]
    if answer is None:
        if rule.not_played is not None:
            lines.append(session.pick(rule.not_played))
        quoted = archive.claims_on(rule_id)[:1]
        return lines + [line for claim in quoted for line in quote_lines(session, archive, claim.id)]
    lines.append(session.pick(rule.reading(answer.reading).text))
    kind, _, name = answer.rests_on.partition(":")
    if kind == "pin":
        pin = archive.pins[name]
        chosen = session.say(
            "wybór redakcji, żadne źródło tego nie mówi", "the editors' choice, no source says it"
        )
        return [*lines, f"{chosen}: {session.pick(pin.reason)}"]
    return lines + quote_lines(session, archive, name)


def _by_choice(session: Session, rule: Rule, reading: str) -> list[str]:
    """Return what a reading rests on that is played though the profile answers otherwise."""
    known = next((known for known in rule.readings if known.id == reading), None)
    text = session.pick(known.text) if known is not None else reading
    lines = [text, session.say("tak wybrano na tę grę (--with)", "so chosen for this game (--with)")]
    archive = session.archive
    claims = [claim for claim in archive.claims_on(rule.id) if claim.reading == reading]
    said = [claim for claim in claims if claim.stance == "asserts"]
    return lines + [line for claim in said[:1] for line in quote_lines(session, archive, claim.id)]


def _answer_in_force(archive: Archive, profile: Profile, rule_id: str, reading: str) -> Answer | None:
    """Return the profile's answer to a rule, that of a phase if only there *reading* is in force."""
    tables = (find_answers(archive, profile)[0], *phase_answers(archive, profile).values())
    found = [table[rule_id] for table in tables if rule_id in table]
    return next((answer for answer in found if answer.reading == reading), found[0] if found else None)


def quote_lines(session: Session, archive: Archive, claim_id: str) -> list[str]:
    """Return a claim's quote and whose word it is."""
    claim = archive.claims[claim_id]
    witness = session.pick(archive.witnesses[claim.witness].title)
    inferred = "" if claim.explicit else session.say(" (wniosek redakcji)", " (inferred by the editors)")
    return [f"„{claim.anchor.exact}”", f"– {witness}{inferred}, {claim.anchor.passage} [claim:{claim.id}]"]
