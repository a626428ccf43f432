"""A folder of somebody's own in the frame of another site; what its pages are is tried in tests/serve."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from own_notebooks import PRESSED, book
from pages import free_port, serving


def test_a_page_of_a_site_that_is_named_shows_the_course_in_a_frame(browser, server, tmp_path):
    own, site = tmp_path / "Übungen #1", tmp_path / "site"
    site.mkdir()
    book(own / "de" / "index.ipynb", "# Mine\n\n- [first](%C3%9Cbung%201.ipynb)")
    book(own / "de" / "Übung 1.ipynb", "# First", PRESSED)
    handler = partial(SimpleHTTPRequestHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", free_port()), handler) as platform:
        Thread(target=platform.serve_forever, daemon=True).start()
        named = f"http://127.0.0.1:{platform.server_port}"
        with serving("--frame-ancestors", named, notebooks=own) as framed:
            frames = [f'<iframe src="{address}de/index.ipynb"></iframe>' for address in (framed, server)]
            (site / "index.html").write_text("".join(frames))
            context = browser.new_context()
            page = context.new_page()
            page.goto(named)
            course = page.frame_locator("iframe").first
            course.get_by_role("link", name="first").click()
            course.locator(".cardlab-option").first.click()
            course.get_by_text("now 4h before").wait_for()
            assert page.frames[2].url.startswith("chrome-error:")
            context.close()
        platform.shutdown()
