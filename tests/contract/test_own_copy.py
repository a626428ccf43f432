"""The learner's own copy: missing files are added, and nothing that is there is ever changed."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from cardlab.cli import main

PATHS = ("de/index.ipynb", "en/index.ipynb", "en/melds.ipynb", "index.ipynb")


@pytest.fixture
def course(tmp_path):
    for path in PATHS:
        file = tmp_path / "course" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(new_notebook(cells=[new_code_cell("1 + 1", id="sum")], metadata={"lang": "en"}), file)
    return tmp_path / "course"


@pytest.fixture
def copied(course, tmp_path, capsys):
    """Run `cardlab copy`; return its exit code and its output."""

    def run(folder=tmp_path / "copy"):
        code = main(["copy", str(folder), "--notebooks", str(course)])
        output = capsys.readouterr()
        return code, (output.out + output.err).strip()

    return run


def state(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_first_time_every_notebook_is_laid_and_the_course_stays_as_it_is(copied, course, tmp_path):
    before = state(course)
    assert copied() == (0, f"Notebooks copied to {tmp_path / 'copy'}: 4")
    assert sorted(state(tmp_path / "copy")) == sorted(PATHS)
    assert state(course) == before


def test_what_lies_there_is_not_touched_whatever_it_is_and_what_is_gone_comes_again(copied, course, tmp_path):
    copied()
    (tmp_path / "copy" / "en" / "index.ipynb").write_text("no notebook any more", encoding="utf-8")
    (tmp_path / "copy" / "en" / "melds.ipynb").unlink()
    before = state(tmp_path / "copy")
    nbformat.write(new_notebook(), course / "de" / "index.ipynb")
    assert copied()[1] == f"Notebooks copied to {tmp_path / 'copy'}: 1"
    after = state(tmp_path / "copy")
    assert after.keys() - before.keys() == {"en/melds.ipynb"}
    assert {path: after[path] for path in before} == before


def test_a_copy_says_of_its_language_what_the_kernel_says_and_may_show_its_results(copied, tmp_path):
    copied()
    notebook = nbformat.read(tmp_path / "copy" / "en" / "melds.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert (notebook.metadata.lang, notebook.metadata.language_info.name) == ("en", "python")
    assert notebook.metadata.language_info.version
    assert nbformat.sign.NotebookNotary().check_signature(notebook)


def test_where_nothing_can_be_signed_it_is_said_once_and_the_copy_is_laid(copied, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "data" / "notebook_secret").mkdir(parents=True)
    code, output = copied()
    assert code == 0
    assert output.count("Jupyter's list of trusted notebooks") == 1
    assert sorted(state(tmp_path / "copy")) == sorted(PATHS)


def test_a_folder_that_cannot_be_written_or_belongs_to_the_course_is_refused_in_a_sentence(copied, course, tmp_path):
    (tmp_path / "file").write_text("")
    code, output = copied(tmp_path / "file")
    assert code == 2
    assert str(tmp_path / "file") in output
    before = state(course)
    inside = course / "en" / "mine"
    code, output = copied(inside)
    assert (code, output.startswith(f"cardlab copy: {inside} belongs to the course itself")) == (2, True)
    assert state(course) == before
