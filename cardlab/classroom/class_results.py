"""The results of a class for its teacher, as blocks and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cardlab.classroom.board_questions import Question, is_judged, judged, words_of
from cardlab.classroom.class_board import Board
from cardlab.dashboard.roster import Learner, Roster
from cardlab.lessons import progress_summary
from cardlab.lessons.course import LESSONS, course_key
from cardlab.lessons.own_exercises import OwnFault
from cardlab.lessons.protocol import Answer, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.glossary import clauses_of
from cardlab.phrasing.messages import table as in_rows
from cardlab.widgets.blocks import Block, details, progress, table, text

Row = Mapping[str, Any]
MOST_CLAUSES: Final = 3
"""The number of clauses in sight; the others are folded, so that the teacher's screen isn't scrolled."""


def count_sentence(roster: Roster, lang: str) -> str:
    """Return the sentence that says how many learners have handed in."""
    everybody = roster.everybody()
    count = sum(one.summary is not None for one in everybody)
    return say("hand_in.count", lang, count=count, total=len(everybody)) if count else say("hand_in.nobody", lang)


def results(roster: Roster, lang: str) -> list[Block]:
    """Return handed-in progress as blocks: the weakest clause first, then by lesson."""
    summaries = [
        replace(one.summary, name=one.summary.name or one.display_name(lang))
        for one in roster.everybody()
        if one.summary
    ]
    count = text(count_sentence(roster, lang), "strong")
    if not summaries:
        return [count, text(say("hand_in.text", lang), "note")]
    missing = ", ".join(one.display_name(lang) for one in roster.learners() if not one.summary)
    sentences = clauses_of(lang)
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
    more = by_clause[MOST_CLAUSES:]
    heads, *by_lesson = in_rows(reader, progress_summary.class_by_lesson(summaries))
    worst, columns = say("hand_in.clauses_heading", lang), (head[1], head[3], head[2], say("hand_in.sentence", lang))
    return [
        count,
        text(say("hand_in.missing", lang, names=missing) if missing else ""),
        table(worst, columns, by_clause[:MOST_CLAUSES], prose=True),
        *([details(say("table.more", lang), table("", columns, more, prose=True), key="clauses")] if more else []),
        details(say("hand_in.lessons_heading", lang), table("", heads, by_lesson)),
    ]


# The table


def grid(board: Board, learners: Sequence[Learner], lang: str) -> tuple[Sequence[str], list[Row]]:
    """Return the columns and rows of a table of learners by questions and lessons.

    A row is a mapping from column to cell. A question's cell is 1 for a right answer, 0 for a wrong one; in polls it is
    the answer itself. A lesson's cell is how many of its tasks are solved in what the learner handed in.
    """
    number, name = say("hand_in.column.number", lang), say("hand_in.column.name", lang)
    right, answered = say("hand_in.column.right", lang), say("hand_in.column.answered", lang)
    heads = {one.number: f"{one.number}. {_asked(one.question, lang)}".strip() for one in board.questions}
    solved = say("progress.solved", lang)
    lessons = {lesson.name: f"{say(course_key(lesson.name), lang)}: {solved}" for lesson in LESSONS}
    done = {one.number: _solved(one, lessons) for one in learners}
    rows = list[Row]()
    for learner in sorted(learners, key=lambda one: one.number):
        cells = {
            heads[asked.number]: _cell(asked.question, asked.answers[learner.number].answer, lang)
            for asked in board.questions
            if learner.number in asked.answers
        }
        was_right = sum(cell for cell in cells.values() if isinstance(cell, int))
        about = {number: learner.number, name: learner.display_name(lang), right: was_right, answered: len(cells)}
        rows.append({**about, **cells, **done[learner.number]})
    handed_in = [head for head in lessons.values() if any(head in one for one in done.values())]
    return (number, name, *heads.values(), right, answered, *handed_in), rows


def _solved(learner: Learner, heads: Mapping[str, str]) -> Row:
    """Return how many tasks a learner has solved in each lesson, by column head."""
    results = learner.summary.results if learner.summary else ()
    return {heads[row["of"]]: row["solved"] for row in results if row["kind"] == "lesson"}


def _asked(question: Question, lang: str) -> str:
    """Return prompt and cards of a question; "" if a teacher's own function fails."""
    try:
        task = words_of(question, lang).task
    except OwnFault:
        return ""
    shown = (task.hand, *(pile.cards for pile in task.piles))
    cards = " | ".join(" ".join(card_label(card, lang) for card in cards) for cards in shown if cards)
    return f"{task.prompt} {cards}".strip()


def _cell(question: Question, answer: Answer, lang: str) -> str | int:
    """Return 1 or 0 for a judged answer, else its text; "" if its drill fails."""
    try:
        written = words_of(question, lang).written(answer)
    except OwnFault:
        return ""
    found = judged(question, answer, "en") if is_judged(question) else None
    return int(found.right) if isinstance(found, Verdict) else written
