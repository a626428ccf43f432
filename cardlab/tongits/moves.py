"""The moves of Tongits, how they are written, and the phases of a turn.

The cards of a move may be given in notation: `LayMeld(1, "7h 8h 9h")`. `legality` decides whether a move is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardlab.cards import Card, cards, notation
from cardlab.choices import Word
from cardlab.drawing import InNotation
from cardlab.refusal import NotationError, quoted

SEATS: Final = 3
FIRST_HAND, OTHER_HAND = 13, 12


class Phase(Word):
    """The phase of a turn: before the draw, after it, answering a call, or over."""

    DRAW = "draw"
    LAY = "lay"
    ANSWER = "answer"
    OVER = "over"


class Began(Word):
    """How a turn began: by the deal, with a draw, or with a take. [T2.1, T2.2]"""

    DEAL = "deal"
    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, repr=False)
class Draw(InNotation):
    """The move to draw the top card of the stock. [T2.1]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} draw"


@dataclass(frozen=True, slots=True, repr=False)
class Take(InNotation):
    """The move to take the top card of the discard pile. [T2.1]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} take"


@dataclass(frozen=True, slots=True, repr=False)
class LayMeld(InNotation):
    """The move to lay down a meld from the hand. [T3]

    `secret`: as a secret four (T6.9). In a run the order of the cards says what a joker stands for.
    """

    seat: int
    cards: tuple[Card, ...]
    secret: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", cards(self.cards))

    def __str__(self) -> str:
        return f"{self.seat} meld {notation(self.cards)}" + (" secret" if self.secret else "")


@dataclass(frozen=True, slots=True, repr=False)
class Sapaw(InNotation):
    """The move to lay off cards on the meld with the number `meld`. [T4]

    A joker that fills no gap goes to the upper end of a run while there is room; with `low`, to the lower end (T10.4).
    """

    seat: int
    meld: int
    cards: tuple[Card, ...]
    low: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", cards(self.cards))

    def __str__(self) -> str:
        return f"{self.seat} sapaw {self.meld} {notation(self.cards)}" + (" low" if self.low else "")


@dataclass(frozen=True, slots=True, repr=False)
class Discard(InNotation):
    """The move to discard a card, which ends the turn. [T2.4]"""

    seat: int
    card: Card

    def __post_init__(self) -> None:
        if not isinstance(self.card, Card):
            object.__setattr__(self, "card", Card(self.card))

    def __str__(self) -> str:
        return f"{self.seat} discard {self.card}"


@dataclass(frozen=True, slots=True, repr=False)
class Call(InNotation):
    """The move to call a draw. [T6.1]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} call"


@dataclass(frozen=True, slots=True, repr=False)
class Challenge(InNotation):
    """The move to challenge a draw call. [T6.2]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} challenge"


@dataclass(frozen=True, slots=True, repr=False)
class Fold(InNotation):
    """The move to fold after a draw call. [T6.2]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} fold"


Move = Draw | Take | LayMeld | Sapaw | Discard | Call | Challenge | Fold

_BARE: Final[dict[str, type[Draw | Take | Call | Challenge | Fold]]] = {
    "draw": Draw,
    "take": Take,
    "call": Call,
    "challenge": Challenge,
    "fold": Fold,
}


def parse_move(text: str) -> Move:
    """Return the move written as `SEAT VERB ...`, allowed or not.

    Raises NotationError if it cannot be read, TypeError for anything but a text.

    >>> parse_move("1 sapaw 0 Th Jh")
    Sapaw(seat=1, meld=0, cards=cards("Th Jh"))
    """
    if not isinstance(text, str):
        raise TypeError(f"a move is read from a text like '1 draw', not from {quoted(text)}")
    words = text.split()
    if len(words) < 2:
        raise NotationError("not_a_move", text=text)
    seat = _number(words[0], text)
    match words[1:]:
        case [verb] if verb in _BARE:
            return _BARE[verb](seat)
        case ["meld", *laid, "secret"] if laid:
            return LayMeld(seat, cards(" ".join(laid)), secret=True)
        case ["meld", *laid] if laid:
            return LayMeld(seat, cards(" ".join(laid)))
        case ["sapaw", meld, *laid, "low"] if laid:
            return Sapaw(seat, _number(meld, text), cards(" ".join(laid)), low=True)
        case ["sapaw", meld, *laid] if laid:
            return Sapaw(seat, _number(meld, text), cards(" ".join(laid)))
        case ["discard", code]:
            return Discard(seat, Card(code))
    raise NotationError("not_a_move", text=text)


def _number(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 3:
        raise NotationError("not_a_move", text=text)
    return int(word)
