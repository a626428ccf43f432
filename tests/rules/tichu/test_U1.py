"""U1 Cards and deal."""

import pytest
from tichu_positions import after, broken, everything, position, refused

from cardlab.cards import DECK, TICHU_DECK, Card, cards
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.refusal import Fix, NotationError, Refusal
from cardlab.tichu import Flip, Rules, State, deal, legal_moves, start, turn, value, view, why_not_fit
from cardlab.tichu.piles import Pile


def test_U1_1_two_players() -> None:
    dealt = deal(seed=1)
    assert len(dealt.hands) == 2
    opened = after(dealt, "flip")
    assert ("U1.1", "no_such_tichu_seat") in broken(opened, "2 play 7h 1 onto 6s")
    assert broken(opened, "2 draw") == [("U1.1", "no_such_tichu_seat")]
    for question in (legal_moves, view):
        with pytest.raises(ValueError, match="no seat 2"):
            question(opened, 2)


def test_U1_1_fifty_six_cards() -> None:
    assert everything(deal(seed=3)) == sorted(TICHU_DECK)
    assert len(TICHU_DECK) == 56
    assert set(TICHU_DECK) == {*DECK, *cards("Ma Do Ph Dr")}


def test_U1_1_a_joker_is_not_in_the_game() -> None:
    state = position(("7h", "2c"), ("6s", "Kd"))
    assert broken(state, "0 play X1 0 onto 6s") == [("U1.1", "no_such_tichu_card"), ("U1.2", "not_held")]
    assert [refusal.rule for refusal in why_not_fit(Pile.of("6s"), Card("X1"))] == ["U1.1"]


def test_U1_2_eight_in_hand_fourteen_to_draw_six_extra() -> None:
    dealt = deal(seed=4)
    sizes = [[len(heap) for heap in both] for both in (dealt.hands, dealt.draw, dealt.extra)]
    assert sizes == [[8, 8], [14, 14], [6, 6]]
    assert [pile.cards for pile in dealt.piles] == [(), ()]


def test_U1_2_only_from_the_own_hand() -> None:
    state = position(("7h 2c", "5c"), ("6s", "Kd"))
    assert broken(state, "0 play 5c 0 onto 6s") == [("U1.2", "not_held")]
    assert broken(state, "1 play 7h 0 onto 6s") == [("U1.2", "not_held")]
    assert broken(state, "1 play 5c 0 onto 6s") == []


def test_U1_2_a_player_sees_their_own_hand_and_counts_the_other() -> None:
    state = position(("7h 2c 3c", "5c"), ("6s", "Kd"), draw=("4c 4d", ""))
    seen = [view(state, seat) for seat in (0, 1)]
    assert [(one.hand, one.opponent_cards) for one in seen] == [(cards("2c 3c 7h"), 1), (cards("5c"), 3)]
    assert [one.draw for one in seen] == [(2, 0), (2, 0)]


def test_U1_3_the_opening_flip_is_the_only_legal_move() -> None:
    dealt = deal(seed=7)
    assert turn(dealt) == {0, 1}
    assert legal_moves(dealt, 0) == legal_moves(dealt, 1) == (Flip(),)
    assert refused(dealt, f"0 play {dealt.hands[0][0]} 0 onto -") == Refusal("flip_to_open", "U1.3", fix=Fix("flip"))
    assert broken(dealt, "0 draw") == [("U1.3", "flip_to_open"), ("U3.1", "hand_full")]


def test_U1_3_each_turns_onto_the_pile_at_their_right() -> None:
    dealt = position(("2c", "2d"), ("", ""), extra=("7h 8h", "Ks Qs"), flip_due=True)
    opened = after(dealt, "flip")
    assert [pile.cards for pile in opened.piles] == [cards("7h"), cards("Ks")]
    assert opened.extra == (cards("8h"), cards("Qs"))
    assert not opened.flip_due


def test_U1_3_two_discard_piles() -> None:
    state = position(("7h", "2c"), ("6s", "Kd"))
    assert broken(state, "0 play 7h 2 onto 6s") == [("U1.3", "no_such_pile")]


def test_U1_4_values() -> None:
    in_order = cards("Ma 2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac Dr")
    assert [value(card) for card in in_order] == list(range(1, 16))
    assert value("Ph") is value("Do") is None
    for rank in "A23456789TJQK":
        assert len({value(rank + suit) for suit in "cdhs"}) == 1, "suits do not matter"


def heaps(state: State) -> list[list[list[Card]]]:
    return [[list(heap) for heap in both] for both in (state.hands, state.draw, state.extra)]


def refusal_of(hands: list[list[Card]], draw: list[list[Card]], extra: list[list[Card]]) -> Refusal:
    with pytest.raises(NotationError) as unreadable:
        start(Rules(), hands, draw, extra)
    for lang in LANGUAGES:
        assert explain(unreadable.value.refusal, lang)
    return unreadable.value.refusal


@pytest.mark.parametrize("which", range(3))
def test_U1_2_a_deal_with_the_wrong_sizes(which: int) -> None:
    sizes = (8, 14, 6)
    uneven = heaps(deal(seed=8))
    uneven[which][0].append(uneven[which][1].pop())
    refusal = refusal_of(*uneven)
    assert refusal.code == "wrong_pile_size"
    assert (refusal.facts["seat"], refusal.facts["cards"]) == (0, sizes[which] + 1)
    one_sided = heaps(deal(seed=8))
    del one_sided[which][1]
    assert refusal_of(*one_sided).code == "record_field"
    short = heaps(deal(seed=8))
    short[which][1].pop()
    assert refusal_of(*short).facts["cards"] == sizes[which] - 1


def test_U1_1_a_deal_with_wrong_cards() -> None:
    twice = heaps(deal(seed=8))
    twice[0][0][0] = twice[1][1][0]
    assert refusal_of(*twice).code == "card_twice_given"
    joker = heaps(deal(seed=8))
    joker[0][0][0] = Card("X1")
    assert refusal_of(*joker).code == "not_in_game"
