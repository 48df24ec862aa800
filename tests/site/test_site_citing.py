"""Citing and downloading on the built site, read by programs that are not ours."""

import hashlib
import html as entities
import json
import re
import subprocess
import sys
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import bibtexparser
import pytest
import rispy
from lxml import html
from rdflib import RDF, Graph, URIRef
from sphinx.util.inventory import InventoryFile

from przemyskie66.ids import KINDS
from przemyskie66.rulebook import Archive, citation
from przemyskie66.rulebook.cite import address
from przemyskie66.site.edition import Edition
from przemyskie66.site.metadata import head

Pages = dict[str, html.HtmlElement]
SCHEMA = "https://schema.org/"


# --- addresses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_every_cited_address_is_where_the_site_puts_the_record(
    pages: Pages, site: Path, archive: Archive, root_of: str
) -> None:
    with (site / root_of / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: uri.removeprefix("/"))
    anchors = {name: {str(i) for i in page.xpath("//@id")} for name, page in pages.items()}
    for kind in KINDS:
        for name in archive.ids_of(kind):
            found = address(archive, kind, name)
            page, anchor = urldefrag(f"{root_of}{found}")
            assert page in anchors, f"{kind} {name}: {found}"
            assert not anchor or anchor in anchors[page], f"{kind} {name}: {found}"
            if kind not in (
                "exclusion",
                "reading",
            ):  # the one stands with its passage, the other has no id of its own
                assert inventory[f"p66:{kind}"][name].uri == found


# --- on the pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_pages_hold_the_citation_in_both_languages_and_three_formats(
    pages: Pages, archive: Archive, lang: str
) -> None:
    up = "" if lang == "pl" else "en/"
    shown = [
        ("rule", "throw-in", "rule/throw-in.html", "//section[@id='cytowanie']/div[@class='cite']"),
        ("claim", "ojciec-throw-in", "rule/throw-in.html", "//details[summary[contains(., 'ojciec-throw-in')]]/div[@class='cite']"),
        ("source", "zagrajmy", "source/zagrajmy.html", "//section[@id='cytowanie']/div[@class='cite']"),
        ("witness", "ojciec", "witness/ojciec.html", "//section[@id='cytowanie']/div[@class='cite']"),
        ("passage", "witryna-rozdanie-5", "cite/witryna.html", "//div[@id='witryna-rozdanie-5']"),
        ("correction", "zagrajmy-c0001", "cite/corrections.html", "//div[@id='zagrajmy-c0001']"),
        ("deal", "rzucenie", "citing.html", "//div[@id='deal-rzucenie']/div[@class='cite']"),
        ("deal", "przyklad", "play.html", "//div[@class='cite']"),
        ("archive", "archive", "citing.html", "//section[1]//div[@class='cite']"),
    ]  # fmt: skip
    for kind, name, page, path in shown:
        block = pages[up + page].xpath(path)[0]
        cited = citation(archive, kind, name)
        words = [str(part.text_content()) for part in block.xpath(".//*[@data-copy]")]
        assert words[:2] == [cited.text(lang), cited.text("en" if lang == "pl" else "pl")], page
        bibtex, ris, csl = words[2:]
        (entry,) = bibtexparser.parse_string(bibtex).entries
        (record,) = rispy.loads(ris)
        (item,) = json.loads(csl)
        assert entry.key == record["id"] == item["id"] == cited.key


def test_every_passage_and_correction_has_its_citation(pages: Pages, archive: Archive) -> None:
    for name, unit in archive.passages.items():
        assert pages[f"cite/{unit.document.id}.html"].xpath("//div[@class='cite'][@id=$name]", name=name), (
            name
        )
    for name in archive.corrections:
        assert pages["cite/corrections.html"].xpath("//div[@class='cite'][@id=$name]", name=name), name


def test_passages_and_corrections_lead_to_their_citations(pages: Pages, archive: Archive) -> None:
    for document in archive.documents.values():
        links = pages[f"source/{document.id}.html"].xpath(
            "//a[@class='cite-link reference internal' or contains(@class, 'cite-link')]/@href"
        )
        linked = {urldefrag(str(link))[1] for link in links}
        units = {passage.unit for passage in document.passages if passage.kind != "heading"}
        assert units <= linked, sorted(units - linked)[:3]
    rows = pages["corrections.html"].xpath("//a[contains(@class, 'cite-link')]/@href")
    assert {urldefrag(str(link))[1] for link in rows} == set(archive.corrections)


def test_the_files_beside_a_page_are_its_citation(site: Path, pages: Pages) -> None:
    for lang, root_of in (("pl", ""), ("en", "en/")):
        page = pages[f"{root_of}rule/throw-in.html"]
        links = page.xpath("//link[@rel='alternate'][@type]")
        beside = {Path(str(link.get("href"))).name for link in links if "/cite/" in str(link.get("href"))}
        assert beside == {f"throw-in.{ending}" for ending in ("bib", "ris", "csl.json")}
        for link in links:
            path = (site / root_of / "rule" / str(link.get("href"))).resolve()
            assert path.is_file(), link.get("href")
        entry = bibtexparser.parse_file(str(site / root_of / "cite/rule/throw-in.bib")).entries[0]
        assert entry["language"] == {"pl": "polish", "en": "english"}[lang]


def test_english_pages_give_no_date_in_polish(pages: Pages) -> None:
    for name in ("en/witness/brydz.html", "en/witness/witryna.html", "en/witness/ojciec.html"):
        facts = pages[name].xpath("//dl[@class='facts']")[0].text_content()
        assert "bez daty" not in facts
        assert "lub później" not in facts
    assert "undated" in pages["en/witness/brydz.html"].xpath("//dl[@class='facts']")[0].text_content()


# --- for machines -----------------------------------------------------------------------------------


def tags(page: html.HtmlElement) -> dict[str, str]:
    return {str(tag.get("name")): str(tag.get("content")) for tag in page.xpath("//meta[@name]")}


def test_a_reference_manager_saves_a_section_of_a_book(pages: Pages, archive: Archive) -> None:
    found = tags(pages["rule/throw-in.html"])
    assert found["citation_title"] == archive.rules["throw-in"].title.pl
    assert found["citation_inbook_title"] == "Przemyskie 66: archiwum źródeł i reguł"
    assert found["citation_author"] == found["DC.creator"] == "Redakcja archiwum Przemyskie 66"
    assert "citation_publication_date" not in found
    assert "citation_public_url" not in found
    source = tags(pages["source/witryna.html"])
    assert "citation_author" not in source
    assert source["DC.contributor"] == "Redakcja archiwum Przemyskie 66"


@pytest.mark.parametrize(("lang", "folder"), [("pl", ""), ("en", "en/")])
def test_with_an_address_pages_say_where_to_cite_them(archive: Archive, lang: Any, folder: str) -> None:
    edition = Edition(archive, lang, "https://example.org")
    page = html.fromstring(
        f"<html><head>{head(edition, 'rule/throw-in', 'Rzucenie kart')}</head><body></body></html>"
    )
    where = f"https://example.org/{folder}rule/throw-in.html"
    assert tags(page)["citation_public_url"] == tags(page)["DC.identifier"] == where
    assert page.xpath("//link[@rel='cite-as']/@href") == [where]


@cache
def vocabulary() -> dict[str, dict[str, Any]]:
    """The terms of schema.org, as the package rocrate carries them."""
    data = json.loads((resources("rocrate") / "data" / "schema.jsonld").read_text(encoding="utf-8"))
    return {term["@id"].removeprefix("schema:"): term for term in data["@graph"]}


def names(value: Any) -> list[str]:
    entries = value if isinstance(value, list) else [value] if value else []
    return [entry["@id"].removeprefix("schema:") for entry in entries]


def kinds_of(name: str) -> set[str]:
    """Return a class of schema.org with all above it."""
    return {name}.union(
        *(
            kinds_of(above)
            for above in names(vocabulary()[name].get("rdfs:subClassOf"))
            if above in vocabulary()
        )
    )


def test_json_ld_is_schema_org(pages: Pages) -> None:
    described = 0
    for name, page in pages.items():
        for script in page.xpath("//script[@type='application/ld+json']"):
            data = json.loads(script.text)
            assert data.pop("@context") == "https://schema.org"
            graph = Graph().parse(
                data=json.dumps({"@context": {"@vocab": SCHEMA}, **data}),
                format="json-ld",
                publicID=f"https://example.org/{name}",
            )
            for subject, predicate, _ in graph:
                if predicate == RDF.type:
                    continue
                term = str(predicate).removeprefix(SCHEMA)
                assert term in vocabulary(), f"{name}: no term {term}"
                types = [str(kind).removeprefix(SCHEMA) for kind in graph.objects(subject, RDF.type)]
                allowed = set(names(vocabulary()[term].get("schema:domainIncludes")))
                assert any(kinds_of(kind) & allowed for kind in types), f"{name}: {term} of {types}"
            described += 1
    assert described > 300


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_json_ld_gives_every_claim_with_its_words_and_where_they_stand(
    pages: Pages, archive: Archive, root_of: str
) -> None:
    name = f"{root_of}rule/throw-in.html"
    (script,) = pages[name].xpath("//script[@type='application/ld+json']")
    data = json.loads(script.text) | {"@context": {"@vocab": SCHEMA}}
    graph = Graph().parse(data=json.dumps(data), format="json-ld", publicID=f"https://example.org/{name}")
    for claim in archive.claims_on("throw-in"):
        node = URIRef(f"https://example.org/{name}#claim-{claim.id}")
        quotation = graph.value(node, URIRef(f"{SCHEMA}appearance"))
        assert str(graph.value(quotation, URIRef(f"{SCHEMA}text"))) == claim.anchor.exact
        page = archive.document_of(claim.anchor.passage).id
        place = graph.value(quotation, URIRef(f"{SCHEMA}isPartOf"))
        assert str(place) == f"https://example.org/{root_of}source/{page}.html#{claim.anchor.passage}"


# --- another Sphinx project -------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "extra"), [("md", ""), ("rst", '"przemyskie66.site.domain"')])
def test_another_project_cites_a_rule_by_intersphinx(
    site: Path, tmp_path: Path, form: str, extra: str
) -> None:
    (tmp_path / "conf.py").write_text(
        f"extensions = ['myst_parser', 'sphinx.ext.intersphinx', {extra}]\n"
        "nitpicky = True\n"
        f"intersphinx_mapping = {{'p66': ('https://example.org/', {str(site / 'objects.inv')!r})}}\n",
        encoding="utf-8",
    )
    text = {
        "md": "# Page\n\n[](inv:p66:p66:rule#throw-in) and [it](inv:p66:p66:claim#ojciec-throw-in)\n",
        "rst": "Page\n====\n\n:p66:rule:`throw-in` and :p66:claim:`it <ojciec-throw-in>`\n",
    }[form]
    (tmp_path / f"index.{form}").write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "-n",
        "-b",
        "html",
        str(tmp_path),
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = html.parse(str(tmp_path / "out" / "index.html")).getroot()
    rule, claim = page.xpath("//a[contains(@class, 'external')]")
    assert rule.get("href") == "https://example.org/rule/throw-in.html"
    assert rule.text_content() == "Rzucenie kart"
    assert claim.get("href") == "https://example.org/rule/throw-in.html#claim-ojciec-throw-in"
    assert claim.text_content() == "it"


# --- downloads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("root_of", ["", "en/"])
def test_the_page_of_downloads_lists_what_is_published(site: Path, pages: Pages, root_of: str) -> None:
    page = pages[f"{root_of}downloads.html"]
    listed = {(site / root_of / str(link)).resolve() for link in page.xpath("//a[@download]/@href")}
    assert all(path.is_file() for path in listed)
    assert {path for path in (site / "data").resolve().rglob("*") if path.is_file()} <= listed
    (package,) = (site / "data").resolve().glob("*.zip")
    rows = page.xpath("//table[@class='downloads']/tbody/tr")
    tabled = {(site / root_of / str(row.xpath("th/a/@href")[0])).resolve() for row in rows}
    assert tabled == listed - {package}
    for row in rows:
        path = site / root_of / str(row.xpath("th/a/@href")[0])
        amount, unit = (
            str(row.xpath("td[@class='number']")[0].text_content())
            .replace(",", ".")
            .split("\N{NO-BREAK SPACE}")
        )
        assert (
            abs(float(amount) * {"kB": 1e3, "MB": 1e6}[unit] - path.stat().st_size)
            <= {"kB": 51, "MB": 51_000}[unit]
        )
        layer = str(row.xpath("td/a[starts-with(@href, '#prawa-')]/@href")[0])
        assert page.xpath("//*[@id=$name]", name=layer[1:]), layer
    assert hashlib.sha256(package.read_bytes()).hexdigest() in page.text_content()


def test_rights_are_stated_layer_by_layer(pages: Pages, archive: Archive) -> None:
    words = entities.unescape(pages["downloads.html"].text_content())
    for document in archive.documents.values():
        for layer in document.header.availabilities:
            if layer.layer != "edition":
                assert layer.text.in_language("pl") in words
    assert re.search(r"Licencja nie obejmuje słów źródeł", words)


def test_the_text_api_is_published_once(site: Path) -> None:
    entry = json.loads((site / "dts" / "index.json").read_text(encoding="utf-8"))
    assert entry["@type"] == "EntryPoint"
    assert (site / "dts" / "document" / "witryna" / "witryna-rozdanie-5-s2" / "index.xml").is_file()
    assert not (site / "en" / "dts").exists()
    assert not (site / "en" / "data").exists()
