"""Garbage collection in processes that hold much for long."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


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
