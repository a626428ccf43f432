"""Where a drill is explained: the anchors and titles of the steps are those of the notebooks, in every language."""

import json
import re
from pathlib import Path

import pytest
from asked import wrong_answer

from cardlab.lessons.course import LESSONS, step_of
from cardlab.lessons.self_check import self_check
from cardlab.pages.notebooks import LAB_ONLY, plain_text
from cardlab.phrasing.catalogue import LANGUAGES, has_message, say

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
CLAUSES = [
    clause
    for chapter in (*(f"T{number}" for number in range(1, 12)), *(f"U{number}" for number in range(1, 7)))
    for number in range(1, 10)
    if has_message(f"clause.{(clause := f'{chapter}.{number}')}") and clause != "T10.6"
]


def cells(lesson, lang):
    """The source of each cell of a lesson, by its id, without what JupyterLab alone shows."""
    stored = json.loads((NOTEBOOKS / lang / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return {one["id"]: "".join(one["source"]) for one in stored if LAB_ONLY not in one["metadata"].get("tags", ())}


def headings(lesson, lang):
    """The headings of a lesson by the ids of their cells."""
    found = {anchor: re.match(r"#{1,3} +(.+)", source) for anchor, source in cells(lesson, lang).items()}
    return {anchor: plain_text(heading[1]) for anchor, heading in found.items() if heading}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_step_is_called_as_on_its_page_and_extras_and_nothing_else_stand_behind_the_self_check(lesson, lang):
    there = headings(lesson.name, lang)
    for drill in lesson.drills:
        address, title = step_of(drill.name)
        assert say(title, lang) == there[drill.step]
        assert address == f"{lesson.name}.ipynb#{drill.step}"
    order = list(there)
    at = order.index("self-check")
    behind = {drill.name for drill in lesson.drills if order.index(drill.step) > at}
    assert behind == {drill.name for drill in lesson.drills[len(lesson.core) :]}
    assert ("extras" in order) == bool(behind)
    assert order[at + 1 : at + 2] == (["extras"] if behind else [])
    assert not behind & {asked.drill for asked in self_check(lesson.name, 1).questions}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_explained_in_the_step_that_it_leads_to(clause, lang):
    """Its own lesson comes first, and what a step is called is a heading of the cell that it begins with."""
    for lesson in LESSONS:
        address, title = step_of(lesson.drills[0].name, clause)
        name, _, anchor = address.partition(".ipynb#")
        found = re.findall(r"^#{1,3} +(.+)", cells(name, lang)[anchor], re.MULTILINE)
        assert say(title, lang) in map(plain_text, found)
        assert clause.partition(".")[0] in say(title, lang) or clause == "T6.9"


def test_what_to_read_again_is_in_the_own_lesson_if_the_clause_is_explained_there():
    addresses = {"race.draw_up": "race.ipynb#u3-1", "tips.card_and_pile": "tips.ipynb#u3-2"}
    assert {drill: step_of(drill, "U3.2")[0] for drill in addresses} == addresses
    assert step_of("draw_call.who_wins", "T9.2")[0] == "deadwood.ipynb#t9-2"


def test_each_missed_question_sends_to_the_clause_of_its_first_reason():
    check = self_check("melds", 1)
    expected = {}
    for number in range(1, len(check.questions) + 1):
        drill, told = check.asked().drill, check.check(wrong_answer(check.question))
        expected.setdefault(step_of(drill, told.rules[0])[0], []).append(str(number))
        assert check.reading(told.rules).address == step_of(drill, told.rules[0])[0]
        assert check.reading().address.startswith("melds.ipynb#t")
        check.next()
    readings = [(one.address, list(one.about.facts["numbers"])) for one in check.closing().readings]
    assert dict(readings) == expected
    assert len(readings) == len(expected) < len(check.questions), "what was missed twice is linked once"
    assert "melds.ipynb#title" in expected
