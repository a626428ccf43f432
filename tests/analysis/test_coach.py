"""The coach: costs are differences in the same worlds, a blunder is named, a forced move is not blamed."""

import pytest

from cardlab.analysis import whatif
from cardlab.analysis.move_cost import cost
from cardlab.analysis.position import read, view_of
from cardlab.cards import Card
from cardlab.refusal import IllegalMove
from cardlab.tongits import Discard, Draw, parse_move
from tests.analysis.rounds_met import OPENING

SEEN = view_of(read(OPENING))


def test_breaking_a_meld_costs_more_than_throwing_a_lone_king():
    broken, thrown = (cost(SEEN, parse_move(f"0 discard {card}"), worlds=2000) for card in ("3c", "Kh"))
    assert broken.loss.mean - 2 * broken.loss.error > thrown.loss.mean


def test_only_a_legal_move_of_the_one_who_looks_has_a_cost():
    for move in (Draw(0), Discard(0, Card("Ac"))):
        with pytest.raises(IllegalMove):
            cost(SEEN, move, worlds=10)
    with pytest.raises(ValueError, match="seat 1"):
        cost(SEEN, parse_move("1 discard Kh"))


@pytest.mark.parametrize("worlds", [0, -5, 2.0, 2_000_000])
def test_the_number_of_worlds_is_a_whole_number_from_one(worlds):
    for ask in (
        lambda: cost(SEEN, parse_move("0 discard Kh"), worlds=worlds),
        lambda: whatif.ask(SEEN, worlds=worlds),
        lambda: next(whatif.refine(SEEN, most=worlds)),
    ):
        with pytest.raises(ValueError, match="whole number from 1"):
            ask()
