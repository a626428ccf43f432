"""The learner's own copy: unedited lessons follow the course, edited ones stay, and a fresh one puts them aside."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from cardlab.serve import own_copy
from cardlab.serve.own_copy import MEMORY, Renewal, fresh, is_outside, renew

KERNEL = {"name": "python", "version": "3.11.7"}
PATHS = ("de/melds.ipynb", "en/index.ipynb", "en/melds.ipynb", "index.ipynb")


def write(file, *sources):
    file.parent.mkdir(parents=True, exist_ok=True)
    cells = [new_markdown_cell("# A lesson", id="title")]
    cells += [new_code_cell(source, id=f"c{place}") for place, source in enumerate(sources)]
    nbformat.write(new_notebook(cells=cells, metadata={"lang": "en", "language_info": {"name": "python"}}), file)


def sources(file):
    return [cell.source for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]


@pytest.fixture
def course(tmp_path):
    for path in PATHS:
        write(tmp_path / "course" / path, "1 + 1")
    return tmp_path / "course"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "copy"


def renewed(course, folder):
    return renew(course, folder, KERNEL)


def state(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_first_time_everything_is_new(course, folder):
    before = state(course)
    assert renewed(course, folder) == Renewal(new=PATHS, written=PATHS)
    assert all(sources(folder / path) == ["1 + 1"] for path in PATHS)
    assert state(course) == before


def test_the_second_time_nothing_is_done(course, folder):
    renewed(course, folder)
    before = state(folder)
    assert renewed(course, folder) == Renewal()
    assert state(folder) == before


def test_a_copy_says_of_its_language_what_the_kernel_says_and_is_valid(course, folder):
    renewed(course, folder)
    copied = nbformat.read(folder / "en" / "melds.ipynb", as_version=4)
    nbformat.validate(copied)
    assert copied.metadata.language_info == KERNEL
    assert copied.metadata.lang == "en"


def test_an_unedited_lesson_follows_the_course(course, folder):
    renewed(course, folder)
    write(course / "en" / "melds.ipynb", "2 + 2")
    write(course / "en" / "turn.ipynb", "3 + 3")
    written = ("en/melds.ipynb", "en/turn.ipynb")
    assert renewed(course, folder) == Renewal(written[1:], written[:1], written=written)
    assert sources(folder / "en" / "melds.ipynb") == ["2 + 2"]


def test_results_are_no_edits_and_stay_until_the_lesson_changes(course, folder):
    renewed(course, folder)
    played = folder / "en" / "melds.ipynb"
    book = nbformat.read(played, as_version=4)
    book.cells[1].outputs = [new_output("stream", text="2")]
    book.cells[1].execution_count = 1
    nbformat.write(book, played)
    before = played.read_bytes()
    assert renewed(course, folder) == Renewal()
    assert played.read_bytes() == before
    write(course / "en" / "melds.ipynb", "2 + 2")
    assert renewed(course, folder).updated == ("en/melds.ipynb",)


def test_an_edited_lesson_stays_and_a_newer_one_waits(course, folder):
    renewed(course, folder)
    write(folder / "en" / "melds.ipynb", "mine")
    assert renewed(course, folder) == Renewal()
    write(course / "en" / "melds.ipynb", "2 + 2")
    for _ in range(2):
        assert renewed(course, folder) == Renewal(waiting=("en/melds.ipynb",))
    assert sources(folder / "en" / "melds.ipynb") == ["mine"]


def test_a_lesson_edited_to_what_the_course_says_now_is_up_to_date(course, folder):
    renewed(course, folder)
    write(folder / "en" / "melds.ipynb", "2 + 2")
    write(course / "en" / "melds.ipynb", "2 + 2")
    assert renewed(course, folder).waiting == ()


def test_a_lesson_that_is_gone_comes_again(course, folder):
    renewed(course, folder)
    (folder / "en" / "melds.ipynb").unlink()
    assert renewed(course, folder) == Renewal(new=("en/melds.ipynb",), written=("en/melds.ipynb",))


def test_another_kernel_is_written_into_unedited_lessons(course, folder):
    renewed(course, folder)
    write(folder / "en" / "melds.ipynb", "mine")
    newer = KERNEL | {"version": "3.12.0"}
    assert renew(course, folder, newer) == Renewal(written=("de/melds.ipynb", "en/index.ipynb", "index.ipynb"))
    assert json.loads((folder / "index.ipynb").read_text())["metadata"]["language_info"] == newer
    assert sources(folder / "en" / "melds.ipynb") == ["mine"]


@pytest.mark.parametrize("memory", ["", "{", "[]", '{"format": "cardlab-copy/1", "given": 7}', '{"format": "other"}'])
def test_a_broken_memory_loses_no_work(course, folder, memory):
    renewed(course, folder)
    write(folder / "en" / "melds.ipynb", "mine")
    (folder / MEMORY).write_text(memory, encoding="utf-8")
    renewed(course, folder)
    assert sources(folder / "en" / "melds.ipynb") == ["mine"]
    assert sources(folder / "en" / "index.ipynb") == ["1 + 1"]


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"cells": 7}', '{"cells": [], "metadata": []}'])
def test_what_is_no_notebook_any_more_counts_as_edited(course, folder, broken):
    renewed(course, folder)
    (folder / "en" / "melds.ipynb").write_text(broken, encoding="utf-8")
    renewed(course, folder)
    assert (folder / "en" / "melds.ipynb").read_text(encoding="utf-8") == broken


def test_a_fresh_lesson_puts_the_edited_one_aside(course, folder):
    renewed(course, folder)
    places = []
    for mine in ("mine", "mine too"):
        write(folder / "en" / "melds.ipynb", mine)
        places.append(fresh(course, folder, "en/melds.ipynb", KERNEL))
    assert places == [folder / "en" / "melds-2.ipynb", folder / "en" / "melds-3.ipynb"]
    assert [sources(place) for place in places] == [["mine"], ["mine too"]]
    assert sources(folder / "en" / "melds.ipynb") == ["1 + 1"]
    assert renewed(course, folder) == Renewal()


def test_a_fresh_lesson_in_place_of_an_unedited_one_puts_nothing_aside(course, folder):
    renewed(course, folder)
    assert fresh(course, folder, "en/melds.ipynb", KERNEL) is None
    assert sorted(path.name for path in (folder / "en").iterdir()) == ["index.ipynb", "melds.ipynb"]


def test_a_folder_that_cannot_be_written_is_an_error_of_the_system(course, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        renewed(course, tmp_path / "file")


def test_a_write_that_fails_leaves_the_old_file(course, folder, monkeypatch):
    renewed(course, folder)
    before = state(folder)
    write(course / "en" / "melds.ipynb", "2 + 2")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(own_copy.os, "replace", full)
    with pytest.raises(OSError, match="space"):
        renewed(course, folder)
    assert state(folder) == before


def test_a_folder_inside_the_course_is_not_outside(course, folder):
    assert is_outside(folder, course)
    assert not is_outside(course, course)
    assert not is_outside(course / "en" / "copy", folder, course)
