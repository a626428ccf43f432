"""The bot `strong`: always legal, blind to hidden cards, the same with any kernel, and better than `careful`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis.bots import TONGITS, strong
from cardlab.analysis.kernel import compiled
from cardlab.record import Record, check
from cardlab.rounds import play_tongits
from cardlab.tongits import Call, Discard, Rules, legal_moves, outcome, turn, view
from tests.research.strength import Strength, measured

LOADED = compiled.load(wait=True)
QUICK = partial(strong, played=300)
RULES = {
    "sheet": Rules(),
    "traditional": Rules.preset("traditional"),
    "jokers": Rules(jokers=4, ace_high=True, secret_four=True),
    "discard must meld": Rules(discard_must_meld=True, jokers=2, showdown="everyone"),
}


def positions(rules, seed, bot=bots.tongits.careful):
    """The states of a round in which somebody has to choose."""
    return [state for state in play_tongits((bot,) * 3, rules, seed).states() if turn(state)]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_its_rounds_end_and_keep_the_rules(rules):
    for seed in range(3):
        record = play_tongits((QUICK, QUICK, bots.tongits.random), rules, seed, first=seed)
        *_, last = record.states()
        assert outcome(last) is not None
        assert check(Record.parse(record.text())) is None


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_it_does_not_change_its_mind_when_hidden_cards_are_exchanged(rules):
    chance, compared = Random(1), 0
    for state in positions(rules, 4)[::3]:
        seat = state.seat
        hidden = [card for other in range(3) if other != seat for card in state.hands[other]] + list(state.stock)
        chance.shuffle(hidden)
        hands = tuple(
            hand if owner == seat else tuple(sorted(hidden.pop() for _ in hand))
            for owner, hand in enumerate(state.hands)
        )
        other = replace(state, hands=hands, stock=tuple(hidden))
        compared += other != state
        assert QUICK(view(state, seat), Random(2)) == QUICK(view(other, seat), Random(2))
    assert compared > 3


def test_it_beats_two_careful_players(monkeypatch):
    """Equal players receive nothing on average; 99 rounds, each seat and each first player as often."""
    monkeypatch.setitem(TONGITS, "strong", partial(strong, played=4000))
    found = measured("strong", "careful", Rules(), 5000, 99)
    assert found.mean > found.mean_error


def test_it_calls_when_nobody_can_challenge():
    """T6.3, T6.7: both others are burned, so the call wins whatever it holds."""
    seen = next(
        view(state, state.seat)
        for seed in range(100)
        for state in positions(Rules(), seed, bots.tongits.random)
        if Call(state.seat) in legal_moves(state, state.seat)
        and not any(state.opened(seat) for seat in range(3) if seat != state.seat)
    )
    assert strong(seen, Random(1)) == Call(seen.viewer)


def test_it_goes_out_when_it_can():
    """T5.1: the last card wins at once."""
    for seed in range(60):
        for state in positions(Rules(), seed):
            last = [move for move in legal_moves(state, state.seat) if isinstance(move, Discard)]
            if len(state.hands[state.seat]) == 1 and last:
                assert strong(view(state, state.seat), Random(1), played=300) == last[0]
                return
    raise AssertionError("no such position was met")


def test_strength_adds_up_and_knows_its_error():
    both = Strength(60, 30, 5, 50) + Strength(40, 10, -15, 70)
    assert both == Strength(100, 40, -10, 120)
    assert both.share == 0.4
    assert both.error == pytest.approx((0.4 * 0.6 / 100) ** 0.5)
    one = measured("careful", "careful", Rules(), 0, 9)
    assert one == measured("careful", "careful", Rules(), 0, 4) + measured("careful", "careful", Rules(), 4, 5)
