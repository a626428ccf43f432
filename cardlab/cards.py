"""Playing cards: their notation, and the decks of both games.

Contains no rule of either game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn

from cardlab.refusal import NotationError, quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
PIPS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""The printed sign of each suit."""


class Card:
    """A card, made from its notation: `Card("7h")`, or `Card("X1")` for a joker.

    Each card is one object, so cards may be compared with `is`; they sort by suit, then by rank.

    - `code`: the notation, two characters;
    - `rank`: one of `A23456789TJQK`, or "" for a joker or a special card;
    - `suit`: one of `cdhs`, or "";
    - `number`: ace 1 ... king 13, 0 for a joker or a special card;
    - `index`: the position among all cards: 0 to 51 the deck, then jokers, then specials;
    - `bit`: 1 << index for the 52 cards, 0 for the others.

    A text as printed is read too: a suit as its sign, ten as 10.
    Raises NotationError if a text is not a card.

    >>> Card("Td").rank, Card("Td").number, Card("X1").is_joker
    ('T', 10, True)
    >>> Card("10♦"), Card("A♠")
    (Card("Td"), Card("As"))
    """

    __slots__ = ("bit", "code", "index", "number", "rank", "suit")
    code: str
    rank: str
    suit: str
    number: int
    index: int
    bit: int

    def __new__(cls, code: str) -> Card:
        try:
            return _CARDS[code]
        except (KeyError, TypeError):
            printed = _CARDS.get(_as_notation(code)) if isinstance(code, str) else None
            if printed is None:
                raise NotationError("not_a_card", text=str(code)) from None
            return printed

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker, X1 to X4."""
        return self.code[0] == "X"

    def __repr__(self) -> str:
        return f'Card("{self.code}")'

    def __str__(self) -> str:
        return self.code

    def _repr_html_(self) -> str:
        return self._with_html_()

    def _with_html_(self, *others: Card) -> str:
        from cardlab.drawing import as_pictures

        return as_pictures((self, *others))

    def __format__(self, width: str) -> str:
        return format(self.code, width)

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card never changes")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.code,)


_CARDS: dict[str, Card] = {}
_SIGNS: Final = str.maketrans({sign: suit for suit, sign in PIPS.items()} | dict(zip("♧♢♡♤", SUITS, strict=True)))
_DRAWN: Final = ("\ufe0e", "\ufe0f")
"""Variation selectors that keyboards put after a suit sign, for black or coloured display."""


def _as_notation(text: str) -> str:
    """Return a printed card's notation, "Td" for "10♦"; other texts stay unreadable."""
    if text.endswith(_DRAWN):
        text = text[:-1]
    return f"T{text[2:]}".translate(_SIGNS) if text[:2] == "10" else text.translate(_SIGNS)


def _print_card(code: str, rank: str = "", suit: str = "") -> Card:
    card = object.__new__(Card)
    index = len(_CARDS)
    values: dict[str, Any] = {
        "code": code,
        "rank": rank,
        "suit": suit,
        "number": RANKS.index(rank) + 1 if rank else 0,
        "index": index,
        "bit": 1 << index if rank else 0,
    }
    for name, value in values.items():
        object.__setattr__(card, name, value)
    _CARDS[code] = card
    return card


DECK: Final = tuple(_print_card(rank + suit, rank, suit) for suit in SUITS for rank in RANKS)
JOKERS: Final = tuple(_print_card(f"X{number}") for number in range(1, 5))
SPECIALS: Final = tuple(_print_card(code) for code in ("Ma", "Do", "Ph", "Dr"))
TICHU_DECK: Final = DECK + SPECIALS


def cards(source: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Return the cards in a text such as "7h 8h", or in an iterable, in order.

    An iterable may hold cards, or texts of one card each.
    Raises NotationError if a text is not a card, TypeError if `source` holds neither texts nor cards.

    >>> cards("7h 8♥ 10h")
    (Card("7h"), Card("8h"), Card("Th"))
    """
    if isinstance(source, str):
        return tuple(Card(code) for code in source.split())
    try:
        result = tuple(source)
    except TypeError:
        raise TypeError(f"cards are wanted, or a text like '7h 8h 9h', not {quoted(source)}") from None
    for card in result:
        if type(card) is not Card:
            return tuple(_read_card(card) for card in result)
    return result  # type: ignore[return-value]


def _read_card(item: object) -> Card:
    if isinstance(item, Card):
        return item
    if isinstance(item, str):
        return Card(item)
    raise TypeError(f"a card is wanted, or a text like '7h', not {quoted(item)}")


def notation(source: str | Iterable[Card]) -> str:
    """Return the codes of cards, separated by spaces: the opposite of `cards`.

    >>> notation(cards("7h X1"))
    '7h X1'
    """
    return " ".join(card.code for card in cards(source))
