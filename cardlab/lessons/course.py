"""The lessons of the course, their drills, and their keys in the catalogues.

A lesson's drills are imported on first use, so a page loads only its own lesson.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Final

from cardlab.phrasing.catalogue import has_message
from cardlab.phrasing.glossary import About

if TYPE_CHECKING:
    from cardlab.lessons.drill import Drill


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: the name of its notebook, and its game.

    The last `extras` of its drills are about variants and rare clauses. They come after the self-check, which leaves
    them out, and don't count towards the lesson's progress.
    """

    name: str
    game: About
    extras: int = 0

    @property
    def drills(self) -> tuple[Drill, ...]:
        """The lesson's drills in the order in which learners meet them."""
        drills: tuple[Drill, ...] = import_module(f"cardlab.lessons.{_prefix(self.name)}").DRILLS
        return drills

    @property
    def core(self) -> tuple[Drill, ...]:
        """The drills without the extras."""
        return self.drills[: len(self.drills) - self.extras]


LESSONS: Final = (
    Lesson("cards", "tongits"),
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
    """Return the lesson of a notebook's name. Raises KeyError if there is none."""
    return {lesson.name: lesson for lesson in LESSONS}[name]


def lesson_of(drill: str) -> Lesson:
    """Return the lesson of a drill's full name. Raises KeyError if there is none."""
    return {_prefix(lesson.name): lesson for lesson in LESSONS}[drill.partition(".")[0]]


def drill_named(name: str) -> Drill:
    """Return the drill of this full name. Raises KeyError if there is none."""
    return {drill.name: drill for drill in lesson_of(name).drills}[name]


_EXPLAINED_WITH: Final = {"T6.8": "T6.1", "T6.9": "T9.4"}
"""Clauses of house rules that are explained in the step of another clause."""
_CELLS: Final = {"melds.t3_1": "title", "melds.t10_1": "extras", "stacks.u2_2": "title"}
"""The ids of cells that contain the heading of more than one step."""


def step_of(drill: str, clause: str = "") -> tuple[str, str]:
    """Return the step that explains a clause, or for "" the drill itself.

    The result is an address relative to the course's pages, "melds.ipynb#t3-2", and the catalogue key of the step's
    name. The anchors are the ids of notebook cells. Without a step for the clause, the
    nearest earlier clause of its chapter counts. The drill's own lesson comes before the others. Raises KeyError if
    there is no such drill.
    """
    own, drilled = lesson_of(drill), drill_named(drill).step.replace("-", "_")
    chapter, _, number = _EXPLAINED_WITH.get(clause, clause).lower().partition(".")
    steps = [f"{chapter}_{one}" for one in range(int(number or 0), 0, -1)]
    places = (*product(steps, (own,)), *product(steps, LESSONS), (drilled, own))
    named = ((f"{_prefix(lesson.name)}.{step}", lesson.name) for step, lesson in places)
    place, name = next((place, name) for place, name in named if has_message(f"step.{place}"))
    return f"{name}.ipynb#{step_cell(place)}", f"step.{place}"


def step_cell(place: str) -> str:
    """Return the id of a step's first cell: "t3-2" for "melds.t3_2"."""
    return _CELLS.get(place) or place.partition(".")[2].replace("_", "-")


def course_key(name: str) -> str:
    """Return the catalogue key of a lesson's name."""
    return f"course.{_prefix(name)}"


def final_test_key(game: str) -> str:
    """Return the catalogue key for the name of a game's final test."""
    return "self_check.tongits" if game == "tongits" else "self_check.tichu"


def _prefix(lesson: str) -> str:
    """Return the name of a lesson's module, which begins its drills' names."""
    return lesson.replace("-", "_")
