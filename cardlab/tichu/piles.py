"""Discard piles: their possible values, and the cards that fit on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cardlab.cards import Card, cards
from cardlab.drawing import as_html
from cardlab.tichu.rules import SHEET, DragonLocks, Rules

MAH_JONG: Final = Card("Ma")
DOG: Final = Card("Do")
PHOENIX: Final = Card("Ph")
DRAGON: Final = Card("Dr")

WISHES: Final = "23456789TJQKA"
"""The ranks that can be wished for with the Mah Jong, lowest first. [U5.4]"""

ALL_VALUES: Final = tuple(range(1, 16))
"""The values: Mah Jong 1, 2 to 10, jack 11, queen 12, king 13, ace 14, Dragon 15. [U1.4]"""

_MAH_JONG, TWO, ACE, _DRAGON = 1, 2, 14, 15
_AT_ANY_TIME: Final = (DRAGON, PHOENIX, DOG)
_VALUES: Final = {rank: number for number, rank in enumerate(WISHES, start=TWO)}


def value(card: Card | str) -> int | None:
    """Return the value of a card; None for Phoenix, Dog and jokers. [U1.4]

    >>> value(Card("Td")), value(Card("As")), value(Card("Dr")), value(Card("Ph"))
    (10, 14, 15, None)
    """
    if not isinstance(card, Card):
        card = Card(card)
    match card.code:
        case "Ma":
            return _MAH_JONG
        case "Dr":
            return _DRAGON
        case _:
            return _VALUES.get(card.rank)


def sorting_value(card: Card) -> int:
    """Return the value that orders a hand; Phoenix and Dog come last. [U1.4]"""
    return value(card) or _DRAGON + 1


def _neighbours(wrap: bool) -> Mapping[int, tuple[int, ...]]:
    pairs = {frozenset((low, low + 1)) for low in ALL_VALUES[:-1]} | {frozenset((_MAH_JONG, ACE))}
    if wrap:
        pairs.add(frozenset((TWO, ACE)))
    return {
        number: tuple(other for other in ALL_VALUES if frozenset((number, other)) in pairs) for number in ALL_VALUES
    }


_NEIGHBOURS: Final = {wrap: _neighbours(wrap) for wrap in (False, True)}


def neighbours(number: int, rules: Rules = SHEET) -> tuple[int, ...]:
    """Return the values next to a value, lowest first; () for no value.

    U2.2: one higher and one lower. U5.4: the Mah Jong (1) is next to the ace (14) as well.
    U2.3: 2 and ace are not neighbours, unless by house rule `wrap`.

    >>> neighbours(7), neighbours(14), neighbours(2, Rules(wrap=True))
    ((6, 8), (1, 13, 15), (1, 3, 14))
    """
    return _NEIGHBOURS[rules.wrap].get(number, ())


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile: its cards, and the wish of a Mah Jong in it.

    `cards` has the top card first; `Pile.of` takes cards in the order laid: a 7, then the Phoenix on it.

    >>> Pile.of("7h Ph").values
    (6, 8)
    """

    cards: tuple[Card, ...] = ()
    wish: str | None = None

    @classmethod
    def of(cls, laid: str | Iterable[Card], wish: str | None = None) -> Pile:
        """Return a pile from its bottom card up. Raises NotationError for a text that is not a card."""
        return cls(cards(laid)[::-1], wish)

    def __str__(self) -> str:
        return " ".join(card.code for card in self.cards[::-1]) + (f" wish {self.wish}" if self.wish else "")

    def _repr_html_(self) -> str:
        """Return the pile as HTML for a notebook, the top card last."""
        return as_html("Pile", [("cards", self.cards[::-1], f"wish {self.wish}" if self.wish else "")])

    @property
    def top(self) -> Card | None:
        """The top card, or None for an empty pile."""
        return self.cards[0] if self.cards else None

    @property
    def speaker(self) -> Card | None:
        """The top card that isn't a Dog, which gives the pile its value, or None. [U5.9]"""
        return next((card for card in self.cards if card is not DOG), None)

    @property
    def beneath(self) -> Card | None:
        """The next card under `speaker` that isn't a Dog, or None. A Phoenix takes its value from it."""
        below = [card for card in self.cards if card is not DOG][1:]
        return below[0] if below else None

    @property
    def values(self) -> tuple[int, ...]:
        """The values that the pile can count as, lowest first.

        U5.2, U5.7: a Phoenix counts one lower or one higher than the card beneath, within 1 to 15.
        U5.8: with none beneath, and for an empty pile, any value. U5.9: a Dog leaves the value of the card beneath.
        """
        speaker = self.speaker
        if speaker is not None and speaker is not PHOENIX:
            return self._worth(speaker)
        beneath = self.beneath
        if beneath is None:
            return ALL_VALUES
        return tuple(near for worth in self._worth(beneath) for near in (worth - 1, worth + 1) if near in ALL_VALUES)

    def _worth(self, card: Card) -> tuple[int, ...]:
        """Return the value of a card of this pile; of the Mah Jong its wish, or 1. [U5.4, U5.5]"""
        worth = _VALUES.get(self.wish) if card is MAH_JONG and self.wish else value(card)
        return () if worth is None else (worth,)

    def covered(self, card: Card, wish: str | None = None) -> Pile:
        """Return the pile with a card on top; a wish stays with its Mah Jong."""
        return Pile((card, *self.cards), wish if card is MAH_JONG else self.wish)

    def without(self, taken: frozenset[Card]) -> Pile:
        """Return the pile without the cards `taken`; the wish goes with the Mah Jong."""
        left = tuple(card for card in self.cards if card not in taken)
        return Pile(left, self.wish if MAH_JONG in left else None)


def fitting_values(pile: Pile, rules: Rules = SHEET) -> tuple[int, ...]:
    """Return the values that fit on a pile, lowest first. [U2.2, U5.2, U5.5]

    >>> fitting_values(Pile.of("7h Ph"))
    (5, 7, 9)
    """
    values = pile.values
    if values == ALL_VALUES:
        return ALL_VALUES
    beside = {near for counted in values for near in neighbours(counted, rules)}
    # U5.5 lets an ace onto the Mah Jong; a Phoenix that counts as 1 is no Mah Jong, and an ace is not one away from it.
    return tuple(sorted(beside if pile.speaker is MAH_JONG or 1 not in values else beside - {ACE}))


def fitting_cards(pile: Pile, hand: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Card, ...]:
    """Return the cards of a hand that fit on a pile, in the order given.

    U5.1, U5.2, U5.3: Dragon, Phoenix and Dog at any time; by U5.6 strictly, only an ace on the Dragon.

    >>> fitting_cards(Pile.of("As"), "2c Kd Ma Ph")
    (Card("Kd"), Card("Ma"), Card("Ph"))
    """
    if isinstance(hand, str):
        hand = cards(hand)
    values = fitting_values(pile, rules)
    locked = rules.dragon_locks is DragonLocks.STRICT and pile.speaker is DRAGON
    return tuple(card for card in hand if (not locked if card in _AT_ANY_TIME else value(card) in values))


def fits(pile: Pile, card: Card | str, rules: Rules = SHEET) -> bool:
    """Return whether a card may be played on a pile."""
    return bool(fitting_cards(pile, card if isinstance(card, str) else (card,), rules))
