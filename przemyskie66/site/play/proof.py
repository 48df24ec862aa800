"""The rule cases for the reader's own browser: as files beside the engine, and the button that runs them."""

import json
from typing import Any

from przemyskie66.rulebook import ABSENT, Archive, Case, CaseRunner, ruleset_json
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el
from przemyskie66.site.play.words import interface

#: The words of the button and of its answers, by what the script calls them.
WORDS = {
    "running": "running",
    "holds": "run-holds",
    "fails": "run-fails",
    "done": "run-done",
    "failed": "run-failed",
}


def case_rulesets(archive: Archive) -> dict[str, Any]:
    """Return every ruleset that some case is played under, as the engine reads it."""
    names = sorted({case.ruleset for case in archive.cases.values()})
    return {name: ruleset_json(archive, archive.profiles[name]) for name in names}


def cases_of(archive: Archive, rule: str) -> list[dict[str, Any]]:
    """Return the cases of *rule* as requests for the engine: data, ruleset, and the answer under test."""
    runner = CaseRunner(archive)
    return [
        {"id": case.id, "case": dict(case.data), "ruleset": case.ruleset, **_answer_under_test(runner, case)}
        for case in archive.cases.values()
        if case.rule == rule
    ]


def _answer_under_test(runner: CaseRunner, case: Case) -> dict[str, Any]:
    """Return the answer that *case* is about; none where its ruleset gives it for one phase of play alone."""
    value = runner.value_under_test(case)
    return {} if value is ABSENT else {"rule": case.rule, "value": value, "reading": case.reading}


def case_button(edition: Edition, rule: str, bundle: str) -> Child:
    """Return the button that plays the cases of *rule* again in the reader's browser, and its scripts.

    *bundle* is the path from the page to the folder of the play page's files. Without script the
    button stays hidden.
    """
    words = interface(edition.lang)
    return [
        el(
            "button",
            words["run-cases"],
            type="button",
            class_="run-cases",
            hidden=True,
            data_rule=rule,
            data_words=json.dumps({name: words[key] for name, key in WORDS.items()}, ensure_ascii=False),
        ),
        [el("script", defer=True, src=f"{bundle}{name}.js") for name in ("engine", "drawing", "cases")],
    ]
