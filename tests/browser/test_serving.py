"""What the server lets through and what not, asked without a browser."""

import asyncio
import json
import re
import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages import apart, serving
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from cardlab.phrasing.catalogue import LANGUAGES

LESSON = "/en/index.ipynb"


def ask(server, path, method="GET", **headers):
    """Status, headers and text of the answer to one request, sent as written."""
    line = HTTPConnection(urlsplit(server).netloc, timeout=60)
    line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, answer.headers, text


def test_a_page_may_load_nothing_from_elsewhere(server):
    policy = ask(server, LESSON)[1]["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy)


def test_a_file_of_a_page_may_do_nothing_as_a_page_of_its_own(server):
    address = re.search(r'src="([^"]*page\.js[^"]*)"', ask(server, LESSON)[2])[1]
    assert ask(server, address)[1]["Content-Security-Policy"] == "default-src 'none'"


def test_the_start_leads_to_the_language_of_the_address_or_else_of_the_browser(server):
    for query, accepted, leads_to in (
        *(("", f"fr;q=0.9, {lang};q=0.5", lang) for lang in LANGUAGES),
        ("?lang=nl", "en", "nl"),
        ("?lang=xx", "en", "en"),
    ):
        status, headers, _ = ask(server, f"/{query}", Accept_Language=accepted)
        assert (status, headers["Location"]) == (302, f"/{leads_to}/index.ipynb")


@pytest.mark.parametrize(("accepted", "encoding", "most"), [("gzip", "gzip", 54_600), ("gzip, br, zstd", "br", 48_800)])
def test_the_first_visit_of_a_lesson_is_small_and_the_frame_stays_in_the_browser(server, accepted, encoding, most):
    """Without the heads of the answers, which are about 3 kB."""
    page = ask(server, "/en/melds.ipynb")[2]
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(addresses) == 7
    heads = {path: head(server, path, accepted) for path in ("/en/melds.ipynb", *addresses)}
    assert sum(int(one["Content-Length"]) for one in heads.values()) < most
    (script,) = (one for path, one in heads.items() if "page.js" in path)
    assert script["Content-Encoding"] == encoding
    assert "immutable" in script["Cache-Control"]


def head(server, address, accepted):
    """The head of an answer."""
    line = HTTPConnection(urlsplit(server).netloc, timeout=60)
    line.request("GET", address, headers={"Accept-Encoding": accepted})
    headers = line.getresponse().headers
    line.close()
    return headers


def test_a_page_that_the_browser_has_is_not_sent_again(server):
    assert "Etag" not in ask(server, "/en/missing.ipynb")[1]
    mark = ask(server, LESSON)[1]["Etag"]
    status, _, text = ask(server, LESSON, If_None_Match=mark)
    assert (status, text) == (304, "")


def test_there_is_no_class_without_being_asked_for(server):
    for path in ("/join", "/teacher", "/line/teacher", "/teacher/results.csv"):
        assert ask(server, path)[0] == 404


def line_to(server, path="en/index.ipynb"):
    return HTTPRequest(f"{server.replace('http', 'ws', 1)}line/{path}", headers={"Origin": server.rstrip("/")})


async def heard(line):
    """The frames that say something, one after the other."""
    while True:
        for frame in json.loads(await line.read_message()):
            yield frame


def test_a_page_names_what_its_scenes_need_and_shows_them_at_once(server):
    html = ask(server, "/nl/melds.ipynb")[2]
    needed = dict(re.findall(r'<link rel="(?:modulepreload|stylesheet)" href="([^"]+)" data-file="([^"]+)">', html))
    names = " ".join(needed.values()).split()
    assert sorted(names) == ["common.js", "exercise.css", "exercise.js", "scene.css", "scene.js"]
    for address in needed:
        status, headers, _ = ask(server, address)
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
    first = [frame[0] for frame in first_picture(html)]
    assert (first[0], first[-1], first.count("open")) == ("constant", "ready", 14)


def first_picture(html):
    """What a page shows before it has a session."""
    return json.loads(re.search(r'class="course-first"[^>]*>(.*?)</script>', html, re.DOTALL)[1])


@pytest.fixture(scope="module")
def small_course(tmp_path_factory):
    """A course of one page in each language."""
    folder = tmp_path_factory.mktemp("course")
    for lang in LANGUAGES:
        (folder / lang).mkdir()
        cells = [
            new_markdown_cell(f"# {lang} <script>"),
            new_code_cell("import os; print(os.path.basename(os.getcwd()))"),
        ]
        nbformat.write(new_notebook(cells=cells), folder / lang / "index.ipynb")
    return folder


@pytest.fixture(scope="module")
def taken():
    """A port at which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture(scope="module")
def small_server(small_course, taken):
    """A server of this course, in Dutch unless the address says otherwise, that was told to be where another one is."""
    with serving("--lang", "nl", "--port", str(taken), notebooks=small_course) as address:
        yield address


def test_a_page_works_in_the_folder_of_its_language(small_server):
    async def printed(server, lang):
        line = await websocket_connect(line_to(server, f"{lang}/index.ipynb"))
        await line.write_message('{"session": "", "last_seen": 0, "log": []}')
        return await anext(frame async for frame in heard(line) if frame[0] == "cell")

    for lang in LANGUAGES:
        shown = ["cell", 1, [{"text": f"{lang}\n"}]]
        assert shown in first_picture(ask(small_server, f"/{lang}/index.ipynb")[2])
        assert apart(asyncio.wait_for(printed(small_server, lang), 60)) == shown


def test_a_title_is_text_and_the_language_of_the_option_comes_first(small_server, taken):
    assert "<title>en &lt;script&gt; " in ask(small_server, "/en/index.ipynb")[2]
    assert ask(small_server, "/", Accept_Language="de")[1]["Location"] == "/nl/index.ipynb"
    assert urlsplit(small_server).port > taken
