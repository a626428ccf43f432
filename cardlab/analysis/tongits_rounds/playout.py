"""Whole rounds of Tongits by careful players, on masks: who begins how, what is thrown away, who calls and challenges.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows T2 and T6 for players like the bot `careful`; `cardlab.tongits` stays the judge of every move.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel import HAND, ONE_RANK, ONE_SUIT, Memory, Numbers, count, place
from cardlab.analysis.tongits_rounds.deal import (
    ANSWER,
    CALLER,
    CHALLENGERS,
    DISCARDED,
    DISCARDS,
    DRAW,
    HANDS,
    LAST_DRAWER,
    LAY,
    OPENED,
    OVER,
    PHASE,
    SAPAWED,
    SEAT,
    SEATS,
    STOCK,
    STOCK_LEFT,
    TAKEN,
    TAKES,
    chance,
)
from cardlab.analysis.tongits_rounds.laying import lay_everything
from cardlab.analysis.tongits_rounds.putting import (
    ACE_HIGH,
    CALLED,
    CHALLENGED,
    CHIPS,
    DISCARDED_IT,
    DRAWN,
    EVERYONE,
    FOLDED,
    JOKER_BITS,
    SAPAW_BLOCKS_CALL,
    TOOK,
    write,
)
from cardlab.analysis.tongits_rounds.settling import held_now

__all__ = ["completes", "draw", "play_on"]

CALL_AT_MOST: Final = 20
CHALLENGE_AT_MOST: Final = 20
"""The deadwood with which a careful player dares to call, and to challenge for chips."""
MOST_TAKES: Final = 30

KINGS: Final = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51
HIGHEST_TWO: Final = KINGS | KINGS >> 1
LOWEST: Final = ONE_RANK
LOWEST_TWO: Final = ONE_RANK | ONE_RANK << 1
OF_POINTS: Final = (0, *(ONE_RANK << number for number in range(9)), ONE_RANK * 0b1111 << 9)
"""The cards that count so many points (T9.1), at place 0 to 10."""
TENS_FOLDED: Final = (0, *(1 << 10 for _ in range(15)))
"""For the ranks from ten on as four bits: bit 10 if there is one, for all of them count ten."""
ALONE_AT: Final = (0, 0, 0, *OF_POINTS)
AMONG_AT: Final = (*OF_POINTS, 0, 0, 0)
"""The cards worth so much to throw away, three more than their points alone, and as much in company."""


def play_on(
    played: Memory, rules: Numbers, source: Memory, log: Memory, uncovered: Numbers, in_run: Numbers, points: Numbers
) -> None:
    """Plays the round to its end, from wherever it stands."""
    while played[PHASE] != OVER:
        if played[PHASE] == DRAW:
            begin(played, rules, log, uncovered, in_run, points)
        elif played[PHASE] == LAY:
            lay_everything(played, rules, log, uncovered, in_run)
            if played[PHASE] != OVER:
                throw_away(played, source, log)
        else:
            answer(played, rules, log, uncovered, in_run, points)


def begin(played: Memory, rules: Numbers, log: Memory, uncovered: Numbers, in_run: Numbers, points: Numbers) -> None:
    """T2.1: calls with little deadwood, takes a discard that completes a meld, else draws."""
    seat = played[SEAT]
    if played[TAKES] < MOST_TAKES:
        if played[OPENED] >> seat & 1 and not (rules[SAPAW_BLOCKS_CALL] and played[SAPAWED] >> seat & 1):
            if held_now(played, seat, rules, uncovered, in_run, points) <= CALL_AT_MOST:
                call(played, rules, log)
                return
        if played[DISCARDED] and completes(played[HANDS + seat], top_discard(played), rules):
            take(played, log)
            return
    draw(played, log)


def top_discard(played: Numbers) -> int:
    """The number of the card that lies on top of the discard pile."""
    return played[DISCARDS + played[DISCARDED] - 1]


def draw(played: Memory, log: Memory) -> None:
    """T2.1: the top card of the stock goes into the hand."""
    seat = played[SEAT]
    played[STOCK_LEFT] -= 1
    played[HANDS + seat] |= 1 << played[STOCK + played[STOCK_LEFT]]
    played[PHASE] = LAY
    played[TAKES] = 0
    played[LAST_DRAWER] = seat
    played[SAPAWED] &= ~(1 << seat)
    write(log, DRAWN, seat, 0, 0)


def take(played: Memory, log: Memory) -> None:
    """T2.1: the top card of the discard pile goes into the hand."""
    seat = played[SEAT]
    card = top_discard(played)
    played[DISCARDED] -= 1
    played[HANDS + seat] |= 1 << card
    played[PHASE] = LAY
    played[TAKEN] = card
    played[TAKES] += 1
    played[SAPAWED] &= ~(1 << seat)
    write(log, TOOK, seat, 0, 0)


def call(played: Memory, rules: Numbers, log: Memory) -> None:
    """T6.1 and T6.2: the opponents are asked in seat order, or everyone who has opened takes part."""
    seat = played[SEAT]
    played[CALLER] = seat
    write(log, CALLED, seat, 0, 0)
    if rules[EVERYONE]:
        played[CHALLENGERS] = played[OPENED] & ~(1 << seat)
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS
        played[PHASE] = ANSWER


def answer(played: Memory, rules: Numbers, log: Memory, uncovered: Numbers, in_run: Numbers, points: Numbers) -> None:
    """T6.2, T6.3: challenges if losing costs no more than folding (T9.3); for chips with little deadwood."""
    seat = played[SEAT]
    may = played[OPENED] >> seat & 1
    if may and (not rules[CHIPS] or held_now(played, seat, rules, uncovered, in_run, points) <= CHALLENGE_AT_MOST):
        answer_with(played, log, CHALLENGED)
    else:
        answer_with(played, log, FOLDED)


def answer_with(played: Memory, log: Memory, what: int) -> None:
    """T6.2 and T6.4: one answer; after the second the hands are shown."""
    seat = played[SEAT]
    if what == CHALLENGED:
        played[CHALLENGERS] |= 1 << seat
    write(log, what, seat, 0, 0)
    if (seat + 1) % SEATS == played[CALLER]:
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS


def completes(hand: int, card: int, rules: Numbers) -> bool:
    """Whether the card makes a meld with cards of the hand; with a joker in the hand one other card is enough."""
    wild = 1 if hand & JOKER_BITS else 0
    if card >= 52:
        return wild == 0 and has_company(hand & HAND) != 0
    rank = card % 13
    if count(hand & ONE_RANK << rank) + wild >= 2:
        return True
    held = hand >> card - rank & ONE_SUIT
    # The five numbers around the card as five bits, the card in the middle; beyond king lies the ace if it is high.
    near = held << 2 >> rank & 31
    if rules[ACE_HIGH]:
        if rank >= 11 and held & 1:
            near |= 1 << 15 - rank
        if rank == 0 and count(held >> 11) + wild >= 2:
            return True
    if wild:
        return near != 0
    return near & 3 == 3 or near & 10 == 10 or near & 24 == 24


def throw_away(played: Memory, source: Memory, log: Memory) -> None:
    """T2.4: the dearest card without company, a card with company counting three points less; of equal ones any."""
    seat = played[SEAT]
    hand = played[HANDS + seat]
    taken = played[TAKEN]
    free = hand & ~(1 << taken) if taken >= 0 else hand
    naturals = free & HAND
    if naturals:
        company = has_company(hand & HAND)
        alone = naturals & ~company
        among = naturals & company
        ranks = (alone | alone >> 13 | alone >> 26 | alone >> 39) & ONE_SUIT
        near = (among | among >> 13 | among >> 26 | among >> 39) & ONE_SUIT
        # Bit 3 + points stands for a rank: with company three less, and all from ten on count the same.
        worth = TENS_FOLDED[ranks >> 9] << 3 | (ranks & 511) << 4 | TENS_FOLDED[near >> 9] | (near & 511) << 1
        worth |= worth >> 1
        worth |= worth >> 2
        worth |= worth >> 4
        worth |= worth >> 8
        dearest = place(worth + 1 >> 1)
        chosen = alone & ALONE_AT[dearest] | among & AMONG_AT[dearest]
        higher = chosen & -1 << (chance(source) * 52 >> 32)
        chosen = higher & -higher if higher else chosen & -chosen
        card = place(chosen)
    else:
        chosen = free & -free
        card = place_of_joker(chosen)
    discard(played, log, chosen, card)


def discard(played: Memory, log: Memory, cards: int, card: int) -> None:
    """T2.4: the discard ends the turn. T5.1: an empty hand ends the round. T8.1: so does a stock that is used up."""
    seat = played[SEAT]
    played[HANDS + seat] &= ~cards
    played[DISCARDS + played[DISCARDED]] = card
    played[DISCARDED] += 1
    played[TAKEN] = -1
    write(log, DISCARDED_IT, seat, cards, 0)
    if not played[HANDS + seat] or not played[STOCK_LEFT]:
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS
        played[PHASE] = DRAW


def place_of_joker(bit: int) -> int:
    """The number of a joker, 52 to 55."""
    number = 52
    while bit >> number != 1:
        number += 1
    return number


def has_company(hand: int) -> int:
    """The cards that could become a meld with one more: another of the rank, or one of the suit at most two away."""
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39
    pairs = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    up = (hand & ~KINGS) << 1 | (hand & ~HIGHEST_TWO) << 2
    down = (hand & ~LOWEST) >> 1 | (hand & ~LOWEST_TWO) >> 2
    return hand & (pairs * ONE_RANK | up | down)
