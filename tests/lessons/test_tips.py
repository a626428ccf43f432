"""The lesson on playing well: what its page says is what its tables say, and every position has a clear answer."""

import re
from collections import Counter
from itertools import pairwise
from math import hypot
from random import Random

import pytest

from cardlab import tichu
from cardlab.cards import Card
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.puzzles import JUDGED, PLAN
from cardlab.lessons.tips import DRILLS, ask_at_table
from cardlab.lessons.tips_positions import KINDS, Worth, positions
from cardlab.lessons.tips_tried import COLUMNS, FEWEST, in_cells, kept
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.tongits import View

FEW, MANY = 3, 50
"""Positions of each kind and level; many where the puzzles of the day go through them, one a day."""
QUESTIONS = {drill.name: [drill.make(Random(seed), 1 + seed % LEVELS) for seed in range(60)] for drill in DRILLS}


class Column:
    """What the page concludes from one column of a table, or from one row: what is measured lies beyond two errors."""

    def __init__(self, figures):
        self.figures = [one for one in figures if one.cases >= FEWEST]
        assert self.figures

    @classmethod
    def of(cls, table, column, rows=slice(None)):
        return cls([row.figures[column] for row in kept()[table][rows]])

    @classmethod
    def row(cls, table, number):
        return cls(kept()[table][number].figures)

    def gains(self):
        return all(one.mean > 2 * one.error for one in self.figures)

    def loses(self):
        return all(one.mean < -2 * one.error for one in self.figures)

    def gains_nothing(self):
        return all(one.mean < 2 * one.error for one in self.figures)

    def cannot_be_told(self):
        return all(abs(one.mean) < 2 * one.error for one in self.figures)

    def rises(self):
        return all(one.mean < other.mean for one, other in pairwise(self.figures))


def apart(one, other):
    """Whether one figure lies above the other, by more than two errors of the difference."""
    return one.mean - other.mean > 2 * hypot(one.error, other.error)


def test_what_the_page_says_of_opening_is_what_its_tables_say():
    assert Column.of("opening", 0).loses()
    assert Column.of("opening", 1).loses()
    assert -40 < kept()["opening"][-1].figures[0].mean < -37
    assert Column.of("opening_when", 0).gains()
    assert kept()["opening_when"][0].figures[0].mean < 4
    assert Column.of("opening_when", 1, slice(1)).cannot_be_told()
    assert Column.of("opening_when", 1, slice(1, 3)).gains()
    assert all(row.figures[2].mean > 0.5 for row in kept()["opening_when"][1:])


def test_what_the_page_says_of_laying_off_is_what_its_table_says():
    for column in (0, 1):
        assert Column.of("laying_off", column).gains()
    bands = kept()["laying_off"][1:]
    assert all(max(bands, key=lambda row: row.figures[column].mean) is bands[-1] for column in (0, 1))
    assert apart(bands[-1].figures[2], bands[-1].figures[0])


def test_what_the_page_says_of_danger_is_what_its_tables_say():
    for column in (0, 1):
        assert Column.of("feeding", column).rises()
        assert Column.of("throwing", column, slice(2)).loses()
        points, danger, *weighed = (row.figures[column] for row in kept()["throwing"])
        assert apart(points, danger)
        assert all(one.mean < 0 for one in weighed)


def test_what_the_page_says_of_calls_is_what_its_tables_say():
    deep, middle, low = range(3)
    assert Column.of("calling", deep, slice(4)).gains()
    assert Column.of("calling", middle, slice(1)).gains()
    assert Column.of("calling", middle, slice(1, None)).gains_nothing()
    assert Column.of("calling", low).gains_nothing()
    assert Column.row("calling", 4).loses()
    pays, *costs = kept()["calling"][2].figures
    assert Column([pays]).gains()
    assert Column(costs).loses()
    assert Column.row("reading", 0).gains()
    few, more, many = slice(2, 3), slice(3, 4), slice(4, 5)
    assert Column.of("reading", 0, slice(1, 2)).gains()
    for column in (0, 1):
        assert Column.of("reading", column, more).gains()
    assert Column.of("reading", 1, slice(1, 2)).gains()
    assert Column.of("reading", 1, many).gains()
    assert Column.of("reading", 0, few).cannot_be_told()
    assert Column.row("reading", 2).gains_nothing()
    assert Column.of("reading", 2, slice(1, None)).loses()


def test_what_the_page_says_of_races_is_what_its_tables_say():
    assert Column.of("drawing", 1).loses()
    assert kept()["drawing"][-1].numbers == (200,)
    even, fifty, hundred, _ = (row.figures[0].mean for row in kept()["piles"])
    assert even > fifty > 0.5 > hundred
    assert fifty - 0.5 < (fifty - hundred) / 2
    assert Column.of("specials", 1).gains()
    dragon, *others = (row.figures[0] for row in kept()["specials"])
    assert Column([dragon]).gains()
    assert Column(others).cannot_be_told()


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_three_positions_of_each_level_or_fifty_for_the_puzzles_and_the_difference_is_clear(kind):
    found = positions(kind)
    assert len({position.text for position in found}) == len(found)
    daily = {level for name, level in PLAN if JUDGED.get(name) == kind}
    counts = {level: MANY if level in daily else FEW for level in range(1, LEVELS + 1)}
    assert Counter(position.level for position in found) == counts
    for position in found:
        worths = [worth for _, worth in position.choices]
        assert worths == sorted(worths, key=lambda worth: worth.behind)
        assert worths[0].behind == 0
        assert worths[0].right
        assert any(worth.wrong for worth in worths)
        assert 2 * sum(worth.right for worth in worths) <= max(2, len(worths))


@pytest.mark.parametrize("kind", ["open", "lay_off", "call"])
def test_neither_answer_is_right_at_any_level_by_itself(kind):
    for level in range(1, LEVELS + 1):
        first = Counter(position.choices[0][0] for position in positions(kind) if position.level == level)
        assert max(first.values()) < 0.7 * first.total()


def test_positions_are_read_by_their_games():
    for kind in KINDS:
        for position in positions(kind):
            if kind in ("card", "special"):
                seen = tichu.View.read(position.text)
                for name, _ in position.choices:
                    if name.startswith("keep "):
                        assert Card(name.removeprefix("keep ")) in seen.hand
                    elif name != "wait":
                        assert str(tichu.parse_move(name)) == name
            else:
                seen = View.read(position.text)
            assert seen.seat == 0


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_right_choice_counts_and_every_other_one_is_told_its_cost_and_not_the_best(name):
    for question in QUESTIONS[name]:
        called = dict(question.read("en").task.choices) or {card.code: card_label(card) for card in question.hand}
        for choice, worth in question.state.choices:
            verdict = question.read("en").check(choice if question.choices else (Card(choice),))
            assert verdict.right == worth.right
            reason, cost = verdict.sentences[:2] if not worth.right else verdict.sentences[1::-1]
            assert ("costs you" in cost) != worth.right
            assert len(reason) > 20
            assert not re.search(r"\d\u00a0±|[Bb]est here|costs?,", reason)
            best = called[question.state.choices[0][0]]
            assert worth.right or not any(best in sentence for sentence in verdict.sentences[1:])


def test_a_figure_is_shown_so_that_it_agrees_with_what_is_right():
    every = [(kind, worth) for kind in KINDS for one in positions(kind) for _, worth in one.choices]
    for kind, worth in every:
        behind, error, digits = worth.shown(100 if kind in ("card", "special") else 1)
        assert (round(behind, digits) <= 2 * round(error, digits)) == worth.right
        assert (error > 0) == (worth.error > 0)
    assert Worth(0.024, 0.01).shown(100) == (2.4, 1.0, 1)
    assert Worth(0.25, 0.04).shown() == (0.25, 0.04, 2)


def test_a_wrong_discard_is_told_more_than_the_best_one():
    """Two cards that count the same are parted by how many melds the others may make with them."""
    alike, told = 0, 0
    for position in positions("discard"):
        question = ask_at_table("discard", position)
        best = question.read("en").whole.sentences
        for name, worth in position.choices:
            if not worth.right:
                reason, cost, *_ = question.read("en").check((Card(name),)).sentences
                assert "costs you" in cost
                alike, told = alike + (reason in best), told + 1
    assert alike < 0.02 * told


def test_what_was_counted_over_every_deal_is_told_without_an_error():
    counted = [one for kind in KINDS for one in positions(kind) if one.counted]
    assert counted
    for position in counted:
        question = ask_at_table("call", position)
        sentences, _ = question.read("en").solution
        assert "in every deal" in sentences
        assert not re.search(r"\d\u00a0±", sentences)


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_order_of_the_choices_does_not_tell_the_best(name):
    tasks = [question.read("en").task for question in QUESTIONS[name]]
    for task, question in zip(tasks, QUESTIONS[name], strict=True):
        keys = [key for key, _ in task.choices] or [card.code for card in task.hand]
        assert set(keys) == {choice for choice, _ in question.state.choices}
        assert [key for key, _ in task.choices] == sorted(key for key, _ in task.choices)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", kept())
def test_a_table_is_whole_in_every_language(name, lang):
    rows = kept()[name]
    lines = in_cells(name, lang)
    assert len(lines) == 1 + len(rows)
    assert {len(line) for line in lines} == {1 + len(rows[0].figures)}
    assert len(COLUMNS.get(name, rows[0].figures)) == len(rows[0].figures)
    assert not re.search(r"±\s0(?:[.,]0+)?\s", "\n".join(map(" | ".join, lines)) + " ")
