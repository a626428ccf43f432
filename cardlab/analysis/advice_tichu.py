"""Advice for Tichu 1.on.1 tried by numbers: races of two sides of which one heeds it and the other does not.

First whole races (`against`), then special cards: at moments of races in which one could be played, what playing it
now wins or loses against keeping it (`spent`). The same arguments give the same figures, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from cardlab.analysis.advice import Figure
from cardlab.analysis.kernel import races as slots
from cardlab.analysis.kernel.compiled import Kernel, best
from cardlab.analysis.races import CARDS, SKILLED, Racer, Room, many
from cardlab.analysis.tichu_whatif import Way, compare, ways
from cardlab.cards import Card
from cardlab.tichu import Draw, Flip, Pile, Play, Rules, State, View, outcome, view
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import DOG, DRAGON, PHOENIX, WISHES

SPENT: Final = (DRAGON, PHOENIX, DOG)
"""The special cards of which it is asked when to play them."""
MOST_MOVES: Final = 75
"""A race is looked at after fewer moves than these."""


@dataclass(frozen=True, slots=True)
class Raced:
    """What one side of many races won: which part of them, and points won less points lost, a race."""

    share: Figure
    points: Figure


def against(
    one: Racer, other: Racer, races: int, *, seed: int = 0, rules: Rules | None = None, kernel: Kernel | None = None
) -> Raced:
    """What the first racer wins against the second in so many races; half of them in either seat."""
    won = []
    half = races // 2
    for seat in (0, 1):
        racers = (one, other) if seat == 0 else (other, one)
        tally = many(rules or Rules(), half, seed, racers, first=half * seat, kernel=kernel)
        counts = [(1, tally.one_point[seat]), (2, tally.two_points[seat])]
        counts += [(-1, tally.one_point[1 - seat]), (-2, tally.two_points[1 - seat])]
        counts.append((0, tally.finished - sum(number for _, number in counts)))
        won += counts
    return Raced(_figure([(int(points > 0), number) for points, number in won]), _figure(won))


def _figure(counted: list[tuple[int, int]]) -> Figure:
    """The mean of values that were met so often."""
    cases = sum(number for _, number in counted)
    mean = sum(value * number for value, number in counted) / cases
    square = sum(value * value * number for value, number in counted) / cases
    return Figure(mean, ((square - mean * mean) / cases) ** 0.5, cases)


@dataclass(frozen=True, slots=True)
class Spent:
    """One moment at which a special card could be played.

    - `alone`: whether nothing else fitted;
    - `brought`: how much likelier it wins by playing it now than by keeping it.
    """

    card: Card
    alone: bool
    brought: float


def spent(races: int, worlds: int = 50, *, seed: int = 0, kernel: Kernel | None = None) -> list[Spent]:
    """Of so many races one moment each: what playing a special card brings, if a hand that is drawn up has one.

    On which pile is found in other worlds than those in which playing and keeping are compared.
    """
    kernel = kernel or best()
    found = []
    for number in range(races):
        state = _moment(seed, number, kernel)
        if outcome(state) is not None:
            continue
        for seat in SEATS:
            if not any(card in state.hands[seat] for card in SPENT):
                continue
            seen = view(state, seat)
            open_ways = ways(seen)
            if any(isinstance(way.move, Draw | Flip) for way in open_ways):
                continue
            for card in SPENT:
                keep = Way(None, card)
                if keep in open_ways:
                    found.append(_spent(seen, card, keep, worlds, seed, kernel))
    return found


def _moment(seed: int, number: int, kernel: Kernel) -> State:
    """A race of two skilled sides as it stands after some moves, how many is chance."""
    rows = Random(f"{seed} {number}").randrange(MOST_MOVES)
    room = Room(kernel, Rules(), SKILLED, seed, rows=rows + slots.LONGEST_MOVE)
    kernel.rounds.begin_world(room.table, seed, number)
    kernel.races.shuffle_deck(room.table, room.pool)
    kernel.races.lay_out(room.table, room.pool, room.settings)
    kernel.races.race_on(room.table, room.pool, room.settings, room.log)
    table = [int(one) for one in room.table]
    hands = [tuple(card for at, card in enumerate(CARDS) if table[slots.HAND + seat] >> at & 1) for seat in SEATS]
    stacks = [_stack(table, stack) for stack in range(slots.DISCARD_PILE + 2)]
    wishes = [table[slots.WISH + pile] for pile in SEATS]
    piles = [
        Pile(cards, WISHES[wish - 2] if wish else None)
        for cards, wish in zip(stacks[slots.DISCARD_PILE :], wishes, strict=True)
    ]
    return State(
        (hands[0], hands[1]),
        Rules(),
        (stacks[0], stacks[1]),
        (stacks[2], stacks[3]),
        (piles[0], piles[1]),
        (bool(table[slots.OWES]), bool(table[slots.OWES + 1])),
        bool(table[slots.FLIP_DUE]),
    )


def _stack(table: list[int], stack: int) -> tuple[Card, ...]:
    """The cards of a stack, top card first."""
    start = slots.STACKS + slots.ROOM * stack
    return tuple(CARDS[card] for card in table[start : start + table[slots.SIZE + stack]])[::-1]


def _plays(way: Way, card: Card) -> bool:
    return isinstance(way.move, Play) and way.move.card is card


def _spent(seen: View, card: Card, keep: Way, worlds: int, seed: int, kernel: Kernel) -> Spent:
    open_ways = ways(seen)
    plays = [way for way in open_ways if _plays(way, card)]
    others = [way for way in open_ways if isinstance(way.move, Play) and way not in plays]
    first = compare(seen, plays, worlds=worlds, seed=seed, kernel=kernel)
    chosen = max(plays, key=lambda way: first.win(way).mean)
    found = compare(seen, [chosen, keep], worlds=worlds, seed=seed, first=worlds, kernel=kernel)
    return Spent(card, not others, found.less(keep, chosen).mean)
