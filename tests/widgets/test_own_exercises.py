"""A teacher's own exercise: in plain sentences, shown by `Exercise` and asked on the class board as any other."""

import logging

import pytest
from book_of_tasks import answer, answer_rightly, other, seen
from messages import blocks

from cardlab.cards import cards
from cardlab.classroom.board_questions import (
    parse_answer,
    requested_questions,
    verdict_on,
    words_of,
)
from cardlab.lessons import Ask, exercise, own_exercises
from cardlab.lessons.protocol import QuestionRef
from cardlab.widgets import Exercise

HOSTILE = '<img src=x onerror=alert(1)> {hand} "'
FILE = f"""
from cardlab.cards import DECK
from cardlab.lessons import Ask, exercise
from cardlab.tongits import why_meld

@exercise("Which of these is a meld?", rule="T3.1")
def mine(chance, level):
    hand = chance.sample(DECK, 4)
    meld = why_meld(hand)
    because = "They belong together." if meld else "They have nothing in common."
    choices = {{"set": "A set", "run": "A run", "none": {HOSTILE!r}}}
    return Ask(hand, choices, answer=meld.kind if meld else "none", because=because)
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes the file that the server is told of."""

    def write(text):
        path = tmp_path / "exercises.py"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv(own_exercises.FILE, str(path))
        own_exercises.own_exercises.cache_clear()

    yield write
    own_exercises.own_exercises.cache_clear()


@pytest.fixture
def mine(file):
    file(FILE)
    (result,) = own_exercises.own_exercises()
    return result


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_is_shown_as_it_was_written_in_whatever_language_the_page_is(mine, lang):
    widget = Exercise(mine, lang)
    assert seen(widget)["prompt"] == "Which of these is a meld?"
    assert [choice["label"] for choice in seen(widget)["choices"]] == ["A set", "A run", HOSTILE]
    answer(widget, other(widget))
    assert "nothing in common" not in str(widget.shown)
    answer_rightly(widget)
    assert widget.solved
    assert seen(widget)["clauses"] == ["T3.1"]


def test_nothing_of_it_is_kept_for_no_other_page_could_ask_it_again(mine):
    widget, stored = Exercise(mine), []
    widget.send = lambda content, buffers=None: stored.append(content)
    answer_rightly(widget)
    assert (stored, blocks(widget, "memory")) == ([], [])


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (Ask(cards("7h Kd"), answer=17), "number"),
        (Ask(cards("7h Kd"), answer=cards("Kd")), "cards"),
        (Ask(cards("7h Kd"), answer=(*cards("7h"), 0), piles=((cards("8h 9h"), "A pile"),)), "card_and_pile"),
        (Ask(choices={"a": "A", "b": "B"}, answer=["a"], choose="any"), "choice"),
    ],
)
def test_how_it_is_answered_follows_from_its_answer(made, kind):
    question = exercise("?")(lambda chance, level: made).question("1", 1)
    assert question.read("en").task.kind == kind
    assert question.read("en").check(question.read("en").solution[1]).right


def test_what_cannot_be_asked_is_said_to_whoever_wrote_it():
    with pytest.raises(ValueError, match=r"no clause 'T99\.9'"):
        exercise("?", rule="T99.9")
    wrong = exercise("?")(lambda chance, level: Ask(choices={"a": "A"}, answer="b"))
    with pytest.warns(RuntimeWarning, match="no question"), pytest.raises(ValueError, match="'b' is right"):
        wrong.question("1", 1)


@pytest.mark.usefixtures("mine")
def test_the_class_board_asks_those_of_the_file_it_is_told_of():
    (what,) = requested_questions([{"ask": "drill", "drill": "mine", "level": 1}])
    assert isinstance(what, QuestionRef)
    task, (_, right) = words_of(what, "nl").task, words_of(what, "nl").solution
    assert (task.prompt, task.choices[2]) == ("Which of these is a meld?", ("none", HOSTILE))
    assert verdict_on(what, parse_answer(task, [right])).right


def test_a_file_that_cannot_be_run_offers_nothing_and_the_log_says_why(file, caplog):
    file("1 / 0")
    with caplog.at_level(logging.ERROR, logger="cardlab"):
        assert own_exercises.own_exercises() == ()
    assert "ZeroDivisionError" in caplog.text
