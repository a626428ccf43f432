"""Positions in one line: what is written is read again, and what cannot be is told with its reason."""

from __future__ import annotations

import pytest

from cardlab.bots.tongits import careful, random
from cardlab.cards import Card, cards
from cardlab.refusal import NotationError
from cardlab.rounds import play_tongits
from cardlab.tongits import Discard, LayMeld, Rules, State, View, least_deadwood, view
from cardlab.tongits.arrangements import best_arrangements
from cardlab.tongits.notation import Draft
from cardlab.tongits.positions import seen_in

HOUSES = [Rules(), Rules.preset("traditional"), Rules(jokers=2, ace_high=True)]


@pytest.mark.parametrize("rules", HOUSES, ids=["sheet", "traditional", "jokers"])
def test_every_position_of_a_round_is_its_notation_read_again(rules: Rules) -> None:
    for seed in range(6):
        for state in play_tongits((careful, random, careful), rules, seed).states():
            assert isinstance(state, State)
            assert State.read(state.notation) == state
            for seat in range(3):
                seen = view(state, seat)
                assert View.read(seen.notation) == seen


def test_T6_9_a_set_of_four_that_lies_face_down_is_written_without_its_cards_for_the_others() -> None:
    seen = View.read("hand 7h 8h 9h Kd; meld 1 secret; discard Kc 2d")
    (laid,) = seen.melds
    assert (laid.meld, laid.owner, laid.secret) == (None, 1, True)
    assert View.read(seen.notation) == seen


def test_a_meld_on_the_table_is_read_by_the_rules_of_the_position() -> None:
    assert View.read("rules sheet ace_high yes; hand 2c; meld 1 Qs Ks As; discard Kc").melds[0].meld
    with pytest.raises(NotationError) as refused:
        View.read("hand 2c; meld 1 Qs Ks As; discard Kc")
    assert refused.value.refusal.code == "position_no_meld"


def test_the_stock_may_be_named_where_only_its_number_is_seen() -> None:
    assert View.read("hand 2c; discard Kc; stock 4h 5h 6h").stock == 3
    assert View.read("hand 2c; discard Kc; stock 3").stock == 3


def test_a_position_has_three_hands_and_each_card_once() -> None:
    with pytest.raises(NotationError) as refused:
        State.read("hand 0 7h; hand 1 2c")
    assert (refused.value.refusal.code, refused.value.refusal.facts) == (
        "wrong_number_of_hands",
        {"count": 2, "needed": 3},
    )
    with pytest.raises(NotationError) as refused:
        seen_in(Draft(counts=(1, 2)))
    assert (refused.value.refusal.code, refused.value.refusal.facts) == (
        "wrong_number_of_hands",
        {"count": 2, "needed": 3},
    )
    with pytest.raises(NotationError) as refused:
        best_arrangements(cards("7h 7h 8h"))
    assert refused.value.refusal.code == "card_twice_given"


def test_cards_may_be_written_where_a_move_or_a_hand_is_meant() -> None:
    (four,) = cards("4h")
    assert Discard(0, "4h") == Discard(0, four)
    assert isinstance(Discard(0, "4h").card, Card)
    assert LayMeld(0, "4h 5h 6h").cards == cards("4h 5h 6h")
    assert least_deadwood("Qs Ks As 2h", Rules(ace_high=True)) == 2
    assert least_deadwood("Qs Ks As 2h") == 23
