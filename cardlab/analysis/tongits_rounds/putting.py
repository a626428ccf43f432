"""What laying cards does to a round on masks: a new meld, a card laid off, what fits on the table afterwards.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
Knows T3.5, T4, T5.1, T6.9 and T10.4 as consequences, the house rules as numbers, and the log; chooses nothing.
"""

from __future__ import annotations

from cardlab.analysis.kernel import HAND, ONE_RANK, Memory, Numbers, count
from cardlab.analysis.tongits_rounds.deal import (
    CARDS,
    FITS,
    HANDS,
    HIGH,
    LAID,
    LOW,
    MELD_SIZE,
    MELDS,
    OPENED,
    OVER,
    OWNER,
    PHASE,
    SAPAWED,
    SEAT,
    SECRET,
    SUIT,
    TAKEN,
)

__all__ = ["ends_of", "holds", "put_meld", "put_on", "strands", "what_fits", "write"]

DISCARD_MUST_MELD, ACE_HIGH, EVERYONE, TIE_TO_CHALLENGER, NEXT_SEAT, SAPAW_BLOCKS_CALL = 0, 1, 2, 3, 4, 5
SECRET_FOUR, LAST_DRAWER_WINS, CONCEALED_COUNT, CHIPS, JOKERS, JOKER_POINTS = 6, 7, 8, 9, 10, 11
"""The house rules as numbers, 0 and 1 but for the last two."""

DRAWN, TOOK, MELDED, LAID_OFF, DISCARDED_IT, CALLED, CHALLENGED, FOLDED = 0, 1, 2, 3, 4, 5, 6, 7
"""What happened, in a log: four numbers each, of which the first two are what and who."""

JOKER_BITS = 15 << 52
KING, LONGEST = 13, 13


def write(log: Memory, what: int, seat: int, cards: int, more: int) -> None:
    """Notes a move, if the log has room for any; its first number is how many numbers it holds."""
    if len(log) > 1:
        size = log[0]
        log[size + 1] = what
        log[size + 2] = seat
        log[size + 3] = cards
        log[size + 4] = more
        log[0] = size + 4


def what_fits(played: Memory, rules: Numbers) -> None:
    """T4.2: works out which natural cards could be laid off on the table now."""
    top = KING + rules[ACE_HIGH]
    fits = 0
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if not played[meld + SECRET]:
            fits |= ends_of(played, meld, top)
    played[FITS] = fits


def ends_of(played: Numbers, meld: int, top: int) -> int:
    """The natural cards that fit on one meld: the rest of its rank, or the next cards of its suit."""
    suit, low, high = played[meld + SUIT], played[meld + LOW], played[meld + HIGH]
    if suit < 0:
        return ONE_RANK << low - 1 & ~played[meld + CARDS] if count(played[meld + CARDS]) < 4 else 0
    found = 0
    if high - low + 1 < LONGEST:
        if low > 1:
            found |= 1 << 13 * suit + low - 2
        if high < top:
            found |= 1 << 13 * suit + high % KING
    return found


def put_meld(played: Memory, rules: Numbers, log: Memory, cards: int, suit: int, low: int, high: int) -> None:
    """T3.5: a meld goes onto the table and opens its owner. T5.1: an empty hand ends the round."""
    seat = played[SEAT]
    four = suit < 0 and count(cards & HAND) == 4
    secret = 1 if four and rules[SECRET_FOUR] and not holds(cards, played[TAKEN]) else 0
    meld = MELDS + MELD_SIZE * played[LAID]
    played[meld + OWNER] = seat
    played[meld + SUIT] = suit
    played[meld + LOW] = low
    played[meld + HIGH] = high
    played[meld + CARDS] = cards
    played[meld + SECRET] = secret
    played[LAID] += 1
    played[OPENED] |= 1 << seat
    write(log, MELDED, seat, cards, low | high << 4 | secret << 8 | (suit + 1) << 9)
    if not secret:
        played[FITS] |= ends_of(played, meld, KING + rules[ACE_HIGH])
    leave(played, cards)


def put_on(played: Memory, rules: Numbers, log: Memory, card: int) -> None:
    """T4.1: one card goes onto the first meld that it fits on; T10.4: a joker to the upper end of a run, else lower."""
    top = KING + rules[ACE_HIGH]
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if played[meld + SECRET]:
            continue
        ends = ends_of(played, meld, top)
        if ends & card or (card & JOKER_BITS and ends):
            suit = played[meld + SUIT]
            if suit >= 0:
                upper = 1 << KING * suit + played[meld + HIGH] % KING if played[meld + HIGH] < top else 0
                if card == upper or (card & JOKER_BITS and upper):
                    played[meld + HIGH] += 1
                else:
                    played[meld + LOW] -= 1
            played[meld + CARDS] |= card
            played[SAPAWED] |= 1 << played[meld + OWNER]
            write(log, LAID_OFF, played[SEAT], card, number)
            if rules[JOKERS]:
                what_fits(played, rules)
            else:
                # The card that fitted lies on the table now, so no hand has it.
                played[FITS] |= ends_of(played, meld, top)
            leave(played, card)
            return


def leave(played: Memory, cards: int) -> None:
    """The cards leave the hand of the seat that moves."""
    seat = played[SEAT]
    played[HANDS + seat] &= ~cards
    if holds(cards, played[TAKEN]):
        played[TAKEN] = -1
    if not played[HANDS + seat]:
        played[PHASE] = OVER


def holds(cards: int, card: int) -> bool:
    """Whether the card with this number, -1 for none, is among the cards."""
    return card >= 0 and cards >> card & 1 == 1


def strands(played: Numbers, rules: Numbers, cards: int) -> bool:
    """T2.6: whether laying these cards would leave only the card taken, with nothing on the table that it fits on."""
    taken = played[TAKEN]
    if taken < 0 or rules[DISCARD_MUST_MELD] or played[HANDS + played[SEAT]] & ~cards != 1 << taken:
        return False
    return played[FITS] >> taken & 1 == 0
