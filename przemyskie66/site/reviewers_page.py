"""The answers to reviewers' questions: RIDE's questionnaire and the FAIR principles.

:func:`load_questions` reads ``docs/reviewers.toml``. Every answer names the place where the site shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from docutils import nodes

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook import Bilingual
from przemyskie66.rulebook.schemas import faults_in
from przemyskie66.rulebook.toml_lines import read_toml
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, flatten, page, section

PARTS: dict[str, Bilingual] = {
    "documentation": Bilingual("Dokumentacja", "Documentation"),
    "contents": Bilingual("Treść", "Contents"),
    "presentation": Bilingual("Podanie treści", "Presentation"),
    "search": Bilingual("Wyszukiwanie", "Search"),
    "method": Bilingual("Cele i metoda", "Aims and method"),
    "technical": Bilingual("Dostępność techniczna", "Technical accessibility"),
    "fair": Bilingual("Zasady FAIR", "The FAIR principles"),
}

ANSWERS: dict[str, Bilingual] = {
    "yes": Bilingual("tak", "yes"),
    "partly": Bilingual("częściowo", "partly"),
    "no": Bilingual("nie", "no"),
    "not-applicable": Bilingual("nie dotyczy", "not applicable"),
    "choice": Bilingual("z listy", "from a list"),
}

#: Where the answers stand.
FILE_NAME = "docs/reviewers.toml"

#: Before the path of a file that the site publishes, where a place is no page.
FILE = "file:"


@dataclass(frozen=True)
class Question:
    """One question of reviewers, answered."""

    id: str
    part: str
    catalogue: str  #: section of the catalogue of criteria; empty where none is named
    question: Bilingual
    answer: str  #: a key of :data:`ANSWERS`
    text: Bilingual
    place: Bilingual  #: page of the site, with or without ``#`` and anchor, or ``file:`` and a path


def load_questions(root: Path) -> list[Question]:
    """Return the answered questions in the order of ``docs/reviewers.toml``.

    :raises CorpusError: if the file cannot be read, does not follow its schema or answers a question twice.
    """
    path, name = root / FILE_NAME, FILE_NAME
    faults: list[Fault] = []
    read = read_toml(root, path, faults)
    if read is not None:
        data, lines = read
        faults += faults_in(root, "reviewers", data, name, lambda at: (f"line {lines.at(at)}", ()))
        if not faults:
            tables = cast("list[dict[str, Any]]", data["question"])  # the schema says so
            return _distinct([_question(table) for table in tables], name)
    raise CorpusError(faults)


def _question(table: Mapping[str, Any]) -> Question:
    place = table["place"]
    return Question(
        table["id"],
        table["part"],
        table.get("catalogue", ""),
        Bilingual(**table["question"]),
        table["answer"],
        Bilingual(**table["text"]),
        Bilingual(place, place) if isinstance(place, str) else Bilingual(**place),
    )


def _distinct(found: list[Question], file: str) -> list[Question]:
    ids = [question.id for question in found]
    twice = dict.fromkeys(name for name in ids if ids.count(name) > 1)
    if twice:
        raise CorpusError(
            [
                Fault("reviewers", file, f"question {name}", "answered twice", name, "Delete one answer.")
                for name in twice
            ]
        )
    return found


def reviewers_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all questions part by part, each with its answer and a link to where the site shows it."""
    found = load_questions(edition.archive.root)
    groups = {
        "RIDE": [question for question in found if question.part != "fair"],
        "FAIR": [question for question in found if question.part == "fair"],
    }
    return flatten(
        [
            el("ul", [_counts(edition, name, group) for name, group in groups.items()], class_="in-numbers"),
            [
                section(
                    f"czesc-{part}",
                    edition.pick(title),
                    el(
                        "ul",
                        [_item(edition, q) for q in found if q.part == part],
                        class_="answers",
                        role="list",
                    ),
                )
                for part, title in PARTS.items()
            ],
        ]
    )


def _counts(edition: Edition, name: str, group: list[Question]) -> nodes.Node:
    kinds = [question.answer for question in group]
    told = ", ".join(
        f"{edition.pick(word)} {kinds.count(kind)}" for kind, word in ANSWERS.items() if kind in kinds
    )
    number = edition.count(len(kinds), ("odpowiedź", "odpowiedzi", "odpowiedzi"), ("answer", "answers"))
    return el("li", f"{name}: {number}. ", told[:1].upper() + told[1:], ".")


def _item(edition: Edition, question: Question) -> nodes.Node:
    number = question.id.removeprefix("ride-")
    catalogue = (
        edition.say(" · katalog ", " · catalogue ") + question.catalogue if question.catalogue else None
    )
    return el(
        "li",
        el(
            "p",
            el("span", f"{number}. ", class_="label") if number != question.id else None,
            el("strong", edition.pick(question.question)),
            " ",
            el("span", edition.pick(ANSWERS[question.answer]), class_=f"tag answer-{question.answer}"),
        ),
        el("p", edition.pick(question.text)),
        el(
            "p",
            edition.say("Gdzie to widać: ", "Where it shows: "),
            _link(edition, edition.pick(question.place)),
            catalogue,
            class_="label",
        ),
        id=question.id,
        data_answer=question.answer,
    )


def missing_places(edition: Edition, out: Path, root: Path | None) -> list[Fault]:
    """Return a fault for every place that an answer names and the built site lacks.

    Pages stand in *out*, files that both languages share in *root*, where they have been written.
    """
    faults = []
    for question in load_questions(edition.archive.root):
        places = {edition.pick(question.place)}
        if root is not None:  # then it is for us to look for the files of both languages
            places |= {place for place in (question.place.pl, question.place.en) if place.startswith(FILE)}
        for place in sorted(places):
            if (what := _missing(place, out, root)) is not None:
                message, where = f"the site has no such {what}", f"question {question.id}, place"
                faults.append(Fault("reviewers", FILE_NAME, where, message, place, "Name what the site has."))
    return faults


def _missing(place: str, out: Path, root: Path | None) -> str | None:
    """Return whether it is a file, a page or an anchor that is not there; None where all is."""
    if place.startswith(FILE):
        return None if root is None or (root / place.removeprefix(FILE)).is_file() else "file"
    docname, _, anchor = place.partition("#")
    path = out / f"{docname}.html"
    if not path.is_file():
        return "page"
    return None if not anchor or f'id="{anchor}"' in path.read_text(encoding="utf-8") else "anchor"


def _link(edition: Edition, place: str) -> Child:
    if place.startswith(FILE):
        path = place.removeprefix(FILE)
        up = "../" if edition.lang == "en" else ""
        return el("a", el("code", path), href=up + path)
    if place == "search":  # made by the theme, so no document
        return el("a", edition.say("Szukaj", "Search"), href="search.html")
    docname, _, anchor = place.partition("#")
    return page(docname, anchor)
