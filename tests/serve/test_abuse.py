"""What strangers may try against the running server: it is refused in words or dropped, and nobody else is disturbed.

Learners at work are answered rightly before, during and after, newcomers get in or are told their place in the queue;
the server goes on, says no trace of a fault in the terminal, and has its memory back. The class code and the teacher's
key have tests of their own.
"""

import asyncio
import json
import re
from http.client import HTTPException
from urllib.parse import urlsplit

import pytest
from abused import HELLO, connected, hand_of, is_refused, learners, page, served, settled, works
from classroom import classroom

from tests.load.line import BINARY, TEXT, Line, Refused, fetch
from tests.load.page import Lost, Page


@pytest.fixture(scope="module")
def server():
    with served() as here:
        yield here


# Who asks, and for what


async def test_foreign_hosts_are_refused_in_words_and_only_reading_is_allowed(server):
    for host in ("evil.example", "a b", "", "[::1"):
        for path in ("/", "/en/melds.ipynb", "/static/common.js", "/nothing"):
            answer = await fetch(server.port, path, {"Host": host})
            assert answer.status in (400, 403, 404), (host, path, answer.status)
            assert "Traceback" not in answer.text
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert await is_refused(server, "/line/en/melds.ipynb", headers=headers), host
    for host in ("localhost", f"127.0.0.1:{server.port}", f"[::1]:{server.port}"):
        assert (await fetch(server.port, "/en/melds.ipynb", {"Host": host})).status == 200, host
    for method in ("POST", "PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 1000):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"{method} /en/melds.ipynb HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        first = await reader.readline()
        assert first == b"" or b" 40" in first or (b" 50" in first and b" 500" not in first), (method, first)
        writer.close()
    await works(server)


TRICKS = [
    "/../pyproject.toml", "/en/../../../../../../../etc/passwd", "/en/%2e%2e/%2e%2e/pyproject.toml",
    "/en/..%2f..%2fpyproject.toml", "/..%5cpyproject.toml", "/en/..\\..\\pyproject.toml",
    "/static/../../../../../../../command.py", "/static/..%2f..%2f..%2f..%2f..%2f..%2fcommand.py",
    "/static/%252e%252e%252fconf.json", "/static/....//conf.json", "/static//etc/passwd", "/static/common.js%00.svg",
    "/static/", "/static/%2e%2e%2fconf.json", "/static/" + "a" * 5000, "/static/?v=1",
    "/en", "/en/melds", "/en/melds.ipynb/", "/en/melds.ipynb%00", "/en//melds.ipynb", "//en/melds.ipynb",
    "/EN/melds.ipynb", "/xx/melds.ipynb", "/en/melds.ipynb.", "/en/nothing.ipynb", "/en/melds.ipynb/x",
    "/en/.ipynb_checkpoints/melds-checkpoint.ipynb", "/%65n/../de/melds.ipynb/..", "/en/%ff%fe.ipynb", "",
    "/file:///etc/passwd", "/http://evil.example/", "/?file=/etc/passwd", "/" + "a/" * 4000, "/%", "/%zz",
    "/api/kernels", "/files/en/melds.ipynb", "/voila/files/en/melds.ipynb", "/lab",
    "//evil.example", "/voila/render/%2F%2Fevil.example", "/voila/render/%0d%0aLocation:%20http://evil.example",
    "/en/melds.ipynb?level=<script>alert(1)</script>",
    "/?lang=//evil.example", "/?lang=%5C%5Cevil", "/en/melds.ipynb?lang=de&x=%0d%0aSet-Cookie:%20a=b",
]  # fmt: skip


async def test_no_path_leads_out_of_the_course_or_a_browser_elsewhere(server):
    for path in TRICKS:
        try:
            answer = await fetch(server.port, path)
        except (OSError, HTTPException):
            continue
        assert 200 <= answer.status < 500, (path, answer.status)
        assert answer.status in (302, 400, 404, 414, 431) or "<!doctype html>" in answer.text[:200].lower(), path
        assert "set-cookie" not in answer.headers, path
        assert re.match(r"/(?:[a-z?]|$)", answer.headers.get("location", "/")), path
        for secret in ("<script>alert", "root:x:", "[build-system]", '"cell_type"', "argparse", "Traceback"):
            assert secret not in answer.text, path
        line_path = f"/line{path}"
        assert await is_refused(server, line_path) or path.startswith(("//", "/en//", "/en/melds.ipynb?")), line_path
    await works(server)


QUERIES = [
    "x" * 20_000, "%00", "%ff%fe", "lang=../../etc", "lang=" + "de" * 1000, "seed=" + "9" * 5000, "seed=1e400",
    "level=%3Cscript%3E", "drill=__import__('os')", "drill=%3Cimg%20src=x%3E", "template=lab",
    "=&&&==&", "a=1&" * 3000, "lang=de&lang=nl", "seed[]=1", "seed=%ED%A0%80", "kernel=1", "%",
]  # fmt: skip


async def test_hostile_queries_open_the_lesson_or_nothing(server):
    for query in QUERIES:
        opened = Page(server.port, "en/melds.ipynb", query)
        try:
            await opened.open()
        except (Lost, OSError, HTTPException) as refused:
            if "answers 5" in str(refused):
                raise
        else:
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
    for number in (0, True, None, "1", 2**53, 10**30, float("nan")):
        yield json.dumps(["message", number, place, content])
    for name in (None, 1, "", [], "0", "-1", "-", place * 1000, "__class__"):
        yield json.dumps(["message", 1, name, content])
    for wrong in (None, "do", [], {}, {"do": None}, {"do": content}, {"do": "select", "cards": 1}):
        yield json.dumps(["message", 1, place, wrong])
    for kind in ("constant", "open", "state", "once", "done", "cell", "ready", "out", "here", "over"):
        yield json.dumps([kind, 1, place, content])
    for hello in ({"session": 1}, {"last_seen": "x"}, {"last_seen": -(10**400)}, {"first": 1}):
        yield json.dumps({"session": "", "last_seen": 0, "log": [], **hello})
    for log in ({}, [1], [[]], [[True, {}]], [["1", {}, 3]], [["1", {"do": 1}]], [["1", 10**400]]):
        yield json.dumps({"session": "", "last_seen": 0, "log": log})
    yield '{"session": "", "last_seen": 0, "log": [["1", ' + '{"a":' * 900 + "1" + "}" * 900 + "]]}"
    yield from (b"", b"\0", b"\xff" * 8, json.dumps(["message", 1, place, content]).encode())


async def test_a_message_of_any_shape_disturbs_nobody_and_a_page_that_said_it_goes_on(server):
    """If the connection was closed, the page reconnects and is as it was."""
    async with learners(server, 2):
        for known in (False, True):
            for message in hostile("2"):
                stranger = await connected(server, hello=HELLO if known else None)
                stranger.send(message)
                assert "Traceback" not in str(await settled(stranger))
                stranger.send('["leave"]')
                stranger.close()
        opened = await page(server, "melds")
        check = opened.of_kind("MeldCheck")[0]
        faces = opened.places[check].constants["faces"]
        for message in hostile(check):
            if not isinstance(message, str) or message.startswith('["message", 1,'):
                opened.number += 1
                if isinstance(message, str):
                    message = message.replace('["message", 1,', f'["message", {opened.number},')
                opened.line.send(message)
                try:
                    await opened.answered(next(iter(opened.places)), {"do": "nothing"})
                except Lost:
                    await opened.drop()
                    await opened.back()
                    check = opened.of_kind("MeldCheck")[0]
        await opened.answered(check, {"do": "select", "cards": ["8s"], "number": 2**40})
        assert hand_of(opened, check)["selected"] == ["8s"]
        assert opened.places[check].constants["faces"] == faces
        await opened.close()


async def test_frames_that_are_too_large_or_cannot_be_unpacked_are_dropped_without_a_word_in_the_terminal(server):
    large, said = 10 * 1024**2, server.output
    for offer in ("server_max_window_bits=8", "server_max_window_bits=", "client_max_window_bits=99", "nonsense=1"):
        with pytest.raises(Refused, match="400"):
            await connected(server, headers={"Sec-WebSocket-Extensions": f"permessage-deflate; {offer}"})
    with pytest.raises(Refused):
        await Line.open(server.port, "/line/en/melds.ipynb", headers={"Sec-WebSocket-Version": "1"})
    async with learners(server, 2):
        before = server.memory
        for garbage in (b"\xff" * 20, b"\x07", b"\x00\x01\x02\x03", bytes(range(256))):
            opened = await connected(server, hello=HELLO)
            opened.send_frame(TEXT, garbage, packed=True)
            await until_closed(opened)
        for known in (None, HELLO):
            stranger = await connected(server, hello=known)
            stranger.send_frame(TEXT, b"[" * large)
            assert await until_closed(stranger) in (1006, 1008, 1009)
            stranger = await connected(server, hello=known)
            stranger.send_frame(BINARY, b"x" * 1024, last=False)
            for _ in range(large // 65536):
                stranger.send_frame(0, b"x" * 65536, last=False)
            assert await until_closed(stranger) in (1006, 1008, 1009)
            # A frame of a few kilobytes that becomes large when it is unpacked.
            stranger = await connected(server, hello=known)
            stranger.send_packed("x" * (20 * large))
            assert await until_closed(stranger) in (1006, 1007, 1008, 1009)
        assert server.memory < before + 64
    assert server.output == said


async def until_closed(stranger):
    """Read until the server has closed the connection; returns the close code."""
    while await stranger.read() is not None:
        pass
    return stranger.code


# Too many of them


async def test_neither_clients_that_never_say_who_they_are_nor_one_learner_take_a_place_that_another_wants():
    with classroom(options=("--class", "--pages", "4")) as room:
        port = urlsplit(room.address).port
        greedy, other = ({"Cookie": room.join(name=name).cookies} for name in ("Ana", "Ben"))
        silent = [await Line.open(port, "/line/en/index.ipynb", headers=greedy) for _ in range(100)]
        pages = [Page(port, "en/melds.ipynb", headers=greedy) for _ in range(5)]
        for one in pages[:2]:
            await one.open()
            await one.press()
        # The next ones are told which place in the queue they have.
        for place, one in enumerate(pages[2:], 1):
            await one.join()
            one.hello()
            await one.until(lambda one=one, place=place: ["wait", place] in one.heard)
        newcomer = Page(port, "en/melds.ipynb", headers=other)
        await newcomer.open()
        await newcomer.press()
        silent += [await Line.open(port, "/line/en/index.ipynb", headers=other) for _ in range(100)]
        await pages[0].close()
        await pages[2].until(lambda: pages[2].is_here)
        for one in (*pages[1:], newcomer):
            await one.drop()
        for line in silent:
            line.drop()


async def test_who_talks_without_listening_or_floods_with_large_messages_disturbs_nobody_and_fills_no_memory():
    """Each of the large messages has four kilobytes on the wire and four megabytes when it is unpacked."""
    large = json.dumps(["message", 1, "1", "x" * 4_000_000])
    with served() as here:
        async with learners(here, 5):
            before = here.memory
            talker = await connected(here, "en/melds.ipynb", HELLO)
            for number in range(1, 1001):
                content = {"do": "select", "cards": ["8s"] if number % 2 else [], "number": number}
                talker.send(json.dumps(["message", number, "1", content]))
            await asyncio.gather(*(works(here) for _ in range(3)))
            talker.drop()
            await works(here)
            assert here.memory < before + 60
            before = here.peak
            floods = [await connected(here, "en/melds.ipynb", HELLO) for _ in range(4)]
            for _ in range(100):
                for flood in floods:
                    flood.send_packed(large)
            for _ in range(3):
                await works(here)
            assert here.peak < before + 100
            for flood in floods:
                flood.drop()
        await works(here)
