"""All deals of two hidden hands from one pool, counted by their deadwood.

A kernel module: plain Python, and the source of the compiled kernel.
A hand is a cell of a grid, which has an axis for each kind of card: the cell's coordinates say how many cards of each
kind the hand has. Cells are numbered one after the other. Cards of a kind are interchangeable.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlab.analysis.kernel.hands import MOST, Memory, Numbers, bit_index

ACE: Final = 64
"""An ace adds this to a cell of `held`, above the number of cards."""
CARDS: Final = ACE - 1
CELL, DIGITS, LAST = range(3)
"""A meld in `Axes.melds`: the distance between the cells with and without it, its cards as digits, its last axis."""
MELD_SIZE: Final = 3
FIELD, COLUMNS, SMALLER, BY_ACES = range(4)
"""Slots of `settings`: the bits of a field, the number of fields, how many cards the smaller hand has, and whether each
smaller hand counts once for each of its aces. A field is the part of a packed number for one column."""
FIELDS: Final = 62
"""The bits of all fields together: those of a number in memory without its sign."""


class Axes(NamedTuple):
    """The kinds of cards, and the melds of the pool.

    - `strides`: the distance of two cells that differ in one card of the axis, and at the end the number of cells;
    - `cards`, `points`, `aces`: how many cards there are of the kind, their points each, and 1 for aces;
    - `units`: the lowest bit of the axis in a packed cell, whose fields have a bit more than any number of cards needs;
    - `melds`: see `CELL`, in ascending order of `LAST`.
    """

    strides: Numbers
    cards: Numbers
    points: Numbers
    aces: Numbers
    units: Numbers
    melds: Numbers


class Grid(NamedTuple):
    """Numbers by cell: `least` deadwood, cards and aces `held` (`ACE`), a workspace."""

    least: Memory
    held: Memory
    ways: Memory


def lay_out(axes: Axes, grid: Grid, guards: int, found: Memory) -> None:
    """Write the least deadwood, the cards and the aces of every hand to `grid`.

    `guards`: the top bit of each axis in a packed cell; `found`: output: at index `MOST` * cards + deadwood the number
    of different hands with so many cards and so much deadwood.
    Each hand follows from smaller ones: a card of its last kind is left over, or is in a meld that ends with that kind.
    """
    least, held, digits = grid.least, grid.held, grid.ways
    least[0] = held[0] = digits[0] = 0
    found[0] = 1
    first = 0
    for axis in range(len(axes.cards)):
        stride, unit, points = axes.strides[axis], axes.units[axis], axes.points[axis]
        more = 1 + ACE * axes.aces[axis]
        end = first
        while end < len(axes.melds) and axes.melds[end + LAST] == axis:
            end += MELD_SIZE
        for cell in range(stride, axes.strides[axis + 1]):
            without = cell - stride
            held[cell] = held[without] + more
            packed = digits[without] + unit
            digits[cell] = packed
            best = least[without] + points
            for meld in range(first, end, MELD_SIZE):
                if (packed | guards) - axes.melds[meld + DIGITS] & guards == guards:
                    best = min(best, least[cell - axes.melds[meld + CELL]])
            least[cell] = best
            found[MOST * (held[cell] & CARDS) + best] += 1
        first = end


def list_hands(axes: Axes, grid: Grid, size: int, cells: Memory, often: Memory) -> None:
    """Write each hand of this size to `cells`, and how often it is dealt to `often`.

    Both are outputs: the numbers of the cells, and in how many ways each can be dealt. `grid`: see `lay_out`.
    """
    listed = 0
    for cell in range(axes.strides[len(axes.cards)]):
        if grid.held[cell] & CARDS == size:
            ways = 1
            for axis in range(len(axes.cards)):
                cards = axes.cards[axis]
                if cards > 1:
                    for one in range(cell // axes.strides[axis] % (cards + 1)):
                        ways = ways * (cards - one) // (one + 1)
            cells[listed], often[listed] = cell, ways
            listed += 1


def count_pairs(
    axes: Axes, grid: Grid, settings: Numbers, columns: Numbers, cells: Numbers, often: Numbers, totals: Memory
) -> None:
    """Count the smaller hands beside each larger one, by the deadwood of both.

    `grid`: its workspace is overwritten. `settings`: see `FIELD`. `columns`: for each deadwood of a smaller hand its
    column, or -1 to leave it out. `cells`, `often`: the larger hands, see `list_hands`. `totals`: output: for each
    deadwood of the larger hand two numbers a column: the deals, and the larger hand's aces in all of them.
    """
    least, held, ways = grid.least, grid.held, grid.ways
    field, at_once, smaller = settings[FIELD], settings[COLUMNS], settings[SMALLER]
    size = axes.strides[len(axes.cards)]
    for cell in range(size):
        column = columns[least[cell]] if held[cell] & CARDS == smaller else -1
        weight = held[cell] // ACE if settings[BY_ACES] else 1
        ways[cell] = weight << field * column if column >= 0 else 0
    # Of i interchangeable cards C(i, j) ways deal j. Cells with more cards than any rest may overflow unread.
    for axis in range(len(axes.cards)):
        stride, cards = axes.strides[axis], axes.cards[axis]
        for start in range(0, size, axes.strides[axis + 1]):
            # If the following kinds alone have more cards than a smaller hand, there is none.
            if held[start] & CARDS <= smaller:
                for lowest in range(cards):
                    for cell in range(start + stride * cards, start + stride * lowest, -stride):
                        for one in range(stride):
                            ways[cell + one] += ways[cell - stride + one]
    for number in range(len(totals)):
        totals[number] = 0
    mask = (1 << field) - 1
    for hand in range(len(cells)):
        cell = cells[hand]
        beside = ways[size - 1 - cell]
        row = 2 * at_once * least[cell]
        while beside:
            column = bit_index(beside & -beside) // field
            dealt = (beside >> field * column & mask) * often[hand]
            beside &= ~(mask << field * column)
            totals[row + 2 * column] += dealt
            totals[row + 2 * column + 1] += dealt * (held[cell] // ACE)
