"""T5: Tongits."""

import pytest
from tongits_table import after, broken, end, table

from cardlab.tongits import Ending, Phase, Rules, legal_moves, outcome, turn, view

BY_MELD = table("7c 7d 7h", "Ks Qs", "5d 9s", phase=Phase.LAY)
BY_SAPAW = table("7s", "Ks Qs", "5d 9s", melds=("1 7c 7d 7h",), phase=Phase.LAY)
BY_DISCARD = table("7s", "Ks Qs", "5d 9s", melds=("1 2c 2d 2h",), phase=Phase.LAY)


@pytest.mark.parametrize(
    ("state", "move"), [(BY_MELD, "0 meld 7c 7d 7h"), (BY_SAPAW, "0 sapaw 0 7s"), (BY_DISCARD, "0 discard 7s")]
)
def test_T5_1_who_has_no_card_left_wins_at_once(state, move):
    assert outcome(state) is None
    result = end(state, move)
    assert (result.ending, result.winner, result.deadwood) == (Ending.TONGITS, 0, (0, 20, 14))
    over = after(state, move)
    assert turn(over) == frozenset()
    assert view(over, 1).shown == over.hands


def test_T5_1_no_one_moves_after_it():
    over = after(BY_MELD, "0 meld 7c 7d 7h")
    for seat in range(3):
        assert legal_moves(over, seat) == ()
        assert broken(over, f"{seat} draw") == [("round_over", "T5.1")]
    assert broken(over, "0 discard 2c") == [("round_over", "T5.1")]


@pytest.mark.parametrize("begun", ["0 take", "0 draw"])
def test_T5_1_with_the_card_taken_and_before_the_end_of_the_stock(begun):
    last_card = {"discards": "2s"} if begun == "0 take" else {"stock": "2s"}
    state = table("7s", "Ks Qs", "5d 9s", melds=("1 2c 2d 2h",), **last_card)
    result = end(state, begun, "0 sapaw 0 2s", "0 discard 7s")
    assert (result.ending, result.winner) == (Ending.TONGITS, 0)


def test_T5_1_the_round_goes_on_while_a_card_is_left():
    state = table("7c 7d 7h 7s", "Ks Qs", "5d 9s", phase=Phase.LAY, rules=Rules(secret_four=True))
    assert outcome(after(state, "0 meld 7c 7d 7h")) is None
    assert end(state, "0 meld 7c 7d 7h 7s secret").ending is Ending.TONGITS
