"""The review of a round of Tongits: values, costs of decisions, and luck.

`review` goes through a record and yields pieces of two kinds for all three players, in the order of the moves:

- `Prospects`: the mean payment of a player from here on, by the player's own view;
- `Decision`: a move, its cost compared with the best whole turn, its grade, and why.

Within a turn, until a card is drawn, only decisions change the value: between two moves it stays the same.
(With jokers there may be too many turns to play each in all worlds. Then a turn that is better by some tenths of a
point may be found later. This counts as luck.) All other changes come from cards and opponents.
So the value of the deal, plus luck, minus the cost of decisions, is the payment received: see `account`.
Laboratory and coach give the same values with the same number of worlds.
The moves of a turn are judged in the same worlds as long as the same cards are hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from typing import Final, TypeAlias

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.grades import PAID, Grade, graded
from cardlab.analysis.review_text import sentences
from cardlab.analysis.whatif import SAME, Answer, Estimate, Option, ask, cost_in, onlooker_payment, refuse_count
from cardlab.record import Record
from cardlab.tongits import Discard, Draw, Move, Phase, State, legal_moves, outcome, play, view
from cardlab.tongits.moves import SEATS

COSTLY: Final = (Grade.MISTAKE, Grade.BLUNDER)
"""The grades of decisions worth practising."""
MOST_CHOICES: Final = 4
"""The number of turns shown for a decision: the best ones and the one made."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """A seat's mean payment after `at` moves, or with `final` the actual payment."""

    at: int
    seat: int
    value: float
    error: float = 0.0
    final: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of the record, `number` from 1, and its cost.

    - `best`: the best turn, preferring one that the move begins; `made`: the turn that was played from here on;
    - `before`, `after`: the payment of the best turn before the move, and of the best one still possible after it;
    - `cost`: the difference, never negative;
    - `grade`: None if there was no other move;
    - `worlds`: the number of worlds sampled, or of all deals if they were counted;
    - `choices`: the best turns and `made`, best first; empty unless `grade` is in `COSTLY` and `made` was an option;
    - `sentence`: the review of the move in words.
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


def review(record: Record, lang: str = "en", *, worlds: int = 600) -> Iterator[Piece]:
    """Yield each decision of all three players in a round, and each position's value.

    Each turn is computed on demand, so that a page can show it at once, and stop. `worlds`: for each position, as for
    `whatif.ask`. Raises IllegalMove if the record breaks a rule, ValueError for a round of Tichu, and as
    `whatif.ask` does.

    >>> from cardlab import bots
    >>> from cardlab.bot_rounds import play_tongits
    >>> pieces = review(play_tongits((bots.tongits.careful,) * 3), worlds=10)
    >>> [type(next(pieces)).__name__ for _ in range(4)]
    ['Prospects', 'Prospects', 'Prospects', 'Decision']
    """
    if not isinstance(record.start, State):
        raise ValueError("only rounds of Tongits are reviewed here")
    refuse_count(worlds)
    state, begins = record.start, True
    for seat in range(SEATS):
        if seat != state.seat:
            yield _onlooker(state, seat, 0, worlds)
    moves = [one for one in record.moves if isinstance(one, Move)]
    for number, move in enumerate(moves, 1):
        check_cancelled()
        seen, after = view(state, move.seat), play(state, move)
        answer = ask(seen, worlds=worlds)
        decision = _decision(state, _turn(moves[number - 1 :]), number, answer, lang)
        if begins:
            yield Prospects(number - 1, move.seat, decision.before, answer.options[0].payment.error)
        yield decision
        state = after
        # The next move of a player is found in the same worlds, unless a card has been turned.
        begins = isinstance(move, Draw) or state.seat != move.seat or state.phase not in (Phase.DRAW, Phase.LAY)
        if result := outcome(state):
            for seat, payment in enumerate(result.payments):
                yield Prospects(number, seat, float(payment), final=True)
        elif state.phase is Phase.DRAW and state.seat != move.seat:
            yield _onlooker(state, SEATS - move.seat - state.seat, number, worlds)


def _turn(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves of one turn, up to the first draw or discard."""
    mine = tuple(takewhile(lambda one: one.seat == moves[0].seat, moves))
    ends = (place for place, one in enumerate(mine, 1) if isinstance(one, Draw | Discard))
    return mine[: next(ends, None)]


def _leads_to(state: State, turn: Iterable[Move]) -> tuple[object, ...]:
    """Return a key for the table after a turn, whatever the order of laying."""
    state = reduce(play, turn, state)
    laid = frozenset((frozenset(one.meld.cards if one.meld else ()), one.owner, one.secret) for one in state.melds)
    return state.hands, state.discards, laid, state.phase


def _decision(state: State, turn: tuple[Move, ...], number: int, answer: Answer, lang: str) -> Decision:
    """Return the `Decision` about the first move of `turn`, which is made in `state`."""
    move, seen = turn[0], view(state, turn[0].seat)
    cost = cost_in(answer, seen, move)
    choice = len(legal_moves(seen, seen.viewer)) > 1
    grade = graded(cost.loss, PAID[seen.rules.payment]) if choice else None
    # If there are very many turns, not all are tried, and the one that was played may be missing.
    there = _leads_to(state, turn)
    tried = answer.options if grade in COSTLY else ()
    played = next((one for one in tried if _leads_to(state, one.turn) == there), None)
    return Decision(
        number=number,
        seat=move.seat,
        move=move,
        best=cost.best.turn,
        made=played.turn if played else turn,
        before=cost.best.payment.mean,
        after=cost.made.payment.mean,
        cost=cost.loss,
        grade=grade,
        worlds=answer.worlds,
        choices=_choices(answer, played) if played else (),
        sentence=" ".join(sentences(seen, cost, lang)),
    )


def _choices(answer: Answer, made: Option) -> tuple[Option, ...]:
    """Return the best turns of an answer, and always the one made."""
    few = [one for one in answer.options if one is not made][: MOST_CHOICES - 1]
    return tuple(sorted((*few, made), key=answer.options.index))


def _onlooker(state: State, seat: int, at: int, worlds: int) -> Prospects:
    """Return what the position is worth to a seat before another seat's move."""
    worth = onlooker_payment(view(state, seat), worlds=worlds)
    return Prospects(at, seat, worth.mean, worth.error)


@dataclass(frozen=True, slots=True)
class Account:
    """The balance of a round for one player: `start` + `luck` - `cost` = `result`.

    - `start`: the value of the deal; `luck`: the later changes by cards and opponents;
    - `cost`: the cost of all decisions; `result`: the payment received, None if the round did not end;
    - `grades`: the number of decisions with a choice, by grade.
    """

    start: float
    luck: float
    cost: float
    result: float | None
    grades: Mapping[Grade, int]


def account(pieces: Iterable[Piece], seat: int) -> Account:
    """Return a seat's balance over the parts of a review so far."""
    mine = [piece for piece in pieces if piece.seat == seat]
    stood = [piece for piece in mine if isinstance(piece, Prospects)]
    decisions = [piece for piece in mine if isinstance(piece, Decision)]
    counted = Counter(piece.grade for piece in decisions)
    return Account(
        stood[0].value if stood else 0.0,
        sum(piece.change for piece in luck_changes(mine, seat)),
        sum(piece.cost.mean for piece in decisions),
        next((piece.value for piece in stood if piece.final), None),
        {grade: counted[grade] for grade in Grade},
    )


@dataclass(frozen=True, slots=True)
class LuckChange:
    """A change of a seat's value by cards or opponents, after `at` moves."""

    at: int
    change: float


def luck_changes(pieces: Iterable[Piece], seat: int) -> tuple[LuckChange, ...]:
    """Return the changes of a seat's value by cards and opponents, in order."""
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
