"""How long it takes from a key of one player of Tichu to the changed card on the other's page, over raw sockets.

    python -m tests.load.tichu_tables --plays 300

A `cardlab serve` with a log in SQLite, and 15 tables with two players each, who all play as people do: a card or a draw
every second. At one of them it is measured from sending a card until the other's page has been sent a picture with
another pile; this computer is client and server at once. Nobody looks on, and no lesson is open.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cardlab import tichu
from cardlab.cards import Card
from tests.load.line import HOST, Line, fetch, post

TABLES = 15
GOAL = 0.1
"""What 95 of 100 plays have to stay below, in seconds."""


class Player:
    """A page at a table that plays what fits; `top_at` is when a pile has looked different last."""

    def __init__(self, port: int, chance: random.Random, pause: float) -> None:
        self.port, self.chance, self.pause = port, chance, pause
        self.shown: dict[str, Any] = {}
        self.number = 0
        self.tops: list[str] = []
        self.top_at = 0.0
        self.acknowledged: dict[int, float] = {}
        self.line: Line

    async def enter(self, code: str, name: str, cookies: str) -> None:
        """Opens the line to the table, and sits down."""
        self.line = await Line.open(self.port, f"/table/{code}/line?lang=en", headers={"Cookie": cookies})
        self.line.send(json.dumps({"page": f"page-of-{name}-{code}"}))
        self.reading = asyncio.create_task(self._read())
        self.say(do="sit", name=name)

    async def _read(self) -> None:
        while (message := await self.line.read()) is not None:
            now = time.perf_counter()
            if not message:
                continue
            for kind, *told in json.loads(message):
                if kind == "done":
                    self.acknowledged[told[0]] = now
                elif kind == "state":
                    self._drawn(now, *told)

    def _drawn(self, now: float, changed: dict[str, Any], gone: list[str], grown: dict[str, list[Any]]) -> None:
        self.shown |= changed
        for name in gone:
            self.shown.pop(name, None)
        for name, above in grown.items():
            self.shown[name] = above + self.shown[name]
        tops = [(pile["cards"] or [""])[-1] for pile in self.shown.get("piles", ())]
        if tops != self.tops:
            self.tops, self.top_at = tops, now

    def say(self, **content: Any) -> int:
        """Sends a message; gives its number."""
        self.number += 1
        self.line.send(json.dumps([self.number, content]))
        return self.number

    def next(self) -> dict[str, Any] | None:
        """What can be done now: a draw, a card that fits, or to be ready for the next deal."""
        shown = self.shown
        if shown.get("phase") != "race":
            return {"do": "ready_up"} if shown.get("stage") == "table" else None
        side = shown["sides"][0]
        seen = shown["number"]
        if shown["turning"] or side["held"]:
            return None
        if side["wishes"]:
            return {"do": "wish", "seat": 0, "rank": ""}
        if side["lifted"]:
            return {"do": "pile", "seat": 0, "pile": self.chance.randrange(2), "seen": seen}
        if side["due"]:
            return {"do": "draw", "seat": 0}
        fitting = [
            code
            for code in side["slots"]
            if code
            and any(
                pile["cards"] and tichu.fits(tichu.Pile.of(" ".join(pile["cards"])), Card(code), tichu.SHEET)
                for pile in shown["piles"]
            )
        ]
        return {"do": "card", "seat": 0, "card": self.chance.choice(fitting), "seen": seen} if fitting else None

    async def play(self) -> None:
        """Plays on and on, as quickly as a person."""
        while True:
            await asyncio.sleep(self.pause * self.chance.uniform(0.5, 1.5))
            wanted = self.next()
            if wanted is not None:
                self.say(**wanted)


async def laid(port: int, chance: random.Random, pause: float) -> tuple[Player, Player]:
    """A table with two players, whose cards are dealt."""
    origin = {"Origin": f"http://{HOST}:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    cookies = [(await fetch(port, "/tables")).cookies for _ in range(2)]
    form = urlencode({"game": "tichu sheet", "watch": "table"}).encode()
    answer = await post(port, "/tables?lang=en", form, {**origin, "Cookie": cookies[0]})
    found = re.search(r"/table/([A-Z0-9]{6})", answer.headers["location"])
    assert found is not None
    players = Player(port, chance, pause), Player(port, chance, pause)
    for player, cookie, name in zip(players, cookies, ("Ana", "Ben"), strict=True):
        await player.enter(found[1], name, cookie)
    for player in players:
        while not player.shown:
            await asyncio.sleep(0.05)
        player.say(do="ready_up")
    return players


async def measured(port: int, plays: int) -> tuple[list[float], list[float]]:
    """The times from key to card and from key to answer at one table, while all others are played at too."""
    chance = random.Random(1)
    tables = [await laid(port, chance, 1.0) for _ in range(TABLES)]
    others = [asyncio.create_task(player.play()) for table in tables[1:] for player in table]
    first, second = tables[0]
    times: list[float] = []
    answers: list[float] = []
    while len(times) < plays:
        for near, far in ((first, second), (second, first)):
            await asyncio.sleep(0.15 * chance.uniform(0.5, 1.5))
            wanted = near.next()
            if wanted is None:
                continue
            before, begun = far.top_at, time.perf_counter()
            number = near.say(**wanted)
            if wanted["do"] not in ("card", "pile"):
                continue
            until = begun + 2
            while number not in near.acknowledged and time.perf_counter() < until:
                await asyncio.sleep(0.002)
            await asyncio.sleep(0.05)
            if far.top_at != before:
                times.append(far.top_at - begun)
                answers.append(near.acknowledged.get(number, until) - begun)
    for task in (*others, *(player.reading for table in tables for player in table)):
        task.cancel()
    return times, answers


def told(name: str, times: list[float]) -> str:
    """A line of the table, in milliseconds."""
    at = statistics.quantiles(times, n=100)
    figures = {"median": statistics.median(times), "p95": at[94], "p99": at[98], "longest": max(times)}
    return f"{name:<14}" + "  ".join(f"{what} {1000 * value:6.1f} ms" for what, value in figures.items())


async def run(plays: int) -> int:
    """Starts the server, measures, and says whether the goal was reached."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as trial:
            trial.bind((HOST, 0))
            port = trial.getsockname()[1]
        command = [sys.executable, "-m", "cardlab", "serve", "--no-browser", "--port", str(port)]
        notebooks = Path(__file__).parents[2] / "notebooks"
        running = await asyncio.create_subprocess_exec(
            *command,
            *("--notebooks", str(notebooks), "--store", f"{folder}/tables.sqlite3"),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        assert running.stdout is not None
        while b"http://" not in await running.stdout.readline():
            pass
        try:
            times, answers = await measured(port, plays)
        finally:
            running.terminate()
            await running.wait()
    load = os.getloadavg()[0]
    print(f"{plays} plays, {2 * TABLES - 2} others play; load of this computer {load:.1f} on {os.cpu_count()} cores")
    print(told("key to card", times))
    print(told("key to answer", answers))
    return 0 if statistics.quantiles(times, n=100)[94] < GOAL else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.tichu_tables", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--plays", type=int, default=300, help="how many are measured")
    sys.exit(asyncio.run(run(parser.parse_args().plays)))
