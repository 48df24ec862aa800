"""The deal played in the page: by the archive's own engine, in the browser's Python.

========================  ==============================================================================
``table`` ``sight``       run in the browser beside the engine: a table with computer players, what one
                          person sees there
``address`` ``words``     run there too: a position as the end of an address, what happens in words
``opened``                runs there too: the exact solver's answer about a game with open cards
``example`` ``book``      run at build time: the recorded deal step by step, and what the page looks up
``proof``                 the rule cases as files, and the button that runs them in the reader's browser
``bundle``                copies engine, Pyodide and the page's scripts into the built site
``client/``               scripts and style; they draw JSON and send actions, and know no rule
``trim_stdlib.mjs``       cuts Python's standard library down to what the page uses
========================  ==============================================================================
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from przemyskie66.engine import DealRecord
from przemyskie66.engine.deal import seat_names
from przemyskie66.rulebook import to_ruleset
from przemyskie66.site.edition import Edition, Lang
from przemyskie66.site.html import VOID, Child, el, element
from przemyskie66.site.play.book import book
from przemyskie66.site.play.bundle import write_bundle, write_if_changed
from przemyskie66.site.play.example import elsewhere, hands_at_start, recorded, steps
from przemyskie66.site.play.proof import case_button, case_rulesets, cases_of
from przemyskie66.site.play.words import interface
from przemyskie66.site.shares import share_bar

#: Where the page finds what it loads, below the root of the site that holds both languages.
FOLDER = "_static/play"

#: What has to be fetched before the first deal, compressed, in megabytes; a test holds it to the truth.
MEGABYTES = 5


def setup(app: Sphinx) -> ExtensionMetadata:
    """Copy what the page plays with into a built site."""
    app.connect("build-finished", write_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def write_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the bundle, the rule cases, and the book of this language, into the site that was built.

    :raises ExtensionError: if Node or Pyodide is missing.
    """
    if exception is not None or app.builder.format != "html":
        return
    from przemyskie66.site.parts import edition_of  # it draws this page, so it cannot be imported above

    edition = edition_of(app)
    folder = site_root(app) / FOLDER
    write_json(folder / f"book.{edition.lang}.json", book(edition))
    if not app.config.shared_files:
        return
    write_bundle(Path(app.srcdir), folder)
    for deal in edition.archive.deals.values():
        write_json(folder / "deals" / f"{deal.id}.json", deal.data)
    write_json(folder / "cases" / "rulesets.json", case_rulesets(edition.archive))
    for rule in edition.archive.rules:
        if found := cases_of(edition.archive, rule):
            write_json(folder / "cases" / f"{rule}.json", {"cases": found})


def write_json(path: Path, content: object) -> None:
    """Write *content*, the same bytes for the same content; an unchanged file is left alone."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    write_if_changed(path, text.encode() + b"\n")


def site_root(app: Sphinx) -> Path:
    """Return the folder of the whole site: the English build stands in ``en/`` of the Polish one."""
    out = Path(app.outdir)
    return out.parent if out.name == "en" and app.config.language == "en" else out


def bundle_path(lang: Lang, root: str) -> str:
    """Return the path to what is loaded; *root* leads from the page to the top of its language."""
    return f"{root}../{FOLDER}/" if lang == "en" else f"{root}{FOLDER}/"


def render(edition: Edition, deal_id: str, *, root: str = "") -> str:
    """Return the HTML of the recorded deal *deal_id*: a form that starts a game, and the deal step by step.

    *root* is the path from the page to the top of its language, empty for a page that stands there.
    """
    record = recorded(edition, deal_id)
    bundle = bundle_path(edition.lang, root)
    parts = el(
        "div",
        el("link", rel="stylesheet", href=f"{bundle}play.css"),
        _now(edition, record),
        _example(edition, deal_id, record, root),
        [
            el("script", defer=True, src=f"{bundle}{name}.js")
            for name in ("engine", "drawing", "stepper", "play")
        ],
        class_="play-page",
        data_book=f"{bundle}book.{edition.lang}.json",
        data_deal=deal_id,
        data_root=root,
        data_failures=_words(edition, any="failed", file="failed-file", details="details"),
    )
    return to_html(parts)


def _words(edition: Edition, **keys: str) -> str:
    """Return words of the page as JSON for an attribute: they must be at hand before anything is loaded."""
    words = interface(edition.lang)
    return json.dumps({name: words[key] for name, key in keys.items()}, ensure_ascii=False)


def to_html(node: nodes.Node) -> str:
    """Return the HTML of a tree of elements and text."""
    if not isinstance(node, element):
        return escape(node.astext())
    tag = node["tag"]
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{escape(value)}"' for name, value in node["html"].items()
    )
    if tag in VOID:
        return f"<{tag}{attributes}>"
    return f"<{tag}{attributes}>{''.join(to_html(child) for child in node.children)}</{tag}>"


def escape(text: str) -> str:
    """Return *text* as it stands in HTML, in an attribute or outside."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _now(edition: Edition, record: DealRecord) -> Child:
    say = edition.say
    return el(
        "section",
        el("h2", say("Siądź do stołu", "Take a seat")),
        el(
            "form",
            el(
                "fieldset",
                el("legend", say("Według czyich reguł?", "By whose rules?")),
                _profiles(edition, record),
            ),
            _refusing(edition),
            el("fieldset", el("legend", say("Jakie karty?", "Which cards?")), _cards(edition)),
            el("fieldset", el("legend", say("Gdzie siadasz?", "Where do you sit?")), _seats(edition)),
            _ways_to_begin(edition),
            el(
                "p",
                el("button", say("Rozdaj i graj", "Deal and play"), type="submit", class_="play-start"),
                " ",
                el(
                    "span",
                    say(
                        f"Za pierwszym razem wczyta się Python i silnik gry, około {MEGABYTES} MB.",
                        f"The first time this loads Python and the engine, about {MEGABYTES} MB.",
                    ),
                    class_="hint",
                ),
                class_="play-go",
            ),
            class_="play-setup",
            hidden=True,
            autocomplete="off",
            data_seats=str(len(record.deal.seats)),
            data_dealer=record.deal.seats[record.deal.dealer],
        ),
        el(
            "p",
            say(
                "Do gry potrzebny jest w przeglądarce JavaScript. Przykład poniżej działa bez niego.",
                "Playing needs JavaScript in the browser. The example below works without it.",
            ),
            class_="notice play-no-script",
        ),
        el(
            "div",
            el("p", class_="play-loading-text", id="play-loading-text"),
            el("progress", max="1", value="0", aria_labelledby="play-loading-text"),
            class_="play-loading",
            role="status",
            hidden=True,
        ),
        el("div", class_="notice play-error", role="alert", hidden=True),
        el("div", class_="play-board", hidden=True),
        id="zagraj",
        class_="play-now",
    )


def _profiles(edition: Edition, record: DealRecord) -> Child:
    return [
        el(
            "div",
            el(
                "label",
                el(
                    "input",
                    type="radio",
                    name="ruleset",
                    value=profile.id,
                    checked=profile.id == record.ruleset,
                    data_players=str(profile.players),
                    data_blind="yes" if ruleset.blind_games else None,
                    data_fourth="yes" if ruleset.fourth_person not in ("", "nothing") else None,
                ),
                el("span", edition.pick(profile.title)),
            ),
            share_bar(edition, profile),
            class_="play-profile",
        )
        for profile in edition.playable
        for ruleset in [to_ruleset(edition.archive, profile)]
    ]


def _refusing(edition: Edition) -> Child:
    """Say by whom one cannot play, and why not."""
    items = [
        el("li", edition.pick(profile.title), ": ", edition.pick(profile.refuses))
        for profile in edition.archive.profiles.values()
        if profile.refuses is not None
    ]
    if not items:
        return None
    summary = el("summary", edition.say("Czym jeszcze nie zagrasz", "By whom you cannot play yet"))
    return el("details", summary, el("ul", items), class_="play-refusing")


def _seats(edition: Edition) -> Child:
    """Return a seat for everybody who can be at a table; the script hides those that a game has no use for."""
    return [
        el(
            "label",
            el("input", type="radio", name="seat", value=str(seat), checked=seat == 0),
            el(
                "span",
                name,
                el("span", edition.say(" – rozdaje", " – deals"), class_="play-seat-note", hidden=True),
            ),
        )
        for seat, name in enumerate(seat_names(4))
    ]


def _ways_to_begin(edition: Edition) -> Child:
    """Return what a table may begin with where its rules know it: games in the dark, a fourth person."""
    return [
        el(
            "p",
            el(
                "label",
                el("input", type="checkbox", name="blind"),
                el(
                    "span",
                    edition.say(
                        "Zacznij przed rozdaniem, grami w ciemno",
                        "Begin before the deal, with games in the dark",
                    ),
                ),
            ),
            class_="play-blind",
            hidden=True,
        ),
        el(
            "p",
            el(
                "label",
                el("input", type="checkbox", name="fourth"),
                el(
                    "span",
                    edition.say(
                        "Przy stole jest czwarta osoba; kto rozdaje, nie dostaje kart",
                        "A fourth person is at the table; whoever deals gets no cards",
                    ),
                ),
            ),
            class_="play-fourth",
            hidden=True,
        ),
    ]


def _cards(edition: Edition) -> Child:
    number = el("input", type="number", name="seed", min="0", max="999999999", step="1", id="play-seed")
    return [
        el(
            "label",
            el("input", type="radio", name="cards", value="example", checked=True),
            el("span", edition.say("z przykładu poniżej", "those of the example below")),
        ),
        el(
            "span",
            el(
                "label",
                el("input", type="radio", name="cards", value="seed"),
                el("span", edition.say("nowe, rozdanie numer", "new ones, deal number")),
            ),
            " ",
            el("label", edition.say("numer", "number"), for_="play-seed", class_="visually-hidden"),
            number,
            class_="play-seed",
        ),
    ]


def _example(edition: Edition, deal_id: str, record: DealRecord, root: str) -> Child:
    say, deal = edition.say, edition.archive.deals[deal_id]
    profile = edition.archive.profiles[record.ruleset]
    return el(
        "section",
        el("h2", say("Przykład krok po kroku", "The example, step by step")),
        el("p", edition.pick(deal.title), class_="lead"),
        el("p", edition.pick(deal.note)) if deal.note else None,
        el(
            "p",
            say("Zagrane według zestawu reguł: ", "Played by the ruleset: "),
            el("a", edition.pick(profile.title), href=f"{root}rulesets.html#zestaw-{profile.id}"),
            say(". Kroki policzył ten sam silnik.", ". The steps were computed by the same engine."),
        ),
        el("h3", say("Karty w kolejności rozdania", "The cards in the order dealt")),
        hands_at_start(edition, record),
        el("h3", say("Ruch po ruchu", "Move by move")),
        el(
            "div",
            class_="play-stepper",
            hidden=True,
            data_words=_words(edition, step="step", back="back", forward="forward", all="all-steps"),
        ),
        steps(edition, record, profile, root),
        el(
            "h3",
            say("Te same karty i ruchy według innych", "The same cards and moves by others"),
            id="inaczej",
        ),
        elsewhere(edition, record, root),
        id="przyklad",
        class_="play-example",
    )


__all__ = ["bundle_path", "case_button", "render", "setup"]
