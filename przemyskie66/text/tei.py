"""Reads a TEI file safely: bytes in, a tree out, or every fault found.

No document type, no entity of its own, no network, no processing instruction but ``xml-model``,
no comment in the text, no invisible character that turns the order of the letters: what a person
sees in the file is what the archive holds.
"""

import re
from pathlib import Path
from typing import Any, cast

from lxml import etree

from przemyskie66.errors import CorpusError, Fault

TEI = "http://www.tei-c.org/ns/1.0"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"

#: Largest file that is read, in bytes; the longest text of the archive has a fortieth of it.
MAX_BYTES = 4_000_000

# U+202A–202E and U+2066–2069 reorder the text on the screen; U+FEFF is not seen at all.
_INVISIBLE = re.compile("[\u202a-\u202e\u2066-\u2069\ufeff]")
_REFERENCE = re.compile(r"&#(?:x([0-9A-Fa-f]{1,8})|([0-9]{1,8}));")
_DECLARATION = re.compile(r"<!(DOCTYPE|ENTITY|NOTATION)\b[^>\n]{0,60}")
_ENCODING = re.compile(r"""^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")
_PASSAGE_IN_PLACE = re.compile(r"\bpassage ([a-z][a-z0-9-]*)")


def archive_name(path: Path) -> str:
    """Return *path* relative to the archive (``corpus/tei/witryna.tei.xml``), as faults name files."""
    parts = path.parts
    if "corpus" in parts:
        return "/".join(parts[len(parts) - 1 - parts[::-1].index("corpus") :])
    return path.name


def local_name(element: etree._Element) -> str:
    """Return the name of a TEI element without its namespace; a foreign one keeps its braces."""
    return str(element.tag).removeprefix(f"{{{TEI}}}")


def line_of(node: etree._Element) -> int:
    """Return the line of the file on which the start tag of *node* ends, from 1 on."""
    return int(cast(Any, node).sourceline or 1)


def place_of(line: int, passage: str = "") -> str:
    """Return the place of a fault: the line of the TEI file and, where there is one, the passage on it."""
    return f"line {line}, passage {passage}" if passage else f"line {line}"


def passage_of(fault: Fault) -> str:
    """Return the id of the passage that *fault* names as its place, or an empty string."""
    match = _PASSAGE_IN_PLACE.search(fault.place)
    return match.group(1) if match else ""


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Return the bytes of *path*.

    :raises CorpusError: if the file cannot be read or has more than *limit* bytes.
    """
    name = archive_name(path)
    try:
        if path.exists() and not path.is_file():  # a pipe would keep us waiting for ever
            raise OSError("it is no file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise CorpusError(
            [
                Fault(
                    "readable",
                    name,
                    "whole file",
                    "the file cannot be read",
                    error.strerror or str(error),
                    "Restore the file, or correct its name.",
                )
            ]
        ) from error
    if len(data) > limit:
        raise CorpusError(
            [
                Fault(
                    "size",
                    name,
                    "whole file",
                    f"the file has more than {limit} bytes",
                    f"{path.stat().st_size} bytes",
                    "Divide the text into several documents.",
                )
            ]
        )
    return data


def decode(data: bytes, file: str) -> str:
    """Return *data* as text; line ends are left as they are.

    :raises CorpusError: if *data* is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CorpusError(
            [
                Fault(
                    "encoding",
                    file,
                    place_of(line),
                    f"the file is not UTF-8: byte {error.start} cannot be decoded",
                    data[error.start : error.end].hex(" "),
                    "Save the file as UTF-8 without a byte order mark.",
                )
            ]
        ) from error


def parse_tei(data: bytes, file: str) -> etree._Element:
    """Return the root element of a TEI file.

    :param data: the file's bytes.
    :param file: the name that faults give it.
    :raises CorpusError: with all faults that the bytes, the characters and the tree show:
        wrong encoding, DOCTYPE or entity, invisible characters, not well-formed, a processing
        instruction, a comment in the text, a root that is not TEI.
    """
    if len(data) > MAX_BYTES:
        raise CorpusError(
            [
                Fault(
                    "size",
                    file,
                    "whole file",
                    f"the file has more than {MAX_BYTES} bytes",
                    f"{len(data)} bytes",
                    "Divide the text into several documents.",
                )
            ]
        )
    text = decode(data, file)
    faults = _character_faults(text, file)
    if any(fault.check in ("doctype", "encoding") for fault in faults):
        raise CorpusError(faults)  # before any parser sees it
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise CorpusError(faults + _syntax_faults(error, parser, text, file)) from error
    faults += _tree_faults(root, file)
    if faults:
        raise CorpusError(faults)
    return root


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _character_faults(text: str, file: str) -> list[Fault]:
    """Faults that show before parsing."""
    faults = [
        Fault(
            "doctype",
            file,
            place_of(_line_at(text, match.start())),
            "document type and entity declarations are not allowed",
            match.group(0),
            "Remove the declaration; write the characters themselves.",
        )
        for match in _DECLARATION.finditer(text)
    ]
    encoding = _ENCODING.match(text)
    if encoding and encoding.group(1).lower() != "utf-8":
        faults.append(
            Fault(
                "encoding",
                file,
                place_of(1),
                "the XML declaration names an encoding other than UTF-8",
                encoding.group(1),
                'Save the file as UTF-8 and write encoding="UTF-8".',
            )
        )
    hits = [(match.start(), match.group(0)) for match in _INVISIBLE.finditer(text)]
    for match in _REFERENCE.finditer(text):
        code = int(match.group(1), 16) if match.group(1) else int(match.group(2))
        if code < 0x110000 and _INVISIBLE.match(chr(code)):
            hits.append((match.start(), chr(code)))
    faults += [
        Fault(
            "invisible-character",
            file,
            place_of(_line_at(text, offset)),
            "the file holds an invisible character that can change what a reader sees",
            f"U+{ord(character):04X}",
            "Remove the character.",
        )
        for offset, character in sorted(hits)
    ]
    return faults


def _syntax_faults(error: etree.XMLSyntaxError, parser: etree.XMLParser, text: str, file: str) -> list[Fault]:
    lines = text.split("\n")
    # the log of the exception holds what other files said before; the parser's own does not
    entries = [(entry.line, entry.column, entry.message) for entry in cast(Any, parser.error_log)]
    faults = []
    for line, column, message in entries or [(error.lineno or 1, error.offset or 0, error.msg or str(error))]:
        here = lines[line - 1] if 0 < line <= len(lines) else ""
        faults.append(
            Fault(
                "well-formed",
                file,
                place_of(line),
                f"the file is not well-formed XML at column {column}: {message.strip()}",
                here[max(0, column - 30) : column + 10].strip(),
                "Correct the markup on this line.",
            )
        )
    return faults


def _tree_faults(root: etree._Element, file: str) -> list[Fault]:
    """Faults of what stands in the tree beside its elements."""
    faults = []
    if root.tag != f"{{{TEI}}}TEI":
        faults.append(
            Fault(
                "tei-root",
                file,
                place_of(line_of(root)),
                "the root is not the element TEI of the TEI namespace",
                str(root.tag),
                f'Begin the file with <TEI xmlns="{TEI}">.',
            )
        )
    around: list[etree._Element] = [*root.itersiblings(preceding=True), *root.itersiblings()]
    for node in around:
        if isinstance(node, etree._ProcessingInstruction) and node.target != "xml-model":
            faults.append(_instruction_fault(node, file))
    for node in root.iter(etree.ProcessingInstruction):
        faults.append(_instruction_fault(node, file))
    for text in root.iterchildren(f"{{{TEI}}}text"):
        faults += [
            Fault(
                "comment",
                file,
                place_of(line_of(node)),
                "a comment stands in the text",
                (node.text or "").strip()[:60],
                "Write a <note resp=…> that readers can see, or remove it.",
            )
            for node in text.iter(etree.Comment)
        ]
    faults += [
        Fault(
            "doctype",
            file,
            place_of(line_of(node)),
            "an entity reference other than the five of XML",
            str(node.text),
            "Write the character itself.",
        )
        for node in root.iter(etree.Entity)
    ]
    return faults


def _instruction_fault(node: etree._Element, file: str) -> Fault:
    return Fault(
        "processing-instruction",
        file,
        place_of(line_of(node)),
        "a processing instruction other than xml-model before the root",
        etree.tostring(node, encoding="unicode", with_tail=False)[:60],
        "Remove it.",
    )
