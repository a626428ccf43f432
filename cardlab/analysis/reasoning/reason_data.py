"""What speaks for and against a move, as data: one kind for each kind of move.

Knows what is said about a move, not how it is found out (`reason_parts`), nor how it is put into words (`reasons`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cardlab.cards import Card

__all__ = [
    "AnswerParts",
    "CallParts",
    "Cards",
    "DiscardParts",
    "DrawParts",
    "LayParts",
    "Parts",
    "SapawParts",
    "TakeParts",
]

Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DiscardParts:
    """What a discard does.

    - `card`, `points`: the card and what it counts (T9.1); `last`: whether it is the last card of the hand (T5.1);
    - `ends`: whether the round is over with it, as the stock is used up (T8.1);
      `counts`: what then counts in the hand (T9.2);
    - `meld`: the meld that it is taken from, where it lies in one in every best arrangement of the hand;
      `stays`: whether the other cards of it are a meld without it;
    - `pairs`: else the pairs that it breaks, each only one unseen card away from a meld;
    - `least`: the least deadwood of the hand after it; `outs`: the unseen cards that would then complete a meld;
    - `unseen`: how many cards are unseen;
    - `fits`: the meld on the table on which the next player may lay it off at once (T4.1).
    """

    card: Card
    points: int
    last: bool
    ends: bool
    counts: int
    meld: Cards
    stays: bool
    pairs: tuple[Cards, ...]
    least: int
    outs: Cards
    unseen: int
    fits: Cards


@dataclass(frozen=True, slots=True)
class DrawParts:
    """What drawing a card promises.

    `least`: the least deadwood of the hand now; `outs`: the unseen cards that complete a meld; `better`: those after
    which the best discard leaves less than now; `unseen`: how many cards are unseen; `last`: whether it is the last
    card of the stock (T8.1).
    """

    least: int
    outs: Cards
    better: Cards
    unseen: int
    last: bool


@dataclass(frozen=True, slots=True)
class TakeParts:
    """What taking the top discard brings.

    `meld`: the best new meld with it, empty if there is none; `fits`: then the meld on the table on which it may be
    laid off (T4.1); `least`: the least deadwood after the best discard; `out`: whether the whole hand can be laid
    and discarded (T5.1); `must`: whether the card must be laid in this turn (T2.5).
    """

    card: Card
    meld: Cards
    fits: Cards
    least: int
    out: bool
    must: bool


@dataclass(frozen=True, slots=True)
class LayParts:
    """What laying a meld does.

    `opens`: whether it is the player's first (T3.5); `last`: whether no card is left (T5.1); `secret`: T6.9;
    `before`, `after`: what counts in the hand (T9.2); `best`, `least`: the least deadwood that is possible before and
    after it, which differ if its cards were worth more elsewhere.
    """

    opens: bool
    last: bool
    secret: bool
    before: int
    after: int
    best: int
    least: int


@dataclass(frozen=True, slots=True)
class SapawParts:
    """What laying off does.

    `points`: what goes from the hand; `last`: whether no card is left (T5.1); `opened`: whether the player has opened,
    which this does not do (T3.5); `bars`: the seat that may not call in its next turn because of it (T6.8), or None;
    `best`, `least`: the least deadwood that is possible in the hand before and after it.
    """

    points: int
    last: bool
    opened: bool
    bars: int | None
    best: int
    least: int


@dataclass(frozen=True, slots=True)
class CallParts:
    """Against whom a call has to hold: what counts in the own hand (T9.2), and who can challenge (T6.3)."""

    points: int
    challengers: frozenset[int]


@dataclass(frozen=True, slots=True)
class AnswerParts:
    """What an answer to a call is about.

    `points`: what counts in the own hand (T9.2); `burned`: whether only folding is left (T6.3);
    `lost`, `folded`: with `payment="chips"` the least that a lost challenge and that folding cost (T9.4), else None.
    """

    points: int
    burned: bool
    lost: int | None
    folded: int | None


Parts: TypeAlias = DiscardParts | DrawParts | TakeParts | LayParts | SapawParts | CallParts | AnswerParts
