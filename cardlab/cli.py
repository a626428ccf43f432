"""The command `cardlab`: serve the course, play rounds by bots, replay and check records, ask about hands.

Knows which commands there are, in which language they speak, and what becomes of a mistake.
Exit codes: 0 done, 1 a rule is broken, 2 what was given cannot be read.
Its texts come from the catalogues, in the language of `--lang` or else of the environment. English in every language
are the headings that argparse writes around the help, and the table and the names of figures of `bench`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NoReturn

from cardlab import cli_course, cli_hands, cli_rounds
from cardlab.cli_end import DONE, UNREADABLE, Run, Unusable
from cardlab.locale import LANGUAGES, explain, say
from cardlab.refusal import NotationError

__all__ = ["main"]


class _Parser(argparse.ArgumentParser):
    """An argument parser that speaks through the catalogues and never prints a usage dump on a mistake."""

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong, which it can say in English only, becomes a sentence of the catalogues."""
        raise Unusable("cli.usage", command=self.prog)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; `argv` without the program's name. Returns the exit code and never raises for bad input."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a suit's sign, or a broken character from a file, must not end in a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    lang = _language(words)
    if words[:1] in (["serve"], ["lab"]):
        return _served(words, lang)
    try:
        chosen = _parser(lang).parse_args(words)
        run: Run = chosen.run
        return run(chosen)
    except Unusable as unusable:
        print(say(unusable.code, lang, **unusable.facts), file=sys.stderr)
    except NotationError as unreadable:
        print(explain(unreadable.refusal, lang), file=sys.stderr)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has gone; closing it here keeps Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        print(say("cli.file", lang, path=str(error.filename), reason=error.strerror or ""), file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return UNREADABLE


def _served(words: list[str], lang: str) -> int:
    try:
        from cardlab.serve import command
    except ImportError:
        print(say("cli.serve_missing", lang), file=sys.stderr)
        return UNREADABLE
    return command.serve(words[1:]) if words[0] == "serve" else command.lab(words[1:])


def _language(words: Sequence[str]) -> str:
    """The language asked for by `--lang`, else the one of the environment, else English."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        asked = following if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in LANGUAGES:
            return asked
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def _parser(lang: str) -> argparse.ArgumentParser:
    """Every command with its options, its help in `lang`."""
    parser = _Parser(prog="cardlab", description=say("cli.help", lang))
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Run) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=say(f"cli.help.{name}", lang), description=say(f"cli.help.{name}", lang))
        added.add_argument("--lang", default=lang, choices=tuple(LANGUAGES), help=say("cli.help.lang", lang))
        added.set_defaults(run=run)
        return added

    command("serve", _never)
    command("lab", _never)
    cli_rounds.add(command, lang)
    cli_hands.add(command, lang)
    cli_course.add(command, lang)
    bench = command("bench", _bench)
    bench.add_argument("--json", type=Path, help=say("cli.help.json", lang))
    return parser


def _never(chosen: argparse.Namespace) -> int:
    """`serve` and `lab` have options of their own and are sent on before; here they only stand in the list."""
    raise AssertionError(chosen)


def _bench(chosen: argparse.Namespace) -> int:
    """Measures, prints the table and, with --json, writes the figures."""
    from cardlab import bench

    found, where = bench.figures()
    print(bench.table(found), "", *(f"{name}: {value}" for name, value in where.items()), sep="\n")
    if chosen.json:
        chosen.json.write_text(bench.as_json(found, where), encoding="utf-8")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
