"""The whole table of either game as lines for a terminal: hands, melds or piles, what is left, whose turn it is.

Knows what lies open to somebody who replays a record, which is everything; the words come from the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab import tichu, tongits
from cardlab.cards import grid
from cardlab.locale import say
from cardlab.tichu.state import flip_pending, over, recycle_due
from cardlab.tongits.state import Phase

__all__ = ["table"]


def table(state: tongits.State | tichu.State, lang: str) -> Iterator[str]:
    """The lines, in `lang`: every hand in rows and columns, then what lies on the table."""
    for seat, hand in enumerate(state.hands):
        yield say("cli.hand", lang, seat=seat)
        yield from grid(hand).splitlines()
    yield from _race(state, lang) if isinstance(state, tichu.State) else _tongits(state, lang)


def _tongits(state: tongits.State, lang: str) -> Iterator[str]:
    for number, laid in enumerate(state.melds):
        cards = laid.meld.cards if laid.meld else ()
        yield say("cli.at.secret" if laid.secret else "cli.at.meld", lang, number=number, seat=laid.owner, cards=cards)
    if not state.melds:
        yield say("cli.at.no_meld", lang)
    if state.discards:
        yield say("cli.at.discards", lang, cards=state.discards)
    else:
        yield say("cli.at.no_discard", lang)
    yield say("cli.at.stock", lang, count=len(state.stock))
    match state.phase:
        case Phase.OVER:
            yield say("cli.at.over", lang)
        case Phase.ANSWER:
            yield say("cli.at.answer", lang, seat=state.seat, caller=state.caller)
        case _:
            yield say("cli.at.turn", lang, seat=state.seat)


def _race(state: tichu.State, lang: str) -> Iterator[str]:
    for number, pile in enumerate(state.piles):
        if pile.cards:
            yield say("cli.at.pile", lang, number=number, cards=pile.cards)
        else:
            yield say("cli.at.no_pile", lang, number=number)
        if pile.wish:
            yield say("cli.at.wish", lang, number=number, rank=pile.wish)
    for seat, (draw, extra) in enumerate(zip(state.draw, state.extra, strict=True)):
        yield say("cli.at.left", lang, seat=seat, draw=len(draw), extra=len(extra))
    if over(state):
        yield say("cli.at.over", lang)
    elif recycle_due(state):
        yield say("cli.at.recycle", lang)
    else:
        yield say("cli.at.flip" if flip_pending(state) else "cli.at.both", lang)
