"""The teacher's pages and their line; the URL routes of a class; how to join, in the terminal."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO
from urllib.parse import urlencode

from tornado.web import HTTPError

from cardlab.classroom.class_results import Row, every_answer, grid
from cardlab.classroom.handed_in import HandIn, HandInPage
from cardlab.classroom.live_class import ClassConnection, Classroom
from cardlab.classroom.pupil import PupilConnection, PupilPage
from cardlab.classroom.roster import JoinPage, Roster
from cardlab.classroom.stage import working_exercises
from cardlab.classroom.teacher_scene import TeacherScene
from cardlab.dashboard import access, addresses, frame
from cardlab.dashboard.course_pages import CoursePage, ScenePage
from cardlab.dashboard.display_names import spaced
from cardlab.pages.session import SceneLike
from cardlab.phrasing.catalogue import say
from cardlab.terminal import for_spreadsheet


def routes(classroom: Classroom) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of a class."""
    base, roster, of_class = classroom.course.base, {"roster": classroom.roster}, {"classroom": classroom}
    return [
        (f"{base}join", JoinPage, roster),
        (f"{base}teacher(?:/board)?", Teacher, of_class),
        (f"{base}line/teacher", TeacherConnection, of_class),
        (f"{base}board", PupilPage, of_class),
        (f"{base}line/board", PupilConnection, of_class),
        (f"{base}progress", HandInPage, {**roster, "hand_in": HandIn(classroom.roster)}),
        (f"{base}teacher/(class|grid).csv", ClassTable, of_class),
    ]


class TeacherPage(CoursePage):
    """A page for the teacher alone."""

    classroom: Classroom

    def prepare(self) -> None:
        super().prepare()
        if not self._finished and not access.is_teacher(self.classroom.roster, self.request):
            self.refuse()

    def refuse(self) -> None:
        """Answer a client who is not the teacher."""
        raise HTTPError(403)


class Teacher(TeacherPage, ScenePage):
    """The teacher's page; the key in the address becomes a cookie, so that nobody reads it from the screen."""

    def refuse(self) -> None:
        if self.classroom.roster.is_teacher(self.get_query_argument("key", "")):
            self.set_identity_cookie("teacher", self.classroom.roster.key)
            return
        lang = self.language()
        texts = {"title": say("room.no_key.title", lang), "text": say("room.no_key", lang)}
        self.render_template("message.html.j2", 403, **frame.message_context(403, lang, self.course.base, **texts))

    def get(self) -> None:
        kept = {name: self.get_query_argument(name) for name in ("lang", "drill") if self.get_query_argument(name, "")}
        if "key" in self.request.query_arguments or self.request.path.endswith("/board"):
            self.redirect(f"{self.course.base}teacher{'?' if kept else ''}{urlencode(kept)}")
        else:
            query = {"drill": kept.get("drill", "")}
            self.render_scene(say("room.title", self.language()), "teacher", TeacherScene.view, query=query, groups=())


class ClassTable(TeacherPage):
    """A CSV table: "grid" of learners by questions, or "class" with a row for each answer, lesson and clause."""

    async def get(self, kind: str) -> None:
        make: Callable[..., tuple[Sequence[str], Sequence[Row]]] = grid if kind == "grid" else every_answer
        board, learners, lang = self.classroom.board, self.classroom.roster.everybody(), self.language()
        columns, rows = await asyncio.to_thread(make, board, learners, lang)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="cardlab-{kind}.csv"')
        self.finish(for_spreadsheet(columns, rows, lang))


class TeacherConnection(ClassConnection):
    """The line of the teacher's page."""

    async def refusal(self) -> int:
        self.visitor = ""  # who teaches is no learner
        return 0 if access.is_teacher(self.classroom.roster, self.request) else 403

    async def begin(self) -> SceneLike:
        exercises = await asyncio.to_thread(working_exercises)
        self._scene = TeacherScene(self.classroom, self.lang, exercises, self.get_query_argument("drill", ""))
        self.joins()
        return self._scene

    async def handle(self, content: Any) -> None:
        """Handle a message, and carry out the order that its handler leaves."""
        if self._scene.receive(content) and (order := self._scene.order):
            self._scene.order = None
            await order()


# Terminal output


def announce(roster: Roster, host: str, port: int, base: str = "/", out: TextIO = sys.stdout) -> str:
    """Print how to join; returns the address of the teacher's page with its key.

    That address is of this computer only, so that the key does not cross the network.
    """
    reached = roster.addresses()
    for address in reached:
        print(f"Learners open {address}", file=out)
    if not reached:
        print("This computer is not on a network, so nobody else can come in yet.", file=out)
    print(f"Class code: {spaced(roster.code)}", file=out)
    if reached and (drawn := addresses.qr_text(addresses.join_address(reached[0], roster.code), out)):
        print(drawn, end="", file=out)
    nearby = host if host not in ("", addresses.EVERYWHERE, "::") else "::1" if host == "::" else "127.0.0.1"
    teacher = f"{addresses.address_of(nearby, port, base)}teacher?key={roster.key}"
    print(f"The teacher's page, for you alone: {teacher}", file=out)
    print("Ctrl+C ends the course.", file=out, flush=True)
    return teacher
