"""What an exercise is made of: a task, an answer, a verdict, what is said at its end, the log of answers.

The sentences in here are whole and in the learner's language already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from cardlab.cards import Card
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.labelled_pile import LabelledPile

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
    """What an answer is worth.

    - `right`: whether it is right;
    - `sentences`: why, in whole sentences, every reason;
    - `rules`: the clauses (`"T3.2"`) to read up on;
    - `follows`: what would have happened next at the table, where the answer was a choice;
    - `groups`: cards that the explanation lays open, each group with what it is called;
    - `reasons`: (key, sentence) of choices that have each its own reason, to be told alone of a wrong one chosen.
    """

    right: bool
    sentences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    groups: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()


def answer_told(task: Task, answer: Answer, lang: str) -> str:
    """An answer of a task as one would write it down: its number, the labels of its choices, its cards and their pile.

    Raises KeyError for a choice that the task does not have.
    """
    labels = dict(task.choices)
    match answer:
        case int():
            return str(answer)
        case str():
            return labels[answer]
        case (Card() as card, int(place)):
            return f"{card_label(card, lang)} → {task.piles[place].label}"
    parts = [labels[part] if isinstance(part, str) else card_label(part, lang) for part in answer if part is not None]
    separator = ", " if task.kind == "choice" else " "
    return separator.join(parts) or say("sheet.none", lang)


# What a source says beyond its tasks


@dataclass(frozen=True, slots=True)
class Reading:
    """Something to read again: what about, and the page by its label and its address beside the present one."""

    about: str
    label: str
    address: str


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


@dataclass(frozen=True, slots=True)
class QuestionRef:
    """A question by its drill, key and level: `drill_named(drill).question(key, level)` makes it again."""

    drill: str
    key: str
    level: int


MOST_TRIES: Final = 20
"""How many answers to one question, and how many hints, may be counted."""
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9 ./-]{1,80}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TRIES)]


@dataclass(frozen=True, slots=True)
class Answered:
    """One question brought to its end.

    - `drill`, `key`, `level`: the question, see `QuestionRef`;
    - `right`: whether the last answer was right;
    - `tries`: how many answers were given, the last one included;
    - `hints`: how many hints were asked for;
    - `at`: when, in seconds since 1970 (UTC).
    """

    drill: str
    key: Key
    level: int
    right: bool
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)]
    hints: Count
    at: int

    @property
    def asked(self) -> QuestionRef:
        """The question that was answered."""
        return QuestionRef(self.drill, self.key, self.level)

    @property
    def right_at_first(self) -> bool:
        """Whether the first answer was right; hints are no answers."""
        return self.right and self.tries == 1


@dataclass(frozen=True, slots=True)
class Open:
    """A question that has been begun and not brought to its end: so many answers and hints, and when the last was.

    It may have had hints alone.
    """

    drill: str
    key: Key
    level: int
    tries: Count
    hints: Count
    at: int

    @property
    def asked(self) -> QuestionRef:
        """The question that was begun."""
        return QuestionRef(self.drill, self.key, self.level)


@dataclass(frozen=True, slots=True)
class AnswerLog:
    """Answers in the order of time, each once; `name` is the name that its owner has given, or empty."""

    answers: tuple[Answered, ...] = ()
    name: str = ""

    def __or__(self, other: AnswerLog) -> AnswerLog:
        """Every answer of both."""
        return log_of((*self.answers, *other.answers), self.name or other.name)

    def with_answer(self, answer: Answered) -> AnswerLog:
        """This log and one more answer."""
        return self | AnswerLog((answer,))


def log_of(answers: Iterable[Answered], name: str = "") -> AnswerLog:
    """A log of these answers, each once, in the order of time."""
    order = attrgetter("at", *(one.name for one in fields(Answered)))
    return AnswerLog(tuple(sorted(set(answers), key=order)), name)
