"""T7: burned."""

import pytest
from tongits_table import end, table

from cardlab.tongits import Ending, Phase, Rules


def test_T7_1_who_has_laid_no_meld_is_burned_when_the_round_ends_but_may_win_by_tongits():
    """T7.2 speaks of deadwood alone."""
    result = end(table("Kc", "Ks Qs", "5d 9s", melds=("1 2c 2d 2h",), phase=Phase.LAY), "0 discard Kc")
    assert (result.ending, result.winner, result.burned) == (Ending.TONGITS, 0, {0, 2})


def test_T7_1_laying_off_does_not_save_from_being_burned():
    state = table("7s Kc", "Ks", "5d", melds=("1 7c 7d 7h",), stock="", phase=Phase.LAY)
    assert end(state, "0 sapaw 0 7s", "0 discard Kc").burned == {0, 2}


@pytest.mark.parametrize("rules", [Rules(), Rules(secret_four=True)])
def test_T7_1_one_meld_is_enough(rules):
    secret = " secret" if rules.secret_four else ""
    state = table("7c 7d 7h 7s Kc 2c", "Ks", "5d", stock="", phase=Phase.LAY, rules=rules)
    assert end(state, f"0 meld 7c 7d 7h 7s{secret}", "0 discard Kc").burned == {1, 2}


def test_T7_2_a_burned_player_does_not_win_when_the_stock_runs_out():
    state = table("Kc 9d", "Ac", "5d", melds=("0 7c 7d 7h", "2 8c 8d 8h"), stock="", phase=Phase.LAY)
    result = end(state, "0 discard Kc")
    assert (result.ending, result.winner, result.deadwood) == (Ending.STOCK, 2, (9, 1, 5))
    assert 1 in result.burned
