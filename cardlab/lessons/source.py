"""Where questions come from, one after the other: what whoever shows exercises talks to, and to nothing behind it.

- `QuestionSource` gives them; `lang` is set by whoever shows it;
- `so_far`: what a wrong answer is told while tries are left, about what was chosen and nothing that gives the solution
  away; `told_at_once`: what the only guess is told.
"""

from __future__ import annotations

from dataclasses import replace

from cardlab.lessons.address import Address
from cardlab.lessons.ask import Ask
from cardlab.lessons.protocol import Answer, Answered, AnswerLog, Closing, QuestionRef, Reading, Task, Verdict
from cardlab.phrasing.catalogue import say


class QuestionSource:
    """Asks one after the other. A source has a `question` and a `next`; all else is as it is told here.

    Tries are counted by whoever shows the task, so `check` may be called as often as one likes; it is only called with
    an answer of the form that the task's kind asks for, and with cards of the task's hand.
    - `lang`: the language of the learner, which whoever shows it sets.
    """

    lang = "en"
    follows = False
    """Whether it asks what the address of its page asks for."""
    _hints = 0

    @property
    def question(self) -> Ask:
        """The present question; the same one until `next`. Raises IndexError if there is none."""
        raise NotImplementedError

    def next(self) -> None:
        """Goes on to the next question."""
        raise NotImplementedError

    def task(self) -> Task:
        """The present task."""
        return self.question.task(self.lang)

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer; the first right one counts as solved."""
        return self.question.check(answer, self.lang)

    def so_far(self, answer: Answer) -> Verdict:
        """The verdict on an answer, with nothing in it that gives the right one away."""
        return so_far(self.question, answer, self.lang)

    def hint(self) -> str:
        """The next hint; the last one again when there are no more."""
        hints = self.question.hints(self.lang)
        self._hints = min(self._hints + 1, len(hints))
        return hints[self._hints - 1]

    def solution(self) -> tuple[str, Answer]:
        """A right answer to the present task, and the sentences that explain it."""
        return self.question.solution(self.lang)

    def progress(self) -> tuple[int, int]:
        """How many tasks are solved, and of how many; nothing is to be solved where that is none."""
        return 0, 0

    def standing(self) -> str:
        """How it stands, as a sentence."""
        solved, total = self.progress()
        if not total:
            return ""
        told = say("exercise.progress", self.lang, solved=solved, total=total)
        return f"{told} {say('exercise.all_solved', self.lang)}" if solved >= total else told

    def closing(self) -> Closing | None:
        """What is said at the end, after which `next` begins anew; None as long as there is a task."""
        return None

    def reading(self) -> Reading | None:
        """Where the present task is explained, None if there is nothing to read."""
        return None

    def goes_on(self) -> bool:
        """Whether anything comes after the present task, be it a summary."""
        return True

    # What the page remembers

    def drills(self) -> tuple[str, ...]:
        """The drills whose answers it wants to see again; none: nothing is to be remembered."""
        return ()

    def asked(self) -> QuestionRef | None:
        """The present question by its name, None if it has none."""
        return None

    def resume(self, log: AnswerLog) -> None:
        """Goes on where this log ends; its present question may change."""

    def note(self, answer: Answered) -> None:
        """Takes note of the answer that has just been given to the present question."""

    def take_mistakes(self, given: object) -> int:
        """Takes the mistakes of own rounds that the page's memory holds; returns how many are torn and left out."""
        return 0

    def follow(self, address: Address) -> bool:
        """Takes the tasks asked for, before any is answered; returns whether the address leads to this exercise."""
        return False


def told_at_once(question: Ask, answer: Answer, lang: str) -> Verdict:
    """The verdict on the only guess: a wrong one is told what is wrong with it, and all that a right one is."""
    verdict = question.check(answer, lang)
    if verdict.right:
        return verdict
    whole = question.check(question.solution(lang)[1], lang)
    own = (said for said in verdict.sentences if not any(said in sentence for sentence in whole.sentences))
    rules = tuple(dict.fromkeys((*verdict.rules, *whole.rules)))
    return replace(whole, right=False, sentences=(*own, *whole.sentences), rules=rules)


# What a wrong answer is told while tries are left


def so_far(question: Ask, answer: Answer, lang: str) -> Verdict:
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
