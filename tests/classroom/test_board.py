"""The class board as a value: whatever is wanted in whatever order, what is drawn of it and when, and its tables."""

import json
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.classroom.board_questions import (
    DrillRequest,
    TypedQuestion,
    answer_codes,
    drawn,
    has_other_answers,
    words_of,
)
from cardlab.classroom.class_board import Board, ask, cleared, put_back, reveal, right_of_all, take_answer
from cardlab.classroom.class_results import grid
from cardlab.classroom.stage import ENDED, entry_of, learner_blocks, stage
from cardlab.dashboard.roster import Learner
from cardlab.lessons.answer_log import read, write
from cardlab.lessons.course import LESSONS, course_key
from cardlab.lessons.progress_summary import summary
from cardlab.lessons.protocol import Answered, QuestionRef, log_of
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from tests.load.teaching import blocks

ANNA, BEN = 1, 2
QUIZ = TypedQuestion("Who begins? <b>", ("I", "you", "they"), (1,))
POLL = TypedQuestion("Again?", ("yes", "no"))
CALL = QuestionRef("draw_call.may_call", "board 3", 2)


def answered_by(learner, answer="1", number=1, turn=1):
    values = [answer] if isinstance(answer, str) else answer
    return lambda board: take_answer(board, learner, number, values, turn, 1000)


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


def table(board, lang="en"):
    """The columns and rows of the results of Anna and Ben."""
    return grid(board, [Learner("", ANNA, "Anna", ""), Learner("", BEN, "Ben", "")], lang)


def bars(shown):
    """How often each answer was given, as it is shown on the stage."""
    return next(one["bars"] for one in blocks(shown) if one["is"] == "bars")


def verdict(shown):
    """What is said of the answer; None before the question is revealed."""
    return next((one for one in blocks(shown) if one["is"] == "verdict"), None)


def chosen(blocks):
    return [one["value"] for block in blocks if block["is"] == "choice" for one in block["options"] if one["chosen"]]


def hand_of(shown):
    return next(one["hand"] for one in blocks(shown) if one["is"] == "hand")


# Any order

ANSWERS = st.sampled_from([["0"], ["1"], ["0", "1"], [], ["7"]])
actions = st.one_of(
    st.tuples(st.just("give"), st.sampled_from([ANNA, BEN, 3]), st.integers(0, 8), ANSWERS, st.integers(0, 4)),
    st.tuples(st.just("ask"), st.lists(st.sampled_from([QUIZ, POLL]), min_size=1, max_size=3)),
    st.tuples(st.just("reveal"), st.sampled_from([None, *range(9)])),
    st.sampled_from([("clear",), ("back",)]),
)


class Rules:
    """The board in plain words: what is done, and why something is not."""

    def __init__(self):
        self.answers, self.last, self.revealed, self.off = {}, (), set(), False

    @property
    def shown(self):
        return () if self.off else self.last

    def give(self, learner, number, answer, turn):
        if number not in self.shown or number in self.revealed:
            return "closed"
        if answer not in (["0"], ["1"]):
            return "no_answer"
        turn_before, before = self.answers[number].get(learner, (0, ""))
        if turn <= turn_before:
            return None if (turn, answer[0]) == (turn_before, before) else "late"
        self.answers[number][learner] = turn, answer[0]
        return None

    def ask(self, questions):
        self.last = tuple(range(len(self.answers) + 1, len(self.answers) + len(questions) + 1))
        self.answers |= {number: {} for number in self.last}
        self.off = False

    def reveal(self, number):
        open_now = {one for one in self.shown if number in (None, one)} - self.revealed
        self.revealed |= open_now
        return None if open_now else "nothing"

    def clear(self):
        if not self.shown:
            return "nothing"
        self.off = True
        return None

    def back(self):
        if not self.off:
            return "nothing"
        self.off = False
        return None


@settings(max_examples=150)
@given(st.lists(actions, max_size=40))
def test_whatever_is_wanted_in_any_order_is_done_or_refused_by_the_rules_of_the_board(commands):
    board, rules = Board(), Rules()
    do = {
        "give": lambda who, number, answer, turn: take_answer(board, who, number, answer, turn, 1000),
        "ask": lambda questions: ask(board, questions),
        "reveal": lambda number: reveal(board, number),
        "clear": lambda: cleared(board),
        "back": lambda: put_back(board),
    }
    for name, *facts in commands:
        done, refused = do[name](*facts), getattr(rules, name)(*facts)
        assert (None if isinstance(done, Board) else done) == refused
        board = board if refused else done
        assert [one.number for one in board.shown] == list(rules.shown)
        assert board.is_open == bool(set(rules.shown) - rules.revealed)
        assert board.has_all(ANNA) == all(ANNA in rules.answers[one] for one in rules.shown)
    given = {
        one.number: {who: (last.turn, last.answer) for who, last in one.answers.items()} for one in board.questions
    }
    assert given == rules.answers
    assert {one.number for one in board.questions if one.is_revealed} == rules.revealed
    columns, lines = table(board)
    assert sum(line[columns[-1]] for line in lines) == sum(who in (ANNA, BEN) for one in given.values() for who in one)
    json.dumps([mine(one, ANNA) for one in board.shown] + [board.shown and stage(board, 0, 2, "nl")])


# What is drawn


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
        (question,) = drawn([DrillRequest(drill.name, level)])
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
        (one,) = reveal(board).shown
        kept = Answered(**entry_of(one, one.answers[ANNA]))
        assert kept.right
        assert [each.asked for each in read(write(log_of([replace(kept, at=1_780_000_000)]))).answers] == [question]
        for lang in LANGUAGES:
            own = mine(one, ANNA, lang)
            props = verdict(own)
            assert props["kind"] == "yes", drill.name
            assert props["said"] or props["below"] or props["more"][0]["said"], drill.name
            shown = stage(reveal(board), 0, 2, lang)
            assert sum(bar["count"] for bar in bars(shown)) == 2
            assert any(bar["right"] for bar in bars(shown))
            columns, (by_anna, _) = table(reveal(board), lang)
            assert by_anna[columns[2]] == 1
            json.dumps([own, shown])


def test_where_several_answers_are_right_the_own_one_stays_and_the_solution_is_one_possible_answer():
    made = (QuestionRef("melds.find_a_meld", f"board {number}", 1) for number in range(50))
    question = next(filter(has_other_answers, made))
    asked_cards = words_of(question, "en").question
    solution = asked_cards.answer
    judged = {one: asked_cards.why(one).right for one in combinations(asked_cards.hand, 3)}
    other_right = next(one for one, right in judged.items() if right and set(one) != set(solution))
    wrong = next(one for one, right in judged.items() if not right)
    board = after(asked(question), answered_by(ANNA, answer_codes(other_right)), answered_by(BEN, answer_codes(wrong)))
    board = reveal(board)
    said = f"{say('board.one_solution')} {words_of(question, 'en').written(solution)}"
    for who, own in ((ANNA, other_right), (BEN, wrong)):
        seen = mine(board.shown[0], who)
        assert set(hand_of(seen)["selected"]) == {card.code for card in own}
        # What is said of a right answer is said of this one.
        about = words_of(question, "en").check(own).sentences
        assert [*about] == verdict(seen)["said"] or who == BEN
        assert (said in verdict(seen)["said"]) == (who == BEN)
        assert set(hand_of(seen)["marked"]) == ({card.code for card in solution} if who == BEN else set())
    shown = stage(board, 0, 2, "en")
    assert (verdict(shown)["title"], hand_of(shown)["selected"]) == (said, [])


def test_a_series_ends_with_one_result_and_a_table():
    board = after(asked(QUIZ, POLL, QUIZ), answered_by(ANNA), answered_by(ANNA, "0", 2), answered_by(ANNA, "0", 3))
    board = after(board, answered_by(BEN), reveal)
    assert [right_of_all(board, who) for who in (ANNA, 3)] == [(1, 2), (0, 2)]
    (went,) = (one for one in stage(board, ENDED, 2, "en") if one["is"] == "went")
    # One unit: all who are here, right, wrong or without an answer.
    assert [(one["went"], one["right"], one["given"]) for one in went["lines"]] == [
        (say("board.went", right=2, wrong=0, none=0), 1, 1),
        (f"1 {say('board.answered', count=1, here=2)}", 0, 0.5),
        (say("board.went", right=0, wrong=1, none=1), 0, 0.5),
    ]
    # A row for each learner, and a column for each question.
    learners = [Learner(f"token {one}", one, name, "") for one, name in ((3, ""), (ANNA, "Anna"), (BEN, "Ben"))]
    columns, lines = grid(board, learners, "de")
    assert columns[2:-2] == ("1. Who begins? <b>", "2. Again?", "3. Who begins? <b>")
    assert [[line.get(column) for column in columns] for line in lines] == [
        [ANNA, "Anna", 1, "yes", 0, 1, 3],
        [BEN, "Ben", 1, None, None, 1, 1],
        [3, say("room.guest", "de", number=3), None, None, None, 0, 0],
    ]
    # A lesson has a column as soon as somebody has handed in something of it.
    log = log_of([Answered("draw_call.may_call", "1 1 0", 1, True, 1, 0, 1_780_000_000)], "")
    handed_in = [replace(one, summary=summary(log, "", 1_780_000_000)) for one in learners[1:2]]
    columns, lines = grid(board, [learners[0], *handed_in], "en")
    assert columns[-1] == f"{say(course_key('draw-call'), 'en')}: {say('progress.solved', 'en')}"
    assert [line.get(columns[-1]) for line in lines] == [1, None]


def test_two_answers_to_the_same_words_are_told_apart_in_the_table():
    cards = QuestionRef("melds.find_a_meld", "board 1", 1), QuestionRef("melds.find_a_meld", "board 2", 1)
    codes = [answer_codes(words_of(one, "en").solution[1]) for one in cards]
    board = after(asked(*cards), answered_by(ANNA, codes[0]), answered_by(ANNA, codes[1], number=2))
    columns, _ = table(board)
    shown = [{card_label(card, "en") for card in words_of(one, "en").task.hand} for one in cards]
    assert [shown[at] <= {*columns[2 + at].split()} for at in (0, 1)] == [True, True]
    assert [head.partition(".")[0] for head in columns[2:4]] == ["1", "2"]
