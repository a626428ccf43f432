"""What an exercise is made of: a task, an answer, a verdict, and the source that gives and checks them.

Knows no game, no widget and no language: the sentences in here are whole and in the learner's language already.
Whoever shows exercises (a widget, a test, a terminal) talks to a `Source` and to nothing behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from cardlab.cards import Card

__all__ = ["Answer", "Hint", "Kind", "Source", "Task", "Verdict"]

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
    - `piles`: groups of cards on the table, a pile or a meld each; every card given is shown, the last lies on top;
    - `choices`: (key, label) of each choice, for the kind "choice";
    - `kind`: how it is answered;
    - `multiple`: whether several cards or choices may be selected;
    - `may_be_empty`: whether "none of them" is an answer, where several may be selected;
    - `pile_labels`: what the piles are called, instead of "Pile 1", "Pile 2";
    - `hand_label`: what the hand is called, instead of "Your hand";
    - `worth`: what sorting by rank goes by, instead of ace 1 to king 13.
    """

    prompt: str
    hand: tuple[Card, ...] = ()
    piles: tuple[tuple[Card, ...], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    kind: Kind = "cards"
    multiple: bool = False
    may_be_empty: bool = False
    pile_labels: tuple[str, ...] = ()
    hand_label: str = ""
    worth: Callable[[Card], int] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth.

    - `right`: whether it is right;
    - `sentences`: why, in whole sentences, every reason;
    - `rules`: the clauses (`"T3.2"`) to read up on;
    - `follows`: what would have happened next at the table, where the answer was a choice;
    - `groups`: cards that the explanation lays open, each group with what it is called.
    """

    right: bool
    sentences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    groups: tuple[tuple[str, tuple[Card, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence that helps, and the right answer that it leads to; both come from the same call of the engine."""

    sentence: str
    answer: Answer


@runtime_checkable
class Source(Protocol):
    """Gives tasks one after the other and judges answers to the present one.

    Tries are counted by whoever shows the task, so `check` may be called as often as one likes;
    it is only called with an answer of the form that the task's kind asks for, and with cards of the task's hand.
    A right answer counts as solved at the first `check` that says so.
    """

    def task(self) -> Task:
        """The present task; the same one until `next`."""

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer to the present task."""

    def hint(self) -> str:
        """A sentence that helps with the present task; asked again it may say more."""

    def solution(self) -> tuple[str, Answer]:
        """A right answer to the present task, and the sentence that explains it."""

    def next(self) -> None:
        """Goes on to the next task."""

    def progress(self) -> tuple[int, int]:
        """How many tasks are solved, and of how many."""
