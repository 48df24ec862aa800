"""What a rule rests on, and what the engine says, as lines of text.

The sentences of the table stand once, in :mod:`przemyskie66.site.play.words`. That package needs
Sphinx, which is an extra and slow to load; so it is asked only at the table, and without it the
engine's own names must do.
"""

from collections.abc import Sequence
from typing import Any

from przemyskie66.cli.session import Session
from przemyskie66.engine import Event, Refusal
from przemyskie66.rulebook import Archive, Profile, find_answers

_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def card(code: str) -> str:
    """Return a card as it is read: ``♥10`` for ``HT``."""
    return _SYMBOLS[code[0]] + code[1:].replace("T", "10")


def cards(codes: str) -> str:
    """Return several cards, written with spaces between, as they are read."""
    return " ".join(card(code) for code in codes.split())


def flat(sentence: Sequence[str | dict[str, Any]]) -> str:
    """Return a sentence of the table as plain text."""
    parts = []
    for part in sentence:
        if isinstance(part, str):
            parts.append(part)
        elif "card" in part:
            parts.append(card(part["card"]))
        elif "cards" in part:
            parts.append(" ".join(card(code) for code in part["cards"]))
        else:
            parts.append(_SYMBOLS.get(part["suit"], "–"))
    return "".join(parts)


def event_line(event: Event, seats: Sequence[str], lang: str) -> str:
    """Return what happened, in one line; empty if there is nothing to say."""
    try:
        from przemyskie66.site.play.words import say_event
    except ImportError:
        seat = "" if event.seat is None else f"{seats[event.seat]} "
        return seat + " ".join([event.kind, *(f"{name}={value}" for name, value in event.data.items())])
    return flat(say_event(event, seats, lang))


def refusal_line(refusal: Refusal, seats: Sequence[str], lang: str) -> str:
    """Return why an action is not allowed, in one line."""
    try:
        from przemyskie66.site.play.words import say_refusal
    except ImportError:
        return str(refusal)
    return flat(say_refusal(refusal, seats, seats, lang))


def because(session: Session, profile: Profile | None, rule_id: str) -> list[str]:
    """Return whose word a rule rests on under a profile: rule, reading, quote or editors' choice."""
    archive = session.archive
    rule = archive.rules.get(rule_id)
    if rule is None:
        return []
    lines = [session.say("reguła", "rule") + f" {rule.id}: {session.pick(rule.question)}"]
    answer = find_answers(archive, profile)[0].get(rule_id) if profile is not None else None
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


def quote_lines(session: Session, archive: Archive, claim_id: str) -> list[str]:
    """Return a claim's quote and whose word it is."""
    claim = archive.claims[claim_id]
    witness = session.pick(archive.witnesses[claim.witness].title)
    inferred = "" if claim.explicit else session.say(" (wniosek redakcji)", " (inferred by the editors)")
    return [f"„{claim.anchor.exact}”", f"– {witness}{inferred}, {claim.anchor.passage} [claim:{claim.id}]"]
