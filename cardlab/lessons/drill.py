"""Drills: endless exercises of one kind, made from a seed, in three levels.

A function decorated with `@drill` makes a question of a level. A `Series` asks one question after another, and decides
which is next and how hard it is.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from cardlab.lessons.address import Address
from cardlab.lessons.ask import Ask
from cardlab.lessons.protocol import Answer, Answered, AnswerLog, QuestionRef, Verdict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.messages import Message, Text

LEVELS: Final = 3
TASKS: Final = 6
_FRESH: Final = 50
"""How many keys are tried to find a question that was not asked lately."""
_MOST_RETRIES: Final = 20
"""How often a question that fails is made again with other random numbers."""
_MOST_ASKED: Final = 500_000
"""The most random draws for one question. The rarest questions known need 70,000."""


class NoSuchQuestion(RuntimeError):
    """The search for a question took too long: its conditions can hardly be met."""


class Chance(Random):
    """The source of randomness for one question.

    It counts the random draws, and raises NoSuchQuestion when a search takes too many.
    """

    asked = 0

    def getrandbits(self, k: int, /) -> int:
        self.asked += 1
        if self.asked > _MOST_ASKED:
            raise NoSuchQuestion(f"no such question was found in {_MOST_ASKED:,} choices made by chance")
        return super().getrandbits(k)


Make: TypeAlias = Callable[[Random, int], Ask]
"""Makes a question of a level, 1 to `LEVELS`, with no other source of randomness."""


@dataclass(frozen=True, slots=True)
class Drill:
    """Exercises of one kind.

    - `name`: the lesson and the kind, `"melds.set_or_run"`, as in a log of answers;
    - `make`: makes a question of a level;
    - `clauses`: the clauses that it practises;
    - `step`: the anchor of the lesson's step that explains it;
    - `title`: the name that a teacher has given it; "" for drills of the course, which are named in the catalogues.

    Call it with a seed to get a `Series`.

    >>> from cardlab.lessons import melds
    >>> melds.set_or_run.question("7", 1).read("nl").task.choices[0][1]
    'Een set'
    """

    name: str
    make: Make
    clauses: tuple[str, ...]
    step: str = ""
    title: str = ""

    @property
    def called(self) -> Text:
        """The drill's name as shown to people."""
        return self.title or Message(f"drill.{self.name}")

    def __call__(self, seed: int = 1, *, tasks: int = TASKS) -> Series:
        """Return a series of questions, always the same for this seed."""
        return Series(self, seed, tasks=tasks)

    def question(self, key: str, level: int) -> Ask:
        """Return the question of a key, always the same one; `level` is 1 to `LEVELS`.

        If `make` fails, warns (RuntimeWarning) and tries again with other random numbers. Raises what `make` raises if
        no question can be made, and NoSuchQuestion at once if a search does not end.
        """
        return _question(self, key, level)


@lru_cache(maxsize=1024)  # many learners begin a page with the same questions
def _question(drill: Drill, key: str, level: int) -> Ask:
    for again in range(_MOST_RETRIES):
        chance = Chance(f"{drill.name} {key} again {again}" if again else f"{drill.name} {key}")
        try:
            return drill.make(chance, level)
        except NoSuchQuestion as error:
            raise NoSuchQuestion(f"{drill.name}, level {level}: {error}") from None
        except Exception as fault:
            warnings.warn(f"{drill.name}: no question {key!r} of level {level}: {fault!r}", RuntimeWarning, 3)
    return drill.make(Chance(f"{drill.name} {key}"), level)


def drill(name: str, *clauses: str, step: str = "") -> Callable[[Make], Drill]:
    """Decorate a function that makes questions of a level, to get a `Drill`.

    `step` is by default the step of the first clause, `"t3-1"`.
    """
    return lambda make: Drill(name, make, clauses, step or clauses[0].lower().replace(".", "-"))


class Series(QuestionSource):
    """Endless questions of one kind.

    The same seed and answers give the same questions. The highest level begins after two thirds of the tasks.
    - `drill`: the kind of questions;
    - `seed`: a number that a class may agree on;
    - `tasks`: how many questions to solve; the level rises on the way.
    """

    follows = True

    def __init__(self, drill: Drill, seed: int = 1, *, tasks: int = TASKS) -> None:
        self.drill = drill
        self.key = ""
        self.asked_level = 1
        self._seed = seed
        self._tasks = tasks
        self._least = 1
        self._begin(())

    def __repr__(self) -> str:
        return f"Series({self.drill.name}, seed={self._seed})"

    @property
    def level(self) -> int:
        """The level of the next question, 1 to 3.

        It rises with the questions solved, and isn't below the level that the address asks for.
        """
        return max(self._least, min(LEVELS, 1 + self._solved * LEVELS // self._tasks))

    def follow(self, address: Address) -> bool:
        """Use the seed and level of an address; return whether it leads to this drill."""
        if address.changes_tasks:
            self._seed, self._least = address.seed_of(self._seed), address.level
            self._begin(())
        return address.leads_to(self.drill.name)

    @property
    def question(self) -> Ask:
        return self._asked[-1]

    def _begin(self, answers: tuple[Answered, ...]) -> None:
        """Ask the first question after these answers, which are in order of time."""
        places = {one.key: place for one in answers if (place := self._place(one.key)) is not None}
        mine = {one.key: one for one in answers if one.key in places}
        self._number = max(places.values(), default=-1) + 1
        self._solved = len({one.key for one in answers if one.right and one.key in places})
        recent = list(mine.values())[-self._tasks :]
        self._asked: list[Ask] = [self.drill.question(one.key, one.level) for one in recent]
        self._right = False
        self.next()

    def _place(self, key: str) -> int | None:
        """Return the number (from 0) of the series' question with this key, or None."""
        parts = re.fullmatch(rf"{self._seed} ([0-9]{{1,6}}) \d+", key)
        return int(parts[1]) if parts else None

    def drills(self) -> tuple[str, ...]:
        """Return the drill's name, for `resume`; () for a teacher's drill."""
        return () if self.drill.title else (self.drill.name,)

    def asked(self) -> QuestionRef | None:
        """Return the current question's reference; None for a teacher's drill."""
        return None if self.drill.title else QuestionRef(self.drill.name, self.key, self.asked_level)

    def resume(self, log: AnswerLog) -> None:
        """Continue where a log ends; its solved questions count."""
        self._begin(tuple(one for one in log.answers if one.drill == self.drill.name))

    def check(self, answer: Answer) -> Verdict:
        """Return the verdict on an answer; the first right one counts as solved."""
        verdict = super().check(answer)
        if verdict.right and not self._right:
            self._right = True
            self._solved += 1
        return verdict

    def next(self) -> None:
        """Move on to a question that wasn't asked lately, if the kind has enough."""
        recent = self._asked[-self._tasks :]
        number = self._number
        # Counted even if the question fails, so that the next call asks another one.
        self._number += 1
        for attempt in range(_FRESH):
            key = f"{self._seed} {number} {attempt}"
            question = self.drill.question(key, self.level)
            # A kind with few questions repeats them, but none twice in a row.
            if question not in (recent if attempt < _FRESH // 2 else recent[-1:]):
                break
        self.key, self.asked_level = key, self.level
        self._asked = [*recent, question]
        self._right = False

    def progress(self) -> tuple[int, int]:
        """Return how many tasks are solved, and how many there are."""
        return min(self._solved, self._tasks), self._tasks
