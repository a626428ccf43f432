"""The notebooks as files: short code, links that lead somewhere, results without numbers.

That the results are true is proved by nbval, which runs each notebook in a kernel. That German and Dutch ones have the
same code and links is proved by `test_translation`.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import nbformat
import pytest

from cardlab.dashboard.frame import _steps, lesson_context
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.pages.notebooks import LAB_ONLY, page_paths
from cardlab.phrasing.catalogue import LANGUAGES

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
NAMES = sorted(path.name for path in (NOTEBOOKS / "en").glob("*.ipynb"))
ENGLISH = ["index.ipynb", *(f"en/{name}" for name in NAMES)]
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")
NUMBERED = re.compile(r"^#{2,3} .+ <small>(.+)</small>$", re.MULTILINE)
CLAUSE = re.compile(r"[TU]\d+(?:\.\d+)?")
BOOK = set(re.findall(r"^\| ([TU]\d+\.\d+) \|", (ROOT / "cardlab" / "RULES.md").read_text("utf-8"), re.MULTILINE))
FOR_JUPYTERLAB = {"engine.ipynb"}
"""What is no page."""


def read(path):
    return nbformat.reads((NOTEBOOKS / path).read_text(encoding="utf-8"), as_version=4)


def cells(path, kind):
    return [cell for cell in read(path).cells if cell.cell_type == kind]


def links(path):
    return LINK.findall("\n".join(cell.source for cell in cells(path, "markdown")))


def is_aside(cell):
    return LAB_ONLY in cell.metadata.get("tags", ())


@pytest.mark.parametrize("path", ENGLISH)
def test_a_notebook_is_written_as_jupyter_writes_it_and_holds_results_without_numbers_and_no_address(path):
    text, notebook = (NOTEBOOKS / path).read_text(encoding="utf-8"), read(path)
    assert text == nbformat.writes(notebook).rstrip("\n") + "\n"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    nbformat.validate(notebook)
    assert (notebook.metadata.kernelspec.name, notebook.metadata.lang) == ("python3", "en")
    for cell in notebook.cells:
        assert re.fullmatch(r"[a-z0-9-]+", cell.id)
        assert cell.metadata in ({}, {"tags": [LAB_ONLY]})
        outputs = cell.get("outputs", [])
        assert all(shown.get("execution_count") is None for shown in (cell, *outputs))
        for shown in outputs:
            assert shown.output_type in ("stream", "display_data", "execute_result")
            assert shown.get("name", "stdout") == "stdout"
            assert not any("widget" in kind for kind in shown.get("data", {}))
            assert not re.search(r"\bat 0x|/home/|/tmp/", json.dumps(shown))


@pytest.mark.parametrize("name", NAMES)
def test_code_is_short_and_a_page_begins_with_how_it_comes_to_life_and_a_short_import(name):
    code = [(cell.id, cell.source.splitlines()) for cell in cells(f"en/{name}", "code")]
    for _, lines in code:
        assert len(lines) <= 5
        assert all(len(line) <= 88 and not line.startswith(("%", "!")) for line in lines)
    if name not in FOR_JUPYTERLAB:
        first = read(f"en/{name}").cells[0]
        assert is_aside(first)
        assert "*Run > Run All Cells*" in first.source
        if "setup" in dict(code):
            anchor, lines = code[0]
            assert anchor == "setup"
            assert len(lines) <= 4
            assert all(line.startswith("from cardlab") for line in lines)


@pytest.mark.parametrize("path", ENGLISH)
def test_links_lead_to_notebooks_that_are_there(path):
    for target in links(path):
        page, _, query = target.partition("?")
        assert (NOTEBOOKS / path).parent.joinpath(page).is_file()
        if query:
            asked = dict(parse_qsl(query))
            assert drill_named(asked["drill"]).question("demo 1 1", int(asked["level"]))


def test_the_way_in_leads_to_every_lesson():
    assert set(links("en/index.ipynb")) == set(NAMES) - {"index.ipynb"}
    assert links("index.ipynb") == [f"{lang}/index.ipynb" for lang in LANGUAGES]


def test_every_clause_has_a_heading_or_is_told_under_another_one():
    """And the anchor of a clause, such as t3-1, stands where its heading is."""
    headed, told = set(), ""
    for cell in (cell for name in NAMES for cell in cells(f"en/{name}", "markdown")):
        leads = [CLAUSE.findall(lead) for lead in NUMBERED.findall(cell.source)]
        headed.update(*leads)
        told += cell.source
        if leads and re.fullmatch(r"[tu]\d+-\d+", cell.id):
            assert cell.id == leads[0][0].lower().replace(".", "-")
    assert BOOK - headed == {"T2.2", "T2.3", "T2.4", "T2.7", "T6.3", "T6.8", "T6.9", "T10.6"}
    assert all(clause in told for clause in BOOK - headed - {"T10.6"})


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_shows_its_function_to_who_opens_the_notebook(name):
    """A heading with a clause is followed, before the next one, by a cell for JupyterLab that calls the engine."""
    sections = []
    for cell in read(f"en/{name}").cells:
        if cell.cell_type == "markdown" and re.search(r"^## ", cell.source, re.MULTILINE):
            sections.append((cell.source, []))
        elif sections and cell.cell_type == "code" and is_aside(cell):
            sections[-1][1].append(cell)
    numbered = [(source.splitlines()[0], called) for source, called in sections if NUMBERED.search(source)]
    assert not [title for title, called in numbered if not any(cell.outputs for cell in called)]
    assert any(map(is_aside, cells(f"en/{name}", "code")))


def test_what_is_for_jupyterlab_alone_is_no_page_and_no_page_leads_there():
    pages = page_paths(NOTEBOOKS, LANGUAGES)
    every = {path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb")}
    assert every == {f"{lang}/{name}" for lang in LANGUAGES for name in NAMES}
    assert {*pages} == {"index.ipynb", *every} - {f"{lang}/{name}" for lang in LANGUAGES for name in FOR_JUPYTERLAB}
    for cell in (cell for path in {*pages} & {*ENGLISH} for cell in cells(path, "markdown") if not is_aside(cell)):
        assert not {target.split("/")[-1] for target in LINK.findall(cell.source)} & FOR_JUPYTERLAB


def test_no_cell_of_a_page_needs_one_that_is_for_jupyterlab_alone(tmp_path):
    """Without those the others show the same, so a page, which runs no such cell, shows what the notebook does."""

    def results(cell):
        return [shown.get("data", shown.get("text")) for shown in cell.get("outputs", ())]

    (tmp_path / "en").mkdir()
    books = {name: read(f"en/{name}") for name in NAMES}
    for name, book in books.items():
        book.cells = [cell for cell in book.cells if not is_aside(cell)]
        (tmp_path / "en" / name).write_text(nbformat.writes(book), encoding="utf-8")
    command = (sys.executable, "-m", "tests.notebooks.run_notebooks", tmp_path)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name, book in books.items():
        alone = nbformat.reads((tmp_path / "en" / name).read_text(encoding="utf-8"), as_version=4)
        assert [results(cell) for cell in alone.cells] == [results(cell) for cell in book.cells]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_at_most_fourteen_steps_without_numbers_and_asks_each_of_its_kinds_once(lesson):
    for lang in LANGUAGES:
        steps = _steps(NOTEBOOKS / lang / f"{lesson.name}.ipynb").values()
        assert len(steps) <= 14
        assert not [step for step in steps if CLAUSE.search(step["title"])]
    code = "\n".join(cell.source for cell in cells(f"en/{lesson.name}.ipynb", "code"))
    asked = re.findall(rf"Exercise\(({lesson.name.replace('-', '_')}\.\w+)[()]", code)
    assert sorted(asked) == sorted(drill.name for drill in lesson.drills)


def test_every_page_can_show_the_rules_of_both_games_each_line_the_heading_of_a_lesson_that_it_leads_to():
    for path in page_paths(NOTEBOOKS, LANGUAGES):
        rules = lesson_context(NOTEBOOKS, path, "/base/")["rules"]["games"]
        lang = path.split("/")[0] if "/" in path else "en"
        assert [game["href"] for game in rules] == [f"/base/{lang}/rules-{one}.ipynb" for one in ("tongits", "tichu")]
        shown = [clause for game in rules for chapter in game["page"].chapters for clause in chapter.clauses]
        assert sorted(clause.id for clause in shown) == sorted(BOOK)
