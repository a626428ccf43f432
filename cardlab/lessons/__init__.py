"""Lessons: exercises without end for each rule, made from a seed, checked and explained by the rule engines.

- a lesson is a file named after its notebook: its questions, and the drills that make them; `course` lists them all;
- `tables_tongits`, `tables_tichu`, `hands`: the tables and hands that questions are asked about;
- `laying_off` and `round_ends` are parts of the lessons `melds` and `draw_call`; `guided_rounds` and `guided_race` are
  played step by step;
- `ask` is a question as data, put into words there alone; `drill` makes questions of a kind, `source` puts them one
  after the other, `protocol` says how they are shown; `own_exercises`: a teacher's own;
- `predictions`: questions that a lesson has chosen, guessed once and then told;
- `tips_positions` and `tips_tried`: what choices and advice are worth, worked out once and kept in files;
- `answers` is the log of them, `progress`, `review`, `self_check`, `sheet` what is made of it; `own_mistakes`:
  exercises from the learner's own rounds; `puzzles`: those of the day; `sitting`: what is asked once, with a summary;
- `address`: what a page's address asks for; `inside`: the functions of the clauses, for JupyterLab.

Knows questions, answers and positions to practise on; knows no widget and no page.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlab.phrasing.catalogue import LANGUAGES

if TYPE_CHECKING:
    from cardlab.lessons.ask import Ask
    from cardlab.lessons.own_exercises import exercise
    from cardlab.lessons.predictions import predict

__all__ = ["Ask", "exercise", "lesson_language", "predict"]


def lesson_language(folder: Path | None = None) -> str:
    """The language of the notebooks in `folder`, by default the one that this kernel was started in.

    It is the folder's name: `notebooks/de` holds the German ones. Any other folder speaks English.

    >>> lesson_language(Path("notebooks/nl")), lesson_language(Path("my own"))
    ('nl', 'en')
    """
    name = (folder or Path.cwd()).name
    return name if name in LANGUAGES else "en"


def __getattr__(name: str) -> Any:
    """What a notebook asks with is imported when it is asked for: a lesson without predictions needs none."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)


_ELSEWHERE: Final = {"predict": "predictions", "Ask": "ask", "exercise": "own_exercises"}
