"""Everything as one package: an RO-Crate inside a BagIt bag, in a ZIP file.

Nothing in it is taken from a clock: the dates are those of the release or, before one, of the last
change that the edited texts record.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath

from przemyskie66 import __version__
from przemyskie66.rulebook.archive import Archive
from przemyskie66.rulebook.cite import EDITORS, TITLE, released
from przemyskie66.rulebook.model import Json
from przemyskie66.rulebook.rights import CC_BY_SA, Layer, layer_of, layers

NAME = f"przemyskie66-{__version__}"

#: Media types by the ends of file names, longest first.
TYPES = {
    ".tei.xml": "application/tei+xml",
    ".schema.json": "application/schema+json",
    ".jsonld": "application/ld+json",
    ".jsonl": "application/jsonl",
    ".json": "application/json",
    ".csv": "text/csv",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown",
    ".cff": "application/yaml",
    ".rnc": "application/relax-ng-compact-syntax",
    ".rng": "application/xml",
    "SHA256SUMS": "text/plain",
}

#: Files of the archive that go into the package as they stand.
CARRIED = (
    "CITATION.cff",
    "LICENSES/*",
    "corpus/raw/*",
    "corpus/tei/*.tei.xml",
    "corpus/deals/*.json",
    "corpus/schema/*.rn[cg]",
    "corpus/schema/export/*.schema.json",
)


def media_type(path: str) -> str:
    """Return the media type of the file *path*."""
    return next((kind for end, kind in TYPES.items() if path.endswith(end)), "application/octet-stream")


def carried(archive: Archive) -> dict[str, bytes]:
    """Return the archive's own files for the package by their path in it."""
    paths = sorted(path for pattern in CARRIED for path in archive.root.glob(pattern) if path.is_file())
    return {path.relative_to(archive.root).as_posix(): path.read_bytes() for path in paths}


def dated(archive: Archive) -> str:
    """Return the date of the release or, before one, of the last change recorded in the texts."""
    changes = [change.when for document in archive.documents.values() for change in document.header.changes]
    return released(archive.root) or max(changes, default="1980-01-01")


def package(archive: Archive, files: Mapping[str, bytes]) -> bytes:
    """Return the ZIP file of a BagIt bag whose payload is *files* with their RO-Crate description."""
    payload = {"ro-crate-metadata.json": _json(_metadata(archive, files)), **files}
    payload = {f"data/{path}": payload[path] for path in sorted(payload)}
    total = sum(map(len, payload.values()))
    tags = {
        "bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": _bag_info(archive, f"{total}.{len(payload)}"),
        "manifest-sha256.txt": _manifest(payload),
    }
    tag_files = {name: text.encode() for name, text in tags.items()}
    tag_files["tagmanifest-sha256.txt"] = _manifest(tag_files).encode()
    year, month, day = (int(part) for part in dated(archive).split("-"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**tag_files, **payload}.items():
            entry = zipfile.ZipInfo(f"{NAME}/{name}", (year, month, day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whatever system makes it
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)
    return out.getvalue()


def _json(data: Json) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _manifest(files: Mapping[str, bytes]) -> str:
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())


def _bag_info(archive: Archive, oxum: str) -> str:
    fields = {
        "External-Identifier": NAME,
        "External-Description": TITLE.en,
        "Source-Organization": EDITORS.en,
        "Bagging-Date": released(archive.root),
        "Bag-Software-Agent": NAME,
        "Payload-Oxum": oxum,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value)


def _metadata(archive: Archive, files: Mapping[str, bytes]) -> Json:
    """Return the RO-Crate description of *files*."""
    known = layers(archive)
    date = released(archive.root)
    unreleased = (
        ""
        if date
        else f" Not yet released, and without a DOI: the date, {dated(archive)}, is that of the last change recorded in the texts."
    )
    root: Json = {
        "@id": "./",
        "@type": "Dataset",
        "name": TITLE.en,
        "alternateName": TITLE.pl,
        "description": "The edited texts on the Polish card game Przemyskie 66 and its relatives, every rule as a question,"
        f" and what each witness says on it.{unreleased}",
        "version": __version__,
        "datePublished": dated(archive),
        "inLanguage": ["pl", "en"],
        "license": {"@id": CC_BY_SA},
        "usageInfo": "The words of the sources keep the rights stated for each file in corpus/raw/.",
        "author": {"@id": "#redakcja"},
        "publisher": {"@id": "#redakcja"},
        "hasPart": [{"@id": path} for path in sorted(files)],
    }
    descriptor: Json = {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.2"},
        "about": {"@id": "./"},
    }
    editors: Json = {
        "@id": "#redakcja",
        "@type": "Organization",
        "name": EDITORS.en,
        "alternateName": EDITORS.pl,
        "description": "A role, not a person.",
    }
    licences: list[Json] = [
        {
            "@id": CC_BY_SA,
            "@type": "CreativeWork",
            "name": "Creative Commons Attribution-ShareAlike 4.0 International",
            "url": CC_BY_SA,
        },
        *(_rights(layer) for layer in known if not layer.licence),
    ]
    return {
        "@context": "https://w3id.org/ro/crate/1.2/context",
        "@graph": [
            descriptor,
            root,
            *(_file(path, files[path], layer_of(path, known)) for path in sorted(files)),
            editors,
            *licences,
        ],
    }


def _rights(layer: Layer) -> Json:
    return {
        "@id": f"#rights-{layer.id}",
        "@type": "CreativeWork",
        "name": layer.title.en,
        "description": layer.statement.en,
    }


def _file(path: str, data: bytes, layer: Layer) -> Json:
    return {
        "@id": path,
        "@type": "File",
        "name": PurePosixPath(path).name,
        "encodingFormat": media_type(path).partition(";")[0],
        "contentSize": str(len(data)),
        "license": {"@id": layer.licence or f"#rights-{layer.id}"},
    }
