"""Where a drill is explained: the anchors and titles of the steps are those of the notebooks, in every language."""

import json
import re
from pathlib import Path

import pytest
from asked import wrong_answer

from cardlab.lessons.course import LESSONS, step_of
from cardlab.lessons.self_check import self_check
from cardlab.pagehost.notebooks import plain_text
from cardlab.phrasing.catalogue import LANGUAGES, say

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def headings(lesson, lang):
    """The headings of a lesson by the ids of their cells, without what JupyterLab alone shows."""
    cells = json.loads((NOTEBOOKS / lang / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    found = {
        cell["id"]: re.match(r"#{1,3} +(.+)", "".join(cell["source"]))
        for cell in cells
        if cell["cell_type"] == "markdown" and "remove_cell" not in cell["metadata"].get("tags", ())
    }
    return {anchor: plain_text(heading[1]) for anchor, heading in found.items() if heading}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_step_is_called_as_on_its_page(lesson, lang):
    there = headings(lesson.name, lang)
    for drill in lesson.drills:
        address, title = step_of(drill.name)
        assert say(title, lang) == there[drill.step]
        assert address == f"{lesson.name}.ipynb#{drill.step}"


def test_what_was_missed_twice_is_linked_once():
    check = self_check("melds", 1)
    while check.asked():
        check.check(wrong_answer(check.question))
        assert check.reading().address.startswith("melds.ipynb#t")
        check.next()
    readings = check.closing().readings
    assert len({reading.address for reading in readings}) == len(readings)
    assert len(readings) < len(check.questions)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_extras_and_nothing_else_stand_behind_the_self_check(lesson):
    order = list(headings(lesson.name, "en"))
    at = order.index("self-check")
    behind = {drill.name for drill in lesson.drills if order.index(drill.step) > at}
    assert behind == {drill.name for drill in lesson.drills[len(lesson.core) :]}
    assert ("extras" in order) == bool(behind)
    assert order[at + 1 : at + 2] == (["extras"] if behind else [])
    assert not behind & {asked.drill for asked in self_check(lesson.name, 1).questions}
