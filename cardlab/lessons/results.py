"""What a log of answers comes to: how far each lesson is, the last self-checks and tests, a table for a teacher.

Knows how answers are counted; what an entry is and how it is read knows `progress`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardlab.lessons.course import LESSONS, Lesson
from cardlab.lessons.progress import Answered, Log
from cardlab.lessons.series import TASKS, Asked
from cardlab.locale import say

__all__ = ["GAMES", "Result", "Standing", "course_key", "results", "sitting", "standing", "table"]

GAMES: Final = ("tongits", "tichu")
"""The games that have a final test."""
_SITTING: Final = re.compile(r"(check|test) ([a-z-]+) (-?\d{1,20} \d{1,6}) \d{1,3}/(\d{1,3}) \d{1,3}")


def course_key(name: str) -> str:
    """The key of a lesson's name in the catalogues."""
    return f"course.{name.replace('-', '_')}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a lesson or a drill has come.

    - `solved`: how many different questions are solved, never more per drill than `total` asks for;
    - `answered`: how many different questions were answered, and `first` of them rightly at the first try;
    - `last`: when the last answer was given, None if there is none.
    """

    solved: int
    total: int
    answered: int
    first: int
    last: int | None


def standing(log: Log, lesson: Lesson | str) -> Standing:
    """How far the log's owner has come in a lesson, or in the drill of this name; self-checks and tests stand aside."""
    names = (lesson,) if isinstance(lesson, str) else tuple(drill.name for drill in lesson.drills)
    answers = [one for one in log.answers if one.drill in names and sitting(one.key) is None]
    first: dict[Asked, Answered] = {}
    for one in answers:
        first.setdefault(one.asked, one)
    solved = {name: {one.asked for one in answers if one.right and one.drill == name} for name in names}
    return Standing(
        sum(min(TASKS, len(questions)) for questions in solved.values()),
        TASKS * len(names),
        len(first),
        sum(one.right_at_first for one in first.values()),
        answers[-1].at if answers else None,
    )


@dataclass(frozen=True, slots=True)
class Result:
    """A self-check or a test: how many of its `tasks` were answered, and how many rightly; `last` is when it ended."""

    kind: str
    name: str
    tasks: int
    answered: int
    right: int
    last: int

    @property
    def is_complete(self) -> bool:
        """Whether every task has its answer."""
        return self.answered == self.tasks


def sitting(key: str) -> tuple[str, str, str, int] | None:
    """Which self-check or test a key belongs to: kind, name, seed with run, and number of tasks; None if to none."""
    found = _SITTING.fullmatch(key)
    if found is None or found[2] not in (GAMES if found[1] == "test" else [lesson.name for lesson in LESSONS]):
        return None
    return found[1], found[2], found[3], int(found[4])


def results(log: Log) -> Mapping[tuple[str, str], Result]:
    """The last complete self-check of each lesson and the last complete test of each game, by kind and name.

    The first answer to each task counts: what is answered again in the review changes no result.
    """
    held: dict[tuple[str, str, str, int], dict[str, Answered]] = {}
    for one in log.answers:
        where = sitting(one.key)
        if where is not None:
            held.setdefault(where, {}).setdefault(one.key, one)
    found = [
        Result(kind, name, tasks, len(given), sum(one.right for one in given.values()), max(_times(given)))
        for (kind, name, _, tasks), given in held.items()
    ]
    return {(one.kind, one.name): one for one in sorted(found, key=lambda one: one.last) if one.is_complete}


def table(log: Log, name: str, lang: str) -> list[tuple[str, ...]]:
    """A log for a teacher, a row for each lesson and test in which something was answered.

    Each row has the name, the lesson, how much is solved, how much was right at the first try, and the last self-check.
    """

    def told(result: Result | None) -> str:
        return say("progress.of", lang, part=result.right, total=result.tasks) if result else ""

    done = results(log)
    rows: list[tuple[str, ...]] = []
    for lesson in LESSONS:
        come, check = standing(log, lesson), done.get(("check", lesson.name))
        if come.answered or check:
            solved = say("progress.of", lang, part=come.solved, total=come.total)
            first = round(100 * come.first / come.answered) if come.answered else None
            share = "" if first is None else say("cli.progress.percent", lang, part=first)
            rows.append((name, say(course_key(lesson.name), lang), solved, share, told(check)))
    for (kind, game), result in done.items():
        if kind == "test":
            rows.append((name, say(f"self_check.{game}", lang), "", "", told(result)))
    return rows or [(name, say("cli.progress.nothing", lang), "", "", "")]


def _times(given: Mapping[str, Answered]) -> list[int]:
    return [one.at for one in given.values()]
