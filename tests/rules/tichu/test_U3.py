"""U3 Drawing up."""

from tichu_positions import after, broken, position

from cardlab.cards import cards
from cardlab.tichu import Draw, legal_moves, turn

EIGHT = "3c 4c 5c 6c 7c 8c 9c Tc"


def test_U3_1_the_top_card_of_the_draw_pile() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd", "2h"))
    assert broken(state, "0 draw") == [("U3.1", "hand_full")]
    drawn = after(state, "0 play 3c 0 onto 2s", "0 draw")
    assert set(drawn.hands[0]) == set(cards("4c 5c 6c 7c 8c 9c Tc Qd"))
    assert drawn.draw == (cards("Jd"), cards("2h"))


def test_U3_1_drawing_is_open_to_who_has_played() -> None:
    state = position((EIGHT, EIGHT.replace("c", "d")), ("2s", "As"), draw=("Qd", "2h"))
    assert Draw(0) not in legal_moves(state, 0)
    played = after(state, "0 play 3c 0 onto 2s")
    assert Draw(0) in legal_moves(played, 0)
    assert Draw(1) not in legal_moves(played, 1)


def test_U3_2_who_forgot_fills_up_from_the_opponents_draw_pile() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd", "2h 3h 5h"))
    once = after(state, "0 play 3c 0 onto 2s")
    assert once.owes == (False, False)
    forgot = after(once, "0 play 4c 0 onto 3c")
    assert forgot.owes == (True, False)
    first = after(forgot, "0 draw")
    assert first.owes == (True, False)
    filled = after(first, "0 draw")
    assert set(filled.hands[0]) == set(cards("5c 6c 7c 8c 9c Tc 2h 3h"))
    assert filled.draw == (cards("Qd Jd"), cards("5h"))
    assert filled.owes == (False, False)


def test_U3_2_afterwards_from_the_own_pile_again() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd", "2h 3h 6h"))
    paid = after(state, "0 play 3c 0 onto 2s", "0 play 4c 0 onto 3c", "0 draw", "0 draw")
    again = after(paid, "0 play 5c 0 onto 4c", "0 draw")
    assert again.draw == (cards("Jd"), cards("6h"))


def test_U3_2_who_owes_may_go_on_playing() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd", "2h 3h 5h"))
    forgot = after(state, "0 play 3c 0 onto 2s", "0 play 4c 0 onto 3c", "0 play 5c 0 onto 4c")
    assert forgot.owes == (True, False)
    assert set(after(forgot, "0 draw", "0 draw", "0 draw").hands[0]) == set(cards("6c 7c 8c 9c Tc 2h 3h 5h"))


def test_U3_2_the_opponent_draws_from_their_own_pile() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd", "2h 3h 5h"), owes=(True, False))
    assert after(state, "1 draw").draw == (cards("Qd Jd"), cards("3h 5h"))


def test_U3_3_without_an_own_draw_pile_no_more_drawing() -> None:
    state = position(("3c 4c 5c", "Kh"), ("2s", "Js"), draw=("", "2h 3h"))
    assert broken(state, "0 draw") == [("U3.3", "draw_pile_gone")]
    played = after(state, "0 play 3c 0 onto 2s", "0 play 4c 0 onto 3c")
    assert played.owes == (False, False)
    assert Draw(0) not in legal_moves(played, 0)


def test_U3_3_nothing_is_owed_to_a_pile_that_is_gone() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd Kd", ""))
    forgot = after(state, "0 play 3c 0 onto 2s", "0 play 4c 0 onto 3c")
    assert forgot.owes == (False, False)
    assert after(forgot, "0 draw").draw == (cards("Jd Kd"), ())


def test_U3_3_when_the_opponents_pile_runs_out_the_own_one_serves_again() -> None:
    state = position((EIGHT, "Kh"), ("2s", "Js"), draw=("Qd Jd Kd", "2h"))
    forgot = after(state, "0 play 3c 0 onto 2s", "0 play 4c 0 onto 3c", "0 draw")
    assert forgot.draw == (cards("Qd Jd Kd"), ())
    assert forgot.owes == (False, False)
    assert set(after(forgot, "0 draw").hands[0]) == set(cards("5c 6c 7c 8c 9c Tc 2h Qd"))


def test_U3_3_a_debt_to_a_pile_that_is_gone_is_paid_nowhere() -> None:
    state = position(("3c 4c", "Kh"), ("2s", "Js"), draw=("Qd", ""), owes=(True, False))
    assert set(after(state, "0 draw").hands[0]) == set(cards("3c 4c Qd"))


def test_U3_3_a_debt_ends_with_the_own_draw_pile() -> None:
    state = position(("3c 4c", "Kh"), ("2s", "Js"), draw=("Qd", "2h 3h 6h 7h 8h"), owes=(True, True))
    drained = after(state, "1 draw")
    assert drained.draw[0] == ()
    assert drained.owes[0] is False


def test_U3_4_without_draw_piles_the_hands_are_played_out() -> None:
    state = position(("3c 4c", "Qh"), ("2s", "Js"))
    assert turn(state) == {0, 1}
    played = after(state, "0 play 3c 0 onto 2s")
    assert [len(hand) for hand in played.hands] == [1, 1]
    assert broken(played, "0 draw") == [("U3.3", "draw_pile_gone")]
    assert broken(played, "0 play 4c 0 onto 3c") == []
