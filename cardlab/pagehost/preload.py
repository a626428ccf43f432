"""Imported first by the fork server, from which hosts are forked: it exits with the front, even while it imports.

Importing it anywhere else does nothing.
"""

import os
import signal
import sys
from typing import Final

FRONT: Final = "CARDLAB_FRONT"
"""The environment variable with the process id of the front, which may have exited before this is imported."""
CHECK_INTERVAL: Final = 0.5
"""Seconds."""


def _exit_with_front(*_: object) -> None:
    if str(os.getppid()) != os.environ[FRONT]:
        os._exit(0)


if any(word.startswith("from multiprocessing.forkserver import main") for word in sys.orig_argv):
    # As in `channel`: a signal to all processes must not end this one before the front, which may be starting a host.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _exit_with_front)
    signal.setitimer(signal.ITIMER_REAL, CHECK_INTERVAL, CHECK_INTERVAL)
