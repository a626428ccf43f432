"""Self-checks and final tests: which questions they draw, what they come to, and where to read again."""

from dataclasses import replace

import pytest
from asked import NOW, sit

from cardlab.lessons.answer_log import question_of, quiz_of, read, write
from cardlab.lessons.course import LESSONS, drill_named
from cardlab.lessons.progress_summary import results
from cardlab.lessons.protocol import Answered, AnswerLog
from cardlab.lessons.self_check import FEWEST, TEST, final_test, self_check
from cardlab.phrasing import Reader
from cardlab.phrasing.messages import in_words


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
        final_test("tichu", tasks=0)
