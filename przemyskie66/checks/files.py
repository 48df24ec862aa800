"""Checks that the files can be read and fit together. Reading the archive finds these faults."""

from collections.abc import Iterable

from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault

#: Names under which reading reports a fault in a data file. All other names come from the texts.
DATA_CHECKS = ("files", "schema", "references", "ids-unique", "option-table", "records")


def _found_on_reading(context: Context, name: str) -> Iterable[Fault]:
    return [fault for fault in context.archive.faults if fault.check == name]


@check(
    "files",
    pl="Każdy plik danych daje się odczytać (UTF-8, TOML, JSON).",
    en="Every data file can be read (UTF-8, TOML, JSON).",
)
def files(context: Context) -> Iterable[Fault]:
    """Faults in the files themselves, with their line."""
    return _found_on_reading(context, "files")


@check(
    "schema",
    pl="Każdy plik danych jest zgodny ze swoim schematem JSON.",
    en="Every data file follows its JSON Schema.",
)
def schema(context: Context) -> Iterable[Fault]:
    """Departures from the schemas in ``corpus/schema/``."""
    return _found_on_reading(context, "schema")


@check(
    "references",
    pl="Każdy przywołany identyfikator istnieje.",
    en="Every id that is named somewhere exists.",
)
def references(context: Context) -> Iterable[Fault]:
    """Ids that nothing bears, with the nearest known."""
    return _found_on_reading(context, "references")


@check(
    "ids-unique",
    pl="Każdy identyfikator jest w swoim rodzaju jedyny i zgodny z nazwą pliku.",
    en="Every id is unique within its kind and agrees with its file name.",
)
def ids_unique(context: Context) -> Iterable[Fault]:
    """Doubled ids, and ids that differ from the name of their file."""
    yield from _found_on_reading(context, "ids-unique")
    seen: dict[str, str] = {}
    for document in context.archive.documents.values():
        for section in document.sections:
            seen.setdefault(section.id, document.file)
    for name, unit in context.archive.passages.items():
        if name in seen and unit.document.file != seen[name]:
            message = f"the id stands in {seen[name]} too"
            yield Fault(
                "ids-unique", unit.document.file, f"passage {name}", message, name, "Rename one of them."
            )
