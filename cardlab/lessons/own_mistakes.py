"""Mistakes from the learner's own Tongits rounds, as exercises.

The page of matches makes an entry (`entry`) when a round has been judged, and the browser stores it with the answers.
Stored entries may be damaged or forged: `read_entries` reads the valid ones and counts the others. The values of the
turns come from samples drawn when the round was judged.
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
from cardlab.phrasing.messages import Deferred, Message, in_words
from cardlab.phrasing.scoring import payment_unit
from cardlab.tongits import Move, Payment, Phase, View, parse_move, turn, why_not

LEVEL: Final = 1
MOST: Final = 100
"""The most mistakes stored; the oldest are dropped first. `memory.js` has this number too."""
LONGEST: Final = 2_000
"""The most characters of a position, or of a turn."""
MOST_TURNS: Final = 6
FARTHEST: Final = 10_000
"""More points or chips than any round can pay."""
SHOWN_AS_ZERO: Final = 0.05
"""A smaller difference would be shown as 0.0, so the turns are called equally good."""


@dataclass(frozen=True, slots=True)
class Weighed(Worth):
    """A whole turn, its average payment, and how far it is behind the best turn."""

    turn: tuple[Move, ...]
    payment: float


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A position from the learner's round, with whole turns to choose from.

    `key`: its name in the log; `turns`: the best first; `made`: the index of the learner's; `at`: when it was found, in
    seconds since 1970.
    """

    key: str
    seen: View
    turns: tuple[Weighed, ...]
    made: int
    at: int

    @property
    def asked(self) -> QuestionRef:
        """The reference of its question in a log."""
        return QuestionRef(OWN, self.key, LEVEL)

    def ask(self) -> Ask:
        """Return the question which of the turns is best."""
        seen = self.seen
        left, right = (seen.counts[(seen.viewer + steps) % len(seen.counts)] for steps in (1, 2))
        order = sorted(range(len(self.turns)), key=lambda place: str(self.turns[place].turn))
        loss = Deferred(decimal, self.turns[self.made].behind, digits=1)
        lost = Message("own.lost", turn=self._named(self.made), loss=loss, unit=self._unit)
        begins = Message("own.begins", move=Deferred(sentences.option, self.turns[0].turn[0], seen))
        return Ask(
            seen.hand,
            {str(place): self._named(place) for place in order},
            prompt=Message("own.prompt"),
            piles=(Deferred(sentences.on_table, seen), Deferred(sentences.top_discard, seen)),
            notes=(
                Deferred(sentences.about_call, seen) if seen.phase is Phase.ANSWER else (),
                Message("lesson.tips.stock", count=seen.stock),
                Message("lesson.tips.holds", left=left, right=right),
                Deferred(sentences.house_rules, seen.rules),
            ),
            answer="0",
            judge=self._judge,
            helps=(lost, begins),
            reader=sentences.at_table(seat=seen.viewer),
            state=seen,
        )

    def _judge(self, answer: str) -> Why:
        """Judge a turn; only a right answer shows the figures of all turns."""
        place = int(answer)
        clauses = ("T9.4" if self.seen.rules.payment is Payment.CHIPS else "T9.3",)
        speaks = Deferred(for_and_against, self.seen, self.turns[place].turn)
        if not self.turns[place].right:
            again = Message("own.again") if place == self.made else ()
            return Why(False, (again, speaks, self._figure(place)), clauses=clauses)
        # The figures of all turns, the best first, and which turn was the learner's.
        figures = [
            Deferred(in_words, (self._figure(one), Message("own.made") if one == self.made else ()))
            for one in range(len(self.turns))
        ]
        return Why(True, (Message("own.as_good") if place else (), speaks, figures), clauses=clauses)

    @property
    def _unit(self) -> str:
        return payment_unit(self.seen.rules.payment)

    def _named(self, place: int) -> Deferred:
        return Deferred(sentences.whole_turn, self.turns[place].turn, self.seen)

    def _figure(self, place: int) -> Message:
        """Say a turn's payment if it is the best, else how much less it pays."""
        one, turn = self.turns[place], self._named(place)
        if not place:
            return Message("own.best", turn=turn, worth=Deferred(decimal, one.payment, digits=1), unit=self._unit)
        if one.behind < SHOWN_AS_ZERO:
            return Message("own.same", turn=turn)
        *figures, digits = one.shown()
        loss, error = (Deferred(decimal, figure, digits=digits) for figure in figures)
        return Message("own.less", turn=turn, loss=loss, error=error, unit=self._unit)


def entry(seen: View, turns: Sequence[Weighed], made: tuple[Move, ...], at: int) -> dict[str, Any]:
    """Return a mistake in the form that the browser stores.

    `turns`: the turns to choose from, the best first; `made`: the learner's turn; `at`: when the mistake was found, in
    seconds since 1970. Raises ValueError if `made` isn't among the turns.
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
    """Return the key of a mistake, the same whenever it is found."""
    return sha256(f"{position} | {_written(made)}".encode()).hexdigest()[:16]


def read_entries(data: object) -> tuple[dict[str, OwnMistake], int]:
    """Return stored mistakes by key, and the number of invalid entries left out.

    Only the newest `MOST` are read. A repeated entry counts as invalid, and so does data that is no list.
    """
    if not isinstance(data, list):
        return {}, int(data is not None)
    last = data[-MOST:]
    mistakes = {mistake.key: mistake for mistake in map(_read, last) if mistake}
    return mistakes, len(last) - len(mistakes)


def valid_entries(data: object) -> list[dict[str, Any]]:
    """Return the newest valid entries of a stored list, unchanged."""
    return [one for one in data[-MOST:] if _read(one) is not None] if isinstance(data, list) else []


_Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
_Loss: TypeAlias = Annotated[float, Meta(ge=0, le=FARTHEST)]


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in a mistake as the browser stores it."""

    turn: _Text
    worth: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
    behind: _Loss
    error: _Loss


class _StoredMistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake as the browser stores it."""

    key: str
    position: _Text
    turns: Annotated[list[_Turn], Meta(min_length=2, max_length=MOST_TURNS)]
    made: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0)]


def _read(data: object) -> OwnMistake | None:
    """Return the mistake in decoded JSON; None if it is incomplete or not playable."""
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
    """Return a stored turn. Raises ValueError if it can't be played in this position."""
    moves = tuple(map(parse_move, stored.turn.split("; ")))
    if any(move.seat != seen.viewer for move in moves) or why_not(seen, moves[0]):
        raise ValueError("no turn of this player")
    sentences.whole_turn(sentences.at_table("en", seen.viewer), moves, seen)
    return Weighed(stored.behind, stored.error, moves, stored.worth)
