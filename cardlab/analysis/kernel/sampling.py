"""Plays every option in the same worlds, and adds up the results exactly.

Worlds are sampled (`sample`), or played once each where they are few (`play_deals`).
A kernel module: plain Python, and the source of the compiled kernel.
A world is a deal of the unseen cards from its own seed, so any worker may play any world; sums are whole numbers, so
they can be added in any order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlab.analysis.kernel.hands import MOST, LookupTables, Memory, Numbers, bit_index
from cardlab.analysis.kernel.player import play_on
from cardlab.analysis.kernel.rounds import (
    CALLER,
    CARDS,
    COUNTS,
    HIDDEN_FOURS,
    LAID,
    MELD_SIZE,
    MELDS,
    OWNER,
    PAYMENTS,
    ROUND_SIZE,
    SEATS,
    SECRET,
    UNSEEN_IN_HAND,
    WINNER,
    begin_world,
    copy,
    deal_world,
    draw,
    hand_deadwood,
    next_random,
    settle,
    shuffle_world,
)

VIEWER, SEED, FIRST, HOW_MANY, CALLED_WITH, ORDERED, SETTINGS = range(7)
"""Slots of `settings`: the viewer, a seed of 32 bits, the first world or hand, how many, the highest deadwood of a
calling opponent (-1 if not restricted), and whether `play_deals` tries every order of the stock."""

WORLDS, FIRST_SUM = 0, 1
"""Slots of `sums`: the number of worlds; then for each option, of each of its `KINDS`, the sum and the sum of squares;
then for each pair of options the sum of the products of their wins, and of their payments."""
FOURS, KINDS = 18, 3
"""The offset of the options in `Workspace.values`, after the hidden fours; and how many numbers each option has there:
win, payment and deadwood."""
TRIES: Final = 64
"""Deals tried for a caller with a calling hand; after that the one with the caller's lowest deadwood is used."""


class Options(NamedTuple):
    """The options, and the unseen cards.

    - `rounds`: the rounds after each option, one after the other;
    - `forced`: for each option 1 if it draws from the stock, because each world has its own card; else 0;
    - `pool`: the indexes of the unseen cards; `fours`: the possible hidden sets of four, as masks.
    """

    rounds: Memory
    forced: Numbers
    pool: Numbers
    fours: Numbers


class Workspace(NamedTuple):
    """Memory for playing the options in one world.

    - `played`: a round; `cards`: the unseen cards in the order of dealing; `result`: the result of the round;
    - `values`: the hidden fours, then the results of each option (see `FOURS`);
    - `source`: the state of the random numbers.
    """

    played: Memory
    cards: Memory
    values: Memory
    result: Memory
    source: Memory


def values_size(options: int) -> int:
    """Return how many numbers `Workspace.values` needs for this many options."""
    return FOURS + KINDS * options


def sums_size(options: int) -> int:
    """Return how many numbers the memory `sums` needs for this many options."""
    return FIRST_SUM + 2 * KINDS * options + 2 * options * options


def sample(options: Options, settings: Numbers, tables: LookupTables, room: Workspace, sums: Memory) -> None:
    """Play the worlds that `settings` names (see `VIEWER`), and add them to `sums`."""
    source = room.source
    for world in range(settings[FIRST], settings[FIRST] + settings[HOW_MANY]):
        begin_world(source, settings[SEED], world)
        size = deal_for_caller(options, settings, tables, room)
        play_options(options, settings, tables, room, size, sums)


def play_options(
    options: Options, settings: Numbers, tables: LookupTables, room: Workspace, size: int, sums: Memory
) -> None:
    """Play every option in one world, and add the results to `sums`.

    The world is the first `size` cards of `room.cards`, in the order of dealing.
    """
    played, values = room.played, room.values
    number = len(options.forced)
    viewer = settings[VIEWER]
    for option in range(number):
        copy(options.rounds, ROUND_SIZE * option, played)
        deal_world(played, room.cards, size)
        reveal_fours(played, viewer, values)
        if options.forced[option]:
            draw(played)
        play_on(played, tables)
        settle(played, tables, room.result)
        values[FOURS + KINDS * option] = 1 if room.result[WINNER] == viewer else 0
        values[FOURS + KINDS * option + 1] = room.result[PAYMENTS + viewer]
        values[FOURS + KINDS * option + 2] = room.result[COUNTS + viewer]
    add(number, values, sums)


def play_deals(options: Options, settings: Numbers, tables: LookupTables, room: Workspace, sums: Memory) -> None:
    """Play every deal of the pool once, and add the results to `sums`.

    With the option `ORDERED`, each deal is played with every order of the stock too. The pool is ascending and has no
    card of `fours`, the secret fours. Deals in which a caller would not have called are left out. The setting `FIRST`
    is the first hand to deal, as a mask of pool indexes, and `HOW_MANY` the number of hands. The next hand to deal is
    stored in `room.source`.
    """
    cards, pool = room.cards, options.pool
    size = len(pool)
    first, second = 0, 0
    for seat in range(SEATS):
        if options.rounds[UNSEEN_IN_HAND + seat]:
            first, second = second, options.rounds[UNSEEN_IN_HAND + seat]
    for number in range(options.rounds[HIDDEN_FOURS]):
        room.values[number] = options.fours[number]
    first_hand = settings[FIRST]
    for _ in range(settings[HOW_MANY]):
        if first_hand >> size:
            break
        # `room.cards` has the deal, and after it the cards left by the first hand.
        left = split(pool, 0, size, first_hand, cards, 0, size) - size
        second_hand = (1 << second) - 1
        while second_hand >> left == 0:
            split(cards, size, left, second_hand, cards, first, first + second)
            if settings[CALLED_WITH] < 0 or caller_deadwood(options, tables, room, size) <= settings[CALLED_WITH]:
                play_options(options, settings, tables, room, size, sums)
                while settings[ORDERED] and next_order(cards, first + second, size):
                    play_options(options, settings, tables, room, size, sums)
            second_hand = next_choice(second_hand)
        first_hand = next_choice(first_hand)
    room.source[0] = first_hand


def split(pool: Numbers, start: int, size: int, chosen: int, cards: Memory, hand: int, rest: int) -> int:
    """Split `size` cards of the pool from `start` on into a hand and the rest.

    The cards in the mask `chosen` are written to `cards` from index `hand` on, the others from `rest` on. Returns the
    index after the last of these.
    """
    for number in range(size):
        if chosen >> number & 1:
            cards[hand] = pool[start + number]
            hand += 1
        else:
            cards[rest] = pool[start + number]
            rest += 1
    return rest


def caller_deadwood(options: Options, tables: LookupTables, room: Workspace, size: int) -> int:
    """Return the deadwood of the caller in the world of `room.cards`. [T9.2]"""
    copy(options.rounds, 0, room.played)
    deal_world(room.played, room.cards, size)
    return hand_deadwood(room.played, room.played[CALLER], tables)


def next_choice(chosen: int) -> int:
    """Return the next larger number with as many bits set.

    0 has no next number: for it, return a number larger than any pool.
    """
    if not chosen:
        return 1 << 61
    lowest = chosen & -chosen
    carried = chosen + lowest
    return carried | ((chosen ^ carried) >> bit_index(lowest) + 2)


def next_order(cards: Memory, start: int, end: int) -> bool:
    """Permute the cards into the next lexicographic order; False if it was the last."""
    turned = end - 2
    while turned >= start and cards[turned] > cards[turned + 1]:
        turned -= 1
    if turned < start:
        return False
    other = end - 1
    while cards[other] < cards[turned]:
        other -= 1
    cards[turned], cards[other] = cards[other], cards[turned]
    low, high = turned + 1, end - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low += 1
        high -= 1
    return True


def deal_for_caller(options: Options, settings: Numbers, tables: LookupTables, room: Workspace) -> int:
    """Shuffle `room.cards` until the caller has a calling hand; return how many."""
    if settings[CALLED_WITH] < 0:
        return shuffle_pool(options, room)
    source = room.source
    least, kept = MOST, source[0]
    for _ in range(TRIES):
        before = source[0]
        size = shuffle_pool(options, room)
        deadwood = caller_deadwood(options, tables, room, size)
        if deadwood <= settings[CALLED_WITH]:
            return size
        if deadwood < least:
            least, kept = deadwood, before
    source[0] = kept
    return shuffle_pool(options, room)


def shuffle_pool(options: Options, room: Workspace) -> int:
    """Choose hidden fours; shuffle the others into `room.cards`, return how many."""
    hidden = choose_fours(options.rounds, options.fours, room.values, room.source)
    size = 0
    for card in options.pool:
        if hidden >> card & 1 == 0:
            room.cards[size] = card
            size += 1
    shuffle_world(room.cards, size, room.source)
    return size


def choose_fours(rounds: Numbers, fours: Numbers, values: Memory, source: Memory) -> int:
    """Choose hidden sets of four at random; return all their cards as bits. [T6.9]

    They are written to `values`. Every choice is equally likely.
    """
    needed = rounds[HIDDEN_FOURS]
    taken = 0
    chosen = 0
    while chosen < needed:
        four = fours[next_random(source) * len(fours) >> 32]
        if four & taken:
            # Starts again, because otherwise not all choices would be equally likely.
            taken = 0
            chosen = 0
        else:
            taken |= four
            values[chosen] = four
            chosen += 1
    return taken


def reveal_fours(played: Memory, viewer: int, values: Numbers) -> None:
    """Give the chosen sets to the other players' melds that are face down. [T6.9]"""
    revealed = 0
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if revealed < played[HIDDEN_FOURS] and played[meld + SECRET] and played[meld + OWNER] != viewer:
            played[meld + CARDS] = values[revealed]
            revealed += 1


def add(number: int, values: Numbers, sums: Memory) -> None:
    """Add the values of one world, of `number` options, and their products to `sums`."""
    sums[WORLDS] += 1
    for option in range(number):
        for kind in range(KINDS):
            value = values[FOURS + KINDS * option + kind]
            here = FIRST_SUM + 2 * KINDS * option + 2 * kind
            sums[here] += value
            sums[here + 1] += value * value
        won, paid = values[FOURS + KINDS * option], values[FOURS + KINDS * option + 1]
        row = FIRST_SUM + 2 * KINDS * number + 2 * number * option
        for other in range(number):
            sums[row + 2 * other] += won * values[FOURS + KINDS * other]
            sums[row + 2 * other + 1] += paid * values[FOURS + KINDS * other + 1]
