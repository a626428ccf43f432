"""The code of the clauses on a page: the functions that the engine runs, highlighted, beside their clauses."""

import html
import inspect
import re
from itertools import chain
from pkgutil import resolve_name

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pages import NOTEBOOKS

from cardlab.dashboard.clause_code import clause_codes, code_page
from cardlab.dashboard.course_server import CODE, CourseServer
from cardlab.dashboard.frame import lesson_context
from cardlab.lessons.course import LESSONS
from cardlab.pages.notebooks import LAB_ONLY
from cardlab.phrasing.catalogue import say

ASIDE = {"tags": [LAB_ONLY]}
BLOCK = re.compile(r'<pre tabindex="0" role="region" aria-label="([\w.]+)"><code>(.*?)</code></pre>', re.DOTALL)


def test_a_lesson_unfolds_the_functions_that_the_engine_runs():
    unfolded = 0
    for lesson in LESSONS:
        notebook = NOTEBOOKS / "en" / f"{lesson.name}.ipynb"
        blocks = BLOCK.findall(code_page(notebook))
        named = (code.functions for code in clause_codes(notebook).values())
        assert [name for name, _ in blocks] == [*chain.from_iterable(named)]
        for name, lines in blocks:
            found = resolve_name(name)
            function = found.fget if isinstance(found, property) else found
            code = html.unescape(re.sub(r"<[^>]+>", "", lines))
            assert code.strip("\n") == inspect.cleandoc(f"\n{inspect.getsource(function)}").strip("\n")
            unfolded += 1
    assert unfolded > 60


def aside(name, *shown):
    outputs = [new_output("display_data", data={"text/plain": one}) for one in shown]
    return new_code_cell("open('ran', 'w').close()", id=name, metadata=ASIDE, outputs=outputs)


@pytest.fixture
def course(tmp_path):
    """A course of one lesson in steps, with outputs that name no function."""
    book = [
        new_markdown_cell("## A clause <small>T3.1</small>", id="t3-1"),
        aside("t3-1-inside", "cardlab.tongits.meld_rules.one_rank", "7", 'cardlab."><img>'),
        aside("t3-2-inside", "os.system", "cardlab.tongits.no_such_function", "cardlab.tongits.SHEET"),
        new_code_cell("7", id="seven"),
        new_markdown_cell("## Self-check", id="self-check"),
    ]
    (tmp_path / "en").mkdir()
    nbformat.write(new_notebook(cells=book), tmp_path / "en" / "index.ipynb")
    return tmp_path


def test_one_switch_stands_where_the_cells_do_its_code_is_text_and_nothing_runs(course):
    file, server = course / "en" / "index.ipynb", CourseServer(course)
    codes = {index: (code.cell, code.names) for index, code in clause_codes(file).items()}
    assert codes == {0: ("t3-1-inside", ("one_rank", "no_such_function", "SHEET"))}
    page = server.render("en/index.ipynb", "")
    assert page.count('<details class="course-code"') == 1
    assert say("page.code", "en") in page
    assert page.index('id="start"') < page.index("t3-1-inside") < page.index('id="cell-1"')
    assert "yield" not in page
    code = server.render("en/index.ipynb", CODE)
    assert code.count("<div ") == code.count("<pre ") == 1
    assert re.findall(r"<(?!/?(?:span|div|figure|figcaption|code|pre)\b)", code) == []
    assert "len(handful) &lt; 3" in re.sub("</?span[^>]*>", "", code)
    assert not (course / "ran").exists()
    # A page without steps and a notebook without outputs have none.
    book = nbformat.read(file, as_version=4)
    book.cells[4].id = "another"
    nbformat.write(book, file)
    assert lesson_context(course, "en/index.ipynb")["codes"] == {}
    for cell in book.cells[1:4]:
        cell.outputs = []
    nbformat.write(book, file)
    assert code_page(file) == code_page(course / "en" / "none.ipynb") == ""
