"""The line of a page: rate limit, heartbeats and timeouts, and what several pages share."""

import asyncio
import json
import re
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.websocket import websocket_connect

from cardlab.dashboard.course_server import LessonConnection
from cardlab.pages import connections
from cardlab.pages.connections import ConnectionServer, PageConnection, RateLimit, send_heartbeats
from cardlab.pages.received import MAX_CONTENT, MAX_HELLO, read_hello, read_message
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
    def __init__(self, *handlers):
        super().__init__([*handlers, ("/line", Own), ("/counting", Counting)])
        self.is_busy, self.may_go_on, self.heard = asyncio.Event(), asyncio.Event(), 0

    def visitor(self, request):
        return request.headers.get("Visitor", "")

    def redirect_for(self, request):
        return ""


class Mute(Line):
    """A page whose network takes everything and brings nothing back."""

    def flush(self):
        """Answer nothing."""


@asynccontextmanager
async def running(*handlers):
    """A course that is served, and its port."""
    course, sockets = Course(*handlers), bind_sockets(0, "127.0.0.1")
    server = HTTPServer(course)
    server.add_sockets(sockets)
    heartbeats = asyncio.create_task(send_heartbeats(course.connections))
    try:
        yield course, sockets[0].getsockname()[1]
    finally:
        heartbeats.cancel()
        server.stop()
        await server.close_all_connections()


@asynccontextmanager
async def shared():
    """A tally, and a function that opens the line of a page to it and says hello."""
    tally = Tally()
    async with running(("/tally", TallyConnection, {"tally": tally})) as (_, port), AsyncExitStack() as lines:

        async def opened(hello=HELLO):
            line = await Line.open(port, "/tally")
            lines.callback(line.drop)
            line.send(hello)
            return line

        yield tally, opened


async def until(line, kind):
    """The frames of a line up to one of this kind."""
    frames = []
    while not frames or frames[-1][0] != kind:
        frames += json.loads(await line.read())
    return frames


async def closed(line):
    while await line.read() is not CLOSED:
        pass


async def test_a_page_is_sent_the_picture_then_what_changes_on_all_pages_and_that_something_failed_and_not_what():
    async with shared() as (tally, opened):
        one, other = await opened(), await opened(OTHER)
        assert ["open", "1", "tally", [], {"count": 0, "drawn": 1}] in await until(one, "ready")
        await until(other, "ready")
        one.send('["message", 1, "1", {"add": 2}]')
        # A press is answered in one message, and two changes in one go are drawn once.
        assert json.loads(await one.read()) == [["state", "1", {"count": 2, "drawn": 2}, []], ["done", 1]]
        assert await until(other, "state") == [["state", "1", {"count": 2, "drawn": 2}, []]]
        assert tally.count == 2
        for number, content, count in ((2, {"nonsense": 1}, 2), (3, {"add": 3}, 2), (4, {"add": 1}, 100)):
            tally.count = count
            one.send(json.dumps(["message", number, "1", content]))
            frames = [frame for frame in await until(one, "done") if frame[0] != "state"]
            assert frames == [*[["out", {"error": "failed"}]] * (number != 3), ["done", number]]
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


@pytest.mark.parametrize(
    "torn", ["", "null", "[1]", HELLO.replace("page-one", "short"), HELLO.replace("one", "x" * 56)]
)
async def test_what_is_no_message_ends_the_line(torn):
    async with shared() as (tally, opened):
        line = await opened(torn)
        await closed(line)
        assert (line.code, tally.lines) == (1008, set())


# Each line for itself


async def in_browser(port):
    """A page that answers pings, as a browser does, and hears signs of life."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    return await websocket_connect(HTTPRequest(f"ws://127.0.0.1:{port}/line", headers=origin))


@pytest.fixture
def usual(monkeypatch):
    """Quick heartbeats; gives the usual time between two."""
    usual = connections.HEARTBEAT_INTERVAL
    monkeypatch.setattr(connections, "HEARTBEAT_INTERVAL", 0.05)
    monkeypatch.setattr(connections, "HEARTBEAT_CHECK", 0.01)
    return usual


async def test_a_page_hears_that_the_server_is_there_and_keeps_its_line_unless_it_answers_no_ping(usual):
    async with running() as (course, port):
        page = await in_browser(port)
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
        mute = await Mute.open(port, "/line")
        assert await mute.read() is CLOSED
        assert len(course.connections) == 1
        page.close()
    # A page waits longer for a word than the server takes between two.
    script = (Path(connections.__file__).parent / "js" / "connection.js").read_text("utf-8")
    silence, asleep = (int(re.search(rf"const {name} = (\d+);", script)[1]) for name in ("SILENCE", "ASLEEP"))
    assert silence > usual
    assert asleep > 1000 * usual


async def test_of_one_visitor_one_message_is_heard_in_each_turn_however_many_pages_say_something():
    async with running() as (course, port):
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
    async with running() as (course, port):
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


async def test_what_is_said_beyond_the_limit_waits_and_a_long_message_counts_for_many(usual, monkeypatch):
    monkeypatch.setattr(Own, "BURST", 3)
    monkeypatch.setattr(Own, "RATE", 1e-3)
    async with running() as (course, port):
        course.may_go_on.set()
        loud = await in_browser(port)
        for number in range(9):
            await loud.write_message(str(number))
        received = [await loud.read_message() for _ in range(20)]
        assert [one for one in received if one != "[]"] == ["0", "1", "2", "3"]
        assert len(course.connections) == 1
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


# What comes from a page: read within bounds, and as it was said


def test_what_is_no_message_or_would_take_long_to_read_is_refused_and_all_else_is_read_as_it_was_said():
    for said in (
        '["message", 0, "1", {}]', '["message", true, "1", {}]', '["message", 1.5, "1", {}]', '["done", 1, "1", {}]',
        '["message", 1, 1, {}]', '["message", 1, "1"]', '["message", 1, "1", {}, 7]', '["message", 1, "1", {}, "", 1]',
        '["message", 9007199254740993, "1", {}]', "[", "", "7", "[" * 100_000,
    ):  # fmt: skip
        assert read_message(said) is None
    assert read_message('["message", 1, "1", {"text": "\\ud800 A"}]') == (1, "1", {"text": "? A"})  # half a character
    # A long text stands beside and belongs to the content.
    text = "[" * 3_000_000
    assert read_message(json.dumps(["message", 7, "1", {"do": "load"}, text])) == (7, "1", {"do": "load", "text": text})
    for many in (["[]"] * MAX_CONTENT, [f'"{key}"' for key in range(MAX_CONTENT)]):
        assert read_message(f'["message", 1, "1", [{",".join(many)}]]') is None
        few = many[:1000]
        assert read_message(f'["message", 1, "1", [{",".join(few)}]]') == (1, "1", [json.loads(one) for one in few])


def test_what_a_page_says_again_is_read_one_by_one():
    log = [["1", {"do": "next"}], ["2", "\ud83d"]]
    hello = read_hello(json.dumps({"session": "", "last_seen": 0, "log": log}))
    said = [(place, json.loads(bytes(content))) for place, content in hello.log]
    assert said == [("1", {"do": "next"}), ("2", "?")]
    assert read_hello(json.dumps({"session": "x" * MAX_HELLO, "last_seen": 0, "log": []})) is None
