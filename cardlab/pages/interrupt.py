"""Ends code that runs too long, so that one page doesn't keep others waiting.

The processor time of the thread counts, so that a busy computer ends nothing; code that only sleeps is ended after
three times as long. Only the main thread can be interrupted, and only where the system has interval timers: not on
Windows.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SECONDS: Final = 2.0
"""The most seconds of processor time for a cell or a message."""
PATIENCE: Final = 3
"""Code that only waits may take this many times as long."""
CHECK: Final = 0.5
"""Seconds between two looks at code that has run for `SECONDS`."""


class TookTooLong(BaseException):
    """Raised inside code that runs too long; `except Exception` doesn't catch it."""


@contextmanager
def at_most(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TookTooLong in the code of the `with` block after so many seconds."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    began, used, is_over = time.monotonic(), time.thread_time(), False

    def look(*_: object) -> None:
        if is_over:
            return
        if time.thread_time() - used >= seconds or time.monotonic() - began >= PATIENCE * seconds:
            raise TookTooLong(f"ended after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, seconds, CHECK)
    try:
        yield
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
