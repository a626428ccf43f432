"""The course as it is served: the pages of its notebooks in their frame; a class and tables are added to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tornado.httputil import HTTPServerRequest

from cardlab.dashboard import access, frame
from cardlab.dashboard.access import Entrance
from cardlab.pagehost.allowed_hosts import own_names
from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.page_server import NotebookConnection, NotebookPage, Page, PageServer
from cardlab.pagehost.rendered import exported
from cardlab.phrasing.catalogue import LANGUAGES, say

VIEWS: Final = Path(__file__).parents[1] / "widgets" / "static"
_OF_TABLES: Final = ("shared_*", "common.js", "cardlab.css")
"""Where the views of the widgets lie; those of tables between devices are sent as files."""
LEARNERS: Final = "learners"
"""The variant of a page for a learner of a class: it leads to no page to teach with."""


class CourseServer(PageServer):
    """The course as it is served.

    - `notebooks`: its folder;
    - `hosts`: where its pages live;
    - `base`: the address path of the server, with a slash at both ends;
    - `language`: the language of the option, or "";
    - `names`: the names of this computer that a visitor may use, besides any IP address;
    - `room`: the class, without whose code nobody is let in; None for no class.
    """

    def __init__(
        self,
        notebooks: Path,
        hosts: Hosts,
        *,
        base: str = "/",
        language: str = "",
        names: Iterable[str] = own_names(),
        room: Entrance | None = None,
    ) -> None:
        self.room = room
        super().__init__(
            notebooks,
            hosts,
            base=base,
            languages=tuple(LANGUAGES),
            preferred=language,
            own_names=names,
            handlers=[(rf"{base}line/(.+)", LessonConnection), (rf"{base}([\w./-]+\.ipynb)", LessonPage)],
            files=sorted((*frame.STATIC.iterdir(), *(file for name in _OF_TABLES for file in VIEWS.glob(name)))),
            templates=(frame.TEMPLATES / "cardlab",),
        )

    def way_in(self, request: HTTPServerRequest) -> str | None:
        return access.way_in(self.room, request, self.base)

    def visitor(self, request: HTTPServerRequest) -> str:
        """Learners of a class share its places; the teacher, and whoever is at home, shares with nobody."""
        token = access.visitor(request)
        return token if self.room is not None and self.room.admits(token) else ""

    def is_learner(self, request: HTTPServerRequest) -> bool:
        """Whether it is a learner of a class who asks; without a class nobody is."""
        return self.room is not None and not access.is_teacher(self.room, request)

    def render(self, name: str, variant: str) -> str:
        is_learners, is_class = variant == LEARNERS, self.room is not None
        drawn = frame.frame(self.notebooks, name, self.base, is_class=is_class, is_learners=is_learners)
        config = {"course": {**drawn, "hand_in": f"{self.base}progress" if is_class else ""}}
        change = frame.without_teaching if is_learners else str
        return exported(self.notebooks / name, frame.TEMPLATES / "cardlab", self.base, config, change)

    def show_trouble(self, page: Page, status: int, reason: Mapping[str, Any]) -> None:
        page.show("message.html.j2", status, **frame.message(status, page.tongue(), self.base))


class LessonPage(NotebookPage):
    """One lesson; a learner of a class gets no page to teach with."""

    application: CourseServer

    def variant(self, path: str) -> str:
        return LEARNERS if self.application.is_learner(self.request) else ""

    async def get(self, path: str) -> None:
        course = self.application
        if course.is_learner(self.request) and frame.is_for_teachers(path):
            lang = self.tongue()
            told = {"title": say("page.teachers.title", lang), "text": say("page.teachers.text", lang)}
            self.show("message.html.j2", 403, **frame.message(403, lang, course.base, **told))
            return
        await super().get(path)
        if course.room is not None:
            course.room.seen(access.visitor(self.request), path)


class LessonConnection(NotebookConnection):
    """The line to a lesson; who comes later hears, too, what the teacher has asked everybody to open."""

    application: CourseServer

    async def refusal(self) -> int:
        if self.application.is_learner(self.request) and frame.is_for_teachers(self.path_args[0]):
            return 403
        return await super().refusal()

    def greet(self) -> None:
        course = self.application
        if course.room is not None and course.room.invitation is not None:
            self.tell(["invite", frame.invitation(course.notebooks, course.room.invitation, self.path, course.base)])
