"""Tables between devices under load: thirty tables of three over real sockets, beside a hundred open pages of lessons.

    python -m tests.load.tables --seconds 120 --tables 30 --rate 60 --pages 100
    python -m tests.load.tables --saturated

Every player is a page with a line of its own, played by a program in this process; the server is another process.
Measured from the moment at which a move is sent: until it is answered, when it is durable, and until each other page at
the table has been sent the picture that shows it. `--saturated`: nobody waits between two moves.
"""

import argparse
import asyncio
import statistics
from collections.abc import Sequence
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil

from tests.load.page import Page
from tests.load.players import Heard, Player, open_table
from tests.load.servers import SUBJECTS, Running, started

LESSONS = ("melds", "turn", "deadwood", "draw-call", "scoring", "stacks", "race", "cards")


def percentiles(seconds: Sequence[float]) -> str:
    """Return the 50th, 95th and 99th percentile in milliseconds."""
    if len(seconds) < 100:
        return f"only {len(seconds)} measured"
    cut = statistics.quantiles(seconds, n=100)
    return " / ".join(f"{1000 * cut[at - 1]:.1f}" for at in (50, 95, 99))


async def played(here: Running, given: argparse.Namespace) -> dict[str, str]:
    """Play for some seconds and return the figures."""
    port, front = here.port, psutil.Process(here.pid)
    chance = Random(1)
    between = 0.0 if given.saturated else given.tables / given.rate
    pages = [Page(port, f"en/{LESSONS[number % len(LESSONS)]}.ipynb") for number in range(given.pages)]
    for page in pages:
        await page.open()
    before = front.memory_info().rss
    heard, tasks, players = Heard(), [], []
    for number in range(given.tables):
        code = await open_table(port, f"load {number} 0", f"Player {number}.0")
        for seat in range(3):
            player = Player(
                port,
                code,
                f"load {number} {seat}",
                f"Player {number}.{seat}",  # different names, so that a sentence is about one player only
                heard=heard,
                rest=lambda: chance.uniform(0.5, 1.5) * between,
            )
            players.append(player)
            tasks.append(asyncio.create_task(player.listen()))
            tasks.append(asyncio.create_task(player.play()))
    await asyncio.sleep(3)
    heard.answers.clear()
    heard.reached.clear()
    busy, begun = front.cpu_times(), perf_counter()
    await asyncio.sleep(given.seconds)
    lasted, moves = perf_counter() - begun, len(heard.answers)
    after = front.cpu_times()
    used = (after.user + after.system - busy.user - busy.system) / lasted
    grown = front.memory_info().rss - before
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    lost = sum(player.times_back for player in players)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for page in pages:
        await page.close()
    if failed:
        raise RuntimeError(f"{len(failed)} players have ended: {failed[0]!r}")
    return {
        "moves a second": f"{moves / lasted:.1f}",
        "answered, ms (p50/p95/p99)": percentiles(heard.answers),
        "shown elsewhere, ms (p50/p95/p99)": percentiles(heard.reached),
        "front process, share of a core": f"{used:.2f}",
        "front process, ms of a core a move": f"{1000 * used * lasted / max(1, moves):.2f}",
        "memory a table with its 3 lines, MB": f"{grown / 1e6 / given.tables:.2f}",
        "rounds ended": str(heard.rounds),
        "lines lost": str(lost),
    }


async def main() -> None:
    """Start a server, and print the figures, one a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rate", type=float, default=60, help="moves a second in all")
    parser.add_argument("--pages", type=int, default=100, help="open pages of lessons beside them")
    parser.add_argument("--saturated", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        async with started(SUBJECTS["ours"], "--store", f"{folder}/tables.sqlite3") as here:
            found = await played(here, given)
    print(f"{given.tables} tables, {given.pages} pages of lessons, {given.seconds:.0f} s")
    for name, figure in found.items():
        print(f"  {name:<40}{figure}")


if __name__ == "__main__":
    asyncio.run(main())
