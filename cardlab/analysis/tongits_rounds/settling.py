"""What a round on masks comes to: what each hand counts, who has won, and what each seat receives.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows T6.4 to T9.4 as questions about a round; `cardlab.tongits` stays the judge.
"""

from __future__ import annotations

from cardlab.analysis.kernel import HAND, ONE_RANK, ONE_SUIT, Memory, Numbers, count, least_with_jokers, place
from cardlab.analysis.tongits_rounds.deal import (
    CALLER,
    CARDS,
    CHALLENGERS,
    HANDS,
    LAID,
    LAST_DRAWER,
    MELD_SIZE,
    MELDS,
    OPENED,
    OWNER,
    SEATS,
    SECRET,
    WORKSPACE,
)
from cardlab.analysis.tongits_rounds.putting import (
    CHIPS,
    CONCEALED_COUNT,
    JOKER_BITS,
    JOKER_POINTS,
    LAST_DRAWER_WINS,
    NEXT_SEAT,
    TIE_TO_CHALLENGER,
)

__all__ = ["held_now", "settle"]

ENDING, WINNER, COUNTS, PAYMENTS, RESULT_SIZE = 0, 1, 2, 5, 8
"""A result: how the round ended, who won it or -1, then by seat what the hand counts and what is received."""
BY_TONGITS, BY_DRAW, BY_STOCK, VOID = 0, 1, 2, 3


def held_now(played: Memory, seat: int, rules: Numbers, uncovered: Numbers, in_run: Numbers, points: Numbers) -> int:
    """T9.2: what the hand of a seat counts now."""
    hand = played[HANDS + seat]
    naturals = hand & HAND
    if rules[CONCEALED_COUNT]:
        found = points[naturals & ONE_SUIT] + points[naturals >> 13 & ONE_SUIT]
        found += points[naturals >> 26 & ONE_SUIT] + points[naturals >> 39]
        return found + rules[JOKER_POINTS] * count(hand & JOKER_BITS)
    return least_with_jokers(
        naturals, count(hand & JOKER_BITS), rules[JOKER_POINTS], uncovered, in_run, played, WORKSPACE
    )


def settle(
    played: Memory, rules: Numbers, uncovered: Numbers, in_run: Numbers, points: Numbers, result: Memory
) -> None:
    """T6.4 to T9.4: how a round that is over ended, who won it, what each hand counts, and what each seat receives."""
    for seat in range(SEATS):
        result[COUNTS + seat] = held_now(played, seat, rules, uncovered, in_run, points)
        result[PAYMENTS + seat] = 0
    winner = -1
    for seat in range(SEATS):
        if not played[HANDS + seat]:
            winner = seat
    if winner >= 0:
        result[ENDING] = BY_TONGITS
    elif played[CALLER] >= 0:
        result[ENDING] = BY_DRAW
        winner = draw_winner(played, rules, result)
    elif played[OPENED]:
        result[ENDING] = BY_STOCK
        winner = stock_winner(played, rules, result)
    else:
        result[ENDING] = VOID
    result[WINNER] = winner
    if winner >= 0:
        for seat in range(SEATS):
            if seat != winner:
                paid = max(0, result[COUNTS + seat] - result[COUNTS + winner])
                if rules[CHIPS]:
                    paid = chips(played, winner, seat, result[ENDING])
                result[PAYMENTS + seat] = -paid
                result[PAYMENTS + winner] += paid


def lowest_of(seats: int, result: Numbers) -> int:
    """The seats, as bits, that have the lowest deadwood of those given."""
    lowest, level = -1, 0
    for seat in range(SEATS):
        if seats >> seat & 1:
            if lowest < 0 or result[COUNTS + seat] < lowest:
                lowest, level = result[COUNTS + seat], 0
            if result[COUNTS + seat] == lowest:
                level |= 1 << seat
    return level


def draw_winner(played: Numbers, rules: Numbers, result: Numbers) -> int:
    """T6.4 to T6.7: of the caller and the challengers the lowest deadwood wins."""
    caller = played[CALLER]
    level = lowest_of(played[CHALLENGERS] | 1 << caller, result)
    if level >> caller & 1 and (level == 1 << caller or not rules[TIE_TO_CHALLENGER]):
        return caller
    if level >> caller & 1 and count(level) == SEATS and rules[NEXT_SEAT]:
        return (caller + 1) % SEATS
    return last_to_meld(played, level & ~(1 << caller))


def stock_winner(played: Numbers, rules: Numbers, result: Numbers) -> int:
    """T8.2 and T8.4: the lowest deadwood among those who are not burned wins."""
    level = lowest_of(played[OPENED], result)
    if rules[LAST_DRAWER_WINS]:
        seat = played[LAST_DRAWER]
        while not level >> seat & 1:
            seat = (seat + 1) % SEATS
        return seat
    return last_to_meld(played, level)


def last_to_meld(played: Numbers, seats: int) -> int:
    """T6.6 and T8.4: of these seats, the one that laid a meld last; of one seat, that one."""
    for number in range(played[LAID] - 1, -1, -1):
        owner = played[MELDS + MELD_SIZE * number + OWNER]
        if seats >> owner & 1:
            return owner
    return place(seats)


def chips(played: Numbers, winner: int, seat: int, ending: int) -> int:
    """T9.4: what one opponent pays the winner in chips."""
    paid = 3 if ending == BY_TONGITS or (ending == BY_DRAW and played[CHALLENGERS]) else 1
    aces = played[HANDS + winner] & ONE_RANK
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if played[meld + OWNER] == winner:
            aces |= played[meld + CARDS] & ONE_RANK
            paid += 3 * played[meld + SECRET]
    return paid + count(aces) + (0 if played[OPENED] >> seat & 1 else 1)
