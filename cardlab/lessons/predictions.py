"""Questions to predict before a lesson shows the answer, with one try each."""

from __future__ import annotations

from cardlab.lessons.ask import Ask
from cardlab.lessons.protocol import Closing
from cardlab.lessons.quiz import Quiz
from cardlab.phrasing.catalogue import say


def predict(*questions: Ask) -> Predictions:
    """Return a source of these questions, for `Exercise(predict(…), tries=1)`.

    Raises ValueError without a question.
    """
    return Predictions(questions)


class Predictions(Quiz):
    """Some questions in a fixed order, with one try each.

    Several questions end with a summary and start again; a single one has none. Answers are not stored. Raises
    ValueError without a question.
    """

    def __init__(self, questions: tuple[Ask, ...]) -> None:
        if not questions:
            raise ValueError("there is nothing to predict")
        self._start(questions)

    def __repr__(self) -> str:
        return f"Predictions({len(self.questions)})"

    def has_next(self) -> bool:
        """Return whether another question or the summary follows."""
        return len(self.questions) > 1

    def progress(self) -> tuple[int, int]:
        """Return (1, 1) if every question was answered right, else (0, 1)."""
        return int(all(map(self._verdicts.get, range(len(self.questions))))), 1

    def progress_text(self) -> str:
        """Return the number of the question and how many were right.

        For a single question, this is a reminder that there is one try. Once answered, and in the summary, it is "".
        """
        total, right = len(self.questions), sum(self._verdicts.values())
        if total == 1 or self._is_over:
            return "" if self._verdicts else say("predict.one_try", self.lang)
        return say("self_check.standing", self.lang, number=self._place + 1, total=total, right=right)

    def closing(self) -> Closing | None:
        """Return how many were right, after the last of several questions; else None."""
        return Closing(self._result_text(), again=say("table.again", self.lang)) if self._is_over else None
