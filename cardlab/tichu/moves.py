"""The moves of a player, of both players and of chance, and how they are written.

A move that can be written need not be allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from cardlab.cards import Card, cards, notation
from cardlab.choices import Word
from cardlab.drawing import InNotation
from cardlab.refusal import NotationError, quoted
from cardlab.tichu.piles import WISHES


class Verb(Word):
    """The words that moves are written with."""

    PLAY = "play"
    DRAW = "draw"
    FLIP = "flip"
    RECYCLE = "recycle"


class Unreadable(Word):
    """The reasons why a text is not a move; the sentence of each is `refusal.<code>`."""

    MOVE = "tichu_move_unreadable"
    PLAY = "tichu_play_unreadable"
    WISH = "tichu_wish_unreadable"
    DRAW = "tichu_draw_unreadable"
    FLIP = "tichu_flip_unreadable"
    RECYCLE = "tichu_recycle_unreadable"


SEATS: Final = (0, 1)
"""The seats of the two players. [U1.1]"""

FULL_HAND: Final = 8
"""The number of cards in a full hand. [U1.2]"""


@dataclass(frozen=True, slots=True, repr=False)
class Play(InNotation):
    """The move to play a card on a pile. [U2.2]

    `onto`: the card that the player saw on the pile, None for an empty pile.
    `wish`: the rank wished for with the Mah Jong (U5.4), one of `WISHES`, or None. Cards may be given in notation.
    """

    seat: int
    card: Card
    pile: int
    onto: Card | None
    wish: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.card, Card):
            object.__setattr__(self, "card", Card(self.card))
        if self.onto is not None and not isinstance(self.onto, Card):
            object.__setattr__(self, "onto", Card(self.onto))

    def __str__(self) -> str:
        onto = "-" if self.onto is None else self.onto.code
        wish = "" if self.wish is None else f" wish {self.wish}"
        return f"{self.seat} {Verb.PLAY} {self.card} {self.pile} onto {onto}{wish}"


@dataclass(frozen=True, slots=True, repr=False)
class Draw(InNotation):
    """The move to draw the top card of the draw pile that the seat must use. [U3.1]"""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} {Verb.DRAW}"


@dataclass(frozen=True, slots=True, repr=False)
class Flip(InNotation):
    """The move of both players to turn an extra card each. [U1.3, U4.1, U5.3]

    Each card goes on the pile at its player's right.
    """

    def __str__(self) -> str:
        return Verb.FLIP.value


@dataclass(frozen=True, slots=True, repr=False)
class Recycle(InNotation):
    """The move of chance: deal new extra piles. [U4.3]

    `extra`: the pile of seat 0 and that of seat 1, top card first.
    """

    extra: tuple[tuple[Card, ...], tuple[Card, ...]]

    def __str__(self) -> str:
        first, second = (notation(dealt) for dealt in self.extra)
        return " ".join(part for part in (Verb.RECYCLE.value, first, "|", second) if part)


Move: TypeAlias = Play | Draw | Flip | Recycle

_NUMBER = "([0-9]{1,9})"
_MOVE = re.compile(rf"(?:{_NUMBER} )?({'|'.join(Verb)})((?: .*)?)")
_PLAY = re.compile(rf" (\S+) {_NUMBER} onto (\S+)(?: wish (\S+))?")


def parse_move(text: str) -> Move:
    """Return the move written in a text: the opposite of `str(move)`.

    Raises NotationError with the unreadable text or part, TypeError for anything but a text.

    >>> parse_move("0 play Ma 0 onto 2c wish 9")
    Play(seat=0, card=Card("Ma"), pile=0, onto=Card("2c"), wish='9')
    """
    if not isinstance(text, str):
        raise TypeError(f"a move is read from a text like '1 draw', not from {quoted(text)}")
    parts = _MOVE.fullmatch(" ".join(text.split()))
    if parts is None:
        raise NotationError(Unreadable.MOVE, text=text)
    seat, verb, rest = parts.groups()
    match Verb(verb):
        case Verb.PLAY if seat and (written := _PLAY.fullmatch(rest)):
            card, pile, onto, wish = written.groups()
            wish = "T" if wish == "10" else wish
            if wish is not None and wish not in tuple(WISHES):
                raise NotationError(Unreadable.WISH, text=wish)
            return Play(int(seat), Card(card), int(pile), None if onto == "-" else Card(onto), wish)
        case Verb.DRAW if seat and not rest:
            return Draw(int(seat))
        case Verb.FLIP if seat is None and not rest:
            return Flip()
        case Verb.RECYCLE if seat is None and rest.count("|") == 1:
            first, second = rest.split("|")
            return Recycle((cards(first), cards(second)))
        case unread:
            raise NotationError(Unreadable[unread.name], text=text)


def no_seat(seat: object) -> ValueError:
    """Return the error for an unknown seat."""
    return ValueError(f"there is no seat {quoted(seat)}; the seats are 0 and 1")
