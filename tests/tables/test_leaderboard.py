"""Why a leaderboard is wrong: bounds that hold as often as they say, and luck that the same cards take out."""

import math
import random
from statistics import fmean, stdev

import pytest

from cardlab import bots
from cardlab.locale import LANGUAGES
from cardlab.tables.leaderboard import board, lines, luck_of, played_twice, rounds_needed, told_apart
from cardlab.tables.results import Result


def table(*payments: tuple[int, int, int], players: tuple[str, str, str] = ("A", "B", "C")) -> list[Result]:
    return [Result(str(number), players, one) for number, one in enumerate(payments)]


def test_the_board_has_mean_and_error_of_everybody_but_bots():
    results = table((9, -3, -6), (0, 6, -6), (-3, 6, -3), players=("A", "B", "bot:1"))
    first, second = lines(results)
    assert (first.player, first.rounds, first.total, first.mean) == ("B", 3, 9, 3)
    assert first.deviation == pytest.approx(stdev((-3, 6, 6)))
    assert first.error == pytest.approx(stdev((-3, 6, 6)) / math.sqrt(3))
    assert second.player == "A"
    assert told_apart(first, second) is False
    once = lines(table((9, -3, -6)))
    assert once[0].bounds is None
    assert told_apart(*once[:2]) is None


def test_the_true_mean_lies_within_the_bounds_as_often_as_is_said():
    chance, within = random.Random(1), 0
    for _ in range(400):
        (line, *_) = lines([Result("1", ("A", "bot:1"), (chance.randint(-50, 50), 0)) for _ in range(30)])
        low, high = line.bounds or (0, 0)
        within += low <= 0 <= high
    assert 0.92 < within / 400 < 0.98


def test_with_as_many_rounds_as_needed_a_difference_is_found_as_often_as_is_said():
    chance, needed, found = random.Random(2), math.ceil(rounds_needed(8, 20, 20)), 0
    for _ in range(300):
        results = [
            Result("1", ("A", "B"), (round(chance.gauss(8, 20)), round(chance.gauss(0, 20)))) for _ in range(needed)
        ]
        one, other = lines(results)
        found += one.player == "A" and bool(told_apart(one, other))
    assert 0.72 < found / 300 < 0.88


def test_half_the_difference_needs_four_times_the_rounds_and_none_can_never_be_seen():
    assert rounds_needed(4, 20, 20) == pytest.approx(4 * rounds_needed(8, 20, 20))
    assert rounds_needed(0, 20, 20) == math.inf


def test_what_the_same_cards_give_both_is_no_difference():
    luck = luck_of([10, -20, 30], [9, -21, 29])
    assert (luck.difference, luck.together, luck.left) == (1, 0, 0)
    assert luck.rounds_together == 0
    assert luck.apart > 0
    with pytest.raises(ValueError, match="two deals"):
        luck_of([1], [1])
    with pytest.raises(ValueError, match="shorter"):
        luck_of([1, 2], [1])


def test_with_the_same_cards_less_luck_is_left():
    one, other = played_twice(bots.tongits.careful, bots.tongits.random, bots.tongits.random, range(24))
    luck = luck_of(one, other)
    assert luck.deals == 24
    assert luck.difference == pytest.approx(fmean(one) - fmean(other))
    assert luck.left < 1
    assert luck.difference > 0
    again = played_twice(bots.tongits.careful, bots.tongits.careful, bots.tongits.random, range(6))
    assert again[0] == again[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_says_who_can_be_told_apart(lang):
    chance = random.Random(3)
    names = {"A": "<b>Ana</b>", "B": "Ben"}
    drawn = [(chance.randint(20, 40), chance.randint(-19, 1), chance.randint(-20, 0)) for _ in range(12)]
    shown = board(table(*drawn), names, lang)
    assert [line["rounds"] for line in shown["lines"]] == [12, 12, 12]
    assert shown["lines"][0]["player"] == "<b>Ana</b>"
    assert len(shown["columns"]) == 5
    first, second, last = (line["below"] for line in shown["lines"])
    assert "<b>Ana</b>" in first
    assert "%" not in first
    assert second
    assert last == ""
    assert len(shown["told"]) == 2
    few = board(table((9, -3, -6)), names, lang)
    assert all(line["low"] is None and not line["error"] for line in few["lines"])
    assert board([], {}, lang)["lines"] == []
    even = board(table((1, 1, -2), (-1, -1, 2), (1, 1, -2), (-1, -1, 2)), names, lang)
    assert "10" in even["lines"][1]["below"]
