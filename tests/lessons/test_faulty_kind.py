"""A kind of question that cannot always be made: every learner, sheet and class gets a question all the same."""

from random import Random

import pytest

from cardlab.cards import RANKS
from cardlab.lessons.course import Lesson, drill_named
from cardlab.lessons.drill import LEVELS, Drill, NoSuchQuestion, Series
from cardlab.lessons.self_check import SelfCheck
from cardlab.lessons.worksheet import sheet

SOUND = drill_named("melds.repair")


def sometimes(chance: Random, level: int):
    if chance.randrange(3) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return SOUND.make(chance, level)


def never(chance: Random, level: int):
    raise IndexError("Cannot choose from an empty sequence")


def sought_in_vain(chance: Random, level: int):
    while True:
        if chance.choice(RANKS) == "joker":
            return SOUND.make(chance, level)


FAULTY = Drill(SOUND.name, sometimes, SOUND.clauses)


class Faulty(Lesson):
    drills = (FAULTY,)


def test_a_fault_is_an_error_in_our_own_tests_and_a_search_that_can_find_nothing_ends():
    with pytest.raises(RuntimeWarning, match=r"melds\.repair: no question 'test \d+' of level 1"):
        [FAULTY.question(f"test {number}", 1) for number in range(100)]
    with pytest.raises(NoSuchQuestion, match=r"melds\.repair, level 2: no such question was found in 500,000 choices"):
        Drill(SOUND.name, sought_in_vain, SOUND.clauses).question("test", 2)


@pytest.mark.filterwarnings("ignore:.*no question:RuntimeWarning")
def test_an_exercise_goes_on_and_a_sheet_and_a_self_check_are_whole():
    for number in range(60):
        key, level = f"test {number}", 1 + number % LEVELS
        assert FAULTY.question(key, level) == FAULTY.question(key, level)
    series, asked = Series(FAULTY, seed=4), set()
    for _ in range(60):
        asked.add(series.asked())
        series.check(series.words.solution[1])
        series.next()
    assert len(asked) == 60
    assert sheet(Faulty("melds", "tongits"), seed=2, each=6).count("<section") == 12
    assert len(SelfCheck("check", "melds", (FAULTY,), 3, 12).questions) == 12


@pytest.mark.filterwarnings("ignore:.*no question:RuntimeWarning")
def test_a_number_without_any_question_is_left_behind():
    series = Series(SOUND, seed=4)
    series.drill = Drill(SOUND.name, never, SOUND.clauses)
    before = series.asked()
    for _ in range(2):
        with pytest.raises(IndexError):
            series.next()
    assert series.asked() == before
    series.drill = SOUND
    series.next()
    assert series.asked().key.split()[1] == "3"
