"""The front: what the server answers. Pages from memory, files of ours, and a line for each open page to its host.

The front runs no lesson's code and waits for nothing slow, so it never stalls.
Nothing of the notebooks' folder is ever sent as a file: an address names either a lesson of the course, or nothing.
A page's line carries JSON lists (see `session`); besides, the front itself says: `["wait", place]` while all places
are taken, `["gone"]` when the page's host has died, `["elsewhere"]` when it went on in another tab, `["crowded"]` when
it made room for somebody who has fewer pages.
The page's first frame, and its answer to `gone`, is an object: `session`, its name or ""; `known`, how much of what its
widgets said it has heard; `journal`, what it had said, as `[serial number of the comm, data]`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import signal
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import tornado.web
import tornado.websocket
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from cardlab.locale import LANGUAGES
from cardlab.serve import frame, gate
from cardlab.serve.host import give_back_memory
from cardlab.serve.hosts import Hosts, Place
from cardlab.serve.lessons import Lessons, Sheet, sheet
from cardlab.serve.lines import OpenLine, beat
from cardlab.tables.entries import CannotOpen, StoreTrouble

if TYPE_CHECKING:
    from cardlab.classroom.room import Room
    from cardlab.classroom.teacher import Classroom
    from cardlab.tables.hall import Hall
    from cardlab.tables.hub import Hub
    from cardlab.tables.store import Store

VIEWS: Final = Path(__file__).parents[1] / "widgets" / "static"
"""Where the views of the widgets lie; those of tables between devices are sent as files."""
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
"""Bytes of the longest message of a lesson's page: a file with the progress of years."""
LARGEST_HELLO: Final = 1024**2
HELLO_WITHIN: Final = 20.0
"""Seconds within which a page has to say who it is."""
MOST_FILES, FILES_OF_OURS = 65536, 200
"""Open files that we ask the system for, and how many of them are not the lines of pages."""
MANY_ENDED: Final = 200
MOST_NAMED: Final = 12
MOST_PACKED: Final = 1000
LASTING: Final = "public, max-age=31536000, immutable"
LOG: Final = logging.getLogger("cardlab.serve")
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


class Course(tornado.web.Application):
    """The course as it is served.

    - `notebooks`: its folder;
    - `hosts`: where its pages live;
    - `base`: the address path of the server, with a slash at both ends;
    - `language`: the language of the option, or "";
    - `names`: the names of this computer that a visitor may use, besides any IP address;
    - `room`: the class, without whose code nobody is let in; None for no class;
    - `pages`: more addresses and their pages, such as those of a class;
    - `tables`: gives the hub of the tables between devices; None where there are none.
    """

    def __init__(
        self,
        notebooks: Path,
        hosts: Hosts,
        *,
        base: str = "/",
        language: str = "",
        names: Iterable[str] = gate.own_names(),
        room: Room | None = None,
        pages: Sequence[tuple[str, Any]] = (),
        tables: Callable[[], Awaitable[Hub]] | None = None,
    ) -> None:
        self.notebooks = notebooks
        self.hosts = hosts
        self.base = base
        self.language = language
        self.names = frozenset(names)
        self.room = room
        self.lessons = Lessons(notebooks, base, is_class=room is not None)
        self.lines: set[OpenLine] = set()
        self.classroom: Classroom | None = None
        self._open_hub = tables
        self._hub: asyncio.Future[Hub] | None = None
        self._trouble = ""
        self._hall: Hall | None = None
        self.most_lines = MOST_FILES
        self.ended = 0
        self.files = {
            file.name: sheet(file.read_bytes(), _KINDS.get(file.suffix, "application/octet-stream"))
            for file in sorted((*frame.STATIC.iterdir(), *VIEWS.glob("shared_*")))
        }
        self.packed: dict[str, Sheet] = {}
        own = re.escape(base)
        super().__init__(
            [
                *pages,
                (own, Start),
                (rf"{own}static/([\w.-]+)", Files),
                (rf"{own}assets/([0-9a-f]{{20}}\.(?:js|css))", Assets),
                (rf"{own}line/(.+)", PageLine),
                (rf"{own}voila/render/(.+)", Moved),
                (rf"{own}([\w./-]+\.ipynb)", Lesson),
                (r".*", Nothing),
            ],
            log_function=lambda handler: None,
        )

    def count_ended(self) -> None:
        """Lines come and go, each with a quarter of a megabyte to compress by; now and then that is given back."""
        self.ended += 1
        if self.ended % MANY_ENDED == 0:
            settle()
            give_back_memory()

    def is_learner(self, request: HTTPServerRequest) -> bool:
        """Whether it is a learner of a class who asks; without a class nobody is."""
        return self.room is not None and not gate.is_teacher(self.room, request)

    def address_of(self, name: str) -> str:
        """The address of a file of ours, by its contents."""
        return f"{self.base}static/{name}?v={self.files[name].mark[1:9]}"

    async def hub(self) -> Hub | None:
        """The hub of the tables, opened when it is asked for first; None where there are none.

        Raises what opening the store raises; the next one who asks tries again.
        """
        if self._open_hub is None:
            return None
        if self._hub is None:
            self._hub = asyncio.ensure_future(self._begun(self._open_hub()))
            self._hub.add_done_callback(self._opened)
        return await asyncio.shield(self._hub)

    def _opened(self, hub: asyncio.Future[Hub]) -> None:
        """Says why the hub could not be opened: once, however often it is tried."""
        trouble = None if hub.cancelled() else hub.exception()
        if trouble is not None:
            self._hub = None
            if str(trouble) != self._trouble:
                LOG.error("the log of the tables: %s", trouble)
        self._trouble = "" if trouble is None else str(trouble)

    def open_early(self, *, recall: bool = False) -> None:
        """Opens the hub beside everything else, so that nobody waits.

        `recall`: the hub reads what the last day's tables are, see there.
        """
        self._early = asyncio.ensure_future(self._opened_early(recall=recall))

    async def _opened_early(self, *, recall: bool) -> None:
        with suppress(CannotOpen, StoreTrouble):  # it has been said
            hub = await self.hub()
            if hub is not None and recall:
                await hub.recall()

    @property
    def hub_if_open(self) -> Hub | None:
        """The hub, if it has been asked for before and could be opened."""
        found = self._hub
        return found.result() if found is not None and found.done() and found.exception() is None else None

    @property
    def hall_if_open(self) -> Hall | None:
        """The tournaments, if the hub is open."""
        return self._hall

    async def store(self) -> Store:
        """Where logs are kept; raises what opening it raises, LookupError where there is none."""
        hub = await self.hub()
        if hub is None:
            raise LookupError("nothing is kept here")
        return hub.store

    async def _begun(self, opening: Awaitable[Hub]) -> Hub:
        """The hub, and the tournaments that were going on there lately."""
        from cardlab.tables.hall import Hall

        hub = await opening
        hall = Hall(hub)
        try:
            await hall.start()
        except Exception:
            await hub.close()
            await hub.store.close()
            raise
        self._hall = hall
        settle()
        return hub

    async def hall(self) -> Hall | None:
        """The tournaments, opened with the hub; None where there are none. Raises as `hub` does."""
        await self.hub()
        return self._hall

    async def close_hub(self) -> None:
        """Closes the hub and its store, if they were opened."""
        if self._hub is not None:
            with suppress(Exception):
                hub = await self._hub
                if self._hall is not None:
                    self._hall.close()
                await hub.close()
                await hub.store.close()

    def status(self) -> dict[str, Any]:
        """How it goes: see `Hosts.status`."""
        return self.hosts.status()


class Page(tornado.web.RequestHandler):
    """What all pages share: our policy, our language, our page when something is wrong."""

    application: Course

    @property
    def course(self) -> Course:
        """The course that is served."""
        return self.application

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    def prepare(self) -> None:
        if not gate.is_own_host(self.request.host, self.course.names):
            raise HTTPError(403)
        way = gate.way_in(self.course.room, self.request, self.course.base)
        if way is None:
            raise HTTPError(403)
        if way:
            self.redirect(way)

    def language(self) -> str:
        """The language of the address, or else of the server's option, or else of the browser."""
        accepted = self.course.language or self.request.headers.get("Accept-Language", "")
        return frame.language(self.request.path.removeprefix(self.course.base), accepted)

    def wished(self) -> str:
        """The language that the address asks for with `?lang=`, if there is a catalogue for it."""
        # Read as bytes: our page for a broken address has to find its language, too.
        lang = self.request.query_arguments.get("lang", [b""])[-1].decode("latin-1")
        return lang if lang in LANGUAGES else ""

    def tongue(self) -> str:
        """The language of the page: `?lang=`, or else that of the address, the server or the browser."""
        return self.wished() or self.language()

    def show(self, template: str, status: int = 200, **course: Any) -> None:
        """Answers with one of our templates."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.course.lessons.message(template, **course))

    def send(self, what: Sheet, kept: str) -> None:
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

    def write_error(self, status_code: int, **_reason: Any) -> None:
        self.show("message.html.j2", status_code, **frame.message(status_code, self.tongue(), self.course.base))


class Start(Page):
    """`/`: on to the way in, in the learner's language."""

    def get(self) -> None:
        self.redirect(f"{self.course.base}{self.tongue()}/index.ipynb")


class Moved(Page):
    """Addresses as they once were, which learners may have kept."""

    def get(self, path: str) -> None:
        if path not in self.course.lessons.names:
            raise HTTPError(404)
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(f"{self.course.base}{path}{query}", permanent=True)


class Nothing(Page):
    """Every address that is no page: one clear sentence."""

    def prepare(self) -> None:
        super().prepare()
        if not self._finished:
            raise HTTPError(404)


class Lesson(Page):
    """One lesson."""

    async def get(self, path: str) -> None:
        if path not in self.course.lessons.names:
            raise HTTPError(404)
        if elsewhere := self.in_wished_language(path):
            self.redirect(elsewhere)
            return
        is_learners = self.course.is_learner(self.request)
        if is_learners and frame.is_for_teachers(path):
            self.show("message.html.j2", 403, **frame.for_teachers(self.tongue(), self.course.base))
            return
        try:
            page = await self.course.lessons.page(path, is_learners=is_learners)
        except Exception as problem:
            LOG.error("%s: %s", path, problem, exc_info=True)
            raise HTTPError(500) from problem
        if self.course.room is not None:
            self.course.room.seen(gate.visitor(self.request), path)
        if used := self.course.hosts.used.get(path, ())[:MOST_NAMED]:
            self.set_header("Link", ", ".join(self.ahead(name) for name in used))
        self.send(page, "no-cache")

    def ahead(self, name: str) -> str:
        """Tells the browser what the widgets of the page will need, before they are there to say so."""
        kind = "modulepreload" if name.endswith(".js") else "preload; as=style"
        return f"<{self.course.base}assets/{name}>; rel={kind}"

    def in_wished_language(self, path: str) -> str:
        """The address of the same lesson in the language that `?lang=` asks for; empty if that is where we are."""
        lang, (folder, _, name) = self.wished(), path.rpartition("/")
        there = f"{lang}/{name}"
        if not lang or lang == folder or there not in self.course.lessons.names:
            return ""
        rest = urlencode([(key, value) for key, value in parse_qsl(self.request.query) if key != "lang"])
        return f"{self.course.base}{there}{'?' if rest else ''}{rest}"


class Files(Page):
    """The frame's own files: style sheet, scripts, icon. The browser keeps those whose address tells the contents."""

    def get(self, name: str) -> None:
        if name not in self.course.files:
            raise HTTPError(404)
        lasts = bool(self.get_query_argument("v", "")) or re.search(r"-[A-Z0-9]{8}\.js$", name)
        self.send(self.course.files[name], LASTING if lasts else "no-cache")


class Assets(Page):
    """What the classes of widgets bring: their code and their style sheets, by contents."""

    def get(self, name: str) -> None:
        text = self.course.hosts.assets.get(name)
        if text is None:
            raise HTTPError(404)
        packed = self.course.packed
        if name not in packed:
            if len(packed) >= MOST_PACKED:
                packed.clear()
            packed[name] = sheet(text, _KINDS[Path(name).suffix])
        self.send(packed[name], LASTING)


class PageLine(OpenLine):
    """The line to one open page of a lesson."""

    application: Course
    LARGEST = LARGEST_MESSAGE

    def initialize(self) -> None:
        super().initialize()
        self._patience: asyncio.TimerHandle | None = None

    async def refusal(self) -> int:
        self.path = self.path_args[0]
        if self.path not in self.application.lessons.names:
            return 404
        if self.application.is_learner(self.request) and frame.is_for_teachers(self.path):
            return 403
        await self.application.hosts.answered()
        return 0

    def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        room = self.application.room
        # Learners of a class share its places; the teacher, and whoever is at home, shares with nobody.
        self.visitor = self.visitor if room is not None and room.admits(self.visitor) else ""
        self.application.lines.add(self)
        self._patience = asyncio.get_running_loop().call_later(HELLO_WITHIN, self.refuse)

    async def on_message(self, message: str | bytes) -> None:
        size = len(message)
        if not self._is_over:
            self._hear(message)
        del message  # It is large, and nobody needs it any more.
        await self.wait_for_allowance(size)
        if (place := self.application.hosts.at.get(self)) is not None:
            await place.may_speak.wait()

    def _hear(self, message: str | bytes) -> None:
        hosts = self.application.hosts
        place: Place | None = hosts.at.get(self)
        if isinstance(message, bytes):
            if place is not None:
                hosts.say(place, b"b" + message)
        elif message.startswith("{"):
            self._hello(message)
        elif message == '["leave"]':
            self.end(left=True)
        elif place is not None:
            hosts.say(place, b"t" + message.encode("utf-8", "replace"))

    def _hello(self, message: str) -> None:
        """The page says who it is; while it waits or has a place there is nothing to say twice."""
        hosts = self.application.hosts
        if self in hosts.at or self in hosts.queue:
            return
        told: Any = None
        with suppress(ValueError, RecursionError):
            told = json.loads(message) if len(message) <= LARGEST_HELLO else {}
            json.dumps(told)  # what is nested too deeply to be passed on is no journal of ours
        match told:
            case {"session": str(name), "known": int(known), "journal": list(journal)} if all(
                _is_entry(entry) for entry in journal
            ):
                self._no_longer_wait()
                hosts.come(self, self.path, self.request.query[:2000], name, known, journal)
                self._invite()
            case _:
                self.refuse()

    def _no_longer_wait(self) -> None:
        """Nobody waits for the hello any more, and nothing of this line is kept for it."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _invite(self) -> None:
        """Who comes later sees, too, what the teacher has asked everybody to open."""
        course = self.application
        if course.room is not None and course.room.invitation is not None:
            asked = course.room.invitation
            self.tell(["invite", frame.invitation(course.notebooks, asked, self.path, course.base)])

    def tell(self, told: list[Any]) -> None:
        """Sends the page a frame."""
        self.put(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))

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


def _is_entry(entry: object) -> bool:
    """Whether this can be an entry of a page's journal: which comm, by its serial number, and what was said to it."""
    match entry:
        case [int(serial), dict()]:
            return type(serial) is int
    return False


async def serve(
    course: Course, sockets: list[socket.socket], ready: Callable[[], None], *, stop: asyncio.Event | None = None
) -> None:
    """Serves on these listening sockets until `stop` is set, Ctrl+C, a closing terminal or the system says stop.

    Tables are there at once, lessons as soon as the first host answers; raises RuntimeError if none does.
    Calls `ready` once, when a whole page has been answered.
    """
    stopped = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    course.most_lines = max(64, _raise_limit_of_files() - FILES_OF_OURS)
    if stop is None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    server = HTTPServer(
        course,
        xheaders=False,
        idle_connection_timeout=75,
        body_timeout=20,
        max_header_size=32 * 1024,
        max_body_size=64 * 1024,
        max_buffer_size=LARGEST_MESSAGE + 64 * 1024,
    )
    server.add_sockets(sockets)  # Before there are hosts, for tables need none.
    beating = asyncio.create_task(beat(course.lines))
    try:
        await course.hosts.start()
        await _has_answered(course, sockets[0])
        settle()
        ready()
        await stopped.wait()
    finally:
        beating.cancel()
        server.stop()
        for line in list(course.lines):
            line.close(1001)
        await course.close_hub()
        await course.hosts.close()
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


async def _has_answered(course: Course, listening: socket.socket) -> None:
    """Asks ourselves for a whole page, with everything that it shows at first; raises what goes wrong."""
    host, port = listening.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}"
    first = next(iter(sorted(course.lessons.names)))
    way_in = next((name for name in (f"{course.language or 'en'}/index.ipynb",) if name in course.lessons.names), first)
    key = course.room.key if course.room else ""
    cookie = f"{gate.cookie('teacher', urlsplit(address).netloc)}={key}"
    await AsyncHTTPClient().fetch(f"{address}{course.base}{way_in}", headers={"Cookie": cookie}, request_timeout=60)
