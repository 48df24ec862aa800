"""The export: the published fields, the same bytes each time, offsets that hold."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from przemyskie66.errors import CorpusError
from przemyskie66.rulebook import Archive, export

FIELDS = {
    "passages.jsonl": "id document section kind n raw_start raw_end found reading voice corrections",
    "claims.jsonl": "id rule reading stance scope witness reported_by explicit document passage exact prefix"
    " suffix start end raw_start raw_end",
    "silences.jsonl": "rule witness kind searched",
    "parallels.jsonl": "id rule game document passage exact raw_start raw_end relation note",
    "rules.jsonl": "id",
    "exclusions.jsonl": "id document passage exact raw_start raw_end reason",
    "pins.jsonl": "id",
    "disagreements.jsonl": "id",
    "cases.jsonl": "id",
}


@pytest.fixture(scope="module")
def exported(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    export(archive, folder)
    return folder


def rows(folder: Path, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", FIELDS)
def test_lines_have_the_published_fields_and_follow_their_schema(
    exported: Path, root: Path, name: str
) -> None:
    schema = json.loads(
        (root / f"corpus/schema/export/{name.split('.')[0]}.schema.json").read_text(encoding="utf-8")
    )
    validator = Draft202012Validator(schema)
    lines = rows(exported, name)
    assert lines
    for line in lines:
        assert set(FIELDS[name].split()) <= set(line)
        assert not list(validator.iter_errors(line))


def test_rulesets_follow_their_schema(exported: Path, root: Path) -> None:
    schema = json.loads((root / "corpus/schema/export/rulesets.schema.json").read_text(encoding="utf-8"))
    data = json.loads((exported / "rulesets.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(data))


def test_the_same_archive_gives_the_same_bytes(archive: Archive, exported: Path, tmp_path: Path) -> None:
    written = export(archive, tmp_path / "new" / "folder")
    assert sorted(path.name for path in written) == sorted(path.name for path in exported.iterdir())
    for path in written:
        assert path.read_bytes() == (exported / path.name).read_bytes()


def test_passages_are_their_slices_of_the_raw_file(exported: Path, root: Path) -> None:
    raw = {path.stem: path.read_text(encoding="utf-8") for path in (root / "corpus" / "raw").glob("*.txt")}
    for line in rows(exported, "passages.jsonl"):
        assert raw[str(line["document"])][line["raw_start"] : line["raw_end"]] == line["found"]  # type: ignore[misc]


def test_quotes_point_into_reading_and_raw_file(exported: Path, root: Path) -> None:
    readings = {line["id"]: line["reading"] for line in rows(exported, "passages.jsonl")}
    raw = {path.stem: path.read_text(encoding="utf-8") for path in (root / "corpus" / "raw").glob("*.txt")}
    for line in rows(exported, "claims.jsonl"):
        assert readings[line["passage"]][line["start"] : line["end"]] == line["exact"]  # type: ignore[index]
        if line["document"] != "zagrajmy":  # uncorrected, so the two streams agree
            assert raw[str(line["document"])][line["raw_start"] : line["raw_end"]] == line["exact"]  # type: ignore[misc]


def test_rows_are_sorted(exported: Path) -> None:
    for name in ("rules.jsonl", "claims.jsonl", "pins.jsonl", "parallels.jsonl", "cases.jsonl"):
        ids = [str(line["id"]) for line in rows(exported, name)]
        assert ids == sorted(ids)


def test_a_folder_that_cannot_be_written_is_an_error_with_the_way_out(
    archive: Archive, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CorpusError, match="Name a folder"):
        export(archive, tmp_path / "file" / "folder")


def test_rulesets_list_answers_with_their_basis(exported: Path) -> None:
    """Also of those that refuse to play for want of an engine; those without a text answer nothing."""
    rulesets = {
        row["id"]: row for row in json.loads((exported / "rulesets.json").read_text(encoding="utf-8"))
    }
    for name in ("ojciec", "instrukcja", "witryna", "wikibooks-2", "wikibooks-3", "wikibooks-4"):
        found = rulesets[name]["answers"]
        assert len(found) > 20
        assert {answer["basis"] for answer in found.values()} <= {"own", "borrowed", "pinned"}
        assert (rulesets[name]["unanswered"] == []) == (rulesets[name]["refuses"] is None)
        assert not set(rulesets[name]["unanswered"]) & set(found)
    assert rulesets["wikibooks-2"]["answers"]["deal-packets"]["reading"] == "six"
    assert rulesets["zapis-1997"]["answers"] == {}
