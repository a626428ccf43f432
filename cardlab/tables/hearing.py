"""What other servers on the same PostgreSQL have written: heard on a connection and in a thread of its own.

That connection is taken up again when it is lost.
What was said meanwhile is not said again, so whenever it is there anew every log is told once with its end.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Final

from psycopg import AsyncConnection, Error

from cardlab.tables.database import CHANNEL, LOGGER, PostgreSQL

_PAUSE: Final = 1.0
"""How many seconds pass before the next try."""


class Hearing:
    """Hears until it is closed; `heard` is called in a thread of its own, with a log and where it ends."""

    def __init__(self, database: PostgreSQL, heard: Callable[[str, int], None]) -> None:
        self._database = database
        self._heard = heard
        self._stop: Callable[[], object] = lambda: None
        self._is_closed = False
        self._is_there = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cardlab-hearing", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Returns when nothing is heard any more."""
        self._is_closed = True
        self._is_there.wait()
        self._stop()
        self._thread.join()

    def _run(self) -> None:
        # psycopg cannot wait in the loop that Windows would choose.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            loop = runner.get_loop()
            hearing = loop.create_task(self._hear())
            self._stop = lambda: loop.call_soon_threadsafe(hearing.cancel)
            self._is_there.set()
            runner.run(_ended(hearing))

    async def _hear(self) -> None:
        while True:
            try:
                async with await AsyncConnection.connect(**self._database.arguments, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    ends = await connection.execute("SELECT log, max(seq) FROM cardlab_log GROUP BY log")
                    for log, last in await ends.fetchall():
                        self._heard(log, last)
                    async for note in connection.notifies():
                        name, last, log = note.payload.split(" ", 2)
                        if name != self._database.name:
                            self._heard(log, int(last))
            except (Error, OSError) as problem:
                LOGGER.info("listening: %s", self._database.told(problem))
            await asyncio.sleep(_PAUSE)


async def _ended(hearing: asyncio.Task[None]) -> None:
    await asyncio.wait([hearing])
