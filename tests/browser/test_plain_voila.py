"""The notebooks are notebooks: Voilà as it comes, with its own template and real kernels, shows them alive.

The one setting is `voila.json` in the folder of the clone: Voilà started there leaves out what is for JupyterLab alone.
"""

import os
import re
import subprocess
import sys

import pytest
from pages import NOTEBOOKS, free_port


@pytest.fixture(scope="module")
def voila(tmp_path_factory):
    """The address of `voila notebooks/en/melds.ipynb`, with no setting of anybody's."""
    home = tmp_path_factory.mktemp("home")
    others = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON"))}
    words = ("--no-browser", "--Voila.ip=127.0.0.1", f"--port={free_port()}", "--show_tracebacks=True")
    server = subprocess.Popen(
        [sys.executable, "-m", "voila", str(NOTEBOOKS / "en" / "melds.ipynb"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=NOTEBOOKS.parent,
        env={**others, "HOME": str(home)},
    )
    try:
        said = []
        for line in server.stdout:
            said.append(line)
            if address := re.search(r"http://[\w.:]+/", line):
                break
        else:
            pytest.fail(f"Voilà did not start: {''.join(said)}")
        yield address[0]
    finally:
        server.terminate()
        server.communicate(timeout=120)


def test_a_lesson_is_alive_in_plain_voila(voila, browser):
    context = browser.new_context()
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # Its template asks elsewhere for fonts; here nobody answers.
    page.route(lambda address: not address.startswith((voila, "data:", "blob:")), lambda route: route.abort())
    page.goto(voila)
    hand = page.locator(".cardlab-root").first
    hand.locator(".cardlab-option").first.click(timeout=60_000)
    hand.locator(".cardlab-option[aria-selected=true]").first.wait_for()
    assert page.locator(".cardlab-root").count() > 5
    assert page.locator(".cardlab-ended").count() == 0
    assert page.locator(".jp-OutputArea-output pre, .jp-OutputArea-output code").count() == 0
    assert "JupyterLab" not in page.locator("body").inner_text()
    context.close()
    assert errors == []
