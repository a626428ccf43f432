"""The commands `cardlab serve`, `lab`, `site` and `copy`, with their options."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import re
import webbrowser
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve.start import COPY, bind, configure_logging, default_notebooks
from cardlab.terminal import SERVING, Parser, Unusable, print_line

if TYPE_CHECKING:
    from cardlab.dashboard.course_server import CourseServer
    from cardlab.tables.tournament_service import TournamentService

HOST: Final = "127.0.0.1"
PORT: Final = 8866
LAB_PORT: Final = 8888
_LAB: Final = "lab", ("anywidget", "jupyterlab", "segno")
_SERVE: Final = "serve", ("fsrs", "segno", "tornado")
NEEDED: Final = {"serve": _SERVE, "site": _SERVE, "lab": _LAB, "copy": _LAB}
"""The extra that each command needs, and packages that prove that it is installed."""


def run(command: str, argv: Sequence[str]) -> int:
    """Run one of the commands `SERVING`; return 0 at its end, 2 if it can't start."""
    try:
        options = _options(command).parse_args(argv)
        extra, needed = NEEDED[command]
        if any(importlib.util.find_spec(name) is None for name in needed):
            raise Unusable(f'More packages are needed. Install them: pip install "cardlab[{extra}]"')
        if command != "site" and not page_paths(options.notebooks, LANGUAGES):
            raise Unusable(f"There is no course in the folder {options.notebooks}. Choose one with --notebooks.")
        return _STARTED[command](options)
    except Unusable as reason:
        print_line(f"cardlab {command}: {reason}", fault=True)
        return 2
    except KeyboardInterrupt:
        return 0


# Options


def _options(command: str) -> argparse.ArgumentParser:
    parser = Parser(prog=f"cardlab {command}", description=SERVING[command])

    def number(first: int, last: int) -> Callable[[str], int]:
        def read(text: str) -> int:
            if not text.isascii() or not text.isdigit() or not first <= int(text) <= last:
                raise argparse.ArgumentTypeError(f"a whole number from {first} to {last}, not “{text}”")
            return int(text)

        return read

    def url_path(text: str) -> str:
        """Return a URL path with a slash at both ends."""
        if not re.fullmatch(r"(?:[\w.~@/-]|%[0-9a-fA-F]{2})*", text, re.ASCII):
            raise Unusable("--base-url needs a path of letters, digits and . _ ~ - @ / (others as in %20).")
        return f"/{inner}/" if (inner := text.strip("/")) else "/"

    def name(text: str) -> str:
        if not re.fullmatch(r"[\w.-]+", text, re.ASCII):
            raise Unusable("--allow-host needs a name without http:// and port, such as cards.school.example.")
        return text

    def ip(text: str) -> str:
        try:
            return str(ip_address(text))
        except ValueError:
            raise Unusable("--proxy needs the IP address of a proxy.") from None

    def site(text: str) -> str:
        """Return the address of a site, as a Content-Security-Policy has it."""
        if not re.fullmatch(r"https?://(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]{1,5})?", text, re.IGNORECASE):
            raise Unusable("--frame-ancestors needs the address of a site, such as https://school.example.")
        return text

    def file(text: str) -> Path:
        if not text.strip():
            raise Unusable("--store needs the name of a file.")
        path = Path(text)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_usable = not path.is_dir() and os.access(path if path.exists() else path.parent, os.W_OK)
        except OSError:
            is_usable = False
        if not is_usable:  # told now, because the file is opened only when someone opens a table
            raise Unusable(f"--store can't use the file {text}. Choose another one.")
        return path

    option = parser.add_argument
    if command == "site":
        option("folder", type=_folder, metavar="DIR", help="folder for the site: a new one or that of an earlier site")
        return parser
    option("--notebooks", type=_folder, default=default_notebooks(), metavar="DIR", help="folder of the notebooks")
    if command == "copy":
        option("copy", type=_folder, metavar="DIR", help="folder for the copy (existing files stay)")
        return parser
    port = LAB_PORT if command == "lab" else PORT
    whose = "computer" if command == "lab" else "browser"
    option("--lang", choices=tuple(LANGUAGES), help=f"language of the page that opens (default: the {whose}'s)")
    option("--port", type=number(1, 65535), default=port, metavar="N", help=f"port, or the next free one ({port})")
    option("--host", help=f"address to listen on (default {HOST}: this computer only)")
    option("--no-browser", action="store_true", help="do not open a browser")
    option("--verbose", action="store_true", help="show what the server does")
    if command == "serve":
        option("--pages", type=number(1, 50000), metavar="N", help="most pages in use (default: by memory)")
        option("--class", action="store_true", dest="is_class", help="let others on the network join with a code")
        option("--store", type=file, metavar="FILE", help="log of the tables (default: one file shared by all servers)")
        option(
            "--allow-host", type=name, action="append", default=[], metavar="NAME", help="another name of this server"
        )
        option("--proxy", type=ip, action="append", default=[], metavar="IP", help="proxy that names visitors")
        about = "site whose pages can show the course in a frame"
        option("--frame-ancestors", action="append", default=[], type=site, metavar="SITE", help=about)
        option("--base-url", type=url_path, default="/", metavar="PATH", help="path of the course behind a proxy")
    else:
        folder = f"folder of your own copy of the notebooks (default: {COPY} in this folder)"
        option("--copy", type=_folder, default=_folder(COPY), metavar="DIR", help=folder)
    return parser


def _folder(text: str) -> Path:
    return Path(os.path.realpath(os.path.expanduser(text)))


# The servers


def _serve(options: argparse.Namespace) -> int:
    import psutil

    from cardlab.dashboard import addresses
    from cardlab.dashboard.course_server import CourseServer
    from cardlab.dashboard.roster import Roster
    from cardlab.pages.allowed_hosts import own_names
    from cardlab.pages.sessions import page_limit
    from cardlab.serve.process import serve

    host = options.host or (addresses.EVERYWHERE if options.is_class else HOST)
    sockets = bind(host, options.port)
    port = sockets[0].getsockname()[1]
    base = options.base_url
    # A server in the network always has a class, so that nobody is admitted without its code.
    is_class = options.is_class or not addresses.is_local(host)
    room = Roster(lambda: addresses.addresses(host, port, base), proxies=options.proxy) if is_class else None
    configure_logging(options.verbose)
    course = CourseServer(
        options.notebooks,
        most=options.pages or page_limit(psutil.virtual_memory().available),
        base=base,
        language=options.lang or "",
        names=own_names(options.allow_host),
        room=room,
        ancestors=options.frame_ancestors,
    )
    tournaments = add_tables(course, options.store)
    if room:
        from cardlab.classroom.class_file import keep_in
        from cardlab.classroom.live_class import Classroom
        from cardlab.classroom.stage import working_exercises
        from cardlab.classroom.teacher import announce, routes
        from cardlab.lessons.own_exercises import FILE_PROCESS
        from cardlab.tables.store import default_file

        classroom = Classroom(course, room, tournaments)
        course.add_handlers(".*", routes(classroom))
        store = options.store or default_file()
        course.closing.append(keep_in(store.with_name(f"{store.name}.class-{port}"), classroom))
        # Done before the class begins, because it would hold up the event loop.
        for fault in working_exercises()[1]:
            print_line(fault.sentence("en"), fault=True)
        course.closing.append(FILE_PROCESS.end)

    def ready() -> None:
        if room:
            address = announce(room, host, port, base)
        else:
            address = addresses.address_of(host, port, base)
            print(f"The course is open at {address} (Ctrl+C ends it)", flush=True)
        if not options.no_browser:
            webbrowser.open(address)

    asyncio.run(serve(course, sockets, ready))
    print("The course is closed.", flush=True)
    return 0


def add_tables(course: CourseServer, file: Path | None = None) -> TournamentService:
    """Add tables and tournaments to a course; `file` replaces their default log."""
    from cardlab.tables import players_pages
    from cardlab.tables.tournament_service import TournamentService

    tournaments = TournamentService(file)
    course.add_handlers(".*", players_pages.routes(course.base, tournaments))
    course.closing.append(tournaments.close)
    return tournaments


def _lab(options: argparse.Namespace) -> int:
    from cardlab.serve.lab import open_lab

    options.host = options.host or HOST
    return open_lab(options)


def _copy(options: argparse.Namespace) -> int:
    from cardlab.serve.own_copy import copy_notebooks

    copied = copy_notebooks(options.notebooks, options.copy)
    print_line(f"Notebooks copied to {options.copy}: {len(copied)}")
    return 0


def _site(options: argparse.Namespace) -> int:
    from cardlab.serve.site import write_site

    size = write_site(options.folder) / 1e6
    print_line(f"{size:.0f} MB in {options.folder}. To see it: python3 -m http.server --directory {options.folder}")
    return 0


_STARTED: Final = {"serve": _serve, "lab": _lab, "site": _site, "copy": _copy}
