"""The lesson about the leaderboard (T10.6): its questions ask what they say they ask, and its table was worked out."""

import math
import os
from random import Random

import pytest

from cardlab.lessons.course import LESSONS, lesson_named
from cardlab.lessons.leaderboard import AgainstField, MayBeLuck, MoreRounds, against_field, may_be_luck, more_rounds
from cardlab.lessons.leaderboard_tried import EXPERIMENTS, in_markdown, kept, worked_out
from cardlab.locale import LANGUAGES

LONG = "ROUNDS" in os.environ


def made(drill, level, count=80):
    return [drill.make(Random(f"{level} {number}"), level) for number in range(count)]


def test_T10_6_has_its_lesson():
    assert lesson_named("leaderboard") in LESSONS
    assert {rule for drill in lesson_named("leaderboard").drills for rule in drill.clauses} == {"T10.6"}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_whether_it_may_be_luck_is_never_a_matter_of_rounding(level):
    questions = made(may_be_luck, level)
    assert {question.right for question in questions} == {"luck", "hardly"}
    for question in questions:
        share = (question.means[0] - question.means[1]) / question.together
        assert share <= 0.9 or share >= 1.1
        assert bool(question.rounds) == (level == 3)


def test_bounds_that_overlap_may_still_be_told_apart_from_level_two_on():
    def overlapping(level):
        return [
            question
            for question in made(may_be_luck, level)
            if question.right == "hardly" and question.means[0] - question.means[1] < sum(question.errors)
        ]

    assert not overlapping(1)
    assert len(overlapping(2)) > 15


def test_the_difference_counts_and_not_each_bound():
    clear, near = MayBeLuck(("Ana", "Ben"), (9, 0), (5, 5)), MayBeLuck(("Ana", "Ben"), (6, 0), (5, 5))
    assert (clear.right, near.right) == ("hardly", "luck")
    assert clear.together == math.sqrt(50)
    assert "(T10.6)" in clear.check("luck", "en").sentences[0]


def test_twice_as_certain_takes_four_times_the_rounds():
    assert MoreRounds(10, 12, 2).needed == 40
    assert MoreRounds(10, 12, 3, more=True).needed == 80
    asked = MoreRounds(10, 12, 2)
    assert asked.check(20, "en").sentences != asked.check(30, "en").sentences != asked.check(7, "en").sentences
    for level in (1, 2, 3):
        for question in made(more_rounds, level):
            assert question.error % question.times == 0
            assert question.more == (level == 3)


def test_points_against_the_field_are_those_of_a_tournament():
    asked = AgainstField(((30, -10, -20), (50, -10, -40), (10, -40, 30)), 1, 0)
    assert (asked.mean, asked.apart) == (30, 20)
    assert asked.check(20, "en").right
    assert asked.check(50, "en").sentences != asked.check(30, "en").sentences
    for level in (1, 2, 3):
        questions = made(against_field, level)
        assert all(sum(payments) == 0 for question in questions for payments in question.tables)
        assert all(question.mine > question.mean for question in questions) == (level < 3)
        assert all(0 < question.apart == abs(question.mine - question.mean) for question in questions)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_every_experiment(lang):
    assert kept().keys() == EXPERIMENTS.keys()
    assert len(in_markdown(lang).splitlines()) == 2 + len(EXPERIMENTS)
    assert len({line.count("|") for line in in_markdown(lang).splitlines()}) == 1


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_same_deals_bring_the_same_again(name):
    if LONG:
        assert worked_out(name) == kept()[name]
    assert worked_out(name, 3) == worked_out(name, 3)


def test_what_the_page_says_of_the_table_holds():
    """Unlike players: most luck stays, few rounds. Almost alike: less than half, 12,000 rounds against 3,500."""
    found = kept()
    assert found["at_random"].left > 0.8
    assert found["at_random"].rounds_apart < 5
    assert found["one_in_ten"].left < 0.5
    alike = found["three_in_a_hundred"]
    assert 11_500 < alike.rounds_apart < 12_500
    assert 3_250 < alike.rounds_together < 3_750
