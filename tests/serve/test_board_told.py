"""What pages of the class board are told: each kind of question to each kind of page, and nothing too early."""

import json

import pytest

from cardlab.lessons.course import LESSONS
from cardlab.locale import say
from cardlab.serve.board_told import Here, learner_told, rows, teacher_told
from cardlab.tables.board import EMPTY, Ask, Begin, Clear, Close, End, Form, Give, GoOn, OfDrill, Reveal, decide, folded
from cardlab.tables.questions import board_answer, form_of, question_of, right_among, wished

PEOPLE = (Here("anna", 1, "Anna", True), Here("ben", 2, "", False))


def after(board, *commands):
    for command in commands:
        board = folded(decide(board, command), board)
    return board


def other(form, answer):
    """Another answer to the same question."""
    wrong = {"number": (str(int(answer[0]) + 1),)} if form.kind == "number" else {}
    few = tuple(one for one in form.choices if one not in answer)[:1] or form.choices[:1]
    return wrong.get(form.kind, (*few, "0") if form.kind == "card_and_pile" else few)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_kind_of_question_is_shown_answered_and_revealed(lesson):
    for drill in lesson.drills:
        what = wished({"ask": "drill", "drill": drill.name, "level": 3, "seed": 7, "number": 1})
        question = question_of(what)
        form = form_of(question)
        answer = board_answer(question.solution("en")[1])
        given = Give("anna", 1, answer, 1, 2000), Give("ben", 1, other(form, answer), 1, 3000)
        board = after(EMPTY, Ask(what, form, 1000), *given)
        told = json.dumps(learner_told(board, "anna", "de"), ensure_ascii=False)
        assert '"verdict": null' in told
        assert json.dumps(question.solution("de")[0], ensure_ascii=False)[1:-1] not in told
        assert teacher_told(board, PEOPLE, "de")["questions"][0]["bars"] is None
        right = right_among(what, [answer, other(form, answer)])
        board = after(board, Close(), Reveal({1: right}))
        for lang in ("en", "de", "nl"):
            (mine,) = learner_told(board, "anna", lang)["questions"]
            assert mine["verdict"]["right"], drill.name
            assert mine["verdict"]["solution"]["answer"] == [*answer]
            (shown,) = teacher_told(board, PEOPLE, lang)["questions"]
            assert shown["count"] == 2
            assert all(bar["right"] is not None for bar in shown["bars"])
            assert any(bar["count"] for bar in shown["bars"] if bar["right"]) or answer == ()
            assert len(rows(board, str, lang)) == 2
        json.dumps(teacher_told(board, PEOPLE, "en"))


def test_a_question_that_the_course_has_no_longer_stops_nothing():
    gone = OfDrill("melds.gone", "demo 1 1", 1)
    board = after(EMPTY, Ask(gone, Form("one", ("yes", "no")), 1000), Give("anna", 1, ("yes",), 1, 2000))
    board = after(board, Close(), Reveal({1: frozenset({("yes",)})}))
    assert learner_told(board, "anna", "en")["questions"][0]["prompt"] == "melds.gone"
    assert teacher_told(board, PEOPLE, "en")["questions"][0]["count"] == 1
    assert rows(board, str, "en")[0]["answer"] == "yes"


@pytest.mark.parametrize(("title", "told"), [("Quiz", "Quiz – question 1 of 2"), ("", "Question 1 of 2")])
def test_a_series_is_told_by_its_name_if_it_has_one(title, told):
    what = wished({"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": 1, "number": 1})
    form = form_of(question_of(what))
    board = after(EMPTY, Begin(title, (what, what), (form, form), "right", True, "class", 1000))
    assert teacher_told(board, PEOPLE, "en")["series"]["told"] == told


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("points", ["right", "none"])
def test_how_a_series_with_points_has_ended_is_told_until_something_else_is_asked(points, names):
    what = wished({"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": 1, "number": 1})
    form = form_of(question_of(what))
    board = after(EMPTY, Begin("Quiz", (what,), (form,), points, names, "class", 1000))
    board = after(board, Give("anna", 1, ("yes",), 1, 2000), Give("ben", 1, ("no",), 1, 2000), Close())
    assert teacher_told(board, PEOPLE, "en")["ranking"] is None
    board = after(board, Reveal({1: frozenset({("no",)})}))
    ranked = teacher_told(board, PEOPLE, "en")["ranking"]
    assert (teacher_told(board, PEOPLE, "en")["over"], learner_told(board, "anna", "en")["over"]) == (None, "")
    board = after(board, End())
    assert teacher_told(board, PEOPLE, "en")["ranking"] == ranked
    # Whether it is seen before the teacher asks for it was chosen when the series began.
    assert (ranked and ranked["shown"]) == (names if points == "right" else None)
    place = " You are in place 2 of 2." if names else ""
    told = f"“Quiz” is over. You have 0 points. You had 0 of 1 right.{place}" if points == "right" else ""
    assert learner_told(board, "anna", "en")["over"] == told
    over = teacher_told(board, PEOPLE, "en")["over"]
    assert learner_told(board, "late", "en")["over"] == (over["title"] if over else "") == told[:15]
    for another in (Ask(what, form, 3000), Clear(), Begin("Next", (what,), (form,), "right", True, "class", 3000)):
        then = after(board, another)
        assert (teacher_told(then, PEOPLE, "en")["over"], learner_told(then, "anna", "en")["over"]) == (None, "")
        assert teacher_told(then, PEOPLE, "en")["ranking"] is None


def test_a_series_with_points_ends_with_what_was_right_of_each_question_and_the_hardest_rule():
    whats = [
        wished({"ask": "drill", "drill": "melds.lay_off", "level": 1, "seed": 1, "number": 1}),
        wished({"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": 1, "number": 1}),
        wished({"ask": "free", "text": "Again?", "options": ["yes", "no"]}),
        wished({"ask": "free", "text": "Sure?", "options": ["yes", "no"], "right": [0]}),
    ]
    forms = [form_of(question_of(what)) for what in whats]
    board = after(EMPTY, Begin("", tuple(whats), tuple(forms), "right", False, "class", 1000))
    for number, (what, form) in enumerate(zip(whats, forms, strict=True), 1):
        answer = board_answer(question_of(what).solution("en")[1]) or form.choices[:1]
        board = after(board, Give("anna", number, answer, 1, 2000))
        board = after(board, Give("ben", number, answer if number == 1 else other(form, answer), 1, 2000), Close())
        if number < len(whats):
            board = after(board, Reveal({number: right_among(what, [answer])}), GoOn(forms[number], 3000))
    over = teacher_told(after(board, End()), PEOPLE, "en")["over"]
    assert over["title"] == say("board.over_unnamed")
    assert [(one["told"], one["share"]) for one in over["questions"]] == [
        (say("board.rightly", count=2, of=2), 1),
        (say("board.rightly", count=1, of=2), 0.5),
        (say("board.poll"), 0),
        (say("board.not_revealed"), 0),
    ]
    assert [one["name"] for one in over["questions"]][2:] == ["Again?", "Sure?"]
    assert (over["hardest"]["id"], over["hardest"]["told"]) == ("T6.1", say("board.rightly", count=1, of=2))


def test_the_projector_says_that_a_question_is_closed_and_where_to_come_in():
    what = wished({"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": 1, "number": 1})
    board = after(EMPTY, Ask(what, form_of(question_of(what)), 1000))
    assert teacher_told(board, PEOPLE, "en")["questions"][0]["closed"] == ""
    board = after(board, Close())
    assert teacher_told(board, PEOPLE, "en")["questions"][0]["closed"] == say("board.closed")
    board = after(board, Reveal({1: frozenset({("no",)})}))
    assert teacher_told(board, PEOPLE, "en")["questions"][0]["closed"] == ""
    assert teacher_told(board, PEOPLE, "en")["way_in"] == ""
    told = teacher_told(board, PEOPLE, "de", way_in=("192.168.1.5:8866", "ABC DEF"))["way_in"]
    assert told == "192.168.1.5:8866 · Code ABC DEF"


def test_whoever_has_no_nickname_is_called_the_same_everywhere():
    what = wished({"ask": "drill", "drill": "draw_call.may_call", "level": 1, "seed": 1, "number": 1})
    form = form_of(question_of(what))
    board = after(
        EMPTY, Begin("Quiz", (what,), (form,), "right", True, "class", 1000), Give("anna", 1, ("yes",), 1, 2000)
    )
    board = after(board, Close(), Reveal({1: frozenset({("yes",)})}))
    told = teacher_told(board, [Here("anna", 7, "", True)], "en")
    assert [one["name"] for one in told["ranking"]["lines"]] == [one["name"] for one in told["people"]] == ["Guest 7"]
