"""What the server lets through and what not, asked without a browser."""

import json
import re
import socket
from html import unescape
from urllib.parse import urlsplit

from own_notebooks import book
from pages import serving

from cardlab.phrasing.catalogue import LANGUAGES, say
from tests.load import line

LESSON = "/en/melds.ipynb"


def ask(server, path, **headers):
    """Status, headers and text of the answer to one request."""
    answer = line.ask(urlsplit(server).netloc, path, **headers)
    return answer.status, answer.headers, answer.text


def first_picture(html):
    """What a page shows before it has a session."""
    return json.loads(re.search(r'class="course-first"[^>]*>(.*?)</script>', html, re.DOTALL)[1])


def test_a_page_loads_nothing_from_elsewhere_and_is_not_sent_again_and_there_is_no_class_unasked(server):
    _, headers, html = ask(server, LESSON)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy)
    script = re.search(r'src="([^"]*frame\.js[^"]*)"', html)[1]
    # A file of a page may do nothing as a page of its own.
    assert ask(server, script)[1]["Content-Security-Policy"] == "default-src 'none'"
    status, _, text = ask(server, LESSON, If_None_Match=headers["Etag"])
    assert (status, text) == (304, "")
    status, headers, html = ask(server, "/missing.ipynb", Accept_Language="nl")
    assert (status, "Etag" in headers, '<html lang="nl"' in html) == (404, False, True)
    assert say("page.404.title", "nl") in unescape(html)
    assert f'href="/?lang=nl">{say("page.home", "nl")}</a>' in unescape(html)
    for path in ("/join", "/teacher", "/line/teacher", "/teacher/results.csv"):
        assert ask(server, path)[0] == 404


def test_the_start_leads_to_the_language_of_the_address_or_else_of_the_browser(server):
    for query, accepted, leads_to in (
        *(("", f"fr;q=0.9, {lang};q=0.5", lang) for lang in LANGUAGES),
        ("?lang=nl", "en", "nl"),
        ("?lang=xx", "en", "en"),
    ):
        status, headers, _ = ask(server, f"/{query}", Accept_Language=accepted)
        assert (status, headers["Location"]) == (302, f"/{leads_to}/index.ipynb")


def test_the_first_visit_of_a_lesson_is_small_names_all_it_needs_and_shows_it_at_once(server):
    """Without the heads of the answers, which are about 3 kB."""
    html = ask(server, LESSON)[2]
    needed = dict(re.findall(r'<link rel="(?:modulepreload|stylesheet)" href="([^"]+)" data-file="([^"]+)">', html))
    names = " ".join(needed.values()).split()
    assert sorted(names) == ["exercise.css", "exercise.js", "scene.css", "scene.js"]
    # A page about Tongits does without the faces of Tichu's special cards.
    shared = r'<link rel="modulepreload" href="[^"]*/(\w+\.js)\?v=\w+" data-shared>'
    pages = [ask(server, path)[2] for path in (LESSON, LESSON.replace("melds", "stacks"))]
    assert [re.findall(shared, page) for page in pages] == [["common.js"], ["common.js", "specials.js"]]
    first = [frame[0] for frame in first_picture(html)]
    assert (first[0], first[-1], first.count("open")) == ("constant", "ready", 14)
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    assert len(addresses) == 6
    assert addresses > needed.keys()
    for accepted, encoding, most in (("gzip", "gzip", 52_100), ("gzip, br, zstd", "br", 46_600)):
        heads = {path: ask(server, path, Accept_Encoding=accepted)[1] for path in (LESSON, *addresses)}
        assert sum(int(one["Content-Length"]) for one in heads.values()) < most
        assert all("immutable" in heads[path]["Cache-Control"] for path in addresses)
        (script,) = (one for path, one in heads.items() if "frame.js" in path)
        assert script["Content-Encoding"] == encoding


def test_a_page_works_in_the_folder_of_its_language_and_the_language_of_the_option_comes_first(tmp_path):
    for lang in LANGUAGES:
        book(tmp_path / lang / "index.ipynb", f"# {lang} <script>", "import os; print(os.path.basename(os.getcwd()))")
    # Somebody else listens at the port that is asked for.
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with serving("--lang", "nl", "--port", str(taken), notebooks=tmp_path) as server:
            for lang in LANGUAGES:
                shown = ["cell", 1, [{"text": f"{lang}\n"}]]
                html = ask(server, f"/{lang}/index.ipynb")[2]
                assert shown in first_picture(html)
                assert f"<title>{lang} &lt;script&gt; " in html
            assert ask(server, "/", Accept_Language="de")[1]["Location"] == "/nl/index.ipynb"
            assert urlsplit(server).port > taken
