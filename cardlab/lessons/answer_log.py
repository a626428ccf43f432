"""Logs of answers: reading, writing, and parsing the keys in them.

The format is "cardlab-progress/1". A log only grows, and merging keeps every entry of both logs once.
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

from cardlab.game import NAMES
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.protocol import LATEST, MOST, OWN, Answered, AnswerLog, Open, QuestionRef, log_of
from cardlab.names import nickname
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError

FORMAT: Final = "cardlab-progress/1"
LONGEST, MOST_COMMAS = 4_000_000, 240_000
"""The most characters and commas in a stored log. Commas limit the number of things in it."""
LONGEST_WITH_SURROGATES: Final = 500_000
"""The most characters if a surrogate is among them, because such a log takes longer to read."""
LONGEST_ENTRY, LONGEST_BESIDE = 400, 250_000
"""The most bytes of an answer, and of each other part. Real ones have up to 200 and 150,000."""
MOST_OPEN: Final = 200
"""The most unfinished questions that are read."""
LONGEST_NAME: Final = 80
"""The most characters of the name in a log."""
_LESSONS: Final = frozenset(lesson.name for lesson in LESSONS)
_PUZZLE: Final = re.compile(r"puzzle (\d{4}-\d\d-\d\d) ([1-9]\d?) \d{1,6}")
_QUIZ: Final = re.compile(r"(check|test) ([a-z-]+) (-?\d{1,20} \d{1,6}) \d{1,3}/(\d{1,3}) \d{1,3}")
_MOVED: Final = {"cards.value": "stacks.value", "cards.tichu_dealt": "race.dealt"}
"""The new names of drills that have moved to another lesson."""
_NOTHING: Final = msgspec.Raw(b"null")
_Question = TypeVar("_Question", Answered, Open)


def question_of(asked: QuestionRef) -> Ask:
    """Return the question of a reference. Raises KeyError for an unknown drill."""
    return drill_named(asked.drill).question(asked.key, asked.level)


def write(log: AnswerLog) -> str:
    """Return a log as JSON text, which `read` can read."""
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
    """A learner's stored progress, from a file or a browser.

    - `log`: the answers;
    - `count`: how many entries the text had, valid or not;
    - `mistakes`: from the learner's own rounds, see `own_mistakes`; `marks`: how far the learner has come on each
      page; `open`: see `read_open`. All three are decoded JSON, None if missing, damaged or too long.
    """

    log: AnswerLog
    count: int = 0
    mistakes: object = None
    marks: object = None
    open: object = None


def read_stored(text: str) -> Stored:
    """Read a log and what is stored with it, leaving out damaged entries.

    A name that isn't allowed becomes "". Raises NotationError for a text that is too long, or not a log.
    """
    if len(text) > LONGEST:
        raise NotationError("progress_too_long", most=LONGEST)
    try:
        if text.count(",") > MOST_COMMAS:
            raise ValueError("no log is so large")
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
    """Return the answers of a stored log. Raises NotationError as `read_stored` does."""
    return read_stored(text).log


def _whole(text: str) -> _StoredLog:
    try:
        return msgspec.json.decode(text, type=_StoredLog)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # a surrogate, which damages its own entry only
        replaced = json.dumps(json.loads(text if len(text) <= LONGEST_WITH_SURROGATES else ""), ensure_ascii=False)
        return msgspec.json.decode(replaced.encode("utf-8", "replace"), type=_StoredLog)


def _decoded(part: msgspec.Raw, most: int = LONGEST_BESIDE) -> object:
    with suppress(ValueError, RecursionError, msgspec.MsgspecError):
        return msgspec.json.decode(part) if len(bytes(part)) <= most else None
    return None


def _answers_of(stored: Sequence[msgspec.Raw]) -> AnswerLog:
    """Return the log of these JSON entries; only the newest, at the end, are read.

    `left_out` counts invalid entries. Entries of drills that the course no longer has are left out, but not counted.
    """
    newest = [_moved(_decoded(one, LONGEST_ENTRY)) for one in stored[-MOST:]]
    asked = [one for one in newest if not isinstance(one, dict) or _is_asked(one.get("drill"))]
    entries = [entry for one in asked if (entry := _entry(one, Answered))]
    return log_of(entries, left_out=len(asked) - len(entries), older=len(stored) - len(newest))


def _moved(entry: object) -> object:
    """Return an entry under the current name of its drill."""
    if isinstance(entry, dict) and isinstance(drill := entry.get("drill"), str):
        return {**entry, "drill": _MOVED.get(drill, drill)}
    return entry


def remark(log: AnswerLog, lang: str) -> str:
    """Say how many entries of a log were left out or too old; "" for none."""
    left_out = say("progress.left_out", lang, count=log.left_out) if log.left_out else ""
    older = say("progress.older", lang, count=log.older, most=MOST) if log.older else ""
    return f"{left_out} {older}".strip()


def read_open(data: object) -> tuple[Open, ...]:
    """Read a page's list of unfinished questions, leaving out what isn't valid.

    An entry can come from another version of the course. Leaving it out loses only its count of tries.
    """
    begun = data[:MOST_OPEN] if isinstance(data, list) else ()
    return tuple(entry for one in begun if (entry := _entry(one, Open)) and _is_asked(entry.drill))


def _entry(data: object, kind: type[_Question]) -> _Question | None:
    """Return the entry in decoded JSON, with a possible time, or None if it isn't valid."""
    if isinstance(data, dict) and (type(at := data.get("at")) is not int or not 0 <= at <= LATEST):
        data = {**data, "at": _possible(at)}
    try:
        entry = msgspec.convert(data, kind)
    except (msgspec.ValidationError, UnicodeError):
        return None
    return entry if 1 <= entry.level <= LEVELS else None


def _possible(at: object) -> int:
    """Return the nearest time that a log can keep; 0 for anything but a number."""
    return int(min(max(at, 0), LATEST)) if isinstance(at, int | float) and at == at else 0


def _is_asked(drill: object) -> bool:
    """Return whether the course has this drill; True too for anything but text, which `_entry` rejects."""
    return not isinstance(drill, str) or drill in _drills()


@cache
def _drills() -> frozenset[str]:
    return frozenset((OWN, *(drill.name for lesson in LESSONS for drill in lesson.drills)))


def quiz_of(key: str) -> tuple[str, str, str, int] | None:
    """Return what the key of a question in a self-check or test says.

    That is "check" or "test", the lesson or game, the text "SEED RUN", and how many questions it has; None otherwise.
    """
    parts = _QUIZ.fullmatch(key)
    if parts is None or parts[2] not in (NAMES if parts[1] == "test" else _LESSONS):
        return None
    return parts[1], parts[2], parts[3], int(parts[4])


def puzzle(key: str) -> tuple[date, int] | None:
    """Return the date and number (from 1) of a puzzle's key; None for other keys."""
    parts = _PUZZLE.fullmatch(key)
    try:
        return (date.fromisoformat(parts[1]), int(parts[2])) if parts else None
    except ValueError:
        return None
