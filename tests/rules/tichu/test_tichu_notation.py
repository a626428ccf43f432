"""The notation of moves: read, written, and refused with a reason."""

import pytest

from cardlab.cards import Card, cards
from cardlab.refusal import NotationError
from cardlab.tichu import Draw, Flip, Move, Pile, Play, Recycle, Unreadable, parse_move

WRITTEN: list[tuple[str, Move]] = [
    ("0 play 7h 1 onto 6s", Play(0, Card("7h"), 1, Card("6s"))),
    ("0 play Ma 0 onto 2c wish 9", Play(0, Card("Ma"), 0, Card("2c"), "9")),
    ("1 play Ma 1 onto Ph wish T", Play(1, Card("Ma"), 1, Card("Ph"), "T")),
    ("1 play 7h 0 onto -", Play(1, Card("7h"), 0, None)),
    ("0 draw", Draw(0)),
    ("flip", Flip()),
    ("recycle 3h 4d | Kc 2d", Recycle((cards("3h 4d"), cards("Kc 2d")))),
    ("recycle | Kc", Recycle(((), cards("Kc")))),
    ("recycle Kc |", Recycle((cards("Kc"), ()))),
    ("recycle |", Recycle(((), ()))),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN)
def test_text_and_move_are_each_others_opposite(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text
    assert eval(repr(move)) == move


def test_spaces_may_be_doubled() -> None:
    assert parse_move("  0  play 7h   1 onto 6s ") == parse_move("0 play 7h 1 onto 6s")


def test_a_pile_is_written_in_the_order_in_which_it_was_laid() -> None:
    assert str(Pile.of("7h 8h 9s")) == "7h 8h 9s"
    assert str(Pile.of("2h Ma", wish="9")) == "2h Ma wish 9"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Unreadable.MOVE),
        ("hello", Unreadable.MOVE),
        ("x draw", Unreadable.MOVE),
        ("-1 draw", Unreadable.MOVE),
        ("² draw", Unreadable.MOVE),
        ("9" * 5000 + " draw", Unreadable.MOVE),
        ("0 meld 7h 8h 9h", Unreadable.MOVE),
        ("playful", Unreadable.MOVE),
        ("play 7h 1 onto 6s", Unreadable.PLAY),
        ("0 play 7h", Unreadable.PLAY),
        ("0 play 7h 1 onto", Unreadable.PLAY),
        ("0 play 7h 1 onto 6s wish", Unreadable.PLAY),
        ("0 play 7h one onto 6s", Unreadable.PLAY),
        ("0 play Ma 0 onto 2c wish 1", Unreadable.WISH),
        ("0 play Ma 0 onto 2c wish 23", Unreadable.WISH),
        ("draw", Unreadable.DRAW),
        ("0 draw 7h", Unreadable.DRAW),
        ("0 flip", Unreadable.FLIP),
        ("flip both", Unreadable.FLIP),
        ("recycle", Unreadable.RECYCLE),
        ("recycle 3h | 4h | 5h", Unreadable.RECYCLE),
        ("0 recycle 3h | 4h", Unreadable.RECYCLE),
        ("0 play 7x 1 onto 6s", "not_a_card"),
        ("0 play 7h 1 onto 6x", "not_a_card"),
        ("recycle 3h | 4z", "not_a_card"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.facts["text"].removesuffix("…") in text
