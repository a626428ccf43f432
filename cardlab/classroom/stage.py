"""The class board as the room sees it (`stage`) and as a learner does.

Until a question is revealed, no drawing depends on its solution, and others' answers are only counted.
Tasks are drawn as in the lessons. `widgets/js/teacher.js` draws the block kinds `bars` and `went`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any, Final

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    DrillRequest,
    Question,
    TypedQuestion,
    answer_codes,
    drill_of,
    has_other_answers,
    is_judged,
    judged,
    verdict_on,
    words_of,
)
from cardlab.classroom.class_board import Board, BoardQuestion, LearnerAnswer
from cardlab.lessons.drill import LEVELS, Drill
from cardlab.lessons.own_exercises import OwnFault, guarded, own_exercises
from cardlab.lessons.protocol import Answer, QuestionRef, Verdict
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.blocks import Block, VerdictKind, button, choice, group, option, row, status, strong, text
from cardlab.widgets.task import answer_blocks, task_blocks, verdict_block

MOST_BARS: Final = 12
"""The number of different answers that get a bar."""
ENDED: Final = -1
"""The value instead of a question's index that shows the results of all."""


def name_of(question: Question | DrillRequest, lang: str) -> str:
    """Return the name of a question: its drill and level, or its own text."""
    if isinstance(question, TypedQuestion):
        return question.text
    drill = in_words(Reader(lang), drill_of(question).called)
    return f"{drill} · {say('demo.level_number', lang, level=question.level)}"


# For the room


def stage(board: Board, at: int, here: int, lang: str) -> list[Block]:
    """Return the blocks of one shown question, or of the results of all.

    `at`: the question's index, or `ENDED` for the results; `here`: the number of learners with an open page.
    """
    steps = [
        option(f"{index + 1} ({len(one.answers)})", {"do": "look", "at": index}, index == at)
        for index, one in enumerate(board.shown)
    ]
    if not board.is_open:
        steps.append(option(say("board.reveal_all", lang), {"do": "look", "at": ENDED}, at == ENDED))
    series = [choice(say("board.steps", lang), steps, titled=False)] if len(board.shown) > 1 else []
    if at == ENDED:
        return [*series, {"is": "went", "lines": [_line(one, here, lang) for one in board.shown]}]
    return [*series, *_question(board.shown[at], here, lang)]


def _question(asked: BoardQuestion, here: int, lang: str) -> list[Block]:
    question, done = asked.question, asked.is_revealed
    task, name = words_of(question, lang).task, name_of(question, lang)
    blocks = task_blocks(task, lang, asked.number, done=done, right=marked(asked, None), tools=False, looks=True)
    called = text(name if name != task.prompt else "", "soft")
    head = row(called, text(_went(asked, here, lang) or _answered(asked, here, lang), "strong"), style="teach-head")
    if not done:
        return [head, *blocks]
    end = text(say("board.poll_over", lang), "soft")
    if is_judged(question):
        end = verdict_block("yes", *_solved(question, lang), lang)
    prompt, *facts = (one for one in blocks if one["is"] != "choice")
    halves = group(*facts), group({"is": "bars", "bars": _bars(asked, lang)}, end)
    return [head, prompt, group(*halves, style="teach-halves")]


def _answered(asked: BoardQuestion, here: int, lang: str) -> str:
    """Return how many of the learners present have answered, as a text."""
    count = len(asked.answers)
    return f"{count} {say('board.answered', lang, count=count, here=max(here, count))}"


def _went(asked: BoardQuestion, here: int, lang: str) -> str:
    """Return how many answers were right, wrong or missing, as a text.

    It is "" for a poll, and before the question is revealed.
    """
    if not asked.is_revealed or not is_judged(asked.question):
        return ""
    count, right = len(asked.answers), len(asked.right)
    return say("board.went", lang, right=right, wrong=count - right, none=max(here, count) - count)


def _line(asked: BoardQuestion, here: int, lang: str) -> dict[str, Any]:
    """Return the line of a question in the overview of results.

    `went`: the text of `_went`, or else of `_answered`; `right`, `given`: the right answers and all answers, as shares
    of all present.
    """
    everybody, went = max(1, here, len(asked.answers)), _went(asked, here, lang)
    return {
        "name": name_of(asked.question, lang),
        "went": went or _answered(asked, here, lang),
        "right": len(asked.right) / everybody if went else 0,
        "given": len(asked.answers) / everybody,
    }


def _bars(asked: BoardQuestion, lang: str) -> list[dict[str, Any]]:
    """Return how often each answer was given, as bars with a label and a verdict."""
    question, task = asked.question, words_of(asked.question, lang).task
    counts = Counter(one.answer for one in asked.answers.values())
    answers: list[Answer] = [answer for answer, _ in counts.most_common(MOST_BARS)]
    if task.kind == "choice" and not task.multiple:
        answers = [key for key, _ in task.choices]
    judges = is_judged(question)
    if judges and not any(verdict_on(question, answer).right for answer in answers):
        answers.append(words_of(question, lang).solution[1])
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


def _solved(question: Question, lang: str) -> tuple[str, Verdict]:
    """Return a right answer as a sentence, and its verdict with the explanation."""
    sentence, solution = words_of(question, lang).solution
    verdict = verdict_on(question, solution, lang)
    key = "board.one_solution" if has_other_answers(question) else "board.solution_is"
    why = verdict.sentences or tuple(filter(None, (sentence,)))
    return f"{say(key, lang)} {words_of(question, lang).written(solution)}", replace(verdict, sentences=why)


def marked(asked: BoardQuestion, answer: Answer | None) -> tuple[Card, ...]:
    """Return the cards of a revealed solution to mark; none if the answer is right."""
    question = asked.question
    is_right = answer is not None and is_judged(question) and verdict_on(question, answer).right
    solution = words_of(question, "en").solution[1] if asked.is_revealed and not is_right else None
    return tuple(one for one in solution if isinstance(one, Card)) if isinstance(solution, tuple) else ()


# For a learner


def learner_blocks(asked: BoardQuestion, own: LearnerAnswer | None, lang: str, *, is_open: bool) -> list[Block]:
    """Return a question as a learner sees it.

    `is_open`: whether it can be answered; if not, the learner's `own` answer is shown, and after the revelation its
    verdict.
    """
    task, answer, number = words_of(asked.question, lang).task, own.answer if own else None, asked.number
    blocks = task_blocks(task, lang, number, answer, done=not is_open, right=marked(asked, answer), tools=False)
    if not is_open:
        blocks = [one for one in blocks if one["is"] != "field"]
    if own is not None and not is_open:
        written = words_of(asked.question, lang).written(own.answer)
        blocks.append(status(text([f"{say('widget.number', lang)} ", strong(written)])))
    if asked.is_revealed:
        return [*blocks, _explanation(asked.question, answer, lang)]
    send = {"do": "answer", "number": number, "turn": own.turn + 1 if own else 1}
    if is_open and task.kind == "choice" and not task.multiple:
        # Here one tap sends the answer.
        options = [{**one, "send": {**send, "answer": [one["value"]]}} for one in blocks[-1]["options"]]
        blocks[-1] = {**blocks[-1], "name": "", "options": options}
    elif is_open:
        takes = {"answer": answer_blocks(number)}
        blocks.append(row(button(say("board.send", lang), send, main=True, enter="answers", takes=takes)))
    return blocks


def _explanation(question: Question, answer: Answer | None, lang: str) -> Block:
    """Make the explanation of a revealed question, for a learner's answer or none."""
    if not is_judged(question):
        return verdict_block("hint", say("board.poll_over", lang), Verdict(False), lang)
    (solution, verdict), own = _solved(question, lang), None if answer is None else verdict_on(question, answer, lang)
    kind: VerdictKind = "hint" if own is None else "yes" if own.right else "no"
    key = {"hint": "board.not_answered", "yes": "exercise.right", "no": "exercise.not_right"}[kind]
    if own and own.right:
        verdict = own if own.sentences else verdict
    else:
        said = (solution, *(own.sentences if own else ()), *verdict.sentences)
        verdict = replace(verdict, sentences=tuple(dict.fromkeys(said)))
    return verdict_block(kind, say(key, lang), verdict, lang)


def entry_of(asked: BoardQuestion, own: LearnerAnswer | None) -> dict[str, Any] | None:
    """Return the browser's entry for a learner's answer to a question of the course.

    Returns None for other questions, before the solution is revealed, or without an answer.
    """
    question = asked.question
    if not asked.is_revealed or own is None or isinstance(question, TypedQuestion) or drill_of(question).title:
        return None
    right = verdict_on(question, own.answer).right
    entry = {"drill": question.drill, "key": question.key, "level": question.level, "right": right, "at": own.at}
    return {**entry, "tries": 1, "hints": 0}


# Before it is drawn


def prepare(questions: Iterable[BoardQuestion]) -> None:
    """Fill the caches with questions, solutions and verdicts, in every language.

    That takes long, so it is done in a thread before pages are drawn.
    """
    for asked, lang in product(questions, LANGUAGES):
        solution = words_of(asked.question, lang).solution[1]
        if is_judged(asked.question):
            has_other_answers(asked.question)
            for answer in {solution, *(one.answer for one in asked.answers.values())}:
                judged(asked.question, answer, lang)


def try_out(questions: Sequence[Question]) -> None:
    """Draw and judge the questions of a teacher's own drills once. Raises OwnFault."""
    for question in questions:
        if isinstance(question, QuestionRef) and drill_of(question).title:
            task, (_, solution) = words_of(question, "en").task, words_of(question, "en").solution
            others: list[Answer] = [(key,) if task.multiple else key for key, _ in task.choices]
            others += [solution + 1] if isinstance(solution, int) else []
            for answer in (solution, *others):
                if isinstance(fault := judged(question, answer, "en"), OwnFault):
                    raise fault
            own = LearnerAnswer(solution, 1, 0)
            for done in (False, True):
                asked = BoardQuestion(1, question, {1: own}, is_revealed=done)
                guarded(question.drill, stage, Board((asked,), 1), 0, 1, "en")
                guarded(question.drill, partial(learner_blocks, is_open=not done), asked, own, "en")


@cache
def working_exercises() -> tuple[tuple[Drill, ...], tuple[OwnFault, ...]]:
    """Return the teacher's own drills that work at every level, and all faults found."""
    own = own_exercises()
    if isinstance(own, OwnFault):
        return (), (own,)
    faults: dict[Drill, OwnFault] = {}
    for drill in own:
        try:
            try_out([QuestionRef(drill.name, "board 0", level) for level in range(1, LEVELS + 1)])
        except OwnFault as fault:
            faults[drill] = fault
    return tuple(drill for drill in own if drill not in faults), tuple(faults.values())
