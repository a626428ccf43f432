"""The line of a page that looks at what several pages share."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from cardlab.pages.connections import ConnectionServer
from cardlab.pages.shared import SharedConnection
from tests.load.line import CLOSED, SIGN_OF_LIFE, Line

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
    """A tally, and a function that opens lines to it; all that a page is sent is in `heard` of its line."""
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
        data = await asyncio.wait_for(line.read(), 30)
        assert data is not CLOSED
        if data != SIGN_OF_LIFE:
            frames.extend(json.loads(data))
    return frames


def run(test):
    def runs():
        asyncio.run(test())

    runs.__name__ = test.__name__
    return runs


@run
async def test_a_page_is_sent_the_picture_and_then_only_what_changes_on_all_pages():
    async with shared() as (tally, opened):
        one, other = await opened(), await opened(OTHER)
        assert ["open", "1", "tally", [], {"count": 0, "drawn": 1}] in await until(one, "ready")
        await until(other, "ready")
        one.send('["message", 1, "1", {"add": 2}]')
        # A press is answered in one message.
        while (data := await asyncio.wait_for(one.read(), 30)) == SIGN_OF_LIFE:
            pass
        assert json.loads(data) == [["state", "1", {"count": 2, "drawn": 2}, []], ["done", 1]]
        # Two changes in one go are drawn once.
        assert await until(other, "state") == [["state", "1", {"count": 2, "drawn": 2}, []]]
        assert tally.count == 2


@run
async def test_what_is_said_again_over_a_new_line_has_the_same_key():
    async with shared() as (tally, opened):
        first = await opened()
        await until(first, "ready")
        first.send('["message", 5, "1", {"add": 1}]')
        await until(first, "done")
        second = await opened()
        await until(second, "ready")
        second.send('["message", 5, "1", {"add": 1}]')
        await until(second, "done")
        assert (tally.keys, tally.count) == (["page-one:5"], 1)


@run
async def test_what_comes_late_over_a_line_that_the_page_has_lost_is_not_heard():
    async with shared() as (tally, opened):
        lost = await opened()
        await until(lost, "ready")
        back = await opened()
        await until(back, "ready")
        lost.send('["message", 1, "1", {"add": 1}]')
        while await asyncio.wait_for(lost.read(), 30) is not CLOSED:
            pass
        back.send('["message", 2, "1", {"add": 2}]')
        await until(back, "done")
        assert (tally.keys, tally.count) == (["page-one:2"], 2)


@run
async def test_what_fails_is_told_without_its_reason_and_the_page_goes_on():
    async with shared() as (tally, opened):
        line = await opened()
        await until(line, "ready")
        line.send('["message", 1, "1", {"nonsense": 1}]')
        assert [frame for frame in await until(line, "done") if frame[0] != "state"] == [
            ["out", {"error": "failed"}],
            ["done", 1],
        ]
        line.send('["message", 2, "1", {"add": 3}]')
        assert (await until(line, "done"))[-1] == ["done", 2]
        tally.count = 100
        line.send('["message", 3, "1", {"add": 1}]')
        assert ["out", {"error": "failed"}] in await until(line, "done")


@run
async def test_the_scene_ends_with_the_line():
    async with shared() as (tally, opened):
        line = await opened()
        await until(line, "ready")
        line.send('["leave"]')
        while tally.ended == 0:
            await asyncio.sleep(0.01)
        assert not tally.lines


@pytest.mark.parametrize(
    "torn",
    ["", "{", "[]", "null", '{"page": 7}', '{"page": "short"}', "[1]", '["message", true, "1", {}]', "[" * 5000],
)
def test_what_is_no_message_ends_the_line(torn):
    async def one():
        async with shared() as (tally, opened):
            line = await opened(torn)
            while await asyncio.wait_for(line.read(), 30) is not CLOSED:
                pass
            assert line.code == 1008
            assert tally.lines == set()

    asyncio.run(one())
