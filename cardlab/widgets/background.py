"""Work in the background of a page: piece by piece, in a thread so that the page stays awake; only the newest counts.

Knows how pieces are done one after the other and how they are given up; knows neither what they are nor any page.
A piece is done in a thread; what it gives is handed over on the loop that the work was begun from, never after a stop.
What is long and is given up ends at the next place where it asks whether it is still wanted (`analysis.wanted`).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any, Final, Generic, TypeVar

from cardlab.analysis.wanted import NotWanted, until

__all__ = ["Background"]

Piece = TypeVar("Piece")
_NO_MORE: Final = object()


class Background(Generic[Piece]):
    """One piece of work at a time; what is begun anew takes the place of what was going on.

    - `take`: is given each result, in order;
    - `end`: is called when the last one was taken, and also when a piece fails, which is then raised;
    - `executor`: whose threads do the work, those of the loop if none is given. What takes long has its own, so that
      what is quick need not wait for it.

    A callback of a widget runs in a loop: in the main thread under Voilà, in one of its own in JupyterLab.
    That loop is asked for when the work begins. Where there is none nothing runs, and `finish` does the work at once.
    """

    def __init__(
        self, take: Callable[[Piece], None], end: Callable[[], None], executor: Executor | None = None
    ) -> None:
        self._take = take
        self._end = end
        self._executor = executor
        self._pieces: Iterator[Piece] | None = None
        self._task: asyncio.Task[None] | None = None
        self._given_up = threading.Event()

    @property
    def working(self) -> bool:
        """Whether there is something left to do."""
        return self._pieces is not None

    def begin(self, pieces: Iterator[Piece]) -> None:
        """Gives up what was going on and begins with these pieces."""
        self.stop()
        self._given_up = threading.Event()
        self._pieces = pieces
        self.go_on()

    def go_on(self) -> None:
        """Goes on with what was begun where there was no loop, if there is one now."""
        if self._pieces is None or self._task is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(self._pieces, self._given_up))

    def stop(self) -> None:
        """Gives up what is going on; its results so far stay, and nothing follows."""
        self._given_up.set()
        task, self._task, self._pieces = self._task, None, None
        if task is not None and not task.done():
            loop = task.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

    def finish(self) -> None:
        """Does all that is left, here and now. For programs without a loop."""
        pieces = self._pieces
        if pieces is None:
            return
        try:
            while pieces is self._pieces:
                self._hand_over(pieces, next(pieces, _NO_MORE))
        except Exception:
            self._over(pieces)
            raise

    async def _run(self, pieces: Iterator[Piece], given_up: threading.Event) -> None:
        def piece() -> Any:
            with until(given_up):
                return next(pieces, _NO_MORE)

        try:
            while pieces is self._pieces:
                self._hand_over(pieces, await _aside(piece, self._executor))
                await asyncio.sleep(0)
        except NotWanted:
            return
        except Exception:
            self._over(pieces)
            raise

    def _hand_over(self, pieces: Iterator[Piece], given: Any) -> None:
        if pieces is not self._pieces:
            return
        if given is _NO_MORE:
            self._over(pieces)
        else:
            self._take(given)

    def _over(self, pieces: Iterator[Piece]) -> None:
        if pieces is self._pieces:
            self._pieces = self._task = None
            self._end()


async def _aside(work: Callable[[], Any], executor: Executor | None) -> Any:
    """Does something in a thread, or here where threads cannot be started."""
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    except RuntimeError as refused:
        if "thread" not in str(refused):
            raise
        return work()
