"""Checks of the edited texts against the raw files, the schema, and the digests."""

from collections.abc import Iterable
from dataclasses import replace

from przemyskie66.checks.files import DATA_CHECKS
from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault
from przemyskie66.rulebook import Archive
from przemyskie66.text import compare_all, passage_of, raw_faults, validate

#: Where a fault found by reading a text is reported; all others under ``tei-read``.
_TEI_CHECKS = {"tiling": "tei-tiling", "voice": "tei-voice"}


def _found_on_reading(context: Context, name: str) -> Iterable[Fault]:
    for fault in context.archive.faults:
        if fault.check not in DATA_CHECKS and _TEI_CHECKS.get(fault.check, "tei-read") == name:
            yield with_rules(context.archive, replace(fault, check=name))


def with_rules(archive: Archive, fault: Fault) -> Fault:
    """Return the fault with the rules that rest on the passage it names."""
    passage = passage_of(fault)
    if not passage or fault.rules:
        return fault
    return replace(fault, rules=archive.rules_resting_on(passage))


@check(
    "raw-checksum",
    pl="Pliki surowe są bajt w bajt takie, jak je otrzymano.",
    en="The raw files are, byte for byte, as they were received.",
)
def raw_checksum(context: Context) -> Iterable[Fault]:
    """Raw files whose SHA-256 differs from ``corpus/raw/SHA256SUMS``, or that stand in only one of the two."""
    for fault in raw_faults(context.root / "corpus" / "raw"):
        if fault.file.endswith(".md"):  # what we say of the folder was not received
            continue
        document = fault.file.rpartition("/")[2].removesuffix(".txt")
        yield replace(fault, check="raw-checksum", rules=context.archive.rules_resting_on(document))


@check(
    "tei-read",
    pl="Każdy plik TEI daje się bezpiecznie odczytać i jest spójny.",
    en="Every TEI file can be read safely and is consistent.",
)
def tei_read(context: Context) -> Iterable[Fault]:
    """Whatever keeps a TEI file from being read: encoding, DOCTYPE, markup, ids, pointers, corrections."""
    return _found_on_reading(context, "tei-read")


@check(
    "tei-schema",
    pl="Każdy plik TEI jest zgodny ze schematem (podzbiór TEI P5).",
    en="Every TEI file follows the schema (a subset of TEI P5).",
)
def tei_schema(context: Context) -> Iterable[Fault]:
    """Departures from ``corpus/schema/p66-tei.rng``."""
    schema = context.root / "corpus" / "schema" / "p66-tei.rng"
    for path in sorted((context.root / "corpus" / "tei").glob("*.tei.xml")):
        for fault in validate(path, schema):
            if fault.check == "schema":  # others keep the file from being read at all: see tei-read
                yield with_rules(context.archive, replace(fault, check="tei-schema"))


@check(
    "tei-tiling",
    pl="Ustępy pokrywają plik surowy znak po znaku.",
    en="The passages tile the raw file, character for character.",
)
def tei_tiling(context: Context) -> Iterable[Fault]:
    """Passages that depart from their slice of the raw file, and raw text that no passage stands for."""
    return _found_on_reading(context, "tei-tiling")


@check(
    "tei-voice",
    pl="Każdy znak tekstu ma jeden głos: wiadomo, czyje to słowo.",
    en="Every character of the text has one voice: it is known whose word it is.",
)
def tei_voice(context: Context) -> Iterable[Fault]:
    """Text that nobody says, and voices that are no witness."""
    yield from _found_on_reading(context, "tei-voice")
    for document in context.archive.documents.values():
        # a text may name a voice that testifies to nothing: who wrote the headings of a blog
        declared = {name.removeprefix("w-") for name, _ in document.header.witnesses}
        for passage in document.passages:
            for _, _, voice in passage.voices:
                witness = context.archive.witnesses.get(voice)
                if witness is None and voice in declared:
                    continue
                place = f"line {passage.line}, passage {passage.id}"
                rules = context.archive.rules_resting_on(passage.id)
                if witness is None:
                    message = "the voice is neither a witness nor declared in the header"
                    way_out = "Name an id of corpus/witnesses.toml, or declare the voice in listWit."
                    yield Fault("tei-voice", document.file, place, message, voice, way_out, rules)
                elif witness.document != document.id:
                    message = f"the voice is a witness known through {witness.document or 'no document'}"
                    way_out = "Correct the voice, or the witness's document."
                    yield Fault("tei-voice", document.file, place, message, voice, way_out, rules)


@check(
    "tei-digest",
    pl="Żaden bajt wydanego tekstu nie zmienił się od ostatniej pieczęci.",
    en="No byte of an edited text has changed since it was last sealed.",
)
def tei_digest(context: Context) -> Iterable[Fault]:
    """Lines of a TEI file that are not as sealed, with their passage and the rules that rest on it."""
    archive = context.archive
    folder = context.root / "corpus" / "tei"
    for fault in compare_all(folder, archive.documents, archive.rules_resting_on):
        yield replace(fault, check="tei-digest")
