"""First pictures: what a new session shows, put into the HTML of the page.

So cards are there before the WebSocket is. A first picture depends only on the notebook, the address and the day. A
page has no session until its first message.
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
"""The number of first pictures to keep."""
BURST, RATE = 30, 3
"""The limits of `RateLimit` for making first pictures: each new query needs one, which runs the cells of a page."""


class FirstPictures:
    """The first pictures of a folder of notebooks; `enter` as for `Sessions`."""

    def __init__(self, notebooks: Path, enter: Callable[[str], None]) -> None:
        self._notebooks = notebooks
        self._enter = enter
        self._made: OrderedDict[tuple[Any, ...], FirstPicture] = OrderedDict()
        self._turn = asyncio.Lock()
        self._limit = RateLimit(BURST, RATE)

    async def of(self, path: str, query: str) -> FirstPicture | None:
        """Return a page's first picture with this query; None if too many are asked for."""
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
        """Run the cells of a page, and return what it shows then."""
        session = Session(self._notebooks, path, lambda _: None, query, self._enter)
        await session.run()
        picture = session.first_picture()
        session.close()
        return picture
