"""Summaries of logs of answers: lessons, self-checks, tests, clauses, and tables for a teacher."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from cardlab.lessons.answer_log import puzzle, sitting
from cardlab.lessons.course import LESSONS, Lesson, course_key, test_key
from cardlab.lessons.drill import TASKS
from cardlab.lessons.protocol import Answered, AnswerLog, QuestionRef, once
from cardlab.phrasing.messages import Message, Text


@dataclass(frozen=True, slots=True)
class Completion:
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


def standing(log: AnswerLog, lesson: Lesson | str) -> Completion:
    """How far the log's owner has come in a lesson, or in the drill of this name.

    Self-checks, tests, the puzzles of the day and the extras of a lesson stand aside.
    """
    names = (lesson,) if isinstance(lesson, str) else tuple(drill.name for drill in lesson.core)
    drills = [one for name in names if (one := _by_drill(log).get(name))]
    return Completion(
        sum(min(TASKS, one.solved) for one in drills),
        TASKS * len(names),
        sum(one.answered for one in drills),
        sum(one.first for one in drills),
        max((one.last for one in drills if one.last is not None), default=None),
    )


@once
def _by_drill(log: AnswerLog) -> Mapping[str, Completion]:
    """How many questions of each drill are solved, however many that are."""
    answers: dict[str, list[Answered]] = {}
    for one in log.answers:
        if not (sitting(one.key) or puzzle(one.key)):
            answers.setdefault(one.drill, []).append(one)
    solved = {name: len({one.asked for one in its if one.right}) for name, its in answers.items()}
    return {name: Completion(solved[name], TASKS, *_at_first(its), its[-1].at) for name, its in answers.items()}


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


@once
def results(log: AnswerLog) -> Mapping[tuple[str, str], Result]:
    """The last complete self-check of each lesson and the last complete test of each game, by kind and name.

    The first answer to each task counts: what is answered again in the review changes no result.
    """
    sittings: dict[tuple[str, str, str, int], dict[str, Answered]] = {}
    for one in log.answers:
        where = sitting(one.key)
        if where is not None:
            sittings.setdefault(where, {}).setdefault(one.key, one)
    ended = [
        Result(
            kind,
            name,
            tasks,
            len(answers),
            sum(one.right for one in answers.values()),
            max(one.at for one in answers.values()),
        )
        for (kind, name, _, tasks), answers in sittings.items()
    ]
    return {(one.kind, one.name): one for one in sorted(ended, key=lambda one: one.last) if one.is_complete}


@dataclass(frozen=True, slots=True)
class Practised:
    """What was practised of one clause, in the questions of the drills that practise it.

    - `answered`: how many different questions were answered, and `first` of them rightly at the first try;
    - `since`, `last`: when the first and the last answer was given.
    """

    clause: str
    answered: int
    first: int
    since: int
    last: int


@once
def by_clause(log: AnswerLog) -> tuple[Practised, ...]:
    """The practised clauses in the order of the course; self-checks and tests count too."""
    clauses = {drill.name: drill.clauses for lesson in LESSONS for drill in lesson.drills}
    answered: dict[str, list[Answered]] = {one: [] for named in clauses.values() for one in named}
    for answer in log.answers:
        for clause in clauses.get(answer.drill, ()):
            answered[clause].append(answer)
    return tuple(
        Practised(clause, *_at_first(answers), min(one.at for one in answers), max(one.at for one in answers))
        for clause, answers in answered.items()
        if answers
    )


def _at_first(answers: Iterable[Answered]) -> tuple[int, int]:
    """How many different questions were answered, and how many of them rightly at the first try."""
    first: dict[QuestionRef, Answered] = {}
    for one in answers:
        first.setdefault(one.asked, one)
    return len(first), sum(one.right_at_first for one in first.values())


def together(logs: Iterable[tuple[Practised, ...]]) -> tuple[Practised, ...]:
    """What a class has practised: the figures of all its learners, clause by clause."""
    collected: dict[str, list[Practised]] = {}
    for one in (one for log in logs for one in log):
        collected.setdefault(one.clause, []).append(one)
    order = dict.fromkeys(clause for lesson in LESSONS for drill in lesson.drills for clause in drill.clauses)
    return tuple(
        Practised(
            clause,
            sum(one.answered for one in collected[clause]),
            sum(one.first for one in collected[clause]),
            min(one.since for one in collected[clause]),
            max(one.last for one in collected[clause]),
        )
        for clause in order
        if clause in collected
    )


def day(at: int) -> str:
    """The date of a moment, in figures: the year first, by the clock of UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


Line: TypeAlias = tuple[Text, ...]
"""A row of a table for a teacher, to be put into words."""


def clause_table(practised: Iterable[Practised], name: Text) -> list[Line]:
    """What was practised, for a teacher: a row for each clause, with how much was right at the first try, and dates."""
    rows: list[Line] = [
        (
            name,
            one.clause,
            _of(one.first, one.answered),
            _percent(one.first, one.answered),
            day(one.since),
            day(one.last),
        )
        for one in practised
    ]
    return rows or [(name, Message("cli.progress.nothing"), "", "", "", "")]


def _of(part: int | None, total: int | None) -> Text:
    return Message("progress.of", part=part, total=total) if total else ""


def _percent(part: int | None, total: int | None) -> Text:
    return Message("cli.progress.percent", part=round(100 * (part or 0) / total)) if total else ""


# What a class comes to

Row: TypeAlias = dict[str, Any]
"""A row of a table as plain data, by the names of its columns."""
STANDING_COLUMNS: Final = (
    "kind", "of", "solved", "total", "answered", "right_at_first_try", "last", "check_right", "check_total", "last_day",
)  # fmt: skip
CLAUSE_COLUMNS: Final = ("clause", "answered", "right_at_first_try", "first_day", "last_day")


@dataclass(frozen=True, slots=True)
class Summary:
    """What the log of a learner comes to: `standings` are rows of `standing_rows`, `practised` is by clause.

    `left_out`: how many answers could not be read.
    """

    name: str
    standings: tuple[Row, ...]
    practised: tuple[Practised, ...]
    left_out: int = 0


def summary(log: AnswerLog, name: str, now: float) -> Summary:
    """The summary of a log, under the name of its learner; no date in it is later than now."""
    log = AnswerLog(tuple(replace(one, at=min(one.at, max(0, int(now)))) for one in log.answers), left_out=log.left_out)
    return Summary(name, tuple(standing_rows(log)), by_clause(log), log.left_out)


def standing_rows(log: AnswerLog) -> list[Row]:
    """How far a log has come, in plain data: each lesson in which something was answered, then each test."""
    done = results(log)
    rows: list[Row] = []
    for lesson in LESSONS:
        come, check = standing(log, lesson), done.get(("check", lesson.name))
        if come.answered or check:
            row = {"kind": "lesson", "of": lesson.name, "solved": come.solved, "total": come.total}
            row |= {"answered": come.answered, "right_at_first_try": come.first, "last": come.last}
            last = max(one.last for one in (come, check) if one is not None and one.last is not None)
            row["last_day"] = day(last)
            rows.append(row | ({"check_right": check.right, "check_total": check.tasks} if check else {}))
    for (kind, game), result in done.items():
        if kind == "test":
            row = {"kind": "test", "of": game, "last": result.last, "last_day": day(result.last)}
            rows.append(row | {"check_right": result.right, "check_total": result.tasks})
    return rows


def clause_rows(practised: Iterable[Practised]) -> list[Row]:
    """What was practised of each clause, in plain data."""
    return [
        {
            "clause": one.clause,
            "answered": one.answered,
            "right_at_first_try": one.first,
            "first_day": day(one.since),
            "last_day": day(one.last),
        }
        for one in practised
    ]


def class_by_lesson(learners: Iterable[Summary]) -> list[Line]:
    """The heads of the columns, then a row for each learner and each lesson or test in which something was answered.

    Each has the name, the lesson, how much is solved, how much was right at the first try, the last self-check, and
    the date of the last answer.
    """
    words = ("cli.progress.name", "progress.lesson", "progress.solved", "cli.progress.first", "progress.check")
    head = tuple(map(Message, (*words, "cli.progress.last")))
    return [head, *(row for one in learners for row in _by_lesson(one))]


def _by_lesson(learner: Summary) -> Iterator[Line]:
    for row in learner.standings:
        yield (
            learner.name,
            Message(course_key(row["of"]) if row["kind"] == "lesson" else test_key(row["of"])),
            _of(row.get("solved"), row.get("total")),
            _percent(row.get("right_at_first_try"), row.get("answered")),
            _of(row.get("check_right"), row.get("check_total")),
            row["last_day"],
        )
    if not learner.standings:
        yield learner.name, Message("cli.progress.nothing"), "", "", "", ""


def class_by_clause(learners: Sequence[Summary]) -> list[Line]:
    """The heads of the columns, then a row for each learner and clause, and last those of all learners together."""
    keys = (
        *("cli.progress.name", "cli.progress.clause", "cli.progress.right"),
        *("cli.progress.first", "cli.progress.since", "cli.progress.last"),
    )
    groups: list[tuple[Text, tuple[Practised, ...]]] = [(one.name, one.practised) for one in learners]
    if len(groups) > 1:
        groups.append((Message("cli.progress.class"), together(one for _, one in groups)))
    head = tuple(map(Message, keys))
    return [head, *(row for name, practised in groups for row in clause_table(practised, name))]
