"""Small positions of Tichu for the rule tests, written as text."""

from typing import Any

from cardlab.cards import Card, cards
from cardlab.refusal import Refusal
from cardlab.tichu import Move, Pile, Rules, State, play, why_not


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules | None = None,
    **others: Any,
) -> State:
    """Return a position; discard piles in the order laid, others top card first."""
    return State(
        hands=(cards(hands[0]), cards(hands[1])),
        rules=rules or Rules(),
        draw=(cards(draw[0]), cards(draw[1])),
        extra=(cards(extra[0]), cards(extra[1])),
        piles=(laid(piles[0]), laid(piles[1])),
        **others,
    )


def laid(pile: str | Pile) -> Pile:
    return pile if isinstance(pile, Pile) else Pile.of(pile)


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = play(state, move)
    return state


def broken(state: State, move: Move | str) -> list[tuple[str, str]]:
    """Return the clauses that a move breaks, with the codes of the reasons."""
    return [(refusal.rule, str(refusal.code)) for refusal in why_not(state, move)]


def refused(state: State, move: Move | str) -> Refusal:
    """Return the only refusal of a move."""
    (refusal,) = why_not(state, move)
    return refusal


def everything(state: State) -> list[Card]:
    """Return every card of a position, sorted."""
    heaps = (*state.hands, *state.draw, *state.extra, *(pile.cards for pile in state.piles))
    return sorted(card for heap in heaps for card in heap)
