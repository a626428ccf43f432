"""The class board as the fold of a log: whatever is wanted in whatever order, the log alone says what the board is."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.refusal import NotationError
from cardlab.tables.board import (
    EMPTY,
    EVENTS,
    MOST_STEPS,
    Answered,
    Ask,
    AtPosition,
    Begin,
    Clear,
    Close,
    End,
    Form,
    Free,
    Give,
    GoOn,
    OfDrill,
    Refused,
    Remove,
    Reveal,
    decide,
    fold,
    folded,
)
from cardlab.tables.board_results import FOR_QUICK, FOR_RIGHT, SLOW, by_clause, rows, standings, tally
from cardlab.tables.events import LONGEST

ONE = Form("one", ("yes", "no"), clauses=("T6.1",))
SOME = Form("some", ("a", "b", "c"), may_be_empty=True, clauses=("T3.1", "T6.1"))
NUMBER = Form("number")
PILE = Form("card_and_pile", ("7h", "8c"), 2)
FORMS = (ONE, SOME, NUMBER, PILE)
DRILL = OfDrill("draw_call.may_call", "demo 1 1", 1)
FREE = Free("Who begins? <b>", ("I", "you, “they” \\ ☃"), (1,))


def after(*commands, board=EMPTY):
    """The board after these commands, of which none may be refused."""
    for command in commands:
        decided = decide(board, command)
        assert not isinstance(decided, Refused), (command, decided)
        board = folded(decided, board)
    return board


def asked(form=ONE, **more):
    return Ask(DRILL, form, 1000, **more)


def series(pace="class", points="right", count=2, **more):
    return Begin("Quiz", (DRILL,) * count, (ONE,) * count, points, True, pace, 1000, **more)


def give(learner, answer="yes", number=1, turn=1, at=1500):
    return Give(learner, number, (answer,) if isinstance(answer, str) else answer, turn, at)


# Any order

learners = st.sampled_from(["anna", "ben", "carl"])
moments = st.integers(0, 10**6)
answers = st.sampled_from(
    [("yes",), ("no",), ("a", "c"), ("c", "a"), (), ("7",), ("-0012",), ("7h", "1"), ("7h", "2"), ("b", "b")]
)
given_right = st.dictionaries(st.integers(1, 12), st.one_of(st.none(), st.frozensets(answers, max_size=3)), max_size=12)
begins = st.builds(
    lambda forms, points, pace, at, live: Begin("Quiz", (DRILL,) * len(forms), forms, points, True, pace, at, live),
    st.lists(st.sampled_from(FORMS), max_size=3).map(tuple),
    st.sampled_from(["none", "right", "speed"]),
    st.sampled_from(["class", "own"]),
    moments,
    st.booleans(),
)
commands = st.one_of(
    st.builds(Give, learners, st.integers(0, 12), answers, st.integers(0, 4), moments),
    st.builds(Give, learners, st.integers(1, 3), answers, st.integers(1, 4), moments),
    st.builds(Ask, st.sampled_from([DRILL, FREE]), st.sampled_from(FORMS), moments, st.booleans()),
    begins,
    st.builds(GoOn, st.one_of(st.none(), st.sampled_from(FORMS)), moments, st.booleans()),
    st.builds(Reveal, given_right),
    st.builds(Remove, learners),
    st.sampled_from([Close(), Close(), End(), Clear()]),
)


@settings(max_examples=150)
@given(st.lists(commands, max_size=40))
def test_whatever_is_wanted_in_any_order_the_log_says_what_the_board_is(wanted):
    board, lines, last = EMPTY, [], {}
    for command in wanted:
        decided = decide(board, command)
        if isinstance(decided, Refused):
            continue
        before, board = board, folded(decided, board)
        lines += map(EVENTS.text, decided)
        match command:
            case Clear():
                last.clear()
            case Remove(learner=learner):
                open_ = {one.number for one in before.open}
                last = {key: value for key, value in last.items() if key[1] != learner or key[0] not in open_}
            case Give(learner=learner, number=number, answer=answer):
                assert before.question(number).phase == "open"
                last[number, learner] = board.questions[number - 1].form.plain(answer)
    # The same lines, read again, give the same board; and what counts is what each learner was told to be in last.
    assert folded(EVENTS.read(line) for line in lines) == board
    kept = {(one.number, mark): given.answer for one in board.questions for mark, given in one.given.items()}
    assert kept == last
    assert all(one.number == place for place, one in enumerate(board.questions, 1))
    assert {one.phase for one in board.questions if one.number not in board.present} <= {"closed", "revealed"}
    standings(board), by_clause(board.questions), rows(board, str, str), [tally(one) for one in board.questions]


# Answers


def test_an_answer_can_be_changed_until_the_question_is_closed():
    board = after(asked(), give("anna"), give("ben"), give("anna", "no", turn=2, at=4000), Close())
    assert {who: one.answer for who, one in board.questions[0].given.items()} == {"anna": ("no",), "ben": ("yes",)}
    assert board.questions[0].given["anna"].after == 3000
    assert decide(board, give("anna", "yes", turn=3)) == Refused("closed")


def test_what_is_sent_twice_counts_once_and_what_comes_late_undoes_nothing():
    board = after(asked(), give("anna"), give("anna", "no", turn=2))
    assert decide(board, give("anna", "no", turn=2)) == ()
    assert decide(board, give("anna", "yes", turn=1)) == Refused("late")
    assert decide(board, give("anna", "yes", turn=2)) == Refused("late")


@pytest.mark.parametrize(
    ("form", "given", "kept"),
    [
        (ONE, ("yes",), ("yes",)),
        (ONE, ("perhaps",), None),
        (ONE, ("yes", "no"), None),
        (ONE, (), None),
        (SOME, ("c", "a"), ("a", "c")),
        (SOME, (), ()),
        (SOME, ("a", "a"), None),
        (SOME, ("a", "d"), None),
        (replace(SOME, may_be_empty=False), (), None),
        (NUMBER, ("-0012",), ("-12",)),
        (NUMBER, ("１２",), None),
        (NUMBER, ("1e3",), None),
        (NUMBER, ("9" * 5000,), None),
        (PILE, ("7h", "1"), ("7h", "1")),
        (PILE, ("7h", "2"), None),
        (PILE, ("9h", "1"), None),
        (PILE, ("7h", "-1"), None),
    ],
)
def test_only_what_can_be_an_answer_is_one(form, given, kept):
    decided = decide(after(asked(form)), give("anna", given))
    assert decided == ((Answered(1, "anna", kept, 1, 500),) if kept is not None else Refused("no_answer"))


def test_who_is_removed_answers_nothing_and_is_in_no_list():
    board = after(series(), give("anna"), give("ben"), Close(), Reveal({1: frozenset({("yes",)})}), GoOn(ONE, 2000))
    board = after(give("anna", number=2), Remove("anna"), board=board)
    assert "anna" not in board.questions[1].given
    assert [one.learner for one in standings(board)] == ["ben"]
    # What was told before stays as it was, and names nobody.
    assert tally(board.questions[0]).right == 2
    assert [row["learner"] for row in rows(board, {"ben": "Ben", "anna": "rude"}.get, str)] == ["1", "Ben"]
    assert decide(board, give("anna", number=2)) == Refused("out")


# Asking, closing, revealing


def test_what_is_asked_anew_closes_what_was_open():
    board = after(asked(), give("anna"), asked(SOME))
    assert [one.phase for one in board.questions] == ["closed", "open"]
    assert board.present == (2,)
    assert decide(board, give("ben")) == Refused("closed")


def test_nothing_is_revealed_while_answers_are_taken():
    board = after(asked())
    assert decide(board, Reveal({})) == Refused("still_open")
    assert decide(after(Close(), Reveal({}), board=board), Reveal({})) == Refused("nothing")
    assert decide(EMPTY, Close()) == decide(EMPTY, End()) == Refused("nothing")


def test_a_poll_has_no_right_answer():
    board = after(asked(), give("anna"), Close(), Reveal({1: None}))
    assert not board.questions[0].judged
    assert rows(board, str, str)[0]["right"] is None
    assert by_clause(board.questions) == ()


def test_a_series_goes_on_question_by_question_and_ends():
    board = after(series(), give("anna"))
    assert (board.present, board.place) == ((1,), 1)
    board = after(GoOn(ONE, 2000), board=board)
    assert (board.present, board.place) == ((2,), 2)
    board = after(GoOn(None, 3000), board=board)
    assert (board.present, board.series) == ((), None)
    assert decide(board, GoOn(ONE, 3000)) == Refused("no_series")


def test_at_their_own_pace_all_questions_are_there_at_once():
    board = after(series("own", count=3), give("anna", number=3), give("anna", number=1))
    assert board.present == (1, 2, 3)
    assert [len(one.given) for one in board.questions] == [1, 0, 1]
    board = after(Close(), Reveal({1: frozenset({("yes",)}), 3: frozenset()}), asked(), board=board)
    assert board.present == (4,)
    assert board.series is None


def test_a_series_is_neither_empty_nor_without_end():
    assert decide(EMPTY, series(count=0)) == Refused("nothing")
    assert decide(EMPTY, series(count=MOST_STEPS + 1)) == Refused("full")


# What it comes to


def test_points_are_for_right_answers_and_where_it_counts_for_quick_ones():
    def points(counting):
        board = after(
            series(points=counting),
            give("anna", at=1000),
            give("ben", at=1000 + SLOW // 2),
            give("carl", at=1000 + 2 * SLOW),
            give("dora", "no", at=1000),
            Close(),
            Reveal({1: frozenset({("yes",)})}),
        )
        return {one.learner: (one.place, one.points) for one in standings(board)}

    assert points("right") == {"anna": (1, 10), "ben": (1, 10), "carl": (1, 10), "dora": (4, 0)}
    assert points("speed") == {
        "anna": (1, FOR_RIGHT + FOR_QUICK),
        "ben": (2, FOR_RIGHT + FOR_QUICK // 2),
        "carl": (3, FOR_RIGHT),
        "dora": (4, 0),
    }
    assert points("none") == {}


def test_the_clause_that_most_got_wrong_stands_first():
    board = after(asked(), give("anna"), give("ben", "no"), Close(), Reveal({1: frozenset({("yes",)})}))
    board = after(asked(SOME), give("anna", ("a",), 2), Close(), Reveal({2: frozenset()}), board=board)
    assert [(one.clause, one.answered, one.right) for one in by_clause(board.questions)] == [
        ("T3.1", 1, 0),
        ("T6.1", 3, 1),
    ]


# The log as text


def events():
    """One event of each kind and more."""
    board, made = EMPTY, []
    for command in (
        asked(live=True),
        give("anna"),
        Remove("ben"),
        Close(),
        Reveal({1: frozenset({("yes",)})}),
        series("own", count=3),
        give("anna", number=3),
        End(),
        Ask(FREE, SOME, 5),
        Close(),
        Reveal({5: None}),
        Ask(AtPosition("which_fit", "pile 0 7c"), PILE, 5),
        Clear(),
    ):
        decided = decide(board, command)
        made += decided
        board = folded(decided, board)
    return made


def is_torn(line):
    try:
        return EVENTS.read(line) is None
    except NotationError:
        return True


@pytest.mark.parametrize("event", events(), ids=lambda event: type(event).__name__)
def test_an_event_is_read_as_it_is_written_and_a_torn_one_is_none(event):
    line = EVENTS.text(event)
    assert EVENTS.read(line) == event
    told = json.loads(line)
    torn = [line[:-1], line + line, line.replace('"event"', '"Event"', 1), json.dumps({**told, "more": 1})]
    for name in told:
        torn.append(json.dumps({key: value for key, value in told.items() if key != name}))
        for wrong in (None, 10**16, 1.5, {}, [[0]], True if not isinstance(told[name], bool) else 1):
            torn.append(json.dumps({**told, name: wrong}))
    assert [one for one in torn if not is_torn(one)] == []


@pytest.mark.parametrize("text", ["", "null", "[]", "{", "{}", "[" * 5000, '{"event":"ended"}' + " " * LONGEST, "7"])
def test_what_is_no_event_is_torn(text):
    assert is_torn(text)


def test_what_cannot_follow_is_refused():
    with pytest.raises(ValueError, match="no question 7"):
        fold(EMPTY, Answered(7, "anna", ("yes",), 1, 0))
