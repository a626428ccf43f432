"""A race of Tichu 1.on.1 looked at again for one player: what each thing done cost, and what was left undone.

An act is a play, a drawing, or that the hands were still while something could be done. Each is judged from what the
seat saw then, by `tichu_whatif`: the best way is chosen in some worlds, and what was lost is measured in others.
First what there is to say of an act (`Act`), then which acts a race has, last how each is judged.
`how_many` says beforehand how many there will be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from cardlab.analysis.grades import CHANCE, Grade, graded
from cardlab.analysis.kernel.compiled import best
from cardlab.analysis.races import SKILLED, Racers
from cardlab.analysis.tichu_whatif import ERRORS, Answer, Way, ask, compare, ways
from cardlab.analysis.whatif import Estimate, refuse_count
from cardlab.cards import SPECIALS, Card
from cardlab.record import Record
from cardlab.tichu import Draw, Play, State, View, outcome, plays, view
from cardlab.tichu.moves import SEATS
from cardlab.tichu.state import can_draw, can_play

STILL: Final = 1_500
"""Who could do something for so many milliseconds and did not is told so, if the times are known."""
MISSED: Final = 2
"""Without times: after so many moves of the other side in a row."""
FEWEST_WORLDS: Final = 200
"""In no fewer worlds is the best way chosen."""
WORLDS, FEW_WORLDS = 1_000, 100
"""In how many worlds an act is judged, with the compiled kernel and without it."""

TIMES: Final = ("milliseconds", "times_ms")
"""Where in `about` a record has the times of its moves: a race of the kernel, and one that people played."""

Kind = Literal["play", "draw", "still"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way that there was: how likely it wins, and how much less likely than the best one."""

    way: Way
    win: Estimate
    behind: Estimate


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a seat did or left undone, and what it cost.

    - `number`: which move of the record it is, from 1; for still hands the move before which something could be done;
    - `kind`: "play", "draw" or "still"; `made`: the way that it was, `best`: the way that wins most often;
    - `still`: for how many milliseconds the hands were still, if that is known;
    - `win_before`: how likely the best way wins; `win_after`: how likely the way taken does;
    - `loss`, `loss_points`: how much less than the best way; both in the same worlds;
    - `forgot`: what playing before drawing up lost against drawing up first (U3.2); None if that was not forgotten;
    - `spent`: what a special card won by being played now instead of being kept; None for every other card;
    - `missed`: what could have been played while the hands were still;
    - `worlds`: in how many worlds it was judged;
    - `choices`: what else was possible, the best first and this way among them; of dear acts only.
    """

    number: int
    seat: int
    kind: Kind
    made: Way
    best: Way
    win_before: Estimate
    win_after: Estimate
    loss: Estimate
    loss_points: Estimate
    still: int | None = None
    forgot: Estimate | None = None
    spent: Estimate | None = None
    missed: tuple[Card, ...] = ()
    worlds: int = WORLDS
    choices: tuple[Choice, ...] = ()

    @property
    def cost(self) -> bool:
        """Whether it lost more than its error can explain."""
        return self.loss.mean > ERRORS * self.loss.error

    @property
    def grade(self) -> Grade:
        """What it is called by what it lost of the chance to win."""
        return graded(self.loss, CHANCE)

    @property
    def spent_well(self) -> bool | None:
        """Whether a special card was spent well: as good as any other way, and not clearly worse than keeping it.

        None for every other card.
        """
        if self.spent is None:
            return None
        return not self.cost and self.spent.mean >= -ERRORS * self.spent.error


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position in which a seat did something, or did nothing although it could."""

    number: int
    seen: View
    kind: Kind
    made: Way
    still: int | None = None


def review(
    record: Record,
    seat: int,
    racers: Racers = SKILLED,
    *,
    worlds: int | None = None,
    seed: int = 0,
    still: int = STILL,
) -> Iterator[Act]:
    """Everything that a seat did in a race, in order, and each time that its hands were still though a card fitted.

    - `racers`: how quick both are taken to be, and how they play on; `worlds`: how many each act is judged in, from 1
      to 1,000,000; None: `WORLDS` from when the compiled kernel is there, until then `FEW_WORLDS`;
    - `still`: from how many milliseconds on still hands are told of, if the record says when each move was made
      (one of `TIMES` in its `about`); else they are told of after two moves of the other side in a row.

    Each act is worked out when it is asked for, so that a page can show them as they come, and stop.
    Raises IllegalMove where the record breaks a rule. Raises ValueError if it is of the other game, if there is no such
    seat, or if `worlds` is no such number.

    >>> from cardlab.analysis.races import race
    >>> from cardlab.tichu import Rules
    >>> next(review(race(Rules(), 1).record, 0, worlds=50)).kind
    'play'
    """
    _refuse(record, seat)
    if worlds is not None:
        refuse_count(worlds)
    for moment in _moments(record, seat, still):
        yield _judged(moment, seat, racers, worlds or (WORLDS if best().compiled else FEW_WORLDS), seed)


def how_many(record: Record, seat: int, *, still: int = STILL) -> int:
    """How many acts `review` will judge; it raises as `review` does."""
    _refuse(record, seat)
    return sum(1 for _ in _moments(record, seat, still))


def _refuse(record: Record, seat: int) -> None:
    if record.game != "tichu":
        raise ValueError("only races of Tichu are reviewed here")
    if seat not in SEATS:
        raise ValueError(f"there is no seat {seat!r}: a seat is 0 or 1")


def times(record: Record) -> Sequence[int] | None:
    """When each move was made, in milliseconds; None if the record does not say it of every move, in their order."""
    for name in TIMES:
        told = record.about.get(name)
        if isinstance(told, list | tuple) and len(told) == len(record.moves):
            rising = all(type(time) is int for time in told) and all(one <= two for one, two in pairwise([0, *told]))
            return told if rising else None
    return None


def _moments(record: Record, seat: int, still: int) -> Iterator[_Moment]:
    """The positions to be judged, in the order of the moves; of still hands the one at which they began."""
    known = times(record)
    # Since which move something could be done, what was seen then, and at which time that was.
    able: tuple[int, View, int] | None = None
    others = now = 0
    for number, (state, move) in enumerate(zip(record.states(), record.moves, strict=False), 1):
        assert isinstance(state, State)
        if outcome(state) is None and not _can_do(state, seat):
            able, others = None, 0
        elif able is None:
            able, others = (number, view(state, seat), now), 0
        now = known[number - 1] if known else now
        own = isinstance(move, Play | Draw) and move.seat == seat
        waited = now - able[2] if able else 0
        if able and number > able[0] and (waited >= still if known else others >= MISSED):
            yield _Moment(able[0], able[1], "still", Way(None), waited if known else None)
            able, others = None, 0
        if own:
            assert isinstance(move, Play | Draw)
            seen = view(state, seat)
            yield _Moment(number, seen, "play" if isinstance(move, Play) else "draw", Way(_as_seen(move, seen)))
            able, others = None, 0
        elif isinstance(move, Play | Draw):
            others += 1
        else:
            able, others = None, 0


def _can_do(state: State, seat: int) -> bool:
    """Whether the seat can play or draw."""
    return not view(state, seat).flip_due and (can_draw(state, seat) or can_play(state, seat))


def _as_seen(move: Play | Draw, seen: View) -> Play | Draw:
    """U2.4: a card laid upon another one than it was meant for is a play upon the one that lay there."""
    if isinstance(move, Draw):
        return move
    return Play(move.seat, move.card, move.pile, seen.piles[move.pile].top, move.wish)


def _judged(moment: _Moment, seat: int, racers: Racers, worlds: int, seed: int) -> Act:
    """What an act cost: the best way is found in some worlds, and what was lost measured in others."""
    seen, made = moment.seen, moment.made
    answer = ask(seen, racers, worlds=max(FEWEST_WORLDS, worlds // 2), seed=seed)
    chosen = answer.options[0]
    better = made if made == chosen.way or made in chosen.same else chosen.way
    draw, keep = Way(Draw(seat)), None
    open_ways = ways(seen)
    forgot = isinstance(made.move, Play) and draw in open_ways
    if isinstance(made.move, Play) and made.move.card in SPECIALS:
        keep = next((way for way in open_ways if way.keeping is made.move.card), None)
    few = [way for way in (made, better, draw if forgot else None, keep) if way is not None]
    # Worlds that had no say in which way is best: they begin where no sample of the first lot can have come.
    found = compare(seen, few, racers, worlds=worlds, seed=seed, first=max(FEWEST_WORLDS, worlds))
    lost = found.less(made, better)
    if lost.mean <= 0:
        better, lost = made, Estimate(0.0, 0.0)
    return Act(
        number=moment.number,
        seat=seat,
        kind=moment.kind,
        made=made,
        best=better,
        win_before=found.win(better),
        win_after=found.win(made),
        loss=lost,
        loss_points=found.less(made, better, points=True),
        still=moment.still,
        forgot=found.less(made, draw) if forgot else None,
        spent=found.less(keep, made) if keep else None,
        missed=tuple(dict.fromkeys(move.card for move in plays(seen))) if moment.kind == "still" else (),
        worlds=worlds,
        choices=_choices(moment, made, better, answer, lost, racers, worlds, seed),
    )


DEAR: Final = (Grade.MISTAKE, Grade.BLUNDER)
"""What is worth practising."""
MOST_CHOICES: Final = 4
"""So many ways are told of it."""


def _choices(
    moment: _Moment,
    made: Way,
    better: Way,
    answer: Answer,
    lost: Estimate,
    racers: Racers,
    worlds: int,
    seed: int,
) -> tuple[Choice, ...]:
    """The best ways and the one that was chosen, compared in worlds of their own; none if the act was not dear."""
    if graded(lost, CHANCE) not in DEAR:
        return ()
    others = [one.way for one in answer.options if one.way not in (made, better) and made not in one.same]
    few = [better, made, *others[: MOST_CHOICES - 2]]
    found = compare(moment.seen, few, racers, worlds=worlds, seed=seed, first=max(FEWEST_WORLDS, worlds))
    best = max(few, key=lambda way: found.win(way).mean)
    told = [Choice(way, found.win(way), found.less(way, best)) for way in few]
    return tuple(sorted(told, key=lambda one: one.behind.mean))
