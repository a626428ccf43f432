"""The results of a class for its teacher: what was handed in as blocks; all answers as two tables."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cardlab.classroom.board_questions import Question, TypedQuestion, is_judged, judged, words_of
from cardlab.classroom.class_board import Board
from cardlab.classroom.roster import Roster
from cardlab.dashboard.access import Learner
from cardlab.lessons import progress_summary
from cardlab.lessons.own_exercises import OwnFault
from cardlab.lessons.protocol import Answer, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.glossary import clauses_of
from cardlab.phrasing.messages import table as in_rows
from cardlab.widgets.blocks import Block, details, progress, table, text

Row = Mapping[str, Any]
COLUMNS: Final = (
    "number", "name", "source", "of", "asked", "question", "cards", "answer", "answered", "right", "at", "solved",
    "total", "last_day",
)  # fmt: skip
"""The columns of the table of all answers."""


def count_sentence(roster: Roster, lang: str) -> str:
    """The number of learners who have handed in, as a sentence."""
    everybody = roster.everybody()
    count = sum(one.summary is not None for one in everybody)
    return say("hand_in.count", lang, count=count, total=len(everybody)) if count else say("hand_in.nobody", lang)


def results(roster: Roster, lang: str) -> list[Block]:
    """What was handed in as blocks: the weakest clause first, then each learner by lesson."""
    summaries = [
        replace(one.summary, name=one.summary.name or one.display_name(lang))
        for one in roster.everybody()
        if one.summary
    ]
    count = text(count_sentence(roster, lang), "strong")
    if not summaries:
        return [count, text(say("hand_in.text", lang), "note")]
    missing = ", ".join(one.display_name(lang) for one in roster.learners() if not one.summary)
    sentences = {one.id: one.text for one in clauses_of(lang)}
    worst_first = sorted(
        progress_summary.together(one.practised for one in summaries),
        key=lambda one: (one.first / one.answered, -one.answered),
    )
    reader = Reader(lang)
    head, *_ = in_rows(reader, progress_summary.class_by_clause([]))
    rows = in_rows(reader, progress_summary.clause_table(worst_first, "")) if worst_first else []
    by_clause = [
        (row[1], progress(one.first, one.answered, row[3]), row[2], sentences.get(row[1], ""))
        for row, one in zip(rows, worst_first, strict=True)
    ]
    heads, *by_lesson = in_rows(reader, progress_summary.class_by_lesson(summaries))
    worst, columns = say("hand_in.clauses_heading", lang), (head[1], head[3], head[2], say("hand_in.sentence", lang))
    return [
        count,
        text(say("hand_in.missing", lang, names=missing) if missing else ""),
        table(worst, columns, by_clause, prose=True),
        details(say("hand_in.lessons_heading", lang), table("", heads, by_lesson)),
    ]


# The tables


def board_rows(board: Board, lang: str) -> list[dict[str, Any]]:
    """All answers on the board, with the numbers of the learners; what cannot be judged has an empty cell."""
    return [
        {
            "number": learner,
            "source": "board",
            "of": "" if isinstance(asked.question, TypedQuestion) else asked.question.drill,
            "asked": asked.number,
            "answered": 1,
            "at": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(answer.at)),
            **_question_cells(asked.question, lang),
            **_answer_cells(asked.question, answer.answer, lang),
        }
        for asked in board.questions
        for learner, answer in asked.answers.items()
    ]


def every_answer(board: Board, learners: Sequence[Learner], lang: str) -> tuple[Sequence[str], list[Row]]:
    """The table of all that is known of these learners: each answer on the board, and what they have handed in."""
    rows = board_rows(board, lang)
    for one in learners:
        for row in one.summary.standings if one.summary else ():
            counts = {"answered": row.get("check_total"), "right": row.get("check_right")}
            if row["kind"] == "lesson":
                counts = {"answered": row["answered"], "right": row["right_at_first_try"]}
            rows.append({**row, **counts, "number": one.number, "source": row["kind"]})
        for row in progress_summary.clause_rows(one.summary.practised) if one.summary else ():
            counts = {"of": row["clause"], "right": row["right_at_first_try"]}
            rows.append({**row, **counts, "number": one.number, "source": "clause"})
    names = {one.number: one.name for one in learners}
    return COLUMNS, [{**row, "name": names.get(row["number"], "")} for row in rows]


def grid(board: Board, learners: Sequence[Learner], lang: str) -> tuple[Sequence[str], list[Row]]:
    """The table of learners by questions.

    A cell is 1 for a right answer, 0 for a wrong one, and in a poll the answer itself.
    """
    number, name = say("hand_in.column.number", lang), say("hand_in.column.name", lang)
    right, answered = say("hand_in.column.right", lang), say("hand_in.column.answered", lang)
    heads = {
        one.number: " ".join(filter(None, (f"{one.number}.", *_question_cells(one.question, lang).values())))
        for one in board.questions
    }
    lines: dict[int, dict[str, Any]] = {
        one.number: {number: one.number, name: one.display_name(lang), right: 0, answered: 0}
        for one in sorted(learners, key=lambda one: one.number)
    }
    for cells in board_rows(board, lang):
        if line := lines.get(cells["number"]):
            line[heads[cells["asked"]]] = cells["answer"] if cells["right"] is None else cells["right"]
            line[right] += cells["right"] or 0
            line[answered] += 1
    return (number, name, *heads.values(), right, answered), [*lines.values()]


def _question_cells(question: Question, lang: str) -> dict[str, Any]:
    """What was asked, and its cards, the piles behind the hand; nothing where a teacher's own function fails."""
    try:
        task = words_of(question, lang).task
    except OwnFault:
        return {"question": "", "cards": ""}
    shown = (task.hand, *(pile.cards for pile in task.piles))
    cards = " | ".join(" ".join(card_label(card, lang) for card in cards) for cards in shown if cards)
    return {"question": task.prompt, "cards": cards}


def _answer_cells(question: Question, answer: Answer, lang: str) -> dict[str, Any]:
    """An answer, and whether it is right; nothing where a teacher's own function fails."""
    try:
        written = words_of(question, lang).written(answer)
    except OwnFault:
        return {"answer": "", "right": None}
    found = judged(question, answer, "en") if is_judged(question) else None
    return {"answer": written, "right": int(found.right) if isinstance(found, Verdict) else None}
