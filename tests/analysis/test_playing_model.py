"""What sampled advice rests on: positions in which an earlier, worse player in the worlds gave the wrong advice."""

from random import Random

from cardlab.analysis import whatif
from cardlab.analysis.deals import any_state
from cardlab.analysis.position import read, view_of
from cardlab.tongits import Call, Phase, Take, parse_move, play
from tests.analysis.rounds_met import OPENING, shuffled
from tests.bench import playouts

BLUFF = (
    "rules traditional; viewer 1; hand Ac 7c Jc Qc 5d 6d Td Jd 6s; cards 8 9 9; meld 1 2c 2d 2s; "
    "meld 2 Th Jh Qh Kh; meld 0 Ah 2h 3h; discard Qs Js 9h; sapaw 2"
)
TORN = "rules traditional; viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"


def test_a_call_with_65_points_is_no_sure_win():
    """It was said to win 97 of 100, because nobody with more than 20 challenged; if all challenge it wins none."""
    (call,) = (one for one in whatif.ask(view_of(read(BLUFF)), worlds=1000).options if one.move == Call(1))
    assert call.win.mean < 0.5


def test_after_a_meld_is_laid_the_same_card_is_thrown_in_every_world():
    """It was any of the ten-point cards, so that laying first seemed to cost five points in a hundred."""
    laid = parse_move("0 meld 7d 7h 7s")
    tables = (shuffled(view_of(read(OPENING)), Random(seed)) for seed in range(20))
    thrown = {turn_of(play(table, laid))[-1] for table in tables}
    assert thrown == {"0 discard Kc"}


def turn_of(state):
    """What the kernel's player does in the rest of this turn."""
    seat, moves = state.seat, []
    while state.phase is Phase.LAY and state.seat == seat:
        move = playouts.next_move(state)
        moves.append(str(move))
        state = play(state, move)
    return moves


def test_T2_5_T9_2_a_card_that_must_be_melded_tears_no_better_meld_and_what_counts_nothing_stays_in_the_hand():
    """4-4-4 and 5-6-7-8 leave less than the longest run 4-5-6-7-8; 4-4-4 is laid only where it counts."""
    for rules, turn in (
        ("traditional", ["meld 5d 6d 7d 8d", "discard Jd"]),
        ("traditional concealed_melds_count yes", ["meld 5d 6d 7d 8d", "meld 4d 4h 4s", "discard Jd"]),
    ):
        seen = view_of(read(TORN.replace("traditional", rules)))
        assert turn_of(play(any_state(seen), Take(2))) == [f"2 {move}" for move in turn]
