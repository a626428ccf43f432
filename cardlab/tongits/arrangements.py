"""The best arrangement of a hand: which cards to lay as melds, which to lay off, so that the least deadwood is left.

Knows melds, points and what lies on the table; knows neither turns nor opponents.
The answer is exact: every arrangement with the least deadwood, never the greedy one (sets first, or runs first).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from cardlab.cards import JOKERS, Card
from cardlab.refusal import NotationError
from cardlab.tongits.melds import KING, SHEET, Meld, melds_in, points, why_meld
from cardlab.tongits.rules import Rules
from cardlab.tongits.sapaw import extensions

__all__ = ["Arrangement", "best_arrangements", "least_deadwood"]

ALL_RANKS: Final = (1 << KING) - 1
DIAMONDS, HEARTS, SPADES = KING, 2 * KING, 3 * KING
POINTS: Final = tuple(min(number, 10) for number in range(1, KING + 1))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to split a hand.

    `melds`: the melds to lay; `sapaws`: (place in the table given, cards to lay off there);
    `loose`: the cards left in hand; `deadwood`: their points.
    """

    melds: tuple[Meld, ...]
    sapaws: tuple[tuple[int, tuple[Card, ...]], ...]
    loose: tuple[Card, ...]
    deadwood: int


# A part of an arrangement: the natural cards it needs as bits, the number of jokers, and a meld or a sapaw.
_Part = tuple[int, int, Meld | tuple[int, tuple[Card, ...]]]


def best_arrangements(
    cards: Iterable[Card], table: Iterable[Meld | Iterable[Card]] = (), rules: Rules = SHEET
) -> tuple[Arrangement, ...]:
    """Every arrangement of a hand with the least deadwood (T3, T4, T9, T10), the one that keeps fewest cards first.

    `cards`: up to 26 different cards; `table`: the melds on the table, as melds or as their cards.
    Jokers of the hand are interchangeable: arrangements that differ only by exchanging them are listed once.
    Raises NotationError if a card stands twice, is no card of the game, or if something on the table is no meld.

    >>> from cardlab.cards import cards
    >>> best, = best_arrangements(cards("4h 5h 6h 7h 7c 7s Kd"))
    >>> [str(meld) for meld in best.melds], best.deadwood
    (['7c 7h 7s', '4h 5h 6h'], 10)
    """
    hand = _hand(cards, rules)
    melds_on_table = tuple(_on_table(meld, rules) for meld in table)
    given = set(hand)
    for meld in melds_on_table:
        for card in meld.cards:
            if card in given:
                raise NotationError("card_twice_given", card=card)
            given.add(card)
    jokers = tuple(card for card in hand if card.is_joker)
    held = sum(card.bit for card in hand)
    sapaw_choices = tuple(
        tuple((_bits(added), len(added) - _naturals(added), (place, added)) for added in _once(meld, hand, rules))
        for place, meld in enumerate(melds_on_table)
    )
    own = _by_lowest_card(melds_in(hand, rules))

    @cache
    def least(held: int, wild: int, place: int) -> int:
        """The least deadwood of the cards `held` and `wild` jokers, the table from `place` on still to be decided."""
        if place < len(sapaw_choices):
            found = least(held, wild, place + 1)
            for needed, used, _ in sapaw_choices[place]:
                if needed & held == needed and used <= wild:
                    found = min(found, least(held ^ needed, wild - used, place + 1))
            return found
        if not held:
            return wild * rules.joker_points
        lowest = held & -held
        found = _points_of_bit(lowest) + least(held ^ lowest, wild, place)
        for needed, used, _ in own.get(lowest, ()):
            if needed & held == needed and used <= wild:
                found = min(found, least(held ^ needed, wild - used, place))
        return found

    def every(held: int, wild: int, place: int) -> Iterator[tuple[_Part, ...]]:
        """The parts of every arrangement that reaches `least`."""
        goal = least(held, wild, place)
        if place < len(sapaw_choices):
            if least(held, wild, place + 1) == goal:
                yield from every(held, wild, place + 1)
            choices: tuple[_Part, ...] = sapaw_choices[place]
            following = place + 1
        elif not held:
            yield ()
            return
        else:
            lowest = held & -held
            if _points_of_bit(lowest) + least(held ^ lowest, wild, place) == goal:
                yield from every(held ^ lowest, wild, place)
            choices = own.get(lowest, ())
            following = place
        for part in choices:
            needed, used, _ = part
            if needed & held == needed and used <= wild and least(held ^ needed, wild - used, following) == goal:
                for rest in every(held ^ needed, wild - used, following):
                    yield (part, *rest)

    found = [_arrangement(parts, hand, rules) for parts in every(held, len(jokers), 0)]
    return tuple(sorted(found, key=lambda arrangement: (len(arrangement.loose), len(arrangement.melds))))


def _hand(cards: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    hand = tuple(sorted(cards))
    for card, following in pairwise(hand):
        if card is following:
            raise NotationError("card_twice_given", card=card)
    for card in hand:
        if not card.bit and card not in JOKERS[: rules.jokers]:
            raise NotationError("not_in_game", card=card)
    return hand


def _on_table(meld: Meld | Iterable[Card], rules: Rules) -> Meld:
    if isinstance(meld, Meld):
        return meld
    lying = tuple(meld)
    known = why_meld(lying, rules)
    if known is None:
        raise NotationError("no_meld_on_table", cards=lying)
    return known


def _once(meld: Meld, hand: tuple[Card, ...], rules: Rules) -> Iterable[tuple[Card, ...]]:
    """The ways to lay off on a meld, once each: at which end of it a joker lies changes no arrangement."""
    return {frozenset(added): added for added in extensions(meld, hand, rules)}.values()


def _bits(cards: Iterable[Card]) -> int:
    return sum(card.bit for card in cards)


def _naturals(cards: Iterable[Card]) -> int:
    return sum(1 for card in cards if card.bit)


def _points_of_bit(bit: int) -> int:
    return POINTS[(bit.bit_length() - 1) % KING]


def _by_lowest_card(melds: Iterable[Meld]) -> dict[int, tuple[_Part, ...]]:
    found: dict[int, list[_Part]] = {}
    for meld in melds:
        needed = _bits(meld.cards)
        found.setdefault(needed & -needed, []).append((needed, len(meld.jokers), meld))
    return {lowest: tuple(parts) for lowest, parts in found.items()}


def _arrangement(parts: tuple[_Part, ...], hand: tuple[Card, ...], rules: Rules) -> Arrangement:
    """The parts as an arrangement, the jokers of the hand dealt out to them in order."""
    spare = iter(card for card in hand if card.is_joker)
    melds: list[Meld] = []
    sapaws: list[tuple[int, tuple[Card, ...]]] = []
    laid: set[Card] = set()
    for _, _, part in parts:
        named = part.cards if isinstance(part, Meld) else part[1]
        chosen = tuple(next(spare) if card.is_joker else card for card in named)
        laid.update(chosen)
        if isinstance(part, Meld):
            melds.append(Meld(part.kind, chosen, part.stands_for))
        else:
            sapaws.append((part[0], chosen))
    loose = tuple(card for card in hand if card not in laid)
    return Arrangement(tuple(melds), tuple(sapaws), loose, sum(points(card, rules) for card in loose))


def least_deadwood(cards: Iterable[Card], rules: Rules = SHEET) -> int:
    """The least deadwood of a hand, its melds taken out: the fast way to `best_arrangements(cards)[0].deadwood`.

    Raises NotationError if a card stands twice or is no card of the game.

    >>> from cardlab.cards import cards
    >>> least_deadwood(cards("4h 5h 6h 7h 7c 7s Kd"))
    10
    """
    hand = cards if isinstance(cards, tuple) else tuple(cards)
    held = 0
    for card in hand:
        held += card.bit
    if held.bit_count() != len(hand):
        # A joker has no bit, and a card given twice carries over into another: both are told apart there.
        return best_arrangements(hand, rules=rules)[0].deadwood
    uncovered = _high_ace_table() if rules.ace_high else _low_ace_table()
    clubs = held & ALL_RANKS
    diamonds = held >> DIAMONDS & ALL_RANKS
    hearts = held >> HEARTS & ALL_RANKS
    spades = held >> SPADES
    sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return _least(clubs, diamonds, hearts, spades, sets, uncovered)


def _least(clubs: int, diamonds: int, hearts: int, spades: int, sets: int, uncovered: tuple[int, ...]) -> int:
    """The least points when each rank in `sets`, of which three or four cards are held, may be laid as a set or not.

    The last rank is decided here without a further call: most hands have one rank or none.
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
def _low_ace_table() -> tuple[int, ...]:
    return _uncovered_by_runs([(start, length) for length in (3, 4, 5) for start in range(1, KING - length + 2)], ())


@cache
def _high_ace_table() -> tuple[int, ...]:
    low_ace = [(start, length) for length in (3, 4, 5) for start in range(1, KING - length + 2)]
    return _uncovered_by_runs(low_ace, tuple(range(2, KING)))


def _uncovered_by_runs(runs: list[tuple[int, int]], high_ace_starts: tuple[int, ...]) -> tuple[int, ...]:
    """For each of the 8,192 sets of ranks of one suit, the least points that runs alone leave uncovered.

    Runs of three, four and five are enough: a longer run is two of them. A run up to the high ace is listed whole.
    """
    by_lowest: dict[int, list[int]] = {}
    for start, length in runs:
        by_lowest.setdefault(start - 1, []).append(((1 << length) - 1) << (start - 1))
    for start in high_ace_starts:
        by_lowest.setdefault(0, []).append(ALL_RANKS & -(1 << (start - 1)) | 1)
    table = [0] * (ALL_RANKS + 1)
    for held in range(1, ALL_RANKS + 1):
        lowest = (held & -held).bit_length() - 1
        best = POINTS[lowest] + table[held & held - 1]
        for run in by_lowest.get(lowest, ()):
            if run & held == run:
                best = min(best, table[held ^ run])
        table[held] = best
    return tuple(table)
