"""The export: the published fields, the same bytes each time, offsets that hold."""

import csv
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import bagit
import pytest
from jsonschema import Draft202012Validator
from rocrate.rocrate import ROCrate

from przemyskie66.errors import CorpusError
from przemyskie66.rulebook import Archive, export
from przemyskie66.rulebook.crate import NAME
from przemyskie66.rulebook.rights import CC_BY_SA

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
    folder = tmp_path / "new" / "folder"
    written = export(archive, folder)
    names = sorted(path.relative_to(folder) for path in written)
    assert names == sorted(path.relative_to(exported) for path in exported.rglob("*") if path.is_file())
    for name in names:
        assert (folder / name).read_bytes() == (exported / name).read_bytes(), name


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


# --- CSV, annotations, the package ------------------------------------------------------------------


@pytest.mark.parametrize("name", FIELDS)
def test_csv_holds_the_same_rows(exported: Path, name: str) -> None:
    with (exported / "csv" / f"{name.split('.')[0]}.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    lines = rows(exported, name)
    assert len(table) == len(lines)
    for cells, line in zip(table, lines, strict=True):
        for field, value in line.items():
            if isinstance(value, dict) and set(value) == {"pl", "en"}:
                assert [cells[f"{field}_pl"], cells[f"{field}_en"]] == [value["pl"], value["en"]]
            elif value is None:
                assert not cells.get(field)
            else:
                assert cells[field] == (
                    value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                )


def test_annotations_follow_the_model_and_point_at_their_words(exported: Path, archive: Archive) -> None:
    """By a schema written after the W3C model, and by reading the published texts at the positions given."""
    collection = json.loads((exported / "annotations.jsonld").read_text(encoding="utf-8"))
    schema = json.loads((Path(__file__).with_name("annotation.schema.json")).read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(collection))
    items = collection["first"]["items"]
    assert collection["total"] == len(items) == len(archive.claims) + len(archive.parallels)
    assert len({item["id"] for item in items}) == len(items)
    quotes = {
        record.id: record.anchor.exact for record in (*archive.claims.values(), *archive.parallels.values())
    }
    for item in items:
        text = (exported / "text" / item["target"]["source"].rpartition("/")[2]).read_text(encoding="utf-8")
        position, quote = item["target"]["selector"]
        start, end = position["start"], position["end"]
        assert text[start:end] == quote["exact"] == quotes[item["id"].partition("#")[2].partition("-")[2]]
        assert text[:start].endswith(quote["prefix"])
        assert text[end:].startswith(quote["suffix"])


@pytest.fixture(scope="module")
def unpacked(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bag")
    with zipfile.ZipFile(exported / f"{NAME}.zip") as packed:
        packed.extractall(folder)
    return folder / NAME


def test_the_package_is_a_valid_bag(unpacked: Path) -> None:
    bag = bagit.Bag(str(unpacked))
    bag.validate()
    assert bag.version_info == (1, 0)
    with (unpacked / "data" / "data" / "rules.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(bagit.BagValidationError):
        bag.validate()


def test_the_package_is_an_ro_crate_that_describes_every_file(unpacked: Path, root: Path) -> None:
    payload = unpacked / "data"
    crate = ROCrate(payload)
    assert crate.version == "1.2"
    described = {entity.id for entity in crate.data_entities}
    present = {path.relative_to(payload).as_posix() for path in payload.rglob("*") if path.is_file()}
    assert described == present - {"ro-crate-metadata.json"}
    for entity in crate.data_entities:
        assert entity["license"], entity.id
        if entity.id != "data/rules.jsonl":  # spoilt by the test of the bag
            assert int(entity["contentSize"]) == (payload / entity.id).stat().st_size
    # the words of the sources are under no licence of ours
    for document in ("witryna", "zagrajmy", "wikibooks"):
        assert crate.get(f"corpus/raw/{document}.txt")["license"].id == f"#rights-raw-{document}"
    assert crate.get("corpus/tei/witryna.tei.xml")["license"].id == CC_BY_SA
    assert (payload / "corpus/raw/witryna.txt").read_bytes() == (root / "corpus/raw/witryna.txt").read_bytes()


def test_before_a_release_the_crate_says_so(unpacked: Path) -> None:
    crate = ROCrate(unpacked / "data")
    assert "Not yet released, and without a DOI" in crate.root_dataset["description"]
    assert crate.root_dataset["author"].type == "Organization"
    assert "Bagging-Date" not in (unpacked / "bag-info.txt").read_text(encoding="utf-8")


def test_citation_cff_follows_its_schema(root: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    done = subprocess.run([*command, root / "CITATION.cff"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
