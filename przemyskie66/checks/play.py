"""Checks of the engine against the rulebook: options, rulesets, cases, recorded deals."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from przemyskie66.checks.registry import Context, check
from przemyskie66.engine import (
    CONTRACTS,
    OPTIONS,
    Action,
    DealRecord,
    Game,
    Position,
    Ruleset,
    contrast_failures,
    expectation_failures,
    found_in,
    play_case,
    read_record,
    record_faults,
    record_to_json,
    replay,
)
from przemyskie66.engine import ruleset as engine_ruleset
from przemyskie66.engine.cards import CARD_COUNT, SUITS
from przemyskie66.engine.notation import HIDDEN, OPEN, PARTS
from przemyskie66.errors import (
    CorpusError,
    Fault,
    IllegalActionError,
    NotationError,
    NotPlayedError,
    Przemyskie66Error,
    RulesetError,
)
from przemyskie66.rulebook import (
    ABSENT,
    BROKEN,
    Archive,
    Case,
    Claim,
    Pin,
    RecordedDeal,
    Rule,
    answers_faults,
    find_answers,
    ruleset_json,
    to_ruleset,
)
from przemyskie66.survey.contrasts import contrasts

ENGINE_FILE = "przemyskie66/engine/ruleset.py"


def engine_place(rule_id: str) -> str:
    """Return where the engine declares the option of a rule: ``line 132, option follow_suit``."""
    lines = Path(engine_ruleset.__file__).read_text(encoding="utf-8").splitlines()
    number = next((n for n, line in enumerate(lines, start=1) if f'"{rule_id}":' in line), 1)
    return f"line {number}, option {rule_id.replace('-', '_')}"


@check(
    "option-table",
    pl="Opcje silnika i odczytania reguł odpowiadają sobie co do wartości.",
    en="The engine's options and the rules' readings correspond, value for value.",
)
def option_table(context: Context) -> Iterable[Fault]:
    """Options without a rule, rules without an option, values that only one of the two knows."""
    archive = context.archive
    yield from (fault for fault in archive.faults if fault.check == "option-table")
    asking = {rule.id: rule for rule in archive.rules.values() if rule.option is not None}
    for rule_id in OPTIONS:
        if rule_id not in asking:
            message = "no rule of the rulebook has this option"
            way_out = f"Add [engine] to corpus/rules/{rule_id}.rule.toml, or remove the option."
            place = engine_place(rule_id)
            yield Fault("option-table", ENGINE_FILE, place, message, rule_id, way_out, (rule_id,))
    for rule in asking.values():
        yield from _rule_option_faults(rule)


def _rule_option_faults(rule: Rule) -> Iterable[Fault]:
    def fault(line: int, what: str, message: str, value: str, way_out: str) -> Fault:
        return Fault(
            "option-table", rule.origin.file, f"line {line}, {what}", message, value, way_out, (rule.id,)
        )

    option = OPTIONS.get(rule.id)
    if option is None:
        yield fault(
            rule.origin.line,
            "engine",
            "the engine has no such option",
            str(rule.option),
            f"Add it to {ENGINE_FILE}, or write not_played instead of [engine].",
        )
        return
    values = [(f"reading {r.id}", r.value, r.origin.line) for r in rule.readings if r.played]
    if not values:
        message, way_out = "no reading has a value that the engine can play", "Give one a value."
        yield fault(rule.origin.line, "readings", message, "", way_out)
    if rule.off is not ABSENT:
        values.append(("off", rule.off, rule.origin.line))
    elif len(values) == 1:
        message = "the rule has one value only, and none that switches its obedience off"
        yield fault(
            rule.origin.line, "engine", message, "", "Give engine.off, so that cases can be seen to fail."
        )
    seen: dict[str, str] = {}
    for what, value, line in values:
        written = json.dumps(value, ensure_ascii=False, sort_keys=True)
        try:
            back = option.write(option.read(value))
        except ValueError:
            message = f"the engine does not know this value; it expects {option.expected}"
            way_out = f"Correct the value here, or the option in {ENGINE_FILE} ({engine_place(rule.id)})."
            yield fault(line, what, message, written, way_out)
            continue
        except BROKEN as error:
            message = f"the engine breaks when it reads this value: {type(error).__name__}: {error}"
            yield fault(line, what, message, written, f"See {ENGINE_FILE} ({engine_place(rule.id)}).")
            continue
        if json.dumps(back, ensure_ascii=False, sort_keys=True) != written:
            message = "the engine reads this value as another one"
            yield fault(line, what, message, f"{written} → {back!r}", f"See {ENGINE_FILE}.")
        if written in seen:
            message, way_out = f"the value is also that of {seen[written]}", "Give each its own value."
            yield fault(line, what, message, written, way_out)
        seen.setdefault(written, what)


@check(
    "rulesets",
    pl="Każdy zestaw zasad odpowiada na każde pytanie silnika, a odpowiedzi są takie, jak zapieczętowano.",
    en="Every ruleset answers every question of the engine, and its answers are those that were sealed.",
)
def rulesets(context: Context) -> Iterable[Fault]:
    """Questions without an answer or with two, values the engine refuses, answers that have changed."""
    archive = context.archive
    for profile in archive.profiles.values():
        place = f"line {profile.origin.line}, ruleset {profile.id}"
        missing = [name for name in profile.own if name not in profile.precedence]
        if missing:
            message, way_out = "a witness it is named after is not asked", "Add it to precedence."
            yield Fault("rulesets", profile.origin.file, place, message, ", ".join(missing), way_out)
        _, faults = find_answers(archive, profile)
        yield from faults
        if faults or profile.refuses is not None:
            continue
        try:
            if to_ruleset(archive, profile).to_json() != ruleset_json(archive, profile):
                message, way_out = (
                    "the engine does not give the ruleset back as it got it",
                    f"See {ENGINE_FILE}.",
                )
                yield Fault("rulesets", profile.origin.file, place, message, profile.id, way_out)
        except RulesetError as error:
            for fault in error.faults:
                yield Fault(
                    "rulesets", profile.origin.file, f"{place}, {fault.place}", fault.message, fault.value,
                    fault.way_out, fault.rules,
                )  # fmt: skip
    yield from answers_faults(archive)


@check(
    "cases",
    pl="Każdy przykład reguły wychodzi tak, jak oczekuje, i opiera się na tym, co podaje.",
    en="Every rule case turns out as it expects, and rests on what it names.",
)
def cases(context: Context) -> Iterable[Fault]:
    """Cases that fail, and cases that name a claim or pin that does not assert their reading of their rule."""
    archive = context.archive
    for case in archive.cases.values():
        rule = archive.rules.get(case.rule)
        if rule is None or not any(reading.id == case.reading for reading in rule.readings):
            continue  # check references says so
        yield from _unsupported(archive, case)
        found = context.runner.run(case)
        for failure in found.failures:
            way_out = (
                f"See the engine at {ENGINE_FILE} ({engine_place(rule.id)}), the reading at {rule.origin.file},"
                f" and {', '.join(case.rests_on)}."
            )
            place = _case_place(case)
            yield Fault(
                "cases", case.origin.file, place, failure, f"reading {case.reading}", way_out, (rule.id,)
            )


def _case_place(case: Case) -> str:
    return f"line {case.origin.line}, case {case.id}"


def _unsupported(archive: Archive, case: Case) -> Iterable[Fault]:
    for ref in case.rests_on:
        kind, _, name = ref.partition(":")
        support = archive.claims.get(name) if kind == "claim" else archive.pins.get(name)
        if support is None:
            continue  # check references says so
        stance = support.stance if isinstance(support, Claim) else "asserts"
        if (support.rule, support.reading, stance) == (case.rule, case.reading, "asserts"):
            continue
        message = f"the case is on {case.rule}, read as {case.reading}; what it rests on says otherwise"
        value = f"{ref}: {support.rule}, {stance} {support.reading or ''}".rstrip()
        way_out = "Name a claim or pin for this reading of this rule."
        yield Fault("cases", case.origin.file, _case_place(case), message, value, way_out, (case.rule,))


@check(
    "supports",
    pl="Każde twierdzenie i każdy wybór redakcji, który silnik gra, ma przykład, który się na nim opiera.",
    en="Every claim and every editors' choice that the engine plays has a case that rests on it.",
)
def supports(context: Context) -> Iterable[Fault]:
    """Claims and pins whose reading the engine plays, or has cases, none of which names them."""
    archive = context.archive
    shown: dict[tuple[str, str], list[Case]] = {}
    for case in archive.cases.values():
        shown.setdefault((case.rule, case.reading), []).append(case)
    records: list[Claim | Pin] = [claim for claim in archive.claims.values() if claim.stance == "asserts"]
    for record in [*records, *archive.pins.values()]:
        kind = "claim" if isinstance(record, Claim) else "pin"
        ref = f"{kind}:{record.id}"
        reading_cases = shown.get((record.rule, record.reading or ""), [])
        rule = archive.rules.get(record.rule)
        readings = rule.readings if rule is not None else ()
        played = any(known.id == record.reading and known.played for known in readings)
        if (played or reading_cases) and not any(ref in case.rests_on for case in reading_cases):
            place = f"line {record.origin.line}, {kind} {record.id}"
            message = f"no case of {record.rule}, read as {record.reading}, rests on it"
            known = ", ".join(case.id for case in reading_cases) or "none yet"
            way_out = f"Add {ref} to rests_on of a case it answers for ({known}), or write a case."
            yield Fault("supports", record.origin.file, place, message, ref, way_out, (record.rule,))


@check(
    "discrimination",
    pl="Każdą regułę silnika wykazuje przykład, który przy innym odczytaniu zawodzi.",
    en="Every rule of the engine is shown by a case that fails under any other reading.",
)
def discrimination(context: Context) -> Iterable[Fault]:
    """Rules without a case, and other values (or obedience switched off) under which no case fails."""
    archive = context.archive
    for rule in archive.rules.values():
        if rule.option is None or rule.id not in OPTIONS:
            continue
        known = {reading.id for reading in rule.readings}
        rule_cases = [case for case in archive.cases_of(rule.id) if case.reading in known]
        file = f"tests/rules/{rule.id}.toml"
        if not rule_cases:
            message, way_out = "no case shows that the engine obeys the rule", "Add a case."
            yield Fault("discrimination", file, f"rule {rule.id}", message, "", way_out, (rule.id,))
            continue
        others = [(reading.id, reading.value) for reading in rule.readings if reading.played]
        if rule.off is not ABSENT:
            others.append(("off", rule.off))
        for name, value in others:
            challenged = [case for case in rule_cases if case.reading != name]
            if challenged and all(context.runner.run_under(case, name, value).ok for case in challenged):
                tried = ", ".join(case.id for case in challenged)
                message = f"no case fails when the option is set to {name}"
                way_out = f"Add a case whose outcome differs, or see {ENGINE_FILE} ({engine_place(rule.id)})."
                yield Fault(
                    "discrimination", file, f"cases {tried}", message, f"{value!r}", way_out, (rule.id,)
                )


@check(
    "trace",
    pl="Każde zdarzenie i każda odmowa silnika wymienia reguły i odczytania z archiwum.",
    en="Every event and every refusal of the engine names rules and readings of the archive.",
)
def trace(context: Context) -> Iterable[Fault]:
    """Names that the engine gives and no rule bears, seen in all cases, in all deals under all rulesets.

    In the deals every action, allowed or not, is asked about at every step. A refusal may name a
    rule that is not asked of a ruleset (nobody closes a stock where there is none), then without a reading.
    """
    archive = context.archive
    seen: set[tuple[str, str, str]] = set()
    for game in _games(context):
        for event in game.events:
            seen |= {(f"event {event.kind}", rule, reading) for rule, reading in event.rules}
            if not event.rules:
                message, way_out = "the engine does something and names no rule", "Name the rules that act."
                yield Fault("trace", "przemyskie66/engine", f"event {event.kind}", message, "", way_out)
    for game in _steps(context):
        for action in _all_actions(game):
            refusal = game.why_not(action)
            if refusal is not None:
                str(refusal)  # every code has its sentence
                if refusal.reading or game.ruleset.asks(refusal.rule) or refusal.rule not in OPTIONS:
                    seen.add((f"refusal {refusal.code}", refusal.rule, refusal.reading))
    for what, rule_id, reading in sorted(seen):
        rule = archive.rules.get(rule_id)
        if rule is not None and (rule.option is None or any(reading == known.id for known in rule.readings)):
            continue
        near = archive.nearest("rule", rule_id)
        file, place = _named_in(rule_id)
        if rule is None:
            message, value = f"{what} names a rule that the archive does not have", rule_id
        else:
            message, value = f"{what} names a reading that rule {rule_id} does not have", reading
        named = (rule_id,) if rule is not None else near[:1]
        yield Fault("trace", file, place, message, value, _way_to_a_rule(archive, rule_id), named)


def _way_to_a_rule(archive: Archive, rule_id: str) -> str:
    """Return the way out for a name that is no rule's: the nearest ids, or where to find them."""
    return archive.unknown("rule", rule_id).faults[0].way_out


def _games(context: Context) -> Iterable[Game]:
    """Yield every case after its actions, and every deal as far as each ruleset plays it."""
    archive = context.archive
    for case in archive.cases.values():
        if "session" in case.data:
            continue  # of several deals only the results are given
        try:
            reading = archive.rules[case.rule].reading(case.reading)
            yield play_case(dict(case.data), context.runner.ruleset(case, reading.id, reading.value))
        except (Przemyskie66Error, *BROKEN):
            continue  # check cases says so, unless the case expects it
    for record, ruleset in _recorded(archive):
        try:
            yield replay(record, ruleset).game
        except (Przemyskie66Error, *BROKEN):
            continue  # check deals says so


def _recorded(archive: Archive) -> Iterable[tuple[DealRecord, Ruleset]]:
    """Yield every readable deal with every ruleset that can be played; a demonstration with its own alone."""
    made = _rulesets(archive)
    for deal in archive.deals.values():
        if record_faults(dict(deal.data), deal.origin.file):
            continue
        record = read_record(dict(deal.data), deal.origin.file)
        for ruleset in made.values():
            if not record.contrast or ruleset.id == record.ruleset:
                yield record, ruleset


def _steps(context: Context) -> Iterable[Game]:
    """Yield the games of the deals at every step; each is to be looked at before the next."""
    for record, ruleset in _recorded(context.archive):
        try:
            game = record.begin(ruleset)
        except Przemyskie66Error:
            continue  # check deals says so
        yield game
        for action in record.actions:
            if game.why_not(action) is not None:
                break
            game.apply(action)
            yield game


def _all_actions(game: Game) -> Iterable[Action]:
    """Yield everything that any seat could try, sensible or not."""
    for seat in range(len(game.seats)):
        for kind, parts in PARTS.items():
            if not parts:
                yield Action(seat, kind)
            if "suit" in parts or "call" in parts:
                yield from (Action(seat, kind, suit=suit) for suit in range(len(SUITS)))
            if "call" in parts:
                for contract in CONTRACTS:
                    yield Action(seat, kind, contract=contract)
                    yield Action(seat, kind, contract=contract, suit=0)
            if "which" in parts:
                yield from (Action(seat, kind, which=which) for which in (HIDDEN, OPEN))
        for card in range(CARD_COUNT):
            yield Action(seat, "play", card=card)
            yield Action(seat, "play", card=card, meld=True)


def _named_in(rule_id: str) -> tuple[str, str]:
    """Return the file and line of the engine in which a rule's name stands first."""
    folder = Path(engine_ruleset.__file__).parent
    for path in sorted(folder.glob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if f'"{rule_id}"' in line:
                return f"przemyskie66/engine/{path.name}", f"line {number}"
    return "przemyskie66/engine", f"rule {rule_id}"


def _rulesets(archive: Archive) -> Mapping[str, Ruleset]:
    made = {}
    for profile in archive.profiles.values():
        try:
            made[profile.id] = to_ruleset(archive, profile)
        except (CorpusError, NotPlayedError, RulesetError):
            continue  # check rulesets says so
    return made


@check(
    "records",
    pl="Każdy zapis rozdania daje się odczytać i zapisać na powrót bez zmiany.",
    en="Every deal record can be read, and written back unchanged.",
)
def records(context: Context) -> Iterable[Fault]:
    """Records that the engine cannot read, or that change when written back."""
    yield from (fault for fault in context.archive.faults if fault.check == "records")
    for deal in context.archive.deals.values():
        faults = record_faults(dict(deal.data), deal.origin.file)
        for fault in faults:
            yield Fault("records", fault.file, fault.place, fault.message, fault.value, fault.way_out)
        if faults:
            continue
        back = record_to_json(read_record(dict(deal.data), deal.origin.file))
        for key in sorted(set(back) | set(deal.data)):
            if _normal(back.get(key)) != _normal(deal.data.get(key)):
                message, way_out = "the record is not as the engine writes it", "Write it as the engine does."
                value = f"{_short(deal.data.get(key))} → {_short(back.get(key))}"
                yield Fault("records", deal.origin.file, key, message, value, way_out)


def _normal(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _short(value: object) -> str:
    text = _normal(value)
    return text if len(text) <= 60 else text[:57] + "…"


@check(
    "deals",
    pl="Każde zapisane rozdanie rozgrywa się do końca i kończy tak, jak zapisano.",
    en="Every recorded deal plays through and ends as it is recorded.",
)
def deals(context: Context) -> Iterable[Fault]:
    """Records that their own ruleset refuses, and results that differ from those they expect."""
    archive = context.archive
    made = _rulesets(archive)
    for deal in archive.deals.values():
        if record_faults(dict(deal.data), deal.origin.file):
            continue  # check records says so
        yield from _deal_faults(archive, deal, made)


def _deal_faults(archive: Archive, deal: RecordedDeal, made: Mapping[str, Ruleset]) -> Iterable[Fault]:
    record = read_record(dict(deal.data), deal.origin.file)
    begins = False  # under its own ruleset

    def fault(place: str, message: str, value: str, way_out: str, *rules: str) -> Fault:
        return Fault("deals", deal.origin.file, place, message, value, way_out, rules)

    for name in dict.fromkeys((record.ruleset, *record.expect)):
        place = "ruleset" if name == record.ruleset else f"expect.{name}"
        if name not in made:
            known = name in archive.profiles
            message = "the ruleset cannot be played" if known else "there is no ruleset of this id"
            yield fault(place, message, name, f"Those that can: {', '.join(made)}.")
            continue
        try:
            played = replay(record, made[name])
            failures = expectation_failures(record, made[name])
        except (IllegalActionError, NotPlayedError, NotationError) as error:
            refusing = "" if isinstance(error, NotationError) else error.rule
            named = (refusing,) if refusing else ()
            way_out = "Correct the deal, or name the ruleset it was made for."
            yield fault(place, f"{name} refuses the deal: {error}", "", way_out, *named)
            continue
        begins = begins or name == record.ruleset
        rules = tuple(dict.fromkeys(rule for event in played.game.events[-2:] for rule, _ in event.rules))
        for failure in failures:
            yield fault(f"expect.{name}", failure, "", "See which of the two is right.", *rules)
        if (
            name == record.ruleset
            and played.refused is not None
            and "refused" not in record.expect.get(name, {})
            and not record.contrast
        ):
            index, _, refusal = played.refused
            actions = deal.data["actions"]
            assert isinstance(actions, list)
            way_out = "Correct the record, or name the ruleset it was played under."
            yield fault(
                f"action {index + 1}",
                f"its own ruleset refuses it: {refusal}",
                str(actions[index]),
                way_out,
                refusal.rule,
            )
        elif name == record.ruleset and played.game.phase != "over" and name in record.expect:
            yield fault("actions", f"under {name} the deal does not come to its end", "", "Add the rest.")
    if begins and record.position is not None:
        yield from _taken_faults(deal, record.position, made[record.ruleset])
    if begins and record.contrast:
        yield from _contrast_faults(archive, deal, record, made)


def _taken_faults(deal: RecordedDeal, position: Position, ruleset: Ruleset) -> Iterable[Fault]:
    """What is said to be taken in a position, where the cards gone from it cannot have given that.

    Rules: deck, players, stock, deal-packets, draw, close-stock, card-points
    """
    if ruleset.deck == "unchecked":
        return  # a card may be there twice: nothing is known of those that are gone

    def fault(place: str, message: str, value: object, way_out: str, *rules: str) -> Fault:
        return Fault("deals", deal.origin.file, f"position.{place}", message, str(value), way_out, rules)

    seats, dealt = len(position.seats), sum(ruleset.deal_packets)
    hand = max(map(len, position.hands))
    if position.closed_by is not None and not ruleset.stock:
        yield fault("closed_by", "there is no stock to close", "", "Leave it out.", "stock")
    if position.stock and position.closed_by is None and hand != dealt:
        message = f"cards in hand: {hand}; while they are drawn everybody holds {dealt}"
        yield fault("hands", message, hand, "Correct the hands or the stock.", "draw")
    left = {*position.trick, *position.stock, *(card for one in position.hands for card in one)}
    gone = (CARD_COUNT if ruleset.stock else dealt * seats) - len(left)
    least = most = gone / seats
    covered = bool(ruleset.stock) and position.closed_by is not None and not position.stock
    if covered:  # what lies under the closed stock is not said: a card for each at least
        least, most = dealt - hand, gone // seats - 1
    tricks = sum(tally.tricks for tally in position.taken)
    if not least <= tricks <= most:
        due = f"{least:g} to {most:g}" if covered else f"{most:g}"
        message = (
            f"tricks taken: {tricks}; the cards that are neither in a hand, in the trick nor in the stock "
            f"({gone}) make {due}"
        )
        yield fault("taken", message, tricks, "Correct the tricks or the hands.", "deck", "players")
    values = [
        ruleset.card_points[card % len(ruleset.card_points)] for card in range(CARD_COUNT) if card not in left
    ]
    dearest = sorted(values, reverse=True)
    points, told = sum(values), sum(tally.card_points for tally in position.taken)
    if told > points or (told != points and not covered):
        message = f"card points taken: {told}; the cards that are gone have {points}"
        yield fault("taken", message, told, "Correct the points or the hands.", "card-points")
    for name, tally in zip(position.seats, position.taken, strict=False):
        if tally.card_points > (held := sum(dearest[: seats * tally.tricks])):
            message = f"card points taken: {tally.card_points}; tricks: {tally.tricks}, with {held} at most"
            way_out = "Correct the points or the tricks."
            yield fault(f"taken.{name}", message, tally.card_points, way_out, "card-points")


def _contrast_faults(
    archive: Archive, deal: RecordedDeal, record: DealRecord, made: Mapping[str, Ruleset]
) -> Iterable[Fault]:
    """Readings that do not do what the demonstration says of them, or are none."""
    rule_id, readings = record.contrast["rule"], record.contrast["readings"]
    rule = archive.rules.get(rule_id)
    played = [reading for reading in rule.readings if reading.played] if rule is not None else []
    known = {reading.id: reading.value for reading in played}

    def fault(place: str, message: str, value: str, way_out: str) -> Fault:
        named = (rule_id,) if rule is not None else ()
        return Fault("deals", deal.origin.file, f"contrast.{place}", message, value, way_out, named)

    base = made[record.ruleset]
    if not known or not base.asks(rule_id):
        asked = ", ".join(name for name, ruleset in made.items() if known and ruleset.asks(rule_id))
        way_out = f"Rulesets that are asked: {asked}." if asked else "No ruleset is asked: name another rule."
        message = "no rule that its ruleset is asked about"
        yield fault("rule", message, rule_id, _way_to_a_rule(archive, rule_id) if rule is None else way_out)
        return
    found = []
    for reading in readings:
        if reading not in known:
            message = "the rule has no such reading that the engine plays"
            yield fault(f"readings.{reading}", message, reading, f"Those it has: {', '.join(known)}.")
            continue
        ruleset = base.with_option(rule_id, known[reading], reading)
        try:
            found.append(found_in(replay(record, ruleset)))
        except (IllegalActionError, NotPlayedError) as error:
            message = f"so read, the rules refuse the deal: {error}"
            yield fault(f"readings.{reading}", message, "", "Choose another deal.")
            continue
        for failure in contrast_failures(record, ruleset, reading):
            searched = any(contrast.rule == rule_id for contrast in contrasts(archive))
            way_out = (
                f"Run: przemyskie66 smallest {rule_id}" if searched else "See which of the two is right."
            )
            yield fault(f"readings.{reading}", failure, "", way_out)
    if len(found) > 1 and all(one == found[0] for one in found):
        yield fault("readings", "all readings end alike: it shows no difference", "", "Search anew.")
