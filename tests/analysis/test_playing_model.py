"""What sampled advice rests on: positions in which an earlier, worse player in the worlds gave the wrong advice."""

from random import Random

import pytest

from cardlab.analysis import whatif
from cardlab.analysis.deals import any_state
from cardlab.analysis.position import read, view_of
from cardlab.bots.sensible import sensible
from cardlab.tongits import (
    Call,
    Discard,
    Phase,
    Take,
    best_arrangements,
    hand_deadwood,
    parse_move,
    play,
    view,
)
from tests.analysis.rounds_met import OPENING, shuffled
from tests.bench import playouts

BLUFF = (
    "rules traditional; viewer 1; hand Ac 7c Jc Qc 5d 6d Td Jd 6s; cards 8 9 9; meld 1 2c 2d 2s; "
    "meld 2 Th Jh Qh Kh; meld 0 Ah 2h 3h; discard Qs Js 9h; sapaw 2"
)
TORN = "rules traditional; viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"


def options(seen, **asked):
    return {option.move: option for option in whatif.ask(seen, **asked).options}


def test_a_call_with_65_points_is_no_sure_win():
    """It was said to win 97 of 100, because nobody with more than 20 challenged; if all challenge it wins none."""
    call = options(view_of(read(BLUFF)), worlds=4000)[Call(1)]
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


def test_T2_5_a_card_that_must_be_melded_tears_no_better_meld():
    """4-4-4 and 5-6-7-8 leave less than the longest run 4-5-6-7-8."""
    taken = play(any_state(view_of(read(TORN))), Take(2))
    assert turn_of(taken)[0] == "2 meld 5d 6d 7d 8d"


def test_T9_2_melds_that_count_nothing_stay_in_the_hand_unbroken():
    """4-4-4 stays with a player who has opened; where it counts it is laid."""
    taken = play(any_state(view_of(read(TORN))), Take(2))
    assert turn_of(taken)[1:] == ["2 discard Jd"]
    counting = view_of(read(TORN.replace("traditional", "traditional concealed_melds_count yes")))
    assert turn_of(play(any_state(counting), Take(2)))[1] == "2 meld 4d 4h 4s"


@pytest.mark.parametrize(
    "hand", ["Ac 5c 7c 3d 7d 8d 9d Jd Jh Qh Kh Ts X2", "7c Tc 2d 5d 8d 4h As 9s X1 X2; cards 10 12 12; meld 0 Jc Jd Jh"]
)
def test_T10_2_jokers_are_laid_where_they_leave_least(hand):
    seen = view_of(read(f"rules sheet jokers 2; hand {hand}"))
    state = any_state(seen)
    while state.phase is Phase.LAY and not isinstance(move := sensible(view(state, 0)), Discard):
        assert playouts.next_move(state) == move
        state = play(state, move)
    melds = [laid.meld for laid in seen.melds if laid.meld]
    best, *_ = best_arrangements(seen.hand, melds, seen.rules)
    assert hand_deadwood(state.hands[0], seen.rules) == best.deadwood
