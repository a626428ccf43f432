"""`SharedConnection`: the line of a page whose scene looks at what other pages look at too: a table, a board, a class.

What it looks at is kept elsewhere. So its scene begins and ends with the connection, and who has one is there; a page
that comes back gets a new scene. What it had said and what was not confirmed it says again, by the same key.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from cardlab.pages.connections import LOG, PageConnection
from cardlab.pages.line import FrameKind, Line
from cardlab.pages.received import Hello, read_hello, read_message
from cardlab.pages.session import SceneLike

PLACE: Final = "1"
"""The place of the scene, in the only cell of its page."""


class SharedConnection(PageConnection):
    """The line of such a page, and the `page` of its scene.

    A subclass says in `refusal` who is refused, in `begin` which scene it is, and what a message comes to in `handle`.

    - `scene`: None before the page has said hello, and after the end;
    - `key`: of the message that is being handled: the same for one that is said again.
    """

    MAX_MESSAGE: ClassVar[int] = 64 * 1024
    OVER: ClassVar[Any] = ([FrameKind.OVER],)

    def initialize(self, **attributes: Any) -> None:
        super().initialize(**attributes)
        self.scene: SceneLike | None = None
        self.key = ""
        self._line = Line(self.send_message)
        self._hello: Hello | None = None
        self._drawing: asyncio.TimerHandle | None = None

    async def begin(self) -> SceneLike:
        """Make the scene. No event may be missed between its making and the end of this."""
        raise NotImplementedError

    async def handle(self, content: Any) -> None:
        """Handle a message; it is confirmed when this ends, after the picture that follows from it."""
        if self.scene is not None:
            self.scene.receive(content)

    def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        self.application.connections.add(self)

    async def receive(self, message: str | bytes) -> None:
        if message == f'["{FrameKind.LEAVE}"]':
            self.end(left=True)
        elif isinstance(message, str) and message.startswith("{"):
            await self._begin(read_hello(message))
        elif self.scene is not None and isinstance(message, str) and (read := read_message(message)):
            await self._answer(*read)
        else:
            self.abort()

    async def _begin(self, hello: Hello | None) -> None:
        if hello is None or not (8 <= len(hello.page) <= 60 and hello.page.isascii()):
            self.abort()
        elif self._hello is None:
            self._hello = hello
            if (before := self.application.pages.get(hello.page)) is not None:
                before.abort()  # what still comes over a lost line has been said again on this one
            self.application.pages[hello.page] = self
            self.scene = scene = await self.begin()
            scene.page = self
            if self._is_over:
                self.on_end(left=False)  # which found no scene yet
                return
            self.send_message([FrameKind.HERE, {"session": hello.page, "fresh": True, "received": 0, "shared": True}])
            self._line.open(PLACE, scene.view, scene.constants, scene.snapshot())
            self._line.cell(0, [{"place": PLACE}])
            self._line.hello()

    async def _answer(self, number: int, place: str, content: Any) -> None:
        if self._line.is_new(number) and place == PLACE and self._hello is not None:
            self.key = f"{self._hello.page}:{number}"
            try:
                await self.handle(content)
            except Exception as error:
                self.fail(error)
        self.draw()
        self._line.done(number)

    # As the page of the scene

    def changed(self, seconds: float = 0.0) -> None:
        """Draw after these seconds, once for everything until then; an earlier drawing replaces it."""
        self._cancel()
        self._drawing = asyncio.get_running_loop().call_later(seconds, self.draw)

    def send(self, content: Any) -> None:
        """Send something once, beside the picture."""
        self._line.once(PLACE, content)

    def draw(self) -> None:
        """Draw now."""
        self._cancel()
        if self.scene is None:
            return
        try:
            self._line.state(PLACE, self.scene.snapshot())
        except Exception as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Log the exception; the page learns that there was one."""
        LOG.error("%s: %s", self.request.path, error, exc_info=error)
        self._line.send([FrameKind.OUTPUT, {"error": "failed"}])

    def send_message(self, message: list[Any]) -> None:
        self.say(message)

    def _cancel(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None

    def on_end(self, *, left: bool) -> None:
        self._cancel()
        if self.scene is not None:
            self.scene.suspend()
            self.scene.page = None
            self.scene = None
