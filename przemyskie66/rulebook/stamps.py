"""Review stamps: who compared a claim with its passage, when, and what stood there then.

A stamp says that somebody in a role read the quote beside its passage and found that the claim says
what the words say. It says no more: no second reader has confirmed it. Its fingerprint holds eight
hexadecimal digits for each part of what was read, so that a stamp that has gone stale says which
part has changed since.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook.anchoring import write_atomically
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Absent, Claim, Json, Review
from przemyskie66.rulebook.toml_lines import Lines
from przemyskie66.text import sha256

#: The parts of a fingerprint, in the order in which they are written, and what each stands for.
PARTS: Mapping[str, str] = {
    "witness": "the witness, or through whom he is known",
    "stance": "the stance, or whether it is said or inferred",
    "scope": "the scope",
    "rule": "the title or question of the rule",
    "quote": "the quote or its passage",
    "reading": "the reading, its text or its value",
    "tests": "the cases of the rule",
}


def parts(archive: Archive, claim: Claim) -> dict[str, str]:
    """Return the eight digits of every part of what a reviewer of the claim has before him.

    A rule or reading that the archive does not have (a fault of ``references``) counts as empty.
    """
    rule = archive.rules.get(claim.rule)
    reading: Json = None
    for read in rule.readings if rule is not None else ():
        if read.id != claim.reading:
            continue
        value: Json = None if isinstance(read.value, Absent) else read.value
        reading = [read.id, asdict(read.text), read.played, value]
    seen: dict[str, Json] = {
        "witness": [claim.witness, claim.reported_by],
        "stance": [claim.stance, claim.explicit],
        "scope": claim.scope.to_json(),
        "rule": None if rule is None else [asdict(rule.title), asdict(rule.question)],
        "quote": [claim.anchor.passage, claim.anchor.exact],
        "reading": reading,
        "tests": [dict(case.data) for case in archive.cases_of(claim.rule)],
    }
    return {part: _digits(seen[part]) for part in PARTS}


def _digits(value: Json) -> str:
    return sha256(json.dumps(value, ensure_ascii=False, sort_keys=True))[:8]


def fingerprint(archive: Archive, claim: Claim) -> str:
    """Return the fingerprint of a claim as it is now: ``witness:1f0c9a7e stance:… …``."""
    return " ".join(f"{part}:{digits}" for part, digits in parts(archive, claim).items())


def stale_parts(archive: Archive, claim: Claim) -> tuple[str, ...]:
    """Return the parts that have changed since the claim was stamped; none if it has no stamp."""
    if claim.review is None:
        return ()
    then = dict(piece.split(":", 1) for piece in claim.review.fingerprint.split())
    return tuple(part for part, digits in parts(archive, claim).items() if then.get(part) != digits)


def unreviewed(archive: Archive) -> tuple[Claim, ...]:
    """Return the claims that have no stamp."""
    return tuple(claim for claim in archive.claims.values() if claim.review is None)


def stamp_faults(archive: Archive) -> list[Fault]:
    """Return a fault for every claim that nobody has stamped, or that is not as it was when stamped."""
    faults = []
    for claim in archive.claims.values():
        place = f"line {claim.origin.line}, claim {claim.id}"
        way_out = (
            f"Read the claim beside {claim.anchor.passage}; then run: przemyskie66 stamp {claim.id} --write"
        )
        if claim.review is None:
            message, value = "the claim has no review stamp", ""
        elif changed := stale_parts(archive, claim):
            what = "; ".join(PARTS[part] for part in changed)
            message = f"since {claim.review.role} reviewed the claim on {claim.review.date} this has changed: {what}"
            value = ", ".join(changed)
        else:
            continue
        faults.append(Fault("stamps", claim.origin.file, place, message, value, way_out, (claim.rule,)))
    return faults


def stamp(
    archive: Archive, claims: Iterable[Claim], role: str, day: date, *, write: bool
) -> list[tuple[Claim, tuple[str, ...]]]:
    """Stamp the claims as they are now; return them with the parts that had changed since the last stamp.

    Files are written, whole and atomically, only if *write* is set.

    :raises CorpusError: if a file is not as it was when the archive was read.
    """
    chosen = list(claims)
    by_file: dict[str, list[Claim]] = {}
    for claim in chosen:
        by_file.setdefault(claim.origin.file, []).append(claim)
    texts = {}
    for name, inside in by_file.items():
        path = archive.root / name
        made = {claim.id: Review(role, day.isoformat(), fingerprint(archive, claim)) for claim in inside}
        texts[path] = _with_reviews(path.read_text(encoding="utf-8"), made, name)
    if write:
        for path, text in texts.items():
            write_atomically(path, text)
    return [(claim, stale_parts(archive, claim)) for claim in chosen]


def _with_reviews(text: str, reviews: Mapping[str, Review], file: str) -> str:
    """Return the text of a claims file with the stamps in it; nothing else in it changes."""
    before = tomllib.loads(text)
    lines = text.split("\n")
    starts = [Lines(text).at(["claim", index]) - 1 for index in range(len(before.get("claim", ())))]
    for index in reversed(range(len(starts))):
        review = reviews.get(before["claim"][index]["id"])
        if review is None:
            continue
        start = starts[index]
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("[[")), len(lines))
        block = _without_review(lines[start:end])
        last = max(n for n, line in enumerate(block) if line.strip() and not line.startswith("#"))
        written = [
            "[claim.review]",
            f"role = {json.dumps(review.role, ensure_ascii=False)}",
            f'date = "{review.date}"',
            f'fingerprint = "{review.fingerprint}"',
        ]
        lines[start:end] = [*block[: last + 1], *written, *block[last + 1 :]]
    made = "\n".join(lines)
    for claim in before.get("claim", ()):
        if (review := reviews.get(claim["id"])) is not None:
            claim["review"] = asdict(review)
    if tomllib.loads(made) != before:
        message = "a stamp cannot be put in place without changing something else"
        raise CorpusError(
            [Fault("stamps", file, "whole file", message, "", "Write one [[claim]] table after another.")]
        )
    return made


def _without_review(block: list[str]) -> list[str]:
    """Return the lines of one claim without its stamp."""
    if "[claim.review]" not in block:
        return block
    start = block.index("[claim.review]")
    end = start + 1
    while end < len(block) and block[end].split("=")[0].strip() in ("role", "date", "fingerprint"):
        end += 1
    return block[:start] + block[end:]
