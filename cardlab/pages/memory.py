"""The memory of a process that holds much for long."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Final

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


def is_memory_low() -> bool:
    """Return whether the computer has little memory left."""
    import psutil

    memory = psutil.virtual_memory()
    return bool(memory.available < min(memory.total // 10, LOW_MEMORY))
