"""Tichu 1.on.1 as a race against time: both play at once, each with his own reaction time (U2.1, U2.4).

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows when each side does what it has in mind, and what a careful or an eager player has in mind;
what the moves do stands in `racing_table`.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel import Memory, Numbers, count, place
from cardlab.analysis.tichu_races.racing_table import (
    CARD,
    DISCARD_PILE,
    DOG,
    EXTRA_PILE,
    FITTING,
    FLIP_DUE,
    FLIPS,
    HAND,
    LATE,
    MAH_JONG,
    NAMED,
    NO_CARD,
    NOTES,
    NOW,
    OPEN,
    ORDINARY,
    PLANNED,
    READY,
    RECYCLES,
    ROOM,
    SEEN,
    SIZE,
    SPEAKER,
    STACKS,
    TARGET,
    WISH,
    cards_that_fit,
    deal_extra_piles,
    draw_up,
    ending_of_race,
    lay_card,
    lay_out,
    may_draw,
    may_play,
    may_turn,
    nobody_moves,
    points_for,
    top_card,
    turn_cards,
)
from cardlab.analysis.tongits_rounds.deal import begin_world, chance, shuffle_world

__all__ = ["race_many", "race_on", "shuffle_deck"]

MEAN, SPREAD, LEAST, EAGER = 0, 2, 4, 6
"""The racers, by seat: mean and spread of a reaction and the quickest there is, in milliseconds; eager: 0 or 1."""

NOTHING, PLAYS, DRAWS, FLIPPED, RECYCLED, DEALT = 0, 1, 2, 3, 4, 5
"""What a side has in mind, and the kinds of rows in the log."""
ROW: Final = 7
"""A row of the log: time, kind, seat, card, pile, the card seen, wish. After RECYCLED a row DEALT for each card."""
LONGEST_MOVE: Final = 60
"""The rows that one turn of the loop can need: new extra piles and the flip."""

RACES, ONE_POINT, TWO_POINTS, DRAWN, GIVEN_UP, TIME, SQUARES, TOO_LATE = 0, 1, 3, 5, 6, 7, 8, 10
ALL_FLIPS, ALL_RECYCLES, SUMS = 12, 13, 14
"""What `race_many` adds up: races; by seat wins that pay one point and two; races that nobody won and races given up;
of the others milliseconds, their squares (below and from 2 ** 31 on), by seat cards too late, flips and recycles."""
HALF: Final = 31


def shuffle_deck(table: Memory, pool: Memory) -> None:
    """All 56 cards in an order of chance."""
    for card in range(56):
        pool[card] = card
    shuffle_world(pool, 56, table)


def reaction(table: Memory, racers: Numbers, seat: int) -> int:
    """How many milliseconds the seat takes: the mean, and three dice of 1024 sides for the spread (its deviation)."""
    dice = chance(table)
    thrown = (dice & 1023) + (dice >> 10 & 1023) + (dice >> 20 & 1023)
    taken = racers[MEAN + seat] + (racers[SPREAD + seat] * (2 * thrown - 3069) + 512 >> 10)
    return max(taken, racers[LEAST + seat])


def note(table: Memory, log: Memory, kind: int, seat: int, card: int, pile: int, seen: int, wish: int) -> None:
    """Writes a row of the log, if there is room for it."""
    row = ROW * table[NOTES]
    if row + ROW <= len(log):
        log[row] = table[NOW]
        log[row + 1] = kind
        log[row + 2] = seat
        log[row + 3] = card
        log[row + 4] = pile
        log[row + 5] = seen
        log[row + 6] = wish
    table[NOTES] += 1


def goes_on(table: Numbers, rest: int, card: int, pile: int, wish: int, rules: Numbers) -> int:
    """How many of the other cards fit on the pile after this one."""
    if card == DOG:
        return count(rest & table[FITTING + pile])
    named = wish if card == MAH_JONG else table[WISH + pile]
    return count(rest & cards_that_fit(card, table[SPEAKER + pile], named, rules))


def choose_play(table: Memory, seat: int, rules: Numbers) -> None:
    """Plans the play after which most other cards fit, ordinary cards before special ones, wishes tried one by one.

    Equally good plays are drawn by lot.
    """
    hand = table[HAND + seat]
    able = hand & (table[FITTING] | table[FITTING + 1])
    wanted = able & ORDINARY if able & ORDINARY else able
    best, equals = -1, 0
    for pile in range(2):
        rest = wanted & table[FITTING + pile]
        while rest:
            bit = rest & -rest
            rest ^= bit
            card = place(bit)
            for wish in range(15 if card == MAH_JONG else 1):
                if wish == 1:
                    continue
                follow = goes_on(table, hand ^ bit, card, pile, wish, rules)
                if follow < best:
                    continue
                equals = equals + 1 if follow == best else 1
                best = follow
                if equals == 1 or chance(table) * equals >> 32 == 0:
                    table[CARD + seat] = card
                    table[TARGET + seat] = pile
                    table[NAMED + seat] = wish
    pile = table[TARGET + seat]
    table[SEEN + seat] = top_card(table, DISCARD_PILE + pile) if table[SIZE + DISCARD_PILE + pile] else NO_CARD


def make_plan(table: Memory, seat: int, rules: Numbers, racers: Numbers) -> None:
    """What the seat has in mind, and when it will be done: a careful side draws up first, an eager one plays first."""
    plays = may_play(table, seat)
    if may_draw(table, seat) and not (plays and racers[EAGER + seat]):
        table[PLANNED + seat] = DRAWS
    elif plays:
        table[PLANNED + seat] = PLAYS
        choose_play(table, seat, rules)
    else:
        return
    table[READY + seat] = table[NOW] + reaction(table, racers, seat)


def fits_still(table: Numbers, seat: int) -> bool:
    """U2.4: whether the card that the seat has in mind fits on what lies there now; an empty pile is empty no more."""
    pile = table[TARGET + seat]
    gone = table[SEEN + seat] == NO_CARD and table[SIZE + DISCARD_PILE + pile] > 0
    return not gone and table[FITTING + pile] >> table[CARD + seat] & 1 != 0


def carry_out(table: Memory, seat: int, rules: Numbers, log: Memory) -> None:
    """U2.4: does what the seat had in mind if it is still possible; if not he was too late, and needs a new plan."""
    planned, card, pile = table[PLANNED + seat], table[CARD + seat], table[TARGET + seat]
    table[PLANNED + seat] = NOTHING
    if planned == DRAWS and may_draw(table, seat):
        note(table, log, DRAWS, seat, 0, 0, 0, 0)
        draw_up(table, seat)
    elif planned == PLAYS and fits_still(table, seat):
        note(table, log, PLAYS, seat, card, pile, table[SEEN + seat], table[NAMED + seat])
        lay_card(table, seat, card, pile, table[NAMED + seat], rules)
    else:
        table[LATE + seat] += 1


def turn_together(table: Memory, pool: Memory, rules: Numbers, racers: Numbers, log: Memory) -> None:
    """U4.1, U4.3: play stops; when the slower side is ready too both turn a card, if need be from new extra piles."""
    table[PLANNED] = table[PLANNED + 1] = NOTHING
    table[NOW] += max(reaction(table, racers, 0), reaction(table, racers, 1))
    if not table[SIZE + EXTRA_PILE] and not table[SIZE + EXTRA_PILE + 1]:
        each = deal_extra_piles(table, pool, rules)
        note(table, log, RECYCLED, 0, each, 0, 0, 0)
        for seat in range(2):
            for number in range(each - 1, -1, -1):
                note(table, log, DEALT, seat, table[STACKS + ROOM * (EXTRA_PILE + seat) + number], 0, 0, 0)
    note(table, log, FLIPPED, 0, 0, 0, 0, 0)
    turn_cards(table, rules)


def race_on(
    table: Memory, pool: Memory, rules: Numbers, racers: Numbers, log: Memory, most: int
) -> tuple[int, int, int]:
    """Plays a race to its end, or until `most` rows are noted: the ending, the winner (-1: nobody) and his points."""
    while True:
        ending, winner = ending_of_race(table)
        if ending != OPEN or table[NOTES] + LONGEST_MOVE > most:
            return ending, winner, points_for(table, rules) if winner >= 0 else 0
        if may_turn(table) and (table[FLIP_DUE] or nobody_moves(table)):
            turn_together(table, pool, rules, racers, log)
            continue
        for seat in range(2):
            if table[PLANNED + seat] == NOTHING:
                make_plan(table, seat, rules, racers)
        if table[PLANNED] and table[PLANNED + 1]:
            ahead = table[READY] - table[READY + 1]
            seat = chance(table) & 1 if ahead == 0 else 0 if ahead < 0 else 1
        else:
            seat = 0 if table[PLANNED] else 1
        table[NOW] = table[READY + seat]
        carry_out(table, seat, rules, log)


def race_many(
    table: Memory,
    pool: Memory,
    rules: Numbers,
    racers: Numbers,
    log: Memory,
    most: int,
    seed: int,
    first: int,
    races: int,
    sums: Memory,
) -> None:
    """Deals and plays the races `first`, `first` + 1 and so on of a run, and adds up how they end."""
    for number in range(first, first + races):
        begin_world(table, seed, number)
        shuffle_deck(table, pool)
        lay_out(table, pool, rules)
        ending, winner, points = race_on(table, pool, rules, racers, log, most)
        sums[RACES] += 1
        if ending == OPEN:
            sums[GIVEN_UP] += 1
            continue
        if winner < 0:
            sums[DRAWN] += 1
        else:
            sums[(ONE_POINT if points == 1 else TWO_POINTS) + winner] += 1
        sums[TIME] += table[NOW]
        square = table[NOW] * table[NOW]
        sums[SQUARES] += square & (1 << HALF) - 1
        sums[SQUARES + 1] += square >> HALF
        for seat in range(2):
            sums[TOO_LATE + seat] += table[LATE + seat]
        sums[ALL_FLIPS] += table[FLIPS]
        sums[ALL_RECYCLES] += table[RECYCLES]
