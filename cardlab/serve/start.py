"""What a server of ours does around its start: where the notebooks are, a port, a quiet terminal, a quick import.

- `of_the_course`: the notebooks, beside the package in a clone or inside it once installed;
- `bound`: the address and port it listens on, bound once and handed to the server as it is: a port that is asked for,
  let go and bound again can be somebody else's in between, so nothing here ever lets go of one;
- `hush`, `quicken_import`, `laboratory_in_preparation`.
"""

from __future__ import annotations

import errno
import logging
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

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
            process.kill()
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


class CannotServe(Exception):
    """A reason not to start; its text is the sentence for the person who asked."""


def bound(host: str, wanted: int, lang: str) -> list[socket.socket]:
    """Listening sockets for every address of `host`, all on the first port that is free from `wanted` on.

    Prints a sentence if that is another port than the one wanted.
    Raises CannotServe if this computer has no such address, or none of the ports is free.
    """
    # The command says what is missing before any of it is imported.
    from tornado.netutil import bind_sockets

    last = min(wanted + PORTS_TRIED, LAST_PORT)
    for port in range(wanted, last + 1):
        try:
            sockets = bind_sockets(port, host, backlog=WAITING)
        # A name that no encoding for host names can write is a ValueError.
        except (OSError, ValueError) as problem:
            if getattr(problem, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise CannotServe(say("serve.bad_host", lang, host=host)) from None
        if port != wanted:
            print(say("serve.port_taken", lang, taken=wanted, port=port), flush=True)
        return sockets
    raise CannotServe(say("serve.no_port", lang, first=wanted, last=last))


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
