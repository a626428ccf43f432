"""The printed sheet: the same from the same number, whole by itself, with a solution for every task."""

import re
from html import escape
from xml.etree import ElementTree

import pytest

from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.worksheet import MOST, sheet
from cardlab.phrasing.catalogue import LANGUAGES, say


def outline(page):
    """The headings of the tasks and solutions of a page that is well formed and asks for no other file."""
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import|https?://", page)
    body = page.partition("<body>")[2].partition("</body>")[0]
    return [heading.text for heading in ElementTree.fromstring(f"<body>{body}</body>").iter("h2")]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_task_has_its_solution(lesson, lang):
    page = sheet(lesson, lang, seed=3)
    headings = outline(page)
    tasks = [say("sheet.task", lang, number=number + 1) for number in range(len(headings) // 2)]
    assert len(tasks) >= len(lesson.drills)
    assert headings[: len(tasks)] == tasks
    solutions = [heading.split(": ", 1) for heading in headings[len(tasks) :]]
    assert [task for task, solution in solutions if solution.strip()] == tasks


def test_what_is_no_sheet_is_refused():
    for each in (0, MOST + 1, -1):
        with pytest.raises(ValueError, match=f"1 to {MOST} tasks"):
            sheet(LESSONS[0], each=each)
    with pytest.raises(ValueError, match="no sheets in 'xx'"):
        sheet(LESSONS[0], "xx")
    with pytest.raises(ValueError, match="nosuch"):
        sheet(LESSONS[0], kinds=("nosuch",))
    with pytest.raises(ValueError, match="levels from 1 to 3"):
        sheet(LESSONS[0], level=4)


def test_the_same_number_gives_the_same_sheet_two_versions_have_other_tasks_and_solutions_can_be_left_out():
    lesson = lesson_named("deadwood")
    assert sheet(lesson, seed=4) == sheet(lesson, seed=4) != sheet(lesson, seed=5)
    one, both = sheet(lesson, seed=4, versions=("A",)), sheet(lesson, seed=4, versions=("A", "B"))
    headings = outline(both)
    assert len(headings) == 2 * len(outline(one))
    assert both.count(say("sheet.version", version="B")) == 2
    first, second, *_ = both.split('<div class="version">')[1:]
    assert first not in second
    assert first in one
    without = sheet(lesson, seed=4, solutions=False)
    assert say("sheet.solutions") not in without
    assert not [heading for heading in outline(without) if ":" in heading]
    assert sheet(lesson, seed=4).startswith(without.removesuffix("</main>\n</body>\n</html>\n"))


def test_a_sheet_begins_at_a_level_or_has_one_kind_of_one_level():
    melds, lesson = lesson_named("melds"), lesson_named("draw-call")
    pages = [sheet(melds, seed=7, each=3, level=level) for level in range(1, LEVELS + 1)]
    assert pages[0] == sheet(melds, seed=7, each=3)
    assert len(set(pages)) == LEVELS
    page = sheet(lesson, seed=4, each=3, level=2, most=2, kinds=("who_wins",))
    assert len(outline(page)) == 6
    assert say("sheet.only_level", level=2) in page
    asked = [drill_named("draw_call.who_wins").question(f"sheet 4 {number} 0", 2) for number in range(3)]
    assert all(escape(question.read("en").solution[0]) in page for question in asked)
