"""Predict, then see: what the widgets share that ask for a guess before they show the answer.

- `Prediction`: what somebody expects in each of several places, and what of it was right;
- `PredictWidget`: the base of `Score`, `Showdown`, `Compare` and `Deadwood`;
- `Guess` and `See`: the messages of those that ask for a number from each seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypedDict

from cardlab.widgets.base import CardWidget, ClauseText, clauses
from cardlab.widgets.messages import Message

LONGEST_GUESS: Final = 4
"""The length of the longest number of points that anybody types for a hand or a payment."""
Seat: TypeAlias = Literal[0, 1, 2]
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2)
VerdictKind: TypeAlias = Literal["none", "yes", "no"]


class Guess(Message, frozen=True):
    """The number that is expected for a seat, as typed so far."""

    do: Literal["guess"]
    seat: Seat
    text: str


class See(Message, frozen=True):
    """What was expected is to be compared with what is so."""

    do: Literal["compare"]


class VerdictPicture(TypedDict):
    """An answer: what it is, its title, the reasons, and the clauses that they name."""

    verdict: VerdictKind
    title: str
    sentences: list[str]
    clauses: list[ClauseText]


class Prediction:
    """What somebody expects: a text by place, be it a number that was typed or the key of what was chosen.

    - `places`: where something can be expected;
    - `longest`: a longer text is ignored, for nobody types one.

    >>> expected = Prediction((0, 1), longest=4)
    >>> expected.put(0, " 12"); expected.put(1, "ten"); expected.put(1, "10000")
    >>> expected.number(0), expected.number(1), expected.complete
    (12, None, True)
    """

    def __init__(self, places: Iterable[int], longest: int) -> None:
        self._places = frozenset(places)
        self._longest = longest
        self._texts: dict[int, str] = {}

    def put(self, place: int, text: str) -> None:
        """Somebody expects this; ignored for another place or a text that is too long."""
        if place in self._places and len(text) <= self._longest:
            self._texts[place] = text

    def text(self, place: int) -> str:
        """What was typed or chosen; empty where nothing is."""
        return self._texts.get(place, "")

    def number(self, place: int) -> int | None:
        """The number that was typed; None where there is none."""
        text = self.text(place).strip()
        return int(text) if text.isdecimal() else None

    @property
    def complete(self) -> bool:
        """Whether something is expected in every place."""
        return all(self.text(place).strip() for place in self._places)

    @property
    def readable(self) -> bool:
        """Whether everything that was typed is a number."""
        return all(self.number(place) is not None for place in self._places if self.text(place).strip())

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers that were typed, by place."""
        found = {place: self.number(place) for place in sorted(self._places)}
        return {place: number for place, number in found.items() if number is not None}


def right(expected: Mapping[int, object], answers: Mapping[int, object] | Sequence[object]) -> int:
    """How much of what was expected is so; both by place.

    >>> right({0: 12, 2: 7}, (12, 5, 8))
    1
    """
    return sum(answers[place] == one for place, one in expected.items())


class PredictWidget(CardWidget):
    """A widget that asks first and answers then. `_said` is said of the last message, and only of that."""

    _said = ""

    def _act(self, message: Any) -> None:
        self._said = ""
        self._do(message)

    def _do(self, message: Any) -> None:
        """What a message brings about."""
        raise NotImplementedError

    def _verdict(
        self, verdict: VerdictKind, title: str = "", sentences: Iterable[str] = (), rules: Iterable[str] = ()
    ) -> VerdictPicture:
        """What is drawn of an answer; `rules` are the clauses that it names."""
        return {
            "verdict": verdict,
            "title": title,
            "sentences": list(sentences),
            "clauses": clauses(rules, self._lang),
        }
