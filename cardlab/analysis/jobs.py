"""Long computations for pages: which ones make up an answer, and how many worlds are sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cardlab.analysis.call_odds import DrawCall, hidden_hands, others_than
from cardlab.analysis.kernel import compiled
from cardlab.analysis.reasons import turn_reason
from cardlab.analysis.round_review import Piece as Judgement
from cardlab.analysis.round_review import review
from cardlab.analysis.two_hands import HiddenHand, Odds
from cardlab.analysis.whatif import Answer, Cost, cost, inquiry_about, refine
from cardlab.record import Record
from cardlab.tongits import Move, View

Piece: TypeAlias = tuple[str, Any]
"""A named part of an answer: its name and its value."""
Spread: TypeAlias = Mapping[int, HiddenHand]
"""The deadwood distribution of each hidden hand, by its number of cards."""

PRECISION: Final = 0.01
MOST_WORLDS: Final = 20_000
WORLDS, FEW_WORLDS = 3000, 200
"""The number of worlds in which coach and review judge a move: with the compiled kernel, and without."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The value of a draw call.

    `wins`: the win probability by deadwood; `own`: the viewer's deadwood; `payment`: the mean payment with it;
    `even`: the highest deadwood without an expected loss, or None.
    """

    wins: tuple[Odds, ...]
    own: int
    payment: Odds
    even: int | None


@dataclass(frozen=True, slots=True)
class Impossible:
    """The result of `calls` if no draw call is possible."""


def one_by_one(parts: Mapping[str, Callable[[], Any]]) -> Iterator[Piece]:
    """Compute the parts one after the other, and yield each with its name."""
    for part, work in parts.items():
        yield part, work()


OPTIONS: Final = "options"
"""The sampled part of an answer: the value of each option."""
COMPARED: Final = "compared"
"""Yielded as soon as the options have been played in all worlds that other jobs use, unless the answer is the last.
Those jobs can start then."""


def refined(view: View) -> Iterator[Piece]:
    """Yield better and better values of all options, see `whatif.refine`.

    Each is yielded as OPTIONS with an `Answer`, which has no options if no deal fits.
    COMPARED, without a value, comes at most once, between two answers.
    """
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
    """Yield the cost of one legal move of the viewer."""
    yield cost(seen, move, worlds=_worlds())


def reviewed(record: Record, lang: str) -> Iterator[Judgement]:
    """Yield the review of a round for all players, see `round_review.review`."""
    yield from review(record, lang, worlds=_worlds())


def reasons(view: View, lang: str) -> dict[tuple[Move, ...], str]:
    """Return the arguments for each turn of `refined`, in words; {} if no deal fits."""
    try:
        options = inquiry_about(view, 0).after(_worlds()).options
    except ValueError:  # no deal of the unseen cards fits what is seen
        return {}
    return {option.turn: turn_reason(view, option.turn, lang, brief=True) for option in options}


def spread(view: View) -> Spread:
    """Return the deadwood distribution of hidden hands by size; {} if no deal fits."""
    try:
        deals = hidden_hands(view)
    except ValueError:
        return {}
    return {view.counts[seat]: deals.hand(which) for which, seat in enumerate(others_than(view.viewer))}


def calls(view: View) -> Calls | Impossible:
    """Return the value of a draw call now, or `Impossible` if there can't be one."""
    try:
        call = DrawCall.of(view)
    except ValueError:
        return Impossible()
    return Calls(call.curve(), call.own, call.payment(call.own), call.break_even())


def _worlds() -> int:
    """Return how many worlds to sample: fewer without the compiled kernel."""
    return WORLDS if compiled.is_installed() else FEW_WORLDS
