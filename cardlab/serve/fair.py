"""A fair start: how long it takes to a page and back, and how much later a near page is told what a far one waits for.

No clock and no socket in here: whoever measures says what time it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

MOST: Final = 0.15
"""Nobody is told later by more than so many seconds, however slow the other line is."""
KEPT: Final = 4
"""So many measures are kept: a page that was busy once is not far away."""


class RoundTrip:
    """How long it takes to a page and back: the shortest of the latest measures, in seconds; 0 before the first.

    >>> way = RoundTrip()
    >>> mark = way.asked(10.0)
    >>> way.answered(mark, 10.08)
    >>> round(way.seconds, 3)
    0.08
    """

    def __init__(self) -> None:
        self._asked: dict[bytes, float] = {}
        self._found: deque[float] = deque(maxlen=KEPT)
        self._number = 0

    def asked(self, now: float) -> bytes:
        """The page is asked at this time; it has to send back what is given here."""
        self._number += 1
        mark = str(self._number).encode()
        self._asked = {mark: now}
        return mark

    def answered(self, mark: bytes, now: float) -> None:
        """The page has sent this back; what it was not asked, or too long ago, says nothing."""
        begun = self._asked.pop(mark, None)
        if begun is not None:
            self._found.append(max(0.0, now - begun))

    @property
    def seconds(self) -> float:
        """How long it takes there and back."""
        return min(self._found, default=0.0)


def held_back(own: float, others: Iterable[float]) -> float:
    """How many seconds later a page is told, so that it hears when the slowest does; both are there and back.

    >>> held_back(0.01, (0.01, 0.11)), held_back(0.11, (0.01, 0.11)), held_back(0.0, (2.0,))
    (0.05, 0.0, 0.15)
    """
    return min(MOST, max(0.0, (max(others, default=own) - own) / 2))
