"""`Exercise`: a task, the means to answer it, three tries, hints, and the explanation afterwards.

On the whole screen, for a class, what stands behind a task is unfolded step by step; the page has no step before that.
Where a source remembers, the page's memory tells it what was answered before and keeps what is answered now.
A source that follows the address of its page is given what that asks for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Final, Literal

from cardlab.cards import Card
from cardlab.lessons import lesson_language
from cardlab.lessons.address import page_address
from cardlab.lessons.answer_log import at_most, read_answers, read_open
from cardlab.lessons.protocol import (
    MOST_TRIES,
    Answer,
    Answered,
    AnswerLog,
    Closing,
    Open,
    QuestionRef,
    Verdict,
)
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing import Reader, explain
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import in_words
from cardlab.refusal import NotationError
from cardlab.widgets.blocks import Block, Told, button, group, row, rules, sentences, status, strong, text
from cardlab.widgets.hand import Order
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.task import answer_blocks, read_again, read_answer, task_blocks, task_mark, verdict_block

TRIES: Final = 3
NOTHING: Final = Verdict(False)


class Exercise(Scene):
    """Shows the tasks of a `QuestionSource` one after the other.

    A learner has three tries for each task; hints cost none.
    After a right answer or the third wrong one the explanation stands there and `Next` goes on;
    after a wrong one the solution may be asked for, which ends the task.
    The same wrong answer costs one try however often it is given, and until the last one nothing gives the answer away.
    Whoever shows it to a class unfolds it instead: hint by hint, then the answer, which ends the task, then why.
    A source that can `resume` goes on where the learner was; after the last question of one that ends stands a summary.
    - `source`: gives and checks the tasks;
    - `lang`: the language of the learner;
    - `tries`: how many answers may be given to each task;
    - `hints`: whether there are hints;
    - `sort`: how a hand is sorted at first;
    - `four_colours`: a colour for each suit, otherwise black and red;
    - `label`: what the exercise is called;
    - `now`: the present time in seconds since 1970.

    Raises TypeError for what is no source, ValueError for an unknown language or no tries.
    """

    view = "exercise"
    always_allowed = ("recall", "trouble")

    def __init__(
        self,
        source: QuestionSource | Callable[[], QuestionSource],
        lang: str = "",
        *,
        tries: int = TRIES,
        hints: bool = True,
        sort: Order = "rank",
        four_colours: bool = True,
        label: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        source = source if isinstance(source, QuestionSource) or not callable(source) else source()
        if not isinstance(source, QuestionSource):
            raise TypeError("an exercise needs a source of questions, or an exercise of the lessons")
        if not 1 <= tries <= MOST_TRIES:
            raise ValueError(f"an exercise has 1 to {MOST_TRIES} tries, not {tries}")
        super().__init__(lang or lesson_language(), four_colours=four_colours)
        self._source = source
        source.lang = self.lang
        self._most_tries = tries
        self._has_hints = hints
        self._now = now
        self._log = AnswerLog()
        self._open: dict[QuestionRef, Open] = {}
        self._memory = ""
        self._sort = sort
        self._label = label
        self._number = 0
        address = page_address()
        self._address_note = in_words(Reader(self.lang), address.asks if source.follows else ())
        self._is_address_target = source.follow(address)
        self._begin()

    def __repr__(self) -> str:
        told = type(self._source).__name__ if type(self._source).__repr__ is object.__repr__ else repr(self._source)
        return f"Exercise({told})"

    @property
    def source(self) -> QuestionSource:
        """Where the tasks come from."""
        return self._source

    @property
    def tries_left(self) -> int:
        """How many tries are left for the present task."""
        return self._tries

    @property
    def solved(self) -> bool:
        """Whether the present task has been answered rightly."""
        return self._right

    @property
    def log(self) -> AnswerLog:
        """The answers that it knows of: those given here, and those that the page's memory has told."""
        return self._log

    def _begin(self) -> None:
        """Takes up the source's present task, or its summary."""
        self._closing: Closing | None = self._source.closing()
        self._task = self._source.task()
        self._answer: Answer | None = None
        self._marked: tuple[Card, ...] = ()
        self._tries = self._most_tries
        self._hints = 0
        self._shown_hints: tuple[str, ...] = ()
        self._refused: set[Answer | frozenset[object]] = set()
        self._right = False
        self._revealed = False
        self._explained = False
        self._judged = NOTHING
        self._number += 1
        self._announce("none", "")
        self._apply_begun()

    def _apply_begun(self) -> None:
        """Counts the tries and hints that the present task has cost before, on this page or an earlier one."""
        asked = self._ref
        before = self._open.get(asked) if asked else None
        if before and not self._done:
            self._tries = max(1, min(self._tries, self._most_tries - before.tries))
            self._hints = max(self._hints, before.hints)

    @property
    def _ref(self) -> QuestionRef | None:
        """The present task by its name, None where the source remembers nothing or has come to its end."""
        return self._source.asked()

    def _announce(self, kind: Told, title: str, told: Verdict = NOTHING) -> None:
        self._kind_of_verdict = kind
        self._title = title
        self._shown_verdict = told

    @property
    def _done(self) -> bool:
        return self._right or self._revealed or self._tries == 0

    @property
    def _may_reveal(self) -> bool:
        """Whether the solution may be asked for: who has tried once may give up."""
        return not self._right and not self._revealed and self._tries < self._most_tries and not self._closing

    @property
    def _may_unfold(self) -> bool:
        """Whether a step more may be unfolded; in a test, which has no hints, only what explains an answer given."""
        return not self._explained and not self._closing and (self._has_hints or self._done)

    @receives
    def recall(self, log: object, open: object = (), mistakes: object = None) -> None:
        """What the page's memory holds: answers, tasks that were begun, and mistakes of own rounds.

        It comes from outside and is read as such.
        """
        torn = self._source.take_mistakes(mistakes)
        self._memory = say("own.torn", self.lang, count=torn) if torn else self._memory
        if self._source.drills():
            self._resume_from(log, open)

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """The browser keeps nothing, or nothing more, or what it has kept cannot be read."""
        self._memory = say(f"progress.{kind}", self.lang)

    @receives
    def next(self) -> None:
        """Goes on to the next task."""
        self._source.next()
        self._begin()

    @receives
    def hint(self) -> None:
        """Gives a hint."""
        self._help(self._source.hint())

    def _resume_from(self, answers: object, begun: object) -> None:
        """Goes on where the page's memory ends, unless the present task has been begun; nothing is lost either way."""
        self._open = {one.asked: one for one in read_open(begun, self._now())} | self._open
        try:
            log = at_most(self._log | read_answers(answers, self._now()))
        except NotationError as unreadable:
            self._memory = say("progress.not_recalled", self.lang, reason=explain(unreadable.refusal, self.lang))
            self._apply_begun()
            return
        has_begun = self._done or self._tries < self._most_tries or self._hints > 0
        if log == self._log or (has_begun and not self._closing):
            self._apply_begun()
            return
        self._log = log
        self._source.resume(log)
        self._begin()

    def _store_answer(self) -> None:
        """Gives the page the answer that has ended the present task, to be kept."""
        asked = self._ref
        if asked is None:
            return
        # Whoever has had the answer unfolded without a try has tried once in vain.
        tries = max(1, self._most_tries - self._tries + self._right)
        hints = min(self._hints, MOST_TRIES)
        answer = Answered(asked.drill, asked.key, asked.level, self._right, tries, hints, int(self._now()))
        self._log = self._log.with_answer(answer)
        self._open.pop(asked, None)
        self._source.note(answer)
        self.send({"remember": [asdict(answer)]})

    def _store_begun(self) -> None:
        """Gives the page what the present task has cost so far, so that a reload does not make it a first try."""
        asked = self._ref
        if asked is None:
            return
        tries, hints = self._most_tries - self._tries, min(self._hints, MOST_TRIES)
        begun = Open(asked.drill, asked.key, asked.level, tries, hints, int(self._now()))
        self._open[asked] = begun
        self.send({"begun": [asdict(begun)]})

    def _help(self, hint: str) -> None:
        """Gives a hint; asked for again, the last one counts as well and stands there once."""
        self._hints += 1
        self._shown_hints = tuple(dict.fromkeys((*self._shown_hints, hint)))
        self._store_begun()

    @receives
    def unfold(self) -> None:
        """One step more: the next hint, after the last one the answer, and then why it is right, with its clauses."""
        if not self._done and (hint := self._source.hint()) not in self._shown_hints:
            self._help(hint)
        elif not self._right and not self._revealed:
            _, answer = self._give_up()
            answer_is = self._source.written(answer)
            self._announce("hint", say("exercise.answer_is", self.lang, answer=answer_is))
        else:
            self._explained = True
            if not self._right:
                self._shown_verdict = self._source.so_far(self._source.solution()[1])

    @receives
    def check(self, answer: list[str]) -> None:
        """Judges an answer, whole as the page gives it."""
        given = read_answer(self._task, answer)
        if given is None:
            self._announce("none", say(f"exercise.unanswered_{self._task.kind}", self.lang))
            return
        self._answer = given
        self._judged = verdict = self._source.check(given)
        self._right = verdict.right
        if verdict.right:
            self._announce("yes", say("exercise.right", self.lang), verdict)
        else:
            self._wrong(verdict, given)
        if self._done:
            self._store_answer()

    def _wrong(self, verdict: Verdict, answer: Answer) -> None:
        """Says what is wrong with an answer; one that was refused before costs nothing again.

        As long as there are tries left, nothing is said that would give the right answer away.
        """
        same = frozenset(answer) if isinstance(answer, tuple) else answer
        if same in self._refused:
            self._announce("no", say("exercise.same_again", self.lang), self._shown_verdict)
            return
        self._refused.add(same)
        self._tries -= 1
        if self._tries:
            title = say("exercise.wrong", self.lang)
            self._store_begun()
            verdict = self._source.so_far(answer)
        else:
            title = say("exercise.out_of_tries" if self._most_tries > 1 else "exercise.not_right", self.lang)
        self._announce("no", title, verdict)

    @receives
    def reveal(self) -> None:
        """Shows the solution."""
        sentence, _ = self._give_up()
        told = replace(self._judged, sentences=(sentence,), follows=())
        self._announce("hint", say("exercise.solution", self.lang), told)

    def _give_up(self) -> tuple[str, Answer]:
        """Lays the right answer out, which ends the task where there are tries left; gives what explains it as well."""
        sentence, answer = self._source.solution()
        had_ended = self._done
        self._revealed = True
        self._answer = answer
        if isinstance(answer, tuple):
            self._marked = tuple(one for one in answer if isinstance(one, Card))
        if not had_ended:
            self._store_answer()
        return sentence, answer

    @property
    def label(self) -> str:  # type: ignore[override]
        """What the exercise is called."""
        return self._label or say("exercise.label", self.lang, prompt=self._task.prompt)

    def render(self) -> list[Block]:
        lang, memory = self.lang, [status(self._memory)]
        if drills := self._source.drills():
            memory.append({"is": "memory", "drills": list(drills)})
        if self._closing:
            return [*self._standing(), *self._end(self._closing), *memory]
        blocks = task_blocks(
            self._task, lang, self._number, self._answer, done=self._done, sort=self._sort, marked=self._marked
        )
        helped = [text(strong(say("exercise.hint", lang))), sentences(self._shown_hints)] if self._shown_hints else []
        # On the whole screen hints make room for the answer.
        behind = " cardlab-behind" if self._done else ""
        reading = None
        if self._done and not self._right:
            reading = self._source.reading()
        return [
            *self._standing(),
            group(
                group(*blocks, style="cardlab-asked"),
                self._buttons("page"),
                group(
                    status(*helped, style=f"cardlab-helped{behind}"),
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
        """What can be done now; on the whole screen a class is shown one step more."""
        lang, done, full = self.lang, self._done, when == "full"
        check, more = None if done else {"do": "check"}, {"do": "unfold"} if self._may_unfold else None
        answer = {"answer": answer_blocks(self._number)}
        buttons = [
            button(say("widget.check", lang), check, main=not done and not full, enter="answers", takes=answer),
        ]
        if full:
            unfold = f"{say('exercise.unfold', lang)} ▸"
            keys = ("ArrowRight", "PageDown")
            buttons.insert(0, button(unfold, more, main=more is not None, enter="answers" if done else "", keys=keys))
        else:
            if self._has_hints:
                buttons.append(button(say("exercise.hint", lang), None if done else {"do": "hint"}))
            if self._may_reveal:
                buttons.append(button(say("exercise.reveal", lang), {"do": "reveal"}))
        if self._source.goes_on():
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
        buttons.append(text(say("exercise.tries_left", lang, count=self._tries) if counted else "", "tries"))
        if full:
            buttons.append(text(say("exercise.unfold_keys", lang), "large-keys"))
        return row(*buttons, style="cardlab-go", when=when)

    def _standing(self) -> list[Block]:
        """How far the learner has come, and what the page's address wished of the tasks."""
        solved, total = self._source.progress()
        come: Block = {
            "is": "standing",
            "said": self._source.standing(),
            "solved": solved,
            "total": total,
            "sought": self._is_address_target,
        }
        sought = [text(strong(say("address.leads_here", self.lang)), "soft")] if self._is_address_target else []
        return [*sought, come, *([text(self._address_note, "soft")] if self._address_note else [])]

    def _end(self, closing: Closing) -> list[Block]:
        """What is said when nothing is left to ask; what another page has answered meanwhile counts when it goes on."""
        mark = task_mark(self._number + 1)
        again = button(closing.again, {"do": "next"}, main=True, then=mark)
        return [
            text(closing.title, "prompt", mark=task_mark(self._number)),
            *map(text, closing.sentences),
            *(read_again(reading, self.lang) for reading in closing.readings),
            row({**again, "is": "again"}),
            *rules(closing.rules, self.lang),
        ]
