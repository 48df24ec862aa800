"""What a disagreement changes in play: on the page of its rule, and all of them in order.

Everything shown is read from the stored surveys; where one is missing, the page says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from docutils import nodes

from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.solver import MOST_NODES
from przemyskie66.rulebook import Bilingual, Claim, Disagreement, Json, RecordedDeal, Rule, shares
from przemyskie66.site import figures
from przemyskie66.site.case_picture import action_words, expectations, position
from przemyskie66.site.edition import STATUS_EXPLAINED, STATUS_WORDS, Edition
from przemyskie66.site.html import Child, el, flatten, joined, mark, page, ref, section
from przemyskie66.site.pins import pin_tag
from przemyskie66.site.play.address import write_address
from przemyskie66.site.play.example import difference_address
from przemyskie66.site.plots import Mark, Row, dot_plot, strip_plot
from przemyskie66.survey.contrasts import SLOW_IN_OPEN_PLAY, Contrast, in_open_play
from przemyskie66.survey.run import engine_digest
from przemyskie66.survey.stored import PLAYERS, Measured, attested, reason_for_none, tried, why_not_measured

#: Who plays, as the head of a column.
PLAYER_WORDS: dict[str, Bilingual] = {
    "sensible": Bilingual("gracze rozsądni", "sensible players"),
    "random": Bilingual("gracze przypadkowi", "random players"),
    "best": Bilingual("najlepsza gra w otwarte karty", "best play, hands open"),
}

#: The sign of each kind of players in the drawings.
PLAYER_SIGNS = {"sensible": "●", "random": "■", "best": "◆"}

PLAYER_EXPLAINED: dict[str, Bilingual] = {
    "sensible": Bilingual(
        "prości gracze programu, którzy widzą tylko własne karty, meldują, biorą lewy jak najtaniej i nigdy nie rzucają kart ani się nie poddają",
        "the program’s simple players, who see their own cards alone, meld, win tricks as cheaply as they can, and never throw in or surrender",
    ),
    "random": Bilingual(
        "wybierają na chybił trafił spośród zagrań dozwolonych",
        "they choose by chance among the actions allowed",
    ),
    "best": Bilingual(
        "grę wybierają gracze rozsądni, po czym wszystkie karty leżą odkryte i każda strona gra najlepiej, jak można; nikt nie kontruje ani nie rzuca kart",
        "sensible players choose the game, then all hands lie open and each side plays as well as can be; nobody doubles or throws in",
    ),
}

REASONS: dict[str, Bilingual] = {
    "between-deals": Bilingual(
        "Działa między rozdaniami: jedno rozdanie kończy się tak samo, jakkolwiek ją rozumieć.",
        "It acts between deals: a single deal ends the same however it is read.",
    ),
    "kind-of-game": Bilingual(
        "Rozstrzyga, w jaką grę się gra i w ilu; tej jednej reguły nie da się zmienić, a reszty zostawić.",
        "It decides which game is played and by how many; it cannot be changed alone, with the rest left as it is.",
    ),
    "words": Bilingual(
        "Dotyczy tylko słów: tak czy inaczej nazwane, rozdanie kończy się tak samo.",
        "It concerns words only: whatever the name, the deal ends the same.",
    ),
    "not-played": Bilingual("Silnik tej reguły nie gra.", "The engine does not play this rule."),
    "one-reading": Bilingual(
        "Z odpowiedzi świadków silnik gra tylko jedną, więc nie ma czego z czym porównać.",
        "Of the witnesses’ answers the engine plays only one, so there is nothing to compare.",
    ),
    "not-asked": Bilingual(
        "Żaden zestaw zasad, którym się mierzy, o nią nie pyta.",
        "No ruleset under which we measure asks about it.",
    ),
}

#: Order of the kinds of disagreement where nothing is measured.
KINDS = ("disputed", "word", "differs-between-relatives", "variant")

#: So many actions of a deal stand open; more are folded.
ACTIONS_OPEN = 12


def letters(rule: Rule) -> dict[str, str]:
    """Return the letter of each reading, as the rule's page has it."""
    return {reading.id: chr(ord("A") + index) for index, reading in enumerate(rule.readings)}


# --- what was run --------------------------------------------------------------------------------


def survey_status(edition: Edition, _: str) -> list[nodes.Node]:
    """Return which surveys there are, how each was run, and which are missing."""
    surveys = edition.measured.surveys
    if not surveys:
        words = edition.say(
            "Badania jeszcze nie ma: nie wiadomo, co te rozbieżności zmieniają w grze.",
            "There is no survey yet: what these disagreements change in play is not known.",
        )
        return [el("p", words, class_="notice no-survey")]
    rows: list[Child] = []
    for players in PLAYERS:
        survey = surveys.get(players)
        name = el("strong", _player_head(edition, players))
        explained = edition.word(PLAYER_EXPLAINED, players)
        told: Child
        if survey is None:
            told = edition.say("Tego badania jeszcze nie ma.", "This survey has not been made yet.")
        else:
            told = (
                _deals(edition, survey.deals),
                ". ",
                el("code", f".venv/bin/{survey.command}"),
                ". ",
                el("a", f"{players}.json", href=f"corpus/survey/{players}.json", download=True),
            )
        rows.append(el("li", name, f": {explained}. ", told))
    return [el("ul", rows, class_="survey-status"), _engine_line(edition)]


def _deals(edition: Edition, number: int) -> str:
    noun = edition.noun(number, ("rozdanie", "rozdania", "rozdań"), ("deal", "deals"))
    return f"{figures.whole(number, edition.lang)} {noun}"


def _engine_line(edition: Edition) -> nodes.Node:
    surveys = edition.measured.surveys.items()
    older = [
        f"{survey.engine[:12]}… → {engine_digest(name)[:12]}…"
        for name, survey in surveys
        if survey.engine != engine_digest(name)
    ]
    digests = ", ".join(dict.fromkeys(f"{survey.engine[:12]}…" for _, survey in surveys))
    words = (
        edition.say(
            f"Mierzono inną wersją silnika niż ta, która gra na tych stronach (SHA-256: {', '.join(older)}).",
            f"Measured with another version of the engine than plays on these pages (SHA-256: {', '.join(older)}).",
        )
        if older
        else edition.say(
            f"Mierzono tym samym silnikiem, który gra na tych stronach (SHA-256 jego plików: {digests}).",
            f"Measured with the very engine that plays on these pages (SHA-256 of its files: {digests}).",
        )
    )
    return el("p", words, class_="label")


# --- the page of a rule --------------------------------------------------------------------------


def rule_changes(edition: Edition, rule: Rule) -> Child:
    """Return what each pair of the rule's readings changes in play, or why that is not measured."""
    if len(rule.readings) < 2:
        return None
    title = edition.say("Co to zmienia w grze", "What it changes in play")
    measured = edition.measured
    ordered = measured.ordered(measured.of_rule(rule.id))
    chosen = sorted(ordered, key=lambda contrast: not attested(edition.archive, contrast))  # witnesses first
    if not chosen:
        return section("co-zmienia", title, el("p", _reason(edition, rule), class_="unmeasured"))
    parts: list[Child] = [el("p", _method(edition, chosen), class_="hint")]
    if measured.surveys:
        parts += [_rule_plot(edition, rule, chosen), _rule_table(edition, rule, chosen)]
        parts += [el("p", words, class_="label") for words in _limits(edition, rule, chosen)]
    else:
        parts += survey_status(edition, "")
    shown = measured.shown
    parts += [_demonstration(edition, rule, c, shown[c.id]) for c in chosen if c.id in shown]
    parts += _not_found(edition, rule, [contrast for contrast in chosen if contrast.id not in shown])
    return section("co-zmienia", title, parts)


def _reason(edition: Edition, rule: Rule) -> Child:
    reason = why_not_measured(edition.archive, rule.id, edition.measured.contrasts)
    lead = edition.say("Nie zmierzono. ", "Not measured. ")
    if reason == "not-played" and rule.not_played is not None:
        return lead, edition.word(REASONS, "not-played"), " ", edition.pick(rule.not_played)
    return lead, edition.word(REASONS, reason or "not-asked")


def _method(edition: Edition, chosen: Sequence[Contrast]) -> Child:
    bases = dict.fromkeys(contrast.base for contrast in chosen)
    quote = edition.say("„”", "“”")
    named = joined((quote[0], ref("ruleset", base, edition.profile_title(base)), quote[1]) for base in bases)
    return (
        edition.say(
            "Te same karty rozegrano dwa razy: raz z jedną odpowiedzią, raz z drugą; reszta zasad bez zmian, wedle zestawu ",
            "The same cards were played twice, once by each answer; all other rules as in the ruleset ",
        ),
        named,
        edition.say(
            ". Rozdanie uznaje się za zmienione, gdy komukolwiek zmienia się rozliczenie. ",
            ". A deal counts as changed if anybody’s settlement changes. ",
        ),
        page("article", "", edition.say("Jak mierzono", "How it was measured")),
        ".",
    )


def _limits(edition: Edition, rule: Rule, chosen: Sequence[Contrast]) -> Iterable[Child]:
    """Say how much of each ruleset is the editors', and which aims of its games they chose."""
    for base in dict.fromkeys(contrast.base for contrast in chosen):
        profile = edition.archive.profiles[base]
        found = shares(edition.archive, profile)
        yield (
            ref("ruleset", base, edition.profile_title(base)),
            edition.say(
                f": z {found.total} odpowiedzi {found.pinned} to wybory redakcji. ",
                f": of {found.total} answers {found.pinned} are the editors’ choices. ",
            ),
            _pinned_aims(edition, base, rule),
        )


def _pinned_aims(edition: Edition, base: str, rule: Rule) -> Child:
    aims = [
        ref("pin", answer.rests_on.partition(":")[2], edition.rule_title(name), class_="tag tag-pin")
        for name, answer in edition.answers[base].items()
        if name.endswith("-aim") and name != rule.id and answer.basis == "pinned"
    ]
    if not aims:
        return None
    lead = edition.say(
        "Wybrano też cele gier, które się w tych rozdaniach zapowiada: ",
        "Chosen, too, are the aims of the games called in these deals: ",
    )
    return lead, joined(aims), "."


def _rule_plot(edition: Edition, rule: Rule, chosen: Sequence[Contrast]) -> Child:
    rows = [Row(_pair(rule, contrast), _marks(edition, contrast)) for contrast in chosen]
    return _plot(
        edition,
        "wykres",
        edition.say(
            f"{edition.pick(rule.title)}: udział rozdań, w których zmienia się rozliczenie",
            f"{edition.pick(rule.title)}: share of deals whose settlement changes",
        ),
        rows,
    )


def _plot(edition: Edition, name: str, title: str, rows: Sequence[Row]) -> Child:
    rows = [row for row in rows if row.marks]
    if not rows:
        return None
    description = edition.say(
        "Znak: zmierzony udział; kreska: przedział ufności. Te same liczby stoją w tabeli poniżej.",
        "Mark: the share measured; line: the confidence interval. The same figures stand in the table below.",
    )
    key = [_player_head(edition, players) for players in PLAYERS if players in edition.measured.surveys]
    return el(
        "figure",
        dot_plot(name, title, description, rows, edition.lang),
        el("figcaption", title, ". ", " · ".join(key), ". ", description, class_="label"),
        class_="plot-figure",
    )


def _marks(edition: Edition, contrast: Contrast) -> tuple[Mark, ...]:
    found = [(players, edition.measured.found(contrast, players)) for players in PLAYERS]
    return tuple(Mark(players, row.share, *row.share_interval) for players, row in found if row is not None)


def _pair(rule: Rule, contrast: Contrast) -> str:
    names = letters(rule)
    return f"{names[contrast.a]} / {names[contrast.b]}"


def _columns(edition: Edition) -> dict[str, str]:
    """Return the heads of the columns of figures."""
    say = edition.say
    return {
        "share": say("Zmienione rozdania", "Deals changed"),
        "mean": say("Średnia zmiana", "Mean change"),
        "largest": say("Największa", "Largest"),
        "first": say("Pierwsze takie", "First such deal"),
    }


def _rule_table(edition: Edition, rule: Rule, chosen: Sequence[Contrast]) -> list[nodes.Node]:
    say = edition.say
    columns = _columns(edition)
    heads = (say("Kto gra", "Who plays"), *columns.values())
    bodies = [
        el(
            "tbody",
            el(
                "tr",
                el(
                    "th",
                    el("span", _pair(rule, contrast), class_="pair"),
                    _sides(edition, rule, contrast),
                    scope="rowgroup",
                    colspan=str(len(heads)),
                    class_="pair-head",
                ),
            ),
            [_players_row(edition, contrast, players) for players in PLAYERS],
            data_contrast=contrast.id,
        )
        for contrast in chosen
    ]
    confidence = {survey.confidence for survey in edition.measured.surveys.values()}
    level = "–".join(figures.whole(round(100 * part), edition.lang) for part in sorted(confidence))
    note = say(
        f"Mniejszym drukiem stoi przedział ufności {level}{figures.percent_sign('pl')}. Zmianę liczy się w punktach rozliczeniowych, u tego, komu zmienia się najwięcej; średnia obejmuje także rozdania bez zmiany.",
        f"In small print stands the {level}% confidence interval. The change is counted in settlement points, for whom it is largest; the mean includes the deals without a change.",
    )
    title = say("Zmierzone zmiany", "Changes measured")
    return _table(heads, bodies, note, title)


def _table(
    heads: Iterable[str], bodies: Child, note: str, title: str, *, wide: bool = False
) -> list[nodes.Node]:
    """Return the table of figures, with a note before it, where it is not cut on a narrow page."""
    head = el("thead", el("tr", [el("th", words, scope="col") for words in heads]))
    table = el("table", el("caption", title), head, bodies, class_="changes")
    class_ = "table-scroll wide" if wide else "table-scroll"
    return [
        el("p", note, class_="label"),
        el("div", table, class_=class_, tabindex="0", role="group", aria_label=title),
    ]


def _players_row(edition: Edition, contrast: Contrast, players: str) -> nodes.Node:
    found = edition.measured.found(contrast, players)
    name = el("th", _player_head(edition, players), scope="row")
    if found is None:
        return el("tr", name, el("td", why_missing(edition, contrast, players), colspan="4"))
    columns = _columns(edition)
    first: Child = "–" if found.first is None else _deal_link(edition, contrast, found.first)
    return el(
        "tr",
        name,
        el("td", *_share(edition, found), _given_up(edition, found), data_label=columns["share"]),
        el("td", *_mean(edition, found), data_label=columns["mean"]),
        el("td", _figure(figures.points(found.largest)), data_label=columns["largest"]),
        el("td", first, data_label=columns["first"]),
        data_players=players,
    )


def why_missing(edition: Edition, contrast: Contrast, players: str) -> str:
    """Return why a survey of *players* holds no figures for *contrast*."""
    lead = edition.say("nie zmierzono", "not measured")
    if players != "best":
        return lead
    if not in_open_play(edition.archive, contrast):
        return lead + edition.say(
            ": tu gra jest już wybrana i nikt się nie odzywa",
            ": here the game is chosen and nobody speaks any more",
        )
    if contrast.rule in SLOW_IN_OPEN_PLAY:
        return lead + edition.say(
            ": bez obowiązku dokładania dokładne liczenie rozdania trwa zbyt długo",
            ": without the duty to follow suit working out a deal exactly takes too long",
        )
    return lead


def _given_up(edition: Edition, found: Measured) -> Child:
    """Say how many deals were left without a value, of which the share tells nothing."""
    if not found.undefined:
        return None
    most = figures.whole(MOST_NODES, edition.lang)
    number = _deals(edition, found.undefined)
    words = edition.say(
        f"bez wyniku {number}: wartość nieokreślona albo nierozstrzygnięta w granicach {most} wyłożonych kart",
        f"without a result {number}: no value defined, or none found within {most} cards laid",
    )
    return " ", el("small", words)


def _mean(edition: Edition, found: Measured) -> tuple[Child, ...]:
    """Return the mean with its interval; where nothing changed, nothing is known of its spread."""
    mean = _figure(figures.mean(found, edition.lang))
    return (mean, " ", el("small", figures.mean_interval(found, edition.lang))) if found.changed else (mean,)


def _figure(words: str) -> nodes.Node:
    return el("span", words, class_="figure")


def _share(edition: Edition, found: Measured) -> tuple[Child, ...]:
    interval = el("small", figures.share_interval(found, edition.lang))
    return _figure(figures.share(found, edition.lang)), " ", interval


def _deal_link(edition: Edition, contrast: Contrast, number: int) -> Child:
    """Return the number of a deal; it opens that deal on the play page, by the rules that it was measured under."""
    seats = seat_names(edition.archive.profiles[contrast.base].players)
    dealer = seats[number % len(seats)]
    address = write_address(contrast.base, str(number), 0, dealer=dealer)
    words = edition.say(f"Zagraj rozdanie {number}", f"Play deal {number}")
    link = page("play", address, figures.whole(number, edition.lang))
    link["tooltip"] = words
    return link


def support(edition: Edition, rule: Rule, reading: str) -> Child:
    """Return what a reading rests on: witnesses, each with what he limits it to, the editors, or nobody."""
    claims: dict[str, list[Claim]] = {}
    for claim in edition.archive.claims_on(rule.id):
        if claim.reading == reading and claim.stance == "asserts":
            claims.setdefault(claim.witness, []).append(claim)
    who: list[Child] = []
    for witness, said in claims.items():
        explicit = [claim for claim in said if claim.explicit]
        scopes = dict.fromkeys(edition.scope_short(claim.scope) for claim in said)
        name = edition.witness_saying(witness, explicit=bool(explicit))
        limits = None if "" in scopes else f": {'; '.join(scopes)}"
        who.append((ref("claim", (explicit or said)[0].id, name), limits))
    who += [
        pin_tag(edition, pin.id, pin.game if len(rule.games) > 1 else "")
        for pin in edition.archive.pins_on(rule.id)
        if pin.reading == reading
    ]
    if not who:
        return el("em", edition.say("(nikt tak nie mówi)", "(nobody says so)"), class_="followed")
    return el("span", "(", joined(who), ")", class_="followed")


# --- the smallest deal ---------------------------------------------------------------------------


def _demonstration(edition: Edition, rule: Rule, contrast: Contrast, deal: RecordedDeal) -> Child:
    data: Mapping[str, Any] = deal.data
    found = data["contrast"]["readings"]
    title = edition.say("najmniejsze znalezione rozdanie", "the smallest deal found")
    composed = "position" in data
    note = (
        edition.say(
            "Położenie ułożył program i zmniejszył, ile się dało; nikt nie pokazał, jak do niego doszło.",
            "The position was composed by the program and made as small as it could; nobody has shown how it came about.",
        )
        if composed
        else edition.say(
            "Rozdanie ułożył program i zmniejszył, ile się dało.",
            "The deal was composed by the program and made as small as it could.",
        )
    )
    actions = [el("li", action_words(edition, str(action))) for action in data["actions"]]
    steps: Child = el("ol", actions, class_="steps")
    if len(actions) > ACTIONS_OPEN:
        steps = el("details", el("summary", edition.say("Ruch po ruchu", "Move by move")), steps)
    sides = [
        el(
            "div",
            el("p", edition.say("Odpowiedź ", "Answer "), el("strong", letters(rule)[name]), class_="label"),
            el("ul", [el("li", words) for words in expectations(edition, found[name])], class_="steps"),
            data_reading=name,
        )
        for name in (contrast.a, contrast.b)
    ]
    node = el(
        "div",
        el("h3", _pair(rule, contrast), ": ", title),
        el("p", note, class_="label"),
        position(edition, start_of(data)),
        el("p", edition.say("Przebieg", "What happens"), class_="label") if actions else None,
        steps if actions else None,
        el("div", sides, class_="case-text two-results"),
        el("p", joined(_deal_places(edition, rule, deal.id, contrast), " · "), class_="label"),
        class_="case demonstration",
        id=f"deal-{deal.id}",
    )
    return mark(node, "deal", deal.id, edition.pick(deal.title))


def _deal_places(edition: Edition, rule: Rule, name: str, contrast: Contrast) -> list[Child]:
    say = edition.say
    file = el("a", f"{name}.deal.json", href=f"../corpus/deals/{name}.deal.json", download=True)
    here = el("a", say("adres tego rozdania", "address of this deal"), href=f"#deal-{name}")
    ways = [
        page(
            "play",
            difference_address(edition, name, reading),
            say(f"według odpowiedzi {letters(rule)[reading]}", f"by answer {letters(rule)[reading]}"),
        )
        for reading in (contrast.a, contrast.b)
    ]
    return [file, here, [say("zagraj: ", "play it: "), joined(ways, ", ")]]


def start_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the start of a deal record in the shape in which cases have it."""
    start: dict[str, Any] = {"dealer": data["dealer"], **data.get("position", {})}
    start["hands"] = {seat: " ".join(cards) for seat, cards in data.get("hands", {}).items()}
    for key in ("stock", "trick"):
        cards = data.get(key) or start.get(key)
        if cards:
            start[key] = " ".join(cards)
    return start


def _not_found(edition: Edition, rule: Rule, chosen: Sequence[Contrast]) -> list[Child]:
    """Return what is told of pairs of answers for which there is no deal; those told alike in one paragraph."""
    alike: list[tuple[Mapping[str, Json] | None, list[Contrast]]] = []
    for contrast in chosen:
        told = edition.measured.searched.get(contrast.id)
        for other, pairs in alike:
            if other == told:
                pairs.append(contrast)
                break
        else:
            alike.append((told, [contrast]))
    return [
        el(
            "p",
            joined(el("strong", _pair(rule, contrast)) for contrast in pairs),
            ": ",
            _why_none(edition, pairs[0].base, told),
            class_="unmeasured",
            data_searched=" ".join(contrast.id for contrast in pairs) if told is not None else None,
        )
        for told, pairs in alike
    ]


def _why_none(edition: Edition, base: str, told: Mapping[str, Json] | None) -> Child:
    """Return why no deal is shown: none was searched for, there can be none, or none was found."""
    say = edition.say
    if told is None:
        return say(
            "najmniejszego rozdania, które by to pokazało, jeszcze nie szukano.",
            "the smallest deal that would show it has not been searched for yet.",
        )
    counts = tried(told)
    if counts is None:
        searched = say(
            "wśród wszystkich lew i wszystkich par kart na ręce",
            "among all tricks and all hands of two cards",
        )
    else:
        n, m = (figures.whole(count, edition.lang) for count in counts)
        searched = say(f"w {m} rozdaniach", f"in {m} deals")
        sizes = told.get("sizes")
        if counts[0] and isinstance(sizes, list):
            size = f"{sizes[0]}–{sizes[-1]}"
            searched = say(
                f"w {n} położeniach każdej wielkości (kart na ręce: {size}) ani {searched}",
                f"in {n} positions of each size (cards in hand: {size}), nor {searched}",
            )
    reason = reason_for_none(told)
    if reason is None:
        return say(
            f"różnica w słowach. Rozdania, w którym byłoby ją widać, nie znaleziono {searched}. To nie dowód, że go nie ma.",
            f"they differ in words. No deal that shows it was found {searched}. This is no proof that there is none.",
        )
    return [
        say("według zestawu ", "by the ruleset "),
        ref("ruleset", base, edition.profile_title(base)),
        say(
            f" rozdanie kończy się tak samo. {reason.pl} Szukano mimo to; różnicy nie znaleziono {searched}.",
            f" the deal ends the same. {reason.en} A difference was searched for all the same, and not found {searched}.",
        ),
    ]


# --- all of them, in order ------------------------------------------------------------------------


def stood_for(edition: Edition, rule: str) -> list[Contrast]:
    """Return the contrasts of *rule* between answers that some witness gives, those that change most first."""
    chosen = [c for c in edition.measured.of_rule(rule) if attested(edition.archive, c)]
    return edition.measured.ordered(chosen)


def in_order(edition: Edition) -> list[tuple[Disagreement, list[Contrast]]]:
    """Return the disagreements with their contrasts, those that change most first, unmeasured ones last."""
    found = [(disagreement, stood_for(edition, disagreement.rule)) for disagreement in edition.disagreements]

    def key(entry: tuple[Disagreement, list[Contrast]]) -> tuple[object, ...]:
        disagreement, chosen = entry
        weight = edition.measured.weight(chosen[0]) if chosen else ()
        kind = KINDS.index(disagreement.kind) if disagreement.kind in KINDS else len(KINDS)
        return (not chosen, *(-share for share in weight), kind, disagreement.rule)

    return sorted(found, key=key)


def change_overview(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the drawing and the table of what the disagreements between witnesses change."""
    if not edition.measured.surveys:
        return survey_status(edition, "")
    chosen = edition.measured.ordered(c for _, contrasts in in_order(edition) for c in contrasts)
    title = edition.say(
        "Udział rozdań, w których rozbieżność świadków zmienia rozliczenie",
        "Share of deals whose settlement a disagreement between witnesses changes",
    )
    return flatten(
        [
            _plot(
                edition,
                "wykres-rozbieznosci",
                title,
                [Row(_label(edition, c), _marks(edition, c)) for c in chosen],
            ),
            change_table(edition, chosen, title),
        ]
    )


def pin_changes(edition: Edition, _: str) -> list[nodes.Node]:
    """Return what the editors' choices change: every contrast in which not both answers are a witness's."""
    measured = edition.measured
    if not measured.surveys:
        return survey_status(edition, "")
    chosen = measured.ordered(c for c in measured.contrasts if not attested(edition.archive, c))
    title = edition.say(
        "Udział rozdań, w których inna odpowiedź niż przyjęta zmienia rozliczenie",
        "Share of deals whose settlement another answer would change",
    )
    return change_table(edition, chosen, title)


def change_strips(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all contrasts on one axis: those of the witnesses beside those of the editors' choices."""
    measured = edition.measured
    players = next((name for name in PLAYERS if name in measured.surveys), None)
    if players is None:
        return []
    found = {contrast: measured.found(contrast, players) for contrast in measured.contrasts}
    shared = {contrast: row.share for contrast, row in found.items() if row is not None}
    theirs = [share for contrast, share in shared.items() if attested(edition.archive, contrast)]
    ours = [share for contrast, share in shared.items() if not attested(edition.archive, contrast)]
    say = edition.say
    title = say(
        f"Pary odpowiedzi według udziału zmienionych rozdań ({edition.word(PLAYER_WORDS, players)})",
        f"Pairs of answers by the share of deals that they change ({edition.word(PLAYER_WORDS, players)})",
    )
    description = say(
        "Każda kropka to jedna para odpowiedzi na jedną regułę. Liczby stoją w tabelach na stronie rozbieżności.",
        "Each dot is one pair of answers to one rule. The figures stand in the tables on the page of disagreements.",
    )
    labels = (
        say(
            f"obie odpowiedzi dają świadkowie ({len(theirs)})", f"both answers are witnesses’ ({len(theirs)})"
        ),
        say(
            f"jedną lub obie rozważa tylko redakcja ({len(ours)})",
            f"one or both are weighed by the editors alone ({len(ours)})",
        ),
    )
    strips = [(labels[0], "dot-witnesses", theirs), (labels[1], "dot-editors", ours)]
    drawing = strip_plot("wykres-par", title, description, strips, edition.lang)
    caption = el(
        "figcaption",
        title,
        ". ",
        say(
            "Każda kropka to jedna para odpowiedzi na jedną regułę. Liczby: ",
            "Each dot is one pair of answers to one rule. Figures: ",
        ),
        page("disagreements", "", say("Rozbieżności", "Disagreements")),
        ".",
        class_="label",
    )
    rows = [
        el(
            "tr",
            el("th", label, scope="row"),
            [el("td", str(sum(share >= least for share in strip))) for least in STEPS],
        )
        for label, _, strip in strips
    ]
    head = el(
        "tr",
        el("th", say("Pary odpowiedzi", "Pairs of answers"), scope="col"),
        [el("th", _at_least(edition, least), scope="col") for least in STEPS],
    )
    table = el(
        "table",
        el(
            "caption",
            say(
                "Ile par zmienia co najmniej taką część rozdań",
                "How many pairs change at least this part of the deals",
            ),
        ),
        el("thead", head),
        el("tbody", rows),
        class_="counts strip-counts",
    )
    return [
        el("figure", drawing, caption, class_="plot-figure"),
        el("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=title),
    ]


#: Shares at which pairs of answers are counted.
STEPS = (0.5, 0.1, 0.01, 0.001)


def _at_least(edition: Edition, least: float) -> str:
    digits = 0 if least >= 0.01 else 1
    return f"≥{figures.NBSP}{figures.decimal(100 * least, digits, edition.lang)}{figures.percent_sign(edition.lang)}"


def _label(edition: Edition, contrast: Contrast) -> str:
    rule = edition.archive.rules[contrast.rule]
    return f"{edition.pick(rule.title)}: {_pair(rule, contrast)}"


def change_table(edition: Edition, chosen: Sequence[Contrast], title: str) -> list[nodes.Node]:
    """Return a row for each contrast: the rule, the readings, and its figures for each kind of players."""
    say = edition.say
    columns = _columns(edition)
    heads = (
        say("Reguła i odpowiedzi", "Rule and answers"),
        *(_player_head(edition, players) for players in PLAYERS),
        columns["mean"],
        columns["largest"],
    )
    note = say(
        "Mniejszym drukiem stoi przedział ufności. Średnia i największa zmiana: w punktach rozliczeniowych, u graczy rozsądnych.",
        "In small print stands the confidence interval. Mean and largest change: in settlement points, with sensible players.",
    )
    rows = el("tbody", [_change_row(edition, contrast) for contrast in chosen])
    return _table(heads, rows, note, title, wide=True)


def _player_head(edition: Edition, players: str) -> str:
    return f"{PLAYER_SIGNS[players]} {edition.word(PLAYER_WORDS, players)}"


def _change_row(edition: Edition, contrast: Contrast) -> nodes.Node:
    rule = edition.archive.rules[contrast.rule]
    columns = _columns(edition)
    sensible = edition.measured.found(contrast, "sensible")
    cells = []
    for players in PLAYERS:
        found = edition.measured.found(contrast, players)
        words: Child = "–" if found is None else _share(edition, found)
        cells.append(el("td", words, data_players=players, data_label=_player_head(edition, players)))
    return el(
        "tr",
        el(
            "th",
            page(f"rule/{rule.id}", "co-zmienia", edition.pick(rule.title)),
            el("span", f" {_pair(rule, contrast)}", class_="pair"),
            _sides(edition, rule, contrast),
            scope="row",
        ),
        cells,
        el("td", _mean(edition, sensible) if sensible else "–", data_label=columns["mean"]),
        el("td", figures.points(sensible.largest) if sensible else "–", data_label=columns["largest"]),
        data_contrast=contrast.id,
    )


def _sides(edition: Edition, rule: Rule, contrast: Contrast) -> Child:
    return [
        el(
            "span",
            letters(rule)[side],
            ". ",
            edition.pick(rule.reading(side).text),
            " ",
            support(edition, rule, side),
            class_="pair-side",
        )
        for side in (contrast.a, contrast.b)
    ]


def change_line(edition: Edition, disagreement: Disagreement, chosen: Sequence[Contrast]) -> Child:
    """Return in one paragraph what a disagreement changes, or why that is not measured."""
    rule = edition.archive.rules[disagreement.rule]
    more = page(f"rule/{rule.id}", "co-zmienia", edition.say("Więcej", "More"))
    if not chosen:
        if edition.measured.of_rule(rule.id):
            words = edition.word(REASONS, "one-reading")
            return el(
                "p", edition.say("Nie zmierzono. ", "Not measured. "), words, " ", more, ".", class_="change"
            )
        return el("p", _reason(edition, rule), class_="change unmeasured")
    found = [(players, edition.measured.found(chosen[0], players)) for players in PLAYERS]
    told = [
        (
            f"{edition.word(PLAYER_WORDS, players)}: ",
            el("strong", figures.share(row, edition.lang)),
            f" ({figures.share_interval(row, edition.lang)})",
        )
        for players, row in found
        if row is not None
    ]
    if not told:
        return el("p", edition.say("Jeszcze nie zmierzono.", "Not measured yet."), class_="change")
    lead = edition.say(
        "Zmienia rozliczenie w takiej części rozdań: ", "Changes the settlement in this part of the deals: "
    )
    return el("p", lead, joined(told, "; "), ". ", more, ".", class_="change")


def kind_tag(edition: Edition, disagreement: Disagreement) -> nodes.Node:
    """Return the kind of a disagreement as a label."""
    kind = disagreement.kind
    return el(
        "span",
        edition.word(STATUS_WORDS, kind),
        class_=f"tag tag-{kind}",
        title=edition.word(STATUS_EXPLAINED, kind),
    )
