"""The archive as data: tables, plain texts, annotations, and all of it as one package.

::

    *.jsonl, rulesets.json    tables, each with a JSON Schema in corpus/schema/export/
    csv/                      the same tables for spreadsheets
    text/                     the readings, a passage a line
    annotations.jsonld        claims and parallels as W3C Web Annotations on these texts
    przemyskie66-….zip        everything, with texts, edition and schemas: an RO-Crate in a BagIt bag

The output is a function of the archive alone: sorted, without a date of making, the same bytes
every time. Offsets named ``raw_…`` are code points into the file in ``corpus/raw/``.
"""

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook.anchoring import Quoting
from przemyskie66.rulebook.annotations import annotations, plain_text
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.cite import released, versioned
from przemyskie66.rulebook.crate import NAME, carried, package
from przemyskie66.rulebook.disagreements import disagreements
from przemyskie66.rulebook.grid import statuses
from przemyskie66.rulebook.model import Absent, Answer, Bilingual, Json, Value
from przemyskie66.rulebook.profiles import answers, phase_answers, shares, unanswered
from przemyskie66.rulebook.schemas import faults_in
from przemyskie66.rulebook.tabular import to_csv
from przemyskie66.text import Passage

Row = dict[str, Json]

#: The package with everything in it.
PACKAGE = f"{NAME}.zip"


def export(archive: Archive, folder: Path) -> list[Path]:
    """Write every file into *folder* (made if need be) and return their paths.

    All files are written and validated beside it first, then moved in, so that a failure leaves
    *folder* as it was.

    :raises CorpusError: if a line does not follow its schema, or the folder cannot be written.
    """
    made = files(archive)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".export-") as temporary:
            for name, data in made.items():
                path = Path(temporary) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            for name in made:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(temporary) / name).replace(folder / name)
    except OSError as error:
        fault = Fault(
            "export", str(folder), "folder", "the export cannot be written", error.strerror or str(error),
            "Name a folder in which you may write.",
        )  # fmt: skip
        raise CorpusError([fault]) from error
    return [folder / name for name in made]


def files(archive: Archive, *, base_url: str = "") -> dict[str, bytes]:
    """Return every file of the export by its path, sorted.

    :param base_url: the address of the published site; without it annotations name their targets by
        paths that hold on the site, where the export stands in ``data/``.
    :raises CorpusError: if a line does not follow its schema.
    """
    rows = tables(archive)
    site = versioned(base_url, released(archive.root)) or "../"
    texts = {name: _text(archive, name, table) for name, table in rows.items()}
    texts |= {f"csv/{name.split('.')[0]}.csv": to_csv(table) for name, table in rows.items()}
    texts |= {f"text/{document.id}.txt": plain_text(document) for document in archive.documents.values()}
    texts["annotations.jsonld"] = json.dumps(annotations(archive, site), ensure_ascii=False, indent=1) + "\n"
    made = {name: text.encode() for name, text in texts.items()}
    made[PACKAGE] = package(archive, carried(archive) | {f"data/{name}": made[name] for name in made})
    return dict(sorted(made.items()))


def tables(archive: Archive) -> dict[str, list[Row]]:
    """Return the rows of every file by its name."""
    makers: dict[str, Callable[[Archive], Iterable[Row]]] = {
        "passages.jsonl": _passages,
        "rules.jsonl": _rules,
        "claims.jsonl": _claims,
        "silences.jsonl": _silences,
        "parallels.jsonl": _parallels,
        "exclusions.jsonl": _exclusions,
        "pins.jsonl": _pins,
        "disagreements.jsonl": _disagreements,
        "cases.jsonl": _cases,
        "rulesets.json": _rulesets,
    }
    return {name: list(make(archive)) for name, make in makers.items()}


def _text(archive: Archive, name: str, rows: list[Row]) -> str:
    """Return the text of one file; every row of it follows the schema.

    :raises CorpusError: listing every departure.
    """
    schema = f"export/{name.split('.')[0]}"
    faults: list[Fault] = []
    if name.endswith(".jsonl"):
        for number, row in enumerate(rows, start=1):
            faults += faults_in(archive.root, schema, row, name, partial(_at_line, number))
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    else:
        faults = faults_in(archive.root, schema, list(rows), name, _within)
        text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    if faults:
        raise CorpusError(faults)
    return text


def _at_line(number: int, where: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
    return f"line {number}, {'.'.join(map(str, where))}", ()


def _within(where: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
    return ".".join(map(str, where)), ()


def _bilingual(text: Bilingual | None) -> Json:
    return None if text is None else {"pl": text.pl, "en": text.en}


def _value(value: Value) -> Json:
    return None if isinstance(value, Absent) else value


def _passages(archive: Archive) -> Iterable[Row]:
    for name in sorted(archive.documents):
        for passage in archive.documents[name].passages:
            yield {
                "id": passage.id,
                "document": passage.document,
                "section": passage.section or None,
                "kind": passage.kind,
                "n": passage.n,
                "raw_start": passage.raw_start,
                "raw_end": passage.raw_end,
                "found": passage.found,
                "reading": passage.reading,
                "voice": _voice(passage),
                "corrections": [
                    {
                        "id": correction.id or None,
                        "kind": correction.kind,
                        "type": correction.type or None,
                        "found": correction.found,
                        "reading": correction.reading,
                        "start": correction.start,
                        "end": correction.end,
                        "resp": correction.resp or None,
                        "cert": correction.cert or None,
                        "evidence": correction.evidence or None,
                        "note": correction.note or None,
                    }
                    for correction in passage.corrections
                ],
            }


def _voice(passage: Passage) -> Json:
    """Return the witness whose word the passage is, or the spans of several."""
    voices = {voice for _, _, voice in passage.voices}
    if len(voices) == 1:
        return voices.pop()
    return [{"start": start, "end": end, "voice": voice} for start, end, voice in passage.voices]


def _rules(archive: Archive) -> Iterable[Row]:
    for _, rule in sorted(archive.rules.items()):
        standing = statuses(archive, rule.id)
        yield {
            "id": rule.id,
            "area": rule.area,
            "games": list(rule.games),
            "title": _bilingual(rule.title),
            "question": _bilingual(rule.question),
            "readings": [
                {
                    "id": reading.id,
                    "text": _bilingual(reading.text),
                    "value": _value(reading.value),
                    "played": reading.played,
                }
                for reading in rule.readings
            ],
            "option": rule.option,
            "off": _value(rule.off),
            "not_played": _bilingual(rule.not_played),
            "note": _bilingual(rule.note),
            "changes": [{"version": c.version, "text": _bilingual(c.text)} for c in rule.changes],
            "status": standing[0],
            "statuses": list(standing),
        }


def _quote(archive: Archive, record: Quoting) -> Row:
    anchor = record.anchor
    raw_start, raw_end = archive.passage(anchor.passage).raw_span(anchor.start, anchor.end)
    return {
        "document": archive.document_of(anchor.passage).id,
        "passage": anchor.passage,
        "exact": anchor.exact,
        "prefix": anchor.prefix,
        "suffix": anchor.suffix,
        "start": anchor.start,
        "end": anchor.end,
        "raw_start": raw_start,
        "raw_end": raw_end,
    }


def _claims(archive: Archive) -> Iterable[Row]:
    for _, claim in sorted(archive.claims.items()):
        yield {
            "id": claim.id,
            "rule": claim.rule,
            "reading": claim.reading,
            "stance": claim.stance,
            "scope": claim.scope.to_json(),
            "witness": claim.witness,
            "reported_by": claim.reported_by,
            "explicit": claim.explicit,
            **_quote(archive, claim),
            "note": _bilingual(claim.note),
        }


def _silences(archive: Archive) -> Iterable[Row]:
    for nothing in sorted(archive.nothings, key=lambda nothing: (nothing.rule, nothing.witness)):
        yield {
            "rule": nothing.rule,
            "witness": nothing.witness,
            "kind": nothing.kind,
            "searched": list(nothing.searched),
            "dismissed": [{"passage": hit.passage, "why": _bilingual(hit.why)} for hit in nothing.dismissed],
            "gap": nothing.gap,
            "note": _bilingual(nothing.note),
        }


def _parallels(archive: Archive) -> Iterable[Row]:
    for _, parallel in sorted(archive.parallels.items()):
        yield {
            "id": parallel.id,
            "rule": parallel.rule,
            "game": parallel.game,
            **_quote(archive, parallel),
            "relation": parallel.relation,
            "note": _bilingual(parallel.note),
        }


def _exclusions(archive: Archive) -> Iterable[Row]:
    for _, exclusion in sorted(archive.exclusions.items()):
        yield {
            "id": exclusion.id,
            **_quote(archive, exclusion),
            "reason": _bilingual(exclusion.reason),
        }


def _pins(archive: Archive) -> Iterable[Row]:
    for _, pin in sorted(archive.pins.items()):
        yield {
            "id": pin.id,
            "rule": pin.rule,
            "reading": pin.reading,
            "game": pin.game,
            "reason": _bilingual(pin.reason),
            "alternatives": _bilingual(pin.alternatives),
            "open_question": _bilingual(pin.open_question),
        }


def _disagreements(archive: Archive) -> Iterable[Row]:
    for disagreement in disagreements(archive):
        yield {
            "id": disagreement.id,
            "rule": disagreement.rule,
            "kind": disagreement.kind,
            "games": list(disagreement.games),
            "sides": [
                {
                    "reading": side.reading,
                    "witnesses": list(side.witnesses),
                    "claims": list(side.claims),
                    "profiles": list(side.profiles),
                }
                for side in disagreement.sides
            ],
        }


def _cases(archive: Archive) -> Iterable[Row]:
    for _, case in sorted(archive.cases.items()):
        yield {
            "id": case.id,
            "rule": case.rule,
            "reading": case.reading,
            "title": _bilingual(case.title),
            "rests_on": list(case.rests_on),
            "ruleset": case.ruleset,
            "start": case.data.get("start"),
            "session": case.data.get("session"),
            "actions": case.data.get("actions", []),
            "expect": case.data.get("expect"),
        }


def _rulesets(archive: Archive) -> Iterable[Row]:
    for _, profile in sorted(archive.profiles.items()):
        counted = shares(archive, profile)
        yield {
            "id": profile.id,
            "title": _bilingual(profile.title),
            "game": profile.game,
            "players": profile.players,
            "precedence": list(profile.precedence),
            "own": list(profile.own),
            "refuses": _bilingual(profile.refuses),
            "note": _bilingual(profile.note),
            "shares": {"own": counted.own, "borrowed": counted.borrowed, "pinned": counted.pinned},
            "answers": _answers(archive, answers(archive, profile)),
            "phases": {
                phase: _answers(archive, apart) for phase, apart in phase_answers(archive, profile).items()
            },
            "unanswered": [*sorted(unanswered(archive, profile))],
        }


def _answers(archive: Archive, found: Mapping[str, Answer]) -> Json:
    return {
        rule_id: {
            "reading": answer.reading,
            "value": _value(archive.rules[rule_id].reading(answer.reading).value),
            "basis": answer.basis,
            "rests_on": answer.rests_on,
            "witness": answer.witness,
        }
        for rule_id, answer in sorted(found.items())
    }
