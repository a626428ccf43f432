"""The class board as a value: whatever is wanted in whatever order, and what the pages are props of it and when."""

import json
import time
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.classroom.board_questions import (
    TypedQuestion,
    answer_codes,
    has_other_answers,
    requested_questions,
    words_of,
)
from cardlab.classroom.class_board import (
    Board,
    ask,
    cleared,
    grid,
    learner_props,
    put_back,
    reveal,
    rows,
    take_answer,
)
from cardlab.classroom.stage import ENDED, stage
from cardlab.dashboard.access import Learner
from cardlab.lessons.course import LESSONS
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from tests.load.teaching import texts

ANNA, BEN = 1, 2
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


def bars(shown):
    """How often each answer was given, as it is shown on the stage."""
    return next(one["bars"] for one in shown if one["is"] == "bars")


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
    st.tuples(st.just("reveal"), st.integers(0, 8)),
    st.sampled_from([("reveal",), ("clear",), ("back",)]),
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
            case "reveal":
                done = reveal(board, *facts)
            case "back":
                done = put_back(board)
            case _:
                done = cleared(board)
        if not isinstance(done, Board):
            continue
        if name == "give":
            shown = {one.number: one for one in board.shown}
            assert not shown[number].is_revealed
            last[number, learner] = answer[0]
        if name == "back":
            assert board.off
        board = done
    answers = {
        (one.number, learner): last_answer.answer
        for one in board.questions
        for learner, last_answer in one.answers.items()
    }
    assert answers == last
    assert [one.number for one in board.questions] == list(range(1, len(board.questions) + 1))
    assert len(rows(board, "en")) == len(answers)
    json.dumps([learner_props(board, ANNA, "en"), *(board.shown and stage(board, 0, 2, "nl"))])


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


def test_what_is_asked_anew_takes_the_place_of_what_was_there():
    board = ask(after(asked(QUIZ, POLL), answered_by(ANNA)), [POLL])
    assert [one.number for one in board.shown] == [3]
    assert answered_by(BEN)(board) == "closed"
    assert [len(one.answers) for one in board.questions] == [1, 0, 0]
    board = cleared(board)
    assert board.shown == ()
    assert reveal(board) == cleared(board) == reveal(Board()) == "nothing"
    assert reveal(reveal(asked())) == "nothing"


def test_what_was_taken_off_the_board_is_put_back_as_it_was():
    board = after(asked(QUIZ, POLL), answered_by(ANNA), reveal)
    off = cleared(board)
    assert off.shown == ()
    assert learner_props(off, ANNA, "en")["questions"] == []
    assert put_back(off) == board
    assert put_back(board) == "nothing"
    assert not ask(off, [QUIZ]).off


def test_a_series_is_revealed_question_by_question_and_the_others_stay_open():
    board = after(asked(QUIZ, POLL, QUIZ), answered_by(ANNA), lambda board: reveal(board, 1))
    assert [one.is_revealed for one in board.shown] == [True, False, False]
    assert board.is_open
    assert answered_by(BEN)(board) == "closed"
    board = after(board, answered_by(BEN, "0", number=2))
    assert reveal(board, 1) == reveal(board, 9) == "nothing"
    mine = learner_props(board, ANNA, "en")
    assert ([one["done"] for one in mine["questions"]], mine["over"]) == ([True, False, False], "")
    assert not reveal(board).is_open


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
        # Nor does what the room sees, but for how many have answered.
        open_stage = stage(board, 0, 2, "de")
        assert open_stage == stage(after(alone, answered_by(BEN, answer)), 0, 2, "de")
        assert question.key not in json.dumps(open_stage)
        board = reveal(board)
        for lang in ("en", "de", "nl"):
            (mine,) = learner_props(board, ANNA, lang)["questions"]
            props = mine["said_of_it"]
            assert props["kind"] == "yes", drill.name
            assert props["said"] or props["below"] or props["more"][0]["said"], drill.name
            shown = stage(board, 0, 2, lang)
            assert sum(bar["count"] for bar in bars(shown)) == 2
            assert any(bar["right"] for bar in bars(shown))
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
        # What was chosen stays; the right answer is said.
        assert [one["value"] for one in props["task"][-1]["options"] if one["chosen"]] == [answer]
        solution = f"{say('board.solution_is')} {say(f'lesson.{right}')}"
        assert (solution in props["said_of_it"]["said"]) == (answer != right)
        assert props["entry"]["right"] == (answer == right)
    (late,) = learner_props(board, 3, "en")["questions"]
    assert (late["title"], late["entry"]) == (say("board.not_answered"), None)


def test_a_poll_has_no_right_answer():
    board = after(asked(POLL), answered_by(ANNA, "0"), reveal)
    (mine,), shown = learner_props(board, ANNA, "en")["questions"], stage(board, 0, 2, "en")
    assert (mine["said_of_it"]["kind"], mine["title"]) == ("hint", say("board.poll_over"))
    assert [(bar["count"], bar["right"], bar["mark"]) for bar in bars(shown)] == [(1, None, None), (0, None, None)]
    assert texts(shown)[-1] == say("board.poll_over")
    assert rows(board, "en")[0]["right"] is None


def hand_of(props):
    return next(one["hand"] for one in props["task"] if one["is"] == "hand")


def test_where_several_answers_are_right_the_own_one_stays_and_the_solution_is_one_possible_answer():
    for number in range(50):
        question = QuestionRef("melds.find_a_meld", f"board {number}", 1)
        if has_other_answers(question):
            break
    asked_cards = words_of(question, "en").question
    solution = asked_cards.answer
    other_right = next(
        one for one in combinations(asked_cards.hand, 3) if set(one) != set(solution) and asked_cards.why(one).right
    )
    wrong = next(one for one in combinations(asked_cards.hand, 3) if not asked_cards.why(one).right)
    board = after(asked(question), answered_by(ANNA, answer_codes(other_right)), answered_by(BEN, answer_codes(wrong)))
    board = reveal(board)
    said = f"{say('board.one_solution')} {words_of(question, 'en').written(solution)}"
    for who, chosen in ((ANNA, other_right), (BEN, wrong)):
        (mine,) = learner_props(board, who, "en")["questions"]
        assert set(hand_of(mine)["selected"]) == {card.code for card in chosen}
        assert (said in mine["said_of_it"]["said"]) == (who == BEN)
        assert set(hand_of(mine)["marked"]) == ({card.code for card in solution} if who == BEN else set())
    shown = stage(board, 0, 2, "en")
    assert said in texts(shown)
    assert hand_of({"task": shown})["selected"] == []


def test_a_series_ends_with_one_result():
    board = after(
        asked(QUIZ, POLL, QUIZ),
        answered_by(ANNA),
        answered_by(ANNA, "0", 2),
        answered_by(ANNA, "0", 3),
        answered_by(BEN),
    )
    assert learner_props(board, ANNA, "en")["over"] == ""
    board = reveal(board)
    assert learner_props(board, ANNA, "en")["over"] == say("board.your_right", count=1, of=2)
    assert learner_props(board, 3, "de")["over"] == say("board.your_right", "de", count=0, of=2)
    (went,) = (one for one in stage(board, ENDED, 2, "en") if one["is"] == "went")
    # One unit: all who are here, right, wrong or without an answer.
    assert [(one["went"], one["right"], one["given"]) for one in went["lines"]] == [
        (say("board.went", right=2, wrong=0, none=0), 1, 1),
        (f"1 {say('board.answered', count=1, here=2)}", 0, 0.5),
        (say("board.went", right=0, wrong=1, none=1), 0, 0.5),
    ]
    # One question alone has its verdict and needs no sum.
    assert learner_props(after(asked(), answered_by(ANNA), reveal), ANNA, "en")["over"] == ""


def learner_named(number, name):
    return Learner(f"token {number}", number, name, "", "", 0.0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_the_spreadsheet_has_a_row_for_each_learner_and_a_column_for_each_question(lang):
    board = after(asked(QUIZ, POLL, CALL), answered_by(ANNA), answered_by(ANNA, "0", 2), answered_by(BEN, "0"))
    columns, lines = grid(board, [learner_named(ANNA, "Anna"), learner_named(BEN, "Ben"), learner_named(3, "")], lang)
    number, name, right, answered = (
        say(f"hand_in.column.{one}", lang) for one in ("number", "name", "right", "answered")
    )
    assert (columns[:2], columns[-2:], len(columns)) == ((number, name), (right, answered), 7)
    assert [column.partition(" ")[0] for column in columns[2:-2]] == ["1.", "2.", "3."]
    assert columns[2:4] == ("1. Who begins? <b>", "2. Again?")
    assert [[line.get(column) for column in columns] for line in lines] == [
        [ANNA, "Anna", 1, "yes", None, 1, 2],
        [BEN, "Ben", 0, None, None, 0, 1],
        [3, say("room.guest", lang, number=3), None, None, None, 0, 0],
    ]


def test_two_answers_to_the_same_words_are_told_apart_in_the_table():
    cards = QuestionRef("melds.find_a_meld", "board 1", 1), QuestionRef("melds.find_a_meld", "board 2", 1)
    codes = [answer_codes(words_of(one, "en").solution[1]) for one in cards]
    board = after(asked(*cards), answered_by(ANNA, codes[0]), answered_by(ANNA, codes[1], number=2))
    first, second = rows(board, "en")
    assert first["question"] == second["question"]
    assert (first["asked"], second["asked"]) == (1, 2)
    assert first["cards"] != second["cards"]
    assert set(first["cards"].split()) == {card_label(card, "en") for card in words_of(cards[0], "en").task.hand}
    assert first["at"] == time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(1000))


def test_why_an_answer_is_wrong_is_told_with_it():
    _, right = words_of(CALL, "en").solution
    wrong = {"yes": "no", "no": "yes"}[right]
    shown = stage(after(asked(CALL), answered_by(ANNA, wrong), reveal), 0, 2, "en")
    assert {bar["key"]: bool(bar["why"]) for bar in bars(shown)} == {right: False, wrong: True}
