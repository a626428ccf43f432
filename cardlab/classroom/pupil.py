"""The learner's one page of a class, which changes with what the teacher does.

It waits, asks, shows the learner's answer and how many learners are done, then the solution and why; at the end how to
keep the progress. Before a question is revealed, the scene holds nothing of its solution, and never others' answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from cardlab.classroom.board_questions import Refused, words_of
from cardlab.classroom.class_board import BoardQuestion, right_of_all
from cardlab.classroom.live_class import ClassConnection, Classroom
from cardlab.classroom.stage import entry_of, learner_blocks
from cardlab.dashboard import access
from cardlab.dashboard.access import BOARD
from cardlab.dashboard.course_pages import ScenePage
from cardlab.pages.line import FrameKind
from cardlab.widgets.blocks import Block, button, link, row, status, text
from cardlab.widgets.constants import TROUBLE
from cardlab.widgets.progress import HAND_IN
from cardlab.widgets.scene import Scene, receives
from cardlab.widgets.task import task_mark


class PupilScene(Scene):
    """What one learner sees of a class.

    `learner`: the learner's number; `over`: the catalogue key of the sentence that says how the learner left the class,
    "" before.
    """

    view = "pupil"
    own_words = HAND_IN
    always_allowed = ("answer", "go", "trouble")

    def __init__(self, classroom: Classroom, learner: int, lang: str) -> None:
        super().__init__(lang)
        self.label = self.say("board.title")
        self.over = ""
        self._class = classroom
        self._learner = learner
        self._at = 0
        """The number of the question on the page; once off the board, the first unanswered question replaces it."""
        self._changing = 0
        """The number of the question whose answer the learner is changing."""
        self._remark = ""
        self._kept: set[int] = set()

    def before_message(self, message: str) -> None:
        self._remark = ""

    @receives
    def answer(self, number: int, turn: int, answer: list[str]) -> None:
        """Answer a question; `turn` numbers the tries, so a repeat counts once."""
        try:
            self._class.take_answer(self._learner, number, answer, turn)
        except Refused as refused:
            self._remark = refused.sentence(self.lang)
            if refused.key == "board.refused.no_answer":
                return
        self._at, self._changing = number, 0

    @receives
    def change(self, number: int) -> None:
        self._at = self._changing = number

    @receives
    def go(self, to: int) -> None:
        self._at, self._changing = to, 0

    @receives
    def trouble(self, kind: Literal["full", "forbidden", "torn"]) -> None:
        """Say that the browser cannot keep answers, or that the kept ones are damaged."""
        self._remark = self.say(TROUBLE[kind])

    def props(self) -> Mapping[str, object]:
        return {**super().props(), "at": self._at}

    def render(self) -> list[Block]:
        lang, shown = self.lang, self._class.board.shown
        if self.over or not shown:
            news = self.say(self.over or "board.waiting")
            return [_aloud(news), text(news, "prompt"), *(self._end() if self.over else self._waiting())]
        by_number = {one.number: one for one in shown}
        asked = by_number.get(self._at) or next(filter(self._is_left, shown), shown[0])
        own = asked.answers.get(self._learner)
        is_open = not asked.is_revealed and (own is None or self._changing == asked.number)
        return [
            _aloud(words_of(asked.question, lang).task.prompt),
            *self._invitation(),
            *self._steps(shown, asked),
            *learner_blocks(asked, own, lang, is_open=is_open),
            *([] if is_open or asked.is_revealed else self._sent(shown, asked)),
            *([] if is_open else self._to_table()),
            status(self._remark),
        ]

    def _is_left(self, asked: BoardQuestion) -> bool:
        """Return whether the learner still has to answer this question."""
        return not asked.is_revealed and self._learner not in asked.answers

    def _invitation(self) -> list[Block]:
        """Make the link to the page that everybody is invited to; none if that is this page."""
        if self._class.roster.invitation in ("", BOARD):
            return []
        invited = self._class.course.invitation(self.lang)
        return [text([link(invited["text"], invited["href"])], "strong")]

    def _waiting(self) -> list[Block]:
        lang, course = self.lang, self._class.course
        home = link(self.say("room.to_course"), course.page_address(course.start_page(lang)))
        way = self._invitation() or [text([f"{self.say('board.meanwhile')} ", home])]
        return [*way, *self._to_table(), {"is": "hand_in"}, status(self._remark)]

    def _to_table(self) -> list[Block]:
        """Make the link back to the table that the learner has left for the board."""
        learner = next((one for one in self._class.roster.learners() if one.number == self._learner), None)
        code = self._class.tables.table_of(learner)
        address = f"{self._class.course.base}table/{code}?lang={self.lang}"
        return [text([link(self.say("tournament.to_table"), address)], "strong")] if code else []

    def _steps(self, shown: Sequence[BoardQuestion], asked: BoardQuestion) -> list[Block]:
        """Make the buttons to move through a series; at its end say how many were right."""
        if len(shown) == 1:
            return []
        at = shown.index(asked)
        to = [{"do": "go", "to": one.number} for one in shown]
        right, total = right_of_all(self._class.board, self._learner) if not self._class.board.is_open else (0, 0)
        return [
            row(
                button(self.say("page.previous"), to[at - 1] if at else None),
                text(self.say("board.place", number=at + 1, count=len(shown)), "strong"),
                button(self.say("page.next"), to[at + 1] if at + 1 < len(shown) else None),
                style="cardlab-steps",
            ),
            status(self.say("board.your_right", count=right, of=total) if total else ""),
        ]

    def _sent(self, shown: Sequence[BoardQuestion], asked: BoardQuestion) -> list[Block]:
        """Make the blocks after an answer: change it, next question, how many are done."""
        at, number = shown.index(asked), asked.number
        ways = [button(self.say("board.change"), {"do": "change", "number": number}, then=task_mark(number))]
        if left := next(filter(self._is_left, (*shown[at:], *shown[:at])), None):
            label = f"{self.say('board.step', number=shown.index(left) + 1)} ▸"
            to = {"do": "go", "to": left.number}
            ways.append(button(label, to, main=True, enter="anywhere", then=task_mark(left.number)))
        done, here = self._class.done()
        return [row(*ways), text(self.say("board.done", count=done, of=here), "soft")]

    def _end(self) -> list[Block]:
        save = {"is": "save", "label": self.say("progress.save")}
        return [text(self.say("board.over.kept")), row(save)]

    def entries(self) -> list[dict[str, Any]]:
        """Return the answers to revealed questions for the browser to keep, each once."""
        new = [one for one in self._class.board.shown if one.number not in self._kept]
        made = [(one.number, entry) for one in new if (entry := entry_of(one, one.answers.get(self._learner)))]
        self._kept |= {number for number, _ in made}
        return [entry for _, entry in made]


def _aloud(news: str) -> Block:
    """Make an unseen text that screen readers say when it changes."""
    return status(news, style="cardlab-unseen")


class PupilPage(ScenePage):
    """The learner's page; the teacher is redirected to the teacher's page."""

    classroom: Classroom

    def get(self) -> None:
        lang, token = self.language(), access.token(self.request, "visitor")
        if self.course.role(self.request) == "teacher":
            self.redirect(f"{self.course.base}teacher?lang={lang}")
            return
        self.classroom.roster.seen(token, BOARD)
        learner = self.classroom.roster.visitor(token)
        scene = PupilScene(self.classroom, learner.number if learner else 0, lang)
        self.render_scene(scene.label, BOARD, scene, hand_in=f"{self.course.base}progress")


class PupilConnection(ClassConnection):
    """The connection of the learner's page."""

    BURST, RATE, MAX_MESSAGE = 16, 4, 4096

    path = BOARD
    scene: PupilScene | None

    async def refusal(self) -> int:
        learner = self.classroom.roster.visitor(self.visitor)
        self.number = learner.number if learner else 0
        return 0 if self.number else 403

    async def begin(self) -> PupilScene:
        self.joins()
        return PupilScene(self.classroom, self.number, self.lang)

    def send_message(self, message: list[Any]) -> None:
        # The scene shows the invitation itself.
        if message[0] == FrameKind.INVITE:
            self.changed()
        else:
            super().send_message(message)

    def draw(self) -> None:
        super().draw()
        if self.scene is not None and (entries := self.scene.entries()):
            self.send({"remember": entries})

    def expel(self, why: Literal["", "ended"]) -> None:
        if self.scene is not None:
            self.scene.over = "board.over.ended" if why else "board.over.removed"
            super().draw()
        super().expel(why)
