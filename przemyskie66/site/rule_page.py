"""The page of one rule: question, answers, every witness's word, the choice, the code, the proof."""

import json
from collections.abc import Iterator

from docutils import nodes

from przemyskie66.rulebook import (
    Answer,
    CaseVerdict,
    Cell,
    Claim,
    Nothing,
    Parallel,
    Pin,
    Rule,
)
from przemyskie66.site import code
from przemyskie66.site.case_picture import picture
from przemyskie66.site.citing import citable_on_rule, cite_section
from przemyskie66.site.edition import (
    AREAS,
    BASIS_WORDS,
    GAMES,
    NOTHING_EXPLAINED,
    NOTHING_WORDS,
    STATUS_EXPLAINED,
    STATUS_WORDS,
    Edition,
)
from przemyskie66.site.html import Child, el, flatten, joined, mark, page, ref, section, unsearched
from przemyskie66.site.pins import pin_tag
from przemyskie66.site.play import bundle_path, case_button
from przemyskie66.site.survey_page import rule_changes


def rule_page(edition: Edition, name: str) -> list[nodes.Node]:
    """Return the page of the rule *name*."""
    rule = edition.archive.rules[name]
    return flatten(
        mark(
            section(
                name,
                edition.pick(rule.title),
                el("p", edition.pick(rule.question), class_="question"),
                _standing(edition, rule),
                _editors_note(edition, rule),
                _readings(edition, rule),
                _words(edition, rule),
                _silences(edition, rule),
                _pins(edition, rule),
                rule_changes(edition, rule),
                _parallels(edition, rule),
                _engine(edition, rule),
                _cases(edition, rule),
                _proof(edition, rule),
                cite_section(edition, "rule", rule.id, citable_on_rule(edition, rule.id)),
                _history(edition, rule),
            ),
            "rule",
            name,
            edition.pick(rule.title),
            whole_page=True,
        )
    )


def status_tags(edition: Edition, rule: str) -> nodes.Node:
    """Return the computed standing of a rule as labels."""
    return el(
        "ul",
        [
            el("li", el("span", edition.word(STATUS_WORDS, status), class_=f"tag tag-{status}"))
            for status in edition.statuses[rule]
        ],
        class_="tag-list",
        role="list",
    )


def _standing(edition: Edition, rule: Rule) -> Child:
    statuses = edition.statuses[rule.id]
    games = edition.say(" i ", " and ").join(edition.word(GAMES, game) for game in rule.games)
    return [
        el("div", status_tags(edition, rule.id), class_="status"),
        el("p", " ".join(edition.word(STATUS_EXPLAINED, status) for status in statuses), class_="hint"),
        el(
            "p",
            edition.word(AREAS, rule.area),
            " · ",
            edition.say("dotyczy gry: " if len(rule.games) == 1 else "dotyczy gier: ", "concerns: "),
            games,
            " · ",
            edition.say("identyfikator ", "id "),
            el("code", rule.id),
            class_="label",
        ),
    ]


def _editors_note(edition: Edition, rule: Rule) -> Child:
    if rule.note is None:
        return None
    return el(
        "div",
        el("p", el("strong", edition.say("Od redakcji. ", "The editors. ")), edition.pick(rule.note)),
        class_="notice",
    )


# --- answers ----------------------------------------------------------------------------------


def _readings(edition: Edition, rule: Rule) -> Child:
    if not rule.readings:
        words = edition.say("Żadna odpowiedź się nie zachowała.", "No answer has come down to us.")
        return section("odpowiedzi", edition.say("Odpowiedzi", "Answers"), el("p", words))
    items = []
    for reading in rule.readings:
        claims = [
            claim
            for claim in edition.archive.claims_on(rule.id)
            if claim.reading == reading.id and claim.stance == "asserts"
        ]
        witnesses = dict.fromkeys(claim.witness for claim in claims)
        pins = [pin for pin in edition.archive.pins_on(rule.id) if pin.reading == reading.id]
        said = {claim.witness for claim in claims if claim.explicit}
        who: list[Child] = [
            edition.witness_saying(witness, explicit=witness in said) for witness in witnesses
        ]
        who += [pin_tag(edition, pin.id, pin.game if len(rule.games) > 1 else "") for pin in pins]
        items.append(
            mark(
                el(
                    "li",
                    el("p", edition.pick(reading.text)),
                    el(
                        "p",
                        (edition.say("Mówi to: ", "So says: "), joined(who))
                        if who
                        else edition.say(
                            "Nikt tak nie mówi; odpowiedź możliwa.", "Nobody says so; a possible answer."
                        ),
                        class_="followed",
                    ),
                    id=f"reading-{reading.id}",
                ),
                "reading",
                f"{rule.id}-{reading.id}",
                edition.pick(reading.text),
            )
        )
    title = edition.say("Możliwe odpowiedzi", "Possible answers")
    return section("odpowiedzi", title, el("ol", items, class_="readings", role="list"))


# --- what the witnesses say --------------------------------------------------------------------


def _words(edition: Edition, rule: Rule) -> Child:
    cells = [cell for cell in edition.grid[rule.id].values() if cell.claims]
    if not cells:
        return None
    title = edition.say("Słowa świadków", "The witnesses’ words")
    cards = el("div", [_voice_card(edition, cell) for cell in cells], class_="voices")
    return section("slowa", title, cards, classes=["wide"])


def _voice_card(edition: Edition, cell: Cell) -> nodes.Node:
    witness = edition.archive.witnesses[cell.witness]
    known: Child = edition.say("własny tekst w archiwum", "own text in the archive")
    if witness.reported_by:
        only, reporter = edition.known_through(witness.reported_by)
        known = (
            edition.say("znamy ", "known "),
            only,
            ref("witness", witness.reported_by, reporter),
            edition.say("; własnego tekstu nie mamy", "; his own text is not in the archive"),
        )
    return el(
        "div",
        el("h3", ref("witness", witness.id, edition.witness_title(witness.id))),
        el("p", known, class_="label"),
        [claim_block(edition, claim) for claim in cell.claims],
        class_=f"voice-card voice-{witness.id}",
    )


def claim_block(edition: Edition, claim: Claim, *, with_rule: bool = False) -> nodes.Node:
    """Return one claim: stance, quote, place, manner, note. It bears the claim's anchor on its rule's page."""
    rule = edition.archive.rules[claim.rule]
    block = el(
        "div",
        el("p", ref("rule", rule.id, edition.pick(rule.title)), class_="rule-name") if with_rule else None,
        el("p", _stance(edition, claim), class_="stance"),
        quote_block(edition, claim),
        el("p", ". ".join(_manner(edition, claim)) + ".", class_="how"),
        el("p", edition.pick(claim.note), class_="note") if claim.note else None,
        class_=f"claim stance-{claim.stance}",
        id=None if with_rule else f"claim-{claim.id}",
    )
    return block if with_rule else mark(block, "claim", claim.id, claim.id)


def _stance(edition: Edition, claim: Claim) -> Child:
    rule = edition.archive.rules[claim.rule]
    scope = edition.scope_words(claim.scope)
    where = f" ({scope})" if scope else ""
    if claim.reading is None:
        return (el("strong", edition.say("Zostawia otwarte", "Leaves it open")), where, ".")
    text = edition.pick(rule.reading(claim.reading).text)
    word = {
        "asserts": edition.say("Mówi", "Says"),
        "rejects": edition.say("Zaprzecza", "Denies"),
        "leaves-open": edition.say("Zostawia otwarte", "Leaves open"),
    }[claim.stance]
    return (el("strong", word), where, ": ", text)


def quote_block(edition: Edition, record: Claim | Parallel) -> nodes.Node:
    """Return the quote, word for word and in Polish, with the link that marks it in its passage."""
    anchor = record.anchor
    document = edition.archive.document_of(anchor.passage)
    place = ref("passage", anchor.passage, anchor.passage, quote=anchor.exact)
    return el(
        "blockquote",
        el("p", "„", el("span", anchor.exact, class_="exact"), "”", class_="quote", lang="pl"),
        el("cite", document.title, ", ", place, class_="quote-source"),
    )


def _manner(edition: Edition, claim: Claim) -> Iterator[str]:
    if claim.reported_by:
        through = edition.witness_within(claim.reported_by, "strona")
        yield edition.say(f"Z drugiej ręki: podaje {through}", f"At second hand, reported by: {through}")
    else:
        yield edition.say("Bezpośrednio", "At first hand")
    if claim.scope.game and claim.scope.game != "przemyskie":
        game = edition.word(GAMES, claim.scope.game)
        yield edition.say(f"Mówi o grze: {game}", f"Speaks of: {game}")
    yield (
        edition.say("Powiedziane wprost", "Said in so many words")
        if claim.explicit
        else edition.say("Wniosek redakcji z tych słów", "Inferred from these words by the editors")
    )


def _silences(edition: Edition, rule: Rule) -> Child:
    cells = [cell for cell in edition.grid[rule.id].values() if not cell.claims and cell.kind != "other-game"]
    if not cells:
        return None
    title = edition.say("Kto o tym nie mówi", "Who does not speak of it")
    items = [
        el(
            "li",
            el(
                "p",
                ref("witness", cell.witness, edition.witness_title(cell.witness)),
                ": ",
                el("span", edition.word(NOTHING_WORDS, cell.kind), class_="kind"),
                ". ",
                # the editors' note says more than the kind alone; both would say it twice
                edition.pick(cell.nothing.note)
                if cell.nothing and cell.nothing.note and cell.kind != "not-held"
                else edition.word(NOTHING_EXPLAINED, cell.kind),
            ),
            nothing_details(edition, cell.nothing) if cell.nothing else None,
            class_="nothing",
        )
        for cell in cells
    ]
    return section("milczenie", title, el("ul", items, class_="silences", role="list"))


def nothing_details(edition: Edition, nothing: Nothing) -> Child:
    """Return what was searched, which hits were dismissed and why, and the gap if there is one."""
    parts: list[Child] = []
    if nothing.gap:
        gap = ref("passage", nothing.gap, edition.say("lukę w tekście", "the gap in the text"))
        parts.append(el("p", edition.say("Zob. ", "See "), gap, "."))
    if nothing.searched:
        terms = el("span", ", ".join(nothing.searched), lang="pl")
        summary = edition.say("Czego szukano", "What was searched for")
        dismissed = [
            el("li", ref("passage", hit.passage, hit.passage), ": ", edition.pick(hit.why))
            for hit in nothing.dismissed
        ]
        parts.append(
            unsearched(
                el(
                    "details",
                    el("summary", summary),
                    el("p", edition.say("Słowa: ", "Terms: "), terms, "."),
                    el("ul", dismissed)
                    if dismissed
                    else el(
                        "p",
                        edition.say(
                            "Żadnego trafienia poza słowami przytoczonymi wyżej.",
                            "No hit beyond the words quoted above.",
                        ),
                    ),
                )
            )
        )
    return parts


# --- the editors' choice ------------------------------------------------------------------------


def _pins(edition: Edition, rule: Rule) -> Child:
    pins = edition.archive.pins_on(rule.id)
    if not pins:
        return None
    title = edition.say("Wybór redakcji", "The editors’ choice")
    lead = el(
        "p",
        edition.say(
            "To nie świadectwo. Silnik musi mieć odpowiedź, więc gdzie świadkowie jej nie dają, wybrała ją redakcja.",
            "This is no testimony. The engine needs an answer; where the witnesses give none, the editors chose one.",
        ),
        class_="hint",
    )
    return section("wybor-redakcji", title, lead, [pin_block(edition, pin) for pin in pins])


def pin_block(edition: Edition, pin: Pin, *, with_rule: bool = False) -> nodes.Node:
    """Return one choice of the editors, plainly marked as such.

    Away from its rule's page (*with_rule*) it begins with the rule and the open question.
    """
    reading = edition.archive.rules[pin.rule].reading(pin.reading)
    question = (
        el("dt", edition.say("Pytanie otwarte", "Open question")),
        el("dd", edition.pick(pin.open_question)),
    )
    why = (
        el("dt", edition.say("Dlaczego tak", "Why so")),
        el("dd", edition.pick(pin.reason)),
        el("dt", edition.say("Inne możliwości", "What else is possible")),
        el("dd", edition.pick(pin.alternatives)),
    )
    mark_line = (edition.say("Wybór redakcji · ", "Editors’ choice · "), edition.word(GAMES, pin.game))
    if with_rule:
        return el(
            "div",
            el("p", ref("rule", pin.rule, edition.rule_title(pin.rule)), class_="rule-name"),
            el("p", edition.pick(pin.open_question), class_="open-question"),
            el("p", mark_line, class_="pin-mark"),
            el("p", el("strong", edition.pick(reading.text))),
            el("dl", why),
            class_="pin",
        )
    block = el(
        "div",
        el("p", mark_line, class_="pin-mark"),
        el("p", el("strong", edition.pick(reading.text))),
        el("dl", why, question),
        class_="pin",
        id=f"pin-{pin.id}",
    )
    return mark(block, "pin", pin.id, pin.id)


def _parallels(edition: Edition, rule: Rule) -> Child:
    parallels = edition.archive.parallels_on(rule.id)
    if not parallels:
        return None
    title = edition.say("Miejsca paralelne", "Parallels")
    lead = edition.say(
        "Inne gry, jako wzór albo przeciwieństwo. Nie liczą się jako świadectwo.",
        "Other games, as precedent or contrast. They do not count as testimony.",
    )
    relation = {
        "precedent": edition.say("wzór", "precedent"),
        "contrast": edition.say("przeciwieństwo", "contrast"),
    }
    blocks = [
        mark(
            el(
                "div",
                el(
                    "p",
                    el("strong", edition.word(GAMES, parallel.game)),
                    f" ({relation.get(parallel.relation, parallel.relation)}). ",
                    edition.pick(parallel.note),
                ),
                quote_block(edition, parallel),
                class_="parallel",
                id=f"parallel-{parallel.id}",
            ),
            "parallel",
            parallel.id,
            parallel.id,
        )
        for parallel in parallels
    ]
    return section("paralele", title, el("p", lead, class_="hint"), blocks)


# --- the engine and the proof -------------------------------------------------------------------


def _engine(edition: Edition, rule: Rule) -> Child:
    title = edition.say("Jak gra silnik", "How the engine plays it")
    if rule.option is None:
        why = edition.pick(rule.not_played) if rule.not_played else ""
        lead = edition.say("Silnik tej reguły nie gra. ", "The engine does not play this rule. ")
        return section("silnik", title, el("p", lead, why))
    values = [
        el("li", edition.pick(reading.text), " ", el("code", _value(reading.value)))
        for reading in rule.readings
        if reading.played
    ]
    places = [
        el(
            "li",
            page(f"code/{place.module.removesuffix('.py')}", f"L{place.line}", el("code", place.function)),
            edition.say(f", {place.module}, wiersz {place.line}", f", {place.module}, line {place.line}"),
        )
        for place in code.obeying(rule.id, rule.option)
    ]
    return section(
        "silnik",
        title,
        el(
            "p",
            edition.say("Opcja ", "Option "),
            el("code", rule.option),
            edition.say("; wartości:", "; values:"),
        ),
        el("ul", values),
        (el("p", edition.say("Wykonują ją funkcje:", "Obeyed by:")), el("ul", places)) if places else None,
        _profile_table(edition, rule),
    )


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _profile_table(edition: Edition, rule: Rule) -> Child:
    rows = []
    for profile in edition.playable:
        for answer, phase in edition.told_answers(profile.id, rule.id):
            title = ref("ruleset", profile.id, edition.pick(profile.title))
            rows.append(
                el(
                    "tr",
                    el("th", title, f", {phase}" if phase else None, scope="row"),
                    el("td", edition.pick(rule.reading(answer.reading).text)),
                    el("td", basis_words(edition, answer)),
                )
            )
    if not rows:
        return None
    head = el(
        "tr",
        el("th", edition.say("Zestaw zasad", "Ruleset"), scope="col"),
        el("th", edition.say("Odpowiedź", "Answer"), scope="col"),
        el("th", edition.say("Czyja", "Whose"), scope="col"),
    )
    caption = el("caption", edition.say("Co przyjmuje który zestaw", "Which ruleset plays which answer"))
    table = el("table", caption, el("thead", head), el("tbody", rows))
    return el("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=caption.astext())


def basis_words(edition: Edition, answer: Answer) -> Child:
    """Return whose an answer is: the witness's own, borrowed from whom, or the editors'."""
    kind, _, name = answer.rests_on.partition(":")
    if answer.basis == "pinned":
        return pin_tag(edition, name)
    word = edition.word(BASIS_WORDS, answer.basis)
    if answer.basis == "borrowed" and answer.witness:
        source = edition.witness_short(answer.witness)
        word = edition.say(f"zapożyczona: {source}", f"borrowed: {source}")
    inferred = kind == "claim" and not edition.archive.claims[name].explicit
    return ref(kind, name, word, edition.say(" (wniosek)", " (inferred)") if inferred else None)


def _cases(edition: Edition, rule: Rule) -> Child:
    verdicts = edition.verdicts(rule.id)
    if not verdicts:
        return None
    title = edition.say("Przykłady rozegrane przez silnik", "Examples played by the engine")
    lead = edition.say(
        "Każdy przykład opiera się na czyimś słowie albo na wyborze redakcji. Rozegrano je przy budowie tej strony.",
        "Each example rests on somebody’s word or on the editors’ choice. They were played when this page was built.",
    )
    return section(
        "przyklady", title, el("p", lead, class_="hint"), [_case(edition, rule, found) for found in verdicts]
    )


def _case(edition: Edition, rule: Rule, found: CaseVerdict) -> nodes.Node:
    case = found.case
    supports = [
        pin_tag(edition, name) if kind == "pin" else ref(kind, name, _witness_of(edition, name))
        for kind, _, name in (support.partition(":") for support in case.rests_on)
    ]
    chosen = [
        ref("pin", pin.id, edition.rule_title(pin.rule)) for pin in edition.pins_at_work(case, but=rule.id)
    ]
    verdict = (
        el("span", edition.say("✓ zgadza się", "✓ holds"), class_="verdict verdict-pass")
        if found.ok
        else el(
            "span",
            edition.say("✗ nie zgadza się: ", "✗ fails: "),
            "; ".join(found.failures),
            class_="verdict verdict-fail",
        )
    )
    return mark(
        el(
            "div",
            el("h3", edition.pick(case.title).rstrip(".")),
            el(
                "p",
                edition.say("Odpowiedź: ", "Answer: "),
                edition.pick(rule.reading(case.reading).text),
                edition.say(" Podstawa: ", " Rests on: "),
                joined(supports),
                ".",
                class_="label",
            ),
            picture(edition, case),
            el(
                "p",
                edition.say(
                    "Wynik zależy też od wyborów redakcji: ",
                    "The outcome also depends on choices of the editors: ",
                ),
                joined(chosen),
                ".",
                class_="label",
            )
            if chosen
            else None,
            el("p", verdict),
            class_="case",
            id=f"case-{case.id}",
        ),
        "case",
        case.id,
        edition.pick(case.title),
    )


def _witness_of(edition: Edition, claim_id: str) -> str:
    claim = edition.archive.claims[claim_id]
    return edition.witness_saying(claim.witness, explicit=claim.explicit)


def _proof(edition: Edition, rule: Rule) -> nodes.Node:
    return section(
        "sprawdz",
        edition.say("Sprawdź sam", "Check it yourself"),
        el(
            "p",
            edition.say(
                "Jedno polecenie pokazuje cytaty w ich ustępach i w surowym pliku, opcję silnika i wynik przykładów:",
                "One command shows the quotes in their passages and in the raw file, the engine’s option and the outcome of the examples:",
            ),
        ),
        el("pre", el("code", f".venv/bin/przemyskie66 verify {rule.id}"), tabindex="0"),
        case_button(edition, rule.id, bundle_path(edition.lang, "../"))
        if edition.verdicts(rule.id)
        else None,
        el(
            "p",
            edition.say("Dane tej strony: ", "The data of this page: "),
            el("code", rule.origin.file),
            ".",
            class_="label",
        ),
    )


def _history(edition: Edition, rule: Rule) -> nodes.Node:
    """Return what published versions changed for readers of the rule, and when its claims were compared."""
    claims = edition.archive.claims_on(rule.id)
    read = sorted(claim.review.date for claim in claims if claim.review is not None)
    compared: Child = None
    if claims:
        latest = edition.say(f", ostatnio {read[-1]}", f", last on {read[-1]}") if read else ""
        compared = el(
            "p",
            edition.say(
                f"Twierdzenia porównane przez redakcję z ich ustępami: {len(read)} z {len(claims)}{latest}. Drugi czytelnik ich nie sprawdzał.",
                f"Claims that the editors compared with their passages: {len(read)} of {len(claims)}{latest}. No second reader has checked them.",
            ),
        )
    changes: Child = el(
        "p",
        edition.say(
            "Żadne wydanie nie zmieniło dotąd tego, co podaje ta strona.",
            "No version has yet changed what this page says.",
        ),
    )
    if rule.changes:
        changes = el(
            "ul",
            [
                el("li", edition.say("wydanie ", "version "), change.version, ": ", edition.pick(change.text))
                for change in rule.changes
            ],
        )
    return section("historia", edition.say("Historia", "History"), changes, compared)
