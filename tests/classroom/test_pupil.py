"""The learner's one page as a scene: what stands on it from the first question to the end, and what never does."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from cardlab.classroom.board_questions import TypedQuestion, answer_codes, words_of
from cardlab.classroom.class_board import ClassBoard, ask, reveal, take_answer
from cardlab.classroom.pupil import PupilScene
from cardlab.classroom.roster import Roster
from cardlab.dashboard.course_server import CourseServer
from cardlab.lessons.protocol import QuestionRef
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.blocks import offers

ME, OTHERS = 1, (2, 3, 4)
QUIZ = TypedQuestion("Who begins?", ("I", "you", "they"), (1,))
SEVERAL = TypedQuestion("Which?", ("a", "b", "c"), (0, 2), multiple=True)
COUNT = QuestionRef("deadwood.count", "board 1", 1)
NOWHERE = {"href": "", "text": ""}


@pytest.fixture
def room():
    """The board of a class in which nobody has a page open."""
    roster = Roster()
    return ClassBoard(CourseServer(Path(__file__).parents[2] / "notebooks", room=roster), roster)


def scene(room, learner=ME, lang="en", invited=NOWHERE):
    return PupilScene(room, learner, lang, lambda: invited, "/home")


def says(scene, key, **facts):
    return json.dumps(say(key, scene.lang, **facts))[1:-1] in json.dumps(scene.snapshot())


def kinds(scene):
    return [one["is"] for one in scene.snapshot()["blocks"]]


def sends(scene, do):
    return [dict(send) for send, _ in offers(scene.snapshot()) if send["do"] == do]


def answer(scene, *values, number=1, turn=1):
    return scene.receive({"do": "answer", "number": number, "turn": turn, "answer": [*values]})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_question_it_says_what_to_do_meanwhile(room, lang):
    alone = scene(room, lang=lang)
    assert says(alone, "board.waiting")
    assert {"address": "/home", "label": say("room.to_course", lang)}.items() <= alone.render()[2]["said"][1].items()
    invited = scene(room, lang=lang, invited={"href": "/there", "text": "Melds"})
    assert [(one["label"], one["address"]) for one in invited.render()[2]["said"]] == [("Melds", "/there")]
    assert "hand_in" in kinds(alone)
    assert "hand_in" not in kinds(scene(room, 0, lang))


@pytest.mark.parametrize("question", [QUIZ, SEVERAL, COUNT], ids=["choice", "choices", "number"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_is_answered_changed_and_revealed(room, question, lang):
    page = scene(room, lang=lang)
    room.board = ask(room.board, [question])
    right = answer_codes(words_of(question, "en").solution[1])
    wrong = ("7",) if question is COUNT else ("0",)
    assert answer(page, *wrong)
    assert says(page, "board.your_answer")
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


def test_what_is_no_answer_and_what_comes_too_late_gets_a_sentence(room):
    page = scene(room)
    room.board = ask(room.board, [COUNT])
    answer(page, "seven")
    assert says(page, "board.refused.no_answer")
    assert {send["turn"] for send in sends(page, "answer")} == {1}
    answer(page, "7")
    assert not says(page, "board.refused.no_answer")
    room.board = reveal(room.board)
    answer(page, "8", turn=2)
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
    assert not says(page, "board.your_right", count=1, of=3)
    room.board = reveal(room.board, 2)
    assert not says(page, "board.your_right", count=1, of=3)
    room.board = reveal(room.board)
    assert says(page, "board.your_right", count=1, of=3)
    # The next question takes the place of all of them.
    room.board = ask(room.board, [QUIZ])
    assert len(sends(page, "answer")) == 3


@pytest.mark.parametrize("question", [QUIZ, SEVERAL, COUNT], ids=["choice", "choices", "number"])
def test_no_picture_depends_on_what_others_answer_or_on_what_is_right_before_it_is_revealed(room, question):
    values = (["1"], ["2"], ["0"])
    pictures = set()
    for given in permutations(values):
        room.board = ask(type(room.board)(), [question])
        for learner, value in zip(OTHERS, given, strict=True):
            room.board = take_answer(room.board, learner, 1, value, 1, 0)
        page = scene(room)
        shown = [json.dumps(page.snapshot())]
        answer(page, "1")
        pictures.add((*shown, json.dumps(page.snapshot())))
    assert len(pictures) == 1
    if isinstance(question, TypedQuestion):
        # Another answer is right: the same picture.
        room.board = ask(type(room.board)(), [TypedQuestion(question.text, question.options, (0,), question.multiple)])
        assert json.dumps(scene(room).snapshot()) in {one for one, _ in pictures}


@pytest.mark.parametrize("over", ["board.over.ended", "board.over.removed"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_the_end_it_says_what_remains_and_asks_nothing_more(room, over, lang):
    page = scene(room, lang=lang)
    room.board = ask(room.board, [QUIZ])
    page.over = over
    assert says(page, over)
    assert [*offers(page.snapshot())] == []
    assert page.render()[-1]["blocks"][0]["is"] == "save"


def test_the_teacher_looks_on_and_is_no_learner(room):
    page = scene(room, 0)
    room.board = ask(room.board, [QUIZ, SEVERAL])
    assert says(page, "board.onlooker")
    assert [send["do"] for send, _ in offers(page.snapshot())] == ["go"]
    answer(page, "1")
    assert not room.board.questions[0].answers
