"""Rounds played by bots: a whole round, or their moves until a person's turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from cardlab import bots, tichu, tongits
from cardlab.record import Record

DEAL_BITS = 62
"""The bits of a random deal number: nobody can guess the deal, and later deals still fit the int64 of pandas."""
MOST_MOVES = 5_000
"""The number of moves at which a round of Tichu stops: the rules let it go on forever. [U4.3]"""


def play_tongits(
    players: Sequence[bots.tongits.Bot], rules: tongits.Rules | None = None, seed: int = 0, first: int = 0
) -> Record:
    """Return the record of a round of Tongits that three bots play.

    The same arguments give the same record.

    Args:
        players: the bot of each seat, in order of the seats.
        rules: the rules of the table, by default those of the rule sheets.
        seed: the deal number, which also seeds the bots; their random numbers reveal nothing about the deal.
        first: the seat of the first player, 0 to 2.

    Raises:
        NotationError: there is no such seat.
    """
    state = start = tongits.deal(rules or tongits.Rules(), seed, first=first)
    chances = _chances(seed, len(players))
    moves: list[tongits.Move] = []
    while tongits.outcome(state) is None:
        (seat,) = tongits.turn(state)
        move = players[seat](tongits.view(state, seat), chances[seat])
        state = tongits.play(state, move)
        moves.append(move)
    return Record(start, tuple(moves))


def replies(
    state: tongits.State, players: Mapping[int, bots.tongits.Bot], seed: int, at: int
) -> Iterator[tongits.Move]:
    """Yield the moves of the bots in Tongits until a person's turn or the end.

    Args:
        state: the position.
        players: the bots by seat.
        seed: a number of the round, which seeds the bots together with `at`.
        at: the number of moves that led to the position.
    """
    while tongits.outcome(state) is None and state.seat in players:
        move = players[state.seat](tongits.view(state, state.seat), Random(f"{seed} {at}"))
        yield move
        state, at = tongits.play(state, move), at + 1


def play_tichu(players: Sequence[bots.tichu.Bot], rules: tichu.Rules | None = None, seed: int = 0) -> Record:
    """Return the record of a round of Tichu 1.on.1 that two bots play.

    The bots are equally quick: chance decides which is asked first. The same arguments give the same record.
    A round still unfinished after `MOST_MOVES` moves stops there, without an outcome.
    """
    state = start = tichu.deal(rules or tichu.Rules(), seed)
    chance, chances = Random(f"{seed} table"), _chances(seed, len(players))
    moves: list[tichu.Move] = []
    while tichu.outcome(state) is None and len(moves) < MOST_MOVES:
        move = _next_move(state, players, chance, chances)
        state = tichu.play(state, move)
        moves.append(move)
    return Record(start, tuple(moves))


def _chances(seed: int, players: int) -> list[Random]:
    """Return one random generator per player, unrelated to the others and the deal."""
    return [Random(f"{seed} player {player}") for player in range(players)]


def _next_move(
    state: tichu.State, players: Sequence[bots.tichu.Bot], chance: Random, chances: Sequence[Random]
) -> tichu.Move:
    if tichu.recycle_due(state):
        return tichu.recycle(state, chance.randrange(2**32))
    seats = sorted(tichu.turn(state))
    chance.shuffle(seats)
    for seat in seats:
        move = players[seat](tichu.view(state, seat), chances[seat])
        if move is not None:
            return move
    return tichu.legal_moves(state, seats[0])[0]
