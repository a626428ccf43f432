"""`Turns`: the work of all pages is done in steps, one in each turn of the event loop, so that nobody waits for two.

Whoever has used the least processor time comes next, however much work others have brought.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import deque
from collections.abc import Callable, Hashable
from contextvars import copy_context
from typing import Final, TypeAlias, TypeVar

Step: TypeAlias = Callable[[], bool]
"""Does a step and raises nothing; whether there is more to do."""
MOST_KNOWN: Final = 1000
Result = TypeVar("Result")


class Turns:
    """The work that waits, by who has brought it. Used in one event loop."""

    def __init__(self) -> None:
        self._work: dict[Hashable, deque[Step]] = {}
        self._used: dict[Hashable, float] = {}
        self._least = 0.0
        """What all have used who are not in `_used`: nobody saves up turns by being quiet."""
        self._context = copy_context()
        self._is_due = False

    def add(self, who: Hashable, step: Step) -> None:
        """Have this done until it is over, the first step at once if nothing else waits."""
        if who not in self._work:
            self._used[who] = max(self._used.get(who, 0.0), self._least)
        self._work.setdefault(who, deque()).append(step)
        if not self._is_due:
            self._go_on()

    async def take(self, who: Hashable, function: Callable[[], Result]) -> Result:
        """What a function returns or raises that is called in a turn."""
        came: asyncio.Future[tuple[Result | None, BaseException | None]] = asyncio.get_running_loop().create_future()

        def step() -> bool:
            if not came.done():
                try:
                    came.set_result((function(), None))
                except BaseException as error:
                    came.set_result((None, error))
            return False

        self.add(who, step)
        result, error = await came
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    def _go_on(self) -> None:
        self._is_due = bool(self._work)
        if not self._work:
            return
        asyncio.get_running_loop().call_soon(self._go_on, context=self._context)
        who = min(self._work, key=self._used.__getitem__)
        steps, self._least = self._work[who], self._used[who]
        step, began = steps.popleft(), time.thread_time()
        # A collection would go through everything that a long message holds, again and again.
        gc.disable()
        try:
            if step():
                steps.append(step)
        finally:
            gc.enable()
            self._used[who] += time.thread_time() - began
            if not steps:
                del self._work[who]
            if len(self._used) > MOST_KNOWN:
                self._used = {one: used for one, used in self._used.items() if used > self._least or one in self._work}
