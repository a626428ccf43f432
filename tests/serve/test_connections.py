"""The connection of a page: rate limit, heartbeats, timeouts."""

import asyncio
import re
from pathlib import Path
from weakref import WeakValueDictionary

import pytest
from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from tornado.websocket import websocket_connect

from cardlab.pages import connections
from cardlab.pages.connections import PageConnection, RateLimit, send_heartbeats
from cardlab.pages.server import NotebookConnection
from tests.load.line import CLOSED, PONG, Line

BETWEEN_HEARTBEATS = connections.HEARTBEAT_INTERVAL


class Own(PageConnection):
    """A connection that echoes each message once it may go on."""

    PING_TIMEOUT = 0.3

    def open(self):
        self.application.connections.add(self)

    async def receive(self, message):
        self.application.is_busy.set()
        await self.application.may_go_on.wait()
        self.send_frame(message.encode())


class Course(Application):
    """The parts of a course that a connection needs."""

    max_connections = 100

    def __init__(self):
        super().__init__([("/line", Own), ("/counting", Counting)])
        self.connections, self.is_busy, self.may_go_on = set(), asyncio.Event(), asyncio.Event()

        self.turns, self.heard = WeakValueDictionary(), 0

    def note_end(self, connection):
        pass

    def visitor(self, request):
        return request.headers.get("Visitor", "")

    def redirect_for(self, request):
        return ""


class Mute(Line):
    """A page whose network takes everything and brings nothing back."""

    def send_frame(self, kind, body, **more):
        if kind != PONG:
            super().send_frame(kind, body, **more)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(connections, "HEARTBEAT_INTERVAL", 0.05)
    monkeypatch.setattr(connections, "HEARTBEAT_CHECK", 0.01)


class Counting(Own):
    """A connection that only counts what it hears."""

    async def receive(self, message):
        self.application.heard += 1


def served(play):
    """Run a coroutine function with the course and the port of a running server."""

    async def run():
        course = Course()
        sockets = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(course)
        server.add_sockets(sockets)
        heartbeats = asyncio.create_task(send_heartbeats(course.connections))
        await play(course, sockets[0].getsockname()[1])
        heartbeats.cancel()
        server.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


async def opened(port):
    """A page that answers pings, as a browser does."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    return await websocket_connect(HTTPRequest(f"ws://127.0.0.1:{port}/line", headers=origin))


def test_a_page_to_which_nothing_is_said_hears_that_the_server_is_there_and_keeps_its_line():
    async def play(course, port):
        page = await opened(port)
        for _ in range(20):  # three times as long as an answer may take
            assert await page.read_message() == "[]"
        assert len(course.connections) == 1
        page.close()

    served(play)


def test_the_line_of_a_page_that_answers_no_ping_is_cut():
    async def play(course, port):
        page = await Mute.open(port, "/line")
        assert await page.read() is CLOSED
        assert not course.connections

    served(play)


def test_of_one_visitor_one_message_is_heard_in_each_turn_of_the_server_however_many_pages_say_something():
    async def play(course, port):
        pages = [await Line.open(port, "/counting", headers={"Visitor": "greedy"}) for _ in range(4)]
        for page in pages:
            for _ in range(25):
                page.send("x")
        heard, turns = 0, []
        while heard < 100:
            await asyncio.sleep(0)
            turns.append(course.heard - heard)
            heard = course.heard
        assert set(turns) == {0, 1}
        for page in pages:
            page.drop()

    served(play)


def test_a_page_is_not_cut_while_the_server_is_busy_with_what_it_has_said():
    async def play(course, port):
        page = await opened(port)
        await page.write_message("done")
        await course.is_busy.wait()
        for _ in range(20):
            assert await page.read_message() == "[]"
        course.may_go_on.set()
        while (received := await page.read_message()) == "[]":
            pass
        assert received == "done"
        page.close()

    served(play)


def test_what_is_said_beyond_what_may_be_said_at_once_is_not_read_at_once(monkeypatch):
    monkeypatch.setattr(Own, "BURST", 3)
    monkeypatch.setattr(Own, "RATE", 1e-3)

    async def play(course, port):
        course.may_go_on.set()
        loud = await opened(port)
        for number in range(9):
            await loud.write_message(str(number))
        received = [await loud.read_message() for _ in range(20)]
        assert [one for one in received if one != "[]"] == ["0", "1", "2", "3"]
        assert len(course.connections) == 1

    served(play)


def test_who_says_more_than_may_be_said_at_once_waits_for_each_message():
    now = [0.0]
    limit = RateLimit(300, 60, lambda: now[0])
    assert [limit.take() for _ in range(302)] == [0.0] * 300 + [1 / 60, 2 / 60]
    now[0] = 10.0
    assert limit.take() == 0


def test_a_long_message_counts_for_many():
    now = [0.0]
    limit = RateLimit(NotebookConnection.BURST, NotebookConnection.RATE, lambda: now[0])
    for _ in range(20):
        now[0] += limit.take(NotebookConnection.MAX_MESSAGE)
    # Some seconds for each: of one page no more than half a megabyte is received in a second.
    assert now[0] > 20 * NotebookConnection.MAX_MESSAGE / 500_000 - 10


def test_a_page_waits_longer_for_a_word_than_the_server_takes_between_two():
    script = (Path(connections.__file__).parent / "js" / "connection.js").read_text("utf-8")
    silence, asleep = (int(re.search(rf"const {name} = (\d+);", script)[1]) for name in ("SILENCE", "ASLEEP"))
    assert silence > BETWEEN_HEARTBEATS
    assert asleep > 1000 * BETWEEN_HEARTBEATS
