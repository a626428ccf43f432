"""What the lesson about cards, points and the deal teaches, on questions made by hand."""

import pytest
from asked import holds, row, table

from cardlab.cards import Card, cards
from cardlab.lessons.cards import (
    TICHU_PLACES,
    WINNER_STARTS,
    ask_dealt,
    ask_name,
    ask_next_first,
    ask_next_turn,
    ask_points,
    ask_tichu_dealt,
    ask_value,
)

QUEEN = ask_name(Card("Qh"), cards("Qh Qd Kh Kd"))
IN_TONGITS = "That is what it counts in Tongits."


@table(
    row(
        "T1.2 a wrong name is answered by sign and corner",
        QUEEN,
        "Qh",
        wrong={
            "Qd": "♥ is the sign of hearts; the sign of diamonds is ♦. (T1.2)",
            "Kh": "In the corner there is Q; the card of that name has K. (T1.2)",
        },
    ),
    row(
        "T9.1 what a hand is worth",
        ask_points(cards("Ac Jc 4d Qd")),
        25,
        "10 (J♣) + 10 (Q♦) + 4 (4♦) + 1 (A♣) = 25. (T9.1)",
        wrong={28: "You have counted jack, queen and king as 11, 12 and 13"},
    ),
    *(
        row(f"T9.1 {card}", ask_points(cards(card)), worth, wrong={worth + 1: ()})
        for card, worth in {"As": 1, "7h": 7, "Td": 10, "Jc": 10, "Qh": 10, "Ks": 10}.items()
    ),
    *(
        row(f"U1.4 {card}", ask_value(Card(card)), worth, wrong={worth + 1: ()})
        for card, worth in {"Ma": 1, "2c": 2, "Jc": 11, "Qh": 12, "Ks": 13, "As": 14, "Dr": 15}.items()
    ),
    row("U1.4 points of Tongits: ace", ask_value(Card("As")), 14, wrong={1: IN_TONGITS}),
    row("U1.4 points of Tongits: queen", ask_value(Card("Qs")), 12, wrong={10: IN_TONGITS, 13: "13 is too much."}),
    row("U1.4 the order of special cards", ask_value(Card("Ma")), 1, wrong={2: "Mah Jong, 2 to 10"}),
    *(row(f"T1.1 to the left of {seat}", ask_next_turn(seat), str((seat + 1) % 3)) for seat in range(3)),
    *(
        row(f"T1.3 seat {seat} first {first}", ask_dealt(f"hand_{seat}", first), 13 if seat == first else 12)
        for seat in range(3)
        for first in range(3)
    ),
    row("T1.3 all hands", ask_dealt("hands"), 37),
    row("T1.4 the stock", ask_dealt("stock"), 15, "Of 52 cards 37 are dealt, so 15 lie in the stock"),
    row("T1.4 the discard pile", ask_dealt("discards"), 0),
    row(
        "T10.1 jokers go into the stock",
        ask_dealt("stock", jokers=2),
        17,
        wrong={15: "Here 2 jokers are shuffled in. (T10.1)"},
    ),
    row("T10.1 and into no hand", ask_dealt("hands", jokers=2), 37),
    row(
        "T1.5 the next first player gets one card more",
        ask_next_first(0, 2),
        "1",
        "In the next round: Player on the left, 13 cards.",
        wrong={"2": "The sheets say it goes around"},
    ),
    row("U1.1", ask_tichu_dealt("deck"), 56, "[U1.1]", wrong={0: "(U1.1)"}),
    row("U1.2", ask_tichu_dealt("draw"), 14, "[U1.2]", wrong={0: "(U1.2)"}),
    row("U1.3", ask_tichu_dealt("after_extra"), 5, "[U1.3]", wrong={0: "(U1.3)"}),
)
def test_a_question_about_cards_or_a_deal_has_its_answer_and_is_told_why(question, answer, said, wrong):
    holds(question, answer, said, wrong)


def test_T1_2_a_card_named_for_another_one_differs_in_sign_and_corner():
    assert len(QUEEN.read("en").so_far("Kd").sentences) == 2


@pytest.mark.parametrize("winner", range(3))
def test_T1_5_the_first_player_changes_by_rotation_or_is_the_winner(winner):
    assert [ask_next_first(first, winner).answer for first in range(3)] == ["1", "2", "0"]
    assert [ask_next_first(first, winner, WINNER_STARTS).answer for first in range(3)] == [str(winner)] * 3


def test_U1_1_and_U1_2_and_U1_3_the_deal_is_counted():
    counted = [ask_tichu_dealt(place).answer for place in TICHU_PLACES]
    assert counted == [8, 14, 6, 16, 28, 12, 28, 56, 5, 2, 2]


def test_a_hint_says_nothing_that_all_the_cards_have_in_common():
    clubs, fives = cards("5c 7c Tc"), cards("5c 5d 5h")
    assert [len(ask_name(clubs[0], shown).read("en").hints) for shown in (clubs, fives, (*clubs, *fives[1:]))] == [
        1,
        1,
        2,
    ]
    assert "♣" not in ask_name(clubs[0], clubs).read("en").hints[0]
    assert "♣" in ask_name(fives[0], fives).read("en").hints[0]
