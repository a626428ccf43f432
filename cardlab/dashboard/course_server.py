"""`CourseServer`: the pages of the course in their frame; a class and tables are added to it as further routes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.dashboard import access, frame
from cardlab.dashboard.access import Entrance
from cardlab.dashboard.clause_code import code_page
from cardlab.pages.allowed_hosts import own_names
from cardlab.pages.connections import PageConnection
from cardlab.pages.document import export_html
from cardlab.pages.line import FrameKind
from cardlab.pages.notebooks import language_of
from cardlab.pages.server import POLICY, NotebookConnection, NotebookHandler, PageHandler, PageServer
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.alone import enter

VIEWS: Final = Path(__file__).parents[1] / "widgets" / "static"
LEARNERS: Final = "learners"
"""The variant of a page for learners of a class, without links to pages for teachers."""
CODE, RULES = "code", "rules"
"""The code of the clauses of a page, and the rules of both games in a language, which pages ask for later."""


class CourseServer(PageServer):
    """The application that serves the course.

    `most`: how many pages may have a session; `language`: the one that everybody gets, or ""; `names`: the host names
    under which the server answers, besides any IP address; `room`: the class, whose members alone are admitted; None
    for no class; `ancestors`: the sites whose pages may show ours within them.
    """

    def __init__(
        self,
        notebooks: Path,
        *,
        most: int = 1000,
        base: str = "/",
        language: str = "",
        names: Iterable[str] = own_names(),
        room: Entrance | None = None,
        ancestors: Iterable[str] = (),
    ) -> None:
        self.room = room
        super().__init__(
            notebooks,
            enter,
            most,
            base=base,
            languages=tuple(LANGUAGES),
            preferred=language,
            names=names,
            handlers=[
                (rf"{base}line/(.+\.ipynb)", LessonConnection),
                *((rf"{base}{kind}/(.+)", PartHandler, {"kind": kind}) for kind in (CODE, RULES)),
                (rf"{base}(.+\.ipynb)", LessonHandler),
            ],
            files=(*frame.STATIC.iterdir(), *VIEWS.iterdir()),
            common=("common.js",),
            templates=(frame.TEMPLATES / "cardlab",),
            policy=" ".join((POLICY, *ancestors)),
        )

    def redirect_for(self, request: HTTPServerRequest) -> str | None:
        if super().redirect_for(request) is None:
            return None
        return access.redirect_for(self.room, request, self.base)

    def visitor(self, request: HTTPServerRequest) -> str:
        """The token of a learner: slots are shared fairly among the learners of a class."""
        token = access.visitor(request)
        return token if self.room is not None and self.room.admits(token) else ""

    def note_end(self, connection: PageConnection) -> None:
        super().note_end(connection)
        if self.room is not None:
            self.room.watch()

    def is_learner(self, request: HTTPServerRequest) -> bool:
        """Whether a request is that of a learner of a class."""
        return self.room is not None and not access.is_teacher(self.room, request)

    def call(self, *connections: PageConnection) -> None:
        """Send these pages the present invitation, or that there is none; the teacher is not invited."""
        if self.room is not None:
            self.room.watch()
        for connection in connections:
            if self.room is not None and self.is_learner(connection.request):
                lang = language_of(connection.path, "", LANGUAGES)
                connection.send_message([FrameKind.INVITE, self.invitation(lang)])

    def invitation(self, lang: str) -> Mapping[str, str]:
        """The present invitation: an address in this language and a sentence, both "" without one."""
        invited = self.room.invitation if self.room is not None else None
        if invited is None:
            return {"href": "", "text": ""}
        if invited.lesson == access.BOARD:
            return {"href": f"{self.base}board?lang={lang}", "text": say("board.invited", lang)}
        href = self.page_address(f"{lang}/{invited.lesson}.ipynb") + (f"?{invited.query}" if invited.query else "")
        lesson = frame.titles(self.notebooks, lang).get(invited.lesson, "")
        return {"href": href, "text": say("room.invited", lang, lesson=lesson)}

    def render(self, name: str, variant: str) -> str:
        if variant == CODE:
            return code_page(self.notebooks / name)
        if variant == RULES:
            course = frame.page_context(self.notebooks, name, "", "", self.base, is_class=False, is_learners=False)
            return self.render_template("rules.html.j2", course=course)
        is_learners, is_class = variant == LEARNERS, self.room is not None
        context = frame.lesson_context(self.notebooks, name, self.base, is_class=is_class, is_learners=is_learners)
        config = {"course": {**context, "hand_in": f"{self.base}progress" if is_learners else ""}}
        transform = frame.without_teacher_links if is_learners else str
        return export_html(self.notebooks / name, frame.TEMPLATES / "cardlab", self.notebooks, config, transform)

    def write_error_page(self, page: PageHandler, status: int, reason: Mapping[str, Any]) -> None:
        page.render_template("message.html.j2", status, **frame.message_context(status, page.language(), self.base))


class LessonHandler(NotebookHandler):
    """The page of a lesson; learners of a class get no page for teachers."""

    application: CourseServer

    def variant(self, path: str) -> str:
        return LEARNERS if self.application.is_learner(self.request) else ""

    async def get(self, path: str) -> None:
        course = self.application
        if course.is_learner(self.request) and frame.is_for_teachers(path):
            lang = self.language()
            texts = {"title": say("page.teachers.title", lang), "text": say("page.teachers.text", lang)}
            self.render_template("message.html.j2", 403, **frame.message_context(403, lang, course.base, **texts))
            return
        await super().get(path)
        if course.room is not None:
            course.room.seen(access.visitor(self.request), path)


class PartHandler(PageHandler):
    """What a page asks for when the first of it is wanted: the code of its clauses, or the rules in a language."""

    application: CourseServer
    kind: str

    async def get(self, name: str) -> None:
        course = self.application
        is_page = name in course.rendered.names and not (
            course.is_learner(self.request) and frame.is_for_teachers(name)
        )
        if not (is_page if self.kind == CODE else name in LANGUAGES):
            raise HTTPError(404)
        self.send_asset(await course.rendered.page(name, self.kind), "no-cache")


class LessonConnection(NotebookConnection):
    """The connection of a lesson; a learner's page that connects is sent the teacher's invitation."""

    application: CourseServer

    async def refusal(self) -> int:
        if self.application.is_learner(self.request) and frame.is_for_teachers(self.path_args[0]):
            return 403
        return await super().refusal()

    def greet(self) -> None:
        self.application.call(self)
