"""`cardlab serve`, `cardlab lab` and `cardlab copy`: options, and what they start."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import re
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlab.pagehost.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.start import (
    COPY,
    CannotServe,
    bind,
    compiling_kernel,
    configure_logging,
    default_notebooks,
    skip_slow_import,
)
from cardlab.terminal import Parser, Unusable, language, print_line, show_in_letters

if TYPE_CHECKING:
    from cardlab.dashboard.course_server import CourseServer
    from cardlab.tables.tournament_service import TableServices

HOST: Final = "127.0.0.1"
PORT: Final = 8866
LAB_PORT: Final = 8888
CODES: Final = "/".join(LANGUAGES)


def serve(argv: Sequence[str]) -> int:
    """`cardlab serve`: serve the course; returns the exit code, 0 when it is stopped, 2 for unusable options."""
    return _run("serve", argv, _serve)


def lab(argv: Sequence[str]) -> int:
    """`cardlab lab`: open the notebooks in JupyterLab; returns the exit code."""
    return _run("lab", argv, _lab)


def copy(argv: Sequence[str]) -> int:
    """`cardlab copy DIR`: copy the notebooks into a folder; returns the exit code."""
    return _run("copy", argv, _copy)


def _run(command: str, argv: Sequence[str], start: Callable[[argparse.Namespace, str], int]) -> int:
    lang = language(argv)
    show_in_letters()
    try:
        options = _options(command, lang).parse_args(argv)
        missing = [
            name
            for name in ("voila", "jupyterlab", "anywidget", "fsrs", "segno")
            if importlib.util.find_spec(name) is None
        ]
        if missing:
            raise CannotServe(say("serve.not_installed", lang))
        if not page_paths(options.notebooks, LANGUAGES):
            raise CannotServe(say("serve.no_notebooks", lang, folder=options.notebooks))
        return start(options, lang)
    except CannotServe as reason:
        print_line(f"cardlab {command}: {reason}", fault=True)
        return 2
    except Unusable as unusable:
        print_line(f"cardlab {command}: {unusable.sentence(lang)}", fault=True)
        return 2
    except KeyboardInterrupt:
        return 0


# Options


def _options(command: str, lang: str) -> argparse.ArgumentParser:
    parser = Parser(lang, prog=f"cardlab {command}", description=say(f"cli.help.{command}", lang))
    add_options(parser, command, lang)
    return parser


def add_options(parser: argparse.ArgumentParser, command: str, lang: str) -> None:
    """Add the options of `serve`, `lab` or `copy` to a parser."""

    def words(option: str, **facts: Any) -> str:
        return say(f"serve.option.{option}", lang, **facts)

    def number(option: str, first: int, last: int) -> Callable[[str], int]:
        def read(text: str) -> int:
            if not text.isascii() or not text.isdigit() or not first <= int(text) <= last:
                raise CannotServe(say("serve.bad_number", lang, option=option, first=first, last=last, text=text))
            return int(text)

        return read

    def url_path(text: str) -> str:
        """A URL path with a slash at both ends."""
        if not re.fullmatch(r"[\w.~/-]*", text, re.ASCII):
            raise CannotServe(say("serve.bad_path", lang, text=text))
        return f"/{inner}/" if (inner := text.strip("/")) else "/"

    def file(text: str) -> Path:
        if not text.strip():
            raise CannotServe(say("serve.bad_store", lang))
        return Path(text)

    def language_code(text: str) -> str:
        if text not in LANGUAGES:
            raise CannotServe(say("serve.bad_language", lang, languages=CODES, text=text))
        return text

    option = parser.add_argument
    option("--lang", type=language_code, metavar=CODES, help=words("lang", languages=CODES))
    option("--notebooks", type=_folder, default=default_notebooks(), metavar="DIR", help=words("notebooks"))
    if command == "copy":
        option("copy", type=_folder, metavar="DIR", help=words("copy_into"))
        return
    port = LAB_PORT if command == "lab" else PORT
    option("--port", type=number("--port", 1, 65535), default=port, metavar="N", help=words("port", port=port))
    option("--host", help=words("host", host=HOST))
    option("--no-browser", action="store_true", help=words("no_browser"))
    option("--verbose", action="store_true", help=words("verbose"))
    if command == "serve":
        option("--hosts", type=number("--hosts", 1, 64), metavar="N", help=words("hosts"))
        option("--pages", type=number("--pages", 1, 50000), metavar="N", help=words("pages"))
        option("--class", action="store_true", dest="is_class", help=words("class"))
        option("--store", type=file, metavar="FILE", help=words("store"))
        option("--allow-host", action="append", default=[], metavar="NAME", help=words("allow_host"))
        option("--base-url", type=url_path, default="/", metavar="PATH", help=words("base_url"))
    else:
        option("--copy", type=_folder, default=_folder(COPY), metavar="DIR", help=words("copy", folder=COPY))


def _folder(text: str) -> Path:
    return Path(os.path.realpath(os.path.expanduser(text)))


# The servers


def _serve(options: argparse.Namespace, lang: str) -> int:
    skip_slow_import()
    import psutil

    from cardlab.classroom.roster import Roster
    from cardlab.dashboard import addresses
    from cardlab.dashboard.course_server import CourseServer
    from cardlab.pagehost.allowed_hosts import own_names
    from cardlab.pagehost.hosts import Hosts, page_limit
    from cardlab.pagehost.page_server import serve
    from cardlab.serve.course_settings import SETTINGS

    host = options.host or (addresses.EVERYWHERE if options.is_class else HOST)
    sockets = bind(host, options.port, lang)
    port = sockets[0].getsockname()[1]
    base = options.base_url
    # A server in the network always has a class, so that nobody is admitted without its code.
    is_class = options.is_class or not addresses.is_local(host)
    room = Roster(lambda: addresses.addresses(host, port, base)) if is_class else None
    configure_logging(options.verbose, lang)
    hosts = Hosts(
        str(options.notebooks),
        options.hosts or os.cpu_count() or 1,
        options.pages or page_limit(psutil.virtual_memory().available),
        SETTINGS,
        is_verbose=options.verbose,
    )
    course = CourseServer(
        options.notebooks,
        hosts,
        base=base,
        language=options.lang or "",
        names=own_names(options.allow_host),
        room=room,
    )
    services = add_tables(course, options.store)
    if room:
        from cardlab.classroom.class_board import working_exercises
        from cardlab.classroom.teacher import Classroom, announce, routes
        from cardlab.tables.for_teacher import NamesAtTables

        course.add_handlers(".*", routes(Classroom(course, room, NamesAtTables(services, base))))
        # Before the class begins, and before there is an event loop that it could hold up.
        for fault in working_exercises()[1]:
            print_line(fault.sentence(lang), fault=True)

    def ready() -> None:
        if room:
            address = announce(room, host, port, base, lang)
        else:
            address = addresses.address_of(host, port, base)
            print(say("serve.address", lang, address=address), flush=True)
        if not options.no_browser:
            webbrowser.open(address)

    try:
        with compiling_kernel():
            asyncio.run(serve(course, sockets, ready))
    except RuntimeError as problem:
        raise CannotServe(say("serve.no_hosts", lang)) from problem
    print(say("serve.stopped", lang), flush=True)
    return 0


def add_tables(course: CourseServer, file: Path | None = None) -> TableServices:
    """Add tables between devices and tournaments to a course; `file`: their log, in place of the default one."""
    from cardlab.tables import table_connection, table_pages, tournament_pages
    from cardlab.tables.tournament_service import TableServices

    services = TableServices(file)
    for part in (table_pages, table_connection, tournament_pages):
        course.add_handlers(".*", part.routes(course.base, services))
    course.closing.append(services.close)
    return services


def _lab(options: argparse.Namespace, lang: str) -> int:
    from cardlab.serve.lab import open_lab

    options.host = options.host or HOST
    return open_lab(options, lang)


def _copy(options: argparse.Namespace, lang: str) -> int:
    from cardlab.serve.own_copy import copy_notebooks

    copied = copy_notebooks(options.notebooks, options.copy, lang)
    print_line(say("lab.laid", lang, count=len(copied), folder=options.copy))
    return 0
