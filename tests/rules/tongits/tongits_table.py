"""Small positions of Tongits for the tests: a deal with chosen cards, a table in the middle of a round, moves as text.

Whatever a test does not name is filled up, so that every position holds the whole deck.
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
"""Melds by which everybody has opened; seat 2 laid a meld last, seat 1 first."""


def spread(rules: Rules) -> list[Card]:
    """The deck in an order that puts no neighbours side by side; jokers last."""
    return [DECK[index * 5 % 52] for index in range(52)] + list(JOKERS[: rules.jokers])


def dealt(*hands: str, stock: str = "", first: int = 0, rules: Rules = SHEET) -> State:
    """A fresh deal in which the seats hold these cards and the stock begins with these; the rest is filled up."""
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
    """A table in the middle of a round. Each meld is "OWNER CARDS", or "OWNER secret CARDS" if it lies face down.

    Cards that are not named go to the end of the stock, or under the discards if the stock is given.
    """
    parts = [f"hand {owner} {hand}" for owner, hand in enumerate(hands)]
    parts += [f"meld {meld}" for meld in melds]
    parts += [f"discard {discards}", f"seat {seat} {phase}", f"rules {write_rules(rules)}"]
    parts += [] if stock is None else [f"stock {stock}"]
    unless_named = {"first": 0, "began": None, "takes": 0, "last_drawer": None}
    return replace(State.read("; ".join(parts)), **unless_named | others)


def after(state: State, *moves: str) -> State:
    """The position after these moves."""
    for text in moves:
        state = play(state, text)
    return state


def end(state: State, *moves: str) -> Outcome:
    """The outcome after these moves, which must end the round."""
    result = outcome(after(state, *moves))
    assert result is not None
    return result


def broken(state: State, move: Move | str) -> list[tuple[str, str]]:
    """What the move breaks: (code, clause), in that order."""
    return [(refusal.code, refusal.rule) for refusal in why_not(state, move)]


def refused(state: State, move: Move | str) -> Refusal:
    """Why the move is refused, which is for one reason alone."""
    (refusal,) = why_not(state, move)
    return refusal


def reasons(handful: str, rules: Rules = SHEET) -> list[tuple[str, str]]:
    """Why the cards are no meld: (code, clause), in that order."""
    return [(refusal.code, refusal.rule) for refusal in why_not_meld(handful, rules)]
