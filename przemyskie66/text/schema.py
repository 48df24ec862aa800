"""Validates a TEI file against the archive's subset of TEI P5 (``corpus/schema/p66-tei.rng``)."""

from functools import lru_cache
from pathlib import Path

from lxml import etree

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.text.tei import XML_ID, archive_name, line_of, local_name, parse_tei, place_of, read_bytes


@lru_cache(maxsize=8)
def _compiled(schema: Path, data: bytes) -> etree.RelaxNG:
    """*data* is part of the key, so that an edited schema is compiled anew."""
    try:
        return etree.RelaxNG(etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True)))
    except (etree.RelaxNGError, etree.XMLSyntaxError) as error:
        raise CorpusError(
            [
                Fault(
                    "schema",
                    archive_name(schema),
                    "whole file",
                    "the schema cannot be read",
                    str(error),
                    f"Make it again: rnc2rng {schema.stem}.rnc {schema.name}",
                )
            ]
        ) from error


def validate(tei_path: Path, schema: Path) -> list[Fault]:
    """Return the faults of a TEI file against *schema* (RELAX NG, XML syntax), in line order.

    A file that cannot be parsed gives the faults of the parser. An empty list means: valid.

    :raises CorpusError: if the schema itself cannot be read.
    """
    validator = _compiled(schema, read_bytes(schema))
    file = archive_name(tei_path)
    try:
        root = parse_tei(read_bytes(tei_path), file)
    except CorpusError as error:
        return list(error.faults)
    if validator.validate(root):
        return []
    messages: dict[int, list[str]] = {}
    for entry in validator.error_log:
        messages.setdefault(entry.line, []).append(entry.message.strip())
    messages = messages or {0: ["the validator does not say why"]}
    elements = _elements_by_line(root)
    faults = []
    for line, said in sorted(messages.items()):
        element = elements.get(line)
        telling = [message for message in said if not message.endswith("failed to validate content")]
        if not telling and element is not None and _lines_inside(element) & messages.keys():
            continue  # only says that the fault is somewhere inside
        name = local_name(element) if element is not None else ""
        passage = _id_around(element)
        faults.append(
            Fault(
                "schema",
                file,
                place_of(line, passage) if line else _places_of_unknown(said[0], root),
                f"not valid: {'; '.join(dict.fromkeys(telling or said))}",
                f"<{name}>" if name else "",
                f"See {archive_name(schema.with_suffix('.rnc'))}.",
            )
        )
    return faults


def _places_of_unknown(message: str, root: etree._Element) -> str:
    """Place of a message that the validator gives without a line: every element of the kind it names."""
    lines = [
        str(line_of(element))
        for element in root.iter(etree.Element)
        if f"Element {local_name(element)} " in message
    ]
    if len(lines) == 1:
        return f"line {lines[0]}"
    return f"one of the lines {', '.join(lines)}" if lines else "whole file"


def _elements_by_line(root: etree._Element) -> dict[int, etree._Element]:
    """The first element of each line."""
    found: dict[int, etree._Element] = {}
    for element in root.iter(etree.Element):
        found.setdefault(line_of(element), element)
    return found


def _lines_inside(element: etree._Element) -> set[int]:
    return {line_of(inner) for inner in element.iter(etree.Element)} - {line_of(element)}


def _id_around(element: etree._Element | None) -> str:
    while element is not None and XML_ID not in element.attrib:
        element = element.getparent()
    return element.get(XML_ID, "") if element is not None else ""
