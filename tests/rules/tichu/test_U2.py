"""U2 Playing."""

import pytest
from tichu_positions import after, broken, position, refused

from cardlab.cards import DECK, Card, cards
from cardlab.refusal import Fix, IllegalMove, Refusal
from cardlab.tichu import (
    Pile,
    Reason,
    Rules,
    fits,
    fitting_cards,
    fitting_values,
    legal_moves,
    neighbours,
    play,
    turn,
    value,
    why_fit,
    why_not,
    why_not_fit,
)


def test_U2_1_both_play_at_the_same_time() -> None:
    state = position(("7h 2c", "5c 2d"), ("6s", "Kd"))
    assert turn(state) == {0, 1}
    one = after(state, "0 play 7h 0 onto 6s")
    other = after(state, "1 play 5c 0 onto 6s")
    assert one.piles[0].top is Card("7h")
    assert other.piles[0].top is Card("5c")


def test_U2_1_who_cannot_play_does_not_keep_the_other_waiting() -> None:
    state = position(("7h 8h", "2c"), ("6s", "Td"))
    assert turn(state) == {0}
    assert turn(after(state, "0 play 7h 0 onto 6s")) == {0}


def test_U2_2_one_higher_or_one_lower() -> None:
    for card in DECK:
        own = value(card)
        assert own is not None
        fitting = {value(other) for other in fitting_cards(Pile.of((card,)), DECK)}
        assert fitting == {own - 1, own + 1} & set(range(2, 15))


def test_U2_2_the_same_value_does_not_fit() -> None:
    state = position(("7h", "2c"), ("7s", "Jd"), extra=("3c", "4c"))
    refusal = refused(state, "0 play 7h 0 onto 7s")
    assert (refusal.rule, refusal.code) == ("U2.2", "not_neighbour")
    assert refusal.facts == {"card": Card("7h"), "value": 7, "top": Card("7s"), "values": (7,)}


def test_U2_2_either_pile() -> None:
    state = position(("7h", "2c"), ("6s", "8d"))
    assert [str(move) for move in legal_moves(state, 0)] == ["0 play 7h 0 onto 6s", "0 play 7h 1 onto 8d"]


@pytest.mark.parametrize(
    ("hand", "draw", "fix"),
    [
        ("9c Jh", "", Fix("other_pile", {"card": Card("9c"), "pile": 1})),
        ("Jh 7c 5d", "", Fix("other_card", {"cards": cards("7c 5d"), "pile": 0})),
        ("Jh Ks", "", Fix("fitting_values", {"values": (5, 7)})),
        ("Jh", "3c", Fix("draw_up", {"seat": 0})),
    ],
)
def test_U2_2_the_nearest_fix(hand: str, draw: str, fix: Fix) -> None:
    state = position((hand, "9h"), ("6s", "8d"), draw=(draw, ""))
    assert refused(state, f"0 play {hand.split()[0]} 0 onto 6s").fix == fix


def test_U2_2_no_fix_reveals_whether_the_other_player_is_stuck() -> None:
    refusals = [
        why_not(position(("Jh", other), ("6s", "8d"), extra=("3c", "4c")), "0 play Jh 0 onto 6s")
        for other in ("2c", "7c")
    ]
    assert refusals[0] == refusals[1]


def test_U2_2_why_a_card_fits() -> None:
    fit = why_fit(Pile.of("6s"), Card("7h"))
    assert fit is not None
    assert (fit.reason, fit.rule, fit.value, fit.values, fit.beside) == (Reason.NEIGHBOUR, "U2.2", 7, (6,), (6,))
    assert why_fit(Pile.of("6s"), Card("8h")) is None


def test_U2_3_two_and_ace_are_not_neighbours() -> None:
    for pile, card in (("As", "2c"), ("2c", "As")):
        assert not fits(Pile.of(pile), card)
        neighbour, apart = why_not_fit(Pile.of(pile), card)
        assert neighbour.rule == "U2.2"
        assert apart == Refusal("two_and_ace", "U2.3", {"card": Card(card), "top": Card(pile)})


def test_U2_3_house_rule_wrap() -> None:
    wrap = Rules(wrap=True)
    assert neighbours(2, wrap) == (1, 3, 14)
    assert neighbours(14, wrap) == (1, 2, 13, 15)
    for pile, card in (("As", "2c"), ("2c", "As")):
        fit = why_fit(Pile.of(pile), Card(card), wrap)
        assert fit is not None
        assert (fit.reason, fit.rule) == (Reason.TWO_AND_ACE, "U2.3")
    state = position(("2c", "3c"), ("As", "9d"), rules=wrap)
    assert broken(state, "0 play 2c 0 onto As") == []
    assert fitting_values(Pile.of("Dr"), wrap) == (14,)
    assert not fits(Pile.of("Ks"), Card("2c"), wrap)


def test_U2_3_wrap_leaves_the_phoenix_its_two_values() -> None:
    assert Pile.of("2c Ph").values == (1, 3)
    assert fitting_values(Pile.of("Kc Ph"), Rules(wrap=True)) == (1, 2, 11, 13, 15)


def test_U2_4_the_card_that_lands_first_counts() -> None:
    state = position(("7h 2c", "5c 2d"), ("6s", "Kd"), extra=("3c", "4c"))
    later = after(state, "0 play 7h 0 onto 6s")
    with pytest.raises(IllegalMove) as illegal:
        play(later, "1 play 5c 0 onto 6s")
    neighbour, late = illegal.value.refusals
    assert neighbour.rule == "U2.2"
    assert late == Refusal("too_late", "U2.4", {"seen": Card("6s"), "top": Card("7h")})
    assert Card("5c") in later.hands[1]


def test_U2_4_too_late_but_it_still_fits() -> None:
    state = position(("7h 2c", "8c 2d"), ("6s", "Kd"))
    later = after(state, "0 play 7h 0 onto 6s", "1 play 8c 0 onto 6s")
    assert later.piles[0].cards == cards("8c 7h 6s")


def test_U2_4_only_a_card_that_lies_there_can_have_been_seen() -> None:
    state = position(("7h 2c", "8c 2d"), ("6s", "Kd"))
    assert broken(state, "0 play 7h 0 onto Kd") == [("U2.4", "not_seen")]
    assert broken(state, "0 play 7h 0 onto -") == [("U2.4", "pile_not_empty")]


def test_U2_4_nothing_is_seen_on_an_empty_pile() -> None:
    state = position(("7h 2c", "8c 2d"), ("", "Kd"))
    assert broken(state, "0 play 7h 0 onto -") == []
    assert broken(state, "0 play 7h 0 onto 6s") == [("U2.4", "not_seen")]
