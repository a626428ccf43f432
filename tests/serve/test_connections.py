"""The connection of a page: rate limit, heartbeats, timeouts."""

import asyncio
import re
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


class Counting(Own):
    """A connection that only counts what it hears."""

    async def receive(self, message):
        self.application.heard += 1


def served(play):
    """A test that is played with the course and the port of a running server."""

    async def run():
        course = Course()
        sockets = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(course)
        server.add_sockets(sockets)
        heartbeats = asyncio.create_task(send_heartbeats(course.connections))
        await play(course, sockets[0].getsockname()[1])
        heartbeats.cancel()
        server.stop()

    def test():
        asyncio.run(asyncio.wait_for(run(), 60))

    return test


async def opened(port):
    """A page that answers pings, as a browser does."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    return await websocket_connect(HTTPRequest(f"ws://127.0.0.1:{port}/line", headers=origin))


@served
async def test_a_page_to_which_nothing_is_said_hears_that_the_server_is_there_and_keeps_its_line(course, port):
    page = await opened(port)
    for _ in range(20):  # three times as long as an answer may take
        assert await page.read_message() == "[]"
    assert len(course.connections) == 1
    page.close()


@served
async def test_the_line_of_a_page_that_answers_no_ping_is_cut(course, port):
    page = await Mute.open(port, "/line")
    assert await page.read() is CLOSED
    assert not course.connections


@served
async def test_of_one_visitor_one_message_is_heard_in_each_turn_however_many_pages_say_something(course, port):
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


@served
async def test_a_page_is_not_cut_while_the_server_is_busy_with_what_it_has_said(course, port):
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


def test_where_all_pages_together_read_too_slowly_the_slowest_loses_its_line(monkeypatch):
    monkeypatch.setattr(connections, "MAX_UNSENT_OF_ALL", 4_000_000)

    async def play(course, port):
        slow, slower, other = [await Line.open(port, "/line", packed=False) for _ in range(3)]
        assert len(course.connections) == 3
        first, second, _ = course.connections
        while second.unsent < 2_500_000:
            second.send_frame(b"x" * 200_000)
        while len(course.connections) == 3:
            first.send_frame(b"x" * 100_000)
        assert second not in course.connections
        assert course.unsent == first.unsent <= 4_000_000
        for line in (slow, slower, other):
            line.drop()

    served(play)()


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

    served(play)()


def test_who_says_more_than_may_be_said_at_once_waits_for_each_message():
    now = [0.0]
    limit = RateLimit(300, 60, lambda: now[0])
    assert [limit.take() for _ in range(302)] == [0.0] * 300 + [1 / 60, 2 / 60]
    now[0] = 10.0
    assert limit.take() == 0


def test_a_long_message_counts_for_many():
    now = [0.0]
    limit = RateLimit(LessonConnection.BURST, LessonConnection.RATE, lambda: now[0])
    for _ in range(20):
        now[0] += limit.take(LessonConnection.MAX_MESSAGE)
    # Some seconds for each: of one page no more than half a megabyte is received in a second.
    assert now[0] > 20 * LessonConnection.MAX_MESSAGE / 500_000 - 10


def test_a_page_waits_longer_for_a_word_than_the_server_takes_between_two():
    script = (Path(connections.__file__).parent / "js" / "connection.js").read_text("utf-8")
    silence, asleep = (int(re.search(rf"const {name} = (\d+);", script)[1]) for name in ("SILENCE", "ASLEEP"))
    assert silence > BETWEEN_HEARTBEATS
    assert asleep > 1000 * BETWEEN_HEARTBEATS
