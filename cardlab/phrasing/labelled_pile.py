"""Cards on a table with their labels and owners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.cards import Card
from cardlab.phrasing.reader import Reader
from cardlab.tongits.moves import SEATS


@dataclass(frozen=True, slots=True)
class LabelledPile:
    """A group of cards with its label; the last card is on top.

    - `label`: what it is called, "Meld 2: the player on the left";
    - `seat`: its owner, counted to the left from the reader, who is 0; None for cards in the middle;
    - `short`: what it is called at its owner's place, "Meld 2"; "" if it isn't at a table;
    - `is_meld`: whether it is an open meld;
    - `heaped`: whether its cards cover each other, as in a discard pile of Tichu 1.on.1, so that only the last one
      counts.
    """

    cards: tuple[Card, ...]
    label: str
    seat: int | None = None
    short: str = ""
    is_meld: bool = False
    heaped: bool = False

    @classmethod
    def about(cls, reader: Reader, cards: Iterable[Card], key: str, seat: int, **facts: object) -> LabelledPile:
        """Return a player's cards, labelled by the catalogue keys `key` and `KEY.short`."""
        place = (seat - (reader.seat or 0)) % SEATS
        return cls(tuple(cards), reader.about(key, seat, **facts), place, reader.say(f"{key}.short", **facts))


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards from ace to king, those of a rank by suit, and jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.number or 99, card)))
