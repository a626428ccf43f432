"""`cardlab serve` and `cardlab lab`: the course in the browser.

Knows options, ports and how the server starts and stops. Voilà is imported only when it is wanted: that takes a second.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import logging
import os
import re
import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cardlab.analysis.compiled import prepare_apart
from cardlab.cli_end import Unusable
from cardlab.cli_terminal import Parser, language, show_in_letters, tell
from cardlab.locale import LANGUAGES, say
from cardlab.serve import frame

__all__ = ["lab", "serve"]

HOST: Final = "127.0.0.1"
PORT: Final = 8866
LAB_PORT: Final = 8888
PORTS_TRIED: Final = 50
SPOKEN: Final = "/".join(LANGUAGES)
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


class CannotServe(Exception):
    """A reason not to start; its text is the sentence for the person who asked."""


def serve(argv: Sequence[str]) -> int:
    """`cardlab serve`: opens the course; returns when it is stopped: 0, or 2 for options that do not work."""
    return _run("serve", argv, _serve)


def lab(argv: Sequence[str]) -> int:
    """`cardlab lab`: opens the notebooks in JupyterLab; returns as `serve` does."""
    return _run("lab", argv, _lab)


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
        if not frame.lessons(options.notebooks):
            raise CannotServe(say("serve.no_notebooks", lang, folder=options.notebooks))
        return start(options, lang)
    except CannotServe as reason:
        tell(f"cardlab {command}: {reason}", fault=True)
        return 2
    except Unusable as unusable:
        tell(f"cardlab {command}: {unusable.told(lang)}", fault=True)
        return 2
    except KeyboardInterrupt:
        return 0


# Options


def _options(command: str, lang: str) -> argparse.ArgumentParser:
    def words(option: str, **facts: Any) -> str:
        return say(f"serve.option.{option}", lang, **facts)

    def number(option: str, first: int, last: int) -> Callable[[str], int]:
        def read(text: str) -> int:
            if not text.isascii() or not text.isdigit() or not first <= int(text) <= last:
                raise CannotServe(say("serve.bad_number", lang, option=option, first=first, last=last, text=text))
            return int(text)

        return read

    def spoken(text: str) -> str:
        if text not in LANGUAGES:
            raise CannotServe(say("serve.bad_language", lang, languages=SPOKEN, text=text))
        return text

    parser = Parser(lang, prog=f"cardlab {command}", description=say("serve.about" + "_lab" * (command == "lab"), lang))
    option = parser.add_argument
    port = LAB_PORT if command == "lab" else PORT
    option("--port", type=number("--port", 1, 65535), default=port, metavar="N", help=words("port", port=port))
    option("--host", help=words("host", host=HOST))
    option("--lang", type=spoken, metavar=SPOKEN, help=words("lang", languages=SPOKEN))
    option("--no-browser", action="store_true", help=words("no_browser"))
    option("--notebooks", type=_folder, default=_notebooks(), metavar="DIR", help=words("notebooks"))
    option("--verbose", action="store_true", help=words("verbose"))
    if command == "serve":
        option("--hosts", type=number("--hosts", 1, 64), metavar="N", help=words("hosts"))
        option("--pages", type=number("--pages", 1, 50000), metavar="N", help=words("pages"))
        option("--class", action="store_true", dest="is_class", help=words("class"))
        option("--allow-host", action="append", default=[], metavar="NAME", help=words("allow_host"))
        option("--base-url", type=_address_path, default="/", metavar="PATH", help=words("base_url"))
    return parser  # fmt: skip


def _address_path(text: str) -> str:
    """An address path with a slash at both ends."""
    inner = text.strip("/")
    return f"/{inner}/" if inner else "/"


def _folder(text: str) -> Path:
    return Path(os.path.realpath(os.path.expanduser(text)))


def _notebooks() -> Path:
    """The course: the folder "notebooks" here, or else the one beside the package."""
    here = Path.cwd() / "notebooks"
    return here if frame.lessons(here) else Path(__file__).resolve().parents[2] / "notebooks"


def _port(host: str, wanted: int, lang: str) -> int:
    """The first free port from `wanted` on."""
    try:
        family, _, _, _, _ = socket.getaddrinfo(host, wanted, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        socket.socket(family).close()
    except OSError:
        raise CannotServe(say("serve.bad_host", lang, host=host)) from None
    last = min(wanted + PORTS_TRIED, 65535)
    for port in range(wanted, last + 1):
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except PermissionError:
                continue
            except OSError as problem:
                if problem.errno == 99 or isinstance(problem, socket.gaierror):
                    raise CannotServe(say("serve.bad_host", lang, host=host)) from None
                continue
        if port != wanted:
            print(say("serve.port_taken", lang, taken=wanted, port=port), flush=True)
        return port
    raise CannotServe(say("serve.no_port", lang, first=wanted, last=last))


# The two servers


def _serve(options: argparse.Namespace, lang: str) -> int:
    _quicken_import()
    import psutil
    from tornado.netutil import bind_sockets

    from cardlab.serve import gate, join, reach
    from cardlab.serve.front import Course, serve
    from cardlab.serve.hosts import Hosts, places_for
    from cardlab.serve.room import Room

    host = options.host or (reach.EVERYWHERE if options.is_class else HOST)
    port = _port(host, options.port, lang)
    base = options.base_url
    # Whoever lets others in has a class: nobody comes in from the network without a code.
    is_class = options.is_class or not reach.is_local(host)
    room = Room(lambda: reach.addresses(host, port, base)) if is_class else None
    _hush(options.verbose, lang)
    hosts = Hosts(
        str(options.notebooks),
        options.hosts or os.cpu_count() or 1,
        options.pages or places_for(psutil.virtual_memory().available),
        is_verbose=options.verbose,
    )
    course = Course(
        options.notebooks,
        hosts,
        base=base,
        language=options.lang or "",
        names=gate.own_names(options.allow_host),
        room=room,
        pages=join.routes(base) if room else (),
    )

    def ready() -> None:
        if room:
            address = reach.tell(room, host, port, base, lang)
        else:
            address = reach.address_of(host, port, base)
            print(say("serve.address", lang, address=address), flush=True)
        if not options.no_browser:
            webbrowser.open(address)

    with _laboratory_in_preparation():
        asyncio.run(serve(course, bind_sockets(port, host), ready))
    print(say("serve.stopped", lang), flush=True)
    return 0


def _lab(options: argparse.Namespace, lang: str) -> int:
    host = options.host or HOST
    port = _port(host, options.port, lang)
    if not _is_local(host):
        print(say("serve.open_to_network", lang, host=host), flush=True)
    _quicken_import()
    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]
    from tornado.ioloop import IOLoop
    from traitlets.config import Config

    _hush(options.verbose, lang)
    start = f"/lab/tree/{options.lang}/index.ipynb" if options.lang else "/lab"
    token = secrets.token_urlsafe(24)
    server = LabApp.initialize_server(
        [
            f"--ServerApp.ip={host}",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={options.notebooks}",
            f"--ServerApp.open_browser={not options.no_browser}",
            f"--ServerApp.default_url={start}",
            "--ServerApp.kernel_websocket_connection_class=cardlab.serve.kernels.PromptConnection",
            "--ServerApp.answer_yes=True",
            # The course works without internet: nobody looks for news or updates.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            f"--Application.log_level={'INFO' if options.verbose else 'ERROR'}",
            "--allow-root",
        ],
        config=Config({"IdentityProvider": {"token": token}}),
    )
    address = f"http://{_shown(host)}:{port}{start}?token={token}"
    IOLoop.current().add_callback(lambda: print(say("serve.address", lang, address=address), flush=True))
    with _laboratory_in_preparation():
        server.start()
    print(say("serve.stopped", lang), flush=True)
    return 0


@contextmanager
def _laboratory_in_preparation() -> Iterator[None]:
    """The laboratory's kernel is compiled once, beside the first pages, so that no learner's page has to do it."""
    process = prepare_apart()
    try:
        yield
    finally:
        if process is not None:
            process.terminate()
            process.wait()


def _shown(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def _is_local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _quicken_import() -> None:
    """Leaves out a grammar that jsonschema builds for four seconds to check a format that no Jupyter schema has."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


class _OneLine(logging.Formatter):
    """A fault of the server in one line; whoever wants the rest asks for --verbose."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage().partition("\n")[0].partition(": {")[0]
        fault = str(record.exc_info[1]).strip().rpartition("\n")[2] if record.exc_info else ""
        return say("serve.problem", self.lang, text=text if fault in text else f"{text} ({_COLOURS.sub('', fault)})")


def _hush(verbose: bool, lang: str) -> None:
    """Keeps the terminal clean: faults in one line each, the rest only with --verbose."""
    if verbose:
        logging.basicConfig(level=logging.INFO)
        return
    logging.captureWarnings(True)
    line = logging.StreamHandler()
    line.setFormatter(_OneLine(lang))
    logging.basicConfig(level=logging.ERROR, handlers=[line], force=True)


if __name__ == "__main__":
    commands = {"serve": serve, "lab": lab}
    sys.exit(commands[sys.argv[1]](sys.argv[2:]) if sys.argv[1:2] and sys.argv[1] in commands else 2)
