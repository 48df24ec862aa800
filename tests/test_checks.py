"""Every check finds what it is for: after any single change something fails, and says where."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from przemyskie66.checks import CHECKS, examine, run_checks
from przemyskie66.errors import Fault, UnknownIdError
from przemyskie66.rulebook import Archive, read_archive


def change(path: Path, old: str, new: str, count: int = 1) -> None:
    """Replace *old*, which must be there, once."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, count), encoding="utf-8")


def only(faults: list[Fault], check: str) -> list[Fault]:
    return [fault for fault in faults if fault.check == check]


def test_the_archive_is_sound(root: Path) -> None:
    assert [str(fault) for fault in run_checks(root)] == []


def test_a_sealed_copy_is_sound_by_every_check(sealed: Path) -> None:
    report = examine(sealed)
    assert [str(fault) for fault in report.faults] == []
    assert list(report.seconds) == list(CHECKS)


def test_every_check_is_described_in_both_languages() -> None:
    for name, check in CHECKS.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert check.doc.pl.endswith(".")
        assert check.doc.en.endswith(".")


def test_an_unknown_check_names_the_nearest() -> None:
    with pytest.raises(UnknownIdError, match="anchors"):
        run_checks(Path("."), ["anchor"])


# --- quotes -----------------------------------------------------------------------------------


def spoilt_quotes(archive: Archive) -> list[tuple[str, str, str, str, str]]:
    """Return one change a claim, of many kinds: id, file, passage, quote, spoilt quote."""
    changes = []
    for number, record in enumerate(archive.quotes):
        exact = record.anchor.exact
        letters = [place for place, letter in enumerate(exact) if letter.isalpha()]
        if digit := re.search(r"\d", exact):
            spoilt = exact[: digit.start()] + str((int(digit[0]) + 1) % 10) + exact[digit.end() :]
        elif " nie " in exact:
            spoilt = exact.replace(" nie ", " ", 1)
        elif diacritic := re.search("[ąćęłńóśźż]", exact):
            plain = str.translate(diacritic[0], str.maketrans("ąćęłńóśźż", "acelnoszz"))
            spoilt = exact[: diacritic.start()] + plain + exact[diacritic.end() :]
        else:
            place = letters[number * 7 % len(letters)]
            spoilt = exact[:place] + ("x" if exact[place] != "x" else "y") + exact[place + 1 :]
        changes.append((record.id, record.origin.file, record.anchor.passage, exact, spoilt))
    return changes


def test_any_letter_of_any_quote(copy: Path) -> None:
    """All quotes are spoilt at once, one letter each: each is found, by file, claim, passage and rule."""
    before = read_archive(copy)
    wanted = {}
    for name, file, passage, exact, spoilt in spoilt_quotes(before):
        path = copy / file
        text = path.read_text(encoding="utf-8")
        start = text.index(f'id = "{name}"')
        written = json.dumps(exact, ensure_ascii=False)
        at = text.index(written, start)
        changed = json.dumps(spoilt, ensure_ascii=False)
        path.write_text(text[:at] + changed + text[at + len(written) :], encoding="utf-8")
        wanted[name] = (file, passage)
    found = only(run_checks(copy, ["anchors"]), "anchors")
    rules = {record.id: record.rule for record in before.quotes}
    named = {re.search(r"(?:claim|parallel) ([a-z0-9-]+)", fault.place)[1]: fault for fault in found}  # type: ignore[index]
    assert set(named) == set(wanted)
    for name, fault in named.items():
        file, passage = wanted[name]
        assert fault.file == file
        assert f"passage {passage}" in fault.place
        assert fault.rules == (rules[name],)


@pytest.mark.parametrize("part", ["prefix", "suffix", "digest", "start", "passage"])
def test_any_part_of_an_anchor(copy: Path, part: str) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if re.match(rf"{part} = .*\w", line))
    last = max(place for place, letter in enumerate(line) if letter.isalnum())
    spoilt = line[:last] + ("1" if line[last] == "0" else "0") + line[last + 1 :]
    change(path, line, spoilt)
    faults = run_checks(copy, ["anchors"])
    assert faults
    assert faults[0].file == "corpus/claims/ojciec.claims.toml"
    assert faults[0].rules


def test_a_quote_in_another_voice(copy: Path) -> None:
    """The words are in the text, but another witness says them."""
    archive = read_archive(copy)
    claim = archive.claims["instrukcja-throw-in"]
    other = archive.claims["ojciec-throw-in"]
    path = copy / claim.origin.file
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for key in ("passage", "exact", "prefix", "suffix", "start", "end", "digest"):
        value = json.dumps(getattr(other.anchor, key), ensure_ascii=False)
        at = next(n for n in range(claim.origin.line, len(lines)) if lines[n].startswith(f"{key} "))
        lines[at] = f"{key} = {value}\n"
    path.write_text("".join(lines), encoding="utf-8")
    (fault,) = only(run_checks(copy, ["claim-voice"]), "claim-voice")
    assert fault.rules == ("throw-in",)
    assert "ojciec" in fault.message


def test_a_quote_longer_than_a_sentence(copy: Path) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    change(path, "rzucenie kart jest poddaniem", "rzucenie kart. Jest poddaniem")
    assert only(run_checks(copy, ["quote-length"]), "quote-length")[0].rules == ("throw-in",)


# --- texts ------------------------------------------------------------------------------------


def tei_changes(sealed: Path) -> list[tuple[str, int]]:
    """Return places all over the TEI files: text, markup, attributes, white space, header."""
    places = []
    for path in sorted((sealed / "corpus" / "tei").glob("*.tei.xml")):
        text = path.read_text(encoding="utf-8")
        places += [(path.name, len(text) * part // 23) for part in range(1, 23)]
        quoted = text.index("</said>") if "</said>" in text else text.index("</s>")
        tricky = [
            text.index("char="),
            text.index("\n      <div"),
            text.index("xml:id="),
            len(text) - 1,
            quoted - 1,
        ]
        places += [(path.name, place) for place in tricky]
    return places


def test_any_character_of_any_tei_file(copy: Path, sealed: Path) -> None:
    """Each change is made alone; the text is put back before the next."""
    for name, place in tei_changes(sealed):
        path = copy / "corpus" / "tei" / name
        text = path.read_text(encoding="utf-8")
        other = "y" if text[place] == "x" else "x"
        for spoilt in (text[:place] + other + text[place + 1 :], text[:place] + text[place + 1 :]):
            path.write_text(spoilt, encoding="utf-8")
            faults = run_checks_on_texts(copy, name)
            line = text.count("\n", 0, place) + 1
            assert faults, f"{name}, character {place}, line {line}: {text[place]!r}"
            assert any(fault.file == f"corpus/tei/{name}" for fault in faults)
            near = (line, line + 1) if text[place] == "\n" else (line,)
            assert any(int(fault.place.split()[1].strip(",")) in near for fault in faults), (place, faults)
        path.write_text(text, encoding="utf-8")


def run_checks_on_texts(copy: Path, name: str) -> list[Fault]:
    """Run the one check that looks at every byte, without reading everything else each time."""
    from przemyskie66.text import compare, read_digests

    sealed_digests = read_digests(copy / "corpus" / "tei" / "digests.toml")
    return compare(copy / "corpus" / "tei" / name, sealed_digests[name.removesuffix(".tei.xml")])


def test_a_changed_letter_of_a_cited_passage_names_passage_and_rule(copy: Path) -> None:
    change(copy / "corpus/tei/witryna.tei.xml", "rzucenie kart jest", "rzucanie kart jest")
    faults = run_checks(copy)
    named = [fault for fault in faults if "passage witryna-rozdanie-5-s2" in fault.place]
    assert {fault.check for fault in named} >= {"tei-tiling", "tei-digest"}
    assert all("throw-in" in fault.rules for fault in named)


def test_a_change_that_keeps_both_streams(copy: Path) -> None:
    """White space between passages belongs to no passage; the seal sees it all the same."""
    change(copy / "corpus/tei/witryna.tei.xml", "\n      <div", "\n       <div")
    (fault,) = run_checks(copy)
    assert fault.check == "tei-digest"
    assert fault.place.startswith("line ")


def test_a_voice_given_to_somebody_else(copy: Path) -> None:
    change(copy / "corpus/tei/witryna.tei.xml", '<said who="#ojciec"', '<said who="#program"')
    faults = run_checks(copy)
    assert {"tei-digest", "claim-voice"} <= {fault.check for fault in faults}


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("<text>", "<text><!-- hidden -->", "tei-read"),
        ('<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.0"?><!DOCTYPE TEI>', "tei-read"),
        ("</body>", "", "tei-read"),
        (
            '<div xml:id="witryna-talia" type="section">',
            '<div xml:id="witryna-talia" type="section" n9="x">',
            "tei-schema",
        ),
        ("#char=26,", "#char=27,", "tei-tiling"),
        ("Jak grać", "Jak\u202e grać", "tei-read"),
    ],
)
def test_a_tei_file_that_cannot_stand(copy: Path, old: str, new: str, check: str) -> None:
    """The other checks go on where they can."""
    change(copy / "corpus/tei/witryna.tei.xml", old, new)
    faults = run_checks(copy)
    assert check in {fault.check for fault in faults}
    assert all(fault.file.startswith("corpus/tei/witryna") for fault in only(faults, check))
    assert not only(faults, "cases")


def test_a_byte_of_a_raw_file(copy: Path) -> None:
    path = copy / "corpus" / "raw" / "zagrajmy.txt"
    data = bytearray(path.read_bytes())
    data[5000] ^= 1
    path.write_bytes(bytes(data))
    (fault,) = only(run_checks(copy, ["raw-checksum"]), "raw-checksum")
    assert fault.file == "corpus/raw/zagrajmy.txt"


@pytest.mark.parametrize(
    "name", ["corpus/raw/witryna.txt", "corpus/raw/SHA256SUMS", "corpus/tei/digests.toml"]
)
def test_a_lost_file(copy: Path, name: str) -> None:
    (copy / name).unlink()
    assert run_checks(copy)


# --- rulebook ---------------------------------------------------------------------------------


def test_an_empty_square_of_the_grid(copy: Path) -> None:
    path = copy / "corpus" / "claims" / "witryna.claims.toml"
    text = path.read_text(encoding="utf-8")
    start = text.index("[[claim]]")
    end = text.index("[[claim]]", start + 1)
    claim = re.search(r'rule = "([a-z0-9-]+)"', text[start:end])
    assert claim is not None
    others = re.findall(rf'^rule = "{claim[1]}"$', text, re.MULTILINE)
    path.write_text(
        re.sub(rf'\[\[claim\]\]\nid = "witryna-{claim[1]}(.|\n)*?(?=\n\[\[|\Z)', "", text), encoding="utf-8"
    )
    faults = only(run_checks(copy, ["grid-complete"]), "grid-complete")
    assert others
    assert [fault.rules for fault in faults] == [(claim[1],)]


def edit_first_nothing(copy: Path, edit: Callable[[str], str], kind: str = "silent") -> str:
    """Apply *edit* to the first silence of Wikibooks and return the rules it stands for."""
    path = copy / "corpus" / "claims" / "wikibooks.claims.toml"
    text = path.read_text(encoding="utf-8")
    blocks = re.split(r"(?=^\[\[)", text, flags=re.MULTILINE)
    at = next(n for n, block in enumerate(blocks) if block.startswith("[[nothing]]") and f'"{kind}"' in block)
    blocks[at] = edit(blocks[at])
    path.write_text("".join(blocks), encoding="utf-8")
    return blocks[at]


def test_a_hit_that_nobody_dismissed(copy: Path) -> None:
    """A word that the witness does use is added to what was searched."""
    edit_first_nothing(copy, lambda block: re.sub(r"searched = \[", 'searched = ["kart", ', block, count=1))
    faults = only(run_checks(copy, ["silences"]), "silences")
    assert faults
    assert all(fault.rules and "kart" in fault.message for fault in faults)


def test_a_silence_of_a_witness_we_only_hear_of(copy: Path) -> None:
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('kind = "not-reported"', 'kind = "not-held"'), encoding="utf-8")
    faults = only(run_checks(copy, ["grid-complete"]), "grid-complete")
    assert faults
    assert all("not-held" in fault.message and fault.rules for fault in faults)


def test_an_unknown_gap(copy: Path) -> None:
    path = next(
        p for p in (copy / "corpus/claims").iterdir() if 'gap = "witryna-gap' in p.read_text(encoding="utf-8")
    )
    change(path, 'gap = "witryna-gap', 'gap = "witryna-hole')
    assert only(run_checks(copy, ["gaps"]), "gaps")


def test_a_pin_for_a_game_nobody_asks(copy: Path) -> None:
    change(copy / "corpus" / "pins.toml", 'game = "przemyskie"', 'game = "sixty-six"')
    assert run_checks(copy, ["pins"])


# --- options ----------------------------------------------------------------------------------


def option_lines(sealed: Path) -> list[tuple[str, str]]:
    """Return every line that gives an option a value: file and line."""
    return [
        (path.name, line)
        for path in sorted((sealed / "corpus" / "rules").glob("*.rule.toml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"(value|off) = ", line) and "[engine]" in path.read_text(encoding="utf-8")
    ]


def test_any_option_value_of_any_rule(copy: Path, sealed: Path) -> None:
    """Every value is changed at once: each rule is named with its file and line."""
    wanted = set()
    for name, line in option_lines(sealed):
        path = copy / "corpus" / "rules" / name
        spoilt = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), line, count=1)
        if spoilt == line:
            spoilt = re.sub(r'"([a-z])', lambda found: '"x' + found[1], line, count=1)
        if spoilt == line:
            spoilt = line.replace("[]", '["x"]')
        assert spoilt != line
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(rf"^{re.escape(line)}$", spoilt, text, count=1, flags=re.MULTILINE), encoding="utf-8"
        )
        wanted.add(name.removesuffix(".rule.toml"))
    faults = run_checks(copy, ["option-table", "rulesets"])
    named = {
        rule
        for fault in faults
        if fault.file.startswith("corpus/rules/") and "line " in fault.place
        for rule in fault.rules
    }
    assert wanted <= named


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("ladder-rungs", "value = 6", "value = 5"),
        ("target", "value = 66", "value = 65"),
        ("meld-points", "value = [20, 40]", "value = [20, 41]"),
        ("rank-order", 'value = "9JQKTA"', 'value = "9JQTKA"'),
        ("base-stake", "value = 3", "value = 4"),
    ],
)
def test_a_value_that_the_engine_would_play(copy: Path, rule: str, old: str, new: str) -> None:
    """The engine accepts the new value; a case fails, and says which rule."""
    change(copy / "corpus" / "rules" / f"{rule}.rule.toml", old, new)
    faults = run_checks(copy, ["cases", "rulesets"])
    failing = [fault for fault in only(faults, "cases") if rule in fault.rules]
    assert failing
    assert failing[0].file == f"tests/rules/{rule}.toml"
    assert f"corpus/rules/{rule}.rule.toml" in failing[0].way_out
    assert any(fault.file == f"corpus/rules/{rule}.rule.toml" for fault in only(faults, "rulesets"))


def test_an_order_of_precedence(copy: Path) -> None:
    change(copy / "corpus/rulesets/ojciec.ruleset.toml", '"ojciec", "witryna"', '"witryna", "ojciec"')
    faults = only(run_checks(copy, ["rulesets"]), "rulesets")
    assert faults
    assert all(fault.file == "corpus/rulesets/ojciec.ruleset.toml" for fault in faults)


def test_a_pin_that_chooses_otherwise(copy: Path) -> None:
    change(copy / "corpus" / "pins.toml", 'reading = "redeal"', 'reading = "last-must-choose"')
    faults = run_checks(copy, ["rulesets"])
    assert any(fault.rules == ("nobody-chooses",) for fault in faults)


def test_a_witness_who_says_two_things_at_once(copy: Path) -> None:
    """Two readings of equal scope by one witness leave a ruleset without an answer."""
    path = copy / "corpus" / "claims" / "ojciec.claims.toml"
    text = path.read_text(encoding="utf-8")
    start = text.index('[[claim]]\nid = "ojciec-throw-in"')
    end = text.index("[[", start + 2)
    block = text[start:end].replace('id = "ojciec-throw-in"', 'id = "ojciec-throw-in-b"')
    path.write_text(text + "\n" + block.replace('"as-loss"', '"two-points"'), encoding="utf-8")
    faults = only(run_checks(copy, ["rulesets"]), "rulesets")
    assert any("two ways" in fault.message and fault.rules == ("throw-in",) for fault in faults)


def test_an_option_without_a_rule(copy: Path) -> None:
    path = copy / "corpus" / "rules" / "deck.rule.toml"
    path.unlink()
    faults = run_checks(copy)
    assert any(fault.check == "option-table" and fault.rules == ("deck",) for fault in faults)
    assert any(fault.check == "references" for fault in faults)


# --- cases and deals --------------------------------------------------------------------------


def test_a_case_that_expects_something_else(copy: Path) -> None:
    path = copy / "tests" / "rules" / "throw-in.toml"
    text = path.read_text(encoding="utf-8")
    number = re.search(r"settlement = \{ A = (-?\d+)", text)
    assert number is not None
    change(path, number[0], number[0].replace(number[1], str(int(number[1]) - 1)))
    (fault,) = only(run_checks(copy, ["cases"]), "cases")
    assert fault.file == "tests/rules/throw-in.toml"
    assert fault.rules == ("throw-in",)
    assert "corpus/rules/throw-in.rule.toml" in fault.way_out
    assert "option throw_in" in fault.way_out


def test_a_case_that_rests_on_something_else(copy: Path) -> None:
    path = copy / "tests" / "rules" / "throw-in.toml"
    change(path, "claim:instrukcja-throw-in", "claim:ojciec-throw-in")
    assert only(run_checks(copy, ["cases"]), "cases")[0].rules == ("throw-in",)


def test_a_case_that_rests_on_a_claim_that_no_longer_asserts_its_reading(archive: Archive) -> None:
    claim = replace(archive.claims["ojciec-throw-in"], stance="rejects")
    spoilt = replace(archive, claims={**archive.claims, claim.id: claim})
    faults = only(run_checks(archive.root, ["cases"], spoilt), "cases")
    resting = [fault for fault in faults if "rejects as-loss" in fault.value]
    assert {fault.rules for fault in resting} == {("throw-in",)}


def test_a_claim_that_no_case_rests_on(copy: Path) -> None:
    path = copy / "tests" / "rules" / "throw-in.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"claim:ojciec-throw-in"', '"pin:przemyskie-throw-in"'), encoding="utf-8")
    (fault,) = only(run_checks(copy, ["supports"]), "supports")
    assert fault.rules == ("throw-in",)
    assert "claim:ojciec-throw-in" in fault.way_out
    assert "throw-in-2" in fault.way_out


def test_a_witness_who_contradicts_himself(archive: Archive) -> None:
    claim = archive.claims["ojciec-throw-in"]
    for number, other in enumerate(
        (replace(claim, id="x", reading="two-points"), replace(claim, id="x", stance="rejects"))
    ):
        spoilt = replace(archive, claims={**archive.claims, "x": other})
        (fault,) = only(run_checks(archive.root, ["contradictions"], spoilt), "contradictions")
        assert fault.rules == ("throw-in",), number
        assert "ojciec-throw-in" in fault.message
    # of other scope, both may hold
    narrower = replace(claim, id="x", reading="two-points", scope=replace(claim.scope, phase="choice"))
    spoilt = replace(archive, claims={**archive.claims, "x": narrower})
    assert not only(run_checks(archive.root, ["contradictions"], spoilt), "contradictions")


# --- nothing left out -------------------------------------------------------------------------


def test_a_word_that_nothing_covers(copy: Path) -> None:
    path = copy / "corpus" / "exclusions.toml"
    text = path.read_text(encoding="utf-8")
    start = text.index("[[exclusion]]")
    path.write_text(text[:start] + text[text.index("[[exclusion]]", start + 1) :], encoding="utf-8")
    (fault,) = only(run_checks(copy, ["coverage"]), "coverage")
    assert fault.file == "corpus/tei/witryna.tei.xml"
    assert "passage witryna-h, characters 0–24" in fault.place


def test_a_pipe_in_place_of_a_file_is_a_fault_not_a_wait(copy: Path) -> None:
    for name in ("corpus/tei/x.tei.xml", "corpus/claims/x.claims.toml", "corpus/deals/x.deal.json"):
        os.mkfifo(copy / name)
        faults = run_checks(copy, ["files"])
        assert {fault.file for fault in faults} >= {name}
        assert all("file" in fault.message for fault in faults)
        (copy / name).unlink()


def test_a_rule_whose_cases_show_nothing(copy: Path) -> None:
    """Only the cases of the first reading are left, and they expect what holds under any."""
    path = copy / "tests" / "rules" / "meld-points.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(r"\[case\.expect\]\n(?:.+\n?)+", '[case.expect]\nphase = "play"\n', text), encoding="utf-8"
    )
    faults = only(run_checks(copy, ["discrimination"]), "discrimination")
    assert any(fault.rules == ("meld-points",) for fault in faults)


def test_a_rule_without_a_case(copy: Path) -> None:
    (copy / "tests" / "rules" / "deck.toml").unlink()
    (fault,) = only(run_checks(copy, ["discrimination"]), "discrimination")
    assert fault.rules == ("deck",)


def example_deal(copy: Path) -> Path:
    return sorted((copy / "corpus" / "deals").glob("*.deal.json"))[0]


def test_a_deal_that_ends_otherwise(copy: Path) -> None:
    path = example_deal(copy)
    data = json.loads(path.read_text(encoding="utf-8"))
    name, expected = next((n, e) for n, e in data["expect"].items() if "settlement" in e)
    seat = next(iter(expected["settlement"]))
    expected["settlement"][seat] = 99
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    faults = only(run_checks(copy, ["deals"]), "deals")
    assert [fault.place for fault in faults] == [f"expect.{name}"]
    assert faults[0].rules


def test_a_deal_with_an_action_that_is_not_allowed(copy: Path) -> None:
    path = example_deal(copy)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["actions"] = [*data["actions"][:1], data["actions"][0], *data["actions"][1:]]
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    faults = only(run_checks(copy, ["deals"]), "deals")
    assert any(fault.rules for fault in faults)


COMPOSED = "roznica-must-trump-must-free"  # two cards each; C has taken six tricks and the other 111 points


def spoil(copy: Path, edit: Callable[[dict[str, Any]], object], deal: str = COMPOSED) -> list[Fault]:
    """Apply *edit* to a recorded deal; return what the check of deals finds."""
    path = copy / "corpus" / "deals" / f"{deal}.deal.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    edit(data)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return only(run_checks(copy, ["deals"]), "deals")


@pytest.mark.parametrize(
    ("taken", "place", "words", "rule"),
    [
        ({"tricks": 5, "points": 111}, "position.taken", "tricks taken: 5; ", "deck"),
        ({"tricks": 7, "points": 111}, "position.taken", "(18) make 6", "deck"),
        (
            {"tricks": 6, "points": 112},
            "position.taken",
            "112; the cards that are gone have 111",
            "card-points",
        ),
        (None, "position.taken", "tricks taken: 0; ", "deck"),
    ],
)
def test_a_position_whose_totals_cannot_be(
    copy: Path, taken: dict[str, int] | None, place: str, words: str, rule: str
) -> None:
    def edit(data: dict[str, Any]) -> None:
        del data["contrast"], data["actions"][:], data["position"]["taken"]
        if taken is not None:
            data["position"]["taken"] = {"C": taken}

    found = [fault for fault in spoil(copy, edit) if words in fault.message]
    assert [(fault.place, rule in fault.rules) for fault in found] == [(place, True)]


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        ({"A": {"points": 1}, "C": {"tricks": 6, "points": 110}}, "1; tricks: 0, with 0 at most"),
        (
            {"A": {"tricks": 1, "points": 40}, "C": {"tricks": 5, "points": 71}},
            "40; tricks: 1, with 33 at most",
        ),
    ],
)
def test_no_seat_has_more_points_than_its_tricks_can_hold(
    copy: Path, taken: dict[str, dict[str, int]], words: str
) -> None:
    def edit(data: dict[str, Any]) -> None:
        del data["contrast"], data["actions"][:]
        data["position"]["taken"] = taken

    (fault,) = spoil(copy, edit)
    assert (fault.place, fault.rules) == ("position.taken.A", ("card-points",))
    assert words in fault.message


@pytest.mark.parametrize(
    ("hand", "stock", "position", "place"),
    [
        # three each in hand of six, twelve in the stock: while there is one, six are held
        (3, 12, {"taken": {"A": {"tricks": 3, "points": 30}}}, "position.hands"),
        # the stock was closed: three tricks at least, and a card for each lies under it
        (3, 0, {"closed_by": "A", "taken": {"A": {"tricks": 2}}}, "position.taken"),
        (3, 0, {"closed_by": "A", "taken": {"A": {"tricks": 9, "points": 60}}}, "position.taken"),
        (3, 0, {"closed_by": "A", "taken": {"A": {"tricks": 3, "points": 0}}}, None),
        (3, 0, {"closed_by": "A", "taken": {"A": {"tricks": 8, "points": 60}}}, None),
    ],
)
def test_what_a_stock_leaves_to_be_taken(
    copy: Path, hand: int, stock: int, position: dict[str, Any], place: str | None
) -> None:
    pack = [f"{suit}{rank}" for suit in "CDHS" for rank in "9JQKTA"]

    def edit(data: dict[str, Any]) -> None:
        del data["contrast"], data["actions"][:]
        data.update(ruleset="wikibooks-2", seats=["A", "B"], dealer="B")
        data["hands"] = {"A": pack[:hand], "B": pack[hand : 2 * hand]}
        if stock:
            data["stock"] = pack[-stock:]
        data["position"] = {"leader": "A", "trump": "S", **position}

    places = {fault.place for fault in spoil(copy, edit)}
    assert places == ({place} if place else set())


def test_what_has_no_stock_cannot_be_closed(copy: Path) -> None:
    (fault,) = spoil(copy, lambda data: data["position"].update(closed_by="B"))
    assert (fault.place, fault.rules) == ("position.closed_by", ("stock",))


def double_a_card(data: dict[str, Any]) -> None:
    data["hands"]["A"][1] = data["hands"]["A"][0]


@pytest.mark.parametrize(
    ("edit", "rule"), [(double_a_card, "deck"), (lambda data: data.update(ruleset="wikibooks-4"), "players")]
)
def test_a_demonstration_that_its_ruleset_refuses_has_that_fault_alone(
    copy: Path, edit: Callable[[dict[str, Any]], object], rule: str
) -> None:
    """What it shows cannot be looked at, and the engine is not at fault."""
    (fault,) = spoil(copy, edit)
    assert (fault.file, fault.place) == (f"corpus/deals/{COMPOSED}.deal.json", "ruleset")
    assert fault.rules == (rule,)
    assert "refuses the deal" in fault.message


def test_a_demonstration_that_one_reading_refuses_names_it(copy: Path) -> None:
    """By its own ruleset the deal can be played; read otherwise, the cards are too few."""

    def edit(data: dict[str, Any]) -> None:
        data["contrast"] = {
            "rule": "players",
            "readings": {name: {"outcome": "declarer-wins"} for name in ("four", "two")},
        }

    faults = spoil(copy, edit)
    assert {fault.place for fault in faults} == {"contrast.readings.four", "contrast.readings.two"}
    assert all("refuse the deal" in fault.message and fault.rules == ("players",) for fault in faults)


@pytest.mark.parametrize(
    ("rule", "way_out"),
    [
        ("must-trum", "Nearest: must-trump"),
        ("zzz-9", "List the ids with: "),
        ("draw", "Rulesets that are asked: wikibooks-2"),
    ],
)
def test_a_demonstration_of_no_rule_says_where_to_find_one(copy: Path, rule: str, way_out: str) -> None:
    (fault,) = spoil(copy, lambda data: data["contrast"].update(rule=rule))
    assert (fault.place, fault.value) == ("contrast.rule", rule)
    assert fault.way_out.startswith(way_out)


def test_a_record_that_is_none(copy: Path) -> None:
    """Every fault of it is listed."""
    path = example_deal(copy)
    data = json.loads(path.read_text(encoding="utf-8"))
    data |= {"dealer": "Z", "colour": "red"}
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    places = {fault.place for fault in run_checks(copy, ["records"])}
    assert {"dealer", "colour"} <= places


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "check", "place"),
    [
        ("corpus/pins.toml", "[[pin]]", "[[pin]", "files", "line"),
        ("corpus/rules/deck.rule.toml", 'area = "cards"', 'area = "kitchen"', "schema", "line"),
        ("corpus/rules/deck.rule.toml", 'id = "deck"', 'id = "pack"', "ids-unique", "line"),
        (
            "corpus/rulesets/ojciec.ruleset.toml",
            'title.pl = "',
            'title.pl = 2020-01-01 # "',
            "schema",
            "line",
        ),
        (
            "corpus/claims/ojciec.claims.toml",
            'rule = "throw-in"',
            'rule = "trow-in"',
            "references",
            "claim ojciec-throw-in",
        ),
        ("corpus/witnesses.toml", 'kind = "wiki"', 'kind = "rumour"', "schema", "line"),
        ("tests/rules/deck.toml", 'ruleset = "', 'ruleset = "un', "references", "case deck"),
    ],
)
def test_a_data_file_with_a_fault(copy: Path, name: str, old: str, new: str, check: str, place: str) -> None:
    change(copy / name, old, new)
    faults = only(run_checks(copy), check)
    assert any(fault.file == name and place in fault.place for fault in faults), faults


def test_all_faults_are_listed_not_the_first_only(copy: Path) -> None:
    change(copy / "corpus/pins.toml", "[[pin]]", "[[pin]")
    change(copy / "corpus/tei/wikibooks.tei.xml", "Talia", "Tania")
    change(copy / "corpus/claims/ojciec.claims.toml", "rzucenie kart jest", "rzucanie kart jest")
    (copy / "corpus/raw/SHA256SUMS").write_text("nothing\n", encoding="utf-8")
    files = {fault.file for fault in run_checks(copy)}
    assert {"corpus/pins.toml", "corpus/tei/wikibooks.tei.xml", "corpus/claims/ojciec.claims.toml"} <= files
    assert "corpus/raw/SHA256SUMS" in files


def test_a_file_that_is_not_utf8(copy: Path) -> None:
    path = copy / "corpus" / "pins.toml"
    path.write_bytes(path.read_bytes() + b"# \xff\n")
    (fault,) = [fault for fault in run_checks(copy, ["files"]) if fault.check == "files"]
    assert fault.value == "byte 0xff"


# --- an engine that does not do what it should ------------------------------------------------


def test_the_engine_names_a_rule_the_archive_does_not_have(archive: Archive, root: Path) -> None:
    less = replace(
        archive, rules={name: rule for name, rule in archive.rules.items() if name != "blind-time"}
    )
    faults = only(run_checks(root, ["trace"], less), "trace")
    assert {fault.value for fault in faults} == {"blind-time"}
    assert all(
        fault.file.startswith("przemyskie66/engine/") and fault.place.startswith("line ") for fault in faults
    )
    assert all(fault.rules for fault in faults)


@pytest.mark.parametrize("error", [KeyError("by"), TypeError("no"), IndexError("out")])
def test_a_case_on_which_the_engine_breaks(
    archive: Archive, root: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("przemyskie66.rulebook.proofs.run_case", broken)
    faults = only(run_checks(root, ["cases"], archive), "cases")
    assert len(faults) == len(archive.cases)
    assert all("the engine broke" in fault.message and fault.rules for fault in faults)


def test_a_deal_on_which_the_engine_breaks(
    archive: Archive, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault names the line of the engine; an error from elsewhere is raised, being a bug of the checks."""
    monkeypatch.setattr("przemyskie66.engine.play.played_out", lambda *arguments: {}["nothing"])
    (fault,) = only(run_checks(root, ["deals"], archive), "deals")
    assert fault.file == "przemyskie66/engine/play.py"
    assert "_play_out" in fault.place
    monkeypatch.setattr("przemyskie66.checks.play.record_faults", lambda *arguments: {}["nothing"])
    with pytest.raises(KeyError):
        run_checks(root, ["deals"], archive)
