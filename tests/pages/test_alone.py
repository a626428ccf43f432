"""The pages alone: a server that knows nothing of the course shows the scenes of another package."""

import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages import free_port

COUNTER = """class Counter:
    view, constants, page, count = "counter", {}, None, 0
    def snapshot(self): return {"count": self.count}
    def receive(self, content):
        self.count += content["add"]
        self.page.changed()
    def suspend(self): pass
Counter()"""
VIEW = """export default { render({ model, el }) {
  const button = document.createElement("button");
  const draw = () => (button.textContent = `count ${model.get("shown").count}`);
  button.onclick = () => model.send({ add: 1 });
  model.on("change:shown", draw);
  draw();
  el.append(button);
} };"""
AWAITED = "await __import__('asyncio').sleep(0, 42)"


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The address of such a server, and what it says when it ends."""
    folder = tmp_path_factory.mktemp("notebooks")
    cells = [new_markdown_cell("# A counter"), new_code_cell(COUNTER), new_code_cell(AWAITED)]
    nbformat.write(new_notebook(cells=cells), folder / "counter.ipynb")
    (folder / "counter.js").write_text(VIEW)
    (folder / "counter.css").write_text("button { color: green; }")
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


def test_a_scene_of_somebody_else_is_alive(opened):
    page = opened("counter")
    assert page.title() == "A counter"
    assert page.get_by_text("42", exact=True).is_visible()
    for count in (1, 2):
        page.get_by_role("button").click()
        page.get_by_role("button", name=f"count {count}").wait_for()


def test_a_page_that_is_none_is_404(alone, browser):
    context = browser.new_context()
    assert context.request.get(f"{alone}none.ipynb").status == 404
    context.close()
