"""A page in a real Chromium: the time to its first answer, and its bytes."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from tests.load.line import HOST
from tests.load.servers import Running
from tests.load.visits import PATIENCE, Lost

# A Chromium with windows, as a learner has it, comes before one without.
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
_WATCH: Final = """
(() => {
  if (location.hostname !== "HOST") return;
  const hosts = (root) => [...root.querySelectorAll("*")].filter((one) => one.shadowRoot);
  const every = (root) => [root, ...hosts(root).flatMap((one) => every(one.shadowRoot))];
  const deep = (selector) =>
    document.querySelector(selector) ?? every(document).map((root) => root.querySelector(selector)).find(Boolean);
  let pressed = -Infinity;
  let inSight;
  const look = () => {
    const now = performance.now();
    const first = document.body && deep('.cardlab-option');
    const answered = first && pressed > 0 && deep('.cardlab-option[aria-selected=true]');
    if (answered) return void window.loadSeen([inSight, now]);
    if (first) inSight ??= now;
    if (first && now - pressed > 1000) {
      pressed = now;
      first.click();
    }
    // Often enough for what is measured, and seldom enough not to be what is measured.
    setTimeout(look, 15);
  };
  look();
})();
""".replace("HOST", HOST)


@dataclass(slots=True)
class Browser:
    """A running Chromium."""

    chromium: Any

    async def visit(self, here: Running) -> tuple[float, float]:
        """Return the seconds until `melds` shows cards, and until a press is answered. Raises Lost."""
        async with self._fresh(here) as (page, seen):
            return await _visited(page, seen, here.address("melds"))

    async def bytes_of_two_visits(self, here: Running) -> tuple[int, int]:
        """Return the bytes that the first visit of `melds` takes, and the second. Raises Lost."""
        async with self._fresh(here) as (page, seen), counted(here.port) as (port, came):
            sums = []
            for _ in range(2):
                before = came[0]
                await _visited(page, seen, here.address("melds").replace(f":{here.port}/", f":{port}/"))
                await asyncio.sleep(1.5)
                sums.append(came[0] - before)
                await page.goto("about:blank")
            return sums[0], sums[1]

    @asynccontextmanager
    async def _fresh(self, here: Running) -> AsyncIterator[tuple[Any, asyncio.Queue[tuple[float, float]]]]:
        """Open a page with an empty cache, and a queue of its measured times."""
        context = await self.chromium.new_context(viewport={"width": 1280, "height": 900})
        await context.add_init_script(_WATCH)
        seen: asyncio.Queue[tuple[float, float]] = asyncio.Queue()
        await context.expose_binding(
            "loadSeen", lambda _source, both: seen.put_nowait((both[0] / 1000, both[1] / 1000))
        )
        yield await context.new_page(), seen
        await context.close()


async def _visited(page: Any, seen: asyncio.Queue[tuple[float, float]], address: str) -> tuple[float, float]:
    try:
        await page.goto(address, wait_until="commit", timeout=PATIENCE * 1000)
        return await asyncio.wait_for(seen.get(), PATIENCE)
    except Exception as problem:
        raise Lost(f"the browser: {(str(problem) or repr(problem)).splitlines()[0]}") from None


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a Chromium that reaches no other computer. Raises Lost if there is none here."""
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
    """Open a port that leads to `port`, with a list of one number: the bytes back."""
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
