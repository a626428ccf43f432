"""Free the memory of a process that holds many sessions for a long time, and notice when it runs low."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

LOW_MEMORY: Final = 512 * 1024**2
"""Bytes of free memory below which sessions of absent pages may be closed."""


def keep_loaded() -> None:
    """Exempt all loaded objects from garbage collection; prevent full collections.

    A full collection goes through all open pages; it stalled every connection for 0.1 to 0.3 s.
    """
    collect_garbage()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)


def collect_garbage() -> None:
    """Collect garbage, and return free memory to the system."""
    import ctypes  # slow to load, and no page waits for it here

    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # not every C library has it
        ctypes.CDLL(None).malloc_trim(0)


class StillHere:
    """Ended objects that are still in memory because their parts refer to each other.

    If there are `most` of them, garbage is collected. That is rare, because a collection goes through all open pages.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._ended = WeakSet[Any]()

    def add(self, ended: Any) -> None:
        with suppress(TypeError):  # not everything can be watched
            self._ended.add(ended)
        if len(self._ended) >= self._most:
            collect_garbage()


def is_memory_low() -> bool:
    """Return whether free memory is below both `LOW_MEMORY` and a tenth of all."""
    import psutil

    memory = psutil.virtual_memory()
    return bool(memory.available < min(memory.total // 10, LOW_MEMORY))
