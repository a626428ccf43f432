"""The lessons of the course in order, their drills, and their keys in the catalogues.

The drills of a lesson are imported on first use, so a page loads only its own lesson.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from cardlab.phrasing.catalogue import has_message

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


_EXPLAINED_WITH: Final = {"T6.8": "T6.1", "T6.9": "T9.4"}
"""Clauses of house rules that stand in the step of a clause with another number."""
_CELLS: Final = {"melds.t3_1": "title", "melds.t10_1": "extras", "stacks.u2_2": "title"}
"""The anchors of headings that stand in a cell with others."""


def step_of(drill: str, clause: str = "") -> tuple[str, str]:
    """Return where to read about a clause that a question of this drill rests on, or about the drill itself.

    First its address beside the pages of the course, "melds.ipynb#t3-2", then the key of what that step is called. A
    clause is explained in the lesson of the drill if that has a step about it, or about one shortly before it.
    The anchors are the ids of the notebooks' cells. Raises KeyError if there is no such drill.
    """
    own, drilled = lesson_of(drill), drill_named(drill).step.replace("-", "_")
    chapter, _, number = _EXPLAINED_WITH.get(clause, clause).lower().partition(".")
    steps = [f"{chapter}_{one}" for one in range(int(number or 0), 0, -1)]
    places = (*product(steps, (own,)), *product(steps, LESSONS), (drilled, own))
    named = ((f"{_prefix(lesson.name)}.{step}", lesson.name) for step, lesson in places)
    place, name = next((place, name) for place, name in named if has_message(f"step.{place}"))
    return f"{name}.ipynb#{step_cell(place)}", f"step.{place}"


def step_cell(place: str) -> str:
    """The id of the cell with which a step begins: "t3-2" for "melds.t3_2"."""
    return _CELLS.get(place) or place.partition(".")[2].replace("_", "-")


def course_key(name: str) -> str:
    """The key of a lesson's name in the catalogues."""
    return f"course.{_prefix(name)}"


def test_key(game: str) -> str:
    """The key of the name of a game's final test."""
    return "self_check.tongits" if game == "tongits" else "self_check.tichu"


def _prefix(lesson: str) -> str:
    """How the names of a lesson's drills begin, which is also the name of its module."""
    return lesson.replace("-", "_")
