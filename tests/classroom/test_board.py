"""The class board as a value: whatever is wanted in whatever order, and what the pages are props of it and when."""

import json
import time
from dataclasses import replace
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
    entry_of,
    grid,
    learner_blocks,
    put_back,
    reveal,
    right_of_all,
    rows,
    take_answer,
)
from cardlab.classroom.stage import ENDED, stage
from cardlab.dashboard.access import Learner
from cardlab.lessons.course import LESSONS
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from cardlab.widgets.blocks import offers, strong
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


def mine(question, learner, lang="en"):
    """The blocks of a question on a learner's page, who changes nothing."""
    own = question.answers.get(learner)
    return learner_blocks(question, own, lang, is_open=own is None and not question.is_revealed)


def bars(shown):
    """How often each answer was given, as it is shown on the stage."""
    return next(one["bars"] for one in shown if one["is"] == "bars")


def verdict(blocks):
    """What is said of the answer; None before the question is revealed."""
    return next((one for one in blocks if one["is"] == "verdict"), None)


def chosen(blocks):
    return [one["value"] for block in blocks if block["is"] == "choice" for one in block["options"] if one["chosen"]]


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
    json.dumps([mine(one, ANNA) for one in board.shown] + [board.shown and stage(board, 0, 2, "nl")])


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
    assert (off.shown, off.off) == ((), True)
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
    assert [verdict(mine(one, ANNA)) is not None for one in board.shown] == [True, False, False]
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
        (one,) = board.shown
        hidden = json.dumps([mine(one, who, "de") for who in (ANNA, 3)], ensure_ascii=False)
        assert json.dumps(words_of(question, "de").solution[0], ensure_ascii=False)[1:-1] not in hidden
        assert (verdict(mine(one, ANNA)), entry_of(one, one.answers[ANNA])) == (None, None)
        assert question.key not in hidden
        # Nothing is laid out: what others answer, and what is right, changes nothing that a page receives.
        (alone,) = after(asked(question), answered_by(ANNA, answer)).shown
        assert hidden == json.dumps([mine(alone, who, "de") for who in (ANNA, 3)], ensure_ascii=False)
        # Nor does what the room sees, but for how many have answered.
        open_stage = stage(board, 0, 2, "de")
        assert open_stage == stage(after(asked(question), answered_by(3, answer), answered_by(BEN, answer)), 0, 2, "de")
        assert question.key not in json.dumps(open_stage)
        board = reveal(board)
        for lang in ("en", "de", "nl"):
            own = mine(board.shown[0], ANNA, lang)
            props = verdict(own)
            assert props["kind"] == "yes", drill.name
            assert props["said"] or props["below"] or props["more"][0]["said"], drill.name
            shown = stage(board, 0, 2, lang)
            assert sum(bar["count"] for bar in bars(shown)) == 2
            assert any(bar["right"] for bar in bars(shown))
            assert len(rows(board, lang)) == 2
            json.dumps([own, shown])


def test_a_learner_is_told_the_own_answer_and_that_of_nobody_else():
    (one,) = after(asked(CALL), answered_by(ANNA, "yes"), answered_by(BEN, "no")).shown
    assert [chosen(mine(one, who)) for who in (ANNA, BEN, 3)] == [["yes"], ["no"], []]
    _, right = words_of(CALL, "en").solution
    one = replace(one, is_revealed=True)
    for who, answer in ((ANNA, "yes"), (BEN, "no")):
        blocks = mine(one, who)
        assert verdict(blocks)["kind"] == ("yes" if answer == right else "no")
        assert strong(say(f"lesson.{answer}")) in blocks[-2]["blocks"][0]["said"]
        # What was chosen stays; the right answer is said.
        assert chosen(blocks) == [answer]
        solution = f"{say('board.solution_is')} {say(f'lesson.{right}')}"
        assert (solution in verdict(blocks)["said"]) == (answer != right)
        assert entry_of(one, one.answers[who])["right"] == (answer == right)
    assert (verdict(mine(one, 3))["title"], entry_of(one, None)) == (say("board.not_answered"), None)


def test_one_tap_answers_where_one_choice_is_right_and_everything_else_is_sent_by_a_button():
    several = TypedQuestion("Which?", ("a", "b", "c"), (0, 2), multiple=True)
    number, card_and_pile = QuestionRef("deadwood.count", "board 1", 1), QuestionRef("stacks.play_one", "board 1", 1)
    for question in (QUIZ, several, number, card_and_pile):
        (one,) = after(asked(question)).shown
        sends = [(dict(send), tuple(free)) for send, free in offers(mine(one, ANNA))]
        message = {"do": "answer", "number": 1, "turn": 1}
        taps = [({**message, "answer": [key]}, ()) for key in ("0", "1", "2")]
        assert sends == (taps if question is QUIZ else [(message, ("answer",))])
        (own,) = after(asked(question), answered_by(ANNA, answer_codes(words_of(question, "en").solution[1]))).shown
        assert [*offers(mine(own, ANNA))] == []
        assert all(send["turn"] == 2 for send, _ in offers(learner_blocks(own, own.answers[ANNA], "en", is_open=True)))


def test_a_poll_has_no_right_answer():
    board = after(asked(POLL), answered_by(ANNA, "0"), reveal)
    said, shown = verdict(mine(board.shown[0], ANNA)), stage(board, 0, 2, "en")
    assert (said["kind"], said["title"]) == ("hint", say("board.poll_over"))
    assert [(bar["count"], bar["right"], bar["mark"]) for bar in bars(shown)] == [(1, None, None), (0, None, None)]
    assert (texts(shown)[-1], rows(board, "en")[0]["right"]) == (say("board.poll_over"), None)


def hand_of(blocks):
    return next(one["hand"] for one in blocks if one["is"] == "hand")


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
    for who, own in ((ANNA, other_right), (BEN, wrong)):
        blocks = mine(board.shown[0], who)
        assert set(hand_of(blocks)["selected"]) == {card.code for card in own}
        assert (said in verdict(blocks)["said"]) == (who == BEN)
        assert set(hand_of(blocks)["marked"]) == ({card.code for card in solution} if who == BEN else set())
    shown = stage(board, 0, 2, "en")
    assert (verdict(shown)["title"], hand_of(shown)["selected"]) == (said, [])


def test_a_series_ends_with_one_result():
    board = after(
        asked(QUIZ, POLL, QUIZ),
        answered_by(ANNA),
        answered_by(ANNA, "0", 2),
        answered_by(ANNA, "0", 3),
        answered_by(BEN),
    )
    board = reveal(board)
    assert [right_of_all(board, who) for who in (ANNA, 3)] == [(1, 2), (0, 2)]
    (went,) = (one for one in stage(board, ENDED, 2, "en") if one["is"] == "went")
    # One unit: all who are here, right, wrong or without an answer.
    assert [(one["went"], one["right"], one["given"]) for one in went["lines"]] == [
        (say("board.went", right=2, wrong=0, none=0), 1, 1),
        (f"1 {say('board.answered', count=1, here=2)}", 0, 0.5),
        (say("board.went", right=0, wrong=1, none=1), 0, 0.5),
    ]


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
