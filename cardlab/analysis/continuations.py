"""Whole turns: every way in which a player can go on to the end of the turn, and the rows that they form.

A move alone is worth little to compare: who lays a meld has yet to choose a discard, and it should be a good one.
So an option is a whole turn, and a row of options is what is done in it but for the last discard (`turns`); of each row
one way is shown, the one that receives most. Every way that the rules allow is an option: what a move is worth is then
the same before it and after it, in the same worlds.

Jokers make hundreds of ways. Then those are options which are among the best that some move can still lead to, in the
first worlds of all that are played (`_contenders`): whatever move is made, the best ways after it were options before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from math import sqrt
from typing import Final, TypeAlias

from cardlab.analysis.deals import PAYMENT, Question, any_state, play_worlds, question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.kernel.rounds import ROUND_SIZE
from cardlab.analysis.layings import Layings
from cardlab.cards import Card
from cardlab.tongits import Discard, Draw, LayMeld, Move, Sapaw, Take, View, grown, play, why_meld

Way: TypeAlias = tuple[tuple[Move, ...], Sequence[int]]
"""The moves of a whole turn, and the round as it is then."""

MOST_WAYS: Final = 200
"""With more ways to end the turn, not every one of them is an option."""
STAGES: Final = ((20, 16, 60), (60, 8, 30), (200, 4, 10), (400, 3, 6))
"""How contenders are found: after so many worlds, of all the ways that begin with a move, so many of the best stay, and
up to so many of those that are not clearly worse than the best."""
STAGES_PLAIN: Final = ((4, 3, 3), (16, 1, 1))
"""The same without the compiled kernel."""
CLEAR: Final = 2.0
"""What is so many standard errors less is clearly worse."""
AT_ONCE: Final = 16
"""So many ways are compared in one go: what is kept of each pair of them grows with the square."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Every whole turn as an option, and the rows that they form.

    - `asked`: the question that has an option for each;
    - `rows`: the places of the options in each row: turns in which the same is laid, and something else thrown away.
    """

    asked: Question
    rows: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class _Row:
    """What is laid in a turn: the ways to end it, and the legal moves that may begin it."""

    ways: Sequence[Way]
    firsts: set[Move]


def turns(seen: View, seed: int = 0) -> Turns:
    """Every way to go on, see `deals.question`; two that come to the same by other moves, or another joker, are one.

    Where that would be too many ways, these are the contenders in worlds of this `seed`.
    Raises ValueError if it is not the viewer's turn, or if no deal of the unseen cards fits what the viewer sees.

    >>> from cardlab.analysis.position import read, view_of
    >>> found = turns(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")))
    >>> len(found.rows), len(found.asked.turns)
    (16, 40)
    """
    asked = question(seen)
    found = _rows(seen, asked)
    ways = [(way, frozenset(row.firsts)) for row in found for way in row.ways]
    asked = replace(
        asked,
        moves=tuple(done[0] for (done, _), _ in ways),
        turns=tuple(done for (done, _), _ in ways),
        firsts=tuple(firsts for _, firsts in ways),
        options=tuple(chain.from_iterable(played for (_, played), _ in ways)),
        forced=tuple(int(isinstance(done[0], Draw)) for (done, _), _ in ways),
    )
    ends = list(accumulate((len(row.ways) for row in found), initial=0))
    rows = tuple(tuple(range(*row)) for row in pairwise(ends))
    if len(ways) <= MOST_WAYS:
        return Turns(asked, rows)
    kept = _contenders(asked, seed, compiled.best())
    places = {way: place for place, way in enumerate(kept)}
    few = (tuple(places[way] for way in row if way in places) for row in rows)
    return Turns(narrowed(asked, kept), tuple(row for row in few if row))


def _rows(seen: View, asked: Question) -> list[_Row]:
    """The rows of all that can be done in this turn."""
    table, found = any_state(seen), dict[object, _Row]()
    laying = [move for move in asked.moves if isinstance(move, LayMeld | Sapaw)]
    for place, move in enumerate(asked.moves):
        if isinstance(move, Take):
            tables = Layings(play(table, move))
            for number, one in enumerate(tables.tables):
                ways = [((move, *done), ended) for done, ended in tables.ends(one)]
                if ways:
                    found[move, number] = _Row(ways, {move})
        elif move not in laying:
            played = asked.options[ROUND_SIZE * place : ROUND_SIZE * (place + 1)]
            found.setdefault(effect(seen, move), _Row([((move,), played)], set())).firsts.add(move)
    if laying:
        tables = Layings(table)
        leads = [(move, tables.tables[tables.place_of(play(table, move))].reached) for move in laying]
        for number, one in enumerate(tables.tables[1:], 1):
            ways = list(tables.ends(one))
            if ways:
                found[number] = _Row(ways, {move for move, reached in leads if reached >> number & 1})
    return list(found.values())


def _contenders(asked: Question, seed: int, kernel: Kernel) -> list[int]:
    """The ways that are worth asking about: of all that a move may begin the best ones, for each move."""
    begun: dict[Move, list[int]] = {}
    for way, firsts in enumerate(asked.firsts):
        for first in firsts:
            begun.setdefault(first, []).append(way)
    groups = list({tuple(group): group for group in begun.values()}.values())
    left, done = list(range(len(asked.moves))), 0
    sums = dict.fromkeys(left, (0, 0))
    for worlds, least, most in STAGES if kernel.compiled else STAGES_PLAIN:
        for few in (left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE)):
            more = play_worlds(narrowed(asked, few), seed, done, worlds - done, kernel)
            for place, way in enumerate(few):
                total, squares = more.of(place, PAYMENT)
                sums[way] = sums[way][0] + total, sums[way][1] + squares
        done = worlds
        received = {way: _received(*sums[way], worlds) for way in left}
        groups = [_best_of(group, received, least, most) for group in groups]
        left = sorted({way for group in groups for way in group})
    return left


def _received(total: int, squares: int, worlds: int) -> tuple[float, float]:
    """What a way receives on average, and the standard error of it."""
    mean = total / worlds
    return mean, sqrt(max(0.0, squares - mean * total)) / worlds


def _best_of(group: Sequence[int], received: Mapping[int, tuple[float, float]], least: int, most: int) -> list[int]:
    """The ways that receive most: so many, and up to so many of those that are not clearly worse."""
    ordered = sorted(group, key=lambda way: -received[way][0])
    best, error = received[ordered[0]]
    near = [way for way in ordered if best - received[way][0] <= CLEAR * max(error, received[way][1])]
    return ordered[: min(most, max(least, len(near)))]


def narrowed(asked: Question, kept: Sequence[int]) -> Question:
    """The same question about some of its options, by their places."""
    rounds = (asked.options[ROUND_SIZE * at : ROUND_SIZE * (at + 1)] for at in kept)
    return replace(
        asked,
        moves=tuple(asked.moves[at] for at in kept),
        turns=tuple(asked.turns[at] for at in kept),
        firsts=tuple(asked.firsts[at] for at in kept),
        options=tuple(chain.from_iterable(rounds)),
        forced=tuple(asked.forced[at] for at in kept),
    )


def effect(seen: View, move: Move) -> object:
    """What a move does, whichever joker it uses and in whatever order a set is named."""
    match move:
        case Discard(card=card):
            return Discard, None if card.is_joker else card
        case LayMeld(cards=laid, secret=secret):
            meld = why_meld(laid, seen.rules)
            return LayMeld, secret, meld and (meld.kind, meld.start), _naturals(laid), len(laid)
        case Sapaw(meld=place, cards=added, low=low):
            target = seen.melds[place].meld
            bigger = target and grown(target, added, seen.rules, low=low)
            return Sapaw, place, bigger and bigger.start, _naturals(added), len(added)
        case _:
            return move


def _naturals(held: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(card for card in held if not card.is_joker)
