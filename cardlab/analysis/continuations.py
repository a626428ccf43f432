"""Every way in which a player can go on: all that may still be done in the turn.

A move alone is worth little to compare: who lays a meld has yet to choose a discard, and it should be a good one.
So a continuation is a whole turn to its end. What they are worth is found by playing them on in the same worlds
(`whatif`), sensibly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardlab.analysis.deals import Question, any_state, question, round_of
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.rounds import ROUND_SIZE
from cardlab.bots.sensible import sensible
from cardlab.tongits import Discard, Move, Phase, State, View, legal_moves, play, view

Round = Sequence[int]


def continuations(seen: View) -> Question:
    """Every way to go on as an option of its own; `moves` holds the first move of each, which may be the same for many.

    Raises ValueError if it is not the viewer's turn, or if no deal of the unseen cards fits what the viewer sees.

    >>> from cardlab.tongits import deal, view
    >>> seen = view(deal(seed=1), 0)
    >>> len(continuations(seen).moves) >= len(legal_moves(seen, 0))
    True
    """
    asked = question(seen)
    if seen.phase is not Phase.LAY:
        return asked
    turns = list(_turns(seen, asked))
    return _with(asked, [move for move, _ in turns], [played for _, played in turns], [0] * len(turns))


def narrowed(asked: Question, kept: Sequence[int]) -> Question:
    """The same question about some of its options, by their places."""
    rounds = options_of(asked)
    return _with(
        asked, [asked.moves[at] for at in kept], [rounds[at] for at in kept], [asked.forced[at] for at in kept]
    )


def options_of(asked: Question) -> list[tuple[int, ...]]:
    """The round of each option."""
    return [asked.options[ROUND_SIZE * place : ROUND_SIZE * (place + 1)] for place in range(len(asked.moves))]


def _with(asked: Question, moves: Sequence[Move], rounds: Sequence[Round], forced: Sequence[int]) -> Question:
    numbers = tuple(number for played in rounds for number in played)
    return replace(asked, moves=tuple(moves), options=numbers, forced=tuple(forced))


def _turns(seen: View, asked: Question) -> Iterator[tuple[Move, Round]]:
    """T2.3, T2.4: the first move of each way to end this turn, and the round as it is then.

    Lays nothing more, or one thing, or one thing and then all that a sensible player lays; then discards any card.
    """
    table = any_state(seen)
    for move, played in zip(asked.moves, options_of(asked), strict=True):
        if isinstance(move, Discard) or played[slots.PHASE] == slots.OVER:
            yield move, played
            continue
        once = play(table, move)
        full = _all_laid(once)
        for laid in (once,) if full == once else (once, full):
            if laid.phase is Phase.OVER:
                yield move, round_of(view(laid, seen.viewer))
                continue
            for last in legal_moves(laid, seen.viewer):
                if isinstance(last, Discard):
                    yield move, round_of(view(play(laid, last), seen.viewer))


def _all_laid(table: State) -> State:
    """T2.3: the table after the player has laid all that a sensible player lays."""
    seat = table.seat
    while table.phase is Phase.LAY:
        move = sensible(view(table, seat))
        if isinstance(move, Discard):
            break
        table = play(table, move)
    return table
