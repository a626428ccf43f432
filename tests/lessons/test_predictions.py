"""Predict, then see: a guess, after which everything is told; and the questions that the lessons ask in this way."""

import json
import re
from pathlib import Path

import pytest
from asked import impossible, whole, wrong_answer

from cardlab import tongits
from cardlab.cards import cards
from cardlab.lessons.deadwood import ask_count, ask_hasty
from cardlab.lessons.disagree import both_sides
from cardlab.lessons.disagree.disputes import about
from cardlab.lessons.predictions import predict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing import by_rule
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.widgets import Exercise

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


def number_of(source):
    """How many questions are asked."""
    return int(re.fullmatch(r"Predictions\((\d+)\)", repr(source))[1])


@pytest.mark.parametrize(("name", "code"), [*pages()])
def test_every_guess_of_a_lesson_is_told_everything_that_a_right_one_is(name, code):
    for lang in LANGUAGES:
        source = shown(code, lang).source
        for _ in range(number_of(source)):
            task, (_, right) = source.task(), source.solution()
            wrong = source.check(wrong_answer(source.question))
            assert not wrong.right
            told = source.question.read(lang).check(right)
            assert told.right
            assert set(told.sentences) <= set(wrong.sentences)
            assert wrong.sentences
            assert (wrong.groups, set(told.rules)) == (told.groups, set(told.rules) & set(wrong.rules))
            assert source.hint()
            said = [task.prompt, *task.notes, *(label for _, label in task.choices), *wrong.sentences]
            assert whole(said)
            source.next()


@pytest.mark.parametrize(("name", "code"), [*pages()])
def test_T1_3_T2_4_a_table_of_a_lesson_can_come_about_in_a_round(name, code):
    source = shown(code).source
    for _ in range(number_of(source)):
        state = source.question.state
        if isinstance(state, tongits.State):
            assert impossible(state) == []
        source.next()


def test_a_wrong_guess_is_told_what_is_wrong_with_it_first_and_the_best_arrangement_is_laid_open():
    verdict = predict(HASTY).check(10)
    assert verdict.sentences[0] == by_rule("lesson.hasty.only_best", "T9.2", "en")
    assert any("Melds: 6♣ 6♦ 6♠ and 6♥ 7♥ 8♥. Loose: J♣." in sentence for sentence in verdict.sentences)
    assert [label for label, _ in verdict.groups] == ["set", "run", "loose"]


def test_nothing_is_said_twice():
    told = predict(ask_hasty(cards("6d 7d 8d 8c 8s 7s 9s"))).check(20).sentences
    assert sum("Sets first" in sentence for sentence in told) == 1


def test_hands_of_others_are_not_sent_while_the_round_goes_on():
    (dispute,) = about("T2.5")
    state = dispute.case(dispute.here).state
    sent = json.dumps(Exercise(predict(*both_sides([dispute]))).shown)
    hidden = {card.code for hand in state.hands[1:] for card in hand} | {card.code for card in state.stock}
    assert not [code for code in hidden if f'"{code}"' in sent]


def test_T6_5_both_sides_of_a_house_rule_are_guessed_at_once_and_told_with_who_plays_so():
    (question,) = both_sides(about("T6.5"))
    assert question.answer == "0|1"
    assert [label for _, label in question.read("en").task.choices] == [
        "Both times: You",
        "Without the house rule: You. With it: Player on the left",
        "Without the house rule: Player on the left. With it: You",
        "Both times: Player on the left",
    ]
    told = question.read("en").check("0|0")
    assert not told.right
    assert "As the rule sheets say: You." in told.sentences
    assert "With the house rule “Tie after a draw call: Challenger”: Player on the left." in told.sentences
    assert "Many tables play by the house rule." in told.sentences
    assert "T6.5" in told.rules


def test_nothing_comes_after_a_single_question():
    widget = Exercise(predict(HASTY), tries=1)
    assert isinstance(widget.source, QuestionSource)
    assert "'You have one try" in str(widget.shown)
    for do in ({"do": "check", "answer": ["9"]}, {"do": "next"}):
        widget._receive(widget, do, [])
    assert all(one in str(widget.shown) for one in ("'Not right.'", "'value': '9'"))
    assert "'next'" not in str(widget.shown)


def test_several_questions_end_in_a_summary_after_which_they_are_asked_anew():
    source = predict(HASTY, COUNT)
    source.check(15)
    assert source.standing() == "Question 1 of 2, 1 right so far. You need all 2."
    source.next()
    source.check(3)
    source.next()
    assert source.closing().title == "1 of 2 right."
    source.next()
    assert (source.closing(), source.standing()) == (None, "Question 1 of 2, 0 right so far. You need all 2.")
    assert source.question == HASTY


def test_only_the_first_guess_counts():
    source = predict(HASTY, COUNT)
    source.check(11)
    source.check(15)
    assert source.standing() == "Question 1 of 2, 0 right so far. You need all 2."


def test_there_must_be_a_question():
    with pytest.raises(ValueError, match="nothing to predict"):
        predict()
