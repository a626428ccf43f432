"""Positions in one line: what is written is read again, of whole tables and of what one seat sees."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import TICHU_DECK, Card
from cardlab.refusal import NotationError
from cardlab.tichu import SHEET, DragonLocks, Pile, Points, Rules, State, View, view
from cardlab.tichu.notation import LONGEST
from cardlab.tichu.piles import MAH_JONG, WISHES

HOUSES = [
    Rules(wrap=wrap, dragon_locks=locks, points=points, target=target)
    for wrap, locks, points, target in product((False, True), DragonLocks, Points, (10, 3))
]


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw any position that can be written, possible or not."""
    deck = draw(st.permutations(TICHU_DECK))
    cuts = sorted(draw(st.lists(st.integers(0, len(deck)), min_size=8, max_size=8)))
    heaps = [tuple(deck[start:end]) for start, end in zip((0, *cuts), cuts, strict=False)]
    wishes = draw(st.lists(st.sampled_from((None, *WISHES)), min_size=2, max_size=2))
    piles = [Pile(heap, wish if MAH_JONG in heap else None) for heap, wish in zip(heaps[6:], wishes, strict=True)]
    return State(
        hands=(heaps[0], heaps[1]),
        rules=draw(st.sampled_from(HOUSES)),
        draw=(heaps[2], heaps[3]),
        extra=(heaps[4], heaps[5]),
        piles=(piles[0], piles[1]),
        owes=draw(st.tuples(st.booleans(), st.booleans())),
        flip_due=draw(st.booleans()),
    )


@settings(max_examples=100)
@given(states())
def test_any_position_is_its_notation_read_again(state: State) -> None:
    assert len(state.notation) < LONGEST / 2
    assert State.read(state.notation) == state
    for seat in (0, 1):
        seen = view(state, seat)
        assert View.read(seen.notation) == seen
        assert view(State.read(state.notation), seat) == seen


def test_parts_stand_in_any_order_and_on_lines_of_their_own() -> None:
    one = State.read("hand 0 7h 8h; pile 1 2c Ma wish 10; owes 1; hand 1 Ph; rules sheet wrap yes")
    other = State.read("rules wrap yes\nhand 1 Ph\npile 1 2♣, Ma wish T\nowes 1\nhand 0 8h 7h\n")
    assert one == other
    assert one.piles[1] == Pile.of("2c Ma", "T")
    assert one.owes == (False, True)


def test_what_is_left_out_is_empty() -> None:
    assert State.read("") == State(((), ()))
    assert View.read("hand 7h") == View(
        0, SHEET, (Card("7h"),), 8, (0, 0), (0, 0), (Pile(), Pile()), (False,) * 2, False
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hand 0 7h; hand 0 8h", "position_part_twice"),
        ("hand 0 7h; draw 0 7h", "card_twice_given"),
        ("hand 0 X1", "not_in_game"),
        ("hand 0 Zz", "not_a_card"),
        ("hand 2 7h", "position_part_unreadable"),
        ("hand 7h", "position_part_unreadable"),
        ("pile 0 2c wish 9", "position_part_unreadable"),
        ("pile 0 2c Ma wish 1", "position_part_unreadable"),
        ("owes", "position_part_unreadable"),
        ("owes 2", "position_part_unreadable"),
        ("flip 1", "position_part_unreadable"),
        ("rules wrap perhaps", "position_part_unreadable"),
        ("rules traditional", "position_part_unreadable"),
        ("rules colour red", "position_part_unreadable"),
        ("rules dragon_locks iron", "position_part_unreadable"),
        ("stock 3", "position_part_unknown"),
        ("flip; " * 400, "position_too_long"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refused:
        State.read(text)
    assert refused.value.refusal.code == code
    assert "refusal" not in str(refused.value)


@pytest.mark.parametrize("text", ["cards", "cards many", "draw 3", "extra 1 2 3", "viewer x"])
def test_what_one_seat_sees_is_refused_likewise(text: str) -> None:
    with pytest.raises(NotationError):
        View.read(text)
    with pytest.raises(ValueError, match="the seats are 0 and 1"):
        View.read("viewer 2")


def test_only_a_text_is_read() -> None:
    with pytest.raises(TypeError, match="from a text"):
        State.read(7)  # type: ignore[arg-type]
