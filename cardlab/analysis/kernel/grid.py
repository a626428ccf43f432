"""How many deals of two unknown hands leave both at a threshold or above: every hand of a pool at once, many in a word.

All hands that a pool can give lie in a grid: one axis for each card, or for several cards that are alike, with as many
steps as the hand may hold of them. A word of memory holds the hands that differ only in the first few axes, one beside
the other in lanes: four lanes in a compiled 64-bit word, thousands in plain Python, whose whole numbers have no end.
Which cards are alike and what makes a meld, `two_hands` says.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlab.analysis.kernel.hands import Memory, Numbers

CARDS: Final = 63
"""The lowest six bits of an entry of `taken` hold the number of cards, the three above them the number of aces."""
ACES_AT: Final = 6
ACES_BITS: Final = 3
ACES: Final = 7
ONE: Final = 0
BY_ACE: Final = 1
BY_POINT: Final = 2
AXIS: Final = 6
MELD: Final = 5
NEAR: Final = 512
"""At most so many words are filled at a time, so that they are still near when the next meld is tried on them."""
PLACE: Final = (1 << 40) - 1
"""Takes nothing away from a place in memory, but tells the compiler that it is not negative."""


class Words(NamedTuple):
    """The grid: one word of memory for all hands that differ in the lanes' axes only.

    - `least`: the least deadwood of each hand; `taken`: its cards, packed axis by axis;
    - `ways`: how often it occurs, of one entry only if no cards are alike;
    - `beside`: how many hands lie beside it, once that has been counted.
    """

    beside: Memory
    least: Memory
    taken: Memory
    ways: Memory


class Lanes(NamedTuple):
    """How a word is cut into lanes.

    - `width`: the bits of a lane; `guard`: the highest bit of every lane;
    - `by_count[n]`: the lanes of hands with n cards there;
    - `moves`: for each axis of the lanes how far its two halves lie apart, and the lower half;
    - `folds`: how to add up the lanes of a word, shift and mask.
    """

    width: int
    guard: int
    by_count: Numbers
    moves: Numbers
    folds: Numbers


def lesser(one: int, other: int, guard: int, width: int) -> int:
    """Lane by lane the lesser of two numbers; `guard` is the highest bit of every lane, which both leave free."""
    swap = (one | guard) - other & guard
    swap -= swap >> width - 1
    return one ^ (one ^ other) & swap


def build(words: Words, lanes: Lanes, axes: Numbers, melds: Numbers, guards: int) -> None:
    """Fills the grid from its entries at place 0, the hand without a card, which are given.

    `axes`: for each axis steps, stride, deadwood of one card in every lane, one card as packed, and where its melds
    begin and end; `melds`: for each meld what it takes as packed, how far back the hand without it lies, which lanes
    of that are of use, how far up they move, and what fills the others; `guards`: the guard bits of packed cards.
    """
    least, taken, ways = words.least, words.taken, words.ways
    guard, width = lanes.guard, lanes.width
    near = 1
    for axis in range(0, len(axes), AXIS):
        steps = axes[axis]
        stride = axes[axis + 1]
        if stride <= NEAR:
            near = stride
        block = min(stride, near)
        for step in range(1, steps + 1):
            for start in range(step * stride, step * stride + stride, block):
                stop = start + block
                for here in range(start, stop):
                    taken[here & PLACE] = taken[(here - stride) & PLACE] + axes[axis + 3]
                    least[here & PLACE] = least[(here - stride) & PLACE] + axes[axis + 2]
                if len(ways) > 1:
                    for here in range(start, stop):
                        ways[here & PLACE] = ways[(here - stride) & PLACE]
                    if steps > 1:
                        for here in range(start, stop):
                            ways[here] = ways[here] * (steps - step + 1) // step
                for meld in range(axes[axis + 4], axes[axis + 5], MELD):
                    need = melds[meld]
                    back = melds[meld + 1]
                    keep = melds[meld + 2]
                    up = melds[meld + 3]
                    rest = melds[meld + 4]
                    # The last hand of a block holds most: what is too much for it is too much for all of them.
                    if (taken[stop - 1] | guards) - need & guards == guards:
                        for here in range(max(start, back), stop):
                            if (taken[here & PLACE] | guards) - need & guards == guards:
                                without = (least[(here - back) & PLACE] & keep) << up | rest
                                least[here & PLACE] = lesser(least[here & PLACE], without, guard, width)


def fill(words: Words, lanes: Lanes, size: int, threshold: int) -> None:
    """Writes 1 for every hand of `size` cards that counts at least the threshold, and spreads it over the lanes' axes.

    `threshold` stands in every lane.
    """
    beside, least, taken, by_count, moves = words.beside, words.least, words.taken, lanes.by_count, lanes.moves
    guard, width = lanes.guard, lanes.width
    inside = len(by_count)
    for here in range(len(beside)):
        more = size - (taken[here] & CARDS)
        found = 0
        if 0 <= more < inside:
            found = ((least[here] | guard) - threshold & guard) >> width - 1 & by_count[more]
            for move in range(0, len(moves), 2):
                found += (found & moves[move + 1]) << moves[move]
        beside[here] = found


def spread_one(beside: Memory, steps: int, stride: int) -> None:
    """Along one axis of so many steps."""
    for start in range(0, len(beside), stride * (steps + 1)):
        for least in range(1, steps + 1):
            for step in range(steps, least - 1, -1):
                to = start + step * stride
                for here in range(to, to + stride):
                    beside[here & PLACE] += beside[(here - stride) & PLACE]


def spread_three(beside: Memory, stride: int) -> None:
    """Along three axes of one step each that follow one another: the same as three times `spread_one`, but faster."""
    for start in range(0, len(beside), 8 * stride):
        for here in range(start, start + stride):
            at1 = (here + stride) & PLACE
            at2 = (here + 2 * stride) & PLACE
            at3 = (here + 3 * stride) & PLACE
            at4 = (here + 4 * stride) & PLACE
            at5 = (here + 5 * stride) & PLACE
            at6 = (here + 6 * stride) & PLACE
            at7 = (here + 7 * stride) & PLACE
            none = beside[here & PLACE]
            first = beside[at1] + none
            second = beside[at2]
            both = beside[at3] + second + first
            second += none
            third = beside[at4]
            with_first = beside[at5] + third
            with_second = beside[at6]
            with_both = beside[at7] + with_second + with_first + both
            beside[at1] = first
            beside[at2] = second
            beside[at3] = both
            beside[at4] = third + none
            beside[at5] = with_first + first
            beside[at6] = with_second + third + second
            beside[at7] = with_both


def spread(beside: Memory, axes: Numbers) -> None:
    """Along all axes: from how many hands lie at each place to how many can be dealt from the cards of each place.

    Of i cards that are alike there are C(i, j) ways to deal j. The cards beside a hand are those of the place as far
    from the end of the grid as the hand is from its beginning. Places of more cards than any hand that is asked about
    leaves may run over the end of their lane or word; they are never read.
    """
    axis = 0
    while axis < len(axes):
        if axis + 2 * AXIS < len(axes) and axes[axis] == 1 and axes[axis + AXIS] == 1 and axes[axis + 2 * AXIS] == 1:
            spread_three(beside, axes[axis + 1])
            axis += 3 * AXIS
        else:
            spread_one(beside, axes[axis], axes[axis + 1])
            axis += AXIS


def folded(chosen: int, word: int, width: int, folds: Numbers) -> int:
    """The sum of the chosen lanes of a word."""
    word = (chosen << width) - chosen & word
    for fold in range(0, len(folds), 2):
        word = (word & folds[fold + 1]) + (word >> folds[fold] & folds[fold + 1])
    return word


def add_up(words: Words, lanes: Lanes, size: int, threshold: int, weight: int) -> int:
    """The sum of `beside` over all hands of `size` cards that count at least the threshold, by their number of ways.

    With `weight` ONE each counts once, with BY_ACE once for every ace in it, with BY_POINT once for every point that
    it counts above the threshold.
    """
    beside, least, taken, ways = words.beside, words.least, words.taken, words.ways
    guard, width, by_count, moves, folds = lanes.guard, lanes.width, lanes.by_count, lanes.moves, lanes.folds
    total = 0
    inside = len(by_count)
    for here in range(len(beside)):
        more = size - (taken[here] & CARDS)
        word = 0
        if 0 <= more < inside:
            word = beside[len(beside) - 1 - here]
        if word:
            above = (least[here] | guard) - threshold
            chosen = (above & guard) >> width - 1 & by_count[more]
            # What lies beside a hand was counted in the lane as far from the last as the hand is from the first.
            for move in range(0, len(moves), 2):
                word = (word & moves[move + 1]) << moves[move] | word >> moves[move] & moves[move + 1]
            found = 0
            if weight == BY_POINT:
                for bit in range(width - 1):
                    found += folded(above >> bit & chosen, word, width, folds) << bit
            else:
                found = folded(chosen, word, width, folds)
            if weight == BY_ACE:
                found *= taken[here] >> ACES_AT & ACES
            if len(ways) > 1:
                found *= ways[here]
            total += found
    return total
