"""The least deadwood of a hand, computed fast and without its melds.

A table says what runs leave of each suit; the search branches only where a set competes with a run.
The result equals that of `arrangements`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from cardlab.cards import Card
from cardlab.cards import cards as read_cards
from cardlab.tongits.arrangements import POINTS, least_with_jokers
from cardlab.tongits.melds import KING, deadwood
from cardlab.tongits.rules import SHEET, Rules, no_rules

ALL_RANKS: Final = (1 << KING) - 1
DIAMONDS, HEARTS, SPADES = KING, 2 * KING, 3 * KING


def least_deadwood(cards: str | Iterable[Card], rules: Rules = SHEET) -> int:
    """Return the least deadwood of a hand, its melds taken out.

    A fast `best_arrangements(cards)[0].deadwood`. `cards`: cards, or their notation.
    Raises NotationError for a duplicate or foreign card, TypeError for anything but cards and rules.

    >>> least_deadwood("4h 5h 6h 7h 7c 7s Kd")
    10
    """
    hand = cards if isinstance(cards, tuple) else read_cards(cards)
    bits = 0
    try:
        for card in hand:
            bits += card.bit
    except AttributeError:
        return least_deadwood(read_cards(hand), rules)
    if bits.bit_count() != len(hand):
        # A joker has no bit, and a card given twice carries over into the bit of another card.
        if not isinstance(rules, Rules):
            raise no_rules(rules)
        return least_with_jokers(hand, rules)
    try:
        uncovered = _uncovered_by_runs(rules.ace_high)
    except AttributeError:
        raise no_rules(rules) from None
    clubs = bits & ALL_RANKS
    diamonds = bits >> DIAMONDS & ALL_RANKS
    hearts = bits >> HEARTS & ALL_RANKS
    spades = bits >> SPADES
    sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return _least(clubs, diamonds, hearts, spades, sets, uncovered)


def hand_deadwood(cards: str | Iterable[Card], rules: Rules = SHEET) -> int:
    """Return the deadwood of the cards still in a hand. [T9.2]

    Melds kept in the hand count too, unless `rules.concealed_melds_count` is False.

    >>> from cardlab.cards import cards
    >>> held = cards("4h 5h 6h Kd")
    >>> hand_deadwood(held), hand_deadwood(held, Rules(concealed_melds_count=False))
    (25, 10)
    """
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    return deadwood(cards, rules) if rules.concealed_melds_count else least_deadwood(cards, rules)


def _least(clubs: int, diamonds: int, hearts: int, spades: int, sets: int, uncovered: tuple[int, ...]) -> int:
    """Return the least points that the cards of four suits leave after runs and sets.

    A suit is a bit mask of ranks; `sets` are the ranks with three or four cards, `uncovered` what runs leave of a mask.
    The last rank of `sets` is decided without a further call, because few hands have more than one.
    """
    rank = sets & -sets
    if rank == sets:
        least = uncovered[clubs] + uncovered[diamonds] + uncovered[hearts] + uncovered[spades]
        if not rank:
            return least
        without = ~rank
        laid = uncovered[clubs & without] + uncovered[diamonds & without]
        laid += uncovered[hearts & without] + uncovered[spades & without]
        if laid < least:
            least = laid
        if not clubs & diamonds & hearts & spades & rank:
            return least
    else:
        sets ^= rank
        without = ~rank
        least = min(
            _least(clubs, diamonds, hearts, spades, sets, uncovered),
            _least(clubs & without, diamonds & without, hearts & without, spades & without, sets, uncovered),
        )
        if not clubs & diamonds & hearts & spades & rank:
            return least
    rest = sets & ~rank
    # A set of three of the four cards: one of them stays behind, perhaps for a run.
    return min(
        least,
        _least(clubs, diamonds & without, hearts & without, spades & without, rest, uncovered),
        _least(clubs & without, diamonds, hearts & without, spades & without, rest, uncovered),
        _least(clubs & without, diamonds & without, hearts, spades & without, rest, uncovered),
        _least(clubs & without, diamonds & without, hearts & without, spades, rest, uncovered),
    )


@cache
def _uncovered_by_runs(ace_high: bool) -> tuple[int, ...]:
    """Return the least points that runs leave, by bit mask of a suit's ranks.

    Runs of three, four and five are enough: a longer run is two of them. A run up to the high ace is listed whole.
    """
    by_lowest: dict[int, list[int]] = {}
    for length in (3, 4, 5):
        for start in range(KING - length + 1):
            by_lowest.setdefault(start, []).append(((1 << length) - 1) << start)
    for start in range(1, KING - 1) if ace_high else ():
        by_lowest.setdefault(0, []).append(ALL_RANKS & -(1 << start) | 1)
    table = [0] * (ALL_RANKS + 1)
    for ranks in range(1, ALL_RANKS + 1):
        lowest = (ranks & -ranks).bit_length() - 1
        best = POINTS[lowest] + table[ranks & ranks - 1]
        for run in by_lowest.get(lowest, ()):
            if run & ranks == run:
                best = min(best, table[ranks ^ run])
        table[ranks] = best
    return tuple(table)
