"""Lessons: endless exercises, judged and explained by the rule engines.

- Each lesson is a module named after its notebook, with its questions and drills. `course` lists the lessons.
  `laying_off` and `round_ends` belong to the lessons `melds` and `draw_call`. `guided_rounds` and `guided_race` are
  played step by step, as `guide` describes.
- Random positions: `tables_tongits`, `tables_tichu`, `practice_hands`. Positions and tables judged beforehand, kept in
  files: `tips_positions`, `tips_tried`.
- How questions are asked: `ask` (a question as data and in words), `protocol` (task, answer, verdict), `source` (a
  sequence of questions), `drill` (questions of one kind), `quiz` (questions with a summary), `predictions` (one try
  each), `own_exercises` (written by a teacher), `own_mistakes` (from the learner's rounds), `puzzles` (of the day).
- What was answered: `answer_log`, `progress_summary`, `spaced_review`, `self_check`.
- `worksheet`: exercises on paper; `address`: the query of a page's address.
- For JupyterLab: `clause_source` shows the code of clauses; `now_you` checks rules that a reader writes, which
  `rule_tasks` lists.

Depends on questions, answers and positions; knows no widget and no page.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from cardlab.phrasing.notebook_labels import lesson_language

if TYPE_CHECKING:
    from cardlab.lessons.ask import Ask
    from cardlab.lessons.clause_source import explained, show
    from cardlab.lessons.own_exercises import exercise
    from cardlab.lessons.predictions import predict

__all__ = ["Ask", "exercise", "explained", "lesson_language", "predict", "show"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that a page loads only what it needs."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


_MODULE_OF: Final = {
    **{"predict": "predictions", "Ask": "ask", "exercise": "own_exercises"},
    **{"explained": "clause_source", "show": "clause_source"},
}
