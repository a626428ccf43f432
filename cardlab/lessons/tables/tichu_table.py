"""The table of Tichu 1.on.1 in words: little positions written as text, and what happens there as a learner is told it.

Knows how a position is written, and how moves, endings and refusals are put to the player at one seat: the catalogues
have a sentence for "you" and one for "your opponent". What happens, and why, is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlab.cards import Card, cards
from cardlab.refusal import Refusal
from cardlab.tell import tichu as tell
from cardlab.tell.tichu import owed
from cardlab.tichu import SHEET, Move, Pile, Recycle, Rules, State, sorting_value, why_not
from cardlab.tichu.state import SEATS

__all__ = ["YOU", "by_value", "ended", "happened", "owed", "position", "refused", "who", "why_no_recycle"]

YOU: Final = 0
_ABOUT_THEIR_CARDS: Final = ("recycle_missing", "recycle_foreign", "recycle_uneven")


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules = SHEET,
) -> State:
    """A position as one tells it: hands, discard piles in the order laid, draw and extra piles top card first.

    Each pair begins with seat 0. Raises NotationError for a text that is not a card.
    """
    first, second = (pile if isinstance(pile, Pile) else Pile.of(pile) for pile in piles)
    return State(
        hands=(cards(hands[0]), cards(hands[1])),
        rules=rules,
        draw=(cards(draw[0]), cards(draw[1])),
        extra=(cards(extra[0]), cards(extra[1])),
        piles=(first, second),
    )


def who(seat: int, learner: int = YOU) -> str:
    """The last part of the keys that tell apart what you do and what your opponent does."""
    return "you" if seat == learner else "opponent"


def by_value(held: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which a hand is looked at: by value, Phoenix and Dog last."""
    return tuple(sorted(held, key=lambda card: (sorting_value(card), card)))


def refused(refusal: Refusal, lang: str, learner: int = YOU) -> str:
    """A refusal as it is told to the player at this seat, whose move it was."""
    return tell.at_table(lang, learner).explain(refusal)


def why_no_recycle(state: State) -> tuple[Refusal, ...]:
    """U4.3: what speaks against new extra piles now, whichever cards they are given; empty if they are due."""
    refusals = why_not(state, Recycle(((), ())))
    return tuple(one for one in refusals if one.code not in _ABOUT_THEIR_CARDS)


def happened(before: State, move: Move, lang: str, *, learner: int = YOU, hidden: bool = False) -> tuple[str, ...]:
    """What a legal move did, in sentences with their clauses, and how the round ended if it did.

    With `hidden` the card that the opponent draws is not named.
    Raises IllegalMove if the move is not allowed in the position `before`.
    """
    return tell.told(tell.at_table(lang, learner), move, before, (learner,) if hidden else SEATS)


def ended(state: State, lang: str, learner: int = YOU) -> tuple[str, ...]:
    """How the round has ended, and what it pays (U4.4, U6.1, U6.2); nothing while it goes on."""
    return tell.ended(tell.at_table(lang, learner), state)
