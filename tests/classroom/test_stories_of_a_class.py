"""The teacher's screen and the learner's one page as stories, and what never stands on them."""

import asyncio
import json
from dataclasses import replace
from functools import partial

import pytest
from rooms import quiet_room

from cardlab.classroom import board_questions, class_board, stage
from cardlab.classroom.board_questions import TypedQuestion, answer_codes, words_of
from cardlab.classroom.class_board import take_answer
from cardlab.classroom.pupil import PupilScene
from cardlab.classroom.teacher_scene import TeacherScene
from cardlab.lessons.course import LESSONS, course_key
from cardlab.lessons.protocol import QuestionRef
from cardlab.pages.line import to_json
from cardlab.phrasing.catalogue import say
from tests.load.teaching import blocks
from tests.stories import pressed, refused

CALL = {"lesson": "draw-call", "drill": "draw_call.may_call", "level": "2"}
SETS = {"lesson": "melds", "drill": "melds.set_or_run", "level": "1"}
REMOVE = {"do": "remove", "number": 1}
KEPT = {"do": "recall", "kept": None}
"""What the teacher's browser says first."""


class PageOf:
    """A page of a class in a story; what its handler leaves to be done is done at once."""

    page = None

    def __init__(self, scene, room, folds=False):
        self.scene, self.room, self.folds = scene, room, folds

    def snapshot(self):
        # Addresses have the language of the page.
        text = to_json(self.scene.snapshot()).decode().replace(f'"/{self.scene.lang}/', '"/LANG/')
        shown = json.loads(text)
        if "way" in shown:
            shown["way"]["svg"] = shown["way"].pop("qr")
        for one in blocks(shown) if self.folds else ():
            if one["is"] == "select":
                one["options"] = [option for option in one["options"] if option["chosen"]]
        return shown

    def receive(self, content):
        is_taken = content["do"] == "meanwhile" or self.scene.receive(content)
        if order := getattr(self.scene, "order", None):
            self.scene.order = None
            asyncio.run(order())
        return is_taken


def teachers(lang, folds=True):
    """The teacher's page, whose lists are `folds`-ed to what is chosen."""
    room = quiet_room()
    return PageOf(TeacherScene(room, lang), room, folds)


def pupils(lang):
    room = quiet_room()
    return PageOf(PupilScene(room, 1, lang), room)


def meanwhile(happens):
    """Something that happens in the class, and what `happens` says of it; the page is drawn anew."""

    def message(page):
        happens(page.room)
        return {"do": "meanwhile"}

    return message


def at_board(change, *facts):
    """What is done with the board meanwhile."""
    return meanwhile(lambda room: room.set_board(change(room.board, *facts)))


@pytest.fixture(autouse=True)
def one_deal(monkeypatch):
    """Of every exercise there is one question."""
    monkeypatch.setattr(board_questions, "SEEDS", 1)


def ask(picked, do="ask"):
    return [*({"do": "pick", "what": what, "value": value} for what, value in picked.items()), do]


def own(*typed, right="", do="ask_own"):
    """A question of the teacher's own, in the form that is open."""
    texts = (*typed, *[""] * (7 - len(typed)), right)
    return [*({"do": "draft", "at": at, "text": text} for at, text in enumerate(texts)), do]


def look(at):
    return {"do": "look", "at": at}


def joins(name):
    return meanwhile(lambda room: room.roster.join(room.roster.code, name, "127.0.0.1"))


def are_present(room):
    """From now on, who has joined has a page open."""
    room.roster.present = lambda: {one.token for one in room.roster.learners()}


def answers(number, value):
    return meanwhile(lambda room: room.set_board(take_answer(room.board, 1, number, [value], 1, 1000)))


def open_tab(tab):
    return {"do": "open", "tab": tab}


def confirmed(do):
    """The button that asks before this is done."""
    return lambda page: pressed("confirm", then=do)(page)


def test_it_says_how_to_join_and_who_is_here(tell):
    who = pressed("open", tab="who")
    joined = joins("<img src=x onerror=alert(1)>\u202e"), joins("")
    tell(partial(teachers, folds=False), who, *joined, {"do": "show", "address": "http://10.0.0.1:8866/"})


def test_a_question_is_asked_answered_and_revealed_in_the_same_place(tell):
    # What is asked or revealed takes the place of the way in; with no list, the next one is of the same kind.
    revealed = "reveal", "next", look(-2), "reveal", "next", look(-2)
    tell(teachers, joins("Anna"), *ask(CALL), answers(1, "yes"), *revealed, *ask(CALL), pressed("open", tab="lesson"))


def test_a_list_is_asked_one_by_one_or_all_at_once_and_a_series_asks_what_to_reveal(tell):
    typed = own("Who <b>begins</b>?", "I", "", "they", right="3", do="add_own")
    listed = KEPT, *ask(SETS, "add"), open_tab("own"), *typed
    one_by_one = "next", "reveal", "next", {"do": "ask_listed", "at": 0}
    # After it, next goes through its results, and asks none of the list again.
    answered = "ask_all", answers(4, "set"), answers(5, "0")
    series = "reveal", {"do": "reveal_now", "number": 4}, look(1), "reveal", "reveal_now", *["next"] * 3
    unlisted = {"do": "unlist", "at": 1}, {"do": "unlist", "at": 0}
    here = joins("Anna"), joins("Ben"), meanwhile(are_present)
    tell(teachers, *here, *listed, *one_by_one, *answered, *series, *unlisted, *ask(SETS, "exit"))


def test_what_cannot_be_asked_is_said_and_nothing_changes(tell):
    wrong = own("", "I", "you"), own("Who?", "I", do="add_own"), own("Who?", "I", "you", right="3")
    # What is asked at last leaves an empty form.
    several = own("Who?", "I", "you", right="1 2")
    tell(teachers, open_tab("own"), *(one for each in (*wrong, several) for one in each), open_tab("own"))


def test_what_its_browser_has_kept_is_there_again_where_there_is_nothing_newer(tell):
    listed = [{"ask": "drill", "drill": "melds.set_or_run", "level": 2}]
    kept = {"listed": listed, "draft": ["Who", "I", *[""] * 5, "1"], "tab": "own", "drill": "draw_call.may_call"}
    typed = {"do": "draft", "at": 0, "text": "What"}
    tell(teachers, typed, {"do": "recall", "kept": kept}, {"do": "recall", "kept": {"draft": ["no"], "tab": "who"}})


def test_everybody_is_sent_to_a_lesson_and_it_is_taken_back(tell):
    lesson = {"do": "pick", "what": "lesson", "value": "melds"}
    for_teachers = refused({"do": "pick", "what": "lesson", "value": "demo"})
    tell(teachers, open_tab("lesson"), lesson, "invite", open_tab("ask"), open_tab("lesson"), "withdraw", for_teachers)


def test_what_cannot_be_taken_back_is_asked_first(tell):
    asked = [step for do in ({"do": "end"}, REMOVE) for step in (refused(do), confirmed(do), "cancel")]
    tell(teachers, joins("Ben"), open_tab("who"), *asked, confirmed(REMOVE), REMOVE)


def test_the_panel_is_put_away_and_what_is_off_the_board_is_put_back(tell):
    away, back = ({"do": "panel", "away": one} for one in (True, False))
    poll = joins("Ben"), open_tab("own"), *own("Who?", "I", "you"), answers(1, "0")
    tell(teachers, *poll, away, "clear", "put_back", back, "reveal")


STRANGE = ["x", {"listed": [7]}, {"draft": 1}, {"tab": "none"}, {"drill": "no.such", "draft": ["", *["x"] * 99]}]
STRANGE += [{"listed": [{"ask": "drill", "drill": "no.such", "level": 2}]}]


@pytest.mark.usefixtures("forged")
def test_what_no_page_has_kept_and_what_no_block_on_the_page_sends_changes_nothing():
    for strange in STRANGE:
        page = teachers("en")
        assert page.receive({"do": "recall", "kept": strange})
        shown = page.snapshot()
        assert (shown["tab"], shown["kept"]["listed"]) == ("ask", [])
    before = page.snapshot()
    for message in (
        {}, {"do": "dance"}, {"do": ["code"]}, {"do": "invite", "lesson": "demo"}, look(True), look(99), REMOVE,
        {"do": "pick", "what": "level", "value": "9"}, {"do": "ask_listed", "at": 0}, {"do": "reveal_now", "number": 1},
        {"do": "confirm", "question": "?", "yes": "!", "then": {"do": "end"}}, {"do": "open_tables"},
        {"do": "close_table", "code": "HHHHHH"},
    ):  # fmt: skip
        assert not page.scene.receive(message)
        assert page.snapshot() == before


@pytest.mark.parametrize("there", ["en/melds", "melds", "mine"])
def test_where_a_folder_lacks_lessons_or_the_teachers_language_all_are_sent_to_what_is_there(there, tmp_path):
    lesson = tmp_path / f"{there}.ipynb"
    lesson.parent.mkdir(exist_ok=True)
    lesson.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    room = quiet_room(tmp_path)
    page = PageOf(TeacherScene(room, "de"), room)
    if there == "mine":  # questions of the whole course can be asked
        shown = json.dumps(page.snapshot(), ensure_ascii=False)
        assert all(say(course_key(one.name), "de") in shown for one in LESSONS)
        page.receive({"do": "ask"})
        assert len(room.board.shown) == 1
        page.receive({"do": "open", "tab": "lesson"})
    assert page.receive({"do": "invite"})
    assert room.course.invitation("nl")["href"] == f"/{there}.ipynb"


# The learner's one page, from the first question to the end


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
    revealed = at_board(class_board.ask, [QUIZ]), at_board(class_board.reveal)
    tell(pupils, invited, *revealed, over("ended"), over("removed"))


@pytest.mark.parametrize("question", KINDS, ids=["choices", "poll", "number"])
def test_a_question_is_answered_changed_and_revealed(tell, question):
    wrong, right = KINDS[question]
    changed, late = (answer(*right, turn=turn) for turn in (2, 3))
    answered = answer("x"), answer(wrong), pressed("change"), changed
    tell(pupils, at_board(class_board.ask, [question]), *answered, at_board(class_board.reveal), late)


def test_what_was_wrong_or_left_out_is_explained(tell):
    asked = at_board(class_board.ask, [QUIZ, COUNT])
    tell(pupils, asked, answer("0"), at_board(class_board.reveal), pressed("go", to=2))


def test_a_card_and_a_pile_are_sent_together_and_what_is_right_is_marked_once_it_is_revealed(tell):
    right, pile = RIGHT[PILE]
    wrong = next(card.code for card in words_of(PILE, "en").task.hand if card.code != right)
    tell(pupils, at_board(class_board.ask, [PILE]), answer(wrong, pile), at_board(class_board.reveal))


def test_a_series_is_gone_through_at_ones_own_pace_and_ends_with_a_sum(tell):
    # The way leads on, from the last to what was left out; the next question takes the place of all of them.
    walked = answer("1"), pressed("go", to=2), pressed("go", to=3), answer("0", number=3), pressed("go", to=2)
    revealed = at_board(class_board.reveal, 2), at_board(class_board.reveal), at_board(class_board.ask, [QUIZ])
    tell(pupils, at_board(class_board.ask, [QUIZ, SEVERAL, QUIZ]), *walked, answer("0", number=2), *revealed)


def test_before_it_is_revealed_no_picture_depends_on_what_is_right():
    pictures = []
    for right in (QUIZ.right, (0,), ()):
        page = pupils("en")
        at_board(class_board.ask, [TypedQuestion(QUIZ.text, QUIZ.options, right)])(page)
        pictures.append([page.snapshot(), page.receive(answer("1")), page.snapshot()])
    assert pictures == [pictures[0]] * 3


@pytest.mark.parametrize(
    ("drill", "others"),
    [
        ("draw_call.may_call", ["yes", "no"]),
        ("melds.find_a_meld", [lambda hand: hand[:3], lambda hand: hand[-4:]]),
        ("melds.repair", [lambda hand: hand[:1], lambda hand: hand[-1:]]),
        ("melds.lay_off", [lambda hand: (), lambda hand: hand[:2]]),
        ("stacks.play_one", [lambda hand: (hand[0], 0), lambda hand: (hand[-1], 1)]),
        ("deadwood.count", [3, 27]),
    ],
)
def test_before_it_is_revealed_no_picture_depends_on_the_solution(drill, others, monkeypatch):
    asked = board_questions.ask_of(QuestionRef(drill, "board 1", 1))
    pictures = []
    for other in others:
        solution = replace(asked, answer=other(asked.hand) if callable(other) else other)
        monkeypatch.setattr(stage, "words_of", lambda _question, lang, solution=solution: solution.read(lang))
        board = class_board.ask(class_board.Board(), [QuestionRef(drill, "board 1", 1)])
        shown = stage.learner_blocks(board.shown[0], None, "en", is_open=True)
        pictures.append(to_json([stage.stage(board, 0, 1, "en"), shown]))
    assert pictures == [pictures[0]] * 2
