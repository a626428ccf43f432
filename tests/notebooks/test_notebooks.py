"""The notebooks as files: the same code in every language, links that lead somewhere, results without numbers.

That the results are true is proved by nbval, which runs each notebook in a kernel; here, that nbval would see it.
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
PATHS = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb"))
ALL = ["index.ipynb", *PATHS]
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")
NUMBERED = re.compile(r"^#{2,3} .+ <small>(.+)</small>$", re.MULTILINE)
CLAUSE = re.compile(r"[TU]\d+(?:\.\d+)?")
FOR_JUPYTERLAB = {"engine.ipynb"}
"""What is no page."""


def read(path):
    return nbformat.reads((NOTEBOOKS / path).read_text(encoding="utf-8"), as_version=4)


def cells(path, kind):
    return [cell.source for cell in read(path).cells if cell.cell_type == kind]


def is_aside(cell):
    return LAB_ONLY in cell.metadata.get("tags", ())


def test_every_language_has_every_lesson():
    assert {"index.ipynb", "melds.ipynb", "stacks.ipynb"} <= set(NAMES)
    assert {f"{lang}/{name}" for lang in LANGUAGES for name in NAMES} == set(PATHS)


@pytest.mark.parametrize("path", ALL)
def test_a_notebook_is_valid_and_holds_results_without_numbers(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.lang == (path.split("/")[0] if "/" in path else "en")
    for cell in notebook.cells:
        assert re.fullmatch(r"[a-z0-9-]+", cell.id)
        assert cell.metadata in ({}, {"tags": [LAB_ONLY]})
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for shown in (shown for cell in code for shown in (cell, *cell.outputs)):
        assert shown.get("execution_count") is None
    for shown in (shown for cell in code for shown in cell.outputs):
        assert shown.output_type in ("stream", "display_data", "execute_result")
        assert shown.get("name", "stdout") == "stdout"
        assert not any("widget" in kind for kind in shown.get("data", {}))
        assert not re.search(r"\bat 0x|/home/|/tmp/", json.dumps(shown))


@pytest.mark.parametrize("path", ALL)
def test_a_notebook_is_written_as_jupyter_writes_it(path):
    text = (NOTEBOOKS / path).read_text(encoding="utf-8")
    assert text == nbformat.writes(nbformat.reads(text, as_version=4)).rstrip("\n") + "\n"


@pytest.mark.parametrize("path", PATHS)
def test_code_is_the_same_in_every_language_and_short(path):
    english = f"en/{path.split('/')[1]}"
    assert cells(path, "code") == cells(english, "code")
    marks = [[(cell.id, cell.metadata) for cell in read(one).cells] for one in (path, english)]
    assert marks[0] == marks[1]
    for source in cells(path, "code"):
        lines = source.splitlines()
        assert len(lines) <= 5
        assert all(len(line) <= 88 for line in lines)
        assert not any(line.startswith(("%", "!")) for line in lines)


@pytest.mark.parametrize("path", sorted(path for path in PATHS if path.split("/")[1] not in FOR_JUPYTERLAB))
def test_a_lesson_says_in_jupyterlab_how_it_comes_to_life_and_begins_with_a_short_import(path):
    first = read(path).cells[0]
    assert is_aside(first)
    assert "*Run > Run All Cells*" in first.source
    setup = next((cell for cell in read(path).cells if cell.id == "setup"), None)
    if setup:
        assert len(setup.source.splitlines()) <= 4
        assert all(line.startswith("from cardlab") for line in setup.source.splitlines())
        assert setup.source == cells(path, "code")[0]


@pytest.mark.parametrize("path", ALL)
def test_links_lead_to_notebooks_that_are_there(path):
    for source in cells(path, "markdown"):
        for target in LINK.findall(source):
            assert not re.match(r"[a-z]+:|/", target)
            page, _, query = target.partition("?")
            assert (NOTEBOOKS / path).parent.joinpath(page).is_file()
            if query:
                asked = dict(parse_qsl(query))
                assert drill_named(asked["drill"]).question("demo 1 1", int(asked["level"]))


def test_every_clause_has_a_heading_or_is_told_under_another_one():
    """And the anchor of a clause, such as t3-1, stands where its heading is."""
    headed, told = set(), ""
    for name in NAMES:
        for cell in (cell for cell in read(f"en/{name}").cells if cell.cell_type == "markdown"):
            leads = [CLAUSE.findall(lead) for lead in NUMBERED.findall(cell.source)]
            headed.update(*leads)
            told += cell.source
            if leads and re.fullmatch(r"[tu]\d+-\d+", cell.id):
                assert cell.id == leads[0][0].lower().replace(".", "-")
    book = (ROOT / "cardlab" / "RULES.md").read_text(encoding="utf-8")
    elsewhere = set(re.findall(r"^\| ([TU]\d+\.\d+) \|", book, re.MULTILINE)) - headed
    assert elsewhere == {"T2.2", "T2.3", "T2.4", "T2.7", "T6.3", "T6.8", "T6.9", "T10.6"}
    assert all(clause in told for clause in elsewhere - {"T10.6"})


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_shows_its_function_to_who_opens_the_notebook(name):
    """A heading with a clause is followed, before the next one, by a cell for JupyterLab that calls the engine."""
    sections, missing = [], []
    for cell in read(f"en/{name}").cells:
        if cell.cell_type == "markdown" and re.search(r"^## ", cell.source, re.MULTILINE):
            sections.append((cell.source, []))
        elif sections and cell.cell_type == "code" and is_aside(cell):
            sections[-1][1].append(cell)
    for source, called in sections:
        if NUMBERED.search(source) and not any(cell.outputs for cell in called):
            missing.append(source.splitlines()[0])
    assert not missing
    assert [cell for cell in read(f"en/{name}").cells if cell.cell_type == "code" and is_aside(cell)]


def test_what_is_for_jupyterlab_alone_is_no_page():
    pages = page_paths(NOTEBOOKS, LANGUAGES)
    assert set(pages) == set(ALL) - {f"{lang}/{name}" for lang in LANGUAGES for name in FOR_JUPYTERLAB}
    for path in pages:
        for cell in read(path).cells:
            if cell.cell_type == "markdown" and not is_aside(cell):
                assert not {target.split("/")[-1] for target in LINK.findall(cell.source)} & FOR_JUPYTERLAB


def test_no_cell_of_a_page_needs_one_that_is_for_jupyterlab_alone(tmp_path):
    """Without those the others show the same, so a page, which runs no such cell, shows what the notebook does."""
    (tmp_path / "en").mkdir()
    for name in NAMES:
        book = read(f"en/{name}")
        book.cells = [cell for cell in book.cells if not is_aside(cell)]
        (tmp_path / "en" / name).write_text(nbformat.writes(book), encoding="utf-8")
    run(sys.executable, "-m", "tests.notebooks.run_notebooks", tmp_path)
    for name in NAMES:
        alone = nbformat.reads((tmp_path / "en" / name).read_text(encoding="utf-8"), as_version=4)
        kept = [cell for cell in read(f"en/{name}").cells if not is_aside(cell)]
        assert [results(cell) for cell in alone.cells] == [results(cell) for cell in kept]


def run(*command, code=0):
    done = subprocess.run(command, cwd=NOTEBOOKS.parent, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def results(cell):
    return [shown.get("data", shown.get("text")) for shown in cell.get("outputs", ())]


def test_the_way_in_leads_to_every_lesson():
    linked = LINK.findall("\n".join(cells("en/index.ipynb", "markdown")))
    assert set(linked) == set(NAMES) - {"index.ipynb"}
    first = LINK.findall("\n".join(cells("index.ipynb", "markdown")))
    assert first == [f"{lang}/index.ipynb" for lang in LANGUAGES]


@pytest.mark.parametrize("path", ALL)
def test_no_address_outside_the_course(path):
    told = json.dumps(read(path)).replace("http://www.w3.org/2000/svg", "")  # a name, which nobody asks for
    assert not re.search(r"https?://", told)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_at_most_fourteen_steps_and_asks_each_of_its_kinds_once(lesson):
    path = NOTEBOOKS / "en" / f"{lesson.name}.ipynb"
    assert len(_steps(path)) <= 14
    module = lesson.name.replace("-", "_")
    asked = re.findall(rf"Exercise\(({module}\.\w+)[()]", "\n".join(cells(f"en/{lesson.name}.ipynb", "code")))
    assert sorted(asked) == sorted(drill.name for drill in lesson.drills)


def test_every_page_can_show_the_rules_of_both_games_and_knows_their_pages():
    book = set(re.findall(r"^\| ([TU]\d+\.\d+) \|", (ROOT / "cardlab" / "RULES.md").read_text("utf-8"), re.MULTILINE))
    for path in page_paths(NOTEBOOKS, LANGUAGES):
        rules = lesson_context(NOTEBOOKS, path, "/base/")["rules"]["games"]
        lang = path.split("/")[0] if "/" in path else "en"
        assert [game["href"] for game in rules] == [f"/base/{lang}/rules-{one}.ipynb" for one in ("tongits", "tichu")]
        shown = [clause for game in rules for chapter in game["page"].chapters for clause in chapter.clauses]
        assert {clause.id for clause in shown} == book
        assert len(shown) == len(book)


def test_a_line_of_the_rules_is_the_heading_of_a_lesson_and_leads_to_it():
    rules = lesson_context(NOTEBOOKS, "en/index.ipynb")["rules"]["games"][0]["page"]
    (ace,) = (clause for chapter in rules.chapters for clause in chapter.clauses if clause.id == "T3.3")
    assert (ace.line, ace.lesson) == ("The ace is low", "/en/melds.ipynb#t3-3")
    assert ace.full.startswith("The ace is low: A-2-3 is a run")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_no_number_of_a_clause_is_in_the_list_of_steps(lesson):
    for lang in LANGUAGES:
        for step in _steps(NOTEBOOKS / lang / f"{lesson.name}.ipynb").values():
            assert not CLAUSE.search(step["title"])
