"""The web server of the course: pages, files, and their WebSockets.

A class and tables are added as further routes. Files of the notebooks' folder are never served: an address names a page
or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

import jinja2
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError, RequestHandler

from cardlab.dashboard import access, frame
from cardlab.dashboard.clause_code import code_page
from cardlab.dashboard.frame import Role
from cardlab.dashboard.roster import Roster
from cardlab.pages.allowed_hosts import is_own_host, is_own_origin, own_names
from cardlab.pages.connections import LOG, ConnectionServer, PageConnection
from cardlab.pages.document import ENCODINGS, Asset, PageCache, export_html, make_asset
from cardlab.pages.first import MOST, FirstPictures
from cardlab.pages.line import FirstPicture, FrameKind
from cardlab.pages.memory import is_memory_low
from cardlab.pages.notebooks import language_of
from cardlab.pages.received import Hello
from cardlab.pages.sessions import Sessions
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.alone import enter

NOWHERE: Final = {"href": "", "text": ""}
EMPTY: Final[Mapping[str, str]] = {}
SCHOOL_DAY: Final = 12 * 60 * 60
"""Seconds until an identity cookie expires."""
TEMPLATE: Final = frame.TEMPLATES / "cardlab"
CODE, RULES = "code", "rules"
"""The variants of `render` that are parts of a page, fetched later."""
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
"""The Content-Security-Policy of all pages; the sites of `--frame-ancestors` are appended to its end."""
NO_DOCUMENT: Final = "default-src 'none'"
"""The policy of a static file: if opened by itself, it may do nothing."""
MAX_MESSAGE: Final = 4 * 1024**2
"""The longest message of a page, in bytes: a file with the progress of years."""
MAX_QUERY: Final = 2000
LINKS, FIRST = "<!-- views -->", "<!-- first picture -->"
"""The places in a page's HTML for the files of its views and for its first picture."""
IMMUTABLE: Final = "max-age=31536000, immutable"
_REL: Final = {".css": "stylesheet", ".js": "modulepreload"}


class CourseServer(ConnectionServer):
    """The web application of the course.

    - `most`: the number of pages that may have a session; `base`: the URL path of the course, with a slash at both
      ends;
    - `language`: the language that everybody gets, or "" for their own;
    - `names`: the host names under which the server answers, besides any IP address;
    - `room`: the roster of the class, which then admits only its members; None without a class;
    - `ancestors`: the sites that may show our pages in a frame.
    """

    def __init__(
        self,
        notebooks: Path,
        *,
        most: int = 1000,
        base: str = "/",
        language: str = "",
        names: Iterable[str] = own_names(),
        room: Roster | None = None,
        ancestors: Iterable[str] = (),
    ) -> None:
        self.notebooks = notebooks
        self.base = base
        self.preferred = language
        self.names = frozenset(names)
        self.room = room
        self.policy = " ".join((POLICY, *ancestors))
        self.sessions = Sessions(notebooks, most, enter, is_memory_low=is_memory_low)
        self.first_pictures = FirstPictures(notebooks, enter)
        self.rendered = PageCache(notebooks, self.render, LANGUAGES)
        self.with_first_picture = lru_cache(MOST)(self._with_first_picture)
        self.has_followed: Callable[[str], bool] = lambda visitor: False
        """Returns whether a learner has done already what all are invited to."""
        self.closing: list[Callable[[], Awaitable[None]]] = []
        """Called when the server stops."""
        self.files = frame.assets()
        self._templates = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATE), autoescape=True)
        root = re.escape(base)
        super().__init__(
            [
                (root, StartHandler),
                (rf"{root}static/([\w.-]+)", StaticFileHandler),
                *((rf"{root}{kind}/(.+)", PartHandler, {"kind": kind}) for kind in (CODE, RULES)),
                (rf"{root}line/(.+\.ipynb)", LessonConnection),
                (rf"{root}(.+\.ipynb)", LessonHandler),
                (r".*", NotFoundHandler),
            ],
            log_function=lambda handler: None,
        )

    # Who asks

    def redirect_for(self, request: HTTPServerRequest) -> str | None:
        return access.redirect_for(self.room, request, self.base) if is_own_host(request.host, self.names) else None

    def visitor(self, request: HTTPServerRequest) -> str:
        """Return the token of a learner of the class, else ""."""
        token = access.token(request, "visitor")
        return token if self.room is not None and self.room.admits(token) else ""

    def note_end(self, connection: PageConnection) -> None:
        super().note_end(connection)
        if self.room is not None:
            self.room.watch()

    def language(self, request: HTTPServerRequest) -> str:
        """Return the language of `?lang=`, else of the path, the server or the browser."""
        # Decoded by hand, because `get_query_argument` raises for malformed addresses, which get error pages.
        lang = request.query_arguments.get("lang", [b""])[-1].decode("latin-1")
        accepted = self.preferred or request.headers.get("Accept-Language", "")
        return lang if lang in LANGUAGES else language_of(request.path.removeprefix(self.base), accepted, LANGUAGES)

    def role(self, request: HTTPServerRequest) -> Role:
        """Return who sends a request; "" without a class."""
        return "" if self.room is None else "teacher" if access.is_teacher(self.room, request) else "learner"

    def is_kept_from(self, request: HTTPServerRequest, path: str) -> bool:
        """Return whether a learner requests a page for teachers."""
        return self.role(request) == "learner" and frame.is_for_teachers(path)

    def find_handler(self, request: HTTPServerRequest, **more: Any) -> Any:
        """Find the handler of a request, even if a proxy has encoded our base twice."""
        again = self.base.replace("%", "%25")
        for name in ("path", "uri"):
            if (written := getattr(request, name)).startswith(again):
                setattr(request, name, self.base + written.removeprefix(again))
        return super().find_handler(request, **more)

    # The teacher's invitation

    def call(self, *connections: PageConnection) -> None:
        """Send the invitation, perhaps empty, to learners' pages among these."""
        if self.room is None:
            return
        self.room.watch()
        for connection in connections:
            if self.role(connection.request) == "learner":
                lang = language_of(connection.path, "", LANGUAGES)
                page = self.room.invitation
                # A learner at a table isn't invited to the tables.
                is_done = page == connection.path.rpartition("/")[2]
                is_done |= self.has_followed(connection.visitor)
                invited = NOWHERE if is_done else self.invitation(lang)
                connection.send_message([FrameKind.INVITE, invited])

    def invitation(self, lang: str) -> Mapping[str, str]:
        """Return the invitation: its address `href` and sentence `text`, "" if none."""
        invited = self.room.invitation if self.room is not None else ""
        own = {access.BOARD: "board.invited", access.TABLES: "together.invited"}
        if key := "tournament.invited" if invited.startswith(access.TOURNAMENT) else own.get(invited):
            return {"href": f"{self.base}{invited}?lang={lang}", "text": say(key, lang)}
        title = frame.titles(self.notebooks, lang).get(invited, "")
        href = self.page_address(f"{frame.folder_of(self.notebooks, lang)}{invited}.ipynb")
        text = say("room.invited", lang, lesson=title)
        return {"href": href, "text": text} if invited else NOWHERE

    # What is sent

    def start_page(self, language: str) -> str:
        """Return the path of the first page in a language."""
        names = sorted(self.rendered.names)
        names = [name for name in names if name.startswith(f"{language}/")] or names
        return next((name for name in names if name.rpartition("/")[2] == frame.HOME), names[0])

    def page_address(self, path: str) -> str:
        return f"{self.base}{quote(path)}"

    def render_template(self, name: str, **context: Any) -> str:
        return self._templates.get_template(name).render(**context)

    def render(self, name: str, variant: str) -> str:
        """Return the HTML of a page for a role, or of a part of the page.

        - `name`: the path of the page, but for `RULES` the language;
        - `variant`: a role, `CODE` for the code of the page's clauses, or `RULES` for the rules.
        """
        if variant == CODE:
            return code_page(self.notebooks / name)
        if variant == RULES:
            course = frame.page_context(self.notebooks, name, "", "", self.base)
            return self.render_template("rules.html.j2", course=course)
        is_learners = variant == "learner"
        role: Role = "learner" if is_learners else "teacher" if variant else ""
        context = frame.lesson_context(self.notebooks, name, self.base, role=role)
        config = {"course": {**context, "hand_in": f"{self.base}progress" if is_learners else ""}}
        transform = frame.without_teacher_links if is_learners else str
        return export_html(self.notebooks / name, TEMPLATE, self.notebooks, config, transform)

    def _with_first_picture(self, page: Asset, first: FirstPicture) -> Asset:
        """Return a page with the first snapshot of a new session, and links to its views."""
        html = page.plain.decode().replace(LINKS, self.links_of(first.views), 1).replace(FIRST, first.html, 1)
        return make_asset("page.html", html.encode("utf-8", "replace"))

    def links_of(self, views: Iterable[str]) -> str:
        """Return the HTML that makes a browser load the files of these views."""
        needed = (f"{view}{ending}" for view in views for ending in (".css", ".js"))
        files = [(name, self.files[name].version) for name in needed if name in self.files]
        return "".join(
            f'<link rel="{_REL[Path(name).suffix]}" href="{self.base}static/{name}?v={version}" data-file="{name}">'
            for name, version in files
        )


class PageHandler(RequestHandler):
    """Base of all handlers: admission, headers, language, error pages."""

    application: CourseServer
    etag: str | None = None

    def initialize(self, **attributes: Any) -> None:
        """Set the arguments of the route as attributes."""
        vars(self).update(attributes)

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", self.application.policy)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    def compute_etag(self) -> str | None:
        return self.etag

    def prepare(self) -> None:
        address = self.application.redirect_for(self.request)
        if address is None:
            raise HTTPError(403)
        if address:
            self.redirect(address)

    @property
    def course(self) -> CourseServer:
        return self.application

    def language(self) -> str:
        return self.course.language(self.request)

    def render_template(self, template: str, status: int = 200, **course: Any) -> None:
        """Answer with a template, which finds the arguments as `course`."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.course.render_template(template, course=course))

    def render_message(self, status: int, **replaced: Any) -> None:
        """Answer with an error page; `replaced` are texts in place of the usual ones."""
        context = frame.message_context(status, self.language(), self.course.base, **replaced)
        self.render_template("message.html.j2", status, **context)

    def set_identity_cookie(self, kind: access.Kind, token: str, max_age: int = SCHOOL_DAY) -> None:
        """Set the cookie of a learner, the teacher or a player; no script can read it."""
        name = access.cookie(kind, self.request.host)
        self.set_cookie(name, token, path=self.course.base, httponly=True, samesite="Lax", max_age=max_age)

    def require_own_origin(self) -> None:
        """Answer 403 to a request that another site's page has sent."""
        if not is_own_origin(self.request.headers.get("Origin"), self.request.host):
            raise HTTPError(403)

    def render_page(
        self, template: str, title: str, path: str, status: int = 200, query: Mapping[str, str] = EMPTY, **context: Any
    ) -> None:
        """Answer with a page from a template, which finds the `context` as `course`.

        - `path`: the page's path below the course;
        - `query`: parameters that the links to the other languages keep.
        """
        lang, course = self.language(), self.course
        address, kept = f"{course.base}{path}", {name: value for name, value in query.items() if value}
        page = frame.page_context(course.notebooks, lang, title, path, course.base, course.role(self.request))
        own = {
            "languages": frame.languages(lang, lambda code: f"{address}?{urlencode({'lang': code} | kept)}"),
            "address": f"{address}?lang={lang}",
            "say": lambda key, **facts: say(key, lang, **facts),
        }
        self.render_template(template, status, **{**page, **own, **context})

    def write_error(self, status_code: int, **_reason: Any) -> None:
        self.render_message(status_code)

    def send_asset(self, asset: Asset, cache_control: str = "no-cache") -> None:
        """Answer with an asset, or with 304 if the browser has it."""
        self.set_header("Cache-Control", cache_control)
        self.set_header("Vary", "Accept-Encoding")
        if cache_control == IMMUTABLE:
            self.clear_header("Referrer-Policy")
        else:
            self.etag = asset.etag
        self.set_header("Content-Type", asset.content_type)
        accepted = self.request.headers.get("Accept-Encoding", "")
        if encoding := next((one for one in ENCODINGS if one in accepted), ""):
            self.set_header("Content-Encoding", encoding)
        self.write(asset.packed(encoding) if encoding else asset.plain)


class StartHandler(PageHandler):
    """The address `/`: redirects to the first page."""

    def get(self) -> None:
        self.redirect(self.course.page_address(self.course.start_page(self.language())))


class NotFoundHandler(PageHandler):
    """All other addresses: not found."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished:
            raise HTTPError(404)


class StaticFileHandler(PageHandler):
    """Static files; cached for ever if the address has a version or hash."""

    def get(self, name: str) -> None:
        if name not in self.course.files:
            raise HTTPError(404)
        is_versioned = bool(self.get_query_argument("v", "")) or re.search(r"-[A-Z0-9]{8}\.js$", name)
        self.set_header("Content-Security-Policy", NO_DOCUMENT)
        self.send_asset(self.course.files[name], IMMUTABLE if is_versioned else "no-cache")


class LessonHandler(PageHandler):
    """The page of a notebook; learners of a class get no page for teachers."""

    async def get(self, path: str) -> None:
        course = self.course
        if course.is_kept_from(self.request, path):
            lang = self.language()
            self.render_message(403, title=say("page.teachers.title", lang), text=say("page.teachers.text", lang))
            return
        if path not in course.rendered.names:
            raise HTTPError(404)
        try:
            first = await course.first_pictures.of(path, self.request.query[:MAX_QUERY])
            page = await course.rendered.page(path, course.role(self.request))
        except Exception as error:
            LOG.error("%s: %s", path, error, exc_info=True)
            raise HTTPError(500) from error
        self.send_asset(course.with_first_picture(page, first) if first else page)
        if course.room is not None:
            course.room.seen(access.token(self.request, "visitor"), path)


class PartHandler(PageHandler):
    """Parts of a page sent on demand: code of its clauses, or rules in a language."""

    kind: str

    async def get(self, name: str) -> None:
        course = self.course
        is_page = name in course.rendered.names and not course.is_kept_from(self.request, name)
        if not (is_page if self.kind == CODE else name in LANGUAGES):
            raise HTTPError(404)
        self.send_asset(await course.rendered.page(name, self.kind))


class LessonConnection(PageConnection):
    """The connection of a lesson's page, which has a session from its `Hello` on."""

    application: CourseServer
    MAX_MESSAGE = MAX_MESSAGE

    async def refusal(self) -> int:
        self.path = self.path_args[0]
        if self.application.is_kept_from(self.request, self.path):
            return 403
        return 0 if self.path in self.application.rendered.names else 404

    def open(self, *path: str) -> None:
        super().open(*path)
        self.application.call(self)

    async def greet(self, hello: Hello) -> None:
        self.application.sessions.connect(self, self.path, self.request.query[:MAX_QUERY], hello)

    async def hear(self, message: str) -> None:
        await self.application.sessions.receive(self, message)

    def on_end(self, *, left: bool) -> None:
        self.application.sessions.disconnect(self, left=left)
