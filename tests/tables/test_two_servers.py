"""Several servers on one PostgreSQL (T10.6): people at one table though they are connected to different ones."""

import asyncio

from table_server import Server

from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS, replayed
from tests.load.players import Heard, Player, open_table


def test_T10_6_people_on_two_servers_play_at_one_table_and_each_move_is_made_once(cluster):
    store = cluster.database()
    first, second = Server(store), Server(store)
    first.begin()
    second.begin()

    async def run():
        code = await open_table(first.port, "the host")
        ports = (first.port, second.port, second.port)
        heard = [Heard() for _ in ports]
        players = [
            Player(port, code, f"token {seat}", f"Player {seat}", heard=heard[seat]) for seat, port in enumerate(ports)
        ]
        tasks = [asyncio.create_task(work) for one in players for work in (one.listen(), one.play())]
        for seat, one in enumerate(players):
            await one.until(lambda seat=seat: heard[seat].moves >= 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return code, [one.moves for one in heard]

    try:
        code, made = asyncio.run(asyncio.wait_for(run(), 200))
    finally:
        first.end()
        second.end()

    async def log():
        kept = await Store.open(store)
        entries = await kept.read(f"table:{code}")
        await kept.close()
        return entries

    table = replayed(tuple(EVENTS.read(entry.body) for entry in asyncio.run(log())))
    assert {one.name for one in table.seats} == {"Player 0", "Player 1", "Player 2"}
    assert not any(one.bot for one in table.seats)
    assert sum(made) >= 6
