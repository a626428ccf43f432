"""The best arrangements of a hand: melds and lay-offs with the least deadwood.

The search is exact: it finds every arrangement with the least deadwood, and prefers neither sets nor runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from cardlab.cards import JOKERS, Card
from cardlab.cards import cards as read_cards
from cardlab.drawing import as_html
from cardlab.refusal import NotationError, quoted
from cardlab.tongits.melds import KING, Meld, melds_in, points, why_meld
from cardlab.tongits.rules import SHEET, Rules, no_rules
from cardlab.tongits.sapaw import extensions

MOST_CARDS: Final = 16
"""The most cards of a hand (a game has 13): more could have too many best arrangements."""

POINTS: Final = tuple(min(number, 10) for number in range(1, KING + 1))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A way to arrange a hand: what to lay down, what to lay off, and what is left.

    `melds`: the melds to lay down; `sapaws`: the lay-offs, each the index of a meld on the given table and the cards;
    `loose`: the cards left in hand; `deadwood`: their points.
    """

    melds: tuple[Meld, ...]
    sapaws: tuple[tuple[int, tuple[Card, ...]], ...]
    loose: tuple[Card, ...]
    deadwood: int

    def _repr_html_(self) -> str:
        """Return the melds, the lay-offs and the cards left, as HTML for a notebook."""
        melds = [(str(meld.kind), meld.cards, "") for meld in self.melds]
        sapaws = [("lay off", cards, f"on meld {number} of the table") for number, cards in self.sapaws]
        return as_html("Arrangement", [*melds, *sapaws, ("loose", self.loose, f"deadwood {self.deadwood}")])


# A part of an arrangement: the natural cards it needs as bits, the number of jokers, and a meld or a lay-off.
_Part: TypeAlias = tuple[int, int, Meld | tuple[int, tuple[Card, ...]]]
_Choice: TypeAlias = tuple[int, _Part | None, tuple[int, int, int]]


def best_arrangements(
    cards: str | Iterable[Card], table: Iterable[Meld | str | Iterable[Card]] = (), rules: Rules = SHEET
) -> tuple[Arrangement, ...]:
    """Return every arrangement of a hand with the least deadwood. [T3, T4, T9, T10]

    Those that keep the fewest cards come first.
    `cards`: up to 16 different cards, or their notation; `table`: the melds on the table, as melds or as their cards.
    Jokers of the hand are interchangeable: arrangements that differ only by exchanging them are listed once.
    Raises NotationError for a duplicate or foreign card, too many cards, or cards on the table that are no meld;
    TypeError for arguments of another type.

    >>> best, = best_arrangements("4h 5h 6h 7h 7c 7s Kd")
    >>> [str(meld) for meld in best.melds], best.deadwood
    (['7c 7h 7s', '4h 5h 6h'], 10)
    """
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    if isinstance(table, str | Meld):
        raise TypeError(f"the table is a list of melds, such as ['7h 8h 9h'], not {quoted(table)}")
    hand = _hand(cards, rules)
    melds_on_table = tuple(_on_table(meld, rules) for meld in table)
    named = set(hand)
    for meld in melds_on_table:
        for card in meld.cards:
            if card in named:
                raise NotationError("card_twice_given", card=card)
            named.add(card)
    search = _search(hand, melds_on_table, rules)
    parts = search.every(_bits(hand), sum(card.is_joker for card in hand), 0)
    arrangements = [_arrangement(chosen, hand, rules) for chosen in parts]
    return tuple(sorted(arrangements, key=lambda split: (len(split.loose), len(split.melds))))


@dataclass(frozen=True, slots=True)
class _Search:
    """A search over all arrangements of a hand.

    `own`: its melds by the bit of their lowest card; `lay_offs`: its lay-offs, meld by meld of the table;
    `memo`: the least deadwood by question: (natural cards left as bits, jokers left, next meld of the table).
    """

    own: dict[int, tuple[_Part, ...]]
    lay_offs: tuple[tuple[_Part, ...], ...]
    joker_points: int
    memo: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def least(self, bits: int, wild: int, meld_index: int) -> int:
        """Return the least deadwood that the remaining cards leave, and remember it."""
        question = bits, wild, meld_index
        if question not in self.memo:
            self.memo[question] = (
                min(points + self.least(*rest) for points, _, rest in self._choices(bits, wild, meld_index))
                if bits or meld_index < len(self.lay_offs)
                else wild * self.joker_points
            )
        return self.memo[question]

    def every(self, bits: int, wild: int, meld_index: int) -> Iterator[tuple[_Part, ...]]:
        """Yield the parts of every arrangement with the least deadwood."""
        if not bits and meld_index == len(self.lay_offs):
            yield ()
            return
        for left, part, rest in self._choices(bits, wild, meld_index):
            if left + self.least(*rest) == self.least(bits, wild, meld_index):
                for others in self.every(*rest):
                    yield (part, *others) if part else others

    def _choices(self, bits: int, wild: int, meld_index: int) -> Iterator[_Choice]:
        """Yield each next decision: points left over, part added, and remaining question."""
        if meld_index < len(self.lay_offs):
            yield 0, None, (bits, wild, meld_index + 1)
            parts, following = self.lay_offs[meld_index], meld_index + 1
        else:
            lowest = bits & -bits
            yield POINTS[(lowest.bit_length() - 1) % KING], None, (bits ^ lowest, wild, meld_index)
            parts, following = self.own.get(lowest, ()), meld_index
        for part in parts:
            needed, used, _ = part
            if needed & bits == needed and used <= wild:
                yield 0, part, (bits ^ needed, wild - used, following)


def _search(hand: tuple[Card, ...], table: tuple[Meld, ...], rules: Rules) -> _Search:
    lay_offs = tuple(
        tuple(
            (_bits(added), sum(card.is_joker for card in added), (index, added)) for added in _once(meld, hand, rules)
        )
        for index, meld in enumerate(table)
    )
    return _Search(_by_lowest_card(melds_in(hand, rules)), lay_offs, rules.joker_points)


def least_with_jokers(cards: Iterable[Card], rules: Rules) -> int:
    """Return the least deadwood of a hand, with or without jokers.

    Raises NotationError as `best_arrangements` does.
    """
    hand = _hand(cards, rules)
    return _search(hand, (), rules).least(_bits(hand), sum(card.is_joker for card in hand), 0)


def _hand(cards: str | Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    hand = tuple(sorted(read_cards(cards)))
    if len(hand) > MOST_CARDS:
        raise NotationError("too_many_cards", count=len(hand), most=MOST_CARDS)
    for card, following in pairwise(hand):
        if card is following:
            raise NotationError("card_twice_given", card=card)
    for card in hand:
        if not card.bit and card not in JOKERS[: rules.jokers]:
            raise NotationError("not_in_game", card=card)
    return hand


def _on_table(meld: Meld | str | Iterable[Card], rules: Rules) -> Meld:
    if isinstance(meld, Meld):
        return meld
    cards = read_cards(meld)
    reading = why_meld(cards, rules)
    if reading is None:
        raise NotationError("no_meld_on_table", cards=cards)
    return reading


def _once(meld: Meld, hand: tuple[Card, ...], rules: Rules) -> Iterable[tuple[Card, ...]]:
    """Return the ways to lay off on a meld, each set of cards once."""
    return {frozenset(added): added for added in extensions(meld, hand, rules)}.values()


def _bits(cards: Iterable[Card]) -> int:
    return sum(card.bit for card in cards)


def _by_lowest_card(melds: Iterable[Meld]) -> dict[int, tuple[_Part, ...]]:
    by_lowest: dict[int, list[_Part]] = {}
    for meld in melds:
        needed = _bits(meld.cards)
        by_lowest.setdefault(needed & -needed, []).append((needed, len(meld.jokers), meld))
    return {lowest: tuple(parts) for lowest, parts in by_lowest.items()}


def _arrangement(parts: tuple[_Part, ...], hand: tuple[Card, ...], rules: Rules) -> Arrangement:
    """Return parts as an arrangement, dealing out the hand's jokers in order."""
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
