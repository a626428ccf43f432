"""The printed sheet, self-checks and final tests: what they draw from a number, and what they come to."""

import re
from dataclasses import replace
from html import escape
from xml.etree import ElementTree

import pytest
from asked import NOW, sit

from cardlab.lessons.answer_log import question_of, quiz_of, read, write
from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.progress_summary import results
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.self_check import FEWEST, TEST, SelfCheck, final_test, self_check
from cardlab.lessons.worksheet import MOST, sheet
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import in_words


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
    tasks = [say("board.step", lang, number=number + 1) for number in range(len(headings) // 2)]
    assert len(tasks) >= len(lesson.drills)
    assert headings[: len(tasks)] == tasks
    solutions = [heading.split(": ", 1) for heading in headings[len(tasks) :]]
    assert [task for task, solution in solutions if solution.strip()] == tasks


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        *(({"each": each}, f"1 to {MOST} questions") for each in (0, MOST + 1, -1)),
        ({"lang": "xx"}, "no sheets in 'xx'"),
        ({"kinds": ("nosuch",)}, "nosuch"),
        ({"level": 4}, "levels from 1 to 3"),
        ({"versions": ("A", "B", "A")}, "letter of its own"),
    ],
)
def test_what_is_no_sheet_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        sheet(LESSONS[0], **wrong)


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
    several = outline(sheet(lesson_named("stacks"), each=1, kinds=("play_one",)))
    assert say("sheet.example", answer="") in several[-1]


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS if lesson.drills], ids=lambda lesson: lesson.name)
def test_a_self_check_asks_each_drill_and_gets_harder(lesson):
    questions = self_check(lesson.name, 3).questions
    assert len(questions) == max(FEWEST, len(lesson.core))
    assert {asked.drill for asked in questions} == {drill.name for drill in lesson.core}
    levels = [asked.level for asked in questions]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3}


@pytest.mark.parametrize(("game", "letter"), [("tongits", "T"), ("tichu", "U")])
def test_a_final_test_asks_twenty_questions_from_every_lesson_of_its_game(game, letter):
    drills = [drill_named(asked.drill) for asked in final_test(game, seed=2).questions]
    assert len(drills) == TEST
    assert all(clause.startswith(letter) for drill in drills for clause in drill.clauses)
    asked = {drill.name.split(".")[0].replace("_", "-") for drill in drills}
    assert asked >= {lesson.name for lesson in LESSONS if lesson.game == game and lesson.drills}


def test_its_questions_are_those_of_no_exercise_and_of_no_other_run_and_those_of_a_seed_are_the_same():
    check = self_check("melds", 1)
    keys = {asked.key for asked in check.questions}
    assert all(quiz_of(key) for key in keys)
    series = drill_named("melds.repair")(1)
    for _ in range(30):
        assert quiz_of(series.key) is None
        series.next()
    sit(check)
    check.next()
    assert not keys & {asked.key for asked in check.questions}
    first = self_check("melds", 1).questions
    assert [question_of(asked) for asked in check.questions] != [question_of(asked) for asked in first]
    assert first == self_check("melds", 1).questions != self_check("melds", 5).questions
    assert final_test("tichu", seed=4).questions != final_test("tichu", seed=5).questions


def test_the_summary_names_for_each_missed_question_its_clauses_and_the_step_of_its_lesson():
    check = self_check("stacks", 1)
    assert check.closing() is None
    log = sit(check, wrong=(1, 4))
    closing, total = check.closing(), len(check.questions)
    assert {str(total - 2), str(total)} <= {*closing.title.split()}
    for reading, place in zip(closing.readings, (1, 4), strict=True):
        assert reading.address.startswith("stacks.ipynb#")
        assert str(place + 1) in in_words(Reader("en"), reading.about)
        assert {*drill_named(check.questions[place].drill).clauses} <= {*closing.rules}
    assert results(log)["check", "stacks"].right == total - 2
    perfect = self_check("stacks", 1)
    sit(perfect)
    assert perfect.closing().readings == ()


def test_it_continues_where_it_was_left_shows_its_summary_again_and_the_review_changes_nothing_in_it():
    log = sit(self_check("melds", 1), wrong=(2,), upto=5)
    later = self_check("melds", 1)
    later.resume(read(write(log)))
    assert (later.asked(), later.progress()) == (later.questions[5], (4, len(later.questions)))
    other = self_check("melds", 2)
    other.resume(log)
    assert other.asked() == other.questions[0]
    first = self_check("melds", 1)
    log = sit(first, wrong=(0,))
    missed = first.questions[0]
    log = log.with_answer(Answered(missed.drill, missed.key, missed.level, True, 1, 0, NOW + 10_000))
    later = self_check("melds", 1)
    later.resume(log)
    assert later.closing() == first.closing()
    later.next()
    assert later.closing() is None
    second = sit(later)
    log |= AnswerLog(tuple(replace(one, at=one.at + 9_999) for one in second.answers))
    assert results(log)["check", "melds"].right == len(first.questions)


def test_what_cannot_be_asked_is_refused():
    for ask in (self_check, final_test):
        with pytest.raises(KeyError):
            ask("chess")
    with pytest.raises(ValueError, match="at least one task"):
        SelfCheck("test", "tichu", (), 1, 1)
