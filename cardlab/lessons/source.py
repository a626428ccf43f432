"""The interface between an exercise on a page and the questions behind it."""

from __future__ import annotations

from cardlab.lessons.address import Address
from cardlab.lessons.ask import Ask, Worded
from cardlab.lessons.protocol import Answer, AnswerLog, Closing, QuestionRef, Reading, Task, Verdict
from cardlab.phrasing.catalogue import say


class QuestionSource:
    """A sequence of questions in the language `lang`, which the widget sets.

    Subclasses define `question` and `next`; the other methods have defaults. The widget counts tries and hints, so
    `check` may be called repeatedly, with an answer of the task's form and cards of its hand.
    """

    lang = "en"
    follows = False
    """Whether the seed and level of the page's address apply."""
    log = AnswerLog()
    """The answers so far, which the widget sets."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @property
    def question(self) -> Ask:
        """The current question, the same until `next`. Raises IndexError without one."""
        raise NotImplementedError

    def next(self) -> None:
        """Move on to the next question."""
        raise NotImplementedError

    @property
    def words(self) -> Worded:
        """The current question in the language of the learner, with its hints and its solution."""
        return self.question.read(self.lang)

    def task(self) -> Task:
        """Return the current task; at the end, one that can't be answered."""
        closing = self.closing()
        return Task(closing.title, kind="choice") if closing else self.words.task

    def check(self, answer: Answer) -> Verdict:
        """Return the verdict on the last try, with the whole explanation."""
        return self.words.final_verdict(answer)

    def progress(self) -> tuple[int, int]:
        """Return the number of tasks solved and to solve; (0, 0) without a goal."""
        return 0, 0

    def progress_text(self) -> str:
        """Return the progress as one sentence; "" without a goal."""
        solved, total = self.progress()
        if not total:
            return ""
        text = say("exercise.progress", self.lang, solved=solved, total=total)
        return f"{text} {say('exercise.all_solved', self.lang)}" if solved >= total else text

    def closing(self) -> Closing | None:
        """Return the closing words if no task is left, after which `next` starts again."""
        return None

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        """Return where to read about the first of `rules` or the task; None if nowhere."""
        return None

    def has_next(self) -> bool:
        """Return whether anything comes after the current task, such as a summary."""
        return True

    # What the page remembers

    def drills(self) -> tuple[str, ...]:
        """Return the drills whose answers `resume` needs; none if nothing is remembered."""
        return ()

    def asked(self) -> QuestionRef | None:
        """Return the reference of the current question; None if it has none."""
        return None

    def resume(self, log: AnswerLog) -> None:
        """Continue where this log ends, perhaps with another question."""

    def load_mistakes(self, data: object) -> int:
        """Load the learner's stored mistakes; return the number of damaged entries."""
        return 0

    def follow(self, address: Address) -> bool:
        """Use an address's seed and level; return whether it leads to this exercise."""
        return False
