"""The notebooks as files: the same code in every language, no stored results, links that lead somewhere."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from cardlab.locale import LANGUAGES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.name for path in (NOTEBOOKS / "en").glob("*.ipynb"))
PATHS = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb"))
ALL = ["index.ipynb", *PATHS]
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")
LEAD = re.compile(r"^#{2,3} ((?:[TU][\d.]+(?:, | \w+ (?=[TU]\d))?)+) ", re.MULTILINE)
CLAUSE = re.compile(r"[TU]\d+(?:\.\d+)?")


def read(path):
    return nbformat.reads((NOTEBOOKS / path).read_text(encoding="utf-8"), as_version=4)


def cells(path, kind):
    return [cell.source for cell in read(path).cells if cell.cell_type == kind]


def test_every_language_has_every_lesson():
    assert {"index.ipynb", "melds.ipynb", "stacks.ipynb"} <= set(NAMES)
    assert {f"{lang}/{name}" for lang in LANGUAGES for name in NAMES} == set(PATHS)


@pytest.mark.parametrize("path", ALL)
def test_a_notebook_is_valid_and_holds_no_results(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.lang == (path.split("/")[0] if "/" in path else "en")
    for cell in notebook.cells:
        assert re.fullmatch(r"[a-z0-9-]+", cell.id)
        assert cell.metadata == {}
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", ALL)
def test_a_notebook_is_written_as_jupyter_writes_it(path):
    text = (NOTEBOOKS / path).read_text(encoding="utf-8")
    assert text == nbformat.writes(nbformat.reads(text, as_version=4)).rstrip("\n") + "\n"


@pytest.mark.parametrize("path", PATHS)
def test_code_is_the_same_in_every_language_and_short(path):
    english = f"en/{path.split('/')[1]}"
    assert cells(path, "code") == cells(english, "code")
    assert [cell.id for cell in read(path).cells] == [cell.id for cell in read(english).cells]
    for source in cells(path, "code"):
        lines = source.splitlines()
        assert len(lines) <= 5
        assert all(len(line) <= 88 for line in lines)
        assert not any(line.startswith(("%", "!")) for line in lines)


@pytest.mark.parametrize("path", ALL)
def test_links_lead_to_notebooks_that_are_there(path):
    for source in cells(path, "markdown"):
        for target in LINK.findall(source):
            assert not re.match(r"[a-z]+:|/", target)
            assert (NOTEBOOKS / path).parent.joinpath(target).is_file()


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("cards.ipynb", "T1.1 T1.2 T1.3 T1.4 T1.5 T9.1 U1.1 U1.2 U1.3 U1.4"),
        ("melds.ipynb", "T3.1 T3.2 T3.3 T3.4 T3.5 T4.1 T4.2 T4.3 T10.1 T10.2 T10.3 T10.4"),
        ("deadwood.ipynb", "T9.1 T9.2"),
        ("turn.ipynb", "T1.1 T1.3 T2.1 T2.5 T2.6 T2.7 T4.1 T5.1 T3.5"),
        ("draw-call.ipynb", "T6.1 T6.2 T6.4 T6.5 T6.6 T6.7 T7.1 T7.2 T8.1 T8.2 T8.3 T8.4"),
        ("scoring.ipynb", "T9.3 T5.1 T8.3 T9.4 T10.5"),
        ("stacks.ipynb", "U2.1 U2.2 U2.3 U2.4 U5.1 U5.2 U5.3 U5.4 U5.5 U5.6 U5.7 U5.8 U5.9"),
        ("race.ipynb", "U2.1 U2.4 U3.1 U3.2 U3.3 U3.4 U4.1 U4.2 U4.3 U4.4 U5.3 U6.1 U6.2 U6.3"),
        ("disagree.ipynb", "T1 T4 T6 T8 T9 T10 U2 U5 U3 U4 U6"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_has_a_heading_for_each_of_its_clauses(lang, name, clauses):
    leads = LEAD.findall("\n\n".join(cells(f"{lang}/{name}", "markdown")))
    assert [clause for lead in leads for clause in CLAUSE.findall(lead)] == clauses.split()


def test_the_way_in_leads_to_every_lesson():
    linked = LINK.findall("\n".join(cells("en/index.ipynb", "markdown")))
    assert set(linked) == set(NAMES) - {"index.ipynb"}
    first = LINK.findall("\n".join(cells("index.ipynb", "markdown")))
    assert first == [f"{lang}/index.ipynb" for lang in LANGUAGES]


@pytest.mark.parametrize("path", ALL)
def test_one_sentence_stands_on_one_line(path):
    for source in cells(path, "markdown"):
        for line in source.splitlines():
            if not re.match(r"[|#-]|\d+\. ", line):
                assert not re.search(r"[.!?] +[A-ZÄÖÜ]", re.sub(r"\*\*.*?\*\*|\[.*?\]\(.*?\)", "", line)), line


@pytest.mark.parametrize("path", ALL)
def test_no_address_outside_the_course(path):
    assert not re.search(r"https?://", json.dumps(read(path)))
