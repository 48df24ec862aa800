"""Validation against the JSON Schemas in ``corpus/schema/``, with every fault listed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError, best_match

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.rulebook.model import Json

#: Given the path to a faulty part of the data, says where in the file it stands and which rules it is about.
Placer = Callable[[Sequence[str | int]], tuple[str, tuple[str, ...]]]


#: What has been found to follow a schema: the validator and the digest of the data. A build reads the
#: archive once for each language, the tests hundreds of times, and most of it is always the same.
_sound: set[tuple[int, bytes]] = set()


@cache
def _validator(schema: str) -> Draft202012Validator:
    read = json.loads(schema)
    Draft202012Validator.check_schema(read)
    return Draft202012Validator(read)


def validator(root: Path, name: str) -> Draft202012Validator:
    """Return the validator of ``corpus/schema/<name>.schema.json`` in the archive at *root*.

    :raises CorpusError: if the schema is missing or is no schema.
    """
    path = root / "corpus" / "schema" / f"{name}.schema.json"
    try:
        return _validator(path.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"the schema cannot be read: {error.strerror}"
    except ValueError as error:
        message = f"the schema is not JSON: {error}"
    except SchemaError as error:
        message = f"the schema is no JSON Schema: {error.message}"
    way_out = "Put back corpus/schema/ as published."
    raise CorpusError([Fault("schema", path.relative_to(root).as_posix(), "file", message, "", way_out)])


def faults_in(root: Path, schema: str, data: Json, file: str, place: Placer) -> list[Fault]:
    """Return every departure of *data* from the schema, the deepest cause of each."""
    asked = validator(root, schema)
    key = id(asked), hashlib.sha256(repr(data).encode()).digest()
    if key in _sound:
        return []
    errors: Iterable[ValidationError] = asked.iter_errors(data)
    faults = []
    for error in errors:
        cause = best_match([error])
        path = list(cause.absolute_path)
        part = ".".join(str(step) for step in path) or "the whole file"
        value = json.dumps(cause.instance, ensure_ascii=False, default=str)  # TOML has dates
        value = value if len(value) <= 60 else value[:57] + "…"
        message = f"{part}: {_message(cause)}"
        way_out = f"See corpus/schema/{schema}.schema.json."
        where, rules = place(path)
        faults.append(Fault("schema", file, where, message, value, way_out, rules))
    if not faults:
        _sound.add(key)
    return faults


def _message(error: ValidationError) -> str:
    """Return what the schema wants, without repeating the whole instance."""
    wanted = error.validator_value
    match error.validator:
        case "enum":
            return f"must be one of {json.dumps(wanted, ensure_ascii=False)[1:-1]}"
        case "type":
            return f"must be of type {wanted}"
        case "pattern":
            return f"must match {wanted}"
        case "minItems" | "minLength":
            return "must not be empty"
        case "required" | "additionalProperties" | "dependentRequired":
            return str(error.message)
    return str(error.message) if len(error.message) < 160 else f"fails {error.validator}: {wanted}"
