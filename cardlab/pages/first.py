"""The first picture of a page: what a fresh session shows, written into the HTML, so that cards are there before the socket.

It follows from the notebook, the address and the day alone. A page has no session until its first message.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from cardlab.pagehost.notebooks import code_cells
from cardlab.pages.line import Frame, FrameKind
from cardlab.pages.session import Session

MOST: Final = 256
"""First pictures that are kept."""


@dataclass(frozen=True, slots=True)
class FirstPicture:
    """What a page shows at first: the frames as JSON for a script element, their digest, and the views that draw them."""

    text: str
    digest: str
    views: tuple[str, ...]

    @classmethod
    def of(cls, frames: Sequence[Frame]) -> FirstPicture:
        """The picture of these frames."""
        text = json.dumps(frames, ensure_ascii=False, separators=(",", ":"), default=str).replace("<", "\\u003c")
        views = dict.fromkeys(frame[2] for frame in frames if frame[0] == FrameKind.OPEN)
        return cls(text, hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:20], tuple(views))


class FirstPictures:
    """The first pictures of a folder of notebooks; `enter` as for `Sessions`."""

    def __init__(self, notebooks: Path, enter: Callable[[str], None]) -> None:
        self._notebooks = notebooks
        self._enter = enter
        self._made: OrderedDict[tuple[Any, ...], FirstPicture] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, path: str, query: str) -> FirstPicture:
        """The first picture of a page with the query of its address."""
        file = self._notebooks / path
        key = path, file.stat().st_mtime_ns, query, date.today()
        async with self._turn:
            if key not in self._made:
                self._made[key] = await self._make(path, file, query)
                while len(self._made) > MOST:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key]

    async def _make(self, path: str, file: Path, query: str) -> FirstPicture:
        context = copy_context()
        context.run(self._enter, query)
        session = Session(path, code_cells(file), file.parent, lambda _: None, context)
        await session.run()
        picture = FirstPicture.of(session.line.whole())
        session.close()
        return picture
