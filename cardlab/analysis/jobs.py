"""What pages ask that takes long, each as a job: pieces one after the other, the same wherever they are worked out.

A job is a `functools.partial` of one of these functions over immutable data. It can be pickled, so that another process
can do it, which needs neither widgets nor a page for that; and it asks for the compiled kernel where it is done.
Here stands which countings make up an answer, and in how many worlds it is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cardlab.analysis.call_odds import DrawCall, hidden_hands, others_than
from cardlab.analysis.draws import Discarded, discards
from cardlab.analysis.kernel import compiled
from cardlab.analysis.move_cost import Cost, cost
from cardlab.analysis.position import unseen
from cardlab.analysis.reasons import turn_reason
from cardlab.analysis.round_review import Piece as Judgement
from cardlab.analysis.round_review import review
from cardlab.analysis.two_hands import HiddenHand, Odds
from cardlab.analysis.whatif import Answer, if_others_play, refine, shown_turns
from cardlab.bots.sensible import BOLD, CAUTIOUS
from cardlab.record import Record
from cardlab.tongits import Move, Phase, View

Piece: TypeAlias = tuple[str, Any]
"""A part of an answer by its name, and what is known of it."""
Spread: TypeAlias = Mapping[int, HiddenHand]
"""For each number of cards that an opponent holds, what such a hand may count."""

PRECISION: Final = 0.01
MOST_WORLDS: Final = 20_000
WORLDS, FEW_WORLDS = 3000, 200
"""How many worlds the coach judges a move by, with the compiled kernel and without it; a review and the laboratory
judge it by the same ones."""
STYLES: Final = {"cautious": CAUTIOUS, "bold": BOLD}
"""How else the others may play."""
MOST_IN_HAND: Final = 13
"""T1.3: the most cards that anybody holds in a turn."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is known of the cards to come.

    - `discards`: every discard that can be looked at, the best first; before the draw there is none to choose,
      and only what the next card makes of the hand as it is stands there;
    - `chosen`: whether there is a discard to choose.
    """

    discards: tuple[Discarded, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Calls:
    """What is known of a draw call: how likely it wins with each deadwood, one's own, what it pays, the break-even."""

    wins: tuple[Odds, ...]
    own: int
    payment: Odds
    even: int | None


@dataclass(frozen=True, slots=True)
class Impossible:
    """That a call cannot be worth anything here."""


def in_turn(parts: Mapping[str, Callable[[], Any]]) -> Iterator[Piece]:
    """Each part worked out in turn: a job, if what works them out can be pickled."""
    for part, work in parts.items():
        yield part, work()


OPTIONS: Final = "options"
"""The part of an answer that is sampled: what each option is worth."""
COMPARED: Final = "compared"
"""The piece which says that the options have been played on in as many worlds as all else that is said of them is
found in, while more are to follow: what asks for these worlds now need not play them again."""


def refined(view: View) -> Iterator[Piece]:
    """Better and better samples of what each option is worth, see `whatif.refine`; without options if no deal fits."""
    compared = False
    try:
        for answer in refine(view, precision=PRECISION, least=_worlds(), most=MOST_WORLDS):
            yield OPTIONS, answer
            if not compared and not answer.done and answer.worlds >= _worlds():
                compared = True
                yield COMPARED, None
    except ValueError:  # no deal of the unseen cards fits what is seen
        yield OPTIONS, Answer((), 0, True)


def judged(seen: View, move: Move) -> Iterator[Cost]:
    """What one legal move costs."""
    yield cost(seen, move, worlds=_worlds())


def reviewed(record: Record, lang: str) -> Iterator[Judgement]:
    """A round of Tongits judged for all players, see `round_review.review`."""
    yield from review(record, lang, worlds=_worlds())


def reasons(view: View, lang: str) -> dict[tuple[Move, ...], str]:
    """What the cards of each turn do that `refined` compares, in words; nothing if no deal fits."""
    try:
        ways = shown_turns(view, _worlds()).ways
    except ValueError:  # no deal of the unseen cards fits what is seen
        return {}
    return {way.turn: turn_reason(view, way.turn, lang, brief=True) for way in ways}


def otherwise(view: View) -> dict[str, Answer]:
    """What the same turns are worth if the others play otherwise, by `STYLES`; nothing if no deal fits."""
    try:
        return {
            name: if_others_play(view, style, worlds=2 * _worlds() // 3, shown_in=_worlds())
            for name, style in STYLES.items()
        }
    except ValueError:  # no deal of the unseen cards fits what is seen
        return {}


def ahead(view: View) -> Ahead:
    """What every discard and every draw makes of the viewer's hand; nothing once no card is drawn any more."""
    pool = unseen(view)
    if view.phase is Phase.ANSWER or not view.stock or not view.hand:
        return Ahead((), chosen=False)
    if view.phase is Phase.LAY and view.seat == view.viewer:
        return Ahead(discards(view.hand, pool, view.rules), chosen=True)
    if not view.discards or len(view.hand) > MOST_IN_HAND - 1:
        return Ahead((), chosen=False)
    # A hand that is to draw is one that has thrown a card which cannot come again: the top of the discard pile is one.
    top = view.discards[0]
    as_it_is = [result for result in discards((*view.hand, top), pool, view.rules) if result.card is top]
    return Ahead(tuple(as_it_is), chosen=False)


def spread(view: View) -> Spread:
    """The deadwood of the opponents' hands, as it counts at this table (T9.2); empty if no deal of them fits."""
    try:
        deals = hidden_hands(view)
    except ValueError:
        return {}
    return {view.counts[seat]: deals.hand(which) for which, seat in enumerate(others_than(view.viewer))}


def calls(view: View) -> Calls | Impossible:
    """What a draw call would be worth now; nothing if the round is over or no deal of the unseen cards fits."""
    try:
        call = DrawCall.of(view)
    except ValueError:
        return Impossible()
    return Calls(call.curve(), call.own, call.payment(call.own), call.break_even())


def _worlds() -> int:
    """Asked where the work is done: the kernel there is the one that counts."""
    return WORLDS if compiled.best().compiled else FEW_WORLDS
