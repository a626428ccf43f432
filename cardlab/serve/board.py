"""The class board in the front: its two pages, a line for each that is open, and what the teacher asks for and takes.

- A learner's line sends answers, `{"number", "answer", "turn"}`, and hears `{"state"}`, `{"told"}` or `{"over"}`.
- The teacher's line only hears; what the teacher does comes as JSON, like all orders of the teacher's page.
- An answer is told to be in only when it is kept. What others answer never comes near a learner's page.
- Questions are made and judged in a thread, so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from tornado.web import HTTPError

from cardlab.dashboard import frame
from cardlab.dashboard.course import Course
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.locale import LANGUAGES, say
from cardlab.pagehost.lines import OpenLine
from cardlab.serve import board_told, gate, reach
from cardlab.serve.board_hub import BoardHub, Outcome
from cardlab.serve.board_lab import Laboratory
from cardlab.serve.join import RoomPage, TeacherDoes, TeachersOnly
from cardlab.serve.room import BOARD, Room
from cardlab.tables import board_results as results
from cardlab.tables.board import (
    MOST_OPTIONS,
    MOST_STEPS,
    Ask,
    Begin,
    Board,
    Clear,
    Close,
    Command,
    End,
    Form,
    Give,
    GoOn,
    Pace,
    Points,
    Refused,
    Remove,
    Reveal,
    What,
)
from cardlab.tables.names import mark, spaced
from cardlab.tables.questions import (
    CannotAsk,
    assignment,
    exit_ticket,
    form_of,
    question_of,
    right_among,
    wished_series,
)
from cardlab.terminal import as_csv

LOG: Final = logging.getLogger("cardlab.serve")
LARGEST_ANSWER: Final = 4096
LARGEST_ORDER: Final = 60_000
ANSWERS_A_SECOND, ANSWERS_AT_ONCE = 4, 16
"""What one page may send; one that sends more is heard more slowly."""
MOST_LINES: Final = 6
"""How many pages of the board one learner may have open; with one more, the first is closed."""
APART: Final = 0.02
"""Seconds between two pictures for the teacher's page."""


def routes(base: str) -> list[tuple[str, type[Any]]]:
    """The addresses of the class board, for the server's table."""
    return [
        (f"{base}board", Learners),
        (f"{base}board/line", LearnersLine),
        (f"{base}teacher/board", Teachers),
        (f"{base}teacher/board/line", TeachersLine),
        (f"{base}teacher/board/do", TeachersOrder),
        (rf"{base}teacher/board/results\.(csv|json)", Results),
    ]


class ClassBoard:
    """The board of a class, and all its pages that are open."""

    def __init__(self, course: Course, room: Room, hub: BoardHub, now: Callable[[], float] = time.time) -> None:
        self.course = course
        self.room = room
        self.hub = hub
        self._now = now
        self.lines: list[LearnersLine] = []
        self.teachers: set[TeachersLine] = set()
        self._dirty: set[LearnersLine] = set()
        self._telling: asyncio.Task[None] | None = None
        self._teaching: asyncio.Task[None] | None = None
        self._is_stale = False
        self._laboratory = Laboratory(course.hosts.pool, self.tell_teachers)
        hub.listen(self._changed)

    def moment(self) -> int:
        """Now, in milliseconds since 1970."""
        return int(self._now() * 1000)

    # Who hears what

    def come(self, line: LearnersLine) -> None:
        """A learner's page is open."""
        own = [one for one in self.lines if one.visitor == line.visitor]
        if len(own) >= MOST_LINES:
            own[0].refuse()
        self.lines.append(line)
        self.course.lines.add(line)
        self.tell(line)
        self.tell_teachers()

    def go(self, line: LearnersLine) -> None:
        """It is no longer."""
        with suppress(ValueError):
            self.lines.remove(line)
        self._dirty.discard(line)
        self.course.lines.discard(line)
        self.tell_teachers()

    def tell(self, line: LearnersLine) -> None:
        """Brings this page what there is, soon."""
        self._dirty.add(line)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    def tell_teachers(self) -> None:
        """Brings the teacher's page what there is, soon."""
        self._is_stale = True
        if self.teachers and (self._teaching is None or self._teaching.done()):
            self._teaching = asyncio.create_task(self._teach())

    def _changed(self, before: Board, after: Board) -> None:
        for line in self.lines:
            if _seen(before, line.mark) != _seen(after, line.mark):
                self.tell(line)
        self._laboratory.look(after)
        self.tell_teachers()

    async def _tell(self) -> None:
        await self.hub.ready()
        while self._dirty:
            some, self._dirty = list(self._dirty), set()
            board = self.hub.board
            told = await asyncio.to_thread(_for_learners, board, [(line.mark, line.lang) for line in some])
            for line, news in zip(some, told, strict=True):
                line.send(news)

    async def _teach(self) -> None:
        await self.hub.ready()
        while self._is_stale and self.teachers:
            self._is_stale = False
            board, people, some = self.hub.board, self.people(), list(self.teachers)
            langs = {line.lang for line in some}
            known, counting = dict(self._laboratory.found), frozenset(self._laboratory.counting)
            doors = self.room.addresses()
            way_in = (reach.in_print(doors[0]), spaced(self.room.code)) if doors else None
            told = await asyncio.to_thread(
                lambda: {
                    lang: _drawn(board_told.teacher_told, board, people, lang, known, counting, way_in)  # noqa: B023
                    for lang in langs  # noqa: B023
                }
            )
            for line in some:
                line.send(told[line.lang])
            await asyncio.sleep(APART)

    def people(self) -> tuple[board_told.Here, ...]:
        """Everybody in the room, and whether a page of theirs is open."""
        here = {line.visitor for line in self.course.lines}
        return tuple(
            board_told.Here(mark(one.token, "learner"), one.number, one.name, one.token in here)
            for one in self.room.visitors()
        )

    def name_of(self, mark: str) -> str:
        """The nickname of a learner by the mark; "" without one, and for one who has gone."""
        return next((one.name for one in self.people() if one.learner == mark), "")

    def send_out(self, tokens: set[str]) -> None:
        """Takes these learners off the board, those who are on it."""
        for learner in {mark(token, "learner") for token in tokens}.intersection(self.hub.board.learners):
            self._soon(Remove(learner))
        self.tell_teachers()

    def end(self) -> None:
        """Shows nothing any more: the class is over."""
        if self.hub.board.present or self.hub.board.series:
            self._soon(End())

    def _soon(self, command: Command) -> None:
        task = asyncio.ensure_future(self.hub.do(command))
        task.add_done_callback(lambda done: done.exception())

    # What the teacher does

    async def close(self) -> None:
        """Waits for what is being kept; its lines end with all others."""
        self._laboratory.close()
        await self.hub.close()

    async def can_be_asked(self, what: What) -> None:
        """Raises CannotAsk for a question that there is not."""
        await self._forms((what,))

    async def ask(self, what: What, *, live: bool) -> Outcome:
        """Asks one question."""
        (form,) = await self._forms((what,))
        return await self.hub.do(Ask(what, form, self.moment(), live))

    async def begin(self, title: str, steps: tuple[What, ...], order: Mapping[str, Any]) -> Outcome:
        """Begins a series, counted and paced as the order says."""
        forms = await self._forms(steps)
        pace: Pace = order["pace"]
        points: Points = order["points"]
        if pace == "own" and points == "speed":
            points = "right"  # who reads at leisure is not slow
        return await self.hub.do(
            Begin(title, steps, forms, points, order["names"], pace, self.moment(), order["live"] is True)
        )

    async def go_on(self, *, live: bool) -> Outcome:
        """Asks the next question of the series, or ends it."""
        board = self.hub.board
        form: Form | None = None
        if board.series is not None and board.place < len(board.series.steps):
            (form,) = await self._forms((board.series.steps[board.place],))
        return await self.hub.do(GoOn(form, self.moment(), live))

    async def reveal(self) -> Outcome:
        """Closes what is open, judges what was answered, and shows the solutions."""
        if self.hub.board.open:
            await self.hub.do(Close())
        hidden = [one for one in self.hub.board.shown if one.phase == "closed"]
        right = await asyncio.to_thread(
            lambda: {
                one.number: right_among(one.what, {given.answer for given in one.given.values()}) for one in hidden
            }
        )
        return await self.hub.do(Reveal(right))

    async def _forms(self, steps: tuple[What, ...]) -> tuple[Form, ...]:
        return await asyncio.to_thread(lambda: tuple(form_of(question_of(one)) for one in steps))

    async def wished(self, *asked: object) -> tuple[What, ...]:
        """The questions that the teacher's page asks for; what it leaves open is new to this board."""
        return await asyncio.to_thread(wished_series, asked, self.had())

    def had(self) -> tuple[What, ...]:
        """What this board has asked."""
        return tuple(one.what for one in self.hub.board.questions)


def _seen(board: Board, mark: str) -> tuple[Any, ...]:
    """What a learner's page shows of a board: if this is the same, there is nothing to tell."""
    own = tuple((one.number, one.phase, one.given.get(mark)) for one in board.shown)
    return own, board.begun, board.series is None, board.over is None, board.place


def _for_learners(board: Board, some: list[tuple[str, str]]) -> list[dict[str, Any]]:
    return [_drawn(board_told.learner_told, board, mark, lang) for mark, lang in some]


def _drawn(draw: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """What a page is told that shows this; a fault is logged, told to that page, and keeps nothing from the others."""
    try:
        return {"state": draw(*given)}
    except Exception:
        LOG.exception("a page of the class board could not be drawn")
        return {"failed": True}


# The pages


class BoardPage(RoomPage):
    """What the pages of the board share."""

    @property
    def board(self) -> ClassBoard:
        """The board; without one, these pages do not exist."""
        if self.course.board is None:
            raise HTTPError(404)
        return self.course.board

    def told(self, names: tuple[str, ...], lang: str) -> str:
        """The words that a script puts onto the page, with the letters and names of the cards."""
        filled_in = {"number": "{number}", "name": "{name}", "count": "{count}"}
        words = {"lang": lang, **{name: say(name, lang, **filled_in) for name in names}}
        return json.dumps({"words": words, "faces": board_told.faces(lang)}, ensure_ascii=False)


_HAND_WORDS: Final = tuple(
    f"hand.{word}" for word in ("rank", "suit", "given", "left", "right", "clear", "tools", "more", "moving")
)
_COMMON_WORDS: Final = (
    *_HAND_WORDS, "hand.keys_text", "page.failed", "widget.clauses", "widget.follows", "exercise.no_meld",
)  # fmt: skip
_LEARNERS_WORDS: Final = (
    *_COMMON_WORDS, "widget.number", "page.lost", "page.out", "page.reload",
    *(f"board.{word}" for word in (
        "yours",
        "waiting", "send", "sending", "sent", "closed_yours", "closed_none", "choose_one", "choose_some", "choose_card",
        "choose_cards", "choose_card_and_pile", "type_number", "solution_is", "step", "step_done", "all_in", "steps",
    )),
)  # fmt: skip
_TEACHERS_WORDS: Final = (
    *_COMMON_WORDS, "page.sending", "room.lost", "room.sent_out", "widget.full", "widget.leave",
    *(f"board.{word}" for word in (
        "nothing_asked", "close", "reveal", "next", "next_last", "end_it", "why", "solution_is", "standings", "steps",
        "step_count", "take_off", "option", "is_right", "added", "series_empty", "found", "by_lot",
        "no_series_in_file", "show_ranking", "hide_ranking", "hardest",
    )),
)  # fmt: skip


class Learners(BoardPage):
    """The learners' page: works on a phone, and shows nothing of others."""

    def get(self) -> None:
        lang, base = self.tongue(), self.course.base
        token = gate.visitor(self.request)
        self.room.seen(token, BOARD)
        self.show(
            "board.html.j2",
            200,
            **frame.plain(lang, say("board.title", lang), base),
            words=self.words(("skip", "needs_script", "to_course"), lang),
            languages=self.languages(lang, f"{base}board"),
            told=self.told(_LEARNERS_WORDS, lang),
            onlooker="" if self.room.admits(token) else say("board.onlooker", lang),
        )


class Teachers(BoardPage, TeachersOnly):
    """The teacher's page of the board, made for a projector."""

    def get(self) -> None:
        lang, base = self.tongue(), self.course.base
        titles = frame.titles(self.course.notebooks, lang)
        words = {name: say(f"board.{name}", lang) for name in _TEMPLATE_WORDS}
        words |= {"save_series": say("demo.save", lang), "open_series": say("demo.open", lang)}
        self.show(
            "board_teacher.html.j2",
            200,
            **frame.plain(lang, say("board.title", lang), base),
            words=self.words(("skip", "needs_script", "lesson", "drill", "level", "start"), lang) | words,
            languages=self.languages(lang, f"{base}teacher/board"),
            told=self.told(_TEACHERS_WORDS, lang),
            drills=[
                (titles[lesson.name], [(drill.name, say(f"drill.{drill.name}", lang)) for drill in lesson.drills])
                for lesson in LESSONS
                if lesson.name in titles
            ],
            lessons=[(lesson.name, titles[lesson.name]) for lesson in LESSONS if lesson.name in titles],
            levels=[(level, say("demo.level_number", lang, level=level)) for level in range(1, LEVELS + 1)],
            most_options=MOST_OPTIONS,
            most_steps=MOST_STEPS,
            points_rule=say(
                "board.points_rule",
                lang,
                right=results.FOR_RIGHT,
                quick=results.FOR_QUICK,
                seconds=results.SLOW // 1000,
            ),
        )


_TEMPLATE_WORDS: Final = (
    "by_lot", "start_hint",
    "to_teacher", "ask_heading", "find_drill", "ask_tab_drill", "ask_tab_free", "ask_tab_position", "ask_now", "add",
    "free_text",
    "free_options", "free_options_hint", "free_several", "position", "position_ask", "position_may_call",
    "position_discard", "position_which_fit", "position_hint", "live", "series_heading", "series_text",
    "series_title", "points_label",
    "points.none", "points.right", "points.speed", "names", "pace_label", "pace_class", "pace_own", "begin",
    "ready_heading", "ready_text", "exit_ticket", "assignment", "how_many", "results_heading", "results_text",
    "as_csv", "as_json", "wipe", "clear_hint", "clear_sure", "keys_text", "people_heading",
    "clauses_heading", "clauses_text", "stage",
)  # fmt: skip


# Their lines


class _Line(OpenLine):
    """What the lines of the board share."""

    application: Course

    def initialize(self) -> None:
        super().initialize()
        self.lang = "en"

    def board(self) -> ClassBoard:
        """The board of the class."""
        assert self.application.board is not None
        return self.application.board

    async def refusal(self) -> int:
        lang = self.get_query_argument("lang", "")
        self.lang = lang if lang in LANGUAGES else "en"
        return 0 if self.application.board is not None and self.may_come() else 403

    def may_come(self) -> bool:
        """Whether whoever asks may have a line."""
        return True

    def send(self, told: Mapping[str, Any]) -> None:
        """Sends the page a frame."""
        self.put(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))


class LearnersLine(_Line):
    """The line to one open page of a learner."""

    AT_ONCE, A_SECOND = ANSWERS_AT_ONCE, ANSWERS_A_SECOND

    def initialize(self) -> None:
        super().initialize()
        self.mark = ""
        self.path = BOARD

    def open(self) -> None:
        self.set_nodelay(True)
        token = gate.visitor(self.request)
        room = self.application.room
        # The teacher may look on, and is no learner.
        self.visitor = token if room is not None and room.admits(token) else ""
        self.mark = mark(self.visitor, "learner") if self.visitor else ""
        self.board().come(self)

    async def on_message(self, message: str | bytes) -> None:
        await self.wait_for_allowance()
        answer = _answer_in(message)
        if self._is_over or not self.mark:
            return
        if answer is None:
            self.refuse()
            return
        board = self.board()
        number, given, turn = answer
        outcome = await board.hub.do(Give(self.mark, number, given, turn, board.moment()))
        if outcome != "kept":
            self.send({"told": _refusal(outcome, self.lang), "number": number})
        board.tell(self)

    def send_out(self) -> None:
        self.send({"over": True})
        self.end(left=True)
        self.close(1000)

    def gone(self, *, left: bool) -> None:
        self.board().go(self)


class TeachersLine(_Line):
    """The line to an open page of the teacher: it hears of every answer."""

    def may_come(self) -> bool:
        room = self.application.room
        return room is not None and gate.is_teacher(room, self.request)

    def open(self) -> None:
        self.set_nodelay(True)
        self.application.lines.add(self)
        board = self.board()
        board.teachers.add(self)
        board.tell_teachers()

    def on_message(self, message: str | bytes) -> None:
        self.refuse()

    def gone(self, *, left: bool) -> None:
        self.board().teachers.discard(self)


def _answer_in(message: str | bytes) -> tuple[int, tuple[str, ...], int] | None:
    """Number, answer and turn that a page has sent; None for what none of ours sends."""
    told: Any = None
    if isinstance(message, str) and len(message) <= LARGEST_ANSWER:
        with suppress(ValueError, RecursionError):
            told = json.loads(message)
    match told:
        case {"number": int(number), "answer": list(given), "turn": int(turn)}:
            if type(number) is int and type(turn) is int and all(isinstance(one, str) for one in given):
                return number, tuple(given), turn
    return None


def _refusal(outcome: Outcome, lang: str) -> str:
    """Why something was not done, as a sentence."""
    return say(f"board.refused.{outcome.reason if isinstance(outcome, Refused) else 'trouble'}", lang)


# What the teacher does


class TeachersOrder(BoardPage, TeacherDoes):
    """What the teacher does: one order as JSON; the answer says what is wrong with it, if anything is."""

    largest = LARGEST_ORDER

    async def post(self) -> None:
        self.own_page_only()
        order = self.order()
        lang = self.tongue()
        await self.board.hub.ready()
        try:
            outcome = await self.do(order)
        except CannotAsk as problem:
            self.say_so(board_told.why_not(problem, lang))
            return
        self.say_so("" if outcome == "kept" else _refusal(outcome, lang))

    def say_so(self, problem: str) -> None:
        """Answers, with what is wrong or nothing."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps({"problem": problem}, ensure_ascii=False))

    async def do(self, order: Mapping[str, Any]) -> Outcome:
        """Does what the order says; raises CannotAsk for a question that there is not, HTTPError for no order."""
        board = self.board
        live = order.get("live") is True
        match order:
            case {"do": "ask", "question": dict(asked)}:
                (what,) = await board.wished(asked)
                return self.inviting(await board.ask(what, live=live))
            case {"do": "try", "question": dict(asked)}:
                (what,) = await board.wished(asked)
                await board.can_be_asked(what)
                return "kept"
            case {"do": "begin", "questions": list(asked)} if _is_series(order):
                steps = await board.wished(*asked[: MOST_STEPS + 1])
                return self.inviting(await board.begin(_title(order), steps, order))
            case {
                "do": "exit", "lesson": str(lesson), "seed": int() | None as seed, "level": int(level),
            } if _is_series(order):  # fmt: skip
                steps = await asyncio.to_thread(exit_ticket, lesson, seed, level, board.had())
                return self.inviting(await board.begin(_title(order), steps, order))
            case {
                "do": "assignment", "lesson": str(lesson), "drills": list(drills), "seed": int() | None as seed,
                "level": int(level), "count": int(count),
            } if _is_series(order):  # fmt: skip
                names = [one for one in drills if isinstance(one, str)]
                steps = await asyncio.to_thread(assignment, lesson, names, seed, level, count, board.had())
                return self.inviting(await board.begin(_title(order), steps, order))
            case {"do": "next"}:
                return await board.go_on(live=live)
            case {"do": "reveal"}:
                return await board.reveal()
            case {"do": "remove", "number": int(number)}:
                self.send_out({self.room.remove(number)} - {""})
                return "kept"
            case {"do": "close" | "end" | "clear" as what}:
                if what != "close":
                    self.no_longer_invite()
                commands: Mapping[str, Command] = {"close": Close(), "end": End(), "clear": Clear()}
                return await board.hub.do(commands[what])
        raise HTTPError(400)

    def inviting(self, outcome: Outcome) -> Outcome:
        """Asks everybody to open the board as soon as there is something on it."""
        if outcome == "kept":
            self.room.invite(BOARD)
            self.tell_everybody()
        return outcome

    def no_longer_invite(self) -> None:
        """Takes that back, if it is still what everybody is asked."""
        if self.room.invitation is not None and self.room.invitation.lesson == BOARD:
            self.room.withdraw()
            self.tell_everybody()


def _is_series(order: Mapping[str, Any]) -> bool:
    return (
        isinstance(order.get("title"), str)
        and order.get("points") in ("none", "right", "speed")
        and order.get("pace") in ("class", "own")
        and isinstance(order.get("names"), bool)
        and isinstance(order.get("live"), bool)
    )


def _title(order: Mapping[str, Any]) -> str:
    title: str = order["title"]
    return " ".join("".join(one if one.isprintable() else " " for one in title[:200]).split())[:80]


class Results(BoardPage, TeachersOnly):
    """Everything that was answered, as a file."""

    async def get(self, kind: str) -> None:
        board = self.board
        await board.hub.ready()
        lang, now = self.tongue(), board.hub.board
        names = {one.learner: one.name for one in board.people()}
        told = await asyncio.to_thread(board_told.rows, now, lambda mark: names.get(mark, ""), lang)
        if kind == "csv":
            self.set_header("Content-Type", "text/csv; charset=utf-8")
            text = "\ufeff" + as_csv(results.COLUMNS, told)
        else:
            self.set_header("Content-Type", "application/json; charset=utf-8")
            text = results.as_json(now, told)
        self.set_header("Content-Disposition", f'attachment; filename="cardlab-board.{kind}"')
        self.finish(text)
