"""The server: a Tornado application with the pages, their files, and the line of each open page to its session.

Files of the notebooks' folder are never served: an address names a page or nothing.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import re
import signal
import socket
import sys
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import responses
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

import jinja2
import tornado.web
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.pages.allowed_hosts import is_own_host, own_names
from cardlab.pages.connections import LOG, MAX_FILES, ConnectionServer, PageConnection, send_heartbeats
from cardlab.pages.document import Asset, PageCache, export_html, make_asset
from cardlab.pages.first import MOST, FirstPictures
from cardlab.pages.line import FirstPicture, FrameKind
from cardlab.pages.memory import is_memory_low, keep_loaded
from cardlab.pages.notebooks import heading, language_of, output_cells
from cardlab.pages.received import read_hello
from cardlab.pages.sessions import Enter, Sessions

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
"""The scripts of every page."""
TEMPLATE: Final = HERE / "templates" / "page"
"""The template of a plain page."""
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
"""Its last directive says which pages may show ours within them."""
MAX_MESSAGE: Final = 4 * 1024**2
"""Bytes of the longest message of a page: a file with the progress of years."""
MAX_QUERY: Final = 2000
SECONDS_TO_END: Final = 10
"""After a signal; then the process ends whatever still runs in it."""
OTHER_FILES = 200
"""How many open files are not connections."""
_REL: Final = {".css": "stylesheet", ".js": "modulepreload"}
LINKS, FIRST = "<!-- views -->", "<!-- first picture -->"
"""Where the HTML of a page gets the files of its views, and its first picture."""
IMMUTABLE: Final = "max-age=31536000, immutable"
NO_DOCUMENT: Final = "default-src 'none'"
"""The policy of a file that a page needs: opened as a page of its own, it may do nothing."""


class PageServer(ConnectionServer):
    """The application that serves a folder of notebooks as pages; a subclass adds a frame, admission or more pages.

    Args:
        notebooks: the folder.
        enter: called in the context of each session before its cells, with the query of its address.
        most: how many pages may have a session.
        base: the URL path of the server, with a slash at both ends.
        languages: those whose pages lie in folders of their own.
        preferred: the language that everybody gets, or "".
        names: the host names under which the server answers, besides any IP address.
        handlers: routes that come before those of the pages.
        files: static files besides the scripts of every page, those of the views too.
        common: those of them that every view needs.
        templates: folders of templates for `render_template`.
        policy: the Content-Security-Policy; widgets of other packages may need a weaker one.
    """

    def __init__(
        self,
        notebooks: Path,
        enter: Enter,
        most: int,
        *,
        base: str = "/",
        languages: Collection[str] = (),
        preferred: str = "",
        names: Iterable[str] = own_names(),
        handlers: Sequence[Any] = (),
        files: Iterable[Path] = (),
        common: Sequence[str] = (),
        templates: Sequence[Path] = (),
        policy: str = POLICY,
    ) -> None:
        self.policy = policy
        self.common = common
        self.notebooks = notebooks
        self.sessions = Sessions(notebooks, most, enter, is_memory_low=is_memory_low)
        self.first_pictures = FirstPictures(notebooks, enter)
        self.base = base
        self.languages = languages
        self.preferred = preferred
        self.names = frozenset(names)
        self.rendered = PageCache(notebooks, self.render, languages)
        self._made: OrderedDict[tuple[str, str], Asset] = OrderedDict()
        self.closing: list[Callable[[], Awaitable[None]]] = []
        """Called when the server stops."""
        self.files = {file.name: make_asset(file.name, file.read_bytes()) for file in (*STATIC.iterdir(), *files)}
        self._templates = jinja2.Environment(loader=jinja2.FileSystemLoader(templates), autoescape=True)
        root = re.escape(base)
        super().__init__(
            [
                *handlers,
                (root, StartHandler),
                (rf"{root}static/([\w.-]+)", StaticFileHandler),
                (rf"{root}line/(.+\.ipynb)", NotebookConnection),
                (rf"{root}(.+\.ipynb)", NotebookHandler),
                (r".*", NotFoundHandler),
            ],
            log_function=lambda handler: None,
        )

    # To be overridden

    def redirect_for(self, request: HTTPServerRequest) -> str | None:
        return "" if is_own_host(request.host, self.names) else None

    def start_page(self, language: str) -> str:
        """Return the path of the first page in a language."""
        names = sorted(self.rendered.names)
        names = [name for name in names if name.startswith(f"{language}/")] or names
        return next((name for name in names if name.rpartition("/")[2] == "index.ipynb"), names[0])

    def render(self, name: str, variant: str) -> str:
        """Return the HTML of a page."""
        notebook = self.notebooks / name
        page = {
            "base": self.base,
            "path": name,
            "title": heading(notebook) or notebook.stem,
            "lang": language_of(name, "", self.languages),
            "awaited": output_cells(notebook),
            "frame": self.static_address("plain.js"),
            "script": self.static_address("page.js"),
            "style": self.static_address("plain.css"),
            "icon": self.static_address("page.svg"),
        }
        return export_html(notebook, TEMPLATE, self.notebooks, {"page": page})

    def with_first_picture(self, page: Asset, first: FirstPicture) -> Asset:
        """Return a page with what a fresh session shows, and the files of the views that draw it."""
        made = self._made.get((page.etag, first.digest))
        if made is None:
            html = page.plain.decode().replace(LINKS, self.links_of(first.views), 1)
            kind = f'class="course-first" type="application/json" data-digest="{first.digest}"'
            html = html.replace(FIRST, f"<script {kind}>{first.text}</script>", 1)
            made = self._made[page.etag, first.digest] = make_asset("page.html", html.encode("utf-8", "replace"))
            while len(self._made) > MOST:
                self._made.popitem(last=False)
        return made

    def links_of(self, views: Iterable[str]) -> str:
        """The HTML that has a browser load the files of these views."""
        needed = (*self.common, *(f"{view}{ending}" for view in views for ending in (".css", ".js")))
        # Views that look alike have the same style sheet by different names: it comes once.
        same: dict[str, list[str]] = {}
        for name in needed:
            if name in self.files:
                same.setdefault(self.files[name].etag, []).append(name)
        return "".join(
            f'<link rel="{_REL[Path(first_name).suffix]}" href="{self.static_address(first_name)}"'
            f' data-file="{" ".join((first_name, *others))}">'
            for first_name, *others in same.values()
        )

    def write_error_page(self, page: PageHandler, status: int, reason: Mapping[str, Any]) -> None:
        """Answer a failed request."""
        page.set_status(status)
        page.finish(f"{status} {responses.get(status, '')}")

    # For handlers

    def render_template(self, name: str, **context: Any) -> str:
        """Render a template to HTML."""
        return self._templates.get_template(name).render(**context)

    def page_address(self, path: str) -> str:
        """Return the address of the page of a notebook."""
        return f"{self.base}{quote(path)}"

    def find_handler(self, request: HTTPServerRequest, **more: Any) -> Any:
        """Find the handler of a request, also where a proxy has encoded our base again: `%C3` to `%25C3`."""
        again = self.base.replace("%", "%25")
        for name in ("path", "uri"):
            if (written := getattr(request, name)).startswith(again):
                setattr(request, name, self.base + written.removeprefix(again))
        return super().find_handler(request, **more)

    def static_address(self, name: str) -> str:
        """Return the address of a static file, with a version by its contents."""
        return f"{self.base}static/{name}?v={self.files[name].etag[1:9]}"


class PageHandler(tornado.web.RequestHandler):
    """Base of all handlers: admission, headers, language, error pages; only what is asked for again has an `etag`."""

    application: PageServer
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

    def requested_language(self) -> str:
        """Return the language of `?lang=`, or "" if it is none of ours."""
        # As bytes: error pages for malformed addresses need it too.
        lang = self.request.query_arguments.get("lang", [b""])[-1].decode("latin-1")
        return lang if lang in self.application.languages else ""

    def language(self) -> str:
        """Return the language of the page: that of `?lang=`, else of the path, the server's option or the browser."""
        server = self.application
        accepted = server.preferred or self.request.headers.get("Accept-Language", "")
        path = self.request.path.removeprefix(server.base)
        return self.requested_language() or language_of(path, accepted, server.languages)

    def render_template(self, template: str, status: int = 200, **course: Any) -> None:
        """Answer with a template; it finds the arguments as `course`."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.application.render_template(template, course=course))

    def send_asset(self, asset: Asset, cache_control: str) -> None:
        """Answer with an asset, or with 304 if the browser has it."""
        self.set_header("Cache-Control", cache_control)
        self.set_header("Vary", "Accept-Encoding")
        if cache_control == IMMUTABLE:
            self.clear_header("Referrer-Policy")
        else:
            self.etag = asset.etag
        self.set_header("Content-Type", asset.content_type)
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.write(asset.compressed)
        else:
            self.write(asset.plain)

    def write_error(self, status_code: int, **reason: Any) -> None:
        self.application.write_error_page(self, status_code, reason)


class StartHandler(PageHandler):
    """`/`: redirects to the first page."""

    def get(self) -> None:
        self.redirect(self.application.page_address(self.application.start_page(self.language())))


class NotFoundHandler(PageHandler):
    """Every other address."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished:
            raise HTTPError(404)


class NotebookHandler(PageHandler):
    """The page of a notebook."""

    def variant(self, path: str) -> str:
        """Return the variant of the page for this visitor."""
        return ""

    async def get(self, path: str) -> None:
        server = self.application
        if path not in server.rendered.names:
            raise HTTPError(404)
        if translation := self.requested_translation(path):
            self.redirect(translation)
            return
        try:
            first = await server.first_pictures.of(path, self.request.query[:MAX_QUERY])
            page = await server.rendered.page(path, self.variant(path))
        except Exception as error:
            LOG.error("%s: %s", path, error, exc_info=True)
            raise HTTPError(500) from error
        self.send_asset(server.with_first_picture(page, first) if first else page, "no-cache")

    def requested_translation(self, path: str) -> str:
        """Return the address of the page in the language of `?lang=`, or "" if that is this page."""
        lang, (folder, _, name) = self.requested_language(), path.rpartition("/")
        translation = f"{lang}/{name}"
        if not lang or lang == folder or translation not in self.application.rendered.names:
            return ""
        rest = urlencode([(key, value) for key, value in parse_qsl(self.request.query) if key != "lang"])
        return f"{self.application.page_address(translation)}{'?' if rest else ''}{rest}"


class StaticFileHandler(PageHandler):
    """Static files; cached for ever where the address has a version or hash."""

    def get(self, name: str) -> None:
        if name not in self.application.files:
            raise HTTPError(404)
        is_versioned = bool(self.get_query_argument("v", "")) or re.search(r"-[A-Z0-9]{8}\.js$", name)
        self.set_header("Content-Security-Policy", NO_DOCUMENT)
        self.send_asset(self.application.files[name], IMMUTABLE if is_versioned else "no-cache")


class NotebookConnection(PageConnection):
    """The line of the page of a notebook: from its `Hello` on it has a session."""

    application: PageServer
    MAX_MESSAGE = MAX_MESSAGE
    OVER = ([FrameKind.OVER],)

    async def refusal(self) -> int:
        self.path = self.path_args[0]
        return 0 if self.path in self.application.rendered.names else 404

    def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        self.application.connections.add(self)
        self.greet()

    def greet(self) -> None:
        """Send a page that has just connected what others have been sent before."""

    async def receive(self, message: str | bytes) -> None:
        if message == f'["{FrameKind.LEAVE}"]':
            self.end(left=True)
        elif isinstance(message, bytes):
            self.abort()
        elif message.startswith("{"):
            self._receive_hello(message)
        else:
            await self.application.sessions.receive(self, message)

    def _receive_hello(self, message: str) -> None:
        """Ignored while the page has a session or waits for one."""
        sessions = self.application.sessions
        if sessions.is_here(self):
            return
        if (hello := read_hello(message)) is None:
            self.abort()
        else:
            sessions.connect(self, self.path, self.request.query[:MAX_QUERY], hello)

    def send_message(self, message: list[Any]) -> None:
        self.say(message)

    def on_end(self, *, left: bool) -> None:
        self.application.sessions.disconnect(self, left=left)


async def serve(
    server: PageServer, sockets: list[socket.socket], ready: Callable[[], None], *, stop: asyncio.Event | None = None
) -> None:
    """Serve until `stop` is set, or without one until SIGINT or SIGTERM.

    Args:
        server: the application.
        sockets: listening sockets.
        ready: called once, when pages can be served; until then signals end this process at once.
        stop: ends the server.
    """
    stopped = stop or asyncio.Event()
    loop = asyncio.get_running_loop()

    nowhere = open(os.devnull, "w")  # noqa: SIM115

    def end(*_: object) -> None:
        loop.call_soon_threadsafe(stopped.set)
        # Its thread needs no interpreter, which whatever still runs may hold.
        faulthandler.dump_traceback_later(SECONDS_TO_END, exit=True, file=nowhere)

    if stop is None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
    server.max_connections = max(64, _raise_file_limit() - OTHER_FILES)
    http_server = HTTPServer(
        server,
        xheaders=False,
        idle_connection_timeout=75,
        body_timeout=20,
        max_header_size=32 * 1024,
        max_body_size=64 * 1024,
        max_buffer_size=MAX_MESSAGE + 64 * 1024,
    )
    http_server.add_sockets(sockets)
    heartbeats = asyncio.create_task(send_heartbeats(server.connections))
    try:
        workers = ThreadPoolExecutor(os.cpu_count() or 1, "work", initializer=_give_way)
        loop.set_default_executor(workers)
        await server.sessions.start()
        with suppress(Exception):  # told to the browser that asks for it
            await server.rendered.page(server.start_page(server.preferred or "en"))
        keep_loaded()
        if stop is None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, end)
        ready()
        await stopped.wait()
    finally:
        heartbeats.cancel()
        http_server.stop()
        for connection in list(server.connections):
            connection.close(1001)
        for close in server.closing:
            await close()
        await server.sessions.close()
        await http_server.close_all_connections()


def _raise_file_limit() -> int:
    """Allow as many open files as the system lets us, up to `MAX_FILES`; returns the limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _give_way() -> None:
    """Let this thread give way to that of the pages, where threads have priorities of their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
