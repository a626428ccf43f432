"""The tables of a server, opened when they are asked for first: the hub with its store, and the tournaments on it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cardlab.pagehost.pages import settle
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub
from cardlab.tables.logs import LOG
from cardlab.tables.store import Store, default_file


class OpenTables:
    """The tables of a server, with their log in a file, or where it is kept by default.

    `now`: the tournaments with their hub, once somebody has asked for them and they could be opened.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.now: Hall | None = None
        self._file = file
        self._turn = asyncio.Lock()
        self._trouble = ""

    async def hall(self) -> Hall:
        """The tournaments. Raises CannotOpen or StoreTrouble where there are none; who asks next tries again."""
        async with self._turn:
            if self.now is None:
                try:
                    self.now = await self._begun()
                except Exception as trouble:
                    if str(trouble) != self._trouble:  # it is said once, however often it is tried
                        LOG.error("the log of the tables: %s", trouble)
                    self._trouble = str(trouble)
                    raise
            return self.now

    async def hub(self) -> Hub:
        """The tables; raises as `hall` does."""
        return (await self.hall()).hub

    async def close(self) -> None:
        """Closes the hub and its store, if they were opened."""
        if self.now is not None:
            await self.now.hub.close()
            await self.now.hub.store.close()

    async def _begun(self) -> Hall:
        """The hub, and the tournaments that were going on there lately."""
        hub = Hub(await Store.open(self._file or default_file()))
        hall = Hall(hub)
        try:
            await hall.start()
        except Exception:
            await hub.close()
            await hub.store.close()
            raise
        settle()
        return hall
