"""Paths that a person has named: whatever is wrong with one is an OSError, so that it is told in a sentence.

Knows names and links; opens and writes nothing.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

__all__ = ["file_at", "file_behind"]


def file_at(path: str | os.PathLike[str]) -> Path:
    """The path as it was named. Raises OSError for a name that no file can have: with NUL, or half a character."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise _error(errno.EINVAL, path)
    return Path(path)


def file_behind(path: str | os.PathLike[str]) -> Path:
    """The path without links in it; what is written there replaces the file and not a link to it.

    Raises OSError for a name that no file can have, and for a link that leads back to itself.
    """
    # What Path.resolve does with such a link differs from one Python to the next.
    target = Path(os.path.realpath(file_at(path)))
    if target.is_symlink():
        raise _error(errno.ELOOP, path)
    return target


def _error(number: int, path: str | os.PathLike[str]) -> OSError:
    return OSError(number, os.strerror(number), os.fspath(path))
