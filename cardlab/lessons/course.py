"""The course as a table: which lessons there are, in order, of which game, and which drills each holds.

Knows every drill by its name; knows no question and no page.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal, TypeAlias

from cardlab.lessons import cards, deadwood, disagree, draw_call, melds, race, scoring, stacks, turn
from cardlab.lessons.series import Drill

__all__ = ["LESSONS", "Game", "Lesson", "drill_named", "lesson_named"]

Game: TypeAlias = Literal["tongits", "tichu", "both"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the name of its notebook, its game, and its drills in the order in which they are met."""

    name: str
    game: Game
    drills: tuple[Drill, ...]


def _lesson(name: str, game: Game, module: ModuleType) -> Lesson:
    """The lesson whose drills are those that the module holds, in the order of its text."""
    return Lesson(name, game, tuple(drill for drill in vars(module).values() if isinstance(drill, Drill)))


LESSONS: Final = (
    _lesson("cards", "both", cards),
    _lesson("melds", "tongits", melds),
    _lesson("deadwood", "tongits", deadwood),
    _lesson("turn", "tongits", turn),
    _lesson("draw-call", "tongits", draw_call),
    _lesson("scoring", "tongits", scoring),
    _lesson("stacks", "tichu", stacks),
    _lesson("race", "tichu", race),
    _lesson("disagree", "both", disagree),
)


def lesson_named(name: str) -> Lesson:
    """The lesson whose notebook is called so; raises KeyError if there is none."""
    return {lesson.name: lesson for lesson in LESSONS}[name]


def drill_named(name: str) -> Drill:
    """The drill of this name, `"melds.set_or_run"`; raises KeyError if there is none."""
    return {drill.name: drill for lesson in LESSONS for drill in lesson.drills}[name]
