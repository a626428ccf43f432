"""`Progress`: the learner's progress in each lesson, to save, load or delete."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec

from cardlab.game import NAMES
from cardlab.lessons.answer_log import LONGEST, LONGEST_NAME, read_stored, remark
from cardlab.lessons.course import LESSONS, Lesson, course_key, final_test_key
from cardlab.lessons.guided_race import first_race
from cardlab.lessons.guided_rounds import first_round
from cardlab.lessons.own_mistakes import valid_entries
from cardlab.lessons.progress_summary import Result, completion, results
from cardlab.lessons.protocol import AnswerLog
from cardlab.lessons.puzzles import count_right, days_in_a_row, streak
from cardlab.lessons.spaced_review import due
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block, Inline
from cardlab.widgets.constants import TROUBLE
from cardlab.widgets.scene import Scene, receives, sendable

HAND_IN: Final = (
    "hand_in.press", "hand_in.again", "hand_in.take_back", "hand_in.note", "hand_in.there", "hand_in.lost",
)  # fmt: skip
"""Catalogue keys of texts for a class, where the page hands answers in to the teacher; not shown elsewhere."""

GUIDED: Final = len(first_round().steps)
"""The number of steps of the first guided round of Tongits."""
GUIDED_RACE: Final = len(first_race().steps)
"""The number of steps of the first guided race."""


class Progress(Scene):
    """A table of the lessons: solved tasks, the last self-check, and due reviews.

    The table appears once a lesson was begun. The browser reports what it has stored; the page makes and reads files,
    whose content is checked here. `answer_log` has the answers that the browser has reported.

    Args:
        lang: the language of the learner; by default that of the notebook's folder.
        now: returns the current time in seconds since 1970.

    Raises ValueError for an unknown language.
    """

    view = "progress"
    own_words = HAND_IN
    always_allowed = ("recall", "trouble")

    def __init__(self, lang: str = "", *, now: Callable[[], float] = time.time) -> None:
        super().__init__(lang)
        self.label = say("progress.label", self.lang)
        self._now = now
        self.answer_log = AnswerLog()
        self._stored = 0  # the number of stored answers, usable or not
        self._guided: dict[str, str] = {}  # the progress of a guided game in words, by lesson
        self._match = False  # whether a match of the play pages is stored
        self._marks = False  # whether ticked steps or guided games are stored
        self._asking = False
        self._said = ""

    @receives
    def recall(
        self, text: str, match: bool = False, marks: bool = False, guided: int = 0, guided_race: int = 0
    ) -> None:
        """Load what the browser stored; it is untrusted.

        Args:
            text: the stored answers, as `answer_log.write` writes them.
            match: whether a match of the play pages is stored.
            marks: whether ticked steps or guided games are stored.
            guided: the number of steps done in the first guided round.
            guided_race: the number of steps done in the first guided race.
        """
        self._match, self._marks = match, marks
        self._guided = {
            lesson: say(key, self.lang, part=min(total, part), total=total)
            for lesson, key, part, total in (
                ("turn", "progress.guided", guided, GUIDED),
                ("race", "progress.guided_race", guided_race, GUIDED_RACE),
            )
            if part > 0
        }
        try:
            stored = read_stored(text)
        except NotationError:
            self.trouble("torn")
        else:
            self._stored, self.answer_log = stored.count, stored.log
            self._said = remark(self.answer_log, self.lang) or self._said
            self._asking = self._asking and self._holds

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """Say why the browser can't store data, or that its data is damaged ("torn")."""
        self._said = say(TROUBLE[kind], self.lang)

    @receives
    def too_long(self) -> None:
        """Refuse a file that is too long to be read."""
        self._refuse(NotationError("progress_too_long", most=LONGEST))

    @receives
    def saved(self, count: int) -> None:
        """Confirm that the page has made a file of `count` answers."""
        if 0 <= count <= LONGEST:
            self._said = say("progress.saved", self.lang, count=count)

    @receives
    def ask(self) -> None:
        """Ask whether to delete everything."""
        self._asking, self._said = True, ""

    @receives
    def keep(self) -> None:
        """Cancel the deletion."""
        self._asking, self._said = False, say("progress.kept", self.lang)

    @receives
    def delete(self) -> None:
        """Delete everything."""
        self._asking, self._match, self._marks, self.answer_log, self._stored = False, False, False, AnswerLog(), 0
        self._said = say("progress.deleted", self.lang)
        self.send({"forget": True})

    @receives
    def load(self, text: str) -> None:
        """Add the answers of a file, and have the browser store all that it contains."""
        try:
            stored = read_stored(text)
        except NotationError as unreadable:
            self._refuse(unreadable)
            return
        loaded = stored.log
        fresh = set(loaded.answers) - set(self.answer_log.answers)
        self.answer_log |= loaded
        self._stored = max(self._stored, len(self.answer_log.answers))
        self._said = f"{say('progress.loaded', self.lang, count=len(fresh))} {remark(loaded, self.lang)}".strip()
        more = {"mistakes": valid_entries(stored.mistakes), "marks": sendable(stored.marks)}
        parts = {name: part for name, part in more.items() if part}
        self.send({"remember": msgspec.to_builtins(list(loaded.answers)), **parts})

    def _refuse(self, unreadable: NotationError) -> None:
        self._said = say("progress.refused", self.lang, reason=explain(unreadable.refusal, self.lang))

    def render(self) -> list[Block]:
        lang, done = self.lang, results(self.answer_log)
        today = datetime.fromtimestamp(self._now(), UTC).date()
        days, (right, answered) = days_in_a_row(self.answer_log, today)[0], count_right(self.answer_log)
        waiting = [one.asked.drill for one in due(self.answer_log, self._now())]
        begun = bool(self.answer_log.answers or self._guided)
        rows = [self._row(lesson, done.get(("check", lesson.name)), waiting) for lesson in LESSONS if begun]
        columns = ("progress.lesson", "progress.solved", "progress.check", "progress.due")
        head = [say(column, lang) for column in columns]
        tests: list[list[Inline]] = [
            [f"{say(final_test_key(game), lang)} ", blocks.strong(self._score(done[test]))]
            for game in NAMES
            if (test := ("test", game)) in done
        ]
        if answered:
            score = blocks.strong(say("progress.of", lang, part=right, total=answered))
            tests.append([blocks.link(say("page.puzzles", lang), "puzzles.ipynb"), " ", score])
        return [
            blocks.text(self._summary(len(waiting)), "strong", mark="summary"),
            *([{"is": "streak", "days": days, "said": streak(self.answer_log, today, lang)}] if days else []),
            blocks.table("", head, rows, style="cardlab-lessons"),
            blocks.sentences(tests),
            self._confirmation() if self._asking else self._form(),
            blocks.status(self._said),
            {"is": "hand_in"},
        ]

    def _form(self) -> Block:
        lang = self.lang
        return blocks.fields(
            blocks.field(say("progress.name", lang), name="name", longest=LONGEST_NAME, complete="name"),
            {"is": "save", "label": say("progress.save", lang), "send": {"do": "saved"}, "free": ["count"]},
            blocks.upload(say("progress.load", lang), {"do": "load"}, LONGEST),
            blocks.button(say("progress.delete", lang), {"do": "ask"} if self._holds else None, then="question"),
        )

    def _confirmation(self) -> Block:
        lang, question = self.lang, say("progress.question", self.lang)
        return blocks.row(
            blocks.text(question, "question", mark="question"),
            blocks.button(say("progress.keep", lang), {"do": "keep"}, main=True, then="summary"),
            blocks.button(say("progress.really", lang), {"do": "delete"}, then="summary"),
            label=question,
        )

    @property
    def _holds(self) -> bool:
        """Whether there is anything to delete."""
        return self._stored > 0 or self._match or self._marks

    def _row(self, lesson: Lesson, check: Result | None, waiting: list[str]) -> list[list[Inline]]:
        state = completion(self.answer_log, lesson)
        mine = {drill.name for drill in lesson.drills}
        solved = say("progress.of", self.lang, part=state.solved, total=state.total)
        guided = self._guided.get(lesson.name)
        due_now = str(sum(drill in mine for drill in waiting))
        return [
            [blocks.link(say(course_key(lesson.name), self.lang), f"{lesson.name}.ipynb")],
            [blocks.progress(state.solved, state.total, solved), *([blocks.text(guided, "guided")] if guided else [])],
            [self._score(check) if check else blocks.none(self._score(check))],
            [blocks.none(due_now) if due_now == "0" else due_now],
        ]

    def _score(self, result: Result | None) -> str:
        if result is None:
            return say("progress.not_yet", self.lang)
        return say("progress.of", self.lang, part=result.right, total=result.tasks)

    def _summary(self, waiting: int) -> str:
        if not self.answer_log.answers:
            return say("progress.nothing", self.lang)
        states = [completion(self.answer_log, lesson) for lesson in LESSONS]
        solved = say("progress.summary", self.lang, count=sum(one.solved for one in states))
        return f"{solved} {say('progress.waiting', self.lang, count=waiting)}"
