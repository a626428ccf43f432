"""A folder of somebody's own in the browser: its pages live, whatever they are called, and show all they have."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from own_notebooks import PIXEL, PRESSED, book
from pages import free_port, serving, until_ready

PICTURES = "![a](../all/pic%20ü.png)\n\n<img src='pic.png' alt=''>"
DRAWN = "from IPython.display import Image\nImage(url='../all/pic ü.png')"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own") / "Übungen #1"
    for lang in ("en", "de"):
        listed = "# Mine\n\n- [first](%C3%9Cbung%201.ipynb)\n- [second](c%23%20100%25.ipynb)"
        book(folder / lang / "index.ipynb", listed)
        for name in ("Übung 1", "c# 100%"):
            book(folder / lang / f"{name}.ipynb", f"# {name}", PICTURES, DRAWN, PRESSED, "1 / 0")
        (folder / lang / "pic.png").write_bytes(PIXEL)
    (folder / "all").mkdir()
    (folder / "all" / "pic ü.png").write_bytes(PIXEL)
    return folder


def press(page, card):
    page.locator(".cardlab-option").nth(card).click()


def test_an_own_course_is_walked_by_its_links(visit, own):
    with serving(notebooks=own) as address:
        page = visit(address, width=390, own=True)
        until_ready(page)
        page.locator(".course-prose").get_by_role("link", name="first").click()
        page.wait_for_url("**/en/%C3%9Cbung%201.ipynb")
        until_ready(page)
        pictures = (
            "Array.from(document.querySelectorAll('.course-prose img, .course-html img'), (one) => one.naturalWidth)"
        )
        assert page.evaluate(pictures) == [1] * 3
        press(page, 0)
        page.get_by_text("now 4h before").wait_for()
        press(page, 1)
        page.get_by_text("now 4h 5h before 4h").wait_for()
        page.reload()
        until_ready(page)
        assert page.locator("#cell-3 > pre").all_inner_texts() == ["now 4h before\nnow 4h 5h before 4h\n"]
        page.locator(".course-onward a[rel=next]").click()
        page.wait_for_url("**/en/c%23%20100%25.ipynb")
        until_ready(page)
        page.get_by_role("link", name="Deutsch").click()
        page.wait_for_url("**/de/c%23%20100%25.ipynb")
        until_ready(page)
        press(page, 2)
        page.get_by_text("now 6h before").wait_for()


def test_a_page_of_a_site_that_is_named_shows_the_course_in_a_frame(browser, own, tmp_path):
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", free_port()), handler) as platform:
        Thread(target=platform.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{platform.server_port}"
        with serving("--frame-ancestors", site, notebooks=own) as named, serving(notebooks=own) as other:
            frames = [f'<iframe src="{address}de/index.ipynb"></iframe>' for address in (named, other)]
            (tmp_path / "index.html").write_text("".join(frames))
            context = browser.new_context()
            page = context.new_page()
            page.goto(site)
            course = page.frame_locator("iframe").first
            course.get_by_role("link", name="first").click()
            course.locator(".cardlab-option").first.click()
            course.get_by_text("now 4h before").wait_for()
            assert page.frames[2].url.startswith("chrome-error:")
            context.close()
        platform.shutdown()
