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
    agreement      how far the witnesses answer alike
    emendations    corrections that are proved, and their sums
    glossary       old words and words of the table
    quality        how many errors a sample of the edition holds
    profiles       whose word a ruleset follows → engine.Ruleset
    answers        what every ruleset answers, sealed
    proofs         the proof of a rule, link by link
    coverage       what no claim, parallel or exclusion covers
    stamps         who reviewed a claim, and what has changed since
    testimony      a person's answer, made a source
    cite           citations in words, BibTeX, RIS, CSL-JSON
    export         tables, texts, annotations and one package
    rights         whose rights hold in which layer
    tabular        rows as CSV
    annotations    claims and parallels as Web Annotations
    crate          everything as an RO-Crate in a BagIt bag
    dts            the texts as Distributed Text Services, in files
    plural         the form of a Polish noun that a number takes
"""

from przemyskie66.rulebook.anchoring import Filling, anchor_faults, fill, verdict
from przemyskie66.rulebook.answers import answers_faults, answers_table, seal_answers
from przemyskie66.rulebook.archive import Archive, Unit, nearest
from przemyskie66.rulebook.cite import Citation, citation
from przemyskie66.rulebook.coverage import (
    Coverage,
    Remainder,
    coverage,
    coverage_faults,
    exclusion_faults,
)
from przemyskie66.rulebook.disagreements import disagreement_on, disagreements
from przemyskie66.rulebook.emendations import (
    Argument,
    Emendation,
    Premise,
    emendation_faults,
    in_figures,
)
from przemyskie66.rulebook.export import export, tables
from przemyskie66.rulebook.glossary import Attestation, Entry, glossary_faults, look_up
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
    Exclusion,
    Json,
    Nothing,
    Origin,
    Parallel,
    Pin,
    Profile,
    Reading,
    RecordedDeal,
    Review,
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
    phase_answers,
    ruleset_json,
    shares,
    to_ruleset,
    unanswered,
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
from przemyskie66.rulebook.quality import Quality, quality_faults
from przemyskie66.rulebook.stamps import fingerprint, stale_parts, stamp, stamp_faults, unreviewed

__all__ = [
    "ABSENT",
    "BROKEN",
    "GAMES",
    "STATUSES",
    "STATUS_NAMES",
    "Answer",
    "Archive",
    "Argument",
    "Attestation",
    "Bilingual",
    "Case",
    "CaseRunner",
    "CaseVerdict",
    "Cell",
    "Citation",
    "Claim",
    "Coverage",
    "Disagreement",
    "Dismissal",
    "Emendation",
    "Entry",
    "Exclusion",
    "Filling",
    "Json",
    "Nothing",
    "Origin",
    "Parallel",
    "Pin",
    "Premise",
    "Profile",
    "Proof",
    "Quality",
    "Reading",
    "RecordedDeal",
    "Remainder",
    "Review",
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
    "coverage",
    "coverage_faults",
    "disagreement_on",
    "disagreements",
    "emendation_faults",
    "exclusion_faults",
    "export",
    "fill",
    "find_answers",
    "find_root",
    "fingerprint",
    "glossary_faults",
    "grid",
    "in_figures",
    "independent",
    "load_archive",
    "look_up",
    "nearest",
    "phase_answers",
    "quality_faults",
    "read_archive",
    "ruleset_json",
    "run_cases",
    "seal_answers",
    "shares",
    "stale_parts",
    "stamp",
    "stamp_faults",
    "status",
    "statuses",
    "tables",
    "to_ruleset",
    "unanswered",
    "unreviewed",
    "verdict",
    "verify",
    "voice_of",
]
