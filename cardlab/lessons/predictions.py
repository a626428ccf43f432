"""Predict, then see: questions that a lesson has chosen, each guessed once, after which everything is told of it."""

from __future__ import annotations

from cardlab.lessons.ask import Ask
from cardlab.lessons.protocol import Answer, Closing, Task, Verdict
from cardlab.lessons.source import Source, told_at_once
from cardlab.phrasing.catalogue import say


def predict(*questions: Ask) -> Predictions:
    """These questions one after the other, for `Exercise(predict(…), tries=1)`; ValueError without a question."""
    return Predictions(questions)


class Predictions(Source):
    """A few questions in a fixed order, each guessed once.

    A wrong guess is told at once what is so, and why.
    Several questions have a summary, after which they are asked anew; after a single one nothing comes.
    Nothing is kept of the answers and nothing has to be solved: what is to be practised the lesson's drills ask.

    Raises ValueError without a question.
    """

    def __init__(self, questions: tuple[Ask, ...]) -> None:
        if not questions:
            raise ValueError("there is nothing to predict")
        self._questions = questions
        self._begin()

    def __repr__(self) -> str:
        return f"Predictions({len(self._questions)})"

    def _begin(self) -> None:
        self._place = 0
        self._right: dict[int, bool] = {}

    @property
    def question(self) -> Ask:
        """The present question; raises IndexError after the last one."""
        return self._questions[self._place]

    def task(self) -> Task:
        """The present task; after the last one a task without an answer."""
        return Task(self._result(), kind="choice") if self.closing() else super().task()

    def check(self, answer: Answer) -> Verdict:
        """What a guess is worth, and all that is so; the first guess counts."""
        verdict = told_at_once(self.question, answer, self.lang)
        self._right.setdefault(self._place, verdict.right)
        return verdict

    def next(self) -> None:
        """Goes on to the next question; after the summary begins anew."""
        if self.closing():
            self._begin()
        elif self.goes_on():
            self._place += 1
        self._hints = 0

    def goes_on(self) -> bool:
        """Whether something comes after the present task: another question, or the summary of several."""
        return len(self._questions) > 1

    def standing(self) -> str:
        """Which question this is, of how many, and how many were right; a single one is told how it goes."""
        total, right = len(self._questions), sum(self._right.values())
        if total == 1 and not self._right:
            return say("predict.one_try", self.lang)
        if total == 1 or self.closing():
            return ""
        return say("self_check.standing", self.lang, number=self._place + 1, total=total, right=right)

    def _result(self) -> str:
        return say("self_check.result", self.lang, right=sum(self._right.values()), total=len(self._questions))

    def closing(self) -> Closing | None:
        """After the last of several questions: how many were guessed rightly."""
        if self._place < len(self._questions):
            return None
        return Closing(self._result(), again=say("predict.again", self.lang))
