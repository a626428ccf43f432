"""The notebooks are notebooks: Voilà serves them alive, with a kernel for each page, by its own template and by ours.

By ours, `voila --template=cardlab notebooks/`, a lesson is what it is in `cardlab serve`: look, navigation and steps.
"""

from pathlib import Path

import pytest
from pages import NOTEBOOKS, answering, at_home, free_port, running, until_ready

from cardlab.dashboard import frame

SHARE = Path(frame.__file__).parent


@pytest.fixture(scope="module")
def voila(tmp_path_factory):
    """The address of `voila notebooks/`, with no setting of anybody's but what is installed with the package."""
    home = tmp_path_factory.mktemp("home")
    ours = {"JUPYTER_PATH": str(SHARE / "share/jupyter"), "JUPYTER_CONFIG_PATH": str(SHARE / "etc/jupyter")}
    words = ("--no-browser", "--Voila.ip=127.0.0.1", f"--port={free_port()}", "--show_tracebacks=True")
    words = (*words, "--VoilaConfiguration.allow_template_override=YES", "--template=cardlab")
    with answering(running("voila", str(NOTEBOOKS), *words, cwd=home, env=at_home(home) | ours)) as (address, _):
        yield address


@pytest.fixture
def opened(voila, browser):
    """Opens a page of Voilà, `opened("en/melds.ipynb")`; no script of it may fail, and it asks nobody else."""
    context, errors = browser.new_context(), []
    # Voilà's own template asks elsewhere for fonts; here nobody answers.
    context.route(lambda address: not address.startswith((voila, "data:", "blob:")), lambda route: route.abort())

    def opening(address):
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{voila}voila/render/{address}")
        return page

    yield opening
    context.close()
    assert errors == []


def is_alive(page):
    """Chooses a card, which only Python makes chosen."""
    hand = page.locator(".cardlab-root", has=page.locator(".cardlab-option")).first
    hand.locator(".cardlab-option").first.click(timeout=60_000)
    hand.locator(".cardlab-option[aria-selected=true]").first.wait_for()
    assert page.locator(".cardlab-ended").count() == 0


def test_a_lesson_is_alive_by_the_template_of_voila(opened):
    page = opened("en/melds.ipynb?voila-template=lab")
    is_alive(page)
    assert page.locator(".cardlab-root").count() > 5
    assert page.locator(".jp-OutputArea-output pre, .jp-OutputArea-output code").count() == 0
    assert "JupyterLab" not in page.locator("body").inner_text()


def test_by_our_template_a_lesson_is_what_it_is_where_we_serve_it(opened, visit, server):
    def seen(page):
        """What stands in the frame, and on the steps that are in sight."""
        until_ready(page)
        is_alive(page)
        parts = (".course-header", ".course-steps", ".course-step:visible .course-prose", ".course-turn")
        parts = (*parts, ".course-code summary")
        return [page.locator(part).all_inner_texts() for part in parts]

    ours = visit(f"{server}de/melds.ipynb", whole=False, own=True)
    by_voila = opened("de/melds.ipynb")
    assert seen(by_voila) == seen(ours)
    for page in (by_voila, ours):
        page.locator(".course-turn [data-do=next]").click()
        page.locator(".course-at", has_text="Schritt 2 von").wait_for()
        page.locator(".course-code:visible summary").click()
        assert "def consecutive(" in page.locator(".course-code:visible pre").inner_text()
    assert by_voila.locator(".course-at").inner_text() == ours.locator(".course-at").inner_text()
    assert by_voila.get_attribute("a[rel=next]", "href") == "/voila/render/de/deadwood.ipynb"


def test_by_our_template_a_rule_is_shown_over_the_lesson_and_on_its_page(opened):
    page = opened("de/melds.ipynb#t3-3")
    until_ready(page)
    page.locator("a.course-term:visible").first.click()
    page.locator("dialog[open] .course-asked#T3\\.3").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.goto(page.url.replace("melds.ipynb#t3-3", "rules-tongits.ipynb#T6.5"))
    page.locator(".course-lesson .course-asked#T6\\.5").wait_for()
