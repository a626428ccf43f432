"""The commands `cardlab sheet` and `cardlab progress`: exercises on paper, and a table of what learners handed in.

Knows arguments and exit codes; the sheet is made by `cardlab.lessons.sheet`, the table by `cardlab.lessons.progress`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from cardlab.cli_end import DONE, UNREADABLE, Command, Unusable
from cardlab.cli_terminal import tell
from cardlab.files import file_at
from cardlab.locale import explain, say
from cardlab.refusal import NotationError

__all__ = ["add"]


def add(command: Command, lang: str) -> None:
    """Adds both commands with their options."""
    sheet = command("sheet", _sheet)
    sheet.add_argument("lesson", help=say("cli.help.sheet.lesson", lang))
    sheet.add_argument("--seed", type=int, default=1, help=say("cli.help.sheet.seed", lang))
    sheet.add_argument("--each", type=int, default=2, help=say("cli.help.sheet.each", lang))
    sheet.add_argument("--out", type=Path, help=say("cli.help.sheet.out", lang))
    progress = command("progress", _progress)
    progress.add_argument("file", type=Path, nargs="+")


def _sheet(chosen: argparse.Namespace) -> int:
    """Writes a sheet of exercises with solutions, to a file or as it is."""
    from cardlab.lessons import course, sheet

    names = [lesson.name for lesson in course.LESSONS]
    if chosen.lesson not in names:
        raise Unusable("cli.sheet.lesson", lesson=chosen.lesson, lessons=", ".join(names))
    if not 1 <= chosen.each <= sheet.MOST:
        raise Unusable("cli.sheet.each", most=sheet.MOST, each=chosen.each)
    page = sheet.sheet(course.lesson_named(chosen.lesson), chosen.lang, chosen.seed, each=chosen.each)
    if chosen.out is None:
        print(page, end="")
    else:
        file_at(chosen.out).write_text(page, encoding="utf-8")
        tell(say("cli.sheet.written", chosen.lang, path=str(chosen.out)))
    return DONE


def _progress(chosen: argparse.Namespace) -> int:
    """Prints a table of files that learners have handed in; a file that cannot be read is named and passed over."""
    from cardlab.lessons import progress

    rows: list[tuple[str, ...]] = []
    worst, lang = DONE, chosen.lang
    for path in chosen.file:
        try:
            with file_at(path).open(encoding="utf-8") as source:
                log = progress.read(source.read(progress.LONGEST + 1), time.time())
        except UnicodeDecodeError:
            tell(f"{path}: {explain(NotationError('progress_torn').refusal, lang)}", fault=True)
            worst = UNREADABLE
        except NotationError as unreadable:
            tell(f"{path}: {explain(unreadable.refusal, lang)}", fault=True)
            worst = UNREADABLE
        except OSError as error:
            tell(say("cli.file", lang, path=path, reason=error.strerror or ""), fault=True)
            worst = UNREADABLE
        else:
            rows += progress.table(log, log.name or path.stem, lang)
    if rows:
        words = ("cli.progress.name", "progress.lesson", "progress.solved", "cli.progress.first", "progress.check")
        rows.insert(0, tuple(say(word, lang) for word in words))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            tell("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return worst
