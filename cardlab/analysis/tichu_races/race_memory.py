"""A Tichu race in the kernel's memory: a position of the engine written into it, and its log read as moves.

Knows how the cards of this game, its piles and its house rules become numbers, and back; knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from cardlab.analysis.compiled import Kernel
from cardlab.analysis.tichu_races import racing, racing_table
from cardlab.cards import SUITS, Card
from cardlab.tichu import DragonLocks, Draw, Flip, Move, Play, Points, Recycle, Rules, State, start
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX, WISHES, wished_value

__all__ = ["CARDS", "Room", "dealt", "lay", "noted_moves"]

CARDS: Final = (*(Card(rank + suit) for rank in WISHES for suit in SUITS), DRAGON, MAH_JONG, PHOENIX, DOG)
"""The cards as the kernel numbers them."""
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}


class Room:
    """The kernel's memory for races: the table, a pool to shuffle in, house rules, racers and the log."""

    def __init__(self, kernel: Kernel, rules: Rules, racers: Iterable[int], rows: int) -> None:
        house = (rules.wrap, rules.dragon_locks is DragonLocks.STRICT, rules.points is Points.SWAPPED)
        self.table = kernel.memory(racing_table.MEMORY)
        self.pool = kernel.memory(len(CARDS))
        self.rules = kernel.array(map(int, house))
        self.racers = kernel.array(racers)
        self.log = kernel.memory(racing.ROW * rows)

    @property
    def all(self) -> tuple[Any, ...]:
        """Everything in the order in which the kernel asks for it."""
        return self.table, self.pool, self.rules, self.racers, self.log


def _stack(table: Sequence[int], number: int) -> tuple[Card, ...]:
    """The cards of a stack, top card first."""
    bottom = racing_table.STACKS + racing_table.ROOM * number
    return tuple(CARDS[card] for card in table[bottom : bottom + table[racing_table.SIZE + number]])[::-1]


def dealt(table: Sequence[int], rules: Rules) -> State:
    """The engine's position after the deal."""
    hands = [
        tuple(card for number, card in enumerate(CARDS) if int(table[racing_table.HAND + seat]) >> number & 1)
        for seat in range(2)
    ]
    stacks = [_stack(table, number) for number in range(racing_table.DISCARD_PILE)]
    return start(rules, hands, stacks[:2], stacks[2:])


def lay(state: State, room: Room, kernel: Kernel) -> None:
    """Writes a position of the engine into the kernel's memory."""
    table = room.table
    discards = tuple(pile.cards for pile in state.piles)
    for stack, cards in enumerate((*state.draw, *state.extra, *discards)):
        for card in reversed(cards):
            kernel.racing_table.lay_on_stack(table, stack, NUMBERS[card])
    for seat in range(2):
        table[racing_table.HAND + seat] = sum(1 << NUMBERS[card] for card in state.hands[seat])
        table[racing_table.HELD + seat] = len(state.hands[seat])
        table[racing_table.OWES + seat] = int(state.owes[seat])
        table[racing_table.WISH + seat] = wished_value(state.piles[seat].wish or "") or 0
        kernel.racing_table.look_again(table, seat, room.rules)
    table[racing_table.FLIP_DUE] = int(state.flip_due)


def noted_moves(room: Room) -> Iterator[tuple[int, Move]]:
    """The moves in the log, each with the millisecond in which it was made."""
    size = racing.ROW * int(room.table[racing_table.NOTES])
    noted = [int(number) for number in room.log[:size]]
    rows = iter([noted[at : at + racing.ROW] for at in range(0, size, racing.ROW)])
    for time, *rest in rows:
        yield time, _move(rest, rows)


def _move(row: Sequence[int], rows: Iterator[Sequence[int]]) -> Move:
    """One row of the log as a move; new extra piles take the rows that follow."""
    kind, seat, card, pile, seen, wish = row
    if kind == racing.DRAWS:
        return Draw(seat)
    if kind == racing.FLIPPED:
        return Flip()
    if kind == racing.PLAYS:
        onto = CARDS[seen] if seen != racing_table.NO_CARD else None
        return Play(seat, CARDS[card], pile, onto, WISHES[wish - 2] if wish else None)
    first, second = (tuple(CARDS[next(rows)[3]] for _ in range(card)) for _ in range(2))
    return Recycle((first, second))
