"""What was acknowledged is there (T10.6): the server is killed, lines are cut, and things are sent twice and late."""

import asyncio
import json
import os
from contextlib import suppress
from random import Random

from table_server import Server

from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS, replayed
from tests.load.players import Player, open_table

KILLS = int(os.environ.get("KILLS", "1"))


class Noted(Player):
    """A player who notes which moves the hub has acknowledged as done."""

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self.done = []

    def _take(self, frame):
        number = frame[1] if frame[0] == "done" else None
        content = self.unanswered.get(number, ({},))[0]
        super()._take(frame)
        if content.get("do") in ("draw", "discard", "fold") and self.shown["said"]["kind"] == "done":
            self.done.append(f"{self.page}:{number}")


async def three(server, chance):
    """A table with three players; gives its code, the players and their tasks."""
    code = await open_table(server.port, "token of the host", game="tongits traditional")
    players = [Noted(server.port, code, f"token {seat}", f"Player {seat}") for seat in range(3)]
    tasks = [asyncio.create_task(work) for one in players for work in (one.listen(), one.play())]
    return code, players, tasks


async def torn(server, players, chance, kills):
    """Kills the server so many times, while lines are cut and messages are said twice and too late."""
    for _ in range(kills):
        goal = sum(len(one.done) for one in players) + chance.randrange(1, 12)
        while sum(len(one.done) for one in players) < goal:
            one = chance.choice(players)
            if one.line is not None and chance.random() < 0.02:
                one.line.drop()
            if one.line is not None and one.number and chance.random() < 0.02:
                # What was said long ago comes once more, as a network may bring it.
                old = chance.randrange(1, one.number + 1)
                one.line.send(json.dumps([old, {"do": "draw"}, True]))
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.begin)


def test_T10_6_nothing_acknowledged_is_lost_or_done_twice_though_the_server_is_killed(file):
    server, chance = Server(str(file)), Random(8)
    server.begin()

    async def run():
        code, players, tasks = await three(server, chance)
        try:
            await torn(server, players, chance, KILLS)
            for one in players:
                await one.until(lambda one=one: one.shown and not one.unanswered)
        finally:
            broken = [task.exception() for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert broken == []
        return code, players

    try:
        code, players = asyncio.run(run())
    finally:
        with suppress(ProcessLookupError):
            server.end()

    async def log():
        kept = await Store.open(file)
        entries = await kept.read(f"table:{code}")
        await kept.close()
        return entries

    entries = asyncio.run(log())
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys)
    acknowledged = [key for one in players for key in one.done]
    assert len(acknowledged) > KILLS
    assert not set(acknowledged) - set(keys)
    table = replayed(tuple(EVENTS.read(entry.body) for entry in entries))
    assert table.seq == len(entries)
    assert sorted(one.name for one in table.seats) == ["Player 0", "Player 1", "Player 2"]
