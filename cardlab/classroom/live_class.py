"""A class on a course server, and what its teacher and its learners do with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final, Literal

from cardlab.classroom import class_board
from cardlab.classroom.board_questions import DrillRequest, Question, Request, TypedQuestion, drawn
from cardlab.classroom.class_board import Board
from cardlab.classroom.class_tables import ClassTables
from cardlab.classroom.stage import ENDED, prepare, try_out
from cardlab.dashboard.access import BOARD
from cardlab.dashboard.course_pages import SceneConnection
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.roster import Roster
from cardlab.pages.connections import LOG
from cardlab.tables.tournament_service import TournamentService

WAY_IN: Final = -2
"""The value of `at` that shows how to join."""
PAUSE: Final = 0.05
"""Seconds from a change to the redrawing of all pages."""


class Classroom:
    """A class: what its pages share, such as the roster, the board and the tables.

    - `lines`: the connections of its open pages, of learners and of the teacher;
    - `listed`, `next`: the questions to be asked, and the index of the next one;
    - `at`: the index of the shown question on the teacher's screen, `ENDED` or `WAY_IN`;
    - `address`: which address of the course the teacher's screen shows, "" for the roster's first;
    - `keep`: saves the class; called at each change, before it is confirmed.
    """

    def __init__(self, course: CourseServer, roster: Roster, tournaments: TournamentService) -> None:
        self.course = course
        self.roster = roster
        self.tables = ClassTables(tournaments, course.base, roster)
        self.board = Board()
        self.lines: set[SceneConnection] = set()
        self.listed: list[Request] = []
        self.next = 0
        self.at = 0
        self.address = ""
        self.keep: Callable[[], None] = lambda: None
        self._drawing: asyncio.TimerHandle | None = None
        course.has_followed = self._has_followed
        roster.watch = self.changed
        roster.present = lambda: {connection.visitor for connection in course.connections}

    def changed(self) -> None:
        """Save the class, and redraw its pages once for all changes within `PAUSE`."""
        self.keep()
        if self.lines and self._drawing is None:
            self._drawing = asyncio.get_running_loop().call_later(PAUSE, self._draw)

    def _draw(self) -> None:
        self._drawing = None
        for line in self.lines:
            line.changed()

    def present(self, lang: str) -> dict[int, str]:
        """Return the names of the learners with an open page, by their numbers."""
        open_now = self.roster.present()
        return {one.number: one.display_name(lang) for one in self.roster.learners() if one.token in open_now}

    def done(self) -> tuple[int, int]:
        """Return two counts: the learners who are done, and all learners.

        Done are those who have answered every shown question. Only learners with an open page count.
        """
        here = self.present("en")
        return sum(map(self.board.has_all, here)), len(here)

    # The board

    async def _made(self, requests: Sequence[Request]) -> tuple[Question, ...]:
        """Make the requested questions, in a thread. Raises Refused or OwnFault."""
        before = tuple(one.question for one in self.board.questions)

        def made() -> tuple[Question, ...]:
            questions = drawn(requests, before)
            try_out(questions)
            prepare(class_board.ask(Board(), questions).shown)
            return questions

        return await asyncio.to_thread(made)

    async def ask(self, requests: Sequence[Request]) -> None:
        """Ask the requested questions. Raises Refused or OwnFault."""
        questions = await self._made(requests)
        self.at = 0
        self.set_board(class_board.ask(self.board, questions))

    async def ask_again(self) -> None:
        """Ask another question like the last one, or a typed one again. Raises OwnFault."""
        last = self.board.shown[-1].question
        await self.ask([last if isinstance(last, TypedQuestion) else DrillRequest(last.drill, last.level)])

    async def list(self, requests: Sequence[Request]) -> None:
        """Add requests to the list of questions to be asked.

        They are tried out, so that a fault shows up before the class sees it. Raises Refused or OwnFault.
        """
        await self._made(requests)
        self.listed += requests
        self.changed()

    def unlist(self, at: int) -> None:
        del self.listed[at]
        self.next -= at < self.next
        self.changed()

    def look(self, at: int) -> None:
        """Choose what the teacher's screen shows, see `at`."""
        self.at = at
        self.changed()

    async def reveal(self, number: int | None = None) -> None:
        """Reveal all shown questions, or one by number. Raises Refused."""
        await asyncio.to_thread(prepare, self.board.shown)
        board = class_board.reveal(self.board, number)
        self.at = ENDED if number is None and len(board.shown) > 1 else max(self.at, 0)
        self.set_board(board)

    async def clear(self) -> None:
        """Take the shown questions off the board. Raises Refused."""
        self.set_board(class_board.cleared(self.board))

    async def put_back(self) -> None:
        """Show the questions again that `clear` took off. Raises Refused."""
        self.set_board(class_board.put_back(self.board))

    def take_answer(self, learner: int, number: int, values: Sequence[str], turn: int) -> None:
        """Take a learner's answer. Raises Refused.

        The last answer ends the invitation on the learner's other pages.
        """
        self.set_board(class_board.take_answer(self.board, learner, number, values, turn, int(time.time())))
        if self.board.has_all(learner):
            tokens = {one.token for one in self.roster.learners() if one.number == learner}
            self.course.call(*(one for one in self.course.connections if one.visitor in tokens))

    def _has_followed(self, visitor: str) -> bool:
        """Return whether a learner has answered every question, or entered the tournament, to which all are invited."""
        learner, page = self.roster.visitor(visitor), self.roster.invitation
        if learner is None:
            return False
        return self.board.has_all(learner.number) if page == BOARD else self.tables.has_entered(learner, page)

    def set_board(self, board: Board) -> None:
        """Replace the board; while questions are open, all learners are invited to it."""
        before, self.board = [one.number for one in self.board.shown], board
        if board.is_open and [one.number for one in board.shown] != before:
            self.invite(BOARD)
        elif not board.is_open and self.roster.invitation == BOARD:
            self.invite("")
        self.changed()

    # Everybody

    def invite(self, page: str) -> None:
        """Invite all learners to open a page; "" withdraws the invitation."""
        self.roster.invitation = page
        self.course.call(*self.course.connections)

    def remove(self, number: int) -> None:
        """Remove a learner; the answers and progress stay until the class ends."""
        if token := self.roster.remove(number):
            self.tables.remove_learners(self.roster.removed[-1:])
            self._send_out({token}, "")

    def end(self) -> None:
        """End the class; forget all questions, answers and progress."""
        everybody = self.roster.learners()
        self.at = self.next = 0
        self.board = Board()
        self.roster.end()
        self.tables.listed.clear()
        self.tables.remove_learners(everybody)
        self._send_out({one.token for one in everybody}, "ended")

    def _send_out(self, tokens: set[str], why: Literal["", "ended"]) -> None:
        for connection in list(self.course.connections):
            if connection.visitor in tokens:
                try:
                    connection.expel(why)
                except Exception as error:
                    LOG.error("%s could not be told that the learner is out: %s", connection.path, error)


class ClassConnection(SceneConnection):
    """The connection of a page that shows a class."""

    classroom: Classroom

    def joins(self) -> None:
        """Draw the page at each change of the class from now on."""
        self.classroom.lines.add(self)
        self.classroom.changed()

    def on_end(self, *, left: bool) -> None:
        self.classroom.lines.discard(self)
        super().on_end(left=left)
