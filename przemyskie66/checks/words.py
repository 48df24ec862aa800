"""Checks of what the rulebook says against the words of the sources."""

import re
from collections.abc import Iterable
from itertools import combinations

from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault
from przemyskie66.rulebook import GAMES, Archive, Claim, Nothing, Parallel, anchor_faults, grid
from przemyskie66.rulebook.anchoring import document_in
from przemyskie66.rulebook.coverage import ITEM_NUMBER
from przemyskie66.rulebook.grid import contradict
from przemyskie66.rulebook.profiles import find_answers

#: A sentence ends here: a full stop, question or exclamation mark, then a space and a capital.
_SENTENCE_END = re.compile(r"[.!?…][”\"»)]?\s+[„\"«(]?[A-ZĄĆĘŁŃÓŚŹŻ]")


def _place(record: Claim | Parallel) -> str:
    kind = "claim" if isinstance(record, Claim) else "parallel"
    return f"line {record.origin.line}, {kind} {record.id}, passage {record.anchor.passage}"


@check(
    "anchors",
    pl="Każdy cytat stoi w swoim ustępie słowo w słowo.",
    en="Every quote stands in its passage, word for word.",
)
def anchors(context: Context) -> Iterable[Fault]:
    """Quotes that are not verified, with the verdict and, where there is one, a proposal."""
    archive = context.archive
    broken = {
        path.name.removesuffix(".tei.xml") for path in (context.root / "corpus" / "tei").glob("*.tei.xml")
    } - set(archive.documents)
    for document in sorted(broken):
        names = {*archive.documents, *broken}
        count = sum(document_in(record.anchor.passage, names) == document for record in archive.quotes)
        message = f"{count} quotes could not be compared with their passages: the text cannot be read"
        file = f"corpus/tei/{document}.tei.xml"
        yield Fault("anchors", file, "whole file", message, "", "Put the text right first.")
    for fault in anchor_faults(archive):
        if not any(f"passage {document}-" in fault.place for document in broken):
            yield fault
    for record in archive.quotes:
        yield from _restored_words(archive, record)


def _restored_words(archive: Archive, record: Claim | Parallel) -> Iterable[Fault]:
    """A quote may not cross a gap, nor rest on an uncertain correction without a note that says so."""
    unit = archive.passages.get(record.anchor.passage)
    if unit is None:
        return
    for correction in unit.passages[0].corrections_in(record.anchor.start, record.anchor.end):
        value = f"„{correction.reading or correction.found}”"
        if correction.kind == "gap":
            message, way_out = "the quote crosses a gap in the text", "Quote the words before or after it."
        elif correction.kind in ("corr", "supplied") and correction.cert != "high" and record.note is None:
            message = f"the quote rests on a correction of certainty “{correction.cert}”"
            way_out = "Say so in the note, or quote other words."
        else:
            continue
        yield Fault("anchors", record.origin.file, _place(record), message, value, way_out, (record.rule,))


@check(
    "claim-voice",
    pl="Świadek twierdzenia jest tym, którego głosem mówi cytat.",
    en="A claim's witness is the voice of its quote.",
)
def claim_voice(context: Context) -> Iterable[Fault]:
    """Claims whose quote is somebody else's word, and parallels quoted from a witness of our games."""
    for record in context.archive.quotes:
        unit = context.archive.passages.get(record.anchor.passage)
        if unit is None:
            continue
        voice = unit.passages[0].voice_of(record.anchor.start, record.anchor.end)
        said = voice or "more than one witness"
        if isinstance(record, Claim):
            if voice == record.witness:
                continue
            message = f"the quote is the word of {said}, not of {record.witness}"
            way_out = "Move the claim to the file of that witness, or quote his words only."
        else:
            witness = context.archive.witnesses.get(voice or "")
            if witness is not None and record.game not in GAMES and not set(witness.games) & set(GAMES):
                continue
            message = f"a parallel to another game quotes {said}"
            way_out = "Make it a claim of that witness."
        value = f"„{record.anchor.exact}”"
        yield Fault(
            "claim-voice", record.origin.file, _place(record), message, value, way_out, (record.rule,)
        )


@check(
    "quote-length",
    pl="Cytat ma najwyżej jedno zdanie.",
    en="A quote is one sentence at most.",
)
def quote_length(context: Context) -> Iterable[Fault]:
    """Quotes that run over the end of a sentence."""
    for record in context.archive.quotes:
        # the printed number of an item is part of its first sentence
        words = ITEM_NUMBER.sub("", record.anchor.exact)
        if (end := _SENTENCE_END.search(words)) is not None:
            message, way_out = (
                "the quote is longer than one sentence",
                "Quote the clauses that state the reading.",
            )
            value = f"…{words[max(0, end.start() - 20) : end.end() + 20]}…"
            yield Fault(
                "quote-length", record.origin.file, _place(record), message, value, way_out, (record.rule,)
            )


@check(
    "contradictions",
    pl="Świadek nie przeczy sam sobie w tym samym zakresie.",
    en="A witness does not contradict himself within the same scope.",
)
def contradictions(context: Context) -> Iterable[Fault]:
    """Claims of one witness on one rule, of the same scope, that cannot both hold."""
    archive = context.archive
    for rule_id in archive.rules:
        for first, second in combinations(archive.claims_on(rule_id), 2):
            same = first.witness == second.witness and first.scope == second.scope
            if same and contradict(first, second):
                message = f"{second.witness} says otherwise in {first.id}"
                value = f"{first.stance} {first.reading}, {second.stance} {second.reading}"
                way_out = "Correct one of them, or give them different scopes."
                yield Fault(
                    "contradictions", second.origin.file, _place(second), message, value, way_out, (rule_id,)
                )


@check(
    "grid-complete",
    pl="Każdy świadek ma przy każdej regule twierdzenie albo odnotowane milczenie.",
    en="Every witness has, for every rule, a claim or a recorded silence.",
)
def grid_complete(context: Context) -> Iterable[Fault]:
    """Empty squares of the grid, squares filled twice, and silences of the wrong kind."""
    archive = context.archive
    for rule_id, row in grid(archive).items():
        for name, cell in row.items():
            if cell.kind == "empty":
                file = f"corpus/claims/{name}.claims.toml"
                message = f"nothing says what {name} holds of rule {rule_id}"
                way_out = "Add a claim, or an entry under [[nothing]] with what was searched."
                yield Fault("grid-complete", file, f"rule {rule_id}", message, "", way_out, (rule_id,))
            elif cell.claims and cell.nothing is not None:
                origin = cell.nothing.origin
                message = f"{name} has both a claim on rule {rule_id} and an entry under [[nothing]]"
                value = ", ".join(claim.id for claim in cell.claims)
                way_out = "Remove the rule from [[nothing]]."
                place = f"line {origin.line}, nothing on {rule_id}"
                yield Fault("grid-complete", origin.file, place, message, value, way_out, (rule_id,))
    seen: dict[tuple[str, str], Nothing] = {}
    for nothing in archive.nothings:
        first = seen.setdefault((nothing.rule, nothing.witness), nothing)
        if first is not nothing:
            yield _nothing_fault(
                "grid-complete",
                nothing,
                f"already recorded in line {first.origin.line}",
                "",
                "Keep one of them.",
            )
        yield from _wrong_kind(archive, nothing)


def _wrong_kind(archive: Archive, nothing: Nothing) -> Iterable[Fault]:
    """A witness whose own text we have can be silent; one whom another reports can only go unreported."""
    witness = archive.witnesses.get(nothing.witness)
    if witness is None:
        return
    if witness.text_held:
        allowed: tuple[str, ...] = ("silent", "lost")
    elif witness.reported_by is not None:
        allowed = ("not-reported", "lost")
    else:
        allowed = ("not-held",)
    if nothing.kind not in allowed:
        yield _nothing_fault(
            "grid-complete",
            nothing,
            f"of {witness.id} it cannot be said that he is “{nothing.kind}”",
            nothing.kind,
            f"Write one of: {', '.join(allowed)}.",
        )


def _nothing_fault(name: str, nothing: Nothing, message: str, value: str, way_out: str) -> Fault:
    place = f"line {nothing.origin.line}, nothing on {nothing.rule}"
    return Fault(name, nothing.origin.file, place, message, value, way_out, (nothing.rule,))


@check(
    "silences",
    pl="Przy każdym milczeniu rozpatrzono każde miejsce, w którym pada szukane słowo.",
    en="For every silence, each place where a searched word occurs has been considered.",
)
def silences(context: Context) -> Iterable[Fault]:
    """Hits of searched words that were neither dismissed nor claimed, and dismissals of no hit."""
    archive = context.archive
    hits: dict[tuple[str, str], set[str]] = {}
    quoted: dict[str, set[str]] = {}
    for record in archive.quotes:
        quoted.setdefault(record.rule, set()).add(record.anchor.passage)
    for nothing in archive.nothings:
        witness = archive.witnesses.get(nothing.witness)
        document = archive.documents.get((witness.document if witness is not None else None) or "")
        if witness is None or document is None:
            continue
        spoken: dict[str, str] = {}
        for term in nothing.searched:
            key = (witness.id, term)
            if key not in hits:
                hits[key] = {
                    passage_id
                    for passage_id, start, end in context.hits.find(document, term)
                    if document.passage(passage_id).voice_of(start, end) == witness.id
                }
            for passage_id in hits[key]:
                spoken.setdefault(passage_id, term)
        dismissed = {hit.passage for hit in nothing.dismissed}
        for passage_id in sorted(set(spoken) - dismissed - quoted.get(nothing.rule, set())):
            text = document.passage(passage_id).reading
            yield _nothing_fault(
                "silences",
                nothing,
                f"“{spoken[passage_id]}” occurs in {passage_id}, which nobody has dismissed",
                f"„{text[:60]}{'…' if len(text) > 60 else ''}”",
                "Make it a claim, or dismiss it with the reason.",
            )
        for passage_id in sorted(dismissed - set(spoken)):
            yield _nothing_fault(
                "silences",
                nothing,
                f"passage {passage_id} is dismissed, but no searched word occurs in it in the voice of {witness.id}",
                ", ".join(nothing.searched),
                "Remove the dismissal, or add the word that was searched.",
            )


@check(
    "gaps",
    pl="Każda luka w tekście o naszej grze jest odnotowana w siatce, a każda przywołana istnieje.",
    en="Every lacuna in a text on our games is recorded in the grid, and every one named exists.",
)
def gaps(context: Context) -> Iterable[Fault]:
    """Named lacunae that are not in the text, and lacunae of the text that no rule records."""
    archive = context.archive
    named = set()
    for nothing in archive.nothings:
        if nothing.gap is None:
            continue
        named.add(nothing.gap)
        witness = archive.witnesses.get(nothing.witness)
        document = witness.document if witness is not None else None
        if document in archive.documents and archive.gaps.get(nothing.gap) != document:
            known = ", ".join(name for name, where in archive.gaps.items() if where == document)
            message = f"the text {document} has no gap of this id"
            yield _nothing_fault("gaps", nothing, message, nothing.gap, f"Known: {known or 'none'}.")
    ours = {witness.document for witness in archive.witnesses.values() if set(witness.games) & set(GAMES)}
    for name, document_id in archive.gaps.items():
        if document_id in ours and name not in named:
            holder = archive.documents[document_id]
            gap = next(gap for gap in holder.gaps if gap.id == name)
            message, way_out = (
                "no rule records this lacuna",
                'Add a [[nothing]] with kind = "lost" and this gap.',
            )
            yield Fault("gaps", holder.file, f"line {gap.line}, gap {name}", message, name, way_out)


@check(
    "pins",
    pl="Każdy wybór redakcji dotyczy gry swojej reguły i coś rozstrzyga.",
    en="Every editors' choice is on a game of its rule, and decides something.",
)
def pins(context: Context) -> Iterable[Fault]:
    """Pins for a game that their rule does not concern, and pins that no ruleset needs."""
    archive = context.archive
    used = {
        answer.rests_on
        for profile in archive.profiles.values()
        for answer in find_answers(archive, profile)[0].values()
    }
    for pin in archive.pins.values():
        rule = archive.rules.get(pin.rule)
        if rule is None:
            continue
        place = f"line {pin.origin.line}, pin {pin.id}"
        if pin.game not in rule.games and rule.option is None:
            message = f"rule {rule.id} is not asked of {pin.game}"
            way_out = f"Add the game to {rule.origin.file}, or remove the pin."
            yield Fault("pins", pin.origin.file, place, message, pin.game, way_out, (rule.id,))
        if rule.option is not None and f"pin:{pin.id}" not in used:
            message, way_out = (
                "no ruleset rests on this pin",
                "Remove it, or place “pin” earlier in a precedence.",
            )
            yield Fault("pins", pin.origin.file, place, message, pin.id, way_out, (rule.id,))
