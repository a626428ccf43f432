"""The parts of an exercise: task, answer, verdict, closing, log of answers.

All sentences are in the learner's language already, except those of `Reading`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import wraps
from operator import attrgetter
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta

from cardlab.cards import Card
from cardlab.phrasing.labelled_pile import LabelledPile
from cardlab.phrasing.messages import Message, Text

_T = TypeVar("_T")
_CLAUSE: Final = re.compile(r"[TU]\d+\.\d+")

# A task, an answer, a verdict

Kind: TypeAlias = Literal["cards", "choice", "number", "card_and_pile"]
"""How a task is answered; see `Answer`."""

Answer: TypeAlias = tuple[Card, ...] | str | tuple[str, ...] | int | tuple[Card, int]
"""An answer; the task's `kind` decides its form:

- "cards": a tuple of the selected cards in the order of selection, even for one card or none;
- "choice": the key of the choice, or with `multiple` a tuple of keys in the task's order;
- "number": a whole number;
- "card_and_pile": a card of the hand, and the index of a pile in `Task.piles`.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One question to a learner.

    - `prompt`: the question, in whole sentences;
    - `notes`: further facts about the table, a sentence each: house rules, numbers, what happened before;
    - `hand`: the cards to look at, or to choose from for the kinds "cards" and "card_and_pile";
    - `piles`: labelled groups of open cards on the table, a pile or a meld each;
    - `choices`: (key, label) of each choice, for the kind "choice";
    - `kind`: how it is answered;
    - `multiple`: whether several cards or choices may be selected;
    - `may_be_empty`: whether "none of them" is an answer, if several may be selected;
    - `hand_label`: the label of the hand, instead of "Your hand";
    - `worth`: returns the number by which a card is sorted, instead of ace 1 to king 13.
    """

    prompt: str
    hand: tuple[Card, ...] = ()
    piles: tuple[LabelledPile, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    kind: Kind = "cards"
    multiple: bool = False
    may_be_empty: bool = False
    hand_label: str = ""
    worth: Callable[[Card], int] | None = field(default=None, compare=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer, in words.

    - `right`: whether the answer is right; `sentences`: every reason, in whole sentences;
    - `rules`: the clauses (`"T3.2"`) to read: those named in the sentences, then further ones;
    - `follows`: what would have happened next at the table, if the answer was a choice;
    - `groups`: the groups of cards shown with the explanation;
    - `incomplete`: whether nothing that was chosen is wrong, but something is missing.
    """

    right: bool
    sentences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    groups: tuple[LabelledPile, ...] = ()
    incomplete: bool = False

    def __post_init__(self) -> None:
        named = (*_CLAUSE.findall(" ".join(self.sentences)), *self.rules)
        object.__setattr__(self, "rules", tuple(dict.fromkeys(named)))


# What else a source of questions says


@dataclass(frozen=True, slots=True)
class Reading:
    """A page or step to read again, its address from the current page, and a reason."""

    label: Message
    address: str
    about: Text


@dataclass(frozen=True, slots=True)
class Closing:
    """The words at the end, when no question is left.

    - `title`: the result, in one sentence; `sentences`: what else there is to say;
    - `readings`: where to read again; `rules`: the clauses to read;
    - `again`: the text of the button that starts again.
    """

    title: str
    sentences: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    rules: tuple[str, ...] = ()
    again: str = ""


# What was answered


OWN: Final = "mistakes.own"
"""The drill name for exercises from the learner's own rounds; no lesson has it."""


class QuestionRef(NamedTuple):
    """The drill, key and level with which `Drill.question` makes a question again."""

    drill: str
    key: str
    level: int


MOST: Final = 3_000
"""The most answers in a log, about a year's; the oldest are dropped, so that no message takes long."""
LATEST: Final = 2**35
"""The latest time stored, in the year 3058. A clock may be wrong, but dates are computed from it."""
MOST_TRIES: Final = 20
"""The most answers, and the most hints, counted for one question."""
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9 ./-]{1,80}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TRIES)]
Time: TypeAlias = Annotated[int, Meta(ge=0, le=LATEST)]
"""Seconds since 1970 (UTC) by some server's clock. It orders answers. No answer is rejected for its time."""


@dataclass(frozen=True, slots=True)
class _OfQuestion:
    """What all stored answers have: the drill, key and level of the question."""

    drill: str
    key: Key
    level: int

    @property
    def asked(self) -> QuestionRef:
        """The reference of the question."""
        return QuestionRef(self.drill, self.key, self.level)


@dataclass(frozen=True, slots=True)
class Answered(_OfQuestion):
    """The final answer to a question.

    - `right`: whether the last answer was right;
    - `tries`: how many answers were given, including the last;
    - `hints`: how many hints were asked for;
    - `at`: when, in seconds since 1970 (UTC).
    """

    right: bool
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)]
    hints: Count
    at: Time

    @property
    def right_at_first(self) -> bool:
        """Whether the first answer was right, even after hints."""
        return self.right and self.tries == 1


@dataclass(frozen=True, slots=True)
class Open(_OfQuestion):
    """A question begun but not finished; `tries` counts the answers so far."""

    tries: Count
    hints: Count
    at: Time


@dataclass(frozen=True, slots=True)
class AnswerLog:
    """The newest answers in order of time, each once, at most `MOST`.

    - `name`: the name that its owner has given, or "";
    - `left_out`: how many entries of a stored log could not be read;
    - `older`: how many entries of a stored log were too old to be read.
    """

    answers: tuple[Answered, ...] = ()
    name: str = ""
    left_out: int = field(default=0, compare=False)
    older: int = field(default=0, compare=False)
    _known: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __or__(self, other: AnswerLog) -> AnswerLog:
        """Return a log with both logs' answers, and with `left_out` and `older` of the other.

        The name is that of this log, or else the other's.
        """
        return log_of((*self.answers, *other.answers), self.name or other.name, other.left_out, other.older)

    def with_answer(self, answer: Answered) -> AnswerLog:
        """Return this log with one more answer."""
        return self | AnswerLog((answer,))

    def time_of_next(self, asked: QuestionRef, now: float) -> int:
        """Return the time of an answer given now, later than all others to the question."""
        before = (one.at + 1 for one in self.answers if one.key == asked.key and one.asked == asked)
        return min(LATEST, max(int(now), 0, *before))


def log_of(answers: Iterable[Answered], name: str = "", left_out: int = 0, older: int = 0) -> AnswerLog:
    """Return a log of the newest of these answers, sorted by time."""
    order = attrgetter("at", *(one.name for one in fields(Answered)))
    return AnswerLog(tuple(sorted(dict.fromkeys(answers), key=order)[-MOST:]), name, left_out, older)


def once(of_log: Callable[[AnswerLog], _T]) -> Callable[[AnswerLog], _T]:
    """Decorate a function to compute its result once for each log, as logs are long."""

    @wraps(of_log)
    def known(log: AnswerLog) -> _T:
        if of_log not in log._known:
            log._known[of_log] = of_log(log)
        made: _T = log._known[of_log]
        return made

    return known
