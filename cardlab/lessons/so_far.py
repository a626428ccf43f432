"""What a wrong answer is told while tries are left: about what was chosen, and nothing that gives the solution away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardlab.lessons.protocol import Answer, Task, Verdict
from cardlab.locale import say

if TYPE_CHECKING:
    from cardlab.lessons.drill import Question


def so_far(question: Question, answer: Answer, lang: str) -> Verdict:
    """The verdict on an answer, without what would end the search for the right one.

    A right answer is told everything, and so is a wrong one whose reasons are its own.
    Of choices that have their reasons (`Verdict.reasons`) the wrong ones chosen are explained.
    Where the verdict says why another answer is right, it is said instead what is wrong with this one.
    """
    verdict, task = question.check(answer, lang), question.task(lang)
    _, right = question.solution(lang)
    if verdict.right or _is_one_of_two(task):
        return verdict
    said = question.check(right, lang).sentences
    if not _gives_away(task, verdict, said):
        return verdict
    sentences = _of_the_answer(task, verdict, answer, right, said, lang)
    return replace(verdict, sentences=sentences, follows=(), groups=())


def _is_one_of_two(task: Task) -> bool:
    """Whether a wrong answer names the right one anyway: then nothing is to be kept back."""
    return task.kind == "choice" and not task.multiple and len(task.choices) <= 2


def _gives_away(task: Task, verdict: Verdict, said: tuple[str, ...]) -> bool:
    """Whether a wrong answer is told all that is `said` of the right one, or has its reasons choice by choice."""
    if verdict.reasons:
        return True
    if task.kind == "cards":  # which cards are right is not said by what is wrong with these
        return False
    return bool(said) and set(said) <= set(verdict.sentences)


def _of_the_answer(
    task: Task, verdict: Verdict, answer: Answer, right: Answer, said: tuple[str, ...], lang: str
) -> tuple[str, ...]:
    """What is wrong with this answer, in sentences that name only what was given."""
    own = () if verdict.reasons else tuple(one for one in verdict.sentences if one not in said)
    if own:
        return own
    match answer:
        case int() if isinstance(right, int):
            return (say("so_far.too_much" if answer > right else "so_far.too_little", lang, number=answer),)
        case str() | tuple() if task.kind == "choice":
            chosen = (answer,) if isinstance(answer, str) else tuple(one for one in answer if isinstance(one, str))
            held = right if isinstance(right, tuple) else (right,)
            wrong = tuple(key for key in chosen if key not in held)
            if not wrong:
                return (say("so_far.missing" if chosen else "so_far.not_none", lang),)
            why = {key: sentence for key, sentence in verdict.reasons if key in wrong}
            if why:
                return tuple(dict.fromkeys(why.values()))
            labels = tuple(dict(task.choices)[key] for key in wrong)
            return (say("so_far.not_these", lang, count=len(labels), chosen=" / ".join(labels)),)
    return (say("so_far.not_right", lang),)
