"""U6 End and score."""

import pytest
from tichu_positions import after, broken, position

from cardlab.tichu import Draw, Ending, Match, Outcome, Points, Rules, legal_moves, outcome, turn

SWAPPED = Rules(points=Points.SWAPPED)


def test_U6_1_no_card_in_hand_and_no_draw_pile() -> None:
    state = position(("7c", "2d"), ("6h", "Th"))
    assert outcome(state) is None
    ended = after(state, "0 play 7c 0 onto 6h")
    assert outcome(ended) == Outcome(Ending.OUT, 0, (2, 0))
    assert turn(ended) == frozenset()
    assert legal_moves(ended, 1) == ()


def test_U6_1_no_move_after_the_end() -> None:
    ended = after(position(("7c", "8d"), ("6h", "Th")), "0 play 7c 0 onto 6h")
    for move in ("1 play 8d 0 onto 7c", "1 draw", "flip", "recycle 6h | 6h"):
        assert broken(ended, move) == [("U6.1", "round_won")]


def test_U6_1_who_could_still_play_or_draw_has_no_move_after_the_end() -> None:
    ended = after(position(("7c", "8d"), ("6h", "Th"), draw=("", "3d")), "0 play 7c 0 onto 6h")
    assert outcome(ended) == Outcome(Ending.OUT, 0, (1, 0))
    assert legal_moves(ended, 0) == legal_moves(ended, 1) == ()


def test_U6_1_an_empty_hand_beside_a_draw_pile_must_draw_first() -> None:
    state = position(("7c", "2d"), ("6h", "Th"), draw=("3c", ""), extra=("9c", "9d"))
    played = after(state, "0 play 7c 0 onto 6h")
    assert outcome(played) is None
    assert legal_moves(played, 0) == (Draw(0),)
    assert broken(played, "flip") == [("U4.2", "can_still_draw")]


def test_U6_1_the_opponent_may_take_the_last_card_of_the_draw_pile() -> None:
    state = position(("Kc 3c", ""), ("6h", "Th"), draw=("5c 5d 5h", "2d"), owes=(True, False))
    assert outcome(state) is None
    assert outcome(after(state, "0 draw")) == Outcome(Ending.OUT, 1, (0, 1))


@pytest.mark.parametrize(
    ("rules", "draw", "points"), [(Rules(), "3c", 1), (Rules(), "", 2), (SWAPPED, "3c", 2), (SWAPPED, "", 1)]
)
def test_U6_2_one_point_while_the_opponent_can_draw_two_if_both_piles_are_empty_or_swapped(
    rules: Rules, draw: str, points: int
) -> None:
    state = position(("2d", "7c"), ("6h", "Th"), draw=(draw, ""), rules=rules)
    assert outcome(after(state, "1 play 7c 0 onto 6h")) == Outcome(Ending.OUT, 1, (0, points))


def test_U6_2_swapped_in_a_blocked_round_too() -> None:
    blocked = position(("2c", "2d 2h"), ("7h", "Th"), rules=SWAPPED)
    assert outcome(blocked) == Outcome(Ending.BLOCKED, 0, (1, 0))


def test_U6_3_the_first_to_ten_points_wins_the_match() -> None:
    match = Match()
    for _ in range(4):
        match = match.add(Outcome(Ending.OUT, 0, (2, 0)))
    match = match.add(Outcome(Ending.OUT, 1, (0, 1))).add(Outcome(Ending.OUT, 0, (1, 0)))
    assert (match.points, match.winner) == ((9, 1), None)
    won = match.add(Outcome(Ending.OUT, 0, (2, 0)))
    assert (won.points, won.winner) == ((11, 1), 0)
    assert match.winner is None


def test_U6_3_a_won_match_is_over() -> None:
    won = Match(points=(0, 10))
    assert won.winner == 1
    with pytest.raises(ValueError, match="seat 1 has won"):
        won.add(Outcome(Ending.OUT, 0, (2, 0)))


def test_U6_3_a_blocked_round_without_points_is_a_round_too() -> None:
    assert Match().add(Outcome(Ending.BLOCKED, None, (0, 0))) == Match()


def test_U6_3_the_target_is_a_rule_of_the_table() -> None:
    assert Match(Rules(target=2)).add(Outcome(Ending.OUT, 1, (0, 2))).winner == 1
    assert Rules().target == 10
