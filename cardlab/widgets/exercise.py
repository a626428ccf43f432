"""`Exercise`: a task, the means to answer it, three tries, hints, and the explanation afterwards.

Knows how a task is shown and how tries are counted; tasks, verdicts and hints come from a `Source`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.protocol import Answer, Source, Task, Verdict
from cardlab.locale import say
from cardlab.widgets.ground import STATIC, CardWidget, clauses
from cardlab.widgets.holding import Holding, Order, by_number

__all__ = ["TRIES", "Exercise"]

TRIES: Final = 3
WORTH_SORTING: Final = 5
_LONGEST_NUMBER = 12
NOTHING: Final = Verdict(False)
_WORDS: Final = ("check", "hint", "next", "reveal", "number", "choices", "follows")


class Exercise(CardWidget):
    """Shows the tasks of a `Source` one after the other.

    A learner has three tries for each task; hints cost none.
    After a right answer or the third wrong one the explanation stands there and `Next` goes on.
    - `source`: gives and checks the tasks;
    - `lang`: the language of the learner;
    - `sort`: how a hand is sorted at first;
    - `four_colours`: a colour for each suit, otherwise black and red;
    - `label`: what the exercise is called.

    Raises TypeError for a source that cannot do what `Source` asks, ValueError for an unknown language.
    """

    _esm = STATIC / "exercise.js"
    _own_words = tuple(f"exercise.{word}" for word in _WORDS)

    def __init__(
        self,
        source: Source,
        lang: str = "en",
        *,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
    ) -> None:
        if not isinstance(source, Source):
            raise TypeError("an exercise needs a source with task, check, hint, solution, next and progress")
        self._source = source
        self._sort = sort
        self._label = label
        self._number_of_task = 0
        self._lang = lang
        self._begin()
        super().__init__(lang, four_colours=four_colours)

    @property
    def source(self) -> Source:
        """Where the tasks come from."""
        return self._source

    @property
    def tries_left(self) -> int:
        """How many tries are left for the present task."""
        return self._tries

    @property
    def solved(self) -> bool:
        """Whether the present task has been answered rightly."""
        return self._right

    def _begin(self) -> None:
        """Takes up the source's present task."""
        self._task: Task = self._source.task()
        several = self._task.kind == "cards" and self._task.multiple
        self._holding = Holding(self._task.hand, self._sort, multiple=several, worth=self._task.worth or by_number)
        self._keys: frozenset[str] = frozenset()
        self._number = ""
        self._pile: int | None = None
        self._tries = TRIES
        self._right = False
        self._revealed = False
        self._marked: tuple[Card, ...] = ()
        self._number_of_task += 1
        self._tell("none", "")

    def _tell(self, kind: str, title: str, told: Verdict = NOTHING) -> None:
        self._kind_of_verdict = kind
        self._title = title
        self._told = told

    @property
    def _done(self) -> bool:
        return self._right or self._tries == 0

    @property
    def _selects(self) -> bool:
        return self._task.kind in ("cards", "card_and_pile")

    def _act(self, wish: object) -> None:
        match wish:
            case {"do": "next"} if self._done:
                self._source.next()
                self._begin()
            case {"do": "reveal"} if self._done and not self._right:
                self._reveal()
            case {"do": "sort", "by": _}:
                self._holding.hear(wish)
            case _ if not self._done:
                self._answering(wish)

    def _answering(self, wish: object) -> None:
        match wish:
            case {"do": "check"}:
                self._check()
            case {"do": "hint"}:
                self._tell("hint", say("exercise.hint", self._lang), Verdict(False, (self._source.hint(),)))
            case {"do": "choose", "key": str(key)} if key in dict(self._task.choices):
                self._keys = self._keys ^ {key} if self._task.multiple else frozenset({key})
            case {"do": "number", "text": str(text)} if len(text) <= _LONGEST_NUMBER:
                self._number = text
            case {"do": "pile", "pile": int(place)} if place in range(len(self._task.piles)):
                self._pile = int(place)
            case _:
                self._holding.hear(wish, selectable=self._selects)

    def _check(self) -> None:
        answer = self._answer()
        if answer is None:
            self._tell("none", say(f"exercise.unanswered_{self._task.kind}", self._lang))
            return
        verdict = self._source.check(answer)
        self._right = verdict.right
        if verdict.right:
            self._tell("yes", say("exercise.right", self._lang), verdict)
        else:
            self._tries -= 1
            self._wrong(verdict)

    def _wrong(self, verdict: Verdict) -> None:
        title = say("exercise.wrong", self._lang) if self._tries else say("exercise.out_of_tries", self._lang)
        self._tell("no", title, verdict)

    def _answer(self) -> Answer | None:
        """The answer as the task's kind asks for it, None as long as there is none."""
        match self._task.kind:
            case "cards":
                return self._holding.selected if self._holding.selected or self._task.may_be_empty else None
            case "choice":
                chosen = tuple(key for key, _ in self._task.choices if key in self._keys)
                if not self._task.multiple:
                    return chosen[0] if chosen else None
                return chosen if chosen or self._task.may_be_empty else None
            case "number":
                return _whole_number(self._number)
            case "card_and_pile":
                if self._pile is None or not self._holding.selected:
                    return None
                return self._holding.selected[0], self._pile

    def _reveal(self) -> None:
        sentence, answer = self._source.solution()
        self._revealed = True
        match self._task.kind, answer:
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
        self._tell("hint", say("exercise.solution", self._lang), replace(self._told, sentences=(sentence,), follows=()))

    def _picture(self) -> dict[str, Any]:
        lang, task = self._lang, self._task
        solved, total = self._source.progress()
        progress = say("exercise.progress", lang, solved=solved, total=total)
        if solved >= total > 0:
            progress += " " + say("exercise.all_solved", lang)
        return {
            "label": self._label or say("exercise.label", lang, prompt=task.prompt),
            "number_of_task": self._number_of_task,
            "kind": task.kind,
            "prompt": task.prompt,
            "notes": list(task.notes),
            "hand": self._hand() if task.hand else None,
            "piles": [
                {"label": self._pile_label(place), "cards": [card.code for card in pile], "chosen": place == self._pile}
                for place, pile in enumerate(task.piles)
            ],
            "choices": [
                {"key": key, "label": label, "chosen": key in self._keys}
                for key, label in (task.choices if task.kind == "choice" else ())
            ],
            "number": self._number,
            "done": self._done,
            "can_reveal": self._done and not self._right and not self._revealed,
            "tries": "" if self._done else say("exercise.tries_left", lang, count=self._tries),
            "progress": progress,
            "verdict": self._kind_of_verdict,
            "title": self._title,
            "sentences": list(self._told.sentences),
            "follows": list(self._told.follows),
            "groups": [{"label": label, "cards": [card.code for card in held]} for label, held in self._told.groups],
            "clauses": clauses(self._told.rules, lang),
        }

    def _hand(self) -> dict[str, Any]:
        tools = len(self._task.hand) >= WORTH_SORTING
        label = self._task.hand_label or None
        return self._holding.picture(
            self._lang, label=label, selectable=self._selects, tools=tools, marked=self._marked
        )

    def _pile_label(self, place: int) -> str:
        if place < len(self._task.pile_labels):
            return self._task.pile_labels[place]
        return say("piles.pile", self._lang, number=place + 1)


def _whole_number(text: str) -> int | None:
    number = text.strip().replace("−", "-")
    return int(number) if number.removeprefix("-").isdecimal() else None
