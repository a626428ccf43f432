"""What may be asked on the class board: an exercise of the course, drawn by lot, or a question that a teacher types.

Both are questions of the lessons, asked, judged and explained as there.
- `wished`: the questions that a teacher's page asks for, as JSON gives them; `exit_ticket`: three of a lesson;
- `question_of`, `words_of`, `verdict_on`: what stands behind a question, made once;
- `answer_in`: what a page has sent as an answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.ask import Ask, Worded
from cardlab.lessons.course import drill_named, lesson_named
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.own_exercises import own_exercises
from cardlab.lessons.protocol import Answer, QuestionRef, Task, Verdict
from cardlab.phrasing.catalogue import say
from cardlab.widgets.task import read_answer

MOST_ASKED: Final = 30
"""How many questions are asked at once."""
EXIT: Final = 3
"""How many questions an exit ticket has."""
LONGEST_TEXT, LONGEST_OPTION, MOST_OPTIONS = 400, 120, 6
LOTS: Final = 2**53
"""How many questions of a kind there are to draw from: nobody guesses which one comes."""
_TRIED: Final = 50


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """A question that a teacher has typed: its text, the options, which of them are right, counted from 0.

    Where none is right it is a poll. `multiple`: whether several may be chosen.
    It speaks the language in which it was typed.
    """

    text: str
    options: tuple[str, ...]
    right: tuple[int, ...] = ()
    multiple: bool = False


What: TypeAlias = QuestionRef | TypedQuestion


class CannotAsk(Exception):
    """A question that there is not; `key` and `facts` say why."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts

    def told(self, lang: str) -> str:
        """Why, as a sentence."""
        return say(f"board.cannot.{self.key}", lang, **self.facts)


# What stands behind a question


@lru_cache(maxsize=1024)
def question_of(what: What) -> Ask:
    """The question of the lessons, always the same one; raises CannotAsk if the course has no such kind."""
    if isinstance(what, TypedQuestion):
        options = {str(place): option for place, option in enumerate(what.options)}
        keys = tuple(map(str, what.right))
        return Ask(
            choices=options,
            choose="some" if what.multiple else "one",
            answer=keys if what.multiple else "".join(keys),
            prompt=what.text,
            helps=(what.text,),
        )
    try:
        return drill_of(what).question(what.key, what.level)
    except KeyError:
        raise CannotAsk("drill") from None


def drill_of(what: QuestionRef) -> Drill:
    """The kind of a question, a teacher's own or one of the course; raises KeyError if there is none."""
    return next((drill for drill in own_exercises() if drill.name == what.drill), None) or drill_named(what.drill)


@lru_cache(maxsize=2048)
def words_of(what: What, lang: str) -> Worded:
    """The question as it is read in a language."""
    return question_of(what).read(lang)


@lru_cache(maxsize=8192)
def verdict_on(what: What, answer: Answer, lang: str = "en") -> Verdict:
    """What an answer is worth, and why."""
    return words_of(what, lang).check(answer)


def is_judged(what: What) -> bool:
    """Whether an answer can be right or wrong; in a poll none is."""
    return not isinstance(what, TypedQuestion) or bool(what.right)


def answer_in(task: Task, given: Sequence[str]) -> Answer | None:
    """What a page has sent as an answer of the lessons, in the one order in which it is kept; None for what is none.

    >>> from cardlab.cards import cards
    >>> answer_in(Task("", cards("7h 8h"), multiple=True), ["8h", "7h"])
    (Card("7h"), Card("8h"))
    """
    answer = read_answer(task, given)
    if task.kind == "cards" and isinstance(answer, tuple):
        return tuple(card for card in task.hand if card in answer)
    return answer


def answer_out(answer: Answer) -> tuple[str, ...]:
    """An answer of the lessons as pages have it; `answer_in` reads it again."""
    match answer:
        case int():
            return (str(answer),)
        case str():
            return (answer,) if answer else ()
        case (Card() as card, int(place)):
            return card.code, str(place)
        case _:
            return tuple(one.code if isinstance(one, Card) else str(one) for one in answer)


# What a teacher's page asks for


def wished(given: Iterable[object], before: Iterable[What] = ()) -> tuple[What, ...]:
    """The questions that a page asks for; raises CannotAsk for one that there is not, for none and for too many.

    Those of the course are drawn by lot, and put nothing before a class that `before` or another one has put there.
    """
    steps: list[What] = []
    for one in given:
        match one:
            case {"ask": "drill", "drill": str(name), "level": int(level)} if type(level) is int:
                steps.append(_fresh(name, level, [*before, *steps]))
            case {"ask": "free", "text": str(text), "options": list(options), "right": list(right), **more}:
                steps.append(_free(text, options, right, more.get("multiple") is True))
            case _:
                raise CannotAsk("drill")
    if not 0 < len(steps) <= MOST_ASKED:
        raise CannotAsk("number", most=MOST_ASKED)
    return tuple(steps)


def exit_ticket(lesson: str, level: int, before: Iterable[What] = ()) -> tuple[What, ...]:
    """Three questions before leaving, of exercises of a lesson from first to last; raises CannotAsk if it has none."""
    try:
        drills = lesson_named(lesson).core
    except KeyError:
        drills = ()
    if not drills:
        raise CannotAsk("drill")
    names = [drills[place * (len(drills) - 1) // (EXIT - 1)].name for place in range(EXIT)]
    return wished(({"ask": "drill", "drill": name, "level": level} for name in names), before)


def _fresh(drill: str, level: int, before: Iterable[What]) -> QuestionRef:
    """A question of a drill, drawn by lot, that puts nothing before a class that it has seen, if there are so many."""
    if level not in range(1, LEVELS + 1):
        raise CannotAsk("drill")
    seen = [_put(one) for one in before if isinstance(one, QuestionRef) and one.drill == drill]
    for _ in range(_TRIED):
        drawn = QuestionRef(drill, f"board {secrets.randbelow(LOTS)}", level)
        if _put(drawn) not in seen:
            break
    return drawn


@lru_cache(maxsize=1024)
def _put(what: What) -> tuple[object, ...]:
    """What a learner sees of a question, whatever the order of its cards and choices."""
    task = words_of(what, "en").task
    return task.prompt, task.notes, frozenset(task.hand), task.piles, frozenset(task.choices)


def _free(text: str, options: list[object], right: list[object], multiple: bool) -> TypedQuestion:
    asked = _line(text, LONGEST_TEXT)
    labels = tuple(_line(one, LONGEST_OPTION) if isinstance(one, str) else "" for one in options)
    places = tuple(place for place in range(len(labels)) if place in right)
    if not asked:
        raise CannotAsk("no_text")
    if not 2 <= len(labels) <= MOST_OPTIONS or not all(labels) or len(set(labels)) < len(labels):
        raise CannotAsk("options", most=MOST_OPTIONS)
    if len(places) > 1 and not multiple:
        raise CannotAsk("one_right")
    return TypedQuestion(asked, labels, places, multiple)


def _line(text: str, longest: int) -> str:
    """What somebody has typed, on one line and without signs that nobody sees."""
    return " ".join("".join(one if one.isprintable() else " " for one in text[: 4 * longest]).split())[:longest]
