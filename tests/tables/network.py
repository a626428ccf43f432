"""A bad network on this computer: it stands between players and a server, stalls, tears and brings things late.

What a lost packet does to a program is that bytes come late, or that the line is gone; so that is what happens here,
in the middle of a frame as well as between two. A line may also be gone for the player alone: the server takes it for
open, and hears what had been on its way when the player has long said it once more on the next line.
"""

import asyncio
from contextlib import suppress

HOST = "127.0.0.1"


class Network:
    """`async with Network(port, chance) as network`: whoever connects to `network.port` is at that server.

    - `is_bad`: whether anything happens to what is sent;
    - `stalled`, `torn`, `late`: how often bytes had to wait, a line was gone, and something came on a line of before.
    """

    def __init__(self, port, chance):
        self.server_port, self.chance = port, chance
        self.is_bad = True
        self.stalled = self.torn = self.late = 0
        self._lines = set()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connected, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for line in list(self._lines):
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _connected(self, reader, writer):
        self._lines.add(asyncio.current_task())
        there = None
        try:
            from_server, there = await asyncio.open_connection(HOST, self.server_port)
            both = (self._bring(reader, there, writer), self._bring(from_server, writer, writer))
            await asyncio.gather(*both)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in (writer, there):
                if end is not None:
                    end.transport.abort()
            self._lines.discard(asyncio.current_task())

    async def _bring(self, source, sink, player):
        """Brings what comes from `source` to `sink`, sooner or later; raises ConnectionError where the line is gone."""
        while chunk := await source.read(65536):
            fate = self.chance.random() if self.is_bad else 1.0
            if fate < 0.03:
                sink.write(chunk[: self.chance.randrange(len(chunk))])
                with suppress(ConnectionError):
                    await sink.drain()
                self.torn += 1
                raise ConnectionResetError
            if fate < 0.06 and sink is not player:
                player.transport.abort()
                await self._wait()
                self.late += 1
            elif fate < 0.3:
                self.stalled += 1
                await self._wait()
            sink.write(chunk)
            await sink.drain()
        sink.write_eof()

    async def _wait(self):
        await asyncio.sleep(self.chance.uniform(0, 0.2))
