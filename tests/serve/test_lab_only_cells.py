"""Cells for JupyterLab alone: a page neither shows nor runs them."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pages_of_sessions import Page, sessions

from cardlab.dashboard import frame
from cardlab.dashboard.course_server import CourseServer
from cardlab.pages.notebooks import LAB_ONLY, page_paths
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve import own_copy

TAGGED = {"tags": [LAB_ONLY, "another"]}
BOOK = [
    new_markdown_cell("# The page", id="title"),
    new_code_cell("open('ran', 'w').close()", id="a", metadata=TAGGED),
    new_code_cell("shown = 6", id="b"),
    new_markdown_cell("A word for JupyterLab.", id="c", metadata=TAGGED),
    new_code_cell("shown * 7", id="d", metadata={"tags": ["kept"]}),
]


@pytest.fixture
def course(tmp_path):
    """A course of one page, and of one notebook that is none."""
    (tmp_path / "en").mkdir()
    nbformat.write(new_notebook(cells=BOOK), tmp_path / "en" / "index.ipynb")
    nbformat.write(new_notebook(cells=[BOOK[1], BOOK[3]]), tmp_path / "en" / "inside.ipynb")
    nbformat.write(new_notebook(cells=[]), tmp_path / "en" / "empty.ipynb")
    return tmp_path


async def test_a_page_neither_runs_nor_shows_them(course):
    async with sessions(course) as running:
        page = await Page(running, "index").opened()
    assert page.cells == {1: [], 2: [{"text/plain": "42"}]}
    assert not (course / "en" / "ran").exists()
    told = CourseServer(course).render("en/index.ipynb", "")
    assert ("The page" in told, "JupyterLab" in told) == (True, False)
    assert re.findall(r'id="(cell-\d+)"', told) == ["cell-1", "cell-2"]


def test_a_notebook_of_nothing_else_is_no_page_but_in_the_copy(course, tmp_path_factory):
    assert page_paths(course, LANGUAGES) == ("en/empty.ipynb", "en/index.ipynb")
    assert CourseServer(course).rendered.names == {"en/empty.ipynb", "en/index.ipynb"}
    (learn,) = frame.lesson_context(course, "en/index.ipynb")["groups"]
    assert [one["title"] for one in learn["lessons"]] == ["empty"]
    copied = own_copy.copy_notebooks(course, tmp_path_factory.mktemp("copy"))
    assert copied == ("en/empty.ipynb", "en/index.ipynb", "en/inside.ipynb")
