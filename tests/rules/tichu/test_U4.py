"""U4 Stuck."""

import pytest
from tichu_positions import after, broken, everything, position, refused

from cardlab.cards import cards
from cardlab.refusal import Fix, Refusal
from cardlab.tichu import Ending, Flip, Outcome, Pile, legal_moves, outcome, recycle, recycle_due, stuck, turn, why_not
from cardlab.tichu import play as play_move


def test_U4_1_if_neither_can_play_both_turn_the_next_card() -> None:
    state = position(("2c", "2d"), ("7h", "Th"), extra=("3c 9c", "4c 9d"))
    assert turn(state) == {0, 1}
    assert legal_moves(state, 0) == legal_moves(state, 1) == (Flip(),)
    turned = after(state, "flip")
    assert [pile.cards for pile in turned.piles] == [cards("3c 7h"), cards("4c Th")]
    assert turned.extra == (cards("9c"), cards("9d"))


def test_U4_1_not_while_one_of_them_can_play() -> None:
    state = position(("2c", "8d"), ("7h", "Th"), extra=("3c", "4c"))
    assert refused(state, "flip") == Refusal("can_still_play", "U4.1", fix=Fix("play_on"))
    assert Flip() not in legal_moves(state, 0)
    assert turn(state) == {1}


def test_U4_2_stuck_means_drawn_up_as_far_as_can_be() -> None:
    state = position(("2c", "2d"), ("7h", "Th"), draw=("Kc", ""), extra=("3c", "4c"))
    assert not stuck(state)
    assert broken(state, "flip") == [("U4.2", "can_still_draw")]
    drawn = after(state, "0 draw")
    assert stuck(drawn)
    assert broken(drawn, "flip") == []


def test_U4_2_a_full_hand_is_drawn_up() -> None:
    eight = ("2c 2d 2h 2s Kc Kd Kh Ks", "4c 4d 4h 4s Qc Qd Qh Qs")
    state = position(eight, ("7h", "9h"), draw=("6c", "6d"), extra=("3c", "4c"))
    assert stuck(state)
    assert broken(state, "flip") == []


def test_U4_2_every_card_of_either_hand_counts() -> None:
    for hands in (("2c 8h", "2d"), ("2c", "2d 8h"), ("2c Ph", "2d"), ("2c", "2d Do")):
        assert not stuck(position(hands, ("7h", "Th"), extra=("3c", "4c")))


def test_U4_3_new_extra_piles_from_the_cards_under_the_tops() -> None:
    state = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"))
    assert recycle_due(state)
    assert outcome(state) is None
    assert turn(state) == frozenset()
    assert legal_moves(state, 0) == legal_moves(state, 1) == ()
    assert broken(state, "flip") == [("U4.3", "extra_gone")]
    dealt = after(state, "recycle 3s 6s | 5s 4s")
    assert [pile.cards for pile in dealt.piles] == [cards("7h"), cards("Th")]
    assert dealt.extra == (cards("3s 6s"), cards("5s 4s"))
    assert everything(dealt) == everything(state)


def test_U4_3_then_both_turn_a_card() -> None:
    state = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"))
    dealt = after(state, "recycle 3s 6s | 5s 4s")
    assert turn(dealt) == {0, 1}
    assert legal_moves(dealt, 0) == (Flip(),)
    assert broken(dealt, "0 play 2c 0 onto 7h") == [("U4.3", "flip_after_recycle")]
    assert [pile.cards for pile in after(dealt, "flip").piles] == [cards("3s 7h"), cards("5s Th")]


def test_U4_3_even_if_a_top_phoenix_has_lost_the_card_beneath_it() -> None:
    state = position(("2c", "2d"), ("3s 8s Ph", "5s 6s Qh"))
    dealt = after(state, "recycle 3s 6s | 5s 8s")
    assert dealt.piles[0].cards == cards("Ph")
    assert legal_moves(dealt, 0) == (Flip(),)


def test_U4_3_any_order_is_legal_but_the_cards_must_be_right() -> None:
    state = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"))
    assert broken(state, "recycle 6s 5s | 4s 3s") == []
    assert broken(state, "recycle 3s 6s | 5s") == [("U4.3", "recycle_missing"), ("U4.3", "recycle_uneven")]
    assert broken(state, "recycle 3s 6s | 5s Th") == [("U4.3", "recycle_missing"), ("U4.3", "recycle_foreign")]
    assert broken(state, "recycle 3s 6s 3s | 5s 4s 9c") == [("U4.3", "recycle_foreign")]
    assert broken(state, "recycle 3s 6s 4s | 5s") == [("U4.3", "recycle_uneven")]


def test_U4_3_what_does_not_lie_there_is_named_and_left_out() -> None:
    state = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"))
    seven = {"cards": cards("7h")}
    refusal = Refusal("recycle_foreign", "U4.3", seven, Fix("drop_all", seven))
    assert refusal in why_not(state, "recycle 3s 7h | 5s 4s")


def test_U4_3_an_odd_card_stays_under_its_top() -> None:
    state = position(("2c", "2d"), ("3s 4s 7h", "5s Th"))
    assert broken(state, "recycle 3s | 5s") == []
    dealt = after(state, "recycle 3s | 5s")
    assert [pile.cards for pile in dealt.piles] == [cards("7h 4s"), cards("Th")]
    assert broken(state, "recycle 3s 4s | 5s") == [("U4.3", "recycle_uneven")]
    assert broken(state, "recycle | ") == [("U4.3", "recycle_missing")]


def test_U4_3_only_when_it_is_due() -> None:
    busy = position(("8c", "2d"), ("3s 4s 7h", "5s 6s Th"))
    assert broken(busy, "recycle 3s 6s | 5s 4s") == [("U4.1", "can_still_play")]
    undrawn = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"), draw=("9c", ""))
    assert broken(undrawn, "recycle 3s 6s | 5s 4s") == [("U4.2", "can_still_draw")]
    early = position(("2c", "2d"), ("3s 4s 7h", "5s 6s Th"), extra=("9c", "9d"))
    assert broken(early, "recycle 3s 6s | 5s 4s") == [("U4.3", "extra_left")]
    assert not recycle_due(early)


def test_U4_3_chance_shuffles_by_a_seed() -> None:
    state = position(("2c", "2d"), ("3s 4s 5c 6c 7h", "5s 6s 5d 6d 3d Th"))
    assert recycle(state, 1) == recycle(state, 1)
    assert len({recycle(state, seed) for seed in range(20)}) > 1
    for seed in range(20):
        dealt = play_move(state, recycle(state, seed))
        assert [len(extra) for extra in dealt.extra] == [4, 4]
        assert everything(dealt) == everything(state)


def test_U4_3_chance_does_not_deal_before_it_is_due() -> None:
    with pytest.raises(ValueError, match="no new extra piles are due"):
        recycle(position(("8c", "2d"), ("3s 4s 7h", "5s 6s Th")), 1)


def test_U4_3_a_wish_goes_with_its_mah_jong() -> None:
    state = position(("2c", "2d"), (Pile.of("3s Ma 9s", wish="T"), "5s 6s Th"))
    assert after(state, "recycle 3s Ma | 5s 6s").piles[0] == Pile.of("9s")
    on_top = position(("2c", "2d"), (Pile.of("3s 4s Ma", wish="7"), "5s 6s Th"))
    assert after(on_top, "recycle 3s 4s | 5s 6s").piles[0] == Pile.of("Ma", wish="7")


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (("2c", "2d 2h"), Outcome(Ending.BLOCKED, 0, (2, 0))),
        (("2c 3c", "2d"), Outcome(Ending.BLOCKED, 1, (0, 2))),
        (("2c 3c", "2d 2h"), Outcome(Ending.BLOCKED, None, (0, 0))),
    ],
)
def test_U4_4_blocked_fewer_cards_win(hands: tuple[str, str], expected: Outcome) -> None:
    state = position(hands, ("7h", "Th"))
    assert outcome(state) == expected
    assert turn(state) == frozenset()
    assert broken(state, "flip") == broken(state, "0 draw") == [("U4.4", "round_blocked")]
    assert broken(state, "recycle | ") == [("U4.4", "round_blocked")]


def test_U4_4_cards_in_the_draw_pile_count() -> None:
    eight = ("2c 2d 2h 2s Kc Kd Kh Ks", "4c 4d 4h 4s Qc Qd Qh")
    state = position(eight, ("7h", "9h"), draw=("5c 5d", ""))
    assert outcome(state) == Outcome(Ending.BLOCKED, 1, (0, 1))
    longer = position(("2c", "2d 4d 4h 4s Qc Qd Qh Qs"), ("7h", "9h"), draw=("", "5c"))
    assert outcome(longer) == Outcome(Ending.BLOCKED, 0, (1, 0))


def test_U4_4_one_card_under_the_tops_makes_no_extra_piles() -> None:
    state = position(("2c", "2d 2h"), ("3s 7h", "Th"))
    assert not recycle_due(state)
    assert outcome(state) == Outcome(Ending.BLOCKED, 0, (2, 0))


def test_U4_4_recycle_of_two_cards_is_enough() -> None:
    state = position(("2c", "2d 2h"), ("3s 7h", "4s Th"))
    assert outcome(state) is None
    assert after(state, "recycle 3s | 4s").extra == (cards("3s"), cards("4s"))
