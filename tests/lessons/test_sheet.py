"""The printed sheet: the same from the same number, whole by itself, with a solution for every task."""

import re
from html.parser import HTMLParser

import pytest

from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.sheet import MOST, sheet
from cardlab.locale import LANGUAGES, say


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
