"""Mistakes of the learner's own rounds of Tongits as exercises: a position, whole turns, and what each is worth.

The page of matches writes an entry (`entry`) when a round has been judged; the browser keeps it beside the answers.
What comes back from there may be torn or forged: `read_entries` takes what can be played and counts what cannot.
The values were sampled when the round was judged; nothing is played on here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from cardlab.lessons.protocol import OWN, Answer, Asked, Hint, Task, Verdict
from cardlab.phrasing import tongits as tell
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.reader import Reader
from cardlab.tongits import Move, Payment, Phase, View, parse_move, turn, why_not

LEVEL: Final = 1
MOST: Final = 100
"""How many are kept; the oldest go first. `memory.js` knows this number too."""
LONGEST: Final = 2_000
"""How many characters a position, or a turn, may have."""
MOST_TURNS: Final = 6
FARTHEST: Final = 10_000
"""No round pays more points or chips."""
ERRORS: Final = 2
"""What lies within so many standard errors of the best turn is as right as that."""
TOLD: Final = 0.05
"""What shows as 0.0 is none."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A whole turn: what it receives on average, how much less that is than the best turn's, and the error of that."""

    turn: tuple[Move, ...]
    worth: float
    behind: float
    error: float

    @property
    def right(self) -> bool:
        """Whether it is as good as the best turn, as far as the sample could tell."""
        return self.behind <= ERRORS * self.error


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
    def asked(self) -> Asked:
        """The name by which a log knows it."""
        return Asked(OWN, self.key, LEVEL)

    def _reader(self, lang: str) -> Reader:
        return tell.at_table(lang, self.seen.viewer)

    def _named(self, place: int, lang: str) -> str:
        return tell.whole_turn(self._reader(lang), self.turns[place].turn, self.seen)

    def task(self, lang: str) -> Task:
        """Which turn is the best; the turns stand in an order that does not tell it."""
        reader, seen = self._reader(lang), self.seen
        melds, names = tell.on_table(reader, seen)
        top, top_name = tell.top_discard(reader, seen)
        others = [seat for seat in range(len(seen.counts)) if seat != seen.viewer]
        held = [say("own.held", lang, who=reader.name(seat), count=seen.counts[seat]) for seat in others]
        order = sorted(range(len(self.turns)), key=lambda place: str(self.turns[place].turn))
        return Task(
            say("own.prompt", lang),
            hand=seen.hand,
            piles=(*melds, *top),
            pile_labels=(*names, *top_name),
            choices=tuple((str(place), self._named(place, lang)) for place in order),
            kind="choice",
            notes=(
                *(tell.about_call(reader, seen) if seen.phase is Phase.ANSWER else ()),
                say("own.stock", lang, count=seen.stock),
                *held,
                *tell.house_rules(seen.rules, lang),
            ),
        )

    def check(self, answer: Answer, lang: str) -> Verdict:
        """Right is what is as good as the best turn. A wrong answer is told only its own figures, a right one all."""
        place = int(answer) if isinstance(answer, str) and answer.isdecimal() else len(self.turns)
        if place >= len(self.turns):
            return Verdict(False, (say("own.no_such", lang),))
        chosen = self.turns[place]
        rules = ("T9.4" if self._coin == "chips" else "T9.3",)
        if not chosen.right:
            again = (say("own.again", lang),) if place == self.made else ()
            return Verdict(False, (*again, self._figure(place, lang)), rules)
        as_good = (say("own.as_good", lang),) if place else ()
        return Verdict(True, (*as_good, *self._figures(lang)), rules)

    @property
    def _coin(self) -> str:
        """What is paid in at this table."""
        return "chips" if self.seen.rules.payment is Payment.CHIPS else "points"

    def _figures(self, lang: str) -> Iterator[str]:
        """What each turn receives, the best first, and which was made."""
        for place in range(len(self.turns)):
            yield self._figure(place, lang)
            if place == self.made:
                yield say("own.made", lang)

    def _figure(self, place: int, lang: str) -> str:
        """What a turn receives, or how much less that is than the best one's."""
        one, turn = self.turns[place], self._named(place, lang)
        if not place:
            return say(f"own.best_{self._coin}", lang, turn=turn, worth=decimal(one.worth, lang, 1))
        if one.behind < TOLD:
            return say("own.same", lang, turn=turn)
        loss, error = (decimal(value, lang, 1) for value in (one.behind, one.error))
        return say(f"own.less_{self._coin}", lang, turn=turn, loss=loss, error=error)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        """What was played and what it cost; then how the best turn begins."""
        made, reader = self.turns[self.made], self._reader(lang)
        facts = {"turn": self._named(self.made, lang), "loss": decimal(made.behind, lang, 1)}
        lost = say(f"own.lost_{self._coin}", lang, **facts)
        begins = say("own.begins", lang, move=tell.option(reader, self.turns[0].turn[0], self.seen))
        return Hint(lost, "0"), Hint(begins, "0")

    def solution(self, lang: str) -> tuple[str, Answer]:
        """The best turn, and what each receives."""
        return " ".join(self._figures(lang)), "0"


def entry(seen: View, turns: Sequence[Weighed], made: tuple[Move, ...], at: int) -> dict[str, Any]:
    """A mistake as the browser keeps it; `turns`: the best first, `made` among them. Raises ValueError if it is not."""
    place = [one.turn for one in turns].index(made)
    position = seen.notation
    return {
        "key": _key(position, made),
        "position": position,
        "turns": [
            {
                "turn": _written(one.turn),
                "worth": round(one.worth, 3),
                "behind": round(one.behind, 3),
                "error": round(one.error, 3),
            }
            for one in turns
        ],
        "made": place,
        "at": at,
    }


def _written(moves: Iterable[Move]) -> str:
    return "; ".join(map(str, moves))


def _key(position: str, made: Iterable[Move]) -> str:
    """The same mistake has the same key, whenever it is found."""
    return sha256(f"{position} | {_written(made)}".encode()).hexdigest()[:16]


def read_entries(given: object) -> tuple[dict[str, OwnMistake], int]:
    """The mistakes that can be asked about, by their keys, and how many entries are torn; those are left out."""
    if not isinstance(given, list):
        return {}, int(given is not None)
    found: dict[str, OwnMistake] = {}
    for one in given[-MOST:]:
        mistake = _read(one)
        if mistake:
            found[mistake.key] = mistake
    return found, len(given[-MOST:]) - len(found)


def sound(given: object) -> list[dict[str, Any]]:
    """The entries of a list that can be asked about, as they stand there."""
    if not isinstance(given, list):
        return []
    return [one for one in given[-MOST:] if _read(one) is not None]


_Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
_Figure: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)] | Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
_Loss: TypeAlias = Annotated[int, Meta(ge=0, le=FARTHEST)] | Annotated[float, Meta(ge=0, le=FARTHEST)]


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn as `entry` writes it; it cost nothing or more, and no figure is further off than what can be paid."""

    turn: _Text
    worth: _Figure
    behind: _Loss
    error: _Loss


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake as `entry` writes it."""

    key: str
    position: _Text
    turns: Annotated[list[_Turn], Meta(min_length=2, max_length=MOST_TURNS)]
    made: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0)]


def _read(given: object) -> OwnMistake | None:
    """A mistake out of JSON; None if anything in it is missing, or could not be played."""
    try:
        told = msgspec.convert(given, _Entry)
        seen = View.read(told.position)
        turns = tuple(_weighed(one, seen) for one in told.turns)
        key = _key(told.position, turns[told.made].turn)
    except (ValueError, KeyError, IndexError, AssertionError, msgspec.ValidationError):
        return None
    if turn(seen) != {seen.viewer} or told.key != key or turns[0].behind:
        return None
    return OwnMistake(key, seen, turns, told.made, told.at)


def _weighed(told: _Turn, seen: View) -> Weighed:
    """A turn that was written. Raises ValueError if it is none that can be told of this position."""
    moves = tuple(map(parse_move, told.turn.split("; ")))
    if any(move.seat != seen.viewer for move in moves) or why_not(seen, moves[0]):
        raise ValueError("no turn of the one who looks")
    tell.whole_turn(tell.at_table("en", seen.viewer), moves, seen)
    return Weighed(moves, float(told.worth), float(told.behind), float(told.error))
