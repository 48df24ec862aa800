"""The static text API: what a client finds when it follows the URI templates."""

import json
import re
from typing import Any

import pytest
from lxml import etree

from przemyskie66.rulebook import Archive
from przemyskie66.rulebook.dts import dts_files

TEI = "{http://www.tei-c.org/ns/1.0}"
WRAPPER = "{https://w3id.org/api/dts#}wrapper"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
SITE = "https://example.org/"


@pytest.fixture(scope="module")
def files(archive: Archive) -> dict[str, bytes]:
    return dts_files(archive, base_url=SITE)


def expand(template: str, **values: str) -> str:
    """Return the URI of an RFC 6570 *template*, of the three operators that ours use."""

    def one(match: re.Match[str]) -> str:
        names = [name for name in match[2].split(",") if name in values]
        form = {"/": "/{1}", ";": ";{0}={1}"}[match[1]]
        return "".join(form.format(name, values[name]) for name in names)

    return re.sub(r"\{([/;])([a-z,]+)\}", one, template)


class Client:
    """Knows the entry point alone and follows its templates."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.entry = self.get(f"{SITE}dts/index.json")

    def get(self, uri: str) -> Any:
        return json.loads(self.files[uri.removeprefix(SITE)])

    def ask(self, endpoint: str, **values: str) -> Any:
        return self.get(expand(self.entry[endpoint], **values))

    def document(self, **values: str) -> etree._Element:
        return etree.fromstring(self.files[expand(self.entry["document"], **values).removeprefix(SITE)])


@pytest.fixture(scope="module")
def client(files: dict[str, bytes]) -> Client:
    return Client(files)


def test_the_entry_point_names_the_three_endpoints(client: Client) -> None:
    assert client.entry["@type"] == "EntryPoint"
    assert client.entry["dtsVersion"] == "1.0"
    assert client.entry["@context"] == "https://dtsapi.org/context/v1.0.json"
    assert {"collection", "navigation", "document"} <= set(client.entry)


def test_collections_lead_to_every_text_and_back(client: Client, archive: Archive) -> None:
    root = client.ask("collection")
    assert (
        root
        == client.ask("collection", id=root["@id"])
        == client.ask("collection", id=root["@id"], nav="children")
    )
    assert root["totalChildren"] == len(root["member"]) == len(archive.documents)
    assert client.ask("collection", id=root["@id"], nav="parents")["member"] == []
    for member in root["member"]:
        text = client.ask("collection", id=member["@id"])
        required = {
            "@id",
            "@type",
            "title",
            "totalParents",
            "totalChildren",
            "collection",
            "navigation",
            "document",
        }
        assert required <= set(text)
        assert text["@type"] == "Resource"
        (parent,) = client.ask("collection", id=member["@id"], nav="parents")["member"]
        assert parent["@id"] == root["@id"]


def test_the_tree_holds_every_passage_once_in_text_order(client: Client, archive: Archive) -> None:
    for document in archive.documents.values():
        units = client.ask("navigation", resource=document.id, down="-1")["member"]
        names = [unit["identifier"] for unit in units]
        assert len(names) == len(set(names))
        leaves = [passage.id for passage in document.passages]
        assert [name for name in names if name in set(leaves)] == leaves
        level = {unit["identifier"]: unit["level"] for unit in units}
        for unit in units:
            assert unit["level"] == level.get(unit["parent"], 0) + 1
        top = client.ask("navigation", resource=document.id, down="1")["member"]
        assert [unit["identifier"] for unit in top] == [name for name in names if level[name] == 1]


def test_a_reference_is_told_with_its_siblings_and_its_parts(client: Client, archive: Archive) -> None:
    unit, sentence = "witryna-rozdanie-5", "witryna-rozdanie-5-s2"
    alone = client.ask("navigation", resource="witryna", ref=sentence)
    assert alone["ref"]["identifier"] == sentence
    assert alone["ref"]["parent"] == unit
    assert "member" not in alone
    sentences = [passage.id for passage in archive.documents["witryna"].passages if passage.unit == unit]
    siblings = client.ask("navigation", resource="witryna", ref=sentence, down="0")["member"]
    assert [node["identifier"] for node in siblings] == sentences
    parts = client.ask("navigation", resource="witryna", ref=unit, down="-1")["member"]
    assert [node["identifier"] for node in parts] == [unit, *sentences]
    assert [
        node["identifier"]
        for node in client.ask("navigation", resource="witryna", ref=sentence, down="1")["member"]
    ] == [sentence]


def test_every_reference_has_its_document(client: Client, archive: Archive) -> None:
    for document in archive.documents.values():
        whole = client.document(resource=document.id)
        assert whole.tag == f"{TEI}TEI"
        for unit in client.ask("navigation", resource=document.id, down="-1")["member"]:
            part = client.document(resource=document.id, ref=unit["identifier"])
            assert part.tag == f"{TEI}TEI"
            (wrapper,) = part
            assert wrapper.tag == WRAPPER
            assert wrapper[0].get(XML_ID) == unit["identifier"]


def test_no_answer_promises_what_files_cannot_do(files: dict[str, bytes]) -> None:
    entry = files["dts/index.json"].decode()
    assert not re.search(r"\{[^}]*\b(start|end|page|tree)\b", entry)


def test_without_an_address_answers_lead_on_relative_to_their_file(archive: Archive) -> None:
    files = dts_files(archive)
    deep = json.loads(files["dts/navigation/witryna;down=1/index.json"])
    assert deep["resource"]["document"].startswith("../../../dts/document")
    assert files == dts_files(archive)
    assert not any("\N{REPLACEMENT CHARACTER}".encode() in data for data in files.values())
