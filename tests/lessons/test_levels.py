"""What each kind of question says of its levels is so: what comes at which level, and what never does."""

from collections import Counter
from functools import cache

import pytest

from cardlab.lessons.course import LESSONS
from cardlab.lessons.tables_tongits import YOU
from cardlab.tichu import Ending as RaceEnding
from cardlab.tichu import outcome as race_outcome
from cardlab.tongits import Began, Phase, Showdown

DRILLS = {drill.name: drill for lesson in LESSONS for drill in lesson.drills}


@cache
def made(name, level, count=120):
    """Questions of one kind and level."""
    return tuple(DRILLS[name].question(f"level {seed}", level) for seed in range(count))


def test_tongits_now_shows_the_discard_pile_only_before_the_draw():
    phases = Counter()
    for question in made("turn.tongits_now", 3):
        piles = len(question.task("en").piles)
        undrawn = question.state.phase is Phase.DRAW
        phases[undrawn] += 1
        assert piles == len(question.state.melds) + undrawn
    assert min(phases[True], phases[False]) > 10


@pytest.mark.parametrize("level", [1, 2, 3])
def test_in_order_asks_about_turns_of_three_to_five_moves(level):
    lengths = Counter(
        len(question.choices) - 1 for question in made("turn.in_order", level) if question.answer == "none"
    )
    assert set(lengths) <= {3, 4, 5}
    assert len(lengths) > 1


def test_may_discard_asks_at_the_top_level_with_the_card_taken_in_hand_and_laid():
    def laid(question):
        return sum(meld.owner == YOU for meld in question.state.melds) > 2

    taken = Counter(laid(one) for one in made("turn.may_discard", 3) if one.state.began is Began.DISCARD)
    assert min(taken[True], taken[False]) > 10
    assert not any(map(laid, made("turn.may_discard", 1)))


def test_may_call_has_tables_on_which_a_player_has_two_melds_or_none():
    melds = {seat: set() for seat in range(3)}
    for question in made("draw_call.may_call", 1):
        for seat in range(3):
            melds[seat].add(sum(laid.owner == seat for laid in question.state.melds))
    assert melds[YOU] == {0, 1, 2}
    assert any(counts == {0, 1, 2} for seat, counts in melds.items() if seat != YOU)


def test_whose_answer_has_a_table_where_everyone_is_in_it_at_the_top_level_only():
    tables = {
        level: {question.state.rules.showdown for question in made("draw_call.whose_answer", level)}
        for level in (1, 2, 3)
    }
    assert tables == {1: {Showdown.CHALLENGERS}, 2: {Showdown.CHALLENGERS}, 3: set(Showdown)}


def test_chips_has_secret_fours_at_the_top_level_only():
    secret = {
        level: Counter(question.state.rules.secret_four for question in made("scoring.chips", level))
        for level in (1, 2, 3)
    }
    assert secret[1].keys() == secret[2].keys() == {False}
    assert min(secret[3][True], secret[3][False]) > 10


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_now_has_as_many_extra_cards_on_either_side(level):
    """Both turn at once, so their extra piles shrink together."""
    for question in made("race.what_now", level):
        first, second = question.state.extra
        assert len(first) == len(second)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_match_is_decided_by_a_round_that_somebody_has_won(level):
    for question in made("race.match", level):
        result = race_outcome(question.state)
        assert result is not None
        assert result.ending is RaceEnding.OUT
