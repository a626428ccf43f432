"""Whole turns: every way in which a player can go on to the end of the turn, and the rows that they form.

A move alone is worth little to compare: who lays a meld has yet to choose a discard, and it should be a good one.
So an option is a whole turn, and a row of options is what is done in it but for the last discard (`turns`); of each row
one way is shown, the one that receives most. Every way that the rules allow is an option: what a move is worth is then
the same before it and after it, in the same worlds. Where jokers make the ways too many, some of them are looked at,
and of each row one is chosen beforehand, in worlds of no other use (`best_turns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, TypeAlias

from cardlab.analysis.deals import FARTHEST_WORLD, PAYMENT, Question, any_state, play_worlds, question, round_of
from cardlab.analysis.kernel.rounds import ROUND_SIZE
from cardlab.bots.sensible import sensible
from cardlab.cards import Card
from cardlab.tongits import (
    Discard,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    State,
    Take,
    View,
    grown,
    legal_moves,
    play,
    view,
    why_meld,
)

Way: TypeAlias = tuple[tuple[Move, ...], Sequence[int]]
"""The moves of a whole turn, and the round as it is then."""

LOTS: Final = ((25, 4), (100, 2), (400, 1))
"""How the best way of a row is found: so many worlds for each way that is left, after which so many ways stay."""
MANY_ROWS, FEWEST = 20, 10
"""With twice so many rows, as jokers make them, half as many worlds must do, and so on down to the fewest."""
MOST_LAYINGS, MOST_WAYS = 60, 200
"""With more ways to lay, or to end the turn, not every one of them is an option."""
AT_ONCE: Final = 16
"""So many ways are compared in one go: what is kept of each pair of them grows with the square."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Every whole turn as an option, and the rows that they form.

    - `asked`: the question that has an option for each;
    - `rows`: the places of the options in each row: turns in which the same is laid, and something else thrown away;
    - `every`: there is no other way to end the turn than these.
    """

    asked: Question
    rows: tuple[tuple[int, ...], ...]
    every: bool


_Rows: TypeAlias = dict[object, tuple[list[Way], set[Move]]]
"""For each row its ways, and the legal moves that may begin it."""


def turns(seen: View, *, infer: bool = False, believe: bool = True) -> Turns:
    """Every way to go on, see `deals.question`; two that come to the same by other moves, or another joker, are one.

    Where that would be too many ways, a move is followed by nothing, or by all that a sensible player lays after it.
    Raises ValueError if it is not the viewer's turn, or if no deal of the unseen cards fits what the viewer sees.

    >>> from cardlab.analysis.position import read, view_of
    >>> found = turns(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")))
    >>> len(found.rows), len(found.asked.turns), found.every
    (16, 40, True)
    """
    asked = question(seen, infer=infer, believe=believe)
    table = any_state(seen)
    found = _every_row(seen, asked, table)
    every = found is not None
    if found is None:
        found = _some_rows(seen, asked, table)
    ways = [(way, frozenset(firsts)) for ends, firsts in found.values() for way in ends]
    whole = replace(
        asked,
        moves=tuple(done[0] for (done, _), _ in ways),
        turns=tuple(done for (done, _), _ in ways),
        firsts=tuple(firsts for _, firsts in ways),
        options=tuple(number for (_, played), _ in ways for number in played),
        forced=tuple(asked.forced[asked.moves.index(done[0])] for (done, _), _ in ways),
    )
    rows, place = [], 0
    for ends, _ in found.values():
        rows.append(tuple(range(place, place + len(ends))))
        place += len(ends)
    return Turns(whole, tuple(rows), every)


def _every_row(seen: View, asked: Question, table: State) -> _Rows | None:
    """The rows of all that can be laid in this turn, in whatever order; None if they are too many."""
    found: _Rows = {}
    for move, played in zip(asked.moves, options_of(asked), strict=True):
        if not isinstance(move, LayMeld | Sapaw | Take):
            found.setdefault(effect(seen, move), ([((move,), played)], set()))[1].add(move)
    met: dict[object, list[tuple[object, list[Way]]]] = {}
    for move in asked.moves:
        if isinstance(move, LayMeld | Sapaw | Take):
            key = effect(seen, move)
            if key not in met:
                laid = _layings(play(table, move))
                if laid is None:
                    return None
                ways = [(row, _ends(state, (move, *done))) for row, (done, state) in laid.items()]
                met[key] = [(row, ends) for row, ends in ways if ends] or [(move, _alone(asked, move))]
            for row, ends in met[key]:
                found.setdefault(row, (ends, set()))[1].add(move)
    return found if sum(len(ends) for ends, _ in found.values()) <= MOST_WAYS else None


def _layings(table: State) -> dict[object, tuple[tuple[Move, ...], State]] | None:
    """T2.3: all that can be laid from here on, nothing first: the moves and the table after them; None if too much."""
    found: dict[object, tuple[tuple[Move, ...], State]] = {_laid(table): ((), table)}
    todo = list(found.values())
    for done, state in todo:
        if state.phase is not Phase.LAY:
            continue
        seen, tried = view(state, state.seat), set()
        for move in legal_moves(state, state.seat):
            if not isinstance(move, LayMeld | Sapaw) or effect(seen, move) in tried:
                continue
            tried.add(effect(seen, move))
            after = play(state, move)
            key = _laid(after)
            if key not in found:
                found[key] = (*done, move), after
                todo.append(found[key])
                if len(found) > MOST_LAYINGS:
                    return None
    return found


def _some_rows(seen: View, asked: Question, table: State) -> _Rows:
    """The rows of each move alone and with all that a sensible player lays after it; a take is one row."""
    found: _Rows = {}
    for move, played in zip(asked.moves, options_of(asked), strict=True):
        ways: Iterable[tuple[object, list[Way]]] = [(effect(seen, move), [((move,), played)])]
        if isinstance(move, LayMeld | Sapaw):
            ways = [(_laid(state), _ends(state, done)) for done, state in _some_layings(table, move)]
        elif isinstance(move, Take):
            ways = [(move, list(_after_taking(table, move)))]
        ways = [(key, ends) for key, ends in ways if ends] or [(move, _alone(asked, move))]
        for key, ends in ways:
            found.setdefault(key, (ends, set()))[1].add(move)
    return found


def _alone(asked: Question, move: Move) -> list[Way]:
    """The only way of a row whose move is not followed by any that ends the turn."""
    return [((move,), options_of(asked)[asked.moves.index(move)])]


def best_turns(found: Turns, seed: int) -> Question:
    """The question with one option for each row: the way on that receives most, in worlds of no other use.

    The same `seed` finds the same ways.
    """
    part = max(1, len(found.rows) // MANY_ROWS)
    return narrowed(found.asked, [_best(found.asked, row, seed, part) for row in found.rows])


def _best(asked: Question, row: Sequence[int], seed: int, part: int) -> int:
    """The place of the way of a row that receives most: the worse ones are left out step by step."""
    kept, first, received = list(row), FARTHEST_WORLD, dict.fromkeys(row, 0)
    for most_worlds, most in LOTS:
        worlds = max(FEWEST, most_worlds // part)
        if len(kept) <= most:
            continue
        for start in range(0, len(kept), AT_ONCE):
            few = kept[start : start + AT_ONCE]
            sums = play_worlds(narrowed(asked, few), seed, first, worlds)
            for place, way in enumerate(few):
                received[way] += sums.of(place, PAYMENT)[0]
        first += worlds
        kept = sorted(kept, key=lambda way: -received[way])[:most]
    return kept[0]


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


def options_of(asked: Question) -> list[tuple[int, ...]]:
    """The round of each option."""
    return [asked.options[ROUND_SIZE * place : ROUND_SIZE * (place + 1)] for place in range(len(asked.moves))]


def _some_layings(table: State, move: Move) -> Iterator[tuple[tuple[Move, ...], State]]:
    """T2.3: a meld or a lay-off, alone and with all that a sensible player lays after it."""
    done, once = (move,), play(table, move)
    yield done, once
    more, full = _all_laid(once)
    if more:
        yield done + more, full


def _all_laid(table: State) -> tuple[tuple[Move, ...], State]:
    """T2.3: what a sensible player still lays in this turn, and the table after it."""
    seat, done = table.seat, []
    while table.phase is Phase.LAY:
        move = sensible(view(table, seat))
        if isinstance(move, Discard):
            break
        table = play(table, move)
        done.append(move)
    return tuple(done), table


def _after_taking(table: State, take: Take) -> Iterator[Way]:
    """T2.1, T2.3: every turn that begins with this card: nothing is laid, or something, or all."""
    taken, met = play(table, take), set()
    starts: list[tuple[tuple[Move, ...], State]] = [((), taken)]
    for move in legal_moves(taken, take.seat):
        if isinstance(move, LayMeld | Sapaw):
            starts += _some_layings(taken, move)
    for done, state in starts:
        key = _laid(state)
        if key not in met:
            met.add(key)
            yield from _ends(state, (take, *done))


def _ends(laid: State, done: tuple[Move, ...]) -> list[Way]:
    """T2.4: the turn as it stands, ended with each discard; of jokers one is as good as another."""
    seat = done[0].seat
    if laid.phase is Phase.OVER:
        return [(done, round_of(view(laid, seat)))]
    found: list[Way] = []
    jokers = 0
    for move in legal_moves(laid, seat):
        if isinstance(move, Discard):
            jokers += move.card.is_joker
            if not move.card.is_joker or jokers == 1:
                found.append(((*done, move), round_of(view(play(laid, move), seat))))
    return found


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


def _laid(table: State) -> object:
    """What has been laid: the same for two tables on which nothing but the order of it, or the jokers, differ."""
    melds = frozenset(
        (laid.owner, laid.meld.kind, laid.meld.start, len(laid.meld.cards), _naturals(laid.meld.cards), laid.secret)
        for laid in table.melds
        if laid.meld
    )
    hand = table.hands[table.seat]
    return melds, _naturals(hand), len(hand), table.sapawed, table.phase


def _naturals(held: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(card for card in held if not card.is_joker)
