"""What the servers do at their start.

- `default_notebooks`: finds the notebooks;
- `bind`: binds a free port;
- `configure_logging`, `skip_slow_import`.
"""

from __future__ import annotations

import errno
import logging
import re
import socket
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.phrasing.prose import renew_clone

MOST_KINDS: Final = 1000
_COUNTS: Final = Counter[str]()
"""How often each error was there."""
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


def skip_slow_import() -> None:
    """Skip a grammar that jsonschema builds for four seconds, for a format that no Jupyter schema has."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def configure_logging(verbose: bool) -> None:
    """Log errors in one line each, or everything with --verbose."""
    if verbose:
        logging.basicConfig(level=logging.INFO)
        return
    logging.captureWarnings(True)
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    handler.addFilter(_passes)
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)


def _passes(record: logging.LogRecord) -> bool:
    """Let the first error of a kind pass, then the 10th, the 100th and so on, with its number: no disk is filled."""
    reason = record.exc_info[1] if record.exc_info else record.args[-1:] if isinstance(record.args, tuple) else ""
    kind = f"{record.msg} {reason}"
    _COUNTS[kind] += 1
    count = _COUNTS[kind]
    if count > 1:
        record.msg = f"{record.msg} ({count} ×)"
    if len(_COUNTS) > MOST_KINDS:
        _COUNTS.clear()
    return str(count).rstrip("0") == "1"


class _OneLine(logging.Formatter):
    """An error as one sentence, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage().partition("\n")[0].partition(": {")[0]
        error = str(record.exc_info[1]).strip().rpartition("\n")[2] if record.exc_info else ""
        return f"Problem: {text}" if error in text else f"Problem: {text} ({_COLOURS.sub('', error)})"


# The port


PORTS_TRIED: Final = 50
LAST_PORT: Final = 65535
BACKLOG: Final = 1024
"""Connections that wait to be accepted: a class opens its pages in the same second."""


class CannotServe(Exception):
    """The server cannot start; the text is a sentence for the user."""


def bind(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets for every address of `host`, on the first free port from `port` on.

    The server gets the sockets themselves: a port that is closed and bound again may be taken in between.
    Prints a sentence if another port is used. Raises CannotServe for a bad host, or if no port is free.
    """
    # The command reports missing packages before any is imported.
    from tornado.netutil import bind_sockets

    last = min(port + PORTS_TRIED, LAST_PORT)
    for candidate in range(port, last + 1):
        try:
            sockets = bind_sockets(candidate, host, backlog=BACKLOG)
        # A host name that cannot be encoded raises ValueError.
        except (OSError, ValueError) as problem:
            if getattr(problem, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise CannotServe(f"This computer cannot listen on the address {host}.") from None
        if candidate != port:
            print(f"Port {port} is taken, so the course uses port {candidate}.", flush=True)
        return sockets
    raise CannotServe(f"There is no free port from {port} to {last}; choose another one with --port.")


# The notebooks


COPY: Final = "cardlab-course"
"""The default folder of the learner's copy."""

PACKAGE: Final = Path(__file__).resolve().parents[1]


def is_course(folder: Path) -> bool:
    """Whether a folder contains `index.ipynb` in the folder of a language."""
    return any((folder / lang / "index.ipynb").is_file() for lang in LANGUAGES)


def clone() -> Path | None:
    """Return the folder of the clone that the package lies in, or None if it is installed."""
    return PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None


def course_notebooks() -> Path:
    """Return the notebooks of the course: inside the package, or in a clone beside it, translated anew if need be."""
    return renew_clone() or PACKAGE / "notebooks"


def default_notebooks() -> Path:
    """Return `notebooks` in the working directory if a course is in it, else those of the course."""
    return here if is_course(here := Path.cwd() / "notebooks") else course_notebooks()
