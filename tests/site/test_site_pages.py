"""Reviewers' questions, sheets for a real table, and help: complete, true to the data, and fit for print."""

import importlib.util
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urldefrag

import pytest
from lxml import html
from playwright.sync_api import Browser

from przemyskie66.cli import app
from przemyskie66.engine import Game, Ruleset, Session, format_action, result_of
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.players import EXTRAS
from przemyskie66.errors import CorpusError
from przemyskie66.rulebook import Archive, answers
from przemyskie66.rulebook.profiles import phase_answers, to_ruleset
from przemyskie66.site.edition import Edition
from przemyskie66.site.reviewers_page import ANSWERS, load_questions
from przemyskie66.site.sheet_page import LEFT_OUT, SIGN_WORDS, SIGNS, left_out, unplaced

Pages = dict[str, html.HtmlElement]

RIDE = [f"ride-{number}" for number in range(1, 50)]
FAIR = [
    f"fair-{item}"
    for item in [
        "f1",
        "f2",
        "f3",
        "f4",
        "a1",
        "a1-1",
        "a1-2",
        "a2",
        "i1",
        "i2",
        "i3",
        "r1",
        "r1-1",
        "r1-2",
        "r1-3",
    ]
]


def text(element: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", str(element.text_content())).strip()


# --- reviewers' questions -------------------------------------------------------------------------


def test_every_question_of_ride_and_every_principle_of_fair_is_answered(root: Path) -> None:
    assert [question.id for question in load_questions(root)] == RIDE + FAIR


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_each_answer_stands_on_the_page_and_leads_to_what_shows_it(
    pages: Pages, site: Path, root: Path, lang: str
) -> None:
    name = "reviewers.html" if lang == "pl" else "en/reviewers.html"
    for question in load_questions(root):
        (item,) = pages[name].xpath(f"//li[@id='{question.id}']")
        assert ANSWERS[question.answer][lang] in text(item)
        assert question.question[lang] in text(item)
        assert question.text[lang] in text(item)
        (link,) = item.xpath(".//a/@href")
        address, anchor = urldefrag(str(link))
        shown = (site / name).parent / address
        assert shown.is_file(), f"{question.id}: no file {link}"
        if anchor:
            known = pages[str(shown.resolve().relative_to(site.resolve()))].xpath("//@id")
            assert anchor in known, f"{question.id}: no anchor {link}"


def test_answers_say_what_the_archive_is(root: Path, archive: Archive, site: Path) -> None:
    """A fact that changes must change its answer."""
    answer = {question.id: question.answer for question in load_questions(root)}
    tei = [document.tei.decode() for document in archive.documents.values()]
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    assert (answer["ride-20"] == "no") == (not any("<facsimile" in t or "<graphic" in t for t in tei))
    assert (answer["ride-21"] == "not-applicable") == (answer["ride-20"] == "no")
    assert (answer["ride-23"] == "partly") == any("No second reader has checked" in t for t in tei)
    assert (answer["ride-12"] == "no") == bool(archive.pins)
    released = "date-released" in re.sub(r"(?m)^#.*$", "", citation)
    for item in ("ride-42", "fair-f1", "fair-f4", "fair-a2"):
        assert (answer[item] == "no") == (not released), item
    assert "doi" not in re.sub(r"(?m)^#.*$", "", citation).lower()
    assert not list(site.rglob("*.pdf"))
    assert answer["ride-28"] == "partly"
    assert (site / "dts" / "index.json").is_file() == (answer["ride-43"] == "yes")
    assert bool(list((site / "data").glob("*.zip"))) == (answer["ride-46"] == "yes")
    assert not list(site.rglob("*oai*"))


def spoilt(root: Path, folder: Path, before: str, after: str) -> Path:
    """Return a folder with the schema and the answers, in which *before* has become *after*."""
    (folder / "docs").mkdir()
    schema = Path("corpus", "schema", "reviewers.schema.json")
    (folder / schema).parent.mkdir(parents=True)
    shutil.copy(root / schema, folder / schema)
    told = (root / "docs" / "reviewers.toml").read_text(encoding="utf-8")
    assert before in told
    (folder / "docs" / "reviewers.toml").write_text(told.replace(before, after, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ('answer = "partly"', 'answer = "perhaps"', ["line ", "perhaps", "must be one of", "schema.json"]),
        ('id = "ride-2"', 'id = "ride-1"', ["ride-1", "answered twice", "Delete"]),
        ('part = "documentation"', 'part = "documentation', ["line 11", "TOML"]),
        ("place.en", "place_en", ["place"]),
    ],
)
def test_a_bad_answer_is_named_with_its_place(
    root: Path, tmp_path: Path, before: str, after: str, named: list[str]
) -> None:
    with pytest.raises(CorpusError) as caught:
        load_questions(spoilt(root, tmp_path, before, after))
    assert "docs/reviewers.toml" in str(caught.value)
    assert all(word in str(caught.value) for word in named), str(caught.value)


# --- sheets for a real table ----------------------------------------------------------------------


def playing(archive: Archive) -> list[str]:
    return [profile.id for profile in archive.profiles.values() if profile.refuses is None]


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_ruleset_that_plays_has_a_sheet_and_no_other(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    found = {name for name in pages if name.startswith(f"{root_of}sheet/")}
    assert found == {f"{root_of}sheet/{name}.html" for name in playing(archive)}
    links = {str(href) for href in pages[f"{root_of}rulesets.html"].xpath("//main//a/@href")}
    assert {f"sheet/{name}.html" for name in playing(archive)} <= links
    assert "sheet/ojciec.html" in pages[f"{root_of}index.html"].xpath("//main//a/@href")


def test_every_question_of_the_engine_has_a_place_on_a_sheet() -> None:
    assert unplaced() == set()


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_sheet_prints_every_answer_that_matters_in_the_words_of_its_reading(
    pages: Pages, archive: Archive, lang: Any
) -> None:
    edition = Edition(archive, lang)
    for name in playing(archive):
        profile = archive.profiles[name]
        page = pages[f"{'en/' if lang == 'en' else ''}sheet/{name}.html"]
        lines = {str(line.get("data-rule")): line for line in page.xpath("//li[@data-rule]")}
        found = answers(archive, profile)
        assert set(lines) == set(found) - left_out(edition, profile)
        for rule, line in lines.items():
            answer = found[rule]
            assert archive.rules[rule].reading(answer.reading).text[lang] in text(line), (name, rule)
            (sign,) = line.xpath(".//span[@role='img']")
            assert text(sign) == SIGNS[answer.basis], (name, rule)
            assert sign.get("aria-label") == SIGN_WORDS[answer.basis][lang]
            kind, _, record = answer.rests_on.partition(":")
            inferred = kind == "claim" and not archive.claims[record].explicit
            assert ("(wniosek)" in text(line) or "(inferred)" in text(line)) == inferred, (name, rule)
        (legend,) = page.xpath("//ul[@class='sheet-legend']")
        for kind in {found[rule].basis for rule in lines}:
            told = sum(found[rule].basis == kind for rule in lines)
            assert f"{SIGNS[kind]} {SIGN_WORDS[kind][lang]} ({told})" in text(legend)


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_what_holds_in_one_phase_of_play_stands_on_the_sheet(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    profile = archive.profiles["wikibooks-2"]
    page = pages[f"{root_of}sheet/wikibooks-2.html"]
    base = answers(archive, profile)
    apart = {
        rule
        for phase in phase_answers(archive, profile).values()
        for rule, answer in phase.items()
        if answer.reading != base[rule].reading
    }
    assert apart
    for rule in apart:
        assert len(page.xpath(f"//li[@data-rule='{rule}']")) > 1


def test_a_sheet_says_that_zyd_is_no_contract_where_it_is_none(pages: Pages) -> None:
    for name, said in (("ojciec", True), ("witryna", False)):
        for rule in ("blind-games", "second-choice"):
            (line,) = pages[f"sheet/{name}.html"].xpath(f"//li[@data-rule='{rule}']")
            assert ("bez żyda" in text(line)) == said


def course(ruleset: Ruleset, persons: Sequence[str], deals: int = 40) -> list[str]:
    """Return all that is done and paid in some deals at one table, played by chance and with much talk."""
    table, told = Session(ruleset, persons), []
    for seed in range(deals):
        game, chance = Game.start(ruleset, table.deal(seed), blind=seed % 4 == 0), SplitMix64(seed)
        while legal := game.legal_actions():
            extras = [action for action in legal if action.kind in EXTRAS - {"choose", "blind"}]
            plain = [action for action in legal if action not in extras]
            game.apply(chance.pick(extras if extras and (not plain or chance.below(5) == 0) else plain))
        told += [format_action(action, game.seats) for action in game.actions]
        line = table.add(result_of(game))
        told.append(f"{line.dealer} {line.points} {table.may_replace()}")
    return told


def dependent(archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield each ruleset with each rule that its sheet leaves out because another rule makes it idle."""
    for name in playing(archive):
        found = answers(archive, archive.profiles[name])
        for reason in LEFT_OUT:
            if reason.rule in found:
                value = archive.rules[reason.rule].reading(found[reason.rule].reading).value
                if value in reason.values:
                    yield from (
                        (name, rule) for rule in reason.rules.split() if rule in found and rule != reason.rule
                    )


def test_what_a_sheet_leaves_out_as_idle_changes_nothing_in_play(archive: Archive) -> None:
    tried = 0
    courses: dict[str, list[str]] = {}
    for name, rule in sorted(set(dependent(archive))):
        profile = archive.profiles[name]
        base = to_ruleset(archive, profile)
        persons = "ABCD"[
            : 4 if profile.game == "przemyskie" else profile.players
        ]  # a fourth one pays and is paid
        if name not in courses:
            courses[name] = course(base, persons)
        for reading in archive.rules[rule].readings:
            if reading.played and reading.id != answers(archive, profile)[rule].reading:
                other = base.with_option(rule, reading.value, reading.id)
                assert course(other, persons) == courses[name], (name, rule, reading.id)
                tried += 1
    assert tried > 10


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_a_printed_sheet_is_one_page_in_letters_that_can_be_read(
    browser: Browser, address: str, archive: Archive, root_of: str
) -> None:
    smallest = """() => Math.min(...[...document.querySelectorAll("main *")]
      .filter((node) => node.offsetParent && [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
      .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
    for name in playing(archive):
        page = browser.new_page()
        page.goto(f"{address}{root_of}sheet/{name}.html")
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, name
        (box,) = re.findall(rb"/MediaBox\s*\[([^]]*)\]", pdf)
        assert [round(float(number)) for number in box.split()] == [0, 0, 595, 842], name  # A4
        page.emulate_media(media="print")
        assert page.evaluate(smallest) >= 8 * 96 / 72 - 0.01, name
        page.close()


# --- help -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictures(root: Path) -> ModuleType:
    """The script that takes the pictures."""
    spec = importlib.util.spec_from_file_location("help_pictures", root / "scripts" / "help_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_picture_of_the_help_is_there_shown_and_described(
    pages: Pages, site: Path, root: Path, pictures: ModuleType, lang: str
) -> None:
    files = {path.name for path in (root / "docs" / "help").iterdir()}
    assert files == {f"{name}.{language}.webp" for name, language in pictures.wanted()}
    name = "help.html" if lang == "pl" else "en/help.html"
    shown = pages[name].xpath("//main//img")
    assert [Path(image.get("src")).name for image in shown] == [
        f"{picture}.{lang}.webp" for picture in pictures.PICTURES
    ]
    for image in shown:
        file = (site / name).parent / image.get("src")
        assert file.read_bytes() == (root / "docs" / "help" / file.name).read_bytes()
        assert file.stat().st_size < 60_000, file.name
        assert len(image.get("alt").split()) > 8, file.name
    alts = [image.get("alt") for image in shown]
    assert len(set(alts)) == len(alts)


def test_the_script_takes_all_pictures_from_the_site(
    browser: Browser, address: str, pictures: ModuleType, tmp_path: Path
) -> None:
    taken = [pictures.take(browser, address, name, lang, tmp_path) for name, lang in pictures.wanted()]
    assert {file.name for file in taken} == {f"{name}.{lang}.webp" for name, lang in pictures.wanted()}
    for file in taken:
        data = file.read_bytes()
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
        assert len(data) < 60_000, file.name


def test_what_a_picture_lacks_is_said(
    browser: Browser, address: str, pictures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pictures.PICTURES, "gone", pictures.Picture("index.html", "h1", ".gone"))
    with pytest.raises(LookupError, match=r"index\.html \(pl\) has no .*\.gone"):
        pictures.take(browser, address, "gone", "pl", tmp_path)


def test_without_a_site_the_script_says_how_to_get_one(pictures: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="make build"):
        pictures.main(tmp_path)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_commands_of_the_help_are_commands_of_the_program(root: Path, archive: Archive, lang: str) -> None:
    told = (root / "docs" / f"help.{lang}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"przemyskie66 ([a-z]+)", told))
    assert {"check", "verify", "show", "cite", "anchor", "answer"} <= named
    assert named <= set(app.commands), named - set(app.commands)
    shown = re.findall(r"przemyskie66 (?:show|cite|verify) (\S+)", told)
    assert [archive.resolve(name) for name in shown]


def test_help_and_questions_can_be_reached_from_every_page(pages: Pages) -> None:
    for name in ("index.html", "rule/throw-in.html", "en/grid.html"):
        links = {Path(str(href)).name for href in pages[name].xpath("//footer//a/@href")}
        assert {"help.html", "reviewers.html"} <= links
