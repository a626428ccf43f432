"""Long-running questions of pages, each as a job: an iterator of results that gives the same in any process.

A job is a `functools.partial` of one of these functions over immutable data, so it can be pickled and sent to another
process, which needs neither widgets nor a page. The compiled kernel is looked up where the job runs.
This module decides which computations make up an answer, and how many worlds are sampled.
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
"""A named part of an answer, and its value."""
Spread: TypeAlias = Mapping[int, HiddenHand]
"""The deadwood distribution of a hidden hand, by its number of cards."""

PRECISION: Final = 0.01
MOST_WORLDS: Final = 20_000
WORLDS, FEW_WORLDS = 3000, 200
"""The worlds in which the coach judges a move, with the compiled kernel and without; the review uses the same."""
STYLES: Final = {"cautious": CAUTIOUS, "bold": BOLD}
"""The alternative styles of the opponents."""
MOST_IN_HAND: Final = 13
"""T1.3: the largest hand within a turn."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The discards and the cards to come.

    - `discards`: every discard to look at, the best first; before the draw only the hand as it is;
    - `chosen`: whether there is a discard to choose.
    """

    discards: tuple[Discarded, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Calls:
    """A draw call: its win probability by deadwood, the own deadwood, the payment, and the break-even."""

    wins: tuple[Odds, ...]
    own: int
    payment: Odds
    even: int | None


@dataclass(frozen=True, slots=True)
class Impossible:
    """The result where no draw call is possible."""


def in_turn(parts: Mapping[str, Callable[[], Any]]) -> Iterator[Piece]:
    """Compute the parts one after the other; a job if the callables can be pickled."""
    for part, work in parts.items():
        yield part, work()


OPTIONS: Final = "options"
"""The sampled part of an answer: the value of each option."""
COMPARED: Final = "compared"
"""Yielded once the options have been played in the worlds that all other parts use, while more are to follow:
a job that needs these worlds now need not play them again."""


def refined(view: View) -> Iterator[Piece]:
    """Yield better and better samples of each option's value, see `whatif.refine`; no options if no deal fits."""
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
    """Yield the cost of one legal move."""
    yield cost(seen, move, worlds=_worlds())


def reviewed(record: Record, lang: str) -> Iterator[Judgement]:
    """Yield the judgements of a round for all players, see `round_review.review`."""
    yield from review(record, lang, worlds=_worlds())


def reasons(view: View, lang: str) -> dict[tuple[Move, ...], str]:
    """Return the reason of each turn that `refined` compares, in words; empty if no deal fits."""
    try:
        ways = shown_turns(view, _worlds()).ways
    except ValueError:  # no deal of the unseen cards fits what is seen
        return {}
    return {way.turn: turn_reason(view, way.turn, lang, brief=True) for way in ways}


def otherwise(view: View) -> dict[str, Answer]:
    """Return the values of the same turns against each of `STYLES`; empty if no deal fits."""
    try:
        return {
            name: if_others_play(view, style, worlds=2 * _worlds() // 3, shown_in=_worlds())
            for name, style in STYLES.items()
        }
    except ValueError:  # no deal of the unseen cards fits what is seen
        return {}


def ahead(view: View) -> Ahead:
    """Return what every discard and draw makes of the viewer's hand; empty if no card is drawn any more."""
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
    """Return the deadwood distribution of the opponents' hands, as it counts here (T9.2); empty if no deal fits."""
    try:
        deals = hidden_hands(view)
    except ValueError:
        return {}
    return {view.counts[seat]: deals.hand(which) for which, seat in enumerate(others_than(view.viewer))}


def calls(view: View) -> Calls | Impossible:
    """Return the value of a draw call now, or Impossible if the round is over or no deal fits."""
    try:
        call = DrawCall.of(view)
    except ValueError:
        return Impossible()
    return Calls(call.curve(), call.own, call.payment(call.own), call.break_even())


def _worlds() -> int:
    """Return the number of worlds, by the kernel of the process that does the work."""
    return WORLDS if compiled.is_installed() else FEW_WORLDS
