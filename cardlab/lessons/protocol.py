"""The parts of an exercise: task, answer, verdict, closing, and the log of answers.

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
"""An answer, its form given by the task's `kind`:

- "cards": the selected cards in the order in which they were selected, a tuple even for one card or none;
- "choice": the key of the choice, or with `multiple` a tuple of keys in the task's order;
- "number": a whole number;
- "card_and_pile": one card of the hand, and the place of the pile in `Task.piles`, from 0.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One question to a learner.

    - `prompt`: the question, whole sentences;
    - `notes`: what else is so at this table, a sentence each: house rules, numbers, what happened before;
    - `hand`: the cards to look at, to choose from for the kinds "cards" and "card_and_pile";
    - `piles`: groups of cards on the table, a pile or a meld each, with what they are called; every card is shown;
    - `choices`: (key, label) of each choice, for the kind "choice";
    - `kind`: how it is answered;
    - `multiple`: whether several cards or choices may be selected;
    - `may_be_empty`: whether "none of them" is an answer, where several may be selected;
    - `hand_label`: what the hand is called, instead of "Your hand";
    - `worth`: what sorting by rank goes by, instead of ace 1 to king 13.
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

    - `right`: whether it is right; `sentences`: every reason, in whole sentences;
    - `rules`: the clauses (`"T3.2"`) to read: those that the sentences name, in their order, then further ones;
    - `follows`: what would have happened next at the table, where the answer was a choice;
    - `groups`: cards that the explanation lays open, each group with its label.
    """

    right: bool
    sentences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    groups: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    def __post_init__(self) -> None:
        named = (*_CLAUSE.findall(" ".join(self.sentences)), *self.rules)
        object.__setattr__(self, "rules", tuple(dict.fromkeys(named)))


# What a source says beyond its tasks


@dataclass(frozen=True, slots=True)
class Reading:
    """Something to read again: the page by its label and its address beside the present one, and what about."""

    label: Message
    address: str
    about: Text


@dataclass(frozen=True, slots=True)
class Closing:
    """What is said when nothing is left to ask.

    - `title`: how it went, in one sentence;
    - `sentences`: what else there is to say;
    - `readings`: where to read again;
    - `rules`: the clauses to read up on;
    - `again`: what the button says that goes on after it.
    """

    title: str
    sentences: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    rules: tuple[str, ...] = ()
    again: str = ""


# What was answered


OWN: Final = "mistakes.own"
"""The drill, in a log of answers, of exercises from the learner's own rounds; no lesson holds it."""


class QuestionRef(NamedTuple):
    """A question by its drill, key and level: `drill_named(drill).question(key, level)` makes it again."""

    drill: str
    key: str
    level: int


MOST: Final = 3_000
"""How many answers a log holds, the newest ones: those of a year, and no message makes much work."""
LATEST: Final = 2**35
"""The latest time that is kept, in the year 3058: a clock may be wrong, but dates are made of it."""
MOST_TRIES: Final = 20
"""How many answers to one question, and how many hints, may be counted."""
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9 ./-]{1,80}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TRIES)]
Time: TypeAlias = Annotated[int, Meta(ge=0, le=LATEST)]
"""Seconds since 1970 (UTC), by the clock of some server: it orders answers, and no answer is doubted for it."""


@dataclass(frozen=True, slots=True)
class _OfQuestion:
    """What is written of one question: its drill, key and level, see `QuestionRef`."""

    drill: str
    key: Key
    level: int

    @property
    def asked(self) -> QuestionRef:
        """The question by its name."""
        return QuestionRef(self.drill, self.key, self.level)


@dataclass(frozen=True, slots=True)
class Answered(_OfQuestion):
    """One question brought to its end.

    - `right`: whether the last answer was right;
    - `tries`: how many answers were given, the last one included;
    - `hints`: how many hints were asked for;
    - `at`: when, in seconds since 1970 (UTC).
    """

    right: bool
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)]
    hints: Count
    at: Time

    @property
    def right_at_first(self) -> bool:
        """Whether the first answer was right; hints are no answers."""
        return self.right and self.tries == 1


@dataclass(frozen=True, slots=True)
class Open(_OfQuestion):
    """A question that was begun and not finished: its answers and hints so far, and when the last one was."""

    tries: Count
    hints: Count
    at: Time


@dataclass(frozen=True, slots=True)
class AnswerLog:
    """Answers in the order of time, each once, of more than `MOST` the newest.

    - `name`: the name that its owner has given, or empty;
    - `left_out`: how many entries could not be read, where the log comes from outside;
    - `older`: how many came before the newest `MOST` and were not read.
    """

    answers: tuple[Answered, ...] = ()
    name: str = ""
    left_out: int = field(default=0, compare=False)
    older: int = field(default=0, compare=False)
    _known: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __or__(self, other: AnswerLog) -> AnswerLog:
        """Every answer of both."""
        return log_of((*self.answers, *other.answers), self.name or other.name, other.left_out, other.older)

    def with_answer(self, answer: Answered) -> AnswerLog:
        """This log and one more answer."""
        return self | AnswerLog((answer,))

    def time_of_next(self, asked: QuestionRef, now: float) -> int:
        """When an answer is given now: behind all others to this question, even if the clock was ahead or is behind."""
        before = (one.at + 1 for one in self.answers if one.key == asked.key and one.asked == asked)
        return min(LATEST, max(int(now), 0, *before))


def log_of(answers: Iterable[Answered], name: str = "", left_out: int = 0, older: int = 0) -> AnswerLog:
    """A log of these answers, each once, in the order of time, of too many the newest."""
    order = attrgetter("at", *(one.name for one in fields(Answered)))
    return AnswerLog(tuple(sorted(dict.fromkeys(answers), key=order)[-MOST:]), name, left_out, older)


def once(of_log: Callable[[AnswerLog], _T]) -> Callable[[AnswerLog], _T]:
    """Computes the function once for each log: a page asks for the same at every press, and a log may be long."""

    @wraps(of_log)
    def known(log: AnswerLog) -> _T:
        if of_log not in log._known:
            log._known[of_log] = of_log(log)
        made: _T = log._known[of_log]
        return made

    return known
