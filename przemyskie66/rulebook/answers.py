"""What every ruleset answers, written down, so that no option changes value unnoticed.

``corpus/rulesets/answers.json`` is derived: it can be made again from rules, claims, pins and
rulesets. It is kept beside them, and renewed only by ``przemyskie66 seal``, because a change of
one value, one pin or one place in an order of precedence can turn a ruleset into another game
without contradicting anything. What changed then shows in the comparison of two versions.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from przemyskie66.errors import Fault
from przemyskie66.rulebook.anchoring import write_atomically
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.model import Absent, Answer, Json
from przemyskie66.rulebook.profiles import find_answers, phase_answers
from przemyskie66.rulebook.toml_lines import read_json

_SEAL = "If the change is meant, run: przemyskie66 seal"


def answers_path(root: Path) -> Path:
    """Return where the sealed answers stand."""
    return root / "corpus" / "rulesets" / "answers.json"


def answers_table(archive: Archive) -> dict[str, Json]:
    """Return the options with their readings' values, the pins, and the rulesets with their answers."""
    options: dict[str, Json] = {}
    for rule in sorted(archive.rules.values(), key=lambda rule: rule.id):
        if rule.option is not None:
            row: dict[str, Json] = {r.id: r.value for r in rule.readings if not isinstance(r.value, Absent)}
            if not isinstance(rule.off, Absent):
                row["off"] = rule.off
            options[rule.id] = row
    rulesets: dict[str, Json] = {}
    for profile in sorted(archive.profiles.values(), key=lambda profile: profile.id):
        found, _ = find_answers(archive, profile)
        row = {
            "game": profile.game,
            "players": profile.players,
            "precedence": list(profile.precedence),
            "own": list(profile.own),
            "plays": profile.refuses is None,
            "answers": _told(found),
        }
        if phases := phase_answers(archive, profile):
            row["phases"] = {phase: _told(apart) for phase, apart in phases.items()}
        rulesets[profile.id] = row
    pins: dict[str, Json] = {pin.id: pin.reading for _, pin in sorted(archive.pins.items())}
    return {"options": options, "pins": pins, "rulesets": rulesets}


def _told(found: Mapping[str, Answer]) -> dict[str, Json]:
    return {rule_id: f"{answer.reading} ({answer.rests_on})" for rule_id, answer in sorted(found.items())}


def seal_answers(archive: Archive) -> bool:
    """Write the answers as they are now; return whether that changed the file."""
    path = answers_path(archive.root)
    text = json.dumps(answers_table(archive), ensure_ascii=False, indent=2) + "\n"
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    write_atomically(path, text)
    return True


def answers_faults(archive: Archive) -> list[Fault]:
    """Return a fault for every option value and every answer that is not as sealed."""
    path = answers_path(archive.root)
    name = path.relative_to(archive.root).as_posix()
    if not path.exists():
        return [Fault("rulesets", name, "whole file", "the answers were never sealed", "", _SEAL)]
    faults: list[Fault] = []
    sealed = read_json(archive.root, path, faults)
    if faults:
        return faults
    now: Json = json.loads(json.dumps(answers_table(archive)))
    for place, before, after in _differences(sealed, now):
        pin = archive.pins.get(place[-1]) if place[:1] == ("pins",) else None
        rule = pin.rule if pin else next((step for step in reversed(place) if step in archive.rules), "")
        file, where = _source(archive, place, name)
        message = f"{' → '.join(place)} is not as sealed in {name}"
        value = f"{_shown(before)} → {_shown(after)}"
        faults.append(Fault("rulesets", file, where, message, value, _SEAL, (rule,) if rule else ()))
    return faults


def _shown(value: Json) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def _differences(
    before: Json, after: Json, place: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Json, Json]]:
    """Return every place in which two tables differ, with what stands there in each."""
    if isinstance(before, dict) and isinstance(after, dict):
        found: list[tuple[tuple[str, ...], Json, Json]] = []
        for key in dict.fromkeys((*before, *after)):
            # ids are compared as wholes; below a reading stands its value
            if place[:1] == ("options",) and len(place) == 2:
                if before.get(key) != after.get(key):
                    found.append(((*place, key), before.get(key), after.get(key)))
            else:
                found += _differences(before.get(key), after.get(key), (*place, key))
        return found
    return [] if before == after else [(place, before, after)]


def _source(archive: Archive, place: tuple[str, ...], sealed: str) -> tuple[str, str]:
    """Return the file and place a person should look at first."""
    if place[:1] == ("options",) and len(place) > 1 and place[1] in archive.rules:
        rule = archive.rules[place[1]]
        lines = {reading.id: reading.origin.line for reading in rule.readings}
        reading = place[2] if len(place) > 2 else ""
        return rule.origin.file, f"line {lines.get(reading, rule.origin.line)}, {reading or 'option'}"
    if place[:1] == ("pins",) and len(place) > 1 and place[1] in archive.pins:
        pin = archive.pins[place[1]]
        return pin.origin.file, f"line {pin.origin.line}, pin {pin.id}"
    if place[:1] == ("rulesets",) and len(place) > 1 and place[1] in archive.profiles:
        profile = archive.profiles[place[1]]
        return profile.origin.file, f"line {profile.origin.line}, ruleset {profile.id}"
    return sealed, " → ".join(place) or "whole file"
