"""The learner's one page as a scene: what stands on it from the first question to the end, and what never does."""

import json
from pathlib import Path

import pytest

from cardlab.classroom.board_questions import TypedQuestion, answer_codes, words_of
from cardlab.classroom.class_board import ask, reveal
from cardlab.classroom.live_class import Classroom
from cardlab.classroom.pupil import PupilScene
from cardlab.classroom.roster import Roster
from cardlab.dashboard.course_server import CourseServer
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.blocks import offers

QUIZ = TypedQuestion("Who begins?", ("I", "you", "they"), (1,))
SEVERAL = TypedQuestion("Which?", ("a", "b", "c"), (0, 2))
COUNT = QuestionRef("deadwood.count", "board 1", 1)


@pytest.fixture
def room():
    """A class in which nobody has a page open."""
    roster = Roster()
    return Classroom(CourseServer(Path(__file__).parents[2] / "notebooks", room=roster), roster, None)


def scene(room, lang="en"):
    return PupilScene(room, 1, lang)


def says(scene, key, **facts):
    return json.dumps(say(key, scene.lang, **facts))[1:-1] in json.dumps(scene.snapshot())


def sends(scene, do):
    return [dict(send) for send, _ in offers(scene.snapshot()) if send["do"] == do]


def answer(scene, *values, number=1, turn=1):
    return scene.receive({"do": "answer", "number": number, "turn": turn, "answer": [*values]})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_question_it_says_what_to_do_and_in_the_end_what_remains(room, lang):
    page = scene(room, lang)
    assert says(page, "board.waiting")
    assert page.render()[2]["said"][1]["label"] == say("room.to_course", lang)
    assert page.render()[3]["is"] == "hand_in"
    room.roster.invitation = "melds"
    assert [one["address"] for one in page.render()[2]["said"]] == [f"/{lang}/melds.ipynb"]
    room.board = ask(room.board, [QUIZ])
    for page.over in ("board.over.ended", "board.over.removed"):
        assert says(page, page.over)
        assert [*offers(page.snapshot())] == []
        assert page.render()[-1]["blocks"][0]["is"] == "save"


@pytest.mark.parametrize("question", [QUIZ, SEVERAL, COUNT], ids=["choice", "choices", "number"])
def test_a_question_is_answered_changed_and_revealed(room, question):
    page = scene(room)
    room.board = ask(room.board, [question])
    right = answer_codes(words_of(question, "en").solution[1])
    answer(page, "seven")
    assert says(page, "board.refused.no_answer")
    assert answer(page, *(("7",) if question is COUNT else ("0",)))
    assert says(page, "board.your_answer")
    assert not says(page, "board.refused.no_answer")
    assert says(page, "board.done", count=0, of=0)
    assert (sends(page, "answer"), sends(page, "change")) == ([], [{"do": "change", "number": 1}])
    page.receive({"do": "change", "number": 1})
    assert {send["turn"] for send in sends(page, "answer")} == {2}
    answer(page, *right, turn=2)
    assert (sends(page, "answer"), page.entries()) == ([], [])
    room.board = reveal(room.board)
    assert sends(page, "change") == []
    assert page.snapshot()["blocks"][-2]["kind"] == "yes"
    # What the browser keeps is told once, and only of the course's own exercises.
    assert [entry["right"] for entry in page.entries()] == ([True] if question is COUNT else [])
    assert page.entries() == []
    answer(page, *right, turn=3)
    assert says(page, "board.refused.closed")


def test_a_series_is_gone_through_at_ones_own_pace_and_ends_with_a_sum(room):
    page = scene(room)
    room.board = ask(room.board, [QUIZ, SEVERAL, QUIZ])
    assert says(page, "board.place", number=1, count=3)
    assert sends(page, "go") == [{"do": "go", "to": 2}]
    answer(page, "1")
    # What was answered stays in sight, and the way leads on, from the last to what was left out.
    assert says(page, "board.place", number=1, count=3)
    page.receive({"do": "go", "to": 2})
    page.receive({"do": "go", "to": 3})
    answer(page, "0", number=3)
    assert sends(page, "go") == [{"do": "go", "to": 2}] * 2
    page.receive({"do": "go", "to": 2})
    answer(page, "0", number=2)
    assert sends(page, "go") == [{"do": "go", "to": 1}, {"do": "go", "to": 3}]
    room.board = reveal(room.board, 2)
    assert not says(page, "board.your_right", count=1, of=3)
    room.board = reveal(room.board)
    assert says(page, "board.your_right", count=1, of=3)
    # The next question takes the place of all of them.
    room.board = ask(room.board, [QUIZ])
    assert len(sends(page, "answer")) == 3


@pytest.mark.parametrize("right", [(0,), (2,), ()])
def test_before_it_is_revealed_no_picture_depends_on_what_is_right(room, right):
    pictures = []
    for question in (QUIZ, TypedQuestion(QUIZ.text, QUIZ.options, right)):
        room.board = ask(type(room.board)(), [question])
        page = scene(room)
        pictures.append([page.snapshot(), answer(page, "1"), page.snapshot()])
    assert pictures[0] == pictures[1]
