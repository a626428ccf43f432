"""The teacher's pages, the URL routes of a class, and the start message."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from tornado.web import HTTPError

from cardlab.classroom.class_results import grid
from cardlab.classroom.handed_in import HandIn, HandInPage
from cardlab.classroom.join import JoinPage
from cardlab.classroom.live_class import ClassConnection, Classroom
from cardlab.classroom.pupil import PupilConnection, PupilPage
from cardlab.classroom.stage import working_exercises
from cardlab.classroom.teacher_scene import TeacherScene
from cardlab.dashboard import addresses
from cardlab.dashboard.course_pages import ScenePage
from cardlab.dashboard.course_server import PageHandler
from cardlab.dashboard.display_names import spaced
from cardlab.dashboard.roster import Roster
from cardlab.phrasing.catalogue import say
from cardlab.terminal import for_spreadsheet


def routes(classroom: Classroom) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """Return a class's URL routes: pattern, handler, and the handler's arguments."""
    base, roster, of_class = classroom.course.base, {"roster": classroom.roster}, {"classroom": classroom}
    return [
        (f"{base}join", JoinPage, roster),
        (f"{base}teacher", Teacher, of_class),
        (f"{base}line/teacher", TeacherConnection, of_class),
        (f"{base}board", PupilPage, of_class),
        (f"{base}line/board", PupilConnection, of_class),
        (f"{base}progress", HandInPage, {**roster, "hand_in": HandIn(classroom.roster)}),
        (f"{base}teacher/results.csv", ClassTable, of_class),
    ]


class Teacher(ScenePage):
    """The teacher's page; a cookie replaces the key in the address, which others see."""

    classroom: Classroom

    async def get(self) -> None:
        lang, roster = self.language(), self.classroom.roster
        kept = {name: self.get_query_argument(name) for name in ("lang", "drill") if self.get_query_argument(name, "")}
        is_known = self.course.role(self.request) == "teacher"
        if not is_known and not roster.is_teacher(self.get_query_argument("key", "")):
            self.render_message(403, title=say("page.teachers.title", lang), text=say("room.no_key", lang))
        elif "key" in self.request.query_arguments:
            if not is_known:
                self.set_identity_cookie("teacher", roster.key)
            self.redirect(f"{self.course.base}teacher{'?' if kept else ''}{urlencode(kept)}")
        else:
            query = {"drill": kept.get("drill", "")}
            scene = await scene_of(self.classroom, lang, query["drill"])
            self.render_scene(scene.label, "teacher", scene, query=query, groups=())


class ClassTable(PageHandler):
    """The answers on the board as a CSV table of learners by questions, for the teacher."""

    classroom: Classroom

    async def get(self) -> None:
        if self.course.role(self.request) != "teacher":
            raise HTTPError(403)
        board, learners, lang = self.classroom.board, self.classroom.roster.everybody(), self.language()
        columns, rows = await asyncio.to_thread(grid, board, learners, lang)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="cardlab-results.csv"')
        self.finish(for_spreadsheet(columns, rows, lang))


async def scene_of(classroom: Classroom, lang: str, drill: str) -> TeacherScene:
    """Return the teacher's screen, after trying out the teacher's own drills and bringing back the class's tables."""
    await classroom.tables.bring_back()
    return TeacherScene(classroom, lang, await asyncio.to_thread(working_exercises), drill)


class TeacherConnection(ClassConnection):
    """The connection of the teacher's page."""

    path = "teacher"
    scene: TeacherScene | None

    async def refusal(self) -> int:
        self.visitor = ""  # the teacher is no learner, so the pages aren't limited
        return 0 if self.application.role(self.request) == "teacher" else 403

    async def begin(self) -> TeacherScene:
        scene = await scene_of(self.classroom, self.lang, self.get_query_argument("drill", ""))
        self.joins()
        return scene

    async def handle(self, content: Any) -> None:
        """Handle a message, and carry out the order that its handler leaves."""
        if self.scene is not None and self.scene.receive(content) and (order := self.scene.order):
            self.scene.order = None
            await order()


# Terminal output


def announce(roster: Roster, host: str, port: int, base: str = "/") -> str:
    """Print how to join, and return the address of the teacher's page with its key.

    That address is of this computer only, so that the key does not cross the network.
    """
    reached = roster.addresses()
    for address in reached:
        print(f"Pupils open {address}")
    if not reached:
        print("This computer isn't on a network, so no other device can join yet.")
    print(f"Class code: {spaced(roster.code)}")
    nearby = host if host not in ("", addresses.EVERYWHERE, "::") else "::1" if host == "::" else "127.0.0.1"
    teacher = f"{addresses.address_of(nearby, port, base)}teacher?key={roster.key}"
    print(f"Your own page as the teacher: {teacher}")
    if back := len([*roster.learners()]):
        print(f"The last class was not ended, so it continues. Learners: {back}")
        print("For a new class, press End class on your page.")
    print("Ctrl+C ends the course.", flush=True)
    return teacher
