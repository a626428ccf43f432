"""Mistakes of the learner's own rounds of Tongits as exercises: a position and whole turns with their values.

The page of matches writes an entry (`entry`) when a round has been judged; the browser keeps it with the answers.
Stored entries may be torn or forged: `read_entries` reads the valid ones and counts the others.
The values were sampled when the round was judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from cardlab.lessons.ask import Ask, Why
from cardlab.lessons.protocol import OWN, QuestionRef
from cardlab.lessons.tips_positions import Worth, for_and_against
from cardlab.phrasing import tongits_sentences as sentences
from cardlab.phrasing.catalogue import decimal
from cardlab.phrasing.messages import Deferred, Message, Name
from cardlab.tongits import Move, Payment, Phase, View, parse_move, turn, why_not

LEVEL: Final = 1
MOST: Final = 100
"""How many are kept; the oldest go first. `memory.js` knows this number too."""
LONGEST: Final = 2_000
"""How many characters a position, or a turn, may have."""
MOST_TURNS: Final = 6
FARTHEST: Final = 10_000
"""No round pays more points or chips."""
SHOWN_AS_ZERO: Final = 0.05
"""What shows as 0.0 is none."""


@dataclass(frozen=True, slots=True)
class Weighed(Worth):
    """A whole turn, its average payment, and the distance from the best turn with its standard error."""

    turn: tuple[Move, ...]
    payment: float


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A position of a round of the learner's, whole turns, the best first, and the place of the one that was made.

    `key`: its name in the log; `at`: when it was found, in seconds since 1970.
    """

    key: str
    seen: View
    turns: tuple[Weighed, ...]
    made: int
    at: int

    @property
    def asked(self) -> QuestionRef:
        """The name by which a log knows it."""
        return QuestionRef(OWN, self.key, LEVEL)

    def ask(self) -> Ask:
        """The question: which turn is the best? The order of the choices does not depend on their values."""
        seen = self.seen
        others = [seat for seat in range(len(seen.counts)) if seat != seen.viewer]
        hand_sizes = [Message("own.hand_sizes", who=Name(seat), count=seen.counts[seat]) for seat in others]
        order = sorted(range(len(self.turns)), key=lambda place: str(self.turns[place].turn))
        begins = Message("own.begins", move=Deferred(sentences.option, self.turns[0].turn[0], seen))
        return Ask(
            seen.hand,
            {str(place): self._named(place) for place in order},
            prompt=Message("own.prompt"),
            piles=(Deferred(sentences.on_table, seen), Deferred(sentences.top_discard, seen)),
            notes=(
                Deferred(sentences.about_call, seen) if seen.phase is Phase.ANSWER else (),
                Message("lesson.late.stock", count=seen.stock),
                hand_sizes,
                Deferred(sentences.house_rules, seen.rules),
            ),
            answer="0",
            judge=self._judge,
            helps=(
                Message(
                    "own.lost_chips" if self._in_chips else "own.lost_points",
                    turn=self._named(self.made),
                    loss=Deferred(decimal, self.turns[self.made].behind, digits=1),
                ),
                begins,
            ),
            reader=sentences.at_table(seat=seen.viewer),
            state=seen,
        )

    def _judge(self, answer: str) -> Why:
        """Right is what is as good as the best turn. A wrong answer shows its own figure, a right one all figures."""
        place = int(answer)
        clauses = ("T9.4" if self._in_chips else "T9.3",)
        speaks = Deferred(for_and_against, self.seen, self.turns[place].turn)
        if not self.turns[place].right:
            again = Message("own.again") if place == self.made else ()
            return Why(False, (again, speaks, self._figure(place)), clauses=clauses)
        # What each turn receives, the best first, and which was made.
        figures = [
            (self._figure(one), Message("own.made") if one == self.made else ()) for one in range(len(self.turns))
        ]
        return Why(True, (Message("own.as_good") if place else (), speaks, figures), clauses=clauses)

    @property
    def _in_chips(self) -> bool:
        return self.seen.rules.payment is Payment.CHIPS

    def _named(self, place: int) -> Deferred:
        return Deferred(sentences.whole_turn, self.turns[place].turn, self.seen)

    def _figure(self, place: int) -> Message:
        """What a turn receives, or how much less that is than the best one's."""
        one, turn = self.turns[place], self._named(place)
        if not place:
            return Message(
                "own.best_chips" if self._in_chips else "own.best_points",
                turn=turn,
                worth=Deferred(decimal, one.payment, digits=1),
            )
        if one.behind < SHOWN_AS_ZERO:
            return Message("own.same", turn=turn)
        *figures, digits = one.shown()
        loss, error = (Deferred(decimal, figure, digits=digits) for figure in figures)
        return Message("own.less_chips" if self._in_chips else "own.less_points", turn=turn, loss=loss, error=error)


def entry(seen: View, turns: Sequence[Weighed], made: tuple[Move, ...], at: int) -> dict[str, Any]:
    """A mistake in the form that the browser keeps. Raises ValueError if `made` is not among the turns.

    Args:
        seen: The position.
        turns: The best turns, the best first, among them the one made.
        made: The moves of the turn that was made.
        at: When it was found, in seconds since 1970.
    """
    place = [one.turn for one in turns].index(made)
    stored = [
        _Turn(_written(one.turn), *(round(it, 3) for it in (one.payment, one.behind, one.error))) for one in turns
    ]
    kept: dict[str, Any] = msgspec.to_builtins(
        _StoredMistake(_key(seen.notation, made), seen.notation, stored, place, at)
    )
    return kept


def _written(moves: Iterable[Move]) -> str:
    return "; ".join(map(str, moves))


def _key(position: str, made: Iterable[Move]) -> str:
    """The same mistake has the same key, whenever it is found."""
    return sha256(f"{position} | {_written(made)}".encode()).hexdigest()[:16]


def read_entries(data: object) -> tuple[dict[str, OwnMistake], int]:
    """Read the stored mistakes, by key; the number counts the torn entries, which are left out."""
    if not isinstance(data, list):
        return {}, int(data is not None)
    last = data[-MOST:]
    mistakes = {mistake.key: mistake for mistake in map(_read, last) if mistake}
    return mistakes, len(last) - len(mistakes)


def valid_entries(data: object) -> list[dict[str, Any]]:
    """The entries of a list that can be read, unchanged."""
    return [one for one in data[-MOST:] if _read(one) is not None] if isinstance(data, list) else []


_Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
_Figure: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)] | Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
_Loss: TypeAlias = Annotated[int, Meta(ge=0, le=FARTHEST)] | Annotated[float, Meta(ge=0, le=FARTHEST)]


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn as `entry` writes it; it cost nothing or more, and no figure is further off than what can be paid."""

    turn: _Text
    worth: _Figure
    behind: _Loss
    error: _Loss


class _StoredMistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake as `entry` writes it."""

    key: str
    position: _Text
    turns: Annotated[list[_Turn], Meta(min_length=2, max_length=MOST_TURNS)]
    made: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0)]


def _read(data: object) -> OwnMistake | None:
    """A mistake out of JSON; None if anything in it is missing, or could not be played."""
    try:
        stored = msgspec.convert(data, _StoredMistake)
        seen = View.read(stored.position)
        turns = tuple(_weighed(one, seen) for one in stored.turns)
        key = _key(stored.position, turns[stored.made].turn)
    except (ValueError, KeyError, IndexError, AssertionError, msgspec.ValidationError):
        return None
    if turn(seen) != {seen.viewer} or stored.key != key or turns[0].behind:
        return None
    return OwnMistake(key, seen, turns, stored.made, stored.at)


def _weighed(stored: _Turn, seen: View) -> Weighed:
    """Read a stored turn. Raises ValueError if it does not belong to this position."""
    moves = tuple(map(parse_move, stored.turn.split("; ")))
    if any(move.seat != seen.viewer for move in moves) or why_not(seen, moves[0]):
        raise ValueError("no turn of the one who looks")
    sentences.whole_turn(sentences.at_table("en", seen.viewer), moves, seen)
    return Weighed(float(stored.behind), float(stored.error), moves, float(stored.worth))
