"""Reading the archive from disk: TOML and JSON validated, texts read, references checked.

Every fault is collected with its file, line, value and way out; what can be read is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from przemyskie66.engine import record_faults
from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.emendations import Argument, Emendation, argument_from, emendation_from
from przemyskie66.rulebook.glossary import load_glossary
from przemyskie66.rulebook.model import (
    ABSENT,
    Bilingual,
    Case,
    Change,
    Claim,
    Dismissal,
    Exclusion,
    Json,
    Nothing,
    Origin,
    Parallel,
    Pin,
    Profile,
    Reading,
    Recorded,
    RecordedDeal,
    Review,
    Rule,
    Scope,
    Witness,
    WitnessDate,
)
from przemyskie66.rulebook.quality import Quality, quality_from
from przemyskie66.rulebook.schemas import Placer, faults_in
from przemyskie66.rulebook.toml_lines import Lines, read_json, read_toml
from przemyskie66.text import Anchor, Document, read_document

Item = TypeVar("Item", bound=Recorded)

#: A table of a validated file. The schema has checked its keys and types, so they are not checked again.
Table = Mapping[str, Any]


def load_archive(root: Path) -> Archive:
    """Return the archive at *root* (the folder that holds ``corpus/``).

    :raises CorpusError: if anything cannot be read or does not fit together; it lists every fault.
    """
    archive = read_archive(root)
    if archive.faults:
        raise CorpusError(archive.faults)
    return archive


def read_archive(root: Path) -> Archive:
    """Return the archive at *root* with whatever can be read, and the faults in ``archive.faults``."""
    return _Reader(root.resolve()).read()


def find_root(start: Path) -> Path | None:
    """Return the nearest folder at or above *start* that holds an archive, or ``None``."""
    for folder in (start, *start.parents):
        if (folder / "corpus" / "rules").is_dir():
            return folder
    return None


class _Reader:
    """Reads one archive, gathering faults on the way."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.faults: list[Fault] = []

    def read(self) -> Archive:
        documents = self._documents()
        witnesses: dict[str, Witness] = {}
        path = self.root / "corpus" / "witnesses.toml"
        if (table := self._toml(path, "witnesses")) is not None:
            data, lines = table
            for name, record in data.items():
                witnesses[name] = _witness(name, record, self._origin(path, lines.at([name])))
        rules = self._keyed("rule", "corpus/rules/*.rule.toml", "rule", self._rules)
        claims, nothings = self._claims(witnesses)
        emendations, arguments = self._emendations()
        entries, faults = load_glossary(self.root, documents)
        self.faults.extend(faults)
        archive = Archive(
            root=self.root,
            documents=documents,
            witnesses=witnesses,
            rules=rules,
            claims=claims,
            nothings=nothings,
            parallels=self._keyed(
                "parallel", "corpus/parallels.toml", "parallels", _each("parallel", _parallel)
            ),
            pins=self._keyed("pin", "corpus/pins.toml", "pins", _each("pin", _pin)),
            profiles=self._keyed("ruleset", "corpus/rulesets/*.ruleset.toml", "ruleset", self._profiles),
            deals=self._deals(),
            cases=self._keyed("case", "tests/rules/*.toml", "case", _each("case", _case)),
            emendations=emendations,
            arguments=arguments,
            exclusions=self._keyed(
                "exclusion",
                "corpus/exclusions.toml",
                "exclusions",
                _each("exclusion", _exclusion),
                needed=False,
            ),
            glossary={entry.id: entry for entry in entries},
            quality=self._quality(),
        )
        return replace(archive, faults=(*self.faults, *reference_faults(archive)))

    # --- files ------------------------------------------------------------------------------

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _origin(self, path: Path, line: int) -> Origin:
        return Origin(self._name(path), line)

    def _toml(self, path: Path, schema: str) -> tuple[Table, Lines] | None:
        """Return a file's tables if they can be read and follow *schema*; else add the faults."""
        read = read_toml(self.root, path, self.faults)
        if read is None:
            return None
        data, lines = read

        def place(where: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
            return _place(data, where, lines.at(where))

        return (data, lines) if self._follows(schema, data, path, place) else None

    def _follows(self, schema: str, data: Json, path: Path, place: Placer) -> bool:
        try:
            found = faults_in(self.root, schema, data, self._name(path), place)
        except CorpusError as error:
            found = [fault for fault in error.faults if fault not in self.faults]
            self.faults.extend(found)
            return False
        self.faults.extend(found)
        return not found

    def _keyed(
        self,
        kind: str,
        pattern: str,
        schema: str,
        build: Callable[[Table, Lines, Callable[[int], Origin]], list[Item]],
        *,
        needed: bool = True,
    ) -> dict[str, Item]:
        """Return the records of all files that match *pattern* by id; a doubled id is a fault."""
        records: dict[str, Item] = {}
        paths = sorted(self.root.glob(pattern))
        if not paths and needed:
            message = "no such file in the archive"
            self.faults.append(Fault("files", pattern, "file", message, "", "Put it back."))
        for path in paths:
            table = self._toml(path, schema)
            if table is None:
                continue
            data, lines = table

            def origin(line: int, path: Path = path) -> Origin:
                return self._origin(path, line)

            for record in build(data, lines, origin):
                self._add(records, kind, record)
        return records

    def _add(self, records: dict[str, Item], kind: str, record: Item) -> None:
        name, origin = record.id, record.origin
        if name in records:
            first = records[name].origin
            message = f"the {kind} id is used twice; first in {first.file}, line {first.line}"
            place = f"line {origin.line}"
            self.faults.append(
                Fault("ids-unique", origin.file, place, message, name, "Give one of them another id.")
            )
        else:
            records[name] = record

    # --- kinds of file ----------------------------------------------------------------------

    def _documents(self) -> dict[str, Document]:
        documents = {}
        paths = sorted((self.root / "corpus" / "tei").glob("*.tei.xml"))
        if not paths:
            message, way_out = "the archive holds no edited text", "Put back corpus/tei/ as published."
            self.faults.append(Fault("files", "corpus/tei", "folder", message, "", way_out))
        for path in paths:
            name = path.name.removesuffix(".tei.xml")
            try:
                documents[name] = read_document(path, self.root / "corpus" / "raw" / f"{name}.txt")
            except CorpusError as error:
                self.faults.extend(error.faults)
        return documents

    def _rules(self, data: Table, lines: Lines, origin: Callable[[int], Origin]) -> list[Rule]:
        here = origin(lines.at(["id"]))
        expected = Path(here.file).name.removesuffix(".rule.toml")
        if data["id"] != expected:
            self._misnamed(here, data["id"], expected)
        engine = data.get("engine", {})
        option = engine.get("option")
        if option is not None and option != data["id"].replace("-", "_"):
            place = f"line {lines.at(['engine', 'option'])}"
            message = f"the option of rule {data['id']} must be {data['id'].replace('-', '_')}"
            rules = (data["id"],)
            self.faults.append(Fault("option-table", here.file, place, message, option, "Name it so.", rules))
        readings = tuple(
            Reading(
                id=reading["id"],
                rule=data["id"],
                text=_bilingual(reading["text"]),
                value=reading.get("value", ABSENT),
                origin=origin(lines.at(["reading", index])),
            )
            for index, reading in enumerate(data.get("reading", ()))
        )
        return [
            Rule(
                id=data["id"],
                area=data["area"],
                games=tuple(data["games"]),
                title=_bilingual(data["title"]),
                question=_bilingual(data["question"]),
                readings=readings,
                option=option,
                off=engine.get("off", ABSENT),
                not_played=_maybe(data.get("not_played")),
                note=_maybe(data.get("note")),
                changes=tuple(
                    Change(change["version"], _bilingual(change["text"])) for change in data.get("change", ())
                ),
                origin=here,
            )
        ]

    def _profiles(self, data: Table, lines: Lines, origin: Callable[[int], Origin]) -> list[Profile]:
        here = origin(lines.at(["id"]))
        expected = Path(here.file).name.removesuffix(".ruleset.toml")
        if data["id"] != expected:
            self._misnamed(here, data["id"], expected)
        return [
            Profile(
                id=data["id"],
                title=_bilingual(data["title"]),
                game=data["game"],
                players=data["players"],
                precedence=tuple(data.get("precedence", ())),
                own=tuple(data.get("own", ())),
                refuses=_maybe(data.get("refuses")),
                note=_maybe(data.get("note")),
                origin=here,
            )
        ]

    def _misnamed(self, origin: Origin, found: str, expected: str) -> None:
        message = f"the id must equal the file name, {expected}"
        way_out = "Rename the file or correct the id."
        self.faults.append(
            Fault("ids-unique", origin.file, f"line {origin.line}", message, found, way_out, (expected,))
        )

    def _claims(self, witnesses: Mapping[str, Witness]) -> tuple[dict[str, Claim], tuple[Nothing, ...]]:
        claims: dict[str, Claim] = {}
        nothings: list[Nothing] = []
        for path in sorted((self.root / "corpus" / "claims").glob("*.claims.toml")):
            table = self._toml(path, "claims")
            if table is None:
                continue
            data, lines = table
            name = data["witness"]
            if name != path.name.removesuffix(".claims.toml"):
                self._misnamed(self._origin(path, lines.at(["witness"])), name, path.name.split(".")[0])
            witness = witnesses.get(name)
            for index, record in enumerate(data.get("claim", ())):
                origin = self._origin(path, lines.at(["claim", index]))
                self._add(claims, "claim", _claim(record, name, witness, origin))
            for index, record in enumerate(data.get("nothing", ())):
                origin = self._origin(path, lines.at(["nothing", index]))
                nothings.extend(_nothing(record, rule, name, origin) for rule in record["rules"])
        for witness in witnesses.values():
            if not witness.text_held and witness.reported_by is None:
                nothings.extend(_not_held(witness, rule) for rule in self._rule_ids())
        return claims, tuple(nothings)

    def _rule_ids(self) -> list[str]:
        folder = self.root / "corpus" / "rules"
        return sorted(path.name.removesuffix(".rule.toml") for path in folder.glob("*.rule.toml"))

    def _emendations(self) -> tuple[dict[str, Emendation], dict[str, Argument]]:
        emendations: dict[str, Emendation] = {}
        arguments: dict[str, Argument] = {}
        path = self.root / "corpus" / "emendations.toml"
        if (table := self._toml(path, "emendations")) is not None:
            data, lines = table
            for index, record in enumerate(data["proof"]):
                origin = self._origin(path, lines.at(["proof", index]))
                self._add(emendations, "proof", emendation_from(record, origin))
            for index, record in enumerate(data.get("argument", ())):
                origin = self._origin(path, lines.at(["argument", index]))
                self._add(arguments, "argument", argument_from(record, origin))
        return emendations, arguments

    def _quality(self) -> Quality | None:
        path = self.root / "corpus" / "quality.toml"
        if (table := self._toml(path, "quality")) is None:
            return None
        return quality_from(table[0], self._origin(path, 1))

    def _deals(self) -> dict[str, RecordedDeal]:
        deals: dict[str, RecordedDeal] = {}
        for path in sorted((self.root / "corpus" / "deals").glob("*.deal.json")):
            data = read_json(self.root, path, self.faults)
            if data is None:
                continue
            if not self._follows("deal-record", data, path, _json_place) or not isinstance(data, dict):
                # the engine tells more closely what is wrong with it
                self.faults.extend(replace(f, check="records") for f in record_faults(data, self._name(path)))
                continue
            origin = self._origin(path, 1)
            if data.get("id") != path.name.removesuffix(".deal.json"):
                self._misnamed(origin, str(data.get("id")), path.name.removesuffix(".deal.json"))
            self._add(deals, "deal", _deal(data, origin))
        return deals


# --- records from tables --------------------------------------------------------------------


def _each(
    key: str, build: Callable[[Table, Table, Origin], Item]
) -> Callable[[Table, Lines, Callable[[int], Origin]], list[Item]]:
    """Return a builder for a file that holds an array of tables named *key*."""

    def build_all(data: Table, lines: Lines, origin: Callable[[int], Origin]) -> list[Item]:
        return [
            build(record, data, origin(lines.at([key, index])))
            for index, record in enumerate(data.get(key, ()))
        ]

    return build_all


def _bilingual(table: Table) -> Bilingual:
    return Bilingual(table["pl"], table["en"])


def _maybe(table: Table | None) -> Bilingual | None:
    return None if table is None else _bilingual(table)


def anchor_from(table: Table) -> Anchor:
    """Return the anchor written in a ``[….anchor]`` table."""
    return Anchor(
        passage=table["passage"],
        exact=table["exact"],
        prefix=table["prefix"],
        suffix=table["suffix"],
        start=table["start"],
        end=table["end"],
        digest=table["digest"],
    )


def _witness(name: str, data: Table, origin: Origin) -> Witness:
    return Witness(
        id=name,
        title=_bilingual(data["title"]),
        kind=data["kind"],
        document=data.get("document"),
        reported_by=data.get("reported_by"),
        text_held=data["text_held"],
        dates=tuple(
            WitnessDate(date["what"], date["value"], date["certainty"], _maybe(date.get("note")))
            for date in data["dates"]
        ),
        depends_on=tuple(data.get("depends_on", ())),
        games=tuple(data["games"]),
        rights=_maybe(data.get("rights")),
        not_held=_maybe(data.get("not_held")),
        note=_maybe(data.get("note")),
        csl=data["csl"],
        origin=origin,
    )


def _claim(data: Table, witness_id: str, witness: Witness | None, origin: Origin) -> Claim:
    scope = data.get("scope", {})
    games = witness.games if witness else ()
    review = data.get("review")
    return Claim(
        id=data["id"],
        rule=data["rule"],
        witness=witness_id,
        reported_by=witness.reported_by if witness else None,
        stance=data["stance"],
        reading=data.get("reading"),
        scope=Scope(
            # a witness of one game speaks of that game unless the claim says otherwise
            game=scope.get("game", games[0] if len(games) == 1 else None),
            players=tuple(scope["players"]) if "players" in scope else None,
            contract=scope.get("contract"),
            phase=scope.get("phase"),
        ),
        explicit=data["explicit"],
        note=_maybe(data.get("note")),
        anchor=anchor_from(data["anchor"]),
        review=Review(review["role"], review["date"], review["fingerprint"]) if review else None,
        origin=origin,
    )


def _nothing(data: Table, rule: str, witness: str, origin: Origin) -> Nothing:
    return Nothing(
        rule=rule,
        witness=witness,
        kind=data["kind"],
        searched=tuple(data.get("searched", ())),
        dismissed=tuple(
            Dismissal(hit["passage"], _bilingual(hit["why"])) for hit in data.get("dismissed", ())
        ),
        gap=data.get("gap"),
        note=_maybe(data.get("note")),
        origin=origin,
    )


def _not_held(witness: Witness, rule: str) -> Nothing:
    return Nothing(
        rule=rule,
        witness=witness.id,
        kind="not-held",
        searched=(),
        dismissed=(),
        gap=None,
        note=witness.not_held,
        origin=witness.origin,
    )


def _parallel(data: Table, file: Table, origin: Origin) -> Parallel:
    return Parallel(
        id=data["id"],
        rule=data["rule"],
        game=data["game"],
        relation=data["relation"],
        note=_bilingual(data["note"]),
        anchor=anchor_from(data["anchor"]),
        origin=origin,
    )


def _exclusion(data: Table, file: Table, origin: Origin) -> Exclusion:
    return Exclusion(
        id=data["id"],
        reason=_bilingual(data["reason"]),
        anchor=anchor_from(data["anchor"]),
        origin=origin,
    )


def _pin(data: Table, file: Table, origin: Origin) -> Pin:
    return Pin(
        id=data["id"],
        rule=data["rule"],
        reading=data["reading"],
        game=data["game"],
        reason=_bilingual(data["reason"]),
        alternatives=_bilingual(data["alternatives"]),
        open_question=_bilingual(data["open_question"]),
        origin=origin,
    )


def _case(data: Table, file: Table, origin: Origin) -> Case:
    return Case(
        id=data["id"],
        rule=file["rule"],
        title=_bilingual(data["title"]),
        reading=data["reading"],
        rests_on=(data["rests_on"],) if isinstance(data["rests_on"], str) else tuple(data["rests_on"]),
        ruleset=data["ruleset"],
        data=data,
        origin=origin,
    )


def _deal(data: Table, origin: Origin) -> RecordedDeal:
    return RecordedDeal(
        id=data["id"],
        title=_bilingual(data["title"]),
        note=_maybe(data.get("note")),
        data=data,
        origin=origin,
    )


def _place(data: Any, where: Sequence[str | int], line: int) -> tuple[str, tuple[str, ...]]:
    """Return ``line 12, claim ojciec-throw-in``, the record being named if it has an id, and its rules."""
    place, record = f"line {line}", data
    if len(where) >= 2 and isinstance(where[1], int):
        record = data[where[0]][where[1]]
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            place += f", {where[0]} {record['id']}"
    if not isinstance(record, dict):
        record = {}
    # a case has its rule at the head of its file; a rule is one itself
    named = record.get(
        "rule", record.get("rules", data.get("rule", data.get("id") if "area" in data else None))
    )
    rules = named if isinstance(named, list) else [named]
    return place, tuple(rule for rule in rules if isinstance(rule, str))


def _json_place(where: Sequence[str | int]) -> tuple[str, tuple[str, ...]]:
    return ".".join(str(step) for step in where) or "the whole file", ()


# --- references -----------------------------------------------------------------------------


def reference_faults(archive: Archive) -> list[Fault]:
    """Return every id that is named somewhere and borne by nothing."""
    faults: list[Fault] = []

    def need(kind: str, name: str, origin: Origin, place: str, rule: str = "") -> None:
        if name in archive.ids_of(kind):
            return
        nearest = archive.nearest(kind, name)
        way_out = f"Nearest: {', '.join(nearest)}." if nearest else f"Add the {kind} or correct the id."
        where = f"line {origin.line}, {place}"
        rules = (rule,) if rule else ()
        faults.append(
            Fault("references", origin.file, where, f"there is no {kind} of this id", name, way_out, rules)
        )

    def need_reading(rule_id: str, reading: str, origin: Origin, place: str) -> None:
        rule = archive.rules.get(rule_id)
        if rule is None or any(known.id == reading for known in rule.readings):
            return
        known_ids = ", ".join(known.id for known in rule.readings) or "none"
        where = f"line {origin.line}, {place}"
        message = f"rule {rule_id} has no reading of this id"
        faults.append(
            Fault("references", origin.file, where, message, reading, f"Known: {known_ids}.", (rule_id,))
        )

    for claim in archive.claims.values():
        place = f"claim {claim.id}"
        need("rule", claim.rule, claim.origin, place, claim.rule)
        need("witness", claim.witness, claim.origin, place, claim.rule)
        if claim.reading is not None:
            need_reading(claim.rule, claim.reading, claim.origin, place)
        if not claim.id.startswith(f"{claim.witness}-{claim.rule}"):
            where = f"line {claim.origin.line}, {place}"
            message = f"the id must begin with {claim.witness}-{claim.rule}"
            faults.append(
                Fault("references", claim.origin.file, where, message, claim.id, "Rename it.", (claim.rule,))
            )
    for nothing in archive.nothings:
        need("rule", nothing.rule, nothing.origin, f"nothing of {nothing.witness}", nothing.rule)
        need("witness", nothing.witness, nothing.origin, f"nothing on {nothing.rule}", nothing.rule)
    for parallel in archive.parallels.values():
        need("rule", parallel.rule, parallel.origin, f"parallel {parallel.id}", parallel.rule)
    for pin in archive.pins.values():
        need("rule", pin.rule, pin.origin, f"pin {pin.id}", pin.rule)
        need_reading(pin.rule, pin.reading, pin.origin, f"pin {pin.id}")
        if pin.id != f"{pin.game}-{pin.rule}":
            where = f"line {pin.origin.line}, pin {pin.id}"
            message = f"the id must be {pin.game}-{pin.rule}"
            faults.append(
                Fault("references", pin.origin.file, where, message, pin.id, "Rename it.", (pin.rule,))
            )
    for witness in archive.witnesses.values():
        for other in (witness.reported_by, *witness.depends_on):
            if other is not None:
                need("witness", other, witness.origin, f"witness {witness.id}")
        if witness.document is not None and not _broken(archive, witness.document):
            need("source", witness.document, witness.origin, f"witness {witness.id}")
    for profile in archive.profiles.values():
        for name in (*profile.own, *profile.precedence):
            if name != "pin":
                need("witness", name, profile.origin, f"ruleset {profile.id}")
    for case in archive.cases.values():
        place = f"case {case.id}"
        need("rule", case.rule, case.origin, place, case.rule)
        need("ruleset", case.ruleset, case.origin, place, case.rule)
        need_reading(case.rule, case.reading, case.origin, place)
        for ref in case.rests_on:
            kind, _, name = ref.partition(":")
            need(kind, name, case.origin, place, case.rule)
    return faults


def _broken(archive: Archive, document: str) -> bool:
    """Return whether the document's files are there but could not be read (a fault already)."""
    return (archive.root / "corpus" / "tei" / f"{document}.tei.xml").exists()
