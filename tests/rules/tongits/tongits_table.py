"""Small positions of Tongits for the tests, written as text.

Cards that a test does not name are filled in, so that every position has the whole deck.
"""

from dataclasses import replace
from typing import Any

from cardlab.cards import DECK, JOKERS, Card, cards
from cardlab.refusal import Refusal
from cardlab.tongits import Move, Outcome, Phase, Rules, State, outcome, play, start, why_not, why_not_meld
from cardlab.tongits.notation import write_rules

SHEET = Rules()
TRADITIONAL = Rules.preset("traditional")
ALL_OPEN = ("1 7c 7d 7h", "0 3s 4s 5s", "2 9h Th Jh")
"""Melds that open all players; seat 2 laid the last one, seat 1 the first."""


def spread(rules: Rules) -> list[Card]:
    """Return the deck in a mixed order without neighbours side by side, jokers last."""
    return [DECK[index * 5 % 52] for index in range(52)] + list(JOKERS[: rules.jokers])


def dealt(*hands: str, stock: str = "", first: int = 0, rules: Rules = SHEET) -> State:
    """Return a deal with these cards in hands and on the stock; others are filled in."""
    named = [list(cards(hand)) for hand in (*hands, "", "", "")[:3]]
    top = list(cards(stock))
    rest = [card for card in spread(rules) if card not in top and not any(card in hand for hand in named)]
    for seat, hand in enumerate(named):
        missing = (13 if seat == first else 12) - len(hand)
        hand.extend(rest[:missing])
        rest = rest[missing:]
    return start(rules, named, top + rest, first=first)


def table(
    *hands: str,
    melds: tuple[str, ...] = (),
    discards: str = "",
    stock: str | None = None,
    seat: int = 0,
    phase: Phase = Phase.DRAW,
    rules: Rules = SHEET,
    **others: Any,
) -> State:
    """Return a table in the middle of a round.

    Each meld is "OWNER CARDS", or "OWNER secret CARDS" if it is face down. Cards that are not named go to the end of
    the stock, or under the discards if the stock is given.
    """
    parts = [f"hand {owner} {hand}" for owner, hand in enumerate(hands)]
    parts += [f"meld {meld}" for meld in melds]
    parts += [f"discard {discards}", f"seat {seat} {phase}", f"rules {write_rules(rules)}"]
    parts += [] if stock is None else [f"stock {stock}"]
    unless_named = {"first": 0, "began": None, "takes": 0, "last_drawer": None}
    return replace(State.read("; ".join(parts)), **unless_named | others)


def after(state: State, *moves: str) -> State:
    """Return the position after these moves."""
    for text in moves:
        state = play(state, text)
    return state


def end(state: State, *moves: str) -> Outcome:
    """Return the outcome after these moves, which must end the round."""
    result = outcome(after(state, *moves))
    assert result is not None
    return result


def broken(state: State, move: Move | str) -> list[tuple[str, str]]:
    """Return what a move breaks, as pairs of code and clause."""
    return [(refusal.code, refusal.rule) for refusal in why_not(state, move)]


def refused(state: State, move: Move | str) -> Refusal:
    """Return the only refusal of a move."""
    (refusal,) = why_not(state, move)
    return refusal


def reasons(handful: str, rules: Rules = SHEET) -> list[tuple[str, str]]:
    """Return why cards are no meld, as pairs of code and clause."""
    return [(refusal.code, refusal.rule) for refusal in why_not_meld(handful, rules)]
