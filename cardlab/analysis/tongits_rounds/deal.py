"""The memory of a round on masks: what lies where in it, shuffling, and dealing the cards that nobody has seen.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows where things stand and how chance comes; knows no rule.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel import Memory, Numbers

__all__ = ["begin_world", "chance", "copy", "shuffle_world"]

SEAT, PHASE, TAKEN, TAKES, SAPAWED, CALLER, CHALLENGERS = 0, 1, 2, 3, 4, 5, 6
LAST_DRAWER, OPENED, FITS, HIDDEN_FOURS = 7, 8, 9, 10
"""Numbers of a round: seats and cards, -1 for none; sets of seats as three bits; FITS: what can be laid off now."""
STOCK_LEFT, DISCARDED, LAID = 11, 12, 13
"""How many cards lie in the stock and on the discard pile, and how many melds on the table."""
HANDS, UNSEEN_IN_HAND = 14, 17
"""Three hands as masks, and of how many of their cards nothing is known."""
STOCK, DISCARDS, MELDS = 20, 76, 132
"""The stock and the discard pile, top card last, and the melds, six numbers each."""
OWNER, SUIT, LOW, HIGH, CARDS, SECRET, MELD_SIZE = 0, 1, 2, 3, 4, 5, 6
"""A meld: its seat; the suit of a run, -1 of a set; its lowest and highest number (1 to 14); its cards; face down."""
WORKSPACE: Final = 132 + 6 * 19
ROUND_SIZE: Final = WORKSPACE + 26
"""Room to work in at the end of a round, and how many numbers a round is."""

DRAW, LAY, ANSWER, OVER = 0, 1, 2, 3
SEATS: Final = 3
LOW_32: Final = 0xFFFFFFFF


def chance(source: Memory) -> int:
    """The next number, 0 to 2 ** 32 - 1, of a linear congruential generator of 62 bits; the source is its state.

    Compiled, the product overflows; the bits that are kept are the same.
    """
    source[0] = (source[0] * 6364136223846793005 + 1442695040888963407) & (1 << 62) - 1
    return source[0] >> 30


def begin_world(source: Memory, seed: int, world: int) -> None:
    """Sets the source of chance to where a world begins, far from where any other does."""
    mixed = (seed & LOW_32) * 0x9E3779B1 + world * 0x85EBCA6B & LOW_32
    for _ in range(3):
        mixed = (mixed ^ mixed >> 16) * 0x45D9F3B & LOW_32
    source[0] = mixed << 30 | (world & 0x3FFFFFFF)
    chance(source)
    chance(source)


def copy(rounds: Numbers, start: int, target: Memory) -> None:
    """Copies the round that begins at `start`."""
    for number in range(MELDS + MELD_SIZE * rounds[start + LAID]):
        target[number] = rounds[start + number]


def shuffle_world(pool: Memory, size: int, source: Memory) -> None:
    """Shuffles the first `size` cards of the pool."""
    for last in range(size - 1, 0, -1):
        other = chance(source) * (last + 1) >> 32
        pool[last], pool[other] = pool[other], pool[last]


def deal_world(played: Memory, pool: Numbers, size: int) -> None:
    """Deals the shuffled cards that nobody has seen: to the hands what they lack, the rest is the stock."""
    dealt = 0
    for seat in range(SEATS):
        hand = 0
        for _ in range(played[UNSEEN_IN_HAND + seat]):
            hand |= 1 << pool[dealt]
            dealt += 1
        played[HANDS + seat] |= hand
    for number in range(size - dealt):
        played[STOCK + number] = pool[dealt + number]
