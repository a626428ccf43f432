"""The file of a class, from which a restarted server restores it.

It is in the same folder as the tables' store. The server writes it at each change, before confirming the change, and
deletes it at its own end.
"""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from cardlab.classroom.board_questions import Question, Request, answer_codes, parse_answer, words_of
from cardlab.classroom.class_board import Board, BoardQuestion, LearnerAnswer
from cardlab.classroom.live_class import Classroom
from cardlab.dashboard.course_server import SCHOOL_DAY
from cardlab.dashboard.roster import Learner
from cardlab.pages.connections import LOG

SavedQuestion: TypeAlias = tuple[Question, dict[int, tuple[tuple[str, ...], int, int]], bool]
"""A question; its answers by learners' numbers; whether it is revealed.

An answer has its codes, its turn and its time, as in `LearnerAnswer`.
"""


class SavedClass(msgspec.Struct):
    """A class as in its file; `at`: when it was written, in Unix seconds.

    The other fields come from the roster, the board and the `Classroom`. The classroom's `at` is saved as `looked_at`;
    `tables` are the codes of the tables that were opened for the class.
    """

    at: float
    key: str
    code: str
    invitation: str
    learners: list[Learner]
    removed: list[Learner]
    questions: list[SavedQuestion]
    count: int
    off: bool
    listed: list[Request]
    next: int
    looked_at: int
    tables: list[str] = []


def keep_in(file: Path, classroom: Classroom) -> Callable[[], Awaitable[None]]:
    """Restore a killed server's class from the file, then save each change in it.

    Returns a function that deletes the file.
    """
    try:
        saved = msgspec.json.decode(file.read_bytes(), type=SavedClass)
        if time.time() - saved.at < SCHOOL_DAY:
            _bring_back(saved, classroom)
    except FileNotFoundError:
        pass
    except Exception as error:
        LOG.error("The class that was kept in %s cannot be read: %s", file, error)
    written = b""

    def keep() -> None:
        nonlocal written
        saved = _saved(classroom)
        if (now := msgspec.json.encode(saved)) == written:
            return
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = file.with_name(f"{file.name}-new")
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(msgspec.json.encode(msgspec.structs.replace(saved, at=time.time())))
            draft.replace(file)
            written = now
        except OSError as error:
            LOG.error("The class cannot be kept in %s: %s", file, error)

    async def delete() -> None:
        classroom.keep = lambda: None
        file.unlink(missing_ok=True)

    classroom.keep = keep
    return delete


def _saved(classroom: Classroom) -> SavedClass:
    roster, board = classroom.roster, classroom.board
    people = roster.key, roster.code, roster.invitation, [*roster.learners()], roster.removed
    questions = [_saved_question(one) for one in board.questions]
    asked, tables = (questions, board.count, board.off), classroom.tables.listed
    return SavedClass(0, *people, *asked, classroom.listed, classroom.next, classroom.at, tables)


def _saved_question(asked: BoardQuestion) -> SavedQuestion:
    answers = {who: (answer_codes(one.answer), one.turn, one.at) for who, one in asked.answers.items()}
    return asked.question, answers, asked.is_revealed


def _bring_back(saved: SavedClass, classroom: Classroom) -> None:
    questions = []
    for number, (question, given, is_revealed) in enumerate(saved.questions, start=1):
        task = words_of(question, "en").task
        answers = {
            who: LearnerAnswer(answer, turn, at)
            for who, (codes, turn, at) in given.items()
            if (answer := parse_answer(task, codes)) is not None
        }
        questions.append(BoardQuestion(number, question, answers, is_revealed))
    classroom.board = Board(tuple(questions), saved.count, saved.off)
    classroom.listed, classroom.next, classroom.at = saved.listed, saved.next, saved.looked_at
    classroom.tables.listed += saved.tables
    classroom.roster.bring_back(saved.key, saved.code, saved.invitation, saved.learners, saved.removed)
