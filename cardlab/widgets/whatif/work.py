"""The computing of answers about a position, in the background.

A sample is coarse at first and then refined; exact parts wait until the options can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from cardlab.analysis.jobs import COMPARED, OPTIONS, PRECISION, Piece, one_by_one
from cardlab.analysis.whatif import Answer
from cardlab.widgets.background import Background, Job

LONG: Final[Executor] = ThreadPoolExecutor(max_workers=2, thread_name_prefix="cardlab-exact")
"""Threads for exact parts: they can take long, and no sample must wait for them."""
SECONDS_BETWEEN: Final = 0.25
"""The shortest interval between two updates of the sample, in seconds."""


class Work:
    """The results about one position, and the work in progress.

    `results` holds them by name: the exact parts, and the sample under `OPTIONS`. `changed` is called when there is
    something new to show.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.results: dict[str, Any] = {}
        self._changed = changed
        self._last_shown = 0.0
        self._exact: Background[Piece] = Background(self._receive, self._over, LONG)
        self._sample: Background[Piece] = Background(self._receive_sample, self._over)
        self._stopped = False
        self._requested: frozenset[str] = frozenset()
        self._pending: Mapping[str, Callable[[], Any]] = {}

    @property
    def working(self) -> bool:
        """Whether anything is in progress."""
        return bool(self._pending) or self._exact.working or self._sample.working

    @property
    def sampling(self) -> bool:
        """Whether the sample is being refined."""
        return self._sample.working

    def cancel(self) -> None:
        """Stop the work; results stay."""
        self._pending = {}
        self._exact.stop()
        self._sample.stop()

    def reset(self) -> None:
        """Stop the work and drop the results, for another position."""
        self.cancel()
        self._stopped = False
        self.results = {}

    def stop(self) -> None:
        """End the sample until another position is set; its results stay."""
        self._stopped = True
        self._sample.stop()

    def request(self, exact: Mapping[str, Callable[[], Any]], sample: Job[Piece] | None) -> None:
        """Compute the missing exact parts, and the sample if one is given.

        `exact`: functions without arguments, by the name under which their result is put into `results`.
        """
        self._exact.go_on()
        self._sample.go_on()
        if sample and OPTIONS not in self.results and not self._stopped and not self.sampling:
            self._sample.begin(sample)
        missing = {part: work for part, work in exact.items() if part not in self.results}
        if not self._exact.working or not missing.keys() <= self._requested:
            self._exact.stop()
            self._pending = missing
        if OPTIONS in self.results or not self.sampling:
            self._start_exact()

    def finish(self, *, sampled: bool = True) -> None:
        """Finish the work at once; the sample only if `sampled`."""
        self._start_exact()
        self._exact.finish()
        if sampled:
            self._sample.finish()

    def _start_exact(self) -> None:
        """Start the pending exact parts."""
        missing, self._pending = self._pending, {}
        if missing:
            self._requested = frozenset(missing)
            self._exact.begin(partial(one_by_one, missing))

    def _receive(self, piece: Piece) -> None:
        part, result = piece
        self.results[part] = result
        self._changed()

    def _receive_sample(self, piece: Piece) -> None:
        part, result = piece
        if part == COMPARED:
            self._start_exact()
            return
        first = part not in self.results
        self.results[part] = result
        now = time.monotonic()
        if first or now - self._last_shown >= SECONDS_BETWEEN:
            self._last_shown = now
            self._changed()

    def _over(self) -> None:
        if not self.sampling:
            self._start_exact()
        self._changed()


def share_done(answer: Answer | None) -> float:
    """Return the progress of a sample to its target error, from 0 to 1 (reached).

    Half the error takes four times the worlds.
    """
    if answer is None:
        return 0.0
    error = max((option.win.error for option in answer.options), default=0.0)
    return 1.0 if answer.done or not error else min(1.0, (PRECISION / error) ** 2)
