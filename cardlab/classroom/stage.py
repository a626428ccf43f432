"""What the room sees: the question on the class board, how many have answered, and what came of it.

`stage` makes its blocks; `bars` and `went`, kinds of their own, are drawn by `widgets/js/teacher.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    Question,
    answer_codes,
    drill_of,
    is_judged,
    judged,
    verdict_on,
    words_of,
)
from cardlab.classroom.class_board import Board, BoardQuestion, LearnerAnswer, learner_blocks, marked, solution_sentence
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.own_exercises import OwnFault, guarded, own_exercises
from cardlab.lessons.protocol import Answer, QuestionRef
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import Block, choice, option, row, strong, text
from cardlab.widgets.task import task_blocks, verdict_block

MOST_BARS: Final = 12
"""The number of different answers that are drawn."""
ENDED: Final = -1
"""In place of the index of a question: how a series has gone."""


def name_of(question: Question, lang: str) -> str:
    """What a question is called: its exercise and level, or its own text."""
    if not isinstance(question, QuestionRef):
        return question.text
    drill = in_words(Reader(lang), drill_of(question).called)
    return f"{drill} · {say('demo.level_number', lang, level=question.level)}"


def stage(board: Board, at: int, here: int, lang: str) -> list[Block]:
    """What is on the board: a question by its index, or with `ENDED` a series; `here`: the number of learners."""
    steps = [
        option(f"{index + 1} ({len(one.answers)})", {"do": "look", "at": index}, index == at)
        for index, one in enumerate(board.shown)
    ]
    if not board.is_open:
        steps.append(option(say("page.overview", lang), {"do": "look", "at": ENDED}, at == ENDED))
    series = [choice(say("board.steps", lang), steps, titled=False)] if len(board.shown) > 1 else []
    if at == ENDED:
        return [*series, _ended(board, here, lang)]
    return [*series, *_question(board.shown[at], here, lang)]


def _question(asked: BoardQuestion, here: int, lang: str) -> list[Block]:
    question, number, count = asked.question, asked.number, len(asked.answers)
    task, (sentence, solution) = words_of(question, lang).task, words_of(question, lang).solution
    judges, answered = is_judged(question), say("board.answered", lang, count=count, here=max(here, count))
    done = asked.is_revealed
    drawn = task_blocks(task, lang, number, done=done, right=marked(asked, None), tools=False, looks=True)
    name = name_of(question, lang)
    head = row(
        text(name if name != task.prompt else "", "soft"),
        text([strong(str(count)), f" {answered}"] if not done or not judges else _went(asked, here, lang)),
        style="teach-head",
    )
    if not done:
        return [head, *drawn]
    blocks = [head, *(one for one in drawn if one["is"] != "choice"), {"is": "bars", "bars": _bars(asked, lang)}]
    if not judges:
        return [*blocks, text(say("board.poll_over", lang), "soft")]
    verdict = verdict_on(question, solution, lang)
    title = solution_sentence(question, lang)
    if not verdict.sentences and sentence:
        title = f"{title}. {sentence}"
    return [*blocks, verdict_block("yes", title, verdict, lang)]


def _right(asked: BoardQuestion) -> int:
    return sum(verdict_on(asked.question, one.answer).right for one in asked.answers.values())


def _went(asked: BoardQuestion, here: int, lang: str) -> str:
    """How many were right, wrong, or without an answer; "" where nothing is judged or revealed."""
    if not asked.is_revealed or not is_judged(asked.question):
        return ""
    count, right = len(asked.answers), _right(asked)
    return say("board.went", lang, right=right, wrong=count - right, none=max(here, count) - count)


def _ended(board: Board, here: int, lang: str) -> Block:
    """How a series has gone, one unit in all of it: everybody who is here."""
    lines = []
    for asked in board.shown:
        count = len(asked.answers)
        everybody, went = max(1, here, count), _went(asked, here, lang)
        answered = f"{count} {say('board.answered', lang, count=count, here=max(here, count))}"
        lines.append(
            {
                "name": name_of(asked.question, lang),
                "went": went or answered,
                "right": _right(asked) / everybody if went else 0,
                "given": count / everybody,
            }
        )
    return {"is": "went", "lines": lines}


def _bars(asked: BoardQuestion, lang: str) -> list[dict[str, Any]]:
    """How often each answer was given: all single choices, else the commonest answers and the right one."""
    question, task = asked.question, words_of(asked.question, lang).task
    counts = Counter(one.answer for one in asked.answers.values())
    answers: list[Answer] = [answer for answer, _ in counts.most_common(MOST_BARS)]
    if task.kind == "choice" and not task.multiple:
        answers = [key for key, _ in task.choices]
    judges, solution = is_judged(question), words_of(question, lang).solution[1]
    if judges and not any(verdict_on(question, answer).right for answer in answers):
        answers.append(solution)
    bars = []
    for answer in answers:
        verdict = verdict_on(question, answer, lang) if judges else None
        bars.append(
            {
                "key": " ".join(answer_codes(answer)),
                "label": words_of(question, lang).written(answer),
                "cards": [one.code for one in answer if isinstance(one, Card)] if isinstance(answer, tuple) else [],
                "count": counts[answer],
                "share": counts[answer] / max(1, len(asked.answers)),
                "right": verdict and verdict.right,
                "mark": verdict and say("board.right" if verdict.right else "board.wrong", lang),
                "why": [*verdict.sentences] if verdict and not verdict.right and counts[answer] else [],
            }
        )
    return bars


# A teacher's own exercises


def drawable(questions: Sequence[Question], lang: str) -> tuple[Question, ...]:
    """The same questions, each drawn and judged once. Raises OwnFault for a teacher's own for which that fails."""
    for question in questions:
        if isinstance(question, QuestionRef) and drill_of(question).title:
            task, (_, solution) = words_of(question, lang).task, words_of(question, lang).solution
            others: list[Answer] = [(key,) if task.multiple else key for key, _ in task.choices]
            others += [solution + 1] if isinstance(solution, int) else []
            for answer in (solution, *others):
                if isinstance(fault := judged(question, answer, lang), OwnFault):
                    raise fault
            asked = BoardQuestion(1, question, {1: LearnerAnswer(solution, 1, 0)})
            for drawn in (asked, replace(asked, is_revealed=True)):
                guarded(question.drill, stage, Board((drawn,), 1), 0, 1, lang)
                draw = partial(learner_blocks, is_open=not drawn.is_revealed)
                guarded(question.drill, draw, drawn, drawn.answers[1], lang)
    return tuple(questions)


@cache
def working_exercises() -> tuple[tuple[Drill, ...], tuple[OwnFault, ...]]:
    """The teacher's own exercises that can be asked at every level, and why the others, or the file, cannot."""
    own = own_exercises()
    if isinstance(own, OwnFault):
        return (), (own,)
    faults: dict[Drill, OwnFault] = {}
    for drill in own:
        try:
            drawable([QuestionRef(drill.name, "board 0", level) for level in range(1, LEVELS + 1)], "en")
        except OwnFault as fault:
            faults[drill] = fault
    return tuple(drill for drill in own if drill not in faults), tuple(faults.values())
