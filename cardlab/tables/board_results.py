"""What the class board comes to: who answered what, points, tables for a teacher, and which clauses are hard.

A right answer in a series that counts is worth `FOR_RIGHT` points.
Where quickness counts, up to `FOR_QUICK` more: all of them for an answer at once, none after `SLOW` milliseconds, and
evenly in between; a changed answer counts from its last change.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cardlab.tables.board import Answer, Board, Given, Question
from cardlab.tables.events import plain

FOR_RIGHT: Final = 10
FOR_QUICK: Final = 10
SLOW: Final = 30_000
FORMAT: Final = "cardlab-board/1"


# Points


def points_for(given: Given, question: Question) -> int:
    """What an answer is worth, once its question is revealed."""
    if question.counts == "none" or question.phase != "revealed" or given.answer not in question.right:
        return 0
    quick = max(0, SLOW - given.after) * FOR_QUICK // SLOW if question.counts == "speed" else 0
    return FOR_RIGHT + quick


@dataclass(frozen=True, slots=True)
class Standing:
    """A learner's place in a series; who has as many points shares it."""

    place: int
    learner: str
    points: int


def standings(board: Board) -> tuple[Standing, ...]:
    """How the series that goes on stands, or how the last one has ended, best first; empty where nothing counts.

    Who is removed is left out.
    """
    series = board.series or board.over
    if series is None or series.points == "none":
        return ()
    sums: Counter[str] = Counter()
    for question in in_series(board):
        for learner, given in question.given.items():
            sums[learner] += points_for(given, question)
    order = {learner: place for place, learner in enumerate(board.learners)}
    ranked = sorted((learner for learner in sums if learner not in board.removed), key=lambda one: order[one])
    ranked.sort(key=lambda one: -sums[one])
    return tuple(Standing(1 + sum(sums[other] > sums[one] for other in ranked), one, sums[one]) for one in ranked)


# Counts


def in_series(board: Board) -> tuple[Question, ...]:
    """The questions asked so far of the series that goes on, or else all of the last one."""
    return tuple(one for one in board.questions if one.series and one.series == board.begun)


def judged(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Those of which is known what was right."""
    return tuple(one for one in questions if one.phase == "revealed" and one.judged)


@dataclass(frozen=True, slots=True)
class Tally:
    """How a question was answered: how many did, how many rightly, each answer and each choice with its number."""

    answered: int
    right: int
    answers: Mapping[Answer, int]
    choices: Mapping[str, int]


def tally(question: Question) -> Tally:
    """The counts of a question; the most frequent answer first, and choices in their order."""
    answers = Counter(one.answer for one in question.given.values())
    chosen = Counter(choice for one in question.given.values() for choice in one.answer)
    right = sum(count for answer, count in answers.items() if answer in question.right)
    ordered = dict(sorted(answers.items(), key=lambda one: (-one[1], one[0])))
    return Tally(len(question.given), right, ordered, {key: chosen[key] for key in question.form.choices})


@dataclass(frozen=True, slots=True)
class Missed:
    """A clause, how many answers were given to questions that it decides, and how many of them were right."""

    clause: str
    answered: int
    right: int


def by_clause(questions: Iterable[Question]) -> tuple[Missed, ...]:
    """The clauses that decide those of these questions which are revealed, first those that went wrong most."""
    found: dict[str, tuple[int, int]] = {}
    for question in judged(questions):
        counts = tally(question)
        for clause in question.form.clauses if counts.answered else ():
            answered, right = found.get(clause, (0, 0))
            found[clause] = answered + counts.answered, right + counts.right
    missed = (Missed(clause, answered, right) for clause, (answered, right) in found.items())
    return tuple(sorted(missed, key=lambda one: (one.right / one.answered, -one.answered)))


# Tables

COLUMNS: Final = (
    "question", "asked_at", "prompt", "clauses", "learner", "answer", "right", "milliseconds", "points",
)  # fmt: skip


def rows(board: Board, named: Callable[[str], str], prompt: Callable[[Question], str]) -> list[dict[str, Any]]:
    """Every answer as a row, question by question.

    `named` gives the nickname of a learner, or ""; whoever has none is "1", "2", ... in the order of answering.
    """
    numbers = {learner: str(place) for place, learner in enumerate(board.learners, 1)}
    return [
        {
            "question": question.number,
            "asked_at": question.at // 1000,
            "prompt": prompt(question),
            "clauses": " ".join(question.form.clauses),
            "learner": (named(learner) if learner not in board.removed else "") or numbers[learner],
            "answer": given.answer,
            "right": given.answer in question.right if question.judged else None,
            "milliseconds": given.after,
            "points": points_for(given, question),
        }
        for question in board.questions
        for learner, given in question.given.items()
    ]


def as_json(board: Board, told: Iterable[Mapping[str, Any]]) -> str:
    """The questions and every answer as JSON."""
    asked = [
        {"number": one.number, "what": plain(one.what), "clauses": [*one.form.clauses], "phase": one.phase}
        for one in board.questions
    ]
    content = {"format": FORMAT, "questions": asked, "answers": [*told]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
