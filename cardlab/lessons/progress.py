"""The log of answers: what was asked, how it was answered and when; how it is written, read and merged.

Knows the format "cardlab-progress/1" and which drills the course has; knows no page and no file system.
A log only grows. Two logs are merged by taking every entry of both, so nothing is lost by merging them twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields
from typing import Final, Protocol, runtime_checkable

from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.series import LEVELS, Asked, Question
from cardlab.refusal import NotationError, shortened

__all__ = [
    "EARLIEST",
    "FORMAT",
    "LONGEST",
    "LONGEST_NAME",
    "MOST",
    "MOST_TRIES",
    "Answered",
    "Log",
    "Remembers",
    "at_most",
    "question_of",
    "read",
    "read_answers",
    "still_asked",
    "write",
]

FORMAT: Final = "cardlab-progress/1"
MOST: Final = 20_000
"""How many answers a log may hold."""
LONGEST: Final = 4_000_000
"""How many characters a written log may have."""
EARLIEST: Final = 1_577_836_800
"""The beginning of 2020; nobody has answered anything before."""
_DAY: Final = 86_400
MOST_TRIES: Final = 20
"""How many answers to one question, and how many hints, an entry may count."""
LONGEST_NAME: Final = 80
"""How many characters the name in a log may have."""
_SHOWN: Final = 40
_KEY: Final = re.compile(r"[a-z0-9 ./-]{1,80}")


@dataclass(frozen=True, slots=True)
class Answered:
    """One question brought to its end.

    - `drill`, `key`, `level`: the question, see `Asked`;
    - `right`: whether the last answer was right;
    - `tries`: how many answers were given, the last one included;
    - `hints`: how many hints were asked for;
    - `at`: when, in seconds since 1970 (UTC).
    """

    drill: str
    key: str
    level: int
    right: bool
    tries: int
    hints: int
    at: int

    @property
    def asked(self) -> Asked:
        """The question that was answered."""
        return Asked(self.drill, self.key, self.level)

    @property
    def right_at_first(self) -> bool:
        """Whether the first answer was right; hints are no answers."""
        return self.right and self.tries == 1


def question_of(asked: Asked) -> Question:
    """The question that was asked, made again; raises KeyError if the course has no such drill."""
    return drill_named(asked.drill).question(asked.key, asked.level)


@dataclass(frozen=True, slots=True)
class Log:
    """Answers in the order of time, each once; `name` is what its owner calls himself, or empty."""

    answers: tuple[Answered, ...] = ()
    name: str = ""

    def __or__(self, other: Log) -> Log:
        """Every answer of both."""
        return _log((*self.answers, *other.answers), self.name or other.name)

    def with_answer(self, answer: Answered) -> Log:
        """This log and one more answer."""
        return self | Log((answer,))


@runtime_checkable
class Remembers(Protocol):
    """A `Source` whose answers are worth keeping, and that can go on where a log ends."""

    def drills(self) -> tuple[str, ...]:
        """The drills whose answers it wants to see again."""

    def asked(self) -> Asked | None:
        """The present question, None if there is none."""

    def resume(self, log: Log) -> None:
        """Goes on where this log ends; its present question may change."""

    def note(self, answer: Answered) -> None:
        """Takes note of the answer that has just been given to the present question."""


def _log(answers: Iterable[Answered], name: str = "") -> Log:
    order = [field.name for field in fields(Answered)]
    return Log(tuple(sorted(set(answers), key=lambda one: (one.at, *(getattr(one, of) for of in order)))), name)


def at_most(log: Log) -> Log:
    """The same log; raises NotationError if it holds more answers than can be read again."""
    if len(log.answers) > MOST:
        raise NotationError("progress_too_many", most=MOST)
    return log


def write(log: Log) -> str:
    """The log as text; `read` gives it back."""
    content = {"format": FORMAT, "name": log.name, "answers": [asdict(answer) for answer in log.answers]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read(text: str, now: float) -> Log:
    """The log that a text holds; `now` is the present time, no answer may come from later than tomorrow.

    Raises NotationError, whose sentence says what is wrong; then nothing of it is taken.
    """
    if len(text) > LONGEST:
        raise NotationError("progress_too_long", most=LONGEST)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("progress_torn") from None
    match content:
        case {"format": str(named), "answers": answers, **more} if named == FORMAT and not more.keys() - {"name"}:
            name = more.get("name", "")
            if not isinstance(name, str) or len(name) > LONGEST_NAME or not (name == "" or name.isprintable()):
                raise NotationError("progress_name")
            return _log(read_answers(answers, now).answers, name.strip())
    raise NotationError("progress_format")


def read_answers(given: object, now: float) -> Log:
    """A log from a list of entries as JSON gives them. Raises NotationError as `read` does."""
    if not isinstance(given, list):
        raise NotationError("progress_format")
    if len(given) > MOST:
        raise NotationError("progress_too_many", most=MOST)
    known: dict[str, bool] = {}
    return _log(_answer(one, number, now, known) for number, one in enumerate(given, 1))


def still_asked(given: object) -> object:
    """A list of entries without those of drills that the course no longer has; anything else as it is.

    So that a drill which is given up does not make a browser's whole memory unreadable.
    """
    if not isinstance(given, list):
        return given
    names = {drill.name for lesson in LESSONS for drill in lesson.drills}
    return [one for one in given if not _is_of_another(one, names)]


def _is_of_another(given: object, names: Collection[str]) -> bool:
    match given:
        case {"drill": str(drill)}:
            return drill not in names
    return False


def _answer(given: object, number: int, now: float, known: dict[str, bool]) -> Answered:
    match given:
        case {
            "drill": str(drill),
            "key": str(key),
            "level": int(level),
            "right": bool(right),
            "tries": int(tries),
            "hints": int(hints),
            "at": int(at),
            **more,
        } if not more and not any(isinstance(one, bool) for one in (level, tries, hints, at)):
            pass
        case _:
            raise NotationError("progress_entry", number=number)
    if not known.setdefault(drill, _is_drill(drill)):
        raise NotationError("progress_drill", number=number, name=shortened(drill, _SHOWN))
    if not _KEY.fullmatch(key):
        raise NotationError("progress_entry", number=number)
    if not 1 <= level <= LEVELS:
        raise NotationError("progress_level", number=number, level=shortened(str(level), _SHOWN))
    if not (1 <= tries <= MOST_TRIES and 0 <= hints <= MOST_TRIES):
        raise NotationError("progress_entry", number=number)
    if not EARLIEST <= at <= now + _DAY:
        raise NotationError("progress_time", number=number)
    return Answered(drill, key, level, right, tries, hints, at)


def _is_drill(name: str) -> bool:
    try:
        drill_named(name)
    except KeyError:
        return False
    return True
