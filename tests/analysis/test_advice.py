"""Players that heed advice or not: the same figures in both kernels, and the players do what is said of them."""

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench.playouts import many
from tests.research import advice
from tests.research.advice import Table, calls, fed, figure, habits, holds_until, lay_offs, lays_nothing_off, openings

ROUNDS = 12


@pytest.fixture(autouse=True)
def fast_kernel():
    compiled.load(wait=True)


@pytest.mark.parametrize("preset", PRESETS)
def test_both_kernels_come_to_the_same_figures(preset):
    rules = Rules.preset(preset)
    kinds = [
        holds_until(6),
        lays_nothing_off,
        advice.throws(advice.dearest),
        advice.throws(advice.safest),
        advice.throws(advice.heeding(1)),
    ]
    plain = compiled.plain()
    assert habits(rules, kinds, ROUNDS, kernel=plain) == habits(rules, kinds, ROUNDS)
    for forks in (openings, lay_offs, fed, calls):
        assert forks(rules, ROUNDS, kernel=plain) == forks(rules, ROUNDS)


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_stepped_through_are_those_that_the_kernel_plays_at_once(preset):
    rules = Rules.preset(preset)
    table, paid = Table(rules, 3), [0, 0, 0]
    for number in range(50):
        table.deal(number)
        while not table.over:
            table.move()
        paid = [one + more for one, more in zip(paid, table.received(), strict=True)]
    assert tuple(paid) == many(rules, 50, 3).payments


def played(habit, number):
    """A round in which seat 0 has a habit: the table at its end."""
    table = Table(Rules(), 1)
    table.deal(number)
    while not table.over:
        if table.seat or not habit(table):
            table.move()
    return table


def test_who_holds_its_melds_opens_only_when_the_stock_is_low_or_to_go_out():
    burned = 0
    for number in range(60):
        table = played(holds_until(0), number)
        burned += not table.opened(0)
        assert not table.opened(0) or table.stock == 0 or table.hand(0).bit_count() <= 4
    assert burned > 40


def test_who_lays_nothing_off_adds_no_card_to_a_meld_of_others():
    for number in range(40):
        table = Table(Rules(), 2)
        table.deal(number)
        while not table.over:
            others, seat = table.melds_of_others(), table.seat
            before = table.lying_at(others)
            if seat or not lays_nothing_off(table):
                table.move()
            if not seat:
                assert table.lying_at(others) == before
        hidden = [slots.MELDS + slots.MELD_SIZE * number + slots.SECRET for number in range(table.played[slots.LAID])]
        assert not any(table.played[place] for place in hidden)


def test_a_card_thrown_loose_leaves_every_meld_in_the_hand():
    table = Table(Rules(), 4)
    thrown = 0
    for number in range(40):
        table.deal(number)
        hand = table.hand(0)
        melds = table.in_melds(hand)
        if melds:
            table.throw_loose(table.loose(0))
            assert table.hand(0) & melds == melds
            assert table.hand(0).bit_count() == hand.bit_count() - 1
            assert not int(table.played[slots.SEEN]) & melds
            thrown += 1
    assert thrown > 10


def test_a_figure_has_the_error_of_its_mean():
    found = figure([1, 2, 3, 4])
    assert (found.mean, found.cases) == (2.5, 4)
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert figure([]).cases == 0
