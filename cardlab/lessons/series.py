"""Exercises one after the other: from a seed, in three levels, with hints that say more each time.

Knows what is asked next and how hard it may be; knows no game. The questions come from `melds` and `stacks`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol, TypeAlias

from cardlab.lessons.protocol import Answer, Task, Verdict
from cardlab.locale import LANGUAGES

__all__ = ["LEVELS", "TASKS", "Make", "Question", "Series"]

LEVELS: Final = 3
TASKS: Final = 6
_FRESH: Final = 50


class Question(Protocol):
    """One question as data: two are equal if they ask the same. It speaks the language that it is asked in."""

    def task(self, lang: str) -> Task:
        """The question as it is put to a learner."""

    def check(self, answer: Answer, lang: str) -> Verdict:
        """Whether an answer is right, and why."""

    def hints(self, lang: str) -> tuple[str, ...]:
        """What helps, from the gentlest hint to the one that says most; at least one."""

    def solution(self, lang: str) -> tuple[str, Answer]:
        """A right answer, and the sentence that explains it."""


Make: TypeAlias = Callable[[Random, int], Question]
"""Makes a question of a level from 1 to `LEVELS`; all chance comes from the `Random` given."""


class Series:
    """Questions of one kind without end; a `Source` for whoever shows exercises.

    The same seed and the same answers give the same questions. After `tasks` solved ones it goes on at the top level.
    - `make`: makes the questions;
    - `lang`: the language of the learner;
    - `seed`: a number that a class may agree on;
    - `tasks`: how many are to be solved; the level rises on the way.

    Raises ValueError for a language without a catalogue.
    """

    def __init__(self, make: Make, lang: str = "en", seed: int = 1, *, tasks: int = TASKS) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no lessons in {lang!r}; there are some in {', '.join(LANGUAGES)}")
        self._make = make
        self._lang = lang
        self._seed = seed
        self._tasks = tasks
        self._asked: list[Question] = []
        self._solved = 0
        self._right = False
        self._hints = 0
        self.next()

    def __repr__(self) -> str:
        return f"Series({self._name}, seed={self._seed})"

    @property
    def _name(self) -> str:
        return str(getattr(self._make, "__name__", "questions"))

    @property
    def level(self) -> int:
        """How hard the next question will be: 1 to 3, by what has been solved."""
        return min(LEVELS, 1 + self._solved * LEVELS // self._tasks)

    @property
    def question(self) -> Question:
        """The present question."""
        return self._asked[-1]

    def task(self) -> Task:
        """The present task."""
        return self.question.task(self._lang)

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer; the first right one counts as solved."""
        verdict = self.question.check(answer, self._lang)
        if verdict.right and not self._right:
            self._right = True
            self._solved += 1
        return verdict

    def hint(self) -> str:
        """The next hint; the last one again when there are no more."""
        hints = self.question.hints(self._lang)
        self._hints = min(self._hints + 1, len(hints))
        return hints[self._hints - 1]

    def solution(self) -> tuple[str, Answer]:
        """A right answer to the present task, and the sentence that explains it."""
        return self.question.solution(self._lang)

    def next(self) -> None:
        """Goes on to a question that was not asked lately, where the kind has so many."""
        recent = self._asked[-self._tasks :]
        for attempt in range(_FRESH):
            chance = Random(f"{self._name} {self._seed} {len(self._asked)} {attempt}")
            question = self._make(chance, self.level)
            if question not in recent:
                break
        self._asked.append(question)
        self._right = False
        self._hints = 0

    def progress(self) -> tuple[int, int]:
        """How many tasks are solved, and of how many; never more than those."""
        return min(self._solved, self._tasks), self._tasks
