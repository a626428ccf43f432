"""The sensible player on bit masks, with the policy of `cardlab.bots.sensible`.

In this order: the turn, what to lay, what to discard, calls and their answers. It remembers nothing: each move follows
from the round as its seat sees it, so the bot on the rule engine makes the same one.

A round is in `played`, see `rounds`; moves change it, searches its memory for them. `tables` are the lookup tables.
Hands and suits are bits, a card is an index. A packed result is one number with the deadwood and the jokers used, see
`JOKERS_USED`.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel.hands import (
    HAND,
    JOKERS_USED,
    MOST,
    ONE_RANK,
    ONE_SUIT,
    POINTS,
    LookupTables,
    Memory,
    Numbers,
    bit_index,
    count,
    least_and_jokers,
    least_deadwood,
    points_of,
    spread,
    suits_of,
)
from cardlab.analysis.kernel.rounds import (
    ACE_HIGH,
    CALLER,
    CHALLENGERS,
    CHIPS,
    CONCEALED_COUNT,
    DISCARD_MUST_MELD,
    DISCARDED,
    DRAW,
    ENDS,
    FITS,
    HANDS,
    HIGH,
    JOKER_BITS,
    JOKER_POINTS,
    KING,
    LAID,
    LAY,
    LAY_OFF_CARDS,
    LAY_OFF_END,
    LAY_OFF_JOKERS,
    LAY_OFF_SIZE,
    LAY_OFFS,
    LONGEST,
    LOW,
    MELD_SIZE,
    MELDS,
    MOST_LAY_OFFS,
    MOST_MELDS,
    OPENED,
    OVER,
    OWNER,
    PHASE,
    SAPAW_BLOCKS_CALL,
    SAPAWED,
    SEAT,
    SEATS,
    SECRET_FOUR,
    SEEN,
    SUIT,
    TAKEN,
    TAKES,
    TIE_TO_CHALLENGER,
    TRIED,
    WORKSPACE,
    answer,
    call,
    discard,
    draw,
    hand_deadwood,
    holds,
    lay_meld,
    lay_off,
    take,
    top_discard,
)
from cardlab.bots.odds import ALWAYS, COUNTED, LEAST_MEAN, MEANS, SIZES
from cardlab.bots.sensible import BLUFFS, CALLS_FOR_CHIPS, CALLS_FROM, CHALLENGES_FROM
from cardlab.tongits.legality import MOST_TAKES


def play_on(played: Memory, tables: LookupTables) -> None:
    """Play the round to its end, from any point."""
    while played[PHASE] != OVER:
        move(played, tables)


def move(played: Memory, tables: LookupTables) -> None:
    """Make the next move of the seat in turn."""
    if played[PHASE] == DRAW:
        begin(played, tables)
    elif played[PHASE] == LAY:
        if not lay(played, tables):
            throw_away(played, tables)
    else:
        answer(played, challenges(played, tables))


def begin(played: Memory, tables: LookupTables) -> None:
    """Begin a turn: call if it pays, take a useful discard, else draw. [T2.1]"""
    if played[TAKES] < MOST_TAKES:
        if calls(played, tables):
            call(played)
            return
        if played[DISCARDED] and takes_discard(played, tables):
            take(played)
            return
    draw(played)


def takes_discard(played: Memory, tables: LookupTables) -> bool:
    """Return whether taking the discard adds no deadwood. [T2.5]

    With the house rule `discard_must_meld`, melding it has to leave less.
    """
    hand = played[HANDS + played[SEAT]]
    card = top_discard(played)
    bit = 1 << card
    must = played[DISCARD_MUST_MELD]
    if not hand & JOKER_BITS and card < 52 and not completes(hand, card, tables):
        if must or not (hand | bit) & played[FITS]:
            return False
    list_lay_offs(played, hand)
    without = best_laying(played, tables, hand) >> JOKERS_USED
    if must:  # then it must leave less
        return meld_to_lay(played, tables, hand | bit, bit, without << JOKERS_USED) != 0
    list_lay_offs(played, hand | bit)
    return best_laying(played, tables, hand | bit) >> JOKERS_USED <= without


def completes(hand: int, card: int, tables: LookupTables) -> bool:
    """Return whether the card makes a meld with two natural cards of the hand."""
    rank = card % KING
    same_suit = (hand >> card - rank | 1 << rank) & ONE_SUIT
    return count(hand & ONE_RANK << rank) >= 2 or tables.in_run[same_suit] >> rank & 1 == 1


def around(suit: int, rank: int, played: Numbers) -> int:
    """Return the cards of a suit within two ranks of `rank`, as five bits; the third bit is `rank`."""
    near = suit << 2 >> rank & 31
    # The ace is also above the king.
    if played[ACE_HIGH] and rank >= 11 and suit & 1:
        near |= 1 << 15 - rank
    return near


CHOSEN, SUIT_OF, LOW_OF, HIGH_OF = 0, 1, 2, 3
"""Offsets in the search memory: the chosen lay-off, then suit and numbers of the chosen meld."""
STACK: Final = 8
"""The offset of a stack: for each lay-off tried its number, and the natural cards and number of jokers before it."""


def lay(played: Memory, tables: LookupTables) -> bool:
    """Lay the next meld, or lay off; return whether there was anything to lay. [T2.3]

    It follows the arrangement with the least deadwood and the fewest jokers: its melds first, then its lay-offs.
    A taken card that must be melded comes first (T2.5). Melds that count nothing in the hand may stay there (T9.2).
    """
    seat = played[SEAT]
    hand = played[HANDS + seat]
    must = 1 << played[TAKEN] if played[TAKEN] >= 0 and played[DISCARD_MUST_MELD] else 0
    if not must and not hand & (JOKER_BITS | played[FITS]) and not any_meld(hand, tables):
        return False
    list_lay_offs(played, hand)
    least, best = MOST << JOKERS_USED, -1
    if not must:
        nothing = points_of(hand, tables.uncovered) + played[JOKER_POINTS] * count(hand & JOKER_BITS) << JOKERS_USED
        least = best_laying(played, tables, hand)
        best = played[TRIED + CHOSEN]
        if least >= nothing:
            return lay_off_joker(played)
    cards = 0
    if must or not keeps_melds(played, tables, hand, least >> JOKERS_USED):
        cards = meld_to_lay(played, tables, hand, must, least)
    if cards:
        four = played[TRIED + SUIT_OF] < 0 and count(cards) == 4
        secret = 1 if four and played[SECRET_FOUR] and not holds(cards, played[TAKEN]) else 0
        lay_meld(played, cards, played[TRIED + SUIT_OF], played[TRIED + LOW_OF], played[TRIED + HIGH_OF], secret)
        return True
    if best < 0:
        return False
    at = LAY_OFFS + 1 + LAY_OFF_SIZE * best
    cards = played[at + LAY_OFF_CARDS] | lowest_jokers(hand, played[at + LAY_OFF_JOKERS])
    if leaves_only_taken(played, cards, False, 0):
        return False
    lay_off(played, cards, played[at + LAY_OFF_END] // 2)
    return True


def keeps_melds(played: Memory, tables: LookupTables, hand: int, least: int) -> bool:
    """Return whether to keep further melds in the hand until the last turn. [T9.2]

    Yes if they count nothing there and one is on the table, unless everything but a discard can be laid now (T5.1).
    `least` is the least deadwood that melds and lay-offs leave of `hand`.
    """
    if played[CONCEALED_COUNT] or not played[OPENED] >> played[SEAT] & 1:
        return False
    rest = free_cards(played) & HAND if least else 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        if POINTS[bit_index(bit) % KING] >= least and not best_laying(played, tables, hand ^ bit) >> JOKERS_USED:
            return False
    return least > 0


def any_meld(hand: int, tables: LookupTables) -> bool:
    """Return whether the natural cards contain a meld."""
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39 & ONE_SUIT
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    in_run = tables.in_run
    return threes | in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades] != 0


def lowest_jokers(hand: int, number: int) -> int:
    """Return the lowest `number` jokers of the hand, as bits."""
    chosen = 0
    jokers = hand & JOKER_BITS
    for _ in range(number):
        chosen |= jokers & -jokers
        jokers &= jokers - 1
    return chosen


def leaves_only_taken(played: Numbers, cards: int, grows: bool, more: int) -> bool:
    """Return whether laying these cards leaves only a taken card that fits nowhere.

    It can't be discarded (T2.6). `grows`: the meld laid has room for a joker; `more`: the cards that fit on it (bits).
    """
    taken = played[TAKEN]
    if taken < 0 or played[DISCARD_MUST_MELD] or played[HANDS + played[SEAT]] & ~cards != 1 << taken:
        return False
    if taken >= 52:
        return played[FITS] | more == 0 and not grows
    return (played[FITS] | more) >> taken & 1 == 0


def list_lay_offs(played: Memory, hand: int) -> None:
    """Write every lay-off to `LAY_OFFS`: on runs before sets, on other players' melds before its own. [T4]

    A joker is laid off only to fill the gap before a card of the hand (T10.4).
    """
    played[LAY_OFFS] = 0
    wild = count(hand & JOKER_BITS)
    if not hand & played[FITS] and not wild:
        return
    seat = played[SEAT]
    # Melds as bits in the order in which they are looked at.
    runs, sets = 0, 0
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if played[meld + ENDS] & hand or wild:
            bit = 1 << number + (MOST_MELDS if played[meld + OWNER] == seat else 0)
            if played[meld + SUIT] < 0:
                sets |= bit
            elif played[meld + ENDS]:
                runs |= bit
    while runs:
        number = bit_index(runs & -runs) % MOST_MELDS
        runs &= runs - 1
        for step in range(1, -2, -2):
            list_at_end(played, hand, wild, number, step)
    while sets:
        number = bit_index(sets & -sets) % MOST_MELDS
        sets &= sets - 1
        fitting = played[MELDS + MELD_SIZE * number + ENDS] & hand
        while fitting:
            add_lay_off(played, fitting & -fitting, 0, 2 * number)
            fitting &= fitting - 1


def add_lay_off(played: Memory, cards: int, jokers: int, end: int) -> None:
    """Add a lay-off of natural `cards` and `jokers` to the list, if there is room.

    `end` is as in `rounds.LAY_OFF_END`. Lay-offs at one end follow each other in the list and exclude each other.
    """
    number = played[LAY_OFFS]
    if number < MOST_LAY_OFFS:
        at = LAY_OFFS + 1 + LAY_OFF_SIZE * number
        played[at + LAY_OFF_CARDS] = cards
        played[at + LAY_OFF_JOKERS] = jokers
        played[at + LAY_OFF_END] = end
        played[LAY_OFFS] = number + 1


def list_at_end(played: Memory, hand: int, wild: int, number: int, step: int) -> None:
    """Add the lay-offs at one end of a run to the list, the shortest first.

    `wild`: how many jokers the hand has; `number`: the run; `step`: 1 for the upper end, -1 for the lower.
    """
    meld = MELDS + MELD_SIZE * number
    suit, low, high = played[meld + SUIT], played[meld + LOW], played[meld + HIGH]
    top = KING + played[ACE_HIGH]
    end = high if step > 0 else low
    cards, missing = 0, 0
    for length in range(1, LONGEST - (high - low)):
        here = end + step * length
        if here < 1 or here > top:
            return
        bit = 1 << KING * suit + (here - 1) % KING
        if not hand & bit:
            missing |= 1 << length - 1
            if count(missing) > wild:
                return
            continue
        cards |= bit
        # Each place before the last has its card, or a joker if the card is missing or the pattern says so.
        pattern = missing
        while not pattern >> length - 1:
            laid = cards
            spared = pattern & ~missing
            while spared:
                laid &= ~(1 << KING * suit + (end + step * (bit_index(spared & -spared) + 1) - 1) % KING)
                spared &= spared - 1
            add_lay_off(played, laid, count(pattern), 2 * number + (step < 0))
            pattern = next_pattern(pattern, missing, wild, length - 1)


def next_pattern(pattern: int, always: int, most: int, length: int) -> int:
    """Return the next larger bit pattern, or at least `1 << length` after the last.

    It has all bits of `always`, and at most `most` bits.
    """
    pattern = pattern + 1 | always
    while count(pattern) > most and not pattern >> length:
        # All numbers before this one have these bits and more.
        pattern = pattern + (pattern & -pattern) | always
    return pattern


def least_of(played: Memory, tables: LookupTables, hand: int, wild: int) -> int:
    """Return the least deadwood by melds alone, packed; `wild`: how many jokers."""
    if not wild:
        return least_deadwood(hand, tables.uncovered, tables.in_run) << JOKERS_USED
    return least_and_jokers(hand, wild, played[JOKER_POINTS], tables.uncovered, tables.in_run, played, WORKSPACE)


def best_laying(played: Memory, tables: LookupTables, hand: int) -> int:
    """Return the least deadwood by melds and lay-offs, as a packed result.

    Stores the first lay-off of the first best way, -1 for none, in the search memory.
    """
    naturals = hand & HAND
    wild = all_jokers = count(hand & JOKER_BITS)
    best, chosen = least_of(played, tables, naturals, wild), -1
    size = played[LAY_OFFS]
    number = depth = 0
    while True:
        if number < size:
            at = LAY_OFFS + 1 + LAY_OFF_SIZE * number
            cards = played[at + LAY_OFF_CARDS]
            if cards & naturals == cards and played[at + LAY_OFF_JOKERS] <= wild:
                here = TRIED + STACK + 3 * depth
                played[here] = number
                played[here + 1] = naturals
                played[here + 2] = wild
                depth += 1
                naturals &= ~cards
                wild -= played[at + LAY_OFF_JOKERS]
                left = least_of(played, tables, naturals, wild) + all_jokers - wild
                if left < best:
                    best, chosen = left, played[TRIED + STACK]
                end = played[at + LAY_OFF_END]
                while number < size and played[LAY_OFFS + 1 + LAY_OFF_SIZE * number + LAY_OFF_END] == end:
                    number += 1
            else:
                number += 1
            continue
        if not depth:
            played[TRIED + CHOSEN] = chosen
            return best
        depth -= 1
        here = TRIED + STACK + 3 * depth
        number = played[here] + 1
        naturals = played[here + 1]
        wild = played[here + 2]


def meld_to_lay(played: Memory, tables: LookupTables, whole_hand: int, must: int, least: int) -> int:
    """Return the first meld of a best arrangement as bits, or 0.

    Its suit and numbers are stored in the search memory. Sets come before runs. Among sets of one rank, the one with
    the highest suits is first, compared from spades down. Among runs of one suit, the lowest is first, and of these the
    longest.

    `least`: the result of `best_laying` for the hand.
    `must`: 0, or a card that the meld must have, as a bit. Then return the best such meld, or 0 if none leaves
    less than `least`.
    """
    hand, jokers = whole_hand & HAND, whole_hand & JOKER_BITS
    wild = count(jokers)
    if not must:
        # No best arrangement uses more jokers than that.
        wild = min(wild, least & (1 << JOKERS_USED) - 1)
    natural = must & HAND
    best, best_meld = least if must else least + 1, 0
    clubs, diamonds, hearts, spades = hand & ONE_SUIT, hand >> 13 & ONE_SUIT, hand >> 26 & ONE_SUIT, hand >> 39
    if wild:
        ranks = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    else:
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    while ranks:
        rank = bit_index(ranks & -ranks)
        ranks &= ranks - 1
        same = hand & ONE_RANK << rank
        if natural and not same & natural:
            continue
        suits = every = suits_of(hand, rank)
        while suits:
            cards = spread(suits, 1 << rank)
            size = count(suits)
            suits = suits - 1 & every
            if size < 2:
                continue
            for used in range(max(0, 3 - size), min(wild, 4 - size) + 1):
                laid = cards | lowest_jokers_with(jokers, used, must)
                if laid & must != must or leaves_only_taken(played, laid, size + used < 4, same & ~cards):
                    continue
                left = best_after(played, tables, whole_hand & ~laid) + used
                if left < best:
                    best, best_meld = left, laid
                    played[TRIED + SUIT_OF] = -1
                    played[TRIED + LOW_OF] = played[TRIED + HIGH_OF] = rank + 1
                    if not must:
                        return laid
    top = KING + played[ACE_HIGH]
    for suit in range(4):
        ranks = hand >> KING * suit & ONE_SUIT
        if natural and not natural >> KING * suit & ONE_SUIT:
            continue
        if not (wild and ranks & ranks - 1) and not tables.in_run[ranks]:
            continue
        # The ace is on both sides if it may be high.
        row = ranks | (ranks & played[ACE_HIGH]) << KING
        # Where a run may begin, as bits.
        lows = (1 << top - 2) - 1 if wild else row & row >> 1 & row >> 2
        while lows:
            low = bit_index(lows & -lows) + 1
            lows &= lows - 1
            high = low + 1
            gaps = 2 - count(row >> low - 1 & 3)
            while gaps <= wild and high < min(top, low + LONGEST - 1):
                high += 1
                gaps += row >> high - 1 & 1 ^ 1
            if gaps > wild:
                high -= 1
            while high >= low + 2:
                length = high - low + 1
                window = row >> low - 1 & (1 << length) - 1
                missing = ~window & (1 << length) - 1
                # The places in the pattern have a joker.
                pattern = missing
                while not pattern >> length:
                    naturals = (window & ~pattern) << low - 1
                    naturals = naturals & ONE_SUIT | naturals >> KING
                    used = count(pattern)
                    pattern = next_pattern(pattern, missing, wild, length)
                    if not naturals & naturals - 1:
                        continue
                    laid = naturals << KING * suit | lowest_jokers_with(jokers, used, must)
                    if laid & must != must or leaves_only_taken(played, laid, length < LONGEST, 0):
                        continue
                    left = best_after(played, tables, whole_hand & ~laid) + used
                    if left < best:
                        best, best_meld = left, laid
                        played[TRIED + SUIT_OF] = suit
                        played[TRIED + LOW_OF] = low
                        played[TRIED + HIGH_OF] = high
                        if not must:
                            return laid
                high -= 1
    return best_meld


def best_after(played: Memory, tables: LookupTables, hand: int) -> int:
    """Return the least deadwood of the cards left, by melds and listed lay-offs, packed."""
    if not played[LAY_OFFS]:
        return least_of(played, tables, hand & HAND, count(hand & JOKER_BITS))
    return best_laying(played, tables, hand)


def lowest_jokers_with(jokers: int, number: int, must: int) -> int:
    """Return `number` of the jokers as bits, with the one in `must` if there is one."""
    if not number:
        return 0
    obliged = must & JOKER_BITS
    if obliged:
        return obliged | lowest_jokers(jokers & ~obliged, number - 1)
    return lowest_jokers(jokers, number)


def lay_off_joker(played: Memory) -> bool:
    """Lay off a joker alone if that is useful; return whether it was done. [T10.4]"""
    hand = played[HANDS + played[SEAT]]
    jokers = hand & JOKER_BITS
    # It is useful if jokers count, or if at most one other card is left to discard.
    if not jokers or not hand & hand - 1 or (count(hand & HAND) > 1 and not played[JOKER_POINTS]):
        return False
    joker = jokers & -jokers
    if leaves_only_taken(played, joker, False, 0):
        return False
    seat = played[SEAT]
    for group in range(4):
        for number in range(played[LAID]):
            meld = MELDS + MELD_SIZE * number
            own = played[meld + OWNER] == seat
            a_set = played[meld + SUIT] < 0
            if played[meld + ENDS] and own == (group & 1 == 1) and a_set == (group >= 2):
                lay_off(played, joker, number)
                return True
    return False


def throw_away(played: Memory, tables: LookupTables) -> None:
    """Discard the loose card that costs most to keep: its points minus its `outs`. [T2.4]

    Among equal cards, it is the one of least use to the next player. Melds that are kept are not broken.
    """
    hand, free = played[HANDS + played[SEAT]], free_cards(played)
    if hand & JOKER_BITS or any_meld(hand, tables):
        free = loose(played, tables, hand, free & HAND) or free
    if not free & HAND:
        discard(played, free & -free, bit_index(free & -free))
        return
    unseen = HAND & ~(hand | played[SEEN])
    chosen, highest, least = -1, -KING, 0
    for points in range(POINTS[KING - 1], 0, -1):
        # The cards with the most points come first, and outs only make a card worth less.
        if points < highest:
            break
        rest = free & (TENS if points == 10 else ONE_RANK << points - 1)
        while rest:
            bit = rest & -rest
            rest ^= bit
            card = bit_index(bit)
            worth = points - outs(hand & HAND & ~bit, unseen, card, played)
            if worth >= highest:
                ways = melds_for_next(unseen, card, played)
                if worth > highest or ways < least or (ways == least and card < chosen):
                    chosen, highest, least = card, worth, ways
    discard(played, 1 << chosen, chosen)


def free_cards(played: Numbers) -> int:
    """Return the cards that may be discarded, as bits: not the taken one. [T2.6]"""
    hand = played[HANDS + played[SEAT]]
    return hand & ~(1 << played[TAKEN]) if played[TAKEN] >= 0 else hand


def loose(played: Memory, tables: LookupTables, hand: int, free: int) -> int:
    """Return the cards of `free` that can stay unmelded with the least deadwood, as bits.

    For each of them, at least one best arrangement of the hand leaves it over.
    """
    wild = count(hand & JOKER_BITS)
    least = least_of(played, tables, hand & HAND, wild) >> JOKERS_USED
    over, rest = 0, free
    while rest:
        bit = rest & -rest
        rest ^= bit
        left = least_of(played, tables, hand & HAND ^ bit, wild) >> JOKERS_USED
        if left + POINTS[bit_index(bit) % KING] == least:
            over |= bit
    return over


TENS: Final = 15 * (ONE_RANK << 9)
"""The cards of ten points: ten, jack, queen and king."""
# By the ranks `around` a card: those that make a run of it and one of these, and how many runs two of these make.
THIRDS: Final = tuple(near >> 1 & 9 | near << 1 & 18 | near >> 2 & 2 | near << 2 & 8 for near in range(32))
RUNS: Final = tuple((near & 3 == 3) + (near & 10 == 10) + (near & 24 == 24) for near in range(32))


def outs(hand: int, unseen: int, card: int, played: Numbers) -> int:
    """Return how many unseen cards make a meld with this card and one of the hand."""
    rank = card % KING
    total = count(unseen & ONE_RANK << rank) if hand & ONE_RANK << rank else 0
    near = around(hand >> card - rank & ONE_SUIT, rank, played)
    if near:
        total += count(around(unseen >> card - rank & ONE_SUIT, rank, played) & THIRDS[near])
    if played[ACE_HIGH] and rank == 0:
        queens, kings = 1 << card + 11, 1 << card + 12
        total += hand & queens != 0 and unseen & kings != 0
        total += hand & kings != 0 and unseen & queens != 0
    return total


def melds_for_next(unseen: int, card: int, played: Numbers) -> int:
    """Return how many pairs of unseen cards make a meld with this card."""
    rank = card % KING
    same = count(unseen & ONE_RANK << rank)
    suit = unseen >> card - rank & ONE_SUIT
    ways = same * (same - 1) // 2 + RUNS[around(suit, rank, played)]
    if played[ACE_HIGH] and rank == 0 and suit >> 11 == 3:
        ways += 1
    return ways


CALLED_FROM: Final = round(CALLS_FROM * ALWAYS**2), round(CALLS_FOR_CHIPS * ALWAYS**2)
"""The lowest win probability for a call, in parts of `ALWAYS` squared: when points are paid, and chips."""
CHALLENGED_FROM, BLUFFED = round(CHALLENGES_FROM * 1000), round(BLUFFS * 1000)
"""The lowest win probability for a challenge, and the share of bluffs, in thousandths."""


def calls(played: Memory, tables: LookupTables) -> bool:
    """Return whether a call is legal and pays. [T6.1]"""
    seat = played[SEAT]
    if not played[OPENED] >> seat & 1 or (played[SAPAW_BLOCKS_CALL] and played[SAPAWED] >> seat & 1):
        return False
    rivals = played[OPENED] & ~(1 << seat)
    if not rivals:
        return True
    own = hand_deadwood(played, seat, tables)
    rows = rows_of(played, played[HANDS + seat], tables)
    return none_below(played, rows, rivals, own + played[TIE_TO_CHALLENGER], tables) >= CALLED_FROM[played[CHIPS]]


def rows_of(played: Numbers, hand: int, tables: LookupTables) -> int:
    """Return the index in the odds table for the cards unseen by a hand's owner."""
    unseen = HAND & ~(hand | played[SEEN])
    cards = max(1, count(unseen))
    mean = min(max(2 * points_of(unseen, tables.uncovered) // cards - LEAST_MEAN, 0), MEANS - 1)
    return ((0 if played[CONCEALED_COUNT] else MEANS) + mean) * SIZES * COUNTED


def at_least(rows: int, cards: int, points: int, tables: LookupTables) -> int:
    """Return the probability that a hand of `cards` has at least these points.

    It is in parts of `ALWAYS`. `rows`: the index in the odds table, see `rows_of`.
    """
    return tables.odds[rows + COUNTED * cards + min(points, COUNTED - 1)]


def none_below(played: Numbers, rows: int, rivals: int, points: int, tables: LookupTables) -> int:
    """Return the probability that every rival has at least these points.

    It is in parts of `ALWAYS` squared. `rivals` are seats as bits; for the rest see `at_least`.
    """
    likely = ALWAYS
    product = ALWAYS
    for seat in range(SEATS):
        if rivals >> seat & 1:
            product = product * likely // ALWAYS
            likely = at_least(rows, count(played[HANDS + seat]), points, tables)
    return product * likely


def challenges(played: Memory, tables: LookupTables) -> bool:
    """Return whether to challenge. [T6.2, T6.3]

    Yes if losing costs no more than folding, because points are paid (T9.3) or another has challenged (T9.4), or if
    winning is likely enough. The win probability is the share of hands with more deadwood among all hands with which
    this caller calls. Some of these calls are bluffs, which can have any hand.
    """
    seat, caller = played[SEAT], played[CALLER]
    if not played[OPENED] >> seat & 1:
        return False
    if not played[CHIPS] or played[CHALLENGERS]:
        return True
    own = hand_deadwood(played, seat, tables)
    rows = rows_of(played, played[HANDS + seat], tables)
    most = calls_up_to(played, rows, tables)
    beaten = own + 1 - played[TIE_TO_CHALLENGER]
    cards = count(played[HANDS + caller])
    beyond = at_least(rows, cards, most + 1, tables)
    ever = at_least(rows, cards, beaten, tables)
    likely = 1000
    if beyond < ALWAYS:
        likely = 1000 * max(0, ever - beyond) // (ALWAYS - beyond)
    elif beaten > most:
        likely = 0
    likely = ((1000 - BLUFFED) * likely + BLUFFED * (1000 * ever // ALWAYS)) // 1000
    return likely >= CHALLENGED_FROM


def calls_up_to(played: Memory, rows: int, tables: LookupTables) -> int:
    """Return the highest deadwood with which the caller would call; -1 for none."""
    rivals = played[OPENED] & ~(1 << played[CALLER])
    called_from = CALLED_FROM[played[CHIPS]]
    # More points never make a call likelier to win, so bisection finds the last number that is likely enough.
    low, high = -1, COUNTED - 2
    while low < high:
        at = (low + high + 1) // 2
        if none_below(played, rows, rivals, at + played[TIE_TO_CHALLENGER], tables) >= called_from:
            low = at
        else:
            high = at - 1
    return low
