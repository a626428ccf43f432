"""The log of answers, format "cardlab-progress/1": writing, reading, and parsing its keys.

A log only grows. Merging two logs takes every entry of both, so merging twice loses nothing.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import date
from typing import Final, Literal, TypeVar

import msgspec

from cardlab.lessons.ask import Ask
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.protocol import OWN, Answered, AnswerLog, Open, QuestionRef, log_of
from cardlab.refusal import NotationError, shortened

FORMAT: Final = "cardlab-progress/1"
MOST: Final = 20_000
"""How many answers a log may hold."""
LONGEST: Final = 4_000_000
"""How many characters a written log may have."""
EARLIEST: Final = 1_577_836_800
"""The beginning of 2020; nobody has answered anything before."""
DAY: Final = 86_400
"""Seconds."""
MOST_OPEN: Final = 200
"""How many questions that were begun are read."""
LONGEST_NAME: Final = 80
"""How many characters the name in a log may have."""
_SHOWN: Final = 40
GAMES: Final = ("tongits", "tichu")
"""The games that have a final test."""
_PUZZLE: Final = re.compile(r"puzzle (\d{4}-\d\d-\d\d) ([1-9]\d?) \d{1,6}")
_SITTING: Final = re.compile(r"(check|test) ([a-z-]+) (-?\d{1,20} \d{1,6}) \d{1,3}/(\d{1,3}) \d{1,3}")
_Question = TypeVar("_Question", Answered, Open)


def question_of(asked: QuestionRef) -> Ask:
    """The question that was asked, made again; raises KeyError if the course has no such drill."""
    return drill_named(asked.drill).question(asked.key, asked.level)


def at_most(log: AnswerLog) -> AnswerLog:
    """The same log; raises NotationError if it holds more answers than can be read again."""
    if len(log.answers) > MOST:
        raise NotationError("progress_too_many", most=MOST)
    return log


def write(log: AnswerLog) -> str:
    """The log as text; `read` gives it back."""
    content = {"format": FORMAT, "name": log.name, "answers": [asdict(answer) for answer in log.answers]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


class _StoredLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log as `write` makes it. Of the mistakes of own rounds `own_mistakes` knows more, of the marks the page."""

    format: Literal["cardlab-progress/1"]
    answers: list[object]
    name: object = ""
    mistakes: object = None
    marks: object = None


def read(text: str, now: float) -> AnswerLog:
    """Read a written log; `now` is the present time, and no answer may be dated later than tomorrow.

    Raises NotationError with a sentence about the first fault; then no answer is read.
    """
    if len(text) > LONGEST:
        raise NotationError("progress_too_long", most=LONGEST)
    try:
        written = msgspec.convert(msgspec.json.decode(text), _StoredLog)
    except msgspec.ValidationError:
        raise NotationError("progress_format") from None
    except (ValueError, RecursionError, msgspec.MsgspecError):
        raise NotationError("progress_torn") from None
    name = written.name
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not (name == "" or name.isprintable()):
        raise NotationError("progress_name")
    return log_of(read_answers(still_asked(written.answers), now).answers, name.strip())


def read_answers(data: object, now: float) -> AnswerLog:
    """A log from a list of entries as JSON gives them. Raises NotationError as `read` does."""
    if not isinstance(data, list):
        raise NotationError("progress_format")
    if len(data) > MOST:
        raise NotationError("progress_too_many", most=MOST)
    return log_of(_checked(one, Answered, number, now) for number, one in enumerate(data, 1))


def read_open(data: object, now: float) -> tuple[Open, ...]:
    """Read the questions that a page's memory has as begun; invalid entries are dropped.

    Only a count of tries is lost by that, and an entry can come from another version of the course.
    """
    questions = []
    for one in data[:MOST_OPEN] if isinstance(data, list) else ():
        with suppress(NotationError):
            questions.append(_checked(one, Open, 1, now))
    return tuple(questions)


def _checked(data: object, kind: type[_Question], number: int, now: float) -> _Question:
    """The entry of this number as JSON gives it. Raises NotationError if it is none, or the course cannot know it."""
    try:
        entry = msgspec.convert(data, kind)
    except msgspec.ValidationError:
        raise NotationError("progress_entry", number=number) from None
    if not isinstance(data, dict) or len(data) > len(fields(kind)):
        raise NotationError("progress_entry", number=number)
    if not _is_drill(entry.drill):
        raise NotationError("progress_drill", number=number, name=shortened(entry.drill, _SHOWN))
    if not 1 <= entry.level <= LEVELS:
        raise NotationError("progress_level", number=number, level=shortened(str(entry.level), _SHOWN))
    if not EARLIEST <= entry.at <= now + DAY:
        raise NotationError("progress_time", number=number)
    return entry


def _is_drill(name: str) -> bool:
    try:
        return name == OWN or bool(drill_named(name))
    except KeyError:
        return False


def still_asked(data: object) -> object:
    """Drop the entries of drills that the course no longer has; anything but a list is returned unchanged.

    A drill that is removed does not make a browser's memory unreadable.
    """
    if not isinstance(data, list):
        return data
    named = ((one, one.get("drill") if isinstance(one, dict) else None) for one in data)
    return [one for one, drill in named if not isinstance(drill, str) or _is_drill(drill)]


def beside_answers(text: str) -> tuple[object, object]:
    """The mistakes of own rounds and the marks in a written log, as they stand there; None for what it lacks."""
    with suppress(ValueError, RecursionError, msgspec.MsgspecError):
        written = msgspec.json.decode(text, type=_StoredLog)
        return written.mistakes, written.marks
    return None, None


def sitting(key: str) -> tuple[str, str, str, int] | None:
    """The self-check or test of a key: kind, name, seed with run, number of tasks; None for other keys."""
    parts = _SITTING.fullmatch(key)
    if parts is None or parts[2] not in (GAMES if parts[1] == "test" else [lesson.name for lesson in LESSONS]):
        return None
    return parts[1], parts[2], parts[3], int(parts[4])


def puzzle(key: str) -> tuple[date, int] | None:
    """The day and the number of the puzzle that a key belongs to; None for other keys."""
    parts = _PUZZLE.fullmatch(key)
    try:
        return (date.fromisoformat(parts[1]), int(parts[2])) if parts else None
    except ValueError:
        return None
