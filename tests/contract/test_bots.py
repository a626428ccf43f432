"""Bots of both games: they see a view and nothing else, make legal moves, and end their rounds."""

import pytest

from cardlab import bot_rounds, bots, tichu, tongits
from cardlab.record import Record, check

RULES = {
    "sheet": tongits.Rules(),
    "traditional": tongits.Rules.preset("traditional"),
    "jokers": tongits.Rules(jokers=4, ace_high=True, secret_four=True),
    "discard must meld": tongits.Rules(discard_must_meld=True, jokers=2, showdown="everyone"),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize("name", bots.tongits.BOTS)
def test_tongits_rounds_by_bots_end_and_keep_the_rules(name: str, rules: tongits.Rules) -> None:
    for seed in range(12):
        record = bot_rounds.play_tongits((bots.tongits.BOTS[name],) * 3, rules, seed, first=seed % 3)
        *_, last = record.states()
        assert tongits.outcome(last) is not None
        assert check(Record.parse(record.text())) is None


@pytest.mark.parametrize("name", bots.tichu.BOTS)
def test_tichu_rounds_by_bots_end_and_keep_the_rules(name: str) -> None:
    for seed in range(25):
        record = bot_rounds.play_tichu((bots.tichu.BOTS[name],) * 2, tichu.Rules(), seed)
        *_, last = record.states()
        assert tichu.outcome(last) is not None
        assert check(Record.parse(record.text())) is None


def test_the_same_seed_gives_the_same_round() -> None:
    for play, players in (
        (bot_rounds.play_tongits, (bots.tongits.random,) * 3),
        (bot_rounds.play_tichu, (bots.tichu.random,) * 2),
    ):
        assert play(players, None, 5).moves == play(players, None, 5).moves
        assert play(players, None, 5).moves != play(players, None, 6).moves


def test_careful_wins_more_than_its_share_against_random() -> None:
    won = 0
    for seed in range(90):
        players = [bots.tongits.random] * 3
        players[seed % 3] = bots.tongits.careful
        *_, last = bot_rounds.play_tongits(players, None, seed).states()
        ended = tongits.outcome(last)
        won += ended is not None and ended.winner == seed % 3
    assert won > 45
    drawn_up = 0
    for seed in range(40):
        *_, end = bot_rounds.play_tichu((bots.tichu.careful, bots.tichu.random), None, seed).states()
        result = tichu.outcome(end)
        drawn_up += result is not None and result.winner == 0
    assert drawn_up > 25
