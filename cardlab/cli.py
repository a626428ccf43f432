"""The command `cardlab`: serve the course, play rounds by bots, replay and check records, ask about hands.

Knows which commands there are, in which language they speak, and what becomes of a mistake.
Exit codes: 0 done, 1 a rule is broken, 2 what was given cannot be read.
Its texts come from the catalogues, in the language of `--lang` or else of the environment. English in every language
are the table and the names of figures of `bench`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cardlab import __version__, cli_course, cli_hands, cli_rounds
from cardlab.cli_end import DONE, UNREADABLE, Run, Unusable
from cardlab.cli_terminal import Parser, language, show_in_letters, tell
from cardlab.files import file_at
from cardlab.locale import LANGUAGES, explain, say
from cardlab.refusal import NotationError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; `argv` without the program's name. Returns the exit code and never raises for bad input."""
    show_in_letters()
    words = list(sys.argv[1:] if argv is None else argv)
    lang = language(words)
    if words[:1] in (["serve"], ["lab"]):
        return _served(words, lang)
    try:
        parser = _parser(lang)
        if not words:
            parser.print_help()
            return DONE
        chosen = parser.parse_args(words)
        run: Run = chosen.run
        return run(chosen)
    except Unusable as unusable:
        tell(unusable.told(lang), fault=True)
    except NotationError as unreadable:
        tell(explain(unreadable.refusal, lang), fault=True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has gone; closing it here keeps Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        tell(say("cli.file", lang, path=error.filename or "", reason=error.strerror or ""), fault=True)
    except KeyboardInterrupt:
        return 130
    return UNREADABLE


def _served(words: list[str], lang: str) -> int:
    try:
        from cardlab.serve import command
    except ImportError:
        tell(say("cli.serve_missing", lang), fault=True)
        return UNREADABLE
    return command.serve(words[1:]) if words[0] == "serve" else command.lab(words[1:])


def _parser(lang: str) -> argparse.ArgumentParser:
    """Every command with its options, its help in `lang`."""
    parser = Parser(lang, prog="cardlab", description=say("cli.help", lang))
    told = say("cli.help.version", lang)
    parser.add_argument("--version", action="version", version=f"cardlab {__version__}", help=told)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Run) -> argparse.ArgumentParser:
        about = say(f"cli.help.{name}", lang)
        added = commands.add_parser(name, lang=lang, help=about, description=about)
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
        file_at(chosen.json).write_text(bench.as_json(found, where), encoding="utf-8")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
