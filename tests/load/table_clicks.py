"""From a click in one Chromium page at a table to the same table on another player's page.

    python -m tests.load.table_clicks --moves 200

Two pages of one Chromium, each in a context of its own, sit at a table of Tongits; the third player is a program.
A page notes when it clicks, and, by an observer of its document, when it shows each moment of the round; all times are
the pages' own. Measured first while nothing else happens, then while thirty pages of lessons are opened over and over.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from random import Random
from typing import Any, Final

from tests.load.chromium import browser
from tests.load.ours import Page
from tests.load.players import Player, open_table
from tests.load.tables import LESSONS, percentiles, started
from tests.load.visits import Lost

LESSON_PAGES: Final = 30
_SCRIPT: Final = """
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const find = (selector) => document.querySelector(selector);
  const at = () => {
    // The moves so far stand below the piles.
    for (const one of [...document.querySelectorAll("summary")].reverse()) {
      const found = /\\((\\d+)(\\/\\d+)?\\)$/.exec(one.textContent);
      if (found) return Number(found[1]);
    }
    return 0;
  };
  window.seen = new Map();
  let last = 0;
  const look = () => {
    const here = at();
    if (here !== last) window.seen.set(here, now());
    last = here;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  const press = (what) => {
    const told = [at() + 1, now()];
    what.click();
    return told;
  };
  // Does what comes next: gives the moment to which a move leads and when it was made, or null.
  window.goOn = () => {
    const ready = find(".cardlab-main");
    if (ready?.textContent === "I am ready") return void ready.click();
    if (find(".cardlab-turn strong")?.textContent !== "Your turn.") return null;
    const stock = find("[data-drop=stock] > .cardlab-may");
    if (stock) return press(find("[data-drop=stock] > button"));
    if (find(".cardlab-option[aria-selected=true]")) return press(find('.cardlab-choices [data-letter="X"]'));
    [...document.querySelectorAll(".cardlab-option")].at(-1)?.click();
    return null;
  };
})();
"""


async def measured(pages: list[Any], moves: int, chance: Random) -> list[float]:
    """So many moves made on one page each and seen on the other; the seconds that each took."""
    took: list[float] = []
    while len(took) < moves:
        for page, other in (pages, pages[::-1]):
            await page.evaluate("seen.clear()")
            await other.evaluate("seen.clear()")
            move = await page.evaluate("goOn() ?? null")
            if move is None:
                await asyncio.sleep(0.02)
                continue
            at, clicked = move
            for _ in range(500):
                shown = await other.evaluate("(at) => seen.get(at) ?? 0", at)
                if shown:
                    took.append((shown - clicked) / 1000)
                    break
                await asyncio.sleep(0.02)
            # Nobody clicks in time with the drawing of a page.
            await asyncio.sleep(chance.uniform(0.05, 0.15))
    return took


async def lessons_open(port: int) -> None:
    """Opens thirty pages of lessons at once, closes them, and begins again, until it is cancelled."""
    while True:
        pages = [Page(port, LESSONS[number % len(LESSONS)]) for number in range(LESSON_PAGES)]
        await asyncio.gather(*(page.open() for page in pages), return_exceptions=True)
        await asyncio.gather(*(page.close() for page in pages), return_exceptions=True)


async def run(port: int, moves: int) -> None:
    """Prints both rows."""
    code = await open_table(port, "load host")
    async with browser() as chromium:
        pages = []
        for name in ("Ana", "Ben"):
            context = await chromium.chromium.new_context(
                viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce"
            )
            await context.add_init_script(_SCRIPT)
            page = await context.new_page()
            await page.goto(f"http://127.0.0.1:{port}/table/{code}?lang=en")
            await page.locator(".cardlab-name input").fill(name)
            await page.locator(".cardlab-place button").first.click()
            await page.locator(".cardlab-you").wait_for()
            pages.append(page)
        third = Player(port, code, "load third", "Cara")
        tasks = [asyncio.create_task(third.listen()), asyncio.create_task(third.play())]
        chance = Random(1)
        await measured(pages, 10, chance)
        print(f"click to the other page, ms (p50/p95/p99), {moves} moves each")
        print(f"  nothing else happens{'':<20}{percentiles(await measured(pages, moves, chance))}", flush=True)
        storm = asyncio.create_task(lessons_open(port))
        print(f"  {LESSON_PAGES} pages of lessons open{'':<18}{percentiles(await measured(pages, moves, chance))}")
        for task in (storm, *tasks):
            task.cancel()
        await asyncio.gather(storm, *tasks, return_exceptions=True)


def main() -> None:
    """Starts a server with a log of its own and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--port", type=int, default=8978)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        running = started(f"{folder}/tables.sqlite3", given.port)
        try:
            asyncio.run(run(given.port, given.moves))
        except Lost as lost:
            print(lost)
        finally:
            running.terminate()
            running.wait(timeout=30)


if __name__ == "__main__":
    main()
