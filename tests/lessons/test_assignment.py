"""A lesson as an assignment for nbgrader: right with its solutions, wrong without them."""

import re
from collections import Counter

import nbformat
import pytest
from asked import NOTEBOOKS, lesson_with
from IPython.core.interactiveshell import InteractiveShell

from cardlab.lessons.assignment import assignment
from cardlab.lessons.now_you import graded, hint, solution
from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import say

LESSONS = sorted(set(map(lesson_with, TASKS)))


@pytest.fixture(autouse=True)
def _nothing_is_graded(monkeypatch):
    monkeypatch.setattr("cardlab.lessons.now_you._assigned", set())


def as_given_out(cell):
    """As nbgrader gives it to the learners."""
    return re.sub("### BEGIN SOLUTION.*?### END SOLUTION", "...", cell, flags=re.DOTALL)


def written(lesson, folder, lang="en"):
    """The rules that a lesson asks for as an assignment, and the cells that nbgrader knows of."""
    target = folder / "source" / lesson / f"{lesson}.ipynb"
    names = assignment(NOTEBOOKS / lang / f"{lesson}.ipynb", target)
    book = nbformat.read(target, as_version=4)
    nbformat.validate(book)
    given = as_given_out("\n".join(cell.source for cell in book.cells))
    assert not re.search(r"show\(|solution", given), "neither a function of the engine nor a way to a solution"
    return names, [cell for cell in book.cells if "nbgrader" in cell.metadata]


def run(cells):
    """What each graded cell raises, None for nothing."""
    shell = InteractiveShell.instance()
    shell.reset(new_session=True)
    ran = [(shell.run_cell(cell.source), cell.metadata.nbgrader.grade) for cell in cells]
    return [result.error_in_exec for result, is_graded in ran if is_graded]


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_assignment_asks_for_each_rule_of_its_lesson(lesson, tmp_path):
    assert set(written(lesson, tmp_path)[0]) == {name for name in TASKS if lesson_with(name) == lesson}


def test_each_rule_to_write_is_worth_a_point_with_its_solution_and_none_without(tmp_path, capsys):
    names, cells = written("melds", tmp_path)
    assert run(cells) == [None] * len(names)
    for cell in cells:
        cell.source = as_given_out(cell.source)
    assert Counter(type(error) for error in run(cells)) == {AssertionError: len(names)}
    capsys.readouterr()


def test_only_the_check_is_locked_and_graded_and_nothing_shows_a_solution(tmp_path):
    _, cells = written("melds", tmp_path, "de")
    about = [cell.metadata.nbgrader for cell in cells]
    assert [one.grade_id for one in about] == ["is_set-function", "is_set-check", "is_run-function", "is_run-check"]
    assert [(one.solution, one.grade, one.locked) for one in about] == [(True, False, False), (False, True, True)] * 2
    assert [one.get("points") for one in about] == [None, 1] * 2
    assert 'graded(is_set, "de")' in cells[1].source


def test_once_graded_a_function_has_no_solution_to_show(capsys):
    def points(cards):
        pass

    with pytest.raises(AssertionError):
        graded(points, "en")
    assert "solution" not in capsys.readouterr().out
    solution("points", "en")
    assert capsys.readouterr().out == say("now_you.assigned", "en") + "\n"
    assert "solution(" not in "".join(repr(hint("points", "en")) for _ in range(5))
