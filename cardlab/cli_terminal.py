"""Speaking with a terminal: in which language, in which letters, and what is said of arguments that cannot be used.

Knows options and their faults in general; knows no command. Whatever is said goes through `tell`: nothing that a
stranger wrote into a file or an argument may steer the terminal.
"""

from __future__ import annotations

import argparse
import codecs
import io
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, NoReturn

from cardlab.cli_end import Unusable
from cardlab.locale import LANGUAGES, say
from cardlab.refusal import printable

__all__ = ["Parser", "language", "show_in_letters", "tell"]

_LETTERS: Final = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "−": "-",
    "…": "...", "·": "-", "→": "->", "×": "x", "ß": "ss", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
_ERRORS: Final = "cardlab.letters"
_FAULTS: Final = (
    (re.compile(r"the following arguments are required: (?P<what>.+)"), "missing"),
    (re.compile(r"unrecognized arguments: (?P<text>.+)"), "unknown"),
    (re.compile(r"argument (?P<option>[^:]+): invalid choice: (?P<text>.+) \(choose from (?P<choices>.+)\)"), "choice"),
    (re.compile(r"argument (?P<option>[^:]+): invalid int value: (?P<text>.+)"), "number"),
    (re.compile(r"argument (?P<option>[^:]+): expected .*argument.*"), "no_value"),
    (re.compile(r"argument (?P<option>[^:]+): ignored explicit argument (?P<text>.+)"), "has_value"),
)
"""What argparse says, in English only, and the last part of the key of the sentence that says it."""


def tell(text: str, *, fault: bool = False) -> None:
    """Prints one line, or with `fault` says it on the other stream; every sign that would steer the terminal is a "?".

    A tab stays what it is, and a character of two halves is put together by whoever made it or not shown.
    """
    line = "\t".join(printable(cell) for cell in text.split("\t"))
    print(line, file=sys.stderr if fault else sys.stdout)


def show_in_letters() -> None:
    """Lets both streams write letters for what their encoding cannot show: 7h for 7♥. No text ends in a traceback."""
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
    """A sign in ASCII: as one writes it, without its accent, or as its number."""
    without = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _LETTERS.get(sign) or without or sign.encode("ascii", "backslashreplace").decode()


def language(words: Sequence[str]) -> str:
    """The language asked for by `--lang`, else the one of the environment, else English."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        asked = following if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in LANGUAGES:
            return asked
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


class _Help(argparse.HelpFormatter):
    """Help whose first word is in the learner's language."""

    lang = "en"

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, f"{say('cli.usage_is', self.lang)} " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks through the catalogues, also about mistakes, and never guesses at an option.

    - `lang`: the language that it speaks; all else is as for `argparse.ArgumentParser`.

    A mistake raises Unusable with the reason.
    """

    def __init__(self, lang: str, **more: Any) -> None:
        self.lang = lang
        kind = type("_HelpInLanguage", (_Help,), {"lang": lang})
        super().__init__(**{"add_help": False, "allow_abbrev": False, "formatter_class": kind, **more})
        self._positionals.title = say("cli.arguments", lang)
        self._optionals.title = say("cli.options", lang)
        self.add_argument("--help", "-h", action="help", help=say("serve.option.help", lang))

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong becomes a sentence of the catalogues, with the way to the help after it."""
        where = say("cli.see_help", self.lang, command=self.prog)
        for pattern, key in _FAULTS:
            if found := pattern.fullmatch(message):
                facts = {name: _unquoted(fact) for name, fact in found.groupdict().items()}
                if facts.get("option") == "COMMAND":
                    key = "command"
                raise Unusable(f"cli.wrong.{key}", where=where, **facts)
        raise Unusable("cli.usage", command=self.prog)


def _unquoted(listed: str) -> str:
    """What argparse has put into quotes, without them: one text or several with commas."""
    return re.sub(r"(?<![^\s])(['\"])(.*?)\1(?=,|$)", r"\2", listed)
