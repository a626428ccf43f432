"""The class board as a value: whatever is wanted in whatever order, and what the pages are told of it and when."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.classroom.board_questions import TypedQuestion, answer_out, wished, words_of
from cardlab.classroom.class_board import (
    Board,
    ask,
    for_learner,
    for_teacher,
    give,
    reveal,
    right_of,
    rows,
    taken_off,
    told_or_failed,
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


def given_by(learner, answer="1", number=1, turn=1):
    return lambda board: give(board, learner, number, [answer] if isinstance(answer, str) else answer, turn, 1000)


def after(board, *deeds):
    """The board after these deeds, of which none may be refused."""
    for deed in deeds:
        board = deed(board)
        assert isinstance(board, Board), board
    return board


def asked(*whats):
    return ask(Board(), whats or (QUIZ,))


# Any order

deeds = st.one_of(
    st.tuples(
        st.just("give"),
        st.sampled_from([ANNA, BEN, 3]),
        st.integers(0, 8),
        st.sampled_from([["0"], ["1"], ["0", "1"], [], ["7"]]),
        st.integers(0, 4),
    ),
    st.tuples(st.just("ask"), st.lists(st.sampled_from([QUIZ, POLL]), min_size=1, max_size=3)),
    st.tuples(st.just("without"), st.sampled_from([ANNA, BEN, 3])),
    st.sampled_from([("reveal",), ("taken_off",)]),
)


@settings(max_examples=150)
@given(st.lists(deeds, max_size=40))
def test_whatever_is_wanted_in_any_order_what_counts_is_what_each_was_told_to_be_in_last(wanted):
    board, last = Board(), {}
    for name, *facts in wanted:
        match name:
            case "give":
                learner, number, answer, turn = facts
                done = give(board, learner, number, answer, turn, 1000)
            case "ask":
                done = ask(board, *facts)
            case "without":
                done = without(board, *facts)
            case "reveal":
                done = reveal(board)
            case _:
                done = taken_off(board)
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
    kept = {(one.number, learner): given.answer for one in board.asked for learner, given in one.given.items()}
    assert kept == last
    assert [one.number for one in board.asked] == list(range(1, len(board.asked) + 1))
    assert len(rows(board, "en")) == len(kept)
    json.dumps([for_learner(board, ANNA, "en"), for_teacher(board, HERE, "nl")])


# Answers


def test_an_answer_can_be_changed_until_it_is_revealed():
    board = after(asked(), given_by(ANNA), given_by(BEN), given_by(ANNA, "0", turn=2), reveal)
    assert {who: one.answer for who, one in board.asked[0].given.items()} == {ANNA: "0", BEN: "1"}
    assert given_by(ANNA, "1", turn=3)(board) == "closed"


def test_what_is_sent_twice_counts_once_and_what_comes_late_undoes_nothing():
    board = after(asked(), given_by(ANNA), given_by(ANNA, "0", turn=2))
    assert given_by(ANNA, "0", turn=2)(board) is board
    assert given_by(ANNA, "1", turn=1)(board) == "late"
    assert given_by(ANNA, "1", turn=2)(board) == "late"


def test_what_is_no_answer_is_refused():
    board = asked()
    assert given_by(ANNA, "3")(board) == "no_answer"
    assert given_by(ANNA, number=2)(board) == "closed"


def test_who_is_removed_has_no_answer_to_what_is_open_and_what_was_revealed_stays():
    board = after(asked(), given_by(ANNA), reveal)
    board = ask(board, [QUIZ])
    board = without(after(board, given_by(ANNA, number=2), given_by(BEN, number=2)), ANNA)
    assert [set(one.given) for one in board.asked] == [{ANNA}, {BEN}]


def test_what_is_asked_anew_takes_the_place_of_what_was_there():
    board = ask(after(asked(QUIZ, POLL), given_by(ANNA)), [POLL])
    assert [one.number for one in board.shown] == [3]
    assert given_by(BEN)(board) == "closed"
    assert [len(one.given) for one in board.asked] == [1, 0, 0]
    board = taken_off(board)
    assert board.shown == ()
    assert reveal(board) == taken_off(board) == reveal(Board()) == "nothing"
    assert reveal(reveal(asked())) == "nothing"


def test_the_questions_of_a_series_are_there_at_once():
    board = after(asked(QUIZ, POLL, QUIZ), given_by(ANNA, number=3), given_by(ANNA, number=1))
    assert [len(one.given) for one in board.shown] == [1, 0, 1]


# What the pages are told


def other(what, answer):
    """Another answer to the same question, as a page sends it."""
    task = words_of(what, "en").task
    if task.kind == "number":
        return [str(int(answer[0]) + 1)]
    keys = [key for key, _ in task.choices] or [card.code for card in task.hand]
    few = [key for key in keys if key not in answer][:1] or keys[:1]
    return [*few, "0"] if task.kind == "card_and_pile" else few


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_kind_of_question_is_shown_answered_and_revealed(lesson):
    for drill, level in product(lesson.drills, (1, 2, 3)):
        (what,) = wished([{"ask": "drill", "drill": drill.name, "level": level}])
        answer = answer_out(words_of(what, "en").solution[1])
        board = after(asked(what), given_by(ANNA, answer), given_by(BEN, other(what, answer)))
        told = json.dumps(for_learner(board, ANNA, "de"), ensure_ascii=False)
        assert json.dumps(words_of(what, "de").solution[0], ensure_ascii=False)[1:-1] not in told
        (hidden,) = for_learner(board, ANNA, "de")["questions"]
        assert (hidden["said_of_it"]["kind"], hidden["said_of_it"]["said"], hidden["entry"]) == ("none", [], None)
        assert hidden["said_of_it"]["below"] == []
        assert what.key not in told
        # Nothing is laid out: what others answer, and what is right, changes nothing that a page is told.
        alone = after(asked(what), given_by(ANNA, answer))
        assert hidden == for_learner(alone, ANNA, "de")["questions"][0]
        assert for_teacher(board, HERE, "de")["questions"][0]["bars"] is None
        board = reveal(board)
        for lang in ("en", "de", "nl"):
            (mine,) = for_learner(board, ANNA, lang)["questions"]
            told = mine["said_of_it"]
            assert told["kind"] == "yes", drill.name
            assert told["said"] or told["below"] or told["more"][0]["said"], drill.name
            (shown,) = for_teacher(board, HERE, lang)["questions"]
            assert shown["count"] == 2
            assert sum(bar["count"] for bar in shown["bars"]) == 2
            assert any(bar["right"] for bar in shown["bars"])
            assert len(rows(board, lang)) == 2
            json.dumps([mine, shown])


def test_a_learner_is_told_the_own_answer_and_that_of_nobody_else():
    board = after(asked(CALL), given_by(ANNA, "yes"), given_by(BEN, "no"))
    assert [for_learner(board, who, "en")["questions"][0]["own"] for who in (ANNA, BEN, 3)] == [["yes"], ["no"], None]
    _, right = words_of(CALL, "en").solution
    board = reveal(board)
    for who, answer in ((ANNA, "yes"), (BEN, "no")):
        (told,) = for_learner(board, who, "en")["questions"]
        assert told["said_of_it"]["kind"] == ("yes" if answer == right else "no")
        assert told["said"] == say(f"lesson.{answer}")
        assert [one["value"] for one in told["task"][-1]["options"] if one["chosen"]] == [right]
        assert told["entry"]["right"] == (answer == right)
    (late,) = for_learner(board, 3, "en")["questions"]
    assert (late["title"], late["entry"]) == (say("board.not_answered"), None)


def test_a_poll_has_no_right_answer():
    board = after(asked(POLL), given_by(ANNA, "0"), reveal)
    (mine,), (shown,) = for_learner(board, ANNA, "en")["questions"], for_teacher(board, HERE, "en")["questions"]
    assert (mine["said_of_it"]["kind"], mine["title"], mine["laid"]) == ("hint", say("board.poll_over"), False)
    assert [(bar["count"], bar["right"], bar["mark"]) for bar in shown["bars"]] == [(1, None, None), (0, None, None)]
    assert (shown["rightly"], rows(board, "en")[0]["right"]) == ("", None)


def test_a_series_ends_with_one_result():
    board = after(
        asked(QUIZ, POLL, QUIZ), given_by(ANNA), given_by(ANNA, "0", 2), given_by(ANNA, "0", 3), given_by(BEN)
    )
    assert for_learner(board, ANNA, "en")["over"] == ""
    assert for_teacher(board, HERE, "en")["missing"] == say("board.missing", names="Ben <b>")
    board = reveal(board)
    assert for_learner(board, ANNA, "en")["over"] == say("board.your_right", count=1, of=2)
    assert for_learner(board, 3, "de")["over"] == say("board.your_right", "de", count=0, of=2)
    told = for_teacher(board, HERE, "en")
    assert [(one["rightly"], one["share"]) for one in told["questions"]] == [
        (say("board.rightly", count=2, of=2), 1),
        ("", 0),
        (say("board.rightly", count=0, of=1), 0),
    ]
    assert (told["open"], told["missing"], right_of(board.asked[0])) == (False, "", 2)
    # One question alone has its verdict and needs no sum.
    assert for_learner(after(asked(), given_by(ANNA), reveal), ANNA, "en")["over"] == ""


def test_why_an_answer_is_wrong_is_told_with_it():
    _, right = words_of(CALL, "en").solution
    wrong = {"yes": "no", "no": "yes"}[right]
    (shown,) = for_teacher(after(asked(CALL), given_by(ANNA, wrong), reveal), HERE, "en")["questions"]
    assert {bar["key"]: bool(bar["why"]) for bar in shown["bars"]} == {right: False, wrong: True}


def test_a_page_that_cannot_be_drawn_takes_nothing_from_the_others(caplog):
    assert told_or_failed(lambda: for_learner(None, ANNA, "en")) == {"failed": True}
    assert caplog.records[-1].exc_info
    assert told_or_failed(lambda: for_learner(Board(), ANNA, "en"))["state"]["questions"] == []
