"""Cards on a table with their labels and owners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.cards import Card
from cardlab.phrasing.reader import Reader
from cardlab.tongits.moves import SEATS


@dataclass(frozen=True, slots=True)
class LabelledPile:
    """Cards that lie together; the last one lies on top.

    - `label`: what they are called, "Meld 2: the player on the left";
    - `seat`: whose cards they are, counted to the left from the reader, who is 0; None for those in the middle;
    - `short`: what they are called at that place, "Meld 2"; "" where they lie at no table;
    - `is_meld`: whether they lie open as a meld;
    - `heaped`: whether they lie upon each other, as a discard pile of Tichu 1.on.1, so that only the last one counts.
    """

    cards: tuple[Card, ...]
    label: str
    seat: int | None = None
    short: str = ""
    is_meld: bool = False
    heaped: bool = False

    @classmethod
    def about(cls, reader: Reader, cards: Iterable[Card], key: str, seat: int, **facts: object) -> LabelledPile:
        """Cards of the player at this seat; `key` is the key of their label, `KEY.short` that of the short one."""
        place = (seat - (reader.seat or 0)) % SEATS
        return cls(tuple(cards), reader.about(key, seat, **facts), place, reader.say(f"{key}.short", **facts))


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as one sorts them in the hand: ace to king, suits in a fixed order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.number or 99, card)))
