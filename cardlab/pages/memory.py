"""Garbage collection in processes that hold much for long."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def collect_garbage() -> None:
    """Collect garbage, return free memory to the system, and exempt what is left from later collections.

    Later collections would go through all open pages and loaded modules, and stall every connection for 0.1 s.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):  # not every C library has it
        ctypes.CDLL(None).malloc_trim(0)
