"""Whole rounds of Tongits on masks, played by careful players.

In this order: the memory of a round (what lies where in it, the generator, the deal), what laying cards does,
what a careful player lays, what a round comes to in the end, and the turns that lead there.
The rule engine `cardlab.tongits` is the judge of every move and of every outcome.
"""

from __future__ import annotations

from typing import Final

from cardlab.analysis.kernel.hands import (
    HAND,
    ONE_RANK,
    ONE_SUIT,
    POINTS,
    Memory,
    Numbers,
    Tables,
    arrange,
    count,
    least_with_jokers,
    place,
)

SEAT, PHASE, TAKEN, TAKES, SAPAWED, CALLER, CHALLENGERS = 0, 1, 2, 3, 4, 5, 6
LAST_DRAWER, OPENED, FITS, HIDDEN_FOURS = 7, 8, 9, 10
"""Numbers of a round: seats and cards, -1 for none; sets of seats as three bits; FITS: what can be laid off now."""
STOCK_LEFT, DISCARDED, LAID = 11, 12, 13
"""How many cards lie in the stock and on the discard pile, and how many melds on the table."""
HANDS, UNSEEN_IN_HAND = 14, 17
"""Three hands as masks, and of how many of their cards nothing is known."""
STOCK, DISCARDS, MELDS = 20, 76, 132
"""The stock and the discard pile, top card last, and the melds, six numbers each."""
OWNER, SUIT, LOW, HIGH, CARDS, SECRET, MELD_SIZE = 0, 1, 2, 3, 4, 5, 6
"""A meld: its seat; the suit of a run, -1 of a set; its lowest and highest number (1 to 14); its cards; face down."""
WORKSPACE: Final = 132 + 6 * 19
ROUND_SIZE: Final = WORKSPACE + 26
"""Room to work in at the end of a round, and how many numbers a round is."""

DRAW, LAY, ANSWER, OVER = 0, 1, 2, 3
SEATS: Final = 3
LOW_32: Final = 0xFFFFFFFF


def next_random(source: Memory) -> int:
    """The next number, 0 to 2 ** 32 - 1, of a linear congruential generator of 62 bits; the source is its state.

    Compiled, the product overflows; the bits that are kept are the same.
    """
    source[0] = (source[0] * 6364136223846793005 + 1442695040888963407) & (1 << 62) - 1
    return source[0] >> 30


def begin_world(source: Memory, seed: int, world: int) -> None:
    """Sets the generator to where a world begins, far from where any other does."""
    mixed = (seed & LOW_32) * 0x9E3779B1 + world * 0x85EBCA6B & LOW_32
    for _ in range(3):
        mixed = (mixed ^ mixed >> 16) * 0x45D9F3B & LOW_32
    source[0] = mixed << 30 | (world & 0x3FFFFFFF)
    next_random(source)
    next_random(source)


def copy(rounds: Numbers, start: int, target: Memory) -> None:
    """Copies the round that begins at `start`."""
    for number in range(MELDS + MELD_SIZE * rounds[start + LAID]):
        target[number] = rounds[start + number]


def shuffle_world(pool: Memory, size: int, source: Memory) -> None:
    """Shuffles the first `size` cards of the pool."""
    for last in range(size - 1, 0, -1):
        other = next_random(source) * (last + 1) >> 32
        pool[last], pool[other] = pool[other], pool[last]


def deal_world(played: Memory, pool: Numbers, size: int) -> None:
    """Deals the shuffled cards that nobody has seen: to the hands what they lack, the rest is the stock."""
    dealt = 0
    for seat in range(SEATS):
        hand = 0
        for _ in range(played[UNSEEN_IN_HAND + seat]):
            hand |= 1 << pool[dealt]
            dealt += 1
        played[HANDS + seat] |= hand
    for number in range(size - dealt):
        played[STOCK + number] = pool[dealt + number]


DISCARD_MUST_MELD, ACE_HIGH, EVERYONE, TIE_TO_CHALLENGER, NEXT_SEAT, SAPAW_BLOCKS_CALL = range(6)
SECRET_FOUR, LAST_DRAWER_WINS, CONCEALED_COUNT, CHIPS, JOKERS, JOKER_POINTS, HOUSE_RULES = range(6, 13)
"""The house rules in `settings`, each 0 or 1 but for the jokers and their points; `deals.house_rules` fills them in."""

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


def what_fits(played: Memory, settings: Numbers) -> None:
    """T4.2: works out which natural cards could be laid off on the table now."""
    top = KING + settings[ACE_HIGH]
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


def put_meld(played: Memory, settings: Numbers, log: Memory, cards: int, suit: int, low: int, high: int) -> None:
    """T3.5: a meld goes onto the table and opens its owner. T5.1: an empty hand ends the round."""
    seat = played[SEAT]
    four = suit < 0 and count(cards & HAND) == 4
    secret = 1 if four and settings[SECRET_FOUR] and not holds(cards, played[TAKEN]) else 0
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
        played[FITS] |= ends_of(played, meld, KING + settings[ACE_HIGH])
    leave(played, cards)


def put_on(played: Memory, settings: Numbers, log: Memory, card: int) -> None:
    """T4.1: one card goes onto the first meld that it fits on; T10.4: a joker to the upper end of a run, else lower."""
    top = KING + settings[ACE_HIGH]
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
            if settings[JOKERS]:
                what_fits(played, settings)
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


def strands(played: Numbers, settings: Numbers, cards: int) -> bool:
    """T2.6: whether laying these cards would leave only the card taken, with nothing on the table that it fits on."""
    taken = played[TAKEN]
    if taken < 0 or settings[DISCARD_MUST_MELD] or played[HANDS + played[SEAT]] & ~cards != 1 << taken:
        return False
    return played[FITS] >> taken & 1 == 0


def lay_everything(played: Memory, settings: Numbers, log: Memory, tables: Tables) -> None:
    """T2.3: lays the card taken if it must be laid, the melds of a best arrangement, melds with jokers, what fits."""
    if played[TAKEN] >= 0 and settings[DISCARD_MUST_MELD]:
        lay_taken(played, settings, log)
    if played[PHASE] != OVER:
        lay_melds(played, settings, log, tables)
    if settings[JOKERS] and played[PHASE] != OVER:
        lay_with_jokers(played, settings, log)
    if played[PHASE] != OVER:
        lay_off(played, settings, log)


def lay_melds(played: Memory, settings: Numbers, log: Memory, tables: Tables) -> None:
    """T3.1 and T3.2: the melds of a best arrangement without jokers."""
    hand = played[HANDS + played[SEAT]] & HAND
    clubs, diamonds = hand & ONE_SUIT, hand >> 13 & ONE_SUIT
    hearts, spades = hand >> 26 & ONE_SUIT, hand >> 39
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    in_run = tables.in_run
    if not threes | in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades]:
        return
    _, sets = arrange(hand, tables.uncovered, tables.in_run)
    while sets:
        rank = place(sets & -sets) % KING
        cards = sets & ONE_RANK << rank
        sets &= ~cards
        if not strands(played, settings, cards):
            put_meld(played, settings, log, cards, -1, rank + 1, rank + 1)
        hand &= ~cards
    for suit in range(4):
        held = hand >> 13 * suit & ONE_SUIT
        if in_run[held]:
            lay_runs(played, settings, log, tables, held, suit)


def lay_runs(played: Memory, settings: Numbers, log: Memory, tables: Tables, held: int, suit: int) -> None:
    """T3.2: the runs of one suit that leave the least."""
    uncovered = tables.uncovered
    while held:
        low = place(held & -held)
        length = 5
        while length >= 3:
            run = (1 << length) - 1 << low
            if run & held == run and run <= ONE_SUIT and uncovered[held & ~run] == uncovered[held]:
                break
            length -= 1
        if length >= 3:
            if not strands(played, settings, run << 13 * suit):
                put_meld(played, settings, log, run << 13 * suit, suit, low + 1, low + length)
            held &= ~run
            continue
        if settings[ACE_HIGH] and held & 1:
            high_run = 0
            for start in range(11, 0, -1):
                run = ONE_SUIT & -1 << start | 1
                if run & held == run and uncovered[held & ~run] == uncovered[held]:
                    high_run = run
                    low = start
            if high_run:
                if not strands(played, settings, high_run << 13 * suit):
                    put_meld(played, settings, log, high_run << 13 * suit, suit, low + 1, 14)
                held &= ~high_run
                continue
        held &= held - 1


def lay_taken(played: Memory, settings: Numbers, log: Memory) -> None:
    """T2.5, house rule `discard_must_meld`: the card taken, in the dearest new meld that it makes."""
    taken = played[TAKEN]
    hand = played[HANDS + played[SEAT]]
    suit, rank = taken // KING, taken % KING
    if taken >= 52:
        lay_one_joker(played, settings, log, 0)
        return
    cards = hand & ONE_RANK << rank
    low, high = run_around(hand >> KING * suit & ONE_SUIT, rank, settings[ACE_HIGH])
    if count(cards) >= 3 and (high - low < 2 or count(cards) * POINTS[rank] >= (high - low + 1) * 5):
        put_meld(played, settings, log, cards, -1, rank + 1, rank + 1)
    elif high - low >= 2:
        put_meld(played, settings, log, run_cards(low, high) << KING * suit, suit, low, high)
    else:
        lay_one_joker(played, settings, log, 1 << taken)


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


def lay_with_jokers(played: Memory, settings: Numbers, log: Memory) -> None:
    """T10.2: while there is a joker, the dearest two cards that it makes a meld of."""
    while played[PHASE] != OVER and played[HANDS + played[SEAT]] & JOKER_BITS:
        if not lay_one_joker(played, settings, log, 0):
            return


def lay_one_joker(played: Memory, settings: Numbers, log: Memory, needed: int) -> bool:
    """T10.2 and T10.3: lays one joker with two cards of the hand, `needed` among them; whether there were such."""
    seat = played[SEAT]
    hand = played[HANDS + seat] & HAND
    jokers = played[HANDS + seat] & JOKER_BITS
    joker = 1 << played[TAKEN] if played[TAKEN] >= 52 else jokers & -jokers
    most, best, best_suit, best_low = 0, 0, 0, 0
    top = KING + settings[ACE_HIGH]
    for rank in range(KING):
        cards = hand & ONE_RANK << rank
        if count(cards) == 2 and cards & needed == needed and 2 * POINTS[rank] > most:
            if not strands(played, settings, cards | joker):
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
                if points > most and not strands(played, settings, cards | joker):
                    most, best, best_suit, best_low = points, cards, suit, low
    if not most or not joker:
        return False
    put_meld(played, settings, log, best | joker, best_suit, best_low, best_low + (2 if best_suit >= 0 else 0))
    return True


def lay_off(played: Memory, settings: Numbers, log: Memory) -> None:
    """T4: card by card whatever fits on the table; jokers only when at most one other card would be left."""
    seat = played[SEAT]
    left = played[HANDS + seat] & played[FITS]
    while left and played[PHASE] != OVER:
        card = left & -left
        left ^= card
        if not strands(played, settings, card):
            put_on(played, settings, log, card)
            left = played[HANDS + seat] & played[FITS]
    if settings[JOKERS] and played[PHASE] != OVER and count(played[HANDS + seat] & HAND) <= 1:
        jokers = played[HANDS + seat] & JOKER_BITS
        while jokers and played[PHASE] != OVER:
            joker = jokers & -jokers
            jokers ^= joker
            if not strands(played, settings, joker):
                put_on(played, settings, log, joker)


ENDING, WINNER, COUNTS, PAYMENTS, RESULT_SIZE = 0, 1, 2, 5, 8
"""A result: how the round ended, who won it or -1, then by seat what the hand counts and what is received."""
BY_TONGITS, BY_DRAW, BY_STOCK, VOID = 0, 1, 2, 3


def held_now(played: Memory, seat: int, settings: Numbers, tables: Tables) -> int:
    """T9.2: what the hand of a seat counts now, as `tongits.hand_deadwood` says it of cards."""
    hand = played[HANDS + seat]
    naturals = hand & HAND
    if settings[CONCEALED_COUNT]:
        points = tables.points
        found = points[naturals & ONE_SUIT] + points[naturals >> 13 & ONE_SUIT]
        found += points[naturals >> 26 & ONE_SUIT] + points[naturals >> 39]
        return found + settings[JOKER_POINTS] * count(hand & JOKER_BITS)
    return least_with_jokers(
        naturals, count(hand & JOKER_BITS), settings[JOKER_POINTS], tables.uncovered, tables.in_run, played, WORKSPACE
    )


def settle(played: Memory, settings: Numbers, tables: Tables, result: Memory) -> None:
    """T6.4 to T9.4: how a round that is over ended, who won it, what each hand counts, and what each seat receives."""
    for seat in range(SEATS):
        result[COUNTS + seat] = held_now(played, seat, settings, tables)
        result[PAYMENTS + seat] = 0
    winner = -1
    for seat in range(SEATS):
        if not played[HANDS + seat]:
            winner = seat
    if winner >= 0:
        result[ENDING] = BY_TONGITS
    elif played[CALLER] >= 0:
        result[ENDING] = BY_DRAW
        winner = draw_winner(played, settings, result)
    elif played[OPENED]:
        result[ENDING] = BY_STOCK
        winner = stock_winner(played, settings, result)
    else:
        result[ENDING] = VOID
    result[WINNER] = winner
    if winner >= 0:
        for seat in range(SEATS):
            if seat != winner:
                paid = max(0, result[COUNTS + seat] - result[COUNTS + winner])
                if settings[CHIPS]:
                    paid = chips(played, winner, seat, result[ENDING])
                result[PAYMENTS + seat] = -paid
                result[PAYMENTS + winner] += paid


def lowest_of(seats: int, result: Numbers) -> int:
    """The seats, as bits, that have the lowest deadwood of those given."""
    lowest, level = -1, 0
    for seat in range(SEATS):
        if seats >> seat & 1:
            if lowest < 0 or result[COUNTS + seat] < lowest:
                lowest, level = result[COUNTS + seat], 0
            if result[COUNTS + seat] == lowest:
                level |= 1 << seat
    return level


def draw_winner(played: Numbers, settings: Numbers, result: Numbers) -> int:
    """T6.4 to T6.7: of the caller and the challengers the lowest deadwood wins."""
    caller = played[CALLER]
    level = lowest_of(played[CHALLENGERS] | 1 << caller, result)
    if level >> caller & 1 and (level == 1 << caller or not settings[TIE_TO_CHALLENGER]):
        return caller
    if level >> caller & 1 and count(level) == SEATS and settings[NEXT_SEAT]:
        return (caller + 1) % SEATS
    return last_to_meld(played, level & ~(1 << caller))


def stock_winner(played: Numbers, settings: Numbers, result: Numbers) -> int:
    """T8.2 and T8.4: the lowest deadwood among those who are not burned wins."""
    level = lowest_of(played[OPENED], result)
    if settings[LAST_DRAWER_WINS]:
        seat = played[LAST_DRAWER]
        while not level >> seat & 1:
            seat = (seat + 1) % SEATS
        return seat
    return last_to_meld(played, level)


def last_to_meld(played: Numbers, seats: int) -> int:
    """T6.6 and T8.4: of these seats, the one that laid a meld last; of one seat, that one."""
    for number in range(played[LAID] - 1, -1, -1):
        owner = played[MELDS + MELD_SIZE * number + OWNER]
        if seats >> owner & 1:
            return owner
    return place(seats)


def chips(played: Numbers, winner: int, seat: int, ending: int) -> int:
    """T9.4: what one opponent pays the winner in chips."""
    paid = 3 if ending == BY_TONGITS or (ending == BY_DRAW and played[CHALLENGERS]) else 1
    aces = played[HANDS + winner] & ONE_RANK
    for number in range(played[LAID]):
        meld = MELDS + MELD_SIZE * number
        if played[meld + OWNER] == winner:
            aces |= played[meld + CARDS] & ONE_RANK
            paid += 3 * played[meld + SECRET]
    return paid + count(aces) + (0 if played[OPENED] >> seat & 1 else 1)


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


def play_on(played: Memory, settings: Numbers, source: Memory, log: Memory, tables: Tables) -> None:
    """Plays the round to its end, from wherever it stands."""
    while played[PHASE] != OVER:
        if played[PHASE] == DRAW:
            begin(played, settings, log, tables)
        elif played[PHASE] == LAY:
            lay_everything(played, settings, log, tables)
            if played[PHASE] != OVER:
                throw_away(played, source, log)
        else:
            answer(played, settings, log, tables)


def begin(played: Memory, settings: Numbers, log: Memory, tables: Tables) -> None:
    """T2.1: calls with little deadwood, takes a discard that completes a meld, else draws."""
    seat = played[SEAT]
    if played[TAKES] < MOST_TAKES:
        if played[OPENED] >> seat & 1 and not (settings[SAPAW_BLOCKS_CALL] and played[SAPAWED] >> seat & 1):
            if held_now(played, seat, settings, tables) <= CALL_AT_MOST:
                call(played, settings, log)
                return
        if played[DISCARDED] and completes(played[HANDS + seat], top_discard(played), settings):
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


def call(played: Memory, settings: Numbers, log: Memory) -> None:
    """T6.1 and T6.2: the opponents are asked in seat order, or everyone who has opened takes part."""
    seat = played[SEAT]
    played[CALLER] = seat
    write(log, CALLED, seat, 0, 0)
    if settings[EVERYONE]:
        played[CHALLENGERS] = played[OPENED] & ~(1 << seat)
        played[PHASE] = OVER
    else:
        played[SEAT] = (seat + 1) % SEATS
        played[PHASE] = ANSWER


def answer(played: Memory, settings: Numbers, log: Memory, tables: Tables) -> None:
    """T6.2, T6.3: challenges if losing costs no more than folding (T9.3); for chips with little deadwood."""
    seat = played[SEAT]
    may = played[OPENED] >> seat & 1
    if may and (not settings[CHIPS] or held_now(played, seat, settings, tables) <= CHALLENGE_AT_MOST):
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


def completes(hand: int, card: int, settings: Numbers) -> bool:
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
    if settings[ACE_HIGH]:
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
        higher = chosen & -1 << (next_random(source) * 52 >> 32)
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
