"""Whole turns: every way to play to the end of the turn, grouped into rows.

A single move is hard to compare: after a meld the player still chooses a discard. So an option is a whole turn.
A row has the turns that differ only in the last discard (`turns`); the one with the highest payment represents it.
Every turn that the rules allow is an option.
So, in the same worlds, a move has the same value before and after it is made.

With jokers there may be hundreds of turns. Then only contenders are options: for each first move, the turns that do
best in the first worlds (`_contenders`). So whichever move is made, the best turns after it were options before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cardlab.analysis.deals import PAYMENT, Way, WorldsQuestion, any_state, mean_and_error, play_worlds, question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.layings import Layings
from cardlab.cards import Card
from cardlab.tongits import Discard, LayMeld, Move, Sapaw, Take, View, grown, play, why_meld

MOST_WAYS: Final = 200
"""With more turns than this, only contenders are options."""
STAGES: Final = ((20, 16, 60), (60, 8, 30), (200, 4, 10), (400, 3, 6))
"""Stages of selecting contenders: the worlds played by then; how many turns are always kept for each first move; how
many are kept at most if not clearly worse than the best."""
STAGES_PLAIN: Final = ((4, 3, 3), (16, 1, 1))
"""The same without the compiled kernel."""
CLEAR: Final = 2.0
"""A turn is clearly worse if it is this many standard errors below the best."""
AT_ONCE: Final = 16
"""The most turns in one batch: the number of sums grows with its square."""


def turns(seen: View, seed: int = 0) -> WorldsQuestion:
    """Return every way to end the turn as options, without equivalent ones.

    Turns that differ only in the order of moves or the choice of joker are equivalent.
    If there are too many, only the contenders in worlds of this `seed` are returned.
    Raises ValueError if it is not the viewer's turn, or if no deal of the unseen cards fits the view.

    >>> from cardlab.analysis.position import read, view_of
    >>> found = turns(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")))
    >>> len({way.row for way in found.ways}), len(found.ways)
    (16, 40)
    """
    asked = every_way(seen)
    return asked if len(asked.ways) <= MOST_WAYS else asked.narrowed(_contenders(asked, seed))


def every_way(seen: View) -> WorldsQuestion:
    """Return every way to end the turn as options, however many there are."""
    asked, table = question(seen), any_state(seen)
    rows: dict[object, list[Way]] = {}
    laying: list[Move] = []
    for way in asked.ways:
        (move,) = way.turn
        if isinstance(move, Take):
            tables = Layings(play(table, move))
            for number, laying_done in enumerate(tables.tables):
                rows[move, number] = [
                    way._replace(turn=(move, *done), played=then) for done, then in tables.ends(laying_done)
                ]
        elif isinstance(move, LayMeld | Sapaw):
            laying.append(move)
        else:
            row = rows.setdefault(effect(seen, move), [way])
            row[0] = row[0]._replace(firsts=row[0].firsts | way.firsts)
    if laying:
        tables = Layings(table)
        leads = [(move, tables.tables[tables.index_of(play(table, move))].reachable) for move in laying]
        for number, laying_done in enumerate(tables.tables[1:], 1):
            firsts = frozenset(move for move, reachable in leads if reachable >> number & 1)
            rows[number] = [Way(done, firsts, then, 0) for done, then in tables.ends(laying_done)]
    ways = (way._replace(row=number) for number, row in enumerate(rows.values()) for way in row)
    return replace(asked, ways=tuple(ways))


def _contenders(asked: WorldsQuestion, seed: int) -> list[int]:
    """Return the indexes of the turns that are among the best after some first move."""
    begun: dict[Move, list[int]] = {}
    for index, way in enumerate(asked.ways):
        for first in way.firsts:
            begun.setdefault(first, []).append(index)
    groups = list({tuple(group): group for group in begun.values()}.values())
    left, done = list(range(len(asked.ways))), 0
    sums = dict.fromkeys(left, (0, 0))
    for worlds, least, most in STAGES if compiled.is_installed() else STAGES_PLAIN:
        for few in (left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE)):
            more = play_worlds(asked.narrowed(few), seed, done, worlds - done)
            for number, index in enumerate(few):
                total, squares = more.of(number, PAYMENT)
                sums[index] = sums[index][0] + total, sums[index][1] + squares
        done = worlds
        received = {index: mean_and_error(*sums[index], worlds) for index in left}
        groups = [_best_of(group, received, least, most) for group in groups]
        left = sorted({index for group in groups for index in group})
    return left


def _best_of(group: Sequence[int], received: Mapping[int, tuple[float, float]], least: int, most: int) -> list[int]:
    """Return the `least` best turns of a group, and up to `most` of similar payment.

    `group`: indexes of turns; `received`: for each its mean payment and standard error.
    """
    ordered = sorted(group, key=lambda way: -received[way][0])
    best, error = received[ordered[0]]
    near = [way for way in ordered if best - received[way][0] <= CLEAR * max(error, received[way][1])]
    return ordered[: min(most, max(least, len(near)))]


def effect(seen: View, move: Move) -> object:
    """Return a key for what a move does, whichever joker and order of cards it uses."""
    match move:
        case Discard(card=card):
            return Discard, None if card.is_joker else card
        case LayMeld(cards=laid, secret=secret):
            meld = why_meld(laid, seen.rules)
            return LayMeld, secret, meld and (meld.kind, meld.start), _naturals(laid), len(laid)
        case Sapaw(meld=number, cards=added, low=low):
            target = seen.melds[number].meld
            bigger = target and grown(target, added, seen.rules, low=low)
            return Sapaw, number, bigger and bigger.start, _naturals(added), len(added)
        case _:
            return move


def _naturals(cards: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(card for card in cards if not card.is_joker)
