"""A round of Tongits judged for all three: what each stood to receive, what decisions cost, what the cards brought.

`review` goes through a record and gives two kinds of pieces, in the order of the moves:

- `Prospects`: what a player receives on average from here on, by what that player sees, once a moment is there;
- `Decision`: a move, what it cost against the best whole turn, what it is called, and why.

A decision leads from one value to another, and nothing else does while no card is turned: the value after a move is the
value before the next one of the same turn. (Where jokers make more ways than are played on in all worlds, one more may
turn out best in the middle of a turn, by some tenths of a point; this counts as luck.) What a player's standing changes
by otherwise, cards and the others have brought. So what the deal was worth, and what was brought, less what decisions
have cost, is what was received: see `account`.
Each value is the one that laboratory and coach give for this position, by the same number of worlds and the same seed;
the worlds of one turn are the same too, as the same cards are hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.grades import PAID, Bounds, Grade, accuracy, graded
from cardlab.analysis.what_was_wrong import sentences
from cardlab.analysis.whatif import SAME, Answer, Estimate, Option, ask, made_and_best, onlooker_payment, refuse_count
from cardlab.record import Record
from cardlab.tongits import Draw, Move, Phase, State, View, legal_moves, outcome, play, view
from cardlab.tongits.moves import SEATS

DEAR: Final = (Grade.MISTAKE, Grade.BLUNDER)
"""What is worth practising."""
MOST_CHOICES: Final = 4
"""So many whole turns are told of a decision: the best ones, and the one that was made."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a seat receives on average, after `at` moves of the record, by what it sees then; `final`: what it did."""

    at: int
    seat: int
    value: float
    error: float = 0.0
    final: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of the record, `number` from 1, and what it cost.

    - `best`: the best turn, which the move begins if it is the best one; `made`: the best turn that the move begins;
    - `before`: what the best turn receives; `after`: what the best turn does that the move leaves possible;
    - `cost`: the one less the other, never below 0;
    - `grade`: what it is called; None if there was no other move;
    - `worlds`: in how many worlds it was judged, or in how many deals, if these were all;
    - `choices`: what else was possible, the best first and the turn of this move among them; of dear decisions only;
    - `sentence`: what there is to say of it.
    """

    number: int
    seat: int
    move: Move
    best: tuple[Move, ...]
    made: tuple[Move, ...]
    before: float
    after: float
    cost: Estimate
    grade: Grade | None
    worlds: int
    choices: tuple[Option, ...]
    sentence: str


Piece: TypeAlias = Prospects | Decision


def review(record: Record, lang: str = "en", *, worlds: int = 600, seed: int = 0) -> Iterator[Piece]:
    """Every decision of all three players in a round, and what each stood to receive between them.

    Each turn is worked out when it is asked for, so that a page can show it as it comes, and stop.
    Raises IllegalMove where the record breaks a rule. Raises ValueError if it is of the other game, if no deal of the
    unseen cards fits what a player sees, or if `worlds` is no whole number from 1 to 1,000,000.

    >>> from cardlab import bots
    >>> from cardlab.bot_rounds import play_tongits
    >>> pieces = review(play_tongits((bots.tongits.careful,) * 3), worlds=10)
    >>> [type(next(pieces)).__name__ for _ in range(4)]
    ['Standing', 'Standing', 'Standing', 'Decision']
    """
    if not isinstance(record.start, State):
        raise ValueError("only rounds of Tongits are reviewed here")
    refuse_count(worlds)
    state, begins = record.start, True
    for seat in range(SEATS):
        if seat != state.seat:
            yield _onlooker(state, seat, 0, worlds, seed)
    for number, move in enumerate((record_move for record_move in record.moves if isinstance(record_move, Move)), 1):
        check_cancelled()
        seen, after = view(state, move.seat), play(state, move)
        answer = ask(seen, worlds=worlds, seed=seed)
        decision = _decision(seen, move, number, answer, lang)
        if begins:
            yield Prospects(number - 1, move.seat, decision.before, answer.options[0].payment.error)
        yield decision
        state = after
        # The next move of a player is found in the same worlds, unless a card has been turned.
        begins = isinstance(move, Draw) or state.seat != move.seat or state.phase not in (Phase.DRAW, Phase.LAY)
        result = outcome(state)
        if result:
            for record_move in range(SEATS):
                yield Prospects(number, record_move, float(result.payments[record_move]), final=True)
        elif state.phase is Phase.DRAW and state.seat != move.seat:
            yield _onlooker(state, SEATS - move.seat - state.seat, number, worlds, seed)


def _decision(seen: View, move: Move, number: int, answer: Answer, lang: str) -> Decision:
    """What a move cost: what the coach says of it before it is made."""
    made, best = made_and_best(answer, seen, move)
    cost = Estimate(0.0, 0.0) if made is best else made.behind_payment
    choice = len(legal_moves(seen, seen.viewer)) > 1
    grade = graded(cost, PAID[seen.rules.payment]) if choice else None
    return Decision(
        number=number,
        seat=move.seat,
        move=move,
        best=best.turn,
        made=made.turn,
        before=best.payment.mean,
        after=made.payment.mean,
        cost=cost,
        grade=grade,
        worlds=answer.worlds,
        choices=_choices(answer, made) if grade in DEAR else (),
        sentence=" ".join(sentences(seen, move, made, best, cost, lang)),
    )


def _choices(answer: Answer, made: Option) -> tuple[Option, ...]:
    """The best turns, the one made among them."""
    few = [one for one in answer.options if one is not made][: MOST_CHOICES - 1]
    return tuple(sorted((*few, made), key=answer.options.index))


def _onlooker(state: State, seat: int, at: int, worlds: int, seed: int) -> Prospects:
    """What a seat stands to receive while another one is about to move."""
    worth = onlooker_payment(view(state, seat), worlds=worlds, seed=seed)
    return Prospects(at, seat, worth.mean, worth.error)


# What a round comes to


@dataclass(frozen=True, slots=True)
class Account:
    """What a round came to for a player: `start` + `luck` - `cost` = `result`.

    - `start`: what the cards that were dealt were worth; `luck`: what cards and the others brought after that;
    - `cost`: what the decisions cost; `result`: what was received, None if the round did not end;
    - `accuracy`: see `grades.accuracy`, of the decisions in which there was a choice; None if there was none;
    - `grades`: how many of those are called what.
    """

    start: float
    luck: float
    cost: float
    result: float | None
    accuracy: float | None
    grades: Mapping[Grade, int]


def account(pieces: Iterable[Piece], seat: int, bounds: Bounds) -> Account:
    """What a review comes to for one seat, as far as it is done."""
    mine = [piece for piece in pieces if piece.seat == seat]
    stood = [piece for piece in mine if isinstance(piece, Prospects)]
    decisions = [piece for piece in mine if isinstance(piece, Decision)]
    free = [piece for piece in decisions if piece.grade]
    counted = Counter(piece.grade for piece in free)
    return Account(
        stood[0].value if stood else 0.0,
        sum(piece.change for piece in luck_changes(mine, seat)),
        sum(piece.cost.mean for piece in decisions),
        next((piece.value for piece in stood if piece.final), None),
        accuracy((piece.cost.mean for piece in free), bounds),
        {grade: counted[grade] for grade in Grade},
    )


@dataclass(frozen=True, slots=True)
class LuckChange:
    """What came to a seat from outside: `at`: the moment that it came with, `change`: how much it was worth."""

    at: int
    change: float


def luck_changes(pieces: Iterable[Piece], seat: int) -> tuple[LuckChange, ...]:
    """What cards and the others brought a seat, in order; together its luck."""
    changes, now = [], None
    for piece in pieces:
        if piece.seat != seat:
            continue
        if isinstance(piece, Decision):
            if now is not None and abs(piece.before - now) > SAME:
                changes.append(LuckChange(piece.number - 1, piece.before - now))
            now = piece.after
        else:
            if now is not None:
                changes.append(LuckChange(piece.at, piece.value - now))
            now = piece.value
    return tuple(changes)
