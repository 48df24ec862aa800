"""The built site: every record has its page or anchor, every link leads somewhere, every quote is word for word."""

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urldefrag

import pytest
from lxml import html
from sphinx.util.inventory import InventoryFile

from przemyskie66.rulebook import Archive, statuses

Pages = dict[str, html.HtmlElement]


def ids(page: html.HtmlElement) -> list[str]:
    return [str(name) for name in page.xpath("//@id")]


def text(element: html.HtmlElement) -> str:
    return str(element.text_content())


# --- everything has its place -------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_rule_witness_and_source_has_its_page(pages: Pages, archive: Archive, root_of: str) -> None:
    for kind, names in (
        ("rule", archive.rules),
        ("witness", archive.witnesses),
        ("source", archive.documents),
    ):
        missing = [name for name in names if f"{root_of}{kind}/{name}.html" not in pages]
        assert not missing


def test_every_passage_unit_and_gap_has_its_anchor(pages: Pages, archive: Archive) -> None:
    for document in archive.documents.values():
        known = set(ids(pages[f"source/{document.id}.html"]))
        wanted = {passage.id for passage in document.passages} | {
            passage.unit for passage in document.passages
        }
        wanted |= {gap.id for gap in document.gaps}
        assert wanted <= known, sorted(wanted - known)[:5]


def test_every_reading_claim_pin_parallel_and_case_has_its_anchor(pages: Pages, archive: Archive) -> None:
    for rule in archive.rules.values():
        known = set(ids(pages[f"rule/{rule.id}.html"]))
        wanted = {f"reading-{reading.id}" for reading in rule.readings}
        wanted |= {f"claim-{claim.id}" for claim in archive.claims_on(rule.id)}
        wanted |= {f"pin-{pin.id}" for pin in archive.pins_on(rule.id)}
        wanted |= {f"parallel-{parallel.id}" for parallel in archive.parallels_on(rule.id)}
        wanted |= {f"case-{case.id}" for case in archive.cases_of(rule.id)}
        assert wanted <= known, f"{rule.id}: {sorted(wanted - known)}"


def test_other_projects_can_link_to_every_record(site: Path, archive: Archive) -> None:
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "https://example.org", lambda base, uri: f"{base}/{uri}")
    for kind, names in (
        ("rule", archive.rules),
        ("witness", archive.witnesses),
        ("claim", archive.claims),
        ("pin", archive.pins),
        ("passage", {passage.id for document in archive.documents.values() for passage in document.passages}),
    ):
        assert set(names) <= set(inventory[f"p66:{kind}"])
    assert inventory["p66:rule"]["throw-in"].uri == "https://example.org/rule/throw-in.html"


# --- links, and what comes from where -----------------------------------------------------------


def test_internal_links_lead_somewhere(pages: Pages, site: Path) -> None:
    anchors = {name: set(ids(page)) for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for target in page.xpath("//a/@href | //link/@href | //script/@src | //img/@src | //use/@href"):
            address, fragment = urldefrag(str(target))
            if re.match(r"[a-z]+:", address):
                continue
            path = (site / name).parent / unquote(address.split("?")[0]) if address else site / name
            fragment = unquote(fragment.split(":~:")[0])
            if not path.is_file():
                broken.append(f"{name}: no file {target}")
            elif path.name == "play.html" and "=" in fragment:  # no anchor but a position at the table
                if not is_position(fragment, site):
                    broken.append(f"{name}: no position {target}")
            elif path.name == "play.html" and fragment.startswith("rules="):
                continue  # a position, which the page's script opens; test_site_survey looks at these
            elif fragment and path.suffix == ".html":
                known = anchors[str(path.resolve().relative_to(site.resolve()))]
                if fragment not in known:
                    broken.append(f"{name}: no anchor {target}")
    assert not broken, broken[:10]


def is_position(fragment: str, site: Path) -> bool:
    """Return whether the play page can open *fragment*: a ruleset that plays, a deal that is there."""
    asked = dict(parse_qsl(fragment))
    book = json.loads((site / "_static" / "play" / "book.pl.json").read_text(encoding="utf-8"))
    recorded = site / "_static" / "play" / "deals" / f"{asked.get('deal')}.json"
    there = asked.get("deal", "").isdecimal() or recorded.is_file()
    known = {"rules", "deal", "seat", "reading", "dealer", "persons", "blind", "played"}
    return there and asked.get("rules") in book["rulesets"] and set(asked) <= known


def test_no_page_has_two_elements_of_one_id(pages: Pages) -> None:
    twice = {
        name: [i for i in set(found) if found.count(i) > 1]
        for name, page in pages.items()
        if (found := ids(page))
    }
    assert not {name: found for name, found in twice.items() if found}


def test_nothing_is_loaded_from_elsewhere(pages: Pages) -> None:
    for name, page in pages.items():
        loaded = page.xpath(
            "//script/@src | //img/@src | //iframe/@src | //link[@rel='stylesheet' or @rel='icon' or @rel='preload']/@href"
        )
        assert not [target for target in loaded if re.match(r"(?:[a-z]+:)?//", str(target))], name


def test_no_page_is_fetched_before_it_is_asked_for(pages: Pages) -> None:
    """Firefox fetches even what a page calls its next one; the policy forbids it, with a complaint for each."""
    ahead = {"next", "prefetch", "preload", "modulepreload", "prerender"}
    for name, page in pages.items():
        rels = {rel for value in page.xpath("//link/@rel") for rel in str(value).split()}
        assert not rels & ahead, name


def test_no_page_has_a_script_or_style_of_its_own(pages: Pages) -> None:
    for name, page in pages.items():
        # data for catalogues is no script that runs
        assert not page.xpath("//script[not(@src)][not(@type='application/ld+json')][normalize-space()]"), (
            name
        )
        assert not page.xpath("//style | //*[@style] | //@*[starts-with(name(), 'on')]"), name
        assert page.xpath("//meta[@http-equiv='Content-Security-Policy']"), name


def test_stylesheets_load_nothing(site: Path) -> None:
    sheet = (site / "_static" / "edycja.css").read_text(encoding="utf-8")
    assert "url(" not in sheet
    assert "@import" not in sheet


def test_pages_are_read_without_script(pages: Pages) -> None:
    for name, page in pages.items():
        # the grid and the table of corrections are whole without their filter, a citation without its button to copy it,
        # a passage without the button that reports an error in it, and the cases of a rule without the one
        # that plays them again
        if Path(name).name not in ("search.html", "play.html"):
            known = {"cite.js", "report.js", "filter.js"} | (
                {"engine.js", "drawing.js", "cases.js"} if "rule/" in name else set()
            )
            loaded = {Path(urldefrag(str(src))[0].split("?")[0]).name for src in page.xpath("//script/@src")}
            assert loaded <= known, name


# --- words --------------------------------------------------------------------------------------


def test_pages_say_their_language(pages: Pages) -> None:
    for name, page in pages.items():
        assert page.get("lang") == ("en" if name.startswith("en/") else "pl"), name


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_quotes_stand_word_for_word_and_in_polish(pages: Pages, archive: Archive, root_of: str) -> None:
    for record in (*archive.claims.values(), *archive.parallels.values()):
        page = pages[f"{root_of}rule/{record.rule}.html"]
        kind = "claim" if record.id in archive.claims else "parallel"
        (quote,) = page.xpath(f"//*[@id='{kind}-{record.id}']//blockquote//*[@class='exact']")
        assert text(quote) == record.anchor.exact
        assert quote.getparent().get("lang") == "pl"
        assert page.xpath(
            f"//*[@id='{kind}-{record.id}']//a[contains(@href, '#{record.anchor.passage}:~:text=')]"
        ), record.id


def test_voices_are_named_in_the_margin(pages: Pages, archive: Archive) -> None:
    page = pages["source/witryna.html"]
    for passage in archive.documents["witryna"].passages:
        if passage.kind == "heading":
            continue
        for _, _, voice in passage.voices:
            assert page.xpath(f"//*[@id='{passage.unit}']//*[contains(@class, 'who voice-{voice}')]"), (
                passage.id
            )


# --- honesty ------------------------------------------------------------------------------------


def test_the_editors_choices_are_marked_as_theirs(pages: Pages, archive: Archive) -> None:
    for pin in archive.pins.values():
        (block,) = pages[f"rule/{pin.rule}.html"].xpath(f"//*[@id='pin-{pin.id}']")
        assert "pin" in str(block.get("class")).split()
        words = text(block)
        assert words.startswith("Wybór redakcji")
        for part in (pin.reason, pin.alternatives, pin.open_question):
            assert part.pl in words


def test_silence_says_which_silence_it_is(pages: Pages, archive: Archive) -> None:
    words = {
        "silent": "milczy",
        "not-reported": "nie przekazano",
        "lost": "zgubione",
        "not-held": "nie mamy tekstu",
    }
    for nothing in archive.nothings:
        if archive.claims_on(nothing.rule, nothing.witness):
            continue
        page = pages[f"rule/{nothing.rule}.html"]
        title = archive.witnesses[nothing.witness].title.pl
        silences = [text(item) for item in page.xpath("//ul[@class='silences']/li")]
        assert any(item.startswith(f"{title}: {words[nothing.kind]}") for item in silences), nothing


def test_the_grid_has_no_empty_cell(pages: Pages, archive: Archive) -> None:
    rows = pages["grid.html"].xpath("//table[@class='grid']/tbody/tr[td]")
    assert len(rows) == len(archive.rules)
    for row in rows:
        cells = row.xpath("td")[1:]  # the first column is the editors', and may be empty
        assert len(cells) == len(archive.witnesses)
        assert all(text(cell).strip() for cell in cells), text(row)


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_row_of_the_grid_is_filed_under_what_it_shows(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    page = pages[f"{root_of}grid.html"]
    rows = {
        str(row.xpath("th/a/@href")[0]).removeprefix("rule/").removesuffix(".html"): row
        for row in page.xpath("//tr[@data-f]")
    }
    assert set(rows) == set(archive.rules)
    lists = [
        set(map(str, chosen.xpath(".//option/@value"))) - {""} for chosen in page.xpath("//form//select")
    ]
    counts = Counter[str]()
    for name, row in rows.items():
        area, standing, stances = (part.split(" ") for part in str(row.get("data-f")).split("|"))
        assert area == [archive.rules[name].area]
        assert standing == list(statuses(archive, name))
        for witness in archive.witnesses:
            assert (f"{witness}-claims" in stances) == bool(archive.claims_on(name, witness))
        for nothing in archive.nothings:
            if nothing.rule == name and not archive.claims_on(name, nothing.witness):
                assert {f"{nothing.witness}-{nothing.kind}", f"{nothing.witness}-parallel"} & set(stances)
        counts.update({*area, *standing, *stances})
        for values, known in zip((area, standing, stances), lists, strict=True):
            assert set(values) <= known, name
    for option in page.xpath("//form//option[@value!='']"):
        assert text(option).endswith(f" ({counts[str(option.get('value'))]})")


def test_cases_ran_and_held_when_the_site_was_built(pages: Pages, archive: Archive) -> None:
    for case in archive.cases.values():
        (block,) = pages[f"rule/{case.rule}.html"].xpath(f"//*[@id='case-{case.id}']")
        assert block.xpath(".//*[contains(@class, 'verdict-pass')]"), case.id
        if "session" in case.data:
            persons = case.data["session"]["persons"]  # type: ignore[index, call-overload]
            assert all(name in text(block) for name in persons)
            continue
        hands = case.data["start"].get("hands", {})  # type: ignore[index, union-attr, call-overload]
        cards = [code for hand in hands.values() for code in hand.replace("10", "T").split()]
        drawn = [str(code) for code in block.xpath(".//dl//*[@data-card]/@data-card")]
        assert [code for code in drawn if code in cards][: len(cards)] == cards, case.id


def test_the_code_that_obeys_a_rule_is_linked_to_its_line(pages: Pages, root: Path) -> None:
    links = pages["rule/follow-suit.html"].xpath("//section[@id='silnik']//a[contains(@href, '/code/')]")
    assert links
    for link in links:
        address, line = urldefrag(str(link.get("href")))
        module = root / "przemyskie66" / "engine" / Path(address).with_suffix(".py").name
        name = text(link).rpartition(".")[2]
        assert f"def {name}(" in module.read_text(encoding="utf-8").splitlines()[int(line[1:]) - 1]


def test_what_holds_in_one_phase_of_play_is_told_apart(pages: Pages) -> None:
    rows = {
        text(row.xpath("th")[0]): text(row.xpath("td")[0])
        for row in pages["rule/follow-suit.html"].xpath("//section[@id='silnik']//tbody/tr")
    }
    (whole,) = (answer for name, answer in rows.items() if name.endswith("dwóch graczy, uzupełnione"))
    (stock,) = (answer for name, answer in rows.items() if name.endswith("póki jest stos"))
    assert whole != stock == "Nie."


def test_the_page_of_a_rule_tells_its_history(pages: Pages, archive: Archive) -> None:
    for rule in archive.rules.values():
        told = text(pages[f"rule/{rule.id}.html"].xpath("//section[@id='historia']")[0])
        claims = archive.claims_on(rule.id)
        if claims:
            assert f"{sum(claim.review is not None for claim in claims)} z {len(claims)}" in told, rule.id


def test_what_only_bears_the_name_of_an_option_is_not_said_to_obey_it(pages: Pages) -> None:
    names = [text(link) for link in pages["rule/last-trick.html"].xpath("//section[@id='silnik']//a/code")]
    assert "played_out" in names
    assert "DealState.__init__" not in names, "the cards of the last trick are no answer to the rule"


def test_the_site_says_that_no_second_reader_has_checked_it(pages: Pages) -> None:
    for name, page in pages.items():
        words = "No second reader" if name.startswith("en/") else "nie sprawdził jeszcze drugi czytelnik"
        assert words in text(page.xpath("//footer")[0]), name


def test_downloads_are_the_archives_own_files(site: Path, root: Path, archive: Archive) -> None:
    for document in archive.documents:
        for name in (f"corpus/raw/{document}.txt", f"corpus/tei/{document}.tei.xml"):
            assert (site / name).read_bytes() == (root / name).read_bytes()
