"""T8: end of the stock."""

import pytest
from tongits_table import ALL_OPEN, SHEET, TRADITIONAL, after, broken, end, table

from cardlab.tongits import Ending, Rules, State, legal_moves, outcome, turn

LAST_DRAWER = Rules(stock_tie="last_drawer")


def last_card(*hands: str, melds: tuple[str, ...] = ALL_OPEN, seat: int = 0, rules: Rules = SHEET) -> State:
    """Return a table where a seat draws next, from a stock of only the king of clubs."""
    return table(*hands, melds=melds, seat=seat, stock="Kc", rules=rules)


def test_T8_1_from_a_stock_that_is_used_up_nobody_draws():
    assert broken(table("2c", "3c", "4c", stock=""), "0 draw") == [("stock_used_up", "T8.1")]


def test_T8_1_who_draws_the_last_card_finishes_the_turn():
    state = after(last_card("2c 7s", "3c", "4c"), "0 draw")
    assert (state.stock, outcome(state), turn(state)) == ((), None, {0})
    state = after(state, "0 sapaw 0 7s")
    assert outcome(state) is None
    result = end(state, "0 discard Kc")
    assert (result.ending, result.winner) == (Ending.STOCK, 0)


def test_T8_1_then_no_one_moves_any_more():
    state = after(last_card("2c", "3c", "4c"), "0 draw", "0 discard Kc")
    for seat in range(3):
        assert legal_moves(state, seat) == ()
        assert broken(state, f"{seat} take") == [("round_over", "T8.1")]


def test_T8_1_with_one_card_left_the_round_goes_on():
    state = table("2c", "3c", "4c", melds=ALL_OPEN, stock="Kc Qc")
    state = after(state, "0 draw", "0 discard Kc")
    assert outcome(state) is None
    assert turn(state) == {1}
    assert broken(state, "1 take") == []
    assert broken(state, "1 call") == []


@pytest.mark.parametrize(
    ("hands", "winner"), [(("2c", "3c", "4c"), 0), (("3c", "2c", "4c"), 1), (("4c", "3c", "2c"), 2)]
)
def test_T8_2_the_lowest_deadwood_wins(hands, winner):
    result = end(last_card(*hands), "0 draw", "0 discard Kc")
    assert (result.ending, result.winner, result.tied) == (Ending.STOCK, winner, frozenset())


@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL])
def test_T8_3_if_all_are_burned_no_one_wins_and_nothing_is_paid(rules):
    result = end(last_card("4c", "Ac", "5c", melds=(), rules=rules), "0 draw", "0 discard Kc")
    assert (result.ending, result.winner, result.payments) == (Ending.VOID, None, (0, 0, 0))
    assert (result.burned, result.deadwood) == ({0, 1, 2}, (4, 1, 5))


@pytest.mark.parametrize(
    ("melds", "hands", "winner", "tied"),
    [
        (ALL_OPEN, ("3c", "3d", "3h"), 2, {0, 1, 2}),
        (ALL_OPEN, ("3c", "3d", "9c"), 0, {0, 1}),
        (ALL_OPEN, ("9c", "3d", "3h"), 2, {1, 2}),
        ((*ALL_OPEN, "1 Qs Qh Qd"), ("3c", "3d", "3h"), 1, {0, 1, 2}),
        ((*ALL_OPEN, "2 Qs Qh Qd"), ("3c", "3d", "9c"), 0, {0, 1}),
    ],
)
def test_T8_4_a_tie_goes_to_the_one_who_laid_a_meld_last(melds, hands, winner, tied):
    result = end(last_card(*hands, melds=melds), "0 draw", "0 discard Kc")
    assert (result.winner, result.tied) == (winner, tied)


def test_T8_4_a_meld_laid_in_the_last_turn_counts():
    state = table("3c Qs Qh Qd", "3d", "3h", melds=ALL_OPEN, stock="Kc")
    assert end(state, "0 draw", "0 meld Qd Qh Qs", "0 discard Kc").winner == 0


def test_T8_4_laying_off_last_does_not_count():
    state = table("3c 7s", "3d", "3h", melds=ALL_OPEN, stock="Kc")
    assert end(state, "0 draw", "0 sapaw 0 7s", "0 discard Kc").winner == 2


def test_T8_4_a_burned_player_is_not_among_the_tied():
    result = end(last_card("3c", "3d", "3h", melds=ALL_OPEN[:2]), "0 draw", "0 discard Kc")
    assert (result.winner, result.tied) == (0, {0, 1})


@pytest.mark.parametrize("rules", [LAST_DRAWER, TRADITIONAL])
@pytest.mark.parametrize(
    ("hands", "drawer", "winner"),
    [
        (("3c", "3d", "3h"), 0, 0),
        (("3c", "3d", "3h"), 1, 1),
        (("9c", "3d", "3h"), 0, 1),
        (("3c", "3d", "9c"), 2, 0),
        (("3c", "9c", "3h"), 1, 2),
        (("9c", "3d", "3h"), 2, 2),
    ],
)
def test_T8_4_by_house_rule_the_last_drawer_or_the_next_of_the_tied(hands, drawer, winner, rules):
    state = last_card(*hands, seat=drawer, rules=rules)
    assert end(state, f"{drawer} draw", f"{drawer} discard Kc").winner == winner


def test_T8_4_the_last_drawer_drew_the_last_card_even_if_others_took_discards_before():
    state = table("3c 9d", "3d", "3h", melds=ALL_OPEN, stock="Kc", rules=LAST_DRAWER)
    state = after(state, "0 take", "0 discard 9d", "1 draw", "1 discard Kc")
    assert (outcome(state).winner, state.last_drawer) == (1, 1)
