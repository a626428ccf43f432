"""An attempt at one task: what is selected, chosen or typed, the answer that this makes, and how it is drawn."""

from __future__ import annotations

from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Task
from cardlab.locale import say
from cardlab.widgets.ground import is_whole
from cardlab.widgets.holding import Holding, Order, by_number

__all__ = ["Attempt"]

WORTH_SORTING: Final = 5
LONGEST_NUMBER: Final = 12


class Attempt:
    """What a learner has done so far to answer a task; `sort` is how its hand is sorted at first."""

    def __init__(self, task: Task, sort: Order) -> None:
        self.task = task
        self._holding = Holding(
            task.hand, sort, multiple=task.kind == "cards" and task.multiple, worth=task.worth or by_number
        )
        self._keys: frozenset[str] = frozenset()
        self._number = ""
        self._pile: int | None = None
        self._marked: tuple[Card, ...] = ()

    @property
    def _selects(self) -> bool:
        return self.task.kind in ("cards", "card_and_pile")

    def arrange(self, wish: object) -> None:
        """Sorts the hand if that is what the page asks; it may do so at any time."""
        match wish:
            case {"do": "sort"}:
                self._holding.hear(wish)

    def hear(self, wish: object) -> None:
        """Does what the page asks, if it is a part of an answer; anything else is passed over."""
        match wish:
            case {"do": "choose", "key": str(key)} if key in dict(self.task.choices):
                self._keys = self._keys ^ {key} if self.task.multiple else frozenset({key})
            case {"do": "number", "text": str(text)} if len(text) <= LONGEST_NUMBER:
                self._number = text
            case {"do": "pile", "pile": int(place)} if is_whole(place) and place in range(len(self.task.piles)):
                self._pile = place
            case _:
                self._holding.hear(wish, selectable=self._selects)

    @property
    def answer(self) -> Answer | None:
        """The answer as the task's kind asks for it, None as long as there is none."""
        match self.task.kind:
            case "cards":
                return self._holding.selected if self._holding.selected or self.task.may_be_empty else None
            case "choice":
                chosen = tuple(key for key, _ in self.task.choices if key in self._keys)
                if not self.task.multiple:
                    return chosen[0] if chosen else None
                return chosen if chosen or self.task.may_be_empty else None
            case "number":
                return _whole_number(self._number)
            case "card_and_pile":
                if self._pile is None or not self._holding.selected:
                    return None
                return self._holding.selected[0], self._pile

    def show(self, answer: Answer) -> None:
        """Lays this answer out in place of the learner's, its cards marked."""
        match self.task.kind, answer:
            case "cards", tuple(chosen):
                self._marked = tuple(card for card in chosen if isinstance(card, Card))
                self._holding.select(self._marked)
            case "choice", str(key):
                self._keys = frozenset({key})
            case "choice", tuple(keys):
                self._keys = frozenset(key for key in keys if isinstance(key, str))
            case "number", int(number):
                self._number = str(number)
            case "card_and_pile", (Card() as card, int(place)):
                self._marked, self._pile = (card,), place
                self._holding.select(self._marked)

    def picture(self, lang: str) -> dict[str, Any]:
        """What the page is told of the task and of what has been done so far."""
        task = self.task
        choices = task.choices if task.kind == "choice" else ()
        return {
            "kind": task.kind,
            "prompt": task.prompt,
            "notes": list(task.notes),
            "hand": self._hand(lang) if task.hand else None,
            "piles": [
                {
                    "label": self._pile_label(place, lang),
                    "cards": [card.code for card in pile],
                    "chosen": place == self._pile,
                }
                for place, pile in enumerate(task.piles)
            ],
            "choices": [{"key": key, "label": label, "chosen": key in self._keys} for key, label in choices],
            "number": self._number,
        }

    def _hand(self, lang: str) -> dict[str, Any]:
        tools = len(self.task.hand) >= WORTH_SORTING
        label = self.task.hand_label or None
        return self._holding.picture(lang, label=label, selectable=self._selects, tools=tools, marked=self._marked)

    def _pile_label(self, place: int, lang: str) -> str:
        if place < len(self.task.pile_labels):
            return self.task.pile_labels[place]
        return say("piles.pile", lang, number=place + 1)


def _whole_number(text: str) -> int | None:
    number = text.strip().replace("−", "-")
    return int(number) if number.removeprefix("-").isdecimal() else None
