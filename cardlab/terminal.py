"""Terminal input and output: encoding, faulty arguments, and output for programs.

- `print_line`, `print_table`, `print_json`: output; text from outside cannot control the terminal;
- `as_csv`, `for_spreadsheet`: a table as a file, in which no text becomes a formula;
- `show_in_letters`: lets output write letters for what its encoding lacks;
- `Parser`: arguments and help; `Unusable`: raised if a command can't do its work;
- `DONE`, `BROKEN`, `UNREADABLE`, `INTERRUPTED`: the exit codes.
"""

from __future__ import annotations

import argparse
import codecs
import csv
import io
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from cardlab.refusal import printable

DONE, BROKEN, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes: success, a broken rule, unreadable input, Ctrl+C."""
SERVING: Final = {
    "serve": "Serve the course as pages in the browser.",
    "lab": "Open the notebooks in JupyterLab.",
    "site": "Write the course as plain files for any web server, with Python in the visitor's browser.",
    "copy": "Copy the notebooks into a folder of your own.",
}
"""The commands that `cardlab.serve` runs, and what they do."""

_LETTERS: Final = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "−": "-",
    "…": "...", "·": "-", "→": "->", "×": "x", "ß": "ss", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
_ERRORS: Final = "cardlab.letters"
_FORMULA: Final = re.compile(r"""(^|[;,|])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])""")
"""Where a spreadsheet would begin a formula, whichever character it takes as the separator of cells."""


class Unusable(Exception):
    """Raised if a command can't use its arguments, or can't start; its text is a sentence."""


def print_line(text: str, *, fault: bool = False) -> None:
    """Print one line, with every character that would control the terminal as "?".

    Tabs stay. `fault`: print to standard error.
    """
    printed = "\t".join(printable(cell) for cell in text.split("\t"))
    print(printed, file=sys.stderr if fault else sys.stdout)


def print_json(document: object) -> None:
    """Print a JSON document, in ASCII so that any program can read it. Cards are written in notation."""
    print(json.dumps(document, indent=1, default=_as_json))


def _as_json(part: Any) -> Any:
    return sorted(part) if isinstance(part, frozenset) else str(part)


def print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print_line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def for_spreadsheet(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], lang: str) -> str:
    """Return a table as CSV that a spreadsheet opens by a double click. `lang`: the spreadsheet's language."""
    return "\ufeff" + as_csv(columns, rows, "," if lang == "en" else ";")


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], separator: str = ",") -> str:
    """Return a table as CSV: the names of the columns, then a line for each row.

    Missing cells stay empty. Every field is quoted, and a text that would become a formula gets an apostrophe before
    it.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([_cell(column) for column in columns])
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue()


def _cell(content: Any) -> Any:
    if not isinstance(content, str):
        return json.dumps(content) if isinstance(content, bool) else content
    # Tabs and line ends, which separate cells too, are not printable.
    return _FORMULA.sub(r"\1'", printable(content))


def show_in_letters() -> None:
    """Let output write letters for what its encoding lacks, such as 7h for 7♥."""
    codecs.register_error(_ERRORS, _in_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _in_letters(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(_plain, problem.object[problem.start : problem.end])), problem.end


def _plain(sign: str) -> str:
    """Return a character in ASCII: replaced, without its accent, or as a number."""
    without = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _LETTERS.get(sign) or without or sign.encode("ascii", "backslashreplace").decode()


class Parser(argparse.ArgumentParser):
    """An argument parser without abbreviations, which raises Unusable on errors."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **more})

    def error(self, message: str) -> NoReturn:
        raise Unusable(f"{message[:1].upper()}{message[1:]}. See “{self.prog} --help”.")
