"""The questions of the class board as the course knows them: what is asked, how it is answered, what is right.

- `question_of`: the question that stands behind a `What`; no rule is known here, the engine and the lessons are asked;
- `form_of`: what its answers look like in the log, and which clauses decide it;
- `position_of`: what a laboratory can say something about;
- `lesson_answer`, `board_answer`: an answer as the lessons have it, and as the log has it;
- `wished`: what a teacher's page asks for, as data; `fresh`: a question that a class has not had;
- `EXIT`: how many questions an exit ticket has; `exit_ticket`, `assignment`: series that are made ready.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from itertools import count, islice
from typing import Any, Final

from cardlab import tichu, tongits
from cardlab.bots.sensible import sensible
from cardlab.cards import Card
from cardlab.choices import switched_off
from cardlab.lessons.address import LARGEST_SEED
from cardlab.lessons.course import drill_named, lesson_named
from cardlab.lessons.draw_call import MayCall
from cardlab.lessons.drill import LEVELS, Question
from cardlab.lessons.protocol import Answer as LessonAnswer
from cardlab.lessons.protocol import Hint, Task, Verdict, cards_of, leading_to
from cardlab.lessons.stacks import WhichFit
from cardlab.lessons.tables_tongits import OPPONENTS, YOU, learner, others_hold
from cardlab.locale import say
from cardlab.refusal import NotationError, Refusal
from cardlab.tables.board import (
    LONGEST_OPTION,
    LONGEST_TEXT,
    MOST_OPTIONS,
    MOST_STEPS,
    Answer,
    AtPosition,
    Form,
    Free,
    OfDrill,
    What,
)
from cardlab.tell import tongits as tell
from cardlab.tichu import view as view_of_race
from cardlab.tichu.notation import view_parts
from cardlab.tongits import Discard, Phase, play, view, why_not
from cardlab.tongits.notation import with_hands

EXIT: Final = 3
LARGEST_PLACE: Final = 9_999
LOTS: Final = 2**53
"""How many start numbers there are to draw from; they begin where those that can be typed end."""
_LONGEST_POSITION: Final = 1_500
_TRIED: Final = 50


# What stands behind a question


@dataclass(frozen=True, slots=True)
class FreeQuestion:
    """A question that a teacher has typed; it speaks the language in which it was typed."""

    asked: Free

    def task(self, lang: str) -> Task:
        choices = tuple((str(place), text) for place, text in enumerate(self.asked.options))
        return Task(self.asked.text, choices=choices, kind="choice", multiple=self.asked.multiple)

    def check(self, answer: LessonAnswer, lang: str) -> Verdict:
        return Verdict(answer == self._right)

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to(self._right, self.asked.text)

    def solution(self, lang: str) -> tuple[str, LessonAnswer]:
        return "", self._right

    @property
    def _right(self) -> LessonAnswer:
        keys = tuple(map(str, self.asked.right))
        return keys if self.asked.multiple else keys[0] if keys else ""


@dataclass(frozen=True, slots=True)
class YourDiscard:
    """Which card would one discard here? Nothing is right or wrong but what the rules forbid."""

    state: tongits.State

    def task(self, lang: str) -> Task:
        state, reader = self.state, learner(lang)
        piles, labels = tell.on_table(reader, state)
        if state.discards:
            piles, labels = (*piles, state.discards[::-1]), (*labels, say("lesson.tips.discards", lang))
        stock = say("lesson.tips.stock", lang, count=len(state.stock))
        notes = (stock, others_hold(state, lang), *tell.house_rules(state.rules, lang))
        return Task(say("board.your_discard", lang), state.hands[YOU], piles, pile_labels=labels, notes=notes)

    def check(self, answer: LessonAnswer, lang: str) -> Verdict:
        refusals = [one for card in cards_of(answer) for one in why_not(self.state, Discard(YOU, card))]
        return Verdict(not refusals, learner(lang).explained(refusals), tuple(one.rule for one in refusals))

    def hints(self, lang: str) -> tuple[Hint, ...]:
        return leading_to((), self.remark(lang))

    def solution(self, lang: str) -> tuple[str, LessonAnswer]:
        return self.remark(lang), ()

    def remark(self, lang: str) -> str:
        """What the computer's own player does in this place up to its discard, and why."""
        from cardlab.analysis.reasons import why_moved

        state, said = self.state, list[str]()
        while state.seat == YOU and (not said or state.phase is Phase.LAY):
            seen = view(state, YOU)
            move = sensible(seen)
            said.append(why_moved(seen, move, lang, open_hand=True))
            state = play(state, move)
        return say("board.computer_says", lang, said=" ".join(said))


class CannotAsk(Exception):
    """A question that does not exist; `key` and `facts` say why, `refusal` what cannot be read in a position."""

    def __init__(self, key: str, refusal: Refusal | None = None, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.refusal = refusal
        self.facts = facts


def question_of(what: What) -> Question:
    """The question behind it, always the same one; raises CannotAsk if the course has no such question."""
    match what:
        case OfDrill(drill=name, key=key, level=level):
            try:
                return drill_named(name).question(key, level)
            except KeyError:
                raise CannotAsk("drill") from None
        case Free():
            return FreeQuestion(what)
        case AtPosition(ask=ask, position=text):
            try:
                return {"may_call": _may_call, "discard": _discard, "which_fit": _which_fit}[ask](text)
            except NotationError as unreadable:
                raise CannotAsk("position", unreadable.refusal) from None


def _may_call(text: str) -> Question:
    state = _table(text)
    if not state.hands[0] or state.caller is not None:
        raise CannotAsk("not_there")
    return MayCall(state)


def _discard(text: str) -> Question:
    state = _table(text)
    if len(state.hands[0]) < 2 or state.seat != YOU or state.phase is not Phase.LAY:
        raise CannotAsk("no_discard")
    return YourDiscard(state)


def _which_fit(text: str) -> Question:
    seen = _race(text)
    if not seen.hand:
        raise CannotAsk("not_there")
    return WhichFit(seen.piles[0], seen.hand, seen.rules, seen)


def _table(text: str) -> tongits.State:
    """The table that is written with every hand, or as the laboratory writes what one player sees.

    Then the other hands are dealt from what that player does not see: nobody is shown them, and no answer depends on
    them.
    """
    try:
        return tongits.State.read(text)
    except NotationError:
        from cardlab.analysis import position

        with suppress(ValueError):
            seen = position.view_of(position.read(text))
            if seen.viewer == YOU:
                unseen = iter(position.unseen(seen))
                others = (tuple(islice(unseen, seen.counts[seat])) for seat in OPPONENTS)
                return tongits.State.read(with_hands((seen.hand, *others), seen.notation))
        raise


def _race(text: str) -> tichu.View:
    """The race as the learner sees it, written with both hands, or as the laboratory writes what one side sees."""
    try:
        return view_of_race(tichu.State.read(text), YOU)
    except NotationError:
        from cardlab.analysis.position import seen_as

        with suppress(ValueError):
            return tichu.View(**view_parts(text, seen_as))
        raise


def is_judged(what: What) -> bool:
    """Whether an answer to it is right or wrong."""
    match what:
        case Free(right=right):
            return bool(right)
        case AtPosition(ask="discard"):
            return False
    return True


def remark_on(question: Question, lang: str) -> str:
    """What is said of a question that has no right answer, once it is over; "" for nothing."""
    return question.remark(lang) if isinstance(question, YourDiscard) else ""


def position_of(question: Question) -> tongits.View | None:
    """The position that the laboratory can say something about, as whoever answers sees it; None where there is none.

    Where a call is asked about that the rules forbid, they have said all there is to say.
    """
    match question:
        case YourDiscard(state=state):
            return view(state, YOU)
        case MayCall(state=state, refusals=()):
            return view(state, YOU)
    return None


def form_of(question: Question) -> Form:
    """What the answers to a question look like, and the clauses that decide it."""
    task, clauses = question.task("en"), _deciding(question)
    match task.kind:
        case "number":
            return Form("number", clauses=clauses)
        case "choice":
            choices = tuple(key for key, _ in task.choices)
        case _:
            choices = tuple(card.code for card in task.hand)
    if task.kind == "card_and_pile":
        return Form("card_and_pile", choices, len(task.piles), clauses=clauses)
    kind: Any = "some" if task.multiple else "one"
    return Form(kind, choices, may_be_empty=task.multiple and task.may_be_empty, clauses=clauses)


def _deciding(question: Question) -> tuple[str, ...]:
    """The clauses by which its own explanation says what is right, without house rules that none of its tables plays.

    An explanation may name such a rule, to say that it does not hold here.
    """
    _, right = question.solution("en")
    off = [switched_off(rules) for rules in _tables(question)]
    nowhere = frozenset[str].intersection(*off) if off else frozenset[str]()
    return tuple(one for one in dict.fromkeys(question.check(right, "en").rules) if one not in nowhere)


def _tables(part: object) -> Iterator[tongits.Rules | tichu.Rules]:
    """The house rules of every table that a question speaks of, wherever they stand in its data."""
    match part:
        case tongits.Rules() | tichu.Rules():
            yield part
        case tuple():
            for one in part:
                yield from _tables(one)
        case _ if is_dataclass(part):
            for field in fields(part):
                yield from _tables(getattr(part, field.name))


def lesson_answer(task: Task, answer: Answer) -> LessonAnswer:
    """An answer of the log as the lessons have it; it has to be one that the question's form takes."""
    match task.kind:
        case "number":
            return int(answer[0])
        case "card_and_pile":
            return Card(answer[0]), int(answer[1])
        case "cards":
            return tuple(map(Card, answer))
        case _:
            return answer if task.multiple else "".join(answer[:1])


def board_answer(answer: LessonAnswer) -> Answer:
    """An answer of the lessons as the log has it."""
    match answer:
        case int():
            return (str(answer),)
        case str():
            return (answer,) if answer else ()
        case (Card() as card, int(place)):
            return card.code, str(place)
        case _:
            return tuple(one.code if isinstance(one, Card) else str(one) for one in answer)


def right_among(what: What, answers: Iterable[Answer]) -> frozenset[Answer] | None:
    """Which of these answers are right; None where nothing is right or wrong."""
    if not is_judged(what):
        return None
    question = question_of(what)
    task = question.task("en")
    return frozenset(one for one in answers if question.check(lesson_answer(task, one), "en").right)


# What a teacher's page asks for


def wished(given: object, before: Iterable[What] = ()) -> What:
    """The question that a page asks for, as JSON gives it; raises CannotAsk for one that there is not.

    Where the number of a question of a drill is left open, or its start number, it is one that `before` has not.

    >>> wished({"ask": "drill", "drill": "melds.repair", "level": 2, "seed": 7, "number": 1})
    OfDrill(drill='melds.repair', key='demo 7 1', level=2)
    """
    match given:
        case {"ask": "drill", "drill": str(name), "level": int(level), **more}:
            level = _whole(level, 1, LEVELS)
            if more.get("seed") is None:
                return fresh(name, None, level, before)
            seed = _whole(more["seed"], 0, LARGEST_SEED)
            if more.get("number") is None:
                return fresh(name, seed, level, before)
            return OfDrill(name, _key(seed, _whole(more["number"], 1, LARGEST_PLACE)), level)
        case {"ask": "may_call" | "discard" | "which_fit" as ask, "position": str(text)}:
            if not text.strip() or len(text) > _LONGEST_POSITION:
                raise CannotAsk("not_there")
            return AtPosition(ask, text.strip())
        case {"ask": "free", "text": str(text), "options": list(options), **more}:
            return _free(text, options, more.get("right", []), more.get("multiple", False))
    raise CannotAsk("drill")


def wished_series(given: Iterable[object], before: Iterable[What] = ()) -> tuple[What, ...]:
    """The same for several questions, of which none that is left open asks what another one asks."""
    asked = [*before]
    steps = []
    for one in given:
        steps.append(wished(one, asked))
        asked.append(steps[-1])
    return tuple(steps)


def _whole(number: object, least: int, most: int) -> int:
    """The whole number from `least` to `most` that is given; raises CannotAsk for what is none."""
    if type(number) is not int or not least <= number <= most:
        raise CannotAsk("drill")
    return number


def _key(seed: int, number: int) -> str:
    """The key of a question; the projector shows the first one of a start number."""
    return f"demo {seed} {number}"


def fresh(drill: str, seed: int | None, level: int, before: Iterable[What]) -> OfDrill:
    """A question of a drill that puts nothing before a class that `before` has put there, if the drill has so many.

    It is the first such one with this start number; without one it is drawn by lot. Raises CannotAsk for no drill.
    """
    same = [one for one in before if isinstance(one, OfDrill) and one.drill == drill]
    seen = [_put(one) for one in same]
    whats = (OfDrill(drill, key, level) for key in _keys(seed))
    tried = [*islice((one for one in whats if one not in same), _TRIED)]
    return next((one for one in tried if _put(one) not in seen), tried[0])


def _keys(seed: int | None) -> Iterator[str]:
    """The keys of all questions with a start number, or without one of questions that are drawn."""
    for number in count(1):
        yield _key(LARGEST_SEED + 1 + secrets.randbelow(LOTS), 1) if seed is None else _key(seed, number)


@lru_cache(maxsize=1024)
def _put(what: What) -> tuple[object, ...]:
    """What a learner sees of a question, whatever the order of its cards and choices."""
    task = question_of(what).task("en")
    return task.prompt, task.notes, frozenset(task.hand), task.piles, frozenset(task.choices)


def _free(text: str, options: list[object], right: object, multiple: object) -> Free:
    asked = _line(text, LONGEST_TEXT)
    labels = tuple(_line(one, LONGEST_OPTION) if isinstance(one, str) else "" for one in options)
    if not asked:
        raise CannotAsk("no_text")
    if not 2 <= len(labels) <= MOST_OPTIONS or not all(labels) or len(set(labels)) != len(labels):
        raise CannotAsk("options", most=MOST_OPTIONS)
    if not isinstance(right, list) or any(type(one) is not int or one not in range(len(labels)) for one in right):
        raise CannotAsk("options", most=MOST_OPTIONS)
    several = multiple is True
    places = tuple(sorted(set(right)))
    if len(places) > 1 and not several:
        raise CannotAsk("one_right")
    return Free(asked, labels, places, several)


def _line(text: str, longest: int) -> str:
    """What somebody has typed, on one line and without signs that nobody sees."""
    return " ".join("".join(one if one.isprintable() else " " for one in text[: 4 * longest]).split())[:longest]


# Series that are made ready


def exit_ticket(lesson: str, seed: int | None, level: int, before: Iterable[What] = ()) -> tuple[What, ...]:
    """Three questions before leaving, of drills of a lesson from first to last; raises CannotAsk if it has none.

    `seed` and `before` are as for `fresh`.
    """
    drills = _drills(lesson)
    return _made([drills[place * (len(drills) - 1) // (EXIT - 1)] for place in range(EXIT)], seed, level, before)


def assignment(
    lesson: str, drills: Sequence[str], seed: int | None, level: int, steps: int, before: Iterable[What] = ()
) -> tuple[What, ...]:
    """So many questions of these drills of a lesson, or of all of them, in turn; raises CannotAsk for what is not.

    `seed` and `before` are as for `fresh`.
    """
    known = _drills(lesson)
    if any(name not in known for name in drills) or not 1 <= steps <= MOST_STEPS:
        raise CannotAsk("drill")
    chosen = [name for name in known if name in drills] or known
    return _made([chosen[place % len(chosen)] for place in range(steps)], seed, level, before)


def _drills(lesson: str) -> list[str]:
    try:
        drills = [drill.name for drill in lesson_named(lesson).core]
    except KeyError:
        drills = []
    if not drills:
        raise CannotAsk("drill")
    return drills


def _made(drills: Iterable[str], seed: int | None, level: int, before: Iterable[What]) -> tuple[What, ...]:
    given = ({"ask": "drill", "drill": drill, "level": level, "seed": seed} for drill in drills)
    return wished_series(given, before)
