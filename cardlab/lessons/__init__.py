"""Lessons: endless exercises for each rule, made from a seed, checked and explained by the rule engines.

- a lesson is a module named after its notebook, with its questions and their drills; `course` lists the lessons;
- `tables_tongits`, `tables_tichu`, `practice_hands`: random positions for questions;
- `laying_off` and `round_ends` are parts of the lessons `melds` and `draw_call`; `guided_rounds` and `guided_race` are
  played step by step;
- `ask`: a question as data and in words; `drill`: questions of a kind; `source`: a sequence of questions; `protocol`:
  tasks, answers and verdicts; `own_exercises`: exercises of a teacher; `predictions`: questions with one try;
- `tips_positions`, `tips_tried`: judged positions and tables, kept in files;
- `answer_log`, `progress_summary`, `spaced_review`, `self_check`, `worksheet`: logs of answers and their uses;
  `own_mistakes`: exercises from the learner's rounds; `puzzles`: those of the day; `sitting`: questions with a summary;
- `address`: the query of a page; for JupyterLab, `clause_source`: code of clauses, `now_you`: rules to write, which are
  listed in `rule_tasks`; `assignment`: these for nbgrader.

Depends on questions, answers and positions; knows no widget and no page.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from cardlab.phrasing.drawn_words import lesson_language

if TYPE_CHECKING:
    from cardlab.lessons.ask import Ask
    from cardlab.lessons.clause_source import explained, show
    from cardlab.lessons.own_exercises import exercise
    from cardlab.lessons.predictions import predict

__all__ = ["Ask", "exercise", "explained", "lesson_language", "predict", "show"]


def __getattr__(name: str) -> Any:
    """What a notebook asks with is imported when it is asked for: a lesson without predictions needs none."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)


_ELSEWHERE: Final = {
    **{"predict": "predictions", "Ask": "ask", "exercise": "own_exercises"},
    **{"explained": "clause_source", "show": "clause_source"},
}
