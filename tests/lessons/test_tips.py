"""The lesson on playing well: every position has a clear answer, and its tables are whole in every language."""

import re
from collections import Counter
from random import Random

import pytest

from cardlab import tichu, tongits
from cardlab.cards import Card
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.puzzles import JUDGED, PLAN
from cardlab.lessons.tips import DRILLS, ask_at_table
from cardlab.lessons.tips_positions import KINDS, Worth, positions
from cardlab.lessons.tips_tried import COLUMNS, in_cells, kept
from cardlab.phrasing.catalogue import LANGUAGES, card_label

FEW, MANY = 3, 50
"""Positions of each kind and level; many where the puzzles of the day go through them, one a day."""
QUESTIONS = {drill.name: [drill.make(Random(seed), 1 + seed % LEVELS) for seed in range(60)] for drill in DRILLS}


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_three_positions_of_each_level_or_fifty_for_the_puzzles_and_the_difference_is_clear(kind):
    found = positions(kind)
    assert len({position.text for position in found}) == len(found)
    daily = {level for name, level in PLAN if JUDGED.get(name) == kind}
    counts = {level: MANY if level in daily else FEW for level in range(1, LEVELS + 1)}
    assert Counter(position.level for position in found) == counts
    if kind in ("open", "lay_off", "call"):
        for level in range(1, LEVELS + 1):
            first = Counter(position.choices[0][0] for position in found if position.level == level)
            assert max(first.values()) < 0.7 * first.total(), "neither answer is right by itself"
    for position in found:
        assert (tichu if kind in ("card", "special") else tongits).View.read(position.text).seat == 0
        worths = [worth for _, worth in position.choices]
        assert worths == sorted(worths, key=lambda worth: worth.behind)
        assert worths[0].behind == 0
        assert worths[0].right
        assert any(worth.wrong for worth in worths)
        assert 2 * sum(worth.right for worth in worths) <= max(2, len(worths))


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_right_choice_counts_and_every_other_one_is_told_its_cost_and_not_the_best(name):
    for question in QUESTIONS[name]:
        task = question.read("en").task
        called = dict(task.choices) or {card.code: card_label(card) for card in question.hand}
        assert set(called) == {choice for choice, _ in question.state.choices}
        assert [key for key, _ in task.choices] == sorted(key for key, _ in task.choices), "the order tells nothing"
        for choice, worth in question.state.choices:
            verdict = question.read("en").check(choice if question.choices else (Card(choice),))
            assert verdict.right == worth.right
            reason, cost = verdict.sentences[:2] if not worth.right else verdict.sentences[1::-1]
            assert ("costs you" in cost) != worth.right
            assert len(reason) > 20
            assert not re.search(r"\d\u00a0±|[Bb]est here|costs?,", reason)
            best = called[question.state.choices[0][0]]
            assert worth.right or not any(best in sentence for sentence in verdict.sentences[1:])


def test_a_figure_agrees_with_what_is_right_and_what_was_counted_over_every_deal_is_told_without_an_error():
    for kind, position in [(name, one) for name in KINDS for one in positions(name)]:
        for _, worth in position.choices:
            behind, error, digits = worth.shown(100 if kind in ("card", "special") else 1)
            assert (round(behind, digits) <= 2 * round(error, digits)) == worth.right
            assert (error > 0) == (worth.error > 0)
    assert Worth(0.024, 0.01).shown(100) == (2.4, 1.0, 1)
    assert Worth(0.25, 0.04).shown() == (0.25, 0.04, 2)
    counted = [one for one in positions("call") if one.counted]
    assert counted
    for position in counted:
        sentences, _ = ask_at_table("call", position).read("en").solution
        assert "in every deal" in sentences
        assert not re.search(r"\d\u00a0±", sentences)


@pytest.mark.parametrize("name", kept())
def test_a_table_is_whole_in_every_language(name):
    rows = kept()[name]
    assert len(COLUMNS.get(name, rows[0].figures)) == len(rows[0].figures)
    for lang in LANGUAGES:
        lines = in_cells(name, lang)
        assert len(lines) == 1 + len(rows)
        assert {len(line) for line in lines} == {1 + len(rows[0].figures)}
        assert not re.search(r"±\s0(?:[.,]0+)?\s", "\n".join(map(" | ".join, lines)) + " ")
