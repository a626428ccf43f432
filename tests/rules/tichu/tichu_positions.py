"""Little positions for the rule tests, written as text: hands and piles as one would tell them."""

from typing import Any

from cardlab.cards import Card, cards
from cardlab.tichu import Pile, Rules, State, parse_move, play, why_not


def position(
    hands: tuple[str, str],
    piles: tuple[str | Pile, str | Pile],
    *,
    draw: tuple[str, str] = ("", ""),
    extra: tuple[str, str] = ("", ""),
    rules: Rules | None = None,
    **others: Any,
) -> State:
    """A position; piles in the order in which the cards were laid, draw and extra piles top card first."""
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
        state = play(state, parse_move(move))
    return state


def broken(state: State, move: str) -> list[tuple[str, str]]:
    """The clauses that a move breaks, and the codes of the reasons."""
    return [(refusal.rule, str(refusal.code)) for refusal in why_not(state, parse_move(move))]


def everything(state: State) -> list[Card]:
    """Every card of the position, wherever it lies."""
    heaps = (*state.hands, *state.draw, *state.extra, *(pile.cards for pile in state.piles))
    return sorted(card for heap in heaps for card in heap)
