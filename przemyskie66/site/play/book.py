"""The book that the play page looks things up in: rulesets, rules, quotes and the editors' choices, as JSON.

It holds no rule of the game, only what the archive says about the rules that the engine names.
"""

from typing import Any

from przemyskie66.rulebook import Answer, Archive, Profile, phase_answers, ruleset_json, shares
from przemyskie66.site.cards import RANK_SIGNS, RANKS, SUIT_NAMES, SUITS, card_name
from przemyskie66.site.edition import Edition
from przemyskie66.site.play.words import INTERFACE, interface


def book(edition: Edition) -> dict[str, Any]:
    """Return all that the page needs besides the engine and the cards: words, rulesets that play, rules."""
    archive = edition.archive
    asked = {rule for profile in edition.playable for rule in edition.answers[profile.id]}
    return {
        "lang": edition.lang,
        "words": interface(edition.lang),
        "cards": {
            suit + rank: {
                "name": card_name(suit + rank, edition.lang),
                "sign": RANK_SIGNS[edition.lang][rank],
            }
            for suit in SUITS
            for rank in RANKS
        },
        "suits": SUIT_NAMES[edition.lang],
        "rulesets": {profile.id: _ruleset(edition, profile) for profile in edition.playable},
        "rules": {
            rule: _rule(edition, rule) for rule in archive.rules if rule in asked or _is_named(archive, rule)
        },
        "deals": list(archive.deals),  # so that an address can be checked before anything is fetched
        "record_title": dict(zip(("pl", "en"), INTERFACE["record-title"], strict=True)),
    }


def _is_named(archive: Archive, rule: str) -> bool:
    """Whether the engine may name *rule* though no ruleset answers it: it is not played."""
    return archive.rules[rule].option is None


def _ruleset(edition: Edition, profile: Profile) -> dict[str, Any]:
    count = shares(edition.archive, profile)
    return {
        "title": edition.pick(profile.title),
        "players": profile.players,
        "shares": {"own": count.own, "borrowed": count.borrowed, "pinned": count.pinned},
        "json": ruleset_json(edition.archive, profile),
        "answers": {
            rule: _answer(edition, answer, profile.game)
            for rule, answer in edition.answers[profile.id].items()
        },
        "apart": _answers_apart(edition, profile),
    }


def _answers_apart(edition: Edition, profile: Profile) -> dict[str, dict[str, Any]]:
    """Return, by rule and reading, the answers that hold in one phase of play alone."""
    found: dict[str, dict[str, Any]] = {}
    for answers in phase_answers(edition.archive, profile).values():
        for rule, answer in answers.items():
            if answer.reading != edition.answers[profile.id][rule].reading:
                told = found.setdefault(rule, {})
                told.setdefault(answer.reading, _answer(edition, answer, profile.game))
    return found


def _answer(edition: Edition, answer: Answer, game: str) -> dict[str, Any]:
    """What an answer rests on: a witness's quote with its place, or the editors' reason."""
    archive = edition.archive
    kind, _, name = answer.rests_on.partition(":")
    if kind == "pin":
        return {"basis": answer.basis, "reason": edition.pick(archive.pins[name].reason)}
    claim = archive.claims[name]
    passage = claim.anchor.passage
    by = edition.witness_title(claim.witness)
    if claim.reported_by is not None:
        reporter = edition.witness_within(claim.reported_by, "strona")
        by += edition.say(f", podaje {reporter}", f", as reported by: {reporter}")
    return {
        "basis": answer.basis,
        "relative": claim.scope.game != game,
        "witness": by,
        "quote": claim.anchor.exact,
        "explicit": claim.explicit,
        "place": f"source/{archive.document_of(passage).id}.html#{passage}",
        "passage": passage,
    }


def _rule(edition: Edition, rule_id: str) -> dict[str, Any]:
    rule = edition.archive.rules[rule_id]
    return {
        "title": edition.pick(rule.title),
        "place": f"rule/{rule_id}.html",
        "readings": {reading.id: edition.pick(reading.text) for reading in rule.readings},
        "order": [reading.id for reading in rule.readings],  # their letters
        "values": {reading.id: reading.value for reading in rule.readings if reading.played},
    }
