"""`Exercise`: a task, controls for the answer, tries, hints, and an explanation.

In full screen, a teacher reveals the solution step by step; the page gets no step in advance.
If the source remembers answers, the browser stores them, and sends the stored ones when the page opens.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Final, Literal

from cardlab.lessons.address import page_address
from cardlab.lessons.answer_log import Stored, read_open, read_stored, remark
from cardlab.lessons.protocol import MOST_TRIES, Answer, Answered, AnswerLog, Closing, Open, QuestionRef, Verdict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.refusal import NotationError
from cardlab.widgets.blocks import Block, VerdictKind, button, group, row, rules, sentences, status, strong, text
from cardlab.widgets.constants import TROUBLE
from cardlab.widgets.scene import Scene, Steps, receives
from cardlab.widgets.task import answer_blocks, read_again, read_answer, task_blocks, task_mark, verdict_block

TRIES: Final = 3
NO_VERDICT: Final = Verdict(False)


class Exercise(Scene):
    """Asks the tasks of a `QuestionSource` one after the other.

    By default a learner has three tries for each task, and hints cost none.
    The explanation appears after a right answer or the last wrong one; `Next` then shows the next task.
    After a wrong answer the learner may ask for the solution, which ends the task.
    Repeating a wrong answer costs no further try. Before the last try no explanation reveals the right answer.
    In full screen, a teacher reveals the hints one by one, then the answer, then the reason. The answer ends the task.
    If the source can `resume`, it continues where the learner stopped; a finite source ends with a summary.

    Args:
        source: gives and checks the tasks; or a function without arguments that returns such a source.
        lang: the language of the learner; by default that of the notebook's folder.
        tries: the number of answers allowed for each task.
        hints: whether there are hints.
        now: returns the current time in seconds since 1970.

    The traits `tries_left`, `solved` and `value` (the last answer to the task) are observable. `answer_log` has the
    answers given here, and those that the browser has stored.
    Raises TypeError for an invalid source, ValueError for an unknown language or an invalid number of tries.
    """

    view = "exercise"
    always_allowed = ("recall", "forget", "trouble")
    shares = ("solved", "tries_left", "value")

    def __init__(
        self,
        source: QuestionSource | Callable[[], QuestionSource],
        lang: str = "",
        *,
        tries: int = TRIES,
        hints: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        source = source if isinstance(source, QuestionSource) or not callable(source) else source()
        if not isinstance(source, QuestionSource):
            raise TypeError("an exercise needs a source of questions, or an exercise of the lessons")
        if not 1 <= tries <= MOST_TRIES:
            raise ValueError(f"an exercise has 1 to {MOST_TRIES} tries, not {tries}")
        super().__init__(lang)
        self.source = source
        source.lang = self.lang
        self._most_tries = tries
        self._has_hints = hints
        self._now = now
        self.answer_log = AnswerLog()
        self._open: dict[QuestionRef, Open] = {}
        self._memory = ""
        self._number = 0
        address = page_address()
        self._address_note = in_words(Reader(self.lang), address.asks if source.follows else ())
        self._is_address_target = source.follow(address)
        self._begin()

    def __repr__(self) -> str:
        return f"Exercise({self.source!r})"

    def _begin(self) -> None:
        self._closing: Closing | None = self.source.closing()
        self._task = self.source.task()
        self.value: Answer | None = None
        self._right: Answer | None = None
        self.tries_left = self._most_tries
        self._hints = 0
        self._shown_hints: tuple[str, ...] = ()
        self._refused: set[Answer | frozenset[object]] = set()
        self.solved = False
        self._revealed = False
        self._explained = False
        self._number += 1
        self._announce("none", "")
        self._apply_begun()

    def _apply_begun(self) -> None:
        """Subtract the tries and hints already used for the task, on this page or before."""
        ref = self.source.asked()
        before = self._open.get(ref) if ref else None
        if before and not self._done:
            self.tries_left = max(1, min(self.tries_left, self._most_tries - before.tries))
            self._hints = max(self._hints, before.hints)

    def _announce(self, kind: VerdictKind, title: str, verdict: Verdict = NO_VERDICT) -> None:
        self._kind_of_verdict = kind
        self._title = title
        self._shown_verdict = verdict

    @property
    def _done(self) -> bool:
        return self.solved or self._revealed or self.tries_left == 0

    @property
    def _may_reveal(self) -> bool:
        """Whether the learner may ask for the solution: after at least one try."""
        return not self.solved and not self._revealed and self.tries_left < self._most_tries and not self._closing

    @property
    def _may_unfold(self) -> bool:
        """Whether one more step can be revealed: a hint, the answer, or the reason."""
        # Without hints, as in a test, there is only the explanation afterwards.
        return not self._explained and not self._closing and (self._has_hints or self._done)

    @receives
    def recall(self, text: str) -> Steps[None]:
        """Load what the browser stored: untrusted answers, begun tasks and own mistakes."""
        try:
            stored = read_stored(text)
        except NotationError:
            self.trouble("torn")
            return
        yield
        torn = self.source.load_mistakes(stored.mistakes)
        said = say("own.torn", self.lang, count=torn) if torn else "", remark(stored.log, self.lang)
        self._memory = " ".join(filter(None, said)) or self._memory
        yield
        if self.source.drills():
            self._resume_from(stored)

    @receives
    def forget(self) -> None:
        """Start over, because the browser has deleted its stored answers."""
        if self.source.drills():
            self.answer_log, self._open, self._memory = AnswerLog(), {}, ""
            self.source.load_mistakes(None)
            self.source.resume(self.answer_log)
            self._begin()

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """Say why the browser can't store data, or that its data is damaged ("torn")."""
        self._memory = say(TROUBLE[kind], self.lang)

    @receives
    def next(self) -> None:
        """Show the next task."""
        self.source.next()
        self._begin()

    @receives
    def hint(self) -> None:
        """Give a hint."""
        self._help(self._next_hint())

    def _resume_from(self, stored: Stored) -> None:
        """Continue from the stored answers, unless the current task has been begun.

        Even then, stored tries and hints of the current task count.
        """
        self._open = {one.asked: one for one in read_open(stored.open)} | self._open
        log = self.answer_log | stored.log if self.answer_log.answers else stored.log
        has_begun = self._done or self.tries_left < self._most_tries or self._hints > 0
        if log == self.answer_log or (has_begun and not self._closing):
            self._apply_begun()
            return
        self.answer_log = log
        self.source.resume(log)
        self._begin()

    def _store(self, *, ended: bool) -> None:
        """Have the browser store the answer that ended the task, or what was tried so far, in case of a reload."""
        ref = self.source.asked()
        if ref is None:
            return
        tries, hints = self._most_tries - self.tries_left, min(self._hints, MOST_TRIES)
        at = self.answer_log.time_of_next(ref, self._now())
        if ended:
            # Revealing the answer without a try counts as one failed try.
            tries = max(1, tries + self.solved)
            answer = Answered(ref.drill, ref.key, ref.level, self.solved, tries, hints, at)
            self.answer_log = self.answer_log.with_answer(answer)
            self._open.pop(ref, None)
            self.source.log = self.answer_log
            self.send({"remember": [asdict(answer)]})
        else:
            self._open[ref] = begun = Open(ref.drill, ref.key, ref.level, tries, hints, at)
            self.send({"begun": [asdict(begun)]})

    def _next_hint(self) -> str:
        """Return the next hint, or the last one again. Raises IndexError without hints."""
        hints = self.source.words.hints
        return hints[min(len(self._shown_hints), len(hints) - 1)]

    def _help(self, hint: str) -> None:
        """Count a hint, and show it unless it is shown already."""
        self._hints += 1
        self._shown_hints = tuple(dict.fromkeys((*self._shown_hints, hint)))
        self._store(ended=False)

    @receives
    def unfold(self) -> None:
        """Reveal one step: the next hint, then the answer, then the reason."""
        if not self._done and (hint := self._next_hint()) not in self._shown_hints:
            self._help(hint)
        elif not self.solved and not self._revealed:
            answer_is = self.source.words.written(self._give_up())
            self._announce("hint", say("exercise.answer_is", self.lang, answer=answer_is))
        else:
            self._explained = True
            if not self.solved:
                self._shown_verdict = self.source.words.partial_verdict(self.source.words.solution[1])

    @receives
    def check(self, answer: list[str]) -> None:
        """Judge an answer, or ask to complete it."""
        parsed = read_answer(self._task, answer)
        if parsed is None:
            self._announce("none", say(f"exercise.unanswered_{self._task.kind}", self.lang))
            return
        self.value = parsed
        verdict = self.source.check(parsed)
        self.solved = verdict.right
        if verdict.right:
            self._announce("yes", say("exercise.right", self.lang), verdict)
        else:
            self._wrong(verdict, parsed)
        if self._done:
            self._store(ended=True)

    def _wrong(self, verdict: Verdict, answer: Answer) -> None:
        """Explain a wrong answer, and subtract a try if the answer is new.

        While tries are left, the explanation does not reveal the right answer.
        """
        same = frozenset(answer) if isinstance(answer, tuple) else answer
        is_new = same not in self._refused
        self._refused.add(same)
        self.tries_left -= is_new
        if self.tries_left:
            if is_new:
                self._store(ended=False)
            title = say("exercise.wrong" if is_new else "exercise.same_again", self.lang)
            verdict = self.source.words.partial_verdict(answer)
        else:
            title = say("exercise.out_of_tries" if self._most_tries > 1 else "exercise.not_right", self.lang)
            if self._task.kind == "choice":
                _, self._right = self.source.words.solution
        # The page marks what was chosen as wrong, but not if it is all right so far.
        self._announce("hint" if verdict.incomplete else "no", title, verdict)

    @receives
    def reveal(self) -> None:
        """Show the solution."""
        verdict = self.source.words.partial_verdict(self._give_up())
        self._announce("hint", say("exercise.solution", self.lang), verdict)

    def _give_up(self) -> Answer:
        """Show the right answer, and return it."""
        _, answer = self.source.words.solution
        had_ended = self._done
        self._revealed = True
        self.value = self._right = answer
        if not had_ended:
            self._store(ended=True)
        return answer

    @property
    def label(self) -> str:  # type: ignore[override]
        """The name of the exercise."""
        return say("exercise.label", self.lang, prompt=self._task.prompt)

    def render(self) -> list[Block]:
        lang, memory = self.lang, [status(self._memory)]
        if drills := self.source.drills():
            memory.append({"is": "memory", "drills": list(drills)})
        if self._closing:
            return [*self._progress(), *self._end(self._closing), *memory]
        blocks = task_blocks(self._task, lang, self._number, self.value, done=self._done, right=self._right)
        hints = [text(strong(say("exercise.hint", lang))), sentences(self._shown_hints)] if self._shown_hints else []
        # In full screen the answer replaces the hints.
        behind = " cardlab-behind" if self._done else ""
        alone = "" if self._task.piles else " cardlab-alone"
        reading = None
        if self._done and not self.solved:
            reading = self.source.reading(self._shown_verdict.rules)
        return [
            *self._progress(),
            group(
                group(*blocks, style=f"cardlab-asked{alone}"),
                self._buttons("page"),
                group(
                    status(*hints, style=f"cardlab-helped{behind}"),
                    verdict_block(
                        self._kind_of_verdict, self._title, self._shown_verdict, lang, task=self._task, reading=reading,
                        unfolded=self._explained,
                    ),
                    style="cardlab-unfolded",
                ),
                style="cardlab-large",
            ),
            self._buttons("full"),
            *memory,
        ]  # fmt: skip

    def _buttons(self, when: Literal["page", "full"]) -> Block:
        """Make the buttons; full screen has one more, which reveals a step."""
        lang, done, full = self.lang, self._done, when == "full"
        check, more = None if done else {"do": "check"}, {"do": "unfold"} if self._may_unfold else None
        answer = {"answer": answer_blocks(self._number)}
        buttons = [button(say("widget.check", lang), check, main=not done and not full, enter="answers", takes=answer)]
        if full:
            unfold = f"{say('exercise.unfold', lang)} ▸"
            keys = ("ArrowRight", "PageDown")
            buttons.insert(0, button(unfold, more, main=more is not None, enter="answers" if done else "", keys=keys))
        else:
            if self._has_hints:
                buttons.append(button(say("exercise.hint", lang), None if done else {"do": "hint"}))
            if self._may_reveal:
                buttons.append(button(say("exercise.reveal", lang), {"do": "reveal"}))
        if self.source.has_next():
            buttons.append(
                button(
                    say("exercise.next", lang),
                    {"do": "next"} if done else None,
                    main=done and not (full and more),
                    enter="" if full else "anywhere",
                    keys=("N",) if full else (),
                    then=task_mark(self._number + 1),
                    style="" if done else "cardlab-later",
                )
            )
        counted = not done and self._most_tries > 1
        buttons.append(text(say("exercise.tries_left", lang, count=self.tries_left) if counted else "", "tries"))
        if full:
            buttons.append(text(say("exercise.unfold_keys", lang), "large-keys"))
        return row(*buttons, style="cardlab-go", when=when)

    def _progress(self) -> list[Block]:
        """Make the block of the progress, and notes about the page's address."""
        solved, total = self.source.progress()
        standing: Block = {
            "is": "standing",
            "said": self.source.progress_text(),
            "solved": solved,
            "total": total,
            "is_target": self._is_address_target,
        }
        notice = [text(strong(say("address.leads_here", self.lang)), "soft")] if self._is_address_target else []
        return [*notice, standing, *([text(self._address_note, "soft")] if self._address_note else [])]

    def _end(self, closing: Closing) -> list[Block]:
        """Return the summary after the last task."""
        mark = task_mark(self._number + 1)
        again = button(closing.again, {"do": "next"}, main=True, then=mark)
        return [
            text(closing.title, "prompt", mark=task_mark(self._number)),
            *map(text, closing.sentences),
            *(read_again(reading, self.lang) for reading in closing.readings),
            row({**again, "is": "again"}),
            *rules(closing.rules, self.lang),
        ]
