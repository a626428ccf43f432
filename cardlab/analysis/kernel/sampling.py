"""Many worlds on masks: every option of a player is played on in the same worlds, and the sums are kept exactly.

A kernel module: plain Python that runs as it is, and the source that numba compiles.
A world is a deal of the unseen cards made from its own seed, so any worker may play any world; sums are whole numbers,
so it makes no difference who adds them up in which order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlab.analysis.kernel.hands import MOST, Memory, Numbers, Tables
from cardlab.analysis.kernel.player import completes, play_on
from cardlab.analysis.kernel.rounds import (
    CALLER,
    CARDS,
    COUNTS,
    ENDING,
    HANDS,
    HIDDEN_FOURS,
    HOUSE_RULES,
    LAID,
    MELD_SIZE,
    MELDS,
    OWNER,
    PAYMENTS,
    ROUND_SIZE,
    SEATS,
    SECRET,
    WINNER,
    begin_world,
    copy,
    deal_world,
    draw,
    held_now,
    next_random,
    settle,
    shuffle_world,
)

VIEWER, SEED, FIRST, HOW_MANY, CALLED_WITH, SETTINGS = range(HOUSE_RULES, HOUSE_RULES + 6)
"""Behind the house rules in `settings`: who asks, a seed of 32 bits, the first world or round, how many, and the most
with which an opponent who has called a draw did so; -1 if that is not to be thought of."""

WEIGHTS, SQUARED_WEIGHTS, WORLDS, FIRST_SUM = 0, 1, 2, 3
"""The sums of one sample: of the weights, of their squares, how many worlds; then nine numbers for each option, and two
for each pair of options."""
FOURS, KINDS = 18, 3
"""Where in the memory for values those of the options begin, after the hidden fours; win, payment and deadwood."""
TRIES: Final = 64
"""So often a world is dealt for a caller who would have called; then the one in which the caller has least is taken."""
FULL_WEIGHT: Final = 8
"""A world counts 8, or for each card thrown away that would have made a meld an eighth of it."""


class Options(NamedTuple):
    """What is played on in every world.

    - `rounds`: a round for each option, one after another, as it is after the option;
      `forced`: 1 for each option whose player has yet to draw from the stock, which is another card in each world;
    - `pool`: the cards that the viewer cannot see; `fours`: what a hidden set of four may be, as masks;
    - `thrown`: seat, card, seat, card ...: who has just thrown away what, if worlds are to be weighted by it.
    """

    rounds: Memory
    forced: Numbers
    pool: Numbers
    fours: Numbers
    thrown: Numbers


class Room(NamedTuple):
    """Memory to play in: a round, the pool, three numbers an option, a result, the generator, and the log."""

    played: Memory
    cards: Memory
    values: Memory
    result: Memory
    source: Memory
    log: Memory


def values_size(options: int) -> int:
    """How many numbers the values of so many options are, and of the hidden fours before them."""
    return FOURS + KINDS * options


def sums_size(options: int) -> int:
    """How many numbers the sums of so many options are."""
    return FIRST_SUM + 9 * options + 2 * options * options


def sample(options: Options, settings: Numbers, tables: Tables, room: Room, sums: Memory) -> None:
    """Adds worlds to `sums`: as many as the settings ask for, from the first that they name."""
    played, values, source = room.played, room.values, room.source
    number = len(options.forced)
    viewer = settings[VIEWER]
    for world in range(settings[FIRST], settings[FIRST] + settings[HOW_MANY]):
        begin_world(source, settings[SEED], world)
        hidden = choose_fours(options.rounds, options.fours, values, source)
        size = deal_for_caller(options, settings, tables, room, hidden)
        weight = 1
        for option in range(number):
            copy(options.rounds, ROUND_SIZE * option, played)
            deal_world(played, room.cards, size)
            reveal_fours(played, viewer, values)
            if option == 0:
                for place in range(0, len(options.thrown), 2):
                    if not completes(played[HANDS + options.thrown[place]], options.thrown[place + 1], settings):
                        weight *= FULL_WEIGHT
            if options.forced[option]:
                draw(played, room.log)
            play_on(played, settings, room.log, tables)
            settle(played, settings, tables, room.result)
            values[FOURS + 3 * option] = 1 if room.result[WINNER] == viewer else 0
            values[FOURS + 3 * option + 1] = room.result[PAYMENTS + viewer]
            values[FOURS + 3 * option + 2] = room.result[COUNTS + viewer]
        add(number, weight, values, sums)


def deal_for_caller(options: Options, settings: Numbers, tables: Tables, room: Room, hidden: int) -> int:
    """Shuffles the unseen cards but the hidden ones until a caller has a hand to call with; how many cards they are."""
    if settings[CALLED_WITH] < 0:
        return shuffle_pool(options, room, hidden)
    played, source = room.played, room.source
    least, found = MOST, source[0]
    for _ in range(TRIES):
        before = source[0]
        size = shuffle_pool(options, room, hidden)
        copy(options.rounds, 0, played)
        deal_world(played, room.cards, size)
        held = held_now(played, played[CALLER], settings, tables)
        if held <= settings[CALLED_WITH]:
            return size
        if held < least:
            least, found = held, before
    source[0] = found
    return shuffle_pool(options, room, hidden)


def shuffle_pool(options: Options, room: Room, hidden: int) -> int:
    """Puts the unseen cards but the hidden ones into the room's cards, shuffled; how many they are."""
    size = 0
    for card in options.pool:
        if hidden >> card & 1 == 0:
            room.cards[size] = card
            size += 1
    shuffle_world(room.cards, size, room.source)
    return size


def choose_fours(rounds: Numbers, fours: Numbers, values: Memory, source: Memory) -> int:
    """T6.9: what the hidden sets of four are in this world, each possible choice as likely; all their cards."""
    wanted = rounds[HIDDEN_FOURS]
    taken = 0
    chosen = 0
    while chosen < wanted:
        four = fours[next_random(source) * len(fours) >> 32]
        if four & taken:
            # Begins anew, so that every choice of sets that exclude each other stays as likely as any other.
            taken = 0
            chosen = 0
        else:
            taken |= four
            values[chosen] = four
            chosen += 1
    return taken


def reveal_fours(played: Memory, viewer: int, values: Numbers) -> None:
    """T6.9: puts the sets chosen under the melds that lie face down."""
    found = 0
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if found < played[HIDDEN_FOURS] and played[meld + SECRET] and played[meld + OWNER] != viewer:
            played[meld + CARDS] = values[found]
            found += 1


def add(number: int, weight: int, values: Numbers, sums: Memory) -> None:
    """Adds one world: for each option and value the weighted sum, and squares; for two values each pair of options."""
    square = weight * weight
    sums[WEIGHTS] += weight
    sums[SQUARED_WEIGHTS] += square
    sums[WORLDS] += 1
    for option in range(number):
        for kind in range(KINDS):
            value = values[FOURS + 3 * option + kind]
            here = FIRST_SUM + 9 * option + 3 * kind
            sums[here] += weight * value
            sums[here + 1] += square * value
            sums[here + 2] += square * value * value
        won, paid = values[FOURS + 3 * option], values[FOURS + 3 * option + 1]
        row = FIRST_SUM + 9 * number + 2 * number * option
        for other in range(number):
            sums[row + 2 * other] += square * won * values[FOURS + 3 * other]
            sums[row + 2 * other + 1] += square * paid * values[FOURS + 3 * other + 1]


def play_rounds(dealt: Numbers, pool: Numbers, settings: Numbers, tables: Tables, room: Room, sums: Memory) -> None:
    """Plays whole rounds by three sensible players; adds wins (3), payments (3) and endings (4) to `sums`."""
    played, cards, result = room.played, room.cards, room.result
    for number in range(settings[FIRST], settings[FIRST] + settings[HOW_MANY]):
        begin_world(room.source, settings[SEED], number)
        for place in range(len(pool)):
            cards[place] = pool[place]
        shuffle_world(cards, len(pool), room.source)
        copy(dealt, 0, played)
        deal_world(played, cards, len(pool))
        play_on(played, settings, room.log, tables)
        settle(played, settings, tables, result)
        if result[WINNER] >= 0:
            sums[result[WINNER]] += 1
        for seat in range(SEATS):
            sums[3 + seat] += result[PAYMENTS + seat]
        sums[6 + result[ENDING]] += 1
