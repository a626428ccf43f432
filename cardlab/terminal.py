"""Terminal input and output: language, encoding, faulty arguments, and output for other programs.

- `print_line`, `print_table`, `print_json`, `print_csv`: output; foreign text cannot control the terminal;
- `as_csv`, `for_spreadsheet`: a table as a file, in which no text becomes a formula;
- `language`, `show_in_letters`: the language and the encoding;
- `Parser`: arguments and help in that language; `Unusable`: raised for unusable arguments;
- `DONE`, `BROKEN`, `UNREADABLE`: the exit codes.
"""

from __future__ import annotations

import argparse
import codecs
import csv
import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NoReturn

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.refusal import printable

DONE, BROKEN, UNREADABLE = 0, 1, 2
"""The exit codes: success, a broken rule, unreadable input."""

_LETTERS: Final = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "−": "-",
    "…": "...", "·": "-", "→": "->", "×": "x", "ß": "ss", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
_ERRORS: Final = "cardlab.letters"
_FAULTS: Final = (
    (re.compile(r"the following arguments are required: (?P<what>.+)"), "cli.wrong.missing"),
    (re.compile(r"unrecognized arguments: (?P<text>.+)"), "cli.wrong.unknown"),
    (
        re.compile(r"argument (?P<option>[^:]+): invalid choice: (?P<text>.+) \(choose from (?P<choices>.+)\)"),
        "cli.wrong.choice",
    ),
    (re.compile(r"argument (?P<option>[^:]+): invalid int value: (?P<text>.+)"), "cli.wrong.number"),
    (re.compile(r"argument (?P<option>[^:]+): expected .*argument.*"), "cli.wrong.no_value"),
    (re.compile(r"argument (?P<option>[^:]+): ignored explicit argument (?P<text>.+)"), "cli.wrong.has_value"),
    (re.compile(r"argument (?P<option>[^:]+): not allowed with argument (?P<other>.+)"), "cli.wrong.together"),
)
"""The messages of argparse, in English only, and the key of the sentence for each."""
_FORMULA: Final = re.compile(r"""(^|[;,|])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])""")
"""Where a text would begin a cell that a spreadsheet calculates, whichever character it takes for the separator."""


class Unusable(Exception):
    """Arguments that cannot be used: the key of the sentence, and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def sentence(self, lang: str) -> str:
        return say(self.code, lang, **self.facts)


def print_line(text: str, *, fault: bool = False) -> None:
    """Print one line, with `fault` to standard error; every character that would control the terminal becomes "?".

    Tabs stay.
    """
    printed = "\t".join(printable(cell) for cell in text.split("\t"))
    print(printed, file=sys.stderr if fault else sys.stdout)


def print_json(document: object) -> None:
    """Print one JSON document, in ASCII, so that every program can read it whatever the encoding."""
    print(json.dumps(document, indent=1))


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a table as CSV: the names of the columns, then a line for each row; missing cells stay empty."""
    print(as_csv(columns, rows), end="")


def print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print_line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def for_spreadsheet(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], lang: str) -> str:
    """Return a table as the file that a spreadsheet in this language opens by a double click: see `as_csv`."""
    return "\ufeff" + as_csv(columns, rows, "," if lang == "en" else ";")


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], separator: str = ",") -> str:
    """Return a table as CSV, every field quoted; a text that would become a formula gets an apostrophe before it."""
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
    """Let both streams write letters for what their encoding lacks, such as 7h for 7♥, so that no text fails."""
    codecs.register_error(_ERRORS, _in_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _in_letters(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    failing = problem.object[problem.start : problem.end]
    return "".join(_plain(sign) for sign in failing), problem.end


def _plain(sign: str) -> str:
    """Return a character in ASCII: its usual replacement, without its accent, or as its number."""
    without = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _LETTERS.get(sign) or without or sign.encode("ascii", "backslashreplace").decode()


def language(words: Sequence[str]) -> str:
    """Return the language of `--lang`, else that of the environment, else English."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        asked = following if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in LANGUAGES:
            return asked
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


class _Help(argparse.HelpFormatter):
    """Help whose first word is in the learner's language."""

    lang = "en"

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{say('cli.usage_is', self.lang)} " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """An argument parser with texts from the catalogues, errors included, and without abbreviated options.

    `lang`: its language; all else is as for `argparse.ArgumentParser`. An error raises Unusable with the reason.
    """

    def __init__(self, lang: str, **more: Any) -> None:
        self.lang = lang
        kind = type("_HelpInLanguage", (_Help,), {"lang": lang})
        super().__init__(**{"add_help": False, "allow_abbrev": False, "formatter_class": kind, **more})
        self._positionals.title = say("cli.arguments", lang)
        self._optionals.title = say("cli.options", lang)
        self.add_argument("--help", "-h", action="help", help=say("serve.option.help", lang))
        self._given: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        self._given = tuple(args or ())
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise the sentence for an argparse message, with a hint to the help."""
        where = say("cli.see_help", self.lang, command=self.prog)
        for pattern, key in _FAULTS:
            if match := pattern.fullmatch(message):
                facts = {name: _unquoted(fact) for name, fact in match.groupdict().items()}
                if facts.get("option") == "COMMAND":
                    key = "cli.wrong.command"
                if key == "cli.wrong.missing" and (unknown := self._unknown()):
                    # argparse reports only what is missing, but the unknown option is the cause.
                    key, facts = "cli.wrong.unknown", {"text": " ".join(unknown)}
                raise Unusable(key, where=where, **facts)
        raise Unusable("cli.usage", command=self.prog)

    def _unknown(self) -> list[str]:
        """Return the given options that do not exist."""
        options = (word.partition("=")[0] for word in self._given if word.startswith("--") and word != "--")
        return [option for option in options if option not in self._option_string_actions]


def _unquoted(listed: str) -> str:
    """Remove the quotes that argparse puts around one text or several with commas."""
    return re.sub(r"(?<![^\s])(['\"])(.*?)\1(?=,|$)", r"\2", listed)
