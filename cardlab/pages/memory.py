"""The memory of a process that holds much for long."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

LOW_MEMORY: Final = 512 * 1024**2
"""Bytes; where less is free, and less than a tenth of all, sessions of pages that are away are closed."""


def keep_loaded() -> None:
    """Exempt what is loaded from collections, and have none by itself that goes through all open pages.

    One of them stalled every connection for 0.1 to 0.3 s.
    """
    collect_garbage()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)


def collect_garbage() -> None:
    """Collect garbage, and return free memory to the system."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # not every C library has it
        ctypes.CDLL(None).malloc_trim(0)


class StillHere:
    """What has ended, as far as it is still in memory because its parts hold each other; `most` of it are collected.

    Most goes by itself, and a collection goes through all open pages.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._ended = WeakSet[Any]()

    def add(self, ended: Any) -> None:
        """Note something that has ended."""
        with suppress(TypeError):  # not everything can be watched
            self._ended.add(ended)
        if len(self._ended) >= self._most:
            collect_garbage()


def is_memory_low() -> bool:
    """Return whether the computer has little memory left."""
    import psutil

    memory = psutil.virtual_memory()
    return bool(memory.available < min(memory.total // 10, LOW_MEMORY))
