"""Self-checks of a lesson and final tests of a game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, islice, zip_longest
from random import Random
from typing import Final, Literal

from cardlab.lessons.address import Address
from cardlab.lessons.answer_log import question_of, quiz_of
from cardlab.lessons.course import LESSONS, course_key, drill_named, final_test_key, lesson_named
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.protocol import AnswerLog, Closing, QuestionRef
from cardlab.lessons.quiz import Quiz
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import LETTERS

FEWEST: Final = 8
"""The number of questions in a self-check; more if the lesson has more drills."""
TEST: Final = 20
"""The number of questions in a final test."""
_FRESH: Final = 50


def self_check(name: str, seed: int = 1) -> SelfCheck:
    """Return a self-check with every drill of a lesson, without its extras.

    Raises KeyError for an unknown lesson, ValueError if it has no drills.
    """
    drills = lesson_named(name).core
    return SelfCheck("check", name, drills, seed, max(FEWEST, len(drills)))


def final_test(game: Literal["tongits", "tichu"], seed: int = 1) -> SelfCheck:
    """Return a final test with questions from all lessons of a game in turn.

    The lessons' extras are left out. Raises KeyError for another game.
    """
    letter = LETTERS[game]
    lessons = [
        [drill for drill in lesson.core if all(clause.startswith(letter) for clause in drill.clauses)]
        for lesson in LESSONS
        if lesson.game in (game, "both")
    ]
    return SelfCheck("test", game, _in_turn(lessons, seed), seed, TEST)


def _in_turn(lessons: Iterable[list[Drill]], seed: int) -> tuple[Drill, ...]:
    """Return a drill of each lesson, then another of each, shuffled within lessons."""
    mixed = [Random(f"{seed} {drills[0].name}").sample(drills, len(drills)) for drills in lessons if drills]
    return tuple(drill for row in zip_longest(*mixed) for drill in row if drill is not None)


class SelfCheck(Quiz):
    """A fixed number of new questions, each asked once, with a summary.

    The same seed and run ask the same questions; after the summary a new run asks others. No series uses the
    keys of these questions, so no exercise has asked them before.
    - `kind`: "check" for a lesson, "test" for a game;
    - `name`: the lesson or the game;
    - `drills`: where the questions come from, taken in turn;
    - `tasks`: the number of questions.

    Raises ValueError for no drills, or less than one task.
    """

    follows = True

    def __init__(self, kind: str, name: str, drills: tuple[Drill, ...], seed: int, tasks: int) -> None:
        if not drills or tasks < 1:
            raise ValueError("a self-check needs drills to ask from and at least one task")
        self._kind, self._name, self._drills = kind, name, drills
        self._seed, self._tasks = seed, tasks
        self._least = 1
        self._begin(0)

    def __repr__(self) -> str:
        return f"SelfCheck({self._kind} {self._name}, seed={self._seed})"

    def follow(self, address: Address) -> bool:
        """Use an address's seed and level; return False, as no address leads here."""
        if address.changes_tasks:
            self._seed, self._least = address.seed_of_quiz(self._seed), address.level
            self._begin(0)
        return False

    def _begin(self, run: int) -> None:
        self._run = run
        self._start(self._drawn(run))

    def _restart(self) -> None:
        self._begin(self._run + 1)

    def _drawn(self, run: int) -> tuple[QuestionRef, ...]:
        """Return a run's questions: drills shuffled, levels rising, hardly any twice."""
        chance = Random(f"{self._kind} {self._name} {self._seed} {run}")
        drills = list(islice(cycle(self._drills), self._tasks))
        chance.shuffle(drills)
        drawn: list[QuestionRef] = []
        for place, drill in enumerate(drills):
            level = max(self._least, 1 + place * LEVELS // self._tasks)
            before = [question_of(one) for one in drawn if one.drill == drill.name]
            for attempt in range(_FRESH):
                key = f"{self._kind} {self._name} {self._seed} {run} {place + 1}/{self._tasks} {attempt}"
                if drill.question(key, level) not in before:
                    break
            drawn.append(QuestionRef(drill.name, key, level))
        return tuple(drawn)

    def drills(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(drill.name for drill in self._drills))

    def resume(self, log: AnswerLog) -> None:
        """Continue the last run in the log; if it is complete, show its summary."""
        runs = [parts[2].split(" ") for one in log.answers if (parts := quiz_of(one.key)) and self._is_mine(parts)]
        self._begin(max((int(run) for _, run in runs), default=0))
        self._take_up(log)

    def _is_mine(self, parts: tuple[str, str, str, int]) -> bool:
        kind, name, seed_and_run, tasks = parts
        mine = (kind, name, tasks) == (self._kind, self._name, self._tasks)
        return mine and seed_and_run.split(" ")[0] == str(self._seed)

    def progress_text(self) -> str:
        """Return the question's number and how many were right.

        At the end, this is the name of the self-check or test.
        """
        if self._is_over:
            if self._kind == "check":
                return say("self_check.check", self.lang, name=say(course_key(self._name), self.lang))
            return say("self_check.test", self.lang, name=say(final_test_key(self._name), self.lang))
        right, total = self.progress()
        key = "self_check.standing" if self._kind == "check" else "self_check.test_standing"
        return say(key, self.lang, number=self._place + 1, total=total, right=right)

    def closing(self) -> Closing | None:
        """Return how many were right and what to read; None before the end."""
        if not self._is_over:
            return None
        missed = [place for place in range(self._tasks) if not self._verdicts.get(place)]
        key = "self_check.all_right" if not missed else "self_check.missed"
        drills = (drill_named(asked.drill) for asked in map(self._reference, missed) if asked)
        rules = dict.fromkeys(clause for drill in drills for clause in drill.clauses)
        readings, again = tuple(self._readings(missed, "self_check.questions")), say("self_check.again", self.lang)
        return Closing(self._result_text(), (say(key, self.lang),), readings, tuple(rules), again)
