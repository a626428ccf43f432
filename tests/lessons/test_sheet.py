"""The printed sheet: the same from the same number, whole by itself, with a solution for every task."""

import re
from html import escape
from html.parser import HTMLParser

import pytest

from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.worksheet import MOST, sheet
from cardlab.phrasing.catalogue import LANGUAGES, say


class Outline(HTMLParser):
    """The headings of a page, and whether every element is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.headings, self.closed = [], [], True

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.closed &= bool(self.open) and self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def outline(page):
    read = Outline()
    read.feed(page)
    assert read.closed
    assert read.open == []
    return read.headings


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_task_has_its_solution(lesson, lang):
    page = sheet(lesson, lang, seed=3)
    headings = outline(page)
    tasks = [heading for heading in headings if ":" not in heading]
    assert len(tasks) >= len(lesson.drills)
    assert tasks == [say("sheet.task", lang, number=number) for number in range(1, len(tasks) + 1)]
    solutions = headings[len(tasks) :]
    assert [heading.split(": ")[0] for heading in solutions] == tasks
    assert all(heading.split(": ", 1)[1].strip() for heading in solutions)


def test_the_same_number_gives_the_same_sheet():
    lesson = lesson_named("melds")
    assert sheet(lesson, seed=4) == sheet(lesson, seed=4)
    assert sheet(lesson, seed=4) != sheet(lesson, seed=5)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_sheet_needs_no_other_file(lesson):
    page = sheet(lesson, "de")
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import|https?://", page)


@pytest.mark.parametrize("each", [0, MOST + 1, -1])
def test_the_number_of_tasks_has_bounds(each):
    with pytest.raises(ValueError, match=f"1 to {MOST} tasks"):
        sheet(LESSONS[0], each=each)


def test_only_languages_with_a_catalogue():
    with pytest.raises(ValueError, match="no sheets in 'xx'"):
        sheet(LESSONS[0], "xx")


def test_two_versions_have_other_tasks_and_each_its_own_solutions():
    lesson = lesson_named("deadwood")
    one, both = sheet(lesson, seed=4, versions=("A",)), sheet(lesson, seed=4, versions=("A", "B"))
    headings = outline(both)
    assert len(headings) == 2 * len(outline(one))
    assert both.count(say("sheet.version", version="B")) == 2
    first, second, *_ = both.split('<div class="version">')[1:]
    assert first not in second
    assert first in one


def test_without_solutions_none_is_in_the_file():
    lesson = lesson_named("melds")
    page = sheet(lesson, seed=4, solutions=False)
    assert say("sheet.solutions") not in page
    assert not [heading for heading in outline(page) if ":" in heading]
    assert sheet(lesson, seed=4).startswith(page.removesuffix("</main>\n</body>\n</html>\n"))


def test_a_sheet_may_have_one_kind_of_one_level():
    lesson = lesson_named("draw-call")
    page = sheet(lesson, seed=4, each=3, level=2, most=2, kinds=("who_wins",))
    assert len(outline(page)) == 6
    assert say("sheet.only_level", level=2) in page
    asked = [drill_named("draw_call.who_wins").question(f"sheet 4 {number} 0", 2) for number in range(3)]
    assert all(escape(question.read("en").solution[0]) in page for question in asked)
    with pytest.raises(ValueError, match="nosuch"):
        sheet(lesson, kinds=("nosuch",))
