"""Positions in one line: what is written is read again, and the impossible is refused with its reason."""

import pytest

from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import careful, random
from cardlab.cards import cards
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.refusal import NotationError
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


def test_T6_9_a_set_of_four_that_lies_face_down_is_written_without_its_cards_for_the_others() -> None:
    seen = View.read("hand 7h 8h 9h Kd; meld 1 secret; discard Kc 2d")
    (laid,) = seen.melds
    assert (laid.meld, laid.owner, laid.secret) == (None, 1, True)
    assert View.read(seen.notation) == seen


def test_cards_that_are_not_named_are_the_stock_or_lie_under_the_discards() -> None:
    hands = "hand 0 7h 8h; hand 1 2c; hand 2 3c; discard Kd"
    whole, cut = State.read(hands), State.read(f"{hands}; stock 9")
    assert whole.discards == cut.discards[:1] == cards("Kd")
    assert len(whole.stock) == 52 - 5
    assert len(cut.stock) == 9
    assert whole.stock == cut.stock + cut.discards[1:]
    assert State.read(f"{hands}; stock 9c 9d").stock == cards("9c 9d")
    assert not State.read(f"{hands}; stock").stock


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        (View, "hand 7h; meld 1 7c 8d", "position_no_meld"),
        (View, "hand 7h; meld 1", "position_no_meld"),
        (View, "viewer 3", "no_such_seat"),
        (View, "meld 5 4c 4d 4s", "no_such_seat"),
        (View, "hand 0 7h", "wrong_number_of_hands"),
        (View, "cards 3 4", "wrong_number_of_hands"),
        (State, "hand 7h", "wrong_number_of_hands"),
        (State, "hand 0 7h; hand 1 7h; hand 2", "card_twice_given"),
        (State, "hand 0 7h; hand 1 Dr; hand 2", "not_in_game"),
        (State, "hand 0 7h; hand 1; hand 2; stock 52", "position_stock_not_left"),
        (State, "hand 0 7h; hand 1; hand 2; seat 3", "no_such_seat"),
    ],
)
def test_a_view_or_a_table_that_cannot_be_says_what_is_wrong_in_every_language(
    kind: type[State | View], text: str, code: str
) -> None:
    with pytest.raises(NotationError) as caught:
        kind.read(text)
    assert caught.value.refusal.code == code
    assert len({explain(caught.value.refusal, lang) for lang in LANGUAGES}) == len(LANGUAGES)
