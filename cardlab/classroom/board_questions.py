"""Questions for the class board: exercises of the course, drawn at random, or questions typed by a teacher.

Both are asked, judged and explained as in the lessons.

- `drawn`: the questions that a teacher's page requests; `exit_ticket`: requests for three of a lesson;
- `words_of`, `verdict_on`, `has_other_answers`: the cached parts of a question;
- `parse_answer`, `answer_codes`: answers from and for pages.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, product
from time import monotonic
from typing import Final, TypeAlias, TypeVar

import msgspec

from cardlab.cards import Card
from cardlab.lessons.ask import Ask, Worded
from cardlab.lessons.course import drill_named, lesson_named
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.own_exercises import SECONDS, OwnFault, guarded, own_exercises
from cardlab.lessons.own_exercises import question as own_question
from cardlab.lessons.protocol import Answer, QuestionRef, Task, Verdict
from cardlab.phrasing.catalogue import say
from cardlab.widgets.task import read_answer

MOST_ASKED: Final = 30
"""The number of questions that can be asked at once."""
EXIT_QUESTIONS: Final = 3
"""The number of questions of an exit ticket."""
LONGEST_TEXT, LONGEST_OPTION, MOST_OPTIONS = 400, 120, 6
SEEDS: Final = 2**53
"""The number of seeds of a drill, so that nobody guesses the next question."""
_MOST_DRAWS: Final = 50


class Wanted(msgspec.Struct, frozen=True, tag_field="ask", tag="drill"):
    """A request for any question of a drill at a level."""

    drill: str
    level: int


class TypedQuestion(msgspec.Struct, frozen=True, tag_field="ask", tag="free"):
    """A question typed by a teacher in one language; `right` holds the indexes of the right options.

    Without a right option it is a poll; with several of them several may be chosen.
    """

    text: str
    options: tuple[str, ...]
    right: tuple[int, ...] = ()


Request: TypeAlias = Wanted | TypedQuestion
Question: TypeAlias = QuestionRef | TypedQuestion
_T = TypeVar("_T")


class CannotAsk(Exception):
    """A question cannot be asked; `key` and `facts` give the reason."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts

    def sentence(self, lang: str) -> str:
        """The reason, as a sentence."""
        return say(f"board.cannot.{self.key}", lang, **self.facts)


# Parts of a question


@lru_cache(maxsize=1024)
def ask_of(question: Question) -> Ask:
    """The question as the lessons know it. Raises CannotAsk if the course has no such drill."""
    if isinstance(question, TypedQuestion):
        options = {str(index): option for index, option in enumerate(question.options)}
        keys = tuple(map(str, question.right))
        several = len(keys) > 1
        return Ask(
            choices=options,
            choose="some" if several else "one",
            answer=keys if several else "".join(keys),
            prompt=question.text,
            helps=(question.text,),
        )
    try:
        drill = drill_of(question)
    except KeyError:
        raise CannotAsk("drill") from None
    make = partial(own_question, drill.name) if drill.title else drill.question
    return _made(question, make, question.key, question.level)


def _made(question: Question, function: Callable[..., _T], *arguments: object) -> _T:
    """What a function returns that makes or judges a question. Raises OwnFault if it is a teacher's and fails."""
    if isinstance(question, TypedQuestion) or not drill_of(question).title:
        return function(*arguments)
    return guarded(question.drill, function, *arguments)


def drill_of(question: QuestionRef | Wanted) -> Drill:
    """The drill of a question, a teacher's own or one of the course. Raises KeyError if there is none."""
    name, own = question.drill, own_exercises()
    found = None if isinstance(own, OwnFault) else next((drill for drill in own if drill.name == name), None)
    return found or drill_named(name)


@lru_cache(maxsize=2048)
def words_of(question: Question, lang: str) -> Worded:
    """The question in a language, with its solution."""
    worded = ask_of(question).read(lang)
    _made(question, lambda: (worded.task, worded.solution))
    return worded


@lru_cache(maxsize=8192)
def judged(question: Question, answer: Answer, lang: str) -> Verdict | OwnFault:
    """The verdict on an answer, or why a teacher's own judge gives none."""
    try:
        return _made(question, words_of(question, lang).check, answer)
    except OwnFault as fault:
        return fault


def verdict_on(question: Question, answer: Answer, lang: str = "en") -> Verdict:
    """The verdict on an answer; where a teacher's own judge fails, it says so."""
    found = judged(question, answer, lang)
    return found if isinstance(found, Verdict) else Verdict(False, (found.sentence(lang),))


@lru_cache(maxsize=256)
def has_other_answers(question: Question) -> bool:
    """Whether another answer than the solution is right too: of as many cards, or of three."""
    try:
        return _made(question, _has_others, ask_of(question))
    except OwnFault:
        return False


def _has_others(asked: Ask) -> bool:
    match asked.answer:
        case _ if asked.judge is None or asked.choices:
            return False
        case (Card(), int()):
            others: Iterable[Answer] = product(asked.hand, range(len(asked.piles)))
        case tuple(cards):
            sizes = {len(cards)} if asked.choose == "one" else {3, len(cards)}
            others = chain.from_iterable(combinations(asked.hand, size) for size in sizes)
        case _:
            return False
    until = monotonic() + SECONDS
    right = (one for one in others if monotonic() < until and asked.why(one).right)
    return next(right, None) is not None and next(right, None) is not None


def is_judged(question: Question) -> bool:
    """Whether answers can be right or wrong, as in all questions but polls."""
    return not isinstance(question, TypedQuestion) or bool(question.right)


def parse_answer(task: Task, values: Sequence[str]) -> Answer | None:
    """Parse an answer sent by a page, cards in the order of the hand; None if it is invalid.

    >>> from cardlab.cards import cards
    >>> parse_answer(Task("", cards("7h 8h"), multiple=True), ["8h", "7h"])
    (Card("7h"), Card("8h"))
    """
    answer = read_answer(task, values)
    if task.kind == "cards" and isinstance(answer, tuple):
        return tuple(card for card in task.hand if card in answer)
    return answer


def answer_codes(answer: Answer) -> tuple[str, ...]:
    """An answer as pages write it, the reverse of `parse_answer`."""
    if isinstance(answer, tuple):
        return tuple(one.code if isinstance(one, Card) else str(one) for one in answer)
    return (str(answer),) if answer != "" else ()


# Requests of a teacher's page


def drawn(requests: Sequence[Request], before: Iterable[Question] = ()) -> tuple[Question, ...]:
    """The requested questions. Raises CannotAsk for one that there is not, for none or too many.

    Exercises are drawn at random and differ from each other and from those `before`.
    """
    if not 0 < len(requests) <= MOST_ASKED:
        raise CannotAsk("number", most=MOST_ASKED)
    made: list[Question] = []
    for one in requests:
        made.append(_cleaned(one) if isinstance(one, TypedQuestion) else _fresh(one, [*before, *made]))
    return tuple(made)


def exit_ticket(lesson: str, level: int) -> list[Request]:
    """Requests for three questions from the first to the last exercise of a lesson. Raises KeyError for none."""
    drills = lesson_named(lesson).core
    places = (index * (len(drills) - 1) // (EXIT_QUESTIONS - 1) for index in range(EXIT_QUESTIONS))
    return [Wanted(drills[place].name, level) for place in places]


def _fresh(wanted: Wanted, before: Iterable[Question]) -> QuestionRef:
    """A random question of a drill that shows something new to the class, if there is one."""
    if wanted.level not in range(1, LEVELS + 1):
        raise CannotAsk("drill")
    seen = [_shown_parts(one) for one in before if isinstance(one, QuestionRef) and one.drill == wanted.drill]
    for _ in range(_MOST_DRAWS):
        question = QuestionRef(wanted.drill, f"board {secrets.randbelow(SEEDS)}", wanted.level)
        if _shown_parts(question) not in seen:
            break
    return question


@lru_cache(maxsize=1024)
def _shown_parts(question: Question) -> tuple[object, ...]:
    """What a learner sees of a question, regardless of the order of cards and choices."""
    task = words_of(question, "en").task
    return task.prompt, task.notes, frozenset(task.hand), task.piles, frozenset(task.choices)


def _cleaned(typed: TypedQuestion) -> TypedQuestion:
    """The question with each text on one line. Raises CannotAsk if it is incomplete."""
    asked = _one_line(typed.text, LONGEST_TEXT)
    options = tuple(_one_line(one, LONGEST_OPTION) for one in typed.options)
    if not asked:
        raise CannotAsk("no_text")
    if not 2 <= len(options) <= MOST_OPTIONS or not all(options) or len(set(options)) < len(options):
        raise CannotAsk("options", most=MOST_OPTIONS)
    if not set(typed.right) <= set(range(len(options))):
        raise CannotAsk("right")
    return TypedQuestion(asked, options, tuple(sorted(set(typed.right))))


def _one_line(text: str, longest: int) -> str:
    """A typed text on one line, without unprintable characters."""
    return " ".join("".join(one if one.isprintable() else " " for one in text[: 4 * longest]).split())[:longest]
