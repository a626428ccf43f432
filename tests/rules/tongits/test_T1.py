"""T1: table and deal."""

import pytest
from tongits_table import SHEET, TRADITIONAL, after, broken, dealt, refused

from cardlab.cards import DECK, JOKERS, cards
from cardlab.refusal import Fix, NotationError, Refusal
from cardlab.tongits import Draw, Ending, Match, Outcome, Rules, deal, legal_moves, start, turn, view

every_first = pytest.mark.parametrize("first", [0, 1, 2])


def piles(first: int = 0) -> tuple[list[list], list]:
    state = deal(seed=3, first=first)
    return [list(hand) for hand in state.hands], list(state.stock)


def no_deal(hands: list, stock: list, first: int = 0) -> Refusal:
    """Return the refusal of cards that make no deal."""
    with pytest.raises(NotationError) as unreadable:
        start(SHEET, hands, stock, first=first)
    return unreadable.value.refusal


def test_T1_1_there_are_three_seats():
    assert len(deal().hands) == 3
    hands, stock = piles()
    for wrong_hands in (hands[:2], [*hands, []]):
        facts = {"count": len(wrong_hands), "needed": 3}
        assert no_deal(wrong_hands, stock) == Refusal("wrong_number_of_hands", "notation", facts)


@every_first
def test_T1_1_play_passes_to_the_next_seat(first):
    state = deal(seed=3, first=first)
    assert turn(state) == {first}
    state = after(state, f"{first} discard {state.hands[first][0]}")
    for seat in ((first + 1) % 3, (first + 2) % 3, first):
        assert turn(state) == {seat}
        state = after(state, f"{seat} draw")
        state = after(state, f"{seat} discard {state.hands[seat][0]}")


def test_T1_1_only_the_seat_whose_turn_it_is_may_move():
    state = dealt("Kc", "Kd", "Kh")
    refusal = Refusal("not_your_turn", "T1.1", {"seat": 0}, Fix("wait_for_seat", {"seat": 0}))
    assert refused(state, "1 discard Kd") == refusal
    assert legal_moves(state, 1) == legal_moves(state, 2) == ()
    assert legal_moves(state, 0) != ()


def test_T1_1_there_is_no_fourth_seat():
    state = deal()
    assert broken(state, "3 draw") == [("no_such_seat", "T1.1")]
    assert refused(state, Draw(-1)).facts == {"seat": -1}
    for seat in (3, -1):
        for question in (legal_moves, view):
            with pytest.raises(ValueError, match="there is no seat"):
                question(state, seat)
    with pytest.raises(NotationError) as unreadable:
        deal(first=3)
    assert unreadable.value.refusal.code == "no_such_seat"


@pytest.mark.parametrize("jokers", [0, 1, 2, 4])
def test_T1_2_and_T1_4_the_deck_has_52_cards_each_once_fifteen_and_the_jokers_are_the_stock_face_down(jokers):
    state = deal(Rules(jokers=jokers), seed=2)
    assert (len(state.stock), state.discards, state.melds) == (15 + jokers, (), ())
    assert [view(state, seat).stock for seat in range(3)] == [15 + jokers] * 3
    assert sorted([*sum(state.hands, ()), *state.stock]) == [*DECK, *JOKERS[:jokers]]


@pytest.mark.parametrize(
    ("instead", "code"),
    [("Ma", "not_in_game"), ("X1", "not_in_game"), ("same", "card_twice_given"), ("", "cards_missing")],
)
def test_T1_2_another_deck_is_refused(instead, code):
    hands, stock = piles()
    gone = stock.pop()
    refusal = no_deal(hands, stock + ([stock[0]] if instead == "same" else list(cards(instead))))
    assert refusal.code == code
    if code == "cards_missing":
        assert refusal.facts == {"cards": (gone,)}


@every_first
def test_T1_3_the_first_player_gets_13_cards_the_others_12(first):
    assert [len(hand) for hand in deal(seed=1, first=first).hands] == [13 if seat == first else 12 for seat in range(3)]


def test_T1_3_other_hand_sizes_are_refused():
    facts = {"seat": 0, "cards": 13, "needed": 12}
    assert no_deal(*piles(first=0), first=1) == Refusal("wrong_hand_size", "notation", facts)


WON_BY_2 = Outcome(Ending.TONGITS, 2, (5, 6, 0), (-5, -6, 11))
VOID = Outcome(Ending.VOID, None, (5, 6, 7), (0, 0, 0))


def test_T1_5_the_first_player_rotates():
    match = Match(SHEET)
    firsts = []
    for _ in range(4):
        firsts.append(match.first)
        match = match.add(WON_BY_2)
    assert firsts == [0, 1, 2, 0]
    assert match.rounds == 4


@pytest.mark.parametrize("rules", [Rules(winner_starts=True), TRADITIONAL])
def test_T1_5_winner_starts_by_house_rule(rules):
    assert Match(rules).add(WON_BY_2).first == 2
    assert Match(rules, first=2).add(WON_BY_2).first == 2


def test_T1_5_after_a_void_round_the_first_player_rotates_even_if_winners_start():
    assert Match(Rules(winner_starts=True), first=1).add(VOID).first == 2
