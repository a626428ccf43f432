"""Races of Tichu 1.on.1 against time, on masks (U1 to U6).

First the table: cards as bits, what fits on a pile, and what a move changes.
Then the racers: each side has a reaction time of its own, makes a plan, and is sometimes too late (U2.1, U2.4).
Last whole races, dealt anew, and the ways of one side raced on in the same deals of what it cannot see.
The rule engine `cardlab.tichu` is the judge of every move and of every outcome.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel.hands import Memory, Numbers, count, place
from cardlab.analysis.kernel.rounds import begin_world, next_random, shuffle_world

DRAGON, MAH_JONG, PHOENIX, DOG = 52, 53, 54, 55
"""A card is a number, and in a hand the bit of that number: four 2s, four 3s, up to the aces, then these."""
NO_CARD: Final = -1
ORDINARY: Final = (1 << 52) - 1
EVERY_CARD: Final = (1 << 56) - 1
AT_ANY_TIME: Final = 1 << DRAGON | 1 << PHOENIX | 1 << DOG

WORTH: Final = (*(2 + card // 4 for card in range(52)), 15, 1, 0, 0)
"""U1.4: the value of each card; Phoenix and Dog have none of their own."""

_PAIRS: Final = {(low, low + 1) for low in range(1, 15)} | {(1, 14)}
NEIGHBOURS: Final = tuple(
    sum(1 << card for card in range(56) if (min(value, WORTH[card]), max(value, WORTH[card])) in pairs)
    for pairs in (_PAIRS, _PAIRS | {(2, 14)})
    for value in range(16)
)
"""U2.2, U5.4: the cards that lie next to each value from 1 to 15; U2.3: from 16 on by house rule `wrap`."""

WRAP, STRICT, SWAPPED = range(3)
"""The house rules in `settings` (U2.3, U5.6, U6.2), each 0 or 1."""

# The memory of a race: numbers, numbers by seat or pile, and the stacks.
SOURCE, NOW, FLIP_DUE, NOTES, FLIPS, RECYCLES = 0, 1, 2, 3, 4, 5
"""The generator's number; milliseconds; whether a flip is due; rows of the log, flips and recycles so far."""
HAND, HELD, OWES = 6, 8, 10
"""By seat: the hand as bits, how many cards that is, and whether drawing was forgotten (U3.2)."""
SPEAKER, BENEATH, WISH, FITTING = 12, 14, 16, 18
"""By pile: the uppermost card and the one beneath it, Dogs aside (U5.9); the value wished, or 0; what fits, as bits."""
PLANNED, CARD, TARGET, SEEN, NAMED, READY, LATE = 20, 22, 24, 26, 28, 30, 32
"""By seat: what is planned, with which card on which pile, the top that was seen, the wish, when it will be done, and
how often it came too late."""
WAITS, KEPT, HIDDEN = 34, 36, 38
"""By seat: whether it waits for the other side's next move; the cards, as bits, that it plays only when nothing else
can be done; and how many cards of the hand nobody knows, which `deal_unseen` deals."""
LYING: Final = 40
"""The cards in both discard piles, as bits."""
SIZE, STACKS, ROOM = 41, 47, 56
"""Six stacks, top card last: how many cards lie in each, and the cards."""
DRAW_PILE, EXTRA_PILE, DISCARD_PILE = 0, 2, 4
"""The number of seat 0's or pile 0's stack; the next number is the other's."""
MEMORY: Final = STACKS + 6 * ROOM
FULL_HAND: Final = 8

OPEN, OUT, BLOCKED = 0, 1, 2
"""How a race has ended: not yet, somebody is out (U6.1), nobody can go on (U4.4)."""


def lay_out(table: Memory, pool: Numbers, settings: Numbers) -> None:
    """U1.2: deals 56 shuffled cards: two hands of eight, two draw piles of 14, two extra piles of six."""
    for number in range(STACKS):
        if number != SOURCE:
            table[number] = 0
    dealt = 0
    for seat in range(2):
        for _ in range(FULL_HAND):
            table[HAND + seat] |= 1 << pool[dealt]
            dealt += 1
        table[HELD + seat] = FULL_HAND
        look_again(table, seat, settings)
    for stack in range(DISCARD_PILE):
        for _ in range(14 if stack < EXTRA_PILE else 6):
            lay_on_stack(table, stack, pool[dealt])
            dealt += 1
    table[FLIP_DUE] = 1


def lay_on_stack(table: Memory, stack: int, card: int) -> None:
    """Lays a card on a stack."""
    table[STACKS + ROOM * stack + table[SIZE + stack]] = card
    table[SIZE + stack] += 1


def take_from_stack(table: Memory, stack: int) -> int:
    """Takes the top card of a stack that is not empty."""
    table[SIZE + stack] -= 1
    return table[STACKS + ROOM * stack + table[SIZE + stack]]


def top_card(table: Numbers, stack: int) -> int:
    """The top card of a stack that is not empty."""
    return table[STACKS + ROOM * stack + table[SIZE + stack] - 1]


def cards_that_fit(speaker: int, beneath: int, wish: int, settings: Numbers) -> int:
    """U2.2, U5: the cards, as bits, that fit on a pile with these two uppermost, Dogs aside."""
    if speaker == NO_CARD or (speaker == PHOENIX and beneath == NO_CARD):
        return EVERY_CARD
    card = beneath if speaker == PHOENIX else speaker
    value = wish if card == MAH_JONG and wish else WORTH[card]
    beside = 16 * settings[WRAP] + value
    if speaker == DRAGON and settings[STRICT]:
        return NEIGHBOURS[beside]
    if speaker != PHOENIX:
        return NEIGHBOURS[beside] | AT_ANY_TIME
    found = AT_ANY_TIME
    if value < 15:
        found |= NEIGHBOURS[beside + 1]
    # A Phoenix that counts as 1 is no Mah Jong: no ace may follow (U5.5), and the 2s are there as neighbours of the 3.
    if value > 2:
        found |= NEIGHBOURS[beside - 1]
    return found


def cover_pile(table: Memory, pile: int, card: int, wish: int, settings: Numbers) -> None:
    """Lays a card on a discard pile; a wish belongs to the Mah Jong (U5.4), a Dog changes no value (U5.9)."""
    lay_on_stack(table, DISCARD_PILE + pile, card)
    table[LYING] |= 1 << card
    if card == MAH_JONG:
        table[WISH + pile] = wish
    if card != DOG:
        table[BENEATH + pile] = table[SPEAKER + pile]
        table[SPEAKER + pile] = card
        table[FITTING + pile] = cards_that_fit(card, table[BENEATH + pile], table[WISH + pile], settings)


def look_again(table: Memory, pile: int, settings: Numbers) -> None:
    """Reads off a discard pile what it counts as, when cards have been taken from below (U4.3)."""
    table[SPEAKER + pile] = table[BENEATH + pile] = NO_CARD
    for number in range(table[SIZE + DISCARD_PILE + pile]):
        card = table[STACKS + ROOM * (DISCARD_PILE + pile) + number]
        table[LYING] |= 1 << card
        if card != DOG:
            table[BENEATH + pile] = table[SPEAKER + pile]
            table[SPEAKER + pile] = card
    speaker, beneath = table[SPEAKER + pile], table[BENEATH + pile]
    table[FITTING + pile] = cards_that_fit(speaker, beneath, table[WISH + pile], settings)


def may_draw(table: Numbers, seat: int) -> bool:
    """U3.1, U3.3: fewer than eight cards in hand, and cards left in the own draw pile."""
    return table[HELD + seat] < FULL_HAND and table[SIZE + DRAW_PILE + seat] > 0


def may_play(table: Numbers, seat: int) -> bool:
    """U2.2: whether a card of the hand fits on a pile."""
    return table[HAND + seat] & (table[FITTING] | table[FITTING + 1]) != 0


def nobody_moves(table: Numbers) -> bool:
    """U4.2: hands are drawn up as far as they can be, and no card of either hand fits either pile."""
    return not (may_play(table, 0) or may_play(table, 1) or may_draw(table, 0) or may_draw(table, 1))


def lies_beneath(table: Numbers) -> int:
    """U4.3: how many cards lie under the two tops."""
    return max(table[SIZE + DISCARD_PILE] - 1, 0) + max(table[SIZE + DISCARD_PILE + 1] - 1, 0)


def may_turn(table: Numbers) -> bool:
    """U4.3, U5.9: whether both can turn a card, if need be from new extra piles."""
    return table[SIZE + EXTRA_PILE] > 0 or table[SIZE + EXTRA_PILE + 1] > 0 or lies_beneath(table) >= 2


def lay_card(table: Memory, seat: int, card: int, pile: int, wish: int, settings: Numbers) -> None:
    """U2.2; U3.2: who has not drawn up before forgot to; U5.3: after a Dog both turn a card."""
    if may_draw(table, seat):
        table[OWES + seat] = 1
    table[HAND + seat] ^= 1 << card
    table[HELD + seat] -= 1
    cover_pile(table, pile, card, wish, settings)
    table[FLIP_DUE] = 1 if card == DOG else 0
    settle_debts(table)


def draw_up(table: Memory, seat: int) -> None:
    """U3.1: the top card of the own draw pile; U3.2, U3.3: of the opponent's while the seat owes."""
    other = 1 - seat
    card = take_from_stack(
        table, DRAW_PILE + (other if table[OWES + seat] and table[SIZE + DRAW_PILE + other] else seat)
    )
    table[HAND + seat] |= 1 << card
    table[HELD + seat] += 1
    settle_debts(table)


def settle_debts(table: Memory) -> None:
    """U3.2, U3.3: a debt lasts while the hand is not full and both draw piles last."""
    for seat in range(2):
        if not (may_draw(table, seat) and table[SIZE + DRAW_PILE + 1 - seat]):
            table[OWES + seat] = 0


def turn_cards(table: Memory, settings: Numbers) -> None:
    """U1.3: each turns the top card of the own extra pile onto the pile at the right; U5.8: after a Dog once more."""
    table[FLIP_DUE] = 0
    for seat in range(2):
        if table[SIZE + EXTRA_PILE + seat]:
            card = take_from_stack(table, EXTRA_PILE + seat)
            cover_pile(table, seat, card, 0, settings)
            if card == DOG:
                table[FLIP_DUE] = 1
    table[FLIPS] += 1
    settle_debts(table)


def deal_extra_piles(table: Memory, pool: Memory, settings: Numbers) -> int:
    """U4.3: shuffles the cards under both tops and deals them evenly; returns how many each extra pile gets."""
    lying = 0
    table[LYING] = 0
    for pile in range(2):
        start = STACKS + ROOM * (DISCARD_PILE + pile)
        for number in range(table[SIZE + DISCARD_PILE + pile] - 1):
            pool[lying] = table[start + number]
            lying += 1
    shuffle_world(pool, lying, table)
    dealt = lying // 2
    # An odd card stays under the top of the pile that it lies in.
    stays = pool[lying - 1] if lying % 2 else NO_CARD
    for pile in range(2):
        start = STACKS + ROOM * (DISCARD_PILE + pile)
        kept = 0
        for number in range(table[SIZE + DISCARD_PILE + pile]):
            if number == table[SIZE + DISCARD_PILE + pile] - 1 or table[start + number] == stays:
                table[start + kept] = table[start + number]
                kept += 1
        table[SIZE + DISCARD_PILE + pile] = kept
        look_again(table, pile, settings)
        for number in range(dealt):
            lay_on_stack(table, EXTRA_PILE + pile, pool[dealt * (pile + 1) - 1 - number])
    table[FLIP_DUE] = 1
    table[RECYCLES] += 1
    return dealt


def ending_of_race(table: Numbers) -> tuple[int, int]:
    """U6.1, U4.4: how it has ended, and the winner's seat, -1 for nobody."""
    for seat in range(2):
        if not table[HAND + seat] and not table[SIZE + DRAW_PILE + seat]:
            return OUT, seat
    if may_turn(table) or not nobody_moves(table):
        return OPEN, -1
    first = table[HELD] + table[SIZE + DRAW_PILE]
    second = table[HELD + 1] + table[SIZE + DRAW_PILE + 1]
    return BLOCKED, (-1 if first == second else 0 if first < second else 1)


def points_for(table: Numbers, settings: Numbers) -> int:
    """U6.2: what the win pays: one point while a draw pile is left, two if both are empty; swapped: the other way."""
    left = table[SIZE + DRAW_PILE] > 0 or table[SIZE + DRAW_PILE + 1] > 0
    return 2 if left == (settings[SWAPPED] != 0) else 1


MEAN, SPREAD, LEAST, EAGER, SKILLED = range(3, 13, 2)
"""The racers in `settings`, by seat: mean and spread of a reaction and the quickest there is, in milliseconds; eager or
not; skilled or not."""

MOST_ROWS, SEED, FIRST, HOW_MANY, VIEWER, SETTINGS = range(13, 19)
"""Behind them in `settings`: the rows of the log after which a race is given up, a seed of 32 bits, the first race or
world of a run, how many, and the seat whose ways are raced on."""

NOTHING, PLAYS, DRAWS, FLIPPED, RECYCLED, DEALT = 0, 1, 2, 3, 4, 5
"""What a side has in mind, and the kinds of rows in the log."""
ROW: Final = 7
"""A row of the log: time, kind, seat, card, pile, the card seen, wish. After RECYCLED a row DEALT for each card."""
LONGEST_MOVE: Final = 60
"""The rows that one turn of the loop can need: new extra piles and the flip."""

RACES, ONE_POINT, TWO_POINTS, DRAWN, GIVEN_UP, TIME, SQUARES, TOO_LATE = 0, 1, 3, 5, 6, 7, 8, 10
ALL_FLIPS, ALL_RECYCLES, SUMS = 12, 13, 14
"""What `race_many` adds up: races; by seat wins that pay one point and two; races that nobody won and races given up;
of the others milliseconds, their squares (below and from 2 ** 31 on), by seat cards too late, flips and recycles."""
HALF: Final = 31


def shuffle_deck(table: Memory, pool: Memory) -> None:
    """All 56 cards in random order."""
    for card in range(56):
        pool[card] = card
    shuffle_world(pool, 56, table)


def reaction(table: Memory, settings: Numbers, seat: int) -> int:
    """How many milliseconds the seat takes: the mean, and three dice of 1024 sides for the spread (its deviation)."""
    dice = next_random(table)
    thrown = (dice & 1023) + (dice >> 10 & 1023) + (dice >> 20 & 1023)
    taken = settings[MEAN + seat] + (settings[SPREAD + seat] * (2 * thrown - 3069) + 512 >> 10)
    return max(taken, settings[LEAST + seat])


def note(table: Memory, log: Memory, kind: int, seat: int, card: int, pile: int, seen: int, wish: int) -> None:
    """Writes a row of the log, if there is room for it."""
    row = ROW * table[NOTES]
    if row + ROW <= len(log):
        log[row] = table[NOW]
        log[row + 1] = kind
        log[row + 2] = seat
        log[row + 3] = card
        log[row + 4] = pile
        log[row + 5] = seen
        log[row + 6] = wish
    table[NOTES] += 1


def fits_after(table: Numbers, card: int, pile: int, wish: int, settings: Numbers) -> int:
    """The cards, as bits, that fit on the pile after this one."""
    if card == DOG:
        return table[FITTING + pile]
    named = wish if card == MAH_JONG else table[WISH + pile]
    return cards_that_fit(card, table[SPEAKER + pile], named, settings)


def playable(table: Numbers, seat: int) -> int:
    """The cards, as bits, that the seat thinks of playing: what fits, without what it keeps as long as it has a reason.

    What is kept is played when neither side can do anything else, and when nothing else is left to be played or drawn.
    """
    fitting = table[FITTING] | table[FITTING + 1]
    able = table[HAND + seat] & fitting
    free = able & ~table[KEPT + seat]
    if free == able or free != 0 or may_draw(table, seat):
        return free
    if table[HAND + seat] & ~table[KEPT + seat] == 0 and table[SIZE + DRAW_PILE + seat] == 0:
        return able
    other = 1 - seat
    return 0 if table[HAND + other] & ~table[KEPT + other] & fitting or may_draw(table, other) else able


FOLLOWS, FITS = 8, 3
BONUS: Final = tuple({2: 30, 3: -20, 13: -15, 14: 20}.get(value, 0) for value in range(16))
PRICES: Final = (200, 200, 280, 260)
"""What the skilled racer weighs a play by: the numbers of `cardlab.bots.tichu`, which says what they mean."""


def skill_of(table: Numbers, seat: int, card: int, pile: int, fitting: int) -> int:
    """What the skilled racer thinks of a play, as `cardlab.bots.tichu.skill` says; `fitting`: what fits afterwards."""
    unseen = EVERY_CARD & ~(table[LYING] | table[HAND + seat])
    worth = BONUS[WORTH[card]] if card < DRAGON else -PRICES[card - DRAGON]
    either = fitting | table[FITTING + 1 - pile]
    return worth - FOLLOWS * count(unseen & fitting) - FITS * count(unseen & either)


def choose_play(table: Memory, seat: int, settings: Numbers) -> None:
    """Plans the play that is liked best; equally good plays are drawn by lot. Wishes are tried one by one.

    A racer that is not skilled likes to go on: the play after which most other cards of the hand fit on the same pile,
    ordinary cards before special ones.
    """
    hand = table[HAND + seat]
    wanted = playable(table, seat)
    if wanted & ORDINARY and not settings[SKILLED + seat]:
        wanted &= ORDINARY
    best, equals = 0, 0
    for pile in range(2):
        rest = wanted & table[FITTING + pile]
        while rest:
            bit = rest & -rest
            rest ^= bit
            card = place(bit)
            for wish in range(15 if card == MAH_JONG else 1):
                if wish == 1:
                    continue
                fitting = fits_after(table, card, pile, wish, settings)
                if settings[SKILLED + seat]:
                    liked = skill_of(table, seat, card, pile, fitting)
                else:
                    liked = count((hand ^ bit) & fitting)
                if equals and liked < best:
                    continue
                equals = equals + 1 if equals and liked == best else 1
                best = liked
                if equals == 1 or next_random(table) * equals >> 32 == 0:
                    aim(table, seat, card, pile, wish)


def aim(table: Memory, seat: int, card: int, pile: int, wish: int) -> None:
    """The seat has this play in mind, upon the card that it sees there."""
    table[CARD + seat] = card
    table[TARGET + seat] = pile
    table[NAMED + seat] = wish
    table[SEEN + seat] = top_card(table, DISCARD_PILE + pile) if table[SIZE + DISCARD_PILE + pile] else NO_CARD


def make_plan(table: Memory, seat: int, settings: Numbers) -> None:
    """What the seat has in mind, and when it will be done: a careful side draws up first, an eager one plays first.

    A card that was kept until nothing else could be done takes a second reaction: it had to be seen that it is so.
    """
    if table[WAITS + seat]:
        return
    plays = playable(table, seat)
    if may_draw(table, seat) and not (plays and settings[EAGER + seat]):
        table[PLANNED + seat] = DRAWS
    elif plays:
        table[PLANNED + seat] = PLAYS
        choose_play(table, seat, settings)
    else:
        return
    table[READY + seat] = table[NOW] + reaction(table, settings, seat)
    if table[PLANNED + seat] == PLAYS and table[KEPT + seat] >> table[CARD + seat] & 1:
        table[READY + seat] += reaction(table, settings, seat)


def fits_still(table: Numbers, seat: int) -> bool:
    """U2.4: whether the card that the seat has in mind fits on what lies there now; an empty pile is empty no more."""
    pile = table[TARGET + seat]
    gone = table[SEEN + seat] == NO_CARD and table[SIZE + DISCARD_PILE + pile] > 0
    return not gone and table[FITTING + pile] >> table[CARD + seat] & 1 != 0


def carry_out(table: Memory, seat: int, settings: Numbers, log: Memory) -> None:
    """U2.4: does what the seat had in mind if it is still possible; if not, it came too late and needs a new plan."""
    planned, card, pile = table[PLANNED + seat], table[CARD + seat], table[TARGET + seat]
    table[PLANNED + seat] = NOTHING
    if planned == DRAWS and may_draw(table, seat):
        note(table, log, DRAWS, seat, 0, 0, 0, 0)
        draw_up(table, seat)
    elif planned == PLAYS and fits_still(table, seat):
        note(table, log, PLAYS, seat, card, pile, table[SEEN + seat], table[NAMED + seat])
        lay_card(table, seat, card, pile, table[NAMED + seat], settings)
    else:
        table[LATE + seat] += 1
        return
    table[WAITS + 1 - seat] = 0


def turn_together(table: Memory, pool: Memory, settings: Numbers, log: Memory) -> None:
    """U4.1, U4.3: play stops; when the slower side is ready too both turn a card, if need be from new extra piles."""
    table[PLANNED] = table[PLANNED + 1] = NOTHING
    table[WAITS] = table[WAITS + 1] = 0
    table[NOW] += max(reaction(table, settings, 0), reaction(table, settings, 1))
    if not table[SIZE + EXTRA_PILE] and not table[SIZE + EXTRA_PILE + 1]:
        each = deal_extra_piles(table, pool, settings)
        note(table, log, RECYCLED, 0, each, 0, 0, 0)
        for seat in range(2):
            for number in range(each - 1, -1, -1):
                note(table, log, DEALT, seat, table[STACKS + ROOM * (EXTRA_PILE + seat) + number], 0, 0, 0)
    note(table, log, FLIPPED, 0, 0, 0, 0, 0)
    turn_cards(table, settings)


def race_on(table: Memory, pool: Memory, settings: Numbers, log: Memory) -> tuple[int, int, int]:
    """Plays a race to its end, or until its rows run out: the ending, the winner (-1: nobody) and the points won."""
    while True:
        ending, winner = ending_of_race(table)
        if ending != OPEN or table[NOTES] + LONGEST_MOVE > settings[MOST_ROWS]:
            return ending, winner, points_for(table, settings) if winner >= 0 else 0
        if may_turn(table) and (table[FLIP_DUE] or nobody_moves(table)):
            turn_together(table, pool, settings, log)
            continue
        for seat in range(2):
            if table[PLANNED + seat] == NOTHING:
                make_plan(table, seat, settings)
        if not table[PLANNED] and not table[PLANNED + 1]:
            # Who waits sees that there is nothing to wait for.
            table[NOW] += reaction(table, settings, 0 if table[WAITS] else 1)
            table[WAITS] = table[WAITS + 1] = 0
            continue
        if table[PLANNED] and table[PLANNED + 1]:
            ahead = table[READY] - table[READY + 1]
            seat = next_random(table) & 1 if ahead == 0 else 0 if ahead < 0 else 1
        else:
            seat = 0 if table[PLANNED] else 1
        table[NOW] = table[READY + seat]
        carry_out(table, seat, settings, log)


def race_many(table: Memory, pool: Memory, settings: Numbers, log: Memory, sums: Memory) -> None:
    """Deals and plays the races of a run that the settings name, and adds up how they end."""
    for number in range(settings[FIRST], settings[FIRST] + settings[HOW_MANY]):
        begin_world(table, settings[SEED], number)
        shuffle_deck(table, pool)
        lay_out(table, pool, settings)
        ending, winner, points = race_on(table, pool, settings, log)
        sums[RACES] += 1
        if ending == OPEN:
            sums[GIVEN_UP] += 1
            continue
        if winner < 0:
            sums[DRAWN] += 1
        else:
            sums[(ONE_POINT if points == 1 else TWO_POINTS) + winner] += 1
        sums[TIME] += table[NOW]
        square = table[NOW] * table[NOW]
        sums[SQUARES] += square & (1 << HALF) - 1
        sums[SQUARES + 1] += square >> HALF
        for seat in range(2):
            sums[TOO_LATE + seat] += table[LATE + seat]
        sums[ALL_FLIPS] += table[FLIPS]
        sums[ALL_RECYCLES] += table[RECYCLES]


ACT, WITH, WHERE, WISHED, KEEPING, WAY = 0, 1, 2, 3, 4, 5
"""A way in `ways`: what is planned first (PLAYS, DRAWS, WAITING, or NOTHING: what is liked best), with which card on
which pile, the wish, and what is kept from then on, as bits."""
WAITING: Final = 3
SHARED, WON, SCORED, SQUARED, BOTH_WON, BOTH_SCORED, PAIR = range(7)
"""What is added up for each pair of ways, own pairs too: the worlds in which both were raced on, what the first of them
won and scored there, the squares of its scores, and the products of what both won and scored."""


def deal_unseen(begun: Numbers, table: Memory, order: Numbers, settings: Numbers) -> None:
    """The position with the unseen cards dealt to wherever no card is known: the other hand, then every stack."""
    for number in range(STACKS):
        if number != SOURCE:
            table[number] = begun[number]
    dealt = 0
    for seat in range(2):
        for _ in range(begun[HIDDEN + seat]):
            table[HAND + seat] |= 1 << order[dealt]
            dealt += 1
    for stack in range(6):
        start = STACKS + ROOM * stack
        for number in range(start, start + begun[SIZE + stack]):
            table[number] = begun[number]
            if begun[number] == NO_CARD:
                table[number] = order[dealt]
                dealt += 1
    table[LYING] = 0
    for pile in range(2):
        look_again(table, pile, settings)


def go_way(table: Memory, ways: Numbers, way: int, seat: int, settings: Numbers) -> None:
    """What both have in mind when the race goes on: the seat this way, the other what it likes best.

    Both reactions are thrown first, so that they are the same in a world whatever the way.
    """
    own, theirs = reaction(table, settings, seat), reaction(table, settings, 1 - seat)
    if table[FLIP_DUE] and may_turn(table):
        return
    make_plan(table, 1 - seat, settings)
    table[READY + 1 - seat] = table[NOW] + theirs
    act = ways[WAY * way + ACT]
    table[KEPT + seat] = ways[WAY * way + KEEPING]
    if act == NOTHING:
        make_plan(table, seat, settings)
    elif act == WAITING:
        table[WAITS + seat] = 1
    else:
        table[PLANNED + seat] = act
        if act == PLAYS:
            aim(table, seat, ways[WAY * way + WITH], ways[WAY * way + WHERE], ways[WAY * way + WISHED])
    table[READY + seat] = table[NOW] + own


def race_ways(
    begun: Numbers,
    unseen: Numbers,
    ways: Numbers,
    alive: Numbers,
    settings: Numbers,
    table: Memory,
    order: Memory,
    pool: Memory,
    log: Memory,
    values: Memory,
    sums: Memory,
) -> None:
    """Races the ways that are alive on in every world of a run, and adds up, for each pair, what they won and scored.

    A world is a deal of the unseen cards. A score is the points won by the viewer, less those of the other side.
    """
    seat = settings[VIEWER]
    every = len(ways) // WAY
    for world in range(settings[FIRST], settings[FIRST] + settings[HOW_MANY]):
        begin_world(table, settings[SEED], world)
        for number in range(len(unseen)):
            order[number] = unseen[number]
        shuffle_world(order, len(unseen), table)
        dealt = table[SOURCE]
        for number in range(len(alive)):
            table[SOURCE] = dealt
            deal_unseen(begun, table, order, settings)
            go_way(table, ways, alive[number], seat, settings)
            _, winner, points = race_on(table, pool, settings, log)
            values[2 * number] = 1 if winner == seat else 0
            values[2 * number + 1] = points if winner == seat else -points
        for one in range(len(alive)):
            won, scored = values[2 * one], values[2 * one + 1]
            for other in range(len(alive)):
                row = PAIR * (every * alive[one] + alive[other])
                sums[row + SHARED] += 1
                sums[row + WON] += won
                sums[row + SCORED] += scored
                sums[row + SQUARED] += scored * scored
                sums[row + BOTH_WON] += won * values[2 * other]
                sums[row + BOTH_SCORED] += scored * values[2 * other + 1]
