"""What several commands share: the notebooks, a free port, process settings."""

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
from cardlab.terminal import Unusable

MOST_KINDS: Final = 1000
_COUNTS: Final = Counter[str]()
"""How often each error has occurred."""
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


def skip_slow_import() -> None:
    """Skip a grammar that jsonschema would build for four seconds and never use."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def configure_logging(verbose: bool) -> None:
    """Log errors in one line each, or everything if `verbose`."""
    if verbose:
        logging.basicConfig(level=logging.INFO)
        return
    logging.captureWarnings(True)
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    handler.addFilter(_passes)
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)


def _passes(record: logging.LogRecord) -> bool:
    """Return whether to log an error: only the 1st, 10th, 100th … of its kind.

    The message of a repeated error gets its count.
    """
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
"""The number of connections that may wait to be accepted: a class opens its pages in the same second."""


def bind(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets for `host` on the first free port from `port` on.

    The server gets the sockets themselves: a port that is closed and bound again may be taken in between.
    Prints a sentence if another port is used. Raises Unusable for a bad host, or if no port is free.
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
            raise Unusable(f"This computer can't use the address {host}.") from None
        if candidate != port:
            print(f"Port {port} is taken, so the course uses port {candidate}.", flush=True)
        return sockets
    raise Unusable(f"No port from {port} to {last} is free. Choose another one with --port.")


# The notebooks


COPY: Final = "cardlab-course"
"""The default folder of the learner's copy."""

PACKAGE: Final = Path(__file__).resolve().parents[1]


def is_course(folder: Path) -> bool:
    """Return whether a folder contains an `index.ipynb` in the folder of a language."""
    return any((folder / lang / "index.ipynb").is_file() for lang in LANGUAGES)


def clone() -> Path | None:
    """Return the folder of the clone that contains this package; None if installed."""
    return PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None


def course_notebooks() -> Path:
    """Return the folder of the course's notebooks, with translations up to date."""
    return renew_clone() or PACKAGE / "notebooks"


def default_notebooks() -> Path:
    """Return the course in the working directory's `notebooks`, or the package's own."""
    own = course_notebooks()  # first, because the working directory may be the clone
    return here if is_course(here := Path.cwd() / "notebooks") else own
