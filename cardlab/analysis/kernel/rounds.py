"""Rounds of Tongits on bit masks: the effect of every move, and the result.

In this order: the memory of a round (its slots, the random numbers, the deal), the moves of a turn, the answers to a
call, the end. `player` chooses the moves. `played` is the memory of a round. Moves change it, for the seat in turn.
`cards` and hands are bits. A `card` is an index; pools and piles hold indexes too.
Tests compare every move and every outcome with the rule engine `cardlab.tongits`.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel.hands import (
    HAND,
    ONE_RANK,
    ONE_SUIT,
    LookupTables,
    Memory,
    Numbers,
    bit_index,
    count,
    least_with_jokers,
    points_of,
)

SEAT, PHASE, TAKEN, TAKES, SAPAWED, CALLER, CHALLENGERS = 0, 1, 2, 3, 4, 5, 6
LAST_DRAWER, OPENED, FITS, HIDDEN_FOURS = 7, 8, 9, 10
"""Slots of a round. Seats and cards are -1 for none; several seats are three bits. TAKES: takes in a row (T2.7);
SAPAWED: see T6.8; FITS: the natural cards that fit on any meld; HIDDEN_FOURS: how many sets the viewer can't see."""
STOCK_LEFT, DISCARDED, LAID = 11, 12, 13
"""The sizes of the stock and the discard pile, and the number of melds."""
SEEN, HANDS, UNSEEN_IN_HAND = 14, 15, 18
"""The cards in the discard pile and in open melds, as a mask; three hands as masks; how many of each are unseen."""
RULES, HOUSE_RULES = UNSEEN_IN_HAND + 3, 12
DISCARD_MUST_MELD, ACE_HIGH, EVERYONE, TIE_TO_CHALLENGER, NEXT_SEAT, SAPAW_BLOCKS_CALL = range(RULES, RULES + 6)
SECRET_FOUR, LAST_DRAWER_WINS, CONCEALED_COUNT, CHIPS, JOKERS, JOKER_POINTS = range(RULES + 6, RULES + HOUSE_RULES)
"""The house rules, each 0 or 1 except the jokers and their points; `deals.house_rules` fills them in."""
DECK_WITH_JOKERS: Final = 56
STOCK: Final = RULES + HOUSE_RULES
DISCARDS: Final = STOCK + DECK_WITH_JOKERS
MELDS: Final = DISCARDS + DECK_WITH_JOKERS
"""The stock and the discard pile, as indexes with the top card last, and the melds, seven numbers each."""
OWNER, SUIT, LOW, HIGH, CARDS, SECRET, ENDS, MELD_SIZE = 0, 1, 2, 3, 4, 5, 6, 7
"""A meld: its seat; the suit of a run, -1 for a set; its lowest and highest number (1 to 14); its cards; 1 if face
down; the natural cards that fit on it now."""
MOST_MELDS: Final = 19
WORKSPACE: Final = MELDS + MELD_SIZE * MOST_MELDS
LAY_OFFS: Final = WORKSPACE + 26
"""A workspace to count a hand, and the list of lay-offs with its length first."""
MOST_LAY_OFFS: Final = 32
LAY_OFF_CARDS, LAY_OFF_JOKERS, LAY_OFF_END, LAY_OFF_SIZE = 0, 1, 2, 3
"""A lay-off: its natural cards, how many jokers, and the end: twice the number of its meld, plus one if lower."""
TRIED: Final = LAY_OFFS + 1 + LAY_OFF_SIZE * MOST_LAY_OFFS
ROUND_SIZE: Final = TRIED + 8 + 3 * MOST_LAY_OFFS
"""Where the search memory of `player` begins, and the size of a round."""

DRAW, LAY, ANSWER, OVER = 0, 1, 2, 3
SEATS: Final = 3
LOW_32: Final = 0xFFFFFFFF


def next_random(source: Memory) -> int:
    """Return the next random number, from 0 to 2 ** 32 - 1; `source` is the state.

    It is a linear congruential generator of 62 bits. Compiled, the product overflows; the bits that are kept are equal.
    """
    source[0] = (source[0] * 6364136223846793005 + 1442695040888963407) & (1 << 62) - 1
    return source[0] >> 30


def begin_world(source: Memory, seed: int, world: int) -> None:
    """Write to `source` a random state of this world's own, far from those of others."""
    mixed = (seed & LOW_32) * 0x9E3779B1 + world * 0x85EBCA6B & LOW_32
    for _ in range(3):
        mixed = (mixed ^ mixed >> 16) * 0x45D9F3B & LOW_32
    source[0] = mixed << 30 | (world & 0x3FFFFFFF)
    next_random(source)
    next_random(source)


def copy(rounds: Numbers, start: int, target: Memory) -> None:
    """Copy the round that begins at `start` of `rounds` to `target`, up to its melds."""
    for number in range(MELDS + MELD_SIZE * rounds[start + LAID]):
        target[number] = rounds[start + number]


def shuffle_world(pool: Memory, size: int, source: Memory) -> None:
    """Shuffle the first `size` cards of the pool in place."""
    for last in range(size - 1, 0, -1):
        other = next_random(source) * (last + 1) >> 32
        pool[last], pool[other] = pool[other], pool[last]


def deal_world(played: Memory, pool: Numbers, size: int) -> None:
    """Deal the first `size` cards of the pool to the hands, and then to the stock."""
    dealt = 0
    for seat in range(SEATS):
        hand = 0
        for _ in range(played[UNSEEN_IN_HAND + seat]):
            hand |= 1 << pool[dealt]
            dealt += 1
        played[HANDS + seat] |= hand
    for number in range(size - dealt):
        played[STOCK + number] = pool[dealt + number]


JOKER_BITS = 15 << 52
KING, LONGEST = 13, 13


def top_discard(played: Numbers) -> int:
    """Return the index of the top card of the discard pile."""
    return played[DISCARDS + played[DISCARDED] - 1]


def draw(played: Memory) -> None:
    """Draw the top card of the stock. [T2.1]"""
    seat = played[SEAT]
    played[STOCK_LEFT] -= 1
    played[HANDS + seat] |= 1 << played[STOCK + played[STOCK_LEFT]]
    played[PHASE] = LAY
    played[TAKES] = 0
    played[LAST_DRAWER] = seat
    played[SAPAWED] &= ~(1 << seat)


def take(played: Memory) -> None:
    """Take the top card of the discard pile. [T2.1]"""
    seat = played[SEAT]
    card = top_discard(played)
    played[DISCARDED] -= 1
    played[HANDS + seat] |= 1 << card
    played[SEEN] &= ~(1 << card)
    played[PHASE] = LAY
    played[TAKEN] = card
    played[TAKES] += 1
    played[SAPAWED] &= ~(1 << seat)


def update_fits(played: Memory) -> None:
    """Update the natural cards that fit on each meld, and on any meld. [T4.2]"""
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        played[meld + ENDS] = ends_of(played, meld, KING + played[ACE_HIGH])
    gather_fits(played)


def gather_fits(played: Memory) -> None:
    """Update the natural cards that fit on any meld, from those of each. [T4.2]"""
    fits = 0
    for number in range(played[LAID]):
        fits |= played[MELDS + MELD_SIZE * number + ENDS]
    played[FITS] = fits


def ends_of(played: Numbers, meld: int, top: int) -> int:
    """Return the natural cards that fit on a meld, none if it is secret. [T4.2, T6.9]

    `meld`: where it begins in `played`; `top`: the highest number of a run, 13 or 14.
    """
    if played[meld + SECRET]:
        return 0
    suit, low, high = played[meld + SUIT], played[meld + LOW], played[meld + HIGH]
    if suit < 0:
        return ONE_RANK << low - 1 & ~played[meld + CARDS] if count(played[meld + CARDS]) < 4 else 0
    fitting = 0
    if high - low + 1 < LONGEST:
        if low > 1:
            fitting |= 1 << 13 * suit + low - 2
        if high < top:
            fitting |= 1 << 13 * suit + high % KING
    return fitting


def lay_meld(played: Memory, cards: int, suit: int, low: int, high: int, secret: int) -> None:
    """Lay a meld, which opens its owner; an empty hand ends the round. [T3.5, T5.1]

    `suit` is -1 for a set; `low`, `high`: its lowest and highest number; `secret` is 1 if face down (T6.9), else 0.
    """
    seat = played[SEAT]
    meld = MELDS + MELD_SIZE * played[LAID]
    played[meld + OWNER] = seat
    played[meld + SUIT] = suit
    played[meld + LOW] = low
    played[meld + HIGH] = high
    played[meld + CARDS] = cards
    played[meld + SECRET] = secret
    played[LAID] += 1
    played[OPENED] |= 1 << seat
    if not secret:
        played[SEEN] |= cards & HAND
    played[meld + ENDS] = ends_of(played, meld, KING + played[ACE_HIGH])
    played[FITS] |= played[meld + ENDS]
    leave(played, cards)


def lay_off(played: Memory, cards: int, meld: int) -> None:
    """Add cards to the meld with the number `meld`. [T4.1, T10.4]"""
    top = KING + played[ACE_HIGH]
    at = MELDS + MELD_SIZE * meld
    suit, low, high = played[at + SUIT], played[at + LOW], played[at + HIGH]
    if suit >= 0:
        naturals = cards >> KING * suit & ONE_SUIT
        high += count(cards)
        # A joker that fills no gap goes to the upper end, or if it can't, to the lower. The old part of the run is on
        # the table, so none of the cards added belongs to it.
        while low < 1 or high > top or naturals & ~run_cards(low, high):
            low -= 1
            high -= 1
    enlarge(played, cards, meld, low, high)


def enlarge(played: Memory, cards: int, meld: int, low: int, high: int) -> None:
    """Add cards to the meld `meld`, which then goes from `low` to `high`. [T4.1]"""
    at = MELDS + MELD_SIZE * meld
    played[at + LOW], played[at + HIGH] = low, high
    played[at + CARDS] |= cards
    played[SEEN] |= cards & HAND
    played[SAPAWED] |= 1 << played[at + OWNER]
    played[at + ENDS] = ends_of(played, at, KING + played[ACE_HIGH])
    gather_fits(played)
    leave(played, cards)


def run_cards(low: int, high: int) -> int:
    """Return the ranks from `low` to `high` as bits of one suit; 14 is the ace."""
    ranks = (1 << high) - (1 << low - 1)
    return ranks & ONE_SUIT | ranks >> KING


def leave(played: Memory, cards: int) -> None:
    """Remove cards from the player's hand; an empty hand ends the round. [T5.1]"""
    seat = played[SEAT]
    played[HANDS + seat] &= ~cards
    if holds(cards, played[TAKEN]):
        played[TAKEN] = -1
    if not played[HANDS + seat]:
        played[PHASE] = OVER


def holds(cards: int, card: int) -> bool:
    """Return whether a card, given by index or -1 for none, is among the cards."""
    return card >= 0 and cards >> card & 1 == 1


def discard(played: Memory, cards: int, card: int) -> None:
    """Discard a card, which ends the turn or the round. [T2.4, T5.1, T8.1]

    `card` is its index, `cards` its bit.
    """
    seat = played[SEAT]
    played[HANDS + seat] &= ~cards
    played[SEEN] |= cards & HAND
    played[DISCARDS + played[DISCARDED]] = card
    played[DISCARDED] += 1
    played[TAKEN] = -1
    if not played[HANDS + seat] or not played[STOCK_LEFT]:
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS
        played[PHASE] = DRAW


def call(played: Memory) -> None:
    """Call a draw; the next opponent is asked, or all hands are shown. [T6.1, T6.2]"""
    seat = played[SEAT]
    played[CALLER] = seat
    if played[EVERYONE]:
        played[CHALLENGERS] = played[OPENED] & ~(1 << seat)
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS
        played[PHASE] = ANSWER


def answer(played: Memory, challenges: bool) -> None:
    """Challenge or fold; after the second answer the round is over. [T6.2, T6.4]"""
    seat = played[SEAT]
    if challenges:
        played[CHALLENGERS] |= 1 << seat
    if (seat + 1) % SEATS == played[CALLER]:
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS


ENDING, WINNER, COUNTS, PAYMENTS, RESULT_SIZE = 0, 1, 2, 5, 8
"""A result: the ending, the winner or -1, then deadwood and payment by seat."""
BY_TONGITS, BY_DRAW, BY_STOCK, VOID = 0, 1, 2, 3


def hand_deadwood(played: Memory, seat: int, tables: LookupTables) -> int:
    """Return the deadwood of a hand, as `tongits.hand_deadwood` counts it. [T9.2]"""
    hand = played[HANDS + seat]
    naturals = hand & HAND
    if played[CONCEALED_COUNT]:
        return points_of(naturals, tables.uncovered) + played[JOKER_POINTS] * count(hand & JOKER_BITS)
    return least_with_jokers(
        naturals, count(hand & JOKER_BITS), played[JOKER_POINTS], tables.uncovered, tables.in_run, played, WORKSPACE
    )


def settle(played: Memory, tables: LookupTables, result: Memory) -> None:
    """Write the result of a finished round to `result`, see `ENDING`. [T6.4 to T9.4]"""
    for seat in range(SEATS):
        result[COUNTS + seat] = hand_deadwood(played, seat, tables)
        result[PAYMENTS + seat] = 0
    winner = -1
    for seat in range(SEATS):
        if not played[HANDS + seat]:
            winner = seat
    if winner >= 0:
        result[ENDING] = BY_TONGITS
    elif played[CALLER] >= 0:
        result[ENDING] = BY_DRAW
        winner = draw_winner(played, result)
    elif played[OPENED]:
        result[ENDING] = BY_STOCK
        winner = stock_winner(played, result)
    else:
        result[ENDING] = VOID
    result[WINNER] = winner
    if winner >= 0:
        for seat in range(SEATS):
            if seat != winner:
                paid = max(0, result[COUNTS + seat] - result[COUNTS + winner])
                if played[CHIPS]:
                    paid = chips(played, winner, seat, result[ENDING])
                result[PAYMENTS + seat] = -paid
                result[PAYMENTS + winner] += paid


def lowest_of(seats: int, result: Numbers) -> int:
    """Return the seats with the lowest deadwood among `seats`, as bits like `seats`."""
    lowest, level = -1, 0
    for seat in range(SEATS):
        if seats >> seat & 1:
            if lowest < 0 or result[COUNTS + seat] < lowest:
                lowest, level = result[COUNTS + seat], 0
            if result[COUNTS + seat] == lowest:
                level |= 1 << seat
    return level


def draw_winner(played: Numbers, result: Numbers) -> int:
    """Return the seat that wins a draw call: the lowest deadwood. [T6.4 to T6.7]"""
    caller = played[CALLER]
    level = lowest_of(played[CHALLENGERS] | 1 << caller, result)
    if level >> caller & 1 and (level == 1 << caller or not played[TIE_TO_CHALLENGER]):
        return caller
    challengers = level & ~(1 << caller)
    if played[NEXT_SEAT] and count(challengers) == SEATS - 1:
        return (caller + 1) % SEATS
    return last_to_meld(played, challengers)


def stock_winner(played: Numbers, result: Numbers) -> int:
    """Return the seat that wins once the stock is empty. [T8.2, T8.4]"""
    level = lowest_of(played[OPENED], result)
    if played[LAST_DRAWER_WINS]:
        seat = played[LAST_DRAWER]
        while not level >> seat & 1:
            seat = (seat + 1) % SEATS
        return seat
    return last_to_meld(played, level)


def last_to_meld(played: Numbers, seats: int) -> int:
    """Return the seat that laid a meld last, of `seats` as bits. [T6.6, T8.4]"""
    for number in range(played[LAID] - 1, -1, -1):
        owner = played[MELDS + MELD_SIZE * number + OWNER]
        if seats >> owner & 1:
            return owner
    return bit_index(seats)


def chips(played: Numbers, winner: int, seat: int, ending: int) -> int:
    """Return the chips that `seat` pays the winner. [T9.4]"""
    paid = 3 if ending == BY_TONGITS or (ending == BY_DRAW and played[CHALLENGERS]) else 1
    aces = played[HANDS + winner] & ONE_RANK
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if played[meld + OWNER] == winner:
            aces |= played[meld + CARDS] & ONE_RANK
            paid += 3 * played[meld + SECRET]
    return paid + count(aces) + (0 if played[OPENED] >> seat & 1 else 1)
