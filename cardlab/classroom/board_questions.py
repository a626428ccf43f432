"""Questions for the class board: random ones of the course, or a teacher's own.

Both are asked, judged and explained as in the lessons.
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
"""The number of seeds to draw from: so many that nobody can guess the next question."""
_MOST_DRAWS: Final = 50


class DrillRequest(msgspec.Struct, frozen=True, tag_field="ask", tag="drill"):
    """A request for a random question of a drill at a level."""

    drill: str
    level: int


class TypedQuestion(msgspec.Struct, frozen=True, tag_field="ask", tag="free"):
    """A question typed by a teacher, in one language.

    `right`: the indexes of the right options; none in a poll; with several of them, learners may choose several.
    """

    text: str
    options: tuple[str, ...]
    right: tuple[int, ...] = ()


Request: TypeAlias = DrillRequest | TypedQuestion
Question: TypeAlias = QuestionRef | TypedQuestion
_T = TypeVar("_T")


class Refused(Exception):
    """The error if the class can't have what somebody asked for; `key` and `facts` give the reason."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts

    def sentence(self, lang: str) -> str:
        """Return the reason as a sentence."""
        return say(self.key, lang, **self.facts)


# Parts of a question


@lru_cache(maxsize=1024)
def ask_of(question: Question) -> Ask:
    """Return the `Ask` of a question. Raises Refused for an unknown drill."""
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
        raise Refused("board.cannot.drill") from None
    make = partial(own_question, drill.name) if drill.title else drill.question
    return _made(question, make, question.key, question.level)


def _made(question: Question, function: Callable[..., _T], *arguments: object) -> _T:
    """Call a function that makes or judges a question, and return its result.

    Raises OwnFault if the question is of a teacher's own drill and the function fails.
    """
    if isinstance(question, TypedQuestion) or not drill_of(question).title:
        return function(*arguments)
    return guarded(question.drill, function, *arguments)


def drill_of(question: QuestionRef | DrillRequest) -> Drill:
    """Return the drill of a question. Raises KeyError if there is none."""
    name, own = question.drill, own_exercises()
    found = None if isinstance(own, OwnFault) else next((drill for drill in own if drill.name == name), None)
    return found or drill_named(name)


@lru_cache(maxsize=2048)
def words_of(question: Question, lang: str) -> Worded:
    """Return the question in a language, with its solution."""
    worded = ask_of(question).read(lang)
    _made(question, lambda: (worded.task, worded.solution))
    return worded


@lru_cache(maxsize=8192)
def judged(question: Question, answer: Answer, lang: str) -> Verdict | OwnFault:
    """Return the verdict on an answer, or how a teacher's own judge failed."""
    try:
        return _made(question, words_of(question, lang).check, answer)
    except OwnFault as fault:
        return fault


def verdict_on(question: Question, answer: Answer, lang: str = "en") -> Verdict:
    """Return the verdict on an answer.

    If a teacher's own judge fails, the verdict is "wrong" and says how the judge failed.
    """
    found = judged(question, answer, lang)
    return found if isinstance(found, Verdict) else Verdict(False, (found.sentence(lang),))


@lru_cache(maxsize=256)
def has_other_answers(question: Question) -> bool:
    """Return whether several answers are right, as far as trying shows.

    Tries each card on each pile, or all groups of as many cards as the solution has, for at most `SECONDS`.
    If learners may choose several cards, groups of three are tried too. Answers without cards are not tried.
    """
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
    """Return whether answers can be right or wrong; in polls they can't."""
    return not isinstance(question, TypedQuestion) or bool(question.right)


def parse_answer(task: Task, values: Sequence[str]) -> Answer | None:
    """Parse an answer sent by a page; None if it is invalid.

    Cards are in the order of the hand.

    >>> from cardlab.cards import cards
    >>> parse_answer(Task("", cards("7h 8h"), multiple=True), ["8h", "7h"])
    (Card("7h"), Card("8h"))
    """
    answer = read_answer(task, values)
    if task.kind == "cards" and isinstance(answer, tuple):
        return tuple(card for card in task.hand if card in answer)
    return answer


def answer_codes(answer: Answer) -> tuple[str, ...]:
    """Return an answer as pages write it, the reverse of `parse_answer`."""
    if isinstance(answer, tuple):
        return tuple(one.code if isinstance(one, Card) else str(one) for one in answer)
    return (str(answer),) if answer != "" else ()


# Requests of a teacher's page


def drawn(requests: Sequence[Request], before: Iterable[Question] = ()) -> tuple[Question, ...]:
    """Return the requested questions.

    Questions of drills are random, and differ from each other and from those in `before`.
    Raises Refused for no requests, too many or impossible ones.
    """
    if not 0 < len(requests) <= MOST_ASKED:
        raise Refused("board.cannot.number", most=MOST_ASKED)
    made: list[Question] = []
    for one in requests:
        made.append(_cleaned(one) if isinstance(one, TypedQuestion) else _fresh(one, [*before, *made]))
    return tuple(made)


def exit_ticket(lesson: str, level: int) -> list[Request]:
    """Return requests for questions of a lesson's first, middle and last drill.

    Raises KeyError for an unknown lesson.
    """
    drills = lesson_named(lesson).core
    places = (index * (len(drills) - 1) // (EXIT_QUESTIONS - 1) for index in range(EXIT_QUESTIONS))
    return [DrillRequest(drills[place].name, level) for place in places]


def _fresh(wanted: DrillRequest, before: Iterable[Question]) -> QuestionRef:
    """Return a random question of a drill, if possible unlike those `before`."""
    if wanted.level not in range(1, LEVELS + 1):
        raise Refused("board.cannot.drill")
    seen = [_shown_parts(one) for one in before if isinstance(one, QuestionRef) and one.drill == wanted.drill]
    for _ in range(_MOST_DRAWS):
        question = QuestionRef(wanted.drill, f"board {secrets.randbelow(SEEDS)}", wanted.level)
        if _shown_parts(question) not in seen:
            break
    return question


@lru_cache(maxsize=1024)
def _shown_parts(question: Question) -> tuple[object, ...]:
    """Return what a learner sees of a question, to compare it with other questions."""
    task = words_of(question, "en").task
    return task.prompt, task.notes, frozenset(task.hand), task.piles, frozenset(task.choices)


def _cleaned(typed: TypedQuestion) -> TypedQuestion:
    """Return the question with each text on one line. Raises Refused if incomplete."""
    asked = _one_line(typed.text, LONGEST_TEXT)
    options = tuple(_one_line(one, LONGEST_OPTION) for one in typed.options)
    if not asked:
        raise Refused("board.cannot.no_text")
    if not 2 <= len(options) <= MOST_OPTIONS or not all(options) or len(set(options)) < len(options):
        raise Refused("board.cannot.options", most=MOST_OPTIONS)
    if not set(typed.right) <= set(range(len(options))):
        raise Refused("board.cannot.right")
    return TypedQuestion(asked, options, tuple(sorted(set(typed.right))))


def _one_line(text: str, longest: int) -> str:
    """Return a text on one line, printable and at most `longest` characters long."""
    return " ".join("".join(one if one.isprintable() else " " for one in text[: 4 * longest]).split())[:longest]
