"""Our front end with every kind of widget that it knows, and what it says when something breaks."""

import json
import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages import serving, until_ready

from cardlab.phrasing.catalogue import LANGUAGES, say

COUNTER = '''
import os
import anywidget, ipywidgets, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
        const button = document.createElement("button");
        const draw = () => (button.textContent = `${model.get("label")} ${model.get("count")} ${model.get("sent")}`);
        button.onclick = () => model.send({ add: 1 }, undefined, [new Uint8Array([7, 8]).buffer]);
        model.on("change:count", draw);
        draw();
        el.append(button);
    } };
    """
    label = traitlets.Unicode().tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    sent = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **traits):
        super().__init__(**traits)
        self.on_msg(self.add)

    def add(self, _widget, content, buffers):
        self.sent = bytes(buffers[0]).hex()
        self.count += content["add"]
'''

WIDGETS = [
    new_markdown_cell("# Widgets\n\nText at once."),
    new_code_cell(COUNTER),
    new_code_cell("first = Counter(label='first')\nfirst"),
    new_code_cell("second = Counter(label='second')\nipywidgets.link((first, 'count'), (second, 'count'))\nsecond"),
    new_code_cell(
        "slider = ipywidgets.IntSlider(description='slider', max=9)\n"
        "number = ipywidgets.IntText(description='number')\n"
        "ipywidgets.link((second, 'count'), (slider, 'value'))\n"
        "ipywidgets.jslink((slider, 'value'), (number, 'value'))\n"
        "ipywidgets.VBox([slider, number, ipywidgets.HTML('<b>bold</b>')])"
    ),
    new_code_cell(
        "caught = ipywidgets.Output()\n"
        "say, show, fail, clear = (ipywidgets.Button(description=name) for name in ('say', 'show', 'fail', 'clear'))\n"
        "say.on_click(caught.capture()(lambda _: print('<b>said</b>')))\n"
        "show.on_click(caught.capture()(lambda _: display(Counter(label='shown'))))\n"
        "fail.on_click(caught.capture()(lambda _: 1 / 0))\n"
        "clear.on_click(lambda _: caught.clear_output())\n"
        "ipywidgets.VBox([say, show, fail, clear, caught])"
    ),
    new_code_cell("print('<i>plain</i>')\n6 * 7"),
]
BROKEN = [
    new_markdown_cell("# Broken"),
    new_code_cell("raise ValueError('secret detail')"),
    new_markdown_cell("Text after it."),
]
MORTAL = [
    new_markdown_cell("# Mortal"),
    new_code_cell(
        "import os, ipywidgets\n"
        "end, counter = ipywidgets.Button(description='end'), ipywidgets.Button(description='count 0')\n"
        "end.on_click(lambda _: os._exit(1))\n"
        "def add(button): button.description = f'count {int(button.description[6:]) + 1}'\n"
        "counter.on_click(add)\n"
        "ipywidgets.HBox([end, counter])"
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    for lang in LANGUAGES:
        (folder / lang).mkdir()
        for name, cells in {"index": WIDGETS, "broken": BROKEN, "mortal": MORTAL}.items():
            nbformat.write(new_notebook(cells=cells), folder / lang / f"{name}.ipynb")
    return folder


@pytest.fixture(scope="module")
def small_server(course):
    with serving(notebooks=course) as address:
        yield address


def test_every_kind_of_widget_is_alive_and_what_is_printed_is_text(visit, small_server):
    widgets = visit(f"{small_server}en/index.ipynb")
    until_ready(widgets)
    assert widgets.get_by_text("<i>plain</i>").is_visible()
    assert widgets.locator("pre", has_text="42").is_visible()
    # Clicks go to Python and back, with binary data.
    for count in (1, 2, 3):
        widgets.get_by_text("first").click()
        widgets.wait_for_selector(f"text=first {count} 0708")
    # They are linked in Python and in the page.
    widgets.get_by_text("second").click()
    widgets.wait_for_selector("text=first 4")
    widgets.wait_for_function("document.querySelector('input[type=number]').value === '4'")
    widgets.locator("input[type=number]").fill("5")
    widgets.locator("input[type=number]").press("Enter")
    widgets.wait_for_selector("text=first 5")
    assert widgets.locator("b", has_text="bold").is_visible()
    # An output shows text, widgets and failures.
    caught = widgets.locator(".course-caught")
    widgets.get_by_role("button", name="say").click()
    caught.get_by_text("<b>said</b>").wait_for()
    widgets.get_by_role("button", name="show").click()
    caught.get_by_text("shown 0").click()
    caught.get_by_text("shown 1 0708").wait_for()
    widgets.get_by_role("button", name="fail").click()
    caught.get_by_text(say("page.failed", "en")).wait_for()
    assert "ZeroDivisionError" not in widgets.content()
    widgets.get_by_role("button", name="clear").click()
    caught.get_by_text("<b>said</b>").wait_for(state="detached")
    assert caught.inner_text() == ""


def test_a_cell_that_fails_is_one_sentence(visit, small_server):
    lang = "de"
    page = visit(f"{small_server}{lang}/broken.ipynb")
    until_ready(page)
    assert page.locator(".course-failure").all_inner_texts() == [say("page.failed", lang)]
    assert page.get_by_text("Text after it.").is_visible()
    assert "secret detail" not in page.content()
    assert "Traceback" not in page.content()


def test_a_page_whose_host_dies_starts_anew_by_itself(visit, small_server):
    lang = "nl"
    page = visit(f"{small_server}{lang}/mortal.ipynb")
    until_ready(page)
    page.get_by_role("button", name="count 0").click()
    page.get_by_role("button", name="count 1").wait_for()
    page.get_by_role("button", name="end").click()
    page.get_by_role("status").get_by_text(say("page.restored", lang)).wait_for()
    page.get_by_role("button", name="count 1").click()
    page.get_by_role("button", name="count 2").wait_for()


def test_a_page_that_comes_back_hears_nothing_that_was_under_way_to_it_before(visit, server):
    page = visit(f"{server}en/melds.ipynb", own=True)
    until_ready(page)

    def opened(line):
        # A busy server still sends what it said to the page before: a widget whose class that page had been told.
        line.send(json.dumps(["open", "7-7", "jupyter.widget", {"state": {}, "shared": {"": 99}}, {}]))
        line.connect_to_server()

    page.route_web_socket(re.compile("/line/"), opened)
    page.reload()
    until_ready(page)
    assert not page.locator(".course-failure").count()
