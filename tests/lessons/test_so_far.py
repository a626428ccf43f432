"""What a wrong answer is told while tries are left: what is wrong with it, and nothing that ends the search."""

from itertools import combinations

import pytest
from asked import answers

from cardlab.cards import cards
from cardlab.lessons import melds
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.melds import ask_set_or_run
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Kind

DRILLS = [drill for lesson in LESSONS for drill in lesson.drills]


def wrong_answers(question):
    """Answers that are not right, where what is said of one may give the right one away."""
    task, right = question.read("en").task, question.answer
    if task.kind == "number":
        return [right + 1, right - 1]
    if task.kind != "choice" or (len(task.choices) < 3 and not task.multiple):
        return []
    given = answers(task)
    if task.multiple:
        given = [
            one for size in range(not task.may_be_empty, 1 + len(given)) for one in combinations(question.choices, size)
        ]
    return [one for one in given if not question.read("en").check(one).right]


@pytest.mark.parametrize("drill", DRILLS, ids=lambda drill: drill.name)
def test_a_wrong_answer_is_told_something_and_never_all_that_the_right_one_is_told(drill):
    for level in (1, LEVELS):
        question = drill.question(f"so far {level}", level)
        said = set(question.read("en").check(question.read("en").solution[1]).sentences)
        for answer in wrong_answers(question):
            told = question.read("en").so_far(answer)
            assert told.sentences
            assert not told.right
            if told.reasons and isinstance(answer, tuple | str) and (set(told.sentences) & said):
                chosen = (answer,) if isinstance(answer, str) else answer
                assert set(told.sentences) <= {why for key, why in told.reasons if key in chosen}
            else:
                assert not said or not said <= set(told.sentences)


def test_of_several_choices_only_the_wrong_ones_chosen_are_explained():
    question = with_answers(1)
    (right,) = question.answer
    other = next(key for key in question.choices if key != right)
    (sentence,) = question.read("en").so_far((right, other)).sentences
    assert sentence == dict(question.read("en").check((right, other)).reasons)[other]
    assert question.read("en").so_far(()).sentences == (say("so_far.not_none", "en"),)


def test_who_has_chosen_rightly_but_not_all_is_told_so():
    question = with_answers(2)
    assert question.read("en").so_far(question.answer[:1]).sentences == (say("so_far.missing", "en"),)


def test_a_number_is_too_much_or_too_little():
    made = (drill_of("race.draw_up").question(str(number), 1) for number in range(99))
    question = next(one for one in made if one.read("en").task.kind == "number")
    right = question.read("en").solution[1]
    assert question.read("en").so_far(right + 3).sentences == (say("so_far.too_much", "en", number=right + 3),)
    assert question.read("en").so_far(right - 3).sentences == (say("so_far.too_little", "en", number=right - 3),)


def test_a_right_answer_is_told_everything():
    for drill in (melds.set_or_run, drill_of("turn.how_begins"), drill_of("draw_call.who_challenges")):
        question = drill.question("1", 2)
        answer = question.read("en").solution[1]
        assert question.read("en").so_far(answer) == question.read("en").check(answer)


@pytest.mark.parametrize(("kind", "clause"), [(Kind.RUN, "(T3.2)"), (Kind.SET, "(T3.1)")])
def test_T3_1_T3_2_a_pair_that_is_called_a_meld_is_told_about_the_kind_that_was_named(kind, clause):
    question = ask_set_or_run(cards("7h 7d"))
    assert clause in question.read("en").check(kind).sentences[0]
    assert all(clause in sentence for sentence in question.read("en").so_far(kind).sentences)


def with_answers(count):
    """A question about who challenges, where so many do."""
    made = (drill_of("draw_call.who_challenges").question(str(number), 1) for number in range(99))
    return next(one for one in made if len(one.answer) == count)


def drill_of(name):
    return next(drill for drill in DRILLS if drill.name == name)
