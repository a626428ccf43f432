"""The learner's one page as stories, from the first question to the end; and what never stands on it."""

import pytest
from rooms import at_board, meanwhile, pupils

from cardlab.classroom.board_questions import TypedQuestion, answer_codes, words_of
from cardlab.classroom.class_board import ask, reveal
from cardlab.lessons.protocol import QuestionRef
from tests.stories import pressed

QUIZ = TypedQuestion("Who begins?", ("I", "you", "they"), (1,))
SEVERAL = TypedQuestion("Which?", ("a", "b", "c"), (0, 2))
POLL = TypedQuestion("Again?", ("yes", "no"))
COUNT, PILE = QuestionRef("deadwood.count", "board 1", 1), QuestionRef("stacks.play_one", "board 1", 1)
RIGHT = {one: answer_codes(words_of(one, "en").solution[1]) for one in (QUIZ, SEVERAL, COUNT, PILE)}
KINDS = {SEVERAL: ("0", RIGHT[SEVERAL]), POLL: ("0", ["1"]), COUNT: ("7", RIGHT[COUNT])}
"""Questions, with a wrong answer and the right one."""


def answer(*values, number=1, turn=1):
    return {"do": "answer", "number": number, "turn": turn, "answer": [*values]}


def over(key):
    def leaves(page):
        page.scene.over = f"board.over.{key}"
        return {"do": "meanwhile"}

    return leaves


def test_without_a_question_it_says_what_to_do_and_in_the_end_what_remains(tell):
    invited = meanwhile(lambda room: setattr(room.roster, "invitation", "melds"))
    tell(pupils, invited, at_board(ask, [QUIZ]), over("ended"), over("removed"))


@pytest.mark.parametrize("question", KINDS, ids=["choices", "poll", "number"])
def test_a_question_is_answered_changed_and_revealed(tell, question):
    wrong, right = KINDS[question]
    changed, late = (answer(*right, turn=turn) for turn in (2, 3))
    answered = answer("x"), answer(wrong), pressed("change"), changed
    tell(pupils, at_board(ask, [question]), *answered, at_board(reveal), late)


def test_what_was_wrong_or_left_out_is_explained(tell):
    tell(pupils, at_board(ask, [QUIZ, QUIZ]), answer("0"), at_board(reveal), pressed("go", to=2))


def test_a_card_and_a_pile_are_sent_together_and_what_is_right_is_marked_once_it_is_revealed(tell):
    right, pile = RIGHT[PILE]
    wrong = next(card.code for card in words_of(PILE, "en").task.hand if card.code != right)
    tell(pupils, at_board(ask, [PILE]), answer(wrong, pile), at_board(reveal))


def test_a_series_is_gone_through_at_ones_own_pace_and_ends_with_a_sum(tell):
    # The way leads on, from the last to what was left out; the next question takes the place of all of them.
    walked = answer("1"), pressed("go", to=2), pressed("go", to=3), answer("0", number=3), pressed("go", to=2)
    revealed = at_board(reveal, 2), at_board(reveal), at_board(ask, [QUIZ])
    tell(pupils, at_board(ask, [QUIZ, SEVERAL, QUIZ]), *walked, answer("0", number=2), *revealed)


def test_before_it_is_revealed_no_picture_depends_on_what_is_right():
    pictures = []
    for right in (QUIZ.right, (0,), ()):
        page = pupils("en")
        at_board(ask, [TypedQuestion(QUIZ.text, QUIZ.options, right)])(page)
        pictures.append([page.snapshot(), page.receive(answer("1")), page.snapshot()])
    assert pictures == [pictures[0]] * 3
