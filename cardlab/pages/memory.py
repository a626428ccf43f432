"""The memory of a process that holds much for long."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Final

LOW_MEMORY: Final = 512 * 1024**2
"""Bytes; where less is free, and less than a tenth of all, sessions of pages that are away are closed."""


def collect_garbage() -> None:
    """Collect garbage, return free memory to the system, and exempt what is left from later collections.

    Later collections would go through all open pages and loaded modules, and stall every connection for 0.1 s.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):  # not every C library has it
        ctypes.CDLL(None).malloc_trim(0)


def is_memory_low() -> bool:
    """Return whether the computer has little memory left."""
    import psutil

    memory = psutil.virtual_memory()
    return bool(memory.available < min(memory.total // 10, LOW_MEMORY))
