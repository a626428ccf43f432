"""The class board as a value: whatever is wanted in whatever order, what is drawn of it and when, and its tables."""

import json
from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    MOST_ASKED,
    DrillRequest,
    Refused,
    TypedQuestion,
    answer_codes,
    drawn,
    exit_ticket,
    has_other_answers,
    is_judged,
    parse_answer,
    verdict_on,
    words_of,
)
from cardlab.classroom.class_board import Board, ask, cleared, put_back, reveal, take_answer
from cardlab.classroom.class_results import grid
from cardlab.classroom.stage import entry_of, learner_blocks, stage
from cardlab.dashboard.roster import Learner
from cardlab.lessons.answer_log import question_of, read, write
from cardlab.lessons.course import LESSONS, course_key
from cardlab.lessons.progress_summary import summary
from cardlab.lessons.protocol import Answered, QuestionRef, Task, log_of
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from tests.lessons.asked import wrong_answer
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


def verdict(shown):
    """What is said of the answer; None before the question is revealed."""
    return next((one for one in blocks(shown) if one["is"] == "verdict"), None)


def hand_of(shown):
    return next(one["hand"] for one in blocks(shown) if one["is"] == "hand")


# Any order

SENT = st.sampled_from([["0"], ["1"], ["0", "1"], [], ["7"]])
actions = st.one_of(
    st.tuples(st.just("give"), st.sampled_from([ANNA, BEN, 3]), st.integers(0, 8), SENT, st.integers(0, 4)),
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
        refused = getattr(rules, name)(*facts)
        with pytest.raises(Refused, match=f"^board.refused.{refused}$") if refused else nullcontext():
            board = do[name](*facts)
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


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_kind_of_question_is_shown_answered_and_revealed(lesson):
    for drill, level in product(lesson.drills, (1, 2, 3)):
        (question,) = drawn([DrillRequest(drill.name, level)])
        answer = answer_codes(words_of(question, "en").solution[1])
        other = answer_codes(wrong_answer(question_of(question)))
        board = after(asked(question), answered_by(ANNA, answer), answered_by(BEN, other))
        (one,) = board.shown
        hidden = json.dumps([mine(one, who, "de") for who in (ANNA, 3)], ensure_ascii=False)
        assert json.dumps(words_of(question, "de").solution[0], ensure_ascii=False)[1:-1] not in hidden
        assert (verdict(mine(one, ANNA)), entry_of(one, one.answers[ANNA])) == (None, None)
        # Nothing is laid out: what others answer, and what is right, changes nothing that a page receives.
        (alone,) = after(asked(question), answered_by(ANNA, answer)).shown
        assert hidden == json.dumps([mine(alone, who, "de") for who in (ANNA, 3)], ensure_ascii=False)
        # Nor does what the room sees, but for how many have answered.
        open_stage = stage(board, 0, 2, "de")
        assert open_stage == stage(after(asked(question), answered_by(3, answer), answered_by(BEN, answer)), 0, 2, "de")
        assert question.key not in hidden + json.dumps(open_stage)
        board = reveal(board)
        (one,) = board.shown
        kept = Answered(**entry_of(one, one.answers[ANNA]))
        assert kept.right
        assert [each.asked for each in read(write(log_of([replace(kept, at=1_780_000_000)]))).answers] == [question]
        for lang in LANGUAGES:
            own, shown = mine(one, ANNA, lang), stage(board, 0, 2, lang)
            props = verdict(own)
            assert props["kind"] == "yes", drill.name
            assert props["said"] or props["below"] or props["more"][0]["said"], drill.name
            (counted,) = [one["bars"] for one in blocks(shown) if one["is"] == "bars"]
            assert (sum(bar["count"] for bar in counted), any(bar["right"] for bar in counted)) == (2, True)
            columns, (by_anna, _) = table(board, lang)
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


def test_the_table_has_a_row_for_each_learner_and_a_column_for_each_question():
    board = after(asked(QUIZ, POLL, QUIZ), answered_by(ANNA), answered_by(ANNA, "0", 2), answered_by(ANNA, "0", 3))
    board = after(board, answered_by(BEN), reveal)
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
    # Two questions of the same words are told apart by their cards.
    cards = QuestionRef("melds.find_a_meld", "board 1", 1), QuestionRef("melds.find_a_meld", "board 2", 1)
    codes = [answer_codes(words_of(one, "en").solution[1]) for one in cards]
    columns, _ = table(after(asked(*cards), answered_by(ANNA, codes[0]), answered_by(ANNA, codes[1], number=2)))
    for head, one in zip(columns[2:4], cards, strict=True):
        assert {card_label(card, "en") for card in words_of(one, "en").task.hand} <= {*head.split()}


# What a teacher may ask for, and what is an answer to it


CHOICES = (("a", "A"), ("b", "B"), ("c", "C"))
CARDS = (Card("7h"), Card("8c"))
PILES = ((Card("9c"),), (Card("2h"),))
ANSWERS = [
    (Task("", choices=CHOICES, kind="choice"), {"b": "b"}, ["d", "a b", ""]),
    (Task("", choices=CHOICES, kind="choice", multiple=True, may_be_empty=True), {"c a": ("a", "c"), "": ()}, ["a a"]),
    (Task("", CARDS, kind="cards", multiple=True), {"8c 7h": CARDS}, ["9h", ""]),
    (Task("", kind="number"), {"-0012": -12}, ["１２", "1e3", "9" * 5000, ""]),
    (Task("", CARDS, PILES, kind="card_and_pile"), {"7h 1": (CARDS[0], 1)}, ["7h 2", "9h 1", "7h -1"]),
]


@pytest.mark.parametrize(("task", "answers", "others"), ANSWERS)
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
    (longest,) = drawn([typed(options="abcdef")])
    assert longest.options == tuple("abcdef")


def test_what_cannot_be_asked_is_said():
    wrong = {
        "number": ([], [typed()] * (MOST_ASKED + 1)),
        "drill": ([DrillRequest("melds.repair", 4)], [DrillRequest("melds.none", 1)]),
        "no_text": ([typed("\u202e")],),
        "options": [[typed(options=one)] for one in ("a", ["a", "a "], ["a", " "], "abcdefg")],
        "right": ([typed(right=[3])], [typed(right=[0, -1])]),
    }
    for key, requests in wrong.items():
        for asked in requests:
            with pytest.raises(Refused) as caught:
                drawn(asked)
            assert caught.value.key == f"board.cannot.{key}"
            assert caught.value.sentence("de")


def visible_parts(questions):
    """What a learner sees of each question."""
    tasks = [words_of(one, "en").task for one in questions]
    return [(one.prompt, one.notes, sorted(one.hand), one.piles, sorted(one.choices)) for one in tasks]


@pytest.mark.parametrize("lesson", ["melds", "stacks"])
def test_an_exit_ticket_goes_through_the_lesson_and_nothing_is_asked_twice_while_there_is_something_else(lesson):
    wanted = exit_ticket(lesson, 1)
    core = [drill.name for one in LESSONS if one.name == lesson for drill in one.core]
    assert wanted == [DrillRequest(name, 1) for name in (core[0], core[(len(core) - 1) // 2], core[-1])]
    before = drawn(wanted)
    shown = visible_parts((*before, *drawn(wanted, before)))
    assert all(one not in shown[:index] for index, one in enumerate(shown))
    asked = visible_parts(drawn([wanted[0]] * 12))
    assert all(one not in asked[:index] for index, one in enumerate(asked))
