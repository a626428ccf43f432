"""The teacher's page and its line; how to join, in the terminal.

The page shows `teacher_scene`; `routes` are the URL routes of a class; `announce` prints how to join.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, TextIO
from urllib.parse import urlencode

from cardlab.classroom import handed_in
from cardlab.classroom.live_class import Classroom
from cardlab.classroom.pupil import PupilConnection, PupilPage
from cardlab.classroom.roster import JoinPage, Roster, TeacherPage
from cardlab.classroom.stage import working_exercises
from cardlab.classroom.teacher_scene import TeacherScene
from cardlab.dashboard import access, addresses, frame
from cardlab.dashboard.course_pages import SceneConnection, ScenePage
from cardlab.dashboard.display_names import spaced
from cardlab.pages.session import SceneLike
from cardlab.phrasing.catalogue import say


def routes(classroom: Classroom) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of a class."""
    base, on_roster = classroom.course.base, {"roster": classroom.roster}
    on_board, on_progress = {**on_roster, "board": classroom.board}, {**on_roster, "handed_in": classroom.handed_in}
    return [
        (f"{base}join", JoinPage, on_roster),
        (f"{base}teacher(?:/board)?", Teacher, on_roster),
        (f"{base}line/teacher", TeacherConnection, {"classroom": classroom}),
        (f"{base}board", PupilPage, on_roster),
        (f"{base}line/board", PupilConnection, on_board),
        (f"{base}progress", handed_in.HandInPage, on_progress),
        (f"{base}teacher/(class|grid).csv", handed_in.ClassTable, {**on_board, **on_progress}),
    ]


class Teacher(TeacherPage, ScenePage):
    """The teacher's page; the key in the address becomes a cookie, so that nobody reads it from the screen."""

    def has_key_in_address(self) -> bool:
        return self.roster.is_teacher(self.get_query_argument("key", ""))

    def refuse(self) -> None:
        """Answer where to find the key."""
        lang = self.language()
        texts = {"title": say("room.no_key.title", lang), "text": say("room.no_key", lang)}
        self.render_template("message.html.j2", 403, **frame.message_context(403, lang, self.course.base, **texts))

    def get(self) -> None:
        kept = {name: self.get_query_argument(name) for name in ("lang", "drill") if self.get_query_argument(name, "")}
        if self.has_key_in_address():
            self.set_identity_cookie("teacher", self.roster.key)
        if self.has_key_in_address() or self.request.path.endswith("/board"):
            self.redirect(f"{self.course.base}teacher{'?' if kept else ''}{urlencode(kept)}")
        else:
            query = {"drill": kept.get("drill", "")}
            self.render_scene(say("room.title", self.language()), "teacher", TeacherScene.view, query=query, groups=())


class TeacherConnection(SceneConnection):
    """The line of the teacher's page."""

    classroom: Classroom

    async def refusal(self) -> int:
        self.visitor = ""  # who teaches is no learner
        return 0 if access.is_teacher(self.classroom.roster, self.request) else 403

    async def begin(self) -> SceneLike:
        exercises = await asyncio.to_thread(working_exercises)
        here = f"{self.request.protocol}://{self.request.host}{self.application.base}"
        self._scene = TeacherScene(self.classroom, self.lang, exercises, here, self.get_query_argument("drill", ""))
        self.classroom.board.lines.add(self)
        return self._scene

    async def handle(self, content: Any) -> None:
        """Handle a message, and carry out the order that its handler leaves."""
        if self._scene.receive(content) and (order := self._scene.order):
            self._scene.order = None
            await order()

    def on_end(self, *, left: bool) -> None:
        self.classroom.board.lines.discard(self)
        super().on_end(left=left)


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
