"""What a page gives to its reader as a file: tables as CSV, anything as JSON, lines of text.

Numbers are written with a point and names in English, whatever the language of the page, so that programs can read
them; `js/files.js` saves the files, and nothing leaves the computer.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any, Final, TypeAlias, TypedDict

from cardlab.analysis.whatif import Estimate
from cardlab.locale import say

DIGITS: Final = 6
"""So many digits a number has in a file."""

Row: TypeAlias = Mapping[str, str | float | bool | None]
"""A row of a table, by the names of its fields."""


class ExportFile(TypedDict):
    """A file: what its button is called, the name it is saved under, of which type it is, and what is in it."""

    label: str
    name: str
    type: str
    text: str


def as_csv(label: str, name: str, rows: Sequence[Mapping[str, Any]]) -> ExportFile:
    """Rows of the same fields as CSV, with the names of the fields on top; nothing is written for None.

    Raises ValueError without a row.

    >>> as_csv("Save", "two.csv", [{"card": "7h", "win": 0.5}, {"card": None, "win": 0.25}])["text"]
    'card,win\\r\\n7h,0.5\\r\\n,0.25\\r\\n'
    """
    if not rows:
        raise ValueError("a table has one row at least")
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return {"label": label, "name": name, "type": "text/csv", "text": text.getvalue()}


def as_json(label: str, name: str, content: Mapping[str, Any]) -> ExportFile:
    """What JSON can hold, indented.

    >>> as_json("Save", "one.json", {"wins": 0.5})["text"]
    '{\\n "wins": 0.5\\n}\\n'
    """
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return {"label": label, "name": name, "type": "application/json", "text": text}


def as_line(label: str, name: str, line: str) -> ExportFile:
    """A line of text."""
    return {"label": label, "name": name, "type": "text/plain", "text": f"{line}\n"}


def rounded(value: float | Fraction) -> float:
    """A number as it stands in a file."""
    return round(float(value), DIGITS)


def numbers(values: Mapping[str, Estimate]) -> dict[str, float]:
    """Values as fields of a row, each with the standard error of the sample beside it."""
    return {
        name: rounded(number)
        for key, estimate in values.items()
        for name, number in ((key, estimate.mean), (f"{key}_error", estimate.error))
    }


def tables_as_files(
    name: str, tables: Mapping[str, Sequence[Row]], about: Mapping[str, Any], lang: str
) -> list[ExportFile]:
    """Tables as files: each as CSV, and all of them with what they are about as one JSON file; nothing without a row.

    `tables`: the rows by what they are called in the JSON file; the files are called `name`.
    """
    full = {key: rows for key, rows in tables.items() if rows}
    if not full:
        return []
    found = []
    for number, (key, rows) in enumerate(full.items(), start=1):
        alone = len(full) == 1
        label = say("laboratory.file.csv", lang) if alone else say("laboratory.file.csv_of", lang, number=number)
        found.append(as_csv(label, f"{name}.csv" if alone else f"{name}-{key}.csv", rows))
    content = {**about, **{key: list(rows) for key, rows in full.items()}}
    return [*found, as_json(say("laboratory.file.json", lang), f"{name}.json", content)]
