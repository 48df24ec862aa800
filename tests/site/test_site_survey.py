"""What disagreements change in play, as the pages show it: every figure from the data, in the data's order."""

import hashlib
import json
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urldefrag

import pytest
from lxml import html
from page_reading import read_page
from site_support import copy_source, once

from przemyskie66.engine import Deal
from przemyskie66.engine.deal import seat_names
from przemyskie66.errors import UnknownIdError
from przemyskie66.rulebook import Archive, disagreements, load_archive, shares, to_ruleset
from przemyskie66.rulebook.agreement import agreement
from przemyskie66.site import build
from przemyskie66.site.edition import Edition
from przemyskie66.site.survey_page import in_order, why_missing
from przemyskie66.site.values import value as figure
from przemyskie66.survey.chunk import Tally, deal_number
from przemyskie66.survey.contrasts import BETWEEN_DEALS, Contrast, contrasts
from przemyskie66.survey.stored import PLAYERS, attested, measurements
from przemyskie66.survey.summary import finding, findings_json

NBSP = "\u00a0"
DEALS = {"sensible": 40_000, "random": 1_000, "best": 120}

#: A position that shows a difference, as ``przemyskie66 smallest`` writes one.
SHOWN: dict[str, Any] = {
    "format": "przemyskie66/deal-record",
    "version": 1,
    "id": "roznica-must-trump-must-free",
    "title": {"pl": "Bicie trumfem: rozdanie na próbę", "en": "Trumping: a deal for the test"},
    "ruleset": "witryna",
    "seats": ["A", "B", "C"],
    "dealer": "C",
    "hands": {"A": ["C9", "CJ"], "B": ["D9", "S9"], "C": ["CQ", "CK"]},
    "position": {
        "leader": "A",
        "declarer": "A",
        "contract": "suit",
        "trump": "S",
        "taken": {"C": {"tricks": 6, "points": 111, "melds": 0}},
    },
    "actions": ["A play C9", "B play D9", "C play CQ", "C play CK", "A play CJ", "B play S9"],
    "contrast": {
        "rule": "must-trump",
        "readings": {
            "must": {"refused": {"action": "B play D9", "rule": "must-trump"}},
            "free": {"outcome": "declarer-loses", "settlement": {"A": -6, "B": 3, "C": 3}},
        },
    },
}
WHOLE: dict[str, Any] = {
    **{key: value for key, value in SHOWN.items() if key != "position"},
    "id": "roznica-throw-in-two-points-as-loss",
    "hands": {
        "A": ["C9", "CJ", "CQ", "CK", "CT", "CA", "D9", "DJ"],
        "B": ["DQ", "DK", "DT", "DA", "H9", "HJ", "HQ", "HK"],
        "C": ["HT", "HA", "S9", "SJ", "SQ", "SK", "ST", "SA"],
    },
    "actions": ["A choose C", "A throw-in"],
    "contrast": {
        "rule": "throw-in",
        "readings": {
            "two-points": {"outcome": "thrown-in", "settlement": {"A": -4, "B": 2, "C": 2}},
            "as-loss": {"outcome": "thrown-in", "settlement": {"A": -6, "B": 3, "C": 3}},
        },
    },
}


#: What was tried in vain, by rule: the first of its pairs.
VAIN: dict[str, dict[str, Any]] = {
    "surrender-cost": {"positions": 12_345, "deals": 678, "sizes": [1, 2, 3, 4]},
    "choice-order": {"deals": 3_000},
    "follow-suit": {"exhaustive": 2},
    "zyd-outcome": {
        "positions": 600,
        "sizes": [1, 2],
        "deals": 3_000,
        "reason": {"pl": "Bo tak.", "en": "Because it is so."},
    },
}


def tally(contrast: Contrast, players: str) -> Tally:
    """Return a made-up tally: some contrasts never change anything, some always do, no two alike."""
    drawn = int.from_bytes(hashlib.sha256(f"{players} {contrast.id}".encode()).digest()[:4], "big")
    deals = DEALS[players]
    changed = (0, deals, drawn % deals, drawn % (deals // 50))[drawn % 4]
    if contrast.rule == "throw-in" and players == "sensible":
        changed = 0
    total = Fraction(changed * 3, 2)
    largest = Fraction(3, 2) if changed else Fraction(0)
    first = drawn % 97 if changed else None
    given_up = 2 if contrast.rule == "meld-validity" and players == "best" else 0
    return Tally(deals, changed, total, total * Fraction(3, 2), largest, first, given_up)


def tree_of(root: Path, folder: Path) -> Path:
    """Return a copy of what the site is built from, without any survey."""
    copy_source(root, folder)
    shutil.rmtree(folder / "corpus" / "survey", ignore_errors=True)
    for path in (folder / "corpus" / "deals").glob("roznica-*"):
        path.unlink()
    return folder


def write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def measure(root: Path, folder: Path) -> None:
    """Make *folder* a copy with made-up surveys, two deals that show a difference, and vain searches."""
    tree_of(root, folder)
    (folder / "corpus" / "survey").mkdir()
    chosen = contrasts(load_archive(folder))
    for players in PLAYERS:
        tallies = {contrast.id: tally(contrast, players) for contrast in chosen}
        found = [finding(contrast, tallies[contrast.id]) for contrast in chosen]
        about: dict[str, Any] = {
            "command": f"przemyskie66 survey --players {players} --deals {DEALS[players]}",
            "version": "0.0.0",
            "engine": "0" * 64,
            "players": players,
            "deals": DEALS[players],
            "first": 0,
        }
        data = findings_json(found, tallies, about)
        write(folder / "corpus" / "survey" / f"{players}.json", data)
    first = {contrast.rule: contrast.id for contrast in reversed(chosen)}
    told = {first[rule]: found for rule, found in VAIN.items()}
    write(folder / "corpus" / "survey" / "searched.json", {"about": "A test.", "contrasts": told})
    for record in (SHOWN, WHOLE):
        write(folder / "corpus" / "deals" / f"{record['id']}.deal.json", record)


@pytest.fixture(scope="module")
def tree(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy in which everything has been measured."""
    return once(tmp_path_factory, "measured-tree", lambda folder: measure(root, folder))


@pytest.fixture(scope="module")
def measured(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of that copy, both languages, every warning an error."""

    def make(folder: Path) -> None:
        assert build(tree, folder, "all") == 0

    return once(tmp_path_factory, "measured-site", make)


@pytest.fixture(scope="module")
def bare(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Polish site of an archive in which nothing has been measured."""

    def make(folder: Path) -> None:
        assert build(tree_of(root, folder.with_name("bare-tree")), folder, "pl") == 0

    return once(tmp_path_factory, "bare-site", make)


@pytest.fixture(scope="module")
def rows(tree: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of the files, by players and contrast."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for players in PLAYERS:
        data = json.loads((tree / "corpus" / "survey" / f"{players}.json").read_text(encoding="utf-8"))
        found[players] = {".".join((r["base"], r["rule"], r["a"], r["b"])): r for r in data["contrasts"]}
    return found


def text(node: html.HtmlElement) -> str:
    return " ".join(str(node.text_content()).split(" ")).strip()


# --- figures, written here once more ---------------------------------------------------------------


def number(value: float, digits: int, lang: str) -> str:
    words = f"{value:.{digits}f}"
    return words.replace(".", ",") if lang == "pl" else words


def percents(row: dict[str, Any], lang: str) -> tuple[str, str]:
    """Return the share and the interval of a row as they must be written."""
    digits = 2 if row["deals"] >= 20_000 else 1
    least = row["share"] or row["share_interval"][1]
    while digits < 4 and not round(100 * least, digits):
        digits += 1
    sign = f"{NBSP}%" if lang == "pl" else "%"

    def part(share: float) -> str:
        return {0: "0", 1: "100"}.get(share, number(100 * share, digits, lang))  # type: ignore[call-overload, no-any-return]

    return part(row["share"]) + sign, "–".join(map(part, row["share_interval"])) + sign


def means(row: dict[str, Any], lang: str) -> tuple[str, str]:
    digits = 2
    while row["mean"] and digits < 4 and not round(row["mean"], digits):
        digits += 1

    def part(mean: float) -> str:
        return "0" if mean == 0 else number(mean, digits, lang)

    return part(row["mean"]), "–".join(map(part, row["mean_interval"]))


def grouped(value: int, lang: str) -> str:
    if lang == "en":
        return f"{value:,}"
    return f"{value:,}".replace(",", NBSP) if value >= 10_000 else str(value)


# --- the page of disagreements -------------------------------------------------------------------


def expected_order(archive: Archive, rows: dict[str, dict[str, dict[str, Any]]]) -> list[str]:
    """Return the rules about which witnesses differ, those that change most first, of those measured."""
    weights: dict[str, tuple[float, ...]] = {}
    for rule in {disagreement.rule for disagreement in disagreements(archive)}:
        said = {c.reading for c in archive.claims_on(rule) if c.stance == "asserts"}
        pairs = [
            tuple(rows[players][name]["share"] for players in PLAYERS)
            for name, row in rows["sensible"].items()
            if row["rule"] == rule and {row["a"], row["b"]} <= said
        ]
        if pairs:
            weights[rule] = max(pairs)
    return sorted(weights, key=lambda rule: tuple(-share for share in weights[rule]))


def test_disagreements_stand_in_the_order_of_what_they_change(
    measured: Path, archive: Archive, rows: dict[str, dict[str, dict[str, Any]]]
) -> None:
    page = read_page(measured / "disagreements.html")
    order = page.xpath("//section[@id='zmierzone']//div[@class='disagreement']/@data-rule")
    assert order == expected_order(archive, rows)
    others = page.xpath("//section[@id='niezmierzone']//div[@class='disagreement']/@data-rule")
    assert sorted([*order, *others]) == sorted(found.rule for found in disagreements(archive))
    for table in page.xpath("//table[contains(@class, 'changes')]"):
        names = table.xpath("tbody/tr/@data-contrast")
        weights = [tuple(-rows[players][name]["share"] for players in PLAYERS) for name in names]
        assert names
        assert weights == sorted(weights)


def test_what_is_not_measured_says_why(measured: Path) -> None:
    page = read_page(measured / "disagreements.html")
    blocks = page.xpath("//section[@id='niezmierzone']//div[@class='disagreement']")
    assert blocks
    for block in blocks:
        (why,) = block.xpath("p[contains(@class, 'change')]")
        assert re.match(r"Nie zmierzono\. \S.{30}", text(why)), block.get("data-rule")
    between = next(rule for rule in BETWEEN_DEALS if rule == "fourth-person")
    (why,) = read_page(measured / f"rule/{between}.html").xpath("//section[@id='co-zmienia']/p")
    assert "między rozdaniami" in text(why)
    (why,) = read_page(measured / "en/rule/woda-meaning.html").xpath("//section[@id='co-zmienia']/p")
    assert "words only" in text(why)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_tables_and_drawings_show_the_data(
    measured: Path, rows: dict[str, dict[str, dict[str, Any]]], lang: str
) -> None:
    folder = measured if lang == "pl" else measured / "en"
    page = read_page(folder / "disagreements.html")
    seen = set()
    for line in page.xpath("//table[contains(@class, 'changes')]/tbody/tr"):
        name = line.get("data-contrast")
        seen.add(name)
        for players in PLAYERS:
            (cell,) = line.xpath(f"td[@data-players='{players}']")
            assert (text(cell.xpath("span")[0]), text(cell.xpath("small")[0])) == percents(
                rows[players][name], lang
            )
        assert text(line.xpath("td[4]/span")[0]) == means(rows["sensible"][name], lang)[0]
        assert text(line.xpath("td[5]")[0]) == rows["sensible"][name]["largest"]
    assert seen == set(rows["sensible"])


def test_every_drawing_has_title_description_and_a_table_of_the_same(
    measured: Path, rows: dict[str, dict[str, dict[str, Any]]]
) -> None:
    for address in ("disagreements.html", "article.html", "rule/follow-suit.html", "en/rule/throw-in.html"):
        page = read_page(measured / address)
        drawings = page.xpath("//*[local-name() = 'svg'][@class='plot']")
        assert drawings, address
        for drawing in drawings:
            assert drawing.get("role") == "img"
            for tag, attribute in (("title", "aria-labelledby"), ("desc", "aria-describedby")):
                (words,) = drawing.xpath(f"*[local-name() = '{tag}']")
                assert len(text(words)) > 20
                assert drawing.get(attribute) == words.get("id")
            tables = drawing.xpath("following::table")
            assert tables, address
            marks = drawing.xpath(".//*[contains(@class, 'plot-mark')]")
            if not marks:  # a dot for each pair; how many it has, the table counts
                dots = drawing.xpath(".//*[contains(@class, 'plot-dot')]")
                assert len(dots) == len(rows["sensible"])
                continue
            names = dict.fromkeys(tables[0].xpath(".//@data-contrast"))
            shares = [f"{100 * rows[p][name]['share']:.2f}%" for name in names for p in PLAYERS]
            assert [mark.get("x") for mark in marks] == shares, address


# --- the page of a rule --------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_page_of_a_rule_tells_all_of_every_pair(
    measured: Path, archive: Archive, rows: dict[str, dict[str, dict[str, Any]]], lang: str
) -> None:
    folder = measured if lang == "pl" else measured / "en"
    for rule in ("throw-in", "follow-suit", "meld-validity", "warszawa-pay"):
        page = read_page(folder / f"rule/{rule}.html")
        (part,) = page.xpath("//section[@id='co-zmienia']")
        bodies = part.xpath(".//tbody[@data-contrast]")
        wanted = {name for name, row in rows["sensible"].items() if row["rule"] == rule}
        assert {body.get("data-contrast") for body in bodies} == wanted
        for body in bodies:
            name = body.get("data-contrast")
            base, _, a, b = name.split(".")
            for players in PLAYERS:
                row = rows[players][name]
                (line,) = body.xpath(f"tr[@data-players='{players}']")
                share, mean, largest, first = (text(cell) for cell in line.xpath("td"))
                told = "2 rozdania: wartość" if lang == "pl" else "2 deals: no value"
                assert (told in share.replace(NBSP, " ")) == bool(row["undefined"])
                figures = " ".join(percents(row, lang))
                assert share.startswith(f"{figures} ") if row["undefined"] else share == figures
                assert mean == (" ".join(means(row, lang)) if row["changed"] else "0")
                assert largest == row["largest"]
                assert first == ("–" if row["first"] is None else grouped(row["first"], lang))
            supports = {link.rpartition("#")[2] for link in body.xpath("tr[1]//a/@href")}
            for reading in (a, b):
                claims = [c for c in archive.claims_on(rule) if (c.reading, c.stance) == (reading, "asserts")]
                for witness in {claim.witness for claim in claims}:
                    assert supports & {f"claim-{c.id}" for c in claims if c.witness == witness}
                for pin in archive.pins_on(rule):
                    assert pin.reading != reading or f"pin-{pin.id}" in supports
            assert part.xpath(f".//a[contains(@href, 'zestaw-{base}')]")
        if rule == "throw-in":
            aims = {link.rpartition("#")[2] for link in part.xpath("p/a[contains(@class, 'tag-pin')]/@href")}
            assert "pin-przemyskie-warszawa-aim" in aims


def test_what_best_play_leaves_aside_says_why(archive: Archive) -> None:
    edition = Edition(archive, "pl")
    chosen = {contrast.rule: contrast for contrast in contrasts(edition.archive)}
    told = {
        rule: why_missing(edition, chosen[rule], "best") for rule in ("follow-suit", "throw-in", "last-trick")
    }
    assert "dokładania" in told["follow-suit"]
    assert "nikt się nie odzywa" in told["throw-in"]
    assert told["last-trick"] == why_missing(edition, chosen["throw-in"], "random") == "nie zmierzono"


def test_the_smallest_deal_is_drawn_with_both_results_and_can_be_cited(measured: Path) -> None:
    page = read_page(measured / "rule/must-trump.html")
    (deal,) = page.xpath(f"//*[@id='deal-{SHOWN['id']}']")
    drawn = deal.xpath(".//dl//*[@data-card]/@data-card")
    assert drawn == [card for cards in SHOWN["hands"].values() for card in cards]
    assert len(deal.xpath(".//ol[contains(@class, 'steps')]/li")) == len(SHOWN["actions"])
    must, free = deal.xpath(".//div[@data-reading]")
    assert (must.get("data-reading"), free.get("data-reading")) == ("must", "free")
    assert must.xpath(".//a[contains(@href, 'must-trump') or starts-with(@href, '#')]")
    assert f"A{NBSP}−6, B{NBSP}+3, C{NBSP}+3" in text(free)
    links = [urldefrag(link)[1] for link in deal.xpath(".//a[contains(@href, 'play.html')]/@href")]
    opened = f"rules=witryna&deal={SHOWN['id']}&seat=B&reading=%s&played=C9"  # just before the card that is refused
    assert links == [opened % "must", opened % "free"]
    assert page.xpath(f"//section[@id='cytowanie']//summary[contains(., '{SHOWN['id']}')]")
    assert (measured / "corpus" / "deals" / f"{SHOWN['id']}.deal.json").is_file()
    (whole,) = read_page(measured / "rule/throw-in.html").xpath(f"//*[@id='deal-{WHOLE['id']}']")
    links = [urldefrag(link)[1] for link in whole.xpath(".//a[contains(@href, 'play.html')]/@href")]
    opened = f"rules=witryna&deal={WHOLE['id']}&seat=A&reading="
    assert links == [opened + "two-points", opened + "as-loss"]


def told_in_vain(folder: Path, rule: str) -> str:
    """Return what the page of *rule* says of its first pair of readings, for which no deal was found."""
    (told,) = read_page(folder / f"rule/{rule}.html").xpath("//p[@data-searched]")
    return text(told)


def test_what_was_searched_in_vain_is_told(measured: Path) -> None:
    told = told_in_vain(measured, "surrender-cost")
    assert f"12{NBSP}345 położeniach każdej wielkości (kart na ręce: 1–4)" in told
    assert "678 rozdaniach" in told
    assert "To nie dowód" in told


def test_no_more_is_said_to_be_searched_than_was(measured: Path) -> None:
    whole = told_in_vain(measured, "choice-order")
    assert "3000 rozdaniach" in whole
    assert "położeni" not in whole
    duty = told_in_vain(measured, "follow-suit")
    assert "wśród wszystkich lew i wszystkich par kart na ręce" in duty
    assert "rozdaniach" not in duty


def test_a_reason_why_there_is_no_such_deal_is_told_instead_of_a_doubt(measured: Path) -> None:
    assert "Bo tak." in told_in_vain(measured, "zyd-outcome")
    assert "dowód" not in told_in_vain(measured, "zyd-outcome")
    english = told_in_vain(measured / "en", "zyd-outcome")
    assert "the deal ends the same. Because it is so." in english
    assert "no proof" not in english
    (told,) = read_page(measured / "rule/zyd-outcome.html").xpath("//p[@data-searched]")
    base, *_ = told.get("data-searched").split(".")
    assert told.xpath(f"a[contains(@href, 'zestaw-{base}')]")


def test_a_link_to_a_deal_opens_that_deal(measured: Path, tree: Path) -> None:
    archive = load_archive(tree)
    found = 0
    for path in sorted((measured / "rule").glob("*.html")):
        for link in read_page(path).xpath("//section[@id='co-zmienia']//a[contains(@href, 'play.html#')]"):
            asked = {key: value[0] for key, value in parse_qs(urldefrag(link.get("href"))[1]).items()}
            assert asked["rules"] in archive.profiles
            if not asked["deal"].isdigit():
                assert asked["deal"] in archive.deals
                continue
            ruleset = to_ruleset(archive, archive.profiles[asked["rules"]])
            names = seat_names(archive.profiles[asked["rules"]].players)
            opened = Deal.from_seed(int(asked["deal"]), names.index(asked["dealer"]), names)
            assert opened == deal_number(ruleset, int(asked["deal"]))
            found += 1
    assert found > 50


# --- the article ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_figure_of_the_article_is_the_datas(
    measured: Path, tree: Path, rows: dict[str, dict[str, dict[str, Any]]], lang: str
) -> None:
    archive = load_archive(tree)
    for page_name in ("article", "agreement"):
        page = read_page((measured if lang == "pl" else measured / "en") / f"{page_name}.html")
        values = page.xpath("//main//span[contains(@class, 'value')]")
        assert len(values) > 5
        for value in values:
            name = value.get("data-value")
            words = text(value)
            assert "no-value" not in value.get("class"), name
            assert words == expected(archive, rows, name, lang) or words.startswith(
                expected(archive, rows, name, lang) + NBSP
            ), name


def expected(archive: Archive, rows: dict[str, dict[str, dict[str, Any]]], name: str, lang: str) -> str:
    """Return what a figure must read, from files and claims alone."""
    chosen = contrasts(archive)
    witnesses = [contrast for contrast in chosen if attested(archive, contrast)]
    editors = [contrast for contrast in chosen if not attested(archive, contrast)]

    def ordered(some: list[Contrast]) -> list[Contrast]:
        return sorted(some, key=lambda c: (*(-rows[p][c.id]["share"] for p in PLAYERS), c.id))

    def of_row(row: dict[str, Any], what: str) -> str:
        return {
            "share": percents(row, lang)[0],
            "interval": percents(row, lang)[1],
            "mean": means(row, lang)[0],
            "mean-interval": means(row, lang)[1],
            "largest": row["largest"],
            "changed": grouped(row["changed"], lang),
        }[what]

    path = name.split(".")
    match path:
        case ["count", what]:
            kinds = [found.kind for found in disagreements(archive)]
            own = sum(claim.scope.game != "sixty-six" for claim in archive.claims.values())
            return grouped(
                {
                    "rules": len(archive.rules),
                    "claims": len(archive.claims),
                    "claims-przemyskie": own,
                    "claims-relative": len(archive.claims) - own,
                    "pins": len(archive.pins),
                    "disagreements": len(kinds),
                    "disputed": kinds.count("disputed"),
                    "words": kinds.count("word"),
                    "relatives": kinds.count("differs-between-relatives"),
                    "variants": kinds.count("variant"),
                    "contrasts": len(rows["sensible"]),
                    "contrasts-witnesses": len(witnesses),
                    "contrasts-editors": len(editors),
                    "contrast-rules": len({row["rule"] for row in rows["sensible"].values()}),
                    "shown": 2,
                    "searched": len(VAIN),
                    "independent-one-game": 0,
                }[what],
                lang,
            )
        case ["agreement", *names, what]:
            pair = next(pair for pair in agreement(archive) if {pair.first, pair.second} == set(names))
            return str(len(getattr(pair, what)))
        case ["profile", profile, what]:
            return str(getattr(shares(archive, archive.profiles[profile]), what))
        case ["survey", _, "confidence"]:
            return f"95{NBSP}%" if lang == "pl" else "95%"
        case ["survey", players, rule, a, b, what]:
            (row,) = (r for r in rows[players].values() if (r["rule"], {r["a"], r["b"]}) == (rule, {a, b}))
            return of_row(row, what)
        case ["over", players, percent, whose]:
            some = witnesses if whose == "witnesses" else editors
            return str(sum(rows[players][c.id]["share"] >= int(percent) / 100 for c in some))
        case ["top", whose, place, what]:
            contrast = ordered(witnesses if whose == "witnesses" else editors)[int(place) - 1]
            if what == "rule":
                return archive.rules[contrast.rule].title[lang]
            return of_row(rows["sensible"][contrast.id], what)
    raise AssertionError(name)


@pytest.mark.parametrize(
    "address", ["article.html", "en/article.html", "agreement.html", "en/agreement.html"]
)
def test_no_figure_is_written_by_hand(measured: Path, address: str) -> None:
    page = html.fromstring((measured / address).read_bytes())
    (main,) = page.xpath("//main")
    drawn = ["value", "table", "figure", "code", "cite", "survey-status", "label", "agreement-pair"]
    for name in drawn:
        for node in main.xpath(f".//*[self::{name} or contains(concat(' ', @class, ' '), ' {name} ')]"):
            node.drop_tree()
    words = re.sub(r"[Pp]rzemyski\w* 66", "", str(main.text_content()))
    assert not re.findall(r"\d+", words), re.findall(r".{30}\d+.{10}", words)


@pytest.mark.parametrize("address", ["article.html", "en/article.html"])
def test_the_article_is_short_and_its_links_lead_somewhere(measured: Path, address: str) -> None:
    page = read_page(measured / address)
    prose = " ".join(text(node) for node in page.xpath("//main//section/p | //main//section/ul"))
    assert 550 <= len(prose.split()) <= 1200
    links = page.xpath("//main//section//p//a/@href | //main//section//li//a/@href")
    assert len(links) > 25
    for link in links:
        target, fragment = urldefrag(str(link))
        path = (measured / address).parent / unquote(target) if target else measured / address
        assert path.is_file(), link
        if fragment:
            assert read_page(path.resolve()).xpath("//*[@id=$name]", name=fragment), link


@pytest.mark.parametrize("address", ["article.html", "disagreements.html"])
def test_figures_are_written_as_the_language_has_them(measured: Path, address: str) -> None:
    polish, english = (text(read_page(measured / lang / address).xpath("//main")[0]) for lang in ("", "en"))
    assert not re.findall(r"\d%|\d %|\d\.\d+[\s–]*%", polish)
    assert not re.findall(rf"\d[ {NBSP}]%|\d,\d\d?%", english)
    assert re.search(rf"\d,\d+–\d+,\d+{NBSP}%", polish)
    assert re.search(r"\d\.\d+–\d+\.\d+%", english)


# --- agreement -----------------------------------------------------------------------------------


def test_the_square_of_witnesses_has_the_counts_of_every_pair(measured: Path, archive: Archive) -> None:
    (table,) = read_page(measured / "agreement.html").xpath("//table[@class='agreement']")
    pairs = {frozenset((pair.first, pair.second)): pair for pair in agreement(archive)}
    seen = []
    for cell in table.xpath(".//td[@data-pair]"):
        pair = pairs[frozenset(cell.get("data-pair").split())]
        seen.append(pair)
        counts = {kind: len(getattr(pair, kind)) for kind in ("agree", "differ", "apart")}
        assert {kind: int(cell.get(f"data-{kind}")) for kind in counts} == counts
        assert (cell.get("data-independent") == "yes") == pair.independent
        if pair.common:
            shown = text(cell.xpath("span[@aria-hidden]")[0])
            assert f"={NBSP}{counts['agree']}" in shown
            assert f"≠{NBSP}{counts['differ']}" in shown
            assert shown.startswith("(") != pair.independent
    assert len(seen) == 2 * len(pairs)


# --- nothing measured ----------------------------------------------------------------------------


def test_without_surveys_the_pages_say_so(bare: Path, archive: Archive) -> None:
    for address in ("disagreements.html", "article.html", "rule/throw-in.html"):
        page = read_page(bare / address)
        assert page.xpath("//p[contains(@class, 'no-survey')]"), address
        assert "Badania jeszcze nie ma" in text(page.xpath("//main")[0])
        assert not page.xpath("//*[@class='plot']"), address
        assert not page.xpath("//table[contains(@class, 'changes')]"), address
    assert "jeszcze nie szukano" in text(read_page(bare / "rule/throw-in.html").xpath("//main")[0])
    article = read_page(bare / "article.html")
    assert not article.xpath("//*[contains(@class, 'no-value')]")
    (measured_part,) = read_page(bare / "disagreements.html").xpath("//section[@id='zmierzone']")
    assert "Jeszcze nie zmierzono" in text(measured_part)


def test_a_single_survey_is_shown_and_the_others_are_missed(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree / "corpus", tmp_path / "corpus")
    shutil.copytree(tree / "tests", tmp_path / "tests")
    for players in ("sensible", "best"):
        (tmp_path / "corpus" / "survey" / f"{players}.json").unlink()
    archive = load_archive(tmp_path)
    found = measurements(archive)
    assert set(found.surveys) == {"random"}
    order = [chosen[0] for _, chosen in in_order(Edition(archive, "pl")) if chosen]
    differ = {disagreement.rule for disagreement in disagreements(archive)}
    measured_rules = {c.rule for c in contrasts(archive) if c.rule in differ and attested(archive, c)}
    assert {contrast.rule for contrast in order} == measured_rules
    shares_of = [found.surveys["random"].found[contrast.id].share for contrast in order]
    assert shares_of == sorted(shares_of, reverse=True)


@pytest.mark.parametrize(
    "name",
    [
        "count.nothing",
        "top.witnesses.first.rule",
        "top.witnesses.0.rule",
        "over.sensible.half.witnesses",
        "over.nobody.10.witnesses",
        "agreement.ojciec.witryna.nothing",
        "profile.witryna.nothing",
        "profile.nothing.own",
        "count.rules|reguła|reguły",
    ],
)
def test_a_figure_that_is_misnamed_is_told(archive: Archive, name: str) -> None:
    with pytest.raises(UnknownIdError):
        figure(Edition(archive, "pl"), name)
