"""The lessons of the course in order, their drills, and their keys in the catalogues.

The drills of a lesson are imported on first use, so a page loads only its own lesson.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from cardlab.lessons.drill import Drill

Game: TypeAlias = Literal["tongits", "tichu", "both"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the name of its notebook, and its game.

    The last `extras` of its drills are about variants and rare clauses: they stand behind the self-check, which leaves
    them out, and count for nothing that is to be done.
    """

    name: str
    game: Game
    extras: int = 0

    @property
    def drills(self) -> tuple[Drill, ...]:
        """Its drills, `"melds.set_or_run"` and so on, in the order in which they are met."""
        drills: tuple[Drill, ...] = import_module(f"cardlab.lessons.{_prefix(self.name)}").DRILLS
        return drills

    @property
    def core(self) -> tuple[Drill, ...]:
        """The drills that are not extras."""
        return self.drills[: len(self.drills) - self.extras]


LESSONS: Final = (
    Lesson("cards", "both"),
    Lesson("melds", "tongits", extras=2),
    Lesson("deadwood", "tongits"),
    Lesson("turn", "tongits"),
    Lesson("draw-call", "tongits"),
    Lesson("scoring", "tongits"),
    Lesson("stacks", "tichu"),
    Lesson("race", "tichu"),
    Lesson("disagree", "both"),
    Lesson("tips", "both"),
)


def lesson_named(name: str) -> Lesson:
    """The lesson whose notebook is called so; raises KeyError if there is none."""
    return {lesson.name: lesson for lesson in LESSONS}[name]


def lesson_of(drill: str) -> Lesson:
    """The lesson of a drill, by its whole name; raises KeyError if there is none."""
    return {_prefix(lesson.name): lesson for lesson in LESSONS}[drill.partition(".")[0]]


def drill_named(name: str) -> Drill:
    """The drill of this name, `"melds.set_or_run"`; raises KeyError if there is none."""
    return {drill.name: drill for drill in lesson_of(name).drills}[name]


def step_of(drill: str) -> tuple[str, str]:
    """Where a drill is explained: its address beside the pages of the course, "melds.ipynb#t3-1", and the key of what
    that step is called: "A set: three or four cards of one rank (T3.1)".

    The anchors are the ids of the notebooks' cells. Raises KeyError if there is no such drill.
    """
    lesson, step = lesson_of(drill), drill_named(drill).step
    place = f"{lesson.name}.{step}".replace("-", "_")
    return f"{lesson.name}.ipynb#{step}", f"step.{place}"


def course_key(name: str) -> str:
    """The key of a lesson's name in the catalogues."""
    return f"course.{_prefix(name)}"


def test_key(game: str) -> str:
    """The key of the name of a game's final test."""
    return "self_check.tongits" if game == "tongits" else "self_check.tichu"


def _prefix(lesson: str) -> str:
    """How the names of a lesson's drills begin, which is also the name of its module."""
    return lesson.replace("-", "_")
