"""`Classroom`: a class on a course server, and what its teacher and its learners do with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from cardlab.classroom import class_board
from cardlab.classroom.board_questions import Question, Request, TypedQuestion, Wanted, drawn
from cardlab.classroom.class_board import Board, Refused
from cardlab.classroom.roster import Roster
from cardlab.classroom.stage import ENDED, prepare, try_out
from cardlab.dashboard.access import BOARD
from cardlab.dashboard.course_pages import SceneConnection
from cardlab.dashboard.course_server import CourseServer
from cardlab.pages.connections import LOG
from cardlab.widgets.blocks import Block

WAY_IN: Final = -2
"""In place of the index of a question on the stage: how to join."""
PAUSE: Final = 0.05
"""Seconds in which what happens in the class becomes one picture of a page."""


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
    """A class: its roster, its board, the games of its learners, and what all its pages share.

    - `lines`: those of the open pages that look at it, of the learners and of the teacher;
    - `listed`, `next`: the questions to be asked, and the index of the next one;
    - `at`: the index of the question on the stage, `ENDED` or `WAY_IN`;
    - `address`: the address that is shown, "" for the first;
    - `keep`: called with each change, before it is confirmed.
    """

    def __init__(self, course: CourseServer, roster: Roster, games: PlayedBeside) -> None:
        self.course = course
        self.roster = roster
        self.games = games
        self.board = Board()
        self.lines: set[SceneConnection] = set()
        self.listed: list[Request] = []
        self.next = 0
        self.at = 0
        self.address = ""
        self.keep: Callable[[], None] = lambda: None
        self._drawing: asyncio.TimerHandle | None = None
        roster.watch = self.changed
        roster.present = lambda: {connection.visitor for connection in course.connections}

    def changed(self) -> None:
        """Keep the class, and draw its pages soon, once for everything until then."""
        self.keep()
        if self.lines and self._drawing is None:
            self._drawing = asyncio.get_running_loop().call_later(PAUSE, self._draw)

    def _draw(self) -> None:
        self._drawing = None
        for line in self.lines:
            line.changed()

    def present(self, lang: str) -> dict[int, str]:
        """The names of the learners with an open page, by their numbers."""
        open_now = self.roster.present()
        return {one.number: one.display_name(lang) for one in self.roster.learners() if one.token in open_now}

    def done(self) -> tuple[int, int]:
        """How many of the learners with an open page have answered all that is shown, and how many there are."""
        here = self.present("en")
        return sum(map(self.board.has_all, here)), len(here)

    # The board

    async def _made(self, requests: Sequence[Request]) -> tuple[Question, ...]:
        """Make requested questions. Raises CannotAsk or OwnFault for one that cannot be asked."""
        before = tuple(one.question for one in self.board.questions)

        def made() -> tuple[Question, ...]:
            questions = drawn(requests, before)
            try_out(questions)
            prepare(class_board.ask(Board(), questions).shown)
            return questions

        return await asyncio.to_thread(made)

    async def ask(self, requests: Sequence[Request]) -> None:
        """Ask what is requested. Raises CannotAsk or OwnFault."""
        questions = await self._made(requests)
        self.at = 0
        self.set_board(class_board.ask(self.board, questions))

    async def ask_again(self) -> None:
        """Ask another question of the kind of the last one that is shown; a typed one once more. Raises OwnFault."""
        last = self.board.shown[-1].question
        await self.ask([last if isinstance(last, TypedQuestion) else Wanted(last.drill, last.level)])

    async def list(self, requests: Sequence[Request]) -> None:
        """Put requests into the list; raises as `ask`: what nobody could be asked is said before the class sees it."""
        await self._made(requests)
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

    async def reveal(self, number: int | None = None) -> Refused | None:
        """Reveal the shown questions, or the one with this number."""
        await asyncio.to_thread(prepare, self.board.shown)
        board = class_board.reveal(self.board, number)
        if isinstance(board, Board):
            self.at = ENDED if number is None and len(board.shown) > 1 else max(self.at, 0)
        return self.set_board(board)

    def take_answer(self, learner: int, number: int, values: Sequence[str], turn: int) -> Refused | None:
        """Take an answer of a learner."""
        return self.set_board(class_board.take_answer(self.board, learner, number, values, turn, int(time.time())))

    def set_board(self, board: Board | Refused) -> Refused | None:
        """Replace the board, or pass on a reason; learners are called to what is asked now, and only so long."""
        if not isinstance(board, Board):
            return board
        before, self.board = [one.number for one in self.board.shown], board
        if board.is_open and [one.number for one in board.shown] != before:
            self.invite(BOARD)
        elif not board.is_open and self.roster.invitation == BOARD:
            self.invite("")
        self.changed()
        return None

    # Everybody

    def invite(self, page: str) -> None:
        """Invite all learners to open a page, on every open page; "" withdraws the invitation."""
        self.roster.invitation = page
        self.course.call(*self.course.connections)

    def remove(self, number: int) -> None:
        """Remove a learner; what was answered and handed in stays until the class ends."""
        if token := self.roster.remove(number):
            self._send_out({token})

    def end(self) -> None:
        """End the class; forget all questions, answers and progress."""
        everybody = {one.token for one in self.roster.learners()}
        self.at = self.next = 0
        self.board = Board()
        self.roster.end()
        self.games.let_go()
        self._send_out(everybody)

    def _send_out(self, tokens: set[str]) -> None:
        for connection in list(self.course.connections):
            if connection.visitor in tokens:
                try:
                    connection.expel()
                except Exception as error:
                    LOG.error("%s could not be told that the learner is out: %s", connection.path, error)


class ClassConnection(SceneConnection):
    """The line of a page that looks at a class."""

    classroom: Classroom

    def open(self, *path: str) -> None:
        self.path = self.request.path.rpartition("/")[2]
        super().open(*path)

    def joins(self) -> None:
        """From now on the page is drawn when something of the class has changed, and is counted where it is seen."""
        self.classroom.lines.add(self)
        self.classroom.changed()

    def on_end(self, *, left: bool) -> None:
        self.classroom.lines.discard(self)
        super().on_end(left=left)
