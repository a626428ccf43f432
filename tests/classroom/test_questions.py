"""Questions of the class board: what a teacher may ask for, and what is an answer to it."""

import msgspec
import pytest

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    MOST_ASKED,
    CannotAsk,
    DrillRequest,
    Request,
    TypedQuestion,
    drawn,
    exit_ticket,
    is_judged,
    parse_answer,
    verdict_on,
    words_of,
)
from cardlab.lessons.course import LESSONS
from cardlab.lessons.protocol import Task

CHOICES = (("a", "A"), ("b", "B"), ("c", "C"))
CARDS = (Card("7h"), Card("8c"))
ONE = Task("", choices=CHOICES, kind="choice")
SOME = Task("", choices=CHOICES, kind="choice", multiple=True, may_be_empty=True)
NUMBER = Task("", kind="number")
PILE = Task("", CARDS, ((Card("9c"),), (Card("2h"),)), kind="card_and_pile")
HAND = Task("", CARDS, kind="cards", multiple=True)


@pytest.mark.parametrize(
    ("task", "answers", "others"),
    [
        (ONE, {"b": "b"}, ["d", "a b", ""]),
        (SOME, {"c a": ("a", "c"), "": ()}, ["a a", "a d"]),
        (HAND, {"8c 7h": CARDS}, ["9h", ""]),
        (NUMBER, {"-0012": -12}, ["１２", "1e3", "9" * 5000, ""]),
        (PILE, {"7h 1": (Card("7h"), 1)}, ["7h 2", "9h 1", "7h -1"]),
    ],
)
def test_only_what_can_be_an_answer_is_one(task, answers, others):
    assert {given: parse_answer(task, given.split()) for given in answers} == answers
    assert [parse_answer(task, given.split()) for given in others] == [None] * len(others)


def typed(text="Which?", options=("a", "b", "c"), right=()):
    return TypedQuestion(text, tuple(options), tuple(right))


def test_a_typed_question_is_a_poll_or_has_one_right_answer_or_several():
    poll, one, several = drawn([typed(" Which?\n"), typed(right=[1]), typed(right=[2, 0, 2])])
    assert (poll, is_judged(poll)) == (typed(), False)
    assert [verdict_on(one, answer).right for answer in ("0", "1")] == [False, True]
    assert [verdict_on(several, answer).right for answer in (("0",), ("0", "2"))] == [False, True]


def test_the_list_that_a_browser_keeps_is_read_strictly():
    listed = [DrillRequest("melds.repair", 2), typed(right=[1])]
    kept = msgspec.json.encode(listed)
    assert msgspec.json.decode(kept, type=list[Request]) == listed
    for one in (b"[null]", b'[{"ask": "else"}]', kept.replace(b"[1]", b'["1"]'), kept.replace(b":2", b":true")):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(one, type=list[Request])


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ([], "number"),
        ([typed()] * (MOST_ASKED + 1), "number"),
        ([DrillRequest("melds.repair", 4)], "drill"),
        ([DrillRequest("melds.none", 1)], "drill"),
        ([typed("\u202e")], "no_text"),
        ([typed(options="a")], "options"),
        ([typed(options=["a", "a "])], "options"),
        ([typed(options=["a", " "])], "options"),
        ([typed(options="abcdefg")], "options"),
        ([typed(right=[3])], "right"),
        ([typed(right=[0, -1])], "right"),
    ],
)
def test_what_cannot_be_asked_is_said(asked, key):
    with pytest.raises(CannotAsk) as caught:
        drawn(asked)
    assert caught.value.key == key
    assert caught.value.sentence("de")


def visible_parts(questions):
    """What a learner sees of each question."""
    tasks = [words_of(one, "en").task for one in questions]
    return [(one.prompt, one.notes, sorted(one.hand), one.piles, sorted(one.choices)) for one in tasks]


@pytest.mark.parametrize("lesson", ["melds", "draw-call", "stacks", "deadwood"])
def test_an_exit_ticket_goes_through_the_lesson_and_asks_nothing_that_the_board_has_asked(lesson):
    wanted = exit_ticket(lesson, 1)
    core = [drill.name for one in LESSONS if one.name == lesson for drill in one.core]
    assert wanted == [DrillRequest(name, 1) for name in (core[0], core[(len(core) - 1) // 2], core[-1])]
    before = drawn(wanted)
    shown = visible_parts((*before, *drawn(wanted, before)))
    assert all(one not in shown[:index] for index, one in enumerate(shown))


def test_a_series_asks_nothing_twice_as_long_as_there_is_something_else():
    asked = drawn([DrillRequest("melds.set_or_run", 1)] * 12)
    assert len({str(one) for one in visible_parts(asked)}) == 12
