"""`Classroom`: a class on a course server, and what its teacher does with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from cardlab.classroom import class_board
from cardlab.classroom.board_questions import Question, exit_ticket, requested_questions
from cardlab.classroom.class_board import Board, ClassBoard, Refused, prepare
from cardlab.classroom.handed_in import HandedIn
from cardlab.classroom.roster import Roster
from cardlab.classroom.stage import ENDED, drawable
from cardlab.dashboard.access import BOARD, Invitation
from cardlab.dashboard.course_server import CourseServer
from cardlab.lessons.protocol import QuestionRef
from cardlab.pages.connections import LOG
from cardlab.widgets.blocks import Block

WAY_IN: Final = -2
"""In place of the index of a question on the stage: how to join."""


class PlayedBeside(Protocol):
    """The games of learners outside the lessons."""

    def render(self, lang: str) -> list[Block]:
        """Their part of the teacher's page."""

    def let_go(self) -> None:
        """The class has ended."""

    async def open(self, game: str, count: int) -> bool:
        """Open so many tables; returns whether that was done."""

    async def execute(self, order: Mapping[str, Any]) -> bool:
        """Close a table, or remove a name; returns whether that was done."""


class Classroom:
    """A class: its roster, its board, handed-in progress, and the games of its learners.

    What its teacher's pages share is here:

    - `listed`, `next`: the questions to be asked, as pages request them, and the index of the next one;
    - `at`: the index of the question on the stage, `ENDED` or `WAY_IN`;
    - `address`: the address that is shown, "" for the first.
    """

    def __init__(self, course: CourseServer, roster: Roster, games: PlayedBeside) -> None:
        self.course = course
        self.roster = roster
        self.games = games
        self.board = ClassBoard(course, roster)
        self.handed_in = HandedIn(roster)
        roster.needs = self._needs
        self.listed: list[Mapping[str, Any]] = []
        self.next = 0
        self.at = 0
        self.address = ""
        self.changed = self.board.changed

    # The board

    async def make(self, requests: Sequence[Mapping[str, Any]]) -> tuple[Question, ...]:
        """Make requested questions. Raises CannotAsk or OwnFault for one that cannot be asked."""
        before = tuple(one.question for one in self.board.board.questions)

        def made() -> tuple[Question, ...]:
            questions = requested_questions(requests, before)
            return drawable(questions, "en")

        return await asyncio.to_thread(made)

    async def ask(self, requests: Sequence[Mapping[str, Any]]) -> None:
        """Ask what is requested; raises as `make`."""
        await self._put(await self.make(requests))

    async def list(self, requests: Sequence[Mapping[str, Any]]) -> None:
        """Put requests into the list; raises as `make`: what nobody could be asked is said before the class sees it."""
        await self.make(requests)
        self.listed += requests
        self.changed()

    def unlist(self, at: int) -> None:
        """Take a request out of the list."""
        del self.listed[at]
        self.next -= at < self.next
        self.changed()

    def look(self, at: int) -> None:
        """Put this on the stage."""
        self.at = at
        self.changed()

    async def send_exit_ticket(self, lesson: str, level: int) -> None:
        """Ask three questions of a lesson. Raises CannotAsk."""
        before = tuple(one.question for one in self.board.board.questions)
        await self._put(await asyncio.to_thread(exit_ticket, lesson, level, before))

    async def _put(self, questions: Sequence[Question]) -> None:
        await asyncio.to_thread(prepare, class_board.ask(Board(), questions).shown)
        self.at = 0
        self.set_board(class_board.ask(self.board.board, questions))

    async def reveal(self, number: int | None = None) -> Refused | None:
        """Reveal the shown questions, or the one with this number."""
        await asyncio.to_thread(prepare, self.board.board.shown)
        refused = self.set_board(class_board.reveal(self.board.board, number))
        is_whole = number is None and len(self.board.board.shown) > 1
        self.at = self.at if refused else ENDED if is_whole else max(self.at, 0)
        return refused

    async def ask_again(self, question: Question) -> None:
        """Ask another question of the same kind; a typed one once more."""
        if isinstance(question, QuestionRef):
            await self.ask([{"ask": "drill", "drill": question.drill, "level": question.level}])
        else:
            await self._put([question])

    def set_board(self, board: Board | Refused) -> Refused | None:
        """Replace the board, or pass on a reason; learners are called to what is asked now, and only so long."""
        before = [one.number for one in self.board.board.shown]
        refused, now = self.board.set_board(board), self.board.board
        if now.is_open and [one.number for one in now.shown] != before:
            self.invite(Invitation(BOARD))
        elif not now.is_open and self.roster.invitation == Invitation(BOARD):
            self.invite(None)
        return refused

    # Everybody

    def invite(self, invitation: Invitation | None) -> None:
        """Invite all learners to open a page, on every open page; None withdraws the invitation."""
        self.roster.invitation = invitation
        self.course.call(*self.course.connections)

    def remove(self, number: int) -> None:
        """Remove a learner; what was answered and handed in stays until the class ends."""
        if token := self.roster.remove(number):
            self._send_out({token})

    def end(self) -> None:
        """End the class; forget all questions, answers and progress."""
        everybody = {one.token for one in self.roster.learners()}
        self.roster.end()
        self.at = self.next = 0
        self.games.let_go()
        self.board.set_board(Board())
        self._send_out(everybody)

    def _needs(self, token: str) -> bool:
        """Whether a learner may not lose the place: one who has handed in, or has a page open."""
        return self.handed_in.has(token) or any(one.visitor == token for one in self.course.connections)

    def _send_out(self, tokens: set[str]) -> None:
        self.handed_in.forget_gone()
        for connection in list(self.course.connections):
            if connection.visitor in tokens:
                try:
                    connection.expel()
                except Exception as error:
                    LOG.error("%s could not be told that the learner is out: %s", connection.path, error)
