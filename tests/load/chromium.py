"""The same pages in a real Chromium: when the first widget is drawn, when it has answered a press, and every byte.

All times are the page's own, from the address on.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import psutil

from tests.load.line import HOST
from tests.load.servers import Running
from tests.load.visits import PATIENCE, Lost

# With a window around each page, as a learner has it, where there is a choice.
CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HOST}",
)
_CARD: Final = ("plain('.cardlab-option')", "plain('.cardlab-option[aria-selected=true]')")
_LESSON: Final = {
    "melds": _CARD,
    "stacks": _CARD,
    "whatif": ("plain('.cardlab-tools button, .cardlab-button')", "true"),
    "play-tongits": ("plain('.cardlab-button')", "true"),
}
_COUNTED: Final = "/pressed \\d/.test(words())"
_PEER: Final = {"panel": ("deep('button.bk-btn')", _COUNTED), "solara": ("plain('button.v-btn')", _COUNTED)}
_WATCH: Final = """
(() => {
  if (location.hostname !== "HOST") return;
  const hosts = (root) => [...root.querySelectorAll("*")].filter((one) => one.shadowRoot);
  const every = (root) => [root, ...hosts(root).flatMap((one) => every(one.shadowRoot))];
  const deep = (selector) => every(document).map((root) => root.querySelector(selector)).find(Boolean);
  const plain = (selector) => document.querySelector(selector);
  const words = () => [...every(document), document.body].map((root) => root?.textContent ?? "").join(" ");
  let pressed = -Infinity;
  const look = () => {
    const now = performance.now();
    const first = document.body && FIND;
    if (first && !window.loadDrawn) window.loadDrawn = now;
    if (first && pressed > 0 && ANSWERED) return void window.loadSeen(window.loadDrawn, now);
    if (first && now - pressed > 1000) {
      pressed = now;
      first.click();
    }
    // Often enough for what is measured, and seldom enough not to be what is measured.
    setTimeout(look, 15);
  };
  look();
})();
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page showed: seconds from the address until the first widget was drawn, and until it had answered."""

    drawn: float
    answered: float


@dataclass(slots=True)
class Browser:
    """A running Chromium."""

    chromium: Any

    async def fresh(self, here: Running, lesson: str = "melds") -> _Tab:
        """An empty tab with a fresh context, ready for this lesson of this server."""
        context = await self.chromium.new_context(viewport={"width": 1280, "height": 900})
        find, answered = _PEER.get(here.subject.name) or _LESSON[lesson]
        script = _WATCH.replace("HOST", HOST).replace("FIND", find).replace("ANSWERED", answered)
        await context.add_init_script(script)
        tab = _Tab(context, await context.new_page(), here.address(lesson))
        await context.expose_binding("loadSeen", lambda _source, *times: tab.seen.put_nowait(times))
        return tab

    @property
    def cpu(self) -> float:
        """The CPU seconds that the browser and its driver have used so far."""
        used = 0.0
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if any(part in process.name().lower() for part in ("chrom", "node")):
                    times = process.cpu_times()
                    used += times.user + times.system + times.children_user + times.children_system
        return used


@dataclass(slots=True)
class _Tab:
    context: Any
    page: Any
    address: str
    seen: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)

    async def visit(self, address: str | None = None) -> Seen:
        """Goes to the lesson, or to another address of it, and presses its first widget. Raises Lost."""
        try:
            await self.page.goto(address or self.address, wait_until="commit", timeout=PATIENCE * 1000)
            drawn, answered = await asyncio.wait_for(self.seen.get(), PATIENCE)
        except Exception as problem:
            raise Lost(f"the browser: {(str(problem) or repr(problem)).splitlines()[0]}") from None
        return Seen(drawn / 1000, answered / 1000)

    async def close(self) -> None:
        """Closes the tab and all that it has kept."""
        await self.context.close()


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A Chromium that knows no other computer than this one.

    Raises Lost if there is none here.
    """
    from playwright.async_api import async_playwright

    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        raise Lost("Chromium is needed here: apt install chromium")
    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield Browser(chromium)
        finally:
            await chromium.close()


@asynccontextmanager
async def counted(port: int) -> AsyncIterator[tuple[int, list[int]]]:
    """A port that leads to `port`, and a list of one number: the bytes that came back through it."""
    came = [0]

    async def through(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_connection(HOST, port)

        async def pipe(source: asyncio.StreamReader, drain: asyncio.StreamWriter, counts: bool) -> None:
            with suppress(ConnectionError):
                while part := await source.read(65536):
                    came[0] += len(part) * counts
                    drain.write(part)
                    await drain.drain()
            drain.close()

        await asyncio.gather(pipe(reader, onward, False), pipe(there, writer, True), return_exceptions=True)

    server = await asyncio.start_server(through, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1], came
    finally:
        server.close()
