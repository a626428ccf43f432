"""The front: what the server answers. Pages from memory, files of ours, and a line for each open page to its host.

The front runs no notebook's code and waits for nothing slow, so it never stalls.
Nothing of the notebooks' folder is ever sent as a file: an address names either a page, or nothing.
A page's line carries JSON lists (see `session`); besides, the front itself says: `["wait", place]` while all places
are taken, `["gone"]` when the page's host has died, `["elsewhere"]` when it went on in another tab, `["crowded"]` when
it made room for somebody who has fewer pages.
The page's first frame, and its answer to `gone`, is a `Hello`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import signal
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from http.client import responses
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import jinja2
import msgspec
import tornado.web
import tornado.websocket
from jupyter_core.paths import jupyter_path
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.pagehost import allowed_hosts
from cardlab.pagehost.connections import PageConnection, beat
from cardlab.pagehost.host import give_back_memory
from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.notebooks import awaited, heading, language
from cardlab.pagehost.rendered import Asset, Rendered, exported, sheet

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
"""The scripts of every page."""
TEMPLATE: Final = HERE / "templates" / "page"
"""A plain page, for whoever hands in none of their own."""
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
LARGEST_MESSAGE: Final = 4 * 1024**2
"""Bytes of the longest message of a page: a file with the progress of years."""
LARGEST_HELLO: Final = 1024**2
HELLO_WITHIN: Final = 20.0
"""Seconds within which a page has to say who it is."""
MOST_FILES, FILES_OF_OURS = 65536, 200
"""Open files that we ask the system for, and how many of them are not the lines of pages."""
MANY_ENDED: Final = 200
MOST_NAMED: Final = 12
LASTING: Final = "public, max-age=31536000, immutable"
NO_DOCUMENT: Final = "default-src 'none'"
"""The policy of a file that a page needs: opened as a page of its own, it may do nothing."""
LOG: Final = logging.getLogger("cardlab.pagehost")


class PageServer(tornado.web.Application):
    """The pages of a folder of notebooks, as they are served. Whoever wants more of them inherits from it.

    - `notebooks`: their folder;
    - `hosts`: where their pages live;
    - `base`: the address path of the server, with a slash at both ends;
    - `languages`: those whose pages lie in folders of their own; `preferred`: the one that everybody gets, or "";
    - `own_names`: the names of this computer that a visitor may use, besides any IP address;
    - `handlers`: more addresses and their pages, asked before those that are here;
    - `files`: files that are sent, besides the scripts of every page; `templates`: folders of the templates of `show`;
    - `policy`: what a page may load and run; a widget of another package may need more than ours do.
    """

    def __init__(
        self,
        notebooks: Path,
        hosts: Hosts,
        *,
        base: str = "/",
        languages: Collection[str] = (),
        preferred: str = "",
        own_names: Iterable[str] = allowed_hosts.own_names(),
        handlers: Sequence[Any] = (),
        files: Iterable[Path] = (),
        templates: Sequence[Path] = (),
        policy: str = POLICY,
    ) -> None:
        self.policy = policy
        self.notebooks = notebooks
        self.hosts = hosts
        self.base = base
        self.languages = languages
        self.preferred = preferred
        self.names = frozenset(own_names)
        self.rendered = Rendered(notebooks, self.render, languages)
        self.lines: set[PageConnection] = set()
        self.most_lines = MOST_FILES
        self.ended = 0
        self.closing: list[Callable[[], Awaitable[None]]] = []
        """What else is to be ended with the server."""
        self.files = {file.name: sheet(file.name, file.read_bytes()) for file in (*STATIC.iterdir(), *files)}
        self._templates = jinja2.Environment(loader=jinja2.FileSystemLoader(templates), autoescape=True)
        own = re.escape(base)
        super().__init__(
            [
                *handlers,
                (own, Start),
                (rf"{own}static/([\w.-]+)", Files),
                (rf"{own}assets/([0-9a-f]{{20}}\.(?:js|css))", Assets),
                (rf"{own}nbextensions/([\w.@/-]+)", Installed),
                (rf"{own}line/(.+)", NotebookConnection),
                (rf"{own}([\w./-]+\.ipynb)", NotebookPage),
                (r".*", NotFound),
            ],
            log_function=lambda handler: None,
        )

    # What may be told otherwise

    def way_in(self, request: HTTPServerRequest) -> str | None:
        """What is done with a request, before any page looks at it.

        Gives "" to go on; an address to send the visitor to, who has to come in first; None to refuse.
        """
        return ""

    def visitor(self, request: HTTPServerRequest) -> str:
        """Who asks, if visitors share the places fairly; "" for somebody who need not."""
        return ""

    def start(self, language: str) -> str:
        """The page on which everybody begins, in one of the languages."""
        found = sorted(self.rendered.names)
        of_language = [name for name in found if name.startswith(f"{language}/")]
        return next((name for name in of_language or found if name.endswith("index.ipynb")), (of_language or found)[0])

    def render(self, name: str, variant: str) -> str:
        """The HTML of a page."""
        notebook = self.notebooks / name
        page = {
            "base": self.base,
            "path": name,
            "title": heading(notebook) or notebook.stem,
            "lang": language(name, "", self.languages),
            "awaited": awaited(notebook),
            "frame": self.address_of("plain.js"),
            "script": self.address_of("page.js"),
            "style": self.address_of("plain.css"),
            "icon": self.address_of("page.svg"),
        }
        return exported(notebook, TEMPLATE, self.base, {"page": page})

    def show_trouble(self, page: Page, status: int, reason: Mapping[str, Any]) -> None:
        """Answers with a page that says what is wrong."""
        page.set_status(status)
        page.finish(f"{status} {responses.get(status, '')}")

    # What they share

    def template(self, name: str, **given: Any) -> str:
        """A page that is no notebook's."""
        return self._templates.get_template(name).render(**given)

    def count_ended(self) -> None:
        """Lines come and go, each with a quarter of a megabyte to compress by; now and then that is given back."""
        self.ended += 1
        if self.ended % MANY_ENDED == 0:
            settle()
            give_back_memory()

    def address_of(self, name: str) -> str:
        """The address of a file of ours, by its contents."""
        return f"{self.base}static/{name}?v={self.files[name].mark[1:9]}"


class Page(tornado.web.RequestHandler):
    """What all pages share: our policy, our language, our page when something is wrong."""

    application: PageServer

    def initialize(self, **parts: Any) -> None:
        """What its address hands in becomes part of it, by name."""
        vars(self).update(parts)

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", self.application.policy)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    def prepare(self) -> None:
        if not allowed_hosts.is_own_host(self.request.host, self.application.names):
            raise HTTPError(403)
        way = self.application.way_in(self.request)
        if way is None:
            raise HTTPError(403)
        if way:
            self.redirect(way)

    def wished(self) -> str:
        """The language that the address asks for with `?lang=`, if it is one of ours."""
        # Read as bytes: our page for a broken address has to find its language, too.
        lang = self.request.query_arguments.get("lang", [b""])[-1].decode("latin-1")
        return lang if lang in self.application.languages else ""

    def tongue(self) -> str:
        """The language of the page: `?lang=`, or else that of the address, the server or the browser."""
        pages = self.application
        accepted = pages.preferred or self.request.headers.get("Accept-Language", "")
        path = self.request.path.removeprefix(pages.base)
        return self.wished() or language(path, accepted, pages.languages)

    def show(self, template: str, status: int = 200, **course: Any) -> None:
        """Answers with one of the templates."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.application.template(template, course=course))

    def send(self, what: Asset, kept: str) -> None:
        """Answers with something from memory, or with nothing if the browser has it; `kept` says how it keeps it."""
        self.set_header("Cache-Control", kept)
        self.set_header("Etag", what.mark)
        self.set_header("Vary", "Accept-Encoding")
        if self.check_etag_header():
            self.set_status(304)
            return
        self.set_header("Content-Type", what.kind)
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.write(what.compressed)
        else:
            self.write(what.plain)

    def write_error(self, status_code: int, **reason: Any) -> None:
        self.application.show_trouble(self, status_code, reason)


class Start(Page):
    """`/`: on to the way in, in the visitor's language."""

    def get(self) -> None:
        self.redirect(f"{self.application.base}{self.application.start(self.tongue())}")


class NotFound(Page):
    """Every address that is no page: one clear sentence."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished:
            raise HTTPError(404)


class NotebookPage(Page):
    """The page of one notebook."""

    def variant(self, path: str) -> str:
        """Which variant of the page is for whoever asks."""
        return ""

    async def get(self, path: str) -> None:
        pages = self.application
        if path not in pages.rendered.names:
            raise HTTPError(404)
        if elsewhere := self.in_wished_language(path):
            self.redirect(elsewhere)
            return
        try:
            page = await pages.rendered.page(path, self.variant(path))
        except Exception as problem:
            LOG.error("%s: %s", path, problem, exc_info=True)
            raise HTTPError(500) from problem
        if used := pages.hosts.used.get(path, ())[:MOST_NAMED]:
            self.set_header("Link", ", ".join(self.ahead(name) for name in used))
        self.send(page, "no-cache")

    def ahead(self, name: str) -> str:
        """Tells the browser what the widgets of the page will need, before they are there to say so."""
        kind = "modulepreload" if name.endswith(".js") else "preload; as=style"
        return f"<{self.application.base}assets/{name}>; rel={kind}"

    def in_wished_language(self, path: str) -> str:
        """The address of the same page in the language that `?lang=` asks for; empty if that is where we are."""
        lang, (folder, _, name) = self.wished(), path.rpartition("/")
        there = f"{lang}/{name}"
        if not lang or lang == folder or there not in self.application.rendered.names:
            return ""
        rest = urlencode([(key, value) for key, value in parse_qsl(self.request.query) if key != "lang"])
        return f"{self.application.base}{there}{'?' if rest else ''}{rest}"


class Files(Page):
    """Our own files: style sheets, scripts, icon. The browser keeps those whose address tells the contents."""

    def get(self, name: str) -> None:
        if name not in self.application.files:
            raise HTTPError(404)
        self.set_header("Content-Security-Policy", NO_DOCUMENT)
        lasts = bool(self.get_query_argument("v", "")) or re.search(r"-[A-Z0-9]{8}\.js$", name)
        self.send(self.application.files[name], LASTING if lasts else "no-cache")


class Assets(Page):
    """What the classes of widgets bring: their code and their style sheets, by contents."""

    def get(self, name: str) -> None:
        if name not in self.application.hosts.assets:
            raise HTTPError(404)
        self.set_header("Content-Security-Policy", NO_DOCUMENT)
        self.send(self.application.hosts.assets[name], LASTING)


class Installed(Page):
    """What other packages have installed for the widgets of theirs, where Jupyter finds it too."""

    def get(self, name: str) -> None:
        for folder in jupyter_path("nbextensions"):
            file = (Path(folder) / name).resolve()
            if file.is_relative_to(Path(folder).resolve()) and file.is_file():
                self.send(sheet(file.name, file.read_bytes()), "no-cache")
                return
        raise HTTPError(404)


class Hello(msgspec.Struct):
    """A page says who it is: its name or "", how much of what its widgets said it has heard, and its journal.

    That is what it had said, each time with the serial number of the comm to which it did.
    """

    session: str
    known: int
    journal: list[tuple[int, dict[str, Any]]]


class NotebookConnection(PageConnection):
    """The line to one open page of a notebook."""

    application: PageServer
    LARGEST = LARGEST_MESSAGE

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self._patience: asyncio.TimerHandle | None = None

    async def refusal(self) -> int:
        self.path = self.path_args[0]
        if self.path not in self.application.rendered.names:
            return 404
        await self.application.hosts.answered.wait()
        return 0

    def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        self.application.lines.add(self)
        self._patience = asyncio.get_running_loop().call_later(HELLO_WITHIN, self.refuse)

    def greet(self) -> None:
        """Tells whoever comes what those have been told who are here."""

    async def heard(self, message: str | bytes) -> None:
        hosts = self.application.hosts
        if isinstance(message, bytes):
            await hosts.say(self, b"b" + message)
        elif message.startswith("{"):
            self._hello(message)
        elif message == '["leave"]':
            self.end(left=True)
        else:
            await hosts.say(self, b"t" + message.encode("utf-8", "replace"))

    def _hello(self, message: str) -> None:
        """The page says who it is; while it waits or has a place there is nothing to say twice."""
        hosts = self.application.hosts
        if self in hosts.at or self in hosts.queue:
            return
        try:
            hello = msgspec.convert(json.loads(message) if len(message) <= LARGEST_HELLO else None, Hello)
            hosts.come(self, self.path, self.request.query[:2000], hello.session, hello.known, hello.journal)
        except (ValueError, RecursionError, msgspec.ValidationError):
            self.refuse()
        else:
            self._no_longer_wait()
            self.greet()

    def _no_longer_wait(self) -> None:
        """Nobody waits for the hello any more, and nothing of this line is kept for it."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def tell(self, told: list[Any]) -> None:
        """Sends the page a frame."""
        self.put_json(told)

    def pass_on(self, packed: bytes) -> None:
        """Sends the page a frame as its host has packed it."""
        self.put(packed[1:], packed[:1] == b"b")

    def send_out(self) -> None:
        self.tell(["over"])
        self.end(left=True)
        self.close(1000)

    def gone(self, *, left: bool) -> None:
        self._no_longer_wait()
        self.application.hosts.go(self, left=left)


async def serve(
    pages: PageServer, sockets: list[socket.socket], ready: Callable[[], None], *, stop: asyncio.Event | None = None
) -> None:
    """Serves on these listening sockets until `stop` is set, Ctrl+C or the system says stop.

    Pages without a notebook are there at once, the others as soon as a host answers; raises RuntimeError if none does.
    Calls `ready` once, when a page can be answered; until then Ctrl+C and the system end this process at once.
    """
    stopped = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    if stop is None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
    pages.most_lines = max(64, _raise_limit_of_files() - FILES_OF_OURS)
    server = HTTPServer(
        pages,
        xheaders=False,
        idle_connection_timeout=75,
        body_timeout=20,
        max_header_size=32 * 1024,
        max_body_size=64 * 1024,
        max_buffer_size=LARGEST_MESSAGE + 64 * 1024,
    )
    server.add_sockets(sockets)
    beating = asyncio.create_task(beat(pages.lines))
    try:
        await pages.hosts.start()
        await pages.rendered.page(pages.start(pages.preferred or "en"))
        settle()
        if stop is None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
        ready()
        await stopped.wait()
    finally:
        beating.cancel()
        server.stop()
        for line in list(pages.lines):
            line.close(1001)
        for close in pages.closing:
            await close()
        await pages.hosts.close()
        await server.close_all_connections()


def settle() -> None:
    """Tells the garbage collector that what is here by now stays: nearly all of it is what was read at the start.

    To go through all that over and over held every line up for a tenth of a second, some times a minute.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _raise_limit_of_files() -> int:
    """Allows as many open files as the system lets us; each page's line is one. Returns how many that are."""
    try:
        import resource
    except ImportError:  # where it is missing there is no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
