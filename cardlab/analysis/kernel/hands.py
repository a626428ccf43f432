"""The least deadwood of hands, which are 52-bit masks with a number of jokers.

Runs as plain Python, and is the source of the compiled kernel: integers, loops, and arrays passed in.
A card is bit `Card.index`, 13 bits a suit, the ace lowest; jokers are a number, not bits.
Tests compare the results with `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple, TypeAlias

Numbers: TypeAlias = Sequence[int]
Memory: TypeAlias = MutableSequence[int]


class LookupTables(NamedTuple):
    """The tables that are computed once for a set of house rules.

    - `uncovered`, `in_run`: by the ranks held in one suit, see `fill_runs`;
    - `odds`: how likely an unknown hand has at least some deadwood, see `cardlab.bots.odds`.
    """

    uncovered: Numbers
    in_run: Numbers
    odds: Numbers


RANKS: Final = 13
ONE_SUIT: Final = 8191
ONE_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
HAND: Final = (1 << 52) - 1
SUIT_TABLE: Final = 8192
IMPOSSIBLE: Final = 100
"""More points than a suit has; the table entry where this many jokers cannot be used."""

MOST: Final = 1000
"""More than any hand counts: 340 points and four jokers at 50."""

JOKERS_USED: Final = 3
"""The number of low bits for the jokers used in a packed result: deadwood above, the fewest jokers for it below."""

POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def bit_index(bit: int) -> int:
    """Return the index of the only set bit, 0 to 51 for the cards of a hand."""
    return (bit - 1).bit_count()


def count(mask: int) -> int:
    """Return the number of set bits."""
    return mask.bit_count()


def fill_runs(uncovered: Memory, in_run: Memory, ace_high: int, jokers: int) -> None:
    """Fill the tables of the runs in one suit. [T3.2, T3.3]

    Args:
        uncovered: output: `uncovered[ranks]` are the points of these ranks (13 bits, the ace lowest), and
            `uncovered[8192 * (1 + j) + ranks]` the least that runs with exactly j jokers leave of them.
        in_run: output: `in_run[ranks]` are the ranks among them that are in a run without a joker.
        ace_high: 1 if the ace may be high too, else 0.
        jokers: the largest number of jokers.
    """
    for ranks in range(SUIT_TABLE):
        runs = ranks & ranks << 1 & ranks << 2
        in_run[ranks] = (runs | runs >> 1 | runs >> 2) & ranks
        if ace_high and ranks & 0x1801 == 0x1801:
            in_run[ranks] |= 0x1801
        for used in range(jokers + 1):
            uncovered[SUIT_TABLE * (1 + used) + ranks] = IMPOSSIBLE
    uncovered[0] = uncovered[SUIT_TABLE] = 0
    for ranks in range(1, SUIT_TABLE):
        lowest = bit_index(ranks & -ranks)
        for row in range(jokers + 2):
            rest = uncovered[SUIT_TABLE * row + (ranks & ranks - 1)]
            if rest < IMPOSSIBLE:
                uncovered[SUIT_TABLE * row + ranks] = POINTS[lowest] + rest
        fill_from(uncovered, ranks, lowest, ace_high, jokers)
        if ace_high and ranks & 1:
            fill_from_high_ace(uncovered, ranks, jokers)


def fill_from(uncovered: Memory, ranks: int, lowest: int, ace_high: int, jokers: int) -> None:
    """Enter into `uncovered` the runs with the lowest rank, or with jokers below it.

    `lowest` is the index of that rank in `ranks`, the ranks of the hand as bits. Jokers may also be in gaps and above.
    """
    top = RANKS + ace_high
    for below in range(min(jokers, lowest) + 1):
        run, wild = 0, below
        for rank in range(lowest, RANKS):
            if ranks >> rank & 1:
                run |= 1 << rank
            else:
                wild += 1
            if wild > jokers:
                break
            if run & run - 1:
                cards = rank - lowest + 1 + below
                for above in range(min(jokers - wild, top - 1 - rank) + 1):
                    if cards + above >= 3 and cards + above <= RANKS:
                        cover(uncovered, ranks, run, wild + above, jokers)


def fill_from_high_ace(uncovered: Memory, ranks: int, jokers: int) -> None:
    """Enter into `uncovered` the runs of these ranks that end in the high ace. [T3.3]"""
    run, wild = 1, 0
    for rank in range(RANKS - 1, 0, -1):
        if ranks >> rank & 1:
            run |= 1 << rank
        else:
            wild += 1
        if wild > jokers:
            break
        if run & run - 1 and rank <= RANKS - 2:
            cover(uncovered, ranks, run, wild, jokers)


def cover(uncovered: Memory, ranks: int, run: int, wild: int, jokers: int) -> None:
    """Enter one run of these ranks into `uncovered`.

    `run`: its natural cards as bits; `wild`: its number of jokers; the other jokers may be in other runs.
    """
    for others in range(jokers - wild + 1):
        rest = uncovered[SUIT_TABLE * (1 + others) + (ranks & ~run)]
        here = SUIT_TABLE * (1 + others + wild) + ranks
        if rest < uncovered[here]:
            uncovered[here] = rest


def least_deadwood(hand: int, uncovered: Numbers, in_run: Numbers) -> int:
    """Return the least deadwood of a hand without jokers, a mask of up to 52 cards.

    Sets that share no card with a run are taken out first. Only where a set competes with a run, the cards are tried in
    the set and in the run.
    """
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39 & ONE_SUIT
    sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    rivals = sets & (in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades])
    free = ~(sets ^ rivals)
    clubs, diamonds, hearts, spades = clubs & free, diamonds & free, hearts & free, spades & free
    if rivals:
        return try_rivals(clubs, diamonds, hearts, spades, rivals, uncovered)
    return left_by_runs(clubs, diamonds, hearts, spades, uncovered)


def left_by_runs(clubs: int, diamonds: int, hearts: int, spades: int, uncovered: Numbers) -> int:
    """Return the fewest points that runs without jokers leave of a hand.

    Args:
        clubs, diamonds, hearts, spades: the ranks of the hand in each suit (13 bits).
        uncovered: the table of `fill_runs`.
    """
    least = uncovered[SUIT_TABLE + clubs] + uncovered[SUIT_TABLE + diamonds]
    return least + uncovered[SUIT_TABLE + hearts] + uncovered[SUIT_TABLE + spades]


def points_of(hand: int, uncovered: Numbers) -> int:
    """Return the points of all natural cards. [T9.1]"""
    points = uncovered[hand & ONE_SUIT] + uncovered[hand >> 13 & ONE_SUIT]
    return points + uncovered[hand >> 26 & ONE_SUIT] + uncovered[hand >> 39 & ONE_SUIT]


def try_rivals(clubs: int, diamonds: int, hearts: int, spades: int, rivals: int, uncovered: Numbers) -> int:
    """Return the least deadwood, trying each set that shares a card with a run.

    `rivals` are the ranks of these sets as bits. The caller has already taken all other sets out of the suits.
    """
    best = left_by_runs(clubs, diamonds, hearts, spades, uncovered)
    fours = clubs & diamonds & hearts & spades
    # One octal digit for each rival rank: 0 no set, 1 the whole set, 2 to 5 a set of three without one of the suits.
    choice = 0
    while True:
        rest, shift = rivals, 0
        while rest:
            most = 5 if rest & -rest & fours else 1
            if choice >> shift & 7 < most:
                choice += 1 << shift
                break
            choice &= ~(7 << shift)
            shift += 3
            rest &= rest - 1
        if not rest:
            return best
        kept_clubs, kept_diamonds, kept_hearts, kept_spades = clubs, diamonds, hearts, spades
        rest, shift = rivals, 0
        while rest:
            chosen = choice >> shift & 7
            if chosen:
                without = ~(rest & -rest)
                if chosen != 2:
                    kept_clubs &= without
                if chosen != 3:
                    kept_diamonds &= without
                if chosen != 4:
                    kept_hearts &= without
                if chosen != 5:
                    kept_spades &= without
            shift += 3
            rest &= rest - 1
        best = min(best, left_by_runs(kept_clubs, kept_diamonds, kept_hearts, kept_spades, uncovered))


def least_with_jokers(
    hand: int, jokers: int, joker_points: int, uncovered: Numbers, in_run: Numbers, memory: Memory, start: int
) -> int:
    """Return the least deadwood of a hand with some number of jokers.

    `hand`: its natural cards as bits; every meld has at least two of them (T10.2). `joker_points`: the deadwood of a
    joker left over. `uncovered`, `in_run`: see `fill_runs`. `memory`: has a workspace of 26 numbers at `start`.
    """
    if not jokers:
        return least_deadwood(hand, uncovered, in_run)
    return least_and_jokers(hand, jokers, joker_points, uncovered, in_run, memory, start) >> JOKERS_USED


def least_of_each(
    hands: Numbers, joker_points: int, uncovered: Numbers, in_run: Numbers, memory: Memory, results: Memory
) -> None:
    """Write the least deadwood of each hand to `results`; jokers are bits from 52 on."""
    for number in range(len(hands)):
        hand = hands[number]
        results[number] = least_with_jokers(hand & HAND, count(hand >> 52), joker_points, uncovered, in_run, memory, 0)


SET_WAYS: Final = tuple(
    1
    + sum(
        1 << 2 * suits + more
        for suits in range(16)
        for more in range(2)
        if suits & own == suits and 2 <= suits.bit_count() <= 4 - more and max(0, 3 - suits.bit_count()) + more <= left
    )
    for left in range(1, 3)
    for own in range(16)
)
"""The sets of one rank, by the suits held, with one joker, and 16 entries further with two or more. A set is one bit:
its index is twice the four bits of the suits laid, plus one for a joker more than needed. The lowest bit is no set."""
NO_JOKER_MORE: Final = 0x55555555


def least_and_jokers(
    hand: int, jokers: int, joker_points: int, uncovered: Numbers, in_run: Numbers, memory: Memory, start: int
) -> int:
    """Return the least deadwood of a hand, packed with the fewest jokers for it.

    See `JOKERS_USED`; takes the arguments of `least_with_jokers`. The ranks with two cards are tried one after another
    with every set that they and the remaining jokers can make; the other jokers go into runs.
    """
    first, second = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    third, fourth = hand >> 26 & ONE_SUIT, hand >> 39
    ranks = first & second | third & fourth | (first | second) & (third | fourth)
    best, level, left = MOST << JOKERS_USED, 0, jokers
    # Depth first without recursion: for each level the hand as it was is remembered as one number, and as another the
    # ranks not yet decided, the jokers left, and the sets of the lowest rank that have not been tried.
    while True:
        if ranks and left:
            ways = SET_WAYS[(16 if left > 1 else 0) + suits_of(hand, bit_index(ranks & -ranks))]
            if not joker_points:
                ways &= NO_JOKER_MORE
            memory[start + 2 * level] = hand
            memory[start + 2 * level + 1] = ranks | left << 13 | ways << 18
            level += 1
        elif left:
            best = min(best, least_in_runs(hand, left, joker_points, uncovered) + jokers - left)
        else:
            best = min(best, least_deadwood(hand, uncovered, in_run) << JOKERS_USED | jokers)
        while level and not memory[start + 2 * level - 1] >> 18:
            level -= 1
        if not level:
            return best
        tried = memory[start + 2 * level - 1]
        way = tried >> 18 & -(tried >> 18)
        memory[start + 2 * level - 1] = tried ^ way << 18
        way = bit_index(way)
        ranks = tried & ONE_SUIT
        naturals = count(way >> 1)
        left = (tried >> 13 & 31) - (way & 1) - (3 - naturals if naturals == 2 else 0)
        hand = memory[start + 2 * level - 2] & ~spread(way >> 1, ranks & -ranks)
        ranks &= ranks - 1


def suits_of(hand: int, rank: int) -> int:
    """Return the suits in which a hand has this rank, as four bits."""
    shifted = hand >> rank
    return shifted & 1 | shifted >> 12 & 2 | shifted >> 24 & 4 | shifted >> 36 & 8


def spread(suits: int, rank: int) -> int:
    """Return the cards of a rank (its bit in clubs) in these suits (four bits)."""
    return (suits & 1 | (suits >> 1 & 1) << 13 | (suits >> 2 & 1) << 26 | (suits >> 3 & 1) << 39) * rank


def least_in_runs(hand: int, jokers: int, joker_points: int, uncovered: Numbers) -> int:
    """Return the least deadwood if only runs are laid, packed with the jokers used.

    Takes the arguments of `least_with_jokers`, and tries every split of the jokers over the suits.
    """
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39
    best = MOST << JOKERS_USED
    for first in range(jokers + 1):
        in_clubs = uncovered[SUIT_TABLE * (1 + first) + clubs]
        for second in range(jokers - first + 1):
            in_diamonds = uncovered[SUIT_TABLE * (1 + second) + diamonds]
            for third in range(jokers - first - second + 1):
                in_hearts = uncovered[SUIT_TABLE * (1 + third) + hearts]
                for fourth in range(jokers - first - second - third + 1):
                    in_spades = uncovered[SUIT_TABLE * (1 + fourth) + spades]
                    if max(in_clubs, in_diamonds, in_hearts, in_spades) < IMPOSSIBLE:
                        least = in_clubs + in_diamonds + in_hearts + in_spades
                        used = first + second + third + fourth
                        least += joker_points * (jokers - used)
                        best = min(best, least << JOKERS_USED | used)
    return best
