"""Bots of both games: they see a view and nothing else, make legal moves, and end their rounds."""

from dataclasses import replace
from random import Random

import pytest

from cardlab import bots, rounds, tichu, tongits
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
        record = rounds.play_tongits((bots.tongits.BOTS[name],) * 3, rules, seed, first=seed % 3)
        *_, last = record.states()
        assert tongits.outcome(last) is not None
        assert check(Record.parse(record.text())) is None


@pytest.mark.parametrize("name", bots.tichu.BOTS)
def test_tichu_rounds_by_bots_end_and_keep_the_rules(name: str) -> None:
    for seed in range(25):
        record = rounds.play_tichu((bots.tichu.BOTS[name],) * 2, tichu.Rules(), seed)
        *_, last = record.states()
        assert tichu.outcome(last) is not None
        assert check(Record.parse(record.text())) is None


def test_the_same_seed_gives_the_same_round() -> None:
    for play, players in (
        (rounds.play_tongits, (bots.tongits.random,) * 3),
        (rounds.play_tichu, (bots.tichu.random,) * 2),
    ):
        assert play(players, None, 5).moves == play(players, None, 5).moves
        assert play(players, None, 5).moves != play(players, None, 6).moves


@pytest.mark.parametrize("name", bots.tongits.BOTS)
def test_a_tongits_bot_does_not_change_its_mind_when_hidden_cards_are_exchanged(name: str) -> None:
    bot, chance, compared = bots.tongits.BOTS[name], Random(1), 0
    for seed in range(6):
        for state in rounds.play_tongits((bots.tongits.careful,) * 3, RULES["jokers"], seed).states():
            for seat in tongits.turn(state):
                other = with_hidden_tongits_cards_exchanged(state, seat, chance)
                compared += other != state
                assert bot(tongits.view(state, seat), Random(2)) == bot(tongits.view(other, seat), Random(2))
    assert compared > 100


def with_hidden_tongits_cards_exchanged(state: tongits.State, seat: int, chance: Random) -> tongits.State:
    hidden = [card for other in range(3) if other != seat for card in state.hands[other]] + list(state.stock)
    chance.shuffle(hidden)
    hands = [
        hand if owner == seat else tuple(sorted(hidden.pop() for _ in hand)) for owner, hand in enumerate(state.hands)
    ]
    return replace(state, hands=tuple(hands), stock=tuple(hidden))


@pytest.mark.parametrize("name", bots.tichu.BOTS)
def test_a_tichu_bot_does_not_change_its_mind_when_hidden_cards_are_exchanged(name: str) -> None:
    bot, chance, compared = bots.tichu.BOTS[name], Random(1), 0
    for seed in range(6):
        for state in rounds.play_tichu((bots.tichu.careful,) * 2, None, seed).states():
            for seat in (0, 1):
                other = with_hidden_tichu_cards_exchanged(state, seat, chance)
                compared += other != state
                assert bot(tichu.view(state, seat), Random(2)) == bot(tichu.view(other, seat), Random(2))
    assert compared > 100


def with_hidden_tichu_cards_exchanged(state: tichu.State, seat: int, chance: Random) -> tichu.State:
    opponent = 1 - seat
    hidden = [card for piles in (state.draw, state.extra) for pile in piles for card in pile]
    hidden += state.hands[opponent]
    chance.shuffle(hidden)

    def anew(pile: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(hidden.pop() for _ in pile)

    hands = [state.hands[0], state.hands[1]]
    hands[opponent] = anew(hands[opponent])
    draw = (anew(state.draw[0]), anew(state.draw[1]))
    extra = (anew(state.extra[0]), anew(state.extra[1]))
    return replace(state, hands=tuple(hands), draw=draw, extra=extra)


def test_careful_wins_more_than_its_share_against_random() -> None:
    won = 0
    for seed in range(90):
        players = [bots.tongits.random] * 3
        players[seed % 3] = bots.tongits.careful
        *_, last = rounds.play_tongits(players, None, seed).states()
        ended = tongits.outcome(last)
        won += ended is not None and ended.winner == seed % 3
    assert won > 45
    drawn_up = 0
    for seed in range(40):
        *_, end = rounds.play_tichu((bots.tichu.careful, bots.tichu.random), None, seed).states()
        result = tichu.outcome(end)
        drawn_up += result is not None and result.winner == 0
    assert drawn_up > 25
