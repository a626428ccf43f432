"""The course as a table: which lessons there are, in order, of which game, and which drills each holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cardlab.lessons import cards, deadwood, disagree, draw_call, melds, race, scoring, stacks, tips, turn
from cardlab.lessons.drill import Drill

Game: TypeAlias = Literal["tongits", "tichu", "both"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the name of its notebook, its game, and its drills in the order in which they are met.

    The last `extras` of them are about variants and rare clauses: they stand behind the self-check, which leaves them
    out, and count for nothing that is to be done.
    """

    name: str
    game: Game
    drills: tuple[Drill, ...]
    extras: int = 0

    @property
    def core(self) -> tuple[Drill, ...]:
        """The drills that are not extras."""
        return self.drills[: len(self.drills) - self.extras]


LESSONS: Final = (
    Lesson("cards", "both", cards.DRILLS),
    Lesson("melds", "tongits", melds.DRILLS, extras=2),
    Lesson("deadwood", "tongits", deadwood.DRILLS),
    Lesson("turn", "tongits", turn.DRILLS),
    Lesson("draw-call", "tongits", draw_call.DRILLS),
    Lesson("scoring", "tongits", scoring.DRILLS),
    Lesson("stacks", "tichu", stacks.DRILLS),
    Lesson("race", "tichu", race.DRILLS),
    Lesson("disagree", "both", disagree.DRILLS),
    Lesson("tips", "both", tips.DRILLS),
)


def lesson_named(name: str) -> Lesson:
    """The lesson whose notebook is called so; raises KeyError if there is none."""
    return {lesson.name: lesson for lesson in LESSONS}[name]


def drill_named(name: str) -> Drill:
    """The drill of this name, `"melds.set_or_run"`; raises KeyError if there is none."""
    return {drill.name: drill for lesson in LESSONS for drill in lesson.drills}[name]
