"""The class board under load: forty learners who answer within a second.

    python -m tests.load.board --times 20

Every learner is a page of the board with a line of its own, and so is the teacher; the server is another process.
Measured: from an answer that is sent until it is said to be in, and until the teacher's page has been sent a count
with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlencode

from tests.load.line import HOST, Line, fetch, post
from tests.load.tables import percentiles

ROOT: Final = Path(__file__).parents[2]
LEARNERS: Final = 40
QUESTION: Final[dict[str, Any]] = {"ask": "drill", "drill": "draw_call.may_call", "level": 2}


@dataclass(frozen=True)
class Class:
    """A running class: its port, its code and the teacher's key."""

    port: int
    code: str
    key: str

    async def cookies(self, path: str, form: dict[str, str] | None = None) -> str:
        """The cookies that a page sets."""
        if form is None:
            return (await fetch(self.port, path)).cookies
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{HOST}:{self.port}"}
        return (await post(self.port, path, urlencode(form).encode(), headers)).cookies

    async def order(self, cookie: str, **told: Any) -> None:
        """The teacher orders something on the board."""
        headers = {"Content-Type": "application/json", "Origin": f"http://{HOST}:{self.port}", "Cookie": cookie}
        answer = await post(self.port, "/teacher/board/do?lang=en", json.dumps(told).encode(), headers)
        assert json.loads(answer.body) == {"problem": ""}, answer.text


@contextmanager
def started(port: int) -> Iterator[Class]:
    """A class on this port, its tables in a folder of its own."""
    with tempfile.TemporaryDirectory() as kept:
        command = [sys.executable, "-m", "cardlab", "serve", "--class", "--no-browser", "--lang", "en"]
        more = ["--host", HOST, "--port", str(port), "--store", f"{kept}/tables.sqlite3"]
        running = subprocess.Popen(
            [*command, *more, "--notebooks", str(ROOT / "notebooks")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        try:
            assert running.stdout is not None
            said = ""
            for line in running.stdout:
                said += line
                if teacher := re.search(r"teacher\?key=(\S+)", line):
                    code = re.search(r"Class code: (\w+) (\w+)", said)
                    assert code is not None
                    yield Class(port, code[1] + code[2], teacher[1])
                    return
            raise RuntimeError(f"the class did not start: {said}")
        finally:
            running.terminate()
            running.wait()


@dataclass
class Figures:
    """Seconds until an answer was kept and until it was counted, and until all were."""

    kept: list[float] = field(default_factory=list)
    counted: list[float] = field(default_factory=list)
    all_counted: list[float] = field(default_factory=list)


async def heard(line: Line, number: int, wish: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Listens until this question is told and is as wished; gives it."""
    while text := await line.read():
        for one in json.loads(text).get("state", {}).get("questions", []):
            if one["number_of_task"] == number and wish(one):
                found: dict[str, Any] = one
                return found
    raise ConnectionError("the line is cut")


async def once(room: Class, teacher: str, board: Line, lines: list[Line], number: int, to: Figures) -> None:
    """Asks everybody once; all answer within a second. Then the solution is shown."""
    chance = Random(number)
    sent: list[float] = []
    counts: list[tuple[float, int]] = []

    async def learn(line: Line) -> None:
        await heard(line, number, lambda one: not one["done"])
        await asyncio.sleep(chance.random())
        sent.append(perf_counter())
        line.send(json.dumps({"number": number, "answer": [chance.choice(("yes", "no"))], "turn": 1}))
        at = sent[-1]
        await heard(line, number, lambda one: bool(one["turn"] == 1))
        to.kept.append(perf_counter() - at)

    async def count() -> None:
        while not counts or counts[-1][1] < LEARNERS:
            one = await heard(board, number, lambda _: True)
            counts.append((perf_counter(), one["count"]))

    learning = [asyncio.create_task(one) for one in (count(), *map(learn, lines))]
    await room.order(teacher, do="ask", questions=[QUESTION])
    await asyncio.gather(*learning)
    for place, at_sent in enumerate(sorted(sent), 1):
        to.counted.append(next(at for at, count in counts if count >= place) - at_sent)
    to.all_counted.append(counts[-1][0] - min(sent))
    await room.order(teacher, do="reveal")


async def measure(room: Class, times: int) -> None:
    """Asks a question so many times, each time another one; says the figures."""
    teacher = await room.cookies(f"/teacher?key={room.key}")
    opened = []
    for place in range(LEARNERS):
        cookie = await room.cookies("/join", {"code": room.code, "nickname": f"Learner {place}", "to": ""})
        opened.append(await Line.open(room.port, "/board/line?lang=en", headers={"Cookie": cookie}))
    board = await Line.open(room.port, "/teacher/board/line?lang=en", headers={"Cookie": teacher})
    found = Figures()
    for number in range(1, times + 1):
        await once(room, teacher, board, opened, number, found)
    print(f"{LEARNERS} learners answer within a second, {times} times; milliseconds, p50 / p95 / p99")
    slowest = 1000 * max(found.counted)
    print(f"in {percentiles(found.kept)}; on the board {percentiles(found.counted)}, at most {slowest:.0f}")
    print(f"    all on the board {1000 * max(found.all_counted):.0f} after the first answer, at most")


def main() -> None:
    """Measures, see above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--port", type=int, default=8896)
    given = parser.parse_args()
    with started(given.port) as room:
        asyncio.run(measure(room, given.times))


if __name__ == "__main__":
    main()
