"""What holds in every test: a message that a widget cannot read is a fault, unless a test forges it on purpose."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

MESSAGES = logging.getLogger("cardlab.messages")


class Raising(logging.Handler):
    """A log that nobody writes to by mistake."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(f"a widget was sent what it does not hear: {record.getMessage()}")


MESSAGES.addHandler(Raising())


@pytest.fixture(scope="module")
def forged() -> Iterator[None]:
    """In this module messages are forged, so they are refused as they are when somebody learns."""
    MESSAGES.disabled = True
    yield
    MESSAGES.disabled = False
