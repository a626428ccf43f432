"""Small positions of Tongits for the tests: a deal with chosen cards, a table in the middle of a round, moves as text.

Whatever a test does not name is filled up, so that every position holds the whole deck.
"""

from __future__ import annotations

from typing import Any

from cardlab.cards import DECK, JOKERS, Card, cards
from cardlab.tongits import Laid, Outcome, Phase, Rules, State, outcome, parse_move, play, start, why_meld, why_not

SHEET = Rules()
TRADITIONAL = Rules.preset("traditional")


def spread(rules: Rules) -> list[Card]:
    """The deck in an order that puts no neighbours side by side; jokers last."""
    return [DECK[place * 5 % 52] for place in range(52)] + list(JOKERS[: rules.jokers])


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
    """A table in the middle of a round. Each meld is "OWNER CARDS", with " secret" after it if it lies face down.

    Cards that are not named go to the end of the stock, or under the discards if the stock is given.
    """
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    laid = tuple(_laid(text, rules) for text in melds)
    open_discards = cards(discards)
    named = {card for hand in held for card in hand} | {card for lying in laid for card in _meld_cards(lying)}
    named |= {*open_discards, *cards(stock or "")}
    rest = tuple(card for card in spread(rules) if card not in named)
    return State(
        rules=rules,
        hands=held,
        stock=rest if stock is None else cards(stock),
        first=0,
        seat=seat,
        phase=phase,
        began=others.pop("began", None),
        discards=open_discards if stock is None else open_discards + rest,
        melds=laid,
        **others,
    )


def _laid(text: str, rules: Rules) -> Laid:
    owner, laid = text.removesuffix(" secret").split(" ", 1)
    meld = why_meld(cards(laid), rules)
    assert meld is not None, text
    return Laid(meld, int(owner), text.endswith(" secret"))


def _meld_cards(laid: Laid) -> tuple[Card, ...]:
    return laid.meld.cards if laid.meld else ()


def after(state: State, *moves: str) -> State:
    """The position after these moves."""
    for text in moves:
        state = play(state, parse_move(text))
    return state


def end(state: State, *moves: str) -> Outcome:
    """The outcome after these moves, which must end the round."""
    result = outcome(after(state, *moves))
    assert result is not None
    return result


def broken(state: State, move: str) -> list[tuple[str, str]]:
    """What the move breaks: (code, clause), in the order in which it is told."""
    return [(refusal.code, refusal.rule) for refusal in why_not(state, parse_move(move))]
