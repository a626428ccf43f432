"""Rounds played by bots, whole or until a person is to move: asks each seat in turn, lets chance do its part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from cardlab import bots, tichu, tongits
from cardlab.record import Record

MOST_MOVES = 5_000
"""Where a round of Tichu is given up: the rule book lets extra piles be dealt anew as often as need be (U4.3)."""


def play_tongits(
    players: Sequence[bots.tongits.Bot], rules: tongits.Rules | None = None, seed: int = 0, first: int = 0
) -> Record:
    """A round of Tongits by three bots; the same arguments give the same record.

    - `players`: the bot of each seat, seats in order;
    - `rules`: those of the sheet if there are none;
    - `seed`: the number of the deal, from which the chance of the bots comes too;
    - `first`: the seat of the first player, 0 to 2.

    Raises NotationError for another first player.
    """
    state = tongits.deal(rules or tongits.Rules(), seed, first=first)
    chance = Random(seed)
    start = state
    moves: list[tongits.Move] = []
    while tongits.outcome(state) is None:
        (seat,) = tongits.turn(state)
        move = players[seat](tongits.view(state, seat), chance)
        state = tongits.play(state, move)
        moves.append(move)
    return Record(start, tuple(moves))


def replies(
    state: tongits.State, players: Mapping[int, bots.tongits.Bot], seed: int, at: int
) -> Iterator[tongits.Move]:
    """What the bots of Tongits do until a seat without one has to move, one move after another.

    - `players`: the bots by seat;
    - `seed`, `at`: what a bot's chance comes from: a number of its own for the round, and how many moves led here.
    """
    while tongits.outcome(state) is None and state.seat in players:
        move = players[state.seat](tongits.view(state, state.seat), Random(f"{seed} {at}"))
        yield move
        state, at = tongits.play(state, move), at + 1


def play_tichu(players: Sequence[bots.tichu.Bot], rules: tichu.Rules | None = None, seed: int = 0) -> Record:
    """A round of Tichu 1.on.1 by two bots, equally quick: whoever may move is drawn by lot.

    The same arguments give the same record. A round without end stops after `MOST_MOVES` moves, its outcome open.
    """
    state = tichu.deal(rules or tichu.Rules(), seed)
    chance = Random(seed)
    start = state
    moves: list[tichu.Move] = []
    while tichu.outcome(state) is None and len(moves) < MOST_MOVES:
        move = _next_move(state, players, chance)
        state = tichu.play(state, move)
        moves.append(move)
    return Record(start, tuple(moves))


def _next_move(state: tichu.State, players: Sequence[bots.tichu.Bot], chance: Random) -> tichu.Move:
    if tichu.recycle_due(state):
        return tichu.recycle(state, chance.randrange(2**32))
    seats = sorted(tichu.turn(state))
    chance.shuffle(seats)
    for seat in seats:
        move = players[seat](tichu.view(state, seat), chance)
        if move is not None:
            return move
    return tichu.legal_moves(state, seats[0])[0]
