"""Positions in one line: what is written is read again, and what cannot be is told with its reason."""

from __future__ import annotations

import pytest

from cardlab.bots.tongits import careful, random
from cardlab.refusal import NotationError
from cardlab.rounds import play_tongits
from cardlab.tongits import Rules, State, View, view

HOUSES = [Rules(), Rules.preset("traditional"), Rules(jokers=4, ace_high=True, secret_four=True)]


@pytest.mark.parametrize("rules", HOUSES, ids=["sheet", "traditional", "jokers"])
def test_every_position_of_a_round_is_its_notation_read_again(rules: Rules) -> None:
    for seed in range(6):
        for state in play_tongits((careful, random, careful), rules, seed).states():
            assert isinstance(state, State)
            assert State.read(state.notation) == state
            for seat in range(3):
                seen = view(state, seat)
                assert View.read(seen.notation) == seen


def test_a_meld_on_the_table_is_read_by_the_rules_of_the_position() -> None:
    assert View.read("rules sheet ace_high yes; hand 2c; meld 1 Qs Ks As; discard Kc").melds[0].meld
    with pytest.raises(NotationError) as refused:
        View.read("hand 2c; meld 1 Qs Ks As; discard Kc")
    assert refused.value.refusal.code == "position_no_meld"


def test_the_stock_may_be_named_where_only_its_number_is_seen() -> None:
    assert View.read("hand 2c; discard Kc; stock 4h 5h 6h").stock == 3
    assert View.read("hand 2c; discard Kc; stock 3").stock == 3
