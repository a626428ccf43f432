"""The order in which answers are worked out: a first, coarse sample, then what is exact while the sample is refined.

Knows when an answer is begun, given up or forgotten; what the answers are stands in `cardlab.analysis`.
What is sampled is refined while one looks; a change of the position puts an end to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from cardlab.analysis.jobs import PRECISION, Piece, one_by_one, refined
from cardlab.analysis.whatif import Answer
from cardlab.tongits import View
from cardlab.widgets.background import Background

__all__ = ["Work", "share_done"]

LONG: Final[Executor] = ThreadPoolExecutor(max_workers=2, thread_name_prefix="cardlab-exact")
"""Where what is exact is counted if there is no pool: it can take long, and no sample is to wait for it."""
SECONDS_BETWEEN: Final = 0.25
"""A page is not told more often than this how far the sample has come."""


class Work:
    """Everything that is known about one position, and what is under way.

    The exact parts are asked by callables that can be pickled, see `background.Job`.
    `known` holds the parts by name: the exact ones under the names that they are asked by, "options" and "against"
    for the two samples. `changed` is called when there is something new to show.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.known: dict[str, Any] = {}
        self._changed = changed
        self._told = 0.0
        self._exact: Background[Piece] = Background(self._take, self._over, LONG)
        self._samples: dict[str, Background[Piece]] = {
            part: Background(self._take_sample, self._over) for part in ("options", "against")
        }
        self._stopped = False
        self._asked: frozenset[str] = frozenset()
        self._waiting: Mapping[str, Callable[[], Any]] = {}

    @property
    def working(self) -> bool:
        """Whether anything is under way."""
        return bool(self._waiting) or self._exact.working or any(sample.working for sample in self._samples.values())

    def sampling(self, part: str) -> bool:
        """Whether this sample is still being refined."""
        return self._samples[part].working

    def rest(self) -> None:
        """Gives up what is under way; what is known stays."""
        self._waiting = {}
        for background in (self._exact, *self._samples.values()):
            background.stop()

    def forget(self) -> None:
        """Gives everything up: another position is asked about."""
        self.rest()
        self._stopped = False
        self.known.clear()

    def forget_samples(self, *parts: str) -> None:
        """Gives up what was sampled of these parts: another question is asked."""
        self._stopped = False
        for part in parts:
            self._samples[part].stop()
            self.known.pop(part, None)

    def stop(self) -> None:
        """Ends the samples, until another question is asked; what is known of them stays."""
        self._stopped = True
        for sample in self._samples.values():
            sample.stop()
        self._count()

    def ask(
        self, exact: Mapping[str, Callable[[], Any]], view: View | None, other: View | None, *, infer: bool
    ) -> None:
        """Works out what is not known yet: the exact parts, the options in `view`, and those in `other`."""
        for background in (self._exact, *self._samples.values()):
            background.go_on()
        # A pool does first what is begun last, and the options are what is looked at first.
        for part, asked in () if self._stopped else (("against", other), ("options", view)):
            if asked is not None and part not in self.known and not self.sampling(part):
                self._samples[part].begin(partial(refined, part, asked, infer))
        missing = {part: work for part, work in exact.items() if part not in self.known}
        if not self._exact.working or not missing.keys() <= self._asked:
            self._exact.stop()
            self._waiting = missing
        if "options" in self.known or not self.sampling("options"):
            self._count()

    def finish(self, *, sampled: bool = True) -> None:
        """Does all that is under way here and now, the samples too if they are wanted. For programs without a loop."""
        self._count()
        self._exact.finish()
        for sample in self._samples.values() if sampled else ():
            sample.finish()

    def _count(self) -> None:
        """Begins with the exact parts that have waited for the first, coarse sample."""
        missing, self._waiting = self._waiting, {}
        if missing:
            self._asked = frozenset(missing)
            self._exact.begin(partial(one_by_one, missing))

    def _take(self, piece: Piece) -> None:
        part, found = piece
        self.known[part] = found
        self._changed()

    def _take_sample(self, piece: Piece) -> None:
        part, found = piece
        first = part not in self.known
        self.known[part] = found
        now = time.monotonic()
        if first or now - self._told >= SECONDS_BETWEEN:
            self._told = now
            self._changed()
        if part == "options":
            self._count()

    def _over(self) -> None:
        if not self.sampling("options"):
            self._count()
        self._changed()


def share_done(answer: Answer | None) -> float:
    """How far a sample has come on the way to the error wanted, 0 to 1: half the error takes four times the worlds."""
    if answer is None:
        return 0.0
    error = max((option.win.error for option in answer.options), default=0.0)
    return 1.0 if answer.done or not error else min(1.0, (PRECISION / error) ** 2)
