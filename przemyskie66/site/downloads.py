"""The page of downloads: every published file with its format and size, and the rights in each layer."""

import hashlib

from docutils import nodes

from przemyskie66.rulebook.crate import media_type
from przemyskie66.rulebook.export import PACKAGE
from przemyskie66.rulebook.rights import layer_of, layers
from przemyskie66.site import figures
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, section

#: What each file of the export holds.
CONTENTS = {
    "passages": ("ustępy: tekst wydany, zapis zastany, głosy, poprawki", "passages: reading, text as found, voices, corrections"),
    "rules": ("reguły: pytania i możliwe odpowiedzi", "rules: questions and possible answers"),
    "claims": ("twierdzenia świadków, z cytatami", "claims of the witnesses, with quotes"),
    "silences": ("milczenia: czego szukano i co odrzucono", "silences: what was searched for, and what was dismissed"),
    "parallels": ("miejsca paralelne z innych gier", "parallels from other games"),
    "exclusions": ("pominięcia, z powodami", "exclusions, with reasons"),
    "pins": ("wybory redakcji, z pytaniami otwartymi", "editors’ choices, with open questions"),
    "disagreements": ("rozbieżności (obliczone)", "disagreements (computed)"),
    "cases": ("przykłady, które są zarazem testami", "cases, which are the tests too"),
    "rulesets": ("zestawy zasad i ich odpowiedzi", "rulesets and their answers"),
}  # fmt: skip


def download_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all published files: the package first, then texts, tables, annotations, interfaces."""
    say = edition.say
    exported = edition.exported
    up = "" if edition.lang == "pl" else "../"
    known = layers(edition.archive)

    def row(href: str, path: str, words: str, data: bytes) -> nodes.Node:
        layer = layer_of(path, known)
        return el(
            "tr",
            el("th", el("a", path.rpartition("/")[2], href=href, download=True), scope="row"),
            el("td", words),
            el("td", media_type(path).partition(";")[0]),
            el("td", size(edition, len(data)), class_="number"),
            el("td", el("a", edition.pick(layer.title), href=f"#prawa-{layer.id}")),
        )

    def data_row(path: str, words: str) -> nodes.Node:
        return row(f"{up}data/{path}", f"data/{path}", words, exported[path])

    texts: list[nodes.Node] = []
    for document in edition.archive.documents.values():
        raw = f"corpus/raw/{document.id}.txt"
        tei = f"corpus/tei/{document.id}.tei.xml"
        title = document.title
        received = say("jak go otrzymano, bajt w bajt", "as received, byte for byte")
        texts += [
            row(raw, raw, f"{title}: {received}", document.raw_path.read_bytes()),
            row(tei, tei, f"{title}: {say('edycja', 'the edition')} (TEI)", document.tei),
            data_row(f"text/{document.id}.txt", f"{title}: {say('tekst wydany', 'the reading')}"),
        ]
    tables = []
    for name, words in CONTENTS.items():
        file = f"{name}.json" if f"{name}.json" in exported else f"{name}.jsonl"
        tables += [
            data_row(file, say(*words)),
            data_row(f"csv/{name}.csv", say("to samo w CSV", "the same in CSV")),
        ]
    quotes = say(
        "twierdzenia i paralele jako adnotacje tekstu wydanego",
        "claims and parallels as annotations of the reading",
    )
    package = exported[PACKAGE]
    return [
        section(
            "wszystko",
            say("Wszystko w jednym pliku", "Everything in one file"),
            el(
                "p",
                el("a", PACKAGE, href=f"{up}data/{PACKAGE}", download=True),
                f" ({size(edition, len(package))}). ",
                say(
                    "Teksty, edycja, tabele, schematy i licencje: RO-Crate 1.2 w worku BagIt, z sumą SHA-256 każdego pliku.",
                    "Texts, edition, tables, schemas and licences: an RO-Crate 1.2 in a BagIt bag, with the SHA-256 of every file.",
                ),
            ),
            el("p", "SHA-256: ", el("code", hashlib.sha256(package).hexdigest()), class_="label"),
        ),
        _files(edition, "teksty", say("Teksty", "Texts"), texts),
        _files(edition, "tabele", say("Tabele", "Tables"), tables),
        _files(
            edition, "adnotacje", say("Adnotacje", "Annotations"), [data_row("annotations.jsonld", quotes)]
        ),
    ]


def rights_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the rights in every layer."""
    items: list[Child] = []
    for layer in layers(edition.archive):
        licence = el("a", layer.licence, href=layer.licence, rel="license") if layer.licence else None
        items.append(
            (
                el("dt", edition.pick(layer.title), id=f"prawa-{layer.id}"),
                el("dd", edition.pick(layer.statement), " ", licence),
            )
        )
    return [el("dl", items, class_="facts")]


def size(edition: Edition, count: int) -> str:
    """Return a number of bytes for people: ``640,9 kB``, in English ``640.9 kB``."""
    amount, unit = (count / 1e6, "MB") if count >= 1e6 else (count / 1e3, "kB")
    return f"{figures.decimal(amount, 1, edition.lang)}{figures.NBSP}{unit}"


def _files(edition: Edition, anchor: str, title: str, rows: list[nodes.Node]) -> nodes.Node:
    names = [
        ("Plik", "File"),
        ("Co zawiera", "What it holds"),
        ("Format", "Format"),
        ("Rozmiar", "Size"),
        ("Prawa", "Rights"),
    ]
    head = el("tr", [el("th", edition.say(*name), scope="col") for name in names])
    table = el("table", el("thead", head), el("tbody", rows), class_="downloads")
    scroll = el("div", table, class_="table-scroll", tabindex="0", role="region", aria_label=title)
    return section(anchor, title, scroll)
