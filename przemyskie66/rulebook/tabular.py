"""Rows of the export as CSV, for spreadsheets."""

import csv
import io
import json
from collections.abc import Iterable, Mapping

from przemyskie66.rulebook.model import Json


def to_csv(rows: Iterable[Mapping[str, Json]]) -> str:
    """Return *rows* as CSV (RFC 4180) with a header line.

    A text in both languages fills two columns, ``title_pl`` and ``title_en``; lists and objects stand
    in their cell as JSON; nothing is an empty cell.
    """
    rows = list(rows)
    bilingual = {name for row in rows for name, value in row.items() if _in_both_languages(value)}
    flat = [_flat(row, bilingual) for row in rows]
    columns = list(dict.fromkeys(column for row in flat for column in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="")
    writer.writeheader()
    writer.writerows(flat)
    return out.getvalue()


def _in_both_languages(value: Json) -> bool:
    return isinstance(value, Mapping) and set(value) == {"pl", "en"}


def _flat(row: Mapping[str, Json], bilingual: set[str]) -> dict[str, str]:
    cells: dict[str, str] = {}
    for name, value in row.items():
        if name in bilingual:
            words = value if isinstance(value, Mapping) else {}
            cells |= {f"{name}_{lang}": _cell(words.get(lang)) for lang in ("pl", "en")}
        else:
            cells[name] = _cell(value)
    return cells


def _cell(value: Json) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
