"""Whole numbers of numpy are whole numbers everywhere, and cards compare and are aligned as other values are."""

import json
from itertools import pairwise

import numpy as np
import pytest

from cardlab import bot_rounds, bots, tichu, tongits
from cardlab.analysis import whatif
from cardlab.analysis.arena import arena
from cardlab.cards import DECK, Card, cards
from cardlab.environments import tichu_v0, tongits_v0
from cardlab.lessons import melds
from cardlab.record import Record
from cardlab.widgets import PlayTichu, PlayTongits, Race, Table

SEVEN, ONE, YES = np.int64(7), np.int8(1), np.bool_(True)
CAREFUL = bots.tongits.careful


def test_a_number_of_a_deal():
    assert tongits.deal(seed=SEVEN, first=ONE) == tongits.deal(seed=7, first=1)
    assert tichu.deal(seed=SEVEN) == tichu.deal(seed=7)
    assert tongits.deal(seed=-3) == tongits.deal(seed=np.int64(-3))
    for game in (tongits, tichu):
        with pytest.raises(TypeError):
            game.deal(seed=7.0)
    played = bot_rounds.play_tongits([CAREFUL] * 3, seed=SEVEN, first=ONE)
    assert played == bot_rounds.play_tongits([CAREFUL] * 3, seed=7, first=1)
    assert json.loads(Record(played.start).text())["deal"]["first"] == 1
    assert arena(CAREFUL, "random", deals=ONE, seed=SEVEN, progress=False).rounds[0].deal == 7


def test_house_rules():
    rules = tongits.Rules(jokers=np.int64(2), ace_high=YES, target=np.uint8(50))
    assert rules == tongits.Rules(jokers=2, ace_high=True, target=50)
    assert repr(rules) == "Rules(ace_high=True, jokers=2, target=50)"
    assert json.loads(Record(tongits.deal(rules)).text())["rules"]["jokers"] == 2
    assert tichu.Rules(wrap=np.bool_(False)) == tichu.Rules()
    for wrong in ({"jokers": True}, {"jokers": YES}, {"jokers": 2.0}, {"ace_high": ONE}, {"ace_high": 1}):
        with pytest.raises(ValueError, match="not"):
            tongits.Rules(**wrong)


def test_numbers_of_worlds():
    seen = tongits.view(tongits.deal(seed=1), np.int64(0))
    assert type(seen.viewer) is int
    for seed in (2**40, 2**62):
        asked = whatif.ask(seen, worlds=np.int64(20), seed=np.int64(seed))
        assert asked == whatif.ask(seen, worlds=20, seed=seed)
    with pytest.raises(ValueError, match="worlds"):
        whatif.ask(seen, worlds=np.float64(20))


@pytest.mark.parametrize("make", [lambda: tongits_v0.env().unwrapped, tichu_v0.parallel_env])
def test_environments(make):
    one, other = make(), make()
    one.reset(seed=SEVEN)
    other.reset(seed=7)
    assert one.table == other.table
    assert one.render_mode is None
    assert one.render() is None
    with pytest.raises(ValueError, match="rgb_array"):
        type(one)(render_mode="rgb_array")


def test_widgets_and_exercises():
    assert repr(Race(SEVEN)) == "Race(7)"
    assert repr(PlayTichu(seed=SEVEN)) == "PlayTichu(seed=7)"
    assert Table(seed=SEVEN).shown == Table(seed=7).shown
    with pytest.raises(ValueError, match="seed is a whole number"):
        PlayTongits(seed=np.float64(7))
    assert melds.repair(seed=SEVEN).question == melds.repair(seed=7).question


def test_cards_compare_in_all_six_ways():
    for one, other in pairwise(DECK):
        assert one < other
        assert one <= other
        assert other > one
        assert other >= one
        assert one != other
        assert one <= one
    with pytest.raises(TypeError):
        Card("7h") <= "8h"  # noqa: B015
    hand = np.array(cards("9h 8h Kc"), dtype=object)
    assert (np.max(hand), np.min(hand)) == cards("9h Kc")
    assert list((hand >= Card("8h")) & (hand <= Card("8h"))) == [False, True, False]


def test_cards_and_moves_are_aligned_in_a_text():
    assert f"{Card('7h'):>4}|{Card('7h')}" == "  7h|7h"
    assert f"{tongits.parse_move('0 discard Kc'):>14}|" == "  0 discard Kc|"
    assert f"{tichu.parse_move('flip'):<6}|" == "flip  |"
