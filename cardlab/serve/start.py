"""What a server of ours does around its start: where the notebooks are, a port, a quiet terminal, a quick import.

- `of_the_course`: the notebooks, beside the package in a clone or inside it once installed;
- `bound`: the address and port it listens on, bound once and handed to the server as it is: a port that is asked for,
  let go and bound again can be somebody else's in between, so nothing here ever lets go of one;
- `hush`, `quicken_import`, `laboratory_in_preparation`.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardlab.analysis.kernel.compiled import is_prepared, prepare_apart
from cardlab.phrasing.catalogue import LANGUAGES, say

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@contextmanager
def laboratory_in_preparation() -> Iterator[None]:
    """The laboratory's kernel is compiled once, beside the first pages, so that no learner's page has to do it."""
    process = None if is_prepared() else prepare_apart()
    try:
        yield
    finally:
        if process is not None:
            process.terminate()
            process.wait()


def quicken_import() -> None:
    """Leaves out a grammar that jsonschema builds for four seconds to check a format that no Jupyter schema has."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def hush(verbose: bool, lang: str) -> None:
    """Keeps the terminal clean: faults in one line each, the rest only with --verbose."""
    if verbose:
        logging.basicConfig(level=logging.INFO)
        return
    logging.captureWarnings(True)
    line = logging.StreamHandler()
    line.setFormatter(_OneLine(lang))
    logging.basicConfig(level=logging.ERROR, handlers=[line], force=True)


class _OneLine(logging.Formatter):
    """A fault of the server in one line; whoever wants the rest asks for --verbose."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage().partition("\n")[0].partition(": {")[0]
        fault = str(record.exc_info[1]).strip().rpartition("\n")[2] if record.exc_info else ""
        return say("serve.problem", self.lang, text=text if fault in text else f"{text} ({_COLOURS.sub('', fault)})")


# The port


PORTS_TRIED: Final = 50
LAST_PORT: Final = 65535
WAITING: Final = 1024
"""How many connections may wait to be taken: a class opens its pages in the same second."""


def _numbers(*names: str) -> frozenset[int]:
    """The numbers of these errors here: each system counts its own way, and Windows has a second set for sockets."""
    return frozenset(
        number for name in names for number in (getattr(errno, name, 0), getattr(errno, f"WSA{name}", 0)) if number
    )


_NOT_OURS: Final = _numbers("EADDRNOTAVAIL", "EAFNOSUPPORT", "EPROTONOSUPPORT")
_TAKEN: Final = _numbers("EADDRINUSE", "EACCES")
_Place: TypeAlias = tuple[int, tuple[Any, ...]]
"""An address family, and an address in it as a socket takes it."""


class CannotServe(Exception):
    """A reason not to start; its text is the sentence for the person who asked."""


def bound(host: str, wanted: int, lang: str) -> list[socket.socket]:
    """Listening sockets for every address of `host`, all on the first port that is free from `wanted` on.

    Prints a sentence if that is another port than the one wanted.
    Raises CannotServe if this computer has no such address, or none of the ports is free.
    """
    places = _places(host, lang)
    last = min(wanted + PORTS_TRIED, LAST_PORT)
    for port in range(wanted, last + 1):
        try:
            sockets = _listening(places, port)
        except OSError as problem:
            if problem.errno in _TAKEN:
                continue
            raise CannotServe(say("serve.bad_host", lang, host=host)) from None
        if not sockets:
            raise CannotServe(say("serve.bad_host", lang, host=host))
        if port != wanted:
            print(say("serve.port_taken", lang, taken=wanted, port=port), flush=True)
        return sockets
    raise CannotServe(say("serve.no_port", lang, first=wanted, last=last))


def _places(host: str, lang: str) -> list[_Place]:
    """Every address that `host` stands for, each once."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, ValueError):  # a name that no encoding for host names can write is a ValueError
        raise CannotServe(say("serve.bad_host", lang, host=host)) from None
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _listening(places: list[_Place], port: int) -> list[socket.socket]:
    """Sockets that listen on `port` of each place; a place that is not this computer's is left out.

    Raises OSError, and keeps nothing, if the port of one of them cannot be had.
    """
    sockets: list[socket.socket] = []
    try:
        for family, (host, _, *more) in places:
            try:
                sockets.append(_listen(family, (host, port, *more)))
            except OSError as problem:
                if problem.errno not in _NOT_OURS:
                    raise
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def _listen(family: int, address: tuple[Any, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "nt":
            # There SO_REUSEADDR would let two servers have one port; this keeps it ours alone.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Else "::" would take the port of "0.0.0.0" as well, and the two could not stand side by side.
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.setblocking(False)
        made.bind(address)
        made.listen(WAITING)
    except BaseException:
        made.close()
        raise
    return made


# The notebooks


PACKAGE: Final = Path(__file__).resolve().parents[1]


def is_course(folder: Path) -> bool:
    """Whether `folder` is laid out like a course: a folder of a language, and in it the way in."""
    return any((folder / lang / "index.ipynb").is_file() for lang in LANGUAGES)


def of_the_course() -> Path:
    """The folder of the course to use when nobody names one.

    `notebooks` in the working folder if that is a course, else `notebooks` beside the package, as in a clone,
    else the one that came with the package. In an installation other packages' folders stand beside ours.
    """
    here = Path.cwd() / "notebooks"
    clone = PACKAGE.parent / "notebooks" if (PACKAGE.parent / "pyproject.toml").is_file() else None
    return next((folder for folder in (here, clone) if folder and is_course(folder)), PACKAGE / "notebooks")
