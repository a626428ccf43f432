"""Predict, then see: a guess, after which everything is told; and the questions that the lessons ask in this way."""

import json
from pathlib import Path

import pytest
from asked import impossible, whole, wrong_answer

from cardlab import tongits
from cardlab.cards import cards
from cardlab.lessons.deadwood import ask_count, ask_hasty
from cardlab.lessons.disagree import both_sides
from cardlab.lessons.disagree.disputes import about
from cardlab.lessons.predictions import predict
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.widgets import Exercise, exercise
from tests.stories import refused

NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "en"
HASTY = ask_hasty(cards("6c 6d 6s 6h 7h 8h Jc"))
COUNT = ask_count(cards("2s 9d Kh"))


def pages():
    """Each cell of a lesson that predicts: the lesson, the cell, and the code of the page up to it."""
    for name in ("deadwood", "draw-call", "scoring", "disagree"):
        code = []
        for cell in json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code" and "tags" not in cell["metadata"]:
                code.append("".join(cell["source"]))
                if "predict(" in code[-1]:
                    yield pytest.param(name, [*code], id=f"{name} {cell['id']}")


def shown(code, lang="en"):
    """The exercise that the last of these cells shows."""
    names = {}
    for cell in code[:-1]:
        exec(cell, names)
    *before, last = code[-1].splitlines()
    exec("\n".join(before), names)
    widget = eval(last, names)
    return Exercise(widget.source, lang, tries=1)


@pytest.mark.parametrize(("name", "code"), [*pages()])
def test_every_guess_of_a_lesson_is_told_everything_that_a_right_one_is_and_its_table_can_come_about(name, code):
    for lang in LANGUAGES:
        source = shown(code, lang).source
        for _ in source.questions:
            task, (_, right), state = source.task(), source.words.solution, source.question.state
            assert not isinstance(state, tongits.State) or impossible(state) == []
            wrong = source.check(wrong_answer(source.question))
            assert not wrong.right
            told = source.question.read(lang).check(right)
            assert told.right
            assert set(told.sentences) <= set(wrong.sentences)
            assert wrong.sentences
            assert (wrong.groups, set(told.rules)) == (told.groups, set(told.rules) & set(wrong.rules))
            assert source.words.hints
            said = [task.prompt, *task.notes, *(label for _, label in task.choices), *wrong.sentences]
            assert whole(said)
            source.next()


def test_hands_of_others_are_not_sent_while_the_round_goes_on():
    (dispute,) = about("T2")
    state = dispute.case(dispute.here).state
    sent = json.dumps(Exercise(predict(*both_sides([dispute]))).shown)
    hidden = {card.code for hand in state.hands[1:] for card in hand} | {card.code for card in state.stock}
    assert not [code for code in hidden if f'"{code}"' in sent]


def guess(number):
    return {"do": "check", "answer": [str(number)]}


@pytest.mark.parametrize(
    ("asked", "messages"),
    [
        ((HASTY,), [guess(9), refused("next"), refused(guess(10))]),
        ((HASTY, COUNT), [guess(15), refused(guess(11)), "next", guess(3), "next", "next"]),
    ],
    ids=["nothing comes after a single one", "several end in a summary and are asked anew"],
)
def test_a_guess_is_told_everything_and_a_summary_follows(tell, asked, messages):
    tell(lambda lang: exercise.Exercise(predict(*asked), lang, tries=1), *messages)
