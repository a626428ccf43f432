"""The connection of a page that shows shared state: a table, a board, a class.

That state is kept elsewhere. So the scene begins and ends with the connection, and a page that comes back gets a new
scene. The page then repeats its unconfirmed messages, under the same keys. Its HTML holds a first picture, made by a
scene that is not kept.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from cardlab.pages.connections import LOG, PageConnection
from cardlab.pages.line import FirstPicture, FrameKind, Line
from cardlab.pages.received import Hello, read_message
from cardlab.pages.session import SceneLike

PLACE: Final = "1"
"""The place of the scene, in the only cell of its page."""


def first_picture(scene: SceneLike, line: Line | None = None) -> FirstPicture:
    """Return the first picture of a page with this scene.

    `line`: the page's line, on which the scene is opened too.
    """
    line = line or Line(lambda _: None)
    line.open(PLACE, scene.view, scene.constants, scene.snapshot())
    line.cell(0, [{"place": PLACE}])
    return FirstPicture.of(line.whole())


class SharedConnection(PageConnection):
    """The connection of a page that shows shared state; it is the scene's `page`.

    A subclass defines `refusal` (who is refused), `begin` (the scene) and perhaps `handle` (what a message does).

    - `scene`: None before the page has said hello, and after the end;
    - `key`: identifies the message that is being handled; a repeated message has the same key.
    """

    def initialize(self, **attributes: Any) -> None:
        super().initialize(**attributes)
        self.scene: SceneLike | None = None
        self.key = ""
        self._line = Line(self.send_message)
        self._hello: Hello | None = None
        self._drawing: asyncio.TimerHandle | None = None

    async def begin(self) -> SceneLike:
        """Return the new scene, subscribed so that it misses no later event."""
        raise NotImplementedError

    async def handle(self, content: Any) -> None:
        """Handle a message; it is confirmed on return, after the new picture."""
        if self.scene is not None:
            self.scene.receive(content)

    async def greet(self, hello: Hello) -> None:
        if not (8 <= len(hello.page) <= 60 and hello.page.isascii()):
            self.abort()
        elif self._hello is None:
            self._hello = hello
            if (before := self.application.pages.get(hello.page)) is not None:
                before.abort()  # the page has repeated on this connection what is still under way on the old one
            self.application.pages[hello.page] = self
            self.scene = scene = await self.begin()
            scene.page = self
            if self._is_over:
                self.on_end(left=False)  # the first call found no scene yet
                return
            self.send_message([FrameKind.HERE, {"session": hello.page, "fresh": True, "received": 0, "shared": True}])
            first = first_picture(scene, self._line)
            # A page that was connected before no longer shows the first picture of its HTML.
            self._line.resume() if hello.first == first.digest and not hello.session else self._line.hello()

    async def hear(self, message: str) -> None:
        if self.scene is None or (read := read_message(message)) is None:
            self.abort()
            return
        number, place, content = read
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
        """Draw after a delay, instead of at the time set by an earlier call."""
        self._cancel()
        self._drawing = asyncio.get_running_loop().call_later(seconds, self.draw)

    def send(self, content: Any) -> None:
        """Send a content to the page once, apart from the snapshot."""
        self._line.once(PLACE, content)

    def draw(self) -> None:
        """Send the scene's new snapshot now."""
        self._cancel()
        if self.scene is None:
            return
        try:
            self._line.state(PLACE, self.scene.snapshot())
        except Exception as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Log the exception; the page learns only that something failed."""
        LOG.error("%s: %s", self.request.path, error, exc_info=error)
        self._line.send([FrameKind.OUTPUT, {"error": "failed"}])

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
