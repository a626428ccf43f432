"""What a careful player lays: melds, with jokers too, then what fits on the table; on masks.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows how to choose; every move it makes is one that `cardlab.tongits` allows.
"""

from __future__ import annotations

from cardlab.analysis.kernel import HAND, ONE_RANK, ONE_SUIT, POINTS, Memory, Numbers, arrange, count, place
from cardlab.analysis.tongits_rounds.deal import FITS, HANDS, OVER, PHASE, SEAT, TAKEN
from cardlab.analysis.tongits_rounds.putting import (
    ACE_HIGH,
    DISCARD_MUST_MELD,
    JOKER_BITS,
    JOKERS,
    KING,
    put_meld,
    put_on,
    strands,
)

__all__ = ["lay_everything"]


def lay_everything(played: Memory, rules: Numbers, log: Memory, uncovered: Numbers, in_run: Numbers) -> None:
    """T2.3: lays the card taken if it must be laid, the melds of a best arrangement, melds with jokers, what fits."""
    if played[TAKEN] >= 0 and rules[DISCARD_MUST_MELD]:
        lay_taken(played, rules, log)
    if played[PHASE] != OVER:
        lay_melds(played, rules, log, uncovered, in_run)
    if rules[JOKERS] and played[PHASE] != OVER:
        lay_with_jokers(played, rules, log)
    if played[PHASE] != OVER:
        lay_off(played, rules, log)


def lay_melds(played: Memory, rules: Numbers, log: Memory, uncovered: Numbers, in_run: Numbers) -> None:
    """T3.1 and T3.2: the melds of a best arrangement without jokers."""
    hand = played[HANDS + played[SEAT]] & HAND
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if not threes | in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades]:
        return
    _, sets = arrange(hand, uncovered, in_run)
    while sets:
        rank = place(sets & -sets) % KING
        cards = sets & ONE_RANK << rank
        sets &= ~cards
        if not strands(played, rules, cards):
            put_meld(played, rules, log, cards, -1, rank + 1, rank + 1)
        hand &= ~cards
    for suit in range(4):
        held = hand >> 13 * suit & ONE_SUIT
        if in_run[held]:
            lay_runs(played, rules, log, uncovered, held, suit)


def lay_runs(played: Memory, rules: Numbers, log: Memory, uncovered: Numbers, held: int, suit: int) -> None:
    """T3.2: the runs of one suit that leave the least."""
    while held:
        low = place(held & -held)
        length = 5
        while length >= 3:
            run = (1 << length) - 1 << low
            if run & held == run and run <= ONE_SUIT and uncovered[held & ~run] == uncovered[held]:
                break
            length -= 1
        if length >= 3:
            if not strands(played, rules, run << 13 * suit):
                put_meld(played, rules, log, run << 13 * suit, suit, low + 1, low + length)
            held &= ~run
            continue
        if rules[ACE_HIGH] and held & 1:
            high_run = 0
            for start in range(11, 0, -1):
                run = ONE_SUIT & -1 << start | 1
                if run & held == run and uncovered[held & ~run] == uncovered[held]:
                    high_run = run
                    low = start
            if high_run:
                if not strands(played, rules, high_run << 13 * suit):
                    put_meld(played, rules, log, high_run << 13 * suit, suit, low + 1, 14)
                held &= ~high_run
                continue
        held &= held - 1


def lay_taken(played: Memory, rules: Numbers, log: Memory) -> None:
    """T2.5, house rule `discard_must_meld`: the card taken, in the dearest new meld that it makes."""
    taken = played[TAKEN]
    hand = played[HANDS + played[SEAT]]
    suit, rank = taken // KING, taken % KING
    if taken >= 52:
        lay_one_joker(played, rules, log, 0)
        return
    cards = hand & ONE_RANK << rank
    low, high = run_around(hand >> KING * suit & ONE_SUIT, rank, rules[ACE_HIGH])
    if count(cards) >= 3 and (high - low < 2 or count(cards) * POINTS[rank] >= (high - low + 1) * 5):
        put_meld(played, rules, log, cards, -1, rank + 1, rank + 1)
    elif high - low >= 2:
        put_meld(played, rules, log, run_cards(low, high) << KING * suit, suit, low, high)
    else:
        lay_one_joker(played, rules, log, 1 << taken)


def run_around(held: int, rank: int, ace_high: int) -> tuple[int, int]:
    """The lowest and the highest number (1 to 14) of the cards of a suit that lie in a row with this one."""
    if rank == 0 and held & 2 == 0 and ace_high:
        rank = KING
    low = high = rank + 1
    while low > 1 and held >> low - 2 & 1:
        low -= 1
    while high < KING and held >> high & 1:
        high += 1
    if high == KING and ace_high and held & 1 and low > 1:
        high += 1
    if rank == 0 and high - low < 2 and ace_high and held >> 11 & 3 == 3:
        low, high = 12, 14
        while low > 2 and held >> low - 2 & 1:
            low -= 1
    return low, high


def run_cards(low: int, high: int) -> int:
    """The ranks from one number to another, 14 being the ace."""
    ranks = (1 << high) - (1 << low - 1)
    return ranks & ONE_SUIT | ranks >> KING


def lay_with_jokers(played: Memory, rules: Numbers, log: Memory) -> None:
    """T10.2: while there is a joker, the dearest two cards that it makes a meld of."""
    while played[PHASE] != OVER and played[HANDS + played[SEAT]] & JOKER_BITS:
        if not lay_one_joker(played, rules, log, 0):
            return


def lay_one_joker(played: Memory, rules: Numbers, log: Memory, needed: int) -> bool:
    """T10.2 and T10.3: lays one joker with two cards of the hand, `needed` among them; whether there were such."""
    seat = played[SEAT]
    hand = played[HANDS + seat] & HAND
    jokers = played[HANDS + seat] & JOKER_BITS
    joker = 1 << played[TAKEN] if played[TAKEN] >= 52 else jokers & -jokers
    most, best, best_suit, best_low = 0, 0, 0, 0
    top = KING + rules[ACE_HIGH]
    for rank in range(KING):
        cards = hand & ONE_RANK << rank
        if count(cards) == 2 and cards & needed == needed and 2 * POINTS[rank] > most:
            if not strands(played, rules, cards | joker):
                most, best, best_suit, best_low = 2 * POINTS[rank], cards, -1, rank + 1
    for suit in range(4):
        held = hand >> KING * suit & ONE_SUIT
        for low in range(1, top - 1):
            ranks = held & run_cards(low, low + 2)
            cards = ranks << KING * suit
            if count(ranks) == 2 and cards & needed == needed:
                points = 0
                rest = ranks
                while rest:
                    points += POINTS[place(rest & -rest)]
                    rest &= rest - 1
                if points > most and not strands(played, rules, cards | joker):
                    most, best, best_suit, best_low = points, cards, suit, low
    if not most or not joker:
        return False
    put_meld(played, rules, log, best | joker, best_suit, best_low, best_low + (2 if best_suit >= 0 else 0))
    return True


def lay_off(played: Memory, rules: Numbers, log: Memory) -> None:
    """T4: card by card whatever fits on the table; jokers only when at most one other card would be left."""
    seat = played[SEAT]
    left = played[HANDS + seat] & played[FITS]
    while left and played[PHASE] != OVER:
        card = left & -left
        left ^= card
        if not strands(played, rules, card):
            put_on(played, rules, log, card)
            left = played[HANDS + seat] & played[FITS]
    if rules[JOKERS] and played[PHASE] != OVER and count(played[HANDS + seat] & HAND) <= 1:
        jokers = played[HANDS + seat] & JOKER_BITS
        while jokers and played[PHASE] != OVER:
            joker = jokers & -jokers
            jokers ^= joker
            if not strands(played, rules, joker):
                put_on(played, rules, log, joker)
