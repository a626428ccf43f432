"""The notebooks as files: links that lead somewhere, every clause told, what is no page, and nothing of our machines.

That the results are true is proved by nbval, which runs each notebook in a kernel. That German and Dutch ones have the
same code and links is proved by `test_translation`.
"""

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl

import nbformat

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


def test_a_notebook_is_valid_and_its_results_name_no_place_of_the_computer_that_it_ran_on():
    """Nor do they show a warning or number the runs of its cells."""
    for path in ENGLISH:
        notebook = read(path)
        nbformat.validate(notebook)
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", (NOTEBOOKS / path).read_text(encoding="utf-8"))
        for shown in (shown for cell in cells(path, "code") for shown in (cell, *cell.outputs)):
            assert shown.get("execution_count") is None
            assert shown.get("name", "stdout") == "stdout"
            assert not re.search(r"\bat 0x|/home/|/tmp/|widget-view", json.dumps(shown))


def test_links_lead_to_notebooks_and_exercises_that_are_there_and_the_way_in_leads_to_every_lesson():
    for path, target in ((path, target) for path in ENGLISH for target in links(path)):
        page, _, query = target.partition("?")
        assert (NOTEBOOKS / path).parent.joinpath(page).is_file()
        if query:
            asked = dict(parse_qsl(query))
            assert drill_named(asked["drill"]).question("demo 1 1", int(asked["level"]))
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


def test_what_is_for_jupyterlab_alone_is_no_page_and_no_page_leads_there():
    pages = page_paths(NOTEBOOKS, LANGUAGES)
    every = {path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb")}
    assert every == {f"{lang}/{name}" for lang in LANGUAGES for name in NAMES}
    assert {*pages} == {"index.ipynb", *every} - {f"{lang}/{name}" for lang in LANGUAGES for name in FOR_JUPYTERLAB}
    for cell in (cell for path in {*pages} & {*ENGLISH} for cell in cells(path, "markdown") if not is_aside(cell)):
        assert not {target.split("/")[-1] for target in LINK.findall(cell.source)} & FOR_JUPYTERLAB


def test_a_lesson_asks_each_of_its_kinds_once():
    for lesson in LESSONS:
        code = "\n".join(cell.source for cell in cells(f"en/{lesson.name}.ipynb", "code"))
        asked = re.findall(rf"Exercise\(({lesson.name.replace('-', '_')}\.\w+)[()]", code)
        assert sorted(asked) == sorted(drill.name for drill in lesson.drills)
