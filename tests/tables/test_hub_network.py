"""Three play at a table through a bad network (T10.6): nothing acknowledged is lost, nothing is done twice.

`MOVES` in the environment says how many moves have to be acknowledged meanwhile.
"""

import asyncio
import os
from random import Random

from table_server import Server

from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS, replayed
from tests.load.players import Player, open_table
from tests.tables.network import Network
from tests.tables.test_hub_killed import Noted

MOVES = int(os.environ.get("MOVES", "15"))
PATIENCE = 60 + 10 * MOVES
"""Seconds after which a test gives up waiting; nothing is measured by it."""


def seen(shown):
    """What a page shows of the cards; which melds take what is selected there differs from page to page."""
    players = [{**one, "melds": [meld["cards"] for meld in one["melds"]]} for one in shown["players"]]
    return shown["at"], sorted(shown["hand"]["cards"]), shown["piles"], players


async def played_through(server, network):
    """Plays until enough is acknowledged; gives the code and the players, whose pages show what new ones show."""
    code = await open_table(server.port, "token of the host")
    players = [Noted(network.port, code, f"token {seat}", f"Player {seat}") for seat in range(3)]
    tasks = [asyncio.create_task(work) for one in players for work in (one.listen(), one.play())]
    try:
        while sum(len(one.done) for one in players) < MOVES or not (network.torn and network.late and network.stalled):
            await asyncio.sleep(0.01)
            broken = [task.exception() for task in tasks if task.done()]
            assert broken == []
        # The network is well again: all that was said is answered, and nobody says anything more.
        network.is_bad = False
        for playing in tasks[1::2]:
            playing.cancel()
        for one in players:
            await one.until(lambda one=one: one.shown and not one.unanswered)
            new = Player(network.port, code, one.token)
            looking = asyncio.create_task(new.listen())
            await new.until(lambda new=new: new.shown)
            await one.until(lambda one=one, new=new: seen(one.shown) == seen(new.shown))
            looking.cancel()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return code, players


def test_T10_6_nothing_acknowledged_is_lost_or_done_twice_though_the_network_stalls_and_tears(tmp_path):
    server = Server(f"{tmp_path / 'tables.sqlite3'}")
    server.begin()

    async def run():
        async with Network(server.port, Random(4)) as network:
            return await played_through(server, network)

    async def log(code):
        store = await Store.open(server.store)
        entries = await store.read(f"table:{code}")
        await store.close()
        return entries

    try:
        code, players = asyncio.run(asyncio.wait_for(run(), PATIENCE))
    finally:
        server.end()
    entries = asyncio.run(log(code))
    keys = [entry.key for entry in entries]
    acknowledged = [key for one in players for key in one.done]
    assert len(set(keys)) == len(keys)
    assert len(set(acknowledged)) == len(acknowledged) >= MOVES
    assert not set(acknowledged) - set(keys)
    table = replayed(tuple(EVENTS.read(entry.body) for entry in entries))
    assert sorted(one.name for one in table.seats) == ["Player 0", "Player 1", "Player 2"]
