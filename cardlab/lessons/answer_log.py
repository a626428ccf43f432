"""The log of answers, format "cardlab-progress/1": writing, reading, and parsing its keys.

A log only grows. Merging two logs takes every entry of both, so merging twice loses nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import cache
from typing import Final, Literal, TypeVar

import msgspec

from cardlab.lessons.ask import Ask
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.protocol import LATEST, MOST, OWN, Answered, AnswerLog, Open, QuestionRef, log_of
from cardlab.names import nickname
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError

FORMAT: Final = "cardlab-progress/1"
LONGEST, MOST_COMMAS = 4_000_000, 240_000
"""How many characters a written log may have, and how many commas: by these, how many things it holds."""
LONGEST_HALVED: Final = 500_000
"""How many characters it may have if one of them is only half there; that takes longer to read."""
LONGEST_ENTRY, LONGEST_BESIDE = 400, 250_000
"""How many bytes an answer may have, and each thing beside the answers; ours have 200 and 150,000."""
DAY: Final = 86_400
"""Seconds."""
MOST_OPEN: Final = 200
"""How many questions that were begun are read."""
LONGEST_NAME: Final = 80
"""How many characters the name in a log may have."""
GAMES: Final = ("tongits", "tichu")
"""The games that have a final test."""
_NAMES: Final = frozenset(lesson.name for lesson in LESSONS)
_PUZZLE: Final = re.compile(r"puzzle (\d{4}-\d\d-\d\d) ([1-9]\d?) \d{1,6}")
_SITTING: Final = re.compile(r"(check|test) ([a-z-]+) (-?\d{1,20} \d{1,6}) \d{1,3}/(\d{1,3}) \d{1,3}")
_NOTHING: Final = msgspec.Raw(b"null")
_Question = TypeVar("_Question", Answered, Open)


def question_of(asked: QuestionRef) -> Ask:
    """The question that was asked, made again; raises KeyError if the course has no such drill."""
    return drill_named(asked.drill).question(asked.key, asked.level)


def write(log: AnswerLog) -> str:
    """The log as text; `read` gives it back."""
    content = {"format": FORMAT, "name": log.name, "answers": [asdict(answer) for answer in log.answers]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


class _StoredLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["cardlab-progress/1"]
    answers: list[msgspec.Raw]
    name: msgspec.Raw = _NOTHING
    mistakes: msgspec.Raw = _NOTHING
    marks: msgspec.Raw = _NOTHING
    open: msgspec.Raw = _NOTHING


@dataclass(frozen=True, slots=True)
class Stored:
    """What is kept of a learner, in a file or a browser.

    - `log`: the answers;
    - `count`: how many entries stand there, of use or not;
    - `mistakes`: of own rounds, see `own_mistakes`; `marks`: of pages; `open`: see `read_open`. All as JSON gives them,
      None for what is not there.
    """

    log: AnswerLog
    count: int = 0
    mistakes: object = None
    marks: object = None
    open: object = None


def read_stored(text: str) -> Stored:
    """Read a written log and what stands beside it; damaged entries and an impossible name are left out.

    Raises NotationError with a sentence for a text that is too long or no log.
    """
    if len(text) > LONGEST:
        raise NotationError("progress_too_long", most=LONGEST)
    try:
        if text.count(",") > MOST_COMMAS:
            raise ValueError("no log holds so much")
        written = _whole(text)
    except msgspec.ValidationError:
        raise NotationError("progress_format") from None
    except (ValueError, RecursionError, msgspec.MsgspecError):
        raise NotationError("progress_torn") from None
    name = _decoded(written.name)
    log = replace(_answers_of(written.answers), name=nickname(name, LONGEST_NAME) if isinstance(name, str) else "")
    return Stored(
        log, len(written.answers), _decoded(written.mistakes), _decoded(written.marks), _decoded(written.open)
    )


def read(text: str) -> AnswerLog:
    """The answers of a written log; raises NotationError as `read_stored` does."""
    return read_stored(text).log


def _whole(text: str) -> _StoredLog:
    try:
        return msgspec.json.decode(text, type=_StoredLog)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # half a character, which costs its entry only
        halved = json.dumps(json.loads(text if len(text) <= LONGEST_HALVED else ""), ensure_ascii=False)
        return msgspec.json.decode(halved.encode("utf-8", "replace"), type=_StoredLog)


def _decoded(part: msgspec.Raw, most: int = LONGEST_BESIDE) -> object:
    with suppress(ValueError, RecursionError, msgspec.MsgspecError):
        return msgspec.json.decode(part) if len(bytes(part)) <= most else None
    return None


def _answers_of(stored: Sequence[msgspec.Raw]) -> AnswerLog:
    """A log from a list of entries in JSON, of too many, the newest, which stand last.

    Entries that are none are left out, and counted; so are those of drills that the course no longer has, which are
    not counted.
    """
    newest = [_decoded(one, LONGEST_ENTRY) for one in stored[-MOST:]]
    asked = [one for one in newest if not isinstance(one, dict) or _is_asked(one.get("drill"))]
    entries = [entry for one in asked if (entry := _entry(one, Answered))]
    return log_of(entries, left_out=len(asked) - len(entries), older=len(stored) - len(newest))


def remark(log: AnswerLog, lang: str) -> str:
    """What is missing in a log from outside, in a sentence each; "" if nothing is."""
    left_out = say("progress.left_out", lang, count=log.left_out) if log.left_out else ""
    older = say("progress.older", lang, count=log.older, most=MOST) if log.older else ""
    return f"{left_out} {older}".strip()


def read_open(data: object) -> tuple[Open, ...]:
    """Read the questions that a page's memory has as begun; anything else is left out.

    Only a count of tries is lost by that, and an entry can come from another version of the course.
    """
    begun = data[:MOST_OPEN] if isinstance(data, list) else ()
    return tuple(entry for one in begun if (entry := _entry(one, Open)) and _is_asked(entry.drill))


def _entry(data: object, kind: type[_Question]) -> _Question | None:
    """The entry as JSON gives it; None if it is not one. No clock rejects it: an impossible time is moved."""
    if isinstance(data, dict) and (type(at := data.get("at")) is not int or not 0 <= at <= LATEST):
        data = {**data, "at": _possible(at)}
    try:
        entry = msgspec.convert(data, kind)
    except (msgspec.ValidationError, UnicodeError):
        return None
    return entry if 1 <= entry.level <= LEVELS else None


def _possible(at: object) -> int:
    """A time that can be kept: the nearest one to a number, the earliest for anything else."""
    return int(min(max(at, 0), LATEST)) if isinstance(at, int | float) and at == at else 0


def _is_asked(drill: object) -> bool:
    """Whether the course has this drill; what is no name is a fault of its entry."""
    return not isinstance(drill, str) or drill in _drills()


@cache
def _drills() -> frozenset[str]:
    return frozenset((OWN, *(drill.name for lesson in LESSONS for drill in lesson.drills)))


def sitting(key: str) -> tuple[str, str, str, int] | None:
    """The self-check or test of a key: kind, name, seed with run, number of tasks; None for other keys."""
    parts = _SITTING.fullmatch(key)
    if parts is None or parts[2] not in (GAMES if parts[1] == "test" else _NAMES):
        return None
    return parts[1], parts[2], parts[3], int(parts[4])


def puzzle(key: str) -> tuple[date, int] | None:
    """The day and the number of the puzzle that a key belongs to; None for other keys."""
    parts = _PUZZLE.fullmatch(key)
    try:
        return (date.fromisoformat(parts[1]), int(parts[2])) if parts else None
    except ValueError:
        return None
