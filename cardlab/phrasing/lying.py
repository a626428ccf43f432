"""What cards on a table are called, and whose they are: a label that says more to whoever can draw a table."""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.cards import Card
from cardlab.phrasing.reader import Reader
from cardlab.tongits.moves import SEATS


class Lying(str):
    """The whole label of some cards, "Meld 2: the player on the left"; at its place a table has a shorter one.

    - `seat`: whose cards they are, counted to the left from the reader, who is 0; None for those in the middle;
    - `short`: what they are called at that place, "Meld 2";
    - `is_meld`: whether they lie open as a meld.
    """

    __slots__ = ("is_meld", "seat", "short")
    seat: int | None
    short: str
    is_meld: bool

    def __new__(cls, whole: str, seat: int | None, short: str, *, is_meld: bool = False) -> Lying:
        label = super().__new__(cls, whole)
        label.seat, label.short, label.is_meld = seat, short, is_meld
        return label


class Heaped(str):
    """The label of a discard pile of Tichu 1.on.1: its cards lie upon each other, and only the last one counts."""

    __slots__ = ()


def lying(reader: Reader, key: str, seat: int, *, is_meld: bool = False, **facts: object) -> Lying:
    """A label of the catalogues about the player at this seat; what is short of it has a key of its own."""
    whole, place = reader.about(key, seat, **facts), (seat - (reader.seat or 0)) % SEATS
    return Lying(whole, place, reader.say(f"{key}.short", **facts), is_meld=is_meld)


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as one sorts them in the hand: ace to king, suits in a fixed order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.number or 99, card)))
