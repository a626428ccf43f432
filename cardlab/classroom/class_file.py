"""The file of a class: what of it outlives a process that is killed, so that its pages come back by themselves.

A class has one only where the teacher names a file of tables (`--store`): it is beside that. It is written with each
change, before that is confirmed, and deleted when the class or the server ends.
"""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from cardlab.classroom.board_questions import Question, Request, TypedQuestion, answer_codes, parse_answer, words_of
from cardlab.classroom.class_board import Board, BoardQuestion, LearnerAnswer
from cardlab.classroom.live_class import Classroom
from cardlab.dashboard.access import Learner
from cardlab.dashboard.course_pages import SCHOOL_DAY
from cardlab.lessons.protocol import QuestionRef
from cardlab.pages.connections import LOG

SavedQuestion: TypeAlias = tuple[
    TypedQuestion | tuple[str, str, int], dict[int, tuple[tuple[str, ...], int, int]], bool
]
"""A question on the board, typed, or drill, key and level of one of the course; the answers as pages write them, with
turn and time, by the numbers of the learners; whether it is revealed."""


class SavedClass(msgspec.Struct):
    """A class, as its file has it; `at`: when it was written, in Unix seconds."""

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


def keep_in(file: Path, classroom: Classroom) -> Callable[[], Awaitable[None]]:
    """Bring back the class of a process that was killed, keep this one in the file, and return what deletes that."""
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
    return SavedClass(0, *people, questions, board.count, board.off, classroom.listed, classroom.next, classroom.at)


def _saved_question(asked: BoardQuestion) -> SavedQuestion:
    ref = asked.question
    answers = {who: (answer_codes(one.answer), one.turn, one.at) for who, one in asked.answers.items()}
    typed = ref if isinstance(ref, TypedQuestion) else (ref.drill, ref.key, ref.level)
    return typed, answers, asked.is_revealed


def _bring_back(saved: SavedClass, classroom: Classroom) -> None:
    questions = []
    for number, (typed, given, is_revealed) in enumerate(saved.questions, start=1):
        question: Question = typed if isinstance(typed, TypedQuestion) else QuestionRef(*typed)
        task = words_of(question, "en").task
        answers = {
            who: LearnerAnswer(answer, turn, at)
            for who, (codes, turn, at) in given.items()
            if (answer := parse_answer(task, codes)) is not None
        }
        questions.append(BoardQuestion(number, question, answers, is_revealed))
    classroom.board = Board(tuple(questions), saved.count, saved.off)
    classroom.listed, classroom.next, classroom.at = saved.listed, saved.next, saved.looked_at
    classroom.roster.bring_back(saved.key, saved.code, saved.invitation, saved.learners, saved.removed)
