"""Laying off (sapaw): which cards fit on a meld, and the meld afterwards.

The clauses are T4 and T10.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cardlab.cards import SUITS, Card
from cardlab.cards import cards as read_cards
from cardlab.tongits.melds import ACE_HIGH, ACE_LOW, KING, Kind, Meld, jokers_in_play, meld_readings, run_card
from cardlab.tongits.rules import SHEET, Rules


def grown(meld: Meld, added: str | Iterable[Card], rules: Rules = SHEET, *, low: bool = False) -> Meld | None:
    """Return a meld with more cards laid off on it; None if that is no meld. [T4.2]

    A joker on the table keeps its meaning (T10.3).

    Args:
        meld: a meld on the table.
        added: cards, or their notation.
        rules: the rules of the table.
        low: T10.4: a joker that fills no gap goes to the lower end of a run, instead of the upper, while there is room.

    >>> str(grown(meld_readings("7h 8h 9h")[0], "Jh Th"))
    '7h 8h 9h Th Jh'
    """
    cards = read_cards(added)
    naturals = [card for card in cards if card.number]
    jokers = [card for card in cards if card.is_joker]
    if (
        not cards
        or len({*meld.cards, *cards}) < len(meld.cards) + len(cards)
        or len(naturals) + len(jokers) < len(cards)
    ):
        return None
    if len(jokers) > len(jokers_in_play(jokers, rules)):
        return None
    if meld.kind is Kind.SET:
        return next(iter(meld_readings((*meld.cards, *cards), rules)), None) if _same_rank(meld, naturals) else None
    suit, start, end = meld.stands_for[0].suit, meld.start, meld.start + len(meld.cards) - 1
    top = ACE_HIGH if rules.ace_high else KING
    if len(meld.cards) + len(cards) > KING:
        return None
    shares = range(len(cards) + 1)
    for below in reversed(shares) if low else shares:
        first, last = start - below, end + len(cards) - below
        if first < ACE_LOW or last > top:
            continue
        needed = [run_card(suit, number) for number in (*range(first, start), *range(end + 1, last + 1))]
        if all(card in needed for card in naturals):
            spare = iter(jokers)
            laid = [card if card in naturals else next(spare) for card in needed]
            return Meld(
                Kind.RUN,
                (*laid[:below], *meld.cards, *laid[below:]),
                (*needed[:below], *meld.stands_for, *needed[below:]),
            )
    return None


def _same_rank(meld: Meld, naturals: list[Card]) -> bool:
    return all(card.rank == meld.stands_for[0].rank for card in naturals)


def extensions(meld: Meld, hand: str | Iterable[Card], rules: Rules = SHEET) -> tuple[tuple[Card, ...], ...]:
    """Return every way to lay off cards of a hand on a meld. [T4.1, T4.2]

    Each way has at least one card. On a run the cards below it come first, downwards, then those above, upwards; jokers
    are taken in order (T10.4).

    >>> extensions(meld_readings("7h 8h 9h")[0], "6h Th 7c")
    ((Card("Th"),), (Card("6h"),), (Card("6h"), Card("Th")))
    """
    cards = sorted(set(read_cards(hand)))
    jokers = jokers_in_play(cards, rules)
    if meld.kind is Kind.SET:
        fitting = [card for card in cards if card.rank == meld.stands_for[0].rank and card.number]
        room = len(SUITS) - len(meld.cards)
        return tuple(
            (*chosen, *jokers[:wild])
            for size in range(room + 1)
            for chosen in combinations(fitting, size)
            for wild in range(min(len(jokers), room - size) + 1)
            if size + wild
        )
    suit, start, end = meld.stands_for[0].suit, meld.start, meld.start + len(meld.cards) - 1
    top = ACE_HIGH if rules.ace_high else KING
    below = _chains([run_card(suit, number) for number in range(start - 1, ACE_LOW - 1, -1)], cards, len(jokers))
    above = _chains([run_card(suit, number) for number in range(end + 1, top + 1)], cards, len(jokers))
    ways = []
    for low, low_jokers in below:
        for high, high_jokers in above:
            size = len(low) + len(high)
            if 0 < size <= KING - len(meld.cards) and low_jokers + high_jokers <= len(jokers):
                spare = iter(jokers)
                ways.append(tuple(next(spare) if card is None else card for card in low + high))
    return tuple(ways)


def _chains(needed: list[Card], hand: list[Card], jokers: int) -> list[tuple[tuple[Card | None, ...], int]]:
    """Return every chain of cards at the end of a run, and how many jokers it uses.

    `needed`: the cards that continue the run, the next one first. In a chain None stands for a joker.
    """
    chains: list[tuple[tuple[Card | None, ...], int]] = [((), 0)]
    longest = list(chains)
    for card in needed:
        with_natural = [((*chain, card), used) for chain, used in longest if card in hand]
        with_joker = [((*chain, None), used + 1) for chain, used in longest if used < jokers]
        longest = with_natural + with_joker
        chains.extend(longest)
    return chains
