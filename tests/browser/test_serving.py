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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_start_leads_to_the_language_of_the_browser(server, lang):
    status, headers, _ = ask(server, "/", Accept_Language=f"fr;q=0.9, {lang};q=0.5")
    assert (status, headers["Location"]) == (302, f"/{lang}/index.ipynb")


def test_the_frame_comes_compressed_and_stays_in_the_browser(server):
    address = re.search(r'src="([^"]*page\.js[^"]*)"', ask(server, LESSON)[2])[1]
    line = HTTPConnection(urlsplit(server).netloc, timeout=60)
    line.request("GET", address, headers={"Accept-Encoding": "gzip"})
    headers = line.getresponse().headers
    line.close()
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]


def test_a_page_that_the_browser_has_is_not_sent_again(server):
    assert "Etag" not in ask(server, "/en/missing.ipynb")[1]
    mark = ask(server, LESSON)[1]["Etag"]
    status, _, text = ask(server, LESSON, If_None_Match=mark)
    assert (status, text) == (304, "")


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/?lang=nl", "/nl/index.ipynb"),
        ("/?lang=xx", "/en/index.ipynb"),
        ("/en/melds.ipynb?lang=de", "/de/melds.ipynb"),
        ("/en/whatif.ipynb?pos=1&lang=de&at=2", "/de/whatif.ipynb?pos=1&at=2"),
        ("/de/melds.ipynb?lang=de", None),
        ("/de/melds.ipynb?lang=xx", None),
    ],
)
def test_the_language_in_the_address_leads_to_the_same_place_in_it(server, asked, leads_to):
    status, headers, _ = ask(server, asked, Accept_Language="en")
    assert (status, headers["Location"]) == (302 if leads_to else 200, leads_to)


def test_there_is_no_class_without_being_asked_for(server):
    for path in ("/join", "/teacher", "/line/teacher", "/teacher/class.csv"):
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
