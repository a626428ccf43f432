"""Summaries of answer logs, for learners and teachers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, TypeAlias

from cardlab.lessons.answer_log import puzzle, quiz_of
from cardlab.lessons.course import LESSONS, Lesson, course_key, final_test_key
from cardlab.lessons.drill import TASKS
from cardlab.lessons.protocol import Answered, AnswerLog, once
from cardlab.phrasing.catalogue import percent
from cardlab.phrasing.messages import Deferred, Message, Text


@dataclass(frozen=True, slots=True)
class Completion:
    """The progress in a lesson or a drill.

    - `solved`: how many different questions are solved, of each drill at most `TASKS`; `total`: `TASKS` for each drill;
    - `answered`: how many different questions were answered, and `first` of them right at the first try;
    - `last`: when the last answer was given, in seconds since 1970; None without one.
    """

    solved: int
    total: int
    answered: int
    first: int
    last: int | None


def completion(log: AnswerLog, lesson: Lesson | str) -> Completion:
    """Return the progress in a lesson, or in a drill given by name.

    Self-checks, tests, daily puzzles and the lesson's extras don't count.
    """
    names = (lesson,) if isinstance(lesson, str) else tuple(drill.name for drill in lesson.core)
    drills = [_by_drill(log).get(name, []) for name in names]
    solved = sum(min(TASKS, len({one.asked for one in answers if one.right})) for answers in drills)
    last = max((one.at for answers in drills for one in answers), default=None)
    return Completion(solved, TASKS * len(names), *_at_first(chain(*drills)), last)


@once
def _by_drill(log: AnswerLog) -> Mapping[str, list[Answered]]:
    """Return the answers to each drill by name, without self-checks, tests and daily puzzles."""
    answers: dict[str, list[Answered]] = {}
    for one in log.answers:
        if not (quiz_of(one.key) or puzzle(one.key)):
            answers.setdefault(one.drill, []).append(one)
    return answers


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a self-check or test.

    `kind`: "check" or "test"; `name`: of the lesson or game; `last`: when it ended, in seconds since 1970.
    """

    kind: str
    name: str
    tasks: int
    right: int
    last: int


@once
def results(log: AnswerLog) -> Mapping[tuple[str, str], Result]:
    """Return the last complete self-check or test of each (kind, name).

    The first answer to each task counts, so answers in the review change nothing.
    """
    quizzes: dict[tuple[str, str, str, int], dict[str, Answered]] = {}
    for one in log.answers:
        if where := quiz_of(one.key):
            quizzes.setdefault(where, {}).setdefault(one.key, one)
    ended = [
        Result(kind, name, tasks, sum(one.right for one in first), max(one.at for one in first))
        for (kind, name, _, tasks), answers in quizzes.items()
        if len(first := answers.values()) == tasks
    ]
    return {(one.kind, one.name): one for one in sorted(ended, key=lambda one: one.last)}


@dataclass(frozen=True, slots=True)
class Practised:
    """The practice of one clause, in the drills that practise it.

    - `answered`: how many different questions were answered, and `first` of them right at the first try;
    - `since`, `last`: when the first and the last answer was given, in seconds since 1970.
    """

    clause: str
    answered: int
    first: int
    since: int
    last: int


@once
def by_clause(log: AnswerLog) -> tuple[Practised, ...]:
    """Return the practice of each clause, self-checks and tests included."""
    clauses = {drill.name: drill.clauses for lesson in LESSONS for drill in lesson.drills}
    answered: dict[str, list[Answered]] = {one: [] for named in clauses.values() for one in named}
    for answer in log.answers:
        for clause in clauses.get(answer.drill, ()):
            answered[clause].append(answer)
    # The answers of a log are in order of time.
    return tuple(Practised(clause, *_at_first(its), its[0].at, its[-1].at) for clause, its in answered.items() if its)


def _at_first(answers: Iterable[Answered]) -> tuple[int, int]:
    """Count the different questions answered, and those right at the first try."""
    first = {one.asked: one for one in reversed(list(answers))}
    return len(first), sum(one.right_at_first for one in first.values())


def together(logs: Iterable[tuple[Practised, ...]]) -> tuple[Practised, ...]:
    """Add up the practice of several learners, clause by clause."""
    parts = list(chain(*logs))
    order = dict.fromkeys(clause for lesson in LESSONS for drill in lesson.drills for clause in drill.clauses)
    collected = [[one for one in parts if one.clause == clause] for clause in order]
    return tuple(
        Practised(
            its[0].clause,
            sum(one.answered for one in its),
            sum(one.first for one in its),
            min(one.since for one in its),
            max(one.last for one in its),
        )
        for its in collected
        if its
    )


def day(at: int) -> str:
    """Return the date of a moment as "2026-01-31" (UTC)."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


Line: TypeAlias = tuple[Text, ...]
"""A row of a teacher's table, to be put into words."""


def clause_table(practised: Iterable[Practised], name: Text) -> list[Line]:
    """Return rows of a teacher's table, or one that says that nothing was practised.

    In a row: `name`, clause, right at the first try as "3 of 4" and in percent, date of the first and the last answer.
    """
    rows: list[Line] = [
        (name, it.clause, _of(it.first, it.answered), _percent(it.first, it.answered), day(it.since), day(it.last))
        for it in practised
    ]
    return rows or [_nothing(name)]


def _nothing(name: Text) -> Line:
    return name, Message("cli.progress.nothing"), "", "", "", ""


def _of(part: int | None, total: int | None) -> Text:
    return Message("progress.of", part=part, total=total) if total else ""


def _percent(part: int | None, total: int | None) -> Text:
    return Deferred(percent, (part or 0) / total) if total else ""


# Results as plain data, and tables of a class

Row: TypeAlias = dict[str, Any]
"""A row of plain data by column name."""
RESULT_COLUMNS: Final = (
    "kind", "of", "solved", "total", "answered", "right_at_first_try", "last", "check_right", "check_total", "last_day",
)  # fmt: skip
CLAUSE_COLUMNS: Final = ("clause", "answered", "right_at_first_try", "first_day", "last_day")


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of one learner's log.

    `results` are the rows of `result_rows`; `left_out` counts answers that could not be read.
    """

    name: str
    results: tuple[Row, ...]
    practised: tuple[Practised, ...]
    left_out: int = 0


def summary(log: AnswerLog, name: str, now: float) -> Summary:
    """Return the summary of a learner's log; answers after `now` count as given now."""
    log = AnswerLog(tuple(replace(one, at=min(one.at, max(0, int(now)))) for one in log.answers), left_out=log.left_out)
    return Summary(name, tuple(result_rows(log)), by_clause(log), log.left_out)


def result_rows(log: AnswerLog) -> list[Row]:
    """Return rows with some of `RESULT_COLUMNS`: lessons with answers, then tests."""
    done = results(log)
    rows: list[Row] = []
    for lesson in LESSONS:
        come, check = completion(log, lesson), done.get(("check", lesson.name))
        if come.answered or check:
            row = {"kind": "lesson", "of": lesson.name, "solved": come.solved, "total": come.total}
            row |= {"answered": come.answered, "right_at_first_try": come.first, "last": come.last}
            last = max(one.last for one in (come, check) if one is not None and one.last is not None)
            rows.append(row | {"last_day": day(last)} | _checked(check))
    for (kind, game), result in done.items():
        if kind == "test":
            rows.append(
                {"kind": kind, "of": game, "last": result.last, "last_day": day(result.last)} | _checked(result)
            )
    return rows


def _checked(result: Result | None) -> Row:
    return {"check_right": result.right, "check_total": result.tasks} if result else {}


def clause_rows(practised: Iterable[Practised]) -> list[Row]:
    """Return the practice of each clause as plain rows with `CLAUSE_COLUMNS`."""
    return [
        dict(zip(CLAUSE_COLUMNS, (it.clause, it.answered, it.first, day(it.since), day(it.last)), strict=True))
        for it in practised
    ]


def class_by_lesson(learners: Iterable[Summary]) -> list[Line]:
    """Return a table of learners and lessons, headings first.

    A row for each lesson or test in which something was answered: name, lesson, share solved, share right at the first
    try, last self-check, date of the last answer.
    """
    keys = ("hand_in.column.name", "progress.lesson", "progress.solved", "cli.progress.first", "progress.check")
    lines: list[Line] = [tuple(map(Message, (*keys, "cli.progress.last")))]
    for learner in learners:
        lines += (
            (
                learner.name,
                Message(course_key(row["of"]) if row["kind"] == "lesson" else final_test_key(row["of"])),
                _of(row.get("solved"), row.get("total")),
                _percent(row.get("right_at_first_try"), row.get("answered")),
                _of(row.get("check_right"), row.get("check_total")),
                row["last_day"],
            )
            for row in learner.results
        )
        if not learner.results:
            lines.append(_nothing(learner.name))
    return lines


def class_by_clause(learners: Sequence[Summary]) -> list[Line]:
    """Return a table of learners and clauses, headings first, the whole class last."""
    keys = ("hand_in.column.name", "cli.progress.clause", "hand_in.column.right", "cli.progress.first")
    lines: list[Line] = [tuple(map(Message, (*keys, "cli.progress.since", "cli.progress.last")))]
    for one in learners:
        lines += clause_table(one.practised, one.name)
    if len(learners) > 1:
        lines += clause_table(together(one.practised for one in learners), Message("cli.progress.class"))
    return lines
