"""What a page wishes of a widget, sent without a page."""

import logging
from contextlib import contextmanager


@contextmanager
def forging():
    """Messages are forged here, so they are refused as they are when somebody learns, and do not raise."""
    log = logging.getLogger("cardlab.messages")
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = False


def send(widget, *wishes, **wish):
    """Sends each wish, a message or the name of a deed without more; or one wish, given by its parts."""
    for one in (*wishes, *([wish] if wish else [])):
        widget._hear(widget, {"do": one} if isinstance(one, str) else one, [])
