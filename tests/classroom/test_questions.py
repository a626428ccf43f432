"""Questions of the class board: what a page may ask for, what is an answer to it, and what the lessons say to that."""

import pytest

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    EXIT_QUESTIONS,
    MOST_ASKED,
    CannotAsk,
    TypedQuestion,
    ask_of,
    exit_ticket,
    is_judged,
    parse_answer,
    requested_questions,
    verdict_on,
    words_of,
)
from cardlab.lessons.answer_log import read, write
from cardlab.lessons.course import LESSONS
from cardlab.lessons.protocol import Answered, QuestionRef, Task, log_of


def drawn(drill, level=1, before=()):
    (question,) = requested_questions([{"ask": "drill", "drill": drill, "level": level}], before)
    return question


def test_an_answer_on_the_board_is_one_that_the_progress_of_a_learner_keeps():
    question = drawn("melds.repair", 2)
    log = log_of(
        [Answered(question.drill, question.key, question.level, right=True, tries=1, hints=0, at=1_780_000_000)]
    )
    assert read(write(log)) == log


CHOICES = (("a", "A"), ("b", "B"), ("c", "C"))
CARDS = (Card("7h"), Card("8c"))
ONE = Task("", choices=CHOICES, kind="choice")
SOME = Task("", choices=CHOICES, kind="choice", multiple=True, may_be_empty=True)
NUMBER = Task("", kind="number")
PILE = Task("", CARDS, ((Card("9c"),), (Card("2h"),)), kind="card_and_pile")
HAND = Task("", CARDS, kind="cards", multiple=True)


@pytest.mark.parametrize(
    ("task", "values", "answer"),
    [
        (ONE, ["b"], "b"),
        (ONE, ["d"], None),
        (ONE, ["a", "b"], None),
        (ONE, [], None),
        (SOME, ["c", "a"], ("a", "c")),
        (SOME, [], ()),
        (SOME, ["a", "a"], None),
        (SOME, ["a", "d"], None),
        (HAND, ["8c", "7h"], CARDS),
        (HAND, ["9h"], None),
        (HAND, [], None),
        (NUMBER, ["-0012"], -12),
        (NUMBER, ["１２"], None),
        (NUMBER, ["1e3"], None),
        (NUMBER, ["9" * 5000], None),
        (PILE, ["7h", "1"], (Card("7h"), 1)),
        (PILE, ["7h", "2"], None),
        (PILE, ["9h", "1"], None),
        (PILE, ["7h", "-1"], None),
    ],
)
def test_only_what_can_be_an_answer_is_one(task, values, answer):
    assert parse_answer(task, values) == answer


# What a page asks for


def free(**more):
    return {"ask": "free", "text": "Which?", "options": ["a", "b", "c"], "right": [], **more}


def test_a_poll_is_not_judged():
    (poll,) = requested_questions([free(text=" Which?\n", options=["a", "b"])])
    assert poll == TypedQuestion("Which?", ("a", "b"))
    assert not is_judged(poll)


def test_of_a_free_question_one_or_several_may_be_right():
    one, several = requested_questions([free(right=[1]), free(right=[2, 0], multiple=True)])
    assert [verdict_on(one, answer).right for answer in ("0", "1")] == [False, True]
    assert [verdict_on(several, answer).right for answer in (("0",), ("0", "2"))] == [False, True]


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ([], "number"),
        ([free()] * (MOST_ASKED + 1), "number"),
        ([None], "drill"),
        ([{"ask": "drill", "drill": "melds.repair", "level": 4}], "drill"),
        ([{"ask": "drill", "drill": "melds.repair", "level": True}], "drill"),
        ([{"ask": "drill", "drill": "melds.none", "level": 1}], "drill"),
        ([free(text="\u202e")], "no_text"),
        ([free(options=["a"])], "options"),
        ([free(options=["a", "a "])], "options"),
        ([free(options=["a", 1])], "options"),
        ([free(options=list("abcdefg"))], "options"),
        ([free(right=[0, 1])], "one_right"),
        ([free(right=2)], "drill"),
    ],
)
def test_what_is_no_question_is_said_to_be_none(values, key):
    with pytest.raises(CannotAsk) as caught:
        requested_questions(values)
    assert caught.value.key == key
    assert caught.value.sentence("de")


def test_a_kind_that_the_course_has_no_longer_is_none():
    with pytest.raises(CannotAsk):
        ask_of(QuestionRef("melds.gone", "board 1", 1))


# By lot, and nothing twice


def visible_parts(questions):
    """What a learner sees of each question."""
    tasks = [words_of(one, "en").task for one in questions]
    return [(one.prompt, one.notes, sorted(one.hand), one.piles, sorted(one.choices)) for one in tasks]


@pytest.mark.parametrize("lesson", ["melds", "draw-call", "stacks", "deadwood"])
def test_an_exit_ticket_goes_through_the_lesson_and_asks_nothing_that_the_board_has_asked(lesson):
    before = exit_ticket(lesson, 1)
    ticket = exit_ticket(lesson, 1, before)
    core = [drill.name for one in LESSONS if one.name == lesson for drill in one.core]
    assert [one.drill for one in ticket] == [core[0], core[(len(core) - 1) // 2], core[-1]]
    assert len(ticket) == EXIT_QUESTIONS
    shown = visible_parts((*before, *ticket))
    assert all(one not in shown[:index] for index, one in enumerate(shown))


@pytest.mark.parametrize("wrong", ["nowhere", "index"])
def test_a_lesson_without_exercises_has_no_exit_ticket(wrong):
    with pytest.raises(CannotAsk):
        exit_ticket(wrong, 1)


def test_a_series_asks_nothing_twice_as_long_as_there_is_something_else():
    asked = requested_questions([{"ask": "drill", "drill": "melds.set_or_run", "level": 1}] * 12)
    assert len({str(one) for one in visible_parts(asked)}) == 12
