"""The connection of a page: rate limit, heartbeats, timeouts."""

import asyncio
import re
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.websocket import websocket_connect

from cardlab.dashboard.course_server import LessonConnection
from cardlab.pages import connections
from cardlab.pages.connections import ConnectionServer, PageConnection, RateLimit, send_heartbeats
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


class Counting(Own):
    """A connection that only counts what it hears."""

    async def receive(self, message):
        self.application.heard += 1


class Course(ConnectionServer):
    """A course of two pages."""

    def __init__(self):
        super().__init__([("/line", Own), ("/counting", Counting)])
        self.is_busy, self.may_go_on, self.heard = asyncio.Event(), asyncio.Event(), 0

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


@asynccontextmanager
async def served():
    """A course, and the port of its running server."""
    course = Course()
    sockets = bind_sockets(0, "127.0.0.1")
    server = HTTPServer(course)
    server.add_sockets(sockets)
    heartbeats = asyncio.create_task(send_heartbeats(course.connections))
    yield course, sockets[0].getsockname()[1]
    heartbeats.cancel()
    server.stop()


async def opened(port):
    """A page that answers pings, as a browser does."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    return await websocket_connect(HTTPRequest(f"ws://127.0.0.1:{port}/line", headers=origin))


async def test_a_page_hears_that_the_server_is_there_and_keeps_its_line_also_while_the_server_is_busy():
    async with served() as (course, port):
        page = await opened(port)
        for message in ("", "done"):
            if message:
                await page.write_message(message)
                await course.is_busy.wait()
            for _ in range(20):  # three times as long as an answer may take
                assert await page.read_message() == "[]"
            assert len(course.connections) == 1
        course.may_go_on.set()
        while (received := await page.read_message()) == "[]":
            pass
        assert received == "done"
        page.close()


async def test_the_line_of_a_page_that_answers_no_ping_is_cut():
    async with served() as (course, port):
        page = await Mute.open(port, "/line")
        assert await page.read() is CLOSED
        assert not course.connections


async def test_of_one_visitor_one_message_is_heard_in_each_turn_however_many_pages_say_something():
    async with served() as (course, port):
        pages = [await Line.open(port, "/counting", headers={"Visitor": "greedy"}) for _ in range(4)]
        for page in pages:
            for _ in range(25):
                page.send("x")
        heard, turns = 0, set()
        while heard < 100:
            await asyncio.sleep(0)
            turns.add(course.heard - heard)
            heard = course.heard
        assert turns == {0, 1}
        for page in pages:
            page.drop()


async def test_where_all_pages_together_read_too_slowly_the_slowest_loses_its_line(monkeypatch):
    monkeypatch.setattr(connections, "MAX_UNSENT_OF_ALL", 4_000_000)
    async with served() as (course, port):
        lines = [await Line.open(port, "/line", packed=False) for _ in range(3)]
        first, second, _ = course.connections
        while second.unsent < 2_500_000:
            second.send_frame(b"x" * 200_000)
        while len(course.connections) == 3:
            first.send_frame(b"x" * 100_000)
        assert second not in course.connections
        assert course.unsent == first.unsent <= 4_000_000
        for line in lines:
            line.drop()


async def test_what_is_said_beyond_what_may_be_said_at_once_is_not_read_at_once(monkeypatch):
    monkeypatch.setattr(Own, "BURST", 3)
    monkeypatch.setattr(Own, "RATE", 1e-3)
    async with served() as (course, port):
        course.may_go_on.set()
        loud = await opened(port)
        for number in range(9):
            await loud.write_message(str(number))
        received = [await loud.read_message() for _ in range(20)]
        assert [one for one in received if one != "[]"] == ["0", "1", "2", "3"]
        assert len(course.connections) == 1


def test_who_says_more_than_may_be_said_at_once_waits_for_each_message_and_a_long_one_counts_for_many():
    now = [0.0]
    limit = RateLimit(300, 60, lambda: now[0])
    assert [limit.take() for _ in range(302)] == [0.0] * 300 + [1 / 60, 2 / 60]
    now[0] = 10.0
    assert limit.take() == 0
    limit = RateLimit(LessonConnection.BURST, LessonConnection.RATE, lambda: now[0])
    for _ in range(20):
        now[0] += limit.take(LessonConnection.MAX_MESSAGE)
    # Of one page no more than half a megabyte is received in a second.
    assert now[0] > 20 * LessonConnection.MAX_MESSAGE / 500_000


def test_a_page_waits_longer_for_a_word_than_the_server_takes_between_two():
    script = (Path(connections.__file__).parent / "js" / "connection.js").read_text("utf-8")
    silence, asleep = (int(re.search(rf"const {name} = (\d+);", script)[1]) for name in ("SILENCE", "ASLEEP"))
    assert silence > BETWEEN_HEARTBEATS
    assert asleep > 1000 * BETWEEN_HEARTBEATS
