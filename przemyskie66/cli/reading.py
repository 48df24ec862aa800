"""Commands that read the archive: check, verify, show, sources, cite."""

import dataclasses
import json
import re
from contextlib import nullcontext
from enum import Enum
from pathlib import Path
from typing import Any

import click

from przemyskie66.checks import CHECKS, Check, examine
from przemyskie66.cli.commands import Command, Option, as_json, shared
from przemyskie66.cli.session import Session, fault_json
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.ids import KINDS, format_ref
from przemyskie66.rulebook import (
    STATUS_NAMES,
    Archive,
    Bilingual,
    Claim,
    Exclusion,
    Json,
    Parallel,
    Profile,
    Rule,
    Unit,
    Witness,
    answers,
    citation,
    grid,
    phase_answers,
    shares,
    statuses,
    tables,
    unanswered,
    unreviewed,
    verify,
)
from przemyskie66.rulebook.cite import KIND_NAMES
from przemyskie66.text import Document


@click.command(
    "check",
    cls=Command,
    doc=Bilingual(
        "Sprawdź archiwum: wszystko albo to, co wymieniono. Wypisuje każdy błąd, nie tylko pierwszy.",
        "Check the archive: everything, or what is named. Lists every fault, not the first only.",
    ),
    examples=("przemyskie66 check", "przemyskie66 check anchors cases", "przemyskie66 check --list"),
)
@shared
@as_json
@click.option(
    "--list",
    "only_list",
    is_flag=True,
    cls=Option,
    doc=Bilingual("Wypisz nazwy sprawdzianów.", "List the checks."),
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.pass_obj
def check_command(session: Session, names: tuple[str, ...], only_list: bool, as_json: bool) -> int:
    """Run the checks; exit code 1 if anything is wrong."""
    if only_list:
        if as_json:
            session.print_json([{"name": c.name, "pl": c.doc.pl, "en": c.doc.en} for c in CHECKS.values()])
        else:
            width = max(len(name) for name in CHECKS)
            for check in CHECKS.values():
                session.print(f"{check.name:<{width}}  {session.pick(check.doc)}")
        return 0
    progress = session.err.status("…") if session.is_terminal() else nullcontext()
    with progress as status:

        def begin(check: Check) -> None:
            if status is not None:
                status.update(f"{check.name}: {session.pick(check.doc)}")

        report = examine(session.root, names or None, begin=begin)
    seconds = sum(report.seconds.values())
    if as_json:
        session.print_json(
            {
                "ok": report.ok,
                "checks": list(report.seconds),
                "faults": [fault_json(fault) for fault in report.faults],
            }
        )
        return 0 if report.ok else 1
    session.print_faults(report.faults)
    count, run = len(report.faults), len(report.seconds)
    if report.ok:
        words = session.say(
            f"W porządku: sprawdziany {run}, błędy 0 ({seconds:.1f} s).",
            f"All is well: {run} checks, no fault ({seconds:.1f} s).",
        )
        session.print(words, style="green")
        return 0
    failing = ", ".join(dict.fromkeys(fault.check for fault in report.faults))
    words = session.say(
        f"Błędy: {count}, w sprawdzianach: {failing} ({seconds:.1f} s).",
        f"Faults: {count}, in checks: {failing} ({seconds:.1f} s).",
    )
    session.print(words, style="red")
    return 1


@click.command(
    "verify",
    cls=Command,
    doc=Bilingual(
        "Pokaż dowód reguły, twierdzenia albo cytowania, ogniwo po ogniwie. "
        "Cytat w ustępie, ustęp w pliku surowym, opcja silnika, przykłady rozegrane teraz.",
        "Show the proof of a rule, a claim or a citation, link by link. "
        "Quote in its passage, passage in the raw file, engine option, cases run now.",
    ),
    examples=(
        "przemyskie66 verify throw-in",
        "przemyskie66 verify claim:ojciec-throw-in",
        'przemyskie66 verify "…, rule throw-in: Throwing in."',
    ),
)
@shared
@as_json
@click.argument("refs", nargs=-1, required=True, metavar="RULE|CLAIM|CITATION...")
@click.pass_obj
def verify_command(session: Session, refs: tuple[str, ...], as_json: bool) -> int:
    """Print the proofs; exit code 1 if a link does not hold."""
    proofs = [verify(session.archive, cited(session.archive, ref)) for ref in refs]
    if as_json:
        session.print_json([_plain({**dataclasses.asdict(proof), "ok": proof.ok}) for proof in proofs])
    else:
        for proof in proofs:
            session.print(proof.subject, style="bold")
            for step in proof.steps:
                session.print(
                    f"  {'✓' if step.ok else '✗'} {session.pick(step.text)}", "" if step.ok else "red"
                )
                if step.ref and step.kind in ("claim", "case", "pin"):
                    session.print(f"      {step.ref}", "dim")
            words = (
                session.say("Każde ogniwo trzyma.", "Every link holds.")
                if proof.ok
                else session.say("Nie każde ogniwo trzyma.", "Not every link holds.")
            )
            session.print(words, "green" if proof.ok else "red")
    return 0 if all(proof.ok for proof in proofs) else 1


def cited(archive: Archive, text: str) -> str:
    """Return the reference that *text* is, or that a citation of ours holds.

    A citation names its subject by the key (``przemyskie66-claim-…``) or as ``claim …:``.
    """
    if " " not in text and not text.startswith("przemyskie66-"):
        return text
    for kind in KINDS:
        if (found := re.search(rf"\bprzemyskie66-{kind}-([a-z0-9-]+)", text)) is not None:
            return format_ref(kind, found[1])
    for kind, name in KIND_NAMES.items():
        for words in (name.pl, name.en):
            if (found := re.search(rf"\b{words} ([a-z][a-z0-9-]*):", text)) is not None:
                return format_ref(kind, found[1])
    raise archive.unknown(None, text)


@click.command(
    "show",
    cls=Command,
    doc=Bilingual(
        "Pokaż, co kryje się pod identyfikatorem. Bez niego: ile czego jest; z nazwą rodzaju: spis.",
        "Show what an id stands for. Without one: how much there is; with the name of a kind: a list.",
    ),
    examples=(
        "przemyskie66 show",
        "przemyskie66 show rule",
        "przemyskie66 show throw-in",
        "przemyskie66 show passage:witryna-rozdanie-5",
    ),
)
@shared
@as_json
@click.argument("ref", required=False, metavar="[ID|KIND]")
@click.pass_obj
def show_command(session: Session, ref: str | None, as_json: bool) -> int:
    """Print a record, a list, or the numbers of everything."""
    archive = session.archive
    if ref is None:
        counts = {kind: len(archive.ids_of(kind)) for kind in KINDS}
        if as_json:
            session.print_json(dict(counts))
        for kind, count in counts.items() if not as_json else ():
            session.print(f"{count:5}  {kind}  ({session.pick(KIND_NAMES[kind])})")
        return 0
    if ref in KINDS and not any(ref in archive.ids_of(kind) for kind in KINDS):
        names = list(archive.ids_of(ref))
        if as_json:
            session.print_json(list(names))
        for name in names if not as_json else ():
            session.print(f"{name}  {_title(session, archive.ids_of(ref)[name])}")
        return 0
    kind, name = archive.resolve(ref)
    if as_json:
        session.print_json(_as_json(archive, kind, name))
        return 0
    session.print(f"{format_ref(kind, name)}", style="bold")
    for line in _lines(session, archive, kind, name):
        session.print(f"  {line}")
    return 0


def _title(session: Session, record: object) -> str:
    for name in ("title", "text"):
        text = getattr(record, name, None)
        if isinstance(text, Bilingual):
            return session.pick(text)
        if isinstance(text, str):
            return text
    if isinstance(record, Claim | Parallel | Exclusion):
        return f"„{record.anchor.exact}”"
    if isinstance(record, Unit):
        return record.reading if len(record.reading) < 80 else record.reading[:77] + "…"
    return ""


_EXPORTED = {
    "rule": "rules.jsonl",
    "claim": "claims.jsonl",
    "pin": "pins.jsonl",
    "parallel": "parallels.jsonl",
    "exclusion": "exclusions.jsonl",
    "case": "cases.jsonl",
    "ruleset": "rulesets.json",
}


def _as_json(archive: Archive, kind: str, name: str) -> Json:
    """Return a record in the form in which it is exported, or its fields if it is not."""
    if kind in _EXPORTED:
        return next(row for row in tables(archive)[_EXPORTED[kind]] if row["id"] == name)
    if kind == "passage":
        inside = {passage.id for passage in archive.passages[name].passages}
        return [row for row in tables(archive)["passages.jsonl"] if row["id"] in inside]
    if kind == "deal":
        return dict(archive.deals[name].data)
    record = archive.ids_of(kind)[name]
    if isinstance(record, Document):
        facts = {"id": record.id, "title": record.title, "file": record.file, "header": record.header}
        return _plain({**facts, "sections": record.sections, "gaps": record.gaps})
    return _plain(record)


def _plain(value: Any) -> Json:
    """Return any record of ours as JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.name != "origin"
        }
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Enum):
        return None
    return value if isinstance(value, bool | int | float | str) or value is None else str(value)


def _lines(session: Session, archive: Archive, kind: str, name: str) -> list[str]:
    """Return a record as a person would read it."""
    say, pick = session.say, session.pick
    match archive.ids_of(kind)[name]:
        case Rule() as rule:
            return _rule_lines(session, archive, rule)
        case Claim() as claim:
            return _claim_lines(session, archive, claim)
        case Parallel() as parallel:
            words = [f"„{parallel.anchor.exact}”", f"– {parallel.anchor.passage}", pick(parallel.note)]
            return [f"rule:{parallel.rule}, {parallel.game}, {parallel.relation}", *words]
        case Exclusion() as exclusion:
            return [f"„{exclusion.anchor.exact}”", f"– {exclusion.anchor.passage}", pick(exclusion.reason)]
        case Profile() as profile:
            return _profile_lines(session, archive, profile)
        case Witness() as witness:
            return _witness_lines(session, archive, witness)
        case Unit() as unit:
            lines = [f"{p.id}: {p.reading}" for p in unit.passages]
            span = f"{unit.passages[0].raw_start}–{unit.passages[-1].raw_end}"
            lines.append(f"corpus/raw/{unit.document.id}.txt, {say('znaki', 'characters')} {span}")
            for passage in unit.passages:
                voices = ", ".join(dict.fromkeys(voice for _, _, voice in passage.voices))
                lines += [f"{passage.id}: {say('głos', 'voice')} {voices}"]
                kinds = [
                    ("claim" if isinstance(r, Claim) else "parallel", r) for r in archive.citing(passage.id)
                ]
                lines += [f"    {k}:{record.id} → rule:{record.rule}" for k, record in kinds]
            return lines
        case Document() as document:
            held = f"{len(document.passages)} {say('ustępów', 'passages')}, {len(document.gaps)} {say('luk', 'gaps')}"
            files = f"{document.file}, corpus/raw/{document.id}.txt"
            rights = [f"{layer.id}: {layer.text}" for layer in document.header.availabilities]
            return [document.title, files, held, *rights]
        case record:
            found = _as_json(archive, kind, name)
            title = _title(session, record)
            body = json.dumps(found, ensure_ascii=False, indent=2).splitlines()
            return [title, *body] if title else body


def _rule_lines(session: Session, archive: Archive, rule: Rule) -> list[str]:
    say, pick = session.say, session.pick
    standing = ", ".join(pick(STATUS_NAMES[status]) for status in statuses(archive, rule.id))
    lines = [pick(rule.title), pick(rule.question), f"{say('stan', 'standing')}: {standing}", ""]
    for reading in rule.readings:
        value = f" [{rule.option} = {reading.value!r}]" if reading.played else ""
        lines.append(f"{reading.id}: {pick(reading.text)}{value}")
    lines.append("")
    for witness, cell in grid(archive)[rule.id].items():
        for claim in cell.claims:
            lines.append(
                f"{witness}: {claim.stance} {claim.reading or ''} „{claim.anchor.exact}” [claim:{claim.id}]"
            )
        if not cell.claims:
            lines.append(f"{witness}: {cell.kind}")
    lines += [
        f"{say('wybór redakcji', 'pin')} ({pin.game}): {pin.reading}. {pick(pin.reason)}"
        for pin in archive.pins_on(rule.id)
    ]
    if rule.not_played is not None:
        lines.append(f"{say('silnik', 'engine')}: {pick(rule.not_played)}")
    if rule.note is not None:
        lines.append(f"{say('uwaga', 'note')}: {pick(rule.note)}")
    return lines


def _profile_lines(session: Session, archive: Archive, profile: Profile) -> list[str]:
    """Return whose word a ruleset follows, and every answer with its basis."""
    say, pick = session.say, session.pick
    basis = {
        "own": say("własna", "own"),
        "borrowed": say("pożyczona", "borrowed"),
        "pinned": say("wybór redakcji", "pinned"),
    }
    lines = [pick(profile.title)]
    if profile.refuses is not None:
        lines.append(f"{say('nie gra', 'refuses to play')}: {pick(profile.refuses)}")
    if profile.note is not None:
        lines.append(f"{say('uwaga', 'note')}: {pick(profile.note)}")
    if profile.precedence:
        lines.append(f"{say('pierwszeństwo', 'precedence')}: {', '.join(profile.precedence)}")
    phases = {
        "stock": say("póki jest stos", "while the stock lasts"),
        "closed": say("po „śpij”", "after “śpij”"),
    }
    apart = ((phases[phase], told) for phase, told in phase_answers(archive, profile).items())
    for phase, told in (("", answers(archive, profile)), *apart):
        when = f" ({phase})" if phase else ""
        for rule_id, answer in sorted(told.items()):
            text = archive.rules[rule_id].reading(answer.reading).text
            rests_on = f"({basis[answer.basis]}: {answer.rests_on})"
            lines.append(f"{rule_id}{when} = {answer.reading} {rests_on}: {pick(text)}")
    if profile.precedence and (left := unanswered(archive, profile)):
        words = say("bez jednej odpowiedzi", "without one answer")
        lines.append(f"{words}: {', '.join(sorted(left))}")
    return lines


def _claim_lines(session: Session, archive: Archive, claim: Claim) -> list[str]:
    say, pick = session.say, session.pick
    passage = archive.passage(claim.anchor.passage)
    start, end = passage.raw_span(claim.anchor.start, claim.anchor.end)
    how = say("wprost", "explicit") if claim.explicit else say("wniosek redakcji", "inferred by the editors")
    through = f", {say('podaje', 'reported by')} {claim.reported_by}" if claim.reported_by else ""
    scope = json.dumps(claim.scope.to_json(), ensure_ascii=False)
    return [
        f"rule:{claim.rule}: {claim.stance} {claim.reading or ''}",
        f"„{claim.anchor.exact}”",
        f"– {pick(archive.witnesses[claim.witness].title)}{through} ({how})",
        f"{passage.id}; corpus/raw/{passage.document}.txt, {say('znaki', 'characters')} {start}–{end}",
        f"{say('zakres', 'scope')}: {scope}",
        *([f"{say('uwaga', 'note')}: {pick(claim.note)}"] if claim.note is not None else []),
        _review_line(session, claim),
    ]


def _review_line(session: Session, claim: Claim) -> str:
    if claim.review is None:
        return session.say("nie porównane z ustępem", "not compared with its passage")
    role, day = claim.review.role, claim.review.date
    return session.say(
        f"porównane z ustępem: {role}, {day}; bez drugiego czytelnika",
        f"compared with its passage: {role}, {day}; no second reader",
    )


def _witness_lines(session: Session, archive: Archive, witness: Witness) -> list[str]:
    say, pick = session.say, session.pick
    claims = sum(claim.witness == witness.id for claim in archive.claims.values())
    lines = [pick(witness.title), f"{say('rodzaj', 'kind')}: {witness.kind}"]
    if witness.reported_by:
        lines.append(f"{say('znany tylko przez', 'known only through')}: {witness.reported_by}")
    if witness.document:
        lines.append(f"{say('dokument', 'document')}: source:{witness.document}")
    lines += [f"{date.what}: {date.value} ({date.certainty})" for date in witness.dates]
    for label, text in (
        (say("czego nie mamy", "not held"), witness.not_held),
        (say("prawa", "rights"), witness.rights),
        (say("uwaga", "note"), witness.note),
    ):
        if text is not None:
            lines.append(f"{label}: {pick(text)}")
    waiting = sum(claim.witness == witness.id for claim in unreviewed(archive))
    without = f" ({say('bez stempla', 'without a review stamp')}: {waiting})" if waiting else ""
    return [*lines, f"{say('twierdzenia', 'claims')}: {claims}{without}"]


@click.command(
    "sources",
    cls=Command,
    doc=Bilingual(
        "Wypisz świadków i zestawy zasad: czyje słowo, przez kogo znane, czego nie mamy.",
        "List the witnesses and the rulesets: whose word it is, through whom it is known, what we do not hold.",
    ),
    examples=("przemyskie66 sources", "przemyskie66 sources --json"),
)
@shared
@as_json
@click.pass_obj
def sources_command(session: Session, as_json: bool) -> int:
    """Print every witness with his claims, and every ruleset with the shares of its answers."""
    archive, say = session.archive, session.say
    if as_json:
        session.print_json([_plain(witness) for witness in archive.witnesses.values()])
        return 0
    for witness in archive.witnesses.values():
        session.print(f"witness:{witness.id}", style="bold")
        for line in _witness_lines(session, archive, witness):
            session.print(f"  {line}")
    for profile in archive.profiles.values():
        session.print(f"ruleset:{profile.id}", style="bold")
        session.print(f"  {session.pick(profile.title)}")
        if profile.refuses is not None:
            session.print(f"  {say('nie gra', 'refuses to play')}: {session.pick(profile.refuses)}")
            continue
        counted = shares(archive, profile)
        session.print(
            f"  {say('odpowiedzi', 'answers')}: {len(answers(archive, profile))}; "
            f"{say('własne', 'own')} {counted.own}, {say('pożyczone', 'borrowed')} {counted.borrowed}, "
            f"{say('wybór redakcji', 'pinned')} {counted.pinned}"
        )
    return 0


@click.command(
    "cite",
    cls=Command,
    doc=Bilingual(
        "Podaj, jak cytować regułę, ustęp, twierdzenie, rozdanie albo (bez identyfikatora) całe archiwum.",
        "Say how to cite a rule, a passage, a claim, a deal, or (without an id) the whole archive.",
    ),
    examples=(
        "przemyskie66 cite",
        "przemyskie66 cite throw-in",
        "przemyskie66 cite claim:ojciec-throw-in --format bibtex",
    ),
)
@shared
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "bibtex", "ris", "csl"]),
    default="text",
    cls=Option,
    doc=Bilingual("Zdanie, BibTeX, RIS albo CSL-JSON.", "A sentence, BibTeX, RIS or CSL-JSON."),
)
@click.option(
    "--base-url",
    default="",
    metavar="URL",
    cls=Option,
    doc=Bilingual("Adres opublikowanej strony.", "Address of the published site."),
)
@click.argument("refs", nargs=-1, metavar="[ID]...")
@click.pass_obj
def cite_command(session: Session, refs: tuple[str, ...], form: str, base_url: str) -> int:
    """Print the citations."""
    archive = session.archive
    targets = [archive.resolve(ref) for ref in refs] or [("archive", "archive")]
    found = [citation(archive, kind, name, base_url=base_url) for kind, name in targets]
    if form == "csl":
        session.print_json([item.csl(session.lang) for item in found])
        return 0
    for item in found:
        made = {"text": item.text, "bibtex": item.bibtex, "ris": item.ris}[form](session.lang)
        click.echo(made, nl=form == "text")
    return 0


def read_text(path: Path) -> str:
    """Return the text of a file that somebody named on the command line.

    :raises CorpusError: if it cannot be read or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        value = f"byte {error.start}"
        fault = Fault("files", str(path), "file", "the file is not UTF-8", value, "Save it as UTF-8.")
    except OSError as error:
        reason = error.strerror or ""
        fault = Fault(
            "files", str(path), "file", "the file cannot be read", reason, "Name a file that exists."
        )
    raise CorpusError([fault])
