"""`Demo`: one question for the whole room, step by step: the question, each hint, then the solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypedDict, assert_never

from cardlab.cards import Card
from cardlab.lessons.address import page_address
from cardlab.lessons.course import LESSONS, Lesson, drill_named, lesson_named
from cardlab.lessons.drill import LEVELS, Drill, Question
from cardlab.lessons.protocol import Answer, Task, Verdict
from cardlab.locale import say
from cardlab.tell.lying import Heaped
from cardlab.widgets.base import STATIC, CardWidget, ClauseText, clauses, seed_in
from cardlab.widgets.exercise import GroupPicture, PilePicture
from cardlab.widgets.messages import Messages
from cardlab.widgets.sheet import ChooseLesson, NamedChoice, TypeSeed

_WORDS: Final = (
    "lesson", "kind", "level", "seed", "forth", "back", "solution", "next", "previous", "choose", "stage",
    "controls", "keys", "keys_text",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One step on or back in what is unfolded."""

    do: Literal["step"]
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution is to be seen, or no longer."""

    do: Literal["solution"]


@dataclass(frozen=True, slots=True)
class GoQuestion:
    """The next question, or the one before."""

    do: Literal["question"]
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class ChooseDrill:
    """The questions of this kind."""

    do: Literal["drill"]
    name: str


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """How hard, from 1."""

    do: Literal["level"]
    level: int


DemoMessage: TypeAlias = Step | Solution | GoQuestion | ChooseLesson | ChooseDrill | ChooseLevel | TypeSeed


class LevelChoice(TypedDict):
    """A level, and whether it is chosen."""

    level: int
    label: str
    chosen: bool


class HeldPicture(TypedDict):
    """A card, and whether the solution names it."""

    card: str
    chosen: bool


class DemoHand(TypedDict):
    """The cards of the question, and what they are called."""

    label: str
    cards: list[HeldPicture]


class DemoChoice(TypedDict):
    """A choice, and whether the solution names it."""

    label: str
    chosen: bool


class DemoPicture(TypedDict):
    """A question as far as it is unfolded, and what else may be asked."""

    label: str
    lessons: list[NamedChoice]
    drills: list[NamedChoice]
    levels: list[LevelChoice]
    seed: str
    wished: str
    kind: str
    where: str
    prompt: str
    notes: list[str]
    hand: DemoHand
    piles: list[PilePicture]
    choices: list[DemoChoice]
    hints: list[str]
    solution: str
    number: str
    follows: list[str]
    groups: list[GroupPicture]
    clauses: list[ClauseText]
    first: bool
    begin: bool
    end: bool


class Demo(CardWidget):
    """Any exercise of the course in large print, for a projector; the same seed shows a class the same questions again.

    - `lang`: the language of the class;
    - `lesson`: the lesson to begin with, by the name of its notebook;
    - `seed`: 0 to 999,999;
    - `four_colours`: a colour for each suit, otherwise black and red.

    What the page's address asks for comes first: its seed, its level, and the drill with its lesson.

    Raises KeyError for a lesson that is not there, ValueError for an unknown language.
    """

    _esm = STATIC / "demo.js"
    _hears = Messages[DemoMessage](DemoMessage)
    _css = STATIC / "demo.css"
    _own_words = (*(f"demo.{word}" for word in _WORDS), "widget.follows")

    def __init__(
        self, lang: str = "en", *, lesson: str = LESSONS[0].name, seed: int = 1, four_colours: bool = True
    ) -> None:
        self._lang = lang
        self._lesson: Lesson = lesson_named(lesson)
        self._drill = self._lesson.drills[0]
        self._address = page_address()
        self._level = self._address.level
        self._seed = seed if self._address.seed is None else self._address.seed
        # A short name is meant in the lesson to begin with, a whole one in any.
        for one in (self._lesson, *LESSONS):
            if found := next((drill for drill in one.drills if self._address.leads_to(drill.name)), None):
                self._lesson, self._drill = one, found
                break
        self._ask(1)
        super().__init__(lang, four_colours=four_colours)

    def __repr__(self) -> str:
        return f'Demo(lesson="{self._lesson.name}", seed={self._seed})'

    @property
    def question(self) -> Question:
        """The question that is shown."""
        return self._question

    @property
    def step(self) -> int:
        """How far it is unfolded: 0 the question alone, then hint by hint, and last the solution."""
        return self._step

    @property
    def last_step(self) -> int:
        """The step that shows the solution."""
        return len(self._hints) + 1

    def _ask(self, number: int) -> None:
        """Shows the question of this number, from 1, with nothing unfolded."""
        self._number = max(1, number)
        self._question = self._drill.question(f"demo {self._seed} {self._number}", self._level)
        self._hints = tuple(hint.sentence for hint in self._question.hints(self._lang))
        self._step = 0

    def _act(self, message: DemoMessage) -> None:
        match message:
            case Step(by=by):
                self._step = min(self.last_step, max(0, self._step + by))
            case Solution():
                self._step = 0 if self._step == self.last_step else self.last_step
            case GoQuestion(by=by):
                self._ask(self._number + by)
            case ChooseLesson(name=name):
                if name in [lesson.name for lesson in LESSONS]:
                    self._lesson = lesson_named(name)
                    self._drill = self._lesson.drills[0]
                    self._ask(1)
            case ChooseDrill(name=name):
                if name in [drill.name for drill in self._lesson.drills]:
                    self._drill = drill_named(name)
                    self._ask(1)
            case ChooseLevel(level=level):
                if 1 <= level <= LEVELS:
                    self._level = level
                    self._ask(1)
            case TypeSeed(text=text):
                if (seed := seed_in(text)) is not None:
                    self._seed = seed
                    self._ask(1)
            case _:
                assert_never(message)

    def _picture(self) -> DemoPicture:
        lang, task = self._lang, self._question.task(self._lang)
        solved = self._step == self.last_step
        sentence, answer = self._question.solution(lang) if solved else ("", None)
        told = self._question.check(answer, lang) if answer is not None else Verdict(False)
        chosen = _chosen(task, answer)
        return {
            "label": say("demo.label", lang),
            "lessons": [
                {"name": lesson.name, "label": _title(lesson, lang), "chosen": lesson is self._lesson}
                for lesson in LESSONS
            ],
            "drills": [
                {
                    "name": drill.name,
                    "label": f"{_kind(drill, lang)} ({', '.join(drill.clauses)})",
                    "chosen": drill is self._drill,
                }
                for drill in self._lesson.drills
            ],
            "levels": [
                {"level": level, "label": say("demo.level_number", lang, level=level), "chosen": level == self._level}
                for level in range(1, LEVELS + 1)
            ],
            "seed": str(self._seed),
            "wished": self._address.sentence(lang) if self._is_as_wished else "",
            "kind": _kind(self._drill, lang),
            "where": say("demo.where", lang, number=self._number, step=self._step + 1, steps=self.last_step + 1),
            "prompt": task.prompt,
            "notes": list(task.notes),
            "hand": {
                "label": task.hand_label or say("hand.label", lang),
                "cards": [
                    {"card": card.code, "chosen": card in chosen}
                    for card in (sorted(task.hand, key=task.worth) if task.worth else task.hand)
                ],
            },
            "piles": [
                {
                    "label": self._pile_label(task, place),
                    "cards": [card.code for card in pile],
                    "heaped": isinstance(self._pile_label(task, place), Heaped),
                    "chosen": place in chosen,
                }
                for place, pile in enumerate(task.piles)
            ],
            "choices": [
                {"label": label, "chosen": key in chosen}
                for key, label in (task.choices if task.kind == "choice" else ())
            ],
            "hints": list(self._hints[: self._step]),
            "solution": sentence,
            "number": str(answer) if isinstance(answer, int) else "",
            "follows": list(told.follows),
            "groups": [{"label": label, "cards": [card.code for card in held]} for label, held in told.groups],
            "clauses": clauses(told.rules, lang),
            "first": self._number == 1,
            "begin": self._step == 0,
            "end": solved,
        }

    @property
    def _is_as_wished(self) -> bool:
        return self._level >= self._address.level and self._address.seed in (None, self._seed)

    def _pile_label(self, task: Task, place: int) -> str:
        if place < len(task.pile_labels):
            return task.pile_labels[place]
        return say("piles.pile", self._lang, number=place + 1)


def _chosen(task: Task, answer: Answer | None) -> tuple[Card | str | int, ...]:
    """The cards, choices and piles that an answer names."""
    if task.kind == "number" or answer is None:
        return ()
    return answer if isinstance(answer, tuple) else (answer,)


def _kind(drill: Drill, lang: str) -> str:
    """What the questions of a drill are called, as in the headings of its lesson."""
    return say(f"drill.{drill.name}", lang)


def _title(lesson: Lesson, lang: str) -> str:
    return say(f"course.{lesson.name.replace('-', '_')}", lang)
