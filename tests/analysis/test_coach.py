"""The coach: costs are differences in the same worlds, a blunder is named, a forced move is not blamed."""

from __future__ import annotations

import pytest

from cardlab import bots
from cardlab.analysis import whatif
from cardlab.analysis.coach import cost, layable
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.cards import Card, cards
from cardlab.refusal import IllegalMove
from cardlab.rounds import play_tongits
from cardlab.tongits import (
    Discard,
    Draw,
    LayMeld,
    Rules,
    Sapaw,
    legal_moves,
    parse_move,
    view,
)

CAREFUL = (bots.tongits.careful,) * 3
LOADED = compiled.load(wait=True)
OPENING = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))


def seen_in(record):
    return [(view(state, move.seat), move) for state, move in zip(record.states(), record.moves, strict=False)]


def test_the_best_move_costs_nothing_and_no_move_costs_less():
    for seen, _ in seen_in(play_tongits(CAREFUL, None, 2))[::7]:
        costs = [cost(seen, move, worlds=150) for move in legal_moves(seen, seen.viewer)]
        assert min(one.loss_payment.mean for one in costs) == 0
        for one in costs:
            assert one.loss_payment.mean >= 0
            assert 0 <= one.win.mean <= 1
            assert cost(seen, one.best, worlds=150).loss_payment.mean == 0


def test_breaking_a_meld_costs_more_than_throwing_a_lone_king():
    broken, thrown = (cost(OPENING, parse_move(f"0 discard {card}"), worlds=2000) for card in ("3c", "Kh"))
    assert broken.loss.mean - 2 * broken.loss.error > thrown.loss.mean


@pytest.mark.parametrize("rules", [Rules(jokers=4, ace_high=True), Rules.preset("traditional")], ids=str)
def test_every_legal_move_of_a_round_has_a_cost(rules):
    for seed in range(4):
        for seen, move in seen_in(play_tongits((bots.tongits.random,) * 3, rules, seed))[::9]:
            assert cost(seen, move, worlds=10).move == move


def test_only_a_legal_move_has_a_cost():
    for move in (Draw(0), Discard(0, Card("Ac"))):
        with pytest.raises(IllegalMove):
            cost(OPENING, move, worlds=10)


def test_what_can_be_laid_is_every_legal_meld_and_lay_off():
    for seen, _ in seen_in(play_tongits(CAREFUL, None, 5)):
        moves = legal_moves(seen, seen.viewer)
        assert set(layable(seen)) == {move for move in moves if isinstance(move, LayMeld | Sapaw)}
    assert LayMeld(0, cards("2c 3c 4c")) in layable(OPENING)


@pytest.mark.parametrize("worlds", [0, -5, 2.0])
def test_the_number_of_worlds_is_a_whole_number_from_one(worlds):
    for ask in (
        lambda: cost(OPENING, parse_move("0 discard Kh"), worlds=worlds),
        lambda: whatif.ask(OPENING, worlds=worlds),
        lambda: next(whatif.refine(OPENING, most=worlds)),
    ):
        with pytest.raises(ValueError, match="whole number from 1"):
            ask()


def test_only_moves_of_the_one_who_looks_have_a_cost():
    with pytest.raises(ValueError, match="seat 1"):
        cost(OPENING, parse_move("1 discard Kh"))
