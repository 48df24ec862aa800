"""The proof of a rule or claim, as a person would read it.

The chain is: quote in its passage, passage in the raw text, reading, engine option, cases run.
"""

from dataclasses import dataclass

from przemyskie66.engine import Ruleset
from przemyskie66.engine.cases import run_case
from przemyskie66.errors import CorpusError, Fault, NotPlayedError, RulesetError
from przemyskie66.rulebook.anchoring import verdict
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.grid import status
from przemyskie66.rulebook.model import ABSENT, Absent, Bilingual, Case, Claim, Parallel, Pin, Rule, Value
from przemyskie66.rulebook.profiles import to_ruleset
from przemyskie66.text import Document, Passage

#: What an engine raises that does not do what it should. A proof must say so, not break off.
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True)
class Step:
    """One link of a proof: what was looked at, whether it holds, and the words to say so."""

    kind: str  #: rule | claim | quote | raw | reading | option | pin | case
    ok: bool
    text: Bilingual
    ref: str = ""  #: what it is about, as ``kind:id``


@dataclass(frozen=True)
class Proof:
    """The links from a source to play, each of them examined now."""

    subject: str
    steps: tuple[Step, ...]

    @property
    def ok(self) -> bool:
        """Whether every link holds."""
        return all(step.ok for step in self.steps)


@dataclass(frozen=True)
class CaseVerdict:
    """The outcome of one case, run under one value of its rule's option."""

    case: Case
    ok: bool
    failures: tuple[str, ...]


class CaseRunner:
    """Runs cases under the ruleset they name, with the option of their rule set to a given reading.

    It keeps the rulesets it has made, so that thousands of runs cost little.
    """

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._bases: dict[str, Ruleset] = {}

    def ruleset(self, case: Case, reading: str, value: Value) -> Ruleset:
        """Return the ruleset a case is run under; ABSENT leaves the option as the profile has it.

        :raises CorpusError, NotPlayedError, RulesetError: if there is no such ruleset to play.
        """
        if case.ruleset not in self._bases:
            profile = self.archive.profiles.get(case.ruleset)
            if profile is None:
                raise self.archive.unknown("ruleset", case.ruleset)
            self._bases[case.ruleset] = to_ruleset(self.archive, profile)
        base = self._bases[case.ruleset]
        if isinstance(value, Absent):
            return base
        if not base.asks(case.rule):
            message = f"rule {case.rule} is not asked of {base.game} with {base.players} players"
            way_out = "Name a ruleset that it is asked of."
            place = f"case {case.id}"
            raise RulesetError(
                [Fault("cases", case.origin.file, place, message, case.ruleset, way_out, (case.rule,))]
            )
        return base.with_option(case.rule, value, reading)

    def run(self, case: Case) -> CaseVerdict:
        """Run a case under the reading it is a case of.

        A ruleset that gives this reading for one phase of play is left as it is: the case shows that phase.
        """
        return self.run_under(case, case.reading, self.value_under_test(case))

    def value_under_test(self, case: Case) -> Value:
        """Return the value of the reading that *case* is a case of; ABSENT where :meth:`run` sets none."""
        value = self.archive.rules[case.rule].reading(case.reading).value
        return ABSENT if self._in_some_phase(case) else value

    def _in_some_phase(self, case: Case) -> bool:
        try:
            base = self.ruleset(case, case.reading, ABSENT)
        except (CorpusError, NotPlayedError, RulesetError):
            return False  # running the case says so
        told = [answers[case.rule][1] for answers in base.phases.values() if case.rule in answers]
        return bool(told) and case.reading in (base.reading(case.rule), *told)

    def run_under(self, case: Case, reading: str, value: Value) -> CaseVerdict:
        """Run a case with the option of its rule set to *value*."""
        try:
            ruleset = self.ruleset(case, reading, value)
            result = run_case(dict(case.data), ruleset)
        except (CorpusError, NotPlayedError, RulesetError) as error:
            return CaseVerdict(case, False, (str(error),))
        except BROKEN as error:
            return CaseVerdict(case, False, (f"the engine broke: {type(error).__name__}: {error}",))
        return CaseVerdict(case, result.ok, tuple(result.failures))


def run_cases(archive: Archive, rule_id: str) -> list[CaseVerdict]:
    """Run every case of one rule now."""
    runner = CaseRunner(archive)
    return [runner.run(case) for case in archive.cases_of(rule_id)]


def verify(archive: Archive, ref: str) -> Proof:
    """Return the proof of a rule, claim, pin or case.

    :raises UnknownIdError: if *ref* names nothing.
    :raises CorpusError: if it names something that has no proof, or more than one thing.
    """
    kind, name = archive.resolve(ref)
    subject = f"{kind}:{name}"
    if kind == "rule":
        rule = archive.rules[name]
        steps = [_rule_step(archive, rule)]
        for claim in archive.claims_on(name):
            steps += _claim_steps(archive, claim)
        for parallel in archive.parallels_on(name):
            steps += _quote_steps(archive, parallel)
        steps += [_pin_step(pin) for pin in archive.pins_on(name)]
        steps += [_option_step(rule)]
        steps += [_case_step(found) for found in run_cases(archive, name)]
    elif kind == "claim":
        claim = archive.claims[name]
        rule = archive.rules[claim.rule]
        steps = [*_claim_steps(archive, claim), _option_step(rule)]
        steps += _cases_resting_on(archive, subject, rule, claim.reading)
    elif kind == "pin":
        pin = archive.pins[name]
        rule = archive.rules[pin.rule]
        steps = [_pin_step(pin), _option_step(rule)]
        steps += _cases_resting_on(archive, subject, rule, pin.reading)
    elif kind == "case":
        case = archive.cases[name]
        steps = []
        for support in case.rests_on:
            steps += list(verify_support(archive, support))
        steps += [_option_step(archive.rules[case.rule]), _case_step(CaseRunner(archive).run(case))]
    elif kind == "parallel":
        steps = _quote_steps(archive, archive.parallels[name])
    elif kind == "passage":
        unit = archive.passages[name]
        steps = [_raw_step(unit.document, passage) for passage in unit.passages]
        for passage in unit.passages:
            for record in archive.citing(passage.id):
                steps += (
                    _claim_steps(archive, record)
                    if isinstance(record, Claim)
                    else _quote_steps(archive, record)
                )
    else:
        message, way_out = f"a {kind} has no proof", "Verify a rule, claim, pin, parallel, case or passage."
        raise CorpusError([Fault("reference", "command", ref, message, subject, way_out)])
    return Proof(subject, tuple(steps))


def verify_support(archive: Archive, ref: str) -> tuple[Step, ...]:
    """Return the steps that examine what a case rests on: a claim or a pin."""
    kind, _, name = ref.partition(":")
    if kind == "claim":
        return tuple(_claim_steps(archive, archive.claims[name]))
    return (_pin_step(archive.pins[name]),)


_STANCES = {
    "asserts": Bilingual("twierdzi", "asserts"),
    "rejects": Bilingual("odrzuca", "rejects"),
    "leaves-open": Bilingual("zostawia otwarte", "leaves open"),
}

STATUS_NAMES = {
    "disputed": Bilingual("sporne", "disputed"),
    "differs-between-relatives": Bilingual("różnica między grami pokrewnymi", "differs between relatives"),
    "variant": Bilingual("odmiany", "variant"),
    "agreed": Bilingual("zgodne", "agreed"),
    "agreed-with-relative": Bilingual("zgodne z krewną grą", "agrees with the relative"),
    "relative-only": Bilingual("tylko krewna gra", "relative only"),
    "single-witness": Bilingual("jeden świadek", "single witness"),
    "pinned": Bilingual("wybór redakcji", "editors' choice"),
    "open": Bilingual("otwarte", "open"),
}


def _rule_step(archive: Archive, rule: Rule) -> Step:
    standing = STATUS_NAMES[status(archive, rule.id)]
    text = Bilingual(f"{rule.question.pl} ({standing.pl})", f"{rule.question.en} ({standing.en})")
    return Step("rule", True, text, f"rule:{rule.id}")


def _claim_steps(archive: Archive, claim: Claim) -> list[Step]:
    witness = archive.witnesses[claim.witness]
    how = (
        Bilingual("wprost", "explicitly")
        if claim.explicit
        else Bilingual("wniosek redakcji", "inferred by the editors")
    )
    heard = Bilingual("", "")
    if claim.reported_by is not None:
        reporter = archive.witnesses[claim.reported_by]
        heard = Bilingual(f", podaje: {reporter.title.pl}", f", reported by: {reporter.title.en}")
    rule = archive.rules[claim.rule]
    said = rule.reading(claim.reading).text if claim.reading is not None else rule.question
    stance = _STANCES[claim.stance]
    unit = archive.passages.get(claim.anchor.passage)
    voice = unit.passages[0].voice_of(claim.anchor.start, claim.anchor.end) if unit is not None else None
    other = Bilingual("", "")
    if voice != claim.witness:
        who = voice or "?"
        other = Bilingual(f" – ale cytat mówi głosem: {who}", f" – but the quote is the word of: {who}")
    head = Bilingual(
        f"{witness.title.pl} ({how.pl}{heard.pl}) {stance.pl}: {said.pl}{other.pl}",
        f"{witness.title.en} ({how.en}{heard.en}) {stance.en}: {said.en}{other.en}",
    )
    return [Step("claim", voice == claim.witness, head, f"claim:{claim.id}"), *_quote_steps(archive, claim)]


def _quote_steps(archive: Archive, record: Claim | Parallel) -> list[Step]:
    quote, where = f"„{record.anchor.exact}”", record.anchor.passage
    ref = f"passage:{where}"
    found = verdict(archive, record)
    if found is None:
        text = Bilingual(f"{quote}: nie ma ustępu {where}", f"{quote}: there is no passage {where}")
        return [Step("quote", False, text, ref)]
    ok = found.status == "verified"
    if not ok:
        text = Bilingual(
            f"{quote} w {where}: nie potwierdzono ({found.status})",
            f"{quote} in {where}: not verified ({found.status})",
        )
        return [Step("quote", False, text, ref)]
    passage = archive.passage(where)
    document = archive.document_of(where)
    start, end = passage.raw_span(record.anchor.start, record.anchor.end)
    file = f"corpus/raw/{document.id}.txt"
    words = Bilingual(
        f"{quote} stoi słowo w słowo w {where}, znaki {record.anchor.start}–{record.anchor.end}",
        f"{quote} stands word for word in {where}, characters {record.anchor.start}–{record.anchor.end}",
    )
    in_raw = Bilingual(
        f"{file}, znaki {start}–{end}: {document.raw[start:end]!r}",
        f"{file}, characters {start}–{end}: {document.raw[start:end]!r}",
    )
    same = _raw_step(document, passage).ok
    return [Step("quote", True, words, ref), Step("raw", same, in_raw, f"source:{document.id}")]


def _raw_step(document: Document, passage: Passage) -> Step:
    """Return whether a passage, as found, is its slice of the raw file, character for character."""
    start, end = passage.raw_start, passage.raw_end
    text = Bilingual(
        f"{passage.id} oddaje corpus/raw/{document.id}.txt, znaki {start}–{end}: „{passage.reading}”",
        f"{passage.id} stands for corpus/raw/{document.id}.txt, characters {start}–{end}: „{passage.reading}”",
    )
    return Step("raw", document.raw[start:end] == passage.found, text, f"passage:{passage.id}")


def _pin_step(pin: Pin) -> Step:
    text = Bilingual(
        f"wybór redakcji, nie świadectwo: {pin.reading}. {pin.reason.pl}",
        f"the editors' choice, no testimony: {pin.reading}. {pin.reason.en}",
    )
    return Step("pin", True, text, f"pin:{pin.id}")


def _option_step(rule: Rule) -> Step:
    ref = f"rule:{rule.id}"
    if rule.option is None:
        why = rule.not_played or Bilingual("silnik jej nie gra", "the engine does not play it")
        return Step("option", True, Bilingual(f"silnik: {why.pl}", f"engine: {why.en}"), ref)
    values = ", ".join(f"{r.id} = {r.value!r}" for r in rule.readings if r.played)
    text = Bilingual(f"opcja silnika {rule.option}: {values}", f"engine option {rule.option}: {values}")
    return Step("option", True, text, ref)


def _cases_resting_on(archive: Archive, ref: str, rule: Rule, reading: str | None) -> list[Step]:
    runner = CaseRunner(archive)
    cases = [case for case in archive.cases_of(rule.id) if ref in case.rests_on or case.reading == reading]
    return [_case_step(runner.run(case)) for case in cases]


def _case_step(found: CaseVerdict) -> Step:
    case = found.case
    why = "" if found.ok else ": " + "; ".join(found.failures)
    text = Bilingual(
        f"{case.title.pl} [{case.reading}; opiera się na {', '.join(case.rests_on)}]{why}",
        f"{case.title.en} [{case.reading}; rests on {', '.join(case.rests_on)}]{why}",
    )
    return Step("case", found.ok, text, f"case:{case.id}")
