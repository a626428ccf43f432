"""The first picture of a page: what a fresh session shows, in the HTML, so that cards are there before the socket.

It follows from the notebook, the address and the day alone. A page has no session until its first message.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

from cardlab.pages.connections import RateLimit
from cardlab.pages.line import FirstPicture
from cardlab.pages.session import Session

MOST: Final = 256
"""First pictures that are kept."""
BURST, RATE = 30, 3
"""How many may be made at once, and then in a second: each runs the cells, and an address may ask for anything."""


class FirstPictures:
    """The first pictures of a folder of notebooks; `enter` as for `Sessions`."""

    def __init__(self, notebooks: Path, enter: Callable[[str], None]) -> None:
        self._notebooks = notebooks
        self._enter = enter
        self._made: OrderedDict[tuple[Any, ...], FirstPicture] = OrderedDict()
        self._turn = asyncio.Lock()
        self._limit = RateLimit(BURST, RATE)

    async def of(self, path: str, query: str) -> FirstPicture | None:
        """The first picture of a page with the query of its address; None while too many are asked for."""
        file = self._notebooks / path
        key = path, file.stat().st_mtime_ns, query, date.today()
        async with self._turn:
            if key not in self._made:
                if self._limit.is_over():
                    return None
                self._made[key] = await self.make(path, query)
                while len(self._made) > MOST:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key]

    async def make(self, path: str, query: str) -> FirstPicture:
        """Make the first picture of a page anew."""
        session = Session(self._notebooks, path, lambda _: None, query, self._enter)
        await session.run()
        picture = session.first_picture()
        session.close()
        return picture
