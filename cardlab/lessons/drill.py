"""A drill: exercises of one kind without end, from a seed, in three levels, with hints that say more each time.

A function under `@drill` makes a question of a level; a `Series` asks one after the other, and says what is asked next
and how hard it may be.
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
_CHANCES: Final = 20
"""How often a question is made anew before its kind is given up."""
_MOST_ASKED: Final = 500_000
"""How often chance is asked for one question at most; the rarest ones known need 70,000 of it."""
_PLACE: Final = re.compile(r"[0-9]{1,6}")
"""The place of a question in its series, as it stands in a key; a longer one was never given here."""


class NoSuchQuestion(RuntimeError):
    """No question of a kind was found: the kind is at fault, or the rules are no longer those that it asks about."""


class Chance(Random):
    """The chance of one question; raises NoSuchQuestion where a search would go on for ever.

    It counts what all choices of cards, seats and whole numbers are made of, so every search is counted.
    """

    asked = 0

    def getrandbits(self, k: int, /) -> int:
        self.asked += 1
        if self.asked > _MOST_ASKED:
            raise NoSuchQuestion(f"no such question was found in {_MOST_ASKED:,} choices made by chance")
        return super().getrandbits(k)


Make: TypeAlias = Callable[[Random, int], Ask]
"""Makes a question of a level from 1 to `LEVELS`; all chance comes from the `Random` given."""


@dataclass(frozen=True, slots=True)
class Drill:
    """Exercises of one kind: what they are called in a record of answers, how a question is made, what is practised.

    - `name`: the lesson and the kind, `"melds.set_or_run"`;
    - `make`: makes a question of a level;
    - `clauses`: the clauses that it practises;
    - `step`: the anchor of the step of its lesson that explains it;
    - `title`: what it is called, where a teacher has written it; the catalogues know those of the course.

    Called with a seed it gives a `Series` of questions without end.

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
        """What it is called."""
        return self.title or Message(f"drill.{self.name}")

    def __call__(self, seed: int = 1, *, tasks: int = TASKS) -> Series:
        """Questions without end; the same seed gives the same ones."""
        return Series(self, seed, tasks=tasks)

    def question(self, key: str, level: int) -> Ask:
        """The question of this key, always the same one; `level` is 1 to `LEVELS`.

        If `make` fails, warns (RuntimeWarning) and tries again with other chances. Raises what `make` raises if no
        question can be made, and NoSuchQuestion at once if a search does not end.
        """
        return _question(self, key, level)


@lru_cache(maxsize=1024)  # many learners begin a page with the same questions
def _question(drill: Drill, key: str, level: int) -> Ask:
    for again in range(_CHANCES):
        chance = Chance(f"{drill.name} {key} again {again}" if again else f"{drill.name} {key}")
        try:
            return drill.make(chance, level)
        except NoSuchQuestion as vain:
            raise NoSuchQuestion(f"{drill.name}, level {level}: {vain}") from None
        except Exception as fault:
            warnings.warn(f"{drill.name}: no question {key!r} of level {level}: {fault!r}", RuntimeWarning, 3)
    return drill.make(Chance(f"{drill.name} {key}"), level)


def drill(name: str, *clauses: str, step: str = "") -> Callable[[Make], Drill]:
    """Makes a drill of the function below it, which makes a question of a level; see `Drill`.

    Its step is the one of its first clause, `"t3-1"`, if no other is named.
    """
    return lambda make: Drill(name, make, clauses, step or clauses[0].lower().replace(".", "-"))


class Series(QuestionSource):
    """Questions of one kind without end.

    The same seed and the same answers give the same questions. After `tasks` solved ones it goes on at the top level.
    - `drill`: the kind of questions;
    - `seed`: a number that a class may agree on;
    - `tasks`: how many are to be solved; the level rises on the way.
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
        """How hard the next question will be: 1 to 3, by what has been solved and what the address asks."""
        return max(self._least, min(LEVELS, 1 + self._solved * LEVELS // self._tasks))

    def follow(self, address: Address) -> bool:
        """Takes the seed and the least level asked for; returns whether the address leads to this exercise."""
        if address.changes_tasks:
            self._seed, self._least = address.seed_of(self._seed), address.level
            self._begin(())
        return address.leads_to(self.drill.name)

    @property
    def question(self) -> Ask:
        """The present question."""
        return self._asked[-1]

    def _begin(self, answers: tuple[Answered, ...]) -> None:
        """Asks the first question after those answered, given in the order of time."""
        mine = {one.key: one for one in answers if self._place(one.key) is not None}
        places = [place for key in mine if (place := self._place(key)) is not None]
        self._number = max(places, default=-1) + 1
        self._solved = len({one.key for one in answers if one.right and one.key in mine})
        recent = list(mine.values())[-self._tasks :]
        self._asked: list[Ask] = [self.drill.question(one.key, one.level) for one in recent]
        self._right = False
        self._hints = 0
        self.next()

    def _place(self, key: str) -> int | None:
        """Which question of this series goes by this key, from 0; None for a key of another seed, or of a test."""
        match key.split(" "):
            case [seed, place, attempt] if seed == str(self._seed) and _PLACE.fullmatch(place) and attempt.isdecimal():
                return int(place)
        return None

    def drills(self) -> tuple[str, ...]:
        """The drill whose answers lead on; those to a teacher's own are not kept."""
        return () if self.drill.title else (self.drill.name,)

    def asked(self) -> QuestionRef | None:
        """The present question by its name; a teacher's own has none."""
        return None if self.drill.title else QuestionRef(self.drill.name, self.key, self.asked_level)

    def resume(self, log: AnswerLog) -> None:
        """Goes on where the log ends: its solved questions count, and the first one not answered yet is asked."""
        self._begin(tuple(one for one in log.answers if one.drill == self.drill.name))

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer; the first right one counts as solved."""
        verdict = super().check(answer)
        if verdict.right and not self._right:
            self._right = True
            self._solved += 1
        return verdict

    def next(self) -> None:
        """Go on to a question that was not asked lately, where the kind has enough."""
        recent = self._asked[-self._tasks :]
        number = self._number
        # Whatever becomes of this number, the next time the next one is asked for.
        self._number += 1
        for attempt in range(_FRESH):
            key = f"{self._seed} {number} {attempt}"
            question = self.drill.question(key, self.level)
            # A kind with few questions asks none twice in a row.
            if question not in (recent if attempt < _FRESH // 2 else recent[-1:]):
                break
        self.key, self.asked_level = key, self.level
        self._asked = [*recent, question]
        self._right = False
        self._hints = 0

    def progress(self) -> tuple[int, int]:
        """How many tasks are solved, and of how many; never more than those."""
        return min(self._solved, self._tasks), self._tasks
