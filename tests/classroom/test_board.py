"""The class board as a value: whatever is wanted in whatever order, and what the pages are props of it and when."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.classroom.board_questions import (
    TypedQuestion,
    answer_codes,
    requested_questions,
    words_of,
)
from cardlab.classroom.class_board import (
    Board,
    ask,
    cleared,
    count_right,
    learner_props,
    render_message,
    reveal,
    rows,
    take_answer,
    teacher_props,
    without,
)
from cardlab.lessons.course import LESSONS
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import say

ANNA, BEN = 1, 2
HERE = {ANNA: "Anna", BEN: "Ben <b>"}
QUIZ = TypedQuestion("Who begins? <b>", ("I", "you", "they"), (1,))
POLL = TypedQuestion("Again?", ("yes", "no"))
CALL = QuestionRef("draw_call.may_call", "board 3", 2)


def answered_by(learner, answer="1", number=1, turn=1):
    return lambda board: take_answer(
        board, learner, number, [answer] if isinstance(answer, str) else answer, turn, 1000
    )


def after(board, *actions):
    """The board after these actions, of which none may be refused."""
    for action in actions:
        board = action(board)
        assert isinstance(board, Board), board
    return board


def asked(*questions):
    return ask(Board(), questions or (QUIZ,))


# Any order

actions = st.one_of(
    st.tuples(
        st.just("give"),
        st.sampled_from([ANNA, BEN, 3]),
        st.integers(0, 8),
        st.sampled_from([["0"], ["1"], ["0", "1"], [], ["7"]]),
        st.integers(0, 4),
    ),
    st.tuples(st.just("ask"), st.lists(st.sampled_from([QUIZ, POLL]), min_size=1, max_size=3)),
    st.tuples(st.just("without"), st.sampled_from([ANNA, BEN, 3])),
    st.sampled_from([("reveal",), ("clear",)]),
)


@settings(max_examples=150)
@given(st.lists(actions, max_size=40))
def test_whatever_is_wanted_in_any_order_what_counts_is_what_each_was_told_to_be_in_last(commands):
    board, last = Board(), {}
    for name, *facts in commands:
        match name:
            case "give":
                learner, number, answer, turn = facts
                done = take_answer(board, learner, number, answer, turn, 1000)
            case "ask":
                done = ask(board, *facts)
            case "without":
                done = without(board, *facts)
            case "reveal":
                done = reveal(board)
            case _:
                done = cleared(board)
        if not isinstance(done, Board):
            continue
        if name == "give":
            shown = {one.number: one for one in board.shown}
            assert not shown[number].is_revealed
            last[number, learner] = answer[0]
        if name == "without":
            still = {one.number for one in board.shown if not one.is_revealed}
            last = {key: value for key, value in last.items() if key[1] != facts[0] or key[0] not in still}
        board = done
    answers = {
        (one.number, learner): last_answer.answer
        for one in board.questions
        for learner, last_answer in one.answers.items()
    }
    assert answers == last
    assert [one.number for one in board.questions] == list(range(1, len(board.questions) + 1))
    assert len(rows(board, "en")) == len(answers)
    json.dumps([learner_props(board, ANNA, "en"), teacher_props(board, HERE, "nl")])


# Answers


def test_an_answer_can_be_changed_until_it_is_revealed():
    board = after(asked(), answered_by(ANNA), answered_by(BEN), answered_by(ANNA, "0", turn=2), reveal)
    assert {who: one.answer for who, one in board.questions[0].answers.items()} == {ANNA: "0", BEN: "1"}
    assert answered_by(ANNA, "1", turn=3)(board) == "closed"


def test_what_is_sent_twice_counts_once_and_what_comes_late_undoes_nothing():
    board = after(asked(), answered_by(ANNA), answered_by(ANNA, "0", turn=2))
    assert answered_by(ANNA, "0", turn=2)(board) is board
    assert answered_by(ANNA, "1", turn=1)(board) == "late"
    assert answered_by(ANNA, "1", turn=2)(board) == "late"


def test_what_is_no_answer_is_refused():
    board = asked()
    assert answered_by(ANNA, "3")(board) == "no_answer"
    assert answered_by(ANNA, number=2)(board) == "closed"


def test_who_is_removed_has_no_answer_to_what_is_open_and_what_was_revealed_stays():
    board = after(asked(), answered_by(ANNA), reveal)
    board = ask(board, [QUIZ])
    board = without(after(board, answered_by(ANNA, number=2), answered_by(BEN, number=2)), ANNA)
    assert [set(one.answers) for one in board.questions] == [{ANNA}, {BEN}]


def test_what_is_asked_anew_takes_the_place_of_what_was_there():
    board = ask(after(asked(QUIZ, POLL), answered_by(ANNA)), [POLL])
    assert [one.number for one in board.shown] == [3]
    assert answered_by(BEN)(board) == "closed"
    assert [len(one.answers) for one in board.questions] == [1, 0, 0]
    board = cleared(board)
    assert board.shown == ()
    assert reveal(board) == cleared(board) == reveal(Board()) == "nothing"
    assert reveal(reveal(asked())) == "nothing"


def test_the_questions_of_a_series_are_there_at_once():
    board = after(asked(QUIZ, POLL, QUIZ), answered_by(ANNA, number=3), answered_by(ANNA, number=1))
    assert [len(one.answers) for one in board.shown] == [1, 0, 1]


# What pages receive


def other(question, answer):
    """Another answer to the same question, as a page sends it."""
    task = words_of(question, "en").task
    if task.kind == "number":
        return [str(int(answer[0]) + 1)]
    keys = [key for key, _ in task.choices] or [card.code for card in task.hand]
    few = [key for key in keys if key not in answer][:1] or keys[:1]
    return [*few, "0"] if task.kind == "card_and_pile" else few


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_kind_of_question_is_shown_answered_and_revealed(lesson):
    for drill, level in product(lesson.drills, (1, 2, 3)):
        (question,) = requested_questions([{"ask": "drill", "drill": drill.name, "level": level}])
        answer = answer_codes(words_of(question, "en").solution[1])
        board = after(asked(question), answered_by(ANNA, answer), answered_by(BEN, other(question, answer)))
        props = json.dumps(learner_props(board, ANNA, "de"), ensure_ascii=False)
        assert json.dumps(words_of(question, "de").solution[0], ensure_ascii=False)[1:-1] not in props
        (hidden,) = learner_props(board, ANNA, "de")["questions"]
        assert (hidden["said_of_it"]["kind"], hidden["said_of_it"]["said"], hidden["entry"]) == ("none", [], None)
        assert hidden["said_of_it"]["below"] == []
        assert question.key not in props
        # Nothing is laid out: what others answer, and what is right, changes nothing that a page receives.
        alone = after(asked(question), answered_by(ANNA, answer))
        assert hidden == learner_props(alone, ANNA, "de")["questions"][0]
        assert teacher_props(board, HERE, "de")["questions"][0]["bars"] is None
        board = reveal(board)
        for lang in ("en", "de", "nl"):
            (mine,) = learner_props(board, ANNA, lang)["questions"]
            props = mine["said_of_it"]
            assert props["kind"] == "yes", drill.name
            assert props["said"] or props["below"] or props["more"][0]["said"], drill.name
            (shown,) = teacher_props(board, HERE, lang)["questions"]
            assert shown["count"] == 2
            assert sum(bar["count"] for bar in shown["bars"]) == 2
            assert any(bar["right"] for bar in shown["bars"])
            assert len(rows(board, lang)) == 2
            json.dumps([mine, shown])


def test_a_learner_is_told_the_own_answer_and_that_of_nobody_else():
    board = after(asked(CALL), answered_by(ANNA, "yes"), answered_by(BEN, "no"))
    assert [learner_props(board, who, "en")["questions"][0]["own"] for who in (ANNA, BEN, 3)] == [["yes"], ["no"], None]
    _, right = words_of(CALL, "en").solution
    board = reveal(board)
    for who, answer in ((ANNA, "yes"), (BEN, "no")):
        (props,) = learner_props(board, who, "en")["questions"]
        assert props["said_of_it"]["kind"] == ("yes" if answer == right else "no")
        assert props["said"] == say(f"lesson.{answer}")
        assert [one["value"] for one in props["task"][-1]["options"] if one["chosen"]] == [right]
        assert props["entry"]["right"] == (answer == right)
    (late,) = learner_props(board, 3, "en")["questions"]
    assert (late["title"], late["entry"]) == (say("board.not_answered"), None)


def test_a_poll_has_no_right_answer():
    board = after(asked(POLL), answered_by(ANNA, "0"), reveal)
    (mine,), (shown,) = learner_props(board, ANNA, "en")["questions"], teacher_props(board, HERE, "en")["questions"]
    assert (mine["said_of_it"]["kind"], mine["title"], mine["laid"]) == ("hint", say("board.poll_over"), False)
    assert [(bar["count"], bar["right"], bar["mark"]) for bar in shown["bars"]] == [(1, None, None), (0, None, None)]
    assert (shown["rightly"], rows(board, "en")[0]["right"]) == ("", None)


def test_a_series_ends_with_one_result():
    board = after(
        asked(QUIZ, POLL, QUIZ),
        answered_by(ANNA),
        answered_by(ANNA, "0", 2),
        answered_by(ANNA, "0", 3),
        answered_by(BEN),
    )
    assert learner_props(board, ANNA, "en")["over"] == ""
    assert teacher_props(board, HERE, "en")["missing"] == say("board.missing", names="Ben <b>")
    board = reveal(board)
    assert learner_props(board, ANNA, "en")["over"] == say("board.your_right", count=1, of=2)
    assert learner_props(board, 3, "de")["over"] == say("board.your_right", "de", count=0, of=2)
    props = teacher_props(board, HERE, "en")
    assert [(one["rightly"], one["share"]) for one in props["questions"]] == [
        (say("board.rightly", count=2, of=2), 1),
        ("", 0),
        (say("board.rightly", count=0, of=1), 0),
    ]
    assert (props["open"], props["missing"], count_right(board.questions[0])) == (False, "", 2)
    # One question alone has its verdict and needs no sum.
    assert learner_props(after(asked(), answered_by(ANNA), reveal), ANNA, "en")["over"] == ""


def test_why_an_answer_is_wrong_is_told_with_it():
    _, right = words_of(CALL, "en").solution
    wrong = {"yes": "no", "no": "yes"}[right]
    (shown,) = teacher_props(after(asked(CALL), answered_by(ANNA, wrong), reveal), HERE, "en")["questions"]
    assert {bar["key"]: bool(bar["why"]) for bar in shown["bars"]} == {right: False, wrong: True}


def test_a_page_that_cannot_be_drawn_takes_nothing_from_the_others(caplog):
    assert render_message(lambda: learner_props(None, ANNA, "en")) == {"failed": True}
    assert caplog.records[-1].exc_info
    assert render_message(lambda: learner_props(Board(), ANNA, "en"))["state"]["questions"] == []
