"""Cards that lie on a table: what they are called and whose they are, for whoever can draw a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.cards import Card
from cardlab.phrasing.reader import Reader
from cardlab.tongits.moves import SEATS


@dataclass(frozen=True, slots=True)
class Pile:
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
    def of(cls, cards: Iterable[Card], label: str) -> Pile:
        """These cards, under a label that may say more."""
        if isinstance(label, Lying):
            return cls(tuple(cards), str(label), label.seat, label.short, label.is_meld)
        return cls(tuple(cards), str(label), heaped=isinstance(label, Heaped))


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
