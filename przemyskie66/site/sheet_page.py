"""The rules of one ruleset on one printed page, for play at a real table.

Nothing is worded here: each line is the title or the question of a rule and the text of the reading that
the ruleset follows, with a sign for whose word it is. What the ruleset turns off is left out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes

from przemyskie66 import __version__
from przemyskie66.engine import OPTIONS
from przemyskie66.rulebook import Answer, Bilingual, Profile
from przemyskie66.rulebook.model import Json
from przemyskie66.site.edition import GAMES, PHASES, Edition
from przemyskie66.site.html import el, flatten, page, ref, section, unsearched

#: What stands before a line: whose word it is, told apart without colour.
SIGNS = {"own": "●", "borrowed": "○", "pinned": "◆"}
SIGN_WORDS = {
    "own": Bilingual(
        "słowo świadka, od którego zestaw ma nazwę", "the word of the witness it is named after"
    ),
    "borrowed": Bilingual("zapożyczone od innego świadka", "borrowed from another witness"),
    "pinned": Bilingual(
        "wybór redakcji: świadek tego nie rozstrzyga", "editors’ choice: the witness does not settle it"
    ),
}

#: The sections of a sheet with their rules in order. A ``?`` says that the title alone would not do:
#: the answer is then printed after the question.
SECTIONS: tuple[tuple[Bilingual, str], ...] = (
    (Bilingual("Karty", "Cards"), "deck rank-order card-points"),
    (
        Bilingual("Rozdanie", "The deal"),
        "players sides partners-seat direction deal-packets stock? trump-fixing next-dealer"
        " next-dealer-two-winners",
    ),
    (
        Bilingual("W ciemno, przed rozdaniem", "In the dark, before the deal"),
        "blind-games? blind-order blind-overcall blind-stake? blind-then-choice",
    ),
    (
        Bilingual("Wybór na pierwszych kartach", "Choosing on the first cards"),
        "first-choice? trump? choice-order choice-threshold refusal-passes-to? first-choice-overcall"
        " nobody-chooses",
    ),
    (
        Bilingual("Wybór na wszystkich kartach", "Choosing on all the cards"),
        "zyd-meaning second-choice? second-choice-who? second-choice-order second-choice-replaces?"
        " suit-after-eight contract-rank",
    ),
    (
        Bilingual("Kontrakty", "Contracts"),
        "warszawa-aim warszawa-trump warszawa-pay zyd-aim zyd-trump zyd-pay mizerka-aim mizerka-trump"
        " mizerka-pay durch-aim durch-trump durch-pay contract-first-lead contract-melds contract-end?",
    ),
    (
        Bilingual("Obowiązki w grze kartami", "Duties of play"),
        "first-lead next-lead? follow-suit beat-in-suit must-trump overtrump undertrump? beat-after-trump?"
        " free-discard? trick-winner",
    ),
    (
        Bilingual("Stos", "The stock"),
        "draw last-two-cards last-two-who trump-nine trump-nine-when trump-nine-limit? close-stock"
        " close-effect beat-after-close close-fails",
    ),
    (
        Bilingual("Meldunki", "Melds"),
        "meld meld-points meld-who meld-timing meld-validity meld-credit",
    ),
    (
        Bilingual("Kto wygrywa", "Who wins"),
        "target? target-counting defenders-target? first-to-66 end-of-play unannounced-66? last-trick?",
    ),
    (
        Bilingual("Rachunek", "The reckoning"),
        "base-stake? loss-degrees loss-relief loss-relief-who relief-trick-count? relief-sum?"
        " woda-threshold half-counting half-and-or? loss-counting zyd-outcome refusal-stake?"
        " refusal-stake-cap? who-pays-whom payment",
    ),
    (
        Bilingual("Kontra i dalsze podbicia", "Kontra and further doubling"),
        "doubling? first-call-doubles ladder-rungs? doubling-who doubling-when doubling-binds doubling-stake?",
    ),
    (
        Bilingual("Rzucenie kart i poddanie się", "Throwing in and surrender"),
        "throw-in throw-in-who throw-in-when throw-in-total throw-in-doubled? surrender surrender-who"
        " surrender-when surrender-binds surrender-cost",
    ),
    (
        Bilingual("Czwarta osoba", "The fourth person"),
        "fourth-person fourth-person-scope? fourth-person-amount fourth-person-pay slup-length? slup-replaced",
    ),
)


#: A sheet of no more lines than these is printed in larger letters.
ROOMY = 65


class Without(NamedTuple):
    """That *rules* are idle wherever *rule* has one of *values*: then they are left out."""

    rule: str
    values: tuple[Json, ...]
    rules: str


#: What turns off what. A rule among its own *rules* says there that something is not done.
LEFT_OUT = (
    Without("blind-games", ([],), "blind-games blind-order blind-overcall blind-stake blind-then-choice"),
    Without(
        "second-choice",
        ([],),
        "second-choice second-choice-who second-choice-order second-choice-replaces",
    ),
    Without("zyd-meaning", ("outcome",), "zyd-aim zyd-trump zyd-pay"),
    Without("zyd-meaning", ("contract",), "zyd-meaning zyd-outcome"),
    Without("zyd-outcome", ("not-counted",), "zyd-outcome"),
    Without("trump-fixing", ("turned-up",), "trump"),  # it asks of a suit that somebody chose
    Without("last-trick", ("no-effect",), "last-trick"),
    Without("refusal-stake", ("as-without",), "refusal-stake refusal-stake-cap"),
    Without("refusal-stake-cap", ("restates-table",), "refusal-stake-cap"),
    Without(
        "doubling",
        ("none",),
        "doubling first-call-doubles ladder-rungs doubling-who doubling-when doubling-binds doubling-stake"
        " throw-in-doubled",
    ),
    Without(
        "throw-in",
        ("not-allowed",),
        "throw-in throw-in-who throw-in-when throw-in-total throw-in-doubled",
    ),
    Without("throw-in", ("as-loss",), "throw-in-total throw-in-doubled"),
    Without(
        "surrender",
        ("not-allowed",),
        "surrender surrender-who surrender-when surrender-binds surrender-cost",
    ),
    Without("trump-nine", ("never",), "trump-nine trump-nine-when trump-nine-limit"),
    Without("close-stock", ("never",), "close-stock close-effect beat-after-close close-fails"),
    Without(
        "fourth-person",
        ("nothing",),
        "fourth-person fourth-person-scope fourth-person-amount fourth-person-pay slup-length slup-replaced",
    ),
    Without("fourth-person", ("dealer-collects",), "slup-length slup-replaced"),
    Without(
        "fourth-person",
        ("rotates-after-slup",),
        "fourth-person-scope fourth-person-amount fourth-person-pay",
    ),
)


def left_out(edition: Edition, profile: Profile) -> set[str]:
    """Return the questions answered by *profile* that its sheet does not print, because nothing follows from them."""
    found = edition.answers[profile.id]
    idle: set[str] = set()
    for reason in LEFT_OUT:
        answer = found.get(reason.rule)
        if answer is not None:
            value = edition.archive.rules[reason.rule].reading(answer.reading).value
            if value in reason.values:
                idle.update(reason.rules.split())
    return idle & set(found)


def sheet_title(edition: Edition, profile: Profile) -> str:
    """Return what the sheet of *profile* is called."""
    title = edition.pick(profile.title)
    return edition.say("Arkusz na stół: ", "Sheet for the table: ") + title[:1].lower() + title[1:]


def sheet_page(edition: Edition, name: str) -> list[nodes.Node]:
    """Return the sheet of the ruleset *name*, to be printed on one page."""
    profile = edition.archive.profiles[name]
    found = edition.answers[name]
    told = found.keys() - left_out(edition, profile)
    parts = []
    for title, rules in _placed():
        lines = [_lines(edition, profile, rule, asks=asks) for rule, asks in rules if rule in told]
        if lines:
            heading = el("h2", edition.pick(title))
            parts.append(el("section", heading, el("ul", lines, role="list"), class_="sheet-part"))
    kinds = [found[rule].basis for rule in told]
    legend = [
        el(
            "li",
            el("span", sign, class_=f"sign sign-{kind}", aria_hidden="true"),
            f" {edition.pick(SIGN_WORDS[kind])} ({kinds.count(kind)})",
        )
        for kind, sign in SIGNS.items()
        if kind in kinds
    ]
    game = edition.word(GAMES, profile.game)
    say = edition.say
    caveat = say(
        f"Gra: {game}. To nie „prawdziwe zasady”, lecz zestaw, którym gra archiwum: niepełne słowa świadka i to, czym je uzupełniono.",
        f"The game: {game}. These are not “the true rules” but a ruleset by which the archive plays: a witness’s incomplete words, and what they were completed with.",
    )
    hint = say(
        "Wydrukowany arkusz mieści się na jednej kartce A4. Na ekranie każda linia prowadzi do strony reguły, z cytatami i powodami.",
        "Printed, the sheet fits on one page of A4. On screen every line leads to the page of its rule, with quotes and reasons.",
    )
    inferred = say(
        "„(wniosek)”: świadek nie mówi tego wprost; tak redakcja rozumie jego słowa.",
        "“(inferred)”: the witness does not say so outright; this is how the editors understand his words.",
    )
    source = say(
        f"Archiwum „Przemyskie 66”, wydanie {__version__}, CC BY-SA 4.0. Wszystkie odpowiedzi i to, na czym stoją: ",
        f"The archive “Przemyskie 66”, edition {__version__}, CC BY-SA 4.0. All answers and what they rest on: ",
    )
    return flatten(
        section(
            f"arkusz-{name}",
            sheet_title(edition, profile),
            el("p", hint, class_="hint sheet-screen"),
            el("p", caveat, class_="sheet-caveat"),
            el("ul", legend, el("li", inferred), class_="sheet-legend", role="list"),
            unsearched(el("div", parts, class_="sheet" if len(kinds) > ROOMY else "sheet sheet-roomy")),
            el(
                "p",
                source,
                page("rulesets", f"zestaw-{name}", say("Zestawy zasad", "Rulesets")),
                ".",
                class_="sheet-source",
            ),
        )
    )


def _placed() -> Iterator[tuple[Bilingual, list[tuple[str, bool]]]]:
    """Yield each section with its rules, and whether the question is printed instead of the title."""
    for title, rules in SECTIONS:
        yield title, [(rule.rstrip("?"), rule.endswith("?")) for rule in rules.split()]


def _lines(edition: Edition, profile: Profile, rule: str, *, asks: bool) -> Iterator[nodes.Node]:
    """Yield the line of *rule*; before it, one for each phase of play that has an answer apart."""
    base = edition.answers[profile.id][rule]
    apart = {
        phase: found[rule]
        for phase, found in edition.phase_answers[profile.id].items()
        if rule in found and found[rule].reading != base.reading
    }
    for phase, answer in apart.items():
        yield _line(edition, answer, asks=False, when=edition.word(PHASES, phase))
    if apart:
        yield _line(edition, base, asks=False, when=edition.say("potem", "afterwards"))
    else:
        yield _line(edition, base, asks=asks, added=_not_zyd(edition, profile, rule))


def _not_zyd(edition: Edition, profile: Profile, rule: str) -> str:
    """Return what has to be said where a borrowed answer names żyd as a game, which it is not here."""
    meaning = edition.answers[profile.id].get("zyd-meaning")
    if meaning is None or meaning.reading != "outcome" or rule not in ("blind-games", "second-choice"):
        return ""
    return edition.say(" (tu bez żyda, bo nie jest kontraktem)", " (here without żyd, which is no contract)")


def _line(edition: Edition, answer: Answer, *, asks: bool, when: str = "", added: str = "") -> nodes.Node:
    rule = edition.archive.rules[answer.rule]
    kind, _, name = answer.rests_on.partition(":")
    lead = edition.pick(rule.question) if asks else edition.pick(rule.title)
    lead += f", {when}" if when else ""
    inferred = kind == "claim" and not edition.archive.claims[name].explicit
    words = edition.pick(SIGN_WORDS[answer.basis])
    sign = el(
        "span",
        SIGNS[answer.basis],
        class_=f"sign sign-{answer.basis}",
        role="img",
        aria_label=words,
        title=words,
    )
    return el(
        "li",
        sign,
        " ",
        ref("rule", rule.id, lead if asks else f"{lead}."),
        f" {edition.pick(rule.reading(answer.reading).text)}",
        added,
        edition.say(" (wniosek)", " (inferred)") if inferred else None,
        data_rule=rule.id,
    )


def unplaced() -> set[str]:
    """Return the engine's questions that no section of a sheet has a place for."""
    return set(OPTIONS) - {rule for _, rules in _placed() for rule, _ in rules}
