"""What was acknowledged is there (T10.6): through a bad network, and though the server is killed.

What a lost packet does to a program is that bytes come late, or that the line is gone, in the middle of a frame as well
as between two. A line may also be gone for the player alone: the server hears what had been on its way when the player
has long said it once more on the next line. `KILLS` in the environment says how often the server is killed.
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
HOST = "127.0.0.1"


class Network:
    """`async with Network(port, chance) as network`: whoever connects to `network.port` is at that server.

    `fates`: how often bytes were stalled, a line was torn, and something came late, on a line of before.
    """

    def __init__(self, port, chance):
        self.server_port, self.chance, self.is_bad = port, chance, True
        self.fates = {"torn": 0, "late": 0, "stalled": 0}
        self._connections = set()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connected, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for task in list(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader, writer):
        self._connections.add(asyncio.current_task())
        there = None
        with suppress(OSError, asyncio.CancelledError):
            from_server, there = await asyncio.open_connection(HOST, self.server_port)
            await asyncio.gather(self._bring(reader, there, writer), self._bring(from_server, writer, writer))
        for end in (writer, there):
            if end is not None:
                end.transport.abort()
        self._connections.discard(asyncio.current_task())

    async def _bring(self, source, sink, player):
        """Brings what comes from `source` to `sink`, sooner or later; raises ConnectionError where the line is gone."""
        while chunk := await source.read(65536):
            fates = [fate for fate in self.fates if fate != "late" or sink is not player]
            # Whatever has not happened yet happens soon, so that the test need not wait for it.
            rare = [fate for fate in fates if not self.fates[fate]] or fates
            fate = self.chance.choice(rare) if self.is_bad and self.chance.random() < 0.03 else ""
            if fate:
                self.fates[fate] += 1
            if fate == "torn":
                sink.write(chunk[: self.chance.randrange(len(chunk))])
                with suppress(ConnectionError):
                    await sink.drain()
                raise ConnectionResetError
            if fate == "late":
                player.transport.abort()
            if fate:
                await asyncio.sleep(self.chance.uniform(0, 0.1))
            sink.write(chunk)
            await sink.drain()
        sink.write_eof()


class Noted(Player):
    """A player who notes which moves the server has acknowledged as done; `news` is set then."""

    def __init__(self, news, *arguments, **more):
        super().__init__(*arguments, **more)
        self.news, self.done = news, []

    def take(self, frame):
        number = frame[1] if frame[0] == "done" else None
        content = self.unanswered.get(number, ({},))[0]
        super().take(frame)
        if content.get("do") in ("draw", "discard", "fold") and self.shown["said"]["kind"] == "done":
            self.done.append(f"{self.page}:{number}")
            self.news.set()


def cards_shown(shown):
    """What a page shows of the cards; which melds take what is selected there differs from page to page."""
    players = [{**one, "melds": [meld["cards"] for meld in one["melds"]]} for one in shown["players"]]
    return shown["at"], sorted(shown["hand"]["cards"]), shown["piles"], players


async def played_through(server, network):
    """Plays until something was acknowledged after each kill; the pages show in the end what new ones show."""
    code = await open_table(server.port, "token 0", "Player 0", game="tongits traditional")
    news = asyncio.Event()
    players = [Noted(news, network.port, code, f"token {seat}", f"Player {seat}") for seat in range(3)]
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
            await acknowledged(network.chance.randrange(1, 12))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.begin)
        while not all(network.fates.values()):
            await acknowledged(1)
        # The network is well again: all that was said is answered, and nobody says anything more.
        network.is_bad = False
        for playing in tasks[1::2]:
            playing.cancel()
        for one in players:
            await one.until(lambda one=one: one.shown and not one.unanswered)
            async with Player(network.port, code, one.token) as new:
                # A line that is torn late is on its way back.
                await one.until(lambda one=one, new=new: one.shown and cards_shown(one.shown) == cards_shown(new.shown))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return code, players


def test_T10_6_nothing_acknowledged_is_lost_or_done_twice_whatever_becomes_of_network_and_server(file):
    server = Server(str(file))
    server.begin()

    async def run():
        async with Network(server.port, Random(8)) as network:
            return await played_through(server, network)

    async def log(code):
        store = await Store.open(file)
        entries = await store.read(f"table:{code}")
        await store.close()
        return entries

    try:
        code, players = asyncio.run(asyncio.wait_for(run(), 60 + 60 * KILLS))
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
