"""Predict, then see: fixed questions of a lesson, each with one try and a full explanation."""

from __future__ import annotations

from cardlab.lessons.ask import Ask
from cardlab.lessons.protocol import Closing
from cardlab.lessons.sitting import Sitting
from cardlab.phrasing.catalogue import say


def predict(*questions: Ask) -> Predictions:
    """These questions one after the other, for `Exercise(predict(…), tries=1)`; ValueError without a question."""
    return Predictions(questions)


class Predictions(Sitting[Ask]):
    """A few questions in a fixed order, with one try each.

    Several questions end with a summary and start again; a single one ends without.
    Answers are not kept: that is what the drills are for.

    Raises ValueError without a question.
    """

    def __init__(self, questions: tuple[Ask, ...]) -> None:
        if not questions:
            raise ValueError("there is nothing to predict")
        self._sit(questions)

    def __repr__(self) -> str:
        return f"Predictions({len(self._questions)})"

    def goes_on(self) -> bool:
        """Whether something comes after the present task: another question, or the summary of several."""
        return len(self._questions) > 1

    def progress(self) -> tuple[int, int]:
        """All of them count as one, which is solved if each was guessed rightly."""
        return int(all(map(self._verdicts.get, range(len(self._questions))))), 1

    def standing(self) -> str:
        """Which question of how many, and how many were right and are needed; of a single one, its one try."""
        total, right = len(self._questions), sum(self._verdicts.values())
        if total == 1 or self._is_over:
            return "" if self._verdicts else say("predict.one_try", self.lang)
        return say("self_check.standing", self.lang, number=self._place + 1, total=total, right=right)

    def closing(self) -> Closing | None:
        """After the last of several questions: how many were guessed rightly."""
        return Closing(self._result_text(), again=say("predict.again", self.lang)) if self._is_over else None
