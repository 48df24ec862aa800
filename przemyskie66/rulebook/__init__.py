"""Joins texts and engine: rules, readings, claims, silences, pins, and the profiles made of them.

::

    model          the records
    toml_lines     data files, with the line of every value
    schemas        JSON Schemas
    load           corpus/ and tests/rules/ → Archive
    archive        look-ups: by id, by passage, by written reference
    anchoring      quotes tied to passages
    grid           rules × witnesses; agreed, disputed, single witness …
    disagreements  where answers differ
    profiles       whose word a ruleset follows → engine.Ruleset
    answers        what every ruleset answers, sealed
    proofs         the proof of a rule, link by link
    cite           citations in words, BibTeX, RIS, CSL-JSON
    export         JSON Lines
"""

from przemyskie66.rulebook.anchoring import Filling, anchor_faults, fill, verdict
from przemyskie66.rulebook.answers import answers_faults, answers_table, seal_answers
from przemyskie66.rulebook.archive import Archive, Unit, nearest
from przemyskie66.rulebook.cite import Citation, citation
from przemyskie66.rulebook.disagreements import disagreement_on, disagreements
from przemyskie66.rulebook.export import export, tables
from przemyskie66.rulebook.grid import grid, independent, status, statuses, voice_of
from przemyskie66.rulebook.load import find_root, load_archive, read_archive
from przemyskie66.rulebook.model import (
    ABSENT,
    GAMES,
    STATUSES,
    Answer,
    Bilingual,
    Case,
    Cell,
    Claim,
    Disagreement,
    Dismissal,
    Json,
    Nothing,
    Origin,
    Parallel,
    Pin,
    Profile,
    Reading,
    RecordedDeal,
    Rule,
    Scope,
    Shares,
    Side,
    Witness,
    WitnessDate,
)
from przemyskie66.rulebook.profiles import (
    answers,
    find_answers,
    ruleset_json,
    shares,
    to_ruleset,
    with_option,
)
from przemyskie66.rulebook.proofs import (
    BROKEN,
    STATUS_NAMES,
    CaseRunner,
    CaseVerdict,
    Proof,
    Step,
    run_cases,
    verify,
)

__all__ = [
    "ABSENT",
    "BROKEN",
    "GAMES",
    "STATUSES",
    "STATUS_NAMES",
    "Answer",
    "Archive",
    "Bilingual",
    "Case",
    "CaseRunner",
    "CaseVerdict",
    "Cell",
    "Citation",
    "Claim",
    "Disagreement",
    "Dismissal",
    "Filling",
    "Json",
    "Nothing",
    "Origin",
    "Parallel",
    "Pin",
    "Profile",
    "Proof",
    "Reading",
    "RecordedDeal",
    "Rule",
    "Scope",
    "Shares",
    "Side",
    "Step",
    "Unit",
    "Witness",
    "WitnessDate",
    "anchor_faults",
    "answers",
    "answers_faults",
    "answers_table",
    "citation",
    "disagreement_on",
    "disagreements",
    "export",
    "fill",
    "find_answers",
    "find_root",
    "grid",
    "independent",
    "load_archive",
    "nearest",
    "read_archive",
    "ruleset_json",
    "run_cases",
    "seal_answers",
    "shares",
    "status",
    "statuses",
    "tables",
    "to_ruleset",
    "verdict",
    "verify",
    "voice_of",
    "with_option",
]
