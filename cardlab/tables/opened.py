"""The tables of a server, opened when they are asked for first: the hub with its store, and the tournaments on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from cardlab.pagehost.pages import settle
from cardlab.tables.entries import CannotOpen, StoreTrouble
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub

LOG: Final = logging.getLogger("cardlab.tables")


class OpenTables:
    """The tables of a server; `opening` gives the hub, and raises CannotOpen for a log that cannot be opened."""

    def __init__(self, opening: Callable[[], Awaitable[Hub]]) -> None:
        self._opening = opening
        self._hub: asyncio.Future[Hub] | None = None
        self._trouble = ""
        self._hall: Hall | None = None

    async def hub(self) -> Hub:
        """The hub. Raises what opening it raises; the next one who asks tries again."""
        if self._hub is None:
            self._hub = asyncio.ensure_future(self._begun())
            self._hub.add_done_callback(self._opened)
        return await asyncio.shield(self._hub)

    async def hall(self) -> Hall:
        """The tournaments, opened with the hub; raises as `hub` does."""
        await self.hub()
        assert self._hall is not None
        return self._hall

    @property
    def now(self) -> tuple[Hub, Hall] | None:
        """The hub and the tournaments, if they have been asked for before and could be opened."""
        found = self._hub
        is_open = found is not None and found.done() and not found.cancelled() and found.exception() is None
        return (found.result(), self._hall) if found is not None and is_open and self._hall is not None else None

    def open_early(self) -> None:
        """Opens the hub beside everything else, and reads what the last day's tables are, so that nobody waits."""
        self._early = asyncio.ensure_future(self._opened_early())

    async def close(self) -> None:
        """Closes the hub and its store, if they were opened."""
        if self._hub is not None:
            with suppress(Exception):
                hub = await self._hub
                if self._hall is not None:
                    self._hall.close()
                await hub.close()
                await hub.store.close()

    async def _begun(self) -> Hub:
        """The hub, and the tournaments that were going on there lately."""
        hub = await self._opening()
        hall = Hall(hub)
        try:
            await hall.start()
        except Exception:
            await hub.close()
            await hub.store.close()
            raise
        self._hall = hall
        settle()
        return hub

    def _opened(self, hub: asyncio.Future[Hub]) -> None:
        """Says why the hub could not be opened: once, however often it is tried."""
        trouble = None if hub.cancelled() else hub.exception()
        if trouble is not None:
            self._hub = None
            if str(trouble) != self._trouble:
                LOG.error("the log of the tables: %s", trouble)
        self._trouble = "" if trouble is None else str(trouble)

    async def _opened_early(self) -> None:
        with suppress(CannotOpen, StoreTrouble):  # it has been said
            await (await self.hub()).recall()
