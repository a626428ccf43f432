"""What a page shows of any notebook, also in the frame of another site, and what it says when something breaks."""

import json
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages import answering, begun, free_port, until_ready

from cardlab.phrasing.catalogue import LANGUAGES, say

MIXED = [
    new_markdown_cell("# Mixed\n\nText at once."),
    new_code_cell("print('<i>plain</i>')\n6 * 7"),
    new_code_cell(
        "class Bold:\n    def _repr_html_(self): return '<b>bold</b><script>document.title = 1</script>'\nBold()"
    ),
    new_code_cell("from cardlab.widgets import Hand\nHand('7h 8h 9h')"),
    new_code_cell("import ipywidgets\nipywidgets.IntSlider()"),
]
BROKEN = [
    new_markdown_cell("# Broken"),
    new_code_cell("raise ValueError('secret detail')"),
    new_code_cell("while True: pass"),
    new_markdown_cell("Text after it."),
]


@pytest.fixture
def course(tmp_path):
    for lang in LANGUAGES:
        (tmp_path / lang).mkdir()
        for name, cells in {"index": MIXED, "broken": BROKEN}.items():
            nbformat.write(new_notebook(cells=cells), tmp_path / lang / f"{name}.ipynb")
    return tmp_path


@pytest.fixture
def platform(tmp_path_factory):
    """The server of another site, and its folder."""
    folder = tmp_path_factory.mktemp("site")
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", free_port()), handler) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}", folder
        running.shutdown()


def is_alive(page):
    """Selects a card."""
    page.get_by_role("option").first.click()
    page.locator("[role=option][aria-selected=true]").wait_for()


def test_scenes_are_alive_what_fails_is_one_sentence_and_a_page_whose_server_dies_goes_on(
    browse, browser, course, platform, server
):
    lang, port, (site, folder) = "nl", free_port(), platform
    first, context = begun("--frame-ancestors", site, port=port, notebooks=course), browser.new_context()
    with answering(first) as (address, _):
        page = browse(f"{address}en/index.ipynb")
        until_ready(page)
        assert page.get_by_text("<i>plain</i>").is_visible()
        assert page.locator("pre", has_text="42").is_visible()
        assert page.locator("b", has_text="bold").is_visible()
        assert page.title() != "1"
        assert page.locator(".course-failure").all_inner_texts() == [say("page.foreign", "en")]
        is_alive(page)
        page.goto(f"{address}de/broken.ipynb")
        until_ready(page)
        said = [say("page.cell_failed", "de"), say("page.too_long", "de")]
        assert page.locator(".course-failure").all_inner_texts() == said
        assert page.get_by_text("Text after it.").is_visible()
        assert "secret detail" not in page.content()
        browse.end()
        page = context.new_page()
        # A site that was named shows the course within a page of its own, and any other course it doesn't.
        frames = [f'<iframe src="{address}{lang}/index.ipynb"></iframe>' for address in (address, server)]
        (folder / "index.html").write_text("".join(frames))
        page.goto(site)
        is_alive(page.frame_locator("iframe").first)
        assert page.frames[2].url.startswith("chrome-error:")
        page.goto(f"{address}{lang}/index.ipynb")
        until_ready(page)
        is_alive(page)
        # The browser selects a card by itself; only what the server has answered to can be restored.
        page.wait_for_function("() => course.line.session && !course.line.unanswered.size")
        first.kill()
        page.get_by_text(say("page.lost", lang)).wait_for()
    with answering(begun(port=port, notebooks=course)):
        page.get_by_role("status").get_by_text(say("page.restored", lang)).wait_for()
        page.locator("[role=option][aria-selected=true]").wait_for()
        context.close()


def test_a_page_that_comes_back_hears_nothing_that_was_under_way_to_it_before(visit, server):
    page = visit(f"{server}en/melds.ipynb")
    until_ready(page)

    def opened(line):
        # A busy server still sends what it said to the page before: a place whose constants that page had been told.
        line.send(json.dumps([["open", "1", "scene", ["gone"], {}]]))
        line.connect_to_server()

    page.route_web_socket(re.compile("/line/"), opened)
    page.reload()
    until_ready(page)
    assert not page.locator(".course-failure").count()
