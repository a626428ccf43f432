"""The log of answers: how it is written, read and merged, and what it comes to.

The format is "cardlab-progress/1".
A log only grows: two logs are merged by taking every entry of both, so nothing is lost by merging them twice.
Then come the figures: how far each lesson is, the last self-checks and tests, each clause, and tables for a teacher.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from cardlab.lessons.course import LESSONS, Lesson, drill_named
from cardlab.lessons.drill import LEVELS, TASKS, Question
from cardlab.lessons.own_mistakes import OWN
from cardlab.lessons.protocol import Answered, Asked, Log, Open, log_of
from cardlab.locale import say
from cardlab.refusal import NotationError, shortened

# Written, read and merged

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
MOST_OPEN: Final = 200
"""How many questions that were begun are read."""
LONGEST_NAME: Final = 80
"""How many characters the name in a log may have."""
_BESIDE: Final = {"name", "mistakes"}
"""What a log may hold besides; of the mistakes of own rounds `own_mistakes` knows more."""
_SHOWN: Final = 40
_ZONES: Final = 14 * 60
_KEY: Final = re.compile(r"[a-z0-9 ./-]{1,80}")


def question_of(asked: Asked) -> Question:
    """The question that was asked, made again; raises KeyError if the course has no such drill."""
    return drill_named(asked.drill).question(asked.key, asked.level)


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

    What was answered in an exercise that the course no longer has is left out.
    Raises NotationError, whose sentence says what is wrong; then nothing of it is taken.
    """
    if len(text) > LONGEST:
        raise NotationError("progress_too_long", most=LONGEST)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("progress_torn") from None
    match content:
        case {"format": str(named), "answers": answers, **more} if named == FORMAT and not more.keys() - _BESIDE:
            name = more.get("name", "")
            if not isinstance(name, str) or len(name) > LONGEST_NAME or not (name == "" or name.isprintable()):
                raise NotationError("progress_name")
            return log_of(read_answers(still_asked(answers), now).answers, name.strip())
    raise NotationError("progress_format")


def read_answers(given: object, now: float) -> Log:
    """A log from a list of entries as JSON gives them. Raises NotationError as `read` does."""
    if not isinstance(given, list):
        raise NotationError("progress_format")
    if len(given) > MOST:
        raise NotationError("progress_too_many", most=MOST)
    known: dict[str, bool] = {}
    return log_of(_answer(one, number, now, known) for number, one in enumerate(given, 1))


def read_open(given: object, now: float) -> tuple[Open, ...]:
    """The questions that a page's memory says were begun; what cannot be one is left out without a word.

    Nothing is lost by that but the count of tries, and an entry can be of another version of the course.
    """
    if not isinstance(given, list):
        return ()
    found = []
    for one in given[:MOST_OPEN]:
        try:
            tries = one["tries"]
            if not isinstance(tries, int) or isinstance(tries, bool) or not 0 <= tries <= MOST_TRIES:
                continue
            # A question that was begun looks like one that was answered, but may have had hints alone.
            read = _answer({**one, "right": False, "tries": max(tries, 1)}, 1, now, {})
        except (NotationError, LookupError, TypeError):
            continue
        found.append(Open(read.drill, read.key, read.level, tries, read.hints, read.at))
    return tuple(found)


def still_asked(given: object) -> object:
    """A list of entries without those of drills that the course no longer has; anything else as it is.

    So that a drill which is given up does not make a whole file, or a browser's memory, unreadable.
    """
    if not isinstance(given, list):
        return given
    names = {OWN, *(drill.name for lesson in LESSONS for drill in lesson.drills)}
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
    if name == OWN:
        return True
    try:
        drill_named(name)
    except KeyError:
        return False
    return True


def mistakes_in(text: str) -> object:
    """The mistakes of own rounds that a written log holds, as they stand there; None if it holds none."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content.get("mistakes") if isinstance(content, dict) else None


# What it comes to

GAMES: Final = ("tongits", "tichu")
"""The games that have a final test."""
_PUZZLE: Final = re.compile(r"puzzle (\d{4}-\d\d-\d\d) ([1-9]\d?) \d{1,6}")
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
    """How far the log's owner has come in a lesson, or in the drill of this name.

    Self-checks, tests, the puzzles of the day and the extras of a lesson stand aside.
    """
    names = (lesson,) if isinstance(lesson, str) else tuple(drill.name for drill in lesson.core)
    answers = [one for one in log.answers if one.drill in names and not (sitting(one.key) or puzzle(one.key))]
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


def puzzle(key: str) -> tuple[date, int] | None:
    """Which puzzle of which day a key belongs to; None if to none."""
    found = _PUZZLE.fullmatch(key)
    try:
        return (date.fromisoformat(found[1]), int(found[2])) if found else None
    except ValueError:
        return None


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


def days_in_a_row(log: Log, now: float, zone: int = 0) -> tuple[int, bool]:
    """On how many days up to today something was solved without a day left out, and whether today is one of them.

    A row goes on as long as yesterday belongs to it; `zone` is how many minutes the learner's clock is ahead of UTC.
    """
    ahead = 60 * max(-_ZONES, min(_ZONES, zone))
    days = {(one.at + ahead) // _DAY for one in log.answers if one.right}
    today = int(now + ahead) // _DAY
    is_today = today in days
    last = today if is_today else today - 1
    first = last
    while first in days:
        first -= 1
    return last - first, is_today


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


def by_clause(log: Log) -> tuple[Practised, ...]:
    """Each clause of which something was answered, in the order of the course; self-checks and tests count too."""
    clauses = {drill.name: drill.clauses for lesson in LESSONS for drill in lesson.drills}
    given: dict[str, dict[Asked, Answered]] = {one: {} for named in clauses.values() for one in named}
    last: dict[str, int] = {}
    for answer in log.answers:
        for clause in clauses.get(answer.drill, ()):
            given[clause].setdefault(answer.asked, answer)
            last[clause] = max(answer.at, last.get(clause, 0))
    return tuple(
        Practised(
            clause,
            len(first),
            sum(one.right_at_first for one in first.values()),
            min(one.at for one in first.values()),
            last[clause],
        )
        for clause, first in given.items()
        if first
    )


def together(logs: Iterable[tuple[Practised, ...]]) -> tuple[Practised, ...]:
    """What a class has practised: the figures of all its learners, clause by clause."""
    found: dict[str, Practised] = {}
    for one in (one for log in logs for one in log):
        other = found.get(one.clause)
        found[one.clause] = (
            one
            if other is None
            else Practised(
                one.clause,
                one.answered + other.answered,
                one.first + other.first,
                min(one.since, other.since),
                max(one.last, other.last),
            )
        )
    order = {drill_clause: None for lesson in LESSONS for drill in lesson.drills for drill_clause in drill.clauses}
    return tuple(found[clause] for clause in order if clause in found)


def day(at: int) -> str:
    """The date of a moment, in figures: the year first, by the clock of UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def clause_table(practised: Iterable[Practised], name: str, lang: str) -> list[tuple[str, ...]]:
    """What was practised, for a teacher: a row for each clause, with how much was right at the first try, and dates."""
    rows: list[tuple[str, ...]] = [
        (
            name,
            one.clause,
            say("progress.of", lang, part=one.first, total=one.answered),
            say("cli.progress.percent", lang, part=round(100 * one.first / one.answered)),
            day(one.since),
            day(one.last),
        )
        for one in practised
    ]
    return rows or [(name, say("cli.progress.nothing", lang), "", "", "", "")]


def table(log: Log, name: str, lang: str) -> list[tuple[str, ...]]:
    """A log for a teacher, a row for each lesson and test in which something was answered.

    Each row has the name, the lesson, how much is solved, how much was right at the first try, the last self-check,
    and the date of the last answer.
    """
    return _told(standing_rows(log), name, lang)


def _told(standings: Iterable[Row], name: str, lang: str) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for row in standings:
        check = (
            say("progress.of", lang, part=row["check_right"], total=row["check_total"]) if "check_right" in row else ""
        )
        if row["kind"] == "test":
            rows.append((name, say(f"self_check.{row['of']}", lang), "", "", check, row["last_day"]))
            continue
        solved = say("progress.of", lang, part=row["solved"], total=row["total"])
        first = round(100 * row["right_at_first_try"] / row["answered"]) if row["answered"] else None
        share = "" if first is None else say("cli.progress.percent", lang, part=first)
        rows.append((name, say(course_key(row["of"]), lang), solved, share, check, row["last_day"]))
    return rows or [(name, say("cli.progress.nothing", lang), "", "", "", "")]


# What a class comes to

Row: TypeAlias = dict[str, Any]
"""A row of a table as plain data, by the names of its columns."""
STANDING_COLUMNS: Final = (
    "kind", "of", "solved", "total", "answered", "right_at_first_try", "last", "check_right", "check_total", "last_day",
)  # fmt: skip
CLAUSE_COLUMNS: Final = ("clause", "answered", "right_at_first_try", "first_day", "last_day")


@dataclass(frozen=True, slots=True)
class Summary:
    """What the log of a learner comes to: `standings` are rows of `standing_rows`, `practised` is by clause."""

    name: str
    standings: tuple[Row, ...]
    practised: tuple[Practised, ...]


def summary(log: Log, name: str) -> Summary:
    """What a log comes to, under the name by which its learner is to be called."""
    return Summary(name, tuple(standing_rows(log)), by_clause(log))


def standing_rows(log: Log) -> list[Row]:
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


def class_by_lesson(learners: Iterable[Summary], lang: str) -> list[tuple[str, ...]]:
    """The heads of the columns, then a row for each learner and lesson."""
    words = ("cli.progress.name", "progress.lesson", "progress.solved", "cli.progress.first", "progress.check")
    head = (*(say(word, lang) for word in words), say("cli.progress.last", lang))
    return [head, *(row for one in learners for row in _told(one.standings, one.name, lang))]


def class_by_clause(learners: Sequence[Summary], lang: str) -> list[tuple[str, ...]]:
    """The heads of the columns, then a row for each learner and clause, and last those of all learners together."""
    words = ("name", "clause", "right", "first", "since", "last")
    found = [(one.name, one.practised) for one in learners]
    if len(found) > 1:
        found.append((say("cli.progress.class", lang), together(one for _, one in found)))
    head = tuple(say(f"cli.progress.{word}", lang) for word in words)
    return [head, *(row for name, practised in found for row in clause_table(practised, name, lang))]


def _times(given: Mapping[str, Answered]) -> list[int]:
    return [one.at for one in given.values()]
