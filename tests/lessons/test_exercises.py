"""Exercises of every kind: each is whole, can come about, and its hints and its solution agree with its checker."""

import os
import re
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from asked import answers, every_card, impossible, whole

from cardlab.cards import DECK
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS, TASKS
from cardlab.phrasing.catalogue import LANGUAGES

DRILLS = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}
EACH = 30
MADE = int(os.environ.get("EACH", "0"))
"""Questions of each kind that are only made, one in fifty solved; `make long`: 100,000, for what is rare needs many."""


@cache
def question(name, seed):
    """A question of one kind, made once for all tests: many are tried before one will do."""
    return DRILLS[name].question(f"test {seed}", 1 + seed % LEVELS)


def made(name, count):
    """Questions of one kind, of every level in turn."""
    return (question(name, seed) for seed in range(count))


@pytest.mark.parametrize("name", DRILLS)
def test_every_question_is_whole_in_each_language_and_its_solution_is_right(name):
    for number, question in enumerate(made(name, EACH)):
        lang = tuple(LANGUAGES)[number // LEVELS % len(LANGUAGES)]  # at each level each language is asked alike often
        words = question.read(lang)
        task, (sentence, answer) = words.task, words.solution
        verdicts = [words.check(answer), *map(words.check, islice(answers(question), 3))]
        assert verdicts[0].right, question
        assert all(one.sentences and one.rules for one in verdicts)
        assert len(set(words.hints)) == len(words.hints) >= 1
        said = [task.prompt, *words.hints, *task.notes, sentence, *(pile.label for pile in task.piles)]
        said += [told for verdict in verdicts for told in (*verdict.sentences, *verdict.follows)]
        assert whole(said)
        assert not [one for one in said if re.search(r"\(([^()]*)\) \(\1\)", one)], "a clause is named twice in a row"


@pytest.mark.parametrize("name", DRILLS if MADE else [])
def test_it_can_always_be_made(name):
    for number in range(MADE):
        question = DRILLS[name].question(f"long {number}", 1 + number % LEVELS)
        if number % 50 == 0:
            words = question.read("en")
            assert words.check(words.solution[1]).right, number


@pytest.mark.parametrize("name", DRILLS)
def test_T1_3_T2_4_a_table_has_no_card_twice_and_a_whole_one_can_come_about_in_a_round(name):
    """As many cards in hands, melds and piles as turns leave there, and the seat in turn follows from the last draw."""
    for question in made(name, 90):
        task, state = question.read("en").task, question.state
        shown = [*task.hand, *(card for pile in task.piles for card in pile.cards)]
        assert len(shown) == len(set(shown))
        lying = every_card(state) if hasattr(state, "hands") else []
        assert len(lying) == len(set(lying))
        if getattr(state, "discards", ()):
            assert set(lying) >= set(DECK)
            assert impossible(state) == []


@pytest.mark.parametrize("name", DRILLS)
def test_no_answer_is_right_nearly_always_and_each_choice_now_and_then(name):
    """Otherwise a kind would teach to look no further. Only to wait in a race is never best, which is learned."""
    offered, right = Counter(), Counter()
    asked = list(made(name, 150))
    for level in range(LEVELS):
        given = Counter(question.answer for question in asked[level::LEVELS])
        assert max(given.values()) <= 0.75 * given.total()
    for question in asked:
        if question.choices:
            offered.update(question.choices.keys())
            right.update(question.answer if isinstance(question.answer, tuple) else (question.answer,))
    often = {key for key, times in offered.items() if times >= len(asked) / 3}
    assert {key for key in often if not 0 < right[key] < offered[key]} <= {"wait"}


@pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)
def test_a_series_rises_never_ends_nor_repeats_a_task_at_once_and_has_hints(drill):
    def asked(seed):
        series, tasks, levels = drill(seed), [], []
        assert len(series.words.hints) > 1
        for solved in range(TASKS + 3):
            assert series.progress() == (min(solved, TASKS), TASKS)
            levels.append(series.level)
            tasks.append(series.task())
            for _ in range(2):
                assert series.check(series.words.solution[1]).right
            assert series.task() == tasks[-1]
            before = series.question
            series.next()
            assert series.question != before
        assert levels == sorted(levels)
        assert set(levels) == set(range(1, LEVELS + 1))
        return tasks

    assert asked(5) == asked(5) != asked(6)
