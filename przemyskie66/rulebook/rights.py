"""Whose rights hold in which layer of the archive: the words received, the edition, the rulebook.

The words of a text keep the rights that its header states; a licence is named only where one is recorded.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Bilingual
from przemyskie66.text import Availability, Document

CC_BY_SA = "https://creativecommons.org/licenses/by-sa/4.0/"


@dataclass(frozen=True)
class Layer:
    """A part of what can be downloaded, and the rights in it."""

    id: str
    title: Bilingual
    paths: tuple[str, ...]  #: patterns of the files of the layer
    statement: Bilingual
    licence: str  #: address of the licence; empty where none is recorded


def layers(archive: Archive) -> tuple[Layer, ...]:
    """Return all layers, the texts as received first."""
    received = [_received(document) for document in archive.documents.values()]
    words = Bilingual(
        "To, co dodała redakcja (podział, oznaczenia, uwagi, opis): CC BY-SA 4.0. "
        "Licencja nie obejmuje słów źródeł, które w tych plikach stoją; te mają prawa podane wyżej.",
        "What the editors added (division, markup, notes, description): CC BY-SA 4.0. "
        "The licence does not extend to the words of the sources that stand in these files; those have the rights stated above.",
    )
    rules = Bilingual(
        "Reguły, twierdzenia, wybory redakcji, przykłady i schematy: CC BY-SA 4.0, z wyjątkiem przytoczonych słów źródeł.",
        "Rules, claims, editors’ choices, examples and schemas: CC BY-SA 4.0, except for the quoted words of the sources.",
    )
    edition = (
        "corpus/tei/*", "data/text/*", "data/passages.jsonl", "data/csv/passages.csv", "data/annotations.jsonld",
    )  # fmt: skip
    return (
        *received,
        Layer("edition", Bilingual("Edycja", "The edition"), edition, words, CC_BY_SA),
        Layer("rulebook", Bilingual("Opis reguł", "The rulebook"), ("*",), rules, CC_BY_SA),
    )


def layer_of(path: str, known: Iterable[Layer]) -> Layer:
    """Return the first of the *known* layers that holds the file *path*; the last one holds every file."""
    return next(layer for layer in known if any(fnmatchcase(path, pattern) for pattern in layer.paths))


def _received(document: Document) -> Layer:
    stated = [layer for layer in document.header.availabilities if layer.layer != "edition"]
    return Layer(
        f"raw-{document.id}",
        Bilingual(
            f"Słowa tekstu „{document.title}”, jak go otrzymano",
            f"The words of “{document.title}”, as received",
        ),
        (f"corpus/raw/{document.id}.txt",),
        Bilingual(_words(stated, "pl"), _words(stated, "en")),
        next((layer.target for layer in stated if layer.target), ""),
    )


def _words(stated: list[Availability], lang: str) -> str:
    return " ".join(layer.text.in_language(lang) for layer in stated)
