"""What the one process that hosts are forked from imports first: it ends with the front, also while it still imports.

Nothing happens where anybody else imports this.
"""

import os
import signal
import sys
from typing import Final

FRONT: Final = "CARDLAB_FRONT"
"""The variable of the environment in which the front says who it is: it may be gone before anything is imported."""
LOOKS: Final = 0.5
"""Seconds between two looks whether it is there."""


def _end_with_front(*_: object) -> None:
    if str(os.getppid()) != os.environ[FRONT]:
        os._exit(0)


if any(word.startswith("from multiprocessing.forkserver import main") for word in sys.orig_argv):
    # Like the hosts, it ends when the front does and not before: the front may be starting one.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _end_with_front)
    signal.setitimer(signal.ITIMER_REAL, LOOKS, LOOKS)
