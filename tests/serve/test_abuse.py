"""What strangers may try against the running server: it is refused in words or dropped, and nobody else is disturbed.

A learner at work is answered rightly before, during and after; the server goes on, says no trace of a fault in the
terminal, and has its memory back. The class code and the teacher's key have tests of their own.
"""

import asyncio
import json
import re

import pytest
from abused import HELLO, connected, hand_of, is_refused, learners, page, served, settled, with_timeout, works

from tests.load.line import TEXT, Line, Refused, fetch
from tests.load.ours import Page
from tests.load.visits import Lost

PROBLEM = "Problem:"


@pytest.fixture(scope="module")
def server():
    with served() as here:
        yield here


OFFERS = ("server_max_window_bits=8", "server_max_window_bits=", "client_max_window_bits=99", "nonsense=1")


@with_timeout
async def test_what_can_be_neither_accepted_nor_unpacked_ends_without_a_word_in_the_terminal():
    with served() as here:
        for offer in OFFERS:
            with pytest.raises(Refused, match="400"):
                await connected(here, headers={"Sec-WebSocket-Extensions": f"permessage-deflate; {offer}"})
        for garbage in (b"\xff" * 20, b"\x07", b"\x00\x01\x02\x03", bytes(range(256))):
            opened = await connected(here, hello=HELLO)
            opened.send_frame(TEXT, garbage, reserved=4)
            await until_closed(opened)
        await works(here)
    assert PROBLEM not in here.output


# Who asks, and for what


@with_timeout
async def test_foreign_hosts_are_refused_in_words(server):
    for host in ("evil.example", "127.0.0.1.evil.example", "a b", "", "[::1"):
        for path in ("/", "/en/melds.ipynb", "/static/page.js", "/nothing"):
            answer = await fetch(server.port, path, {"Host": host})
            assert answer.status in (400, 403, 404), (host, path, answer.status)
            assert "Traceback" not in answer.text
        assert await is_refused(server, "/line/en/melds.ipynb", headers={"Host": host, "Origin": f"http://{host}"}), (
            host
        )
    for host in ("localhost", f"localhost:{server.port}", f"127.0.0.1:{server.port}", f"[::1]:{server.port}"):
        assert (await fetch(server.port, "/en/melds.ipynb", {"Host": host})).status == 200, host


TRICKS = [
    "/../pyproject.toml", "/en/../../pyproject.toml", "/en/../../../../../../../etc/passwd", "/%2e%2e/pyproject.toml",
    "/en/%2e%2e/%2e%2e/pyproject.toml", "/en/..%2f..%2fpyproject.toml", "/..%5cpyproject.toml",
    "/en/..\\..\\pyproject.toml",
    "/static/../../../../../../../command.py", "/static/..%2f..%2f..%2f..%2f..%2f..%2fcommand.py",
    "/static/%2e%2e/conf.json",
    "/static/%252e%252e%252fconf.json", "/static/....//conf.json", "/static//etc/passwd",
    "/static/page.js%00.svg", "/static/",
    "/static/../static/page.js", "/static/%2e%2e%2fconf.json",
    "/static/" + "a" * 5000,
    "/en/", "/en", "/en/melds", "/en/melds.ipynb/", "/en/melds.ipynb%00", "/en//melds.ipynb", "//en/melds.ipynb",
    "/EN/melds.ipynb",
    "/en/.ipynb_checkpoints/melds-checkpoint.ipynb", "/xx/melds.ipynb", "/en/melds.ipynb.",
    "/%65n/../de/melds.ipynb/..",
    "/file:///etc/passwd", "/http://evil.example/", "/?file=/etc/passwd", "/static/?v=1", "/en/%ff%fe.ipynb",
    "/" + "a/" * 4000, "/%", "/%zz", "/api/kernels", "/files/en/melds.ipynb", "/voila/files/en/melds.ipynb", "/lab",
    "//evil.example", "/voila/render/%2F%2Fevil.example", "/voila/render/%0d%0aLocation:%20http://evil.example",
    "/?lang=//evil.example", "/?lang=%5C%5Cevil", "/en/melds.ipynb?lang=de&x=%0d%0aSet-Cookie:%20a=b",
]  # fmt: skip


@with_timeout
async def test_no_path_leads_out_of_the_course_or_a_browser_elsewhere(server):
    for path in TRICKS:
        try:
            answer = await fetch(server.port, path)
        except asyncio.IncompleteReadError:
            continue
        assert 200 <= answer.status < 500, (path, answer.status)
        assert answer.status in (302, 400, 404, 414, 431) or "<!doctype html>" in answer.text[:200].lower(), path
        assert "set-cookie" not in answer.headers, path
        assert re.match(r"/(?:[a-z?]|$)", answer.headers.get("location", "/")), path
        for secret in ("root:x:", "[build-system]", '"cell_type"', "argparse", "Traceback"):
            assert secret not in answer.text, path
        line_path = f"/line{path}"
        assert await is_refused(server, line_path) or path.startswith(("//", "/en//", "/en/melds.ipynb?")), line_path
    await works(server)


@with_timeout
async def test_only_reading_is_allowed(server):
    for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 1000):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"{method} /en/melds.ipynb HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        first = await reader.readline()
        assert first == b"" or b" 40" in first or (b" 50" in first and b" 500" not in first), (method, first)
        writer.close()
    await works(server)


QUERIES = [
    "x" * 20_000, "%00", "%ff%fe", "lang=../../etc", "lang=" + "de" * 1000, "seed=" + "9" * 5000, "seed=-1",
    "seed=1e400", "seed=NaN",
    "level=<script>alert(1)</script>", "drill=__import__('os')", "drill=%3Cimg%20src=x%3E", "template=lab",
    "theme=<script>alert(1)</script>",
    "=&&&==&", "a=1&" * 3000, "lang=de&lang=nl", "seed[]=1", "seed=%ED%A0%80", "level=" + "%F0%9F%82%A1" * 200,
    "kernel=1", "%",
]  # fmt: skip


@with_timeout
async def test_hostile_queries_open_the_lesson_or_nothing(server):
    for query in QUERIES:
        try:
            answer = await fetch(server.port, f"/en/melds.ipynb?{query}")
        except asyncio.IncompleteReadError:
            continue
        assert answer.status in (200, 302, 400, 404, 414, 431), query[:50]
        assert "<script>alert" not in answer.text
        if answer.status != 200:
            continue
        opened = Page(server.port, "melds", query=query)
        opened.read(answer.text)
        try:
            await opened.connect()
        except Lost:
            continue
        if not opened.places:
            opened.hello()
            await opened.until_ready()
        await opened.press()
        assert not [out for outs in opened.cells.values() for out in outs if "error" in out], query[:50]
        await opened.close()


# Messages


def hostile(place):
    """Messages of a wrong shape, as text or bytes; `place` is the name of a place of the page."""
    deep = "[" * 100_000 + "]" * 100_000
    content = {"do": "select", "cards": ["8s"], "number": 1}
    yield from ("", "null", "0", "1e999", "NaN", '"leave"', "[]", "{}", "[null]", '["leave", 1]', "\0", "\ufeff[]")
    yield from (deep, f'["message", 1, "{place}", {deep}]', '{"a":' * 50_000 + "1" + "}" * 50_000)
    yield from ("[" + "9" * 5000 + "]", '["message"', "{", '"\\ud800"', '["message", 1, "\\ud800", {}]', "x" * 100_000)
    for number in (0, -1, True, None, 1.5, "1", [], 2**53, 10**30, float("nan"), float("inf")):
        yield json.dumps(["message", number, place, content])
    for name in (None, 1, "", [], "0", "-1", "-", place * 1000, "__class__"):
        yield json.dumps(["message", 1, name, content])
    for wrong in (None, 1, "x", "do", [], {}, {"do": None}, {"do": content}, {"do": "select", "cards": 1}, {"do": 1}):
        yield json.dumps(["message", 1, place, wrong])
    for kind in ("constant", "open", "state", "once", "done", "cell", "ready", "out", "here", "over"):
        yield json.dumps([kind, 1, place, content])
    for hello in (
        {"session": 1},
        {"session": "", "last_seen": "x"},
        {"last_seen": 0},
        {"session": "", "last_seen": -(10**400)},
        {"session": "", "last_seen": 0, "first": 1},
    ):
        yield json.dumps({"log": [], **hello})
    for log in ({}, [1], [[]], [[1, 2]], [[1, {}]], [[True, {}]], [["1", {}, 3]], [["1", {"do": 1}]], [["1", 10**400]]):
        yield json.dumps({"session": "", "last_seen": 0, "log": log})
    yield '{"session": "", "last_seen": 0, "log": [["1", ' + '{"a":' * 900 + "1" + "}" * 900 + "]]}"
    yield from (b"", b"\0", b"\xff" * 8, json.dumps(["message", 1, place, content]).encode())


@with_timeout
async def test_a_message_of_any_shape_disturbs_nobody(server):
    async with learners(server, 2):
        for known in (False, True):
            for message in hostile("2"):
                stranger = await connected(server, hello=HELLO if known else None)
                stranger.send(message)
                answers = await settled(stranger)
                assert "Traceback" not in str(answers)
                stranger.send('["leave"]')
                stranger.close()


@with_timeout
async def test_a_page_goes_on_after_whatever_it_said_to_its_widgets(server):
    """If the connection was closed, the page reconnects and is as it was."""
    opened = await page(server, "melds")
    check = opened.of_kind("MeldCheck")[0]
    faces = opened.places[check].constants["faces"]
    for message in hostile(check):
        if isinstance(message, str) and not message.startswith('["message", 1,'):
            continue
        number = opened._number = opened._number + 1
        message = message.replace('["message", 1,', f'["message", {number},') if isinstance(message, str) else message
        opened.line.send(message)
        if not await is_connected(opened):
            await opened.drop()
            await opened.back()
            check = opened.of_kind("MeldCheck")[0]
    await opened.ask(check, {"do": "select", "cards": ["8s"], "number": 2**40})
    assert hand_of(opened, check)["selected"] == ["8s"]
    assert opened.places[check].constants["faces"] == faces
    await opened.close()


async def is_connected(opened):
    """Whether the connection is still open."""
    try:
        await opened.ask(next(iter(opened.places)), {"do": "nothing"})
    except Exception:
        return False
    return True


@with_timeout
async def test_a_frame_of_ten_megabytes_is_dropped(server):
    large = 10 * 1024**2
    async with learners(server, 2):
        before = server.memory
        for known in (None, HELLO):
            for kind in (1, 2):
                stranger = await connected(server, hello=known)
                stranger.send_frame(kind, b"[" * large)
                assert await until_closed(stranger) in (1006, 1008, 1009)
                stranger = await connected(server, hello=known)
                stranger.send_frame(kind, b"x" * 1024, last=False)
                for _ in range(large // 65536):
                    stranger.send_frame(0, b"x" * 65536, last=False)
                assert await until_closed(stranger) in (1006, 1008, 1009)
            # A frame of a few kilobytes that becomes large when it is unpacked.
            stranger = await connected(server, hello=known)
            stranger.send_packed("x" * (20 * large))
            assert await until_closed(stranger) in (1006, 1007, 1008, 1009)
        assert server.memory < before + 64


async def until_closed(stranger):
    """Read until the server has closed the connection; returns the close code."""
    try:
        while await stranger.read() is not None:
            pass
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    return stranger.code


@with_timeout
async def test_a_line_is_no_way_to_another_lesson_or_to_none(server):
    for path in ("en/nothing.ipynb", "", "en/melds.ipynb/x", "../en/melds.ipynb", "xx/melds.ipynb"):
        assert await is_refused(server, f"/line/{path}"), path
    with pytest.raises((Refused, asyncio.IncompleteReadError)):
        await Line.open(server.port, "/line/en/melds.ipynb", headers={"Sec-WebSocket-Version": "1"})
