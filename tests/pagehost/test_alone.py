"""The pages alone: a server that knows nothing of the course shows the widgets of ipywidgets and of another package."""

import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages import free_port

SLIDER = """import ipywidgets
slider, told = ipywidgets.IntSlider(value=3, description="Three"), ipywidgets.HTML("nothing yet")
slider.observe(lambda change: setattr(told, "value", f"<b>now {change.new}</b>"), "value")
ipywidgets.VBox([slider, told])"""
AWAITED = """import asyncio
await asyncio.sleep(0, 42)"""
MAP = """from ipyleaflet import Map, Marker
place = Marker(location=(14.6, 121.0), title="Manila")
map = Map(center=(14.6, 121.0), zoom=4, layers=(place,))
map"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The address of such a server, and what it says when it ends."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name, cell in (("slider", SLIDER), ("map", MAP)):
        cells = [
            new_markdown_cell(f"# A {name}"),
            new_code_cell(cell),
            new_code_cell("await __import__('asyncio').sleep(0, 42)"),
        ]
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    program = Path(__file__).with_name("alone.py")
    running = subprocess.Popen(
        [sys.executable, program, folder, str(free_port())], stdout=subprocess.PIPE, text=True, cwd=program.parents[2]
    )
    yield running.stdout.readline().strip()
    running.send_signal(signal.SIGINT)
    asked = "import cardlab, sys; print(*(name for name in sys.modules if name.startswith('cardlab')))"
    package = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert set(running.communicate(timeout=30)[0].split()) == set(package)


@pytest.fixture
def opened(alone, browser):
    """Opens a page of it; nothing may go wrong there."""
    context, faults = browser.new_context(), []

    def opening(name):
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda entry: entry.type == "error" and faults.append(entry.text))
        page.goto(f"{alone}{name}.ipynb")
        page.locator("html[data-course=ready]").wait_for()
        return page

    yield opening
    context.close()
    assert faults == []


def test_a_slider_of_ipywidgets_is_alive(opened):
    page = opened("slider")
    assert page.title() == "A slider"
    assert page.get_by_text("42", exact=True).is_visible()
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_text("now 4").wait_for()


def test_a_map_of_another_package_is_alive(opened):
    page = opened("map")
    page.locator(".leaflet-container .leaflet-marker-icon").wait_for()
    page.get_by_role("button", name="Zoom in").click()


def test_a_page_that_is_none_and_a_file_outside_are_404(alone, browser):
    context = browser.new_context()
    for address in ("none.ipynb", "nbextensions/none/index.js", "nbextensions/..%2f..%2f..%2fbin%2fpython"):
        assert context.request.get(f"{alone}{address}").status == 404
    context.close()
