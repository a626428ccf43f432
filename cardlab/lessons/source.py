"""The interface between a shown exercise and the questions behind it: `QuestionSource`."""

from __future__ import annotations

from cardlab.lessons.address import Address
from cardlab.lessons.ask import Ask, Worded
from cardlab.lessons.protocol import Answer, Answered, AnswerLog, Closing, QuestionRef, Reading, Task, Verdict
from cardlab.phrasing.catalogue import say


class QuestionSource:
    """A sequence of questions. Subclasses define `question` and `next`; the other methods have defaults.

    The view counts tries, so `check` may be called repeatedly, with an answer of the task's form and cards of its hand.
    - `lang`: the language of the learner, set by the view.
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

    @property
    def words(self) -> Worded:
        """The present question in the language of the learner."""
        return self.question.read(self.lang)

    def task(self) -> Task:
        """The present task; at the end one without an answer."""
        closing = self.closing()
        return Task(closing.title, kind="choice") if closing else self.words.task

    def check(self, answer: Answer) -> Verdict:
        """The last verdict on an answer: a wrong one is told its faults and the whole explanation."""
        return self.words.at_once(answer)

    def so_far(self, answer: Answer) -> Verdict:
        """The verdict on an answer, with nothing in it that gives the right one away."""
        return self.words.so_far(answer)

    def hint(self) -> str:
        """The next hint; the last one again when there are no more."""
        hints = self.words.hints
        self._hints = min(self._hints + 1, len(hints))
        return hints[self._hints - 1]

    def solution(self) -> tuple[str, Answer]:
        """A right answer to the present task, and the sentences that explain it."""
        return self.words.solution

    def written(self, answer: Answer) -> str:
        """An answer to the present task as one would write it down."""
        return self.words.written(answer)

    def progress(self) -> tuple[int, int]:
        """How many tasks are solved, and of how many; nothing is to be solved where that is none."""
        return 0, 0

    def standing(self) -> str:
        """How it stands, as a sentence."""
        solved, total = self.progress()
        if not total:
            return ""
        text = say("exercise.progress", self.lang, solved=solved, total=total)
        return f"{text} {say('exercise.all_solved', self.lang)}" if solved >= total else text

    def closing(self) -> Closing | None:
        """What is said at the end, after which `next` begins anew; None as long as there is a task."""
        return None

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        """Where the first of these clauses is explained, or else the present task; None if there is nothing to read."""
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

    def load_mistakes(self, data: object) -> int:
        """Load the mistakes of own rounds that the page has stored; returns the number of torn entries."""
        return 0

    def follow(self, address: Address) -> bool:
        """Takes the tasks asked for, before any is answered; returns whether the address leads to this exercise."""
        return False
