"""What was acknowledged is there (T10.6), though lines are lost and the server is killed.

A line is lost just when something was said: the server does it, and hears it again on the next line.
`KILLS` in the environment says how often the server is killed.
"""

import asyncio
import os
from contextlib import suppress
from random import Random

from table_server import Server

from cardlab.tables.shared_table import EVENTS
from cardlab.tables.store import Store
from tests.load.players import Player, open_table

KILLS = int(os.environ.get("KILLS", "1"))


class Noted(Player):
    """A player who notes which moves the server has acknowledged as done, and whose line is often lost.

    `news` is set when one is noted; `lost`: how often the line was lost with something unanswered.
    """

    def __init__(self, news, chance, *arguments, **more):
        super().__init__(*arguments, **more)
        self.news, self.chance, self.done, self.lost = news, chance, [], 0

    def take(self, frame):
        number = frame[1] if frame[0] == "done" else None
        content = self.unanswered.get(number, ({},))[0]
        super().take(frame)
        if content.get("do") == "move" and self.shown["said"]["kind"] == "done":
            self.done.append(f"{self.page}:{number}")
            self.news.set()

    def repeat(self, number):
        super().repeat(number)
        if self.line is not None and self.chance.random() < 0.1:
            self.line.close()
            self.lost += 1


def cards_shown(shown):
    """What a page shows of the cards; which melds take what is selected there differs from page to page."""
    players = [{**one, "melds": [meld["cards"] for meld in one["melds"]]} for one in shown["players"]]
    return shown["at"], sorted(shown["hand"]["cards"]), shown["piles"], players


async def played_through(server):
    """Plays until something was acknowledged after each kill; the pages show in the end what new ones show."""
    code = await open_table(server.port, "token 0", "Player 0", game="tongits traditional")
    news, chance = asyncio.Event(), Random(8)
    players = [Noted(news, chance, server.port, code, f"token {seat}", f"Player {seat}") for seat in range(3)]
    tasks = [asyncio.create_task(work) for one in players for work in (one.listen(), one.play())]
    for task in tasks:
        task.add_done_callback(lambda _: news.set())

    async def acknowledged(more):
        goal = more + sum(len(one.done) for one in players)
        while sum(len(one.done) for one in players) < goal:
            news.clear()
            await news.wait()
            assert [task.exception() for task in tasks if task.done()] == []

    try:
        for _ in range(KILLS):
            await acknowledged(chance.randrange(1, 12))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.begin)
        while sum(one.lost for one in players) < 3:
            await acknowledged(1)
        await acknowledged(1)
        # All that was said is answered, and nobody says anything more.
        for playing in tasks[1::2]:
            playing.cancel()
        for one in players:
            await one.until(lambda one=one: one.shown and not one.unanswered)
            async with Player(server.port, code, one.token) as new:
                await one.until(lambda one=one, new=new: one.shown and cards_shown(one.shown) == cards_shown(new.shown))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return code, players


def test_T10_6_nothing_acknowledged_is_lost_or_done_twice_whatever_becomes_of_lines_and_server(file):
    server = Server(str(file))
    server.begin()

    async def log(code):
        store = await Store(file).open()
        entries = await store.read(f"table:{code}")
        await store.close()
        return entries

    try:
        code, players = asyncio.run(asyncio.wait_for(played_through(server), 60 + 60 * KILLS))
    finally:
        with suppress(ProcessLookupError):
            server.end()
    entries = asyncio.run(log(code))
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    keys = [entry.key for entry in entries if entry.key]
    acknowledged = [key for one in players for key in one.done]
    assert len(set(keys)) == len(keys)
    assert len(set(acknowledged)) == len(acknowledged) > KILLS
    assert not set(acknowledged) - set(keys)
    table = EVENTS.replay(tuple(EVENTS.decode(entry.body) for entry in entries))
    assert sorted(one.name for one in table.seats) == ["Player 0", "Player 1", "Player 2"]
