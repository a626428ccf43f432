"""The line of a page that looks at what several pages share."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from cardlab.pages.connections import ConnectionServer
from cardlab.pages.shared import SharedConnection
from tests.load.line import CLOSED, Line

HELLO, OTHER = [json.dumps({"page": f"page-{one}", "session": "", "last_seen": 0, "log": []}) for one in ("one", "two")]


class Tally:
    """What all pages look at."""

    def __init__(self):
        self.count, self.keys, self.lines, self.ended = 0, [], set(), 0


class TallyScene:
    view, constants, page = "tally", {}, None

    def __init__(self, tally):
        self.tally = tally
        self.drawn = 0

    def snapshot(self):
        self.drawn += 1
        if self.tally.count > 90:
            raise RuntimeError("cannot be drawn")
        return {"count": self.tally.count, "drawn": self.drawn}

    def receive(self, content):
        self.tally.count += content["add"]
        for line in self.tally.lines:
            line.changed()
            line.changed()

    def suspend(self):
        self.tally.ended += 1


class TallyConnection(SharedConnection):
    tally: Tally

    async def begin(self):
        await asyncio.sleep(0)
        self.tally.lines.add(self)
        return TallyScene(self.tally)

    async def handle(self, content):
        await asyncio.sleep(0)
        if self.key not in self.tally.keys:
            self.tally.keys.append(self.key)
            await super().handle(content)

    def on_end(self, *, left):
        self.tally.lines.discard(self)
        super().on_end(left=left)


class Server(ConnectionServer):
    def redirect_for(self, request):
        return ""


@asynccontextmanager
async def shared():
    """A tally, and a function that opens the line of a page to it and says hello."""
    tally, lines = Tally(), []
    server = HTTPServer(Server([("/line", TallyConnection, {"tally": tally})]))
    sockets = bind_sockets(0, "127.0.0.1")
    server.add_sockets(sockets)

    async def opened(hello=HELLO):
        line = await Line.open(sockets[0].getsockname()[1], "/line")
        lines.append(line)
        line.send(hello)
        return line

    try:
        yield tally, opened
    finally:
        for line in lines:
            with suppress(OSError):
                line.close()
        server.stop()
        await server.close_all_connections()


async def until(line, kind):
    """The frames of a line up to one of this kind."""
    frames = []
    while not frames or frames[-1][0] != kind:
        frames += json.loads(await line.read())
    return frames


async def closed(line):
    while await line.read() is not CLOSED:
        pass


async def test_a_page_is_sent_the_picture_and_then_only_what_changes_on_all_pages():
    async with shared() as (tally, opened):
        one, other = await opened(), await opened(OTHER)
        assert ["open", "1", "tally", [], {"count": 0, "drawn": 1}] in await until(one, "ready")
        await until(other, "ready")
        one.send('["message", 1, "1", {"add": 2}]')
        # A press is answered in one message, and two changes in one go are drawn once.
        assert json.loads(await one.read()) == [["state", "1", {"count": 2, "drawn": 2}, []], ["done", 1]]
        assert await until(other, "state") == [["state", "1", {"count": 2, "drawn": 2}, []]]
        assert tally.count == 2
        # The scene ends with its line.
        one.send('["leave"]')
        while not tally.ended:
            await asyncio.sleep(0)
        assert len(tally.lines) == 1


async def test_what_is_said_again_over_a_new_line_counts_once_and_what_comes_late_over_the_lost_one_not_at_all():
    async with shared() as (tally, opened):
        lost = await opened()
        lost.send('["message", 5, "1", {"add": 1}]')
        await until(lost, "done")
        back = await opened()
        back.send('["message", 5, "1", {"add": 1}]')
        await until(back, "done")
        lost.send('["message", 6, "1", {"add": 10}]')
        await closed(lost)
        back.send('["message", 7, "1", {"add": 2}]')
        await until(back, "done")
        assert (tally.keys, tally.count) == (["page-one:5", "page-one:7"], 3)


async def test_what_fails_is_told_without_its_reason_and_the_page_goes_on():
    async with shared() as (tally, opened):
        line = await opened()
        await until(line, "ready")
        for number, content, count in ((1, {"nonsense": 1}, 0), (2, {"add": 3}, 0), (3, {"add": 1}, 100)):
            tally.count = count or tally.count
            line.send(json.dumps(["message", number, "1", content]))
            frames = [frame for frame in await until(line, "done") if frame[0] != "state"]
            assert frames == [*[["out", {"error": "failed"}]] * (number != 2), ["done", number]]


UNNAMED = [HELLO.replace("page-one", name) for name in ("short", "", "x" * 61)]


@pytest.mark.parametrize(
    "torn", ["", "{", "[]", "null", '{"page": 7}', *UNNAMED, "[1]", '["message", true, "1", {}]', "[" * 5000]
)
async def test_what_is_no_message_ends_the_line(torn):
    async with shared() as (tally, opened):
        line = await opened(torn)
        await closed(line)
        assert (line.code, tally.lines) == (1008, set())
